/* SPDX-License-Identifier: MIT */
/*
 * Reading while the caller waits: when a server starts, for tools and for tests. It has a connection of
 * its own, which is opened when it is first needed. A running server asks: see postgres_ask.c.
 */
#include "postgres_internal.h"

#include <stdlib.h>
#include <string.h>

void postgres_note_broken(struct postgres_store *store)
{
    store->read_errors++;
    store->read_broken = true;
}

void postgres_hang_up_reader(struct postgres_store *store)
{
    PQfinish(store->reader);
    store->reader = NULL;
}

static PGconn *usable_reader(struct postgres_store *store)
{
    char why[256];
    if (store->reader != NULL && PQstatus(store->reader) != CONNECTION_OK)
        postgres_hang_up_reader(store);
    if (store->reader == NULL)
        store->reader = postgres_connect_as(store->data, POSTGRES_READER, why, sizeof why);
    return store->reader;
}

PGresult *postgres_get(struct postgres_store *store, enum postgres_statement statement,
                       const struct postgres_args *args)
{
    PGconn *reader = usable_reader(store);
    PGresult *result =
        reader == NULL ? NULL : postgres_ask(reader, statement, args, POSTGRES_READ_MS);
    if (reader != NULL && result == NULL)
        postgres_hang_up_reader(store); /* an answer that did not come in time may still come */
    if (result != NULL && postgres_is_fine(result)) {
        store->read_broken = false;
        return result;
    }
    PQclear(result);
    postgres_note_broken(store);
    return NULL;
}

static enum store_found found_in(const PGresult *result)
{
    return result == NULL ? STORE_BROKEN : PQntuples(result) > 0 ? STORE_FOUND : STORE_NOTHING;
}

/* --- users --- */

void postgres_read_user(const PGresult *r, int row, struct store_user *out)
{
    *out = (struct store_user){0};
    postgres_column(r, row, 0, out->id, sizeof out->id);
    postgres_column(r, row, 1, out->name, sizeof out->name);
    postgres_column(r, row, 2, out->name_key, sizeof out->name_key);
    postgres_column(r, row, 3, out->password, sizeof out->password);
    out->generation = postgres_int(r, row, 4);
    out->created = postgres_int(r, row, 5);
    out->muted_until = postgres_int(r, row, 6);
    out->banned = postgres_int(r, row, 7) != 0;
    out->gone = postgres_int(r, row, 8) != 0;
    out->version = postgres_int(r, row, 9);
}

static enum store_found find_user(struct store *base, enum postgres_statement statement,
                                  const char *value, struct store_user *out)
{
    struct postgres_args args = {0};
    postgres_text(&args, value);
    PGresult *result = postgres_get((struct postgres_store *)base, statement, &args);
    enum store_found found = found_in(result);
    if (found == STORE_FOUND)
        postgres_read_user(result, 0, out);
    PQclear(result);
    return found;
}

enum store_found postgres_user(struct store *base, const char *id, struct store_user *out)
{
    return find_user(base, PG_USER, id, out);
}

enum store_found postgres_user_by_key(struct store *base, const char *name_key,
                                      struct store_user *out)
{
    return find_user(base, PG_USER_BY_KEY, name_key, out);
}

char *postgres_array(const char *const *values, int count)
{
    size_t room = 3;
    for (int i = 0; i < count; i++)
        room += 2 * strlen(values[i]) + 3;
    char *text = malloc(room), *at = text;
    if (text == NULL)
        return NULL;
    *at++ = '{';
    for (int i = 0; i < count; i++) {
        if (i > 0)
            *at++ = ',';
        *at++ = '"';
        for (const char *letter = values[i]; *letter != '\0'; letter++) {
            if (*letter == '"' || *letter == '\\')
                *at++ = '\\';
            *at++ = *letter;
        }
        *at++ = '"';
    }
    *at++ = '}';
    *at = '\0';
    return text;
}

enum store_found postgres_users(struct store *base, enum store_by by, const char *const *values,
                                int count,
                                void (*each)(void *context, const struct store_user *user),
                                void *context)
{
    struct postgres_args args = {0};
    struct store_user user;
    char *array = count > 0 ? postgres_array(values, count) : NULL;
    if (array == NULL)
        return count > 0 ? STORE_BROKEN : STORE_NOTHING;
    postgres_text(&args, array);
    PGresult *result = postgres_get((struct postgres_store *)base,
                                    by == STORE_BY_ID ? PG_USERS : PG_USERS_BY_KEY, &args);
    free(array);
    for (int row = 0; result != NULL && row < PQntuples(result); row++) {
        postgres_read_user(result, row, &user);
        each(context, &user);
    }
    enum store_found found = found_in(result);
    PQclear(result);
    return found;
}

void postgres_read_session(const PGresult *r, int row, struct store_session *out)
{
    *out = (struct store_session){0};
    postgres_column(r, row, 0, out->id, sizeof out->id);
    postgres_column(r, row, 1, out->user, sizeof out->user);
    postgres_column(r, row, 2, out->agent, sizeof out->agent);
    out->created = postgres_int(r, row, 3);
    out->seen = postgres_int(r, row, 4);
}

enum store_found postgres_sessions(struct store *base, const char *user,
                                   bool (*each)(void *context, const struct store_session *session),
                                   void *context)
{
    struct postgres_args args = {0};
    struct store_session session;
    postgres_text(&args, user);
    PGresult *result = postgres_get((struct postgres_store *)base, PG_SESSIONS, &args);
    bool go_on = true;
    for (int row = 0; go_on && result != NULL && row < PQntuples(result); row++) {
        postgres_read_session(result, row, &session);
        go_on = each(context, &session);
    }
    enum store_found found = found_in(result);
    PQclear(result);
    return found;
}

/* --- tables --- */

void postgres_read_table(const PGresult *r, int row, struct store_table *out)
{
    *out = (struct store_table){0};
    postgres_column(r, row, 0, out->id, sizeof out->id);
    postgres_column(r, row, 1, out->game, sizeof out->game);
    postgres_column(r, row, 2, out->status, sizeof out->status);
    out->open = postgres_int(r, row, 3) != 0;
    out->seq = postgres_int(r, row, 4);
    out->created = postgres_int(r, row, 5);
    out->updated = postgres_int(r, row, 6);
    postgres_column(r, row, 7, out->actor, sizeof out->actor);
    out->due = postgres_int(r, row, 8);
    postgres_column(r, row, 9, out->summary, sizeof out->summary);
}

enum store_found postgres_table(struct store *base, const char *id, struct store_table *out)
{
    struct postgres_args args = {0};
    postgres_text(&args, id);
    PGresult *result = postgres_get((struct postgres_store *)base, PG_TABLE, &args);
    enum store_found found = found_in(result);
    if (found == STORE_FOUND)
        postgres_read_table(result, 0, out);
    PQclear(result);
    return found;
}

enum postgres_statement postgres_list(enum store_list list)
{
    static const enum postgres_statement lists[] = {[STORE_OPEN] = PG_OPEN,
                                                    [STORE_LIVE] = PG_LIVE,
                                                    [STORE_MINE] = PG_MINE,
                                                    [STORE_DONE] = PG_DONE,
                                                    [STORE_PLACES] = PG_PLACES};
    return lists[list];
}

void postgres_list_args(struct postgres_args *args, enum store_list list, const char *user,
                        const char *after, int most)
{
    if (list != STORE_OPEN && list != STORE_LIVE)
        postgres_text(args, user);
    postgres_number(args, most);
    if (list == STORE_PLACES)
        postgres_text(args, after);
}

enum store_found postgres_tables(struct store *base, enum store_list list, const char *user,
                                 const char *after, int most,
                                 bool (*each)(void *context, const struct store_table *table),
                                 void *context)
{
    struct postgres_args args = {0};
    struct store_table table;
    postgres_list_args(&args, list, user, after, most);
    PGresult *result = postgres_get((struct postgres_store *)base, postgres_list(list), &args);
    bool go_on = true;
    for (int row = 0; go_on && result != NULL && row < PQntuples(result); row++) {
        postgres_read_table(result, row, &table);
        go_on = each(context, &table);
    }
    enum store_found found = found_in(result);
    PQclear(result);
    return found;
}

/* --- events --- */

/* Gives the events from *next on, and moves *next behind the last one given. False: stopped. */
static bool give_events(const PGresult *r, int64_t *next,
                        bool (*each)(void *context, const struct store_event *event), void *context)
{
    for (int row = 0; row < PQntuples(r) && PQgetisnull(r, row, 0) == 0; row++) {
        struct store_event event = {
            .seq = postgres_int(r, row, 0),
            .at = postgres_int(r, row, 1),
            .what = PQgetvalue(r, row, 2),
            .data = PQgetvalue(r, row, 3),
        };
        if (event.seq != *next)
            return true; /* a hole */
        ++*next;
        if (!each(context, &event))
            return false;
    }
    return true;
}

enum store_found postgres_events(struct store *base, const char *table, int64_t first, int64_t last,
                                 bool (*each)(void *context, const struct store_event *event),
                                 void *context)
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct postgres_args args = {0};
    int64_t begun = first < 0 ? 0 : first, next = begun;
    postgres_text(&args, table);
    postgres_number(&args, begun);
    postgres_number(&args, last);
    PGresult *result = postgres_get(store, PG_EVENTS, &args);
    enum store_found found = found_in(result);
    if (found == STORE_FOUND) {
        int64_t there = postgres_int(result, 0, 4);
        bool to_the_end = give_events(result, &next, each, context);
        found = next > begun ? STORE_FOUND : STORE_NOTHING;
        if (to_the_end && next <= (last < there ? last : there)) {
            postgres_note_broken(store);
            store->damages++;
            found = STORE_BROKEN;
        }
    }
    PQclear(result);
    return found;
}
