/* SPDX-License-Identifier: MIT */
/*
 * Options of a game as a table: the command line, the checks of the server and the form on the page
 * all come from it. A value is kept as a number; its text is what people write.
 */
#ifndef TK_OPTION_H
#define TK_OPTION_H

#include "text.h"

enum { TK_OPTIONS_MAX = 8, TK_OPTION_TEXT_MAX = 80 };

enum tk_option_kind {
    TK_OPTION_CHOICE, /* one of `values`; the number is the index */
    TK_OPTION_RANGE,  /* a number from low to high */
    TK_OPTION_SEAT,   /* a seat number, or "random", which is -1 */
    TK_OPTION_CUSTOM, /* the game reads and writes it itself */
};

enum { TK_RANDOM = -1 };

struct tk_option {
    const char *name;
    enum tk_option_kind kind;
    int32_t standard; /* the value when nobody says otherwise */
    const char *const
        *values;       /* CHOICE: names, ended by NULL; CUSTOM: the named values, for forms */
    int32_t low, high; /* RANGE */
    /* CUSTOM: text to number and back; `hint` says in English what is allowed. */
    bool (*parse)(struct tk_span text, int32_t *out_value);
    void (*format)(int32_t value, struct tk_writer *out);
    const char *hint;
};

/* How a table is set up, apart from chance. */
struct tk_config {
    uint8_t players;
    int32_t option[TK_OPTIONS_MAX]; /* in the order of the game's table */
};

/* False leaves *out_value as it was. `players` bounds a seat number. */
bool tk_option_parse(const struct tk_option *option, int players, struct tk_span text,
                     int32_t *out_value);
void tk_option_format(const struct tk_option *option, int32_t value, struct tk_writer *out);
/* What may be written, for messages: "off, on" or "5 to 30". */
void tk_option_allowed(const struct tk_option *option, int players, struct tk_writer *out);

/* The two-valued option that most variants are. */
extern const char *const tk_off_on[3];

#endif
