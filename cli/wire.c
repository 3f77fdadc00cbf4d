/* SPDX-License-Identifier: MIT */
/* The client's end of the protocol. */
#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

/* --- addresses --- */

static const struct {
    const char *begins;
    int port; /* 0: it must be told */
    bool tls;
} schemes[] = {
    {"https://", 443, true}, {"wss://", 443, true}, {"http://", 80, false},
    {"ws://", 80, false},    {"", 0, false},
};

/* "[::1]" is a host with colons; any other ends at the first one. */
static size_t host_length(const char *text)
{
    return text[0] == '[' ? strcspn(text, "]") + (strchr(text, ']') != NULL) : strcspn(text, ":/");
}

static bool read_path(const char *path, struct wire_address *out)
{
    *out = (struct wire_address){.host = "localhost", .port = 80};
    snprintf(out->path, sizeof out->path, "%s", path);
    return path[0] != '\0' && strlen(path) < sizeof out->path;
}

bool wire_address_read(const char *text, struct wire_address *out)
{
    int row = 0;
    char here[32];
    if (strncmp(text, "unix:", 5) == 0)
        return read_path(text + 5, out);
    if (text[0] != '\0' && text[strspn(text, "0123456789")] == '\0') {
        snprintf(here, sizeof here, "127.0.0.1:%.9s", text);
        text = here;
    }
    while (strncmp(text, schemes[row].begins, strlen(schemes[row].begins)) != 0)
        row++;
    text += strlen(schemes[row].begins);
    size_t length = host_length(text);
    const char *rest = text + length;
    bool framed = text[0] == '[' && length > 2;
    size_t bare = framed ? length - 2 : length;
    if (bare == 0 || bare >= sizeof out->host || (text[0] == '[' && !framed))
        return false;
    *out = (struct wire_address){.port = schemes[row].port, .tls = schemes[row].tls};
    snprintf(out->host, sizeof out->host, "%.*s", (int)bare, text + framed);
    if (*rest == ':') {
        char *end;
        long port = strtol(rest + 1, &end, 10);
        out->port = end == rest + 1 || port > 65535 ? 0 : (int)port;
        rest = end;
    }
    return out->port > 0 && (*rest == '\0' || *rest == '/');
}

bool wire_find(struct wire_address *address)
{
    struct link link;
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    address->at[0] = '\0';
    if (!link_open(&link, address, LINK_WAITS))
        return false;
    if (getpeername(link.fd, (struct sockaddr *)&peer, &size) == 0)
        getnameinfo((struct sockaddr *)&peer, size, address->at, sizeof address->at, NULL, 0,
                    NI_NUMERICHOST);
    link_close(&link);
    return true;
}

/* As in "Host:": with the port, unless it is the usual one. */
static void host_text(const struct wire_address *address, char out[160])
{
    bool numeric = strchr(address->host, ':') != NULL;
    bool usual = address->port == (address->tls ? 443 : 80);
    int length = snprintf(out, 160, numeric ? "[%s]" : "%s", address->host);
    if (!usual)
        snprintf(out + length, 160 - (size_t)length, ":%d", address->port);
}

/* A line of a request's head, or nothing. */
struct line {
    char text[256];
};

static struct line head_line(const char *name, const char *value)
{
    struct line line = {""};
    if (value != NULL && value[0] != '\0')
        snprintf(line.text, sizeof line.text, "%s: %s\r\n", name, value);
    return line;
}

/* --- HTTP --- */

static void find_cookie(const char *head, char *out, size_t size)
{
    const char *line = strcasestr(head, "\r\nset-cookie:");
    if (line == NULL || out == NULL)
        return;
    line += 13;
    line += strspn(line, " ");
    snprintf(out, size, "%.*s", (int)strcspn(line, ";\r"), line);
}

static bool write_all(struct link *link, const char *text, size_t length)
{
    for (ssize_t sent; length > 0; text += sent, length -= (size_t)sent)
        if ((sent = link_write(link, text, length)) <= 0)
            return false;
    return true;
}

/* A body that comes in pieces, each after its length and ended by CR LF: put together where it stands. What
 * is no such piece ends it. */
void wire_join_chunks(char *body)
{
    char *to = body;
    for (const char *at = body;;) {
        char *end;
        unsigned long length = strtoul(at, &end, 16);
        const char *from = strstr(end, "\r\n");
        if (from == NULL || length == 0 || length > strlen(from + 2) ||
            strncmp(from + 2 + length, "\r\n", 2) != 0)
            break;
        memmove(to, from + 2, length);
        to += length;
        at = from + 2 + length + 2;
    }
    *to = '\0';
}

enum { ANSWER_ROOM = 1024 * 1024 };

/* Everything until the server hangs up: the status, cookie and body of it. */
static int read_answer(struct link *link, char *answer, char *out_cookie, size_t cookie_size,
                       char *out, size_t size)
{
    size_t got = 0;
    int status = -1;
    for (ssize_t part; got < ANSWER_ROOM - 1 &&
                       (part = link_read(link, answer + got, ANSWER_ROOM - 1 - got)) > 0;)
        got += (size_t)part;
    answer[got] = '\0';
    char *end = strstr(answer, "\r\n\r\n");
    if (end == NULL || sscanf(answer, "HTTP/1.%*d %d", &status) != 1)
        return -1;
    *end = '\0';
    find_cookie(answer, out_cookie, cookie_size);
    if (strcasestr(answer, "\r\ntransfer-encoding: chunked") != NULL)
        wire_join_chunks(end + 4);
    if (out != NULL)
        snprintf(out, size, "%s", end + 4);
    return status;
}

int wire_http(const struct wire_address *address, const char *method, const char *path,
              const char *cookie, const char *body, char *out_cookie, size_t cookie_size, char *out,
              size_t size)
{
    struct link link;
    char request[20000], host[160];
    int status = -1;
    if (!link_open(&link, address, LINK_WAITS))
        return -1;
    host_text(address, host);
    char *answer = malloc(ANSWER_ROOM);
    int length = snprintf(request, sizeof request,
                          "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nCookie: %s\r\n%s"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          method, path, host, cookie == NULL ? "" : cookie,
                          head_line("X-Forwarded-For", address->as).text,
                          body == NULL ? 0 : strlen(body), body == NULL ? "" : body);
    if (answer != NULL && length < (int)sizeof request && write_all(&link, request, (size_t)length))
        status = read_answer(&link, answer, out_cookie, cookie_size, out, size);
    free(answer);
    link_close(&link);
    return status;
}

/* --- WebSocket --- */

enum { MESSAGE_MAX = 8 * 1024 * 1024 }; /* no server of ours says so much at once */

static bool reserve(char **room, size_t *size, size_t needed)
{
    if (*size >= needed)
        return true;
    size_t larger = *size == 0 ? 1024 : *size;
    while (larger < needed)
        larger *= 2;
    char *grown = realloc(*room, larger);
    if (grown == NULL)
        return false;
    *room = grown;
    *size = larger;
    return true;
}

void wire_send_raw(struct wire *wire, const char *bytes, size_t length)
{
    if (wire->fd < 0 || !reserve(&wire->out, &wire->out_room, wire->out_length + length))
        return;
    memcpy(wire->out + wire->out_length, bytes, length);
    wire->out_length += length;
}

bool wire_connect(struct wire *wire, const struct wire_address *address, const char *cookie,
                  const char *origin)
{
    char request[1024], host[160];
    *wire = (struct wire){.fd = -1};
    if (!link_open(&wire->link, address, LINK_ASKS))
        return false;
    wire->fd = wire->link.fd;
    host_text(address, host);
    int length =
        snprintf(request, sizeof request,
                 "GET /ws HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: dGFraHQgaXMgdGhyb25lIQ==\r\nSec-WebSocket-Version: 13\r\n"
                 "Cookie: %s\r\n%s%s\r\n",
                 host, cookie, head_line("Origin", origin).text,
                 head_line("X-Forwarded-For", address->as).text);
    wire_send_raw(wire, request, (size_t)length);
    return true;
}

/* A client's frames are masked with bytes that nobody can guess, as RFC 6455 says. */
static void send_frame(struct wire *wire, int kind, const char *text, size_t length)
{
    unsigned char head[14] = {(unsigned char)(0x80 | kind)}, mask[4] = {0};
    size_t used = 2;
    if (length < 126) {
        head[1] = (unsigned char)(0x80 | length);
    } else if (length < 65536) {
        head[1] = 0x80 | 126;
        head[2] = (unsigned char)(length >> 8);
        head[3] = (unsigned char)length;
        used = 4;
    } else {
        head[1] = 0x80 | 127;
        for (int i = 0; i < 8; i++)
            head[2 + i] = (unsigned char)((uint64_t)length >> (56 - 8 * i));
        used = 10;
    }
    if (getrandom(mask, sizeof mask, 0) != (ssize_t)sizeof mask)
        memset(mask, 0, sizeof mask);
    memcpy(head + used, mask, sizeof mask);
    wire_send_raw(wire, (const char *)head, used + sizeof mask);
    size_t from = wire->out_length;
    wire_send_raw(wire, text, length);
    for (size_t i = from; i < wire->out_length; i++)
        wire->out[i] = (char)(wire->out[i] ^ mask[(i - from) % sizeof mask]);
}

void wire_send(struct wire *wire, const char *text, size_t length)
{
    send_frame(wire, 1, text, length);
}

bool wire_wants_to_write(const struct wire *wire)
{
    return wire->out_sent < wire->out_length;
}

void wire_close(struct wire *wire)
{
    if (wire->fd >= 0)
        link_close(&wire->link);
    free(wire->in);
    free(wire->out);
    free(wire->part);
    *wire = (struct wire){.fd = -1};
}

static bool flush(struct wire *wire)
{
    while (wire->out_sent < wire->out_length) {
        ssize_t sent =
            link_write(&wire->link, wire->out + wire->out_sent, wire->out_length - wire->out_sent);
        if (sent == 0)
            return false;
        if (sent < 0)
            return errno == EAGAIN || errno == EINPROGRESS || errno == ENOTCONN;
        wire->out_sent += (size_t)sent;
    }
    wire->out_sent = wire->out_length = 0;
    return true;
}

/* False at the end of the connection. A server that never stops talking is listened to for one message. */
static bool fill(struct wire *wire)
{
    while (wire->in_length < 2 * MESSAGE_MAX) {
        if (!reserve(&wire->in, &wire->in_room, wire->in_length + 16384))
            return false;
        ssize_t got =
            link_read(&wire->link, wire->in + wire->in_length, wire->in_room - wire->in_length - 1);
        if (got == 0)
            return false;
        if (got < 0)
            return errno == EAGAIN || errno == EINPROGRESS || errno == ENOTCONN;
        wire->in_length += (size_t)got;
    }
    return true;
}

static bool shake_hands(struct wire *wire)
{
    wire->in[wire->in_length] = '\0';
    char *end = strstr(wire->in, "\r\n\r\n");
    if (end == NULL)
        return wire->in_length < 8192;
    if (strncmp(wire->in, "HTTP/1.1 101", 12) != 0)
        return false;
    size_t head = (size_t)(end + 4 - wire->in);
    memmove(wire->in, wire->in + head, wire->in_length - head);
    wire->in_length -= head;
    wire->open = true;
    return true;
}

/* A message may come in several frames; the last one has its end (FIN). */
static void take_text(struct wire *wire, bool last, const char *text, size_t length,
                      void (*each)(void *, const char *, size_t), void *context)
{
    if (last && wire->part_length == 0) {
        each(context, text, length);
        return;
    }
    if (!reserve(&wire->part, &wire->part_room, wire->part_length + length))
        return;
    memcpy(wire->part + wire->part_length, text, length);
    wire->part_length += length;
    if (last) {
        each(context, wire->part, wire->part_length);
        wire->part_length = 0;
    }
}

/* One frame from `at`; returns its bytes, 0 if it is not complete, or -1 when the server closes. */
static ssize_t take_frame(struct wire *wire, size_t at, void (*each)(void *, const char *, size_t),
                          void *context)
{
    const unsigned char *frame = (const unsigned char *)wire->in + at;
    size_t left = wire->in_length - at, head = 2;
    if (left < 2)
        return 0;
    uint64_t length = frame[1] & 127;
    if (length == 126) {
        head = 4;
        if (left < head)
            return 0;
        length = (uint64_t)frame[2] << 8 | frame[3];
    } else if (length == 127) {
        head = 10;
        if (left < head)
            return 0;
        length = 0;
        for (int i = 0; i < 8; i++)
            length = length << 8 | frame[2 + i];
    }
    if (length > MESSAGE_MAX || wire->part_length > MESSAGE_MAX)
        return -1;
    if (left < head + length)
        return 0;
    int kind = frame[0] & 15;
    if (kind == 8)
        return -1;
    if (kind == 9) /* a ping is answered with the same bytes */
        send_frame(wire, 10, (const char *)frame + head, (size_t)length);
    else if (kind <= 1)
        take_text(wire, (frame[0] & 0x80) != 0, (const char *)frame + head, (size_t)length, each,
                  context);
    return (ssize_t)(head + length);
}

bool wire_step(struct wire *wire, void (*each)(void *context, const char *text, size_t length),
               void *context)
{
    if (wire->fd < 0 || !flush(wire))
        return false;
    bool alive = fill(wire);
    if (!wire->open && (wire->in_length == 0 || !shake_hands(wire)))
        return alive && wire->in_length == 0;
    size_t at = 0;
    while (wire->open && at < wire->in_length) {
        ssize_t used = take_frame(wire, at, each, context);
        if (used < 0)
            return false;
        if (used == 0)
            break;
        at += (size_t)used;
    }
    if (at > 0) {
        memmove(wire->in, wire->in + at, wire->in_length - at);
        wire->in_length -= at;
    }
    return alive && flush(wire);
}
