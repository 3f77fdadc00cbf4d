/* SPDX-License-Identifier: MIT */
/* Manners of play: what a player is fond of beside winning. Rows are data; a term is a number. */
#include "duel_internal.h"

enum {
    SYMBOLS, /* different ones, squared */
    PAIRS,   /* progress tokens */
    PAWN,    /* spaces towards the opponent */
    SIEGE,   /* spaces beyond the fourth, squared */
    RAISED,  /* wonders */
    BLUE,    /* points of blue cards */
    COINS,   /* threes of them */
    TRADE,   /* yellow cards */
    MADE,    /* brown and grey cards */
    GUILDS,
    DENIED, /* symbols and tokens that the opponent does not have */
    TERMS
};
_Static_assert((int)TERMS <= (int)TK_TERMS_MAX, "there is room for every term");

static const struct tk_style styles[] = {
    {"science", {[SYMBOLS] = 350, [PAIRS] = 600}},
    {"scholar", {[SYMBOLS] = 150, [PAIRS] = 1200, [DENIED] = 200}},
    {"arms", {[PAWN] = 450, [SIEGE] = 250}},
    {"wonders", {[RAISED] = 1800}},
    {"civil", {[BLUE] = 220}},
    {"trade", {[COINS] = 120, [TRADE] = 500}},
    {"miner", {[MADE] = 800}},
    {"guilds", {[GUILDS] = 1500, [MADE] = 250, [COINS] = 120}},
};

static void terms(const void *state, int seat, int32_t *out)
{
    const struct duel_state *s = state;
    const struct duel_seat *p = &s->seat[seat];
    int symbols = __builtin_popcount(p->symbols);
    int pawn = duel_role(s, seat) == 0 ? s->pawn : -s->pawn;
    out[SYMBOLS] = symbols * symbols;
    out[PAIRS] = __builtin_popcount(p->tokens);
    out[PAWN] = pawn;
    out[SIEGE] = pawn > 4 ? (pawn - 4) * (pawn - 4) : 0;
    out[RAISED] = __builtin_popcount(p->raised);
    out[BLUE] = duel_line_points(s, seat, DUEL_LINE_BLUE);
    out[COINS] = p->coins / 3;
    out[TRADE] = duel_count(p, DUEL_YELLOW);
    out[MADE] = duel_count(p, DUEL_BROWN) + duel_count(p, DUEL_GREY);
    out[GUILDS] = duel_count(p, DUEL_PURPLE);
    out[DENIED] =
        -__builtin_popcount(s->seat[!seat].symbols) - __builtin_popcount(s->seat[!seat].tokens);
}

const struct tk_styles duel_styles = {.count = TK_COUNT(styles), .table = styles, .terms = terms};
