/* SPDX-License-Identifier: MIT */
/* WebSockets: messages in, a bounded queue out, and a close that arrives. */
#include "net_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- messages --- */

struct net_message *net_message_new(const char *text, size_t length)
{
    uint8_t head[FRAME_HEAD_MAX];
    size_t before = frame_head(head, FRAME_TEXT, length);
    struct net_message *message = malloc(sizeof *message + before + length);
    if (message == NULL)
        return NULL;
    message->shares = 1;
    message->length = before + length;
    memcpy(message->frame, head, before);
    memcpy(message->frame + before, text, length);
    return message;
}

void net_message_free(struct net_message *message)
{
    if (message != NULL && --message->shares == 0)
        free(message);
}

/* --- the queue --- */

static struct waiting *at(struct socket *s, int index)
{
    return &s->queue[(s->first + index) & (s->room - 1)];
}

static bool make_room(struct socket *s)
{
    if (s->count < s->room)
        return true;
    uint16_t room = s->room == 0 ? 4 : (uint16_t)(2 * s->room);
    struct waiting *queue = malloc(room * sizeof *queue);
    if (queue == NULL)
        return false;
    for (int i = 0; i < s->count; i++)
        queue[i] = *at(s, i);
    free(s->queue);
    s->queue = queue;
    s->room = room;
    s->first = 0;
    return true;
}

static void drop_first(struct net *net, struct socket *s)
{
    struct net_message *message = at(s, 0)->message;
    s->bytes -= message->length;
    net->counts.queued_bytes -= (int64_t)message->length;
    net_message_free(message);
    s->first = (uint16_t)((s->first + 1) & (s->room - 1));
    s->count--;
    s->first_sent = 0;
}

/* Forgets what waits, except a message of which a part is gone. */
static void clear_queue(struct net *net, struct socket *s)
{
    bool begun = s->first_sent > 0;
    for (int i = begun ? 1 : 0; i < s->count; i++) {
        struct net_message *message = at(s, i)->message;
        s->bytes -= message->length;
        net->counts.queued_bytes -= (int64_t)message->length;
        net_message_free(message);
    }
    s->count = begun ? 1 : 0;
}

void socket_clear(struct connection *c)
{
    struct socket *s = c->socket;
    if (s == NULL)
        return;
    s->first_sent = 0;
    clear_queue(c->net, s);
    frames_clear(&s->frames);
    free(s->queue);
    free(s->pong);
    free(s);
    c->socket = NULL;
}

/*
 * It reads more slowly than there is to say: forget what waits, and when it has read the rest show
 * it all anew. Whoever needs that twice in a short time, or cannot even take what is shown anew,
 * has to come back later.
 */
static void overflow(struct connection *c)
{
    struct socket *s = c->socket;
    int64_t now = net_now(c->net);
    bool again = s->resyncing ||
                 (s->resynced != 0 && now - s->resynced < 1000 * (int64_t)NET_RESYNC_SECONDS);
    size_t bytes = s->bytes;
    c->net->counts.overflows++;
    clear_queue(c->net, s);
    if (!again) {
        s->overflowed = true;
        return;
    }
    c->net->counts.unread++;
    net_note(c, "unread", "too much waits for it", (int64_t)bytes);
    socket_hang_up(c, CLOSE_POLICY, "read too slowly");
}

static bool fits(const struct socket *s, const struct net_message *message)
{
    return s->count == 0 || (s->count < NET_QUEUE_MAX &&
                             s->bytes - s->first_sent + message->length <= NET_QUEUE_BYTES);
}

void net_send(struct net *net, net_id id, struct net_message *message)
{
    struct connection *c = net_find(net, id);
    if (c == NULL || c->stage != STAGE_SOCKET || message == NULL)
        return;
    struct socket *s = c->socket;
    if (s->overflowed || s->close_code != 0)
        return;
    if (!fits(s, message)) /* perhaps only because it was said all at once */
        connection_relieve(c);
    if (!fits(s, message) || !make_room(s)) {
        overflow(c);
    } else {
        int64_t now = net_now(net);
        *at(s, s->count++) = (struct waiting){message, now};
        message->shares++;
        s->bytes += message->length;
        net->counts.queued_bytes += (int64_t)message->length;
        if (s->since == 0)
            s->since = now;
    }
    connection_touch(c);
}

/* --- the end --- */

void socket_hang_up(struct connection *c, int code, const char *reason)
{
    struct socket *s = c->socket;
    if (s->close_code != 0)
        return;
    s->close_code = (uint16_t)code;
    snprintf(s->close_reason, sizeof s->close_reason, "%s", reason);
    c->deadline = net_now(c->net) + GOODBYE_MS;
    connection_touch(c);
}

void net_hang_up(struct net *net, net_id id, int code, const char *reason)
{
    struct connection *c = net_find(net, id);
    if (c != NULL && c->stage == STAGE_SOCKET)
        socket_hang_up(c, code, reason);
}

void net_hold(struct net *net, net_id id, bool held)
{
    struct connection *c = net_find(net, id);
    if (c == NULL || c->stage != STAGE_SOCKET)
        return;
    c->socket->held = held;
    c->socket->heard = net_now(net); /* whoever is not read from cannot answer a ping */
    connection_touch(c);
}

/* --- out --- */

static size_t put_frame(uint8_t *room, enum frame_kind kind, const void *payload, size_t length)
{
    size_t used = frame_head(room, kind, length);
    memcpy(room + used, payload, length);
    return used + length;
}

/* Frames of our own go between messages: an answer to a ping, a ping, the close after all else. */
static size_t put_control(struct socket *s, uint8_t *room, size_t size)
{
    size_t used = 0;
    if (s->first_sent > 0 || size < 3 * (FRAME_HEAD_MAX + FRAME_CONTROL_MAX))
        return 0;
    if (s->pong != NULL) {
        used += put_frame(room, FRAME_PONG, s->pong + 1, s->pong[0]);
        free(s->pong);
        s->pong = NULL;
    }
    if (s->ping_now) {
        used += put_frame(room + used, FRAME_PING, "", 0);
        s->ping_now = false;
    }
    if (s->close_code != 0 && s->count == 0 && !s->close_sent) {
        uint8_t payload[2 + sizeof s->close_reason] = {(uint8_t)(s->close_code >> 8),
                                                       (uint8_t)s->close_code};
        size_t length = strlen(s->close_reason);
        memcpy(payload + 2, s->close_reason, length);
        used += put_frame(room + used, FRAME_CLOSE, payload, 2 + length);
        s->close_sent = true;
    }
    return used;
}

static size_t put_messages(struct connection *c, uint8_t *room, size_t size)
{
    struct socket *s = c->socket;
    size_t used = 0;
    while (s->count > 0 && used < size) {
        const struct net_message *message = at(s, 0)->message;
        size_t left = message->length - s->first_sent;
        size_t part = left < size - used ? left : size - used;
        memcpy(room + used, message->frame + s->first_sent, part);
        used += part;
        s->first_sent += part;
        s->since = at(s, 0)->since;
        if (part < left)
            break;
        c->net->counts.messages_out++;
        c->net->counts.bytes_out += (int64_t)message->length;
        drop_first(c->net, s);
    }
    return used;
}

static size_t put_welcome(struct connection *c, uint8_t *room)
{
    struct exchange *x = c->exchange;
    size_t used = x->head_length;
    memcpy(room, x->head, used);
    http_clear(c);
    return used;
}

size_t socket_gather(struct connection *c, uint8_t *room, size_t size)
{
    size_t used = c->exchange != NULL ? put_welcome(c, room) : 0;
    used += put_control(c->socket, room + used, size - used);
    return used + put_messages(c, room + used, size - used);
}

/* All that waited was taken by the system. */
void socket_sent(struct connection *c)
{
    struct socket *s = c->socket;
    s->since = 0;
    if (s->room > 8) {
        free(s->queue);
        s->queue = NULL;
        s->room = s->first = 0;
    }
    if (s->close_sent)
        return connection_goodbye(c);
    if (!s->overflowed || s->close_code != 0)
        return;
    s->overflowed = false;
    s->resynced = net_now(c->net);
    s->resyncing = true;
    c->net->hooks.socket_resync(c->net->context, c->id);
    s->resyncing = false;
}

/* --- in --- */

static void on_message(void *context, const char *text, size_t length)
{
    struct connection *c = context;
    c->net->counts.messages_in++;
    if (c->socket->close_code == 0)
        c->net->hooks.socket_message(c->net->context, c->id, text, length);
}

static void on_ping(void *context, const uint8_t *payload, size_t length)
{
    struct connection *c = context;
    struct socket *s = c->socket;
    s->noise++;
    if (s->pong == NULL)
        s->pong = malloc(1 + FRAME_CONTROL_MAX);
    if (s->pong == NULL)
        return;
    s->pong[0] = (uint8_t)length;
    memcpy(s->pong + 1, payload, length);
    connection_touch(c);
}

static void on_pong(void *context)
{
    struct connection *c = context;
    c->socket->noise++;
}

static void on_close(void *context, int code)
{
    struct connection *c = context;
    clear_queue(c->net, c->socket);
    socket_hang_up(c, code, "");
}

void socket_take(struct connection *c, const uint8_t *bytes, size_t length)
{
    static const struct frames_hooks hooks = {on_message, on_ping, on_pong, on_close};
    struct socket *s = c->socket;
    if (s->close_code != 0) /* we are through with it, whatever it says */
        return;
    s->heard = net_now(c->net);
    s->pinged = false;
    int wrong = frames_read(&s->frames, bytes, length, NET_MESSAGE_MAX, &hooks, c);
    if (wrong != 0) {
        net_note(c, "frames", "it broke the protocol", wrong);
        clear_queue(c->net, s);
        socket_hang_up(c, wrong, "");
    }
}

/* --- the beginning, and a look once a second --- */

static bool keep_welcome(struct exchange *x, const char *key)
{
    char accept[FRAME_ACCEPT_MAX];
    const struct http_header headers[] = {
        {"upgrade", "websocket"}, {"connection", "Upgrade"}, {"sec-websocket-accept", accept}};
    x->head = malloc(HTTP_ANSWER_HEAD_MAX);
    if (x->head == NULL || !frame_accept(key, accept))
        return false;
    x->head_length = http_write_head(x->head, HTTP_ANSWER_HEAD_MAX, 101, headers, 3);
    return x->head_length > 0;
}

void socket_begin(struct connection *c, const struct net_request *request, const char *key)
{
    c->socket = calloc(1, sizeof *c->socket);
    if (c->socket == NULL || !keep_welcome(c->exchange, key)) {
        free(c->socket);
        c->socket = NULL;
        c->deadline = net_now(c->net); /* no memory: the next look ends it */
        return;
    }
    c->stage = STAGE_SOCKET;
    c->deadline = 0;
    c->socket->heard = net_now(c->net);
    c->net->counts.sockets++;
    connection_touch(c);
    c->net->hooks.socket_open(c->net->context, request);
}

static void cut(struct connection *c, int64_t *counter, const char *what, const char *why)
{
    (*counter)++;
    net_note(c, what, why, (int64_t)(c->socket->bytes + c->out_length - c->out_sent));
    connection_end(c);
}

void socket_look(struct connection *c, int64_t now)
{
    struct socket *s = c->socket;
    const struct net_config *config = &c->net->config;
    int64_t silent = now - s->heard, idle = 1000 * (int64_t)config->idle_seconds;
    int64_t grace = idle < PONG_MS ? idle : PONG_MS;
    if (s->since != 0 && now - s->since > 1000 * (int64_t)config->unread_seconds)
        return cut(c, &c->net->counts.unread, "unread", "it does not read");
    if (s->pinged && silent >= idle + grace)
        return cut(c, &c->net->counts.silent, "silent", "it does not answer");
    if (s->noise > NOISE_MAX)
        socket_hang_up(c, CLOSE_POLICY, "too many control frames");
    s->noise = 0;
    if (silent >= idle && !s->pinged) {
        s->pinged = s->ping_now = true;
        connection_touch(c);
    }
}
