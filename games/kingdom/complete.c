/* SPDX-License-Identifier: MIT */
/* What follows from a state or a deal that was read, and what it left out: cards that are nowhere yet. */
#include "kingdom_internal.h"

/* The first terrain of which a card is missing; KINGDOM_NO_CARD if none is. */
static uint8_t take_missing(int missing[KINGDOM_TERRAINS])
{
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++) {
        if (missing[terrain] > 0) {
            missing[terrain]--;
            return (uint8_t)terrain;
        }
    }
    return KINGDOM_NO_CARD;
}

/*
 * Cards that are not told go to the hands (`holds`, bit p: the seat has one), then under the pile, in the
 * order of the terrains. False: there are too many of a terrain.
 */
static bool complete_cards(struct kingdom_state *s, unsigned holds)
{
    int missing[KINGDOM_TERRAINS];
    kingdom_count_missing(s, missing);
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        if (missing[terrain] < 0)
            return false;
    for (int p = 0; p < s->players; p++)
        if ((holds >> p & 1) != 0 && s->seat[p].hand == KINGDOM_NO_CARD)
            s->seat[p].hand = take_missing(missing);
    for (uint8_t card; (card = take_missing(missing)) != KINGDOM_NO_CARD;) {
        tk_copy_within(s->deck.card + 1, s->deck.card, s->deck.count++);
        s->deck.card[0] = card;
    }
    return true;
}

void kingdom_begin(void *state, const struct tk_config *config)
{
    struct kingdom_loading *l = state;
    kingdom_state_init(&l->s, config);
    l->open = KINGDOM_NO_CARD;
    for (int p = 0; p < KINGDOM_SEATS; p++)
        l->hand[p] = KINGDOM_NO_CARD;
}

const char *kingdom_dealt(void *state)
{
    struct kingdom_state *s = state;
    if (s->deck.count != KINGDOM_DECK)
        return "a deck has 25 cards (KB-3)";
    kingdom_lay_board(s, s->quadrant);
    kingdom_deal_hands(s);
    return kingdom_audit(s);
}

const char *kingdom_loaded(void *state)
{
    struct kingdom_loading *l = state;
    struct kingdom_state *s = &l->s;
    unsigned holds = 0;
    if ((s->phase == KINGDOM_MOVE) != (s->lifted != 0))
        return KINGDOM_PROBLEM_LIFTED;
    if (s->lifted != 0 && s->seat[s->active].supply-- == 0)
        return KINGDOM_PROBLEM_LIFTED_NONE;
    kingdom_lay_board(s, s->quadrant);
    l->hand[s->active] = l->open;
    for (int p = 0; p < s->players; p++) { /* so far a hand says whether it holds a card */
        bool there = s->seat[p].hand == true;
        holds |= (unsigned)there << p;
        s->seat[p].hand = there ? l->hand[p] : KINGDOM_NO_CARD;
    }
    return complete_cards(s, holds) ? NULL : KINGDOM_PROBLEM_TERRAIN;
}
