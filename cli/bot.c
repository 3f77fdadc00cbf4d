/* takht bot: our bots for other programs, line by line; docs/bot-protocol.md says what is spoken. */
#include "cli.h"

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

static void hear_takht(struct speaker *s, const char *text)
{
    if (strcmp(text, "1") != 0) {
        say_error("this program speaks version 1 of the protocol", "");
        return;
    }
    printf("name takht %s\n", s->bot.name);
    puts("option bot NAME\noption sims 1 1000000000\noption ms 1 1000000\noption threads 1 64");
    for (int i = 0; tk_game_at(i) != NULL; i++)
        printf("plays %s\n", tk_game_at(i)->id);
    puts("ready");
}

static void hear_set(struct speaker *s, const char *text)
{
    struct bot bot;
    char name[64], value[256], setting[400];
    if (sscanf(text, "%63s %255[^\n]", name, value) != 2) {
        say_error("a setting has a name and a value: ", text);
        return;
    }
    bool whole = strcmp(name, "bot") == 0;
    if (strcmp(name, "threads") == 0) {
        long threads = strtol(value, NULL, 10);
        s->threads = threads >= 1 && threads <= BOT_THREADS_MAX ? (int)threads : s->threads;
        return;
    }
    snprintf(setting, sizeof setting, "mcts:%s=%s", name, value);
    if (bot_parse(tk_span_of(whole ? value : setting), &bot))
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
    tk_rng_init(&s->rng, strtoull(text, NULL, 10), 0);
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
    if (sscanf(text, "sims %ld", &number) == 1 && number > 0)
        s->budget.simulations = number;
    else if (sscanf(text, "ms %ld", &number) == 1 && number > 0)
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

/* The view and the list of moves follow from the sample; they are for other programs. */
static void hear_nothing(struct speaker *s, const char *text)
{
    (void)s;
    (void)text;
}

static const struct {
    const char *word;
    void (*hear)(struct speaker *, const char *);
} words[] = {
    {"takht", hear_takht}, {"set", hear_set}, {"game", hear_game},    {"sample", hear_sample},
    {"seed", hear_seed},   {"go", hear_go},   {"view", hear_nothing}, {"legal", hear_nothing},
};

/* False after "quit". Only "stop" is heard while it thinks; everything else waits for the answer.
 */
static bool hear(struct speaker *s, char *line)
{
    size_t length = strcspn(line, " ");
    char *rest = line[length] == ' ' ? line + length + 1 : line + length;
    line[length] = '\0';
    if (strcmp(line, "stop") == 0)
        atomic_store(&s->stop, true);
    if (strcmp(line, "quit") == 0)
        atomic_store(&s->stop, true);
    finish_thinking(s);
    if (strcmp(line, "quit") == 0)
        return false;
    if (strcmp(line, "stop") == 0 || *line == '\0')
        return true;
    for (int i = 0; i < TK_COUNT(words); i++) {
        if (strcmp(words[i].word, line) == 0) {
            words[i].hear(s, rest);
            return true;
        }
    }
    say_error("this word is not known: ", line);
    return true;
}

static int run_bot(int argc, char **argv)
{
    struct cli_args args;
    int answer = cli_args_read(&cli_bot, argc, argv, &args);
    if (answer >= 0)
        return answer;
    struct speaker *s = calloc(1, sizeof *s);
    if (s == NULL)
        return cli_fail(&cli_bot, CLI_FAILED, "out of memory");
    s->bot = *args.bots[0];
    s->threads = args.threads;
    tk_rng_init(&s->rng, tk_hash(args.seed, sizeof args.seed), 0);
    char *line = NULL;
    size_t size = 0;
    bool listens = true;
    while (listens && getline(&line, &size, stdin) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        listens = hear(s, line);
        fflush(stdout);
    }
    finish_thinking(s); /* the input may end before the answer */
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
                "takht arena splendor --bots 'exec:python3 docs/bot-example.py,random' --games 20",
    .run = run_bot,
};
