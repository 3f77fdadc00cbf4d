/* SPDX-License-Identifier: MIT */
/* Reading that also writes: the secret, leases, commands; each is one statement. */
#include "postgres_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* --- the secret --- */

static bool read_secret(struct postgres_store *store, uint8_t out_secret[32],
                        enum store_found *out_found)
{
    PGresult *result = postgres_get(store, PG_SECRET, NULL);
    size_t length = 0;
    bool found = result != NULL && PQntuples(result) > 0 &&
                 sodium_hex2bin(out_secret, 32, PQgetvalue(result, 0, 0),
                                (size_t)PQgetlength(result, 0, 0), NULL, &length, NULL) == 0 &&
                 length == 32;
    *out_found = result == NULL          ? STORE_BROKEN
                 : PQntuples(result) > 0 ? STORE_FOUND
                                         : STORE_NOTHING;
    PQclear(result);
    return found;
}

/* The first node that asks makes it; what cannot be read is not replaced: all cookies would be void. */
bool postgres_secret(struct store *base, uint8_t out_secret[32])
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct postgres_args args = {0};
    enum store_found found;
    uint8_t fresh[32];
    char hex[65];
    if (read_secret(store, out_secret, &found))
        return true;
    if (found != STORE_NOTHING)
        return false;
    randombytes_buf(fresh, sizeof fresh);
    sodium_bin2hex(hex, sizeof hex, fresh, sizeof fresh);
    postgres_text(&args, hex);
    PQclear(postgres_get(store, PG_PUT_SECRET, &args));
    return read_secret(store, out_secret, &found);
}

/* --- signs of life --- */

static enum store_found read_text(struct postgres_store *store, enum postgres_statement statement,
                                  char *out, size_t size)
{
    PGresult *result = postgres_get(store, statement, NULL);
    bool there = result != NULL && PQntuples(result) > 0 && PQgetisnull(result, 0, 0) == 0;
    enum store_found found = result == NULL ? STORE_BROKEN : there ? STORE_FOUND : STORE_NOTHING;
    if (there)
        postgres_column(result, 0, 0, out, size);
    PQclear(result);
    return found;
}

/*
 * The signs are those of all nodes together. While another node lives there is no gap, whenever the
 * last sign was written: it is as if it had been now.
 */
static void be_of_now(char *text, size_t size)
{
    char rest[STORE_LIFE_MAX + 1];
    snprintf(rest, sizeof rest, "%s", text + strcspn(text, " "));
    snprintf(text, size, "%lld%s", INT64_MAX / 2LL, rest);
}

/* Nodes hold a lock as long as they are connected; this one has not said that it is one. */
bool postgres_in_use(struct store *base)
{
    char others[24] = "0";
    return read_text((struct postgres_store *)base, PG_OTHERS, others, sizeof others) !=
               STORE_FOUND ||
           strcmp(others, "0") != 0;
}

enum store_found postgres_life(struct store *base, char *out, size_t size)
{
    struct postgres_store *store = (struct postgres_store *)base;
    enum store_found found = read_text(store, PG_LIFE, out, size);
    if (found == STORE_NOTHING)
        found = read_text(store, PG_UPDATED, out, size);
    if (found == STORE_FOUND && postgres_in_use(base))
        be_of_now(out, size);
    return found;
}

/* --- what all servers allow together --- */

bool postgres_take(struct store *base, const char *what, int64_t each_ms, int64_t most_ms,
                   int64_t *out_wait_ms)
{
    struct postgres_args args = {0};
    postgres_text(&args, what);
    postgres_number(&args, each_ms);
    postgres_number(&args, most_ms);
    PGresult *result = postgres_get((struct postgres_store *)base, PG_TAKE, &args);
    bool taken = result == NULL || postgres_int(result, 0, 0) > 0;
    if (!taken)
        *out_wait_ms = postgres_int(result, 0, 1) > 0 ? postgres_int(result, 0, 1) : 1;
    PQclear(result);
    return taken;
}

/* --- leases --- */

enum store_found postgres_due(struct store *base, int64_t now, int most, const char *owner,
                              int64_t lease_until,
                              bool (*each)(void *context, const char *table, int64_t due),
                              void *context)
{
    struct postgres_store *store = (struct postgres_store *)base;
    struct postgres_args args = {0};
    postgres_number(&args, now);
    postgres_number(&args, most < 0 ? 0 : most);
    postgres_text(&args, owner);
    postgres_number(&args, lease_until);
    postgres_text(&args, !store->attending || store->thinks ? "t" : "f");
    PGresult *result = postgres_get(store, PG_DUE, &args);
    if (result == NULL)
        return STORE_BROKEN;
    bool go_on = true;
    enum store_found found = PQntuples(result) > 0 ? STORE_FOUND : STORE_NOTHING;
    for (int row = 0; go_on && row < PQntuples(result); row++)
        go_on = each(context, PQgetvalue(result, row, 0), postgres_int(result, row, 1));
    PQclear(result);
    return found;
}

/* --- commands --- */

/* Whichever node comes first has them; they are gone before they are obeyed. */
enum store_found postgres_commands(struct store *base,
                                   void (*each)(void *context, const char *what, const char *data),
                                   void *context)
{
    PGresult *result = postgres_get((struct postgres_store *)base, PG_COMMANDS, NULL);
    if (result == NULL)
        return STORE_BROKEN;
    enum store_found found = PQntuples(result) > 0 ? STORE_FOUND : STORE_NOTHING;
    for (int row = 0; row < PQntuples(result); row++)
        each(context, PQgetvalue(result, row, 0), PQgetvalue(result, row, 1));
    PQclear(result);
    return found;
}
