/* SPDX-License-Identifier: MIT */
/*
 * An evaluator around another one (a playout that may be cut short): where positions tell little by
 * themselves, some more moves are played before one is judged.
 */
#include "evaluator.h"

/* The two tell different things: a net has no luck, a playout no blind spots. */
static void mix(const struct question *about, const float *glance, float *chances)
{
    const float share = about->plan->mix;
    for (int seat = 0; seat < about->players; seat++)
        chances[seat] = share * glance[seat] + (1 - share) * chances[seat];
}

static void values(struct evaluation *e, void *state, float *out_chances)
{
    const struct tk_game *game = e->about->game;
    bool goes_on = game->rules.actor(state) != TK_NOBODY;
    float glance[TK_SEATS_MAX];
    bool mixes = e->about->plan->mix > 0 && goes_on;
    if (mixes)
        e->inner->by->values(e->inner, state, glance);
    hasten(game, state, e->about->plan->playout);
    e->inner->by->values(e->inner, state, out_chances);
    if (goes_on && game->rules.actor(state) == TK_NOBODY)
        soften(e->about, state, out_chances);
    if (mixes)
        mix(e->about, glance, out_chances);
}

const struct evaluator playout_evaluator = {.values = values};
