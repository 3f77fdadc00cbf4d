/* SPDX-License-Identifier: MIT */
/* What the terminal can do. Apart, because <term.h> claims common words. */
#include "terminal.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

static bool moves_its_cursor(void)
{
    static int known = -1; /* asked once: after that the terminal belongs to curses */
    int problem = 0;
    if (known < 0) {
        known = setupterm(NULL, STDOUT_FILENO, &problem) == OK && cursor_address != NULL &&
                clear_screen != NULL;
        if (cur_term != NULL)
            del_curterm(cur_term);
    }
    return known == 1;
}

bool terminal_is_able(const struct cli_args *args)
{
    const char *term = getenv("TERM");
    return !args->plain && !args->linear && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) &&
           term != NULL && strcmp(term, "dumb") != 0 && moves_its_cursor();
}
