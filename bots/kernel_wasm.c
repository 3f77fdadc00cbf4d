/* SPDX-License-Identifier: MIT */
/* The arithmetic of a net with WebAssembly's vectors of 16 bytes, the same integers as in plain C. */
#include "net.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>

#define KERNEL
enum { WIDE = 8, LANES = 8, REST = 4 };
typedef v128_t vector;

static inline vector load(const int16_t *from)
{
    return wasm_v128_load(from);
}

static inline vector widen(const int8_t *from)
{
    return wasm_i16x8_load8x8(from);
}

static inline vector load_bytes(const int8_t *from)
{
    return wasm_v128_load(from);
}

static inline vector add_bytes(vector a, vector b)
{
    return wasm_i8x16_add(a, b);
}

static inline vector low(vector bytes)
{
    return wasm_i16x8_extend_low_i8x16(bytes);
}

static inline vector high(vector bytes)
{
    return wasm_i16x8_extend_high_i8x16(bytes);
}

static inline vector splat(int16_t sum)
{
    return wasm_i16x8_splat(sum);
}

static inline vector add(vector a, vector b)
{
    return wasm_i16x8_add(a, b);
}

static inline vector raise(vector a, int power)
{
    return wasm_i16x8_shl(a, (uint32_t)power);
}

static inline vector scale(vector a, vector fraction)
{
    return wasm_i16x8_q15mulr_sat(a, fraction);
}

/* Engines take five instructions for the product above, because of what saturates. */
static inline vector scale_short(vector a, vector amount)
{
    vector product = wasm_i16x8_add(wasm_i16x8_mul(a, amount), wasm_i16x8_splat(64));
    return wasm_i16x8_shr(product, 7);
}

static inline void clip(vector low, vector high, uint8_t *out)
{
    vector bytes = wasm_i8x16_narrow_i16x8(low, high);
    wasm_v128_store(out, wasm_i8x16_max(bytes, wasm_i8x16_splat(0)));
}

#include "kernel_near.h"

/* Eight products, in pairs. Bytes are widened as they are loaded. */
static inline v128_t products(v128_t wide, const int8_t *weights)
{
    return wasm_i32x4_dot_i16x8(wide, wasm_i16x8_load8x8(weights));
}

static int32_t dot(const uint8_t *layer, const int8_t *weights, int count)
{
    v128_t low = wasm_i32x4_splat(0), high = low;
    for (int i = 0; i < count; i += 16) {
        low = wasm_i32x4_add(low, products(wasm_u16x8_load8x8(layer + i), weights + i));
        high = wasm_i32x4_add(high, products(wasm_u16x8_load8x8(layer + i + 8), weights + i + 8));
    }
    v128_t sum = wasm_i32x4_add(low, high);
    return wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) +
           wasm_i32x4_extract_lane(sum, 2) + wasm_i32x4_extract_lane(sum, 3);
}

/* The sums of four vectors as one. */
static inline v128_t across(v128_t a, v128_t b, v128_t c, v128_t d)
{
    v128_t ab =
        wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), wasm_i32x4_shuffle(a, b, 2, 6, 3, 7));
    v128_t cd =
        wasm_i32x4_add(wasm_i32x4_shuffle(c, d, 0, 4, 1, 5), wasm_i32x4_shuffle(c, d, 2, 6, 3, 7));
    return wasm_i32x4_add(wasm_i32x4_shuffle(ab, cd, 0, 1, 4, 5),
                          wasm_i32x4_shuffle(ab, cd, 2, 3, 6, 7));
}

/* Four rows at a time: the layer is loaded and widened once for all of them. */
enum { ROWS = 4 };

static inline v128_t four_dots(const uint8_t *layer, const int8_t *weights, int count)
{
    v128_t sum[ROWS] = {wasm_i32x4_splat(0), wasm_i32x4_splat(0), wasm_i32x4_splat(0),
                        wasm_i32x4_splat(0)};
    for (int i = 0; i < count; i += 16) {
        v128_t low = wasm_u16x8_load8x8(layer + i), high = wasm_u16x8_load8x8(layer + i + 8);
        for (int row = 0; row < ROWS; row++) {
            const int8_t *at = weights + (ptrdiff_t)row * count + i;
            v128_t both = wasm_i32x4_add(products(low, at), products(high, at + 8));
            sum[row] = wasm_i32x4_add(sum[row], both);
        }
    }
    return across(sum[0], sum[1], sum[2], sum[3]);
}

static void dots(const uint8_t *layer, const int8_t *weights, int count, int rows, int32_t *out)
{
    for (int row = 0; row < rows; row += ROWS)
        wasm_v128_store(out + row, four_dots(layer, weights + (ptrdiff_t)row * count, count));
}

const struct net_kernel net_kernel_wasm = {.name = "wasm", .near = near, .dot = dot, .dots = dots};
#endif
