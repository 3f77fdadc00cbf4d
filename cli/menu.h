/* SPDX-License-Identifier: MIT */
/* The menu of takht play alone: it makes the words of a command line, and remembers them. */
#ifndef CLI_MENU_H
#define CLI_MENU_H

#include "saves.h"

enum { MENU_ROWS = 40, MENU_WORDS = 24, MENU_WORD = SAVES_PATH };

enum menu_kind {
    MENU_CONTINUE,
    MENU_GAME,
    MENU_PLAYERS,
    MENU_SEAT,
    MENU_OPTION,
    MENU_LANGUAGE,
    MENU_BEGIN,
    MENU_QUIT
};

struct menu_row {
    enum menu_kind kind;
    int index; /* of a saved game, a seat or an option */
};

/* Whom a seat is for, if no bot has it; the last two only on a server, where only the first is me. */
enum { MENU_ME = -1, MENU_FREE = -2, MENU_FRIEND = -3 };

struct menu {
    const struct cli_args *args;
    enum tk_lang lang;
    const struct tk_game *game;
    struct tk_config config;
    int bot[TK_SEATS_MAX]; /* index of bot_at, or MENU_ME, MENU_FREE, MENU_FRIEND */
    int saved_count;
    struct saved saved[SAVES_MAX];
    int row_count;
    struct menu_row row[MENU_ROWS];
};

/* With what was chosen last. */
void menu_open(struct menu *menu, const struct cli_args *args);
/* What a row says: its name, its value, and a sentence about that. */
void menu_row_text(const struct menu *menu, int row, char name[256], char value[256],
                   char about[512]);
/* The next or the last value of a row. */
void menu_step(struct menu *menu, int row, int by);
/* The words of the command that begins at this row, argv[0] first; also remembers the choice.
 * Returns how many. */
int menu_words(const struct menu *menu, int row, char words[MENU_WORDS][MENU_WORD]);

/* The two ways to ask. They return the row to begin with, or -1. */
int menu_on_screen(struct menu *menu);
int menu_line_by_line(struct menu *menu);

#endif
