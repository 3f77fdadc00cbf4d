/* takht analyse: a record as the strongest bot sees it: chances move by move, and what cost most. */
#include "cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 4096, WORST = 5 };

/* A decision: what the player who made it could hope for before it and after it. */
struct decision {
    int seat, turn;
    double best, after; /* chance to win with the best move, and with the one that was played */
    char played[TK_MOVE_TEXT_MAX + 1], better[TK_MOVE_TEXT_MAX + 1];
};

struct analysis {
    const struct cli_args *args;
    struct tk_record record;
    struct bot bot;
    struct tk_rng rng;
    struct decision decision[PLIES_MAX];
    int count;
    tk_state state;
};

static void write_move(const struct analysis *a, tk_action action, char *out, size_t size)
{
    struct tk_writer text = tk_writer_over(out, size);
    a->record.game->text.format(a->state, action, &text);
    tk_writer_text(&text);
}

/* The chance of a seat in a position that follows its move. */
static double chance_of(struct analysis *a, const void *state, int seat)
{
    const struct tk_game *game = a->record.game;
    float chances[TK_SEATS_MAX];
    struct bot_answer answer;
    int actor = game->rules.actor(state);
    bool two = a->record.config.players == 2;
    if (actor >= 0 && (two || actor == seat)) {
        bot_think(&a->bot, NULL, game, state, &a->rng, &answer);
        if (answer.count > 0)
            return actor == seat ? answer.best[0].win : 1 - answer.best[0].win;
    }
    bot_chances(game, TK_FORETELLS, state, a->record.config.players, chances);
    return (double)chances[seat];
}

/* The move as it was seen before it, if it was looked at enough; otherwise what came of it. */
static double worth_of(struct analysis *a, const struct bot_answer *answer, tk_action action,
                       int seat)
{
    tk_state after;
    for (int i = 0; i < answer->count; i++)
        if (answer->best[i].action == action && 50 * answer->best[i].visits > answer->simulations)
            return answer->best[i].win;
    memcpy(after, a->state, sizeof after);
    a->record.game->knowledge.determinise(after, seat, &a->rng);
    tk_play(a->record.game, after, action);
    double worth = chance_of(a, after, seat);
    return worth < answer->best[0].win ? worth : answer->best[0].win;
}

static void judge(struct analysis *a, tk_action action)
{
    const struct tk_game *game = a->record.game;
    struct decision *d = &a->decision[a->count];
    struct bot_answer answer;
    int seat = game->rules.actor(a->state);
    bot_think(&a->bot, NULL, game, a->state, &a->rng, &answer);
    if (answer.count == 0 || a->count == PLIES_MAX)
        return; /* it could not be otherwise */
    *d = (struct decision){
        .seat = seat, .turn = game->rules.turn(a->state), .best = answer.best[0].win};
    d->after = worth_of(a, &answer, action, seat);
    write_move(a, action, d->played, sizeof d->played);
    write_move(a, answer.best[0].action, d->better, sizeof d->better);
    a->count++;
}

static const char *name_of(const struct analysis *a, int seat, char *room, size_t size)
{
    if (a->record.names[seat][0] != '\0')
        return a->record.names[seat];
    snprintf(room, size, "seat %d", seat + 1);
    return room;
}

static void print_decision(const struct analysis *a, const struct decision *d)
{
    char room[32];
    const char *name = name_of(a, d->seat, room, sizeof room);
    bool same = strcmp(d->played, d->better) == 0;
    printf("%3d. %-12s %5.1f %%  %s", d->turn, name, 100 * d->after, d->played);
    if (!same && d->best - d->after >= 0.02)
        printf("   (%s: %.1f %%)", d->better, 100 * d->best);
    putchar('\n');
}

static int by_cost(const void *a, const void *b)
{
    const struct decision *x = a, *y = b;
    double first = x->best - x->after, second = y->best - y->after;
    return first != second ? (first < second ? 1 : -1) : x->turn - y->turn;
}

static void print_worst(struct analysis *a)
{
    char room[32];
    qsort(a->decision, (size_t)a->count, sizeof *a->decision, by_cost);
    puts("\nWhat cost most:");
    for (int i = 0; i < a->count && i < WORST; i++) {
        const struct decision *d = &a->decision[i];
        if (d->best - d->after < 0.02)
            break;
        printf("%3d. %s played %s instead of %s: %.1f %% of the chance to win\n", d->turn,
               name_of(a, d->seat, room, sizeof room), d->played, d->better,
               100 * (d->best - d->after));
    }
}

static int wrong(const struct analysis *a, const char *path)
{
    return cli_fail(&cli_analyse, CLI_FAILED, "%s:%d: %s", path, tk_record_problem_line(&a->record),
                    a->record.problem != NULL ? a->record.problem : "a move is refused");
}

static int analyse(struct analysis *a, const char *path, struct tk_span text)
{
    tk_action action;
    if (!tk_record_open(&a->record, text, tk_game_find) || !tk_record_start(&a->record, a->state))
        return wrong(a, path);
    while (tk_record_next(&a->record, a->state, &action)) {
        int before = a->count;
        judge(a, action);
        if (a->count > before)
            print_decision(a, &a->decision[before]);
        fflush(stdout);
        a->record.game->rules.apply(a->state, action);
    }
    if (a->record.problem != NULL)
        return wrong(a, path);
    print_worst(a);
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
    a->bot = *args.bots[0];
    tk_rng_init(&a->rng, tk_hash(args.seed, sizeof args.seed), 0);
    if (cli_file_read(args.positional[0], TK_RECORD_MAX, &text) != CLI_FILE_OK)
        answer = cli_fail(&cli_analyse, CLI_FAILED, "%s: %s", args.positional[0], strerror(errno));
    else
        answer = analyse(a, args.positional[0], (struct tk_span){text.data, text.length});
    cli_text_clear(&text);
    free(a);
    return answer;
}

const struct cli_command cli_analyse = {
    .name = "analyse",
    .usage = "FILE [--bots B]",
    .summary = "a record move by move: chances to win, and what cost most",
    .about = "Lets a bot judge every decision of a record with what its player could know then: "
             "the chance to win after the move, the better move where there was one, and at the "
             "end the moves that cost most.",
    .examples = "takht analyse evening.takht\n"
                "takht analyse evening.takht --bots mcts:sims=500",
    .subject = CLI_FILE,
    .run = run_analyse,
};
