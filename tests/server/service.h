/* SPDX-License-Identifier: MIT */
/* A real server in its own process, and clients that talk to it over real sockets, for tests. */
#ifndef TESTS_SERVICE_H
#define TESTS_SERVICE_H

#include <stdbool.h>
#include <sys/types.h>

#include <jansson.h>

#include "cli/wire.h"
#include "core/takht.h"

struct service {
    pid_t pid;
    struct wire_address address;
    char folder[64], data[256];
    char flags[128]; /* further flags, parted by spaces */
    bool worker;     /* takht worker */
};

/* What chance decides in a test that disturbs servers: another seed every time, which is printed, or that of
 * TAKHT_TEST_SEED, so that a failure can be looked for again. */
void service_chance(struct tk_rng *out_rng);

/* Starts takht serve on a fresh database in a temporary folder. */
void service_start(struct service *service, const char *flags);
/* Starts a further node, or a worker, on the data of one that is there (on PostgreSQL). */
void service_join(struct service *service, const struct service *first, const char *flags);
void service_join_worker(struct service *service, const struct service *first);
/* Starts it again; false if it did not come up, for example because there is no database. */
bool service_try_again(struct service *service);
/* Starts it again on the same database, after service_stop or service_kill. */
void service_again(struct service *service);
/* SIGTERM; returns the exit status. */
int service_stop(struct service *service);
void service_kill(struct service *service);  /* SIGKILL */
void service_clean(struct service *service); /* stops it and removes the folder */

/* Somebody with a cookie and, once opened, a socket. */
struct guest {
    struct service *service;
    char cookie[200];
    char user[32];
    struct wire wire;
    json_t *inbox; /* messages not yet looked at */
    int number;
};

void guest_arrive(struct guest *guest, struct service *service);
/* Opens the socket and says hello. */
bool guest_connect(struct guest *guest);
void guest_disconnect(struct guest *guest);
void guest_leave(struct guest *guest);

/* A server with these guests, all connected; 0 if all is well. And its end, as service_stop says it. */
int service_with(struct service *service, const char *flags, struct guest *const *guests,
                 int count);
int service_without(struct service *service, struct guest *const *guests, int count);

/* A request over HTTP; the answer as JSON (or NULL), the status in *out_status. */
json_t *guest_rest(struct guest *guest, const char *method, const char *path, const char *body,
                   int *out_status);
/* Sends {"t":what,"n":…,…extra} and waits for the reply, which the caller frees. NULL: none came. */
json_t *guest_ask(struct guest *guest, const char *what, json_t *extra);
/* The same; the code of the refusal, "" if it was accepted, "none" if no reply came. */
const char *guest_code(struct guest *guest, const char *what, json_t *extra);
/* The next message of this kind, at most so long awaited; others before it are dropped. */
json_t *guest_wait(struct guest *guest, const char *kind, int ms);
/* Reads whatever has come, waiting at most so long for something. */
bool guest_listen(struct guest *guest, int ms);

/* Puts the older pages of the log before the one that a snapshot has. */
void guest_whole_log(struct guest *guest, const char *table, json_t *snapshot);

/* A table as this guest sees it; and waiting until it is open, playing or over. */
json_t *guest_see(struct guest *guest, const char *table);
void guest_wait_until(struct guest *guest, const char *table, const char *status);

/* Creates a table from a wish in JSON; its id goes to out. */
bool guest_table(struct guest *guest, const char *wish, char out_id[32], char out_key[32]);

#endif
