/* SPDX-License-Identifier: MIT */
/*
 * The table for ears: a line for each thing instead of a picture. What stands below something in the
 * picture (the cost of a card) follows it, and gaps are commas.
 */
#include "lines.h"

#include <string.h>

enum {
    PIECES_MAX = 40,
    LABELS = 5,       /* columns in which rows have their names */
    LEAST_THINGS = 3, /* side by side; fewer are lists that stand below one another */
};

/* Cells of a row with no gap of two columns between them. */
struct piece {
    int column, end;
};

static bool is_blank(const struct grid *grid, int row, int column)
{
    const char *text = grid->cell[row][column].text;
    return column >= grid->columns || text[0] == '\0' || strcmp(text, " ") == 0;
}

static int split_row(const struct grid *grid, int row, struct piece out[PIECES_MAX])
{
    int count = 0;
    for (int column = 0; column < grid->columns && count < PIECES_MAX; column++) {
        if (is_blank(grid, row, column))
            continue;
        int end = column + 1;
        while (end < grid->columns && (!is_blank(grid, row, end) || !is_blank(grid, row, end + 1)))
            end++;
        out[count++] = (struct piece){column, end};
        column = end;
    }
    return count;
}

static const struct piece *find_at(const struct piece *pieces, int count, int column)
{
    for (int i = 0; i < count; i++)
        if (pieces[i].column == column)
            return &pieces[i];
    return NULL;
}

/* Does every piece of the second row stand below one of the first? */
static bool belongs(const struct piece *below, int below_count, const struct piece *pieces,
                    int count)
{
    for (int i = 0; i < below_count; i++)
        if (below[i].column < LABELS || find_at(pieces, count, below[i].column) == NULL)
            return false;
    return below_count >= LEAST_THINGS;
}

static void print_piece(const struct grid *grid, int row, const struct piece *piece)
{
    for (int column = piece->column; column < piece->end; column++) {
        const char *text = grid->cell[row][column].text;
        fputs(text[0] == '\0' ? " " : text, stdout);
    }
}

static void print_flat(const struct grid *grid, int row, const struct piece *pieces, int count,
                       const char *comma)
{
    for (int i = 0; i < count; i++) {
        fputs(i > 0 ? comma : "", stdout);
        print_piece(grid, row, &pieces[i]);
    }
    putchar('\n');
}

/* What stands before the first thing with something below it says of what they are. */
static void print_things(const struct grid *grid, int row, const struct piece *pieces, int count,
                         const struct piece *below, int below_count, const char *comma)
{
    int first = 0;
    while (find_at(below, below_count, pieces[first].column) == NULL)
        first++;
    if (first > 0)
        print_flat(grid, row, pieces, first, comma);
    for (int i = first; i < count; i++) {
        const struct piece *more = find_at(below, below_count, pieces[i].column);
        print_piece(grid, row, &pieces[i]);
        if (more != NULL) {
            fputs(": ", stdout);
            print_piece(grid, row + 1, more);
        }
        putchar('\n');
    }
}

void lines_tell_table(const struct grid *grid, int rows, enum tk_lang lang)
{
    const char *comma = lang == TK_FA ? "، " : ", ";
    struct piece pieces[PIECES_MAX], below[PIECES_MAX];
    for (int row = 0; row < rows; row++) {
        int count = split_row(grid, row, pieces);
        int below_count = row + 1 < rows ? split_row(grid, row + 1, below) : 0;
        if (count == 0)
            continue;
        if (belongs(below, below_count, pieces, count))
            print_things(grid, row++, pieces, count, below, below_count, comma);
        else
            print_flat(grid, row, pieces, count, comma);
    }
}
