/* SPDX-License-Identifier: MIT */
/*
 * A learned net: what is seen of a position goes in, chances of the seats and the worth of moves
 * come out. All of it is integer arithmetic, so that a net says the same on every machine.
 *
 *     ones and amounts -> near[H1] -> far[H2] -> a number for every seat, and for parts of moves
 *
 * `near` are sums of 16 bits of weights of 8 bits (of 16 for amounts), clipped to 0 … 127; `far` comes from `near` by weights of 8 bits and
 * is clipped likewise; whatever is asked for at the end comes from both by weights of 8 bits.
 */
#ifndef BOTS_NET_H
#define BOTS_NET_H

#include "bots.h"

enum {
    NET_NEAR_MAX = 512,
    NET_FAR_MAX = 128,
    NET_BLOCK = 32,      /* layers are whole multiples of it */
    NET_UNIT = 127 * 64, /* what 1 is in a number that comes out */
    NET_HEADER = 64,     /* bytes */
    NET_ALIGN = 64,      /* of every section of a file, and of the file in memory */
    NET_GAME_MAX = 24,   /* bytes of a game's id in the file */
    NET_NAME_MAX = 16,
    NET_COARSE = 2, /* from here on four weights of the ones add up to a byte */
};

/* A net in the memory of its file; the pointers lead into that. */
struct net {
    char game[NET_GAME_MAX];
    int players, version; /* of the encoding */
    int ones, amounts, parts, near, far;
    struct {
        int early, late;
    } told;     /* thousandths: bot_trusted for what a search with it tells, as fitted to games */
    int coarse; /* what weights of the ones count: 1 << coarse */
    const int8_t *near_ones;     /* a row for each one */
    const int16_t *near_amounts; /* a row for each amount */
    uint8_t short_up_to
        [TK_AMOUNTS_MAX]; /* so large an amount times any weight of its row has 16 bits */
    const int16_t *near_bias;
    const int8_t *far_weights; /* a row for each of `far` */
    const int32_t *far_bias;
    const int8_t *seat_weights; /* a row for each seat, the asking one first: near, then far */
    const int32_t *seat_bias;
    const int8_t *part_weights;
    const int32_t *part_bias;
};

/* Only what its header says: enough to see whether it fits. False as below. */
bool net_read_header(const uint8_t *bytes, size_t size, struct net *out, struct tk_writer *why);
/*
 * Reads a net. `bytes` stays in use and is aligned to NET_ALIGN. False after a sentence without its
 * full stop that says why it does not fit.
 */
bool net_read(const uint8_t *bytes, size_t size, struct net *out, struct tk_writer *why);
/* Does it belong to this game, with so many players? False after a sentence as above. */
bool net_fits(const struct net *net, const struct tk_game *game, int players,
              struct tk_writer *why);

/* What a net thinks of a position; ask it for seats and parts. */
struct net_thought {
    _Alignas(64) uint8_t layer[NET_NEAR_MAX + NET_FAR_MAX]; /* near, then far */
};

void net_think(const struct net *net, const struct tk_sight *sight, struct net_thought *out);
/* In NET_UNITs of log-odds; the seats count from the asking one. */
int32_t net_seat(const struct net *net, const struct net_thought *thought, int seat);
int32_t net_part(const struct net *net, const struct net_thought *thought, int part);
/* Chances of so many seats from their numbers: a softmax in integers. */
void net_chances(const int32_t *numbers, int count, float *out);

/* --- the work itself, once for every kind of machine: kernel_*.c --- */

struct net_kernel {
    const char *name;
    /* Bias, rows of the ones, amounts times rows of the amounts; clipped. */
    void (*near)(const struct net *net, const struct tk_sight *sight, uint8_t *out);
    int32_t (*dot)(const uint8_t *layer, const int8_t *weights, int count); /* of whole blocks */
    /* The same for so many rows, whole blocks of them too; NULL: one by one. */
    void (*dots)(const uint8_t *layer, const int8_t *weights, int count, int rows, int32_t *out);
};

extern const struct net_kernel net_kernel_plain;
#if defined(__x86_64__)
extern const struct net_kernel net_kernel_avx2;
#elif defined(__aarch64__)
extern const struct net_kernel net_kernel_neon;
#elif defined(__wasm_simd128__)
extern const struct net_kernel net_kernel_wasm;
#endif
/* Those that can work here, the fastest first; NULL after the last, which is the plain one. */
const struct net_kernel *net_kernel_at(int index);
/* The fastest that this machine has, or the one that was set. */
const struct net_kernel *net_kernel(void);
void net_kernel_set(const struct net_kernel *kernel); /* for tests; NULL: the fastest again */

/* --- nets.c: those that lie in this program, and those that a host adds (bot_net_add) --- */

/* Their names, one by one; NULL after the last. */
const char *net_name(int index);
/* The net of that name, or any that fits if it is "yes"; NULL if there is none. */
const struct net *net_named(const struct tk_game *game, int players, const char *name);

#endif
