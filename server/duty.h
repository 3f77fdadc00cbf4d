/* SPDX-License-Identifier: MIT */
/* What the server must do at a table by itself, and when: said once, for memory and for the store. */
#ifndef SERVER_DUTY_H
#define SERVER_DUTY_H

#include "table.h"

enum duty_kind {
    DUTY_NONE,
    DUTY_START,  /* everybody is there */
    DUTY_OVER,   /* the game, the players or the resignations have ended it */
    DUTY_LEAVE,  /* somebody was deleted or banned: nobody need wait for them */
    DUTY_RESUME, /* a clock ran while the server did not */
    DUTY_SIT_IN, /* three late moves in a row: a bot sits in */
    DUTY_BOT,    /* a bot is to move */
    DUTY_CLOCK,  /* a clock runs */
};

struct duty {
    enum duty_kind kind;
    int64_t at;         /* when */
    const char *reason; /* of DUTY_OVER */
};

/* For how long a table waits for the share of its creator in the shuffle. */
enum { SHARE_WAIT_MS = 10000, LATE_MOST = 3 };

struct duty table_duty(const struct table *table);
/* Does it need a bot's thought? */
bool duty_is_thought(const struct table *table, const struct duty *duty);

/* Does what is due, or sets the timer for it. Call after everything that happened. */
void table_wake(struct table *table);
/* The disk did not take an event: tries again, later and later. */
void table_wake_after_failure(struct table *table);
void table_stop_timer(struct table *table);

#endif
