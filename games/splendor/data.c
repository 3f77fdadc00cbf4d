/* SPDX-License-Identifier: MIT */
/* Cards and nobles, from cards.csv and nobles.csv (SP-1.2, SP-1.3). */
#include "splendor_internal.h"

#define GEMS(w, u, g, r, k)                                                    \
    ((splendor_gems)(w) | (splendor_gems)(u) << 6 | (splendor_gems)(g) << 12 | \
     (splendor_gems)(r) << 18 | (splendor_gems)(k) << 24)

/* Row 0 is no card: 31 white is beyond any wealth, so that empty slots need no question. */
#define CARD(name, text, level, bonus, points, w, u, g, r, k) \
    {GEMS(w, u, g, r, k), (level)-1, SPLENDOR_##bonus, points, text},
const struct splendor_card splendor_cards[SPLENDOR_CARDS + 1] = {
    {GEMS(31, 0, 0, 0, 0), 0, SPLENDOR_WHITE, 0, "none"},
#include "cards.inc"
};

/* The costs once more, side by side for the lists of purchases. */
#undef CARD
#define CARD(name, text, level, bonus, points, w, u, g, r, k) GEMS(w, u, g, r, k),
const splendor_gems splendor_costs[SPLENDOR_CARDS + 1] = {
    GEMS(31, 0, 0, 0, 0),
#include "cards.inc"
};

#define NOBLE(name, text, points, w, u, g, r, k) {GEMS(w, u, g, r, k), points, text},
const struct splendor_noble splendor_nobles[SPLENDOR_NOBLES + 1] = {
    {GEMS(31, 0, 0, 0, 0), 0, "none"},
#include "nobles.inc"
};

/* SP-2.2: 36, 26 and 16 cards one after the other. */
const uint8_t splendor_deck_start[SPLENDOR_LEVELS] = {0, 36, 62};
