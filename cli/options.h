/* SPDX-License-Identifier: MIT */
/* The options of the commands: one table, from which the parser, the help, the manual and the
 * completion of the shells all come. */
#ifndef TAKHT_OPTIONS_H
#define TAKHT_OPTIONS_H

#include "cli.h"

/* What a value is: how it is read, and what is offered for it. */
enum cli_kind {
    CLI_FLAG,    /* bool; takes no value */
    CLI_HELP,    /* prints the help and ends */
    CLI_NUMBER,  /* int or long, low to high */
    CLI_REAL,    /* double, low to high */
    CLI_BETWEEN, /* struct cli_between, both low to high */
    CLI_CHOICE,  /* an enum: the index of the word in the metavar "a|b" */
    CLI_TEXT,    /* const char * */
    CLI_PATH,    /* const char *: a file */
    CLI_SEED,    /* args->seed */
    CLI_PLAYERS, /* args->config, once the game is known */
    CLI_BOTS,    /* args->bots */
    CLI_SET,     /* args->config: an option of the game; repeatable */
    CLI_BUDGET,  /* struct bot_budget: sims=N or ms=N */
    CLI_KINDS
};

struct cli_option {
    const char *name;
    char letter; /* the short form, or 0 */
    enum cli_kind kind;
    const char *of; /* the commands that take it, a blank between two; NULL: all */
    const char *metavar;
    const char *help;      /* one sentence */
    const char *standard;  /* the value when it is not given, or NULL */
    const char *otherwise; /* the same in words, where it is no single value */
    const char *alone;     /* the value when none follows; NULL: one must follow */
    size_t at, size;       /* of its field in struct cli_args */
    double low, high;
};

enum { CLI_OPTIONS_MAX = 64 };

/* The options of one command, those of the server among them. */
struct cli_options {
    int count;
    struct cli_option row[CLI_OPTIONS_MAX];
    struct { /* texts of the rows that come from the server */
        char name[40], standard[64];
    } text[CLI_OPTIONS_MAX];
};

/* The rows of the table itself; NULL after the last. */
const struct cli_option *cli_option_at(int index);
void cli_options_of(const struct cli_command *command, struct cli_options *out_options);
/* The row with this name, or the only one that begins so; -1: none, -2: several. */
int cli_option_find(const struct cli_options *options, struct tk_span name);
bool cli_option_has_value(const struct cli_option *option);
/* What may be given: "a number from 1 to 256". */
void cli_option_wanted(const struct cli_option *option, struct tk_writer *out);
/* The help with range and default: "threads to use (1 to 256; default: 1)". */
void cli_option_about(const struct cli_option *option, struct tk_writer *out);
/* "--players N" */
void cli_option_form(const struct cli_option *option, struct tk_writer *out);
/* The index-th word of a list such as "en|fa" or "sim trace"; empty after the last. */
struct tk_span cli_word_of(const char *list, char between, int index);

/* --- names to choose from, for messages and for completion --- */

enum { CLI_NAMES_MAX = 128 };
struct cli_names {
    int count;
    const char *before; /* what stands before each where it is written: "--", or nothing */
    const char *name[CLI_NAMES_MAX];
};

void cli_names_of_games(struct cli_names *out_names);
void cli_names_of_bots(struct cli_names *out_names);
void cli_names_of_commands(struct cli_names *out_names);
void cli_names_of_options(const struct cli_options *options, struct cli_names *out_names);
void cli_names_of_sets(const struct tk_game *game, struct cli_names *out_names);
/* The values of an option of a game, where they can be counted. */
void cli_names_of_values(const struct tk_game *game, const struct tk_option *option,
                         struct cli_names *out_names);
void cli_names_of_words(const struct cli_command *command, struct cli_names *out_names);

/* How many letters must be put in, left out, changed or swapped with their neighbour. */
int cli_distance(struct tk_span a, struct tk_span b);
/* The name that was probably meant, or NULL. */
const char *cli_alike(const struct cli_names *names, struct tk_span given);
/*
 * Says that `given` is not among the names, in the words of `format`, and what would be right:
 * "…; did you mean 'splendor'?", or if nothing is alike "…; there are a, b, c". Returns CLI_USAGE.
 */
int cli_fail_unknown(const struct cli_command *command, const struct cli_names *names,
                     struct tk_span given, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* --- what is made of the table --- */

void cli_help_print(const struct cli_command *command, FILE *out);
void cli_help_overview(FILE *out);
void cli_manual_print(FILE *out);
int cli_version_print(void);
void cli_completion_bash(FILE *out);
void cli_completion_zsh(FILE *out);
void cli_completion_fish(FILE *out);

#endif
