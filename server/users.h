/* SPDX-License-Identifier: MIT */
/*
 * Users: guests from the first visit, people with a name and a password, in memory and as rows.
 *
 * What memory says of an account is what is durable: a change is written first and takes effect
 * when the store has it. One change of a user is under way at a time; whoever asks for another
 * meanwhile is refused. So no answer is given about a row that is about to be another.
 *
 * A name with a password belongs to its user alone. A guest cannot choose it, and a guest who bore
 * it before loses it: their name is cleared in memory at once, and whenever they are read from the
 * store.
 */
#ifndef SERVER_USERS_H
#define SERVER_USERS_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "refusals.h"
#include "store.h"

struct app;
struct session_list;

struct user {
    struct store_user row;
    char look[STORE_NAME_MAX + 1]; /* the key of the name, also of a guest's */
    bool stored;                   /* has a row in the store */
    bool changing;                 /* a change of the account is under way */
    bool leaving;                  /* and it is their deletion: they say nothing any more */
    bool unsaved;                  /* memory has something that must still be written */
    bool stale;                    /* another node changed it while a change was under way */
    struct session_list *sessions; /* NULL: not read yet; see sessions.h */
    int64_t epoch;                 /* grows with every change of row and sessions */
    int64_t used;                  /* when it was last needed, for forgetting */
    int64_t sits; /* the round in which a table in memory was found where they sit */
    int sockets;
    double chat, work, messages, cost, tables, stands; /* allowances, see limits.h */
    double chat_at, work_at, messages_at, cost_at, tables_at, stands_at;
};

/* Text for ids: so many random bytes, base64. */
void random_id(int bytes, char out[STORE_ID_MAX + 1]);

/* From memory or store. Also those who are gone: see row.gone. */
enum store_found user_find(struct app *app, const char *id, struct user **out_user);
/* Whoever is in memory: who has a socket, and who sits at a table that is. */
struct user *user_get(struct app *app, const char *id);
/*
 * Has all of these in memory, as far as there are such, by one question. False: they are on their way,
 * for the errand under way, if there is one.
 */
bool users_fetch(struct app *app, const char *const *ids, int count);
/* The same, and calls `done` in the end, at once if nobody is missing. */
void users_fetch_then(struct app *app, const char *const *ids, int count,
                      void (*done)(void *context), void *context);
struct user *user_guest(struct app *app);
/* A guest who comes back with a good cookie, but has no row. */
struct user *user_returning(struct app *app, const char *id);
bool user_has_password(const struct user *user);
/* Are they gone, or about to be? What they said after their words were erased would stay for ever. */
bool user_is_leaving(const struct user *user);
json_t *user_json(const struct user *user);

/* Who bears the name that has this key; as long as the errand lasts. */
enum store_found user_owner(struct app *app, const char *name_key,
                            const struct store_user **out_row);
/* FINE, TAKEN by somebody with a password, BUSY when the store cannot tell, or LATER. */
enum refusal user_may_bear(struct app *app, const struct user *user, const char *name_key);
/* The same for a name and its key: nor may it be read as somebody's. */
enum refusal user_may_be_called(struct app *app, const struct user *user, const char *name,
                                const char *key);

/* --- changes --- */

/* Takes the user's only place for a change; false if another is under way. */
bool user_begin(struct user *user);
void user_end(struct user *user);
/*
 * Writes the change of a user who has begun one, adopts its row when it is durable, ends the
 * change, and then tells. `user` is NULL in the call back if it is not in memory any more.
 */
typedef void user_done(struct app *app, struct user *user, enum store_result result, void *context);
void user_write(struct app *app, struct user *user, const struct store_change *change,
                user_done *done, void *context);
/* Sees to it that the user has a row. */
void user_keep(struct app *app, struct user *user);

/*
 * What the host decides. It takes effect at once and is written as soon as the disk takes it. NOT_FOUND
 * if there is no such user; BUSY, or LATER.
 */
enum refusal user_ban(struct app *app, const char *id, bool banned);
enum refusal user_mute(struct app *app, const char *id, int64_t until);
/* BAD_REQUEST for what is no name. */
enum refusal user_rename(struct app *app, const char *id, const char *name);

/* The user or their sessions may have changed in the store: memory follows, and so do open sockets. */
void user_refresh(struct app *app, const char *id);
/* Another node says that it has changed them. */
void user_heard(struct app *app, const char *id);

/* Another node says that somebody with a password may bear the name with this key now. */
void users_hear_name(struct app *app, const char *name_key);
/* The same may be so of any name. */
void users_check_names(struct app *app);

/* Once a second: writes what could not be written, forgets those who are idle when many are. */
void users_tend(struct app *app);
void users_free(struct app *app);

/* Closes the sockets whose session is no more. Implemented where sockets are. */
void user_disconnect_ended(struct app *app, struct user *user);
/*
 * Closes the sockets of a user, or of one of their sessions (NULL: all). Implemented where sockets
 * are.
 */
void user_disconnect(struct app *app, const char *user, const char *session, int code,
                     const char *reason);

#endif
