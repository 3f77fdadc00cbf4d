/* SPDX-License-Identifier: MIT */
/*
 * Everything the server holds about me, as JSON: who I am, my devices, and for each table that I made or
 * where I sat or spoke what I did and said there. In pages: a page ends after so many tables, or after one with which
 * it has become large enough, and says from where the next one goes on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "app.h"
#include "clocks.h"
#include "errand.h"
#include "limits.h"
#include "residency.h"
#include "sessions.h"
#include "users.h"

enum { TABLES_A_PAGE = 50, EVENTS_A_PAGE = 4000, ASKED_AT_ONCE = 8 };

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

static void pick(struct picking *p, const struct store_event *event)
{
    json_t *data = json_loads(event->data, 0, NULL);
    bool mine = p->seat >= 0 && is_mine(p, data);
    follow(p, event->what, data);
    if (mine || is_mine(p, data))
        json_array_append_new(p->deeds, deed_json(event, data));
    json_decref(data);
    p->events++;
}

static json_t *table_json(const struct store_table *row, const struct store_answer *events,
                          struct picking *p)
{
    p->seat = -1;
    p->deeds = json_array();
    for (int i = 0; i < events->count; i++)
        pick(p, &events->events[i]);
    return json_pack("{s:s,s:s,s:s,s:I,s:I,s:o}", "table", row->id, "game", row->game, "status",
                     row->status, "created", (json_int_t)row->created, "updated",
                     (json_int_t)row->updated, "events", p->deeds);
}

/* --- a page --- */

static json_t *sessions_json(const struct user *user)
{
    const struct session_list *list = session_list(user);
    json_t *sessions = json_array();
    for (int i = 0; list != NULL && i < list->count; i++)
        json_array_append_new(
            sessions, json_pack("{s:I,s:I,s:s}", "created", (json_int_t)list->at[i].created, "seen",
                                (json_int_t)list->at[i].seen, "agent", list->at[i].agent));
    return sessions;
}

static const struct store_answer *ask_events(struct app *app, const char *table)
{
    struct store_question question = {.topic = STORE_ASK_EVENTS, .last = INT64_MAX};
    snprintf(question.id, sizeof question.id, "%s", table);
    return errand_ask(app, &question);
}

/* How many of these tables make a page: their rows tell how long they are. */
static int tables_of_page(const struct store_answer *places, int first)
{
    int64_t events = 0;
    int at = first;
    while (at < places->count && at - first < TABLES_A_PAGE && events < EVENTS_A_PAGE)
        events += places->tables[at++].seq + 1;
    return at;
}

/* Some are asked for at once, for others ask, too. FINE when all are there; what cannot be read is left out. */
static enum refusal ask_for_all(struct call *c, const struct store_answer *places, int first,
                                int end)
{
    enum refusal refusal = FINE;
    for (int i = first; i < end && c->app->errand->waits < ASKED_AT_ONCE; i++)
        if (ask_events(c->app, places->tables[i].id) == NULL)
            refusal = LATER;
    if (first == 0 && sessions_find(c->app, c->user) == STORE_LATER)
        refusal = LATER;
    return refusal;
}

static void respond_page(struct call *c, const struct store_answer *places, int first, int end)
{
    json_t *tables = json_array(), *page = json_object();
    struct picking p = {.user = c->user->row.id};
    for (int i = first; i < end; i++) {
        const struct store_answer *events = ask_events(c->app, places->tables[i].id);
        if (events->found != STORE_BROKEN)
            json_array_append_new(tables, table_json(&places->tables[i], events, &p));
    }
    if (first == 0) {
        json_object_set_new(page, "user", user_json(c->user));
        json_object_set_new(page, "created", json_integer((json_int_t)c->user->row.created));
        json_object_set_new(page, "sessions", sessions_json(c->user));
    }
    json_object_set_new(page, "tables", tables);
    if (end < places->count)
        json_object_set_new(page, "next", json_string(places->tables[end - 1].id));
    /* the rows that were read are most of what it costs */
    cost_charge(c->app, c->user, c->request->address,
                cost_of(json_dumpb(page, NULL, 0, JSON_COMPACT), p.events + places->count));
    respond(c->app, c->request->id, 200, page, NULL);
}

/* `?after=ID`: from the place behind one of mine on. */
void get_export(struct call *c)
{
    const char *query = c->request->query;
    bool goes_on = strncmp(query, "after=", 6) == 0;
    struct store_question question = {
        .topic = STORE_ASK_TABLES, .list = STORE_PLACES, .most = TABLES_A_PAGE + 2};
    if ((!goes_on && query[0] != '\0') || (goes_on && !is_id(query + 6)))
        return refuse(c->app, c->request->id, BAD_REQUEST);
    memcpy(question.id, c->user->row.id, sizeof c->user->row.id);
    snprintf(question.after, sizeof question.after, "%s", goes_on ? query + 6 : "");
    const struct store_answer *places = errand_ask(c->app, &question);
    if (places == NULL || places->found == STORE_BROKEN)
        return refuse(c->app, c->request->id, places == NULL ? LATER : BUSY);
    if (goes_on && (places->count == 0 || strcmp(places->tables[0].id, question.after) != 0))
        return refuse(c->app, c->request->id, BAD_REQUEST);
    int first = goes_on ? 1 : 0, end = tables_of_page(places, first);
    enum refusal refusal = ask_for_all(c, places, first, end);
    if (refusal == FINE)
        respond_page(c, places, first, end);
    else
        refuse(c->app, c->request->id, refusal);
}
