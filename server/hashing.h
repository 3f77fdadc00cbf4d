/* SPDX-License-Identifier: MIT */
/*
 * Passwords are hashed slowly on purpose, so a thread of its own does it (aside.h): behind bots people
 * would wait to sign in.
 */
#ifndef SERVER_HASHING_H
#define SERVER_HASHING_H

#include <stdbool.h>

#include <uv.h>

#include "aside.h"
#include "store.h"

enum {
    PASSWORD_MIN = 8,
    PASSWORD_MAX = 200,
};

/* Checks a password and, if it is right, hashes another. Texts are wiped when it is done. */
struct hashing_job {
    struct aside_job aside;
    char against[STORE_PASSWORD_MAX + 1]; /* a hash; "": nothing is to be checked */
    char given[PASSWORD_MAX + 1];
    char fresh[PASSWORD_MAX + 1]; /* to be hashed, or "" */
    bool right;                   /* the given one fits, or nothing was to be checked */
    bool failed;                  /* there was no memory to find that out, or for the new hash */
    char made[STORE_PASSWORD_MAX + 1];
    void (*done)(struct app *app, struct hashing_job *job); /* on the loop; frees the job */
};

struct hashing;

/* NULL when there is not enough memory to check passwords. */
struct hashing *hashing_open(struct app *app, uv_loop_t *loop);
/* False, and the job is still the caller's, if too many wait. */
bool hashing_add(struct hashing *hashing, struct hashing_job *job);
/* A hash that no password has: checking against it takes as long as against a real one. */
const char *hashing_nobody(const struct hashing *hashing);
/* As aside_close and aside_free. */
void hashing_close(struct hashing *hashing);
void hashing_free(struct hashing *hashing);

#endif
