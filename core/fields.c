/* SPDX-License-Identifier: MIT */
/* Field tables: what a viewer knows of a state, and whether a state keeps to its ranges. */
#include "fields_internal.h"

TK_SHARED_FACT(tk_index, at->index)
TK_SHARED_FACT(tk_is_own, at->viewer == at->index)

/* --- memory --- */

void tk_store(void *memory, int size, int64_t value)
{
    tk_copy(memory, &value, (size_t)size);
}

int tk_row_room(const struct tk_at *at)
{
    int room = at->row->count != 0 ? at->row->count : TK_VALUES_MAX;
    int wanted = tk_row_has(at, TK_COUNT_PLAYERS) ? at->players + at->row->more : room;
    return wanted < room ? wanted : room;
}

int tk_row_length(const struct tk_at *at)
{
    int room = tk_row_room(at), length = room;
    if (tk_row_counted(at->row))
        length = tk_row_count(at);
    else if (at->row->length != NULL)
        length = (int)at->row->length(at);
    return length < room ? length : room;
}

bool tk_row_is_list(const struct tk_field *row)
{
    switch (row->source) {
    case TK_FROM_MEMBER:
    case TK_FROM_NUMBER:
    case TK_FROM_RECORD:
    case TK_FROM_GROUP:
        return false;
    default:
        return true;
    }
}

int64_t tk_row_high(const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    if (tk_row_has(at, TK_HIGH_PLAYERS))
        return row->high + at->players;
    if (row->low != 0 || row->high != 0)
        return row->high;
    int width = tk_row_width(row), bits = width > 0 && width < 8 ? 8 * width : 63;
    return (int64_t)((UINT64_C(1) << bits) - 1);
}

struct tk_at tk_at_below(const struct tk_at *at, const void *thing, void *into, int index)
{
    struct tk_at below = *at;
    below.thing = thing;
    below.into = into;
    below.up = at;
    below.index = index;
    return below;
}

struct tk_at tk_at_top(const struct tk_game *game, const void *state, int viewer)
{
    struct tk_config config;
    game->rules.config(state, &config);
    return (struct tk_at){
        .state = state, .thing = state, .viewer = viewer, .players = config.players};
}

/* --- values of a row, as they lie in memory --- */

static int count_of(const struct tk_at *at)
{
    return at->row->source == TK_FROM_ARRAY ? tk_row_length(at) : 1;
}

static int64_t fetch(const struct tk_at *at, const void *memory)
{
    return tk_fetch(memory, at->row->size, tk_row_signed(at->row));
}

/* A thing within a thing; one that stands alone is as much of the list as what it is in. */
static struct tk_at thing_of(const struct tk_at *at, void *into, int item)
{
    int index = at->row->source == TK_FROM_ARRAY ? item : at->index;
    return tk_at_below(at, tk_row_memory(at, item), into, index);
}

/* --- what a viewer knows --- */

static void know_rows(struct tk_at *at, const struct tk_rows *rows);

/* Things within things say for themselves who sees them. */
static void know_things(const struct tk_at *at)
{
    int count = count_of(at);
    for (int i = 0; i < count; i++) {
        struct tk_at thing = thing_of(at, tk_row_into(at, i), i);
        know_rows(&thing, at->row->kind->rows);
    }
}

static void know_values(const struct tk_at *at)
{
    int count = count_of(at);
    for (int i = 0; i < count; i++) {
        int64_t known = at->row->known(at, i, fetch(at, tk_row_memory(at, i)));
        tk_store(tk_row_into(at, i), at->row->size, known);
    }
}

/* An order that tells nothing: the lowest number first. What was seen before stays where it is. */
static void know_set(const struct tk_at *at)
{
    int size = at->row->size, count = count_of(at);
    int first = at->row->unseen != NULL ? (int)at->row->unseen(at) : 0;
    for (int i = 0; i < count; i++) {
        int64_t value = fetch(at, tk_row_memory(at, i));
        int place = i;
        for (; place > first; place--) {
            int64_t before = fetch(at, tk_row_into(at, place - 1));
            if (before <= value)
                break;
            tk_store(tk_row_into(at, place), size, before);
        }
        tk_store(tk_row_into(at, place), size, value);
    }
}

static void know_all(const struct tk_at *at)
{
    size_t size = (size_t)count_of(at) * at->row->size;
    tk_copy(tk_row_into(at, 0), tk_row_memory(at, 0), size);
}

static void know_nothing(const struct tk_at *at)
{
    (void)at;
}

static void know_own(const struct tk_at *at)
{
    if (at->viewer == at->index)
        know_all(at);
}

static void know_row(struct tk_at *at)
{
    static void (*const by[])(const struct tk_at *) = {
        [TK_HIDDEN] = know_nothing, [TK_OPEN] = know_all,     [TK_OWNER] = know_own,
        [TK_SET] = know_set,        [TK_KNOWN] = know_values,
    };
    const struct tk_field *row = at->row;
    if (row->source == TK_FROM_GROUP) {
        struct tk_at same = *at;
        know_rows(&same, row->rows);
    } else if (row->source <= TK_FROM_BITS) {
        if (row->kind != NULL && row->kind->form == TK_FORM_THING)
            know_things(at);
        else
            by[row->see](at);
    }
}

static void know_rows(struct tk_at *at, const struct tk_rows *rows)
{
    for (int i = 0; i < rows->count; i++) {
        at->row = &rows->row[i];
        if (tk_row_there(at))
            know_row(at);
    }
}

void tk_fields_known(const struct tk_game *game, const void *state, int seat, void *out_state)
{
    struct tk_at at = tk_at_top(game, state, seat);
    tk_fill(out_state, 0, game->state_size);
    at.into_state = at.into = out_state;
    know_rows(&at, game->knowledge.fields->state);
}

/* --- ranges --- */

static bool is_in_range(const struct tk_at *at, int64_t value)
{
    const struct tk_kind *kind = at->row->kind;
    if (value == kind->none && (tk_row_has(at, TK_NULLABLE) || tk_row_has(at, TK_SKIP_NONE)))
        return true;
    if (kind->form == TK_FORM_INT)
        return value + kind->plus >= at->row->low && value + kind->plus <= tk_row_high(at);
    if (kind->form == TK_FORM_BOOL)
        return value == 0 || value == 1;
    if (kind->form == TK_FORM_NAME)
        return value >= kind->first && value < kind->count;
    return true;
}

static const char *check_rows(struct tk_at *at, const struct tk_rows *rows);

static const char *check_things(const struct tk_at *at)
{
    int count = count_of(at);
    const char *wrong = NULL;
    for (int i = 0; i < count && wrong == NULL; i++) {
        struct tk_at thing = thing_of(at, NULL, i);
        wrong = check_rows(&thing, at->row->kind->rows);
    }
    return wrong;
}

static const char *check_values(const struct tk_at *at)
{
    int count = count_of(at);
    for (int i = tk_row_first(at); i < count; i++)
        if (!is_in_range(at, fetch(at, tk_row_memory(at, i))))
            return at->row->name;
    return NULL;
}

static const char *check_bits(const struct tk_at *at)
{
    const uint8_t *bits = tk_row_memory(at, 0);
    for (int bit = 0; bit < 8 * at->row->size; bit++)
        if ((bits[bit / 8] >> (bit % 8) & 1) != 0 &&
            (bit >= at->row->count || !is_in_range(at, bit)))
            return at->row->name;
    return NULL;
}

static const char *check_row(const struct tk_at *at)
{
    const struct tk_field *row = at->row;
    if (row->source == TK_FROM_GROUP) {
        struct tk_at same = *at;
        return check_rows(&same, row->rows);
    }
    if (row->source > TK_FROM_BITS || row->kind == NULL)
        return NULL;
    if (row->kind->form == TK_FORM_THING)
        return check_things(at);
    if (tk_kind_in_memory(row->kind))
        return NULL;
    return row->source == TK_FROM_BITS ? check_bits(at) : check_values(at);
}

static const char *check_rows(struct tk_at *at, const struct tk_rows *rows)
{
    const char *wrong = NULL;
    for (int i = 0; i < rows->count && wrong == NULL; i++) {
        at->row = &rows->row[i];
        if (tk_row_there(at))
            wrong = check_row(at);
    }
    return wrong;
}

const char *tk_fields_check(const struct tk_game *game, const void *state)
{
    struct tk_at at = tk_at_top(game, state, TK_SPECTATOR);
    return check_rows(&at, game->knowledge.fields->state);
}
