/* SPDX-License-Identifier: MIT */
/* The service in this process, without a loop that runs: for tests that must look inside. */
#ifndef TESTS_INSIDE_H
#define TESTS_INSIDE_H

#include <jansson.h>

#include "server/app.h"
#include "server/table.h"

/* On a fresh database; aborts when it cannot. */
struct app *inside_open(void);
void inside_close(struct app *app);
/* The server has stopped and starts again on the same database. */
struct app *inside_again(struct app *app);
const char *inside_file(void);
/* Lets everything that was written become durable and take effect. */
void inside_settle(struct app *app);
/* Does what is due by now and lets bots think, until all wait for somebody or for the time. */
void inside_think(struct app *app);
/* A move that reveals nothing, where there is one; and taking it back. */
bool inside_move(struct table *table, const char *user);
bool inside_undo(struct table *table, const char *user);

/* From now on time passes only here. Call it before anything is opened. */
void inside_stop_time(void);
void inside_pass(int64_t ms);
/* The wall clock jumps, as if somebody had set it. */
void inside_jump(int64_t ms);

/* A table from a wish in JSON, which it takes; NULL when it did not become durable. */
struct table *inside_wish(struct app *app, const char *user, json_t *text);
/* A table with so many new guests on its seats, started. Their ids go to out_users. */
struct table *inside_table(struct app *app, const struct tk_game *game, int players,
                           char out_users[][STORE_ID_MAX + 1]);
/* A deed of a user at a table; waits until it is done. False: it was refused. Takes the message. */
bool inside_do(struct table *table, const char *user, const char *what, json_t *message);

/* A table, loaded if need be; NULL if there is none. */
struct table *inside_get(struct app *app, const char *id);
/* What stands in show_room then; the length. */
size_t inside_snapshot(struct table *table, int seat, const char *user);
size_t inside_log(struct table *table, int seat, int64_t before, int64_t number);

#endif
