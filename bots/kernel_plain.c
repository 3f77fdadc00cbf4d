/* SPDX-License-Identifier: MIT */
/* The arithmetic of a net in plain C, for any machine. The others give the same integers. */
#include "net.h"

static void near(const struct net *net, const struct tk_sight *sight, uint8_t *out)
{
    uint16_t sum[NET_NEAR_MAX];
    const int count = net->near;
    for (int i = 0; i < count; i++)
        sum[i] = 0;
    for (int k = 0; k < sight->one_count; k++) {
        const int8_t *row = net->near_ones + (size_t)sight->one[k] * (size_t)count;
        for (int i = 0; i < count; i++)
            sum[i] = (uint16_t)(sum[i] + (uint16_t)row[i]);
    }
    for (int i = 0; i < count; i++)
        sum[i] = (uint16_t)(((unsigned)sum[i] << net->coarse) + (uint16_t)net->near_bias[i]);
    for (int k = 0; k < sight->amount_count; k++) {
        const int16_t *row = net->near_amounts + (size_t)k * (size_t)count;
        int32_t amount = sight->amount[k] * 256;
        for (int i = 0; i < count && amount != 0; i++)
            sum[i] = (uint16_t)(sum[i] + (uint16_t)((amount * row[i] + (1 << 14)) >> 15));
    }
    for (int i = 0; i < count; i++) {
        int16_t value = (int16_t)sum[i];
        out[i] = (uint8_t)(value < 0 ? 0 : value > 127 ? 127 : value);
    }
}

static int32_t dot(const uint8_t *layer, const int8_t *weights, int count)
{
    int32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += layer[i] * weights[i];
    return sum;
}

const struct net_kernel net_kernel_plain = {.name = "plain", .near = near, .dot = dot};
