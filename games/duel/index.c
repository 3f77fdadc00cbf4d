/* SPDX-License-Identifier: MIT */
/* Moves as numbers of a fixed range, for those who learn: cards of the layout count by their slot. */
#include "duel_internal.h"

enum {
    BUILD = 0,
    DISCARD = BUILD + DUEL_SLOTS,
    RAISE = DISCARD + DUEL_SLOTS,
    DRAFT = RAISE + DUEL_SLOTS * DUEL_WONDERS,
    DESTROY = DRAFT + DUEL_WONDERS + 1,
    REVIVE = DESTROY + DUEL_CARDS + 1,
    LIBRARY = REVIVE + DUEL_CARDS + 1,
    TOKEN = LIBRARY + DUEL_TOKENS + 1,
    START = TOKEN + DUEL_TOKENS + 1,
    COUNT = START + DUEL_SEATS,
};

static int index_of(tk_action action)
{
    int thing = duel_thing_of(action), slot = duel_slot_of(action);
    switch (duel_verb_of(action)) {
    case DUEL_BUILD:
        return BUILD + slot;
    case DUEL_DISCARD:
        return DISCARD + slot;
    case DUEL_RAISE:
        return RAISE + DUEL_WONDERS * slot + duel_wonder_of(action) - 1;
    case DUEL_DRAFT:
        return DRAFT + duel_wonder_of(action);
    case DUEL_DESTROY:
        return DESTROY + thing;
    case DUEL_REVIVE:
        return REVIVE + thing;
    case DUEL_LIBRARY:
        return LIBRARY + thing;
    case DUEL_TOKEN:
        return TOKEN + thing;
    default:
        return START + thing;
    }
}

const struct tk_index duel_index = {.count = COUNT, .of = index_of};
