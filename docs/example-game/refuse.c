/* SPDX-License-Identifier: MIT */
/* Why an action that is not listed is refused: the first clause that it breaks. */
#include "golestan_internal.h"

tk_status golestan_refuse(const void *state, tk_action action)
{
    const struct golestan_state *s = state;
    int seat = golestan_actor(s);
    if (action < 1 || action > GOLESTAN_BULB)
        return TK_BAD_TEXT;
    if (seat < 0)
        return TK_OVER;
    if (action != GOLESTAN_BULB)
        return GOLESTAN_NO_NOT_IN_ROW;
    bool full = s->seat[seat].bulb_count == GOLESTAN_BULBS;
    return full ? GOLESTAN_NO_GARDEN_FULL : GOLESTAN_NO_PILE_EMPTY;
}
