/* SPDX-License-Identifier: MIT */
/*
 * The table of the three games, described once: what there is, who may see it, and how it is written.
 * Everything is open to everybody (QD-14.1) but the order of the dominoes and tiles that are not drawn
 * (QD-14.2). What is shown stands in view.c, what is done after reading in complete.c.
 */
#include "domino_internal.h"

#define STATE(key, kind, member)      TK_MEMBER(key, kind, struct domino_state, member)
#define STATE_LIST(key, kind, member) TK_ARRAY(key, kind, struct domino_state, member)
#define KINGDOM(key, kind, member)    TK_MEMBER(key, kind, struct domino_kingdom, member)
#define SEEN(member)                  TK_SEEN(struct domino_state, member)

static const struct domino_state *state_of(const struct tk_at *at)
{
    return at->state;
}

/* --- which rows there are, and how long --- */

int64_t domino_has_towns(const struct tk_at *at)
{
    return state_of(at)->variant != DOMINO_KING;
}

int64_t domino_is_dynasty(const struct tk_at *at)
{
    return (state_of(at)->flags & DOMINO_DYNASTY) != 0;
}

static int64_t is_king(const struct tk_at *at)
{
    return state_of(at)->variant == DOMINO_KING;
}

static int64_t is_wedding(const struct tk_at *at)
{
    return state_of(at)->variant == DOMINO_WEDDING;
}

int64_t domino_kingdom_count(const struct tk_at *at)
{
    return state_of(at)->kingdoms;
}

int64_t domino_king_count(const struct tk_at *at)
{
    return state_of(at)->king_count;
}

/* Row argument 0 is the line, 1 the next. */
static int64_t line_length(const struct tk_at *at)
{
    return domino_line_length(at->row->arg == 0 ? &state_of(at)->line : &state_of(at)->next);
}

static int list(const uint8_t *from, int count, int64_t *out)
{
    for (int i = 0; i < count; i++)
        out[i] = from[i];
    return count;
}

/* --- kinds --- */

const struct tk_kind domino_phase = {TK_NAMES_OF("Phase", domino_phase_ids, 0, DOMINO_PHASES),
                                     .word = "phase"};
const struct tk_kind domino_past = {
    .form = TK_FORM_ROW, .of = &tk_number, .count = 4, .by_players = true};
static const struct tk_kind tile = {TK_IDS_OF(domino_buildings, id, DOMINO_PROBLEM_BUILDING),
                                    .word = "building", .face = &domino_building_face};

/* "q18": stored as 64 × its box in this game + its number; "" is none. */
enum { SECOND = 64, NAME_BITS = 8 };

static void write_name(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    int number = (int)value % SECOND, which = (int)value / SECOND;
    if (number == 0)
        return;
    tk_write_char(out, domino_box_ids[domino_box_name(state_of(at), which)][0]);
    tk_write_int(out, number);
}

static bool read_name_in(const struct tk_at *at, struct tk_reader *in, int64_t *out_value)
{
    for (int which = 0; which < domino_box_count(state_of(at)); which++) {
        if (tk_read_char(in, domino_box_ids[domino_box_name(state_of(at), which)][0]) &&
            tk_read_int(in, 1, DOMINO_DOMINOES, out_value)) {
            *out_value += SECOND * which;
            return true;
        }
    }
    return false;
}

static bool read_name(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    struct tk_reader in = tk_reader_over(text);
    *out_value = 0;
    return text.length == 0 || (read_name_in(at, &in, out_value) && tk_read_end(&in));
}

/* What is printed on it; 0 for none, and -1 for numbers between two boxes. */
static int64_t face_of_name(const struct tk_at *at, int64_t value)
{
    int number = (int)value % SECOND, which = (int)value / SECOND;
    if (number > DOMINO_DOMINOES || which >= domino_box_count(state_of(at)))
        return -1;
    if (number == 0)
        return which == 0 ? 0 : -1;
    return (int)domino_box_name(state_of(at), which) * (DOMINO_DOMINOES + 1) + number;
}

#define DOMINO_TEXT TK_TEXT_OF(write_name, read_name, DOMINO_PROBLEM_NAME)
#define DOMINO_FACES                                                      \
    .word = "domino", .face = &domino_face_kind, .face_of = face_of_name, \
    .to = SECOND + DOMINO_DOMINOES
static const struct tk_kind name = {DOMINO_TEXT, DOMINO_FACES};
static const struct tk_kind some_name = {DOMINO_TEXT, DOMINO_FACES, .from = 1}; /* there is one */

/* "q18:0,1:s": its left square lies on 0,1, the right one south of it. The action of placing it tells
 * this, and its name stands in the lowest bits. */
static void write_placed(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    tk_action action = (tk_action)(value >> NAME_BITS);
    write_name(at, value & ((1 << NAME_BITS) - 1), out);
    tk_write_char(out, ':');
    domino_write_cell(domino_action_cell(action), out);
    tk_write_char(out, ':');
    tk_write_char(out, domino_direction_letters[domino_action_direction(action)]);
}

static int64_t placed_value(int64_t domino, struct domino_cell left,
                            enum domino_direction direction)
{
    return domino | (int64_t)domino_place_action(left, direction) << NAME_BITS;
}

static bool read_placed(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    struct tk_reader in = tk_reader_over(text);
    struct domino_cell left;
    enum domino_direction direction;
    if (!read_name_in(at, &in, out_value) || !tk_read_char(&in, ':') ||
        !domino_read_cell(&in, &left) || !tk_read_char(&in, ':') ||
        !domino_read_direction(&in, &direction))
        return false;
    *out_value = placed_value(*out_value, left, direction);
    return tk_read_end(&in);
}

/* A cell is a number to the east and one to the south of the castle. */
#define REACH &tk_number, 0, -DOMINO_REACH, DOMINO_REACH
static const char *const direction_names[DOMINO_DIRECTIONS] = {"n", "e", "s", "w"};
static const struct tk_kind way = {TK_NAMES_OF(NULL, direction_names, 0, DOMINO_DIRECTIONS),
                                   .word = "direction"};
static const struct tk_piece placed_pieces[] = {
    {"", &some_name, 0, 0, 0}, {":", REACH}, {",", REACH}, {":", &way, 0, 0, 0}};
static const struct tk_kind placed = {TK_TEXT_OF(write_placed, read_placed, DOMINO_PROBLEM_PLACED),
                                      .word = "placed", TK_PIECES_OF(placed_pieces)};

/* "0,1": stored as its bit; the dominoes that were read before must reach it. */
static void write_cell(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    domino_write_cell(domino_cell_at(at->thing, (int)value), out);
}

static bool read_cell_in(const struct tk_at *at, struct tk_reader *in, int64_t *out_value)
{
    struct domino_cell cell;
    if (!domino_read_cell(in, &cell) || !tk_read_end(in) || !domino_is_inside(at->thing, cell))
        return false;
    *out_value = domino_index(cell);
    return true;
}

static bool read_cell(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    struct tk_reader in = tk_reader_over(text);
    return read_cell_in(at, &in, out_value);
}

static const struct tk_piece cell_pieces[] = {{"", REACH}, {",", REACH}};
static const struct tk_kind cell = {TK_TEXT_OF(write_cell, read_cell, DOMINO_PROBLEM_CELL),
                                    .word = "cell", TK_PIECES_OF(cell_pieces)};

/* "sawmill:-2,-2": the number of its kind above the bit of its cell. */
enum { CELL_BITS = 6 };

static void write_built(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    tk_write_text(out, domino_buildings[value >> CELL_BITS].id);
    tk_write_char(out, ':');
    write_cell(at, value & ((1 << CELL_BITS) - 1), out);
}

static bool read_built(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    size_t length = 0;
    while (length < text.length && text.data[length] != ':')
        length++;
    int kind = domino_kind_find((struct tk_span){text.data, length});
    struct tk_reader in = {text.data + length, text.data + text.length};
    if (kind == 0 || !tk_read_char(&in, ':') || !read_cell_in(at, &in, out_value))
        return false;
    *out_value |= kind << CELL_BITS;
    return true;
}

static const struct tk_piece built_pieces[] = {{"", &tile, 0, 0, 0}, {":", REACH}, {",", REACH}};
static const struct tk_kind built = {TK_TEXT_OF(write_built, read_built, DOMINO_PROBLEM_BUILT),
                                     .word = "built", TK_PIECES_OF(built_pieces)};

/* A domino of the box that a line comes from. */
static const struct tk_kind in_line = {.form = TK_FORM_INT, .word = "domino"};

/* --- kingdoms --- */

static int dominoes_of(const struct tk_at *at, int64_t *out)
{
    int count = 0;
    for (int i = 0; i < domino_box_count(state_of(at)) * DOMINO_DOMINOES; i++) {
        int which = i / DOMINO_DOMINOES, number = i % DOMINO_DOMINOES + 1;
        uint16_t home = domino_box_of(state_of(at), which)->home[number - 1];
        if (home != 0 && domino_home_kingdom(home) == at->index)
            out[count++] = placed_value(SECOND * which + number, domino_home_left(at->thing, home),
                                        domino_home_direction(home));
    }
    return count;
}

static bool put_domino(const struct tk_at *at, int which, int number, tk_action action)
{
    struct domino_kingdom *k = at->into;
    struct domino_cell left = domino_action_cell(action);
    enum domino_direction direction = domino_action_direction(action);
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
    for (int i = 0; i < count; i++) {
        int domino = (int)(values[i] & ((1 << NAME_BITS) - 1));
        if (!put_domino(at, domino / SECOND, domino % SECOND, (tk_action)(values[i] >> NAME_BITS)))
            return DOMINO_PROBLEM_TAKEN;
    }
    return NULL;
}

static int64_t last_of(const struct tk_at *at)
{
    return state_of(at)->last[at->index];
}

static const char *put_last(const struct tk_at *at, const int64_t *values, int count)
{
    ((struct domino_state *)at->into_state)->last[at->index] = (uint8_t)values[0];
    (void)count;
    return NULL;
}

static int buildings_of(const struct tk_at *at, int64_t *out)
{
    int count = 0;
    for (domino_cells rest = domino_built(at->thing); rest != 0; rest &= rest - 1) {
        int index = __builtin_ctzll(rest);
        out[count++] = domino_building_at(at->thing, index) << CELL_BITS | index;
    }
    return count;
}

static const char *put_buildings(const struct tk_at *at, const int64_t *values, int count)
{
    for (int i = 0; i < count; i++) {
        int index = (int)(values[i] & ((1 << CELL_BITS) - 1));
        if ((domino_sites(at->into) >> index & 1) == 0)
            return DOMINO_PROBLEM_SITE;
        domino_put_building(at->into, index, (int)(values[i] >> CELL_BITS));
    }
    return NULL;
}

/* Nothing of a kingdom is hidden, so that its last row shows all of it. */
static const struct tk_field kingdom_fields[] = {
    {TK_LIST("dominoes", placed, dominoes_of), .put = put_dominoes},
    {TK_NUMBER("last", name, last_of), .put = put_last},
    {KINGDOM("coins", tk_number, coins), .when = domino_has_towns},
    {KINGDOM("knights", tk_number, free_knights), .when = domino_has_towns},
    {TK_BITS("placed", cell, struct domino_kingdom, knights), .when = domino_has_towns},
    {KINGDOM("towers", tk_number, towers), .when = domino_has_towns},
    {TK_LIST("buildings", built, buildings_of), .put = put_buildings, .when = domino_has_towns},
    {.source = TK_FROM_MEMBER, .size = sizeof(struct domino_kingdom), .see = TK_OPEN},
};
static const struct tk_rows kingdom_rows = TK_ROWS_OF(NULL, kingdom_fields);
static const struct tk_kind kingdom = TK_THING_BY(kingdom_rows);

/* --- lines --- */

/* In the draft the first line is listed as it was drawn: its order is part of the deal. */
static int next_numbers(const struct tk_at *at, int64_t *out)
{
    const struct domino_state *s = at->thing;
    return list(s->round == 0 ? s->first.deck : s->next.number, domino_line_length(&s->next), out);
}

static int next_kings(const struct tk_at *at, int64_t *out)
{
    const struct domino_line *next = &state_of(at)->next;
    int count = next_numbers(at, out);
    for (int i = 0; i < count; i++)
        out[i] = next->king[domino_line_find(next, (int)out[i])];
    return count;
}

#define NUMBERS .low = 1, .high = DOMINO_DOMINOES
#define STANDING \
    .length = line_length, .high = -1, .flags = TK_HIGH_PLAYERS | TK_NULLABLE | TK_EXACT

#define KINGS                                                                       \
    STATE_LIST("kings", tk_number, kings), .length = domino_king_count, .high = -1, \
                                           .flags = TK_HIGH_PLAYERS | TK_EXACT, .see = TK_OPEN

/* --- decks and stack: what is not drawn --- */

static int64_t deck_drawn(const struct tk_at *at)
{
    return domino_drawn(at->thing, at->row->arg, domino_lines_drawn(at->thing));
}

/* Dominoes left out of the game are at the end (KD-3). */
static int undrawn(const struct tk_at *at, int64_t *out)
{
    int drawn = (int)deck_drawn(at);
    const struct domino_box *box = domino_box_of(at->thing, at->row->arg);
    return list(box->deck + drawn, DOMINO_DOMINOES - drawn, out);
}

/* QD-14.1: the top tile lies face up. */
static int64_t below_top(const struct tk_at *at)
{
    return state_of(at)->top + 1;
}

static int stack_tiles(const struct tk_at *at, int64_t *out)
{
    return list(state_of(at)->stack + state_of(at)->top, DOMINO_TILES - state_of(at)->top, out);
}

int64_t domino_stack_left(const struct tk_at *at)
{
    return DOMINO_TILES - state_of(at)->top;
}

static const char *put_stack_left(const struct tk_at *at, const int64_t *values, int count)
{
    ((struct domino_state *)at->into)->top = (uint8_t)(DOMINO_TILES - values[0]);
    (void)count;
    return NULL;
}

/* What is read goes to the beginning of a deck or stack; complete.c finds its place. */
#define DECK(key, member, of, is, listed)                                                 \
    TK_LIST(key, tk_number, listed), TK_INTO_ARRAY(struct domino_state, member), NUMBERS, \
        .arg = (of), .when = (is)
#define STACK(listed)                                                              \
    TK_LIST("buildings", tile, listed), TK_INTO_ARRAY(struct domino_state, stack), \
        .when = domino_has_towns

static const struct tk_field hidden_fields[] = {
    {DECK("queendomino", first.deck, 0, domino_has_towns, undrawn)},
    {DECK("kingdomino", first.deck, 0, is_king, undrawn)},
    {DECK("kingdomino", second.deck, 1, is_wedding, undrawn)},
    {STACK(stack_tiles)},
    {TK_STREAM_KEY("stream", struct domino_state, stream), .when = domino_is_dynasty},
    {STATE("blocks", tk_number, stream.blocks), .when = domino_is_dynasty},
};
static const struct tk_rows hidden_rows = TK_ROWS_OF(NULL, hidden_fields);

/* --- the state --- */

/* In an unknown order from one of its places on. */
#define SHUFFLED(member, length_of, first)                                                   \
    .source = TK_FROM_ARRAY, .see = TK_SET, .offset = offsetof(struct domino_state, member), \
    .size = 1, .count = (length_of), .unseen = (first)

static const struct tk_field state_fields[] = {
    {STATE("round", tk_number, round), .high = 24, .see = TK_OPEN},
    {STATE("king", tk_number, king), .high = DOMINO_LINE - 1, .see = TK_OPEN},
    {STATE("phase", domino_phase, phase), .see = TK_OPEN},
    {KINGS},
    {STATE_LIST("line", in_line, line.number), .length = line_length, NUMBERS, .see = TK_OPEN},
    {STATE_LIST("line_kings", tk_owner, line.king), STANDING, .along = "line", .see = TK_OPEN},
    {TK_LIST("next", in_line, next_numbers), TK_INTO_ARRAY(struct domino_state, next.number),
     NUMBERS},
    {TK_LIST("next_kings", tk_owner, next_kings), TK_INTO_ARRAY(struct domino_state, next.king),
     STANDING, .along = "next", .arg = 1},
    {STATE_LIST("display", tile, display), .flags = TK_NULLABLE | TK_EXACT,
     .when = domino_has_towns, .see = TK_OPEN}, /* slots 0 to 5 */
    {TK_NUMBER("stack", tk_number, domino_stack_left), .put = put_stack_left,
     .high = DOMINO_TILES - DOMINO_SLOTS, .when = domino_has_towns},
    {STATE("queen", tk_owner, queen), .high = -1, .flags = TK_NULLABLE | TK_HIGH_PLAYERS,
     .when = domino_has_towns, .see = TK_OPEN},
    {STATE("dragon", tk_owner, dragon), .high = DOMINO_SLOTS - 1, .flags = TK_NULLABLE,
     .when = domino_has_towns, .see = TK_OPEN},
    {STATE_LIST("past", domino_past, past), .flags = TK_COUNTED,
     TK_COUNTED_BY(struct domino_state, game), .when = domino_is_dynasty, .see = TK_OPEN},
    {STATE_LIST("kingdoms", kingdom, kingdom), .length = domino_kingdom_count, .flags = TK_EXACT},
    {TK_GROUP_BY("hidden", hidden_rows)},
    {SEEN(next)},
    {SEEN(last)},
    {SEEN(top)},
    {SEEN(actor)},
    {SEEN(game)},
    {SEEN(variant)},
    {SEEN(flags)},
    {SEEN(players)},
    {SEEN(kingdoms)},
    {SEEN(king_count)},
    {SEEN(line_size)},
    {SEEN(rounds)},
    {SEEN(limit)},
    {SEEN(first.home)},
    {SEEN(second.home), .when = is_wedding},
    {SHUFFLED(first.deck, DOMINO_DOMINOES, deck_drawn), .arg = 0},
    {SHUFFLED(second.deck, DOMINO_DOMINOES, deck_drawn), .arg = 1, .when = is_wedding},
    {SHUFFLED(stack, DOMINO_TILES, below_top), .when = domino_has_towns},
};

/* --- the deal, at set-up and before each further game of a dynasty (KD-10) --- */

static int dealt_dominoes(const struct tk_at *at, int64_t *out)
{
    const struct domino_state *s = at->thing;
    return list(domino_box_of(s, at->row->arg)->deck, domino_drawn(s, at->row->arg, s->rounds),
                out);
}

/* QD-2.3: the first six lie on the display. */
static int dealt_tiles(const struct tk_at *at, int64_t *out)
{
    list(state_of(at)->display, DOMINO_SLOTS, out);
    return DOMINO_SLOTS + stack_tiles(at, out + DOMINO_SLOTS);
}

static const struct tk_field deal_fields[] = {
    {DECK("queendomino", first.deck, 0, domino_has_towns, dealt_dominoes)},
    {DECK("kingdomino", first.deck, 0, is_king, dealt_dominoes)},
    {DECK("kingdomino", second.deck, 1, is_wedding, dealt_dominoes)},
    {STACK(dealt_tiles)},
    {KINGS},
};

static void next_game(void *state)
{
    domino_next_game(state);
}

#define FIELDS(begin_of)                                                      \
    .state = &(const struct tk_rows)TK_ROWS_OF(NULL, state_fields), .deal = &(const struct tk_rows)TK_ROWS_OF(NULL, deal_fields), \
    .view = &domino_view, .begin = (begin_of), .loaded = domino_loaded, .dealt = domino_dealt

const struct tk_fields domino_queen_fields = {FIELDS(domino_queen_begin)};
const struct tk_fields domino_wedding_fields = {FIELDS(domino_wedding_begin)};
const struct tk_fields domino_king_fields = {
    FIELDS(domino_king_begin), .chance = &(const struct tk_rows)TK_ROWS_OF(NULL, deal_fields),
    .chance_what = "deal",     .chance_begin = next_game,
    .settled = domino_dealt,
};
