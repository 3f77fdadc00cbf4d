/* SPDX-License-Identifier: MIT */
/* GL-3.3: what is hidden. What an action reveals, and redrawing all that a seat cannot know. */
#include "golestan_internal.h"

/* A bulb is seen by who plants it; the end of a round turns up plants of the pile, or bulbs. */
bool golestan_reveals(const void *state, tk_action action)
{
    return action == GOLESTAN_BULB || golestan_ends_round(state);
}

/* The pile and the bulbs of the others are one pool. */
void golestan_determinise(void *state, int seat, struct tk_rng *rng)
{
    struct golestan_state *s = state;
    uint8_t pool[GOLESTAN_PLANTS];
    int count = s->pile_left;
    tk_copy(pool, s->pile, s->pile_left);
    for (int p = 0; p < s->players; p++) {
        golestan_set bulbs = p == seat ? 0 : s->seat[p].bulbs;
        for (int plant; (plant = golestan_next(&bulbs)) != 0;)
            pool[count++] = (uint8_t)plant;
    }
    tk_rng_redraw(rng, pool, count);
    tk_copy(s->pile, pool, s->pile_left);
    for (int p = 0; p < s->players; p++) {
        if (p == seat)
            continue;
        s->seat[p].bulbs = 0;
        for (int i = 0; i < s->seat[p].bulb_count; i++)
            s->seat[p].bulbs |= golestan_bit(pool[--count]);
    }
}
