/* SPDX-License-Identifier: MIT */
/* An evaluator: features of the game times its weights, for positions and for what moves lead to. */
#include <string.h>

#include "evaluator.h"
#include "exact.h"

/* Whoever moves next is about to gain what a move gains, which his standing does not tell. */
static void favour_mover(const struct question *about, const void *state, float *chances)
{
    const struct tk_game *game = about->game;
    int mover = game->rules.actor(state);
    if (mover < 0 || about->plan->tempo <= 0)
        return;
    float times = (float)exact_exp((double)about->plan->tempo), sum = 0;
    for (int seat = 0; seat < about->players; seat++) {
        if (tk_side(game, state, seat) == tk_side(game, state, mover))
            chances[seat] *= times;
        sum += chances[seat];
    }
    sum *= (float)about->sides / (float)about->players;
    for (int seat = 0; seat < about->players; seat++)
        chances[seat] /= sum;
}

static void values(struct evaluation *e, void *state, float *out_chances)
{
    bot_chances(e->about->game, TK_WINS, state, e->about->players, out_chances);
    favour_mover(e->about, state, out_chances);
}

/* The result of a move that ends the game. */
static float result_of(const struct question *about, const void *state, int seat, tk_action move)
{
    const float certain = 30;
    float chances[TK_SEATS_MAX];
    tk_state after;
    tk_copy_state(after, state, about->game->state_size);
    tk_play(about->game, after, move);
    bot_chances(about->game, TK_WINS, after, about->players, chances);
    return certain * (2 * chances[seat] - 1);
}

/*
 * How the one who makes a move stands after it: what the others have is the same for all of them. A
 * move that ends the game is worth its result.
 */
static void priors(struct evaluation *e, const void *state, int seat, const tk_action *moves,
                   int count, float *out_logits)
{
    struct tk_outlook after[TK_ACTIONS_MAX];
    const struct tk_game *game = e->about->game;
    float base = (float)bot_standing(game, TK_WINS, state, seat);
    bot_outlook(game, TK_WINS, state, moves, count, after);
    for (int i = 0; i < count; i++)
        out_logits[i] = after[i].ends ? result_of(e->about, state, seat, moves[i])
                                      : ((float)after[i].standing - base) / 1000;
}

const struct evaluator linear_evaluator = {.values = values, .priors = priors};
