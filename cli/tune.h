/* SPDX-License-Identifier: MIT */
/* What the two ways to find weights share. */
#ifndef CLI_TUNE_H
#define CLI_TUNE_H

#include "match.h"

/* Every feature counts twice: with its weight at the beginning of a game and with that at its end. */
enum { TUNE_INPUTS_MAX = 2 * TK_FEATURES_MAX };

/* Weights on a scale on which all inputs vary alike. */
struct tune_weights {
    enum tk_weighting which;
    double weight[TUNE_INPUTS_MAX];
    double spread[TUNE_INPUTS_MAX]; /* of the inputs; 0: it never varied */
};

/* The inputs of a seat: 2 i and 2 i + 1 belong to feature i. */
void tune_inputs(const struct tk_game *game, const void *state, int seat, float *out);
/* The weights the game has now; the spreads must be there. */
void tune_weights_begin(const struct tk_game *game, enum tk_weighting which,
                        struct tune_weights *out);
/* The game's features with other weights. What never varied keeps its own. */
void tune_table(const struct tk_game *game, const struct tune_weights *weights,
                struct tk_feature out[TK_FEATURES_MAX]);
/* As the game's folder holds them, into the file of --save or to standard output; an exit code. */
int tune_write(const struct cli_args *args, const struct tune_weights *weights);

/* What each seat has got out of a game: the victory, and to a part a share by points. */
void tune_judge(const struct tk_game *game, int players, const void *state, float *out);

/* --climb: weights that win matches. */
int tune_climb(const struct cli_args *args);
/* --compare: weights that tell moves apart. */
int tune_compare(const struct cli_args *args);
/* --chances: how far the chances that a search tells can be trusted. */
int tune_chances(const struct cli_args *args);
/* --luck: whether the luck that reports tell is nothing on average. */
int tune_luck(const struct cli_args *args);

/* Plays a game of a run; who looks on stands in *match. */
void tune_play(const struct cli_args *args, long index, struct match *match,
               struct match_game *game, char why[2 * BOT_WHY_MAX]);
/* An exit code, if Ctrl-C was pressed or a bot has failed (`why`); otherwise -1. */
int tune_ended(long games, const char *why);

#endif
