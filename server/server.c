/* SPDX-License-Identifier: MIT */
/* The server: opens the store, the network and the workers on one loop, and closes them in order. */
#include "server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "app.h"
#include "clocks.h"
#include "cluster.h"
#include "gallery.h"
#include "guessing.h"
#include "hashing.h"
#include "host.h"
#include "limits.h"
#include "log.h"
#include "metrics.h"
#include "pool.h"
#include "residency.h"
#include "rest.h"
#include "socket.h"
#include "thinking.h"
#include "users.h"

enum { HOUSEKEEPING_MS = 1000, DRAIN_MS = 3000, SIGNALS = 3 };

static void housekeeping(uv_timer_t *timer)
{
    struct app *app = timer->data;
    clock_creep();
    beat_look(app);
    host_obey(app);
    beat_tend(app);
    health_tend(app);
    residency_wake_due(app);
    cluster_tend(app);
    residency_forget_idle(app);
    thinking_tell_queue(app);
    users_tend(app);
    address_forget_silent(app);
    log_tell_counted();
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
    if (app->work)
        residency_wake_due(app);
}

static void on_pool(uv_async_t *async)
{
    struct app *app = async->data;
    if (app->pool != NULL)
        pool_deliver(app->pool);
}

/* SIGHUP: a new certificate is there. Whoever is connected stays connected. */
static void reload(struct app *app)
{
    char why[256] = "";
    if (app->net == NULL)
        return;
    if (net_reload(app->net, why, sizeof why))
        log_event("reload", LOG_TEXT("certificate",
                                     app->config.tls_cert == NULL ? "none" : app->config.tls_cert));
    else
        log_event("reload", LOG_TEXT("failed", why));
}

static void on_signal(uv_signal_t *signal, int number)
{
    if (number == SIGHUP)
        reload(signal->data);
    else
        uv_stop(signal->loop);
}

/* Who was turned away or cut, and why. */
static void on_note(void *context, const struct net_note *note)
{
    struct app *app = context;
    char name[24];
    snprintf(name, sizeof name, "%llx", (unsigned long long)note->id);
    const struct client *client = note->id == 0 ? NULL : map_get(&app->clients, name);
    log_event(note->what, LOG_TEXT("address", client == NULL ? note->address : client->address),
              LOG_TEXT("user", client == NULL ? "" : client->user), LOG_TEXT("why", note->why),
              LOG_NUMBER("number", note->number));
}

/* --- opening and closing --- */

static const struct net_hooks hooks = {
    .request = rest_request,
    .socket_judge = socket_judge,
    .socket_open = socket_open,
    .socket_message = socket_message,
    .socket_resync = socket_resync,
    .socket_close = socket_close,
    .note = on_note,
};

/* Whoever saw one game of such a server could tell the cards of every other. */
static bool may_deal_the_same(const struct server_config *config)
{
    static const char *const here[] = {"127.", "localhost:", "[::1]:"};
    for (int i = 0; i < TK_COUNT(here); i++)
        if (strncmp(config->listen, here[i], strlen(here[i])) == 0)
            return true;
    return !config->same_deals;
}

static bool open_all(struct app *app, char *why, size_t why_size)
{
    const struct server_config *config = &app->config;
    if (!may_deal_the_same(config)) {
        snprintf(why, why_size,
                 "same_deals is for tests, because nothing in a shuffle is secret then; such a "
                 "server listens on this machine alone, as with --listen 127.0.0.1:8080");
        return false;
    }
    app->store = store_open(config->data, wake_loop, app, why, why_size);
    if (app->store == NULL)
        return false;
    if (!store_secret(app->store, app->cookie_key)) {
        snprintf(why, why_size, "%s: the secret of this installation cannot be kept", config->data);
        return false;
    }
    app->hashing = hashing_open(app, app->loop);
    app->guessing = guessing_new();
    app->gallery = gallery_open(app, app->loop);
    if (app->hashing == NULL || app->guessing == NULL || app->gallery == NULL) {
        snprintf(why, why_size, "there is not enough memory to begin with");
        return false;
    }
    app->pool = pool_open(app, config->workers);
    const struct net_config network = {
        .listen = config->listen,
        .metrics = config->metrics,
        .tls_cert = config->tls_cert,
        .tls_key = config->tls_key,
        .trust_proxy = config->trust_proxy,
        .proxies = config->proxies,
        .idle_seconds = config->idle_seconds,
        .request_seconds = config->request_seconds,
        .unread_seconds = config->unread_seconds,
        .connections = config->connections,
        .connections_per_address = config->open_limits ? 0 : config->connections_per_address,
    };
    app->net = net_open(app->loop, &network, &hooks, app, why, why_size);
    return app->pool != NULL && app->net != NULL;
}

static void free_all_in(struct map *map)
{
    void *thing;
    for (size_t at = 0; (thing = map_next(map, &at)) != NULL;)
        free(thing);
    map_clear(map);
}

/*
 * What was accepted becomes durable and is told; answers that are under way are finished, and every
 * socket hears why it ends. Whoever does not hear it in time is left behind.
 */
static void drain(struct app *app)
{
    app->draining = true;
    beat_last(app);
    uint64_t until = uv_hrtime() / 1000000 + DRAIN_MS;
    for (; store_queue_length(app->store) > 0 && uv_hrtime() / 1000000 < until; usleep(1000))
        uv_run(app->loop, UV_RUN_NOWAIT);
    net_drain(app->net);
    for (; net_counts(app->net).connections > 0 && uv_hrtime() / 1000000 < until; usleep(1000))
        uv_run(app->loop, UV_RUN_NOWAIT);
}

static void close_all(struct app *app, uv_signal_t *signals)
{
    if (app->net != NULL)
        drain(app);
    if (app->pool != NULL)
        pool_close(app->pool);
    app->pool = NULL;
    hashing_close(app->hashing);
    gallery_close(app->gallery);
    if (app->store != NULL)
        store_close(app->store);
    if (app->net != NULL)
        net_shutdown(app->net);
    uv_close((uv_handle_t *)&app->housekeeping, NULL);
    uv_close((uv_handle_t *)&app->store_ready, NULL);
    uv_close((uv_handle_t *)&app->pool_ready, NULL);
    for (int i = 0; i < SIGNALS; i++)
        uv_close((uv_handle_t *)&signals[i], NULL);
    struct table *t;
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL; at = 0)
        table_forget(t);
    for (int i = 0; i < 1000 && uv_run(app->loop, UV_RUN_NOWAIT) != 0; i++)
        ;
    net_free(app->net);
    map_clear(&app->tables);
    map_clear(&app->loads);
    free(app->games);
    gallery_free(app->gallery);
    hashing_free(app->hashing);
    guessing_free(app->guessing);
    users_free(app);
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
    static const int numbers[SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < SIGNALS; i++) {
        uv_signal_init(app->loop, &signals[i]);
        signals[i].data = app;
        uv_signal_start(&signals[i], on_signal, numbers[i]);
    }
}

static void tell_address(const struct app *app, void (*announce_to)(const char *))
{
    char address[300];
    const char *listen = app->config.listen, *colon = strrchr(listen, ':');
    if (strncmp(listen, "unix:", 5) == 0 || listen[0] == '\0')
        snprintf(address, sizeof address, "%s", listen);
    else
        snprintf(address, sizeof address, "%s://%.*s:%d/",
                 app->config.tls_cert != NULL ? "https" : "http",
                 colon == NULL || strncmp(listen, "0.0.0.0", 7) == 0 ? 9 : (int)(colon - listen),
                 colon == NULL || strncmp(listen, "0.0.0.0", 7) == 0 ? "localhost" : listen,
                 net_port(app->net));
    if (announce_to != NULL)
        announce_to(address);
    log_event("ready", LOG_TEXT("listen", address),
              LOG_NUMBER("metrics_port", net_metrics_port(app->net)));
}

int server_run(const struct server_config *config, void (*announce_to)(const char *address))
{
    static uv_loop_t loop;
    uv_signal_t signals[SIGNALS];
    char why[512] = "";
    struct app *app = calloc(1, sizeof *app);
    if (app == NULL || sodium_init() < 0 || uv_loop_init(&loop) != 0) {
        fputs("takht serve: out of memory\n", stderr);
        free(app);
        return 1;
    }
    app->config = *config;
    log_quiet(config->quiet);
    signal(SIGXFSZ,
           SIG_IGN); /* a file that may not grow is a disk that is full: an error, no end */
    if (config->open_limits)
        app->config.sockets_per_address = 0;
    app->loop = &loop;
    app->started = now_ms();
    random_id(9, app->node);
    init_handles(app, signals);
    bool ready = open_all(app, why, sizeof why);
    if (ready) {
        beat_begin(app);
        app->life.seen = now_ms();
        cluster_join(app);
        residency_wake_due(app);
        tell_address(app, announce_to);
        uv_run(&loop, UV_RUN_DEFAULT);
        log_event("stopping", LOG_NUMBER("sockets", (int64_t)app->clients.count),
                  LOG_NUMBER("tables", (int64_t)app->tables.count));
    } else {
        for (char *c = why; *c != '\0'; c++) /* what it quotes may be anything: it stays one line */
            *c = *c > 0 && *c < ' ' ? ' ' : *c;
        fprintf(stderr, "takht %s: %s\n", config->worker ? "worker" : "serve", why);
    }
    close_all(app, signals);
    free(app);
    return ready ? 0 : 1;
}
