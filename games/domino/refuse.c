/* SPDX-License-Identifier: MIT */
/* Why an action that is not listed is refused: the first clause that it breaks. */
#include "domino_internal.h"

/* --- QD-5 --- */

static bool is_taken(const struct domino_kingdom *k, struct domino_cell cell)
{
    return domino_is_inside(k, cell) && (domino_occupied(k) >> domino_index(cell) & 1) != 0;
}

static bool has_contact(const struct domino_kingdom *k, struct domino_cell cell, int terrain)
{
    domino_cells wanted = k->terrain[terrain] | DOMINO_CASTLE;
    return (domino_neighbours(wanted) >> domino_index(cell) & 1) != 0;
}

/* The rule as it is written, for one placement; the lists come from domino_spots. */
tk_status domino_check_place(const struct domino_kingdom *k, int limit,
                             const struct domino_face *face, struct domino_cell left,
                             enum domino_direction direction)
{
    struct domino_cell right = domino_beside(left, direction);
    if (is_taken(k, left) || is_taken(k, right))
        return DOMINO_NO_CELL_TAKEN;
    if (!domino_fits(k, limit, left) || !domino_fits(k, limit, right))
        return DOMINO_NO_OVER_LIMIT;
    if (!has_contact(k, left, face->terrain[0]) && !has_contact(k, right, face->terrain[1]))
        return DOMINO_NO_NO_CONTACT;
    return TK_OK;
}

static tk_status refuse_place(const struct domino_state *s, int kingdom, tk_action action)
{
    tk_status status =
        domino_check_place(&s->kingdom[kingdom], s->limit, domino_face_in_hand(s),
                           domino_action_cell(action), domino_action_direction(action));
    return status != TK_OK ? status : DOMINO_NO_EQUAL_HALVES; /* listed the other way round */
}

static tk_status refuse_discard(const struct domino_state *s, int kingdom, tk_action action)
{
    (void)s, (void)kingdom, (void)action;
    return DOMINO_NO_MUST_PLACE;
}

/* --- QD-6 --- */

static tk_status refuse_tax(const struct domino_state *s, int kingdom, tk_action action)
{
    (void)action;
    if (domino_home_in_hand(s) == 0)
        return DOMINO_NO_NOTHING_PLACED;
    return s->kingdom[kingdom].free_knights == 0 ? DOMINO_NO_NO_FREE_KNIGHT
                                                 : DOMINO_NO_ONE_FREE_KNIGHT;
}

/* --- QD-7 --- */

static tk_status refuse_build(const struct domino_state *s, int kingdom, tk_action action)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    struct domino_cell cell = domino_action_cell(action);
    int slot = domino_action_slot(action);
    if (domino_tiles_shown(s) == 0)
        return DOMINO_NO_DISPLAY_EMPTY;
    if (domino_sites(k) == 0)
        return DOMINO_NO_NO_SITE;
    if (domino_slots_in_reach(s, kingdom) == 0)
        return DOMINO_NO_CANNOT_PAY;
    if (slot >= DOMINO_SLOTS || s->display[slot] == 0)
        return DOMINO_NO_NO_TILE;
    if (k->coins < domino_price(s, kingdom, slot))
        return DOMINO_NO_CANNOT_PAY;
    if (is_taken(k, cell) && (domino_built(k) >> domino_index(cell) & 1) != 0)
        return DOMINO_NO_SITE_BUILT;
    return DOMINO_NO_NOT_A_SITE;
}

/* --- QD-9 --- */

static tk_status refuse_burn(const struct domino_state *s, int kingdom, tk_action action)
{
    (void)action;
    if (domino_tiles_shown(s) == 0)
        return DOMINO_NO_DISPLAY_EMPTY;
    if (s->dragon != 0)
        return DOMINO_NO_DRAGON_AWAY;
    if (s->queen == kingdom + 1)
        return DOMINO_NO_HOST_NO_DRAGON;
    return s->kingdom[kingdom].coins == 0 ? DOMINO_NO_NO_COIN : DOMINO_NO_NOTHING_TO_BURN;
}

/* --- QD-10 --- */

static tk_status refuse_pick(const struct domino_state *s, int kingdom, tk_action action)
{
    (void)kingdom;
    int place = domino_line_find(&s->next, domino_action_number(action));
    return place < 0 ? DOMINO_NO_NOT_IN_LINE : DOMINO_NO_CLAIMED;
}

/* --- steps --- */

/* Could this step have been asked for now? If not, its own reason is the better answer. */
static bool is_possible(const struct domino_state *s, int kingdom, enum domino_phase step)
{
    if (step == DOMINO_TAX)
        return domino_home_in_hand(s) != 0 && s->kingdom[kingdom].free_knights > 0;
    if (step == DOMINO_BUILD)
        return domino_can_build(s, kingdom);
    return step != DOMINO_BURN || domino_can_burn(s, kingdom);
}

static const struct {
    enum domino_phase step;
    tk_status (*refuse)(const struct domino_state *, int kingdom, tk_action);
} verbs[DOMINO_VERBS] = {
    [DOMINO_DO_PLACE] = {DOMINO_PLACE, refuse_place},
    [DOMINO_DO_DISCARD] = {DOMINO_PLACE, refuse_discard},
    [DOMINO_DO_TAX] = {DOMINO_TAX, refuse_tax},
    [DOMINO_DO_BUILD] = {DOMINO_BUILD, refuse_build},
    [DOMINO_DO_BURN] = {DOMINO_BURN, refuse_burn},
    [DOMINO_DO_PICK] = {DOMINO_PICK, refuse_pick},
};

/* An action of another step than the one that is asked for. */
static tk_status refuse_step(const struct domino_state *s, enum domino_verb verb, int kingdom,
                             tk_action action)
{
    static const tk_status first[DOMINO_PHASES] = {
        [DOMINO_DRAFT] = DOMINO_NO_DRAFT_FIRST, [DOMINO_PLACE] = DOMINO_NO_PLACE_FIRST,
        [DOMINO_TAX] = DOMINO_NO_TAX_FIRST,     [DOMINO_BUILD] = DOMINO_NO_BUILD_FIRST,
        [DOMINO_BURN] = DOMINO_NO_BURN_FIRST,   [DOMINO_PICK] = TK_NOT_LEGAL,
        [DOMINO_DEAL] = TK_NOT_LEGAL,           [DOMINO_OVER] = TK_OVER,
    };
    enum domino_phase step = verbs[verb].step;
    if (step == DOMINO_PICK && s->round == s->rounds)
        return DOMINO_NO_NO_NEXT_LINE;
    if (step > s->phase)
        return first[s->phase];
    return is_possible(s, kingdom, step) ? DOMINO_NO_STEP_OVER
                                         : verbs[verb].refuse(s, kingdom, action);
}

tk_status domino_refuse(const void *state, tk_action action)
{
    const struct domino_state *s = state;
    enum domino_verb verb = domino_action_verb(action);
    if (s->actor < 0)
        return TK_OVER;
    if (verb >= DOMINO_VERBS)
        return TK_BAD_TEXT;
    int kingdom = domino_kingdom_of(s, s->actor);
    enum domino_phase step = verbs[verb].step;
    if (s->variant == DOMINO_KING && step > DOMINO_PLACE && step < DOMINO_PICK)
        return DOMINO_NO_NOT_IN_KINGDOMINO;
    if (step == s->phase || (step == DOMINO_PICK && s->phase == DOMINO_DRAFT))
        return verbs[verb].refuse(s, kingdom, action);
    return refuse_step(s, verb, kingdom, action);
}
