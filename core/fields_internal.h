/* SPDX-License-Identifier: MIT */
/* What the files that walk field tables share. */
#ifndef TK_FIELDS_INTERNAL_H
#define TK_FIELDS_INTERNAL_H

#include "fields.h"
#include "game.h"

/* A value in memory as a number, and back. */
static inline int64_t tk_fetch(const void *memory, int size, bool negative)
{
    uint64_t number = 0; /* little end first, as on every machine we build for */
    if (size == 1)       /* almost every member; a copy of known length is no call */
        number = *(const uint8_t *)memory;
    else if (size == 8)
        tk_copy(&number, memory, 8);
    else if (size == 4)
        tk_copy(&number, memory, 4);
    else
        tk_copy(&number, memory, (size_t)size);
    int spare = 64 - 8 * size;
    return negative ? (int64_t)(number << spare) >> spare : (int64_t)number;
}

void tk_store(void *memory, int size, int64_t value);

/* Numbers below zero are stored with a sign. */
static inline bool tk_row_signed(const struct tk_field *row)
{
    return row->low < 0;
}

static inline bool tk_row_has(const struct tk_at *at, enum tk_row_flag flag)
{
    return (at->row->flags & flag) != 0;
}

static inline const void *tk_row_memory(const struct tk_at *at, int item)
{
    return (const char *)at->thing + at->row->offset + item * at->row->size;
}

static inline void *tk_row_into(const struct tk_at *at, int item)
{
    return (char *)at->into + at->row->offset + item * at->row->size;
}

/* Is at->row there at all? */
static inline bool tk_row_there(const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    if (row->gate != 0 && ((const uint8_t *)at->thing)[row->gate - 1] == 0)
        return false;
    return row->when == NULL || row->when(at) != 0;
}

/* The member that counts the values of a list, as TK_COUNTED_BY tells. */
static inline bool tk_row_counted(const struct tk_field *row)
{
    return row->counter != 0;
}

static inline int tk_row_count(const struct tk_at *at)
{
    const char *counter = (const char *)at->thing + at->row->counter - 1;
    return (int)tk_fetch(counter, at->row->counter_size, false);
}

static inline void tk_row_set_count(const struct tk_at *at, int count)
{
    if (tk_row_counted(at->row))
        tk_store((char *)at->into + at->row->counter - 1, at->row->counter_size, count);
}

/* Of at->row: the first value that is written, how many have room, and how many there are. */
static inline int tk_row_first(const struct tk_at *at)
{
    return at->row->first != NULL ? (int)at->row->first(at) : 0;
}

int tk_row_room(const struct tk_at *at);
int tk_row_length(const struct tk_at *at);
bool tk_row_is_list(const struct tk_field *row);
/* The range of a number as it is written. */
int64_t tk_row_high(const struct tk_at *at);

/* A thing in memory, with rows of its own; or a list of values side by side. */
static inline bool tk_kind_in_memory(const struct tk_kind *kind)
{
    return kind != NULL && (kind->form == TK_FORM_THING || kind->form == TK_FORM_ROW ||
                            kind->form == TK_FORM_PRINT);
}

static inline const char *tk_kind_name(const struct tk_kind *kind, int64_t number)
{
    size_t stride = kind->stride != 0 ? kind->stride : sizeof(const char *);
    return *(const char *const *)(const void *)((const char *)kind->names +
                                                (size_t)number * stride);
}

static inline bool tk_rows_alone(const struct tk_rows *rows)
{
    return rows->count == 1 && rows->row[0].name != NULL && rows->row[0].name[0] == '\0';
}

/* Of a list inside a list: how many values it has. */
static inline int tk_inner_count(const struct tk_at *at, const struct tk_kind *kind)
{
    return kind->by_players && at->players < kind->count ? at->players : kind->count;
}

/* Bytes of one number. */
static inline int tk_row_width(const struct tk_field *row)
{
    bool inner = row->kind != NULL && row->kind->form == TK_FORM_ROW;
    return inner ? row->size / row->kind->count : row->size;
}

/* kinds.c: the text of a TEXT, and the number of a name or text. */
void tk_kind_write(const struct tk_at *at, const struct tk_kind *kind, int64_t value,
                   struct tk_writer *out);
bool tk_kind_find(const struct tk_kind *kind, struct tk_span name, int64_t *out);
bool tk_kind_read(const struct tk_at *at, const struct tk_kind *kind, struct tk_span text,
                  int64_t *out);

/* What is printed on entry number `number` of a FACE. */
void tk_face_write(const struct tk_at *at, const struct tk_kind *kind, int64_t number,
                   struct tk_json *json);

/* The walk one thing further in. */
struct tk_at tk_at_below(const struct tk_at *at, const void *thing, void *into, int index);
struct tk_at tk_at_top(const struct tk_game *game, const void *state, int viewer);

#endif
