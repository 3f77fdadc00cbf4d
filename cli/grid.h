/* SPDX-License-Identifier: MIT */
/* A grid of character cells: what a canvas becomes before it is printed or put on a screen. */
#ifndef CLI_GRID_H
#define CLI_GRID_H

#include "core/takht.h"

enum { GRID_ROWS = 200, GRID_COLUMNS = 400, GRID_CELL = 16, GRID_LINE = 2048 };
enum { GRID_MARKED = 128 }; /* beside enum tk_face: what the chosen move would change */

struct grid_cell {
    char text[GRID_CELL]; /* one character with its marks, UTF-8; "" is a space */
    uint8_t ink, face;
};

struct grid {
    int rows, columns;
    bool bidi;  /* order and shape right-to-left text here */
    bool ascii; /* no sign beyond ASCII of our own */
    struct grid_cell cell[GRID_ROWS][GRID_COLUMNS];
};

void grid_clear(struct grid *grid, int rows, int columns);
/* Puts a text; what does not fit is cut. Returns the column after it. */
int grid_put(struct grid *grid, int row, int column, enum tk_ink ink, int face,
             struct tk_span text);
/* The text if it fits, or as much of it as does and "…". */
struct tk_span grid_cut(const struct grid *grid, struct tk_span text, int width,
                        char room[GRID_LINE]);
/* A line of running text: from the left, or for right-to-left languages from the right edge; what
 * is too long ends with "…". */
void grid_put_line(struct grid *grid, int row, int left, int width, enum tk_lang lang,
                   enum tk_ink ink, int face, struct tk_span text);
/* How much of a text the first line takes if it is broken at spaces. */
size_t grid_line_length(const struct grid *grid, struct tk_span text, int width);
/* A paragraph, broken at spaces; each line is ordered by itself. Returns the rows used. */
int grid_put_wrapped(struct grid *grid, int row, int rows, int left, int width, enum tk_lang lang,
                     enum tk_ink ink, int face, struct tk_span text);
void grid_put_canvas(struct grid *grid, int row, int column, const struct tk_canvas *canvas);
/* A code point as UTF-8; returns the bytes. */
int grid_encode(uint32_t point, char out[4]);
/* Columns a text takes once it is shaped. */
int grid_text_columns(const struct grid *grid, struct tk_span text);

/* Logical text to what a left-to-right terminal must be sent. Returns the number of code points. */
enum { VISUAL_MAX = 1024 };
int bidi_visual(struct tk_span text, uint32_t out[VISUAL_MAX]);

#endif
