/* SPDX-License-Identifier: MIT */
/* Answers over a socket. */
#ifndef SERVER_REPLY_H
#define SERVER_REPLY_H

#include <jansson.h>

#include "net.h"

struct app;

/* Both take their last argument over; it may be NULL for reply_fine. */
void reply_fine(struct app *app, net_id socket, int64_t number, json_t *extra);
void reply_no(struct app *app, net_id socket, int64_t number, json_t *error);
void send_json(struct app *app, net_id socket, json_t *message); /* takes the message over */
void send_text(struct app *app, net_id socket, const char *text, size_t length);

#endif
