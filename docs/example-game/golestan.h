/* SPDX-License-Identifier: MIT */
/* Golestan, 2 to 4 players: state, actions and data. Rules: README.md and the clauses GL-…. */
#ifndef GOLESTAN_H
#define GOLESTAN_H

#include "core/takht.h"

extern const struct tk_game *const golestan_games[];

enum golestan_kind {
    GOLESTAN_ROSE,
    GOLESTAN_TULIP,
    GOLESTAN_CYPRESS,
    GOLESTAN_POMEGRANATE,
    GOLESTAN_KINDS
};

enum {
    GOLESTAN_SEATS = 4,
    GOLESTAN_PLANTS = 28, /* numbered 1 … 28 as in plants.csv; 0 is none, GL-1.1 */
    GOLESTAN_ROW = 2 * GOLESTAN_SEATS + 1, /* places of the longest row, GL-2.2 */
    GOLESTAN_BULBS = 2,                    /* GL-3.4 */
    GOLESTAN_ROUNDS = 3,                   /* GL-4.2 */
    GOLESTAN_BED = 6                       /* points for the most of a kind, GL-5.3 */
};

/* Bit n stands for plant n. */
typedef uint32_t golestan_set;

struct golestan_seat {
    golestan_set plants;
    golestan_set bulbs;
    uint8_t bulb_count; /* everybody sees that they are there */
};

/* What is not there is zero: equal positions are equal bytes. */
struct golestan_state {
    struct golestan_seat seat[GOLESTAN_SEATS];
    uint8_t row[GOLESTAN_ROW];
    uint8_t pile[GOLESTAN_PLANTS]; /* the top is the last */
    uint8_t pile_left;
    uint8_t players;
    uint8_t start;        /* GL-2.3 */
    uint8_t start_option; /* seat + 1, or 0 for random */
    uint8_t turn;         /* from 1; round, seat and end follow from it */
};

/* An action is the number of a plant of the row, or this. */
enum { GOLESTAN_BULB = GOLESTAN_PLANTS + 1 };

/* One row of plants.csv. */
struct golestan_plant {
    const char *id;
    uint8_t kind, points;
};
extern const struct golestan_plant golestan_plants[GOLESTAN_PLANTS + 1];

#endif
