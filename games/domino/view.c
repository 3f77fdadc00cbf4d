/*
 * What everybody may see (QD-14.1), built up from nothing. No seat knows more than the others; whoever
 * is to act is told as well what each choice would change.
 */
#include "domino_internal.h"

static void put_number_or_null(const char *key, int number, struct tk_json *json)
{
    tk_json_key(json, key);
    if (number < 0)
        tk_json_null(json);
    else
        tk_json_int(json, number);
}

/* --- lines --- */

static void view_square(const char *key, const struct domino_face *face, int square,
                        struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '{');
    tk_json_put_text(json, "terrain", domino_terrain_ids[face->terrain[square]]);
    tk_json_put_int(json, "crowns", face->crowns[square]);
    tk_json_close(json, '}');
}

/* What is printed on a domino is sent along, so that a client needs no table of its own. */
static void view_domino(const struct domino_state *s, int box, int number, struct tk_json *json)
{
    const struct domino_face *face = domino_face(s, box, number);
    tk_json_put_int(json, "domino", number);
    tk_json_put_text(json, "box", domino_box_ids[domino_box_name(s, box)]);
    view_square("left", face, 0, json);
    view_square("right", face, 1, json);
}

/* QD-4.2: whose turn it is, which dominoes of the line are placed (or lost), and where kings stand. */
static void view_progress(const struct domino_state *s, int i, int king, struct tk_json *json)
{
    bool turns = s->phase != DOMINO_OVER && s->phase != DOMINO_DEAL;
    bool now = turns && i == s->king;
    bool placed = !turns || i < s->king || (now && s->phase != DOMINO_PLACE);
    bool leaves = now && s->next.number[0] != 0; /* it goes to the next line later in this turn */
    tk_json_put_bool(json, "now", now);
    tk_json_put_bool(json, "placed", placed);
    tk_json_put_bool(json, "stands", king != 0 && (!placed || leaves));
}

/* A line in ascending order; lines count from 1. */
static void view_line(const struct domino_state *s, const char *key, const struct domino_line *line,
                      int number, struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int i = 0; i < DOMINO_LINE && line->number[i] != 0; i++) {
        tk_json_open(json, '{');
        view_domino(s, domino_line_box(s, number), line->number[i], json);
        put_number_or_null("seat", line->king[i] - 1, json);
        if (line == &s->line)
            view_progress(s, i, line->king[i], json);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* --- builders' board --- */

static void view_building(int kind, struct tk_json *json)
{
    static const char *const taxes[] = {"none", "coin_per_knight", "coin_per_tower"};
    const struct domino_building *tile = &domino_buildings[kind];
    if (kind == 0) {
        tk_json_null(json);
        return;
    }
    tk_json_open(json, '{');
    tk_json_put_text(json, "id", tile->id);
    tk_json_put_int(json, "crowns", tile->crowns);
    tk_json_put_int(json, "knights", tile->knights);
    tk_json_put_int(json, "towers", tile->towers);
    tk_json_put_int(json, "points", tile->points);
    tk_json_put_text(json, "per",
                     tile->per < DOMINO_PER_TOWER     ? domino_terrain_ids[tile->per]
                     : tile->per == DOMINO_PER_TOWER  ? "tower"
                     : tile->per == DOMINO_PER_KNIGHT ? "knight"
                                                      : "none");
    tk_json_put_int(json, "per_points", tile->per_points);
    tk_json_put_text(json, "tax_bonus", taxes[tile->tax_bonus]);
    tk_json_close(json, '}');
}

/* QD-7.2: prices are those of the seat to act now; without one they are as printed. */
static void view_display(const struct domino_state *s, struct tk_json *json)
{
    int kingdom = s->actor >= 0 ? domino_kingdom_of(s, s->actor) : -1;
    tk_json_key(json, "display");
    tk_json_open(json, '[');
    for (int slot = 0; slot < DOMINO_SLOTS; slot++) {
        int price = kingdom >= 0 ? domino_price(s, kingdom, slot) : slot;
        tk_json_open(json, '{');
        tk_json_put_int(json, "slot", slot);
        tk_json_put_int(json, "price", price);
        tk_json_put_bool(json, "payable",
                         kingdom >= 0 && s->display[slot] != 0 &&
                             s->kingdom[kingdom].coins >= price);
        tk_json_key(json, "building");
        view_building(s->display[slot], json);
        tk_json_put_int(json, "printed", slot); /* QD-7.2 */
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* A number for each kind of which there is any. */
static void view_counts(const char *key, const int count[DOMINO_KINDS + 1], struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '{');
    for (int kind = 1; kind <= DOMINO_KINDS; kind++)
        if (count[kind] > 0)
            tk_json_put_int(json, domino_buildings[kind].id, count[kind]);
    tk_json_close(json, '}');
}

/* QD-14.1: the top tile lies face up; of the others only the set is known. */
static void view_stack(const struct domino_state *s, struct tk_json *json)
{
    int undrawn[DOMINO_KINDS + 1] = {0}, burnt[DOMINO_KINDS + 1];
    domino_count_tiles(s, burnt);
    for (int i = s->top; i < DOMINO_TILES; i++) {
        undrawn[s->stack[i]]++;
        burnt[s->stack[i]]--;
    }
    tk_json_key(json, "stack");
    tk_json_open(json, '{');
    tk_json_put_int(json, "left", DOMINO_TILES - s->top);
    tk_json_key(json, "top");
    view_building(s->stack[s->top], json);
    view_counts("tiles", undrawn, json);
    tk_json_close(json, '}');
    view_counts("burnt", burnt, json);
}

/* --- kingdoms --- */

/* Which domino covers each cell of a kingdom, as its box has it; 0 where there is none. */
struct cover {
    uint8_t number[64];
    uint8_t box[64];
    uint8_t square[64]; /* 0 left, 1 right */
};

static void find_cover(const struct domino_state *s, int kingdom, struct cover *out)
{
    *out = (struct cover){{0}, {0}, {0}};
    for (int box = 0; box < domino_box_count(s); box++) {
        for (int number = 1; number <= DOMINO_DOMINOES; number++) {
            uint16_t home = domino_box_of(s, box)->home[number - 1];
            int cells[2];
            if (home == 0 || domino_home_kingdom(home) != kingdom)
                continue;
            domino_home_cells(home, cells);
            for (uint8_t square = 0; square < 2; square++) {
                out->number[cells[square]] = (uint8_t)number;
                out->box[cells[square]] = (uint8_t)box;
                out->square[cells[square]] = square;
            }
        }
    }
}

/* The properties of a kingdom, terrain by terrain, and to which of them each cell belongs. */
static void view_lands(const struct domino_kingdom *k, uint8_t out_land[64], struct tk_json *json)
{
    uint8_t land = 0;
    tk_json_key(json, "lands");
    tk_json_open(json, '[');
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++) {
        for (domino_cells rest = k->terrain[terrain]; rest != 0; land++) {
            domino_cells property = domino_next_property(&rest);
            tk_json_open(json, '{');
            tk_json_put_text(json, "terrain", domino_terrain_ids[terrain]);
            tk_json_put_int(json, "squares", __builtin_popcountll(property));
            tk_json_put_int(json, "crowns", domino_crowns(k, property));
            tk_json_close(json, '}');
            for (; property != 0; property &= property - 1)
                out_land[__builtin_ctzll(property)] = land;
        }
    }
    tk_json_close(json, ']');
}

static void view_cell(const struct domino_state *s, const struct domino_kingdom *k,
                      const struct cover *cover, const uint8_t land[64], struct domino_cell cell,
                      struct tk_json *json)
{
    int index = domino_index(cell);
    tk_json_open(json, '{');
    tk_json_put_int(json, "x", cell.x);
    tk_json_put_int(json, "y", cell.y);
    tk_json_put_text(json, "terrain", domino_terrain_ids[domino_terrain_at(k, index)]);
    tk_json_put_int(json, "crowns", domino_crowns_at(k, index));
    tk_json_put_int(json, "domino", cover->number[index]);
    tk_json_put_text(json, "box", domino_box_ids[domino_box_name(s, cover->box[index])]);
    tk_json_put_text(json, "half", cover->square[index] == 0 ? "left" : "right");
    tk_json_put_int(json, "land", land[index]);
    if (s->variant != DOMINO_KING) {
        int kind = domino_building_at(k, index);
        tk_json_put_bool(json, "knight", (k->knights >> index & 1) != 0);
        tk_json_key(json, "building");
        view_building(kind, json);
    }
    tk_json_close(json, '}');
}

/* Row by row, from the north-west; the castle is not among them. */
static void view_cells(const struct domino_state *s, int kingdom, struct tk_json *json)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    domino_cells squares = domino_occupied(k) & ~DOMINO_CASTLE;
    struct domino_cell cell;
    struct cover cover;
    uint8_t land[64] = {0};
    find_cover(s, kingdom, &cover);
    view_lands(k, land, json);
    tk_json_key(json, "cells");
    tk_json_open(json, '[');
    for (cell.y = k->north; cell.y <= k->south; cell.y++)
        for (cell.x = k->west; cell.x <= k->east; cell.x++)
            if ((squares >> domino_index(cell) & 1) != 0)
                view_cell(s, k, &cover, land, cell, json);
    tk_json_close(json, ']');
}

/* The score as it would be if the game ended now, by the lines of the sheet. */
static void view_score(const struct domino_state *s, int kingdom, struct tk_json *json)
{
    struct domino_score score;
    domino_score(s, kingdom, &score);
    tk_json_key(json, "score");
    tk_json_open(json, '{');
    for (int part = 0; part < DOMINO_PARTS; part++)
        if (domino_part_counts(s, part))
            tk_json_put_int(json, domino_part_ids[part], score.part[part]);
    tk_json_close(json, '}');
    tk_json_put_int(json, "total", score.total);
    tk_json_put_int(json, "largest", score.largest);
    tk_json_put_int(json, "crowns", score.crowns);
}

/* QD-1.3: the outermost cells; what lies within `limit` of the opposite side can still be reached.
 */
static void view_box(const struct domino_kingdom *k, struct tk_json *json)
{
    tk_json_key(json, "extent");
    tk_json_open(json, '{');
    tk_json_put_int(json, "west", k->west);
    tk_json_put_int(json, "east", k->east);
    tk_json_put_int(json, "north", k->north);
    tk_json_put_int(json, "south", k->south);
    tk_json_close(json, '}');
}

/* QD-1.3: how far the kingdom may grow in each direction. */
static void view_room(const struct domino_kingdom *k, int limit, struct tk_json *json)
{
    tk_json_key(json, "room");
    tk_json_open(json, '{');
    tk_json_put_int(json, "west", k->east - limit + 1);
    tk_json_put_int(json, "east", k->west + limit - 1);
    tk_json_put_int(json, "north", k->south - limit + 1);
    tk_json_put_int(json, "south", k->north + limit - 1);
    tk_json_close(json, '}');
}

static void view_last(const struct domino_state *s, int kingdom, struct tk_json *json)
{
    int last = s->last[kingdom];
    tk_json_key(json, "last");
    if (last == 0) {
        tk_json_null(json);
        return;
    }
    tk_json_open(json, '{');
    view_domino(s, last / 64, last % 64, json);
    tk_json_close(json, '}');
}

/* QD-7.2: what the slots cost this kingdom now. */
static void view_prices(const struct domino_state *s, int kingdom, struct tk_json *json)
{
    tk_json_key(json, "prices");
    tk_json_open(json, '[');
    for (int slot = 0; slot < DOMINO_SLOTS; slot++)
        tk_json_int(json, domino_price(s, kingdom, slot));
    tk_json_close(json, ']');
}

/* QD-7.1: the coins that this kingdom lacks for each slot, and the town squares to build on. */
static void view_means(const struct domino_state *s, int kingdom, struct tk_json *json)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    tk_json_key(json, "missing");
    tk_json_open(json, '[');
    for (int slot = 0; slot < DOMINO_SLOTS; slot++) {
        int missing = domino_price(s, kingdom, slot) - k->coins;
        tk_json_int(json, missing > 0 ? missing : 0);
    }
    tk_json_close(json, ']');
    tk_json_put_int(json, "sites", __builtin_popcountll(domino_sites(k)));
}

static void view_kingdom(const struct domino_state *s, int kingdom, struct tk_json *json)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    tk_json_open(json, '{');
    tk_json_key(json, "seats"); /* RW-15 */
    tk_json_open(json, '[');
    for (int seat = 0; seat < s->players; seat++)
        if (domino_kingdom_of(s, seat) == kingdom)
            tk_json_int(json, seat);
    tk_json_close(json, ']');
    if (s->variant != DOMINO_KING) {
        tk_json_put_int(json, "coins", k->coins);
        tk_json_put_int(json, "free_knights", k->free_knights);
        tk_json_put_int(json, "knights", domino_knights(k));
        tk_json_put_int(json, "towers", k->towers);
        tk_json_put_bool(json, "queen", s->queen == kingdom + 1);
        view_prices(s, kingdom, json);
    }
    view_box(k, json);
    view_last(s, kingdom, json);
    view_cells(s, kingdom, json);
    view_score(s, kingdom, json);
    view_room(k, s->limit, json);
    if (s->variant != DOMINO_KING)
        view_means(s, kingdom, json);
    tk_json_close(json, '}');
}

/* --- dominoes that are not on the table --- */

static void view_set(const char *key, uint64_t numbers, struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (; numbers != 0; numbers &= numbers - 1)
        tk_json_int(json, __builtin_ctzll(numbers));
    tk_json_close(json, ']');
}

/*
 * QD-14.1, KD-3: the set of dominoes not drawn, how many of them will still be drawn, and the set
 * of those that have left the game.
 */
static void view_box_rest(const struct domino_state *s, int box, struct tk_json *json)
{
    const struct domino_box *b = domino_box_of(s, box);
    int drawn = domino_drawn(s, box, domino_lines_drawn(s));
    uint64_t undrawn = 0, gone = ((UINT64_C(1) << DOMINO_DOMINOES) - 1) << 1;
    for (int i = drawn; i < DOMINO_DOMINOES; i++)
        undrawn |= UINT64_C(1) << b->deck[i];
    for (int number = 1; number <= DOMINO_DOMINOES; number++)
        gone &= ~((uint64_t)(b->home[number - 1] != 0) << number);
    for (int i = 0; i < DOMINO_LINE; i++) {
        bool waits = i > s->king || (i == s->king && s->phase == DOMINO_PLACE);
        if (s->round > 0 && domino_line_box(s, s->round) == box && waits)
            gone &= ~(UINT64_C(1) << s->line.number[i]);
        if (domino_line_box(s, s->round + 1) == box)
            gone &= ~(UINT64_C(1) << s->next.number[i]);
    }
    tk_json_key(json, domino_box_ids[domino_box_name(s, box)]);
    tk_json_open(json, '{');
    view_set("undrawn", undrawn, json);
    tk_json_put_int(json, "draws", domino_drawn(s, box, s->rounds) - drawn);
    view_set("gone", gone & ~undrawn, json);
    tk_json_close(json, '}');
}

static void view_rest(const struct domino_state *s, struct tk_json *json)
{
    tk_json_key(json, "boxes");
    tk_json_open(json, '{');
    for (int box = 0; box < domino_box_count(s); box++)
        view_box_rest(s, box, json);
    tk_json_close(json, '}');
}

/* KD-10 */
static void view_dynasty(const struct domino_state *s, struct tk_json *json)
{
    tk_json_put_int(json, "game", s->game + 1);
    domino_write_past(s, json);
}

/* --- what a choice would change --- */

/* The parts of the score that differ, and the total of the differences. */
static void view_change(const struct domino_state *s, const struct domino_score *before,
                        const struct domino_score *after, struct tk_json *json)
{
    tk_json_put_int(json, "gain", after->total - before->total);
    for (int part = 0; part < DOMINO_PARTS; part++)
        if (domino_part_counts(s, part) && after->part[part] != before->part[part])
            tk_json_put_int(json, domino_part_ids[part], after->part[part] - before->part[part]);
}

/* The property to which a cell belongs. */
static domino_cells property_at(const struct domino_kingdom *k, int index)
{
    domino_cells rest = k->terrain[domino_terrain_at(k, index)], property = 0;
    while (rest != 0 && (property >> index & 1) == 0)
        property = domino_next_property(&rest);
    return property;
}

/* One or both squares of a domino, and the properties (places in `lands`) that they would join. */
static void view_join(const struct domino_kingdom *before, unsigned squares, domino_cells joined,
                      struct tk_json *json)
{
    static const char *const names[2] = {"left", "right"};
    if ((joined & domino_occupied(before) & ~DOMINO_CASTLE) == 0)
        return;
    tk_json_open(json, '{');
    tk_json_key(json, "squares");
    tk_json_open(json, '[');
    for (int square = 0; square < 2; square++)
        if ((squares >> square & 1) != 0)
            tk_json_text(json, names[square]);
    tk_json_close(json, ']');
    tk_json_key(json, "lands");
    tk_json_open(json, '[');
    for (int terrain = 0, land = 0; terrain < DOMINO_TERRAINS; terrain++)
        for (domino_cells rest = before->terrain[terrain]; rest != 0; land++)
            if ((domino_next_property(&rest) & joined) != 0)
                tk_json_int(json, land);
    tk_json_close(json, ']');
    tk_json_close(json, '}');
}

/* QD-1.2: what a domino that is placed would grow together with, and how far one can go from there. */
static void view_placed(const struct domino_state *s, const struct domino_state *then, int kingdom,
                        struct tk_json *json)
{
    const struct domino_kingdom *before = &s->kingdom[kingdom], *after = &then->kingdom[kingdom];
    int box = domino_line_box(s, s->round), cells[2];
    domino_home_cells(domino_box_of(then, box)->home[domino_in_hand(s) - 1], cells);
    domino_cells left = property_at(after, cells[0]), right = property_at(after, cells[1]);
    tk_json_key(json, "joins");
    tk_json_open(json, '[');
    if (left == right) {
        view_join(before, 3, left, json);
    } else {
        view_join(before, 1, left, json);
        view_join(before, 2, right, json);
    }
    tk_json_close(json, ']');
    view_room(after, s->limit, json);
}

/* What happens beside the score: coins that come or go, and land that grows. */
static void view_effects(const struct domino_state *s, const struct domino_state *then,
                         tk_action action, int kingdom, struct tk_json *json)
{
    int coins = then->kingdom[kingdom].coins - s->kingdom[kingdom].coins;
    if (coins != 0)
        tk_json_put_int(json, "purse", coins);
    if (domino_action_verb(action) == DOMINO_DO_PLACE)
        view_placed(s, then, kingdom, json);
}

/*
 * What each legal action would change in the running score. Nothing that is hidden
 * shows: only the kingdom that acts is looked at, and what an action does to it is public.
 */
static void view_outcomes(const struct domino_state *s, struct tk_json *json)
{
    tk_action list[TK_ACTIONS_MAX];
    int count = domino_legal(s, list), kingdom = domino_kingdom_of(s, s->actor);
    struct domino_score before, after;
    domino_score(s, kingdom, &before);
    tk_json_key(json, "outcomes");
    tk_json_open(json, '[');
    for (int i = 0; i < count && domino_action_verb(list[i]) != DOMINO_DO_PICK; i++) {
        struct domino_state then;
        tk_copy(&then, s, domino_state_size(s->variant));
        domino_apply(&then, list[i]);
        domino_score(&then, kingdom, &after);
        tk_json_open(json, '{');
        tk_json_key(json, "move");
        tk_json_quote(json);
        domino_format(s, list[i], json->out);
        tk_json_unquote(json);
        view_change(s, &before, &after, json);
        view_effects(s, &then, list[i], kingdom, json);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* QD-4.3: the steps of a turn, and why one that is to come is closed to whoever has the turn. */
static void view_step(const struct domino_state *s, int step, const char *closed,
                      struct tk_json *json)
{
    tk_json_open(json, '{');
    tk_json_put_text(json, "step", domino_phase_ids[step]);
    tk_json_key(json, "closed");
    if (closed == NULL || step <= s->phase)
        tk_json_null(json);
    else
        tk_json_text(json, closed);
    tk_json_close(json, '}');
}

static void view_steps(const struct domino_state *s, struct tk_json *json)
{
    int kingdom = s->actor >= 0 ? domino_kingdom_of(s, s->actor) : 0;
    tk_json_key(json, "steps");
    tk_json_open(json, '[');
    if (s->phase >= DOMINO_PLACE && s->phase <= DOMINO_PICK) {
        view_step(s, DOMINO_PLACE, NULL, json);
        if (s->variant != DOMINO_KING) {
            bool knights = s->kingdom[kingdom].free_knights > 0;
            view_step(s, DOMINO_TAX, knights ? NULL : "knights", json); /* QD-6.1 */
            view_step(s, DOMINO_BUILD, NULL, json);
            view_step(s, DOMINO_BURN, /* QD-9.3, QD-9.1 */
                      s->dragon != 0            ? "dragon"
                      : s->queen == kingdom + 1 ? "host"
                                                : NULL,
                      json);
        }
        view_step(s, DOMINO_PICK, s->next.number[0] == 0 ? "last" : NULL, json); /* QD-10.1 */
    }
    tk_json_close(json, ']');
}

void domino_view(const void *state, int seat, struct tk_json *json)
{
    const struct domino_state *s = state;
    tk_json_put_text(json, "phase", domino_phase_ids[s->phase]);
    tk_json_put_int(json, "round", s->round);
    tk_json_put_int(json, "rounds", s->rounds);
    tk_json_put_int(json, "limit", s->limit);
    tk_json_put_int(json, "king", s->king); /* whose turn: place in the line or in the draft */
    tk_json_key(json, "kings");             /* QD-14.5 */
    tk_json_open(json, '[');
    for (int i = 0; i < s->king_count; i++)
        tk_json_int(json, s->kings[i]);
    tk_json_close(json, ']');
    view_line(s, "line", &s->line, s->round, json);
    view_line(s, "next", &s->next, s->round + 1, json);
    if (s->variant != DOMINO_KING) {
        view_display(s, json);
        view_stack(s, json);
        put_number_or_null("queen", s->queen - 1, json);
        put_number_or_null("dragon", s->dragon - 1, json);
    }
    if ((s->flags & DOMINO_DYNASTY) != 0)
        view_dynasty(s, json);
    tk_json_key(json, "kingdoms");
    tk_json_open(json, '[');
    for (int kingdom = 0; kingdom < s->kingdoms; kingdom++)
        view_kingdom(s, kingdom, json);
    tk_json_close(json, ']');
    view_rest(s, json);
    if (seat >= 0 && seat == s->actor)
        view_outcomes(s, json);
    view_steps(s, json);
    if (s->variant != DOMINO_KING) {
        tk_json_put_int(json, "coins_per_point", DOMINO_COINS_PER_POINT); /* QD-12.1 */
        tk_json_put_int(json, "queen_crowns", DOMINO_QUEEN_CROWNS);       /* QD-12.4 */
    }
}
