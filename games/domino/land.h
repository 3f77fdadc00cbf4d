/* SPDX-License-Identifier: MIT */
/*
 * The land of a kingdom, kept up to date as dominoes come to it, and the places that one has there
 * by what they bring. Only Kingdomino's terrains are known here.
 */
#ifndef DOMINO_LAND_H
#define DOMINO_LAND_H

#include "domino_internal.h"

/* The squares that a kingdom can have; groups of cells and of places, where more would not matter. */
enum { LAND_HOLDINGS = 48, LAND_JOINTS = 24, LAND_LEVELS = 96 };

struct domino_holding {
    domino_cells cells, beside;
    uint8_t terrain, squares, crowns;
};

struct domino_land {
    domino_cells occupied;
    struct domino_sides sides;
    int count;
    struct domino_holding of[LAND_HOLDINGS];
};

/* Empty cells on which a square would join the same holdings. */
struct domino_joint {
    domino_cells cells;
    uint64_t holdings;
    int squares, crowns, worth;
};

/* What was found out about a land, until something is placed there. */
struct domino_notes {
    int joints[DOMINO_TOWN]; /* 0: not looked at yet */
    struct domino_joint joint[DOMINO_TOWN][LAND_JOINTS];
    unsigned known; /* dominoes of the next line, bit by bit: what they can bring at once */
    int gain[DOMINO_LINE];
};

/* Places that bring the same, each way for itself as in struct domino_spots. */
struct domino_level {
    int gain;
    int joined[2]; /* squares of the holdings that each half goes on with */
    domino_cells first[DOMINO_DIRECTIONS];
};

struct domino_places {
    int count;
    struct domino_level level[LAND_LEVELS];
};

/* A domino before a kingdom: what either half could join there. */
struct domino_offer {
    const struct domino_land *land;
    const struct domino_face *face;
    struct domino_spots spots;
    int count[2];
    const struct domino_joint *joint[2];
};

void domino_land_read(const struct domino_kingdom *k, struct domino_land *out);
void domino_copy_land(const struct domino_land *land, struct domino_land *out);
void domino_land_put(struct domino_land *land, const struct domino_face *face,
                     struct domino_cell left, enum domino_direction direction);
/* The empty cells it may grow into. */
domino_cells domino_land_open(const struct domino_land *land, int limit);
/* To be called when the land changes. */
void domino_forget(struct domino_notes *notes);

void domino_make_offer(const struct domino_land *land, struct domino_notes *notes, int limit,
                       const struct domino_face *face, struct domino_offer *out);
void domino_find_places(const struct domino_offer *offer, struct domino_places *out);
/* The best that a domino can bring at once, or -1 if it fits nowhere. */
int domino_land_gain(const struct domino_land *land, struct domino_notes *notes, int limit,
                     const struct domino_face *face);

#endif
