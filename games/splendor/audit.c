/* SPDX-License-Identifier: MIT */
/* The invariants of SP-14.4, and so the refusal of SP-1.6: what may never be made or lost. */
#include "splendor_internal.h"

/* SP-14.4 (1): tokens of each colour in bank and hands are the supply of SP-2.4. */
static bool tokens_add_up(const struct splendor_state *s)
{
    struct splendor_state fresh;
    struct tk_config config = {.players = s->players};
    splendor_state_init(&fresh, &config);
    splendor_gems sum = s->bank;
    int gold = s->bank_gold;
    for (int p = 0; p < s->players; p++) {
        sum += s->seat[p].tokens;
        gold += s->seat[p].gold;
    }
    return sum == fresh.bank && gold == fresh.bank_gold;
}

static bool mark(uint8_t *seen, int card)
{
    return card >= 1 && card <= SPLENDOR_CARDS && seen[card]++ == 0;
}

/* SP-14.4 (2): every card is in exactly one place, and in a place of its level. */
static bool cards_add_up(const struct splendor_state *s)
{
    uint8_t seen[SPLENDOR_CARDS + 1] = {0};
    bool fine = true;
    for (int level = 0; level < SPLENDOR_LEVELS; level++) {
        for (int slot = 0; slot < SPLENDOR_SLOTS; slot++) {
            int card = s->market[level][slot];
            if (card != 0)
                fine &= mark(seen, card) && splendor_cards[card].level == level;
        }
        for (int i = 0; i < s->deck_left[level]; i++) {
            int card = splendor_deck_of(s, level)[i];
            fine &= mark(seen, card) && splendor_cards[card].level == level;
        }
    }
    for (int p = 0; p < s->players; p++) {
        for (int i = 0; i < s->seat[p].reserved_count; i++)
            fine &= mark(seen, s->seat[p].reserved[i]);
        for (int card = 1; card <= SPLENDOR_CARDS; card++)
            if (splendor_owns(&s->seat[p], card))
                fine &= mark(seen, card);
    }
    for (int card = 1; card <= SPLENDOR_CARDS; card++)
        fine &= seen[card] == 1;
    return fine;
}

/* SP-14.4 (4) */
static bool display_adds_up(const struct splendor_state *s, int p)
{
    const struct splendor_seat *seat = &s->seat[p];
    struct splendor_seat again;
    splendor_count_display(s, p, &again);
    return again.bonus == seat->bonus && again.points == seat->points &&
           again.bought == seat->bought;
}

/* SP-14.4 (3): between turns nobody holds more than ten tokens. */
static bool limit_holds(const struct splendor_state *s)
{
    for (int p = 0; p < s->players; p++) {
        bool returning = s->phase == SPLENDOR_RETURN && p == s->active;
        if ((splendor_held(&s->seat[p]) > SPLENDOR_LIMIT) != returning)
            return false;
    }
    return true;
}

/* SP-14.4 (6): N + 1 different nobles, on the table or with a player. */
static bool nobles_add_up(const struct splendor_state *s)
{
    uint8_t seen[SPLENDOR_NOBLES + 1] = {0};
    for (int i = 0; i <= s->players; i++)
        if (s->noble[i] < 1 || s->noble[i] > SPLENDOR_NOBLES || seen[s->noble[i]]++ != 0 ||
            s->noble_owner[i] > s->players)
            return false;
    return true;
}

/* A choice must be one: SP-9.4 is asked only when two or more nobles would visit. */
static bool choice_exists(const struct splendor_state *s)
{
    tk_action list[TK_ACTIONS_MAX];
    return s->phase != SPLENDOR_CHOOSE_NOBLE || splendor_legal(s, list) >= 2;
}

const char *splendor_audit(const void *state)
{
    const struct splendor_state *s = state;
    if (!tokens_add_up(s))
        return SPLENDOR_PROBLEM_TOKENS;
    if (!cards_add_up(s))
        return SPLENDOR_PROBLEM_CARDS;
    if (!nobles_add_up(s))
        return SPLENDOR_PROBLEM_NOBLES;
    if (!limit_holds(s))
        return SPLENDOR_PROBLEM_HELD;
    for (int p = 0; p < s->players; p++)
        if (!display_adds_up(s, p))
            return SPLENDOR_PROBLEM_POINTS;
    if (!choice_exists(s))
        return SPLENDOR_PROBLEM_VISIT;
    return NULL;
}
