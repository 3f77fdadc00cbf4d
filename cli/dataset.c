/* SPDX-License-Identifier: MIT */
/* takht dataset: positions with what a search thought of them, as columns that others read. */
#include "cli.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exec.h"
#include "npz.h"

enum { FORMAT = 1, LUCK_SIMULATIONS = 32 };

enum { OBSERVATION, LEGAL, POLICY, VALUE, OUTCOME, LUCK, SEAT, MOVE, GAME, PLY, COLUMNS };

struct dataset {
    const struct cli_args *args;
    const struct tk_game *game;
    int players, moves, ones, amounts;
    struct npz_column columns[COLUMNS];
    struct npz npz;
    long rows;
    int problem; /* an exit code, once something went wrong */
};

/* The rows of one game, column by column, and the game itself for the report. */
struct played {
    struct cli_text column[COLUMNS];
    struct cli_text states; /* TK_STATE_MAX bytes each: every position, the end too */
    tk_action *actions;
    int plies, room, rows;
    bool failed;
    char why[BOT_TEXT_MAX + BOT_WHY_MAX + 3]; /* a bot failed; "": there was no memory */
};

/* --- a row --- */

static void add(struct played *p, int column, const void *data, size_t size)
{
    cli_text_add(&p->column[column], (const char *)data, size);
}

static void add_observation(const struct dataset *d, struct played *p, const void *state, int seat)
{
    struct tk_sight sight;
    int8_t row[UINT16_MAX] = {0};
    d->game->learning->encoding->encode(state, seat, &sight);
    for (int i = 0; i < sight.one_count; i++)
        row[sight.one[i]] = 1;
    memcpy(row + d->ones, sight.amount, (size_t)d->amounts);
    add(p, OBSERVATION, row, (size_t)d->ones + (size_t)d->amounts);
}

static void add_legal(const struct dataset *d, struct played *p, const void *state)
{
    tk_action legal[TK_ACTIONS_MAX];
    uint8_t row[UINT16_MAX] = {0};
    int count = d->game->rules.legal(state, legal);
    for (int i = 0; i < count; i++) {
        int number = d->game->learning->index->of(legal[i]);
        if (number >= 0)
            row[number] = 1;
    }
    add(p, LEGAL, row, (size_t)d->moves);
}

/* Where all is solved visits tell nothing: the best moves share it. */
static double visits_of(const struct bot_lines *lines, const struct bot_answer *answer, int i)
{
    const struct bot_line *line = &lines->line[i], *best = &lines->line[0];
    if (answer->trust <= 0)
        return line->win >= best->win && line->score >= best->score;
    return (double)line->visits;
}

/* Shares of the visits, among the moves that have a number. */
static void add_policy(const struct dataset *d, struct played *p, const struct bot_lines *lines,
                       const struct bot_answer *answer)
{
    const struct tk_index *index = d->game->learning->index;
    float row[UINT16_MAX] = {0};
    double sum = 0;
    for (int i = 0; i < lines->count; i++)
        sum += index->of(lines->line[i].action) >= 0 ? visits_of(lines, answer, i) : 0;
    for (int i = 0; i < lines->count && sum > 0; i++) {
        int number = index->of(lines->line[i].action);
        if (number >= 0)
            row[number] = (float)(visits_of(lines, answer, i) / sum);
    }
    int made = index->of(answer->action);
    if (sum <= 0 && made >= 0)
        row[made] = 1; /* there was nothing to think about */
    add(p, POLICY, row, (size_t)d->moves * sizeof row[0]);
}

/* The chance of the seat to win, over all visits; no number where nothing was thought. */
static float value_of(const struct bot_lines *lines, const struct bot_answer *answer)
{
    double sum = 0, visits = 0;
    if (lines->count == 0)
        return NAN;
    if (answer->trust <= 0)
        return (float)lines->line[0].win;
    for (int i = 0; i < lines->count; i++) {
        sum += lines->line[i].win * (double)lines->line[i].visits;
        visits += (double)lines->line[i].visits;
    }
    return visits > 0 ? (float)(sum / visits) : NAN;
}

static void add_row(const struct dataset *d, struct played *p, const void *state, long game,
                    const struct bot_lines *lines, const struct bot_answer *answer)
{
    int8_t seat = (int8_t)d->game->rules.actor(state);
    float value = value_of(lines, answer);
    int32_t move = d->game->learning->index->of(answer->action), number = (int32_t)game;
    int16_t ply = (int16_t)p->plies;
    add_observation(d, p, state, seat);
    add_legal(d, p, state);
    add_policy(d, p, lines, answer);
    add(p, VALUE, &value, sizeof value);
    add(p, SEAT, &seat, sizeof seat);
    add(p, MOVE, &move, sizeof move);
    add(p, GAME, &number, sizeof number);
    add(p, PLY, &ply, sizeof ply);
    p->rows++;
}

/* --- a game --- */

static void note(struct played *p, const void *state, tk_action action)
{
    tk_state kept = {0};
    memcpy(kept, state, sizeof kept);
    cli_text_add(&p->states, (const char *)kept, sizeof kept);
    if (p->plies == p->room) {
        p->room = p->room == 0 ? 256 : 2 * p->room;
        p->actions = realloc(p->actions, (size_t)p->room * sizeof *p->actions);
        if (p->actions == NULL) {
            fputs("takht: out of memory\n", stderr);
            exit(CLI_FAILED);
        }
    }
    p->actions[p->plies++] = action;
}

static bool decide(const struct dataset *d, struct played *p, const void *state, long game,
                   struct tk_rng *rng, tk_action *out)
{
    static _Thread_local struct bot_lines lines;
    int seat = d->game->rules.actor(state);
    const struct bot *bot = d->args->bots[seat % d->args->bot_count];
    struct bot_answer answer = {0};
    tk_state sample;
    memcpy(sample, state, sizeof sample);
    d->game->knowledge.determinise(sample, seat, rng);
    lines.count = 0;
    bot->choose(bot,
                &(struct bot_request){.game = d->game,
                                      .state = sample,
                                      .rng = rng,
                                      .budget = d->args->budget,
                                      .untimed = true,
                                      .threads = 1,
                                      .noise = d->args->noise,
                                      .lines = &lines},
                &answer);
    *out = answer.action;
    if (answer.failed)
        snprintf(p->why, sizeof p->why, "%s: %s", bot->name, answer.why);
    else
        add_row(d, p, state, game, &lines, &answer);
    return !answer.failed;
}

/* What the seats had of the win beyond an equal share, as rewards of a batch are. */
static void add_outcome(const struct dataset *d, struct played *p, const void *state)
{
    float row[TK_SEATS_MAX];
    int players = d->players, won = tk_winners(d->game, state);
    float share = (float)players / (float)__builtin_popcount((unsigned)won);
    for (int seat = 0; seat < players; seat++)
        row[seat] = ((won >> seat & 1) != 0 ? share - 1 : -1) / (float)(players - 1);
    for (int i = 0; i < p->rows; i++)
        add(p, OUTCOME, row, (size_t)players * sizeof row[0]);
}

/* What each move turned up beyond what was expected, in chances to win: docs of takht analyse. */
static bool add_luck(const struct dataset *d, struct played *p, uint64_t seed)
{
    struct report_account accounts[TK_SEATS_MAX];
    struct report_ply *plies = calloc((size_t)p->plies + 1, sizeof *plies);
    struct report *report = calloc(1, sizeof *report);
    bool good = plies != NULL && report != NULL;
    if (good) {
        *report = (struct report){.game = d->game,
                                  .bot = bot_find(tk_span_of("mcts")),
                                  .simulations = LUCK_SIMULATIONS,
                                  .threads = 1,
                                  .seed = seed};
        good = bot_report(report, (const unsigned char *)p->states.data, TK_STATE_MAX, p->actions,
                          p->plies, plies, accounts);
    }
    for (int i = 0; i < p->plies && good; i++)
        for (int seat = 0; seat < d->players; seat++) {
            float luck = (float)plies[i].luck[seat] / REPORT_ONE;
            add(p, LUCK, &luck, sizeof luck);
        }
    free(plies);
    free(report);
    return good;
}

static void play(void *context, long index, void *result)
{
    const struct dataset *d = context;
    struct played *p = result;
    tk_state state = {0};
    struct tk_rng rng;
    uint8_t seed[TK_SEED_BYTES];
    tk_action action;
    for (int i = 0; i < COLUMNS; i++)
        p->column[i].length = 0;
    p->states.length = 0;
    p->plies = p->rows = 0;
    p->failed = false;
    p->why[0] = '\0';
    cli_game_seed(d->args->seed, index, seed);
    cli_game_rng(seed, &rng);
    tk_start(d->game, &d->args->config, seed, state);
    while (d->game->rules.actor(state) != TK_NOBODY && !p->failed) {
        p->failed = !decide(d, p, state, index, &rng, &action);
        if (!p->failed) {
            note(p, state, action);
            tk_play(d->game, state, action);
        }
    }
    if (p->failed)
        return;
    cli_text_add(&p->states, (const char *)state, sizeof state);
    add_outcome(d, p, state);
    p->failed = !add_luck(d, p, tk_hash(seed, sizeof seed));
}

static bool take(void *context, long index, void *result)
{
    struct dataset *d = context;
    const struct played *p = result;
    (void)index;
    if (p->failed) {
        bool bot = p->why[0] != '\0';
        d->problem = cli_fail(&cli_dataset, bot ? CLI_BOT_FAILED : CLI_FAILED, "%s",
                              bot ? p->why : "out of memory");
        return false;
    }
    for (int i = 0; i < COLUMNS; i++)
        npz_add(&d->npz, i, p->column[i].data, p->rows);
    d->rows += p->rows;
    return true;
}

static void clear_played(void *result)
{
    struct played *p = result;
    for (int i = 0; i < COLUMNS; i++)
        cli_text_clear(&p->column[i]);
    cli_text_clear(&p->states);
    free(p->actions);
}

/* --- the file --- */

static void write_about(struct tk_writer *out, const void *context)
{
    const struct dataset *d = context;
    struct tk_json json = tk_json_over(out);
    tk_json_open(&json, '{');
    tk_json_put_int(&json, "format", FORMAT);
    tk_json_put_text(&json, "version", TAKHT_VERSION);
    tk_json_put_text(&json, "game", d->game->id);
    tk_json_put_int(&json, "players", d->players);
    tk_json_put_int(&json, "games", d->args->games);
    tk_json_put_int(&json, "encoding", d->game->learning->encoding->version);
    tk_json_put_int(&json, "ones", d->ones);
    tk_json_key(&json, "options");
    tk_options_json(d->game, &d->args->config, &json);
    tk_json_key(&json, "seed");
    tk_json_quote(&json);
    for (int i = 0; i < TK_SEED_BYTES; i++)
        tk_write_hex(out, d->args->seed[i], 2);
    tk_json_unquote(&json);
    tk_json_key(&json, "bots");
    tk_json_open(&json, '[');
    for (int i = 0; i < d->args->bot_count; i++)
        tk_json_string(&json, d->args->bot_text[i]);
    tk_json_close(&json, ']');
    tk_json_close(&json, '}');
}

static int write_file(struct dataset *d)
{
    struct cli_text about = {0};
    FILE *out = fopen(d->args->save, "wb");
    if (out == NULL)
        return cli_fail(&cli_dataset, CLI_FAILED, "%s: %s", d->args->save, strerror(errno));
    cli_text_write(&about, write_about, d);
    cli_text_add(&about, "", 1);
    bool good = npz_write(&d->npz, d->rows, about.data, out);
    cli_text_clear(&about);
    if (fclose(out) != 0 || !good)
        return cli_fail(&cli_dataset, CLI_FAILED, "%s: not everything could be written",
                        d->args->save);
    printf("%ld positions of %ld game%s in %s\n", d->rows, d->args->games, cli_s(d->args->games),
           d->args->save);
    return cli_output_close(&cli_dataset);
}

static void describe(struct dataset *d)
{
    const struct tk_learning *learning = d->game->learning;
    d->moves = learning->index->count;
    d->ones = tk_extent_of(learning->encoding->ones, d->players);
    d->amounts = tk_extent_of(learning->encoding->amounts, d->players);
    const struct npz_column columns[COLUMNS] = {
        [OBSERVATION] = {"observation", "|i1", 1, d->ones + d->amounts},
        [LEGAL] = {"legal", "|u1", 1, d->moves},
        [POLICY] = {"policy", "<f4", 4, d->moves},
        [VALUE] = {"value", "<f4", 4, 0},
        [OUTCOME] = {"outcome", "<f4", 4, d->players},
        [LUCK] = {"luck", "<f4", 4, d->players},
        [SEAT] = {"seat", "|i1", 1, 0},
        [MOVE] = {"move", "<i4", 4, 0},
        [GAME] = {"game", "<i4", 4, 0},
        [PLY] = {"ply", "<i2", 2, 0},
    };
    memcpy(d->columns, columns, sizeof columns);
}

static int make(struct dataset *d)
{
    describe(d);
    if (!npz_init(&d->npz, d->columns, COLUMNS))
        return cli_fail(&cli_dataset, CLI_FAILED, "no place for the columns: %s", strerror(errno));
    cli_work_run(&(struct cli_work){.count = d->args->games,
                                    .threads = d->args->threads,
                                    .result_size = sizeof(struct played),
                                    .run = play,
                                    .done = take,
                                    .clear = clear_played,
                                    .context = d});
    return d->problem >= 0 ? d->problem : write_file(d);
}

static int run_dataset(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_dataset, argc, argv, &args);
    if (answer >= 0)
        return answer;
    const struct tk_learning *learning = args.game->learning;
    if (learning->encoding == NULL || learning->index == NULL)
        return cli_fail(&cli_dataset, CLI_USAGE, "%s has no numbers for moves yet", args.game->id);
    if (args.save == NULL)
        return cli_fail(&cli_dataset, CLI_USAGE, "name a file for the positions: --save FILE.npz");
    struct dataset d = {
        .args = &args, .game = args.game, .players = args.config.players, .problem = -1};
    answer = make(&d);
    npz_clear(&d.npz);
    program_end_all();
    return answer;
}

const struct cli_command cli_dataset = {
    .name = "dataset",
    .usage = "GAME --save FILE.npz [--games K] [--bots A,B,…] [--threads T]",
    .summary = "positions with what a search thought of them, as arrays of NumPy",
    .about =
        "Bots play, and every decision becomes a row: what the seat saw, which moves were legal, "
        "how the search shared its visits, what it thought the chance to win was, how the game "
        "ended for every seat, and what was luck. docs/research.md names the columns. The same "
        "seed gives the same bytes for any number of threads.",
    .examples = "takht dataset splendor --save positions.npz --games 1000 --bots mcts:sims=200 "
                "--threads 2",
    .subject = CLI_GAME,
    .run = run_dataset,
};
