/* SPDX-License-Identifier: MIT */
/* Starts, ends, clocks and bots: what happens without anybody asking. */
#include "duty.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "app.h"
#include "clocks.h"
#include "cluster.h"
#include "deeds.h"
#include "journal.h"
#include "thinking.h"

enum { LOOK_AGAIN_MS = 3600000, RETRY_MS = 250, RETRY_MOST_MS = 30000, LONG_MS = 60000 };

/*
 * Clocks do not run while the server does not. A clock of days need not hear of every short pause,
 * only of those that count and when it would run out.
 */
static bool ran_while_away(const struct table *t)
{
    int64_t pause = t->clock.kind == CLOCK_NONE ? 0 : clock_pause(t);
    return t->clock.kind != CLOCK_DAYS
               ? pause != 0
               : pause < 0 || pause >= LONG_MS || (pause > 0 && clock_end(t) - pause <= now_ms());
}

static void resume(struct table *t)
{
    struct event event = {.kind = EVENT_RESUMED,
                          .facts = {.pause = clock_pause(t), .has_pause = true}};
    journal_append(t, &event, NULL, NULL);
}

static struct duty playing_duty(const struct table *t)
{
    int actor = t->game->rules.actor(t->state);
    if (actor == TK_NOBODY)
        return (struct duty){DUTY_OVER, t->updated, "game"};
    if (table_agreed(t))
        return (struct duty){DUTY_OVER, t->updated, "agreed"};
    if (table_still_playing(t) <= 1)
        return (struct duty){DUTY_OVER, t->updated, "resigned"};
    if (table_left_seat(t) >= 0)
        return (struct duty){.kind = DUTY_LEAVE, .at = t->updated};
    if (ran_while_away(t))
        return (struct duty){.kind = DUTY_RESUME, .at = t->updated};
    if (!t->seat[actor].away && t->seat[actor].late >= LATE_MOST)
        return (struct duty){.kind = DUTY_SIT_IN, .at = t->updated};
    if (table_plays_by_itself(t, actor))
        return (struct duty){.kind = DUTY_BOT, .at = t->updated};
    if (t->clock.kind != CLOCK_NONE)
        return (struct duty){.kind = DUTY_CLOCK, .at = clock_end(t)};
    return (struct duty){.kind = DUTY_NONE};
}

struct duty table_duty(const struct table *t)
{
    if (t->frozen || t->status == TABLE_OVER)
        return (struct duty){.kind = DUTY_NONE};
    if (t->status == TABLE_PLAYING)
        return playing_duty(t);
    if (table_left_seat(t) >= 0)
        return (struct duty){.kind = DUTY_LEAVE, .at = t->updated};
    if (!table_is_full(t))
        return (struct duty){.kind = DUTY_NONE};
    return (struct duty){.kind = DUTY_START,
                         .at = t->seated + (table_waits_for_shares(t) ? SHARE_WAIT_MS : 0)};
}

bool duty_is_thought(const struct table *t, const struct duty *duty)
{
    return duty->kind == DUTY_BOT || (duty->kind == DUTY_CLOCK && t->clock.kind != CLOCK_GAME);
}

/* --- timers --- */

static void on_timer(uv_timer_t *timer)
{
    table_wake(timer->data);
}

static void set_timer(struct table *t, int64_t ms)
{
    if (t->timer == NULL) {
        t->timer = calloc(1, sizeof *t->timer);
        if (t->timer == NULL)
            return;
        uv_timer_init(t->app->loop, t->timer);
        t->timer->data = t;
    }
    ms = ms < 0 ? 0 : ms > LOOK_AGAIN_MS ? LOOK_AGAIN_MS : ms;
    uv_timer_start(t->timer, on_timer, (uint64_t)ms, 0);
}

static void free_timer(uv_handle_t *handle)
{
    free(handle);
}

void table_stop_timer(struct table *t)
{
    if (t->timer == NULL)
        return;
    uv_timer_stop(t->timer);
    uv_close((uv_handle_t *)t->timer, free_timer);
    t->timer = NULL;
}

void table_wake_after_failure(struct table *t)
{
    int doublings = t->failures < 8 ? t->failures : 8;
    int64_t wait = (int64_t)RETRY_MS << doublings;
    t->failures++;
    set_timer(t, wait < RETRY_MOST_MS ? wait : RETRY_MOST_MS);
}

/* --- duties --- */

/* A bot takes about a second, as a person would, unless the table is for the impatient. What else
 * happens at the table meanwhile does not begin the pause anew. */
static void wake_bot(struct table *t)
{
    if (t->thinking)
        return;
    if (t->pause_position != t->position) {
        t->pause_position = t->position;
        t->pause_end = now_ms() + (t->quick ? 0 : 700 + (int64_t)randombytes_uniform(700));
    }
    int64_t left = t->pause_end - now_ms();
    if (left > 0)
        set_timer(t, left);
    else
        think_move(t, t->game->rules.actor(t->state), ON_TIME);
}

/* The whole game's time is a loss; a single move's is one move made for the player. */
static void wake_clock(struct table *t, const struct duty *duty)
{
    int actor = table_actor(t);
    int64_t left = duty->at - now_ms();
    if (left > 0)
        set_timer(t, left);
    else if (t->clock.kind == CLOCK_GAME)
        deed_over(t, "time", actor);
    else if (!t->thinking)
        think_move(t, actor, TOO_LATE);
}

/* Who is deleted gives up, a bot sits in for whoever is banned; before the start the seat is free. */
static void leave(struct table *t)
{
    int seat = table_left_seat(t);
    struct event event = {.kind = t->status != TABLE_PLAYING            ? EVENT_STOOD
                                  : t->seat[seat].left == LEFT_FOR_GOOD ? EVENT_RESIGNED
                                                                        : EVENT_AWAY,
                          .facts.seat = seat};
    journal_append(t, &event, NULL, NULL);
}

/* Any node that knows that somebody left may write it: the number of the event decides. */
static bool is_ours(const struct table *t, const struct duty *duty)
{
    return duty->kind == DUTY_LEAVE ||
           (cluster_is_keeper(t) && (t->app->config.think != 0 || !duty_is_thought(t, duty)));
}

void table_wake(struct table *t)
{
    if (t->writing || t->app->draining)
        return;
    if (t->close_asked && t->status != TABLE_OVER)
        return deed_over(t, "closed", -1);
    if (t->held != NULL)
        return think_held(t);
    beat_look(t->app);
    struct duty duty = table_duty(t);
    if (!is_ours(t, &duty))
        return;
    switch (duty.kind) {
    case DUTY_NONE:
        break;
    case DUTY_START:
        if (duty.at > now_ms())
            set_timer(t, duty.at - now_ms());
        else
            deed_start(t, NULL);
        break;
    case DUTY_OVER:
        deed_over(t, duty.reason, -1);
        break;
    case DUTY_LEAVE:
        leave(t);
        break;
    case DUTY_RESUME:
        resume(t);
        break;
    case DUTY_SIT_IN:
        journal_append(t, &(struct event){.kind = EVENT_LATE, .facts.seat = table_actor(t)}, NULL,
                       NULL);
        break;
    case DUTY_BOT:
        wake_bot(t);
        break;
    case DUTY_CLOCK:
        wake_clock(t, &duty);
        break;
    }
}
