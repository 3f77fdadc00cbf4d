/* SPDX-License-Identifier: MIT */
/* Inside the network: one connection, and what the files of the network do for each other. */
#ifndef SERVER_NET_INTERNAL_H
#define SERVER_NET_INTERNAL_H

#include "net.h"

#include <sodium.h>

#include "address.h"
#include "allowance.h"
#include "frames.h"
#include "http.h"
#include "map.h"
#include "tls.h"

enum {
    CHUNK = 16 * 1024,                     /* bytes given to the system at once */
    READ_MAX = 64 * 1024,                  /* and taken from it */
    IN_MAX = HTTP_HEAD_MAX + NET_BODY_MAX, /* bytes of a request */
    KEEP_ALIVE_MS = 30 * 1000,             /* until the next request */
    HANDLER_MS = 60 * 1000,                /* for those above us to answer */
    PONG_MS = 20 * 1000,                   /* for an answer to a ping */
    GOODBYE_MS = 2 * 1000,                 /* for the other end to hang up */
    SLOWEST_READER = 8 * 1024,             /* bytes a second of an answer */
    SWEEPS = 4,                            /* parts in which all connections are looked at */
    SWEEP_MS = 1000 / SWEEPS,
    NOISE_MAX = 200,  /* control frames a second */
    SILENT_MS = 1000, /* a proxy that connects has something to ask, at once */
    PACES = 1 << 12,  /* households whose pace is told apart */
};

struct net_message {
    int shares;
    size_t length; /* of the whole frame */
    uint8_t frame[];
};

enum stage {
    STAGE_REQUEST, /* the head of a request is awaited (before it, the handshake of TLS) */
    STAGE_BODY,    /* its body arrives */
    STAGE_HANDLER, /* it is with those above us */
    STAGE_HELD,    /* the answer is there, and sent at the next look at everybody */
    STAGE_ANSWER,  /* the answer is sent */
    STAGE_SOCKET,  /* it has become a WebSocket */
    STAGE_GOODBYE, /* all was said; the other end may hang up first */
};

/* A request and its answer. */
struct exchange {
    struct http_request request; /* its texts live until it is delivered */
    size_t request_length;       /* of its head */
    bool head_only, keep_alive, secure, request_was_old;
    bool go_on;            /* the client waits to hear that its body is welcome */
    bool later;            /* those above us will hear of it again */
    char *head, *own_body; /* of the answer */
    const char *body;
    size_t head_length, body_length, body_sent;
};

/* What a WebSocket has beyond its connection. */
struct waiting {
    struct net_message *message;
    int64_t since;
};

struct socket {
    struct frames frames;
    struct waiting *queue; /* a ring of `room`, a power of two */
    uint16_t room, first, count;
    size_t bytes;      /* of the messages in the queue */
    size_t first_sent; /* bytes of the first that are on their way */
    uint8_t *pong;     /* length and payload of a ping to answer, or NULL */
    int64_t heard, resynced;
    int64_t since; /* the oldest byte that was not taken by the system; 0: all were */
    int noise;     /* control frames since the last look */
    uint16_t close_code;
    bool overflowed, resyncing, pinged, ping_now, close_sent;
    bool held; /* nothing more is read for now */
    char close_reason[46];
};

/* Everybody of one household. */
struct peer {
    char name[HOUSEHOLD_MAX];
    int connections; /* also of those whom a proxy has brought and who are being served */
    int silent;      /* of its own, those that have asked nothing yet */
};

struct connection {
    uv_poll_t poll;
    struct net *net;
    net_id id;
    struct connection *next_dirty;
    struct peer *peer, *visitor; /* whose it is; for whom a proxy asks, while it is answered */
    struct ssl_st *tls;
    struct exchange *exchange;
    struct socket *socket;
    char *in, *out; /* bytes of a request; bytes that the system did not take yet */
    size_t in_length, out_length, out_sent;
    int64_t deadline; /* of this stage; 0: none */
    int64_t opened;   /* when it was; 0: it has asked for something since */
    int fd;
    int events; /* that the loop waits for */
    enum stage stage;
    bool inside, dirty, ended, lost, blocked, tls_wants_write;
    char address[ADDRESS_MAX];
};

struct slot {
    struct connection *connection;
    uint32_t generation;
};

struct listener {
    uv_poll_t poll;
    struct net *net;
    int fd; /* -1: none */
    bool inside;
    char unlink[108];
};

struct net {
    uv_loop_t *loop;
    struct net_config config;
    struct net_hooks hooks;
    void *context;
    struct tls *tls;
    struct listener listeners[2];
    uv_timer_t sweep;
    uv_prepare_t before;
    uv_check_t after;
    struct slot *slots;
    uint32_t slot_count, free_hint, sweep_at;
    struct map peers;
    struct {
        double left, at;
    } paces[PACES]; /* handshakes of TLS; households that fall on the same place share it */
    unsigned char pace_key[crypto_shorthash_KEYBYTES]; /* so that nobody can aim at a place */
    struct connection *first_dirty;
    struct net_counts counts;
    int spare_fd; /* given up for a moment when there are no more files */
    bool closing;
    uint8_t room[READ_MAX], chunk[CHUNK];
};

/* --- net.c --- */
int64_t net_now(const struct net *net); /* ms of a clock that only goes forward */
struct connection *net_find(const struct net *net, net_id id);
bool net_is_proxy(const struct net *net, const char *address); /* that is believed */
/* The household of an address; NULL when out of memory. Whoever has counted in leaves it again. */
struct peer *peer_get(struct net *net, const char *address);
void peer_leave(struct net *net, struct peer *peer);
void net_note(struct connection *c, const char *what, const char *why, int64_t number);

/* --- net_io.c: bytes of one connection --- */
bool connection_open(struct net *net, int fd, struct listener *listener, const char *address,
                     struct peer *peer);
/* It is none of the silent ones any more. */
void connection_asks(struct connection *c);
/* Ends it at once. Only from the loop, never out of a call from above. */
void connection_end(struct connection *c);
/* Has something to send, or to end: looked at before the loop sleeps. */
void connection_touch(struct connection *c);
void connection_flush_all(struct net *net);
/* Sends what the system takes, now, and calls nobody: out of a call from above too. */
void connection_relieve(struct connection *c);
/* Waits for what its stage needs. */
void connection_watch(struct connection *c);
/* Nothing more will be sent: reads what still comes, so that the other end can read, and ends. */
void connection_goodbye(struct connection *c);

/* --- net_http.c --- */
void http_begin(struct connection *c, int64_t wait_ms);
void http_take(struct connection *c);   /* bytes came into c->in */
void http_let_go(struct connection *c); /* of an answer that was held */
size_t http_gather(struct connection *c, uint8_t *room, size_t size);
size_t http_go_on(struct connection *c, uint8_t *room); /* before the body, where it is due */
void http_sent(struct connection *c);
void http_clear(struct connection *c);

/* --- net_socket.c --- */
/* The request asks for a socket. Takes `rest`, which came after it, as frames. */
void socket_begin(struct connection *c, const struct net_request *request, const char *key);
void socket_take(struct connection *c, const uint8_t *bytes, size_t length);
size_t socket_gather(struct connection *c, uint8_t *room, size_t size);
void socket_sent(struct connection *c);
void socket_look(struct connection *c, int64_t now); /* once a second */
void socket_hang_up(struct connection *c, int code, const char *reason);
void socket_clear(struct connection *c);

#endif
