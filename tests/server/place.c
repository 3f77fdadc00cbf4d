/* SPDX-License-Identifier: MIT */
/* Files and databases for tests. */
#include "place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef TAKHT_POSTGRES
#include <libpq-fe.h>
#endif

static const char *server(void)
{
    const char *address = getenv("TAKHT_TEST_STORE");
    return address != NULL && strncmp(address, "postgres", 8) == 0 ? address : NULL;
}

bool place_is_postgres(void)
{
    return server() != NULL;
}

#ifdef TAKHT_POSTGRES
static void run(const char *sql)
{
    PGconn *connection = PQconnectdb(server());
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK)
        fprintf(stderr, "%s: %s", sql, PQerrorMessage(connection));
    PQclear(result);
    PQfinish(connection);
}

/* The address of the server with another database in it: postgres://USER@/NAME?… */
static void make_database(char *out, size_t size)
{
    static int number;
    char sql[128], name[64];
    const char *address = server(), *rest = strchr(address, '?');
    const char *path = strchr(strstr(address, "://") + 3, '/');
    snprintf(name, sizeof name, "takht_%d_%d", (int)getpid(), number++);
    snprintf(sql, sizeof sql, "CREATE DATABASE %s STRATEGY file_copy", name);
    run(sql);
    snprintf(out, size, "%.*s/%s%s", path == NULL ? (int)strlen(address) : (int)(path - address),
             address, name, rest == NULL ? "" : rest);
}

static void remove_database(const char *data)
{
    char sql[160];
    const char *name = strchr(strstr(data, "://") + 3, '/') + 1;
    snprintf(sql, sizeof sql, "DROP DATABASE IF EXISTS %.*s WITH (FORCE)", (int)strcspn(name, "?"),
             name);
    run(sql);
}
#endif

void place_make(const char *file, char *out, size_t size)
{
#ifdef TAKHT_POSTGRES
    if (place_is_postgres()) {
        make_database(out, size);
        return;
    }
#endif
    snprintf(out, size, "%s", file);
}

void place_remove(const char *data)
{
    static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
#ifdef TAKHT_POSTGRES
    if (strstr(data, "://") != NULL) {
        remove_database(data);
        return;
    }
#endif
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s%s", data, ends[i]);
        unlink(path);
    }
}
