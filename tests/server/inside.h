/* The service in this process, without a loop that runs: for tests that must look inside. */
#ifndef TESTS_INSIDE_H
#define TESTS_INSIDE_H

#include <jansson.h>

#include "server/app.h"
#include "server/table.h"

/* On a fresh database; aborts when it cannot. */
struct app *inside_open(void);
void inside_close(struct app *app);
/* Lets everything that was written become durable and take effect. */
void inside_settle(struct app *app);
/* A table with so many new guests on its seats, started. Their ids go to out_users. */
struct table *inside_table(struct app *app, const struct tk_game *game, int players,
                           char out_users[][STORE_ID_MAX + 1]);
/* A deed of a user at a table; waits until it is done. False: it was refused. Takes the message. */
bool inside_do(struct table *table, const char *user, const char *what, json_t *message);

#endif
