/* Allowances: so many at once, and so many a second after that. */
#include "limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app.h"
#include "users.h"

const struct allowance allow_messages = {20, 60};      /* messages of a user */
const struct allowance allow_sockets = {2, 120};       /* sockets opened from an address */
const struct allowance allow_guests = {1, 200};        /* new guests from an address */
const struct allowance allow_chat = {0.5, 5};          /* lines of chat of a user */
const struct allowance allow_work = {0.5, 4};          /* hints of a user */
const struct allowance allow_tables = {0.05, 30};      /* tables created from an address */
const struct allowance allow_user_tables = {0.05, 20}; /* and by a user */
const struct allowance allow_passwords = {0.1, 10};    /* attempts to sign in from an address */

/* What an answer costs is what was done for it. A page that is opened costs some tens of
 * kilobytes; a long game watched anew a megabyte, so a few of them are paid at once. */
const struct allowance allow_user_cost = {256 * 1024, 8 * 1024 * 1024};
const struct allowance allow_address_cost = {1024 * 1024, 32 * 1024 * 1024};
enum { COST_OF_ASKING = 1024, COST_OF_A_ROW = 256 };

/* A table costs an address 20 s of its allowance, so after 30 of them ten minutes make it whole. */
enum { SILENT_SECONDS = 900, FORGET_MOST = 1024 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void refill(const struct allowance *allowance, double *left, double *at)
{
    double now = seconds();
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

double cost_of(size_t bytes, int rows)
{
    return COST_OF_ASKING + (double)bytes + COST_OF_A_ROW * (double)rows;
}

/* Asking alone must be affordable; what the answer costs is charged when it is known. */
bool cost_may_ask(struct app *app, struct user *user, const char *address, int64_t *out_wait_ms)
{
    struct address *a = address_get(app, address);
    if (app->config.open_limits || a == NULL)
        return true;
    if (!allowance_spend(&allow_address_cost, &a->cost, &a->cost_at, COST_OF_ASKING, out_wait_ms))
        return false;
    return user == NULL || allowance_spend(&allow_user_cost, &user->cost, &user->cost_at,
                                           COST_OF_ASKING, out_wait_ms);
}

void cost_charge(struct app *app, struct user *user, const char *address, double cost)
{
    struct address *a = address_get(app, address);
    if (a != NULL)
        allowance_charge(&allow_address_cost, &a->cost, &a->cost_at, cost);
    if (user != NULL)
        allowance_charge(&allow_user_cost, &user->cost, &user->cost_at, cost);
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
    at = a->cost_at > at ? a->cost_at : at;
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
