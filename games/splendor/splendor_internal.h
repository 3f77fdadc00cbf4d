/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef SPLENDOR_INTERNAL_H
#define SPLENDOR_INTERNAL_H

#include "gems.h"
#include "splendor.h"
#include "splendor_words.h"

/* Every "no" of this game: X stands for SPLENDOR_NO_X and for the words "no.x"; then the clause. */
#define SPLENDOR_REFUSALS(X)     \
    X(ACT_FIRST, "SP-3.2")       \
    X(RETURN_FIRST, "SP-5.2")    \
    X(NOBLE_FIRST, "SP-9.4")     \
    X(GOLD_NOT_TAKEN, "SP-4.1")  \
    X(PILE_EMPTY, "SP-4.2")      \
    X(TAKE_ALL_THREE, "SP-4.3")  \
    X(TAKE_TOO_MANY, "SP-4.1")   \
    X(BANK_TOO_LOW, "SP-4.4")    \
    X(HAND_FULL, "SP-6.2")       \
    X(NOT_IN_MARKET, "SP-6.1")   \
    X(DECK_EMPTY, "SP-6.10")     \
    X(NOT_FOR_SALE, "SP-7.1")    \
    X(CANNOT_PAY, "SP-7.3")      \
    X(KEEP_NOT_SPENT, "SP-7.5")  \
    X(KEEP_NO_GOLD, "SP-7.3")    \
    X(AUTO_PAY, "SP-15.2")       \
    X(MUST_ACT, "SP-3.3")        \
    X(RETURN_EXCESS, "SP-5.3")   \
    X(RETURN_NOT_HELD, "SP-5.2") \
    X(NOBLE_NOT_VISITING, "SP-9.2")

enum splendor_refusal {
    SPLENDOR_REFUSAL_BASE = TK_STATUS_GAME - 1,
#define X(name, clause) SPLENDOR_NO_##name,
    SPLENDOR_REFUSALS(X)
#undef X
};

extern const char splendor_letters[SPLENDOR_TOKENS + 1]; /* "wugrko" */

enum { SPLENDOR_NOBLE_LEAST = 8 }; /* no noble asks for fewer cards, SP-14.1 */

/* rules.c */
void splendor_setup(void *state, const struct tk_config *config, const uint8_t *seed);
void splendor_state_init(void *state, const struct tk_config *config);
int splendor_legal(const void *state, tk_action *out);
void splendor_apply(void *state, tk_action action);

/* What a purchase takes out of the purse. */
struct splendor_price {
    splendor_gems tokens;
    int gold;
};
struct splendor_price splendor_price(const struct splendor_seat *seat, int card, tk_action action);

/*
 * lists.c: each writes its list and returns how long that is. One token from each of three piles (or
 * of all, if there are fewer), and two from a high one; piles are bits, bit 0 white … bit 4 black.
 */
int splendor_list_takes(uint32_t piles, uint32_t high_piles, tk_action *out);
/* The same, but from one, two or three piles, SP-15.1. */
int splendor_list_takes_free(uint32_t piles, uint32_t high_piles, tk_action *out);
/* Every bunch of one to three tokens that the seat holds. */
int splendor_list_returns(const struct splendor_seat *seat, int excess, tk_action *out);
/* All purchases of the active seat: when it has no gold, and when it has some. */
int splendor_list_buys_coloured(const struct splendor_state *s, tk_action *out);
int splendor_list_buys_with_gold(const struct splendor_state *s, tk_action *out);

/* determinise.c */
int splendor_round(const void *state); /* from 1: a turn of each seat */
bool splendor_reveals(const void *state, tk_action action);
void splendor_determinise(void *state, int seat, struct tk_rng *rng);

/* score.c, sheet.c */
void splendor_scores(const void *state, int32_t *out);
void splendor_ranks(const void *state, uint8_t *out);
int splendor_noble_points(const struct splendor_state *s, int seat);
void splendor_sheet(const void *state, int seat, struct tk_sheet *out);

/* refuse.c, audit.c */
tk_status splendor_refuse(const void *state, tk_action action);
const char *splendor_audit(const void *state);

/* --- where things are --- */

/* Tokens held, gold included. */
static inline int splendor_held(const struct splendor_seat *seat)
{
    return splendor_gems_sum(seat->tokens) + seat->gold;
}

extern const uint8_t splendor_deck_start[SPLENDOR_LEVELS]; /* in the decks of the state */

static inline uint8_t *splendor_deck(struct splendor_state *s, int level)
{
    return s->deck + splendor_deck_start[level];
}

static inline const uint8_t *splendor_deck_of(const struct splendor_state *s, int level)
{
    return s->deck + splendor_deck_start[level];
}

/* The slot of the market that holds the card, 0 … 11, or -1: the four of its row are compared at
 * once, and a byte of `other` is zero where the card lies. */
static inline int splendor_slot_find(const struct splendor_state *s, int card)
{
    int level = splendor_cards[card].level;
    const uint8_t *row = s->market[level];
    uint32_t cards =
        (uint32_t)row[0] | (uint32_t)row[1] << 8 | (uint32_t)row[2] << 16 | (uint32_t)row[3] << 24;
    uint32_t other = cards ^ 0x01010101U * (uint32_t)card;
    uint32_t zero = (other - 0x01010101U) & ~other & 0x80808080U;
    return zero == 0 ? -1 : level * SPLENDOR_SLOTS + __builtin_ctz(zero) / 8;
}

/* The place in the hand, or -1. */
static inline int splendor_reserved_find(const struct splendor_seat *seat, int card)
{
    for (int i = 0; i < seat->reserved_count; i++)
        if (seat->reserved[i] == card)
            return i;
    return -1;
}

static inline bool splendor_owns(const struct splendor_seat *seat, int card)
{
    return (seat->cards[card / 32] >> (card % 32) & 1) != 0;
}

void splendor_format(const void *state, tk_action action, struct tk_writer *out);
tk_status splendor_parse(const void *state, struct tk_span text, tk_action *out_action);
void splendor_place(uint16_t place, struct tk_writer *out);

/* fields.c, complete.c: the state as tables, and what follows from what was read */
extern const struct tk_fields splendor_fields;
enum { SPLENDOR_LANE = 6, SPLENDOR_GOLD_LANE = SPLENDOR_LANE * SPLENDOR_GOLD }; /* of a purse */
const char *splendor_loaded(void *state);
const char *splendor_dealt(void *state);
/* SP-14.4 (4): bonuses, prestige and number of cards are what the purchased cards and nobles give. */
void splendor_count_display(const struct splendor_state *s, int p, struct splendor_seat *out);

/* preview.c: all that a seat could ever buy now: the market, then its hand; how many they are */
int splendor_offered(const struct splendor_state *s, const struct splendor_seat *seat,
                     int64_t *out);
/* SP-7.2, SP-7.3: what a card would take out of the purse, the colours that do not reach and how many
 * tokens are still missing; and what the seat would have with it. */
struct splendor_preview {
    int64_t pay;
    uint8_t lack, missing, points, bonus;
};
void splendor_preview(const struct splendor_seat *seat, int card, struct splendor_preview *out);

/* say.c */
void splendor_prompt(const void *state, struct tk_phrase *out);
int splendor_describe(const void *before, tk_action action, const void *after, int viewer,
                      struct tk_phrase *out);
void splendor_say_card(struct tk_phrase *phrase, int card); /* the parts "colour" and "card" */

/* draw.c, hints.c */
void splendor_draw(const void *state, int seat, const struct tk_speaker *speaker,
                   struct tk_canvas *canvas);
void splendor_features(const void *state, int seat, int32_t *out);
/* Four cards side by side, and what of them is the same for every seat. */
struct splendor_offer {
    splendor_four cost;
    splendor_ints card, points, asked; /* asked: tokens, of all colours */
};
enum { SPLENDOR_OFFERS = SPLENDOR_LEVELS + 1 }; /* the rows of the market, then a hand */
static inline struct splendor_offer splendor_offer_of(const uint8_t card[4])
{
    splendor_four cost = splendor_four_costs(card);
    return (struct splendor_offer){
        .cost = cost,
        .card = {card[0], card[1], card[2], card[3]},
        .points = {splendor_cards[card[0]].points, splendor_cards[card[1]].points,
                   splendor_cards[card[2]].points, splendor_cards[card[3]].points},
        .asked = (splendor_ints)splendor_four_sums(cost),
    };
}

/* The features once more, for those who have the offers of the seat already. */
void splendor_features_of(const struct splendor_state *s, int seat,
                          const struct splendor_offer offer[SPLENDOR_OFFERS], int32_t *out);
int splendor_progress(const void *state);
void splendor_outlook(const void *state, enum tk_weighting by, const tk_action *moves, int count,
                      struct tk_outlook *out);
enum { SPLENDOR_FEATURES = 16 };
extern const struct tk_feature splendor_feature_table[SPLENDOR_FEATURES];
extern const struct tk_search splendor_search;
extern const struct tk_learning splendor_learning; /* game.c */
extern const struct tk_encoding splendor_encoding; /* encode.c */
extern const struct tk_reasons splendor_reasons;
extern const struct tk_styles splendor_styles;         /* styles.c */
extern const struct tk_situations splendor_situations; /* situations.c */

/* Places on the table, for score sheets and phrases: cards as they are, nobles above them. */
enum { SPLENDOR_PLACE_NOBLE = 100 };

/* index.c */
extern const struct tk_index splendor_index;

#endif
