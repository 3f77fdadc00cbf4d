/* SPDX-License-Identifier: MIT */
/*
 * A server, as one of its users meets it: who one is there, requests that wait for their answer,
 * and one socket that comes back by itself when it is lost. Knows no tables.
 */
#ifndef CLI_REMOTE_H
#define CLI_REMOTE_H

#include <jansson.h>

#include "core/words.h"
#include "wire.h"

struct remote {
    struct wire_address address;
    char origin[192]; /* "https://host", for links */
    enum tk_lang lang;
    char cookie[512];
    char user[48], name[128]; /* name: "" for a guest without one */
    bool guest;
    char error[512]; /* what was wrong with the last request, as a sentence */
    struct wire wire;
    bool greeted;    /* hello was answered: the socket can be used */
    int tries;       /* in vain, since it was open last */
    double next_try; /* seconds of cli_seconds */
};

/* Finds the server and asks who we are there, as who we were last time. False: `error` says why. */
bool remote_open(struct remote *remote, const char *address, enum tk_lang lang);
void remote_close(struct remote *remote);

/* With an empty password: as a guest of that name. */
bool remote_sign_in(struct remote *remote, const char *name, const char *password);

/* A request and its answer, which the caller frees; NULL after `error` was filled. */
json_t *remote_get(struct remote *remote, const char *path);
json_t *remote_post(struct remote *remote, const char *path, json_t *body); /* takes it over */
/* An answer that is no JSON, as a text to be freed. */
char *remote_text(struct remote *remote, const char *path);
/* The sentence of a refusal. */
void remote_error(struct remote *remote, const json_t *error);

/* --- the socket --- */

struct remote_ears {
    void *context;
    void (*hear)(void *context, json_t *message);
    void (*lost)(void *context);  /* the connection is gone; it is tried again */
    void (*ready)(void *context); /* it is there (again), and hello was answered */
};

/* Reads, writes and connects as far as it can without waiting. */
void remote_step(struct remote *remote, const struct remote_ears *ears);
/* Sends an object, which is taken over; nothing happens while there is no socket. */
void remote_say(struct remote *remote, json_t *message);
/* The file to watch, or -1; and how many milliseconds until there is something to do without it. */
int remote_file(const struct remote *remote);
int remote_patience(const struct remote *remote);

#endif
