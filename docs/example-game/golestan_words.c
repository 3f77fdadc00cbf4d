/* SPDX-License-Identifier: MIT */
/* Made by tools/words from words/en.json and words/fa.json; change these instead. */
// clang-format off
#include "golestan_words.h"

static const struct tk_word entries[] = {
    {"name", {{"Golestan", "Golestan"}, {"گلستان", "گلستان"}}},
    {"about", {{"Royal gardeners plant roses, tulips, cypresses and pomegranates, hide a bulb or two, and vie for the finest beds.", "Royal gardeners plant roses, tulips, cypresses and pomegranates, hide a bulb or two, and vie for the finest beds."}, {"باغبانان شاهی گل سرخ و لاله و سرو و انار می‌کارند، یکی دو پیاز پنهان می‌کنند و بر سر زیباترین باغچه‌ها رقابت می‌کنند.", "باغبانان شاهی گل سرخ و لاله و سرو و انار می‌کارند، یکی دو پیاز پنهان می‌کنند و بر سر زیباترین باغچه‌ها رقابت می‌کنند."}}},
    {"option.start", {{"Who begins", "Who begins"}, {"آغازگر", "آغازگر"}}},
    {"option.start.help", {{"A seat, or chance.", "A seat, or chance."}, {"یک صندلی، یا قرعه.", "یک صندلی، یا قرعه."}}},
    {"plant.rose", {{"rose {n}", "rose {n}"}, {"گل سرخ {n}", "گل سرخ {n}"}}},
    {"plant.tulip", {{"tulip {n}", "tulip {n}"}, {"لاله‌ی {n}", "لاله‌ی {n}"}}},
    {"plant.cypress", {{"cypress {n}", "cypress {n}"}, {"سرو {n}", "سرو {n}"}}},
    {"plant.pomegranate", {{"pomegranate {n}", "pomegranate {n}"}, {"انار {n}", "انار {n}"}}},
    {"prompt.plant", {{"{who}: plant one of the row, or a bulb", "{who}: plant one of the row, or a bulb"}, {"{who}: یکی از گیاهان ردیف را بکارید، یا یک پیاز", "{who}: یکی از گیاهان ردیف را بکارید، یا یک پیاز"}}},
    {"prompt.over", {{"The game is over", "The game is over"}, {"بازی تمام شد", "بازی تمام شد"}}},
    {"move.plant", {{"{who} plants {plant}", "{who} plants {plant}"}, {"{who}، {plant} می‌کارد", "{who}، {plant} می‌کارد"}}},
    {"move.bulb", {{"{who} plants a bulb", "{who} plants a bulb"}, {"{who} یک پیاز می‌کارد", "{who} یک پیاز می‌کارد"}}},
    {"event.bulb", {{"{who} looks at it: {plant}", "{who} looks at it: {plant}"}, {"{who} نگاهش می‌کند: {plant}", "{who} نگاهش می‌کند: {plant}"}}},
    {"event.round", {{"Round {n} begins: the row is filled up", "Round {n} begins: the row is filled up"}, {"دور {n} آغاز می‌شود: ردیف پر شد", "دور {n} آغاز می‌شود: ردیف پر شد"}}},
    {"event.turned", {{"{who} turns up {plant}", "{who} turns up {plant}"}, {"پیازهای {who} شکفت: {plant}", "پیازهای {who} شکفت: {plant}"}}},
    {"end.bloom", {{"The gardens are in bloom", "The gardens are in bloom"}, {"باغ‌ها شکوفا شدند", "باغ‌ها شکوفا شدند"}}},
    {"end.playing", {{"The game goes on", "The game goes on"}, {"بازی ادامه دارد", "بازی ادامه دارد"}}},
    {"line.plants", {{"Plants", "Plants"}, {"گیاهان", "گیاهان"}}},
    {"line.beds", {{"Beds", "Beds"}, {"باغچه‌ها", "باغچه‌ها"}}},
    {"why.plant", {{"{plant}", "{plant}"}, {"{plant}", "{plant}"}}},
    {"why.rose", {{"most roses: {n}", "most roses: {n}"}, {"بیشترین گل سرخ: {n}", "بیشترین گل سرخ: {n}"}}},
    {"why.tulip", {{"most tulips: {n}", "most tulips: {n}"}, {"بیشترین لاله: {n}", "بیشترین لاله: {n}"}}},
    {"why.cypress", {{"most cypresses: {n}", "most cypresses: {n}"}, {"بیشترین سرو: {n}", "بیشترین سرو: {n}"}}},
    {"why.pomegranate", {{"most pomegranates: {n}", "most pomegranates: {n}"}, {"بیشترین انار: {n}", "بیشترین انار: {n}"}}},
    {"table.row", {{"Row", "Row"}, {"ردیف", "ردیف"}}},
    {"table.pile", {{"Pile", "Pile"}, {"دسته", "دسته"}}},
    {"no.not_in_row", {{"this plant does not lie in the row", "this plant does not lie in the row"}, {"این گیاه در ردیف نیست", "این گیاه در ردیف نیست"}}},
    {"no.garden_full", {{"your garden has two bulbs already", "your garden has two bulbs already"}, {"باغ شما هم‌اکنون دو پیاز دارد", "باغ شما هم‌اکنون دو پیاز دارد"}}},
    {"no.pile_empty", {{"the pile is empty", "the pile is empty"}, {"دسته خالی است", "دسته خالی است"}}},
};

const struct tk_words golestan_words = {entries, sizeof entries / sizeof entries[0]};
