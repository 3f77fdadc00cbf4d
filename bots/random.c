/* Uniformly random legal moves. */
#include "bots_internal.h"

static void choose(const struct bot_request *request, struct bot_answer *out_answer)
{
    tk_action legal[TK_ACTIONS_MAX];
    int count = request->game->legal(request->state, legal);
    out_answer->action = legal[tk_rng_below(request->rng, (uint32_t)count)];
}

const struct bot bot_random = {
    .name = "random",
    .about = "any legal move, each with equal chance",
    .choose = choose,
};
