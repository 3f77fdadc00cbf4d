/* SPDX-License-Identifier: MIT */
/* What viewers see: the present of a table, and what just happened. */
#include "show.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "app.h"
#include "clocks.h"
#include "presence.h"
#include "watchers.h"

enum { SAY_MOST = 80 /* longer legal lists come without sentences */ };

char show_room[SHOW_ROOM];

static void put_hex(struct tk_json *json, const char *key, const uint8_t *bytes, size_t size)
{
    char text[2 * 64 + 1];
    sodium_bin2hex(text, sizeof text, bytes, size);
    tk_json_put_text(json, key, text);
}

/* --- parts --- */

static void put_seats(struct table *t, struct tk_json *json)
{
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int i = 0; i < t->config.players; i++) {
        const struct seat *seat = &t->seat[i];
        tk_json_open(json, '{');
        tk_json_put_text(json, "kind", seat_kind_names[seat->kind]);
        tk_json_put_text(json, "name", seat_name(t, i));
        if (seat->kind == SEAT_PERSON)
            tk_json_put_text(json, "user", seat->user);
        if (seat->kind == SEAT_BOT && seat->bot != NULL)
            tk_json_put_text(json, "level", seat->bot->name);
        if (seat->style[0] != '\0')
            tk_json_put_text(json, "style", seat->style);
        if (seat->has_random)
            put_hex(json, "random", seat->random, sizeof seat->random);
        tk_json_put_bool(json, "away", seat->away);
        tk_json_put_bool(json, "resigned", seat->resigned);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

void show_clock(const struct table *t, struct tk_json *json)
{
    tk_json_key(json, "clock");
    tk_json_open(json, '{');
    tk_json_put_text(json, "kind", clock_kind_names[t->clock.kind]);
    if (t->clock.kind != CLOCK_NONE) {
        tk_json_put_int(json, "base_ms", t->clock.base_ms);
        tk_json_put_int(json, "increment_ms", t->clock.increment_ms);
        tk_json_put_int(json, "now", now_ms());
        tk_json_put_int(json, "running", table_actor(t));
        tk_json_key(json, "left_ms");
        tk_json_open(json, '[');
        for (int seat = 0; seat < t->config.players; seat++)
            tk_json_int(json, clock_left(t, seat));
        tk_json_close(json, ']');
    }
    tk_json_close(json, '}');
}

/* The legal moves of the seat that acts; what each does is told from a redrawn table, so it tells
 * no secret. */
static void put_legal(const struct table *t, int seat, struct tk_json *json)
{
    tk_state base, after;
    tk_action legal[TK_ACTIONS_MAX];
    struct tk_phrase phrases[TK_PHRASES_MAX];
    struct tk_rng rng;
    int count = t->game->rules.legal(t->state, legal);
    tk_rng_init(&rng, 1, (uint64_t)table_ply(t));
    memcpy(base, t->state, t->game->state_size);
    t->game->knowledge.determinise(base, seat, &rng);
    tk_json_key(json, "legal");
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        tk_json_open(json, '{');
        tk_json_key(json, "move");
        tk_json_quote(json);
        t->game->text.format(t->state, legal[i], json->out);
        tk_json_unquote(json);
        if (count <= SAY_MOST) {
            memcpy(after, base, t->game->state_size);
            tk_play(t->game, after, legal[i]);
            t->game->text.describe(base, legal[i], after, TK_SPECTATOR, phrases);
            tk_json_key(json, "say");
            tk_phrase_json(t->game, &phrases[0], json);
        }
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

void show_numbers(struct tk_json *json, const char *key, const int32_t *numbers, int count)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        tk_json_int(json, numbers[i]);
    tk_json_close(json, ']');
}

static void put_sheets(const struct table *t, struct tk_json *json)
{
    static struct tk_sheet sheet;
    tk_json_key(json, "sheets");
    tk_json_open(json, '[');
    for (int seat = 0; seat < t->config.players; seat++) {
        sheet = (struct tk_sheet){0};
        t->game->rules.sheet(t->state, seat, &sheet);
        tk_sheet_json(t->game, &sheet, json);
    }
    tk_json_close(json, ']');
}

static void put_result(const struct table *t, struct tk_json *json)
{
    tk_json_key(json, "result");
    tk_json_open(json, '{');
    tk_json_put_text(json, "reason", t->reason);
    if (t->state != NULL)
        tk_json_put_text(json, "ending",
                         t->game->words->table[t->game->rules.ending(t->state)].key);
    show_numbers(json, "scores", t->scores, t->config.players);
    show_numbers(json, "ranks", t->ranks, t->config.players);
    put_hex(json, "secret", t->secret, sizeof t->secret);
    put_hex(json, "seed", t->seed, sizeof t->seed);
    if (t->state != NULL)
        put_sheets(t, json);
    tk_json_close(json, '}');
}

void show_present(struct table *t, int seat, struct tk_json *json)
{
    tk_json_put_text(json, "status", table_status_names[t->status]);
    tk_json_put_bool(json, "frozen", t->frozen);
    tk_json_put_int(json, "ply", table_ply(t));
    tk_json_put_int(json, "offer", t->offer);
    put_seats(t, json);
    show_clock(t, json);
    if (t->next[0] != '\0')
        tk_json_put_text(json, "next", t->next);
    if (t->next_key[0] != '\0' && seat >= 0) /* only who sat here may sit down there */
        tk_json_put_text(json, "next_key", t->next_key);
    if (t->status == TABLE_OVER)
        put_result(t, json);
    if (t->state == NULL)
        return;
    tk_json_key(json, "view");
    tk_view(t->game, t->state, seat, json);
    tk_json_put_bool(json, "undo", table_undo_to(t, seat) >= 0);
    if (table_has_partners(t, seat))
        tk_json_put_bool(json, "partners", true);
    if (seat >= 0 && table_actor(t) == seat)
        put_legal(t, seat, json);
}

void show_people_in(const struct table *t, struct tk_json *json)
{
    tk_json_key(json, "online");
    tk_json_open(json, '[');
    for (int seat = 0; seat < t->config.players; seat++)
        tk_json_bool(json, t->seat[seat].kind == SEAT_BOT || presence_at(t, seat) > 0);
    tk_json_close(json, ']');
    tk_json_put_int(json, "watchers", presence_at(t, TK_SPECTATOR));
}

/* --- lines of the log --- */

/* Rounds have numbers; what comes before the first has none. */
static void put_round(const struct tk_game *game, const void *before, struct tk_json *json)
{
    int round = game->rules.round != NULL ? game->rules.round(before) : 0;
    if (round > 0)
        tk_json_put_int(json, "round", round);
}

static void put_move(const struct table *t, const struct told_move *move, int seat,
                     struct tk_json *json)
{
    struct tk_phrase phrases[TK_PHRASES_MAX];
    int count = t->game->text.describe(move->before, move->action, move->after, seat, phrases);
    tk_json_put_int(json, "ply", move->ply);
    tk_json_put_int(json, "turn", t->game->rules.turn(move->before));
    put_round(t->game, move->before, json);
    tk_json_key(json, "say");
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        tk_phrase_json(t->game, &phrases[i], json);
    tk_json_close(json, ']');
}

/* Players talk among themselves, and so do watchers; what is for partners stays among them. */
static bool is_for(const struct table *t, const struct event *event, int seat)
{
    if (event->facts.partners)
        return table_are_partners(t, event->facts.seat, seat);
    return event_row(event->kind)->to == TO_ALL || (event->facts.seat >= 0) == (seat >= 0);
}

void show_line(struct table *t, const struct event *event, const struct told_move *move, int seat,
               struct tk_json *json)
{
    const struct event_row *row = event_row(event->kind);
    bool for_viewer = is_for(t, event, seat);
    tk_json_open(json, '{');
    tk_json_put_int(json, "seq", event->seq);
    tk_json_put_int(json, "at", event->at);
    tk_json_put_text(json, "what", for_viewer ? row->name : "quiet");
    if (for_viewer) {
        facts_write(row->fields, &event->facts, FIELD_SHOWN, json);
        for (const struct field *field = row->fields; field->name != NULL; field++)
            if ((field->use & FIELD_NAMED) != 0)
                tk_json_put_text(json, "name", user_name(t->app, event->facts.user));
        if (move != NULL)
            put_move(t, move, seat, json);
    }
    tk_json_close(json, '}');
}

/* --- events --- */

size_t show_event_text(struct table *t, const struct event *event, const struct folded *folded,
                       int seat)
{
    struct tk_writer out = tk_writer_over(show_room, SHOW_ROOM);
    struct tk_json json = tk_json_over(&out);
    struct told_move move = {folded->before, folded->after, event->action, table_ply(t)};
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "event");
    tk_json_put_text(&json, "table", t->id);
    tk_json_put_int(&json, "seq", event->seq);
    tk_json_key(&json, "line");
    show_line(t, event, folded->moved ? &move : NULL, seat, &json);
    if (event_row(event->kind)->changes)
        show_present(t, seat, &json);
    tk_json_close(&json, '}');
    return tk_writer_fits(&out) ? out.length : 0;
}

/* One message for each seat that watches, and one for all the others. */
void show_event(struct table *t, const struct event *event, const struct folded *folded)
{
    struct net_message *messages[TK_SEATS_MAX + 1] = {NULL};
    for (int i = 0; i < t->watcher_count; i++) {
        struct watcher *watcher = &t->watchers[i];
        watcher->seat = table_seat_of(t, watcher->user); /* somebody may just have sat down */
        struct net_message **message = &messages[watcher->seat >= 0 ? watcher->seat : TK_SEATS_MAX];
        if (*message == NULL) {
            size_t length = show_event_text(t, event, folded, watcher->seat);
            *message = length == 0 ? NULL : net_message_new(show_room, length);
        }
        net_send(t->app->net, watcher->socket, *message);
    }
    for (int i = 0; i <= TK_SEATS_MAX; i++)
        net_message_free(messages[i]);
    if (event->kind == EVENT_SAT || event->kind == EVENT_STOOD)
        show_people(t); /* a watcher has become a player, or the other way round */
}

static void send_room(const struct table *t, size_t length)
{
    struct net_message *message = net_message_new(show_room, length);
    for (int i = 0; i < t->watcher_count; i++)
        net_send(t->app->net, t->watchers[i].socket, message);
    net_message_free(message);
}

void show_people(struct table *t)
{
    struct tk_writer out = tk_writer_over(show_room, SHOW_ROOM);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "people");
    tk_json_put_text(&json, "table", t->id);
    show_people_in(t, &json);
    tk_json_close(&json, '}');
    send_room(t, out.length);
}

void show_queue(struct table *t, int ahead)
{
    struct tk_writer out = tk_writer_over(show_room, SHOW_ROOM);
    struct tk_json json = tk_json_over(&out);
    if (ahead == t->ahead)
        return;
    t->ahead = ahead;
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "queue");
    tk_json_put_text(&json, "table", t->id);
    tk_json_put_int(&json, "ahead", ahead);
    tk_json_close(&json, '}');
    send_room(t, out.length);
}
