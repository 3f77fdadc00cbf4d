/* SPDX-License-Identifier: MIT */
/*
 * TLS, over OpenSSL: TLS 1.3, and 1.2 only with suites that keep what was said secret even from
 * whoever gets the key later.
 */
#ifndef SERVER_TLS_H
#define SERVER_TLS_H

#include <stdbool.h>
#include <stddef.h>

struct tls;
struct ssl_st; /* one connection's */

struct tls *tls_open(const char *cert, const char *key, char *why, size_t why_size);
void tls_free(struct tls *tls);
/* Reads certificate and key again; connections that are open keep theirs. After a failure the old
 * ones stay. */
bool tls_reload(struct tls *tls, char *why, size_t why_size);

struct ssl_st *tls_accept(struct tls *tls, int fd);
void tls_close(struct ssl_st *session); /* says goodbye if it can, and frees */

enum tls_result { TLS_DONE, TLS_WANTS_READ, TLS_WANTS_WRITE, TLS_OVER };
/* As recv and send: bytes in *out_length when TLS_DONE. What was tried to be sent and was not must
 * be sent again before anything else. */
enum tls_result tls_read(struct ssl_st *session, void *room, size_t size, size_t *out_length);
enum tls_result tls_write(struct ssl_st *session, const void *bytes, size_t length,
                          size_t *out_length);
bool tls_pending(struct ssl_st *session); /* bytes wait that the system does not know of */

#endif
