/* SPDX-License-Identifier: MIT */
/* Moves, hexes and quadrants as text. */
#include "kingdom_internal.h"

const char *const kingdom_terrain_names[KINGDOM_TERRAINS] = {"grass", "canyon", "desert", "flower",
                                                             "forest"};

const char *const kingdom_tile_names[KINGDOM_TILES] = {"oracle", "farm",    "tavern", "tower",
                                                       "harbor", "paddock", "barn",   "oasis"};

/* KB-8: upright and turned. */
const char *const kingdom_quadrant_names[KINGDOM_LAYINGS] = {
    "oracle", "oracle:180", "farm",    "farm:180",    "tavern", "tavern:180", "tower", "tower:180",
    "harbor", "harbor:180", "paddock", "paddock:180", "barn",   "barn:180",   "oasis", "oasis:180"};

const char *const kingdom_card_names[KINGDOM_CASTLES + 2] = {
    "fishermen", "merchants", "discoverers", "hermits", "citizens", "miners",
    "workers",   "knights",   "lords",       "farmers", "castles",  NULL};

/* --- hexes and quadrants --- */

void kingdom_hex_write(uint16_t place, struct tk_writer *out)
{
    bool whole_row = place >= KINGDOM_PLACE_ROW;
    tk_write_char(out, (char)('a' + (whole_row ? place - KINGDOM_PLACE_ROW : kingdom_row(place))));
    if (!whole_row)
        tk_write_int(out, kingdom_column(place));
}

bool kingdom_hex_read(struct tk_span text, int *out_hex)
{
    struct tk_reader in = tk_reader_over(text);
    int64_t column;
    if (text.length == 0 || text.data[0] < 'a' || text.data[0] >= 'a' + KINGDOM_SIZE)
        return false;
    in.at++;
    if (!tk_read_int(&in, 0, KINGDOM_SIZE - 1, &column) || !tk_read_end(&in))
        return false;
    *out_hex = kingdom_hex(text.data[0] - 'a', (int)column);
    return true;
}

void kingdom_quadrant_write(int quadrant, struct tk_writer *out)
{
    tk_write_text(out, kingdom_quadrant_names[quadrant]);
}

bool kingdom_quadrant_read(struct tk_span text, uint32_t *out_quadrant)
{
    int quadrant = tk_name_find(kingdom_quadrant_names, KINGDOM_LAYINGS, text);
    *out_quadrant = (uint32_t)quadrant;
    return quadrant >= 0;
}

/* --- moves --- */

static const char *const verb_names[KINGDOM_VERBS] = {"build", "use", "to", "end"};

void kingdom_format(const void *state, tk_action action, struct tk_writer *out)
{
    (void)state;
    enum kingdom_verb verb = kingdom_action_verb(action);
    tk_write_text(out, verb_names[verb]);
    if (verb == KINGDOM_END)
        return;
    if (verb == KINGDOM_USE) {
        tk_write_char(out, ' ');
        tk_write_text(out, kingdom_tile_names[kingdom_action_tile(action)]);
    }
    tk_write_char(out, ' ');
    kingdom_hex_write((uint16_t)kingdom_action_hex(action), out);
}

static bool read_move(const void *state, struct tk_reader *in, tk_action *out)
{
    (void)state;
    struct tk_span word;
    int tile = 0, hex = 0;
    if (!tk_read_word(in, &word))
        return false;
    int verb = tk_name_find(verb_names, KINGDOM_VERBS, word);
    if (verb == KINGDOM_USE) {
        if (!tk_read_char(in, ' ') || !tk_read_word(in, &word))
            return false;
        tile = tk_name_find(kingdom_tile_names, KINGDOM_TILES, word);
    }
    if (verb < 0 || tile < 0)
        return false;
    if (verb != KINGDOM_END &&
        (!tk_read_char(in, ' ') || !tk_read_word(in, &word) || !kingdom_hex_read(word, &hex)))
        return false;
    *out = kingdom_action((enum kingdom_verb)verb, (uint32_t)tile, (uint32_t)hex);
    return true;
}

tk_status kingdom_parse(const void *state, struct tk_span text, tk_action *out_action)
{
    return tk_move_read(state, text, read_move, out_action);
}
