/* SPDX-License-Identifier: MIT */
/* Another program at the other end of two pipes: starting it, lines to and fro, and noticing when it fails. */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const double slice = 0.1, farewell = 0.5;

/* --- failing --- */

void process_fail(struct process *p, const char *format, ...)
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
static void fail_ended(struct process *p)
{
    int status = 0;
    pid_t gone = 0;
    for (int i = 0; i < 20 && gone == 0; i++) {
        gone = waitpid(p->pid, &status, WNOHANG);
        if (gone == 0)
            usleep(10000);
    }
    if (gone != p->pid) {
        process_fail(p, "it has closed its output");
        return;
    }
    p->pid = 0;
    int shell = WIFEXITED(status) ? WEXITSTATUS(status) - 128 : 0; /* how sh tells of a signal */
    if (WIFSIGNALED(status) || (shell > 0 && shell < NSIG))
        process_fail(p, "it has ended with signal %d",
                     WIFSIGNALED(status) ? WTERMSIG(status) : shell);
    else if (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126)
        process_fail(p, "it cannot be started");
    else
        process_fail(p, "it has ended with exit code %d", WEXITSTATUS(status));
}

/* --- lines --- */

static bool is_stopped(const struct process *p)
{
    return p->stop != NULL && atomic_load_explicit(p->stop, memory_order_relaxed);
}

/* Waits until something can be done, in short slices, because a signal may reach another thread. */
static bool wait_for(struct process *p, int file, short event, double until)
{
    while (!p->failed) {
        struct pollfd wait = {.fd = file, .events = event};
        double left = until - cli_seconds();
        if (left <= 0) {
            process_fail(p, "it has run out of time");
            return false;
        }
        if (is_stopped(p)) {
            process_fail(p, "it was interrupted");
            return false;
        }
        int ready = poll(&wait, 1, (int)(1000 * (left < slice ? left : slice)) + 1);
        if (ready > 0)
            return true;
    }
    return false;
}

void process_send(struct process *p, const char *text, size_t length)
{
    double until = cli_seconds() + p->patience;
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

void process_say(struct process *p, const char *format, ...)
{
    char line[PROCESS_LINE];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    process_send(p, line, (size_t)length);
}

static bool fill_line(struct process *p, double until)
{
    if (p->filled + 1 >= sizeof p->line) {
        process_fail(p, "a line is longer than %d bytes", PROCESS_LINE - 2);
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

bool process_hear(struct process *p, double until, char out[PROCESS_LINE])
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

/* --- starting and ending --- */

/* Signals are as a program expects them, and those of our terminal are not its own. */
static void become(const struct process *p, const int to[2], const int from[2])
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

bool process_start(struct process *p, const char *command, double patience)
{
    int to[2], from[2];
    *p = (struct process){.in = -1, .out = -1, .patience = patience};
    snprintf(p->command, sizeof p->command, "%s", command);
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
static bool is_gone(struct process *p)
{
    if (p->pid > 0 && waitpid(p->pid, NULL, WNOHANG) != 0)
        p->pid = 0;
    return p->pid <= 0 && (p->group <= 0 || kill(-p->group, 0) != 0);
}

/* It may end by itself; after that it is told to, and at last made to, with all it has started. */
static void reap(struct process *p)
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

void process_end(struct process *p)
{
    if (p->in >= 0)
        close(p->in);
    if (p->out >= 0)
        close(p->out);
    reap(p);
}
