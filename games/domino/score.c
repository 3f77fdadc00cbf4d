/* SPDX-License-Identifier: MIT */
/* Final scoring and winner (QD-12, QD-13, RW-13, KD-6 to KD-8), also as running score. */
#include "domino_internal.h"

enum { HARMONY_POINTS = 5, MIDDLE_KINGDOM_POINTS = 10 };

const char *const domino_part_ids[DOMINO_PARTS] = {
    "coins", "wheat",      "forest", "lake",    "grassland", "swamp",   "mine",           "town",
    "queen", "properties", "towers", "knights", "points",    "harmony", "middle_kingdom",
};

/*
 * KD-6: Kingdomino scores its six terrains. KD-8, RW-16: the bonuses only where they were chosen;
 * Queendomino alone has no such option (QD-12.5).
 */
bool domino_part_counts(const struct domino_state *s, int part)
{
    bool terrain = part >= DOMINO_PART_TERRAIN && part < DOMINO_PART_TERRAIN + DOMINO_TOWN;
    if (part == DOMINO_PART_HARMONY)
        return (s->flags & DOMINO_HARMONY) != 0;
    if (part == DOMINO_PART_MIDDLE_KINGDOM)
        return (s->flags & DOMINO_MIDDLE_KINGDOM) != 0;
    return terrain || s->variant != DOMINO_KING;
}

/* QD-12.2, KD-6: squares times crowns, property by property. QD-15.25: the largest may be none. */
static void score_terrains(const struct domino_properties *properties, struct domino_score *out)
{
    for (int i = 0; i < properties->count; i++) {
        int terrain = properties->terrain[i], squares = properties->squares[i];
        int16_t *part = &out->part[DOMINO_PART_TERRAIN + terrain];
        *part = (int16_t)(*part + squares * properties->crowns[i]);
        out->properties[terrain]++;
        out->largest = (uint8_t)(squares > out->largest ? squares : out->largest);
    }
}

/* QD-12.3: flat points, and points for properties, towers and knights; each copy for itself. */
static void score_buildings(const struct domino_kingdom *k, struct domino_score *out)
{
    for (domino_cells rest = domino_built(k); rest != 0; rest &= rest - 1) {
        const struct domino_building *tile =
            &domino_buildings[domino_building_at(k, __builtin_ctzll(rest))];
        int16_t *part = out->part;
        part[DOMINO_PART_POINTS] = (int16_t)(part[DOMINO_PART_POINTS] + tile->points);
        if (tile->per < DOMINO_PER_TOWER)
            part[DOMINO_PART_PROPERTIES] = (int16_t)(part[DOMINO_PART_PROPERTIES] +
                                                     tile->per_points * out->properties[tile->per]);
        else if (tile->per == DOMINO_PER_TOWER)
            part[DOMINO_PART_TOWERS] =
                (int16_t)(part[DOMINO_PART_TOWERS] + tile->per_points * k->towers);
        else if (tile->per == DOMINO_PER_KNIGHT)
            part[DOMINO_PART_KNIGHTS] =
                (int16_t)(part[DOMINO_PART_KNIGHTS] + tile->per_points * domino_knights(k));
    }
}

/* KD-8, RW-16: every cell of limit × limit is filled. */
static bool is_complete(const struct domino_kingdom *k, int limit)
{
    return __builtin_popcountll(domino_occupied(k)) == limit * limit;
}

/* KD-8, RW-16: no square lies further from the castle than half of the limit. */
bool domino_is_centred(struct domino_sides sides, int limit)
{
    int half = (limit - 1) / 2;
    return sides.west >= -half && sides.east <= half && sides.north >= -half && sides.south <= half;
}

void domino_score_properties(const struct domino_state *s, int kingdom,
                             const struct domino_properties *properties, struct domino_score *out)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    *out = (struct domino_score){0};
    out->part[DOMINO_PART_COINS] = (int16_t)(k->coins / DOMINO_COINS_PER_POINT); /* QD-12.1 */
    score_terrains(properties, out);
    score_buildings(k, out);
    if (s->queen == kingdom + 1) /* QD-12.4: one crown more for the largest property */
        out->part[DOMINO_PART_QUEEN] = (int16_t)(DOMINO_QUEEN_CROWNS * out->largest);
    if ((s->flags & DOMINO_HARMONY) != 0 && is_complete(k, s->limit))
        out->part[DOMINO_PART_HARMONY] = HARMONY_POINTS;
    if ((s->flags & DOMINO_MIDDLE_KINGDOM) != 0 && domino_is_centred(domino_sides_of(k), s->limit))
        out->part[DOMINO_PART_MIDDLE_KINGDOM] = MIDDLE_KINGDOM_POINTS;
    out->crowns = (uint8_t)domino_crowns(k, ~UINT64_C(0));
    for (int part = 0; part < DOMINO_PARTS; part++)
        out->total = (int16_t)(out->total + out->part[part]);
}

void domino_score(const struct domino_state *s, int kingdom, struct domino_score *out)
{
    struct domino_properties properties;
    domino_find_properties(&s->kingdom[kingdom], &properties);
    domino_score_properties(s, kingdom, &properties, out);
}

/* RW-15: partners share the score of their team. */
void domino_totals(const struct domino_state *s, int32_t *out)
{
    struct domino_score score[DOMINO_SEATS];
    for (int kingdom = 0; kingdom < s->kingdoms; kingdom++)
        domino_score(s, kingdom, &score[kingdom]);
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = score[domino_kingdom_of(s, seat)].total;
}

/* KD-8, KD-10: a dynasty adds up its games. */
void domino_scores(const void *state, int32_t *out)
{
    const struct domino_state *s = state;
    domino_totals(s, out);
    for (int game = 0; game < s->game; game++)
        for (int seat = 0; seat < s->players; seat++)
            out[seat] += s->past[game][seat];
}

/*
 * One number that is larger the better a seat stands. QD-13, RW-13: the total, then the largest
 * property. KD-7: then the crowns. KD-10: a dynasty knows its sum alone.
 */
static int32_t standing(const struct domino_state *s, int seat, int32_t sum)
{
    struct domino_score score;
    domino_score(s, domino_kingdom_of(s, seat), &score);
    if ((s->flags & DOMINO_DYNASTY) != 0)
        return sum;
    return sum << 16 | score.largest << 8 | (s->variant == DOMINO_KING ? score.crowns : 0);
}

/* Places of kingdoms, so that both partners of the second team are second. */
void domino_ranks(const void *state, uint8_t *out)
{
    const struct domino_state *s = state;
    int32_t value[DOMINO_SEATS];
    int step = s->players / s->kingdoms;
    domino_scores(s, value);
    for (int seat = 0; seat < s->players; seat++)
        value[seat] = standing(s, seat, value[seat]);
    for (int seat = 0; seat < s->players; seat++) {
        out[seat] = 1;
        for (int other = 0; other < s->players; other += step)
            out[seat] = (uint8_t)(out[seat] + (value[other] > value[seat]));
    }
}
