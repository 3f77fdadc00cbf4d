/* SPDX-License-Identifier: MIT */
/*
 * What the program says, in every language it speaks. A game names a sentence by its word and fills
 * the named parts; the sentence itself stands in words/en.json and words/fa.json. A phrase can be
 * written out here (terminal, logs) or sent as JSON and written out by the page.
 */
#ifndef TK_WORDS_H
#define TK_WORDS_H

#include "json.h"

struct tk_game;

enum tk_lang { TK_EN, TK_FA, TK_LANG_COUNT };

extern const char *const tk_lang_codes[TK_LANG_COUNT]; /* "en", "fa" */

/* One entry of the catalogue, made by tools/words from the JSON files. */
struct tk_word {
    const char *key;
    struct {
        const char *one, *other; /* for the number 1, and for all others */
    } text[TK_LANG_COUNT];
};

struct tk_words {
    const struct tk_word *table;
    uint16_t count;
};

/* What is said in every game: seats, lists, reasons. */
const struct tk_words *tk_common_words(void);

/* The word with this key, or -1. For keys that are put together, such as "option." + name. */
int tk_word_find(const struct tk_words *words, struct tk_span key);

enum tk_part_kind {
    TK_PART_NUMBER,  /* {n}: a number */
    TK_PART_WORD,    /* a word of the same catalogue */
    TK_PART_COUNTED, /* a number of things: the word's own text holds {n} */
    TK_PART_SEAT,    /* a player, by name */
    TK_PART_PLACE,   /* a card, hex or cell as the notation writes it */
};

/* Neighbouring parts of one name are a list: "2 rubies, 1 onyx and 1 gold". */
struct tk_part {
    const char *name;
    uint8_t kind;
    uint16_t word;
    int32_t number; /* number, seat or place */
};

enum { TK_PARTS_MAX = 12, TK_PHRASES_MAX = 8 };

struct tk_phrase {
    uint16_t word;
    uint8_t count;
    struct tk_part part[TK_PARTS_MAX];
};

struct tk_phrase tk_phrase_of(uint16_t word);
void tk_phrase_number(struct tk_phrase *phrase, const char *name, int32_t number);
void tk_phrase_word(struct tk_phrase *phrase, const char *name, uint16_t word);
void tk_phrase_counted(struct tk_phrase *phrase, const char *name, uint16_t word, int32_t number);
void tk_phrase_seat(struct tk_phrase *phrase, const char *name, int seat);
void tk_phrase_place(struct tk_phrase *phrase, const char *name, int32_t place);

/* Who speaks: the language, the game whose words they are, and the players' names (or NULL). */
struct tk_speaker {
    enum tk_lang lang;
    const struct tk_game *game;
    const char *const *names;
};

void tk_phrase_write(const struct tk_speaker *speaker, const struct tk_phrase *phrase,
                     struct tk_writer *out);
void tk_phrase_json(const struct tk_game *game, const struct tk_phrase *phrase,
                    struct tk_json *json);

/*
 * What is wrong with a position or a record (TK_PROBLEM_…, GAME_PROBLEM_…) in a language; a text that the
 * words do not have is told as it is. The game is NULL where none is known.
 */
const char *tk_problem_text(const struct tk_game *game, enum tk_lang lang, const char *problem);

/* A word alone, without parts. */
const char *tk_word_text(const struct tk_speaker *speaker, uint16_t word);
/* A number of things: the word's text for it, which may hold {n}. */
void tk_counted_write(enum tk_lang lang, const struct tk_word *word, int32_t number,
                      struct tk_writer *out);
/* Digits of the language: 12 or ۱۲. */
void tk_write_number(struct tk_writer *out, enum tk_lang lang, int64_t number);
void tk_seat_name(const struct tk_speaker *speaker, int seat, struct tk_writer *out);

#endif
