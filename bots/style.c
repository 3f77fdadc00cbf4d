/* SPDX-License-Identifier: MIT */
/*
 * An evaluator around another one: a manner of play. What the seat at the root is fond of makes its
 * chances look better than they are, so it goes for that.
 */
#include <string.h>

#include "evaluator.h"
#include "exact.h"

/* In units of log-odds. */
static float fondness(const struct question *about, const void *state)
{
    int32_t terms[TK_TERMS_MAX] = {0}, sum = 0;
    about->game->learning->styles->terms(state, about->seat, terms);
    for (int i = 0; i < TK_TERMS_MAX; i++)
        sum += terms[i] * about->plan->style->weight[i];
    return (float)sum / 1000 * about->plan->fond;
}

static void values(struct evaluation *e, void *state, float *out_chances)
{
    const struct question *about = e->about;
    const struct tk_game *game = about->game;
    bool over = game->rules.actor(state) == TK_NOBODY;
    e->inner->by->values(e->inner, state, out_chances);
    if (over)
        return;
    float fond = fondness(about, state), sum = 0;
    float times = (float)exact_exp(fond < 30 ? (double)fond : 30);
    for (int seat = 0; seat < about->players; seat++) {
        if (tk_side(game, state, seat) == tk_side(game, state, about->seat))
            out_chances[seat] *= times;
        sum += out_chances[seat];
    }
    sum *= (float)about->sides / (float)about->players;
    for (int seat = 0; seat < about->players && sum > 0; seat++)
        out_chances[seat] /= sum;
}

static void priors(struct evaluation *e, const void *state, int seat, const tk_action *moves,
                   int count, float *out_logits)
{
    tk_state after;
    const struct tk_game *game = e->about->game;
    struct evaluation *inner = evaluation_with_priors(e->inner);
    inner->by->priors(inner, state, seat, moves, count, out_logits);
    float before = fondness(e->about, state);
    for (int i = 0; i < count && seat == e->about->seat; i++) {
        tk_copy_state(after, state, game->state_size);
        tk_play(game, after, moves[i]);
        if (game->rules.actor(after) != TK_NOBODY)
            out_logits[i] += fondness(e->about, after) - before;
    }
}

const struct evaluator style_evaluator = {.values = values, .priors = priors};
