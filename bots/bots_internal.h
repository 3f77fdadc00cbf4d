/* SPDX-License-Identifier: MIT */
/* What the files of this folder share: the bots themselves, and how a search goes about a request. */
#ifndef BOTS_INTERNAL_H
#define BOTS_INTERNAL_H

#include "bots.h"

bot_choose choose_random, choose_greedy, choose_mcts;

/* --- settings.c --- */

/* Settings of a text such as sims=2000+explore=1.5. False after a sentence that says what is wrong. */
bool settings_read(struct tk_span text, struct bot *bot, struct tk_writer *why);

static inline double setting_number(const struct bot *bot, enum bot_setting which, double otherwise)
{
    return bot->set[which].given ? bot->set[which].number : otherwise;
}

static inline int setting_count(const struct bot *bot, enum bot_setting which, int otherwise)
{
    return bot->set[which].given ? (int)bot->set[which].count : otherwise;
}

static inline const char *setting_word(const struct bot *bot, enum bot_setting which,
                                       const char *otherwise)
{
    return bot->set[which].given ? bot->set[which].word : otherwise;
}

static inline bool setting_yes(const struct bot *bot, enum bot_setting which, bool otherwise)
{
    return bot->set[which].given ? bot->set[which].yes : otherwise;
}

/* --- strategy.c --- */

struct net;

/* How the tree search goes about a request: what the bot asks for, or else what suits the game. */
struct plan {
    struct bot_budget budget;
    float explore;     /* weight of what was not tried much */
    float sharpness;   /* how much more a move is tried that looks better at once */
    float reduction;   /* what was never tried is taken for so much worse than what was */
    float tempo;       /* what it is worth at a leaf to be the next to move, in log-odds */
    int playout;       /* moves played on from a leaf before it is evaluated */
    int finish;        /* turns finished from a leaf before it is evaluated */
    float soft;        /* points that count at an end played in a hurry; 0: only the win does */
    float win;         /* share of who won at such an end; the rest is by how much */
    float mix;         /* share of what a net says of a leaf before it is played on from there */
    bool alone;        /* the turns of the others are played in a hurry, not searched */
    bool pair;         /* moves of the root are compared on the same draws of what is hidden */
    bool max;          /* within a turn the best way to go on with it counts, not their mean */
    bool merge;        /* of orders of moves that come to the same only one is searched */
    float temperature; /* 0: the best move; else how far it strays among moves of similar worth */
    float trust_early, trust_late; /* bot_trusted for what it says, as the game goes on */
    const struct net *net;         /* NULL: standings are evaluated */
    float instinct;                /* share of the net in how good moves look at once … */
    float look;                    /* … and the weight of how one stands after them */
    const struct tk_style *style;  /* NULL: none */
    float fond;                    /* how fond it is of that: 1 as the game's table says */
    float noise;                   /* share of chance in how good moves of the root look */
};

/* How many threads the bot takes where the host does not say. */
int plan_threads(const struct bot *bot);
struct plan plan_for(const struct bot *bot, const struct bot_request *request);

/* --- endgame.c --- */

/*
 * The end of a game, searched to its last move: true if that was possible, with the exact worth of
 * every legal move in out_lines, in the order of `legal`.
 */
bool endgame_solve(const struct plan *plan, const struct bot_request *request,
                   const tk_action *legal, int count, struct bot_line *out_lines,
                   struct bot_answer *out_answer);

#endif
