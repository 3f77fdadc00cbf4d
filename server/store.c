/* Which back end stands behind a data string, and the way to it. */
#include "store.h"

#include "server.h"

#include <stdio.h>
#include <string.h>

#include "store_sqlite.h"

/* What a back end can do without being opened: one row each. */
static const struct kind {
    const char *prefix; /* of the data string; what has none of them is a file */
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
} kinds[] = {
    {"sqlite://", sqlite_store_open, sqlite_store_ask, sqlite_store_command, sqlite_store_backup,
     sqlite_store_check},
};

/* The kind that a data string names, and what it says beyond its prefix; NULL after having said
 * why. */
static const struct kind *kind_of(const char **data, char *why, size_t size)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t length = strlen(kinds[i].prefix);
        if (strncmp(*data, kinds[i].prefix, length) != 0)
            continue;
        *data += length;
        return &kinds[i];
    }
    if (strstr(*data, "://") == NULL)
        return &kinds[0];
    snprintf(why, size, "%s: there is no such kind of store; a file is one", *data);
    return NULL;
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

enum store_found store_user(struct store *store, const char *id, struct store_user *out_user)
{
    return store->backend->user(store, id, out_user);
}

enum store_found store_user_by_key(struct store *store, const char *name_key,
                                   struct store_user *out_user)
{
    return store->backend->user_by_key(store, name_key, out_user);
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
    return store->backend->tables(store, list, user, most, each, context);
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
