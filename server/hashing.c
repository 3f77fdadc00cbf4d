/* SPDX-License-Identifier: MIT */
/* Passwords, hashed on a thread of its own. */
#include "hashing.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST = 32, MOST_OF_ONE = 4 }; /* that wait */

struct hashing {
    struct aside *aside;
    char nobody[crypto_pwhash_STRBYTES];
};

static bool make(char out[crypto_pwhash_STRBYTES], const char *password)
{
    return crypto_pwhash_str(out, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* A hash takes 64 MB for a moment, and a check without them ends as if the password were wrong. */
static bool has_memory(void)
{
    size_t size = crypto_pwhash_MEMLIMIT_INTERACTIVE + (1 << 20);
    void *room = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return room != MAP_FAILED && munmap(room, size) == 0;
}

static void work(struct aside_job *aside)
{
    struct hashing_job *job = (struct hashing_job *)aside;
    job->failed = !has_memory();
    job->right = job->against[0] == '\0' ||
                 crypto_pwhash_str_verify(job->against, job->given, strlen(job->given)) == 0;
    if (job->right && job->fresh[0] != '\0' && !job->failed)
        job->failed = !make(job->made, job->fresh);
    sodium_memzero(job->given, sizeof job->given);
    sodium_memzero(job->fresh, sizeof job->fresh);
}

static void hashed(struct app *app, struct aside_job *aside)
{
    struct hashing_job *job = (struct hashing_job *)aside;
    job->done(app, job);
}

static void drop(struct aside_job *aside)
{
    sodium_memzero(aside, sizeof(struct hashing_job));
    free(aside);
}

struct hashing *hashing_open(struct app *app, uv_loop_t *loop)
{
    char secret[33];
    struct hashing *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    randombytes_buf(secret, sizeof secret);
    secret[sizeof secret - 1] = '\0';
    if (!make(h->nobody, secret) || (h->aside = aside_open(app, loop, MOST, MOST_OF_ONE)) == NULL) {
        free(h);
        return NULL;
    }
    return h;
}

bool hashing_add(struct hashing *h, struct hashing_job *job)
{
    job->aside.work = work;
    job->aside.done = hashed;
    job->aside.drop = drop;
    return aside_add(h->aside, &job->aside);
}

const char *hashing_nobody(const struct hashing *h)
{
    return h->nobody;
}

void hashing_close(struct hashing *h)
{
    if (h != NULL)
        aside_close(h->aside);
}

void hashing_free(struct hashing *h)
{
    if (h == NULL)
        return;
    aside_free(h->aside);
    free(h);
}
