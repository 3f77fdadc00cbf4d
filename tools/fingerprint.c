/* SPDX-License-Identifier: MIT */
/*
 * One hash for each game, over random games with fixed seeds, every legal list, state and result.
 * It moves only when the behaviour of the rules does.
 *
 *     fingerprint [GAME…]
 */
#include <stdio.h>
#include <string.h>

#include "games/games.h"

enum { GAMES = 200 };

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    uint64_t both[2] = {hash, tk_hash(data, size)};
    return tk_hash(both, sizeof both);
}

static uint64_t play(const struct tk_game *game, const struct tk_config *config, int index)
{
    tk_state state;
    uint8_t seed[TK_SEED_BYTES] = {0}, ranks[TK_SEATS_MAX] = {0};
    tk_action legal[TK_ACTIONS_MAX];
    int32_t scores[TK_SEATS_MAX] = {0};
    struct tk_rng rng;
    uint64_t hash = 0;
    seed[0] = (uint8_t)index;
    seed[1] = config->players;
    tk_rng_init(&rng, (uint64_t)index, config->players);
    tk_start(game, config, seed, state);
    while (game->rules.actor(state) != TK_NOBODY) {
        uint32_t count = (uint32_t)game->rules.legal(state, legal);
        hash = mix(hash, legal, count * sizeof legal[0]);
        tk_play(game, state, legal[tk_rng_below(&rng, count)]);
        hash = mix(hash, state, game->state_size);
    }
    game->rules.scores(state, scores);
    game->rules.ranks(state, ranks);
    return mix(mix(hash, scores, sizeof scores), ranks, sizeof ranks);
}

static void print_fingerprint(const struct tk_game *game)
{
    uint64_t hash = 0;
    for (int players = game->seats_min; players <= game->seats_max; players++) {
        struct tk_config config;
        tk_config_init(game, players, &config);
        for (int i = 0; i < GAMES; i++) {
            uint64_t one = play(game, &config, i);
            hash = mix(hash, &one, sizeof one);
        }
    }
    printf("%s %016llx\n", game->id, (unsigned long long)hash);
}

int main(int argc, char **argv)
{
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        bool wanted = argc == 1;
        for (int k = 1; k < argc; k++)
            wanted |= strcmp(argv[k], tk_game_at(i)->id) == 0;
        if (wanted)
            print_fingerprint(tk_game_at(i));
    }
    return 0;
}
