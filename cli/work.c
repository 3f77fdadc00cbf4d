/* SPDX-License-Identifier: MIT */
/* Long work: several threads, results in order. */
#include "cli.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Results wait in a ring until their turn comes; a job may start when its place in the ring is
 * free. */
struct pool {
    const struct cli_work *work;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    long next;     /* job to start next */
    long consumed; /* jobs handed to `done` */
    bool stopped;
    long slots;
    unsigned char *results;
    bool *ready;
};

static void *worker(void *argument)
{
    struct pool *pool = argument;
    const struct cli_work *work = pool->work;
    pthread_mutex_lock(&pool->lock);
    while (!pool->stopped && pool->next < work->count) {
        if (pool->next >= pool->consumed + pool->slots) {
            pthread_cond_wait(&pool->changed, &pool->lock);
            continue;
        }
        long index = pool->next++, slot = index % pool->slots;
        pthread_mutex_unlock(&pool->lock);
        work->run(work->context, index, pool->results + (size_t)slot * work->result_size);
        pthread_mutex_lock(&pool->lock);
        pool->ready[slot] = true;
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

static void consume(struct pool *pool)
{
    const struct cli_work *work = pool->work;
    for (long index = 0; index < work->count; index++) {
        long slot = index % pool->slots;
        pthread_mutex_lock(&pool->lock);
        while (!pool->ready[slot])
            pthread_cond_wait(&pool->changed, &pool->lock);
        pool->ready[slot] = false;
        pthread_mutex_unlock(&pool->lock);
        bool go_on =
            work->done(work->context, index, pool->results + (size_t)slot * work->result_size);
        pthread_mutex_lock(&pool->lock);
        pool->consumed++;
        pool->stopped = !go_on;
        pthread_cond_broadcast(&pool->changed);
        pthread_mutex_unlock(&pool->lock);
        if (!go_on)
            return;
    }
}

static void run_alone(const struct cli_work *work)
{
    unsigned char *result = calloc(1, work->result_size);
    for (long index = 0; result != NULL && index < work->count; index++) {
        work->run(work->context, index, result);
        if (!work->done(work->context, index, result))
            break;
    }
    if (result != NULL && work->clear != NULL)
        work->clear(result);
    free(result);
}

void cli_work_run(const struct cli_work *work)
{
    if (work->threads <= 1) {
        run_alone(work);
        return;
    }
    struct pool pool = {.work = work, .slots = 4L * work->threads};
    pthread_t *threads = calloc((size_t)work->threads, sizeof *threads);
    pool.results = calloc((size_t)pool.slots, work->result_size);
    pool.ready = calloc((size_t)pool.slots, sizeof *pool.ready);
    int started = 0;
    if (threads != NULL && pool.results != NULL && pool.ready != NULL) {
        pthread_mutex_init(&pool.lock, NULL);
        pthread_cond_init(&pool.changed, NULL);
        while (started < work->threads &&
               pthread_create(&threads[started], NULL, worker, &pool) == 0)
            started++;
        if (started > 0)
            consume(&pool);
        for (int i = 0; i < started; i++)
            pthread_join(threads[i], NULL);
        pthread_cond_destroy(&pool.changed);
        pthread_mutex_destroy(&pool.lock);
    }
    for (long i = 0; pool.results != NULL && work->clear != NULL && i < pool.slots; i++)
        work->clear(pool.results + (size_t)i * work->result_size);
    free(threads);
    free(pool.results);
    free(pool.ready);
    if (started == 0)
        run_alone(work); /* no thread could be had: slower, but the same result */
}
