/* SPDX-License-Identifier: MIT */
/* A tree search at work: one for each thread, all about the same question. */
#ifndef BOTS_SEARCH_H
#define BOTS_SEARCH_H

#include "evaluator.h"
#include "tree.h"

struct search {
    const struct question *about;
    const atomic_bool *stop; /* may be NULL */
    struct evaluators evaluators;
    struct tree tree;
    struct tk_rng rng;
    uint64_t draws; /* seed of what is drawn for the moves of the root, if they are paired */
    long simulations, budget; /* 0: no bound */
    double started, until;    /* 0: no bound */
    /* for each move of the root: margins at the leaves, for the root's seat, and how many */
    double score[TK_ACTIONS_MAX];
    long scored[TK_ACTIONS_MAX];
    double seats[TK_ACTIONS_MAX][TK_SEATS_MAX]; /* and the chances of every seat, summed up */
    long seated[TK_ACTIONS_MAX];
    /* the last step of the simulation under way: where it came from, and who took it */
    int last_seat;
    tk_action last;
    tk_state before;
    tk_state state;
};

/* --- search.c --- */

double search_clock(void); /* seconds; only differences count */

/* One of so many threads; false without memory. search_clear is due in any case. */
bool search_init(struct search *out_search, const struct question *about,
                 const struct bot_request *request, const struct kept_tree *kept, int index,
                 int threads);
void search_clear(struct search *search); /* all but its tree */
/* Grows the trees until their budgets are spent, each on a thread of its own. */
void search_run(struct search *searches, int count);

/* --- expand.c --- */

/*
 * The edges of the moves that are possible in search->state, as numbers relative to the node's
 * first; new moves get edges. Returns how many, 0 if there is no memory left for this node.
 */
int search_expand(struct search *search, struct node *node, int seat, const tk_action *legal,
                  int count, uint32_t *out);

/* --- select.c --- */

/* Which of the possible edges of a node to try. */
uint32_t search_select(const struct search *search, const struct node *node,
                       const uint32_t *possible, int count);

/* --- answer.c --- */

/* What the trees have found. `lines` is room for TK_ACTIONS_MAX. */
void answer_from_trees(const struct search *searches, int count, struct tk_rng *rng,
                       struct bot_line *lines, struct bot_answer *out);
/* What was solved: exact lines in any order. */
void answer_from_lines(const struct plan *plan, struct bot_line *lines, int count,
                       struct tk_rng *rng, struct bot_answer *out);

#endif
