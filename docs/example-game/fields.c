/* SPDX-License-Identifier: MIT */
/*
 * The state, described once: what there is, who may see it, and how it is written. All is open but
 * the pile, and the bulbs, which their owner knows and the others count (GL-3.3).
 */
#include "golestan_internal.h"

#define STATE(key, kind, member)      TK_MEMBER(key, kind, struct golestan_state, member)
#define STATE_LIST(key, kind, member) TK_ARRAY(key, kind, struct golestan_state, member)

/* --- kinds --- */

static const char *const kind_names[] = {"rose", "tulip", "cypress", "pomegranate"};
static const struct tk_kind kind = TK_NAMES("Kind", kind_names, 0, GOLESTAN_KINDS);
static const struct tk_kind plant = TK_IDS(golestan_plants, id, "the plant is unknown");

/* --- the state --- */

static const struct tk_field seat_fields[] = {
    {TK_BITS("plants", plant, struct golestan_seat, plants), .see = TK_OPEN},
    {TK_BITS("bulbs", plant, struct golestan_seat, bulbs), .see = TK_OWNER},
    {TK_SEEN(struct golestan_seat, bulb_count)},
};
static const struct tk_rows seat_rows = TK_ROWS_OF(NULL, seat_fields);
static const struct tk_kind seat = TK_THING_BY(seat_rows);

static const struct tk_field hidden_fields[] = {
    {STATE_LIST("pile", plant, pile), .flags = TK_COUNTED | TK_REVERSED,
     TK_COUNTED_BY(struct golestan_state, pile_left), .see = TK_HIDDEN},
};
static const struct tk_rows hidden_rows = TK_ROWS_OF(NULL, hidden_fields);

/* GL-2.2: so many places as the table has, whatever lies on them. */
static int64_t row_places(const struct tk_at *at)
{
    return golestan_row_length(at->players);
}

static const struct tk_field state_fields[] = {
    {STATE("turn", tk_number, turn), .low = 1, .high = 2 * GOLESTAN_ROUNDS * GOLESTAN_SEATS + 1,
     .see = TK_OPEN},
    {STATE("start", tk_number, start), .high = -1, .flags = TK_HIGH_PLAYERS, .see = TK_OPEN},
    {STATE_LIST("row", plant, row), .flags = TK_NULLABLE | TK_EXACT, .length = row_places,
     .see = TK_OPEN},
    {STATE_LIST("seats", seat, seat), .flags = TK_COUNT_PLAYERS | TK_EXACT},
    {TK_GROUP_BY("hidden", hidden_rows)},
    {TK_SEEN(struct golestan_state, pile_left)},
    {TK_SEEN(struct golestan_state, players)},
};

/* --- what is shown --- */

/* What is printed on a plant is sent along, so that a client needs no table of its own. */
static const struct tk_field plant_fields[] = {
    {TK_MEMBER("id", tk_print, struct golestan_plant, id)},
    {TK_MEMBER("kind", kind, struct golestan_plant, kind)},
    {TK_MEMBER("points", tk_number, struct golestan_plant, points)},
};
static const struct tk_rows plant_rows = TK_ROWS_OF("Plant", plant_fields);
static const struct tk_kind plant_face = TK_FACE_BY(golestan_plants, plant_rows);

static int64_t is_own(const struct tk_at *at)
{
    return at->viewer == at->index;
}

static int64_t points_of(const struct tk_at *at)
{
    return golestan_score(at->state, at->index);
}

static int beds_of(const struct tk_at *at, int64_t *out)
{
    int count = 0;
    for (int k = 0; k < GOLESTAN_KINDS; k++)
        if (golestan_has_bed(at->state, at->index, k))
            out[count++] = k;
    return count;
}

static const struct tk_field player_fields[] = {
    {TK_BITS("plants", plant_face, struct golestan_seat, plants)},
    {TK_MEMBER("bulbs", tk_number, struct golestan_seat, bulb_count)},
    {TK_BITS("own_bulbs", plant_face, struct golestan_seat, bulbs), .when = is_own},
    {TK_NUMBER("points", tk_number, points_of)},
    {TK_LIST("beds", kind, beds_of)},
};
static const struct tk_rows player_rows = TK_ROWS_OF("Player", player_fields);
static const struct tk_kind player = TK_THING_BY(player_rows);

static int64_t round_of(const struct tk_at *at)
{
    int round = golestan_round(at->state);
    return round < GOLESTAN_ROUNDS ? round : GOLESTAN_ROUNDS;
}

/* Limits come with the view: the page knows no rule. */
static const struct tk_field view_fields[] = {
    {TK_NUMBER("round", tk_number, round_of)},
    {TK_CONSTANT("rounds", GOLESTAN_ROUNDS)},
    {TK_CONSTANT("bulb_limit", GOLESTAN_BULBS)},
    {TK_CONSTANT("bed_points", GOLESTAN_BED)},
    {STATE_LIST("row", plant_face, row), .flags = TK_NULLABLE, .length = row_places},
    {STATE("pile", tk_number, pile_left)},
    {STATE_LIST("seats", player, seat), .flags = TK_COUNT_PLAYERS},
};

static const struct tk_rows view_rows = TK_ROWS_OF("Board", view_fields);

/* --- the deal --- */

/* All plants as they come: the row, then the pile from its top. */
static int dealt_plants(const struct tk_at *at, int64_t *out)
{
    const struct golestan_state *s = at->thing;
    int count = 0;
    for (int i = 0; i < golestan_row_length(s->players); i++)
        out[count++] = s->row[i];
    for (int i = s->pile_left; i > 0; i--)
        out[count++] = s->pile[i - 1];
    return count;
}

static const char *put_plants(const struct tk_at *at, const int64_t *values, int count)
{
    struct golestan_state *s = at->into;
    int row = golestan_row_length(s->players);
    if (count != GOLESTAN_PLANTS)
        return "the deal has not all plants";
    for (int i = 0; i < row; i++)
        s->row[i] = (uint8_t)values[i];
    s->pile_left = (uint8_t)(count - row);
    for (int i = row; i < count; i++)
        s->pile[count - 1 - i] = (uint8_t)values[i];
    return NULL;
}

static const struct tk_field deal_fields[] = {
    {TK_LIST("plants", plant, dealt_plants), .put = put_plants, .count = GOLESTAN_PLANTS},
    {STATE("start", tk_number, start), .high = -1, .flags = TK_HIGH_PLAYERS},
};

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
    .state = &(const struct tk_rows)TK_ROWS_OF(NULL, state_fields),
    .view = &view_rows,
    .deal = &(const struct tk_rows)TK_ROWS_OF(NULL, deal_fields),
    .begin = golestan_state_init,
    .loaded = loaded,
    .dealt = dealt,
};
