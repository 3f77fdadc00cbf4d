/* The service: one loop that owns users, tables and sockets, and the parts it is made of. */
#ifndef SERVER_APP_H
#define SERVER_APP_H

#include <uv.h>

#include "map.h"
#include "net.h"
#include "server.h"
#include "store.h"

enum { LATENCIES = 12 };

struct app {
    struct server_config config;
    uv_loop_t *loop;
    struct net *net;
    struct store *store;
    struct pool *pool;
    struct hashing *hashing;
    struct guessing *guessing;
    uint8_t cookie_key[32];
    char node[STORE_ID_MAX + 1];                  /* of this process, for leases */
    struct map users, tables, clients, addresses; /* struct user, table, client, address */
    int64_t names;                                /* grows when a user's name changes */
    uv_timer_t housekeeping;
    uv_async_t store_ready, pool_ready;
    bool draining, woken;
    int64_t started, moves, refused, events;
    int64_t latency[LATENCIES]; /* moves by time from request to broadcast: under 1, 2, 4 … ms */
    int64_t latency_us;         /* sum of them */
};

#endif
