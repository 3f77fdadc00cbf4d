/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef DOMINO_INTERNAL_H
#define DOMINO_INTERNAL_H

#include "cells.h"
#include "domino.h"
#include "domino_words.h"

/* Every "no" of this game: X stands for DOMINO_NO_X and for the words "no.x"; then the clause. */
#define DOMINO_REFUSALS(X)         \
    X(TEAMS_NEED_PAIRS, "RW-6")    \
    X(DUEL_FOR_TWO, "KD-11")       \
    X(FOUR_FOR_THREE, "KD-11")     \
    X(DRAFT_FIRST, "QD-3.1")       \
    X(PLACE_FIRST, "QD-4.3")       \
    X(TAX_FIRST, "QD-4.4")         \
    X(BUILD_FIRST, "QD-4.4")       \
    X(BURN_FIRST, "QD-4.4")        \
    X(STEP_OVER, "QD-4.3")         \
    X(NOT_IN_KINGDOMINO, "KD-1")   \
    X(CELL_TAKEN, "QD-5.1")        \
    X(OVER_LIMIT, "QD-5.3")        \
    X(NO_CONTACT, "QD-5.2")        \
    X(EQUAL_HALVES, "QD-5.1")      \
    X(MUST_PLACE, "QD-5.4")        \
    X(NOTHING_PLACED, "QD-15.4")   \
    X(NO_FREE_KNIGHT, "QD-6.1")    \
    X(ONE_FREE_KNIGHT, "QD-6.1")   \
    X(DISPLAY_EMPTY, "QD-15.18")   \
    X(NO_TILE, "QD-7.1")           \
    X(NO_SITE, "QD-7.1")           \
    X(NOT_A_SITE, "QD-7.1")        \
    X(SITE_BUILT, "QD-7.3")        \
    X(CANNOT_PAY, "QD-15.12")      \
    X(DRAGON_AWAY, "QD-9.3")       \
    X(HOST_NO_DRAGON, "QD-8.3")    \
    X(NO_COIN, "QD-9.1")           \
    X(NOTHING_TO_BURN, "QD-15.17") \
    X(NO_NEXT_LINE, "QD-10.2")     \
    X(NOT_IN_LINE, "QD-10.1")      \
    X(CLAIMED, "QD-10.1")

enum domino_refusal {
    DOMINO_REFUSAL_BASE = TK_STATUS_GAME - 1,
#define X(name, clause) DOMINO_NO_##name,
    DOMINO_REFUSALS(X)
#undef X
};

/* --- boxes, lines and seats --- */

/* RW-1, RW-2: lines come in turn from the boxes of the game. */
static inline int domino_box_count(const struct domino_state *s)
{
    return s->variant == DOMINO_WEDDING ? 2 : 1;
}

static inline struct domino_box *domino_box(struct domino_state *s, int box)
{
    return box == 0 ? &s->first : &s->second;
}

static inline const struct domino_box *domino_box_of(const struct domino_state *s, int box)
{
    return box == 0 ? &s->first : &s->second;
}

static inline enum domino_box_name domino_box_name(const struct domino_state *s, int box)
{
    return s->variant == DOMINO_KING || box == 1 ? DOMINO_BOX_KING : DOMINO_BOX_QUEEN;
}

static inline const struct domino_face *domino_face(const struct domino_state *s, int box,
                                                    int number)
{
    return &domino_faces[domino_box_name(s, box)][number];
}

/* Squares and crowns of dominoes, eight bits a terrain. */
struct domino_sums {
    uint64_t squares, crowns;
};

extern const struct domino_sums domino_sums[DOMINO_BOXES][DOMINO_DOMINOES + 1];

/* RW-2: the box of a line; lines count from 1. */
static inline int domino_line_box(const struct domino_state *s, int line)
{
    return (line - 1) % domino_box_count(s);
}

/* How many dominoes of a box have been drawn when this many lines have. */
static inline int domino_drawn(const struct domino_state *s, int box, int lines)
{
    return (lines + domino_box_count(s) - 1 - box) / domino_box_count(s) * s->line_size;
}

/* The line in front of the kings is drawn as well, except in the last round. */
static inline int domino_lines_drawn(const struct domino_state *s)
{
    return s->round < s->rounds ? s->round + 1 : s->rounds;
}

/* RW-15: seats 2t and 2t + 1 are team t. */
static inline int domino_kingdom_of(const struct domino_state *s, int seat)
{
    return (s->flags & DOMINO_TEAMS) != 0 ? seat / 2 : seat;
}

/* --- modes.c --- */

bool domino_mode_exists(enum domino_variant variant, int players, unsigned flags);
size_t domino_state_size(enum domino_variant variant);
void domino_kingdom_init(const struct domino_state *s, struct domino_kingdom *k);
void domino_state_init(struct domino_state *s, enum domino_variant variant, int players,
                       unsigned flags);

/* --- rules.c --- */

/* Shuffles, deals and begins in a state that was just initialised. */
void domino_setup(struct domino_state *s, const uint8_t *seed);
/* Begins once decks, stack and the order of the kings are there. */
void domino_begin(struct domino_state *s);
void domino_next_game(struct domino_state *s);
void domino_settle(void *state);
int domino_legal(const void *state, tk_action *out);
void domino_apply(void *state, tk_action action);

/* The first place of the line whose domino still waits to be placed. */
static inline int domino_placed(const struct domino_state *s)
{
    return s->phase == DOMINO_PLACE ? s->king : s->king + 1;
}

int domino_line_find(const struct domino_line *line, int number); /* its place, or -1 */
int domino_line_length(const struct domino_line *line);
int domino_in_hand(const struct domino_state *s);
const struct domino_face *domino_face_in_hand(const struct domino_state *s);
unsigned domino_tiles_shown(const struct domino_state *s);
int domino_price(const struct domino_state *s, int kingdom, int slot);
unsigned domino_slots_in_reach(const struct domino_state *s, int kingdom);
bool domino_can_build(const struct domino_state *s, int kingdom);
bool domino_can_burn(const struct domino_state *s, int kingdom);
/* The coins for knights on these squares of the domino just placed; 1 left, 2 right. */
int domino_tax(const struct domino_state *s, unsigned squares);

/* Where a domino lies, as the box keeps it. */
static inline uint16_t domino_home(int kingdom, struct domino_cell left,
                                   enum domino_direction direction)
{
    return (uint16_t)(DOMINO_HOME_SET | kingdom << DOMINO_HOME_KINGDOM |
                      (int)direction << DOMINO_HOME_DIRECTION | domino_index(left));
}

static inline int domino_home_kingdom(uint16_t home)
{
    return home >> DOMINO_HOME_KINGDOM & 7;
}

static inline enum domino_direction domino_home_direction(uint16_t home)
{
    return (enum domino_direction)(home >> DOMINO_HOME_DIRECTION & 3);
}

/* The cell of its left square. */
static inline struct domino_cell domino_home_left(const struct domino_kingdom *k, uint16_t home)
{
    return domino_cell_at(k, home & 63);
}

/* The bits of its left and right square. */
static inline void domino_home_cells(uint16_t home, int out_cells[2])
{
    struct domino_cell left = {(int8_t)(home & 7), (int8_t)(home >> 3 & 7)};
    out_cells[0] = domino_index(left);
    out_cells[1] = domino_index(domino_beside(left, domino_home_direction(home)));
}

static inline uint16_t domino_home_in_hand(const struct domino_state *s)
{
    return domino_box_of(s, domino_line_box(s, s->round))->home[domino_in_hand(s) - 1];
}

/* --- determinise.c --- */

bool domino_reveals(const void *state, tk_action action);
void domino_determinise(void *state, int seat, struct tk_rng *rng);

/* --- score.c --- */

enum { DOMINO_COINS_PER_POINT = 3, DOMINO_QUEEN_CROWNS = 1 }; /* QD-12.1, QD-12.4 */

/* The lines of a score sheet in the order of the notation; the terrains follow the coins. */
enum domino_part {
    DOMINO_PART_COINS,
    DOMINO_PART_TERRAIN,
    DOMINO_PART_QUEEN = DOMINO_PART_TERRAIN + DOMINO_TERRAINS,
    DOMINO_PART_PROPERTIES,
    DOMINO_PART_TOWERS,
    DOMINO_PART_KNIGHTS,
    DOMINO_PART_POINTS,
    DOMINO_PART_HARMONY,
    DOMINO_PART_MIDDLE_KINGDOM,
    DOMINO_PARTS,
};

struct domino_score {
    int16_t part[DOMINO_PARTS];
    int16_t total;
    uint8_t properties[DOMINO_TERRAINS]; /* how many there are of each terrain */
    uint8_t largest;                     /* squares of the largest property, QD-13 */
    uint8_t crowns;                      /* in the whole kingdom, KD-7 */
};

extern const char *const domino_part_ids[DOMINO_PARTS];

bool domino_part_counts(const struct domino_state *s, int part); /* does the game have this line? */
void domino_score(const struct domino_state *s, int kingdom, struct domino_score *out);
bool domino_is_centred(struct domino_sides sides, int limit); /* KD-8, RW-16 */
/* The same for those who have found the properties already. */
void domino_score_properties(const struct domino_state *s, int kingdom,
                             const struct domino_properties *properties, struct domino_score *out);
void domino_totals(const struct domino_state *s, int32_t *out); /* of this game, by seat */
void domino_scores(const void *state, int32_t *out);
void domino_ranks(const void *state, uint8_t *out);

/* --- refuse.c, audit.c --- */

tk_status domino_refuse(const void *state, tk_action action);
tk_status domino_check_place(const struct domino_kingdom *k, int limit,
                             const struct domino_face *face, struct domino_cell left,
                             enum domino_direction direction);
const char *domino_audit(const void *state);
/* Tiles of each kind that are neither on display nor built: in the stack, or burnt. */
void domino_count_tiles(const struct domino_state *s, int out_left[DOMINO_KINDS + 1]);

/* The dominoes of a box that lie in a kingdom, in the line from this place on, or in the next line. */
uint64_t domino_on_table(const struct domino_state *s, int box, int first);

/* --- text.c --- */

extern const char *const domino_terrain_ids[DOMINO_TERRAINS];
extern const char *const domino_phase_ids[DOMINO_PHASES];
extern const char *const domino_box_ids[DOMINO_BOXES];
extern const struct tk_kind domino_face_kind, domino_building_face; /* what is printed */

void domino_format(const void *state, tk_action action, struct tk_writer *out);
tk_status domino_parse(const void *state, struct tk_span text, tk_action *out_action);
void domino_place(uint16_t place, struct tk_writer *out);
void domino_write_cell(struct domino_cell cell, struct tk_writer *out); /* "-2,1" */
bool domino_read_cell(struct tk_reader *in, struct domino_cell *out_cell);

/* A cell as a place of phrases and score sheets. */
static inline uint16_t domino_place_of(struct domino_cell cell)
{
    return (uint16_t)((cell.x + DOMINO_REACH) + 16 * (cell.y + DOMINO_REACH));
}

/* --- fields.c, view.c, complete.c --- */

extern const struct tk_fields domino_queen_fields, domino_wedding_fields, domino_king_fields;
extern const struct tk_rows domino_view;
extern const struct tk_kind domino_phase, domino_past;

/* The rows of fields.c and view.c share: coins, knights, buildings and the box with towns (KD-1). */
int64_t domino_has_towns(const struct tk_at *at);
int64_t domino_is_dynasty(const struct tk_at *at);
int64_t domino_stack_left(const struct tk_at *at);
int64_t domino_in_line(const struct tk_at *at); /* dominoes; of the next line with argument 1 */

/* --- preview.c: what is worked out to be shown: boxes, kingdoms, what each choice would change --- */

/* QD-14.1, KD-3: a box's dominoes that are not drawn, how many of them will be, and those that left. */
struct domino_undrawn {
    uint64_t undrawn, gone; /* bit n: number n */
    uint8_t draws;
};
void domino_look_into(const struct domino_state *s, int box, struct domino_undrawn *out);

/* Why a step of the turn that is to come is closed to whoever has the turn. */
enum domino_closed {
    DOMINO_CLOSED_NOT,
    DOMINO_CLOSED_KNIGHTS,
    DOMINO_CLOSED_DRAGON,
    DOMINO_CLOSED_HOST,
    DOMINO_CLOSED_LAST
};
enum domino_closed domino_closed(const struct domino_state *s, int step);

struct domino_extent {
    int8_t west, east, north, south;
};

/* A kingdom's properties, which of them a square belongs to, and which half of which domino it is. */
struct domino_survey {
    struct domino_properties properties;
    struct domino_score score;
    struct domino_extent room; /* QD-1.3 */
    uint8_t land[64], domino[64], box[64], half[64];
};
void domino_survey(const struct domino_state *s, int kingdom, struct domino_survey *out);

/* The legal actions but for choices of a domino, and the kingdom that acts as it is before them. */
struct domino_choices {
    struct domino_properties before;
    struct domino_score score;
    int kingdom, count;
    tk_action list[TK_ACTIONS_MAX];
};
void domino_choices(const struct domino_state *s, struct domino_choices *out);

/* Squares of a domino, and the properties that they would join. */
struct domino_join {
    uint64_t lands;
    uint8_t squares;
};

/* What an action would change. */
struct domino_outcome {
    struct domino_join join[2];
    tk_action action;
    int16_t gain, purse, part[DOMINO_PARTS];
    struct domino_extent room;
    uint8_t joins;
    bool places; /* a domino */
};
void domino_outcome(const struct domino_state *s, const struct domino_choices *choices, int which,
                    struct domino_outcome *out);

/* The empty states (game.c), and what is done once one was read: NULL, or what is wrong. */
void domino_queen_begin(void *state, const struct tk_config *config);
void domino_wedding_begin(void *state, const struct tk_config *config);
void domino_king_begin(void *state, const struct tk_config *config);
const char *domino_loaded(void *state);
const char *domino_dealt(void *state);

/* --- say.c, sheet.c --- */

extern const uint16_t domino_terrain_words[DOMINO_TERRAINS];
extern const uint16_t domino_building_words[DOMINO_KINDS + 1];

void domino_prompt(const void *state, struct tk_phrase *out);
int domino_describe(const void *before, tk_action action, const void *after, int viewer,
                    struct tk_phrase *out);
void domino_sheet(const void *state, int seat, struct tk_sheet *out);

/* --- outlook.c --- */

/* Properties that a square would bring together. */
struct domino_joined {
    uint64_t properties;
    uint8_t squares, crowns;
    int16_t worth;
};

/* Empty cells on which a square of one terrain would join the same. */
struct domino_group {
    domino_cells cells;
    struct domino_joined joined;
};

/*
 * Groups of all terrains: one each for what is beside nothing, and less than one for each side of a
 * square that lies open. A kingdom of 49 cells has less than a hundred of these.
 */
enum { DOMINO_GROUPS = 128 };

/* What the properties of a kingdom have to hope for, and where it would grow. */
struct domino_map {
    const struct domino_properties *properties;
    int open_crowns;  /* of properties with a free cell beside them */
    int crowns_grow;  /* sum over these: crowns × squares of their terrain still to be drawn */
    int squares_hope; /* sum over these: squares × crowns of their terrain still to be drawn */
    /* made for a terrain when they are needed: `first` and `count` of it, none before */
    uint8_t groups, first[DOMINO_TERRAINS], count[DOMINO_TERRAINS];
    struct domino_group group[DOMINO_GROUPS];
};

/* What the dominoes bring that nobody has seen yet. */
struct domino_sums domino_to_come(const struct domino_state *s);
void domino_make_map(const struct domino_properties *properties, domino_cells open,
                     struct domino_sums coming, struct domino_map *out);
/* The best that a domino can bring at once, or -1 if it fits nowhere. */
int domino_best_gain(struct domino_map *map, const struct domino_kingdom *k, int limit,
                     const struct domino_face *face);

/* --- draw.c, hints.c --- */

void domino_draw(const void *state, int seat, const struct tk_speaker *speaker,
                 struct tk_canvas *canvas);

enum { DOMINO_FEATURES = 19 };

/* Where a kingdom stands: what its features were made of. */
struct domino_outlook {
    domino_cells open; /* where it may grow */
    struct domino_properties properties;
    struct domino_score score;
    int dominoes; /* that it can still place */
    /* the best gain of what waits under its kings, place by place; nothing is said of the rest */
    int16_t now[DOMINO_LINE], next[DOMINO_LINE];
};

/* The features of a seat, and how they came about. `coming` is domino_to_come. */
void domino_look(const struct domino_state *s, int seat, struct domino_sums coming,
                 struct domino_outlook *look, struct domino_map *map, int32_t *out);
void domino_features(const void *state, int seat, int32_t *out);
int domino_progress(const void *state);
extern const struct tk_feature domino_queen_features[DOMINO_FEATURES];
extern const struct tk_search domino_king_search, domino_queen_search, domino_wedding_search;
extern const struct tk_encoding domino_encoding;
extern const struct tk_reasons domino_reasons;
extern const struct tk_styles domino_queen_styles, domino_king_styles;
extern const struct tk_feature domino_king_features[DOMINO_FEATURES];

/* --- rush.c --- */

/* Plays Kingdomino on, as quickly as it goes. */
void domino_rush(void *state, int moves);

/* index.c */
extern const struct tk_index domino_numbers;

#endif
