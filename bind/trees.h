/* SPDX-License-Identifier: MIT */
/*
 * A tree search whose judge is the caller's: a net in any language tells values and priors, for many
 * leaves at once. There is one tree for each game of a batch, from its position now:
 *
 *     struct tk_trees *trees = tk_trees_new(batch, 100, 1.5F, seed, why, sizeof why);
 *     while ((count = tk_trees_leaves(trees, &out)) > 0) {
 *         judge(out.seen, out.mask, count, values, priors);
 *         tk_trees_tell(trees, values, priors);
 *     }
 *     tk_trees_result(trees, visits, worth);
 *
 * A tree knows what the seat that is to move at its root knows: for every simulation what is hidden
 * from it is drawn anew. The same seed and the same answers give the same trees.
 *
 * Without trees (NULL, as tk_trees_new gives them where something is wrong) there are no leaves: tk_trees_leaves says -1, the
 * others do nothing. A judge that says nothing (NULL) is asked again.
 */
#ifndef TAKHT_TREES_H
#define TAKHT_TREES_H

#include "batch.h"

struct tk_trees;

/*
 * So many simulations in each tree (1 to 1,000,000); `explore` weighs priors against what was found
 * (1.5 is a good beginning). The batch must live and stay where it is until tk_trees_free. NULL if something is wrong; then
 * `why` has a sentence without its full stop.
 */
TK_EXPORT(tk_trees_new)
struct tk_trees *tk_trees_new(const struct tk_batch *batch, int simulations, float explore,
                              uint64_t seed, char *why, uint32_t room);
TK_EXPORT(tk_trees_free) void tk_trees_free(struct tk_trees *trees);
/*
 * The next leaves to be judged, at most one of each tree: writes `mask`, `seen` and `actor` of
 * *out, a row for each, and returns how many there are; 0 when every tree has its simulations, -1
 * without memory or trees. The first leaves of all are the roots.
 */
TK_EXPORT(tk_trees_leaves)
int tk_trees_leaves(struct tk_trees *trees, const struct tk_batch_out *out);
/*
 * What the judge says of the leaves that tk_trees_leaves gave: `values` has a row of players (what
 * each seat may expect as its reward, -1 to 1), `priors` one of tk_batch_moves (how likely each move
 * is to be good; any numbers from 0 up, those of legal moves count). What is no number counts as 0.
 */
TK_EXPORT(tk_trees_tell)
void tk_trees_tell(struct tk_trees *trees, const float *values, const float *priors);
/*
 * What was found, a row for each game of the batch: how often each move was tried (tk_batch_moves),
 * and what every seat may expect (players). Each may be NULL.
 */
TK_EXPORT(tk_trees_result)
void tk_trees_result(const struct tk_trees *trees, float *out_visits, float *out_values);

#endif
