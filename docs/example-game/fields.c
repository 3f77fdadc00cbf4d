/* SPDX-License-Identifier: MIT */
/*
 * The state, described once: what there is, who may see it, and how it is written. All is open but
 * the pile, and the bulbs, which their owner knows and the others count (GL-3.3).
 */
#include "golestan_internal.h"

/* clang-format off */
#define STATE(key, kind, member) TK_MEMBER(key, kind, struct golestan_state, member)
#define LIST(key, kind, member)  TK_ARRAY(key, kind, struct golestan_state, member)
#define PLANT(key, kind, member) TK_MEMBER(key, kind, struct golestan_plant, member)
#define OPEN                     .see = TK_OPEN

/* --- kinds: how a value is written --- */

static const char *const kind_names[] = {"rose", "tulip", "cypress", "pomegranate"};
static const struct tk_kind kind = TK_NAMES("Kind", kind_names, 0, GOLESTAN_KINDS);
static const struct tk_kind plant = TK_IDS(golestan_plants, id, "the plant is unknown");

/* What is printed on a plant is sent along, so that a client needs no table of its own. */
static const struct tk_kind plant_face = TK_FACE("Plant", golestan_plants,
    {PLANT("id", tk_print, id)},
    {PLANT("kind", kind, kind)},
    {PLANT("points", tk_number, points)});
/* clang-format on */

/* --- facts: what is computed --- */

/* GL-2.2: so many places as the table has, whatever lies on them. */
TK_FACT(row_places, golestan_row_length(at->players))
TK_FACT(points_of, golestan_score(at->state, at->index))
/* Of a kind, in the list of a seat. */
TK_FACT(has_bed, golestan_has_bed(at->state, at->up->index, at->index))

static int64_t round_of(const struct tk_at *at)
{
    int round = golestan_round(at->state);
    return round < GOLESTAN_ROUNDS ? round : GOLESTAN_ROUNDS;
}

/* clang-format off */
/* --- the state --- */

static const struct tk_kind seat = TK_THING(NULL,
    {TK_BITS("plants", plant, struct golestan_seat, plants), OPEN},
    {TK_BITS("bulbs", plant, struct golestan_seat, bulbs), .see = TK_OWNER},
    {TK_SEEN(struct golestan_seat, bulb_count)});

/* From the top down. */
#define PILE(key) LIST(key, plant, pile), .flags = TK_REVERSED, \
    TK_COUNTED_BY(struct golestan_state, pile_left)

static const struct tk_rows state_rows = TK_ROWS(NULL,
    {STATE("turn", tk_number, turn), .low = 1, .high = 2 * GOLESTAN_ROUNDS * GOLESTAN_SEATS + 1, OPEN},
    {STATE("start", tk_number, start), TK_A_SEAT, OPEN},
    {LIST("row", plant, row), .flags = TK_NULLABLE | TK_EXACT, .length = row_places, OPEN},
    {LIST("seats", seat, seat), .flags = TK_COUNT_PLAYERS | TK_EXACT},
    {TK_GROUP("hidden", NULL,
        {PILE("pile"), .see = TK_HIDDEN})},
    {TK_SEEN(struct golestan_state, pile_left)},
    {TK_SEEN(struct golestan_state, players)});

/* --- what is shown --- */

static const struct tk_kind player = TK_THING("Player",
    {TK_BITS("plants", plant_face, struct golestan_seat, plants)},
    {TK_MEMBER("bulbs", tk_number, struct golestan_seat, bulb_count)},
    {TK_BITS("own_bulbs", plant_face, struct golestan_seat, bulbs), .when = tk_is_own},
    {TK_NUMBER("points", tk_number, points_of)},
    {TK_WHERE("beds", kind, has_bed), .count = GOLESTAN_KINDS});

/* Limits come with the view: the page knows no rule. */
static const struct tk_rows view_rows = TK_ROWS("Board",
    {TK_NUMBER("round", tk_number, round_of)},
    {TK_CONSTANT("rounds", GOLESTAN_ROUNDS)},
    {TK_CONSTANT("bulb_limit", GOLESTAN_BULBS)},
    {TK_CONSTANT("bed_points", GOLESTAN_BED)},
    {LIST("row", plant_face, row), .flags = TK_NULLABLE, .length = row_places},
    {STATE("pile", tk_number, pile_left)},
    {LIST("seats", player, seat), .flags = TK_COUNT_PLAYERS});

/* --- the deal: all plants as they come, the row and then the pile --- */

static const struct tk_rows deal_rows = TK_ROWS(NULL,
    {TK_PARTS("plants", plant, {LIST("", plant, row), .length = row_places}, {PILE("")})},
    {STATE("start", tk_number, start), TK_A_SEAT});
/* clang-format on */

/* --- after reading --- */

static const char *dealt(void *state)
{
    struct golestan_state *s = state;
    if (s->start_option > 0 && s->start != s->start_option - 1)
        return "the starting seat is not the one of the options";
    return golestan_audit(s);
}

/* Plants that are nowhere go under the pile, in the order of their numbers. */
static void complete_pile(struct golestan_state *s)
{
    golestan_set missing = ((golestan_set)2 << GOLESTAN_PLANTS) - 2;
    for (int i = 0; i < s->pile_left; i++)
        missing &= ~golestan_bit(s->pile[i]);
    for (int i = 0; i < GOLESTAN_ROW; i++)
        missing &= ~golestan_bit(s->row[i]);
    for (int p = 0; p < s->players; p++)
        missing &= ~(s->seat[p].plants | s->seat[p].bulbs);
    for (int next; s->pile_left < GOLESTAN_PLANTS && (next = golestan_next(&missing)) != 0;) {
        tk_copy_within(s->pile + 1, s->pile, s->pile_left++);
        s->pile[0] = (uint8_t)next;
    }
}

static const char *loaded(void *state)
{
    struct golestan_state *s = state;
    if (s->turn > 2 * GOLESTAN_ROUNDS * s->players + 1)
        return "there are not so many turns";
    for (int p = 0; p < s->players; p++)
        s->seat[p].bulb_count = (uint8_t)__builtin_popcount(s->seat[p].bulbs);
    complete_pile(s);
    return NULL;
}

const struct tk_fields golestan_fields = {
    .state = &state_rows,
    .view = &view_rows,
    .deal = &deal_rows,
    .begin = golestan_state_init,
    .loaded = loaded,
    .dealt = dealt,
};
