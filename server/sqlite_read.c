/* SPDX-License-Identifier: MIT */
/* Reading, on the caller's thread. Whatever SQLite says besides a row and the end is an error. */
#include "sqlite_internal.h"

#include <stdio.h>

#define USER_COLUMNS                                                                            \
    "SELECT id, name, name_key, password, generation, created, muted_until, banned, gone FROM " \
    "users"
#define TABLE_COLUMNS                                                                      \
    "SELECT t.id, t.game, t.status, t.open, t.seq, t.created, t.updated, t.actor, t.due, " \
    "t.summary"
/* Whoever has two seats at a table has it in their lists once. */
#define OF_USER                                                                            \
    " FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.user_id = ?1 AND NOT EXISTS" \
    " (SELECT 1 FROM seats o WHERE o.table_id = s.table_id AND o.seat < s.seat"            \
    " AND o.user_id = ?1)"

const char *const sqlite_get_texts[SQLITE_GETS] = {
    [GET_SECRET] = "SELECT value FROM meta WHERE key = 'secret'",
    [GET_LIFE] = "SELECT CAST(value AS TEXT) FROM meta WHERE key = 'life'",
    [GET_UPDATED] = "SELECT max(updated) FROM tables",
    [GET_USER] = USER_COLUMNS " WHERE id = ?1",
    [GET_USER_BY_KEY] = USER_COLUMNS " WHERE name_key = ?1",
    [GET_SESSIONS] = "SELECT id, user_id, agent, created, seen FROM sessions WHERE user_id = ?1"
                     " ORDER BY created DESC",
    [GET_TABLE] = TABLE_COLUMNS " FROM tables t WHERE id = ?1",
    [GET_SEQ] = "SELECT seq FROM tables WHERE id = ?1",
    [GET_EVENTS] = "SELECT seq, at, what, data FROM events WHERE table_id = ?1 AND seq >= ?2"
                   " AND seq <= ?3 ORDER BY seq",
    [GET_OPEN] = TABLE_COLUMNS " FROM tables t WHERE open = 1 AND status != 'over'"
                               " AND status = 'open' ORDER BY updated DESC LIMIT ?2",
    [GET_LIVE] = TABLE_COLUMNS " FROM tables t WHERE open = 1 AND status != 'over'"
                               " AND status = 'playing' ORDER BY updated DESC LIMIT ?2",
    [GET_MINE] =
        TABLE_COLUMNS OF_USER " AND s.done = 0 ORDER BY t.actor = ?1 DESC, t.updated DESC LIMIT ?2",
    [GET_DONE] = TABLE_COLUMNS OF_USER " AND s.done > 0 ORDER BY s.done DESC LIMIT ?2",
    [GET_PLACES] = TABLE_COLUMNS " FROM places p JOIN tables t ON t.id = p.table_id"
                                 " WHERE p.user_id = ?1 AND p.table_id >= ?3"
                                 " ORDER BY p.table_id LIMIT ?2",
    [GET_DUE] = "SELECT id, due FROM tables WHERE due > 0 AND due <= ?1 AND lease_until <= ?1"
                " ORDER BY due LIMIT ?2",
    [GET_COMMANDS] = "SELECT id, what, data FROM commands ORDER BY id LIMIT 100",
};

/* --- statements --- */

void sqlite_note_result(struct sqlite_store *store, int result)
{
    if ((result & 0xff) == SQLITE_CORRUPT || (result & 0xff) == SQLITE_NOTADB)
        store->damages++;
}

static void note_broken(struct sqlite_store *store)
{
    store->read_errors++;
    store->read_broken = true;
}

sqlite3_stmt *sqlite_get(struct sqlite_store *store, enum sqlite_get get)
{
    sqlite3_stmt *statement = store->gets[get];
    store->gets[get] = NULL; /* whoever is called back may ask the same */
    if (statement == NULL &&
        sqlite3_prepare_v3(store->reader, sqlite_get_texts[get], -1, SQLITE_PREPARE_PERSISTENT,
                           &statement, NULL) != SQLITE_OK)
        note_broken(store);
    return statement;
}

void sqlite_give_back(struct sqlite_store *store, enum sqlite_get get, sqlite3_stmt *statement)
{
    if (store->gets[get] != NULL || statement == NULL) {
        sqlite3_finalize(statement);
        return;
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    store->gets[get] = statement;
}

bool sqlite_next(struct sqlite_store *store, sqlite3_stmt *statement, enum store_found *out_found)
{
    int result = statement == NULL ? SQLITE_ERROR : sqlite3_step(statement);
    sqlite_note_result(store, result);
    if (result == SQLITE_ROW || result == SQLITE_DONE)
        store->read_broken = false;
    else if (statement != NULL)
        note_broken(store);
    if (result == SQLITE_ROW)
        *out_found = STORE_FOUND;
    else if (result != SQLITE_DONE)
        *out_found = STORE_BROKEN;
    return result == SQLITE_ROW;
}

/* --- users --- */

static void read_user(sqlite3_stmt *s, struct store_user *out)
{
    *out = (struct store_user){0};
    sqlite_column(s, 0, out->id, sizeof out->id);
    sqlite_column(s, 1, out->name, sizeof out->name);
    sqlite_column(s, 2, out->name_key, sizeof out->name_key);
    sqlite_column(s, 3, out->password, sizeof out->password);
    out->generation = sqlite3_column_int64(s, 4);
    out->created = sqlite3_column_int64(s, 5);
    out->muted_until = sqlite3_column_int64(s, 6);
    out->banned = sqlite3_column_int(s, 7) != 0;
    out->gone = sqlite3_column_int(s, 8) != 0;
}

static enum store_found find_user(struct store *base, enum sqlite_get get, const char *value,
                                  struct store_user *out)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_found found = STORE_NOTHING;
    sqlite3_stmt *s = sqlite_get(store, get);
    sqlite_text(s, 1, value);
    if (sqlite_next(store, s, &found))
        read_user(s, out);
    sqlite_give_back(store, get, s);
    return found;
}

enum store_found sqlite_user(struct store *base, const char *id, struct store_user *out)
{
    return find_user(base, GET_USER, id, out);
}

enum store_found sqlite_user_by_key(struct store *base, const char *name_key,
                                    struct store_user *out)
{
    return find_user(base, GET_USER_BY_KEY, name_key, out);
}

static void read_session(sqlite3_stmt *s, struct store_session *out)
{
    *out = (struct store_session){0};
    sqlite_column(s, 0, out->id, sizeof out->id);
    sqlite_column(s, 1, out->user, sizeof out->user);
    sqlite_column(s, 2, out->agent, sizeof out->agent);
    out->created = sqlite3_column_int64(s, 3);
    out->seen = sqlite3_column_int64(s, 4);
}

enum store_found sqlite_sessions(struct store *base, const char *user,
                                 bool (*each)(void *context, const struct store_session *session),
                                 void *context)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_found found = STORE_NOTHING;
    struct store_session session;
    sqlite3_stmt *s = sqlite_get(store, GET_SESSIONS);
    sqlite_text(s, 1, user);
    for (bool go_on = true; go_on && sqlite_next(store, s, &found);) {
        read_session(s, &session);
        go_on = each(context, &session);
    }
    sqlite_give_back(store, GET_SESSIONS, s);
    return found;
}

/* --- tables --- */

static void read_table(sqlite3_stmt *s, struct store_table *out)
{
    *out = (struct store_table){0};
    sqlite_column(s, 0, out->id, sizeof out->id);
    sqlite_column(s, 1, out->game, sizeof out->game);
    sqlite_column(s, 2, out->status, sizeof out->status);
    out->open = sqlite3_column_int(s, 3) != 0;
    out->seq = sqlite3_column_int64(s, 4);
    out->created = sqlite3_column_int64(s, 5);
    out->updated = sqlite3_column_int64(s, 6);
    sqlite_column(s, 7, out->actor, sizeof out->actor);
    out->due = sqlite3_column_int64(s, 8);
    sqlite_column(s, 9, out->summary, sizeof out->summary);
}

enum store_found sqlite_table(struct store *base, const char *id, struct store_table *out)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_found found = STORE_NOTHING;
    sqlite3_stmt *s = sqlite_get(store, GET_TABLE);
    sqlite_text(s, 1, id);
    if (sqlite_next(store, s, &found))
        read_table(s, out);
    sqlite_give_back(store, GET_TABLE, s);
    return found;
}

enum store_found sqlite_tables(struct store *base, enum store_list list, const char *user,
                               const char *after, int most,
                               bool (*each)(void *context, const struct store_table *table),
                               void *context)
{
    static const enum sqlite_get gets[] = {[STORE_OPEN] = GET_OPEN,
                                           [STORE_LIVE] = GET_LIVE,
                                           [STORE_MINE] = GET_MINE,
                                           [STORE_DONE] = GET_DONE,
                                           [STORE_PLACES] = GET_PLACES};
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_found found = STORE_NOTHING;
    struct store_table table;
    sqlite3_stmt *s = sqlite_get(store, gets[list]);
    if (list != STORE_OPEN && list != STORE_LIVE)
        sqlite_text(s, 1, user);
    sqlite3_bind_int(s, 2, most);
    if (list == STORE_PLACES)
        sqlite_text(s, 3, after);
    for (bool go_on = true; go_on && sqlite_next(store, s, &found);) {
        read_table(s, &table);
        go_on = each(context, &table);
    }
    sqlite_give_back(store, gets[list], s);
    return found;
}

/* --- events --- */

/* The number of the last event that must be there; -1 if there is no table. */
static int64_t last_event(struct sqlite_store *store, const char *table,
                          enum store_found *out_found)
{
    sqlite3_stmt *s = sqlite_get(store, GET_SEQ);
    sqlite_text(s, 1, table);
    int64_t last = sqlite_next(store, s, out_found) ? sqlite3_column_int64(s, 0) : -1;
    sqlite_give_back(store, GET_SEQ, s);
    return last;
}

/* Gives the events from *next on, and moves *next behind the last one given. False: stopped. */
static bool give_events(struct sqlite_store *store, sqlite3_stmt *s, int64_t *next,
                        bool (*each)(void *context, const struct store_event *event), void *context,
                        enum store_found *out_found)
{
    while (sqlite_next(store, s, out_found)) {
        struct store_event event = {
            .seq = sqlite3_column_int64(s, 0),
            .at = sqlite3_column_int64(s, 1),
            .what = (const char *)sqlite3_column_text(s, 2),
            .data = (const char *)sqlite3_column_text(s, 3),
        };
        if (event.seq != *next || event.what == NULL || event.data == NULL)
            return true; /* a hole */
        ++*next;
        if (!each(context, &event))
            return false;
    }
    return true;
}

/* A damaged tree can lose rows without a word, so the last number is compared with the table's. */
enum store_found sqlite_events(struct store *base, const char *table, int64_t first, int64_t last,
                               bool (*each)(void *context, const struct store_event *event),
                               void *context)
{
    struct sqlite_store *store = (struct sqlite_store *)base;
    enum store_found found = STORE_NOTHING, events = STORE_NOTHING;
    int64_t next = first < 0 ? 0 : first;
    int64_t there = last_event(store, table, &found);
    if (found != STORE_FOUND)
        return found;
    sqlite3_stmt *s = sqlite_get(store, GET_EVENTS);
    sqlite_text(s, 1, table);
    sqlite3_bind_int64(s, 2, next);
    sqlite3_bind_int64(s, 3, last);
    bool to_the_end = give_events(store, s, &next, each, context, &events);
    sqlite_give_back(store, GET_EVENTS, s);
    if (to_the_end && events != STORE_BROKEN && next <= (last < there ? last : there)) {
        note_broken(store);
        sqlite_note_result(store, SQLITE_CORRUPT);
        events = STORE_BROKEN;
    }
    return events;
}
