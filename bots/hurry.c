/* SPDX-License-Identifier: MIT */
/* The quick player, who looks one move ahead, and what an end is worth that it played. */
#include "evaluator.h"
#include "exact.h"

tk_action hasty_move(const struct tk_game *game, const void *state)
{
    tk_action legal[TK_ACTIONS_MAX];
    struct tk_outlook after[TK_ACTIONS_MAX];
    int count = game->rules.legal(state, legal), best = 0;
    if (count > 1)
        bot_outlook(game, TK_WINS, state, legal, count, after);
    for (int i = 1; i < count; i++)
        if (after[i].standing > after[best].standing)
            best = i;
    return legal[best];
}

void hasten(const struct tk_game *game, void *state, int moves)
{
    if (game->learning->rush != NULL) {
        game->learning->rush(state, moves);
        return;
    }
    for (int i = 0; i < moves && game->rules.actor(state) != TK_NOBODY; i++)
        tk_play(game, state, hasty_move(game, state));
}

/*
 * An end that was played in a hurry is one of many: how far apart the scores were tells more than
 * who happened to win, so that counts for a part, or not at all.
 */
void soften(const struct question *about, const void *state, float *chances)
{
    int32_t scores[TK_SEATS_MAX], best = INT32_MIN;
    float share[TK_SEATS_MAX], sum = 0;
    if (about->plan->soft <= 0)
        return;
    about->game->rules.scores(state, scores);
    for (int seat = 0; seat < about->players; seat++)
        best = scores[seat] > best ? scores[seat] : best;
    for (int seat = 0; seat < about->players; seat++)
        sum += share[seat] =
            (float)exact_exp((double)(scores[seat] - best) / (double)about->plan->soft);
    sum *= (float)about->sides / (float)about->players;
    const float win = about->plan->win;
    for (int seat = 0; seat < about->players; seat++)
        chances[seat] = win * chances[seat] + (1 - win) * (share[seat] / sum);
}
