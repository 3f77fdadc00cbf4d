/* SPDX-License-Identifier: MIT */
/*
 * Tree search over what a seat does not know (information-set Monte Carlo tree search): every
 * simulation draws the hidden things anew and walks one tree of actions, in which a move counts
 * only where it was possible. Leaves are evaluated; what looks good at once is tried first. Values
 * are kept for the seat that chose, so any number of players, and teams, are searched alike. Each
 * thread grows a tree of its own, and their roots are added up in the end (root parallelism).
 */
#include "search.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

enum { STEPS_MAX = 128 };
enum { SCORED = 8 }; /* of so many simulations one is scored: points are told, not searched for */

struct step {
    uint32_t node, edge; /* edge relative to the node's first */
    int seat;
    int turn; /* told where that matters (max) */
};

/* --- one simulation --- */

static double margin(const struct question *about, const void *state)
{
    int32_t scores[TK_SEATS_MAX];
    about->game->rules.scores(state, scores);
    return bot_margin(about->game, state, about->players, scores, about->seat);
}

/* Beyond it so much is unknown that to evaluate is better than to search. */
static bool is_horizon(const struct search *search)
{
    const struct tk_learning *learning = search->about->game->learning;
    return learning->horizon != NULL && learning->horizon(search->about->root, search->state);
}

/* Where the others hardly interfere, their turns are played in a hurry, not searched. */
static void pass_others(struct search *search)
{
    const struct tk_game *game = search->about->game;
    while (game->rules.actor(search->state) >= 0 &&
           game->rules.actor(search->state) != search->about->seat)
        tk_play(game, search->state, hasty_move(game, search->state));
}

static void make_move(struct search *search, int seat, tk_action action)
{
    const struct tk_game *game = search->about->game;
    search->last_seat = seat;
    search->last = action;
    if (search->about->plan->merge)
        tk_copy_state(search->before, search->state, game->state_size);
    game->rules.apply(search->state, action);
    tk_settle_chance(game, search->state);
    if (search->about->plan->alone)
        pass_others(search);
}

/* The moves that are possible; at the root perhaps only the one that was asked about. */
static int list_moves(const struct search *search, bool root, tk_action *out)
{
    if (root && search->about->only != NULL) {
        out[0] = *search->about->only;
        return 1;
    }
    return search->about->game->rules.legal(search->state, out);
}

/*
 * How good two moves are depends on what will be drawn, for both alike. So the first visit of every
 * move of the root sees the same draw, and the second, and so on (common random numbers).
 */
static void draw_for(struct search *search, const struct edge *edge)
{
    struct tk_rng rng;
    tk_rng_init(&rng, search->draws, edge->visits);
    search->about->game->knowledge.determinise(search->state, search->about->seat, &rng);
}

static int turn_of(const struct search *search)
{
    return search->about->plan->max ? search->about->game->rules.turn(search->state) : 0;
}

/* Walks to a leaf; the steps taken go to path. */
static int descend(struct search *search, struct step *path)
{
    const struct tk_game *game = search->about->game;
    const uint32_t patience = tree_patience(&search->tree);
    uint32_t at = TREE_ROOT;
    int length = 0;
    search->last_seat = TK_NOBODY;
    for (;;) {
        struct node *node = &search->tree.nodes[at];
        int seat = game->rules.actor(search->state);
        bool leaf = at != TREE_ROOT && node->count == 0 && node->visits < patience;
        node->visits++;
        if (seat == TK_NOBODY || leaf || length == STEPS_MAX || is_horizon(search))
            return length;
        tk_action legal[TK_ACTIONS_MAX];
        uint32_t possible[TK_ACTIONS_MAX];
        int count = list_moves(search, at == TREE_ROOT, legal);
        count = search_expand(search, node, seat, legal, count, possible);
        if (count == 0)
            return length;
        struct edge *edges = tree_edges(&search->tree, node);
        for (int i = 0; i < count; i++)
            edges[possible[i]].offered++;
        uint32_t chosen = search_select(search, node, possible, count);
        path[length++] = (struct step){at, chosen, seat, turn_of(search)};
        if (at == TREE_ROOT && search->about->plan->pair)
            draw_for(search, &edges[chosen]);
        make_move(search, seat, edges[chosen].action);
        if (edges[chosen].node == 0 && (edges[chosen].node = tree_grow(&search->tree)) == 0)
            return length;
        at = edges[chosen].node;
    }
}

static void note_seats(struct search *search, uint32_t edge, const float *chances)
{
    for (int seat = 0; seat < search->about->players; seat++)
        search->seats[edge][seat] += (double)chances[seat];
    search->seated[edge]++;
}

static float best_worth(const struct tree *tree, const struct node *node)
{
    const struct edge *edges = tree_edges(tree, node);
    float best = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        float worth = edges[i].visits > 0 ? edges[i].value / (float)edges[i].visits : 0;
        best = worth > best ? worth : best;
    }
    return best;
}

static bool goes_on(const struct step *step, const struct step *next)
{
    return next->seat == step->seat && next->turn == step->turn;
}

/*
 * What was found at the end of the path is added up along it (the mean). But whoever is not at the end
 * of a turn decides alone how it goes on: then the best way counts, however often others were tried
 * (max backup). Their mean would make moves look worse the more they were looked into.
 */
static void back_up(struct search *search, const struct step *path, int length,
                    const float *chances)
{
    const struct tree *tree = &search->tree;
    const bool max = search->about->plan->max;
    for (int i = length - 1; i >= 0; i--) {
        const struct step *step = &path[i];
        struct edge *edge = &tree_edges(tree, &tree->nodes[step->node])[step->edge];
        edge->visits++;
        if (max && i + 1 < length && goes_on(step, &path[i + 1]))
            edge->value = (float)edge->visits * best_worth(tree, &tree->nodes[path[i + 1].node]);
        else
            edge->value += chances[step->seat];
    }
}

static void simulate(struct search *search)
{
    const struct question *about = search->about;
    struct step path[STEPS_MAX];
    float chances[TK_SEATS_MAX];
    tk_copy_state(search->state, about->root, about->game->state_size);
    if (!about->plan->pair)
        about->game->knowledge.determinise(search->state, about->seat, &search->rng);
    int length = descend(search, path);
    evaluate_leaf(&search->evaluators, search->state, chances);
    if (length > 0 && search->simulations % SCORED == 0) {
        search->score[path[0].edge] += margin(about, search->state);
        search->scored[path[0].edge]++;
    }
    if (length > 0)
        note_seats(search, path[0].edge, chances);
    back_up(search, path, length, chances);
    search->simulations++;
}

/* --- until the budget is spent --- */

double search_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Simulations still to come: those of the budget, or as many as the time left will allow. */
static double simulations_left(const struct search *search)
{
    double left = search->budget > 0 ? (double)(search->budget - search->simulations) : 1e18;
    if (search->until > 0) {
        double now = search_clock();
        double in_time =
            (double)search->simulations * (search->until - now) / (now - search->started + 1e-9);
        left = in_time < left ? in_time : left;
    }
    return left;
}

/* Nothing can overtake the most visited move any more. */
static bool is_decided(const struct search *search)
{
    const struct node *root = &search->tree.nodes[TREE_ROOT];
    const struct edge *edges = tree_edges(&search->tree, root);
    uint32_t first = 0, second = 0;
    for (uint32_t i = 0; i < root->count; i++) {
        uint32_t visits = edges[i].visits;
        if (visits > first) {
            second = first;
            first = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return (double)first > (double)second + simulations_left(search);
}

static void *work(void *argument)
{
    struct search *search = argument;
    const atomic_bool *stop = search->stop;
    while (search->budget == 0 || search->simulations < search->budget) {
        simulate(search);
        if (search->simulations % 32 != 0)
            continue;
        if ((stop != NULL && atomic_load_explicit(stop, memory_order_relaxed)) ||
            (search->until > 0 && search_clock() >= search->until) || is_decided(search))
            break;
    }
    return NULL;
}

void search_run(struct search *searches, int count)
{
    pthread_t threads[BOT_THREADS_MAX];
    bool started[BOT_THREADS_MAX] = {false};
    for (int i = 1; i < count; i++)
        started[i] = pthread_create(&threads[i], NULL, work, &searches[i]) == 0;
    work(&searches[0]);
    for (int i = 1; i < count; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        else
            work(&searches[i]); /* no thread could be had: slower, but the same answer */
    }
}

bool search_init(struct search *out_search, const struct question *about,
                 const struct bot_request *request, const struct kept_tree *kept, int index,
                 int threads)
{
    struct bot_budget budget = about->plan->budget;
    *out_search = (struct search){.about = about, .stop = request->stop, .started = search_clock()};
    if (budget.simulations > 0)
        out_search->budget = (budget.simulations + threads - 1 - index) / threads;
    if (budget.seconds > 0)
        out_search->until = out_search->started + budget.seconds;
    tk_rng_init(&out_search->rng, tk_rng_next(request->rng), (uint64_t)index);
    if (about->plan->pair)
        out_search->draws = tk_rng_next(&out_search->rng);
    if (!evaluators_init(&out_search->evaluators, about) ||
        !tree_init(&out_search->tree, out_search->budget, threads, kept))
        return false;
    tree_carry_over(&out_search->tree, kept);
    return true;
}

void search_clear(struct search *search)
{
    evaluators_clear(&search->evaluators);
}
