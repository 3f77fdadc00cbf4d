/* SPDX-License-Identifier: MIT */
/* Lists of tables, from rows of the store alone: no list loads or replays a table. */
#ifndef SERVER_LISTS_H
#define SERVER_LISTS_H

#include "refusals.h"
#include "table.h"

/* What lists need to know, as JSON with ids of users instead of names. "" when it does not fit. */
void list_summary(struct table *table, char *out, size_t size);
/* {"tables":[…]} as this user sees them, in show_room: FINE, BUSY or LATER. `rows`: how many. */
enum refusal list_text(struct app *app, enum store_list list, const char *user, int most,
                       size_t *out_length, int *out_rows);

#endif
