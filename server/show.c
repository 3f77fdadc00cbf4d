/* What viewers get: snapshots, events, and nothing that their seat may not know. */
#include "app.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 2 * 1024 * 1024, SAY_MOST = 80 /* longer legal lists come without sentences */ };
static char room[ROOM]; /* the loop's thread alone writes messages */

static void hex_text(const uint8_t *bytes, size_t size, char *out, size_t out_size)
{
    sodium_bin2hex(out, out_size, bytes, size);
}

/* --- parts --- */

static const char *const statuses[] = {"open", "playing", "over"};
static const char *const seat_kinds[] = {"open", "friend", "person", "bot"};

static void put_seats(const struct table *t, struct tk_json *json)
{
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int i = 0; i < t->config.players; i++) {
        const struct seat *seat = &t->seat[i];
        tk_json_open(json, '{');
        tk_json_put_text(json, "kind", seat_kinds[seat->kind]);
        tk_json_put_text(json, "name", seat->name);
        if (seat->kind == SEAT_PERSON)
            tk_json_put_text(json, "user", seat->user);
        if (seat->kind == SEAT_BOT && seat->bot != NULL)
            tk_json_put_text(json, "level", seat->bot->name);
        if (seat->has_random) {
            char text[2 * RANDOM_BYTES + 1];
            hex_text(seat->random, sizeof seat->random, text, sizeof text);
            tk_json_put_text(json, "random", text);
        }
        tk_json_put_bool(json, "away", seat->away);
        tk_json_put_bool(json, "resigned", seat->resigned);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

static void put_clock(const struct table *t, struct tk_json *json)
{
    static const char *const kinds[] = {"none", "move", "game", "days"};
    tk_json_key(json, "clock");
    tk_json_open(json, '{');
    tk_json_put_text(json, "kind", kinds[t->clock.kind]);
    if (t->clock.kind != CLOCK_NONE) {
        tk_json_put_int(json, "base_ms", t->clock.base_ms);
        tk_json_put_int(json, "increment_ms", t->clock.increment_ms);
        tk_json_put_int(json, "now", now_ms());
        tk_json_put_int(json, "running", table_actor(t));
        tk_json_key(json, "left_ms");
        tk_json_open(json, '[');
        for (int seat = 0; seat < t->config.players; seat++)
            tk_json_int(json, table_time_left(t, seat));
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
    tk_rng_init(&rng, 1, (uint64_t)t->ply);
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

static void put_numbers(struct tk_json *json, const char *key, const int32_t *numbers, int count)
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

static void put_standing(const struct table *t, struct tk_json *json)
{
    int32_t ranks[TK_SEATS_MAX];
    for (int seat = 0; seat < t->config.players; seat++)
        ranks[seat] = t->ranks[seat];
    put_numbers(json, "scores", t->scores, t->config.players);
    put_numbers(json, "ranks", ranks, t->config.players);
}

static void put_result(const struct table *t, struct tk_json *json)
{
    char text[2 * RANDOM_BYTES + 1];
    tk_json_key(json, "result");
    tk_json_open(json, '{');
    tk_json_put_text(json, "reason", t->reason);
    if (t->state != NULL)
        tk_json_put_text(json, "ending",
                         t->game->words->table[t->game->rules.ending(t->state)].key);
    put_standing(t, json);
    hex_text(t->secret, sizeof t->secret, text, sizeof text);
    tk_json_put_text(json, "secret", text);
    hex_text(t->seed, sizeof t->seed, text, sizeof text);
    tk_json_put_text(json, "seed", text);
    put_sheets(t, json);
    tk_json_close(json, '}');
}

/* Everything that an event may change, as this seat sees it. */
static void put_present(const struct table *t, int seat, struct tk_json *json)
{
    tk_json_put_text(json, "status", statuses[t->status]);
    tk_json_put_bool(json, "frozen", t->frozen);
    tk_json_put_int(json, "ply", t->ply);
    tk_json_put_int(json, "offer", t->offer);
    put_seats(t, json);
    put_clock(t, json);
    if (t->next[0] != '\0')
        tk_json_put_text(json, "next", t->next);
    if (t->next_key[0] != '\0' && seat >= 0) /* only who sat here may sit down there */
        tk_json_put_text(json, "next_key", t->next_key);
    if (t->state == NULL)
        return;
    tk_json_key(json, "view");
    tk_view(t->game, t->state, seat, json);
    tk_json_put_bool(json, "undo", table_can_undo(t, seat));
    if (seat >= 0 && table_actor(t) == seat)
        put_legal(t, seat, json);
    if (t->status == TABLE_OVER)
        put_result(t, json);
}

/* --- lines of the log --- */

/* A game played again along its events. */
struct telling {
    const struct table *t;
    int seat; /* of the viewer */
    struct tk_json *json;
    tk_action *actions;
    int ply, room;
    tk_state state;
};

static void tell_move(struct telling *w, json_t *data)
{
    const struct tk_game *game = w->t->game;
    tk_state before;
    struct tk_phrase phrases[TK_PHRASES_MAX];
    const char *move = json_string_value(json_object_get(data, "move"));
    tk_action action;
    if (move == NULL || tk_move_parse(game, w->state, tk_span_of(move), &action) != TK_OK)
        return;
    if (w->ply == w->room) {
        int larger = w->room == 0 ? 256 : 2 * w->room;
        tk_action *actions = realloc(w->actions, (size_t)larger * sizeof *actions);
        if (actions == NULL)
            return;
        w->actions = actions;
        w->room = larger;
    }
    memcpy(before, w->state, game->state_size);
    tk_play(game, w->state, action);
    w->actions[w->ply++] = action;
    int count = game->text.describe(before, action, w->state, w->seat, phrases);
    tk_json_put_int(w->json, "ply", w->ply);
    tk_json_put_int(w->json, "turn", game->rules.turn(before));
    tk_json_put_text(w->json, "move", move);
    tk_json_key(w->json, "say");
    tk_json_open(w->json, '[');
    for (int i = 0; i < count; i++)
        tk_phrase_json(game, &phrases[i], w->json);
    tk_json_close(w->json, ']');
}

static void tell_undone(struct telling *w, json_t *data)
{
    json_int_t to = json_integer_value(json_object_get(data, "to"));
    if (to < 0 || to > w->ply)
        return;
    w->ply = (int)to;
    tk_start(w->t->game, &w->t->config, w->t->seed, w->state);
    for (int i = 0; i < w->ply; i++)
        tk_play(w->t->game, w->state, w->actions[i]);
    tk_json_put_int(w->json, "to", to);
}

static void tell_text(struct telling *w, json_t *data, const char *key)
{
    const char *text = json_string_value(json_object_get(data, key));
    if (text != NULL)
        tk_json_put_text(w->json, key, text);
}

/* Players talk among themselves, and so do watchers. */
static bool is_for(const struct telling *w, const char *what, json_t *data)
{
    if (strcmp(what, "chat") != 0)
        return true;
    return (json_integer_value(json_object_get(data, "seat")) >= 0) == (w->seat >= 0);
}

static void tell(struct telling *w, const struct store_event *event)
{
    json_t *data = json_loads(event->data, 0, NULL);
    json_t *seat = json_object_get(data, "seat");
    bool for_viewer = is_for(w, event->what, data);
    tk_json_open(w->json, '{');
    tk_json_put_int(w->json, "seq", event->seq);
    tk_json_put_int(w->json, "at", event->at);
    tk_json_put_text(w->json, "what", for_viewer ? event->what : "quiet");
    if (for_viewer) {
        if (json_is_integer(seat))
            tk_json_put_int(w->json, "seat", json_integer_value(seat));
        tell_text(w, data, "name");
        tell_text(w, data, "text");
        tell_text(w, data, "level");
        tell_text(w, data, "reason");
        if (json_object_get(data, "yes") != NULL)
            tk_json_put_bool(w->json, "yes", json_is_true(json_object_get(data, "yes")));
    }
    if (strcmp(event->what, "started") == 0)
        tk_start(w->t->game, &w->t->config, w->t->seed, w->state);
    if (strcmp(event->what, "move") == 0)
        tell_move(w, data);
    if (strcmp(event->what, "undone") == 0)
        tell_undone(w, data);
    tk_json_close(w->json, '}');
    json_decref(data);
}

static bool tell_stored(void *context, const struct store_event *event)
{
    struct telling *w = context;
    if (event->seq <= w->t->seq)
        tell(w, event);
    return true;
}

static void put_log(struct table *t, int seat, struct tk_json *json)
{
    struct telling *w = calloc(1, sizeof *w);
    if (w == NULL)
        return;
    w->t = t;
    w->seat = seat;
    w->json = json;
    tk_json_key(json, "log");
    tk_json_open(json, '[');
    store_events(t->app->store, t->id, 0, tell_stored, w);
    tk_json_close(json, ']');
    free(w->actions);
    free(w);
}

/* --- snapshots --- */

static int watchers_of(const struct table *t)
{
    int count = 0;
    for (int i = 0; i < t->watcher_count; i++)
        count += t->watchers[i].seat < 0;
    return count;
}

static void put_people(const struct table *t, struct tk_json *json)
{
    tk_json_key(json, "online");
    tk_json_open(json, '[');
    for (int seat = 0; seat < t->config.players; seat++) {
        bool online = t->seat[seat].kind == SEAT_BOT;
        for (int i = 0; i < t->watcher_count; i++)
            online |= t->watchers[i].seat == seat;
        tk_json_bool(json, online);
    }
    tk_json_close(json, ']');
    tk_json_put_int(json, "watchers", watchers_of(t));
}

static void put_commit(const struct table *t, struct tk_json *json)
{
    uint8_t hash[32];
    char text[65];
    crypto_generichash(hash, sizeof hash, t->secret, sizeof t->secret, NULL, 0);
    hex_text(hash, sizeof hash, text, sizeof text);
    tk_json_put_text(json, "commit", text);
}

static void put_head(const struct table *t, int seat, const char *user, struct tk_json *json)
{
    tk_json_put_text(json, "table", t->id);
    tk_json_put_int(json, "seq", t->seq);
    tk_json_put_text(json, "game", t->game->id);
    tk_json_put_int(json, "players", t->config.players);
    tk_json_key(json, "options");
    tk_options_json(t->game, &t->config, json);
    tk_json_put_bool(json, "public", t->open);
    tk_json_put_bool(json, "hints", t->hints);
    tk_json_put_int(json, "created", t->created);
    put_commit(t, json);
    tk_json_key(json, "you");
    tk_json_open(json, '{');
    tk_json_put_int(json, "seat", tk_viewer_written(seat));
    tk_json_put_bool(json, "owner", strcmp(user, t->owner) == 0);
    if (strcmp(user, t->owner) == 0)
        tk_json_put_text(json, "key", t->key);
    tk_json_close(json, '}');
}

char *snapshot_text(struct table *t, int seat, const char *user, size_t *out_length)
{
    struct tk_writer out = tk_writer_over(room, ROOM);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "table");
    put_head(t, seat, user, &json);
    put_people(t, &json);
    put_present(t, seat, &json);
    put_log(t, seat, &json);
    tk_json_close(&json, '}');
    if (!tk_writer_fits(&out))
        return NULL;
    char *copy = malloc(out.length + 1);
    if (copy != NULL) {
        memcpy(copy, room, out.length);
        copy[out.length] = '\0';
        *out_length = out.length;
    }
    return copy;
}

static const char *user_of(const struct table *t, net_id socket)
{
    for (int i = 0; i < t->watcher_count; i++)
        if (t->watchers[i].socket == socket)
            return t->watchers[i].user;
    return "";
}

static void send_text(struct app *app, net_id socket, const char *text, size_t length)
{
    struct net_message *message = net_message_new(text, length);
    net_send(app->net, socket, message);
    net_message_free(message);
}

void show_snapshot(struct table *t, net_id socket, int seat)
{
    size_t length = 0;
    char *text = snapshot_text(t, seat, user_of(t, socket), &length);
    if (text != NULL)
        send_text(t->app, socket, text, length);
    free(text);
}

void send_json(struct app *app, net_id socket, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (text != NULL)
        send_text(app, socket, text, strlen(text));
    free(text);
    json_decref(message);
}

/* --- events --- */

/* The state before the event's move, for telling it; events are told right after they were folded.
 */
static void prepare_telling(struct telling *w, const struct store_event *event)
{
    const struct table *t = w->t;
    if (t->state == NULL)
        return;
    bool move = strcmp(event->what, "move") == 0;
    table_state_at(t, t->ply - move, w->state);
    w->ply = t->ply - move;
    w->room = w->ply + 1;
    w->actions = malloc((size_t)w->room * sizeof *w->actions);
    if (w->actions == NULL)
        w->room = 0;
    else if (w->ply > 0)
        memcpy(w->actions, t->actions, (size_t)w->ply * sizeof *w->actions);
}

/* The event as this seat sees it, in `room`; its length, or 0 when it does not fit. */
static size_t write_event(struct table *t, const struct store_event *event, int seat)
{
    struct tk_writer out = tk_writer_over(room, ROOM);
    struct tk_json json = tk_json_over(&out);
    struct telling *w = calloc(1, sizeof *w);
    if (w == NULL)
        return 0;
    w->t = t;
    w->seat = seat;
    w->json = &json;
    prepare_telling(w, event);
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "event");
    tk_json_put_text(&json, "table", t->id);
    tk_json_put_int(&json, "seq", event->seq);
    tk_json_key(&json, "line");
    tell(w, event);
    if (strcmp(event->what, "chat") != 0)
        put_present(t, seat, &json);
    tk_json_close(&json, '}');
    free(w->actions);
    free(w);
    return tk_writer_fits(&out) ? out.length : 0;
}

static char *copy_room(size_t length, size_t *out_length)
{
    char *copy = length == 0 ? NULL : malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, room, length);
        copy[length] = '\0';
        *out_length = length;
    }
    return copy;
}

char *event_text(struct table *t, const struct store_event *event, int seat, size_t *out_length)
{
    return copy_room(write_event(t, event, seat), out_length);
}

static struct net_message *event_message(struct table *t, const struct store_event *event, int seat)
{
    size_t length = write_event(t, event, seat);
    return length == 0 ? NULL : net_message_new(room, length);
}

/* One message for each seat that watches, and one for all the others. */
void show_event(struct table *t, const struct store_event *event)
{
    struct net_message *messages[TK_SEATS_MAX + 1] = {NULL};
    for (int i = 0; i < t->watcher_count; i++) {
        struct watcher *watcher = &t->watchers[i];
        watcher->seat = table_seat_of(t, watcher->user); /* somebody may just have sat down */
        struct net_message **message = &messages[tk_viewer_written(watcher->seat) + 1];
        if (*message == NULL)
            *message = event_message(t, event, watcher->seat);
        net_send(t->app->net, watcher->socket, *message);
    }
    for (int i = 0; i <= TK_SEATS_MAX; i++)
        net_message_free(messages[i]);
    if (strcmp(event->what, "sat") == 0 || strcmp(event->what, "stood") == 0)
        show_people(t); /* a watcher has become a player, or the other way round */
}

void show_people(struct table *t)
{
    struct tk_writer out = tk_writer_over(room, ROOM);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "people");
    tk_json_put_text(&json, "table", t->id);
    put_people(t, &json);
    tk_json_close(&json, '}');
    struct net_message *message = net_message_new(room, out.length);
    for (int i = 0; i < t->watcher_count; i++)
        net_send(t->app->net, t->watchers[i].socket, message);
    net_message_free(message);
}

/* Lines since `since`, and the present at the end of them: what happened, and where it led. */
struct gap {
    struct telling *w;
    int64_t since;
};

static bool tell_gap(void *context, const struct store_event *event)
{
    struct gap *gap = context;
    struct tk_json *json = gap->w->json, nowhere;
    static char unread[64 * 1024];
    struct tk_writer out = tk_writer_over(unread, sizeof unread);
    if (event->seq > gap->w->t->seq)
        return true;
    if (event->seq <= gap->since) { /* followed, so that later moves can be told, but not written */
        nowhere = tk_json_over(&out);
        gap->w->json = &nowhere;
    }
    tell(gap->w, event);
    gap->w->json = json;
    return true;
}

void show_gap(struct table *t, net_id socket, int seat, int64_t since)
{
    if (since < 0 || since > t->seq || t->seq - since > GAP_MAX) {
        show_snapshot(t, socket, seat);
        return;
    }
    struct tk_writer out = tk_writer_over(room, ROOM);
    struct tk_json json = tk_json_over(&out);
    struct telling *w = calloc(1, sizeof *w);
    if (w == NULL)
        return;
    w->t = t;
    w->seat = seat;
    w->json = &json;
    struct gap gap = {w, since};
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", "gap");
    tk_json_put_text(&json, "table", t->id);
    tk_json_put_int(&json, "since", since);
    tk_json_put_int(&json, "seq", t->seq);
    tk_json_key(&json, "lines");
    tk_json_open(&json, '[');
    store_events(t->app->store, t->id, 0, tell_gap, &gap);
    tk_json_close(&json, ']');
    put_people(t, &json);
    put_present(t, seat, &json);
    tk_json_close(&json, '}');
    if (tk_writer_fits(&out))
        send_text(t->app, socket, room, out.length);
    free(w->actions);
    free(w);
}

/* --- who watches --- */

void watch(struct table *t, struct client *client)
{
    for (int i = 0; i < t->watcher_count; i++)
        if (t->watchers[i].socket == client->socket)
            return;
    if (t->watcher_count == t->watcher_room) {
        int larger = t->watcher_room == 0 ? 4 : 2 * t->watcher_room;
        struct watcher *watchers = realloc(t->watchers, (size_t)larger * sizeof *watchers);
        if (watchers == NULL)
            return;
        t->watchers = watchers;
        t->watcher_room = larger;
    }
    struct watcher *watcher = &t->watchers[t->watcher_count++];
    *watcher = (struct watcher){.socket = client->socket, .seat = table_seat_of(t, client->user)};
    snprintf(watcher->user, sizeof watcher->user, "%s", client->user);
    if (t->watcher_count <= 64)
        show_people(t);
}

void unwatch(struct table *t, net_id socket)
{
    for (int i = 0; i < t->watcher_count; i++) {
        if (t->watchers[i].socket != socket)
            continue;
        t->watchers[i] = t->watchers[--t->watcher_count];
        if (t->watcher_count < 64)
            show_people(t);
        return;
    }
}

/* --- lists --- */

static void put_summary_seats(const struct table *t, struct tk_json *json)
{
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int i = 0; i < t->config.players; i++) {
        const struct seat *seat = &t->seat[i];
        tk_json_open(json, '{');
        tk_json_put_text(json, "kind", seat_kinds[seat->kind]);
        tk_json_put_text(json, "name", seat->name);
        if (seat->kind == SEAT_BOT && seat->bot != NULL)
            tk_json_put_text(json, "level", seat->bot->name);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* A table in a list, as this user sees it: who sits there, whose turn it is, what is to be decided.
 */
json_t *table_summary(struct table *t, const char *user)
{
    struct tk_writer out = tk_writer_over(room, ROOM);
    struct tk_json json = tk_json_over(&out);
    struct tk_phrase prompt;
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "table", t->id);
    tk_json_put_text(&json, "game", t->game->id);
    tk_json_put_int(&json, "players", t->config.players);
    tk_json_put_text(&json, "status", statuses[t->status]);
    tk_json_put_int(&json, "you", tk_viewer_written(table_seat_of(t, user)));
    tk_json_put_int(&json, "actor", table_actor(t));
    tk_json_put_int(&json, "ply", t->ply);
    tk_json_put_int(&json, "created", t->created);
    tk_json_put_int(&json, "updated", t->updated);
    tk_json_put_int(&json, "watchers", watchers_of(t));
    put_summary_seats(t, &json);
    put_clock(t, &json);
    if (t->status == TABLE_PLAYING) {
        t->game->text.prompt(t->state, &prompt);
        tk_json_key(&json, "prompt");
        tk_phrase_json(t->game, &prompt, &json);
    } else if (t->status == TABLE_OVER) {
        put_standing(t, &json);
    }
    tk_json_close(&json, '}');
    return tk_writer_fits(&out) ? json_loadb(room, out.length, 0, NULL) : NULL;
}
