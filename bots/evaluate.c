/* SPDX-License-Identifier: MIT */
/* How the seats stand: features and weights of the game, turned into chances to win. */
#include "bots.h"

#include "exact.h"

int64_t bot_standing(const struct tk_game *game, enum tk_weighting by, const void *state, int seat)
{
    const struct tk_learning *learning = game->learning;
    int32_t features[TK_FEATURES_MAX];
    learning->features(state, seat, features);
    return tk_weigh(learning, by, learning->progress(state), features);
}

void bot_outlook(const struct tk_game *game, enum tk_weighting by, const void *state,
                 const tk_action *moves, int count, struct tk_outlook *out)
{
    int seat = game->rules.actor(state);
    if (game->learning->outlook != NULL) {
        game->learning->outlook(state, by, moves, count, out);
        return;
    }
    for (int i = 0; i < count; i++) {
        tk_state after;
        tk_copy_state(after, state, game->state_size);
        tk_play(game, after, moves[i]);
        out[i].standing = bot_standing(game, by, after, seat);
        out[i].ends = game->rules.actor(after) == TK_NOBODY;
    }
}

int bot_best_first(const struct tk_game *game, const void *state, tk_action *out)
{
    struct tk_outlook after[TK_ACTIONS_MAX];
    int count = game->rules.legal(state, out);
    if (count > 1)
        bot_outlook(game, TK_WINS, state, out, count, after);
    for (int i = 1; i < count; i++) {
        tk_action action = out[i];
        int64_t standing = after[i].standing;
        int at = i;
        for (; at > 0 && after[at - 1].standing < standing; at--) {
            out[at] = out[at - 1];
            after[at].standing = after[at - 1].standing;
        }
        out[at] = action;
        after[at].standing = standing;
    }
    return count;
}

int32_t bot_margin(const struct tk_game *game, const void *state, int players,
                   const int32_t *scores, int seat)
{
    int own = tk_side(game, state, seat);
    int32_t best = INT32_MIN;
    for (int other = 0; other < players; other++)
        if (tk_side(game, state, other) != own && scores[other] > best)
            best = scores[other];
    return scores[seat] - best;
}

int64_t bot_points(const struct tk_game *game, const void *state, int seat)
{
    int32_t features[TK_FEATURES_MAX];
    int64_t points = 0;
    game->learning->features(state, seat, features);
    for (int i = 0; i < game->learning->count; i++)
        points += (int64_t)features[i] * game->learning->table[i].points;
    return points;
}

/* How many seats a side has; all have as many. */
static int count_partners(const struct tk_game *game, const void *state, int players)
{
    int count = 1;
    for (int seat = 1; seat < players && game->rules.side != NULL; seat++)
        count += game->rules.side(state, seat) == game->rules.side(state, 0);
    return count;
}

int bot_sides(const struct tk_game *game, const void *state, int players)
{
    return players / count_partners(game, state, players);
}

/* The sides that won share. */
static void chances_at_end(const struct tk_game *game, const void *state, int players, float *out)
{
    uint8_t ranks[TK_SEATS_MAX] = {0};
    int winners = 0;
    game->rules.ranks(state, ranks);
    for (int seat = 0; seat < players; seat++)
        winners += ranks[seat] == 1;
    for (int seat = 0; seat < players; seat++)
        out[seat] =
            ranks[seat] == 1 ? (float)count_partners(game, state, players) / (float)winners : 0;
}

void bot_chances(const struct tk_game *game, enum tk_weighting by, const void *state, int players,
                 float *out_chances)
{
    if (game->rules.actor(state) == TK_NOBODY) {
        chances_at_end(game, state, players, out_chances);
        return;
    }
    float standing[TK_SEATS_MAX], best = -1e30F, sum = 0;
    for (int seat = 0; seat < players; seat++) {
        standing[seat] = (float)bot_standing(game, by, state, seat) / 1000;
        best = standing[seat] > best ? standing[seat] : best;
    }
    for (int seat = 0; seat < players; seat++)
        sum += out_chances[seat] = (float)exact_exp((double)(standing[seat] - best));
    sum /= (float)count_partners(game, state, players);
    for (int seat = 0; seat < players; seat++)
        out_chances[seat] /= sum;
}

/* Odds beside those of an equal share, raised to a power: that leaves an equal share as it is. */
double bot_trusted(double chance, int sides, double trust)
{
    double others = sides - 1;
    double mine = exact_power(chance * others, trust),
           rest = exact_power(1 - chance, trust) * others;
    return mine + rest > 0 ? mine / (mine + rest) : chance;
}
