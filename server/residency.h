/* SPDX-License-Identifier: MIT */
/* Which tables are in memory: loading, creating, forgetting, and waking what is due. */
#ifndef SERVER_RESIDENCY_H
#define SERVER_RESIDENCY_H

#include "refusals.h"
#include "table.h"

struct user;

/*
 * Loads it if need be. NOT_FOUND: there is none; BUSY: it cannot be read now; FROZEN: so much of it is
 * damaged that nothing can be shown; LATER: it is on its way. A table that can be shown may be frozen, too.
 */
enum refusal table_find(struct app *app, const char *id, struct table **out_table);
/* The same for whoever is shown it anew: it has everything that any node has told of it. */
enum refusal table_find_fresh(struct app *app, const char *id, struct table **out_table);
/* The same where it must be at hand: NULL if it is not, and it may come into memory then. */
struct table *table_get(struct app *app, const char *id);
/* Another node has written this event of a table that may be on its way into memory. */
void residency_hear(struct app *app, const char *id, int64_t seq);
/* Is this how ids are spelled? */
bool is_id(const char *text);
/* A user was deleted, banned, or let in again: the tables in memory where they sit hear of it. */
void tables_note_user(struct app *app, const struct user *user);
/* Out of memory; the store still has it. */
void table_forget(struct table *table);

/* Is there a bound on how many such tables somebody may have? */
bool table_is_counted(const struct wish *wish);
/* How many unfinished tables a user has: FINE, BUSY or LATER. Counted up to where it matters. */
enum refusal tables_unfinished(struct app *app, const char *user, int *out_count);
/* May this user, who asks from this address and has so many, have one more table like this? It is paid by
 * both. TOO_MANY says how long to wait. */
enum refusal table_allowed(struct app *app, struct user *user, const char *from,
                           const struct wish *wish, int unfinished, int64_t *out_wait_ms);
/* May this user have bots at a table that has none yet? */
bool table_may_get_bots(struct app *app, const struct user *user, int unfinished);
/* Writes the first event; `done` hears once it is durable or is not. Key, secret and id are new. */
enum refusal table_create(struct app *app, struct wish *wish, char out_id[STORE_ID_MAX + 1],
                          char out_key[STORE_ID_MAX + 1], void (*done)(void *context, bool fine),
                          void *context);

/* Tables that nobody looks at and at which nothing happens soon need not be in memory. */
void residency_forget_idle(struct app *app);
/* Wakes the tables at which something is due and that are not in memory. */
void residency_wake_due(struct app *app);

#endif
