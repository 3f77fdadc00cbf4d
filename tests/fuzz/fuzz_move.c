/* SPDX-License-Identifier: MIT */
/* Moves from strangers: byte 0 the game, byte 1 the players, byte 2 how far it went, then the text.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tk_state state, before;
    uint8_t seed[TK_SEED_BYTES] = {0};
    tk_action legal[TK_ACTIONS_MAX], action;
    struct tk_config config;
    struct tk_rng rng;
    int games = 0;
    while (tk_game_at(games) != NULL)
        games++;
    if (size < 4)
        return 0;
    const struct tk_game *game = tk_game_at(data[0] % games);
    tk_config_init(game, game->seats_min + data[1] % (game->seats_max - game->seats_min + 1),
                   &config);
    seed[0] = data[2];
    tk_rng_init(&rng, data[2], 0);
    tk_start(game, &config, seed, state);
    for (int i = 0; i < data[2] && game->rules.actor(state) >= 0; i++)
        tk_play(game, state, legal[tk_rng_below(&rng, (uint32_t)game->rules.legal(state, legal))]);
    memcpy(before, state, game->state_size);
    tk_status status =
        tk_move_parse(game, state, (struct tk_span){(const char *)data + 3, size - 3}, &action);
    if (memcmp(before, state, game->state_size) != 0)
        abort();
    if (status == TK_OK) {
        char text[TK_MOVE_TEXT_MAX + 1];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        game->text.format(state, action, &out);
        if (out.length != size - 3 || memcmp(text, data + 3, out.length) != 0)
            abort(); /* one text for one action */
    }
    return 0;
}
