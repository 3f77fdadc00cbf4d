/* SPDX-License-Identifier: MIT */
/* Manners of play: what a player is fond of beside winning. Rows are data; a term is a number. */
#include "domino_internal.h"

enum {
    RARE,      /* worth of mines and swamps */
    RARE_LAND, /* squares of them */
    CROWNS,    /* placed and waiting */
    LARGEST,   /* squares of the largest property */
    LAND,      /* properties: fewer are better joined */
    COINS,
    TOWERS,
    KNIGHTS, /* in all */
    QUEEN,
    BUILT,   /* buildings */
    EARLY,   /* places in the next line, from its end */
    DENIED,  /* crowns that wait for the others, less is better */
    BURNT,   /* the dragon is out */
    COMPACT, /* cells that no domino can fill, less is better */
    WAITING, /* crowns under the own kings */
    TOWNS,   /* squares */
    TERMS
};
_Static_assert((int)TERMS <= (int)TK_TERMS_MAX, "there is room for every term");

static const struct tk_style king_styles[] = {
    {"mines", {[RARE] = 60, [RARE_LAND] = 250}},
    {"crowns", {[CROWNS] = 250, [WAITING] = 250}},
    {"estate", {[LARGEST] = 220, [LAND] = -120}},
    {"hurry", {[EARLY] = 350}},
    {"spoiler", {[DENIED] = -500}},
    {"tidy", {[COMPACT] = -900, [LAND] = -80}},
};

static const struct tk_style queen_styles[] = {
    {"mines", {[RARE] = 40, [RARE_LAND] = 200}},
    {"crowns", {[CROWNS] = 150, [WAITING] = 250}},
    {"estate", {[LARGEST] = 180, [LAND] = -100}},
    {"towers", {[TOWERS] = 500, [QUEEN] = 1200}},
    {"knights", {[KNIGHTS] = 500, [COINS] = 40}},
    {"banker", {[COINS] = 130}},
    {"builder", {[BUILT] = 700, [TOWNS] = 300}},
    {"dragon", {[BURNT] = 900, [DENIED] = -250}},
    {"hurry", {[EARLY] = 350}},
};

/* Dominoes under kings: crowns, and how early the next turn comes. */
static void count_waiting(const struct domino_state *s, int kingdom, int32_t *out)
{
    for (int i = 0; i < s->line_size; i++) {
        if (s->next.king[i] == 0)
            continue;
        const struct domino_face *face =
            domino_face(s, domino_line_box(s, s->round + 1), s->next.number[i]);
        bool own = domino_kingdom_of(s, s->next.king[i] - 1) == kingdom;
        out[own ? WAITING : DENIED] += face->crowns[0] + face->crowns[1];
        out[EARLY] += own ? s->line_size - i : 0;
    }
}

static void count_court(const struct domino_state *s, int kingdom, int32_t *out)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    out[COINS] = k->coins;
    out[TOWERS] = k->towers;
    out[KNIGHTS] = domino_knights(k);
    out[QUEEN] = s->queen == kingdom + 1;
    out[BUILT] = __builtin_popcountll(domino_built(k));
    out[TOWNS] = __builtin_popcountll(k->terrain[DOMINO_TOWN]);
    out[BURNT] = s->dragon != 0;
}

static void terms(const void *state, int seat, int32_t *out)
{
    const struct domino_state *s = state;
    int kingdom = domino_kingdom_of(s, seat);
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    domino_cells open = domino_open(k, s->limit);
    struct domino_properties properties;
    struct domino_score score;
    domino_find_properties(k, &properties);
    domino_score_properties(s, kingdom, &properties, &score);
    out[RARE] = score.part[DOMINO_PART_TERRAIN + DOMINO_MINE] +
                score.part[DOMINO_PART_TERRAIN + DOMINO_SWAMP];
    out[RARE_LAND] = __builtin_popcountll(k->terrain[DOMINO_MINE] | k->terrain[DOMINO_SWAMP]);
    out[CROWNS] = score.crowns;
    out[LARGEST] = score.largest;
    out[LAND] = properties.count;
    out[COMPACT] = __builtin_popcountll(open & ~domino_neighbours(open));
    if (s->variant != DOMINO_KING)
        count_court(s, kingdom, out);
    if (s->phase < DOMINO_DEAL)
        count_waiting(s, kingdom, out);
}

const struct tk_styles domino_king_styles = {
    .count = TK_COUNT(king_styles), .table = king_styles, .terms = terms};
const struct tk_styles domino_queen_styles = {
    .count = TK_COUNT(queen_styles), .table = queen_styles, .terms = terms};
