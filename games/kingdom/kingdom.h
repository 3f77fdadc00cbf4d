/* SPDX-License-Identifier: MIT */
/* Kingdom Builder, 2 to 4 players: state, actions, sets of hexes. Rules: README.md, clauses KB-. */
#ifndef KINGDOM_H
#define KINGDOM_H

#include "core/takht.h"

extern const struct tk_game *const kingdom_games[];

enum {
    KINGDOM_SEATS = 4,
    KINGDOM_PLACES = 4,       /* top left, top right, bottom left, bottom right */
    KINGDOM_SIZE = 20,        /* rows and columns of the board */
    KINGDOM_SETTLEMENTS = 40, /* of each player, KB-5 */
    KINGDOM_OWED = 3,         /* settlements of the mandatory action, KB-17 */
    KINGDOM_DECK = 25,        /* terrain cards, KB-3 */
    KINGDOM_ROUNDS = 14,      /* at most, KB-69 */
    KINGDOM_OF_A_KIND = 5,
    KINGDOM_CARDS = 3,     /* Kingdom Builder cards in a game, KB-11 */
    KINGDOM_LOCATIONS = 8, /* at most two location hexes in each quadrant, KB-4 */
    KINGDOM_TILES_EACH = 2 /* tiles on each location hex, KB-9 */
};

/* What a hex can be. The first five are the cards' terrains; the last two are several in one. */
enum kingdom_ground {
    KINGDOM_GRASS,
    KINGDOM_CANYON,
    KINGDOM_DESERT,
    KINGDOM_FLOWER,
    KINGDOM_FOREST,
    KINGDOM_TERRAINS,
    KINGDOM_NO_CARD = KINGDOM_TERRAINS,
    KINGDOM_WATER = KINGDOM_TERRAINS,
    KINGDOM_MOUNTAIN,
    KINGDOM_LOCATION,
    KINGDOM_CASTLE,
    KINGDOM_SIMPLE_GROUNDS,
    KINGDOM_BUILDABLE = KINGDOM_SIMPLE_GROUNDS, /* any of the five terrains */
    KINGDOM_LANDMARK,                           /* location or castle */
    KINGDOM_GROUNDS,
};

/* A quadrant and its tiles have one name, KB-2. A quadrant that is laid is name * 2 + turned. */
enum kingdom_tile {
    KINGDOM_ORACLE,
    KINGDOM_FARM,
    KINGDOM_TAVERN,
    KINGDOM_TOWER,
    KINGDOM_HARBOR,
    KINGDOM_PADDOCK,
    KINGDOM_BARN,
    KINGDOM_OASIS,
    KINGDOM_TILES,
    KINGDOM_LAYINGS = 2 * KINGDOM_TILES,
};

/* KB-6 */
enum kingdom_card {
    KINGDOM_FISHERMEN,
    KINGDOM_MERCHANTS,
    KINGDOM_DISCOVERERS,
    KINGDOM_HERMITS,
    KINGDOM_CITIZENS,
    KINGDOM_MINERS,
    KINGDOM_WORKERS,
    KINGDOM_KNIGHTS,
    KINGDOM_LORDS,
    KINGDOM_FARMERS,
    KINGDOM_CARD_KINDS,
};

/*
 * A set of hexes, one bit each. An even row and the next odd one begin 23 bits apart, an odd row
 * and the next even one 22: so a step in one direction is the same distance everywhere (east 1,
 * south east 23, south west 22), although odd rows lie half a hex to the right. Between two rows at
 * least two bits are always clear, so one or two steps over the edge of the board meet nothing. Row
 * 0 begins at bit 31, which lets row 10, where the lower quadrants begin, start with word 4.
 */
enum {
    KINGDOM_WORDS = 8,
    KINGDOM_PAIRS = 4,
    KINGDOM_HALF = 4,    /* words of the upper two quadrants; the others belong to the lower two */
    KINGDOM_HEXES = 512, /* numbers of hexes are below this; 0 is none */
    KINGDOM_FIRST_BIT = 31 /* of row 0 */
};

/* Two words side by side, which most machines handle as one. */
typedef uint64_t kingdom_pair __attribute__((vector_size(16)));

union kingdom_set {
    uint64_t word[KINGDOM_WORDS];
    kingdom_pair pair[KINGDOM_PAIRS];
};

static inline int kingdom_hex(int row, int column)
{
    return KINGDOM_FIRST_BIT + 22 * row + (row + 1) / 2 + column;
}

/* The row and column of a hex on the board; two rows take 45 bits. */
static inline int kingdom_row(int hex)
{
    int from = hex - KINGDOM_FIRST_BIT;
    return 2 * (from / 45) + (from % 45 >= 23);
}

static inline int kingdom_column(int hex)
{
    return hex - kingdom_hex(kingdom_row(hex), 0);
}

enum kingdom_phase {
    KINGDOM_ACT,  /* the active seat decides what next */
    KINGDOM_MOVE, /* it decides where the lifted settlement goes */
    KINGDOM_DRAW, /* its turn is over, but the pile has no card for its hand: a reshuffle is due */
    KINGDOM_REPLACE, /* its card is to be replaced, but the pile is empty: a reshuffle is due */
    KINGDOM_OVER,
    KINGDOM_PHASES,
};

struct kingdom_seat {
    union kingdom_set settlements;
    uint8_t supply; /* settlements not yet built */
    uint8_t hand;   /* terrain of the card, face up while the seat is active; or KINGDOM_NO_CARD */
    uint8_t taken;  /* bit i: a tile ever came from location i, KB-42 */
    uint8_t kept;   /* bit i: and it is still here, KB-45 */
    /* The tiles of each place's kind; all are ready but for the active seat's. KB-43, KB-49 */
    uint8_t ready[KINGDOM_PLACES];
    uint8_t used[KINGDOM_PLACES];  /* in this turn */
    uint8_t fresh[KINGDOM_PLACES]; /* taken in this turn */
};

/* Terrain cards, the top one last; zero beyond the count. */
struct kingdom_pile {
    uint8_t count;
    uint8_t card[KINGDOM_DECK];
};

/* All there is to know of a game, hidden cards included. Equal positions are equal bytes. */
struct kingdom_state {
    struct kingdom_seat seat[KINGDOM_SEATS];
    struct tk_stream stream;              /* for reshuffles */
    uint16_t location[KINGDOM_LOCATIONS]; /* two hexes for each place; 0 is none */
    uint8_t quadrant[KINGDOM_PLACES];     /* name * 2 + turned, KB-8 */
    uint8_t card[KINGDOM_CARDS];          /* in the order of the score sheet */
    struct kingdom_pile deck;             /* the draw pile */
    struct kingdom_pile discard;
    struct kingdom_pile removed; /* cards out of the game, KB-33 */
    uint8_t older; /* bit p: the hand of seat p was drawn before the last reshuffle, KB-83 */
    uint8_t players;
    uint8_t start;  /* start player, KB-13 */
    uint8_t active; /* seat whose turn it is */
    uint8_t phase;
    uint8_t built;   /* settlements of the mandatory action in this turn, 0 … 3 */
    uint8_t closing; /* somebody built the last settlement: the round is played out, KB-67 */
    uint8_t moving;  /* tile that lifted a settlement, while phase is MOVE */
    uint8_t turn;    /* from 1 */
    uint16_t lifted; /* hex it came from; 0 unless phase is MOVE */
    /* options, KB-85 */
    int8_t start_option; /* seat, or TK_RANDOM */
    int32_t board_option, cards_option;
};

/* An action in bits: 0-8 the hex, 9-11 the tile (enum kingdom_tile), 12-13 the verb. */
enum kingdom_verb { KINGDOM_BUILD, KINGDOM_USE, KINGDOM_TO, KINGDOM_END, KINGDOM_VERBS };

static inline tk_action kingdom_action(enum kingdom_verb verb, uint32_t tile, uint32_t hex)
{
    return (tk_action)verb << 12 | tile << 9 | hex;
}

static inline enum kingdom_verb kingdom_action_verb(tk_action action)
{
    return (enum kingdom_verb)(action >> 12 & 3);
}

static inline uint32_t kingdom_action_tile(tk_action action)
{
    return action >> 9 & 7;
}

static inline uint32_t kingdom_action_hex(tk_action action)
{
    return action & 511;
}

/* Options are coded as one of these, or as CHOSEN with four bits for each quadrant or card. */
enum kingdom_option_value {
    KINGDOM_OPTION_RANDOM,
    KINGDOM_OPTION_FIRST,    /* the set-up that the rulebook suggests, KB-14 */
    KINGDOM_OPTION_NO_LORDS, /* cards only */
    KINGDOM_OPTION_CHOSEN = 1 << 16,
};

#endif
