/* SPDX-License-Identifier: MIT */
/* How positions are written that nets learn from. */
#include "positions.h"

#include <stdio.h>
#include <string.h>

enum { FORMAT = 1, HEADER = 64 };

struct position_shape position_shape(const struct tk_game *game, int seats, int moves)
{
    const struct tk_encoding *encoding = game->learning->encoding;
    struct position_shape shape = {.seats = seats, .moves = moves};
    shape.amounts = (tk_extent_of(encoding->amounts, seats) + 1) / 2 * 2;
    shape.record = POSITION_OUTCOME + 2 * (size_t)seats + 2 * POSITION_ONES_ROOM +
                   (size_t)shape.amounts + (2 * TK_MOVE_PARTS + 2) * (size_t)moves;
    return shape;
}

void position_put(uint8_t *to, int number)
{
    to[0] = (uint8_t)number;
    to[1] = (uint8_t)(number >> 8);
}

bool position_header(const struct position_shape *shape, const struct tk_game *game, void *out)
{
    uint8_t header[HEADER] = "TAKHTPOS";
    const struct tk_encoding *encoding = game->learning->encoding;
    const int numbers[] = {FORMAT,
                           shape->seats,
                           encoding->version,
                           tk_extent_of(encoding->ones, shape->seats),
                           tk_extent_of(encoding->amounts, shape->seats),
                           encoding->parts,
                           POSITION_ONES_ROOM,
                           shape->moves,
                           (int)shape->record};
    strncpy((char *)header + 8, game->id, 23);
    for (int i = 0; i < TK_COUNT(numbers); i++)
        position_put(header + 32 + 2 * i, numbers[i]);
    return fwrite(header, 1, HEADER, out) == HEADER;
}

static uint8_t *ones_of(const struct position_shape *shape, uint8_t *record)
{
    return record + POSITION_OUTCOME + 2 * shape->seats;
}

uint8_t *position_moves(const struct position_shape *shape, uint8_t *record)
{
    return ones_of(shape, record) + 2 * POSITION_ONES_ROOM + shape->amounts;
}

void position_tell(const struct position_shape *shape, const struct tk_game *game,
                   const void *state, int seat, long number, uint8_t *to)
{
    struct tk_sight sight;
    uint8_t *at = ones_of(shape, to);
    game->learning->encoding->encode(state, seat, &sight);
    int ones = sight.one_count < POSITION_ONES_ROOM ? sight.one_count : POSITION_ONES_ROOM;
    memset(to, 0, shape->record);
    position_put(to + POSITION_GAME, (int)(number & 0xffff));
    position_put(to + POSITION_GAME + 2, (int)(number >> 16 & 0xffff));
    position_put(to + POSITION_ONES, ones);
    to[POSITION_SEAT] = (uint8_t)seat;
    to[POSITION_PROGRESS] = (uint8_t)(game->learning->progress(state) / 4);
    for (int i = 0; i < ones; i++)
        position_put(at + 2 * i, sight.one[i]);
    memcpy(at + 2 * POSITION_ONES_ROOM, sight.amount, (size_t)sight.amount_count);
}
