/* SPDX-License-Identifier: MIT */
/*
 * The forward model: the rules of every game for programs that look ahead, line by line.
 * docs/bot-protocol.md says what is spoken. It knows nothing but what it was told: a bot loads the
 * sample that it was sent, in which everything hidden has been drawn anew, so nothing can be learnt
 * here that the bot's seat does not know.
 */
#ifndef CLI_MODEL_H
#define CLI_MODEL_H

#include "cli.h"

enum { MODEL_PLIES_MAX = 4096, MODEL_PLAYOUTS_MAX = 10000 };

struct model {
    const struct tk_game *game; /* NULL: there is no position yet */
    int seat;                   /* whose knowledge a new sample keeps */
    int depth;                  /* moves since the root */
    int room;
    unsigned char *states; /* depth + 1 of them, the root first */
    struct tk_rng rng;
};

void model_init(struct model *model, uint64_t seed);
void model_clear(struct model *model);
/* Answers one line, which it changes, with one line. False after "quit". */
bool model_hear(struct model *model, char *line, struct cli_text *out);

#endif
