/* SPDX-License-Identifier: MIT */
/* What the files of the users share: users.c has them in memory, users_names.c knows what they are called, users_write.c what becomes of
 * them. */
#ifndef SERVER_USERS_INTERNAL_H
#define SERVER_USERS_INTERNAL_H

#include "users.h"

enum { USERS_FETCH_MOST = 400 }; /* asked for by one question */

/* --- users_names.c --- */

/* How the name looks. */
void user_note_look(struct user *user);
/* The same; and if it looks like that of somebody with a password, a guest has it no longer. */
void user_note_name(struct app *app, struct user *user);
/* A guest has no name from now on. */
void user_take_name(struct app *app, struct user *user);
/* A name was given to its owner: guests who bear it have none now. */
void users_clear_guests(struct app *app, const char *look, const char *owner);

/* --- users_write.c --- */

/* Writes the row as memory has it; later, if a change is under way. */
void user_save(struct app *app, struct user *user);

#endif
