/* What a seat may see (KB-81, KB-82), built up from nothing. */
#include "kingdom_internal.h"

static void view_hex(int hex, struct tk_json *json)
{
    tk_json_quote(json);
    kingdom_hex_write((uint16_t)hex, json->out);
    tk_json_unquote(json);
}

static void view_hexes(const char *key, union kingdom_set hexes, struct tk_json *json)
{
    int hex;
    tk_json_key(json, key);
    tk_json_open(json, '[');
    while (set_take(&hexes, &hex))
        view_hex(hex, json);
    tk_json_close(json, ']');
}

/* The printed board as rows of letters, so that a client needs no maps of its own. */
static void view_map(const struct kingdom_state *s, struct tk_json *json)
{
    tk_json_key(json, "quadrants");
    tk_json_open(json, '[');
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        tk_json_open(json, '{');
        tk_json_put_text(json, "name", kingdom_tile_names[s->quadrant[place] / 2]);
        tk_json_put_bool(json, "turned", s->quadrant[place] % 2 != 0);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
    tk_json_key(json, "map");
    tk_json_open(json, '[');
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        tk_json_quote(json);
        for (int column = 0; column < KINGDOM_SIZE; column++)
            tk_write_char(json->out,
                          kingdom_letters[kingdom_ground_at(s, kingdom_hex(row, column))]);
        tk_json_unquote(json);
    }
    tk_json_close(json, ']');
    view_hexes("castles", kingdom_ground(s, KINGDOM_CASTLE), json);
}

static void view_locations(const struct kingdom_state *s, struct tk_json *json)
{
    tk_json_key(json, "locations");
    tk_json_open(json, '[');
    for (int i = 0; i < KINGDOM_LOCATIONS; i++) {
        if (s->location[i] == 0)
            continue;
        tk_json_open(json, '{');
        tk_json_key(json, "hex");
        view_hex(s->location[i], json);
        tk_json_put_text(json, "tile", kingdom_tile_names[s->quadrant[i / 2] / 2]);
        tk_json_put_int(json, "left", kingdom_tiles_left(s, i));
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

static void view_card(const char *key, int card, struct tk_json *json)
{
    tk_json_key(json, key);
    if (card == KINGDOM_NO_CARD)
        tk_json_null(json);
    else
        tk_json_text(json, kingdom_terrain_names[card]);
}

static void view_pile(const char *key, const struct kingdom_pile *pile, struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    kingdom_pile_write(pile, json);
    tk_json_close(json, ']');
}

/* KB-81: how many cards lie in each pile, and the faces of those that were seen. */
static void view_piles(const struct kingdom_state *s, struct tk_json *json)
{
    tk_json_key(json, "cards");
    tk_json_open(json, '[');
    for (int i = 0; i < KINGDOM_CARDS; i++)
        tk_json_text(json, kingdom_card_names[s->card[i]]);
    tk_json_close(json, ']');
    view_card("card", s->seat[s->active].hand, json);
    tk_json_put_int(json, "draw_pile", s->deck.count);
    view_pile("discarded", &s->discard, json);
    view_pile("removed", &s->removed, json);
}

static void view_tile(int tile, const char *state, struct tk_json *json)
{
    tk_json_open(json, '{');
    tk_json_put_text(json, "tile", kingdom_tile_names[tile]);
    tk_json_put_text(json, "state", state);
    tk_json_close(json, '}');
}

static void view_tiles(const struct kingdom_state *s, const struct kingdom_seat *seat,
                       struct tk_json *json)
{
    tk_json_key(json, "tiles");
    tk_json_open(json, '[');
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int tile = s->quadrant[place] / 2;
        for (int i = 0; i < seat->ready[place]; i++)
            view_tile(tile, "ready", json);
        for (int i = 0; i < seat->used[place]; i++)
            view_tile(tile, "used", json);
        for (int i = 0; i < seat->fresh[place]; i++)
            view_tile(tile, "new", json);
    }
    tk_json_close(json, ']');
    tk_json_key(json, "taken_from"); /* KB-42: nothing more comes from these */
    tk_json_open(json, '[');
    for (unsigned taken = seat->taken; taken != 0; taken &= taken - 1)
        view_hex(s->location[__builtin_ctz(taken)], json);
    tk_json_close(json, ']');
}

/* The running gold, line by line as on the score sheet. */
static void view_gold(const struct kingdom_state *s, int p, struct tk_json *json)
{
    tk_json_key(json, "gold");
    tk_json_open(json, '{');
    for (int i = 0; i < KINGDOM_CARDS; i++)
        tk_json_put_int(json, kingdom_card_names[s->card[i]], kingdom_card_gold(s, p, s->card[i]));
    tk_json_put_int(json, "castles", kingdom_castle_gold(s, p));
    tk_json_close(json, '}');
}

/* KB-82: the card of a hand is told to its owner, and to all while it lies open. */
static void view_hand(const struct kingdom_state *s, int p, int viewer, struct tk_json *json)
{
    int card = s->seat[p].hand;
    tk_json_put_bool(json, "has_card", card != KINGDOM_NO_CARD);
    tk_json_put_bool(json, "card_older", (s->older >> p & 1) != 0); /* KB-83 */
    if (p == viewer || p == s->active)
        view_card("card", card, json);
}

static void view_seat(const struct kingdom_state *s, int p, int viewer, struct tk_json *json)
{
    const struct kingdom_seat *seat = &s->seat[p];
    tk_json_open(json, '{');
    tk_json_put_int(json, "supply", seat->supply);
    view_hexes("settlements", seat->settlements, json);
    view_tiles(s, seat, json);
    view_gold(s, p, json);
    view_hand(s, p, viewer, json);
    tk_json_close(json, '}');
}

static void view_turn(const struct kingdom_state *s, struct tk_json *json)
{
    tk_json_put_text(json, "phase", kingdom_phase_names[s->phase]);
    tk_json_put_int(json, "start", s->start);
    tk_json_put_int(json, "active", s->active);
    tk_json_put_int(json, "built", s->built);
    tk_json_put_bool(json, "complete", kingdom_complete(s));
    tk_json_put_bool(json, "last_round", s->closing != 0);
    tk_json_key(json, "lifted");
    if (s->phase != KINGDOM_MOVE) {
        tk_json_null(json);
        return;
    }
    tk_json_open(json, '{');
    tk_json_put_text(json, "tile", kingdom_tile_names[s->moving]);
    tk_json_key(json, "from");
    view_hex(s->lifted, json);
    tk_json_close(json, '}');
}

void kingdom_view(const void *state, int seat, struct tk_json *json)
{
    const struct kingdom_state *s = state;
    view_turn(s, json);
    view_map(s, json);
    view_locations(s, json);
    view_piles(s, json);
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int p = 0; p < s->players; p++)
        view_seat(s, p, seat, json);
    tk_json_close(json, ']');
}
