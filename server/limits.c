/* SPDX-License-Identifier: MIT */
/* What is allowed to whom, and what it costs. */
#include "limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "users.h"

const struct allowance allow_messages = {20, 60};        /* messages of a user */
const struct allowance allow_sockets = {2, 120};         /* sockets opened from an address */
const struct allowance allow_guests = {1, 200};          /* new guests from an address */
const struct allowance allow_chat = {0.5, 5};            /* lines of chat of a user */
const struct allowance allow_work = {0.5, 4};            /* hints of a user */
const struct allowance allow_address_work = {1, 20};     /* and of all who come from an address */
const struct allowance allow_stands = {0.2, 10};         /* seats left again by a user */
const struct allowance allow_address_stands = {0.5, 30}; /* and from an address */
const struct allowance allow_tables = {0.05, 30};        /* tables created from an address */
const struct allowance allow_user_tables = {0.05, 20};   /* and by a user */
const struct allowance allow_passwords = {0.1, 10};      /* attempts to sign in from an address */
static const struct allowance allow_requests = {100, 3000}; /* over HTTP, of an address */
static const struct allowance allow_refusals = {20, 500};   /* told to an address at once */
static const struct allowance allow_late = {128, 128};      /* and held back for it */

/* What an answer costs is what was done for it. A page that is opened costs some tens of
 * kilobytes; a long game watched anew a megabyte, so a few of them are paid at once. */
static const struct allowance allow_user_cost = {256 * 1024, 8 * 1024 * 1024};
static const struct allowance allow_address_cost = {1024 * 1024, 32 * 1024 * 1024};
enum { COST_OF_ASKING = 1024, COST_OF_A_ROW = 256 };

/* A table costs an address 20 s of its allowance, so after 30 of them ten minutes make it whole. */
enum { SILENT_SECONDS = 900, SILENT_DAY = 86400, FORGET_MOST = 1024 };

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

bool address_may_ask(struct app *app, const char *address, int64_t *out_wait_ms)
{
    struct address *a = address_get(app, address);
    return app->config.open_limits || a == NULL ||
           allowance_take(&allow_requests, &a->requests, &a->requests_at, out_wait_ms);
}

bool address_has_to_wait(struct app *app, const char *address)
{
    struct address *a = address_get(app, address);
    int64_t wait = 0;
    return a != NULL && !allowance_take(&allow_refusals, &a->refusals, &a->refusals_at, &wait) &&
           allowance_take(&allow_late, &a->late, &a->late_at, &wait);
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
    at = a->requests_at > at ? a->requests_at : at;
    return a->guests_at > at ? a->guests_at : at;
}

/* What waits for players is remembered for a day. */
static bool is_silent(const struct address *a, double now)
{
    double most = a->offers.count > 0 ? SILENT_DAY : SILENT_SECONDS;
    return a->sockets == 0 && last_heard(a) < now - most;
}

void address_forget_silent(struct app *app)
{
    struct address *silent[FORGET_MOST], *address;
    int count = 0;
    double now = allowance_seconds();
    for (size_t at = 0; count < FORGET_MOST && (address = map_next(&app->addresses, &at)) != NULL;)
        if (is_silent(address, now))
            silent[count++] = address;
    for (int i = 0; i < count; i++) {
        map_remove(&app->addresses, silent[i]->name);
        free(silent[i]);
    }
}
