/* Made by tools/words from words/en.json and words/fa.json; change these instead. */
// clang-format off
#ifndef CLI_WORDS_GENERATED_H
#define CLI_WORDS_GENERATED_H

#include "core/words.h"

enum {
    CLI_WORD_LOG,
    CLI_WORD_KEYS,
    CLI_WORD_HELP_1,
    CLI_WORD_HELP_2,
    CLI_WORD_HELP_3,
    CLI_WORD_HELP_4,
    CLI_WORD_HELP_5,
    CLI_WORD_HELP_6,
    CLI_WORD_HELP_7,
    CLI_WORD_PRESS,
    CLI_WORD_COVER,
    CLI_WORD_UNDO_DONE,
    CLI_WORD_UNDO_NONE,
    CLI_WORD_UNDO_REVEALED,
    CLI_WORD_SAVED,
    CLI_WORD_SAVE_FAILED,
    CLI_WORD_SAVE_NAME,
    CLI_WORD_UNFINISHED,
    CLI_WORD_RESUME,
    CLI_WORD_RESUME_LOST,
    CLI_WORD_SMALL,
    CLI_WORD_WON,
    CLI_WORD_SHARED,
    CLI_WORD_UNKNOWN,
    CLI_WORD_REFUSED,
    CLI_WORD_NUMBER,
    CLI_WORD_HINT_TITLE,
    CLI_WORD_HINT_LINE,
    CLI_WORD_HINT_FORCED,
};

extern const struct tk_words cli_words;

#endif
