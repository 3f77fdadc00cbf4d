/* SPDX-License-Identifier: MIT */
/* Events on their way to the disk and, once they are durable, into the table and to its viewers. */
#ifndef SERVER_JOURNAL_H
#define SERVER_JOURNAL_H

#include "deeds.h"
#include "event.h"
#include "table.h"

/*
 * Appends an event to a table that is not writing one. Number and time are set here, and for a move
 * what it leads to. The request (or NULL) is answered with `extra` when it is durable, judged again
 * if another writer was first, refused if the disk does not take it. Takes request and extra over.
 */
void journal_append(struct table *table, struct event *event, struct request *request,
                    json_t *extra);
/* The row of a table for lists, as it is now. */
void journal_row(struct table *table, struct store_table *row);
/* Folds and shows what others have written since; what the table has is passed over. False: the events do not
 * follow, or cannot be understood. */
bool journal_take_in(struct table *table, const struct store_event *events, int count);
/* The errand under way waits until nothing is being written: LATER, or BUSY where that cannot be. */
enum refusal journal_when_quiet(struct table *table);
/* Nothing is: they go on. */
void journal_is_quiet(struct table *table);

/*
 * From the time when a page of the log is asked for until it is shown the table goes on. What happens
 * meanwhile is kept in table->recent, as the store has it.
 */
void journal_hold(struct table *table);
void journal_let_go(struct table *table);
void journal_forget_recent(struct table *table);

#endif
