/* SPDX-License-Identifier: MIT */
/* Questions about a table. */
#include "table.h"

#include <stdio.h>
#include <string.h>

#include "app.h"
#include "users.h"

const char *const table_status_names[TABLE_STATUSES] = {"open", "playing", "over"};

int table_ply(const struct table *t)
{
    return t->history.ply;
}

bool table_are_partners(const struct table *t, int seat, int other)
{
    if (seat < 0 || other < 0 || seat == other)
        return seat >= 0 && seat == other;
    int (*side)(const void *, int) = t->game->rules.side;
    return t->state != NULL && side != NULL && side(t->state, seat) == side(t->state, other);
}

bool table_has_partners(const struct table *t, int seat)
{
    for (int other = 0; other < t->config.players; other++)
        if (other != seat && table_are_partners(t, seat, other))
            return true;
    return false;
}

int table_seat_of(const struct table *t, const char *user)
{
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind == SEAT_PERSON && user[0] != '\0' &&
            strcmp(t->seat[seat].user, user) == 0)
            return seat;
    return TK_SPECTATOR;
}

int table_actor(const struct table *t)
{
    return t->status == TABLE_PLAYING && !t->frozen ? t->game->rules.actor(t->state) : TK_NOBODY;
}

bool table_plays_by_itself(const struct table *t, int seat)
{
    return seat >= 0 && !t->offline && (t->seat[seat].kind == SEAT_BOT || t->seat[seat].away);
}

bool table_is_full(const struct table *t)
{
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind != SEAT_PERSON && t->seat[seat].kind != SEAT_BOT)
            return false;
    return true;
}

bool table_has_place(const struct table *t)
{
    bool place = false;
    for (int seat = 0; seat < t->config.players; seat++)
        place |= t->seat[seat].kind == SEAT_OPEN;
    return place;
}

bool table_waits_for_shares(const struct table *t)
{
    bool waits = false;
    for (int seat = 0; seat < t->config.players; seat++)
        waits |= t->seat[seat].owes_random;
    return waits;
}

bool table_alone(const struct table *t, int seat)
{
    bool alone = seat >= 0 && t->seat[seat].kind == SEAT_PERSON;
    for (int other = 0; other < t->config.players; other++)
        alone &= other == seat || t->seat[other].kind == SEAT_BOT;
    return alone;
}

/* Bots do not mind how much is taken back; a clock would. */
int table_undo_to(const struct table *t, int seat)
{
    int ply = table_ply(t);
    if (t->status != TABLE_PLAYING || seat < 0 || ply == 0)
        return -1;
    if (t->undo_seat == seat)
        return ply - 1;
    return t->clock.kind == CLOCK_NONE && table_alone(t, seat) ? t->person_ply : -1;
}

bool table_agreed(const struct table *t)
{
    bool everybody = t->offer != 0;
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind == SEAT_PERSON && !t->seat[seat].resigned)
            everybody &= (t->offer >> seat & 1) != 0;
    return everybody;
}

bool table_gave_up(const struct table *t, int seat)
{
    bool all = true;
    for (int other = 0; other < t->config.players; other++)
        all &= !table_are_partners(t, seat, other) || t->seat[other].resigned;
    return all;
}

int table_still_playing(const struct table *t)
{
    int sides = 0;
    for (int seat = 0; seat < t->config.players; seat++) {
        bool first = true;
        for (int before = 0; before < seat; before++)
            first &= !table_are_partners(t, before, seat);
        sides += first && !table_gave_up(t, seat);
    }
    return sides;
}

bool table_has_bots(const struct table *t)
{
    bool bots = false;
    for (int seat = 0; seat < t->config.players; seat++)
        bots |= t->seat[seat].kind == SEAT_BOT;
    return bots;
}

/* What only the owner or nobody's seat causes is counted together with what watchers cause. */
int *table_count_of(struct table *t, enum event_kind kind, int seat)
{
    const struct event_row *row = event_row(kind);
    bool own = seat >= 0 && seat < TK_SEATS_MAX && (row->by == BY_PLAYER || row->to == TO_PEERS);
    return &t->counts_of[kind][own ? seat : TK_SEATS_MAX];
}

int table_left_seat(const struct table *t)
{
    for (int i = 0; i < t->config.players; i++) {
        const struct seat *seat = &t->seat[i];
        bool decided = t->status == TABLE_PLAYING &&
                       (seat->resigned || (seat->away && seat->left == LEFT_FOR_NOW));
        if (seat->kind == SEAT_PERSON && seat->left != LEFT_NOT && !decided)
            return i;
    }
    return -1;
}

/* Names are not kept with tables: a user who is renamed or deleted is so everywhere at once. */
const char *user_name(struct app *app, const char *id)
{
    const struct user *user = id[0] == '\0' ? NULL : user_get(app, id);
    return user == NULL || user->row.gone ? "" : user->row.name;
}

const char *seat_name(struct table *t, int index)
{
    struct seat *seat = &t->seat[index];
    if (seat->kind == SEAT_BOT)
        return seat->level;
    if (seat->kind != SEAT_PERSON)
        return "";
    if (seat->name_of != t->app->names) {
        snprintf(seat->name, sizeof seat->name, "%s", user_name(t->app, seat->user));
        seat->name_of = t->app->names;
    }
    return seat->name;
}
