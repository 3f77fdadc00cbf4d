/* SPDX-License-Identifier: MIT */
/* What is shown of a state, as rows: all of it reads the copy that holds nothing hidden (KB-81, KB-82). */
#include "kingdom_internal.h"

#define STATE(key, kind, member)      TK_MEMBER(key, kind, struct kingdom_state, member)
#define STATE_LIST(key, kind, member) TK_ARRAY(key, kind, struct kingdom_state, member)
#define SEAT(key, kind, member)       TK_MEMBER(key, kind, struct kingdom_seat, member)

static const struct kingdom_state *state_of(const struct tk_at *at)
{
    return at->state;
}

/* --- the board --- */

static int64_t is_complete(const struct tk_at *at)
{
    return kingdom_complete(at->state);
}

static int64_t quadrant_name(const struct tk_at *at)
{
    return *(const uint8_t *)at->thing / 2;
}

static int64_t quadrant_turned(const struct tk_at *at)
{
    return *(const uint8_t *)at->thing % 2;
}

static const struct tk_field quadrant_fields[] = {
    {TK_NUMBER("name", kingdom_tile_kind, quadrant_name)},
    {TK_NUMBER("turned", tk_truth, quadrant_turned)},
};
static const struct tk_rows quadrant_rows = TK_ROWS_OF("Quadrant", quadrant_fields);
static const struct tk_kind laid = TK_THING_BY(quadrant_rows);

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

static int list_castles(const struct tk_at *at, int64_t *out)
{
    union kingdom_set castles = kingdom_ground(at->state, KINGDOM_CASTLE);
    int count = 0, castle;
    while (set_take(&castles, &castle))
        out[count++] = castle;
    return count;
}

/* A hex with a tile: a location, or where a settlement was lifted. */
struct shown_hex {
    uint16_t hex;
    uint8_t tile, left;
    uint8_t next; /* location to look at */
};

static bool fill_lifted(const struct tk_at *at, int item, void *record)
{
    const struct kingdom_state *s = at->state;
    (void)item;
    *(struct shown_hex *)record = (struct shown_hex){.hex = s->lifted, .tile = s->moving};
    return s->phase == KINGDOM_MOVE;
}

static const struct tk_field lifted_fields[] = {
    {TK_MEMBER("tile", kingdom_tile_kind, struct shown_hex, tile)},
    {TK_MEMBER("from", kingdom_hex_kind, struct shown_hex, hex)},
};
static const struct tk_rows lifted_rows = TK_ROWS_OF("Lifted", lifted_fields);

static bool fill_location(const struct tk_at *at, int item, void *record)
{
    const struct kingdom_state *s = at->state;
    struct shown_hex *shown = record;
    (void)item;
    while (shown->next < KINGDOM_LOCATIONS && s->location[shown->next] == 0)
        shown->next++;
    if (shown->next == KINGDOM_LOCATIONS)
        return false;
    shown->hex = s->location[shown->next];
    shown->tile = s->quadrant[shown->next / 2] / 2;
    shown->left = (uint8_t)kingdom_tiles_left(s, shown->next++);
    return true;
}

static const struct tk_field location_fields[] = {
    {TK_MEMBER("hex", kingdom_hex_kind, struct shown_hex, hex)},
    {TK_MEMBER("tile", kingdom_tile_kind, struct shown_hex, tile)},
    {TK_MEMBER("left", tk_number, struct shown_hex, left), .high = KINGDOM_TILES_EACH},
};
static const struct tk_rows location_rows = TK_ROWS_OF("Location", location_fields);

/* --- a seat --- */

static const char *const tile_states[] = {"ready", "used", "new"};
static const struct tk_kind tile_state =
    KINGDOM_NAMES("TileState", tile_states, TK_COUNT(tile_states), NULL);

struct shown_tile {
    uint8_t tile, state;
};

static bool fill_tile(const struct tk_at *at, int item, void *record)
{
    const struct kingdom_state *s = at->state;
    const struct kingdom_seat *of = at->thing;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        const int count[] = {of->ready[place], of->used[place], of->fresh[place]};
        for (uint8_t state = 0; state < TK_COUNT(count); item -= count[state++]) {
            if (item < count[state]) {
                *(struct shown_tile *)record = (struct shown_tile){s->quadrant[place] / 2, state};
                return true;
            }
        }
    }
    return false;
}

static const struct tk_field tile_fields[] = {
    {TK_MEMBER("tile", kingdom_tile_kind, struct shown_tile, tile)},
    {TK_MEMBER("state", tile_state, struct shown_tile, state)},
};
static const struct tk_rows tile_rows = TK_ROWS_OF("Owned", tile_fields);

/* KB-53: a settlement in the air still counts where it stood, so that nobody's gold flickers. */
static struct kingdom_state landed(const struct kingdom_state *s)
{
    struct kingdom_state copy = *s;
    if (s->phase == KINGDOM_MOVE)
        set_add(&copy.seat[s->active].settlements, s->lifted);
    return copy;
}

/* Gold is told line by line as on the score sheet: the three cards, then the castles. */
enum { LINES = KINGDOM_CARDS + 1 };

static void write_line(const struct tk_at *at, int item, struct tk_writer *out)
{
    const struct kingdom_state *s = at->state;
    tk_write_text(out, kingdom_card_names[item < KINGDOM_CARDS ? s->card[item] : KINGDOM_CASTLES]);
}

#define BY_LINE .keys = kingdom_card_names, .key = write_line

static bool fill_sheet(const struct tk_at *at, int item, void *record)
{
    struct kingdom_state now = landed(at->state);
    (void)item;
    kingdom_sheet(&now, at->index, record);
    return true;
}

static int list_gold(const struct tk_at *at, int64_t *out)
{
    const struct tk_sheet *sheet = at->thing;
    for (int i = 0; i < LINES; i++)
        out[i] = sheet->line[i].points;
    return LINES;
}

static bool fill_line(const struct tk_at *at, int item, void *record)
{
    const struct tk_sheet *sheet = at->thing;
    *(struct tk_sheet_line *)record = sheet->line[item];
    return item < LINES;
}

static bool fill_item(const struct tk_at *at, int item, void *record)
{
    const struct tk_sheet *sheet = at->up->thing;
    const struct tk_sheet_line *line = at->thing;
    if (item == line->item_count)
        return false;
    *(struct tk_sheet_item *)record = sheet->item[line->first_item + item];
    return true;
}

static int list_places(const struct tk_at *at, int64_t *out)
{
    const struct tk_sheet *sheet = at->up->up->thing;
    const struct tk_sheet_item *item = at->thing;
    for (int i = 0; i < item->place_count; i++)
        out[i] = sheet->place[item->first_place + i];
    return item->place_count;
}

/* The hexes behind each piece of gold, entry by entry, so that a client can show them. */
static const struct tk_field item_fields[] = {
    {TK_MEMBER("gold", tk_number, struct tk_sheet_item, points)},
    {TK_LIST("places", kingdom_hex_kind, list_places)},
};
static const struct tk_rows item_rows = TK_ROWS_OF("Paid", item_fields);
static const struct tk_field line_fields[] = {
    {TK_RECORDS("", struct tk_sheet_item, fill_item, &item_rows)},
};
static const struct tk_rows line_rows = TK_ROWS_OF(NULL, line_fields);
static const struct tk_field sheet_fields[] = {
    {TK_LIST("gold", tk_number, list_gold), BY_LINE},
    {TK_RECORDS("paid", struct tk_sheet_line, fill_line, &line_rows), BY_LINE},
};
static const struct tk_rows sheet_rows = TK_ROWS_OF(NULL, sheet_fields);

static const struct tk_field player_fields[] = {
    {SEAT("supply", tk_number, supply)},
    {TK_BITS("settlements", kingdom_hex_kind, struct kingdom_seat, settlements)},
    {TK_RECORDS("tiles", struct shown_tile, fill_tile, &tile_rows)},
    {TK_BITS("taken_from", kingdom_location_kind, struct kingdom_seat,
             taken)}, /* KB-42: no more from these */
    {TK_RECORD(NULL, struct tk_sheet, fill_sheet, &sheet_rows)},
    {TK_NUMBER("has_card", tk_truth, kingdom_has_card)},
    {TK_NUMBER("card_older", tk_truth, kingdom_is_older)}, /* KB-83 */
    {SEAT("card", kingdom_terrain_kind, hand), .flags = TK_NULLABLE, .when = kingdom_hand_is_seen},
};
static const struct tk_rows player_rows = TK_ROWS_OF("Player", player_fields);
static const struct tk_kind player = TK_THING_BY(player_rows);

/* --- what each choice would change --- */

/* For the seat that decides: every choice but the end of the turn. */
struct choices {
    tk_action action[TK_ACTIONS_MAX];
    int count;
    int64_t gold[LINES]; /* without any of them */
};

/* A tile that moves tells only where the settlement could go. */
struct outcome {
    union kingdom_set to, line;
    int64_t gold[LINES]; /* what each line gains or loses */
    tk_action action;
    uint8_t gain, lose; /* tiles, KB-40, KB-45 */
    bool lands;
};

static void count_gold(const struct kingdom_state *s, int p, int64_t out[LINES])
{
    for (int i = 0; i < KINGDOM_CARDS; i++)
        out[i] = kingdom_card_gold(s, p, s->card[i]);
    out[KINGDOM_CARDS] = kingdom_castle_gold(s, p);
}

static bool fill_choices(const struct tk_at *at, int item, void *record)
{
    struct choices *choices = record;
    struct kingdom_state now = landed(at->state);
    int count = kingdom_legal(at->state, choices->action);
    (void)item;
    for (int i = 0; i < count; i++)
        if (kingdom_action_verb(choices->action[i]) != KINGDOM_END)
            choices->action[choices->count++] = choices->action[i];
    count_gold(&now, now.active, choices->gold);
    return true;
}

/* KB-61: the lines of own settlements that end at this hex, as one set. */
static union kingdom_set lines_to(const union kingdom_set *own, int from)
{
    static const int steps[] = {EAST, SOUTH_WEST, SOUTH_EAST, -EAST, -SOUTH_WEST, -SOUTH_EAST};
    union kingdom_set lines = {{0}};
    for (int i = 0; i < TK_COUNT(steps); i++) {
        union kingdom_set line = {{0}};
        for (int at = from + steps[i]; at >= 0 && at < KINGDOM_HEXES && set_has(own, at);
             at += steps[i])
            set_add(&line, at);
        if (set_count(line) >= 3)
            lines = set_or(lines, line);
    }
    return lines;
}

static uint8_t tile_of(const struct kingdom_state *s, unsigned locations)
{
    return locations == 0 ? KINGDOM_TILES : s->quadrant[__builtin_ctz(locations) / 2] / 2;
}

static void compare(const struct kingdom_state *s, const struct kingdom_state *after,
                    const struct choices *choices, struct outcome *out)
{
    unsigned was = s->seat[s->active].kept, is = after->seat[s->active].kept;
    out->gain = tile_of(s, is & ~was);
    out->lose = tile_of(s, was & ~is);
    out->lands = after->phase != KINGDOM_MOVE;
    if (!out->lands) {
        out->to = kingdom_targets(after, after->moving);
        return;
    }
    count_gold(after, s->active, out->gold);
    for (int i = 0; i < LINES; i++)
        out->gold[i] -= choices->gold[i];
}

/* Tried on a copy. Nothing that the copy draws is told (KB-82). */
static bool fill_outcome(const struct tk_at *at, int item, void *record)
{
    const struct choices *choices = at->thing;
    struct kingdom_state after = *state_of(at);
    if (item == choices->count)
        return false;
    struct outcome *outcome = record;
    *outcome = (struct outcome){.action = choices->action[item]};
    kingdom_apply(&after, outcome->action);
    compare(at->state, &after, choices, outcome);
    if (kingdom_action_verb(outcome->action) == KINGDOM_USE &&
        kingdom_action_tile(outcome->action) == KINGDOM_TAVERN)
        outcome->line = lines_to(&state_of(at)->seat[at->viewer].settlements,
                                 (int)kingdom_action_hex(outcome->action));
    return true;
}

static void write_choice(const struct tk_at *at, int item, struct tk_writer *out)
{
    (void)item;
    kingdom_format(at->state, ((const struct outcome *)at->thing)->action, out);
}

static int64_t lands(const struct tk_at *at)
{
    return ((const struct outcome *)at->thing)->lands;
}

static const struct tk_field outcome_fields[] = {
    {TK_BITS("to", kingdom_hex_kind, struct outcome, to), .flags = TK_IF_ANY},
    {TK_ARRAY("gold", tk_number, struct outcome, gold), BY_LINE, .flags = TK_SKIP_NONE,
     .when = lands},
    {TK_MEMBER("gain", kingdom_tile_kind, struct outcome, gain), .flags = TK_IF_ANY},
    {TK_MEMBER("lose", kingdom_tile_kind, struct outcome, lose), .flags = TK_IF_ANY},
    {TK_BITS("line", kingdom_hex_kind, struct outcome, line), .flags = TK_IF_ANY},
};
static const struct tk_rows outcome_rows = TK_ROWS_OF("Outcome", outcome_fields);
static const struct tk_field choices_fields[] = {
    {TK_RECORDS("outcomes", struct outcome, fill_outcome, &outcome_rows), .key = write_choice},
};
static const struct tk_rows choices_rows = TK_ROWS_OF(NULL, choices_fields);

/* --- the whole --- */

static int64_t decides(const struct tk_at *at)
{
    return at->viewer == state_of(at)->active;
}

static int64_t round_of(const struct tk_at *at)
{
    return kingdom_round(at->thing);
}

/* KB-19, KB-20: before the settlements of the card or after them, not between. */
static int64_t tiles_wait(const struct tk_at *at)
{
    return state_of(at)->built > 0 && !is_complete(at);
}

/* KB-81: how many cards lie in each pile, and the faces of those that were seen. */
static const struct tk_field view_fields[] = {
    {STATE("phase", kingdom_phase_kind, phase)},
    {STATE("start", tk_number, start)},
    {STATE("active", tk_number, active)},
    {STATE("built", tk_number, built)},
    {TK_NUMBER("complete", tk_truth, is_complete)},
    {STATE("last_round", tk_truth, closing)},
    {TK_RECORD("lifted", struct shown_hex, fill_lifted, &lifted_rows), .flags = TK_NULLABLE},
    {STATE_LIST("quadrants", laid, quadrant)},
    {TK_LIST("map", map_row, NULL), .count = KINGDOM_SIZE},
    {TK_LIST("castles", kingdom_hex_kind, list_castles)},
    {TK_RECORDS("locations", struct shown_hex, fill_location, &location_rows)},
    {STATE_LIST("cards", kingdom_card_kind, card)},
    {TK_NUMBER("card", kingdom_terrain_kind, kingdom_open_card), .flags = TK_NULLABLE},
    {STATE("draw_pile", tk_number, deck.count)},
    {KINGDOM_PILE("discarded", discard)},
    {KINGDOM_PILE("removed", removed)},
    {STATE_LIST("seats", player, seat), .flags = TK_COUNT_PLAYERS},
    {TK_RECORD(NULL, struct choices, fill_choices, &choices_rows), .when = decides},
    {TK_NUMBER("round", tk_number, round_of)},
    {TK_CONSTANT("to_build", KINGDOM_OWED)},           /* KB-17 */
    {TK_CONSTANT("settlements", KINGDOM_SETTLEMENTS)}, /* KB-5 */
    {TK_NUMBER("tiles_wait", tk_truth, tiles_wait)},
};
const struct tk_rows kingdom_view = TK_ROWS_OF("Board", view_fields);
