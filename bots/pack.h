/* SPDX-License-Identifier: MIT */
/*
 * Nets lie packed in the program, a quarter as large, and are unpacked when they are first used.
 *
 * An adaptive arithmetic coder (coder.h). What it expects of a weight comes from how large those before it in its row and those above
 * it in its column were. A row whose weights are all multiples of 2, 4 or 8 says so once; numbers of more than 8 bits are told by
 * how many bits they have.
 *
 * A pack: "TAKHTPK2", the size of the net in four bytes, lowest first, the header of the net as it
 * is, the code of the rest.
 */
#ifndef BOTS_PACK_H
#define BOTS_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns how many of `room` bytes it took; 0 for what is no net, and where that is too little. */
size_t pack(const uint8_t *net, size_t size, uint8_t *out, size_t room);

/* The header of the net in a pack, and how large the net is; NULL if this is no pack. */
const uint8_t *pack_header(const uint8_t *packed, size_t packed_size, size_t *out_size);
/*
 * Unpacks all of the net. Any code may be given: what comes out of a damaged one is not the net,
 * which its hash tells.
 */
void unpack(const uint8_t *packed, size_t packed_size, uint8_t *out);

#endif
