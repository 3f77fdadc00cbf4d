/* SPDX-License-Identifier: MIT */
/* Facts in and out of JSON, led by lists of fields. */
#include "facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* --- reading: false when the value does not fit --- */

/* NULL if it is no text, or one with a zero byte in it. */
static const char *whole_text(const json_t *value)
{
    const char *text = json_string_value(value);
    return text != NULL && strlen(text) == json_string_length(value) ? text : NULL;
}

static bool read_seat(const struct field *field, json_t *value, void *at)
{
    (void)field;
    json_int_t seat = json_integer_value(value);
    *(int *)at = (int)seat;
    return json_is_integer(value) && seat >= -1 && seat < TK_SEATS_MAX;
}

static bool read_number(const struct field *field, json_t *value, void *at)
{
    (void)field;
    *(int64_t *)at = json_integer_value(value);
    return json_is_integer(value);
}

static bool read_ply(const struct field *field, json_t *value, void *at)
{
    (void)field;
    json_int_t ply = json_integer_value(value);
    *(int *)at = (int)ply;
    return json_is_integer(value) && ply >= 0 && ply < INT32_MAX;
}

static bool read_flag(const struct field *field, json_t *value, void *at)
{
    (void)field;
    *(bool *)at = json_is_true(value);
    return json_is_boolean(value);
}

static bool read_hash(const struct field *field, json_t *value, void *at)
{
    (void)field;
    char *end = NULL;
    const char *text = whole_text(value);
    if (text == NULL || strlen(text) != 16)
        return false;
    *(uint64_t *)at = strtoull(text, &end, 16);
    return *end == '\0';
}

static bool read_secret(const struct field *field, json_t *value, void *at)
{
    return hex_read(whole_text(value), at, field->size);
}

static bool read_text(const struct field *field, json_t *value, void *at)
{
    const char *text = whole_text(value);
    if (text == NULL || strlen(text) >= field->size)
        return false;
    snprintf(at, field->size, "%s", text);
    return true;
}

static bool read_scores(const struct field *field, json_t *value, void *at)
{
    int32_t *scores = at;
    (void)field;
    for (size_t i = 0; i < json_array_size(value) && i < TK_SEATS_MAX; i++)
        scores[i] = (int32_t)json_integer_value(json_array_get(value, i));
    return json_is_array(value) && json_array_size(value) <= TK_SEATS_MAX;
}

/* --- writing --- */

static void write_seat(const struct field *field, const struct facts *f, const void *at,
                       struct tk_json *json)
{
    (void)field, (void)f;
    tk_json_int(json, *(const int *)at);
}

static void write_number(const struct field *field, const struct facts *f, const void *at,
                         struct tk_json *json)
{
    (void)field, (void)f;
    tk_json_int(json, *(const int64_t *)at);
}

static void write_flag(const struct field *field, const struct facts *f, const void *at,
                       struct tk_json *json)
{
    (void)field, (void)f;
    tk_json_bool(json, *(const bool *)at);
}

static void write_hash(const struct field *field, const struct facts *f, const void *at,
                       struct tk_json *json)
{
    (void)field, (void)f;
    tk_json_quote(json);
    tk_write_hex(json->out, *(const uint64_t *)at, 16);
    tk_json_unquote(json);
}

static void write_secret(const struct field *field, const struct facts *f, const void *at,
                         struct tk_json *json)
{
    (void)f;
    char text[2 * 64 + 1];
    sodium_bin2hex(text, sizeof text, at, field->size);
    tk_json_text(json, text);
}

static void write_text(const struct field *field, const struct facts *f, const void *at,
                       struct tk_json *json)
{
    (void)field, (void)f;
    tk_json_text(json, at);
}

static void write_scores(const struct field *field, const struct facts *f, const void *at,
                         struct tk_json *json)
{
    const int32_t *scores = at;
    (void)field;
    tk_json_open(json, '[');
    for (int seat = 0; seat < f->players; seat++)
        tk_json_int(json, scores[seat]);
    tk_json_close(json, ']');
}

static const struct {
    bool (*read)(const struct field *, json_t *, void *);
    void (*write)(const struct field *, const struct facts *, const void *, struct tk_json *);
    const char *type; /* in the page's language */
} kinds[] = {
    [FIELD_SEAT] = {read_seat, write_seat, "number"},
    [FIELD_NUMBER] = {read_number, write_number, "number"},
    [FIELD_PLY] = {read_ply, write_seat, "number"},
    [FIELD_FLAG] = {read_flag, write_flag, "boolean"},
    [FIELD_HASH] = {read_hash, write_hash, "string"},
    [FIELD_SECRET] = {read_secret, write_secret, "string"},
    [FIELD_TEXT] = {read_text, write_text, "string"},
    [FIELD_SCORES] = {read_scores, write_scores, "number[]"},
    [FIELD_WISH] = {NULL, NULL, "NewTable"},
};

const char *field_kind_type(enum field_kind kind)
{
    return kinds[kind].type;
}

bool facts_read(const struct field *fields, json_t *object, struct facts *out,
                const char **out_wrong)
{
    *out = (struct facts){.seat = -1};
    for (const struct field *field = fields; field->name != NULL; field++) {
        *out_wrong = field->name;
        if (field->kind == FIELD_WISH) {
            if (!wish_load(object, &out->wish))
                return false;
            continue;
        }
        json_t *value = json_object_get(object, field->name);
        bool missing = value == NULL || json_is_null(value);
        if (missing && (field->use & FIELD_OPTIONAL) != 0)
            continue;
        if (missing || !kinds[field->kind].read(field, value, (char *)out + field->offset))
            return false;
        if (field->present_offset != 0)
            *(bool *)((char *)out + field->present_offset) = true;
        if (field->kind == FIELD_SCORES)
            out->players = (int)json_array_size(value);
    }
    *out_wrong = NULL;
    return true;
}

/* An optional field that is not there is left out. */
static bool is_there(const struct field *field, const struct facts *facts)
{
    const char *at = (const char *)facts + field->offset;
    if ((field->use & FIELD_OPTIONAL) == 0)
        return true;
    if (field->present_offset != 0)
        return *(const bool *)((const char *)facts + field->present_offset);
    return field->kind == FIELD_FLAG ? *(const bool *)at : at[0] != '\0';
}

void facts_write(const struct field *fields, const struct facts *facts, unsigned use,
                 struct tk_json *json)
{
    for (const struct field *field = fields; field->name != NULL; field++) {
        if ((use != 0 && (field->use & use) == 0) || !is_there(field, facts))
            continue;
        if (field->kind == FIELD_WISH) {
            wish_write(&facts->wish, json);
            continue;
        }
        tk_json_key(json, field->name);
        kinds[field->kind].write(field, facts, (const char *)facts + field->offset, json);
    }
}
