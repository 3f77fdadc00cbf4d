/* SPDX-License-Identifier: MIT */
/* Rows that are facts of a place, texts that consist of letters or pieces, and lists made of parts. */
#include "unit.h"

#include <string.h>

#include "core/takht.h"

enum { STALLS = 3, WARES = 4, BITS = 4 };

/* A market: what each stall has and asks for it; coins as letters; a path; a row and the pile behind it. */
struct market {
    uint8_t ware[STALLS], price[STALLS];
    uint8_t closed; /* bits */
    uint16_t coins; /* three letters, four bits each */
    int64_t path;   /* a ware, and two steps */
    uint8_t row[2], pile[WARES], left;
    bool guarded;
};

static const struct market *market_of(const struct tk_at *at)
{
    return at->state;
}

/* --- its tables --- */

static const char *const ware_names[] = {"none", "figs", "salt", "silk"};
static const struct tk_kind ware = {TK_NAMES_OF("Ware", ware_names, 1, WARES), .word = "ware"};
static const struct tk_kind coins = {.form = TK_FORM_TEXT,
                                     .problem = "coins are c, s and g",
                                     .letters = "csg",
                                     .bits = BITS,
                                     .count = 9};
/* clang-format off */
static const struct tk_kind steps = {.form = TK_FORM_TEXT, .problem = "two steps",
    TK_PIECES({"", &tk_number, -3, 3}, {",", &tk_number, -3, 3})};
static const struct tk_kind path = {.form = TK_FORM_TEXT, .problem = "a ware and two steps",
    TK_PIECES({"", &ware, 0, 0}, {":", &tk_number, -3, 3}, {",", &tk_number, -3, 3})};
static const struct tk_kind nested = {.form = TK_FORM_TEXT,
    TK_PIECES({"", &ware, 0, 0}, {"@", &steps, 0, 0})};

TK_FACT(is_open, (market_of(at)->closed >> at->index & 1) == 0)
TK_FACT(tripled, 3 * market_of(at)->price[at->index])
TK_FACT(neighbours, 5 << at->index >> 1 & 7)
TK_FACT(open_count, STALLS - __builtin_popcount(market_of(at)->closed))
TK_FACT(is_guarded, market_of(at)->guarded)
TK_FACT(outer_index, at->up->index)
TK_FACT(second, 1)

static int list_dear(const struct tk_at *at, int64_t *out)
{
    int count = 0;
    for (int i = STALLS - 1; i >= 0; i--)
        if (market_of(at)->price[i] > 4)
            out[count++] = i;
    return count;
}

#define MARKET(key, kind, member) TK_MEMBER(key, kind, struct market, member)
#define LIST(key, kind, member)   TK_ARRAY(key, kind, struct market, member)
#define PILE(key) LIST(key, ware, pile), .flags = TK_REVERSED, \
    TK_COUNTED_BY(struct market, left)
#define OPEN                      .see = TK_OPEN

static const struct tk_rows state_rows = TK_ROWS(NULL,
    {LIST("wares", ware, ware), .flags = TK_NULLABLE, OPEN},
    {LIST("prices", tk_number, price), OPEN},
    {MARKET("closed", tk_number, closed), OPEN},
    {MARKET("coins", coins, coins), OPEN},
    {MARKET("path", path, path), OPEN},
    {MARKET("guarded", tk_truth, guarded), OPEN},
    {TK_PARTS("later", tk_number, {LIST("", tk_number, price), .first = second}),
     TK_INTO_ARRAY(struct market, row)});
static const struct tk_rows form_rows = TK_ROWS(NULL, {MARKET("way", nested, path)});

static const struct tk_rows view_rows = TK_ROWS("Board",
    {TK_EACH("stalls", "Stall",
        {TK_ENTRY("ware", ware, struct market, ware), .flags = TK_NULLABLE},
        {TK_ENTRY("price", tk_number, struct market, price), .when = is_open},
        {TK_MASK("beside", tk_number, neighbours)},
        {TK_FACTS("outer", tk_number, outer_index), .count = 2}), .count = STALLS},
    {TK_EACH("dear", NULL, {TK_ENTRY("price", tk_number, struct market, price)}), .list = list_dear},
    {TK_FACTS("tripled", tk_number, tripled), .length = open_count},
    {TK_WHERE("open", tk_number, is_open), .count = STALLS},
    {TK_EACH("sold", NULL, {TK_ENTRY("price", tk_number, struct market, price)}), .number = is_open,
     .count = STALLS},
    {TK_GROUP("guard", "Guard", {MARKET("closed", tk_number, closed)}), .number = is_guarded,
     .flags = TK_NULLABLE});
static const struct tk_rows deal_rows = TK_ROWS(NULL,
    {TK_PARTS("wares", ware, {LIST("", ware, row)}, {PILE("")})});
/* clang-format on */

static void begin(void *state, const struct tk_config *config)
{
    (void)state, (void)config;
}

static const struct tk_fields fields = {
    .state = &state_rows, .view = &view_rows, .deal = &deal_rows, .begin = begin};
static const struct tk_fields shown = {
    .state = &form_rows, .view = &view_rows, .deal = &deal_rows, .begin = begin};

static void get_config(const void *state, struct tk_config *out)
{
    (void)state;
    *out = (struct tk_config){.players = 2};
}

static const struct tk_game game = {
    .state_size = sizeof(struct market), .rules.config = get_config, .knowledge.fields = &fields};

static const struct market market = {
    .ware = {3, 0, 1},
    .price = {5, 2, 7},
    .closed = 2,
    .coins = 1 << 2 * BITS | 2,
    .path = INT64_C(2) << 30 | (3 - 1) << 15 | (3 + 2), /* pieces from their lowest on */
    .row = {1, 2},
    .pile = {3, 1},
    .left = 2,
};

static char room[4096];

typedef void writer(const struct tk_game *, const void *, struct tk_json *);

static const char *written(writer *write, const struct market *of)
{
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    write(&game, of, &json);
    tk_json_close(&json, '}');
    return tk_writer_text(&out);
}

static void write_view(const struct tk_game *of, const void *state, struct tk_json *json)
{
    tk_board(of, state, TK_SPECTATOR, json);
}

/* --- writing --- */

static const char dumped[] =
    "{\"wares\":[\"silk\",null,\"figs\"],\"prices\":[5,2,7],\"closed\":2,"
    "\"coins\":\"ccg\",\"path\":\"salt:-1,2\",\"guarded\":false,\"later\":[2,7]}";

static void test_texts_are_letters_and_pieces(void **unused)
{
    (void)unused;
    assert_string_equal(written(tk_fields_dump, &market), dumped);
}

static void test_rows_are_facts_of_a_place(void **unused)
{
    struct market guarded = market;
    guarded.guarded = true;
    (void)unused;
    assert_string_equal(
        written(write_view, &market),
        "{\"stalls\":[{\"ware\":\"silk\",\"price\":5,\"beside\":[1],\"outer\":[0,0]},"
        "{\"ware\":null,\"beside\":[0,2],\"outer\":[1,1]},"
        "{\"ware\":\"figs\",\"price\":7,\"beside\":[1],\"outer\":[2,2]}],"
        "\"dear\":[{\"price\":7},{\"price\":5}],\"tripled\":[15,6],\"open\":[0,2],"
        "\"sold\":[{\"price\":5},{\"price\":7}],\"guard\":null}");
    assert_non_null(strstr(written(write_view, &guarded), "\"guard\":{\"closed\":2}"));
}

static void test_the_schema_knows_them(void **unused)
{
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_json json = tk_json_over(&out);
    (void)unused;
    tk_schema(&fields, &json);
    tk_writer_text(&out);
    assert_non_null(strstr(room, "\"stalls\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/"
                                 "Stall\"}}"));
    assert_non_null(strstr(room, "\"guard\":{\"anyOf\":[{\"$ref\":\"#/$defs/Guard\"},"
                                 "{\"type\":\"null\"}]}"));
    assert_non_null(strstr(room, "\"required\":[\"ware\",\"beside\",\"outer\"]"));
}

/* Pieces of pieces are told one after the other. */
static void test_a_form_has_the_pieces(void **unused)
{
    struct tk_game other = game;
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_json json = tk_json_over(&out);
    (void)unused;
    other.knowledge.fields = &shown;
    tk_form(&other, &market, &json);
    tk_writer_text(&out);
    assert_non_null(strstr(room, "\"pieces\":[{\"before\":\"\",\"kind\":1},"
                                 "{\"before\":\"@\",\"kind\":2,\"low\":-3,\"high\":3},"
                                 "{\"before\":\",\",\"kind\":2,\"low\":-3,\"high\":3}]"));
}

/* --- reading --- */

static const char *problem_of(const char *text, bool deal, struct market *out)
{
    struct tk_config config = {.players = 2};
    struct tk_json_in in = tk_json_in_over(tk_span_of(text));
    bool fine = tk_json_enter(&in, '{') && (deal ? tk_deal_read(&game, out, &config, &in)
                                                 : tk_fields_load(&game, out, &config, &in));
    return fine ? "" : in.problem;
}

static void test_what_was_written_is_read(void **unused)
{
    struct market again = {0};
    (void)unused;
    assert_string_equal(problem_of(dumped, false, &again), "");
    assert_int_equal(again.coins, market.coins);
    assert_int_equal(again.path, market.path);
    assert_memory_equal(again.row, "\2\7", 2); /* into a place of its own */
}

static void test_other_texts_are_refused(void **unused)
{
    static const struct {
        const char *text, *problem;
    } cases[] = {
        {"{\"coins\":\"gc\"}", "coins are c, s and g"},
        {"{\"coins\":\"cccccccccc\"}", "coins are c, s and g"},
        {"{\"coins\":\"ccx\"}", "coins are c, s and g"},
        {"{\"path\":\"salt\"}", "a ware and two steps"},
        {"{\"path\":\"salt:1\"}", "a ware and two steps"},
        {"{\"path\":\"salt:1,4\"}", "a ware and two steps"},
        {"{\"path\":\"salt:1,2,3\"}", "a ware and two steps"},
        {"{\"path\":\"gold:1,2\"}", "a ware and two steps"},
        {"{\"path\":\":1,2\"}", "a ware and two steps"},
        {"{\"path\":\"\"}", "a ware and two steps"},
    };
    struct market out;
    (void)unused;
    for (int i = 0; i < TK_COUNT(cases); i++)
        assert_string_equal(problem_of(cases[i].text, false, &out), cases[i].problem);
}

static void test_a_list_of_parts_is_written_and_read(void **unused)
{
    struct market again = {0};
    (void)unused;
    assert_string_equal(written(tk_deal, &market),
                        "{\"wares\":[\"figs\",\"salt\",\"figs\",\"silk\"]}");
    assert_string_equal(problem_of(room, true, &again), "");
    assert_memory_equal(again.row, market.row, sizeof market.row);
    assert_memory_equal(again.pile, market.pile, sizeof market.pile);
    assert_int_equal(again.left, market.left);
    assert_string_equal(problem_of("{\"wares\":[\"figs\"]}", true, &again),
                        "the list is too short");
    assert_string_equal(problem_of("{\"wares\":[\"figs\",\"figs\",\"figs\",\"figs\",\"figs\","
                                   "\"figs\",\"figs\"]}",
                                   true, &again),
                        "the list is too long");
}

/* --- things within things --- */

struct shop {
    struct {
        uint8_t height;
    } sign;
};

TK_FACT(is_second, at->index == 1)

static const struct tk_kind sign =
    TK_THING(NULL, {.name = "height", .kind = &tk_number, .size = 1, .high = 3, .when = is_second});
static const struct tk_kind shop = TK_THING(NULL, {TK_MEMBER("sign", sign, struct shop, sign)});
static const struct tk_rows street_rows = TK_ROWS(NULL, {.name = "shops",
                                                         .kind = &shop,
                                                         .source = TK_FROM_ARRAY,
                                                         .size = sizeof(struct shop),
                                                         .count = 2});
static const struct tk_fields street_fields = {.state = &street_rows};
static const struct tk_game street = {
    .state_size = 2, .rules.config = get_config, .knowledge.fields = &street_fields};

static void test_a_thing_within_a_thing_knows_where_it_is(void **unused)
{
    static const uint8_t first[] = {9, 3}, second[] = {3, 9};
    (void)unused;
    assert_null(tk_fields_check(&street, first)); /* only the second one has a height */
    assert_string_equal(tk_fields_check(&street, second), "height");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts_are_letters_and_pieces),
        cmocka_unit_test(test_rows_are_facts_of_a_place),
        cmocka_unit_test(test_the_schema_knows_them),
        cmocka_unit_test(test_a_form_has_the_pieces),
        cmocka_unit_test(test_what_was_written_is_read),
        cmocka_unit_test(test_other_texts_are_refused),
        cmocka_unit_test(test_a_list_of_parts_is_written_and_read),
        cmocka_unit_test(test_a_thing_within_a_thing_knows_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
