/* SPDX-License-Identifier: MIT */
/* Opening and closing a store on PostgreSQL, which several servers may have open at the same time. */
#include "store_postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "postgres_internal.h"

/*
 * Leases of a server that is no more hold nobody up: where no node lives, all of them. Where some do,
 * they see to it.
 */
static bool free_leases(PGconn *connection)
{
    return postgres_run(connection,
                        "UPDATE tables SET lease_until = 0 WHERE due > 0 AND lease_until > 0"
                        " AND NOT EXISTS (SELECT 1 FROM nodes"
                        "  WHERE seen > clock_timestamp() - interval '10 seconds');"
                        "DELETE FROM nodes WHERE seen < clock_timestamp() - interval '1 day'");
}

static bool open_database(const char *data, char *why, size_t size)
{
    PGconn *connection = postgres_connect(data, why, size);
    bool ready = connection != NULL && postgres_migrate(connection, why, size);
    if (ready && !free_leases(connection)) {
        postgres_why(connection, why, size);
        ready = false;
    }
    PQfinish(connection);
    return ready;
}

static void init_lock(struct postgres_store *store)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->changed, &monotonic);
    pthread_cond_init(&store->questions, &monotonic);
    pthread_condattr_destroy(&monotonic);
    store->waiting.last = &store->waiting.first;
    store->finished.last = &store->finished.first;
    store->asked.last = &store->asked.first;
    store->answered.last = &store->answered.first;
    store->heard.last = &store->heard.first;
}

static void close_all(struct postgres_store *store)
{
    PQfinish(store->reader);
    PQfinish(store->writer);
    pthread_cond_destroy(&store->changed);
    pthread_cond_destroy(&store->questions);
    pthread_mutex_destroy(&store->lock);
    free(store->data);
    free(store);
}

/* Who waits for something is told, though nothing is written any more. */
static void close_store(struct store *base)
{
    struct postgres_store *store = (struct postgres_store *)base;
    postgres_queue_stop(store);
    postgres_ask_stop(store);
    postgres_hear_stop(store);
    store->hear = NULL;
    while (store->under_way > 0) /* who hears something may ask for more, and hears no */
        postgres_deliver(base);
    close_all(store);
}

static const struct store_backend backend = {
    .close = close_store,
    .write = postgres_write,
    .deliver = postgres_deliver,
    .queue_length = postgres_queue_length,
    .counts = postgres_counts,
    .healthy = postgres_healthy,
    .secret = postgres_secret,
    .user = postgres_user,
    .user_by_key = postgres_user_by_key,
    .users = postgres_users,
    .sessions = postgres_sessions,
    .table = postgres_table,
    .events = postgres_events,
    .tables = postgres_tables,
    .due = postgres_due,
    .commands = postgres_commands,
    .life = postgres_life,
    .take = postgres_take,
    .attend = postgres_attend,
    .ask = postgres_question,
    .in_use = postgres_in_use,
};

static bool open_connections(struct postgres_store *store, char *why, size_t size)
{
    store->reader = postgres_connect_as(store->data, POSTGRES_READER, why, size);
    store->writer =
        store->reader == NULL ? NULL : postgres_connect_as(store->data, POSTGRES_WRITER, why, size);
    return store->writer != NULL;
}

static bool start_threads(struct postgres_store *store)
{
    if (!postgres_hear_start(store))
        return false;
    if (postgres_ask_start(store) && postgres_queue_start(store))
        return true;
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_mutex_unlock(&store->lock);
    postgres_ask_stop(store);
    postgres_hear_stop(store);
    return false;
}

struct store *postgres_store_open(const char *data, void (*wake)(void *context), void *context,
                                  char *why, size_t size)
{
    struct postgres_store *store = calloc(1, sizeof *store);
    if (store == NULL)
        return NULL;
    store->base.backend = &backend;
    store->data = strdup(data);
    store->wake = wake;
    store->context = context;
    init_lock(store);
    bool ready =
        store->data != NULL && open_database(data, why, size) && open_connections(store, why, size);
    if (ready && start_threads(store))
        return &store->base;
    if (ready)
        snprintf(why, size, "no thread can be started");
    close_all(store);
    return NULL;
}
