/* SPDX-License-Identifier: MIT */
/*
 * What lies before a seat, in numbers for bots: how many settlements it will come to build, what it
 * can reach with a few of them, and what the next card would let it do. A search sees the next turn
 * by itself, but not those after it.
 */
#include "features.h"

/* --- how much there is to come --- */

static int in_turns(int supply, int speed)
{
    return (supply + speed - 1) / speed;
}

/* Settlements until somebody runs out: few, if others are quick. */
static int to_come(const struct kingdom_look *look)
{
    const struct kingdom_scene *scene = look->base->scene;
    int speed = kingdom_speed(scene->s, look->holds.kept), supply = look->holds.supply;
    int turns = in_turns(supply, speed);
    if (turns > scene->turns_of_others)
        turns = scene->turns_of_others;
    return turns * speed < supply ? turns * speed : supply;
}

/* --- what lies within a few settlements --- */

/* The hexes that one settlement more, two, and so on could stand beside. */
enum { STEPS = 4 };
struct ways {
    union kingdom_set near[STEPS], next[STEPS]; /* and the hexes where it would stand */
};

static void find_ways(const struct kingdom_look *look, struct ways *out)
{
    out->next[0] = look->next;
    out->near[0] = set_neighbours(look->next);
    for (int step = 1; step < STEPS; step++) {
        out->next[step] = set_or(out->next[step - 1], set_and(look->open, out->near[step - 1]));
        out->near[step] = set_or(out->near[step - 1], set_neighbours(out->next[step]));
    }
}

/* Hexes within reach that pay by themselves; beyond so many of a card more are not needed. */
static int paying_within(const struct kingdom_look *look, union kingdom_set next, int enough)
{
    const struct kingdom_scene *scene = look->base->scene;
    int sum = 0;
    for (int i = 0; i < KINGDOM_PAYING; i++) {
        if (!scene->pays[i])
            continue;
        int count = set_count(set_and(next, scene->near[i]));
        sum += count < enough ? count : enough;
    }
    return sum;
}

static void count_ways(const struct kingdom_look *look, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    struct ways ways;
    find_ways(look, &ways);
    for (int step = 1; step < STEPS; step++) {
        out[TILES_IN_TWO + step - 1] =
            set_count(set_and(look->tiles, ways.near[step])) * look->turns;
        out[CASTLES_IN_TWO + step - 1] = set_count(set_and(look->castles, ways.near[step]));
    }
    out[SPOTS_IN_TWO] = paying_within(look, ways.next[1], 10);
    out[SPOTS_IN_THREE] = paying_within(look, ways.next[2], 16);
    if (!scene->merchants)
        return;
    union kingdom_set apart = set_without(scene->landmarks, look->beside);
    out[LINKS_IN_ONE] = set_count(set_and(apart, ways.near[0]));
    out[LINKS_IN_TWO] = set_count(set_and(apart, ways.near[1]));
}

/* --- what the next card would let it do --- */

/* The row in which the Knights will pay most, as far as can be told. */
static int best_row(const struct kingdom_look *look)
{
    int best = 0, most = -1;
#pragma GCC unroll 20
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        int spots = __builtin_popcount(set_row(&look->next, row));
        int worth = 2 * kingdom_row_with(look->base, row, look->hex) + (spots < 3 ? spots : 3);
        if (worth > most) {
            most = worth;
            best = row;
        }
    }
    return best;
}

static int fewest_in_quadrants(const struct kingdom_look *look)
{
    int fewest = KINGDOM_SETTLEMENTS;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int count = kingdom_quadrant_with(look->base, place, look->hex);
        fewest = count < fewest ? count : fewest;
    }
    return fewest;
}

static union kingdom_set poorest_quadrants(const struct kingdom_look *look)
{
    int fewest = fewest_in_quadrants(look);
    union kingdom_set poorest = {{0}};
    for (int place = 0; place < KINGDOM_PLACES; place++)
        if (kingdom_quadrant_with(look->base, place, look->hex) == fewest)
            poorest = set_or(poorest, kingdom_quarters[place]);
    return poorest;
}

/*
 * Card by card: where it would let the seat build. A terrain with a hex or two beside the own
 * settlements is nearly free: they are soon built on, and then the whole board is open.
 */
static void count_next_cards(const struct kingdom_look *look, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    bool farmers = kingdom_in_play(scene->s, KINGDOM_FARMERS),
         knights = kingdom_in_play(scene->s, KINGDOM_KNIGHTS);
    int row = knights ? best_row(look) : 0;
    union kingdom_set poorest = {{0}};
    if (farmers)
        poorest = poorest_quadrants(look);
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++) {
        union kingdom_set spots = set_and(look->next, scene->terrain[terrain]);
        int count = set_count(spots);
        if (count == 0)
            spots = set_and(look->open, scene->terrain[terrain]);
        out[NARROW] += count == 1 || count == 2 ? look->turns : 0;
        out[PAYING_CARDS] += paying_within(look, spots, KINGDOM_OWED);
        if (farmers)
            out[POOREST_CARDS] += set_any(set_and(spots, poorest));
        if (knights) {
            int in_row = __builtin_popcount(set_row(&spots, row));
            out[ROW_CARDS] += in_row < KINGDOM_OWED ? in_row : KINGDOM_OWED;
        }
    }
}

/* --- quadrants --- */

/* Settlements beyond what the poorest quadrant has: the Farmers will pay them when it follows. */
static int balance(const struct kingdom_look *look)
{
    enum { ENOUGH = 3 };
    int sum = 0, fewest = fewest_in_quadrants(look);
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int beyond = kingdom_quadrant_with(look->base, place, look->hex) - fewest;
        sum += beyond < ENOUGH ? beyond : ENOUGH;
    }
    return sum;
}

/* A lead is the safer, the fewer settlements are to come. */
static int lords_hope(const struct kingdom_look *look, int coming)
{
    enum { SURE = 8 };
    int sum = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int ahead = kingdom_quadrant_with(look->base, place, look->hex) -
                    look->base->scene->most_of_others[place];
        int hope = 2 * SURE * ahead / (4 + coming / 2);
        sum += hope > SURE ? SURE : hope < -SURE ? -SURE : hope;
    }
    return sum;
}

void kingdom_look_ahead(const struct kingdom_look *look, int32_t *out)
{
    const struct kingdom_state *s = look->base->scene->s;
    out[TO_COME] = to_come(look);
    count_ways(look, out);
    count_next_cards(look, out);
    if (kingdom_in_play(s, KINGDOM_FARMERS))
        out[BALANCE] = balance(look);
    if (kingdom_in_play(s, KINGDOM_LORDS))
        out[LORDS_HOPE] = lords_hope(look, out[TO_COME]);
}
