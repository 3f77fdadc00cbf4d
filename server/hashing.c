/* SPDX-License-Identifier: MIT */
/* Passwords, hashed on a thread of its own. */
#include "hashing.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

struct hashing {
    struct app *app;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    uv_async_t ready;
    struct hashing_job *waiting, *finished;
    int length;
    bool closing;
    char nobody[crypto_pwhash_STRBYTES];
};

static bool make(char out[crypto_pwhash_STRBYTES], const char *password)
{
    return crypto_pwhash_str(out, password, strlen(password), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

static void work(struct hashing_job *job)
{
    job->right = job->against[0] == '\0' ||
                 crypto_pwhash_str_verify(job->against, job->given, strlen(job->given)) == 0;
    if (job->right && job->fresh[0] != '\0')
        job->right = make(job->made, job->fresh);
    sodium_memzero(job->given, sizeof job->given);
    sodium_memzero(job->fresh, sizeof job->fresh);
}

static void append(struct hashing_job **list, struct hashing_job *job)
{
    while (*list != NULL)
        list = &(*list)->next;
    job->next = NULL;
    *list = job;
}

static struct hashing_job *take(struct hashing_job **list)
{
    struct hashing_job *job = *list;
    if (job != NULL)
        *list = job->next;
    return job;
}

static void *worker(void *argument)
{
    struct hashing *h = argument;
    pthread_mutex_lock(&h->lock);
    while (!h->closing) {
        struct hashing_job *job = take(&h->waiting);
        if (job == NULL) {
            pthread_cond_wait(&h->changed, &h->lock);
            continue;
        }
        h->length--;
        pthread_mutex_unlock(&h->lock);
        work(job);
        pthread_mutex_lock(&h->lock);
        append(&h->finished, job);
        uv_async_send(&h->ready);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

static void deliver(uv_async_t *ready)
{
    struct hashing *h = ready->data;
    pthread_mutex_lock(&h->lock);
    struct hashing_job *job = h->finished;
    h->finished = NULL;
    pthread_mutex_unlock(&h->lock);
    while (job != NULL) {
        struct hashing_job *next = job->next;
        job->done(h->app, job);
        job = next;
    }
}

struct hashing *hashing_open(struct app *app, uv_loop_t *loop)
{
    char secret[33];
    struct hashing *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->app = app;
    randombytes_buf(secret, sizeof secret);
    secret[sizeof secret - 1] = '\0';
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->changed, NULL);
    if (!make(h->nobody, secret) || uv_async_init(loop, &h->ready, deliver) != 0) {
        free(h);
        return NULL;
    }
    h->ready.data = h;
    if (pthread_create(&h->thread, NULL, worker, h) != 0)
        abort(); /* at the start, without a single thread to spare: nothing would work */
    return h;
}

bool hashing_add(struct hashing *h, struct hashing_job *job)
{
    int same = 0;
    pthread_mutex_lock(&h->lock);
    for (const struct hashing_job *other = h->waiting; other != NULL; other = other->next)
        same += strcmp(other->address, job->address) == 0;
    bool room = h->length < HASHING_MOST && same < HASHING_MOST_OF_ONE && !h->closing;
    if (room) {
        append(&h->waiting, job);
        h->length++;
        pthread_cond_signal(&h->changed);
    }
    pthread_mutex_unlock(&h->lock);
    return room;
}

const char *hashing_nobody(const struct hashing *h)
{
    return h->nobody;
}

static void drop(struct hashing_job *job)
{
    while (job != NULL) {
        struct hashing_job *next = job->next;
        sodium_memzero(job, sizeof *job);
        free(job);
        job = next;
    }
}

void hashing_close(struct hashing *h)
{
    if (h == NULL)
        return;
    pthread_mutex_lock(&h->lock);
    h->closing = true;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
    pthread_join(h->thread, NULL);
    drop(h->waiting);
    drop(h->finished);
    h->waiting = h->finished = NULL;
    uv_close((uv_handle_t *)&h->ready, NULL);
}

void hashing_free(struct hashing *h)
{
    if (h == NULL)
        return;
    pthread_cond_destroy(&h->changed);
    pthread_mutex_destroy(&h->lock);
    free(h);
}
