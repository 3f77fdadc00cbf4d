/*
 * Slow work on other threads. Jobs of one owner wait in line behind each other, and owners take
 * turns, so that a table with much to think about does not keep the others waiting.
 */
#include "app.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The jobs of one owner. */
struct line {
    struct line *next;
    char owner[STORE_ID_MAX + 1];
    struct job *first, **last;
};

struct pool {
    struct app *app;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t *threads;
    int thread_count, waiting;
    struct line *lines; /* the next one to be served first */
    struct job *finished, **finished_last;
    bool closing;
};

static struct line *find_line(struct pool *pool, const char *owner)
{
    struct line **at = &pool->lines;
    for (; *at != NULL; at = &(*at)->next)
        if (strcmp((*at)->owner, owner) == 0)
            return *at;
    *at = calloc(1, sizeof **at);
    if (*at != NULL) {
        snprintf((*at)->owner, sizeof(*at)->owner, "%s", owner);
        (*at)->last = &(*at)->first;
    }
    return *at;
}

/* The first job of the first line; the line then goes to the end. */
static struct job *take(struct pool *pool)
{
    struct line *line = pool->lines;
    if (line == NULL)
        return NULL;
    struct job *job = line->first;
    line->first = job->next;
    pool->lines = line->next;
    if (line->first == NULL) {
        free(line);
    } else {
        struct line **end = &pool->lines;
        while (*end != NULL)
            end = &(*end)->next;
        line->next = NULL;
        *end = line;
    }
    pool->waiting--;
    return job;
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
        job->work(job);
        pthread_mutex_lock(&pool->lock);
        job->next = NULL;
        *pool->finished_last = job;
        pool->finished_last = &job->next;
        uv_async_send(&pool->app->pool_ready);
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

void pool_add(struct pool *pool, struct job *job)
{
    job->next = NULL;
    pthread_mutex_lock(&pool->lock);
    struct line *line = find_line(pool, job->owner);
    if (line != NULL) {
        *line->last = job;
        line->last = &job->next;
        pool->waiting++;
        pthread_cond_signal(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
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
    for (struct job *job; (job = take(pool)) != NULL;)
        free(job);
    for (struct job *job = pool->finished, *next; job != NULL; job = next) {
        next = job->next;
        free(job);
    }
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool);
}
