/* SPDX-License-Identifier: MIT */
/*
 * Which move of a node to try next: a rule of the family of PUCT. Values count as far as they were
 * found; priors make up for what was not tried yet.
 */
#include <math.h>

#include "search.h"

/* What the moves tried so far are worth together, and the share of the priors they have. */
static float worth_so_far(const struct edge *edges, const uint32_t *possible, int count,
                          float *out_priors, float *out_tried)
{
    float value = 0, visits = 0;
    *out_priors = *out_tried = 0;
    for (int i = 0; i < count; i++) {
        const struct edge *edge = &edges[possible[i]];
        *out_priors += edge->prior;
        if (edge->visits == 0)
            continue;
        *out_tried += edge->prior;
        value += edge->value;
        visits += (float)edge->visits;
    }
    *out_tried /= *out_priors;
    return visits > 0 ? value / visits : 0;
}

/*
 * What is good so far, and what looked good and was tried little. A move never tried is taken for
 * somewhat worse than those that were (first-play urgency): the more so, the more of the promising
 * ones are among them. How often a move was offered stands for the visits of its node, since not
 * every draw of the hidden things allows it (as in information-set tree search).
 */
uint32_t search_select(const struct search *search, const struct node *node,
                       const uint32_t *possible, int count)
{
    const struct edge *edges = tree_edges(&search->tree, node);
    const struct plan *plan = search->about->plan;
    float priors, tried, best = -1e30F, urge = 0;
    float untried = worth_so_far(edges, possible, count, &priors, &tried);
    uint32_t chosen = possible[0], offered = UINT32_MAX;
    const float eager = plan->explore / priors;
    untried -= plan->reduction * sqrtf(tried);
    if (untried < 0)
        untried = 0; /* nothing is worse than to lose: then the moves not tried are the hope */
    for (int i = 0; i < count; i++) {
        const struct edge *edge = &edges[possible[i]];
        if (edge->offered != offered) { /* mostly all were offered alike */
            offered = edge->offered;
            urge = eager * sqrtf((float)offered + 1);
        }
        float value = edge->visits > 0 ? edge->value / (float)edge->visits : untried;
        float worth = value + urge * edge->prior / (1 + (float)edge->visits);
        if (worth > best) {
            best = worth;
            chosen = possible[i];
        }
    }
    return chosen;
}
