/* SPDX-License-Identifier: MIT */
/* A position as a learned net is told it, and moves as sums of parts. Only what the seat knows. */
#include "splendor_internal.h"

enum { VERSION = 1 };

enum {
    CARDS = SPLENDOR_CARDS + 1,
    NOBLES = SPLENDOR_NOBLES + 1,
    HEIGHTS = 8, /* of a pile */
    LACKS = 7,   /* 0 … 5 tokens that gold does not make up for, and more */
    AWAY = 8,    /* cards that a noble still asks for, and more */
    POINTS = 24,
    BOUGHT = 20,
    HELD = SPLENDOR_LIMIT + 4,
    TURNS = 32, /* of the table, four a step */
};

/* Of the table. */
enum {
    PHASE = 0,
    CLOSING = PHASE + 4,
    TO_MOVE,
    LAST, /* of a round */
    BANK,
    BANK_GOLD = BANK + SPLENDOR_COLOURS * HEIGHTS,
    MARKET = BANK_GOLD + HEIGHTS,
    DECK_EMPTY = MARKET + CARDS,
    NOBLE = DECK_EMPTY + SPLENDOR_LEVELS,
    TURN = NOBLE + NOBLES,
    OF_TABLE = TURN + TURNS,
};

/* Of a seat. */
enum {
    TOKENS = 0,
    GOLD = TOKENS + SPLENDOR_COLOURS * HEIGHTS,
    BONUS = GOLD + HEIGHTS,
    HAS_POINTS = BONUS + SPLENDOR_COLOURS * HEIGHTS,
    HAS_BOUGHT = HAS_POINTS + POINTS,
    HAS_HELD = HAS_BOUGHT + BOUGHT,
    RESERVED = HAS_HELD + HELD,
    BLIND = RESERVED + SPLENDOR_RESERVED + 1, /* by level, cards that only their owner knows */
    LACK = BLIND + SPLENDOR_LEVELS * SPLENDOR_RESERVED, /* of a card in the market */
    SOON = LACK + CARDS * LACKS, /* within reach after one take from this bank */
    IN_HAND = SOON + CARDS,      /* what it lacks for a card of its hand */
    HAND_SOON = IN_HAND + CARDS * LACKS,
    WINS = HAND_SOON + CARDS, /* a purchase that reaches the target: now, soon */
    VISIT = WINS + 2,
    OF_SEAT = VISIT + NOBLES * AWAY,
};

enum {
    WANTS = SPLENDOR_COLOURS,
    AMOUNTS_OF_TABLE = 2 + SPLENDOR_LEVELS * SPLENDOR_COLOURS + SPLENDOR_LEVELS,
    AMOUNTS_OF_SEAT = SPLENDOR_FEATURES + 1 + WANTS + 5,
};

/* --- what is known --- */

/* What is told goes through pens: how much there can be is known, so nothing asks for room. */
struct eyes {
    const struct splendor_state *s;
    uint16_t *one;
    int32_t *amount;
    uint32_t seen[3];                             /* cards */
    struct splendor_offer offer[SPLENDOR_OFFERS]; /* the hand is that of the seat under way */
    splendor_gems bank_some, bank_high;           /* top bits of piles to take one of, and two of */
};

enum {
    MOST_OF_TABLE = 4 + SPLENDOR_COLOURS + 1 + SPLENDOR_LEVELS * SPLENDOR_SLOTS + SPLENDOR_LEVELS +
                    SPLENDOR_ON_TABLE + 1,
    MOST_OF_SEAT = 2 * SPLENDOR_COLOURS + 5 + SPLENDOR_LEVELS + 2 * 4 * SPLENDOR_OFFERS + 2 +
                   SPLENDOR_ON_TABLE,
    AMOUNTS_MOST = AMOUNTS_OF_TABLE + SPLENDOR_SEATS * AMOUNTS_OF_SEAT,
};
_Static_assert(MOST_OF_TABLE + SPLENDOR_SEATS * MOST_OF_SEAT <= TK_ONES_MAX, "all has room");
_Static_assert((int)AMOUNTS_MOST <= TK_AMOUNTS_MAX, "all has room");

static inline void tell(struct eyes *eyes, int feature)
{
    *eyes->one++ = (uint16_t)feature;
}

/* Without a branch: what holds of a card is as good as chance to the processor. */
static inline void tell_if(struct eyes *eyes, int feature, bool holds)
{
    *eyes->one = (uint16_t)feature;
    eyes->one += holds;
}

static inline void tell_value(struct eyes *eyes, int first, int value, int room)
{
    tell(eyes, first + (value < room ? value : room - 1));
}

static inline void tell_amount(struct eyes *eyes, int amount)
{
    *eyes->amount++ = amount;
}

static void see(struct eyes *eyes, int card)
{
    eyes->seen[card / 32] |= 1U << (card % 32);
}

/* Every card that this seat has seen: bought, in the market, in hands unless blind. */
static void see_cards(struct eyes *eyes, int seat)
{
    const struct splendor_state *s = eyes->s;
    eyes->seen[0] = eyes->seen[1] = eyes->seen[2] = 0;
    for (int i = 0; i < SPLENDOR_LEVELS * SPLENDOR_SLOTS; i++)
        see(eyes, s->market[i / SPLENDOR_SLOTS][i % SPLENDOR_SLOTS]);
    for (int p = 0; p < s->players; p++) {
        const struct splendor_seat *other = &s->seat[p];
        for (int i = 0; i < 3; i++)
            eyes->seen[i] |= other->cards[i];
        for (int i = 0; i < other->reserved_count; i++)
            if (p == seat || (other->blind >> i & 1) == 0)
                see(eyes, other->reserved[i]);
    }
}

/* The state with the blind cards of the others taken out: nothing of them can be told then. */
static void hide(struct splendor_state *s, int seat)
{
    for (int p = 0; p < s->players; p++)
        for (unsigned blind = p == seat ? 0 : s->seat[p].blind; blind != 0; blind &= blind - 1)
            s->seat[p].reserved[__builtin_ctz(blind)] = 0;
}

/* --- what a card asks of a seat --- */

/* Of four cards side by side. */
struct wants {
    splendor_four missing; /* colour by colour, before gold */
    splendor_ints lack;    /* tokens that gold does not make up for; many where there is no card */
    splendor_ints soon;    /* -1: and that one take from the bank would bring */
};

/*
 * One take is a token of up to three piles, or two of one that is high. What is missing after gold
 * can be brought so if gold covers all but three single ones, or all but two of one colour. Of each
 * of the four: -1 if so.
 */
static inline splendor_ints is_soon(const struct eyes *eyes, const struct splendor_seat *p,
                                    splendor_four missing, splendor_ints lack)
{
    const splendor_ints none = {0};
    const struct splendor_state *s = eyes->s;
    splendor_four singles = (missing + 31 * SPLENDOR_EACH) & eyes->bank_some;
    splendor_four pairs = (missing + 30 * SPLENDOR_EACH) & eyes->bank_high;
    splendor_ints gold = none - (s->bank_gold > 0 && p->reserved_count < SPLENDOR_RESERVED);
    splendor_ints brought = (splendor_ints)splendor_four_sums(singles >> 5);
    return (lack > none) & (lack <= none + 3) &
           ((lack <= brought) | ((splendor_ints)(pairs != 0) & (lack <= none + 2)) |
            ((lack == none + 1) & gold));
}

static inline struct wants wants_of(const struct eyes *eyes, const struct splendor_seat *p,
                                    const struct splendor_offer *offer)
{
    const splendor_ints none = {0}, far = none + 31;
    struct wants wants = {.missing = splendor_four_missing(offer->cost, p->tokens + p->bonus)};
    splendor_ints more = (splendor_ints)splendor_four_sums(wants.missing) - p->gold;
    more &= more > none;
    wants.lack = splendor_either(offer->card > none, more, far);
    wants.soon = is_soon(eyes, p, wants.missing, wants.lack);
    return wants;
}

/* --- the table --- */

/* Lane by lane at most HEIGHTS - 1. */
static inline splendor_gems clipped(splendor_gems gems)
{
    splendor_gems beyond = (gems + (32 - HEIGHTS) * SPLENDOR_EACH) & SPLENDOR_HIGH;
    return (gems | (beyond - (beyond >> 5))) & (HEIGHTS - 1) * SPLENDOR_EACH;
}

static inline void tell_piles(struct eyes *eyes, int first, splendor_gems gems)
{
    gems = clipped(gems);
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        tell(eyes, first + HEIGHTS * colour + splendor_count(gems, colour));
}

/* How many of `count` cards in a row, from that one on, were seen. */
static int count_seen(const struct eyes *eyes, int first, int count)
{
    uint64_t low = eyes->seen[0] | (uint64_t)eyes->seen[1] << 32, high = eyes->seen[2];
    uint64_t from = first < 64 ? low >> first | high << 1 << (63 - first) : high >> (first - 64);
    return __builtin_popcountll(from & ((1U << count) - 1));
}

/*
 * Cards that nobody has shown this seat, by level and colour: what may come up. They are numbered
 * level by level, and colour by colour in a level.
 */
static void tell_unseen(struct eyes *eyes)
{
    static const int of_colour[SPLENDOR_LEVELS] = {8, 6, 4};
    int card = 1;
    for (int level = 0; level < SPLENDOR_LEVELS; level++) {
        int count = of_colour[level];
        for (int colour = 0; colour < SPLENDOR_COLOURS; colour++, card += count)
            tell_amount(eyes, 4 * (count - count_seen(eyes, card, count)));
        tell_amount(eyes, 3 * eyes->s->deck_left[level]);
        tell_if(eyes, DECK_EMPTY + level, eyes->s->deck_left[level] == 0);
    }
}

static void tell_table(struct eyes *eyes, int seat)
{
    const struct splendor_state *s = eyes->s;
    tell_value(eyes, PHASE, s->phase, 4);
    tell_if(eyes, CLOSING, s->closing != 0);
    tell_if(eyes, TO_MOVE, s->active == seat);
    tell_if(eyes, LAST, (seat + 1 == s->players ? 0 : seat + 1) == s->start);
    tell_piles(eyes, BANK, s->bank);
    tell_value(eyes, BANK_GOLD, s->bank_gold, HEIGHTS);
    for (int i = 0; i < SPLENDOR_LEVELS * SPLENDOR_SLOTS; i++) {
        int card = s->market[i / SPLENDOR_SLOTS][i % SPLENDOR_SLOTS];
        tell_if(eyes, MARKET + card, card != 0);
    }
    for (int i = 0; i <= s->players; i++)
        tell_if(eyes, NOBLE + s->noble[i], s->noble_owner[i] == 0);
    int turn = (int)(s->turn < 1000 ? s->turn : 1000) / s->players;
    tell_value(eyes, TURN, turn / 2, TURNS);
    tell_amount(eyes, 2 * turn);
    tell_amount(eyes, splendor_gems_sum(s->bank));
    tell_unseen(eyes);
}

/* --- a seat --- */

/* What is gathered over the cards that a seat could buy, four at a time: so four of each number. */
struct gathered {
    splendor_ints near_points; /* of cards it lacks at most three tokens for */
    splendor_four wants[2]; /* by colour, every other one: lanes of 12 bits, which no sum fills */
    splendor_ints wins[2];  /* now, soon: -1 */
    splendor_ints best[2];  /* most points of a card: now, soon */
};

enum { EVERY_OTHER = 0x3F03F03F }; /* lanes of gems */

static inline void gather(const struct splendor_state *s, const struct splendor_seat *p,
                          const struct splendor_offer *offer, const struct wants *wants,
                          struct gathered *all)
{
    const splendor_ints none = {0};
    const splendor_ints when[2] = {wants->lack == none, wants->soon};
    splendor_four missing = wants->missing & (splendor_four)(offer->points > none);
    splendor_ints wins = offer->points + p->points >= none + s->target;
    all->wants[0] += missing & EVERY_OTHER;
    all->wants[1] += missing >> 6 & EVERY_OTHER;
    all->near_points += offer->points & (wants->lack <= none + 3);
    for (int i = 0; i < 2; i++) {
        splendor_ints held = offer->points & when[i];
        all->wins[i] |= wins & when[i];
        all->best[i] = splendor_either(held > all->best[i], held, all->best[i]);
    }
}

/* Cards and what they ask, under `lacks` and `soon`. */
static inline void tell_cards(struct eyes *eyes, const struct splendor_seat *p,
                              const struct splendor_offer *offer, int lacks, int soon,
                              struct gathered *all)
{
    const splendor_ints none = {0}, last = none + (LACKS - 1);
    struct wants wants = wants_of(eyes, p, offer);
    splendor_ints lack = splendor_either(wants.lack < last, wants.lack, last);
    splendor_ints feature = lacks + offer->card * LACKS + lack, near = soon + offer->card;
    for (int i = 0; i < 4; i++)
        tell_if(eyes, feature[i], offer->card[i] != 0);
    for (int i = 0; i < 4; i++)
        tell_if(eyes, near[i], wants.soon[i] != 0);
    gather(eyes->s, p, offer, &wants, all);
}

static inline int sum_of(splendor_ints four)
{
    return four[0] + four[1] + four[2] + four[3];
}

static inline int most_of(splendor_ints four)
{
    int a = four[0] > four[1] ? four[0] : four[1], b = four[2] > four[3] ? four[2] : four[3];
    return a > b ? a : b;
}

static inline bool is_any(splendor_ints four)
{
    return (four[0] | four[1] | four[2] | four[3]) != 0;
}

/* The level of a blind card is known: its back shows it. Its number is asked of the true table. */
static void tell_blind(struct eyes *eyes, int first, const struct splendor_seat *truly)
{
    uint8_t count[SPLENDOR_LEVELS] = {0};
    for (unsigned blind = truly->blind; blind != 0; blind &= blind - 1)
        count[splendor_cards[truly->reserved[__builtin_ctz(blind)]].level]++;
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        tell_if(eyes, first + BLIND + SPLENDOR_RESERVED * level + count[level] - 1,
                count[level] > 0);
}

static int tell_nobles(struct eyes *eyes, int first, const struct splendor_seat *p)
{
    const struct splendor_state *s = eyes->s;
    int nearest = AWAY;
    for (int i = 0; i <= s->players; i++) {
        if (s->noble_owner[i] != 0)
            continue;
        int noble = s->noble[i];
        int away = splendor_gems_sum(splendor_missing(splendor_nobles[noble].need, p->bonus));
        tell_value(eyes, first + VISIT + AWAY * noble, away, AWAY);
        nearest = away < nearest ? away : nearest;
    }
    return nearest;
}

static void tell_features(struct eyes *eyes, int seat)
{
    int32_t *features = eyes->amount;
    splendor_features_of(eyes->s, seat, eyes->offer, features);
    int progress = splendor_progress(eyes->s);
    int64_t standing = tk_weigh(&splendor_learning, TK_WINS, progress, features);
    eyes->amount += SPLENDOR_FEATURES;
    tell_amount(eyes, (int)(standing / 400));
}

static void tell_gathered(struct eyes *eyes, const struct gathered *all)
{
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++) {
        splendor_ints wanted = (splendor_ints)(all->wants[colour % 2] >> (12 * (colour / 2)));
        tell_amount(eyes, 2 * (sum_of(wanted & 0xFFF)));
    }
    tell_amount(eyes, 4 * sum_of(all->near_points));
    tell_amount(eyes, 16 * most_of(all->best[0]));
    tell_amount(eyes, 16 * most_of(all->best[1]));
}

static void tell_seat(struct eyes *eyes, int first, int seat, const struct splendor_seat *truly)
{
    const struct splendor_state *s = eyes->s;
    const struct splendor_seat *p = &s->seat[seat];
    struct gathered all = {0};
    tell_piles(eyes, first + TOKENS, p->tokens);
    tell_piles(eyes, first + BONUS, p->bonus);
    tell_value(eyes, first + GOLD, p->gold, HEIGHTS);
    tell_value(eyes, first + HAS_POINTS, p->points, POINTS);
    tell_value(eyes, first + HAS_BOUGHT, p->bought, BOUGHT);
    tell_value(eyes, first + HAS_HELD, splendor_held(p), HELD);
    tell_value(eyes, first + RESERVED, p->reserved_count, SPLENDOR_RESERVED + 1);
    tell_blind(eyes, first, truly);
    eyes->offer[SPLENDOR_LEVELS] =
        splendor_offer_of((uint8_t[4]){p->reserved[0], p->reserved[1], p->reserved[2], 0});
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        tell_cards(eyes, p, &eyes->offer[level], first + LACK, first + SOON, &all);
    if (p->reserved_count > 0)
        tell_cards(eyes, p, &eyes->offer[SPLENDOR_LEVELS], first + IN_HAND, first + HAND_SOON,
                   &all);
    for (int when = 0; when < 2; when++)
        tell_if(eyes, first + WINS + when, is_any(all.wins[when]));
    int nearest = tell_nobles(eyes, first, p);
    tell_features(eyes, seat);
    tell_gathered(eyes, &all);
    tell_amount(eyes, 16 * (AWAY - nearest));
    tell_amount(eyes, 6 * (s->target - p->points));
}

static void encode(const void *state, int seat, struct tk_sight *out_sight)
{
    struct splendor_state known = *(const struct splendor_state *)state;
    int32_t amounts[AMOUNTS_MOST];
    struct eyes eyes; /* filled in whole, but not before: it is large */
    eyes.s = &known;
    eyes.one = out_sight->one;
    eyes.amount = amounts;
    hide(&known, seat);
    see_cards(&eyes, seat);
    eyes.bank_some = (known.bank + 31 * SPLENDOR_EACH) & SPLENDOR_HIGH;
    eyes.bank_high = (known.bank + 28 * SPLENDOR_EACH) & SPLENDOR_HIGH;
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        eyes.offer[level] = splendor_offer_of(known.market[level]);
    tell_table(&eyes, seat);
    for (int i = 0; i < known.players; i++) {
        int p = (seat + i) % known.players;
        tell_seat(&eyes, OF_TABLE + i * OF_SEAT, p,
                  &((const struct splendor_state *)state)->seat[p]);
    }
    out_sight->one_count = (int32_t)(eyes.one - out_sight->one);
    out_sight->amount_count = 0;
    tk_sight_amounts(out_sight, amounts, (int)(eyes.amount - amounts));
}

/* --- moves --- */

enum {
    PART_TAKE = 0,                                /* the piles, as bits */
    PART_TAKE_TWO = PART_TAKE + 32,               /* of one */
    PART_OVER = PART_TAKE_TWO + SPLENDOR_COLOURS, /* tokens beyond the limit after it */
    PART_BRINGS = PART_OVER + 4,                  /* the best card that it brings within reach */
    PART_RESERVE = PART_BRINGS + CARDS,
    PART_RESERVE_LACK = PART_RESERVE + CARDS,
    PART_BLOCKS = PART_RESERVE_LACK + LACKS, /* what the next player lacks for it */
    PART_DECK = PART_BLOCKS + LACKS,
    PART_NO_GOLD = PART_DECK + SPLENDOR_LEVELS,
    PART_BUY,
    PART_FROM_HAND = PART_BUY + CARDS,
    PART_GOLD = PART_FROM_HAND + CARDS, /* spent */
    PART_NOBLE = PART_GOLD + HEIGHTS,
    PART_PASS = PART_NOBLE + NOBLES,
    PART_RETURN, /* so many of a colour, gold too */
    PARTS = PART_RETURN + SPLENDOR_TOKENS * 3,
};

/* Of the cards that a take would put within reach the one with the most points. */
static int brought(const struct splendor_state *s, splendor_gems taken)
{
    const struct splendor_seat *p = &s->seat[s->active];
    splendor_gems wealth = p->tokens + p->bonus;
    int best = 0;
    for (int i = 0; i < SPLENDOR_LEVELS * SPLENDOR_SLOTS + SPLENDOR_RESERVED; i++) {
        int own = i - SPLENDOR_LEVELS * SPLENDOR_SLOTS;
        int card = own >= 0 ? p->reserved[own] : s->market[i / SPLENDOR_SLOTS][i % SPLENDOR_SLOTS];
        splendor_gems cost = splendor_costs[card];
        if (card != 0 && splendor_gems_sum(splendor_missing(cost, wealth)) > p->gold &&
            splendor_gems_sum(splendor_missing(cost, wealth + taken)) <= p->gold &&
            (best == 0 || splendor_cards[card].points >= splendor_cards[best].points))
            best = card;
    }
    return best;
}

static int parts_of_take(const struct splendor_state *s, tk_action action, uint16_t *out)
{
    splendor_gems taken = splendor_named(action);
    int piles = (int)splendor_piles(taken, 1), two = (int)splendor_piles(taken, 2);
    int over = splendor_held(&s->seat[s->active]) + splendor_gems_sum(taken) - SPLENDOR_LIMIT;
    out[0] =
        (uint16_t)(two != 0 ? PART_TAKE_TWO + __builtin_ctz((unsigned)two) : PART_TAKE + piles);
    out[1] = (uint16_t)(PART_OVER + (over < 0 ? 0 : over));
    out[2] = (uint16_t)(PART_BRINGS + brought(s, taken));
    return 3;
}

static int lack_of(const struct splendor_state *s, int seat, int card)
{
    const struct splendor_seat *p = &s->seat[seat];
    splendor_gems wealth = p->tokens + p->bonus;
    int lack = splendor_gems_sum(splendor_missing(splendor_costs[card], wealth)) - p->gold;
    return lack < 0 ? 0 : lack < LACKS ? lack : LACKS - 1;
}

static int parts_of_reserve(const struct splendor_state *s, int card, uint16_t *out)
{
    int next = (s->active + 1) % s->players;
    out[0] = (uint16_t)(PART_RESERVE + card);
    out[1] = (uint16_t)(PART_RESERVE_LACK + lack_of(s, s->active, card));
    out[2] = (uint16_t)(PART_BLOCKS + lack_of(s, next, card));
    out[3] = PART_NO_GOLD;
    return s->bank_gold == 0 ? 4 : 3;
}

static int parts_of_buy(const struct splendor_state *s, tk_action action, uint16_t *out)
{
    const struct splendor_seat *p = &s->seat[s->active];
    int card = (int)splendor_action_thing(action), gold = splendor_price(p, card, action).gold;
    out[0] = (uint16_t)(PART_BUY + card);
    out[1] = (uint16_t)(PART_GOLD + (gold < HEIGHTS ? gold : HEIGHTS - 1));
    out[2] = (uint16_t)(PART_FROM_HAND + card);
    return splendor_reserved_find(p, card) >= 0 ? 3 : 2;
}

static int parts_of_return(tk_action action, uint16_t *out)
{
    int count = 0;
    for (int colour = 0; colour < SPLENDOR_TOKENS; colour++) {
        int given = splendor_action_count(action, colour);
        if (given > 0 && count < TK_MOVE_PARTS)
            out[count++] = (uint16_t)(PART_RETURN + 3 * colour + (given < 3 ? given : 3) - 1);
    }
    return count;
}

static int parts_of(const void *state, tk_action action, uint16_t *out)
{
    const struct splendor_state *s = state;
    int thing = (int)splendor_action_thing(action);
    switch (splendor_action_verb(action)) {
    case SPLENDOR_TAKE:
        return parts_of_take(s, action, out);
    case SPLENDOR_RESERVE:
        return parts_of_reserve(s, thing, out);
    case SPLENDOR_BUY:
        return parts_of_buy(s, action, out);
    case SPLENDOR_GIVE_BACK:
        return parts_of_return(action, out);
    case SPLENDOR_RESERVE_DECK:
        out[0] = (uint16_t)(PART_DECK + thing);
        out[1] = PART_NO_GOLD;
        return s->bank_gold == 0 ? 2 : 1;
    case SPLENDOR_NOBLE:
        out[0] = (uint16_t)(PART_NOBLE + thing);
        return 1;
    default:
        out[0] = PART_PASS;
        return 1;
    }
}

const struct tk_encoding splendor_encoding = {
    .version = VERSION,
    .shared = true,
    .ones = {OF_TABLE, OF_SEAT},
    .amounts = {AMOUNTS_OF_TABLE, AMOUNTS_OF_SEAT},
    .parts = PARTS,
    .encode = encode,
    .parts_of = parts_of,
};
