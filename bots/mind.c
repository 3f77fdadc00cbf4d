/* SPDX-License-Identifier: MIT */
/*
 * What a bot keeps between two moves. The tree of the last search goes on below the moves that were
 * made since, as long as none of them turned up anything hidden: after that its figures would be
 * means over things that are known by now.
 */
#include <stdlib.h>

#include "tree.h"

struct bot_mind *bot_mind_new(void)
{
    return calloc(1, sizeof(struct bot_mind));
}

void bot_mind_free(struct bot_mind *mind)
{
    if (mind != NULL)
        mind_forget(mind);
    free(mind);
}

void mind_forget(struct bot_mind *mind)
{
    for (int i = 0; i < mind->count; i++)
        tree_clear(&mind->kept[i].tree);
    mind->count = 0;
}

void mind_keep(struct bot_mind *mind, const struct tree *tree)
{
    mind->kept[mind->count++] = (struct kept_tree){.tree = *tree, .root = TREE_ROOT};
}

double mind_seconds(const struct bot_mind *mind, double seconds)
{
    double spare = mind != NULL ? mind->spare : 0;
    return seconds + (spare < seconds ? spare : seconds);
}

void mind_save(struct bot_mind *mind, double seconds, double took)
{
    if (mind == NULL)
        return;
    mind->spare += seconds - took;
    mind->spare = mind->spare < 0 ? 0 : mind->spare > seconds ? seconds : mind->spare;
}

const struct kept_tree *mind_trees(const struct bot_mind *mind, int count)
{
    return mind != NULL && mind->count == count ? mind->kept : NULL;
}

static void follow(struct kept_tree *kept, tk_action action)
{
    uint32_t next = 0;
    if (kept->root == 0)
        return;
    const struct node *node = &kept->tree.nodes[kept->root];
    const struct edge *edges = tree_edges(&kept->tree, node);
    for (uint32_t i = 0; i < node->count; i++)
        if (edges[i].action == action)
            next = edges[i].node;
    kept->root = next;
}

/* Only whether something came up is taken from the true state, which everybody at the table sees. */
static bool turns_up(const struct tk_game *game, const void *true_state, tk_action action)
{
    tk_state after;
    if (game->rules.reveals(true_state, action))
        return true;
    tk_copy(after, true_state, game->state_size);
    game->rules.apply(after, action);
    return game->rules.actor(after) == TK_CHANCE;
}

void bot_mind_watch(struct bot_mind *mind, const struct tk_game *game, const void *true_state,
                    tk_action action)
{
    bool known = false;
    if (mind == NULL || mind->count == 0)
        return;
    if (!turns_up(game, true_state, action)) {
        for (int i = 0; i < mind->count; i++) {
            follow(&mind->kept[i], action);
            known = known || mind->kept[i].root != 0;
        }
    }
    if (!known)
        mind_forget(mind);
}
