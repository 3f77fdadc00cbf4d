/* SPDX-License-Identifier: MIT */
/* What bots make of a game under way. */
#include <stdlib.h>
#include <string.h>

#include "bots/bots.h"
#include "table_internal.h"

/* --- bots --- */

/* The line as far as it is possible with what is really there. */
static void write_line(const struct tk_table *t, const struct bot_line *line, struct tk_json *json)
{
    tk_state state;
    memcpy(state, table_now(t), t->game->state_size);
    tk_json_key(json, "line");
    tk_json_open(json, '[');
    for (int i = 0; i < line->line_length && tk_check(t->game, state, line->line[i]) == TK_OK;
         i++) {
        table_move(t, state, line->line[i], json);
        tk_play(t->game, state, line->line[i]);
    }
    tk_json_close(json, ']');
}

static int64_t in_ten_thousandths(double chance)
{
    return (int64_t)(chance * 10000 + 0.5);
}

/* What everybody's chances are after the move. */
static void write_seats(const struct tk_table *t, const struct bot_line *line, struct tk_json *json)
{
    double chances[TK_SEATS_MAX];
    int players = t->config.players, actor = t->game->rules.actor(table_now(t));
    bot_line_chances(t->game, table_now(t), players, actor, line, line->win, chances);
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int seat = 0; seat < players; seat++)
        tk_json_int(json, in_ten_thousandths(chances[seat]));
    tk_json_close(json, ']');
}

static void write_best(const struct tk_table *t, const struct bot_line *line, struct tk_json *json)
{
    tk_json_open(json, '{');
    tk_json_key(json, "move");
    table_move(t, table_now(t), line->action, json);
    tk_json_put_int(json, "chance", in_ten_thousandths(line->win));
    write_seats(t, line, json);
    tk_json_put_int(json, "score", (int64_t)(line->score * 100));
    tk_json_put_int(json, "visits", line->visits);
    write_line(t, line, json);
    tk_json_close(json, '}');
}

static void write_thought(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    const struct bot_answer *thought = about;
    struct tk_json json = tk_json_over(out);
    tk_json_open(&json, '{');
    tk_json_key(&json, "move");
    table_move(t, table_now(t), thought->action, &json);
    tk_json_put_int(&json, "simulations", thought->simulations);
    tk_json_key(&json, "best");
    tk_json_open(&json, '[');
    for (int i = 0; i < thought->count; i++)
        write_best(t, &thought->best[i], &json);
    tk_json_close(&json, ']');
    tk_json_close(&json, '}');
}

static bool find_bot(struct tk_table *t, const char *text, struct bot *out)
{
    struct tk_writer why = table_complain(t);
    if (!bot_parse(table_span(text), out)) {
        bot_explain(table_span(text), &why);
    } else if (bot_suits(out, t->game, t->config.players, &why)) {
        return table_accepted(t);
    }
    tk_writer_text(&why);
    return false;
}

const char *tk_table_think(struct tk_table *t, const char *text, uint32_t seed)
{
    struct bot bot;
    struct bot_answer thought = {0};
    struct tk_rng rng;
    if (!table_has_game(t))
        return NULL;
    if (tk_table_actor(t) < 0) {
        table_refused(t, "the game is over", "");
        return NULL;
    }
    if (!find_bot(t, text, &bot))
        return NULL;
    tk_rng_init(&rng, seed, 2);
    bot_think(&bot, NULL, t->game, table_now(t), &rng, &thought);
    return table_answer(t, write_thought, &thought);
}

/* --- the report --- */

/* A page wants to know how far it is; other callers wait. */
#if defined(__wasm__)
__attribute__((import_module("takht"), import_name("progress"))) void tk_progress(int done,
                                                                                  int all);
static void progress(void *context, int done, int all)
{
    (void)context;
    tk_progress(done, all);
}
#else
static void (*const progress)(void *, int, int) = NULL;
#endif

struct told {
    struct report report;
    struct report_ply *plies;
    struct report_account accounts[TK_SEATS_MAX];
};

static void write_report(const struct tk_table *t, const void *about, struct tk_writer *out)
{
    const struct told *told = about;
    struct tk_json json = tk_json_over(out);
    struct tk_speaker speaker = {t->lang, t->game, NULL};
    tk_json_open(&json, '{');
    bot_report_write(&told->report, t->states, TK_STATE_MAX, told->plies, t->length, told->accounts,
                     &speaker, &json);
    tk_json_close(&json, '}');
}

static const char *report_on(struct tk_table *t, struct told *told)
{
    if (bot_report(&told->report, t->states, TK_STATE_MAX, t->actions, t->length, told->plies,
                   told->accounts))
        return table_answer(t, write_report, told);
    table_refused(t, told->report.failed ? told->report.why : TK_PROBLEM_MEMORY, "");
    return NULL;
}

const char *tk_table_report(struct tk_table *t, const char *text, int simulations, int threads,
                            uint32_t seed)
{
    struct bot bot;
    if (!table_has_game(t) || !find_bot(t, text, &bot))
        return NULL;
    if (simulations < 1) {
        table_refused(t, "a report needs at least one simulation for a decision", "");
        return NULL;
    }
    struct told *told = calloc(1, sizeof *told);
    struct report_ply *plies = calloc((size_t)t->length + 1, sizeof *plies);
    const char *found = NULL;
    if (told == NULL || plies == NULL) {
        table_refused(t, TK_PROBLEM_MEMORY, "");
    } else {
        told->plies = plies;
        told->report = (struct report){.game = t->game,
                                       .bot = &bot,
                                       .simulations = simulations,
                                       .threads = threads,
                                       .seed = seed,
                                       .progress = progress};
        found = report_on(t, told);
    }
    free(plies);
    free(told);
    return found;
}

bool tk_table_net(struct tk_table *t, const char *name, const uint8_t *bytes, uint32_t size)
{
    if (t == NULL)
        return false;
    struct tk_writer why = table_complain(t);
    if (bot_net_give(name == NULL ? "" : name, bytes, bytes == NULL ? 0 : size, &why))
        return table_accepted(t);
    tk_writer_text(&why);
    return false;
}
