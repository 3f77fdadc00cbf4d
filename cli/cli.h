/* SPDX-License-Identifier: MIT */
/* What the subcommands of takht share. */
#ifndef TAKHT_CLI_H
#define TAKHT_CLI_H

#include <stdio.h>

#include "bots/bots.h"
#include "core/takht.h"
#include "games/games.h"
#include "server/server.h"

/* Exit codes of the contract: 3 when a bot failed, 130 after Ctrl-C, as shells have it. */
enum { CLI_OK = 0, CLI_FAILED = 1, CLI_USAGE = 2, CLI_BOT_FAILED = 3, CLI_INTERRUPTED = 130 };

/* What stands beside the options: nothing, a game (required or not), a file, a word of a list, or two
 * stores. */
enum cli_subject { CLI_NO_SUBJECT, CLI_GAME, CLI_GAME_OR_NONE, CLI_FILE, CLI_WORD, CLI_STORES };

/* A word that a command does something else for, with what must follow it, or NULL. */
struct cli_word {
    const char *word, *argument, *about;
};

/* A command. Its options stand in options.c; help, manual and completion are made of both. */
struct cli_command {
    const char *name;
    const char *usage;    /* what follows the name */
    const char *summary;  /* one line; NULL: not for people, and not listed */
    const char *about;    /* what it does: paragraphs with an empty line between */
    const char *examples; /* a line each */
    enum cli_subject subject;
    const struct cli_word *(*word_at)(int index); /* CLI_WORD: the words; NULL after the last */
    const char *settings; /* of the server that are options too: names, or "*" for all, or NULL */
    int (*run)(int argc, char **argv);
};

extern const struct cli_command cli_games, cli_trace, cli_sim, cli_replay, cli_bench, cli_play,
    cli_completion, cli_serve, cli_load, cli_admin, cli_backup, cli_verify, cli_arena, cli_tune,
    cli_bot, cli_bots, cli_model, cli_schema, cli_analyse, cli_check, cli_health, cli_dataset,
    cli_manual, cli_selfplay, cli_worker, cli_migrate, cli_puzzles;
extern const struct cli_command *const cli_commands[]; /* ended by NULL */
/* Bots that are other programs, exec:COMMAND: only the command starts any. */
extern const struct bot_kind cli_exec_bots;

/* Runs the whole program; argv[0] is its name. */
int cli_main(int argc, char **argv);

/* --- arguments --- */

enum { CLI_SETS_MAX = 16, CLI_FILES_MAX = 4, CLI_BOTS_MAX = 32 };

/* Who orders and shapes right-to-left text: we, or the terminal. In the order of --bidi's words. */
enum cli_bidi { CLI_BIDI_AUTO, CLI_BIDI_ON, CLI_BIDI_OFF };
/* In the order of --theme's words. */
enum cli_theme { CLI_THEME_AUTO, CLI_THEME_DARK, CLI_THEME_LIGHT };

struct cli_between {
    double low, high;
};

struct cli_args {
    const struct cli_command *command;
    const struct tk_game *game; /* NULL if none was named */
    struct tk_config config;    /* filled when a game was named */
    long games;
    uint8_t seed[TK_SEED_BYTES];
    bool has_seed, has_players, json, words, quiet, climb, compare, chances, luck, plain, linear,
        ascii, no_colour, no_mouse, quick;
    bool force;                          /* of takht play and takht backup: files are replaced */
    bool chart;                          /* analyse */
    bool forfeit, gauntlet, round_robin; /* of takht arena, the first also of takht sim */
    int threads;
    int seat; /* TK_SPECTATOR unless given */
    double seconds;
    double rivals, noise; /* of takht selfplay: shares, 0 … 1 */
    enum tk_lang lang;
    enum cli_bidi bidi;
    enum cli_theme theme;
    const char *from, *save, *load, *config_file;
    const char *address, *table, *name;   /* of takht play: a server, its table, who signs in */
    const struct bot *bots[CLI_BOTS_MAX]; /* NULL: a person */
    struct bot bot_room[CLI_BOTS_MAX];
    struct tk_span bot_text[CLI_BOTS_MAX]; /* as they were written, in full */
    int bot_count;
    struct bot_budget budget; /* of bots that name none */
    double patience;          /* seconds that a program may be silent */
    const char *records, *csv;
    int human_count; /* seats named "me" or "you" among the bots */
    struct server_config server;
    long tables, rate, sockets, rude, length; /* of takht load */
    const char *attack;
    struct cli_between sprt; /* of takht arena; equal: no test */
    const char *positional[CLI_FILES_MAX];
    int positional_count;
};

/*
 * Reads the arguments of a command. Returns -1 to go on, or the exit code: after --help, or after
 * having said in one line what is wrong.
 */
int cli_args_read(const struct cli_command *command, int argc, char **argv,
                  struct cli_args *out_args);

/* --- saying what is wrong: "takht trace: …", one line on stderr; returns the code. Without a
 * command it is "takht: …" --- */
int cli_fail(const struct cli_command *command, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* An honest line about the strength of a named bot. */
const char *cli_bot_about(const struct bot *bot, enum tk_lang lang);

/* --- output that notices a full disk or a closed pipe --- */

/* Flushes standard output; CLI_OK, or CLI_FAILED after having said why. */
int cli_output_close(const struct cli_command *command);

/* --- text that grows --- */

struct cli_text {
    char *data;
    size_t size, length;
};

void cli_text_add(struct cli_text *text, const char *data, size_t length);
void cli_text_clear(struct cli_text *text);

/* Words of others (a server's, a record's, a database's) must not steer the terminal, nor turn the line around:
 * what could is taken out. */
void cli_clean(char *text);
void cli_clean_names(struct tk_record *record);

/* "1 game", "2 games" */
static inline const char *cli_s(long count)
{
    return count == 1 ? "" : "s";
}

/*
 * As words are compared: small letters, one form of ی and ک, digits as the notation has them, and
 * without what joins and stretches. People type these as their keyboards have them.
 */
void cli_fold(const char *text, char *out, size_t size);

/* Calls `write` with a writer that is large enough, adding what it wrote to the text. */
void cli_text_write(struct cli_text *text,
                    void (*write)(struct tk_writer *out, const void *context), const void *context);

/* --- files --- */

enum cli_file_status { CLI_FILE_OK, CLI_FILE_ERROR, CLI_FILE_TOO_LARGE };

/* Reads a whole file, or standard input for "-". The text must be freed with cli_text_clear. */
enum cli_file_status cli_file_read(const char *path, size_t most, struct cli_text *out_text);
/* The text of a record: -1, or an exit code after saying why it cannot be read. */
int cli_record_read(const struct cli_command *command, const char *path, struct cli_text *out_text);
/* Says what is wrong with a record that does not open, or does not follow the rules; an exit code. */
/* Some editors put a mark in front of what they write as UTF-8. */
void cli_drop_mark(struct cli_text *text);
int cli_record_wrong(const struct cli_command *command, const char *path,
                     const struct tk_record *record);
/* The word for how people ended a game: "resigned", "time", …; for anything else that it is over. */
int cli_over_word(struct tk_span how);
/* Writes beside the file first and then renames, so that a crash leaves the old or the new one. */
bool cli_file_replace(const char *path, const struct cli_text *text);

/* --- lines from a stream that nobody trusts --- */

enum { CLI_LINE_MAX = 1 << 20 }; /* bytes of a line, its end included */
enum cli_line { CLI_LINE_READ, CLI_LINE_TOO_LONG, CLI_LINE_NONE };

/* The next line without its end, as a text; one that is too long is passed over. */
enum cli_line cli_line_read(FILE *in, char room[CLI_LINE_MAX]);

/* --- long work on several threads, results in order --- */

struct cli_work {
    long count;
    int threads;
    size_t result_size;
    /* On any thread: job `index` into a zeroed result (first use) or a used one. */
    void (*run)(void *context, long index, void *result);
    /* On the calling thread, in order of index. False stops. */
    bool (*done)(void *context, long index, void *result);
    void (*clear)(void *result); /* frees what a result owns; may be NULL */
    void *context;
};

void cli_work_run(const struct cli_work *work);

/* --- progress on standard error: on a terminal a line that changes, elsewhere a line now and then --- */

struct cli_progress;
/* From now on it is told how far the work is, from the first second on; NULL if nothing is to be told. */
struct cli_progress *cli_progress_new(const char *what, long count, bool quiet);
void cli_progress_step(struct cli_progress *progress, long done);
/* What else there is to tell, behind the figures. */
void cli_progress_note(struct cli_progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cli_progress_free(struct cli_progress *progress);
double cli_seconds(void); /* of a clock that never goes back */

/* --- the trace of one game, line by line --- */

/* Adds a line of the trace (deal, ply, chance, end) to the text. */
void cli_trace_deal(struct cli_text *text, const struct tk_game *game, const void *fresh_state);
void cli_trace_ply(struct cli_text *text, const struct tk_game *game, const void *state, int ply,
                   tk_action action);
void cli_trace_chance(struct cli_text *text, const struct tk_game *game, const void *before,
                      const void *after);
void cli_trace_end(struct cli_text *text, const struct tk_game *game, const void *state);
/* The texts of all legal actions, sorted bytewise; the spans point into `room`. Returns how many. */
enum { CLI_LEGAL_ROOM = TK_ACTIONS_MAX * (TK_MOVE_TEXT_MAX + 1) };
int cli_legal_texts(const struct tk_game *game, const void *state, char room[CLI_LEGAL_ROOM],
                    struct tk_span out[TK_ACTIONS_MAX]);
/* takht trace --from */
int cli_trace_from(const struct cli_args *args);

/* --- games in series --- */

/* The seed of the index-th game of a run. */
void cli_game_seed(const uint8_t run_seed[TK_SEED_BYTES], long index,
                   uint8_t out_seed[TK_SEED_BYTES]);
/* The generator for choices in that game, apart from the deal. */
void cli_game_rng(const uint8_t game_seed[TK_SEED_BYTES], struct tk_rng *out_rng);
/* Deals that game of the run, and makes the generator for it. */
void cli_game_begin(const struct cli_args *args, long index, void *out_state,
                    struct tk_rng *out_rng);
/* 256 bits from the system. */
bool cli_random_seed(uint8_t out_seed[TK_SEED_BYTES]);

#endif
