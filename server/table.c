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

int table_seat_of(const struct table *t, const char *user)
{
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind == SEAT_PERSON && strcmp(t->seat[seat].user, user) == 0)
            return seat;
    return TK_SPECTATOR;
}

int table_actor(const struct table *t)
{
    return t->status == TABLE_PLAYING && !t->frozen ? t->game->rules.actor(t->state) : TK_NOBODY;
}

bool table_plays_by_itself(const struct table *t, int seat)
{
    return seat >= 0 && (t->seat[seat].kind == SEAT_BOT || t->seat[seat].away);
}

bool table_is_full(const struct table *t)
{
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind != SEAT_PERSON && t->seat[seat].kind != SEAT_BOT)
            return false;
    return true;
}

bool table_waits_for_shares(const struct table *t)
{
    bool waits = false;
    for (int seat = 0; seat < t->config.players; seat++)
        waits |= t->seat[seat].owes_random;
    return waits;
}

bool table_agreed(const struct table *t)
{
    bool everybody = t->offer != 0;
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind == SEAT_PERSON && !t->seat[seat].resigned)
            everybody &= (t->offer >> seat & 1) != 0;
    return everybody;
}

int table_still_playing(const struct table *t)
{
    int count = 0;
    for (int seat = 0; seat < t->config.players; seat++)
        count += !t->seat[seat].resigned;
    return count;
}

bool table_has_bots(const struct table *t)
{
    bool bots = false;
    for (int seat = 0; seat < t->config.players; seat++)
        bots |= t->seat[seat].kind == SEAT_BOT;
    return bots;
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
