/* SPDX-License-Identifier: MIT */
/* takht arena: who plays whom, what came of it, and where it is kept and told. */
#ifndef CLI_ARENA_H
#define CLI_ARENA_H

#include "match.h"
#include "stats.h"

enum { ARENA_TABLES_MAX = CLI_BOTS_MAX * (CLI_BOTS_MAX - 1) / 2 };

/* What is kept of a game. */
struct arena_game {
    uint8_t winners; /* bits of seats */
    uint8_t failed;  /* seat + 1 of a bot that failed; 0: none */
    int plies;
    int32_t score[TK_SEATS_MAX];
    int decisions[TK_SEATS_MAX];
    double seconds[TK_SEATS_MAX];
};

/* One deal, played once from every rotation of the seats. */
struct arena_round {
    bool played;
    struct arena_game game[TK_SEATS_MAX]; /* by rotation */
    /* --- on its way from the thread that played it --- */
    struct match_game room;
    char why[2 * BOT_WHY_MAX];
    int failed_bot; /* -1: none */
    struct cli_text record[TK_SEATS_MAX];
};

/* Who meets at a table: at rotation r seat s is that of bot[(s + r) % players]. */
struct arena_table {
    int bot[TK_SEATS_MAX];
    struct stats_pair pair; /* of the first two */
    long wins[2], ties, games;
};

/* What is known about a bot. */
struct arena_row {
    long games, wins, ties, failures, decisions;
    long seats;    /* in finished games, whose points are … */
    double points; /* … these */
    double seconds;
    struct stats_side side;
    struct stats_sum sum; /* of its shares of the victories, round by round */
};

struct arena {
    const struct cli_args *args;
    int players;
    bool versus; /* many bots, two at a table: a round robin or a gauntlet */
    int tables, bots;
    struct arena_table table[ARENA_TABLES_MAX];
    struct arena_row row[CLI_BOTS_MAX];
    long rounds, done;
    struct arena_game *kept; /* from the file of --resume: rounds of as many games as players */
    long kept_count;
    FILE *file, *csv;
    struct cli_progress *progress;
    const char *verdict; /* of the SPRT */
    int problem;         /* an exit code, once something went wrong */
};

/* The table of a round, and its deal. */
const struct arena_table *arena_table_of(const struct arena *a, long round);
void arena_seed(const struct arena *a, long round, uint8_t out_seed[TK_SEED_BYTES]);
/* The bot in a seat of a game. */
int arena_bot_at(const struct arena *a, const struct arena_table *table, int rotation, int seat);

/* --- arena_file.c: the match in a file --- */

/* Reads what was played, if the file is there, and opens it for the rest. -1, or an exit code. */
int arena_file_open(struct arena *a);
bool arena_file_add(struct arena *a, long index, const struct arena_round *round);

/* --- arena_tell.c --- */

int arena_csv_open(struct arena *a);
bool arena_csv_add(struct arena *a, long index, const struct arena_round *round);
bool arena_records_add(const struct arena *a, long index, const struct arena_round *round);
void arena_print(const struct arena *a);
void arena_print_json(const struct arena *a);

#endif
