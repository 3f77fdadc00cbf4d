/* SPDX-License-Identifier: MIT */
/*
 * Who may try a password. An address has an allowance, so that nobody tries names and passwords by
 * the thousand. A name has one too, so that nobody tries one name slowly from a thousand addresses;
 * but it binds only addresses from which this name never came in: a stranger who uses it up does
 * not lock the owner out at home.
 */
#ifndef SERVER_GUESSING_H
#define SERVER_GUESSING_H

#include <stdbool.h>
#include <stdint.h>

struct allowance;
struct guessing;

extern const struct allowance allow_strangers; /* tries at one name */

struct guessing *guessing_new(void);
void guessing_free(struct guessing *guessing);
/* Takes a try at this name from this household; false, and how long to wait, if there is none. */
bool guessing_take(struct guessing *guessing, const char *name_key, const char *household,
                   int64_t *out_wait_ms);
/* Has the owner of the name been there? */
bool guessing_is_home(const struct guessing *guessing, const char *name_key, const char *household);
/* The owner of the name is at home there. */
void guessing_home(struct guessing *guessing, const char *name_key, const char *household);

#endif
