/* Allowances: so many at once, and so many a second after that. */
#include "app.h"

#include <stdlib.h>
#include <time.h>

const struct allowance allow_messages = {20, 60};   /* messages of a socket */
const struct allowance allow_sockets = {2, 120};    /* sockets opened from an address */
const struct allowance allow_chat = {0.5, 5};       /* lines of chat of a user */
const struct allowance allow_work = {0.5, 4};       /* hints of a user */
const struct allowance allow_tables = {0.05, 30};   /* tables created from an address */
const struct allowance allow_passwords = {0.1, 10}; /* attempts to sign in from an address */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool allowance_take(const struct allowance *allowance, double *left, double *at,
                    int64_t *out_wait_ms)
{
    double now = seconds();
    *left += (now - *at) * allowance->per_second;
    if (*at == 0 || *left > allowance->most)
        *left = allowance->most;
    *at = now;
    if (*left < 1) {
        *out_wait_ms = (int64_t)((1 - *left) / allowance->per_second * 1000) + 1;
        return false;
    }
    *left -= 1;
    return true;
}

struct address *address_get(struct app *app, const char *address)
{
    struct address *found = map_get(&app->addresses, address);
    if (found != NULL)
        return found;
    found = calloc(1, sizeof *found);
    if (found != NULL && !map_put(&app->addresses, address, found)) {
        free(found);
        return NULL;
    }
    return found;
}
