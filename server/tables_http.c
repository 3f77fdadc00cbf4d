/* SPDX-License-Identifier: MIT */
/* Games and tables over HTTP: lists, new tables, snapshots, views, records. */
#include "tables_http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "app.h"
#include "limits.h"
#include "lists.h"
#include "residency.h"
#include "show.h"
#include "snapshot.h"
#include "thinking.h"
#include "users.h"

enum { LIST_MOST = 50 };

/* What stands in show_room, paid for by what it cost. */
static void respond_room(struct call *c, size_t length, int rows)
{
    cost_charge(c->app, c->user, c->request->address, cost_of(length, rows));
    if (length == 0)
        return refuse(c->app, c->request->id, BUSY);
    net_respond(
        c->app->net, c->request->id,
        &(struct net_response){
            .status = 200, .type = "application/json", .body = show_room, .length = length});
}

/* --- games --- */

static void write_games(const struct app *app, struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    tk_json_open(&json, '{');
    tk_json_key(&json, "games");
    tk_json_open(&json, '[');
    for (int i = 0; tk_game_at(i) != NULL; i++)
        tk_catalogue(tk_game_at(i), &json);
    tk_json_close(&json, ']');
    tk_json_key(&json, "levels");
    tk_json_open(&json, '[');
    for (int i = 0; i < BOT_LEVELS && thinking_offers(app, bot_level(i)); i++)
        tk_json_text(&json, bot_levels[i]);
    tk_json_close(&json, ']');
    tk_json_close(&json, '}');
}

/* Written twice: the first time to see how long it is. */
static char *games_text(const struct app *app)
{
    struct tk_writer out = tk_writer_over(NULL, 0);
    write_games(app, &out);
    size_t size = out.length + 1;
    char *text = malloc(size);
    if (text == NULL)
        return NULL;
    out = tk_writer_over(text, size);
    write_games(app, &out);
    tk_writer_text(&out);
    return text;
}

/* They are the same as long as the program runs, and are written once. */
void get_games(struct call *c)
{
    const char *text = c->app->games;
    if (text == NULL)
        text = c->app->games = games_text(c->app);
    if (text == NULL)
        return refuse(c->app, c->request->id, BUSY);
    size_t length = strlen(text);
    cost_charge(c->app, c->user, c->request->address, cost_of(length, 0));
    net_respond(c->app->net, c->request->id,
                &(struct net_response){.status = 200,
                                       .type = "application/json",
                                       .body = text,
                                       .length = length,
                                       .keep = true});
}

/* --- lists --- */

static const char *user_id(const struct call *c)
{
    return c->user == NULL ? "" : c->user->row.id;
}

void get_tables(struct call *c)
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
        int rows = 0;
        size_t length = 0;
        enum refusal refusal =
            list_text(c->app, lists[i].list, user_id(c), LIST_MOST, &length, &rows);
        return refusal == LATER ? refuse(c->app, c->request->id, LATER)
                                : respond_room(c, refusal == FINE ? length : 0, rows);
    }
    refuse(c->app, c->request->id, BAD_REQUEST);
}

/* --- new tables --- */

/* Answers a creation once it is durable. */
struct creating {
    struct app *app;
    net_id id;
    char table[STORE_ID_MAX + 1], key[STORE_ID_MAX + 1];
};

/* The commitment comes with the answer: the creator's share may be sent after it was seen. */
static void table_created(void *context, bool fine)
{
    struct creating *w = context;
    const struct table *t = map_get(&w->app->tables, w->table);
    if (fine && t != NULL) {
        char commit[65];
        uint8_t hash[32];
        crypto_generichash(hash, sizeof hash, t->secret, sizeof t->secret, NULL, 0);
        sodium_bin2hex(commit, sizeof commit, hash, sizeof hash);
        respond(w->app, w->id, 201,
                json_pack("{s:s,s:s,s:s}", "table", w->table, "key", w->key, "commit", commit),
                NULL);
    } else {
        refuse(w->app, w->id, BUSY);
    }
    free(w);
}

static void refuse_wish(struct call *c, const char *why)
{
    json_t *error = refusal_json(BAD_REQUEST);
    json_object_set_new(error, "detail", json_string(why));
    refuse_with(c->app, c->request->id, BAD_REQUEST, error);
}

void post_tables(struct call *c)
{
    struct wish wish;
    int64_t wait = 0;
    const char *why = wish_read(c->body, c->user->row.id, &wish);
    if (why == NULL && !wish.offline && !thinking_offers_all(c->app, &wish))
        why = "this server has too few workers for such a bot";
    if (why != NULL)
        return refuse_wish(c, why);
    if (user_is_leaving(c->user))
        return refuse(c->app, c->request->id, BUSY);
    int unfinished = 0;
    enum refusal refusal =
        !table_is_counted(&wish) ? FINE : tables_unfinished(c->app, c->user->row.id, &unfinished);
    struct address *address = wish.open ? address_get(c->app, c->request->address) : NULL;
    if (refusal == FINE)
        refusal = offers_ask(c->app, address);
    if (refusal == FINE)
        refusal = table_allowed(c->app, c->user, c->request->address, &wish, unfinished, &wait);
    if (refusal == TOO_MANY)
        return refuse_for(c, wait);
    struct creating *w = refusal == FINE ? calloc(1, sizeof *w) : NULL;
    if (w == NULL)
        return refuse(c->app, c->request->id, refusal == FINE ? BUSY : refusal);
    w->app = c->app;
    w->id = c->request->id;
    user_keep(c->app, c->user);
    refusal = table_create(c->app, &wish, w->table, w->key, table_created, w);
    if (refusal != FINE) {
        free(w);
        return refuse(c->app, c->request->id, refusal);
    }
    offers_add(c->app, address, w->table);
}

/* --- one table --- */

static void get_snapshot(struct call *c, struct table *t)
{
    enum refusal refusal = snapshot_prepare(t, -1);
    if (refusal != FINE)
        return refuse(c->app, c->request->id, refusal);
    respond_room(c, snapshot_text(t, table_seat_of(t, user_id(c)), user_id(c)), LOG_PAGE);
}

/* KEY=NUMBER and nothing else; -1 if it is not. */
static int64_t query_number(const struct call *c, const char *key)
{
    enum { DIGITS_MAX = 15 };
    const char *query = c->request->query;
    size_t length = strlen(key);
    if (strncmp(query, key, length) != 0 || query[length] != '=')
        return -1;
    const char *number = query + length + 1;
    size_t digits = strspn(number, "0123456789");
    bool fine = digits > 0 && digits <= DIGITS_MAX && number[digits] == '\0';
    return fine ? strtoll(number, NULL, 10) : -1;
}

static void get_log(struct call *c, struct table *t)
{
    int64_t before = query_number(c, "before");
    if (before < 0)
        return refuse(c->app, c->request->id, BAD_REQUEST);
    enum refusal refusal = snapshot_prepare_log(t, before);
    if (refusal != FINE)
        return refuse(c->app, c->request->id, refusal);
    respond_room(c, snapshot_log_text(t, table_seat_of(t, user_id(c)), before, 0), LOG_PAGE);
}

static void get_view(struct call *c, struct table *t)
{
    tk_state state;
    int64_t ply = query_number(c, "ply");
    if (t->state == NULL || ply < 0 || ply > table_ply(t))
        return refuse(c->app, c->request->id, NOT_FOUND);
    history_state(&t->history, (int)ply, state);
    struct tk_writer out = tk_writer_over(show_room, SHOW_ROOM);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_json_put_int(&json, "ply", ply);
    tk_json_key(&json, "view");
    tk_view(t->game, state, table_seat_of(t, user_id(c)), &json);
    tk_json_close(&json, '}');
    respond_room(c, tk_writer_fits(&out) ? out.length : 0, 0);
}

static void put_tag(struct tk_writer *out, const char *tag, int number, const uint8_t *bytes)
{
    char hex[65];
    sodium_bin2hex(hex, sizeof hex, bytes, 32);
    tk_write_text(out, "[");
    tk_write_text(out, tag);
    if (number > 0)
        tk_write_int(out, number);
    tk_write_text(out, " \"");
    tk_write_text(out, hex);
    tk_write_text(out, "\"]\n");
}

/* What is needed to check the shuffle, and whether somebody among bots has tried again. */
static void put_proof(const struct table *t, struct tk_writer *out)
{
    uint8_t commit[32];
    if (t->offline) { /* its shuffle was nobody's promise */
        tk_write_text(out, "[Place \"offline\"]\n");
        return;
    }
    crypto_generichash(commit, sizeof commit, t->secret, sizeof t->secret, NULL, 0);
    put_tag(out, "Commit", 0, commit);
    put_tag(out, "Secret", 0, t->secret);
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].has_random)
            put_tag(out, "Random", seat + 1, t->seat[seat].random);
    if (t->taken_back == 0)
        return;
    tk_write_text(out, "[TakenBack \"");
    tk_write_int(out, t->taken_back);
    tk_write_text(out, "\"]\n");
}

/* The places of the seats say more than the points where somebody gave up or had no more time. */
static struct tk_ended ended_of(const struct table *t)
{
    struct tk_ended ended = {.how = tk_span_of(t->reason)};
    for (int seat = 0; seat < t->config.players; seat++)
        ended.resigned |= (uint8_t)((unsigned)t->seat[seat].resigned << seat);
    bool decided = strcmp(t->reason, "resigned") == 0 || strcmp(t->reason, "time") == 0 ||
                   (ended.resigned != 0 && strcmp(t->reason, "game") == 0);
    for (int seat = 0; seat < t->config.players && decided; seat++)
        ended.ranks[seat] = (uint8_t)t->ranks[seat];
    return ended;
}

static void get_record(struct call *c, struct table *t)
{
    struct tk_ended ended = ended_of(t);
    const char *names[TK_SEATS_MAX];
    char name[64];
    if (t->status != TABLE_OVER || t->state == NULL)
        return refuse(c->app, c->request->id, NOT_NOW);
    tk_action *actions = calloc((size_t)table_ply(t) + 1, sizeof *actions);
    if (actions == NULL)
        return refuse(c->app, c->request->id, BUSY);
    for (int ply = 0; ply < table_ply(t); ply++)
        actions[ply] = history_action(&t->history, ply);
    for (int seat = 0; seat < t->config.players; seat++)
        names[seat] = seat_name(t, seat);
    struct tk_writer out = tk_writer_over(show_room, SHOW_ROOM);
    put_proof(t, &out);
    tk_record_write(
        &(struct tk_played){t->game, &t->config, t->seed, names, actions, table_ply(t), &ended},
        &out);
    free(actions);
    if (!tk_writer_fits(&out))
        return refuse(c->app, c->request->id, BUSY);
    /* it is written by playing the game once more */
    cost_charge(c->app, c->user, c->request->address, cost_of(4 * out.length, 0));
    snprintf(name, sizeof name, "attachment; filename=\"%s-%.8s.takht\"", t->game->id, t->id);
    net_respond(c->app->net, c->request->id,
                &(struct net_response){.status = 200,
                                       .type = "text/plain; charset=utf-8",
                                       .disposition = name,
                                       .body = show_room,
                                       .length = out.length});
}

void get_one_table(struct call *c, const char *rest)
{
    static const struct {
        const char *path;
        enum refusal (*find)(struct app *, const char *, struct table **);
        void (*get)(struct call *, struct table *);
    } parts[] = {{"", table_find, get_snapshot}, /* which freshens it itself */
                 {"/log", table_find, get_log},
                 {"/view", table_find_fresh, get_view},
                 {"/record", table_find_fresh, get_record}};
    char id[STORE_ID_MAX + 1];
    size_t length = strcspn(rest, "/");
    for (int i = 0; length <= STORE_ID_MAX && i < TK_COUNT(parts); i++) {
        if (strcmp(parts[i].path, rest + length) != 0)
            continue;
        struct table *t;
        snprintf(id, sizeof id, "%.*s", (int)length, rest);
        enum refusal refusal = parts[i].find(c->app, id, &t);
        return refusal == FINE ? parts[i].get(c, t) : refuse(c->app, c->request->id, refusal);
    }
    refuse(c->app, c->request->id, NOT_FOUND);
}
