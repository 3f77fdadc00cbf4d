/* SPDX-License-Identifier: MIT */
/* Unpacking, RFC 1950 and 1951. Whatever the data are, it stays inside what it was given, and comes to an end. */
#include <stdbool.h>
#include <string.h>

#include "deflate.h"

enum { CODE_LONGEST = 15, SYMBOLS_MAX = 288, CODES_OF_LENGTHS = 19 };

struct unpacking {
    const uint8_t *data;
    size_t length, at;
    uint32_t held;
    int count; /* bits held */
    bool bad;
    uint8_t *out;
    size_t room, used;
};

/* How many codes have each length, and their symbols in order. */
struct codes {
    uint16_t count[CODE_LONGEST + 1];
    uint16_t symbol[SYMBOLS_MAX];
};

static uint32_t take_bits(struct unpacking *u, int count)
{
    while (u->count < count) {
        u->bad |= u->at >= u->length;
        u->held |= (u->bad ? 0U : (uint32_t)u->data[u->at]) << u->count;
        u->at += !u->bad;
        u->count += 8;
    }
    uint32_t value = u->held & ((1U << count) - 1);
    u->held >>= count;
    u->count -= count;
    return value;
}

static void put_byte(struct unpacking *u, uint8_t byte)
{
    u->bad |= u->used == u->room;
    if (!u->bad)
        u->out[u->used++] = byte;
}

/* --- codes --- */

/* From how long the code of each symbol is; false if there are more codes than so many bits can tell apart. */
static bool codes_make(struct codes *codes, const uint8_t *lengths, int symbols)
{
    uint16_t first[CODE_LONGEST + 1] = {0};
    int left = 1;
    *codes = (struct codes){0};
    for (int i = 0; i < symbols; i++)
        codes->count[lengths[i]]++;
    codes->count[0] = 0;
    for (int n = 1; n <= CODE_LONGEST; n++) {
        left = 2 * left - codes->count[n];
        if (left < 0)
            return false;
        first[n] = (uint16_t)(first[n - 1] + codes->count[n - 1]);
    }
    for (int i = 0; i < symbols; i++)
        if (lengths[i] != 0)
            codes->symbol[first[lengths[i]]++] = (uint16_t)i;
    return true;
}

static int take_symbol(struct unpacking *u, const struct codes *codes)
{
    int code = 0, first = 0, index = 0;
    for (int n = 1; n <= CODE_LONGEST && !u->bad; n++) {
        code |= (int)take_bits(u, 1);
        int count = codes->count[n];
        if (code - count < first)
            return codes->symbol[index + (code - first)];
        index += count;
        first = (first + count) * 2;
        code *= 2;
    }
    u->bad = true;
    return 0;
}

static void codes_fixed(struct codes *symbols, struct codes *distances)
{
    uint8_t lengths[SYMBOLS_MAX];
    for (int i = 0; i < SYMBOLS_MAX; i++)
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    codes_make(symbols, lengths, SYMBOLS_MAX);
    memset(lengths, 5, DEFLATE_DISTANCES);
    codes_make(distances, lengths, DEFLATE_DISTANCES);
}

/* Lengths of codes, themselves in code: a length, or one that is repeated (RFC 1951, 3.2.7). */
static void take_lengths(struct unpacking *u, const struct codes *codes, uint8_t *out, int count)
{
    static const struct {
        uint8_t least, bits;
    } repeats[] = {{3, 2}, {3, 3}, {11, 7}};
    for (int i = 0; i < count && !u->bad;) {
        int symbol = take_symbol(u, codes);
        if (symbol < 16) {
            out[i++] = (uint8_t)symbol;
            continue;
        }
        int n = repeats[symbol - 16].least + (int)take_bits(u, repeats[symbol - 16].bits);
        u->bad |= n > count - i || (symbol == 16 && i == 0);
        uint8_t length = symbol == 16 && i > 0 ? out[i - 1] : 0;
        for (; n > 0 && !u->bad; n--)
            out[i++] = length;
    }
}

static void codes_told(struct unpacking *u, struct codes *symbols, struct codes *distances)
{
    static const uint8_t order[CODES_OF_LENGTHS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[SYMBOLS_MAX + 32] = {0};
    int literals = (int)take_bits(u, 5) + 257, spans = (int)take_bits(u, 5) + 1;
    int told = (int)take_bits(u, 4) + 4;
    for (int i = 0; i < told; i++)
        lengths[order[i]] = (uint8_t)take_bits(u, 3);
    u->bad |= literals > SYMBOLS_MAX || !codes_make(symbols, lengths, CODES_OF_LENGTHS);
    memset(lengths, 0, sizeof lengths);
    struct codes of_lengths = *symbols;
    if (!u->bad)
        take_lengths(u, &of_lengths, lengths, literals + spans);
    u->bad |= !codes_make(symbols, lengths, u->bad ? 0 : literals);
    u->bad |= !codes_make(distances, lengths + literals, u->bad ? 0 : spans);
}

/* --- blocks --- */

static void copy_match(struct unpacking *u, int symbol, const struct codes *distances)
{
    int l = symbol - DEFLATE_END - 1;
    u->bad |= l >= DEFLATE_LENGTHS;
    size_t length = u->bad ? 0 : deflate_lengths[l].base + take_bits(u, deflate_lengths[l].bits);
    int d = take_symbol(u, distances);
    u->bad |= d >= DEFLATE_DISTANCES;
    if (u->bad)
        return;
    size_t distance = deflate_distances[d].base + take_bits(u, deflate_distances[d].bits);
    u->bad |= distance > u->used;
    for (; length > 0 && !u->bad; length--)
        put_byte(u, u->out[u->used - distance]);
}

static void take_coded(struct unpacking *u, const struct codes *symbols,
                       const struct codes *distances)
{
    while (!u->bad) {
        int symbol = take_symbol(u, symbols);
        if (symbol == DEFLATE_END)
            return;
        if (symbol < DEFLATE_END)
            put_byte(u, (uint8_t)symbol);
        else
            copy_match(u, symbol, distances);
    }
}

static void take_plain(struct unpacking *u)
{
    take_bits(u, u->count & 7);
    uint32_t length = take_bits(u, 16), check = take_bits(u, 16);
    u->bad |= length != (check ^ 0xffff);
    for (; length > 0 && !u->bad; length--)
        put_byte(u, (uint8_t)take_bits(u, 8));
}

static void take_block(struct unpacking *u)
{
    enum { PLAIN, FIXED, TOLD };
    struct codes symbols, distances;
    uint32_t kind = take_bits(u, 2);
    u->bad |= kind > TOLD;
    if (kind == PLAIN)
        return take_plain(u);
    if (kind == FIXED)
        codes_fixed(&symbols, &distances);
    else
        codes_told(u, &symbols, &distances);
    take_coded(u, &symbols, &distances);
}

size_t inflate_unpack(const uint8_t *data, size_t length, uint8_t *out, size_t room)
{
    struct unpacking u = {.data = data, .length = length, .out = out, .room = room};
    uint32_t first = take_bits(&u, 8), second = take_bits(&u, 8);
    u.bad |= (first & 15) != 8 || (second & 32) != 0 || (first << 8 | second) % 31 != 0;
    for (bool last = false; !last && !u.bad;) {
        last = take_bits(&u, 1) != 0;
        take_block(&u);
    }
    take_bits(&u, u.count & 7);
    uint32_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum = sum << 8 | take_bits(&u, 8);
    return u.bad || sum != deflate_adler(out, u.used) ? 0 : u.used;
}
