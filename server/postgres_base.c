/* SPDX-License-Identifier: MIT */
/* libpq in fewer words. No connection ever blocks for longer than it was told to. */
#include "postgres_internal.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t postgres_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* --- arguments and columns --- */

void postgres_text(struct postgres_args *args, const char *text)
{
    args->value[args->count++] = text;
}

void postgres_number(struct postgres_args *args, int64_t number)
{
    snprintf(args->number[args->count], sizeof args->number[0], "%lld", (long long)number);
    args->value[args->count] = args->number[args->count];
    args->count++;
}

void postgres_column(const PGresult *result, int row, int column, char *out, size_t size)
{
    snprintf(out, size, "%s", PQgetvalue(result, row, column));
}

int64_t postgres_int(const PGresult *result, int row, int column)
{
    return strtoll(PQgetvalue(result, row, column), NULL, 10);
}

bool postgres_is_fine(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

/* --- connections --- */

void postgres_why(PGconn *connection, char *why, size_t size)
{
    snprintf(why, size, "PostgreSQL: %s",
             connection == NULL ? "out of memory" : PQerrorMessage(connection));
    for (char *at = why; *at != '\0'; at++)
        if (*at == '\n')
            *at = at[1] == '\0' ? '\0' : ' ';
}

bool postgres_run(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    bool fine = postgres_is_fine(result);
    PQclear(result);
    return fine;
}

static void no_notice(void *context, const char *message)
{
    (void)context, (void)message;
}

/*
 * A node that stands still in the middle of a transaction, or whose cable was cut, holds nobody up for
 * longer than some seconds. A commit that is waited for is never cancelled by a limit of time: the
 * server would then report as durable what no standby has yet. Where somebody has switched off that
 * commits are durable, they are here.
 */
static bool set_up(PGconn *connection)
{
    return postgres_run(connection, "SET statement_timeout = 0; SET lock_timeout = 5000;"
                                    "SET idle_in_transaction_session_timeout = 5000;"
                                    "SET default_transaction_isolation = 'read committed';"
                                    "SET client_connection_check_interval = 2000;"
                                    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2;"
                                    "SET tcp_keepalives_count = 3;"
                                    "SELECT set_config('synchronous_commit', 'on', false)"
                                    " WHERE current_setting('synchronous_commit') = 'off'");
}

/* What the data string says comes last, and so counts. */
PGconn *postgres_connect(const char *data, char *why, size_t size)
{
    static const char *const names[] = {"connect_timeout",  "application_name",
                                        "keepalives_idle",  "keepalives_interval",
                                        "keepalives_count", "tcp_user_timeout",
                                        "client_encoding",  "target_session_attrs",
                                        "dbname",           NULL};
    const char *const values[] = {"3",    "takht", "5",          "2",  "3",
                                  "5000", "UTF8",  "read-write", data, NULL};
    PGconn *connection = PQconnectdbParams(names, values, 1);
    if (PQstatus(connection) == CONNECTION_OK) {
        PQsetNoticeProcessor(connection, no_notice, NULL);
        if (set_up(connection))
            return connection;
    }
    postgres_why(connection, why, size);
    PQfinish(connection);
    return NULL;
}

/* All at once: over a line that is slow, one after the other would take long. */
static bool prepare(PGconn *connection, enum postgres_role role)
{
    char name[16];
    bool fine = PQenterPipelineMode(connection) == 1;
    for (int i = 0; fine && i < POSTGRES_STATEMENTS; i++) {
        if (postgres_texts[i].role != role)
            continue;
        snprintf(name, sizeof name, "s%d", i);
        fine = PQsendPrepare(connection, name, postgres_texts[i].sql, 0, NULL) == 1;
    }
    fine = fine && PQpipelineSync(connection) == 1;
    for (bool ended = false; fine && !ended && PQstatus(connection) == CONNECTION_OK;) {
        PGresult *result = PQgetResult(connection);
        ended = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        fine = result == NULL || ended || postgres_is_fine(result);
        PQclear(result);
    }
    return fine && PQexitPipelineMode(connection) == 1;
}

PGconn *postgres_connect_as(const char *data, enum postgres_role role, char *why, size_t size)
{
    PGconn *connection = postgres_connect(data, why, size);
    if (connection == NULL)
        return NULL;
    if (prepare(connection, role) && PQsetnonblocking(connection, 1) == 0)
        return connection;
    postgres_why(connection, why, size);
    PQfinish(connection);
    return NULL;
}

/* --- questions --- */

bool postgres_send(PGconn *connection, enum postgres_statement statement,
                   const struct postgres_args *args)
{
    char name[16];
    snprintf(name, sizeof name, "s%d", (int)statement);
    return PQsendQueryPrepared(connection, name, args == NULL ? 0 : args->count,
                               args == NULL ? NULL : args->value, NULL, NULL, 0) == 1;
}

/* Moves bytes until an answer can be taken. False: the connection is broken, or time is up. */
static bool wait_for_answer(PGconn *connection, int64_t until_us)
{
    while (PQstatus(connection) == CONNECTION_OK) {
        int unsent = PQflush(connection);
        if (unsent < 0)
            return false;
        if (PQisBusy(connection) == 0)
            return true;
        int64_t left = until_us - postgres_microseconds();
        if (left <= 0)
            return false;
        struct pollfd file = {.fd = PQsocket(connection),
                              .events = (short)(unsent > 0 ? POLLIN | POLLOUT : POLLIN)};
        poll(&file, 1, (int)(left / 1000) + 1);
        if ((file.revents & ~POLLOUT) != 0 && PQconsumeInput(connection) == 0)
            return false;
    }
    return false;
}

PGresult *postgres_next(PGconn *connection, int64_t until_us, bool *out_late)
{
    *out_late = !wait_for_answer(connection, until_us);
    return *out_late ? NULL : PQgetResult(connection);
}

PGresult *postgres_ask(PGconn *connection, enum postgres_statement statement,
                       const struct postgres_args *args, int ms)
{
    int64_t until = postgres_microseconds() + 1000LL * ms;
    PGresult *first = NULL, *next;
    bool late = !postgres_send(connection, statement, args);
    while (!late && (next = postgres_next(connection, until, &late)) != NULL) {
        if (first == NULL)
            first = next;
        else
            PQclear(next);
    }
    if (!late && PQstatus(connection) == CONNECTION_OK)
        return first;
    PQclear(first);
    return NULL;
}
