/* Allowances: so much at once, and so much a second after that; of users and of addresses. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "address.h"

struct app;

struct allowance {
    double per_second, most;
};
extern const struct allowance allow_guests, allow_sockets, allow_messages, allow_chat, allow_work,
    allow_tables, allow_user_tables, allow_passwords, allow_user_bytes, allow_address_bytes;

/* Takes one; false (and how long to wait) if there is none. */
bool allowance_take(const struct allowance *allowance, double *left, double *at,
                    int64_t *out_wait_ms);
/*
 * For what is paid afterwards, when its cost is known: false while there is a debt. Whoever serves
 * then takes the cost off *left.
 */
bool allowance_has(const struct allowance *allowance, double *left, double *at,
                   int64_t *out_wait_ms);

struct address {
    char name[HOUSEHOLD_MAX];
    int sockets;
    double tables, tables_at, passwords, passwords_at, opened, opened_at, guests, guests_at, bytes,
        bytes_at;
};
struct address *address_get(struct app *app, const char *address);
/* Those that were silent for so long that all their allowances are full again. */
void address_forget_silent(struct app *app);

#endif
