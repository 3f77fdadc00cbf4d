/* SPDX-License-Identifier: MIT */
/* The options that only this game has: a board and three cards, given by name (KB-85). */
#include "kingdom_internal.h"

const char *const kingdom_board_values[] = {"random", "first", NULL};
const char *const kingdom_cards_values[] = {"random", "first", "nolords", NULL};

/* KB-14: the set-up that the rulebook suggests for a first game. */
static const uint8_t first_board[KINGDOM_PLACES] = {2 * KINGDOM_TAVERN, 2 * KINGDOM_PADDOCK,
                                                    2 * KINGDOM_OASIS, 2 * KINGDOM_FARM};
static const uint8_t first_cards[KINGDOM_CARDS] = {KINGDOM_FISHERMEN, KINGDOM_KNIGHTS,
                                                   KINGDOM_MERCHANTS};

/* --- four bits for each name --- */

static bool read_cards_name(struct tk_span word, uint32_t *out_code)
{
    int card = tk_name_find(kingdom_card_names, KINGDOM_CARD_KINDS, word);
    *out_code = (uint32_t)card;
    return card >= 0;
}

/* The part of a list up to the next comma. */
static struct tk_span next_name(struct tk_reader *in)
{
    const char *start = in->at;
    while (in->at != in->end && *in->at != ',')
        in->at++;
    return (struct tk_span){start, (size_t)(in->at - start)};
}

/* `count` names parted by commas, all different when the lowest `twins` bits are left out. */
static bool read_list(struct tk_span text, int count, int twins,
                      bool (*read)(struct tk_span, uint32_t *), int32_t *out_value)
{
    struct tk_reader in = tk_reader_over(text);
    uint32_t value = KINGDOM_OPTION_CHOSEN, seen = 0, code;
    for (int i = 0; i < count; i++) {
        if ((i > 0 && !tk_read_char(&in, ',')) || !read(next_name(&in), &code) ||
            (seen >> (code >> twins) & 1) != 0)
            return false;
        seen |= 1U << (code >> twins);
        value |= code << (4 * i);
    }
    *out_value = (int32_t)value;
    return tk_read_end(&in);
}

static bool parse_value(struct tk_span text, const char *const *values, int32_t *out_value)
{
    for (int i = 0; values[i] != NULL; i++) {
        if (tk_span_is(text, values[i])) {
            *out_value = i;
            return true;
        }
    }
    return false;
}

/* --- the two options --- */

bool kingdom_board_parse(struct tk_span text, int32_t *out_value)
{
    return parse_value(text, kingdom_board_values, out_value) ||
           read_list(text, KINGDOM_PLACES, 1, kingdom_quadrant_read, out_value);
}

bool kingdom_cards_parse(struct tk_span text, int32_t *out_value)
{
    return parse_value(text, kingdom_cards_values, out_value) ||
           read_list(text, KINGDOM_CARDS, 0, read_cards_name, out_value);
}

void kingdom_board_format(int32_t value, struct tk_writer *out)
{
    uint8_t quadrant[KINGDOM_PLACES];
    if (value < KINGDOM_OPTION_CHOSEN) {
        tk_write_text(out, kingdom_board_values[value]);
        return;
    }
    kingdom_board_given(value, quadrant);
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        tk_write_text(out, place > 0 ? "," : "");
        kingdom_quadrant_write(quadrant[place], out);
    }
}

void kingdom_cards_format(int32_t value, struct tk_writer *out)
{
    uint8_t card[KINGDOM_CARDS];
    if (value < KINGDOM_OPTION_CHOSEN) {
        tk_write_text(out, kingdom_cards_values[value]);
        return;
    }
    kingdom_cards_given(value, card);
    for (int i = 0; i < KINGDOM_CARDS; i++) {
        tk_write_text(out, i > 0 ? "," : "");
        tk_write_text(out, kingdom_card_names[card[i]]);
    }
}

static void unpack(int32_t value, int count, uint8_t *out)
{
    for (int i = 0; i < count; i++)
        out[i] = (uint8_t)(value >> (4 * i) & 15);
}

bool kingdom_board_given(int32_t value, uint8_t out_quadrant[KINGDOM_PLACES])
{
    if (value == KINGDOM_OPTION_FIRST)
        tk_copy(out_quadrant, first_board, KINGDOM_PLACES);
    else if (value >= KINGDOM_OPTION_CHOSEN)
        unpack(value, KINGDOM_PLACES, out_quadrant);
    return value != KINGDOM_OPTION_RANDOM;
}

bool kingdom_cards_given(int32_t value, uint8_t out_card[KINGDOM_CARDS])
{
    if (value == KINGDOM_OPTION_FIRST)
        tk_copy(out_card, first_cards, KINGDOM_CARDS);
    else if (value >= KINGDOM_OPTION_CHOSEN)
        unpack(value, KINGDOM_CARDS, out_card);
    return value == KINGDOM_OPTION_FIRST || value >= KINGDOM_OPTION_CHOSEN;
}
