/* SPDX-License-Identifier: MIT */
/* Bots at work: for their seats, for people who are late, and for people who ask for a hint. */
#ifndef SERVER_THINKING_H
#define SERVER_THINKING_H

#include "socket.h"
#include "table.h"

enum lateness { ON_TIME, TOO_LATE };

/* Does this server let such a bot play? Not where it would keep all others waiting. */
bool thinking_offers(const struct app *app, const struct bot *bot);
bool thinking_offers_all(const struct app *app, const struct wish *wish); /* those at a table */
/* Lets a bot choose a move for this seat, which then is played. */
void think_move(struct table *table, int seat, enum lateness lateness);
/* Plays what was thought while something else was being written, if it still fits. */
void think_held(struct table *table);
/* Tells those who wait how many are before them. */
void thinking_tell_queue(struct app *app);

#endif
