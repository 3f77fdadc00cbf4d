/* SPDX-License-Identifier: MIT */
/* What may never be made, lost or contradict itself, in a state dealt, played or loaded (7D-19). */
#include "duel_internal.h"

static void add_set(const struct duel_set *set, uint8_t *seen)
{
    for (int card = 1; card <= DUEL_CARDS; card++)
        seen[card] = (uint8_t)(seen[card] + duel_set_has(set, card));
}

/* Guilds belong to Age III. */
static int age_of(int card)
{
    return duel_cards[card].age == DUEL_GUILD ? DUEL_AGES : duel_cards[card].age;
}

/*
 * 7D-2.1: every card is in exactly one place, and among the cards of its age; 7D-5.1: none was played
 * of an age to come.
 */
static bool cards_add_up(const struct duel_state *s)
{
    uint8_t seen[DUEL_CARDS + 1] = {0};
    bool fine = true;
    add_set(&s->discard, seen);
    for (int p = 0; p < DUEL_SEATS; p++) {
        add_set(&s->seat[p].city, seen);
        for (int place = 0; place < DUEL_HELD; place++)
            seen[s->seat[p].tucked[place]]++;
    }
    for (int card = 1; card <= DUEL_CARDS; card++)
        fine &= seen[card] == 0 || age_of(card) <= s->age;
    for (int age = 1; age <= DUEL_AGES; age++) {
        for (int slot = 0; slot < DUEL_AGE3_CARDS; slot++) {
            int card = s->layout[age - 1][slot];
            if (card > DUEL_CARDS)
                return false;
            fine &= card == 0 || age_of(card) == age;
            seen[card]++;
        }
    }
    for (int card = 1; card <= DUEL_CARDS; card++)
        fine &= seen[card] == 1;
    return fine;
}

/* 7D-3.4: an age to come has all its slots filled, Age III with three guilds. */
static bool ages_to_come_are_whole(const struct duel_state *s)
{
    for (int age = s->age + 1; age <= DUEL_AGES; age++) {
        int cards = 0, guilds = 0;
        for (int slot = 0; slot < DUEL_SLOTS; slot++) {
            cards += s->layout[age - 1][slot] != 0;
            guilds += duel_cards[s->layout[age - 1][slot]].age == DUEL_GUILD;
        }
        if (cards != DUEL_SLOTS || guilds != (age == DUEL_AGES ? 3 : 0))
            return false;
    }
    return true;
}

static bool is_pending(const struct duel_state *s)
{
    return s->phase >= DUEL_PHASE_DESTROY && s->phase <= DUEL_PHASE_TOKEN;
}

/* 7D-2.7, 7D-6.5: what can be taken is what nothing covers, and face down only for a moment. */
static bool layout_holds(const struct duel_state *s)
{
    if (s->age == 0)
        return s->left == 0 && s->open == 0 && s->uncovered == 0;
    for (int slot = 0; slot < DUEL_SLOTS; slot++) {
        bool there = (s->left >> slot & 1) != 0;
        bool covered = (duel_slots[s->age - 1][slot].covered_by & s->left) != 0;
        if (there ? s->layout[s->age - 1][slot] == 0 : covered)
            return false; /* no card, or one that was taken from under another */
    }
    if ((s->open | s->uncovered) != duel_accessible(s->age, s->left) ||
        (s->open & s->uncovered) != 0)
        return false;
    bool may_hide = is_pending(s) || s->phase == DUEL_PHASE_OVER;
    return s->uncovered == 0 || may_hide;
}

/* 7D-4, 7D-10.3: every wonder once; four each after the draft; a card under each that is raised. */
static bool wonders_add_up(const struct duel_state *s)
{
    uint8_t seen[DUEL_WONDERS + 1] = {0};
    int raised = 0;
    for (int i = 0; i < DUEL_WONDERS; i++) {
        if (s->wonder[i] > DUEL_WONDERS)
            return false;
        seen[s->wonder[i]]++;
    }
    for (int p = 0; p < DUEL_SEATS; p++) {
        for (int place = 0; place < DUEL_HELD; place++) {
            const struct duel_seat *seat = &s->seat[p];
            if (seat->wonder[place] > DUEL_WONDERS ||
                duel_is_raised(seat, place) != (seat->tucked[place] != 0) ||
                (seat->tucked[place] != 0 && seat->wonder[place] == 0) ||
                (s->phase != DUEL_PHASE_DRAFT && seat->wonder[place] == 0))
                return false;
            seen[seat->wonder[place]]++;
            raised += duel_is_raised(seat, place);
        }
    }
    for (int wonder = 1; wonder <= DUEL_WONDERS; wonder++)
        if (seen[wonder] > 1 || (s->phase == DUEL_PHASE_DRAFT && seen[wonder] == 0))
            return false;
    return raised == s->raised && raised <= DUEL_RAISED_MAX;
}

/* 7D-4.4: the draft has gone by its order; each pick left a gap in its group. */
static bool draft_holds(const struct duel_state *s)
{
    int picked = duel_drafted(s), held[DUEL_SEATS] = {0};
    if (s->phase != DUEL_PHASE_DRAFT) {
        for (int i = 0; i < DUEL_WONDERS; i++)
            if (s->wonder[i] != 0)
                return false;
        return true;
    }
    if (picked >= 2 * DUEL_GROUP || s->active != duel_drafter(s, picked))
        return false;
    for (int pick = 0; pick < picked; pick++)
        held[duel_drafter(s, pick)]++;
    for (int i = 0; i < DUEL_SEATS * DUEL_HELD; i++) {
        int seat = i / DUEL_HELD, place = i % DUEL_HELD;
        if ((s->seat[seat].wonder[place] != 0) != (place < held[seat]))
            return false;
    }
    int gaps[3] = {0};
    for (int i = 0; i < DUEL_WONDERS; i++)
        gaps[i / DUEL_GROUP] += s->wonder[i] == 0;
    return gaps[0] == (picked < DUEL_GROUP ? picked : DUEL_GROUP) && gaps[0] + gaps[1] == picked &&
           gaps[2] == 0;
}

/* 7D-3.2, 7D-10.8: ten tokens; from the box one at most is owned, and only through the Library. */
static bool tokens_add_up(const struct duel_state *s)
{
    uint32_t all = 0, box = 0, drawn = 0;
    for (int i = 0; i < DUEL_TOKENS; i++) {
        if (s->progress[i] < 1 || s->progress[i] > DUEL_TOKENS)
            return false;
        uint32_t bit = 1U << s->progress[i];
        all |= bit;
        box |= i >= DUEL_ON_BOARD ? bit : 0;
        drawn |= i >= DUEL_ON_BOARD && i < DUEL_ON_BOARD + DUEL_DRAWN ? bit : 0;
    }
    uint32_t owned = s->seat[0].tokens | s->seat[1].tokens, from_box = owned & box;
    bool twice = (s->seat[0].tokens & s->seat[1].tokens) != 0 || (owned & ~all) != 0;
    bool choosing = s->phase == DUEL_PHASE_LIBRARY, library = duel_library_drawn(s) && !choosing;
    if (choosing && !duel_library_drawn(s))
        return false;
    return __builtin_popcount(all) == DUEL_TOKENS && !twice && (from_box & ~drawn) == 0 &&
           __builtin_popcount(from_box) == library;
}

/* 7D-8.6: production and discounts of buildings and wonders. */
duel_lanes duel_city_economy(const struct duel_seat *seat)
{
    duel_lanes economy = 0;
    struct duel_set city = seat->city;
    for (int card; (card = duel_set_pop(&city)) != 0;)
        economy += duel_cards[card].brings;
    for (int place = 0; place < DUEL_HELD; place++)
        economy += duel_is_raised(seat, place) ? duel_wonders[seat->wonder[place]].brings : 0;
    return economy;
}

/* 7D-12.1: the symbols of green buildings, and Law. */
uint8_t duel_city_symbols(const struct duel_seat *seat)
{
    unsigned symbols = duel_has_token(seat, DUEL_TOKEN_LAW) ? 1U << DUEL_LAW : 0;
    struct duel_set city = seat->city;
    for (int card; (card = duel_set_pop(&city)) != 0;)
        symbols |= 1U << duel_cards[card].symbol;
    return (uint8_t)(symbols & ~(1U << DUEL_NO_SYMBOL));
}

static bool city_adds_up(const struct duel_seat *seat)
{
    return seat->economy == duel_city_economy(seat) && seat->symbols == duel_city_symbols(seat);
}

/* 7D-11.3: tokens between the middle and the pawn are gone; those that never were cannot be. */
static bool track_holds(const struct duel_state *s)
{
    unsigned tokens = 0, passed = 0;
    if (s->pawn < -DUEL_CAPITAL || s->pawn > DUEL_CAPITAL)
        return false;
    for (int at = -DUEL_CAPITAL; at <= DUEL_CAPITAL; at++) {
        const struct duel_space *space = &duel_track[at + DUEL_CAPITAL];
        unsigned token = space->loot != 0 ? 1U << space->zone : 0;
        bool behind = s->pawn > 0 ? at > 0 && at <= s->pawn : at < 0 && at >= s->pawn;
        tokens |= token;
        passed |= behind ? token : 0;
    }
    return (s->looted & ~tokens) == 0 && (passed & ~(unsigned)s->looted) == 0;
}

/* 7D-15.1: over exactly when something ended it; 7D-15.5: by one supremacy and by its owner. */
static bool ending_holds(const struct duel_state *s)
{
    bool capital = duel_space_of(s)->capital, science = false;
    for (int p = 0; p < DUEL_SEATS; p++)
        science |= __builtin_popcount(s->seat[p].symbols) >= DUEL_SUPREMACY;
    if ((s->phase == DUEL_PHASE_OVER) != (s->ending != DUEL_PLAYING))
        return false;
    if (capital != (s->ending == DUEL_MILITARY) || science != (s->ending == DUEL_SCIENTIFIC))
        return false;
    if (capital && s->active != ((s->pawn < 0) ^ s->first))
        return false;
    if (science && __builtin_popcount(s->seat[s->active].symbols) < DUEL_SUPREMACY)
        return false;
    return s->ending != DUEL_CIVILIAN || (s->age == DUEL_AGES && s->left == 0);
}

/* A decision must be one: there is something to choose, and nothing else is half done. */
static bool phase_holds(const struct duel_state *s)
{
    tk_action list[TK_ACTIONS_MAX];
    bool destroying = s->phase == DUEL_PHASE_DESTROY;
    if ((s->phase == DUEL_PHASE_DRAFT) != (s->age == 0) || (s->again != 0 && !is_pending(s)))
        return false;
    if (destroying ? s->doomed != DUEL_BROWN && s->doomed != DUEL_GREY : s->doomed != 0)
        return false;
    if (s->phase == DUEL_PHASE_START && (s->left != DUEL_ALL_SLOTS || s->age == 1))
        return false;
    return s->phase == DUEL_PHASE_OVER || duel_legal(s, list) > 0;
}

const char *duel_audit(const void *state)
{
    const struct duel_state *s = state;
    if (!cards_add_up(s))
        return DUEL_PROBLEM_CARDS;
    if (!ages_to_come_are_whole(s))
        return DUEL_PROBLEM_AGES;
    if (!layout_holds(s))
        return DUEL_PROBLEM_COVERED;
    if (!wonders_add_up(s))
        return DUEL_PROBLEM_WONDERS;
    if (!draft_holds(s))
        return DUEL_PROBLEM_DRAFT;
    if (!tokens_add_up(s))
        return DUEL_PROBLEM_TOKENS;
    for (int p = 0; p < DUEL_SEATS; p++)
        if (!city_adds_up(&s->seat[p]))
            return DUEL_PROBLEM_CITY;
    if (!track_holds(s))
        return DUEL_PROBLEM_PAWN;
    if (!ending_holds(s))
        return DUEL_PROBLEM_ENDING;
    if (!phase_holds(s))
        return DUEL_PROBLEM_NOTHING;
    return NULL;
}
