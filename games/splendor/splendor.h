/* SPDX-License-Identifier: MIT */
/* Splendor, 2 to 4 players: state, actions and data. Rules: README.md and the clauses SP-…. */
#ifndef SPLENDOR_H
#define SPLENDOR_H

#include "core/takht.h"

extern const struct tk_game *const splendor_games[];

enum splendor_colour {
    SPLENDOR_WHITE,
    SPLENDOR_BLUE,
    SPLENDOR_GREEN,
    SPLENDOR_RED,
    SPLENDOR_BLACK,
    SPLENDOR_COLOURS,
    SPLENDOR_GOLD = SPLENDOR_COLOURS,
    SPLENDOR_TOKENS,
};

enum {
    SPLENDOR_SEATS = 4,
    SPLENDOR_LEVELS = 3,
    SPLENDOR_SLOTS = 4,     /* face-up cards of a level, SP-2.2 */
    SPLENDOR_CARDS = 90,    /* numbered 1 … 90 in the order of cards.csv; 0 is no card */
    SPLENDOR_NOBLES = 10,   /* numbered 1 … 10; 0 is no noble */
    SPLENDOR_ON_TABLE = 5,  /* nobles shown with four players, SP-2.4 */
    SPLENDOR_RESERVED = 3,  /* SP-6.2 */
    SPLENDOR_LIMIT = 10,    /* tokens held at the end of a turn, SP-5.1 */
    SPLENDOR_DECK_ROOM = 78 /* 36 + 26 + 16 cards below the rows, SP-2.2 */
};

/*
 * A number for each of the five colours in one word, six bits a colour, white lowest. Sums of two
 * stay below 32, so the sixth bit is free to tell a comparison of all five at once.
 */
typedef uint32_t splendor_gems;

/* What is to be decided: a turn is a chain of up to three decisions, SP-3.4. */
enum splendor_phase { SPLENDOR_ACT, SPLENDOR_RETURN, SPLENDOR_CHOOSE_NOBLE, SPLENDOR_OVER };

enum splendor_ending {
    SPLENDOR_PLAYING,
    SPLENDOR_PRESTIGE,
    SPLENDOR_STALEMATE,
    SPLENDOR_NO_PROGRESS
};

struct splendor_seat {
    splendor_gems tokens; /* coloured ones */
    splendor_gems bonus;  /* cards bought, by colour */
    uint32_t cards[3];    /* bit n: card n was bought */
    uint8_t gold;         /* SP-5.1 counts it too */
    uint8_t points;       /* cards and nobles, SP-10.1 */
    uint8_t bought;       /* number of cards bought, SP-10.6 */
    uint8_t reserved_count;
    uint8_t reserved[SPLENDOR_RESERVED]; /* oldest first; 0 beyond the count */
    uint8_t blind;                       /* bit i: reserved[i] came unseen from a deck, SP-11.3 */
};

/* All there is to know of a game, hidden decks included. What is not there is zero: equal positions
 * are equal bytes. */
struct splendor_state {
    struct splendor_seat seat[SPLENDOR_SEATS];
    splendor_gems bank;
    uint8_t bank_gold;
    uint8_t deck_left[SPLENDOR_LEVELS];
    uint8_t deck[SPLENDOR_DECK_ROOM]; /* the three decks one after the other; the top card is the
                                         last */
    uint8_t market[SPLENDOR_LEVELS][SPLENDOR_SLOTS];
    uint8_t noble[SPLENDOR_ON_TABLE];       /* as dealt, from left to right */
    uint8_t noble_owner[SPLENDOR_ON_TABLE]; /* 0 on the table, else seat + 1 */
    uint8_t players;
    uint8_t start;  /* starting seat, SP-2.6 */
    uint8_t active; /* seat whose turn it is */
    uint8_t phase;
    uint8_t closing; /* somebody reached the target: the round is played out, SP-10.2 */
    uint8_t passes;  /* forced passes in a row without a visit, SP-13.3 */
    uint8_t ending;
    /* options, SP-15 */
    uint8_t target;
    uint8_t no_progress;
    uint8_t start_option; /* seat + 1, or 0 for random */
    uint8_t free_take, auto_noble, auto_pay;
    uint16_t idle; /* turns in a row without purchase or reservation, SP-13.4 */
    uint32_t turn; /* from 1 */
};

/*
 * An action in bits: 0-2 the verb; 3-9 a card, a level (0-2) or a noble; 10-27
 * tokens, three bits a colour, white lowest, gold last: those taken or returned, or kept when
 * buying, which tells a payment completely (SP-14.3).
 */
enum splendor_verb {
    SPLENDOR_TAKE,
    SPLENDOR_RESERVE,
    SPLENDOR_RESERVE_DECK,
    SPLENDOR_BUY,
    SPLENDOR_PASS,
    SPLENDOR_GIVE_BACK,
    SPLENDOR_NOBLE,
    SPLENDOR_VERBS,
};

static inline tk_action splendor_action(enum splendor_verb verb, uint32_t thing, uint32_t tokens)
{
    return (tk_action)verb | thing << 3 | tokens << 10;
}

static inline enum splendor_verb splendor_action_verb(tk_action action)
{
    return (enum splendor_verb)(action & 7);
}

static inline uint32_t splendor_action_thing(tk_action action)
{
    return action >> 3 & 127;
}

static inline uint32_t splendor_action_tokens(tk_action action)
{
    return action >> 10 & 0x3ffff;
}

/* How many of one colour (gold included) the action names. */
static inline int splendor_action_count(tk_action action, int colour)
{
    return (int)(action >> (10 + 3 * colour) & 7);
}

static inline int splendor_count(splendor_gems gems, int colour)
{
    return (int)(gems >> (6 * colour) & 63);
}

static inline splendor_gems splendor_one(int colour)
{
    return (splendor_gems)1 << (6 * colour);
}

/* One row of cards.csv. */
struct splendor_card {
    splendor_gems cost;
    uint8_t level; /* 0, 1, 2 */
    uint8_t bonus; /* exactly one, SP-1.5 */
    uint8_t points;
    const char *id;
};

struct splendor_noble {
    splendor_gems need;
    uint8_t points;
    const char *id;
};

extern const struct splendor_card splendor_cards[SPLENDOR_CARDS + 1];
extern const splendor_gems splendor_costs[SPLENDOR_CARDS + 1];
extern const struct splendor_noble splendor_nobles[SPLENDOR_NOBLES + 1];

#endif
