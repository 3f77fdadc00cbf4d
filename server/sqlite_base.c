/* SQLite in fewer words. */
#include "sqlite_internal.h"

#include <stdio.h>

bool sqlite_run(sqlite3 *database, const char *sql)
{
    return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK;
}

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
