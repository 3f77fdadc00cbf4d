/* SPDX-License-Identifier: MIT */
/* An allowance: so much at once, and so much a second after that. Whoever has one keeps what is left of
 * it and when that was so; both begin as 0. */
#ifndef SERVER_ALLOWANCE_H
#define SERVER_ALLOWANCE_H

#include <stdbool.h>
#include <stdint.h>

struct allowance {
    double per_second, most;
};

/* Seconds of a clock that only goes forward. */
double allowance_seconds(void);
/*
 * Takes `cost`; false (and how long to wait) if there is not so much left. What costs more than the
 * whole allowance is paid out of a full one and the rest is owed.
 */
bool allowance_spend(const struct allowance *allowance, double *left, double *at, double cost,
                     int64_t *out_wait_ms);
/* Takes one. */
bool allowance_take(const struct allowance *allowance, double *left, double *at,
                    int64_t *out_wait_ms);
/* Takes what was already spent; it may leave a debt. */
void allowance_charge(const struct allowance *allowance, double *left, double *at, double cost);

#endif
