/* SPDX-License-Identifier: MIT */
/* Bytes to a server and back, over TCP or over TLS. */
#ifndef CLI_LINK_H
#define CLI_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct wire_address;
struct ssl_st;

struct link {
    int fd; /* -1 when closed */
    struct ssl_st *tls;
};

enum link_wait { LINK_WAITS, LINK_ASKS };

/* LINK_WAITS: every call waits, but not for ever. LINK_ASKS: none does. False: nobody answers
 * there, and errno says why. */
bool link_open(struct link *link, const struct wire_address *address, enum link_wait wait);
/* As read and send: -1 with errno EAGAIN when there is nothing yet. */
ssize_t link_read(struct link *link, void *out, size_t size);
ssize_t link_write(struct link *link, const void *bytes, size_t size);
void link_close(struct link *link);
/* What was wrong with the certificate or the handshake of the last connection; "" if nothing. */
const char *link_problem(void);

#endif
