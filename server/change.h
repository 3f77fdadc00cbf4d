/* SPDX-License-Identifier: MIT */
/* A change that outlives whoever gave it: back ends write it on another thread. */
#ifndef SERVER_CHANGE_H
#define SERVER_CHANGE_H

#include "store.h"

struct change {
    struct store_table table;
    struct store_event event;
    struct store_user user;
    struct store_session session;
    bool has_table, has_event, has_seats, has_user, has_session;
    char end_session[STORE_ID_MAX + 1], end_sessions_of[STORE_ID_MAX + 1];
    char forget_user[STORE_ID_MAX + 1], of_user[STORE_ID_MAX + 1];
    char life[STORE_LIFE_MAX + 1];
    int64_t user_version;
    int seat_count;
    char (*seats)[STORE_ID_MAX + 1]; /* these behind the struct */
    char *text, *said;               /* said: "" for none */
};

/* In one piece of memory, to be freed; NULL if there is none. */
struct change *change_copy(const struct store_change *change);

#endif
