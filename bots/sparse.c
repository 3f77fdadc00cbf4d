/* SPDX-License-Identifier: MIT */
/* Nets in files: rows of the first layer that are all 0 may be left out there. */
#include "layout.h"

#include <string.h>

#include "net.h"

/* A bit for every row of the first layer, the lowest first: is it there? */
static size_t map_size(size_t rows)
{
    return ((rows + 7) / 8 + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN;
}

static bool is_there(const uint8_t *map, size_t row)
{
    return map[row / 8] >> row % 8 & 1;
}

/* What is left out of so long a first layer. */
static size_t left_out(const struct net_section *ones, const uint8_t *map)
{
    size_t rows = 0;
    for (size_t row = 0; row < ones->rows; row++)
        rows += is_there(map, row);
    size_t told = (rows * ones->columns + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN;
    return (ones->rows * ones->columns + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN - told;
}

bool net_is_sparse(const uint8_t *bytes, size_t size)
{
    return size >= NET_HEADER && memcmp(bytes, "TAKHTNET", AT_GAME) == 0 &&
           net_number_at(bytes, AT_FORMAT) == NET_SPARSE;
}

size_t net_whole_size(const uint8_t *bytes, size_t size)
{
    struct net_section sections[NET_SECTIONS];
    size_t whole = net_lay_out(bytes, sections), map = map_size(sections[NEAR_ONES].rows);
    if (size < NET_HEADER + map)
        return 0;
    return size == whole + map - left_out(&sections[NEAR_ONES], bytes + NET_HEADER) ? whole : 0;
}

void net_make_whole(const uint8_t *bytes, uint8_t *out)
{
    struct net_section sections[NET_SECTIONS];
    size_t whole = net_lay_out(bytes, sections);
    const struct net_section *ones = &sections[NEAR_ONES];
    const uint8_t *map = bytes + NET_HEADER, *from = map + map_size(ones->rows);
    size_t rest = sections[NEAR_AMOUNTS].at, gone = left_out(ones, map);
    memcpy(out, bytes, NET_HEADER);
    out[AT_FORMAT] = NET_WHOLE;
    memset(out + ones->at, 0, rest - ones->at);
    memcpy(out + rest, from + (rest - ones->at - gone), whole - rest);
    for (size_t row = 0; row < ones->rows; row++) {
        if (!is_there(map, row))
            continue;
        memcpy(out + ones->at + row * ones->columns, from, ones->columns);
        from += ones->columns;
    }
}
