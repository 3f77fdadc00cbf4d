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
    TK_WORD_PROBLEM_OBJECT,
    TK_WORD_PROBLEM_LIST,
    TK_WORD_PROBLEM_COMMA,
    TK_WORD_PROBLEM_COLON,
    TK_WORD_PROBLEM_TEXT,
    TK_WORD_PROBLEM_UNENDED,
    TK_WORD_PROBLEM_VALUE,
    TK_WORD_PROBLEM_AFTER,
    TK_WORD_PROBLEM_GENERATOR,
    TK_WORD_PROBLEM_UNDERSTOOD,
    TK_WORD_PROBLEM_HAPPENS,
    TK_WORD_PROBLEM_AGAIN,
    TK_WORD_PROBLEM_ABSENT,
    TK_WORD_PROBLEM_MEMORY,
    TK_WORD_PROBLEM_GAME_NONE,
    TK_WORD_PROBLEM_PLAYERS,
    TK_WORD_RECORD_LINE,
    TK_WORD_PROBLEM_RECORD_TAG,
    TK_WORD_PROBLEM_RECORD_TAG_END,
    TK_WORD_PROBLEM_RECORD_TAG_TWICE,
    TK_WORD_PROBLEM_RECORD_SEAT,
    TK_WORD_PROBLEM_RECORD_NAME,
    TK_WORD_PROBLEM_RECORD_DEAL_LONG,
    TK_WORD_PROBLEM_RECORD_DEAL,
    TK_WORD_PROBLEM_RECORD_GAME,
    TK_WORD_PROBLEM_RECORD_SEED,
    TK_WORD_PROBLEM_RECORD_LONG,
    TK_WORD_PROBLEM_RECORD_NO_GAME,
    TK_WORD_PROBLEM_RECORD_NO_PLAYERS,
    TK_WORD_PROBLEM_RECORD_NO_DEAL,
    TK_WORD_PROBLEM_RECORD_COMMENT,
    TK_WORD_PROBLEM_RECORD_CHANCE,
    TK_WORD_PROBLEM_RECORD_CHANCE_END,
    TK_WORD_PROBLEM_RECORD_HAPPENED,
    TK_WORD_PROBLEM_RECORD_NOTHING,
    TK_WORD_PROBLEM_RECORD_MOVE,
    TK_WORD_PROBLEM_RECORD_RESULT,
    TK_WORD_PROBLEM_RECORD_RESIGNED,
    TK_WORD_PROBLEM_RECORD_RANKS,
    TK_WORD_PROBLEM_RECORD_ENDED,
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
#define TK_PROBLEM_OBJECT "an object is missing"
#define TK_PROBLEM_LIST "a list is missing"
#define TK_PROBLEM_COMMA "a comma or a closing bracket is missing"
#define TK_PROBLEM_COLON "a colon is missing"
#define TK_PROBLEM_TEXT "a string is missing"
#define TK_PROBLEM_UNENDED "a string does not end"
#define TK_PROBLEM_VALUE "a value is missing"
#define TK_PROBLEM_AFTER "something follows the end"
#define TK_PROBLEM_GENERATOR "the key of the generator has 64 hex digits"
#define TK_PROBLEM_UNDERSTOOD "the text is not understood"
#define TK_PROBLEM_HAPPENS "something else happens here"
#define TK_PROBLEM_AGAIN "the key stands twice"
#define TK_PROBLEM_ABSENT "the key is missing"
#define TK_PROBLEM_MEMORY "there is not enough memory"
#define TK_PROBLEM_GAME_NONE "there is no game called"
#define TK_PROBLEM_PLAYERS "the game is not for this number of players"
#define TK_PROBLEM_RECORD_TAG "a tag must look like [Name \"value\"]"
#define TK_PROBLEM_RECORD_TAG_END "a tag must end with \"]"
#define TK_PROBLEM_RECORD_TAG_TWICE "a tag stands twice"
#define TK_PROBLEM_RECORD_SEAT "there is no such seat"
#define TK_PROBLEM_RECORD_NAME "a name is too long"
#define TK_PROBLEM_RECORD_DEAL_LONG "the deal is too long"
#define TK_PROBLEM_RECORD_DEAL "the deal is wrong"
#define TK_PROBLEM_RECORD_GAME "the game is unknown"
#define TK_PROBLEM_RECORD_SEED "the seed is not a number"
#define TK_PROBLEM_RECORD_LONG "the record is too long"
#define TK_PROBLEM_RECORD_NO_GAME "the tag [Game \"…\"] is missing"
#define TK_PROBLEM_RECORD_NO_PLAYERS "the tag [Players \"…\"] is missing"
#define TK_PROBLEM_RECORD_NO_DEAL "exactly one of the tags [Seed \"…\"] and [Deal \"…\"] is needed"
#define TK_PROBLEM_RECORD_COMMENT "a comment does not end"
#define TK_PROBLEM_RECORD_CHANCE "what chance did is missing here"
#define TK_PROBLEM_RECORD_CHANCE_END "what chance did does not end with >"
#define TK_PROBLEM_RECORD_HAPPENED "this cannot have happened"
#define TK_PROBLEM_RECORD_NOTHING "nothing is left to chance here"
#define TK_PROBLEM_RECORD_MOVE "this move is refused"
#define TK_PROBLEM_RECORD_RESULT "the result is not the one that the moves lead to"
#define TK_PROBLEM_RECORD_RESIGNED "[Resigned] has the seats that gave up, from 1, each once"
#define TK_PROBLEM_RECORD_RANKS "[Ranks] has a place for each player, from 1"
#define TK_PROBLEM_RECORD_ENDED "by its rules the game is over: it did not end early"

extern const struct tk_words tk_core_words;

#endif
