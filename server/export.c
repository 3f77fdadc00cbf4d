/* SPDX-License-Identifier: MIT */
/*
 * Everything the server holds about me, as JSON: who I am, my devices, and for each table that I made or
 * where I sat or spoke what I did and said there. In pages: a page ends after a table with which it has become large
 * enough, and says from where the next one goes on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "app.h"
#include "clocks.h"
#include "limits.h"
#include "sessions.h"
#include "users.h"

enum { TABLES_MOST = 20000, EVENTS_A_PAGE = 4000 };

/* --- where I sat or spoke, in an order that stays the same while games go on --- */

struct places {
    char (*at)[STORE_ID_MAX + 1];
    int count, room;
};

static bool add_place(void *context, const struct store_table *row)
{
    struct places *p = context;
    if (p->count == p->room) {
        int room = p->room == 0 ? 64 : 2 * p->room;
        char(*grown)[STORE_ID_MAX + 1] = realloc(p->at, (size_t)room * sizeof *grown);
        if (grown == NULL)
            return false;
        p->at = grown;
        p->room = room;
    }
    memcpy(p->at[p->count++], row->id, sizeof row->id);
    return true;
}

static bool find_places(struct app *app, const char *user, struct places *out)
{
    *out = (struct places){0};
    return store_tables(app->store, STORE_PLACES, user, TABLES_MOST, add_place, out) !=
           STORE_BROKEN;
}

/* --- what I did at one of them --- */

struct picking {
    const char *user;
    int seat; /* where I sit at this event, or -1 */
    json_t *deeds;
    int events; /* read so far, on the whole page */
};

static bool names_me(const struct picking *p, const json_t *object, const char *key)
{
    const char *user = json_string_value(json_object_get(object, key));
    return user != NULL && strcmp(user, p->user) == 0;
}

/* Follows me from seat to seat. */
static void follow(struct picking *p, const char *what, const json_t *data)
{
    json_t *seats = json_object_get(data, "seats"), *seat = json_object_get(data, "seat");
    for (size_t i = 0; strcmp(what, "created") == 0 && i < json_array_size(seats); i++)
        if (names_me(p, json_array_get(seats, i), "user"))
            p->seat = (int)i;
    if (strcmp(what, "sat") == 0 && names_me(p, data, "user"))
        p->seat = (int)json_integer_value(seat);
    else if (strcmp(what, "stood") == 0 && json_integer_value(seat) == p->seat)
        p->seat = -1;
}

/* By name where there is one, else by my seat. */
static bool is_mine(const struct picking *p, const json_t *data)
{
    json_t *seat = json_object_get(data, "seat");
    if (json_object_get(data, "user") != NULL)
        return names_me(p, data, "user");
    return names_me(p, data, "owner") ||
           (p->seat >= 0 && json_is_integer(seat) && json_integer_value(seat) == p->seat);
}

/* Only what I said and chose: an event also has what the table must keep to itself. */
static json_t *deed_json(const struct store_event *event, const json_t *data)
{
    static const char *const kept[] = {
        "seat",  "move",     "text",    "yes",     "to",    "level",  "style", "random", "late",
        "spent", "partners", "players", "options", "clock", "public", "hints", "quick"};
    json_t *deed = json_pack("{s:I,s:I,s:s}", "seq", (json_int_t)event->seq, "at",
                             (json_int_t)event->at, "what", event->what);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        json_t *value = json_object_get(data, kept[i]);
        if (value != NULL)
            json_object_set(deed, kept[i], value);
    }
    return deed;
}

static bool pick(void *context, const struct store_event *event)
{
    struct picking *p = context;
    json_t *data = json_loads(event->data, 0, NULL);
    bool mine = p->seat >= 0 && is_mine(p, data);
    follow(p, event->what, data);
    if (mine || is_mine(p, data))
        json_array_append_new(p->deeds, deed_json(event, data));
    json_decref(data);
    p->events++;
    return true;
}

static json_t *table_json(struct app *app, const char *id, struct picking *p)
{
    struct store_table row;
    if (store_table(app->store, id, &row) != STORE_FOUND)
        return NULL;
    p->seat = -1;
    p->deeds = json_array();
    if (store_events(app->store, id, 0, INT64_MAX, pick, p) == STORE_BROKEN) {
        json_decref(p->deeds);
        return NULL;
    }
    return json_pack("{s:s,s:s,s:s,s:I,s:I,s:o}", "table", row.id, "game", row.game, "status",
                     row.status, "created", (json_int_t)row.created, "updated",
                     (json_int_t)row.updated, "events", p->deeds);
}

/* --- a page --- */

static json_t *sessions_json(struct app *app, struct user *user)
{
    const struct session_list *list = session_list(app, user);
    json_t *sessions = json_array();
    for (int i = 0; list != NULL && i < list->count; i++)
        json_array_append_new(
            sessions, json_pack("{s:I,s:I,s:s}", "created", (json_int_t)list->at[i].created, "seen",
                                (json_int_t)list->at[i].seen, "agent", list->at[i].agent));
    return sessions;
}

/* The place after the one that `?after=` names; the first without it; -1 if there is no such. */
static int first_place(const struct call *c, const struct places *places)
{
    const char *after = c->request->query;
    if (strncmp(after, "after=", 6) != 0)
        return after[0] == '\0' ? 0 : -1;
    for (int i = 0; i < places->count; i++)
        if (strcmp(places->at[i], after + 6) == 0)
            return i + 1;
    return -1;
}

/* Appends tables from the first on; the one with which the page is full, or -1 after the last. */
static int add_tables(struct call *c, const struct places *places, int first, json_t *tables,
                      int *out_events)
{
    struct picking p = {.user = c->user->row.id};
    for (int i = first; i < places->count; i++) {
        json_t *table = table_json(c->app, places->at[i], &p);
        if (table != NULL)
            json_array_append_new(tables, table);
        *out_events = p.events;
        if (p.events >= EVENTS_A_PAGE && i + 1 < places->count)
            return i;
    }
    return -1;
}

static void respond_page(struct call *c, const struct places *places, int first)
{
    json_t *tables = json_array(), *page = json_object();
    int events = 0, last = add_tables(c, places, first, tables, &events);
    if (first == 0) {
        json_object_set_new(page, "user", user_json(c->user));
        json_object_set_new(page, "created", json_integer((json_int_t)c->user->row.created));
        json_object_set_new(page, "sessions", sessions_json(c->app, c->user));
    }
    json_object_set_new(page, "tables", tables);
    if (last >= 0)
        json_object_set_new(page, "next", json_string(places->at[last]));
    /* the rows that were read are most of what it costs */
    cost_charge(c->app, c->user, c->request->address,
                cost_of(json_dumpb(page, NULL, 0, JSON_COMPACT), events + places->count));
    respond(c->app, c->request->id, 200, page, NULL);
}

void get_export(struct call *c)
{
    struct places places;
    bool found = find_places(c->app, c->user->row.id, &places);
    int first = found ? first_place(c, &places) : -1;
    if (first >= 0)
        respond_page(c, &places, first);
    else
        refuse(c->app, c->request->id, found ? BAD_REQUEST : BUSY);
    free(places.at);
}
