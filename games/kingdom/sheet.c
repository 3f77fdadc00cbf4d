/* SPDX-License-Identifier: MIT */
/* The score sheet. The same functions add the gold up and explain it: they are in score.c. */
#include "kingdom_internal.h"

/* The three cards in the order of the deal, then the castles. */
void kingdom_sheet(const void *state, int seat, struct tk_sheet *out)
{
    const struct kingdom_state *s = state;
    for (int i = 0; i < KINGDOM_CARDS; i++) {
        tk_sheet_line(out, kingdom_card_names[s->card[i]]);
        kingdom_explain_card(s, seat, s->card[i], out);
    }
    tk_sheet_line(out, kingdom_card_names[KINGDOM_CASTLES]);
    kingdom_explain_castles(s, seat, out);
}
