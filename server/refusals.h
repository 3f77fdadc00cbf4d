/* SPDX-License-Identifier: MIT */
/* Why the service (not the rules) says no, as the protocol document lists it. */
#ifndef SERVER_REFUSALS_H
#define SERVER_REFUSALS_H

#include <stdint.h>

#include <jansson.h>

enum refusal {
    FINE,
    BAD_REQUEST,
    NOT_SIGNED_IN,
    WRONG_PASSWORD,
    FORBIDDEN,
    NOT_FOUND,
    TAKEN,
    NOT_NOW,
    STALE,
    REFUSED,
    TOO_LARGE,
    TOO_MANY,
    FULL,
    BUSY,
    FROZEN,
    REFUSALS,
    LATER = REFUSALS, /* nobody is told: the store is asked first, see errand.h */
};

int refusal_status(enum refusal refusal);
const char *refusal_code(enum refusal refusal);
const char *refusal_when(enum refusal refusal); /* for the document */
/* {"code":…,"words":{…}} */
json_t *refusal_json(enum refusal refusal);
/* The same with "retry_ms". */
json_t *refusal_wait(int64_t wait_ms);

#endif
