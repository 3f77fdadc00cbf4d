/* SPDX-License-Identifier: MIT */
/* Games and tables over HTTP. */
#ifndef SERVER_TABLES_HTTP_H
#define SERVER_TABLES_HTTP_H

#include "rest.h"

void get_games(struct call *call);
void get_tables(struct call *call);
void post_tables(struct call *call);
/* Everything below /api/v1/tables/; `rest` is what follows. */
void get_one_table(struct call *call, const char *rest);

#endif
