/* SPDX-License-Identifier: MIT */
/* Bots that are other programs: what is spoken with them, and those that wait for another game. */
#include "exec.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "process.h"

enum { VISITS_MAX = 1000000000, TEXT_SIZE = 512 * 1024, PROTOCOL = 2 };
/* Beyond the time that a move may take: for starting, reading and writing on a busy machine. */
static const double grace = 1;
static double patience = 60;

struct program {
    struct process process;
    bool old; /* it knows version 1 alone */
    struct program_about about;
    struct program *next; /* of those that wait */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct program *waiting;

void program_patience_set(double seconds)
{
    patience = seconds;
}

/* --- what programs have said of themselves --- */

struct known {
    char command[BOT_TEXT_MAX + 1];
    struct program_about about;
    struct known *next;
};

static struct known *known;

static struct known *find_known(const char *command)
{
    struct known *k = known;
    while (k != NULL && strcmp(k->command, command) != 0)
        k = k->next;
    return k;
}

static void note_known(const struct program *p)
{
    pthread_mutex_lock(&lock);
    struct known *k = find_known(p->process.command);
    if (k == NULL && (k = calloc(1, sizeof *k)) != NULL) {
        snprintf(k->command, sizeof k->command, "%s", p->process.command);
        k->about = p->about;
        k->next = known;
        known = k;
    }
    pthread_mutex_unlock(&lock);
}

const struct program_about *program_known(const struct bot *bot)
{
    pthread_mutex_lock(&lock);
    const struct known *k = find_known(bot->argument);
    pthread_mutex_unlock(&lock);
    return k != NULL ? &k->about : NULL;
}

static void end_program(struct program *p)
{
    if (p == NULL)
        return;
    if (!p->process.failed)
        process_say(&p->process, "quit\n");
    process_end(&p->process);
    free(p);
}

void program_end_all(void)
{
    pthread_mutex_lock(&lock);
    while (waiting != NULL) {
        struct program *next = waiting->next;
        end_program(waiting);
        waiting = next;
    }
    while (known != NULL) {
        struct known *next = known->next;
        free(known);
        known = next;
    }
    pthread_mutex_unlock(&lock);
}

/* --- the greeting --- */

/* What follows a word, if the line begins with it. */
static const char *after(const char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return NULL;
    return line[length] == ' ' ? line + length + 1 : line + length;
}

/* As much of it as there is room for, in whole characters. */
static void hear_name(struct program_about *about, const char *name)
{
    char whole[PROCESS_LINE];
    snprintf(whole, sizeof whole, "%s", name);
    cli_clean(whole);
    struct tk_reader in = tk_reader_over(tk_span_of(whole));
    const char *end = in.at;
    while (!tk_read_end(&in) && (tk_read_codepoint(&in), in.at - whole < (long)sizeof about->name))
        end = in.at;
    snprintf(about->name, sizeof about->name, "%.*s", (int)(end - whole), whole);
}

static void hear_greeting(struct program *p, const char *line)
{
    struct program_about *about = &p->about;
    const char *rest;
    if ((rest = after(line, "name")) != NULL)
        hear_name(about, rest);
    else if ((rest = after(line, "version")) != NULL)
        about->version = strcmp(rest, "2") == 0 ? 2 : 1;
    else if (after(line, "repeats") != NULL)
        about->repeats = true;
    else if ((rest = after(line, "plays")) != NULL && about->game_count < PROGRAM_GAMES_MAX)
        snprintf(about->game[about->game_count++], sizeof about->game[0], "%.31s", rest);
    else if ((rest = after(line, "error")) != NULL && !p->old)
        p->old = true; /* version 1 of takht knew no other */
    else if (rest != NULL)
        process_fail(&p->process, "it says: %s", rest);
}

static void greet(struct program *p)
{
    char line[PROCESS_LINE];
    double until = cli_seconds() + patience;
    p->about = (struct program_about){.version = 1};
    process_say(&p->process, "takht %d\n", p->old ? 1 : PROTOCOL);
    while (process_hear(&p->process, until, line)) {
        bool before = p->old;
        if (strcmp(line, "ready") == 0) {
            note_known(p);
            return;
        }
        hear_greeting(p, line);
        if (p->old && !before)
            process_say(&p->process, "takht 1\n");
    }
}

static bool plays(const struct program *p, const struct tk_game *game)
{
    for (int i = 0; i < p->about.game_count; i++)
        if (strcmp(p->about.game[i], game->id) == 0)
            return true;
    return p->about.game_count == 0;
}

static void refuse_game(struct program *p, const struct tk_game *game)
{
    char list[BOT_WHY_MAX + 1];
    struct tk_writer out = tk_writer_over(list, sizeof list);
    for (int i = 0; i < p->about.game_count; i++) {
        tk_write_text(&out, i > 0 ? ", " : "");
        tk_write_text(&out, p->about.game[i]);
    }
    process_fail(&p->process, "it does not play %s; it plays %.180s", game->id,
                 tk_writer_text(&out));
}

/* --- one that waits, or a new one --- */

static struct program *take_waiting(const char *command)
{
    struct program *found = NULL;
    pthread_mutex_lock(&lock);
    for (struct program **at = &waiting; *at != NULL && found == NULL;) {
        if (strcmp((*at)->process.command, command) == 0) {
            found = *at;
            *at = found->next;
        } else {
            at = &(*at)->next;
        }
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static struct program *start(const char *command)
{
    struct program *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    if (process_start(&p->process, command, patience))
        greet(p);
    else
        process_fail(&p->process, "it cannot be started: %s", strerror(errno));
    return p;
}

struct program *program_open(const struct bot *bot, const struct tk_game *game,
                             char why[BOT_WHY_MAX + 1])
{
    struct program *p = take_waiting(bot->argument);
    if (p == NULL)
        p = start(bot->argument);
    if (p != NULL && !p->process.failed && !plays(p, game))
        refuse_game(p, game);
    if (p != NULL && !p->process.failed)
        return p;
    snprintf(why, BOT_WHY_MAX + 1, "%s", p != NULL ? p->process.why : "out of memory");
    end_program(p);
    return NULL;
}

/* --- a game --- */

static void write_options(const struct tk_game *game, const struct tk_config *config,
                          struct tk_writer *out)
{
    struct tk_json json = tk_json_over(out);
    tk_write_text(out, "options ");
    tk_options_json(game, config, &json);
    tk_write_char(out, '\n');
}

static void write_budget(struct bot_budget budget, const char *word, const char *none,
                         struct tk_writer *out)
{
    tk_write_text(out, word);
    if (budget.simulations > 0) {
        tk_write_text(out, " sims ");
        tk_write_int(out, budget.simulations);
    } else if (budget.seconds > 0) {
        tk_write_text(out, " ms ");
        tk_write_int(out, (int64_t)(1000 * budget.seconds + 0.5));
    } else {
        tk_write_text(out, none);
    }
    tk_write_char(out, '\n');
}

void program_begin(struct program *p, const struct tk_game *game, const struct tk_config *config,
                   int seat, struct bot_budget budget)
{
    char text[4096];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (p->about.version < 2)
        return;
    process_say(&p->process, "new %s players %d seat %d\n", game->id, config->players, seat);
    write_options(game, config, &out);
    write_budget(budget, "budget", " none", &out);
    process_send(&p->process, tk_writer_text(&out), out.length);
}

void program_watch(struct program *p, const struct tk_game *game, const void *before,
                   tk_action action)
{
    char move[TK_MOVE_TEXT_MAX + 1];
    struct tk_writer out = tk_writer_over(move, sizeof move);
    if (p->about.version < 2 || p->process.failed)
        return;
    game->text.format(before, action, &out);
    process_say(&p->process, "move %d %s\n", game->rules.actor(before), tk_writer_text(&out));
}

static void write_numbers(struct tk_json *json, const char *key, const int *numbers, int count)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        tk_json_int(json, numbers[i]);
    tk_json_close(json, ']');
}

/* result {"scores":[15,12],"winners":[0]} */
static void tell_result(struct program *p, const struct tk_game *game, const void *state)
{
    char text[512];
    struct tk_config config;
    int32_t scores[TK_SEATS_MAX];
    int winners[TK_SEATS_MAX], count = 0;
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    game->rules.config(state, &config);
    game->rules.scores(state, scores);
    for (int seat = 0; seat < config.players; seat++)
        if ((tk_winners(game, state) >> seat & 1) != 0)
            winners[count++] = seat;
    tk_json_open(&json, '{');
    write_numbers(&json, "scores", scores, config.players);
    write_numbers(&json, "winners", winners, count);
    tk_json_close(&json, '}');
    process_say(&p->process, "result %s\n", tk_writer_text(&out));
}

void program_close(struct program *p, const struct tk_game *game, const void *state)
{
    if (p == NULL)
        return;
    p->process.stop = NULL;
    if (p->about.version >= 2 && !p->process.failed && state != NULL)
        tell_result(p, game, state);
    else if (p->about.version >= 2 && !p->process.failed)
        process_say(&p->process, "result none\n");
    if (p->process.failed) {
        end_program(p);
        return;
    }
    pthread_mutex_lock(&lock);
    p->next = waiting;
    waiting = p;
    pthread_mutex_unlock(&lock);
}

/* --- a decision --- */

static void write_position(const struct bot_request *request, struct tk_writer *out)
{
    const struct tk_game *game = request->game;
    struct tk_json view = tk_json_over(out), sample = tk_json_over(out);
    tk_action legal[TK_ACTIONS_MAX];
    int count = game->rules.legal(request->state, legal);
    tk_write_text(out, "game ");
    tk_write_text(out, game->id);
    tk_write_text(out, "\nview ");
    tk_view(game, request->state, game->rules.actor(request->state), &view);
    tk_write_text(out, "\nsample ");
    tk_dump(game, request->state, &sample);
    tk_write_text(out, "\nlegal ");
    for (int i = 0; i < count; i++) {
        tk_write_text(out, i > 0 ? "; " : "");
        game->text.format(request->state, legal[i], out);
    }
    tk_write_char(out, '\n');
}

/* In version 2 a text of hex digits: some languages cannot hold such a number. */
static void write_seed(const struct program *p, uint64_t seed, struct tk_writer *out)
{
    char number[32];
    tk_write_text(out, "seed ");
    snprintf(number, sizeof number, p->about.version < 2 ? "%llu" : "%016llx",
             (unsigned long long)seed);
    tk_write_text(out, number);
    tk_write_char(out, '\n');
}

static void ask(struct program *p, const struct bot_request *request)
{
    char *text = malloc(TEXT_SIZE);
    if (text == NULL) {
        process_fail(&p->process, "out of memory");
        return;
    }
    struct tk_writer out = tk_writer_over(text, TEXT_SIZE);
    write_position(request, &out);
    write_seed(p, tk_rng_next(request->rng), &out);
    write_budget(request->budget, "go", "", &out);
    if (tk_writer_fits(&out))
        process_send(&p->process, text, out.length);
    else
        process_fail(&p->process, "a position is too long to be told");
    free(text);
}

/* info win 0.61 visits 400 score 3.2 line take wug; take urk */
static void read_info(const struct bot_request *request, char *text, struct bot_answer *out)
{
    struct bot_line line = {.win = 0};
    tk_action action;
    char *moves = strstr(text, " line ");
    if (moves == NULL || out->count == BOT_BEST_MAX ||
        sscanf(text, "info win %lf visits %ld score %lf", &line.win, &line.visits, &line.score) !=
            3)
        return;
    bool fine = line.win >= 0 && line.win <= 1 && line.visits >= 0 && line.visits <= VISITS_MAX &&
                isfinite(line.score);
    if (!fine) /* nobody can reckon with it */
        return;
    moves += strlen(" line ");
    moves[strcspn(moves, ";")] = '\0';
    if (tk_move_parse(request->game, request->state, tk_span_of(moves), &action) != TK_OK)
        return;
    line.action = line.line[0] = action;
    line.line_length = 1;
    out->best[out->count++] = line;
    out->simulations += line.visits;
}

/* The move after "best"; false if the line is another. */
static bool read_best(struct program *p, const struct bot_request *request, const char *line,
                      struct bot_answer *out)
{
    const char *move = after(line, "best");
    if (move == NULL)
        return false;
    if (tk_move_parse(request->game, request->state, tk_span_of(move), &out->action) != TK_OK)
        process_fail(&p->process, "this is no legal move: %.100s", move);
    return true;
}

static void hear(struct program *p, const struct bot_request *request, struct bot_answer *out)
{
    char line[PROCESS_LINE];
    const char *rest;
    double allowed = request->budget.seconds > 0 ? request->budget.seconds + grace : patience;
    double until = cli_seconds() + allowed;
    while (process_hear(&p->process, until, line)) {
        if (read_best(p, request, line, out))
            return;
        if (after(line, "info") != NULL)
            read_info(request, line, out);
        else if ((rest = after(line, "error")) != NULL)
            process_fail(&p->process, "it says: %.200s", rest);
    }
}

void program_decide(struct program *p, const struct bot_request *request, struct bot_answer *answer)
{
    p->process.stop = request->stop;
    if (!p->process.failed)
        ask(p, request);
    if (!p->process.failed)
        hear(p, request, answer);
    answer->failed = p->process.failed;
    if (p->process.failed)
        snprintf(answer->why, sizeof answer->why, "%s", p->process.why);
}

/* --- for hosts that ask about single positions --- */

static void choose_exec(const struct bot *bot, const struct bot_request *request,
                        struct bot_answer *out_answer)
{
    struct tk_config config;
    struct program *p = program_open(bot, request->game, out_answer->why);
    if (p == NULL) {
        out_answer->failed = true;
        return;
    }
    request->game->rules.config(request->state, &config);
    program_begin(p, request->game, &config, request->game->rules.actor(request->state),
                  request->budget);
    program_decide(p, request, out_answer);
    program_close(p, request->game, NULL);
}

const struct bot_kind cli_exec_bots = {.word = "exec", .choose = choose_exec};

bool program_is(const struct bot *bot)
{
    return bot != NULL && bot->choose == choose_exec;
}
