/* SPDX-License-Identifier: MIT */
/*
 * The log: one JSON object a line on stderr, what happened to whom, from where and how often.
 * Passwords, cookies, seeds and keys of seats are not for it.
 *
 *   log_event("cut", LOG_TEXT("user", id), LOG_TEXT("address", from), LOG_NUMBER("bytes", 70000));
 *   {"at":1760000000000,"what":"cut","user":"u7","address":"192.0.2.7","bytes":70000}
 *
 * Each kind of event may fill some lines at once and one a second after that. What was left out is
 * counted, and the next line of its kind says so: "more":299.
 */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include <stdbool.h>
#include <stdint.h>

struct log_field {
    const char *name, *text; /* text NULL: a number */
    int64_t number;
};

#define LOG_TEXT(name, text) \
    {                        \
        (name), (text), 0    \
    }
#define LOG_NUMBER(name, number) \
    {                            \
        (name), NULL, (number)   \
    }
/* The kind is a text that outlives the program's calls: the log counts by it. */
#define log_event(kind, ...) \
    log_fields((kind), (const struct log_field[]){__VA_ARGS__, {NULL, NULL, 0}})

/* Fields up to one without a name; empty texts are left out. */
void log_fields(const char *name, const struct log_field *fields);
/* Writes what was counted and is not yet told. Once a second is enough. */
void log_tell_counted(void);
void log_quiet(bool quiet); /* no lines at all */
/* Lines go here instead of stderr (NULL: stderr again), for tests. */
void log_divert(void (*to)(const char *line));

#endif
