/* What a search grows, and what of it is still true at the next move. */
#ifndef BOTS_TREE_H
#define BOTS_TREE_H

#include "bots.h"

/* A move out of a node. */
struct edge {
    tk_action action;
    float prior; /* how good it looks at once, relative to the others of its node */
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

/* A tree that was grown at an earlier move. */
struct kept_tree {
    struct node *nodes;
    struct edge *edges;
    uint32_t node_count;
    uint32_t root; /* the position now, 0 if the tree does not know it */
};

struct bot_mind {
    int count;
    struct kept_tree tree[BOT_THREADS_MAX];
};

/* The trees for so many threads; NULL if there is nothing to go on with. */
const struct kept_tree *mind_trees(const struct bot_mind *mind, int count);
void mind_forget(struct bot_mind *mind);
/* Takes over the arrays of a tree, whose root is the position now. */
void mind_keep(struct bot_mind *mind, const struct kept_tree *tree);

#endif
