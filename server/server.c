/* The server: opens the store, the network and the workers on one loop, and closes them in order.
 */
#include "app.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HOUSEKEEPING_MS = 1000, FORGET_MS = 60000, DRAIN_MS = 3000 };

/* --- housekeeping --- */

static bool can_forget(const struct table *t, int64_t now)
{
    int actor = table_actor(t);
    bool waits = actor >= 0 && (t->clock.kind != CLOCK_NONE || t->seat[actor].kind == SEAT_BOT ||
                                t->seat[actor].away);
    return t->watcher_count == 0 && !t->writing && !t->thinking && t->first_request == NULL &&
           !waits && now - t->used > FORGET_MS;
}

/* Tables that nobody looks at need not be in memory. */
static void forget_tables(struct app *app)
{
    int64_t now = now_ms();
    struct table *idle[64], *t;
    int count = 0;
    for (size_t at = 0; count < 64 && (t = map_next(&app->tables, &at)) != NULL;)
        if (can_forget(t, now))
            idle[count++] = t;
    for (int i = 0; i < count; i++)
        table_forget(idle[i]);
}

static void forget_users(struct app *app)
{
    struct user *idle[1024], *user;
    int count = 0;
    if (app->users.count < 10000)
        return;
    for (size_t at = 0; count < 1024 && (user = map_next(&app->users, &at)) != NULL;)
        if (user->sockets == 0 && !user->row.banned)
            idle[count++] = user;
    for (int i = 0; i < count; i++) {
        map_remove(&app->users, idle[i]->row.id);
        free(idle[i]);
    }
}

static void announce(struct app *app, const char *text)
{
    struct client *client;
    for (size_t at = 0; (client = map_next(&app->clients, &at)) != NULL;)
        send_json(app, client->socket, json_pack("{s:s,s:s}", "t", "announce", "text", text));
}

static void set_banned(struct app *app, const char *id, bool banned)
{
    struct user *user = user_get(app, id);
    if (user == NULL)
        return;
    user->row.banned = banned;
    user_store(app, user, NULL, NULL);
}

/* What the host asked for with takht admin. */
static void obey(void *context, const char *what, const char *data)
{
    struct app *app = context;
    log_line(app, "admin", "%s", what);
    if (strcmp(what, "announce") == 0)
        announce(app, data);
    else if (strcmp(what, "ban") == 0 || strcmp(what, "unban") == 0)
        set_banned(app, data, what[0] == 'b');
}

static void housekeeping(uv_timer_t *timer)
{
    struct app *app = timer->data;
    store_commands(app->store, obey, app);
    forget_tables(app);
    forget_users(app);
    address_forget_silent(app);
}

/* --- signals from other threads --- */

static void wake_loop(void *context)
{
    struct app *app = context;
    uv_async_send(&app->store_ready);
}

static void on_store(uv_async_t *async)
{
    struct app *app = async->data;
    store_deliver(app->store);
}

static void on_pool(uv_async_t *async)
{
    struct app *app = async->data;
    if (app->pool != NULL)
        pool_deliver(app->pool);
}

static void on_signal(uv_signal_t *signal, int number)
{
    (void)number;
    uv_stop(signal->loop);
}

/* --- opening and closing --- */

static bool wake_table(void *context, const struct store_table *row)
{
    table_get(context, row->id);
    return true;
}

static const struct net_hooks hooks = {
    .request = rest_request,
    .socket_refuse = socket_refuse,
    .socket_open = socket_open,
    .socket_message = socket_message,
    .socket_resync = socket_resync,
    .socket_close = socket_close,
};

static bool open_all(struct app *app, char *why, size_t why_size)
{
    const struct server_config *config = &app->config;
    app->store = store_open(config->data, wake_loop, app, why, why_size);
    if (app->store == NULL)
        return false;
    if (!store_secret(app->store, app->cookie_key)) {
        snprintf(why, why_size, "%s: the secret of this installation cannot be kept", config->data);
        return false;
    }
    if (!rest_init()) {
        snprintf(why, why_size, "there is not enough memory to check passwords");
        return false;
    }
    app->pool = pool_open(app, config->workers);
    app->net = net_open(app->loop,
                        &(struct net_config){.listen = config->listen,
                                             .tls_cert = config->tls_cert,
                                             .tls_key = config->tls_key,
                                             .trust_proxy = config->trust_proxy,
                                             .idle_seconds = config->idle_seconds},
                        &hooks, app, why, why_size);
    return app->pool != NULL && app->net != NULL;
}

static void free_all_in(struct map *map)
{
    void *thing;
    for (size_t at = 0; (thing = map_next(map, &at)) != NULL;)
        free(thing);
    map_clear(map);
}

/* What was accepted becomes durable and is told; then the sockets are closed, politely and soon. */
static void drain(struct app *app)
{
    struct client *client;
    app->draining = true;
    for (size_t at = 0; (client = map_next(&app->clients, &at)) != NULL;)
        net_hang_up(app->net, client->socket, 1001, "the server stops");
    for (int64_t until = now_ms() + DRAIN_MS; now_ms() < until; usleep(2000)) {
        uv_run(app->loop, UV_RUN_NOWAIT);
        if (store_queue_length(app->store) == 0 && net_counts(app->net).sockets == 0)
            break;
    }
}

static void close_all(struct app *app, uv_signal_t *signals)
{
    if (app->net != NULL)
        drain(app);
    if (app->pool != NULL)
        pool_close(app->pool);
    app->pool = NULL;
    if (app->store != NULL)
        store_close(app->store);
    if (app->net != NULL)
        net_shutdown(app->net);
    uv_close((uv_handle_t *)&app->housekeeping, NULL);
    uv_close((uv_handle_t *)&app->store_ready, NULL);
    uv_close((uv_handle_t *)&app->pool_ready, NULL);
    uv_close((uv_handle_t *)&signals[0], NULL);
    uv_close((uv_handle_t *)&signals[1], NULL);
    struct table *t;
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL; at = 0)
        table_forget(t);
    for (int i = 0; i < 1000 && uv_run(app->loop, UV_RUN_NOWAIT) != 0; i++)
        ;
    net_free(app->net);
    map_clear(&app->tables);
    free_all_in(&app->users);
    free_all_in(&app->clients);
    free_all_in(&app->addresses);
    uv_run(app->loop, UV_RUN_NOWAIT);
    uv_loop_close(app->loop);
}

static void init_handles(struct app *app, uv_signal_t *signals)
{
    uv_timer_init(app->loop, &app->housekeeping);
    uv_async_init(app->loop, &app->store_ready, on_store);
    uv_async_init(app->loop, &app->pool_ready, on_pool);
    app->housekeeping.data = app->store_ready.data = app->pool_ready.data = app;
    uv_timer_start(&app->housekeeping, housekeeping, HOUSEKEEPING_MS, HOUSEKEEPING_MS);
    static const int numbers[2] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        uv_signal_init(app->loop, &signals[i]);
        uv_signal_start(&signals[i], on_signal, numbers[i]);
    }
}

static void tell_address(const struct app *app, void (*announce_to)(const char *))
{
    char address[300];
    const char *listen = app->config.listen, *colon = strrchr(listen, ':');
    if (strncmp(listen, "unix:", 5) == 0)
        snprintf(address, sizeof address, "%s", listen);
    else
        snprintf(address, sizeof address, "%s://%.*s:%d/",
                 app->config.tls_cert != NULL ? "https" : "http",
                 colon == NULL || strncmp(listen, "0.0.0.0", 7) == 0 ? 9 : (int)(colon - listen),
                 colon == NULL || strncmp(listen, "0.0.0.0", 7) == 0 ? "localhost" : listen,
                 net_port(app->net));
    if (announce_to != NULL)
        announce_to(address);
    log_line(app, "ready", "%s", address);
}

int server_run(const struct server_config *config, void (*announce_to)(const char *address))
{
    static uv_loop_t loop;
    uv_signal_t signals[2];
    char why[512] = "";
    struct app *app = calloc(1, sizeof *app);
    if (app == NULL || sodium_init() < 0 || uv_loop_init(&loop) != 0) {
        fputs("takht serve: out of memory\n", stderr);
        free(app);
        return 1;
    }
    app->config = *config;
    if (config->open_limits)
        app->config.sockets_per_address = 0;
    app->loop = &loop;
    app->started = now_ms();
    init_handles(app, signals);
    bool ready = open_all(app, why, sizeof why);
    if (ready) {
        store_tables(app->store, STORE_RUNNING, "", 100000, wake_table, app);
        tell_address(app, announce_to);
        uv_run(&loop, UV_RUN_DEFAULT);
        log_line(app, "stopping", "%zu sockets, %zu tables", app->clients.count, app->tables.count);
    } else {
        fprintf(stderr, "takht serve: %s\n", why);
    }
    close_all(app, signals);
    free(app);
    return ready ? 0 : 1;
}
