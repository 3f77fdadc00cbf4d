/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stdlib.h>
#include <string.h>

#include "games/games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A game and a number of players by one number, each in turn; the game. NULL after the last. */
static inline const struct tk_game *fuzz_choice(int choice, int *out_players)
{
    const struct tk_game *game;
    for (int i = 0; (game = tk_game_at(i)) != NULL; i++) {
        *out_players = game->seats_min + choice;
        if (*out_players <= game->seats_max)
            return game;
        choice -= game->seats_max - game->seats_min + 1;
    }
    return NULL;
}

static inline int fuzz_choices(void)
{
    int choices = 0, players;
    while (fuzz_choice(choices, &players) != NULL)
        choices++;
    return choices;
}

/* What is shown of a position: the view, the drawing, the sheet. */
static inline void fuzz_show(const struct tk_game *game, const void *state, int seat)
{
    static char text[512 * 1024];
    static struct tk_canvas canvas;
    static struct tk_sheet sheet;
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    tk_view(game, state, seat, &json);
    tk_canvas_clear(&canvas, 17, 80);
    game->terminal->draw(state, seat, &(struct tk_speaker){TK_FA, game, NULL}, &canvas);
    sheet = (struct tk_sheet){0};
    game->rules.sheet(state, seat, &sheet);
}

/*
 * Whatever was let in must be playable, all the way for a while. To show a position costs as much as to play some hundred moves: for
 * one half of all inputs the one that was let in is shown, for the others one of those that follow.
 */
static inline void fuzz_play_on(const struct tk_game *game, void *state, const uint8_t *data,
                                size_t size)
{
    enum { PLIES = 40 };
    struct tk_rng rng;
    tk_rng_init(&rng, tk_hash(data, size), 1);
    int shown = tk_rng_below(&rng, 2) == 0 ? 0 : (int)tk_rng_below(&rng, PLIES);
    for (int ply = 0; ply < PLIES; ply++) {
        tk_action legal[TK_ACTIONS_MAX];
        struct tk_config config;
        game->rules.config(state, &config);
        int seat = (int)tk_rng_below(&rng, config.players);
        if (ply == shown)
            fuzz_show(game, state, seat);
        game->knowledge.determinise(state, seat, &rng);
        if (game->rules.actor(state) == TK_NOBODY)
            return;
        tk_settle_chance(game, state);
        int count = game->rules.legal(state, legal);
        if (count < 1 || count > game->actions_max)
            abort();
        tk_play(game, state, legal[tk_rng_below(&rng, (uint32_t)count)]);
    }
}

#endif
