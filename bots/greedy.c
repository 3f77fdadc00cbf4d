/* The move that stands best at once, without looking further. */
#include "bots_internal.h"

/* Of equally good moves any one, so that games differ. */
void choose_greedy(const struct bot *bot, const struct bot_request *request,
                   struct bot_answer *out_answer)
{
    const struct tk_game *game = request->game;
    _Alignas(16) unsigned char after[TK_STATE_MAX];
    struct tk_config config;
    tk_action legal[TK_ACTIONS_MAX];
    int count = game->legal(request->state, legal), seat = game->actor(request->state);
    float best = -1;
    uint32_t equal = 0;
    (void)bot;
    game->config(request->state, &config);
    for (int i = 0; i < count; i++) {
        float chances[TK_SEATS_MAX];
        tk_copy(after, request->state, game->state_size);
        tk_play(game, after, legal[i]);
        bot_chances(game, after, config.players, chances);
        if (chances[seat] > best) {
            best = chances[seat];
            equal = 0;
        }
        if (chances[seat] == best && tk_rng_below(request->rng, ++equal) == 0)
            out_answer->action = legal[i];
    }
    out_answer->count = 1;
    out_answer->best[0] =
        (struct bot_line){.action = out_answer->action, .win = (double)best, .visits = count};
}
