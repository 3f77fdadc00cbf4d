/* SPDX-License-Identifier: MIT */
/* takht arena: bots against bots, with the same deals from every seat, and what that proves. */
#include "arena.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exec.h"

/* --- who plays whom --- */

const struct arena_table *arena_table_of(const struct arena *a, long round)
{
    return &a->table[round % a->tables];
}

/* All tables play the same deals. */
void arena_seed(const struct arena *a, long round, uint8_t out_seed[TK_SEED_BYTES])
{
    cli_game_seed(a->args->seed, round / a->tables, out_seed);
}

int arena_bot_at(const struct arena *a, const struct arena_table *table, int rotation, int seat)
{
    return table->bot[(seat + rotation) % a->players];
}

/* Fewer bots than seats sit down again and again: A,B at four seats is A,B,A,B. */
static void add_table(struct arena *a, const int *bots, int count)
{
    struct arena_table *table = &a->table[a->tables++];
    int seats = 0;
    for (int seat = 0; seat < a->players; seat++) {
        table->bot[seat] = bots[seat % count];
        seats += table->bot[seat] == bots[0];
    }
    table->pair = (struct stats_pair){
        .a = bots[0], .b = bots[1], .side = {(double)seats / a->players, a->players}};
}

static void add_pairs(struct arena *a)
{
    int last = a->args->gauntlet ? 1 : a->bots - 1;
    for (int i = 0; i < last; i++)
        for (int k = i + 1; k < a->bots; k++)
            add_table(a, (int[]){i, k}, 2);
}

static void set_tables(struct arena *a)
{
    int all[CLI_BOTS_MAX];
    for (int i = 0; i < a->bots; i++)
        all[i] = i;
    if (a->versus)
        add_pairs(a);
    else
        add_table(a, all, a->bots);
    for (int i = 0; i < a->bots; i++)
        a->row[i].side = (struct stats_side){0.5, a->players};
    for (int i = 0; i < a->bots && !a->versus; i++) {
        int seats = 0;
        for (int seat = 0; seat < a->players; seat++)
            seats += a->table[0].bot[seat] == i;
        a->row[i].side.fair = (double)seats / a->players;
    }
}

/* --- playing --- */

static void note_game(const struct match *m, const struct match_game *played,
                      struct arena_game *out)
{
    *out = (struct arena_game){.winners = match_winners(m, played),
                               .failed = (uint8_t)(played->failed + 1),
                               .plies = played->plies};
    m->game->rules.scores(played->state, out->score);
    memcpy(out->decisions, played->decisions, sizeof out->decisions);
    memcpy(out->seconds, played->seconds, sizeof out->seconds);
}

/* False if the round cannot be finished. */
static bool play_game(const struct arena *a, long index, int rotation, struct arena_round *round)
{
    const struct cli_args *args = a->args;
    const struct arena_table *table = arena_table_of(a, index);
    struct match match = {
        .game = args->game, .config = &args->config, .budget = args->budget, .keeps = true};
    uint8_t seed[TK_SEED_BYTES];
    struct tk_rng rng;
    arena_seed(a, index, seed);
    tk_rng_init(&rng, tk_hash(seed, sizeof seed), (uint64_t)rotation);
    for (int seat = 0; seat < a->players; seat++)
        match.bots[seat] = args->bots[arena_bot_at(a, table, rotation, seat)];
    match_play(&match, seed, &rng, &round->room);
    note_game(&match, &round->room, &round->game[rotation]);
    if (args->records != NULL)
        match_record(&match, &round->room, seed, &round->record[rotation]);
    if (round->room.failed == TK_NOBODY || args->forfeit)
        return !round->room.stopped;
    struct tk_writer why = tk_writer_over(round->why, sizeof round->why);
    match_why(&match, &round->room, &why);
    tk_writer_text(&why);
    round->failed_bot = arena_bot_at(a, table, rotation, round->room.failed);
    return false;
}

static void play_round(void *context, long index, void *result)
{
    const struct arena *a = context;
    struct arena_round *round = result;
    round->failed_bot = -1;
    round->played = index < a->kept_count;
    if (round->played) {
        memcpy(round->game, a->kept + index * a->players, (size_t)a->players * sizeof *round->game);
        return;
    }
    bool goes_on = !match_stopped();
    for (int rotation = 0; rotation < a->players && goes_on; rotation++)
        goes_on = play_game(a, index, rotation, round);
    round->played = goes_on;
}

static void clear_round(void *result)
{
    struct arena_round *round = result;
    match_game_clear(&round->room);
    for (int i = 0; i < TK_SEATS_MAX; i++)
        cli_text_clear(&round->record[i]);
}

/* --- counting --- */

/* What a bot got out of a game; it may hold several seats, also together with itself. */
struct got {
    int seats, winning, winners;
};

static double share_of(struct got got)
{
    return got.winners > 0 ? (double)got.winning / got.winners : 0;
}

static struct got got_of(const struct arena *a, const struct arena_table *table, int rotation,
                         const struct arena_game *game, int bot)
{
    struct got got = {.winners = __builtin_popcount(game->winners)};
    for (int seat = 0; seat < a->players; seat++) {
        if (arena_bot_at(a, table, rotation, seat) != bot)
            continue;
        got.seats++;
        got.winning += game->winners >> seat & 1;
    }
    return got;
}

static void count_seats(struct arena *a, const struct arena_table *table, int rotation,
                        const struct arena_game *game)
{
    for (int seat = 0; seat < a->players; seat++) {
        struct arena_row *row = &a->row[arena_bot_at(a, table, rotation, seat)];
        row->decisions += game->decisions[seat];
        row->seconds += game->seconds[seat];
        row->failures += game->failed == seat + 1;
        row->seats += game->failed == 0;
        row->points += game->failed == 0 ? game->score[seat] : 0;
    }
}

static void count_bot(struct arena *a, struct arena_table *table, const struct arena_round *round,
                      int bot)
{
    struct arena_row *row = &a->row[bot];
    double sum = 0;
    for (int rotation = 0; rotation < a->players; rotation++) {
        struct got got = got_of(a, table, rotation, &round->game[rotation], bot);
        bool alone = got.winning > 0 && got.winning == got.winners;
        row->games++;
        row->wins += alone;
        row->ties += got.winning > 0 && !alone;
        sum += share_of(got);
        if (bot == table->pair.a)
            table->games++;
        if (bot == table->pair.a && got.winning > 0 && !alone)
            table->ties++;
        if (alone && (bot == table->pair.a || bot == table->pair.b))
            table->wins[bot == table->pair.b]++;
    }
    stats_add(&row->sum, sum / a->players);
    if (bot == table->pair.a)
        stats_add(&table->pair.sum, sum / a->players);
}

static void count_round(struct arena *a, long index, const struct arena_round *round)
{
    struct arena_table *table = &a->table[index % a->tables];
    bool counted[CLI_BOTS_MAX] = {false};
    for (int rotation = 0; rotation < a->players; rotation++)
        count_seats(a, table, rotation, &round->game[rotation]);
    for (int seat = 0; seat < a->players; seat++) {
        int bot = table->bot[seat];
        if (!counted[bot])
            count_bot(a, table, round, bot);
        counted[bot] = true;
    }
}

/* --- a round is over --- */

static void find_verdict(struct arena *a)
{
    const double bound = log(0.95 / 0.05);
    const struct arena_row *row = &a->row[0];
    struct cli_between test = a->args->sprt;
    if (test.high <= test.low || a->done < 16)
        return;
    double ratio = stats_sprt(&row->sum, row->side, test.low, test.high);
    a->verdict = ratio > bound ? "accepted" : ratio < -bound ? "rejected" : NULL;
}

static void show_progress(struct arena *a)
{
    cli_progress_step(a->progress, a->done * a->players);
    if (a->versus || a->progress == NULL)
        return;
    struct stats_estimate e = stats_estimate(&a->row[0].sum, a->row[0].side);
    cli_progress_note(a->progress, "%s wins %.1f %%, Elo %+.0f (%+.0f to %+.0f)",
                      a->args->bots[0]->name, 100 * e.share, e.elo, e.low, e.high);
}

/* One line that says what went wrong; it ends the match. */
static bool stop_for(struct arena *a, const struct arena_round *round, long index)
{
    long game = index * a->players;
    if (round->failed_bot < 0)
        return false;
    a->row[round->failed_bot].failures++;
    a->problem =
        cli_fail(&cli_arena, CLI_BOT_FAILED,
                 "%s, in the round of games %ld to %ld; with --forfeit such a game is lost",
                 round->why, game + 1, game + a->players);
    return false;
}

static bool keep_round(struct arena *a, long index, const struct arena_round *round)
{
    bool known = index < a->kept_count;
    if ((!known && !arena_file_add(a, index, round)) || !arena_csv_add(a, index, round) ||
        (!known && !arena_records_add(a, index, round))) {
        a->problem = cli_fail(&cli_arena, CLI_FAILED, "the match cannot be written down: %s",
                              strerror(errno));
        return false;
    }
    return true;
}

static bool add_round(void *context, long index, void *result)
{
    struct arena *a = context;
    const struct arena_round *round = result;
    if (!round->played)
        return stop_for(a, round, index);
    if (!keep_round(a, index, round))
        return false;
    count_round(a, index, round);
    a->done++;
    show_progress(a);
    find_verdict(a);
    return a->verdict == NULL && !match_stopped();
}

/* --- the command --- */

static int check_bots(const struct arena *a)
{
    const struct cli_args *args = a->args;
    if (args->bot_count < 2)
        return cli_fail(args->command, CLI_USAGE,
                        "--bots needs two bots or more, for example master,greedy");
    if (args->gauntlet && args->round_robin)
        return cli_fail(args->command, CLI_USAGE, "--gauntlet and --round-robin: give one of them");
    if (a->versus && args->sprt.high > args->sprt.low)
        return cli_fail(args->command, CLI_USAGE, "--sprt is for one match, not for %d tables",
                        a->tables);
    return -1;
}

static int open_all(struct arena *a)
{
    int answer = check_bots(a);
    if (answer < 0)
        answer = match_ready(a->args);
    if (answer < 0)
        answer = arena_file_open(a);
    if (answer < 0)
        answer = arena_csv_open(a);
    return answer < 0 ? match_records_open(a->args) : answer;
}

static int close_all(struct arena *a)
{
    bool written = a->file == NULL || fclose(a->file) == 0;
    written = (a->csv == NULL || fclose(a->csv) == 0) && written;
    if (!written && a->problem < 0)
        a->problem = cli_fail(&cli_arena, CLI_FAILED, "the match cannot be written down: %s",
                              strerror(errno));
    free(a->kept);
    return a->problem;
}

static void play_all(struct arena *a)
{
    match_interruptible();
    a->progress = cli_progress_new("games", a->rounds * a->players, a->args->quiet);
    cli_work_run(&(struct cli_work){
        .count = a->rounds,
        .threads = a->args->threads,
        .result_size = sizeof(struct arena_round),
        .run = play_round,
        .done = add_round,
        .clear = clear_round,
        .context = a,
    });
    cli_progress_free(a->progress);
}

static int finish(struct arena *a)
{
    int problem = close_all(a);
    long failures = 0;
    for (int i = 0; i < a->bots; i++)
        failures += a->row[i].failures;
    if (a->args->json)
        arena_print_json(a);
    else if (a->done > 0 || problem < 0)
        arena_print(a);
    int answer = cli_output_close(&cli_arena);
    return problem >= 0       ? problem
           : answer != CLI_OK ? answer
           : match_stopped()  ? CLI_INTERRUPTED
           : failures > 0     ? CLI_BOT_FAILED
                              : CLI_OK;
}

static int run_arena(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_arena, argc, argv, &args);
    if (answer >= 0)
        return answer;
    struct arena *a = calloc(1, sizeof *a);
    if (a == NULL)
        return cli_fail(&cli_arena, CLI_FAILED, "out of memory");
    a->args = &args;
    a->players = args.config.players;
    a->bots = args.bot_count;
    a->versus = args.gauntlet || args.round_robin || a->bots > a->players;
    a->problem = -1;
    if (a->bots >= 2)
        set_tables(a);
    a->rounds = (args.games + a->players - 1) / a->players * (a->tables > 0 ? a->tables : 1);
    answer = open_all(a);
    if (answer < 0) {
        play_all(a);
        answer = finish(a);
    } else {
        close_all(a);
    }
    program_end_all();
    free(a);
    return answer;
}

const struct cli_command cli_arena = {
    .name = "arena",
    .usage = "GAME --bots A,B[,…] [--games K] [--gauntlet] [--sprt LOW,HIGH] [--resume FILE]",
    .summary = "bots against bots with swapped seats and shared deals; Elo and intervals",
    .about =
        "Every deal is played once from each rotation of the seats, so that luck falls on all "
        "sides alike. Prints victories, points, and the strength in Elo with its 95 % interval, "
        "computed over deals (docs/arena.md has the formulas). As many bots as seats, or fewer, "
        "sit at one table; more of them play a round robin, or with --gauntlet the first against "
        "each other, with a cross table and ratings. With --sprt it stops as soon as it is proven "
        "(5 % error) that the first bot is HIGH better, or only LOW. With --resume it can be "
        "interrupted and goes on where it was.\n\n"
        "Bots are named as in takht bots; settings follow a colon: mcts:sims=2000+explore=2, or "
        "exec:./program for a program that speaks the bot protocol (docs/bot-protocol.md). Levels "
        "play by their simulations, without a clock, so that the same seed gives the same games; "
        "only ms=N and --budget ms=N look at the clock, and then the result says so.\n\n"
        "It exits with 0 only if every game was played as asked, with 3 if a bot failed (with "
        "--forfeit it loses that game, and the match goes on), and with 130 after Ctrl-C, which "
        "prints what was played.",
    .examples =
        "takht arena splendor --bots expert,greedy --games 200 --threads 2\n"
        "takht arena splendor --bots mcts:sims=400,mcts:sims=100 --sprt 0,20 --games 4000\n"
        "takht arena splendor --players 4 --bots expert,greedy,greedy,greedy --games 400\n"
        "takht arena splendor --players 2 --bots novice,casual,skilled,greedy --games 100 --json\n"
        "takht arena splendor --bots skilled,greedy --games 100 --records games --csv games.csv",
    .subject = CLI_GAME,
    .run = run_arena,
};
