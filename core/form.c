/* SPDX-License-Identifier: MIT */
/*
 * What a state can be made of, told from its field table for a form in which somebody sets one up:
 *
 *     {"rows":[ROW…],"kinds":[KIND…]}
 *     ROW    {"name":…,"kind":N,"low":…,"high":…,"seat":true,"null":true,"list":…,"most":…,"along":…}
 *            or {"name":…,"rows":[ROW…]}, with "list" where there are several such things
 *     KIND   {"form":"int"|"bool"|"name"|"text"|"row", "word":…, "once":true, "names":[…], "faces":[…], "letters":…,
 *            "places":…, "bits":…, "pieces":[{"before":…,"kind":N,"low":…,"high":…}…], "of":N, "count":…}
 *
 * A list is a "set" (each once, in no order), has "places" (all of them are always there), or is a
 * "list" that grows up to `most`. Only rows that this state has are told: an option may bring others.
 */
#include "fields_internal.h"

enum { KINDS_MAX = 32 };

/* Kinds in the order in which they are met; each is written once. */
struct form {
    struct tk_json *json;
    const struct tk_kind *kind[KINDS_MAX];
    int count;
};

static int number_of(struct form *f, const struct tk_kind *kind)
{
    int i = 0;
    while (i < f->count && f->kind[i] != kind)
        i++;
    TK_INVARIANT(i < KINDS_MAX);
    if (i == f->count && i < KINDS_MAX)
        f->kind[f->count++] = kind;
    return i;
}

static void put_flag(struct form *f, const char *key, bool is)
{
    if (is)
        tk_json_put_bool(f->json, key, true);
}

/* --- kinds --- */

static void write_piece(struct form *f, const struct tk_piece *piece, const char *before)
{
    tk_json_open(f->json, '{');
    tk_json_put_text(f->json, "before", before);
    tk_json_put_int(f->json, "kind", number_of(f, piece->kind));
    if (piece->kind->form == TK_FORM_INT) {
        tk_json_put_int(f->json, "low", piece->low);
        tk_json_put_int(f->json, "high", piece->high);
    }
    tk_json_close(f->json, '}');
}

/* A piece may consist of pieces: the first of them stands where it does. */
static void write_each_piece(struct form *f, const struct tk_kind *kind, const char *before)
{
    for (int i = 0; i < kind->piece_count; i++) {
        const struct tk_piece *piece = &kind->pieces[i];
        const char *here = i == 0 ? before : piece->before;
        if (piece->kind->piece_count > 0)
            write_each_piece(f, piece->kind, here);
        else
            write_piece(f, piece, here);
    }
}

static void write_pieces(struct form *f, const struct tk_kind *kind)
{
    tk_json_key(f->json, "pieces");
    tk_json_open(f->json, '[');
    write_each_piece(f, kind, kind->pieces[0].before);
    tk_json_close(f->json, ']');
}

static int64_t face_number(const struct tk_at *at, const struct tk_kind *kind, int64_t value)
{
    return kind->face_of != NULL ? kind->face_of(at, value) : value;
}

static void write_choice(const struct tk_at *at, const struct tk_kind *kind, int64_t value,
                         struct tk_json *json)
{
    if (kind->form == TK_FORM_NAME) {
        tk_json_text(json, tk_kind_name(kind, value));
        return;
    }
    tk_json_quote(json);
    kind->write(at, value, json->out);
    tk_json_unquote(json);
}

static void write_face(const struct tk_at *at, const struct tk_kind *kind, int64_t value,
                       struct tk_json *json)
{
    int64_t number = face_number(at, kind, value);
    if (number > 0)
        tk_face_write(at, kind->face, number, json);
    else
        tk_json_null(json);
}

/* One thing of every value there is to choose from. */
static void write_choices(const struct tk_at *at, const struct tk_kind *kind, const char *key,
                          void (*write)(const struct tk_at *, const struct tk_kind *, int64_t,
                                        struct tk_json *),
                          struct tk_json *json)
{
    bool named = kind->form == TK_FORM_NAME;
    int64_t from = named ? kind->first : kind->from, to = named ? kind->count - 1 : kind->to;
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int64_t value = from; value <= to; value++)
        if (face_number(at, kind, value) != -1 || kind->face_of == NULL)
            write(at, kind, value, json);
    tk_json_close(json, ']');
}

static void write_text(struct form *f, const struct tk_kind *kind)
{
    if (kind->letters != NULL) {
        tk_json_put_text(f->json, "letters", kind->letters);
        tk_json_put_int(f->json, "places", kind->places);
    } else if (kind->piece_count > 0) {
        write_pieces(f, kind);
    }
}

static void write_kind(struct form *f, const struct tk_at *at, const struct tk_kind *kind)
{
    static const char *const forms[] = {[TK_FORM_INT] = "int",
                                        [TK_FORM_BOOL] = "bool",
                                        [TK_FORM_NAME] = "name",
                                        [TK_FORM_TEXT] = "text",
                                        [TK_FORM_ROW] = "row"};
    bool chosen = kind->form == TK_FORM_NAME || kind->from != kind->to;
    tk_json_open(f->json, '{');
    tk_json_put_text(f->json, "form", chosen ? "name" : forms[kind->form]);
    if (kind->word != NULL)
        tk_json_put_text(f->json, "word", kind->word);
    put_flag(f, "once", kind->once);
    if (kind->form == TK_FORM_INT && kind->bits != 0)
        tk_json_put_int(f->json, "bits", kind->bits);
    if (chosen)
        write_choices(at, kind, "names", write_choice, f->json);
    if (chosen && kind->face != NULL)
        write_choices(at, kind, "faces", write_face, f->json);
    if (!chosen && kind->form == TK_FORM_TEXT)
        write_text(f, kind);
    if (kind->form == TK_FORM_ROW) {
        tk_json_put_int(f->json, "of", number_of(f, kind->of));
        tk_json_put_int(f->json, "count", tk_inner_count(at, kind));
    }
    tk_json_close(f->json, '}');
}

/* --- rows --- */

static void write_rows(struct form *f, struct tk_at *at, const struct tk_rows *rows);

static void write_list(struct form *f, const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    bool fixed = (row->flags & (TK_NULLABLE | TK_EXACT)) != 0 && !tk_row_counted(row);
    bool set = row->source == TK_FROM_BITS;
    bool exact = tk_row_has(at, TK_EXACT) && row->source == TK_FROM_ARRAY;
    tk_json_put_text(f->json, "list", set ? "set" : fixed ? "places" : "list");
    tk_json_put_int(f->json, "most", exact ? tk_row_length(at) : tk_row_room(at));
    if (row->along != NULL)
        tk_json_put_text(f->json, "along", row->along);
}

/* The ends of a number; of a name, its places among those of the kind. */
static void write_ends(struct form *f, const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    bool number = row->kind->form == TK_FORM_INT;
    bool some = row->kind->form == TK_FORM_NAME && row->high != 0;
    if (!number && !some)
        return;
    int first = number ? 0 : row->kind->first;
    tk_json_put_int(f->json, "low", row->low - first);
    tk_json_put_int(f->json, "high", tk_row_high(at) - first);
    put_flag(f, "seat", number && tk_row_has(at, TK_HIGH_PLAYERS) && row->high == -1);
}

static void write_inside(struct form *f, struct tk_at *at, const struct tk_rows *rows)
{
    tk_json_key(f->json, "rows");
    tk_json_open(f->json, '[');
    write_rows(f, at, rows);
    tk_json_close(f->json, ']');
}

static void write_row(struct form *f, const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    tk_json_open(f->json, '{');
    tk_json_put_text(f->json, "name", row->name);
    if (row->source == TK_FROM_GROUP) {
        struct tk_at same = *at;
        write_inside(f, &same, row->rows);
    } else if (row->kind->form == TK_FORM_THING) { /* all things of a list have the same rows */
        struct tk_at below = tk_at_below(at, tk_row_memory(at, 0), NULL, 0);
        write_list(f, at);
        write_inside(f, &below, row->kind->rows);
    } else {
        tk_json_put_int(f->json, "kind", number_of(f, row->kind));
        write_ends(f, at);
        put_flag(f, "null", tk_row_has(at, TK_NULLABLE));
        if (tk_row_is_list(row))
            write_list(f, at);
    }
    tk_json_close(f->json, '}');
}

static void write_rows(struct form *f, struct tk_at *at, const struct tk_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        at->row = &rows->row[i];
        if (at->row->name != NULL && tk_row_there(at))
            write_row(f, at);
    }
}

void tk_form(const struct tk_game *game, const void *state, struct tk_json *json)
{
    struct form f = {.json = json};
    struct tk_at at = tk_at_top(game, state, TK_SPECTATOR);
    tk_json_open(json, '{');
    write_inside(&f, &at, game->knowledge.fields->state);
    tk_json_key(json, "kinds");
    tk_json_open(json, '[');
    for (int i = 0; i < f.count; i++) /* pieces may bring more of them */
        write_kind(&f, &at, f.kind[i]);
    tk_json_close(json, ']');
    tk_json_close(json, '}');
}
