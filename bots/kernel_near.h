/* SPDX-License-Identifier: MIT */
/*
 * The first layer of a net with vectors, the same for all machines that have some. Whoever includes this
 * has said before what a vector is:
 *
 *     KERNEL      an attribute for every function, or nothing
 *     vector      WIDE sums of 16 bits; LANES of them are in use at once, and REST at the end of a layer
 *     load, widen vectors from sums in memory, and from bytes
 *     load_bytes, add_bytes, low, high    twice as many bytes as one; both halves of them as sums
 *     splat       the same sum in all places
 *     add, raise  sums; times a power of two
 *     scale       products with fractions of 2^15, rounded
 *     scale_short the same with 128ths, where the product has no more than 16 bits
 *     clip        two vectors of sums to bytes, 0 … 127
 */
#ifndef BOTS_KERNEL_NEAR_H
#define BOTS_KERNEL_NEAR_H

#include <stdlib.h>

#include "net.h"

#define INLINE KERNEL static inline __attribute__((always_inline))

/* A place that the compiler takes as it is, and counts from: else it keeps a number for each of the vectors there. */
#define TAKEN(place) __asm__("" : "+r"(place))

INLINE const int8_t *row_of(const struct net *net, const struct tk_sight *sight, int k, int from)
{
    const int8_t *row = net->near_ones + sight->one[k] * (size_t)net->near + from;
    TAKEN(row);
    return row;
}

/* The rows of all ones. Four at a time: coarse weights are so small that four of them are still a byte, and only their sum is
 * widened. */
INLINE void add_ones(vector *sum, const struct net *net, const struct tk_sight *sight, int from,
                     int lanes)
{
    int k = 0;
    for (; net->coarse >= NET_COARSE && k + 4 <= sight->one_count; k += 4) {
        const int8_t *a = row_of(net, sight, k, from), *b = row_of(net, sight, k + 1, from);
        const int8_t *c = row_of(net, sight, k + 2, from), *d = row_of(net, sight, k + 3, from);
        for (int i = 0; i < lanes; i += 2) {
            vector ab = add_bytes(load_bytes(a + WIDE * i), load_bytes(b + WIDE * i));
            vector cd = add_bytes(load_bytes(c + WIDE * i), load_bytes(d + WIDE * i));
            vector four = add_bytes(ab, cd);
            sum[i] = add(sum[i], low(four));
            sum[i + 1] = add(sum[i + 1], high(four));
        }
    }
    for (; k < sight->one_count; k++) {
        const int8_t *row = row_of(net, sight, k, from);
        for (int i = 0; i < lanes; i++)
            sum[i] = add(sum[i], widen(row + WIDE * i));
    }
}

/* The rows of all amounts, each times its amount. An amount is never -128: nothing saturates. */
INLINE void add_amounts(vector *sum, const struct net *net, const struct tk_sight *sight, int from,
                        int lanes)
{
    for (int k = 0; k < sight->amount_count; k++) {
        const int amount = (int)sight->amount[k];
        const int16_t *row = net->near_amounts + (size_t)k * (size_t)net->near + from;
        TAKEN(row);
        if (amount == 0)
            continue;
        if (abs(amount) <= net->short_up_to[k]) {
            vector times = splat((int16_t)amount);
            for (int i = 0; i < lanes; i++)
                sum[i] = add(sum[i], scale_short(load(row + WIDE * i), times));
        } else {
            vector times = splat((int16_t)(amount * 256));
            for (int i = 0; i < lanes; i++)
                sum[i] = add(sum[i], scale(load(row + WIDE * i), times));
        }
    }
}

/* `lanes` vectors full of sums, from the at-th on. */
INLINE void near_block(const struct net *net, const struct tk_sight *sight, int at, int lanes,
                       uint8_t *out)
{
    vector sum[LANES];
    for (int i = 0; i < lanes; i++)
        sum[i] = splat(0);
    add_ones(sum, net, sight, at, lanes);
    for (int i = 0; i < lanes; i++)
        sum[i] = add(raise(sum[i], net->coarse), load(net->near_bias + at + WIDE * i));
    add_amounts(sum, net, sight, at, lanes);
    for (int i = 0; i < lanes; i += 2)
        clip(sum[i], sum[i + 1], out + at + WIDE * i);
}

KERNEL static void near(const struct net *net, const struct tk_sight *sight, uint8_t *out)
{
    int at = 0;
    for (; at + WIDE * LANES <= net->near; at += WIDE * LANES)
        near_block(net, sight, at, LANES, out);
    for (; at < net->near; at += WIDE * REST)
        near_block(net, sight, at, REST, out);
}

#endif
