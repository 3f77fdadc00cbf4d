/* SPDX-License-Identifier: MIT */
/* Kinds of values: those that core brings along, and the texts that stand for a number. */
#include "core_words.h"
#include "fields_internal.h"

const struct tk_kind tk_number = {.form = TK_FORM_INT};
const struct tk_kind tk_truth = {.form = TK_FORM_BOOL};
const struct tk_kind tk_owner = {.form = TK_FORM_INT, .plus = -1};
const struct tk_kind tk_print = {.form = TK_FORM_PRINT};

/* --- the key of a generator: eight words in hexadecimal digits --- */

enum { KEY_WORDS = 8, WORD_DIGITS = 8 };

static void write_stream_key(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    const uint32_t *words = tk_row_memory(at, 0);
    (void)value;
    for (int i = 0; i < KEY_WORDS; i++)
        tk_write_hex(out, words[i], WORD_DIGITS);
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_stream_key(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    uint32_t *words = tk_row_into(at, 0);
    *out_value = 0;
    if (text.length != KEY_WORDS * WORD_DIGITS)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        int digit = digit_of(text.data[i]);
        if (digit < 0)
            return false;
        words[i / WORD_DIGITS] = words[i / WORD_DIGITS] << 4 | (uint32_t)digit;
    }
    return true;
}

const struct tk_kind tk_stream_key = {.form = TK_FORM_TEXT,
                                      .write = write_stream_key,
                                      .read = read_stream_key,
                                      .problem = TK_PROBLEM_GENERATOR};

/* --- texts of pieces and of letters --- */

/* The number that stands for a text holds its pieces, the first one highest. */
enum { PIECE_BITS = 15 };

int64_t tk_pack(const struct tk_kind *kind, const int64_t *pieces)
{
    int64_t value = 0;
    for (int i = 0; i < kind->piece_count; i++)
        value = value << PIECE_BITS | (pieces[i] - kind->pieces[i].low);
    return value;
}

int64_t tk_piece(const struct tk_kind *kind, int64_t value, int piece)
{
    int64_t rest = value >> (PIECE_BITS * (kind->piece_count - 1 - piece));
    return (rest & ((1 << PIECE_BITS) - 1)) + kind->pieces[piece].low;
}

static void write_piece(const struct tk_at *at, const struct tk_kind *kind, int64_t number,
                        struct tk_writer *out)
{
    if (kind->form == TK_FORM_INT)
        tk_write_int(out, number);
    else if (kind->form == TK_FORM_NAME)
        tk_write_text(out, tk_kind_name(kind, number));
    else
        kind->write(at, number, out);
}

static void write_pieces(const struct tk_at *at, const struct tk_kind *kind, int64_t value,
                         struct tk_writer *out)
{
    for (int i = 0; i < kind->piece_count; i++) {
        tk_write_text(out, kind->pieces[i].before);
        write_piece(at, kind->pieces[i].kind, tk_piece(kind, value, i), out);
    }
}

static void write_letters(const struct tk_kind *kind, int64_t value, struct tk_writer *out)
{
    for (int i = 0; kind->letters[i] != '\0'; i++)
        for (int64_t left = value >> (kind->bits * i) & ((1 << kind->bits) - 1); left > 0; left--)
            tk_write_char(out, kind->letters[i]);
}

void tk_kind_write(const struct tk_at *at, const struct tk_kind *kind, int64_t value,
                   struct tk_writer *out)
{
    if (kind->write != NULL)
        kind->write(at, value, out);
    else if (kind->letters != NULL)
        write_letters(kind, value, out);
    else
        write_pieces(at, kind, value, out);
}

bool tk_kind_find(const struct tk_kind *kind, struct tk_span text, int64_t *out)
{
    for (int i = kind->first; i < kind->count; i++) {
        if (tk_span_is(text, tk_kind_name(kind, i))) {
            *out = i;
            return true;
        }
    }
    return false;
}

static bool read_piece(const struct tk_at *at, const struct tk_piece *piece, struct tk_span text,
                       int64_t *out)
{
    struct tk_reader in = tk_reader_over(text);
    if (piece->kind->form == TK_FORM_NAME)
        return tk_kind_find(piece->kind, text, out);
    if (piece->kind->form == TK_FORM_TEXT)
        return piece->kind->read(at, text, out);
    return tk_read_int(&in, piece->low, piece->high, out) && tk_read_end(&in);
}

/* A piece goes on to what stands before the next one. */
static bool read_pieces(const struct tk_at *at, const struct tk_kind *kind, struct tk_span text,
                        int64_t *out)
{
    struct tk_reader in = tk_reader_over(text);
    int64_t pieces[TK_PIECES_MAX] = {0};
    for (int i = 0; i < kind->piece_count; i++) {
        const struct tk_piece *piece = &kind->pieces[i];
        char stop = i + 1 < kind->piece_count ? piece[1].before[0] : '\0';
        if (!tk_read_text(&in, piece->before))
            return false;
        struct tk_span word = {in.at, 0};
        for (; in.at < in.end && (*in.at != stop || word.length == 0); in.at++)
            word.length++;
        if (!read_piece(at, piece, word, &pieces[i]))
            return false;
    }
    *out = tk_pack(kind, pieces);
    return tk_read_end(&in);
}

static bool read_letters(const struct tk_kind *kind, struct tk_span text, int64_t *out)
{
    struct tk_reader in = tk_reader_over(text);
    *out = 0;
    for (int i = 0; kind->letters[i] != '\0'; i++) {
        int64_t count = 0;
        while (tk_read_char(&in, kind->letters[i]))
            count++;
        if (count > kind->count)
            return false;
        *out |= count << (kind->bits * i);
    }
    return tk_read_end(&in);
}

bool tk_kind_read(const struct tk_at *at, const struct tk_kind *kind, struct tk_span text,
                  int64_t *out)
{
    if (kind->read != NULL)
        return kind->read(at, text, out);
    return kind->letters != NULL ? read_letters(kind, text, out) : read_pieces(at, kind, text, out);
}
