/*
 * Allowances: so much at once, and so much a second after that. They belong to users and addresses,
 * never to sockets: who comes back finds them as they were.
 */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "address.h"

struct app;
struct user;

struct allowance {
    double per_second, most;
};
extern const struct allowance allow_guests, allow_sockets, allow_messages, allow_chat, allow_work,
    allow_tables, allow_user_tables, allow_passwords, allow_user_cost, allow_address_cost;

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

/* --- what answers cost: bytes built and rows read --- */

double cost_of(size_t bytes, int rows);
/* Before the work: is there anything left to spend? (user may be NULL) */
bool cost_may_ask(struct app *app, struct user *user, const char *address, int64_t *out_wait_ms);
/* After it: so much it was. */
void cost_charge(struct app *app, struct user *user, const char *address, double cost);

/* --- addresses --- */

struct address {
    char name[HOUSEHOLD_MAX];
    int sockets;
    double tables, tables_at, passwords, passwords_at, opened, opened_at, guests, guests_at, cost,
        cost_at;
};
struct address *address_get(struct app *app, const char *address);
/* Those that were silent for so long that all their allowances are full again. */
void address_forget_silent(struct app *app);

#endif
