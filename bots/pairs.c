/* SPDX-License-Identifier: MIT */
/*
 * Positions for a value: a quick player plays itself; now and then two moves of a position are both
 * played, and the game goes on from each of them to its end, several times, with the same draws for
 * both. An outcome of self-play tells of all decisions of a game together; such a pair of ends tells
 * of one.
 */
#include <string.h>

#include "evaluator.h"
#include "positions.h"

enum { BEST = 6, ANY_TWO = 3, STRAYS = 4, POINT = 16 /* a point in a record */ };

/* --- what is compared --- */

void bot_two_moves(const tk_action *best_first, int count, struct tk_rng *rng, tk_action out[2])
{
    bool any = tk_rng_below(rng, ANY_TWO) == 0 || count < BEST;
    uint32_t among = any ? (uint32_t)count : BEST;
    uint32_t one = tk_rng_below(rng, among), other = tk_rng_below(rng, among - 1);
    out[0] = best_first[one];
    out[1] = best_first[other + (other >= one)];
}

void bot_finish_turn(const struct tk_game *game, void *state, int turn, struct tk_rng *rng)
{
    while (game->rules.actor(state) != TK_NOBODY && game->rules.turn(state) == turn) {
        tk_action legal[TK_ACTIONS_MAX];
        uint32_t count = (uint32_t)bot_best_first(game, state, legal);
        bool strays = tk_rng_below(rng, STRAYS) == 0;
        tk_play(game, state, legal[strays ? tk_rng_below(rng, count < BEST ? count : BEST) : 0]);
    }
}

/* --- as positions with their ends --- */

struct branch {
    const struct bot_school *school;
    const struct position_shape *shape;
    int players;
    long number;
    struct tk_rng *rng;
};

/* What a search would evaluate after this move; false if the game is over there. */
static bool go_to_leaf(const struct branch *b, void *state, tk_action action)
{
    const struct tk_game *game = b->school->game;
    int turn = game->rules.turn(state);
    tk_play(game, state, action);
    if (game->learning->search->strategy == TK_STRATEGY_OWN_TURNS)
        bot_finish_turn(game, state, turn, b->rng);
    play_forced(game, state);
    return game->rules.actor(state) != TK_NOBODY;
}

/* Points of every seat, the one to move first, in the mean of several ends. */
static void tell_ends(const struct branch *b, const void *leaf, const struct tk_rng *draws,
                      uint8_t *record)
{
    const struct tk_game *game = b->school->game;
    int seat = game->rules.actor(leaf);
    int32_t sum[TK_SEATS_MAX] = {0}, scores[TK_SEATS_MAX];
    struct tk_rng rng = *draws;
    for (int i = 0; i < b->school->ends; i++) {
        tk_state state;
        tk_copy(state, leaf, game->state_size);
        game->knowledge.determinise(state, seat, &rng);
        hasten(game, state, BOT_TO_THE_END);
        game->rules.scores(state, scores);
        for (int p = 0; p < b->players; p++)
            sum[p] += scores[p];
    }
    for (int k = 0; k < b->shape->seats; k++)
        position_put(record + POSITION_OUTCOME + 2 * k,
                     k < b->players ? POINT * sum[(seat + k) % b->players] / b->school->ends
                                    : POSITION_NOBODY);
    position_put(record + POSITION_FLAGS, POSITION_IN_POINTS);
}

static int compare_two(const struct branch *b, const void *state, const tk_action *legal, int count,
                       uint8_t *records)
{
    const struct tk_game *game = b->school->game;
    tk_action chosen[2];
    struct tk_rng draws;
    bot_two_moves(legal, count, b->rng, chosen);
    tk_rng_init(&draws, tk_rng_next(b->rng), 0);
    for (int side = 0; side < 2; side++) {
        tk_state leaf;
        uint8_t *record = records + b->shape->record * (size_t)side;
        tk_copy(leaf, state, game->state_size);
        if (!go_to_leaf(b, leaf, chosen[side]))
            return 0;
        position_tell(b->shape, game, leaf, game->rules.actor(leaf), b->number, record);
        tell_ends(b, leaf, &draws, record);
    }
    return 2;
}

int pairs_of_game(const struct bot_school *school, const struct position_shape *shape, long number,
                  struct tk_rng *rng, void *state, uint8_t *records, int most)
{
    const struct tk_game *game = school->game;
    struct branch b = {school, shape, school->table[number % school->tables].players, number, rng};
    int written = 0;
    while (game->rules.actor(state) != TK_NOBODY) {
        tk_action legal[TK_ACTIONS_MAX];
        int count = game->rules.legal(state, legal);
        bool compares =
            count > 1 && written + 2 <= most && tk_rng_below(rng, (uint32_t)school->seldom) == 0;
        if (compares) {
            tk_action sorted[TK_ACTIONS_MAX];
            bot_best_first(game, state, sorted);
            written +=
                compare_two(&b, state, sorted, count, records + shape->record * (size_t)written);
        }
        if ((double)tk_rng_below(rng, 1000) < 1000 * school->stray)
            tk_play(game, state, legal[tk_rng_below(rng, (uint32_t)count)]);
        else
            hasten(game, state, 1);
    }
    return written;
}
