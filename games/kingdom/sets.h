/* SPDX-License-Identifier: MIT */
/* Sets of hexes: the few operations that lists and scores are made of. */
#ifndef KINGDOM_SETS_H
#define KINGDOM_SETS_H

#include "kingdom.h"

/* Steps to the east, south west and south east; the other three are their reverse. */
enum { EAST = 1, SOUTH_WEST = 22, SOUTH_EAST = 23 };

/* Loops over pairs are unrolled: so a set stays in registers from one operation to the next. */

static inline union kingdom_set set_and(union kingdom_set a, union kingdom_set b)
{
#pragma GCC unroll 4
    for (int i = 0; i < KINGDOM_PAIRS; i++)
        a.pair[i] &= b.pair[i];
    return a;
}

static inline union kingdom_set set_or(union kingdom_set a, union kingdom_set b)
{
#pragma GCC unroll 4
    for (int i = 0; i < KINGDOM_PAIRS; i++)
        a.pair[i] |= b.pair[i];
    return a;
}

static inline union kingdom_set set_without(union kingdom_set a, union kingdom_set b)
{
#pragma GCC unroll 4
    for (int i = 0; i < KINGDOM_PAIRS; i++)
        a.pair[i] &= ~b.pair[i];
    return a;
}

static inline bool set_any(union kingdom_set a)
{
    kingdom_pair all = a.pair[0] | a.pair[1] | a.pair[2] | a.pair[3];
    return (all[0] | all[1]) != 0;
}

static inline int set_count(union kingdom_set a)
{
    int count = 0;
    for (int i = 0; i < KINGDOM_WORDS; i++)
        count += __builtin_popcountll(a.word[i]);
    return count;
}

/* The hexes of one row, its first in the lowest bit; the last row ends within the last word. */
static inline uint32_t set_row(const union kingdom_set *a, int row)
{
    int first = kingdom_hex(row, 0), word = first / 64, bit = first % 64;
    uint64_t bits = a->word[word] >> bit;
    if (bit > 64 - KINGDOM_SIZE)
        bits |= a->word[word + 1] << (64 - bit);
    return (uint32_t)bits & ((1U << KINGDOM_SIZE) - 1);
}

static inline bool set_has(const union kingdom_set *a, int hex)
{
    return (a->word[hex / 64] >> (hex % 64) & 1) != 0;
}

static inline void set_add(union kingdom_set *a, int hex)
{
    a->word[hex / 64] |= (uint64_t)1 << (hex % 64);
}

static inline void set_remove(union kingdom_set *a, int hex)
{
    a->word[hex / 64] &= ~((uint64_t)1 << (hex % 64));
}

/* Every hex of the set moved to a higher number, by less than a word. */
static inline union kingdom_set set_raised(union kingdom_set a, int by)
{
    union kingdom_set moved;
    kingdom_pair below = {0, 0};
#pragma GCC unroll 4
    for (int i = 0; i < KINGDOM_PAIRS; i++) {
        kingdom_pair carry = __builtin_shufflevector(below, a.pair[i], 1, 2);
        below = a.pair[i];
        moved.pair[i] = a.pair[i] << by | carry >> (64 - by);
    }
    return moved;
}

static inline union kingdom_set set_lowered(union kingdom_set a, int by)
{
    union kingdom_set moved;
#pragma GCC unroll 4
    for (int i = 0; i < KINGDOM_PAIRS; i++) {
        kingdom_pair above = i + 1 < KINGDOM_PAIRS ? a.pair[i + 1] : (kingdom_pair){0, 0};
        kingdom_pair carry = __builtin_shufflevector(a.pair[i], above, 1, 2);
        moved.pair[i] = a.pair[i] >> by | carry << (64 - by);
    }
    return moved;
}

/* All neighbours of the set's hexes. Bits between rows may be set too: meet it with a real set. */
static inline union kingdom_set set_neighbours(union kingdom_set a)
{
    union kingdom_set east = set_raised(a, EAST), west = set_lowered(a, EAST);
    union kingdom_set south = set_raised(set_or(a, east), SOUTH_WEST);
    union kingdom_set north = set_lowered(set_or(a, west), SOUTH_WEST);
    return set_or(set_or(east, west), set_or(south, north));
}

/*
 * The neighbours of one hex are always the same six bits, beginning 23 below it. No hex is so near
 * to the first bit that this would be below 0, and what lies beyond the last word is empty.
 */
#define RING ((uint64_t)3 | (uint64_t)5 << 22 | (uint64_t)3 << 45)

static inline bool are_neighbours(int hex, int other)
{
    unsigned distance = (unsigned)(hex - other + SOUTH_EAST);
    return (RING >> distance % 64 & (distance < 64)) != 0; /* without a branch */
}

static inline union kingdom_set set_of(int hex)
{
    union kingdom_set one = {{0}};
    set_add(&one, hex);
    return one;
}

static inline union kingdom_set set_around(int hex)
{
    union kingdom_set ring = {{0}};
    int from = hex - SOUTH_EAST, word = from / 64, bit = from % 64;
    ring.word[word] = RING << bit;
    if (word + 1 < KINGDOM_WORDS)
        ring.word[word + 1] = RING >> 1 >> (63 - bit);
    return ring;
}

/* The same six bits put into a set, or counted in it. */
static inline void set_add_around(union kingdom_set *a, int hex)
{
    int from = hex - SOUTH_EAST, word = from / 64, bit = from % 64;
    a->word[word] |= RING << bit;
    if (word + 1 < KINGDOM_WORDS)
        a->word[word + 1] |= RING >> 1 >> (63 - bit);
}

static inline int set_count_around(const union kingdom_set *a, int hex)
{
    int from = hex - SOUTH_EAST, word = from / 64, bit = from % 64;
    uint64_t around = a->word[word] >> bit;
    if (word + 1 < KINGDOM_WORDS)
        around |= a->word[word + 1] << 1 << (63 - bit);
    return __builtin_popcountll(around & RING);
}

/* The lowest hex of a set that has one. */
static inline int set_first(const union kingdom_set *a)
{
    int i = 0;
    while (a->word[i] == 0)
        i++;
    return 64 * i + __builtin_ctzll(a->word[i]);
}

/* Takes the lowest hex out; false if there is none. */
static inline bool set_take(union kingdom_set *a, int *out_hex)
{
    for (int i = 0; i < KINGDOM_WORDS; i++) {
        if (a->word[i] != 0) {
            *out_hex = 64 * i + __builtin_ctzll(a->word[i]);
            a->word[i] &= a->word[i] - 1;
            return true;
        }
    }
    return false;
}

#endif
