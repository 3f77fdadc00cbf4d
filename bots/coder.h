/* SPDX-License-Identifier: MIT */
/*
 * An arithmetic coder for bits of which several things are known: each gives a chance that it has learned, and what they say
 * together is a weighted sum of their log-odds, whose weights are learned as well. All in integers, so that what one machine packs
 * every other unpacks.
 */
#ifndef BOTS_CODER_H
#define BOTS_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CODER_SAYS = 4,    /* chances for each bit */
    CODER_ODDS = 2048, /* log-odds lie below, either way; 256 are 1 */
    CODER_SEEN_MAX = 254,
};

/* Of a bit that is 1, in 65536ths, and how many bits it has learned from. */
struct chance {
    uint16_t one, seen;
};

/* How much each of the chances counts, in 65536ths. */
struct opinion {
    int32_t weight[CODER_SAYS];
};

struct coder {
    bool unpacks;
    uint32_t range;
    uint64_t low; /* packing: what is not written yet, with a carry */
    uint8_t *out, *out_end;
    int held;      /* the byte before, which a carry may change; -1: none yet */
    size_t full;   /* bytes of 255 behind it: a carry runs through them */
    uint32_t code; /* unpacking: where in the range it lies */
    const uint8_t *in, *end;
    int16_t odds[4096];                 /* of a chance, by its upper 12 bits */
    uint16_t chance[2 * CODER_ODDS];    /* of odds */
    uint16_t share[CODER_SEEN_MAX + 1]; /* of the last bit in what is learned */
};

void coder_pack(struct coder *c, uint8_t *out, size_t room);
void coder_unpack(struct coder *c, const uint8_t *in, size_t size);
/* Writes what is still held; returns where the code ends, NULL if the room was too small. */
uint8_t *coder_end(struct coder *c);

void coder_even(struct chance *chances, size_t count);
void coder_equal(struct opinion *opinions, size_t count);
/* Packs this bit, or returns the one that was packed. */
bool coder_pass(struct coder *c, struct chance *const says[CODER_SAYS], struct opinion *opinion,
                bool bit);
/* The same with one chance alone. */
bool coder_pass_one(struct coder *c, struct chance *chance, bool bit);

#endif
