/* SPDX-License-Identifier: MIT */
/* The quick player of Kingdomino (rush.c): what it looks at. */
#ifndef DOMINO_RUSH_H
#define DOMINO_RUSH_H

#include "domino_internal.h"

enum { RUSH_POINT = 256, RUSH_WAYS = 4 };

/* RUSH_POINT is one point; pairs are for the first round and for the last. */
struct rush_weights {
    int16_t waits[2];           /* points that a domino under another king of one's own can bring */
    int16_t lost[2];            /* it fits nowhere */
    int16_t hole[2];            /* a cell that no domino can fill */
    int16_t slot[2];            /* a pair of cells that is free */
    int16_t grow[2];            /* the box becomes wider or higher by one */
    int16_t crowns[RUSH_WAYS];  /* a way is taken to a property that had so many ways: its crowns */
    int16_t squares[RUSH_WAYS]; /* times squares to come, and its squares times crowns to come */
    int16_t fallow;             /* squares gone on with, times crowns to come */
    int16_t brings[2];          /* choosing: points it can bring */
    int16_t misfit[2];          /* it fits nowhere */
    int16_t order[2];           /* places in the line */
    int16_t crown[2];           /* its crowns */
    int16_t rich;               /* its crowns times squares to come */
    int16_t denies[2];          /* points it would bring the next other to choose */
    int16_t alive;              /* a property that can grow: its crowns times squares to come */
    int16_t ripe;               /* and its squares times crowns to come */
};

/* As domino_rush, with weights for every seat: to climb them, players differ a little. */
void domino_rush_by(struct domino_state *s, int moves, const struct rush_weights *const *by);

#endif
