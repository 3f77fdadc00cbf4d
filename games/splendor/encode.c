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

struct eyes {
    const struct splendor_state *s;
    struct tk_sight *out;
    uint32_t seen[3]; /* cards */
};

static void see(struct eyes *eyes, int card)
{
    eyes->seen[card / 32] |= 1U << (card % 32);
}

/* Every card that this seat has seen: bought, in the market, in hands unless blind. */
static void see_cards(struct eyes *eyes, int seat)
{
    const struct splendor_state *s = eyes->s;
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

/* The table with the blind cards of the others taken out: nothing of them can be told then. */
static void hide(struct splendor_state *s, int seat)
{
    for (int p = 0; p < s->players; p++)
        for (unsigned blind = p == seat ? 0 : s->seat[p].blind; blind != 0; blind &= blind - 1)
            s->seat[p].reserved[__builtin_ctz(blind)] = 0;
}

/* --- what a card asks of a seat --- */

struct want {
    splendor_gems missing; /* colour by colour, before gold */
    int lack;              /* tokens that gold does not make up for */
    bool soon;             /* and that one take from the bank would bring */
};

/*
 * One take is a token of up to three piles, or two of one that is high. What is missing after gold
 * can be brought so if gold covers all but three single ones, or all but two of one colour.
 */
static inline bool is_soon(const struct splendor_state *s, const struct splendor_seat *p,
                           const struct want *want)
{
    uint32_t singles = splendor_piles(want->missing, 1) & splendor_piles(s->bank, 1);
    uint32_t pairs = splendor_piles(want->missing, 2) & splendor_piles(s->bank, 4);
    bool gold = s->bank_gold > 0 && p->reserved_count < SPLENDOR_RESERVED;
    return (want->lack <= __builtin_popcount(singles)) | ((pairs != 0) & (want->lack <= 2)) |
           ((want->lack == 1) & gold);
}

static inline struct want want_of(const struct splendor_state *s, const struct splendor_seat *p,
                                  int card)
{
    struct want want = {.missing = splendor_missing(splendor_costs[card], p->tokens + p->bonus)};
    int sum = splendor_gems_sum(want.missing);
    want.lack = sum > p->gold ? sum - p->gold : 0;
    want.soon = (want.lack > 0) & (want.lack <= 3) & is_soon(s, p, &want);
    return want;
}

/* --- the table --- */

static void tell_piles(struct tk_sight *out, int first, splendor_gems gems)
{
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        tk_sight_value(out, first + HEIGHTS * colour, splendor_count(gems, colour), HEIGHTS);
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
static void tell_unseen(const struct eyes *eyes)
{
    static const int of_colour[SPLENDOR_LEVELS] = {8, 6, 4};
    int card = 1;
    for (int level = 0; level < SPLENDOR_LEVELS; level++) {
        int count = of_colour[level];
        for (int colour = 0; colour < SPLENDOR_COLOURS; colour++, card += count)
            tk_sight_amount(eyes->out, 4 * (count - count_seen(eyes, card, count)));
        tk_sight_amount(eyes->out, 3 * eyes->s->deck_left[level]);
        if (eyes->s->deck_left[level] == 0)
            tk_sight_one(eyes->out, DECK_EMPTY + level);
    }
}

static void tell_table(const struct eyes *eyes, int seat)
{
    const struct splendor_state *s = eyes->s;
    struct tk_sight *out = eyes->out;
    tk_sight_value(out, PHASE, s->phase, 4);
    if (s->closing != 0)
        tk_sight_one(out, CLOSING);
    if (s->active == seat)
        tk_sight_one(out, TO_MOVE);
    if ((seat + 1) % s->players == s->start)
        tk_sight_one(out, LAST);
    tell_piles(out, BANK, s->bank);
    tk_sight_value(out, BANK_GOLD, s->bank_gold, HEIGHTS);
    for (int i = 0; i < SPLENDOR_LEVELS * SPLENDOR_SLOTS; i++) {
        int card = s->market[i / SPLENDOR_SLOTS][i % SPLENDOR_SLOTS];
        if (card != 0)
            tk_sight_one(out, MARKET + card);
    }
    for (int i = 0; i <= s->players; i++)
        if (s->noble_owner[i] == 0)
            tk_sight_one(out, NOBLE + s->noble[i]);
    int turn = (int)(s->turn < 1000 ? s->turn : 1000) / s->players;
    tk_sight_value(out, TURN, turn / 2, TURNS);
    tk_sight_amount(out, 2 * turn);
    tk_sight_amount(out, splendor_gems_sum(s->bank));
    tell_unseen(eyes);
}

/* --- a seat --- */

/* What is gathered over the cards that a seat could buy. */
struct gathered {
    int near_points;   /* of cards it lacks at most three tokens for */
    uint32_t wants[2]; /* by colour, every other one: lanes of 12 bits, which no sum fills */
    bool wins[2];      /* now, soon */
    int best[2];       /* most points of a card: now, soon */
};

enum { EVERY_OTHER = 0x3F03F03F }; /* lanes of gems */

static int wanted(const struct gathered *all, int colour)
{
    return (int)(all->wants[colour % 2] >> (12 * (colour / 2)) & 0xFFF);
}

/* What holds of a card is as good as chance to the processor, so nothing here asks with a branch. */
static inline void gather(const struct splendor_state *s, const struct splendor_seat *p, int card,
                          const struct want *want, struct gathered *all)
{
    int points = splendor_cards[card].points;
    bool now = want->lack == 0;
    splendor_gems missing = want->missing & -(splendor_gems)(points > 0);
    all->wants[0] += missing & EVERY_OTHER;
    all->wants[1] += missing >> 6 & EVERY_OTHER;
    all->near_points += points & -(want->lack <= 3);
    bool wins = p->points + points >= s->target;
    all->wins[0] |= now & wins;
    all->wins[1] |= want->soon & wins;
    int held_now = points & -now, held_soon = points & -want->soon;
    all->best[0] = held_now > all->best[0] ? held_now : all->best[0];
    all->best[1] = held_soon > all->best[1] ? held_soon : all->best[1];
}

/* A card and what it asks, under `lacks` and `soon`. */
static inline void tell_card(const struct eyes *eyes, const struct splendor_seat *p, int card,
                             int lacks, int soon, struct gathered *all)
{
    if (card == 0)
        return;
    struct want want = want_of(eyes->s, p, card);
    tk_sight_value(eyes->out, lacks + card * LACKS, want.lack, LACKS);
    tk_sight_one_if(eyes->out, soon + card, want.soon);
    gather(eyes->s, p, card, &want, all);
}

static void tell_cards(const struct eyes *eyes, int first, const struct splendor_seat *p,
                       struct gathered *all)
{
    const struct splendor_state *s = eyes->s;
    for (int i = 0; i < SPLENDOR_LEVELS * SPLENDOR_SLOTS; i++)
        tell_card(eyes, p, s->market[i / SPLENDOR_SLOTS][i % SPLENDOR_SLOTS], first + LACK,
                  first + SOON, all);
    for (int i = 0; i < p->reserved_count; i++)
        tell_card(eyes, p, p->reserved[i], first + IN_HAND, first + HAND_SOON, all);
    for (int when = 0; when < 2; when++)
        if (all->wins[when])
            tk_sight_one(eyes->out, first + WINS + when);
}

/* The level of a blind card is known: its back shows it. Its number is asked of the true table. */
static void tell_blind(const struct eyes *eyes, int first, const struct splendor_seat *truly)
{
    uint8_t count[SPLENDOR_LEVELS] = {0};
    for (unsigned blind = truly->blind; blind != 0; blind &= blind - 1)
        count[splendor_cards[truly->reserved[__builtin_ctz(blind)]].level]++;
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        if (count[level] > 0)
            tk_sight_one(eyes->out, first + BLIND + SPLENDOR_RESERVED * level + count[level] - 1);
}

static int tell_nobles(const struct eyes *eyes, int first, const struct splendor_seat *p)
{
    const struct splendor_state *s = eyes->s;
    int nearest = AWAY;
    for (int i = 0; i <= s->players; i++) {
        if (s->noble_owner[i] != 0)
            continue;
        int noble = s->noble[i];
        int away = splendor_gems_sum(splendor_missing(splendor_nobles[noble].need, p->bonus));
        tk_sight_value(eyes->out, first + VISIT + AWAY * noble, away, AWAY);
        nearest = away < nearest ? away : nearest;
    }
    return nearest;
}

static void tell_features(const struct eyes *eyes, int seat)
{
    int32_t features[SPLENDOR_FEATURES];
    splendor_features(eyes->s, seat, features);
    for (int i = 0; i < SPLENDOR_FEATURES; i++)
        tk_sight_amount(eyes->out, features[i]);
    int progress = splendor_progress(eyes->s);
    int64_t standing = tk_weigh(&splendor_learning, TK_WINS, progress, features);
    tk_sight_amount(eyes->out, (int)(standing / 400));
}

static void tell_seat(const struct eyes *eyes, int first, int seat,
                      const struct splendor_seat *truly)
{
    const struct splendor_state *s = eyes->s;
    const struct splendor_seat *p = &s->seat[seat];
    struct tk_sight *out = eyes->out;
    struct gathered all = {0};
    tell_piles(out, first + TOKENS, p->tokens);
    tell_piles(out, first + BONUS, p->bonus);
    tk_sight_value(out, first + GOLD, p->gold, HEIGHTS);
    tk_sight_value(out, first + HAS_POINTS, p->points, POINTS);
    tk_sight_value(out, first + HAS_BOUGHT, p->bought, BOUGHT);
    tk_sight_value(out, first + HAS_HELD, splendor_held(p), HELD);
    tk_sight_value(out, first + RESERVED, p->reserved_count, SPLENDOR_RESERVED + 1);
    tell_blind(eyes, first, truly);
    tell_cards(eyes, first, p, &all);
    int nearest = tell_nobles(eyes, first, p);
    tell_features(eyes, seat);
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        tk_sight_amount(out, 2 * wanted(&all, colour));
    tk_sight_amount(out, 4 * all.near_points);
    tk_sight_amount(out, 16 * all.best[0]);
    tk_sight_amount(out, 16 * all.best[1]);
    tk_sight_amount(out, 16 * (AWAY - nearest));
    tk_sight_amount(out, 6 * (s->target - p->points));
}

static void encode(const void *state, int seat, struct tk_sight *out_sight)
{
    struct splendor_state known = *(const struct splendor_state *)state;
    struct eyes eyes = {.s = &known, .out = out_sight};
    hide(&known, seat);
    tk_sight_clear(out_sight);
    see_cards(&eyes, seat);
    tell_table(&eyes, seat);
    for (int i = 0; i < known.players; i++) {
        int p = (seat + i) % known.players;
        tell_seat(&eyes, OF_TABLE + i * OF_SEAT, p,
                  &((const struct splendor_state *)state)->seat[p]);
    }
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
    int lack = want_of(s, &s->seat[seat], card).lack;
    return lack < LACKS ? lack : LACKS - 1;
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
