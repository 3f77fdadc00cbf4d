/* SPDX-License-Identifier: MIT */
/*
 * The tables of the database, and how an older one becomes a newer one: forwards only.
 *
 * Servers of the version before run on while a newer one begins, so a step only adds, and never what
 * locks a table for long; what it takes away must have been unused since the version before. The row of
 * `schema` says how new the tables are, and from which version on a server can work with them.
 */
#include "postgres_internal.h"

#include <stdio.h>

/* clang-format off */

/* Each step brings the schema from its index to the next version. Steps are never changed, only
 * added. The columns are those of SQLite's (sqlite_schema.c), with what several nodes need. Ids are
 * compared byte by byte, whatever language the database speaks. */
static const struct {
    int works_from; /* the oldest version of a server that can work with the result */
    const char *sql;
} migrations[] = {
    {1, "CREATE TABLE meta(key text PRIMARY KEY, value bytea NOT NULL);"
        "CREATE TABLE users(id text COLLATE \"C\" PRIMARY KEY, name text NOT NULL,"
        " name_key text COLLATE \"C\" UNIQUE, password text NOT NULL, generation bigint NOT NULL,"
        " created bigint NOT NULL, muted_until bigint NOT NULL DEFAULT 0,"
        " banned boolean NOT NULL DEFAULT false, gone boolean NOT NULL DEFAULT false,"
        " version bigint NOT NULL DEFAULT 0, touched timestamptz NOT NULL DEFAULT clock_timestamp());"
        "CREATE INDEX users_touched ON users(touched);"
        "CREATE TABLE sessions(id text COLLATE \"C\" PRIMARY KEY, user_id text COLLATE \"C\" NOT NULL,"
        " agent text NOT NULL, created bigint NOT NULL, seen bigint NOT NULL);"
        "CREATE INDEX sessions_by_user ON sessions(user_id, created);"
        "CREATE TABLE tables(id text COLLATE \"C\" PRIMARY KEY, game text NOT NULL,"
        " status text NOT NULL, open boolean NOT NULL, seq bigint NOT NULL,"
        " created bigint NOT NULL, updated bigint NOT NULL, actor text COLLATE \"C\" NOT NULL,"
        " due bigint NOT NULL, for_bot boolean NOT NULL DEFAULT false, summary text NOT NULL,"
        " lease_owner text COLLATE \"C\" NOT NULL DEFAULT '', lease_until bigint NOT NULL DEFAULT 0)"
        " WITH (fillfactor = 70);"
        "CREATE INDEX tables_listed ON tables(status, updated) WHERE open AND status <> 'over';"
        "CREATE INDEX tables_due ON tables(due) WHERE due > 0;"
        "CREATE TABLE seats(table_id text COLLATE \"C\" NOT NULL, seat integer NOT NULL,"
        " user_id text COLLATE \"C\" NOT NULL, done bigint NOT NULL DEFAULT 0,"
        " PRIMARY KEY(table_id, seat));"
        "CREATE INDEX seats_by_user ON seats(user_id, done);"
        "CREATE TABLE places(user_id text COLLATE \"C\" NOT NULL, table_id text COLLATE \"C\" NOT NULL,"
        " PRIMARY KEY(user_id, table_id));"
        "CREATE TABLE events(table_id text COLLATE \"C\" NOT NULL, seq bigint NOT NULL,"
        " at bigint NOT NULL, what text NOT NULL, data text NOT NULL, PRIMARY KEY(table_id, seq));"
        "CREATE TABLE commands(id bigserial PRIMARY KEY, what text NOT NULL, data text NOT NULL);"
        "CREATE TABLE nodes(id text COLLATE \"C\" PRIMARY KEY, seen timestamptz NOT NULL);"},
    /* what all nodes together allow so often; nothing is lost with it, so it needs no log */
    {1, "CREATE UNLOGGED TABLE tries(what text COLLATE \"C\" PRIMARY KEY, until timestamptz NOT NULL);"
        "CREATE INDEX tries_until ON tries(until);"},
};
enum { SCHEMA = sizeof migrations / sizeof migrations[0] };

/* clang-format on */

static bool read_version(PGconn *connection, int64_t *out_version, int64_t *out_works_from)
{
    PGresult *result = PQexec(connection, "SELECT version, works_from FROM schema");
    bool fine = PQresultStatus(result) == PGRES_TUPLES_OK;
    *out_version = fine && PQntuples(result) > 0 ? postgres_int(result, 0, 0) : 0;
    *out_works_from = fine && PQntuples(result) > 0 ? postgres_int(result, 0, 1) : 0;
    PQclear(result);
    return fine;
}

static bool take_step(PGconn *connection, int version)
{
    char note[160];
    snprintf(note, sizeof note,
             "DELETE FROM schema; INSERT INTO schema(version, works_from) VALUES(%d, %d)",
             version + 1, migrations[version].works_from);
    return postgres_run(connection, migrations[version].sql) && postgres_run(connection, note);
}

/* With the right to change the schema. */
static bool take_steps(PGconn *connection, char *why, size_t size)
{
    int64_t found, works_from;
    if (!postgres_run(connection, "CREATE TABLE IF NOT EXISTS schema(version integer NOT NULL,"
                                  " works_from integer NOT NULL)") ||
        !read_version(connection, &found, &works_from)) {
        postgres_why(connection, why, size);
        return false;
    }
    if (found > SCHEMA && works_from > SCHEMA) {
        snprintf(
            why, size,
            "the database was written by a newer takht (schema %lld, for servers from %lld on; "
            "this one knows %d)",
            (long long)found, (long long)works_from, SCHEMA);
        return false;
    }
    for (int version = (int)found; version < SCHEMA; version++)
        if (!take_step(connection, version)) {
            postgres_why(connection, why, size);
            return false;
        }
    return true;
}

/* All steps or none, and one server at a time. */
bool postgres_migrate(PGconn *connection, char *why, size_t size)
{
    int64_t found = 0, works_from;
    if (read_version(connection, &found, &works_from) && found == SCHEMA)
        return true;
    if (!postgres_run(connection, "BEGIN; SET LOCAL lock_timeout = 60000;"
                                  "SELECT pg_advisory_xact_lock(7461, 0)")) {
        postgres_why(connection, why, size);
        postgres_run(connection, "ROLLBACK");
        return false;
    }
    bool fine = take_steps(connection, why, size);
    if (fine && !postgres_run(connection, "COMMIT")) {
        postgres_why(connection, why, size);
        fine = false;
    }
    if (!fine)
        postgres_run(connection, "ROLLBACK");
    return fine;
}
