/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef DUEL_INTERNAL_H
#define DUEL_INTERNAL_H

#include "duel.h"
#include "duel_words.h"

/* Every "no" of this game: X stands for DUEL_NO_X and for the words "no.x"; then the clause. */
#define DUEL_REFUSALS(X)            \
    X(DRAFT_FIRST, "7D-4.4")        \
    X(PLAY_FIRST, "7D-6.1")         \
    X(DESTROY_FIRST, "7D-10.7")     \
    X(LIBRARY_FIRST, "7D-10.8")     \
    X(REVIVE_FIRST, "7D-10.9")      \
    X(TOKEN_FIRST, "7D-12.3")       \
    X(START_FIRST, "7D-5.3")        \
    X(NOT_OFFERED, "7D-4.1")        \
    X(NOT_SEEN, "7D-6.1")           \
    X(COVERED, "7D-2.7")            \
    X(CANNOT_PAY, "7D-7.9")         \
    X(WONDER_NOT_YOURS, "7D-6.1")   \
    X(WONDER_RAISED, "7D-10.2")     \
    X(WONDER_GONE, "7D-10.3")       \
    X(CANNOT_PAY_WONDER, "7D-7.9")  \
    X(DESTROY_COLOUR, "7D-10.7")    \
    X(DESTROY_NOT_THERE, "7D-10.7") \
    X(NOT_DRAWN, "7D-10.8")         \
    X(NOT_DISCARDED, "7D-10.9")     \
    X(NOT_ON_BOARD, "7D-12.3")

enum duel_refusal {
    DUEL_REFUSAL_BASE = TK_STATUS_GAME - 1,
#define X(name, clause) DUEL_NO_##name,
    DUEL_REFUSALS(X)
#undef X
};

/* --- sets of cards --- */

static inline bool duel_set_has(const struct duel_set *set, int card)
{
    return (set->bits[card / 64] >> (card % 64) & 1) != 0;
}

static inline void duel_set_add(struct duel_set *set, int card)
{
    set->bits[card / 64] |= 1ULL << (card % 64);
}

static inline void duel_set_remove(struct duel_set *set, int card)
{
    set->bits[card / 64] &= ~(1ULL << (card % 64));
}

static inline bool duel_set_empty(const struct duel_set *set)
{
    return (set->bits[0] | set->bits[1]) == 0;
}

static inline struct duel_set duel_set_both(const struct duel_set *a, const struct duel_set *b)
{
    return (struct duel_set){{a->bits[0] & b->bits[0], a->bits[1] & b->bits[1]}};
}

static inline int duel_set_count(const struct duel_set *set)
{
    return __builtin_popcountll(set->bits[0]) + __builtin_popcountll(set->bits[1]);
}

/* Takes the lowest card out of the set; 0 when it is empty. */
static inline int duel_set_pop(struct duel_set *set)
{
    int word = set->bits[0] == 0, bit = 0;
    if (set->bits[word] == 0)
        return 0;
    bit = __builtin_ctzll(set->bits[word]);
    set->bits[word] &= set->bits[word] - 1;
    return 64 * word + bit;
}

/* --- facts about a seat --- */

static inline bool duel_has_token(const struct duel_seat *seat, enum duel_token_name token)
{
    return (seat->tokens >> token & 1) != 0;
}

static inline bool duel_is_raised(const struct duel_seat *seat, int place)
{
    return (seat->raised >> place & 1) != 0;
}

/* 7D-3.6: 0 for the first player, 1 for the second; and back. */
static inline int duel_role(const struct duel_state *s, int seat)
{
    return seat ^ s->first;
}

static inline const struct duel_space *duel_space_of(const struct duel_state *s)
{
    return &duel_track[s->pawn + DUEL_CAPITAL];
}

/* --- data.c --- */

/* Names: the key of the notation, the signs of the chains, the word that is the name in full. */
struct duel_print {
    const char *key;
    const char *chain_from, *chain_to;
    uint16_t word;
};

extern const struct duel_print duel_card_prints[DUEL_CARDS + 1];
extern const struct duel_print duel_wonder_prints[DUEL_WONDERS + 1];
extern const struct duel_print duel_token_prints[DUEL_TOKENS + 1];

extern const uint64_t duel_rows_up, duel_rows_open; /* of layouts.csv; bit n is the n-th row */

/* The slots of an age that are laid face up, and those accessible at first; none before Age I. */
static inline uint32_t duel_face_up(int age)
{
    return age == 0 ? 0 : (uint32_t)(duel_rows_up >> (DUEL_SLOTS * (age - 1) + 1)) & DUEL_ALL_SLOTS;
}

static inline uint32_t duel_open_at_start(int age)
{
    return (uint32_t)(duel_rows_open >> (DUEL_SLOTS * (age - 1) + 1)) & DUEL_ALL_SLOTS;
}

/* --- rules.c --- */

void duel_setup(void *state, const struct tk_config *config, const uint8_t *seed);
void duel_state_init(void *state, const struct tk_config *config);
/* With the first player known: draft or preset, and the seat that begins. */
void duel_state_begin(struct duel_state *s, int first);
int duel_legal(const void *state, tk_action *out);
void duel_apply(void *state, tk_action action);

int duel_drafter(const struct duel_state *s, int pick); /* the seat that has this pick, from 0 */
int duel_drafted(const struct duel_state *s); /* wonders picked, while the draft goes on */
int duel_count(const struct duel_seat *seat, enum duel_item item);
/* 7D-13.1: in the city that has more. */
int duel_count_most(const struct duel_state *s, enum duel_item item);
uint32_t duel_accessible(int age, uint32_t left); /* 7D-2.7, from nothing */
/* The slots that removing this one would make accessible. */
uint32_t duel_uncovers(int age, uint32_t left, int slot);
/* Slots whose card everybody knows. */
uint32_t duel_shown(const struct duel_state *s);
int duel_discard_income(const struct duel_seat *seat); /* 7D-9.1 */
bool duel_may_raise(const struct duel_state *s, int seat, int place);

/* --- prices.c --- */

/* What a construction costs (7D-7.7). */
struct duel_price {
    int coins;  /* in all */
    int traded; /* of them for units */
    bool chain; /* free by 7D-7.8 */
};

struct duel_price duel_price(const struct duel_state *s, int seat, int card);
struct duel_price duel_wonder_price(const struct duel_state *s, int seat, int wonder);
int duel_unit_price(const struct duel_state *s, int seat, int resource); /* 7D-7.3, 7D-7.4 */
int duel_list_plays(const struct duel_state *s, tk_action *out);         /* 7D-6.1 */

/* --- bill.c: the same price, unit by unit --- */

enum { DUEL_UNITS_MAX = 8 };

struct duel_unit {
    uint8_t resource;
    uint8_t coins;  /* 0 if the unit need not be bought */
    uint16_t place; /* what provides it, as places are numbered below; 0 if it is bought */
};

struct duel_bill {
    struct duel_price price;
    uint8_t count;
    struct duel_unit unit[DUEL_UNITS_MAX];
};

void duel_card_bill(const struct duel_state *s, int seat, int card, struct duel_bill *out);
void duel_wonder_bill(const struct duel_state *s, int seat, int wonder, struct duel_bill *out);

/* --- score.c, sheet.c --- */

/* 7D-12.1: in a city and as a token; two are a pair. */
int duel_symbol_count(const struct duel_seat *seat, int symbol);

enum duel_line {
    DUEL_LINE_MILITARY,
    DUEL_LINE_BLUE,
    DUEL_LINE_GREEN,
    DUEL_LINE_YELLOW,
    DUEL_LINE_GUILDS,
    DUEL_LINE_WONDERS,
    DUEL_LINE_PROGRESS,
    DUEL_LINE_COINS,
    DUEL_LINES,
};

int duel_line_points(const struct duel_state *s, int seat, enum duel_line line);
int duel_guild_points(const struct duel_state *s, int guild);
int duel_token_points(const struct duel_seat *seat, int token);
bool duel_is_supremacy(const struct duel_state *s); /* did one end the game? */
void duel_scores(const void *state, int32_t *out);
void duel_ranks(const void *state, uint8_t *out);
uint16_t duel_ending(const void *state);
void duel_sheet(const void *state, int seat, struct tk_sheet *out);

/* --- determinise.c --- */

bool duel_reveals(const void *state, tk_action action);
void duel_determinise(void *state, int seat, struct tk_rng *rng);
bool duel_library_drawn(const struct duel_state *s);

/* --- refuse.c, audit.c --- */

tk_status duel_refuse(const void *state, tk_action action);
const char *duel_audit(const void *state);
duel_lanes duel_city_economy(const struct duel_seat *seat); /* counted from nothing */
uint8_t duel_city_symbols(const struct duel_seat *seat);

/* --- text.c: numbers of things by their key, or 0 --- */

int duel_card_find(struct tk_span key);
void duel_format(const void *state, tk_action action, struct tk_writer *out);
tk_status duel_parse(const void *state, struct tk_span text, tk_action *out_action);
void duel_place(uint16_t place, struct tk_writer *out);

extern const char *const duel_phase_names[DUEL_PHASES];
extern const char *const duel_resource_names[DUEL_RESOURCES];
extern const char *const duel_item_names[DUEL_ITEMS];
extern const char *const duel_symbol_names[DUEL_SYMBOLS];

/* Places on the table, for score sheets, bills and phrases: cards as they are, the others above. */
enum { DUEL_PLACE_WONDER = 80, DUEL_PLACE_TOKEN = 100 };

/* --- facts.c: what is printed on a thing --- */

extern const struct tk_kind duel_card_face, duel_wonder_face, duel_token_face;
extern const struct tk_kind duel_resource, duel_place_key;

/* --- fields.c, view.c, complete.c --- */

extern const struct tk_fields duel_fields;
extern const struct tk_rows duel_view;
extern const struct tk_kind duel_phase_name;
int64_t duel_drawn(const struct tk_at *at); /* tokens */
int64_t duel_slot_count(const struct tk_at *at);

/* Bytes from a member on, which may be in the middle of an array. */
#define DUEL_BYTES(key, of, member, most)                                              \
    .name = (key), .kind = &(of), .source = TK_FROM_ARRAY, .size = 1, .count = (most), \
    .offset = offsetof(struct duel_state, member)

/* The state being read, and what is known only when all of it was. */
struct duel_loading {
    struct duel_state s;
    uint32_t guilds; /* face-down slots with the back of a guild */
    uint32_t down;   /* all face-down slots */
    uint8_t layout[DUEL_SLOTS];
    uint8_t hidden[DUEL_AGES][DUEL_AGE3_CARDS];
    uint8_t wonders[DUEL_WONDERS];
    uint8_t box[DUEL_TOKENS - DUEL_ON_BOARD];
};
_Static_assert(sizeof(struct duel_loading) <= 2 * TK_STATE_MAX, "there is room for it");

const char *duel_loaded(void *loading); /* NULL, or what is wrong */
const char *duel_dealt(void *state);
/* How many of the wonders lie open, those already taken included; none without a draft. */
int duel_wonders_shown(const struct duel_state *s);

/* --- preview.c: a price and the public consequences of paying it --- */

struct duel_preview {
    struct duel_bill bill;
    int16_t pawn, points, gain, rival_gain;
    uint16_t loots; /* 7D-11.3: zones */
    uint16_t missing;
    uint8_t symbols;
    bool enough, pair, wins;
    bool tried; /* what an action changes is known only with a card to play */
};
void duel_preview_card(const struct duel_state *s, int seat, int slot, struct duel_preview *out);
void duel_preview_wonder(const struct duel_state *s, int seat, int number,
                         struct duel_preview *out);

/* --- effects.c: what a building or a wonder does, as a list in words --- */

struct tk_phrase duel_card_effects(int number);
struct tk_phrase duel_wonder_effects(int number);
extern const uint16_t duel_symbol_words[DUEL_SYMBOLS];

/* --- say.c, draw.c, hints.c --- */

void duel_prompt(const void *state, struct tk_phrase *out);
int duel_describe(const void *before, tk_action action, const void *after, int viewer,
                  struct tk_phrase *out);
void duel_draw(const void *state, int seat, const struct tk_speaker *speaker,
               struct tk_canvas *canvas);
void duel_features(const void *state, int seat, int32_t *out);
int duel_progress(const void *state);
bool duel_horizon(const void *root, const void *state);
enum { DUEL_FEATURES = 35 };
extern const struct tk_feature duel_feature_table[DUEL_FEATURES];
extern const struct tk_search duel_search;
extern const struct tk_learning duel_learning; /* game.c */
extern const struct tk_encoding duel_encoding; /* encode.c */
extern const struct tk_reasons duel_reasons;
extern const struct tk_styles duel_styles;         /* styles.c */
extern const struct tk_situations duel_situations; /* situations.c */

/* index.c */
extern const struct tk_index duel_index;

#endif
