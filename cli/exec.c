/* SPDX-License-Identifier: MIT */
/* Bots that are other programs: starting them, speaking to them, and noticing when they fail. */
#include "exec.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { VISITS_MAX = 1000000000, LINE_SIZE = 16384, TEXT_SIZE = 512 * 1024, PROTOCOL = 2 };
/* Beyond the time that a move may take: for starting, reading and writing on a busy machine. */
static const double grace = 1, slice = 0.1, farewell = 0.5;
static double patience = 60;

struct program {
    char command[BOT_TEXT_MAX + 1];
    pid_t pid;   /* 0: it has ended */
    pid_t group; /* it and all it has started */
    int in, out; /* what it reads from us, what we read from it */
    char line[LINE_SIZE];
    size_t filled;
    bool failed, old; /* old: it knows version 1 alone */
    char why[BOT_WHY_MAX + 1];
    const atomic_bool *stop; /* somebody wants everything to end; may be NULL */
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
    struct known *k = find_known(p->command);
    if (k == NULL && (k = calloc(1, sizeof *k)) != NULL) {
        snprintf(k->command, sizeof k->command, "%s", p->command);
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

/* --- failing --- */

/* The first thing that went wrong is the reason. */
static void fail(struct program *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fail(struct program *p, const char *format, ...)
{
    va_list values;
    if (p->failed)
        return;
    p->failed = true;
    va_start(values, format);
    vsnprintf(p->why, sizeof p->why, format, values);
    va_end(values);
}

/* How it ended, as far as the system knows after a moment. */
static void fail_ended(struct program *p)
{
    int status = 0;
    pid_t gone = 0;
    for (int i = 0; i < 20 && gone == 0; i++) {
        gone = waitpid(p->pid, &status, WNOHANG);
        if (gone == 0)
            usleep(10000);
    }
    if (gone != p->pid) {
        fail(p, "it has closed its output");
        return;
    }
    p->pid = 0;
    int shell = WIFEXITED(status) ? WEXITSTATUS(status) - 128 : 0; /* how sh tells of a signal */
    if (WIFSIGNALED(status) || (shell > 0 && shell < NSIG))
        fail(p, "it has ended with signal %d", WIFSIGNALED(status) ? WTERMSIG(status) : shell);
    else if (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126)
        fail(p, "it cannot be started");
    else
        fail(p, "it has ended with exit code %d", WEXITSTATUS(status));
}

/* --- lines --- */

static bool is_stopped(const struct program *p)
{
    return p->stop != NULL && atomic_load_explicit(p->stop, memory_order_relaxed);
}

/* Waits until something can be done, in short slices, because a signal may reach another thread. */
static bool wait_for(struct program *p, int file, short event, double until)
{
    while (!p->failed) {
        struct pollfd wait = {.fd = file, .events = event};
        double left = until - cli_seconds();
        if (left <= 0) {
            fail(p, "it has run out of time");
            return false;
        }
        if (is_stopped(p)) {
            fail(p, "it was interrupted");
            return false;
        }
        int ready = poll(&wait, 1, (int)(1000 * (left < slice ? left : slice)) + 1);
        if (ready > 0)
            return true;
    }
    return false;
}

static void send_text(struct program *p, const char *text, size_t length)
{
    double until = cli_seconds() + patience;
    while (length > 0 && !p->failed) {
        ssize_t sent = write(p->in, text, length);
        if (sent > 0) {
            text += sent;
            length -= (size_t)sent;
        } else if (sent < 0 && errno == EAGAIN) {
            wait_for(p, p->in, POLLOUT, until);
        } else if (sent < 0 && errno != EINTR) {
            fail_ended(p);
        }
    }
}

static void send_words(struct program *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void send_words(struct program *p, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    send_text(p, line, (size_t)length);
}

static bool fill_line(struct program *p, double until)
{
    if (p->filled + 1 >= sizeof p->line) {
        fail(p, "a line is longer than %d bytes", LINE_SIZE - 2);
        return false;
    }
    if (!wait_for(p, p->out, POLLIN, until))
        return false;
    ssize_t got = read(p->out, p->line + p->filled, sizeof p->line - 1 - p->filled);
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN))
        fail_ended(p);
    p->filled += got > 0 ? (size_t)got : 0;
    return !p->failed;
}

/* The next line without its end; false if none comes. */
static bool read_line(struct program *p, double until, char out[LINE_SIZE])
{
    char *end;
    while ((end = memchr(p->line, '\n', p->filled)) == NULL)
        if (!fill_line(p, until))
            return false;
    size_t length = (size_t)(end - p->line);
    memcpy(out, p->line, length);
    out[length > 0 && out[length - 1] == '\r' ? length - 1 : length] = '\0';
    p->filled -= length + 1;
    memmove(p->line, end + 1, p->filled);
    return true;
}

/* What follows a word, if the line begins with it. */
static const char *after(const char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return NULL;
    return line[length] == ' ' ? line + length + 1 : line + length;
}

/* --- starting and ending --- */

/* Signals are as a program expects them, and those of our terminal are not its own. */
static void become(const struct program *p, const int to[2], const int from[2])
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    if (dup2(to[0], STDIN_FILENO) >= 0 && dup2(from[1], STDOUT_FILENO) >= 0)
        execl("/bin/sh", "sh", "-c", p->command, (char *)NULL);
    _exit(127);
}

static void close_both(const int ends[2])
{
    close(ends[0]);
    close(ends[1]);
}

static bool spawn(struct program *p)
{
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0)
        return false;
    if (pipe2(from, O_CLOEXEC) != 0) {
        close_both(to);
        return false;
    }
    p->pid = fork();
    if (p->pid == 0)
        become(p, to, from);
    p->group = p->pid;
    close(to[0]);
    close(from[1]);
    p->in = to[1];
    p->out = from[0];
    fcntl(p->in, F_SETFL, O_NONBLOCK);
    return p->pid > 0;
}

/* Nothing of it runs any more, nor of what it has started. */
static bool is_gone(struct program *p)
{
    if (p->pid > 0 && waitpid(p->pid, NULL, WNOHANG) != 0)
        p->pid = 0;
    return p->pid <= 0 && (p->group <= 0 || kill(-p->group, 0) != 0);
}

/* It may end by itself; after that it is told to, and at last made to, with all it has started. */
static void reap(struct program *p)
{
    static const int signals[] = {0, SIGTERM, SIGKILL};
    for (int i = 0; i < TK_COUNT(signals) && !is_gone(p); i++) {
        double until = cli_seconds() + (p->failed && i == 0 ? 0 : farewell);
        if (signals[i] != 0 && kill(-p->group, signals[i]) != 0 && p->pid > 0)
            kill(p->pid, signals[i]); /* it has no group yet */
        while (!is_gone(p) && cli_seconds() < until)
            usleep(5000);
    }
}

static void end_program(struct program *p)
{
    if (p == NULL)
        return;
    if (!p->failed)
        send_words(p, "quit\n");
    close(p->in);
    close(p->out);
    reap(p);
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

/* As much of it as there is room for, in whole characters. */
static void hear_name(struct program_about *about, const char *name)
{
    char whole[LINE_SIZE];
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
        fail(p, "it says: %s", rest);
}

static void greet(struct program *p)
{
    char line[LINE_SIZE];
    double until = cli_seconds() + patience;
    p->about = (struct program_about){.version = 1};
    send_words(p, "takht %d\n", p->old ? 1 : PROTOCOL);
    while (read_line(p, until, line)) {
        bool before = p->old;
        if (strcmp(line, "ready") == 0) {
            note_known(p);
            return;
        }
        hear_greeting(p, line);
        if (p->old && !before)
            send_words(p, "takht 1\n");
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
    fail(p, "it does not play %s; it plays %.180s", game->id, tk_writer_text(&out));
}

/* --- one that waits, or a new one --- */

static struct program *take_waiting(const char *command)
{
    struct program *found = NULL;
    pthread_mutex_lock(&lock);
    for (struct program **at = &waiting; *at != NULL && found == NULL;) {
        if (strcmp((*at)->command, command) == 0) {
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
    snprintf(p->command, sizeof p->command, "%s", command);
    p->in = p->out = -1;
    if (spawn(p))
        greet(p);
    else
        fail(p, "it cannot be started: %s", strerror(errno));
    return p;
}

struct program *program_open(const struct bot *bot, const struct tk_game *game,
                             char why[BOT_WHY_MAX + 1])
{
    struct program *p = take_waiting(bot->argument);
    if (p == NULL)
        p = start(bot->argument);
    if (p != NULL && !p->failed && !plays(p, game))
        refuse_game(p, game);
    if (p != NULL && !p->failed)
        return p;
    snprintf(why, BOT_WHY_MAX + 1, "%s", p != NULL ? p->why : "out of memory");
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
    send_words(p, "new %s players %d seat %d\n", game->id, config->players, seat);
    write_options(game, config, &out);
    write_budget(budget, "budget", " none", &out);
    send_text(p, tk_writer_text(&out), out.length);
}

void program_watch(struct program *p, const struct tk_game *game, const void *before,
                   tk_action action)
{
    char move[TK_MOVE_TEXT_MAX + 1];
    struct tk_writer out = tk_writer_over(move, sizeof move);
    if (p->about.version < 2 || p->failed)
        return;
    game->text.format(before, action, &out);
    send_words(p, "move %d %s\n", game->rules.actor(before), tk_writer_text(&out));
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
    send_words(p, "result %s\n", tk_writer_text(&out));
}

void program_close(struct program *p, const struct tk_game *game, const void *state)
{
    if (p == NULL)
        return;
    p->stop = NULL;
    if (p->about.version >= 2 && !p->failed && state != NULL)
        tell_result(p, game, state);
    else if (p->about.version >= 2 && !p->failed)
        send_words(p, "result none\n");
    if (p->failed) {
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
        fail(p, "out of memory");
        return;
    }
    struct tk_writer out = tk_writer_over(text, TEXT_SIZE);
    write_position(request, &out);
    write_seed(p, tk_rng_next(request->rng), &out);
    write_budget(request->budget, "go", "", &out);
    if (tk_writer_fits(&out))
        send_text(p, text, out.length);
    else
        fail(p, "a position is too long to be told");
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
        fail(p, "this is no legal move: %.100s", move);
    return true;
}

static void hear(struct program *p, const struct bot_request *request, struct bot_answer *out)
{
    char line[LINE_SIZE];
    const char *rest;
    double allowed = request->budget.seconds > 0 ? request->budget.seconds + grace : patience;
    double until = cli_seconds() + allowed;
    while (read_line(p, until, line)) {
        if (read_best(p, request, line, out))
            return;
        if (after(line, "info") != NULL)
            read_info(request, line, out);
        else if ((rest = after(line, "error")) != NULL)
            fail(p, "it says: %.200s", rest);
    }
}

void program_decide(struct program *p, const struct bot_request *request, struct bot_answer *answer)
{
    p->stop = request->stop;
    if (!p->failed)
        ask(p, request);
    if (!p->failed)
        hear(p, request, answer);
    answer->failed = p->failed;
    if (p->failed)
        snprintf(answer->why, sizeof answer->why, "%s", p->why);
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
