/* SPDX-License-Identifier: MIT */
/*
 * Thousands of games at once, for those who learn: every step makes one move in each of them and
 * writes what comes of it into the caller's memory. A game that ends gives its rewards and begins
 * anew by itself. The same seed and the same moves give the same games, whatever the number of
 * threads.
 *
 * Moves are numbers below tk_batch_moves; what is seen is what the learned bots see (the game's
 * encoder): first the features that are true or not, then small amounts, all from the seat that is to
 * move. Nothing is allocated after tk_batch_new.
 *
 * A batch may be NULL, as tk_batch_new gives it where something is wrong: numbers of it are 0, what is asked of it is refused,
 * and nothing is written. Without memory for moves nothing is done, either; without a tk_batch_out nothing is wanted.
 */
#ifndef TAKHT_BATCH_H
#define TAKHT_BATCH_H

#include "table.h"

struct tk_batch;

/* Where a step writes; each may be NULL if it is not wanted. All arrays have one row for each game. */
struct tk_batch_out {
    uint8_t *mask;   /* tk_batch_moves: 1 where the move is legal */
    int8_t *seen;    /* tk_batch_seen: the position as the seat to move sees it */
    float *reward;   /* players: 1 for a win alone, together 0; all 0 unless the game has ended */
    uint8_t *ended;  /* 1: the game has ended, and the rest of the row is about a new one */
    int8_t *actor;   /* the seat to move */
    int32_t *scores; /* players: points at the end; all 0 unless the game has ended */
};

/*
 * `options` as for tk_table_start. NULL if something is wrong; then `why` (of `room` bytes) has a
 * sentence without its full stop.
 */
TK_EXPORT(tk_batch_new)
struct tk_batch *tk_batch_new(const char *game, int players, const char *options, int games,
                              int threads, uint64_t seed, char *why, uint32_t room);
TK_EXPORT(tk_batch_free) void tk_batch_free(struct tk_batch *batch);

TK_EXPORT(tk_batch_moves) int tk_batch_moves(const struct tk_batch *batch);
TK_EXPORT(tk_batch_seen) int tk_batch_seen(const struct tk_batch *batch);
TK_EXPORT(tk_batch_players) int tk_batch_players(const struct tk_batch *batch);

/* Begins every game anew; `seed` as at the beginning. */
TK_EXPORT(tk_batch_reset)
void tk_batch_reset(struct tk_batch *batch, uint64_t seed, const struct tk_batch_out *out);
/*
 * One move in each game. -1, or the first game whose move is not legal: then nothing has changed
 * anywhere and nothing was written. Without a batch or moves that is game 0.
 */
TK_EXPORT(tk_batch_step)
int tk_batch_step(struct tk_batch *batch, const int32_t *moves, const struct tk_batch_out *out);
/* A legal move for each game, uniformly by chance. */
TK_EXPORT(tk_batch_sample) void tk_batch_sample(struct tk_batch *batch, int32_t *out_moves);
/*
 * So many steps with moves by chance, the same that tk_batch_sample and tk_batch_step in turn would
 * make; `moves` has room for one of each game. To measure, or to come to some position.
 */
TK_EXPORT(tk_batch_wander)
void tk_batch_wander(struct tk_batch *batch, int steps, int32_t *moves,
                     const struct tk_batch_out *out);
/*
 * One game as any seat sees it, not only the one that is to move: tk_batch_seen numbers. False, and
 * nothing is written, if there is no such game or seat.
 */
TK_EXPORT(tk_batch_see)
bool tk_batch_see(const struct tk_batch *batch, int game, int seat, int8_t *out_seen);
/* The move with this number in a game's position, as text; "" if there is none. */
TK_EXPORT(tk_batch_say)
void tk_batch_say(const struct tk_batch *batch, int game, int move, char *out, uint32_t room);
/* A copy of one game for a closer look; refused as tk_table_start would be. */
TK_EXPORT(tk_batch_look)
bool tk_batch_look(const struct tk_batch *batch, int game, struct tk_table *table);

#endif
