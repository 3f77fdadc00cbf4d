/* SPDX-License-Identifier: MIT */
/* Signals, and waiting for what comes first: a signal, a file or the end of a time. */
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted, woken;

static bool only_wakes(int number)
{
    return number == SIGWINCH || number == SIGCONT;
}

static void on_signal(int number)
{
    if (only_wakes(number))
        woken = 1;
    else
        interrupted = 1;
}

/* Reading stops when it is interrupted, but not because a window changed. */
void signals_notice(int number)
{
    struct sigaction action = {.sa_handler = on_signal};
    action.sa_flags = only_wakes(number) ? SA_RESTART : 0;
    sigaction(number, &action, NULL);
}

bool signals_interrupted(void)
{
    return interrupted != 0;
}

/* Held back while it is looked whether one came; ppoll lets them in and sleeps in one step. */
int signals_poll(struct pollfd *files, int count, int milliseconds)
{
    sigset_t all, before;
    struct timespec time = {.tv_sec = milliseconds / 1000,
                            .tv_nsec = milliseconds % 1000 * 1000000L};
    int ready = -1, why = EINTR;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    if (!interrupted && !woken) {
        ready = ppoll(files, (nfds_t)count, milliseconds < 0 ? NULL : &time, &before);
        why = errno;
    }
    if (ready < 0) {
        woken = 0;
        for (int i = 0; i < count; i++)
            files[i].revents = 0;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return ready;
}

/* A terminal gives line by line, so none is left in the room of stdin; a pipe may be read ahead. */
bool signals_await_line(void)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    while (!interrupted)
        if (!isatty(STDIN_FILENO) || signals_poll(&in, 1, -1) > 0)
            return true;
    return false;
}
