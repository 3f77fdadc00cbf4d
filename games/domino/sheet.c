/* SPDX-License-Identifier: MIT */
/* The score sheet: every line with its reasons and the squares behind them (QD-12, KD-6 to KD-10). */
#include "domino_internal.h"

/* Row by row, from the north-west. */
static void add_places(struct tk_sheet *out, const struct domino_kingdom *k, domino_cells cells)
{
    struct domino_cell cell;
    for (cell.y = k->north; cell.y <= k->south; cell.y++)
        for (cell.x = k->west; cell.x <= k->east; cell.x++)
            if ((cells >> domino_index(cell) & 1) != 0)
                tk_sheet_place(out, domino_place_of(cell));
}

/* QD-12.1 */
static void sheet_coins(struct tk_sheet *out, const struct domino_kingdom *k, int points)
{
    if (points > 0)
        tk_phrase_number(tk_sheet_item(out, points, DOMINO_WORD_WHY_COINS), "n", k->coins);
}

/* QD-12.2, KD-6: the properties with crowns; others give nothing. */
static void sheet_terrain(struct tk_sheet *out, const struct domino_kingdom *k, int terrain)
{
    for (domino_cells rest = k->terrain[terrain]; rest != 0;) {
        domino_cells property = domino_next_property(&rest);
        int squares = __builtin_popcountll(property), crowns = domino_crowns(k, property);
        if (crowns == 0)
            continue;
        struct tk_phrase *why = tk_sheet_item(out, squares * crowns, DOMINO_WORD_WHY_PROPERTY);
        tk_phrase_counted(why, "squares", DOMINO_WORD_COUNT_SQUARES, squares);
        tk_phrase_counted(why, "crowns", DOMINO_WORD_COUNT_CROWNS, crowns);
        add_places(out, k, property);
    }
}

static domino_cells largest_property(const struct domino_kingdom *k)
{
    domino_cells largest = 0;
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++) {
        for (domino_cells rest = k->terrain[terrain]; rest != 0;) {
            domino_cells property = domino_next_property(&rest);
            if (__builtin_popcountll(property) > __builtin_popcountll(largest))
                largest = property;
        }
    }
    return largest;
}

/* QD-12.4 */
static void sheet_queen(struct tk_sheet *out, const struct domino_kingdom *k, int points)
{
    if (points == 0)
        return;
    struct tk_phrase *why = tk_sheet_item(out, points, DOMINO_WORD_WHY_QUEEN);
    tk_phrase_counted(why, "squares", DOMINO_WORD_COUNT_SQUARES, points);
    add_places(out, k, largest_property(k));
}

/* The line to which a building's points at the end belong, apart from flat ones. */
static int part_of(const struct domino_building *tile)
{
    return tile->per < DOMINO_PER_TOWER     ? DOMINO_PART_PROPERTIES
           : tile->per == DOMINO_PER_TOWER  ? DOMINO_PART_TOWERS
           : tile->per == DOMINO_PER_KNIGHT ? DOMINO_PART_KNIGHTS
                                            : DOMINO_PARTS;
}

/* QD-12.3: what a building pays for, and the squares of it. */
static void sheet_per(struct tk_sheet *out, const struct domino_kingdom *k,
                      const struct domino_score *score, int index)
{
    int kind = domino_building_at(k, index);
    const struct domino_building *tile = &domino_buildings[kind];
    bool properties = tile->per < DOMINO_PER_TOWER, towers = tile->per == DOMINO_PER_TOWER;
    int count = properties ? score->properties[tile->per] : towers ? k->towers : domino_knights(k);
    if (count == 0)
        return;
    struct tk_phrase *why =
        tk_sheet_item(out, count * tile->per_points,
                      properties ? DOMINO_WORD_WHY_PROPERTIES : DOMINO_WORD_WHY_COUNTED);
    tk_phrase_word(why, "building", domino_building_words[kind]);
    if (properties) {
        tk_phrase_number(why, "n", count);
        tk_phrase_word(why, "terrain", domino_terrain_words[tile->per]);
        add_places(out, k, k->terrain[tile->per]);
    } else {
        tk_phrase_counted(why, "things",
                          towers ? DOMINO_WORD_COUNT_TOWERS : DOMINO_WORD_COUNT_KNIGHTS, count);
        add_places(out, k, UINT64_C(1) << index);
    }
}

/* What one building adds to a line, if anything. */
static void sheet_building(struct tk_sheet *out, const struct domino_kingdom *k,
                           const struct domino_score *score, int part, int index)
{
    int kind = domino_building_at(k, index);
    const struct domino_building *tile = &domino_buildings[kind];
    if (part_of(tile) == part) {
        sheet_per(out, k, score, index);
    } else if (part == DOMINO_PART_POINTS && tile->points > 0) {
        tk_phrase_word(tk_sheet_item(out, tile->points, DOMINO_WORD_WHY_POINTS), "building",
                       domino_building_words[kind]);
        add_places(out, k, UINT64_C(1) << index);
    }
}

static void sheet_buildings(struct tk_sheet *out, const struct domino_kingdom *k,
                            const struct domino_score *score, int part)
{
    domino_cells built = domino_built(k);
    struct domino_cell cell;
    for (cell.y = k->north; cell.y <= k->south; cell.y++)
        for (cell.x = k->west; cell.x <= k->east; cell.x++)
            if ((built >> domino_index(cell) & 1) != 0)
                sheet_building(out, k, score, part, domino_index(cell));
}

/* KD-8, RW-16 */
static void sheet_bonus(struct tk_sheet *out, const struct domino_kingdom *k, int points,
                        uint16_t word)
{
    if (points == 0)
        return;
    tk_sheet_item(out, points, word);
    add_places(out, k, DOMINO_CASTLE);
}

static void sheet_part(struct tk_sheet *out, const struct domino_kingdom *k,
                       const struct domino_score *score, int part)
{
    int points = score->part[part];
    tk_sheet_line(out, domino_part_ids[part]);
    if (part == DOMINO_PART_COINS)
        sheet_coins(out, k, points);
    else if (part < DOMINO_PART_QUEEN)
        sheet_terrain(out, k, part - DOMINO_PART_TERRAIN);
    else if (part == DOMINO_PART_QUEEN)
        sheet_queen(out, k, points);
    else if (part == DOMINO_PART_HARMONY)
        sheet_bonus(out, k, points, DOMINO_WORD_WHY_HARMONY);
    else if (part == DOMINO_PART_MIDDLE_KINGDOM)
        sheet_bonus(out, k, points, DOMINO_WORD_WHY_MIDDLE_KINGDOM);
    else
        sheet_buildings(out, k, score, part);
}

/* KD-10: a line for each game; those to come have nothing yet. */
static void sheet_dynasty(struct tk_sheet *out, const struct domino_state *s, int seat)
{
    static const char *const ids[DOMINO_GAMES] = {"game_1", "game_2", "game_3"};
    int32_t totals[DOMINO_SEATS];
    domino_totals(s, totals);
    for (int game = 0; game < DOMINO_GAMES; game++) {
        int32_t points = game < s->game ? s->past[game][seat] : totals[seat];
        tk_sheet_line(out, ids[game]);
        if (game <= s->game)
            tk_phrase_number(tk_sheet_item(out, points, DOMINO_WORD_WHY_GAME), "game", game + 1);
    }
}

void domino_sheet(const void *state, int seat, struct tk_sheet *out)
{
    const struct domino_state *s = state;
    int kingdom = domino_kingdom_of(s, seat);
    struct domino_score score;
    if ((s->flags & DOMINO_DYNASTY) != 0) {
        sheet_dynasty(out, s, seat);
        return;
    }
    domino_score(s, kingdom, &score);
    for (int part = 0; part < DOMINO_PARTS; part++)
        if (domino_part_counts(s, part))
            sheet_part(out, &s->kingdom[kingdom], &score, part);
}
