/* SPDX-License-Identifier: MIT */
/*
 * HTTP and WebSocket on one port, on a libuv loop. A connection is named by a number that is never
 * used again, so that a late answer cannot reach the wrong one.
 *
 * Everything a client can make grow is bounded: connections of an address and of all, the time a
 * request may take to arrive, bytes and age of what waits to be sent. Whoever crosses a bound is
 * cut, and the host hears of it.
 *
 * All functions are for the loop's thread. None of them but net_again calls a hook: what they cause
 * happens once the caller has returned to the loop.
 */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

struct net;
typedef uint64_t net_id; /* 0 is nobody */

enum {
    NET_BODY_MAX = 16 * 1024,     /* of a request */
    NET_MESSAGE_MAX = 4096,       /* of a client */
    NET_QUEUE_MAX = 128,          /* messages that wait for one socket */
    NET_QUEUE_BYTES = 512 * 1024, /* of them; one message alone may be longer */
    NET_RESYNC_SECONDS = 10,      /* a socket that overflows twice in this time is cut */
};

/* What becomes of a client that asks for a socket. */
enum net_verdict {
    NET_WELCOME,
    NET_REFUSED, /* and it has been answered */
    NET_LATER,   /* it is not known yet; the hook will be called again */
};

enum net_method { NET_GET, NET_POST, NET_OTHER };

/* A request, as long as the call lasts. Texts are "" where the client sent none. */
struct net_request {
    net_id id;
    enum net_method method;
    const char *path, *query, *cookie, *origin, *host, *type, *encodings, *if_none_match,
        *agent;          /* what the browser calls itself, "" if that is too long */
    const char *address; /* of the client; behind a trusted proxy the one it reports */
    bool secure;         /* came over TLS, to us or to a trusted proxy */
    bool inside;         /* came to the address for figures, not to the public one */
    const char *body;    /* terminated */
    size_t body_length;
    bool again; /* it was told before: see net_later */
};

struct net_response {
    int status;
    const char *type;        /* of the content */
    const char *cookie;      /* Set-Cookie, or NULL */
    const char *cache;       /* Cache-Control; NULL: no-store */
    const char *encoding;    /* Content-Encoding, or NULL */
    const char *etag;        /* or NULL */
    const char *vary;        /* or NULL */
    const char *location;    /* or NULL */
    const char *disposition; /* Content-Disposition, or NULL */
    const char *allow;       /* methods that would do, or NULL */
    const char *body;
    size_t length;
    bool keep; /* the body outlives the answer and need not be copied */
    bool late; /* sent within a second or so, not at once: who waits for it asks less often */
};

/* Something worth a line in the log. */
struct net_note {
    const char *what; /* "refused", "silent", "unread", "slow", "frames", "request" */
    const char *why;
    const char *address;
    net_id id;      /* of a socket, else 0 */
    int64_t number; /* connections of the address, bytes that waited, close code or status */
};

/* What happens, told to whoever runs the network. */
struct net_hooks {
    void (*request)(void *context, const struct net_request *request);
    /* May this client open a socket? Whoever may not is answered as after any request. */
    enum net_verdict (*socket_judge)(void *context, const struct net_request *request);
    void (*socket_open)(void *context, const struct net_request *request);
    void (*socket_message)(void *context, net_id id, const char *text, size_t length);
    /* Its queue had overflowed and was thrown away; it reads again now. */
    void (*socket_resync)(void *context, net_id id);
    void (*socket_close)(void *context, net_id id);
    void (*note)(void *context, const struct net_note *note); /* or NULL */
};

struct net_config {
    const char *listen;  /* ADDRESS:PORT, PORT, unix:PATH, or systemd (a socket it opened) */
    const char *metrics; /* a second address, for requests from inside; NULL: none */
    const char *tls_cert, *tls_key;
    bool trust_proxy;    /* believe X-Forwarded-For and -Proto of near addresses and of: */
    const char *proxies; /* further ones, as a list of addresses and networks, or NULL */
    int idle_seconds; /* after which a silent socket is pinged; so long again, 20 at most, and it is cut */
    int request_seconds;         /* for a request to arrive whole; 0: 15 */
    int unread_seconds;          /* what was to be sent may wait; 0: 30 */
    int connections;             /* at once; 0: as many as the system gives files for */
    int connections_per_address; /* 0: no limit */
};

struct net *net_open(uv_loop_t *loop, const struct net_config *config,
                     const struct net_hooks *hooks, void *context, char *why, size_t why_size);
int net_port(const struct net *net); /* that is listened on; 0 for a unix socket */
int net_metrics_port(const struct net *net);
/* Reads certificate and key again; connections stay. After a failure the old ones go on. */
bool net_reload(struct net *net, char *why, size_t why_size);
/* Accepts nobody any more, says 1001 to all sockets, and lets answers be finished. */
void net_drain(struct net *net);
/* Stops accepting and closes everything; the loop must then run until it has nothing left to do. */
void net_shutdown(struct net *net);
void net_free(struct net *net);

void net_respond(struct net *net, net_id id, const struct net_response *response);
/*
 * A request that cannot be answered before something else is known. From inside its hook: it is kept
 * (false if it was answered already). Later, and not from inside a hook: it is told again, which calls
 * its hook; false if there is none any more.
 */
bool net_later(struct net *net, net_id id);
bool net_again(struct net *net, net_id id);
/* A socket is not read from until it is let go again. What was read of it already is still told. */
void net_hold(struct net *net, net_id id, bool held);

/* A text to be sent, shared by all who get it. */
struct net_message;
struct net_message *net_message_new(const char *text, size_t length);
void net_message_free(struct net_message *message); /* the caller's share */
void net_send(struct net *net, net_id id, struct net_message *message);
void net_hang_up(struct net *net, net_id id, int code, const char *reason);

struct net_counts {
    int64_t sockets, requests, messages_in, messages_out, bytes_out, overflows;
    int64_t connections, refused; /* open now; not let in */
    int64_t silent, unread, slow; /* cut: did not answer, did not read, did not finish asking */
    int64_t queued_bytes;         /* wait to be sent now */
};
struct net_counts net_counts(const struct net *net);

#endif
