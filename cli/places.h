/* SPDX-License-Identifier: MIT */
/*
 * Where on the board a move has its place: hex, card, cell, market. Found by looking: what a move
 * changes on the picture and few others of its kind do is where it happens. So every game has it,
 * and none need say so.
 */
#ifndef CLI_PLACES_H
#define CLI_PLACES_H

#include "foresee.h"
#include "moves.h"

struct place {
    bool known;
    int row, column;
};

struct places;

struct places *places_new(void);
void places_free(struct places *places);
/* Must be told of every new list of moves; and looks again when the size is another. */
void places_forget(struct places *places);
/* Looks at the moves of a kind, if it has not done so; -1: of all kinds. */
void places_look(struct places *places, const struct session *session, const struct moves *moves,
                 int kind, const struct view_size *size);
/* The shown move from which an arrow leads from the chosen one; -1: the chosen one has no place, -2:
 * there is none in that direction. */
int places_step(const struct places *places, const struct moves *moves, int down, int right);
/* The shown move with the same place that follows the chosen one, or -1: a domino turned. */
int places_turn(const struct places *places, const struct moves *moves);
/* The move that changes what is drawn in this cell; of the chosen kind if there is one; -1: none. */
int places_at(const struct places *places, const struct moves *moves, int row, int column);

#endif
