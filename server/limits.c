/* Allowances: so many at once, and so many a second after that. */
#include "app.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const struct allowance allow_messages = {20, 60};   /* messages of a socket */
const struct allowance allow_sockets = {2, 120};    /* sockets opened from an address */
const struct allowance allow_guests = {1, 200};     /* new guests from an address */
const struct allowance allow_chat = {0.5, 5};       /* lines of chat of a user */
const struct allowance allow_work = {0.5, 4};       /* hints of a user */
const struct allowance allow_tables = {0.05, 30};   /* tables created from an address */
const struct allowance allow_passwords = {0.1, 10}; /* attempts to sign in from an address */

/* A table costs an address 20 s of its allowance, so after 30 of them ten minutes make it whole. */
enum { SILENT_SECONDS = 900, FORGET_MOST = 1024 };

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

void address_household(const char *address, char out[HOUSEHOLD_MAX])
{
    struct in6_addr number;
    char text[INET6_ADDRSTRLEN];
    snprintf(out, HOUSEHOLD_MAX, "%s", address);
    if (inet_pton(AF_INET6, address, &number) != 1)
        return;
    if (IN6_IS_ADDR_V4MAPPED(&number)) {
        inet_ntop(AF_INET, &number.s6_addr[12], out, HOUSEHOLD_MAX);
        return;
    }
    memset(&number.s6_addr[8], 0, 8);
    snprintf(out, HOUSEHOLD_MAX, "%s/64", inet_ntop(AF_INET6, &number, text, sizeof text));
}

struct address *address_get(struct app *app, const char *address)
{
    char name[HOUSEHOLD_MAX];
    address_household(address, name);
    struct address *found = map_get(&app->addresses, name);
    if (found != NULL)
        return found;
    found = calloc(1, sizeof *found);
    if (found != NULL)
        memcpy(found->name, name, sizeof found->name);
    if (found != NULL && !map_put(&app->addresses, name, found)) {
        free(found);
        return NULL;
    }
    return found;
}

static double last_heard(const struct address *a)
{
    double at = a->tables_at > a->passwords_at ? a->tables_at : a->passwords_at;
    at = a->opened_at > at ? a->opened_at : at;
    return a->guests_at > at ? a->guests_at : at;
}

void address_forget_silent(struct app *app)
{
    struct address *silent[FORGET_MOST], *address;
    int count = 0;
    double before = seconds() - SILENT_SECONDS;
    for (size_t at = 0; count < FORGET_MOST && (address = map_next(&app->addresses, &at)) != NULL;)
        if (address->sockets == 0 && last_heard(address) < before)
            silent[count++] = address;
    for (int i = 0; i < count; i++) {
        map_remove(&app->addresses, silent[i]->name);
        free(silent[i]);
    }
}
