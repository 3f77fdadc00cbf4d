/* SPDX-License-Identifier: MIT */
/* A disk that fails when it is told to, under every SQLite database of this process. */
#ifndef TESTS_DISK_H
#define TESTS_DISK_H

#include <stdbool.h>

/* Once, before any database is opened. */
void disk_install(void);
/* The write or flush of that number from now on fails, and if it is said all that follow. */
void disk_fail(int at, bool all_that_follow);
/* Nothing can be read. */
void disk_hide(void);
/* It answers again. */
void disk_mend(void);
/* Writes and flushes since disk_fail. */
int disk_calls(void);

#endif
