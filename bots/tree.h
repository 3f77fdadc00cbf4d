/* SPDX-License-Identifier: MIT */
/*
 * What a search grows: nodes and the moves out of them, in two arrays that are made once. And what
 * of it is still true at the next move.
 */
#ifndef BOTS_TREE_H
#define BOTS_TREE_H

#include "bots.h"

/* A move out of a node. */
struct edge {
    tk_action action;
    float prior; /* how good it looks at once, relative to the others of its node; < 0: left out */
    float value; /* sum over its visits, for the seat that chose */
    uint32_t visits;
    uint32_t offered; /* how often it was possible when its node was visited */
    uint32_t node;    /* where it leads, 0 before the second visit */
};

struct node {
    uint32_t first, count, room; /* edges */
    uint32_t visits;
    float scale; /* how good the best of its first moves looked: priors are relative to that */
};

enum { TREE_ROOT = 1 }; /* node 0 is nowhere */

struct tree {
    struct node *nodes;
    struct edge *edges;
    uint32_t node_count, edge_count, node_room, edge_room;
    bool thrifty; /* it may need more room than there is */
};

/* A tree that was grown at an earlier move. */
struct kept_tree {
    struct tree tree;
    uint32_t root; /* the position now, 0 if the tree does not know it */
};

/*
 * Room for so many simulations (0: as many as may be) in one of so many trees beside what was kept,
 * which may be NULL here and below. False without memory; tree_clear is due in any case.
 */
bool tree_init(struct tree *out_tree, long simulations, int trees, const struct kept_tree *kept);
void tree_clear(struct tree *tree);
/* Begins an empty tree with what an earlier one knows about the position now (tree reuse). */
void tree_carry_over(struct tree *tree, const struct kept_tree *kept);

/* How often a node is visited before its moves are laid out: the fuller the tree, the oftener. */
uint32_t tree_patience(const struct tree *tree);
/* A new node; 0 if there is no room. */
uint32_t tree_grow(struct tree *tree);
/* Room for more edges of a node, which may move all of them. False leaves it as it was. */
bool tree_make_room(struct tree *tree, struct node *node, uint32_t more);
/* Puts an edge before the at-th; there must be room. */
void tree_insert(struct tree *tree, struct node *node, uint32_t at, struct edge edge);
/* Bytes in use. */
size_t tree_memory(const struct tree *tree);

static inline struct edge *tree_edges(const struct tree *tree, const struct node *node)
{
    return tree->edges + node->first;
}

/* --- between moves: mind.c --- */

struct bot_mind {
    double spare; /* seconds that earlier decisions left */
    int count;
    struct kept_tree kept[BOT_THREADS_MAX];
};

/*
 * What a decision that should take so many seconds may take: up to twice as many, if those before it
 * left them. So a bot uses the time that it has, most of it where it is in doubt; it never has more
 * than so many seconds for each decision, and one more.
 */
double mind_seconds(const struct bot_mind *mind, double seconds);
void mind_save(struct bot_mind *mind, double seconds, double took);
/* The trees for so many threads; NULL if there is nothing to go on with. */
const struct kept_tree *mind_trees(const struct bot_mind *mind, int count);
void mind_forget(struct bot_mind *mind);
/* Takes over the arrays of a tree, whose root is the position now. */
void mind_keep(struct bot_mind *mind, const struct tree *tree);

#endif
