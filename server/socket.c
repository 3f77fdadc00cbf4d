/* The WebSocket: who may open one, and what its messages ask for. */
#include "app.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "origin.h"

static void client_name(net_id id, char out[24])
{
    snprintf(out, 24, "%llx", (unsigned long long)id);
}

static struct client *find_client(struct app *app, net_id id)
{
    char name[24];
    client_name(id, name);
    return map_get(&app->clients, name);
}

int socket_refuse(void *context, const struct net_request *request)
{
    struct app *app = context;
    if (strcmp(request->path, "/ws") != 0)
        return 404;
    if (!origin_is(request->origin, request->host, request->secure))
        return 403;
    if (user_of_cookie(app, request->cookie) == NULL)
        return 401;
    struct address *address = address_get(app, request->address);
    if (app->draining || address == NULL)
        return 503;
    int64_t wait = 0;
    bool full =
        app->config.sockets_per_address > 0 && address->sockets >= app->config.sockets_per_address;
    bool often = !app->config.open_limits &&
                 !allowance_take(&allow_sockets, &address->opened, &address->opened_at, &wait);
    return full || often ? 429 : 0;
}

void socket_open(void *context, const struct net_request *request)
{
    struct app *app = context;
    struct user *user = user_of_cookie(app, request->cookie);
    struct client *client = calloc(1, sizeof *client);
    char name[24];
    client_name(request->id, name);
    if (client == NULL || user == NULL || !map_put(&app->clients, name, client)) {
        free(client);
        net_hang_up(app->net, request->id, 1011, "busy");
        return;
    }
    client->socket = request->id;
    snprintf(client->user, sizeof client->user, "%s", user->row.id);
    snprintf(client->address, sizeof client->address, "%s", request->address);
    user->sockets++;
    address_get(app, request->address)->sockets++;
}

void socket_close(void *context, net_id id)
{
    struct app *app = context;
    struct client *client = find_client(app, id);
    char name[24];
    if (client == NULL)
        return;
    for (int i = 0; i < WATCHED_MAX; i++) {
        struct table *t =
            client->watched[i][0] == '\0' ? NULL : map_get(&app->tables, client->watched[i]);
        if (t != NULL)
            unwatch(t, id);
    }
    struct user *user = map_get(&app->users, client->user);
    struct address *address = address_get(app, client->address);
    if (user != NULL)
        user->sockets--;
    if (address != NULL)
        address->sockets--;
    client_name(id, name);
    map_remove(&app->clients, name);
    free(client);
}

void socket_resync(void *context, net_id id)
{
    struct app *app = context;
    struct client *client = find_client(app, id);
    for (int i = 0; client != NULL && i < WATCHED_MAX; i++) {
        struct table *t = client->watched[i][0] == '\0' ? NULL : table_get(app, client->watched[i]);
        if (t != NULL)
            show_snapshot(t, id, table_seat_of(t, client->user));
    }
}

/* --- answers --- */

static void reply(struct app *app, net_id id, json_int_t number, json_t *extra)
{
    json_t *message = json_pack("{s:s,s:I,s:b}", "t", "reply", "n", number, "ok", 1);
    if (extra != NULL)
        json_object_update(message, extra);
    json_decref(extra);
    send_json(app, id, message);
}

static void refuse(struct app *app, net_id id, json_int_t number, json_t *error)
{
    app->refused++;
    send_json(app, id,
              json_pack("{s:s,s:I,s:b,s:o}", "t", "reply", "n", number, "ok", 0, "error", error));
}

/* --- messages that do not change a table --- */

struct said {
    struct app *app;
    struct client *client;
    json_t *message;
    json_int_t number;
    struct table *table; /* NULL where the message needs none */
};

static void on_hello(struct said *m)
{
    struct user *user = user_get(m->app, m->client->user);
    if (json_integer_value(json_object_get(m->message, "v")) != 1 || user == NULL)
        return refuse(m->app, m->client->socket, m->number, refusal_json(BAD_REQUEST));
    m->client->greeted = true;
    reply(m->app, m->client->socket, m->number,
          json_pack("{s:i,s:o,s:I}", "v", 1, "user", user_json(user), "now", now_ms()));
}

static void on_watch(struct said *m)
{
    json_t *since = json_object_get(m->message, "since");
    int free_place = -1;
    for (int i = 0; i < WATCHED_MAX; i++) {
        bool mine = strcmp(m->client->watched[i], m->table->id) == 0;
        if (mine || (free_place < 0 && m->client->watched[i][0] == '\0'))
            free_place = i;
    }
    if (free_place < 0 || (since != NULL && !json_is_integer(since)))
        return refuse(m->app, m->client->socket, m->number,
                      refusal_json(free_place < 0 ? TOO_MANY : BAD_REQUEST));
    snprintf(m->client->watched[free_place], sizeof m->client->watched[0], "%s", m->table->id);
    watch(m->table, m->client);
    reply(m->app, m->client->socket, m->number, NULL);
    int seat = table_seat_of(m->table, m->client->user);
    if (since == NULL)
        show_snapshot(m->table, m->client->socket, seat);
    else
        show_gap(m->table, m->client->socket, seat, json_integer_value(since));
}

static void on_unwatch(struct said *m)
{
    for (int i = 0; i < WATCHED_MAX; i++)
        if (strcmp(m->client->watched[i], m->table->id) == 0)
            m->client->watched[i][0] = '\0';
    unwatch(m->table, m->client->socket);
    reply(m->app, m->client->socket, m->number, NULL);
}

static void on_ping(struct said *m)
{
    reply(m->app, m->client->socket, m->number, json_pack("{s:I}", "now", now_ms()));
}

/* The move that the seat to act asks about, or why not. */
static enum refusal asked_move(struct said *m, tk_action *out_action)
{
    json_t *ply = json_object_get(m->message, "ply");
    const char *move = json_string_value(json_object_get(m->message, "move"));
    struct table *t = m->table;
    int seat = table_seat_of(t, m->client->user);
    if (!json_is_integer(ply) || move == NULL)
        return BAD_REQUEST;
    if (seat < 0 || table_actor(t) != seat)
        return FORBIDDEN;
    if (json_integer_value(ply) != t->ply)
        return STALE;
    bool legal = tk_move_parse(t->game, t->state, tk_span_of(move), out_action) == TK_OK;
    return legal ? FINE : REFUSED;
}

/* What a move does, as the phrase that the log would hold. */
static json_t *move_in_words(const struct tk_game *game, const void *before, tk_action action)
{
    tk_state after;
    struct tk_phrase phrases[TK_PHRASES_MAX];
    char text[4096];
    memcpy(after, before, game->state_size);
    tk_play(game, after, action);
    game->text.describe(before, action, after, TK_SPECTATOR, phrases);
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    tk_phrase_json(game, &phrases[0], &json);
    return json_loadb(text, out.length, 0, NULL);
}

/* What a move would do, told from a redrawn table. */
static void on_preview(struct said *m)
{
    tk_state before;
    struct table *t = m->table;
    tk_action action = 0;
    enum refusal refusal = asked_move(m, &action);
    if (refusal != FINE)
        return refuse(m->app, m->client->socket, m->number, refusal_json(refusal));
    struct tk_rng rng;
    tk_rng_init(&rng, 1, (uint64_t)t->ply);
    memcpy(before, t->state, t->game->state_size);
    t->game->knowledge.determinise(before, table_actor(t), &rng);
    reply(m->app, m->client->socket, m->number,
          json_pack("{s:o}", "say", move_in_words(t->game, before, action)));
}

/* --- hints: a bot thinks on a worker --- */

enum { HINTS_MAX = 3 };

struct hint {
    struct job job;
    net_id socket;
    json_int_t number;
    const struct tk_game *game;
    struct tk_rng rng;
    struct bot_answer answer;
    tk_state state;
};

static void think_hint(struct job *job)
{
    struct hint *hint = (struct hint *)job;
    const struct bot *bot = bot_level(BOT_LEVELS - 1);
    bot->choose(bot,
                &(struct bot_request){.game = hint->game, .state = hint->state, .rng = &hint->rng},
                &hint->answer);
    if (hint->answer.count == 0) /* a forced move needs no thought */
        hint->answer.best[hint->answer.count++] = (struct bot_line){.action = hint->answer.action};
}

static json_t *line_json(const struct hint *hint, const struct bot_line *line)
{
    char text[TK_MOVE_TEXT_MAX + 1];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    hint->game->text.format(hint->state, line->action, &out);
    json_t *json = json_pack("{s:s,s:o}", "move", tk_writer_text(&out), "say",
                             move_in_words(hint->game, hint->state, line->action));
    if (line->visits > 0)
        json_object_set_new(json, "win", json_real(round(1000 * line->win) / 1000));
    return json;
}

static void tell_hint(struct app *app, struct job *job)
{
    struct hint *hint = (struct hint *)job;
    json_t *moves = json_array();
    for (int i = 0; i < hint->answer.count && i < HINTS_MAX; i++)
        json_array_append_new(moves, line_json(hint, &hint->answer.best[i]));
    reply(app, hint->socket, hint->number, json_pack("{s:o}", "moves", moves));
    free(hint);
}

static void on_hint(struct said *m)
{
    struct table *t = m->table;
    struct user *user = user_get(m->app, m->client->user);
    json_t *ply = json_object_get(m->message, "ply");
    int seat = table_seat_of(t, m->client->user);
    int64_t wait = 0;
    if (!json_is_integer(ply) || user == NULL)
        return refuse(m->app, m->client->socket, m->number, refusal_json(BAD_REQUEST));
    if (!t->hints || seat < 0 || table_actor(t) != seat)
        return refuse(m->app, m->client->socket, m->number, refusal_json(FORBIDDEN));
    if (json_integer_value(ply) != t->ply)
        return refuse(m->app, m->client->socket, m->number, refusal_json(STALE));
    if (!m->app->config.open_limits &&
        !allowance_take(&allow_work, &user->work, &user->work_at, &wait)) {
        json_t *error = refusal_json(TOO_MANY);
        json_object_set_new(error, "retry_ms", json_integer(wait));
        return refuse(m->app, m->client->socket, m->number, error);
    }
    struct hint *hint = calloc(1, sizeof *hint);
    if (hint == NULL)
        return refuse(m->app, m->client->socket, m->number, refusal_json(BUSY));
    hint->job = (struct job){.work = think_hint, .done = tell_hint};
    snprintf(hint->job.owner, sizeof hint->job.owner, "%s", t->id);
    hint->socket = m->client->socket;
    hint->number = m->number;
    hint->game = t->game;
    tk_rng_init(&hint->rng, (uint64_t)now_ms(), (uint64_t)t->ply);
    memcpy(hint->state, t->state, t->game->state_size);
    t->game->knowledge.determinise(hint->state, seat, &hint->rng);
    pool_add(m->app->pool, &hint->job);
}

/* --- messages that do: they wait in line at the table --- */

static void on_deed(struct said *m)
{
    struct request *request = calloc(1, sizeof *request);
    if (request == NULL)
        return refuse(m->app, m->client->socket, m->number, refusal_json(BUSY));
    request->socket = m->client->socket;
    request->number = m->number;
    request->message = json_incref(m->message);
    snprintf(request->user, sizeof request->user, "%s", m->client->user);
    snprintf(request->what, sizeof request->what, "%s",
             json_string_value(json_object_get(m->message, "t")));
    table_request(m->table, request);
}

static const struct {
    const char *what;
    bool needs_table;
    void (*on)(struct said *);
} kinds[] = {
    {"hello", false, on_hello},    {"ping", false, on_ping},      {"watch", true, on_watch},
    {"unwatch", true, on_unwatch}, {"preview", true, on_preview}, {"hint", true, on_hint},
    {"move", true, on_deed},       {"undo", true, on_deed},       {"sit", true, on_deed},
    {"stand", true, on_deed},      {"bot", true, on_deed},        {"start", true, on_deed},
    {"resign", true, on_deed},     {"offer", true, on_deed},      {"answer", true, on_deed},
    {"away", true, on_deed},       {"back", true, on_deed},       {"rematch", true, on_deed},
    {"chat", true, on_deed},
};

static void dispatch(struct said *m)
{
    const char *what = json_string_value(json_object_get(m->message, "t"));
    const char *id = json_string_value(json_object_get(m->message, "table"));
    for (int i = 0; what != NULL && i < TK_COUNT(kinds); i++) {
        if (strcmp(kinds[i].what, what) != 0)
            continue;
        if (!m->client->greeted && strcmp(what, "hello") != 0)
            return refuse(m->app, m->client->socket, m->number, refusal_json(NOT_NOW));
        if (kinds[i].needs_table && (id == NULL || (m->table = table_get(m->app, id)) == NULL))
            return refuse(m->app, m->client->socket, m->number,
                          refusal_json(id == NULL ? BAD_REQUEST : NOT_FOUND));
        kinds[i].on(m);
        return;
    }
    refuse(m->app, m->client->socket, m->number, refusal_json(BAD_REQUEST));
}

void socket_message(void *context, net_id id, const char *text, size_t length)
{
    struct app *app = context;
    struct client *client = find_client(app, id);
    int64_t wait = 0;
    if (client == NULL || app->draining)
        return;
    struct user *user = user_get(app, client->user);
    if (user == NULL || user->row.banned) {
        net_hang_up(app->net, id, 1008, "banned");
        return;
    }
    if (!app->config.open_limits &&
        !allowance_take(&allow_messages, &user->messages, &user->messages_at, &wait)) {
        json_t *error = refusal_json(TOO_MANY);
        json_object_set_new(error, "retry_ms", json_integer(wait));
        if (++client->flood == FLOOD_MAX)
            net_hang_up(app->net, id, 1008, "too many messages");
        if (client->flood <= 10)
            refuse(app, id, 0, error);
        else
            json_decref(error);
        return;
    }
    client->flood = 0;
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    json_t *number = json_object_get(message, "n");
    struct said m = {
        .app = app, .client = client, .message = message, .number = json_integer_value(number)};
    if (!json_is_object(message) || !json_is_integer(number))
        refuse(app, id, 0, refusal_json(BAD_REQUEST));
    else
        dispatch(&m);
    json_decref(message);
}
