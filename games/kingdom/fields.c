/* SPDX-License-Identifier: MIT */
/*
 * The state, described once: what there is, who may see it, and how it is written. Everything is open
 * to everybody (KB-81) but for two things: the order of the draw pile, with the generator that shuffles
 * it, and the cards in the hands of those whose turn it is not, which their owners alone know (KB-82).
 */
#include "kingdom_internal.h"

/* clang-format off */
#define STATE(key, kind, member) TK_MEMBER(key, kind, struct kingdom_state, member)
#define LIST(key, kind, member)  TK_ARRAY(key, kind, struct kingdom_state, member)
#define SEAT(key, kind, member)  TK_MEMBER(key, kind, struct kingdom_seat, member)
#define SEEN(member)             TK_SEEN(struct kingdom_state, member)
#define SEEN_SEAT(member)        TK_SEEN(struct kingdom_seat, member)
#define OPEN                     .see = TK_OPEN

/* --- kinds --- */

static const char *const phase_names[KINGDOM_PHASES] = {"act", "move", "draw", "replace", "over"};

const struct tk_kind kingdom_phase_kind = KINGDOM_NAMES("Phase", phase_names, KINGDOM_PHASES, "phase");
const struct tk_kind kingdom_terrain_kind =
    KINGDOM_NAMES("Terrain", kingdom_terrain_names, KINGDOM_TERRAINS, "ground");
const struct tk_kind kingdom_tile_kind = KINGDOM_NAMES("Tile", kingdom_tile_names, KINGDOM_TILES, "tile");
static const struct tk_kind quadrant =
    KINGDOM_NAMES(NULL, kingdom_quadrant_names, KINGDOM_LAYINGS, "quadrant");
const struct tk_kind kingdom_card_kind =
    KINGDOM_NAMES("Card", kingdom_card_names, KINGDOM_CARD_KINDS, "line");
/* clang-format on */

TK_AT(state_of, const struct kingdom_state, state)

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

const struct tk_kind kingdom_hex_kind = TK_TEXT(write_hex, read_hex, KINGDOM_PROBLEM_HEX);

/* A location by its number, told by its hex. The board stands before it in every text. */
static void write_location(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    kingdom_hex_write(state_of(at)->location[value], out);
}

static bool read_location(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    struct kingdom_state *s = at->into_state;
    int there, i = 0;
    if (!kingdom_hex_read(text, &there))
        return false;
    kingdom_lay_board(s, s->quadrant);
    while (i < KINGDOM_LOCATIONS && s->location[i] != there)
        i++;
    *out_value = i;
    return i < KINGDOM_LOCATIONS;
}

const struct tk_kind kingdom_location_kind = {
    TK_TEXT_OF(write_location, read_location, KINGDOM_PROBLEM_LOCATION), .word = "location",
    .to = KINGDOM_LOCATIONS - 1};

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
    struct kingdom_state *s = at->into_state;
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

static const struct tk_kind board_row = {TK_TEXT_OF(write_row, read_row, KINGDOM_PROBLEM_ROW),
                                         .word = "owner", .letters = ".12345",
                                         .places = KINGDOM_SIZE};

/* --- the state --- */

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
        return KINGDOM_PROBLEM_LIFT;
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
        int place = kingdom_tile_place(at->into_state, (int)values[i]);
        if (place < 0)
            return KINGDOM_PROBLEM_TILE;
        tiles[place]++;
    }
    return NULL;
}

TK_SHARED_FACT(kingdom_open_card, state_of(at)->seat[state_of(at)->active].hand)
TK_SHARED_FACT(kingdom_has_card, ((const struct kingdom_seat *)at->thing)->hand != KINGDOM_NO_CARD)
TK_SHARED_FACT(kingdom_is_older, state_of(at)->older >> at->index & 1)
TK_AT(into_state, struct kingdom_state, into_state)
TK_PUT(put_older, into_state(at)->older |= (uint8_t)(value << at->index))

/* KB-82: the card of a hand is told to its owner, and to all while it lies open. */
TK_SHARED_FACT(kingdom_hand_is_seen, at->index == at->viewer || at->index == state_of(at)->active)

/* All backs are alike. */
static int64_t hand_known(const struct tk_at *at, int item, int64_t value)
{
    (void)item;
    return kingdom_hand_is_seen(at) != 0 || value == KINGDOM_NO_CARD ? value : KINGDOM_GRASS;
}

/* The active seat's card is open, and stands elsewhere. */
TK_FACT(hidden_hand,
        at->index == state_of(at)->active ? KINGDOM_NO_CARD : state_of(at)->seat[at->index].hand)

/* clang-format off */
#define TILES(key, member) TK_LIST(key, kingdom_tile_kind, list_tiles), .put = put_tiles, \
    .offset = offsetof(struct kingdom_seat, member), .count = KINGDOM_LOCATIONS

static const struct tk_kind seat = TK_THING(NULL,
    {TK_BITS("taken", kingdom_location_kind, struct kingdom_seat, taken), OPEN},
    {TK_BITS("kept", kingdom_location_kind, struct kingdom_seat, kept), OPEN},
    {TILES("ready", ready)},
    {TILES("used", used)},
    {TILES("new", fresh)},
    {TK_NUMBER("hand", tk_truth, kingdom_has_card), TK_INTO(struct kingdom_seat, hand)},
    {TK_NUMBER("older", tk_truth, kingdom_is_older), .put = put_older},
    {SEAT(NULL, kingdom_terrain_kind, hand), .flags = TK_NULLABLE, .see = TK_KNOWN,
     .known = hand_known},
    {SEEN_SEAT(settlements)}, {SEEN_SEAT(supply)}, {SEEN_SEAT(ready)}, {SEEN_SEAT(used)},
    {SEEN_SEAT(fresh)});

static const struct tk_rows state_rows = TK_ROWS(NULL,
    {LIST("board", quadrant, quadrant), .flags = TK_EXACT, OPEN},
    {LIST("cards", kingdom_card_kind, card), .flags = TK_EXACT, OPEN},
    {STATE("turn", tk_number, turn), .low = 1, .high = UINT8_MAX, OPEN},
    {STATE("start", tk_number, start), TK_A_SEAT, OPEN},
    {STATE("active", tk_number, active), TK_A_SEAT, OPEN},
    {STATE("phase", kingdom_phase_kind, phase), OPEN},
    {STATE("built", tk_number, built), .high = KINGDOM_OWED, OPEN},
    {STATE("closing", tk_truth, closing), OPEN},
    {TK_NUMBER("card", kingdom_terrain_kind, kingdom_open_card),
     TK_INTO(struct kingdom_loading, open), .flags = TK_NULLABLE},
    {TK_LIST("moving", kingdom_hex_kind, list_lifted), .put = put_lifted, .count = 2},
    {TK_LIST("settlements", board_row, NULL), .count = KINGDOM_SIZE, .flags = TK_EXACT},
    {LIST("seats", seat, seat), .flags = TK_COUNT_PLAYERS | TK_EXACT},
    {KINGDOM_PILE("discard", discard), OPEN},
    {KINGDOM_PILE("removed", removed), OPEN},
    {TK_GROUP("hidden", NULL,
        {TK_FACTS("hands", kingdom_terrain_kind, hidden_hand),
         TK_INTO_ARRAY(struct kingdom_loading, hand), .flags = TK_COUNT_PLAYERS | TK_NULLABLE},
        {KINGDOM_PILE("deck", deck), .see = TK_HIDDEN},
        {TK_STREAM_KEY("key", struct kingdom_state, stream), .see = TK_HIDDEN},
        {STATE("blocks", tk_number, stream.blocks), .see = TK_HIDDEN})},
    {SEEN(location)}, {SEEN(moving)}, {SEEN(lifted)}, {SEEN(older)}, {SEEN(players)},
    {SEEN(deck.count)}, {SEEN(discard.count)}, {SEEN(removed.count)});
/* clang-format on */

/* --- what chance does --- */

/* The top card first, which a pile has last. */
static int list_pile(const struct kingdom_pile *pile, int64_t *out)
{
    for (int i = 0; i < pile->count; i++)
        out[i] = pile->card[pile->count - 1 - i];
    return pile->count;
}

/* KB-13: the hands are the first cards of the deck, from the start player on. */
TK_FACT(dealt_hand, state_of(at)->seat[(state_of(at)->start + at->index) % at->players].hand)

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

/* clang-format off */
static const struct tk_rows deal_rows = TK_ROWS(NULL,
    {LIST("board", quadrant, quadrant), .flags = TK_EXACT},
    {LIST("cards", kingdom_card_kind, card), .flags = TK_EXACT},
    {TK_PARTS("deck", kingdom_terrain_kind,
        {TK_FACTS("", kingdom_terrain_kind, dealt_hand), .flags = TK_COUNT_PLAYERS},
        {KINGDOM_PILE("", deck)}), KINGDOM_PILE_INTO(deck)},
    {STATE("start", tk_number, start), TK_A_SEAT});
static const struct tk_rows chance_rows = TK_ROWS(NULL,
    {TK_LIST("deck", kingdom_terrain_kind, list_reshuffled), KINGDOM_PILE_INTO(deck)});
/* clang-format on */

const struct tk_fields kingdom_fields = {
    .state = &state_rows,
    .view = &kingdom_view,
    .deal = &deal_rows,
    .begin = kingdom_begin,
    .loaded = kingdom_loaded,
    .dealt = kingdom_dealt,
    .chance = &chance_rows,
    .chance_what = "reshuffle",
    .settled = kingdom_reshuffled,
};
