/* SPDX-License-Identifier: MIT */
/* Deals from strangers, for every game and number of players. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        for (int players = game->seats_min; players <= game->seats_max; players++) {
            tk_state state;
            struct tk_config config;
            struct tk_json_in in = tk_json_in_over((struct tk_span){(const char *)data, size});
            tk_config_init(game, players, &config);
            if (tk_json_enter(&in, '{') && tk_deal_read(game, state, &config, &in) &&
                tk_json_finish(&in))
                fuzz_play_on(game, state, size);
        }
    }
    return 0;
}
