/* SPDX-License-Identifier: MIT */
/* Records that need no seed: they tell the deal, and after each move what chance did. */
#ifndef TESTS_TOLD_H
#define TESTS_TOLD_H

#include <string.h>

#include "games/games.h"

static inline void told_chance(const struct tk_game *game, void *state, struct tk_writer *out)
{
    tk_state before;
    struct tk_json json = tk_json_over(out);
    while (game->rules.actor(state) == TK_CHANCE) {
        memcpy(before, state, game->state_size);
        game->chance.settle(state);
        tk_write_text(out, " <");
        tk_json_open(&json, '{');
        tk_chance_write(game, before, state, &json);
        tk_json_close(&json, '}');
        tk_write_char(out, '>');
        json = tk_json_over(out);
    }
}

static inline void told_head(const struct tk_game *game, const struct tk_config *config,
                             const void *state, struct tk_writer *out)
{
    static char deal[TK_DEAL_MAX];
    struct tk_writer inner = tk_writer_over(deal, sizeof deal);
    struct tk_json json = tk_json_over(&inner);
    tk_json_open(&json, '{');
    tk_deal(game, state, &json);
    tk_json_close(&json, '}');
    tk_write_text(out, "[Game \"");
    tk_write_text(out, game->id);
    tk_write_text(out, "\"]\n[Players \"");
    tk_write_int(out, config->players);
    tk_write_text(out, "\"]\n[Options \"");
    for (int i = 0; i < game->option_count; i++) {
        tk_write_text(out, i > 0 ? " " : "");
        tk_write_text(out, game->options[i].name);
        tk_write_char(out, '=');
        tk_option_format(&game->options[i], config->option[i], out);
    }
    tk_write_text(out, "\"]\n[Deal \"");
    for (size_t i = 0; i < inner.length; i++) {
        if (deal[i] == '"' || deal[i] == '\\')
            tk_write_char(out, '\\');
        tk_write_char(out, deal[i]);
    }
    tk_write_text(out, "\"]\n\n");
}

/* So many random moves of a game for so many players, or all of them; what they led to stands in out_state then. */
static inline void told_record(const struct tk_game *game, int players, int plies,
                               struct tk_writer *out, void *out_state)
{
    uint8_t seed[TK_SEED_BYTES] = {(uint8_t)players, 9};
    struct tk_config config;
    struct tk_rng rng;
    tk_config_init(game, players, &config);
    tk_rng_init(&rng, (uint64_t)players, 11);
    game->rules.setup(out_state, &config, seed);
    game->rules.config(out_state, &config);
    told_head(game, &config, out_state, out);
    told_chance(game, out_state, out);
    for (int i = 0; i < plies && game->rules.actor(out_state) != TK_NOBODY; i++) {
        tk_action legal[TK_ACTIONS_MAX];
        tk_action move = legal[tk_rng_below(&rng, (uint32_t)game->rules.legal(out_state, legal))];
        tk_write_text(out, i > 0 ? "\n; " : "\n1. ");
        game->text.format(out_state, move, out);
        game->rules.apply(out_state, move);
        told_chance(game, out_state, out);
    }
    tk_write_char(out, '\n');
}

#endif
