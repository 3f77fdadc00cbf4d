/* SPDX-License-Identifier: MIT */
/* What one change does to the database. */
#include "sqlite_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "change.h"

/* clang-format off */
static const char *const put_texts[SQLITE_PUTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [SAVEPOINT] = "SAVEPOINT one",
    [ROLLBACK_TO] = "ROLLBACK TO one",
    [RELEASE] = "RELEASE one",
    [LAST_EVENT] = "SELECT coalesce(max(seq), -1) FROM events WHERE table_id = ?",
    [PUT_EVENT] = "INSERT INTO events(table_id, seq, at, what, data) VALUES(?,?,?,?,?)",
    [PUT_TABLE] =
        "INSERT INTO tables(id, game, status, open, created, updated, actor, due, summary, seq)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, coalesce(?10, -1))"
        " ON CONFLICT(id) DO UPDATE SET game = ?2, status = ?3, open = ?4, created = ?5,"
        " updated = ?6, actor = ?7, due = ?8, summary = ?9, seq = coalesce(?10, seq),"
        " lease_owner = '', lease_until = 0",
    [PUT_SEAT] =
        "INSERT INTO seats(table_id, seat, user_id) VALUES(?1, ?2, ?3)"
        " ON CONFLICT(table_id, seat) DO UPDATE SET user_id = ?3 WHERE user_id != ?3",
    [DROP_SEAT] = "DELETE FROM seats WHERE table_id = ? AND seat = ?",
    [DROP_SEATS_FROM] = "DELETE FROM seats WHERE table_id = ? AND seat >= ?",
    [MARK_SEATS] = "UPDATE seats SET done = ?2 WHERE table_id = ?1 AND (done > 0) != (?2 > 0)",
    [PUT_PLACE] = "INSERT OR IGNORE INTO places(user_id, table_id) VALUES(?, ?)",
    [PUT_PLACE_OF_EVENT] =
        "INSERT OR IGNORE INTO places(user_id, table_id) SELECT who, ?2 FROM (SELECT CASE WHEN"
        " json_valid(?1) THEN coalesce(json_extract(?1, '$.user'), json_extract(?1, '$.owner')) END"
        " AS who) WHERE typeof(who) = 'text' AND who != ''",
    [PUT_USER] =
        "INSERT INTO users(id, name, name_key, password, generation, created, muted_until, banned,"
        " gone) VALUES(?1, ?2, nullif(?3, ''), ?4, ?5, ?6, ?7, ?8, ?9)"
        " ON CONFLICT(id) DO UPDATE SET name = ?2, name_key = nullif(?3, ''), password = ?4,"
        " generation = ?5, created = ?6, muted_until = ?7, banned = ?8, gone = ?9 WHERE gone = 0",
    [PUT_SESSION] =
        "INSERT INTO sessions(id, user_id, agent, created, seen) SELECT ?1, ?2, ?3, ?4, ?5"
        " WHERE NOT EXISTS (SELECT 1 FROM users WHERE id = ?2 AND gone != 0)"
        " ON CONFLICT(id) DO UPDATE SET agent = ?3, seen = ?5 WHERE user_id = ?2",
    [END_SESSION] = "DELETE FROM sessions WHERE id = ?",
    [END_SESSIONS] = "DELETE FROM sessions WHERE user_id = ?",
    [FORGET_EVENTS] =
        "UPDATE events SET data = forgotten(data, ?1) WHERE table_id IN"
        " (SELECT table_id FROM places WHERE user_id = ?1) AND instr(data, ?1) > 0",
    [FORGET_SUMMARIES] =
        "UPDATE tables SET summary = forgotten(summary, ?1) WHERE id IN"
        " (SELECT table_id FROM places WHERE user_id = ?1) AND instr(summary, ?1) > 0",
    [FORGET_SEATS] = "DELETE FROM seats WHERE user_id = ?",
    [FORGET_PLACES] = "DELETE FROM places WHERE user_id = ?",
    [FORGET_USER] =
        "INSERT INTO users(id, name, password, generation, created, banned, gone)"
        " VALUES(?1, '', '', 0, 0, 0, 1)"
        " ON CONFLICT(id) DO UPDATE SET name = '', name_key = NULL, password = '', created = 0,"
        " generation = generation + 1, banned = 0, muted_until = 0, gone = 1",
    [PUT_SECRET] = "INSERT OR IGNORE INTO meta(key, value) VALUES('secret', ?)",
    [PUT_LEASE] =
        "UPDATE tables SET lease_owner = ?2, lease_until = ?3"
        " WHERE id = ?1 AND due > 0 AND due <= ?4 AND lease_until <= ?4",
    [DROP_COMMANDS] = "DELETE FROM commands WHERE id <= ?",
    [PUT_LIFE] =
        "INSERT INTO meta(key, value) VALUES('life', CAST(?1 AS BLOB))"
        " ON CONFLICT(key) DO UPDATE SET value = excluded.value",
    [PUT_MARK] = "INSERT OR IGNORE INTO meta(key, value) VALUES('erased', x'00')",
    [DROP_MARK] = "DELETE FROM meta WHERE key = 'erased'",
    [PUT_PROBE] =
        "INSERT INTO meta(key, value) VALUES('probe', x'00')"
        " ON CONFLICT(key) DO UPDATE SET value = randomblob(4)",
};
/* clang-format on */

bool sqlite_prepare_puts(struct sqlite_store *store)
{
    for (int i = 0; i < SQLITE_PUTS; i++)
        if (sqlite3_prepare_v3(store->writer, put_texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->puts[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

int sqlite_put(struct sqlite_store *store, enum sqlite_put put)
{
    sqlite3_stmt *statement = store->puts[put];
    int result = sqlite3_step(statement);
    int changed = sqlite3_changes(store->writer);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    if (result == SQLITE_DONE)
        return changed;
    store->fault |= result != SQLITE_CONSTRAINT;
    sqlite_note_result(store, result);
    return -1;
}

enum store_result sqlite_probe(struct sqlite_store *store, struct sqlite_job *job)
{
    (void)job;
    return sqlite_put(store, PUT_PROBE) >= 0 ? STORE_DURABLE : STORE_FAILED;
}

/* --- its parts, on the writer's thread --- */

/* Whether the event is the next one of its table. */
static enum store_result judge_number(struct sqlite_store *store, const struct change *change)
{
    sqlite3_stmt *s = store->puts[LAST_EVENT];
    sqlite_text(s, 1, change->table.id);
    bool known = sqlite3_step(s) == SQLITE_ROW;
    int64_t last = known ? sqlite3_column_int64(s, 0) : 0;
    sqlite3_reset(s);
    store->fault |= !known;
    if (!known || change->event.seq > last + 1 || change->event.seq < 0)
        return STORE_FAILED;
    return change->event.seq <= last ? STORE_CONFLICT : STORE_DURABLE;
}

static enum store_result put_event(struct sqlite_store *store, const struct change *change)
{
    const struct store_event *event = &change->event;
    sqlite3_stmt *s = store->puts[PUT_EVENT];
    if (!change->has_table)
        return STORE_FAILED; /* an event is always of a table */
    enum store_result number = judge_number(store, change);
    if (number != STORE_DURABLE)
        return number;
    sqlite_text(s, 1, change->table.id);
    sqlite3_bind_int64(s, 2, event->seq);
    sqlite3_bind_int64(s, 3, event->at);
    sqlite_text(s, 4, event->what);
    sqlite_text(s, 5, event->data);
    if (sqlite_put(store, PUT_EVENT) < 0)
        return STORE_FAILED;
    if (strstr(event->data, "\"user\"") == NULL && strstr(event->data, "\"owner\"") == NULL)
        return STORE_DURABLE;
    sqlite_text(store->puts[PUT_PLACE_OF_EVENT], 1, event->data);
    sqlite_text(store->puts[PUT_PLACE_OF_EVENT], 2, change->table.id);
    return sqlite_put(store, PUT_PLACE_OF_EVENT) >= 0 ? STORE_DURABLE : STORE_FAILED;
}

static enum store_result put_table(struct sqlite_store *store, const struct change *change)
{
    const struct store_table *table = &change->table;
    sqlite3_stmt *s = store->puts[PUT_TABLE];
    sqlite_text(s, 1, table->id);
    sqlite_text(s, 2, table->game);
    sqlite_text(s, 3, table->status);
    sqlite3_bind_int(s, 4, table->open);
    sqlite3_bind_int64(s, 5, table->created);
    sqlite3_bind_int64(s, 6, table->updated);
    sqlite_text(s, 7, table->actor);
    sqlite3_bind_int64(s, 8, table->due);
    sqlite_text(s, 9, table->summary[0] == '\0' ? "{}" : table->summary);
    if (change->has_event)
        sqlite3_bind_int64(s, 10, change->event.seq);
    return sqlite_put(store, PUT_TABLE) >= 0 ? STORE_DURABLE : STORE_FAILED;
}

static bool drop_seats(struct sqlite_store *store, enum sqlite_put put, const char *table, int seat)
{
    sqlite_text(store->puts[put], 1, table);
    sqlite3_bind_int(store->puts[put], 2, seat);
    return sqlite_put(store, put) >= 0;
}

static bool put_seat(struct sqlite_store *store, const char *table, int seat, const char *user)
{
    sqlite3_stmt *s = store->puts[PUT_SEAT], *place = store->puts[PUT_PLACE];
    if (user[0] == '\0')
        return drop_seats(store, DROP_SEAT, table, seat);
    sqlite_text(s, 1, table);
    sqlite3_bind_int(s, 2, seat);
    sqlite_text(s, 3, user);
    int changed = sqlite_put(store, PUT_SEAT);
    if (changed <= 0)
        return changed == 0;
    sqlite_text(place, 1, user);
    sqlite_text(place, 2, table);
    return sqlite_put(store, PUT_PLACE) >= 0;
}

/* Seats that are as they were cost nothing, so every event may bring them along. */
static enum store_result put_seats(struct sqlite_store *store, const struct change *change)
{
    const char *table = change->table.id;
    if (!change->has_table || !drop_seats(store, DROP_SEATS_FROM, table, change->seat_count))
        return STORE_FAILED;
    for (int seat = 0; seat < change->seat_count; seat++)
        if (!put_seat(store, table, seat, change->seats[seat]))
            return STORE_FAILED;
    return STORE_DURABLE;
}

/* When a game ends, its seats move from one list of their users to the other. A game under way
 * whose seats stay as they are has nothing to mark. */
static enum store_result mark_seats(struct sqlite_store *store, const struct change *change)
{
    const struct store_table *table = &change->table;
    bool over = strcmp(table->status, "over") == 0;
    if (!over && !change->has_seats)
        return STORE_DURABLE;
    sqlite_text(store->puts[MARK_SEATS], 1, table->id);
    sqlite3_bind_int64(store->puts[MARK_SEATS], 2,
                       !over ? 0 : (table->updated > 0 ? table->updated : 1));
    return sqlite_put(store, MARK_SEATS) >= 0 ? STORE_DURABLE : STORE_FAILED;
}

/* A statement that must change a row; if a rule of the database is in the way, somebody was first. */
static enum store_result put_own(struct sqlite_store *store, enum sqlite_put put)
{
    int changed = sqlite_put(store, put);
    if (changed > 0)
        return STORE_DURABLE;
    return store->fault ? STORE_FAILED : STORE_CONFLICT;
}

static enum store_result put_user(struct sqlite_store *store, const struct change *change)
{
    const struct store_user *user = &change->user;
    sqlite3_stmt *s = store->puts[PUT_USER];
    sqlite_text(s, 1, user->id);
    sqlite_text(s, 2, user->name);
    sqlite_text(s, 3, user->name_key);
    sqlite_text(s, 4, user->password);
    sqlite3_bind_int64(s, 5, user->generation);
    sqlite3_bind_int64(s, 6, user->created);
    sqlite3_bind_int64(s, 7, user->muted_until);
    sqlite3_bind_int(s, 8, user->banned);
    sqlite3_bind_int(s, 9, user->gone);
    return put_own(store, PUT_USER);
}

static enum store_result put_session(struct sqlite_store *store, const struct change *change)
{
    const struct store_session *session = &change->session;
    sqlite3_stmt *s = store->puts[PUT_SESSION];
    sqlite_text(s, 1, session->id);
    sqlite_text(s, 2, session->user);
    sqlite_text(s, 3, session->agent);
    sqlite3_bind_int64(s, 4, session->created);
    sqlite3_bind_int64(s, 5, session->seen);
    return put_own(store, PUT_SESSION);
}

static enum store_result with_id(struct sqlite_store *store, enum sqlite_put put, const char *id)
{
    if (id[0] == '\0')
        return STORE_DURABLE;
    sqlite_text(store->puts[put], 1, id);
    return sqlite_put(store, put) >= 0 ? STORE_DURABLE : STORE_FAILED;
}

static enum store_result end_sessions(struct sqlite_store *store, const struct change *change)
{
    enum store_result result = with_id(store, END_SESSION, change->end_session);
    return result != STORE_DURABLE ? result : with_id(store, END_SESSIONS, change->end_sessions_of);
}

static enum store_result forget(struct sqlite_store *store, const struct change *change)
{
    static const enum sqlite_put steps[] = {FORGET_EVENTS, FORGET_SUMMARIES, FORGET_SEATS,
                                            FORGET_PLACES, END_SESSIONS,     FORGET_USER};
    enum store_result result = sqlite_put(store, PUT_MARK) >= 0 ? STORE_DURABLE : STORE_FAILED;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && result == STORE_DURABLE; i++)
        result = with_id(store, steps[i], change->forget_user);
    return result;
}

static enum store_result put_life(struct sqlite_store *store, const struct change *change)
{
    return with_id(store, PUT_LIFE, change->life);
}

/* In this order: the number of the event decides whether anything is written at all. */
static enum store_result write_change(struct sqlite_store *store, struct sqlite_job *job)
{
    const struct change *change = job->payload;
    const struct {
        bool there;
        enum store_result (*put)(struct sqlite_store *store, const struct change *change);
    } parts[] = {
        {change->has_event, put_event},      {change->has_table, put_table},
        {change->has_seats, put_seats},      {change->has_table, mark_seats},
        {change->has_user, put_user},        {true, end_sessions},
        {change->has_session, put_session},  {change->forget_user[0] != '\0', forget},
        {change->life[0] != '\0', put_life},
    };
    enum store_result result = STORE_DURABLE;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && result == STORE_DURABLE; i++)
        if (parts[i].there)
            result = parts[i].put(store, change);
    return result;
}

void sqlite_write(struct store *base, const struct store_change *change, store_done *done,
                  void *context)
{
    struct sqlite_job *job = calloc(1, sizeof *job);
    if (job == NULL)
        abort(); /* there is not even room to say no */
    *job = (struct sqlite_job){
        .work = write_change,
        .payload = change_copy(change),
        .judged_first = change->event != NULL && change->user == NULL && change->session == NULL &&
                        change->forget_user == NULL,
        .erases = change->forget_user != NULL,
        .done = done,
        .context = context,
    };
    sqlite_queue_add((struct sqlite_store *)base, job);
}
