/* SPDX-License-Identifier: MIT */
/* Allowances as token buckets: they are emptied by use and fill up again with time. */
#include "allowance.h"

#include <time.h>

double allowance_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void refill(const struct allowance *allowance, double *left, double *at)
{
    double now = allowance_seconds();
    *left += (now - *at) * allowance->per_second;
    if (*at == 0 || *left > allowance->most)
        *left = allowance->most;
    *at = now;
}

bool allowance_spend(const struct allowance *allowance, double *left, double *at, double cost,
                     int64_t *out_wait_ms)
{
    double needed = cost < allowance->most ? cost : allowance->most;
    refill(allowance, left, at);
    if (*left < needed) {
        *out_wait_ms = (int64_t)((needed - *left) / allowance->per_second * 1000) + 1;
        return false;
    }
    *left -= cost;
    return true;
}

bool allowance_take(const struct allowance *allowance, double *left, double *at,
                    int64_t *out_wait_ms)
{
    return allowance_spend(allowance, left, at, 1, out_wait_ms);
}

void allowance_charge(const struct allowance *allowance, double *left, double *at, double cost)
{
    refill(allowance, left, at);
    *left -= cost;
    if (*left < -allowance->most) /* nobody waits for ever */
        *left = -allowance->most;
}
