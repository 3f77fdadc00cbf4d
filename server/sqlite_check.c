/* SPDX-License-Identifier: MIT */
/*
 * Whether a database is whole: SQLite's own look at its pages, then ours at every table and event.
 * It reads only. One damaged table does not hide the others.
 */
#include "store_sqlite.h"

#include "server.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "sqlite_internal.h"

struct check {
    sqlite3 *database;
    void (*report)(void *context, const char *sentence);
    void *context;
    int64_t tables, damaged;
};

__attribute__((format(printf, 2, 3))) static void complain(struct check *check, const char *format,
                                                           ...)
{
    char sentence[512];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    check->report(check->context, sentence);
}

static bool is_json(const char *text)
{
    json_t *json = text == NULL ? NULL : json_loads(text, 0, NULL);
    json_decref(json);
    return json != NULL;
}

static const char *text_of(sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return text == NULL ? "" : text;
}

/* Calls `each` with every row; says so if they end too early. */
static bool for_rows(struct check *check, const char *what, const char *sql, const char *argument,
                     void (*each)(struct check *check, sqlite3_stmt *s, void *context),
                     void *context)
{
    sqlite3_stmt *s = NULL;
    int result = sqlite3_prepare_v2(check->database, sql, -1, &s, NULL);
    if (result == SQLITE_OK && argument != NULL)
        sqlite_text(s, 1, argument);
    if (result == SQLITE_OK)
        while ((result = sqlite3_step(s)) == SQLITE_ROW)
            each(check, s, context);
    if (result != SQLITE_DONE)
        complain(check, "%s cannot be read: %s", what, sqlite3_errmsg(check->database));
    sqlite3_finalize(s);
    return result == SQLITE_DONE;
}

/* --- tables and their events --- */

struct series {
    const char *table;
    int64_t next;
    bool damaged;
};

static void check_event(struct check *check, sqlite3_stmt *s, void *context)
{
    struct series *series = context;
    int64_t seq = sqlite3_column_int64(s, 0);
    if (seq != series->next) {
        complain(check, "table %s: after event %lld comes event %lld", series->table,
                 (long long)series->next - 1, (long long)seq);
        series->damaged = true;
    }
    series->next = seq + 1;
    if (is_json(text_of(s, 1)))
        return;
    complain(check, "table %s: event %lld is no JSON", series->table, (long long)seq);
    series->damaged = true;
}

static void check_table(struct check *check, sqlite3_stmt *s, void *context)
{
    const char *id = text_of(s, 0);
    int64_t seq = sqlite3_column_int64(s, 1);
    struct series series = {.table = id};
    char what[64];
    (void)context;
    snprintf(what, sizeof what, "table %s", id);
    series.damaged |=
        !for_rows(check, what, "SELECT seq, data FROM events WHERE table_id = ?1 ORDER BY seq", id,
                  check_event, &series);
    if (seq != series.next - 1) {
        complain(check, "table %s: its last event should be %lld, and is %lld", id, (long long)seq,
                 (long long)series.next - 1);
        series.damaged = true;
    }
    if (!is_json(text_of(s, 2))) {
        complain(check, "table %s: its summary is no JSON", id);
        series.damaged = true;
    }
    check->tables++;
    check->damaged += series.damaged;
}

static void check_stray(struct check *check, sqlite3_stmt *s, void *context)
{
    complain(check, "%s of %s, which is not there", (const char *)context, text_of(s, 0));
}

/* Files of takht 0.1 know less of their tables. */
static void check_tables(struct check *check, int64_t version)
{
    static char events[] = "there are events", seats[] = "there is a seat",
                sessions[] = "there is a session";
    for_rows(check, "the list of tables",
             version >= 2 ? "SELECT id, seq, summary FROM tables"
                          : "SELECT id, (SELECT coalesce(max(e.seq), -1) FROM events e"
                            " WHERE e.table_id = id), '{}' FROM tables",
             NULL, check_table, NULL);
    for_rows(check, "the events",
             "SELECT DISTINCT 'table ' || table_id FROM events"
             " WHERE table_id NOT IN (SELECT id FROM tables)",
             NULL, check_stray, events);
    for_rows(check, "the seats",
             "SELECT 'table ' || table_id FROM seats WHERE table_id NOT IN (SELECT id FROM tables)",
             NULL, check_stray, seats);
    if (version >= 2)
        for_rows(check, "the sessions",
                 "SELECT 'user ' || user_id FROM sessions WHERE user_id NOT IN (SELECT id FROM"
                 " users)",
                 NULL, check_stray, sessions);
    if (check->damaged > 0)
        complain(check, "%lld of %lld tables are whole",
                 (long long)(check->tables - check->damaged), (long long)check->tables);
}

/* --- pages --- */

static void check_page(struct check *check, sqlite3_stmt *s, void *context)
{
    (void)context;
    if (strcmp(text_of(s, 0), "ok") != 0)
        complain(check, "%s", text_of(s, 0));
}

static void check_all(struct check *check)
{
    int64_t version = sqlite_number(check->database, "PRAGMA user_version");
    if (version < 0) {
        complain(check, "the file cannot be read: %s", sqlite3_errmsg(check->database));
        return;
    }
    if (version == 0 ||
        !for_rows(check, "the file", "PRAGMA integrity_check", NULL, check_page, NULL))
        complain(check, "this is no database of takht, or its beginning is damaged");
    if (version > 0)
        check_tables(check, version);
}

/* All of it in one transaction: of one moment, also while a server writes. */
bool sqlite_store_check(const char *path, void (*report)(void *context, const char *sentence),
                        void *context, char *why, size_t size)
{
    struct check check = {
        .database = sqlite_read_only(path, why, size), .report = report, .context = context};
    if (check.database == NULL)
        return false;
    sqlite_run(check.database, "BEGIN");
    bool known = sqlite_is_known(check.database, why, size);
    if (known)
        check_all(&check);
    sqlite3_close(check.database);
    return known;
}
