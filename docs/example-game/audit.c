/* SPDX-License-Identifier: MIT */
/* GL-1.3: what may never be made or lost. */
#include "golestan_internal.h"

/* How many turns of this seat are over. */
static int turns_of(const struct golestan_state *s, int seat)
{
    struct golestan_state then = *s;
    int turns = 0;
    for (then.turn = 1; then.turn < s->turn; then.turn++)
        turns += golestan_actor(&then) == seat;
    return turns;
}

/* Each turn gives a garden one plant or bulb (GL-3.1). */
static bool gardens_add_up(const struct golestan_state *s)
{
    bool fine = true;
    for (int p = 0; p < s->players; p++) {
        const struct golestan_seat *seat = &s->seat[p];
        int plants = __builtin_popcount(seat->plants), bulbs = __builtin_popcount(seat->bulbs);
        fine &= plants + bulbs == turns_of(s, p) && bulbs == seat->bulb_count;
        fine &= bulbs <= (golestan_is_over(s) ? 0 : GOLESTAN_BULBS);
    }
    return fine;
}

/* In a round no more than its turns have left the row (GL-4.1). */
static bool row_adds_up(const struct golestan_state *s)
{
    int gone = golestan_is_over(s) ? 2 * s->players : (s->turn - 1) % (2 * s->players), empty = 0;
    for (int i = 0; i < golestan_row_length(s->players); i++)
        empty += s->row[i] == 0;
    return empty <= gone;
}

/* Every plant is in exactly one place. */
static bool plants_add_up(const struct golestan_state *s)
{
    golestan_set seen = 0;
    int count = s->pile_left;
    for (int i = 0; i < s->pile_left; i++)
        seen |= golestan_bit(s->pile[i]);
    for (int i = 0; i < GOLESTAN_ROW; i++) {
        seen |= s->row[i] != 0 ? golestan_bit(s->row[i]) : 0;
        count += s->row[i] != 0;
    }
    for (int p = 0; p < s->players; p++) {
        seen |= s->seat[p].plants | s->seat[p].bulbs;
        count += __builtin_popcount(s->seat[p].plants) + __builtin_popcount(s->seat[p].bulbs);
    }
    return count == GOLESTAN_PLANTS && seen == ((golestan_set)2 << GOLESTAN_PLANTS) - 2;
}

const char *golestan_audit(const void *state)
{
    const struct golestan_state *s = state;
    if (!plants_add_up(s))
        return "a plant is missing or stands twice (GL-1.1)";
    if (!gardens_add_up(s))
        return "a garden has not one plant or bulb for each of its turns (GL-3.1)";
    if (!row_adds_up(s))
        return "the row is too short (GL-4.1)";
    return NULL;
}
