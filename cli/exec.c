/*
 * A bot that is another program; docs/bot-protocol.md says what is spoken. The program is told what
 * its seat may know: its view, the legal moves, and a whole state in which everything hidden has
 * been drawn anew.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"

enum { LINE_SIZE = 4096, TEXT_SIZE = 512 * 1024, PATIENCE_S = 60 };

/* A running program. Every thread that plays has its own, so that none waits for another's. */
struct child {
    char command[BOT_TEXT_MAX + 1];
    pid_t pid;
    int in, out; /* what it reads from us, what we read from it */
    char line[LINE_SIZE];
    size_t filled;
    bool failed; /* it has said nonsense or nothing; it is not asked again */
    struct child *next;
};

static pthread_key_t children_key;
static pthread_once_t children_once = PTHREAD_ONCE_INIT;

static void child_end(struct child *child)
{
    if (child->pid > 0) {
        close(child->in);
        close(child->out);
        kill(child->pid, SIGTERM);
        waitpid(child->pid, NULL, 0);
    }
    free(child);
}

static void end_children(void *first)
{
    for (struct child *child = first; child != NULL;) {
        struct child *next = child->next;
        child_end(child);
        child = next;
    }
}

static void make_key(void)
{
    pthread_key_create(&children_key, end_children);
}

/* --- lines --- */

static void complain(struct child *child, const char *what, const char *detail)
{
    if (!child->failed)
        fprintf(stderr, "takht: exec:%s: %s%s\n", child->command, what, detail);
    child->failed = true;
}

static void send_text(struct child *child, const char *text, size_t length)
{
    while (length > 0 && !child->failed) {
        ssize_t sent = write(child->in, text, length);
        if (sent < 0 && errno != EINTR)
            complain(child, "it does not listen", "");
        if (sent > 0) {
            text += sent;
            length -= (size_t)sent;
        }
    }
}

static void send_words(struct child *child, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void send_words(struct child *child, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    send_text(child, line, (size_t)length);
}

static bool fill_line(struct child *child, int patience_ms)
{
    struct pollfd wait = {.fd = child->out, .events = POLLIN};
    if (child->filled + 1 >= sizeof child->line) {
        complain(child, "a line is too long", "");
        return false;
    }
    int ready = poll(&wait, 1, patience_ms);
    ssize_t got = ready > 0 ? read(child->out, child->line + child->filled,
                                   sizeof child->line - 1 - child->filled)
                            : 0;
    if (got <= 0) {
        complain(child, ready > 0 ? "it has ended" : "it does not answer", "");
        return false;
    }
    child->filled += (size_t)got;
    return true;
}

/* The next line without its end; false if none comes. */
static bool read_line(struct child *child, int patience_ms, char out[LINE_SIZE])
{
    char *end;
    while ((end = memchr(child->line, '\n', child->filled)) == NULL)
        if (!fill_line(child, patience_ms))
            return false;
    size_t length = (size_t)(end - child->line);
    memcpy(out, child->line, length);
    out[length > 0 && out[length - 1] == '\r' ? length - 1 : length] = '\0';
    child->filled -= length + 1;
    memmove(child->line, end + 1, child->filled);
    return true;
}

/* --- starting --- */

static bool spawn(struct child *child)
{
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
        return false;
    child->pid = fork();
    if (child->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", child->command, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    child->in = to[1];
    child->out = from[0];
    return child->pid > 0;
}

static void greet(struct child *child)
{
    char line[LINE_SIZE];
    send_words(child, "takht 1\n");
    while (!child->failed && read_line(child, PATIENCE_S * 1000, line))
        if (strcmp(line, "ready") == 0)
            return;
}

static struct child *child_of(const struct bot *bot)
{
    pthread_once(&children_once, make_key);
    struct child *first = pthread_getspecific(children_key), *child = first;
    while (child != NULL && strcmp(child->command, bot->argument) != 0)
        child = child->next;
    if (child != NULL)
        return child;
    child = calloc(1, sizeof *child);
    if (child == NULL)
        return NULL;
    snprintf(child->command, sizeof child->command, "%s", bot->argument);
    child->next = first;
    pthread_setspecific(children_key, child);
    if (spawn(child))
        greet(child);
    else
        complain(child, "it cannot be started", "");
    return child;
}

/* --- a decision --- */

static void write_position(const struct bot_request *request, struct tk_writer *out)
{
    const struct tk_game *game = request->game;
    struct tk_json view = tk_json_over(out), sample = tk_json_over(out);
    tk_action legal[TK_ACTIONS_MAX];
    int count = game->rules.legal(request->state, legal);
    tk_write_text(out, "view ");
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

static void ask(struct child *child, const struct bot *bot, const struct bot_request *request)
{
    bool own = request->budget.simulations == 0 && request->budget.seconds <= 0;
    struct bot_budget budget = own ? bot->budget : request->budget;
    char *text = malloc(TEXT_SIZE);
    if (text == NULL)
        return;
    struct tk_writer out = tk_writer_over(text, TEXT_SIZE);
    write_position(request, &out);
    send_words(child, "game %s\n", request->game->id);
    send_text(child, tk_writer_text(&out), out.length);
    send_words(child, "seed %llu\n", (unsigned long long)tk_rng_next(request->rng));
    if (budget.simulations > 0)
        send_words(child, "go sims %ld\n", budget.simulations);
    else if (budget.seconds > 0)
        send_words(child, "go ms %.0f\n", 1000 * budget.seconds);
    else
        send_words(child, "go\n");
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
    moves += strlen(" line ");
    moves[strcspn(moves, ";")] = '\0';
    if (tk_move_parse(request->game, request->state, tk_span_of(moves), &action) != TK_OK)
        return;
    line.action = line.line[0] = action;
    line.line_length = 1;
    out->best[out->count++] = line;
    out->simulations += line.visits;
}

/* What it answers; false if it is no legal move. */
static bool hear(struct child *child, const struct bot_request *request, struct bot_answer *out)
{
    char line[LINE_SIZE];
    while (!child->failed && read_line(child, PATIENCE_S * 1000, line)) {
        if (strncmp(line, "info ", 5) == 0)
            read_info(request, line, out);
        if (strncmp(line, "error ", 6) == 0)
            complain(child, "it says: ", line + 6);
        if (strncmp(line, "best ", 5) != 0)
            continue;
        if (tk_move_parse(request->game, request->state, tk_span_of(line + 5), &out->action) ==
            TK_OK)
            return true;
        complain(child, "this is no legal move: ", line + 5);
    }
    return false;
}

/* A program that fails is replaced by chance, after one line that says so. */
static void choose_exec(const struct bot *bot, const struct bot_request *request,
                        struct bot_answer *out_answer)
{
    struct child *child = child_of(bot);
    if (child != NULL && !child->failed)
        ask(child, bot, request);
    if (child == NULL || child->failed || !hear(child, request, out_answer)) {
        const struct bot *chance = bot_find(tk_span_of("random"));
        *out_answer = (struct bot_answer){0};
        chance->choose(chance, request, out_answer);
    }
}

const struct bot_kind cli_exec_bots = {.word = "exec", .choose = choose_exec};
