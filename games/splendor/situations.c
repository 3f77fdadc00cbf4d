/* SPDX-License-Identifier: MIT */
/* Positions in which bots were wrong about their chances, and are watched for it. */
#include "splendor_internal.h"

static bool has_more_cards_but_fewer_points(const void *state, int seat)
{
    const struct splendor_state *s = state;
    const struct splendor_seat *own = &s->seat[seat];
    bool behind = false;
    for (int other = 0; other < s->players; other++) {
        if (other != seat && s->seat[other].bought >= own->bought)
            return false;
        behind |= s->seat[other].points > own->points;
    }
    return behind;
}

/* As far as everybody saw them being reserved. */
static int points_in_hand(const struct splendor_seat *p)
{
    int points = 0;
    for (int i = 0; i < p->reserved_count; i++)
        points += (p->blind >> i & 1) != 0 ? 0 : splendor_cards[p->reserved[i]].points;
    return points;
}

static bool opponent_has_points_in_hand(const void *state, int seat)
{
    const struct splendor_state *s = state;
    for (int other = 0; other < s->players; other++)
        if (other != seat && points_in_hand(&s->seat[other]) >= 3)
            return true;
    return false;
}

static bool has_points_in_hand(const void *state, int seat)
{
    const struct splendor_state *s = state;
    return points_in_hand(&s->seat[seat]) >= 3;
}

static bool has_many_tokens(const void *state, int seat)
{
    const struct splendor_state *s = state;
    return splendor_gems_sum(s->seat[seat].tokens) + s->seat[seat].gold >= 9;
}

static const struct tk_situation situations[] = {
    {"more cards but fewer points", has_more_cards_but_fewer_points},
    {"three points or more in an opponent's hand", opponent_has_points_in_hand},
    {"three points or more in the own hand", has_points_in_hand},
    {"nine tokens or more", has_many_tokens},
};

const struct tk_situations splendor_situations = {.count = TK_COUNT(situations),
                                                  .table = situations};
