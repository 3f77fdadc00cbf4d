/* SPDX-License-Identifier: MIT */
/*
 * All ways to take, to give back and to pay, by looking them up: the rules say from which piles and
 * how many, and the tables, made by tools/tables, hold the rest. Lists are written without
 * branches, because random play makes every branch a surprise: an entry is always written, and the
 * count moves on only if it stays.
 */
#include "splendor_internal.h"

enum { TOKENS_AT = 10 }; /* where the tokens of an action begin */

/* Tokens as an action holds them, three bits a colour. */
#define TOKENS(w, u, g, r, k, o) ((w) | (u) << 3 | (g) << 6 | (r) << 9 | (k) << 12 | (o) << 15)

/* --- taking --- */

/* The ways to take tokens from some piles. */
struct takes {
    uint8_t count;
    tk_action action[10];
};

#define TAKES(count, ...)   {count, {__VA_ARGS__}},
#define TAKE(w, u, g, r, k) SPLENDOR_TAKE | TOKENS(w, u, g, r, k, 0) << TOKENS_AT,

/* For every set of piles (bit 0 white … bit 4 black). */
static const struct takes takes_different[32] = {
#include "takes_different.inc"
};
static const struct takes takes_equal[32] = {
#include "takes_equal.inc"
};

/* Copies the whole row, which is quicker than asking how long it is. */
static int list_row(const struct takes *row, tk_action *out)
{
    tk_copy(out, row->action, sizeof row->action);
    return row->count;
}

int splendor_list_takes(uint32_t piles, uint32_t high_piles, tk_action *out)
{
    int count = list_row(&takes_different[piles], out);
    return count + list_row(&takes_equal[high_piles], out + count);
}

int splendor_list_takes_free(uint32_t piles, uint32_t high_piles, tk_action *out)
{
    int count = 0;
    for (uint32_t some = piles; some != 0; some = (some - 1) & piles) {
        uint32_t tokens = (some & 1) | (some & 2) << 2 | (some & 4) << 4 | (some & 8) << 6 |
                          (some & 16) << 8; /* a bit a pile becomes three bits a colour */
        out[count] = splendor_action(SPLENDOR_TAKE, 0, tokens);
        count += __builtin_popcount(some) <= 3;
    }
    return count + list_row(&takes_equal[high_piles], out + count);
}

/* --- bunches of tokens --- */

/* Six numbers in one word, gold the sixth; five bits each, of which the top one tells comparisons. */
#define WIDE(w, u, g, r, k, o) ((w) | (u) << 5 | (g) << 10 | (r) << 15 | (k) << 20 | (o) << 25)
enum { WIDE_HIGH = 16 * WIDE(1, 1, 1, 1, 1, 1) };

static uint32_t widen(splendor_gems gems, uint32_t gold)
{
    return WIDE((gems & 31), (gems >> 6 & 31), (gems >> 12 & 31), (gems >> 18 & 31),
                (gems >> 24 & 31), gold);
}

/* Every bunch of one to five tokens of the six kinds, the smaller ones first. */
static const struct bunch {
    uint32_t wide;
    uint32_t tokens; /* in their place in an action */
} bunches[] = {
#define BUNCH(...) {WIDE(__VA_ARGS__), TOKENS(__VA_ARGS__) << TOKENS_AT},
#include "bunches.inc"
};

/* Rows of `bunches` with n tokens: from bunches_first[n] up to bunches_first[n + 1]. */
static const uint16_t bunches_first[] = {0, 0, 6, 27, 83, 209, TK_COUNT(bunches)};
_Static_assert(TK_COUNT(bunches) == 6 + 21 + 56 + 126 + 252, "one to five of six kinds");

/* All bunches of this size that can be taken out of `wide`, each added to an action. */
static int list_bunches(uint32_t wide, int size, tk_action base, tk_action *out)
{
    int count = 0, end = bunches_first[size + 1];
    for (int row = bunches_first[size]; row < end; row++) {
        out[count] = base | bunches[row].tokens;
        count += (~(wide + WIDE_HIGH - bunches[row].wide) & WIDE_HIGH) == 0;
    }
    return count;
}

int splendor_list_returns(const struct splendor_seat *seat, int excess, tk_action *out)
{
    tk_action base = splendor_action(SPLENDOR_GIVE_BACK, 0, 0);
    return list_bunches(widen(seat->tokens, seat->gold), excess, base, out);
}

/* --- buying --- */

enum {
    MARKET = SPLENDOR_LEVELS * SPLENDOR_SLOTS,
    OFFER = 16, /* twelve face-up cards, three reserved ones, and no card */
};

int splendor_list_buys_coloured(const struct splendor_state *s, tk_action *out)
{
    const struct splendor_seat *seat = &s->seat[s->active];
    /* a lane of cost + this reaches 32 if it lacks something */
    splendor_gems short_of_31 = 31 * SPLENDOR_EACH - seat->tokens - seat->bonus;
    const uint8_t *market = &s->market[0][0];
    size_t count = 0;
#pragma GCC unroll 12
    for (int slot = 0; slot < MARKET; slot++) {
        uint32_t card = market[slot];
        out[count] = splendor_action(SPLENDOR_BUY, card, 0);
        count += ((splendor_costs[card] + short_of_31) & SPLENDOR_HIGH) == 0;
    }
#pragma GCC unroll 3
    for (int i = 0; i < SPLENDOR_RESERVED; i++) {
        uint32_t card = seat->reserved[i];
        out[count] = splendor_action(SPLENDOR_BUY, card, 0);
        count += ((splendor_costs[card] + short_of_31) & SPLENDOR_HIGH) == 0;
    }
    return (int)count;
}

/* The plain purchases with gold, and a bit for each card that leaves some of it. */
static int list_buys_plain(const uint8_t offer[OFFER], splendor_gems wealth, uint32_t gold,
                           uint32_t *out_to_spare, tk_action *out)
{
    static const splendor_four bits[OFFER / 4] = {
        {1, 2, 4, 8}, {16, 32, 64, 128}, {256, 512, 1024, 2048}, {4096, 8192, 16384, 32768}};
    splendor_four to_spare = {0};
    size_t count = 0;
#pragma GCC unroll 4
    for (int i = 0; i < OFFER / 4; i++) {
        splendor_four lacking = splendor_lacking(offer + 4 * i, wealth);
        splendor_four payable = (splendor_four)(lacking <= gold);
        to_spare |= (splendor_four)(lacking < gold) & bits[i];
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++) {
            out[count] = splendor_action(SPLENDOR_BUY, offer[4 * i + k], 0);
            count += payable[k] & 1;
        }
    }
    *out_to_spare = to_spare[0] | to_spare[1] | to_spare[2] | to_spare[3];
    return (int)count;
}

/* Every way to keep some of the tokens spent and pay `spare` gold or less in their place. */
static int list_payments(uint32_t card, splendor_gems spent, int spare, tk_action *out)
{
    tk_action base = splendor_action(SPLENDOR_BUY, card, 0);
    int count = 0;
#pragma GCC unroll 5
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++) { /* mostly one token is all */
        out[count] = base | 1U << (TOKENS_AT + 3 * colour);
        count += splendor_count(spent, colour) != 0;
    }
    if (spare == 1)
        return count;
    int tokens = splendor_gems_sum(spent), most = tokens < spare ? tokens : spare;
    uint32_t wide = widen(spent, 0);
    for (int size = 2; size <= most; size++)
        count += list_bunches(wide, size, base, out + count);
    return count;
}

/* The purchases that keep tokens, for the cards marked by a bit: what the plain payment would spend
 * (splendor_price, SP-7.9) is what can be kept. */
static int list_keeping(const struct splendor_seat *seat, const uint8_t offer[OFFER],
                        uint32_t cards, tk_action *out)
{
    int count = 0;
    for (; cards != 0; cards &= cards - 1) {
        uint32_t card = offer[__builtin_ctz(cards)];
        splendor_gems net = splendor_missing(splendor_costs[card], seat->bonus);
        splendor_gems missing = splendor_missing(net, seat->tokens);
        int spare = seat->gold - splendor_gems_sum(missing);
        count += list_payments(card, net - missing, spare, out + count);
    }
    return count;
}

int splendor_list_buys_with_gold(const struct splendor_state *s, tk_action *out)
{
    const struct splendor_seat *seat = &s->seat[s->active];
    uint8_t offer[OFFER] = {0};
    uint32_t to_spare;
    tk_copy(offer, s->market, MARKET);
    tk_copy(offer + MARKET, seat->reserved, SPLENDOR_RESERVED);
    int count = list_buys_plain(offer, seat->tokens + seat->bonus, seat->gold, &to_spare, out);
    return s->auto_pay ? count : count + list_keeping(seat, offer, to_spare, out + count);
}
