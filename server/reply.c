/* SPDX-License-Identifier: MIT */
/* Messages to one socket. */
#include "reply.h"

#include <stdlib.h>
#include <string.h>

#include "app.h"

void send_text(struct app *app, net_id socket, const char *text, size_t length)
{
    struct net_message *message = net_message_new(text, length);
    net_send(app->net, socket, message);
    net_message_free(message);
}

void send_json(struct app *app, net_id socket, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (text != NULL)
        send_text(app, socket, text, strlen(text));
    free(text);
    json_decref(message);
}

void reply_fine(struct app *app, net_id socket, int64_t number, json_t *extra)
{
    json_t *message = json_pack("{s:s,s:I,s:b}", "t", "reply", "n", (json_int_t)number, "ok", 1);
    if (extra != NULL)
        json_object_update(message, extra);
    json_decref(extra);
    send_json(app, socket, message);
}

void reply_no(struct app *app, net_id socket, int64_t number, json_t *error)
{
    app->refused++;
    send_json(app, socket,
              json_pack("{s:s,s:I,s:b,s:o}", "t", "reply", "n", (json_int_t)number, "ok", 0,
                        "error", error));
}
