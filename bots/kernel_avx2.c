/* SPDX-License-Identifier: MIT */
/* The arithmetic of a net with AVX2: 32 bytes at a time, the same integers as in plain C. */
#include "net.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2   __attribute__((target("avx2")))
#define KERNEL AVX2
enum { WIDE = 16, LANES = 8, REST = 2 };
typedef __m256i vector;

AVX2 static inline vector load(const int16_t *from)
{
    return _mm256_loadu_si256((const vector *)(const void *)from);
}

AVX2 static inline vector widen(const int8_t *from)
{
    return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)from));
}

AVX2 static inline vector load_bytes(const int8_t *from)
{
    return _mm256_loadu_si256((const vector *)(const void *)from);
}

AVX2 static inline vector add_bytes(vector a, vector b)
{
    return _mm256_add_epi8(a, b);
}

AVX2 static inline vector low(vector bytes)
{
    return _mm256_cvtepi8_epi16(_mm256_castsi256_si128(bytes));
}

AVX2 static inline vector high(vector bytes)
{
    return _mm256_cvtepi8_epi16(_mm256_extracti128_si256(bytes, 1));
}

AVX2 static inline vector splat(int16_t sum)
{
    return _mm256_set1_epi16(sum);
}

AVX2 static inline vector add(vector a, vector b)
{
    return _mm256_add_epi16(a, b);
}

AVX2 static inline vector raise(vector a, int power)
{
    return _mm256_sll_epi16(a, _mm_cvtsi32_si128(power));
}

AVX2 static inline vector scale(vector a, vector fraction)
{
    return _mm256_mulhrs_epi16(a, fraction);
}

AVX2 static inline vector scale_short(vector a, vector amount)
{
    return scale(a, _mm256_slli_epi16(amount, 8)); /* the shift is done once a row */
}

AVX2 static inline void clip(vector low, vector high, uint8_t *out)
{
    vector bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0xd8);
    _mm256_storeu_si256((vector *)(void *)out, _mm256_max_epi8(bytes, _mm256_setzero_si256()));
}

#include "kernel_near.h"

/* 127 * 127 * 2 is below 2^15: no pair saturates. */
AVX2 static inline __m256i products(__m256i layer, const int8_t *weights)
{
    __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)weights);
    return _mm256_madd_epi16(_mm256_maddubs_epi16(layer, b), _mm256_set1_epi16(1));
}

AVX2 static int32_t dot(const uint8_t *layer, const int8_t *weights, int count)
{
    __m256i sum = _mm256_setzero_si256();
    for (int i = 0; i < count; i += NET_BLOCK) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(layer + i));
        sum = _mm256_add_epi32(sum, products(a, weights + i));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}

/* Four rows at a time: their sums come together in one register. */
AVX2 static void four_dots(const uint8_t *layer, const int8_t *weights, int count, int32_t *out)
{
    __m256i sum[4] = {_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256(),
                      _mm256_setzero_si256()};
    for (int i = 0; i < count; i += NET_BLOCK) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(layer + i));
        for (int row = 0; row < 4; row++)
            sum[row] =
                _mm256_add_epi32(sum[row], products(a, weights + (ptrdiff_t)row * count + i));
    }
    __m256i pairs =
        _mm256_hadd_epi32(_mm256_hadd_epi32(sum[0], sum[1]), _mm256_hadd_epi32(sum[2], sum[3]));
    __m128i all = _mm_add_epi32(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256(pairs, 1));
    _mm_storeu_si128((__m128i *)(void *)out, all);
}

AVX2 static void dots(const uint8_t *layer, const int8_t *weights, int count, int rows,
                      int32_t *out)
{
    for (int row = 0; row < rows; row += 4)
        four_dots(layer, weights + (ptrdiff_t)row * count, count, out + row);
}

const struct net_kernel net_kernel_avx2 = {.name = "avx2", .near = near, .dot = dot, .dots = dots};
#endif
