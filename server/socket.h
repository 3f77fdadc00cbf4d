/* SPDX-License-Identifier: MIT */
/* The WebSocket: who may open one, and what its messages ask for. */
#ifndef SERVER_SOCKET_H
#define SERVER_SOCKET_H

#include <jansson.h>

#include "facts.h"
#include "net.h"
#include "refusals.h"
#include "table.h"

enum {
    WATCHED_MAX = 8, /* tables one socket may watch */
    FLOOD_MAX = 100, /* messages above the allowance before the socket is closed */
};

/* A message that waits for one before it. */
struct waiting_message {
    struct waiting_message *next;
    size_t length;
    char text[];
};

struct client {
    net_id socket;
    char user[STORE_ID_MAX + 1], session[STORE_ID_MAX + 1];
    char address[64];
    bool greeted;
    char watched[WATCHED_MAX][STORE_ID_MAX + 1];
    int flood; /* messages above the allowance, in a row */
    /* While the store is asked for what a message needs, those behind it wait, and no more are read. */
    struct errand *errand;
    struct waiting_message *first_waiting, **last_waiting;
};

/* A message while it is answered. */
struct said {
    struct app *app;
    struct client *client;
    int64_t number;
    struct facts facts;
    struct table *table; /* NULL where the message needs none */
    bool again;          /* it was begun before: see errand.h */
};

void said_reply(struct said *m, json_t *extra);
void said_refuse(struct said *m, enum refusal refusal);

/* Messages that change nothing; see message.c. */
typedef void on_said(struct said *said);
on_said on_hello, on_ping, on_watch, on_unwatch, on_log, on_sample, on_preview, on_hint;

/* For net_hooks. */
enum net_verdict socket_judge(void *context, const struct net_request *request);
void socket_open(void *context, const struct net_request *request);
void socket_message(void *context, net_id id, const char *text, size_t length);
void socket_resync(void *context, net_id id);
void socket_close(void *context, net_id id);

/* A line of the host to everybody. */
void socket_announce(struct app *app, const char *text);

#endif
