/* SPDX-License-Identifier: MIT */
/* The score sheet: every point with its reason. */
#include "splendor_internal.h"

/* SP-10.1: the points on purchased cards and on nobles. */
void splendor_sheet(const void *state, int seat, struct tk_sheet *out)
{
    const struct splendor_state *s = state;
    tk_sheet_line(out, "cards");
    for (int card = 1; card <= SPLENDOR_CARDS; card++) {
        if (splendor_owns(&s->seat[seat], card) && splendor_cards[card].points > 0) {
            splendor_say_card(
                tk_sheet_item(out, splendor_cards[card].points, SPLENDOR_WORD_WHY_CARD), card);
            tk_sheet_place(out, (uint16_t)card);
        }
    }
    tk_sheet_line(out, "nobles");
    for (int i = 0; i <= s->players; i++) {
        uint16_t place = (uint16_t)(SPLENDOR_PLACE_NOBLE + s->noble[i]);
        if (s->noble_owner[i] != seat + 1)
            continue;
        tk_phrase_place(
            tk_sheet_item(out, splendor_nobles[s->noble[i]].points, SPLENDOR_WORD_WHY_NOBLE),
            "noble", place);
        tk_sheet_place(out, place);
    }
}
