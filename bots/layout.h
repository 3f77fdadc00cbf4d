/* SPDX-License-Identifier: MIT */
/* Where everything lies in the file of a net, numbers with their lowest byte first. docs/training.md has it in words. */
#ifndef BOTS_LAYOUT_H
#define BOTS_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    AT_MAGIC = 0,
    AT_GAME = 8,
    AT_FORMAT = 32, /* numbers of 16 bits from here */
    AT_PLAYERS = 34,
    AT_VERSION = 36,
    AT_ONES = 38,
    AT_AMOUNTS = 40,
    AT_PARTS = 42,
    AT_NEAR = 44,
    AT_FAR = 46,
    AT_EARLY = 48, /* thousandths; 0 in a net whose chances were not compared with games yet */
    AT_LATE = 50,
    AT_COARSE = 52, /* from format 3 on: what weights of the ones count, as a power of two */
    AT_HASH = 56,   /* of all bytes behind the header */
};

/* Rows of numbers of the same size; what is behind them up to the next section is 0. */
struct net_section {
    size_t at, rows, columns, bytes;
};

enum net_sections {
    NEAR_ONES,
    NEAR_AMOUNTS,
    NEAR_BIAS,
    FAR_WEIGHTS,
    FAR_BIAS,
    SEAT_WEIGHTS,
    SEAT_BIAS,
    PART_WEIGHTS,
    PART_BIAS,
    NET_SECTIONS,
};

enum { NET_WHOLE = 3, NET_SPARSE = 4 }; /* formats */

int net_number_at(const uint8_t *header, int at);
/* Returns the size of the whole file. */
size_t net_lay_out(const uint8_t *header, struct net_section out[NET_SECTIONS]);

/* --- sparse.c: a file without the rows of the first layer that are all 0; its header is that of the whole net otherwise --- */

bool net_is_sparse(const uint8_t *bytes, size_t size);
/* How large the whole net is; 0: the file is not as long as it should be. */
size_t net_whole_size(const uint8_t *bytes, size_t size);
void net_make_whole(const uint8_t *bytes, uint8_t *out);

#endif
