/* SPDX-License-Identifier: MIT */
/* Who looks at a table. */
#ifndef SERVER_WATCHERS_H
#define SERVER_WATCHERS_H

#include "table.h"

enum { WATCHERS_MAX = 2000, SOCKETS_OF_A_PLAYER_MAX = 64, PEOPLE_TOLD_MAX = 64 };

/* False when it is full. */
bool watch(struct table *table, net_id socket, const char *user);
void unwatch(struct table *table, net_id socket);
/* How many sockets of this seat (or of TK_SPECTATOR: of nobody who plays) look on. */
int watchers_at(const struct table *table, int seat);
bool is_watched_by_player(const struct table *table);

#endif
