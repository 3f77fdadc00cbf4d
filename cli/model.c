/* SPDX-License-Identifier: MIT */
/* takht model: a forward model for bots in any language. */
#include "model.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- answering --- */

static void say(struct cli_text *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(struct cli_text *out, const char *format, ...)
{
    char text[1024];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    cli_text_add(out, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/* --- positions --- */

static unsigned char *state_at(const struct model *m, int depth)
{
    return m->states + (size_t)depth * m->game->state_size;
}

static unsigned char *now(const struct model *m)
{
    return state_at(m, m->depth);
}

/* Who is to move: the answer to everything that changes the position. */
static void say_actor(const struct model *m, struct cli_text *out)
{
    int actor = m->game->rules.actor(now(m));
    if (actor >= 0)
        say(out, "ok %d", actor);
    else
        say(out, "ok end");
}

static bool make_room(struct model *m)
{
    if (m->depth + 1 < m->room)
        return true;
    int room = m->room == 0 ? 8 : 2 * m->room;
    unsigned char *states = realloc(m->states, (size_t)room * TK_STATE_MAX);
    if (states == NULL)
        return false;
    m->states = states;
    m->room = room;
    return true;
}

static bool set_root(struct model *m, const struct tk_game *game, const void *state)
{
    m->depth = 0;
    if (!make_room(m))
        return false;
    m->game = game;
    memcpy(m->states, state, game->state_size);
    int actor = game->rules.actor(state);
    m->seat = actor >= 0 ? actor : 0;
    return true;
}

void model_init(struct model *m, uint64_t seed)
{
    *m = (struct model){0};
    tk_rng_init(&m->rng, seed, 0);
}

void model_clear(struct model *m)
{
    free(m->states);
    *m = (struct model){0};
}

/* --- where it begins --- */

static void hear_takht(struct model *m, const char *text, struct cli_text *out)
{
    (void)m, (void)text;
    say(out, "ok model 1");
}

/* What a state says that it is of. */
static const struct tk_game *game_of(struct tk_span text)
{
    struct tk_json_in in = tk_json_in_over(text);
    struct tk_span key, id;
    tk_json_enter(&in, '{');
    while (tk_json_next_key(&in, &key)) {
        if (tk_span_is(key, "game"))
            return tk_json_read_string(&in, &id) ? tk_game_find(id) : NULL;
        tk_json_skip(&in);
    }
    return NULL;
}

static void hear_load(struct model *m, const char *text, struct cli_text *out)
{
    const struct tk_game *game = game_of(tk_span_of(text));
    struct tk_json_in in = tk_json_in_over(tk_span_of(text));
    tk_state state;
    if (game == NULL) {
        say(out, "error a state names its game, as in {\"game\":\"splendor\",…}");
        return;
    }
    if (!tk_load(game, state, &in) || !tk_json_finish(&in)) {
        char why[256];
        struct tk_writer problem = tk_writer_over(why, sizeof why);
        tk_json_problem(&in, &problem);
        say(out, "error the state is refused: %s", tk_writer_text(&problem));
        return;
    }
    tk_settle_chance(game, state);
    if (set_root(m, game, state))
        say_actor(m, out);
    else
        say(out, "error out of memory");
}

/* OPTION=VALUE */
static bool read_option(const struct tk_game *game, struct tk_config *config, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL)
        return false;
    int option = tk_option_find(game, (struct tk_span){text, (size_t)(equals - text)});
    return option >= 0 && tk_option_parse(&game->options[option], config->players,
                                          tk_span_of(equals + 1), &config->option[option]);
}

/* NULL, or what is wrong with GAME PLAYERS OPTION=VALUE … */
static const char *read_config(const char *text, const struct tk_game **out_game,
                               struct tk_config *out)
{
    char words[1024], *save = NULL, *end = NULL;
    if ((size_t)snprintf(words, sizeof words, "%s", text) >= sizeof words)
        return "the line is too long";
    char *id = strtok_r(words, " ", &save), *seats = strtok_r(NULL, " ", &save);
    const struct tk_game *game = id != NULL ? tk_game_find(tk_span_of(id)) : NULL;
    if (game == NULL)
        return "this game is not known";
    long players = seats != NULL ? strtol(seats, &end, 10) : game->seats_min;
    if (players < game->seats_min || players > game->seats_max || (end != NULL && *end != '\0'))
        return "the game is not for so many players";
    tk_config_init(game, (int)players, out);
    for (char *word; (word = strtok_r(NULL, " ", &save)) != NULL;)
        if (!read_option(game, out, word))
            return "the game has no such option or value";
    *out_game = game;
    bool together = game->rules.config_check == NULL || game->rules.config_check(out) == TK_OK;
    return together ? NULL : "the options do not go together";
}

static void hear_new(struct model *m, const char *text, struct cli_text *out)
{
    const struct tk_game *game = NULL;
    struct tk_config config;
    uint8_t seed[TK_SEED_BYTES];
    tk_state state;
    const char *wrong = read_config(text, &game, &config);
    if (wrong != NULL) {
        say(out, "error %s; say new GAME PLAYERS OPTION=VALUE …", wrong);
        return;
    }
    for (int i = 0; i < TK_SEED_BYTES; i++)
        seed[i] = (uint8_t)(tk_rng_next(&m->rng) >> 56);
    tk_start(game, &config, seed, state);
    if (set_root(m, game, state))
        say_actor(m, out);
    else
        say(out, "error out of memory");
}

static void hear_seed(struct model *m, const char *text, struct cli_text *out)
{
    tk_rng_init(&m->rng, tk_hash(text, strlen(text)), 0);
    say(out, "ok");
}

/* --- moving about --- */

static int players_of(const struct model *m)
{
    struct tk_config config;
    m->game->rules.config(now(m), &config);
    return config.players;
}

static bool read_seat(const struct model *m, const char *text, int *out_seat)
{
    char *end;
    long seat = strtol(text, &end, 10);
    if (end == text || *end != '\0' || seat < 0 || seat >= players_of(m))
        return false;
    *out_seat = (int)seat;
    return true;
}

static void hear_seat(struct model *m, const char *text, struct cli_text *out)
{
    if (read_seat(m, text, &m->seat))
        say(out, "ok %d", m->seat);
    else
        say(out, "error a seat is a number from 0 to %d", players_of(m) - 1);
}

static void hear_sample(struct model *m, const char *text, struct cli_text *out)
{
    (void)text;
    m->depth = 0;
    m->game->knowledge.determinise(now(m), m->seat, &m->rng);
    say_actor(m, out);
}

static void hear_root(struct model *m, const char *text, struct cli_text *out)
{
    (void)text;
    m->depth = 0;
    say_actor(m, out);
}

static void hear_apply(struct model *m, const char *text, struct cli_text *out)
{
    char why[512];
    struct tk_writer reason = tk_writer_over(why, sizeof why);
    tk_action action;
    tk_status status = tk_move_parse(m->game, now(m), tk_span_of(text), &action);
    if (status != TK_OK) {
        tk_status_write(&(struct tk_speaker){TK_EN, m->game, NULL}, status, &reason);
        say(out, "error %s", tk_writer_text(&reason));
        return;
    }
    if (m->depth == MODEL_PLIES_MAX || !make_room(m)) {
        say(out, "error there are too many moves to take back; say root or load");
        return;
    }
    memcpy(state_at(m, m->depth + 1), now(m), m->game->state_size);
    m->depth++;
    tk_play(m->game, now(m), action);
    say_actor(m, out);
}

/* N; 1 if nothing is there, 0 for what is no number. */
static long read_count(const char *text)
{
    char *end;
    long count = strtol(text, &end, 10);
    return *text == '\0' ? 1 : *end == '\0' ? count : 0;
}

static void hear_undo(struct model *m, const char *text, struct cli_text *out)
{
    long count = read_count(text);
    if (count < 1 || count > m->depth) {
        say(out, "error %d move%s can be taken back", m->depth, cli_s(m->depth));
        return;
    }
    m->depth -= (int)count;
    say_actor(m, out);
}

/* --- looking --- */

static void write_legal(struct tk_writer *out, const void *context)
{
    const struct model *m = context;
    tk_action legal[TK_ACTIONS_MAX];
    int count = m->game->rules.legal(now(m), legal);
    tk_write_text(out, "ok ");
    for (int i = 0; i < count; i++) {
        tk_write_text(out, i > 0 ? "; " : "");
        m->game->text.format(now(m), legal[i], out);
    }
}

static void hear_legal(struct model *m, const char *text, struct cli_text *out)
{
    (void)text;
    if (m->game->rules.actor(now(m)) == TK_NOBODY)
        say(out, "error the game is over");
    else
        cli_text_write(out, write_legal, m);
}

static void hear_actor(struct model *m, const char *text, struct cli_text *out)
{
    (void)text;
    say_actor(m, out);
}

static void hear_end(struct model *m, const char *text, struct cli_text *out)
{
    (void)text;
    say(out, "ok %s", m->game->rules.actor(now(m)) == TK_NOBODY ? "yes" : "no");
}

static void hear_scores(struct model *m, const char *text, struct cli_text *out)
{
    int32_t scores[TK_SEATS_MAX];
    (void)text;
    m->game->rules.scores(now(m), scores);
    say(out, "ok");
    for (int seat = 0; seat < players_of(m); seat++)
        say(out, " %d", scores[seat]);
}

static void hear_winners(struct model *m, const char *text, struct cli_text *out)
{
    (void)text;
    if (m->game->rules.actor(now(m)) != TK_NOBODY) {
        say(out, "error the game is not over");
        return;
    }
    say(out, "ok");
    for (int seat = 0; seat < players_of(m); seat++)
        if ((tk_winners(m->game, now(m)) >> seat & 1) != 0)
            say(out, " %d", seat);
}

struct looking {
    const struct model *model;
    int seat;
};

static void write_view(struct tk_writer *out, const void *context)
{
    const struct looking *looking = context;
    struct tk_json json = tk_json_over(out);
    tk_write_text(out, "ok ");
    tk_view(looking->model->game, now(looking->model), looking->seat, &json);
}

static void hear_view(struct model *m, const char *text, struct cli_text *out)
{
    int seat = m->seat;
    if (*text != '\0' && !read_seat(m, text, &seat))
        say(out, "error a seat is a number from 0 to %d", players_of(m) - 1);
    else
        cli_text_write(out, write_view, &(struct looking){m, seat});
}

static void write_state(struct tk_writer *out, const void *context)
{
    const struct model *m = context;
    struct tk_json json = tk_json_over(out);
    tk_write_text(out, "ok ");
    tk_dump(m->game, now(m), &json);
}

static void hear_state(struct model *m, const char *text, struct cli_text *out)
{
    (void)text;
    cli_text_write(out, write_state, m);
}

/* --- judging --- */

static void say_shares(const float *shares, int players, struct cli_text *out)
{
    say(out, "ok");
    for (int seat = 0; seat < players; seat++)
        say(out, " %.4f", (double)shares[seat]);
}

static void hear_chances(struct model *m, const char *text, struct cli_text *out)
{
    float chances[TK_SEATS_MAX] = {0};
    (void)text;
    bot_chances(m->game, TK_FORETELLS, now(m), players_of(m), chances);
    say_shares(chances, players_of(m), out);
}

/* Random moves to the end, some times; the position stays. */
static void hear_playout(struct model *m, const char *text, struct cli_text *out)
{
    long count = read_count(text);
    int players = players_of(m);
    float shares[TK_SEATS_MAX] = {0};
    tk_action legal[TK_ACTIONS_MAX];
    if (count < 1 || count > MODEL_PLAYOUTS_MAX) {
        say(out, "error playouts are a number from 1 to %d", MODEL_PLAYOUTS_MAX);
        return;
    }
    for (long i = 0; i < count; i++) {
        tk_state state;
        memcpy(state, now(m), m->game->state_size);
        while (m->game->rules.actor(state) != TK_NOBODY) {
            uint32_t moves = (uint32_t)m->game->rules.legal(state, legal);
            tk_play(m->game, state, legal[tk_rng_below(&m->rng, moves)]);
        }
        uint8_t winners = tk_winners(m->game, state);
        for (int seat = 0; seat < players; seat++)
            if ((winners >> seat & 1) != 0)
                shares[seat] += 1.0F / (float)(__builtin_popcount(winners) * count);
    }
    say_shares(shares, players, out);
}

/* --- the words --- */

static const struct {
    const char *word;
    bool anywhere; /* also without a position */
    void (*hear)(struct model *, const char *, struct cli_text *);
} words[] = {
    {"takht", true, hear_takht},      {"new", true, hear_new},
    {"load", true, hear_load},        {"seed", true, hear_seed},
    {"seat", false, hear_seat},       {"sample", false, hear_sample},
    {"root", false, hear_root},       {"apply", false, hear_apply},
    {"undo", false, hear_undo},       {"legal", false, hear_legal},
    {"actor", false, hear_actor},     {"end", false, hear_end},
    {"scores", false, hear_scores},   {"winners", false, hear_winners},
    {"view", false, hear_view},       {"state", false, hear_state},
    {"chances", false, hear_chances}, {"playout", false, hear_playout},
};

bool model_hear(struct model *m, char *line, struct cli_text *out)
{
    size_t length = strcspn(line, " ");
    char *rest = line[length] == ' ' ? line + length + 1 : line + length;
    int i = 0;
    line[length] = '\0';
    if (strcmp(line, "quit") == 0)
        return false;
    while (i < TK_COUNT(words) && strcmp(words[i].word, line) != 0)
        i++;
    if (i == TK_COUNT(words))
        say(out, "error this word is not known: %.100s", line);
    else if (m->game == NULL && !words[i].anywhere)
        say(out, "error there is no position; say load or new first");
    else
        words[i].hear(m, rest, out);
    cli_text_add(out, "\n", 1);
    return true;
}

/* --- the command --- */

static void serve_lines(struct model *m, char *line, struct cli_text *out)
{
    enum cli_line got;
    bool listens = true;
    while (listens && (got = cli_line_read(stdin, line)) != CLI_LINE_NONE) {
        out->length = 0;
        if (got == CLI_LINE_TOO_LONG)
            say(out, "error a line has at most a million bytes\n");
        else
            listens = model_hear(m, line, out);
        listens = fwrite(out->data, 1, out->length, stdout) == out->length && fflush(stdout) == 0 &&
                  listens;
    }
}

static int run_model(int argc, char **argv)
{
    struct cli_args args;
    struct model model;
    struct cli_text out = {0};
    int answer = cli_args_read(&cli_model, argc, argv, &args);
    if (answer >= 0)
        return answer;
    char *line = malloc(CLI_LINE_MAX);
    if (line == NULL)
        return cli_fail(&cli_model, CLI_FAILED, "out of memory");
    model_init(&model, tk_hash(args.seed, sizeof args.seed));
    serve_lines(&model, line, &out);
    model_clear(&model);
    cli_text_clear(&out);
    free(line);
    return cli_output_close(&cli_model);
}

const struct cli_command cli_model = {
    .name = "model",
    .usage = "[--seed S]",
    .summary = "the rules for bots in any language: apply, undo, legal, sample, line by line",
    .about = "A forward model: a program starts it, loads the sample that it was sent (or a new "
             "game), and looks ahead without knowing a rule. Every line is answered by one line, "
             "'ok …' or 'error …'; docs/bot-protocol.md lists the words. It knows nothing but "
             "what it was told, so it reveals nothing. Bots find this command in the environment, "
             "as TAKHT.",
    .examples =
        "printf 'new splendor 2\\nlegal\\nplayout 100\\n' | takht model\n"
        "takht arena splendor --bots 'exec:python3 examples/bot_search.py,greedy' --games 4",
    .run = run_model,
};
