/* SPDX-License-Identifier: MIT */
/*
 * takht tune --compare: weights that tell moves apart. A quick player plays itself; now and then two
 * moves of a position are both played, and the game goes on from each of them to its end, with the
 * same cards to come. What the features differ by, after the move and when its turn is over, is held
 * against the points that the results differ by: least squares, drawn to the weights before. A match
 * tells of all its moves together who played better; here every pair tells of one.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tune.h"

enum { PAIRS_OF_GAME = 24, OFTEN = 10, RANDOM_PERCENT = 6, HELD_BACK = 10 };

/* What a point is worth in log-odds; how much less half a turn counts than a whole one; and for how
 * many pairs the weights before count. */
static const double of_point = 0.15, of_half = 0.3, before = 300;

/* One pair: what its inputs differ by, and then its results in points. */
typedef float compare_row[TUNE_INPUTS_MAX + 1];

struct compared {
    int count;
    compare_row after_move[PAIRS_OF_GAME], after_turn[PAIRS_OF_GAME];
};

/* The sums of least squares. */
struct sums {
    double of[TUNE_INPUTS_MAX][TUNE_INPUTS_MAX], with[TUNE_INPUTS_MAX], squares, count;
};

struct compare {
    const struct cli_args *args;
    int players, inputs;
    struct sums learnt, held; /* one game of ten is held back, to see what the weights are worth */
    double old[TUNE_INPUTS_MAX], found[TUNE_INPUTS_MAX]; /* points for one of an input */
    double factor[TUNE_INPUTS_MAX][TUNE_INPUTS_MAX];
    struct cli_progress *progress;
};

/* --- pairs --- */

static void play_best(const struct tk_game *game, void *state)
{
    tk_action legal[TK_ACTIONS_MAX];
    bot_best_first(game, state, legal);
    tk_play(game, state, legal[0]);
}

/* How a seat stands beside the mean of the others, input by input. */
static void stand(const struct compare *c, const void *state, int seat, int sign, float *row)
{
    float inputs[TUNE_INPUTS_MAX];
    for (int p = 0; p < c->players; p++) {
        float part = p == seat ? (float)sign : -(float)sign / (float)(c->players - 1);
        tune_inputs(c->args->game, state, p, inputs);
        for (int i = 0; i < c->inputs; i++)
            row[i] += part * inputs[i];
    }
}

/* By how many points a seat is ahead at the end. */
static int play_out(const struct compare *c, void *state, int seat)
{
    const struct tk_game *game = c->args->game;
    int32_t scores[TK_SEATS_MAX];
    while (game->rules.actor(state) != TK_NOBODY)
        play_best(game, state);
    game->rules.scores(state, scores);
    return bot_margin(game, state, c->players, scores, seat);
}

static void play_side(const struct compare *c, const void *before_it, tk_action action, int sign,
                      struct tk_rng *rng, struct compared *out)
{
    const struct tk_game *game = c->args->game;
    int seat = game->rules.actor(before_it), turn = game->rules.turn(before_it);
    float *half = out->after_move[out->count], *whole = out->after_turn[out->count];
    tk_state state;
    tk_copy(state, before_it, game->state_size);
    tk_play(game, state, action);
    stand(c, state, seat, sign, half);
    bot_finish_turn(game, state, turn, rng);
    stand(c, state, seat, sign, whole);
    float points = (float)(sign * play_out(c, state, seat));
    half[c->inputs] += points;
    whole[c->inputs] += points;
}

static void compare_two(const struct compare *c, const void *state, const tk_action *legal,
                        int count, struct tk_rng *rng, struct compared *out)
{
    tk_action two[2];
    bot_two_moves(legal, count, rng, two);
    memset(out->after_move[out->count], 0, sizeof(compare_row));
    memset(out->after_turn[out->count], 0, sizeof(compare_row));
    play_side(c, state, two[0], 1, rng, out);
    play_side(c, state, two[1], -1, rng, out);
    out->count++;
}

static void play_game(void *context, long index, void *result)
{
    const struct compare *c = context;
    const struct tk_game *game = c->args->game;
    struct compared *out = result;
    struct tk_rng rng;
    tk_state state;
    cli_game_begin(c->args, index, state, &rng);
    out->count = 0;
    while (game->rules.actor(state) != TK_NOBODY && !match_stopped()) {
        tk_action legal[TK_ACTIONS_MAX];
        int count = bot_best_first(game, state, legal);
        if (count > 1 && out->count < PAIRS_OF_GAME && tk_rng_below(&rng, OFTEN) == 0)
            compare_two(c, state, legal, count, &rng, out);
        bool by_chance = tk_rng_below(&rng, 100) < RANDOM_PERCENT;
        tk_play(game, state, legal[by_chance ? tk_rng_below(&rng, (uint32_t)count) : 0]);
    }
}

/* --- least squares --- */

static void add_row(const struct compare *c, struct sums *sums, const float *row, double weight)
{
    double points = (double)row[c->inputs];
    for (int i = 0; i < c->inputs; i++) {
        if (row[i] == 0)
            continue;
        sums->with[i] += weight * (double)row[i] * points;
        for (int j = 0; j < c->inputs; j++)
            sums->of[i][j] += weight * (double)row[i] * (double)row[j];
    }
    sums->squares += weight * points * points;
    sums->count += weight;
}

static bool keep_game(void *context, long index, void *result)
{
    struct compare *c = context;
    const struct compared *game = result;
    for (int i = 0; i < game->count; i++) {
        if (index % HELD_BACK == 0) {
            add_row(c, &c->held, game->after_turn[i], 1);
            continue;
        }
        add_row(c, &c->learnt, game->after_turn[i], 1);
        add_row(c, &c->learnt, game->after_move[i], of_half);
    }
    cli_progress_step(c->progress, index + 1);
    return !match_stopped();
}

/* The factor of Cholesky; what draws to the weights before stands on the diagonal. */
static void decompose(struct compare *c)
{
    const struct sums *sums = &c->learnt;
    double(*factor)[TUNE_INPUTS_MAX] = c->factor;
    for (int i = 0; i < c->inputs; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = sums->of[i][j];
            if (i == j)
                sum += before * (sums->of[i][i] / sums->count + 0.02);
            for (int k = 0; k < j; k++)
                sum -= factor[i][k] * factor[j][k];
            factor[i][j] = i == j ? sqrt(sum) : sum / factor[j][j];
        }
    }
}

static void solve(struct compare *c)
{
    double way[TUNE_INPUTS_MAX];
    decompose(c);
    for (int i = 0; i < c->inputs; i++) {
        way[i] = c->learnt.with[i];
        for (int j = 0; j < c->inputs; j++)
            way[i] -= c->learnt.of[i][j] * c->old[j];
        for (int k = 0; k < i; k++)
            way[i] -= c->factor[i][k] * way[k];
        way[i] /= c->factor[i][i];
    }
    for (int i = c->inputs - 1; i >= 0; i--) {
        for (int k = i + 1; k < c->inputs; k++)
            way[i] -= c->factor[k][i] * way[k];
        way[i] /= c->factor[i][i];
        c->found[i] = c->old[i] + way[i];
    }
}

/* The square of the correlation between what weights say and how the pairs held back ended. */
static double explained(const struct compare *c, const double *weights)
{
    const struct sums *sums = &c->held;
    double with = 0, own = 0;
    for (int i = 0; i < c->inputs; i++) {
        with += weights[i] * sums->with[i];
        for (int j = 0; j < c->inputs; j++)
            own += weights[i] * weights[j] * sums->of[i][j];
    }
    return own > 0 && sums->squares > 0 ? with * with / (own * sums->squares) : 0;
}

/* --- the whole way --- */

static int write_found(const struct compare *c)
{
    struct tune_weights weights = {.which = TK_WINS};
    for (int i = 0; i < c->inputs; i++) {
        weights.weight[i] = c->found[i] * of_point;
        weights.spread[i] = 1;
    }
    fprintf(
        stderr,
        "of what %.0f pairs held back differ by, the weights before tell %.2f %%, these %.2f %%\n",
        c->held.count, 100 * explained(c, c->old), 100 * explained(c, c->found));
    return tune_write(c->args, &weights);
}

int tune_compare(const struct cli_args *args)
{
    struct compare *c = calloc(1, sizeof *c);
    if (c == NULL)
        return cli_fail(&cli_tune, CLI_FAILED, "out of memory");
    c->args = args;
    c->players = args->config.players;
    c->inputs = 2 * args->game->learning->count;
    for (int i = 0; i < c->inputs; i++) {
        const struct tk_weight *weight = &args->game->learning->table[i / 2].weight[TK_WINS];
        c->old[i] = (i % 2 == 0 ? weight->early : weight->late) / 1000.0 / of_point;
    }
    c->progress = cli_progress_new("games", args->games, args->quiet);
    cli_work_run(&(struct cli_work){
        .count = args->games,
        .threads = args->threads,
        .result_size = sizeof(struct compared),
        .run = play_game,
        .done = keep_game,
        .context = c,
    });
    cli_progress_free(c->progress);
    int answer = tune_ended(args->games, "");
    if (answer < 0) {
        solve(c);
        answer = write_found(c);
    }
    free(c);
    return answer;
}
