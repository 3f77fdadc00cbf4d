/* SPDX-License-Identifier: MIT */
/* Characters: manners of play as opponents with a name. */
#include <stdio.h>
#include <string.h>

#include "bots_internal.h"

bool bot_give_character(struct bot *bot, const struct tk_game *game, const char *name)
{
    for (int k = 0, i; (i = tk_character(game, k)) >= 0; k++) {
        if (strcmp(game->learning->styles->table[i].name, name) != 0)
            continue;
        struct bot_value *value = &bot->set[BOT_STYLE];
        value->given = true;
        snprintf(value->word, sizeof value->word, "%s", name);
        return true;
    }
    return false;
}
