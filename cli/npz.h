/* SPDX-License-Identifier: MIT */
/*
 * Columns as NumPy reads them: a .npz file, which is a zip archive of one array a column. Rows come
 * one by one; a column waits in a file of its own until their number is known. The same rows give the
 * same bytes.
 */
#ifndef CLI_NPZ_H
#define CLI_NPZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { NPZ_COLUMNS_MAX = 16 };

struct npz_column {
    const char *name;
    const char *type; /* as NumPy writes it: "|i1", "<i4", "<f4" */
    size_t size;      /* bytes of a number */
    int width;        /* numbers in a row; 0: one, and the array has one dimension */
};

struct npz {
    const struct npz_column *columns;
    int count;
    long rows;
    FILE *waiting[NPZ_COLUMNS_MAX];
    bool failed;
};

/* False if no file can be had; npz_clear is due in any case. `columns` stays in use. */
bool npz_init(struct npz *out, const struct npz_column *columns, int count);
void npz_clear(struct npz *npz);
void npz_add(struct npz *npz, int column, const void *rows, long count);
/* Writes all of it, and `about` as a text under that name. False if something could not be written. */
bool npz_write(struct npz *npz, long rows, const char *about, FILE *out);

#endif
