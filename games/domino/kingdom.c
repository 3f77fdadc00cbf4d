/* SPDX-License-Identifier: MIT */
/* One kingdom: its cells, where a domino fits (QD-5), its properties (QD-1.2). */
#include "domino_internal.h"

/* --- sets of cells --- */

/* Some columns in a row, or some rows; eight or more are all there are. */
static domino_cells columns(int first, int count)
{
    unsigned bits = count < 8 ? (1U << (count & 7)) - 1 : 255;
    unsigned turned = bits << (first & 7);
    return DOMINO_COLUMN * ((turned | turned >> 8) & 255);
}

static domino_cells rows(int first, int count)
{
    domino_cells cells = count < 8 ? (UINT64_C(1) << 8 * (count & 7)) - 1 : ~UINT64_C(0);
    return tk_rotate_left(cells, 8 * (first & 7));
}

/* --- cells of a kingdom --- */

domino_cells domino_occupied(const struct domino_kingdom *k)
{
    domino_cells cells = DOMINO_CASTLE;
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++)
        cells |= k->terrain[terrain];
    return cells;
}

int domino_terrain_at(const struct domino_kingdom *k, int index)
{
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++)
        if ((k->terrain[terrain] >> index & 1) != 0)
            return terrain;
    return -1;
}

int domino_crowns_at(const struct domino_kingdom *k, int index)
{
    return (int)((k->crowns[0] >> index & 1) + 2 * (k->crowns[1] >> index & 1));
}

int domino_crowns(const struct domino_kingdom *k, domino_cells cells)
{
    return __builtin_popcountll(k->crowns[0] & cells) +
           2 * __builtin_popcountll(k->crowns[1] & cells);
}

domino_cells domino_built(const struct domino_kingdom *k)
{
    domino_cells cells = 0;
    for (int bit = 0; bit < DOMINO_KIND_BITS; bit++)
        cells |= k->tile[bit];
    return cells;
}

int domino_building_at(const struct domino_kingdom *k, int index)
{
    unsigned kind = 0;
    for (int bit = 0; bit < DOMINO_KIND_BITS; bit++)
        kind |= (unsigned)(k->tile[bit] >> index & 1) << bit;
    return (int)kind;
}

/* QD-1.4 */
domino_cells domino_sites(const struct domino_kingdom *k)
{
    return k->terrain[DOMINO_TOWN] & ~domino_built(k);
}

/* QD-1.5: free and placed. */
int domino_knights(const struct domino_kingdom *k)
{
    return k->free_knights + __builtin_popcountll(k->knights);
}

/*
 * A domino reaches at most two cells beyond the outermost ones, and one cell beyond where six are
 * filled, so everything that is or can come next lies within eight columns from this one on.
 */
static int window_start(int low, int high)
{
    return high - low < 5 ? low - 2 : low - 1;
}

struct domino_cell domino_window(const struct domino_kingdom *k)
{
    return (struct domino_cell){(int8_t)window_start(k->west, k->east),
                                (int8_t)window_start(k->north, k->south)};
}

struct domino_cell domino_cell_at(const struct domino_kingdom *k, int index)
{
    struct domino_cell start = domino_window(k);
    return (struct domino_cell){(int8_t)(start.x + ((index - start.x) & 7)),
                                (int8_t)(start.y + (((index >> 3) - start.y) & 7))};
}

bool domino_is_inside(const struct domino_kingdom *k, struct domino_cell cell)
{
    return cell.x >= k->west && cell.x <= k->east && cell.y >= k->north && cell.y <= k->south;
}

struct domino_cell domino_beside(struct domino_cell cell, enum domino_direction direction)
{
    static const int8_t steps[DOMINO_DIRECTIONS][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    return (struct domino_cell){(int8_t)(cell.x + steps[direction][0]),
                                (int8_t)(cell.y + steps[direction][1])};
}

/* --- QD-5 placing --- */

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* QD-1.3, QD-5.3, QD-15.3: would the box of castle, dominoes and this cell stay within the limit? */
bool domino_fits(const struct domino_kingdom *k, int limit, struct domino_cell cell)
{
    return larger(k->east, cell.x) - smaller(k->west, cell.x) < limit &&
           larger(k->south, cell.y) - smaller(k->north, cell.y) < limit;
}

/*
 * QD-1.3, QD-5.3: so that the box stays within limit × limit. The column of a western cell has room
 * for the other one at its east, the row of a northern cell for the other one at its south.
 */
struct domino_pairs domino_pairs(struct domino_sides sides, int limit, domino_cells empty)
{
    int west = sides.east - limit + 1, wide = 2 * limit - (sides.east - sides.west + 1);
    int north = sides.south - limit + 1, high = 2 * limit - (sides.south - sides.north + 1);
    return (struct domino_pairs){
        .across = empty & domino_to_west(empty) & columns(west, wide - 1) & rows(north, high),
        .down = empty & domino_to_north(empty) & columns(west, wide) & rows(north, high - 1)};
}

struct domino_sides domino_sides_of(const struct domino_kingdom *k)
{
    return (struct domino_sides){k->west, k->east, k->north, k->south};
}

struct domino_sides domino_sides_with(struct domino_sides sides, struct domino_cell cell)
{
    return (struct domino_sides){
        (int8_t)smaller(sides.west, cell.x), (int8_t)larger(sides.east, cell.x),
        (int8_t)smaller(sides.north, cell.y), (int8_t)larger(sides.south, cell.y)};
}

/* The cells that the box may still reach, each for itself. */
domino_cells domino_room(struct domino_sides sides, int limit)
{
    int width = sides.east - sides.west + 1, height = sides.south - sides.north + 1;
    return columns(sides.east - limit + 1, 2 * limit - width) &
           rows(sides.south - limit + 1, 2 * limit - height);
}

domino_cells domino_open(const struct domino_kingdom *k, int limit)
{
    return ~domino_occupied(k) & domino_room(domino_sides_of(k), limit);
}

domino_cells domino_box_cells(const struct domino_kingdom *k)
{
    return columns(k->west, k->east - k->west + 1) & rows(k->north, k->south - k->north + 1);
}

/*
 * QD-5.2: the cells beside the castle or beside a square of this terrain. QD-15.2: other terrains
 * and corners do not help; QD-15.1: nor do they harm.
 */
static domino_cells contacts(const struct domino_kingdom *k, int terrain)
{
    return domino_neighbours(k->terrain[terrain] | DOMINO_CASTLE);
}

/*
 * QD-5.1 to QD-5.3; a domino with equal halves is laid to the east and to the south only. The
 * examples V1 and V8 (QD-16, KD-12) count these placements along whole kingdoms.
 */
void domino_spots(const struct domino_kingdom *k, int limit, const struct domino_face *face,
                  struct domino_spots *out)
{
    domino_cells left = contacts(k, face->terrain[0]), right = contacts(k, face->terrain[1]);
    struct domino_pairs free = domino_pairs(domino_sides_of(k), limit, ~domino_occupied(k));
    domino_cells both_ways = domino_is_twin(face) ? 0 : ~UINT64_C(0);
    out->first[DOMINO_EAST] = free.across & (left | domino_to_west(right));
    out->first[DOMINO_SOUTH] = free.down & (left | domino_to_north(right));
    out->first[DOMINO_WEST] = free.across & (right | domino_to_west(left)) & both_ways;
    out->first[DOMINO_NORTH] = free.down & (right | domino_to_north(left)) & both_ways;
}

bool domino_is_twin(const struct domino_face *face)
{
    return face->terrain[0] == face->terrain[1] && face->crowns[0] == face->crowns[1];
}

static void put_square(struct domino_kingdom *k, struct domino_cell cell, int terrain,
                       unsigned crowns)
{
    int index = domino_index(cell);
    k->terrain[terrain] |= UINT64_C(1) << index;
    k->crowns[0] |= (domino_cells)(crowns & 1) << index;
    k->crowns[1] |= (domino_cells)(crowns >> 1) << index;
    k->west = (int8_t)smaller(k->west, cell.x);
    k->east = (int8_t)larger(k->east, cell.x);
    k->north = (int8_t)smaller(k->north, cell.y);
    k->south = (int8_t)larger(k->south, cell.y);
}

/* QD-5.5: for the rest of the game; nothing takes a square away. */
void domino_put(struct domino_kingdom *k, const struct domino_face *face, struct domino_cell left,
                enum domino_direction direction)
{
    put_square(k, left, face->terrain[0], face->crowns[0]);
    put_square(k, domino_beside(left, direction), face->terrain[1], face->crowns[1]);
}

/*
 * QD-7.3, QD-7.6, QD-12.2: a town square shows no crowns of its own, so the tile's are all it has.
 * They go to the property of the site (QD-7.7).
 */
void domino_put_building(struct domino_kingdom *k, int index, int kind)
{
    for (int bit = 0; bit < DOMINO_KIND_BITS; bit++)
        k->tile[bit] |= (domino_cells)(kind >> bit & 1) << index;
    k->crowns[0] |= (domino_cells)(domino_buildings[kind].crowns & 1) << index;
    k->crowns[1] |= (domino_cells)(domino_buildings[kind].crowns >> 1) << index;
}

/* --- QD-1.2 properties --- */

/* The squares of a terrain that hang together with one of them. */
domino_cells domino_property(domino_cells terrain, domino_cells square)
{
    domino_cells property = square, before;
    do {
        before = property;
        property |= domino_neighbours(property) & terrain;
    } while (property != before);
    return property;
}

domino_cells domino_next_property(domino_cells *rest)
{
    domino_cells property = domino_property(*rest, *rest & (0 - *rest));
    *rest &= ~property;
    return property;
}

void domino_find_properties(const struct domino_kingdom *k, struct domino_properties *out)
{
    int count = 0;
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++)
        for (domino_cells rest = k->terrain[terrain]; rest != 0; count++) {
            domino_cells property = domino_next_property(&rest);
            out->cells[count] = property;
            out->terrain[count] = (uint8_t)terrain;
            out->squares[count] = (uint8_t)__builtin_popcountll(property);
            out->crowns[count] = (uint8_t)domino_crowns(k, property);
        }
    out->count = count;
}
