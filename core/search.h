/* SPDX-License-Identifier: MIT */
/*
 * How bots go about a game, and how strong their levels are in it: plain data that stands in the
 * game's folder beside its weights. Fractions are whole thousandths, so that a game stays without
 * floating point; docs/strength.md tells how such figures are found.
 */
#ifndef TK_SEARCH_H
#define TK_SEARCH_H

#include "base.h"

/* What kind of game it is for a search. bots/strategy.c says what each of them does. */
enum tk_strategy {
    /* Positions tell how the seats stand: a leaf is evaluated where it is. */
    TK_STRATEGY_STANDING,
    /*
     * A turn is several moves in almost any order, and the others hardly interfere: one order of
     * each turn is searched, the turns of the others are played in a hurry, and a leaf is evaluated
     * when its turn is finished. Nothing may turn up before a turn is over: within it the best way to
     * go on counts, which chance would make look too good.
     */
    TK_STRATEGY_OWN_TURNS,
    /* Positions tell little by themselves: a quick player goes on from a leaf (`playout`). */
    TK_STRATEGY_PLAYOUTS,
    TK_STRATEGIES
};

enum { TK_LEVELS = 5 }; /* weakest first; bots have one more, which is the last with more time */

/*
 * A level looks less far ahead than the next and strays further among moves of similar worth. With
 * more players there is more to see; but the strongest has no more time for that, so a level next
 * to it grows less.
 */
struct tk_level {
    int32_t two, four;    /* simulations with so many players; in between and beyond they follow */
    int32_t temperature;  /* thousandths; 0: the best move always */
    int32_t milliseconds; /* for a decision, instead of simulations; 0: none */
    struct {
        int32_t simulations, temperature;
    } net; /* the same with a learned net; without simulations the level does without the net */
};

struct tk_search {
    enum tk_strategy strategy;
    struct {
        int32_t moves; /* at most so many are played on from a leaf */
        int32_t soft;  /* points that are an e-fold at an end it reaches; 0: the win alone */
        int32_t win;   /* share of who won at such an end, thousandths; the rest is by how much */
    } playout;         /* of TK_STRATEGY_PLAYOUTS */
    /* thousandths: */
    int32_t explore;   /* weight of what was not tried much */
    int32_t sharpness; /* how much more a move is tried that looks better at once */
    int32_t reduction; /* what was never tried is taken for so much worse than what was */
    int32_t tempo;     /* what it is worth at a leaf to be the next to move, in log-odds */
    struct {
        int32_t explore, sharpness, reduction;
        int32_t instinct; /* share of the net in how good moves look at once */
        struct {
            int32_t early, late;
        } mix;         /* share of the net in what a leaf is worth; the rest is a playout */
        int32_t moves; /* not thousandths: as in `playout`, from a leaf with a net */
    } net;             /* the same with a learned net; without `explore` the figures above */
    struct {
        int32_t early, late;
    } trust;   /* how far chances can be believed that are told without a net; 0: at their word */
    bool pair; /* moves are compared on the same draws of what is hidden */
    struct tk_level level[TK_LEVELS];
};

#endif
