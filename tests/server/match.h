/* SPDX-License-Identifier: MIT */
/* A table of two in tests that disturb servers, and what its players were told: none of it may get lost. */
#ifndef TESTS_MATCH_H
#define TESTS_MATCH_H

#include "service.h"

enum { MATCH_MOVES = 4096 };

struct match {
    char id[32], key[32];
    bool bot, over;
    int acknowledged;         /* plies that somebody was told are there */
    char *moves[MATCH_MOVES]; /* the text of each */
};

/* The games that two can play, one after the other and again from the first. */
const struct tk_game *match_game(int index);
/* The text of the move with this number in the whole log of a snapshot, or NULL. */
const char *match_move(const json_t *view, int ply);
/* What is there must begin with what was acknowledged: NULL, or what is wrong. A log that could not be read to
 * its beginning is believed as far as it goes. */
const char *match_problem(const struct match *m, const json_t *view);
/* A move was acknowledged; so the moves before it are there, too, whoever made them. False: the log lacks one
 * of them, and only those before that are noted. */
bool match_note(struct match *m, const json_t *view, int ply, const char *move);
/* A record must replay, and its shuffle must check. The folder is for a file that is removed again. */
bool match_replays(const char *record, const char *folder);
/* Forgets all about it. */
void match_clear(struct match *m);

#endif
