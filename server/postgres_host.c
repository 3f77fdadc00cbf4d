/* SPDX-License-Identifier: MIT */
/* What a host does to the database from outside, also while servers have it open. */
#include "store_postgres.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "names.h"
#include "postgres_internal.h"

enum { COLUMNS_MAX = 8 };

/* A connection to a database that takht has written; NULL after having said why. */
static PGconn *open_existing(const char *data, char *why, size_t size)
{
    PGconn *connection = postgres_connect(data, why, size);
    PGresult *result = connection == NULL ? NULL : PQexec(connection, "SELECT 1 FROM schema");
    bool there = result != NULL && PQresultStatus(result) == PGRES_TUPLES_OK;
    PQclear(result);
    if (connection != NULL && !there) {
        snprintf(why, size, "this is no database of takht: no server was ever started on it");
        PQfinish(connection);
        connection = NULL;
    }
    return connection;
}

/* --- questions --- */

#define WHEN(column) \
    "to_char(to_timestamp(" column " / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')"

/* clang-format off */
static const struct {
    int arguments;
    const char *sql;
} questions[] = {
    [SERVER_ASK_COUNTS] = {0,
        "SELECT 'users', count(*) FROM users UNION ALL (SELECT 'tables ' || status, count(*)"
        " FROM tables GROUP BY status ORDER BY status) UNION ALL"
        " SELECT 'events', count(*) FROM events"},
    [SERVER_ASK_TABLES] = {0,
        "SELECT id, game, status, " WHEN("updated") " FROM tables ORDER BY updated DESC LIMIT 50"},
    /* without what must stay secret while the game is played */
    [SERVER_ASK_TABLE] = {1,
        "SELECT seq, " WHEN("at") ", what, data FROM events WHERE table_id = $1 ORDER BY seq"},
    [SERVER_ASK_USERS] = {0,
        "SELECT id, name, CASE WHEN banned THEN 'banned' ELSE '' END FROM users"
        " ORDER BY created DESC LIMIT 50"},
    [SERVER_ASK_USER] = {2,
        "SELECT id FROM users WHERE id = $1 OR name_key = $2 ORDER BY (id = $1) DESC LIMIT 1"},
};
/* clang-format on */

/* The data of an event without its secrets, to be freed. */
static char *without_secrets(const char *data)
{
    static const char *const secrets[] = {"secret", "key", "seed", "random", "hash"};
    json_t *json = json_loads(data, 0, NULL);
    for (size_t i = 0; json != NULL && i < sizeof secrets / sizeof secrets[0]; i++)
        json_object_del(json, secrets[i]);
    char *text = json == NULL ? strdup("(damaged)") : json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return text;
}

static void give_rows(const PGresult *result, bool guarded,
                      void (*row)(void *context, int columns, const char *const *values),
                      void *context)
{
    int columns = PQnfields(result);
    for (int i = 0; i < PQntuples(result); i++) {
        const char *values[COLUMNS_MAX] = {NULL};
        for (int c = 0; c < columns && c < COLUMNS_MAX; c++)
            values[c] = PQgetvalue(result, i, c);
        char *shown = guarded ? without_secrets(values[columns - 1]) : NULL;
        if (guarded)
            values[columns - 1] = shown;
        row(context, columns, values);
        free(shown);
    }
}

bool postgres_store_ask(const char *data, enum server_question question, const char *argument,
                        void (*row)(void *context, int columns, const char *const *values),
                        void *context, char *why, size_t size)
{
    PGconn *connection = open_existing(data, why, size);
    char key[STORE_NAME_MAX + 1] = "";
    if (connection == NULL)
        return false;
    if (argument != NULL && !name_key(argument, strlen(argument), key))
        key[0] = '\0';
    const char *const values[] = {argument, key[0] == '\0' ? NULL : key};
    PGresult *result = PQexecParams(connection, questions[question].sql,
                                    questions[question].arguments, NULL, values, NULL, NULL, 0);
    bool fine = postgres_is_fine(result);
    if (fine)
        give_rows(result, question == SERVER_ASK_TABLE, row, context);
    else
        postgres_why(connection, why, size);
    PQclear(result);
    PQfinish(connection);
    return fine;
}

/* --- commands --- */

bool postgres_store_command(const char *data, const char *what, const char *argument, char *why,
                            size_t size)
{
    PGconn *connection = open_existing(data, why, size);
    const char *const values[] = {what, argument == NULL ? "" : argument};
    if (connection == NULL)
        return false;
    PGresult *result = PQexecParams(connection, "INSERT INTO commands(what, data) VALUES($1, $2)",
                                    2, NULL, values, NULL, NULL, 0);
    bool fine = postgres_is_fine(result);
    if (!fine)
        postgres_why(connection, why, size);
    PQclear(result);
    PQfinish(connection);
    return fine;
}

/* PostgreSQL has better ways than a copy through us. */
bool postgres_store_backup(const char *data, const char *into, char *why, size_t size)
{
    (void)data, (void)into;
    snprintf(why, size,
             "a database of PostgreSQL is copied with its own tools: pg_dump for one moment of it, "
             "pg_basebackup with archived WAL for every moment; takht migrate-store copies it into "
             "a file");
    return false;
}

/* --- checking --- */

struct check {
    PGconn *connection;
    void (*report)(void *context, const char *sentence);
    void *context;
};

__attribute__((format(printf, 2, 3))) static void complain(const struct check *check,
                                                           const char *format, ...)
{
    char sentence[512];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    check->report(check->context, sentence);
}

/* clang-format off */
/* Each finds what should not be: the words for it, then one column. */
static const struct {
    const char *words, *sql;
} laws[] = {
    {"table %s: its events are not numbered from 0 on without a hole, or its row says another number",
     "SELECT t.id FROM tables t LEFT JOIN (SELECT table_id, count(*) AS n, min(seq) AS low,"
     " max(seq) AS high FROM events GROUP BY table_id) e ON e.table_id = t.id"
     " WHERE t.seq <> coalesce(e.high, -1) OR coalesce(e.low, 0) <> 0"
     " OR coalesce(e.n, 0) <> t.seq + 1 ORDER BY t.id"},
    {"there are events of table %s, which is not there",
     "SELECT DISTINCT table_id FROM events WHERE table_id NOT IN (SELECT id FROM tables)"},
    {"there is a seat of table %s, which is not there",
     "SELECT DISTINCT table_id FROM seats WHERE table_id NOT IN (SELECT id FROM tables)"},
    {"there is a session of user %s, who is not there",
     "SELECT DISTINCT user_id FROM sessions WHERE user_id NOT IN (SELECT id FROM users)"},
};
/* clang-format on */

static void check_laws(const struct check *check)
{
    for (size_t i = 0; i < sizeof laws / sizeof laws[0]; i++) {
        PGresult *result = PQexec(check->connection, laws[i].sql);
        if (!postgres_is_fine(result)) {
            char why[300];
            postgres_why(check->connection, why, sizeof why);
            complain(check, "not everything can be read: %s", why);
        }
        for (int row = 0; postgres_is_fine(result) && row < PQntuples(result); row++) {
            char id[64];
            const char *at = strstr(laws[i].words, "%s");
            postgres_column(result, row, 0, id, sizeof id);
            complain(check, "%.*s%s%s", (int)(at - laws[i].words), laws[i].words, id, at + 2);
        }
        PQclear(result);
    }
}

static bool is_json(const char *text)
{
    json_t *json = json_loads(text, 0, NULL);
    json_decref(json);
    return json != NULL;
}

/* Row by row: there may be more of them than memory. */
static void check_json(const struct check *check)
{
    if (PQsendQuery(check->connection,
                    "SELECT table_id, 'event ' || seq, data FROM events UNION ALL"
                    " SELECT id, 'summary', summary FROM tables") == 0 ||
        PQsetSingleRowMode(check->connection) == 0)
        complain(check, "the events cannot be read");
    for (PGresult *result; (result = PQgetResult(check->connection)) != NULL; PQclear(result)) {
        if (!postgres_is_fine(result) && PQresultStatus(result) != PGRES_SINGLE_TUPLE)
            complain(check, "not all events can be read: %s", PQresultErrorMessage(result));
        if (PQntuples(result) > 0 && !is_json(PQgetvalue(result, 0, 2)))
            complain(check, "table %s: its %s is no JSON", PQgetvalue(result, 0, 0),
                     PQgetvalue(result, 0, 1));
    }
}

/* All of it as of one moment, also while servers write. */
bool postgres_store_check(const char *data, void (*report)(void *context, const char *sentence),
                          void *context, char *why, size_t size)
{
    struct check check = {
        .connection = open_existing(data, why, size), .report = report, .context = context};
    if (check.connection == NULL)
        return false;
    postgres_run(check.connection, "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    check_laws(&check);
    check_json(&check);
    PQfinish(check.connection);
    return true;
}
