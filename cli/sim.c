/* takht sim: many games between bots, and what came of them. */
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64, ENDINGS_MAX = 8 };

/* Sums over games, whole numbers only, so that the order of adding does not matter. */
struct tally {
    int64_t games, decisions, listed, longest, turns;
    int64_t wins[TK_SEATS_MAX], shared[TK_SEATS_MAX]; /* alone, and with others */
    int64_t score[TK_SEATS_MAX], score_squares[TK_SEATS_MAX];
    int64_t starter_wins; /* of the seat that decided first, ties counted by share in 840ths */
    struct {
        uint16_t word;
        int64_t games;
    } ending[ENDINGS_MAX];
    int ending_count;
};

struct run {
    const struct cli_args *args;
    struct tally total;
    struct cli_progress progress;
};

static void count_ending(struct tally *t, uint16_t word, int64_t games)
{
    int i = 0;
    while (i < t->ending_count && t->ending[i].word != word)
        i++;
    if (i == ENDINGS_MAX)
        return;
    if (i == t->ending_count) {
        t->ending_count++;
        t->ending[i].word = word;
    }
    t->ending[i].games += games;
}

static void count_result(struct tally *t, const struct tk_game *game, const void *state,
                         int players, int starter)
{
    int32_t scores[TK_SEATS_MAX];
    uint8_t winners = tk_winners(game, state);
    int winner_count = __builtin_popcount(winners);
    game->rules.scores(state, scores);
    for (int seat = 0; seat < players; seat++) {
        bool won = (winners >> seat & 1) != 0;
        t->wins[seat] += won && winner_count == 1;
        t->shared[seat] += won && winner_count > 1;
        t->score[seat] += scores[seat];
        t->score_squares[seat] += (int64_t)scores[seat] * scores[seat];
    }
    if (starter >= 0 && (winners >> starter & 1) != 0)
        t->starter_wins += 840 / winner_count; /* 840 is divisible by 1 … 8 */
    t->games++;
    count_ending(t, game->rules.ending(state), 1);
}

static void play_one(const struct cli_args *args, long index, struct tally *t)
{
    const struct tk_game *game = args->game;
    tk_state state;
    tk_action legal[TK_ACTIONS_MAX];
    struct tk_rng rng;
    int64_t decisions = 0;
    cli_game_begin(args, index, state, &rng);
    int starter = game->rules.actor(state), turn = 0;
    for (int seat; (seat = game->rules.actor(state)) != TK_NOBODY; decisions++) {
        t->listed += game->rules.legal(state, legal);
        turn = game->rules.turn(state);
        tk_play(game, state, bot_decide(args->bots[seat], NULL, game, state, &rng));
    }
    t->decisions += decisions;
    t->turns += turn;
    t->longest = decisions > t->longest ? decisions : t->longest;
    count_result(t, game, state, args->config.players, starter);
}

static void play_chunk(void *context, long index, void *result)
{
    const struct cli_args *args = ((struct run *)context)->args;
    struct tally *t = result;
    *t = (struct tally){0};
    for (long i = index * CHUNK; i < (index + 1) * CHUNK && i < args->games; i++)
        play_one(args, i, t);
}

static bool add_chunk(void *context, long index, void *result)
{
    struct run *run = context;
    const struct tally *t = result;
    struct tally *sum = &run->total;
    sum->games += t->games;
    sum->decisions += t->decisions;
    sum->listed += t->listed;
    sum->turns += t->turns;
    sum->starter_wins += t->starter_wins;
    sum->longest = t->longest > sum->longest ? t->longest : sum->longest;
    for (int seat = 0; seat < TK_SEATS_MAX; seat++) {
        sum->wins[seat] += t->wins[seat];
        sum->shared[seat] += t->shared[seat];
        sum->score[seat] += t->score[seat];
        sum->score_squares[seat] += t->score_squares[seat];
    }
    for (int i = 0; i < t->ending_count; i++)
        count_ending(sum, t->ending[i].word, t->ending[i].games);
    (void)index;
    cli_progress_step(&run->progress, sum->games);
    return true;
}

static double mean(int64_t sum, int64_t count)
{
    return (double)sum / (double)count;
}

static double deviation(const struct tally *t, int seat)
{
    double m = mean(t->score[seat], t->games);
    double square = mean(t->score_squares[seat], t->games) - m * m;
    return square > 0 ? sqrt(square) : 0;
}

static const char *ending_name(const struct tk_game *game, uint16_t word)
{
    const char *key = game->words->table[word].key;
    return strncmp(key, "end.", 4) == 0 ? key + 4 : key;
}

static void print_text(const struct cli_args *args, const struct tally *t)
{
    double games = (double)t->games;
    printf("%s, %d players, %lld games\n", args->game->id, args->config.players,
           (long long)t->games);
    printf("%-6s %-10s %8s %8s %8s %8s\n", "seat", "bot", "won", "shared", "score", "+-");
    for (int seat = 0; seat < args->config.players; seat++)
        printf("%-6d %-10s %7.2f%% %7.2f%% %8.2f %8.2f\n", seat, args->bots[seat]->name,
               100 * (double)t->wins[seat] / games, 100 * (double)t->shared[seat] / games,
               mean(t->score[seat], t->games), deviation(t, seat));
    printf("decisions per game %.2f (longest %lld), turns %.2f, legal moves per decision %.2f\n",
           mean(t->decisions, t->games), (long long)t->longest, mean(t->turns, t->games),
           mean(t->listed, t->decisions));
    printf("the seat that begins wins %.2f%%; endings:",
           100 * mean(t->starter_wins, t->games) / 840);
    for (int i = 0; i < t->ending_count; i++)
        printf("%s %s %.2f%%", i > 0 ? "," : "", ending_name(args->game, t->ending[i].word),
               100 * (double)t->ending[i].games / games);
    puts("");
}

static void print_json(const struct cli_args *args, const struct tally *t)
{
    printf("{\"game\":\"%s\",\"players\":%d,\"games\":%lld,\"decisions_mean\":%.4f,\"turns_mean\":%"
           ".4f,"
           "\"legal_mean\":%.4f,\"longest\":%lld,\"starter_wins\":%.6f,\"seats\":[",
           args->game->id, args->config.players, (long long)t->games, mean(t->decisions, t->games),
           mean(t->turns, t->games), mean(t->listed, t->decisions), (long long)t->longest,
           mean(t->starter_wins, t->games) / 840);
    for (int seat = 0; seat < args->config.players; seat++)
        printf("%s{\"bot\":\"%s\",\"wins\":%lld,\"ties\":%lld,\"score_mean\":%.4f,\"score_"
               "deviation\":%.4f}",
               seat > 0 ? "," : "", args->bots[seat]->name, (long long)t->wins[seat],
               (long long)t->shared[seat], mean(t->score[seat], t->games), deviation(t, seat));
    printf("],\"endings\":{");
    for (int i = 0; i < t->ending_count; i++)
        printf("%s\"%s\":%lld", i > 0 ? "," : "", ending_name(args->game, t->ending[i].word),
               (long long)t->ending[i].games);
    puts("}}");
}

/* One bot named plays all seats; otherwise one for each seat. */
static int seat_bots(struct cli_args *args)
{
    for (int seat = args->bot_count; args->bot_count == 1 && seat < args->config.players; seat++)
        args->bots[seat] = args->bots[0];
    if (args->bot_count > 1 && args->bot_count != args->config.players)
        return cli_fail(args->command, CLI_USAGE,
                        "--bots names %d bots for %d players; name one or %d", args->bot_count,
                        args->config.players, args->config.players);
    return -1;
}

static int run_sim(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_sim, argc, argv, &args);
    if (answer < 0)
        answer = seat_bots(&args);
    if (answer >= 0)
        return answer;
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return cli_fail(&cli_sim, CLI_FAILED, "out of memory");
    run->args = &args;
    cli_progress_begin(&run->progress, "games", args.games, args.quiet);
    cli_work_run(&(struct cli_work){
        .count = (args.games + CHUNK - 1) / CHUNK,
        .threads = args.threads,
        .result_size = sizeof(struct tally),
        .run = play_chunk,
        .done = add_chunk,
        .context = run,
    });
    cli_progress_end(&run->progress);
    if (args.json)
        print_json(&args, &run->total);
    else
        print_text(&args, &run->total);
    free(run);
    return cli_output_close(&cli_sim);
}

const struct cli_command cli_sim = {
    .name = "sim",
    .usage = "GAME [--bots A,B,…] [--games K] [--threads T] [--json]",
    .summary = "many games between bots; statistics",
    .about = "Plays games between bots and prints who won how often, the scores, how long the "
             "games were and how they ended. One bot named plays all seats. The same seed gives "
             "the same result for any number of threads.",
    .examples = "takht sim splendor --games 10000 --threads 2\n"
                "takht sim splendor --bots greedy,random,random --games 1000 --json",
    .subject = CLI_GAME,
    .run = run_sim,
};
