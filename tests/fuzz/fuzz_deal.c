/* SPDX-License-Identifier: MIT */
/* Deals from strangers: byte 0 chooses the game and the number of players, the rest is the deal. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int choices;
    tk_state state;
    struct tk_config config;
    int players;
    choices = choices == 0 ? fuzz_choices() : choices;
    if (size < 2)
        return 0;
    const struct tk_game *game = fuzz_choice(data[0] % choices, &players);
    tk_config_init(game, players, &config);
    struct tk_json_in in = tk_json_in_over((struct tk_span){(const char *)data + 1, size - 1});
    if (tk_json_enter(&in, '{') && tk_deal_read(game, state, &config, &in) && tk_json_finish(&in))
        fuzz_play_on(game, state, data, size);
    return 0;
}
