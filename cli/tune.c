/* SPDX-License-Identifier: MIT */
/* takht tune: weights of the evaluation, learnt from games that bots play against themselves. */
#include "tune.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exec.h"

enum { SAMPLES_OF_GAME = 64, STEPS = 400, RANDOM_PERCENT = 3 };

/*
 * A position is a row of numbers: for each seat its inputs and then what it got out of the game.
 * Rows lie side by side, only as wide as the game needs: fitting reads them hundreds of times.
 */
struct batch {
    float *rows;
    int count;
    struct match_game room;
    const struct tuning *tuning;
    char why[2 * BOT_WHY_MAX]; /* a bot has failed */
};

struct tuning {
    const struct cli_args *args;
    int players, features;
    int inputs; /* twice the features */
    int width;  /* of a row */
    float *rows;
    long count, room, games;
    struct cli_progress *progress;
    char why[2 * BOT_WHY_MAX];
    struct tune_weights found;
};

/* --- weights --- */

void tune_inputs(const struct tk_game *game, const void *state, int seat, float *out)
{
    int32_t features[TK_FEATURES_MAX];
    float late = (float)game->learning->progress(state) / 1000;
    game->learning->features(state, seat, features);
    for (int i = 0; i < game->learning->count; i++) {
        out[2 * i] = (1 - late) * (float)features[i];
        out[2 * i + 1] = late * (float)features[i];
    }
}

void tune_weights_begin(const struct tk_game *game, enum tk_weighting which,
                        struct tune_weights *out)
{
    out->which = which;
    for (int i = 0; i < game->learning->count; i++) {
        const struct tk_weight *weight = &game->learning->table[i].weight[which];
        out->weight[2 * i] = weight->early / 1000.0 * out->spread[2 * i];
        out->weight[2 * i + 1] = weight->late / 1000.0 * out->spread[2 * i + 1];
    }
}

static int32_t in_thousandths(const struct tune_weights *weights, int input, int32_t old)
{
    double spread = weights->spread[input];
    return spread <= 0 ? old : (int32_t)lround(1000 * weights->weight[input] / spread);
}

void tune_table(const struct tk_game *game, const struct tune_weights *weights,
                struct tk_feature out[TK_FEATURES_MAX])
{
    for (int i = 0; i < game->learning->count; i++) {
        out[i] = game->learning->table[i];
        struct tk_weight *weight = &out[i].weight[weights->which];
        weight->early = in_thousandths(weights, 2 * i, weight->early);
        weight->late = in_thousandths(weights, 2 * i + 1, weight->late);
    }
}

static void write_table(const struct cli_args *args, const struct tune_weights *weights, FILE *out)
{
    struct tk_feature table[TK_FEATURES_MAX];
    tune_table(args->game, weights, table);
    for (int i = 0; i < args->game->learning->count; i++) {
        const struct tk_weight *weight = table[i].weight;
        fprintf(out, "{\"%s\", {{%d, %d}, {%d, %d}}, %d},\n", table[i].name,
                (int)weight[TK_FORETELLS].early, (int)weight[TK_FORETELLS].late,
                (int)weight[TK_WINS].early, (int)weight[TK_WINS].late, (int)table[i].points);
    }
}

int tune_write(const struct cli_args *args, const struct tune_weights *weights)
{
    if (args->save == NULL) {
        write_table(args, weights, stdout);
        return cli_output_close(&cli_tune);
    }
    FILE *file = fopen(args->save, "w");
    if (file == NULL)
        return cli_fail(&cli_tune, CLI_FAILED, "%s: %s", args->save, strerror(errno));
    write_table(args, weights, file);
    return fclose(file) == 0
               ? CLI_OK
               : cli_fail(&cli_tune, CLI_FAILED, "%s: %s", args->save, strerror(errno));
}

/* --- games --- */

static void note(const struct tuning *t, const void *state, struct batch *batch)
{
    float *own = batch->rows + (size_t)batch->count++ * (size_t)t->width;
    for (int seat = 0; seat < t->players; seat++, own += t->inputs + 1)
        tune_inputs(t->args->game, state, seat, own);
}

/* Some positions are kept; and some moves are left to chance, so that the weights learn about
 * positions that good play avoids, too. */
static bool look_on(void *context, const void *state, int seat, struct tk_rng *rng,
                    tk_action *out_action)
{
    struct batch *batch = context;
    const struct tuning *t = batch->tuning;
    tk_action legal[TK_ACTIONS_MAX];
    (void)seat;
    if (batch->count < SAMPLES_OF_GAME && tk_rng_below(rng, 4) == 0)
        note(t, state, batch);
    if (tk_rng_below(rng, 100) >= RANDOM_PERCENT)
        return false;
    uint32_t count = (uint32_t)t->args->game->rules.legal(state, legal);
    *out_action = legal[tk_rng_below(rng, count)];
    return true;
}

/*
 * What each seat has got out of a game: the victory, and where points decided it, to a part a share
 * by points, because a close game tells less about who was better than a clear one.
 */
void tune_judge(const struct tk_game *game, int players, const void *state, float *out)
{
    const double by_points = 0.5, closeness = 6;
    int32_t scores[TK_SEATS_MAX];
    uint8_t ranks[TK_SEATS_MAX] = {0};
    double sum = 0, shares = 0, share[TK_SEATS_MAX];
    int winners = 0, best = 0;
    game->rules.ranks(state, ranks);
    game->rules.scores(state, scores);
    for (int seat = 0; seat < players; seat++) {
        winners += ranks[seat] == 1;
        best = scores[seat] > scores[best] ? seat : best;
        sum += scores[seat];
    }
    for (int seat = 0; seat < players; seat++)
        shares += share[seat] =
            exp((scores[seat] - scores[best]) * closeness * players / (sum + players));
    for (int seat = 0; seat < players; seat++) {
        double won = ranks[seat] == 1 ? 1.0 / winners : 0;
        double part = ranks[best] == 1 ? by_points : 0;
        out[seat] = (float)((1 - part) * won + part * share[seat] / shares);
    }
}

void tune_play(const struct cli_args *args, long index, struct match *match,
               struct match_game *game, char why[2 * BOT_WHY_MAX])
{
    uint8_t seed[TK_SEED_BYTES];
    struct tk_rng rng;
    match->game = args->game;
    match->config = &args->config;
    match->budget = args->budget;
    for (int seat = 0; seat < args->config.players; seat++)
        if (match->bots[seat] == NULL)
            match->bots[seat] = args->bots[seat % args->bot_count];
    cli_game_seed(args->seed, index, seed);
    cli_game_rng(seed, &rng);
    match_play(match, seed, &rng, game);
    struct tk_writer out = tk_writer_over(why, 2 * BOT_WHY_MAX);
    if (game->failed != TK_NOBODY)
        match_why(match, game, &out);
    tk_writer_text(&out);
}

int tune_ended(long games, const char *why)
{
    if (why[0] != '\0')
        return cli_fail(&cli_tune, CLI_BOT_FAILED, "%s; nothing is written", why);
    if (match_stopped())
        return cli_fail(&cli_tune, CLI_INTERRUPTED,
                        "interrupted after %ld games; nothing is written", games);
    return -1;
}

static void play_game(void *context, long index, void *result)
{
    struct tuning *t = context;
    struct batch *batch = result;
    float won[TK_SEATS_MAX] = {0};
    if (batch->rows == NULL)
        batch->rows = malloc(SAMPLES_OF_GAME * (size_t)t->width * sizeof *batch->rows);
    batch->count = 0;
    batch->tuning = t;
    if (batch->rows == NULL)
        return;
    struct match match = {.context = batch, .instead = look_on};
    tune_play(t->args, index, &match, &batch->room, batch->why);
    tune_judge(t->args->game, t->players, batch->room.state, won);
    for (int i = 0; i < batch->count * t->players; i++)
        batch->rows[(size_t)i * (size_t)(t->inputs + 1) + (size_t)t->inputs] = won[i % t->players];
}

static bool keep_game(void *context, long index, void *result)
{
    struct tuning *t = context;
    const struct batch *batch = result;
    memcpy(t->why, batch->why, sizeof t->why);
    if (batch->room.stopped || t->why[0] != '\0')
        return false;
    if (t->count + batch->count > t->room) {
        t->room = t->room == 0 ? 65536 : 2 * t->room;
        t->rows = realloc(t->rows, (size_t)(t->room * t->width) * sizeof *t->rows);
        if (t->rows == NULL)
            return false;
    }
    memcpy(t->rows + t->count * t->width, batch->rows,
           (size_t)(batch->count * t->width) * sizeof *batch->rows);
    t->count += batch->count;
    t->games = index + 1;
    cli_progress_step(t->progress, t->games);
    return true;
}

static void clear_batch(void *result)
{
    struct batch *batch = result;
    free(batch->rows);
    match_game_clear(&batch->room);
}

/* --- fitting: softmax over the seats' standings against who won --- */

/* The numbers of a seat in a position, and behind them what it got. */
static float *seat_of(const struct tuning *t, long position, int seat)
{
    return t->rows + position * t->width + seat * (t->inputs + 1);
}

/* Each input is divided by its spread, so that one pace suits them all. */
static void scale_input(struct tuning *t, int input)
{
    double sum = 0, squares = 0, n = (double)t->count * t->players;
    for (long k = 0; k < t->count; k++)
        for (int seat = 0; seat < t->players; seat++) {
            double x = (double)seat_of(t, k, seat)[input];
            sum += x;
            squares += x * x;
        }
    double variance = squares / n - sum / n * (sum / n);
    t->found.spread[input] = variance > 1e-9 ? sqrt(variance) : 0; /* it never varied */
    float factor = t->found.spread[input] > 0 ? (float)(1 / t->found.spread[input]) : 0;
    for (long k = 0; k < t->count; k++)
        for (int seat = 0; seat < t->players; seat++)
            seat_of(t, k, seat)[input] *= factor;
}

static void scale_inputs(struct tuning *t)
{
    for (int i = 0; i < t->inputs; i++)
        scale_input(t, i);
    tune_weights_begin(t->args->game, TK_FORETELLS, &t->found);
}

static void chances(const struct tuning *t, long position, double *out)
{
    double best = -1e300, sum = 0;
    for (int seat = 0; seat < t->players; seat++) {
        const float *own = seat_of(t, position, seat);
        out[seat] = 0;
        for (int i = 0; i < t->inputs; i++)
            out[seat] += t->found.weight[i] * (double)own[i];
        best = out[seat] > best ? out[seat] : best;
    }
    for (int seat = 0; seat < t->players; seat++)
        sum += out[seat] = exp(out[seat] - best);
    for (int seat = 0; seat < t->players; seat++)
        out[seat] /= sum;
}

static bool is_held_out(long index)
{
    return index % 10 == 9;
}

/* Mean surprise, in bits, on the positions that were not learnt from. */
static double surprise(const struct tuning *t)
{
    double sum = 0, p[TK_SEATS_MAX];
    long count = 0;
    for (long k = 0; k < t->count; k++) {
        if (!is_held_out(k))
            continue;
        chances(t, k, p);
        for (int seat = 0; seat < t->players; seat++)
            sum -= (double)seat_of(t, k, seat)[t->inputs] * log2(p[seat] > 1e-12 ? p[seat] : 1e-12);
        count++;
    }
    return count > 0 ? sum / (double)count : 0;
}

static void gradient(const struct tuning *t, double *out)
{
    long count = 0;
    memset(out, 0, TUNE_INPUTS_MAX * sizeof *out);
    for (long k = 0; k < t->count; k++) {
        double p[TK_SEATS_MAX];
        if (is_held_out(k))
            continue;
        chances(t, k, p);
        for (int seat = 0; seat < t->players; seat++) {
            const float *own = seat_of(t, k, seat);
            double error = p[seat] - (double)own[t->inputs];
            for (int i = 0; i < t->inputs; i++)
                out[i] += error * (double)own[i];
        }
        count++;
    }
    for (int i = 0; i < t->inputs; i++)
        out[i] = out[i] / (double)count + 1e-3 * t->found.weight[i];
}

/* Adam: each weight finds its own pace. */
static void fit(struct tuning *t)
{
    double slope[TUNE_INPUTS_MAX], first[TUNE_INPUTS_MAX] = {0}, second[TUNE_INPUTS_MAX] = {0};
    for (int step = 1; step <= STEPS; step++) {
        double pace = 0.05 * (1 - (double)step / (STEPS + 1));
        gradient(t, slope);
        for (int i = 0; i < t->inputs; i++) {
            first[i] = 0.9 * first[i] + 0.1 * slope[i];
            second[i] = 0.99 * second[i] + 0.01 * slope[i] * slope[i];
            double m = first[i] / (1 - pow(0.9, step)), v = second[i] / (1 - pow(0.99, step));
            t->found.weight[i] -= pace * m / (sqrt(v) + 1e-8);
        }
    }
}

static int finish(struct tuning *t)
{
    scale_inputs(t);
    double before = surprise(t);
    fit(t);
    fprintf(stderr, "%ld positions of %ld games; surprise %.4f bits before, %.4f after\n", t->count,
            t->args->games, before, surprise(t));
    return tune_write(t->args, &t->found);
}

static int tune_fit(const struct cli_args *args)
{
    struct tuning *t = calloc(1, sizeof *t);
    if (t == NULL)
        return cli_fail(&cli_tune, CLI_FAILED, "out of memory");
    t->args = args;
    t->players = args->config.players;
    t->features = args->game->learning->count;
    t->inputs = 2 * t->features;
    t->width = t->players * (t->inputs + 1);
    t->progress = cli_progress_new("games", args->games, args->quiet);
    cli_work_run(&(struct cli_work){
        .count = args->games,
        .threads = args->threads,
        .result_size = sizeof(struct batch),
        .run = play_game,
        .done = keep_game,
        .clear = clear_batch,
        .context = t,
    });
    cli_progress_free(t->progress);
    int answer = tune_ended(t->games, t->why);
    if (answer < 0)
        answer = t->count < 100 ? cli_fail(&cli_tune, CLI_FAILED,
                                           "there are too few positions; play more games")
                                : finish(t);
    free(t->rows);
    free(t);
    return answer;
}

static int run_tune(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_tune, argc, argv, &args);
    if (answer >= 0)
        return answer;
    const char *usual = args.climb ? "greedy" : "mcts:sims=100";
    if (args.bot_count == 0 && bot_parse(tk_span_of(usual), &args.bot_room[0])) {
        args.bot_text[0] = tk_span_of(usual);
        args.bots[args.bot_count++] = &args.bot_room[0];
    }
    answer = match_ready(&args);
    if (answer >= 0)
        return answer;
    match_interruptible();
    if (!match_repeats(&args))
        fputs("takht tune: not reproducible: a bot thinks by the clock, or is a program that does "
              "not say that it repeats itself\n",
              stderr);
    answer = args.climb     ? tune_climb(&args)
             : args.compare ? tune_compare(&args)
             : args.chances ? tune_chances(&args)
             : args.luck    ? tune_luck(&args)
                            : tune_fit(&args);
    program_end_all();
    return answer;
}

const struct cli_command cli_tune = {
    .name = "tune",
    .usage = "GAME [--climb | --compare | --chances | --luck] [--players N] [--games K] "
             "[--bots A,B,…] [--save FILE]",
    .summary = "learn the weights of a game's evaluation from self-play",
    .about =
        "Lets bots play (3 % of the moves by chance), notes the features of positions and who won, "
        "and fits the weights so that they foretell it best. Prints them as "
        "games/FOLDER/weights.inc holds them; docs/strength-diary.md says with which settings the "
        "shipped ones were made.\n\n"
        "With --climb it finds those that search takes: from the fitted ones on, players whose "
        "weights differ a little play matches, and the weights go a small way towards the "
        "winner's.\n\n"
        "With --compare it finds those too, from the ones that search takes now: a quick player "
        "plays itself, some pairs of moves are both played to the end of the game, and the "
        "weights are fitted to the points that the ends differ by. It takes no bots.\n\n"
        "With --chances it learns no weights: a bot plays against itself, and where others are "
        "named "
        "against each of them too, and each time it says how likely it is to win. The table shows "
        "what it said and what was, by tenths and in situations that the game names, the last line "
        "how far to trust it.\n\n"
        "With --luck bots play, and every game is judged as takht analyse does by the first of "
        "them: for each seat how often it won, its mean luck in percentage points with the 95 % "
        "interval, its spread, and how much of who won goes with it; and what moves turned up for "
        "those who made them.",
    .examples = "takht tune splendor --games 20000 --threads 2 --save games/splendor/weights.inc\n"
                "takht tune queendomino --climb --games 100000 --threads 2\n"
                "takht tune seven-wonders-duel --chances --games 200 --bots mcts:sims=2000,greedy",
    .subject = CLI_GAME,
    .run = run_tune,
};
