/* SPDX-License-Identifier: MIT */
/*
 * Names of people: what may be one, how it is written, and which names pass for the same.
 *
 * A name is shown beside those of others, so it must not look like somebody else's, like the
 * host's, like a bot's, or like nothing at all. Two names that look alike have the same key.
 */
#ifndef SERVER_NAMES_H
#define SERVER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "store.h"

enum { NAME_LETTERS_MIN = 2, NAME_LETTERS_MAX = 24, NAME_MARKS_MAX = 3 /* upon one letter */ };

enum name_problem {
    NAME_FINE,
    NAME_NOT_TEXT,  /* no UTF-8 */
    NAME_SHORT,     /* fewer than two letters or digits */
    NAME_LONG,      /* more than 24 letters, or more bytes than the store keeps */
    NAME_CHARACTER, /* a character that names do not have */
    NAME_MIXED,     /* letters or digits of several alphabets in one word */
    NAME_RESERVED,  /* the host's, or a bot's */
    NAME_PROBLEMS
};

/* The name as it is kept and its key; both are written only if the name is fine. */
enum name_problem name_check(const char *raw, size_t length, char out_name[STORE_NAME_MAX + 1],
                             char out_key[STORE_NAME_MAX + 1]);
/* The key alone, also of a name that would be refused today; false if it has none. */
bool name_key(const char *raw, size_t length, char out_key[STORE_NAME_MAX + 1]);

/* A short word for programs, and sentences for people: what is wrong and what would be right. */
struct name_words {
    const char *code, *en, *fa;
};
const struct name_words *name_problem_words(enum name_problem problem);

/*
 * The key of what a name is taken for at a glance, where a capital I among small letters is read as an l,
 * and capitals of Greek as those of Latin: "Kari" and "Karl" are two names, and "KarI" is the latter; a Greek
 * "ΝΙΝΑ" is Nina. False if there is nothing of the kind in it.
 */
bool name_misread_key(const char *name, char out_key[STORE_NAME_MAX + 1]);

#endif
