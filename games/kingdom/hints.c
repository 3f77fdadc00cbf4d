/* SPDX-License-Identifier: MIT */
/* Where bots look: positions as they are and after each move, and why a move is better. They see
 * nothing that is hidden. */
#include "features.h"

const struct tk_feature kingdom_feature_table[KINGDOM_FEATURES] = {
#include "weights.inc"
};

static int least_supply(const struct kingdom_scene *scene, int own)
{
    return own < scene->least_of_others ? own : scene->least_of_others;
}

/* --- a position as it is --- */

/* What the seat holds; what it may still do counts only in its turn. */
static struct kingdom_holdings holdings_of(const struct kingdom_state *s, int seat)
{
    const struct kingdom_seat *own = &s->seat[seat];
    struct kingdom_holdings holds = {.supply = own->supply, .kept = own->kept, .gained = -1};
    int owed = KINGDOM_OWED - s->built;
    if (seat != s->active || s->phase == KINGDOM_OVER)
        return holds;
    holds.to_build = owed < own->supply ? owed : own->supply;
    for (int place = 0; place < KINGDOM_PLACES; place++)
        holds.ready += own->ready[place];
    return holds;
}

/* KB-40: a tile, if the hex brings one. */
static void hold_gained(const struct kingdom_state *s, int hex, struct kingdom_holdings *holds)
{
    holds->gained = kingdom_gained(s, s->active, hex);
    if (holds->gained >= 0)
        holds->kept |= 1U << holds->gained;
}

/* KB-65: one settlement from the supply. */
static void hold_built(const struct kingdom_state *s, int hex, struct kingdom_holdings *holds)
{
    holds->supply--;
    if (holds->to_build > holds->supply)
        holds->to_build = holds->supply;
    hold_gained(s, hex, holds);
}

/* KB-45 to KB-49: a settlement has moved; a tile that goes was ready only if no other of its kind is
 * used or new. */
static void hold_moved(const struct kingdom_state *s, int hex, struct kingdom_holdings *holds)
{
    const struct kingdom_seat *own = &s->seat[s->active];
    union kingdom_set settlements = own->settlements;
    set_add(&settlements, hex);
    int lost = kingdom_lost(s, &settlements, s->lifted);
    if (lost >= 0) {
        holds->kept &= ~(1U << lost);
        holds->ready -= own->used[lost / 2] == 0 && own->fresh[lost / 2] == 0;
    }
    hold_gained(s, hex, holds);
}

/* A lifted settlement counts where it would bring its owner most, in quarters of a gold: a tile is worth
 * the more, the longer the game goes on. 0 without such a hex. */
static int best_landing(const struct kingdom_state *s, const struct kingdom_base *base)
{
    union kingdom_set targets = kingdom_targets(s, s->moving);
    int hex, best = 0, most = -1, of_tile = 2 + base->scene->least_of_others / 2;
    while (set_take(&targets, &hex)) {
        int worth =
            4 * kingdom_gold_with(base, hex) + of_tile * set_count_around(&base->scene->open, hex);
        if (worth > most) {
            best = hex;
            most = worth;
        }
    }
    return best;
}

static void measure_now(const struct kingdom_state *s, const struct kingdom_base *base,
                        int32_t *out)
{
    struct kingdom_holdings holds = holdings_of(s, base->scene->seat);
    bool lands = s->phase == KINGDOM_MOVE && base->scene->seat == s->active;
    int landing = lands ? best_landing(s, base) : 0;
    if (landing != 0)
        hold_moved(s, landing, &holds);
    kingdom_measure(base, landing, &holds, out);
}

void kingdom_features(const void *state, int seat, int32_t *out)
{
    const struct kingdom_state *s = state;
    struct kingdom_scene scene;
    struct kingdom_base base;
    kingdom_scene_set(s, seat, &scene);
    kingdom_base_count(&scene, s->seat[seat].settlements, &base);
    measure_now(s, &base, out);
}

/* Whoever has built most brings the end nearer. */
static int progress_at(int least)
{
    return 1000 - 1000 * least / KINGDOM_SETTLEMENTS;
}

int kingdom_progress(const void *state)
{
    const struct kingdom_state *s = state;
    int least = KINGDOM_SETTLEMENTS;
    for (int p = 0; p < s->players; p++)
        least = s->seat[p].supply < least ? s->seat[p].supply : least;
    return progress_at(least);
}

/* --- positions after moves --- */

/* Does the move just add a settlement? Then what the seat holds after it. */
static bool adds_one(const struct kingdom_state *s, tk_action move, struct kingdom_holdings *holds)
{
    int hex = (int)kingdom_action_hex(move);
    switch (kingdom_action_verb(move)) {
    case KINGDOM_BUILD:
        holds->to_build--;
        hold_built(s, hex, holds);
        return true;
    case KINGDOM_USE:
        if (kingdom_rules[kingdom_action_tile(move)].moves)
            return false;
        holds->ready--;
        hold_built(s, hex, holds);
        return true;
    case KINGDOM_TO:
        hold_moved(s, hex, holds);
        return true;
    default:
        return false;
    }
}

/* Lifting a settlement, or the end of a turn: played and looked at. */
static bool look_after(const struct kingdom_scene *scene, tk_action move, int32_t *out_features)
{
    struct kingdom_state after = *scene->s;
    struct kingdom_base base;
    kingdom_apply(&after, move);
    while (after.phase == KINGDOM_DRAW || after.phase == KINGDOM_REPLACE)
        kingdom_settle(&after);
    kingdom_base_count(scene, after.seat[scene->seat].settlements, &base);
    measure_now(&after, &base, out_features);
    return after.phase == KINGDOM_OVER;
}

void kingdom_outlook(const void *state, enum tk_weighting by, const tk_action *moves, int count,
                     struct tk_outlook *out)
{
    const struct kingdom_state *s = state;
    const struct kingdom_holdings now = holdings_of(s, s->active);
    int32_t features[KINGDOM_FEATURES];
    struct kingdom_scene scene;
    struct kingdom_base base;
    kingdom_scene_set(s, s->active, &scene);
    kingdom_base_count(&scene, s->seat[s->active].settlements, &base);
    for (int i = 0; i < count; i++) {
        struct kingdom_holdings holds = now;
        out[i].ends = false;
        if (adds_one(s, moves[i], &holds))
            kingdom_measure(&base, (int)kingdom_action_hex(moves[i]), &holds, features);
        else
            out[i].ends = look_after(&scene, moves[i], features);
        int least = least_supply(&scene, holds.supply);
        out[i].standing = tk_weigh(&kingdom_learning, by, progress_at(least), features);
    }
}

/* Why a move is better than another: feature, sense, unit, worth, and what is said of the own seat and
 * of another (core/game.h). */
/* clang-format off */
static const struct tk_reason reasons[] = {
    {GOLD, 1, 1, 110, KINGDOM_WORD_BETTER_GOLD, KINGDOM_WORD_BETTER_GOLD_OTHER},
    {OF_TILE + KINGDOM_ORACLE, 1, 0, 100, KINGDOM_WORD_BETTER_TILE, TK_NO_WORD},
    {OF_TILE + KINGDOM_FARM, 1, 0, 100, KINGDOM_WORD_BETTER_TILE, TK_NO_WORD},
    {OF_TILE + KINGDOM_TAVERN, 1, 0, 100, KINGDOM_WORD_BETTER_TILE, TK_NO_WORD},
    {OF_TILE + KINGDOM_TOWER, 1, 0, 100, KINGDOM_WORD_BETTER_TILE, TK_NO_WORD},
    {OF_TILE + KINGDOM_HARBOR, 1, 0, 120, KINGDOM_WORD_BETTER_TILE, TK_NO_WORD},
    {OF_TILE + KINGDOM_PADDOCK, 1, 0, 120, KINGDOM_WORD_BETTER_TILE, TK_NO_WORD},
    {OF_TILE + KINGDOM_BARN, 1, 0, 120, KINGDOM_WORD_BETTER_TILE, TK_NO_WORD},
    {OF_TILE + KINGDOM_OASIS, 1, 0, 100, KINGDOM_WORD_BETTER_TILE, TK_NO_WORD},
    {FREEDOM, 1, 0, 90, KINGDOM_WORD_BETTER_FREE, TK_NO_WORD},
    {NEAR_TILES, 1, 0, 55, KINGDOM_WORD_BETTER_NEAR, KINGDOM_WORD_BETTER_NEAR_OTHER},
    {NEAR_CASTLES, 1, 0, 220, KINGDOM_WORD_BETTER_CASTLE, TK_NO_WORD},
    {SPOTS, 1, 0, 75, KINGDOM_WORD_BETTER_SPOTS, KINGDOM_WORD_BETTER_SPOTS_OTHER},
    {FARMERS, 1, 0, 180, KINGDOM_WORD_BETTER_POOREST, TK_NO_WORD},
    {LORDS, 1, 0, 130, KINGDOM_WORD_BETTER_LORDS, KINGDOM_WORD_BETTER_LORDS_OTHER},
    {MERCHANTS, 1, 0, 100, KINGDOM_WORD_BETTER_MERCHANTS, TK_NO_WORD},
    {NEW_ROWS, 1, 0, 60, KINGDOM_WORD_BETTER_ROWS, TK_NO_WORD},
};
/* clang-format on */

const struct tk_reasons kingdom_reasons = {TK_COUNT(reasons), reasons};
