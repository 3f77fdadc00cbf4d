/* SPDX-License-Identifier: MIT */
/* Trees of many games, judged by the caller, a batch of leaves at a time. */
#include "trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "batch_internal.h"

enum { SIMULATIONS_MOST = 1000000, DEPTH_MOST = 512, NONE = -1 };

/* A move of a node; those of one node are a list. */
struct branch {
    int32_t next, node; /* NONE: the last; not tried yet */
    int32_t visits;
    uint16_t move;    /* its number */
    float prior, sum; /* of what the seat of the node may expect */
};

struct place {
    int32_t first; /* branch */
    int32_t visits;
    int16_t seat;  /* that decides here; NONE: not judged yet, and known when it is */
    float expects; /* it, as the judge saw it */
};

struct step {
    int32_t place, branch;
    int seat; /* that decided; what is hidden may decide who it is */
};

struct tree {
    struct place *places;
    struct branch *branches;
    int place_count, branch_count, branch_room;
    int done; /* simulations */
    struct tk_rng rng;
    struct step path[DEPTH_MOST];
    int depth;
    int32_t leaf;                 /* that waits for its judge, or NONE */
    double expects[TK_SEATS_MAX]; /* summed up over the simulations */
};

struct tk_trees {
    const struct tk_batch *batch;
    struct tk_batch_facts about;
    int simulations;
    float explore;
    struct tree *trees;
    tk_state *leaves; /* the positions that wait, one for each tree */
};

/* --- growing --- */

static bool add_branch(struct tree *t, int32_t place, int move, float prior)
{
    if (t->branch_count == t->branch_room) {
        int room = t->branch_room == 0 ? 256 : 2 * t->branch_room;
        struct branch *more = realloc(t->branches, (size_t)room * sizeof *more);
        if (more == NULL)
            return false;
        t->branches = more;
        t->branch_room = room;
    }
    t->branches[t->branch_count] = (struct branch){
        .next = t->places[place].first, .node = NONE, .move = (uint16_t)move, .prior = prior};
    t->places[place].first = t->branch_count++;
    return true;
}

static int32_t find_branch(const struct tree *t, int32_t place, int move)
{
    int32_t at = t->places[place].first;
    while (at != NONE && t->branches[at].move != move)
        at = t->branches[at].next;
    return at;
}

static int32_t add_place(struct tree *t)
{
    t->places[t->place_count] = (struct place){.first = NONE, .seat = NONE};
    return t->place_count++;
}

/* --- going down --- */

struct choice {
    tk_action action;
    int32_t branch;
};

static float worth(const struct tk_trees *all, const struct place *place, const struct branch *b)
{
    float found = b->visits > 0 ? b->sum / (float)b->visits : place->expects;
    return found +
           all->explore * b->prior * sqrtf((float)place->visits + 1) / (1 + (float)b->visits);
}

/*
 * The most promising move that is possible in this drawing of what is hidden. A move that no earlier
 * drawing had is as likely as chance has it. False without memory, or without a move.
 */
static bool choose(const struct tk_trees *all, struct tree *t, int32_t place, const void *state,
                   struct choice *out)
{
    tk_action legal[TK_ACTIONS_MAX];
    int count = all->about.game->rules.legal(state, legal);
    float best = -INFINITY;
    for (int i = 0; i < count; i++) {
        int move = all->about.game->learning->index->of(legal[i]);
        if (move < 0)
            continue; /* another one does as well */
        int32_t branch = find_branch(t, place, move);
        if (branch == NONE) {
            if (!add_branch(t, place, move, 1 / (float)count))
                return false;
            branch = t->branch_count - 1;
        }
        float found = worth(all, &t->places[place], &t->branches[branch]);
        if (found > best) {
            best = found;
            *out = (struct choice){legal[i], branch};
        }
    }
    return best > -INFINITY;
}

/* What every seat may expect goes up the path to the root. */
static void go_up(struct tree *t, const float *values, int players)
{
    for (int i = 0; i < t->depth; i++) {
        struct place *place = &t->places[t->path[i].place];
        struct branch *branch = &t->branches[t->path[i].branch];
        place->visits++;
        branch->visits++;
        branch->sum += values[t->path[i].seat];
    }
    for (int seat = 0; seat < players; seat++)
        t->expects[seat] += (double)values[seat];
    t->done++;
    t->leaf = NONE;
}

enum found { FOUND_LEAF, FOUND_END, FOUND_NO_MEMORY };

/* One simulation, from the root to a place that was not judged yet, or to the end of the game. */
static enum found go_down(struct tk_trees *all, int index, void *state)
{
    struct tree *t = &all->trees[index];
    const struct tk_game *game = all->about.game;
    int32_t place = 0;
    memcpy(state, batch_state(all->batch, index), game->state_size);
    game->knowledge.determinise(state, game->rules.actor(state), &t->rng);
    t->depth = 0;
    while (t->places[place].seat != NONE && t->depth < DEPTH_MOST) {
        struct choice chosen = {.branch = NONE};
        if (!choose(all, t, place, state, &chosen))
            return FOUND_NO_MEMORY;
        t->path[t->depth++] = (struct step){place, chosen.branch, game->rules.actor(state)};
        tk_play(game, state, chosen.action);
        if (game->rules.actor(state) == TK_NOBODY)
            return FOUND_END;
        if (t->branches[chosen.branch].node == NONE)
            t->branches[chosen.branch].node = add_place(t);
        place = t->branches[chosen.branch].node;
    }
    t->leaf = place;
    return FOUND_LEAF;
}

static enum found next_leaf(struct tk_trees *all, int index, void *state)
{
    struct tree *t = &all->trees[index];
    while (t->done < all->simulations) {
        float reward[TK_SEATS_MAX];
        enum found found = go_down(all, index, state);
        if (found != FOUND_END)
            return found;
        batch_write_rewards(all->batch, state, reward);
        go_up(t, reward, all->about.players);
    }
    return FOUND_END;
}

static void show_leaf(const struct tk_trees *all, const void *state, int row,
                      const struct tk_batch_out *out)
{
    const struct tk_batch_facts *about = &all->about;
    if (out->actor != NULL)
        out->actor[row] = (int8_t)about->game->rules.actor(state);
    if (out->mask != NULL)
        batch_write_mask(all->batch, state, out->mask + (size_t)row * (size_t)about->moves);
    if (out->seen != NULL)
        batch_write_seen(all->batch, state, out->seen + (size_t)row * (size_t)about->seen);
}

int tk_trees_leaves(struct tk_trees *all, const struct tk_batch_out *out)
{
    static const struct tk_batch_out nothing;
    int count = 0;
    if (all == NULL)
        return -1;
    for (int i = 0; i < all->about.games; i++) {
        enum found found =
            all->trees[i].leaf == NONE ? next_leaf(all, i, all->leaves[i]) : FOUND_LEAF;
        if (found == FOUND_NO_MEMORY)
            return -1;
        if (found == FOUND_LEAF)
            show_leaf(all, all->leaves[i], count++, out != NULL ? out : &nothing);
    }
    return count;
}

/* --- judging --- */

/* Between -1 and 1; what is no number is 0. */
static float bounded(float value)
{
    return value > 1 ? 1 : value < -1 ? -1 : value == value ? value : 0;
}

static float weight(float prior)
{
    return prior > 0 && prior < 1e30F ? prior : 0;
}

/* Branches for the moves that are possible here, with priors that sum up to 1. */
static bool add_moves(struct tk_trees *all, struct tree *t, const void *state, const float *priors)
{
    const struct tk_game *game = all->about.game;
    tk_action legal[TK_ACTIONS_MAX];
    int count = game->rules.legal(state, legal);
    float sum = 0;
    for (int i = 0; i < count; i++) {
        int move = game->learning->index->of(legal[i]);
        sum += move >= 0 ? weight(priors[move]) : 0;
    }
    for (int i = 0; i < count; i++) {
        int move = game->learning->index->of(legal[i]);
        if (move < 0 || find_branch(t, t->leaf, move) != NONE)
            continue;
        if (!add_branch(t, t->leaf, move, sum > 0 ? weight(priors[move]) / sum : 1 / (float)count))
            return false;
    }
    return true;
}

static void judge_leaf(struct tk_trees *all, int index, const float *values, const float *priors)
{
    struct tree *t = &all->trees[index];
    const void *state = all->leaves[index];
    float told[TK_SEATS_MAX] = {0};
    for (int seat = 0; seat < all->about.players; seat++)
        told[seat] = bounded(values[seat]);
    struct place *place = &t->places[t->leaf];
    if (place->seat == NONE && add_moves(all, t, state, priors)) {
        place->seat = (int16_t)all->about.game->rules.actor(state);
        place->expects = told[place->seat];
    }
    go_up(t, told, all->about.players);
}

void tk_trees_tell(struct tk_trees *all, const float *values, const float *priors)
{
    if (all == NULL || values == NULL || priors == NULL)
        return;
    for (int i = 0, row = 0; i < all->about.games; i++) {
        if (all->trees[i].leaf == NONE)
            continue;
        judge_leaf(all, i, values + (size_t)row * (size_t)all->about.players,
                   priors + (size_t)row * (size_t)all->about.moves);
        row++;
    }
}

static void tell_tree(const struct tk_trees *all, int index, float *visits, float *values)
{
    const struct tree *t = &all->trees[index];
    if (visits != NULL) {
        memset(visits, 0, (size_t)all->about.moves * sizeof *visits);
        for (int32_t at = t->places[0].first; at != NONE; at = t->branches[at].next)
            visits[t->branches[at].move] = (float)t->branches[at].visits;
    }
    for (int seat = 0; seat < all->about.players && values != NULL; seat++)
        values[seat] = t->done == 0 ? 0 : (float)(t->expects[seat] / t->done);
}

void tk_trees_result(const struct tk_trees *all, float *visits, float *values)
{
    for (int i = 0; all != NULL && i < all->about.games; i++)
        tell_tree(all, i, visits == NULL ? NULL : visits + (size_t)i * (size_t)all->about.moves,
                  values == NULL ? NULL : values + (size_t)i * (size_t)all->about.players);
}

/* --- the beginning and the end --- */

static bool find_memory(struct tk_trees *all, uint64_t seed)
{
    size_t games = (size_t)all->about.games;
    all->trees = calloc(games, sizeof *all->trees);
    all->leaves = aligned_alloc(64, games * sizeof *all->leaves);
    for (size_t i = 0; i < games && all->trees != NULL; i++) {
        struct tree *t = &all->trees[i];
        t->leaf = NONE;
        tk_rng_init(&t->rng, seed, i);
        /* a simulation finds one new place at most */
        t->places = malloc(((size_t)all->simulations + 1) * sizeof *t->places);
        if (t->places == NULL)
            return false;
        add_place(t);
    }
    return all->trees != NULL && all->leaves != NULL;
}

static const char *wrong_with(const struct tk_batch *batch, int simulations, float explore)
{
    if (batch == NULL)
        return "there is no batch";
    if (simulations < 1 || simulations > SIMULATIONS_MOST)
        return "a tree has 1 to 1000000 simulations";
    if (!(explore >= 0 && explore <= 1000))
        return "explore is a number from 0 to 1000";
    return NULL;
}

struct tk_trees *tk_trees_new(const struct tk_batch *batch, int simulations, float explore,
                              uint64_t seed, char *why, uint32_t room)
{
    const char *wrong = wrong_with(batch, simulations, explore);
    struct tk_trees *all = wrong == NULL ? calloc(1, sizeof *all) : NULL;
    if (all != NULL) {
        all->batch = batch;
        all->about = batch_facts(batch);
        all->simulations = simulations;
        all->explore = explore;
        if (find_memory(all, seed))
            return all;
        tk_trees_free(all);
    }
    struct tk_writer out = tk_writer_over(why, why == NULL ? 0 : room);
    tk_write_text(&out, wrong != NULL ? wrong : "there is not enough memory");
    if (out.size > 0)
        tk_writer_text(&out);
    return NULL;
}

void tk_trees_free(struct tk_trees *all)
{
    if (all == NULL)
        return;
    for (int i = 0; i < all->about.games && all->trees != NULL; i++) {
        free(all->trees[i].places);
        free(all->trees[i].branches);
    }
    free(all->trees);
    free(all->leaves);
    free(all);
}
