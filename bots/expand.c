/* SPDX-License-Identifier: MIT */
/* The legal moves of a node become edges with priors; of moves that commute, one order is kept. */
#include <string.h>

#include "exact.h"
#include "search.h"

enum { PRIOR_RANGE = 6 }; /* in exponents: no move is left out for good */

/*
 * For learning: chance has a share in what is tried at the root, mostly for a few moves at a time
 * (numbers of a Dirichlet distribution, nearly).
 */
static void add_noise(struct search *search, float *priors, int count)
{
    float noise[TK_ACTIONS_MAX], all = 0, sum = 0;
    const float share = search->about->plan->noise, spread = count > 10 ? 10.0F / (float)count : 1;
    for (int i = 0; i < count; i++) {
        double a = (double)((tk_rng_next(&search->rng) >> 40) + 1) / (1 << 24);
        double b = (double)((tk_rng_next(&search->rng) >> 40) + 1) / (1 << 24);
        sum += noise[i] = (float)(-exact_log(a) * exact_power(b, 1 / (double)spread));
        all += priors[i];
    }
    for (int i = 0; i < count && sum > 0; i++)
        priors[i] = (1 - share) * priors[i] + share * all * noise[i] / sum;
}

/* Priors on the scale of their node, so that moves which come up later compare with the first. */
static void find_priors(struct search *search, struct node *node, int seat, const tk_action *moves,
                        int count, float *out)
{
    evaluate_moves(&search->evaluators, search->state, seat, moves, count, out);
    for (int i = 0; i < count && node->count == 0; i++)
        node->scale = i == 0 || out[i] > node->scale ? out[i] : node->scale;
    for (int i = 0; i < count; i++) {
        float ahead = (out[i] - node->scale) * search->about->plan->sharpness;
        ahead = ahead < -PRIOR_RANGE ? -PRIOR_RANGE : ahead > PRIOR_RANGE ? PRIOR_RANGE : ahead;
        out[i] = (float)exact_exp((double)ahead);
    }
    if (search->about->plan->noise > 0 && node == &search->tree.nodes[TREE_ROOT])
        add_noise(search, out, count);
}

static bool is_listed(const tk_action *legal, int count, tk_action action)
{
    for (int i = 0; i < count; i++)
        if (legal[i] == action)
            return true;
    return false;
}

/*
 * Two moves of one turn often lead to the same position in either order (they transpose). Then only
 * the order with the lower number first stays in the tree, or it would be full of orders and see no
 * answers.
 */
static bool is_other_order(const struct search *search, tk_action action)
{
    tk_state one, other;
    const struct tk_game *game = search->about->game;
    tk_action legal[TK_ACTIONS_MAX];
    tk_copy_state(other, search->before, game->state_size);
    if (!is_listed(legal, game->rules.legal(other, legal), action))
        return false;
    game->rules.apply(other, action);
    if (game->rules.actor(other) != search->last_seat ||
        !is_listed(legal, game->rules.legal(other, legal), search->last))
        return false;
    game->rules.apply(other, search->last);
    tk_copy_state(one, search->state, game->state_size);
    game->rules.apply(one, action);
    return memcmp(one, other, game->state_size) == 0;
}

static bool is_left_out(const struct search *search, int seat, tk_action action)
{
    return search->about->plan->merge && seat == search->last_seat && action < search->last &&
           is_other_order(search, action);
}

/* The edge of a move, looked for where it is expected first; the node's count if it has none. */
static uint32_t find_edge(const struct edge *edges, uint32_t count, uint32_t expected,
                          tk_action action)
{
    for (uint32_t at = expected; at < count; at++)
        if (edges[at].action == action)
            return at;
    for (uint32_t at = 0; at < expected; at++)
        if (edges[at].action == action)
            return at;
    return count;
}

/* Moves that were not possible here before, each with its place among the others. */
struct fresh {
    int count;
    tk_action action[TK_ACTIONS_MAX];
    uint32_t place[TK_ACTIONS_MAX];
};

static struct edge edge_of(const struct search *search, int seat, tk_action action, float prior)
{
    return (struct edge){.action = action, .prior = is_left_out(search, seat, action) ? -1 : prior};
}

/* The first moves of a node lie as they are listed. Later ones come from the end of their list, so
 * that the places of the others stay true. */
static void add_edges(struct search *search, struct node *node, int seat, const struct fresh *fresh)
{
    float priors[TK_ACTIONS_MAX];
    bool first = node->count == 0;
    find_priors(search, node, seat, fresh->action, fresh->count, priors);
    for (int i = 0; i < fresh->count && first; i++)
        tree_edges(&search->tree, node)[node->count++] =
            edge_of(search, seat, fresh->action[i], priors[i]);
    for (int i = fresh->count - 1; i >= 0 && !first; i--)
        tree_insert(&search->tree, node, fresh->place[i],
                    edge_of(search, seat, fresh->action[i], priors[i]));
}

/* Lists mostly come in the same order, and so the edges lie. */
int search_expand(struct search *search, struct node *node, int seat, const tk_action *legal,
                  int count, uint32_t *out)
{
    struct fresh fresh;
    const struct edge *edges = tree_edges(&search->tree, node);
    const uint32_t known = node->count;
    uint32_t expected = 0;
    int found = 0;
    fresh.count = 0;
    for (int i = 0; i < count; i++) {
        uint32_t at = find_edge(edges, known, expected, legal[i]);
        if (at == known) {
            fresh.action[fresh.count] = legal[i];
            fresh.place[fresh.count++] = expected;
            continue;
        }
        expected = at + 1;
        if (edges[at].prior >= 0)
            out[found++] = at;
    }
    if (fresh.count == 0 || !tree_make_room(&search->tree, node, (uint32_t)fresh.count))
        return found;
    add_edges(search, node, seat, &fresh);
    return search_expand(search, node, seat, legal, count, out);
}
