/* The arithmetic of a net with AVX2: 32 bytes at a time, the same integers as in plain C. */
#include "net.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

enum { WIDE = 16, LANES = 8 }; /* sums in a register; registers in use at once */

/* Clips 32 sums of 16 bits to 0 … 127. */
AVX2 static inline void clip(__m256i low, __m256i high, uint8_t *out)
{
    __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(low, high), 0xd8);
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_max_epi8(bytes, _mm256_setzero_si256()));
}

AVX2 static inline __m256i load(const int16_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

/* `lanes` registers full of sums, from the at-th on. */
AVX2 static inline __attribute__((always_inline)) void
near_block(const struct net *net, const struct tk_sight *sight, int at, int lanes, uint8_t *out)
{
    __m256i sum[LANES];
    const size_t count = (size_t)net->near;
    const int16_t *first = net->near_weights + at;
    for (int i = 0; i < lanes; i++)
        sum[i] = load(net->near_bias + at + WIDE * i);
    for (int k = 0; k < sight->one_count; k++) {
        const int16_t *row = first + sight->one[k] * count;
        for (int i = 0; i < lanes; i++)
            sum[i] = _mm256_add_epi16(sum[i], load(row + (size_t)WIDE * (size_t)i));
    }
    for (int k = 0; k < sight->amount_count; k++) {
        if (sight->amount[k] == 0)
            continue;
        const int16_t *row = first + (size_t)(net->ones + k) * count;
        __m256i amount = _mm256_set1_epi16((int16_t)(sight->amount[k] * 256));
        for (int i = 0; i < lanes; i++)
            sum[i] = _mm256_add_epi16(
                sum[i], _mm256_mulhrs_epi16(load(row + (size_t)WIDE * (size_t)i), amount));
    }
    for (int i = 0; i < lanes; i += 2)
        clip(sum[i], sum[i + 1], out + at + WIDE * i);
}

AVX2 static void near(const struct net *net, const struct tk_sight *sight, uint8_t *out)
{
    int at = 0;
    for (; at + WIDE * LANES <= net->near; at += WIDE * LANES)
        near_block(net, sight, at, LANES, out);
    for (; at < net->near; at += WIDE * 2)
        near_block(net, sight, at, 2, out);
}

/* 127 * 127 * 2 is below 2^15: no pair saturates. */
AVX2 static int32_t dot(const uint8_t *layer, const int8_t *weights, int count)
{
    __m256i sum = _mm256_setzero_si256();
    const __m256i one = _mm256_set1_epi16(1);
    for (int i = 0; i < count; i += NET_BLOCK) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(layer + i));
        __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(weights + i));
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(a, b), one));
    }
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4e));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xb1));
    return _mm_cvtsi128_si32(half);
}

const struct net_kernel net_kernel_avx2 = {.name = "avx2", .near = near, .dot = dot};
#endif
