/* SPDX-License-Identifier: MIT */
/* What may never be made or lost, and what a state must agree on, whether played or loaded. */
#include "domino_internal.h"

/* --- dominoes --- */

/*
 * QD-2.2, RW-1: a domino of the box lies in the deck, in one line or in one kingdom, never in two
 * of them; what was drawn and lies nowhere has left the game. Only the kings that have acted this
 * round have placed the domino under them.
 */
static bool dominoes_add_up(const struct domino_state *s, int box)
{
    const struct domino_box *b = domino_box_of(s, box);
    int drawn = domino_drawn(s, box, domino_lines_drawn(s)), first = s->round == 0 ? drawn : 0;
    uint64_t seen = 0;
    for (int i = 0; i < DOMINO_DOMINOES; i++) {
        uint64_t bit = UINT64_C(1) << b->deck[i];
        if (i >= drawn ? b->deck[i] == 0 || (seen & bit) != 0 : i >= first && b->deck[i] != 0)
            return false;
        seen |= i >= drawn ? bit : 0;
    }
    for (int i = 0; i < DOMINO_LINE && s->next.number[i] != 0; i++) {
        uint64_t bit = UINT64_C(1) << s->next.number[i];
        if (domino_line_box(s, s->round + 1) != box)
            break;
        if ((seen & bit) != 0)
            return false;
        seen |= bit;
    }
    for (int i = 0; s->round > 0 && i < s->king_count && domino_line_box(s, s->round) == box; i++) {
        uint64_t bit = UINT64_C(1) << s->line.number[i];
        bool waits = i > s->king || (i == s->king && s->phase == DOMINO_PLACE);
        if ((seen & bit) != 0)
            return false;
        seen |= waits ? bit : 0;
    }
    for (int number = 1; number <= DOMINO_DOMINOES; number++)
        if (b->home[number - 1] != 0 && (seen >> number & 1) != 0)
            return false;
    return true;
}

/* --- kings --- */

/* QD-2.1: every seat has its kings in a line, and nobody else's. */
static bool kings_are(const struct domino_state *s, const uint8_t *king, int count, int size)
{
    uint8_t each[DOMINO_SEATS + 1] = {0};
    for (int i = 0; i < size; i++)
        each[king[i]]++;
    for (int i = 0; i < count; i++) /* those that must stand here */
        each[s->round == 0 ? s->kings[i] + 1 : s->line.king[i]]--;
    for (int seat = 1; seat <= s->players; seat++)
        if (each[seat] != 0)
            return false;
    return true;
}

/* QD-4.1, QD-10.1: a line for the kings, and as many claims on the next as kings have acted. */
static bool lines_add_up(const struct domino_state *s)
{
    uint8_t each[DOMINO_SEATS + 1] = {0};
    int next = s->round < s->rounds ? s->line_size : 0;
    if (domino_line_length(&s->line) != (s->round == 0 ? 0 : s->king_count) ||
        domino_line_length(&s->next) != next)
        return false;
    for (int i = 0; s->round > 0 && i < s->king_count; i++)
        each[s->line.king[i]]++;
    for (int seat = 1; s->round > 0 && seat <= s->players; seat++)
        if (each[seat] * s->players != s->king_count)
            return false;
    return next == 0 || kings_are(s, s->next.king, s->king, next);
}

/* --- kingdoms --- */

/* One domino of the kingdom after the other, as far as QD-5 lets them be placed. */
static bool build_up(const struct domino_state *s, int kingdom, struct domino_kingdom *out)
{
    bool placed[2][DOMINO_DOMINOES] = {{false}};
    bool progress = true, complete = true;
    while (progress) {
        progress = false;
        complete = true;
        for (int i = 0; i < domino_box_count(s) * DOMINO_DOMINOES; i++) {
            int box = i / DOMINO_DOMINOES, number = i % DOMINO_DOMINOES + 1;
            uint16_t home = domino_box_of(s, box)->home[number - 1];
            if (home == 0 || domino_home_kingdom(home) != kingdom || placed[box][number - 1])
                continue;
            const struct domino_face *face = domino_face(s, box, number);
            struct domino_cell left = domino_home_left(&s->kingdom[kingdom], home);
            enum domino_direction direction = domino_home_direction(home);
            if (domino_check_place(out, s->limit, face, left, direction) == TK_OK) {
                domino_put(out, face, left, direction);
                placed[box][number - 1] = progress = true;
            } else {
                complete = false;
            }
        }
    }
    return complete;
}

/* QD-7.4, QD-1.5: knights and towers are those of the start and of the buildings. */
static void receive_gifts(const struct domino_kingdom *from, struct domino_kingdom *out)
{
    for (domino_cells rest = domino_built(from); rest != 0; rest &= rest - 1) {
        int index = __builtin_ctzll(rest), kind = domino_building_at(from, index);
        domino_put_building(out, index, kind);
        out->free_knights = (uint8_t)(out->free_knights + domino_buildings[kind].knights);
        out->towers = (uint8_t)(out->towers + domino_buildings[kind].towers);
    }
    out->knights = from->knights;
    out->free_knights = (uint8_t)(out->free_knights - __builtin_popcountll(from->knights));
    out->coins = from->coins;
}

static const char *audit_kingdom(const struct domino_state *s, int kingdom)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    struct domino_kingdom again;
    domino_kingdom_init(s, &again);
    if (!build_up(s, kingdom, &again))
        return DOMINO_PROBLEM_FIT;
    domino_cells squares = domino_occupied(&again) & ~DOMINO_CASTLE;
    if ((domino_built(k) & ~again.terrain[DOMINO_TOWN]) != 0)
        return DOMINO_PROBLEM_TOWN;
    if ((k->knights & ~squares) != 0)
        return DOMINO_PROBLEM_KNIGHT;
    receive_gifts(k, &again);
    if (!tk_same(&again, k, sizeof again))
        return DOMINO_PROBLEM_SUMS;
    return NULL;
}

/* --- builders' board --- */

void domino_count_tiles(const struct domino_state *s, int out_left[DOMINO_KINDS + 1])
{
    out_left[0] = 0;
    for (int kind = 1; kind <= DOMINO_KINDS; kind++)
        out_left[kind] = domino_buildings[kind].copies;
    for (int slot = 0; slot < DOMINO_SLOTS; slot++)
        out_left[s->display[slot]]--;
    for (int i = 0; i < s->kingdoms; i++) {
        const struct domino_kingdom *k = &s->kingdom[i];
        for (domino_cells rest = domino_built(k); rest != 0; rest &= rest - 1)
            out_left[domino_building_at(k, __builtin_ctzll(rest))]--;
    }
}

/* QD-2.3: no tile is there twice, and the stack is a stack. */
static bool tiles_add_up(const struct domino_state *s)
{
    int left[DOMINO_KINDS + 1];
    domino_count_tiles(s, left);
    for (int i = 0; i < TK_COUNT(s->stack); i++) {
        bool inside = i >= s->top && i < DOMINO_TILES;
        if ((s->stack[i] != 0) != inside)
            return false;
        left[s->stack[i]]--;
    }
    for (int kind = 1; kind <= DOMINO_KINDS; kind++)
        if (left[kind] < 0)
            return false;
    return true;
}

/* QD-8.1, QD-8.2: the queen is with somebody who has most towers, or with nobody without them. */
static bool queen_is_right(const struct domino_state *s)
{
    int most = 0;
    for (int i = 0; i < s->kingdoms; i++)
        most = s->kingdom[i].towers > most ? s->kingdom[i].towers : most;
    return most == 0 ? s->queen == 0 : s->queen != 0 && s->kingdom[s->queen - 1].towers == most;
}

/* --- the step --- */

/* QD-4.4: an optional step is asked only where there is a choice. */
static bool step_is_right(const struct domino_state *s)
{
    tk_action list[TK_ACTIONS_MAX];
    bool last = s->king + 1 == s->king_count && s->round == s->rounds;
    bool dynasty = (s->flags & DOMINO_DYNASTY) != 0;
    switch ((enum domino_phase)s->phase) {
    case DOMINO_DRAFT:
        return s->round == 0;
    case DOMINO_PLACE:
        return s->round > 0;
    case DOMINO_TAX:
        return s->round > 0 && domino_home_in_hand(s) != 0 &&
               domino_home_kingdom(domino_home_in_hand(s)) == domino_kingdom_of(s, s->actor) &&
               s->kingdom[domino_kingdom_of(s, s->actor)].free_knights > 0;
    case DOMINO_BUILD:
        return s->round > 0 && s->variant != DOMINO_KING && domino_legal(s, list) > 1;
    case DOMINO_BURN:
        return s->round > 0 && domino_can_burn(s, domino_kingdom_of(s, s->actor));
    case DOMINO_PICK:
        return s->round > 0 && s->round < s->rounds;
    case DOMINO_DEAL:
        return last && dynasty && s->game + 1 < DOMINO_GAMES;
    case DOMINO_OVER:
        return last && s->game == (dynasty ? DOMINO_GAMES - 1 : 0);
    case DOMINO_PHASES:
        break;
    }
    return false;
}

const char *domino_audit(const void *state)
{
    const struct domino_state *s = state;
    if (!lines_add_up(s))
        return DOMINO_PROBLEM_KINGS;
    for (int box = 0; box < domino_box_count(s); box++)
        if (!dominoes_add_up(s, box))
            return DOMINO_PROBLEM_DOMINOES;
    for (int i = 0; i < s->kingdoms; i++) {
        const char *wrong = audit_kingdom(s, i);
        if (wrong != NULL)
            return wrong;
    }
    if (s->variant != DOMINO_KING && !tiles_add_up(s))
        return DOMINO_PROBLEM_TILES;
    if (s->dragon != 0 && s->display[s->dragon - 1] != 0)
        return DOMINO_PROBLEM_DRAGON;
    if (!queen_is_right(s))
        return DOMINO_PROBLEM_QUEEN;
    if (!step_is_right(s))
        return DOMINO_PROBLEM_STEP;
    return NULL;
}
