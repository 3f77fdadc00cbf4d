/* SPDX-License-Identifier: MIT */
/* The menu on the whole screen, and line by line. */
#include "menu.h"

#include <stdlib.h>
#include <string.h>

#include "cli_words.h"
#include "terminal.h"

enum { NAME_AT = 2, VALUE_AT = 34, ABOUT_AT = 56 };

static const char *say(const struct menu *m, int word)
{
    return cli_words.table[word].text[m->lang].one;
}

static bool begins(const struct menu *m, int row)
{
    return m->row[row].kind == MENU_CONTINUE || m->row[row].kind == MENU_BEGIN;
}

/* --- on the screen --- */

/* A column of a row, counted from the side where one begins to read. */
static void put(struct grid *grid, const struct menu *m, int row, int column, int width,
                enum tk_ink ink, int face, const char *text)
{
    int room = grid->columns - column < width ? grid->columns - column : width;
    int left = m->lang == TK_FA ? grid->columns - column - room : column;
    grid_put_line(grid, row, left, room, m->lang, ink, face, tk_span_of(text));
}

static void draw_row(struct grid *grid, const struct menu *m, int at, int row, bool chosen)
{
    char name[256], value[256], about[512], shown[272];
    menu_row_text(m, row, name, value, about);
    bool changes = !begins(m, row) && value[0] != '\0' && chosen;
    snprintf(shown, sizeof shown, changes ? "< %s >" : "%s", value);
    put(grid, m, at, 0, 2, TK_INK_GOLD, TK_FACE_BOLD, chosen ? ">" : " ");
    put(grid, m, at, NAME_AT, VALUE_AT - NAME_AT - 1, TK_INK_PLAIN,
        begins(m, row) || chosen ? TK_FACE_BOLD : 0, name);
    int value_at = changes ? VALUE_AT : VALUE_AT + 2; /* below what stands between the brackets */
    put(grid, m, at, value_at, ABOUT_AT - value_at - 1, TK_INK_TURQUOISE, chosen ? TK_FACE_BOLD : 0,
        shown);
    if (m->row[row].kind == MENU_CONTINUE)
        put(grid, m, at, ABOUT_AT, GRID_COLUMNS, TK_INK_PLAIN, TK_FACE_DIM, about);
}

/* The sentence about the chosen value stands below, whole. */
static void draw_menu(struct grid *grid, const struct menu *m, int chosen)
{
    char name[256], value[256], about[512];
    int rows, columns;
    terminal_size(&rows, &columns);
    grid_clear(grid, rows, columns);
    int room = grid->rows - 6, first = chosen >= room ? chosen - room + 1 : 0;
    put(grid, m, 0, 0, GRID_COLUMNS, TK_INK_GOLD, TK_FACE_BOLD, say(m, CLI_WORD_MENU_TITLE));
    for (int i = first; i < m->row_count && i - first < room; i++)
        draw_row(grid, m, 2 + i - first, i, i == chosen);
    menu_row_text(m, chosen, name, value, about);
    grid_put_wrapped(grid, grid->rows - 3, 2, 0, grid->columns, m->lang, TK_INK_PLAIN, 0,
                     tk_span_of(about));
    put(grid, m, grid->rows - 1, 0, GRID_COLUMNS, TK_INK_PLAIN, TK_FACE_DIM,
        say(m, CLI_WORD_MENU_KEYS));
    terminal_show(grid);
}

/* The row to begin with, -1 to leave, or -2: ask on. */
static int handle(struct menu *m, int key, int *chosen)
{
    int ahead = m->lang == TK_FA ? -1 : 1;
    bool first_of_all = *chosen < m->row_count && begins(m, *chosen);
    if (key == KEY_ENDS || key == 'q' || key == KEY_IS_ESCAPE)
        return -1;
    if (key == KEY_IS_ENTER && m->row[*chosen].kind == MENU_QUIT)
        return -1;
    if (key == KEY_IS_ENTER && first_of_all)
        return *chosen;
    if ((key == KEY_IS_UP || key == KEY_IS_WHEEL_UP) && *chosen > 0)
        --*chosen;
    else if ((key == KEY_IS_DOWN || key == KEY_IS_WHEEL_DOWN) && *chosen + 1 < m->row_count)
        ++*chosen;
    else if (key == KEY_IS_RIGHT || key == KEY_IS_LEFT)
        menu_step(m, *chosen, key == KEY_IS_RIGHT ? ahead : -ahead);
    else if (key == KEY_IS_ENTER || key == ' ')
        menu_step(m, *chosen, 1);
    return -2;
}

int menu_on_screen(struct menu *m)
{
    struct grid *grid = calloc(1, sizeof *grid);
    int chosen = 0, answer = -2;
    if (grid == NULL)
        return -1;
    grid->bidi = m->args->bidi == CLI_BIDI_ON;
    grid->ascii = m->args->ascii;
    terminal_begin(m->args);
    while (answer == -2) {
        draw_menu(grid, m, chosen);
        answer = handle(m, terminal_key(), &chosen);
    }
    terminal_end();
    free(grid);
    return answer;
}

/* --- line by line --- */

static void print_line(struct grid *grid, const char *text)
{
    grid_clear(grid, 1, GRID_COLUMNS);
    int end = grid_put(grid, 0, 0, TK_INK_PLAIN, 0, tk_span_of(text));
    for (int i = 0; i < end && i < GRID_COLUMNS; i++)
        fputs(grid->cell[0][i].text[0] == '\0' ? " " : grid->cell[0][i].text, stdout);
    putchar('\n');
}

static void print_menu(struct grid *grid, const struct menu *m)
{
    char name[256], value[256], about[512], line[1200];
    print_line(grid, say(m, CLI_WORD_MENU_TITLE));
    for (int i = 0; i < m->row_count; i++) {
        menu_row_text(m, i, name, value, about);
        snprintf(line, sizeof line, "%d. %s%s%s%s%s", i + 1, name, value[0] != '\0' ? ": " : "",
                 value, about[0] != '\0' ? ". " : "", about);
        print_line(grid, line);
    }
    print_line(grid, say(m, CLI_WORD_MENU_ASK));
}

/* As above; a row that begins is begun by its number, Enter begins the first. */
static int answer_line(struct menu *m, const char *line)
{
    long number = strtol(line, NULL, 10);
    int row = (int)labs(number) - 1;
    if (line[0] == 'q')
        return -1;
    if (line[0] == '\n' || line[0] == '\0')
        for (row = 0; m->row[row].kind != MENU_BEGIN;)
            row++;
    if (row < 0 || row >= m->row_count)
        return -2;
    if (m->row[row].kind == MENU_QUIT)
        return -1;
    if (begins(m, row))
        return row;
    menu_step(m, row, number < 0 ? -1 : 1);
    return -2;
}

int menu_line_by_line(struct menu *m)
{
    struct grid *grid = calloc(1, sizeof *grid);
    char line[64];
    int answer = -2;
    if (grid == NULL)
        return -1;
    grid->bidi = m->args->bidi == CLI_BIDI_ON;
    while (answer == -2) {
        print_menu(grid, m);
        fputs("> ", stdout);
        fflush(stdout);
        answer = fgets(line, sizeof line, stdin) == NULL ? -1 : answer_line(m, line);
    }
    free(grid);
    return answer;
}
