/* SPDX-License-Identifier: MIT */
/* Phrases: sentences with named parts, written in the reader's language or sent as JSON. */
#include "words.h"

#include "core_words.h"
#include "game.h"

const char *const tk_lang_codes[TK_LANG_COUNT] = {[TK_EN] = "en", [TK_FA] = "fa"};

const struct tk_words *tk_common_words(void)
{
    return &tk_core_words;
}

int tk_word_find(const struct tk_words *words, struct tk_span key)
{
    for (int i = 0; i < words->count; i++)
        if (tk_span_is(key, words->table[i].key))
            return i;
    return -1;
}

struct tk_phrase tk_phrase_of(uint16_t word)
{
    return (struct tk_phrase){.word = word};
}

static void add_part(struct tk_phrase *phrase, struct tk_part part)
{
    TK_INVARIANT(phrase->count < TK_PARTS_MAX);
    if (phrase->count < TK_PARTS_MAX)
        phrase->part[phrase->count++] = part;
}

void tk_phrase_number(struct tk_phrase *phrase, const char *name, int32_t number)
{
    add_part(phrase, (struct tk_part){name, TK_PART_NUMBER, 0, number});
}

void tk_phrase_word(struct tk_phrase *phrase, const char *name, uint16_t word)
{
    add_part(phrase, (struct tk_part){name, TK_PART_WORD, word, 0});
}

void tk_phrase_counted(struct tk_phrase *phrase, const char *name, uint16_t word, int32_t number)
{
    add_part(phrase, (struct tk_part){name, TK_PART_COUNTED, word, number});
}

void tk_phrase_seat(struct tk_phrase *phrase, const char *name, int seat)
{
    add_part(phrase, (struct tk_part){name, TK_PART_SEAT, 0, seat});
}

void tk_phrase_place(struct tk_phrase *phrase, const char *name, int32_t place)
{
    add_part(phrase, (struct tk_part){name, TK_PART_PLACE, 0, place});
}

void tk_write_number(struct tk_writer *out, enum tk_lang lang, int64_t number)
{
    char digits[24];
    struct tk_writer plain = tk_writer_over(digits, sizeof digits);
    tk_write_int(&plain, number);
    for (size_t i = 0; i < plain.length; i++) {
        char c = digits[i];
        if (lang == TK_FA && c != '-') {
            const char persian[2] = {(char)0xdb, (char)(0xb0 + (c - '0'))}; /* U+06F0 … U+06F9 */
            tk_write(out, persian, sizeof persian);
        } else {
            tk_write_char(out, c);
        }
    }
}

static const char *word_form(const struct tk_word *word, enum tk_lang lang, int32_t number)
{
    return number == 1 ? word->text[lang].one : word->text[lang].other;
}

const char *tk_word_text(const struct tk_speaker *speaker, uint16_t word)
{
    return word_form(&speaker->game->words->table[word], speaker->lang, 1);
}

/* The same sentence in another language; NULL if the list does not have it. */
static const char *find_problem(const struct tk_words *words, enum tk_lang lang,
                                struct tk_span problem)
{
    for (int i = 0; i < words->count; i++)
        if (tk_span_is(problem, words->table[i].text[TK_EN].other))
            return words->table[i].text[lang].other;
    return NULL;
}

const char *tk_problem_text(const struct tk_game *game, enum tk_lang lang, const char *problem)
{
    struct tk_span text = tk_span_of(problem);
    const char *found = game != NULL ? find_problem(game->words, lang, text) : NULL;
    if (found == NULL)
        found = find_problem(&tk_core_words, lang, text);
    return found != NULL ? found : problem;
}

/* Copies a template up to the next {name}; false at its end. */
static bool next_hole(const char **template, struct tk_writer *out, struct tk_span *out_name)
{
    const char *at = *template;
    while (*at != '\0' && *at != '{')
        tk_write_char(out, *at++);
    const char *name = at + 1;
    if (*at == '{')
        while (*at != '\0' && *at != '}')
            at++;
    bool hole = *at == '}';
    *out_name = (struct tk_span){name, hole ? (size_t)(at - name) : 0};
    *template = hole ? at + 1 : at;
    return hole;
}

void tk_counted_write(enum tk_lang lang, const struct tk_word *word, int32_t number,
                      struct tk_writer *out)
{
    const char *template = word_form(word, lang, number);
    struct tk_span name;
    while (next_hole(&template, out, &name))
        tk_write_number(out, lang, number);
}

void tk_seat_name(const struct tk_speaker *speaker, int seat, struct tk_writer *out)
{
    if (speaker->names != NULL && speaker->names[seat] != NULL)
        tk_write_text(out, speaker->names[seat]);
    else
        tk_counted_write(speaker->lang, &tk_core_words.table[TK_WORD_SEAT], seat + 1, out);
}

static void write_part(const struct tk_speaker *speaker, const struct tk_part *part,
                       struct tk_writer *out)
{
    const struct tk_word *word = &speaker->game->words->table[part->word];
    switch ((enum tk_part_kind)part->kind) {
    case TK_PART_NUMBER:
        tk_write_number(out, speaker->lang, part->number);
        break;
    case TK_PART_WORD:
        tk_write_text(out, word_form(word, speaker->lang, 1));
        break;
    case TK_PART_COUNTED:
        tk_counted_write(speaker->lang, word, part->number, out);
        break;
    case TK_PART_SEAT:
        tk_seat_name(speaker, part->number, out);
        break;
    case TK_PART_PLACE: /* it reads from the left wherever it stands: marks keep its signs in order */
        tk_write_text(out, speaker->lang == TK_FA ? "\u200e" : "");
        speaker->game->text.place((uint16_t)part->number, out);
        tk_write_text(out, speaker->lang == TK_FA ? "\u200e" : "");
        break;
    }
}

static bool same_name(const struct tk_part *part, struct tk_span name)
{
    return tk_span_is(name, part->name);
}

/* The parts of one name, as a list with commas and an "and". */
static void write_list(const struct tk_speaker *speaker, const struct tk_phrase *phrase,
                       struct tk_span name, struct tk_writer *out)
{
    int left = 0;
    for (int i = 0; i < phrase->count; i++)
        left += same_name(&phrase->part[i], name);
    for (int i = 0; i < phrase->count; i++) {
        if (!same_name(&phrase->part[i], name))
            continue;
        write_part(speaker, &phrase->part[i], out);
        left--;
        if (left > 0) {
            int link = left == 1 ? TK_WORD_LIST_AND : TK_WORD_LIST_COMMA;
            tk_write_text(out, tk_core_words.table[link].text[speaker->lang].one);
        }
    }
}

/* {n} chooses between the singular and the plural of a sentence that has both. */
static int32_t grammatical_number(const struct tk_phrase *phrase)
{
    for (int i = 0; i < phrase->count; i++)
        if (phrase->part[i].kind == TK_PART_NUMBER && tk_same(phrase->part[i].name, "n", 2))
            return phrase->part[i].number;
    return 1;
}

void tk_phrase_write(const struct tk_speaker *speaker, const struct tk_phrase *phrase,
                     struct tk_writer *out)
{
    const struct tk_word *word = &speaker->game->words->table[phrase->word];
    const char *template = word_form(word, speaker->lang, grammatical_number(phrase));
    struct tk_span name;
    while (next_hole(&template, out, &name))
        write_list(speaker, phrase, name, out);
}

static void part_json(const struct tk_game *game, const struct tk_part *part, struct tk_json *json)
{
    if (part->kind == TK_PART_NUMBER) {
        tk_json_int(json, part->number);
    } else if (part->kind == TK_PART_PLACE) {
        tk_json_quote(json);
        game->text.place((uint16_t)part->number, json->out);
        tk_json_unquote(json);
    } else {
        tk_json_open(json, '{');
        if (part->kind == TK_PART_SEAT)
            tk_json_put_int(json, "seat", part->number);
        else
            tk_json_put_text(json, "word", game->words->table[part->word].key);
        if (part->kind == TK_PART_COUNTED)
            tk_json_put_int(json, "n", part->number);
        tk_json_close(json, '}');
    }
}

/* {"key":"move.buy","who":[{"seat":0}],"card":["s1-08"],…}: every part is a list, so readers need
 * one rule. */
void tk_phrase_json(const struct tk_game *game, const struct tk_phrase *phrase,
                    struct tk_json *json)
{
    tk_json_open(json, '{');
    tk_json_put_text(json, "key", game->words->table[phrase->word].key);
    for (int i = 0; i < phrase->count;) {
        struct tk_span name = tk_span_of(phrase->part[i].name);
        tk_json_key(json, phrase->part[i].name);
        tk_json_open(json, '[');
        for (; i < phrase->count && same_name(&phrase->part[i], name); i++)
            part_json(game, &phrase->part[i], json);
        tk_json_close(json, ']');
    }
    tk_json_close(json, '}');
}
