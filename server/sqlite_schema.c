/* SPDX-License-Identifier: MIT */
/* The tables of the database, and how an older one becomes a newer one: forwards only. */
#include "sqlite_internal.h"

#include <stdio.h>
#include <string.h>

#include "names.h"

/* clang-format off */

/* Each step brings the schema from its index to the next version. Steps are never changed, only
 * added. */
static const char *const migrations[] = {
    /* 1: takht 0.1 */
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE users(id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT UNIQUE,"
    " password TEXT NOT NULL, generation INTEGER NOT NULL, created INTEGER NOT NULL,"
    " banned INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE TABLE tables(id TEXT PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL,"
    " open INTEGER NOT NULL, running INTEGER NOT NULL, created INTEGER NOT NULL,"
    " updated INTEGER NOT NULL, actor TEXT NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX tables_by_status ON tables(status, open, updated);"
    "CREATE TABLE seats(table_id TEXT NOT NULL, seat INTEGER NOT NULL, user_id TEXT NOT NULL,"
    " PRIMARY KEY(table_id, seat)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX seats_by_user ON seats(user_id);"
    "CREATE TABLE events(table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,"
    " what TEXT NOT NULL, data TEXT NOT NULL, PRIMARY KEY(table_id, seq)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE commands(id INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL,"
    " data TEXT NOT NULL) STRICT;",

    /* 2: due work with leases, summaries, sessions, users who are gone; names only in users.
     * seats.done: when the game was over, 0 before; so both lists of a user are an index.
     * places: where a user ever sat or spoke, which is where they are forgotten. */
    "ALTER TABLE users ADD COLUMN muted_until INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE users ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE sessions(id TEXT PRIMARY KEY, user_id TEXT NOT NULL, agent TEXT NOT NULL,"
    " created INTEGER NOT NULL, seen INTEGER NOT NULL) STRICT, WITHOUT ROWID;"
    "CREATE INDEX sessions_by_user ON sessions(user_id, created);"

    "ALTER TABLE tables ADD COLUMN seq INTEGER NOT NULL DEFAULT -1;"
    "ALTER TABLE tables ADD COLUMN due INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN lease_owner TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE tables ADD COLUMN summary TEXT NOT NULL DEFAULT '{}';"
    "UPDATE tables SET seq = (SELECT coalesce(max(e.seq), -1) FROM events e WHERE e.table_id = id),"
    " due = CASE WHEN running != 0 AND status != 'over' THEN 1 ELSE 0 END;"
    "ALTER TABLE tables DROP COLUMN running;"
    "DROP INDEX tables_by_status;"
    "CREATE INDEX tables_listed ON tables(status, updated) WHERE open = 1 AND status != 'over';"
    "CREATE INDEX tables_due ON tables(due) WHERE due > 0;"

    "ALTER TABLE seats ADD COLUMN done INTEGER NOT NULL DEFAULT 0;"
    "UPDATE seats SET done = max(1, t.updated) FROM tables t"
    " WHERE t.id = table_id AND t.status = 'over';"
    "DROP INDEX seats_by_user;"
    "CREATE INDEX seats_by_user ON seats(user_id, done);"

    "CREATE TABLE places(user_id TEXT NOT NULL, table_id TEXT NOT NULL,"
    " PRIMARY KEY(user_id, table_id)) STRICT, WITHOUT ROWID;"
    "INSERT OR IGNORE INTO places SELECT user_id, table_id FROM seats;"
    "INSERT OR IGNORE INTO places SELECT user, table_id FROM"
    " (SELECT table_id, CASE WHEN json_valid(data) THEN json_extract(data, '$.user') END AS user"
    "  FROM events WHERE what IN ('sat', 'chat')) WHERE typeof(user) = 'text' AND user != '';"
    "INSERT OR IGNORE INTO places SELECT user, table_id FROM"
    " (SELECT e.table_id AS table_id, json_extract(s.value, '$.user') AS user FROM events e,"
    "  json_each(CASE WHEN json_valid(e.data) THEN e.data ELSE '{}' END, '$.seats') s"
    "  WHERE e.what = 'created' AND s.type = 'object')"
    " WHERE typeof(user) = 'text' AND user != '';"
    "UPDATE events SET data = unnamed(data) WHERE what IN ('created', 'sat', 'chat');"
    /* Two names of 0.1 that look alike: one keeps its old key, under which it still signs in. */
    "UPDATE OR IGNORE users SET name_key = look(name, name_key) WHERE name_key IS NOT NULL;",
};
enum { SCHEMA = sizeof migrations / sizeof migrations[0] };

/* clang-format on */

/* The key of a name; the one it had if it has none by today's rules. */
static void look(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *name = (const char *)sqlite3_value_text(values[0]);
    char key[STORE_NAME_MAX + 1];
    (void)count;
    if (name != NULL && name_key(name, strlen(name), key))
        sqlite3_result_text(context, key, -1, SQLITE_TRANSIENT);
    else
        sqlite3_result_value(context, values[1]);
}

static bool take_step(sqlite3 *database, int version, char *why, size_t size)
{
    char bump[64];
    snprintf(bump, sizeof bump, "PRAGMA user_version = %d", version + 1);
    if (sqlite_run(database, "BEGIN IMMEDIATE") && sqlite_run(database, migrations[version]) &&
        sqlite_run(database, bump) && sqlite_run(database, "COMMIT"))
        return true;
    snprintf(why, size, "schema step %d: %s", version + 1, sqlite3_errmsg(database));
    sqlite_run(database, "ROLLBACK");
    return false;
}

bool sqlite_is_known(sqlite3 *database, char *why, size_t size)
{
    int64_t found = sqlite_number(database, "PRAGMA user_version");
    if (found > SCHEMA)
        snprintf(why, size,
                 "the file was written by a newer takht (schema %lld, this one knows %d)",
                 (long long)found, SCHEMA);
    return found <= SCHEMA;
}

bool sqlite_migrate(sqlite3 *database, char *why, size_t size)
{
    int64_t found = sqlite_number(database, "PRAGMA user_version");
    if (found < 0)
        snprintf(why, size, "the file cannot be read");
    if (found < 0 || !sqlite_is_known(database, why, size))
        return false;
    /* without it the step that needs it fails, and says so */
    sqlite3_create_function(database, "look", 2, SQLITE_UTF8, NULL, look, NULL, NULL);
    for (int version = (int)found; version < SCHEMA; version++)
        if (!take_step(database, version, why, size))
            return false;
    /* 0.1 left what it deleted in the file; a disk too full for this is not in the way. */
    if (found == 1)
        sqlite_run(database, "VACUUM");
    return true;
}
