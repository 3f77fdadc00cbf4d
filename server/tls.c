/* SPDX-License-Identifier: MIT */
/* TLS, over OpenSSL. */
#include "tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tls {
    SSL_CTX *context;
    char *cert, *key;
};

/* One protocol is spoken here; a client that asks for others gets it or goes. */
static int choose_protocol(SSL *session, const unsigned char **out, unsigned char *out_length,
                           const unsigned char *in, unsigned int length, void *unused)
{
    static const unsigned char ours[] = "\x08http/1.1";
    (void)session, (void)unused;
    unsigned char *chosen = NULL;
    int found = SSL_select_next_proto(&chosen, out_length, ours, sizeof ours - 1, in, length);
    *out = chosen;
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

/* False if this OpenSSL does not know them: weaker ones are not spoken instead. */
static bool set_rules(SSL_CTX *context)
{
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION |
                                     SSL_OP_NO_COMPRESSION | SSL_OP_IGNORE_UNEXPECTED_EOF);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_RELEASE_BUFFERS |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1 &&
           SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1 &&
           SSL_CTX_set_num_tickets(context, 0) == 1;
}

/* A context with this certificate and key, or NULL and why. */
static SSL_CTX *load(const char *cert, const char *key, char *why, size_t why_size)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    const char *wrong = context == NULL                                                    ? "TLS"
                        : SSL_CTX_use_certificate_chain_file(context, cert) != 1           ? cert
                        : SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1 ? key
                                                                                           : NULL;
    if (wrong == NULL && SSL_CTX_check_private_key(context) == 1 && set_rules(context))
        return context;
    const char *reason = ERR_reason_error_string(ERR_get_error());
    snprintf(why, why_size, "%s: %s", wrong == NULL ? key : wrong,
             reason == NULL ? "it cannot be used" : reason);
    ERR_clear_error();
    SSL_CTX_free(context);
    return NULL;
}

struct tls *tls_open(const char *cert, const char *key, char *why, size_t why_size)
{
    struct tls *tls = calloc(1, sizeof *tls);
    if (tls == NULL)
        return NULL;
    tls->context = load(cert, key, why, why_size);
    tls->cert = strdup(cert);
    tls->key = strdup(key);
    if (tls->context != NULL && tls->cert != NULL && tls->key != NULL)
        return tls;
    tls_free(tls);
    return NULL;
}

void tls_free(struct tls *tls)
{
    if (tls == NULL)
        return;
    SSL_CTX_free(tls->context);
    free(tls->cert);
    free(tls->key);
    free(tls);
}

bool tls_reload(struct tls *tls, char *why, size_t why_size)
{
    SSL_CTX *fresh = load(tls->cert, tls->key, why, why_size);
    if (fresh == NULL)
        return false;
    SSL_CTX_free(tls->context); /* sessions hold their own share */
    tls->context = fresh;
    return true;
}

struct ssl_st *tls_accept(struct tls *tls, int fd)
{
    SSL *session = SSL_new(tls->context);
    if (session == NULL || SSL_set_fd(session, fd) != 1) {
        SSL_free(session);
        return NULL;
    }
    SSL_set_accept_state(session);
    return session;
}

void tls_close(struct ssl_st *session)
{
    if (session == NULL)
        return;
    if (SSL_is_init_finished(session))
        SSL_shutdown(session);
    ERR_clear_error();
    SSL_free(session);
}

static enum tls_result result_of(SSL *session, int returned)
{
    int error = returned == 1 ? SSL_ERROR_NONE : SSL_get_error(session, returned);
    ERR_clear_error();
    return error == SSL_ERROR_NONE         ? TLS_DONE
           : error == SSL_ERROR_WANT_READ  ? TLS_WANTS_READ
           : error == SSL_ERROR_WANT_WRITE ? TLS_WANTS_WRITE
                                           : TLS_OVER;
}

enum tls_result tls_read(struct ssl_st *session, void *room, size_t size, size_t *out_length)
{
    return result_of(session, SSL_read_ex(session, room, size, out_length));
}

enum tls_result tls_write(struct ssl_st *session, const void *bytes, size_t length,
                          size_t *out_length)
{
    return result_of(session, SSL_write_ex(session, bytes, length, out_length));
}

bool tls_pending(struct ssl_st *session)
{
    return SSL_pending(session) > 0;
}
