/* SPDX-License-Identifier: MIT */
/*
 * Moves as numbers of a fixed range, for those who learn. Of the ways to pay for a card only the plain
 * one has a number: tokens first, gold for what is missing.
 */
#include "splendor_internal.h"

enum {
    GIVEN_MAX = 3, /* tokens to give back at once */
    GIVEN = 84,    /* ways to choose so many or fewer of six kinds */
    TAKE = 0,      /* one of each of these piles, as bits */
    TAKE_TWO = TAKE + 32,
    RESERVE = TAKE_TWO + SPLENDOR_COLOURS,
    RESERVE_DECK = RESERVE + SPLENDOR_CARDS + 1,
    BUY = RESERVE_DECK + SPLENDOR_LEVELS,
    PASS = BUY + SPLENDOR_CARDS + 1,
    GIVE_BACK,
    NOBLE = GIVE_BACK + GIVEN,
    COUNT = NOBLE + SPLENDOR_NOBLES + 1,
};

static int of_take(tk_action action)
{
    splendor_gems taken = splendor_named(action);
    uint32_t two = splendor_piles(taken, 2);
    return two != 0 ? TAKE_TWO + __builtin_ctz(two) : TAKE + (int)splendor_piles(taken, 1);
}

/* The tokens as three numbers in ascending order, the last for none; then their rank among all such. */
static int of_give_back(tk_action action)
{
    int token[GIVEN_MAX] = {SPLENDOR_TOKENS, SPLENDOR_TOKENS, SPLENDOR_TOKENS}, count = 0;
    for (int colour = 0; colour < SPLENDOR_TOKENS; colour++)
        for (int i = splendor_action_count(action, colour); i > 0 && count < GIVEN_MAX; i--)
            token[count++] = colour;
    int a = token[0], b = token[1], c = token[2];
    return GIVE_BACK + a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6;
}

static int index_of(tk_action action)
{
    int thing = (int)splendor_action_thing(action);
    switch (splendor_action_verb(action)) {
    case SPLENDOR_TAKE:
        return of_take(action);
    case SPLENDOR_RESERVE:
        return RESERVE + thing;
    case SPLENDOR_RESERVE_DECK:
        return RESERVE_DECK + thing;
    case SPLENDOR_BUY:
        return splendor_action_tokens(action) == 0 ? BUY + thing : -1;
    case SPLENDOR_GIVE_BACK:
        return of_give_back(action);
    case SPLENDOR_NOBLE:
        return NOBLE + thing;
    default:
        return PASS;
    }
}

const struct tk_index splendor_index = {.count = COUNT, .of = index_of};
