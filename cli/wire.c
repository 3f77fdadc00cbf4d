/* The client's end of the protocol. */
#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

bool wire_address_read(const char *text, struct wire_address *out)
{
    const char *start = strncmp(text, "http://", 7) == 0 ? text + 7 : text;
    const char *colon = strchr(start, ':');
    if (colon == NULL || (size_t)(colon - start) >= sizeof out->host)
        return false;
    snprintf(out->host, sizeof out->host, "%.*s", (int)(colon - start), start);
    out->port = atoi(colon + 1);
    out->as[0] = '\0';
    return out->port > 0 && out->port < 65536;
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

static int dial(const struct wire_address *address, bool wait)
{
    char port[8];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    snprintf(port, sizeof port, "%d", address->port);
    if (getaddrinfo(address->host, port, &hints, &found) != 0)
        return -1;
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    if (fd >= 0 && !wait)
        fcntl(fd, F_SETFL, O_NONBLOCK);
    bool connected =
        fd >= 0 && (connect(fd, found->ai_addr, found->ai_addrlen) == 0 || errno == EINPROGRESS);
    freeaddrinfo(found);
    if (!connected) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
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

int wire_http(const struct wire_address *address, const char *method, const char *path,
              const char *cookie, const char *body, char *out_cookie, size_t cookie_size, char *out,
              size_t size)
{
    enum { ROOM = 1024 * 1024 };
    int fd = dial(address, true), status = -1;
    char *answer = malloc(ROOM);
    char request[20000];
    if (fd < 0 || answer == NULL) {
        free(answer);
        if (fd >= 0)
            close(fd);
        return -1;
    }
    int length = snprintf(request, sizeof request,
                          "%s %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\nCookie: %s\r\n%s"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          method, path, address->host, address->port, cookie == NULL ? "" : cookie,
                          head_line("X-Forwarded-For", address->as).text,
                          body == NULL ? 0 : strlen(body), body == NULL ? "" : body);
    size_t got = 0;
    if (length < (int)sizeof request && write(fd, request, (size_t)length) == length)
        for (ssize_t part; got < ROOM - 1 && (part = read(fd, answer + got, ROOM - 1 - got)) > 0;)
            got += (size_t)part;
    answer[got] = '\0';
    char *end = strstr(answer, "\r\n\r\n");
    if (end != NULL && sscanf(answer, "HTTP/1.%*d %d", &status) == 1) {
        *end = '\0';
        find_cookie(answer, out_cookie, cookie_size);
        if (out != NULL)
            snprintf(out, size, "%s", end + 4);
    }
    free(answer);
    close(fd);
    return status;
}

/* --- WebSocket --- */

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
    char request[1024];
    *wire = (struct wire){.fd = dial(address, false)};
    if (wire->fd < 0)
        return false;
    int length =
        snprintf(request, sizeof request,
                 "GET /ws HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: dGFraHQgaXMgdGhyb25lIQ==\r\nSec-WebSocket-Version: 13\r\n"
                 "Cookie: %s\r\n%s%s\r\n",
                 address->host, address->port, cookie, head_line("Origin", origin).text,
                 head_line("X-Forwarded-For", address->as).text);
    wire_send_raw(wire, request, (size_t)length);
    return true;
}

/* A client's frames are masked; the mask may be anything, and nothing is the cheapest. */
void wire_send(struct wire *wire, const char *text, size_t length)
{
    unsigned char head[14] = {0x81};
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
    wire_send_raw(wire, (const char *)head, used + 4);
    wire_send_raw(wire, text, length);
}

bool wire_wants_to_write(const struct wire *wire)
{
    return wire->out_sent < wire->out_length;
}

void wire_close(struct wire *wire)
{
    if (wire->fd >= 0)
        close(wire->fd);
    free(wire->in);
    free(wire->out);
    *wire = (struct wire){.fd = -1};
}

static bool flush(struct wire *wire)
{
    while (wire->out_sent < wire->out_length) {
        ssize_t sent = send(wire->fd, wire->out + wire->out_sent, wire->out_length - wire->out_sent,
                            MSG_NOSIGNAL);
        if (sent < 0)
            return errno == EAGAIN || errno == EINPROGRESS || errno == ENOTCONN;
        wire->out_sent += (size_t)sent;
    }
    wire->out_sent = wire->out_length = 0;
    return true;
}

/* False at the end of the connection. */
static bool fill(struct wire *wire)
{
    for (;;) {
        if (!reserve(&wire->in, &wire->in_room, wire->in_length + 16384))
            return false;
        ssize_t got =
            read(wire->fd, wire->in + wire->in_length, wire->in_room - wire->in_length - 1);
        if (got == 0)
            return false;
        if (got < 0)
            return errno == EAGAIN || errno == EINPROGRESS || errno == ENOTCONN;
        wire->in_length += (size_t)got;
    }
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
    if (left < head + length)
        return 0;
    int kind = frame[0] & 15;
    if (kind == 8)
        return -1;
    if (kind == 9) { /* a ping is answered with the same bytes */
        const char pong[6] = {(char)0x8a, (char)(0x80 | (length & 127))};
        wire_send_raw(wire, pong, sizeof pong);
        wire_send_raw(wire, (const char *)frame + head, (size_t)length);
    } else if (kind == 1) {
        each(context, (const char *)frame + head, (size_t)length);
    }
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
