/* SPDX-License-Identifier: MIT */
/* Signals that are noticed instead of ending the program, and waiting that none of them slips past. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <poll.h>
#include <stdbool.h>

/* From now on: SIGWINCH and SIGCONT only wake who waits here, every other one interrupts. */
void signals_notice(int number);
bool signals_interrupted(void);

/*
 * As poll. A signal ends it with -1 and EINTR, also one that came since the last time: between looking
 * whether there is something to do and going to sleep nothing is lost.
 */
int signals_poll(struct pollfd *files, int count, int milliseconds);

/* Waits at a terminal for a line on standard input, which fgets then reads; false: interrupted. */
bool signals_await_line(void);

#endif
