/* SPDX-License-Identifier: MIT */
/* Numbers that tell how well a seat stands, for bots. They use nothing that is hidden. */
#include "scene.h"

/* In the order of weights.inc. */
enum {
    GOLD,
    SUPPLY,
    BUILD_TILES,
    MOVE_TILES,
    FREEDOM,
    CITIZENS,
    FARMERS,
    LORDS,
    MERCHANTS,
    NEAR_TILES,
    NEAR_CASTLES,
    SPOTS,
    TO_BUILD,
    READY,
    NEW_ROWS,
    ROW_SPOTS,
    CASTLES,
    OF_CARD,
    FEATURES = OF_CARD + KINGDOM_CARD_KINDS,
};

_Static_assert((int)FEATURES == (int)KINGDOM_FEATURES, "the header says how many there are");

const struct tk_feature kingdom_feature_table[KINGDOM_FEATURES] = {
#include "weights.inc"
};

/* --- the features --- */

/* What the seat holds beside its settlements. */
struct holdings {
    int supply, ready; /* tiles that it may still use in its turn */
    int to_build;      /* in its turn */
    int gained;        /* location of the tile that a move brings, or -1 */
    unsigned kept;     /* tiles, a bit for each location */
};

/* A seat with one settlement more. */
struct look {
    const struct kingdom_base *base;
    int hex; /* of that settlement; 0: of none */
    int turns;
    struct holdings holds;
    union kingdom_set beside, next; /* hexes beside the own ones, and those that can be built on */
};

static int least_supply(const struct kingdom_scene *scene, int own)
{
    return own < scene->least_of_others ? own : scene->least_of_others;
}

static void look_at(const struct kingdom_base *base, int hex, const struct holdings *holds,
                    struct look *out)
{
    const struct kingdom_scene *scene = base->scene;
    union kingdom_set occupied = set_or(scene->others, base->own);
    if (hex != 0)
        set_add(&occupied, hex);
    out->base = base;
    out->hex = hex;
    out->holds = *holds;
    out->turns = (least_supply(scene, holds->supply) + 3) / 4; /* until somebody runs out */
    out->beside = base->beside;
    if (hex != 0)
        set_add_around(&out->beside, hex);
    out->next = set_without(set_and(scene->buildable, out->beside), occupied);
}

static void count_tiles(const struct look *look, int32_t *out)
{
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int kept = __builtin_popcount(look->holds.kept >> (2 * place) & 3);
        bool moves = kingdom_rules[look->base->scene->s->quadrant[place] / 2].moves;
        out[moves ? MOVE_TILES : BUILD_TILES] += kept * look->turns;
    }
}

/* Hexes on which the next settlement is paid for where it stands; of each card six count at most. */
static int paying_spots(const struct look *look)
{
    enum { ENOUGH = 6 };
    const struct kingdom_scene *scene = look->base->scene;
    int sum = 0;
    for (int i = 0; i < KINGDOM_PAYING; i++) {
        if (!scene->pays[i])
            continue;
        int count = set_count(set_and(look->next, scene->near[i]));
        sum += count < ENOUGH ? count : ENOUGH;
    }
    return sum;
}

/* The next gold of the Farmers needs all quadrants above the poorest of now. */
static int above_poorest(const struct look *look)
{
    int fewest = KINGDOM_SETTLEMENTS, above = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int count = kingdom_quadrant_with(look->base, place, look->hex);
        fewest = count < fewest ? count : fewest;
    }
    for (int place = 0; place < KINGDOM_PLACES; place++)
        above += kingdom_quadrant_with(look->base, place, look->hex) > fewest;
    return above;
}

/* How safely a seat leads in each quadrant, or how far it is behind; more than three is enough. */
static int ahead_in_quadrants(const struct look *look)
{
    enum { ENOUGH = 3 };
    const struct kingdom_scene *scene = look->base->scene;
    int sum = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int best = 0;
        for (int p = 0; p < scene->s->players; p++) {
            int count = p == scene->seat ? 0 : kingdom_in_quadrant(scene->s, p, place);
            best = count > best ? count : best;
        }
        int ahead = kingdom_quadrant_with(look->base, place, look->hex) - best;
        sum += ahead > ENOUGH ? ENOUGH : ahead < -ENOUGH ? -ENOUGH : ahead;
    }
    return sum;
}

/* The gold of each card for itself, because not all of it is equally safe or promising. */
static void count_gold(const struct look *look, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    out[CASTLES] = kingdom_castles_with(look->base, look->hex);
    out[GOLD] = 3 * out[CASTLES];
    for (int i = 0; i < KINGDOM_CARDS; i++) {
        int card = scene->s->card[i], gold = kingdom_card_gold_with(look->base, card, look->hex);
        out[OF_CARD + card] = gold;
        out[GOLD] += gold;
    }
}

/* Rows that can be opened next with the Discoverers, and free spots in the best row of the Knights. */
static void count_rows(const struct look *look, int32_t *out)
{
    const struct kingdom_state *s = look->base->scene->s;
    bool discoverers = kingdom_in_play(s, KINGDOM_DISCOVERERS),
         knights = kingdom_in_play(s, KINGDOM_KNIGHTS);
    int most = 0;
#pragma GCC unroll 20
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        int own = kingdom_row_with(look->base, row, look->hex);
        int spots = __builtin_popcount(set_row(&look->next, row));
        out[NEW_ROWS] += discoverers && own == 0 && spots > 0;
        if (knights && own + (spots > 3 ? 3 : spots) > most) {
            most = own + (spots > 3 ? 3 : spots);
            out[ROW_SPOTS] = spots > 3 ? 3 : spots;
        }
    }
}

/* A terrain without a free hex beside the own settlements lets the next card be built anywhere. */
static int free_terrains(const struct look *look)
{
    int count = 0;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        count += !set_any(set_and(look->next, look->base->scene->terrain[terrain]));
    return count;
}

/* Tiles and castles beside which the next settlement could stand. */
static void count_reach(const struct look *look, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    union kingdom_set tiles = scene->open;
    if (look->holds.gained >= 0)
        set_remove(&tiles, scene->s->location[look->holds.gained]);
    union kingdom_set castles = set_without(scene->castles, look->beside);
    union kingdom_set near = set_neighbours(look->next);
    out[NEAR_TILES] = set_count(set_and(tiles, near)) * look->turns;
    out[NEAR_CASTLES] = set_count(set_and(castles, near));
    out[FREEDOM] = free_terrains(look) * look->turns;
}

/* What is left of the cards beyond their gold. */
static void count_cards(const struct look *look, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    if (scene->rows)
        count_rows(look, out);
    if (kingdom_in_play(scene->s, KINGDOM_CITIZENS))
        out[CITIZENS] = kingdom_areas_largest(&look->base->areas, look->hex) % 2;
    if (kingdom_in_play(scene->s, KINGDOM_FARMERS))
        out[FARMERS] = above_poorest(look);
    if (kingdom_in_play(scene->s, KINGDOM_LORDS))
        out[LORDS] = ahead_in_quadrants(look);
    if (kingdom_in_play(scene->s, KINGDOM_MERCHANTS)) /* reached, but linked with no other yet */
        out[MERCHANTS] = set_count(set_and(scene->landmarks, look->beside)) -
                         out[OF_CARD + KINGDOM_MERCHANTS] / 4;
}

static void measure(const struct kingdom_base *base, int hex, const struct holdings *holds,
                    int32_t *out)
{
    struct look look;
    look_at(base, hex, holds, &look);
    for (int i = 0; i < FEATURES; i++)
        out[i] = 0;
    count_gold(&look, out);
    count_reach(&look, out);
    count_tiles(&look, out);
    count_cards(&look, out);
    out[SUPPLY] = holds->supply;
    out[SPOTS] = paying_spots(&look);
    out[TO_BUILD] = holds->to_build;
    out[READY] = holds->ready;
}

/* --- a position as it is --- */

/* What the seat holds; what it may still do counts only in its turn. */
static struct holdings holdings_of(const struct kingdom_state *s, int seat)
{
    const struct kingdom_seat *own = &s->seat[seat];
    struct holdings holds = {.supply = own->supply, .kept = own->kept, .gained = -1};
    int owed = KINGDOM_OWED - s->built;
    if (seat != s->active || s->phase == KINGDOM_OVER)
        return holds;
    holds.to_build = owed < own->supply ? owed : own->supply;
    for (int place = 0; place < KINGDOM_PLACES; place++)
        holds.ready += own->ready[place];
    return holds;
}

/* A lifted settlement counts where it would bring its owner most gold; 0 without such a hex. */
static int best_landing(const struct kingdom_state *s, const struct kingdom_base *base)
{
    union kingdom_set targets = kingdom_targets(s, s->moving);
    int hex, best = 0, most = -1;
    while (set_take(&targets, &hex)) {
        int gold = kingdom_gold_with(base, hex);
        if (gold > most) {
            best = hex;
            most = gold;
        }
    }
    return best;
}

static void measure_now(const struct kingdom_state *s, const struct kingdom_base *base,
                        int32_t *out)
{
    struct holdings holds = holdings_of(s, base->scene->seat);
    bool lands = s->phase == KINGDOM_MOVE && base->scene->seat == s->active;
    measure(base, lands ? best_landing(s, base) : 0, &holds, out);
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

/* KB-40: a tile, if the hex brings one. */
static void hold_gained(const struct kingdom_state *s, int hex, struct holdings *holds)
{
    holds->gained = kingdom_gained(s, s->active, hex);
    if (holds->gained >= 0)
        holds->kept |= 1U << holds->gained;
}

/* KB-65: one settlement from the supply. */
static void hold_built(const struct kingdom_state *s, int hex, struct holdings *holds)
{
    holds->supply--;
    if (holds->to_build > holds->supply)
        holds->to_build = holds->supply;
    hold_gained(s, hex, holds);
}

/* KB-45 to KB-49: a settlement has moved; a tile that goes was ready only if no other of its kind is
 * used or new. */
static void hold_moved(const struct kingdom_state *s, int hex, struct holdings *holds)
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

/* Does the move just add a settlement? Then what the seat holds after it. */
static bool adds_one(const struct kingdom_state *s, tk_action move, struct holdings *holds)
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
    const struct holdings now = holdings_of(s, s->active);
    int32_t features[FEATURES];
    struct kingdom_scene scene;
    struct kingdom_base base;
    kingdom_scene_set(s, s->active, &scene);
    kingdom_base_count(&scene, s->seat[s->active].settlements, &base);
    for (int i = 0; i < count; i++) {
        struct holdings holds = now;
        out[i].ends = false;
        if (adds_one(s, moves[i], &holds))
            measure(&base, (int)kingdom_action_hex(moves[i]), &holds, features);
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
    {BUILD_TILES, 1, 0, 100, KINGDOM_WORD_BETTER_TILE, TK_NO_WORD},
    {MOVE_TILES, 1, 0, 120, KINGDOM_WORD_BETTER_TILE, TK_NO_WORD},
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
