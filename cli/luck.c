/* SPDX-License-Identifier: MIT */
/*
 * takht tune --luck: whether the luck that reports tell is luck. Equal bots play, and every game is
 * judged as takht analyse does. Over many games the luck of a seat must be nothing on average, and
 * with equals it, rather than losses, must tell who won.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tune.h"

/* Luck that comes of one's own moves, in a game or in all of them. */
struct own_luck {
    long moves;
    double luck, squared;
};

struct game_luck {
    const struct cli_args *args;
    struct own_luck own;
    struct report_account account[TK_SEATS_MAX];
    bool failed;
    struct match_game room;
    char why[2 * BOT_WHY_MAX];
};

/* Sums over the games, for one seat. */
struct sums {
    double luck, luck_squared, result, result_squared, both;
};

struct luck {
    const struct cli_args *args;
    long games;
    struct sums seat[TK_SEATS_MAX];
    struct own_luck own;
    struct cli_progress *progress;
    char why[2 * BOT_WHY_MAX];
};

/* --- games --- */

static void deal(const struct cli_args *args, long index, void *out_state)
{
    uint8_t seed[TK_SEED_BYTES];
    cli_game_seed(args->seed, index, seed);
    tk_start(args->game, &args->config, seed, out_state);
}

/* What a move turns up must be as good as bad for the one who makes it. */
static struct own_luck own_luck_of(const struct report_ply *told, int count)
{
    struct own_luck own = {0};
    for (int i = 0; i < count; i++) {
        double luck = (double)told[i].luck[told[i].seat] / REPORT_ONE;
        own.moves += told[i].luck[told[i].seat] != 0;
        own.luck += luck;
        own.squared += luck * luck;
    }
    return own;
}

/* All positions of the game, and what becomes of them. */
static bool judge(const struct cli_args *args, long index, struct game_luck *out)
{
    int plies = out->room.plies;
    tk_state *states = malloc((size_t)(plies + 1) * sizeof *states);
    struct report_ply *told = calloc((size_t)plies + 1, sizeof *told);
    struct report *report = calloc(1, sizeof *report);
    bool good = states != NULL && told != NULL && report != NULL;
    if (good) {
        deal(args, index, states[0]);
        for (int i = 0; i < plies; i++) {
            memcpy(states[i + 1], states[i], sizeof states[0]);
            tk_play(args->game, states[i + 1], out->room.actions[i]);
        }
        long simulations = args->bots[0]->budget.simulations;
        *report = (struct report){.game = args->game,
                                  .bot = args->bots[0],
                                  .simulations = simulations > 0 ? simulations : 100,
                                  .threads = 1,
                                  .seed = (uint64_t)index};
        good = bot_report(report, (const unsigned char *)states[0], sizeof states[0],
                          out->room.actions, plies, told, out->account);
    }
    if (good)
        out->own = own_luck_of(told, plies);
    free(report);
    free(told);
    free(states);
    return good;
}

static void play_game(void *context, long index, void *result)
{
    const struct luck *l = context;
    struct game_luck *out = result;
    struct match match = {0};
    tune_play(l->args, index, &match, &out->room, out->why);
    if (!out->room.stopped && out->why[0] == '\0')
        out->failed = !judge(l->args, index, out);
}

static void clear_game(void *result)
{
    match_game_clear(&((struct game_luck *)result)->room);
}

static void add(struct sums *sums, const struct report_account *account)
{
    double luck = (double)account->luck / REPORT_ONE, result = (double)account->result / REPORT_ONE;
    sums->luck += luck;
    sums->luck_squared += luck * luck;
    sums->result += result;
    sums->result_squared += result * result;
    sums->both += luck * result;
}

static bool keep_game(void *context, long index, void *result)
{
    struct luck *l = context;
    const struct game_luck *game = result;
    memcpy(l->why, game->why, sizeof l->why);
    if (game->room.stopped || game->failed || l->why[0] != '\0')
        return false;
    for (int seat = 0; seat < l->args->config.players; seat++)
        add(&l->seat[seat], &game->account[seat]);
    l->own.moves += game->own.moves;
    l->own.luck += game->own.luck;
    l->own.squared += game->own.squared;
    l->games = index + 1;
    cli_progress_step(l->progress, l->games);
    return true;
}

/* --- the table --- */

/* Mean and 95 % interval of the luck, and the share of the results' variance that goes with it. */
static void print_seat(const struct luck *l, int seat)
{
    const struct sums *s = &l->seat[seat];
    double n = (double)l->games, mean = s->luck / n, won = s->result / n;
    double spread = s->luck_squared / n - mean * mean,
           of_results = s->result_squared / n - won * won;
    double together = s->both / n - mean * won, error = 196 * sqrt(spread / (n - 1));
    double explains =
        spread > 0 && of_results > 0 ? together * together / (spread * of_results) : 0;
    printf("%4d %7.1f %% %+9.2f %9.2f %9.2f %8.0f %%\n", seat + 1, 100 * won, 100 * mean, error,
           100 * sqrt(spread), 100 * explains);
}

static void print_own(const struct own_luck *own)
{
    if (own->moves < 2)
        return;
    double n = (double)own->moves, mean = own->luck / n;
    double spread = own->squared / n - mean * mean;
    printf("of own moves %+.2f +/- %.2f each, %ld moves that turned something up\n", 100 * mean,
           196 * sqrt(spread / (n - 1)), own->moves);
}

int tune_luck(const struct cli_args *args)
{
    struct luck l = {.args = args};
    l.progress = cli_progress_new("games", args->games, args->quiet);
    cli_work_run(&(struct cli_work){
        .count = args->games,
        .threads = args->threads,
        .result_size = sizeof(struct game_luck),
        .run = play_game,
        .done = keep_game,
        .clear = clear_game,
        .context = &l,
    });
    cli_progress_free(l.progress);
    int answer = tune_ended(l.games, l.why);
    if (answer >= 0)
        return answer;
    if (l.games < 2)
        return cli_fail(&cli_tune, CLI_FAILED, "there is too little to compare; play more games");
    printf("%4s %9s %9s %9s %9s %10s\n", "seat", "won", "luck", "+/-", "spread", "explains");
    for (int seat = 0; seat < args->config.players; seat++)
        print_seat(&l, seat);
    print_own(&l.own);
    return cli_output_close(&cli_tune);
}
