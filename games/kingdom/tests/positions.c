/* SPDX-License-Identifier: MIT */
/*
 * The check positions of the rules: how many hexes every card and every tile opens, also tiles of
 * quadrants that do not lie on the board, which no script can give to a player (KB-27, KB-53 to
 * KB-64).
 */
#include <stdio.h>

#include "games/kingdom/kingdom_internal.h"

struct counts {
    int build[KINGDOM_TERRAINS]; /* hexes for a mandatory settlement, by card */
    int tower, tavern;           /* hexes */
    int paddock, harbor;         /* pairs of settlement and target */
    int barn[KINGDOM_TERRAINS];  /* pairs, by card */
};

/* clang-format off */
static const struct position {
    const char *name;
    uint8_t quadrant[KINGDOM_PLACES];
    int players;
    const char *picture[KINGDOM_SIZE];
    struct counts counts[KINGDOM_SEATS];
} positions[] = {
    {.name = "A",
     .quadrant = {2 * KINGDOM_TAVERN, 2 * KINGDOM_PADDOCK, 2 * KINGDOM_OASIS, 2 * KINGDOM_FARM},
     .players = 2,
     .picture =
         {
             ".22........22....111",
             "2.2.........2....111",
             "22.................1",
             "....................",
             ".........11.........",
             ".......111..........",
             "........1...........",
             "..................22",
             "...................2",
             "..................22",
             "..................22",
             "....................",
             "....................",
             "....................",
             "....................",
             ".2..................",
             ".2............11....",
             ".............1......",
             "............11......",
             "....................",
         },
     .counts =
         {
             {{4, 3, 3, 4, 7}, 4, 7, 45, 87, {69, 52, 52, 68, 123}},
             {{4, 3, 3, 7, 2}, 5, 1, 38, 121, {71, 52, 52, 123, 34}},
         }},
    {.name = "B",
     .quadrant = {2 * KINGDOM_ORACLE + 1, 2 * KINGDOM_HARBOR, 2 * KINGDOM_BARN + 1,
                  2 * KINGDOM_TOWER},
     .players = 3,
     .picture =
         {
             "3.3....22...........",
             "33...22222..........",
             "33....2.21..........",
             "33...2.11222......33",
             ".333.1.1..2........3",
             "33..1111............",
             "33...221...........3",
             "3.33221.............",
             "...323..............",
             "...332.......1......",
             ".....322.....1......",
             ".....2......1.1.....",
             "1.....2....1111.....",
             "1..........11.1.....",
             ".1.................2",
             "1..................2",
             "1..................2",
             "....................",
             "....................",
             "....................",
         },
     .counts =
         {
             {{5, 3, 5, 11, 5}, 3, 7, 65, 157, {131, 80, 133, 292, 133}},
             {{11, 2, 2, 7, 5}, 3, 3, 60, 107, {288, 52, 52, 185, 132}},
             {{3, 1, 7, 9, 4}, 7, 6, 56, 78, {80, 65, 187, 239, 106}},
         }},
    {.name = "C",
     .quadrant = {2 * KINGDOM_HARBOR + 1, 2 * KINGDOM_OASIS + 1, 2 * KINGDOM_FARM,
                  2 * KINGDOM_PADDOCK + 1},
     .players = 4,
     .picture =
         {
             "...............222..",
             "..............2.....",
             "...............4....",
             ".............1.4....",
             "............111.4111",
             "................11..",
             "..............1111..",
             ".1...........211....",
             "..11.......2222.....",
             "111........222......",
             "441.........2.2.....",
             "4.11..4....2222.....",
             ".4.1...4............",
             "44..44.4..33........",
             "4.44..433433.222..11",
             "4.....333.3.2..2.333",
             ".444....333332......",
             "444....33.3.22...2..",
             "4........3333.......",
             ".........33.........",
         },
     .counts =
         {
             {{9, 4, 4, 13, 5}, 3, 12, 65, 185, {240, 107, 104, 343, 131}},
             {{7, 3, 1, 9, 4}, 33, 9, 60, 290, {185, 78, 27, 239, 106}},
             {{1, 3, 4, 5, 3}, 2, 9, 34, 186, {27, 80, 105, 132, 78}},
             {{6, 4, 1, 12, 9}, 3, 6, 58, 26, {161, 107, 27, 320, 238}},
         }},
};
/* clang-format on */

static int failures;

static void expect(const struct position *p, int seat, const char *what, int found, int wanted)
{
    if (found != wanted) {
        printf("position %s, player %d: %s: %d instead of %d\n", p->name, seat + 1, what, found,
               wanted);
        failures++;
    }
}

static void lay_out(const struct position *p, struct kingdom_state *out)
{
    kingdom_state_init(out, &(struct tk_config){.players = (uint8_t)p->players});
    kingdom_lay_board(out, p->quadrant);
    for (int row = 0; row < KINGDOM_SIZE; row++)
        for (int column = 0; column < KINGDOM_SIZE; column++)
            if (p->picture[row][column] != '.')
                set_add(&out->seat[p->picture[row][column] - '1'].settlements,
                        kingdom_hex(row, column));
}

/* Hexes for a tile that builds. */
static int count_hexes(const struct kingdom_state *s, int tile)
{
    return set_count(kingdom_uses(s, tile));
}

/* Pairs of settlement and target for a tile that moves. */
static int count_pairs(const struct kingdom_state *s, int tile)
{
    union kingdom_set origins = kingdom_uses(s, tile);
    int pairs = 0, hex;
    while (set_take(&origins, &hex)) {
        struct kingdom_state lifted = *s;
        set_remove(&lifted.seat[s->active].settlements, hex);
        lifted.lifted = (uint16_t)hex;
        pairs += set_count(kingdom_targets(&lifted, tile));
    }
    return pairs;
}

/* A settlement that is not listed as an origin has no target, and one that is listed has. */
static void check_origins(const struct position *p, const struct kingdom_state *s, int tile)
{
    union kingdom_set listed = kingdom_uses(s, tile), own = s->seat[s->active].settlements;
    int hex;
    while (set_take(&own, &hex)) {
        struct kingdom_state lifted = *s;
        set_remove(&lifted.seat[s->active].settlements, hex);
        lifted.lifted = (uint16_t)hex;
        expect(p, s->active, "a settlement can be lifted", set_has(&listed, hex),
               set_any(kingdom_targets(&lifted, tile)));
    }
}

static void check_seat(const struct position *p, struct kingdom_state *s, int seat)
{
    const struct counts *counts = &p->counts[seat];
    s->active = (uint8_t)seat;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++) {
        s->seat[seat].hand = (uint8_t)terrain;
        expect(p, seat, "build", count_hexes(s, KINGDOM_ORACLE), counts->build[terrain]);
        expect(p, seat, "barn", count_pairs(s, KINGDOM_BARN), counts->barn[terrain]);
        check_origins(p, s, KINGDOM_BARN);
    }
    expect(p, seat, "tower", count_hexes(s, KINGDOM_TOWER), counts->tower);
    expect(p, seat, "tavern", count_hexes(s, KINGDOM_TAVERN), counts->tavern);
    expect(p, seat, "paddock", count_pairs(s, KINGDOM_PADDOCK), counts->paddock);
    expect(p, seat, "harbor", count_pairs(s, KINGDOM_HARBOR), counts->harbor);
    check_origins(p, s, KINGDOM_PADDOCK);
    check_origins(p, s, KINGDOM_HARBOR);
}

int main(void)
{
    for (int i = 0; i < TK_COUNT(positions); i++) {
        struct kingdom_state s;
        lay_out(&positions[i], &s);
        for (int seat = 0; seat < positions[i].players; seat++)
            check_seat(&positions[i], &s, seat);
    }
    return failures == 0 ? 0 : 1;
}
