/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef KINGDOM_INTERNAL_H
#define KINGDOM_INTERNAL_H

#include "kingdom.h"
#include "kingdom_words.h"
#include "sets.h"

/* Every "no" of this game: X stands for KINGDOM_NO_X and for the words "no.x"; then the clause. */
#define KINGDOM_REFUSALS(X)    \
    X(MOVE_FIRST, "KB-54")     \
    X(NOTHING_LIFTED, "KB-53") \
    X(ALL_BUILT, "KB-17")      \
    X(SUPPLY_EMPTY, "KB-65")   \
    X(OCCUPIED, "KB-25")       \
    X(NEVER_BUILT_ON, "KB-26") \
    X(WRONG_TERRAIN, "KB-17")  \
    X(NOT_BESIDE_OWN, "KB-27") \
    X(BUILD_ON, "KB-20")       \
    X(NO_SUCH_TILE, "KB-19")   \
    X(TILE_USED, "KB-19")      \
    X(TILE_NEW, "KB-43")       \
    X(NOT_AT_EDGE, "KB-60")    \
    X(NO_LINE, "KB-61")        \
    X(NOT_GRASS, "KB-58")      \
    X(NOT_DESERT, "KB-59")     \
    X(NOT_WATER, "KB-63")      \
    X(NOT_OWN, "KB-52")        \
    X(NOWHERE_TO_GO, "KB-54")  \
    X(NOT_BACK, "KB-54")       \
    X(NOT_TWO_STEPS, "KB-64")  \
    X(END_TOO_EARLY, "KB-22")

enum kingdom_refusal {
    KINGDOM_REFUSAL_BASE = TK_STATUS_GAME - 1,
#define X(name, clause) KINGDOM_NO_##name,
    KINGDOM_REFUSALS(X)
#undef X
};

/* board.c: the map of a quadrant at a place, as its half of the board */
union kingdom_half {
    uint64_t word[KINGDOM_HALF];
    kingdom_pair pair[KINGDOM_HALF / 2];
};

extern const union kingdom_half kingdom_maps[KINGDOM_LAYINGS][KINGDOM_GROUNDS][KINGDOM_PLACES];
extern const char kingdom_letters[KINGDOM_SIMPLE_GROUNDS + 1]; /* as the maps are drawn */
extern const union kingdom_set kingdom_whole, kingdom_edge, kingdom_quarters[KINGDOM_PLACES];

/* All hexes of a kind of ground, built on or not. */
static inline union kingdom_set kingdom_ground(const struct kingdom_state *s, int ground)
{
    const union kingdom_half *part[KINGDOM_PLACES];
    union kingdom_set set;
    for (int place = 0; place < KINGDOM_PLACES; place++)
        part[place] = &kingdom_maps[s->quadrant[place]][ground][place];
    for (int i = 0; i < KINGDOM_HALF / 2; i++) {
        set.pair[i] = part[0]->pair[i] | part[1]->pair[i];
        set.pair[KINGDOM_HALF / 2 + i] = part[2]->pair[i] | part[3]->pair[i];
    }
    return set;
}

/* A quadrant lies in one half of the board, so only its words are counted. */
static inline int kingdom_in_quadrant(const struct kingdom_state *s, int seat, int place)
{
    const uint64_t *own = s->seat[seat].settlements.word, *quarter = kingdom_quarters[place].word;
    int from = place < 2 ? 0 : KINGDOM_HALF, count = 0;
    for (int i = from; i < from + KINGDOM_HALF; i++)
        count += __builtin_popcountll(own[i] & quarter[i]);
    return count;
}

void kingdom_lay_board(struct kingdom_state *s, const uint8_t quadrant[KINGDOM_PLACES]);
int kingdom_ground_at(const struct kingdom_state *s, int hex);
int kingdom_place_at(int hex);                             /* of a hex on the board */
int kingdom_owner(const struct kingdom_state *s, int hex); /* seat of a settlement, or -1 */

/* options.c: board and cards, KB-85 */
extern const char *const kingdom_board_values[], *const kingdom_cards_values[];
bool kingdom_board_parse(struct tk_span text, int32_t *out_value);
void kingdom_board_format(int32_t value, struct tk_writer *out);
bool kingdom_cards_parse(struct tk_span text, int32_t *out_value);
void kingdom_cards_format(int32_t value, struct tk_writer *out);
/* What an option asks for; false if it leaves that to chance. */
bool kingdom_board_given(int32_t value, uint8_t out_quadrant[KINGDOM_PLACES]);
bool kingdom_cards_given(int32_t value, uint8_t out_card[KINGDOM_CARDS]);

/* deck.c */
void kingdom_pile_add(struct kingdom_pile *pile, uint8_t card);
uint8_t kingdom_pile_take(struct kingdom_pile *pile); /* the top card of a pile that has one */
void kingdom_settle(void *state);
const char *
kingdom_reshuffled(void *state); /* after the new deck was read; what is wrong, or NULL */
/* KB-3: how many cards of each terrain are nowhere; below zero, so many too many are there. */
void kingdom_count_missing(const struct kingdom_state *s, int out[KINGDOM_TERRAINS]);

/* determinise.c */
int kingdom_round(const void *state); /* from 1: a turn of each seat */
bool kingdom_reveals(const void *state, tk_action action);
void kingdom_determinise(void *state, int seat, struct tk_rng *rng);

/* rules.c: what each tile does, KB-57 to KB-64 */
enum kingdom_where { KINGDOM_ANYWHERE, KINGDOM_AT_EDGE, KINGDOM_LINE_END, KINGDOM_TWO_STEPS };
enum { KINGDOM_OF_CARD = KINGDOM_GROUNDS }; /* the ground that the card shows */

struct kingdom_rule {
    bool moves;     /* an own settlement; otherwise the tile builds one */
    uint8_t ground; /* of the target */
    uint8_t where;
    bool obliged; /* KB-27 */
};

extern const struct kingdom_rule kingdom_rules[KINGDOM_TILES];

void kingdom_state_init(struct kingdom_state *s, const struct tk_config *config);
void kingdom_deal_hands(struct kingdom_state *s);
void kingdom_setup(void *state, const struct tk_config *config, const uint8_t *seed);
int kingdom_legal(const void *state, tk_action *out);
void kingdom_apply(void *state, tk_action action);
void kingdom_go_on(struct kingdom_state *s); /* after a reshuffle */

/* refuse.c, audit.c */
tk_status kingdom_refuse(const void *state, tk_action action);
const char *kingdom_audit(const void *state);

/* Facts that text, views and hints need too. */
bool kingdom_complete(const struct kingdom_state *s); /* the mandatory action, KB-18 */
bool kingdom_is_useless(const struct kingdom_state *s, int terrain); /* a card, KB-37 */
int kingdom_tile_place(const struct kingdom_state *s, int tile);     /* of the quadrant, or -1 */
int kingdom_tiles_left(const struct kingdom_state *s, int location);
/* The location whose tile a seat would gain with a settlement on a hex; or the active one lose, which
 * has these settlements and left one; or -1. */
int kingdom_gained(const struct kingdom_state *s, int seat, int hex);
int kingdom_lost(const struct kingdom_state *s, const union kingdom_set *settlements, int left_hex);
bool kingdom_stands_beside(const union kingdom_set *settlements, int hex);
union kingdom_set kingdom_occupied(const struct kingdom_state *s);
/* Hexes that the active seat could name with such a tile; and targets of a lifted settlement. */
union kingdom_set kingdom_uses(const struct kingdom_state *s, int tile);
union kingdom_set kingdom_targets(const struct kingdom_state *s, int tile);

/* score.c, sheet.c */
int kingdom_card_gold(const struct kingdom_state *s, int seat, int card);
int kingdom_castle_gold(const struct kingdom_state *s, int seat);
int kingdom_gold(const struct kingdom_state *s, int seat); /* all of it */
void kingdom_scores(const void *state, int32_t *out);
void kingdom_ranks(const void *state, uint8_t *out);
/* The same as items of the line that was begun last. */
void kingdom_explain_card(const struct kingdom_state *s, int seat, int card, struct tk_sheet *out);
void kingdom_explain_castles(const struct kingdom_state *s, int seat, struct tk_sheet *out);
void kingdom_sheet(const void *state, int seat, struct tk_sheet *out);

/* areas.c: which landmarks a hex is beside, one bit for each */
struct kingdom_landmarks {
    uint16_t beside[KINGDOM_HEXES];
};
void kingdom_landmarks_find(const struct kingdom_state *s, struct kingdom_landmarks *out);

/* The areas of a seat. Settlements are numbered from 1, and the lowest number of an area is its root. */
struct kingdom_areas {
    const struct kingdom_landmarks *landmarks;
    int numbers, count, largest; /* settlements, areas, size of the largest area */
    uint16_t paid;               /* landmarks that the Merchants pay for, KB-72 */
    uint8_t root[KINGDOM_SETTLEMENTS + 1];
    uint8_t size[KINGDOM_SETTLEMENTS + 1];    /* of a root */
    uint16_t linked[KINGDOM_SETTLEMENTS + 1]; /* landmarks beside it, of a root */
    uint8_t of[KINGDOM_HEXES];                /* the number of a settlement; 0: none is there */
};
/* Without landmarks (NULL) nothing can be said about Merchants. */
void kingdom_areas_find(union kingdom_set own, const struct kingdom_landmarks *landmarks,
                        struct kingdom_areas *out);
/* The largest area, and what Hermits, Citizens or Merchants pay; with a settlement on a free hex
 * more, or without one for hex 0. */
int kingdom_areas_largest(const struct kingdom_areas *areas, int hex);
int kingdom_areas_gold(const struct kingdom_areas *areas, int card, int hex);

/* text.c. A place of sheets and phrases is a hex, or from KINGDOM_PLACE_ROW on a row. */
enum { KINGDOM_PLACE_ROW = KINGDOM_HEXES };
extern const char *const kingdom_terrain_names[KINGDOM_TERRAINS];
extern const char *const kingdom_tile_names[KINGDOM_TILES];
extern const char *const kingdom_quadrant_names[KINGDOM_LAYINGS];
/* The lines of the score sheet: the cards, the castles and NULL. */
enum { KINGDOM_CASTLES = KINGDOM_CARD_KINDS };
extern const char *const kingdom_card_names[KINGDOM_CASTLES + 2];
void kingdom_format(const void *state, tk_action action, struct tk_writer *out);
tk_status kingdom_parse(const void *state, struct tk_span text, tk_action *out_action);
void kingdom_hex_write(uint16_t place, struct tk_writer *out);
bool kingdom_hex_read(struct tk_span text, int *out_hex);
void kingdom_quadrant_write(int quadrant, struct tk_writer *out);
bool kingdom_quadrant_read(struct tk_span text, uint32_t *out_quadrant);

/* fields.c, complete.c: the state as tables, and what they left out */
extern const struct tk_fields kingdom_fields;
extern const struct tk_rows kingdom_view;
extern const struct tk_kind kingdom_phase_kind, kingdom_terrain_kind, kingdom_tile_kind,
    kingdom_card_kind, kingdom_hex_kind, kingdom_location_kind;
/* clang-format off */
#define KINGDOM_NAMES(type_, table, size, word_) \
    {.form = TK_FORM_NAME, .type = (type_), .names = (table), .count = (size), .none = (size), \
     .word = (word_)}
/* clang-format on */
/* From the top card down. */
#define KINGDOM_PILE_INTO(member)                     \
    TK_INTO_ARRAY(struct kingdom_state, member.card), \
        .flags = TK_REVERSED, TK_COUNTED_BY(struct kingdom_state, member.count)
#define KINGDOM_PILE(key, of) \
    .name = (key), .kind = &kingdom_terrain_kind, .source = TK_FROM_ARRAY, KINGDOM_PILE_INTO(of)
int64_t kingdom_hand_is_seen(const struct tk_at *at);
int64_t kingdom_has_card(const struct tk_at *at);
int64_t kingdom_is_older(const struct tk_at *at);
int64_t kingdom_open_card(const struct tk_at *at);
/* The state being read, and what is told before all is known that it depends on. */
struct kingdom_loading {
    struct kingdom_state s;
    uint8_t hand[KINGDOM_SEATS]; /* as far as it is told, otherwise KINGDOM_NO_CARD */
    uint8_t open;                /* the active seat's card */
};
void kingdom_begin(void *state, const struct tk_config *config);
const char *kingdom_dealt(void *state);
const char *kingdom_loaded(void *state);

/* preview.c: what each choice would change. Gold is told line by line as on the score sheet: the three
 * cards, then the castles. */
enum { KINGDOM_LINES = KINGDOM_CARDS + 1 };
/* For the seat that decides: every choice but the end of the turn. */
struct kingdom_choices {
    tk_action action[TK_ACTIONS_MAX];
    int count;
    int64_t gold[KINGDOM_LINES]; /* without any of them */
};
struct kingdom_outcome {
    union kingdom_set to, line;
    int64_t gold[KINGDOM_LINES]; /* what each line gains or loses */
    tk_action action;
    uint8_t gain, lose; /* tiles, KB-40, KB-45 */
    bool lands;         /* a tile that moves tells only where the settlement could go */
};
struct kingdom_state kingdom_landed(const struct kingdom_state *s);
void kingdom_choices_find(const struct kingdom_state *s, struct kingdom_choices *out); /* zeros */
void kingdom_outcome_find(const struct kingdom_state *s, const struct kingdom_choices *choices,
                          int which, struct kingdom_outcome *out);

/* say.c */
extern const uint16_t kingdom_tile_words[KINGDOM_TILES], kingdom_card_words[KINGDOM_CARD_KINDS];
extern const uint16_t kingdom_ground_words[KINGDOM_SIMPLE_GROUNDS];
void kingdom_prompt(const void *state, struct tk_phrase *out);
int kingdom_describe(const void *before, tk_action action, const void *after, int viewer,
                     struct tk_phrase *out);

/* draw.c, hints.c */
void kingdom_draw(const void *state, int seat, const struct tk_speaker *speaker,
                  struct tk_canvas *canvas);
void kingdom_features(const void *state, int seat, int32_t *out);
void kingdom_outlook(const void *state, enum tk_weighting by, const tk_action *moves, int count,
                     struct tk_outlook *out);
int kingdom_progress(const void *state);
enum { KINGDOM_FEATURES = 47 };
extern const struct tk_feature kingdom_feature_table[KINGDOM_FEATURES];
extern const struct tk_search kingdom_search;
extern const struct tk_learning kingdom_learning; /* game.c */
extern const struct tk_encoding kingdom_encoding;
extern const struct tk_reasons kingdom_reasons;
extern const struct tk_styles kingdom_styles;

/* index.c */
extern const struct tk_index kingdom_index;

#endif
