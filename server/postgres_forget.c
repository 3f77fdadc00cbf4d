/* SPDX-License-Identifier: MIT */
/*
 * Taking a user out of what was written about them, in the transaction that is open. The old lines are
 * gone for everybody who asks; from PostgreSQL's files they go with its next VACUUM.
 */
#include "postgres_internal.h"

#include <stdlib.h>

#include "forget.h"

/* Rows whose last column is JSON: the columns before it name the row for `blank`. */
static bool blank_rows(struct postgres_store *store, enum postgres_statement select,
                       enum postgres_statement blank, const char *user)
{
    struct postgres_args args = {0};
    PGresult *rows = NULL;
    postgres_text(&args, user);
    bool fine = postgres_put(store, select, &args, &rows);
    int last = fine ? PQnfields(rows) - 1 : 0;
    for (int row = 0; fine && row < PQntuples(rows); row++) {
        char *text = forget_in(PQgetvalue(rows, row, last), user);
        struct postgres_args values = {0};
        if (text == NULL)
            continue;
        for (int column = 0; column < last; column++)
            postgres_text(&values, PQgetvalue(rows, row, column));
        postgres_text(&values, text);
        fine = postgres_put(store, blank, &values, NULL);
        free(text);
    }
    PQclear(rows);
    return fine;
}

/* The user's row comes first: what they say meanwhile at another node is there before it, or not at all. */
bool postgres_forget(struct postgres_store *store, const char *user)
{
    static const enum postgres_statement rest[] = {PG_FORGET_SEATS, PG_FORGET_PLACES,
                                                   PG_END_SESSIONS};
    struct postgres_args args = {0};
    postgres_text(&args, user);
    bool fine = postgres_put(store, PG_FORGET_USER, &args, NULL) &&
                blank_rows(store, PG_SAID_EVENTS, PG_BLANK_EVENT, user) &&
                blank_rows(store, PG_SAID_SUMMARIES, PG_BLANK_SUMMARY, user);
    for (size_t i = 0; fine && i < sizeof rest / sizeof rest[0]; i++)
        fine = postgres_put(store, rest[i], &args, NULL);
    return fine;
}
