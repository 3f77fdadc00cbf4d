/* SPDX-License-Identifier: MIT */
/* Facts of the board that the rules rely on: geometry, maps (KB-2, KB-4), KB-39 and KB-50. */
#include <stdio.h>

#include "games/kingdom/kingdom_internal.h"

static int failures;

static void expect(const char *what, int found, int wanted)
{
    if (found != wanted) {
        printf("%s: %d instead of %d\n", what, found, wanted);
        failures++;
    }
}

static bool same_set(union kingdom_set a, union kingdom_set b)
{
    return !set_any(set_without(a, b)) && !set_any(set_without(b, a));
}

/* Row, column and number of every hex; its neighbours in both ways to ask for them; the edge. */
static void check_geometry(void)
{
    static const int with_neighbours[] = {0, 0, 2, 20, 36, 18, 324};
    int found[7] = {0}, pairs = 0;
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        for (int column = 0; column < KINGDOM_SIZE; column++) {
            int hex = kingdom_hex(row, column);
            union kingdom_set around = set_and(set_around(hex), kingdom_whole);
            union kingdom_set again = set_and(set_neighbours(set_of(hex)), kingdom_whole);
            expect("row", kingdom_row(hex), row);
            expect("column", kingdom_column(hex), column);
            expect("quadrant", kingdom_place_at(hex), 2 * (row / 10) + column / 10);
            expect("neighbours found twice", same_set(around, again), true);
            expect("edge", set_has(&kingdom_edge, hex), set_count(around) < 6);
            found[set_count(around)]++;
            pairs += set_count(around);
        }
    }
    expect("hexes", set_count(kingdom_whole), 400);
    expect("pairs of neighbours", pairs / 2, 1121);
    for (int i = 0; i < 7; i++)
        expect("hexes with so many neighbours", found[i], with_neighbours[i]);
}

/* The seams: neighbours across them, and none across the centre. */
static void check_seams(void)
{
    static const struct {
        int row, column, other_row, other_column;
        bool touch;
    } cases[] = {
        {4, 9, 4, 10, true},  {5, 9, 4, 10, true},  {5, 9, 6, 10, true},   {4, 9, 3, 10, false},
        {9, 3, 10, 3, true},  {9, 3, 10, 4, true},  {9, 3, 10, 2, false},  {9, 9, 9, 10, true},
        {9, 9, 10, 9, true},  {9, 9, 10, 10, true}, {9, 10, 10, 9, false}, {0, 19, 1, 0, false},
        {1, 19, 2, 0, false},
    };
    for (int i = 0; i < TK_COUNT(cases); i++)
        expect("neighbours at a seam",
               are_neighbours(kingdom_hex(cases[i].row, cases[i].column),
                              kingdom_hex(cases[i].other_row, cases[i].other_column)),
               cases[i].touch);
}

/* Hexes of each ground, in the order G C D F T W M L X. */
static const int grounds[KINGDOM_TILES][KINGDOM_SIMPLE_GROUNDS] = {
    [KINGDOM_ORACLE] = {16, 14, 15, 15, 15, 17, 5, 1, 2},
    [KINGDOM_FARM] = {14, 14, 12, 14, 15, 26, 2, 2, 1},
    [KINGDOM_OASIS] = {14, 12, 11, 14, 12, 34, 0, 2, 1},
    [KINGDOM_TOWER] = {15, 15, 16, 15, 13, 13, 10, 2, 1},
    [KINGDOM_TAVERN] = {17, 15, 15, 15, 16, 10, 9, 2, 1},
    [KINGDOM_BARN] = {16, 17, 18, 13, 15, 5, 13, 2, 1},
    [KINGDOM_HARBOR] = {16, 14, 14, 13, 14, 21, 5, 1, 2},
    [KINGDOM_PADDOCK] = {16, 14, 15, 14, 15, 10, 13, 2, 1},
};

static union kingdom_set ground_of(int laying, int ground, int place)
{
    const union kingdom_half *half = &kingdom_maps[laying][ground][place];
    union kingdom_set set = {{0}};
    for (int i = 0; i < KINGDOM_HALF; i++)
        set.word[(place < 2 ? 0 : KINGDOM_HALF) + i] = half->word[i];
    return set;
}

/* Every hex of a quadrant is of exactly one ground, wherever and however it lies. */
static void check_laying(int laying, int place)
{
    union kingdom_set all = {{0}};
    for (int ground = 0; ground < KINGDOM_SIMPLE_GROUNDS; ground++) {
        union kingdom_set set = ground_of(laying, ground, place);
        expect("hexes of a ground", set_count(set), grounds[laying / 2][ground]);
        expect("a hex of two grounds", set_any(set_and(all, set)), false);
        all = set_or(all, set);
    }
    expect("all hexes of a quadrant", same_set(all, kingdom_quarters[place]), true);
}

/* KB-50: no landmark at the border of its quadrant, so all that counts happens within it. */
static void check_landmarks(int laying, int place)
{
    union kingdom_set landmarks = ground_of(laying, KINGDOM_LANDMARK, place);
    union kingdom_set left = landmarks, whole = kingdom_quarters[place];
    int hex;
    while (set_take(&left, &hex))
        expect("a landmark's neighbours in its quadrant",
               set_count(set_and(set_around(hex), whole)), 6);
    while (set_take(&whole, &hex))
        expect("a hex with two landmarks", set_count(set_and(set_around(hex), landmarks)) > 1,
               false);
}

/* KB-39: the three smallest terrains of any board are more than all settlements can fill. */
static void check_terrains(void)
{
    for (unsigned chosen = 0; chosen < 1U << KINGDOM_TILES; chosen++) {
        int sums[KINGDOM_TERRAINS] = {0}, sum = 0, largest = 0, second = 0;
        if (__builtin_popcount(chosen) != KINGDOM_PLACES)
            continue;
        for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++) {
            for (int tile = 0; tile < KINGDOM_TILES; tile++)
                sums[terrain] += (chosen >> tile & 1) != 0 ? grounds[tile][terrain] : 0;
            sum += sums[terrain];
            if (sums[terrain] > largest) {
                second = largest;
                largest = sums[terrain];
            } else if (sums[terrain] > second) {
                second = sums[terrain];
            }
        }
        expect("three terrains that can be full", sum - largest - second >= 161, true);
    }
}

int main(void)
{
    check_geometry();
    check_seams();
    for (int laying = 0; laying < KINGDOM_LAYINGS; laying++) {
        for (int place = 0; place < KINGDOM_PLACES; place++) {
            check_laying(laying, place);
            check_landmarks(laying, place);
        }
    }
    check_terrains();
    return failures == 0 ? 0 : 1;
}
