/* SPDX-License-Identifier: MIT */
/* SP-10: prestige and who has won. */
#include "splendor_internal.h"

/* SP-10.1: counted as they come, so that nothing is left to add up. */
void splendor_scores(const void *state, int32_t *out)
{
    const struct splendor_state *s = state;
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = s->seat[seat].points;
}

/* SP-10.5: more prestige; SP-10.6: then fewer cards bought. */
static bool is_better(const struct splendor_seat *a, const struct splendor_seat *b)
{
    return a->points != b->points ? a->points > b->points : a->bought < b->bought;
}

/* SP-10.7, SP-10.8: whom nobody beats has won; equal ones share their rank. */
void splendor_ranks(const void *state, uint8_t *out)
{
    const struct splendor_state *s = state;
    for (int seat = 0; seat < s->players; seat++) {
        out[seat] = 1;
        for (int other = 0; other < s->players; other++)
            out[seat] = (uint8_t)(out[seat] + is_better(&s->seat[other], &s->seat[seat]));
    }
}

int splendor_noble_points(const struct splendor_state *s, int seat)
{
    int points = 0;
    for (int i = 0; i <= s->players; i++)
        if (s->noble_owner[i] == seat + 1)
            points += splendor_nobles[s->noble[i]].points;
    return points;
}
