/* SPDX-License-Identifier: MIT */
/* Numbers that tell how well a seat stands, for bots. */
#include "duel_internal.h"

/* Tokens whose worth is not in points (7D-12.5). */
static const uint8_t lasting[] = {DUEL_TOKEN_ARCHITECTURE, DUEL_TOKEN_MASONRY,  DUEL_TOKEN_STRATEGY,
                                  DUEL_TOKEN_THEOLOGY,     DUEL_TOKEN_URBANISM, DUEL_TOKEN_ECONOMY};
enum { LASTING = TK_COUNT(lasting) };

/* In the order of weights.inc. What lasts counts the more, the more cards are still to come. */
enum {
    POINTS,
    POINTS_LATE,
    COINS,
    COINS_EARLY,
    PAWN,
    SIEGE,
    SYMBOLS,
    POWERS,
    UNITS,
    KINDS,
    TRADE,
    CHAINS,
    WONDERS,
    WONDER_POINTS,
    WONDERS_AGAIN,
    BEST_CARD,
    TO_MOVE,
    WON,
    FOUR_SYMBOLS,
    FIVE_SYMBOLS,
    PAIRS,
    HOPE,
    PRICES,
    AFFORDABLE,
    WONDER_PRICES,
    WONDER_SHIELDS,
    NEXT_CARD,
    INCOME,
    ATTACK,
    OF_TOKEN,
    FEATURES = OF_TOKEN + LASTING,
};

const struct tk_feature duel_feature_table[DUEL_FEATURES] = {
#include "weights.inc"
};
_Static_assert((int)DUEL_FEATURES == FEATURES, "every feature has a weight");

/* Cards still to be played in the game, 60 at first. */
static int cards_to_come(const struct duel_state *s)
{
    return DUEL_SLOTS * (DUEL_AGES - s->age) + __builtin_popcount(s->left);
}

int duel_progress(const void *state)
{
    const struct duel_state *s = state;
    return s->age == 0 ? 0 : 1000 - 1000 * cards_to_come(s) / (DUEL_SLOTS * DUEL_AGES);
}

/* The layout of an age still to be dealt can be any: nobody can plan for it. */
bool duel_horizon(const void *root, const void *state)
{
    const struct duel_state *before = root, *after = state;
    return after->age > before->age && before->age > 0;
}

/* All that scores but military and treasury. */
static int printed_points(const struct duel_state *s, int seat)
{
    int points = 0;
    for (int line = DUEL_LINE_BLUE; line <= DUEL_LINE_PROGRESS; line++)
        points += duel_line_points(s, seat, (enum duel_line)line);
    return points;
}

/* How far the pawn stands on the other player's half. */
static int pawn_advance(const struct duel_state *s, int seat)
{
    int spaces = duel_role(s, seat) == 0 ? s->pawn : -s->pawn;
    return spaces > 0 ? spaces : 0;
}

static void count_tokens(const struct duel_seat *p, int to_come, int32_t *out)
{
    int held = 0;
    for (int i = 0; i < LASTING; i++) {
        bool has = duel_has_token(p, lasting[i]);
        out[OF_TOKEN + i] = has * to_come / 10;
        held += has;
    }
    out[POWERS] = held * to_come / 10;
}

/* A building that may still be offered, for all that is known. */
static bool may_come(const struct duel_state *s, int card)
{
    return duel_cards[card].age >= s->age && !duel_set_has(&s->seat[0].city, card) &&
           !duel_set_has(&s->seat[1].city, card) && !duel_set_has(&s->discard, card);
}

/* Science: what is reached, what could become a pair, and whether six symbols can still be had. */
static void count_science(const struct duel_state *s, int seat, int32_t *out)
{
    const struct duel_seat *p = &s->seat[seat];
    int symbols = __builtin_popcount(p->symbols);
    unsigned to_come = 0;
    struct duel_set green = duel_colours[DUEL_GREEN];
    for (int card; (card = duel_set_pop(&green)) != 0;)
        if (may_come(s, card))
            to_come |= 1U << duel_cards[card].symbol;
    out[SYMBOLS] = symbols * symbols;
    out[FOUR_SYMBOLS] = symbols >= 4;
    out[FIVE_SYMBOLS] = symbols >= 5;
    out[PAIRS] = __builtin_popcount(p->symbols & to_come);
    out[HOPE] = __builtin_popcount(p->symbols | to_come) >= DUEL_SUPREMACY ? symbols * symbols : 0;
}

/* Units and kinds of resources that need not be bought, choice sources among them. */
static void count_production(const struct duel_seat *p, int to_come, int32_t *out)
{
    int units = 0, kinds = 0;
    for (int lane = 0; lane <= DUEL_CHOICE_GREY; lane++) {
        units += duel_lane(p->economy, lane);
        kinds += duel_lane(p->economy, lane) > 0;
    }
    out[UNITS] = units * to_come / 10;
    out[KINDS] = kinds * to_come / 10;
    out[TRADE] = __builtin_popcount((unsigned)duel_lane(p->economy, DUEL_TRADE)) * to_come / 10;
}

/* Buildings to come that a building of the city makes free. */
static int chains_open(const struct duel_state *s, int seat)
{
    const struct duel_set *city = &s->seat[seat].city;
    int chains = 0;
    for (int card = DUEL_CARD_HORSE_BREEDERS; card <= DUEL_CARD_ARENA; card++)
        chains += duel_set_has(city, duel_cards[card].chain_from) && may_come(s, card);
    return chains;
}

/* Wonders that can still be raised: how many, what they bring, and what they cost. */
static void count_wonders(const struct duel_state *s, int seat, int32_t *out)
{
    out[WONDERS] = out[WONDER_POINTS] = out[WONDERS_AGAIN] = 0;
    out[WONDER_PRICES] = out[WONDER_SHIELDS] = 0;
    for (int place = 0; place < DUEL_HELD; place++) {
        int wonder = s->seat[seat].wonder[place];
        if (wonder == 0 || !duel_may_raise(s, seat, place))
            continue;
        out[WONDERS]++;
        out[WONDER_POINTS] += duel_wonders[wonder].points;
        out[WONDERS_AGAIN] += duel_wonders[wonder].again;
        out[WONDER_PRICES] += duel_wonder_price(s, seat, wonder).coins;
        out[WONDER_SHIELDS] += duel_wonders[wonder].shields;
    }
}

/* Roughly what a card is worth to whoever builds it, in tenths of a point. */
static int card_worth(const struct duel_seat *p, int number)
{
    static const uint8_t colours[DUEL_COLOURS] = {
        [DUEL_BROWN] = 20, [DUEL_GREY] = 20, [DUEL_YELLOW] = 15, [DUEL_PURPLE] = 60};
    const struct duel_card *card = &duel_cards[number];
    int worth = 10 * card->points + 15 * card->shields + 3 * card->income + colours[card->colour];
    if (card->symbol != DUEL_NO_SYMBOL)
        worth += (p->symbols >> card->symbol & 1) != 0 ? 50 : 25;
    return worth;
}

/*
 * The cards that lie face up. The seat to act has the first choice among the accessible ones, the
 * other one the second; coins are three to a point.
 */
static void count_layout(const struct duel_state *s, int seat, bool to_move, int32_t *out)
{
    enum { DEAR = 9 };
    int best = 0, second = 0;
    out[PRICES] = out[AFFORDABLE] = 0;
    for (uint32_t shown = duel_shown(s); shown != 0; shown &= shown - 1) {
        int slot = __builtin_ctz(shown), card = s->layout[s->age - 1][slot];
        int price = duel_price(s, seat, card).coins;
        int worth = card_worth(&s->seat[seat], card) - 3 * price;
        out[PRICES] += price < DEAR ? price : DEAR;
        if (price > s->seat[seat].coins || (s->open >> slot & 1) == 0)
            continue;
        out[AFFORDABLE]++;
        second = worth > best ? best : worth > second ? worth : second;
        best = worth > best ? worth : best;
    }
    out[BEST_CARD] = to_move ? best : 0;
    out[NEXT_CARD] = to_move ? 0 : second;
}

void duel_features(const void *state, int seat, int32_t *out)
{
    const struct duel_state *s = state;
    const struct duel_seat *p = &s->seat[seat];
    int to_come = cards_to_come(s), advance = pawn_advance(s, seat);
    int points = printed_points(s, seat);
    bool to_move = s->phase != DUEL_PHASE_OVER && seat == s->active;
    bool supremacy = s->ending == DUEL_MILITARY || s->ending == DUEL_SCIENTIFIC;
    out[POINTS] = points;
    out[POINTS_LATE] = points * (60 - to_come) / 10;
    out[COINS] = p->coins;
    out[COINS_EARLY] = p->coins * to_come / 10;
    out[PAWN] = advance;
    out[SIEGE] = advance > 5 ? (advance - 5) * (advance - 5) : 0;
    out[ATTACK] = advance * to_come / 10;
    out[INCOME] = duel_discard_income(p) * to_come / 10;
    count_science(s, seat, out);
    count_tokens(p, to_come, out);
    count_production(p, to_come, out);
    out[CHAINS] = chains_open(s, seat) * to_come / 10;
    count_wonders(s, seat, out);
    count_layout(s, seat, to_move, out);
    out[TO_MOVE] = to_move;
    out[WON] = supremacy && seat == s->active;
}

/* Why a move is better than another: feature, sense, unit, worth, and what is said of the own seat and
 * of another (core/game.h). */
/* clang-format off */
static const struct tk_reason reasons[] = {
    {POINTS, 1, 1, 200, DUEL_WORD_BETTER_POINTS, TK_NO_WORD},
    {COINS, 1, 1, 110, DUEL_WORD_BETTER_COINS, DUEL_WORD_BETTER_COINS_OTHER},
    {PAWN, 1, 1, 550, DUEL_WORD_BETTER_PAWN, DUEL_WORD_BETTER_PAWN_OTHER},
    {SIEGE, 1, 0, 500, DUEL_WORD_BETTER_SIEGE, DUEL_WORD_BETTER_SIEGE_OTHER},
    {SYMBOLS, 1, 0, 90, DUEL_WORD_BETTER_SYMBOL, TK_NO_WORD},
    {FIVE_SYMBOLS, 1, 0, 1500, DUEL_WORD_BETTER_FIVE, TK_NO_WORD},
    {PAIRS, 1, 0, 350, DUEL_WORD_BETTER_PAIR, DUEL_WORD_BETTER_PAIR_OTHER},
    {POWERS, 1, 0, 330, DUEL_WORD_BETTER_TOKEN, TK_NO_WORD},
    {UNITS, 1, 0, 220, DUEL_WORD_BETTER_UNITS, TK_NO_WORD},
    {KINDS, 1, 0, 300, DUEL_WORD_BETTER_KIND, TK_NO_WORD},
    {TRADE, 1, 0, 200, DUEL_WORD_BETTER_TRADE, TK_NO_WORD},
    {CHAINS, 1, 0, 100, DUEL_WORD_BETTER_CHAIN, TK_NO_WORD},
    {WONDERS, 1, 0, 900, DUEL_WORD_BETTER_WONDER, DUEL_WORD_BETTER_WONDER_OTHER},
    {WONDERS_AGAIN, 1, 0, 1000, DUEL_WORD_BETTER_AGAIN, DUEL_WORD_BETTER_AGAIN_OTHER},
    {WONDER_POINTS, 1, 1, 100, DUEL_WORD_BETTER_GRAND, TK_NO_WORD},
    {BEST_CARD, 1, 0, 16, TK_NO_WORD, DUEL_WORD_BETTER_BEST_OTHER},
    {AFFORDABLE, 1, 0, 350, TK_NO_WORD, DUEL_WORD_BETTER_PAY_OTHER},
};
/* clang-format on */

const struct tk_reasons duel_reasons = {TK_COUNT(reasons), reasons};
