/* SPDX-License-Identifier: MIT */
/* takht bench: how fast the rules are. One thread, uniformly random complete games. */
#include "exec.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct figures {
    double games_per_s, decisions_per_s, ns_per_decision, copies_per_s, determinisations_per_s;
    long games, decisions, listed;
};

/* Time of this thread alone, so that other work on the machine does not count. */
static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Keeps the compiler from leaving out work whose result nobody reads. */
static void touch(void *memory)
{
    __asm__ volatile("" : : "r"(memory) : "memory");
}

/* What is measured begins with a line of the cache: else chance decides how many lines it takes. */
#define IN_LINE _Alignas(64)

static void play_random(const struct cli_args *args, long index, struct figures *f)
{
    const struct tk_game *game = args->game;
    IN_LINE tk_state state;
    tk_action legal[TK_ACTIONS_MAX];
    struct tk_rng rng;
    cli_game_begin(args, index, state, &rng);
    for (int actor; (actor = game->rules.actor(state)) != TK_NOBODY;) {
        if (actor == TK_CHANCE) {
            tk_settle_chance(game, state);
            continue;
        }
        uint32_t count = (uint32_t)game->rules.legal(state, legal);
        game->rules.apply(state, legal[tk_rng_below(&rng, count)]);
        f->decisions++;
        f->listed += count;
    }
    f->games++;
}

/* Whole games for about this long; the rate goes to *out_rate. */
static void measure_games(const struct cli_args *args, double seconds, struct figures *f,
                          double *out_rate)
{
    long first = f->games, batch = 64;
    double started = cpu_seconds(), spent;
    do {
        for (long i = 0; i < batch; i++)
            play_random(args, f->games, f);
        spent = cpu_seconds() - started;
    } while (spent < seconds);
    *out_rate = (double)(f->games - first) / spent;
}

/* A position from the middle of a random game. */
static void middle_position(const struct cli_args *args, unsigned char *out_state)
{
    const struct tk_game *game = args->game;
    tk_action legal[TK_ACTIONS_MAX];
    struct tk_rng rng;
    tk_rng_init(&rng, 1, 1);
    tk_start(game, &args->config, args->seed, out_state);
    for (int i = 0; i < 40 && game->rules.actor(out_state) >= 0; i++)
        tk_play(game, out_state,
                legal[tk_rng_below(&rng, (uint32_t)game->rules.legal(out_state, legal))]);
}

static double measure_copies(const struct cli_args *args, double seconds)
{
    IN_LINE tk_state from, to;
    long done = 0;
    middle_position(args, from);
    double started = cpu_seconds(), spent;
    do {
        for (int i = 0; i < 4096; i++, done++) {
            memcpy(to, from, args->game->state_size);
            touch(to);
        }
        spent = cpu_seconds() - started;
    } while (spent < seconds);
    return (double)done / spent;
}

static double measure_determinise(const struct cli_args *args, double seconds)
{
    IN_LINE tk_state state;
    struct tk_rng rng;
    long done = 0;
    tk_rng_init(&rng, 2, 2);
    middle_position(args, state);
    double started = cpu_seconds(), spent;
    do {
        for (int i = 0; i < 256; i++, done++) {
            args->game->knowledge.determinise(state, 0, &rng);
            touch(state);
        }
        spent = cpu_seconds() - started;
    } while (spent < seconds);
    return (double)done / spent;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The middle of five rounds: other work on the machine disturbs some of them. */
static void measure(const struct cli_args *args, struct figures *f)
{
    enum { ROUNDS = 5 };
    double seconds = args->seconds, rates[ROUNDS], ignored;
    *f = (struct figures){0};
    measure_games(args, seconds / 20, f, &ignored); /* warm up */
    for (int i = 0; i < ROUNDS; i++)
        measure_games(args, seconds / ROUNDS, f, &rates[i]);
    qsort(rates, ROUNDS, sizeof rates[0], compare_doubles);
    f->games_per_s = rates[ROUNDS / 2];
    f->decisions_per_s = f->games_per_s * (double)f->decisions / (double)f->games;
    f->ns_per_decision = 1e9 / f->decisions_per_s;
    f->copies_per_s = measure_copies(args, seconds / 10);
    f->determinisations_per_s = measure_determinise(args, seconds / 10);
}

static void print_json(const struct cli_args *args, const struct figures *f)
{
    printf("{\"game\":\"%s\",\"players\":%d,\"games_per_s\":%.0f,\"decisions_per_s\":%.0f,"
           "\"ns_per_decision\":%.2f,\"state_bytes\":%d,\"decisions_per_game\":%.2f,"
           "\"legal_per_decision\":%.2f,\"copies_per_s\":%.0f,\"determinisations_per_s\":%.0f}\n",
           args->game->id, args->config.players, f->games_per_s, f->decisions_per_s,
           f->ns_per_decision, args->game->state_size, (double)f->decisions / (double)f->games,
           (double)f->listed / (double)f->decisions, f->copies_per_s, f->determinisations_per_s);
}

static void print_row(const struct cli_args *args, const struct figures *f)
{
    printf("%-20s %7d %10.0f %12.0f %8.1f %8.1f %7.2f %6d %11.1f %13.2f\n", args->game->id,
           args->config.players, f->games_per_s, f->decisions_per_s, f->ns_per_decision,
           (double)f->decisions / (double)f->games, (double)f->listed / (double)f->decisions,
           args->game->state_size, f->copies_per_s / 1e6, f->determinisations_per_s / 1e6);
    fflush(stdout);
}

static void bench_one(struct cli_args *args, int players)
{
    struct figures f;
    if (players != args->config.players)
        tk_config_init(args->game, players, &args->config);
    measure(args, &f);
    if (args->json)
        print_json(args, &f);
    else
        print_row(args, &f);
}

/* --- bots --- */

struct thoughts {
    long decisions, simulations;
    double spent;
    size_t memory; /* the most that one search took */
};

/* Forced moves and ends that can be solved are no searches. The mind is for the time it saves. */
static void think_once(const struct cli_args *args, const struct bot *bot, struct bot_mind *mind,
                       const void *state, struct tk_rng *rng, struct thoughts *t)
{
    struct bot_answer answer;
    double started = cpu_seconds();
    bot_think(bot, mind, args->game, state, rng, &answer);
    if (answer.trust <= 0)
        return;
    t->spent += cpu_seconds() - started;
    t->decisions++;
    t->simulations += answer.simulations;
    t->memory = answer.memory > t->memory ? answer.memory : t->memory;
}

/*
 * Every twelfth position of games that greedy bots play. The games are played to their end, because
 * a simulation costs less there, and a faster machine would get further.
 */
static void measure_bot(const struct cli_args *args, double seconds, struct thoughts *t)
{
    enum { STRIDE = 12 };
    const struct tk_game *game = args->game;
    const struct bot *greedy = bot_find(tk_span_of("greedy"));
    struct bot bot = *args->bots[0];
    struct bot_mind *mind = bot_mind_new();
    tk_state state;
    struct tk_rng rng;
    *t = (struct thoughts){0};
    bot.set[BOT_KEEP] = (struct bot_value){.given = true, .yes = false}; /* positions lie apart */
    for (long index = 0; t->spent < seconds; index++) {
        cli_game_begin(args, index, state, &rng);
        for (long number = 5 * index; game->rules.actor(state) != TK_NOBODY; number++) {
            if (number % STRIDE == 0)
                think_once(args, &bot, mind, state, &rng, t);
            tk_play(game, state, bot_decide(greedy, NULL, game, state, &rng));
        }
        if (t->decisions == 0)
            break; /* it is no bot that searches */
    }
    bot_mind_free(mind);
}

static void bench_bot(struct cli_args *args)
{
    struct thoughts t;
    measure_bot(args, args->seconds, &t);
    double decisions = t.decisions > 0 ? (double)t.decisions : 1;
    double rate = t.spent > 0 ? (double)t.simulations / t.spent : 0;
    if (args->json)
        printf("{\"game\":\"%s\",\"players\":%d,\"bot\":\"%s\",\"simulations_per_s\":%.0f,"
               "\"simulations_per_decision\":%.0f,\"ms_per_decision\":%.3f,\"bytes\":%zu}\n",
               args->game->id, args->config.players, args->bots[0]->name, rate,
               (double)t.simulations / decisions, 1000 * t.spent / decisions, t.memory);
    else
        printf("%-20s %7d %-16s %12.0f %12.0f %10.2f %10.1f\n", args->game->id,
               args->config.players, args->bots[0]->name, rate, (double)t.simulations / decisions,
               1000 * t.spent / decisions, (double)t.memory / 1e6);
    fflush(stdout);
}

static int bench_bots(struct cli_args *args)
{
    const struct tk_game *only = args->game;
    if (program_is(args->bots[0]))
        return cli_fail(&cli_bench, CLI_USAGE, "only bots of ours can be measured, not programs");
    if (!args->json)
        printf("%-20s %7s %-16s %12s %12s %10s %10s\n", "game", "players", "bot", "sims/s",
               "sims/dec.", "ms/dec.", "megabytes");
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        if (only != NULL && tk_game_at(i) != only)
            continue;
        args->game = tk_game_at(i);
        if (only == NULL)
            tk_config_init(args->game, args->game->seats_min, &args->config);
        bench_bot(args);
    }
    return cli_output_close(&cli_bench);
}

static int run_bench(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_bench, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (args.bot_count > 0)
        return bench_bots(&args);
    if (!args.json)
        printf("%-20s %7s %10s %12s %8s %8s %7s %6s %11s %13s\n", "game", "players", "games/s",
               "decisions/s", "ns/dec.", "dec./game", "legal", "bytes", "Mcopies/s", "Mredraws/s");
    if (args.game != NULL && (args.has_players || args.json)) {
        bench_one(&args, args.config.players);
        return cli_output_close(&cli_bench);
    }
    const struct tk_game *only = args.game;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        if (only != NULL && tk_game_at(i) != only)
            continue;
        args.game = tk_game_at(i);
        for (int players = args.game->seats_min; players <= args.game->seats_max; players++) {
            if (only == NULL)
                tk_config_init(args.game, players, &args.config);
            bench_one(&args, players);
        }
    }
    return cli_output_close(&cli_bench);
}

const struct cli_command cli_bench = {
    .name = "bench",
    .usage = "[GAME] [--players N] [--seconds X] [--bots[=B]] [--json]",
    .summary = "how fast the rules and the bots are",
    .about =
        "Plays uniformly random complete games on one thread and prints games and decisions per "
        "second (the middle of five rounds), how long a decision takes, decisions per game, "
        "legal moves per decision, the size of a state, and how many states can be copied and "
        "how many redrawn (everything a seat cannot know) per second, in millions.\n\n"
        "With --bots it measures how fast a bot thinks (master, or --bots=NAME), at every twelfth "
        "position of whole games: simulations per second and decision, time of a decision, and the "
        "most memory a search took.",
    .examples = "takht bench\n"
                "takht bench --bots\n"
                "takht bench splendor --players 2 --json",
    .subject = CLI_GAME_OR_NONE,
    .run = run_bench,
};
