/* SPDX-License-Identifier: MIT */
/*
 * What one settlement more would pay is found without laying it (KB-72, KB-74, KB-75): the same as
 * what the cards pay when it lies there, on thin and on crowded boards.
 */
#include <stdio.h>

#include "games/kingdom/kingdom_internal.h"

static const uint8_t cards[] = {KINGDOM_HERMITS, KINGDOM_CITIZENS, KINGDOM_MERCHANTS};

/* So many settlements of one seat: every hex that came up beside another, of the rest one in two. */
static void lay_out(struct kingdom_state *s, int settlements, struct tk_rng *rng)
{
    uint8_t quadrant[KINGDOM_PLACES];
    for (int place = 0; place < KINGDOM_PLACES; place++)
        quadrant[place] = (uint8_t)(4 * place + (int)tk_rng_below(rng, 4));
    tk_fill(s, 0, sizeof *s);
    s->players = 2;
    kingdom_lay_board(s, quadrant);
    while (set_count(s->seat[0].settlements) < settlements) {
        int hex =
            kingdom_hex((int)tk_rng_below(rng, KINGDOM_SIZE), (int)tk_rng_below(rng, KINGDOM_SIZE));
        union kingdom_set beside = set_and(set_around(hex), s->seat[0].settlements);
        if (set_any(beside) || tk_rng_below(rng, 2) == 0)
            set_add(&s->seat[0].settlements, hex);
    }
}

static int check_hex(const struct kingdom_state *s, const struct kingdom_areas *areas, int hex)
{
    struct kingdom_state landed = *s;
    int failures = 0;
    set_add(&landed.seat[0].settlements, hex);
    for (int i = 0; i < TK_COUNT(cards); i++) {
        int told = kingdom_areas_gold(areas, cards[i], hex);
        int paid = kingdom_card_gold(&landed, 0, cards[i]);
        if (told == paid)
            continue;
        printf("card %d, hex %d: %d gold told, %d paid\n", cards[i], hex, told, paid);
        failures++;
    }
    return failures;
}

int main(void)
{
    int failures = 0;
    struct tk_rng rng;
    tk_rng_init(&rng, 72, 75);
    for (int round = 0; round < 400; round++) {
        struct kingdom_state s;
        struct kingdom_landmarks landmarks;
        struct kingdom_areas areas;
        int hex;
        lay_out(&s, round % KINGDOM_SETTLEMENTS, &rng);
        kingdom_landmarks_find(&s, &landmarks);
        kingdom_areas_find(s.seat[0].settlements, &landmarks, &areas);
        union kingdom_set free = set_without(kingdom_whole, s.seat[0].settlements);
        while (set_take(&free, &hex))
            failures += check_hex(&s, &areas, hex);
    }
    return failures == 0 ? 0 : 1;
}
