/* SPDX-License-Identifier: MIT */
/* Uniformly random legal moves. */
#include "bots_internal.h"

void choose_random(const struct bot *bot, const struct bot_request *request,
                   struct bot_answer *out_answer)
{
    tk_action legal[TK_ACTIONS_MAX];
    int count = request->game->rules.legal(request->state, legal);
    (void)bot;
    out_answer->action = legal[tk_rng_below(request->rng, (uint32_t)count)];
}
