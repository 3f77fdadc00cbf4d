/* SPDX-License-Identifier: MIT */
/*
 * Exponentials and logarithms that are the same everywhere: a few additions, multiplications and
 * divisions of doubles in a fixed order, which IEEE 754 rounds in one way only. Those of a C library
 * differ from machine to machine in their last digit, and a search that sees such a digit may make
 * another move. Compiled without contraction (-ffp-contract=off). The square root needs no place
 * here: IEEE 754 defines its last digit too.
 */
#ifndef BOTS_EXACT_H
#define BOTS_EXACT_H

#include <stdint.h>
#include <string.h>

#define EXACT_LN2 0.69314718055994530942

/* 2 to a whole power, -1022 … 1023. */
static inline double exact_two_to(int power)
{
    uint64_t bits = (uint64_t)(1023 + power) << 52;
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* To about ten digits; 0 below exp(-700), and no more than exp(700). */
static inline double exact_exp(double x)
{
    if (x < -700)
        return 0;
    if (x > 700)
        x = 700;
    double doublings = x * (1 / EXACT_LN2);
    int power = (int)(doublings + (doublings < 0 ? -0.5 : 0.5));
    double r = x - power * EXACT_LN2; /* within half of ln 2, so nine terms are enough */
    double sum = r * (1.0 / 40320) + 1.0 / 5040;
    sum = sum * r + 1.0 / 720;
    sum = sum * r + 1.0 / 120;
    sum = sum * r + 1.0 / 24;
    sum = sum * r + 1.0 / 6;
    sum = sum * r + 0.5;
    return ((sum * r + 1) * r + 1) * exact_two_to(power);
}

/* Of a number above 0 that is no denormal. */
static inline double exact_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int power = (int)(bits >> 52 & 2047) - 1023;
    bits = (bits & 0xfffffffffffff) | (uint64_t)1023 << 52;
    memcpy(&x, &bits, sizeof x); /* 1 … 2 */
    double s = (x - 1) / (x + 1), square = s * s, sum = 0;
    for (int k = 29; k > 0; k -= 2)
        sum = sum * square + 1.0 / k;
    return power * EXACT_LN2 + 2 * s * sum;
}

/* Of a number from 0 on. */
static inline double exact_power(double base, double exponent)
{
    return base > 1e-300 ? exact_exp(exponent * exact_log(base)) : exponent > 0 ? 0 : 1;
}

/* A random word as a number from 0 to below 1: as many of its highest bits as a double holds. */
static inline double exact_share(uint64_t random)
{
    return (double)(random >> 11) / 9007199254740992.0;
}

/* To the nearest whole number; halves away from 0. */
static inline long exact_round(double x)
{
    return (long)(x + (x < 0 ? -0.5 : 0.5));
}

#endif
