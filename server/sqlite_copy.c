/* SPDX-License-Identifier: MIT */
/* A store on SQLite as one end of a copy. */
#include "copy.h"

#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sqlite_internal.h"

struct copy_end {
    sqlite3 *database;
    sqlite3_stmt *rows, *insert;
    int columns;
    const struct copy_table *table;
    char path[512];
};

static bool complain(struct copy_end *end, char *why, size_t size)
{
    sqlite_why(end->database, end->path, why, size);
    return false;
}

/* Bytes from their hexadecimal digits; this SQLite has no such function yet. */
static void bytes_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    uint8_t bytes[4096];
    size_t length = 0;
    const char *hex = (const char *)sqlite3_value_text(values[0]);
    (void)count;
    if (hex != NULL &&
        sodium_hex2bin(bytes, sizeof bytes, hex, strlen(hex), NULL, &length, NULL) == 0)
        sqlite3_result_blob(context, bytes, (int)length, SQLITE_TRANSIENT);
    else
        sqlite3_result_error(context, "no bytes", -1);
}

static struct copy_end *open_end(const char *path, char *why, size_t size)
{
    struct copy_end *end = calloc(1, sizeof *end);
    if (end == NULL)
        return NULL;
    char room[PATH_MAX + 3];
    snprintf(end->path, sizeof end->path, "%s", path);
    if (sqlite3_open_v2(sqlite_path(path, room), &end->database, SQLITE_OPEN_READWRITE, NULL) ==
            SQLITE_OK &&
        sqlite3_busy_timeout(end->database, SQLITE_BUSY_MS) == SQLITE_OK &&
        sqlite_run(end->database, "PRAGMA synchronous = FULL") &&
        sqlite3_create_function(end->database, "bytes_of", 1, SQLITE_UTF8, NULL, bytes_of, NULL,
                                NULL) == SQLITE_OK)
        return end;
    complain(end, why, size);
    sqlite3_close(end->database);
    free(end);
    return NULL;
}

static void close_end(struct copy_end *end)
{
    sqlite3_finalize(end->rows);
    sqlite3_finalize(end->insert);
    sqlite3_close(end->database); /* what is not committed is taken back */
    free(end);
}

static bool is_bytes(const char *column)
{
    return strcmp(column, "value") == 0;
}

/* "a, b, c" with a form for each column; what is true or false is a number here. */
static void list(const struct copy_table *table, const char *plain, const char *bytes, char *out,
                 size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < COPY_COLUMNS_MAX && table->columns[i] != NULL; i++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(table->columns[i], "?"),
                 table->columns[i]);
        const char *form = is_bytes(name) ? bytes : plain, *at = strchr(form, '*');
        used += (size_t)snprintf(out + used, size - used, "%s%.*s%s%s", i == 0 ? "" : ", ",
                                 at == NULL ? (int)strlen(form) : (int)(at - form), form,
                                 at == NULL ? "" : name, at == NULL ? "" : at + 1);
    }
}

static int count_columns(const struct copy_table *table)
{
    int count = 0;
    while (count < COPY_COLUMNS_MAX && table->columns[count] != NULL)
        count++;
    return count;
}

static bool select_rows(struct copy_end *end, const struct copy_table *table, char *why,
                        size_t size)
{
    char columns[512], sql[1024];
    list(table, "*", "lower(hex(*))", columns, sizeof columns);
    snprintf(sql, sizeof sql, "SELECT %s FROM %s%s%s ORDER BY %s", columns, table->name,
             table->only == NULL ? "" : " WHERE ", table->only == NULL ? "" : table->only,
             table->key);
    sqlite3_finalize(end->rows);
    end->rows = NULL;
    end->columns = count_columns(table);
    return sqlite3_prepare_v2(end->database, sql, -1, &end->rows, NULL) == SQLITE_OK ||
           complain(end, why, size);
}

static enum copy_row next_row(struct copy_end *end, const char *values[COPY_COLUMNS_MAX], char *why,
                              size_t size)
{
    int result = sqlite3_step(end->rows);
    if (result == SQLITE_DONE)
        return COPY_END;
    if (result != SQLITE_ROW) {
        complain(end, why, size);
        return COPY_BROKEN;
    }
    for (int i = 0; i < end->columns; i++)
        values[i] = (const char *)sqlite3_column_text(end->rows, i);
    return COPY_ROW;
}

static bool begin(struct copy_end *end, char *why, size_t size)
{
    return sqlite_run(end->database, "BEGIN IMMEDIATE") || complain(end, why, size);
}

static bool into(struct copy_end *end, const struct copy_table *table, char *why, size_t size)
{
    char columns[512], marks[128], sql[1024];
    list(table, "*", "*", columns, sizeof columns);
    list(table, "?", "bytes_of(?)", marks, sizeof marks);
    snprintf(sql, sizeof sql, "INSERT OR REPLACE INTO %s(%s) VALUES(%s)", table->name, columns,
             marks);
    sqlite3_finalize(end->insert);
    end->insert = NULL;
    end->columns = count_columns(table);
    return sqlite3_prepare_v2(end->database, sql, -1, &end->insert, NULL) == SQLITE_OK ||
           complain(end, why, size);
}

static bool put(struct copy_end *end, const char *const *values, char *why, size_t size)
{
    for (int i = 0; i < end->columns; i++)
        sqlite_text(end->insert, i + 1, values[i]);
    bool fine = sqlite3_step(end->insert) == SQLITE_DONE || complain(end, why, size);
    sqlite3_reset(end->insert);
    return fine;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as the table of functions wants it */
static bool done(struct copy_end *end, char *why, size_t size)
{
    (void)end, (void)why, (void)size;
    return true;
}

static bool commit(struct copy_end *end, char *why, size_t size)
{
    return sqlite_run(end->database, "COMMIT") || complain(end, why, size);
}

const struct copy_kind sqlite_copy = {
    .open = open_end,
    .close = close_end,
    .select = select_rows,
    .next = next_row,
    .begin = begin,
    .into = into,
    .put = put,
    .done = done,
    .commit = commit,
};
