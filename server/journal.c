/* SPDX-License-Identifier: MIT */
/* Appending events, and what comes of it: durable, conflict, or failure. */
#include "journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "clocks.h"
#include "cluster.h"
#include "duty.h"
#include "errand.h"
#include "fold.h"
#include "lists.h"
#include "log.h"
#include "residency.h"
#include "show.h"
#include "users.h"

enum { DATA_MAX = 16 * 1024, JUDGED_MAX = 5 };

/* An event on its way to the disk, and who waits for it. */
struct writing {
    struct app *app;
    char table[STORE_ID_MAX + 1];
    struct event event;
    struct request *request; /* or NULL */
    json_t *extra;
    struct store_answer *gap; /* what another writer wrote in its place */
    bool has_after;
    tk_state after; /* of a move */
};

static void count_latency(struct app *app, int64_t us)
{
    int bucket = 0;
    while (bucket < TK_COUNT(app->latency) - 1 && us >= 1000LL << bucket)
        bucket++;
    app->latency[bucket]++;
    app->latency_us += us;
}

/* --- who reads the log --- */

void journal_hold(struct table *t)
{
    t->readers++;
    if (t->recent == NULL)
        t->recent = store_answer_new(STORE_FOUND);
}

void journal_forget_recent(struct table *t)
{
    store_answer_free(t->recent);
    t->recent = NULL;
}

void journal_let_go(struct table *t)
{
    if (--t->readers == 0)
        journal_forget_recent(t);
}

/* Without memory for it there is a hole, and the page is asked for again. */
static void keep_recent(struct table *t, const struct store_event *event)
{
    if (t->recent != NULL && store_answer_room(t->recent, STORE_ASK_EVENTS, t->recent->count + 1))
        store_answer_event(t->recent, event);
}

static void keep_own(struct table *t, const struct event *event)
{
    static char data[DATA_MAX];
    if (t->recent == NULL)
        return;
    struct tk_writer out = tk_writer_over(data, sizeof data);
    event_encode(event, &out);
    keep_recent(t, &(struct store_event){event->seq, event->at, event_row(event->kind)->name,
                                         tk_writer_text(&out)});
}

/* --- one event, durable --- */

static void fold_and_show(struct table *t, struct event *event, const void *after)
{
    static struct folded folded; /* the loop's thread alone folds */
    table_fold(t, event, after, &folded);
    show_event(t, event, &folded);
}

static void be_durable(struct table *t, struct writing *w)
{
    static struct folded folded;
    t->failures = 0;
    t->mine = true;
    table_fold(t, &w->event, w->has_after ? w->after : NULL, &folded);
    keep_own(t, &w->event);
    w->app->events++;
    if (w->event.kind == EVENT_MOVE) {
        w->app->moves++;
        if (w->request != NULL)
            count_latency(w->app, monotonic_us() - w->request->at_us);
    }
    if (w->request != NULL)
        deed_answer(t, w->request, w->extra);
    show_event(t, &w->event, &folded);
    table_wake(t);
}

/* --- another writer was first --- */

/* Whoever wrote it is its keeper. */
static bool catch_one(void *context, const struct store_event *stored)
{
    struct table *t = context;
    struct event event;
    t->mine = false;
    if (stored->seq != t->seq + 1 || !event_decode(stored, &event)) {
        t->frozen = true;
        return false;
    }
    keep_recent(t, stored);
    fold_and_show(t, &event, NULL);
    return true;
}

bool journal_take_in(struct table *t, const struct store_event *events, int count)
{
    bool fine = true;
    for (int i = 0; i < count && fine; i++)
        fine = events[i].seq <= t->seq || catch_one(t, &events[i]);
    return fine;
}

static void lose(struct table *t, struct writing *w, bool known)
{
    json_decref(w->extra);
    if (w->request != NULL) {
        if (known && w->request->judged < JUDGED_MAX)
            deed_again(t, w->request);
        else
            deed_refuse(t, w->request, refusal_json(BUSY));
    }
    if (!known)
        table_wake_after_failure(t);
    else if (!t->writing)
        table_wake(t);
}

/* --- the disk did not take it --- */

static void fail(struct table *t, struct writing *w)
{
    log_event("store", LOG_TEXT("why", "an event could not be written"), LOG_TEXT("table", t->id));
    json_decref(w->extra);
    if (w->request != NULL)
        deed_refuse(t, w->request, refusal_json(BUSY));
    if (t->seq >= 0)
        table_wake_after_failure(t);
}

/* Somebody who waits until nothing is being written. */
struct quiet {
    struct quiet *next;
    struct errand *errand;
};

enum refusal journal_when_quiet(struct table *t)
{
    struct quiet *quiet = t->app->errand == NULL ? NULL : calloc(1, sizeof *quiet);
    if (quiet == NULL)
        return BUSY;
    quiet->errand = errand_wait(t->app);
    quiet->next = t->quiet;
    t->quiet = quiet;
    return LATER;
}

void journal_is_quiet(struct table *t)
{
    struct quiet *next = t->quiet, *quiet;
    t->quiet = NULL;
    while ((quiet = next) != NULL) {
        next = quiet->next;
        errand_go_on(quiet->errand);
        free(quiet);
    }
}

/* What waits at the table comes next. */
static void go_on(struct table *t, struct writing *w)
{
    free(w);
    journal_is_quiet(t);
    if (t->seq < 0) { /* it could not be created */
        table_forget(t);
        return;
    }
    deed_next(t);
    cluster_follow(t);
}

/* The gap was read; until then the table was as if it were still writing. */
static void gap_named(void *context)
{
    struct writing *w = context;
    struct table *t = map_get(&w->app->tables, w->table);
    t->writing = false;
    lose(t, w, w->gap->found != STORE_BROKEN && journal_take_in(t, w->gap->events, w->gap->count));
    store_answer_free(w->gap);
    go_on(t, w);
}

static void gap_read(void *context, struct store_answer *gap)
{
    struct writing *w = context;
    w->gap = gap;
    cluster_fetch_users(w->app, gap, gap_named, w);
}

static void read_gap(struct table *t, struct writing *w)
{
    struct store_question question = {
        .topic = STORE_ASK_EVENTS, .first = t->seq + 1, .last = INT64_MAX};
    snprintf(question.id, sizeof question.id, "%s", t->id);
    store_ask(t->app->store, &question, gap_read, w);
}

static void written(void *context, enum store_result result)
{
    struct writing *w = context;
    struct table *t = map_get(&w->app->tables, w->table);
    if (result == STORE_CONFLICT)
        return read_gap(t, w);
    t->writing = false;
    if (result == STORE_DURABLE)
        be_durable(t, w);
    else
        fail(t, w);
    go_on(t, w);
}

/* --- appending --- */

void journal_row(struct table *t, struct store_table *row)
{
    int actor = table_actor(t);
    struct duty duty = table_duty(t);
    bool listed = t->open && (t->status != TABLE_OPEN || table_has_place(t));
    *row = (struct store_table){.open = listed,
                                .seq = t->seq,
                                .created = t->created,
                                .updated = t->updated,
                                .due = duty.kind == DUTY_NONE ? 0 : duty.at,
                                .for_bot = duty_is_thought(t, &duty)};
    if (t->app->shared && row->due > 0 && (!row->for_bot || t->app->config.think != 0))
        snprintf(row->keeper, sizeof row->keeper, "%s", t->app->node);
    snprintf(row->id, sizeof row->id, "%s", t->id);
    snprintf(row->game, sizeof row->game, "%s", t->game->id);
    snprintf(row->status, sizeof row->status, "%s", table_status_names[t->status]);
    if (actor >= 0)
        snprintf(row->actor, sizeof row->actor, "%s", t->seat[actor].user);
    list_summary(t, row->summary, sizeof row->summary);
}

/* What a move leads to is found once: for its hash, for the row, and for folding. */
static void play_ahead(const struct table *t, struct writing *w)
{
    struct facts *facts = &w->event.facts;
    memcpy(w->after, t->state, t->game->state_size);
    tk_play(t->game, w->after, w->event.action);
    w->has_after = w->event.known = true;
    facts->hash = tk_hash(w->after, t->game->state_size);
    facts->has_hash = true;
    facts->has_spent = t->clock.kind == CLOCK_GAME;
    facts->spent = clock_spent(t, w->event.at);
}

static void write_down(struct table *t, struct writing *w)
{
    static char data[DATA_MAX];
    static struct table after; /* what the event leads to */
    static tk_state room;
    const char *seats[TK_SEATS_MAX];
    struct store_table row;
    struct tk_writer out = tk_writer_over(data, sizeof data);
    table_sketch(t, &w->event, w->has_after ? w->after : NULL, &after, room);
    journal_row(&after, &row);
    event_encode(&w->event, &out);
    for (int seat = 0; seat < after.config.players; seat++)
        seats[seat] = after.seat[seat].user;
    bool seated = w->event.kind == EVENT_SAT || w->event.kind == EVENT_STOOD ||
                  w->event.kind == EVENT_CREATED || w->event.kind == EVENT_BOT;
    struct store_event event = {.seq = w->event.seq,
                                .at = w->event.at,
                                .what = event_row(w->event.kind)->name,
                                .data = tk_writer_text(&out)};
    t->writing = true;
    t->writing_at = now_ms();
    store_write(t->app->store,
                &(struct store_change){.table = &row,
                                       .event = &event,
                                       .seats = seated ? seats : NULL,
                                       .seat_count = after.config.players},
                written, w);
}

void journal_append(struct table *t, struct event *event, struct request *request, json_t *extra)
{
    struct writing *w = malloc(sizeof *w);
    if (w == NULL) {
        json_decref(extra);
        if (request != NULL)
            deed_refuse(t, request, refusal_json(BUSY));
        return table_wake_after_failure(t);
    }
    w->app = t->app;
    w->event = *event;
    w->request = request;
    w->extra = extra;
    w->has_after = false;
    w->event.seq = t->seq + 1;
    w->event.at = now_ms() > t->updated ? now_ms() : t->updated;
    snprintf(w->table, sizeof w->table, "%s", t->id);
    if (w->event.kind == EVENT_MOVE)
        play_ahead(t, w);
    write_down(t, w);
}
