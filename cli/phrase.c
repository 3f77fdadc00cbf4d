/* SPDX-License-Identifier: MIT */
/* Sentences that a server sends, written out. */
#include "phrase.h"

#include <string.h>

static const struct tk_word *find(const struct tk_speaker *speaker, const json_t *key)
{
    const char *text = json_string_value(key);
    int word = text == NULL ? -1 : tk_word_find(speaker->game->words, tk_span_of(text));
    return word < 0 ? NULL : &speaker->game->words->table[word];
}

static const char *form(const struct tk_speaker *speaker, const struct tk_word *word, bool one)
{
    return one ? word->text[speaker->lang].one : word->text[speaker->lang].other;
}

/* "{n} rubies": the only hole of such a word is its number. */
static void write_counted(const struct tk_speaker *speaker, const struct tk_word *word,
                          json_int_t number, struct tk_writer *out)
{
    for (const char *at = form(speaker, word, number == 1); *at != '\0'; at++) {
        if (*at != '{') {
            tk_write_char(out, *at);
            continue;
        }
        tk_write_number(out, speaker->lang, number);
        at += strcspn(at, "}");
        at -= *at == '\0';
    }
}

/* It reads from the left wherever it stands: marks keep its signs in order. */
static void write_place(const struct tk_speaker *speaker, const char *place, struct tk_writer *out)
{
    const char *mark = speaker->lang == TK_FA ? "\u200e" : "";
    tk_write_text(out, mark);
    tk_write_text(out, place);
    tk_write_text(out, mark);
}

static void write_part(const struct tk_speaker *speaker, const json_t *part, struct tk_writer *out)
{
    const json_t *seat = json_object_get(part, "seat"), *number = json_object_get(part, "n");
    const struct tk_word *word = find(speaker, json_object_get(part, "word"));
    json_int_t place = json_integer_value(seat);
    if (json_is_integer(part))
        tk_write_number(out, speaker->lang, json_integer_value(part));
    else if (json_is_string(part))
        write_place(speaker, json_string_value(part), out);
    else if (json_is_integer(seat) && place >= 0 && place < TK_SEATS_MAX)
        tk_seat_name(speaker, (int)place, out);
    else if (word != NULL && json_is_integer(number))
        write_counted(speaker, word, json_integer_value(number), out);
    else if (word != NULL)
        tk_write_text(out, form(speaker, word, true));
}

static void write_list(const struct tk_speaker *speaker, const json_t *list, struct tk_writer *out)
{
    size_t count = json_array_size(list);
    for (size_t i = 0; i < count; i++) {
        int link =
            tk_word_find(tk_common_words(), tk_span_of(i + 1 == count ? "list.and" : "list.comma"));
        if (i > 0)
            tk_write_text(out, tk_common_words()->table[link].text[speaker->lang].one);
        write_part(speaker, json_array_get(list, i), out);
    }
}

void phrase_write(const struct tk_speaker *speaker, const json_t *phrase, struct tk_writer *out)
{
    const struct tk_word *word = find(speaker, json_object_get(phrase, "key"));
    const json_t *number = json_array_get(json_object_get(phrase, "n"), 0);
    bool one = !json_is_integer(number) || json_integer_value(number) == 1;
    if (word == NULL)
        return;
    for (const char *at = form(speaker, word, one); *at != '\0';) {
        if (*at != '{') {
            tk_write_char(out, *at++);
            continue;
        }
        char name[32];
        size_t length = strcspn(++at, "}");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        write_list(speaker, json_object_get(phrase, name), out);
        at += length + (at[length] == '}');
    }
}
