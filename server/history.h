/* SPDX-License-Identifier: MIT */
/*
 * The moves of a game and every position they led to. Moves that were taken back stay, so that the
 * log can tell them; a position is found by playing at most HISTORY_STEP moves from one that was
 * kept, however long the game is.
 */
#ifndef SERVER_HISTORY_H
#define SERVER_HISTORY_H

#include "core/takht.h"

enum { HISTORY_STEP = 16 };

/* The clock of whoever moved, as it was before: a move that is taken back gives no time. */
struct history_clock {
    int64_t began, left; /* when it began to run, and with how much */
};

/* A move, and the one it followed: a tree, since moves can be taken back. */
struct history_move {
    int32_t parent; /* -1: the beginning */
    int32_t ply;    /* plies after it */
    int32_t kept;   /* index of the kept position after it, or -1 */
    tk_action action;
    int64_t seq; /* of its event */
    struct history_clock clock;
};

struct history {
    const struct tk_game *game;
    struct history_move *moves;
    int move_count, move_room;
    int32_t *line; /* the moves that stand, by ply */
    int ply, line_room;
    unsigned char *kept; /* positions, state_size bytes each; the first is the beginning */
    int kept_count, kept_room;
};

/* Begins with the state before the first move. False when out of memory. */
bool history_begin(struct history *history, const struct tk_game *game, const void *state);
void history_clear(struct history *history);
/* Adds a move that led to `after`. False when out of memory: nothing was added. */
bool history_add(struct history *history, tk_action action, int64_t seq, const void *after,
                 struct history_clock clock);
/* Takes moves back until `ply` are left. */
void history_back(struct history *history, int ply);
/* The position after the first `ply` of the moves that stand. */
void history_state(const struct history *history, int ply, void *out_state);
tk_action history_action(const struct history *history, int ply); /* that was decided at `ply` */
struct history_clock history_clock(const struct history *history, int ply);
/* The move of an event, or NULL. */
const struct history_move *history_of(const struct history *history, int64_t seq);
void history_before(const struct history *history, const struct history_move *move,
                    void *out_state);
/* Does the second follow the first at once? */
bool history_follows(const struct history *history, const struct history_move *first,
                     const struct history_move *second);

#endif
