/* SPDX-License-Identifier: MIT */
/*
 * 7D-7: what units, cards and wonders cost, and 7D-6.1, the list of what a seat can do with the accessible
 * cards, which asks for all of their prices. Search asks for little else: this file is written to be quick,
 * bill.c says the same in steps that people follow.
 */
#include "duel_internal.h"

/* --- 7D-7.1 to 7D-7.8 prices --- */

#define EACH_RESOURCE      ((duel_lanes)0x0101010101)
#define EACH_GREY_RESOURCE ((duel_lanes)0x0101 << (8 * DUEL_GLASS))
#define MADE               (7 * EACH_RESOURCE) /* four units of a resource are the most there are */

/* 7D-7.3, 7D-7.4: two and what the opponent makes; one where a trade building says so. */
static duel_lanes find_prices(const struct duel_seat *me, const struct duel_seat *opponent)
{
    duel_lanes each_bit = 0x1008040201; /* in lane r the bit of resource r */
    duel_lanes trade = (duel_lanes)duel_lane(me->economy, DUEL_TRADE) * EACH_RESOURCE & each_bit;
    duel_lanes one = ((trade + 127 * EACH_RESOURCE) >> 7 & EACH_RESOURCE) * 255;
    duel_lanes usual = (opponent->economy & MADE) + 2 * EACH_RESOURCE;
    return (usual & ~one) | (EACH_RESOURCE & one);
}

int duel_unit_price(const struct duel_state *s, int seat, int resource)
{
    return duel_lane(find_prices(&s->seat[seat], &s->seat[!seat]), resource);
}

/*
 * The lowest price (7D-7.7) without trying anything out. The units to be bought are counted in
 * layers: layer t counts those that cost t coins or more, so that all layers together are the
 * price. Whatever cancels the k dearest units takes k off every layer, or all it has: the units of
 * a layer are the dearest ones. Choice sources do so among the brown and among the grey units, then
 * the two units of Architecture or Masonry among all that are left.
 *
 * A layer is six bits: six layers for brown units, which cost at most 2 + 4, and above them four
 * for grey ones, which cost at most 2 + 2. The highest bit of a layer is free to tell a comparison.
 */
enum { LAYER = 6, GREY_AT = 36 };
#define EACH_BROWN   ((uint64_t)0x41041041)
#define EACH_GREY    ((uint64_t)0x41041 << GREY_AT)
#define HIGH         ((EACH_BROWN | EACH_GREY) << (LAYER - 1))
#define BROWN_LAYERS (((uint64_t)1 << GREY_AT) - 1)

/* One row for each price of a unit (0, 1, 2 … coins): the layers that -4 … 3 missing units fill. A
 * negative number means that more is made than the cost asks for: nothing is bought. */
#define BROWN_UNITS(layers) 0, 0, 0, 0, 0, layers, 2 * (uint64_t)(layers), 3 * (uint64_t)(layers)
#define GREY_UNITS(layers)  BROWN_UNITS((uint64_t)(layers) << GREY_AT)
enum { ROW = 8, NO_UNITS = 4, GREY_ROWS = 7 };
static const uint64_t layers_of[] = {
    BROWN_UNITS(0),       BROWN_UNITS(0x1),       BROWN_UNITS(0x41),       BROWN_UNITS(0x1041),
    BROWN_UNITS(0x41041), BROWN_UNITS(0x1041041), BROWN_UNITS(0x41041041), GREY_UNITS(0),
    GREY_UNITS(0x1),      GREY_UNITS(0x41),       GREY_UNITS(0x1041),      GREY_UNITS(0x41041),
};

/* What a seat pays with now. */
struct market {
    duel_lanes made;     /* units of each resource that need not be bought */
    duel_lanes reversed; /* the price of each, papyrus in the lowest lane */
    duel_lanes rows;     /* where `layers_of` has the entry for a cost of 0 of this resource */
    uint64_t choice;     /* units that choice sources take off the layers */
};

/* 7D-7.1, 7D-7.5: what the city makes, and its choice sources. */
static struct market find_market(const struct duel_seat *me, const struct duel_seat *opponent)
{
    duel_lanes prices = find_prices(me, opponent), made = me->economy & MADE;
    return (struct market){
        .made = made,
        .reversed = __builtin_bswap64(prices) >> 24,
        .rows = ROW * (prices + GREY_ROWS * EACH_GREY_RESOURCE) + NO_UNITS * EACH_RESOURCE - made,
        .choice = EACH_BROWN * (uint64_t)duel_lane(me->economy, DUEL_CHOICE_BROWN) |
                  EACH_GREY * (uint64_t)duel_lane(me->economy, DUEL_CHOICE_GREY),
    };
}

/* Layer by layer max(0, layers - units). */
static uint64_t cancel(uint64_t layers, uint64_t units)
{
    uint64_t difference = (layers | HIGH) - units;
    uint64_t left = difference & HIGH;
    return difference & (left - (left >> (LAYER - 1)));
}

/* The coins paid for units, when choice sources or a token help; `free_units` are the token's. */
static inline int trade_by_layers(const struct market *market, duel_lanes cost, int free_units)
{
    duel_lanes at = market->rows + cost;
    uint64_t layers = layers_of[duel_lane(at, DUEL_WOOD)] + layers_of[duel_lane(at, DUEL_CLAY)] +
                      layers_of[duel_lane(at, DUEL_STONE)] + layers_of[duel_lane(at, DUEL_GLASS)] +
                      layers_of[duel_lane(at, DUEL_PAPYRUS)];
    layers = cancel(layers, market->choice);
    layers = (layers & BROWN_LAYERS) + (layers >> GREY_AT);
    layers = cancel(layers, EACH_BROWN * (uint64_t)free_units);
    return (int)(layers * EACH_BROWN >> (5 * LAYER) & 63);
}

/* The same when nothing helps: missing units times prices, summed up in the fifth lane of a product. */
static inline int trade_plainly(const struct market *market, duel_lanes cost)
{
    duel_lanes high = 128 * EACH_RESOURCE, difference = (cost | high) - market->made;
    duel_lanes lacking = difference & high, missing = difference & (lacking - (lacking >> 7));
    return duel_lane(missing * market->reversed, DUEL_RESOURCES - 1);
}

/* Which of the two is used; it is decided once for a whole list. Plainly is quicker, and mostly enough. */
enum pricing { BY_LAYERS, PLAINLY };

/* 7D-7.2: coins for the units that are missing. */
static inline int find_traded(const struct market *market, enum pricing how, duel_lanes cost,
                              int free_units)
{
    return how == PLAINLY ? trade_plainly(market, cost) : trade_by_layers(market, cost, free_units);
}

/* 7D-7.6, 7D-18.4: two units, for blue buildings with Masonry and for wonders with Architecture. */
static int masonry_units(const struct duel_seat *me, int card)
{
    return 2 * (duel_has_token(me, DUEL_TOKEN_MASONRY) & (duel_cards[card].colour == DUEL_BLUE));
}

static int architecture_units(const struct duel_seat *me)
{
    return 2 * duel_has_token(me, DUEL_TOKEN_ARCHITECTURE);
}

/* 7D-7.8: the giver of the chain stands in the city. Card 0 never does. */
static bool has_chain(const struct duel_seat *me, int card)
{
    return duel_set_has(&me->city, duel_cards[card].chain_from);
}

static inline struct duel_price price_card(const struct duel_seat *me, const struct market *market,
                                           enum pricing how, int card)
{
    bool chain = has_chain(me, card);
    int traded = find_traded(market, how, duel_cards[card].cost, masonry_units(me, card));
    int paid = -!chain;
    return (struct duel_price){
        .coins = (traded + duel_cards[card].coins) & paid,
        .traded = traded & paid,
        .chain = chain,
    };
}

struct duel_price duel_price(const struct duel_state *s, int seat, int card)
{
    const struct duel_seat *me = &s->seat[seat];
    struct market market = find_market(me, &s->seat[!seat]);
    return price_card(me, &market, BY_LAYERS, card);
}

struct duel_price duel_wonder_price(const struct duel_state *s, int seat, int wonder)
{
    const struct duel_seat *me = &s->seat[seat];
    struct market market = find_market(me, &s->seat[!seat]);
    int traded = trade_by_layers(&market, duel_wonders[wonder].cost, architecture_units(me));
    return (struct duel_price){.coins = traded, .traded = traded};
}

/* --- 7D-6.1 what can be done with the accessible cards --- */

/*
 * 7D-6.1 (b): every accessible card can be discarded. Notes these cards as actions name them, and
 * returns a bit for each that can be paid (7D-7.9). No price decides where something is written
 * here: the next price would wait for it.
 */
static inline unsigned list_discards(const struct duel_state *s, const struct duel_seat *me,
                                     const struct market *market, enum pricing how,
                                     tk_action open[DUEL_OPEN_MAX], tk_action *out)
{
    const uint8_t *layout = s->layout[s->age - 1];
    unsigned payable = 0;
    int coins = me->coins, cards = 0;
    for (uint32_t slots = s->open; slots != 0; slots &= slots - 1, cards++) {
        int slot = __builtin_ctz(slots), card = layout[slot];
        payable |= (unsigned)(price_card(me, market, how, card).coins <= coins) << cards;
        open[cards] = duel_action_card(card, slot);
        out[cards] = DUEL_DISCARD | open[cards];
    }
    return payable;
}

/* A bit for each wonder that can be paid and raised (7D-10.2, 7D-10.3). */
static inline unsigned find_raises(const struct duel_state *s, const struct duel_seat *me,
                                   const struct market *market, enum pricing how)
{
    unsigned places = s->raised < DUEL_RAISED_MAX ? ~(unsigned)me->raised & 15 : 0, raises = 0;
    int coins = me->coins, free_units = architecture_units(me);
    for (; places != 0; places &= places - 1) {
        int place = __builtin_ctz(places), wonder = me->wonder[place];
        int price = find_traded(market, how, duel_wonders[wonder].cost, free_units);
        raises |= (unsigned)(price <= coins) << place;
    }
    return raises;
}

/* Neither a choice source nor a token takes anything off a price. */
static bool is_plain(const struct duel_seat *me, const struct market *market)
{
    unsigned tokens = 1U << DUEL_TOKEN_MASONRY | 1U << DUEL_TOKEN_ARCHITECTURE;
    return market->choice == 0 && (me->tokens & tokens) == 0;
}

/* 7D-6.1: each accessible card is discarded, built if it can be paid, or put under a wonder. */
int duel_list_plays(const struct duel_state *s, tk_action *out)
{
    const struct duel_seat *me = &s->seat[s->active];
    struct market market = find_market(me, &s->seat[!s->active]);
    tk_action open[DUEL_OPEN_MAX] = {0};
    unsigned builds, raises;
    if (is_plain(me, &market)) {
        builds = list_discards(s, me, &market, PLAINLY, open, out);
        raises = find_raises(s, me, &market, PLAINLY);
    } else {
        builds = list_discards(s, me, &market, BY_LAYERS, open, out);
        raises = find_raises(s, me, &market, BY_LAYERS);
    }
    int cards = __builtin_popcount(s->open), count = cards;
    for (int i = 0; i < cards; i++) {
        out[count] = DUEL_BUILD | open[i];
        count += (int)(builds >> i & 1);
    }
    for (; raises != 0; raises &= raises - 1, count += cards) {
        tk_action raise = DUEL_RAISE | duel_action_wonder(me->wonder[__builtin_ctz(raises)]);
        for (int i = 0; i < DUEL_OPEN_MAX; i++) /* quicker than asking how many there are */
            out[count + i] = raise | open[i];
    }
    return count;
}
