/* SPDX-License-Identifier: MIT */
/* GL-5: points and who has won. */
#include "golestan_internal.h"

/* GL-5.2 */
int golestan_points(golestan_set plants)
{
    int points = 0;
    for (int plant; (plant = golestan_next(&plants)) != 0;)
        points += golestan_plants[plant].points;
    return points;
}

int golestan_count(const struct golestan_state *s, int seat, int kind)
{
    golestan_set plants = s->seat[seat].plants;
    int count = 0;
    for (int plant; (plant = golestan_next(&plants)) != 0;)
        count += golestan_plants[plant].kind == kind;
    return count;
}

/* GL-5.3, GL-5.4: more than anybody else. */
bool golestan_has_bed(const struct golestan_state *s, int seat, int kind)
{
    int own = golestan_count(s, seat, kind);
    for (int other = 0; other < s->players; other++)
        if (other != seat && golestan_count(s, other, kind) >= own)
            return false;
    return true;
}

/* Bulbs are no plants before they are turned up (GL-5.1), so that a score tells nothing about them. */
int golestan_score(const struct golestan_state *s, int seat)
{
    int points = golestan_points(s->seat[seat].plants);
    for (int kind = 0; kind < GOLESTAN_KINDS; kind++)
        points += GOLESTAN_BED * golestan_has_bed(s, seat, kind);
    return points;
}

void golestan_scores(const void *state, int32_t *out)
{
    const struct golestan_state *s = state;
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = golestan_score(s, seat);
}

/* GL-5.5 */
void golestan_ranks(const void *state, uint8_t *out)
{
    const struct golestan_state *s = state;
    int32_t score[GOLESTAN_SEATS];
    golestan_scores(s, score);
    for (int seat = 0; seat < s->players; seat++) {
        out[seat] = 1;
        for (int other = 0; other < s->players; other++)
            out[seat] = (uint8_t)(out[seat] + (score[other] > score[seat]));
    }
}
