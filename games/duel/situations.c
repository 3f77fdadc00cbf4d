/* SPDX-License-Identifier: MIT */
/* Positions in which bots were wrong about their chances, and are watched for it. */
#include "duel_internal.h"

static int symbols_of(const struct duel_state *s, int seat)
{
    return __builtin_popcount(s->seat[seat].symbols);
}

static bool opponent_has_four_symbols(const void *state, int seat)
{
    return symbols_of(state, !seat) >= 4;
}

static bool has_four_symbols(const void *state, int seat)
{
    return symbols_of(state, seat) >= 4;
}

/* Three spaces or fewer from one's own capital. */
static bool is_besieged(const void *state, int seat)
{
    const struct duel_state *s = state;
    int pawn = duel_role(s, seat) == 0 ? s->pawn : -s->pawn;
    return pawn <= 3 - DUEL_CAPITAL;
}

static int points_of(const struct duel_state *s, int seat)
{
    int points = 0;
    for (int line = 0; line < DUEL_LINES; line++)
        points += duel_line_points(s, seat, (enum duel_line)line);
    return points;
}

static bool has_more_cards_but_fewer_points(const void *state, int seat)
{
    const struct duel_state *s = state;
    int more = 0;
    for (int i = 0; i < 2; i++)
        more += __builtin_popcountll(s->seat[seat].city.bits[i]) -
                __builtin_popcountll(s->seat[!seat].city.bits[i]);
    return more > 0 && points_of(s, seat) < points_of(s, !seat);
}

static const struct tk_situation situations[] = {
    {"the opponent has four symbols or more", opponent_has_four_symbols},
    {"four symbols or more", has_four_symbols},
    {"the pawn is three spaces from the capital", is_besieged},
    {"more cards but fewer points", has_more_cards_but_fewer_points},
};

const struct tk_situations duel_situations = {.count = TK_COUNT(situations), .table = situations};
