/* SPDX-License-Identifier: MIT */
/* A thread beside the loop, and what waits for it. */
#include "aside.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct aside {
    struct app *app;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    uv_async_t ready;
    struct aside_job *waiting, *finished;
    int length, most, most_of_one;
    bool closing;
};

static void append(struct aside_job **list, struct aside_job *job)
{
    while (*list != NULL)
        list = &(*list)->next;
    job->next = NULL;
    *list = job;
}

static struct aside_job *take(struct aside_job **list)
{
    struct aside_job *job = *list;
    if (job != NULL)
        *list = job->next;
    return job;
}

static void *worker(void *argument)
{
    struct aside *a = argument;
    pthread_mutex_lock(&a->lock);
    while (!a->closing) {
        struct aside_job *job = take(&a->waiting);
        if (job == NULL) {
            pthread_cond_wait(&a->changed, &a->lock);
            continue;
        }
        a->length--;
        pthread_mutex_unlock(&a->lock);
        job->work(job);
        pthread_mutex_lock(&a->lock);
        append(&a->finished, job);
        uv_async_send(&a->ready);
    }
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

static void deliver(uv_async_t *ready)
{
    struct aside *a = ready->data;
    pthread_mutex_lock(&a->lock);
    struct aside_job *job = a->finished;
    a->finished = NULL;
    pthread_mutex_unlock(&a->lock);
    while (job != NULL) {
        struct aside_job *next = job->next;
        job->done(a->app, job);
        job = next;
    }
}

struct aside *aside_open(struct app *app, uv_loop_t *loop, int most, int most_of_one)
{
    struct aside *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->app = app;
    a->most = most;
    a->most_of_one = most_of_one;
    if (uv_async_init(loop, &a->ready, deliver) != 0) {
        free(a);
        return NULL;
    }
    a->ready.data = a;
    pthread_mutex_init(&a->lock, NULL);
    pthread_cond_init(&a->changed, NULL);
    if (pthread_create(&a->thread, NULL, worker, a) != 0)
        abort(); /* at the start, without a single thread to spare: nothing would work */
    return a;
}

bool aside_add(struct aside *a, struct aside_job *job)
{
    int same = 0;
    pthread_mutex_lock(&a->lock);
    for (const struct aside_job *other = a->waiting; other != NULL; other = other->next)
        same += strcmp(other->address, job->address) == 0;
    bool room = a->length < a->most && same < a->most_of_one && !a->closing;
    if (room) {
        append(&a->waiting, job);
        a->length++;
        pthread_cond_signal(&a->changed);
    }
    pthread_mutex_unlock(&a->lock);
    return room;
}

static void drop_all(struct aside_job *job)
{
    while (job != NULL) {
        struct aside_job *next = job->next;
        job->drop(job);
        job = next;
    }
}

void aside_close(struct aside *a)
{
    if (a == NULL)
        return;
    pthread_mutex_lock(&a->lock);
    a->closing = true;
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    drop_all(a->waiting);
    drop_all(a->finished);
    a->waiting = a->finished = NULL;
    uv_close((uv_handle_t *)&a->ready, NULL);
}

void aside_free(struct aside *a)
{
    if (a == NULL)
        return;
    pthread_cond_destroy(&a->changed);
    pthread_mutex_destroy(&a->lock);
    free(a);
}
