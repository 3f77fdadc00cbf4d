/* SPDX-License-Identifier: MIT */
/* Pictures of at most 256 colours as PNG files, written and read. */
#ifndef SERVER_PNG_H
#define SERVER_PNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PNG_COLOURS = 256, PNG_SIDE_MAX = 4096 };

struct png {
    int width, height;
    int colours;
    uint32_t colour[PNG_COLOURS]; /* 0xRRGGBB */
    uint8_t *pixel;               /* a colour's number each, row by row */
};

/* Returns the bytes written; 0: there is no room for them, or no memory. */
size_t png_write(const struct png *png, uint8_t *out, size_t room);
/*
 * Reads what png_write and web/tools/panels.mjs write: eight bits a pixel, no filters, all data in one
 * piece. `pixel` is allocated, and the caller's to free; false on failure, which leaves nothing to free.
 */
bool png_read(const uint8_t *data, size_t length, struct png *out);

#endif
