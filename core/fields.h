/* SPDX-License-Identifier: MIT */
/*
 * A game's state, described once. Tables of rows say what there is, who may see it and how it is
 * written; core walks them and makes from them the dump and its reading, the view of a seat, the deal
 * and its reading, a check of ranges, and the JSON schema of a view. A game writes no JSON code.
 *
 * There are three tables (struct tk_fields):
 *
 *   state  every member of the state: how dump writes and load reads it, its range, who may see it.
 *          Rows stand in the order of the dump.
 *   view   what is shown, in the order of the view.
 *   deal   what chance fixed at set-up, in the order of the notation. A game in which chance speaks
 *          again later has a fourth table for that.
 *
 * Nothing hidden can leak by forgetting: before a view is written, core builds a second state from
 * zeros and copies into it what this viewer may see, row by row of the state table. The rows of the
 * view and all of their functions read that copy and never the true state. A member without a row,
 * or a row without a word about who may see it, is zeros there.
 *
 * fields.c of the first game of docs/adding-a-game.md is the model to follow.
 */
#ifndef TK_FIELDS_H
#define TK_FIELDS_H

#include "json.h"
#include "option.h"

enum {
    TK_VALUES_MAX = 512, /* values of one list */
    TK_PIECES_MAX = 4,   /* pieces of one text */
    TK_RECORDS_ROOM =
        32768 /* bytes for all records open at once in a view: a score sheet and more */
};

/* --- where the walk stands --- */

/* What every function of a row or kind is told. */
struct tk_at {
    const void *state;  /* all of it; in a view the copy without what is hidden */
    const void *thing;  /* what the rows are about: the state, a seat, a printed face, a record */
    const void *before; /* in the rows of chance: the state before it */
    void *into_state, *into; /* while something is read: state and thing, to be written to */
    const struct tk_at *up;  /* the thing around this one; NULL at the top */
    const struct tk_field *row;
    int index;  /* place of the thing in its list: of a seat its number */
    int viewer; /* seat or TK_SPECTATOR; in dumps and deals TK_SPECTATOR */
    int players;
};

/* Something that can be computed at a place: a number, a truth, a length. */
typedef int64_t tk_fact(const struct tk_at *at);

/* --- kinds: how one value is written --- */

enum tk_form {
    TK_FORM_INT,  /* a whole number: what is stored plus `plus` */
    TK_FORM_BOOL, /* 0 or 1 */
    TK_FORM_NAME, /* one of `names`, from number `first` on */
    TK_FORM_TEXT, /* a string: `write` and `read`, its letters or its pieces say for which number */
    TK_FORM_LANES, /* an object: for each name a number of `bits` bits, packed, the first lowest */
    TK_FORM_ROW,   /* a list inside a list: `count` values of kind `of`, side by side in memory */
    TK_FORM_THING, /* an object: a struct that lies in memory, by `rows` */
    TK_FORM_FACE,  /* an object: entry number value of a constant `table`, by `rows` */
    TK_FORM_PRINT, /* a constant string: a `const char *` member of a face */
};

struct tk_kind {
    enum tk_form form;
    const char *type; /* its name in the schema and in TypeScript; NULL if it needs none */
    int32_t plus;     /* INT: what is written is so much more than what is stored */
    int32_t none;     /* what stands for null in rows with TK_NULLABLE, as it is stored */
    /* NAME, LANES: count names, `stride` bytes apart (0: an array of names alone). */
    const char *const *names;
    uint16_t stride;
    uint16_t first,
        count;       /* NAME: numbers first … count - 1; ROW: count values; letters: of each */
    uint8_t bits;    /* LANES, letters; INT: of so many bits each says something */
    bool sparse;     /* LANES: a zero is left out */
    bool by_players; /* ROW: of the count values so many are used as there are players */
    /* TEXT, or NULL: core goes by its letters or pieces, below. `problem` says what a readable text would
     * be. In a list, *out_value is the place of the text when it is read. */
    void (*write)(const struct tk_at *at, int64_t value, struct tk_writer *out);
    bool (*read)(const struct tk_at *at, struct tk_span text, int64_t *out_value);
    const char *problem;
    const struct tk_kind *of;   /* ROW */
    const struct tk_rows *rows; /* THING, FACE */
    const void *table;          /* FACE: its first entry, `stride` bytes each; 0 is `none` */

    /* --- for a form in which a state is set up (form.c) --- */

    const char *word;           /* its values are called by words: "card" stands for card.NAME */
    bool once;                  /* there is one of each, which lies in one place */
    const struct tk_kind *face; /* a FACE: what is printed on them */
    /* Which entry of it; -1: there is no such thing. NULL: the one with the same number. */
    int64_t (*face_of)(const struct tk_at *at, int64_t value);
    /* TEXT: the numbers that `write` can be asked for are all there is to choose from; … */
    int16_t from, to;
    /*
     * … or it consists of letters: one at each of so many places, or (0) each as often as it is there;
     * then core can read and write it: in the order of the letters, each at most `count` times, which the
     * number tells in so many `bits`, the first letter lowest; …
     */
    const char *letters;
    uint8_t places;
    /* … or of pieces. Without any of it a text is typed. */
    const struct tk_piece *pieces;
    uint8_t piece_count;
};

/* A piece of a text: one of a kind's names or texts, or a number between two ends. The number that stands
 * for the text holds them (tk_pack); none can have more than 32768 values. */
struct tk_piece {
    const char *before; /* what stands before it */
    const struct tk_kind *kind;
    int16_t low, high; /* of an INT */
};

extern const struct tk_kind tk_number; /* a number as it is stored */
extern const struct tk_kind tk_truth;  /* a byte that is 0 or 1 */
extern const struct tk_kind tk_owner;  /* stored as seat + 1; 0, in nullable rows null, is nobody */
extern const struct tk_kind tk_print;  /* a const char * of a face */
extern const struct tk_kind tk_stream_key; /* of a generator: TK_STREAM_KEY */

/* clang-format off */
/* Names from number `from` on, up to `end`; those that stand in the entries of an array, from 1 on; a text that
 * functions translate; a struct that lies in memory; entry n of a constant array. */
#define TK_NAMES_OF(type_, names_, from_, end) .form = TK_FORM_NAME, .type = (type_), \
    .names = (names_), .first = (from_), .count = (end)
#define TK_IDS_OF(array, member, wrong) .form = TK_FORM_NAME, .names = &(array)[0].member, \
    .stride = sizeof((array)[0]), .first = 1, .count = TK_COUNT(array), .problem = (wrong)
#define TK_TEXT_OF(write_, read_, wrong) .form = TK_FORM_TEXT, .write = (write_), .read = (read_), \
    .problem = (wrong)
#define TK_NAMES(type_, names_, from_, end) {TK_NAMES_OF(type_, names_, from_, end)}
#define TK_IDS(array, member, wrong) {TK_IDS_OF(array, member, wrong)}
#define TK_TEXT(write_, read_, wrong) {TK_TEXT_OF(write_, read_, wrong)}
#define TK_LANES(type_, names_, count_, bits_) {.form = TK_FORM_LANES, .type = (type_), \
    .names = (names_), .count = (count_), .bits = (bits_)}
#define TK_SPARSE_LANES(type_, names_, count_, bits_) {.form = TK_FORM_LANES, .type = (type_), \
    .names = (names_), .count = (count_), .bits = (bits_), .sparse = true}
#define TK_THING(type_, ...) {.form = TK_FORM_THING, .rows = TK_OBJECT(type_, __VA_ARGS__)}
#define TK_FACE(type_, array, ...) {.form = TK_FORM_FACE, .rows = TK_OBJECT(type_, __VA_ARGS__), \
    .table = (array), .stride = sizeof((array)[0]), .count = TK_COUNT(array)}
#define TK_PIECES(...) .pieces = (const struct tk_piece[]){__VA_ARGS__}, \
    .piece_count = sizeof((const struct tk_piece[]){__VA_ARGS__}) / sizeof(struct tk_piece)
/* clang-format on */

/* --- rows --- */

/* Where the values of a row come from. */
enum tk_source {
    TK_FROM_MEMBER, /* one value in memory */
    TK_FROM_ARRAY,  /* a list in memory: fixed, counted by another member, or by `length` */
    TK_FROM_BITS, /* a list: the numbers of the bits that are set, lowest first, in memory or by `number` */
    TK_FROM_NUMBER, /* one value that `number` computes, and `put` stores */
    TK_FROM_LIST,   /* a list that `list` computes, and `put` stores */
    TK_FROM_PLACES, /* a list: those of the places 0, 1, 2 … of which `number` is true */
    TK_FROM_RECORD, /* an object: a struct that `fill` computes; null where it returns false */
    TK_FROM_RECORDS, /* a list of them: `fill` is asked for 0, 1, 2 … up to `length` or `count`, or until
                      * it returns false */
    TK_FROM_EACH,  /* a list of objects about the same thing, told apart by at->index alone */
    TK_FROM_GROUP, /* an object of further rows about the same thing; null where `number` is 0 */
    TK_FROM_PARTS, /* a list: those of further rows one after the other. It is read into one place, where
                    * TK_INTO_ARRAY names it, or into the parts, the last as long as need be */
};

/* Who may see a member of the state. Without a word: nobody. */
enum tk_see {
    TK_HIDDEN,
    TK_OPEN,  /* everybody */
    TK_OWNER, /* the seat that the thing belongs to: viewer == at->index */
    TK_SET,   /* everybody knows which ones, nobody the order: a viewer gets them sorted */
    TK_KNOWN, /* value by value, as `known` says */
};

enum tk_row_flag {
    TK_NULLABLE = 1,      /* the kind's `none` is written as null */
    TK_IF_ANY = 2,        /* left out of a view when it is the kind's `none`, or an empty list */
    TK_REVERSED = 4,      /* a pile: the last value in memory is written first */
    TK_COUNT_PLAYERS = 8, /* so many values as there are players, and `more` */
    TK_HIGH_PLAYERS = 16, /* the highest number is the number of players and `high` */
    TK_EXACT = 32,        /* a list must be read in full: `length`, or all there is room for */
    TK_SKIP_NONE = 64,    /* the kind's `none` is left out of the list, and so is its key */
};

struct tk_field {
    /*
     * The key. NULL: a member that no text has; or, in a view, an object or a list with keys whose
     * members stand among those of this one. "" in a table of one row: the list stands alone, without
     * an object around.
     */
    const char *name;
    const struct tk_kind *kind;
    tk_fact *when; /* is the row there at all? NULL: always */
    enum tk_source source;
    enum tk_see see;
    unsigned flags;   /* of enum tk_row_flag */
    uint16_t offset;  /* in the thing that the table is about */
    uint16_t size;    /* bytes of one value, or of a record */
    uint16_t count;   /* at most so many values, 0 without a limit; BITS: bits */
    uint16_t counter; /* TK_COUNTED_BY: the place of the number that counts the values, and 1 */
    uint8_t counter_size;
    uint16_t gate; /* TK_IF: the place of the byte, and 1 */
    uint8_t more;
    bool by_index; /* MEMBER: of an array it is the value with number at->index */
    /* Of numbers as they are written; both 0: whatever the member can hold. Of names: those that a form
     * offers here. */
    int64_t low, high;
    int arg; /* for the row's own functions: at->row->arg */
    /* What this viewer knows of a value, told by its back; asked of the true state. */
    int64_t (*known)(const struct tk_at *at, int item, int64_t value);
    /* SET: the first one whose place is unknown; those before it are open. NULL: 0. */
    tk_fact *unseen;
    /* ARRAY: those before it are not written, and what is read goes to the beginning. NULL: 0. */
    tk_fact *first;
    tk_fact *length; /* ARRAY, EACH, RECORDS, PLACES, LIST without `list`: how many there are */
    tk_fact *number; /* NULL: arg, always */
    /* At most TK_VALUES_MAX. NULL: `number` of each place, which at->index tells; or 0, 1, 2 … */
    int (*list)(const struct tk_at *at, int64_t *out);
    /* Stores in at->into what was read; returns NULL, or what is wrong with it. No function: it goes
     * to the memory that TK_INTO tells; or, without that, the kind's `read` has stored it. */
    const char *(*put)(const struct tk_at *at, const int64_t *values, int count);
    /* RECORDS: the record still holds what the call before left in it. */
    bool (*fill)(const struct tk_at *at, int item, void *record);
    const struct tk_rows *rows; /* RECORD, RECORDS, EACH, GROUP, PARTS */
    /*
     * A list with keys is written as an object: by place (the names end with NULL, or `count` says how
     * many they are; TK_EXACT: all of them are always there), or by what `key` writes: where both are
     * given, it writes one of the names.
     */
    const char *const *keys;
    void (*key)(const struct tk_at *at, int item, struct tk_writer *out);
    const char *along; /* for a form: the list that this one is as long as */
};

struct tk_rows {
    const char *type; /* its name in the schema and in TypeScript; NULL if it needs none */
    const struct tk_field *row;
    int count; /* at most 64 */
};

/* clang-format off */
/* Rows that are used in several places, and rows that stand where they are used. */
#define TK_ROWS(type_, ...) {(type_), (const struct tk_field[]){__VA_ARGS__}, \
    sizeof((const struct tk_field[]){__VA_ARGS__}) / sizeof(struct tk_field)}
#define TK_OBJECT(type_, ...) (&(const struct tk_rows)TK_ROWS(type_, __VA_ARGS__))

/* A fact of one expression, in which `at` tells where the walk stands; one that a header declares. */
#define TK_FACT(name, expression) static TK_SHARED_FACT(name, expression)
#define TK_SHARED_FACT(name, expression) int64_t name(const struct tk_at *at) \
    { (void)at; return (expression); }
extern tk_fact tk_index;  /* the number of the thing in its list */
extern tk_fact tk_is_own; /* of a seat: is it the viewer's? */
/* Likewise a `put` that stores one `value`, and a `fill` of records that are always there: it fills `record`, of
 * several the one with number `item`. */
#define TK_PUT(name, expression) static const char *name(const struct tk_at *at, \
    const int64_t *values, int count) \
    { const int64_t value = values[0]; (void)count; (expression); return NULL; }
#define TK_FILL(name, expression) static bool name(const struct tk_at *at, int item, void *record) \
    { (void)at; (void)item; (expression); return true; }
/* state, thing, into … of `at`, as what they point to in this game. */
#define TK_AT(name, type, member) static inline type *name(const struct tk_at *at) \
    { return at->member; }

#define TK_MEMBER(key, of, type, member) .name = (key), .kind = &(of), .source = TK_FROM_MEMBER, \
    .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define TK_ARRAY(key, of, type, member) .name = (key), .kind = &(of), .source = TK_FROM_ARRAY, \
    .offset = offsetof(type, member), .size = sizeof(((type *)0)->member[0]), \
    .count = sizeof(((type *)0)->member) / sizeof(((type *)0)->member[0])
#define TK_BITS(key, of, type, member) .name = (key), .kind = &(of), .source = TK_FROM_BITS, \
    .offset = offsetof(type, member), .count = 8 * sizeof(((type *)0)->member), \
    .size = sizeof(((type *)0)->member)
/* A number of a seat. */
#define TK_A_SEAT .high = -1, .flags = TK_HIGH_PLAYERS
/* The row is there only if this byte of the thing is not 0. */
#define TK_IF(type, member) .gate = offsetof(type, member) + 1
/* So many values as this member of the thing says; reading the list sets it. */
#define TK_COUNTED_BY(type, member) .counter = offsetof(type, member) + 1, \
    .counter_size = sizeof(((type *)0)->member)
#define TK_NUMBER(key, of, function) .name = (key), .kind = &(of), .source = TK_FROM_NUMBER, \
    .number = (function)
/* What a client would otherwise have to know of the rules. */
#define TK_CONSTANT(key, value) TK_NUMBER(key, tk_number, NULL), .arg = (value)
#define TK_LIST(key, of, function) .name = (key), .kind = &(of), .source = TK_FROM_LIST, \
    .list = (function)
/* A list: a fact of every place, which at->index tells; at->up is about the thing around the list. */
#define TK_FACTS(key, of, function) .name = (key), .kind = &(of), .source = TK_FROM_LIST, \
    .number = (function)
/* A list: the places of which a fact is true, which is told by at->index; likewise of TK_EACH. */
#define TK_WHERE(key, of, function) .name = (key), .kind = &(of), .source = TK_FROM_PLACES, \
    .number = (function)
/* A list: the bits that are set in a fact. */
#define TK_MASK(key, of, function) .name = (key), .kind = &(of), .source = TK_FROM_BITS, \
    .number = (function), .count = 64, .size = sizeof(int64_t)
/* What is computed to be written can be read into a member, or into an array. */
#define TK_INTO(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
#define TK_INTO_ARRAY(type, member) .offset = offsetof(type, member), \
    .size = sizeof(((type *)0)->member[0]), \
    .count = sizeof(((type *)0)->member) / sizeof(((type *)0)->member[0])
#define TK_RECORD(key, type, function, by) .name = (key), .source = TK_FROM_RECORD, \
    .size = sizeof(type), .fill = (function), .rows = (by)
#define TK_RECORDS(key, type, function, by) .name = (key), .source = TK_FROM_RECORDS, \
    .size = sizeof(type), .fill = (function), .rows = (by)
/* Its rows are facts of at->index, or entries of arrays that lie side by side. It goes from 0 up to `length`,
 * only where `number` is true if there is one; or it is what `list` writes. */
#define TK_EACH(key, type, ...) .name = (key), .source = TK_FROM_EACH, \
    .rows = TK_OBJECT(type, __VA_ARGS__)
#define TK_ENTRY(key, of, type, member) TK_MEMBER(key, of, type, member[0]), \
    .by_index = true
#define TK_GROUP(key, type, ...) .name = (key), .source = TK_FROM_GROUP, \
    .rows = TK_OBJECT(type, __VA_ARGS__)
#define TK_PARTS(key, of, ...) .name = (key), .kind = &(of), .source = TK_FROM_PARTS, \
    .rows = TK_OBJECT(NULL, __VA_ARGS__)
#define TK_STREAM_KEY(key_, type, member) .name = (key_), .kind = &tk_stream_key, \
    .source = TK_FROM_NUMBER, .offset = offsetof(type, member.key)
/* A member that no text of the state has, because it follows from others, but views may use. */
#define TK_SEEN(type, member) .source = TK_FROM_MEMBER, .see = TK_OPEN, \
    .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
/* clang-format on */

/* --- a game's tables --- */

struct tk_fields {
    const struct tk_rows *state, *view, *deal;
    /*
     * The empty state of a configuration; load and deals fill it. It has 2 * TK_STATE_MAX bytes:
     * behind the state, `put` may keep what is known only later, for `loaded` and `dealt` to look at.
     */
    void (*begin)(void *out_state, const struct tk_config *config);
    /* After all was read: completes what was left out. NULL, or what is wrong. */
    const char *(*loaded)(void *state);
    const char *(*dealt)(void *state);
    /*
     * What chance did after the deal; without rows: nothing. The rows are about the state after it;
     * reading fills a copy of the state before it, which `chance_begin` (or NULL) prepares.
     */
    const struct tk_rows *chance;
    const char *chance_what; /* what kind of thing it is, under the key "what" */
    void (*chance_begin)(void *state);
    const char *(*settled)(void *state);
};

struct tk_game;

/* Of a kind whose text has pieces: the number that stands for them, and each of them in it. */
int64_t tk_pack(const struct tk_kind *kind, const int64_t *pieces);
int64_t tk_piece(const struct tk_kind *kind, int64_t value, int piece);

/* Members of an object that the caller opened. */
void tk_fields_dump(const struct tk_game *game, const void *state, struct tk_json *json);
/* Members of an object that the caller entered. On failure in->where tells the key. */
bool tk_fields_load(const struct tk_game *game, void *out_state, const struct tk_config *config,
                    struct tk_json_in *in);
/* What this viewer may see, and zeros. */
void tk_fields_known(const struct tk_game *game, const void *state, int seat, void *out_state);
/* The name of a member that is out of its range, or NULL. */
const char *tk_fields_check(const struct tk_game *game, const void *state);
/* What a state can be made of, as one object, for a form in which one is set up. */
void tk_form(const struct tk_game *game, const void *state, struct tk_json *json);
/* The JSON schema of the view's board, as one object. */
void tk_schema(const struct tk_fields *fields, struct tk_json *json);

#endif
