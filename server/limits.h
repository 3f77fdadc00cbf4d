/* SPDX-License-Identifier: MIT */
/*
 * What is allowed to users and addresses, never to sockets: who comes back finds it as it was.
 */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "address.h"
#include "allowance.h"
#include "offers.h"

struct app;
struct user;

extern const struct allowance allow_guests, allow_sockets, allow_messages, allow_chat, allow_work,
    allow_address_work, allow_stands, allow_address_stands, allow_tables, allow_user_tables,
    allow_passwords;

/* --- what answers cost: bytes built and rows read --- */

double cost_of(size_t bytes, int rows);
/* Before the work: is there anything left to spend? (user may be NULL) */
bool cost_may_ask(struct app *app, struct user *user, const char *address, int64_t *out_wait_ms);
/* After it: so much it was. */
void cost_charge(struct app *app, struct user *user, const char *address, double cost);

/* --- addresses --- */

/* May somebody from there ask for anything at all, a file or a socket? */
bool address_may_ask(struct app *app, const char *address, int64_t *out_wait_ms);
/*
 * Whether a refusal that is due now is held back. A flood that is refused at once is a flood of
 * answers; one that has to wait for each of them, on the few connections that an address may have,
 * is none. The first are told at once, and no more are held than there is room for.
 */
bool address_has_to_wait(struct app *app, const char *address);

struct address {
    char name[HOUSEHOLD_MAX];
    int sockets;
    double tables, tables_at, passwords, passwords_at, opened, opened_at, guests, guests_at, cost,
        cost_at, requests, requests_at, refusals, refusals_at, late, late_at, work, work_at, stands,
        stands_at;
    struct offers offers;
};
struct address *address_get(struct app *app, const char *address);
/* Those that were silent for so long that all their allowances are full again. */
void address_forget_silent(struct app *app);

#endif
