/* SPDX-License-Identifier: MIT */
/* SQLite in fewer words. */
#include "sqlite_internal.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool sqlite_run(sqlite3 *database, const char *sql)
{
    return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* Binding cannot fail here: the places are ours, and what is bound is not copied. */
void sqlite_text(sqlite3_stmt *statement, int index, const char *text)
{
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

void sqlite_column(sqlite3_stmt *statement, int index, char *out, size_t size)
{
    const char *text = (const char *)sqlite3_column_text(statement, index);
    snprintf(out, size, "%s", text == NULL ? "" : text);
}

int64_t sqlite_number(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int64_t number = -1;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

void sqlite_why(sqlite3 *database, const char *path, char *why, size_t size)
{
    snprintf(why, size, "%s: %s", path,
             database == NULL ? "out of memory" : sqlite3_errmsg(database));
}

/* To open a pipe would wait for somebody who writes into it, for ever. */
bool sqlite_is_file(const char *path, char *why, size_t size)
{
    struct stat about;
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode))
        return true; /* what is not there is told by whoever opens it */
    snprintf(why, size, "%s is no file", path);
    return false;
}

const char *sqlite_path(const char *path, char *room)
{
    snprintf(room, PATH_MAX + 3, "%s%s", path[0] == '/' ? "" : "./", path);
    return room;
}

bool sqlite_is_ours(sqlite3 *database, const char *path, char *why, size_t size)
{
    int64_t all = sqlite_number(database, "SELECT count(*) FROM sqlite_master");
    int64_t ours = sqlite_number(database, "SELECT count(*) FROM sqlite_master WHERE type = 'table'"
                                           " AND name IN ('meta', 'users', 'tables', 'events')");
    if (all <= 0 || ours < 0 || ours == 4)
        return true;
    snprintf(why, size, "%s is a database of another program", path);
    return false;
}

/* A file that nobody has open, with nothing in a journal, is read without even a lock. The journal lies beside the file itself,
 * not beside a link to it. */
static void read_only_uri(const char *path, char *out, size_t size)
{
    char real[PATH_MAX], journal[PATH_MAX + 8];
    snprintf(journal, sizeof journal, "%s-wal", realpath(path, real) != NULL ? real : path);
    size_t used = (size_t)snprintf(out, size, "file:");
    for (; *path != '\0' && used + 32 < size; path++)
        used += (size_t)snprintf(out + used, size - used,
                                 isalnum((unsigned char)*path) || strchr("/._-", *path) ? "%c"
                                                                                        : "%%%02X",
                                 (unsigned char)*path);
    snprintf(out + used, size - used, "?mode=ro%s",
             access(journal, F_OK) == 0 ? "" : "&immutable=1");
}

sqlite3 *sqlite_read_only(const char *path, char *why, size_t size)
{
    sqlite3 *database = NULL;
    char uri[3 * PATH_MAX], room[PATH_MAX + 3];
    if (!sqlite_is_file(path, why, size))
        return NULL;
    read_only_uri(sqlite_path(path, room), uri, sizeof uri);
    if (sqlite3_open_v2(uri, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) ==
            SQLITE_OK &&
        sqlite3_busy_timeout(database, SQLITE_BUSY_MS) == SQLITE_OK &&
        sqlite_run(database, "PRAGMA cell_size_check = ON"))
        return database;
    sqlite_why(database, path, why, size);
    sqlite3_close(database);
    return NULL;
}
