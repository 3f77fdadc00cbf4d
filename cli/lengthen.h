/* SPDX-License-Identifier: MIT */
/* Makes the game of a table long before it is measured: for takht load. */
#ifndef CLI_LENGTHEN_H
#define CLI_LENGTHEN_H

#include <stdbool.h>

#include "wire.h"

struct lengthen {
    const char *id, *key;  /* of a table with its creator and a free seat for a friend */
    const char *cookie[2]; /* of both */
    const struct wire_address *address[2];
    long events; /* so many */
};

/* Seats the second, and lets both move, take back, leave, come back and talk. False if that failed. */
bool lengthen(const struct lengthen *table);

#endif
