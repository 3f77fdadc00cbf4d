/* Splendor's rules, in the order of the rulebook. */
#include "splendor_internal.h"

_Static_assert(sizeof(struct splendor_state) <= 256, "the state is copied in every simulation");

/* --- counting in five lanes --- */

enum { EACH = SPLENDOR_EACH, HIGH = SPLENDOR_HIGH };

/* The tokens of an action (three bits a colour) in lanes of six bits. */
static splendor_gems named_gems(tk_action action)
{
    uint32_t tokens = splendor_action_tokens(action);
    return (tokens & 7) | (tokens & 7 << 3) << 3 | (tokens & 7 << 6) << 6 | (tokens & 7 << 9) << 9 |
           (tokens & 7 << 12) << 12;
}

static int named_gold(tk_action action)
{
    return splendor_action_count(action, SPLENDOR_GOLD);
}

int splendor_held(const struct splendor_seat *seat)
{
    return splendor_gems_sum(seat->tokens) + seat->gold;
}

/* --- where things are --- */

static const uint8_t deck_start[SPLENDOR_LEVELS] = {0, 36, 62};
static const uint8_t level_first[SPLENDOR_LEVELS] = {1, 41,
                                                     71}; /* number of the level's first card */
static const uint8_t level_size[SPLENDOR_LEVELS] = {40, 30, 20};

uint8_t *splendor_deck(struct splendor_state *s, int level)
{
    return s->deck + deck_start[level];
}

const uint8_t *splendor_deck_of(const struct splendor_state *s, int level)
{
    return s->deck + deck_start[level];
}

/* The four slots of the row are compared at once: a byte of `other` is zero where the card lies. */
int splendor_slot_find(const struct splendor_state *s, int card)
{
    int level = splendor_cards[card].level;
    const uint8_t *row = s->market[level];
    uint32_t cards =
        (uint32_t)row[0] | (uint32_t)row[1] << 8 | (uint32_t)row[2] << 16 | (uint32_t)row[3] << 24;
    uint32_t other = cards ^ 0x01010101U * (uint32_t)card;
    uint32_t zero = (other - 0x01010101U) & ~other & 0x80808080U;
    return zero == 0 ? -1 : level * SPLENDOR_SLOTS + __builtin_ctz(zero) / 8;
}

int splendor_reserved_find(const struct splendor_seat *seat, int card)
{
    for (int i = 0; i < seat->reserved_count; i++)
        if (seat->reserved[i] == card)
            return i;
    return -1;
}

bool splendor_owns(const struct splendor_seat *seat, int card)
{
    return (seat->cards[card / 32] >> (card % 32) & 1) != 0;
}

/* --- SP-2 set-up --- */

/* SP-2.4: tokens of each colour by number of players; SP-1.1: five gold whatever the number. */
static const uint8_t tokens_each[SPLENDOR_SEATS + 1] = {0, 0, 4, 5, 7};
enum { GOLD_TOKENS = 5, MARKET = SPLENDOR_LEVELS * SPLENDOR_SLOTS };

/* SP-2.4, SP-2.5, SP-15: everything that is not left to chance. */
void splendor_table_init(struct splendor_state *s, const struct tk_config *config)
{
    *s = (struct splendor_state){0};
    s->players = config->players;
    s->bank = EACH * tokens_each[config->players];
    s->bank_gold = GOLD_TOKENS;
    s->target = (uint8_t)config->option[0];
    s->start_option = (uint8_t)(config->option[1] + 1);
    s->free_take = (uint8_t)config->option[2];
    s->auto_noble = (uint8_t)config->option[3];
    s->auto_pay = (uint8_t)config->option[4];
    s->no_progress = (uint8_t)config->option[5];
    s->turn = 1;
}

/* SP-8.1: the top card of the deck comes into the slot; SP-8.2: or the slot stays empty. */
static void refill(struct splendor_state *s, int level, int slot)
{
    uint8_t left = s->deck_left[level], card = 0;
    if (left > 0) {
        uint8_t *top = &splendor_deck(s, level)[left - 1];
        card = *top;
        *top = 0;
        s->deck_left[level] = (uint8_t)(left - 1);
    }
    s->market[level][slot] = card;
}

/* SP-2.1, SP-2.2: shuffle a level, turn up four, leave the rest as the deck. */
static void deal_level(struct splendor_state *s, int level, struct tk_dice *dice)
{
    uint8_t cards[40];
    int count = level_size[level];
    for (int i = 0; i < count; i++)
        cards[i] = (uint8_t)(level_first[level] + i);
    tk_dice_shuffle(dice, cards, count);
    int below = count - SPLENDOR_SLOTS;
    tk_copy(splendor_deck(s, level), cards, (size_t)below);
    tk_copy(s->market[level], cards + below, SPLENDOR_SLOTS);
    s->deck_left[level] = (uint8_t)below;
}

/* SP-2.3: one noble more than players. */
static void deal_nobles(struct splendor_state *s, struct tk_dice *dice)
{
    uint8_t nobles[SPLENDOR_NOBLES] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    tk_dice_shuffle(dice, nobles, SPLENDOR_NOBLES);
    tk_copy(s->noble, nobles, s->players + 1U);
}

void splendor_setup(void *state, const struct tk_config *config, const uint8_t *seed)
{
    struct splendor_state *s = state;
    struct tk_stream stream;
    struct tk_dice dice;
    tk_stream_init(&stream, seed);
    tk_dice_begin(&dice, &stream);
    splendor_table_init(s, config);
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        deal_level(s, level, &dice);
    deal_nobles(s, &dice);
    /* SP-2.6, SP-15.5: the starting seat is drawn even when it is given, so that the deal stays the
     * same. */
    uint32_t drawn = tk_dice_below(&dice, s->players);
    s->start = (uint8_t)(s->start_option > 0 ? s->start_option - 1U : drawn);
    s->active = s->start;
}

/* --- SP-4 taking tokens --- */

#define TOKEN(colour) (1U << (3 * (colour)))

/* One bit for each pile of at least this height: the lanes' top bits, moved together. */
static uint32_t piles_of_at_least(splendor_gems bank, uint32_t height)
{
    uint64_t piles = (bank + (32 - height) * EACH) & HIGH;
    return (uint32_t)(piles * 0x1084210 >> 29 & 31);
}

/* The ways to take tokens from some piles, for every set of piles (bit 0 white … bit 4 black). */
struct takes {
    uint8_t count;
    tk_action action[10];
};

#define TAKE(tokens) (SPLENDOR_TAKE | (tokens) << 10)
#define IF000(action)
#define IF001(action)
#define IF010(action)
#define IF011(action)
#define IF100(action)
#define IF101(action)
#define IF110(action)
#define IF111(action)    action,
#define EACH_OF(a, b, c) TAKE(TOKEN(a) | TOKEN(b) | TOKEN(c))
/* All threes of the piles that are there. */
#define THREES(k, r, g, u, w)                                                           \
    {                                                                                   \
        (w) * (u) * ((g) + (r) + (k)) + (w) * (g) * ((r) + (k)) + (w) * (r) * (k) +     \
            (u) * (g) * ((r) + (k)) + (u) * (r) * (k) + (g) * (r) * (k),                \
        {                                                                               \
            IF##w##u##g(EACH_OF(0, 1, 2)) IF##w##u##r(EACH_OF(0, 1, 3))                 \
                IF##w##u##k(EACH_OF(0, 1, 4)) IF##w##g##r(EACH_OF(0, 2, 3))             \
                    IF##w##g##k(EACH_OF(0, 2, 4)) IF##w##r##k(EACH_OF(0, 3, 4))         \
                        IF##u##g##r(EACH_OF(1, 2, 3)) IF##u##g##k(EACH_OF(1, 2, 4))     \
                            IF##u##r##k(EACH_OF(1, 3, 4)) IF##g##r##k(EACH_OF(2, 3, 4)) \
        }                                                                               \
    }
/* With fewer than three piles the one way is to take from each of them. */
#define FEWER(k, r, g, u, w)                                                               \
    {                                                                                      \
        1,                                                                                 \
        {                                                                                  \
            TAKE((w)*TOKEN(0) | (u)*TOKEN(1) | (g)*TOKEN(2) | (r)*TOKEN(3) | (k)*TOKEN(4)) \
        }                                                                                  \
    }

/* SP-4.1, SP-4.2, SP-4.3: one token from each of three piles, or of as many as there are; SP-4.6:
 * or none. */
static const struct takes takes_different[32] = {
    {0, {0}},
    FEWER(0, 0, 0, 0, 1),
    FEWER(0, 0, 0, 1, 0),
    FEWER(0, 0, 0, 1, 1),
    FEWER(0, 0, 1, 0, 0),
    FEWER(0, 0, 1, 0, 1),
    FEWER(0, 0, 1, 1, 0),
    THREES(0, 0, 1, 1, 1),
    FEWER(0, 1, 0, 0, 0),
    FEWER(0, 1, 0, 0, 1),
    FEWER(0, 1, 0, 1, 0),
    THREES(0, 1, 0, 1, 1),
    FEWER(0, 1, 1, 0, 0),
    THREES(0, 1, 1, 0, 1),
    THREES(0, 1, 1, 1, 0),
    THREES(0, 1, 1, 1, 1),
    FEWER(1, 0, 0, 0, 0),
    FEWER(1, 0, 0, 0, 1),
    FEWER(1, 0, 0, 1, 0),
    THREES(1, 0, 0, 1, 1),
    FEWER(1, 0, 1, 0, 0),
    THREES(1, 0, 1, 0, 1),
    THREES(1, 0, 1, 1, 0),
    THREES(1, 0, 1, 1, 1),
    FEWER(1, 1, 0, 0, 0),
    THREES(1, 1, 0, 0, 1),
    THREES(1, 1, 0, 1, 0),
    THREES(1, 1, 0, 1, 1),
    THREES(1, 1, 1, 0, 0),
    THREES(1, 1, 1, 0, 1),
    THREES(1, 1, 1, 1, 0),
    THREES(1, 1, 1, 1, 1),
};

/* SP-15.1: one token from each of one, two or three piles. */
static int list_takes_free(uint32_t piles, tk_action *out)
{
    int count = 0;
    for (uint32_t some = piles; some != 0; some = (some - 1) & piles)
        if (__builtin_popcount(some) <= 3)
            out[count++] = TAKE((some & 1) | (some & 2) << 2 | (some & 4) << 4 | (some & 8) << 6 |
                                (some & 16) << 8);
    return count;
}

#define IF0(action)
#define IF1(action) action,
#define PAIR_OF(a)  TAKE(2 * TOKEN(a))
#define TWOS(k, r, g, u, w)                                                         \
    {                                                                               \
        (k) + (r) + (g) + (u) + (w),                                                \
        {                                                                           \
            IF##w(PAIR_OF(0)) IF##u(PAIR_OF(1)) IF##g(PAIR_OF(2)) IF##r(PAIR_OF(3)) \
                IF##k(PAIR_OF(4))                                                   \
        }                                                                           \
    }

/* SP-4.4: two of one colour, but only while the bank shows four or more of it. */
static const struct takes takes_equal[32] = {
    TWOS(0, 0, 0, 0, 0), TWOS(0, 0, 0, 0, 1), TWOS(0, 0, 0, 1, 0), TWOS(0, 0, 0, 1, 1),
    TWOS(0, 0, 1, 0, 0), TWOS(0, 0, 1, 0, 1), TWOS(0, 0, 1, 1, 0), TWOS(0, 0, 1, 1, 1),
    TWOS(0, 1, 0, 0, 0), TWOS(0, 1, 0, 0, 1), TWOS(0, 1, 0, 1, 0), TWOS(0, 1, 0, 1, 1),
    TWOS(0, 1, 1, 0, 0), TWOS(0, 1, 1, 0, 1), TWOS(0, 1, 1, 1, 0), TWOS(0, 1, 1, 1, 1),
    TWOS(1, 0, 0, 0, 0), TWOS(1, 0, 0, 0, 1), TWOS(1, 0, 0, 1, 0), TWOS(1, 0, 0, 1, 1),
    TWOS(1, 0, 1, 0, 0), TWOS(1, 0, 1, 0, 1), TWOS(1, 0, 1, 1, 0), TWOS(1, 0, 1, 1, 1),
    TWOS(1, 1, 0, 0, 0), TWOS(1, 1, 0, 0, 1), TWOS(1, 1, 0, 1, 0), TWOS(1, 1, 0, 1, 1),
    TWOS(1, 1, 1, 0, 0), TWOS(1, 1, 1, 0, 1), TWOS(1, 1, 1, 1, 0), TWOS(1, 1, 1, 1, 1),
};

/* Copies the whole row, which is quicker than asking how long it is. */
static int list_row(const struct takes *row, tk_action *out)
{
    tk_copy(out, row->action, sizeof row->action);
    return row->count;
}

static int list_takes(const struct splendor_state *s, tk_action *out)
{
    uint32_t piles = piles_of_at_least(s->bank, 1);
    int count = s->free_take ? list_takes_free(piles, out) : list_row(&takes_different[piles], out);
    return count + list_row(&takes_equal[piles_of_at_least(s->bank, 4)], out + count);
}

static void apply_take(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    splendor_gems gems = named_gems(action);
    s->bank -= gems;
    seat->tokens += gems;
    s->idle++; /* SP-13.4: a take is no progress */
    s->passes = 0;
}

/* --- SP-5 token limit and returning --- */

/* Six numbers in one word, gold the sixth; five bits each, of which the top one tells comparisons.
 */
#define WIDE(colour) (1U << (5 * (colour)))
enum { WIDE_HIGH = 16 * (WIDE(0) + WIDE(1) + WIDE(2) + WIDE(3) + WIDE(4) + WIDE(5)) };

static uint32_t widen(splendor_gems gems, uint32_t gold)
{
    uint32_t wide = gold * WIDE(SPLENDOR_GOLD);
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        wide += (uint32_t)splendor_count(gems, colour) * WIDE(colour);
    return wide;
}

// clang-format off
#define ONE(a) {WIDE(a), TOKEN(a) << 10, a}
#define TWO(a, b) {WIDE(a) + WIDE(b), (TOKEN(a) + TOKEN(b)) << 10, b}
#define THREE(a, b, c) {WIDE(a) + WIDE(b) + WIDE(c), (TOKEN(a) + TOKEN(b) + TOKEN(c)) << 10, c}

/* Every bunch of one, two or three tokens, the colours of each in ascending order. */
static const struct bunch {
    uint32_t wide;
    uint32_t tokens; /* as in an action */
    int last;        /* the highest colour */
} bunches[] = {
    ONE(0), ONE(1), ONE(2), ONE(3), ONE(4), ONE(5),
    TWO(0, 0), TWO(0, 1), TWO(0, 2), TWO(0, 3), TWO(0, 4), TWO(0, 5),
    TWO(1, 1), TWO(1, 2), TWO(1, 3), TWO(1, 4), TWO(1, 5),
    TWO(2, 2), TWO(2, 3), TWO(2, 4), TWO(2, 5), TWO(3, 3), TWO(3, 4), TWO(3, 5),
    TWO(4, 4), TWO(4, 5), TWO(5, 5),
    THREE(0, 0, 0), THREE(0, 0, 1), THREE(0, 0, 2), THREE(0, 0, 3), THREE(0, 0, 4), THREE(0, 0, 5),
    THREE(0, 1, 1), THREE(0, 1, 2), THREE(0, 1, 3), THREE(0, 1, 4), THREE(0, 1, 5),
    THREE(0, 2, 2), THREE(0, 2, 3), THREE(0, 2, 4), THREE(0, 2, 5),
    THREE(0, 3, 3), THREE(0, 3, 4), THREE(0, 3, 5), THREE(0, 4, 4), THREE(0, 4, 5), THREE(0, 5, 5),
    THREE(1, 1, 1), THREE(1, 1, 2), THREE(1, 1, 3), THREE(1, 1, 4), THREE(1, 1, 5),
    THREE(1, 2, 2), THREE(1, 2, 3), THREE(1, 2, 4), THREE(1, 2, 5),
    THREE(1, 3, 3), THREE(1, 3, 4), THREE(1, 3, 5), THREE(1, 4, 4), THREE(1, 4, 5), THREE(1, 5, 5),
    THREE(2, 2, 2), THREE(2, 2, 3), THREE(2, 2, 4), THREE(2, 2, 5),
    THREE(2, 3, 3), THREE(2, 3, 4), THREE(2, 3, 5), THREE(2, 4, 4), THREE(2, 4, 5), THREE(2, 5, 5),
    THREE(3, 3, 3), THREE(3, 3, 4), THREE(3, 3, 5), THREE(3, 4, 4), THREE(3, 4, 5), THREE(3, 5, 5),
    THREE(4, 4, 4), THREE(4, 4, 5), THREE(4, 5, 5), THREE(5, 5, 5),
};
// clang-format on

/* Rows of `bunches` with n tokens: from bunches_first[n] up to bunches_first[n + 1]. */
static const uint8_t bunches_first[] = {0, 0, 6, 27, TK_COUNT(bunches)};

/* All bunches of one to three tokens that can be taken out of `wide`, each added to an action. */
static int list_bunches(uint32_t wide, int size, tk_action base, tk_action *out)
{
    int count = 0, end = bunches_first[size + 1];
    for (int row = bunches_first[size]; row < end; row++) {
        out[count] = base | bunches[row].tokens;
        count += (~(wide + WIDE_HIGH - bunches[row].wide) & WIDE_HIGH) == 0;
    }
    return count;
}

/* Bunches of four or five: those of three, and one or two tokens more of the same or a higher
 * colour. */
static int list_large_bunches(uint32_t wide, int size, tk_action base, tk_action *out)
{
    int count = 0;
    for (int row = bunches_first[3]; row < bunches_first[4]; row++) {
        uint32_t rest = wide + WIDE_HIGH - bunches[row].wide;
        bool there = (~rest & WIDE_HIGH) == 0;
        for (int d = bunches[row].last; there && d < SPLENDOR_TOKENS; d++) {
            for (int e = d; e < (size == 5 ? SPLENDOR_TOKENS : d + 1); e++) {
                uint32_t more = WIDE(d) + (size == 5 ? WIDE(e) : 0);
                uint32_t tokens = (TOKEN(d) + (size == 5 ? TOKEN(e) : 0)) << 10;
                out[count] = base + bunches[row].tokens + tokens;
                count += (~(rest - more) & WIDE_HIGH) == 0;
            }
        }
    }
    return count;
}

/* SP-5.2, SP-5.3: any tokens held, exactly the excess, which is three at most (SP-5.4). */
static int list_returns(const struct splendor_state *s, tk_action *out)
{
    const struct splendor_seat *seat = &s->seat[s->active];
    int excess = splendor_held(seat) - SPLENDOR_LIMIT;
    tk_action base = splendor_action(SPLENDOR_GIVE_BACK, 0, 0);
    return list_bunches(widen(seat->tokens, seat->gold), excess, base, out);
}

/* SP-5.5: returned tokens are in the bank at once. */
static void apply_return(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    splendor_gems gems = named_gems(action);
    int gold = named_gold(action);
    s->bank += gems;
    seat->tokens -= gems;
    s->bank_gold = (uint8_t)(s->bank_gold + gold);
    seat->gold = (uint8_t)(seat->gold - gold);
}

/* --- SP-6 reserving a card --- */

/* SP-6.1, SP-6.2, SP-6.10. */
static int list_reserves(const struct splendor_state *s, tk_action *out)
{
    int count = 0;
    if (s->seat[s->active].reserved_count == SPLENDOR_RESERVED)
        return 0;
#pragma GCC unroll 12
    for (int slot = 0; slot < MARKET; slot++) {
        uint8_t card = (&s->market[0][0])[slot];
        out[count] = splendor_action(SPLENDOR_RESERVE, card, 0);
        count += card != 0;
    }
    for (uint32_t level = 0; level < SPLENDOR_LEVELS; level++) {
        out[count] = splendor_action(SPLENDOR_RESERVE_DECK, level, 0);
        count += s->deck_left[level] != 0;
    }
    return count;
}

/* SP-6.3, SP-6.4, SP-6.5: with the card comes one gold, if any is left. */
static void take_in_hand(struct splendor_state *s, struct splendor_seat *seat, int card, bool blind)
{
    int place = seat->reserved_count++;
    uint8_t gold = s->bank_gold > 0;
    seat->reserved[place] = (uint8_t)card;
    seat->blind = (uint8_t)(seat->blind | (unsigned)blind << place);
    s->bank_gold = (uint8_t)(s->bank_gold - gold);
    seat->gold = (uint8_t)(seat->gold + gold);
    s->idle = 0;
    s->passes = 0;
}

/* SP-6.9: a face-up card is replaced at once. */
static void apply_reserve(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    int card = (int)splendor_action_thing(action);
    int slot = splendor_slot_find(s, card);
    take_in_hand(s, seat, card, false);
    refill(s, slot / SPLENDOR_SLOTS, slot % SPLENDOR_SLOTS);
}

/* SP-6.1: the top card of a deck, unseen by the others. */
static void apply_reserve_deck(struct splendor_state *s, struct splendor_seat *seat,
                               tk_action action)
{
    int level = (int)splendor_action_thing(action);
    uint8_t *top = &splendor_deck(s, level)[--s->deck_left[level]];
    take_in_hand(s, seat, *top, true);
    *top = 0;
}

/* --- SP-7 buying a card --- */

/* SP-7.2 to SP-7.5: net cost, coloured tokens first, and one more gold for each token kept. */
struct splendor_price splendor_price(const struct splendor_seat *seat, int card, tk_action action)
{
    splendor_gems net = splendor_missing(splendor_cards[card].cost, seat->bonus);
    splendor_gems missing = splendor_missing(net, seat->tokens);
    splendor_gems kept = named_gems(action);
    return (struct splendor_price){
        .tokens = net - missing - kept,
        .gold = splendor_gems_sum(missing + kept),
    };
}

/* SP-7.4: every way to keep some of the tokens spent and pay `spare` gold or less in their place.
 */
static int list_payments(uint32_t card, splendor_gems spent, int spare, tk_action *out)
{
    tk_action base = splendor_action(SPLENDOR_BUY, card, 0);
    int count = 0;
#pragma GCC unroll 5
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++) { /* mostly one token is all */
        out[count] = base | TOKEN(colour) << 10;
        count += splendor_count(spent, colour) != 0;
    }
    if (spare == 1)
        return count;
    uint32_t wide = widen(spent, 0);
    for (int size = 2; size <= spare && size <= 3; size++)
        count += list_bunches(wide, size, base, out + count);
    for (int size = 4; size <= spare; size++)
        count += list_large_bunches(wide, size, base, out + count);
    return count;
}

/* Four cards side by side: the compiler makes one vector of them where the machine has such. */
typedef splendor_four four;
enum { OFFER = 16 }; /* twelve face-up cards, three reserved ones, and no card */

/* SP-7.3 without gold: the cards whose price the tokens and bonuses cover. */
static int list_buys_without_gold(const struct splendor_state *s, const struct splendor_seat *seat,
                                  tk_action *out)
{
    /* a lane of cost + this reaches 32 if it lacks something */
    splendor_gems short_of_31 = 31 * EACH - seat->tokens - seat->bonus;
    const uint8_t *market = &s->market[0][0];
    size_t count = 0;
#pragma GCC unroll 12
    for (int slot = 0; slot < MARKET; slot++) {
        uint32_t card = market[slot];
        out[count] = splendor_action(SPLENDOR_BUY, card, 0);
        count += ((splendor_costs[card] + short_of_31) & HIGH) == 0;
    }
#pragma GCC unroll 3
    for (int i = 0; i < SPLENDOR_RESERVED; i++) {
        uint32_t card = seat->reserved[i];
        out[count] = splendor_action(SPLENDOR_BUY, card, 0);
        count += ((splendor_costs[card] + short_of_31) & HIGH) == 0;
    }
    return (int)count;
}

/* The plain purchases with gold, and a bit for each card that leaves some of it. */
static int list_buys_with_gold(const uint8_t offer[OFFER], splendor_gems wealth, uint32_t gold,
                               uint32_t *out_to_spare, tk_action *out)
{
    static const four bits[OFFER / 4] = {
        {1, 2, 4, 8}, {16, 32, 64, 128}, {256, 512, 1024, 2048}, {4096, 8192, 16384, 32768}};
    four to_spare = {0};
    size_t count = 0;
#pragma GCC unroll 4
    for (int i = 0; i < OFFER / 4; i++) {
        four lacking = splendor_lacking(offer + 4 * i, wealth);
        four payable = (four)(lacking <= gold);
        to_spare |= (four)(lacking < gold) & bits[i];
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++) {
            out[count] = splendor_action(SPLENDOR_BUY, offer[4 * i + k], 0);
            count += payable[k] & 1;
        }
    }
    *out_to_spare = to_spare[0] | to_spare[1] | to_spare[2] | to_spare[3];
    return (int)count;
}

/* SP-7.4: purchases that keep tokens and pay gold for them, for the cards marked by a bit. */
static int list_keeping(const struct splendor_seat *seat, const uint8_t offer[OFFER],
                        uint32_t cards, tk_action *out)
{
    int count = 0;
    for (; cards != 0; cards &= cards - 1) {
        uint32_t card = offer[__builtin_ctz(cards)];
        struct splendor_price plain = splendor_price(seat, (int)card, 0);
        count += list_payments(card, plain.tokens, seat->gold - plain.gold, out + count);
    }
    return count;
}

/* SP-7.1 to SP-7.5: plain purchases first (SP-7.9), then those that keep tokens and spend more gold. */
static int list_buys(const struct splendor_state *s, tk_action *out)
{
    const struct splendor_seat *seat = &s->seat[s->active];
    if (seat->gold == 0)
        return list_buys_without_gold(s, seat, out);
    uint8_t offer[OFFER] = {0};
    uint32_t to_spare;
    tk_copy(offer, s->market, MARKET);
    tk_copy(offer + MARKET, seat->reserved, SPLENDOR_RESERVED);
    int count = list_buys_with_gold(offer, seat->tokens + seat->bonus, seat->gold, &to_spare, out);
    return s->auto_pay ? count : count + list_keeping(seat, offer, to_spare, out + count);
}

/* SP-6.6, SP-12.23: buying is the only way out of the hand; the rest keeps its order. */
static void drop_reserved(struct splendor_seat *seat, int place)
{
    unsigned blind = seat->blind;
    unsigned below = blind & ((1U << place) - 1), above = blind >> (place + 1);
    for (int i = place; i < SPLENDOR_RESERVED - 1; i++)
        seat->reserved[i] = seat->reserved[i + 1];
    seat->reserved[SPLENDOR_RESERVED - 1] = 0;
    seat->blind = (uint8_t)(below | above << place);
    seat->reserved_count--;
}

/* SP-7.7, SP-7.8: the tokens go to the bank, the card to the display. */
static void apply_buy(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    int card = (int)splendor_action_thing(action);
    struct splendor_price price = splendor_price(seat, card, action);
    seat->tokens -= price.tokens;
    s->bank += price.tokens;
    seat->gold = (uint8_t)(seat->gold - price.gold);
    s->bank_gold = (uint8_t)(s->bank_gold + price.gold);
    seat->bonus += splendor_one(splendor_cards[card].bonus);
    seat->points = (uint8_t)(seat->points + splendor_cards[card].points);
    seat->bought++;
    seat->cards[card / 32] |= 1U << (card % 32);
    int slot = splendor_slot_find(s, card);
    if (slot >= 0)
        refill(s, slot / SPLENDOR_SLOTS, slot % SPLENDOR_SLOTS);
    else
        drop_reserved(seat, splendor_reserved_find(seat, card));
    s->idle = 0;
    s->passes = 0;
}

/* --- SP-9 nobles --- */

/* SP-9.2, SP-9.7: those who visit the active player; bit i stands for the i-th noble of the row. */
static unsigned visiting_nobles(const struct splendor_state *s)
{
    splendor_gems bonus = s->seat[s->active].bonus | HIGH;
    unsigned visiting = 0;
    if (s->seat[s->active].bought < SPLENDOR_NOBLE_LEAST)
        return 0;
#pragma GCC unroll 5
    for (int i = 0; i < SPLENDOR_ON_TABLE; i++) {
        unsigned there = s->noble_owner[i] == 0;
        visiting |= (there & ((~(bonus - splendor_nobles[s->noble[i]].need) & HIGH) == 0)) << i;
    }
    return visiting;
}

static int list_nobles(const struct splendor_state *s, tk_action *out)
{
    int count = 0;
    for (unsigned visiting = visiting_nobles(s); visiting != 0; visiting &= visiting - 1)
        out[count++] = splendor_action(SPLENDOR_NOBLE, s->noble[__builtin_ctz(visiting)], 0);
    return count;
}

/* SP-9.6; SP-13.3: a noble that visits on a pass starts the count of passes anew. */
static void receive_noble(struct splendor_state *s, int place)
{
    struct splendor_seat *seat = &s->seat[s->active];
    s->noble_owner[place] = (uint8_t)(s->active + 1);
    seat->points = (uint8_t)(seat->points + splendor_nobles[s->noble[place]].points);
    s->passes = 0;
}

static void apply_noble(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    (void)seat;
    for (int place = 0; place <= s->players; place++)
        if (s->noble[place] == splendor_action_thing(action))
            receive_noble(s, place);
}

/* --- SP-13 forced pass --- */

/* SP-13.1: legal only when nothing else is. */
static void apply_pass(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    (void)seat, (void)action;
    s->idle++;
    s->passes++;
}

/* --- SP-3.2 the steps of a turn, SP-10 the end --- */

static void finish(struct splendor_state *s, enum splendor_ending ending)
{
    s->ending = (uint8_t)ending;
    s->phase = SPLENDOR_OVER;
}

/* SP-10.2, SP-10.3; SP-13.7: once the end is near, stalemate and lack of progress no longer count.
 */
static void end_turn(struct splendor_state *s)
{
    uint8_t next = (uint8_t)(s->active + 1 == s->players ? 0 : s->active + 1);
    s->phase = SPLENDOR_ACT;
    s->closing |= s->seat[s->active].points >= s->target;
    if (s->closing) {
        if (next == s->start)
            finish(s, SPLENDOR_PRESTIGE);
    } else if (s->passes == s->players) {
        finish(s, SPLENDOR_STALEMATE); /* SP-13.3 */
    } else if (s->no_progress > 0 && s->idle >= s->no_progress * s->players) {
        finish(s, SPLENDOR_NO_PROGRESS); /* SP-13.4 */
    }
    if (s->phase != SPLENDOR_OVER) {
        s->active = next;
        s->turn++;
    }
}

/* SP-9.1, SP-9.3, SP-9.4: one noble visits by itself; of several the player chooses. */
static void visit_nobles(struct splendor_state *s)
{
    unsigned visiting = visiting_nobles(s);
    bool several = (visiting & (visiting - 1)) != 0;
    if (several && !s->auto_noble) {
        s->phase = SPLENDOR_CHOOSE_NOBLE;
        return;
    }
    if (visiting != 0)
        receive_noble(s, __builtin_ctz(visiting)); /* SP-15.2: the leftmost */
    end_turn(s);
}

/* The table of contents: what each verb does, and what of the turn is still to come after it. */
static const struct verb {
    void (*apply)(struct splendor_state *, struct splendor_seat *, tk_action);
    enum { THEN_LIMIT, THEN_NOBLES, THEN_END } then;
} verbs[SPLENDOR_VERBS] = {
    [SPLENDOR_TAKE] = {apply_take, THEN_LIMIT},
    [SPLENDOR_RESERVE] = {apply_reserve, THEN_LIMIT},
    [SPLENDOR_RESERVE_DECK] = {apply_reserve_deck, THEN_LIMIT},
    [SPLENDOR_BUY] = {apply_buy, THEN_NOBLES},
    [SPLENDOR_PASS] = {apply_pass, THEN_NOBLES},
    [SPLENDOR_GIVE_BACK] = {apply_return, THEN_NOBLES},
    [SPLENDOR_NOBLE] = {apply_noble, THEN_END},
};

void splendor_apply(void *state, tk_action action)
{
    struct splendor_state *s = state;
    struct splendor_seat *seat = &s->seat[s->active];
    const struct verb *verb = &verbs[splendor_action_verb(action)];
    verb->apply(s, seat, action);
    if (verb->then == THEN_LIMIT && splendor_held(seat) > SPLENDOR_LIMIT)
        s->phase = SPLENDOR_RETURN;
    else if (verb->then == THEN_END)
        end_turn(s);
    else
        visit_nobles(s);
}

/* SP-3.1, SP-3.3: one of the four actions, or the forced pass. */
static int list_actions(const struct splendor_state *s, tk_action *out)
{
    int count = list_takes(s, out);
    count += list_reserves(s, out + count);
    count += list_buys(s, out + count);
    if (count == 0)
        out[count++] = splendor_action(SPLENDOR_PASS, 0, 0);
    return count;
}

int splendor_legal(const void *state, tk_action *out)
{
    const struct splendor_state *s = state;
    switch ((enum splendor_phase)s->phase) {
    case SPLENDOR_ACT:
        return list_actions(s, out);
    case SPLENDOR_RETURN:
        return list_returns(s, out);
    case SPLENDOR_CHOOSE_NOBLE:
        return list_nobles(s, out);
    case SPLENDOR_OVER:
        break;
    }
    return 0;
}

/* --- SP-10.5, SP-10.6, SP-10.7, SP-10.8: ranking --- */

void splendor_scores(const void *state, int32_t *out)
{
    const struct splendor_state *s = state;
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = s->seat[seat].points;
}

/* More prestige, then fewer cards bought. */
static bool is_better(const struct splendor_seat *a, const struct splendor_seat *b)
{
    return a->points != b->points ? a->points > b->points : a->bought < b->bought;
}

void splendor_ranks(const void *state, uint8_t *out)
{
    const struct splendor_state *s = state;
    for (int seat = 0; seat < s->players; seat++) {
        out[seat] = 1;
        for (int other = 0; other < s->players; other++)
            out[seat] = (uint8_t)(out[seat] + is_better(&s->seat[other], &s->seat[seat]));
    }
}

int splendor_noble_points(const struct splendor_state *s, int seat)
{
    int points = 0;
    for (int i = 0; i <= s->players; i++)
        if (s->noble_owner[i] == seat + 1)
            points += splendor_nobles[s->noble[i]].points;
    return points;
}

/* --- SP-11 information --- */

/* A card turned up from a deck, or taken from it, cannot be unseen. */
bool splendor_reveals(const void *state, tk_action action)
{
    const struct splendor_state *s = state;
    uint32_t thing = splendor_action_thing(action);
    switch (splendor_action_verb(action)) {
    case SPLENDOR_RESERVE_DECK:
        return true;
    case SPLENDOR_RESERVE:
        return s->deck_left[splendor_cards[thing].level] > 0;
    case SPLENDOR_BUY: /* a blind card that is bought is shown, SP-11.3 */
        if (splendor_slot_find(s, (int)thing) < 0)
            return (s->seat[s->active].blind >>
                        splendor_reserved_find(&s->seat[s->active], (int)thing) &
                    1) != 0;
        return s->deck_left[splendor_cards[thing].level] > 0;
    default:
        return false;
    }
}

/* SP-11.3, SP-11.4: the decks and what others reserved blindly are one pool for each level. */
static void redraw_level(struct splendor_state *s, int seat, int level, struct tk_rng *rng)
{
    uint8_t pool[40], *place[40];
    int count = s->deck_left[level], held = 0;
    for (int p = 0; p < s->players; p++) {
        for (unsigned blind = p == seat ? 0 : s->seat[p].blind; blind != 0; blind &= blind - 1) {
            uint8_t *card = &s->seat[p].reserved[__builtin_ctz(blind)];
            if (splendor_cards[*card].level == level)
                place[held++] = card;
        }
    }
    uint8_t *deck = splendor_deck(s, level);
    if (held == 0) {
        tk_rng_redraw(rng, deck, count);
        return;
    }
    tk_copy(pool, deck, (size_t)count);
    for (int i = 0; i < held; i++)
        pool[count + i] = *place[i];
    tk_rng_redraw(rng, pool, count + held);
    tk_copy(deck, pool, (size_t)count);
    for (int i = 0; i < held; i++)
        *place[i] = pool[count + i];
}

void splendor_determinise(void *state, int seat, struct tk_rng *rng)
{
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        redraw_level(state, seat, level, rng);
}
