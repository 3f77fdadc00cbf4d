/* takht arena: bots against bots, with the same deals from every seat, and what that proves. */
#include "cli.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * A round is one deal, played once from every rotation of the seats. Its results belong together:
 * luck of the deal falls on all sides alike, so intervals are computed over rounds, not over games.
 */
struct round {
    float wins[TK_SEATS_MAX]; /* for each entry of --bots: shares of victories in the round */
    int32_t score[TK_SEATS_MAX];
    int16_t alone[TK_SEATS_MAX], shared[TK_SEATS_MAX];
    bool played;
};

/* What is known about an entry, summed over rounds. */
struct entry {
    double wins, squares, score; /* shares per game, their squares per round, points */
    long alone, shared;
};

struct arena {
    struct cli_args *args;
    int players;
    long rounds, done;
    struct entry entry[TK_SEATS_MAX];
    struct round *kept; /* from a file, for going on */
    FILE *file;
    struct cli_progress progress;
    double started, shown;
    double low, high; /* of the SPRT, in Elo */
    const char *verdict;
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* --- playing --- */

static void play_game(const struct arena *a, long round, int rotation, struct round *out)
{
    const struct cli_args *args = a->args;
    const struct tk_game *game = args->game;
    tk_state state;
    uint8_t seed[TK_SEED_BYTES];
    int32_t scores[TK_SEATS_MAX];
    struct bot_mind *minds[TK_SEATS_MAX];
    struct tk_rng rng;
    cli_game_seed(args->seed, round, seed);
    tk_rng_init(&rng, tk_hash(seed, sizeof seed), (uint64_t)rotation);
    tk_start(game, &args->config, seed, state);
    for (int seat = 0; seat < a->players; seat++)
        minds[seat] = bot_mind_new();
    for (int seat; (seat = game->rules.actor(state)) != TK_NOBODY;) {
        const struct bot *bot = args->bots[(seat + rotation) % a->players];
        tk_action action = bot_decide(bot, minds[seat], game, state, &rng);
        for (int other = 0; other < a->players; other++)
            bot_mind_watch(minds[other], game, state, action);
        tk_play(game, state, action);
    }
    for (int seat = 0; seat < a->players; seat++)
        bot_mind_free(minds[seat]);
    uint8_t winners = tk_winners(game, state);
    int count = __builtin_popcount(winners);
    game->rules.scores(state, scores);
    for (int seat = 0; seat < a->players; seat++) {
        int entry = (seat + rotation) % a->players;
        bool won = (winners >> seat & 1) != 0;
        out->score[entry] += scores[seat];
        out->wins[entry] += won ? 1.0F / (float)count : 0;
        out->alone[entry] = (int16_t)(out->alone[entry] + (won && count == 1));
        out->shared[entry] = (int16_t)(out->shared[entry] + (won && count > 1));
    }
}

static void play_round(void *context, long index, void *result)
{
    const struct arena *a = context;
    struct round *round = result;
    *round = (struct round){0};
    if (a->kept != NULL && a->kept[index].played) {
        *round = a->kept[index];
        return;
    }
    for (int rotation = 0; rotation < a->players && !interrupted; rotation++)
        play_game(a, index, rotation, round);
    round->played = !interrupted;
}

/* --- what it proves --- */

static double elo_of(double share)
{
    share = share < 1e-4 ? 1e-4 : share > 1 - 1e-4 ? 1 - 1e-4 : share;
    return 400 * log10(share / (1 - share));
}

/* A share of victories among N as strength against an equal: half of the victories between two. */
static double fair_share(const struct arena *a, double share)
{
    double odds = share / (1 - share + 1e-9) * (a->players - 1);
    return odds / (1 + odds);
}

struct estimate {
    double share, elo, low, high;
};

static struct estimate estimate(const struct arena *a, int entry)
{
    double n = (double)a->done, share = a->entry[entry].wins / n;
    double variance = a->entry[entry].squares / n - share * share;
    double error = n > 1 ? 1.96 * sqrt((variance > 0 ? variance : 0) / (n - 1)) : 1;
    double low = share - error, high = share + error;
    return (struct estimate){share, elo_of(fair_share(a, share)),
                             elo_of(fair_share(a, low < 0 ? 0 : low)),
                             elo_of(fair_share(a, high > 1 ? 1 : high))};
}

static double share_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* Log-likelihood ratio of "the first bot is `high` better" against "`low`", from the rounds so far.
 */
static double sprt(const struct arena *a)
{
    double n = (double)a->done, mean = a->entry[0].wins / n;
    double variance = a->entry[0].squares / n - mean * mean + 0.05 / n; /* never certain */
    double p0 = share_of_elo(a->low), p1 = share_of_elo(a->high);
    return variance <= 0 ? 0 : n * (p1 - p0) * (2 * mean - p0 - p1) / (2 * variance);
}

static const char *sprt_verdict(const struct arena *a)
{
    const double bound = log(0.95 / 0.05);
    if (a->high <= a->low || a->done < 16)
        return NULL;
    double ratio = sprt(a);
    return ratio > bound ? "accepted" : ratio < -bound ? "rejected" : NULL;
}

static void show_progress(struct arena *a)
{
    double now = cli_seconds();
    if (!a->progress.shown || now - a->shown < 0.5 || a->done == 0)
        return;
    a->shown = now;
    struct estimate e = estimate(a, 0);
    double rate = (double)(a->done * a->players) / (now - a->started);
    fprintf(stderr, "\r%ld of %ld games, %.1f/s: %s wins %.1f%%, Elo %+.0f (%+.0f to %+.0f) \033[K",
            a->done * a->players, a->rounds * a->players, rate, a->args->bots[0]->name,
            100 * e.share, e.elo, e.low, e.high);
    fflush(stderr);
}

/* --- going on later: one line a round --- */

static void save_round(struct arena *a, long index, const struct round *round)
{
    if (a->file == NULL)
        return;
    fprintf(a->file, "%ld", index);
    for (int i = 0; i < a->players; i++)
        fprintf(a->file, " %.6f %d %d %d", (double)round->wins[i], round->score[i], round->alone[i],
                round->shared[i]);
    fputc('\n', a->file);
    fflush(a->file);
}

static bool read_round(const struct arena *a, const char *line, long *out_index, struct round *out)
{
    int used = 0;
    *out = (struct round){.played = true};
    if (sscanf(line, "%ld%n", out_index, &used) != 1)
        return false;
    for (int i = 0; i < a->players; i++) {
        int part = 0;
        line += used;
        if (sscanf(line, " %f %d %hd %hd%n", &out->wins[i], &out->score[i], &out->alone[i],
                   &out->shared[i], &part) != 4)
            return false;
        used = part;
    }
    return true;
}

/* The first line of the file says what was played; other matches are not mixed with it. */
static void describe_match(const struct arena *a, char *out, size_t size)
{
    struct tk_writer w = tk_writer_over(out, size);
    tk_write_text(&w, "arena ");
    tk_write_text(&w, a->args->game->id);
    for (int i = 0; i < a->args->game->option_count; i++) {
        tk_write_char(&w, ' ');
        tk_option_format(&a->args->game->options[i], a->args->config.option[i], &w);
    }
    tk_write_char(&w, ' ');
    tk_seed_write(a->args->seed, &w);
    for (int i = 0; i < a->players; i++) {
        tk_write_char(&w, ' ');
        tk_write_text(&w, a->args->bots[i]->name);
    }
    tk_writer_text(&w);
}

static int open_file(struct arena *a)
{
    char line[2048], match[1024];
    const char *path = a->args->save;
    long index;
    struct round round;
    if (path == NULL)
        return -1;
    describe_match(a, match, sizeof match);
    FILE *old = fopen(path, "r");
    if (old != NULL) {
        if (fgets(line, sizeof line, old) == NULL || strncmp(line, match, strlen(match)) != 0) {
            fclose(old);
            return cli_fail(&cli_arena, CLI_FAILED, "%s holds another match; name another file",
                            path);
        }
        a->kept = calloc((size_t)a->rounds, sizeof *a->kept);
        while (a->kept != NULL && fgets(line, sizeof line, old) != NULL)
            if (read_round(a, line, &index, &round) && index >= 0 && index < a->rounds)
                a->kept[index] = round;
        fclose(old);
    }
    a->file = fopen(path, "a");
    if (a->file == NULL)
        return cli_fail(&cli_arena, CLI_FAILED, "%s: %s", path, strerror(errno));
    if (old == NULL)
        fprintf(a->file, "%s\n", match);
    return -1;
}

static bool add_round(void *context, long index, void *result)
{
    struct arena *a = context;
    const struct round *round = result;
    if (!round->played)
        return false;
    bool known = a->kept != NULL && a->kept[index].played;
    if (!known)
        save_round(a, index, round);
    for (int i = 0; i < a->players; i++) {
        double share = (double)round->wins[i] / a->players;
        a->entry[i].wins += share;
        a->entry[i].squares += share * share;
        a->entry[i].score += round->score[i];
        a->entry[i].alone += round->alone[i];
        a->entry[i].shared += round->shared[i];
    }
    a->done++;
    show_progress(a);
    a->verdict = sprt_verdict(a);
    return a->verdict == NULL && !interrupted;
}

/* --- printing --- */

static void print_text(const struct arena *a)
{
    long games = a->done * a->players;
    printf("%s, %d players, %ld games in %ld rounds of one deal\n", a->args->game->id, a->players,
           games, a->done);
    printf("%-28s %8s %8s %8s %8s  %s\n", "bot", "won", "shared", "win %", "score",
           "Elo against an equal, 95 %");
    for (int i = 0; i < a->players; i++) {
        struct estimate e = estimate(a, i);
        printf("%-28s %8ld %8ld %7.2f%% %8.2f  %+.0f (%+.0f to %+.0f)\n", a->args->bots[i]->name,
               a->entry[i].alone, a->entry[i].shared, 100 * e.share,
               a->entry[i].score / (double)games, e.elo, e.low, e.high);
    }
    if (a->high > a->low)
        printf("SPRT %.0f to %.0f: %s (ratio %.2f of %.2f)\n", a->low, a->high,
               a->verdict == NULL ? "undecided" : a->verdict, sprt(a), log(19.0));
}

static void print_json(const struct arena *a)
{
    long games = a->done * a->players;
    printf("{\"game\":\"%s\",\"players\":%d,\"games\":%ld,\"rounds\":%ld,\"bots\":[",
           a->args->game->id, a->players, games, a->done);
    for (int i = 0; i < a->players; i++) {
        struct estimate e = estimate(a, i);
        printf("%s{\"name\":\"%s\",\"wins\":%ld,\"ties\":%ld,\"win_share\":%.5f,\"score_mean\":%."
               "4f,\"elo\":%.1f,"
               "\"elo_low\":%.1f,\"elo_high\":%.1f}",
               i > 0 ? "," : "", a->args->bots[i]->name, a->entry[i].alone, a->entry[i].shared,
               e.share, a->entry[i].score / (double)games, e.elo, e.low, e.high);
    }
    printf("]");
    if (a->high > a->low)
        printf(",\"sprt\":{\"low\":%.1f,\"high\":%.1f,\"ratio\":%.3f,\"verdict\":\"%s\"}", a->low,
               a->high, sprt(a), a->verdict == NULL ? "undecided" : a->verdict);
    printf("}\n");
}

/* --- the command --- */

/* Fewer bots than seats sit down again and again: A,B at four seats is A,B,A,B. */
static int seat_bots(struct cli_args *args)
{
    if (args->bot_count < 2 || args->bot_count > args->config.players)
        return cli_fail(args->command, CLI_USAGE,
                        "--bots needs 2 to %d bots, for example master,greedy",
                        args->config.players);
    for (int seat = args->bot_count; seat < args->config.players; seat++)
        args->bots[seat] = args->bots[seat % args->bot_count];
    return -1;
}

static int run_arena(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_arena, argc, argv, &args);
    if (answer < 0)
        answer = seat_bots(&args);
    if (answer >= 0)
        return answer;
    struct arena a = {.args = &args,
                      .players = args.config.players,
                      .low = args.sprt.low,
                      .high = args.sprt.high};
    a.rounds = (args.games + a.players - 1) / a.players;
    if ((answer = open_file(&a)) >= 0) {
        free(a.kept);
        return answer;
    }
    struct sigaction action = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &action, NULL);
    a.started = cli_seconds();
    cli_progress_begin(&a.progress, "games", args.games, args.quiet);
    cli_work_run(&(struct cli_work){
        .count = a.rounds,
        .threads = args.threads,
        .result_size = sizeof(struct round),
        .run = play_round,
        .done = add_round,
        .context = &a,
    });
    a.progress.last = a.shown;
    cli_progress_end(&a.progress);
    if (a.file != NULL)
        fclose(a.file);
    free(a.kept);
    if (a.done == 0)
        return cli_fail(&cli_arena, CLI_FAILED, "no round was finished");
    if (args.json)
        print_json(&a);
    else
        print_text(&a);
    return cli_output_close(&cli_arena);
}

const struct cli_command cli_arena = {
    .name = "arena",
    .usage = "GAME --bots A,B[,…] [--games K] [--sprt LOW,HIGH] [--save FILE]",
    .summary = "bots against bots with swapped seats and shared deals; Elo and intervals",
    .about =
        "Every deal is played once from each rotation of the seats, so that luck falls on all "
        "sides alike. Prints victories, points, and the strength in Elo with its 95 % interval, "
        "computed over deals. With --sprt it stops as soon as it is proven (5 % error) that the "
        "first bot is HIGH better, or only LOW. With --save it can be interrupted and goes on "
        "where it was.\n\n"
        "Bots are named as in takht bots; settings follow a colon: mcts:sims=2000+explore=2, or "
        "exec:./program for a program that speaks the bot protocol (docs/bot-protocol.md).",
    .examples = "takht arena splendor --bots master,greedy --games 200 --threads 2\n"
                "takht arena splendor --bots mcts:sims=400,mcts:sims=100 --sprt 0,20 --games 4000\n"
                "takht arena splendor --players 4 --bots master,greedy,greedy,greedy --games 400",
    .subject = CLI_GAME,
    .run = run_arena,
};
