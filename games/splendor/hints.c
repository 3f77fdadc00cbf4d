/* SPDX-License-Identifier: MIT */
/* Numbers that tell how well a seat stands, for bots. */
#include "splendor_internal.h"

/* In the order of weights.inc. */
enum {
    POINTS,
    POINTS_SQUARED,
    REACHED,
    BOUGHT,
    COLOURS,
    TOKENS,
    GOLD,
    RESERVED,
    RESERVED_POINTS,
    NOBLES,
    BEST_NOBLE,
    WITHIN_REACH,
    REACH_POINTS,
    NEAR_POINTS,
    COVERED,
    TO_MOVE,
    FEATURES
};

const struct tk_feature splendor_feature_table[SPLENDOR_FEATURES] = {
#include "weights.inc"
};
_Static_assert((int)SPLENDOR_FEATURES == FEATURES, "every feature has a weight");

/* How far the bonuses already go towards the nobles on the table, in 12ths of each. */
static void count_nobles(const struct splendor_state *s, splendor_gems bonus, int32_t *out)
{
    for (int i = 0; i <= s->players; i++) {
        if (s->noble_owner[i] != 0)
            continue;
        splendor_gems need = splendor_nobles[s->noble[i]].need;
        int asked = splendor_gems_sum(need);
        int progress = 12 * (asked - splendor_gems_sum(splendor_missing(need, bonus))) / asked;
        out[NOBLES] += progress * progress / 12;
        out[BEST_NOBLE] = progress > out[BEST_NOBLE] ? progress : out[BEST_NOBLE];
    }
}

typedef int32_t four_ints __attribute__((vector_size(16)));

/* The cards that could be bought, now or soon; four at a time, so four of each number. */
struct reach {
    four_ints within, points, covered;
    int near;
};

/*
 * What a card with so many points promises whoever lacks so many tokens: 4 (2 points + 1) / (2 +
 * lacking), and nothing if it is too far away.
 */
enum { FAR = 5, NO_CARD = 31 /* is what an empty place would cost */ };
static const uint8_t promises[][FAR + 1] = {
    {2, 1, 1, 0, 0, 0},  {6, 4, 3, 2, 2, 0},   {10, 6, 5, 4, 3, 0},
    {14, 9, 7, 5, 4, 0}, {18, 12, 9, 7, 6, 0}, {22, 14, 11, 8, 7, 0},
};

/* Of each of the four the one that the test is -1 for, else the other. */
static inline four_ints either(four_ints test, four_ints one, four_ints other)
{
    return (one & test) | (other & ~test);
}

/* No branch depends on a card: they would be guessed wrong too often. */
static inline void count_four(const struct splendor_seat *seat, const uint8_t card[4],
                              struct reach *reach)
{
    const four_ints none = {0}, far = none + FAR;
    four_ints points = {splendor_cards[card[0]].points, splendor_cards[card[1]].points,
                        splendor_cards[card[2]].points, splendor_cards[card[3]].points};
    four_ints cost = (four_ints)splendor_lacking(card, 0);
    four_ints more = (four_ints)splendor_lacking(card, seat->tokens + seat->bonus) - seat->gold;
    four_ints covered = cost - (four_ints)splendor_lacking(card, seat->bonus);
    four_ints within = points & (more <= none);
    reach->within -= more <= none;
    reach->points = either(within > reach->points, within, reach->points);
    reach->covered += covered & (cost < NO_CARD);
    more = either(more > none, more, none);
    more = either(more < far, more, far);
    for (int i = 0; i < 4; i++)
        reach->near += promises[points[i]][more[i]];
}

static int sum_of(four_ints four)
{
    return four[0] + four[1] + four[2] + four[3];
}

static int most_of(four_ints four)
{
    int most = four[0];
    for (int i = 1; i < 4; i++)
        most = four[i] > most ? four[i] : most;
    return most;
}

static void count_cards(const struct splendor_state *s, const struct splendor_seat *seat,
                        int32_t *out)
{
    struct reach reach = {0};
    const uint8_t *reserved = seat->reserved;
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        count_four(seat, s->market[level], &reach);
    if (seat->reserved_count > 0)
        count_four(seat, (uint8_t[4]){reserved[0], reserved[1], reserved[2], 0}, &reach);
    for (int i = 0; i < seat->reserved_count; i++)
        out[RESERVED_POINTS] += splendor_cards[reserved[i]].points;
    out[WITHIN_REACH] = sum_of(reach.within);
    out[REACH_POINTS] = most_of(reach.points);
    out[NEAR_POINTS] = reach.near;
    out[COVERED] = sum_of(reach.covered);
}

static int colours_owned(splendor_gems bonus)
{
    int colours = 0;
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        colours += splendor_count(bonus, colour) > 0;
    return colours;
}

/*
 * Turns, of the 28 that good players need: prestige would tell more, but then whoever gains some
 * would change the weights of all he has.
 */
int splendor_progress(const void *state)
{
    enum { TURNS = 28 };
    const struct splendor_state *s = state;
    uint32_t all = (uint32_t)TURNS * s->players;
    return s->turn < all ? (int)(1000 * s->turn / all) : 1000;
}

void splendor_features(const void *state, int seat, int32_t *out)
{
    const struct splendor_state *s = state;
    const struct splendor_seat *p = &s->seat[seat];
    tk_fill(out, 0, FEATURES * sizeof *out);
    out[POINTS] = p->points;
    out[POINTS_SQUARED] = p->points * p->points / 8;
    out[REACHED] = p->points >= s->target;
    out[BOUGHT] = p->bought;
    out[COLOURS] = colours_owned(p->bonus);
    out[TOKENS] = splendor_gems_sum(p->tokens);
    out[GOLD] = p->gold;
    out[RESERVED] = p->reserved_count;
    out[TO_MOVE] = s->active == seat;
    count_nobles(s, p->bonus, out);
    count_cards(s, p, out);
}

/* Why a move is better than another: feature, sense, unit, worth, and what is said of the own seat and
 * of another (core/game.h). */
/* clang-format off */
static const struct tk_reason reasons[] = {
    {POINTS, 1, 1, 500, SPLENDOR_WORD_BETTER_POINTS, TK_NO_WORD},
    {REACHED, 1, 0, 2500, SPLENDOR_WORD_BETTER_TARGET, TK_NO_WORD},
    {BOUGHT, 1, 0, 500, SPLENDOR_WORD_BETTER_CARD, TK_NO_WORD},
    {COLOURS, 1, 0, 500, SPLENDOR_WORD_BETTER_COLOUR, TK_NO_WORD},
    {TOKENS, 1, 1, 280, SPLENDOR_WORD_BETTER_TOKENS, TK_NO_WORD},
    {GOLD, 1, 0, 450, SPLENDOR_WORD_BETTER_GOLD, TK_NO_WORD},
    {RESERVED, 1, 0, 250, SPLENDOR_WORD_BETTER_RESERVE, TK_NO_WORD},
    {BEST_NOBLE, 1, 0, 350, SPLENDOR_WORD_BETTER_NOBLE, TK_NO_WORD},
    {REACH_POINTS, 1, 1, 260, SPLENDOR_WORD_BETTER_REACH, SPLENDOR_WORD_BETTER_REACH_OTHER},
    {NEAR_POINTS, 1, 0, 30, SPLENDOR_WORD_BETTER_NEAR, SPLENDOR_WORD_BETTER_NEAR_OTHER},
    {COVERED, 1, 0, 60, SPLENDOR_WORD_BETTER_COVERED, TK_NO_WORD},
};
/* clang-format on */

const struct tk_reasons splendor_reasons = {TK_COUNT(reasons), reasons};
