/* SPDX-License-Identifier: MIT */
/*
 * Who is here now, at whichever node. A node tells the others, at most once a second, which seats of a
 * table are here and how many look on, when that has changed and every few seconds besides; what a node
 * has not said for a while is forgotten. Nothing of it is kept.
 */
#ifndef SERVER_PRESENCE_H
#define SERVER_PRESENCE_H

#include "table.h"

/* Somebody of this seat (or of TK_SPECTATOR: how many who do not play), at all nodes. */
int presence_at(const struct table *table, int seat);
/* Once a second, on a store that others write to. */
void presence_tend(struct app *app);
/* What another node told, as presence_tend of that node wrote it. */
void presence_hear(struct app *app, const char *text);

#endif
