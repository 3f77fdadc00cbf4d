/* SPDX-License-Identifier: MIT */
/*
 * HTTP/1.1 as bytes: a request is read out of a buffer, the head of an answer is written into one.
 * Nothing here reads from a connection or knows what a request is for.
 *
 * It reads strictly. Whatever two readers could understand differently (a length given twice, a
 * body whose end is coded, a line that goes on in the next) is refused: behind a proxy such
 * differences are how one client's request becomes another's.
 */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum {
    HTTP_HEAD_MAX = 8192,   /* bytes of a request without its body */
    HTTP_PATH_MAX = 511,    /* bytes of a path */
    HTTP_HEADERS_MAX = 64,  /* lines */
    HTTP_JOINED_MAX = 2048, /* bytes of headers that came in several lines */
    HTTP_ANSWER_HEAD_MAX = 4096,
};

/*
 * A request's head. The texts lie in the buffer it was read from, or in `joined`, so it is not to be
 * copied; "" where the client sent none.
 */
struct http_request {
    const char *method, *path, *query, *host, *cookie, *origin, *type, *encodings, *if_none_match,
        *agent, *forwarded_for, *forwarded_proto, *upgrade, *connection, *socket_key,
        *socket_version, *length, *coding, *expect;
    const char
        *asked_host; /* of "http://HOST/path", asked_length bytes of it; NULL: there is none */
    size_t body_length, joined_length, asked_length;
    bool keep_alive;
    bool
        old; /* HTTP/1.0: it is told that its connection lives on, and asked for nothing in between */
    char joined[HTTP_JOINED_MAX]; /* lists that came in several lines, each as one */
};

/*
 * Reads a head out of buffer[0..length), and changes the buffer to end texts in it. Returns the
 * bytes it took, 0 if the head is not complete, or minus the status to refuse it with; after a
 * refusal the connection is of no more use. The buffer must have one byte of room after `length`.
 */
int http_read(char *buffer, size_t length, struct http_request *out);

/* Is one of the words of a comma list, in any case? */
bool http_lists(const char *list, const char *word);

struct http_header {
    const char *name, *value; /* a value of NULL is left out */
};

/* Writes the head of an answer; 0 if it does not fit or a value would break out of its line. */
size_t http_write_head(char *out, size_t size, int status, const struct http_header *headers,
                       size_t count);

#endif
