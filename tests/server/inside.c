/* SPDX-License-Identifier: MIT */
/* The service in this process. */
#include "inside.h"

#include <semaphore.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "place.h"
#include "server/clocks.h"
#include "server/deeds.h"
#include "server/duty.h"
#include "server/errand.h"
#include "server/guessing.h"
#include "server/hashing.h"
#include "server/log.h"
#include "server/message.h"
#include "server/pool.h"
#include "server/residency.h"
#include "server/snapshot.h"
#include "server/users.h"

static char path[256];
static uv_loop_t loop;

static sem_t woken; /* by the store's writer, whenever there is something to deliver */

static void wake(void *context)
{
    (void)context;
    sem_post(&woken);
}

/* A store may also finish without a word: nobody waits for longer than this. */
static void wait_for_store(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 200000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    sem_timedwait(&woken, &until);
}

static void no_message(void *context, net_id id, const char *text, size_t length)
{
    (void)context, (void)id, (void)text, (void)length;
}

static void no_request(void *context, const struct net_request *request)
{
    (void)context, (void)request;
}

static enum net_verdict no_socket(void *context, const struct net_request *request)
{
    (void)context, (void)request;
    return NET_LATER;
}

static void no_event(void *context, net_id id)
{
    (void)context, (void)id;
}

/* --- time that passes only when it is told to --- */

static _Atomic int64_t stopped_us, jumped_us; /* workers look at the time, too */

static int64_t real_us(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static int64_t stopped(void)
{
    return stopped_us;
}

static int64_t wall(void)
{
    return stopped_us + jumped_us;
}

void inside_stop_time(void)
{
    if (stopped_us == 0) {
        stopped_us = real_us(CLOCK_MONOTONIC);
        jumped_us = real_us(CLOCK_REALTIME) - stopped_us;
    }
    clock_source(stopped, wall);
}

void inside_pass(int64_t ms)
{
    stopped_us += 1000 * ms;
}

void inside_jump(int64_t ms)
{
    jumped_us += 1000 * ms;
}

/* --- opening and closing --- */

/* On the file that `path` names. */
static struct app *open_app(void)
{
    char why[256];
    struct app *app = calloc(1, sizeof *app);
    if (app == NULL || sodium_init() < 0 || uv_loop_init(&loop) != 0)
        abort();
    server_config_init(&app->config);
    app->config.quiet = app->config.open_limits = true;
    log_quiet(true);
    app->loop = &loop;
    sem_init(&woken, 0, 0);
    app->started = now_ms();
    random_id(9, app->node);
    app->store = store_open(path, wake, app, why, sizeof why);
    app->pool = pool_open(app, 1);
    uv_async_init(&loop, &app->pool_ready, NULL);
    app->net = net_open(&loop, &(struct net_config){.listen = "127.0.0.1:0", .idle_seconds = 30},
                        &(struct net_hooks){.request = no_request,
                                            .socket_judge = no_socket,
                                            .socket_open = no_request,
                                            .socket_message = no_message,
                                            .socket_resync = no_event,
                                            .socket_close = no_event},
                        app, why, sizeof why);
    if (app->store == NULL || app->pool == NULL || app->net == NULL)
        abort();
    beat_begin(app);
    inside_settle(app);
    return app;
}

struct app *inside_open(void)
{
    /* in memory where that is possible: nothing here depends on how slow a disk is */
    char name[64];
    snprintf(name, sizeof name, "%s/takht-inside-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    int file = mkstemp(name);
    if (file < 0)
        abort();
    close(file);
    place_make(name, path, sizeof path);
    if (place_is_postgres())
        unlink(name);
    return open_app();
}

const char *inside_file(void)
{
    return path;
}

void inside_settle(struct app *app)
{
    while (store_queue_length(app->store) > 0) {
        wait_for_store();
        store_deliver(app->store);
        uv_run(app->loop, UV_RUN_NOWAIT);
    }
}

static void wake_all(struct app *app)
{
    struct table *t;
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL;)
        table_wake(t);
}

void inside_think(struct app *app)
{
    bool busy = true;
    wake_all(app);
    while (busy) {
        struct table *t;
        inside_settle(app);
        pool_deliver(app->pool);
        busy = store_queue_length(app->store) > 0;
        for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL;)
            busy |= t->thinking;
        usleep(100);
    }
}

static void close_app(struct app *app)
{
    struct table *t;
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
    users_free(app);
    map_clear(&app->tables);
    map_clear(&app->loads);
    map_clear(&app->clients);
    struct address *address;
    for (size_t at = 0; (address = map_next(&app->addresses, &at)) != NULL;)
        free(address);
    map_clear(&app->addresses);
    uv_run(&loop, UV_RUN_NOWAIT);
    uv_loop_close(&loop);
    free(app);
}

struct app *inside_again(struct app *app)
{
    close_app(app);
    return open_app();
}

void inside_close(struct app *app)
{
    close_app(app);
    place_remove(path);
}

struct table *inside_get(struct app *app, const char *id)
{
    if (table_get(app, id) == NULL)
        inside_settle(app); /* it is on its way */
    return table_get(app, id);
}

/* Something that is written for a viewer, once what it needs is there. */
struct writing {
    struct table *table;
    int seat;
    const char *user;
    int64_t before, number;
    bool log, done;
    size_t length;
};

static void write_it(struct errand *e)
{
    struct writing *w = e->context;
    enum refusal refusal =
        w->log ? snapshot_prepare_log(w->table, w->before) : snapshot_prepare(w->table, -1);
    if (refusal == LATER)
        return;
    w->done = true;
    if (refusal == FINE)
        w->length = w->log ? snapshot_log_text(w->table, w->seat, w->before, w->number)
                           : snapshot_text(w->table, w->seat, w->user);
}

static size_t write_now(struct writing w)
{
    struct app *app = w.table->app;
    errand_run(app, 0, write_it, &w);
    while (!w.done)
        inside_settle(app);
    return w.length;
}

size_t inside_snapshot(struct table *table, int seat, const char *user)
{
    return write_now((struct writing){.table = table, .seat = seat, .user = user});
}

size_t inside_log(struct table *table, int seat, int64_t before, int64_t number)
{
    return write_now((struct writing){
        .table = table, .seat = seat, .before = before, .number = number, .log = true});
}

static void done(void *context, bool fine)
{
    *(bool *)context = fine;
}

bool inside_do(struct table *table, const char *user, const char *what, json_t *message)
{
    struct request *request = calloc(1, sizeof *request);
    bool fine = false;
    const char *wrong;
    request->row = message_find(what);
    json_object_set_new(message, "table", json_string(table->id));
    if (request->row == NULL || !facts_read(request->row->fields, message, &request->facts, &wrong))
        abort();
    json_decref(message);
    request->done = done;
    request->context = &fine;
    snprintf(request->user, sizeof request->user, "%s", user);
    deed_request(table, request);
    inside_settle(table->app);
    return fine;
}

bool inside_move(struct table *table, const char *user)
{
    char text[TK_MOVE_TEXT_MAX + 1];
    tk_action legal[TK_ACTIONS_MAX];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (table_actor(table) < 0)
        return false;
    int count = table->game->rules.legal(table->state, legal), chosen = 0;
    while (chosen < count - 1 && table->game->rules.reveals(table->state, legal[chosen]))
        chosen++;
    table->game->text.format(table->state, legal[chosen], &out);
    return inside_do(table, user, "move",
                     json_pack("{s:i,s:s}", "ply", table_ply(table), "move", tk_writer_text(&out)));
}

bool inside_undo(struct table *table, const char *user)
{
    return inside_do(table, user, "undo", json_pack("{s:i}", "ply", table_ply(table)));
}

struct table *inside_wish(struct app *app, const char *user, json_t *text)
{
    char id[STORE_ID_MAX + 1], key[STORE_ID_MAX + 1];
    bool fine = false;
    struct wish wish;
    if (wish_read(text, user, &wish) != NULL ||
        table_create(app, &wish, id, key, done, &fine) != FINE)
        abort();
    json_decref(text);
    inside_settle(app);
    return fine ? inside_get(app, id) : NULL;
}

struct table *inside_table(struct app *app, const struct tk_game *game, int players,
                           char out_users[][STORE_ID_MAX + 1])
{
    json_t *seats = json_array();
    for (int seat = 0; seat < players; seat++) {
        snprintf(out_users[seat], STORE_ID_MAX + 1, "%s", user_guest(app)->row.id);
        json_array_append_new(seats, json_pack("{s:s}", "kind", seat == 0 ? "me" : "open"));
    }
    json_t *text = json_pack("{s:s,s:i,s:o}", "game", game->id, "players", players, "seats", seats);
    struct table *table = inside_wish(app, out_users[0], text);
    for (int seat = 1; seat < players; seat++)
        inside_do(table, out_users[seat], "sit", json_pack("{s:i}", "seat", seat));
    inside_settle(app);
    if (table == NULL || table->status != TABLE_PLAYING)
        abort();
    return table;
}
