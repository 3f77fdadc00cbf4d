/* SPDX-License-Identifier: MIT */
/*
 * Moves from strangers: byte 0 chooses the game and the number of players, byte 1 which of some games they
 * played, byte 2 how far it went; then the text. The games are played once, when the fuzzer begins.
 */
#include "fuzz.h"

enum { DEALS = 12, PLIES = 256, HEAD = 3 };

struct played {
    const struct tk_game *game;
    unsigned char *positions; /* one after another, each of the size of the game's states */
    int count;
};

static struct played *games; /* DEALS of each choice */
static int choices;

int LLVMFuzzerInitialize(int *argc, char ***argv);

/* The first is the game that fuzz_seeds has taken its moves from. */
static struct played play(int choice, int deal)
{
    static unsigned char positions[PLIES * TK_STATE_MAX];
    int players, count = 0;
    const struct tk_game *game = fuzz_choice(choice, &players);
    tk_state state;
    tk_action legal[TK_ACTIONS_MAX];
    uint8_t seed[TK_SEED_BYTES] = {(uint8_t)players, (uint8_t)deal};
    struct tk_config config;
    struct tk_rng rng;
    size_t size = game->state_size;
    tk_config_init(game, players, &config);
    tk_rng_init(&rng, (uint64_t)players, (uint64_t)(7 + deal));
    tk_start(game, &config, seed, state);
    while (count < PLIES) {
        memcpy(positions + (size_t)count++ * size, state, size);
        if (game->rules.actor(state) < 0)
            break; /* the end is a position, too */
        tk_play(game, state, legal[tk_rng_below(&rng, (uint32_t)game->rules.legal(state, legal))]);
    }
    struct played played = {game, malloc((size_t)count * size), count};
    if (played.positions == NULL)
        abort();
    memcpy(played.positions, positions, (size_t)count * size);
    return played;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    choices = fuzz_choices();
    games = calloc((size_t)choices * DEALS, sizeof *games);
    if (games == NULL)
        abort();
    for (int i = 0; i < choices * DEALS; i++)
        games[i] = play(i / DEALS, i % DEALS);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tk_state state;
    tk_action action;
    if (size < HEAD + 1)
        return 0;
    const struct played *played = &games[data[0] % choices * DEALS + data[1] % DEALS];
    const struct tk_game *game = played->game;
    const unsigned char *before =
        played->positions + (size_t)(data[2] % played->count) * game->state_size;
    memcpy(state, before, game->state_size);
    struct tk_span move = {(const char *)data + HEAD, size - HEAD};
    tk_status status = tk_move_parse(game, state, move, &action);
    if (memcmp(before, state, game->state_size) != 0)
        abort();
    if (status == TK_OK) {
        char text[TK_MOVE_TEXT_MAX + 1];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        game->text.format(state, action, &out);
        if (out.length != move.length || memcmp(text, move.data, out.length) != 0)
            abort(); /* one text for one action */
    }
    return 0;
}
