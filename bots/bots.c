/* The bots of this build, and the door between a true state and a bot. */
#include "bots.h"

#include "bots_internal.h"

static const struct bot *const bots[] = {&bot_random, &bot_greedy};

const struct bot *bot_at(int index)
{
    return index < TK_COUNT(bots) ? bots[index] : NULL;
}

const struct bot *bot_find(struct tk_span name)
{
    for (int i = 0; i < TK_COUNT(bots); i++)
        if (tk_span_is(name, bots[i]->name))
            return bots[i];
    return NULL;
}

tk_action bot_decide(const struct bot *bot, const struct tk_game *game, const void *true_state,
                     struct tk_rng *rng)
{
    _Alignas(16) unsigned char sample[TK_STATE_MAX];
    struct bot_answer answer;
    tk_copy(sample, true_state, game->state_size);
    game->determinise(sample, game->actor(true_state), rng);
    bot->choose(&(struct bot_request){game, sample, rng}, &answer);
    return answer.action;
}
