/* SPDX-License-Identifier: MIT */
/*
 * What everybody may see (QD-14.1). Whoever is to act is told as well what each choice would change; it
 * is worked out from what everybody knows.
 */
#include "domino_internal.h"

TK_AT(state_of, const struct domino_state, state)

/* --- what is printed is sent along, so that a client needs no table of its own --- */

TK_FACT(number_of_face, at->index % (DOMINO_DOMINOES + 1))
TK_FACT(box_of_face, at->index / (DOMINO_DOMINOES + 1))

/* clang-format off */
#define FACE(key, kind, member)    TK_MEMBER(key, kind, struct domino_face, member)
#define PRINTED(key, kind, member) TK_MEMBER(key, kind, struct domino_building, member)
#define SQUARE(key, half)          TK_GROUP(key, "Square", \
    {FACE("terrain", terrain, terrain[half])}, {FACE("crowns", tk_number, crowns[half])})

static const char *const per_names[] = {"wheat", "forest", "lake",  "grassland", "swamp",
                                        "mine",  "town",   "tower", "knight",    "none"};
static const char *const tax_names[] = {"none", "coin_per_knight", "coin_per_tower"};
static const struct tk_kind per = TK_NAMES(NULL, per_names, 0, TK_COUNT(per_names));
static const struct tk_kind tax = TK_NAMES(NULL, tax_names, 0, TK_COUNT(tax_names));
static const struct tk_kind terrain = TK_NAMES("Terrain", domino_terrain_ids, 0, DOMINO_TERRAINS);
static const struct tk_kind box_name = TK_NAMES("Box", domino_box_ids, 0, DOMINO_BOXES);

/* The faces of both boxes stand in one table. */
const struct tk_kind domino_face_kind = {.form = TK_FORM_FACE, .table = domino_faces,
    .stride = sizeof(struct domino_face), .count = DOMINO_BOXES * (DOMINO_DOMINOES + 1),
    .rows = TK_OBJECT("Domino",
        {TK_NUMBER("domino", tk_number, number_of_face), .low = 1, .high = DOMINO_DOMINOES},
        {TK_NUMBER("box", box_name, box_of_face)},
        {SQUARE("left", 0)},
        {SQUARE("right", 1)})};

const struct tk_kind domino_building_face = TK_FACE("Building", domino_buildings,
    {PRINTED("id", tk_print, id)},
    {PRINTED("crowns", tk_number, crowns)},
    {PRINTED("knights", tk_number, knights)},
    {PRINTED("towers", tk_number, towers)},
    {PRINTED("points", tk_number, points)},
    {PRINTED("per", per, per)},
    {PRINTED("per_points", tk_number, per_points)},
    {PRINTED("tax_bonus", tax, tax_bonus)});
/* clang-format on */

/* A domino of the game's boxes as a number of domino_faces; 0 is none. */
static int face_number(const struct domino_state *s, int box, int number)
{
    int first = (int)domino_box_name(s, box) * (DOMINO_DOMINOES + 1);
    return number == 0 ? 0 : first + number;
}

/* --- lines and steps --- */

/* Of a row's line, 0 or 1 for the next, the domino at a place. */
static int64_t face_in_line(const struct tk_at *at)
{
    const struct domino_state *s = at->state;
    int ahead = at->row->arg;
    const struct domino_line *line = ahead == 0 ? &s->line : &s->next;
    return face_number(s, domino_line_box(s, s->round + ahead), line->number[at->index]);
}

/* QD-4.2: whose turn it is, which dominoes of the line are placed (or lost), and where kings stand. */
static int64_t is_now(const struct tk_at *at)
{
    const struct domino_state *s = at->state;
    return s->phase != DOMINO_OVER && s->phase != DOMINO_DEAL && at->index == s->king;
}

static int64_t is_placed(const struct tk_at *at)
{
    const struct domino_state *s = at->state;
    if (s->phase == DOMINO_OVER || s->phase == DOMINO_DEAL)
        return true;
    return at->index < s->king || (is_now(at) && s->phase != DOMINO_PLACE);
}

/* A king leaves only later in its turn, for the next line. */
TK_FACT(king_stands, state_of(at)->line.king[at->index] != 0 &&
                         (!is_placed(at) || (is_now(at) && state_of(at)->next.number[0] != 0)))

static const char *const closed_names[] = {
    [DOMINO_CLOSED_NOT] = "",          [DOMINO_CLOSED_KNIGHTS] = "knights",
    [DOMINO_CLOSED_DRAGON] = "dragon", [DOMINO_CLOSED_HOST] = "host",
    [DOMINO_CLOSED_LAST] = "last",
};
static const struct tk_kind closed = TK_NAMES(NULL, closed_names, 1, TK_COUNT(closed_names));
static const struct tk_kind step =
    TK_NAMES("Step", domino_phase_ids, DOMINO_PLACE, DOMINO_PICK + 1);

/* QD-4.3, KD-5: the steps of a turn; Kingdomino has the first and the last. */
enum { STEPS = DOMINO_PICK - DOMINO_PLACE + 1 };
TK_FACT(has_steps, state_of(at)->phase >= DOMINO_PLACE && state_of(at)->phase <= DOMINO_PICK)
TK_FACT(step_count, !has_steps(at) ? 0 : domino_has_towns(at) ? STEPS : 2)
TK_FACT(step_of, DOMINO_PLACE + (domino_has_towns(at) ? at->index : (STEPS - 1) * at->index))
TK_FACT(closed_by, domino_closed(at->state, (int)step_of(at)))

/* --- builders' board and boxes --- */

/* QD-7.2: prices are those of the seat to act now; without one they are as printed. */
static int64_t slot_price(const struct tk_at *at)
{
    const struct domino_state *s = at->state;
    return s->actor >= 0 ? domino_price(s, domino_kingdom_of(s, s->actor), at->index) : at->index;
}

static int64_t is_payable(const struct tk_at *at)
{
    const struct domino_state *s = at->state;
    return s->actor >= 0 && s->display[at->index] != 0 &&
           s->kingdom[domino_kingdom_of(s, s->actor)].coins >= slot_price(at);
}

TK_FACT(top_tile, state_of(at)->stack[state_of(at)->top])

/* How many of each kind are in the stack, and how many neither there, on display nor built. */
struct counts {
    int stack[DOMINO_KINDS + 1], burnt[DOMINO_KINDS + 1];
};

static bool fill_counts(const struct tk_at *at, int item, void *record)
{
    const struct domino_state *s = at->state;
    struct counts *counts = record;
    (void)item;
    domino_count_tiles(s, counts->burnt);
    counts->burnt[0] = 0; /* an empty slot is no tile */
    for (int i = s->top; i < DOMINO_TILES; i++) {
        counts->stack[s->stack[i]]++;
        counts->burnt[s->stack[i]]--;
    }
    return true;
}

static void write_tile_key(const struct tk_at *at, int item, struct tk_writer *out)
{
    (void)at;
    tk_write_text(out, domino_buildings[item].id);
}

TK_FACT(box_count, domino_box_count(at->state))
TK_FILL(fill_box, domino_look_into(at->state, item, record))

static const char *const box_keys[] = {"queendomino", "kingdomino", NULL};

static void write_box_key(const struct tk_at *at, int item, struct tk_writer *out)
{
    tk_write_text(out, box_keys[domino_box_name(state_of(at), item)]);
}

/* --- kingdoms --- */

TK_FACT(sits_here, domino_kingdom_of(at->state, at->index) == at->up->index) /* RW-15 */
TK_FACT(all_knights, domino_knights(at->thing))
TK_FACT(hosts_queen, state_of(at)->queen == at->index + 1)
TK_FACT(site_count, __builtin_popcountll(domino_sites(at->thing)))

static int64_t last_face(const struct tk_at *at)
{
    int last = state_of(at)->last[at->index];
    return face_number(at->state, last / DOMINO_SECOND, last % DOMINO_SECOND);
}

/* QD-7.2, QD-7.1: what a slot costs this kingdom now, and the coins that it lacks. */
TK_FACT(price_of, domino_price(at->state, at->up->index, at->index))

static int64_t missing_coins(const struct tk_at *at)
{
    int64_t missing = price_of(at) - ((const struct domino_kingdom *)at->thing)->coins;
    return missing > 0 ? missing : 0;
}

TK_FILL(fill_survey, domino_survey(at->state, at->index, record))
TK_AT(survey_of, const struct domino_survey, thing)

/* The lines of the sheet that the game has. */
static const struct tk_kind sheet_line = {.form = TK_FORM_INT, .none = -1};
TK_FACT(part_points, domino_part_counts(at->state, at->index) ? survey_of(at)->score.part[at->index]
                                                              : sheet_line.none)

/* Squares row by row, from the north-west; the castle is not among them. */
static int list_cells(const struct tk_at *at, int64_t *out)
{
    const struct domino_kingdom *k = &state_of(at)->kingdom[at->index];
    domino_cells squares = domino_occupied(k) & ~DOMINO_CASTLE;
    int count = 0;
    for (int8_t y = k->north; y <= k->south; y++) {
        for (int8_t x = k->west; x <= k->east; x++) {
            int index = domino_index((struct domino_cell){x, y});
            if ((squares >> index & 1) != 0)
                out[count++] = index;
        }
    }
    return count;
}

/* Of a square: at->index is its bit, at->up is about the kingdom. */
static const struct domino_kingdom *kingdom_of(const struct tk_at *at)
{
    return &state_of(at)->kingdom[at->up->index];
}

TK_FACT(cell_x, domino_cell_at(kingdom_of(at), at->index).x)
TK_FACT(cell_y, domino_cell_at(kingdom_of(at), at->index).y)
TK_FACT(cell_terrain, survey_of(at)->properties.terrain[survey_of(at)->land[at->index]])
TK_FACT(cell_crowns, domino_crowns_at(kingdom_of(at), at->index))
TK_FACT(has_knight, kingdom_of(at)->knights >> at->index & 1)
TK_FACT(cell_building, domino_building_at(kingdom_of(at), at->index))

/* --- what a choice would change, for whoever is to make it --- */

TK_FACT(viewer_acts, at->viewer >= 0 && at->viewer == state_of(at)->actor)

TK_FILL(fill_choices, domino_choices(at->state, record))
TK_FILL(fill_outcome, domino_outcome(at->state, at->thing, item, record))

static void write_move(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    domino_format(at->state, (tk_action)value, out);
}

/* --- all of it --- */

/* clang-format off */
#define STATE(key, kind, member)   TK_MEMBER(key, kind, struct domino_state, member)
#define LIST(key, kind, member)    TK_ARRAY(key, kind, struct domino_state, member)
#define ENTRY(key, kind, member)   TK_ENTRY(key, kind, struct domino_state, member)
#define KINGDOM(key, kind, member) TK_MEMBER(key, kind, struct domino_kingdom, member)
#define SURVEY(key, kind, member)  TK_MEMBER(key, kind, struct domino_survey, member)
#define LAND(key, kind, member)    TK_ENTRY(key, kind, struct domino_survey, properties.member)
#define CELL(key, kind, member)    TK_ENTRY(key, kind, struct domino_survey, member)
#define OUTCOME(key, kind, member) TK_MEMBER(key, kind, struct domino_outcome, member)
#define CHANGE                     .low = INT16_MIN, .high = INT16_MAX
#define ON_MAP                     .low = -DOMINO_REACH, .high = DOMINO_REACH
#define SIDE(key, member)          TK_MEMBER(key, tk_number, struct domino_extent, member), ON_MAP
#define ANY                        .flags = TK_IF_ANY
#define TOWNS                      .when = domino_has_towns
/* A number for each kind of tile of which there is any. */
#define COUNTS(key_, member)       TK_ARRAY(key_, tk_number, struct counts, member), \
    .key = write_tile_key, .flags = TK_SKIP_NONE

static const struct tk_kind move = {.form = TK_FORM_TEXT, .write = write_move};
static const struct tk_kind ordinal = {.form = TK_FORM_INT, .plus = 1};
static const struct tk_kind half = {
    .form = TK_FORM_NAME, .names = (const char *const[]){"left", "right"}, .count = 2};
static const struct tk_kind extent = TK_THING("Extent",
    {SIDE("west", west)}, {SIDE("east", east)}, {SIDE("north", north)}, {SIDE("south", south)});

static const struct tk_kind kingdom = TK_THING("Kingdom",
    {TK_WHERE("seats", tk_number, sits_here), .flags = TK_COUNT_PLAYERS},
    {KINGDOM("coins", tk_number, coins), TOWNS},
    {KINGDOM("free_knights", tk_number, free_knights), TOWNS},
    {TK_NUMBER("knights", tk_number, all_knights), TOWNS},
    {KINGDOM("towers", tk_number, towers), TOWNS},
    {TK_NUMBER("queen", tk_truth, hosts_queen), TOWNS},
    {TK_FACTS("prices", tk_number, price_of), .count = DOMINO_SLOTS, TOWNS},
    {KINGDOM("extent", extent, west)}, /* its four sides lie as those of an extent do */
    {TK_NUMBER("last", domino_face_kind, last_face), .flags = TK_NULLABLE},
    {TK_RECORD(NULL, struct domino_survey, fill_survey, TK_OBJECT(NULL,
        {TK_EACH("lands", "Land", /* its properties, terrain by terrain */
            {LAND("terrain", terrain, terrain)},
            {LAND("squares", tk_number, squares)},
            {LAND("crowns", tk_number, crowns)}),
         TK_COUNTED_BY(struct domino_survey, properties.count)},
        {TK_EACH("cells", "Cell",
            {TK_NUMBER("x", tk_number, cell_x), ON_MAP},
            {TK_NUMBER("y", tk_number, cell_y), ON_MAP},
            {TK_NUMBER("terrain", terrain, cell_terrain)},
            {TK_NUMBER("crowns", tk_number, cell_crowns)},
            {CELL("domino", tk_number, domino)},
            {CELL("box", box_name, box)},
            {CELL("half", half, half)},
            {CELL("land", tk_number, land)}, /* a place in `lands` */
            {TK_NUMBER("knight", tk_truth, has_knight), TOWNS},
            {TK_NUMBER("building", domino_building_face, cell_building), .flags = TK_NULLABLE,
             TOWNS}), .list = list_cells},
        {TK_FACTS("score", sheet_line, part_points), .keys = domino_part_ids,
         .count = DOMINO_PARTS, .flags = TK_SKIP_NONE},
        {SURVEY("total", tk_number, score.total)},
        {SURVEY("largest", tk_number, score.largest)},
        {SURVEY("crowns", tk_number, score.crowns)},
        {SURVEY("room", extent, room)}))},
    {TK_FACTS("missing", tk_number, missing_coins), .count = DOMINO_SLOTS, TOWNS},
    {TK_NUMBER("sites", tk_number, site_count), TOWNS});

static const struct tk_kind join = TK_THING("Join",
    {TK_BITS("squares", half, struct domino_join, squares)},
    {TK_BITS("lands", tk_number, struct domino_join, lands)}); /* places in `lands` */

static const struct tk_rows outcome = TK_ROWS("Outcome",
    {OUTCOME("move", move, action)},
    {OUTCOME("gain", tk_number, gain), CHANGE},
    {TK_ARRAY(NULL, tk_number, struct domino_outcome, part), CHANGE, .keys = domino_part_ids,
     .flags = TK_SKIP_NONE},
    {OUTCOME("purse", tk_number, purse), CHANGE, ANY},
    {TK_ARRAY("joins", join, struct domino_outcome, join),
     TK_COUNTED_BY(struct domino_outcome, joins), TK_IF(struct domino_outcome, places)},
    {OUTCOME("room", extent, room), TK_IF(struct domino_outcome, places)});

const struct tk_rows domino_view = TK_ROWS("Board",
    {STATE("phase", domino_phase, phase)},
    {STATE("round", tk_number, round)}, /* 0 in the draft */
    {STATE("rounds", tk_number, rounds)},
    {STATE("limit", tk_number, limit)},
    {STATE("king", tk_number, king)}, /* whose turn: place in the line or in the draft */
    {LIST("kings", tk_number, kings), TK_COUNTED_BY(struct domino_state, king_count)}, /* QD-14.5 */
    {TK_EACH("line", "InTurn",
        {TK_NUMBER(NULL, domino_face_kind, face_in_line), .arg = 0},
        {ENTRY("seat", tk_owner, line.king), .flags = TK_NULLABLE},
        {TK_NUMBER("now", tk_truth, is_now)},
        {TK_NUMBER("placed", tk_truth, is_placed)},
        {TK_NUMBER("stands", tk_truth, king_stands)}), .length = domino_in_line, .arg = 0},
    {TK_EACH("next", "InLine",
        {TK_NUMBER(NULL, domino_face_kind, face_in_line), .arg = 1},
        {ENTRY("seat", tk_owner, next.king), .flags = TK_NULLABLE}),
     .length = domino_in_line, .arg = 1},
    {TK_EACH("display", "Slot",
        {TK_NUMBER("slot", tk_number, tk_index)},
        {TK_NUMBER("price", tk_number, slot_price)},
        {TK_NUMBER("payable", tk_truth, is_payable)},
        {ENTRY("building", domino_building_face, display), .flags = TK_NULLABLE},
        {TK_NUMBER("printed", tk_number, tk_index)}), .count = DOMINO_SLOTS, TOWNS},
    {TK_RECORD(NULL, struct counts, fill_counts, TK_OBJECT(NULL,
        {TK_GROUP("stack", NULL,
            {TK_NUMBER("left", tk_number, domino_stack_left)},
            {TK_NUMBER("top", domino_building_face, top_tile), .flags = TK_NULLABLE},
            {COUNTS("tiles", stack)})},
        {COUNTS("burnt", burnt)})), TOWNS},
    {STATE("queen", tk_owner, queen), .flags = TK_NULLABLE, TOWNS},
    {STATE("dragon", tk_owner, dragon), .flags = TK_NULLABLE, TOWNS},
    {STATE("game", ordinal, game), .when = domino_is_dynasty},
    {LIST("past", domino_past, past), TK_COUNTED_BY(struct domino_state, game),
     .when = domino_is_dynasty}, /* KD-10 */
    {LIST("kingdoms", kingdom, kingdom), TK_COUNTED_BY(struct domino_state, kingdoms)},
    {TK_RECORDS("boxes", struct domino_undrawn, fill_box, TK_OBJECT(NULL,
        {TK_BITS("undrawn", tk_number, struct domino_undrawn, undrawn)},
        {TK_MEMBER("draws", tk_number, struct domino_undrawn, draws)},
        {TK_BITS("gone", tk_number, struct domino_undrawn, gone)})),
     .length = box_count, .keys = box_keys, .key = write_box_key},
    {TK_RECORD(NULL, struct domino_choices, fill_choices, TK_OBJECT(NULL,
        {TK_RECORDS("outcomes", struct domino_outcome, fill_outcome, &outcome),
         TK_COUNTED_BY(struct domino_choices, count)})),
     .when = viewer_acts},
    {TK_EACH("steps", NULL,
        {TK_NUMBER("step", step, step_of)},
        {TK_NUMBER("closed", closed, closed_by), .flags = TK_NULLABLE}), .length = step_count},
    {TK_CONSTANT("coins_per_point", DOMINO_COINS_PER_POINT), TOWNS}, /* QD-12.1 */
    {TK_CONSTANT("queen_crowns", DOMINO_QUEEN_CROWNS), TOWNS});      /* QD-12.4 */
/* clang-format on */
