/* SPDX-License-Identifier: MIT */
/*
 * Several nodes on one store. Any node serves any table: it has a folded copy, and follows what others
 * write. What a table needs by itself is seen to by one node, its keeper: the one that wrote the last
 * event, or that took over what was due.
 */
#ifndef SERVER_CLUSTER_H
#define SERVER_CLUSTER_H

#include "refusals.h"
#include "table.h"

/* Takes part, if the store is one that others can write to: app->shared says so from then on. */
void cluster_join(struct app *app);
/* Once a second: looks whether tables in memory are as the store has them; hints can be lost. */
void cluster_tend(struct app *app);
/* Reads what others have written at a table, if it is known that they have and nothing is under way. */
void cluster_follow(struct table *table);
/*
 * Before a table is shown to somebody anew: they may have seen more of it at another node. `events` are
 * those of the store from one that the table has, or the next, on (NULL: they were asked for). FINE, LATER,
 * or BUSY if it cannot be found out now whether there is more.
 */
enum refusal cluster_freshen(struct table *table, const struct store_answer *events);
/* What is due at a table was left to this node: it reads what others did last, and does it. */
void cluster_take_over(struct table *table);
/* The users that events name, up to `most`; ids point into the room. */
int cluster_users_in(const struct store_event *events, int count, char (*room)[STORE_ID_MAX + 1],
                     const char **out_ids, int most);
/* Goes on when those users are known here. */
void cluster_fetch_users(struct app *app, const struct store_answer *events,
                         void (*then)(void *context), void *context);
/* Must this node see to what the table needs by itself? */
bool cluster_is_keeper(const struct table *table);
/* Tells all other nodes something that is kept nowhere. */
void cluster_tell(struct app *app, const char *text);
/* The host says something to everybody: other nodes tell it, too. */
void cluster_say(struct app *app, const char *text);

#endif
