/* SPDX-License-Identifier: MIT */
/* Field tables as JSON: dumps, deals, and what a viewer may see. */
#include "fields_internal.h"

struct walk {
    struct tk_json *json;
    unsigned char *room; /* for records */
    size_t used;
};

/* A number, or where the value lies. */
struct value {
    int64_t number;
    const void *memory;
};

static void write_rows(struct walk *w, struct tk_at *at, const struct tk_rows *rows);

/* A table of one row without a key is the value of that row. */
static void write_object(struct walk *w, struct tk_at *at, const struct tk_rows *rows)
{
    if (tk_rows_alone(rows)) {
        write_rows(w, at, rows);
        return;
    }
    tk_json_open(w->json, '{');
    write_rows(w, at, rows);
    tk_json_close(w->json, '}');
}

static void write_name_of(struct walk *w, const struct tk_field *row)
{
    if (row->name[0] != '\0')
        tk_json_key(w->json, row->name);
}

/* --- one value, by its kind --- */

static void write_int(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                      struct value value)
{
    (void)at;
    tk_json_int(w->json, value.number + kind->plus);
}

static void write_bool(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                       struct value value)
{
    (void)at, (void)kind;
    tk_json_bool(w->json, value.number != 0);
}

static void write_name(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                       struct value value)
{
    (void)at;
    if (value.number < kind->first || value.number >= kind->count)
        tk_json_null(w->json);
    else
        tk_json_text(w->json, tk_kind_name(kind, value.number));
}

static void write_text(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                       struct value value)
{
    tk_json_quote(w->json);
    tk_kind_write(at, kind, value.number, w->json->out);
    tk_json_unquote(w->json);
}

static void write_lanes(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                        struct value value)
{
    (void)at;
    tk_json_open(w->json, '{');
    for (int i = 0; i < kind->count; i++) {
        int64_t number = value.number >> (kind->bits * i) & ((1 << kind->bits) - 1);
        if (number != 0 || !kind->sparse)
            tk_json_put_int(w->json, tk_kind_name(kind, i), number);
    }
    tk_json_close(w->json, '}');
}

static void write_value(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                        struct value value);

static void write_inner(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                        struct value value)
{
    int count = value.memory != NULL ? tk_inner_count(at, kind) : 0;
    int size = tk_row_width(at->row);
    tk_json_open(w->json, '[');
    for (int i = 0; i < count; i++) {
        const char *memory = (const char *)value.memory + i * size;
        struct value inner = {tk_fetch(memory, size, tk_row_signed(at->row)), memory};
        write_value(w, at, kind->of, inner);
    }
    tk_json_close(w->json, ']');
}

static void write_thing(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                        struct value value)
{
    struct tk_at below = tk_at_below(at, value.memory, NULL, (int)value.number);
    write_object(w, &below, kind->rows);
}

static const void *face_of(const struct tk_kind *kind, int64_t number)
{
    bool there = number >= 0 && number < kind->count;
    return (const char *)kind->table + (there ? (size_t)number * kind->stride : 0);
}

static void write_face(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                       struct value value)
{
    struct tk_at below = tk_at_below(at, face_of(kind, value.number), NULL, (int)value.number);
    write_object(w, &below, kind->rows);
}

static const char *print_of(struct value value)
{
    return value.memory != NULL ? *(const char *const *)value.memory : "";
}

static void write_print(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                        struct value value)
{
    (void)at, (void)kind;
    tk_json_text(w->json, print_of(value));
}

static void write_value(struct walk *w, const struct tk_at *at, const struct tk_kind *kind,
                        struct value value)
{
    static void (*const by[])(struct walk *, const struct tk_at *, const struct tk_kind *,
                              struct value) = {
        [TK_FORM_INT] = write_int,     [TK_FORM_BOOL] = write_bool,   [TK_FORM_NAME] = write_name,
        [TK_FORM_TEXT] = write_text,   [TK_FORM_LANES] = write_lanes, [TK_FORM_ROW] = write_inner,
        [TK_FORM_THING] = write_thing, [TK_FORM_FACE] = write_face,   [TK_FORM_PRINT] = write_print,
    };
    if (tk_row_has(at, TK_NULLABLE) && !tk_kind_in_memory(kind) && value.number == kind->none)
        tk_json_null(w->json);
    else
        by[kind->form](w, at, kind, value);
}

/* --- lists, or objects where the elements have keys --- */

static char bracket_of(const struct tk_field *row, bool opens)
{
    bool keyed = row->keys != NULL || row->key != NULL;
    if (opens)
        return keyed ? '{' : '[';
    return keyed ? '}' : ']';
}

/* Without a name the elements, which have keys, stand among the other members. */
static void open_list(struct walk *w, const struct tk_field *row)
{
    if (row->name == NULL)
        return;
    write_name_of(w, row);
    tk_json_open(w->json, bracket_of(row, true));
}

static void close_list(struct walk *w, const struct tk_field *row)
{
    if (row->name != NULL)
        tk_json_close(w->json, bracket_of(row, false));
}

static void write_key(struct walk *w, const struct tk_at *at, const struct tk_field *row, int item)
{
    if (row->key != NULL) {
        tk_json_quote(w->json);
        row->key(at, item, w->json->out);
        tk_json_unquote(w->json);
        tk_write_char(w->json->out, ':');
        w->json->comma = false;
    } else if (row->keys != NULL) {
        tk_json_key(w->json, row->keys[item]);
    }
}

static int gather_array(const struct tk_at *at, int64_t *out)
{
    int length = tk_row_length(at), size = at->row->size, count = 0;
    bool negative = tk_row_signed(at->row), reversed = tk_row_has(at, TK_REVERSED);
    int first = tk_row_first(at), step = reversed ? -size : size;
    const char *memory = tk_row_memory(at, reversed ? length - 1 : first);
    for (int i = first; i < length && i < TK_VALUES_MAX; i++, memory += step)
        out[count++] = tk_fetch(memory, size, negative);
    return count;
}

static int gather_bits(const struct tk_at *at, int64_t *out)
{
    int64_t number = at->row->number != NULL ? at->row->number(at) : 0;
    const uint8_t *bytes =
        at->row->number != NULL ? (const uint8_t *)&number : tk_row_memory(at, 0);
    int size = at->row->size, count = 0;
    for (int i = 0; i < size; i += 8) {
        uint64_t rest = (uint64_t)tk_fetch(bytes + i, size - i < 8 ? size - i : 8, false);
        for (; rest != 0; rest &= rest - 1)
            out[count++] = 8 * i + __builtin_ctzll(rest);
    }
    return count;
}

static int gather_places(const struct tk_at *at, int64_t *out)
{
    struct tk_at place = tk_at_below(at, at->thing, NULL, 0);
    int length = tk_row_length(at), count = 0;
    for (; count < length; count++) {
        place.index = count;
        out[count] = at->row->number != NULL ? at->row->number(&place) : count;
    }
    return count;
}

/* The places of which the fact of the row is true. */
static int gather_where(const struct tk_at *at, int64_t *out)
{
    struct tk_at place = tk_at_below(at, at->thing, NULL, 0);
    int length = tk_row_length(at), count = 0;
    for (; place.index < length; place.index++)
        if (at->row->number(&place) != 0)
            out[count++] = place.index;
    return count;
}

static int gather(const struct tk_at *at, int64_t *out);

static int gather_parts(const struct tk_at *at, int64_t *out)
{
    struct tk_at part = *at;
    int count = 0;
    for (int i = 0; i < at->row->rows->count; i++) {
        part.row = &at->row->rows->row[i];
        count += gather(&part, out + count);
    }
    return count;
}

static int gather(const struct tk_at *at, int64_t *out)
{
    if (at->row->source == TK_FROM_PARTS)
        return gather_parts(at, out);
    if (at->row->source == TK_FROM_PLACES)
        return gather_where(at, out);
    if (at->row->source == TK_FROM_LIST)
        return at->row->list != NULL ? at->row->list(at, out) : gather_places(at, out);
    return at->row->source == TK_FROM_BITS ? gather_bits(at, out) : gather_array(at, out);
}

static void write_numbers(struct walk *w, const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    int64_t numbers[TK_VALUES_MAX];
    int count = gather(at, numbers);
    if (count == 0 && tk_row_has(at, TK_IF_ANY))
        return;
    open_list(w, row);
    for (int i = 0; i < count; i++) {
        if (tk_row_has(at, TK_SKIP_NONE) && numbers[i] == row->kind->none)
            continue;
        write_key(w, at, row, i);
        write_value(w, at, row->kind, (struct value){.number = numbers[i]});
    }
    close_list(w, row);
}

static void write_memories(struct walk *w, const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    int length = tk_row_length(at);
    open_list(w, row);
    for (int i = 0; i < length; i++) {
        write_key(w, at, row, i);
        write_value(w, at, row->kind, (struct value){i, tk_row_memory(at, i)});
    }
    close_list(w, row);
}

/* --- computed records --- */

static void *take_room(struct walk *w, size_t size)
{
    size_t aligned = (size + 15) & ~(size_t)15;
    TK_INVARIANT(w->used + aligned <= TK_RECORDS_ROOM);
    if (w->room == NULL || w->used + aligned > TK_RECORDS_ROOM)
        return NULL;
    void *room = w->room + w->used;
    tk_fill(room, 0, size);
    w->used += aligned;
    return room;
}

static void write_record(struct walk *w, const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    size_t before = w->used;
    void *record = take_room(w, row->size);
    bool there = record != NULL && row->fill(at, 0, record);
    struct tk_at below = tk_at_below(at, record, NULL, at->index);
    if (row->name != NULL)
        write_name_of(w, row);
    if (!there && row->name != NULL)
        tk_json_null(w->json);
    else if (there && row->name != NULL)
        write_object(w, &below, row->rows);
    else if (there)
        write_rows(w, &below, row->rows);
    w->used = before;
}

static void write_records(struct walk *w, const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    int most = row->count != 0 ? row->count : INT_MAX;
    if (row->length != NULL || tk_row_counted(row))
        most = row->length != NULL ? (int)row->length(at) : tk_row_count(at);
    size_t before = w->used;
    void *record = take_room(w, row->size);
    open_list(w, row);
    for (int i = 0; record != NULL && i < most && row->fill(at, i, record); i++) {
        struct tk_at below = tk_at_below(at, record, NULL, i);
        write_key(w, &below, row, i);
        write_object(w, &below, row->rows);
    }
    close_list(w, row);
    w->used = before;
}

static void write_each(struct walk *w, const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    int64_t numbers[TK_VALUES_MAX];
    int count = row->list != NULL ? row->list(at, numbers) : tk_row_length(at);
    open_list(w, row);
    struct tk_at below = tk_at_below(at, at->thing, NULL, 0);
    for (int i = 0; i < count; i++) {
        below.index = row->list != NULL ? (int)numbers[i] : i;
        if (row->number != NULL && row->number(&below) == 0)
            continue;
        write_key(w, &below, row, i);
        write_object(w, &below, row->rows);
    }
    close_list(w, row);
}

/* --- rows --- */

static bool is_missing(const struct tk_kind *kind, struct value value)
{
    if (kind->form == TK_FORM_PRINT)
        return print_of(value)[0] == '\0';
    return value.number == kind->none;
}

/* An object without a name: its members stand among the others. */
static void write_spliced(struct walk *w, const struct tk_at *at, struct value value)
{
    const struct tk_kind *kind = at->row->kind;
    const void *thing = kind->form == TK_FORM_FACE ? face_of(kind, value.number) : value.memory;
    struct tk_at below = tk_at_below(at, thing, NULL, (int)value.number);
    write_rows(w, &below, kind->rows);
}

/* A number with a key, as most members are: both are written at once, which is faster. */
static bool is_plain(const struct tk_field *row, struct value value)
{
    if (row->kind->form != TK_FORM_INT || row->name[0] == '\0')
        return false;
    return (row->flags & TK_NULLABLE) == 0 || value.number != row->kind->none;
}

static void write_one(struct walk *w, const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    struct value value = {.memory = tk_row_memory(at, row->by_index ? at->index : 0)};
    if (row->source == TK_FROM_NUMBER)
        value.number = row->number != NULL ? row->number(at) : row->arg;
    else if (row->kind->form == TK_FORM_THING)
        value.number = at->index;
    else if (!tk_kind_in_memory(row->kind))
        value.number = tk_fetch(value.memory, row->size, tk_row_signed(row));
    if (tk_row_has(at, TK_IF_ANY) && is_missing(row->kind, value))
        return;
    if (row->name == NULL) {
        write_spliced(w, at, value);
        return;
    }
    if (is_plain(row, value)) {
        tk_json_put_int(w->json, row->name, value.number + row->kind->plus);
        return;
    }
    write_name_of(w, row);
    write_value(w, at, row->kind, value);
}

static void write_list(struct walk *w, const struct tk_at *at)
{
    if (at->row->source == TK_FROM_ARRAY && tk_kind_in_memory(at->row->kind))
        write_memories(w, at);
    else
        write_numbers(w, at);
}

static void write_group(struct walk *w, const struct tk_at *at)
{
    struct tk_at same = *at;
    write_name_of(w, at->row);
    if (at->row->number != NULL && at->row->number(at) == 0)
        tk_json_null(w->json);
    else
        write_object(w, &same, at->row->rows);
}

/* A member that no text has. */
static bool is_silent(const struct tk_field *row)
{
    if (row->name != NULL || row->keys != NULL || row->source == TK_FROM_RECORD)
        return false;
    return row->kind == NULL ||
           (row->kind->form != TK_FORM_THING && row->kind->form != TK_FORM_FACE);
}

static void write_rows(struct walk *w, struct tk_at *at, const struct tk_rows *rows)
{
    static void (*const by[])(struct walk *, const struct tk_at *) = {
        [TK_FROM_MEMBER] = write_one,      [TK_FROM_ARRAY] = write_list,
        [TK_FROM_BITS] = write_list,       [TK_FROM_NUMBER] = write_one,
        [TK_FROM_LIST] = write_list,       [TK_FROM_RECORD] = write_record,
        [TK_FROM_RECORDS] = write_records, [TK_FROM_EACH] = write_each,
        [TK_FROM_GROUP] = write_group,     [TK_FROM_PARTS] = write_list,
        [TK_FROM_PLACES] = write_list,
    };
    for (int i = 0; i < rows->count; i++) {
        at->row = &rows->row[i];
        if (!is_silent(at->row) && tk_row_there(at))
            by[at->row->source](w, at);
    }
}

void tk_face_write(const struct tk_at *at, const struct tk_kind *kind, int64_t number,
                   struct tk_json *json)
{
    struct walk w = {.json = json};
    write_face(&w, at, kind, (struct value){.number = number});
}

void tk_fields_dump(const struct tk_game *game, const void *state, struct tk_json *json)
{
    struct walk w = {.json = json};
    struct tk_at at = tk_at_top(game, state, TK_SPECTATOR);
    write_rows(&w, &at, game->knowledge.fields->state);
}

void tk_deal(const struct tk_game *game, const void *fresh_state, struct tk_json *json)
{
    struct walk w = {.json = json};
    struct tk_at at = tk_at_top(game, fresh_state, TK_SPECTATOR);
    write_rows(&w, &at, game->knowledge.fields->deal);
}

void tk_chance_write(const struct tk_game *game, const void *before, const void *after,
                     struct tk_json *json)
{
    struct walk w = {.json = json};
    struct tk_at at = tk_at_top(game, after, TK_SPECTATOR);
    at.before = before;
    tk_json_put_text(json, "what", game->knowledge.fields->chance_what);
    write_rows(&w, &at, game->knowledge.fields->chance);
}

void tk_board(const struct tk_game *game, const void *state, int seat, struct tk_json *json)
{
    tk_state known;
    unsigned char room[TK_RECORDS_ROOM] __attribute__((aligned(16)));
    struct walk w = {.json = json, .room = room};
    struct tk_at at = tk_at_top(game, state, seat);
    tk_fields_known(game, state, seat, known);
    at.state = at.thing = known;
    write_rows(&w, &at, game->knowledge.fields->view);
}
