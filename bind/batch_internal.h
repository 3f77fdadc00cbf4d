/* SPDX-License-Identifier: MIT */
/* What trees.c asks of a batch. */
#ifndef TAKHT_BATCH_INTERNAL_H
#define TAKHT_BATCH_INTERNAL_H

#include "batch.h"
#include "core/takht.h"

struct tk_batch_facts {
    const struct tk_game *game;
    int games, players, moves, seen; /* of a row: numbers of moves, bytes that are seen */
};

struct tk_batch_facts batch_facts(const struct tk_batch *batch);
const void *batch_state(const struct tk_batch *batch, int game);
/* A position as a row of an array, of the same form for every batch of the game. */
void batch_write_mask(const struct tk_batch *batch, const void *state, uint8_t *mask);
void batch_write_seen(const struct tk_batch *batch, const void *state, int8_t *seen);
void batch_write_rewards(const struct tk_batch *batch, const void *state, float *reward);

#endif
