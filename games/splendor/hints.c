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

/*
 * How far the bonuses already go towards the nobles on the table, in 12ths of each. A noble asks for
 * eight cards or for nine, so both twelve times those had by those asked for, and what that is worth,
 * its square in 12ths, are looked up.
 */
static const struct favour {
    uint8_t twelfths, worth;
} favours[][10] = {
    {{0, 0}, {1, 0}, {3, 0}, {4, 1}, {6, 3}, {7, 4}, {9, 6}, {10, 8}, {12, 12}},
    {{0, 0}, {1, 0}, {2, 0}, {4, 1}, {5, 2}, {6, 3}, {8, 5}, {9, 6}, {10, 8}, {12, 12}},
};

static void count_nobles(const struct splendor_state *s, splendor_gems bonus, int32_t *out)
{
    int worth = 0, best = 0;
    for (int i = 0; i <= s->players; i++) {
        if (s->noble_owner[i] != 0)
            continue;
        splendor_gems need = splendor_nobles[s->noble[i]].need;
        int asked = splendor_gems_sum(need);
        int had = asked - splendor_gems_sum(splendor_missing(need, bonus));
        const struct favour *favour = &favours[asked != 8][had];
        worth += favour->worth;
        best = favour->twelfths > best ? favour->twelfths : best;
    }
    out[NOBLES] = worth;
    out[BEST_NOBLE] = best;
}

/* The cards that could be bought, now or soon; four at a time, so four of each number. */
struct reach {
    splendor_ints within, points;
    int near;
};

/*
 * What a card with so many points promises whoever lacks so many tokens: 4 (2 points + 1) / (2 +
 * lacking), and nothing if it is too far away.
 */
enum { FAR = 5, NO_CARD = 31 /* is what an empty place would cost */ };
enum { PROMISES = 8 }; /* in a row: a power of two, so that vectors find the place */
static const uint8_t promises[6 * PROMISES] = {
    2,  1, 1, 0, 0, 0, 0, 0, 6,  4,  3, 2, 2, 0, 0, 0, 10, 6,  5,  4, 3, 0, 0, 0,
    14, 9, 7, 5, 4, 0, 0, 0, 18, 12, 9, 7, 6, 0, 0, 0, 22, 14, 11, 8, 7, 0, 0, 0,
};

static inline splendor_ints lacking(const struct splendor_offer *offer, splendor_gems wealth)
{
    return (splendor_ints)splendor_four_sums(splendor_four_missing(offer->cost, wealth));
}

/* No branch depends on a card: they would be guessed wrong too often. */
static inline void count_four(const struct splendor_seat *seat, const struct splendor_offer *offer,
                              struct reach *reach)
{
    const splendor_ints none = {0}, far = none + FAR;
    splendor_ints more = lacking(offer, seat->tokens + seat->bonus) - seat->gold;
    splendor_ints within = offer->points & (more <= none);
    reach->within -= more <= none;
    reach->points = splendor_either(within > reach->points, within, reach->points);
    more = splendor_either(more > none, more, none);
    more = splendor_either(more < far, more, far);
    splendor_ints at = offer->points * PROMISES + more;
    reach->near += promises[at[0]] + promises[at[1]] + promises[at[2]] + promises[at[3]];
}

static int sum_of(splendor_ints four)
{
    return four[0] + four[1] + four[2] + four[3];
}

static int most_of(splendor_ints four)
{
    int most = four[0];
    for (int i = 1; i < 4; i++)
        most = four[i] > most ? four[i] : most;
    return most;
}

/* What the tokens would buy. */
static void count_reach(const struct splendor_seat *seat,
                        const struct splendor_offer offer[SPLENDOR_OFFERS], int32_t *out)
{
    struct reach reach = {0};
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        count_four(seat, &offer[level], &reach);
    if (seat->reserved_count > 0)
        count_four(seat, &offer[SPLENDOR_LEVELS], &reach);
    out[WITHIN_REACH] = sum_of(reach.within);
    out[REACH_POINTS] = most_of(reach.points);
    out[NEAR_POINTS] = reach.near;
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
enum { TURNS = 28 };

/* Thousandths that a turn is, in 65536ths and rounded up, which is the same as to divide: searches ask so often that they feel it. */
#define THOUSANDTHS(players) ((1000 * 65536 + TURNS * (players)-1) / (TURNS * (players)))

int splendor_progress(const void *state)
{
    static const uint32_t turn[SPLENDOR_SEATS + 1] = {0, THOUSANDTHS(1), THOUSANDTHS(2),
                                                      THOUSANDTHS(3), THOUSANDTHS(4)};
    const struct splendor_state *s = state;
    return s->turn < TURNS * s->players ? (int)(s->turn * turn[s->players] >> 16) : 1000;
}

/* What a seat has, and what its tokens would buy: every move changes some of it. */
static void count_purse(const struct splendor_state *s, int seat,
                        const struct splendor_offer offer[SPLENDOR_OFFERS], int32_t *out)
{
    const struct splendor_seat *p = &s->seat[seat];
    out[POINTS] = p->points;
    out[POINTS_SQUARED] = p->points * p->points / 8;
    out[REACHED] = p->points >= s->target;
    out[BOUGHT] = p->bought;
    out[TOKENS] = splendor_gems_sum(p->tokens);
    out[GOLD] = p->gold;
    out[RESERVED] = p->reserved_count;
    out[TO_MOVE] = s->active == seat;
    count_reach(p, offer, out);
}

/* What its cards are good for: the same until it buys one or a noble comes. */
static void count_bonus(const struct splendor_state *s, int seat, int32_t *out)
{
    splendor_gems bonus = s->seat[seat].bonus;
    out[COLOURS] = colours_owned(bonus);
    count_nobles(s, bonus, out);
}

/* What lies open, and in its hand, for a seat with these cards: the same until either changes. */
static void count_offer(splendor_gems bonus, const struct splendor_offer offer[SPLENDOR_OFFERS],
                        int32_t *out)
{
    splendor_ints covered = {0};
    for (int row = 0; row < SPLENDOR_OFFERS; row++)
        covered += (offer[row].asked - lacking(&offer[row], bonus)) & (offer[row].asked < NO_CARD);
    out[COVERED] = sum_of(covered);
    out[RESERVED_POINTS] = sum_of(offer[SPLENDOR_LEVELS].points);
}

void splendor_features_of(const struct splendor_state *s, int seat,
                          const struct splendor_offer offer[SPLENDOR_OFFERS], int32_t *out)
{
    count_purse(s, seat, offer, out);
    count_bonus(s, seat, out);
    count_offer(s->seat[seat].bonus, offer, out);
}

static struct splendor_offer hand_of(const struct splendor_seat *seat)
{
    const uint8_t *hand = seat->reserved;
    return splendor_offer_of((uint8_t[4]){hand[0], hand[1], hand[2], 0});
}

static void look_at(const struct splendor_state *s, int seat,
                    struct splendor_offer offer[SPLENDOR_OFFERS])
{
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        offer[level] = splendor_offer_of(s->market[level]);
    offer[SPLENDOR_LEVELS] = hand_of(&s->seat[seat]);
}

void splendor_features(const void *state, int seat, int32_t *out)
{
    struct splendor_offer offer[SPLENDOR_OFFERS];
    look_at(state, seat, offer);
    splendor_features_of(state, seat, offer, out);
}

/* --- every move of a seat --- */

/* A move changes one row of the market, or the number of cards in the hand, or neither: what it leaves alone need not be looked
 * up again. A bit for each row that is another now. */
static unsigned look_again(const struct splendor_state *before, const struct splendor_state *after,
                           int seat, struct splendor_offer offer[SPLENDOR_OFFERS])
{
    unsigned changed = 0;
    for (int level = 0; level < SPLENDOR_LEVELS; level++) {
        if (tk_same(before->market[level], after->market[level], SPLENDOR_SLOTS))
            continue;
        offer[level] = splendor_offer_of(after->market[level]);
        changed |= 1U << level;
    }
    if (before->seat[seat].reserved_count == after->seat[seat].reserved_count)
        return changed;
    offer[SPLENDOR_LEVELS] = hand_of(&after->seat[seat]);
    return changed | 1U << SPLENDOR_LEVELS;
}

/* Has the seat a card more, or a noble? Each noble brings prestige. */
static bool is_richer(const struct splendor_seat *before, const struct splendor_seat *after)
{
    return before->bonus != after->bonus || before->points != after->points;
}

/* What the features were counted from, and what of it is not as it is before the move. */
struct glance {
    struct splendor_offer now[SPLENDOR_OFFERS], offer[SPLENDOR_OFFERS];
    unsigned changed; /* rows of the offer */
    bool richer;      /* the seat */
    int32_t features[FEATURES];
};

/* Most moves take tokens: then nothing but the purse is counted anew. */
static void count_after(const struct splendor_state *before, const struct splendor_state *after,
                        int seat, struct glance *glance)
{
    unsigned rows = glance->changed;
    bool cards = glance->richer;
    for (int row = 0; row < SPLENDOR_OFFERS; row++)
        if ((rows >> row & 1) != 0)
            glance->offer[row] = glance->now[row];
    rows |= glance->changed = look_again(before, after, seat, glance->offer);
    cards |= glance->richer = is_richer(&before->seat[seat], &after->seat[seat]);
    if (cards)
        count_bonus(after, seat, glance->features);
    if (cards || rows != 0)
        count_offer(after->seat[seat].bonus, glance->offer, glance->features);
    count_purse(after, seat, glance->offer, glance->features);
}

void splendor_outlook(const void *state, enum tk_weighting by, const tk_action *moves, int count,
                      struct tk_outlook *out)
{
    const struct splendor_state *s = state;
    struct glance glance;
    glance.changed = (1U << SPLENDOR_OFFERS) - 1;
    glance.richer = true;
    look_at(s, s->active, glance.now);
    int32_t weights[FEATURES] = {0};
    int progress = -1; /* of the weights: none yet */
    for (int i = 0; i < count; i++) {
        struct splendor_state after;
        tk_copy_state(&after, s, sizeof after);
        splendor_apply(&after, moves[i]);
        count_after(s, &after, s->active, &glance);
        if (splendor_progress(&after) != progress) {
            progress = splendor_progress(&after);
            tk_weights_at(&splendor_learning, by, progress, weights);
        }
        out[i].standing = tk_weigh_by(weights, FEATURES, glance.features);
        out[i].ends = after.phase == SPLENDOR_OVER;
    }
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
