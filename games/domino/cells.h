/* SPDX-License-Identifier: MIT */
/* Sets of cells, and kingdoms as sets of them: where squares lie, what they are and what fits beside. */
#ifndef DOMINO_CELLS_H
#define DOMINO_CELLS_H

#include "domino.h"

#define DOMINO_CASTLE UINT64_C(1)

/* The bit of a cell in a set. */
static inline int domino_index(struct domino_cell cell)
{
    return (cell.y & 7) * 8 + (cell.x & 7);
}

#define DOMINO_COLUMN UINT64_C(0x0101010101010101) /* the cells with x = 0 */

/* Every cell of the set one step to the side. */
static inline domino_cells domino_to_east(domino_cells cells)
{
    return (cells << 1 & ~DOMINO_COLUMN) | (cells >> 7 & DOMINO_COLUMN);
}

static inline domino_cells domino_to_west(domino_cells cells)
{
    return (cells >> 1 & ~(DOMINO_COLUMN << 7)) | (cells & DOMINO_COLUMN) << 7;
}

static inline domino_cells domino_to_south(domino_cells cells)
{
    return tk_rotate_left(cells, 8);
}

static inline domino_cells domino_to_north(domino_cells cells)
{
    return tk_rotate_left(cells, 56);
}

/* QD-1.2: side by side, never diagonally. */
static inline domino_cells domino_neighbours(domino_cells cells)
{
    return domino_to_north(cells) | domino_to_east(cells) | domino_to_south(cells) |
           domino_to_west(cells);
}

/* --- kingdom.c --- */

/* Where a domino fits: for each direction the cells for the western or northern of its squares. */
struct domino_spots {
    domino_cells first[DOMINO_DIRECTIONS];
};

/* The outermost cells of castle and dominoes. */
struct domino_sides {
    int8_t west, east, north, south;
};

struct domino_sides domino_sides_of(const struct domino_kingdom *k);
struct domino_sides domino_sides_with(struct domino_sides sides, struct domino_cell cell);
/* The cells that may be filled, each for itself, with a box of these sides. */
domino_cells domino_room(struct domino_sides sides, int limit);
/* Two of these empty cells, side by side or one above the other, as the western or northern of them. */
struct domino_pairs {
    domino_cells across, down;
};
struct domino_pairs domino_pairs(struct domino_sides sides, int limit, domino_cells empty);

domino_cells domino_occupied(const struct domino_kingdom *k);     /* castle included */
int domino_terrain_at(const struct domino_kingdom *k, int index); /* -1 if there is no square */
int domino_crowns_at(const struct domino_kingdom *k, int index);  /* of one square */
int domino_crowns(const struct domino_kingdom *k, domino_cells cells); /* of all these */
domino_cells domino_built(const struct domino_kingdom *k);             /* squares with a building */
int domino_building_at(const struct domino_kingdom *k, int index);     /* its kind, or 0 */
domino_cells domino_sites(const struct domino_kingdom *k);
int domino_knights(const struct domino_kingdom *k);
/* The north-western corner of the eight by eight cells in which everything lies and can come. */
struct domino_cell domino_window(const struct domino_kingdom *k);
struct domino_cell domino_cell_at(const struct domino_kingdom *k, int index);
bool domino_is_inside(const struct domino_kingdom *k, struct domino_cell cell); /* in the box */
struct domino_cell domino_beside(struct domino_cell cell, enum domino_direction direction);
bool domino_fits(const struct domino_kingdom *k, int limit, struct domino_cell cell);
domino_cells domino_open(const struct domino_kingdom *k, int limit); /* cells it may grow into */
domino_cells domino_box_cells(const struct domino_kingdom *k);       /* within its box */
bool domino_is_twin(const struct domino_face *face);                 /* both squares are alike */
void domino_spots(const struct domino_kingdom *k, int limit, const struct domino_face *face,
                  struct domino_spots *out);
void domino_put(struct domino_kingdom *k, const struct domino_face *face, struct domino_cell left,
                enum domino_direction direction);
void domino_put_building(struct domino_kingdom *k, int index, int kind);
domino_cells domino_property(domino_cells terrain, domino_cells square);
/* Takes one property out of the squares of a terrain that are left. */
domino_cells domino_next_property(domino_cells *rest);

/* All properties of a kingdom, terrain by terrain. */
struct domino_properties {
    int count;
    domino_cells cells[64];
    uint8_t terrain[64], squares[64], crowns[64];
};

void domino_find_properties(const struct domino_kingdom *k, struct domino_properties *out);

#endif
