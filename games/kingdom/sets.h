/* Sets of hexes: the few operations that lists and scores are made of. */
#ifndef KINGDOM_SETS_H
#define KINGDOM_SETS_H

#include "kingdom.h"

/* Steps to the east, south west and south east; west, north east and north west are their reverse. */
enum { EAST = 1, SOUTH_WEST = 22, SOUTH_EAST = 23 };

#define EACH_WORD(i) (int i = 0; i < KINGDOM_WORDS; i++)

static inline struct kingdom_set set_and(struct kingdom_set a, struct kingdom_set b)
{
    for EACH_WORD (i)
        a.word[i] &= b.word[i];
    return a;
}

static inline struct kingdom_set set_or(struct kingdom_set a, struct kingdom_set b)
{
    for EACH_WORD (i)
        a.word[i] |= b.word[i];
    return a;
}

static inline struct kingdom_set set_without(struct kingdom_set a, struct kingdom_set b)
{
    for EACH_WORD (i)
        a.word[i] &= ~b.word[i];
    return a;
}

static inline bool set_any(struct kingdom_set a)
{
    uint64_t all = 0;
    for EACH_WORD (i)
        all |= a.word[i];
    return all != 0;
}

static inline int set_count(struct kingdom_set a)
{
    int count = 0;
    for EACH_WORD (i)
        count += __builtin_popcountll(a.word[i]);
    return count;
}

static inline bool set_has(const struct kingdom_set *a, int hex)
{
    return (a->word[hex / 64] >> (hex % 64) & 1) != 0;
}

static inline void set_add(struct kingdom_set *a, int hex)
{
    a->word[hex / 64] |= (uint64_t)1 << (hex % 64);
}

static inline void set_remove(struct kingdom_set *a, int hex)
{
    a->word[hex / 64] &= ~((uint64_t)1 << (hex % 64));
}

/* Every hex of the set moved to a higher number, by less than a word. */
static inline struct kingdom_set set_up(struct kingdom_set a, int by)
{
    struct kingdom_set moved;
    for EACH_WORD (i)
        moved.word[i] = a.word[i] << by | (i > 0 ? a.word[i - 1] >> (64 - by) : 0);
    return moved;
}

static inline struct kingdom_set set_down(struct kingdom_set a, int by)
{
    struct kingdom_set moved;
    for EACH_WORD (i)
        moved.word[i] = a.word[i] >> by | (i < KINGDOM_WORDS - 1 ? a.word[i + 1] << (64 - by) : 0);
    return moved;
}

/* All neighbours of the set's hexes. Bits between the rows may be set too: meet it with a real set. */
static inline struct kingdom_set set_neighbours(struct kingdom_set a)
{
    struct kingdom_set east = set_up(a, EAST), west = set_down(a, EAST);
    struct kingdom_set south = set_up(set_or(a, east), SOUTH_WEST);
    struct kingdom_set north = set_down(set_or(a, west), SOUTH_WEST);
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
    return distance < 64 && (RING >> distance & 1) != 0;
}

static inline struct kingdom_set set_of(int hex)
{
    struct kingdom_set one = {{0}};
    set_add(&one, hex);
    return one;
}

static inline struct kingdom_set set_around(int hex)
{
    struct kingdom_set ring = {{0}};
    int from = hex - SOUTH_EAST, word = from / 64, bit = from % 64;
    ring.word[word] = RING << bit;
    if (word + 1 < KINGDOM_WORDS)
        ring.word[word + 1] = RING >> 1 >> (63 - bit);
    return ring;
}

/* The lowest hex of a set that has one. */
static inline int set_first(const struct kingdom_set *a)
{
    int i = 0;
    while (a->word[i] == 0)
        i++;
    return 64 * i + __builtin_ctzll(a->word[i]);
}

/* for EACH_HEX (hex, set) runs through a set that it empties. */
static inline bool set_take(struct kingdom_set *a, int *out_hex)
{
    for EACH_WORD (i) {
        if (a->word[i] != 0) {
            *out_hex = 64 * i + __builtin_ctzll(a->word[i]);
            a->word[i] &= a->word[i] - 1;
            return true;
        }
    }
    return false;
}

#endif
