/* SPDX-License-Identifier: MIT */
/* The rules of the games as people read them: the same texts as on the page. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "core/takht.h"

/* Of one folder of games: for each language how to play in two minutes, and the rules. */
struct rules_text {
    const char *text[TK_LANG_COUNT * 2];
};

extern const struct rules_text rules_texts[];
extern const int rules_texts_count;

/* What to read about a game, ready for a page. False: there is nothing. */
bool rules_write(const struct tk_game *game, enum tk_lang lang, struct tk_writer *out);
/* How to play it in two minutes. */
void rules_brief(const struct tk_game *game, enum tk_lang lang, struct tk_writer *out);

#endif
