/* SPDX-License-Identifier: MIT */
/* The terminal as a whole screen. */
#include "terminal.h"

#include <curses.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "cli.h"
#include "direction.h"

static volatile sig_atomic_t interrupted;
static bool told; /* the terminal leaves the order of letters to us */

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

bool terminal_is_interrupted(void)
{
    return interrupted != 0;
}

/* --- colours --- */

enum { DARK_MANY, LIGHT_MANY, FEW, PALETTES };

static const short ink_colours[TK_INK_COUNT][PALETTES] = {
    /* 256 colours on dark and on light ground, 8 colours */
    [TK_INK_PLAIN] = {-1, -1, -1},    [TK_INK_WHITE] = {231, 236, 7},
    [TK_INK_BLUE] = {75, 25, 4},      [TK_INK_GREEN] = {71, 28, 2},
    [TK_INK_RED] = {167, 124, 1},     [TK_INK_BLACK] = {245, 240, 7},
    [TK_INK_GOLD] = {220, 130, 3},    [TK_INK_GREY] = {249, 243, 7},
    [TK_INK_BROWN] = {137, 94, 3},    [TK_INK_PURPLE] = {140, 91, 5},
    [TK_INK_TURQUOISE] = {44, 30, 6}, [TK_INK_SAND] = {222, 136, 3},
    [TK_INK_PINK] = {211, 162, 5},
};

static void begin_colours(bool light)
{
    start_color(); /* before that nobody knows how many there are */
    int palette = COLORS < 256 ? FEW : light ? LIGHT_MANY : DARK_MANY;
    short letters = palette == LIGHT_MANY ? COLOR_WHITE : COLOR_BLACK;
    use_default_colors();
    for (int ink = 0; ink < TK_INK_COUNT; ink++) {
        short colour = ink_colours[ink][palette];
        if (colour == 7 && light)
            colour = COLOR_BLACK; /* of eight colours, white cannot be read on white */
        init_pair((short)(1 + ink), colour, -1);
        init_pair((short)(1 + TK_INK_COUNT + ink), letters, colour < 0 ? COLOR_WHITE : colour);
    }
}

/* BDSM: a table is made of cells, which no terminal may turn around. */
static void tell_direction(bool ours)
{
    if (!told)
        return;
    fputs(ours ? "\033[8l" : "\033[8h", stdout);
    fflush(stdout);
}

void terminal_begin(const struct cli_args *args)
{
    static bool begun;
    struct sigaction action = {.sa_handler = on_interrupt};
    if (begun) {
        terminal_resume();
        return;
    }
    begun = true;
    bool colours = !args->no_colour && getenv("NO_COLOR") == NULL;
    char typed[THEME_TYPED] = "";
    bool light = colours && theme_is_light(args, typed);
    initscr();
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(50);
    curs_set(0);
    mouseinterval(0); /* a press counts at once */
    if (!args->no_mouse)
        mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    if (colours && has_colors())
        begin_colours(light);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    told = args->bidi == CLI_BIDI_ON && direction_can_be_told();
    tell_direction(told);
    for (size_t i = strlen(typed); i > 0; i--)
        ungetch((unsigned char)typed[i - 1]);
}

void terminal_end(void)
{
    endwin();
    tell_direction(false);
}

void terminal_resume(void)
{
    reset_prog_mode();
    tell_direction(true);
    clearok(stdscr, TRUE);
    refresh();
}

void terminal_size(int *out_rows, int *out_columns)
{
    getmaxyx(stdscr, *out_rows, *out_columns);
}

/* --- drawing --- */

static short colour_pair(const struct grid_cell *cell)
{
    bool paper = (cell->face & TK_FACE_PAPER) != 0;
    bool plain = cell->ink == TK_INK_PLAIN;
    return (short)(plain ? 0 : 1 + cell->ink + (paper ? TK_INK_COUNT : 0));
}

static attr_t attributes(const struct grid_cell *cell)
{
    attr_t look = A_NORMAL;
    bool paper = (cell->face & TK_FACE_PAPER) != 0;
    if ((cell->face & TK_FACE_BOLD) != 0)
        look |= A_BOLD;
    if ((cell->face & TK_FACE_DIM) != 0)
        look |= A_DIM;
    if ((cell->face & TK_FACE_OPEN) != 0)
        look |= A_UNDERLINE | A_BOLD;
    if (paper && cell->ink == TK_INK_PLAIN)
        look |= A_REVERSE;
    if ((cell->face & GRID_MARKED) != 0)
        look ^= A_REVERSE | A_BOLD;
    return look;
}

void terminal_show(const struct grid *grid)
{
    erase();
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const struct grid_cell *cell = &grid->cell[row][column];
            if (cell->text[0] == '\0' && (cell->face & GRID_MARKED) == 0)
                continue;
            attr_set(attributes(cell), colour_pair(cell), NULL);
            mvaddstr(row, column, cell->text[0] == '\0' ? " " : cell->text);
        }
    }
    attr_set(A_NORMAL, 0, NULL);
    refresh();
}

/* --- keys and mouse --- */

static int click_row, click_column;

void terminal_click(int *out_row, int *out_column)
{
    *out_row = click_row;
    *out_column = click_column;
}

static int mouse_key(void)
{
    MEVENT event;
    if (getmouse(&event) != OK)
        return KEY_IS_OTHER;
    click_row = event.y;
    click_column = event.x;
    if ((event.bstate & BUTTON4_PRESSED) != 0)
        return KEY_IS_WHEEL_UP;
    if ((event.bstate & BUTTON5_PRESSED) != 0)
        return KEY_IS_WHEEL_DOWN;
    return (event.bstate & BUTTON1_PRESSED) != 0 ? KEY_IS_CLICK : KEY_IS_OTHER;
}

static int special_key(wint_t key)
{
    static const struct {
        int code, key;
    } keys[] = {
        {KEY_ENTER, KEY_IS_ENTER},   {KEY_BTAB, KEY_IS_BACKTAB},  {KEY_BACKSPACE, KEY_IS_BACK},
        {KEY_LEFT, KEY_IS_LEFT},     {KEY_RIGHT, KEY_IS_RIGHT},   {KEY_UP, KEY_IS_UP},
        {KEY_DOWN, KEY_IS_DOWN},     {KEY_PPAGE, KEY_IS_PAGE_UP}, {KEY_NPAGE, KEY_IS_PAGE_DOWN},
        {KEY_HOME, KEY_IS_FIRST},    {KEY_END, KEY_IS_LAST},      {KEY_F(1), KEY_IS_F1},
        {KEY_F(2), KEY_IS_F2},       {KEY_F(3), KEY_IS_F3},       {KEY_F(4), KEY_IS_F4},
        {KEY_RESIZE, KEY_IS_RESIZE},
    };
    if (key == KEY_MOUSE)
        return mouse_key();
    for (int i = 0; i < TK_COUNT(keys); i++)
        if (keys[i].code == (int)key)
            return keys[i].key;
    return KEY_IS_OTHER;
}

static int plain_key(wint_t key)
{
    switch (key) {
    case '\n':
    case '\r':
        return KEY_IS_ENTER;
    case '\t':
        return KEY_IS_TAB;
    case 27:
        return KEY_IS_ESCAPE;
    case 8:
    case 127:
        return KEY_IS_BACK;
    case 4: /* Ctrl-D */
        return KEY_ENDS;
    default:
        return key < ' ' ? KEY_IS_OTHER : (int)key;
    }
}

static bool ends_sequence(wint_t first, wint_t key)
{
    return first == '[' ? key >= '@' && key <= '~' : key == 7 || key == '\\';
}

/*
 * What begins with ESC [ or ESC ] was not typed: it is what the terminal answers, late on a slow line
 * (theme.c asks it), or a key that curses does not know. It ends with a letter, or with BEL or ESC \.
 */
static bool is_sequence(void)
{
    enum { LONGEST = 128, APART = 50 /* ms */ };
    wint_t first, key;
    timeout(0);
    int kind = get_wch(&first);
    bool begun = kind == OK && (first == '[' || first == ']');
    if (kind == OK && !begun)
        unget_wch((wchar_t)first);
    if (kind == KEY_CODE_YES)
        ungetch((int)first);
    timeout(APART);
    for (int i = 0; begun && i < LONGEST; i++)
        if (get_wch(&key) != OK || ends_sequence(first, key))
            break;
    timeout(-1);
    return begun;
}

static int key_of(int kind, wint_t key)
{
    if (kind == KEY_CODE_YES)
        return special_key(key);
    return key == 27 && is_sequence() ? KEY_IS_OTHER : plain_key(key);
}

static bool resized; /* during a pause: whoever asks for a key next is told */

int terminal_key_within(int milliseconds)
{
    wint_t key;
    if (interrupted)
        return KEY_ENDS;
    if (resized) {
        resized = false;
        return KEY_IS_RESIZE;
    }
    timeout(milliseconds);
    int kind = get_wch(&key);
    timeout(-1);
    if (kind == ERR)
        return interrupted ? KEY_ENDS : KEY_IS_NONE;
    return key_of(kind, key);
}

/* A window that changes its size in the moment before the waiting begins wakes nobody: so it is looked for every second. A terminal
 * that is gone answers nothing, at once and again and again. */
int terminal_key(void)
{
    enum { GONE = 100 };
    int key = KEY_IS_NONE;
    for (int at_once = 0; key == KEY_IS_NONE && at_once < GONE;) {
        double begun = cli_seconds();
        key = terminal_key_within(1000);
        at_once = cli_seconds() - begun < 0.5 ? at_once + 1 : 0;
    }
    return key == KEY_IS_NONE ? KEY_ENDS : key;
}

void terminal_pause(int milliseconds)
{
    wint_t key;
    timeout(milliseconds);
    int kind = get_wch(&key);
    timeout(-1);
    if (kind == KEY_CODE_YES && key == KEY_RESIZE)
        resized = true;
    else if (kind == KEY_CODE_YES)
        ungetch((int)key);
    else if (kind == OK)
        unget_wch((wchar_t)key);
}
