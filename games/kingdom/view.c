/* SPDX-License-Identifier: MIT */
/* What is shown of a state, as rows: all of it reads the copy that holds nothing hidden (KB-81, KB-82). */
#include "kingdom_internal.h"

TK_AT(state_of, const struct kingdom_state, state)

/* --- the board --- */

TK_FACT(is_complete, kingdom_complete(at->state))
TK_FACT(is_lifted, state_of(at)->phase == KINGDOM_MOVE)
TK_FACT(quadrant_name, state_of(at)->quadrant[at->index] / 2)
TK_FACT(quadrant_turned, state_of(at)->quadrant[at->index] % 2)

/* The printed board as rows of letters, so that a client needs no maps of its own. */
static void write_map_row(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    uint32_t there[KINGDOM_SIMPLE_GROUNDS];
    for (int ground = 0; ground < KINGDOM_SIMPLE_GROUNDS; ground++) {
        union kingdom_set all = kingdom_ground(at->state, ground);
        there[ground] = set_row(&all, (int)value);
    }
    for (int column = 0; column < KINGDOM_SIZE; column++) {
        int ground = 0;
        while (ground < KINGDOM_CASTLE && (there[ground] >> column & 1) == 0)
            ground++;
        tk_write_char(out, kingdom_letters[ground]);
    }
}

static const struct tk_kind map_row = {.form = TK_FORM_TEXT, .write = write_map_row};

TK_FILL(fill_castles, *(union kingdom_set *)record = kingdom_ground(at->state, KINGDOM_CASTLE))

TK_FACT(is_location, state_of(at)->location[at->index] != 0)
TK_FACT(location_tile, state_of(at)->quadrant[at->index / 2] / 2)
TK_FACT(location_left, kingdom_tiles_left(at->state, at->index))

/* --- a seat --- */

static const char *const tile_states[] = {"ready", "used", "new"};
enum { TILE_STATES = TK_COUNT(tile_states) };
static const struct tk_kind tile_state = KINGDOM_NAMES("TileState", tile_states, TILE_STATES, NULL);

/* The tiles of a seat, each as its place and state: place × TILE_STATES + state. */
static int list_owned(const struct tk_at *at, int64_t *out)
{
    const struct kingdom_seat *seat = at->thing;
    int count = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        const int tiles[TILE_STATES] = {seat->ready[place], seat->used[place], seat->fresh[place]};
        for (int state = 0; state < TILE_STATES; state++)
            for (int i = 0; i < tiles[state]; i++)
                out[count++] = place * TILE_STATES + state;
    }
    return count;
}

TK_FACT(owned_tile, state_of(at)->quadrant[at->index / TILE_STATES] / 2)
TK_FACT(owned_state, at->index % TILE_STATES)

/* --- gold, line by line --- */

static void write_line(const struct tk_at *at, int item, struct tk_writer *out)
{
    const struct kingdom_state *s = at->state;
    tk_write_text(out, kingdom_card_names[item < KINGDOM_CARDS ? s->card[item] : KINGDOM_CASTLES]);
}

/* KB-53: a settlement in the air still counts where it stood. */
static void sheet_now(const struct tk_at *at, struct tk_sheet *out)
{
    struct kingdom_state now = kingdom_landed(at->state);
    kingdom_sheet(&now, at->index, out);
}

TK_FILL(fill_sheet, sheet_now(at, record))
TK_AT(sheet_of, const struct tk_sheet, thing)

/* The index is an item of the line around it. */
static const struct tk_sheet_item *item_of(const struct tk_at *at)
{
    return &sheet_of(at)->item[sheet_of(at)->line[at->up->index].first_item + at->index];
}

TK_FACT(line_gold, sheet_of(at)->line[at->index].points)
TK_FACT(item_count, sheet_of(at)->line[at->index].item_count)
TK_FACT(item_gold, item_of(at)->points)
TK_FACT(place_count, item_of(at)->place_count)
TK_FACT(item_place, sheet_of(at)->place[item_of(at->up)->first_place + at->index])

/* --- what each choice would change --- */

TK_FILL(fill_choices, kingdom_choices_find(at->state, record))
TK_FILL(fill_outcome, kingdom_outcome_find(at->state, at->thing, item, record))

static void write_choice(const struct tk_at *at, int item, struct tk_writer *out)
{
    (void)item;
    kingdom_format(at->state, ((const struct kingdom_outcome *)at->thing)->action, out);
}

/* --- the whole --- */

TK_FACT(decides, at->viewer == state_of(at)->active)
TK_FACT(round_of, kingdom_round(at->state))
/* KB-19, KB-20: before the settlements of the card or after them, not between. */
TK_FACT(tiles_wait, state_of(at)->built > 0 && !kingdom_complete(at->state))

/* clang-format off */
#define STATE(key, kind, member)   TK_MEMBER(key, kind, struct kingdom_state, member)
#define LIST(key, kind, member)    TK_ARRAY(key, kind, struct kingdom_state, member)
#define SEAT(key, kind, member)    TK_MEMBER(key, kind, struct kingdom_seat, member)
#define OUTCOME(key, kind, member) TK_MEMBER(key, kind, struct kingdom_outcome, member)
#define HEXES(key, type, member)   TK_BITS(key, kingdom_hex_kind, type, member)
#define ANY                        .flags = TK_IF_ANY
#define BY_LINE                    .keys = kingdom_card_names, .key = write_line

static const struct tk_kind player = TK_THING("Player",
    {SEAT("supply", tk_number, supply)},
    {HEXES("settlements", struct kingdom_seat, settlements)},
    {TK_EACH("tiles", "Owned",
        {TK_NUMBER("tile", kingdom_tile_kind, owned_tile)},
        {TK_NUMBER("state", tile_state, owned_state)}), .list = list_owned},
    {TK_BITS("taken_from", kingdom_location_kind, struct kingdom_seat, taken)}, /* KB-42 */
    {TK_RECORD(NULL, struct tk_sheet, fill_sheet, TK_OBJECT(NULL,
        {TK_FACTS("gold", tk_number, line_gold), .count = KINGDOM_LINES, BY_LINE},
        /* The hexes behind each piece of gold, entry by entry, so that a client can show them. */
        {TK_EACH("paid", NULL, {TK_EACH("", "Paid",
            {TK_NUMBER("gold", tk_number, item_gold)},
            {TK_FACTS("places", kingdom_hex_kind, item_place), .length = place_count}),
         .length = item_count}), .count = KINGDOM_LINES, BY_LINE}))},
    {TK_NUMBER("has_card", tk_truth, kingdom_has_card)},
    {TK_NUMBER("card_older", tk_truth, kingdom_is_older)}, /* KB-83 */
    {SEAT("card", kingdom_terrain_kind, hand), .flags = TK_NULLABLE, .when = kingdom_hand_is_seen});

/* KB-81: how many cards lie in each pile, and the faces of those that were seen. */
const struct tk_rows kingdom_view = TK_ROWS("Board",
    {STATE("phase", kingdom_phase_kind, phase)},
    {STATE("start", tk_number, start)},
    {STATE("active", tk_number, active)},
    {STATE("built", tk_number, built)},
    {TK_NUMBER("complete", tk_truth, is_complete)},
    {STATE("last_round", tk_truth, closing)},
    {TK_GROUP("lifted", "Lifted",
        {STATE("tile", kingdom_tile_kind, moving)},
        {STATE("from", kingdom_hex_kind, lifted)}), .number = is_lifted, .flags = TK_NULLABLE},
    {TK_EACH("quadrants", "Quadrant",
        {TK_NUMBER("name", kingdom_tile_kind, quadrant_name)},
        {TK_NUMBER("turned", tk_truth, quadrant_turned)}), .count = KINGDOM_PLACES},
    {TK_LIST("map", map_row, NULL), .count = KINGDOM_SIZE},
    {TK_RECORD("castles", union kingdom_set, fill_castles, TK_OBJECT(NULL,
        {HEXES("", union kingdom_set, word)}))},
    {TK_EACH("locations", "Location",
        {TK_ENTRY("hex", kingdom_hex_kind, struct kingdom_state, location)},
        {TK_NUMBER("tile", kingdom_tile_kind, location_tile)},
        {TK_NUMBER("left", tk_number, location_left), .high = KINGDOM_TILES_EACH}),
     .number = is_location, .count = KINGDOM_LOCATIONS},
    {LIST("cards", kingdom_card_kind, card)},
    {TK_NUMBER("card", kingdom_terrain_kind, kingdom_open_card), .flags = TK_NULLABLE},
    {STATE("draw_pile", tk_number, deck.count)},
    {KINGDOM_PILE("discarded", discard)},
    {KINGDOM_PILE("removed", removed)},
    {LIST("seats", player, seat), .flags = TK_COUNT_PLAYERS},
    {TK_RECORD(NULL, struct kingdom_choices, fill_choices, TK_OBJECT(NULL,
        {TK_RECORDS("outcomes", struct kingdom_outcome, fill_outcome, TK_OBJECT("Outcome",
            {HEXES("to", struct kingdom_outcome, to), ANY},
            {TK_ARRAY("gold", tk_number, struct kingdom_outcome, gold), BY_LINE,
             .flags = TK_SKIP_NONE, TK_IF(struct kingdom_outcome, lands)},
            {OUTCOME("gain", kingdom_tile_kind, gain), ANY},
            {OUTCOME("lose", kingdom_tile_kind, lose), ANY},
            {HEXES("line", struct kingdom_outcome, line), ANY})),
         TK_COUNTED_BY(struct kingdom_choices, count), .key = write_choice})),
     .when = decides},
    {TK_NUMBER("round", tk_number, round_of)},
    {TK_CONSTANT("to_build", KINGDOM_OWED)},           /* KB-17 */
    {TK_CONSTANT("settlements", KINGDOM_SETTLEMENTS)}, /* KB-5 */
    {TK_NUMBER("tiles_wait", tk_truth, tiles_wait)});
/* clang-format on */
