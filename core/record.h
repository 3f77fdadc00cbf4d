/* SPDX-License-Identifier: MIT */
/*
 * Game records: a text that people can read and write.
 *
 *     [Game "splendor"]
 *     [Players "2"]
 *     [Seat1 "Ada"]
 *     [Seat2 "greedy"]
 *     [Options "target=15 start=random"]
 *     [Seed "2a00…"]                         or [Deal "{\"deck1\":[…],…}"]
 *     [Result "15-12, winner 1"]             "*" while its rules let the game go on
 *     [Ended "resigned"]                     where people ended it before: resigned, time, agreed, closed
 *     [Resigned "2"]                         seats that gave up, even if others played on to the end
 *     [Ranks "1 2"]                          the place of each seat, where points alone do not say it
 *
 *     1. take wug
 *     2. take urk; return r {changed her mind}
 *     <{"what":"reshuffle","deck":[…]}>      what chance did, only after a [Deal]
 *
 * Tags may come in any order and unknown ones are passed over; options not named have their
 * standard value. Turn numbers are for the reader. Moves of one turn are parted by semicolons or
 * line ends.
 */
#ifndef TK_RECORD_H
#define TK_RECORD_H

#include "game.h"

enum {
    TK_RECORD_MAX = 4 * 1024 * 1024, /* bytes of the longest record that is read */
    TK_NAME_MAX = 64,                /* bytes of a player's name */
    TK_DEAL_MAX = 8 * 1024,          /* bytes of a deal */
};

typedef const struct tk_game *tk_game_finder(struct tk_span id);

/* What people did to the end of a game; all zero where the rules alone ended it, or nothing has. */
struct tk_ended {
    struct tk_span how; /* "resigned", "time", "agreed" or "closed"; other words may come */
    uint8_t resigned;   /* seats that gave up, a bit for each */
    uint8_t ranks[TK_SEATS_MAX]; /* from 1; 0 where points or nobody decided */
};

struct tk_record {
    const struct tk_game *game;
    struct tk_config config;
    bool has_seed, has_result;
    uint32_t tags; /* a bit for each that was there */
    bool more;     /* and others, which tk_record_write would not write */
    uint8_t seed[TK_SEED_BYTES];
    char names[TK_SEATS_MAX][TK_NAME_MAX + 1]; /* "" where the record has none */
    struct tk_span result;                     /* as written, without the quotes */
    struct tk_ended ended;
    size_t deal_length;
    char deal[TK_DEAL_MAX];
    struct tk_span comment; /* the comment that follows the move just read, or empty */
    /* reading on */
    struct tk_reader in;
    const char *text;
    int ply; /* moves read so far */
    /* when something was wrong: what, at which byte, and the refusal if it was a move */
    const char *problem;
    const char *reason;     /* the same as the words have it, without the key that leads to it */
    char problem_room[128]; /* where a problem is put together that names its key */
    size_t problem_at;
    tk_status status;
    struct tk_span move; /* text of the move just read, also of one that was refused */
};

/* Reads the tags. The record keeps pointing into `text`. False sets `problem`. */
bool tk_record_open(struct tk_record *record, struct tk_span text, tk_game_finder *find);
/* The state before the first move. */
bool tk_record_start(struct tk_record *record, void *out_state);
/*
 * The next move, read and checked against the state; the caller applies it with game->rules.apply. What
 * chance is to decide before it is settled first. False at the end, and when something is wrong (then `problem`).
 */
bool tk_record_next(struct tk_record *record, void *state, tk_action *out_action);
/* After the last move: the result of the record must be what the state says. */
bool tk_record_finish(struct tk_record *record, const void *state);
/* Line of the problem, from 1. */
int tk_record_problem_line(const struct tk_record *record);
/* "line 7: take wugr: this move is refused": where it is and what, in a language. */
void tk_record_problem_write(const struct tk_record *record, enum tk_lang lang,
                             struct tk_writer *out);

/* A game to be written: set-up by seed, and the actions from the start. */
struct tk_played {
    const struct tk_game *game;
    const struct tk_config *config;
    const uint8_t *seed;      /* TK_SEED_BYTES */
    const char *const *names; /* one for each player; NULL where there is none */
    const tk_action *actions;
    int count;
    const struct tk_ended *ended; /* or NULL */
};

void tk_record_write(const struct tk_played *played, struct tk_writer *out);
/* "15-12, winner 1", or "*". */
void tk_result_write(const struct tk_game *game, const void *state, struct tk_writer *out);

/* Takes a tag about the end for this many players. NULL, or what is wrong with it; other tags are passed over. */
const char *tk_ended_read(struct tk_ended *ended, int players, struct tk_span name,
                          struct tk_span value);
void tk_ended_write(const struct tk_ended *ended, int players, struct tk_writer *out);
/* Did people end it, so that it does not go on? */
bool tk_ended_early(const struct tk_ended *ended);
/* {"how":"resigned","resigned":[1],"ranks":[1,2]}: seats from 0; `how` and `ranks` only where they are known. Nothing if the rules alone ended it. */
void tk_ended_put(const struct tk_ended *ended, int players, struct tk_json *json);

/* A seed as text: 64 hex digits. A shorter hex text (with 0x) or a decimal number is a small seed. */
void tk_seed_write(const uint8_t seed[TK_SEED_BYTES], struct tk_writer *out);
bool tk_seed_read(struct tk_span text, uint8_t out_seed[TK_SEED_BYTES]);

#endif
