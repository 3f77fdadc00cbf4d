/* SPDX-License-Identifier: MIT */
/* The service: one loop that owns users, tables and sockets, and the parts it is made of. */
#ifndef SERVER_APP_H
#define SERVER_APP_H

#include <uv.h>

#include "beat.h"
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
    char *games;                 /* the answer to "which games", once somebody asked */
    struct gallery *gallery;     /* pictures of tables */
    char node[STORE_ID_MAX + 1]; /* of this process, for leases */
    struct map users, tables, clients, addresses; /* struct user, table, client, address */
    struct map loads;                             /* tables on their way into memory; residency.c */
    struct errand *errand;                        /* what is worked at just now, or NULL */
    struct {
        int64_t count;
        char id[64][STORE_ID_MAX + 1]; /* the last of them */
    } user_news;                       /* users whom other nodes have changed */
    int64_t names;                     /* grows when a user's name changes */
    uv_timer_t housekeeping;
    uv_async_t store_ready, pool_ready;
    bool draining, woken;
    bool waking;      /* what is due is being asked for … */
    bool obeying;     /* … and what the host wants */
    bool shared;      /* other nodes may write to the store, too; see cluster.h */
    bool work;        /* another node has left something to be thought about */
    size_t look_at;   /* which tables in memory were compared with the store … */
    bool look_all;    /* … and whether all are to be, now */
    int64_t started;  /* when this process began */
    struct life life; /* and when there was none before it */
    struct {
        int64_t tried; /* when something was last written only to see whether it can be */
        bool trying;   /* that is under way */
        int64_t read_errors, damages; /* of the store, as was told */
        int64_t damaged;              /* when damage was last met; 0: never */
        bool astray;                  /* the store's files are not where they were, as was told */
    } health;
    int64_t moves, refused, events;
    int64_t latency[LATENCIES]; /* moves by time from request to broadcast: under 1, 2, 4 … ms */
    int64_t latency_us;         /* sum of them */
};

#endif
