/* SPDX-License-Identifier: MIT */
/*
 * Where the store of a test lies: a file of its own, or a database of its own on the PostgreSQL that
 * TAKHT_TEST_STORE names (tests/postgres.sh). The same tests run on both.
 */
#ifndef TESTS_PLACE_H
#define TESTS_PLACE_H

#include <stdbool.h>
#include <stddef.h>

bool place_is_postgres(void);
/* Makes a fresh one; `file` is what it is called where it is a file. Aborts when it cannot. */
void place_make(const char *file, char *out, size_t size);
/* Removes it, also while somebody is still connected. */
void place_remove(const char *data);

#endif
