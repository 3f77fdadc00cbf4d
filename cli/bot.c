/* SPDX-License-Identifier: MIT */
/* takht bot: our bots for other programs, line by line; docs/bot-protocol.md says what is spoken. */
#include "exec.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* One game table and, while it thinks, one thread beside the one that listens. */
struct speaker {
    struct bot bot;
    int threads;
    const struct tk_game *game;
    bool has_state, thinking;
    tk_state state;
    struct bot_budget budget;
    int version;  /* of the protocol, as the host speaks it */
    bool untimed; /* the host has said that nobody waits: a level is its simulations */
    struct tk_rng rng;
    pthread_t thread;
    atomic_bool stop;
};

static void say_error(const char *what, const char *detail)
{
    printf("error %s%s\n", what, detail);
}

static void print_move(const struct speaker *s, const void *state, tk_action action)
{
    char move[TK_MOVE_TEXT_MAX + 1];
    struct tk_writer out = tk_writer_over(move, sizeof move);
    s->game->text.format(state, action, &out);
    fputs(tk_writer_text(&out), stdout);
}

/* The line it expects, as far as it is possible in the sample that was sent. */
static void print_line(const struct speaker *s, const struct bot_line *line)
{
    tk_state state;
    memcpy(state, s->state, sizeof state);
    printf("info win %.4f visits %ld score %.2f line ", line->win, line->visits, line->score);
    for (int i = 0; i < line->line_length; i++) {
        if (tk_check(s->game, state, line->line[i]) != TK_OK)
            break;
        fputs(i > 0 ? "; " : "", stdout);
        print_move(s, state, line->line[i]);
        tk_play(s->game, state, line->line[i]);
    }
    putchar('\n');
}

static void *think(void *argument)
{
    struct speaker *s = argument;
    struct bot_answer answer = {0};
    s->bot.choose(&s->bot,
                  &(struct bot_request){.game = s->game,
                                        .state = s->state,
                                        .rng = &s->rng,
                                        .budget = s->budget,
                                        .untimed = s->untimed,
                                        .threads = s->threads,
                                        .stop = &s->stop},
                  &answer);
    for (int i = 0; i < answer.count; i++)
        if (answer.best[i].line_length > 0)
            print_line(s, &answer.best[i]);
    fputs("best ", stdout);
    print_move(s, s->state, answer.action);
    putchar('\n');
    fflush(stdout);
    return NULL;
}

static void finish_thinking(struct speaker *s)
{
    if (s->thinking)
        pthread_join(s->thread, NULL);
    s->thinking = false;
}

/* --- what it is told --- */

/* A host that speaks a later version than we do is answered with ours. */
static void hear_takht(struct speaker *s, const char *text)
{
    char *end;
    long version = strtol(text, &end, 10);
    if (end == text || *end != '\0' || version < 1) {
        say_error("this program speaks versions 1 and 2 of the protocol, not ", text);
        return;
    }
    s->version = version < 2 ? 1 : 2;
    printf("name takht %s\n", s->bot.name);
    if (s->version == 2)
        puts("version 2");
    puts("option bot NAME\noption sims 1 1000000000\noption ms 1 1000000\noption threads 1 64");
    for (int i = 0; tk_game_at(i) != NULL; i++)
        printf("plays %s\n", tk_game_at(i)->id);
    if (s->version == 2 && s->bot.budget.seconds <= 0)
        puts("repeats");
    puts("ready");
}

/* The bot as it is, with one setting more, or with another value of it. */
static void add_setting(const char *bot, const char *name, const char *value, struct tk_writer *out)
{
    size_t length = strlen(name), word = strcspn(bot, ":");
    char between = ':';
    tk_write(out, bot, word);
    for (const char *at = bot + word + (bot[word] == ':'); *at != '\0';) {
        size_t part = strcspn(at, "+");
        if (strncmp(at, name, length) != 0 || at[length] != '=') {
            tk_write_char(out, between);
            tk_write(out, at, part);
            between = '+';
        }
        at += part + (at[part] == '+');
    }
    tk_write_char(out, between);
    tk_write_text(out, name);
    tk_write_char(out, '=');
    tk_write_text(out, value);
}

static void set_threads(struct speaker *s, const char *value)
{
    char *end;
    long threads = strtol(value, &end, 10);
    if (end == value || *end != '\0' || threads < 1 || threads > BOT_THREADS_MAX)
        say_error("threads are a number from 1 to 64, not ", value);
    else
        s->threads = (int)threads;
}

static void hear_set(struct speaker *s, const char *text)
{
    struct bot bot;
    char name[64], value[256], setting[BOT_TEXT_MAX + 400];
    struct tk_writer out = tk_writer_over(setting, sizeof setting);
    if (sscanf(text, "%63s %255[^\n]", name, value) != 2) {
        say_error("a setting has a name and a value: ", text);
        return;
    }
    bool whole = strcmp(name, "bot") == 0;
    if (strcmp(name, "threads") == 0)
        return set_threads(s, value);
    add_setting(s->bot.name, name, value, &out);
    /* whoever is host may be far away, and starts no programs on this machine */
    if (bot_parse(whole ? tk_span_of(value) : tk_writer_span(&out), &bot) && !program_is(&bot))
        s->bot = bot;
    else
        say_error("there is no such setting or value: ", text);
}

static void hear_game(struct speaker *s, const char *text)
{
    s->game = tk_game_find(tk_span_of(text));
    s->has_state = false;
    if (s->game == NULL)
        say_error("this game is not known: ", text);
}

/* new GAME players N seat N; who plays, and with what options, stands in the sample again. */
static void hear_new(struct speaker *s, const char *text)
{
    struct tk_span id = {text, strcspn(text, " ")};
    s->game = tk_game_find(id);
    s->has_state = s->untimed = false;
    if (s->game == NULL)
        say_error("this game is not known: ", text);
}

/* budget none | sims N | ms N: without any the host does not wait for a clock. */
static void hear_budget(struct speaker *s, const char *text)
{
    s->untimed = strcmp(text, "none") == 0;
}

/* What a setting names may be another game's: then it does not think. */
static bool refuse_stranger(const struct speaker *s)
{
    struct tk_config config;
    char why[512];
    struct tk_writer out = tk_writer_over(why, sizeof why);
    s->game->rules.config(s->state, &config);
    if (bot_suits(&s->bot, s->game, config.players, &out))
        return false;
    say_error(tk_writer_text(&out), "");
    return true;
}

static void hear_sample(struct speaker *s, const char *text)
{
    struct tk_json_in in = tk_json_in_over(tk_span_of(text));
    if (s->game == NULL) {
        say_error("say which game first", "");
        return;
    }
    s->has_state = tk_load(s->game, s->state, &in) && tk_json_finish(&in);
    if (!s->has_state)
        say_error("the sample is refused: ", in.problem != NULL ? in.problem : "");
}

static void hear_seed(struct speaker *s, const char *text)
{
    uint64_t seed = s->version == 2 ? tk_hash(text, strlen(text)) : strtoull(text, NULL, 10);
    tk_rng_init(&s->rng, seed, 0);
}

static void hear_go(struct speaker *s, const char *text)
{
    long number = 0;
    if (!s->has_state || s->game->rules.actor(s->state) < 0) {
        say_error("there is no position in which somebody is to move", "");
        return;
    }
    if (refuse_stranger(s))
        return;
    s->budget = (struct bot_budget){0};
    if (sscanf(text, "sims %ld", &number) == 1 && number > 0 && number <= 1000000000)
        s->budget.simulations = number;
    else if (sscanf(text, "ms %ld", &number) == 1 && number > 0 && number <= 1000000)
        s->budget.seconds = (double)number / 1000;
    else if (*text != '\0') {
        say_error("a budget is 'sims N' or 'ms N': ", text);
        return;
    }
    atomic_store(&s->stop, false);
    s->thinking = pthread_create(&s->thread, NULL, think, s) == 0;
    if (!s->thinking)
        think(s);
}

/* What is not here is passed over: the view, the legal moves, those that were made, the result all
 * follow from the sample, and other words may come with later versions. */
static const struct {
    const char *word;
    void (*hear)(struct speaker *, const char *);
} words[] = {
    {"takht", hear_takht},   {"set", hear_set},   {"game", hear_game}, {"new", hear_new},
    {"budget", hear_budget}, {"seed", hear_seed}, {"go", hear_go},     {"sample", hear_sample},
};

/* False after "quit". Only "stop" is heard while it thinks; everything else waits for the answer. */
static bool hear(struct speaker *s, char *line)
{
    size_t length = strcspn(line, " ");
    char *rest = line[length] == ' ' ? line + length + 1 : line + length;
    line[length] = '\0';
    bool quits = strcmp(line, "quit") == 0;
    if (quits || strcmp(line, "stop") == 0)
        atomic_store(&s->stop, true);
    finish_thinking(s);
    for (int i = 0; i < TK_COUNT(words); i++)
        if (strcmp(words[i].word, line) == 0)
            words[i].hear(s, rest);
    return !quits;
}

static void listen(struct speaker *s, char *line)
{
    enum cli_line got;
    bool listens = true;
    while (listens && (got = cli_line_read(stdin, line)) != CLI_LINE_NONE) {
        if (got == CLI_LINE_TOO_LONG)
            say_error("a line has at most a million bytes", "");
        else
            listens = hear(s, line);
        fflush(stdout);
    }
    finish_thinking(s); /* the input may end before the answer */
}

static int run_bot(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_bot, argc, argv, &args);
    if (answer >= 0)
        return answer;
    struct speaker *s = calloc(1, sizeof *s);
    char *line = malloc(CLI_LINE_MAX);
    if (s == NULL || line == NULL) {
        free(s);
        free(line);
        return cli_fail(&cli_bot, CLI_FAILED, "out of memory");
    }
    s->bot = *args.bots[0];
    s->threads = args.threads;
    s->version = 1;
    tk_rng_init(&s->rng, tk_hash(args.seed, sizeof args.seed), 0);
    listen(s, line);
    free(line);
    free(s);
    return cli_output_close(&cli_bot);
}

const struct cli_command cli_bot = {
    .name = "bot",
    .usage = "[--bots B] [--threads T] [--seed S]",
    .summary = "a bot for other programs, over standard input and output",
    .about = "Speaks the line protocol of docs/bot-protocol.md, so that another program can let "
             "our bots play, and so that takht arena can let two builds play each other.",
    .examples = "takht bot --bots mcts:sims=2000\n"
                "takht arena splendor --bots 'exec:./other/takht bot,master' --games 200\n"
                "takht arena splendor --bots 'exec:python3 examples/bot.py,random' --games 20",
    .run = run_bot,
};
