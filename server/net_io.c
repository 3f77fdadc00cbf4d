/* SPDX-License-Identifier: MIT */
/* The bytes of one connection: in, out, and its end. */
#include "net_internal.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum io { IO_DONE, IO_WAIT, IO_OVER };

/* --- names of connections --- */

static bool grow(struct net *net)
{
    uint32_t count = net->slot_count == 0 ? 64 : 2 * net->slot_count;
    struct slot *slots = realloc(net->slots, count * sizeof *slots);
    if (slots == NULL)
        return false;
    memset(slots + net->slot_count, 0, (count - net->slot_count) * sizeof *slots);
    net->free_hint = net->slot_count;
    net->slots = slots;
    net->slot_count = count;
    return true;
}

static bool give_name(struct net *net, struct connection *c)
{
    uint32_t slot = net->free_hint;
    while (slot < net->slot_count && net->slots[slot].connection != NULL)
        slot++;
    if (slot == net->slot_count) {
        if (!grow(net))
            return false;
        slot = net->free_hint;
    }
    net->free_hint = slot + 1;
    net->slots[slot].connection = c;
    net->slots[slot].generation++;
    c->id = (net_id)net->slots[slot].generation << 32 | slot;
    return true;
}

static void take_name(struct net *net, struct connection *c)
{
    uint32_t slot = (uint32_t)c->id;
    net->slots[slot].connection = NULL;
    if (slot < net->free_hint)
        net->free_hint = slot;
}

/* --- waiting --- */

void connection_touch(struct connection *c)
{
    if (c->dirty || c->ended)
        return;
    c->dirty = true;
    c->next_dirty = c->net->first_dirty;
    c->net->first_dirty = c;
}

static void on_poll(uv_poll_t *poll, int status, int events);
static void take(struct connection *c);

void connection_watch(struct connection *c)
{
    bool reads = c->stage < STAGE_HANDLER ||
                 (c->stage > STAGE_ANSWER && !(c->stage == STAGE_SOCKET && c->socket->held));
    int events = (reads ? UV_READABLE : 0) | (c->blocked || c->tls_wants_write ? UV_WRITABLE : 0);
    if (events == c->events || c->ended)
        return;
    c->events = events;
    if (events == 0)
        uv_poll_stop(&c->poll);
    else
        uv_poll_start(&c->poll, events, on_poll);
}

/* --- the end --- */

static void free_connection(uv_handle_t *handle)
{
    free(handle->data);
}

void connection_asks(struct connection *c)
{
    c->peer->silent -= c->opened != 0;
    c->opened = 0;
}

void connection_end(struct connection *c)
{
    struct net *net = c->net;
    if (c->ended)
        return;
    c->ended = true;
    bool was_socket = c->socket != NULL;
    uv_close((uv_handle_t *)&c->poll, free_connection);
    tls_close(c->tls);
    close(c->fd);
    take_name(net, c);
    connection_asks(c);
    peer_leave(net, c->peer);
    peer_leave(net, c->visitor);
    http_clear(c);
    socket_clear(c);
    free(c->in);
    free(c->out);
    c->in = c->out = NULL;
    net->counts.connections--;
    if (was_socket) {
        net->counts.sockets--;
        net->hooks.socket_close(net->context, c->id);
    }
}

void connection_goodbye(struct connection *c)
{
    c->stage = STAGE_GOODBYE;
    c->deadline = net_now(c->net) + GOODBYE_MS;
    if (c->tls != NULL) {
        tls_close(c->tls);
        c->tls = NULL;
    }
    shutdown(c->fd, SHUT_WR);
    connection_watch(c);
}

/* --- out --- */

/* Gives bytes to the system; how many it took. */
static enum io push(struct connection *c, const void *bytes, size_t length, size_t *out_taken)
{
    *out_taken = 0;
    if (c->tls != NULL) {
        enum tls_result result = tls_write(c->tls, bytes, length, out_taken);
        return result == TLS_DONE ? IO_DONE : result == TLS_OVER ? IO_OVER : IO_WAIT;
    }
    ssize_t sent = send(c->fd, bytes, length, MSG_NOSIGNAL);
    if (sent >= 0)
        *out_taken = (size_t)sent;
    return sent >= 0 ? IO_DONE : errno == EAGAIN || errno == EINTR ? IO_WAIT : IO_OVER;
}

/* What was not taken is kept as it is: a frame that has begun must be finished. */
static bool keep_rest(struct connection *c, const uint8_t *bytes, size_t length)
{
    c->out = malloc(length);
    if (c->out == NULL)
        return false;
    memcpy(c->out, bytes, length);
    c->out_length = length;
    c->out_sent = 0;
    return true;
}

static enum io push_rest(struct connection *c)
{
    size_t taken;
    enum io io = push(c, c->out + c->out_sent, c->out_length - c->out_sent, &taken);
    c->out_sent += taken;
    if (c->out_sent == c->out_length) {
        free(c->out);
        c->out = NULL;
        c->out_length = c->out_sent = 0;
        return io;
    }
    return io == IO_DONE ? IO_WAIT : io;
}

static size_t gather(struct connection *c)
{
    return c->stage == STAGE_SOCKET   ? socket_gather(c, c->net->chunk, CHUNK)
           : c->stage == STAGE_ANSWER ? http_gather(c, c->net->chunk, CHUNK)
           : c->stage == STAGE_BODY   ? http_go_on(c, c->net->chunk)
                                      : 0;
}

static enum io push_next(struct connection *c, bool *out_nothing)
{
    size_t taken, length = gather(c);
    *out_nothing = length == 0;
    if (length == 0)
        return IO_DONE;
    enum io io = push(c, c->net->chunk, length, &taken);
    if (io == IO_OVER || taken == length)
        return io;
    return keep_rest(c, c->net->chunk + taken, length - taken) ? IO_WAIT : IO_OVER;
}

/* Sends what there is; a megabyte at a time, so that the others get their turn. */
static enum io push_all(struct connection *c)
{
    bool nothing = false;
    enum io io = IO_DONE;
    for (int i = 0; i < 64 && io == IO_DONE && !nothing; i++)
        io = c->out != NULL ? push_rest(c) : push_next(c, &nothing);
    c->blocked = !nothing;
    return io;
}

void connection_relieve(struct connection *c)
{
    if (!c->blocked && !c->lost && push_all(c) == IO_OVER)
        c->lost = true;
    connection_touch(c);
}

static void flush(struct connection *c)
{
    if (c->lost || push_all(c) == IO_OVER)
        return connection_end(c);
    bool nothing = !c->blocked;
    if (nothing && c->stage == STAGE_SOCKET)
        socket_sent(c);
    else if (nothing && c->stage == STAGE_ANSWER)
        http_sent(c);
    if (!c->ended && c->tls != NULL && tls_pending(c->tls))
        return take(c); /* what TLS has read ahead wakes nobody */
    connection_watch(c);
}

void connection_flush_all(struct net *net)
{
    while (net->first_dirty != NULL) {
        struct connection *c = net->first_dirty;
        net->first_dirty = c->next_dirty;
        c->dirty = false;
        if (!c->ended)
            flush(c);
    }
}

/* --- in --- */

static enum io pull(struct connection *c, void *room, size_t size, size_t *out_length)
{
    *out_length = 0;
    c->tls_wants_write = false;
    if (c->tls != NULL) {
        enum tls_result result = tls_read(c->tls, room, size, out_length);
        c->tls_wants_write = result == TLS_WANTS_WRITE;
        return result == TLS_DONE ? IO_DONE : result == TLS_OVER ? IO_OVER : IO_WAIT;
    }
    ssize_t got = recv(c->fd, room, size, 0);
    if (got > 0)
        *out_length = (size_t)got;
    return got > 0 ? IO_DONE : got < 0 && (errno == EAGAIN || errno == EINTR) ? IO_WAIT : IO_OVER;
}

/* Bytes of a request are kept until it is whole. Room for the longest one is taken at once, for
 * its texts must not move. */
static enum io pull_request(struct connection *c)
{
    size_t got;
    if (c->in == NULL && (c->in = malloc(IN_MAX + 1)) == NULL)
        return IO_OVER;
    enum io io = pull(c, c->in + c->in_length, IN_MAX - c->in_length, &got);
    bool first = c->in_length == 0 && got > 0;
    c->in_length += got;
    if (c->in_length == 0) {
        free(c->in);
        c->in = NULL;
    }
    if (first && c->stage == STAGE_REQUEST)
        c->deadline = net_now(c->net) + 1000 * (int64_t)c->net->config.request_seconds;
    if (got > 0)
        http_take(c);
    return io;
}

static enum io pull_frames(struct connection *c)
{
    size_t got;
    enum io io = pull(c, c->net->room, READ_MAX, &got);
    if (got > 0)
        socket_take(c, c->net->room, got);
    return io;
}

static enum io pull_rubbish(struct connection *c)
{
    size_t got;
    return pull(c, c->net->room, READ_MAX, &got);
}

static void take(struct connection *c)
{
    enum io io;
    do {
        bool asks = c->stage == STAGE_REQUEST || c->stage == STAGE_BODY;
        bool speaks = c->stage == STAGE_SOCKET && !c->socket->held;
        io = asks                        ? pull_request(c)
             : speaks                    ? pull_frames(c)
             : c->stage == STAGE_GOODBYE ? pull_rubbish(c)
                                         : IO_WAIT;
    } while (io == IO_DONE && !c->ended && c->tls != NULL && tls_pending(c->tls));
    if (io == IO_OVER)
        connection_end(c);
    else
        connection_watch(c);
}

static void on_poll(uv_poll_t *poll, int status, int events)
{
    struct connection *c = poll->data;
    if (status < 0)
        return connection_end(c);
    bool again = c->tls_wants_write && (events & UV_WRITABLE) != 0;
    if ((events & UV_WRITABLE) != 0 && c->blocked)
        flush(c);
    if (!c->ended && ((events & UV_READABLE) != 0 || again))
        take(c);
}

/* --- the beginning --- */

bool connection_open(struct net *net, int fd, struct listener *listener, const char *address,
                     struct peer *peer)
{
    struct connection *c = calloc(1, sizeof *c);
    int one = 1, unsent = 128 * 1024;
    if (c == NULL)
        return false;
    c->net = net;
    c->fd = fd;
    c->inside = listener->inside;
    memcpy(c->address, address, sizeof c->address);
    bool secure = net->tls != NULL && !c->inside;
    bool fine = give_name(net, c) && (!secure || (c->tls = tls_accept(net->tls, fd)) != NULL) &&
                uv_poll_init(net->loop, &c->poll, fd) == 0;
    if (!fine) {
        tls_close(c->tls);
        if (c->id != 0)
            take_name(net, c);
        free(c);
        return false;
    }
    c->poll.data = c;
    c->peer = peer;
    c->opened = net_now(net);
    peer->silent++;
    net->counts.connections++;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
    http_begin(c, 1000 * (int64_t)net->config.request_seconds);
    return true;
}
