/* SPDX-License-Identifier: MIT */
/* takht analyse: what became of a recorded game and why: chances, losses and luck, move by move. */
#include "analyse.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { SIMULATIONS = 400, QUICK = 50 };

/* --- as JSON --- */

static void write_names(const struct analysis *a, struct tk_json *json)
{
    tk_json_key(json, "names");
    tk_json_open(json, '[');
    for (int seat = 0; seat < a->players; seat++)
        tk_json_text(json, a->name[seat]);
    tk_json_close(json, ']');
}

static void write_all(struct tk_writer *out, const void *context)
{
    const struct analysis *a = context;
    struct tk_json json = tk_json_over(out);
    struct tk_speaker speaker = {a->args->lang, a->record.game, a->names};
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "game", a->record.game->id);
    tk_json_put_int(&json, "players", a->players);
    write_names(a, &json);
    tk_ended_put(&a->record.ended, a->players, &json);
    tk_json_put_text(&json, "bot", a->report.bot->name);
    tk_json_put_int(&json, "simulations", a->report.simulations);
    tk_json_put_bool(&json, "stopped", a->stopped);
    bot_report_write(&a->report, (const unsigned char *)a->state[0], sizeof a->state[0], a->ply,
                     a->count, a->account, &speaker, &json);
    tk_json_close(&json, '}');
    tk_write_char(out, '\n');
}

static void print_json(const struct analysis *a)
{
    struct cli_text text = {0};
    cli_text_write(&text, write_all, a);
    fwrite(text.data, 1, text.length, stdout);
    cli_text_clear(&text);
}

/* --- the work --- */

/* -1, or an exit code. */
static int follow(struct analysis *a, const char *path, struct tk_span text)
{
    tk_action action;
    if (!tk_record_open(&a->record, text, tk_game_find) ||
        !tk_record_start(&a->record, a->state[0]))
        return cli_record_wrong(&cli_analyse, path, &a->record);
    cli_clean_names(&a->record);
    a->players = a->record.config.players;
    while (tk_record_next(&a->record, a->state[a->count], &action)) {
        if (a->count == PLIES_MAX)
            return cli_fail(&cli_analyse, CLI_FAILED, "%s: more than %d moves", path, PLIES_MAX);
        memcpy(a->state[a->count + 1], a->state[a->count], sizeof a->state[0]);
        a->record.game->rules.apply(a->state[a->count + 1], action);
        a->action[a->count++] = action;
    }
    return tk_record_finish(&a->record, a->state[a->count])
               ? -1
               : cli_record_wrong(&cli_analyse, path, &a->record);
}

static void step(void *context, int done, int all)
{
    struct analysis *a = context;
    (void)all;
    cli_progress_step(a->progress, done);
}

/* A bot that names a budget has it; the others get one that is the same on every machine. */
static long simulations_of(const struct cli_args *args)
{
    const struct bot *bot = args->bots[0];
    return args->budget.simulations > 0  ? args->budget.simulations
           : bot->budget.simulations > 0 ? bot->budget.simulations
                                         : SIMULATIONS;
}

/* Names as the record has them; who has none is called by his seat. */
static void name_seats(struct analysis *a)
{
    struct tk_speaker speaker = {a->args->lang, a->record.game, NULL};
    for (int seat = 0; seat < a->players; seat++) {
        struct tk_writer out = tk_writer_over(a->name[seat], sizeof a->name[seat]);
        if (a->record.names[seat][0] != '\0')
            tk_write_text(&out, a->record.names[seat]);
        else
            tk_seat_name(&speaker, seat, &out);
        tk_writer_text(&out);
        a->names[seat] = a->name[seat];
    }
}

static atomic_bool stop;

static void on_interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&stop, true);
}

static bool deepen(struct analysis *a, long simulations)
{
    a->report.simulations = simulations;
    return bot_report_deepen(&a->report, (const unsigned char *)a->state[0], sizeof a->state[0],
                             a->action, a->count, a->judged);
}

/* In a hurry first, so that whoever stops it has something; then as it was asked for. */
static bool judge_all(struct analysis *a, long simulations)
{
    struct sigaction action = {.sa_handler = on_interrupt}, before;
    sigaction(SIGINT, &action, &before);
    bool done = (simulations <= 4 * QUICK || deepen(a, QUICK)) &&
                (atomic_load(&stop) || deepen(a, simulations));
    a->stopped = atomic_load(&stop);
    sigaction(SIGINT, &before, NULL);
    return done;
}

static void tell(struct analysis *a)
{
    bot_report_conclude(&a->report, (const unsigned char *)a->state[0], sizeof a->state[0],
                        a->action, a->count, a->judged, a->ply, a->account);
    bot_report_sum_up(&a->report, a->ply, a->count, &a->summary);
    if (a->args->json)
        print_json(a);
    else
        analyse_tell(a);
}

/* A number is the one that the library and the page take: the same seed gives the same report there. */
static uint64_t seed_of(const struct cli_args *args)
{
    uint64_t number = 0;
    bool larger = false;
    for (int i = 0; i < TK_SEED_BYTES; i++) {
        if (i < 4)
            number |= (uint64_t)args->seed[i] << (8 * i);
        else
            larger |= args->seed[i] != 0;
    }
    return larger ? tk_hash(args->seed, sizeof args->seed) : number;
}

static int report(struct analysis *a)
{
    const struct cli_args *args = a->args;
    a->report = (struct report){.game = a->record.game,
                                .bot = args->bots[0],
                                .threads = args->threads,
                                .seed = seed_of(args),
                                .stop = &stop,
                                .progress = step,
                                .context = a};
    name_seats(a);
    a->progress = cli_progress_new("moves", a->count, args->quiet);
    bool done = judge_all(a, simulations_of(args));
    cli_progress_free(a->progress);
    if (a->report.failed)
        return cli_fail(&cli_analyse, CLI_BOT_FAILED, "%s: %s", a->report.bot->name, a->report.why);
    if (!done)
        return cli_fail(&cli_analyse, CLI_FAILED, "out of memory");
    tell(a);
    return cli_output_close(&cli_analyse);
}

static int run_analyse(int argc, char **argv)
{
    struct cli_args args;
    struct cli_text text = {0};
    int answer = cli_args_read(&cli_analyse, argc, argv, &args);
    if (answer >= 0)
        return answer;
    struct analysis *a = calloc(1, sizeof *a);
    if (a == NULL)
        return cli_fail(&cli_analyse, CLI_FAILED, "out of memory");
    a->args = &args;
    answer = cli_record_read(&cli_analyse, args.positional[0], &text);
    if (answer < 0)
        answer = follow(a, args.positional[0], (struct tk_span){text.data, text.length});
    if (answer < 0)
        answer = report(a);
    cli_text_clear(&text);
    free(a);
    return answer;
}

const struct cli_command cli_analyse = {
    .name = "analyse",
    .usage = "FILE [--json] [--bots B]",
    .summary = "a record move by move: chances to win, losses and luck",
    .about =
        "Lets a bot judge every decision of a record with what its player could know then. "
        "For every player the account is told in percentage points: start + luck - own "
        "losses + others' losses = result. Luck is what moves turned up beyond what could be "
        "expected; a loss is what the best move was worth more than the one that was made. The "
        "turning points are the three largest losses, with what the better move wins, "
        "prevents or keeps. Ctrl-C ends it early with what was found so far.",
    .examples = "takht analyse evening.takht\n"
                "takht analyse evening.takht --bots mcts:sims=2000 --chart",
    .subject = CLI_FILE,
    .run = run_analyse,
};
