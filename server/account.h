/* SPDX-License-Identifier: MIT */
/* My account over HTTP: who I am, name, password, devices, my data. */
#ifndef SERVER_ACCOUNT_H
#define SERVER_ACCOUNT_H

#include "rest.h"

void get_me(struct call *call);
void post_me(struct call *call);
void post_password(struct call *call);
void post_signin(struct call *call);
void post_signout(struct call *call);
void get_sessions(struct call *call);
void post_sessions_end(struct call *call);
void get_export(struct call *call); /* export.c */
void post_delete(struct call *call);

#endif
