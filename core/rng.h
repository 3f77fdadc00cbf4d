/* SPDX-License-Identifier: MIT */
/*
 * Random numbers, integer only.
 *
 * Games are dealt from a cryptographic stream (ChaCha20 keyed with the 256-bit seed), so that
 * nobody can compute the deck from the cards already seen. Search and self-play use the small fast
 * generator. Both give the same numbers on every platform.
 */
#ifndef TK_RNG_H
#define TK_RNG_H

#include "base.h"

/* The secure generator as it lives in a state: key and number of blocks used. */
struct tk_stream {
    uint32_t key[8];
    uint64_t blocks;
};

void tk_stream_init(struct tk_stream *stream, const uint8_t seed[TK_SEED_BYTES]);

/* Four blocks of ChaCha20 in a row, from key, counter of the first block and a 64-bit nonce. */
enum { TK_CHACHA_BLOCKS = 4, TK_CHACHA_WORDS = 16 * TK_CHACHA_BLOCKS };

void tk_chacha(const uint32_t key[8], uint64_t counter, uint64_t nonce,
               uint32_t out[TK_CHACHA_WORDS]);

/*
 * Draws from a stream, two bytes a draw. Dice hold a part of it on the stack, so that a state need
 * not: begin, draw, and throw the dice away. The stream has then moved on by whole blocks.
 */
struct tk_dice {
    struct tk_stream *stream;
    uint16_t half[2 * TK_CHACHA_WORDS];
    int used;
};

void tk_dice_begin(struct tk_dice *dice, struct tk_stream *stream);
/* Exactly uniform in 0 .. bound - 1; bound 1 .. 65535. */
uint32_t tk_dice_below(struct tk_dice *dice, uint32_t bound);
void tk_dice_shuffle(struct tk_dice *dice, uint8_t *items, int count);

/* The fast generator (xoroshiro128++). Not for anything that somebody could gain by guessing. */
struct tk_rng {
    uint64_t a, b;
};

/* Any two numbers make a good seed: they are spread over the whole state. */
void tk_rng_init(struct tk_rng *rng, uint64_t seed, uint64_t sequence);

static inline uint64_t tk_rotate_left(uint64_t x, int by)
{
    return (x << by) | (x >> (-by & 63));
}

static inline uint64_t tk_rng_next(struct tk_rng *rng)
{
    uint64_t a = rng->a, b = rng->b, result = tk_rotate_left(a + b, 17) + a;
    b ^= a;
    rng->a = tk_rotate_left(a, 49) ^ b ^ (b << 21);
    rng->b = tk_rotate_left(b, 28);
    return result;
}

/* Uniform in 0 .. bound - 1, up to a bias below bound / 2^32 that no experiment of ours can see. */
static inline uint32_t tk_rng_below(struct tk_rng *rng, uint32_t bound)
{
    return (uint32_t)(((tk_rng_next(rng) >> 32) * bound) >> 32);
}

void tk_rng_shuffle(struct tk_rng *rng, uint8_t *items, int count);
/*
 * The same, but what comes out depends on which items there are and on the generator, not on the
 * order in which they lay: so nothing of a hidden order can shine through. Items are below 128.
 */
void tk_rng_redraw(struct tk_rng *rng, uint8_t *items, int count);

/* 64-bit hash of bytes, for tables and fingerprints; not against attackers. */
uint64_t tk_hash(const void *data, size_t size);

#endif
