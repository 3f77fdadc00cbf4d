/* SPDX-License-Identifier: MIT */
/*
 * The seam of the search: who tells it how good positions and moves are. An evaluator is a table of
 * functions in a file of its own; the search knows no other door. Some wrap another one: they play
 * on from a leaf and let that one judge where they come to.
 */
#ifndef BOTS_EVALUATOR_H
#define BOTS_EVALUATOR_H

#include "bots_internal.h"

/* What a search is about; the same for all of its threads. */
struct question {
    const struct tk_game *game;
    const struct plan *plan;
    const void *root; /* the position asked about, determinised for its seat */
    int seat;         /* that is to move there: what it cannot know was drawn by chance */
    int players, sides;
    const tk_action *only; /* the one move of the root that is looked at; NULL: all */
};

struct evaluator;

/* An evaluator at work for one thread of a search. */
struct evaluation {
    const struct evaluator *by;
    const struct question *about;
    struct evaluation *inner; /* whom a wrapper asks; NULL for the innermost */
    void *own;                /* memory of this thread alone; belongs to the evaluator */
};

struct evaluator {
    /* Before the search; NULL if there is nothing to prepare. False without memory. */
    bool (*prepare)(struct evaluation *e);
    /*
     * The chance of every seat to win, 0 … 1; partners have that of their side. A wrapper plays on
     * in `state`, which is left where it was judged: points are counted there too. Called once for
     * a leaf, also when the game is over there.
     */
    void (*values)(struct evaluation *e, void *state, float *out_chances);
    /*
     * How good moves of the seat that acts look at once, in units of log-odds: only differences
     * between moves of one position count. NULL in a wrapper: those of the inner one.
     */
    void (*priors)(struct evaluation *e, const void *state, int seat, const tk_action *moves,
                   int count, float *out_logits);
    /* After the search, also if `prepare` failed; NULL if there is nothing to clear. */
    void (*clear)(struct evaluation *e);
};

extern const struct evaluator linear_evaluator;  /* linear.c: how the seats stand */
extern const struct evaluator neural_evaluator;  /* neural.c: what a net has learned */
extern const struct evaluator style_evaluator;   /* style.c: wraps, with a manner of play */
extern const struct evaluator playout_evaluator; /* playout.c: wraps, some moves later */
extern const struct evaluator turns_evaluator;   /* turns.c: wraps, when a turn is finished */

/* --- evaluator.c: the evaluators that a plan asks for, one around the other --- */

enum { EVALUATORS_MOST = 4 };

struct evaluators {
    int count;
    struct evaluation link[EVALUATORS_MOST]; /* outermost first */
};

/* False without memory; evaluators_clear is due in any case. */
bool evaluators_init(struct evaluators *out, const struct question *about);
void evaluators_clear(struct evaluators *evaluators);
/* The first of these, from the outside in, that tells how good moves look. */
struct evaluation *evaluation_with_priors(struct evaluation *e);
void evaluate_leaf(struct evaluators *evaluators, void *state, float *out_chances);
void evaluate_moves(struct evaluators *evaluators, const void *state, int seat,
                    const tk_action *moves, int count, float *out_logits);

/* --- neural.c --- */

/* Plays on while there is only one move, where the game says so: its nets have seen decisions alone. */
void play_forced(const struct tk_game *game, void *state);

/* --- hurry.c: the quick player --- */

/* The move after which the seat that acts stands best, in a hurry. */
tk_action hasty_move(const struct tk_game *game, const void *state);
/* Plays on at most so many moves, or to the end. */
void hasten(const struct tk_game *game, void *state, int moves);
/* The chances at an end that was played in a hurry, where `soft` points are an e-fold. */
void soften(const struct question *about, const void *state, float *chances);

#endif
