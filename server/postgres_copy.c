/* SPDX-License-Identifier: MIT */
/* A store on PostgreSQL as one end of a copy. Rows go in by COPY, which is what it is made for. */
#include "copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "postgres_internal.h"

struct copy_end {
    PGconn *connection;
    PGresult *row; /* the one that was given last */
    int columns;
    bool bytes; /* the second column is bytes */
};

static bool complain(struct copy_end *end, char *why, size_t size)
{
    postgres_why(end->connection, why, size);
    return false;
}

static struct copy_end *open_end(const char *data, char *why, size_t size)
{
    struct copy_end *end = calloc(1, sizeof *end);
    if (end != NULL && (end->connection = postgres_connect(data, why, size)) != NULL)
        return end;
    free(end);
    return NULL;
}

/* What is not committed is taken back. */
static void close_end(struct copy_end *end)
{
    PQclear(end->row);
    PQfinish(end->connection);
    free(end);
}

/* "a, b::int, c"; for writing the bare names. */
static int list(const struct copy_table *table, bool reading, char *out, size_t size)
{
    size_t used = 0;
    int count = 0;
    for (; count < COPY_COLUMNS_MAX && table->columns[count] != NULL; count++) {
        const char *column = table->columns[count];
        bool truth = strchr(column, '?') != NULL, bytes = strcmp(column, "value") == 0;
        used +=
            (size_t)snprintf(out + used, size - used, "%s%s%.*s%s", count == 0 ? "" : ", ",
                             reading && bytes ? "encode(" : "", (int)strcspn(column, "?"), column,
                             !reading ? ""
                             : truth  ? "::int"
                             : bytes  ? ", 'hex')"
                                      : "");
    }
    return count;
}

/* Row by row: there may be more of them than memory. */
static bool select_rows(struct copy_end *end, const struct copy_table *table, char *why,
                        size_t size)
{
    char columns[512], sql[1024];
    end->columns = list(table, true, columns, sizeof columns);
    snprintf(sql, sizeof sql, "SELECT %s FROM %s%s%s ORDER BY %s", columns, table->name,
             table->only == NULL ? "" : " WHERE ", table->only == NULL ? "" : table->only,
             table->key);
    for (PGresult *rest; (rest = PQgetResult(end->connection)) != NULL;)
        PQclear(rest);
    return (PQsendQuery(end->connection, sql) == 1 && PQsetSingleRowMode(end->connection) == 1) ||
           complain(end, why, size);
}

static enum copy_row next_row(struct copy_end *end, const char *values[COPY_COLUMNS_MAX], char *why,
                              size_t size)
{
    PQclear(end->row);
    end->row = PQgetResult(end->connection);
    ExecStatusType status = PQresultStatus(end->row);
    if (end->row == NULL || status == PGRES_TUPLES_OK)
        return COPY_END;
    if (status != PGRES_SINGLE_TUPLE) {
        complain(end, why, size);
        return COPY_BROKEN;
    }
    for (int i = 0; i < end->columns; i++)
        values[i] = PQgetisnull(end->row, 0, i) ? NULL : PQgetvalue(end->row, 0, i);
    return COPY_ROW;
}

static bool begin(struct copy_end *end, char *why, size_t size)
{
    for (PGresult *rest; (rest = PQgetResult(end->connection)) != NULL;)
        PQclear(rest);
    return postgres_run(end->connection, "BEGIN; DELETE FROM meta WHERE key IN ('secret', 'life');"
                                         "SET LOCAL idle_in_transaction_session_timeout = 0") ||
           complain(end, why, size);
}

static bool into(struct copy_end *end, const struct copy_table *table, char *why, size_t size)
{
    char columns[512], sql[1024];
    end->columns = list(table, false, columns, sizeof columns);
    end->bytes = strcmp(table->name, "meta") == 0;
    snprintf(sql, sizeof sql, "COPY %s(%s) FROM STDIN", table->name, columns);
    PGresult *result = PQexec(end->connection, sql);
    bool fine = PQresultStatus(result) == PGRES_COPY_IN || complain(end, why, size);
    PQclear(result);
    return fine;
}

/* As COPY wants it: a tab between columns, the end of the line, and the backslash in other words. */
static char *add_value(char *at, const char *value)
{
    static const char special[] = "\\\t\n\r", letters[] = "\\tnr";
    if (value == NULL)
        value = special + sizeof special - 1, *at++ = '\\', *at++ = 'N';
    for (; *value != '\0'; value++) {
        const char *found = strchr(special, *value);
        if (found != NULL)
            *at++ = '\\';
        *at++ = found == NULL ? *value : letters[found - special];
    }
    return at;
}

static bool put(struct copy_end *end, const char *const *values, char *why, size_t size)
{
    size_t room = 16;
    for (int i = 0; i < end->columns; i++)
        room += 2 * (values[i] == NULL ? 1 : strlen(values[i])) + 8;
    char *line = malloc(room), *at = line;
    if (line == NULL) {
        snprintf(why, size, "out of memory");
        return false;
    }
    for (int i = 0; i < end->columns; i++) {
        if (i > 0)
            *at++ = '\t';
        if (end->bytes && i == 1)
            at = add_value(at, "\\x");
        at = add_value(at, values[i]);
    }
    *at++ = '\n';
    bool fine =
        PQputCopyData(end->connection, line, (int)(at - line)) == 1 || complain(end, why, size);
    free(line);
    return fine;
}

static bool done(struct copy_end *end, char *why, size_t size)
{
    bool fine = PQputCopyEnd(end->connection, NULL) == 1;
    for (PGresult *result; (result = PQgetResult(end->connection)) != NULL; PQclear(result))
        fine &= PQresultStatus(result) == PGRES_COMMAND_OK;
    return fine || complain(end, why, size);
}

/* Files do not say whether what is due is a bot's thought: whoever can think looks. */
static bool commit(struct copy_end *end, char *why, size_t size)
{
    return postgres_run(end->connection,
                        "UPDATE tables SET for_bot = true WHERE due > 0; COMMIT; ANALYZE") ||
           complain(end, why, size);
}

const struct copy_kind postgres_copy = {
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
