/* SPDX-License-Identifier: MIT */
/*
 * takht tune --climb: weights that win. Again and again two players whose weights differ a little,
 * to opposite sides of those reached so far, play some deals from both seats; all weights then go a
 * small way towards the winner, further if it won clearly (simultaneous perturbation, SPSA). What
 * is shipped is the mean of the last part of the way.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exec.h"
#include "tune.h"

enum { PROBES = 8, DEALS = 8, GAMES_OF_STEP = 2 * PROBES * DEALS };
enum { MEASURED_GAMES = 400 };

/* How far the two players are apart, and how far the weights go: both less and less. */
static const double apart = 0.15, apart_decay = 0.3, pace = 0.015, last_part = 0.2;

struct climb {
    const struct cli_args *args;
    struct bot player; /* takes the weights that are climbed, even if it is greedy */
    int players, inputs;
    long steps, step;
    struct tune_weights now, start;
    double move[TUNE_INPUTS_MAX]; /* where the probes of a step point; they all begin at `now` */
    double sum[TUNE_INPUTS_MAX];  /* of the weights in the last part of the way */
    long summed;
    struct cli_progress *progress;
};

/* The game with other weights: bots see no difference. */
struct variant {
    struct tk_game game;
    struct tk_learning learning;
    struct tk_feature table[TK_FEATURES_MAX];
};

static void variant_make(struct variant *v, const struct tk_game *game,
                         const struct tune_weights *weights)
{
    v->game = *game;
    v->learning = *game->learning;
    v->learning.table = v->table;
    v->game.learning = &v->learning;
    tune_table(game, weights, v->table);
}

/* --- matches --- */

/* What those who play the first variant have got out of a game. */
static double play_game(const struct climb *c, const struct variant pair[2],
                        const uint8_t seed[TK_SEED_BYTES], int rotation, struct tk_rng *rng)
{
    struct match match = {
        .game = c->args->game, .config = &c->args->config, .budget = c->args->budget};
    struct match_game game = {.plies = 0};
    float got[TK_SEATS_MAX];
    double first = 0;
    for (int seat = 0; seat < c->players; seat++) {
        match.bots[seat] = &c->player;
        match.as[seat] = &pair[(seat + rotation) % 2].game;
    }
    match_play(&match, seed, rng, &game);
    match_game_clear(&game);
    tune_judge(c->args->game, c->players, game.state, got);
    for (int seat = rotation; seat < c->players; seat += 2)
        first += (double)got[seat];
    return first;
}

static double play_deals(const struct climb *c, const struct variant pair[2], long first, int deals)
{
    double won = 0;
    for (int i = 0; i < deals; i++) {
        uint8_t seed[TK_SEED_BYTES];
        cli_game_seed(c->args->seed, first + i, seed);
        for (int rotation = 0; rotation < 2; rotation++) {
            struct tk_rng rng;
            tk_rng_init(&rng, tk_hash(seed, sizeof seed), (uint64_t)rotation);
            won += play_game(c, pair, seed, rotation, &rng);
        }
    }
    return won;
}

/* --- one step: some probes from the same weights --- */

struct probe {
    double won; /* beyond an equal share, in standard deviations */
    signed char side[TUNE_INPUTS_MAX];
};

static double part_done(const struct climb *c)
{
    return (double)c->step / (double)c->steps;
}

static double distance(const struct climb *c)
{
    return apart / pow(1 + 9 * part_done(c), apart_decay);
}

static void run_probe(void *context, long index, void *result)
{
    const struct climb *c = context;
    struct probe *probe = result;
    struct variant pair[2];
    struct tune_weights weights = c->now;
    long number = c->step * PROBES + index;
    struct tk_rng rng;
    tk_rng_init(&rng, tk_hash(c->args->seed, TK_SEED_BYTES), (uint64_t)number);
    for (int i = 0; i < c->inputs; i++)
        probe->side[i] = tk_rng_below(&rng, 2) == 0 ? 1 : -1;
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < c->inputs; i++)
            weights.weight[i] =
                c->now.weight[i] + (player == 0 ? 1 : -1) * distance(c) * probe->side[i];
        variant_make(&pair[player], c->args->game, &weights);
    }
    probe->won = (2 * play_deals(c, pair, number * DEALS, DEALS) - 2 * DEALS) / sqrt(2 * DEALS);
}

static bool note_probe(void *context, long index, void *result)
{
    struct climb *c = context;
    const struct probe *probe = result;
    double way = pace * (1 - 0.9 * part_done(c)) * distance(c) * probe->won;
    (void)index;
    for (int i = 0; i < c->inputs; i++)
        c->move[i] += way * probe->side[i];
    return true;
}

static void make_step(struct climb *c)
{
    memset(c->move, 0, sizeof c->move);
    cli_work_run(&(struct cli_work){
        .count = PROBES,
        .threads = c->args->threads,
        .result_size = sizeof(struct probe),
        .run = run_probe,
        .done = note_probe,
        .context = c,
    });
    c->step++;
    for (int i = 0; i < c->inputs; i++)
        c->now.weight[i] += c->move[i];
    if (part_done(c) > 1 - last_part) {
        for (int i = 0; i < c->inputs; i++)
            c->sum[i] += c->now.weight[i];
        c->summed++;
    }
}

/* --- the whole way --- */

/* How much each input varies, and how far it goes. */
struct spread {
    double count, sum[TUNE_INPUTS_MAX], squares[TUNE_INPUTS_MAX], most[TUNE_INPUTS_MAX];
};

static void note_inputs(struct spread *spread, const float *inputs, int count)
{
    for (int k = 0; k < count; k++) {
        double input = (double)inputs[k];
        spread->sum[k] += input;
        spread->squares[k] += input * input;
        spread->most[k] = fmax(spread->most[k], fabs(input));
    }
    spread->count++;
}

/* For all seats, in games of greedy players. */
static void watch_games(const struct climb *c, struct spread *out)
{
    tk_state state;
    const struct tk_game *game = c->args->game;
    const struct bot *greedy = bot_find(tk_span_of("greedy"));
    float inputs[TUNE_INPUTS_MAX];
    for (long i = 0; i < MEASURED_GAMES; i++) {
        struct tk_rng rng;
        cli_game_begin(c->args, i, state, &rng);
        while (game->rules.actor(state) != TK_NOBODY) {
            for (int seat = 0; seat < c->players; seat++) {
                tune_inputs(game, state, seat, inputs);
                note_inputs(out, inputs, c->inputs);
            }
            tk_play(game, state, bot_decide(greedy, NULL, game, state, &rng));
        }
    }
}

/* What is there only seldom would vary little, and its weight be moved far by chance. */
static void measure_spread(struct climb *c)
{
    const double seldom = 0.2;
    struct spread spread = {0};
    watch_games(c, &spread);
    for (int k = 0; k < c->inputs; k++) {
        double mean = spread.sum[k] / spread.count;
        double variance = spread.squares[k] / spread.count - mean * mean;
        c->now.spread[k] = variance > 1e-9 ? fmax(sqrt(variance), seldom * spread.most[k]) : 0;
    }
}

/* On deals that no probe has seen. */
static void tell_gain(const struct climb *c)
{
    struct variant pair[2];
    int deals = (int)(c->args->games / 100) + 50;
    variant_make(&pair[0], c->args->game, &c->now);
    variant_make(&pair[1], c->args->game, &c->start);
    double won = play_deals(c, pair, c->steps * PROBES * DEALS, deals);
    fprintf(stderr, "won %.1f %% of %d games, to a half by points, against the weights before\n",
            50 * won / deals, 2 * deals);
}

int tune_climb(const struct cli_args *args)
{
    if (program_is(args->bots[0]))
        return cli_fail(&cli_tune, CLI_USAGE,
                        "--climb changes the weights of our own bots; a program has none");
    struct climb *c = calloc(1, sizeof *c);
    if (c == NULL)
        return cli_fail(&cli_tune, CLI_FAILED, "out of memory");
    c->args = args;
    c->player = *args->bots[0];
    c->player.set[BOT_WINS] = (struct bot_value){.given = true, .yes = true};
    c->players = args->config.players;
    c->inputs = 2 * args->game->learning->count;
    c->steps = args->games / GAMES_OF_STEP > 0 ? args->games / GAMES_OF_STEP : 1;
    measure_spread(c);
    tune_weights_begin(args->game, TK_FORETELLS, &c->now);
    c->now.which = TK_WINS; /* from the fitted ones, so that anybody comes to what we ship */
    c->start = c->now;
    c->progress = cli_progress_new("games", c->steps * GAMES_OF_STEP, args->quiet);
    while (c->step < c->steps && !match_stopped()) {
        make_step(c);
        cli_progress_step(c->progress, c->step * GAMES_OF_STEP);
    }
    cli_progress_free(c->progress);
    int answer = tune_ended(c->step * GAMES_OF_STEP, "");
    for (int i = 0; i < c->inputs; i++)
        c->now.weight[i] = c->sum[i] / (double)c->summed;
    if (answer < 0)
        tell_gain(c);
    if (answer < 0)
        answer = match_stopped() ? tune_ended(args->games, "") : tune_write(args, &c->now);
    free(c);
    return answer;
}
