/* SPDX-License-Identifier: MIT */
/*
 * Cookies, and the devices that are signed in.
 *
 * takht=USER.GENERATION.SIGNATURE is a guest's (and that of somebody who signed in under 0.1 and
 * has not changed the password since). takht=USER.GENERATION.SESSION.SIGNATURE is that of a device
 * with a session of its own, which can be ended alone. A new password and "sign out everywhere"
 * raise the user's generation: every cookie of before is void.
 */
#ifndef SERVER_SESSIONS_H
#define SERVER_SESSIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "store.h"

struct app;
struct user;

enum {
    SESSIONS_MAX = 20,         /* of a user; a further one ends the oldest */
    SESSION_BYTES = 16,        /* of its id: too many to guess */
    SESSION_SEEN_MS = 3600000, /* how exactly `seen` is kept */
    COOKIE_MAX = 256,
};

struct session_list {
    int count;
    struct store_session at[SESSIONS_MAX]; /* oldest first */
};

/*
 * The user of a cookie header and the session it names ("" if none). NOTHING if there is none, it is
 * forged, or no longer valid. BROKEN if the store cannot tell now: nobody may be taken for a stranger
 * then, whom the next answer would make a guest in the place of what they are. Or LATER.
 */
enum store_found user_of_cookie(struct app *app, const char *cookie,
                                char out_session[STORE_ID_MAX + 1], struct user **out_user);
/* The header that makes a client this user, with this session ("" for none). */
void session_cookie(const struct app *app, const struct user *user, const char *session,
                    bool secure, char out[COOKIE_MAX]);
extern const char session_no_cookie[]; /* the header that makes it nobody */

/* A new session of a user; it counts when it is durable and was added. */
void session_fill(const struct user *user, const char *agent, struct store_session *out_session);
/* Has the sessions of a user in memory: FOUND, BROKEN or LATER. What follows needs them there. */
enum store_found sessions_find(struct app *app, struct user *user);
/* They are; NULL: they are not in memory. */
const struct session_list *session_list(const struct user *user);
/* The store has told them; what cannot be read stays unknown. */
void session_list_take(struct user *user, const struct store_answer *sessions);
bool session_is_of(const struct user *user, const char *session);
/* The one that must end so that another has room, or NULL. */
const char *session_in_the_way(const struct user *user);

/*
 * One (NULL: all) is about to end: it is not seen any more, or the row would be written anew after
 * its end. What became durable is told by the three below.
 */
void session_ending(struct user *user, const char *session);
void session_added(struct user *user, const struct store_session *session);
void session_ended(struct user *user, const char *session);
void sessions_ended(struct user *user);

/* Out of memory; the store still has them. */
void sessions_forget(struct user *user);

#endif
