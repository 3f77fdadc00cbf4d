/* SPDX-License-Identifier: MIT */
/* What remote_*.c share about a table of a server. */
#ifndef CLI_REMOTE_INTERNAL_H
#define CLI_REMOTE_INTERNAL_H

#include "remote_table.h"

/* Which request a reply answers. HELLO is 0. */
enum { N_WATCH = 1, N_SAMPLE, N_MOVE, N_HINT, N_DEED };

/* A message about this table, with more keys, which are taken over; NULL: none. */
void remote_table_say(struct remote_table *table, const char *what, int number, json_t *more);
/* A sentence of the client's own for whoever shows news. */
void remote_table_tell(struct remote_table *table, int word);
/* {"random":…}: 32 bytes of our own for the shuffle. */
json_t *remote_share(void);
void remote_table_sit(struct remote_table *table, int seat);
/* A move that was sent and not answered: forgotten when the game went on, else sent (again). */
void remote_table_check_pending(struct remote_table *table, bool again);

#endif
