/* SPDX-License-Identifier: MIT */
/*
 * Splendor's rules, in the order of the rulebook. The long lists of chapters 4, 5 and 7 are looked
 * up in lists.c; SP-10's ranking is in score.c, SP-11 in fields.c and determinise.c.
 */
#include "splendor_internal.h"

_Static_assert(sizeof(struct splendor_state) <= 256, "the state is copied in every simulation");

/* --- SP-2 set-up --- */

/* SP-2.4: tokens of each colour by number of players; SP-1.1: five gold whatever the number. */
static const uint8_t tokens_each[SPLENDOR_SEATS + 1] = {0, 0, 4, 5, 7};
enum { GOLD_TOKENS = 5 };

/* SP-2.4, SP-2.5, SP-15: everything that is not left to chance. */
void splendor_state_init(void *state, const struct tk_config *config)
{
    struct splendor_state *s = state;
    *s = (struct splendor_state){0};
    s->players = config->players;
    s->bank = SPLENDOR_EACH * tokens_each[config->players];
    s->bank_gold = GOLD_TOKENS;
    s->target = (uint8_t)config->option[0];
    s->start_option = (uint8_t)(config->option[1] + 1);
    s->free_take = (uint8_t)config->option[2];
    s->auto_noble = (uint8_t)config->option[3];
    s->auto_pay = (uint8_t)config->option[4];
    s->no_progress = (uint8_t)config->option[5];
    s->turn = 1;
}

/* SP-2.1, SP-2.2: shuffle a level, turn up four, leave the rest as the deck. */
static void deal_level(struct splendor_state *s, int level, struct tk_dice *dice)
{
    static const uint8_t first[SPLENDOR_LEVELS] = {1, 41, 71}, size[SPLENDOR_LEVELS] = {40, 30, 20};
    uint8_t cards[40];
    int count = size[level];
    for (int i = 0; i < count; i++)
        cards[i] = (uint8_t)(first[level] + i);
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

/* SP-2.6, SP-15.5: the starting seat is drawn even when it is given, so that the cards of a seed do
 * not depend on that option. */
static void choose_start(struct splendor_state *s, struct tk_dice *dice)
{
    uint32_t drawn = tk_dice_below(dice, s->players);
    s->start = (uint8_t)(s->start_option > 0 ? s->start_option - 1U : drawn);
    s->active = s->start;
}

void splendor_setup(void *state, const struct tk_config *config, const uint8_t *seed)
{
    struct splendor_state *s = state;
    struct tk_stream stream;
    struct tk_dice dice;
    tk_stream_init(&stream, seed);
    tk_dice_begin(&dice, &stream);
    splendor_state_init(s, config);
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        deal_level(s, level, &dice);
    deal_nobles(s, &dice);
    choose_start(s, &dice);
}

/* --- SP-3 the turn --- */

/* What a turn is made of: each stands below, under the number of its chapter. */
static int list_takes(const struct splendor_state *s, tk_action *out);    /* SP-4 */
static int list_returns(const struct splendor_state *s, tk_action *out);  /* SP-5 */
static int list_reserves(const struct splendor_state *s, tk_action *out); /* SP-6 */
static int list_buys(const struct splendor_state *s, tk_action *out);     /* SP-7 */
static int list_nobles(const struct splendor_state *s, tk_action *out);   /* SP-9 */
typedef void step(struct splendor_state *s, struct splendor_seat *seat, tk_action action);
static step take, give_back, reserve, reserve_deck, buy, choose_noble, pass;
static void visit_nobles(struct splendor_state *s); /* SP-9 */
static void end_turn(struct splendor_state *s);     /* SP-10 */

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

/* SP-3.4: a turn is a chain of decisions. */
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

/* SP-3.2: what each decision does, and which step of the turn comes after it. */
static const struct verb {
    step *apply;
    enum { THEN_LIMIT, THEN_NOBLES, THEN_END } then;
} verbs[SPLENDOR_VERBS] = {
    [SPLENDOR_TAKE] = {take, THEN_LIMIT},                 /* SP-4 */
    [SPLENDOR_GIVE_BACK] = {give_back, THEN_NOBLES},      /* SP-5 */
    [SPLENDOR_RESERVE] = {reserve, THEN_LIMIT},           /* SP-6 */
    [SPLENDOR_RESERVE_DECK] = {reserve_deck, THEN_LIMIT}, /* SP-6 */
    [SPLENDOR_BUY] = {buy, THEN_NOBLES},                  /* SP-7; nobody gains tokens by it */
    [SPLENDOR_NOBLE] = {choose_noble, THEN_END},          /* SP-9 */
    [SPLENDOR_PASS] = {pass, THEN_NOBLES},                /* SP-13 */
};

void splendor_apply(void *state, tk_action action)
{
    struct splendor_state *s = state;
    struct splendor_seat *seat = &s->seat[s->active];
    const struct verb *verb = &verbs[splendor_action_verb(action)];
    verb->apply(s, seat, action);
    if (verb->then == THEN_LIMIT && splendor_held(seat) > SPLENDOR_LIMIT) /* SP-5.1 */
        s->phase = SPLENDOR_RETURN;
    else if (verb->then == THEN_END)
        end_turn(s);
    else
        visit_nobles(s);
}

/* --- SP-4 taking tokens --- */

/*
 * SP-4.1, SP-4.2, SP-4.3: one token from each of three piles, or from all that are there (SP-15.1:
 * or from fewer); SP-4.4: two from one pile of four or more; SP-4.6: or none.
 */
static int list_takes(const struct splendor_state *s, tk_action *out)
{
    uint32_t piles = splendor_piles(s->bank, 1), high = splendor_piles(s->bank, 4);
    return s->free_take ? splendor_list_takes_free(piles, high, out)
                        : splendor_list_takes(piles, high, out);
}

static void take(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    splendor_gems gems = splendor_named(action);
    s->bank -= gems;
    seat->tokens += gems;
    s->idle++; /* SP-13.4: a take is no progress */
    s->passes = 0;
}

/* --- SP-5 token limit and returning --- */

/* SP-5.2, SP-5.3: any tokens held, exactly the excess, which is three at most (SP-5.4). */
static int list_returns(const struct splendor_state *s, tk_action *out)
{
    const struct splendor_seat *seat = &s->seat[s->active];
    return splendor_list_returns(seat, splendor_held(seat) - SPLENDOR_LIMIT, out);
}

/* SP-5.5: returned tokens are in the bank at once. */
static void give_back(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    splendor_gems gems = splendor_named(action);
    int gold = splendor_action_count(action, SPLENDOR_GOLD);
    s->bank += gems;
    seat->tokens -= gems;
    s->bank_gold = (uint8_t)(s->bank_gold + gold);
    seat->gold = (uint8_t)(seat->gold - gold);
}

/* --- SP-6 reserving a card --- */

static uint8_t draw_card(struct splendor_state *s, int level);   /* SP-8 */
static void refill(struct splendor_state *s, int level, int at); /* SP-8 */

/* SP-6.1: a face-up card or the top of a deck, SP-6.10: that has one; SP-6.2: up to three. */
static int list_reserves(const struct splendor_state *s, tk_action *out)
{
    const uint8_t *market = &s->market[0][0];
    int count = 0;
    if (s->seat[s->active].reserved_count == SPLENDOR_RESERVED)
        return 0;
#pragma GCC unroll 12
    for (int slot = 0; slot < SPLENDOR_LEVELS * SPLENDOR_SLOTS; slot++) {
        out[count] = splendor_action(SPLENDOR_RESERVE, market[slot], 0);
        count += market[slot] != 0;
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
static void reserve(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    int card = (int)splendor_action_thing(action);
    int slot = splendor_slot_find(s, card);
    take_in_hand(s, seat, card, false);
    refill(s, slot / SPLENDOR_SLOTS, slot % SPLENDOR_SLOTS);
}

/* SP-6.1: the top card of a deck, unseen by the others. */
static void reserve_deck(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    take_in_hand(s, seat, draw_card(s, (int)splendor_action_thing(action)), true);
}

/* --- SP-7 buying a card --- */

/* SP-7.2 to SP-7.5: net cost, coloured tokens first, and one more gold for each token kept. */
struct splendor_price splendor_price(const struct splendor_seat *seat, int card, tk_action action)
{
    splendor_gems net = splendor_missing(splendor_cards[card].cost, seat->bonus);
    splendor_gems missing = splendor_missing(net, seat->tokens);
    splendor_gems kept = splendor_named(action);
    return (struct splendor_price){
        .tokens = net - missing - kept,
        .gold = splendor_gems_sum(missing + kept),
    };
}

/* SP-7.1, SP-7.3: any card one can pay; SP-7.9: plainly, or SP-7.4: with gold for tokens kept. */
static int list_buys(const struct splendor_state *s, tk_action *out)
{
    return s->seat[s->active].gold == 0 ? splendor_list_buys_coloured(s, out)
                                        : splendor_list_buys_with_gold(s, out);
}

/* SP-7.7: what is paid goes to the bank. */
static void pay(struct splendor_state *s, struct splendor_seat *seat, struct splendor_price price)
{
    seat->tokens -= price.tokens;
    s->bank += price.tokens;
    seat->gold = (uint8_t)(seat->gold - price.gold);
    s->bank_gold = (uint8_t)(s->bank_gold + price.gold);
}

/* SP-7.8: the card counts from now on. */
static void own(struct splendor_seat *seat, int card)
{
    seat->bonus += splendor_one(splendor_cards[card].bonus);
    seat->points = (uint8_t)(seat->points + splendor_cards[card].points);
    seat->bought++;
    seat->cards[card / 32] |= 1U << (card % 32);
}

/* SP-6.6, SP-12.23: buying is the only way out of the hand; the rest keeps its order. */
static void leave_hand(struct splendor_seat *seat, int card)
{
    int place = 0;
    while (place < SPLENDOR_RESERVED - 1 && seat->reserved[place] != card)
        place++;
    unsigned blind = seat->blind;
    unsigned below = blind & ((1U << place) - 1), above = blind >> (place + 1);
    for (int i = place; i < SPLENDOR_RESERVED - 1; i++)
        seat->reserved[i] = seat->reserved[i + 1];
    seat->reserved[SPLENDOR_RESERVED - 1] = 0;
    seat->blind = (uint8_t)(below | above << place);
    seat->reserved_count--;
}

static void buy(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    int card = (int)splendor_action_thing(action);
    pay(s, seat, splendor_price(seat, card, action));
    own(seat, card);
    int slot = splendor_slot_find(s, card);
    if (slot >= 0)
        refill(s, slot / SPLENDOR_SLOTS, slot % SPLENDOR_SLOTS);
    else
        leave_hand(seat, card);
    s->idle = 0;
    s->passes = 0;
}

/* --- SP-8 refilling the market --- */

/* The top card of a deck that has one. */
static uint8_t draw_card(struct splendor_state *s, int level)
{
    uint8_t *top = &splendor_deck(s, level)[--s->deck_left[level]], card = *top;
    *top = 0;
    return card;
}

/* SP-8.1: the top card of the deck comes into the slot; SP-8.2: or the slot stays empty. */
static void refill(struct splendor_state *s, int level, int at)
{
    s->market[level][at] = s->deck_left[level] > 0 ? draw_card(s, level) : 0;
}

/* --- SP-9 nobles --- */

/* SP-9.2, SP-9.7: those who visit the active player; bit i stands for the i-th noble of the row. */
static unsigned visiting_nobles(const struct splendor_state *s)
{
    const struct splendor_seat *seat = &s->seat[s->active];
    unsigned visiting = 0;
    if (seat->bought < SPLENDOR_NOBLE_LEAST)
        return 0;
#pragma GCC unroll 5
    for (int i = 0; i < SPLENDOR_ON_TABLE; i++) {
        unsigned there = s->noble_owner[i] == 0;
        visiting |= (there & splendor_covers(seat->bonus, splendor_nobles[s->noble[i]].need)) << i;
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

static void choose_noble(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    (void)seat;
    for (int place = 0; place <= s->players; place++)
        if (s->noble[place] == splendor_action_thing(action))
            receive_noble(s, place);
}

/* --- SP-10 the end --- */

/* Has the turn that is ending ended the game? */
static enum splendor_ending ending(const struct splendor_state *s, bool round_over)
{
    if (s->closing) /* SP-10.3; SP-13.7: now nothing else ends it */
        return round_over ? SPLENDOR_PRESTIGE : SPLENDOR_PLAYING;
    if (s->passes == s->players) /* SP-13.3 */
        return SPLENDOR_STALEMATE;
    if (s->no_progress > 0 && s->idle >= s->no_progress * s->players) /* SP-13.4 */
        return SPLENDOR_NO_PROGRESS;
    return SPLENDOR_PLAYING;
}

/* SP-10.2: whoever reaches the target lets the round be played out. */
static void end_turn(struct splendor_state *s)
{
    uint8_t next = (uint8_t)(s->active + 1 == s->players ? 0 : s->active + 1);
    s->closing |= s->seat[s->active].points >= s->target;
    s->ending = (uint8_t)ending(s, next == s->start);
    if (s->ending != SPLENDOR_PLAYING) {
        s->phase = SPLENDOR_OVER;
        return;
    }
    s->phase = SPLENDOR_ACT;
    s->active = next;
    s->turn += s->turn < UINT32_MAX; /* a position may be set up with any number */
}

/* --- SP-13 forced pass --- */

/* SP-13.1: legal only when nothing else is. */
static void pass(struct splendor_state *s, struct splendor_seat *seat, tk_action action)
{
    (void)seat, (void)action;
    s->idle++;
    s->passes++;
}
