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
    for (int i = 0; i < mind->count; i++) {
        free(mind->tree[i].nodes);
        free(mind->tree[i].edges);
    }
    mind->count = 0;
}

void mind_keep(struct bot_mind *mind, const struct kept_tree *tree)
{
    mind->tree[mind->count++] = *tree;
}

const struct kept_tree *mind_trees(const struct bot_mind *mind, int count)
{
    return mind != NULL && mind->count == count ? mind->tree : NULL;
}

static void follow(struct kept_tree *tree, tk_action action)
{
    const struct node *node = &tree->nodes[tree->root];
    uint32_t next = 0;
    for (uint32_t i = 0; i < node->count && tree->root != 0; i++)
        if (tree->edges[node->first + i].action == action)
            next = tree->edges[node->first + i].node;
    tree->root = next;
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
            follow(&mind->tree[i], action);
            known = known || mind->tree[i].root != 0;
        }
    }
    if (!known)
        mind_forget(mind);
}
