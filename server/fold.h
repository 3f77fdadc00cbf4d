/* SPDX-License-Identifier: MIT */
/* How events change a table. */
#ifndef SERVER_FOLD_H
#define SERVER_FOLD_H

#include "event.h"
#include "table.h"

/* What an event led from and to, for those who tell of it. */
struct folded {
    bool moved; /* `before` and `after` are the positions around a move */
    tk_state before, after;
};

/*
 * Folds an event that is durable. `after` is the position that a move leads to, where the caller has
 * found it already, else NULL: then the move is read and played. An event that these rules do not
 * accept, or that leads elsewhere than it did, freezes the table.
 */
void table_fold(struct table *table, struct event *event, const void *after, struct folded *out);

/*
 * The table as it will be after the event: a copy that shares history and watchers with its table
 * and changes neither. For what is written along with the event. `room` holds its state (a
 * tk_state).
 */
void table_sketch(const struct table *table, struct event *event, const void *after,
                  struct table *out, void *room);

/* One for each kind; see event.c. */
typedef void fold_event(struct table *table, struct event *event, struct folded *out);
fold_event fold_created, fold_sat, fold_stood, fold_bot, fold_shared, fold_started, fold_move,
    fold_undone, fold_resigned, fold_offered, fold_answered, fold_away, fold_back, fold_over,
    fold_rematch, fold_resumed, fold_chat;

#endif
