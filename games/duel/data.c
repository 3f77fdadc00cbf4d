/* SPDX-License-Identifier: MIT */
/* The CSV files as C: cards (7D-2.1), wonders, tokens (7D-2.2), track (7D-2.3), layouts (7D-2.4). */
#include "duel_internal.h"

#define LANE(lane, number) ((duel_lanes)(number) << (8 * (lane)))
#define COST(wood, clay, stone, glass, papyrus)                                \
    (LANE(DUEL_WOOD, wood) | LANE(DUEL_CLAY, clay) | LANE(DUEL_STONE, stone) | \
     LANE(DUEL_GLASS, glass) | LANE(DUEL_PAPYRUS, papyrus))
#define IN(resource)    (1U << DUEL_##resource)
#define BROWN_RESOURCES (IN(WOOD) | IN(CLAY) | IN(STONE))
#define GREY_RESOURCES  (IN(GLASS) | IN(PAPYRUS))

/* A source of choice offers all brown resources or all grey ones (7D-7.5). */
#define CHOICE(resources)                                      \
    (LANE(DUEL_CHOICE_BROWN, (resources) == BROWN_RESOURCES) | \
     LANE(DUEL_CHOICE_GREY, (resources) == GREY_RESOURCES))

/* What the tables call by other names. */
enum {
    AGE_1 = 1,
    AGE_2,
    AGE_3,
    AGE_GUILD = DUEL_GUILD,
    DUEL_MAX_YELLOW = DUEL_YELLOW,
    DUEL_MAX_BLUE = DUEL_BLUE,
    DUEL_MAX_GREEN = DUEL_GREEN,
    DUEL_MAX_RED = DUEL_RED,
    DUEL_MAX_BROWN_GREY = DUEL_BROWN_GREY,
    DUEL_MAX_WONDERS_X2 = DUEL_WONDER,
    DUEL_MAX_COIN_TRIPLES = DUEL_COIN_TRIPLE,
};

/* The clauses 7D-18.1 and 7D-18.12 are readings of this table. */
#define CARD(name, key, age, colour, coins, wood, clay, stone, glass, papyrus, from, from_sign,   \
             gives_sign, points, shields, symbol, made, units, choice, trade, income, item, each, \
             guild, guild_points, guild_coins, name_en, name_fa)                                  \
    {LANE(DUEL_##made, units) | CHOICE(choice) | LANE(DUEL_TRADE, trade),                         \
     COST(wood, clay, stone, glass, papyrus),                                                     \
     coins,                                                                                       \
     DUEL_CARD_##from,                                                                            \
     DUEL_##colour,                                                                               \
     AGE_##age,                                                                                   \
     points,                                                                                      \
     shields,                                                                                     \
     DUEL_##symbol,                                                                               \
     income,                                                                                      \
     DUEL_##item | DUEL_##guild,                                                                  \
     (each) + (guild_coins),                                                                      \
     guild_points},
const struct duel_card duel_cards[DUEL_CARDS + 1] = {
    {0},
#include "cards.inc"
};
#undef CARD

#define CARD(name, key, age, colour, coins, wood, clay, stone, glass, papyrus, from, from_sign, \
             gives_sign, ...)                                                                   \
    {key, from_sign, gives_sign, DUEL_WORD_CARD_##name},
const struct duel_print duel_card_prints[DUEL_CARDS + 1] = {
    {0},
#include "cards.inc"
};

#define COLOUR(colour, low, high) [DUEL_##colour] = {{low, high}},
const struct duel_set duel_colours[DUEL_COLOURS] = {
#include "colours.inc"
};

/* What a wonder lets its owner choose (7D-10.7 to 7D-10.9): a colour to destroy or a special. */
enum {
    CHOICE_NONE_NONE = DUEL_PHASE_PLAY,
    CHOICE_BROWN_NONE = DUEL_PHASE_DESTROY,
    CHOICE_GREY_NONE = DUEL_PHASE_DESTROY,
    CHOICE_NONE_LIBRARY = DUEL_PHASE_LIBRARY,
    CHOICE_NONE_MAUSOLEUM = DUEL_PHASE_REVIVE,
};

/* 7D-18.6: the Statue of Zeus has three points. */
#define WONDER(name, key, wood, clay, stone, glass, papyrus, points, again, shields, income, \
               plunder, destroys, choice, special, preset, name_en, name_fa)                 \
    {CHOICE(choice),  COST(wood, clay, stone, glass, papyrus),                               \
     points,          shields,                                                               \
     again,           income,                                                                \
     plunder,         CHOICE_##destroys##_##special,                                         \
     DUEL_##destroys, preset},
const struct duel_wonder duel_wonders[DUEL_WONDERS + 1] = {
    {0},
#include "wonders.inc"
};
#undef WONDER

#define WONDER(name, key, ...) {key, "", "", DUEL_WORD_WONDER_##name},
const struct duel_print duel_wonder_prints[DUEL_WONDERS + 1] = {
    {0},
#include "wonders.inc"
};

#define TOKEN(name, key, points, income, symbol, name_en, name_fa) {points, income, DUEL_##symbol},
const struct duel_token duel_tokens[DUEL_TOKENS + 1] = {
    {0},
#include "progress.inc"
};
#undef TOKEN

#define TOKEN(name, key, ...) {key, "", "", DUEL_WORD_TOKEN_##name},
const struct duel_print duel_token_prints[DUEL_TOKENS + 1] = {
    {0},
#include "progress.inc"
};

/* The slot beyond the last is never laid out: what covers nothing on one side points there. */
#undef IN
#define IN(slot) (1U << (slot))
#define SLOT(age, slot, row, column, covered_by, covers) \
    [age - 1][slot] = {covered_by, covers, row, column},
const struct duel_slot duel_slots[DUEL_AGES][DUEL_SLOTS + 1] = {
#include "layouts.inc"
};

/* Bit n is the n-th row of the file, which has twenty rows for each age. */
#define FACE(face, low, high) FACE_##face(low)
#define FACE_UP(rows)         rows
#define FACE_DOWN(rows)
const uint64_t duel_rows_up =
#include "faces.inc"
    ;

#define START(accessible, low, high) START_##accessible(low)
#define START_0(rows)
#define START_1(rows) rows
const uint64_t duel_rows_open =
#include "starts.inc"
    ;

enum { ROLE_NONE = 0, ROLE_FIRST_PLAYER = 0, ROLE_SECOND_PLAYER = 1 };
enum { CAPITAL_NONE = 0, CAPITAL_FIRST_PLAYER = 1, CAPITAL_SECOND_PLAYER = 1 };

#define SPACE(position, zone, first, second, loot, looter, capital) \
    [position + DUEL_CAPITAL] = {zone, {first, second}, loot, ROLE_##looter, CAPITAL_##capital},
const struct duel_space duel_track[2 * DUEL_CAPITAL + 1] = {
#include "board.inc"
};
