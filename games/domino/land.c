/* SPDX-License-Identifier: MIT */
/* Land that grows square by square, and what a domino can bring to it. */
#include "land.h"

void domino_forget(struct domino_notes *notes)
{
    notes->known = 0;
    tk_fill(notes->joints, 0, sizeof notes->joints);
}

static void add_square(struct domino_land *land, int terrain, struct domino_cell cell, int crowns)
{
    domino_cells square = UINT64_C(1) << domino_index(cell);
    struct domino_holding all = {square, domino_neighbours(square), (uint8_t)terrain, 1,
                                 (uint8_t)crowns};
    struct domino_sides *sides = &land->sides;
    int kept = 0;
    for (int i = 0; i < land->count; i++) {
        const struct domino_holding *one = &land->of[i];
        if (one->terrain != terrain || (one->beside & square) == 0) {
            land->of[kept++] = *one;
            continue;
        }
        all.cells |= one->cells;
        all.beside |= one->beside;
        all.squares = (uint8_t)(all.squares + one->squares);
        all.crowns = (uint8_t)(all.crowns + one->crowns);
    }
    land->of[kept] = all;
    land->count = kept + 1;
    land->occupied |= square;
    *sides = domino_sides_with(*sides, cell);
}

void domino_land_read(const struct domino_kingdom *k, struct domino_land *out)
{
    out->count = 0;
    for (int terrain = 0; terrain < DOMINO_TOWN; terrain++)
        for (domino_cells rest = k->terrain[terrain]; rest != 0;) {
            domino_cells cells = domino_next_property(&rest);
            out->of[out->count++] = (struct domino_holding){
                cells, domino_neighbours(cells), (uint8_t)terrain,
                (uint8_t)__builtin_popcountll(cells), (uint8_t)domino_crowns(k, cells)};
        }
    out->occupied = domino_occupied(k);
    out->sides = domino_sides_of(k);
}

void domino_copy_land(const struct domino_land *land, struct domino_land *out)
{
    out->occupied = land->occupied;
    out->sides = land->sides;
    out->count = land->count;
    for (int i = 0; i < land->count; i++)
        out->of[i] = land->of[i];
}

void domino_land_put(struct domino_land *land, const struct domino_face *face,
                     struct domino_cell left, enum domino_direction direction)
{
    add_square(land, face->terrain[0], left, face->crowns[0]);
    add_square(land, face->terrain[1], domino_beside(left, direction), face->crowns[1]);
}

static int find_joints(const struct domino_land *land, int terrain, struct domino_joint *out)
{
    int count = 1;
    out[0] = (struct domino_joint){~land->occupied, 0, 0, 0, 0};
    for (int i = 0; i < land->count; i++) {
        const struct domino_holding *one = &land->of[i];
        for (int at = one->terrain == terrain ? count - 1 : -1; at >= 0 && count < LAND_JOINTS;
             at--) {
            domino_cells inside = out[at].cells & one->beside;
            if (inside == 0)
                continue;
            out[at].cells &= ~inside;
            out[count++] = (struct domino_joint){
                inside, out[at].holdings | UINT64_C(1) << i, out[at].squares + one->squares,
                out[at].crowns + one->crowns, out[at].worth + one->squares * one->crowns};
        }
    }
    return count;
}

static int gain_of(const struct domino_joint *joint, int squares, int crowns)
{
    return (joint->squares + squares) * (joint->crowns + crowns) - joint->worth;
}

static int gain_of_twins(const struct domino_land *land, const struct domino_face *face,
                         const struct domino_joint *left, const struct domino_joint *right)
{
    struct domino_joint both = *left;
    for (uint64_t more = right->holdings & ~left->holdings; more != 0; more &= more - 1) {
        const struct domino_holding *one = &land->of[__builtin_ctzll(more)];
        both.squares += one->squares;
        both.crowns += one->crowns;
        both.worth += one->squares * one->crowns;
    }
    return gain_of(&both, 2, face->crowns[0] + face->crowns[1]);
}

static bool meet(const struct domino_spots *spots, domino_cells left, domino_cells right,
                 domino_cells *out)
{
    out[DOMINO_EAST] = spots->first[DOMINO_EAST] & left & domino_to_west(right);
    out[DOMINO_SOUTH] = spots->first[DOMINO_SOUTH] & left & domino_to_north(right);
    out[DOMINO_WEST] = spots->first[DOMINO_WEST] & right & domino_to_west(left);
    out[DOMINO_NORTH] = spots->first[DOMINO_NORTH] & right & domino_to_north(left);
    return (out[0] | out[1] | out[2] | out[3]) != 0;
}

domino_cells domino_land_open(const struct domino_land *land, int limit)
{
    return ~land->occupied & domino_room(land->sides, limit);
}

/* Beside a square of the terrain of these joints, or beside the castle (QD-5.2). */
static domino_cells contacts(const struct domino_land *land, const struct domino_joint *joints)
{
    return (~land->occupied & ~joints[0].cells) | domino_neighbours(DOMINO_CASTLE);
}

/* As domino_spots, for a land. */
static void find_spots(struct domino_offer *offer, int limit)
{
    const struct domino_land *land = offer->land;
    domino_cells left = contacts(land, offer->joint[0]), right = contacts(land, offer->joint[1]);
    struct domino_pairs free = domino_pairs(land->sides, limit, ~land->occupied);
    domino_cells both_ways = domino_is_twin(offer->face) ? 0 : ~UINT64_C(0);
    domino_cells *first = offer->spots.first;
    first[DOMINO_EAST] = free.across & (left | domino_to_west(right));
    first[DOMINO_SOUTH] = free.down & (left | domino_to_north(right));
    first[DOMINO_WEST] = free.across & (right | domino_to_west(left)) & both_ways;
    first[DOMINO_NORTH] = free.down & (right | domino_to_north(left)) & both_ways;
}

void domino_make_offer(const struct domino_land *land, struct domino_notes *notes, int limit,
                       const struct domino_face *face, struct domino_offer *out)
{
    out->land = land;
    out->face = face;
    for (int half = 0; half < 2; half++) {
        int terrain = face->terrain[half];
        if (notes->joints[terrain] == 0)
            notes->joints[terrain] = find_joints(land, terrain, notes->joint[terrain]);
        out->count[half] = notes->joints[terrain];
        out->joint[half] = notes->joint[terrain];
    }
    find_spots(out, limit);
}

static int gain_of_both(const struct domino_offer *offer, const struct domino_joint *left,
                        const struct domino_joint *right)
{
    const struct domino_face *face = offer->face;
    if (face->terrain[0] == face->terrain[1])
        return gain_of_twins(offer->land, face, left, right);
    return gain_of(left, 1, face->crowns[0]) + gain_of(right, 1, face->crowns[1]);
}

void domino_find_places(const struct domino_offer *offer, struct domino_places *out)
{
    out->count = 0;
    for (int a = 0; a < offer->count[0]; a++)
        for (int b = 0; b < offer->count[1] && out->count < LAND_LEVELS; b++) {
            const struct domino_joint *left = &offer->joint[0][a], *right = &offer->joint[1][b];
            struct domino_level *level = &out->level[out->count];
            if (!meet(&offer->spots, left->cells, right->cells, level->first))
                continue;
            level->gain = gain_of_both(offer, left, right);
            level->joined[0] = left->squares;
            level->joined[1] = right->squares;
            out->count++;
        }
}

int domino_land_gain(const struct domino_land *land, struct domino_notes *notes, int limit,
                     const struct domino_face *face)
{
    struct domino_offer offer;
    domino_cells first[DOMINO_DIRECTIONS];
    int best = -1;
    domino_make_offer(land, notes, limit, face, &offer);
    for (int a = 0; a < offer.count[0]; a++)
        for (int b = 0; b < offer.count[1]; b++) {
            const struct domino_joint *left = &offer.joint[0][a], *right = &offer.joint[1][b];
            int gain = gain_of_both(&offer, left, right);
            if (gain > best && meet(&offer.spots, left->cells, right->cells, first))
                best = gain;
        }
    return best;
}
