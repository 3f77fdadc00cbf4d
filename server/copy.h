/* SPDX-License-Identifier: MIT */
/*
 * Copying one store into another: every table with its columns as text, in the order of its key, so that
 * two stores can be compared row by row whatever stands behind them.
 */
#ifndef SERVER_COPY_H
#define SERVER_COPY_H

#include <stdbool.h>
#include <stddef.h>

enum { COPY_COLUMNS_MAX = 10 };

struct copy_table {
    const char *name;
    const char *columns[COPY_COLUMNS_MAX + 1]; /* ended by NULL; "open?" is true or false */
    const char *key;                           /* columns to order by */
    const char *only;                          /* rows that are copied, or NULL */
};

enum copy_row { COPY_ROW, COPY_END, COPY_BROKEN };

/* One end of a copy. All return false, or COPY_BROKEN, after having written `why`. */
struct copy_end;
struct copy_kind {
    struct copy_end *(*open)(const char *data, char *why, size_t size);
    void (*close)(struct copy_end *end);
    /* Begins to read a table; the values live until the next row. */
    bool (*select)(struct copy_end *end, const struct copy_table *table, char *why, size_t size);
    enum copy_row (*next)(struct copy_end *end, const char *values[COPY_COLUMNS_MAX], char *why,
                          size_t size);
    /* Writing: all or nothing. Tables one after the other, each begun and ended. */
    bool (*begin)(struct copy_end *end, char *why, size_t size);
    bool (*into)(struct copy_end *end, const struct copy_table *table, char *why, size_t size);
    bool (*put)(struct copy_end *end, const char *const *values, char *why, size_t size);
    bool (*done)(struct copy_end *end, char *why, size_t size);
    bool (*commit)(struct copy_end *end, char *why, size_t size);
};
extern const struct copy_kind sqlite_copy, postgres_copy;

#endif
