/* SPDX-License-Identifier: MIT */
/* takht sim: many games between bots, and what came of them. */
#include "match.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exec.h"

enum { CHUNK_MAX = 64, ENDINGS_MAX = 8 };

/* Sums over games, whole numbers only, so that the order of adding does not matter. */
struct tally {
    int64_t games; /* that were played to their end: what else is told is of these */
    int64_t decisions, listed, longest, turns;
    int64_t wins[TK_SEATS_MAX], shared[TK_SEATS_MAX]; /* alone, and with others; also forfeits */
    int64_t failures[TK_SEATS_MAX];                   /* games that a bot lost because it failed */
    int64_t score[TK_SEATS_MAX], score_squares[TK_SEATS_MAX];
    int64_t starter_wins; /* of the seat that decided first, ties counted by share in 840ths */
    struct {
        uint16_t word;
        int64_t games;
    } ending[ENDINGS_MAX];
    int ending_count;
    /* --- on its way from the thread that played --- */
    struct match_game room;
    struct cli_text record;
    int unwritten;             /* errno: a record could not be kept */
    bool stopped;              /* somebody pressed Ctrl-C: these games are not all of the chunk */
    char why[2 * BOT_WHY_MAX]; /* a bot failed, and that is the end */
};

struct run {
    const struct cli_args *args;
    struct tally total;
    struct cli_progress *progress;
    long chunk;  /* games that a thread plays at once */
    int problem; /* an exit code, once something went wrong */
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

static void count_winners(struct tally *t, uint8_t winners, int players)
{
    int count = __builtin_popcount(winners);
    for (int seat = 0; seat < players; seat++) {
        bool won = (winners >> seat & 1) != 0;
        t->wins[seat] += won && count == 1;
        t->shared[seat] += won && count > 1;
    }
}

static void count_result(struct tally *t, const struct tk_game *game, const void *state,
                         int players, int starter)
{
    int32_t scores[TK_SEATS_MAX];
    uint8_t winners = tk_winners(game, state);
    game->rules.scores(state, scores);
    count_winners(t, winners, players);
    for (int seat = 0; seat < players; seat++) {
        t->score[seat] += scores[seat];
        t->score_squares[seat] += (int64_t)scores[seat] * scores[seat];
    }
    if (starter >= 0 && (winners >> starter & 1) != 0)
        t->starter_wins += 840 / __builtin_popcount(winners); /* 840 is divisible by 1 … 8 */
    t->games++;
    count_ending(t, game->rules.ending(state), 1);
}

/* What is counted while a game is played. */
struct course {
    const struct tk_game *game;
    int64_t listed;
    int turn, starter;
};

static void note_decision(void *context, const void *state, int seat)
{
    struct course *course = context;
    tk_action legal[TK_ACTIONS_MAX];
    course->listed += course->game->rules.legal(state, legal);
    course->turn = course->game->rules.turn(state);
    course->starter = course->starter < 0 ? seat : course->starter;
}

static void count_game(struct tally *t, const struct match *match, const struct course *course)
{
    const struct match_game *game = &t->room;
    int players = match->config->players;
    if (game->failed != TK_NOBODY) {
        t->failures[game->failed]++;
        count_winners(t, match_winners(match, game), players);
        return;
    }
    t->decisions += game->plies;
    t->listed += course->listed;
    t->turns += course->turn;
    t->longest = game->plies > t->longest ? game->plies : t->longest;
    count_result(t, match->game, game->state, players, course->starter);
}

static void keep_record(const struct cli_args *args, const struct match *match, long index,
                        const uint8_t seed[TK_SEED_BYTES], struct tally *t)
{
    if (args->records == NULL)
        return;
    match_record(match, &t->room, seed, &t->record);
    if (!match_record_keep(args, index + 1, &t->record))
        t->unwritten = errno;
}

static void play_one(const struct cli_args *args, long index, struct tally *t)
{
    struct course course = {.game = args->game, .starter = TK_NOBODY};
    struct match match = {.game = args->game,
                          .config = &args->config,
                          .budget = args->budget,
                          .context = &course,
                          .see = note_decision};
    uint8_t seed[TK_SEED_BYTES];
    struct tk_rng rng;
    memcpy(match.bots, args->bots, sizeof match.bots);
    cli_game_seed(args->seed, index, seed);
    cli_game_rng(seed, &rng);
    match_play(&match, seed, &rng, &t->room);
    t->stopped = t->room.stopped;
    if (t->room.failed != TK_NOBODY && !args->forfeit) {
        struct tk_writer why = tk_writer_over(t->why, sizeof t->why);
        match_why(&match, &t->room, &why);
        tk_writer_text(&why);
    } else if (!t->stopped) {
        keep_record(args, &match, index, seed, t);
        count_game(t, &match, &course);
    }
}

static void play_chunk(void *context, long index, void *result)
{
    const struct run *run = context;
    const struct cli_args *args = run->args;
    struct tally *t = result;
    *t = (struct tally){.room = {.actions = t->room.actions, .room = t->room.room},
                        .record = t->record};
    t->stopped = match_stopped();
    for (long i = index * run->chunk; i < (index + 1) * run->chunk && i < args->games; i++)
        if (!t->stopped && t->why[0] == '\0' && t->unwritten == 0)
            play_one(args, i, t);
}

static void clear_chunk(void *result)
{
    struct tally *t = result;
    match_game_clear(&t->room);
    cli_text_clear(&t->record);
}

static int64_t games_of(const struct tally *t)
{
    int64_t games = t->games;
    for (int seat = 0; seat < TK_SEATS_MAX; seat++)
        games += t->failures[seat];
    return games;
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
        sum->failures[seat] += t->failures[seat];
        sum->score[seat] += t->score[seat];
        sum->score_squares[seat] += t->score_squares[seat];
    }
    for (int i = 0; i < t->ending_count; i++)
        count_ending(sum, t->ending[i].word, t->ending[i].games);
    (void)index;
    cli_progress_step(run->progress, games_of(sum));
    if (t->why[0] != '\0')
        run->problem =
            cli_fail(&cli_sim, CLI_BOT_FAILED, "%s; with --forfeit such a game is lost", t->why);
    else if (t->unwritten != 0)
        run->problem = cli_fail(&cli_sim, CLI_FAILED, "the games cannot be written down: %s",
                                strerror(t->unwritten));
    return !t->stopped && run->problem < 0;
}

static double mean(int64_t sum, int64_t count)
{
    return count > 0 ? (double)sum / (double)count : 0;
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

static void print_seat(const struct cli_args *args, const struct tally *t, int seat)
{
    printf("%-6d %-10s %7.2f%% %7.2f%% %8.2f %8.2f", seat, args->bots[seat]->name,
           100 * mean(t->wins[seat], games_of(t)), 100 * mean(t->shared[seat], games_of(t)),
           mean(t->score[seat], t->games), deviation(t, seat));
    if (t->failures[seat] > 0)
        printf("  failed in %lld", (long long)t->failures[seat]);
    putchar('\n');
}

static void print_text(const struct cli_args *args, const struct tally *t)
{
    printf("%s, %d players, %ld game%s\n", args->game->id, args->config.players, (long)games_of(t),
           cli_s((long)games_of(t)));
    if (match_stopped())
        printf("interrupted: %ld games were asked for\n", args->games);
    match_print_repeats(args);
    printf("%-6s %-10s %8s %8s %8s %8s\n", "seat", "bot", "won", "shared", "score", "+-");
    for (int seat = 0; seat < args->config.players; seat++)
        print_seat(args, t, seat);
    printf("decisions per game %.2f (longest %lld), turns %.2f, legal moves per decision %.2f\n",
           mean(t->decisions, t->games), (long long)t->longest, mean(t->turns, t->games),
           mean(t->listed, t->decisions));
    printf("the seat that begins wins %.2f%%; endings:",
           100 * mean(t->starter_wins, t->games) / 840);
    for (int i = 0; i < t->ending_count; i++)
        printf("%s %s %.2f%%", i > 0 ? "," : "", ending_name(args->game, t->ending[i].word),
               100 * mean(t->ending[i].games, t->games));
    puts("");
}

static void seat_json(const struct cli_args *args, const struct tally *t, int seat,
                      struct tk_json *json)
{
    int named = seat < args->bot_count ? seat : 0; /* one bot in all seats */
    tk_json_open(json, '{');
    tk_json_key(json, "bot");
    tk_json_string(json, args->bot_text[named]);
    tk_json_put_int(json, "wins", t->wins[seat]);
    tk_json_put_int(json, "ties", t->shared[seat]);
    tk_json_put_int(json, "failures", t->failures[seat]);
    cli_json_number(json, "score_mean", mean(t->score[seat], t->games), 4);
    cli_json_number(json, "score_deviation", deviation(t, seat), 4);
    tk_json_key(json, "settings");
    match_settings_json(args, named, json);
    tk_json_close(json, '}');
}

static void write_json(struct tk_writer *out, const void *context)
{
    const struct run *run = context;
    const struct cli_args *args = run->args;
    const struct tally *t = &run->total;
    struct tk_json json = tk_json_over(out);
    tk_json_open(&json, '{');
    match_head_json(args, &json);
    tk_json_put_int(&json, "games_asked", args->games);
    tk_json_put_int(&json, "games", games_of(t));
    cli_json_number(&json, "decisions_mean", mean(t->decisions, t->games), 4);
    cli_json_number(&json, "turns_mean", mean(t->turns, t->games), 4);
    cli_json_number(&json, "legal_mean", mean(t->listed, t->decisions), 4);
    tk_json_put_int(&json, "longest", t->longest);
    cli_json_number(&json, "starter_wins", mean(t->starter_wins, t->games) / 840, 6);
    tk_json_key(&json, "seats");
    tk_json_open(&json, '[');
    for (int seat = 0; seat < args->config.players; seat++)
        seat_json(args, t, seat, &json);
    tk_json_close(&json, ']');
    tk_json_key(&json, "endings");
    tk_json_open(&json, '{');
    for (int i = 0; i < t->ending_count; i++)
        tk_json_put_int(&json, ending_name(args->game, t->ending[i].word), t->ending[i].games);
    tk_json_close(&json, '}');
    tk_json_close(&json, '}');
    tk_write_char(out, '\n');
}

static void print_json(const struct run *run)
{
    struct cli_text text = {0};
    cli_text_write(&text, write_json, run);
    fwrite(text.data, 1, text.length, stdout);
    cli_text_clear(&text);
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

static bool has_failures(const struct tally *t)
{
    return games_of(t) > t->games;
}

static int finish(struct run *run)
{
    if (run->args->json)
        print_json(run);
    else if (games_of(&run->total) > 0 || run->problem < 0)
        print_text(run->args, &run->total);
    int answer = cli_output_close(&cli_sim);
    return run->problem >= 0           ? run->problem
           : answer != CLI_OK          ? answer
           : match_stopped()           ? CLI_INTERRUPTED
           : has_failures(&run->total) ? CLI_BOT_FAILED
                                       : CLI_OK;
}

/* Games of bots that think are long enough to be handed out one by one. */
static long chunk_for(const struct cli_args *args)
{
    for (int i = 0; i < args->bot_count; i++)
        if (args->bots[i]->level > 0 || args->bots[i]->budget.simulations > 0 ||
            args->bots[i]->budget.seconds > 0 || program_is(args->bots[i]))
            return 1;
    return CHUNK_MAX;
}

static int run_sim(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_sim, argc, argv, &args);
    if (answer < 0)
        answer = seat_bots(&args);
    if (answer < 0)
        answer = match_ready(&args);
    if (answer < 0)
        answer = match_records_open(&args);
    if (answer >= 0)
        return answer;
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return cli_fail(&cli_sim, CLI_FAILED, "out of memory");
    run->args = &args;
    run->problem = -1;
    run->chunk = chunk_for(&args);
    match_interruptible();
    run->progress = cli_progress_new("games", args.games, args.quiet);
    cli_work_run(&(struct cli_work){
        .count = (args.games + run->chunk - 1) / run->chunk,
        .threads = args.threads,
        .result_size = sizeof(struct tally),
        .run = play_chunk,
        .done = add_chunk,
        .clear = clear_chunk,
        .context = run,
    });
    cli_progress_free(run->progress);
    answer = finish(run);
    program_end_all();
    free(run);
    return answer;
}

const struct cli_command cli_sim = {
    .name = "sim",
    .usage = "GAME [--bots A,B,…] [--games K] [--threads T] [--records DIR] [--json]",
    .summary = "many games between bots; statistics",
    .about = "Plays games between bots and prints who won how often, the scores, how long the "
             "games were and how they ended. One bot named plays all seats. The same seed gives "
             "the same result for any number of threads: levels play by their simulations, without "
             "a clock, and only ms=N looks at one. Ctrl-C prints what was played and exits with "
             "130; a bot that fails ends the run with 3, or with --forfeit loses that game.",
    .examples = "takht sim splendor --games 10000 --threads 2\n"
                "takht sim splendor --bots greedy,random,random --games 1000 --json\n"
                "takht sim kingdomino --bots novice,casual --games 100 --records games",
    .subject = CLI_GAME,
    .run = run_sim,
};
