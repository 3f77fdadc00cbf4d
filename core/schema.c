/* SPDX-License-Identifier: MIT */
/* The JSON schema of a view, from its field table: types by name under "$defs". */
#include "fields_internal.h"

enum { TYPES_MAX = 64 };

/* Types in the order in which they are met; each is written once. */
struct schema {
    struct tk_json *json;
    const struct tk_rows *rows[TYPES_MAX]; /* an object by its rows, … */
    const struct tk_kind *kind[TYPES_MAX]; /* … or a kind that has a name */
    int count;
};

static const char *type_name(const struct schema *s, int i)
{
    return s->rows[i] != NULL ? s->rows[i]->type : s->kind[i]->type;
}

/* Two tables that give a type one name must describe the same type; the first one counts. */
static void note_type(struct schema *s, const char *type, const struct tk_rows *rows,
                      const struct tk_kind *kind)
{
    struct tk_span name = tk_span_of(type);
    for (int i = 0; i < s->count; i++)
        if (tk_span_is(name, type_name(s, i)))
            return;
    TK_INVARIANT(s->count < TYPES_MAX);
    if (s->count == TYPES_MAX)
        return;
    s->rows[s->count] = rows;
    s->kind[s->count++] = kind;
}

static void write_ref(struct schema *s, const char *name)
{
    tk_json_key(s->json, "$ref");
    tk_json_quote(s->json);
    tk_write_text(s->json->out, "#/$defs/");
    tk_write_text(s->json->out, name);
    tk_json_unquote(s->json);
}

/* --- objects --- */

static void write_members(struct schema *s, const struct tk_rows *rows);
static void write_list(struct schema *s, const struct tk_field *row);

static void write_object(struct schema *s, const struct tk_rows *rows)
{
    if (tk_rows_alone(rows)) {
        write_list(s, &rows->row[0]); /* nothing else stands alone */
    } else if (rows->type != NULL) {
        note_type(s, rows->type, rows, NULL);
        write_ref(s, rows->type);
    } else {
        write_members(s, rows);
    }
}

/* --- one value --- */

static void write_int(struct schema *s, const struct tk_field *row)
{
    tk_json_put_text(s->json, "type", "integer");
    if (row->low == 0 && row->high == 0)
        return;
    tk_json_put_int(s->json, "minimum", row->low);
    if ((row->flags & TK_HIGH_PLAYERS) == 0)
        tk_json_put_int(s->json, "maximum", row->high);
}

static void write_names(struct schema *s, const char *key, const struct tk_kind *kind)
{
    tk_json_key(s->json, key);
    tk_json_open(s->json, '[');
    for (int i = kind->first; i < kind->count; i++)
        tk_json_text(s->json, tk_kind_name(kind, i));
    tk_json_close(s->json, ']');
}

static void write_lanes(struct schema *s, const struct tk_kind *kind)
{
    tk_json_put_text(s->json, "type", "object");
    tk_json_key(s->json, "properties");
    tk_json_open(s->json, '{');
    for (int i = 0; i < kind->count; i++) {
        tk_json_key(s->json, tk_kind_name(kind, i));
        tk_json_open(s->json, '{');
        tk_json_put_text(s->json, "type", "integer");
        tk_json_close(s->json, '}');
    }
    tk_json_close(s->json, '}');
    if (!kind->sparse)
        write_names(s, "required", kind);
    tk_json_put_bool(s->json, "additionalProperties", false);
}

static void write_value(struct schema *s, const struct tk_field *row, const struct tk_kind *kind);

static void write_inner(struct schema *s, const struct tk_field *row, const struct tk_kind *kind)
{
    tk_json_put_text(s->json, "type", "array");
    tk_json_key(s->json, "items");
    write_value(s, row, kind->of);
}

/* Members of an object that the caller opened; without regard to a name of the kind. */
static void write_form(struct schema *s, const struct tk_field *row, const struct tk_kind *kind)
{
    switch (kind->form) {
    case TK_FORM_INT:
        write_int(s, row);
        break;
    case TK_FORM_BOOL:
        tk_json_put_text(s->json, "type", "boolean");
        break;
    case TK_FORM_NAME:
        write_names(s, "enum", kind);
        break;
    case TK_FORM_TEXT:
    case TK_FORM_PRINT:
        tk_json_put_text(s->json, "type", "string");
        break;
    case TK_FORM_LANES:
        write_lanes(s, kind);
        break;
    case TK_FORM_ROW:
        write_inner(s, row, kind);
        break;
    case TK_FORM_THING:
    case TK_FORM_FACE:
        write_object(s, kind->rows);
        break;
    }
}

static void write_kind(struct schema *s, const struct tk_field *row, const struct tk_kind *kind)
{
    tk_json_open(s->json, '{');
    if (kind->type != NULL) {
        note_type(s, kind->type, NULL, kind);
        write_ref(s, kind->type);
    } else {
        write_form(s, row, kind);
    }
    tk_json_close(s->json, '}');
}

static void begin_nullable(struct schema *s)
{
    tk_json_open(s->json, '{');
    tk_json_key(s->json, "anyOf");
    tk_json_open(s->json, '[');
}

static void end_nullable(struct schema *s)
{
    tk_json_open(s->json, '{');
    tk_json_put_text(s->json, "type", "null");
    tk_json_close(s->json, '}');
    tk_json_close(s->json, ']');
    tk_json_close(s->json, '}');
}

static void write_value(struct schema *s, const struct tk_field *row, const struct tk_kind *kind)
{
    bool nullable = (row->flags & TK_NULLABLE) != 0 && !tk_kind_in_memory(kind);
    if (nullable)
        begin_nullable(s);
    write_kind(s, row, kind);
    if (nullable)
        end_nullable(s);
}

/* --- rows --- */

static void write_record(struct schema *s, const struct tk_field *row)
{
    bool nullable = !tk_row_is_list(row) && (row->flags & TK_NULLABLE) != 0;
    if (nullable)
        begin_nullable(s);
    tk_json_open(s->json, '{');
    write_object(s, row->rows);
    tk_json_close(s->json, '}');
    if (nullable)
        end_nullable(s);
}

static void write_element(struct schema *s, const struct tk_field *row)
{
    if (row->kind == NULL)
        write_record(s, row);
    else
        write_value(s, row, row->kind);
}

/*
 * How many keys a list with keys can have: names end with NULL, or are as many as there is room, unless
 * `key` chooses among them.
 */
static int key_count(const struct tk_field *row)
{
    int count = 0;
    bool by_place = row->key == NULL && row->count != 0;
    while ((!by_place || count < row->count) && row->keys[count] != NULL)
        count++;
    return count;
}

static void write_keys(struct schema *s, const struct tk_field *row)
{
    for (int i = 0; i < key_count(row); i++) {
        tk_json_key(s->json, row->keys[i]);
        write_element(s, row);
    }
}

/* Which of the keys are there may depend on the state, so that none is required. */
static void write_keyed(struct schema *s, const struct tk_field *row)
{
    tk_json_put_text(s->json, "type", "object");
    tk_json_key(s->json, "properties");
    tk_json_open(s->json, '{');
    write_keys(s, row);
    tk_json_close(s->json, '}');
    if ((row->flags & TK_EXACT) != 0) {
        tk_json_key(s->json, "required");
        tk_json_open(s->json, '[');
        for (int i = 0; i < key_count(row); i++)
            tk_json_text(s->json, row->keys[i]);
        tk_json_close(s->json, ']');
    }
    tk_json_put_bool(s->json, "additionalProperties", false);
}

static void write_list(struct schema *s, const struct tk_field *row)
{
    if (row->keys != NULL) {
        write_keyed(s, row);
    } else {
        tk_json_put_text(s->json, "type", row->key != NULL ? "object" : "array");
        tk_json_key(s->json, row->key != NULL ? "additionalProperties" : "items");
        write_element(s, row);
    }
}

/* The rows of an object without a name, whose members stand among the others; NULL if it is none. */
static const struct tk_rows *spliced(const struct tk_field *row)
{
    if (row->name != NULL)
        return NULL;
    if (row->source == TK_FROM_RECORD)
        return row->rows;
    return row->kind != NULL ? row->kind->rows : NULL;
}

static void write_properties(struct schema *s, const struct tk_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const struct tk_field *row = &rows->row[i];
        const struct tk_rows *inside = spliced(row);
        if (inside != NULL)
            write_properties(s, inside);
        else if (row->name == NULL && row->keys != NULL)
            write_keys(s, row);
        if (row->name == NULL)
            continue;
        tk_json_key(s->json, row->name);
        if (!tk_row_is_list(row)) {
            write_element(s, row);
            continue;
        }
        tk_json_open(s->json, '{');
        write_list(s, row);
        tk_json_close(s->json, '}');
    }
}

static void write_required(struct schema *s, const struct tk_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        const struct tk_field *row = &rows->row[i];
        const struct tk_rows *inside = spliced(row);
        if (row->when != NULL || row->gate != 0 || (row->flags & TK_IF_ANY) != 0)
            continue;
        if (inside != NULL && (row->flags & TK_NULLABLE) == 0)
            write_required(s, inside);
        if (row->name != NULL)
            tk_json_text(s->json, row->name);
    }
}

static void write_members(struct schema *s, const struct tk_rows *rows)
{
    tk_json_put_text(s->json, "type", "object");
    tk_json_key(s->json, "properties");
    tk_json_open(s->json, '{');
    write_properties(s, rows);
    tk_json_close(s->json, '}');
    tk_json_key(s->json, "required");
    tk_json_open(s->json, '[');
    write_required(s, rows);
    tk_json_close(s->json, ']');
    tk_json_put_bool(s->json, "additionalProperties", false);
}

void tk_schema(const struct tk_fields *fields, struct tk_json *json)
{
    static const struct tk_field no_row = {0};
    struct schema s = {.json = json};
    note_type(&s, fields->view->type, fields->view, NULL);
    tk_json_open(json, '{');
    tk_json_put_text(json, "$schema", "https://json-schema.org/draft/2020-12/schema");
    write_ref(&s, fields->view->type);
    tk_json_key(json, "$defs");
    tk_json_open(json, '{');
    for (int i = 0; i < s.count; i++) { /* writing one may find more */
        tk_json_key(json, type_name(&s, i));
        tk_json_open(json, '{');
        if (s.rows[i] != NULL)
            write_members(&s, s.rows[i]);
        else
            write_form(&s, &no_row, s.kind[i]);
        tk_json_close(json, '}');
    }
    tk_json_close(json, '}');
    tk_json_close(json, '}');
}
