/* SPDX-License-Identifier: MIT */
/* Requests over HTTP: what a handler gets, and how it answers. */
#ifndef SERVER_REST_H
#define SERVER_REST_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "net.h"
#include "refusals.h"
#include "store.h"

struct app;
struct user;

/* A request on its way through a handler. */
struct call {
    struct app *app;
    const struct net_request *request;
    struct user *user;              /* NULL: no valid cookie */
    char session[STORE_ID_MAX + 1]; /* of the cookie, "" if it names none */
    json_t *body;                   /* of a POST: an object */
};

/* The body is taken over; `cookie` is a header or NULL. */
void respond(struct app *app, net_id id, int status, json_t *body, const char *cookie);
void refuse(struct app *app, net_id id, enum refusal refusal);
/* With the words of its own that the error has. */
void refuse_with(struct app *app, net_id id, enum refusal refusal, json_t *error);
/* Too often; said late to whoever goes on all the same. */
void refuse_for(struct call *call, int64_t wait_ms);

/* The same of any request. */
void refuse_late(struct app *app, const struct net_request *request, enum refusal refusal,
                 json_t *error);

void rest_request(void *context, const struct net_request *request);

#endif
