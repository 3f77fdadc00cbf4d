/* SPDX-License-Identifier: MIT */
/* Manners of play: what a player is fond of beside winning. Rows are data; a term is a number. */
#include "splendor_internal.h"

enum {
    IN_HAND,    /* cards */
    HAND_WORTH, /* points in hand */
    NOBLES,     /* that came */
    NOBLE_NEAR, /* squares of what was gathered towards the nearest one */
    PRESTIGE,
    CARDS,
    TOKENS, /* coloured ones held */
    GOLD,
    DENIED,     /* tokens that the piles lack, below two each */
    ONE_COLOUR, /* bonuses of the commonest colour */
    HIGH_CARDS, /* bought ones with three points and more */
    TERMS
};
_Static_assert((int)TERMS <= (int)TK_TERMS_MAX, "there is room for every term");

static const struct tk_style styles[] = {
    {"reserve", {[IN_HAND] = 350, [HAND_WORTH] = 150, [GOLD] = 100}},
    {"nobles", {[NOBLES] = 2500, [NOBLE_NEAR] = 60}},
    {"points", {[PRESTIGE] = 400, [HIGH_CARDS] = 1500, [CARDS] = -250}},
    {"hoard", {[TOKENS] = 50, [GOLD] = 100, [DENIED] = 60}},
    {"engine", {[CARDS] = 700}},
    {"colour", {[ONE_COLOUR] = 700}},
    {"lurk", {[HAND_WORTH] = 250, [PRESTIGE] = 150, [GOLD] = 150}},
};

static void count_nobles(const struct splendor_state *s, int seat, int32_t *out)
{
    for (int i = 0; i <= s->players; i++) {
        splendor_gems need = splendor_nobles[s->noble[i]].need;
        int got = splendor_gems_sum(need) -
                  splendor_gems_sum(splendor_missing(need, s->seat[seat].bonus));
        out[NOBLES] += s->noble_owner[i] == seat + 1;
        if (s->noble_owner[i] == 0 && got * got > out[NOBLE_NEAR])
            out[NOBLE_NEAR] = got * got;
    }
}

static void count_bought(const struct splendor_seat *p, int32_t *out)
{
    for (int card = 1; card <= SPLENDOR_CARDS; card++)
        out[HIGH_CARDS] += splendor_owns(p, card) && splendor_cards[card].points >= 3;
}

static void terms(const void *state, int seat, int32_t *out)
{
    const struct splendor_state *s = state;
    const struct splendor_seat *p = &s->seat[seat];
    out[IN_HAND] = p->reserved_count;
    for (int i = 0; i < p->reserved_count; i++)
        out[HAND_WORTH] += splendor_cards[p->reserved[i]].points;
    out[PRESTIGE] = p->points;
    out[CARDS] = p->bought;
    out[TOKENS] = splendor_gems_sum(p->tokens);
    out[GOLD] = p->gold;
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++) {
        int pile = splendor_count(s->bank, colour), bonus = splendor_count(p->bonus, colour);
        out[DENIED] += pile < 2 ? 2 - pile : 0;
        out[ONE_COLOUR] = bonus > out[ONE_COLOUR] ? bonus : out[ONE_COLOUR];
    }
    count_nobles(s, seat, out);
    count_bought(p, out);
}

const struct tk_styles splendor_styles = {
    .count = TK_COUNT(styles), .table = styles, .terms = terms};
