/* Deals and whole tables as JSON. */
#include "kingdom_internal.h"

/* --- lists --- */

/* Names of a table, at most `room` of them; their numbers go to `out`. */
static bool read_names(struct tk_json_in *in, const char *const *names, int name_count,
                       uint8_t *out, int room, int *out_count)
{
    int count = 0, name;
    tk_json_enter(in, '[');
    for (; tk_json_next(in); count++) {
        if (count == room)
            return tk_json_fail(in, "a list is too long");
        if (!tk_json_read_name(in, names, name_count, &name))
            return false;
        out[count] = (uint8_t)name;
    }
    *out_count = count;
    return in->problem == NULL;
}

static void write_card(int card, struct tk_json *json)
{
    if (card == KINGDOM_NO_CARD)
        tk_json_null(json);
    else
        tk_json_text(json, kingdom_terrain_names[card]);
}

static void write_pile(const char *key, const struct kingdom_pile *pile, struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    kingdom_pile_write(pile, json);
    tk_json_close(json, ']');
}

static void write_hex(int hex, struct tk_json *json)
{
    tk_json_quote(json);
    kingdom_place((uint16_t)hex, json->out);
    tk_json_unquote(json);
}

/* --- the deal --- */

static void write_board(const struct kingdom_state *s, struct tk_json *json)
{
    tk_json_key(json, "board");
    tk_json_open(json, '[');
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        tk_json_quote(json);
        kingdom_quadrant_write(s->quadrant[place], json->out);
        tk_json_unquote(json);
    }
    tk_json_close(json, ']');
}

static void write_cards(const struct kingdom_state *s, struct tk_json *json)
{
    tk_json_key(json, "cards");
    tk_json_open(json, '[');
    for (int i = 0; i < KINGDOM_CARDS; i++)
        tk_json_text(json, kingdom_card_names[s->card[i]]);
    tk_json_close(json, ']');
}

/* KB-13: the hands are the first cards of the deck, from the start player on. */
void kingdom_deal(const void *state, struct tk_json *json)
{
    const struct kingdom_state *s = state;
    write_board(s, json);
    write_cards(s, json);
    tk_json_key(json, "deck");
    tk_json_open(json, '[');
    for (int i = 0; i < s->players; i++)
        write_card(s->seat[(s->start + i) % s->players].hand, json);
    kingdom_pile_write(&s->deck, json);
    tk_json_close(json, ']');
    tk_json_put_int(json, "start", s->start);
}

/* KB-8: four different quadrants. */
static bool read_board(struct kingdom_state *s, struct tk_json_in *in)
{
    uint8_t quadrant[KINGDOM_PLACES];
    struct tk_span text;
    uint32_t code = 0, seen = 0;
    int count = 0;
    tk_json_enter(in, '[');
    for (; tk_json_next(in) && tk_json_read_string(in, &text); count++) {
        if (count == KINGDOM_PLACES || !kingdom_quadrant_read(text, &code) ||
            (seen >> (code / 2) & 1) != 0)
            return tk_json_fail(in, "a quadrant is unknown, named twice or one too many");
        seen |= 1U << (code / 2);
        quadrant[count] = (uint8_t)code;
    }
    if (in->problem != NULL || count != KINGDOM_PLACES)
        return tk_json_fail(in, "a board has four quadrants");
    kingdom_lay_board(s, quadrant);
    return true;
}

/* KB-11: three different cards. */
static bool read_cards(struct kingdom_state *s, struct tk_json_in *in)
{
    int count = 0;
    if (!read_names(in, kingdom_card_names, KINGDOM_CARD_KINDS, s->card, KINGDOM_CARDS, &count))
        return false;
    if (count != KINGDOM_CARDS || s->card[0] == s->card[1] || s->card[0] == s->card[2] ||
        s->card[1] == s->card[2])
        return tk_json_fail(in, "three different cards are needed");
    return true;
}

enum { DEALT_BOARD = 1, DEALT_CARDS = 2, DEALT_DECK = 4, DEALT_START = 8, DEALT_ALL = 15 };

bool kingdom_deal_read(void *state, const struct tk_config *config, struct tk_json_in *in)
{
    struct kingdom_state *s = state;
    struct tk_span key;
    int64_t start = 0;
    unsigned dealt = 0;
    kingdom_table_init(s, config);
    while (tk_json_next_key(in, &key)) {
        if (tk_span_is(key, "board"))
            dealt |= read_board(s, in) ? DEALT_BOARD : 0;
        else if (tk_span_is(key, "cards"))
            dealt |= read_cards(s, in) ? DEALT_CARDS : 0;
        else if (tk_span_is(key, "deck"))
            dealt |= kingdom_pile_read(in, &s->deck) ? DEALT_DECK : 0;
        else if (tk_span_is(key, "start"))
            dealt |= tk_json_read_int(in, 0, config->players - 1, &start) ? DEALT_START : 0;
        else
            tk_json_fail(in, "a key of the deal is unknown");
    }
    if (in->problem != NULL || dealt != DEALT_ALL)
        return tk_json_fail(in, "a deal needs board, cards, deck and start");
    if (s->deck.count != KINGDOM_DECK)
        return tk_json_fail(in, "a deck has 25 cards (KB-3)");
    s->start = (uint8_t)start;
    kingdom_deal_hands(s);
    const char *wrong = kingdom_audit(s);
    return wrong == NULL || tk_json_fail(in, wrong);
}

/* --- the whole table, written --- */

static const char *const phase_names[] = {"act", "move", "draw", "replace", "over"};

/* One line for each row of the board, a digit for each settlement: player 1 … 4. */
static void write_settlements(const struct kingdom_state *s, struct tk_json *json)
{
    tk_json_key(json, "settlements");
    tk_json_open(json, '[');
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        tk_json_quote(json);
        for (int column = 0; column < KINGDOM_SIZE; column++) {
            int owner = kingdom_owner(s, kingdom_hex(row, column));
            tk_write_char(json->out, owner < 0 ? '.' : (char)('1' + owner));
        }
        tk_json_unquote(json);
    }
    tk_json_close(json, ']');
}

static void write_locations(const struct kingdom_state *s, const char *key, unsigned locations,
                            struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (; locations != 0; locations &= locations - 1)
        write_hex(s->location[__builtin_ctz(locations)], json);
    tk_json_close(json, ']');
}

static void write_tiles(const struct kingdom_state *s, const char *key,
                        const uint8_t tiles[KINGDOM_PLACES], struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int place = 0; place < KINGDOM_PLACES; place++)
        for (int i = 0; i < tiles[place]; i++)
            tk_json_text(json, kingdom_tile_names[s->quadrant[place] / 2]);
    tk_json_close(json, ']');
}

static void dump_seat(const struct kingdom_state *s, int p, struct tk_json *json)
{
    const struct kingdom_seat *seat = &s->seat[p];
    tk_json_open(json, '{');
    write_locations(s, "taken", seat->taken, json);
    write_locations(s, "kept", seat->kept, json);
    write_tiles(s, "ready", seat->ready, json);
    write_tiles(s, "used", seat->used, json);
    write_tiles(s, "new", seat->fresh, json);
    tk_json_put_bool(json, "hand", seat->hand != KINGDOM_NO_CARD);
    tk_json_put_bool(json, "older", (s->older >> p & 1) != 0);
    tk_json_close(json, '}');
}

static void dump_hidden(const struct kingdom_state *s, struct tk_json *json)
{
    tk_json_key(json, "hidden");
    tk_json_open(json, '{');
    tk_json_key(json, "hands"); /* the active seat's card is open */
    tk_json_open(json, '[');
    for (int p = 0; p < s->players; p++)
        write_card(p == s->active ? KINGDOM_NO_CARD : s->seat[p].hand, json);
    tk_json_close(json, ']');
    write_pile("deck", &s->deck, json);
    tk_json_key(json, "key"); /* of the generator */
    tk_json_quote(json);
    for (int i = 0; i < TK_COUNT(s->stream.key); i++)
        tk_write_hex(json->out, s->stream.key[i], 8);
    tk_json_unquote(json);
    tk_json_put_int(json, "blocks", (int64_t)s->stream.blocks);
    tk_json_close(json, '}');
}

static void dump_turn(const struct kingdom_state *s, struct tk_json *json)
{
    tk_json_put_int(json, "turn", s->turn);
    tk_json_put_int(json, "start", s->start);
    tk_json_put_int(json, "active", s->active);
    tk_json_put_text(json, "phase", phase_names[s->phase]);
    tk_json_put_int(json, "built", s->built);
    tk_json_put_bool(json, "closing", s->closing != 0);
    tk_json_key(json, "card");
    write_card(s->seat[s->active].hand, json);
    tk_json_key(json, "moving");
    tk_json_open(json, '[');
    if (s->phase == KINGDOM_MOVE) {
        tk_json_text(json, kingdom_tile_names[s->moving]);
        write_hex(s->lifted, json);
    }
    tk_json_close(json, ']');
}

void kingdom_dump(const void *state, struct tk_json *json)
{
    const struct kingdom_state *s = state;
    write_board(s, json);
    write_cards(s, json);
    dump_turn(s, json);
    write_settlements(s, json);
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int p = 0; p < s->players; p++)
        dump_seat(s, p, json);
    tk_json_close(json, ']');
    write_pile("discard", &s->discard, json);
    write_pile("removed", &s->removed, json);
    dump_hidden(s, json);
}

/* --- the whole table, read --- */

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
    if (!read_names(in, kingdom_tile_names, KINGDOM_TILES, tile, KINGDOM_LOCATIONS, &count))
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
        if (tk_json_read_name(in, phase_names, TK_COUNT(phase_names), &phase))
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
        return read_board(l->s, in);
    if (tk_span_is(key, "cards"))
        return read_cards(l->s, in);
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

/* Cards that are not told go to the hands first, then under the pile, in the order of the terrains.
 */
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
        tk_move(s->deck.card + 1, s->deck.card, s->deck.count++);
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
    if ((l.s->phase == KINGDOM_MOVE) != (l.s->lifted != 0) || l.s->turn == 0)
        return tk_json_fail(in, "a settlement is lifted exactly while it is being moved");
    if (l.s->lifted != 0 && l.s->seat[l.s->active].supply-- == 0)
        return tk_json_fail(in, "a settlement is lifted that is not there (KB-5)");
    return complete_cards(&l, in);
}
