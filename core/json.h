/* SPDX-License-Identifier: MIT */
/*
 * JSON without allocation: a writer that places the commas, and a strict reader that walks a text
 * once. The rules run where no JSON library can follow (WebAssembly, freestanding), so these two
 * are ours; what the server receives from strangers goes through jansson.
 */
#ifndef TK_JSON_H
#define TK_JSON_H

#include "text.h"

struct tk_json {
    struct tk_writer *out;
    bool comma; /* the next value or key needs a comma before it */
};

struct tk_json tk_json_over(struct tk_writer *out);
void tk_json_open(struct tk_json *json, char bracket); /* '{' or '[' */
void tk_json_close(struct tk_json *json, char bracket);
void tk_json_key(struct tk_json *json, const char *key);
void tk_json_int(struct tk_json *json, int64_t number);
void tk_json_bool(struct tk_json *json, bool truth);
void tk_json_null(struct tk_json *json);
void tk_json_string(struct tk_json *json, struct tk_span text);
void tk_json_text(struct tk_json *json, const char *text);
/* Starts a string that the caller fills through json->out with text that needs no escapes. */
void tk_json_quote(struct tk_json *json);
void tk_json_unquote(struct tk_json *json);

/* Key and value at once, the most frequent case. */
void tk_json_put_int(struct tk_json *json, const char *key, int64_t number);
void tk_json_put_text(struct tk_json *json, const char *key, const char *text);
void tk_json_put_bool(struct tk_json *json, const char *key, bool truth);

/*
 * The reader. Every function returns false once something was wrong, and `problem` then says what
 * in a few words; the first problem stays. So a caller may read on and look at the end:
 *
 *     tk_json_enter(&in, '{');
 *     while (tk_json_next_key(&in, &key))
 *         if (tk_span_is(key, "turn")) tk_json_read_int(&in, 0, 9, &turn);
 *         else tk_json_skip(&in);
 *     return in.problem == NULL;
 */
struct tk_json_in {
    const char *start, *at, *end;
    const char *problem;
    char where[64]; /* keys that lead to the problem, where a field table was read; "" if unknown */
    uint8_t depth;
    bool first; /* nothing of the innermost list or object has been read yet */
};

struct tk_json_in tk_json_in_over(struct tk_span text);
bool tk_json_fail(struct tk_json_in *in, const char *problem);
/* "seats[1].tokens: what is wrong", for people. */
void tk_json_problem(const struct tk_json_in *in, struct tk_writer *out);
bool tk_json_enter(struct tk_json_in *in, char bracket);
/* The next key of the object (true), or its end (false). Keys and strings must be without escapes. */
bool tk_json_next_key(struct tk_json_in *in, struct tk_span *out_key);
/* Another element of the list follows (true), or its end was read (false). */
bool tk_json_next(struct tk_json_in *in);
bool tk_json_read_int(struct tk_json_in *in, int64_t low, int64_t high, int64_t *out_number);
bool tk_json_read_string(struct tk_json_in *in, struct tk_span *out_text);
bool tk_json_read_bool(struct tk_json_in *in, bool *out_truth);
/* A null, if it stands next; no problem otherwise. */
bool tk_json_read_null(struct tk_json_in *in);
/* Any one value; the text of it goes to *out_value unless that is NULL. */
bool tk_json_skip(struct tk_json_in *in);
bool tk_json_read_raw(struct tk_json_in *in, struct tk_span *out_value);
/* Nothing but white space may be left. */
bool tk_json_finish(struct tk_json_in *in);

#endif
