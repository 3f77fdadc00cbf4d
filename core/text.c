/* SPDX-License-Identifier: MIT */
/* Text in and out without allocation. */
#include "text.h"

static size_t length_of(const char *text)
{
    size_t length = 0;
    while (text[length] != '\0')
        length++;
    return length;
}

struct tk_span tk_span_of(const char *text)
{
    return (struct tk_span){text, length_of(text)};
}

bool tk_span_is(struct tk_span span, const char *text)
{
    for (size_t i = 0; i < span.length; i++)
        if (text[i] == '\0' || text[i] != span.data[i])
            return false;
    return text[span.length] == '\0';
}

struct tk_writer tk_writer_over(char *data, size_t size)
{
    return (struct tk_writer){data, size, 0};
}

bool tk_writer_fits(const struct tk_writer *out)
{
    return out->length <= out->size;
}

const char *tk_writer_text(struct tk_writer *out)
{
    TK_INVARIANT(out->size > 0);
    out->data[out->length < out->size ? out->length : out->size - 1] = '\0';
    return out->data;
}

struct tk_span tk_writer_span(const struct tk_writer *out)
{
    return (struct tk_span){out->data, out->length < out->size ? out->length : out->size};
}

void tk_write(struct tk_writer *out, const char *data, size_t length)
{
    if (out->length < out->size) {
        size_t room = out->size - out->length;
        size_t part = length < room ? length : room;
        if (part > 0)
            tk_copy(out->data + out->length, data, part);
    }
    out->length += length;
}

void tk_write_text(struct tk_writer *out, const char *text)
{
    tk_write(out, text, length_of(text));
}

static void write_digits(struct tk_writer *out, uint64_t number, unsigned base, int width)
{
    char digits[24];
    int first = TK_COUNT(digits);
    do {
        digits[--first] = "0123456789abcdef"[number % base];
        number /= base;
    } while (first > 0 && (number > 0 || TK_COUNT(digits) - first < width));
    tk_write(out, digits + first, (size_t)(TK_COUNT(digits) - first));
}

void tk_write_int(struct tk_writer *out, int64_t number)
{
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    if (number < 0)
        tk_write_char(out, '-');
    if (size < 10) /* most numbers of a game */
        tk_write_char(out, (char)('0' + size));
    else
        write_digits(out, size, 10, 1);
}

void tk_write_hex(struct tk_writer *out, uint64_t number, int digits)
{
    write_digits(out, number, 16, digits);
}

struct tk_reader tk_reader_over(struct tk_span span)
{
    return (struct tk_reader){span.data, span.data + span.length};
}

bool tk_read_end(const struct tk_reader *in)
{
    return in->at == in->end;
}

bool tk_read_text(struct tk_reader *in, const char *text)
{
    size_t length = length_of(text);
    if ((size_t)(in->end - in->at) < length || !tk_same(in->at, text, length))
        return false;
    in->at += length;
    return true;
}

bool tk_read_char(struct tk_reader *in, char c)
{
    if (in->at == in->end || *in->at != c)
        return false;
    in->at++;
    return true;
}

bool tk_read_word(struct tk_reader *in, struct tk_span *out_word)
{
    const char *start = in->at;
    const char *stop = start;
    while (stop != in->end && *stop != ' ')
        stop++;
    if (stop == start)
        return false;
    *out_word = (struct tk_span){start, (size_t)(stop - start)};
    in->at = stop;
    return true;
}

bool tk_read_int(struct tk_reader *in, int64_t low, int64_t high, int64_t *out_number)
{
    struct tk_reader look = *in;
    bool negative = tk_read_char(&look, '-');
    const char *digits = look.at;
    int64_t number = 0;
    for (; look.at != look.end && *look.at >= '0' && *look.at <= '9'; look.at++) {
        if (look.at - digits >= 18)
            return false; /* too long for us, and for every number that we read */
        number = number * 10 + (*look.at - '0');
    }
    bool leading_zero = look.at - digits > 1 && *digits == '0';
    if (look.at == digits || leading_zero || (negative && number == 0))
        return false;
    number = negative ? -number : number;
    if (number < low || number > high)
        return false;
    *out_number = number;
    *in = look;
    return true;
}

int tk_name_find(const char *const *names, int count, struct tk_span word)
{
    for (int i = 0; i < count; i++)
        if (tk_span_is(word, names[i]))
            return i;
    return -1;
}

uint32_t tk_read_codepoint(struct tk_reader *in)
{
    const uint8_t *at = (const uint8_t *)in->at;
    size_t left = (size_t)(in->end - in->at);
    uint8_t lead = at[0];
    int more = lead < 0x80   ? 0
               : lead < 0xc2 ? -1
               : lead < 0xe0 ? 1
               : lead < 0xf0 ? 2
               : lead < 0xf5 ? 3
                             : -1;
    in->at++;
    if (more == 0)
        return lead;
    if (more < 0 || left <= (size_t)more)
        return 0xfffd;
    uint32_t point = lead & (0x3fU >> more);
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0xfffd;
        point = point << 6 | (at[i] & 0x3f);
    }
    /* longer than need be, half of a pair of UTF-16, or beyond the last: one text would have two spellings */
    if (point < (more == 2   ? 0x800U
                 : more == 3 ? 0x10000U
                             : 0x80U) ||
        point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
        return 0xfffd;
    in->at += more;
    return point;
}

/* Arabic marks, general combining marks, joiners and directional signs. */
static int codepoint_columns(uint32_t point)
{
    bool none = (point >= 0x300 && point <= 0x36f) || (point >= 0x64b && point <= 0x65f) ||
                point == 0x670 || (point >= 0x200b && point <= 0x200f) ||
                (point >= 0x202a && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
    return none ? 0 : 1;
}

int tk_text_columns(struct tk_span text)
{
    struct tk_reader in = tk_reader_over(text);
    int columns = 0;
    while (!tk_read_end(&in))
        columns += codepoint_columns(tk_read_codepoint(&in));
    return columns;
}
