/* SPDX-License-Identifier: MIT */
/* Text in and out without allocation: spans, a bounded writer, a cursor that reads words. */
#ifndef TK_TEXT_H
#define TK_TEXT_H

#include "base.h"

/* Some bytes of somebody else's text; not terminated. */
struct tk_span {
    const char *data;
    size_t length;
};

struct tk_span tk_span_of(const char *text);
bool tk_span_is(struct tk_span span, const char *text);

/*
 * Writes into the caller's buffer. `length` counts what was asked for, also beyond the end: when it
 * is larger than `size` nothing more was stored, and the caller knows the size that would do.
 */
struct tk_writer {
    char *data;
    size_t size;
    size_t length;
};

struct tk_writer tk_writer_over(char *data, size_t size);
bool tk_writer_fits(const struct tk_writer *out);
/* Terminates the text (cutting it if need be) and returns it. The buffer must hold at least a byte. */
const char *tk_writer_text(struct tk_writer *out);
struct tk_span tk_writer_span(const struct tk_writer *out);

void tk_write(struct tk_writer *out, const char *data, size_t length);
void tk_write_text(struct tk_writer *out, const char *text);
/* Views and records are written with it for the most part, so it is no call. */
static inline void tk_write_char(struct tk_writer *out, char c)
{
    if (out->length < out->size)
        out->data[out->length] = c;
    out->length++;
}
void tk_write_int(struct tk_writer *out, int64_t number);
/* At least so many digits, with leading zeros. */
void tk_write_hex(struct tk_writer *out, uint64_t number, int digits);

/* Reads a text from left to right. A failed read leaves the cursor where it was. */
struct tk_reader {
    const char *at;
    const char *end;
};

struct tk_reader tk_reader_over(struct tk_span span);
bool tk_read_end(const struct tk_reader *in);
/* The given text, if it stands next. */
bool tk_read_text(struct tk_reader *in, const char *text);
bool tk_read_char(struct tk_reader *in, char c);
/* The next word, up to a space or the end; never empty. */
bool tk_read_word(struct tk_reader *in, struct tk_span *out_word);
/* A whole number without plus or leading zeros, within low .. high. */
bool tk_read_int(struct tk_reader *in, int64_t low, int64_t high, int64_t *out_number);

/* The index of a word in a table of names, or -1. */
int tk_name_find(const char *const *names, int count, struct tk_span word);

/* Columns a UTF-8 text takes on a terminal: combining marks and joiners take none. */
int tk_text_columns(struct tk_span text);
/* Decodes one code point and moves on; malformed bytes count as U+FFFD each. */
uint32_t tk_read_codepoint(struct tk_reader *in);

#endif
