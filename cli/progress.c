/* SPDX-License-Identifier: MIT */
/* How far long work is: told by a thread of its own, so that slow games are no silence. */
#include "cli.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Seconds between two words: on a terminal, and in a log, where the first comes early. */
static const double on_terminal = 0.5, first_in_log = 1, in_log = 10;

struct cli_progress {
    const char *what; /* "games" */
    long count, done;
    bool terminal, over, told;
    double started;
    char note[200];
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void tell(struct cli_progress *p)
{
    double passed = cli_seconds() - p->started, rate = (double)p->done / passed;
    fputs(p->terminal ? "\r" : "", stderr);
    fprintf(stderr, "%ld of %ld %s", p->done, p->count, p->what);
    if (p->done > 0)
        fprintf(stderr, ", %.*f/s, %.0f s left", rate < 10 ? 2 : 0, rate,
                (double)(p->count - p->done) / rate);
    else
        fprintf(stderr, ", %.0f s", passed);
    fputs(p->note[0] != '\0' ? ": " : "", stderr);
    fputs(p->note, stderr);
    fputs(p->terminal ? " \033[K" : "\n", stderr);
    fflush(stderr);
    p->told = true;
}

static void *tell_again(void *argument)
{
    struct cli_progress *p = argument;
    double next = p->started + (p->terminal ? on_terminal : first_in_log);
    pthread_mutex_lock(&p->lock);
    while (!p->over) {
        struct timespec until = {.tv_sec = (time_t)next,
                                 .tv_nsec = (long)(1e9 * (next - (double)(time_t)next))};
        pthread_cond_timedwait(&p->changed, &p->lock, &until);
        if (p->over || cli_seconds() < next)
            continue;
        tell(p);
        next = cli_seconds() + (p->terminal ? on_terminal : in_log);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

struct cli_progress *cli_progress_new(const char *what, long count, bool quiet)
{
    pthread_condattr_t clock;
    struct cli_progress *p = quiet ? NULL : calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->what = what;
    p->count = count;
    p->terminal = isatty(STDERR_FILENO) != 0;
    p->started = cli_seconds();
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&p->changed, &clock);
    pthread_condattr_destroy(&clock);
    if (pthread_create(&p->thread, NULL, tell_again, p) == 0)
        return p;
    free(p);
    return NULL;
}

void cli_progress_step(struct cli_progress *p, long done)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->done = done;
    pthread_mutex_unlock(&p->lock);
}

void cli_progress_note(struct cli_progress *p, const char *format, ...)
{
    va_list values;
    if (p == NULL)
        return;
    va_start(values, format);
    pthread_mutex_lock(&p->lock);
    vsnprintf(p->note, sizeof p->note, format, values);
    pthread_mutex_unlock(&p->lock);
    va_end(values);
}

void cli_progress_free(struct cli_progress *p)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->over = true;
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    if (p->terminal && p->told)
        fputs("\r\033[K", stderr);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    free(p);
}
