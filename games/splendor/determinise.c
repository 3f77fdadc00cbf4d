/* SPDX-License-Identifier: MIT */
/* SP-11: what is hidden. What an action reveals, and redrawing all that a seat cannot know. */
#include "splendor_internal.h"

/* SP-11.3: a blind card that is bought is shown. */
static bool is_blind(const struct splendor_seat *seat, int card)
{
    int place = splendor_reserved_find(seat, card);
    return place >= 0 && (seat->blind >> place & 1) != 0;
}

/* A card turned up from a deck, or taken from it, cannot be unseen. */
bool splendor_reveals(const void *state, tk_action action)
{
    const struct splendor_state *s = state;
    enum splendor_verb verb = splendor_action_verb(action);
    int thing = (int)splendor_action_thing(action);
    if (verb == SPLENDOR_RESERVE_DECK)
        return true;
    if (verb != SPLENDOR_RESERVE && verb != SPLENDOR_BUY)
        return false;
    if (splendor_slot_find(s, thing) >= 0)
        return s->deck_left[splendor_cards[thing].level] > 0;
    return is_blind(&s->seat[s->active], thing);
}

/* SP-11.3, SP-11.4: the decks and what others reserved blindly are one pool for each level. */
static void redraw_level(struct splendor_state *s, int seat, int level, struct tk_rng *rng)
{
    uint8_t pool[40], *place[40];
    int count = s->deck_left[level], held = 0;
    for (int p = 0; p < s->players; p++) {
        for (unsigned blind = p == seat ? 0 : s->seat[p].blind; blind != 0; blind &= blind - 1) {
            uint8_t *card = &s->seat[p].reserved[__builtin_ctz(blind)];
            if (splendor_cards[*card].level == level)
                place[held++] = card;
        }
    }
    uint8_t *deck = splendor_deck(s, level);
    if (held == 0) {
        tk_rng_redraw(rng, deck, count);
        return;
    }
    tk_copy(pool, deck, (size_t)count);
    for (int i = 0; i < held; i++)
        pool[count + i] = *place[i];
    tk_rng_redraw(rng, pool, count + held);
    tk_copy(deck, pool, (size_t)count);
    for (int i = 0; i < held; i++)
        *place[i] = pool[count + i];
}

void splendor_determinise(void *state, int seat, struct tk_rng *rng)
{
    for (int level = 0; level < SPLENDOR_LEVELS; level++)
        redraw_level(state, seat, level, rng);
}
