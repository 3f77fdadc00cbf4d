/* SPDX-License-Identifier: MIT */
/*
 * An evaluator around another one: where a turn is several moves, half a turn says little, so it is
 * finished before the position is judged.
 */
#include "evaluator.h"

static void values(struct evaluation *e, void *state, float *out_chances)
{
    const struct tk_game *game = e->about->game;
    bool goes_on = game->rules.actor(state) != TK_NOBODY;
    int turn = game->rules.turn(state) + e->about->plan->finish;
    while (game->rules.actor(state) != TK_NOBODY && game->rules.turn(state) < turn)
        tk_play(game, state, hasty_move(game, state));
    bool ended = goes_on && game->rules.actor(state) == TK_NOBODY;
    e->inner->by->values(e->inner, state, out_chances);
    if (ended)
        soften(e->about, state, out_chances);
}

const struct evaluator turns_evaluator = {.values = values};
