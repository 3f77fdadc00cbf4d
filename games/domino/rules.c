/* SPDX-License-Identifier: MIT */
/* The course of the game, in the order of the rulebook: set-up, draft, turns, upkeep. */
#include "domino_internal.h"

/* The kingdom of the seat that acts. */
static int acting(const struct domino_state *s)
{
    return domino_kingdom_of(s, s->actor);
}

/* --- QD-2 set-up --- */

/* QD-2.2, RW-1, KD-2: every box is shuffled for itself. What no line reaches is left out. */
static void shuffle_boxes(struct domino_state *s, struct tk_dice *dice)
{
    for (int box = 0; box < domino_box_count(s); box++) {
        uint8_t *deck = domino_box(s, box)->deck;
        for (int i = 0; i < DOMINO_DOMINOES; i++)
            deck[i] = (uint8_t)(i + 1);
        tk_dice_shuffle(dice, deck, DOMINO_DOMINOES);
    }
}

/* QD-2.3: the tiles as a stack; the first six of it go to the slots 0 to 5. */
static void shuffle_tiles(struct domino_state *s, struct tk_dice *dice)
{
    int count = 0;
    for (int kind = 1; kind <= DOMINO_KINDS; kind++)
        for (int copy = 0; copy < domino_buildings[kind].copies; copy++)
            s->stack[count++] = (uint8_t)kind;
    tk_dice_shuffle(dice, s->stack, DOMINO_TILES);
}

/*
 * QD-3.1, KD-4, RW-9: the kings in any order. QD-3.2: Queendomino with two players has the order
 * a, b, b, a instead.
 */
static void shuffle_kings(struct domino_state *s, struct tk_dice *dice)
{
    for (int i = 0; i < s->king_count; i++)
        s->kings[i] = (uint8_t)(i % s->players);
    if (s->variant == DOMINO_QUEEN && s->players == 2) {
        uint8_t a = (uint8_t)tk_dice_below(dice, 2);
        s->kings[0] = s->kings[3] = a;
        s->kings[1] = s->kings[2] = (uint8_t)(1 - a);
    } else {
        tk_dice_shuffle(dice, s->kings, s->king_count);
    }
}

static void deal(struct domino_state *s, struct tk_dice *dice)
{
    shuffle_boxes(s, dice);
    if (s->variant != DOMINO_KING)
        shuffle_tiles(s, dice);
    shuffle_kings(s, dice);
    domino_begin(s);
}

/* QD-14.3: all of chance comes from the seed. */
void domino_setup(struct domino_state *s, const uint8_t *seed)
{
    struct tk_stream stream;
    struct tk_dice dice;
    tk_stream_init(&stream, seed);
    tk_dice_begin(&dice, &stream);
    deal(s, &dice);
    if ((s->flags & DOMINO_DYNASTY) != 0)
        s->stream = stream; /* KD-10: two more games to deal */
}

/* --- lines --- */

/*
 * QD-2.4, QD-3.4, QD-11.4: the next dominoes of the box, in ascending order. A set of numbers sorts
 * them without comparisons.
 */
static void draw_line(struct domino_state *s)
{
    int line = s->round + 1, box = domino_line_box(s, line), size = s->line_size;
    uint8_t *deck = domino_box(s, box)->deck + domino_drawn(s, box, line) - size;
    uint64_t numbers = 0;
    for (int i = 0; i < size; i++)
        numbers |= UINT64_C(1) << deck[i];
    for (int i = 0; i < size; i++) {
        s->next.number[i] = (uint8_t)__builtin_ctzll(numbers);
        numbers &= numbers - 1;
    }
    if (s->round > 0)
        tk_fill(deck, 0, (size_t)size);
}

/*
 * QD-3.3, QD-11.1, QD-15.23, RW-10: the dominoes that nobody has claimed leave, seen by all; the
 * kings stand on the rest.
 */
static void advance_line(struct domino_state *s)
{
    struct domino_line line = {{0}, {0}};
    int count = 0;
    for (int i = 0; i < s->line_size; i++) {
        uint8_t king = s->next.king[i];
        line.number[count] = s->next.number[i];
        line.king[count] = king;
        count += king != 0;
    }
    for (int i = count; i < s->line_size; i++)
        line.number[i] = 0;
    s->line = line;
    s->next = (struct domino_line){{0}, {0}};
}

/* --- builders' board --- */

/* The slots that show a tile, one bit each. */
unsigned domino_tiles_shown(const struct domino_state *s)
{
    unsigned shown = 0;
    for (int slot = 0; slot < DOMINO_SLOTS; slot++)
        shown |= (unsigned)(s->display[slot] != 0) << slot;
    return shown;
}

/*
 * QD-11.3: the tiles close up towards slot 0, then the stack fills the empty slots, the cheapest
 * first. QD-15.19, RW-11: where the stack has run out, zeros come: the dearest slots stay empty.
 */
static void refill_display(struct domino_state *s)
{
    uint8_t row[2 * DOMINO_SLOTS];
    int count = 0;
    for (int slot = 0; slot < DOMINO_SLOTS; slot++) {
        row[count] = s->display[slot];
        count += s->display[slot] != 0;
    }
    tk_copy(row + count, s->stack + s->top, DOMINO_SLOTS);
    tk_copy(s->display, row, DOMINO_SLOTS);
    int top = s->top + DOMINO_SLOTS - count;
    s->top = (uint8_t)(top < DOMINO_TILES ? top : DOMINO_TILES);
    tk_fill(s->stack + s->top - DOMINO_SLOTS, 0, DOMINO_SLOTS);
}

/* QD-7.2, QD-15.10: what is printed under the slot, one less for the queen's host, never below 0. */
int domino_price(const struct domino_state *s, int kingdom, int slot)
{
    return slot > 0 && s->queen == kingdom + 1 ? slot - 1 : slot;
}

/* QD-7.1, QD-15.12: the slots whose tile this kingdom can pay; a coin more goes one slot further. */
unsigned domino_slots_in_reach(const struct domino_state *s, int kingdom)
{
    unsigned purse = (unsigned)s->kingdom[kingdom].coins + (s->queen == kingdom + 1 ? 1U : 0U);
    unsigned dearest = purse < DOMINO_SLOTS ? purse : DOMINO_SLOTS;
    return domino_tiles_shown(s) & ((2U << dearest) - 1);
}

/* QD-7.1, QD-15.18 */
bool domino_can_build(const struct domino_state *s, int kingdom)
{
    return domino_sites(&s->kingdom[kingdom]) != 0 && domino_slots_in_reach(s, kingdom) != 0;
}

/* QD-9.1, QD-9.3, QD-15.15: at this moment, and the dragon leaves his cave but once a round. */
bool domino_can_burn(const struct domino_state *s, int kingdom)
{
    return (s->dragon == 0) & (s->queen != kingdom + 1) & (s->kingdom[kingdom].coins > 0) &
           (domino_tiles_shown(s) != 0);
}

/* --- QD-3 draft, QD-4 rounds, QD-11 upkeep --- */

/* QD-2.4, QD-3.1: line 1 is shown, and the first king of the draft chooses. */
void domino_begin(struct domino_state *s)
{
    if (s->variant != DOMINO_KING) {
        tk_copy(s->display, s->stack, DOMINO_SLOTS);
        tk_fill(s->stack, 0, DOMINO_SLOTS);
        s->top = DOMINO_SLOTS;
    }
    draw_line(s);
    s->phase = DOMINO_DRAFT;
    s->actor = (int8_t)s->kings[0];
}

/* QD-4.2: line numbers ascend, so the kings act as they stand. */
static void begin_turn(struct domino_state *s)
{
    s->phase = DOMINO_PLACE;
    s->actor = (int8_t)(s->line.king[s->king] - 1);
}

/*
 * QD-11, RW-14: upkeep, then the next round. After the draft (QD-3.3, QD-3.4) the same: the dragon
 * is at home then and the display full.
 */
static void begin_round(struct domino_state *s)
{
    if (s->round++ == 0)
        tk_fill(s->first.deck, 0, s->line_size);
    advance_line(s);
    if (s->round < s->rounds)
        draw_line(s);
    if (s->variant != DOMINO_KING) {
        s->dragon = 0; /* QD-11.2 */
        refill_display(s);
    }
    s->king = 0;
    begin_turn(s);
}

/* QD-10.2, QD-15.21: no upkeep after the last round. KD-10: but perhaps another game. */
static void end_game(struct domino_state *s)
{
    bool again = (s->flags & DOMINO_DYNASTY) != 0 && s->game + 1 < DOMINO_GAMES;
    s->phase = again ? DOMINO_DEAL : DOMINO_OVER;
    s->actor = again ? TK_CHANCE : TK_NOBODY;
}

static void end_turn(struct domino_state *s)
{
    if (s->king + 1 == s->king_count) {
        if (s->round == s->rounds)
            end_game(s);
        else
            begin_round(s);
        return;
    }
    s->king++;
    if (s->round == 0)
        s->actor = (int8_t)s->kings[s->king];
    else
        begin_turn(s);
}

/*
 * QD-4.3, QD-4.4: goes on to the next step that offers a choice. KD-5: in Kingdomino nothing but E
 * comes after A. `taxable` tells whether a domino was placed (QD-6.1, QD-15.4).
 */
static void next_step(struct domino_state *s, bool taxable)
{
    unsigned open = (unsigned)(s->round < s->rounds) << DOMINO_PICK | 1U << DOMINO_OVER;
    if (s->variant != DOMINO_KING) {
        int kingdom = acting(s);
        open |= (unsigned)(taxable && s->kingdom[kingdom].free_knights > 0) << DOMINO_TAX;
        open |= (unsigned)domino_can_build(s, kingdom) << DOMINO_BUILD;
        open |= (unsigned)domino_can_burn(s, kingdom) << DOMINO_BURN;
    }
    unsigned later = open & (0 - (2U << s->phase));
    s->phase = (uint8_t)__builtin_ctz(later);
    if (s->phase == DOMINO_OVER)
        end_turn(s);
}

/* --- QD-5 A: place the domino --- */

/* The domino under the king that acts. */
int domino_in_hand(const struct domino_state *s)
{
    return s->line.number[s->king];
}

const struct domino_face *domino_face_in_hand(const struct domino_state *s)
{
    return domino_face(s, domino_line_box(s, s->round), domino_in_hand(s));
}

/*
 * Every cell at which a domino may begin, in any direction, is looked at once. Its western or
 * northern square lies there; to the west and to the north that is the right one.
 */
static int list_placements(const struct domino_state *s, tk_action *out)
{
    const struct domino_kingdom *k = &s->kingdom[acting(s)];
    struct domino_spots spots;
    domino_spots(k, s->limit, domino_face_in_hand(s), &spots);
    const domino_cells *first = spots.first;
    struct domino_cell window = domino_window(k);
    tk_action origin = DOMINO_DO_PLACE + domino_at(window.x, window.y);
    int count = 0;
    for (domino_cells any = first[0] | first[1] | first[2] | first[3]; any != 0; any &= any - 1) {
        int index = __builtin_ctzll(any);
        tk_action here = origin + ((tk_action)((index - window.x) & 7) << DOMINO_BIT_X) +
                         ((tk_action)(((index >> 3) - window.y) & 7) << DOMINO_BIT_Y);
        out[count] = here + (DOMINO_EAST << DOMINO_BIT_DIRECTION);
        count += (int)(first[DOMINO_EAST] >> index & 1);
        out[count] = here + (DOMINO_SOUTH << DOMINO_BIT_DIRECTION);
        count += (int)(first[DOMINO_SOUTH] >> index & 1);
        out[count] = here + (DOMINO_WEST << DOMINO_BIT_DIRECTION) + (1 << DOMINO_BIT_X);
        count += (int)(first[DOMINO_WEST] >> index & 1);
        out[count] = here + (DOMINO_NORTH << DOMINO_BIT_DIRECTION) + (1 << DOMINO_BIT_Y);
        count += (int)(first[DOMINO_NORTH] >> index & 1);
    }
    out[count] = DOMINO_DO_DISCARD; /* QD-5.4: only when there is no place */
    return count + (count == 0);
}

static void apply_place(struct domino_state *s, tk_action action)
{
    int kingdom = acting(s), box = domino_line_box(s, s->round), number = domino_in_hand(s);
    struct domino_cell left = domino_action_cell(action);
    enum domino_direction direction = domino_action_direction(action);
    domino_put(&s->kingdom[kingdom], domino_face(s, box, number), left, direction);
    domino_box(s, box)->home[number - 1] = domino_home(kingdom, left, direction);
    s->last[kingdom] = (uint8_t)(DOMINO_SECOND * box + number);
    next_step(s, true);
}

/* QD-5.4, QD-15.4: out of the game; taxes are then not collected, the other steps remain. */
static void apply_discard(struct domino_state *s, tk_action action)
{
    (void)action;
    next_step(s, false);
}

/* --- QD-6 B: collect taxes --- */

/* QD-6.1: either square, or both with two free knights. */
static int list_taxes(const struct domino_state *s, tk_action *out)
{
    for (unsigned squares = 0; squares < 4; squares++)
        out[squares] = domino_tax_action(squares);
    return s->kingdom[acting(s)].free_knights > 1 ? 4 : 3;
}

/* QD-6.3, QD-6.4: what the buildings add when taxes are collected. Each copy pays on its own. */
static int tax_bonus(const struct domino_kingdom *k)
{
    int coins = 0;
    for (domino_cells rest = domino_built(k); rest != 0; rest &= rest - 1) {
        const struct domino_building *tile =
            &domino_buildings[domino_building_at(k, __builtin_ctzll(rest))];
        coins += tile->tax_bonus == DOMINO_TAX_COIN_PER_KNIGHT ? domino_knights(k) : 0;
        coins += tile->tax_bonus == DOMINO_TAX_COIN_PER_TOWER ? k->towers : 0;
    }
    return coins;
}

/*
 * QD-6.2, QD-15.5, QD-15.7: each knight collects the whole property of its square, though both be
 * in one and others before them. QD-15.8: the bonus comes once.
 */
int domino_tax(const struct domino_state *s, unsigned squares)
{
    const struct domino_kingdom *k = &s->kingdom[acting(s)];
    const struct domino_face *face = domino_face_in_hand(s);
    int cells[2], coins = 0, knights = 0;
    domino_home_cells(domino_home_in_hand(s), cells);
    for (int square = 0; square < 2; square++) {
        if ((squares >> square & 1) == 0)
            continue;
        coins += __builtin_popcountll(
            domino_property(k->terrain[face->terrain[square]], UINT64_C(1) << cells[square]));
        knights++;
    }
    int times = (s->flags & DOMINO_TAX_PER_KNIGHT) != 0 ? knights : knights > 0;
    return coins + times * tax_bonus(k);
}

/* QD-15.6: a knight keeps nobody from building there, nor a building a knight from standing there. */
static void apply_tax(struct domino_state *s, tk_action action)
{
    struct domino_kingdom *k = &s->kingdom[acting(s)];
    unsigned squares = domino_action_knights(action);
    if (squares != 0) {
        int cells[2];
        domino_home_cells(domino_home_in_hand(s), cells);
        k->coins = (uint16_t)(k->coins + domino_tax(s, squares));
        k->free_knights = (uint8_t)(k->free_knights - (squares == 3 ? 2 : 1));
        k->knights |= (domino_cells)(squares & 1) << cells[0] | (domino_cells)(squares >> 1)
                                                                    << cells[1];
    }
    next_step(s, false);
}

/* --- QD-7 C: construct one building, QD-8 the queen --- */

static int list_buildings(const struct domino_state *s, tk_action *out)
{
    int kingdom = acting(s), count = 0;
    unsigned reach = domino_slots_in_reach(s, kingdom);
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    out[count++] = DOMINO_BUILD_NONE;
    for (domino_cells rest = domino_sites(k); rest != 0; rest &= rest - 1) {
        tk_action here = domino_build_action(0, domino_cell_at(k, __builtin_ctzll(rest)));
        for (unsigned slot = 0; slot < DOMINO_SLOTS; slot++) {
            out[count] = here | slot << DOMINO_BIT_SLOT;
            count += (int)(reach >> slot & 1);
        }
    }
    return count;
}

/* QD-8.1, QD-8.2, QD-15.14: whoever has just received towers and is behind nobody hosts her. */
static void move_queen(struct domino_state *s, int kingdom)
{
    bool ahead = true;
    for (int other = 0; other < s->kingdoms; other++)
        ahead &= s->kingdom[kingdom].towers >= s->kingdom[other].towers;
    if (ahead)
        s->queen = (uint8_t)(kingdom + 1);
}

/*
 * QD-7.2 to QD-7.5: pay, build, receive. QD-15.11: the price is that of the moment before. QD-15.9:
 * new knights come too late for this turn's taxes.
 */
static void apply_build(struct domino_state *s, tk_action action)
{
    int slot = domino_action_slot(action), kingdom = acting(s);
    if (slot != DOMINO_NO_SLOT) {
        struct domino_kingdom *k = &s->kingdom[kingdom];
        const struct domino_building *tile = &domino_buildings[s->display[slot]];
        k->coins = (uint16_t)(k->coins - domino_price(s, kingdom, slot));
        domino_put_building(k, domino_index(domino_action_cell(action)), s->display[slot]);
        s->display[slot] = 0; /* QD-7.3, QD-15.20 */
        k->free_knights = (uint8_t)(k->free_knights + tile->knights);
        k->towers = (uint8_t)(k->towers + tile->towers);
        if (tile->towers > 0) /* QD-7.5, QD-15.13 */
            move_queen(s, kingdom);
    }
    next_step(s, false);
}

/* --- QD-9 D: bribe the dragon --- */

static int list_fires(const struct domino_state *s, tk_action *out)
{
    unsigned shown = domino_tiles_shown(s);
    int count = 0;
    out[count++] = DOMINO_BURN_NONE;
    for (int slot = 0; slot < DOMINO_SLOTS; slot++) {
        out[count] = domino_burn_action(slot);
        count += (int)(shown >> slot & 1);
    }
    return count;
}

/* QD-9.2, QD-15.16: one coin, also for the queen's friends. */
static void apply_burn(struct domino_state *s, tk_action action)
{
    int slot = domino_action_slot(action);
    if (slot != DOMINO_NO_SLOT) {
        s->kingdom[acting(s)].coins--;
        s->display[slot] = 0;
        s->dragon = (uint8_t)(slot + 1);
    }
    next_step(s, false);
}

/* --- QD-3 draft, QD-10 E: choose the next domino --- */

static int list_picks(const struct domino_state *s, tk_action *out)
{
    int count = 0;
    for (int i = 0; i < s->line_size; i++) {
        out[count] = domino_pick_action(s->next.number[i]);
        count += s->next.king[i] == 0;
    }
    return count;
}

/* All numbers of the line are compared at once: a byte of `other` is zero where the domino lies. */
int domino_line_find(const struct domino_line *line, int number)
{
    uint64_t numbers = 0, each = UINT64_C(0x0101010101010101);
    for (int i = 0; i < DOMINO_LINE; i++)
        numbers |= (uint64_t)line->number[i] << 8 * i;
    uint64_t other = numbers ^ each * (uint64_t)number;
    uint64_t zero = (other - each) & ~other & each << 7;
    return zero == 0 ? -1 : __builtin_ctzll(zero) / 8;
}

int domino_line_length(const struct domino_line *line)
{
    int length = 0;
    while (length < DOMINO_LINE && line->number[length] != 0)
        length++;
    return length;
}

static void apply_pick(struct domino_state *s, tk_action action)
{
    int place = domino_line_find(&s->next, domino_action_number(action));
    s->next.king[place] = (uint8_t)(s->actor + 1);
    end_turn(s);
}

/* --- the table of contents --- */

void domino_apply(void *state, tk_action action)
{
    static void (*const verbs[DOMINO_VERBS])(struct domino_state *, tk_action) = {
        [DOMINO_DO_PLACE] = apply_place,                                  /* QD-5 */
        [DOMINO_DO_DISCARD] = apply_discard, [DOMINO_DO_TAX] = apply_tax, /* QD-6 */
        [DOMINO_DO_BUILD] = apply_build,                                  /* QD-7 */
        [DOMINO_DO_BURN] = apply_burn,                                    /* QD-9 */
        [DOMINO_DO_PICK] = apply_pick,                                    /* QD-3, QD-10 */
    };
    verbs[domino_action_verb(action)](state, action);
}

int domino_legal(const void *state, tk_action *out)
{
    static int (*const lists[])(const struct domino_state *, tk_action *) = {
        [DOMINO_DRAFT] = list_picks, /* QD-3.1 */
        [DOMINO_PLACE] = list_placements, [DOMINO_TAX] = list_taxes,
        [DOMINO_BUILD] = list_buildings,  [DOMINO_BURN] = list_fires,
        [DOMINO_PICK] = list_picks,
    };
    const struct domino_state *s = state;
    return s->actor < 0 ? 0 : lists[s->phase](s, out);
}

/* --- KD-10 dynasty --- */

/* Nothing but the totals is carried over. */
void domino_next_game(struct domino_state *s)
{
    int32_t totals[DOMINO_SEATS];
    domino_totals(s, totals);
    for (int seat = 0; seat < s->players; seat++)
        s->past[s->game][seat] = (uint16_t)totals[seat];
    s->game++;
    s->round = s->king = 0;
    s->line = s->next = (struct domino_line){{0}, {0}};
    s->first = (struct domino_box){{0}, {0}};
    tk_fill(s->last, 0, sizeof s->last);
    for (int i = 0; i < s->kingdoms; i++)
        domino_kingdom_init(s, &s->kingdom[i]);
}

void domino_settle(void *state)
{
    struct domino_state *s = state;
    struct tk_dice dice;
    domino_next_game(s);
    tk_dice_begin(&dice, &s->stream);
    deal(s, &dice);
}
