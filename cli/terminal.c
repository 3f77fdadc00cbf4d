/* SPDX-License-Identifier: MIT */
/* The terminal as a whole screen. */
#include "terminal.h"

#include <curses.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "direction.h"
#include "signals.h"

static bool told;    /* the terminal leaves the order of letters to us */
static bool resized; /* the window has another size, and nobody was told of it */

bool terminal_is_interrupted(void)
{
    return signals_interrupted();
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

/* --- beginning and end --- */

/*
 * The real size of the window against what curses believes: asked whenever a key is waited for, since
 * a window may change at any time, also while the program is stopped and hears of nothing.
 */
static void look_at_window(void)
{
    struct winsize now;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &now) != 0 || now.ws_row == 0 || now.ws_col == 0 ||
        !is_term_resized(now.ws_row, now.ws_col) || resize_term(now.ws_row, now.ws_col) != OK)
        return;
    clearok(curscr, TRUE); /* what it shows now, nobody knows */
    resized = true;
}

/* Before curses begins: it has a way of its own with a window that changes, and leaves this to us then. */
static void notice_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
    for (int i = 0; i < TK_COUNT(numbers); i++)
        signals_notice(numbers[i]);
}

/* Curses reads on after what it has no use for, as a wheel that is tilted: let it find nothing then. */
static void never_wait_for_bytes(void)
{
    struct termios modes;
    if (tcgetattr(STDIN_FILENO, &modes) == 0) {
        modes.c_cc[VMIN] = modes.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSANOW, &modes);
        def_prog_mode();
    }
    timeout(0);
}

void terminal_begin(const struct cli_args *args)
{
    static bool begun;
    if (begun) {
        terminal_resume();
        return;
    }
    begun = true;
    notice_signals();
    bool colours = !args->no_colour && getenv("NO_COLOR") == NULL;
    char typed[THEME_TYPED] = "";
    bool light = colours && theme_is_light(args, typed);
    initscr();
    cbreak();
    noecho();
    never_wait_for_bytes();
    keypad(stdscr, TRUE);
    set_escdelay(50);
    curs_set(0);
    mouseinterval(0); /* a press counts at once */
    if (!args->no_mouse)
        mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    if (colours && has_colors())
        begin_colours(light);
    told = args->bidi == CLI_BIDI_ON && direction_can_be_told();
    tell_direction(told);
    for (size_t i = strlen(typed); i > 0; i--)
        ungetch((unsigned char)typed[i - 1]);
    look_at_window(); /* LINES and COLUMNS may be of another one */
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
    look_at_window();
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

/* Ctrl-Z makes curses draw: not in the middle of drawing. */
static void hold_stop(int how)
{
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigprocmask(how, &stop, NULL);
}

void terminal_show(const struct grid *grid)
{
    hold_stop(SIG_BLOCK);
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
    hold_stop(SIG_UNBLOCK);
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
        return KEY_IS_NONE;
    click_row = event.y;
    click_column = event.x;
    if ((event.bstate & BUTTON4_PRESSED) != 0)
        return KEY_IS_WHEEL_UP;
    if ((event.bstate & BUTTON5_PRESSED) != 0)
        return KEY_IS_WHEEL_DOWN;
    return (event.bstate & BUTTON1_PRESSED) != 0 ? KEY_IS_CLICK : KEY_IS_NONE;
}

/* Bytes become letters here, one by one as they come: half a letter waits for its other half. */
static int letter_of(int byte, wint_t *out)
{
    static mbstate_t half;
    const char text = (char)byte;
    wchar_t letter = 0;
    bool begun = mbsinit(&half) == 0;
    size_t length = mbrtowc(&letter, &text, 1, &half);
    if (length == (size_t)-1) {
        half = (mbstate_t){0};
        letter = 0;
        length = begun ? mbrtowc(&letter, &text, 1, &half) : 0;
    }
    if (length == (size_t)-1)
        half = (mbstate_t){0};
    *out = (wint_t)letter;
    return length == (size_t)-2 ? ERR : OK;
}

static unsigned taken; /* how many keys and bytes have come */

/* What curses holds, or can read at once: KEY_CODE_YES, OK for a letter, ERR for nothing. */
static int take(wint_t *out)
{
    int got, kind = ERR;
    while (kind == ERR && (got = getch()) != ERR) {
        taken++;
        *out = (wint_t)got;
        kind = got >= KEY_MIN ? KEY_CODE_YES : letter_of(got, out);
    }
    return kind;
}

static void give_back(int kind, wint_t key)
{
    if (kind == KEY_CODE_YES)
        ungetch((int)key);
    else if (kind == OK)
        unget_wch((wchar_t)key);
}

static int special_key(wint_t key)
{
    static const struct {
        int code, key;
    } keys[] = {
        {KEY_ENTER, KEY_IS_ENTER}, {KEY_BTAB, KEY_IS_BACKTAB},  {KEY_BACKSPACE, KEY_IS_BACK},
        {KEY_LEFT, KEY_IS_LEFT},   {KEY_RIGHT, KEY_IS_RIGHT},   {KEY_UP, KEY_IS_UP},
        {KEY_DOWN, KEY_IS_DOWN},   {KEY_PPAGE, KEY_IS_PAGE_UP}, {KEY_NPAGE, KEY_IS_PAGE_DOWN},
        {KEY_HOME, KEY_IS_FIRST},  {KEY_END, KEY_IS_LAST},      {KEY_F(1), KEY_IS_F1},
        {KEY_F(2), KEY_IS_F2},     {KEY_F(3), KEY_IS_F3},       {KEY_F(4), KEY_IS_F4},
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

/* As take, and a little patience for what a slow line brings in parts. */
static int take_soon(wint_t *out)
{
    enum { APART = 50 /* ms */ };
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    int kind = take(out);
    if (kind != ERR)
        return kind;
    while (poll(&in, 1, APART) < 0 && errno == EINTR && !signals_interrupted())
        ;
    return take(out);
}

/*
 * What begins with ESC [ or ESC ] was not typed: it is what the terminal answers, late on a slow line
 * (theme.c asks it), or a key that curses does not know. It ends with a letter, or with BEL or ESC \.
 */
static bool is_sequence(void)
{
    enum { LONGEST = 128 };
    wint_t first, key;
    int kind = take(&first);
    if (kind != OK || (first != '[' && first != ']')) {
        give_back(kind, first);
        return false;
    }
    for (int i = 0; i < LONGEST; i++)
        if ((kind = take_soon(&key)) != OK || ends_sequence(first, key))
            break;
    if (kind == KEY_CODE_YES)
        give_back(kind, key);
    return true;
}

static int key_of(int kind, wint_t key)
{
    if (kind == KEY_CODE_YES)
        return special_key(key);
    return key == 27 && is_sequence() ? KEY_IS_NONE : plain_key(key);
}

/* --- waiting --- */

static int held = KEY_IS_NONE; /* pressed during a pause */

/* Without waiting. */
static int key_now(void)
{
    wint_t got;
    int kind, key = held;
    held = KEY_IS_NONE;
    if (signals_interrupted())
        return KEY_ENDS;
    if (key != KEY_IS_NONE)
        return key;
    look_at_window();
    if (resized) {
        resized = false;
        return KEY_IS_RESIZE;
    }
    while (key == KEY_IS_NONE && (kind = take(&got)) != ERR)
        key = key_of(kind, got);
    return key;
}

static int left_until(double until)
{
    double left = 1000 * (until - cli_seconds());
    return left > 0 ? (int)left + 1 : 0;
}

/* The next key within a time, or without end (-1): all waiting for keys is done here. */
static int next_key(int milliseconds)
{
    enum { EMPTY_MAX = 8 }; /* curses passes over a reading or two that brought nothing */
    double until = cli_seconds() + milliseconds / 1000.0;
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    for (int empty = 0; empty < EMPTY_MAX;) {
        unsigned before = taken;
        int key = key_now();
        if (key != KEY_IS_NONE)
            return key;
        int ready = signals_poll(&in, 1, milliseconds < 0 ? -1 : left_until(until));
        if (ready == 0)
            return KEY_IS_NONE;
        empty = ready > 0 && taken == before ? empty + 1 : 0;
    }
    return KEY_ENDS; /* something is there, and cannot be read: the terminal is gone */
}

int terminal_key(void)
{
    return next_key(-1);
}

int terminal_key_within(int milliseconds)
{
    return next_key(milliseconds);
}

void terminal_pause(int milliseconds)
{
    int key = next_key(milliseconds);
    held = key == KEY_IS_RESIZE ? KEY_IS_NONE : key; /* what comes next is drawn as large as that */
}
