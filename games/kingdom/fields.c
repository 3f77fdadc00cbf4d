/*
 * The table, described once: what there is, who may see it, and how it is written. Everything is open
 * to everybody (KB-81) but for two things: the order of the draw pile, with the generator that shuffles
 * it, and the cards in the hands of those whose turn it is not, which their owners alone know (KB-82).
 */
#include "kingdom_internal.h"

#define STATE(key, kind, member)      TK_MEMBER(key, kind, struct kingdom_state, member)
#define STATE_LIST(key, kind, member) TK_ARRAY(key, kind, struct kingdom_state, member)
#define SEAT(key, kind, member)       TK_MEMBER(key, kind, struct kingdom_seat, member)

/* --- kinds --- */

static const char *const phase_names[KINGDOM_PHASES] = {"act", "move", "draw", "replace", "over"};

/* clang-format off */
#define NAMES(type_, table, size) \
    {.form = TK_FORM_NAME, .type = (type_), .names = (table), .count = (size), .none = (size)}
/* clang-format on */
static const struct tk_kind phase = NAMES("Phase", phase_names, KINGDOM_PHASES);
static const struct tk_kind terrain = NAMES("Terrain", kingdom_terrain_names, KINGDOM_TERRAINS);
static const struct tk_kind tile = NAMES("Tile", kingdom_tile_names, KINGDOM_TILES);
static const struct tk_kind quadrant = NAMES(NULL, kingdom_quadrant_names, KINGDOM_LAYINGS);
static const struct tk_kind card = NAMES("Card", kingdom_card_names, KINGDOM_CARD_KINDS);

static const struct kingdom_state *state_of(const struct tk_at *at)
{
    return at->state;
}

/* A hex; or, in one list, a tile: no hex has so low a number. */
static void write_hex(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    (void)at;
    if (value < KINGDOM_TILES)
        tk_write_text(out, kingdom_tile_names[value]);
    else
        kingdom_hex_write((uint16_t)value, out);
}

static bool read_hex(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    int number = tk_name_find(kingdom_tile_names, KINGDOM_TILES, text);
    (void)at;
    bool known = number >= 0 || kingdom_hex_read(text, &number);
    *out_value = number;
    return known;
}

static const struct tk_kind hex = {.form = TK_FORM_TEXT,
                                   .write = write_hex,
                                   .read = read_hex,
                                   .problem = "this is neither a tile nor a hex"};

/* A location by its number, told by its hex. The board stands before it in every text. */
static void write_location(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    kingdom_hex_write(state_of(at)->location[value], out);
}

static bool read_location(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    struct kingdom_state *s = at->table;
    int there, i = 0;
    if (!kingdom_hex_read(text, &there))
        return false;
    kingdom_lay_board(s, s->quadrant);
    while (i < KINGDOM_LOCATIONS && s->location[i] != there)
        i++;
    *out_value = i;
    return i < KINGDOM_LOCATIONS;
}

static const struct tk_kind location = {.form = TK_FORM_TEXT,
                                        .write = write_location,
                                        .read = read_location,
                                        .problem = "a hex is no location"};

/* A row of the board, a digit for each settlement: player 1 … 4. */
static void write_row(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    for (int column = 0; column < KINGDOM_SIZE; column++) {
        int owner = kingdom_owner(at->state, kingdom_hex((int)value, column));
        tk_write_char(out, owner < 0 ? '.' : (char)('1' + owner));
    }
}

static bool read_row(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    struct kingdom_state *s = at->table;
    int row = (int)*out_value;
    *out_value = 0;
    if (text.length != KINGDOM_SIZE)
        return false;
    for (int column = 0; column < KINGDOM_SIZE; column++) {
        int owner = text.data[column] - '1';
        if (text.data[column] == '.')
            continue;
        if (owner < 0 || owner >= at->players || s->seat[owner].supply == 0)
            return false;
        set_add(&s->seat[owner].settlements, kingdom_hex(row, column));
        s->seat[owner].supply--;
    }
    return true;
}

static const struct tk_kind board_row = {
    .form = TK_FORM_TEXT,
    .write = write_row,
    .read = read_row,
    .problem =
        "a row has 20 hexes; or a settlement is nobody's, or one more than there are (KB-5)"};

/* --- the state --- */

/* What is told before all is known that it depends on. */
struct loading {
    struct kingdom_state s;
    uint8_t hand[KINGDOM_SEATS]; /* as far as it is told, otherwise KINGDOM_NO_CARD */
    uint8_t open;                /* the active seat's card */
};

static int64_t open_card(const struct tk_at *at)
{
    return state_of(at)->seat[state_of(at)->active].hand;
}

/* ["barn", "d4"]: the tile that lifted a settlement and the hex it stood on; or nothing. */
static int list_lifted(const struct tk_at *at, int64_t *out)
{
    const struct kingdom_state *s = at->thing;
    out[0] = s->moving;
    out[1] = s->lifted;
    return s->phase == KINGDOM_MOVE ? 2 : 0;
}

static const char *put_lifted(const struct tk_at *at, const int64_t *values, int count)
{
    struct kingdom_state *s = at->into;
    if (count == 0)
        return NULL;
    if (count != 2 || values[0] >= KINGDOM_TILES || values[1] < KINGDOM_TILES)
        return "a lifted settlement has a tile and a hex";
    s->moving = (uint8_t)values[0];
    s->lifted = (uint16_t)values[1];
    return NULL;
}

/* Tiles by their names, as many as there are of each place's kind. */
static int list_tiles(const struct tk_at *at, int64_t *out)
{
    const struct kingdom_state *s = at->state;
    const uint8_t *tiles = (const uint8_t *)at->thing + at->row->offset;
    int count = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++)
        for (int i = 0; i < tiles[place]; i++)
            out[count++] = s->quadrant[place] / 2;
    return count;
}

static const char *put_tiles(const struct tk_at *at, const int64_t *values, int count)
{
    uint8_t *tiles = (uint8_t *)at->into + at->row->offset;
    for (int i = 0; i < count; i++) {
        int place = kingdom_tile_place(at->table, (int)values[i]);
        if (place < 0)
            return "a tile belongs to no quadrant of this board";
        tiles[place]++;
    }
    return NULL;
}

static int64_t has_card(const struct tk_at *at)
{
    return ((const struct kingdom_seat *)at->thing)->hand != KINGDOM_NO_CARD;
}

static int64_t is_older(const struct tk_at *at)
{
    return state_of(at)->older >> at->index & 1;
}

static const char *put_older(const struct tk_at *at, const int64_t *values, int count)
{
    struct kingdom_state *s = at->table;
    (void)count;
    s->older = (uint8_t)(s->older | values[0] << at->index);
    return NULL;
}

/* KB-82: the card of a hand is told to its owner, and to all while it lies open. */
static bool hand_is_seen(const struct tk_at *at)
{
    return at->index == at->viewer || at->index == state_of(at)->active;
}

/* All backs are alike. */
static int64_t hand_known(const struct tk_at *at, int item, int64_t value)
{
    (void)item;
    return hand_is_seen(at) || value == KINGDOM_NO_CARD ? value : KINGDOM_GRASS;
}

#define TILES(key, member)                                                           \
    TK_LIST(key, tile, list_tiles), .put = put_tiles,                                \
                                    .offset = offsetof(struct kingdom_seat, member), \
                                    .count = KINGDOM_LOCATIONS

static const struct tk_field seat_fields[] = {
    {TK_BITS("taken", location, struct kingdom_seat, taken), .see = TK_OPEN},
    {TK_BITS("kept", location, struct kingdom_seat, kept), .see = TK_OPEN},
    {TILES("ready", ready)},
    {TILES("used", used)},
    {TILES("new", fresh)},
    {TK_NUMBER("hand", tk_truth, has_card), TK_INTO(struct kingdom_seat, hand)},
    {TK_NUMBER("older", tk_truth, is_older), .put = put_older},
    {SEAT(NULL, terrain, hand), .flags = TK_NULLABLE, .see = TK_KNOWN, .known = hand_known},
    {TK_SEEN(struct kingdom_seat, settlements)},
    {TK_SEEN(struct kingdom_seat, supply)},
    {TK_SEEN(struct kingdom_seat, ready)},
    {TK_SEEN(struct kingdom_seat, used)},
    {TK_SEEN(struct kingdom_seat, fresh)},
};
static const struct tk_rows seat_rows = TK_ROWS(NULL, seat_fields);
static const struct tk_kind seat = {.form = TK_FORM_THING, .rows = &seat_rows};

/* The active seat's card is open, and stands elsewhere. */
static int list_hands(const struct tk_at *at, int64_t *out)
{
    const struct kingdom_state *s = at->thing;
    for (int p = 0; p < s->players; p++)
        out[p] = p == s->active ? KINGDOM_NO_CARD : s->seat[p].hand;
    return s->players;
}

/* From the top card down. */
#define PILE_INTO(member)                             \
    TK_INTO_ARRAY(struct kingdom_state, member.card), \
        .flags = TK_COUNTED | TK_REVERSED, TK_COUNTED_BY(struct kingdom_state, member.count)
#define PILE(key, of) .name = (key), .kind = &terrain, .source = TK_FROM_ARRAY, PILE_INTO(of)

static const struct tk_field hidden_fields[] = {
    {TK_LIST("hands", terrain, list_hands), TK_INTO_ARRAY(struct loading, hand),
     .flags = TK_COUNT_PLAYERS | TK_NULLABLE},
    {PILE("deck", deck), .see = TK_HIDDEN},
    {TK_STREAM_KEY("key", struct kingdom_state, stream), .see = TK_HIDDEN},
    {STATE("blocks", tk_number, stream.blocks), .see = TK_HIDDEN},
};
static const struct tk_rows hidden_rows = TK_ROWS(NULL, hidden_fields);

static const struct tk_field state_fields[] = {
    {STATE_LIST("board", quadrant, quadrant), .flags = TK_EXACT, .see = TK_OPEN},
    {STATE_LIST("cards", card, card), .flags = TK_EXACT, .see = TK_OPEN},
    {STATE("turn", tk_number, turn), .low = 1, .high = UINT8_MAX, .see = TK_OPEN},
    {STATE("start", tk_number, start), .high = -1, .flags = TK_HIGH_PLAYERS, .see = TK_OPEN},
    {STATE("active", tk_number, active), .high = -1, .flags = TK_HIGH_PLAYERS, .see = TK_OPEN},
    {STATE("phase", phase, phase), .see = TK_OPEN},
    {STATE("built", tk_number, built), .high = KINGDOM_OWED, .see = TK_OPEN},
    {STATE("closing", tk_truth, closing), .see = TK_OPEN},
    {TK_NUMBER("card", terrain, open_card), TK_INTO(struct loading, open), .flags = TK_NULLABLE},
    {TK_LIST("moving", hex, list_lifted), .put = put_lifted, .count = 2},
    {TK_LIST("settlements", board_row, NULL), .count = KINGDOM_SIZE, .flags = TK_EXACT},
    {STATE_LIST("seats", seat, seat), .flags = TK_COUNT_PLAYERS | TK_EXACT},
    {PILE("discard", discard), .see = TK_OPEN},
    {PILE("removed", removed), .see = TK_OPEN},
    {TK_GROUP("hidden", hidden_rows)},
    {TK_SEEN(struct kingdom_state, location)},
    {TK_SEEN(struct kingdom_state, moving)},
    {TK_SEEN(struct kingdom_state, lifted)},
    {TK_SEEN(struct kingdom_state, older)},
    {TK_SEEN(struct kingdom_state, players)},
    {TK_SEEN(struct kingdom_state, deck.count)},
    {TK_SEEN(struct kingdom_state, discard.count)},
    {TK_SEEN(struct kingdom_state, removed.count)},
};

/* --- what is shown: the board --- */

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
    {TK_NUMBER("name", tile, quadrant_name)},
    {TK_NUMBER("turned", tk_truth, quadrant_turned)},
};
static const struct tk_rows quadrant_rows = TK_ROWS("Quadrant", quadrant_fields);
static const struct tk_kind laid = {.form = TK_FORM_THING, .rows = &quadrant_rows};

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
    {TK_MEMBER("tile", tile, struct shown_hex, tile)},
    {TK_MEMBER("from", hex, struct shown_hex, hex)},
};
static const struct tk_rows lifted_rows = TK_ROWS("Lifted", lifted_fields);

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
    {TK_MEMBER("hex", hex, struct shown_hex, hex)},
    {TK_MEMBER("tile", tile, struct shown_hex, tile)},
    {TK_MEMBER("left", tk_number, struct shown_hex, left), .high = KINGDOM_TILES_EACH},
};
static const struct tk_rows location_rows = TK_ROWS("Location", location_fields);

/* --- what is shown: a seat --- */

static const char *const tile_states[] = {"ready", "used", "new"};
static const struct tk_kind tile_state = NAMES("TileState", tile_states, TK_COUNT(tile_states));

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
    {TK_MEMBER("tile", tile, struct shown_tile, tile)},
    {TK_MEMBER("state", tile_state, struct shown_tile, state)},
};
static const struct tk_rows tile_rows = TK_ROWS("Owned", tile_fields);

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
    {TK_LIST("places", hex, list_places)},
};
static const struct tk_rows item_rows = TK_ROWS("Paid", item_fields);
static const struct tk_field line_fields[] = {
    {TK_RECORDS("", item_rows, struct tk_sheet_item, fill_item)},
};
static const struct tk_rows line_rows = TK_ROWS(NULL, line_fields);
static const struct tk_field sheet_fields[] = {
    {TK_LIST("gold", tk_number, list_gold), BY_LINE},
    {TK_RECORDS("paid", line_rows, struct tk_sheet_line, fill_line), BY_LINE},
};
static const struct tk_rows sheet_rows = TK_ROWS(NULL, sheet_fields);

static const struct tk_field player_fields[] = {
    {SEAT("supply", tk_number, supply)},
    {TK_BITS("settlements", hex, struct kingdom_seat, settlements)},
    {TK_RECORDS("tiles", tile_rows, struct shown_tile, fill_tile)},
    {TK_BITS("taken_from", location, struct kingdom_seat, taken)}, /* KB-42: no more from these */
    {TK_RECORD(NULL, sheet_rows, struct tk_sheet, fill_sheet)},
    {TK_NUMBER("has_card", tk_truth, has_card)},
    {TK_NUMBER("card_older", tk_truth, is_older)}, /* KB-83 */
    {SEAT("card", terrain, hand), .flags = TK_NULLABLE, .when = hand_is_seen},
};
static const struct tk_rows player_rows = TK_ROWS("Player", player_fields);
static const struct tk_kind player = {.form = TK_FORM_THING, .rows = &player_rows};

/* --- what is shown: what each choice would change --- */

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

static bool lands(const struct tk_at *at)
{
    return ((const struct outcome *)at->thing)->lands;
}

static const struct tk_field outcome_fields[] = {
    {TK_BITS("to", hex, struct outcome, to), .flags = TK_IF_ANY},
    {TK_ARRAY("gold", tk_number, struct outcome, gold), BY_LINE, .flags = TK_SKIP_NONE,
     .when = lands},
    {TK_MEMBER("gain", tile, struct outcome, gain), .flags = TK_IF_ANY},
    {TK_MEMBER("lose", tile, struct outcome, lose), .flags = TK_IF_ANY},
    {TK_BITS("line", hex, struct outcome, line), .flags = TK_IF_ANY},
};
static const struct tk_rows outcome_rows = TK_ROWS("Outcome", outcome_fields);
static const struct tk_field choices_fields[] = {
    {TK_RECORDS("outcomes", outcome_rows, struct outcome, fill_outcome), .key = write_choice},
};
static const struct tk_rows choices_rows = TK_ROWS(NULL, choices_fields);

/* --- what is shown: the whole --- */

static bool decides(const struct tk_at *at)
{
    return at->viewer == state_of(at)->active;
}

static int64_t round_of(const struct tk_at *at)
{
    return (state_of(at)->turn - 1) / at->players + 1;
}

/* KB-19, KB-20: before the settlements of the card or after them, not between. */
static int64_t tiles_wait(const struct tk_at *at)
{
    return state_of(at)->built > 0 && !is_complete(at);
}

/* KB-81: how many cards lie in each pile, and the faces of those that were seen. */
static const struct tk_field view_fields[] = {
    {STATE("phase", phase, phase)},
    {STATE("start", tk_number, start)},
    {STATE("active", tk_number, active)},
    {STATE("built", tk_number, built)},
    {TK_NUMBER("complete", tk_truth, is_complete)},
    {STATE("last_round", tk_truth, closing)},
    {TK_RECORD("lifted", lifted_rows, struct shown_hex, fill_lifted), .flags = TK_NULLABLE},
    {STATE_LIST("quadrants", laid, quadrant)},
    {TK_LIST("map", map_row, NULL), .count = KINGDOM_SIZE},
    {TK_LIST("castles", hex, list_castles)},
    {TK_RECORDS("locations", location_rows, struct shown_hex, fill_location)},
    {STATE_LIST("cards", card, card)},
    {TK_NUMBER("card", terrain, open_card), .flags = TK_NULLABLE},
    {STATE("draw_pile", tk_number, deck.count)},
    {PILE("discarded", discard)},
    {PILE("removed", removed)},
    {STATE_LIST("seats", player, seat), .flags = TK_COUNT_PLAYERS},
    {TK_RECORD(NULL, choices_rows, struct choices, fill_choices), .when = decides},
    {TK_NUMBER("round", tk_number, round_of)},
    {TK_NUMBER("to_build", tk_number, NULL), .arg = KINGDOM_OWED},           /* KB-17 */
    {TK_NUMBER("settlements", tk_number, NULL), .arg = KINGDOM_SETTLEMENTS}, /* KB-5 */
    {TK_NUMBER("tiles_wait", tk_truth, tiles_wait)},
};

/* --- what chance does --- */

/* The top card first, which a pile has last. */
static int list_pile(const struct kingdom_pile *pile, int64_t *out)
{
    for (int i = 0; i < pile->count; i++)
        out[i] = pile->card[pile->count - 1 - i];
    return pile->count;
}

/* KB-13: the hands are the first cards of the deck, from the start player on. */
static int list_dealt(const struct tk_at *at, int64_t *out)
{
    const struct kingdom_state *s = at->thing;
    for (int i = 0; i < s->players; i++)
        out[i] = s->seat[(s->start + i) % s->players].hand;
    return s->players + list_pile(&s->deck, out + s->players);
}

static const struct tk_field deal_fields[] = {
    {STATE_LIST("board", quadrant, quadrant), .flags = TK_EXACT},
    {STATE_LIST("cards", card, card), .flags = TK_EXACT},
    {TK_LIST("deck", terrain, list_dealt), PILE_INTO(deck)},
    {STATE("start", tk_number, start), .high = -1, .flags = TK_HIGH_PLAYERS},
};

/*
 * KB-66: the whole new pile. Its first cards have left it already: one into the hand of the seat that
 * had ended its turn, then those that were drawn as replacements and removed one after the other, and
 * the one that now lies before the active seat.
 */
static int list_reshuffled(const struct tk_at *at, int64_t *out)
{
    const struct kingdom_state *before = at->before, *after = at->thing;
    bool ended = before->phase == KINGDOM_DRAW;
    int first = before->discard.count > 0 ? before->removed.count : 0, count = 0;
    bool replaced = !ended || after->removed.count > first;
    if (ended)
        out[count++] = after->seat[before->active].hand;
    for (int i = first + ended; i < after->removed.count; i++) /* not the card from the hand */
        out[count++] = after->removed.card[i];
    if (replaced && after->phase == KINGDOM_ACT)
        out[count++] = after->seat[after->active].hand;
    return count + list_pile(&after->deck, out + count);
}

static const struct tk_field chance_fields[] = {
    {TK_LIST("deck", terrain, list_reshuffled), PILE_INTO(deck)},
};

/* --- after reading --- */

static void begin(void *table, const struct tk_config *config)
{
    struct loading *l = table;
    kingdom_table_init(&l->s, config);
    l->open = KINGDOM_NO_CARD;
    for (int p = 0; p < KINGDOM_SEATS; p++)
        l->hand[p] = KINGDOM_NO_CARD;
}

static const char *dealt(void *table)
{
    struct kingdom_state *s = table;
    if (s->deck.count != KINGDOM_DECK)
        return "a deck has 25 cards (KB-3)";
    kingdom_lay_board(s, s->quadrant);
    kingdom_deal_hands(s);
    return kingdom_audit(s);
}

static const char *loaded(void *table)
{
    struct loading *l = table;
    struct kingdom_state *s = &l->s;
    unsigned holds = 0;
    if ((s->phase == KINGDOM_MOVE) != (s->lifted != 0))
        return "a settlement is lifted exactly while it is being moved";
    if (s->lifted != 0 && s->seat[s->active].supply-- == 0)
        return "a settlement is lifted that is not there (KB-5)";
    kingdom_lay_board(s, s->quadrant);
    l->hand[s->active] = l->open;
    for (int p = 0; p < s->players; p++) { /* so far a hand says whether it holds a card */
        bool there = s->seat[p].hand == true;
        holds |= (unsigned)there << p;
        s->seat[p].hand = there ? l->hand[p] : KINGDOM_NO_CARD;
    }
    return kingdom_cards_complete(s, holds) ? NULL : "there are five cards of each terrain (KB-3)";
}

const struct tk_fields kingdom_fields = {
    .state = TK_ROWS(NULL, state_fields),
    .view = TK_ROWS("Board", view_fields),
    .deal = TK_ROWS(NULL, deal_fields),
    .begin = begin,
    .loaded = loaded,
    .dealt = dealt,
    .chance = TK_ROWS(NULL, chance_fields),
    .chance_what = "reshuffle",
    .settled = kingdom_reshuffled,
};
