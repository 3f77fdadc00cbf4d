/* SPDX-License-Identifier: MIT */
/* Reading that also writes: the secret, leases, commands. The writer does it while the caller waits. */
#include "sqlite_internal.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* --- the secret --- */

static bool read_secret(struct sqlite_store *store, uint8_t out_secret[32],
                        enum store_found *out_found)
{
    sqlite3_stmt *s = sqlite_get(store, GET_SECRET);
    bool found = sqlite_next(store, s, out_found) && sqlite3_column_bytes(s, 0) == 32;
    if (found)
        memcpy(out_secret, sqlite3_column_blob(s, 0), 32);
    sqlite_give_back(store, GET_SECRET, s);
    return found;
}

static enum store_result put_secret(struct sqlite_store *store, struct sqlite_job *job)
{
    sqlite3_bind_blob(store->puts[PUT_SECRET], 1, job->payload, 32, SQLITE_STATIC);
    return sqlite_put(store, PUT_SECRET) >= 0 ? STORE_DURABLE : STORE_FAILED;
}

/* What cannot be read is not replaced: all cookies would be void. */
bool sqlite_secret(struct store *base, uint8_t out_secret[32])
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_found found = STORE_NOTHING;
    if (read_secret(store, out_secret, &found))
        return true;
    uint8_t *fresh = found == STORE_NOTHING ? malloc(32) : NULL;
    if (fresh == NULL)
        return false;
    randombytes_buf(fresh, 32);
    struct sqlite_job *job = sqlite_task(store, put_secret, fresh);
    if (job == NULL)
        return false;
    sqlite_job_free(job);
    return read_secret(store, out_secret, &found);
}

/* --- signs of life --- */

static bool read_text(struct sqlite_store *store, enum sqlite_get get, char *out, size_t size,
                      enum store_found *out_found)
{
    sqlite3_stmt *s = sqlite_get(store, get);
    bool found = sqlite_next(store, s, out_found);
    if (found)
        sqlite_column(s, 0, out, size);
    sqlite_give_back(store, get, s);
    return found;
}

/* Servers of 0.1 left no other sign than their events. */
enum store_found sqlite_life(struct store *base, char *out, size_t size)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_found found = STORE_NOTHING;
    if (!read_text(store, GET_LIFE, out, size, &found) && found == STORE_NOTHING)
        read_text(store, GET_UPDATED, out, size, &found);
    return found;
}

/* --- leases --- */

struct leases {
    int64_t now, until;
    char owner[STORE_ID_MAX + 1];
    int count;
    struct lease {
        char table[STORE_ID_MAX + 1];
        int64_t due;
        bool taken;
    } list[];
};

static struct leases *read_due(struct sqlite_store *store, int64_t now, int most,
                               enum store_found *out_found)
{
    struct leases *leases = calloc(1, sizeof *leases + (size_t)most * sizeof(struct lease));
    if (leases == NULL) {
        *out_found = STORE_BROKEN;
        return NULL;
    }
    leases->now = now;
    sqlite3_stmt *s = sqlite_get(store, GET_DUE);
    sqlite3_bind_int64(s, 1, now);
    sqlite3_bind_int(s, 2, most);
    while (leases->count < most && sqlite_next(store, s, out_found)) {
        struct lease *lease = &leases->list[leases->count++];
        sqlite_column(s, 0, lease->table, sizeof lease->table);
        lease->due = sqlite3_column_int64(s, 1);
    }
    sqlite_give_back(store, GET_DUE, s);
    return leases;
}

/* What has changed since it was read is left out. */
static enum store_result put_leases(struct sqlite_store *store, struct sqlite_job *job)
{
    struct leases *leases = job->payload;
    sqlite3_stmt *s = store->puts[PUT_LEASE];
    for (int i = 0; i < leases->count; i++) {
        sqlite_text(s, 1, leases->list[i].table);
        sqlite_text(s, 2, leases->owner);
        sqlite3_bind_int64(s, 3, leases->until);
        sqlite3_bind_int64(s, 4, leases->now);
        int changed = sqlite_put(store, PUT_LEASE);
        if (changed < 0)
            return STORE_FAILED;
        leases->list[i].taken = changed > 0;
    }
    return STORE_DURABLE;
}

static enum store_found give_leases(const struct leases *leases,
                                    bool (*each)(void *context, const char *table, int64_t due),
                                    void *context)
{
    enum store_found found = STORE_NOTHING;
    for (int i = 0; i < leases->count; i++) {
        if (!leases->list[i].taken)
            continue;
        found = STORE_FOUND;
        if (!each(context, leases->list[i].table, leases->list[i].due))
            break;
    }
    return found;
}

enum store_found sqlite_due(struct store *base, int64_t now, int most, const char *owner,
                            int64_t lease_until,
                            bool (*each)(void *context, const char *table, int64_t due),
                            void *context)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_found found = STORE_NOTHING;
    struct leases *leases = read_due(store, now, most < 0 ? 0 : most, &found);
    if (found != STORE_FOUND) {
        free(leases);
        return found;
    }
    leases->until = lease_until;
    strncpy(leases->owner, owner, STORE_ID_MAX);
    struct sqlite_job *job = sqlite_task(store, put_leases, leases);
    if (job == NULL)
        return STORE_BROKEN;
    found = job->result == STORE_DURABLE ? give_leases(job->payload, each, context) : STORE_BROKEN;
    sqlite_job_free(job);
    return found;
}

/* --- commands --- */

enum { COMMANDS_MOST = 100 };

struct commands {
    int count;
    struct command {
        int64_t id;
        char *what, *data;
    } list[COMMANDS_MOST];
};

static void free_commands(struct commands *commands)
{
    for (int i = 0; i < commands->count; i++) {
        free(commands->list[i].what);
        free(commands->list[i].data);
    }
}

static char *copy_column(sqlite3_stmt *s, int index)
{
    const char *text = (const char *)sqlite3_column_text(s, index);
    return strdup(text == NULL ? "" : text);
}

static enum store_found read_commands(struct sqlite_store *store, struct commands *out)
{
    enum store_found found = STORE_NOTHING;
    sqlite3_stmt *s = sqlite_get(store, GET_COMMANDS);
    while (out->count < COMMANDS_MOST && sqlite_next(store, s, &found))
        out->list[out->count++] = (struct command){
            sqlite3_column_int64(s, 0),
            copy_column(s, 1),
            copy_column(s, 2),
        };
    sqlite_give_back(store, GET_COMMANDS, s);
    return found;
}

static enum store_result drop_commands(struct sqlite_store *store, struct sqlite_job *job)
{
    sqlite3_bind_int64(store->puts[DROP_COMMANDS], 1, *(int64_t *)job->payload);
    return sqlite_put(store, DROP_COMMANDS) >= 0 ? STORE_DURABLE : STORE_FAILED;
}

/* They are removed before they are obeyed, so that none is obeyed twice. */
static bool remove_commands(struct sqlite_store *store, int64_t last)
{
    int64_t *payload = malloc(sizeof *payload);
    if (payload != NULL)
        *payload = last;
    struct sqlite_job *job = sqlite_task(store, drop_commands, payload);
    if (job == NULL)
        return false;
    bool removed = job->result == STORE_DURABLE;
    sqlite_job_free(job);
    return removed;
}

enum store_found sqlite_commands(struct store *base,
                                 void (*each)(void *context, const char *what, const char *data),
                                 void *context)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    struct commands commands = {0};
    enum store_found found = read_commands(store, &commands);
    if (found == STORE_FOUND && !remove_commands(store, commands.list[commands.count - 1].id))
        found = STORE_BROKEN;
    for (int i = 0; found == STORE_FOUND && i < commands.count; i++)
        if (commands.list[i].what != NULL && commands.list[i].data != NULL)
            each(context, commands.list[i].what, commands.list[i].data);
    free_commands(&commands);
    return found;
}
