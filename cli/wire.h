/* SPDX-License-Identifier: MIT */
/*
 * The client's end of the protocol, for playing, measuring and testing: HTTP requests that wait for
 * their answer, and WebSockets that do not wait.
 */
#ifndef CLI_WIRE_H
#define CLI_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "link.h"

struct wire_address {
    char host[128];
    int port;
    bool tls;
    bool any_certificate; /* is taken for that of the host */
    char path[108];       /* of a socket in the file system, or empty */
    char as[48]; /* the address to be taken for by a server that trusts a proxy, or empty */
    char at[64]; /* the numeric address that answered, or empty: see wire_find */
};

/* HOST:PORT, PORT of this machine, unix:PATH, or http, https, ws or wss://HOST[:PORT][/…] */
bool wire_address_read(const char *text, struct wire_address *out);
/* Of several addresses behind a name, the one that answers is used from now on. False: none does,
 * and errno says why. */
bool wire_find(struct wire_address *address);

/* A request and its answer; returns the status, or -1. The body goes to out, cut and terminated. */
int wire_http(const struct wire_address *address, const char *method, const char *path,
              const char *cookie, const char *body, char *out_cookie, size_t cookie_size, char *out,
              size_t size);

/* A body in pieces, each after its length, becomes one, in place. */
void wire_join_chunks(char *body);

struct wire {
    int fd;                /* -1 when closed */
    bool open;             /* the handshake is done */
    char *in, *out, *part; /* part: the beginning of a message that comes in pieces */
    size_t in_length, in_room, out_length, out_room, out_sent, part_length, part_room;
    struct link link;
};

/* Begins to connect to /ws, as a page of that origin (or NULL). Watch fd for reading and writing. */
bool wire_connect(struct wire *wire, const struct wire_address *address, const char *cookie,
                  const char *origin);
void wire_send(struct wire *wire, const char *text, size_t length);
/* Sends bytes as they are, for tests of malformed frames. */
void wire_send_raw(struct wire *wire, const char *bytes, size_t length);
/* Reads and writes what it can; calls `each` for every whole message. False when the connection is
 * gone. */
bool wire_step(struct wire *wire, void (*each)(void *context, const char *text, size_t length),
               void *context);
bool wire_wants_to_write(const struct wire *wire);
void wire_close(struct wire *wire);

#endif
