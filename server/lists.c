/* SPDX-License-Identifier: MIT */
/* Summaries of tables, written with every event and read by lists. */
#include "lists.h"

#include <stdio.h>
#include <string.h>

#include "app.h"
#include "clocks.h"
#include "errand.h"
#include "journal.h"
#include "presence.h"
#include "residency.h"
#include "show.h"
#include "users.h"

enum { LIST_NAMED_MOST = 50 }; /* tables whose players are looked up together */

/* --- writing --- */

static void put_seats(const struct table *t, struct tk_json *json)
{
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int i = 0; i < t->config.players; i++) {
        const struct seat *seat = &t->seat[i];
        tk_json_open(json, '{');
        tk_json_put_text(json, "kind", seat_kind_names[seat->kind]);
        if (seat->kind == SEAT_PERSON)
            tk_json_put_text(json, "user", seat->user);
        if (seat->kind == SEAT_BOT)
            tk_json_put_text(json, "level", seat->level);
        if (seat->style[0] != '\0')
            tk_json_put_text(json, "style", seat->style);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

void list_summary(struct table *t, char *out, size_t size)
{
    struct tk_writer writer = tk_writer_over(out, size);
    struct tk_json json = tk_json_over(&writer);
    struct tk_phrase prompt;
    tk_json_open(&json, '{');
    tk_json_put_int(&json, "players", t->config.players);
    tk_json_put_int(&json, "actor", table_actor(t));
    tk_json_put_int(&json, "ply", table_ply(t));
    if (t->offline)
        tk_json_put_bool(&json, "offline", true);
    put_seats(t, &json);
    tk_json_key(&json, "options");
    tk_options_json(t->game, &t->config, &json);
    show_clock(t, &json);
    if (t->status == TABLE_PLAYING && !t->frozen) {
        t->game->text.prompt(t->state, &prompt);
        tk_json_key(&json, "prompt");
        tk_phrase_json(t->game, &prompt, &json);
    } else if (t->status == TABLE_OVER) {
        show_numbers(&json, "scores", t->scores, t->config.players);
        show_numbers(&json, "ranks", t->ranks, t->config.players);
        tk_json_put_text(&json, "reason", t->reason);
    }
    tk_json_close(&json, '}');
    if (!tk_writer_fits(&writer) || writer.length >= size)
        out[0] = '\0';
    else
        tk_writer_text(&writer);
}

/* --- reading --- */

struct listing {
    struct app *app;
    const char *user;
    json_t *tables;
    int rows;
    bool later;
};

/* Who sits where, by name; and where the user sits. */
static int name_seats(struct app *app, json_t *seats, const char *user)
{
    size_t index;
    json_t *seat;
    int you = -1;
    json_array_foreach(seats, index, seat)
    {
        const char *id = json_string_value(json_object_get(seat, "user")),
                   *level = json_string_value(json_object_get(seat, "level"));
        const char *name = id != NULL ? user_name(app, id) : level != NULL ? level : "";
        if (id != NULL && id[0] != '\0' && strcmp(id, user) == 0)
            you = (int)index;
        json_object_set_new(seat, "name", json_string(name));
        json_object_del(seat, "user");
    }
    return you;
}

/* Clocks were written down when the last event happened; the running one has run since. */
static void run_clock(const struct app *app, json_t *clock, int64_t updated)
{
    json_t *left = json_object_get(clock, "left_ms"), *running = json_object_get(clock, "running");
    int64_t now = now_ms(), seat = json_integer_value(running);
    json_t *own = json_array_get(left, (size_t)(seat < 0 ? 1000 : seat));
    if (own != NULL)
        json_integer_set(own, json_integer_value(own) - (now - updated) +
                                  life_gaps(&app->life, updated));
    if (left != NULL)
        json_object_set_new(clock, "now", json_integer(now));
}

/* Without names: those of all tables are looked up together. */
static json_t *row_json(struct listing *l, const struct store_table *row)
{
    json_t *summary = json_loads(row->summary, 0, NULL);
    struct table *t = map_get(&l->app->tables, row->id);
    if (!json_is_object(summary)) {
        json_decref(summary);
        return NULL;
    }
    run_clock(l->app, json_object_get(summary, "clock"), row->updated);
    json_object_set_new(summary, "table", json_string(row->id));
    json_object_set_new(summary, "game", json_string(row->game));
    json_object_set_new(summary, "status", json_string(row->status));
    json_object_set_new(summary, "created", json_integer(row->created));
    json_object_set_new(summary, "updated", json_integer(row->updated));
    json_object_set_new(summary, "watchers",
                        json_integer(t == NULL ? 0 : presence_at(t, TK_SPECTATOR)));
    return summary;
}

static void list_row(struct listing *l, const struct store_table *row)
{
    static struct store_table fresh; /* it is large */
    if (strlen(row->summary) <= 2) { /* of 0.1: "" or "{}" until its next event */
        struct table *t;
        enum refusal refusal = table_find(l->app, row->id, &t);
        l->later |= refusal == LATER;
        if (refusal != FINE)
            return;
        journal_row(t, &fresh);
        row = &fresh;
    }
    json_t *json = row_json(l, row);
    if (json != NULL)
        json_array_append_new(l->tables, json);
    l->rows++;
}

/* Everybody who sits at one of the tables comes into memory at once; then they are named. */
static void name_all(struct listing *l)
{
    const char *ids[TK_SEATS_MAX * LIST_NAMED_MOST];
    int count = 0;
    size_t row, index;
    json_t *table, *seat;
    json_array_foreach(l->tables, row, table)
    {
        json_array_foreach(json_object_get(table, "seats"), index, seat)
        {
            const char *id = json_string_value(json_object_get(seat, "user"));
            if (id != NULL && count < TK_COUNT(ids))
                ids[count++] = id;
        }
    }
    l->later |= !users_fetch(l->app, ids, count);
    json_array_foreach(l->tables, row, table)
    {
        int you = name_seats(l->app, json_object_get(table, "seats"), l->user);
        json_object_set_new(table, "you", json_integer(you));
    }
}

enum refusal list_text(struct app *app, enum store_list list, const char *user, int most,
                       size_t *out_length, int *out_rows)
{
    struct listing l = {.app = app, .user = user};
    struct store_question question = {.topic = STORE_ASK_TABLES, .list = list, .most = most};
    snprintf(question.id, sizeof question.id, "%s", user);
    const struct store_answer *rows = errand_ask(app, &question);
    if (rows == NULL || rows->found == STORE_BROKEN)
        return rows == NULL ? LATER : BUSY;
    l.tables = json_array();
    for (int i = 0; i < rows->count; i++)
        list_row(&l, &rows->tables[i]);
    name_all(&l);
    json_t *answer = json_pack("{s:o}", "tables", l.tables);
    *out_length = l.later ? 0 : json_dumpb(answer, show_room, SHOW_ROOM, JSON_COMPACT);
    *out_rows = l.rows;
    json_decref(answer);
    return l.later ? LATER : *out_length > SHOW_ROOM ? BUSY : FINE;
}
