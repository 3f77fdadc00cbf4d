/* SPDX-License-Identifier: MIT */
/* The arithmetic of a net with NEON: 16 bytes at a time, the same integers as in plain C. */
#include "net.h"

#if defined(__aarch64__)
#include <arm_neon.h>

#define KERNEL
enum { WIDE = 8, LANES = 8, REST = 4 };
typedef int16x8_t vector;

static inline vector load(const int16_t *from)
{
    return vld1q_s16(from);
}

static inline vector widen(const int8_t *from)
{
    return vmovl_s8(vld1_s8(from));
}

/* Bytes in a register whose type is that of sums. */
static inline vector load_bytes(const int8_t *from)
{
    return vreinterpretq_s16_s8(vld1q_s8(from));
}

static inline vector add_bytes(vector a, vector b)
{
    return vreinterpretq_s16_s8(vaddq_s8(vreinterpretq_s8_s16(a), vreinterpretq_s8_s16(b)));
}

static inline vector low(vector bytes)
{
    return vmovl_s8(vget_low_s8(vreinterpretq_s8_s16(bytes)));
}

static inline vector high(vector bytes)
{
    return vmovl_high_s8(vreinterpretq_s8_s16(bytes));
}

static inline vector splat(int16_t sum)
{
    return vdupq_n_s16(sum);
}

static inline vector add(vector a, vector b)
{
    return vaddq_s16(a, b);
}

static inline vector raise(vector a, int power)
{
    return vshlq_s16(a, vdupq_n_s16((int16_t)power));
}

static inline vector scale(vector a, vector fraction)
{
    return vqrdmulhq_s16(a, fraction);
}

static inline vector scale_short(vector a, vector amount)
{
    return scale(a, vshlq_n_s16(amount, 8));
}

static inline void clip(vector low, vector high, uint8_t *out)
{
    uint8x16_t bytes = vcombine_u8(vqmovun_s16(low), vqmovun_s16(high));
    vst1q_u8(out, vminq_u8(bytes, vdupq_n_u8(127)));
}

#include "kernel_near.h"

/* 127 * 128 * 2 is below 2^15: no pair overflows. */
static int32_t dot(const uint8_t *layer, const int8_t *weights, int count)
{
    int32x4_t sum = vdupq_n_s32(0);
    for (int i = 0; i < count; i += 16) {
        int8x16_t a = vreinterpretq_s8_u8(vld1q_u8(layer + i)), b = vld1q_s8(weights + i);
        int16x8_t pairs = vmull_s8(vget_low_s8(a), vget_low_s8(b));
        sum = vpadalq_s16(sum, vmlal_high_s8(pairs, a, b));
    }
    return vaddvq_s32(sum);
}

const struct net_kernel net_kernel_neon = {.name = "neon", .near = near, .dot = dot};
#endif
