/* SPDX-License-Identifier: MIT */
/*
 * Slow work on other threads: bots and hints. What people wait for goes first, small jobs before
 * large ones, and whoever has used much lets others pass. Jobs that are long leave a worker free for
 * the others.
 */
#ifndef SERVER_POOL_H
#define SERVER_POOL_H

#include "store.h"

struct app;
struct pool;

struct job {
    struct job *next;
    void (*work)(struct job *job);                  /* on a worker */
    void (*done)(struct app *app, struct job *job); /* on the loop; frees the job */
    char owner[STORE_ID_MAX + 1];                   /* the user it is done for */
    bool awaited;                                   /* a person looks at it */
    double cost;                                    /* seconds it will take, as far as known */
    double took;                                    /* seconds it took; set by the pool */
    double rank;                                    /* the lowest is next; set by the pool */
};

enum { POOL_JOBS_MAX = 20000 };

struct pool *pool_open(struct app *app, int threads);
/* False when too many wait already: the job is the caller's still. */
bool pool_add(struct pool *pool, struct job *job);
/* How many are to be done before this one, which waits; -1 if it does not wait. */
int pool_ahead(struct pool *pool, const struct job *job);
/* Calls the `done` of everything that is finished. */
void pool_deliver(struct pool *pool);
int pool_length(struct pool *pool);
int pool_workers(const struct pool *pool);
void pool_close(struct pool *pool);

#endif
