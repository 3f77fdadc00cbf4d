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
    {"problem.name", {{"a name is unknown", "a name is unknown"}, {"این نام شناخته نیست", "این نام شناخته نیست"}}},
    {"problem.short", {{"the list is too short", "the list is too short"}, {"این فهرست کوتاه‌تر از اندازه است", "این فهرست کوتاه‌تر از اندازه است"}}},
    {"problem.long", {{"the list is too long", "the list is too long"}, {"این فهرست بلندتر از اندازه است", "این فهرست بلندتر از اندازه است"}}},
    {"problem.twice", {{"one stands twice, or does not belong here", "one stands twice, or does not belong here"}, {"چیزی دو بار آمده است یا جایش اینجا نیست", "چیزی دو بار آمده است یا جایش اینجا نیست"}}},
    {"problem.deep", {{"the text is nested too deeply", "the text is nested too deeply"}, {"متن بیش از اندازه تودرتو است", "متن بیش از اندازه تودرتو است"}}},
    {"problem.key", {{"the key is unknown", "the key is unknown"}, {"این کلید شناخته نیست", "این کلید شناخته نیست"}}},
    {"problem.range", {{"the value is out of its range", "the value is out of its range"}, {"این مقدار بیرون از بازه‌ی مجاز است", "این مقدار بیرون از بازه‌ی مجاز است"}}},
    {"problem.option", {{"an option is unknown", "an option is unknown"}, {"یکی از گزینه‌ها شناخته نیست", "یکی از گزینه‌ها شناخته نیست"}}},
    {"problem.option.value", {{"an option has a value that is not allowed", "an option has a value that is not allowed"}, {"یکی از گزینه‌ها مقداری دارد که مجاز نیست", "یکی از گزینه‌ها مقداری دارد که مجاز نیست"}}},
    {"problem.options", {{"the options do not go together with this number of players", "the options do not go together with this number of players"}, {"این گزینه‌ها با این شمار بازیکن جور نیستند", "این گزینه‌ها با این شمار بازیکن جور نیستند"}}},
    {"problem.game", {{"the state is of another game", "the state is of another game"}, {"این وضعیت از بازی دیگری است", "این وضعیت از بازی دیگری است"}}},
    {"problem.place", {{"a key is unknown or stands in the wrong place", "a key is unknown or stands in the wrong place"}, {"کلیدی ناشناخته است یا جای درستی ندارد", "کلیدی ناشناخته است یا جای درستی ندارد"}}},
    {"problem.state", {{"the state is missing", "the state is missing"}, {"وضعیت بازی نوشته نشده است", "وضعیت بازی نوشته نشده است"}}},
    {"problem.number", {{"a whole number is missing or out of range", "a whole number is missing or out of range"}, {"اینجا عددی درست در بازه‌ی مجاز لازم است", "اینجا عددی درست در بازه‌ی مجاز لازم است"}}},
    {"problem.whole", {{"a number is not whole", "a number is not whole"}, {"عدد باید بی‌اعشار باشد", "عدد باید بی‌اعشار باشد"}}},
    {"problem.truth", {{"true or false is missing", "true or false is missing"}, {"اینجا true یا false لازم است", "اینجا true یا false لازم است"}}},
    {"problem.string", {{"a string has an escape or a control character", "a string has an escape or a control character"}, {"در نوشته‌ای نویسه‌ای هست که پذیرفته نیست", "در نوشته‌ای نویسه‌ای هست که پذیرفته نیست"}}},
};

const struct tk_words tk_core_words = {entries, sizeof entries / sizeof entries[0]};
