/* SPDX-License-Identifier: MIT */
/* Taking a user out of what was written about them, as functions of SQL. */
#include "sqlite_internal.h"

#include <stdlib.h>

#include "forget.h"

static void forgotten(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *data = (const char *)sqlite3_value_text(values[0]);
    const char *user = count > 1 ? (const char *)sqlite3_value_text(values[1]) : NULL;
    char *text = forget_in(data, user);
    if (text == NULL)
        sqlite3_result_value(context, values[0]);
    else
        sqlite3_result_text(context, text, -1, free);
}

bool sqlite_forget_functions(sqlite3 *database)
{
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    return sqlite3_create_function(database, "unnamed", 1, flags, NULL, forgotten, NULL, NULL) ==
               SQLITE_OK &&
           sqlite3_create_function(database, "forgotten", 2, flags, NULL, forgotten, NULL, NULL) ==
               SQLITE_OK;
}
