/* SPDX-License-Identifier: MIT */
/* Moves and places as text: "plant rose-3", "bulb". */
#include "golestan_internal.h"

void golestan_place(uint16_t place, struct tk_writer *out)
{
    tk_write_text(out, golestan_plants[place].id);
}

void golestan_format(const void *state, tk_action action, struct tk_writer *out)
{
    (void)state;
    if (action == GOLESTAN_BULB) {
        tk_write_text(out, "bulb");
        return;
    }
    tk_write_text(out, "plant ");
    golestan_place((uint16_t)action, out);
}

tk_status golestan_parse(const void *state, struct tk_span text, tk_action *out_action)
{
    (void)state;
    struct tk_reader in = tk_reader_over(text);
    struct tk_span id;
    *out_action = GOLESTAN_BULB;
    if (tk_span_is(text, "bulb"))
        return TK_OK;
    if (!tk_read_text(&in, "plant ") || !tk_read_word(&in, &id) || !tk_read_end(&in))
        return TK_BAD_TEXT;
    for (tk_action plant = 1; plant <= GOLESTAN_PLANTS; plant++)
        if (tk_span_is(id, golestan_plants[plant].id)) {
            *out_action = plant;
            return TK_OK;
        }
    return TK_BAD_TEXT;
}
