/* SPDX-License-Identifier: MIT */
/* Each kind of event, folded into a table. */
#include "fold.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clocks.h"

/* The event's seat, or NULL where there is no such seat. */
static struct seat *seat_of(struct table *t, const struct event *e)
{
    return e->facts.seat >= 0 && e->facts.seat < t->config.players ? &t->seat[e->facts.seat] : NULL;
}

/* --- before the start --- */

static void put_bot(struct seat *seat, const char *level, const char *style)
{
    seat->kind = SEAT_BOT;
    seat->bot = bot_find(tk_span_of(level));
    snprintf(seat->level, sizeof seat->level, "%s", level);
    snprintf(seat->style, sizeof seat->style, "%s", style);
}

static void put_person(struct seat *seat, const char *user)
{
    seat->kind = SEAT_PERSON;
    snprintf(seat->user, sizeof seat->user, "%s", user);
    seat->name_of = -1;
}

static void take_share(struct seat *seat, const uint8_t *random, bool has_random)
{
    seat->has_random = has_random;
    if (has_random)
        memcpy(seat->random, random, sizeof seat->random);
}

static void create_seat(struct table *t, int index, const struct wish *wish)
{
    struct seat *seat = &t->seat[index];
    const struct seat_wish *wanted = &wish->seat[index];
    *seat = (struct seat){.kind = wanted->kind,
                          .by_link = wanted->kind == SEAT_FRIEND,
                          .left_ms = wish->clock.base_ms};
    if (wanted->kind == SEAT_BOT)
        put_bot(seat, wanted->level, wanted->style);
    if (wanted->kind == SEAT_PERSON) {
        put_person(seat, wanted->user);
        seat->owes_random = wish->late_random;
    }
    take_share(seat, wanted->random, wanted->has_random);
}

void fold_created(struct table *t, struct event *e, struct folded *out)
{
    const struct wish *wish = &e->facts.wish;
    (void)out;
    t->game = wish->game;
    t->config = wish->config;
    t->clock = wish->clock;
    for (int seat = 0; seat < t->config.players; seat++)
        create_seat(t, seat, wish);
    snprintf(t->owner, sizeof t->owner, "%s", wish->owner);
    snprintf(t->key, sizeof t->key, "%s", wish->key);
    memcpy(t->secret, wish->secret, sizeof t->secret);
    t->open = wish->open;
    t->hints = wish->hints;
    t->quick = wish->quick;
    t->offline = wish->offline;
    t->created = t->seated = e->at;
    t->undo_seat = t->person_ply = -1;
}

void fold_sat(struct table *t, struct event *e, struct folded *out)
{
    struct seat *seat = seat_of(t, e);
    (void)out;
    t->seated = e->at;
    if (seat == NULL)
        return;
    put_person(seat, e->facts.user);
    take_share(seat, e->facts.random, e->facts.has_random);
}

void fold_stood(struct table *t, struct event *e, struct folded *out)
{
    struct seat *seat = seat_of(t, e);
    (void)out;
    t->seated = e->at;
    if (seat != NULL)
        *seat = (struct seat){.kind = seat->by_link ? SEAT_FRIEND : SEAT_OPEN,
                              .by_link = seat->by_link,
                              .left_ms = t->clock.base_ms};
}

void fold_bot(struct table *t, struct event *e, struct folded *out)
{
    struct seat *seat = seat_of(t, e);
    (void)out;
    t->seated = e->at;
    if (seat != NULL)
        put_bot(seat, e->facts.level, e->facts.style);
}

void fold_shared(struct table *t, struct event *e, struct folded *out)
{
    struct seat *seat = seat_of(t, e);
    (void)out;
    if (seat == NULL)
        return;
    take_share(seat, e->facts.random, true);
    seat->owes_random = false;
}

void fold_started(struct table *t, struct event *e, struct folded *out)
{
    (void)out;
    memcpy(t->seed, e->facts.seed, sizeof t->seed);
    if (!t->sketch)
        t->state = calloc(1, t->game->state_size);
    if (t->state == NULL) {
        t->frozen = true;
        return;
    }
    tk_start(t->game, &t->config, t->seed, t->state);
    if (!t->sketch)
        t->frozen |= !history_begin(&t->history, t->game, t->state);
    t->status = TABLE_PLAYING;
    t->since = e->at;
    for (int seat = 0; seat < t->config.players; seat++)
        t->seat[seat].owes_random = false;
}

/* --- moves --- */

/* The position after the move, unless the caller has it already. */
static bool play_move(struct table *t, struct event *e, struct folded *out)
{
    tk_action action = e->action;
    if (out->moved) /* the caller played it to know what it leads to */
        return true;
    if (t->status != TABLE_PLAYING || t->game->rules.actor(t->state) != e->facts.seat ||
        (!e->known &&
         tk_move_parse(t->game, t->state, tk_span_of(e->facts.move), &action) != TK_OK))
        return false;
    memcpy(out->after, t->state, t->game->state_size);
    tk_play(t->game, out->after, action);
    e->action = action;
    return !e->facts.has_hash || tk_hash(out->after, t->game->state_size) == e->facts.hash;
}

/* A sketch shares the history of its table and only counts. */
static bool remember(struct table *t, const struct event *e, const void *after)
{
    struct history_clock clock = {t->since - t->paused, t->seat[e->facts.seat].left_ms};
    if (!t->sketch)
        return history_add(&t->history, e->action, e->seq, after, clock);
    t->history.ply++;
    return true;
}

void fold_move(struct table *t, struct event *e, struct folded *out)
{
    if (t->frozen || t->state == NULL || seat_of(t, e) == NULL || !play_move(t, e, out) ||
        !remember(t, e, out->after)) {
        t->frozen = true;
        out->moved = false;
        return;
    }
    memcpy(out->before, t->state, t->game->state_size);
    memcpy(t->state, out->after, t->game->state_size);
    out->moved = true;
    bool final = e->facts.late || t->game->rules.reveals(out->before, e->action);
    t->undo_seat = final ? -1 : e->facts.seat;
    if (t->seat[e->facts.seat].kind == SEAT_PERSON)
        t->person_ply = table_ply(t) - 1;
    t->position++;
    t->offer = 0;
    clock_charge(t, e);
    t->seat[e->facts.seat].late = e->facts.late ? t->seat[e->facts.seat].late + 1 : 0;
}

/* Who may take back the decision before: whoever made it, if it showed nothing. */
static int undo_seat_now(const struct table *t)
{
    tk_state before;
    int ply = table_ply(t);
    if (ply == 0)
        return -1;
    history_state(&t->history, ply - 1, before);
    bool reveals = t->game->rules.reveals(before, history_action(&t->history, ply - 1));
    return reveals ? -1 : t->game->rules.actor(before);
}

/* Where somebody among bots decided last. */
static int person_ply_now(const struct table *t, int seat)
{
    tk_state before;
    int ply = table_alone(t, seat) ? table_ply(t) - 1 : -1;
    for (; ply >= 0; ply--) {
        history_state(&t->history, ply, before);
        if (t->game->rules.actor(before) == seat)
            break;
    }
    return ply;
}

void fold_undone(struct table *t, struct event *e, struct folded *out)
{
    (void)out;
    if (t->status != TABLE_PLAYING || t->frozen || e->facts.to > table_ply(t))
        return;
    if (e->facts.to == table_ply(t))
        return;
    t->taken_back += t->undo_seat != e->facts.seat || e->facts.to != table_ply(t) - 1;
    clock_take_back(t, e->facts.to);
    history_back(&t->history, e->facts.to);
    history_state(&t->history, e->facts.to, t->state);
    t->undo_seat = undo_seat_now(t);
    t->person_ply = person_ply_now(t, e->facts.seat);
    t->position++;
    t->offer = 0;
}

/* --- leaving and ending --- */

void fold_resigned(struct table *t, struct event *e, struct folded *out)
{
    struct seat *seat = seat_of(t, e);
    if (seat == NULL)
        return;
    fold_away(t, e, out);
    seat->resigned = true;
}

void fold_offered(struct table *t, struct event *e, struct folded *out)
{
    (void)out;
    if (seat_of(t, e) != NULL)
        t->offer = (uint8_t)(t->offer | 1U << e->facts.seat);
}

void fold_answered(struct table *t, struct event *e, struct folded *out)
{
    if (e->facts.yes)
        fold_offered(t, e, out);
    else
        t->offer = 0;
}

void fold_away(struct table *t, struct event *e, struct folded *out)
{
    struct seat *seat = seat_of(t, e);
    (void)out;
    if (seat == NULL)
        return;
    seat->away = true;
    seat->left_at = e->at;
}

void fold_back(struct table *t, struct event *e, struct folded *out)
{
    struct seat *seat = seat_of(t, e);
    (void)out;
    if (seat == NULL || seat->resigned)
        return;
    seat->away = false;
    seat->late = 0;
    if (table_actor(t) == e->facts.seat)
        clock_stand_still(t, seat->left_at, e->at);
}

void fold_over(struct table *t, struct event *e, struct folded *out)
{
    (void)out;
    snprintf(t->reason, sizeof t->reason, "%s", e->facts.reason);
    memcpy(t->scores, e->facts.scores, sizeof t->scores);
    memcpy(t->ranks, e->facts.ranks, sizeof t->ranks);
    t->status = TABLE_OVER;
}

void fold_rematch(struct table *t, struct event *e, struct folded *out)
{
    (void)out;
    snprintf(t->next, sizeof t->next, "%s", e->facts.next);
    snprintf(t->next_key, sizeof t->next_key, "%s", e->facts.key);
}

/* Time that the server did not run is nobody's time; what was used before it is used. Events of
 * older servers do not say how long that was: they gave back the whole turn. */
void fold_resumed(struct table *t, struct event *e, struct folded *out)
{
    int64_t pause = e->facts.has_pause ? e->facts.pause : e->at - t->since;
    (void)out;
    t->since += pause;
    t->paused += pause;
    t->resumed = e->at;
}

/* It is in the log, and nowhere else. */
void fold_chat(struct table *t, struct event *e, struct folded *out)
{
    (void)t, (void)e, (void)out;
}

void table_fold(struct table *t, struct event *e, const void *after, struct folded *out)
{
    out->moved = after != NULL;
    if (after != NULL)
        memcpy(out->after, after, t->game->state_size);
    if (t->game != NULL || e->kind == EVENT_CREATED)
        event_row(e->kind)->fold(t, e, out);
    t->counts[e->kind]++;
    ++*table_count_of(t, e->kind, e->facts.seat);
    t->seq = e->seq;
    t->updated = e->at;
}

void table_sketch(const struct table *t, struct event *e, const void *after, struct table *out,
                  void *room)
{
    static struct folded folded; /* large, and nobody looks at it */
    *out = *t;
    out->sketch = true;
    out->state = room;
    if (t->state != NULL)
        memcpy(room, t->state, t->game->state_size);
    table_fold(out, e, after, &folded);
    if (out->status == TABLE_OPEN)
        out->state = NULL;
}
