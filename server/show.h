/* SPDX-License-Identifier: MIT */
/* What viewers see of a table: its present, and lines of its log. Nothing that their seat may not
 * know. */
#ifndef SERVER_SHOW_H
#define SERVER_SHOW_H

#include "event.h"
#include "fold.h"
#include "table.h"

/* Where messages are put together: the loop's thread alone writes them. */
enum { SHOW_ROOM = 1024 * 1024 };
extern char show_room[SHOW_ROOM];

/* Members of an object that the caller opened: everything that an event may change. */
void show_present(struct table *table, int seat, struct tk_json *json);
void show_people_in(const struct table *table, struct tk_json *json);
void show_numbers(struct tk_json *json, const char *key, const int32_t *numbers, int count);
void show_clock(const struct table *table, struct tk_json *json);
/* An event as a line of the log, for a viewer; `move` is NULL unless it is a move. */
struct told_move {
    const void *before, *after;
    tk_action action;
    int ply;
};
void show_line(struct table *table, const struct event *event, const struct told_move *move,
               int seat, struct tk_json *json);

/* Tells all who watch. */
void show_event(struct table *table, const struct event *event, const struct folded *folded);
void show_people(struct table *table);
/* How many jobs are before that of the table's bot. */
void show_queue(struct table *table, int ahead);

/* The event as one viewer gets it, as text in show_room; its length, or 0 when it does not fit. */
size_t show_event_text(struct table *table, const struct event *event, const struct folded *folded,
                       int seat);

#endif
