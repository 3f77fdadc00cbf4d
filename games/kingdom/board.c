/* SPDX-License-Identifier: MIT */
/* The board: eight quadrants from the maps in boards/, laid at four places (KB-2, KB-8). */
#include "kingdom_internal.h"

/* The bits of a row that lie in the word which begins `at` bits before the row. */
#define PART(bits, at)                                          \
    ((at) <= -64 || (at) >= 64 ? 0                              \
     : (at) < 0                ? (uint64_t)(bits) >> (-(at)&63) \
                               : (uint64_t)(bits) << ((at)&63))
/* Ten rows, the first of which begins `at` bits after the word. */
#define WORD(at, r0, r1, r2, r3, r4, r5, r6, r7, r8, r9)                                        \
    (PART(r0, (at) + 0) | PART(r1, (at) + 23) | PART(r2, (at) + 45) | PART(r3, (at) + 68) |     \
     PART(r4, (at) + 90) | PART(r5, (at) + 113) | PART(r6, (at) + 135) | PART(r7, (at) + 158) | \
     PART(r8, (at) + 180) | PART(r9, (at) + 203))
#define FOUR_WORDS(at, ...)                                                         \
    WORD(at, __VA_ARGS__), WORD((at)-64, __VA_ARGS__), WORD((at)-128, __VA_ARGS__), \
        WORD((at)-192, __VA_ARGS__)

/* --- the quadrants --- */

enum {
    GROUND_G = KINGDOM_GRASS,
    GROUND_C = KINGDOM_CANYON,
    GROUND_D = KINGDOM_DESERT,
    GROUND_F = KINGDOM_FLOWER,
    GROUND_T = KINGDOM_FOREST,
    GROUND_W = KINGDOM_WATER,
    GROUND_M = KINGDOM_MOUNTAIN,
    GROUND_L = KINGDOM_LOCATION,
    GROUND_X = KINGDOM_CASTLE,
    GROUND_GCDFT = KINGDOM_BUILDABLE,
    GROUND_LX = KINGDOM_LANDMARK,
};

/* Upper quadrants begin at bit 31 of their half, lower ones at bit 0; right ones ten further. */
#define SETS(...) __VA_ARGS__
#define MAP(name, letters, upright, turned)                  \
    [2 * KINGDOM_##name][GROUND_##letters] = {SETS upright}, \
         [2 * KINGDOM_##name + 1][GROUND_##letters] = {SETS turned},

const union kingdom_half kingdom_maps[KINGDOM_LAYINGS][KINGDOM_GROUNDS][KINGDOM_PLACES] = {
#include "boards.inc"
};

const char kingdom_letters[KINGDOM_SIMPLE_GROUNDS + 1] = "GCDFTWMLX";

/* --- fixed parts of the board --- */

#define TEN(row)  row, row, row, row, row, row, row, row, row, row
#define NINE(row) row, row, row, row, row, row, row, row, row

const union kingdom_set kingdom_whole = {
    {FOUR_WORDS(31, TEN(0xfffff)), FOUR_WORDS(0, TEN(0xfffff))}};

/* KB-60: first and last row, first and last column. */
const union kingdom_set kingdom_edge = {
    {FOUR_WORDS(31, 0xfffff, NINE(0x80001)), FOUR_WORDS(0, NINE(0x80001), 0xfffff)}};

static const union kingdom_set right_side = {
    {FOUR_WORDS(31, TEN(0xffc00)), FOUR_WORDS(0, TEN(0xffc00))}};

const union kingdom_set kingdom_quarters[KINGDOM_PLACES] = {
    {{FOUR_WORDS(31, TEN(0x003ff)), 0, 0, 0, 0}},
    {{FOUR_WORDS(31, TEN(0xffc00)), 0, 0, 0, 0}},
    {{0, 0, 0, 0, FOUR_WORDS(0, TEN(0x003ff))}},
    {{0, 0, 0, 0, FOUR_WORDS(0, TEN(0xffc00))}},
};

/* --- what lies where --- */

/* KB-9: the location hexes of a place, two or one; the second is 0 if there is one. */
static void find_locations(struct kingdom_state *s, int place)
{
    const union kingdom_half *map = &kingdom_maps[s->quadrant[place]][KINGDOM_LOCATION][place];
    union kingdom_set locations = {{0}};
    int first = 0, second = 0;
    tk_copy(locations.word + (place < 2 ? 0 : KINGDOM_HALF), map, sizeof *map);
    set_take(&locations, &first);
    set_take(&locations, &second);
    s->location[2 * place] = (uint16_t)first;
    s->location[2 * place + 1] = (uint16_t)second;
}

void kingdom_lay_board(struct kingdom_state *s, const uint8_t quadrant[KINGDOM_PLACES])
{
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        s->quadrant[place] = quadrant[place];
        find_locations(s, place);
    }
}

int kingdom_ground_at(const struct kingdom_state *s, int hex)
{
    int ground = 0;
    for (; ground < KINGDOM_CASTLE; ground++) {
        union kingdom_set there = kingdom_ground(s, ground);
        if (set_has(&there, hex))
            break;
    }
    return ground;
}

/* The quadrants are numbered 0 1 in the upper half and 2 3 in the lower one. */
int kingdom_place_at(int hex)
{
    return set_has(&right_side, hex) + (hex >= 64 * KINGDOM_HALF ? 2 : 0);
}

int kingdom_owner(const struct kingdom_state *s, int hex)
{
    for (int p = 0; p < s->players; p++)
        if (set_has(&s->seat[p].settlements, hex))
            return p;
    return -1;
}

bool kingdom_stands_beside(const union kingdom_set *settlements, int hex)
{
    return set_any(set_and(*settlements, set_around(hex)));
}
