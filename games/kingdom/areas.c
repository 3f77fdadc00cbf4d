/* SPDX-License-Identifier: MIT */
/*
 * Areas are settlements of one seat that are connected (KB-72, KB-74, KB-75). Bots ask for every hex
 * what one more settlement there would bring, so areas are numbered once and then only those
 * beside the hex are looked at. score.c finds them hex by hex, for the sheet.
 */
#include "kingdom_internal.h"

static const int8_t around[] = {-SOUTH_EAST, -SOUTH_WEST, -EAST, EAST, SOUTH_WEST, SOUTH_EAST};
enum { EARLIER = 3 }; /* of these have lower numbers than the hex itself */

void kingdom_landmarks_find(const struct kingdom_state *s, struct kingdom_landmarks *out)
{
    union kingdom_set all = kingdom_ground(s, KINGDOM_LANDMARK);
    unsigned bit = 1;
    tk_fill(out->beside, 0, sizeof out->beside);
    for (int hex; set_take(&all, &hex); bit <<= 1)
        for (int i = 0; i < TK_COUNT(around); i++)
            out->beside[hex + around[i]] |= (uint16_t)bit;
}

static void join(struct kingdom_areas *areas, int one, int other)
{
    int into = one < other ? one : other, gone = one < other ? other : one;
    if (one == other)
        return;
    areas->root[gone] = (uint8_t)into;
    areas->size[into] = (uint8_t)(areas->size[into] + areas->size[gone]);
    areas->linked[into] |= areas->linked[gone];
    areas->count--;
}

static int root_of(const struct kingdom_areas *areas, int number)
{
    while (areas->root[number] != number)
        number = areas->root[number];
    return number;
}

static void note_settlement(struct kingdom_areas *areas, int hex)
{
    int number = ++areas->numbers;
    areas->of[hex] = areas->root[number] = (uint8_t)number;
    areas->size[number] = 1;
    areas->linked[number] = areas->landmarks != NULL ? areas->landmarks->beside[hex] : 0;
    areas->count++;
    for (int i = 0; i < EARLIER; i++)
        if (areas->of[hex + around[i]] != 0)
            join(areas, root_of(areas, number), root_of(areas, areas->of[hex + around[i]]));
}

/* KB-72: an area pays for the landmarks beside it if there are two or more. */
static unsigned paid_for(unsigned linked)
{
    return (linked & (linked - 1)) != 0 ? linked : 0;
}

/* The root of a number is never higher, so one pass suffices. */
static void sum_up(struct kingdom_areas *areas)
{
    for (int number = 1; number <= areas->numbers; number++) {
        areas->root[number] = areas->root[areas->root[number]];
        if (areas->size[number] > areas->largest)
            areas->largest = areas->size[number];
        if (areas->root[number] == number)
            areas->paid |= (uint16_t)paid_for(areas->linked[number]);
    }
}

void kingdom_areas_find(union kingdom_set own, const struct kingdom_landmarks *landmarks,
                        struct kingdom_areas *out)
{
    tk_fill(out->of, 0, sizeof out->of);
    out->landmarks = landmarks;
    out->numbers = out->count = out->largest = 0;
    out->paid = 0;
    out->root[0] = 0;
    for (int i = 0; i < KINGDOM_WORDS; i++)
        for (uint64_t left = own.word[i]; left != 0; left &= left - 1)
            note_settlement(out, 64 * i + __builtin_ctzll(left));
    sum_up(out);
}

/* The area that a settlement on this hex would make of those beside it. */
struct joint {
    int size, areas; /* of how many it is made */
    unsigned linked;
};

static struct joint joint_at(const struct kingdom_areas *areas, int hex)
{
    struct joint joint = {.size = 1};
    uint64_t seen = 1; /* bit 0: no area */
    if (areas->landmarks != NULL)
        joint.linked = areas->landmarks->beside[hex];
    for (int i = 0; i < TK_COUNT(around); i++) {
        int number = areas->root[areas->of[hex + around[i]]];
        if ((seen >> number & 1) != 0)
            continue;
        seen |= (uint64_t)1 << number;
        joint.areas++;
        joint.size += areas->size[number];
        joint.linked |= areas->linked[number];
    }
    return joint;
}

int kingdom_areas_largest(const struct kingdom_areas *areas, int hex)
{
    int joint = hex != 0 ? joint_at(areas, hex).size : 0;
    return joint > areas->largest ? joint : areas->largest;
}

int kingdom_areas_gold(const struct kingdom_areas *areas, int card, int hex)
{
    if (card == KINGDOM_CITIZENS) /* KB-75 */
        return kingdom_areas_largest(areas, hex) / 2;
    struct joint joint = hex != 0 ? joint_at(areas, hex) : (struct joint){.areas = 1};
    if (card == KINGDOM_HERMITS) /* KB-74 */
        return areas->count + 1 - joint.areas;
    return 4 * __builtin_popcount(areas->paid | paid_for(joint.linked)); /* KB-72 */
}
