/* SPDX-License-Identifier: MIT */
/* Why an action that is not listed is refused: the first clause that it breaks. */
#include "splendor_internal.h"

static int colours_named(tk_action action)
{
    int colours = 0;
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        colours += splendor_action_count(action, colour) > 0;
    return colours;
}

static int tokens_named(tk_action action)
{
    int tokens = 0;
    for (int colour = 0; colour < SPLENDOR_TOKENS; colour++)
        tokens += splendor_action_count(action, colour);
    return tokens;
}

/* SP-4 */
static tk_status refuse_take(const struct splendor_state *s, tk_action action)
{
    int colours = colours_named(action), tokens = tokens_named(action);
    if (splendor_action_count(action, SPLENDOR_GOLD) > 0)
        return SPLENDOR_NO_GOLD_NOT_TAKEN;
    if (tokens > 3 || (tokens > colours && (colours > 1 || tokens > 2)))
        return SPLENDOR_NO_TAKE_TOO_MANY;
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        if (splendor_action_count(action, colour) > 0 && splendor_count(s->bank, colour) == 0)
            return SPLENDOR_NO_PILE_EMPTY;
    return tokens > colours ? SPLENDOR_NO_BANK_TOO_LOW : SPLENDOR_NO_TAKE_ALL_THREE;
}

/* SP-6 */
static tk_status refuse_reserve(const struct splendor_state *s, tk_action action)
{
    (void)action;
    bool full = s->seat[s->active].reserved_count == SPLENDOR_RESERVED;
    return full ? SPLENDOR_NO_HAND_FULL : SPLENDOR_NO_NOT_IN_MARKET;
}

static tk_status refuse_reserve_deck(const struct splendor_state *s, tk_action action)
{
    (void)action;
    bool full = s->seat[s->active].reserved_count == SPLENDOR_RESERVED;
    return full ? SPLENDOR_NO_HAND_FULL : SPLENDOR_NO_DECK_EMPTY;
}

/* SP-7 */
static tk_status refuse_buy(const struct splendor_state *s, tk_action action)
{
    const struct splendor_seat *seat = &s->seat[s->active];
    int card = (int)splendor_action_thing(action);
    if (card < 1 || card > SPLENDOR_CARDS)
        return TK_BAD_TEXT;
    if (splendor_slot_find(s, card) < 0 && splendor_reserved_find(seat, card) < 0)
        return SPLENDOR_NO_NOT_FOR_SALE;
    struct splendor_price plain =
        splendor_price(seat, card, splendor_action(SPLENDOR_BUY, (uint32_t)card, 0));
    if (plain.gold > seat->gold)
        return SPLENDOR_NO_CANNOT_PAY;
    if (s->auto_pay)
        return SPLENDOR_NO_AUTO_PAY;
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++)
        if (splendor_action_count(action, colour) > splendor_count(plain.tokens, colour))
            return SPLENDOR_NO_KEEP_NOT_SPENT;
    return SPLENDOR_NO_KEEP_NO_GOLD;
}

/* SP-3.3 */
static tk_status refuse_pass(const struct splendor_state *s, tk_action action)
{
    (void)s, (void)action;
    return SPLENDOR_NO_MUST_ACT;
}

/* SP-5 */
static tk_status refuse_return(const struct splendor_state *s, tk_action action)
{
    const struct splendor_seat *seat = &s->seat[s->active];
    if (tokens_named(action) != splendor_held(seat) - SPLENDOR_LIMIT)
        return SPLENDOR_NO_RETURN_EXCESS;
    return SPLENDOR_NO_RETURN_NOT_HELD;
}

/* SP-9 */
static tk_status refuse_noble(const struct splendor_state *s, tk_action action)
{
    (void)s, (void)action;
    return SPLENDOR_NO_NOBLE_NOT_VISITING;
}

static const struct {
    enum splendor_phase phase; /* in which the verb can be used at all */
    tk_status (*refuse)(const struct splendor_state *, tk_action);
} verbs[SPLENDOR_VERBS] = {
    [SPLENDOR_TAKE] = {SPLENDOR_ACT, refuse_take},
    [SPLENDOR_RESERVE] = {SPLENDOR_ACT, refuse_reserve},
    [SPLENDOR_RESERVE_DECK] = {SPLENDOR_ACT, refuse_reserve_deck},
    [SPLENDOR_BUY] = {SPLENDOR_ACT, refuse_buy},
    [SPLENDOR_PASS] = {SPLENDOR_ACT, refuse_pass},
    [SPLENDOR_GIVE_BACK] = {SPLENDOR_RETURN, refuse_return},
    [SPLENDOR_NOBLE] = {SPLENDOR_CHOOSE_NOBLE, refuse_noble},
};

tk_status splendor_refuse(const void *state, tk_action action)
{
    static const tk_status instead[] = {
        [SPLENDOR_ACT] = SPLENDOR_NO_ACT_FIRST,
        [SPLENDOR_RETURN] = SPLENDOR_NO_RETURN_FIRST,
        [SPLENDOR_CHOOSE_NOBLE] = SPLENDOR_NO_NOBLE_FIRST,
        [SPLENDOR_OVER] = TK_OVER,
    };
    const struct splendor_state *s = state;
    enum splendor_verb verb = splendor_action_verb(action);
    if (verb >= SPLENDOR_VERBS)
        return TK_BAD_TEXT;
    if (verbs[verb].phase != s->phase)
        return instead[s->phase];
    return verbs[verb].refuse(s, action);
}
