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

/* KB-53: a settlement in the air still counts where it stood, so that nobody's gold flickers. */
static struct kingdom_state landed(const struct kingdom_state *s)
{
    struct kingdom_state copy = *s;
    if (s->phase == KINGDOM_MOVE)
        set_add(&copy.seat[s->active].settlements, s->lifted);
    return copy;
}

/* The hexes behind each piece of gold, entry by entry, so that a client can show them. */
static void view_paid(const struct tk_sheet *sheet, const struct tk_sheet_line *line,
                      struct tk_json *json)
{
    tk_json_key(json, line->id);
    tk_json_open(json, '[');
    for (int i = 0; i < line->item_count; i++) {
        const struct tk_sheet_item *item = &sheet->item[line->first_item + i];
        tk_json_open(json, '{');
        tk_json_put_int(json, "gold", item->points);
        tk_json_key(json, "places");
        tk_json_open(json, '[');
        for (int k = 0; k < item->place_count; k++)
            view_hex(sheet->place[item->first_place + k], json);
        tk_json_close(json, ']');
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* The running gold, line by line as on the score sheet. */
static void view_gold(const struct kingdom_state *s, int p, struct tk_json *json)
{
    struct kingdom_state now = landed(s);
    struct tk_sheet sheet;
    tk_fill(&sheet, 0, sizeof sheet);
    kingdom_sheet(&now, p, &sheet);
    tk_json_key(json, "gold");
    tk_json_open(json, '{');
    for (int i = 0; i < sheet.line_count; i++)
        tk_json_put_int(json, sheet.line[i].id, sheet.line[i].points);
    tk_json_close(json, '}');
    tk_json_key(json, "paid");
    tk_json_open(json, '{');
    for (int i = 0; i < sheet.line_count; i++)
        view_paid(&sheet, &sheet.line[i], json);
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

/* --- what each choice would change --- */

/* KB-61: the lines of own settlements that end at this hex, as one set. */
static union kingdom_set lines_to(const struct kingdom_state *s, int hex)
{
    static const int steps[] = {EAST, SOUTH_WEST, SOUTH_EAST, -EAST, -SOUTH_WEST, -SOUTH_EAST};
    const union kingdom_set *own = &s->seat[s->active].settlements;
    union kingdom_set lines = {{0}};
    for (int i = 0; i < TK_COUNT(steps); i++) {
        union kingdom_set line = {{0}};
        int count = 0;
        for (int at = hex + steps[i]; at >= 0 && at < KINGDOM_HEXES && set_has(own, at);
             at += steps[i], count++)
            set_add(&line, at);
        if (count >= 3)
            lines = set_or(lines, line);
    }
    return lines;
}

/* KB-40, KB-45: the tile that comes or goes with a choice. */
static void view_tile_change(const char *key, const struct kingdom_state *s, unsigned locations,
                             struct tk_json *json)
{
    if (locations != 0)
        tk_json_put_text(json, key,
                         kingdom_tile_names[s->quadrant[__builtin_ctz(locations) / 2] / 2]);
}

/* Only lines that change are listed, each with what it gains or loses. */
static void view_gold_change(const struct kingdom_state *before, const struct kingdom_state *after,
                             struct tk_json *json)
{
    int p = before->active;
    tk_json_key(json, "gold");
    tk_json_open(json, '{');
    for (int i = 0; i < KINGDOM_CARDS; i++) {
        int card = before->card[i];
        int change = kingdom_card_gold(after, p, card) - kingdom_card_gold(before, p, card);
        if (change != 0)
            tk_json_put_int(json, kingdom_card_names[card], change);
    }
    int change = kingdom_castle_gold(after, p) - kingdom_castle_gold(before, p);
    if (change != 0)
        tk_json_put_int(json, "castles", change);
    tk_json_close(json, '}');
}

/* Tried on a copy. Nothing that the copy draws is told (KB-82). */
static void view_outcome(const struct kingdom_state *s, tk_action action, struct tk_json *json)
{
    struct kingdom_state before = landed(s), after = *s;
    unsigned kept = s->seat[s->active].kept;
    kingdom_apply(&after, action);
    if (after.phase == KINGDOM_MOVE) {
        view_hexes("to", kingdom_targets(&after, after.moving), json);
        return;
    }
    view_gold_change(&before, &after, json);
    unsigned now = after.seat[s->active].kept;
    view_tile_change("gain", s, now & ~kept, json);
    view_tile_change("lose", s, kept & ~now, json);
    if (kingdom_action_verb(action) == KINGDOM_USE && kingdom_action_tile(action) == KINGDOM_TAVERN)
        view_hexes("line", lines_to(s, (int)kingdom_action_hex(action)), json);
}

/* For the seat that decides: the price and the effect of every choice but the end of the turn. */
static void view_outcomes(const struct kingdom_state *s, struct tk_json *json)
{
    tk_action actions[TK_ACTIONS_MAX];
    int count = kingdom_legal(s, actions);
    tk_json_key(json, "outcomes");
    tk_json_open(json, '{');
    for (int i = 0; i < count; i++) {
        if (kingdom_action_verb(actions[i]) == KINGDOM_END)
            continue;
        char text[TK_MOVE_TEXT_MAX + 1];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        kingdom_format(s, actions[i], &out);
        tk_json_key(json, tk_writer_text(&out));
        tk_json_open(json, '{');
        view_outcome(s, actions[i], json);
        tk_json_close(json, '}');
    }
    tk_json_close(json, '}');
}

/* What a client would otherwise have to know of the rules. */
static void view_limits(const struct kingdom_state *s, struct tk_json *json)
{
    int before = s->turn - 1, round = 1; /* turns that are over; each round has one of every seat */
    for (; before >= s->players && s->players > 0; before -= s->players)
        round++;
    tk_json_put_int(json, "round", round);
    tk_json_put_int(json, "to_build", KINGDOM_OWED);           /* KB-17 */
    tk_json_put_int(json, "settlements", KINGDOM_SETTLEMENTS); /* KB-5 */
    /* KB-19, KB-20: before the settlements of the card or after them, not between */
    tk_json_put_bool(json, "tiles_wait", s->built > 0 && !kingdom_complete(s));
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
    if (seat == s->active)
        view_outcomes(s, json);
    view_limits(s, json);
}
