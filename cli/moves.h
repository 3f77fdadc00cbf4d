/* SPDX-License-Identifier: MIT */
/* The moves that a person can choose from: kinds, sentences, and what typing leaves of them. */
#ifndef CLI_MOVES_H
#define CLI_MOVES_H

#include "session.h"

enum { MOVES_KINDS = 16, MOVES_SAY = 256 };

struct move {
    tk_action action;
    int number, kind;
    char text[TK_MOVE_TEXT_MAX + 1]; /* as the notation writes it */
    char say[MOVES_SAY];             /* what it does, in words, without who does it */
    char folded[MOVES_SAY + 64];     /* the same with its kind, for what is typed */
};

/* Moves that begin with the same word. What is easily regretted comes last. */
struct move_kind {
    char word[24];
    int count;
};

struct moves {
    int count, kind_count;
    struct move move[TK_ACTIONS_MAX];
    struct move_kind kind[MOVES_KINDS];
    int chosen_kind;
    int shown[TK_ACTIONS_MAX]; /* indexes of the moves to choose from now */
    int shown_count, chosen;   /* chosen: of the shown ones */
};

/* Lists them for the one to act; begins with the first kind. */
void moves_list(struct moves *moves, struct session *session);
/* Shows the moves in which every typed word stands, or those of the chosen kind if nothing is. */
void moves_filter(struct moves *moves, const char *words);
/* NULL if none is left. */
const struct move *moves_chosen(const struct moves *moves);
void moves_step(struct moves *moves, int by);
void moves_step_kind(struct moves *moves, int by);
/* What a kind is called in the language of the session. */
const char *moves_kind_name(const struct session *session, const struct move_kind *kind);

#endif
