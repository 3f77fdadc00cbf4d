/* SPDX-License-Identifier: MIT */
/* JSON without allocation. */
#include "json.h"

#include "core_words.h"

struct tk_json tk_json_over(struct tk_writer *out)
{
    return (struct tk_json){out, false};
}

static void separate(struct tk_json *json)
{
    if (json->comma)
        tk_write_char(json->out, ',');
    json->comma = true;
}

void tk_json_open(struct tk_json *json, char bracket)
{
    separate(json);
    tk_write_char(json->out, bracket);
    json->comma = false;
}

void tk_json_close(struct tk_json *json, char bracket)
{
    tk_write_char(json->out, bracket);
    json->comma = true;
}

/*
 * Views are made of short pieces, most of them keys. Where so much room is left, a piece is put
 * down without a look at the end of the buffer for every byte.
 */
enum { SHORT = 64, KEY_SHORT = SHORT - 8 };

static inline bool has_room(const struct tk_writer *out)
{
    return out->length + SHORT <= out->size;
}

/* Comma, key and colon from `to` on; where it ended, or NULL if the key is not short. */
static inline char *put_key(char *to, bool comma, const char *key)
{
    *to = ',';
    to += comma;
    *to++ = '"';
    for (const char *end = to + KEY_SHORT; *key != '\0'; key++) {
        if (to == end)
            return NULL;
        *to++ = *key;
    }
    *to++ = '"';
    *to++ = ':';
    return to;
}

static void write_long_key(struct tk_json *json, const char *key)
{
    tk_json_quote(json);
    tk_write_text(json->out, key);
    tk_write_text(json->out, "\":");
    json->comma = false;
}

/* Keys are our own words: nothing in them needs an escape. */
void tk_json_key(struct tk_json *json, const char *key)
{
    struct tk_writer *out = json->out;
    char *end = has_room(out) ? put_key(out->data + out->length, json->comma, key) : NULL;
    if (end == NULL) {
        write_long_key(json, key);
        return;
    }
    out->length = (size_t)(end - out->data);
    json->comma = false;
}

void tk_json_int(struct tk_json *json, int64_t number)
{
    separate(json);
    tk_write_int(json->out, number);
}

void tk_json_bool(struct tk_json *json, bool truth)
{
    separate(json);
    tk_write_text(json->out, truth ? "true" : "false");
}

void tk_json_null(struct tk_json *json)
{
    separate(json);
    tk_write_text(json->out, "null");
}

/* Bytes that are no UTF-8, as in the names of a record of elsewhere, would spoil the whole text: U+FFFD stands for them. */
static void write_point(struct tk_writer *out, struct tk_reader *in)
{
    const char *at = in->at;
    bool broken = tk_read_codepoint(in) == 0xfffd && in->at - at == 1;
    tk_write(out, broken ? "\xef\xbf\xbd" : at, broken ? 3 : (size_t)(in->at - at));
}

static bool is_plain(char c)
{
    return c != '"' && c != '\\' && (int8_t)c >= 0x20; /* of ASCII */
}

/* The next character, which is not plain. */
static void write_escaped(struct tk_writer *out, struct tk_reader *in)
{
    char c = *in->at;
    if ((uint8_t)c >= 0x80) {
        write_point(out, in);
        return;
    }
    in->at++;
    if (c == '"' || c == '\\') {
        tk_write_char(out, '\\');
        tk_write_char(out, c);
    } else {
        tk_write_text(out, "\\u");
        tk_write_hex(out, (uint8_t)c, 4);
    }
}

/* Most texts need no escapes: what is plain is copied at once. */
void tk_json_string(struct tk_json *json, struct tk_span text)
{
    struct tk_reader in = tk_reader_over(text);
    tk_json_quote(json);
    while (in.at != in.end) {
        const char *from = in.at;
        while (in.at != in.end && is_plain(*in.at))
            in.at++;
        tk_write(json->out, from, (size_t)(in.at - from));
        if (in.at != in.end)
            write_escaped(json->out, &in);
    }
    tk_json_unquote(json);
}

/* The same; the end of the text is found on the way. */
void tk_json_text(struct tk_json *json, const char *text)
{
    struct tk_writer out;
    tk_json_quote(json);
    for (;;) {
        out = *json->out;
        for (; is_plain(*text); text++)
            tk_write_char(&out, *text);
        *json->out = out;
        if (*text == '\0')
            break;
        struct tk_reader in = tk_reader_over(tk_span_of(text));
        write_escaped(json->out, &in);
        text = in.at;
    }
    tk_json_unquote(json);
}

void tk_json_quote(struct tk_json *json)
{
    separate(json);
    tk_write_char(json->out, '"');
}

void tk_json_unquote(struct tk_json *json)
{
    tk_write_char(json->out, '"');
}

/* Most numbers of a game have one digit. */
void tk_json_put_int(struct tk_json *json, const char *key, int64_t number)
{
    struct tk_writer *out = json->out;
    bool easy = has_room(out) && (uint64_t)number <= 9;
    char *end = easy ? put_key(out->data + out->length, json->comma, key) : NULL;
    if (end == NULL) {
        tk_json_key(json, key);
        tk_json_int(json, number);
        return;
    }
    *end++ = (char)('0' + number);
    out->length = (size_t)(end - out->data);
    json->comma = true;
}

void tk_json_put_text(struct tk_json *json, const char *key, const char *text)
{
    tk_json_key(json, key);
    tk_json_text(json, text);
}

void tk_json_put_bool(struct tk_json *json, const char *key, bool truth)
{
    tk_json_key(json, key);
    tk_json_bool(json, truth);
}

enum { DEPTH_MAX = 16 }; /* our own texts nest six deep; deeper is somebody's trick */

struct tk_json_in tk_json_in_over(struct tk_span text)
{
    return (struct tk_json_in){
        .start = text.data, .at = text.data, .end = text.data + text.length, .first = true};
}

bool tk_json_fail(struct tk_json_in *in, const char *problem)
{
    if (in->problem == NULL)
        in->problem = problem;
    in->at = in->end;
    return false;
}

void tk_json_problem(const struct tk_json_in *in, struct tk_writer *out)
{
    if (in->where[0] != '\0') {
        tk_write_text(out, in->where);
        tk_write_text(out, ": ");
    }
    tk_write_text(out, in->problem != NULL ? in->problem : "");
}

/* The next byte that is not white space; 0 at the end. */
static char peek(struct tk_json_in *in)
{
    while (in->at != in->end &&
           (*in->at == ' ' || *in->at == '\t' || *in->at == '\n' || *in->at == '\r'))
        in->at++;
    return in->at == in->end ? '\0' : *in->at;
}

static bool expect(struct tk_json_in *in, char c, const char *problem)
{
    if (in->problem != NULL || peek(in) != c)
        return tk_json_fail(in, problem);
    in->at++;
    return true;
}

bool tk_json_enter(struct tk_json_in *in, char bracket)
{
    if (!expect(in, bracket, bracket == '{' ? TK_PROBLEM_OBJECT : TK_PROBLEM_LIST))
        return false;
    if (++in->depth > DEPTH_MAX)
        return tk_json_fail(in, TK_PROBLEM_DEEP);
    in->first = true;
    return true;
}

/* The comma before a further element, or the closing bracket; false when there is no further one. */
static bool next_element(struct tk_json_in *in, char closing)
{
    if (in->problem != NULL)
        return false;
    if (peek(in) == closing) {
        in->at++;
        in->depth--;
        in->first = false;
        return false;
    }
    if (!in->first && !expect(in, ',', TK_PROBLEM_COMMA))
        return false;
    in->first = false;
    return true;
}

bool tk_json_next_key(struct tk_json_in *in, struct tk_span *out_key)
{
    return next_element(in, '}') && tk_json_read_string(in, out_key) &&
           expect(in, ':', TK_PROBLEM_COLON);
}

bool tk_json_next(struct tk_json_in *in)
{
    return next_element(in, ']');
}

bool tk_json_read_int(struct tk_json_in *in, int64_t low, int64_t high, int64_t *out_number)
{
    if (in->problem != NULL)
        return false;
    peek(in);
    struct tk_reader reader = {in->at, in->end};
    if (!tk_read_int(&reader, low, high, out_number))
        return tk_json_fail(in, TK_PROBLEM_NUMBER);
    in->at = reader.at;
    if (in->at != in->end && (*in->at == '.' || *in->at == 'e' || *in->at == 'E'))
        return tk_json_fail(in, TK_PROBLEM_WHOLE);
    return true;
}

bool tk_json_read_string(struct tk_json_in *in, struct tk_span *out_text)
{
    if (!expect(in, '"', TK_PROBLEM_TEXT))
        return false;
    const char *start = in->at;
    for (; in->at != in->end && *in->at != '"'; in->at++)
        if (*in->at == '\\' || (uint8_t)*in->at < 0x20)
            return tk_json_fail(in, TK_PROBLEM_STRING);
    if (in->at == in->end)
        return tk_json_fail(in, TK_PROBLEM_UNENDED);
    *out_text = (struct tk_span){start, (size_t)(in->at - start)};
    in->at++;
    return true;
}

static bool read_literal(struct tk_json_in *in, const char *literal)
{
    if (in->problem != NULL)
        return false;
    peek(in);
    struct tk_reader reader = {in->at, in->end};
    bool there = tk_read_text(&reader, literal);
    if (there)
        in->at = reader.at;
    return there;
}

bool tk_json_read_bool(struct tk_json_in *in, bool *out_truth)
{
    bool yes = read_literal(in, "true");
    if (!yes && !read_literal(in, "false"))
        return tk_json_fail(in, TK_PROBLEM_TRUTH);
    *out_truth = yes;
    return true;
}

bool tk_json_read_null(struct tk_json_in *in)
{
    return read_literal(in, "null");
}

/* A number as JSON has it, also those we never read: fractions and exponents. */
static bool skip_number(struct tk_json_in *in)
{
    const char *start = in->at;
    while (in->at != in->end &&
           ((*in->at >= '0' && *in->at <= '9') || *in->at == '-' || *in->at == '+' ||
            *in->at == '.' || *in->at == 'e' || *in->at == 'E'))
        in->at++;
    return in->at != start || tk_json_fail(in, TK_PROBLEM_VALUE);
}

static bool skip_string(struct tk_json_in *in)
{
    in->at++;
    for (; in->at != in->end && *in->at != '"'; in->at++)
        if (*in->at == '\\' && ++in->at == in->end)
            break;
    if (in->at == in->end)
        return tk_json_fail(in, TK_PROBLEM_UNENDED);
    in->at++;
    return true;
}

static bool skip_scalar(struct tk_json_in *in, char next)
{
    if (next == '"')
        return skip_string(in);
    return read_literal(in, "true") || read_literal(in, "false") || read_literal(in, "null") ||
           skip_number(in);
}

/* Steps over brackets by counting, so that nothing recurses on a stranger's text. */
bool tk_json_skip(struct tk_json_in *in)
{
    struct tk_span ignored;
    char open[DEPTH_MAX];
    int depth = 0;
    do {
        if (in->problem != NULL)
            return false;
        bool more = true;
        if (depth > 0)
            more = open[depth - 1] == '{' ? tk_json_next_key(in, &ignored) : tk_json_next(in);
        if (!more) {
            depth--;
            continue;
        }
        char next = peek(in);
        if (next == '{' || next == '[') {
            if (depth == DEPTH_MAX || !tk_json_enter(in, next))
                return tk_json_fail(in, TK_PROBLEM_DEEP);
            open[depth++] = next;
        } else if (!skip_scalar(in, next)) {
            return false;
        }
    } while (depth > 0);
    return in->problem == NULL;
}

bool tk_json_read_raw(struct tk_json_in *in, struct tk_span *out_value)
{
    peek(in);
    const char *start = in->at;
    if (!tk_json_skip(in))
        return false;
    *out_value = (struct tk_span){start, (size_t)(in->at - start)};
    return true;
}

bool tk_json_finish(struct tk_json_in *in)
{
    peek(in);
    if (in->at != in->end)
        return tk_json_fail(in, TK_PROBLEM_AFTER);
    return in->problem == NULL;
}
