/* SPDX-License-Identifier: MIT */
/* Figures for whoever runs the server. */
#include "metrics.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "app.h"
#include "clocks.h"
#include "core/takht.h"
#include "log.h"
#include "pool.h"

struct text {
    char *out;
    size_t used;
};

static void add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct text *t, const char *format, ...)
{
    va_list values;
    if (t->used >= METRICS_MAX - 1)
        return;
    va_start(values, format);
    int length = vsnprintf(t->out + t->used, METRICS_MAX - t->used, format, values);
    va_end(values);
    t->used += (size_t)length;
    if (t->used >= METRICS_MAX)
        t->used = METRICS_MAX - 1;
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
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

/* User and system time of the whole process. */
static int64_t cpu_us(void)
{
    struct rusage used;
    if (getrusage(RUSAGE_SELF, &used) != 0)
        return 0;
    return 1000000LL * (used.ru_utime.tv_sec + used.ru_stime.tv_sec) + used.ru_utime.tv_usec +
           used.ru_stime.tv_usec;
}

struct figure {
    const char *name, *kind, *help;
    int64_t value;
};

static void add_figures(struct text *t, const struct figure *rows, int count)
{
    for (int i = 0; i < count; i++)
        add(t, "# HELP %s %s\n# TYPE %s %s\n%s %lld\n", rows[i].name, rows[i].help, rows[i].name,
            rows[i].kind, rows[i].name, (long long)rows[i].value);
}

static void add_network(const struct app *app, struct text *t)
{
    struct net_counts net = net_counts(app->net);
    const struct figure rows[] = {
        {"takht_connections", "gauge", "open connections of any kind", net.connections},
        {"takht_sockets", "gauge", "open WebSockets", net.sockets},
        {"takht_requests_total", "counter", "HTTP requests", net.requests},
        {"takht_messages_in_total", "counter", "messages from clients", net.messages_in},
        {"takht_messages_out_total", "counter", "messages to clients", net.messages_out},
        {"takht_bytes_out_total", "counter", "bytes of messages to clients", net.bytes_out},
        {"takht_queued_bytes", "gauge", "bytes that wait for clients", net.queued_bytes},
        {"takht_overflows_total", "counter", "clients that read too slowly", net.overflows},
        {"takht_connections_refused_total", "counter", "connections not let in", net.refused},
        {"takht_cut_silent_total", "counter", "sockets that did not answer", net.silent},
        {"takht_cut_unread_total", "counter", "clients that did not read", net.unread},
        {"takht_cut_slow_total", "counter", "requests that did not end", net.slow},
    };
    add_figures(t, rows, TK_COUNT(rows));
}

static void add_house(const struct app *app, struct text *t)
{
    struct store_counts store = store_counts(app->store);
    const struct figure rows[] = {
        {"takht_healthy", "gauge", "1 if the store can be written", store_healthy(app->store)},
        {"takht_tables", "gauge", "tables in memory", (int64_t)app->tables.count},
        {"takht_users", "gauge", "users in memory", (int64_t)app->users.count},
        {"takht_moves_total", "counter", "durable moves", app->moves},
        {"takht_events_total", "counter", "durable events", app->events},
        {"takht_refused_total", "counter", "requests refused", app->refused},
        {"takht_store_queue", "gauge", "changes and questions that wait for the store",
         store_queue_length(app->store)},
        {"takht_store_commits_total", "counter", "transactions", store.commits},
        {"takht_store_changes_total", "counter", "changes in them", store.changes},
        {"takht_store_conflicts_total", "counter", "changes that came second", store.conflicts},
        {"takht_store_failures_total", "counter", "changes the disk did not take", store.failures},
        {"takht_store_read_errors_total", "counter", "reads that failed", store.read_errors},
        {"takht_store_damages_total", "counter", "times that damage was met", store.damages},
        {"takht_store_last_commit_microseconds", "gauge", "time of the last one",
         store.last_commit_us},
        {"takht_store_slowest_commit_microseconds", "gauge", "time of the slowest one",
         store.slowest_commit_us},
        {"takht_jobs_waiting", "gauge", "bots that wait for a worker", pool_length(app->pool)},
        {"takht_resident_bytes", "gauge", "memory", resident_bytes()},
        {"takht_cpu_microseconds_total", "counter", "processor time used", cpu_us()},
        {"takht_uptime_seconds", "gauge", "since the start", (now_ms() - app->started) / 1000},
    };
    add_figures(t, rows, TK_COUNT(rows));
}

/* Each bucket holds all that are not above its edge; the last one all there are. */
static void add_moves(const struct app *app, struct text *t)
{
    int64_t count = 0;
    add(t, "# HELP takht_move_milliseconds from request to broadcast\n"
           "# TYPE takht_move_milliseconds histogram\n");
    for (int i = 0; i < TK_COUNT(app->latency); i++) {
        count += app->latency[i];
        if (i < TK_COUNT(app->latency) - 1)
            add(t, "takht_move_milliseconds_bucket{le=\"%d\"} %lld\n", 1 << i, (long long)count);
    }
    add(t, "takht_move_milliseconds_bucket{le=\"+Inf\"} %lld\n", (long long)count);
    add(t, "takht_move_milliseconds_sum %lld.%03lld\n", (long long)(app->latency_us / 1000),
        (long long)(app->latency_us % 1000));
    add(t, "takht_move_milliseconds_count %lld\n", (long long)count);
}

/* All figures, terminated; returns the bytes. */
static size_t write_all(const struct app *app, char out[METRICS_MAX])
{
    struct text t = {out, 0};
    out[0] = '\0';
    add_network(app, &t);
    add_house(app, &t);
    add_moves(app, &t);
    return t.used;
}

/* --- health --- */

enum { KNOWN_MS = 1000, STUCK_MS = 5000, DAMAGED_MS = 60000 };

/* Whoever waits to hear whether something can be written. */
struct asked {
    struct app *app;
    net_id id;
};

static void tell_health(struct app *app, net_id id, bool healthy)
{
    const char *words = healthy              ? "ok\n"
                        : app->draining      ? "stopping\n"
                        : app->health.astray ? "not ok: the store's files are not in their place\n"
                                             : "not ok: the store\n";
    net_respond(app->net, id,
                &(struct net_response){.status = healthy ? 200 : 503,
                                       .type = "text/plain",
                                       .body = words,
                                       .length = strlen(words),
                                       .keep = true});
}

/* What could not be read is told by whoever asked for it; that it happens at all, here. */
void health_tend(struct app *app)
{
    struct store_counts counts = store_counts(app->store);
    if (counts.read_errors > app->health.read_errors)
        log_event("store", LOG_TEXT("why", "something could not be read"),
                  LOG_NUMBER("number", counts.read_errors - app->health.read_errors));
    if (counts.damages > app->health.damages)
        app->health.damaged = now_ms();
    if (counts.astray != app->health.astray)
        log_event("store",
                  LOG_TEXT("why", counts.astray
                                      ? "the database was deleted, moved or replaced: nothing is "
                                        "written until its files are in their place again"
                                      : "the database is in its place again"),
                  LOG_TEXT("file", app->config.data));
    app->health.astray = counts.astray;
    app->health.read_errors = counts.read_errors;
    app->health.damages = counts.damages;
}

/* The next read of something that is whole goes well, and yet whoever watches must hear of damage. */
static bool is_healthy(struct app *app)
{
    health_tend(app);
    bool damaged = app->health.damaged != 0 && now_ms() - app->health.damaged < DAMAGED_MS;
    return store_healthy(app->store) && !damaged && !app->draining;
}

static void tried(void *context, enum store_result result)
{
    struct asked *asked = context;
    struct app *app = asked->app;
    app->health.trying = false;
    tell_health(app, asked->id, result == STORE_DURABLE && is_healthy(app));
    free(asked);
}

/*
 * A disk that is full looks like any other until something is written, so something is, at most once
 * a second; and one that hangs says nothing at all.
 */
void health_request(struct app *app, const struct net_request *request)
{
    int64_t since = now_ms() - app->health.tried;
    bool healthy = is_healthy(app);
    if (!healthy || (app->health.trying && since > STUCK_MS))
        return tell_health(app, request->id, false);
    struct asked *asked = app->health.trying || since < KNOWN_MS ? NULL : calloc(1, sizeof *asked);
    if (asked == NULL)
        return tell_health(app, request->id, healthy);
    *asked = (struct asked){app, request->id};
    app->health.tried = now_ms();
    app->health.trying = true;
    beat_try(app, tried, asked);
}

void metrics_request(struct app *app, const struct net_request *request)
{
    char text[METRICS_MAX];
    if (strcmp(request->path, "/healthz") == 0)
        return health_request(app, request);
    bool found = request->method == NET_GET && strcmp(request->path, "/metrics") == 0;
    size_t length = found ? write_all(app, text) : 0;
    net_respond(app->net, request->id,
                &(struct net_response){.status = found ? 200 : 404,
                                       .type = "text/plain; version=0.0.4",
                                       .body = text,
                                       .length = length});
}
