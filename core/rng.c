/* SPDX-License-Identifier: MIT */
/* Random numbers: ChaCha20 for deals, xoroshiro128++ for search. */
#include "rng.h"

static uint32_t load32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* Four blocks at once, one in each lane: the same steps on vectors as on words. */
typedef uint32_t lanes __attribute__((vector_size(16)));

#define ROTATE(x, by) (((x) << (by)) | ((x) >> (32 - (by))))
#define QUARTER(a, b, c, d)                                                                \
    (a += b, d ^= a, d = ROTATE(d, 16), c += d, b ^= c, b = ROTATE(b, 12), a += b, d ^= a, \
     d = ROTATE(d, 8), c += d, b ^= c, b = ROTATE(b, 7))

static lanes all(uint32_t word)
{
    return (lanes){word, word, word, word};
}

/* The constant words, the key, the counters of four blocks in a row, the nonce. */
static void chacha_start(const uint32_t key[8], uint64_t counter, uint64_t nonce, lanes x[16])
{
    static const uint32_t constants[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 4; i++)
        x[i] = all(constants[i]);
    for (int i = 0; i < 8; i++)
        x[4 + i] = all(key[i]);
    for (int block = 0; block < TK_CHACHA_BLOCKS; block++) {
        x[12][block] = (uint32_t)(counter + (uint64_t)block);
        x[13][block] = (uint32_t)((counter + (uint64_t)block) >> 32);
    }
    x[14] = all((uint32_t)nonce);
    x[15] = all((uint32_t)(nonce >> 32));
}

void tk_chacha(const uint32_t key[8], uint64_t counter, uint64_t nonce,
               uint32_t out[TK_CHACHA_WORDS])
{
    lanes start[16], x[16];
    chacha_start(key, counter, nonce, start);
    tk_copy(x, start, sizeof x);
    for (int round = 0; round < 20; round += 2) {
        QUARTER(x[0], x[4], x[8], x[12]);
        QUARTER(x[1], x[5], x[9], x[13]);
        QUARTER(x[2], x[6], x[10], x[14]);
        QUARTER(x[3], x[7], x[11], x[15]);
        QUARTER(x[0], x[5], x[10], x[15]);
        QUARTER(x[1], x[6], x[11], x[12]);
        QUARTER(x[2], x[7], x[8], x[13]);
        QUARTER(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 16; i++) {
        lanes sum = x[i] + start[i];
        for (int block = 0; block < TK_CHACHA_BLOCKS; block++)
            out[16 * block + i] = sum[block];
    }
}

void tk_stream_init(struct tk_stream *stream, const uint8_t seed[TK_SEED_BYTES])
{
    for (int i = 0; i < 8; i++)
        stream->key[i] = load32(seed + 4 * i);
    stream->blocks = 0;
}

void tk_dice_begin(struct tk_dice *dice, struct tk_stream *stream)
{
    dice->stream = stream;
    dice->used = TK_COUNT(dice->half);
}

static uint32_t dice_word(struct tk_dice *dice)
{
    if (dice->used == TK_COUNT(dice->half)) {
        uint32_t words[TK_CHACHA_WORDS];
        tk_chacha(dice->stream->key, dice->stream->blocks, 0, words);
        dice->stream->blocks += TK_CHACHA_BLOCKS;
        dice->used = 0;
        for (int i = 0; i < TK_CHACHA_WORDS; i++) { /* low half first, on every machine */
            dice->half[2 * i] = (uint16_t)words[i];
            dice->half[2 * i + 1] = (uint16_t)(words[i] >> 16);
        }
    }
    return dice->half[dice->used++];
}

/* Multiply and keep the high half; the few low halves that would favour some results are redrawn. */
uint32_t tk_dice_below(struct tk_dice *dice, uint32_t bound)
{
    TK_INVARIANT(bound >= 1 && bound <= 0xffff);
    uint32_t product = dice_word(dice) * bound;
    if ((product & 0xffff) < bound) {
        uint32_t surplus = 0x10000 % bound;
        while ((product & 0xffff) < surplus)
            product = dice_word(dice) * bound;
    }
    return product >> 16;
}

void tk_dice_shuffle(struct tk_dice *dice, uint8_t *items, int count)
{
    for (int left = count; left > 1; left--) {
        uint32_t pick = tk_dice_below(dice, (uint32_t)left);
        uint8_t item = items[pick];
        items[pick] = items[left - 1];
        items[left - 1] = item;
    }
}

/* SplitMix64, which turns counters into well spread words. */
static uint64_t spread(uint64_t *counter)
{
    uint64_t x = *counter += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

void tk_rng_init(struct tk_rng *rng, uint64_t seed, uint64_t sequence)
{
    uint64_t counter = seed;
    counter = spread(&counter) ^ sequence;
    rng->a = spread(&counter);
    rng->b = spread(&counter) | 1; /* the all-zero state would stay zero for ever */
}

void tk_rng_shuffle(struct tk_rng *rng, uint8_t *items, int count)
{
    for (int left = count; left > 1; left--) {
        uint32_t pick = tk_rng_below(rng, (uint32_t)left);
        uint8_t item = items[pick];
        items[pick] = items[left - 1];
        items[left - 1] = item;
    }
}

/* Items that are all different are the bits of a set; others are counted. */
static void sort_items(uint8_t *items, int count)
{
    uint64_t low = 0, high = 0; /* not set[…] |=, which would wait for memory at every item */
    int sorted = 0;
    for (int i = 0; i < count; i++) {
        uint64_t bit = UINT64_C(1) << (items[i] & 63);
        uint64_t is_high = -(uint64_t)(items[i] >> 6 & 1);
        high |= bit & is_high;
        low |= bit & ~is_high;
    }
    const uint64_t set[2] = {low, high};
    if (__builtin_popcountll(set[0]) + __builtin_popcountll(set[1]) == count) {
        for (int half = 0; half < 2; half++)
            for (uint64_t rest = set[half]; rest != 0; rest &= rest - 1)
                items[sorted++] = (uint8_t)(64 * half + __builtin_ctzll(rest));
        return;
    }
    uint8_t number[128] = {0};
    for (int i = 0; i < count; i++)
        number[items[i] & 127]++;
    for (int half = 0; half < 2; half++)
        for (uint64_t rest = set[half]; rest != 0; rest &= rest - 1) {
            int item = 64 * half + __builtin_ctzll(rest);
            for (int i = 0; i < number[item]; i++)
                items[sorted++] = (uint8_t)item;
        }
}

void tk_rng_redraw(struct tk_rng *rng, uint8_t *items, int count)
{
    sort_items(items, count);
    tk_rng_shuffle(rng, items, count);
}

uint64_t tk_hash(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint64_t hash = 0x2545f4914f6cdd1d ^ size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < size; k++)
            word |= (uint64_t)bytes[i + k] << (8 * k);
        hash = (hash ^ word) * 0x9fb21c651e98df25;
        hash ^= hash >> 35;
    }
    hash = (hash ^ (hash >> 28)) * 0xd6e8feb86659fd93;
    return hash ^ (hash >> 32);
}
