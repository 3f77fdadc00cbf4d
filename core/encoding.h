/* SPDX-License-Identifier: MIT */
/*
 * What a learned net is told of a position, and how it names moves: plain lists of small integers
 * that a game makes in its folder. A game tells only what the seat that is asked knows; the laws
 * check that a redraw of what is hidden from it changes nothing.
 */
#ifndef TK_ENCODING_H
#define TK_ENCODING_H

#include "base.h"

enum {
    TK_ONES_MAX = 320,    /* features that are true at once */
    TK_AMOUNTS_MAX = 256, /* small numbers beside them */
    TK_MOVE_PARTS = 4,    /* of a move */
};

/* A position as a net is told it. */
struct tk_sight {
    /* Wider than what they count: so a compiler knows that writing a feature leaves them alone. */
    int32_t one_count, amount_count;
    uint16_t one[TK_ONES_MAX]; /* numbers of the features that are true; no order, none twice */
    int8_t amount[TK_AMOUNTS_MAX];
};

/* So much for the table, and so much for each seat, the asking one first. */
struct tk_extent {
    uint16_t table, seat;
};

struct tk_encoding {
    uint16_t version; /* grows with every change: a net belongs to one version */
    struct tk_extent ones, amounts;
    uint16_t parts;    /* numbers that moves are made of */
    bool shared;       /* a net for some number of players also serves fewer */
    bool plays_forced; /* only moves are common: they are played before a position is judged */
    /* *out_sight is not cleared by the caller. */
    void (*encode)(const void *state, int seat, struct tk_sight *out_sight);
    /*
     * One to TK_MOVE_PARTS numbers below `parts` for a legal move of the seat that acts: what a net
     * has learned of them adds up to what it thinks of the move. Returns how many.
     */
    int (*parts_of)(const void *state, tk_action action, uint16_t *out);
};

static inline int tk_extent_of(struct tk_extent extent, int players)
{
    return extent.table + players * extent.seat;
}

/*
 * Moves as numbers below `count`, for those who learn with masks. No two moves of a position have the
 * same; a move may have none (-1) if another one of the position does as well.
 */
struct tk_index {
    uint16_t count;
    int (*of)(tk_action action);
};

/* --- builders --- */

static inline void tk_sight_clear(struct tk_sight *sight)
{
    sight->one_count = sight->amount_count = 0;
}

static inline void tk_sight_one(struct tk_sight *sight, int feature)
{
    TK_INVARIANT(sight->one_count < TK_ONES_MAX);
    if (sight->one_count < TK_ONES_MAX)
        sight->one[sight->one_count++] = (uint16_t)feature;
}

/* One of `room` features: the value itself, or the last for all beyond. Nothing below 0. */
static inline void tk_sight_value(struct tk_sight *sight, int first, int value, int room)
{
    tk_sight_one(sight, first + (value < 0 ? 0 : value < room ? value : room - 1));
}

static inline void tk_sight_amount(struct tk_sight *sight, int amount)
{
    TK_INVARIANT(sight->amount_count < TK_AMOUNTS_MAX);
    if (sight->amount_count < TK_AMOUNTS_MAX)
        sight->amount[sight->amount_count++] = (int8_t)(amount > 127    ? 127
                                                        : amount < -127 ? -127
                                                                        : amount);
}

/* So many at once: a loop that compilers turn into vectors. */
static inline void tk_sight_amounts(struct tk_sight *sight, const int32_t *amounts, int count)
{
    int8_t *out = sight->amount + sight->amount_count;
    TK_INVARIANT(sight->amount_count + count <= TK_AMOUNTS_MAX);
    if (sight->amount_count + count > TK_AMOUNTS_MAX)
        count = TK_AMOUNTS_MAX - sight->amount_count;
    for (int i = 0; i < count; i++) {
        int32_t amount = amounts[i];
        amount = amount > 127 ? 127 : amount;
        out[i] = (int8_t)(amount < -127 ? -127 : amount);
    }
    sight->amount_count += count;
}

#endif
