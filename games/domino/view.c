/* SPDX-License-Identifier: MIT */
/*
 * What everybody may see (QD-14.1). Whoever is to act is told as well what each choice would change; it
 * is worked out from what everybody knows.
 */
#include "domino_internal.h"

#define STATE(key, kind, member)      TK_MEMBER(key, kind, struct domino_state, member)
#define STATE_LIST(key, kind, member) TK_ARRAY(key, kind, struct domino_state, member)
#define KINGDOM(key, kind, member)    TK_MEMBER(key, kind, struct domino_kingdom, member)

static const struct domino_state *state_of(const struct tk_at *at)
{
    return at->state;
}

static const struct tk_kind terrain = TK_NAMES("Terrain", domino_terrain_ids, 0, DOMINO_TERRAINS);
static const struct tk_kind box_name = TK_NAMES("Box", domino_box_ids, 0, DOMINO_BOXES);

/* --- dominoes and buildings --- */

/* What is printed is sent along, so that a client needs no table of its own. */
static int64_t number_of_face(const struct tk_at *at)
{
    return at->index % (DOMINO_DOMINOES + 1);
}

static int64_t box_of_face(const struct tk_at *at)
{
    return at->index / (DOMINO_DOMINOES + 1);
}

#define SQUARE(half)                                                            \
    {                                                                           \
        {TK_MEMBER("terrain", terrain, struct domino_face, terrain[half])},     \
            {TK_MEMBER("crowns", tk_number, struct domino_face, crowns[half])}, \
    }

static const struct tk_field left_fields[] = SQUARE(0);
static const struct tk_field right_fields[] = SQUARE(1);
static const struct tk_rows left_rows = TK_ROWS_OF("Square", left_fields);
static const struct tk_rows right_rows = TK_ROWS_OF("Square", right_fields);

static const struct tk_field face_fields[] = {
    {TK_NUMBER("domino", tk_number, number_of_face), .low = 1, .high = DOMINO_DOMINOES},
    {TK_NUMBER("box", box_name, box_of_face)},
    {TK_GROUP_BY("left", left_rows)},
    {TK_GROUP_BY("right", right_rows)},
};
static const struct tk_rows face_rows = TK_ROWS_OF("Domino", face_fields);
const struct tk_kind domino_face_kind = {.form = TK_FORM_FACE,
                                         .rows = &face_rows,
                                         .table = domino_faces,
                                         .stride = sizeof(struct domino_face),
                                         .count = DOMINO_BOXES * (DOMINO_DOMINOES + 1)};

static const char *const per_names[] = {"wheat", "forest", "lake",  "grassland", "swamp",
                                        "mine",  "town",   "tower", "knight",    "none"};
static const char *const tax_names[] = {"none", "coin_per_knight", "coin_per_tower"};
static const struct tk_kind per = TK_NAMES(NULL, per_names, 0, TK_COUNT(per_names));
static const struct tk_kind tax = TK_NAMES(NULL, tax_names, 0, TK_COUNT(tax_names));

#define PRINTED(key, kind, member) TK_MEMBER(key, kind, struct domino_building, member)

static const struct tk_field building_fields[] = {
    {PRINTED("id", tk_print, id)},
    {PRINTED("crowns", tk_number, crowns)},
    {PRINTED("knights", tk_number, knights)},
    {PRINTED("towers", tk_number, towers)},
    {PRINTED("points", tk_number, points)},
    {PRINTED("per", per, per)},
    {PRINTED("per_points", tk_number, per_points)},
    {PRINTED("tax_bonus", tax, tax_bonus)},
};
static const struct tk_rows building_rows = TK_ROWS_OF("Building", building_fields);
const struct tk_kind domino_building_face = TK_FACE_BY(domino_buildings, building_rows);

/* A domino of the game's boxes as a number of domino_faces; 0 is none. */
static uint8_t face_number(const struct domino_state *s, int box, int number)
{
    int first = (int)domino_box_name(s, box) * (DOMINO_DOMINOES + 1);
    return (uint8_t)(number == 0 ? 0 : first + number);
}

/* --- lines and steps --- */

/* A domino in a line. */
struct shown_domino {
    uint8_t face, king;
    uint8_t now, placed, stands;
};

/* QD-4.2: whose turn it is, which dominoes of the line are placed (or lost), and where kings stand. */
static bool fill_line(const struct tk_at *at, int item, void *record)
{
    const struct domino_state *s = at->thing;
    const struct domino_line *line = at->row->arg == 0 ? &s->line : &s->next;
    if (item >= domino_line_length(line))
        return false;
    bool turns = s->phase != DOMINO_OVER && s->phase != DOMINO_DEAL;
    bool now = turns && item == s->king;
    bool placed = !turns || item < s->king || (now && s->phase != DOMINO_PLACE);
    bool leaves = now && s->next.number[0] != 0; /* it goes to the next line later in this turn */
    int box = domino_line_box(s, s->round + at->row->arg);
    *(struct shown_domino *)record = (struct shown_domino){
        .face = face_number(s, box, line->number[item]),
        .king = line->king[item],
        .now = now,
        .placed = placed,
        .stands = line->king[item] != 0 && (!placed || leaves),
    };
    return true;
}

#define IN_LINE(key, kind, member) TK_MEMBER(key, kind, struct shown_domino, member)

static const struct tk_field next_fields[] = {
    {IN_LINE(NULL, domino_face_kind, face)},
    {IN_LINE("seat", tk_owner, king), .flags = TK_NULLABLE},
};
static const struct tk_field line_fields[] = {
    {IN_LINE(NULL, domino_face_kind, face)},
    {IN_LINE("seat", tk_owner, king), .flags = TK_NULLABLE},
    {IN_LINE("now", tk_truth, now)},
    {IN_LINE("placed", tk_truth, placed)},
    {IN_LINE("stands", tk_truth, stands)},
};
static const struct tk_rows next_rows = TK_ROWS_OF("InLine", next_fields);
static const struct tk_rows line_rows = TK_ROWS_OF("InTurn", line_fields);

/* Why a step that is to come is closed to whoever has the turn. */
enum { CLOSED_NOT, CLOSED_KNIGHTS, CLOSED_DRAGON, CLOSED_HOST, CLOSED_LAST };

struct shown_step {
    uint8_t step, closed;
};

/* QD-6.1, QD-9.3, QD-9.1, QD-10.1 */
static int closed_by(const struct domino_state *s, int step)
{
    int kingdom = domino_kingdom_of(s, s->actor);
    if (step == DOMINO_TAX && s->kingdom[kingdom].free_knights == 0)
        return CLOSED_KNIGHTS;
    if (step == DOMINO_BURN && s->dragon != 0)
        return CLOSED_DRAGON;
    if (step == DOMINO_BURN && s->queen == kingdom + 1)
        return CLOSED_HOST;
    return step == DOMINO_PICK && s->next.number[0] == 0 ? CLOSED_LAST : CLOSED_NOT;
}

/* QD-4.3, KD-5: the steps of a turn. */
static bool fill_step(const struct tk_at *at, int item, void *record)
{
    const struct domino_state *s = at->thing;
    int step = DOMINO_PLACE + (s->variant == DOMINO_KING ? 4 * item : item);
    if (s->phase < DOMINO_PLACE || s->phase > DOMINO_PICK || step > DOMINO_PICK)
        return false;
    *(struct shown_step *)record = (struct shown_step){
        .step = (uint8_t)step,
        .closed = (uint8_t)(step <= s->phase ? CLOSED_NOT : closed_by(s, step)),
    };
    return true;
}

static const struct tk_kind step =
    TK_NAMES("Step", domino_phase_ids, DOMINO_PLACE, DOMINO_PICK + 1);
static const char *const closed_names[] = {[CLOSED_NOT] = "",
                                           [CLOSED_KNIGHTS] = "knights",
                                           [CLOSED_DRAGON] = "dragon",
                                           [CLOSED_HOST] = "host",
                                           [CLOSED_LAST] = "last"};
static const struct tk_kind closed = TK_NAMES(NULL, closed_names, 1, TK_COUNT(closed_names));

static const struct tk_field step_fields[] = {
    {TK_MEMBER("step", step, struct shown_step, step)},
    {TK_MEMBER("closed", closed, struct shown_step, closed), .flags = TK_NULLABLE},
};
static const struct tk_rows step_rows = TK_ROWS_OF(NULL, step_fields);

/* --- builders' board and boxes --- */

struct shown_slot {
    uint8_t slot, price, payable, building;
};

/* QD-7.2: prices are those of the seat to act now; without one they are as printed. */
static bool fill_slot(const struct tk_at *at, int item, void *record)
{
    const struct domino_state *s = at->thing;
    if (item == DOMINO_SLOTS)
        return false;
    int kingdom = s->actor >= 0 ? domino_kingdom_of(s, s->actor) : -1;
    int price = kingdom >= 0 ? domino_price(s, kingdom, item) : item;
    *(struct shown_slot *)record = (struct shown_slot){
        .slot = (uint8_t)item,
        .price = (uint8_t)price,
        .payable = kingdom >= 0 && s->display[item] != 0 && s->kingdom[kingdom].coins >= price,
        .building = s->display[item],
    };
    return true;
}

static const struct tk_field slot_fields[] = {
    {TK_MEMBER("slot", tk_number, struct shown_slot, slot)},
    {TK_MEMBER("price", tk_number, struct shown_slot, price)},
    {TK_MEMBER("payable", tk_truth, struct shown_slot, payable)},
    {TK_MEMBER("building", domino_building_face, struct shown_slot, building),
     .flags = TK_NULLABLE},
    {TK_MEMBER("printed", tk_number, struct shown_slot, slot)}, /* QD-7.2 */
};
static const struct tk_rows slot_rows = TK_ROWS_OF("Slot", slot_fields);

static int64_t top_tile(const struct tk_at *at)
{
    const struct domino_state *s = at->thing;
    return s->stack[s->top];
}

static int stack_counts(const struct tk_at *at, int64_t *out)
{
    const struct domino_state *s = at->thing;
    tk_fill(out, 0, (DOMINO_KINDS + 1) * sizeof *out);
    for (int i = s->top; i < DOMINO_TILES; i++)
        out[s->stack[i]]++;
    return DOMINO_KINDS + 1;
}

/* What is neither in the stack, on display nor built. */
static int burnt_counts(const struct tk_at *at, int64_t *out)
{
    int left[DOMINO_KINDS + 1];
    stack_counts(at, out);
    domino_count_tiles(at->thing, left);
    out[0] = 0;
    for (int kind = 1; kind <= DOMINO_KINDS; kind++)
        out[kind] = left[kind] - out[kind];
    return DOMINO_KINDS + 1;
}

static void write_tile_key(const struct tk_at *at, int item, struct tk_writer *out)
{
    (void)at;
    tk_write_text(out, domino_buildings[item].id);
}

/* A number for each kind of which there is any. */
#define COUNTS(name, function) \
    TK_LIST(name, tk_number, function), .key = write_tile_key, .flags = TK_SKIP_NONE

static const struct tk_field stack_fields[] = {
    {TK_NUMBER("left", tk_number, domino_stack_left)},
    {TK_NUMBER("top", domino_building_face, top_tile), .flags = TK_NULLABLE},
    {COUNTS("tiles", stack_counts)},
};
static const struct tk_rows stack_rows = TK_ROWS_OF(NULL, stack_fields);

/* Of the dominoes of a box: those not drawn, how many of them will be, and those that left the game. */
struct shown_rest {
    uint64_t undrawn, gone;
    uint8_t draws;
};

static uint64_t set_of(const uint8_t *numbers, int count)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++)
        set |= UINT64_C(1) << numbers[i];
    return set & ~UINT64_C(1);
}

/* The dominoes of a box that lie in a kingdom or wait in a line. */
static uint64_t on_table(const struct domino_state *s, int box)
{
    uint64_t set = 0;
    int placed = s->king + (s->phase != DOMINO_PLACE);
    for (int number = 1; number <= DOMINO_DOMINOES; number++)
        set |= (uint64_t)(domino_box_of(s, box)->home[number - 1] != 0) << number;
    if (s->round > 0 && domino_line_box(s, s->round) == box)
        set |= set_of(s->line.number + placed, DOMINO_LINE - placed);
    if (domino_line_box(s, s->round + 1) == box)
        set |= set_of(s->next.number, DOMINO_LINE);
    return set;
}

/* QD-14.1, KD-3 */
static bool fill_rest(const struct tk_at *at, int item, void *record)
{
    const struct domino_state *s = at->thing;
    struct shown_rest *rest = record;
    if (item == domino_box_count(s))
        return false;
    int drawn = domino_drawn(s, item, domino_lines_drawn(s));
    rest->undrawn = set_of(domino_box_of(s, item)->deck + drawn, DOMINO_DOMINOES - drawn);
    rest->draws = (uint8_t)(domino_drawn(s, item, s->rounds) - drawn);
    rest->gone = ((UINT64_C(1) << DOMINO_DOMINOES) - 1) << 1 & ~(rest->undrawn | on_table(s, item));
    return true;
}

static const struct tk_field rest_fields[] = {
    {TK_BITS("undrawn", tk_number, struct shown_rest, undrawn)},
    {TK_MEMBER("draws", tk_number, struct shown_rest, draws)},
    {TK_BITS("gone", tk_number, struct shown_rest, gone)},
};
static const struct tk_rows rest_rows = TK_ROWS_OF(NULL, rest_fields);

static const char *const box_keys[] = {"queendomino", "kingdomino", NULL};

static void write_box_key(const struct tk_at *at, int item, struct tk_writer *out)
{
    tk_write_text(out, box_keys[domino_box_name(state_of(at), item)]);
}

/* --- kingdoms --- */

struct extent {
    int8_t west, east, north, south;
};

struct shown_land {
    uint8_t terrain, squares, crowns;
};

struct shown_cell {
    int8_t x, y;
    uint8_t terrain, crowns;
    uint8_t domino, box, half;
    uint8_t land, knight, building;
};

/* A kingdom: its outermost cells and how far it may grow (QD-1.3), its properties terrain by terrain, its
 * squares from the north-west, and its score now. */
struct survey {
    struct domino_score score;
    struct extent extent, room;
    uint8_t lands, cells;
    struct shown_land land[64];
    struct shown_cell cell[64];
};

/* QD-1.3: how far the kingdom may grow in each direction. */
static struct extent room_of(const struct domino_kingdom *k, int limit)
{
    return (struct extent){
        .west = (int8_t)(k->east - limit + 1),
        .east = (int8_t)(k->west + limit - 1),
        .north = (int8_t)(k->south - limit + 1),
        .south = (int8_t)(k->north + limit - 1),
    };
}

/* Squares by their bits: which half of which domino lies there. */
static void find_halves(const struct domino_state *s, int kingdom, struct shown_cell out[64])
{
    for (int i = 0; i < domino_box_count(s) * DOMINO_DOMINOES; i++) {
        int box = i / DOMINO_DOMINOES, number = i % DOMINO_DOMINOES + 1, cells[2];
        uint16_t home = domino_box_of(s, box)->home[number - 1];
        if (home == 0 || domino_home_kingdom(home) != kingdom)
            continue;
        domino_home_cells(home, cells);
        for (uint8_t half = 0; half < 2; half++) {
            struct shown_cell *cell = &out[cells[half]];
            cell->domino = (uint8_t)number;
            cell->box = (uint8_t)domino_box_name(s, box);
            cell->half = half;
        }
    }
}

static void find_lands(const struct domino_properties *properties, struct survey *out,
                       struct shown_cell cells[64])
{
    for (int i = 0; i < properties->count; i++) {
        out->land[i] = (struct shown_land){properties->terrain[i], properties->squares[i],
                                           properties->crowns[i]};
        for (domino_cells rest = properties->cells[i]; rest != 0; rest &= rest - 1) {
            struct shown_cell *cell = &cells[__builtin_ctzll(rest)];
            cell->terrain = properties->terrain[i];
            cell->land = (uint8_t)i;
        }
    }
    out->lands = (uint8_t)properties->count;
}

/* Row by row, from the north-west; the castle is not among them. */
static void list_cells(const struct domino_kingdom *k, const struct shown_cell cells[64],
                       struct survey *out)
{
    domino_cells squares = domino_occupied(k) & ~DOMINO_CASTLE;
    for (int8_t y = k->north; y <= k->south; y++) {
        for (int8_t x = k->west; x <= k->east; x++) {
            int index = domino_index((struct domino_cell){x, y});
            if ((squares >> index & 1) == 0)
                continue;
            struct shown_cell *cell = &out->cell[out->cells++];
            *cell = cells[index];
            cell->x = x;
            cell->y = y;
            cell->crowns = (uint8_t)domino_crowns_at(k, index);
            cell->knight = k->knights >> index & 1;
            cell->building = (uint8_t)domino_building_at(k, index);
        }
    }
}

static bool fill_survey(const struct tk_at *at, int item, void *record)
{
    const struct domino_kingdom *k = at->thing;
    struct survey *survey = record;
    struct domino_properties properties;
    struct shown_cell cells[64] = {{0}};
    (void)item;
    survey->extent = (struct extent){k->west, k->east, k->north, k->south};
    survey->room = room_of(k, state_of(at)->limit);
    domino_find_properties(k, &properties);
    domino_score_properties(at->state, at->index, &properties, &survey->score);
    find_halves(at->state, at->index, cells);
    find_lands(&properties, survey, cells);
    list_cells(k, cells, survey);
    return true;
}

static const struct tk_kind half = {
    .form = TK_FORM_NAME, .names = (const char *const[]){"left", "right"}, .count = 2};

#define SIDE(key, member) \
    TK_MEMBER(key, tk_number, struct extent, member), .low = -DOMINO_REACH, .high = DOMINO_REACH

static const struct tk_field extent_fields[] = {
    {SIDE("west", west)},
    {SIDE("east", east)},
    {SIDE("north", north)},
    {SIDE("south", south)},
};
static const struct tk_rows extent_rows = TK_ROWS_OF("Extent", extent_fields);
static const struct tk_kind extent = TK_THING_BY(extent_rows);

static const struct tk_field land_fields[] = {
    {TK_MEMBER("terrain", terrain, struct shown_land, terrain)},
    {TK_MEMBER("squares", tk_number, struct shown_land, squares)},
    {TK_MEMBER("crowns", tk_number, struct shown_land, crowns)},
};
static const struct tk_rows land_rows = TK_ROWS_OF("Land", land_fields);
static const struct tk_kind land = TK_THING_BY(land_rows);

#define CELL(key, kind, member) TK_MEMBER(key, kind, struct shown_cell, member)

static const struct tk_field cell_fields[] = {
    {CELL("x", tk_number, x), .low = -DOMINO_REACH, .high = DOMINO_REACH},
    {CELL("y", tk_number, y), .low = -DOMINO_REACH, .high = DOMINO_REACH},
    {CELL("terrain", terrain, terrain)},
    {CELL("crowns", tk_number, crowns)},
    {CELL("domino", tk_number, domino)},
    {CELL("box", box_name, box)},
    {CELL("half", half, half)},
    {CELL("land", tk_number, land)}, /* its property: a place in `lands` */
    {CELL("knight", tk_truth, knight), .when = domino_has_towns},
    {CELL("building", domino_building_face, building), .flags = TK_NULLABLE,
     .when = domino_has_towns},
};
static const struct tk_rows cell_rows = TK_ROWS_OF("Cell", cell_fields);
static const struct tk_kind shown_cell = TK_THING_BY(cell_rows);

/* The lines of the sheet that the game has. */
static const struct tk_kind sheet_line = {.form = TK_FORM_INT, .none = -1};

static int score_parts(const struct tk_at *at, int64_t *out)
{
    const struct survey *survey = at->thing;
    for (int i = 0; i < DOMINO_PARTS; i++)
        out[i] = domino_part_counts(at->state, i) ? survey->score.part[i] : sheet_line.none;
    return DOMINO_PARTS;
}

static int64_t last_face(const struct tk_at *at)
{
    int last = state_of(at)->last[at->index];
    return face_number(state_of(at), last / 64, last % 64);
}

#define SURVEY(key, kind, member) TK_MEMBER(key, kind, struct survey, member)

static const struct tk_field survey_fields[] = {
    {SURVEY("extent", extent, extent)},
    {TK_NUMBER("last", domino_face_kind, last_face), .flags = TK_NULLABLE},
    {TK_ARRAY("lands", land, struct survey, land), .flags = TK_COUNTED,
     TK_COUNTED_BY(struct survey, lands)},
    {TK_ARRAY("cells", shown_cell, struct survey, cell), .flags = TK_COUNTED,
     TK_COUNTED_BY(struct survey, cells)},
    {TK_LIST("score", sheet_line, score_parts), .keys = domino_part_ids, .count = DOMINO_PARTS,
     .flags = TK_SKIP_NONE},
    {SURVEY("total", tk_number, score.total)},
    {SURVEY("largest", tk_number, score.largest)},
    {SURVEY("crowns", tk_number, score.crowns)},
    {SURVEY("room", extent, room)},
};
static const struct tk_rows survey_rows = TK_ROWS_OF(NULL, survey_fields);

/* RW-15 */
static int seats_of(const struct tk_at *at, int64_t *out)
{
    int count = 0;
    for (int seat = 0; seat < at->players; seat++)
        if (domino_kingdom_of(state_of(at), seat) == at->index)
            out[count++] = seat;
    return count;
}

static int64_t all_knights(const struct tk_at *at)
{
    return domino_knights(at->thing);
}

static int64_t hosts_queen(const struct tk_at *at)
{
    return state_of(at)->queen == at->index + 1;
}

/* QD-7.2: what the slots cost this kingdom now. */
static int prices(const struct tk_at *at, int64_t *out)
{
    for (int slot = 0; slot < DOMINO_SLOTS; slot++)
        out[slot] = domino_price(state_of(at), at->index, slot);
    return DOMINO_SLOTS;
}

/* QD-7.1: the coins that this kingdom lacks for each slot. */
static int missing_coins(const struct tk_at *at, int64_t *out)
{
    int64_t coins = ((const struct domino_kingdom *)at->thing)->coins;
    prices(at, out);
    for (int slot = 0; slot < DOMINO_SLOTS; slot++)
        out[slot] = out[slot] > coins ? out[slot] - coins : 0;
    return DOMINO_SLOTS;
}

static int64_t site_count(const struct tk_at *at)
{
    return __builtin_popcountll(domino_sites(at->thing));
}

static const struct tk_field shown_kingdom_fields[] = {
    {TK_LIST("seats", tk_number, seats_of)},
    {KINGDOM("coins", tk_number, coins), .when = domino_has_towns},
    {KINGDOM("free_knights", tk_number, free_knights), .when = domino_has_towns},
    {TK_NUMBER("knights", tk_number, all_knights), .when = domino_has_towns},
    {KINGDOM("towers", tk_number, towers), .when = domino_has_towns},
    {TK_NUMBER("queen", tk_truth, hosts_queen), .when = domino_has_towns},
    {TK_LIST("prices", tk_number, prices), .when = domino_has_towns},
    {TK_RECORD(NULL, struct survey, fill_survey, &survey_rows)},
    {TK_LIST("missing", tk_number, missing_coins), .when = domino_has_towns},
    {TK_NUMBER("sites", tk_number, site_count), .when = domino_has_towns},
};
static const struct tk_rows shown_kingdom_rows = TK_ROWS_OF("Kingdom", shown_kingdom_fields);
static const struct tk_kind shown_kingdom = TK_THING_BY(shown_kingdom_rows);

/* --- what a choice would change, for whoever is to make it --- */

/* The legal actions, and the kingdom that acts as it is before them. */
struct choices {
    struct domino_properties before;
    struct domino_score score;
    int kingdom, count;
    tk_action list[TK_ACTIONS_MAX];
};

/* Squares of a domino, and the properties (places in `lands`) that they would join. */
struct join {
    uint64_t lands;
    uint8_t squares;
};

/* What an action would change. */
struct outcome {
    struct join join[2];
    tk_action action;
    int16_t gain, purse, part[DOMINO_PARTS];
    struct extent room;
    uint8_t joins;
};

static bool fill_choices(const struct tk_at *at, int item, void *record)
{
    const struct domino_state *s = at->thing;
    struct choices *c = record;
    (void)item;
    c->kingdom = domino_kingdom_of(s, s->actor);
    c->count = domino_legal(s, c->list);
    domino_find_properties(&s->kingdom[c->kingdom], &c->before);
    domino_score_properties(s, c->kingdom, &c->before, &c->score);
    return true;
}

static domino_cells property_at(const struct domino_properties *properties, int index)
{
    int i = 0;
    while (i < properties->count && (properties->cells[i] >> index & 1) == 0)
        i++;
    return i < properties->count ? properties->cells[i] : 0;
}

static void add_join(const struct domino_properties *before, uint8_t squares, domino_cells joined,
                     struct outcome *out)
{
    struct join join = {.squares = squares};
    for (int i = 0; i < before->count; i++)
        join.lands |= (uint64_t)((before->cells[i] & joined) != 0) << i;
    if (join.lands != 0)
        out->join[out->joins++] = join;
}

/* QD-1.2: what a domino that is placed would grow together with. */
static void find_joins(const struct domino_state *then, const struct choices *c,
                       const struct domino_properties *after, int name, struct outcome *out)
{
    int cells[2];
    domino_home_cells(domino_box_of(then, name / 64)->home[name % 64 - 1], cells);
    domino_cells left = property_at(after, cells[0]), right = property_at(after, cells[1]);
    if (left == right) {
        add_join(&c->before, 3, left, out);
    } else {
        add_join(&c->before, 1, left, out);
        add_join(&c->before, 2, right, out);
    }
}

static void compare_scores(const struct domino_score *before, const struct domino_score *after,
                           struct outcome *out)
{
    out->gain = (int16_t)(after->total - before->total);
    for (int part = 0; part < DOMINO_PARTS; part++)
        out->part[part] = (int16_t)(after->part[part] - before->part[part]);
}

/*
 * What a legal action would change in the running score, the purse and the land. Only the kingdom that
 * acts is looked at, and what an action other than a choice of a domino does to it is public.
 */
static bool fill_outcome(const struct tk_at *at, int item, void *record)
{
    const struct domino_state *s = at->state;
    const struct choices *c = at->thing;
    struct outcome *out = record;
    struct domino_state then;
    struct domino_properties properties;
    struct domino_score after;
    if (item >= c->count || domino_action_verb(c->list[item]) == DOMINO_DO_PICK)
        return false;
    tk_copy(&then, s, domino_state_size(s->variant));
    domino_apply(&then, c->list[item]);
    domino_find_properties(&then.kingdom[c->kingdom], &properties);
    domino_score_properties(&then, c->kingdom, &properties, &after);
    *out = (struct outcome){.action = c->list[item]};
    compare_scores(&c->score, &after, out);
    out->purse = (int16_t)(then.kingdom[c->kingdom].coins - s->kingdom[c->kingdom].coins);
    out->room = room_of(&then.kingdom[c->kingdom], s->limit);
    if (domino_action_verb(out->action) == DOMINO_DO_PLACE)
        find_joins(&then, c, &properties, then.last[c->kingdom], out);
    return true;
}

static int64_t viewer_acts(const struct tk_at *at)
{
    return at->viewer >= 0 && at->viewer == state_of(at)->actor;
}

static void write_move(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    domino_format(at->state, (tk_action)value, out);
}

static const struct tk_kind move = {.form = TK_FORM_TEXT, .write = write_move};

static int64_t is_placement(const struct tk_at *at)
{
    return domino_action_verb(((const struct outcome *)at->thing)->action) == DOMINO_DO_PLACE;
}

static const struct tk_field join_fields[] = {
    {TK_BITS("squares", half, struct join, squares)},
    {TK_BITS("lands", tk_number, struct join, lands)},
};
static const struct tk_rows join_rows = TK_ROWS_OF("Join", join_fields);
static const struct tk_kind join = TK_THING_BY(join_rows);

#define CHANGE(key, member) \
    TK_MEMBER(key, tk_number, struct outcome, member), .low = INT16_MIN, .high = INT16_MAX
#define PART(key, of)    CHANGE(key, part[DOMINO_PART_##of]), .flags = TK_IF_ANY
#define TERRAIN(key, of) CHANGE(key, part[DOMINO_PART_TERRAIN + DOMINO_##of]), .flags = TK_IF_ANY

static const struct tk_field outcome_fields[] = {
    {TK_MEMBER("move", move, struct outcome, action)},
    {CHANGE("gain", gain)},
    {PART("coins", COINS)},
    {TERRAIN("wheat", WHEAT)},
    {TERRAIN("forest", FOREST)},
    {TERRAIN("lake", LAKE)},
    {TERRAIN("grassland", GRASSLAND)},
    {TERRAIN("swamp", SWAMP)},
    {TERRAIN("mine", MINE)},
    {TERRAIN("town", TOWN)},
    {PART("queen", QUEEN)},
    {PART("properties", PROPERTIES)},
    {PART("towers", TOWERS)},
    {PART("knights", KNIGHTS)},
    {PART("points", POINTS)},
    {PART("harmony", HARMONY)},
    {PART("middle_kingdom", MIDDLE_KINGDOM)},
    {CHANGE("purse", purse), .flags = TK_IF_ANY},
    {TK_ARRAY("joins", join, struct outcome, join), .flags = TK_COUNTED,
     TK_COUNTED_BY(struct outcome, joins), .when = is_placement},
    {TK_MEMBER("room", extent, struct outcome, room), .when = is_placement},
};
static const struct tk_rows outcome_rows = TK_ROWS_OF("Outcome", outcome_fields);

static const struct tk_field choice_fields[] = {
    {TK_RECORDS("outcomes", struct outcome, fill_outcome, &outcome_rows)},
};
static const struct tk_rows choice_rows = TK_ROWS_OF(NULL, choice_fields);

/* --- all of it --- */

static const struct tk_kind ordinal = {.form = TK_FORM_INT, .plus = 1};

static const struct tk_field view_fields[] = {
    {STATE("phase", domino_phase, phase)},
    {STATE("round", tk_number, round)}, /* 0 in the draft */
    {STATE("rounds", tk_number, rounds)},
    {STATE("limit", tk_number, limit)},
    {STATE("king", tk_number, king)}, /* whose turn: place in the line or in the draft */
    {STATE_LIST("kings", tk_number, kings), .length = domino_king_count}, /* QD-14.5 */
    {TK_RECORDS("line", struct shown_domino, fill_line, &line_rows), .arg = 0},
    {TK_RECORDS("next", struct shown_domino, fill_line, &next_rows), .arg = 1},
    {TK_RECORDS("display", struct shown_slot, fill_slot, &slot_rows), .when = domino_has_towns},
    {TK_GROUP_BY("stack", stack_rows), .when = domino_has_towns},
    {COUNTS("burnt", burnt_counts), .when = domino_has_towns},
    {STATE("queen", tk_owner, queen), .flags = TK_NULLABLE, .when = domino_has_towns},
    {STATE("dragon", tk_owner, dragon), .flags = TK_NULLABLE, .when = domino_has_towns},
    {STATE("game", ordinal, game), .when = domino_is_dynasty},
    {STATE_LIST("past", domino_past, past), .flags = TK_COUNTED,
     TK_COUNTED_BY(struct domino_state, game), .when = domino_is_dynasty}, /* KD-10 */
    {STATE_LIST("kingdoms", shown_kingdom, kingdom), .length = domino_kingdom_count},
    {TK_RECORDS("boxes", struct shown_rest, fill_rest, &rest_rows), .keys = box_keys,
     .key = write_box_key},
    {TK_RECORD(NULL, struct choices, fill_choices, &choice_rows), .when = viewer_acts},
    {TK_RECORDS("steps", struct shown_step, fill_step, &step_rows)},
    {TK_CONSTANT("coins_per_point", DOMINO_COINS_PER_POINT),
     .when = domino_has_towns},                                                   /* QD-12.1 */
    {TK_CONSTANT("queen_crowns", DOMINO_QUEEN_CROWNS), .when = domino_has_towns}, /* QD-12.4 */
};
const struct tk_rows domino_view = TK_ROWS_OF("Board", view_fields);
