/* SPDX-License-Identifier: MIT */
/*
 * Another program at the other end of two pipes. It runs in a process group of its own, so that all it starts ends
 * with it. The first thing that goes wrong is noted, and after that nothing is sent or heard any more.
 */
#ifndef CLI_PROCESS_H
#define CLI_PROCESS_H

#include <sys/types.h>

#include "cli.h"

enum { PROCESS_LINE = 16384 };

struct process {
    char command[BOT_TEXT_MAX + 1];
    pid_t pid;   /* 0: it has ended */
    pid_t group; /* it and all it has started */
    int in, out; /* what it reads from us, what we read from it */
    char line[PROCESS_LINE];
    size_t filled;
    double patience; /* seconds that it may be silent */
    bool failed;
    char why[BOT_WHY_MAX + 1];
    const atomic_bool *stop; /* somebody wants everything to end; may be NULL */
};

/* Starts a shell command; false if the system refuses (errno). process_end is due in any case. */
bool process_start(struct process *out, const char *command, double patience);
/* It may end by itself; after that it is told to, and at last made to. */
void process_end(struct process *p);

/* Notes why it failed, without a full stop, unless it has failed before. */
void process_fail(struct process *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void process_send(struct process *p, const char *text, size_t length);
void process_say(struct process *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The next line without its end; false if none comes until then (a time as cli_seconds tells it). */
bool process_hear(struct process *p, double until, char out[PROCESS_LINE]);

#endif
