/*
 * An evaluator around another one (a playout that may be cut short): where positions tell little by
 * themselves, some more moves are played before one is judged.
 */
#include "evaluator.h"

static void values(struct evaluation *e, void *state, float *out_chances)
{
    const struct tk_game *game = e->about->game;
    bool goes_on = game->rules.actor(state) != TK_NOBODY;
    for (int i = 0; i < e->about->plan->playout && game->rules.actor(state) != TK_NOBODY; i++)
        tk_play(game, state, hasty_move(game, state));
    e->inner->by->values(e->inner, state, out_chances);
    if (goes_on && game->rules.actor(state) == TK_NOBODY)
        soften(e->about, state, out_chances);
}

const struct evaluator playout_evaluator = {.values = values};
