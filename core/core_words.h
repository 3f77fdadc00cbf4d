/* SPDX-License-Identifier: MIT */
/* Made by tools/words from words/en.json and words/fa.json; change these instead. */
// clang-format off
#ifndef TK_WORDS_GENERATED_H
#define TK_WORDS_GENERATED_H

#include "words.h"

enum {
    TK_WORD_LIST_AND,
    TK_WORD_LIST_COMMA,
    TK_WORD_SEAT,
    TK_WORD_NO_BAD_TEXT,
    TK_WORD_NO_NOT_LEGAL,
    TK_WORD_NO_OVER,
    TK_WORD_BETTER_WINS,
    TK_WORD_BETTER_PREVENTS,
    TK_WORD_BETTER_POINTS,
    TK_WORD_BETTER_LATER,
};

extern const struct tk_words tk_core_words;

#endif
