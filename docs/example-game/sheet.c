/* SPDX-License-Identifier: MIT */
/* The score sheet: every point with its reason (GL-5.2, GL-5.3). */
#include "golestan_internal.h"

void golestan_sheet(const void *state, int seat, struct tk_sheet *out)
{
    static const uint16_t words[GOLESTAN_KINDS] = {
        GOLESTAN_WORD_WHY_ROSE,
        GOLESTAN_WORD_WHY_TULIP,
        GOLESTAN_WORD_WHY_CYPRESS,
        GOLESTAN_WORD_WHY_POMEGRANATE,
    };
    const struct golestan_state *s = state;
    golestan_set plants = s->seat[seat].plants;
    tk_sheet_line(out, "plants");
    for (int plant; (plant = golestan_next(&plants)) != 0;) {
        struct tk_phrase *why =
            tk_sheet_item(out, golestan_plants[plant].points, GOLESTAN_WORD_WHY_PLANT);
        golestan_say_plant(why, "plant", plant);
        tk_sheet_place(out, (uint16_t)plant);
    }
    tk_sheet_line(out, "beds");
    for (int kind = 0; kind < GOLESTAN_KINDS; kind++)
        if (golestan_has_bed(s, seat, kind))
            tk_phrase_number(tk_sheet_item(out, GOLESTAN_BED, words[kind]), "n",
                             golestan_count(s, seat, kind));
}
