/* SPDX-License-Identifier: MIT */
/*
 * Queendomino, the Royal Wedding and Kingdomino, 2 to 8 players: state, actions and data. Rules:
 * README.md and the clauses QD-…, RW-… and KD-….
 */
#ifndef DOMINO_H
#define DOMINO_H

#include "core/takht.h"

extern const struct tk_game *const domino_games[]; /* queendomino, royal-wedding, kingdomino */

enum domino_terrain {
    DOMINO_WHEAT,
    DOMINO_FOREST,
    DOMINO_LAKE,
    DOMINO_GRASSLAND,
    DOMINO_SWAMP,
    DOMINO_MINE,
    DOMINO_TOWN, /* only in the Queendomino box */
    DOMINO_TERRAINS,
};

enum domino_direction { DOMINO_NORTH, DOMINO_EAST, DOMINO_SOUTH, DOMINO_WEST, DOMINO_DIRECTIONS };

enum {
    DOMINO_SEATS = 8,
    DOMINO_DOMINOES = 48, /* of a box, numbered 1 … 48; 0 is no domino */
    DOMINO_SECOND = 64,   /* a game's second box: its domino n is called so much + n */
    DOMINO_LINE = 8,      /* the longest line, RW-4 */
    DOMINO_SLOTS = 6,     /* places of the builders' board; their number is their price, QD-7.2 */
    DOMINO_KINDS = 17,    /* kinds of building tiles, numbered 1 … 17; 0 is none */
    DOMINO_KIND_BITS = 5,
    DOMINO_TILES = 32,
    DOMINO_REACH = 6,     /* a cell lies at most so far from its castle */
    DOMINO_LIMIT_MAX = 7, /* QD-1.3 */
    DOMINO_GAMES = 3,     /* of a dynasty, KD-8 */
};

/*
 * A set of cells of one kingdom. A kingdom is at most seven cells wide and high, so coordinates
 * modulo 8 tell its cells apart, wherever the castle ends up in it: cell x,y is bit
 * 8 * (y mod 8) + (x mod 8), the castle is bit 0, and neighbours are rotations of the whole set.
 */
typedef uint64_t domino_cells;

/* A cell by its coordinates: x to the right, y downwards, the castle at 0,0 (QD-1.1). */
struct domino_cell {
    int8_t x, y;
};

struct domino_kingdom {
    domino_cells terrain[DOMINO_TERRAINS];
    domino_cells crowns[2];              /* crowns of a square in two bits, buildings' included */
    domino_cells knights;                /* placed ones */
    domino_cells tile[DOMINO_KIND_BITS]; /* the kind of the building on a square, bit by bit */
    uint16_t coins;
    uint8_t free_knights;
    uint8_t towers;
    int8_t west, east, north, south; /* the outermost cells of castle and dominoes */
};

/* Dominoes in ascending order of their numbers, and the kings on them: seat + 1, or 0. */
struct domino_line {
    uint8_t number[DOMINO_LINE];
    uint8_t king[DOMINO_LINE];
};

/*
 * A box of dominoes. The deck is in drawing order; what has been drawn is 0, except that the first
 * line stays until the draft is over, for its order is part of the deal. Dominoes that the game
 * leaves out (KD-2) lie at the bottom, where no line ever reaches them.
 */
struct domino_box {
    uint8_t deck[DOMINO_DOMINOES];
    uint16_t home[DOMINO_DOMINOES]; /* of domino n at n - 1: where it was placed, or 0 */
};

/* A home in bits: 0-5 the left square's cell, 6-7 the direction to the right one, 8-10 the kingdom. */
enum { DOMINO_HOME_DIRECTION = 6, DOMINO_HOME_KINGDOM = 8, DOMINO_HOME_SET = 1 << 15 };

enum domino_variant { DOMINO_QUEEN, DOMINO_WEDDING, DOMINO_KING, DOMINO_VARIANTS };

/* Options that are on. */
enum domino_flag {
    DOMINO_TEAMS = 1,
    DOMINO_TAX_PER_KNIGHT = 2,
    DOMINO_HARMONY = 4,
    DOMINO_MIDDLE_KINGDOM = 8,
    DOMINO_MIGHTY_DUEL = 16,
    DOMINO_LINE_OF_FOUR = 32,
    DOMINO_DYNASTY = 64,
};

/* What is to be decided. The steps A to E of a turn (QD-4.3) stand in their order. */
enum domino_phase {
    DOMINO_DRAFT,
    DOMINO_PLACE,
    DOMINO_TAX,
    DOMINO_BUILD,
    DOMINO_BURN,
    DOMINO_PICK,
    DOMINO_DEAL, /* the next game of a dynasty is to be dealt */
    DOMINO_OVER,
    DOMINO_PHASES,
};

/*
 * All there is to know of a game, hidden orders included. What is not there is zero: equal
 * positions are equal bytes. Games for up to four players end after four kingdoms (domino_state_size): beyond that
 * nothing may be touched, and states are not copied as a struct.
 */
struct domino_state {
    struct domino_line line;       /* where the kings stand, QD-4.1 */
    struct domino_line next;       /* where they go: the line beside it, or line 1 in the draft */
    uint8_t kings[DOMINO_LINE];    /* the seats in the order of the first draft */
    uint8_t last[DOMINO_SEATS];    /* domino placed last in each kingdom */
    uint8_t display[DOMINO_SLOTS]; /* kinds */
    uint8_t stack[DOMINO_TILES + DOMINO_SLOTS]; /* kinds; the top is at `top`, 0 above and below */
    uint8_t top;
    uint8_t queen;  /* kingdom of her host + 1, or 0, QD-8 */
    uint8_t dragon; /* slot + 1, or 0 in the cave, QD-9 */
    int8_t actor;   /* seat, TK_NOBODY or TK_CHANCE */
    uint8_t phase;
    uint8_t round; /* 0 in the draft */
    uint8_t king;  /* whose turn it is: place in the draft's order, or in the line */
    uint8_t game;  /* games of the dynasty that are finished */
    /* the configuration and what follows from it */
    uint8_t variant, flags, players;
    uint8_t kingdoms;   /* players or teams */
    uint8_t king_count; /* on the table; two for each of two players */
    uint8_t line_size, rounds, limit;
    uint16_t past[DOMINO_GAMES - 1][4]; /* totals of finished games, KD-10 */
    struct tk_stream stream;            /* deals the games of a dynasty; else 0 */
    struct domino_box first;
    struct domino_kingdom kingdom[DOMINO_SEATS];
    struct domino_box second; /* RW-1: the Kingdomino box */
};

/*
 * An action in bits: 0-2 the verb; 3-6 x + 6 and 7-10 y + 6 of a cell; 11-12 a direction; 13-15 a
 * slot, 7 for none; 16-17 the squares that get a knight, 1 left, 2 right; 18-23 the number of a
 * domino. What a verb does not use is 0.
 */
enum domino_verb {
    DOMINO_DO_PLACE,
    DOMINO_DO_DISCARD,
    DOMINO_DO_TAX,
    DOMINO_DO_BUILD,
    DOMINO_DO_BURN,
    DOMINO_DO_PICK,
    DOMINO_VERBS,
};

enum {
    DOMINO_BIT_X = 3,
    DOMINO_BIT_Y = 7,
    DOMINO_BIT_DIRECTION = 11,
    DOMINO_BIT_SLOT = 13,
    DOMINO_BIT_KNIGHTS = 16,
    DOMINO_BIT_NUMBER = 18,
    DOMINO_NO_SLOT = 7,
};

static inline enum domino_verb domino_action_verb(tk_action action)
{
    return (enum domino_verb)(action & 7);
}

static inline struct domino_cell domino_action_cell(tk_action action)
{
    int x = (int)(action >> DOMINO_BIT_X & 15), y = (int)(action >> DOMINO_BIT_Y & 15);
    return (struct domino_cell){(int8_t)(x - DOMINO_REACH), (int8_t)(y - DOMINO_REACH)};
}

static inline enum domino_direction domino_action_direction(tk_action action)
{
    return (enum domino_direction)(action >> DOMINO_BIT_DIRECTION & 3);
}

static inline int domino_action_slot(tk_action action)
{
    return (int)(action >> DOMINO_BIT_SLOT & 7);
}

static inline unsigned domino_action_knights(tk_action action)
{
    return action >> DOMINO_BIT_KNIGHTS & 3;
}

static inline int domino_action_number(tk_action action)
{
    return (int)(action >> DOMINO_BIT_NUMBER & 63);
}

/* The bits of a cell in an action. They add up: domino_at(x, y) + (1 << DOMINO_BIT_X) is x + 1,y. */
static inline tk_action domino_at(int x, int y)
{
    return ((tk_action)(x + DOMINO_REACH) << DOMINO_BIT_X) +
           ((tk_action)(y + DOMINO_REACH) << DOMINO_BIT_Y);
}

static inline tk_action domino_place_action(struct domino_cell left,
                                            enum domino_direction direction)
{
    return DOMINO_DO_PLACE | domino_at(left.x, left.y) |
           (tk_action)direction << DOMINO_BIT_DIRECTION;
}

static inline tk_action domino_tax_action(unsigned squares)
{
    return DOMINO_DO_TAX | squares << DOMINO_BIT_KNIGHTS;
}

static inline tk_action domino_build_action(int slot, struct domino_cell site)
{
    return DOMINO_DO_BUILD | (tk_action)slot << DOMINO_BIT_SLOT | domino_at(site.x, site.y);
}

static inline tk_action domino_burn_action(int slot)
{
    return DOMINO_DO_BURN | (tk_action)slot << DOMINO_BIT_SLOT;
}

static inline tk_action domino_pick_action(int number)
{
    return DOMINO_DO_PICK | (tk_action)number << DOMINO_BIT_NUMBER;
}

enum {
    DOMINO_BUILD_NONE = DOMINO_DO_BUILD | DOMINO_NO_SLOT << DOMINO_BIT_SLOT,
    DOMINO_BURN_NONE = DOMINO_DO_BURN | DOMINO_NO_SLOT << DOMINO_BIT_SLOT,
};

/* One row of queendomino.csv or kingdomino.csv; index 0 is the left square. */
struct domino_face {
    uint8_t terrain[2];
    uint8_t crowns[2];
};

enum domino_box_name { DOMINO_BOX_QUEEN, DOMINO_BOX_KING, DOMINO_BOXES };

extern const struct domino_face domino_faces[DOMINO_BOXES][DOMINO_DOMINOES + 1];

/* What a building pays for at the end: properties of a terrain, towers or knights (QD-12.3). */
enum domino_per {
    DOMINO_PER_PROPERTY_WHEAT = DOMINO_WHEAT,
    DOMINO_PER_PROPERTY_FOREST = DOMINO_FOREST,
    DOMINO_PER_PROPERTY_LAKE = DOMINO_LAKE,
    DOMINO_PER_PROPERTY_GRASSLAND = DOMINO_GRASSLAND,
    DOMINO_PER_PROPERTY_SWAMP = DOMINO_SWAMP,
    DOMINO_PER_PROPERTY_MINE = DOMINO_MINE,
    DOMINO_PER_PROPERTY_TOWN = DOMINO_TOWN,
    DOMINO_PER_TOWER,
    DOMINO_PER_KNIGHT,
    DOMINO_PER_NONE,
};

enum domino_tax_bonus { DOMINO_TAX_NONE, DOMINO_TAX_COIN_PER_KNIGHT, DOMINO_TAX_COIN_PER_TOWER };

/* One row of buildings.csv. */
struct domino_building {
    const char *id;
    uint8_t copies;
    uint8_t crowns;          /* for the town property it stands in */
    uint8_t knights, towers; /* received when built */
    uint8_t points;          /* at the end */
    uint8_t per, per_points; /* points at the end for each of something */
    uint8_t tax_bonus;
};

extern const struct domino_building domino_buildings[DOMINO_KINDS + 1];

#endif
