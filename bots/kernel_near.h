/* SPDX-License-Identifier: MIT */
/*
 * The first layer of a net with vectors, the same for all machines that have some. Whoever includes this
 * has said before what a vector is:
 *
 *     KERNEL      an attribute for every function, or nothing
 *     vector      WIDE sums of 16 bits; LANES of them are in use at once, and REST at the end of a layer
 *     load, widen vectors from sums in memory, and from bytes
 *     splat       the same sum in all places
 *     add, scale  sums; products with fractions of 2^15, rounded
 *     clip        two vectors of sums to bytes, 0 … 127
 */
#ifndef BOTS_KERNEL_NEAR_H
#define BOTS_KERNEL_NEAR_H

#include "net.h"

/* `lanes` vectors full of sums, from the at-th on. An amount is never -128: nothing saturates. */
KERNEL static inline __attribute__((always_inline)) void
near_block(const struct net *net, const struct tk_sight *sight, int at, int lanes, uint8_t *out)
{
    vector sum[LANES];
    const size_t count = (size_t)net->near;
    for (int i = 0; i < lanes; i++)
        sum[i] = load(net->near_bias + at + WIDE * i);
    for (int k = 0; k < sight->one_count; k++) {
        const int8_t *row = net->near_ones + sight->one[k] * count + at;
        for (int i = 0; i < lanes; i++)
            sum[i] = add(sum[i], widen(row + (size_t)WIDE * (size_t)i));
    }
    for (int k = 0; k < sight->amount_count; k++) {
        if (sight->amount[k] == 0)
            continue;
        const int16_t *row = net->near_amounts + (size_t)k * count + at;
        vector amount = splat((int16_t)(sight->amount[k] * 256));
        for (int i = 0; i < lanes; i++)
            sum[i] = add(sum[i], scale(load(row + (size_t)WIDE * (size_t)i), amount));
    }
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
