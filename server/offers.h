/* SPDX-License-Identifier: MIT */
/* Tables for everybody that wait for players, counted by the address they were made from. */
#ifndef SERVER_OFFERS_H
#define SERVER_OFFERS_H

#include "refusals.h"
#include "store.h"

struct address;
struct app;

/* The list of open tables has room for some fifty: one household does not fill it. */
enum { OFFERS_MAX = 10 };
struct offers {
    char table[OFFERS_MAX][STORE_ID_MAX + 1]; /* the oldest first */
    int count;
};

/* May another one be made from there? FINE, FULL, or LATER while the old ones are loaded to be looked at. */
enum refusal offers_ask(struct app *app, struct address *address);
/* It was made. Where there are too many, the oldest at which nobody is present ends. */
void offers_add(struct app *app, struct address *address, const char *table);

#endif
