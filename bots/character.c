/* SPDX-License-Identifier: MIT */
/* Characters: manners of play as opponents with a name. */
#include <stdio.h>
#include <string.h>

#include "bots_internal.h"

static bool has_name(const struct tk_game *game, const struct tk_style *style)
{
    char key[32];
    int length = snprintf(key, sizeof key, "style.%s", style->name);
    return tk_word_find(game->words, (struct tk_span){key, (size_t)length}) >= 0;
}

int bot_character(const struct tk_game *game, int index)
{
    const struct tk_styles *styles = game->learning->styles;
    for (int i = 0; styles != NULL && i < styles->count; i++)
        if (has_name(game, &styles->table[i]) && index-- == 0)
            return i;
    return -1;
}

bool bot_give_character(struct bot *bot, const struct tk_game *game, const char *name)
{
    for (int k = 0, i; (i = bot_character(game, k)) >= 0; k++) {
        if (strcmp(game->learning->styles->table[i].name, name) != 0)
            continue;
        struct bot_value *value = &bot->set[BOT_STYLE];
        value->given = true;
        snprintf(value->word, sizeof value->word, "%s", name);
        return true;
    }
    return false;
}
