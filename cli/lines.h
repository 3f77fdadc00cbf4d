/* SPDX-License-Identifier: MIT */
/* Playing line by line: what lines*.c share. */
#ifndef CLI_LINES_H
#define CLI_LINES_H

#include "grid.h"
#include "session.h"

struct lines {
    struct session *s;
    struct grid *grid; /* for one table or one line of text */
    bool colour;
};

void lines_print(const struct lines *lines, const char *text);
void lines_word(const struct lines *lines, int word);
/* The table, what is to be decided and the moves; or all of it in sentences. */
void lines_ask(const struct lines *lines);
/* A table that was drawn on the grid, thing by thing, for ears. */
void lines_tell_table(const struct grid *grid, int rows, enum tk_lang lang);
/* False when the person leaves. */
bool lines_obey(const struct lines *lines, const struct typed *typed);
void lines_result(const struct lines *lines);

/* At a table of a server, until the game is over or left; true: there is a result to tell. */
bool lines_far_play(const struct lines *lines);
bool lines_far_obey(const struct lines *lines, const struct typed *typed);

#endif
