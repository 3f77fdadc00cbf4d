/* SPDX-License-Identifier: MIT */
/* What a bot says after its search: the move, those it compared, their chances, how it goes on. */
#include <stdlib.h>

#include "exact.h"
#include "search.h"

static int by_visits(const void *a, const void *b)
{
    const struct bot_line *x = a, *y = b;
    return x->visits != y->visits ? (x->visits < y->visits ? 1 : -1)
           : x->win != y->win     ? (x->win < y->win ? 1 : -1)
                                  : (x->action > y->action) - (x->action < y->action);
}

/* Exact values: the win first, then the points. */
static int by_worth(const void *a, const void *b)
{
    const struct bot_line *x = a, *y = b;
    return x->win != y->win       ? (x->win < y->win ? 1 : -1)
           : x->score != y->score ? (x->score < y->score ? 1 : -1)
                                  : (x->action > y->action) - (x->action < y->action);
}

/* --- which move --- */

/* Among moves whose worth is near to the best one's: the nearer, and the better known, the likelier. */
static int stray(double temperature, const struct bot_line *lines, int count, struct tk_rng *rng)
{
    double weights[TK_ACTIONS_MAX], sum = 0;
    if (temperature <= 0)
        return 0;
    for (int i = 0; i < count; i++) {
        double behind = lines[0].win > lines[i].win ? lines[0].win - lines[i].win : 0;
        sum += weights[i] = (double)lines[i].visits * exact_exp(-behind / temperature);
    }
    double pick = sum * exact_share(tk_rng_next(rng));
    int chosen = 0;
    while (chosen + 1 < count && pick >= weights[chosen])
        pick -= weights[chosen++];
    return chosen;
}

static void write_lines(const struct plan *plan, const struct bot_line *lines, int count,
                        struct tk_rng *rng, struct bot_answer *out)
{
    out->action = lines[stray((double)plan->temperature, lines, count, rng)].action;
    out->count = count < BOT_BEST_MAX ? count : BOT_BEST_MAX;
    for (int i = 0; i < out->count; i++)
        out->best[i] = lines[i];
}

void answer_from_lines(const struct plan *plan, struct bot_line *lines, int count,
                       struct tk_rng *rng, struct bot_answer *out)
{
    qsort(lines, (size_t)count, sizeof *lines, by_worth);
    write_lines(plan, lines, count, rng, out);
}

/* --- from trees --- */

/* The line the tree expects: the most visited move, again and again. */
static int expected_line(const struct tree *tree, tk_action first, tk_action *out)
{
    int length = 0;
    uint32_t at = TREE_ROOT;
    while (length < BOT_LINE_MAX && at != 0) {
        const struct node *node = &tree->nodes[at];
        const struct edge *best = NULL;
        for (uint32_t i = 0; i < node->count; i++) {
            const struct edge *edge = &tree_edges(tree, node)[i];
            bool fits = length > 0 || edge->action == first;
            if (fits && edge->visits > 0 && (best == NULL || edge->visits > best->visits))
                best = edge;
        }
        if (best == NULL)
            break;
        out[length++] = best->action;
        at = best->node;
    }
    return length;
}

/* The root moves of all trees together. */
static int merge_roots(const struct search *searches, int count, struct bot_line *out)
{
    long scored[TK_ACTIONS_MAX] = {0}, seated[TK_ACTIONS_MAX] = {0};
    int lines = 0;
    for (int t = 0; t < count; t++) {
        const struct node *root = &searches[t].tree.nodes[TREE_ROOT];
        for (uint32_t i = 0; i < root->count; i++) {
            const struct edge *edge = &tree_edges(&searches[t].tree, root)[i];
            int at = 0;
            while (at < lines && out[at].action != edge->action)
                at++;
            if (at == lines)
                out[lines++] = (struct bot_line){.action = edge->action};
            out[at].visits += edge->visits;
            out[at].win += (double)edge->value;
            out[at].score += searches[t].score[i];
            scored[at] += searches[t].scored[i];
            seated[at] += searches[t].seated[i];
            for (int seat = 0; seat < TK_SEATS_MAX; seat++)
                out[at].seats[seat] += (float)searches[t].seats[i][seat];
        }
    }
    for (int i = 0; i < lines; i++) {
        out[i].win = out[i].visits > 0 ? out[i].win / (double)out[i].visits : 0;
        out[i].score = scored[i] > 0 ? out[i].score / (double)scored[i] : 0;
        out[i].all = seated[i] > 0;
        for (int seat = 0; seat < TK_SEATS_MAX && seated[i] > 0; seat++)
            out[i].seats[seat] /= (float)seated[i];
    }
    qsort(out, (size_t)lines, sizeof *out, by_visits);
    return lines;
}

/* Early in a game there is more to come than the tree can see. */
static double trust_now(const struct question *about)
{
    double late = about->game->learning->progress(about->root) / 1000.0;
    return (1 - late) * (double)about->plan->trust_early + late * (double)about->plan->trust_late;
}

void answer_from_trees(const struct search *searches, int count, struct tk_rng *rng,
                       struct bot_line *lines, struct bot_answer *out)
{
    const struct question *about = searches[0].about;
    int found = merge_roots(searches, count, lines);
    for (int t = 0; t < count; t++) {
        out->simulations += searches[t].simulations;
        out->memory += tree_memory(&searches[t].tree);
    }
    write_lines(about->plan, lines, found, rng, out);
    out->trust = trust_now(about);
    for (int i = 0; i < out->count; i++) {
        struct bot_line *line = &out->best[i];
        line->win = bot_trusted(line->win, about->sides, out->trust);
        line->line_length = expected_line(&searches[0].tree, line->action, line->line);
    }
}

void bot_line_chances(const struct tk_game *game, const void *state, int players, int seat,
                      const struct bot_line *line, double win, double *out_chances)
{
    double others = 0;
    int own = tk_side(game, state, seat), strangers = 0;
    int side = players / bot_sides(game, state, players);
    for (int p = 0; p < players; p++) {
        bool partner = tk_side(game, state, p) == own;
        others += partner ? 0 : line->all ? (double)line->seats[p] : 1;
        strangers += !partner;
    }
    for (int p = 0; p < players; p++) {
        bool partner = tk_side(game, state, p) == own;
        double share = line->all && others > 0 ? (double)line->seats[p] / others : 1.0 / strangers;
        out_chances[p] = partner ? win : (1 - win) * share * side;
    }
}
