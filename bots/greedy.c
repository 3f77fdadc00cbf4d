/* The move that stands best at once, without looking further. */
#include "bots_internal.h"

static int64_t standing(const struct tk_game *game, const void *state, int seat)
{
    int32_t features[TK_FEATURES_MAX];
    int64_t sum = 0;
    game->features(state, seat, features);
    for (int i = 0; i < game->feature_count; i++)
        sum += (int64_t)features[i] * game->features_table[i].weight;
    return sum;
}

int64_t bot_evaluate(const struct tk_game *game, const void *state, int seat)
{
    struct tk_config config;
    int64_t own = standing(game, state, seat), best = INT64_MIN;
    game->config(state, &config);
    for (int other = 0; other < config.players; other++) {
        int64_t sum = other == seat ? INT64_MIN : standing(game, state, other);
        best = sum > best ? sum : best;
    }
    return own - best;
}

/* Of equally good moves any one, so that games differ. */
static void choose(const struct bot_request *request, struct bot_answer *out_answer)
{
    const struct tk_game *game = request->game;
    _Alignas(16) unsigned char after[TK_STATE_MAX];
    tk_action legal[TK_ACTIONS_MAX];
    int count = game->legal(request->state, legal), seat = game->actor(request->state);
    int64_t best = INT64_MIN;
    uint32_t equal = 0;
    for (int i = 0; i < count; i++) {
        tk_copy(after, request->state, game->state_size);
        tk_play(game, after, legal[i]);
        int64_t value = bot_evaluate(game, after, seat);
        if (value > best) {
            best = value;
            equal = 0;
        }
        if (value == best && tk_rng_below(request->rng, ++equal) == 0)
            out_answer->action = legal[i];
    }
}

const struct bot bot_greedy = {
    .name = "greedy",
    .about = "the move that looks best at once",
    .choose = choose,
};
