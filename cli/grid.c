/* SPDX-License-Identifier: MIT */
/* A grid of character cells. */
#include "grid.h"

#include <string.h>

void grid_clear(struct grid *grid, int rows, int columns)
{
    grid->rows = rows < GRID_ROWS ? rows : GRID_ROWS;
    grid->columns = columns < GRID_COLUMNS ? columns : GRID_COLUMNS;
    memset(grid->cell, 0, sizeof grid->cell);
}

int grid_encode(uint32_t point, char out[4])
{
    if (point < 0x80) {
        out[0] = (char)point;
        return 1;
    }
    int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const uint8_t leads[] = {0, 0xc0, 0xe0, 0xf0};
    for (int i = more; i > 0; i--, point >>= 6)
        out[i] = (char)(0x80 | (point & 0x3f));
    out[0] = (char)(leads[more] | point);
    return more + 1;
}

static bool takes_no_column(uint32_t point)
{
    char text[4];
    int length = grid_encode(point, text);
    return tk_text_columns((struct tk_span){text, (size_t)length}) == 0;
}

/* A mark joins the cell before it. */
static void add_to_cell(struct grid_cell *cell, uint32_t point)
{
    char text[4];
    size_t used = strlen(cell->text), length = (size_t)grid_encode(point, text);
    if (used + length < GRID_CELL) {
        memcpy(cell->text + used, text, length);
        cell->text[used + length] = '\0';
    }
}

static int code_points(const struct grid *grid, struct tk_span text, uint32_t points[VISUAL_MAX])
{
    if (grid->bidi)
        return bidi_visual(text, points);
    struct tk_reader in = tk_reader_over(text);
    int count = 0;
    while (!tk_read_end(&in) && count < VISUAL_MAX)
        points[count++] = tk_read_codepoint(&in);
    return count;
}

int grid_text_columns(const struct grid *grid, struct tk_span text)
{
    uint32_t points[VISUAL_MAX];
    int count = code_points(grid, text, points), columns = 0;
    for (int i = 0; i < count; i++)
        columns += !takes_no_column(points[i]);
    return columns;
}

int grid_put(struct grid *grid, int row, int column, enum tk_ink ink, int face, struct tk_span text)
{
    uint32_t points[VISUAL_MAX];
    int count = code_points(grid, text, points), first = column;
    for (int i = 0; i < count; i++) {
        bool inside = row >= 0 && row < grid->rows && column >= 0 && column < grid->columns;
        if (points[i] < ' ')
            points[i] = ' '; /* a name may hold anything; the terminal gets no control characters */
        if (takes_no_column(points[i])) {
            if (column > first && column <= grid->columns)
                add_to_cell(&grid->cell[row][column - 1], points[i]);
            continue;
        }
        if (inside) {
            struct grid_cell *cell = &grid->cell[row][column];
            *cell = (struct grid_cell){.ink = (uint8_t)ink, .face = (uint8_t)face};
            add_to_cell(cell, points[i]);
        }
        column++;
    }
    return column;
}

struct tk_span grid_cut(const struct grid *grid, struct tk_span text, int width,
                        char room[GRID_LINE])
{
    if (grid_text_columns(grid, text) <= width && text.length < GRID_LINE)
        return text;
    const char *mark = grid->ascii ? "..." : "…";
    struct tk_reader in = tk_reader_over(text);
    size_t fits = 0;
    while (!tk_read_end(&in) && (size_t)(in.at - text.data) + 4 < GRID_LINE) {
        tk_read_codepoint(&in);
        size_t length = (size_t)(in.at - text.data);
        if (grid_text_columns(grid, (struct tk_span){text.data, length}) >
            width - (grid->ascii ? 3 : 1))
            break;
        fits = length;
    }
    struct tk_writer out = tk_writer_over(room, GRID_LINE);
    tk_write(&out, text.data, fits);
    tk_write_text(&out, mark);
    return tk_writer_span(&out);
}

void grid_put_line(struct grid *grid, int row, int left, int width, enum tk_lang lang,
                   enum tk_ink ink, int face, struct tk_span text)
{
    char room[GRID_LINE];
    struct tk_span cut = grid_cut(grid, text, width, room);
    int columns = grid_text_columns(grid, cut);
    grid_put(grid, row, lang == TK_FA ? left + width - columns : left, ink, face, cut);
}

/* Up to the last space that fits; a word that is too long is broken. */
size_t grid_line_length(const struct grid *grid, struct tk_span text, int width)
{
    size_t fits = 0;
    for (size_t next = 0; next < text.length;) {
        const char *space = memchr(text.data + next, ' ', text.length - next);
        next = space == NULL ? text.length : (size_t)(space - text.data);
        if (grid_text_columns(grid, (struct tk_span){text.data, next}) > width)
            break;
        fits = next;
        next += next < text.length;
    }
    if (fits > 0 || text.length == 0)
        return fits;
    struct tk_reader in = tk_reader_over(text);
    while (!tk_read_end(&in)) {
        tk_read_codepoint(&in);
        size_t length = (size_t)(in.at - text.data);
        if (fits > 0 && grid_text_columns(grid, (struct tk_span){text.data, length}) > width)
            break;
        fits = length;
    }
    return fits;
}

int grid_put_wrapped(struct grid *grid, int row, int rows, int left, int width, enum tk_lang lang,
                     enum tk_ink ink, int face, struct tk_span text)
{
    int used = 0;
    while (text.length > 0 && used < rows) {
        size_t length = used == rows - 1 ? text.length : grid_line_length(grid, text, width);
        grid_put_line(grid, row + used++, left, width, lang, ink, face,
                      (struct tk_span){text.data, length});
        length += length < text.length && text.data[length] == ' ';
        text = (struct tk_span){text.data + length, text.length - length};
    }
    return used;
}

void grid_put_canvas(struct grid *grid, int row, int column, const struct tk_canvas *canvas)
{
    for (int i = 0; i < canvas->run_count; i++) {
        const struct tk_run *run = &canvas->run[i];
        grid_put(grid, row + run->row, column + run->column, (enum tk_ink)run->ink, run->face,
                 (struct tk_span){canvas->text + run->offset, run->length});
    }
}
