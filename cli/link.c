/* SPDX-License-Identifier: MIT */
/* A connection to a server, with or without TLS: bytes there and back. */
#include "link.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "signals.h"
#include "wire.h"

enum { PATIENCE_S = 20 };

static char problem[256];

const char *link_problem(void)
{
    return problem;
}

/* --- TCP --- */

/* A window that changes is no reason to give up what waits for its answer; Ctrl-C is. */
static bool goes_on(ssize_t result)
{
    return result < 0 && errno == EINTR && !signals_interrupted();
}

/* Interrupted connecting goes on by itself. */
static bool has_connected(int fd)
{
    struct pollfd out = {.fd = fd, .events = POLLOUT};
    int ready, why = ETIMEDOUT;
    socklen_t size = sizeof why;
    do
        ready = signals_poll(&out, 1, PATIENCE_S * 1000);
    while (goes_on(ready));
    if (ready == 1)
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &why, &size);
    errno = why;
    return why == 0;
}

/* On its way where somebody asks later whether it has arrived; where we wait, the same answer means that our
 * patience is at its end (SO_SNDTIMEO). */
static bool is_connecting(enum link_wait wait)
{
    if (errno == EINPROGRESS && wait != LINK_ASKS)
        errno = ETIMEDOUT;
    return errno == EINPROGRESS;
}

static int dial(const struct addrinfo *to, enum link_wait wait)
{
    struct timeval patience = {.tv_sec = PATIENCE_S};
    int fd = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    if (fd < 0)
        return -1;
    if (wait == LINK_ASKS) {
        fcntl(fd, F_SETFL, O_NONBLOCK);
    } else {
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    }
    if (connect(fd, to->ai_addr, to->ai_addrlen) != 0 && !is_connecting(wait) &&
        !(errno == EINTR && has_connected(fd))) {
        int why = errno;
        close(fd);
        errno = why;
        return -1;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static int dial_path(const char *path, enum link_wait wait)
{
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    snprintf(to.sun_path, sizeof to.sun_path, "%s", path);
    return dial(&(struct addrinfo){.ai_family = AF_UNIX,
                                   .ai_addr = (struct sockaddr *)&to,
                                   .ai_addrlen = sizeof to},
                wait);
}

/* The first of its addresses that answers. */
static int dial_any(const struct wire_address *address, enum link_wait wait)
{
    if (address->path[0] != '\0')
        return dial_path(address->path, wait);
    char port[8];
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found = NULL;
    const char *host = address->at[0] != '\0' ? address->at : address->host;
    int fd = -1;
    snprintf(port, sizeof port, "%d", address->port);
    if (getaddrinfo(host, port, &hints, &found) != 0) {
        errno = EHOSTUNREACH;
        return -1;
    }
    for (const struct addrinfo *to = found; to != NULL && fd < 0; to = to->ai_next)
        fd = dial(to, wait);
    freeaddrinfo(found);
    return fd;
}

/* --- TLS --- */

/* Trusts what the system trusts; SSL_CERT_FILE names more. */
static SSL_CTX *context(void)
{
    static SSL_CTX *made;
    if (made == NULL && (made = SSL_CTX_new(TLS_client_method())) != NULL) {
        SSL_CTX_set_min_proto_version(made, TLS1_2_VERSION);
        SSL_CTX_set_default_verify_paths(made);
        SSL_CTX_set_verify(made, SSL_VERIFY_PEER, NULL);
        SSL_CTX_set_mode(made, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    }
    return made;
}

/* The certificate must be that of the host that was asked for, be it a name or an address, unless any will do. */
static bool begin_tls(struct link *link, const struct wire_address *address)
{
    SSL_CTX *from = context();
    const char *host = address->host;
    link->tls = from == NULL ? NULL : SSL_new(from);
    if (link->tls == NULL)
        return false;
    if (address->any_certificate)
        SSL_set_verify(link->tls, SSL_VERIFY_NONE, NULL);
    X509_VERIFY_PARAM *wanted = SSL_get0_param(link->tls);
    if (X509_VERIFY_PARAM_set1_ip_asc(wanted, host) != 1 &&
        (SSL_set_tlsext_host_name(link->tls, host) != 1 || SSL_set1_host(link->tls, host) != 1))
        return false;
    SSL_set_connect_state(link->tls);
    return SSL_set_fd(link->tls, link->fd) == 1;
}

/* Puts into errno what went wrong; the words of OpenSSL are kept for people. */
static ssize_t tls_failed(struct link *link, int result)
{
    bool signalled = errno == EINTR;
    int kind = SSL_get_error(link->tls, result);
    if (kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE) {
        errno = signalled ? EINTR : EAGAIN;
        return -1;
    }
    if (kind == SSL_ERROR_ZERO_RETURN)
        return 0;
    long verified = SSL_get_verify_result(link->tls);
    const char *words = ERR_reason_error_string(ERR_peek_last_error());
    if (verified != X509_V_OK)
        words = X509_verify_cert_error_string(verified);
    snprintf(problem, sizeof problem, "%s", words == NULL ? "" : words);
    errno = EPROTO;
    return -1;
}

/* --- both --- */

bool link_open(struct link *link, const struct wire_address *address, enum link_wait wait)
{
    problem[0] = '\0';
    *link = (struct link){.fd = dial_any(address, wait)};
    if (link->fd < 0)
        return false;
    if (!address->tls || begin_tls(link, address))
        return true;
    link_close(link);
    errno = EPROTO;
    return false;
}

static ssize_t read_once(struct link *link, void *out, size_t size)
{
    if (link->tls == NULL)
        return read(link->fd, out, size);
    ERR_clear_error();
    errno = 0;
    int got = SSL_read(link->tls, out, size > 65536 ? 65536 : (int)size);
    return got > 0 ? got : tls_failed(link, got);
}

static ssize_t write_once(struct link *link, const void *bytes, size_t size)
{
    if (link->tls == NULL)
        return send(link->fd, bytes, size, MSG_NOSIGNAL);
    ERR_clear_error();
    errno = 0;
    int sent = SSL_write(link->tls, bytes, size > 65536 ? 65536 : (int)size);
    return sent > 0 ? sent : tls_failed(link, sent);
}

ssize_t link_read(struct link *link, void *out, size_t size)
{
    ssize_t got;
    do
        got = read_once(link, out, size);
    while (goes_on(got));
    return got;
}

ssize_t link_write(struct link *link, const void *bytes, size_t size)
{
    ssize_t sent;
    do
        sent = write_once(link, bytes, size);
    while (goes_on(sent));
    return sent;
}

void link_close(struct link *link)
{
    if (link->tls != NULL)
        SSL_free(link->tls);
    if (link->fd >= 0)
        close(link->fd);
    *link = (struct link){.fd = -1};
}
