/* SPDX-License-Identifier: MIT */
/* What the doors share with each other. */
#ifndef TAKHT_TABLE_INTERNAL_H
#define TAKHT_TABLE_INTERNAL_H

#include "core/takht.h"
#include "table.h"

/* A text that grows. */
struct answer {
    char *data;
    size_t size;
};

struct tk_table {
    const struct tk_game *game; /* NULL: none was begun */
    struct tk_config config;
    enum tk_lang lang;
    bool seeded;
    uint8_t seed[TK_SEED_BYTES];
    char names[TK_SEATS_MAX][TK_NAME_MAX + 1]; /* of the players; "" where there is none */
    int length, room;                          /* decisions made, and that there is room for */
    tk_action *actions;                        /* length of them */
    unsigned char *states;                     /* length + 1 of them, the last one is now */
    struct answer answer;
    char problem[512];
    char where[64]; /* the member of a position that it is about; "" if none is */
};

/* No text is as good as an empty one: it is refused with a sentence, or is the standard. */
static inline struct tk_span table_span(const char *text)
{
    return tk_span_of(text == NULL ? "" : text);
}

/* --- refusals: all are called with a table, but for the last two, which say false without one --- */

/* False, after the table has noted why, in its language where the words have it; `detail` may be "". */
bool table_refused(struct tk_table *table, const char *why, const char *detail);
/* Where a longer reason is written; true forgets the one before. */
struct tk_writer table_complain(struct tk_table *table);
bool table_accepted(struct tk_table *table);
bool table_has_game(struct tk_table *table);
bool table_has_seat(struct tk_table *table, int seat);

/* --- positions --- */

void *table_state(const struct tk_table *table, int index); /* after so many decisions */
void *table_now(const struct tk_table *table);
/* What is played there; a game was begun. */
void table_about(const struct tk_table *table, const struct tk_game **out_game,
                 struct tk_config *out_config);
/* A position of which nobody knows how it came about. */
bool table_put(struct tk_table *table, const struct tk_game *game, const struct tk_config *config,
               const void *state);

/* --- answers --- */

typedef void table_writes(const struct tk_table *table, const void *about, struct tk_writer *out);
/* What `write` writes, in the table's memory; it is called again where that was too small. */
const char *table_answer(struct tk_table *table, table_writes *write, const void *about);
void table_move(const struct tk_table *table, const void *state, tk_action action,
                struct tk_json *json);

#endif
