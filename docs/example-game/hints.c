/* SPDX-License-Identifier: MIT */
/* Numbers that tell how well a seat stands, for bots. */
#include "golestan_internal.h"

/* In the order of weights.inc. */
enum { POINTS, BULB_POINTS, BEDS, SAFE_BEDS, BULBS_LEFT, TO_MOVE, FEATURES };

const struct tk_feature golestan_feature_table[GOLESTAN_FEATURES] = {
#include "weights.inc"
};
_Static_assert((int)GOLESTAN_FEATURES == FEATURES, "every feature has a weight");

/* Turns: points would change the weights of whoever gains some. */
int golestan_progress(const void *state)
{
    const struct golestan_state *s = state;
    return 1000 * (s->turn - 1) / (2 * GOLESTAN_ROUNDS * s->players);
}

/* How far the seat is before the best of the others in a kind, bulbs included. */
static int lead(const struct golestan_state *s, int seat, int kind)
{
    int most = 0;
    for (int other = 0; other < s->players; other++) {
        int count = other != seat ? golestan_count(s, other, kind) : 0;
        most = count > most ? count : most;
    }
    return golestan_count(s, seat, kind) - most;
}

/* Bots look at a state in which what they cannot know was redrawn: bulbs may be counted. */
void golestan_features(const void *state, int seat, int32_t *out)
{
    struct golestan_state open = *(const struct golestan_state *)state;
    tk_fill(out, 0, FEATURES * sizeof *out);
    out[POINTS] = golestan_points(open.seat[seat].plants);
    out[BULB_POINTS] = golestan_points(open.seat[seat].bulbs);
    out[BULBS_LEFT] = GOLESTAN_BULBS - open.seat[seat].bulb_count;
    out[TO_MOVE] = golestan_actor(&open) == seat;
    for (int p = 0; p < open.players; p++)
        open.seat[p].plants |= open.seat[p].bulbs;
    for (int kind = 0; kind < GOLESTAN_KINDS; kind++) {
        int ahead = lead(&open, seat, kind);
        out[BEDS] += ahead > 0;
        out[SAFE_BEDS] += ahead > 1;
    }
}
