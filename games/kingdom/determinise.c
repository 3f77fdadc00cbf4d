/* SPDX-License-Identifier: MIT */
/* KB-83: what is hidden. What an action reveals, and redrawing all that a seat cannot know. */
#include "kingdom_internal.h"

/* KB-84: a turn can be taken back until its end, but not past a card that was drawn. */
bool kingdom_reveals(const void *state, tk_action action)
{
    struct kingdom_state after = *(const struct kingdom_state *)state;
    int left = after.deck.count;
    if (kingdom_action_verb(action) == KINGDOM_END)
        return true;
    kingdom_apply(&after, action);
    return after.deck.count != left || after.phase == KINGDOM_REPLACE;
}

/* Deals the cards of some hands and of a pile anew. */
static void redraw(struct kingdom_state *s, unsigned hands, struct kingdom_pile *pile,
                   struct tk_rng *rng)
{
    uint8_t pool[KINGDOM_DECK + KINGDOM_SEATS];
    int count = pile->count;
    tk_copy(pool, pile->card, KINGDOM_DECK);
    for (unsigned rest = hands; rest != 0; rest &= rest - 1)
        pool[count++] = s->seat[__builtin_ctz(rest)].hand;
    tk_rng_redraw(rng, pool, count);
    tk_copy(pile->card, pool, pile->count);
    for (unsigned rest = hands; rest != 0; rest &= rest - 1)
        s->seat[__builtin_ctz(rest)].hand = pool[--count];
}

/* KB-82, KB-83: two pools, parted by the last reshuffle; and nobody can foresee the next one. */
void kingdom_determinise(void *state, int seat, struct tk_rng *rng)
{
    struct kingdom_state *s = state;
    unsigned hidden = 0;
    for (int p = 0; p < s->players; p++) {
        bool open = p == seat || p == s->active || s->seat[p].hand == KINGDOM_NO_CARD;
        hidden |= (unsigned)!open << p;
    }
    redraw(s, hidden & s->older, &(struct kingdom_pile){0}, rng);
    redraw(s, hidden & ~(unsigned)s->older, &s->deck, rng);
    for (int i = 0; i < TK_COUNT(s->stream.key); i++)
        s->stream.key[i] = (uint32_t)tk_rng_next(rng);
    s->stream.blocks = 0;
}
