/* SPDX-License-Identifier: MIT */
/* takht migrate-store: everything is copied in one transaction, then compared row by row. */
#include "copy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server.h"
#include "store.h"
#include "store_kind.h"

/* Ended by one without a name. */
static const struct copy_table tables[] = {
    {"meta", {"key", "value", NULL}, "key", "key IN ('secret', 'life')"},
    {"users",
     {"id", "name", "name_key", "password", "generation", "created", "muted_until", "banned?",
      "gone?", NULL},
     "id",
     NULL},
    {"sessions", {"id", "user_id", "agent", "created", "seen", NULL}, "id", NULL},
    {"tables",
     {"id", "game", "status", "open?", "seq", "created", "updated", "actor", "due", "summary"},
     "id",
     NULL},
    {"seats", {"table_id", "seat", "user_id", "done", NULL}, "table_id, seat", NULL},
    {"places", {"user_id", "table_id", NULL}, "user_id, table_id", NULL},
    {"events", {"table_id", "seq", "at", "what", "data", NULL}, "table_id, seq", NULL},
    {NULL, {NULL}, NULL, NULL},
};

/* Both ends, and how they are talked to. */
struct copying {
    const struct copy_kind *from_kind, *to_kind;
    struct copy_end *from, *to;
    void (*report)(void *context, const char *table, long rows);
    void *context;
    char *why;
    size_t size;
};

/* What is there already would be mixed with what comes. */
static bool is_empty(struct copying *c, const struct copy_table *table)
{
    const char *values[COPY_COLUMNS_MAX];
    if (table->only != NULL) /* a store has its secret from the beginning: it is replaced */
        return true;
    if (!c->to_kind->select(c->to, table, c->why, c->size))
        return false;
    enum copy_row row = c->to_kind->next(c->to, values, c->why, c->size);
    if (row == COPY_ROW)
        snprintf(c->why, c->size, "the store to copy into is not empty (it has %s); give a new one",
                 table->name);
    while (row == COPY_ROW)
        row = c->to_kind->next(c->to, values, c->why, c->size) == COPY_ROW ? COPY_ROW : COPY_BROKEN;
    return row == COPY_END;
}

/* A path that was misspelled must not pass for a store that was copied. */
static bool is_there(const char *from, char *why, size_t size)
{
    const char *path = from;
    const struct copy_kind *kind = store_copy_kind(&path, why, size);
    bool missing = kind == &sqlite_copy && access(path, F_OK) != 0;
    if (missing)
        snprintf(why, size, "%s: %s", path, strerror(errno));
    return kind != NULL && !missing;
}

static bool has_rows(struct copying *c, const struct copy_table *table)
{
    const char *values[COPY_COLUMNS_MAX];
    enum copy_row row = COPY_BROKEN;
    long rows = -1;
    if (c->from_kind->select(c->from, table, c->why, c->size))
        for (rows = 0; (row = c->from_kind->next(c->from, values, c->why, c->size)) == COPY_ROW;)
            rows++;
    return row == COPY_BROKEN || rows > 0; /* what cannot be read is told by the copying */
}

static bool is_used(struct copying *c)
{
    for (const struct copy_table *table = tables; table->name != NULL; table++)
        if (table->only == NULL && has_rows(c, table))
            return true;
    snprintf(c->why, c->size, "there is nothing in the store to copy from");
    return false;
}

static bool copy_rows(struct copying *c, const struct copy_table *table)
{
    const char *values[COPY_COLUMNS_MAX];
    enum copy_row row = COPY_BROKEN;
    if (!c->from_kind->select(c->from, table, c->why, c->size) ||
        !c->to_kind->into(c->to, table, c->why, c->size))
        return false;
    while ((row = c->from_kind->next(c->from, values, c->why, c->size)) == COPY_ROW)
        if (!c->to_kind->put(c->to, values, c->why, c->size))
            return false;
    return row == COPY_END && c->to_kind->done(c->to, c->why, c->size);
}

static bool same(const char *const *a, const char *const *b, const struct copy_table *table)
{
    for (int i = 0; i < COPY_COLUMNS_MAX && table->columns[i] != NULL; i++)
        if ((a[i] == NULL) != (b[i] == NULL) || (a[i] != NULL && strcmp(a[i], b[i]) != 0))
            return false;
    return true;
}

static bool compare_rows(struct copying *c, const struct copy_table *table)
{
    const char *a[COPY_COLUMNS_MAX], *b[COPY_COLUMNS_MAX];
    long rows = 0;
    if (!c->from_kind->select(c->from, table, c->why, c->size) ||
        !c->to_kind->select(c->to, table, c->why, c->size))
        return false;
    for (;; rows++) {
        enum copy_row from = c->from_kind->next(c->from, a, c->why, c->size);
        enum copy_row to = c->to_kind->next(c->to, b, c->why, c->size);
        if (from == COPY_BROKEN || to == COPY_BROKEN)
            return false;
        if (from == COPY_END && to == COPY_END)
            break;
        if (from != to || !same(a, b, table)) {
            snprintf(c->why, c->size, "row %ld of %s is not the same in both stores", rows,
                     table->name);
            return false;
        }
    }
    c->report(c->context, table->name, rows);
    return true;
}

static bool for_tables(struct copying *c,
                       bool (*each)(struct copying *c, const struct copy_table *table))
{
    for (const struct copy_table *table = tables; table->name != NULL; table++)
        if (!each(c, table))
            return false;
    return true;
}

static bool copy_all(struct copying *c)
{
    return is_used(c) && for_tables(c, is_empty) && c->to_kind->begin(c->to, c->why, c->size) &&
           for_tables(c, copy_rows) && c->to_kind->commit(c->to, c->why, c->size) &&
           for_tables(c, compare_rows);
}

static void wake_nobody(void *context)
{
    (void)context;
}

/* A store is opened as a server opens it: its tables are made or brought up to date, and no server has
 * it open besides. */
static struct store *hold(const char *data, char *why, size_t size)
{
    struct store *store = store_open(data, wake_nobody, NULL, why, size);
    if (store != NULL && store_is_in_use(store)) {
        snprintf(why, size, "servers have this database open; stop them first");
        store_close(store);
        return NULL;
    }
    return store;
}

bool server_copy(const char *from, const char *to,
                 void (*report)(void *context, const char *table, long rows), void *context,
                 char *why, size_t size)
{
    struct copying c = {.report = report, .context = context, .why = why, .size = size};
    struct store *source = is_there(from, why, size) ? hold(from, why, size) : NULL;
    struct store *target = source == NULL ? NULL : hold(to, why, size);
    bool fine = target != NULL && (c.from_kind = store_copy_kind(&from, why, size)) != NULL &&
                (c.to_kind = store_copy_kind(&to, why, size)) != NULL &&
                (c.from = c.from_kind->open(from, why, size)) != NULL &&
                (c.to = c.to_kind->open(to, why, size)) != NULL && copy_all(&c);
    if (c.from != NULL)
        c.from_kind->close(c.from);
    if (c.to != NULL)
        c.to_kind->close(c.to);
    store_close(target);
    store_close(source);
    return fine;
}
