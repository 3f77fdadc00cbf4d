/* SPDX-License-Identifier: MIT */
/* Field tables read from JSON: whole states, deals, what chance did. The path of keys tells where a text is wrong. */
#include "core_words.h"
#include "fields_internal.h"

enum { PATH_MAX_DEPTH = 8 };

struct reading {
    struct tk_json_in *in;
    const char *what; /* of a line of chance, which has two keys before its rows */
    int depth;
    struct {
        struct tk_span key;
        int item; /* or -1 */
    } path[PATH_MAX_DEPTH];
};

/* --- where it went wrong --- */

static void write_path(const struct reading *r, struct tk_writer *out)
{
    for (int i = 0; i < r->depth; i++) {
        if (i > 0 && r->path[i].key.length > 0)
            tk_write_char(out, '.');
        tk_write(out, r->path[i].key.data, r->path[i].key.length);
        if (r->path[i].item >= 0) {
            tk_write_char(out, '[');
            tk_write_int(out, r->path[i].item);
            tk_write_char(out, ']');
        }
    }
}

/* The innermost path stays, as the first problem does. */
static bool note_where(struct reading *r)
{
    struct tk_json_in *in = r->in;
    if (in->problem == NULL)
        return true;
    if (in->where[0] == '\0') {
        struct tk_writer out = tk_writer_over(in->where, sizeof in->where);
        write_path(r, &out);
        tk_writer_text(&out);
    }
    return false;
}

/* --- one value --- */

static bool read_int(struct reading *r, const struct tk_at *at, const struct tk_kind *kind,
                     int64_t *out)
{
    int64_t number;
    if (!tk_json_read_int(r->in, at->row->low, tk_row_high(at), &number))
        return false;
    *out = number - kind->plus;
    return true;
}

static bool read_bool(struct reading *r, const struct tk_at *at, const struct tk_kind *kind,
                      int64_t *out)
{
    bool truth;
    (void)at, (void)kind;
    if (!tk_json_read_bool(r->in, &truth))
        return false;
    *out = truth;
    return true;
}

static bool read_name(struct reading *r, const struct tk_at *at, const struct tk_kind *kind,
                      int64_t *out)
{
    struct tk_span text;
    (void)at;
    if (!tk_json_read_string(r->in, &text))
        return false;
    return tk_kind_find(kind, text, out) ||
           tk_json_fail(r->in, kind->problem != NULL ? kind->problem : TK_PROBLEM_NAME);
}

static bool read_text(struct reading *r, const struct tk_at *at, const struct tk_kind *kind,
                      int64_t *out)
{
    struct tk_span text;
    if (!tk_json_read_string(r->in, &text))
        return false;
    return tk_kind_read(at, kind, text, out) ||
           tk_json_fail(r->in, kind->problem != NULL ? kind->problem : TK_PROBLEM_UNDERSTOOD);
}

static bool read_value(struct reading *r, const struct tk_at *at, const struct tk_kind *kind,
                       int64_t *out)
{
    static bool (*const by[])(struct reading *, const struct tk_at *, const struct tk_kind *,
                              int64_t *) = {
        [TK_FORM_INT] = read_int,
        [TK_FORM_BOOL] = read_bool,
        [TK_FORM_NAME] = read_name,
        [TK_FORM_TEXT] = read_text,
    };
    if (tk_row_has(at, TK_NULLABLE) && tk_json_read_null(r->in)) {
        *out = kind->none;
        return true;
    }
    TK_INVARIANT(kind->form <= TK_FORM_TEXT);
    return by[kind->form](r, at, kind, out);
}

/* --- lists --- */

static bool is_full(struct reading *r, bool exact, int count, int room)
{
    r->path[r->depth - 1].item = -1;
    if (r->in->problem == NULL && exact && count != room)
        return tk_json_fail(r->in, TK_PROBLEM_SHORT);
    return r->in->problem == NULL;
}

/* At most `room` values of a kind; how many goes to *out_count. A list inside a list is always full. */
static bool read_list(struct reading *r, const struct tk_at *at, const struct tk_kind *kind,
                      int room, int64_t *out, int *out_count)
{
    int count = 0;
    tk_json_enter(r->in, '[');
    for (; tk_json_next(r->in); count++) {
        r->path[r->depth - 1].item = count;
        if (count == room)
            return tk_json_fail(r->in, TK_PROBLEM_LONG);
        out[count] = count; /* a text may want to know which one it is */
        if (!read_value(r, at, kind, &out[count]))
            return false;
    }
    *out_count = count;
    return is_full(r, tk_row_has(at, TK_EXACT) || at->row->kind != kind, count, room);
}

/* A list that must be full has the length that it would be written with. */
static int exact_room(const struct tk_at *at)
{
    bool exact = tk_row_has(at, TK_EXACT) && !tk_row_counted(at->row);
    return exact ? tk_row_length(at) : tk_row_room(at);
}

static void store_array(const struct tk_at *at, const int64_t *values, int count)
{
    int64_t none = tk_row_has(at, TK_NULLABLE) ? at->row->kind->none : 0;
    for (int i = 0; i < tk_row_room(at); i++)
        tk_store(tk_row_into(at, i), at->row->size, none);
    for (int i = 0; i < count; i++) {
        int item = tk_row_has(at, TK_REVERSED) ? count - 1 - i : i;
        tk_store(tk_row_into(at, item), at->row->size, values[i]);
    }
    tk_row_set_count(at, count);
}

static bool read_array(struct reading *r, const struct tk_at *at)
{
    int64_t values[TK_VALUES_MAX];
    int count = 0, room = exact_room(at);
    TK_INVARIANT(tk_row_room(at) <= TK_VALUES_MAX);
    if (!read_list(r, at, at->row->kind, room, values, &count))
        return false;
    store_array(at, values, count);
    return true;
}

/* Something is computed to be written, and yet read into memory. */
static bool is_stored(const struct tk_field *row)
{
    return row->put == NULL && row->size != 0;
}

/* Every part but the last has a length of its own. */
static bool read_parts(struct reading *r, const struct tk_at *at)
{
    int64_t values[TK_VALUES_MAX];
    const struct tk_rows *parts = at->row->rows;
    struct tk_at part = *at;
    int count = 0, room = 0, done = 0;
    if (is_stored(at->row))
        return read_array(r, at);
    for (int i = 0; i < parts->count; i++) {
        part.row = &parts->row[i];
        room += i + 1 < parts->count ? tk_row_length(&part) : tk_row_room(&part);
    }
    if (!read_list(r, at, at->row->kind, room, values, &count))
        return false;
    for (int i = 0; i < parts->count; i++) {
        part.row = &parts->row[i];
        int own = i + 1 < parts->count ? tk_row_length(&part) : count - done;
        if (own > count - done)
            return tk_json_fail(r->in, TK_PROBLEM_SHORT);
        store_array(&part, values + done, own);
        done += own;
    }
    return true;
}

static bool set_bit(uint8_t *bytes, int count, int64_t bit)
{
    if (bit < 0 || bit >= count || (bytes[bit / 8] >> (bit % 8) & 1) != 0)
        return false;
    bytes[bit / 8] = (uint8_t)(bytes[bit / 8] | 1U << (bit % 8));
    return true;
}

static bool read_bits(struct reading *r, const struct tk_at *at)
{
    int64_t values[TK_VALUES_MAX];
    uint8_t *bytes = tk_row_into(at, 0);
    int count = 0;
    if (!read_list(r, at, at->row->kind, at->row->count, values, &count))
        return false;
    for (int i = 0; i < count; i++)
        if (!set_bit(bytes, at->row->count, values[i]))
            return tk_json_fail(r->in, TK_PROBLEM_TWICE);
    return true;
}

/* --- things in memory --- */

static bool read_rows(struct reading *r, struct tk_at *at, const struct tk_rows *rows,
                      uint64_t *out_seen);

static bool read_thing(struct reading *r, const struct tk_at *at, int item, int index)
{
    uint64_t seen;
    struct tk_at below = tk_at_below(at, tk_row_memory(at, item), tk_row_into(at, item), index);
    return read_rows(r, &below, at->row->kind->rows, &seen);
}

static bool read_inner(struct reading *r, const struct tk_at *at, int item)
{
    const struct tk_kind *kind = at->row->kind;
    int64_t values[TK_VALUES_MAX];
    int count = 0, room = tk_inner_count(at, kind), size = tk_row_width(at->row);
    if (r->depth == PATH_MAX_DEPTH)
        return tk_json_fail(r->in, TK_PROBLEM_DEEP);
    r->path[r->depth++].key.length = 0; /* grid[1][0]: a list has no key of its own */
    bool fine = read_list(r, at, kind->of, room, values, &count);
    note_where(r);
    r->depth--;
    if (!fine)
        return false;
    for (int i = 0; i < count; i++)
        tk_store((char *)tk_row_into(at, item) + i * size, size, values[i]);
    return true;
}

static bool read_things(struct reading *r, const struct tk_at *at)
{
    int count = 0, room = tk_row_counted(at->row) ? tk_row_room(at) : tk_row_length(at);
    tk_json_enter(r->in, '[');
    for (; tk_json_next(r->in); count++) {
        r->path[r->depth - 1].item = count;
        if (count == room)
            return tk_json_fail(r->in, TK_PROBLEM_LONG);
        bool fine = at->row->kind->form == TK_FORM_ROW ? read_inner(r, at, count)
                                                       : read_thing(r, at, count, count);
        if (!fine)
            return false;
    }
    tk_row_set_count(at, count);
    return is_full(r, tk_row_has(at, TK_EXACT), count, room);
}

/* --- rows --- */

static bool read_member(struct reading *r, const struct tk_at *at)
{
    int64_t value = 0;
    if (at->row->kind->form == TK_FORM_THING)
        return read_thing(r, at, 0, at->index);
    if (!read_value(r, at, at->row->kind, &value))
        return false;
    tk_store(tk_row_into(at, 0), at->row->size, value);
    return true;
}

static bool read_any_array(struct reading *r, const struct tk_at *at)
{
    return tk_kind_in_memory(at->row->kind) ? read_things(r, at) : read_array(r, at);
}

static bool hand_over(struct reading *r, const struct tk_at *at, const int64_t *values, int count)
{
    const char *wrong = at->row->put != NULL ? at->row->put(at, values, count) : NULL;
    return wrong == NULL || tk_json_fail(r->in, wrong);
}

static bool read_number(struct reading *r, const struct tk_at *at)
{
    int64_t value = 0;
    if (is_stored(at->row))
        return read_member(r, at);
    return read_value(r, at, at->row->kind, &value) && hand_over(r, at, &value, 1);
}

static bool read_numbers(struct reading *r, const struct tk_at *at)
{
    int64_t values[TK_VALUES_MAX];
    int count = 0;
    if (is_stored(at->row))
        return read_array(r, at);
    return read_list(r, at, at->row->kind, tk_row_room(at), values, &count) &&
           hand_over(r, at, values, count);
}

static bool read_group(struct reading *r, const struct tk_at *at)
{
    uint64_t seen;
    struct tk_at same = *at;
    return read_rows(r, &same, at->row->rows, &seen);
}

static bool read_row(struct reading *r, const struct tk_at *at)
{
    static bool (*const by[])(struct reading *, const struct tk_at *) = {
        [TK_FROM_MEMBER] = read_member, [TK_FROM_ARRAY] = read_any_array,
        [TK_FROM_BITS] = read_bits,     [TK_FROM_NUMBER] = read_number,
        [TK_FROM_LIST] = read_numbers,  [TK_FROM_GROUP] = read_group,
        [TK_FROM_PARTS] = read_parts,
    };
    TK_INVARIANT(by[at->row->source] != NULL);
    return by[at->row->source](r, at);
}

/* A trace calls its lines "t", and says under "what" what chance did. */
static bool read_head(struct reading *r, struct tk_span key)
{
    struct tk_span text;
    if (!tk_json_read_string(r->in, &text))
        return false;
    return tk_span_is(key, "t") || tk_span_is(text, r->what) ||
           tk_json_fail(r->in, TK_PROBLEM_HAPPENS);
}

/* The members of an object, before it is known what they are. */
enum { MEMBERS_MAX = 64 };
struct members {
    int count;
    uint64_t read; /* a bit for each */
    struct {
        struct tk_span key, value;
    } at[MEMBERS_MAX];
};

static int find_member(const struct members *m, struct tk_span key)
{
    for (int i = 0; i < m->count; i++)
        if (m->at[i].key.length == key.length && tk_same(m->at[i].key.data, key.data, key.length))
            return i;
    return -1;
}

static void set_path(struct reading *r, struct tk_span key)
{
    r->path[r->depth - 1].key = key;
    r->path[r->depth - 1].item = -1;
}

static bool is_head(const struct reading *r, struct tk_span key)
{
    return r->what != NULL && r->depth == 1 && (tk_span_is(key, "t") || tk_span_is(key, "what"));
}

static bool collect(struct reading *r, struct members *out)
{
    struct tk_span key;
    out->count = 0;
    out->read = 0;
    while (tk_json_next_key(r->in, &key)) {
        set_path(r, key);
        if (is_head(r, key)) {
            read_head(r, key);
            continue;
        }
        if (find_member(out, key) >= 0)
            return tk_json_fail(r->in, TK_PROBLEM_AGAIN);
        if (out->count == MEMBERS_MAX)
            return tk_json_fail(r->in, TK_PROBLEM_KEY);
        out->at[out->count].key = key;
        tk_json_read_raw(r->in, &out->at[out->count++].value);
    }
    return r->in->problem == NULL;
}

/* What one row needs of others stands before it in the table, wherever it stands in the text. */
static bool read_in_order(struct reading *r, struct tk_at *at, const struct tk_rows *rows,
                          struct members *m, uint64_t *out_seen)
{
    for (int i = 0; i < rows->count; i++) {
        at->row = &rows->row[i];
        if (at->row->name == NULL || !tk_row_there(at))
            continue;
        int member = find_member(m, tk_span_of(at->row->name));
        if (member < 0 || (m->read >> member & 1) != 0)
            continue;
        struct tk_span value = m->at[member].value;
        m->read |= UINT64_C(1) << member;
        *out_seen |= UINT64_C(1) << i;
        set_path(r, m->at[member].key);
        r->in->at = value.data;
        r->in->end = value.data + value.length;
        if (!read_row(r, at))
            return false;
    }
    for (int i = 0; i < m->count; i++)
        if ((m->read >> i & 1) == 0) {
            set_path(r, m->at[i].key);
            return tk_json_fail(r->in, TK_PROBLEM_KEY);
        }
    return true;
}

/* Members of an object that was entered; which rows were there goes to *out_seen. */
static bool read_members(struct reading *r, struct tk_at *at, const struct tk_rows *rows,
                         uint64_t *out_seen)
{
    struct members members;
    *out_seen = 0;
    if (r->depth == PATH_MAX_DEPTH)
        return tk_json_fail(r->in, TK_PROBLEM_DEEP);
    r->depth++;
    if (collect(r, &members)) {
        const char *after = r->in->at, *end = r->in->end;
        bool fine = read_in_order(r, at, rows, &members, out_seen);
        r->in->at = fine ? after : end;
        r->in->end = end;
    }
    bool fine = note_where(r);
    r->depth--;
    return fine;
}

static bool read_rows(struct reading *r, struct tk_at *at, const struct tk_rows *rows,
                      uint64_t *out_seen)
{
    return tk_json_enter(r->in, '{') && read_members(r, at, rows, out_seen);
}

/* --- states, deals, chance --- */

static bool refuse(struct tk_json_in *in, const char *key, const char *wrong)
{
    struct tk_writer out = tk_writer_over(in->where, sizeof in->where);
    tk_write_text(&out, key);
    tk_writer_text(&out);
    return tk_json_fail(in, wrong);
}

/* Is every row there that belongs there? */
static bool is_whole(struct tk_at *at, const struct tk_rows *rows, uint64_t seen,
                     struct tk_json_in *in)
{
    for (int i = 0; i < rows->count; i++) {
        at->row = &rows->row[i];
        if ((seen >> i & 1) == 0 && tk_row_there(at))
            return refuse(in, at->row->name, TK_PROBLEM_ABSENT);
    }
    return true;
}

/* A state while it is read. */
struct draft {
    tk_state bytes[2]; /* room for a state and what is kept beside it until all was read */
};

static struct tk_at at_draft(struct draft *draft, int players)
{
    return (struct tk_at){.state = draft,
                          .thing = draft,
                          .into_state = draft,
                          .into = draft,
                          .viewer = TK_SPECTATOR,
                          .players = players};
}

/* A state that is loaded may leave things as they began. */
static bool read_part(struct reading *r, const struct tk_rows *rows, struct draft *draft,
                      int players)
{
    uint64_t seen;
    struct tk_at at = at_draft(draft, players);
    return read_members(r, &at, rows, &seen);
}

/* Of a deal, and of what chance did, everything is asked for. */
static bool read_whole(struct reading *r, const struct tk_rows *rows, struct draft *draft,
                       int players)
{
    uint64_t seen;
    struct tk_at at = at_draft(draft, players);
    return read_members(r, &at, rows, &seen) && is_whole(&at, rows, seen, r->in);
}

/* What the game has to say about it all. */
static bool is_accepted(const char *(*finish)(void *), struct draft *draft, struct tk_json_in *in)
{
    const char *wrong = finish != NULL ? finish(draft) : NULL;
    return wrong == NULL || tk_json_fail(in, wrong);
}

bool tk_fields_load(const struct tk_game *game, void *out_state, const struct tk_config *config,
                    struct tk_json_in *in)
{
    const struct tk_fields *fields = game->knowledge.fields;
    struct reading r = {.in = in};
    struct draft draft = {0};
    fields->begin(&draft, config);
    if (!read_part(&r, fields->state, &draft, config->players) ||
        !is_accepted(fields->loaded, &draft, in))
        return false;
    const char *name = tk_fields_check(game, &draft);
    if (name != NULL)
        return refuse(in, name, TK_PROBLEM_RANGE);
    tk_copy(out_state, &draft, game->state_size);
    return true;
}

bool tk_deal_read(const struct tk_game *game, void *out_state, const struct tk_config *config,
                  struct tk_json_in *in)
{
    const struct tk_fields *fields = game->knowledge.fields;
    struct reading r = {.in = in};
    struct draft draft = {0};
    fields->begin(&draft, config);
    if (!read_whole(&r, fields->deal, &draft, config->players) ||
        !is_accepted(fields->dealt, &draft, in))
        return false;
    tk_copy(out_state, &draft, game->state_size);
    return true;
}

bool tk_chance_read(const struct tk_game *game, void *state, struct tk_json_in *in)
{
    const struct tk_fields *fields = game->knowledge.fields;
    struct reading r = {.in = in, .what = fields->chance_what};
    struct draft draft = {0};
    struct tk_config config;
    game->rules.config(state, &config);
    tk_copy(&draft, state, game->state_size);
    if (fields->chance_begin != NULL)
        fields->chance_begin(&draft);
    if (!read_whole(&r, fields->chance, &draft, config.players) ||
        !is_accepted(fields->settled, &draft, in))
        return false;
    tk_copy(state, &draft, game->state_size);
    return true;
}
