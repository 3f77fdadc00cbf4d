/* Requests over HTTP: who I am, lists, tables, records, and how the server is. */
#include "app.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets.h"
#include "metrics.h"
#include "origin.h"

enum { LIST_MOST = 50 };

/* A request on its way through a handler. */
struct call {
    struct app *app;
    const struct net_request *request;
    struct user *user; /* NULL: no valid cookie */
    json_t *body;      /* of a POST */
    bool new_guest;
};

/* --- answers --- */

static void respond(struct app *app, net_id id, int status, json_t *body, const char *cookie)
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

static void refuse(struct app *app, net_id id, enum refusal refusal)
{
    app->refused++;
    respond(app, id, refusal_status(refusal), json_pack("{s:o}", "error", refusal_json(refusal)),
            NULL);
}

static void refuse_for(struct app *app, net_id id, int64_t wait_ms)
{
    json_t *error = refusal_json(TOO_MANY);
    json_object_set_new(error, "retry_ms", json_integer(wait_ms));
    app->refused++;
    respond(app, id, refusal_status(TOO_MANY), json_pack("{s:o}", "error", error), NULL);
}

/* {"user":…} with the cookie that makes the client this user. */
static void respond_user(struct app *app, net_id id, const struct user *user, bool secure)
{
    char cookie[256];
    user_cookie(app, user, secure, cookie, sizeof cookie);
    respond(app, id, 200, json_pack("{s:o}", "user", user_json(user)), cookie);
}

/* --- me --- */

/* A guest costs memory before doing anything: an address gets only so many. */
static bool may_be_guest(struct call *c)
{
    struct address *address = address_get(c->app, c->request->address);
    int64_t wait = 0;
    if (c->app->config.open_limits || address == NULL ||
        allowance_take(&allow_guests, &address->guests, &address->guests_at, &wait))
        return true;
    refuse_for(c->app, c->request->id, wait);
    return false;
}

static void get_me(struct call *c)
{
    if (c->user == NULL && !may_be_guest(c))
        return;
    if (c->user == NULL && (c->user = user_guest(c->app)) == NULL)
        return refuse(c->app, c->request->id, BUSY);
    respond_user(c->app, c->request->id, c->user, c->request->secure);
}

/* Answers once something about the user is durable. */
struct waiting {
    struct app *app;
    net_id id;
    char user[STORE_ID_MAX + 1];
    bool secure, sign_out;
};

static void user_written(void *context, bool durable)
{
    struct waiting *w = context;
    struct user *user = map_get(&w->app->users, w->user);
    if (!durable || (user == NULL && !w->sign_out))
        refuse(w->app, w->id, BUSY);
    else if (w->sign_out)
        respond(w->app, w->id, 200, json_pack("{s:b}", "ok", 1), "takht=; Path=/; Max-Age=0");
    else
        respond_user(w->app, w->id, user, w->secure);
    free(w);
}

static struct waiting *wait_for(const struct call *c, bool sign_out)
{
    struct waiting *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    *w = (struct waiting){
        .app = c->app, .id = c->request->id, .secure = c->request->secure, .sign_out = sign_out};
    snprintf(w->user, sizeof w->user, "%s", c->user->row.id);
    return w;
}

static bool name_is_free(struct app *app, const char *name, const char *user)
{
    struct store_user other;
    return !store_user_by_name(app->store, name, &other) || strcmp(other.id, user) == 0;
}

static void post_me(struct call *c)
{
    const char *name = json_string_value(json_object_get(c->body, "name"));
    if (name == NULL || json_object_size(c->body) != 1 || !name_is_fine(name))
        return refuse(c->app, c->request->id, BAD_REQUEST);
    bool keeps =
        c->user->row.password[0] != '\0'; /* guests may share a name; whoever signs in may not */
    if (keeps && !name_is_free(c->app, name, c->user->row.id))
        return refuse(c->app, c->request->id, TAKEN);
    struct waiting *w = wait_for(c, false);
    if (w == NULL)
        return refuse(c->app, c->request->id, BUSY);
    snprintf(c->user->row.name, sizeof c->user->row.name, "%s", name);
    user_store(c->app, c->user, user_written, w);
}

/* --- passwords: hashing takes long on purpose, so a worker does it --- */

enum deed { SET_PASSWORD, SIGN_IN };

struct password_job {
    struct job job;
    enum deed deed;
    net_id id;
    bool secure, right, known;
    char user[STORE_ID_MAX + 1];
    char old_hash[STORE_PASSWORD_MAX + 1], new_hash[STORE_PASSWORD_MAX + 1];
    char old[PASSWORD_MAX + 1], password[PASSWORD_MAX + 1];
};

/* As long for a name that nobody has as for a wrong password. */
static void hash_password(struct job *job)
{
    struct password_job *p = (struct password_job *)job;
    const char *given = p->deed == SIGN_IN ? p->password : p->old;
    bool verified =
        p->old_hash[0] != '\0' && crypto_pwhash_str_verify(p->old_hash, given, strlen(given)) == 0;
    p->right = p->deed == SIGN_IN ? verified && p->known : p->old_hash[0] == '\0' || verified;
    if (p->deed == SET_PASSWORD && p->right)
        p->right = crypto_pwhash_str(p->new_hash, p->password, strlen(p->password),
                                     crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                     crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
    sodium_memzero(p->old, sizeof p->old);
    sodium_memzero(p->password, sizeof p->password);
}

static void password_done(struct app *app, struct job *job)
{
    struct password_job *p = (struct password_job *)job;
    struct user *user = p->right ? user_get(app, p->user) : NULL;
    if (user == NULL || user->row.banned) {
        refuse(app, p->id, p->right ? FORBIDDEN : WRONG_PASSWORD);
    } else if (p->deed == SIGN_IN) {
        respond_user(app, p->id, user, p->secure);
    } else {
        struct waiting *w = calloc(1, sizeof *w);
        *w = (struct waiting){.app = app, .id = p->id, .secure = p->secure};
        snprintf(w->user, sizeof w->user, "%s", p->user);
        snprintf(user->row.password, sizeof user->row.password, "%s", p->new_hash);
        user_store(app, user, user_written, w);
    }
    free(p);
}

/* A hash that no password has: checking against it takes as long as against a real one. */
static char nobodys_hash[crypto_pwhash_STRBYTES];

bool rest_init(void)
{
    char secret[32];
    randombytes_buf(secret, sizeof secret);
    return crypto_pwhash_str(nobodys_hash, secret, sizeof secret,
                             crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

static bool password_fits(const char *password)
{
    return password != NULL && strlen(password) >= PASSWORD_MIN && strlen(password) <= PASSWORD_MAX;
}

/* Names and passwords cannot be tried out by the thousand. */
static bool may_try(struct call *c)
{
    struct address *address = address_get(c->app, c->request->address);
    int64_t wait = 0;
    if (c->app->config.open_limits || address == NULL ||
        allowance_take(&allow_passwords, &address->passwords, &address->passwords_at, &wait))
        return true;
    refuse_for(c->app, c->request->id, wait);
    return false;
}

static void start_password(struct call *c, const struct password_job *wish)
{
    struct password_job *p = malloc(sizeof *p);
    if (p == NULL)
        return refuse(c->app, c->request->id, BUSY);
    *p = *wish;
    p->job = (struct job){.work = hash_password, .done = password_done, .owner = "passwords"};
    p->id = c->request->id;
    p->secure = c->request->secure;
    pool_add(c->app->pool, &p->job);
}

static void post_password(struct call *c)
{
    const char *password = json_string_value(json_object_get(c->body, "password"));
    const char *old = json_string_value(json_object_get(c->body, "old"));
    struct password_job wish = {.deed = SET_PASSWORD};
    if (!password_fits(password) || (old != NULL && strlen(old) > PASSWORD_MAX))
        return refuse(c->app, c->request->id, BAD_REQUEST);
    if (c->user->row.name[0] == '\0')
        return refuse(c->app, c->request->id, NOT_NOW);
    if (!may_try(c))
        return;
    if (!name_is_free(c->app, c->user->row.name, c->user->row.id))
        return refuse(c->app, c->request->id, TAKEN);
    snprintf(wish.user, sizeof wish.user, "%s", c->user->row.id);
    snprintf(wish.old_hash, sizeof wish.old_hash, "%s", c->user->row.password);
    snprintf(wish.old, sizeof wish.old, "%s", old == NULL ? "" : old);
    snprintf(wish.password, sizeof wish.password, "%s", password);
    start_password(c, &wish);
}

static void post_signin(struct call *c)
{
    const char *name = json_string_value(json_object_get(c->body, "name"));
    const char *password = json_string_value(json_object_get(c->body, "password"));
    struct password_job wish = {.deed = SIGN_IN};
    struct store_user row;
    if (name == NULL || password == NULL || strlen(name) > STORE_NAME_MAX ||
        strlen(password) > PASSWORD_MAX)
        return refuse(c->app, c->request->id, BAD_REQUEST);
    if (!may_try(c))
        return;
    wish.known = store_user_by_name(c->app->store, name, &row);
    snprintf(wish.user, sizeof wish.user, "%s", wish.known ? row.id : "");
    snprintf(wish.old_hash, sizeof wish.old_hash, "%s", wish.known ? row.password : nobodys_hash);
    snprintf(wish.password, sizeof wish.password, "%s", password);
    start_password(c, &wish);
}

static void post_signout(struct call *c)
{
    if (!json_is_true(json_object_get(c->body, "everywhere")))
        return respond(c->app, c->request->id, 200, json_pack("{s:b}", "ok", 1),
                       "takht=; Path=/; Max-Age=0");
    struct waiting *w = wait_for(c, true);
    if (w == NULL)
        return refuse(c->app, c->request->id, BUSY);
    c->user->row.generation++; /* every cookie of before is void now */
    user_store(c->app, c->user, user_written, w);
}

/* --- my data --- */

static bool add_table(void *context, const struct store_table *row)
{
    json_array_append_new(context,
                          json_pack("{s:s,s:s,s:s,s:I,s:I}", "table", row->id, "game", row->game,
                                    "status", row->status, "created", (json_int_t)row->created,
                                    "updated", (json_int_t)row->updated));
    return true;
}

static void get_export(struct call *c)
{
    json_t *tables = json_array();
    store_tables(c->app->store, STORE_MINE, c->user->row.id, 10000, add_table, tables);
    store_tables(c->app->store, STORE_DONE, c->user->row.id, 10000, add_table, tables);
    respond(c->app, c->request->id, 200,
            json_pack("{s:o,s:I,s:o}", "user", user_json(c->user), "created",
                      (json_int_t)c->user->row.created, "tables", tables),
            NULL);
}

static void post_delete(struct call *c)
{
    const char *name = json_string_value(json_object_get(c->body, "name"));
    if (name == NULL || strcmp(name, c->user->row.name) != 0)
        return refuse(c->app, c->request->id, BAD_REQUEST);
    struct waiting *w = wait_for(c, true);
    if (w == NULL)
        return refuse(c->app, c->request->id, BUSY);
    char id[STORE_ID_MAX + 1];
    snprintf(id, sizeof id, "%s", c->user->row.id);
    store_write(c->app->store, &(struct store_change){.forget_user = id}, user_written, w);
    c->user->row.banned = true; /* its cookies are void until the server forgets it */
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
    if (!c->user->stored)
        user_store(c->app, c->user, NULL, NULL);
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
    health_request(c->app, c->request);
}

/* --- routes --- */

static const struct {
    enum net_method method;
    const char *path;
    bool needs_user;
    void (*handle)(struct call *);
} routes[] = {
    {NET_GET, "/healthz", false, get_health},
    {NET_GET, "/api/v1/me", false, get_me},
    {NET_POST, "/api/v1/me", true, post_me},
    {NET_POST, "/api/v1/password", true, post_password},
    {NET_POST, "/api/v1/signin", false, post_signin},
    {NET_POST, "/api/v1/signout", true, post_signout},
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
    /* A page of another site must not speak in the name of its visitor. */
    bool ours = origin_is(c->request->origin, c->request->host, c->request->secure);
    if (strncmp(c->request->type, "application/json", 16) != 0 || !ours) {
        refuse(c->app, c->request->id, ours ? BAD_REQUEST : FORBIDDEN);
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
    if (request->inside)
        return metrics_request(context, request);
    if (c.app->draining)
        return refuse(c.app, request->id, BUSY);
    c.user = user_of_cookie(c.app, request->cookie);
    if (read_body(&c))
        route(&c);
    json_decref(c.body);
}
