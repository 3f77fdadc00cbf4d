/*
 * Tree search over what a seat does not know: every simulation draws the hidden things anew and
 * walks one tree of actions, in which a move counts only where it was possible. Leaves are
 * evaluated, not played out; what looks good at once is tried first. Values are kept for the seat
 * that chose, so any number of players, and teams, are searched alike.
 */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bots_internal.h"
#include "tree.h"

enum { STEPS_MAX = 128, NODES_MOST = 1 << 20, EDGES_MOST = 1 << 22 };
enum { PRIOR_RANGE = 6 }; /* in exponents: no move is left out for good */
enum { SCORED = 8 }; /* of so many simulations one is scored: points are told, not searched for */

/* One tree and the thread that grows it. */
struct tree {
    struct bot_settings settings;
    const struct bot_request *request;
    const struct tk_game *game;
    int players, sides, root_seat;
    struct tk_rng rng;
    struct node *nodes;
    struct edge *edges;
    uint32_t node_count, edge_count, node_room, edge_room;
    long simulations, budget;
    double started, until; /* 0: no bound */
    /* for each move of the root: margins at the leaves, for the root's seat, and how many */
    double score[TK_ACTIONS_MAX];
    long scored[TK_ACTIONS_MAX];
    /* the last step of the simulation under way: where it came from, and who took it */
    int last_seat;
    tk_action last;
    tk_state before;
    tk_state state;
};

/* --- memory: two arrays that are made once --- */

static bool tree_init(struct tree *tree, const struct kept_tree *kept)
{
    uint32_t grown = kept != NULL ? kept->node_count : 0;
    uint32_t wanted = tree->budget > 0 && tree->budget < NODES_MOST - 64 - (long)grown
                          ? (uint32_t)tree->budget + 64 + grown
                          : NODES_MOST; /* a simulation makes one node */
    tree->node_room = wanted;
    tree->edge_room = wanted > EDGES_MOST / 24 ? EDGES_MOST : wanted * 24 + TK_ACTIONS_MAX;
    tree->nodes = malloc(tree->node_room * sizeof *tree->nodes);
    tree->edges = malloc(tree->edge_room * sizeof *tree->edges);
    tree->node_count = TREE_ROOT + 1;
    tree->edge_count = 0;
    if (tree->nodes == NULL || tree->edges == NULL)
        return false;
    tree->nodes[TREE_ROOT] = (struct node){0};
    return true;
}

/* Copies a node's edges behind the others; where they lead follows as soon as there is room. */
static void carry_edges(struct tree *tree, const struct kept_tree *kept, struct node *node,
                        bool root)
{
    const struct edge *old = kept->edges + node->first;
    uint32_t first = tree->edge_count, count = node->count;
    node->count = 0;
    node->first = first;
    for (uint32_t i = 0; i < count && tree->edge_count < tree->edge_room; i++) {
        struct edge edge = old[i];
        if (root && edge.prior < 0)
            continue; /* it was left out for another order of moves, which is not possible now */
        if (edge.node != 0 && tree->node_count < tree->node_room) {
            tree->nodes[tree->node_count] = kept->nodes[edge.node];
            edge.node = tree->node_count++;
        } else {
            edge.node = 0;
        }
        tree->edges[tree->edge_count++] = edge;
        node->count++;
    }
    node->room = node->count;
}

/* What an earlier search knows about the position now. Nodes wait with their old edges. */
static void carry_over(struct tree *tree, const struct kept_tree *kept)
{
    if (kept == NULL || kept->root == 0)
        return;
    tree->nodes[TREE_ROOT] = kept->nodes[kept->root];
    for (uint32_t at = TREE_ROOT; at < tree->node_count; at++)
        carry_edges(tree, kept, &tree->nodes[at], at == TREE_ROOT);
}

static void tree_clear(struct tree *tree)
{
    free(tree->nodes);
    free(tree->edges);
}

/* --- priors --- */

/*
 * How the one who makes a move stands after it, in units of log-odds: what the others have is the
 * same for all of them. A move that ends the game is worth its result.
 */
static void look_ahead(struct tree *tree, const void *state, int seat, const tk_action *legal,
                       int count, float *out)
{
    tk_state after;
    const struct tk_game *game = tree->game;
    const float certain = 30;
    float base = (float)bot_standing(game, TK_WINS, state, seat);
    for (int i = 0; i < count; i++) {
        memcpy(after, state, game->state_size);
        tk_play(game, after, legal[i]);
        if (game->rules.actor(after) == TK_NOBODY) {
            float chances[TK_SEATS_MAX];
            bot_chances(game, TK_WINS, after, tree->players, chances);
            out[i] = certain * (2 * chances[seat] - 1);
        } else {
            out[i] = ((float)bot_standing(game, TK_WINS, after, seat) - base) / 1000;
        }
    }
}

/* Priors on the scale of their node, so that moves which come up later compare with the first. */
static void find_priors(struct tree *tree, struct node *node, const void *state, int seat,
                        const tk_action *legal, int count, float *out)
{
    look_ahead(tree, state, seat, legal, count, out);
    for (int i = 0; i < count && node->count == 0; i++)
        node->scale = i == 0 || out[i] > node->scale ? out[i] : node->scale;
    for (int i = 0; i < count; i++) {
        float ahead = (out[i] - node->scale) * tree->settings.sharpness;
        out[i] = expf(ahead < -PRIOR_RANGE  ? -PRIOR_RANGE
                      : ahead > PRIOR_RANGE ? PRIOR_RANGE
                                            : ahead);
    }
}

/* --- edges --- */

/* Room for more edges of a node: they lie side by side, so a node that grows moves to the end. */
static bool make_room(struct tree *tree, struct node *node, uint32_t more)
{
    if (node->count + more <= node->room)
        return true;
    uint32_t room = node->count + more + (node->count > 0 ? 8 : 0);
    if (tree->edge_count + room > tree->edge_room)
        return false;
    memcpy(tree->edges + tree->edge_count, tree->edges + node->first,
           node->count * sizeof(struct edge));
    node->first = tree->edge_count;
    node->room = room;
    tree->edge_count += room;
    return true;
}

static bool is_listed(const tk_action *legal, int count, tk_action action)
{
    for (int i = 0; i < count; i++)
        if (legal[i] == action)
            return true;
    return false;
}

/*
 * Two moves of one turn often lead to the same position in either order. Then only the order with
 * the lower number first stays in the tree, or it would be full of orders and see no answers.
 */
static bool is_other_order(const struct tree *tree, tk_action action)
{
    tk_state one, other;
    const struct tk_game *game = tree->game;
    tk_action legal[TK_ACTIONS_MAX];
    memcpy(other, tree->before, game->state_size);
    if (!is_listed(legal, game->rules.legal(other, legal), action))
        return false;
    game->rules.apply(other, action);
    if (game->rules.actor(other) != tree->last_seat ||
        !is_listed(legal, game->rules.legal(other, legal), tree->last))
        return false;
    game->rules.apply(other, tree->last);
    memcpy(one, tree->state, game->state_size);
    game->rules.apply(one, action);
    return memcmp(one, other, game->state_size) == 0;
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

static void insert_edge(struct tree *tree, struct node *node, uint32_t at, struct edge edge)
{
    struct edge *edges = tree->edges + node->first;
    memmove(edges + at + 1, edges + at, (node->count - at) * sizeof *edges);
    edges[at] = edge;
    node->count++;
}

/* Moves that were not possible here before, each with its place among the others. */
struct fresh {
    int count;
    tk_action action[TK_ACTIONS_MAX];
    uint32_t place[TK_ACTIONS_MAX];
};

static void add_edges(struct tree *tree, struct node *node, const void *state, int seat,
                      const struct fresh *fresh)
{
    float priors[TK_ACTIONS_MAX];
    find_priors(tree, node, state, seat, fresh->action, fresh->count, priors);
    for (int i = fresh->count - 1; i >= 0; i--) { /* from the end, so that places stay true */
        tk_action action = fresh->action[i];
        bool left_out = tree->settings.orders && seat == tree->last_seat && action < tree->last &&
                        is_other_order(tree, action);
        insert_edge(tree, node, fresh->place[i],
                    (struct edge){.action = action, .prior = left_out ? -1 : priors[i]});
    }
}

/*
 * The edges of the moves that are possible here, as numbers relative to the node's first; new moves
 * get edges. Lists mostly come in the same order, and so the edges lie.
 */
static int match_edges(struct tree *tree, struct node *node, const void *state, int seat,
                       const tk_action *legal, int count, uint32_t *out)
{
    struct fresh fresh;
    const struct edge *edges = tree->edges + node->first;
    uint32_t expected = 0;
    int found = 0;
    fresh.count = 0;
    for (int i = 0; i < count; i++) {
        uint32_t at = find_edge(edges, node->count, expected, legal[i]);
        if (at == node->count) {
            fresh.action[fresh.count] = legal[i];
            fresh.place[fresh.count++] = expected;
            continue;
        }
        expected = at + 1;
        if (edges[at].prior >= 0)
            out[found++] = at;
    }
    if (fresh.count == 0 || !make_room(tree, node, (uint32_t)fresh.count))
        return found;
    add_edges(tree, node, state, seat, &fresh);
    return match_edges(tree, node, state, seat, legal, count, out);
}

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
 * somewhat worse than those that were: the more so, the more of the promising ones are among them.
 */
static uint32_t select_edge(const struct tree *tree, const struct node *node,
                            const uint32_t *possible, int count)
{
    const struct edge *edges = tree->edges + node->first;
    const struct bot_settings *settings = &tree->settings;
    float priors, tried, best = -1e30F, urge = 0;
    float untried = worth_so_far(edges, possible, count, &priors, &tried);
    uint32_t chosen = possible[0], offered = UINT32_MAX;
    untried -= settings->reduction * sqrtf(tried);
    if (untried < 0)
        untried = 0; /* nothing is worse than to lose: then the moves not tried are the hope */
    for (int i = 0; i < count; i++) {
        const struct edge *edge = &edges[possible[i]];
        if (edge->offered != offered) { /* mostly all were offered alike */
            offered = edge->offered;
            urge = settings->explore / priors * sqrtf((float)offered + 1);
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

/* --- one simulation --- */

struct step {
    uint32_t node, edge; /* edge relative to the node's first */
    int seat;
};

static double margin(const struct tree *tree, const void *state)
{
    int32_t scores[TK_SEATS_MAX], best = INT32_MIN;
    int own = tk_side(tree->game, state, tree->root_seat);
    tree->game->rules.scores(state, scores);
    for (int seat = 0; seat < tree->players; seat++)
        if (tk_side(tree->game, state, seat) != own && scores[seat] > best)
            best = scores[seat];
    return scores[tree->root_seat] - best;
}

/* Beyond it so much is unknown that to evaluate is better than to search. */
static bool is_horizon(const struct tree *tree)
{
    return tree->game->learning->horizon != NULL &&
           tree->game->learning->horizon(tree->request->state, tree->state);
}

/* The move after which the seat that acts stands best, in a hurry. */
static tk_action hasty_move(const struct tree *tree, const void *state)
{
    tk_state after;
    const struct tk_game *game = tree->game;
    tk_action legal[TK_ACTIONS_MAX];
    int count = game->rules.legal(state, legal), seat = game->rules.actor(state), best = 0;
    int64_t most = INT64_MIN;
    for (int i = 0; i < count && count > 1; i++) {
        memcpy(after, state, game->state_size);
        tk_play(game, after, legal[i]);
        int64_t standing = bot_standing(game, TK_WINS, after, seat);
        if (standing > most) {
            most = standing;
            best = i;
        }
    }
    return legal[best];
}

/* Where the others hardly interfere, their turns are played in a hurry, not searched. */
static void pass_others(struct tree *tree)
{
    const struct tk_game *game = tree->game;
    while (game->rules.actor(tree->state) >= 0 && game->rules.actor(tree->state) != tree->root_seat)
        tk_play(game, tree->state, hasty_move(tree, tree->state));
}

/* Walks to a leaf; the steps taken go to path. */
static int descend(struct tree *tree, struct step *path)
{
    const struct tk_game *game = tree->game;
    uint32_t at = TREE_ROOT;
    int length = 0;
    tree->last_seat = TK_NOBODY;
    for (;;) {
        struct node *node = &tree->nodes[at];
        int seat = game->rules.actor(tree->state);
        bool leaf = node->visits++ == 0 && at != TREE_ROOT;
        if (seat == TK_NOBODY || leaf || length == STEPS_MAX || is_horizon(tree))
            return length;
        tk_action legal[TK_ACTIONS_MAX];
        uint32_t possible[TK_ACTIONS_MAX];
        int count = game->rules.legal(tree->state, legal);
        count = match_edges(tree, node, tree->state, seat, legal, count, possible);
        if (count == 0)
            return length; /* no memory left for this node */
        struct edge *edges = tree->edges + node->first;
        for (int i = 0; i < count; i++)
            edges[possible[i]].offered++;
        uint32_t chosen = select_edge(tree, node, possible, count);
        path[length++] = (struct step){at, chosen, seat};
        tree->last_seat = seat;
        tree->last = edges[chosen].action;
        if (tree->settings.orders)
            memcpy(tree->before, tree->state, game->state_size);
        game->rules.apply(tree->state, edges[chosen].action);
        tk_settle_chance(game, tree->state);
        if (tree->settings.alone)
            pass_others(tree);
        if (edges[chosen].node == 0) {
            if (tree->node_count == tree->node_room)
                return length;
            edges[chosen].node = tree->node_count;
            tree->nodes[tree->node_count++] = (struct node){0};
        }
        at = edges[chosen].node;
    }
}

/* Where positions tell little by themselves, some more moves are played before one is evaluated. */
static void play_on(struct tree *tree)
{
    const struct tk_game *game = tree->game;
    void *state = tree->state;
    int turn = game->rules.turn(state) + tree->settings.settle;
    while (game->rules.actor(state) != TK_NOBODY && game->rules.turn(state) < turn)
        tk_play(game, state, hasty_move(tree, state));
    for (int i = 0; i < tree->settings.playout && game->rules.actor(state) != TK_NOBODY; i++)
        tk_play(game, state, hasty_move(tree, state));
}

/*
 * An end that was played in a hurry is one of many: how far apart the scores were tells more than
 * who happened to win, so both count half.
 */
static void soften(const struct tree *tree, float *chances)
{
    int32_t scores[TK_SEATS_MAX], best = INT32_MIN;
    float share[TK_SEATS_MAX], sum = 0;
    tree->game->rules.scores(tree->state, scores);
    for (int seat = 0; seat < tree->players; seat++)
        best = scores[seat] > best ? scores[seat] : best;
    for (int seat = 0; seat < tree->players; seat++)
        sum += share[seat] = expf((float)(scores[seat] - best) / tree->settings.soft);
    sum *= (float)tree->sides / (float)tree->players;
    for (int seat = 0; seat < tree->players; seat++)
        chances[seat] = (chances[seat] + share[seat] / sum) / 2;
}

/* Whoever moves next is about to gain what a move gains, which his standing does not tell. */
static void favour_mover(const struct tree *tree, float *chances)
{
    const struct tk_game *game = tree->game;
    int mover = game->rules.actor(tree->state);
    float times = expf(tree->settings.tempo), sum = 0;
    if (mover < 0 || times <= 1)
        return;
    for (int seat = 0; seat < tree->players; seat++) {
        if (tk_side(game, tree->state, seat) == tk_side(game, tree->state, mover))
            chances[seat] *= times;
        sum += chances[seat];
    }
    sum *= (float)tree->sides / (float)tree->players;
    for (int seat = 0; seat < tree->players; seat++)
        chances[seat] /= sum;
}

static void simulate(struct tree *tree)
{
    struct step path[STEPS_MAX];
    float chances[TK_SEATS_MAX];
    memcpy(tree->state, tree->request->state, tree->game->state_size);
    tree->game->knowledge.determinise(tree->state, tree->root_seat, &tree->rng);
    int length = descend(tree, path);
    bool goes_on = tree->game->rules.actor(tree->state) != TK_NOBODY;
    play_on(tree);
    bot_chances(tree->game, TK_WINS, tree->state, tree->players, chances);
    favour_mover(tree, chances);
    if (goes_on && tree->settings.soft > 0 && tree->game->rules.actor(tree->state) == TK_NOBODY)
        soften(tree, chances);
    if (length > 0 && tree->simulations % SCORED == 0) {
        tree->score[path[0].edge] += margin(tree, tree->state);
        tree->scored[path[0].edge]++;
    }
    for (int i = 0; i < length; i++) {
        struct edge *edge = &tree->edges[tree->nodes[path[i].node].first + path[i].edge];
        edge->visits++;
        edge->value += chances[path[i].seat];
    }
    tree->simulations++;
}

/* --- the whole search --- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Simulations still to come: those of the budget, or as many as the time left will allow. */
static double simulations_left(const struct tree *tree)
{
    double left = tree->budget > 0 ? (double)(tree->budget - tree->simulations) : 1e18;
    if (tree->until > 0) {
        double now = seconds();
        double in_time =
            (double)tree->simulations * (tree->until - now) / (now - tree->started + 1e-9);
        left = in_time < left ? in_time : left;
    }
    return left;
}

/* Nothing can overtake the most visited move any more. */
static bool is_decided(const struct tree *tree)
{
    const struct node *root = &tree->nodes[TREE_ROOT];
    uint32_t first = 0, second = 0;
    for (uint32_t i = 0; i < root->count; i++) {
        uint32_t visits = tree->edges[root->first + i].visits;
        if (visits > first) {
            second = first;
            first = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return (double)first > (double)second + simulations_left(tree);
}

static void *search(void *argument)
{
    struct tree *tree = argument;
    const atomic_bool *stop = tree->request->stop;
    while (tree->budget == 0 || tree->simulations < tree->budget) {
        simulate(tree);
        if (tree->simulations % 32 != 0)
            continue;
        if ((stop != NULL && atomic_load_explicit(stop, memory_order_relaxed)) ||
            (tree->until > 0 && seconds() >= tree->until) || is_decided(tree))
            break;
    }
    return NULL;
}

/* --- the answer --- */

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

/* The line the tree expects: the most visited move, again and again. */
static int expected_line(const struct tree *tree, tk_action first, tk_action *out)
{
    int length = 0;
    uint32_t at = TREE_ROOT;
    while (length < BOT_LINE_MAX && at != 0) {
        const struct node *node = &tree->nodes[at];
        const struct edge *best = NULL;
        for (uint32_t i = 0; i < node->count; i++) {
            const struct edge *edge = &tree->edges[node->first + i];
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
static int merge_roots(struct tree *trees, int count, struct bot_line *out)
{
    long scored[TK_ACTIONS_MAX] = {0};
    int lines = 0;
    for (int t = 0; t < count; t++) {
        const struct node *root = &trees[t].nodes[TREE_ROOT];
        for (uint32_t i = 0; i < root->count; i++) {
            const struct edge *edge = &trees[t].edges[root->first + i];
            int at = 0;
            while (at < lines && out[at].action != edge->action)
                at++;
            if (at == lines)
                out[lines++] = (struct bot_line){.action = edge->action};
            out[at].visits += edge->visits;
            out[at].win += (double)edge->value;
            out[at].score += trees[t].score[i];
            scored[at] += trees[t].scored[i];
        }
    }
    for (int i = 0; i < lines; i++) {
        out[i].win = out[i].visits > 0 ? out[i].win / (double)out[i].visits : 0;
        out[i].score = scored[i] > 0 ? out[i].score / (double)scored[i] : 0;
    }
    qsort(out, (size_t)lines, sizeof *out, by_visits);
    return lines;
}

/* Among moves whose worth is near to the best one's: the nearer, and the better known, the likelier.
 */
static int stray(double temperature, const struct bot_line *lines, int count, struct tk_rng *rng)
{
    double weights[TK_ACTIONS_MAX], sum = 0;
    if (temperature <= 0)
        return 0;
    for (int i = 0; i < count; i++) {
        double behind = fmax(lines[0].win - lines[i].win, 0);
        sum += weights[i] = (double)lines[i].visits * exp(-behind / temperature);
    }
    double pick = sum * (double)(tk_rng_next(rng) >> 11) / 9007199254740992.0;
    int chosen = 0;
    while (chosen + 1 < count && pick >= weights[chosen])
        pick -= weights[chosen++];
    return chosen;
}

static void write_lines(const struct bot_settings *settings, const struct bot_line *lines,
                        int count, struct tk_rng *rng, struct bot_answer *out)
{
    out->action = lines[stray((double)settings->temperature, lines, count, rng)].action;
    out->count = count < BOT_BEST_MAX ? count : BOT_BEST_MAX;
    for (int i = 0; i < out->count; i++)
        out->best[i] = lines[i];
}

/* Early in a game there is more to come than the tree can see. */
static double trust_now(const struct tree *tree)
{
    const struct bot_settings *settings = &tree->settings;
    double late = tree->game->learning->progress(tree->request->state) / 1000.0;
    return (1 - late) * (double)settings->trust_early + late * (double)settings->trust_late;
}

static void write_answer(struct tree *trees, int count, struct bot_line *lines,
                         struct bot_answer *out)
{
    int found = merge_roots(trees, count, lines);
    for (int t = 0; t < count; t++) {
        out->simulations += trees[t].simulations;
        out->memory +=
            trees[t].node_count * sizeof(struct node) + trees[t].edge_count * sizeof(struct edge);
    }
    write_lines(&trees[0].settings, lines, found, trees[0].request->rng, out);
    out->trust = trust_now(&trees[0]);
    for (int i = 0; i < out->count; i++) {
        out->best[i].win = bot_trusted(out->best[i].win, trees[0].sides, out->trust);
        out->best[i].line_length = expected_line(&trees[0], out->best[i].action, out->best[i].line);
    }
}

static void prepare(struct tree *tree, const struct bot_settings *settings,
                    const struct bot_request *request, int index, int threads)
{
    struct tk_config config;
    struct bot_budget budget = settings->budget;
    request->game->rules.config(request->state, &config);
    *tree = (struct tree){.settings = *settings,
                          .request = request,
                          .game = request->game,
                          .players = config.players,
                          .sides = bot_sides(request->game, request->state, config.players)};
    tree->root_seat = request->game->rules.actor(request->state);
    tree->budget =
        budget.simulations == 0 ? 0 : (budget.simulations + threads - 1 - index) / threads;
    tree->started = seconds();
    tree->until = budget.seconds > 0 ? tree->started + budget.seconds : 0;
    tk_rng_init(&tree->rng, tk_rng_next(request->rng), (uint64_t)index);
}

static void search_all(struct tree *trees, int count)
{
    pthread_t threads[BOT_THREADS_MAX];
    bool started[BOT_THREADS_MAX] = {false};
    for (int i = 1; i < count; i++)
        started[i] = pthread_create(&threads[i], NULL, search, &trees[i]) == 0;
    search(&trees[0]);
    for (int i = 1; i < count; i++) {
        if (started[i])
            pthread_join(threads[i], NULL);
        else
            search(&trees[i]); /* no thread could be had: slower, but the same answer */
    }
}

static void keep_tree(struct bot_mind *mind, const struct tree *tree)
{
    struct kept_tree kept = {.nodes = tree->nodes,
                             .edges = tree->edges,
                             .node_count = tree->node_count,
                             .root = TREE_ROOT};
    mind_keep(mind, &kept);
}

/* Grows the trees and reads the answer from them; false without memory. */
static bool think(const struct bot_settings *settings, const struct bot_request *request,
                  struct bot_line *lines, struct bot_answer *out)
{
    int threads = request->threads < 1                 ? 1
                  : request->threads > BOT_THREADS_MAX ? BOT_THREADS_MAX
                                                       : request->threads;
    const struct kept_tree *kept = mind_trees(request->mind, threads);
    struct tree *trees = calloc((size_t)threads, sizeof *trees);
    bool ready = trees != NULL;
    for (int i = 0; i < threads && ready; i++) {
        prepare(&trees[i], settings, request, i, threads);
        ready = tree_init(&trees[i], kept == NULL ? NULL : &kept[i]);
        if (ready)
            carry_over(&trees[i], kept == NULL ? NULL : &kept[i]);
    }
    if (request->mind != NULL)
        mind_forget(request->mind);
    if (ready) {
        search_all(trees, threads);
        write_answer(trees, threads, lines, out);
    }
    for (int i = 0; i < threads && trees != NULL; i++) {
        if (ready && request->mind != NULL)
            keep_tree(request->mind, &trees[i]);
        else
            tree_clear(&trees[i]);
    }
    free(trees);
    return ready;
}

void choose_mcts(const struct bot *bot, const struct bot_request *request,
                 struct bot_answer *out_answer)
{
    static _Thread_local struct bot_line lines[TK_ACTIONS_MAX];
    tk_action legal[TK_ACTIONS_MAX];
    struct bot_settings settings = bot_settings_for(bot, request);
    int count = request->game->rules.legal(request->state, legal);
    if (count == 1) {
        out_answer->action = legal[0]; /* no need to think about a move that must be */
        return;
    }
    if (bot_solve(&settings, request, legal, count, lines, out_answer)) {
        qsort(lines, (size_t)count, sizeof *lines, by_worth);
        write_lines(&settings, lines, count, request->rng, out_answer);
    } else if (!think(&settings, request, lines, out_answer)) {
        choose_greedy(bot, request, out_answer); /* without memory still a sensible move */
    }
}
