/* What a host does to the data from outside, also while the server runs: backup, counts, commands.
 */
#include "server.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

static sqlite3 *open_data(const char *path, char *why, size_t size)
{
    sqlite3 *database = NULL;
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK ||
        sqlite3_exec(database, "PRAGMA busy_timeout = 5000", NULL, NULL, NULL) != SQLITE_OK) {
        snprintf(why, size, "%s: %s", path, sqlite3_errmsg(database));
        sqlite3_close(database);
        return NULL;
    }
    return database;
}

/* Pages are copied in steps, so that the server can write in between. */
bool server_backup(const char *data, const char *into, char *why, size_t size)
{
    sqlite3 *from = open_data(data, why, size), *to = NULL;
    if (from == NULL)
        return false;
    bool fine = sqlite3_open(into, &to) == SQLITE_OK;
    sqlite3_backup *backup = fine ? sqlite3_backup_init(to, "main", from, "main") : NULL;
    int result = SQLITE_ERROR;
    if (backup != NULL) {
        do {
            result = sqlite3_backup_step(backup, 256);
            if (result == SQLITE_BUSY || result == SQLITE_LOCKED)
                sqlite3_sleep(10);
        } while (result == SQLITE_OK || result == SQLITE_BUSY || result == SQLITE_LOCKED);
        sqlite3_backup_finish(backup);
    }
    if (result != SQLITE_DONE)
        snprintf(why, size, "%s: %s", into, to == NULL ? "out of memory" : sqlite3_errmsg(to));
    sqlite3_close(to);
    sqlite3_close(from);
    return result == SQLITE_DONE;
}

bool server_command(const char *data, const char *what, const char *argument, char *why,
                    size_t size)
{
    sqlite3 *database = open_data(data, why, size);
    sqlite3_stmt *statement = NULL;
    if (database == NULL)
        return false;
    bool fine = sqlite3_prepare_v2(database, "INSERT INTO commands(what, data) VALUES(?, ?)", -1,
                                   &statement, NULL) == SQLITE_OK;
    if (fine) {
        sqlite3_bind_text(statement, 1, what, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, argument, -1, SQLITE_STATIC);
        fine = sqlite3_step(statement) == SQLITE_DONE;
    }
    if (!fine)
        snprintf(why, size, "%s: %s", data, sqlite3_errmsg(database));
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return fine;
}

bool server_query(const char *data, const char *sql, const char *argument,
                  void (*row)(void *context, int columns, const char *const *values), void *context,
                  char *why, size_t size)
{
    enum { COLUMNS = 8 };
    sqlite3 *database = open_data(data, why, size);
    sqlite3_stmt *statement = NULL;
    if (database == NULL)
        return false;
    bool fine = sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK;
    if (fine && argument != NULL)
        sqlite3_bind_text(statement, 1, argument, -1, SQLITE_STATIC);
    while (fine && sqlite3_step(statement) == SQLITE_ROW) {
        const char *values[COLUMNS] = {NULL};
        int columns = sqlite3_column_count(statement);
        for (int i = 0; i < columns && i < COLUMNS; i++)
            values[i] = (const char *)sqlite3_column_text(statement, i);
        row(context, columns, values);
    }
    if (!fine)
        snprintf(why, size, "%s: %s", data, sqlite3_errmsg(database));
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return fine;
}
