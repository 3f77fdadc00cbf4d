/* SPDX-License-Identifier: MIT */
/* PNG files (ISO 15948): a signature, then pieces, each with its length, name and check. */
#include "png.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

enum {
    HEAD = 13,   /* bytes of the piece that comes first */
    AROUND = 12, /* bytes around the data of a piece */
    PALETTE = 3, /* kind of colours: numbers of a palette */
    DEPTH = 8,   /* bits of such a number */
};

static void put_number(uint8_t *out, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t)(number >> (24 - 8 * i));
}

static uint32_t number_at(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* --- writing --- */

/* Closes a piece whose data lie behind the place of length and name; returns what it takes. */
static size_t close_piece(uint8_t *out, const char name[4], size_t length)
{
    put_number(out, (uint32_t)length);
    memcpy(out + 4, name, 4);
    put_number(out + 8 + length, (uint32_t)crc32(0, out + 4, (uInt)(length + 4)));
    return length + AROUND;
}

static size_t write_head(const struct png *png, uint8_t *out)
{
    uint8_t *head = out + 8;
    put_number(head, (uint32_t)png->width);
    put_number(head + 4, (uint32_t)png->height);
    memcpy(head + 8, (const uint8_t[5]){DEPTH, PALETTE}, 5);
    return close_piece(out, "IHDR", HEAD);
}

static size_t write_colours(const struct png *png, uint8_t *out)
{
    for (int i = 0; i < png->colours; i++)
        for (int k = 0; k < 3; k++)
            out[8 + 3 * i + k] = (uint8_t)(png->colour[i] >> (16 - 8 * k));
    return close_piece(out, "PLTE", 3 * (size_t)png->colours);
}

/* Each row begins with the number of its filter: none. */
static uint8_t *rows_of(const struct png *png)
{
    size_t width = (size_t)png->width, height = (size_t)png->height;
    uint8_t *rows = malloc((width + 1) * height);
    for (size_t y = 0; rows != NULL && y < height; y++) {
        rows[y * (width + 1)] = 0;
        memcpy(rows + y * (width + 1) + 1, png->pixel + y * width, width);
    }
    return rows;
}

size_t png_write(const struct png *png, uint8_t *out, size_t room)
{
    size_t used = sizeof signature, size = ((size_t)png->width + 1) * (size_t)png->height;
    size_t least = used + HEAD + 3 * PNG_COLOURS + 4 * (size_t)AROUND;
    uint8_t *rows = room <= least ? NULL : rows_of(png);
    if (rows == NULL)
        return 0;
    memcpy(out, signature, sizeof signature);
    used += write_head(png, out + used);
    used += write_colours(png, out + used);
    uLongf packed = room - used - 2 * (size_t)AROUND;
    int answer = compress2(out + used + 8, &packed, rows, size, Z_DEFAULT_COMPRESSION);
    free(rows);
    if (answer != Z_OK)
        return 0;
    used += close_piece(out + used, "IDAT", packed);
    return used + close_piece(out + used, "IEND", 0);
}

/* --- reading --- */

struct piece {
    const uint8_t *data;
    size_t length;
};

/* The first piece of this name; without data if there is none. */
static struct piece find_piece(const uint8_t *data, size_t length, const char name[4])
{
    size_t at = sizeof signature;
    if (length < at || memcmp(data, signature, at) != 0)
        return (struct piece){0};
    while (length - at >= AROUND) {
        size_t size = number_at(data + at);
        if (size > length - at - AROUND)
            break;
        if (memcmp(data + at + 4, name, 4) == 0)
            return (struct piece){data + at + 8, size};
        at += size + AROUND;
    }
    return (struct piece){0};
}

static bool read_head(struct piece piece, struct png *out)
{
    static const uint8_t kind[5] = {DEPTH, PALETTE};
    if (piece.length != HEAD || memcmp(piece.data + 8, kind, sizeof kind) != 0)
        return false;
    uint32_t width = number_at(piece.data), height = number_at(piece.data + 4);
    out->width = (int)width;
    out->height = (int)height;
    return width > 0 && height > 0 && width <= PNG_SIDE_MAX && height <= PNG_SIDE_MAX;
}

static bool read_colours(struct piece piece, struct png *out)
{
    size_t count = piece.length / 3;
    if (count == 0 || count > PNG_COLOURS || piece.length % 3 != 0)
        return false;
    out->colours = (int)count;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *at = piece.data + 3 * i;
        out->colour[i] = (uint32_t)at[0] << 16 | (uint32_t)at[1] << 8 | at[2];
    }
    return true;
}

/* Takes the filters out, and looks whether every number has a colour. */
static bool read_rows(struct png *png)
{
    size_t width = (size_t)png->width;
    bool fine = true;
    for (size_t y = 0; y < (size_t)png->height; y++) {
        fine &= png->pixel[y * (width + 1)] == 0;
        memmove(png->pixel + y * width, png->pixel + y * (width + 1) + 1, width);
    }
    for (size_t i = 0; i < width * (size_t)png->height; i++)
        fine &= png->pixel[i] < png->colours;
    return fine;
}

static bool unpack(struct piece piece, uint8_t *out, size_t size)
{
    uLongf unpacked = size;
    return uncompress(out, &unpacked, piece.data, piece.length) == Z_OK && unpacked == size;
}

bool png_read(const uint8_t *data, size_t length, struct png *out)
{
    struct piece rows = find_piece(data, length, "IDAT");
    *out = (struct png){0};
    if (!read_head(find_piece(data, length, "IHDR"), out) ||
        !read_colours(find_piece(data, length, "PLTE"), out))
        return false;
    size_t size = ((size_t)out->width + 1) * (size_t)out->height;
    out->pixel = malloc(size);
    if (out->pixel != NULL && unpack(rows, out->pixel, size) && read_rows(out))
        return true;
    free(out->pixel);
    out->pixel = NULL;
    return false;
}
