/* SPDX-License-Identifier: MIT */
/* takht trace: random games, written out decision by decision, so that others can check the rules. */
#include "match.h"

#include <stdlib.h>
#include <string.h>

/* --- lines --- */

/* Whatever a line needs; the writers below are called again if the buffer was too small. */
struct line {
    const struct tk_game *game;
    const void *state, *after;
    int ply;
    tk_action action;
};

static struct tk_json begin(struct tk_writer *out, const char *kind)
{
    struct tk_json json = tk_json_over(out);
    tk_json_open(&json, '{');
    tk_json_put_text(&json, "t", kind);
    return json;
}

static void end(struct tk_json *json)
{
    tk_json_close(json, '}');
    tk_write_char(json->out, '\n');
}

static void write_deal(struct tk_writer *out, const void *context)
{
    const struct line *line = context;
    struct tk_config config;
    struct tk_json json = begin(out, "deal");
    line->game->rules.config(line->state, &config);
    tk_json_put_text(&json, "game", line->game->id);
    tk_json_put_int(&json, "players", config.players);
    tk_json_key(&json, "options");
    tk_options_json(line->game, &config, &json);
    tk_json_key(&json, "deal");
    tk_json_open(&json, '{');
    tk_deal(line->game, line->state, &json);
    tk_json_close(&json, '}');
    end(&json);
}

static int compare_spans(const void *a, const void *b)
{
    const struct tk_span *x = a, *y = b;
    size_t common = x->length < y->length ? x->length : y->length;
    int order = memcmp(x->data, y->data, common);
    return order != 0 ? order : x->length < y->length ? -1 : x->length > y->length;
}

int cli_legal_texts(const struct tk_game *game, const void *state, char room[CLI_LEGAL_ROOM],
                    struct tk_span out[TK_ACTIONS_MAX])
{
    tk_action actions[TK_ACTIONS_MAX];
    int count = game->rules.legal(state, actions);
    for (int i = 0; i < count; i++) {
        struct tk_writer text = tk_writer_over(room + i * (TK_MOVE_TEXT_MAX + 1), TK_MOVE_TEXT_MAX);
        game->text.format(state, actions[i], &text);
        out[i] = tk_writer_span(&text);
    }
    qsort(out, (size_t)count, sizeof out[0], compare_spans);
    return count;
}

static void write_ply(struct tk_writer *out, const void *context)
{
    const struct line *line = context;
    char room[CLI_LEGAL_ROOM];
    struct tk_span legal[TK_ACTIONS_MAX];
    int count = cli_legal_texts(line->game, line->state, room, legal);
    struct tk_json json = begin(out, "ply");
    tk_json_put_int(&json, "n", line->ply);
    tk_json_put_int(&json, "seat", line->game->rules.actor(line->state));
    tk_json_key(&json, "legal");
    tk_json_open(&json, '[');
    for (int i = 0; i < count; i++)
        tk_json_string(&json, legal[i]);
    tk_json_close(&json, ']');
    tk_json_key(&json, "move");
    tk_json_quote(&json);
    line->game->text.format(line->state, line->action, out);
    tk_json_unquote(&json);
    end(&json);
}

static void write_chance(struct tk_writer *out, const void *context)
{
    const struct line *line = context;
    struct tk_json json = begin(out, "chance");
    tk_chance_write(line->game, line->state, line->after, &json);
    end(&json);
}

static void write_seat_sheet(const struct line *line, int seat, struct tk_json *json)
{
    static _Thread_local struct tk_sheet sheet;
    sheet = (struct tk_sheet){0};
    line->game->rules.sheet(line->state, seat, &sheet);
    tk_json_open(json, '[');
    for (int i = 0; i < sheet.line_count; i++) {
        tk_json_open(json, '[');
        tk_json_text(json, sheet.line[i].id);
        tk_json_int(json, sheet.line[i].points);
        tk_json_close(json, ']');
    }
    tk_json_close(json, ']');
}

static void write_end(struct tk_writer *out, const void *context)
{
    const struct line *line = context;
    struct tk_config config;
    int32_t scores[TK_SEATS_MAX];
    uint8_t winners = tk_winners(line->game, line->state);
    struct tk_json json = begin(out, "end");
    line->game->rules.config(line->state, &config);
    line->game->rules.scores(line->state, scores);
    tk_json_key(&json, "scores");
    tk_json_open(&json, '[');
    for (int seat = 0; seat < config.players; seat++)
        tk_json_int(&json, scores[seat]);
    tk_json_close(&json, ']');
    tk_json_key(&json, "winners");
    tk_json_open(&json, '[');
    for (int seat = 0; seat < config.players; seat++)
        if ((winners >> seat & 1) != 0)
            tk_json_int(&json, seat);
    tk_json_close(&json, ']');
    tk_json_key(&json, "sheet");
    tk_json_open(&json, '[');
    for (int seat = 0; seat < config.players; seat++)
        write_seat_sheet(line, seat, &json);
    tk_json_close(&json, ']');
    end(&json);
}

void cli_trace_deal(struct cli_text *text, const struct tk_game *game, const void *fresh_state)
{
    cli_text_write(text, write_deal, &(struct line){.game = game, .state = fresh_state});
}

void cli_trace_ply(struct cli_text *text, const struct tk_game *game, const void *state, int ply,
                   tk_action action)
{
    cli_text_write(text, write_ply,
                   &(struct line){.game = game, .state = state, .ply = ply, .action = action});
}

void cli_trace_chance(struct cli_text *text, const struct tk_game *game, const void *before,
                      const void *after)
{
    cli_text_write(text, write_chance,
                   &(struct line){.game = game, .state = before, .after = after});
}

void cli_trace_end(struct cli_text *text, const struct tk_game *game, const void *state)
{
    cli_text_write(text, write_end, &(struct line){.game = game, .state = state});
}

/* --- random games --- */

struct run {
    const struct cli_args *args;
    struct cli_progress *progress;
};

/* A line for everything that chance decides now. */
static void trace_chances(struct cli_text *text, const struct tk_game *game, void *state)
{
    tk_state before;
    while (game->rules.actor(state) == TK_CHANCE) {
        memcpy(before, state, game->state_size);
        game->chance.settle(state);
        cli_trace_chance(text, game, before, state);
    }
}

static void play_game(void *context, long index, void *result)
{
    const struct cli_args *args = ((struct run *)context)->args;
    const struct tk_game *game = args->game;
    struct cli_text *text = result;
    tk_state state;
    uint8_t seed[TK_SEED_BYTES];
    tk_action legal[TK_ACTIONS_MAX];
    struct tk_rng rng;
    cli_game_seed(args->seed, index, seed);
    cli_game_rng(seed, &rng);
    text->length = 0;
    game->rules.setup(state, &args->config, seed);
    cli_trace_deal(text, game, state);
    trace_chances(text, game, state);
    for (int ply = 1; game->rules.actor(state) != TK_NOBODY; ply++) {
        uint32_t count = (uint32_t)game->rules.legal(state, legal);
        tk_action action = legal[tk_rng_below(&rng, count)];
        cli_trace_ply(text, game, state, ply, action);
        game->rules.apply(state, action);
        trace_chances(text, game, state);
    }
    cli_trace_end(text, game, state);
}

static bool print_game(void *context, long index, void *result)
{
    struct run *run = context;
    const struct cli_text *text = result;
    bool written = fwrite(text->data, 1, text->length, stdout) == text->length;
    cli_progress_step(run->progress, index + 1);
    return written && !match_stopped();
}

static void clear_game(void *result)
{
    cli_text_clear(result);
}

static int run_trace(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_trace, argc, argv, &args);
    if (answer >= 0)
        return answer;
    if (args.from != NULL)
        return cli_trace_from(&args);
    struct run run = {.args = &args};
    match_interruptible(); /* whole games are written */
    run.progress = cli_progress_new("games", args.games, args.quiet);
    cli_work_run(&(struct cli_work){
        .count = args.games,
        .threads = args.threads,
        .result_size = sizeof(struct cli_text),
        .run = play_game,
        .done = print_game,
        .clear = clear_game,
        .context = &run,
    });
    cli_progress_free(run.progress);
    answer = cli_output_close(&cli_trace);
    return answer == CLI_OK && match_stopped() ? CLI_INTERRUPTED : answer;
}

const struct cli_command cli_trace = {
    .name = "trace",
    .usage = "GAME [--players N] [--games K] [--seed S] | --from FILE",
    .summary = "random games, written out decision by decision",
    .about =
        "Plays games by uniformly random legal choice and writes every deal, every decision with "
        "all its legal moves, and every result as JSON Lines, so that somebody who does not trust "
        "this program can check its rules.\n\n"
        "With --from it reads deals and moves in the same form instead and writes the full trace "
        "of those games. The legal lists may be left out of the input; where they are given they "
        "must be right. An illegal move, a wrong list or a missing line is an error that names the "
        "game and the ply.",
    .examples = "takht trace splendor --players 3 --games 100 --seed 7 > games.jsonl\n"
                "takht trace --from games.jsonl | cmp - games.jsonl",
    .subject = CLI_GAME,
    .run = run_trace,
};
