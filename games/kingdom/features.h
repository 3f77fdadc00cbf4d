/* SPDX-License-Identifier: MIT */
/*
 * Numbers that tell how well a seat stands, for bots: what it has (features.c), and what lies before
 * it (prospects.c). What is counted for one settlement more is counted from the scene (scene.h).
 */
#ifndef KINGDOM_FEATURES_H
#define KINGDOM_FEATURES_H

#include "scene.h"

/* In the order of weights.inc. */
enum {
    GOLD,
    SUPPLY,
    FREEDOM,
    CITIZENS,
    FARMERS,
    LORDS,
    MERCHANTS,
    NEAR_TILES,
    NEAR_CASTLES,
    SPOTS,
    TO_BUILD,
    READY,
    NEW_ROWS,
    ROW_SPOTS,
    CASTLES,
    OF_CARD,
    OF_TILE = OF_CARD + KINGDOM_CARD_KINDS,
    TO_COME = OF_TILE + KINGDOM_TILES, /* from here on: prospects.c */
    TILES_IN_TWO,
    TILES_IN_THREE,
    CASTLES_IN_TWO,
    CASTLES_IN_THREE,
    LINKS_IN_ONE,
    LINKS_IN_TWO,
    SPOTS_IN_TWO,
    NARROW,
    PAYING_CARDS,
    POOREST_CARDS,
    ROW_CARDS,
    BALANCE,
    LORDS_HOPE,
    FEATURES,
};
_Static_assert((int)FEATURES == (int)KINGDOM_FEATURES, "the header says how many there are");

/* What the seat holds beside its settlements. */
struct kingdom_holdings {
    int supply, ready; /* tiles that it may still use in its turn */
    int to_build;      /* in its turn */
    int gained;        /* location of the tile that a move brings, or -1 */
    unsigned kept;     /* tiles, a bit for each location */
};

/* A seat with one settlement more. */
struct kingdom_look {
    const struct kingdom_base *base;
    int hex; /* of that settlement; 0: of none */
    int turns;
    int in_quadrant[KINGDOM_PLACES], fewest; /* settlements, with that one; in the poorest */
    int row; /* in which the Knights may pay most, if they are in play */
    struct kingdom_holdings holds;
    /* hexes where anybody may build, those beside the own ones, and those that are both */
    union kingdom_set open, beside, next;
    union kingdom_set near;           /* what a settlement on one of the last would stand beside */
    union kingdom_set tiles, castles; /* locations with a tile to take, castles not reached yet */
};

/* All features of a seat with a settlement on a hex more; as it is with hex 0. */
void kingdom_measure(const struct kingdom_base *base, int hex, const struct kingdom_holdings *holds,
                     int32_t *out);
/* The second part of them. */
void kingdom_look_ahead(const struct kingdom_look *look, int32_t *out);

#endif
