/* SPDX-License-Identifier: MIT */
/* The modes of the three games, and a state as it is before anything is shuffled. */
#include <stddef.h>

#include "domino_internal.h"

_Static_assert(offsetof(struct domino_state, kingdom[4]) <= 1024, "copied in every simulation");
_Static_assert(sizeof(struct domino_state) <= TK_STATE_MAX, "eight kingdoms and two boxes");
_Static_assert(DOMINO_LIMIT_MAX < 8, "coordinates modulo 8 must tell the cells of a kingdom apart");

/* QD-1.3, RW-3 to RW-6, KD-2, KD-8, KD-11. What has no row here cannot be played. */
/* clang-format off */
static const struct mode {
    uint8_t variant, fewest, most; /* players */
    uint8_t flags;                 /* of those that make a mode of their own */
    uint8_t line_size, rounds, limit;
} modes[] = {
    /*              players  options             line rounds limit */
    {DOMINO_QUEEN,   2, 2,   0,                   4,   12,    7}, /* QD-1.3 */
    {DOMINO_QUEEN,   3, 4,   0,                   4,   12,    5},
    {DOMINO_WEDDING, 3, 4,   0,                   4,   24,    7}, /* RW-3 */
    {DOMINO_WEDDING, 5, 6,   0,                   8,   12,    5}, /* RW-4 */
    {DOMINO_WEDDING, 7, 8,   0,                   8,   12,    5}, /* RW-5 */
    {DOMINO_WEDDING, 6, 6,   DOMINO_TEAMS,        8,   12,    7}, /* RW-6 */
    {DOMINO_WEDDING, 8, 8,   DOMINO_TEAMS,        8,   12,    7},
    {DOMINO_KING,    2, 2,   0,                   4,    6,    5}, /* KD-2 */
    {DOMINO_KING,    3, 3,   0,                   3,   12,    5},
    {DOMINO_KING,    4, 4,   0,                   4,   12,    5},
    {DOMINO_KING,    2, 2,   DOMINO_MIGHTY_DUEL,  4,   12,    7}, /* KD-8, KD-11 */
    {DOMINO_KING,    3, 3,   DOMINO_LINE_OF_FOUR, 4,   12,    5},
};
/* clang-format on */

static const struct mode *find_mode(enum domino_variant variant, int players, unsigned flags)
{
    unsigned own = flags & (DOMINO_TEAMS | DOMINO_MIGHTY_DUEL | DOMINO_LINE_OF_FOUR);
    for (int i = 0; i < TK_COUNT(modes); i++)
        if (modes[i].variant == variant && modes[i].flags == own && modes[i].fewest <= players &&
            players <= modes[i].most)
            return &modes[i];
    return NULL;
}

bool domino_mode_exists(enum domino_variant variant, int players, unsigned flags)
{
    return find_mode(variant, players, flags) != NULL;
}

/* A game for up to four players ends after four kingdoms. */
size_t domino_state_size(enum domino_variant variant)
{
    return variant == DOMINO_WEDDING ? sizeof(struct domino_state)
                                     : offsetof(struct domino_state, kingdom[4]);
}

enum { START_COINS = 7, START_KNIGHTS = 1 };

/* QD-2.1, RW-7: a team has as much as a player. Kingdomino has neither coins nor knights, KD-1. */
void domino_kingdom_init(const struct domino_state *s, struct domino_kingdom *k)
{
    *k = (struct domino_kingdom){0};
    if (s->variant != DOMINO_KING) {
        k->coins = START_COINS;
        k->free_knights = START_KNIGHTS;
    }
}

/* Everything that is not left to chance. */
void domino_state_init(struct domino_state *s, enum domino_variant variant, int players,
                       unsigned flags)
{
    const struct mode *mode = find_mode(variant, players, flags);
    tk_fill(s, 0, domino_state_size(variant));
    s->variant = (uint8_t)variant;
    s->flags = (uint8_t)flags;
    s->players = (uint8_t)players;
    s->kingdoms = (uint8_t)((flags & DOMINO_TEAMS) != 0 ? players / 2 : players);
    s->king_count = (uint8_t)(players == 2 ? 4 : players); /* QD-2.1, KD-2 */
    s->line_size = mode->line_size;
    s->rounds = mode->rounds;
    s->limit = mode->limit;
    for (int i = 0; i < s->kingdoms; i++)
        domino_kingdom_init(s, &s->kingdom[i]);
}
