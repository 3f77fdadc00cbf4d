/* The quick player, who looks one move ahead, and what an end is worth that it played. */
#include <math.h>
#include <string.h>

#include "evaluator.h"

tk_action hasty_move(const struct tk_game *game, const void *state)
{
    tk_state after;
    tk_action legal[TK_ACTIONS_MAX];
    int count = game->rules.legal(state, legal), seat = game->rules.actor(state), best = 0;
    int64_t most = INT64_MIN;
    for (int i = 0; i < count && count > 1; i++) {
        memcpy(after, state, game->state_size);
        tk_play(game, after, legal[i]);
        int64_t standing = bot_standing(game, TK_WINS, after, seat);
        if (standing > most) {
            most = standing;
            best = i;
        }
    }
    return legal[best];
}

/*
 * An end that was played in a hurry is one of many: how far apart the scores were tells more than
 * who happened to win, so both count half.
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
        sum += share[seat] = expf((float)(scores[seat] - best) / about->plan->soft);
    sum *= (float)about->sides / (float)about->players;
    for (int seat = 0; seat < about->players; seat++)
        chances[seat] = (chances[seat] + share[seat] / sum) / 2;
}
