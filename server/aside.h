/* SPDX-License-Identifier: MIT */
/*
 * Work that takes longer than anybody should wait for the loop: a thread of its own does it, in the
 * order in which it was asked for. What may wait is bounded, for everybody together and for each
 * address.
 */
#ifndef SERVER_ASIDE_H
#define SERVER_ASIDE_H

#include <stdbool.h>

#include <uv.h>

enum { ASIDE_ADDRESS_MAX = 64 };

struct app;

/* The first member of whatever is to be done. */
struct aside_job {
    struct aside_job *next;
    char address[ASIDE_ADDRESS_MAX];                      /* for whom */
    void (*work)(struct aside_job *job);                  /* on the thread */
    void (*done)(struct app *app, struct aside_job *job); /* on the loop; frees the job */
    void (*drop)(struct aside_job *job); /* on the loop, instead of `done`: the server ends */
};

struct aside;

/* So many jobs may wait, and so many of one address. NULL: there is no memory. */
struct aside *aside_open(struct app *app, uv_loop_t *loop, int most, int most_of_one);
/* False, and the job is still the caller's, if too many wait. */
bool aside_add(struct aside *aside, struct aside_job *job);
/* What has begun is finished, what waits is dropped. The loop must run once more, then free. */
void aside_close(struct aside *aside);
void aside_free(struct aside *aside);

#endif
