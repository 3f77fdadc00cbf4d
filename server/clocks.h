/* SPDX-License-Identifier: MIT */
/* The clocks of players, and the server's own time, which no change of the wall clock moves. */
#ifndef SERVER_CLOCKS_H
#define SERVER_CLOCKS_H

#include "event.h"
#include "table.h"

/*
 * Milliseconds since 1970 as the wall clock had it when the server started, and monotonic from there:
 * a jump of the wall clock gives and takes nothing. It then creeps towards the wall clock.
 */
int64_t now_ms(void);
/* Call once a second: half a millisecond of creeping. */
void clock_creep(void);
int64_t monotonic_us(void);
/* Other clocks, in microseconds, for tests, looked at anew; NULL: the machine's. */
void clock_source(int64_t (*monotonic)(void), int64_t (*wall)(void));

/* What is left to a seat now, in ms; INT64_MAX without a clock. */
int64_t clock_left(const struct table *table, int seat);
/* The seat that moved has used the time since its clock began to run; a move's time is its own. */
void clock_charge(struct table *table, const struct event *move);
/* The moves from this ply on are taken back: the clock goes on as if they had not been made. */
void clock_take_back(struct table *table, int ply);
/* What lies between is nobody's time, as far as it is of the present turn. */
void clock_stand_still(struct table *table, int64_t from, int64_t to);
/* For how long there was no server in the present turn, as far as the table has not heard of it; those
 * below count with it. */
int64_t clock_pause(const struct table *table);
/* What a move made now uses. */
int64_t clock_spent(const struct table *table, int64_t at);
/* When the clock of the seat to act will run out; 0: never. */
int64_t clock_end(const struct table *table);

#endif
