/* SPDX-License-Identifier: MIT */
/* What follows from a state that was read, and what it left out: points and bonuses, the decks. */
#include "splendor_internal.h"

void splendor_count_display(const struct splendor_state *s, int p, struct splendor_seat *out)
{
    int points = splendor_noble_points(s, p);
    out->bonus = 0;
    out->bought = 0;
    for (int card = 1; card <= SPLENDOR_CARDS; card++) {
        if (!splendor_owns(&s->seat[p], card))
            continue;
        out->bonus += splendor_one(splendor_cards[card].bonus);
        points += splendor_cards[card].points;
        out->bought++;
    }
    out->points = (uint8_t)points;
}

static bool is_somewhere(const struct splendor_state *s, int card)
{
    int level = splendor_cards[card].level;
    if (splendor_slot_find(s, card) >= 0)
        return true;
    for (int i = 0; i < s->deck_left[level]; i++)
        if (splendor_deck_of(s, level)[i] == card)
            return true;
    for (int p = 0; p < s->players; p++)
        if (splendor_owns(&s->seat[p], card) || splendor_reserved_find(&s->seat[p], card) >= 0)
            return true;
    return false;
}

/* Cards that are nowhere go under their deck, in the order of their numbers; false: there is no room. */
static bool complete_decks(struct splendor_state *s)
{
    for (int card = 1; card <= SPLENDOR_CARDS; card++) {
        int level = splendor_cards[card].level, left = s->deck_left[level];
        if (is_somewhere(s, card))
            continue;
        if (left == 36 - 10 * level)
            return false;
        uint8_t *deck = splendor_deck(s, level);
        tk_copy_within(deck + 1, deck, (size_t)left);
        deck[0] = (uint8_t)card;
        s->deck_left[level] = (uint8_t)(left + 1);
    }
    return true;
}

const char *splendor_dealt(void *state)
{
    struct splendor_state *s = state;
    if (s->start_option > 0 && s->start != s->start_option - 1)
        return "the starting seat is not the one of the options";
    s->active = s->start;
    return splendor_audit(s);
}

const char *splendor_loaded(void *state)
{
    struct splendor_state *s = state;
    for (int p = 0; p < s->players; p++) {
        if (s->seat[p].blind >> s->seat[p].reserved_count != 0)
            return SPLENDOR_PROBLEM_BLIND;
        splendor_count_display(s, p, &s->seat[p]);
    }
    if ((s->phase == SPLENDOR_OVER) != (s->ending != SPLENDOR_PLAYING))
        return SPLENDOR_PROBLEM_ENDING;
    return complete_decks(s) ? NULL : SPLENDOR_PROBLEM_DECK;
}
