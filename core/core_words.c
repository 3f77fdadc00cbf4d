/* Made by tools/words from words/en.json and words/fa.json; change these instead. */
// clang-format off
#include "core_words.h"

static const struct tk_word entries[] = {
    {"list.and", {{" and ", " and "}, {" و ", " و "}}},
    {"list.comma", {{", ", ", "}, {"، ", "، "}}},
    {"seat", {{"Player {n}", "Player {n}"}, {"بازیکن {n}", "بازیکن {n}"}}},
    {"no.bad_text", {{"this is not a move of the game", "this is not a move of the game"}, {"این از حرکت‌های این بازی نیست", "این از حرکت‌های این بازی نیست"}}},
    {"no.not_legal", {{"this move is not possible now", "this move is not possible now"}, {"این حرکت اکنون ممکن نیست", "این حرکت اکنون ممکن نیست"}}},
    {"no.over", {{"the game is over", "the game is over"}, {"بازی به پایان رسیده است", "بازی به پایان رسیده است"}}},
};

const struct tk_words tk_core_words = {entries, sizeof entries / sizeof entries[0]};
