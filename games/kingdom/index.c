/* SPDX-License-Identifier: MIT */
/* Moves as numbers of a fixed range, for those who learn: hexes count row by row. */
#include "kingdom_internal.h"

enum {
    HEXES = KINGDOM_SIZE * KINGDOM_SIZE,
    BUILD = 0,
    TO = BUILD + HEXES,
    USE = TO + HEXES,
    END = USE + KINGDOM_TILES * HEXES,
    COUNT,
};

static int index_of(tk_action action)
{
    int hex = (int)kingdom_action_hex(action), tile = (int)kingdom_action_tile(action);
    int place = KINGDOM_SIZE * kingdom_row(hex) + kingdom_column(hex);
    switch (kingdom_action_verb(action)) {
    case KINGDOM_BUILD:
        return BUILD + place;
    case KINGDOM_TO:
        return TO + place;
    case KINGDOM_USE:
        return USE + HEXES * tile + place;
    default:
        return END;
    }
}

const struct tk_index kingdom_index = {.count = COUNT, .of = index_of};
