/* SPDX-License-Identifier: MIT */
/* The tables of a server to choose from. */
#ifndef CLI_LOBBY_H
#define CLI_LOBBY_H

#include "cli.h"
#include "remote.h"

enum lobby_answer { LOBBY_LEAVES, LOBBY_TABLE, LOBBY_NEW };

/* On the screen or line by line. LOBBY_TABLE: its id is in out_id. */
enum lobby_answer lobby_choose(struct remote *remote, const struct cli_args *args, char out_id[48]);
/* Asks for a name and a password, on the ordinary terminal; the name may be known. False: what was
 * wrong was said. */
bool lobby_sign_in(struct remote *remote, const char *name);
/* A new table from the command line: its game, seats and options. False: remote->error says why. */
bool lobby_create(struct remote *remote, const struct cli_args *args, char out_id[48]);

#endif
