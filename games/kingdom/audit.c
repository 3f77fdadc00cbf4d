/* SPDX-License-Identifier: MIT */
/* What may never be made, lost or contradict itself, in a state dealt, played or loaded. */
#include "kingdom_internal.h"

/* --- KB-8, KB-11, KB-85 the set-up --- */

/* Are these four quadrants or three cards different? */
static bool are_different(const uint8_t *numbers, int count, int shift)
{
    unsigned seen = 0;
    for (int i = 0; i < count; i++)
        seen |= 1U << (numbers[i] >> shift);
    return __builtin_popcount(seen) == count;
}

static bool is_laid(const struct kingdom_state *s)
{
    return are_different(s->quadrant, KINGDOM_PLACES, 1); /* the lowest bit: it is turned */
}

static bool cards_differ(const struct kingdom_state *s)
{
    return are_different(s->card, KINGDOM_CARDS, 0);
}

/* KB-85: what the options ask for is what must lie there. The order of three cards is free. */
static bool follows_options(const struct kingdom_state *s)
{
    uint8_t quadrant[KINGDOM_PLACES], card[KINGDOM_CARDS];
    bool fits = s->start_option == TK_RANDOM || s->start_option == (int)s->start;
    if (kingdom_board_given(s->board_option, quadrant))
        fits &= tk_same(quadrant, s->quadrant, KINGDOM_PLACES);
    unsigned dealt = 1U << s->card[0] | 1U << s->card[1] | 1U << s->card[2];
    if (kingdom_cards_given(s->cards_option, card))
        fits &= dealt == (1U << card[0] | 1U << card[1] | 1U << card[2]);
    if (s->cards_option == KINGDOM_OPTION_NO_LORDS)
        fits &= (dealt >> KINGDOM_LORDS & 1) == 0;
    return fits;
}

/* --- KB-5, KB-25, KB-26 settlements --- */

static bool is_moving(const struct kingdom_state *s, int p)
{
    return s->phase == KINGDOM_MOVE && p == s->active;
}

/* KB-5, KB-25: forty of each player, in the supply, on the board or lifted; one on a hex. */
static bool settlements_add_up(const struct kingdom_state *s)
{
    int sum = 0;
    for (int p = 0; p < s->players; p++) {
        int count = set_count(s->seat[p].settlements);
        sum += count;
        if (s->seat[p].supply + count + is_moving(s, p) != KINGDOM_SETTLEMENTS)
            return false;
    }
    return set_count(kingdom_occupied(s)) == sum;
}

/* KB-2, KB-26: only on the five terrains and on water, also before one was lifted. */
static bool ground_fits(const struct kingdom_state *s)
{
    union kingdom_set solid =
        set_or(kingdom_ground(s, KINGDOM_BUILDABLE), kingdom_ground(s, KINGDOM_WATER));
    union kingdom_set occupied = kingdom_occupied(s);
    bool lifted = s->phase == KINGDOM_MOVE;
    return !set_any(set_without(occupied, solid)) &&
           (!lifted || (set_has(&solid, s->lifted) && !set_has(&occupied, s->lifted)));
}

/* --- KB-3 cards --- */

static bool cards_add_up(const struct kingdom_state *s)
{
    int missing[KINGDOM_TERRAINS], different = 0;
    kingdom_count_missing(s, missing);
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        different |= missing[terrain];
    return different == 0;
}

/* KB-12, KB-23, KB-24: whoever has a turn to come has a card; during a turn it lies open. */
static bool hands_fit(const struct kingdom_state *s)
{
    bool due = s->phase == KINGDOM_DRAW || s->phase == KINGDOM_REPLACE;
    int to_come = (s->start + s->players - s->active - 1) % s->players; /* turns of this round */
    for (int i = 1; i < s->players; i++) {
        bool needs = s->phase != KINGDOM_OVER && (!s->closing || i <= to_come);
        if (needs && s->seat[(s->active + i) % s->players].hand == KINGDOM_NO_CARD)
            return false;
    }
    for (int p = 0; p < s->players; p++)
        if ((s->older >> p & 1) != 0 && (p == s->active || s->seat[p].hand == KINGDOM_NO_CARD))
            return false;
    bool none = s->seat[s->active].hand == KINGDOM_NO_CARD;
    return none == (due || s->phase == KINGDOM_OVER) && (!due || s->deck.count == 0) &&
           s->older >> s->players == 0;
}

/* --- KB-40 to KB-49 tiles --- */

/* KB-45: a settlement beside the location; one that is being moved has not left yet (KB-46). */
static bool stands_at(const struct kingdom_state *s, int p, int location)
{
    union kingdom_set settlements = s->seat[p].settlements;
    if (is_moving(s, p))
        set_add(&settlements, s->lifted);
    return kingdom_stands_beside(&settlements, s->location[location]);
}

/* KB-40, KB-42, KB-45: a tile that was there was taken, one that is held was taken and earned. */
static bool location_fits(const struct kingdom_state *s, int p, int location)
{
    bool taken = (s->seat[p].taken >> location & 1) != 0;
    bool kept = (s->seat[p].kept >> location & 1) != 0;
    if (s->location[location] == 0)
        return !taken && !kept;
    bool beside = stands_at(s, p, location);
    bool missed = beside && !taken && kingdom_tiles_left(s, location) > 0;
    return !(kept && !(taken && beside)) && !missed && kingdom_tiles_left(s, location) >= 0;
}

/* KB-43, KB-49: the tiles of a kind; only the active seat has others than ready ones. */
static bool kind_fits(const struct kingdom_state *s, int p, int place)
{
    const struct kingdom_seat *seat = &s->seat[p];
    int resting = seat->used[place] + seat->fresh[place];
    return __builtin_popcount(seat->kept >> (2 * place) & 3) == seat->ready[place] + resting &&
           (resting == 0 || (p == s->active && s->phase != KINGDOM_OVER));
}

static bool tiles_add_up(const struct kingdom_state *s)
{
    bool fine = true;
    for (int p = 0; p < s->players; p++) {
        for (int location = 0; location < KINGDOM_LOCATIONS; location++)
            fine &= location_fits(s, p, location);
        for (int place = 0; place < KINGDOM_PLACES; place++)
            fine &= kind_fits(s, p, place);
    }
    return fine;
}

/* --- KB-15 to KB-22, KB-33, KB-67 the turn --- */

/* KB-15, KB-17, KB-69: turns go round; each seat has built three a turn, or all it had. */
static bool turns_fit(const struct kingdom_state *s)
{
    if (s->turn > KINGDOM_ROUNDS * s->players || (s->start + s->turn - 1) % s->players != s->active)
        return false;
    for (int p = 0; p < s->players; p++) {
        int order = (p + s->players - s->start) % s->players; /* of the seat in a round */
        int turns = (s->turn - 1 - order + s->players - 1) / s->players;
        int least = KINGDOM_OWED * turns + (p == s->active ? s->built : 0);
        if (s->seat[p].supply > 0 && KINGDOM_SETTLEMENTS - s->seat[p].supply < least)
            return false;
    }
    return true;
}

/* KB-67: the end is announced exactly when a supply is empty, and comes with the round's. */
static bool end_fits(const struct kingdom_state *s)
{
    bool empty = false;
    for (int p = 0; p < s->players; p++)
        empty |= s->seat[p].supply == 0;
    bool last = (s->active + 1 == s->players ? 0 : s->active + 1) == s->start;
    return s->closing == empty && (s->phase != KINGDOM_OVER || (s->closing && last)) &&
           (s->phase != KINGDOM_DRAW || !s->closing);
}

/* KB-33, KB-34: as long as settlements are owed, the card has a free hex, or is being replaced. */
static bool card_fits(const struct kingdom_state *s)
{
    if (s->phase == KINGDOM_REPLACE)
        return !kingdom_complete(s);
    return s->phase != KINGDOM_ACT || kingdom_complete(s) ||
           !kingdom_is_useless(s, s->seat[s->active].hand);
}

/* KB-20, KB-53, KB-54: a settlement was lifted by a tile that moves, when that was allowed. */
static bool move_fits(const struct kingdom_state *s)
{
    int place = kingdom_tile_place(s, s->moving);
    if (s->phase != KINGDOM_MOVE)
        return true;
    return place >= 0 && kingdom_rules[s->moving].moves && s->seat[s->active].used[place] > 0 &&
           (s->built == 0 || kingdom_complete(s)) && set_any(kingdom_targets(s, s->moving));
}

const char *kingdom_audit(const void *state)
{
    static const struct {
        bool (*holds)(const struct kingdom_state *);
        const char *otherwise;
    } checks[] = {
        {is_laid, KINGDOM_PROBLEM_BOARD},
        {cards_differ, KINGDOM_PROBLEM_CARDS},
        {follows_options, KINGDOM_PROBLEM_OPTIONS},
        {settlements_add_up, KINGDOM_PROBLEM_SETTLEMENTS},
        {ground_fits, KINGDOM_PROBLEM_GROUND},
        {cards_add_up, KINGDOM_PROBLEM_TERRAINS},
        {hands_fit, KINGDOM_PROBLEM_HANDS},
        {tiles_add_up, KINGDOM_PROBLEM_TILES},
        {turns_fit, KINGDOM_PROBLEM_TURN},
        {end_fits, KINGDOM_PROBLEM_END},
        {card_fits, KINGDOM_PROBLEM_STUCK},
        {move_fits, KINGDOM_PROBLEM_MOVE},
    };
    for (int i = 0; i < TK_COUNT(checks); i++)
        if (!checks[i].holds(state))
            return checks[i].otherwise;
    return NULL;
}
