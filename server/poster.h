/* SPDX-License-Identifier: MIT */
/* The picture that a shared link of a table shows: /share/ID.png. What it tells, everybody who has the link may know. */
#ifndef SERVER_POSTER_H
#define SERVER_POSTER_H

#include <stdbool.h>

#include "picture.h"
#include "store.h"
#include "table.h"

struct call;

enum { POSTER_ADDRESS = STORE_ID_MAX + 64 };

/* What is shown of a table: points when it is over, and seats until then. */
void poster_facts(const struct table *table, struct picture *out);
/* Where its picture is found; another address whenever it shows something else, so that none is shown that is old. */
void poster_address(const struct table *table, char out[POSTER_ADDRESS]);
/* Is the path one of such a picture? */
bool poster_is(const char *path);
void poster_serve(struct call *call);

#endif
