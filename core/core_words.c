/* SPDX-License-Identifier: MIT */
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
    {"better.wins", {{"It wins the game at once.", "It wins the game at once."}, {"همان‌جا بازی را می‌بُرد.", "همان‌جا بازی را می‌بُرد."}}},
    {"better.prevents", {{"It keeps the next player from winning at once.", "It keeps the next player from winning at once."}, {"نمی‌گذارد نفر بعدی همان‌جا بازی را ببرد.", "نمی‌گذارد نفر بعدی همان‌جا بازی را ببرد."}}},
    {"better.points", {{"It is worth about a point more by the end.", "It is worth about {n} points more by the end."}, {"تا پایان بازی حدود یک امتیاز بیشتر می‌ارزد.", "تا پایان بازی حدود {n} امتیاز بیشتر می‌ارزد."}}},
    {"better.later", {{"It pays off later, in the moves that follow.", "It pays off later, in the moves that follow."}, {"سودش دیرتر، در حرکت‌های بعدی، پیدا می‌شود.", "سودش دیرتر، در حرکت‌های بعدی، پیدا می‌شود."}}},
};

const struct tk_words tk_core_words = {entries, sizeof entries / sizeof entries[0]};
