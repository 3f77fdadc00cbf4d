/*
 * HTTP and WebSocket on one port, over libwebsockets on a libuv loop. Nothing above this file knows
 * libwebsockets. A connection is named by a number that is never used again, so that a late answer
 * cannot reach the wrong one.
 *
 * All functions are for the loop's thread.
 */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uv.h>

struct net;
typedef uint64_t net_id; /* 0 is nobody */

enum { NET_BODY_MAX = 16 * 1024, NET_MESSAGE_MAX = 4096, NET_QUEUE_MAX = 128 };

enum net_method { NET_GET, NET_POST, NET_OTHER };

/* A request, as long as the call lasts. Texts are "" where the client sent none. */
struct net_request {
    net_id id;
    enum net_method method;
    const char *path, *query, *cookie, *origin, *host, *type, *encodings, *if_none_match,
        *agent; /* what the browser calls itself, "" if that is too long */
    const char *address; /* of the client; behind a trusted proxy the one it reports */
    bool secure;
    const char *body; /* terminated */
    size_t body_length;
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
    const char *body;
    size_t length;
    bool keep; /* the body outlives the answer and need not be copied */
};

/* What happens, told to whoever runs the network. */
struct net_hooks {
    void (*request)(void *context, const struct net_request *request);
    /* May this client open a socket? Otherwise an HTTP status to refuse it with. 0: yes. */
    int (*socket_refuse)(void *context, const struct net_request *request);
    void (*socket_open)(void *context, const struct net_request *request);
    void (*socket_message)(void *context, net_id id, const char *text, size_t length);
    /* Its queue had overflowed and was thrown away; it reads again now. */
    void (*socket_resync)(void *context, net_id id);
    void (*socket_close)(void *context, net_id id);
};

struct net_config {
    const char *listen; /* ADDRESS:PORT, PORT, or unix:PATH */
    const char *tls_cert, *tls_key;
    bool trust_proxy;
    int idle_seconds; /* after which a silent socket is pinged */
};

struct net *net_open(uv_loop_t *loop, const struct net_config *config,
                     const struct net_hooks *hooks, void *context, char *why, size_t why_size);
int net_port(const struct net *net); /* that is listened on; 0 for a unix socket */
/* Stops accepting and closes everything; the loop must then run until it has nothing left to do. */
void net_shutdown(struct net *net);
void net_free(struct net *net);

void net_respond(struct net *net, net_id id, const struct net_response *response);

/* A text to be sent, shared by all who get it. */
struct net_message;
struct net_message *net_message_new(const char *text, size_t length);
void net_message_free(struct net_message *message); /* the caller's share */
void net_send(struct net *net, net_id id, struct net_message *message);
void net_hang_up(struct net *net, net_id id, int code, const char *reason);

struct net_counts {
    int64_t sockets, requests, messages_in, messages_out, bytes_out, overflows;
};
struct net_counts net_counts(const struct net *net);

#endif
