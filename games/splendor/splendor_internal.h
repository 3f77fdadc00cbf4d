/* What the files of this folder share. */
#ifndef SPLENDOR_INTERNAL_H
#define SPLENDOR_INTERNAL_H

#include "splendor.h"
#include "splendor_words.h"

/* Every "no" of this game: the enum name is also, in lower case, the key of the words; the clause.
 */
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
#define X(name, clause) SPLENDOR_##name,
    SPLENDOR_REFUSALS(X)
#undef X
        SPLENDOR_REFUSAL_END,
};

extern const char splendor_letters[SPLENDOR_TOKENS + 1]; /* "wugrko" */

enum { SPLENDOR_NOBLE_LEAST = 8 }; /* no noble asks for fewer cards, SP-14.1 */

/* rules.c */
void splendor_setup(void *state, const struct tk_config *config, const uint8_t *seed);
void splendor_table_init(struct splendor_state *s, const struct tk_config *config);
int splendor_legal(const void *state, tk_action *out);
void splendor_apply(void *state, tk_action action);
tk_status splendor_refuse(const void *state, tk_action action);
bool splendor_reveals(const void *state, tk_action action);
void splendor_scores(const void *state, int32_t *out);
void splendor_ranks(const void *state, uint8_t *out);
void splendor_determinise(void *state, int seat, struct tk_rng *rng);
const char *splendor_audit(const void *state);

/* Counting in five lanes: a one in every lane; the top bit of every lane. */
enum { SPLENDOR_EACH = 0x1041041, SPLENDOR_HIGH = SPLENDOR_EACH << 5 };

/* At most five small lanes: their sum comes together in the fifth. */
static inline int splendor_gems_sum(splendor_gems gems)
{
    return (int)(((uint64_t)gems * SPLENDOR_EACH) >> 24 & 63);
}

/* Lane by lane max(0, cost - wealth). */
static inline splendor_gems splendor_missing(splendor_gems cost, splendor_gems wealth)
{
    splendor_gems difference = (cost | SPLENDOR_HIGH) - wealth;
    splendor_gems lacking = difference & SPLENDOR_HIGH; /* the lanes with cost >= wealth */
    return difference & (lacking - (lacking >> 5));
}

typedef uint32_t splendor_four __attribute__((vector_size(16)));

/* SP-7.2, SP-7.3: how many tokens each of four cards asks beyond what there is; gold would pay
 * them. */
static inline splendor_four splendor_lacking(const uint8_t card[4], splendor_gems wealth)
{
    splendor_four cost = {splendor_costs[card[0]], splendor_costs[card[1]], splendor_costs[card[2]],
                          splendor_costs[card[3]]};
    splendor_four difference = (cost | SPLENDOR_HIGH) - wealth;
    splendor_four lacking = difference & SPLENDOR_HIGH;
    splendor_four missing = difference & (lacking - (lacking >> 5)); /* as in splendor_missing */
    splendor_four pairs = (missing & 0x3f03f03f) + (missing >> 6 & 0x3f03f);
    return (pairs + (pairs >> 12) + (pairs >> 24)) & 63;
}

/* Facts that text, views and hints need too. */
int splendor_held(const struct splendor_seat *seat); /* tokens, gold included */
int splendor_noble_points(const struct splendor_state *s, int seat);
int splendor_slot_find(const struct splendor_state *s, int card); /* 0 … 11 or -1 */
int splendor_reserved_find(const struct splendor_seat *seat, int card);
bool splendor_owns(const struct splendor_seat *seat, int card);
uint8_t *splendor_deck(struct splendor_state *s, int level);
const uint8_t *splendor_deck_of(const struct splendor_state *s, int level);
/* What a purchase takes out of the purse. */
struct splendor_price {
    splendor_gems tokens;
    int gold;
};
struct splendor_price splendor_price(const struct splendor_seat *seat, int card, tk_action action);

/* text.c: the number of a card or noble by its id, or 0 */
int splendor_card_find(struct tk_span id);
int splendor_noble_find(struct tk_span id);
void splendor_format(const void *state, tk_action action, struct tk_writer *out);
tk_status splendor_parse(const void *state, struct tk_span text, tk_action *out_action);
void splendor_place(uint16_t place, struct tk_writer *out);

/* fields.c, complete.c: the state as tables, and what follows from what was read */
extern const struct tk_fields splendor_fields;
void splendor_display_count(struct splendor_state *s, int p);
bool splendor_decks_complete(struct splendor_state *s); /* false: there is no room for a card */

/* say.c */
void splendor_prompt(const void *state, struct tk_phrase *out);
int splendor_describe(const void *before, tk_action action, const void *after, int viewer,
                      struct tk_phrase *out);
void splendor_sheet(const void *state, int seat, struct tk_sheet *out);

/* draw.c, hints.c */
void splendor_draw(const void *state, int seat, const struct tk_speaker *speaker,
                   struct tk_canvas *canvas);
void splendor_features(const void *state, int seat, int32_t *out);
int splendor_progress(const void *state);
enum { SPLENDOR_FEATURES = 16 };
extern const struct tk_feature splendor_feature_table[SPLENDOR_FEATURES];

/* Places on the table, for score sheets and phrases: cards as they are, nobles above them. */
enum { SPLENDOR_PLACE_NOBLE = 100 };

#endif
