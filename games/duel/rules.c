/* SPDX-License-Identifier: MIT */
/* The rules of 7 Wonders Duel, in the order of the rulebook. */
#include "duel_internal.h"

_Static_assert(sizeof(struct duel_state) <= 240, "the state is copied in every simulation");

/* --- 7D-3 set-up --- */

enum { COINS_AT_START = 7, GUILDS = 7, GUILDS_USED = 3, AGE3_PLAIN = 20, LEFT_OUT = 3 };

/* 7D-3.1, 7D-3.3: everything that is not left to chance. */
void duel_state_init(void *state, const struct tk_config *config)
{
    struct duel_state *s = state;
    *s = (struct duel_state){0};
    s->preset = (uint8_t)config->option[0];
    s->first_option = (uint8_t)(config->option[1] + 1);
    s->seat[0].coins = s->seat[1].coins = COINS_AT_START;
    s->turn = 1;
}

/* 7D-5.1: the whole layout lies there, its last row can be taken. */
static void begin_age(struct duel_state *s, int age)
{
    s->age = (uint8_t)age;
    s->left = DUEL_ALL_SLOTS;
    s->open = duel_open_at_start(age);
    s->phase = DUEL_PHASE_PLAY;
}

/* 7D-4.5: the wonders of a first game, by role. */
static void give_preset(struct duel_state *s)
{
    int count[DUEL_SEATS] = {0};
    for (int wonder = 1; wonder <= DUEL_WONDERS; wonder++) {
        int role = duel_wonders[wonder].preset - 1;
        if (role >= 0)
            s->seat[role ^ s->first].wonder[count[role]++] = (uint8_t)wonder;
    }
}

/* 7D-4.2, 7D-5.2: the first player starts the draft and Age I. */
void duel_state_begin(struct duel_state *s, int first)
{
    s->first = s->active = (uint8_t)first;
    s->phase = DUEL_PHASE_DRAFT;
    if (s->preset) {
        give_preset(s);
        begin_age(s, 1);
    }
}

static void number(uint8_t *out, int first, int count)
{
    for (int i = 0; i < count; i++)
        out[i] = (uint8_t)(first + i);
}

static void shuffle_range(uint8_t *out, int first, int count, struct tk_dice *dice)
{
    number(out, first, count);
    tk_dice_shuffle(dice, out, count);
}

/* Draws some of the items: they change places with those at the end. */
static void draw_some(uint8_t *items, int count, int some, struct tk_dice *dice)
{
    for (int last = count - 1; last >= count - some; last--) {
        uint32_t pick = tk_dice_below(dice, (uint32_t)last + 1);
        uint8_t item = items[pick];
        items[pick] = items[last];
        items[last] = item;
    }
}

/* 7D-3.4: three plain cards stay out, three guilds come in; the unused lie behind the slots. */
static void deal_age3(uint8_t *out, struct tk_dice *dice)
{
    uint8_t plain[AGE3_PLAIN], guilds[GUILDS];
    enum { PLAIN_USED = AGE3_PLAIN - LEFT_OUT, GUILDS_LEFT = GUILDS - GUILDS_USED };
    number(plain, DUEL_CARD_ARSENAL, AGE3_PLAIN);
    number(guilds, DUEL_CARD_MERCHANTS_GUILD, GUILDS);
    draw_some(plain, AGE3_PLAIN, LEFT_OUT, dice);
    draw_some(guilds, GUILDS, GUILDS_USED, dice);
    tk_copy(out, plain, PLAIN_USED);
    tk_copy(out + PLAIN_USED, guilds + GUILDS_LEFT, GUILDS_USED);
    tk_dice_shuffle(dice, out, DUEL_SLOTS);
    tk_copy(out + DUEL_SLOTS, plain + PLAIN_USED, LEFT_OUT);
    tk_copy(out + DUEL_SLOTS + LEFT_OUT, guilds, GUILDS_LEFT);
}

/* 7D-17.1: all that chance decides is decided here; reveals only show it (7D-16.7). */
void duel_setup(void *state, const struct tk_config *config, const uint8_t *seed)
{
    struct duel_state *s = state;
    struct tk_stream stream;
    struct tk_dice dice;
    tk_stream_init(&stream, seed);
    tk_dice_begin(&dice, &stream);
    duel_state_init(s, config);
    /* 7D-3.5: the first player is drawn even when it is given, so that the deal stays the same. */
    uint32_t drawn = tk_dice_below(&dice, DUEL_SEATS);
    shuffle_range(s->progress, 1, DUEL_TOKENS, &dice); /* 7D-3.2 */
    shuffle_range(s->layout[0], DUEL_CARD_LUMBER_YARD, DUEL_AGE_CARDS, &dice);
    shuffle_range(s->layout[1], DUEL_CARD_SAWMILL, DUEL_AGE_CARDS, &dice);
    deal_age3(s->layout[2], &dice);
    if (!s->preset)
        shuffle_range(s->wonder, 1, DUEL_WONDERS, &dice); /* 7D-4.1 */
    duel_state_begin(s, s->first_option > 0 ? s->first_option - 1 : (int)drawn);
}

/* --- 7D-4 wonder draft --- */

/* 7D-4.4: who picks, by role; 7D-4.2 and 7D-4.3 are its halves. */
static const uint8_t draft_order[2 * DUEL_GROUP] = {0, 1, 1, 0, 1, 0, 0, 1};

int duel_drafter(const struct duel_state *s, int pick)
{
    return draft_order[pick] ^ s->first;
}

int duel_drafted(const struct duel_state *s)
{
    int count = 0;
    for (int i = 0; i < DUEL_SEATS * DUEL_HELD; i++)
        count += s->seat[i / DUEL_HELD].wonder[i % DUEL_HELD] != 0;
    return count;
}

/* 7D-4.1, 7D-4.3: what is left of the group on offer. */
static int list_draft(const struct duel_state *s, tk_action *out)
{
    const uint8_t *group = s->wonder + (duel_drafted(s) < DUEL_GROUP ? 0 : DUEL_GROUP);
    int count = 0;
    for (int i = 0; i < DUEL_GROUP; i++) {
        out[count] = DUEL_DRAFT | duel_action_wonder(group[i]);
        count += group[i] != 0;
    }
    return count;
}

/* A position may be set up with any number, and goes on from it. */
static void next_turn(struct duel_state *s)
{
    s->turn = (uint8_t)(s->turn + (s->turn < UINT8_MAX));
}

/* 7D-4.6: after the eighth pick Age I begins; the four wonders nobody saw stay in the box. */
static void apply_draft(struct duel_state *s, struct duel_seat *me, tk_action action)
{
    uint8_t wonder = (uint8_t)duel_wonder_of(action);
    int held = 0;
    while (me->wonder[held] != 0)
        held++;
    me->wonder[held] = wonder;
    for (int i = 0; i < 2 * DUEL_GROUP; i++)
        s->wonder[i] = s->wonder[i] == wonder ? 0 : s->wonder[i];
    int picked = duel_drafted(s);
    next_turn(s);
    if (picked < 2 * DUEL_GROUP) {
        s->active = (uint8_t)duel_drafter(s, picked);
        return;
    }
    tk_fill(s->wonder, 0, sizeof s->wonder);
    s->active = s->first;
    begin_age(s, 1);
}

/* --- 7D-2.7, 7D-6.2 the layout --- */

uint32_t duel_accessible(int age, uint32_t left)
{
    uint32_t open = 0;
    for (int slot = 0; slot < DUEL_SLOTS; slot++)
        open |= (uint32_t)((duel_slots[age - 1][slot].covered_by & left) == 0) << slot;
    return open & left;
}

/* Which slots each one covers. An empty entry stands before the first slot and one behind the last, so
 * that every slot has two neighbours. */
#define IN(slot)                                         (1U << (slot))
#define SLOT(age, slot, row, column, covered_by, covers) [age - 1][slot + 1] = covers,
static const uint32_t covers_of[DUEL_AGES][DUEL_SLOTS + 2] = {
#include "layouts.inc"
};

/* A covered slot lies under one slot, or two side by side: so what this one covers becomes free
 * unless a neighbour that is still there covers it too. */
uint32_t duel_uncovers(int age, uint32_t left, int slot)
{
    const uint32_t *covers = &covers_of[age - 1][slot + 1];
    uint32_t before = (left << 1) >> slot & 1, after = left >> (slot + 1) & 1;
    return covers[0] & ~(covers[-1] & -before) & ~(covers[1] & -after);
}

uint32_t duel_shown(const struct duel_state *s)
{
    return s->left & (duel_face_up(s->age) | s->open);
}

/* The card leaves its slot. What it uncovers is not turned up yet (7D-6.5). */
static void take_card(struct duel_state *s, tk_action action)
{
    int slot = duel_slot_of(action);
    uint32_t fresh = duel_uncovers(s->age, s->left, slot), up = duel_face_up(s->age);
    s->left &= ~(1U << slot);
    s->open = (s->open & ~(1U << slot)) | (fresh & up);
    s->uncovered = fresh & ~up;
    s->layout[s->age - 1][slot] = 0;
}

/* --- 7D-7.10 payment; what things cost stands in prices.c --- */

/* 7D-7.10, 7D-18.5: with Economy the opponent gets exactly what was paid for units. */
static void pay(struct duel_seat *me, struct duel_seat *opponent, struct duel_price price)
{
    bool economy = duel_has_token(opponent, DUEL_TOKEN_ECONOMY);
    me->coins = (uint16_t)(me->coins - price.coins);
    opponent->coins = (uint16_t)(opponent->coins + (economy ? price.traded : 0));
}

/* 7D-2.9: the bank has always enough. */
static void earn(struct duel_seat *seat, int coins)
{
    seat->coins = (uint16_t)(seat->coins + coins);
}

/* 7D-10.5, 7D-11.3: nobody loses more than he has. */
static void lose(struct duel_seat *seat, int coins)
{
    seat->coins = (uint16_t)(coins < seat->coins ? seat->coins - coins : 0);
}

/* --- 7D-11 military --- */

static enum duel_phase finish(struct duel_state *s, enum duel_ending ending)
{
    s->ending = (uint8_t)ending;
    s->again = 0;
    return DUEL_PHASE_OVER;
}

/* 7D-11.3, 7D-11.5: a token that is still there is lost to whoever enters its zone. */
static void loot(struct duel_state *s, int role)
{
    const struct duel_space *space = duel_space_of(s);
    unsigned token = 1U << space->zone;
    if (space->loot == 0 || space->looter != role || (s->looted & token) != 0)
        return;
    s->looted = (uint16_t)(s->looted | token);
    lose(&s->seat[!s->active], space->loot);
}

/* 7D-11.1, 7D-11.4, 7D-11.6: space by space, until the shields are used or a capital is taken. */
static enum duel_phase advance(struct duel_state *s, int shields)
{
    int role = duel_role(s, s->active);
    for (; shields > 0; shields--) {
        s->pawn = (int16_t)(s->pawn + 1 - 2 * role);
        loot(s, role);
        if (duel_space_of(s)->capital)
            return finish(s, DUEL_MILITARY);
    }
    return DUEL_PHASE_PLAY;
}

/* 7D-8.4, 7D-10.11: Strategy adds to red buildings and to nothing else. */
static int shields_of(const struct duel_seat *seat, int card)
{
    int shields = duel_cards[card].shields;
    return shields + (shields > 0 && duel_has_token(seat, DUEL_TOKEN_STRATEGY));
}

/* --- 7D-12 science and progress --- */

/* 7D-12.3: what is left on the board. */
static uint32_t tokens_on_board(const struct duel_state *s)
{
    uint32_t board = 0;
    for (int i = 0; i < DUEL_ON_BOARD; i++)
        board |= 1U << s->progress[i];
    return board & ~(uint32_t)(s->seat[0].tokens | s->seat[1].tokens);
}

/* 7D-12.2, 7D-18.7: checked as soon as a symbol is gained. */
static enum duel_phase gain_symbol(struct duel_state *s, struct duel_seat *me, int symbol)
{
    me->symbols = (uint8_t)(me->symbols | 1U << symbol);
    bool won = __builtin_popcount(me->symbols) >= DUEL_SUPREMACY;
    return won ? finish(s, DUEL_SCIENTIFIC) : DUEL_PHASE_PLAY;
}

/* 7D-8.5, 7D-12.1, 7D-12.3: the second card of a symbol makes a pair; Law has no second one. */
static enum duel_phase build_science(struct duel_state *s, struct duel_seat *me, int symbol)
{
    bool pair = (me->symbols >> symbol & 1) != 0;
    if (pair)
        return tokens_on_board(s) != 0 ? DUEL_PHASE_TOKEN : DUEL_PHASE_PLAY;
    return gain_symbol(s, me, symbol);
}

/* 7D-12.4: kept for good, coins at once, Law is a symbol. 7D-12.5: the rest works from now on. */
static enum duel_phase gain_token(struct duel_state *s, struct duel_seat *me, int token)
{
    me->tokens = (uint16_t)(me->tokens | 1U << token);
    earn(me, duel_tokens[token].income);
    int symbol = duel_tokens[token].symbol;
    return symbol != DUEL_NO_SYMBOL ? gain_symbol(s, me, symbol) : DUEL_PHASE_PLAY;
}

static int list_tokens(const struct duel_state *s, tk_action *out)
{
    int count = 0;
    for (uint32_t board = tokens_on_board(s); board != 0; board &= board - 1)
        out[count++] = duel_action(DUEL_TOKEN, __builtin_ctz(board));
    return count;
}

/* --- 7D-8 constructing a building --- */

/* 7D-13.2: how many of an item a city has. */
int duel_count(const struct duel_seat *seat, enum duel_item item)
{
    if (item == DUEL_WONDER)
        return __builtin_popcount(seat->raised);
    if (item == DUEL_COIN_TRIPLE)
        return seat->coins / 3;
    if (item == DUEL_BROWN_GREY)
        return duel_count(seat, DUEL_BROWN) + duel_count(seat, DUEL_GREY);
    struct duel_set set = duel_set_both(&seat->city, &duel_colours[item]);
    return duel_set_count(&set);
}

/* 7D-13.1: in the city that has the most; 7D-13.5: guilds are purple and counted by none. */
int duel_count_most(const struct duel_state *s, enum duel_item item)
{
    int a = duel_count(&s->seat[0], item), b = duel_count(&s->seat[1], item);
    return a > b ? a : b;
}

/* 7D-8.2, 7D-13.3: in the own city, itself included; a guild in the city that has the most. */
static int counted_income(const struct duel_state *s, const struct duel_seat *me,
                          const struct duel_card *card)
{
    int count =
        card->colour == DUEL_PURPLE ? duel_count_most(s, card->item) : duel_count(me, card->item);
    return count * card->item_coins;
}

/* 7D-8.1, 7D-8.2, 7D-8.4 to 7D-8.6. Returns what is to be decided next, as all effects do. */
static enum duel_phase construct(struct duel_state *s, struct duel_seat *me, int number)
{
    const struct duel_card *card = &duel_cards[number];
    duel_set_add(&me->city, number);
    me->economy += card->brings;
    earn(me, card->income);
    if (card->item_coins != 0)
        earn(me, counted_income(s, me, card));
    if (card->shields != 0)
        return advance(s, shields_of(me, number));
    if (card->symbol != DUEL_NO_SYMBOL)
        return build_science(s, me, card->symbol);
    return DUEL_PHASE_PLAY;
}

/* 7D-8.3: four coins for a chain, if Urbanism was there before. */
static int urbanism_income(const struct duel_seat *me, struct duel_price price)
{
    return price.chain && duel_has_token(me, DUEL_TOKEN_URBANISM) ? 4 : 0;
}

static enum duel_phase apply_build(struct duel_state *s, struct duel_seat *me, tk_action action)
{
    int card = duel_thing_of(action);
    struct duel_price price = duel_price(s, s->active, card);
    take_card(s, action);
    pay(me, &s->seat[!s->active], price);
    earn(me, urbanism_income(me, price));
    return construct(s, me, card);
}

/* --- 7D-9 discarding for coins --- */

/* 7D-9.1, 7D-18.3. */
int duel_discard_income(const struct duel_seat *seat)
{
    return 2 + duel_count(seat, DUEL_YELLOW);
}

static enum duel_phase apply_discard(struct duel_state *s, struct duel_seat *me, tk_action action)
{
    take_card(s, action);
    duel_set_add(&s->discard, duel_thing_of(action));
    earn(me, duel_discard_income(me));
    return DUEL_PHASE_PLAY;
}

/* --- 7D-10 constructing a wonder --- */

/* 7D-10.2, 7D-10.3: once each, and seven in all. */
bool duel_may_raise(const struct duel_state *s, int seat, int place)
{
    return !duel_is_raised(&s->seat[seat], place) && s->raised < DUEL_RAISED_MAX;
}

/* 7D-10.7 to 7D-10.9: a choice that has nothing to choose from is skipped. */
static enum duel_phase find_choice(const struct duel_state *s, const struct duel_wonder *wonder)
{
    const struct duel_seat *opponent = &s->seat[!s->active];
    struct duel_set cards = s->discard;
    if (wonder->choice == DUEL_PHASE_DESTROY)
        cards = duel_set_both(&opponent->city, &duel_colours[wonder->destroys]);
    else if (wonder->choice != DUEL_PHASE_REVIVE)
        return wonder->choice;
    return duel_set_empty(&cards) ? DUEL_PHASE_PLAY : wonder->choice;
}

/* 7D-10.1: the card goes under the wonder, and counts for nothing any more. */
static void tuck(struct duel_state *s, struct duel_seat *me, tk_action action)
{
    int place = 0;
    while (me->wonder[place] != duel_wonder_of(action))
        place++;
    me->raised = (uint8_t)(me->raised | 1U << place);
    me->tucked[place] = (uint8_t)duel_thing_of(action);
    s->raised++;
}

/* 7D-10.4: own coins, the opponent's loss, shields, the choice, the extra turn. */
static enum duel_phase apply_raise(struct duel_state *s, struct duel_seat *me, tk_action action)
{
    const struct duel_wonder *wonder = &duel_wonders[duel_wonder_of(action)];
    struct duel_price price = duel_wonder_price(s, s->active, duel_wonder_of(action));
    take_card(s, action);
    pay(me, &s->seat[!s->active], price);
    tuck(s, me, action);
    me->economy += wonder->brings;
    earn(me, wonder->income);
    lose(&s->seat[!s->active], wonder->plunder);
    /* 7D-10.6, 7D-10.10: one extra turn; a Theology that this wonder brings comes too late. */
    s->again = wonder->again | duel_has_token(me, DUEL_TOKEN_THEOLOGY);
    if (advance(s, wonder->shields) == DUEL_PHASE_OVER)
        return DUEL_PHASE_OVER;
    s->doomed = wonder->destroys;
    return find_choice(s, wonder);
}

static int list_set(struct duel_set set, enum duel_verb verb, tk_action *out)
{
    int count = 0;
    for (int card; (card = duel_set_pop(&set)) != 0;)
        out[count++] = duel_action(verb, card);
    return count;
}

/* 7D-10.7: the production is lost at once. */
static int list_destroy(const struct duel_state *s, tk_action *out)
{
    const struct duel_set *city = &s->seat[!s->active].city;
    return list_set(duel_set_both(city, &duel_colours[s->doomed]), DUEL_DESTROY, out);
}

static enum duel_phase apply_destroy(struct duel_state *s, struct duel_seat *me, tk_action action)
{
    struct duel_seat *opponent = &s->seat[!s->active];
    int card = duel_thing_of(action);
    (void)me;
    duel_set_remove(&opponent->city, card);
    opponent->economy -= duel_cards[card].brings;
    duel_set_add(&s->discard, card);
    return DUEL_PHASE_PLAY;
}

/* 7D-10.8, 7D-10.12: the first three of the box. */
static int list_library(const struct duel_state *s, tk_action *out)
{
    for (int i = 0; i < DUEL_DRAWN; i++)
        out[i] = duel_action(DUEL_LIBRARY, s->progress[DUEL_ON_BOARD + i]);
    return DUEL_DRAWN;
}

static enum duel_phase apply_token(struct duel_state *s, struct duel_seat *me, tk_action action)
{
    return gain_token(s, me, duel_thing_of(action));
}

/* 7D-10.9: a construction like any other, but nothing is paid and no chain is used. */
static int list_revive(const struct duel_state *s, tk_action *out)
{
    return list_set(s->discard, DUEL_REVIVE, out);
}

static enum duel_phase apply_revive(struct duel_state *s, struct duel_seat *me, tk_action action)
{
    duel_set_remove(&s->discard, duel_thing_of(action));
    return construct(s, me, duel_thing_of(action));
}

/* --- 7D-5, 7D-14 the ages --- */

/* 7D-5.3, 7D-18.11: whoever has the pawn on his half; 7D-5.4: else whoever played last. */
static int weaker_seat(const struct duel_state *s)
{
    return s->pawn == 0 ? s->active : (s->pawn > 0) ^ s->first;
}

/*
 * 7D-14.1, 7D-14.3. Whoever played the last card has no extra turn (7D-14.2), but may have to
 * choose; before that the new layout lies open (7D-5.5).
 */
static void end_age(struct duel_state *s)
{
    if (s->age == DUEL_AGES) {
        s->phase = (uint8_t)finish(s, DUEL_CIVILIAN);
        return;
    }
    s->active = (uint8_t)weaker_seat(s);
    next_turn(s);
    begin_age(s, s->age + 1);
    s->phase = DUEL_PHASE_START;
}

static int list_start(const struct duel_state *s, tk_action *out)
{
    (void)s;
    out[0] = duel_action(DUEL_START, DUEL_ME);
    out[1] = duel_action(DUEL_START, DUEL_OTHER);
    return 2;
}

static void apply_start(struct duel_state *s, struct duel_seat *me, tk_action action)
{
    (void)me;
    s->active = (uint8_t)(s->active ^ (duel_thing_of(action) == DUEL_OTHER));
    s->phase = DUEL_PHASE_PLAY;
    next_turn(s);
}

/* --- 7D-6 the turn --- */

/* 7D-6.2: turn up what was uncovered; 7D-6.3, 7D-6.4: then on, again, or the age ends. */
static void end_action(struct duel_state *s)
{
    unsigned again = s->again;
    s->open |= s->uncovered;
    s->uncovered = 0;
    s->again = s->doomed = 0;
    if (s->left == 0) {
        end_age(s);
        return;
    }
    s->phase = DUEL_PHASE_PLAY;
    s->active = (uint8_t)(s->active ^ 1U ^ again);
    next_turn(s);
}

/* The table of contents: what each verb does. Three are a turn (7D-6.1), the others its choices. */
static enum duel_phase (*const effects[])(struct duel_state *, struct duel_seat *, tk_action) = {
    [DUEL_BUILD] = apply_build,     [DUEL_DISCARD] = apply_discard, [DUEL_RAISE] = apply_raise,
    [DUEL_DESTROY] = apply_destroy, [DUEL_LIBRARY] = apply_token,   [DUEL_REVIVE] = apply_revive,
    [DUEL_TOKEN] = apply_token,
};

/* 7D-17.4: an effect ends in the next choice, in the end of the game, or in that of the action. */
void duel_apply(void *state, tk_action action)
{
    struct duel_state *s = state;
    struct duel_seat *me = &s->seat[s->active];
    enum duel_verb verb = duel_verb_of(action);
    if (verb == DUEL_DRAFT) {
        apply_draft(s, me, action);
    } else if (verb == DUEL_START) {
        apply_start(s, me, action);
    } else {
        enum duel_phase next = effects[verb](s, me, action);
        s->phase = (uint8_t)next;
        if (next == DUEL_PHASE_PLAY)
            end_action(s);
    }
}

int duel_legal(const void *state, tk_action *out)
{
    static int (*const lists[])(const struct duel_state *, tk_action *) = {
        [DUEL_PHASE_DRAFT] = list_draft,     [DUEL_PHASE_DESTROY] = list_destroy,
        [DUEL_PHASE_LIBRARY] = list_library, [DUEL_PHASE_REVIVE] = list_revive,
        [DUEL_PHASE_TOKEN] = list_tokens,    [DUEL_PHASE_START] = list_start,
    };
    const struct duel_state *s = state;
    if (s->phase == DUEL_PHASE_PLAY)
        return duel_list_plays(s, out); /* nearly always: worth a branch that is easily foreseen */
    return s->phase == DUEL_PHASE_OVER ? 0 : lists[s->phase](s, out);
}
