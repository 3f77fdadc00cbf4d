/* SPDX-License-Identifier: MIT */
/* What the files of this folder share. */
#ifndef GOLESTAN_INTERNAL_H
#define GOLESTAN_INTERNAL_H

#include "golestan.h"
#include "golestan_words.h"

/* Every "no" of this game: X stands for GOLESTAN_NO_X and for the words "no.x"; then the clause. */
#define GOLESTAN_REFUSALS(X) \
    X(NOT_IN_ROW, "GL-3.1")  \
    X(GARDEN_FULL, "GL-3.4") \
    X(PILE_EMPTY, "GL-3.5")

enum golestan_refusal {
    GOLESTAN_REFUSAL_BASE = TK_STATUS_GAME - 1,
#define X(name, clause) GOLESTAN_NO_##name,
    GOLESTAN_REFUSALS(X)
#undef X
};

static inline golestan_set golestan_bit(int plant)
{
    return (golestan_set)1 << plant;
}

/* All bits of a set, one after the other: for (int p; (p = golestan_next(&set)) != 0;) */
static inline int golestan_next(golestan_set *set)
{
    int plant = *set != 0 ? __builtin_ctz(*set) : 0;
    *set &= *set - (*set != 0);
    return plant;
}

/* rules.c */
void golestan_state_init(void *state, const struct tk_config *config);
void golestan_setup(void *state, const struct tk_config *config, const uint8_t *seed);
int golestan_row_length(int players);
int golestan_round(const void *state); /* 1, 2, 3; 4 when it is over */
int golestan_actor(const void *state);
bool golestan_is_over(const struct golestan_state *s);
bool golestan_ends_round(const struct golestan_state *s); /* does the turn under way? */
int golestan_legal(const void *state, tk_action *out);
void golestan_apply(void *state, tk_action action);

/* score.c, sheet.c */
int golestan_points(golestan_set plants);
int golestan_count(const struct golestan_state *s, int seat, int kind);
bool golestan_has_bed(const struct golestan_state *s, int seat, int kind);
int golestan_score(const struct golestan_state *s, int seat);
void golestan_scores(const void *state, int32_t *out);
void golestan_ranks(const void *state, uint8_t *out);
void golestan_sheet(const void *state, int seat, struct tk_sheet *out);

/* determinise.c, refuse.c, audit.c */
bool golestan_reveals(const void *state, tk_action action);
void golestan_determinise(void *state, int seat, struct tk_rng *rng);
tk_status golestan_refuse(const void *state, tk_action action);
const char *golestan_audit(const void *state);

/* text.c, fields.c, say.c, draw.c */
void golestan_format(const void *state, tk_action action, struct tk_writer *out);
tk_status golestan_parse(const void *state, struct tk_span text, tk_action *out_action);
void golestan_place(uint16_t place, struct tk_writer *out);
extern const struct tk_fields golestan_fields;
void golestan_prompt(const void *state, struct tk_phrase *out);
int golestan_describe(const void *before, tk_action action, const void *after, int viewer,
                      struct tk_phrase *out);
void golestan_say_plant(struct tk_phrase *phrase, const char *name, int plant);
void golestan_draw(const void *state, int seat, const struct tk_speaker *speaker,
                   struct tk_canvas *canvas);

/* hints.c, search.c */
void golestan_features(const void *state, int seat, int32_t *out);
int golestan_progress(const void *state);
enum { GOLESTAN_FEATURES = 6 };
extern const struct tk_feature golestan_feature_table[GOLESTAN_FEATURES];
extern const struct tk_search golestan_search;

#endif
