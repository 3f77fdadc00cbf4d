/* SPDX-License-Identifier: MIT */
/* What the files share that tell nets of positions and moves. */
#ifndef DOMINO_ENCODE_H
#define DOMINO_ENCODE_H

#include "domino_internal.h"

enum {
    DOMINO_NUMBERS = 2 * DOMINO_DOMINOES, /* of both boxes */
    DOMINO_GAINS = 11,                    /* buckets */
    DOMINO_WORTHS = 8,
};

static inline int domino_number(int box, int number)
{
    return box * DOMINO_DOMINOES + number - 1;
}

/* --- encode.c --- */

/* The number that a row has for this one; the last of it for all beyond. */
int domino_bucket(const uint8_t *row, int count, int number);
int domino_gain_bucket(int gain); /* -1: it fits nowhere */
int domino_worth_bucket(int worth);
int domino_tile_worth(const struct domino_kingdom *k, const struct domino_score *score, int kind);
/* The next other kingdom that chooses after the king whose turn it is, or -1. */
int domino_rival(const struct domino_state *s, int kingdom);

/* --- moves.c --- */

enum {
    DOMINO_HOLES_MADE = 3, /* none, one, more */
    DOMINO_BOX_GROWS = 4,
    DOMINO_TOUCHING = 7, /* sides that lie against something */
    DOMINO_TAX_COINS = 12,
    DOMINO_SITE_SIZES = 4,
    DOMINO_SITE_CROWNS = 3,
};

/* A move is made of one to four of these. */
enum domino_move_part {
    DOMINO_MOVE_GAIN = 0, /* of a place: points and holes */
    DOMINO_MOVE_SHAPE = DOMINO_MOVE_GAIN + DOMINO_GAINS * DOMINO_HOLES_MADE,
    DOMINO_MOVE_MATCH = DOMINO_MOVE_SHAPE + DOMINO_BOX_GROWS * 2 * DOMINO_TOUCHING,
    DOMINO_MOVE_DISCARD = DOMINO_MOVE_MATCH + DOMINO_TERRAINS * 3 * 2,
    DOMINO_MOVE_TAX,
    DOMINO_MOVE_KEPT = DOMINO_MOVE_TAX + 3 * DOMINO_TAX_COINS, /* knights that stay free */
    DOMINO_MOVE_TILE = DOMINO_MOVE_KEPT + 3,
    DOMINO_MOVE_PRICE = DOMINO_MOVE_TILE + DOMINO_KINDS + 1,
    DOMINO_MOVE_WORTH = DOMINO_MOVE_PRICE + DOMINO_SLOTS,
    DOMINO_MOVE_SITE = DOMINO_MOVE_WORTH + 2 * DOMINO_WORTHS,
    DOMINO_MOVE_BURN = DOMINO_MOVE_SITE + DOMINO_SITE_SIZES * DOMINO_SITE_CROWNS,
    DOMINO_MOVE_SPITE = DOMINO_MOVE_BURN + DOMINO_KINDS + 1,  /* how many could have built it */
    DOMINO_MOVE_PLACE = DOMINO_MOVE_SPITE + DOMINO_SLOTS * 3, /* in the next line */
    DOMINO_MOVE_NUMBER = DOMINO_MOVE_PLACE + 2 * DOMINO_LINE,
    DOMINO_MOVE_BRINGS = DOMINO_MOVE_NUMBER + DOMINO_NUMBERS,
    DOMINO_MOVE_DENIES = DOMINO_MOVE_BRINGS + DOMINO_GAINS,
    DOMINO_MOVE_PARTS = DOMINO_MOVE_DENIES + DOMINO_GAINS + 1,
};

int domino_parts_of(const void *state, tk_action action, uint16_t *out);

#endif
