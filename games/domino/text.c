/* SPDX-License-Identifier: MIT */
/* Moves, cells and names as text. */
#include "domino_internal.h"

const char *const domino_terrain_ids[DOMINO_TERRAINS] = {"wheat", "forest", "lake", "grassland",
                                                         "swamp", "mine",   "town"};
const char *const domino_phase_ids[DOMINO_PHASES] = {"draft", "place", "tax",  "build",
                                                     "burn",  "pick",  "deal", "over"};
const char *const domino_box_ids[DOMINO_BOXES] = {"queendomino", "kingdomino"};
static const char direction_letters[DOMINO_DIRECTIONS + 1] = "nesw";

static const char *const knight_words[4] = {"none", "left", "right", "both"};

/* --- cells and names --- */

void domino_write_cell(struct domino_cell cell, struct tk_writer *out)
{
    tk_write_int(out, cell.x);
    tk_write_char(out, ',');
    tk_write_int(out, cell.y);
}

bool domino_read_cell(struct tk_reader *in, struct domino_cell *out_cell)
{
    struct tk_reader look = *in;
    int64_t x, y;
    if (!tk_read_int(&look, -DOMINO_REACH, DOMINO_REACH, &x) || !tk_read_char(&look, ',') ||
        !tk_read_int(&look, -DOMINO_REACH, DOMINO_REACH, &y))
        return false;
    *out_cell = (struct domino_cell){(int8_t)x, (int8_t)y};
    *in = look;
    return true;
}

static bool read_direction(struct tk_reader *in, enum domino_direction *out_direction)
{
    for (int direction = 0; direction < DOMINO_DIRECTIONS; direction++) {
        if (tk_read_char(in, direction_letters[direction])) {
            *out_direction = (enum domino_direction)direction;
            return true;
        }
    }
    return false;
}

void domino_place(uint16_t place, struct tk_writer *out)
{
    domino_write_cell((struct domino_cell){(int8_t)(place % 16 - DOMINO_REACH),
                                           (int8_t)(place / 16 - DOMINO_REACH)},
                      out);
}

/* --- moves --- */

/* SLOT, or none */
static void write_slot(int slot, struct tk_writer *out)
{
    if (slot == DOMINO_NO_SLOT)
        tk_write_text(out, "none");
    else
        tk_write_int(out, slot);
}

void domino_format(const void *state, tk_action action, struct tk_writer *out)
{
    static const char *const words[DOMINO_VERBS] = {
        [DOMINO_DO_PLACE] = "place ", [DOMINO_DO_DISCARD] = "discard", [DOMINO_DO_TAX] = "tax ",
        [DOMINO_DO_BUILD] = "build ", [DOMINO_DO_BURN] = "burn ",      [DOMINO_DO_PICK] = "pick ",
    };
    (void)state;
    enum domino_verb verb = domino_action_verb(action);
    int slot = domino_action_slot(action);
    tk_write_text(out, words[verb]);
    if (verb == DOMINO_DO_PLACE) {
        domino_write_cell(domino_action_cell(action), out);
        tk_write_char(out, ' ');
        tk_write_char(out, direction_letters[domino_action_direction(action)]);
    } else if (verb == DOMINO_DO_TAX) {
        tk_write_text(out, knight_words[domino_action_knights(action)]);
    } else if (verb == DOMINO_DO_PICK) {
        tk_write_int(out, domino_action_number(action));
    } else if (verb != DOMINO_DO_DISCARD) {
        write_slot(slot, out);
    }
    if (verb == DOMINO_DO_BUILD && slot != DOMINO_NO_SLOT) {
        tk_write_char(out, ' ');
        domino_write_cell(domino_action_cell(action), out);
    }
}

/* X,Y DIR */
static bool read_place(struct tk_reader *in, tk_action *out)
{
    struct domino_cell left;
    enum domino_direction direction;
    if (!domino_read_cell(in, &left) || !tk_read_char(in, ' ') || !read_direction(in, &direction))
        return false;
    *out = domino_place_action(left, direction);
    return true;
}

/* none, left, right, both */
static bool read_tax(struct tk_reader *in, tk_action *out)
{
    struct tk_span word;
    int squares = tk_read_word(in, &word) ? tk_name_find(knight_words, 4, word) : -1;
    *out = domino_tax_action((unsigned)squares);
    return squares >= 0;
}

/* none, or SLOT X,Y */
static bool read_build(struct tk_reader *in, tk_action *out)
{
    struct domino_cell site;
    int64_t slot;
    *out = DOMINO_BUILD_NONE;
    if (tk_read_text(in, "none"))
        return true;
    if (!tk_read_int(in, 0, DOMINO_SLOTS - 1, &slot) || !tk_read_char(in, ' ') ||
        !domino_read_cell(in, &site))
        return false;
    *out = domino_build_action((int)slot, site);
    return true;
}

/* none, or SLOT */
static bool read_burn(struct tk_reader *in, tk_action *out)
{
    int64_t slot;
    *out = DOMINO_BURN_NONE;
    if (tk_read_text(in, "none"))
        return true;
    if (!tk_read_int(in, 0, DOMINO_SLOTS - 1, &slot))
        return false;
    *out = domino_burn_action((int)slot);
    return true;
}

static bool read_pick(struct tk_reader *in, tk_action *out)
{
    int64_t number;
    if (!tk_read_int(in, 1, DOMINO_DOMINOES, &number))
        return false;
    *out = domino_pick_action((int)number);
    return true;
}

static bool read_move(const void *state, struct tk_reader *in, tk_action *out)
{
    (void)state;
    static const struct {
        const char *word;
        bool (*read)(struct tk_reader *, tk_action *);
    } verbs[] = {
        {"place ", read_place}, {"tax ", read_tax},   {"build ", read_build},
        {"burn ", read_burn},   {"pick ", read_pick},
    };
    for (int i = 0; i < TK_COUNT(verbs); i++)
        if (tk_read_text(in, verbs[i].word))
            return verbs[i].read(in, out);
    *out = DOMINO_DO_DISCARD;
    return tk_read_text(in, "discard");
}

tk_status domino_parse(const void *state, struct tk_span text, tk_action *out_action)
{
    return tk_move_read(state, text, read_move, out_action);
}
