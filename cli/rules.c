/* SPDX-License-Identifier: MIT */
/* The rules of a game as a text to read. */
#include "rules.h"

#include <stdio.h>
#include <string.h>

/* The folder whose rules hold the clause of the game's first refusal. */
static const struct rules_text *find(const struct tk_game *game)
{
    for (int k = 0; k < game->refusal_count; k++) {
        char clause[64];
        snprintf(clause, sizeof clause, "\n%s ", game->refusals[k].clause);
        for (int i = 0; game->refusals[k].clause != NULL && i < rules_texts_count; i++)
            if (strstr(rules_texts[i].text[1], clause) != NULL)
                return &rules_texts[i];
    }
    return NULL;
}

/* Lines in [brackets] are pictures of the page, and "# id" begins the part of one game. */
static void write_lines(const char *text, const char *id, struct tk_writer *out)
{
    bool ours = true;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (text[0] == '#' && text[1] == ' ')
            ours = id == NULL || tk_span_is((struct tk_span){text + 2, length - 2}, id);
        else if (ours && text[0] != '[') {
            tk_write(out, text, length);
            tk_write_char(out, '\n');
        }
        text += length + (text[length] == '\n');
    }
}

void rules_brief(const struct tk_game *game, enum tk_lang lang, struct tk_writer *out)
{
    const struct rules_text *rules = find(game);
    struct tk_speaker speaker = {lang, game, NULL};
    tk_write_text(out, "## ");
    tk_write_text(out, tk_word_text(&speaker, game->name_word));
    tk_write_char(out, '\n');
    if (rules != NULL)
        write_lines(rules->text[2 * lang], game->id, out);
}

bool rules_write(const struct tk_game *game, enum tk_lang lang, struct tk_writer *out)
{
    const struct rules_text *rules = find(game);
    if (rules == NULL)
        return false;
    rules_brief(game, lang, out);
    tk_write_char(out, '\n');
    write_lines(rules->text[2 * lang + 1], NULL, out);
    return true;
}
