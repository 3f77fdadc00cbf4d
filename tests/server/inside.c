/* The service in this process. */
#include "inside.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];
static uv_loop_t loop;

static void wake(void *context)
{
    (void)context;
}

static void no_message(void *context, net_id id, const char *text, size_t length)
{
    (void)context, (void)id, (void)text, (void)length;
}

static void no_request(void *context, const struct net_request *request)
{
    (void)context, (void)request;
}

static int no_socket(void *context, const struct net_request *request)
{
    (void)context, (void)request;
    return 503;
}

static void no_event(void *context, net_id id)
{
    (void)context, (void)id;
}

struct app *inside_open(void)
{
    char why[256];
    struct app *app = calloc(1, sizeof *app);
    snprintf(path, sizeof path, "/tmp/takht-inside-XXXXXX");
    int file = mkstemp(path);
    if (app == NULL || file < 0 || sodium_init() < 0 || uv_loop_init(&loop) != 0)
        abort();
    close(file);
    server_config_init(&app->config);
    app->config.quiet = app->config.open_limits = true;
    app->loop = &loop;
    app->started = now_ms();
    app->store = store_open(path, wake, app, why, sizeof why);
    app->pool = pool_open(app, 1);
    uv_async_init(&loop, &app->pool_ready, NULL);
    app->net = net_open(&loop, &(struct net_config){.listen = "127.0.0.1:0", .idle_seconds = 30},
                        &(struct net_hooks){no_request, no_socket, no_request, no_message, no_event,
                                            no_event, NULL},
                        app, why, sizeof why);
    if (app->store == NULL || app->pool == NULL || app->net == NULL)
        abort();
    return app;
}

void inside_settle(struct app *app)
{
    while (store_queue_length(app->store) > 0) {
        usleep(100);
        store_deliver(app->store);
        uv_run(app->loop, UV_RUN_NOWAIT);
    }
}

void inside_close(struct app *app)
{
    struct table *t;
    struct user *user;
    inside_settle(app);
    app->draining = true;
    pool_close(app->pool);
    store_close(app->store);
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL; at = 0)
        table_forget(t);
    net_shutdown(app->net);
    uv_close((uv_handle_t *)&app->pool_ready, NULL);
    for (int i = 0; i < 1000 && uv_run(&loop, UV_RUN_NOWAIT) != 0; i++)
        ;
    net_free(app->net);
    for (size_t at = 0; (user = map_next(&app->users, &at)) != NULL;)
        free(user);
    map_clear(&app->users);
    map_clear(&app->tables);
    map_clear(&app->clients);
    map_clear(&app->addresses);
    uv_run(&loop, UV_RUN_NOWAIT);
    uv_loop_close(&loop);
    free(app);
    unlink(path);
    for (int i = 0; i < 2; i++) {
        char side[80];
        snprintf(side, sizeof side, "%s%s", path, i == 0 ? "-wal" : "-shm");
        unlink(side);
    }
}

static void done(void *context, bool durable)
{
    *(bool *)context = durable;
}

void inside_do(struct table *table, const char *user, const char *what, json_t *message)
{
    struct request *request = calloc(1, sizeof *request);
    bool durable = false;
    request->message = message;
    request->done = done;
    request->context = &durable;
    snprintf(request->user, sizeof request->user, "%s", user);
    snprintf(request->what, sizeof request->what, "%s", what);
    table_request(table, request);
    inside_settle(table->app);
}

struct table *inside_table(struct app *app, const struct tk_game *game, int players,
                           char out_users[][STORE_ID_MAX + 1])
{
    char id[STORE_ID_MAX + 1], key[STORE_ID_MAX + 1];
    bool durable = false;
    json_t *seats = json_array();
    for (int seat = 0; seat < players; seat++) {
        snprintf(out_users[seat], STORE_ID_MAX + 1, "%s", user_guest(app)->row.id);
        json_array_append_new(seats, json_pack("{s:s}", "kind", seat == 0 ? "me" : "open"));
    }
    json_t *wish = json_pack("{s:s,s:i,s:o}", "game", game->id, "players", players, "seats", seats);
    if (table_create(app, user_get(app, out_users[0]), wish, id, key, done, &durable) != FINE)
        abort();
    json_decref(wish);
    inside_settle(app);
    struct table *table = table_get(app, id);
    for (int seat = 1; seat < players; seat++)
        inside_do(table, out_users[seat], "sit", json_pack("{s:i}", "seat", seat));
    inside_settle(app);
    if (table->status != TABLE_PLAYING)
        abort();
    return table;
}
