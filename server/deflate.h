/* SPDX-License-Identifier: MIT */
/*
 * Data made smaller and large again, in the format of RFC 1950 and 1951, as PNG wants it. Pictures of few
 * colours are all that is packed here, for which these two hundred lines do what a library would.
 */
#ifndef SERVER_DEFLATE_H
#define SERVER_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Packs rows of `stride` bytes. Its time grows with the length alone. Returns the bytes written; 0: there is
 * no room for them, or no memory.
 */
size_t deflate_pack(const uint8_t *data, size_t length, size_t stride, uint8_t *out, size_t room);
/* Returns the bytes written; 0: it is damaged, or is more than there is room for. */
size_t inflate_unpack(const uint8_t *data, size_t length, uint8_t *out, size_t room);
/* The sum that ends such data. */
uint32_t deflate_adler(const uint8_t *data, size_t length);

/* --- what both sides know (RFC 1951, 3.2.5) --- */

enum {
    DEFLATE_END = 256, /* of a block, among literals and lengths */
    DEFLATE_LENGTHS = 29,
    DEFLATE_DISTANCES = 30,
    DEFLATE_SHORTEST = 3,
    DEFLATE_LONGEST = 258,
    DEFLATE_WINDOW = 32768,
};
struct deflate_span {
    uint16_t base;
    uint8_t bits; /* that are added to it */
};
extern const struct deflate_span deflate_lengths[DEFLATE_LENGTHS];
extern const struct deflate_span deflate_distances[DEFLATE_DISTANCES];

#endif
