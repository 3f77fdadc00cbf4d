/* SPDX-License-Identifier: MIT */
/* Files of positions that nets learn from (docs/training.md): how one position is written. */
#ifndef BOTS_POSITIONS_H
#define BOTS_POSITIONS_H

#include "bots.h"

enum {
    POSITION_ONES_ROOM = 288, /* in a record */
    POSITION_MOVES_ROOM = 64, /* the most visited ones */
};

/* Where things stand in a record. */
enum {
    POSITION_GAME = 0, /* its number: 32 bits */
    POSITION_ONES = 4, /* how many there are */
    POSITION_MOVES = 6,
    POSITION_VALUE = 8,
    POSITION_FLAGS = 10,
    POSITION_MARGIN = 12,
    POSITION_SEAT = 14,
    POSITION_PROGRESS = 15, /* four thousandths */
    POSITION_OUTCOME = 16,  /* of every seat, the one to move first */
};

enum {
    POSITION_KNOWS_MOVES = 1, /* flags: the visits are those of the learner's search */
    POSITION_KNOWS_VALUE = 2, /* it has a value */
    POSITION_IN_POINTS = 4,   /* outcomes are points, sixteenths; it is one of two, see pairs.c */
};

enum { POSITION_NOBODY = -32768 /* points of a seat that is empty */ };

/* The sizes of the records of a file. */
struct position_shape {
    int seats, moves;
    int amounts; /* an even number of bytes */
    size_t record;
};

/* `seats` are those of the net that is to learn; `moves` is the room for moves, 0: none are told. */
struct position_shape position_shape(const struct tk_game *game, int seats, int moves);
/* `out` is a FILE; false if it cannot be written. */
bool position_header(const struct position_shape *shape, const struct tk_game *game, void *out);
/* A record of what the seat knows, and nothing else yet. */
void position_tell(const struct position_shape *shape, const struct tk_game *game,
                   const void *state, int seat, long number, uint8_t *to);
/* Where the moves of a record stand. */
uint8_t *position_moves(const struct position_shape *shape, uint8_t *record);
/* A number of 16 bits. */
void position_put(uint8_t *to, int number);

/*
 * Plays one game from its deal and writes the pairs found in it, two records after each other and
 * at most `most` records. Returns how many.
 */
int pairs_of_game(const struct bot_school *school, const struct position_shape *shape, long number,
                  struct tk_rng *rng, void *state, uint8_t *records, int most);

#endif
