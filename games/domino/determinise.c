/* SPDX-License-Identifier: MIT */
/* QD-14: what is hidden. What an action reveals, and redrawing all that nobody knows yet. */
#include "domino_internal.h"

/* QD-14.4: the last king's choice turns up a line, a tile of the stack, or the next game. */
bool domino_reveals(const void *state, tk_action action)
{
    const struct domino_state *s = state;
    bool draws = s->round + 1 < s->rounds, queen = s->variant != DOMINO_KING;
    if (s->king + 1 < s->king_count)
        return false;
    if (s->round == s->rounds)
        return (s->flags & DOMINO_DYNASTY) != 0 &&
               domino_action_verb(action) <= DOMINO_DO_DISCARD && s->game + 1 < DOMINO_GAMES;
    return domino_action_verb(action) == DOMINO_DO_PICK &&
           (draws || (queen && s->top < DOMINO_TILES && domino_tiles_shown(s) != 63));
}

/*
 * QD-14.2, KD-3: any order of the dominoes not drawn, those left out included, and of the stack
 * below its top tile. The generator of a dynasty is as unknown.
 */
void domino_determinise(void *state, int seat, struct tk_rng *rng)
{
    struct domino_state *s = state;
    (void)seat; /* QD-14.2: nobody knows more than the others */
    for (int box = 0; box < domino_box_count(s); box++) {
        int drawn = domino_drawn(s, box, domino_lines_drawn(s));
        tk_rng_redraw(rng, domino_box(s, box)->deck + drawn, DOMINO_DOMINOES - drawn);
    }
    if (s->variant != DOMINO_KING && s->top + 1 < DOMINO_TILES)
        tk_rng_redraw(rng, s->stack + s->top + 1, DOMINO_TILES - 1 - s->top);
    if ((s->flags & DOMINO_DYNASTY) != 0)
        for (int i = 0; i < 8; i++)
            s->stream.key[i] = (uint32_t)(tk_rng_next(rng) >> 32);
}
