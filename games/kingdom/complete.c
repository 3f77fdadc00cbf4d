/* SPDX-License-Identifier: MIT */
/* What a state that was read left out: cards that are nowhere yet. */
#include "kingdom_internal.h"

/* How many cards of each terrain are nowhere yet. */
static bool count_missing(const struct kingdom_state *s, int out[KINGDOM_TERRAINS])
{
    const struct kingdom_pile *const piles[] = {&s->deck, &s->discard, &s->removed};
    bool fits = true;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        out[terrain] = KINGDOM_OF_A_KIND;
    for (int i = 0; i < TK_COUNT(piles); i++)
        for (int k = 0; k < piles[i]->count; k++)
            out[piles[i]->card[k]]--;
    for (int p = 0; p < s->players; p++)
        if (s->seat[p].hand != KINGDOM_NO_CARD)
            out[s->seat[p].hand]--;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        fits &= out[terrain] >= 0;
    return fits;
}

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

/* Cards that are not told go to the hands, then under the pile, in the order of the terrains. */
bool kingdom_cards_complete(struct kingdom_state *s, unsigned holds)
{
    int missing[KINGDOM_TERRAINS];
    if (!count_missing(s, missing))
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
