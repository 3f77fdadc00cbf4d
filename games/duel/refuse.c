/* SPDX-License-Identifier: MIT */
/* Why an action that is not listed is refused: the first clause that it breaks. */
#include "duel_internal.h"

/* 7D-4.1: neither taken nor of another group; what the other group holds is not said. */
static tk_status refuse_draft(const struct duel_state *s, tk_action action)
{
    (void)s, (void)action;
    return DUEL_NO_NOT_OFFERED;
}

/* 7D-6.1, 7D-2.7: a card that nobody sees may lie anywhere. TK_OK if the card can be taken. */
static tk_status refuse_card(const struct duel_state *s, tk_action action)
{
    int slot = duel_slot_of(action), card = duel_thing_of(action);
    if (card < 1 || card > DUEL_CARDS)
        return TK_BAD_TEXT;
    if (slot >= DUEL_SLOTS || (duel_shown(s) >> slot & 1) == 0 ||
        s->layout[s->age - 1][slot] != card)
        return DUEL_NO_NOT_SEEN;
    return (s->open >> slot & 1) == 0 ? DUEL_NO_COVERED : TK_OK;
}

/* 7D-7.9. */
static tk_status refuse_build(const struct duel_state *s, tk_action action)
{
    tk_status status = refuse_card(s, action);
    return status == TK_OK ? DUEL_NO_CANNOT_PAY : status;
}

/* 7D-6.1: discarding is always possible, so the card is the reason. */
static tk_status refuse_discard(const struct duel_state *s, tk_action action)
{
    tk_status status = refuse_card(s, action);
    return status == TK_OK ? TK_BAD_TEXT : status;
}

/* 7D-6.1, 7D-10.2, 7D-10.3, 7D-7.9. */
static tk_status refuse_raise(const struct duel_state *s, tk_action action)
{
    const struct duel_seat *me = &s->seat[s->active];
    int wonder = duel_wonder_of(action), place = 0;
    tk_status status = refuse_card(s, action);
    if (wonder < 1 || wonder > DUEL_WONDERS)
        return TK_BAD_TEXT;
    if (status != TK_OK)
        return status;
    while (place < DUEL_HELD && me->wonder[place] != wonder)
        place++;
    if (place == DUEL_HELD)
        return DUEL_NO_WONDER_NOT_YOURS;
    if (duel_is_raised(me, place))
        return DUEL_NO_WONDER_RAISED;
    return duel_may_raise(s, s->active, place) ? DUEL_NO_CANNOT_PAY_WONDER : DUEL_NO_WONDER_GONE;
}

/* 7D-10.7. */
static tk_status refuse_destroy(const struct duel_state *s, tk_action action)
{
    int card = duel_thing_of(action);
    if (card < 1 || card > DUEL_CARDS)
        return TK_BAD_TEXT;
    return duel_set_has(&s->seat[!s->active].city, card) ? DUEL_NO_DESTROY_COLOUR
                                                         : DUEL_NO_DESTROY_NOT_THERE;
}

/* 7D-10.8. */
static tk_status refuse_library(const struct duel_state *s, tk_action action)
{
    (void)s, (void)action;
    return DUEL_NO_NOT_DRAWN;
}

/* 7D-10.9. */
static tk_status refuse_revive(const struct duel_state *s, tk_action action)
{
    (void)s, (void)action;
    return DUEL_NO_NOT_DISCARDED;
}

/* 7D-12.3. */
static tk_status refuse_token(const struct duel_state *s, tk_action action)
{
    (void)s, (void)action;
    return DUEL_NO_NOT_ON_BOARD;
}

/* 7D-5.3: there are only two to name. */
static tk_status refuse_start(const struct duel_state *s, tk_action action)
{
    (void)s, (void)action;
    return TK_BAD_TEXT;
}

static const struct {
    enum duel_phase phase; /* in which the verb can be used at all */
    tk_status (*refuse)(const struct duel_state *, tk_action);
} verbs[DUEL_VERBS] = {
    [DUEL_BUILD] = {DUEL_PHASE_PLAY, refuse_build},
    [DUEL_DISCARD] = {DUEL_PHASE_PLAY, refuse_discard},
    [DUEL_RAISE] = {DUEL_PHASE_PLAY, refuse_raise},
    [DUEL_DRAFT] = {DUEL_PHASE_DRAFT, refuse_draft},
    [DUEL_DESTROY] = {DUEL_PHASE_DESTROY, refuse_destroy},
    [DUEL_LIBRARY] = {DUEL_PHASE_LIBRARY, refuse_library},
    [DUEL_REVIVE] = {DUEL_PHASE_REVIVE, refuse_revive},
    [DUEL_TOKEN] = {DUEL_PHASE_TOKEN, refuse_token},
    [DUEL_START] = {DUEL_PHASE_START, refuse_start},
};

tk_status duel_refuse(const void *state, tk_action action)
{
    static const tk_status instead[DUEL_PHASES] = {
        [DUEL_PHASE_DRAFT] = DUEL_NO_DRAFT_FIRST,     [DUEL_PHASE_PLAY] = DUEL_NO_PLAY_FIRST,
        [DUEL_PHASE_DESTROY] = DUEL_NO_DESTROY_FIRST, [DUEL_PHASE_LIBRARY] = DUEL_NO_LIBRARY_FIRST,
        [DUEL_PHASE_REVIVE] = DUEL_NO_REVIVE_FIRST,   [DUEL_PHASE_TOKEN] = DUEL_NO_TOKEN_FIRST,
        [DUEL_PHASE_START] = DUEL_NO_START_FIRST,     [DUEL_PHASE_OVER] = TK_OVER,
    };
    const struct duel_state *s = state;
    enum duel_verb verb = duel_verb_of(action);
    if (verb >= DUEL_VERBS)
        return TK_BAD_TEXT;
    if (verbs[verb].phase != s->phase)
        return instead[s->phase];
    return verbs[verb].refuse(s, action);
}
