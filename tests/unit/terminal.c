/* SPDX-License-Identifier: MIT */
/* The terminal's grid, and Persian on terminals that know nothing of it. */
#include "unit.h"

#include "cli/cli.h"
#include "cli/grid.h"

static struct grid grid;

static const char *row_text(int row)
{
    static char text[GRID_COLUMNS * GRID_CELL];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    for (int column = 0; column < grid.columns; column++) {
        const char *cell = grid.cell[row][column].text;
        tk_write_text(&out, cell[0] == '\0' ? " " : cell);
    }
    return tk_writer_text(&out);
}

static void latin_stays_as_it_is(void **state)
{
    (void)state;
    grid.bidi = true;
    grid_clear(&grid, 2, 12);
    assert_int_equal(grid_put(&grid, 0, 2, TK_INK_PLAIN, 0, tk_span_of("take wug")), 10);
    assert_string_equal(row_text(0), "  take wug  ");
}

/* Letters join and the order turns; a number keeps its own direction. */
static void persian_is_shaped_and_turned(void **state)
{
    (void)state;
    grid.bidi = true;
    grid_clear(&grid, 1, 10);
    grid_put_line(&grid, 0, 0, 10, TK_FA, TK_INK_PLAIN, 0, tk_span_of("بانک ۱۲"));
    assert_string_equal(row_text(0), "   ۱۲ ﮏﻧﺎﺑ");
    grid.bidi = false;
    grid_clear(&grid, 1, 8);
    grid_put(&grid, 0, 0, TK_INK_PLAIN, 0, tk_span_of("بانک"));
    assert_string_equal(row_text(0), "بانک    ");
}

/* The joiner shapes the letters around it and then takes no cell. */
static void joiners_leave_no_hole(void **state)
{
    (void)state;
    grid.bidi = true;
    assert_int_equal(grid_text_columns(&grid, tk_span_of("می‌خرد")), 5);
}

static void nothing_leaves_the_grid(void **state)
{
    (void)state;
    grid.bidi = false;
    grid_clear(&grid, 1, 4);
    grid_put(&grid, 0, 2, TK_INK_PLAIN, 0, tk_span_of("abcdef"));
    grid_put(&grid, 5, 0, TK_INK_PLAIN, 0, tk_span_of("abc"));
    grid_put(&grid, -1, 0, TK_INK_PLAIN, 0, tk_span_of("abc"));
    grid_put(&grid, 0, -2, TK_INK_PLAIN, 0, tk_span_of("xyz"));
    assert_string_equal(row_text(0), "z ab");
    grid_put(&grid, 0, 0, TK_INK_PLAIN, 0, tk_span_of("\x1b[2J")); /* a name that is a command */
    assert_string_equal(row_text(0), " [2J");
}

static void words_are_compared_as_keyboards_write_them(void **state)
{
    static const char *const pairs[][2] = {
        {"كمك", "کمک"},
        {"حرکتها", "حرکت‌ها"},
        {"مي‌روم", "می‌روم"},
        {"۱۲٣", "123"},
        {"QUIT", "quit"},
        {"قـواعـد", "قواعد"},
        {"قَواعِد", "قواعد"},
    };
    (void)state;
    for (int i = 0; i < TK_COUNT(pairs); i++) {
        char one[64], other[64];
        cli_fold(pairs[i][0], one, sizeof one);
        cli_fold(pairs[i][1], other, sizeof other);
        assert_string_equal(one, other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latin_stays_as_it_is),
        cmocka_unit_test(persian_is_shaped_and_turned),
        cmocka_unit_test(joiners_leave_no_hole),
        cmocka_unit_test(nothing_leaves_the_grid),
        cmocka_unit_test(words_are_compared_as_keyboards_write_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
