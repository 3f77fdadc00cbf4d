/* SPDX-License-Identifier: MIT */
/* The terminal as a whole screen: colours, keys, and a grid of cells put on it. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "cli.h"
#include "grid.h"

/* Can this terminal be drawn on as a whole? One that nobody knows cannot. */
bool terminal_is_able(const struct cli_args *args);
void terminal_begin(const struct cli_args *args);
void terminal_end(void);
void terminal_resume(void); /* after terminal_end */
void terminal_size(int *out_rows, int *out_columns);
void terminal_show(const struct grid *grid);
/* A moment in which a key may be pressed; the key is then the next one. */
void terminal_pause(int milliseconds);
bool terminal_is_interrupted(void);

/* Keys: a character is its code point, the others are these. */
enum terminal_key {
    KEY_ENDS = -1, /* end of input, Ctrl-C, Ctrl-D */
    KEY_IS_ENTER = 0x200000,
    KEY_IS_ESCAPE,
    KEY_IS_TAB,
    KEY_IS_BACKTAB,
    KEY_IS_BACK, /* backspace */
    KEY_IS_LEFT,
    KEY_IS_RIGHT,
    KEY_IS_UP,
    KEY_IS_DOWN,
    KEY_IS_PAGE_UP,
    KEY_IS_PAGE_DOWN,
    KEY_IS_FIRST,
    KEY_IS_LAST,
    KEY_IS_F1,
    KEY_IS_F2,
    KEY_IS_F3,
    KEY_IS_F4,
    KEY_IS_RESIZE,
    KEY_IS_CLICK, /* terminal_click tells where */
    KEY_IS_WHEEL_UP,
    KEY_IS_WHEEL_DOWN,
    KEY_IS_OTHER,
    KEY_IS_NONE, /* of terminal_key_within: nothing was pressed */
    KEY_IS_NEWS, /* never pressed: something came from elsewhere */
};
int terminal_key(void);
void terminal_click(int *out_row, int *out_column);
int terminal_key_within(int milliseconds); /* KEY_IS_NONE if none comes */

/* Light or dark: what was asked for, what the terminal says of its background, or dark. What a
 * person typed while it was asked is given back. */
enum { THEME_TYPED = 256 };
bool theme_is_light(const struct cli_args *args, char typed[THEME_TYPED]);

#endif
