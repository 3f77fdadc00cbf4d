/* SPDX-License-Identifier: MIT */
/* The terrain deck and its reshuffles, which are events of chance (KB-66). */
#include "kingdom_internal.h"

void kingdom_pile_add(struct kingdom_pile *pile, uint8_t card)
{
    pile->card[pile->count++] = card;
}

uint8_t kingdom_pile_take(struct kingdom_pile *pile)
{
    uint8_t *top = &pile->card[--pile->count], card = *top;
    *top = 0;
    return card;
}

void kingdom_count_missing(const struct kingdom_state *s, int out[KINGDOM_TERRAINS])
{
    const struct kingdom_pile *const piles[] = {&s->deck, &s->discard, &s->removed};
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        out[terrain] = KINGDOM_OF_A_KIND;
    for (int i = 0; i < TK_COUNT(piles); i++)
        for (int k = 0; k < piles[i]->count; k++)
            out[piles[i]->card[k]]--;
    for (int p = 0; p < s->players; p++)
        if (s->seat[p].hand != KINGDOM_NO_CARD)
            out[s->seat[p].hand]--;
}

/* --- KB-66 reshuffles --- */

/* KB-66: the discard pile; KB-39: or, should that be empty too, the cards removed from the game. */
static struct kingdom_pile take_reshuffled(struct kingdom_state *s)
{
    struct kingdom_pile *source = s->discard.count > 0 ? &s->discard : &s->removed;
    struct kingdom_pile cards = *source;
    *source = (struct kingdom_pile){0};
    return cards;
}

/* KB-83: the hands of this moment are from now on a pool of their own; then play goes on. */
static void begin_pile(struct kingdom_state *s)
{
    s->older = 0;
    for (int p = 0; p < s->players; p++)
        s->older = (uint8_t)(s->older | (unsigned)(s->seat[p].hand != KINGDOM_NO_CARD) << p);
    kingdom_go_on(s);
}

void kingdom_settle(void *state)
{
    struct kingdom_state *s = state;
    struct tk_dice dice;
    s->deck = take_reshuffled(s);
    tk_dice_begin(&dice, &s->stream);
    tk_dice_shuffle(&dice, s->deck.card, s->deck.count);
    begin_pile(s);
}

static bool same_cards(const struct kingdom_pile *a, const struct kingdom_pile *b)
{
    int surplus[KINGDOM_TERRAINS] = {0}, different = 0;
    for (int i = 0; i < a->count; i++)
        surplus[a->card[i]]++;
    for (int i = 0; i < b->count; i++)
        surplus[b->card[i]]--;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        different |= surplus[terrain];
    return different == 0;
}

/* The deck that was read is what chance made of the cards that were due. */
const char *kingdom_reshuffled(void *state)
{
    struct kingdom_state *s = state;
    struct kingdom_pile due = take_reshuffled(s);
    if (!same_cards(&s->deck, &due))
        return "other cards are to be reshuffled here (KB-66)";
    begin_pile(s);
    return NULL;
}
