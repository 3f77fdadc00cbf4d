/* SPDX-License-Identifier: MIT */
/* Moves as numbers of a fixed range, for those who learn. One range serves the three games. */
#include "domino_internal.h"

enum {
    SIDE = 2 * DOMINO_REACH + 1,
    CELLS = SIDE * SIDE,
    NONE = DOMINO_SLOTS, /* a slot that stands for nothing */
    PLACE = 0,
    DISCARD = PLACE + CELLS * DOMINO_DIRECTIONS,
    TAX,
    BUILD = TAX + 4,
    BUILD_NONE = BUILD + DOMINO_SLOTS * CELLS,
    BURN,
    PICK = BURN + DOMINO_SLOTS + 1,
    COUNT = PICK + DOMINO_DOMINOES + 1,
};

static int cell_of(tk_action action)
{
    struct domino_cell cell = domino_action_cell(action);
    return SIDE * (cell.y + DOMINO_REACH) + cell.x + DOMINO_REACH;
}

static int index_of(tk_action action)
{
    int slot = domino_action_slot(action);
    switch (domino_action_verb(action)) {
    case DOMINO_DO_PLACE:
        return PLACE + DOMINO_DIRECTIONS * cell_of(action) + (int)domino_action_direction(action);
    case DOMINO_DO_DISCARD:
        return DISCARD;
    case DOMINO_DO_TAX:
        return TAX + (int)domino_action_knights(action);
    case DOMINO_DO_BUILD:
        return slot < DOMINO_SLOTS ? BUILD + CELLS * slot + cell_of(action) : BUILD_NONE;
    case DOMINO_DO_BURN:
        return BURN + (slot < DOMINO_SLOTS ? slot : NONE);
    default:
        return PICK + domino_action_number(action);
    }
}

const struct tk_index domino_numbers = {.count = COUNT, .of = index_of};
