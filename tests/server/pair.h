/* SPDX-License-Identifier: MIT */
/* What tests of the service from inside begin with: Ada and Bob, two guests, and time that only the test
 * lets pass. */
#ifndef TESTS_PAIR_H
#define TESTS_PAIR_H

#include <stdio.h>

#include "inside.h"
#include "server/users.h"

static struct app *app;
static char ada[STORE_ID_MAX + 1], bob[STORE_ID_MAX + 1];

static int open_all(void **state)
{
    (void)state;
    inside_stop_time();
    app = inside_open();
    snprintf(ada, sizeof ada, "%s", user_guest(app)->row.id);
    snprintf(bob, sizeof bob, "%s", user_guest(app)->row.id);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    inside_close(app);
    return 0;
}

#endif
