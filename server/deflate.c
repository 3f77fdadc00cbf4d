/* SPDX-License-Identifier: MIT */
/* Packing: what was there before is named by length and distance, with the fixed codes of RFC 1951. */
#include "deflate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
const struct deflate_span deflate_lengths[DEFLATE_LENGTHS] = {
    {3, 0},  {4, 0},  {5, 0},  {6, 0},  {7, 0},  {8, 0},  {9, 0},  {10, 0},  {11, 1},  {13, 1},
    {15, 1}, {17, 1}, {19, 2}, {23, 2}, {27, 2}, {31, 2}, {35, 3}, {43, 3},  {51, 3},  {59, 3},
    {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0},
};
const struct deflate_span deflate_distances[DEFLATE_DISTANCES] = {
    {1, 0},   {2, 0},   {3, 0},    {4, 0},    {5, 1},    {7, 1},    {9, 2},    {13, 2},    {17, 3},     {25, 3},
    {33, 4},  {49, 4},  {65, 5},   {97, 5},   {129, 6},  {193, 6},  {257, 7},  {385, 7},   {513, 8},    {769, 8},
    {1025, 9}, {1537, 9}, {2049, 10}, {3073, 10}, {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13},
};
/* clang-format on */

uint32_t deflate_adler(const uint8_t *data, size_t length)
{
    enum { PRIME = 65521, MOST = 5552 /* bytes until a sum could be too large */ };
    uint32_t a = 1, b = 0;
    while (length > 0) {
        size_t part = length < MOST ? length : MOST;
        for (size_t i = 0; i < part; i++) {
            a += data[i];
            b += a;
        }
        a %= PRIME;
        b %= PRIME;
        data += part;
        length -= part;
    }
    return b << 16 | a;
}

/* --- bits --- */

struct bits {
    uint8_t *out;
    size_t room, used;
    uint64_t held; /* not yet a byte, lowest first */
    int count;
    bool full;
};

static void put_bits(struct bits *b, uint32_t value, int count)
{
    b->held |= (uint64_t)value << b->count;
    for (b->count += count; b->count >= 8; b->count -= 8, b->held >>= 8) {
        b->full |= b->used == b->room;
        if (!b->full)
            b->out[b->used++] = (uint8_t)b->held;
    }
}

/* Codes are written from their highest bit on. */
static void put_code(struct bits *b, uint32_t code, int count)
{
    uint32_t turned = 0;
    for (int i = 0; i < count; i++)
        turned |= (code >> i & 1) << (count - 1 - i);
    put_bits(b, turned, count);
}

/* A literal, the end, or a length: RFC 1951, 3.2.6. */
static void put_symbol(struct bits *b, uint32_t symbol)
{
    if (symbol < 144)
        put_code(b, 0x30 + symbol, 8);
    else if (symbol < 256)
        put_code(b, 0x190 + symbol - 144, 9);
    else if (symbol < 280)
        put_code(b, symbol - 256, 7);
    else
        put_code(b, 0xc0 + symbol - 280, 8);
}

static int span_of(const struct deflate_span *spans, int count, size_t value)
{
    int i = count - 1;
    while (spans[i].base > value)
        i--;
    return i;
}

static void put_match(struct bits *b, size_t length, size_t distance)
{
    int l = span_of(deflate_lengths, DEFLATE_LENGTHS, length);
    int d = span_of(deflate_distances, DEFLATE_DISTANCES, distance);
    put_symbol(b, (uint32_t)(DEFLATE_END + 1 + l));
    put_bits(b, (uint32_t)(length - deflate_lengths[l].base), deflate_lengths[l].bits);
    put_code(b, (uint32_t)d, 5);
    put_bits(b, (uint32_t)(distance - deflate_distances[d].base), deflate_distances[d].bits);
}

/* --- what was there before --- */

enum {
    HASH_BITS = 15,
    LOOKS = 8, /* at places with such bytes, the latest first */
    LONG = 32, /* enough not to look for a longer one */
};

struct packing {
    const uint8_t *data;
    size_t length, stride;
    size_t known; /* all places before this one are in the lists */
    /* Where such bytes stood last, and where before that, each one more: 0 is nowhere. */
    uint32_t last[1 << HASH_BITS], before[DEFLATE_WINDOW];
};

struct match {
    size_t length, distance; /* 0: there is none */
};

static uint32_t hash_at(const uint8_t *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return word * 2654435761U >> (32 - HASH_BITS);
}

static bool has_hash(const struct packing *p, size_t at)
{
    return at + sizeof(uint32_t) <= p->length;
}

static void learn_until(struct packing *p, size_t end)
{
    for (; p->known < end && has_hash(p, p->known); p->known++) {
        uint32_t *last = &p->last[hash_at(p->data + p->known)];
        p->before[p->known % DEFLATE_WINDOW] = *last;
        *last = (uint32_t)p->known + 1;
    }
}

static void try_distance(const struct packing *p, size_t at, size_t distance, struct match *best)
{
    const uint8_t *here = p->data + at, *there = here - distance;
    size_t most = p->length - at, n = 0;
    if (most > DEFLATE_LONGEST)
        most = DEFLATE_LONGEST;
    if (best->length >= most || here[best->length] != there[best->length])
        return; /* it cannot be longer */
    while (n < most && here[n] == there[n])
        n++;
    if (n > best->length)
        *best = (struct match){.length = n, .distance = distance};
}

/* A run, the row above, or one of the last places where such bytes stood. */
static struct match find_match(struct packing *p, size_t at)
{
    struct match best = {.length = DEFLATE_SHORTEST - 1};
    if (at >= 1)
        try_distance(p, at, 1, &best);
    if (at >= p->stride && p->stride <= DEFLATE_WINDOW)
        try_distance(p, at, p->stride, &best);
    learn_until(p, at);
    uint32_t place = has_hash(p, at) ? p->last[hash_at(p->data + at)] : 0;
    for (int i = 0; i < LOOKS && place != 0 && best.length < DEFLATE_LONGEST; i++) {
        size_t distance = at + 1 - place;
        if (distance > DEFLATE_WINDOW)
            break;
        try_distance(p, at, distance, &best);
        place = p->before[(place - 1) % DEFLATE_WINDOW];
    }
    return best;
}

static void put_all(struct packing *p, struct bits *b)
{
    put_bits(b, 1, 1); /* the last block, and the only one … */
    put_bits(b, 1, 2); /* … with fixed codes */
    struct match match = find_match(p, 0);
    for (size_t at = 0; at < p->length && !b->full;) {
        /* What begins one byte later may be longer: then this one stands alone. */
        bool may_wait = match.distance != 0 && match.length < LONG && at + 1 < p->length;
        struct match next = may_wait ? find_match(p, at + 1) : (struct match){0};
        if (match.distance == 0 || next.length > match.length) {
            put_symbol(b, p->data[at]);
            at++;
            match = next.distance != 0 ? next : find_match(p, at);
        } else {
            put_match(b, match.length, match.distance);
            at += match.length;
            match = find_match(p, at);
        }
    }
    put_symbol(b, DEFLATE_END);
    put_bits(b, 0, 7); /* the rest of the last byte */
}

size_t deflate_pack(const uint8_t *data, size_t length, size_t stride, uint8_t *out, size_t room)
{
    struct packing *p = length < UINT32_MAX ? calloc(1, sizeof *p) : NULL;
    struct bits b = {.room = room};
    b.out = out;
    if (p == NULL)
        return 0;
    p->data = data;
    p->length = length;
    p->stride = stride;
    put_bits(&b, 0x0178, 16); /* deflate, a window of 32 KiB, quickly packed */
    put_all(p, &b);
    b.count = 0;
    b.held = 0;
    uint32_t sum = deflate_adler(data, length);
    for (int shift = 24; shift >= 0; shift -= 8)
        put_bits(&b, sum >> shift & 255, 8);
    free(p);
    return b.full ? 0 : b.used;
}
