/* SPDX-License-Identifier: MIT */
/* A position as a learned net is told it, and moves as sums of parts. Only what both seats know. */
#include "duel_internal.h"

enum { VERSION = 1 };

/* Buckets of prices: by a chain, for nothing, for some coins, and those that cannot be paid. */
enum {
    PRICE_CHAIN,
    PRICE_FREE,
    PRICE_2,
    PRICE_4,
    PRICE_6,
    PRICE_DEAR,
    PRICE_NEAR,
    PRICE_NO,
    PRICES
};
/* A slot: face down, face up but covered, or open, and how many cards it alone holds down. */
enum { SLOT_DOWN, SLOT_COVERED, SLOT_OPEN, SLOT_STATES = SLOT_OPEN + 3 };

enum {
    CARDS = DUEL_CARDS + 1,
    WONDERS = DUEL_WONDERS + 1,
    TOKENS = DUEL_TOKENS + 1,
    ZONES = 10,
    SYMBOLS = DUEL_SYMBOLS - 1,
    COINS = 24,
    COUNTS = 8, /* of most things */
};

/* Of the table. */
enum {
    PHASE = 0,
    DOOMED = PHASE + DUEL_PHASES,
    AGE = DOOMED + 2,
    LEFT = AGE + DUEL_AGES + 1,
    TO_MOVE = LEFT + DUEL_SLOTS + 1,
    FIRST,
    AGAIN,
    PAWN,
    LOOTED = PAWN + 2 * DUEL_CAPITAL + 1,
    SLOT = LOOTED + ZONES,
    FACE = SLOT + DUEL_AGES * DUEL_SLOTS * SLOT_STATES, /* open, covered by one, by two */
    UNSEEN = FACE + 3 * CARDS,
    DISCARDED = UNSEEN + CARDS,
    ON_BOARD = DISCARDED + CARDS,
    DRAWN = ON_BOARD + TOKENS,
    OFFERED = DRAWN + TOKENS,
    RAISED_IN_ALL = OFFERED + WONDERS,
    OF_TABLE = RAISED_IN_ALL + DUEL_RAISED_MAX + 1,
};

/* Of a seat. */
enum {
    CITY = 0,
    HAS_TOKEN = CITY + CARDS,
    SYMBOL = HAS_TOKEN + TOKENS,                /* has it, lies open, so many unseen */
    SYMBOLS_NOW = SYMBOL + SYMBOLS * 12,        /* different ones, and new ones open and paid */
    SYMBOLS_EVER = SYMBOLS_NOW + COUNTS * 3,    /* different ones, and new ones that may come */
    PAIR_OPEN = SYMBOLS_EVER + COUNTS * COUNTS, /* second ones that lie open and can be paid */
    PRICE = PAIR_OPEN + 3,
    WONDER_RAISED = PRICE + CARDS * PRICES,
    WONDER_LOST = WONDER_RAISED + WONDERS,
    WONDER_PRICE = WONDER_LOST + WONDERS,
    HAS_COINS = WONDER_PRICE + WONDERS * PRICES,
    MAKES = HAS_COINS + COINS,
    BUYS_AT = MAKES + 7 * 5,
    COLOUR = BUYS_AT + DUEL_RESOURCES * COUNTS,
    CHAIN = COLOUR + DUEL_COLOURS * COUNTS,
    STRIKE = CHAIN + CARDS,                 /* spaces to the capital after the best open card */
    AGAINS = STRIKE + DUEL_CAPITAL * 2 + 1, /* payable wonders that play again */
    OF_SEAT = AGAINS + 4,
};

enum {
    AMOUNTS_OF_TABLE = 4,
    MORE_AMOUNTS = 13,
    AMOUNTS_OF_SEAT = DUEL_FEATURES + 1 + MORE_AMOUNTS
};

/* --- what is known --- */

/* The first card of an age, and behind the last one. */
static const uint8_t age_starts[DUEL_AGES + 2] = {1, 1, 24, 47, DUEL_CARDS + 1};

struct eyes {
    const struct duel_state *s;
    struct tk_sight *out;
    uint32_t shown;
    struct duel_set unseen;      /* cards that may come */
    struct duel_set open, faces; /* cards that lie open, or face up at all */
};

static struct duel_set cards_from(int first)
{
    struct duel_set set = {{~0ULL, (1ULL << (DUEL_CARDS + 1 - 64)) - 1}};
    set.bits[0] = first < 64 ? set.bits[0] << first : 0;
    return set;
}

static void see_layout(struct eyes *eyes)
{
    const struct duel_state *s = eyes->s;
    for (uint32_t shown = eyes->shown; shown != 0; shown &= shown - 1) {
        int slot = __builtin_ctz(shown), card = s->layout[s->age - 1][slot];
        duel_set_add(&eyes->faces, card);
        if ((s->open >> slot & 1) != 0)
            duel_set_add(&eyes->open, card);
    }
}

static void find_unseen(struct eyes *eyes)
{
    const struct duel_state *s = eyes->s;
    struct duel_set seen = eyes->faces;
    for (int p = 0; p < DUEL_SEATS; p++)
        for (int place = 0; place < DUEL_HELD; place++)
            duel_set_add(&seen, s->seat[p].tucked[place]);
    eyes->unseen = cards_from(age_starts[s->age]);
    for (int i = 0; i < 2; i++)
        eyes->unseen.bits[i] &= ~(seen.bits[i] | s->seat[0].city.bits[i] | s->seat[1].city.bits[i] |
                                  s->discard.bits[i]);
}

static void tell_set(struct tk_sight *out, int first, struct duel_set set)
{
    for (int card; (card = duel_set_pop(&set)) != 0;)
        tk_sight_one(out, first + card);
}

static int price_bucket(struct duel_price price, int coins)
{
    static const uint8_t buckets[] = {PRICE_FREE, PRICE_2, PRICE_2, PRICE_4,
                                      PRICE_4,    PRICE_6, PRICE_6};
    if (price.chain)
        return PRICE_CHAIN;
    if (price.coins > coins)
        return price.coins <= coins + 3 ? PRICE_NEAR : PRICE_NO;
    return price.coins < TK_COUNT(buckets) ? buckets[price.coins] : PRICE_DEAR;
}

/* --- the table --- */

static void tell_slot(const struct eyes *eyes, int slot)
{
    const struct duel_state *s = eyes->s;
    int first = SLOT + ((s->age - 1) * DUEL_SLOTS + slot) * SLOT_STATES;
    uint32_t bit = 1U << slot;
    int state = SLOT_DOWN;
    if ((s->open & bit) != 0)
        state = SLOT_OPEN + __builtin_popcount(duel_uncovers(s->age, s->left, slot));
    else if ((eyes->shown & bit) != 0)
        state = SLOT_COVERED;
    tk_sight_one(eyes->out, first + state);
    if (state == SLOT_DOWN)
        return;
    int covers = __builtin_popcount(duel_slots[s->age - 1][slot].covered_by & s->left);
    tk_sight_one(eyes->out, FACE + 3 * s->layout[s->age - 1][slot] + (covers < 2 ? covers : 2));
}

static void tell_tokens(const struct eyes *eyes)
{
    const struct duel_state *s = eyes->s;
    uint32_t taken = s->seat[0].tokens | s->seat[1].tokens;
    for (int i = 0; i < DUEL_ON_BOARD; i++)
        if ((taken >> s->progress[i] & 1) == 0)
            tk_sight_one(eyes->out, ON_BOARD + s->progress[i]);
    for (int i = 0; i < DUEL_DRAWN && s->phase == DUEL_PHASE_LIBRARY; i++)
        tk_sight_one(eyes->out, DRAWN + s->progress[DUEL_ON_BOARD + i]);
}

static void tell_offer(const struct eyes *eyes)
{
    const struct duel_state *s = eyes->s;
    const uint8_t *group = s->wonder + (duel_drafted(s) < DUEL_GROUP ? 0 : DUEL_GROUP);
    for (int i = 0; i < DUEL_GROUP; i++)
        if (group[i] != 0)
            tk_sight_one(eyes->out, OFFERED + group[i]);
}

static void tell_track(const struct eyes *eyes, int seat)
{
    const struct duel_state *s = eyes->s;
    int role = duel_role(s, seat), pawn = role == 0 ? s->pawn : -s->pawn;
    tk_sight_value(eyes->out, PAWN, pawn + DUEL_CAPITAL, 2 * DUEL_CAPITAL + 1);
    for (uint32_t looted = s->looted; looted != 0; looted &= looted - 1) {
        int zone = __builtin_ctz(looted);
        tk_sight_value(eyes->out, LOOTED, role == 0 ? zone : ZONES - zone, ZONES);
    }
    if (role == 0)
        tk_sight_one(eyes->out, FIRST);
    tk_sight_amount(eyes->out, 8 * pawn);
}

static void tell_table(const struct eyes *eyes, int seat)
{
    const struct duel_state *s = eyes->s;
    struct tk_sight *out = eyes->out;
    tk_sight_value(out, PHASE, s->phase, DUEL_PHASES);
    if (s->phase == DUEL_PHASE_DESTROY)
        tk_sight_one(out, DOOMED + (s->doomed == DUEL_GREY));
    tk_sight_value(out, AGE, s->age, DUEL_AGES + 1);
    tk_sight_value(out, LEFT, __builtin_popcount(s->left), DUEL_SLOTS + 1);
    if (s->active == seat)
        tk_sight_one(out, TO_MOVE);
    if (s->again != 0)
        tk_sight_one(out, AGAIN);
    tk_sight_value(out, RAISED_IN_ALL, s->raised, DUEL_RAISED_MAX + 1);
    tell_track(eyes, seat);
    for (uint32_t left = s->left; left != 0; left &= left - 1)
        tell_slot(eyes, __builtin_ctz(left));
    tell_set(out, UNSEEN, eyes->unseen);
    tell_set(out, DISCARDED, s->discard);
    tell_tokens(eyes);
    if (s->phase == DUEL_PHASE_DRAFT)
        tell_offer(eyes);
    tk_sight_amount(out, duel_progress(s) / 8);
    tk_sight_amount(out, 6 * __builtin_popcount(s->left));
    tk_sight_amount(out, 16 * s->raised);
}

/* --- a seat --- */

/* What lies face up for one seat: prices, and what the cards it can pay would bring at once. */
struct offer {
    uint32_t symbols;     /* on open cards that can be paid */
    int shields, payable; /* most shields of one of these cards, and how many of them there are */
    int points;           /* most of one of them */
};

static struct offer tell_prices(const struct eyes *eyes, int first, int seat)
{
    const struct duel_state *s = eyes->s;
    struct offer offer = {0};
    struct duel_set faces = eyes->faces;
    bool strategy = duel_has_token(&s->seat[seat], DUEL_TOKEN_STRATEGY);
    for (int number; (number = duel_set_pop(&faces)) != 0;) {
        const struct duel_card *card = &duel_cards[number];
        int bucket = price_bucket(duel_price(s, seat, number), s->seat[seat].coins);
        tk_sight_one(eyes->out, first + PRICE + number * PRICES + bucket);
        if (bucket >= PRICE_NEAR || !duel_set_has(&eyes->open, number))
            continue;
        int shields = card->shields + (strategy && card->shields > 0);
        offer.payable++;
        offer.symbols |= 1U << card->symbol;
        offer.shields = shields > offer.shields ? shields : offer.shields;
        offer.points = card->points > offer.points ? card->points : offer.points;
    }
    offer.symbols &= ~1U; /* no symbol */
    return offer;
}

/* For each symbol: is it here, does it lie open, how many more may come. And all of them together. */
static void tell_science(const struct eyes *eyes, int first, int seat, const struct offer *offer)
{
    const struct duel_seat *p = &eyes->s->seat[seat];
    struct duel_set green = duel_set_both(&duel_colours[DUEL_GREEN], &eyes->unseen);
    struct duel_set faces = duel_set_both(&duel_colours[DUEL_GREEN], &eyes->faces);
    uint8_t unseen[DUEL_SYMBOLS] = {0};
    uint32_t have = p->symbols, open = 0, to_come = 0, covered = 0;
    for (int card; (card = duel_set_pop(&green)) != 0; to_come |= 1U << duel_cards[card].symbol)
        unseen[duel_cards[card].symbol]++;
    for (int card; (card = duel_set_pop(&faces)) != 0;)
        *(duel_set_has(&eyes->open, card) ? &open : &covered) |= 1U << duel_cards[card].symbol;
    for (int symbol = 1; symbol < DUEL_SYMBOLS; symbol++) {
        int more = unseen[symbol] + (int)(covered >> symbol & 1);
        int state = (int)(have >> symbol & 1) * 6 + (int)(open >> symbol & 1) * 3;
        tk_sight_one(eyes->out, first + SYMBOL + 12 * (symbol - 1) + state + (more < 2 ? more : 2));
    }
    int count = __builtin_popcount(have), fresh = __builtin_popcount(offer->symbols & ~have);
    int ever = __builtin_popcount((open | covered | to_come) & ~have);
    int pairs = __builtin_popcount(offer->symbols & have);
    tk_sight_one(eyes->out, first + SYMBOLS_NOW + 3 * count + (fresh < 2 ? fresh : 2));
    tk_sight_one(eyes->out, first + SYMBOLS_EVER + COUNTS * count + ever);
    tk_sight_value(eyes->out, first + PAIR_OPEN, pairs, 3);
    tk_sight_amount(eyes->out, 16 * count);
    tk_sight_amount(eyes->out, 16 * fresh);
    tk_sight_amount(eyes->out, 16 * __builtin_popcount((open | covered) & ~have));
    tk_sight_amount(eyes->out, 16 * ever);
    tk_sight_amount(eyes->out, count >= 4 ? 16 * (count - 3) * (fresh + 1) : 0);
}

static void tell_wonders(const struct eyes *eyes, int first, int seat)
{
    const struct duel_state *s = eyes->s;
    const struct duel_seat *p = &s->seat[seat];
    int agains = 0, points = 0;
    for (int place = 0; place < DUEL_HELD; place++) {
        int wonder = p->wonder[place];
        if (wonder == 0)
            continue;
        if (!duel_may_raise(s, seat, place)) {
            tk_sight_one(eyes->out,
                         first + (duel_is_raised(p, place) ? WONDER_RAISED : WONDER_LOST) + wonder);
            continue;
        }
        int bucket = price_bucket(duel_wonder_price(s, seat, wonder), p->coins);
        tk_sight_one(eyes->out, first + WONDER_PRICE + wonder * PRICES + bucket);
        if (bucket >= PRICE_NEAR)
            continue;
        agains += duel_wonders[wonder].again || duel_has_token(p, DUEL_TOKEN_THEOLOGY);
        points += duel_wonders[wonder].points;
    }
    tk_sight_value(eyes->out, first + AGAINS, agains, 4);
    tk_sight_amount(eyes->out, 8 * points);
}

static void tell_economy(const struct eyes *eyes, int first, int seat)
{
    const struct duel_seat *p = &eyes->s->seat[seat];
    tk_sight_value(eyes->out, first + HAS_COINS, p->coins, COINS);
    for (int lane = 0; lane <= DUEL_CHOICE_GREY; lane++)
        tk_sight_value(eyes->out, first + MAKES + 5 * lane, duel_lane(p->economy, lane), 5);
    for (int resource = 0; resource < DUEL_RESOURCES; resource++)
        tk_sight_value(eyes->out, first + BUYS_AT + COUNTS * resource,
                       duel_unit_price(eyes->s, seat, resource), COUNTS);
    for (int colour = DUEL_BROWN; colour < DUEL_COLOURS; colour++)
        tk_sight_value(eyes->out, first + COLOUR + COUNTS * colour,
                       duel_count(p, (enum duel_item)colour), COUNTS);
}

/* Cards that may still be built and that a building here makes free. */
static void tell_chains(const struct eyes *eyes, int first, int seat)
{
    const struct duel_set *city = &eyes->s->seat[seat].city;
    int chains = 0;
    for (int card = DUEL_CARD_HORSE_BREEDERS; card <= DUEL_CARD_ARENA; card++) {
        int from = duel_cards[card].chain_from;
        if (from == 0 || !duel_set_has(city, from))
            continue;
        if (duel_set_has(&eyes->unseen, card) || duel_set_has(&eyes->faces, card)) {
            tk_sight_one(eyes->out, first + CHAIN + card);
            chains++;
        }
    }
    tk_sight_amount(eyes->out, 8 * chains);
}

/* How far the pawn has to go, and would have to go after the strongest card that can be had. */
static void tell_arms(const struct eyes *eyes, int first, int seat, const struct offer *offer)
{
    const struct duel_state *s = eyes->s;
    int pawn = duel_role(s, seat) == 0 ? s->pawn : -s->pawn;
    int far = DUEL_CAPITAL - pawn - offer->shields;
    tk_sight_value(eyes->out, first + STRIKE, far, 2 * DUEL_CAPITAL + 1);
    tk_sight_amount(eyes->out, 24 * offer->shields);
    tk_sight_amount(eyes->out, 16 * (6 - far));
}

static void tell_points(const struct eyes *eyes, int seat)
{
    int points = 0;
    for (int line = 0; line < DUEL_LINES; line++)
        points += duel_line_points(eyes->s, seat, (enum duel_line)line);
    tk_sight_amount(eyes->out, points);
}

static void tell_features(const struct eyes *eyes, int seat)
{
    int32_t features[DUEL_FEATURES];
    duel_features(eyes->s, seat, features);
    for (int i = 0; i < DUEL_FEATURES; i++)
        tk_sight_amount(eyes->out, features[i]);
    int progress = duel_progress(eyes->s);
    int64_t standing = tk_weigh(&duel_learning, TK_WINS, progress, features);
    tk_sight_amount(eyes->out, (int)(standing / 400));
}

static void tell_seat(const struct eyes *eyes, int first, int seat)
{
    const struct duel_seat *p = &eyes->s->seat[seat];
    struct offer offer = tell_prices(eyes, first, seat);
    tell_set(eyes->out, first + CITY, p->city);
    for (uint32_t tokens = p->tokens; tokens != 0; tokens &= tokens - 1)
        tk_sight_one(eyes->out, first + HAS_TOKEN + __builtin_ctz(tokens));
    tell_features(eyes, seat);
    tell_science(eyes, first, seat, &offer);
    tell_wonders(eyes, first, seat);
    tell_economy(eyes, first, seat);
    tell_chains(eyes, first, seat);
    tell_arms(eyes, first, seat, &offer);
    tell_points(eyes, seat);
    tk_sight_amount(eyes->out, 16 * offer.payable);
    tk_sight_amount(eyes->out, 12 * offer.points);
    tk_sight_amount(eyes->out, 4 * p->coins);
}

static void encode(const void *state, int seat, struct tk_sight *out_sight)
{
    const struct duel_state *s = state;
    struct eyes eyes = {.s = s, .out = out_sight};
    tk_sight_clear(out_sight);
    if (s->age > 0) {
        eyes.shown = duel_shown(s);
        see_layout(&eyes);
    }
    find_unseen(&eyes);
    tell_table(&eyes, seat);
    tell_seat(&eyes, OF_TABLE, seat);
    tell_seat(&eyes, OF_TABLE + OF_SEAT, !seat);
}

/* --- moves --- */

enum {
    PART_BUILD = 0,
    PART_DISCARD = PART_BUILD + CARDS,
    PART_TUCK = PART_DISCARD + CARDS,
    PART_DESTROY = PART_TUCK + CARDS,
    PART_REVIVE = PART_DESTROY + CARDS,
    PART_RAISE = PART_REVIVE + CARDS,
    PART_DRAFT = PART_RAISE + WONDERS,
    PART_TOKEN = PART_DRAFT + WONDERS,
    PART_LIBRARY = PART_TOKEN + TOKENS,
    PART_START = PART_LIBRARY + TOKENS,
    PART_UNCOVER = PART_START + 2, /* by verb: how many cards are uncovered, and turned up */
    PART_SLOT = PART_UNCOVER + 3 * 9,
    PART_PRICE = PART_SLOT + DUEL_AGES * DUEL_SLOTS,
    PARTS = PART_PRICE + PRICES,
};

static int uncover_part(const struct duel_state *s, tk_action action)
{
    uint32_t fresh = duel_uncovers(s->age, s->left, duel_slot_of(action));
    int all = __builtin_popcount(fresh), up = __builtin_popcount(fresh & ~duel_face_up(s->age));
    return PART_UNCOVER + 9 * (int)duel_verb_of(action) + 3 * all + up;
}

static int slot_part(const struct duel_state *s, tk_action action)
{
    return PART_SLOT + (s->age - 1) * DUEL_SLOTS + duel_slot_of(action);
}

static int parts_of_card(const struct duel_state *s, tk_action action, uint16_t *out)
{
    int card = duel_thing_of(action), wonder = duel_wonder_of(action);
    out[1] = (uint16_t)uncover_part(s, action);
    out[2] = (uint16_t)slot_part(s, action);
    switch (duel_verb_of(action)) {
    case DUEL_BUILD:
        out[0] = (uint16_t)(PART_BUILD + card);
        out[3] = (uint16_t)(PART_PRICE +
                            price_bucket(duel_price(s, s->active, card), s->seat[s->active].coins));
        return 4;
    case DUEL_RAISE:
        out[0] = (uint16_t)(PART_RAISE + wonder);
        out[3] = (uint16_t)(PART_TUCK + card);
        return 4;
    default:
        out[0] = (uint16_t)(PART_DISCARD + card);
        return 3;
    }
}

static int parts_of(const void *state, tk_action action, uint16_t *out)
{
    static const uint16_t firsts[DUEL_VERBS] = {
        [DUEL_DESTROY] = PART_DESTROY, [DUEL_LIBRARY] = PART_LIBRARY, [DUEL_REVIVE] = PART_REVIVE,
        [DUEL_TOKEN] = PART_TOKEN,     [DUEL_START] = PART_START,     [DUEL_DRAFT] = PART_DRAFT};
    enum duel_verb verb = duel_verb_of(action);
    if (verb <= DUEL_RAISE)
        return parts_of_card(state, action, out);
    out[0] = (uint16_t)(firsts[verb] +
                        (verb == DUEL_DRAFT ? duel_wonder_of(action) : duel_thing_of(action)));
    return 1;
}

const struct tk_encoding duel_encoding = {
    .version = VERSION,
    .ones = {OF_TABLE, OF_SEAT},
    .amounts = {AMOUNTS_OF_TABLE, AMOUNTS_OF_SEAT},
    .parts = PARTS,
    .encode = encode,
    .parts_of = parts_of,
};
