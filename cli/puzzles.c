/* SPDX-License-Identifier: MIT */
/*
 * takht puzzles: positions in which one move is clearly right. Bots play, and every decision is
 * judged as takht analyse would; where the best move stands out, ten times the budget must say so
 * too, with the two best moves looked at by themselves. A line of JSON for each: the deal, the moves
 * that lead there, the answer, the move that is next best, and why.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tune.h"

enum { SIMULATIONS = 200, TIMES = 10, OF_GAME = 2, CHOICES = 3, LINE_SIZE = 1 << 16 };
static const double clear = 0.15, hopeless = 0.25; /* how far apart, and what is worth solving */

struct puzzle {
    int ply;
    tk_action best, next;
    double chance, chance_next;
    bool solved; /* to the end: there is no doubt */
};

struct maker {
    const struct cli_args *args;
    const struct bot *bot;
    long simulations, games, puzzles;
    struct cli_progress *progress;
    char why[2 * BOT_WHY_MAX];
};

struct game_puzzles {
    struct match_game room;
    struct puzzle puzzle[OF_GAME];
    int count;
    char text[OF_GAME][LINE_SIZE];
    char why[2 * BOT_WHY_MAX];
};

/* --- judging --- */

static void ask(const struct maker *m, const void *state, const tk_action *only, long simulations,
                struct tk_rng *rng, struct bot_answer *out)
{
    tk_state sample;
    memcpy(sample, state, m->args->game->state_size);
    m->args->game->knowledge.determinise(sample, m->args->game->rules.actor(state), rng);
    *out = (struct bot_answer){0};
    m->bot->choose(m->bot,
                   &(struct bot_request){.game = m->args->game,
                                         .state = sample,
                                         .rng = rng,
                                         .budget = {.simulations = simulations},
                                         .threads = 1,
                                         .only = only,
                                         .stop = match_stop()},
                   out);
}

static double chance_alone(const struct maker *m, const void *state, tk_action move,
                           struct tk_rng *rng)
{
    struct bot_answer answer;
    ask(m, state, &move, TIMES * m->simulations, rng, &answer);
    return answer.count > 0 ? answer.best[0].win : 0;
}

/* The first look: something to choose, and a best move that seems to stand out. */
static bool seems_clear(const struct bot_answer *answer)
{
    return !answer->failed && answer->count >= CHOICES && answer->best[0].win >= hopeless &&
           answer->best[0].win - answer->best[1].win >= clear;
}

/* The second look, with ten times the budget and other dice. */
static bool is_clear(const struct maker *m, const void *state, struct tk_rng *rng,
                     struct puzzle *out)
{
    struct bot_answer answer;
    ask(m, state, NULL, TIMES * m->simulations, rng, &answer);
    if (answer.count < CHOICES || answer.best[0].action != out->best)
        return false;
    out->solved = answer.simulations == 0;
    out->next = answer.best[1].action;
    out->chance = out->solved ? answer.best[0].win : chance_alone(m, state, out->best, rng);
    out->chance_next = out->solved ? answer.best[1].win : chance_alone(m, state, out->next, rng);
    return out->chance >= hopeless && out->chance - out->chance_next >= clear;
}

static bool find_puzzle(const struct maker *m, const void *state, struct tk_rng *rng,
                        struct puzzle *out)
{
    struct bot_answer answer;
    if (m->args->game->rules.actor(state) < 0)
        return false;
    ask(m, state, NULL, m->simulations, rng, &answer);
    out->best = answer.best[0].action;
    return seems_clear(&answer) && is_clear(m, state, rng, out);
}

/* --- writing --- */

static void write_chance(struct tk_json *json, const char *key, double chance)
{
    tk_json_put_int(json, key, (int)lround(chance * REPORT_ONE));
}

static void write_text(struct tk_json *json, const char *key, const struct tk_game *game,
                       const void *state, tk_action action)
{
    if (key != NULL)
        tk_json_key(json, key);
    tk_json_quote(json);
    game->text.format(state, action, json->out);
    tk_json_unquote(json);
}

static void write_why(const struct maker *m, const void *state, const struct puzzle *puzzle,
                      struct tk_json *json)
{
    struct report *report = calloc(1, sizeof *report);
    struct report_reason reasons[REPORT_REASONS];
    struct report_ply ply = {
        .seat = m->args->game->rules.actor(state), .best = puzzle->best, .made = puzzle->next};
    tk_json_key(json, "why");
    tk_json_open(json, '[');
    if (report != NULL) {
        report->game = m->args->game;
        report->players = m->args->config.players;
        int count = bot_report_why(report, state, &ply, reasons);
        for (int i = 0; i < count; i++)
            bot_reason_json(m->args->game, &reasons[i], json);
    }
    tk_json_close(json, ']');
    free(report);
}

/* The deal, and the moves up to the position. */
static void write_way(const struct cli_args *args, long index, const struct match_game *room,
                      int plies, struct tk_json *json)
{
    uint8_t seed[TK_SEED_BYTES];
    tk_state state;
    cli_game_seed(args->seed, index, seed);
    tk_start(args->game, &args->config, seed, state);
    tk_json_put_int(json, "players", args->config.players);
    tk_json_key(json, "options");
    tk_options_json(args->game, &args->config, json);
    tk_json_key(json, "seed");
    tk_json_quote(json);
    for (int i = 0; i < TK_SEED_BYTES; i++) {
        tk_write_char(json->out, "0123456789abcdef"[seed[i] >> 4]);
        tk_write_char(json->out, "0123456789abcdef"[seed[i] & 15]);
    }
    tk_json_unquote(json);
    tk_json_key(json, "moves");
    tk_json_open(json, '[');
    for (int i = 0; i < plies; i++) {
        write_text(json, NULL, args->game, state, room->actions[i]);
        tk_play(args->game, state, room->actions[i]);
    }
    tk_json_close(json, ']');
}

static void write_puzzle(const struct maker *m, long index, const struct match_game *room,
                         const void *state, const struct puzzle *puzzle, char text[LINE_SIZE])
{
    struct tk_writer out = tk_writer_over(text, LINE_SIZE);
    struct tk_json json = tk_json_over(&out);
    const struct tk_game *game = m->args->game;
    tk_json_open(&json, '{');
    write_text(&json, "best", game, state, puzzle->best);
    write_chance(&json, "chance", puzzle->chance);
    write_text(&json, "next", game, state, puzzle->next);
    write_chance(&json, "chance_next", puzzle->chance_next);
    tk_json_put_bool(&json, "solved", puzzle->solved);
    write_why(m, state, puzzle, &json);
    write_way(m->args, index, room, puzzle->ply, &json);
    tk_json_close(&json, '}');
    tk_writer_text(&out);
}

/* --- games --- */

static void look_through(const struct maker *m, long index, struct game_puzzles *out)
{
    uint8_t seed[TK_SEED_BYTES];
    tk_state state;
    struct tk_rng rng;
    cli_game_seed(m->args->seed, index, seed);
    tk_start(m->args->game, &m->args->config, seed, state);
    tk_rng_init(&rng, (uint64_t)index, 3);
    for (int ply = 0; ply < out->room.plies && out->count < OF_GAME && !match_stopped(); ply++) {
        struct puzzle *puzzle = &out->puzzle[out->count];
        puzzle->ply = ply;
        if (find_puzzle(m, state, &rng, puzzle)) {
            write_puzzle(m, index, &out->room, state, puzzle, out->text[out->count]);
            out->count++;
        }
        tk_play(m->args->game, state, out->room.actions[ply]);
    }
}

static void play_game(void *context, long index, void *result)
{
    const struct maker *m = context;
    struct game_puzzles *out = result;
    struct match match = {0};
    out->count = 0;
    tune_play(m->args, index, &match, &out->room, out->why);
    if (!out->room.stopped && out->why[0] == '\0')
        look_through(m, index, out);
}

static void clear_game(void *result)
{
    match_game_clear(&((struct game_puzzles *)result)->room);
}

static bool keep_game(void *context, long index, void *result)
{
    struct maker *m = context;
    const struct game_puzzles *game = result;
    memcpy(m->why, game->why, sizeof m->why);
    if (game->room.stopped || m->why[0] != '\0')
        return false;
    for (int i = 0; i < game->count; i++)
        puts(game->text[i]);
    fflush(stdout);
    m->games = index + 1;
    m->puzzles += game->count;
    cli_progress_step(m->progress, m->games);
    return true;
}

static int make_puzzles(struct maker *m)
{
    m->progress = cli_progress_new("games", m->args->games, m->args->quiet);
    cli_work_run(&(struct cli_work){
        .count = m->args->games,
        .threads = m->args->threads,
        .result_size = sizeof(struct game_puzzles),
        .run = play_game,
        .done = keep_game,
        .clear = clear_game,
        .context = m,
    });
    cli_progress_free(m->progress);
    if (m->why[0] != '\0')
        return cli_fail(&cli_puzzles, CLI_BOT_FAILED, "%s", m->why);
    return match_stopped() ? CLI_INTERRUPTED : cli_output_close(&cli_puzzles);
}

static int run_puzzles(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_puzzles, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (args.bot_count == 0 && bot_parse(tk_span_of("mcts:sims=200"), &args.bot_room[0])) {
        args.bot_text[0] = tk_span_of("mcts:sims=200");
        args.bots[args.bot_count++] = &args.bot_room[0];
    }
    answer = match_ready(&args);
    if (answer >= 0)
        return answer;
    match_interruptible();
    long simulations = args.bots[0]->budget.simulations;
    struct maker maker = {.args = &args,
                          .bot = args.bots[0],
                          .simulations = simulations > 0 ? simulations : SIMULATIONS};
    return make_puzzles(&maker);
}

const struct cli_command cli_puzzles = {
    .name = "puzzles",
    .usage = "GAME [--players N] [--games K] [--bots B]",
    .summary = "positions from games of bots in which one move is clearly right",
    .about =
        "Lets bots play and looks at every decision. Where one move is better than every other "
        "by 15 percentage points or more, and ten times the budget says so too, the position "
        "is printed as a line of JSON: the answer and the next best move with their chances in "
        "ten thousandths, why, and the deal with the moves that lead there. The page has those "
        "of games/FOLDER/puzzles/GAME.jsonl.",
    .examples = "takht puzzles splendor --games 100 --bots mcts:sims=400 > splendor.jsonl",
    .subject = CLI_GAME,
    .run = run_puzzles,
};
