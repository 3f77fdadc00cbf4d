/* SPDX-License-Identifier: MIT */
/*
 * The memory of a search. Nothing is freed while it goes on. A tree that fills up lays out moves only
 * where it comes by often, and one that is full grows no more.
 */
#include "tree.h"

#include <stdlib.h>
#include <string.h>

/* Of one tree; many trees of one search have together what four would have, half a gigabyte. */
enum { NODES_MOST = 1 << 20, EDGES_MOST = 1 << 22, TREES_FULL = 4 };

bool tree_init(struct tree *out_tree, long simulations, int trees, const struct kept_tree *kept)
{
    const uint32_t share = trees > TREES_FULL ? (uint32_t)trees : TREES_FULL;
    const uint32_t nodes_most = (uint32_t)NODES_MOST / share * TREES_FULL;
    const uint32_t edges_most = (uint32_t)EDGES_MOST / share * TREES_FULL;
    uint32_t grown = kept != NULL ? kept->tree.node_count : 0;
    uint32_t wanted = simulations > 0 && simulations < (long)nodes_most - 64 - (long)grown
                          ? (uint32_t)simulations + 64 + grown
                          : nodes_most; /* a simulation makes one node */
    *out_tree = (struct tree){
        .node_count = TREE_ROOT + 1,
        .node_room = wanted,
        .thrifty = wanted > edges_most / 24,
        .edge_room = wanted > edges_most / 24 ? edges_most : wanted * 24 + TK_ACTIONS_MAX,
    };
    out_tree->nodes = malloc(out_tree->node_room * sizeof *out_tree->nodes);
    out_tree->edges = malloc(out_tree->edge_room * sizeof *out_tree->edges);
    if (out_tree->nodes == NULL || out_tree->edges == NULL)
        return false;
    out_tree->nodes[TREE_ROOT] = (struct node){0};
    return true;
}

void tree_clear(struct tree *tree)
{
    free(tree->nodes);
    free(tree->edges);
}

uint32_t tree_patience(const struct tree *tree)
{
    uint32_t quarter = tree->edge_room / 4;
    if (!tree->thrifty)
        return 1;
    return tree->edge_count < 2 * quarter                 ? 1
           : tree->edge_count < 3 * quarter               ? 2
           : tree->edge_count < 3 * quarter + quarter / 2 ? 4
                                                          : 16;
}

uint32_t tree_grow(struct tree *tree)
{
    if (tree->node_count == tree->node_room)
        return 0;
    tree->nodes[tree->node_count] = (struct node){0};
    return tree->node_count++;
}

/* Edges of a node lie side by side, so a node that grows moves to the end. */
bool tree_make_room(struct tree *tree, struct node *node, uint32_t more)
{
    if (node->count + more <= node->room)
        return true;
    uint32_t room = node->count + more + (node->count > 0 ? 8 : 0);
    if (tree->edge_count + room > tree->edge_room)
        return false;
    memcpy(tree->edges + tree->edge_count, tree_edges(tree, node),
           node->count * sizeof(struct edge));
    node->first = tree->edge_count;
    node->room = room;
    tree->edge_count += room;
    return true;
}

void tree_insert(struct tree *tree, struct node *node, uint32_t at, struct edge edge)
{
    struct edge *edges = tree_edges(tree, node);
    memmove(edges + at + 1, edges + at, (node->count - at) * sizeof *edges);
    edges[at] = edge;
    node->count++;
}

size_t tree_memory(const struct tree *tree)
{
    return tree->node_count * sizeof(struct node) + tree->edge_count * sizeof(struct edge);
}

/* --- what an earlier search knows about the position now --- */

/* Copies a node's edges behind the others; where they lead follows as soon as there is room. */
static void carry_edges(struct tree *tree, const struct tree *old, struct node *node, bool root)
{
    const struct edge *edges = old->edges + node->first;
    uint32_t first = tree->edge_count, count = node->count;
    node->count = 0;
    node->first = first;
    for (uint32_t i = 0; i < count && tree->edge_count < tree->edge_room; i++) {
        struct edge edge = edges[i];
        if (root && edge.prior < 0)
            continue; /* it was left out for another order of moves, which is not possible now */
        if (edge.node != 0 && tree->node_count < tree->node_room) {
            tree->nodes[tree->node_count] = old->nodes[edge.node];
            edge.node = tree->node_count++;
        } else {
            edge.node = 0;
        }
        tree->edges[tree->edge_count++] = edge;
        node->count++;
    }
    node->room = node->count;
}

/* Nodes wait with their old edges until it is their turn. */
void tree_carry_over(struct tree *tree, const struct kept_tree *kept)
{
    if (kept == NULL || kept->root == 0)
        return;
    tree->nodes[TREE_ROOT] = kept->tree.nodes[kept->root];
    for (uint32_t at = TREE_ROOT; at < tree->node_count; at++)
        carry_edges(tree, &kept->tree, &tree->nodes[at], at == TREE_ROOT);
}
