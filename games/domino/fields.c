/* SPDX-License-Identifier: MIT */
/*
 * The state of the three games, described once: what there is, who may see it, and how it is written.
 * Everything is open to everybody (QD-14.1) but the order of the dominoes and tiles that are not drawn
 * (QD-14.2). What is shown stands in view.c, what is done after reading in complete.c.
 */
#include "domino_internal.h"

TK_AT(state_of, const struct domino_state, state)
TK_AT(into_state, struct domino_state, into_state)

/* --- which rows there are, and how long --- */

TK_SHARED_FACT(domino_has_towns, state_of(at)->variant != DOMINO_KING)
TK_SHARED_FACT(domino_is_dynasty, (state_of(at)->flags & DOMINO_DYNASTY) != 0)
TK_FACT(kingdom_count, state_of(at)->kingdoms)
TK_FACT(king_count, state_of(at)->king_count)
TK_SHARED_FACT(domino_stack_left, DOMINO_TILES - state_of(at)->top)
TK_FACT(is_king, state_of(at)->variant == DOMINO_KING)
TK_FACT(is_wedding, state_of(at)->variant == DOMINO_WEDDING)

/* Row argument 0 is the line, 1 the next. */
TK_SHARED_FACT(domino_in_line,
               domino_line_length(at->row->arg == 0 ? &state_of(at)->line : &state_of(at)->next))

/* --- kinds --- */

const struct tk_kind domino_phase = {TK_NAMES_OF("Phase", domino_phase_ids, 0, DOMINO_PHASES),
                                     .word = "phase"};
const struct tk_kind domino_past = {
    .form = TK_FORM_ROW, .of = &tk_number, .count = 4, .by_players = true};
static const struct tk_kind tile = {TK_IDS_OF(domino_buildings, id, DOMINO_PROBLEM_BUILDING),
                                    .word = "building", .face = &domino_building_face};
/* A domino of the box that a line comes from. */
static const struct tk_kind in_line = {.form = TK_FORM_INT, .word = "domino"};

/* "q18": a domino of one of this game's boxes; "" is none. */
static void write_name(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    int number = (int)value % DOMINO_SECOND, which = (int)value / DOMINO_SECOND;
    if (number == 0)
        return;
    tk_write_char(out, domino_box_ids[domino_box_name(state_of(at), which)][0]);
    tk_write_int(out, number);
}

static bool read_name(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    struct tk_reader in = tk_reader_over(text);
    *out_value = 0;
    for (int which = 0; which < domino_box_count(state_of(at)); which++) {
        if (tk_read_char(&in, domino_box_ids[domino_box_name(state_of(at), which)][0]) &&
            tk_read_int(&in, 1, DOMINO_DOMINOES, out_value)) {
            *out_value += DOMINO_SECOND * which;
            return tk_read_end(&in);
        }
    }
    return text.length == 0;
}

/* What is printed on it; 0 for none, and -1 for numbers between two boxes. */
static int64_t face_of_name(const struct tk_at *at, int64_t value)
{
    int number = (int)value % DOMINO_SECOND, which = (int)value / DOMINO_SECOND;
    if (number > DOMINO_DOMINOES || which >= domino_box_count(state_of(at)))
        return -1;
    if (number == 0)
        return which == 0 ? 0 : -1;
    return (int)domino_box_name(state_of(at), which) * (DOMINO_DOMINOES + 1) + number;
}

/* clang-format off */
#define NAME TK_TEXT_OF(write_name, read_name, DOMINO_PROBLEM_NAME), .word = "domino", \
    .face = &domino_face_kind, .face_of = face_of_name, .to = DOMINO_SECOND + DOMINO_DOMINOES
static const struct tk_kind name = {NAME};
static const struct tk_kind some_name = {NAME, .from = 1}; /* there is one */

/* A cell is a number to the east and one to the south of the castle. */
#define REACH(before) {(before), &tk_number, -DOMINO_REACH, DOMINO_REACH}

/* "q18:0,1:s": its left square lies on 0,1, the right one south of it. */
static const char *const direction_names[DOMINO_DIRECTIONS] = {"n", "e", "s", "w"};
static const struct tk_kind way = {TK_NAMES_OF(NULL, direction_names, 0, DOMINO_DIRECTIONS),
    .word = "direction"};
static const struct tk_kind placed = {.form = TK_FORM_TEXT, .problem = DOMINO_PROBLEM_PLACED,
    .word = "placed", TK_PIECES({"", &some_name, 0, 0}, REACH(":"), REACH(","), {":", &way, 0, 0})};
/* clang-format on */

/* "0,1": stored as its bit; the dominoes that were read before must reach it. */
static void write_cell(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    domino_write_cell(domino_cell_at(at->thing, (int)value), out);
}

static bool read_cell(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    struct tk_reader in = tk_reader_over(text);
    struct domino_cell cell;
    if (!domino_read_cell(&in, &cell) || !tk_read_end(&in) || !domino_is_inside(at->thing, cell))
        return false;
    *out_value = domino_index(cell);
    return true;
}

/* clang-format off */
static const struct tk_kind cell = {TK_TEXT_OF(write_cell, read_cell, DOMINO_PROBLEM_CELL),
    .word = "cell", TK_PIECES(REACH(""), REACH(","))};
/* "sawmill:-2,-2" */
static const struct tk_kind built = {.form = TK_FORM_TEXT, .problem = DOMINO_PROBLEM_BUILT,
    .word = "built", TK_PIECES({"", &tile, 0, 0}, {":", &cell, 0, 0})};
/* clang-format on */

/* --- kingdoms --- */

static int dominoes_of(const struct tk_at *at, int64_t *out)
{
    int count = 0;
    for (int i = 0; i < domino_box_count(state_of(at)) * DOMINO_DOMINOES; i++) {
        int which = i / DOMINO_DOMINOES, number = i % DOMINO_DOMINOES + 1;
        uint16_t home = domino_box_of(state_of(at), which)->home[number - 1];
        if (home == 0 || domino_home_kingdom(home) != at->index)
            continue;
        struct domino_cell left = domino_home_left(at->thing, home);
        const int64_t pieces[] = {DOMINO_SECOND * which + number, left.x, left.y,
                                  domino_home_direction(home)};
        out[count++] = tk_pack(&placed, pieces);
    }
    return count;
}

static bool put_domino(const struct tk_at *at, int64_t value)
{
    struct domino_kingdom *k = at->into;
    int domino = (int)tk_piece(&placed, value, 0);
    int which = domino / DOMINO_SECOND, number = domino % DOMINO_SECOND;
    struct domino_cell left = {(int8_t)tk_piece(&placed, value, 1),
                               (int8_t)tk_piece(&placed, value, 2)};
    enum domino_direction direction = (enum domino_direction)tk_piece(&placed, value, 3);
    uint16_t *home = &domino_box(at->into_state, which)->home[number - 1];
    domino_cells taken = domino_occupied(k);
    int right = domino_index(domino_beside(left, direction));
    if (*home != 0 || (taken >> domino_index(left) & 1) != 0 || (taken >> right & 1) != 0)
        return false;
    *home = domino_home(at->index, left, direction);
    domino_put(k, domino_face(state_of(at), which, number), left, direction);
    return true;
}

static const char *put_dominoes(const struct tk_at *at, const int64_t *values, int count)
{
    for (int i = 0; i < count; i++)
        if (!put_domino(at, values[i]))
            return DOMINO_PROBLEM_TAKEN;
    return NULL;
}

TK_FACT(last_of, state_of(at)->last[at->index])
TK_PUT(put_last, into_state(at)->last[at->index] = (uint8_t)value)

static int buildings_of(const struct tk_at *at, int64_t *out)
{
    int count = 0;
    for (domino_cells rest = domino_built(at->thing); rest != 0; rest &= rest - 1) {
        int index = __builtin_ctzll(rest);
        const int64_t pieces[] = {domino_building_at(at->thing, index), index};
        out[count++] = tk_pack(&built, pieces);
    }
    return count;
}

static const char *put_buildings(const struct tk_at *at, const int64_t *values, int count)
{
    for (int i = 0; i < count; i++) {
        int index = (int)tk_piece(&built, values[i], 1);
        if ((domino_sites(at->into) >> index & 1) == 0)
            return DOMINO_PROBLEM_SITE;
        domino_put_building(at->into, index, (int)tk_piece(&built, values[i], 0));
    }
    return NULL;
}

/* --- lines --- */

/* In the draft the first line is listed as it was drawn: its order is part of the deal. */
TK_FACT(next_number, state_of(at)->round == 0 ? state_of(at)->first.deck[at->index]
                                              : state_of(at)->next.number[at->index])
TK_FACT(next_king,
        state_of(at)->next.king[domino_line_find(&state_of(at)->next, (int)next_number(at))])

/* --- decks and stack: what is not drawn --- */

TK_FACT(deck_drawn, domino_drawn(at->state, at->row->arg, domino_lines_drawn(at->state)))
/* What was dealt, at set-up and before each further game of a dynasty (KD-10). */
TK_FACT(deck_dealt, domino_drawn(at->state, at->row->arg, state_of(at)->rounds))
TK_FACT(stack_top, state_of(at)->top)
TK_FACT(below_top, state_of(at)->top + 1) /* QD-14.1: the top tile lies face up */
TK_FACT(stack_end, DOMINO_TILES)

TK_PUT(put_stack_left, into_state(at)->top = (uint8_t)(DOMINO_TILES - value))

/* --- the state and the deal --- */

/* clang-format off */
#define STATE(key, kind, member)   TK_MEMBER(key, kind, struct domino_state, member)
#define LIST(key, kind, member)    TK_ARRAY(key, kind, struct domino_state, member)
#define INTO(member)               TK_INTO_ARRAY(struct domino_state, member)
#define KINGDOM(key, kind, member) TK_MEMBER(key, kind, struct domino_kingdom, member)
#define SEEN(member)               TK_SEEN(struct domino_state, member)
#define OPEN                       .see = TK_OPEN
#define TOWNS                      .when = domino_has_towns
#define DYNASTY                    .when = domino_is_dynasty
#define NUMBERS                    .low = 1, .high = DOMINO_DOMINOES
#define STANDING .length = domino_in_line, .high = -1, \
    .flags = TK_HIGH_PLAYERS | TK_NULLABLE | TK_EXACT
#define KINGS LIST("kings", tk_number, kings), .length = king_count, .high = -1, \
    .flags = TK_HIGH_PLAYERS | TK_EXACT, OPEN
#define DECK(key, box, of, is) LIST(key, tk_number, box.deck), NUMBERS, .arg = (of), .when = (is)
/* What is not drawn; at its end lie dominoes that are left out of the game (KD-3). What is read goes to
 * the beginning; complete.c finds its place. */
#define UNDRAWN .first = deck_drawn, .see = TK_SET, .unseen = deck_drawn
#define DEALT   .length = deck_dealt
#define STACK(key) LIST(key, tile, stack), .first = stack_top, .length = stack_end

/* Nothing of a kingdom is hidden, so that its last row shows all of it. */
static const struct tk_kind kingdom = TK_THING(NULL,
    {TK_LIST("dominoes", placed, dominoes_of), .put = put_dominoes},
    {TK_NUMBER("last", name, last_of), .put = put_last},
    {KINGDOM("coins", tk_number, coins), TOWNS},
    {KINGDOM("knights", tk_number, free_knights), TOWNS},
    {TK_BITS("placed", cell, struct domino_kingdom, knights), TOWNS},
    {KINGDOM("towers", tk_number, towers), TOWNS},
    {TK_LIST("buildings", built, buildings_of), .put = put_buildings, TOWNS},
    {.source = TK_FROM_MEMBER, .size = sizeof(struct domino_kingdom), OPEN});

static const struct tk_rows state_rows = TK_ROWS(NULL,
    {STATE("round", tk_number, round), .high = 24, OPEN},
    {STATE("king", tk_number, king), .high = DOMINO_LINE - 1, OPEN},
    {STATE("phase", domino_phase, phase), OPEN},
    {KINGS},
    {LIST("line", in_line, line.number), .length = domino_in_line, NUMBERS, OPEN},
    {LIST("line_kings", tk_owner, line.king), STANDING, .along = "line", OPEN},
    {TK_FACTS("next", in_line, next_number), INTO(next.number), .length = domino_in_line, NUMBERS,
     .arg = 1},
    {TK_FACTS("next_kings", tk_owner, next_king), INTO(next.king), STANDING, .along = "next",
     .arg = 1},
    {LIST("display", tile, display), .flags = TK_NULLABLE | TK_EXACT, TOWNS, OPEN}, /* 0 to 5 */
    {TK_NUMBER("stack", tk_number, domino_stack_left), .put = put_stack_left,
     .high = DOMINO_TILES - DOMINO_SLOTS, TOWNS},
    {STATE("queen", tk_owner, queen), .high = -1, .flags = TK_NULLABLE | TK_HIGH_PLAYERS, TOWNS,
     OPEN},
    {STATE("dragon", tk_owner, dragon), .high = DOMINO_SLOTS - 1, .flags = TK_NULLABLE, TOWNS, OPEN},
    {LIST("past", domino_past, past), TK_COUNTED_BY(struct domino_state, game),
     DYNASTY, OPEN},
    {LIST("kingdoms", kingdom, kingdom), .length = kingdom_count, .flags = TK_EXACT},
    {TK_GROUP("hidden", NULL,
        {DECK("queendomino", first, 0, domino_has_towns), UNDRAWN},
        {DECK("kingdomino", first, 0, is_king), UNDRAWN},
        {DECK("kingdomino", second, 1, is_wedding), UNDRAWN},
        {STACK("buildings"), TOWNS, .see = TK_SET, .unseen = below_top},
        {TK_STREAM_KEY("stream", struct domino_state, stream), DYNASTY},
        {STATE("blocks", tk_number, stream.blocks), DYNASTY})},
    {SEEN(next)}, {SEEN(last)}, {SEEN(top)}, {SEEN(actor)}, {SEEN(game)}, {SEEN(variant)},
    {SEEN(flags)}, {SEEN(players)}, {SEEN(kingdoms)}, {SEEN(king_count)}, {SEEN(line_size)},
    {SEEN(rounds)}, {SEEN(limit)}, {SEEN(first.home)}, {SEEN(second.home), .when = is_wedding});

static const struct tk_rows deal_rows = TK_ROWS(NULL,
    {DECK("queendomino", first, 0, domino_has_towns), DEALT},
    {DECK("kingdomino", first, 0, is_king), DEALT},
    {DECK("kingdomino", second, 1, is_wedding), DEALT},
    /* QD-2.3: the first six lie on the display. */
    {TK_PARTS("buildings", tile, {LIST("", tile, display)}, {STACK("")}), INTO(stack), TOWNS},
    {KINGS});
/* clang-format on */

static void next_game(void *state)
{
    domino_next_game(state);
}

#define FIELDS(begin_of)                                                                 \
    .state = &state_rows, .view = &domino_view, .deal = &deal_rows, .begin = (begin_of), \
    .loaded = domino_loaded, .dealt = domino_dealt

const struct tk_fields domino_queen_fields = {FIELDS(domino_queen_begin)};
const struct tk_fields domino_wedding_fields = {FIELDS(domino_wedding_begin)};
const struct tk_fields domino_king_fields = {
    FIELDS(domino_king_begin), .chance = &deal_rows,    .chance_what = "deal",
    .chance_begin = next_game, .settled = domino_dealt,
};
