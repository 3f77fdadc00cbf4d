/* SPDX-License-Identifier: MIT */
/* Workers, and the order in which they take what waits. */
#include "pool.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "clocks.h"

enum { OWNERS = 256, NOBODY_WAITS = 60 /* seconds that a job without a viewer stands back */ };
static const double LONG_JOB = 2;        /* seconds */
static const double USED_HALF_LIFE = 30; /* seconds after which half of what one used is forgiven */

/* What an owner has used of the workers lately, in seconds. Owners that share a slot share that. */
struct used {
    double seconds, at;
};

struct pool {
    struct app *app;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t *threads;
    int thread_count, waiting, long_at_work;
    struct job *first; /* waiting, the next one first */
    struct job *finished, **finished_last;
    struct used used[OWNERS];
    bool closing;
};

static double seconds(void)
{
    return (double)monotonic_us() * 1e-6;
}

static struct used *used_by(struct pool *pool, const char *owner)
{
    uint64_t hash = tk_hash(owner, strlen(owner));
    struct used *used = &pool->used[hash % OWNERS];
    double now = seconds();
    used->seconds *= exp2((used->at - now) / USED_HALF_LIFE);
    used->at = now;
    return used;
}

/*
 * The rank is a time: when it came, put off by what it costs, by what its owner has used and has
 * waiting, and by a minute if nobody looks at it. So nothing waits for ever.
 */
static double rank_of(struct pool *pool, const struct job *job)
{
    double rank = seconds() + 4 * job->cost + 2 * used_by(pool, job->owner)->seconds;
    for (const struct job *other = pool->first; other != NULL; other = other->next)
        if (strcmp(other->owner, job->owner) == 0)
            rank += 2 * other->cost;
    return rank + (job->awaited ? 0 : NOBODY_WAITS);
}

static void insert(struct pool *pool, struct job *job)
{
    struct job **at = &pool->first;
    while (*at != NULL && (*at)->rank <= job->rank)
        at = &(*at)->next;
    job->next = *at;
    *at = job;
    pool->waiting++;
}

/* Long work may take all workers but one, so that a small job never waits for the end of it. */
static bool may_begin(const struct pool *pool, const struct job *job)
{
    int most = pool->thread_count > 1 ? pool->thread_count - 1 : 1;
    return job->cost < LONG_JOB || pool->long_at_work < most;
}

static struct job *take(struct pool *pool)
{
    struct job **at = &pool->first;
    while (*at != NULL && !may_begin(pool, *at))
        at = &(*at)->next;
    struct job *job = *at;
    if (job != NULL) {
        *at = job->next;
        pool->waiting--;
        pool->long_at_work += job->cost >= LONG_JOB;
    }
    return job;
}

static void finish(struct pool *pool, struct job *job)
{
    if (job->cost >= LONG_JOB) {
        pool->long_at_work--;
        pthread_cond_signal(&pool->changed); /* another long one may have waited for that */
    }
    used_by(pool, job->owner)->seconds += job->took;
    job->next = NULL;
    *pool->finished_last = job;
    pool->finished_last = &job->next;
    uv_async_send(&pool->app->pool_ready);
}

static void *worker(void *argument)
{
    struct pool *pool = argument;
    pthread_mutex_lock(&pool->lock);
    while (!pool->closing) {
        struct job *job = take(pool);
        if (job == NULL) {
            pthread_cond_wait(&pool->changed, &pool->lock);
            continue;
        }
        pthread_mutex_unlock(&pool->lock);
        double begun = seconds();
        job->work(job);
        job->took = seconds() - begun;
        pthread_mutex_lock(&pool->lock);
        finish(pool, job);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

struct pool *pool_open(struct app *app, int threads)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL)
        return NULL;
    pool->app = app;
    pool->finished_last = &pool->finished;
    pool->threads = calloc((size_t)threads, sizeof *pool->threads);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    while (pool->threads != NULL && pool->thread_count < threads &&
           pthread_create(&pool->threads[pool->thread_count], NULL, worker, pool) == 0)
        pool->thread_count++;
    return pool;
}

bool pool_add(struct pool *pool, struct job *job)
{
    pthread_mutex_lock(&pool->lock);
    bool room = pool->waiting < POOL_JOBS_MAX;
    if (room) {
        job->rank = rank_of(pool, job);
        insert(pool, job);
        pthread_cond_signal(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return room;
}

int pool_ahead(struct pool *pool, const struct job *job)
{
    int ahead = 0;
    pthread_mutex_lock(&pool->lock);
    const struct job *at = pool->first;
    for (; at != NULL && at != job; at = at->next)
        ahead++;
    pthread_mutex_unlock(&pool->lock);
    return at == NULL ? -1 : ahead;
}

void pool_deliver(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct job *job = pool->finished;
    pool->finished = NULL;
    pool->finished_last = &pool->finished;
    pthread_mutex_unlock(&pool->lock);
    while (job != NULL) {
        struct job *next = job->next;
        job->done(pool->app, job);
        job = next;
    }
}

int pool_length(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    int waiting = pool->waiting;
    pthread_mutex_unlock(&pool->lock);
    return waiting;
}

int pool_workers(const struct pool *pool)
{
    return pool->thread_count;
}

static void free_jobs(struct job *job)
{
    for (struct job *next; job != NULL; job = next) {
        next = job->next;
        free(job);
    }
}

/* Work that has begun is finished; what waits is dropped, since a restart begins it anew. */
void pool_close(struct pool *pool)
{
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    free_jobs(pool->first);
    free_jobs(pool->finished);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}
