/* SPDX-License-Identifier: MIT */
/* Time that nobody can jump, and what players have used of theirs. */
#include "clocks.h"

#include <stdatomic.h>
#include <time.h>

#include "app.h"

enum { CREEP_US = 500 }; /* a second: as much as time servers let a clock creep */

/* Wall clock minus monotonic clock; workers read it, the loop lets it creep. */
static _Atomic int64_t offset_us;

static int64_t (*_Atomic monotonic_source)(void), (*_Atomic wall_source)(void);

void clock_source(int64_t (*monotonic)(void), int64_t (*wall)(void))
{
    monotonic_source = monotonic;
    wall_source = wall;
    atomic_store(&offset_us, 0);
}

static int64_t read_us(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t monotonic_us(void)
{
    int64_t (*source)(void) = monotonic_source;
    return source != NULL ? source() : read_us(CLOCK_MONOTONIC);
}

static int64_t wall_offset(void)
{
    int64_t (*source)(void) = wall_source;
    return (source != NULL ? source() : read_us(CLOCK_REALTIME)) - monotonic_us();
}

int64_t now_ms(void)
{
    int64_t offset = atomic_load(&offset_us);
    if (offset == 0) {
        int64_t first = wall_offset();
        if (atomic_compare_exchange_strong(&offset_us, &offset, first))
            offset = first;
    }
    return (monotonic_us() + offset) / 1000;
}

void clock_creep(void)
{
    int64_t offset = atomic_load(&offset_us), away = wall_offset() - offset;
    int64_t step = away > CREEP_US ? CREEP_US : away < -CREEP_US ? -CREEP_US : away;
    atomic_store(&offset_us, offset + step);
}

int64_t clock_left(const struct table *t, int seat)
{
    if (t->clock.kind == CLOCK_NONE)
        return INT64_MAX;
    int64_t left = t->seat[seat].left_ms;
    return table_actor(t) == seat ? left - (now_ms() - t->since) + clock_pause(t) : left;
}

int64_t clock_spent(const struct table *t, int64_t at)
{
    int64_t spent = at - t->since - clock_pause(t);
    return spent > 0 ? spent : 0;
}

void clock_charge(struct table *t, const struct event *e)
{
    if (t->clock.kind == CLOCK_GAME) {
        int64_t spent = e->facts.has_spent ? e->facts.spent : e->at - t->since;
        t->seat[e->facts.seat].left_ms += t->clock.increment_ms - spent;
    }
    t->since = e->at;
}

void clock_take_back(struct table *t, int ply)
{
    tk_state before;
    struct history_clock clock = history_clock(&t->history, ply);
    history_state(&t->history, ply, before);
    t->seat[t->game->rules.actor(before)].left_ms = clock.left;
    t->since = clock.began + t->paused;
}

void clock_stand_still(struct table *t, int64_t from, int64_t to)
{
    if (from < t->since)
        from = t->since;
    if (to > from)
        t->since += to - from;
}

int64_t clock_pause(const struct table *t)
{
    int64_t now = now_ms(), from = t->since > t->resumed ? t->since : t->resumed;
    if (t->since > now) /* the wall clock was set back while there was no server */
        return now - t->since;
    return life_gaps(&t->app->life, from);
}

int64_t clock_end(const struct table *t)
{
    int actor = table_actor(t);
    if (t->clock.kind == CLOCK_NONE || actor < 0)
        return 0;
    return t->since + t->seat[actor].left_ms + clock_pause(t);
}
