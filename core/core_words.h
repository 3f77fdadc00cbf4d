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
    TK_WORD_PROBLEM_NAME,
    TK_WORD_PROBLEM_SHORT,
    TK_WORD_PROBLEM_LONG,
    TK_WORD_PROBLEM_TWICE,
    TK_WORD_PROBLEM_DEEP,
    TK_WORD_PROBLEM_KEY,
    TK_WORD_PROBLEM_RANGE,
    TK_WORD_PROBLEM_OPTION,
    TK_WORD_PROBLEM_OPTION_VALUE,
    TK_WORD_PROBLEM_OPTIONS,
    TK_WORD_PROBLEM_GAME,
    TK_WORD_PROBLEM_PLACE,
    TK_WORD_PROBLEM_STATE,
    TK_WORD_PROBLEM_NUMBER,
    TK_WORD_PROBLEM_WHOLE,
    TK_WORD_PROBLEM_TRUTH,
    TK_WORD_PROBLEM_STRING,
};

#define TK_PROBLEM_NAME "a name is unknown"
#define TK_PROBLEM_SHORT "the list is too short"
#define TK_PROBLEM_LONG "the list is too long"
#define TK_PROBLEM_TWICE "one stands twice, or does not belong here"
#define TK_PROBLEM_DEEP "the text is nested too deeply"
#define TK_PROBLEM_KEY "the key is unknown"
#define TK_PROBLEM_RANGE "the value is out of its range"
#define TK_PROBLEM_OPTION "an option is unknown"
#define TK_PROBLEM_OPTION_VALUE "an option has a value that is not allowed"
#define TK_PROBLEM_OPTIONS "the options do not go together with this number of players"
#define TK_PROBLEM_GAME "the state is of another game"
#define TK_PROBLEM_PLACE "a key is unknown or stands in the wrong place"
#define TK_PROBLEM_STATE "the state is missing"
#define TK_PROBLEM_NUMBER "a whole number is missing or out of range"
#define TK_PROBLEM_WHOLE "a number is not whole"
#define TK_PROBLEM_TRUTH "true or false is missing"
#define TK_PROBLEM_STRING "a string has an escape or a control character"

extern const struct tk_words tk_core_words;

#endif
