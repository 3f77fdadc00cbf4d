/* SPDX-License-Identifier: MIT */
/*
 * Signs of life. The server writes down from time to time that it runs, so that the next one knows
 * how long there was none: that time is charged to nobody, and what players used before stays used.
 */
#ifndef SERVER_BEAT_H
#define SERVER_BEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "store.h"

struct app;

enum { GAPS_MAX = 24 };

/* When there was no server: the last times, oldest first. */
struct life {
    struct life_gap {
        int64_t from, to; /* when it last said that it is alive, and when the next one began */
    } gap[GAPS_MAX];
    int gaps;
    int64_t seen;    /* when the loop last came by; 0: there is none */
    int64_t told;    /* when it last had that written down */
    bool is_telling; /* that is under way */
};

/* Milliseconds since `from` in which there was no server. */
int64_t life_gaps(const struct life *life, int64_t from);

/* Once, when the store is open: finds out for how long there was no server. */
void beat_begin(struct app *app);
/* A server that stood still (a machine that was paused, or had no time for it) was none meanwhile. Once a second, and
 * before anybody is told that their time is up. */
void beat_look(struct app *app);
/* Once a second. While a clock runs that counts seconds, each of them is written down. */
void beat_tend(struct app *app);
/* Now, to see whether it can be written. */
void beat_try(struct app *app, store_done *done, void *context);
/* At the end: the last moment. */
void beat_last(struct app *app);

#endif
