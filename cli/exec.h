/* SPDX-License-Identifier: MIT */
/*
 * Bots that are other programs; docs/bot-protocol.md says what is spoken. A program plays one seat
 * of one game at a time, and then waits for the next. It is told what its seat may know: its view,
 * the legal moves, a whole state in which everything hidden has been drawn anew, and the moves that
 * everybody saw.
 */
#ifndef CLI_EXEC_H
#define CLI_EXEC_H

#include "cli.h"

struct program;

enum { PROGRAM_NAME_MAX = 63, PROGRAM_GAMES_MAX = 32 };

/* What a program has said of itself. */
struct program_about {
    char name[PROGRAM_NAME_MAX + 1]; /* "" if it has none */
    int version;                     /* of the protocol, as it is spoken with it */
    bool repeats;                    /* the same seed and position give the same answer */
    int game_count;                  /* games it says it plays; none: it has not said */
    char game[PROGRAM_GAMES_MAX][32];
};

bool program_is(const struct bot *bot);
/* How long programs may be silent, in seconds. To be set before there are threads. */
void program_patience_set(double seconds);

/*
 * A program for a seat: one that waits, or a new one. NULL after a sentence without its full stop:
 * it cannot be started, does not greet, or does not play the game.
 */
struct program *program_open(const struct bot *bot, const struct tk_game *game,
                             char why[BOT_WHY_MAX + 1]);
/* What the bot's program has said when it was last started; NULL: it never greeted. */
const struct program_about *program_known(const struct bot *bot);
/* A game begins, with it in this seat. */
void program_begin(struct program *program, const struct tk_game *game,
                   const struct tk_config *config, int seat, struct bot_budget budget);
/* Its decision; answer->failed if there is none. */
void program_decide(struct program *program, const struct bot_request *request,
                    struct bot_answer *answer);
/* Somebody, perhaps it itself, has made this move. */
void program_watch(struct program *program, const struct tk_game *game, const void *before,
                   tk_action action);
/* The game is over (or was left, if state is NULL): it waits for another, or is ended if it failed. */
void program_close(struct program *program, const struct tk_game *game, const void *state);
/* Ends those that wait. */
void program_end_all(void);

#endif
