/* Deals and whole tables as JSON; load.c reads the tables. */
#include "kingdom_internal.h"

/* --- lists --- */

bool kingdom_names_read(struct tk_json_in *in, const char *const *names, int name_count,
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
    kingdom_hex_write((uint16_t)hex, json->out);
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
bool kingdom_board_read(struct kingdom_state *s, struct tk_json_in *in)
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
bool kingdom_cards_read(struct kingdom_state *s, struct tk_json_in *in)
{
    int count = 0;
    if (!kingdom_names_read(in, kingdom_card_names, KINGDOM_CARD_KINDS, s->card, KINGDOM_CARDS,
                            &count))
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
            dealt |= kingdom_board_read(s, in) ? DEALT_BOARD : 0;
        else if (tk_span_is(key, "cards"))
            dealt |= kingdom_cards_read(s, in) ? DEALT_CARDS : 0;
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

const char *const kingdom_phase_names[KINGDOM_PHASES] = {"act", "move", "draw", "replace", "over"};

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
    tk_json_put_text(json, "phase", kingdom_phase_names[s->phase]);
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
