/* SPDX-License-Identifier: MIT */
/* The move that stands best at once, without looking further. */
#include "bots_internal.h"

/* With `points` it is the plain player that other programs are measured against. */
static float worth_to(const struct bot *bot, const struct tk_game *game, const void *state,
                      int players, int seat)
{
    float chances[TK_SEATS_MAX];
    if (setting_yes(bot, BOT_POINTS, false))
        return (float)bot_points(game, state, seat);
    bot_chances(game, setting_yes(bot, BOT_WINS, false) ? TK_WINS : TK_FORETELLS, state, players,
                chances);
    return chances[seat];
}

/* Of equally good moves any one, so that games differ. */
void choose_greedy(const struct bot *bot, const struct bot_request *request,
                   struct bot_answer *out_answer)
{
    const struct tk_game *game = request->game;
    tk_state after;
    struct tk_config config;
    tk_action legal[TK_ACTIONS_MAX];
    int count = game->rules.legal(request->state, legal), seat = game->rules.actor(request->state);
    float best = -1e30F;
    uint32_t equal = 0;
    game->rules.config(request->state, &config);
    for (int i = 0; i < count; i++) {
        tk_copy_state(after, request->state, game->state_size);
        tk_play(game, after, legal[i]);
        float worth = worth_to(bot, game, after, config.players, seat);
        if (worth > best) {
            best = worth;
            equal = 0;
        }
        if (worth == best && tk_rng_below(request->rng, ++equal) == 0)
            out_answer->action = legal[i];
    }
    if (setting_yes(bot, BOT_POINTS, false))
        return; /* points are no chances */
    out_answer->count = 1;
    out_answer->best[0] =
        (struct bot_line){.action = out_answer->action, .win = (double)best, .visits = count};
}
