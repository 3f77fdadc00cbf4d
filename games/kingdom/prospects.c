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

/* Tiles and castles beside which the second or third settlement from now could stand. */
static void count_ways(const struct kingdom_look *look, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    union kingdom_set two = set_or(look->next, set_and(look->open, look->near));
    union kingdom_set near_two = set_neighbours(two);
    union kingdom_set three = set_and(look->open, near_two);
    union kingdom_set near_three = set_or(near_two, set_neighbours(three));
    out[TILES_IN_TWO] = set_count(set_and(look->tiles, near_two)) * look->turns;
    out[TILES_IN_THREE] = set_count(set_and(look->tiles, near_three)) * look->turns;
    out[CASTLES_IN_TWO] = set_count(set_and(look->castles, near_two));
    out[CASTLES_IN_THREE] = set_count(set_and(look->castles, near_three));
    out[SPOTS_IN_TWO] = paying_within(look, two, 10);
    if (!scene->merchants)
        return;
    union kingdom_set apart = set_without(scene->landmarks, look->beside);
    out[LINKS_IN_ONE] = set_count(set_and(apart, look->near));
    out[LINKS_IN_TWO] = set_count(set_and(apart, near_two));
}

/* --- what the next card would let it do --- */

static union kingdom_set poorest_quadrants(const struct kingdom_look *look)
{
    union kingdom_set poorest = {{0}};
    for (int place = 0; place < KINGDOM_PLACES; place++)
        if (look->in_quadrant[place] == look->fewest)
            poorest = set_or(poorest, kingdom_quarters[place]);
    return poorest;
}

static int of_a_turn(int count)
{
    return count < KINGDOM_OWED ? count : KINGDOM_OWED;
}

/* The cards of terrains without a hex beside the own settlements: they let it build anywhere. */
static void count_free_card(const struct kingdom_look *look, int terrain, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    out[FREEDOM] += look->turns;
    out[POOREST_CARDS] += scene->farmers;
    for (int i = 0; i < KINGDOM_PAYING; i++)
        out[PAYING_CARDS] += scene->pays[i] ? KINGDOM_OWED : 0;
    if (scene->knights)
        out[ROW_CARDS] += of_a_turn(__builtin_popcount(
            set_row(&look->open, look->row) & set_row(&scene->terrain[terrain], look->row)));
}

/* One with a hex or two is nearly free, because they are soon built on. */
static void count_bound_card(const struct kingdom_look *look, union kingdom_set spots, int count,
                             union kingdom_set poorest, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    out[NARROW] += count <= 2 ? look->turns : 0;
    out[PAYING_CARDS] += paying_within(look, spots, KINGDOM_OWED);
    if (scene->farmers)
        out[POOREST_CARDS] += set_any(set_and(spots, poorest));
    if (scene->knights)
        out[ROW_CARDS] += of_a_turn(__builtin_popcount(set_row(&spots, look->row)));
}

static void count_next_cards(const struct kingdom_look *look, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    union kingdom_set poorest = {{0}};
    if (scene->farmers)
        poorest = poorest_quadrants(look);
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++) {
        union kingdom_set spots = set_and(look->next, scene->terrain[terrain]);
        int count = set_count(spots);
        if (count == 0)
            count_free_card(look, terrain, out);
        else
            count_bound_card(look, spots, count, poorest, out);
    }
}

/* --- quadrants --- */

/* Settlements beyond what the poorest quadrant has: the Farmers will pay them when it follows. */
static int balance(const struct kingdom_look *look)
{
    enum { ENOUGH = 3 };
    int sum = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int beyond = look->in_quadrant[place] - look->fewest;
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
        int ahead = look->in_quadrant[place] - look->base->scene->most_of_others[place];
        int hope = 2 * SURE * ahead / (4 + coming / 2);
        sum += hope > SURE ? SURE : hope < -SURE ? -SURE : hope;
    }
    return sum;
}

void kingdom_look_ahead(const struct kingdom_look *look, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    out[TO_COME] = to_come(look);
    count_ways(look, out);
    count_next_cards(look, out);
    if (scene->farmers)
        out[BALANCE] = balance(look);
    if (scene->lords)
        out[LORDS_HOPE] = lords_hope(look, out[TO_COME]);
}
