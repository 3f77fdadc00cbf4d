/* SPDX-License-Identifier: MIT */
/* Games that are kept: the folder of games that were begun, and files that must not be lost. */
#ifndef CLI_SAVES_H
#define CLI_SAVES_H

#include "session.h"

enum { SAVES_PATH = 1024, SAVES_MAX = 9 };

/* Where this command remembers things (XDG_STATE_HOME), with a name added; the folders are made.
 * False: there is no place. */
bool saves_place(const char *name, char path[SAVES_PATH]);
/* A new file for a game that begins now. */
bool saves_new(const struct tk_game *game, char path[SAVES_PATH]);

/* A game that can go on. */
struct saved {
    char path[SAVES_PATH];
    long long when; /* of the last move, seconds since 1970 */
    const struct tk_game *game;
    int players;
    char names[TK_SEATS_MAX][TK_NAME_MAX + 1];
};

/* The unfinished games in the folder, the latest first. Returns how many. */
int saves_list(struct saved out[SAVES_MAX]);

/* What a file is to a game that is about to be written into it. */
enum saves_file {
    SAVES_NONE,
    SAVES_SAME,
    SAVES_RICHER, /* the same game, with comments or tags that would be lost */
    SAVES_OTHER,
    SAVES_STRANGE
};
enum saves_file saves_look(const char *path, const struct session *session);
/* What "save" or "save FILE" does, and a sentence about it: it never replaces another game. */
void saves_save(const struct session *session, const char *path, struct tk_writer *out);
/* How an unfinished game goes on. */
void saves_say_resume(const struct session *session, struct tk_writer *out);

#endif
