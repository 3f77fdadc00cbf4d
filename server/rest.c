/* Requests over HTTP: who I am, lists, tables, records, and how the server is. */
#include "rest.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "app.h"
#include "assets.h"
#include "sessions.h"
#include "users.h"

enum { LIST_MOST = 50 };

/* --- answers --- */

void respond(struct app *app, net_id id, int status, json_t *body, const char *cookie)
{
    char *text = json_dumps(body, JSON_COMPACT);
    net_respond(app->net, id,
                &(struct net_response){.status = status,
                                       .type = "application/json",
                                       .cookie = cookie,
                                       .body = text == NULL ? "" : text,
                                       .length = text == NULL ? 0 : strlen(text)});
    free(text);
    json_decref(body);
}

void refuse_with(struct app *app, net_id id, enum refusal refusal, json_t *error)
{
    app->refused++;
    respond(app, id, refusal_status(refusal), json_pack("{s:o}", "error", error), NULL);
}

void refuse(struct app *app, net_id id, enum refusal refusal)
{
    refuse_with(app, id, refusal, refusal_json(refusal));
}

void refuse_for(struct app *app, net_id id, int64_t wait_ms)
{
    json_t *error = refusal_json(TOO_MANY);
    json_object_set_new(error, "retry_ms", json_integer(wait_ms));
    refuse_with(app, id, TOO_MANY, error);
}

/* --- games and tables --- */

static json_t *words_json(const struct tk_game *game, const char *key)
{
    json_t *words = json_object();
    int word = tk_word_find(game->words, tk_span_of(key));
    for (int lang = 0; word >= 0 && lang < TK_LANG_COUNT; lang++)
        json_object_set_new(words, tk_lang_codes[lang],
                            json_string(game->words->table[word].text[lang].other));
    return words;
}

static json_t *option_json(const struct tk_game *game, const struct tk_option *option)
{
    static const char *const kinds[] = {"choice", "range", "seat", "custom"};
    char key[96], standard[TK_OPTION_TEXT_MAX + 1];
    struct tk_writer out = tk_writer_over(standard, sizeof standard);
    json_t *values = json_array();
    tk_option_format(option, option->standard, &out);
    for (int i = 0; option->values != NULL && option->values[i] != NULL; i++)
        json_array_append_new(values, json_string(option->values[i]));
    snprintf(key, sizeof key, "option.%s", option->name);
    json_t *title = words_json(game, key);
    snprintf(key, sizeof key, "option.%s.help", option->name);
    return json_pack("{s:s,s:s,s:s,s:o,s:i,s:i,s:o,s:o}", "name", option->name, "kind",
                     kinds[option->kind], "default", tk_writer_text(&out), "values", values, "low",
                     (int)option->low, "high", (int)option->high, "title", title, "help",
                     words_json(game, key));
}

static json_t *game_json(const struct tk_game *game)
{
    json_t *options = json_array();
    for (int i = 0; i < game->option_count; i++)
        json_array_append_new(options, option_json(game, &game->options[i]));
    return json_pack("{s:s,s:i,s:i,s:o,s:o,s:o}", "game", game->id, "players_min",
                     (int)game->seats_min, "players_max", (int)game->seats_max, "title",
                     words_json(game, game->words->table[game->name_word].key), "about",
                     words_json(game, game->words->table[game->about_word].key), "options",
                     options);
}

static void get_games(struct call *c)
{
    json_t *games = json_array(), *levels = json_array();
    for (int i = 0; tk_game_at(i) != NULL; i++)
        json_array_append_new(games, game_json(tk_game_at(i)));
    for (int i = 0; i < BOT_LEVELS; i++)
        json_array_append_new(levels, json_string(bot_levels[i]));
    respond(c->app, c->request->id, 200, json_pack("{s:o,s:o}", "games", games, "levels", levels),
            NULL);
}

static const char *user_id(const struct call *c)
{
    return c->user == NULL ? "" : c->user->row.id;
}

struct listing {
    struct app *app;
    const char *user;
    json_t *tables;
};

static bool list_table(void *context, const struct store_table *row)
{
    struct listing *l = context;
    struct table *t = table_get(l->app, row->id);
    if (t != NULL)
        json_array_append_new(l->tables, table_summary(t, l->user));
    return true;
}

static void get_tables(struct call *c)
{
    static const struct {
        const char *query;
        enum store_list list;
    } lists[] = {{"list=open", STORE_OPEN},
                 {"list=live", STORE_LIVE},
                 {"list=mine", STORE_MINE},
                 {"list=done", STORE_DONE}};
    for (int i = 0; i < TK_COUNT(lists); i++) {
        if (strcmp(c->request->query, lists[i].query) != 0)
            continue;
        struct listing l = {c->app, user_id(c), json_array()};
        store_tables(c->app->store, lists[i].list, l.user, LIST_MOST, list_table, &l);
        return respond(c->app, c->request->id, 200, json_pack("{s:o}", "tables", l.tables), NULL);
    }
    refuse(c->app, c->request->id, BAD_REQUEST);
}

/* Answers a creation once it is durable. */
struct creating {
    struct app *app;
    net_id id;
    char table[STORE_ID_MAX + 1], key[STORE_ID_MAX + 1];
};

static void table_created(void *context, bool durable)
{
    struct creating *w = context;
    if (durable)
        respond(w->app, w->id, 201, json_pack("{s:s,s:s}", "table", w->table, "key", w->key), NULL);
    else
        refuse(w->app, w->id, BUSY);
    free(w);
}

static void post_tables(struct call *c)
{
    struct address *address = address_get(c->app, c->request->address);
    int64_t wait = 0;
    if (c->app->draining)
        return refuse(c->app, c->request->id, BUSY);
    if (!c->app->config.open_limits && address != NULL &&
        !allowance_take(&allow_tables, &address->tables, &address->tables_at, &wait))
        return refuse_for(c->app, c->request->id, wait);
    struct creating *w = calloc(1, sizeof *w);
    if (w == NULL)
        return refuse(c->app, c->request->id, BUSY);
    w->app = c->app;
    w->id = c->request->id;
    user_keep(c->app, c->user);
    enum refusal refusal =
        table_create(c->app, c->user, c->body, w->table, w->key, table_created, w);
    if (refusal != FINE) {
        free(w);
        refuse(c->app, c->request->id, refusal);
    }
}

/* --- one table --- */

static void get_table(struct call *c, struct table *t)
{
    size_t length = 0;
    char *text = snapshot_text(t, table_seat_of(t, user_id(c)), user_id(c), &length);
    if (text == NULL)
        return refuse(c->app, c->request->id, BUSY);
    net_respond(c->app->net, c->request->id,
                &(struct net_response){
                    .status = 200, .type = "application/json", .body = text, .length = length});
    free(text);
}

static void get_view(struct call *c, struct table *t)
{
    enum { ROOM = 512 * 1024 };
    static char room[ROOM];
    tk_state state;
    int ply = -1;
    if (t->state == NULL || sscanf(c->request->query, "ply=%d", &ply) != 1 || ply < 0 ||
        ply > t->ply)
        return refuse(c->app, c->request->id, NOT_FOUND);
    table_state_at(t, ply, state);
    struct tk_writer out = tk_writer_over(room, ROOM);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_json_put_int(&json, "ply", ply);
    tk_json_key(&json, "view");
    tk_view(t->game, state, table_seat_of(t, user_id(c)), &json);
    tk_json_close(&json, '}');
    net_respond(c->app->net, c->request->id,
                &(struct net_response){
                    .status = 200, .type = "application/json", .body = room, .length = out.length});
}

/* The record, with what is needed to check the shuffle. */
static void get_record(struct call *c, struct table *t)
{
    enum { ROOM = 512 * 1024 };
    static char room[ROOM];
    const char *names[TK_SEATS_MAX];
    char name[64], hex[2 * RANDOM_BYTES + 1];
    uint8_t commit[32];
    if (t->status != TABLE_OVER || t->state == NULL)
        return refuse(c->app, c->request->id, NOT_NOW);
    for (int seat = 0; seat < t->config.players; seat++)
        names[seat] = t->seat[seat].name;
    struct tk_writer out = tk_writer_over(room, ROOM);
    crypto_generichash(commit, sizeof commit, t->secret, sizeof t->secret, NULL, 0);
    sodium_bin2hex(hex, sizeof hex, commit, sizeof commit);
    tk_write_text(&out, "[Commit \"");
    tk_write_text(&out, hex);
    sodium_bin2hex(hex, sizeof hex, t->secret, sizeof t->secret);
    tk_write_text(&out, "\"]\n[Secret \"");
    tk_write_text(&out, hex);
    tk_write_text(&out, "\"]\n");
    for (int seat = 0; seat < t->config.players; seat++) {
        if (!t->seat[seat].has_random)
            continue;
        sodium_bin2hex(hex, sizeof hex, t->seat[seat].random, sizeof t->seat[seat].random);
        tk_write_text(&out, "[Random");
        tk_write_int(&out, seat + 1);
        tk_write_text(&out, " \"");
        tk_write_text(&out, hex);
        tk_write_text(&out, "\"]\n");
    }
    tk_record_write(&(struct tk_played){t->game, &t->config, t->seed, names, t->actions, t->ply},
                    &out);
    if (!tk_writer_fits(&out))
        return refuse(c->app, c->request->id, BUSY);
    snprintf(name, sizeof name, "attachment; filename=\"%s-%.8s.takht\"", t->game->id, t->id);
    net_respond(c->app->net, c->request->id,
                &(struct net_response){.status = 200,
                                       .type = "text/plain; charset=utf-8",
                                       .disposition = name,
                                       .body = room,
                                       .length = out.length});
}

static void one_table(struct call *c, const char *rest)
{
    char id[STORE_ID_MAX + 1];
    size_t length = strcspn(rest, "/");
    struct table *t = NULL;
    if (length <= STORE_ID_MAX) {
        snprintf(id, sizeof id, "%.*s", (int)length, rest);
        t = table_get(c->app, id);
    }
    rest += length;
    if (t != NULL && rest[0] == '\0')
        get_table(c, t);
    else if (t != NULL && strcmp(rest, "/view") == 0)
        get_view(c, t);
    else if (t != NULL && strcmp(rest, "/record") == 0)
        get_record(c, t);
    else
        refuse(c->app, c->request->id, NOT_FOUND);
}

/* --- how the server is --- */

static void get_health(struct call *c)
{
    bool healthy = store_healthy(c->app->store) && !c->app->draining;
    net_respond(c->app->net, c->request->id,
                &(struct net_response){.status = healthy ? 200 : 503,
                                       .type = "text/plain",
                                       .body = healthy ? "ok\n" : "not ready\n",
                                       .length = healthy ? 3 : 10,
                                       .keep = true});
}

static int64_t resident_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file != NULL) {
        if (fscanf(file, "%*s %ld", &pages) != 1)
            pages = 0;
        fclose(file);
    }
    return (int64_t)pages * 4096;
}

static void get_metrics(struct call *c)
{
    struct app *app = c->app;
    struct net_counts net = net_counts(app->net);
    struct store_stats store = store_stats(app->store);
    const struct {
        const char *name, *kind, *help;
        int64_t value;
    } rows[] = {
        {"takht_sockets", "gauge", "open WebSockets", net.sockets},
        {"takht_requests_total", "counter", "HTTP requests", net.requests},
        {"takht_messages_in_total", "counter", "messages from clients", net.messages_in},
        {"takht_messages_out_total", "counter", "messages to clients", net.messages_out},
        {"takht_bytes_out_total", "counter", "bytes of messages to clients", net.bytes_out},
        {"takht_overflows_total", "counter", "clients that read too slowly", net.overflows},
        {"takht_tables", "gauge", "tables in memory", (int64_t)app->tables.count},
        {"takht_users", "gauge", "users in memory", (int64_t)app->users.count},
        {"takht_moves_total", "counter", "durable moves", app->moves},
        {"takht_events_total", "counter", "durable events", app->events},
        {"takht_refused_total", "counter", "requests refused", app->refused},
        {"takht_store_queue", "gauge", "changes that wait for the disk",
         store_queue_length(app->store)},
        {"takht_store_commits_total", "counter", "transactions", store.commits},
        {"takht_store_changes_total", "counter", "changes in them", store.changes},
        {"takht_store_last_commit_microseconds", "gauge", "time of the last one",
         store.last_commit_us},
        {"takht_store_slowest_commit_microseconds", "gauge", "time of the slowest one",
         store.slowest_commit_us},
        {"takht_jobs_waiting", "gauge", "bots and passwords that wait for a worker",
         pool_length(app->pool)},
        {"takht_resident_bytes", "gauge", "memory", resident_bytes()},
        {"takht_uptime_seconds", "gauge", "since the start", (now_ms() - app->started) / 1000},
    };
    char text[8192];
    size_t used = 0;
    for (int i = 0; i < TK_COUNT(rows); i++)
        used += (size_t)snprintf(
            text + used, sizeof text - used, "# HELP %s %s\n# TYPE %s %s\n%s %lld\n", rows[i].name,
            rows[i].help, rows[i].name, rows[i].kind, rows[i].name, (long long)rows[i].value);
    int64_t sum = 0;
    used += (size_t)snprintf(text + used, sizeof text - used,
                             "# HELP takht_move_milliseconds from request to broadcast\n"
                             "# TYPE takht_move_milliseconds histogram\n");
    for (int i = 0; i < TK_COUNT(app->latency); i++) {
        sum += app->latency[i];
        char edge[16];
        snprintf(edge, sizeof edge, i == TK_COUNT(app->latency) - 1 ? "+Inf" : "%d", 1 << i);
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "takht_move_milliseconds_bucket{le=\"%s\"} %lld\n", edge,
                                 (long long)sum);
    }
    net_respond(
        app->net, c->request->id,
        &(struct net_response){
            .status = 200, .type = "text/plain; version=0.0.4", .body = text, .length = used});
}

/* --- routes --- */

static const struct {
    enum net_method method;
    const char *path;
    bool needs_user;
    void (*handle)(struct call *);
} routes[] = {
    {NET_GET, "/healthz", false, get_health},
    {NET_GET, "/metrics", false, get_metrics},
    {NET_GET, "/api/v1/me", false, get_me},
    {NET_POST, "/api/v1/me", true, post_me},
    {NET_POST, "/api/v1/password", true, post_password},
    {NET_POST, "/api/v1/signin", false, post_signin},
    {NET_POST, "/api/v1/signout", true, post_signout},
    {NET_GET, "/api/v1/me/sessions", true, get_sessions},
    {NET_POST, "/api/v1/me/sessions/end", true, post_sessions_end},
    {NET_GET, "/api/v1/me/export", true, get_export},
    {NET_POST, "/api/v1/me/delete", true, post_delete},
    {NET_GET, "/api/v1/games", false, get_games},
    {NET_GET, "/api/v1/tables", false, get_tables},
    {NET_POST, "/api/v1/tables", true, post_tables},
};

/* A POST must be JSON from our own page; then it is worth reading. */
static bool read_body(struct call *c)
{
    if (c->request->method != NET_POST)
        return true;
    if (strncmp(c->request->type, "application/json", 16) != 0 || !origin_is_ours(c->request)) {
        refuse(c->app, c->request->id, origin_is_ours(c->request) ? BAD_REQUEST : FORBIDDEN);
        return false;
    }
    c->body = json_loadb(c->request->body, c->request->body_length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(c->body)) {
        refuse(c->app, c->request->id, BAD_REQUEST);
        return false;
    }
    return true;
}

static void route(struct call *c)
{
    static const char tables[] = "/api/v1/tables/";
    const char *path = c->request->path;
    for (int i = 0; i < TK_COUNT(routes); i++) {
        if (routes[i].method != c->request->method || strcmp(routes[i].path, path) != 0)
            continue;
        if (routes[i].needs_user && c->user == NULL)
            return refuse(c->app, c->request->id, NOT_SIGNED_IN);
        return routes[i].handle(c);
    }
    if (c->request->method == NET_GET && strncmp(path, tables, sizeof tables - 1) == 0)
        return one_table(c, path + sizeof tables - 1);
    if (c->request->method == NET_GET && strncmp(path, "/api/", 5) != 0)
        return assets_serve(c->app->net, c->request);
    refuse(c->app, c->request->id, NOT_FOUND);
}

void rest_request(void *context, const struct net_request *request)
{
    struct call c = {.app = context, .request = request};
    if (c.app->draining)
        return refuse(c.app, request->id, BUSY);
    c.user = user_of_cookie(c.app, request->cookie, c.session);
    if (read_body(&c))
        route(&c);
    json_decref(c.body);
}
