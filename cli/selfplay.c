/* SPDX-License-Identifier: MIT */
/* takht selfplay: games from which nets learn, on all cores. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The first bot learns; each of the others is met as often. */
static struct bot_school school_of(const struct cli_args *args, FILE *out)
{
    struct bot_school school = {
        .game = args->game,
        .table = {args->config},
        .tables = 1,
        .seats = args->config.players,
        .learner = *args->bots[0],
        .rivals = args->bot_count - 1,
        .rival_games = args->bot_count > 1 ? args->rivals : 0,
        .noise = args->noise,
        .sampled = 16,
        .stray = 0.02,
        .openings = 0.25,
        .games = args->games,
        .seconds = args->seconds,
        .seed = tk_hash(args->seed, sizeof args->seed),
        .threads = args->threads,
        .out = out,
    };
    for (int i = 0; i < school.rivals; i++) {
        school.rival[i].bot = *args->bots[i + 1];
        school.rival[i].share = 1;
    }
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (school.threads < 1)
        school.threads = cores < 1 ? 1 : cores > BOT_THREADS_MAX ? BOT_THREADS_MAX : (int)cores;
    return school;
}

static void print_report(const struct cli_args *args, const struct bot_school_report *report)
{
    double games = report->learner_games > 0 ? (double)report->learner_games : 1;
    double score = report->learner_wins / games;
    if (args->json)
        printf("{\"game\":\"%s\",\"games\":%ld,\"positions\":%ld,\"seconds\":%.1f,"
               "\"rival_games\":%ld,\"rival_score\":%.4f}\n",
               args->game->id, report->games, report->positions, report->seconds,
               report->learner_games, score);
    else
        printf("%ld games, %ld positions in %.1f s\n", report->games, report->positions,
               report->seconds);
    if (!args->json && report->learner_games > 0)
        printf("%ld of them with rivals: %s scored %.1f %%\n", report->learner_games,
               args->bots[0]->name, 100 * score);
}

static int run_selfplay(int argc, char **argv)
{
    struct cli_args args;
    struct bot_school_report report;
    int answer = cli_args_read(&cli_selfplay, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (args.game->learning->encoding == NULL)
        return cli_fail(&cli_selfplay, CLI_USAGE, "no net can learn %s yet", args.game->id);
    if (args.save == NULL)
        return cli_fail(&cli_selfplay, CLI_USAGE, "name a file for the positions: --save FILE");
    FILE *out = fopen(args.save, "wb");
    if (out == NULL)
        return cli_fail(&cli_selfplay, CLI_FAILED, "%s: %s", args.save, strerror(errno));
    struct bot_school school = school_of(&args, out);
    bot_school_run(&school, &report);
    if (fclose(out) != 0 || report.failed)
        return cli_fail(&cli_selfplay, CLI_FAILED, "%s: not everything could be written",
                        args.save);
    print_report(&args, &report);
    return cli_output_close(&cli_selfplay);
}

const struct cli_command cli_selfplay = {
    .name = "selfplay",
    .usage = "GAME --save FILE [--games K] [--seconds X] [--bots A,B,…] [--rivals X]",
    .summary = "games from which a net learns, on all cores",
    .about =
        "A bot plays itself, and in part of the games the others that are named; chance has a "
        "hand in what it tries, in its first moves and in some openings, so that games differ. "
        "Every position goes into the file with the moves that were compared, how often each was "
        "visited, what the search thought and how the game ended; docs/training.md has the format "
        "and what comes next. The same seed gives the same games; with several threads they may "
        "lie in another order.",
    .examples = "takht selfplay splendor --save positions --games 5000\n"
                "takht selfplay seven-wonders-duel --save positions --seconds 600 "
                "--bots mcts:sims=200,greedy,mcts:sims=200+style=science",
    .subject = CLI_GAME,
    .run = run_selfplay,
};
