/* SPDX-License-Identifier: MIT */
/* Attacks on a running server, all from one address, in processes of their own: for takht load. */
#ifndef CLI_ATTACK_H
#define CLI_ATTACK_H

#include <stdbool.h>
#include <sys/types.h>

#include "wire.h"

/* What the attackers did; they and whoever measures share it. */
struct attack_counts {
    _Atomic long tried, served, refused, connections;
};

struct attack {
    const char *name, *about;
    int processes;
    long sockets;                                     /* of each of them */
    void (*run)(struct attack *attack, double until); /* one process, until its time is over */
    struct wire_address from; /* the server's address, and the attackers' own */
    struct attack_counts *counts;
    pid_t children[16];
};

/* By name; NULL if there is none. The names, parted by "|", are in attack_names. */
const struct attack *attack_find(const char *name);
extern const char attack_names[];

/* Begins it for at most so many seconds. False if it cannot. */
bool attack_begin(struct attack *attack, double seconds);
void attack_end(struct attack *attack);

#endif
