/* SPDX-License-Identifier: MIT */
/* 7 Wonders Duel, two players: state, actions and data. Rules: README.md and the clauses 7D-…. */
#ifndef DUEL_H
#define DUEL_H

#include "core/takht.h"

extern const struct tk_game *const duel_games[];

/* Brown resources first, then the grey ones. */
enum duel_resource {
    DUEL_WOOD,
    DUEL_CLAY,
    DUEL_STONE,
    DUEL_GLASS,
    DUEL_PAPYRUS,
    DUEL_RESOURCES,
};

/* What cards and guilds count: buildings of a colour, and four other things (7D-13.2). */
enum duel_item {
    DUEL_NONE,
    DUEL_BROWN,
    DUEL_GREY,
    DUEL_BLUE,
    DUEL_GREEN,
    DUEL_YELLOW,
    DUEL_RED,
    DUEL_PURPLE,
    DUEL_COLOURS,
    DUEL_BROWN_GREY = DUEL_COLOURS,
    DUEL_WONDER,
    DUEL_COIN_TRIPLE,
    DUEL_ITEMS,
};

enum duel_symbol { /* 7D-12.1 */
                   DUEL_NO_SYMBOL,
                   DUEL_GLOBE,
                   DUEL_WHEEL,
                   DUEL_SUNDIAL,
                   DUEL_MORTAR,
                   DUEL_PENDULUM,
                   DUEL_INKWELL,
                   DUEL_LAW,
                   DUEL_SYMBOLS,
};

enum {
    DUEL_SEATS = 2,
    DUEL_AGES = 3,
    DUEL_GUILD = 4,       /* stands where the others have their age */
    DUEL_SLOTS = 20,      /* of a layout, 7D-2.4 */
    DUEL_AGE_CARDS = 23,  /* of Ages I and II, 7D-2.1 */
    DUEL_AGE3_CARDS = 27, /* of Age III, guilds included */
    DUEL_CARDS = 73,      /* numbered 1 … 73 in the order of cards.csv; 0 is no card */
    DUEL_WONDERS = 12,    /* numbered 1 … 12 */
    DUEL_HELD = 4,        /* wonders of a player */
    DUEL_GROUP = 4,       /* wonders offered at once, 7D-4.1 */
    DUEL_RAISED_MAX = 7,  /* wonders of both players together, 7D-10.3 */
    DUEL_TOKENS = 10,     /* progress tokens, numbered 1 … 10 */
    DUEL_ON_BOARD = 5,    /* of them, 7D-3.2 */
    DUEL_DRAWN = 3,       /* by the Great Library, 7D-10.8 */
    DUEL_CAPITAL = 9,     /* distance of the capitals from the middle, 7D-11.2 */
    DUEL_SUPREMACY = 6,   /* different science symbols, 7D-12.2 */
    DUEL_OPEN_MAX = 6,    /* accessible cards, 7D-17.3 */
};

#define DUEL_ALL_SLOTS ((1U << DUEL_SLOTS) - 1)

/* A set of cards: bit n stands for card n. */
struct duel_set {
    uint64_t bits[2];
};

/*
 * A number for each resource in one word, a byte each, wood lowest. A cost is that and nothing
 * else. What a city brings to its constructions has three bytes more: the choice sources for brown
 * and for grey units, and a bit for each resource that costs one coin. A building adds its own
 * numbers to those of the city, a destroyed one takes them away.
 */
typedef uint64_t duel_lanes;

enum { DUEL_CHOICE_BROWN = DUEL_RESOURCES, DUEL_CHOICE_GREY, DUEL_TRADE };

static inline int duel_lane(duel_lanes lanes, int lane)
{
    return (int)(lanes >> (8 * lane) & 255);
}

enum duel_phase {
    DUEL_PHASE_DRAFT,
    DUEL_PHASE_PLAY,
    DUEL_PHASE_DESTROY,
    DUEL_PHASE_LIBRARY,
    DUEL_PHASE_REVIVE,
    DUEL_PHASE_TOKEN,
    DUEL_PHASE_START,
    DUEL_PHASE_OVER,
    DUEL_PHASES,
};

enum duel_ending { DUEL_PLAYING, DUEL_CIVILIAN, DUEL_MILITARY, DUEL_SCIENTIFIC, DUEL_ENDINGS };

struct duel_seat {
    struct duel_set city; /* buildings */
    duel_lanes economy;   /* what these buildings and the wonders raised bring */
    uint16_t coins;
    uint16_t tokens;           /* bit n: progress token n */
    uint8_t symbols;           /* bit n: science symbol n */
    uint8_t raised;            /* bit i: wonder[i] is constructed */
    uint8_t wonder[DUEL_HELD]; /* in the order of the draft; 0 where none is yet */
    uint8_t tucked[DUEL_HELD]; /* the card under wonder[i], or 0 */
};

/* All there is to know of a game, hidden cards included. What is not there is zero: equal positions
 * are equal bytes. */
struct duel_state {
    struct duel_seat seat[DUEL_SEATS];
    struct duel_set discard;
    uint32_t left;      /* slots of the layout that hold a card */
    uint32_t open;      /* those that are accessible and face up */
    uint32_t uncovered; /* accessible, but not yet turned up: a choice is pending, 7D-6.5 */
    /* 0 … 19 the slots, then the cards not in play (7D-3.4); a card that was played leaves a 0 */
    uint8_t layout[DUEL_AGES][DUEL_AGE3_CARDS];
    uint8_t wonder[DUEL_WONDERS];  /* the two groups and the rest, until the draft is over */
    uint8_t progress[DUEL_TOKENS]; /* as dealt: five on the board, five in the box */
    int16_t pawn;                  /* towards the second player's capital, 7D-11.1 */
    uint16_t looted;               /* bit n: the token of zone n is gone */
    uint8_t first;                 /* seat of the first player, 7D-3.5 */
    uint8_t active;                /* seat that decides; after a supremacy the winner */
    uint8_t age;                   /* 1 … 3; 0 during the draft */
    uint8_t phase;
    uint8_t doomed; /* colour of the card to destroy, 7D-10.7 */
    uint8_t again;  /* the action under way gives an extra turn, 7D-6.3 */
    uint8_t raised; /* wonders of both players */
    uint8_t ending;
    uint8_t turn;         /* from 1 */
    uint8_t preset;       /* option: wonders of the first game, 7D-4.5 */
    uint8_t first_option; /* option: seat + 1, or 0 for random */
};

/*
 * An action in bits: 0-3 the verb; 4-10 a card, a progress token, or whom a START names; 11-15 the
 * slot of a card that is played; 16-19 a wonder.
 */
enum duel_verb {
    DUEL_BUILD,
    DUEL_DISCARD,
    DUEL_RAISE,
    DUEL_DRAFT,
    DUEL_DESTROY,
    DUEL_LIBRARY,
    DUEL_REVIVE,
    DUEL_TOKEN,
    DUEL_START,
    DUEL_VERBS,
};

enum { DUEL_ME, DUEL_OTHER }; /* whom a START names */

static inline tk_action duel_action(enum duel_verb verb, int thing)
{
    return (tk_action)verb | (tk_action)thing << 4;
}

/* A card where it lies: what BUILD, DISCARD and RAISE have in common. */
static inline tk_action duel_action_card(int card, int slot)
{
    return (tk_action)card << 4 | (tk_action)slot << 11;
}

static inline tk_action duel_action_wonder(int wonder)
{
    return (tk_action)wonder << 16;
}

static inline enum duel_verb duel_verb_of(tk_action action)
{
    return (enum duel_verb)(action & 15);
}

static inline int duel_thing_of(tk_action action)
{
    return (int)(action >> 4 & 127);
}

static inline int duel_slot_of(tk_action action)
{
    return (int)(action >> 11 & 31);
}

static inline int duel_wonder_of(tk_action action)
{
    return (int)(action >> 16 & 15);
}

/* Every card, wonder and token by name, numbered as in its table. */
enum duel_card_name {
    DUEL_CARD_NONE,
#define CARD(name, ...) DUEL_CARD_##name,
#include "cards.inc"
#undef CARD
};

enum duel_wonder_name {
    DUEL_WONDER_NONE,
#define WONDER(name, ...) DUEL_WONDER_##name,
#include "wonders.inc"
#undef WONDER
};

enum duel_token_name {
    DUEL_TOKEN_NONE,
#define TOKEN(name, ...) DUEL_TOKEN_##name,
#include "progress.inc"
#undef TOKEN
};

/* What is printed on a building (7D-2.5). */
struct duel_card {
    duel_lanes brings;
    duel_lanes cost;    /* units */
    uint8_t coins;      /* coins of the cost */
    uint8_t chain_from; /* the building that makes it free, or 0 */
    uint8_t colour;
    uint8_t age; /* or DUEL_GUILD */
    uint8_t points;
    uint8_t shields;
    uint8_t symbol;
    uint8_t income;                  /* coins on construction */
    uint8_t item;                    /* what else it counts … */
    uint8_t item_coins, item_points; /* … and what each is worth, on construction and at the end */
};

struct duel_wonder {
    duel_lanes brings;
    duel_lanes cost;
    uint8_t points;
    uint8_t shields;
    uint8_t again;    /* play again */
    uint8_t income;   /* coins for the owner */
    uint8_t plunder;  /* coins the opponent loses */
    uint8_t choice;   /* the phase of its choice, or DUEL_PHASE_PLAY */
    uint8_t destroys; /* colour, if the choice is to destroy */
    uint8_t preset;   /* 1 or 2: first or second player in a first game, 7D-4.5 */
};

struct duel_token {
    uint8_t points;
    uint8_t income;
    uint8_t symbol;
};

/* A slot of a layout (7D-2.7). */
struct duel_slot {
    uint32_t covered_by; /* the slots that cover it */
    uint32_t covers;
    uint8_t row, column; /* column in half cards */
};

/* A space of the conflict track (7D-2.3). */
struct duel_space {
    uint8_t zone;
    uint8_t points[DUEL_SEATS]; /* by role */
    uint8_t loot;               /* coins of the zone's token, 0 if it never had one */
    uint8_t looter;             /* role that may take it */
    uint8_t capital;            /* it is one */
};

extern const struct duel_card duel_cards[DUEL_CARDS + 1];
extern const struct duel_wonder duel_wonders[DUEL_WONDERS + 1];
extern const struct duel_token duel_tokens[DUEL_TOKENS + 1];
extern const struct duel_slot duel_slots[DUEL_AGES][DUEL_SLOTS + 1]; /* the last one is no slot */
extern const struct duel_space duel_track[2 * DUEL_CAPITAL + 1];
extern const struct duel_set duel_colours[DUEL_COLOURS]; /* the cards of a colour */

#endif
