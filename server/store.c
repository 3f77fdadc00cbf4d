/* SPDX-License-Identifier: MIT */
/* Which back end stands behind a data string, and the way to it. */
#include "store.h"

#include "server.h"

#include <stdio.h>
#include <string.h>

#include "answer.h"
#include "store_kind.h"
#include "store_postgres.h"
#include "store_sqlite.h"

/* Addresses and keyword strings as libpq takes them. */
static const char *const postgres_beginnings[] = {
    "postgres://", "postgresql://", "host=",     "hostaddr=", "port=",    "dbname=",
    "user=",       "service=",      "password=", "sslmode=",  "options=", NULL,
};

/* What a back end can do without being opened: one row each. */
static const struct kind {
    const char *const *beginnings; /* of data strings that it knows, ended by NULL */
    bool cut;                      /* it needs what comes after the beginning only */
    struct store *(*open)(const char *data, void (*wake)(void *context), void *context, char *why,
                          size_t size);
    bool (*ask)(const char *data, enum server_question question, const char *argument,
                void (*row)(void *context, int columns, const char *const *values), void *context,
                char *why, size_t size);
    bool (*command)(const char *data, const char *what, const char *argument, char *why,
                    size_t size);
    bool (*backup)(const char *data, const char *into, char *why, size_t size);
    bool (*check)(const char *data, void (*report)(void *context, const char *sentence),
                  void *context, char *why, size_t size);
    const struct copy_kind *copy;
} kinds[] = {
    {(const char *const[]){"sqlite://", NULL}, true, sqlite_store_open, sqlite_store_ask,
     sqlite_store_command, sqlite_store_backup, sqlite_store_check, &sqlite_copy},
#ifdef TAKHT_POSTGRES
    {postgres_beginnings, false, postgres_store_open, postgres_store_ask, postgres_store_command,
     postgres_store_backup, postgres_store_check, &postgres_copy},
#endif
};

static size_t begins(const char *data, const char *const *beginnings)
{
    for (; *beginnings != NULL; beginnings++)
        if (strncmp(data, *beginnings, strlen(*beginnings)) == 0)
            return strlen(*beginnings);
    return 0;
}

bool server_data_is_shared(const char *data)
{
    return begins(data, postgres_beginnings) > 0;
}

/* The kind that a data string names, and what that kind needs of it; NULL after having said why. A
 * string that names none is a file. */
static const struct kind *kind_of(const char **data, char *why, size_t size)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t length = begins(*data, kinds[i].beginnings);
        if (length == 0)
            continue;
        *data += kinds[i].cut ? length : 0;
        return &kinds[i];
    }
    if (server_data_is_shared(*data)) {
        snprintf(why, size,
                 "this takht was built without PostgreSQL; build it where libpq is "
                 "(libpq-dev), or give a file");
        return NULL;
    }
    if (strstr(*data, "://") == NULL)
        return &kinds[0];
    snprintf(why, size, "%s: there is no such kind of store; a file is one, postgres://… another",
             *data);
    return NULL;
}

const struct copy_kind *store_copy_kind(const char **data, char *why, size_t size)
{
    const struct kind *kind = kind_of(data, why, size);
    return kind == NULL ? NULL : kind->copy;
}

struct store *store_open(const char *data, void (*wake)(void *context), void *context, char *why,
                         size_t why_size)
{
    const struct kind *kind = kind_of(&data, why, why_size);
    return kind == NULL ? NULL : kind->open(data, wake, context, why, why_size);
}

bool server_ask(const char *data, enum server_question question, const char *argument,
                void (*row)(void *context, int columns, const char *const *values), void *context,
                char *why, size_t size)
{
    const struct kind *kind = kind_of(&data, why, size);
    return kind != NULL && kind->ask(data, question, argument, row, context, why, size);
}

bool server_command(const char *data, const char *what, const char *argument, char *why,
                    size_t size)
{
    const struct kind *kind = kind_of(&data, why, size);
    return kind != NULL && kind->command(data, what, argument, why, size);
}

bool server_backup(const char *data, const char *into, char *why, size_t size)
{
    const struct kind *kind = kind_of(&data, why, size);
    return kind != NULL && kind->backup(data, into, why, size);
}

bool server_check(const char *data, void (*report)(void *context, const char *sentence),
                  void *context, char *why, size_t size)
{
    const struct kind *kind = kind_of(&data, why, size);
    return kind != NULL && kind->check(data, report, context, why, size);
}

/* --- on an open store --- */

void store_close(struct store *store)
{
    if (store != NULL)
        store->backend->close(store);
}

void store_write(struct store *store, const struct store_change *change, store_done *done,
                 void *context)
{
    store->backend->write(store, change, done, context);
}

void store_ignore(void *context, enum store_result result)
{
    (void)context, (void)result;
}

void store_deliver(struct store *store)
{
    store->backend->deliver(store);
}

int store_queue_length(struct store *store)
{
    return store->backend->queue_length(store);
}

struct store_counts store_counts(struct store *store)
{
    return store->backend->counts(store);
}

bool store_healthy(struct store *store)
{
    return store->backend->healthy(store);
}

bool store_secret(struct store *store, uint8_t out_secret[32])
{
    return store->backend->secret(store, out_secret);
}

enum store_found store_life(struct store *store, char *out, size_t size)
{
    return store->backend->life(store, out, size);
}

enum store_found store_user(struct store *store, const char *id, struct store_user *out_user)
{
    return store->backend->user(store, id, out_user);
}

enum store_found store_user_by_key(struct store *store, const char *name_key,
                                   struct store_user *out_user)
{
    return store->backend->user_by_key(store, name_key, out_user);
}

enum store_found store_users(struct store *store, enum store_by by, const char *const *values,
                             int count, void (*each)(void *context, const struct store_user *user),
                             void *context)
{
    enum store_found all = STORE_NOTHING;
    struct store_user user;
    if (store->backend->users != NULL)
        return store->backend->users(store, by, values, count, each, context);
    for (int i = 0; i < count; i++) {
        enum store_found found = by == STORE_BY_ID ? store_user(store, values[i], &user)
                                                   : store_user_by_key(store, values[i], &user);
        if (found == STORE_BROKEN)
            return STORE_BROKEN;
        if (found == STORE_FOUND)
            each(context, &user);
        all = found == STORE_FOUND ? STORE_FOUND : all;
    }
    return all;
}

enum store_found store_sessions(struct store *store, const char *user,
                                bool (*each)(void *context, const struct store_session *session),
                                void *context)
{
    return store->backend->sessions(store, user, each, context);
}

enum store_found store_table(struct store *store, const char *id, struct store_table *out_table)
{
    return store->backend->table(store, id, out_table);
}

enum store_found store_events(struct store *store, const char *table, int64_t first, int64_t last,
                              bool (*each)(void *context, const struct store_event *event),
                              void *context)
{
    return store->backend->events(store, table, first, last, each, context);
}

enum store_found store_tables(struct store *store, enum store_list list, const char *user, int most,
                              bool (*each)(void *context, const struct store_table *table),
                              void *context)
{
    return store->backend->tables(store, list, user, "", most, each, context);
}

enum store_found store_due(struct store *store, int64_t now, int most, const char *owner,
                           int64_t lease_until,
                           bool (*each)(void *context, const char *table, int64_t due),
                           void *context)
{
    return store->backend->due(store, now, most, owner, lease_until, each, context);
}

enum store_found store_commands(struct store *store,
                                void (*each)(void *context, const char *what, const char *data),
                                void *context)
{
    return store->backend->commands(store, each, context);
}

bool store_attend(struct store *store, const struct store_node *node)
{
    return store->backend->attend != NULL && store->backend->attend(store, node);
}

bool store_take(struct store *store, const char *what, int64_t each_ms, int64_t most_ms,
                int64_t *out_wait_ms)
{
    return store->backend->take == NULL ||
           store->backend->take(store, what, each_ms, most_ms, out_wait_ms);
}

bool store_is_in_use(struct store *store)
{
    return store->backend->in_use != NULL && store->backend->in_use(store);
}

void store_ask(struct store *store, const struct store_question *question, store_answered *done,
               void *context)
{
    if (store->backend->ask != NULL)
        store->backend->ask(store, question, done, context);
    else
        done(context, answer_find(store, question));
}
