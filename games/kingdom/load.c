/* Whole tables from JSON; what hides behind "hidden" is completed where it is not told. */
#include "kingdom_internal.h"

/* What stands in the text beside the state itself, until all of it is known. */
struct loading {
    struct kingdom_state *s;
    bool holds[KINGDOM_SEATS];   /* the seat has a card */
    uint8_t hand[KINGDOM_SEATS]; /* as far as it is told, otherwise KINGDOM_NO_CARD */
    uint8_t open;                /* the active seat's card */
};

static bool read_card(struct tk_json_in *in, uint8_t *out_card)
{
    int card = KINGDOM_NO_CARD;
    if (!tk_json_read_null(in) &&
        !tk_json_read_name(in, kingdom_terrain_names, KINGDOM_TERRAINS, &card))
        return false;
    *out_card = (uint8_t)card;
    return true;
}

static bool read_row(struct kingdom_state *s, int row, struct tk_json_in *in)
{
    struct tk_span text;
    if (!tk_json_read_string(in, &text))
        return false;
    if (row >= KINGDOM_SIZE || text.length != KINGDOM_SIZE)
        return tk_json_fail(in, "the settlements stand on 20 rows of 20 hexes");
    for (int column = 0; column < KINGDOM_SIZE; column++) {
        int owner = text.data[column] - '1';
        if (text.data[column] == '.')
            continue;
        if (owner < 0 || owner >= s->players || s->seat[owner].supply == 0)
            return tk_json_fail(in, "a settlement is nobody's, or one more than there are (KB-5)");
        set_add(&s->seat[owner].settlements, kingdom_hex(row, column));
        s->seat[owner].supply--;
    }
    return true;
}

static bool read_settlements(struct kingdom_state *s, struct tk_json_in *in)
{
    int row = 0;
    tk_json_enter(in, '[');
    while (tk_json_next(in) && read_row(s, row, in))
        row++;
    if (in->problem == NULL && row != KINGDOM_SIZE)
        return tk_json_fail(in, "the settlements stand on 20 rows of 20 hexes");
    return in->problem == NULL;
}

static bool read_hex(struct tk_json_in *in, int *out_hex)
{
    struct tk_span text;
    if (!tk_json_read_string(in, &text))
        return false;
    return kingdom_hex_read(text, out_hex) || tk_json_fail(in, "a hex is not on the board");
}

static bool read_locations(const struct kingdom_state *s, struct tk_json_in *in, uint8_t *out)
{
    int hex;
    tk_json_enter(in, '[');
    while (tk_json_next(in) && read_hex(in, &hex)) {
        int i = 0;
        while (i < KINGDOM_LOCATIONS && s->location[i] != hex)
            i++;
        if (i == KINGDOM_LOCATIONS)
            return tk_json_fail(in, "a hex is no location");
        *out = (uint8_t)(*out | 1U << i);
    }
    return in->problem == NULL;
}

static bool read_tiles(const struct kingdom_state *s, struct tk_json_in *in,
                       uint8_t out[KINGDOM_PLACES])
{
    uint8_t tile[KINGDOM_LOCATIONS];
    int count = 0;
    if (!kingdom_names_read(in, kingdom_tile_names, KINGDOM_TILES, tile, KINGDOM_LOCATIONS, &count))
        return false;
    for (int i = 0; i < count; i++) {
        int place = kingdom_tile_place(s, tile[i]);
        if (place < 0)
            return tk_json_fail(in, "a tile belongs to no quadrant of this board");
        out[place]++;
    }
    return true;
}

static bool read_seat(struct loading *l, int p, struct tk_json_in *in)
{
    struct kingdom_seat *seat = &l->s->seat[p];
    struct tk_span key;
    bool older = false;
    tk_json_enter(in, '{');
    while (tk_json_next_key(in, &key)) {
        if (tk_span_is(key, "taken"))
            read_locations(l->s, in, &seat->taken);
        else if (tk_span_is(key, "kept"))
            read_locations(l->s, in, &seat->kept);
        else if (tk_span_is(key, "ready"))
            read_tiles(l->s, in, seat->ready);
        else if (tk_span_is(key, "used"))
            read_tiles(l->s, in, seat->used);
        else if (tk_span_is(key, "new"))
            read_tiles(l->s, in, seat->fresh);
        else if (tk_span_is(key, "hand"))
            tk_json_read_bool(in, &l->holds[p]);
        else if (tk_span_is(key, "older"))
            tk_json_read_bool(in, &older);
        else
            tk_json_fail(in, "a key of a seat is unknown");
    }
    l->s->older = (uint8_t)(l->s->older | (unsigned)older << p);
    return in->problem == NULL;
}

static bool read_seats(struct loading *l, struct tk_json_in *in)
{
    int count = 0;
    tk_json_enter(in, '[');
    for (; tk_json_next(in); count++)
        if (count == l->s->players || !read_seat(l, count, in))
            return tk_json_fail(in, "there are more seats than players");
    return count == l->s->players || tk_json_fail(in, "there are fewer seats than players");
}

/* ["barn", "d4"]: the tile that lifted a settlement and the hex it stood on; or nothing. */
static bool read_moving(struct kingdom_state *s, struct tk_json_in *in)
{
    int tile = 0, hex = 0;
    tk_json_enter(in, '[');
    if (!tk_json_next(in))
        return in->problem == NULL;
    if (!tk_json_read_name(in, kingdom_tile_names, KINGDOM_TILES, &tile) || !tk_json_next(in) ||
        !read_hex(in, &hex) || tk_json_next(in))
        return tk_json_fail(in, "a lifted settlement has a tile and a hex");
    s->moving = (uint8_t)tile;
    s->lifted = (uint16_t)hex;
    return true;
}

static bool read_key(struct kingdom_state *s, struct tk_json_in *in)
{
    struct tk_span text;
    if (!tk_json_read_string(in, &text))
        return false;
    if (text.length != 8 * sizeof s->stream.key / sizeof s->stream.key[0])
        return tk_json_fail(in, "the key of the generator has 64 digits");
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        if ((c < '0' || c > '9') && (c < 'a' || c > 'f'))
            return tk_json_fail(in, "the key of the generator is written in hexadecimal digits");
        uint32_t digit = (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
        s->stream.key[i / 8] = s->stream.key[i / 8] << 4 | digit;
    }
    return true;
}

static bool read_hands(struct loading *l, struct tk_json_in *in)
{
    int count = 0;
    tk_json_enter(in, '[');
    for (; tk_json_next(in); count++)
        if (count == l->s->players || !read_card(in, &l->hand[count]))
            return tk_json_fail(in, "there are more hands than players");
    return in->problem == NULL;
}

static bool read_hidden(struct loading *l, struct tk_json_in *in)
{
    struct tk_span key;
    int64_t blocks = 0;
    tk_json_enter(in, '{');
    while (tk_json_next_key(in, &key)) {
        if (tk_span_is(key, "hands"))
            read_hands(l, in);
        else if (tk_span_is(key, "deck"))
            kingdom_pile_read(in, &l->s->deck);
        else if (tk_span_is(key, "key"))
            read_key(l->s, in);
        else if (tk_span_is(key, "blocks"))
            tk_json_read_int(in, 0, INT64_MAX, &blocks);
        else
            tk_json_fail(in, "a hidden key is unknown");
    }
    l->s->stream.blocks = (uint64_t)blocks;
    return in->problem == NULL;
}

/* Small numbers of the table with their ranges. */
static bool read_number(struct kingdom_state *s, struct tk_span key, struct tk_json_in *in)
{
    const struct {
        const char *key;
        uint8_t *number;
        int low, high;
    } numbers[] = {
        {"turn", &s->turn, 1, UINT8_MAX},
        {"start", &s->start, 0, s->players - 1},
        {"active", &s->active, 0, s->players - 1},
        {"built", &s->built, 0, KINGDOM_OWED},
    };
    int64_t number;
    for (int i = 0; i < TK_COUNT(numbers); i++) {
        if (tk_span_is(key, numbers[i].key)) {
            if (tk_json_read_int(in, numbers[i].low, numbers[i].high, &number))
                *numbers[i].number = (uint8_t)number;
            return true;
        }
    }
    return false;
}

static bool read_phase(struct kingdom_state *s, struct tk_span key, struct tk_json_in *in)
{
    int phase = 0;
    bool closing = false;
    if (tk_span_is(key, "phase")) {
        if (tk_json_read_name(in, kingdom_phase_names, KINGDOM_PHASES, &phase))
            s->phase = (uint8_t)phase;
    } else if (tk_span_is(key, "closing")) {
        if (tk_json_read_bool(in, &closing))
            s->closing = closing;
    } else {
        return false;
    }
    return true;
}

/* The board comes first: all hexes and tiles are read by it. */
static bool read_thing(struct loading *l, struct tk_span key, struct tk_json_in *in)
{
    if (tk_span_is(key, "board"))
        return kingdom_board_read(l->s, in);
    if (tk_span_is(key, "cards"))
        return kingdom_cards_read(l->s, in);
    if (tk_span_is(key, "card"))
        return read_card(in, &l->open);
    if (tk_span_is(key, "moving"))
        return read_moving(l->s, in);
    if (tk_span_is(key, "settlements"))
        return read_settlements(l->s, in);
    if (tk_span_is(key, "seats"))
        return read_seats(l, in);
    if (tk_span_is(key, "discard"))
        return kingdom_pile_read(in, &l->s->discard);
    if (tk_span_is(key, "removed"))
        return kingdom_pile_read(in, &l->s->removed);
    if (tk_span_is(key, "hidden"))
        return read_hidden(l, in);
    return tk_json_fail(in, "a key of the state is unknown");
}

/* How many cards of each terrain are nowhere yet. */
static bool count_missing(const struct kingdom_state *s, int out[KINGDOM_TERRAINS])
{
    const struct kingdom_pile *const piles[] = {&s->deck, &s->discard, &s->removed};
    bool fits = true;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        out[terrain] = KINGDOM_OF_A_KIND;
    for (int i = 0; i < TK_COUNT(piles); i++)
        for (int k = 0; k < piles[i]->count; k++)
            out[piles[i]->card[k]]--;
    for (int p = 0; p < s->players; p++)
        if (s->seat[p].hand != KINGDOM_NO_CARD)
            out[s->seat[p].hand]--;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        fits &= out[terrain] >= 0;
    return fits;
}

/* The first terrain of which a card is missing; KINGDOM_NO_CARD if none is. */
static uint8_t take_missing(int missing[KINGDOM_TERRAINS])
{
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++) {
        if (missing[terrain] > 0) {
            missing[terrain]--;
            return (uint8_t)terrain;
        }
    }
    return KINGDOM_NO_CARD;
}

/* Cards that are not told go to the hands, then under the pile, in the order of the terrains. */
static bool complete_cards(struct loading *l, struct tk_json_in *in)
{
    struct kingdom_state *s = l->s;
    int missing[KINGDOM_TERRAINS];
    for (int p = 0; p < s->players; p++)
        s->seat[p].hand = !l->holds[p] ? KINGDOM_NO_CARD : p == s->active ? l->open : l->hand[p];
    if (!count_missing(s, missing))
        return tk_json_fail(in, "there are five cards of each terrain (KB-3)");
    for (int p = 0; p < s->players; p++)
        if (l->holds[p] && s->seat[p].hand == KINGDOM_NO_CARD)
            s->seat[p].hand = take_missing(missing);
    for (uint8_t card; (card = take_missing(missing)) != KINGDOM_NO_CARD;) {
        tk_copy_within(s->deck.card + 1, s->deck.card, s->deck.count++);
        s->deck.card[0] = card;
    }
    return true;
}

bool kingdom_load(void *state, const struct tk_config *config, struct tk_json_in *in)
{
    struct loading l = {.s = state, .open = KINGDOM_NO_CARD};
    struct tk_span key;
    for (int p = 0; p < KINGDOM_SEATS; p++)
        l.hand[p] = KINGDOM_NO_CARD;
    kingdom_table_init(l.s, config);
    while (tk_json_next_key(in, &key))
        if (!read_number(l.s, key, in) && !read_phase(l.s, key, in))
            read_thing(&l, key, in);
    if (in->problem != NULL)
        return false;
    if ((l.s->phase == KINGDOM_MOVE) != (l.s->lifted != 0))
        return tk_json_fail(in, "a settlement is lifted exactly while it is being moved");
    if (l.s->lifted != 0 && l.s->seat[l.s->active].supply-- == 0)
        return tk_json_fail(in, "a settlement is lifted that is not there (KB-5)");
    return complete_cards(&l, in);
}
