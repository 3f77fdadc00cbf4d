/* SPDX-License-Identifier: MIT */
/* The sections of a net's file, from what its header says. */
#include "layout.h"

#include "net.h"

int net_number_at(const uint8_t *header, int at)
{
    return header[at] | header[at + 1] << 8;
}

size_t net_lay_out(const uint8_t *header, struct net_section out[NET_SECTIONS])
{
    const size_t ones = (size_t)net_number_at(header, AT_ONES);
    const size_t amounts = (size_t)net_number_at(header, AT_AMOUNTS);
    const size_t parts = (size_t)net_number_at(header, AT_PARTS);
    const size_t seats = (size_t)net_number_at(header, AT_PLAYERS);
    const size_t near = (size_t)net_number_at(header, AT_NEAR);
    const size_t far = (size_t)net_number_at(header, AT_FAR);
    const struct net_section sections[NET_SECTIONS] = {
        [NEAR_ONES] = {0, ones, near, 1}, [NEAR_AMOUNTS] = {0, amounts, near, 2},
        [NEAR_BIAS] = {0, 1, near, 2},    [FAR_WEIGHTS] = {0, far, near, 1},
        [FAR_BIAS] = {0, 1, far, 4},      [SEAT_WEIGHTS] = {0, seats, near + far, 1},
        [SEAT_BIAS] = {0, 1, seats, 4},   [PART_WEIGHTS] = {0, parts, near + far, 1},
        [PART_BIAS] = {0, 1, parts, 4},
    };
    size_t end = NET_HEADER;
    for (int i = 0; i < NET_SECTIONS; i++) {
        out[i] = sections[i];
        out[i].at = end;
        end += out[i].rows * out[i].columns * out[i].bytes;
        end = (end + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN;
    }
    return end;
}
