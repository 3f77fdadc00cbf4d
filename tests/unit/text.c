/* SPDX-License-Identifier: MIT */
/* Text, JSON, options, words, canvas. */
#include "unit.h"

static struct tk_span span(const char *text)
{
    return tk_span_of(text);
}

/* --- writer and reader --- */

static void writer_counts_beyond_its_end(void **state)
{
    (void)state;
    char room[8];
    struct tk_writer out = tk_writer_over(room, sizeof room);
    tk_write_text(&out, "take ");
    tk_write_int(&out, -1234567890123456789);
    assert_false(tk_writer_fits(&out));
    assert_int_equal(out.length, 25);
    assert_string_equal(tk_writer_text(&out), "take -1");
}

static void writer_writes_numbers(void **state)
{
    (void)state;
    char room[128];
    struct tk_writer out = tk_writer_over(room, sizeof room);
    tk_write_int(&out, 0);
    tk_write_char(&out, ' ');
    tk_write_int(&out, INT64_MIN);
    tk_write_char(&out, ' ');
    tk_write_hex(&out, 0xbeef, 6);
    assert_string_equal(tk_writer_text(&out), "0 -9223372036854775808 00beef");
}

static bool reads(const char *text, int64_t low, int64_t high)
{
    struct tk_reader in = tk_reader_over(span(text));
    int64_t number;
    return tk_read_int(&in, low, high, &number) && tk_read_end(&in);
}

/* One text for one number: no plus, no leading zeros, no minus zero. */
static void reader_reads_numbers_strictly(void **state)
{
    (void)state;
    assert_true(reads("0", 0, 9));
    assert_true(reads("-6", -6, 6));
    assert_true(reads("123456789012345678", 0, INT64_MAX));
    const char *const wrong[] = {"",  "-", "+1", "01", "-0", "7 ", " 7", "1234567890123456789",
                                 "x", "1x"};
    for (int i = 0; i < TK_COUNT(wrong); i++)
        assert_false(reads(wrong[i], INT64_MIN, INT64_MAX));
    assert_false(reads("10", 0, 9));
}

static void reader_survives_broken_utf8(void **state)
{
    (void)state;
    const char *const texts[] = {"\xff",         "\xc3",     "\xe2\x82",
                                 "\xf0\x9f\x98", "\x80\x80", "a\xc3\x28z"};
    for (int i = 0; i < TK_COUNT(texts); i++)
        assert_true(tk_text_columns(span(texts[i])) > 0);
    assert_int_equal(tk_text_columns(span("می‌خرد")), 5); /* the joiner takes no column */
}

/* --- JSON --- */

static void json_writer_places_commas(void **state)
{
    (void)state;
    char room[256];
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_json_put_int(&json, "a", 1);
    tk_json_key(&json, "b");
    tk_json_open(&json, '[');
    tk_json_open(&json, '[');
    tk_json_close(&json, ']');
    tk_json_bool(&json, true);
    tk_json_null(&json);
    tk_json_string(&json, (struct tk_span){"q\"\\\n", 4});
    tk_json_close(&json, ']');
    tk_json_put_bool(&json, "c", false);
    tk_json_close(&json, '}');
    assert_string_equal(tk_writer_text(&out),
                        "{\"a\":1,\"b\":[[],true,null,\"q\\\"\\\\\\u000a\"],\"c\":false}");
}

static bool skips(const char *text)
{
    struct tk_json_in in = tk_json_in_over(span(text));
    return tk_json_skip(&in) && tk_json_finish(&in);
}

static size_t write_sample(char *room, size_t size)
{
    struct tk_writer out = tk_writer_over(room, size);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_json_put_int(&json, "w", 7);
    tk_json_put_int(&json, "", -7);
    tk_json_put_int(&json, "points", 10);
    tk_json_key(&json, "a_key_that_is_longer_than_any_of_ours_and_goes_on_and_on_to_its_very_end");
    tk_json_int(&json, 9);
    tk_json_put_int(&json,
                    "another_key_that_is_longer_than_any_of_ours_and_goes_on_and_on_to_its_end", 0);
    tk_json_put_text(&json, "name", "last");
    tk_json_close(&json, '}');
    return out.length;
}

/* However little room there is: the same beginning, the same count, and nothing behind the end. */
static void json_writer_is_cut_at_every_byte(void **state)
{
    char whole[512], room[513];
    (void)state;
    size_t length = write_sample(whole, sizeof whole);
    static const char head[] = "{\"w\":7,\"\":-7,\"points\":10,\"a_key_that",
                      tail[] = "\":0,\"name\":\"last\"}";
    assert_true(length < sizeof whole);
    assert_memory_equal(whole, head, sizeof head - 1);
    assert_memory_equal(whole + length - (sizeof tail - 1), tail, sizeof tail - 1);
    for (size_t size = 0; size < sizeof whole; size++) {
        memset(room, '#', sizeof room);
        assert_int_equal(write_sample(room, size), length);
        assert_memory_equal(room, whole, size < length ? size : length);
        assert_int_equal(room[size < length ? size : length], '#');
    }
}

/* A name in Latin-1, a cut character, a spelling that is too long, half a pair of UTF-16: a reader of JSON would refuse it all. */
static void json_is_utf8_whatever_it_is_made_of(void **state)
{
    static const char broken[] = "A\xe9\"\xd8\xaa\xe0\x80\x9b\xed\xa0\x80\xf4\x90\x80\x80\xd8",
                      whole[] = "\"A\xef\xbf\xbd\\\"\xd8\xaa";
    char room[2][256];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct tk_writer out = tk_writer_over(room[i], sizeof room[i]);
        struct tk_json json = tk_json_over(&out);
        if (i == 0)
            tk_json_text(&json, broken);
        else
            tk_json_string(&json, tk_span_of(broken));
        tk_writer_text(&out);
    }
    assert_string_equal(room[0], room[1]);
    assert_memory_equal(room[0], whole, sizeof whole - 1);
    const char *rest = room[0] + sizeof whole - 1;
    for (int i = 0; i < 3 + 3 + 4 + 1; i++, rest += 3)
        assert_memory_equal(rest, "\xef\xbf\xbd", 3);
    assert_string_equal(rest, "\"");
}

static void json_reader_is_strict(void **state)
{
    (void)state;
    assert_true(skips(" {\"a\" : [1, -2.5e3, true, null, {\"b\":\"x\\\"y\"}] , \"c\":{}} "));
    const char *const wrong[] = {
        "",
        "{",
        "}",
        "[1,]",
        "[,1]",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "[1 2]",
        "\"open",
        "{\"a\":1,}",
        "[1]]",
        "nul",
        "[1]x",
        "{\"a\":1 \"b\":2}",
        "[\"\\",
        "{\"a\\n\":1}",
        "[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]",
        "[1}",
        "{\"a\":1]",
    };
    for (int i = 0; i < TK_COUNT(wrong); i++)
        if (skips(wrong[i]))
            fail_msg("accepted: %s", wrong[i]);
}

static void json_reader_keeps_the_first_problem(void **state)
{
    (void)state;
    struct tk_json_in in = tk_json_in_over(span("{\"a\":\"x\"}"));
    struct tk_span key;
    int64_t number = 7;
    assert_true(tk_json_enter(&in, '{'));
    assert_true(tk_json_next_key(&in, &key));
    assert_false(tk_json_read_int(&in, 0, 9, &number));
    const char *problem = in.problem;
    assert_non_null(problem);
    assert_int_equal(number, 7); /* written only on success */
    assert_false(tk_json_next_key(&in, &key));
    assert_ptr_equal(in.problem, problem);
}

/* A NUL in the text is no end of it. */
static void json_reader_sees_nul_bytes(void **state)
{
    (void)state;
    struct tk_json_in in = tk_json_in_over((struct tk_span){"[1]\0x", 5});
    assert_true(tk_json_skip(&in));
    assert_false(tk_json_finish(&in));
}

/* --- options --- */

static bool allows(const struct tk_option *option, const char *text)
{
    int32_t value = 1234;
    bool allowed = tk_option_parse(option, 3, span(text), &value);
    return allowed ? true : (assert_int_equal(value, 1234), false);
}

static void options_take_what_they_say(void **state)
{
    (void)state;
    const struct tk_option choice = {.name = "c", .kind = TK_OPTION_CHOICE, .values = tk_off_on};
    const struct tk_option range = {.name = "r", .kind = TK_OPTION_RANGE, .low = 5, .high = 30};
    const struct tk_option seat = {.name = "s", .kind = TK_OPTION_SEAT};
    assert_true(allows(&choice, "on"));
    assert_false(allows(&choice, "On"));
    assert_false(allows(&choice, ""));
    assert_true(allows(&range, "30"));
    assert_false(allows(&range, "31"));
    assert_false(allows(&range, "030"));
    assert_true(allows(&seat, "random"));
    assert_true(allows(&seat, "2"));
    assert_false(allows(&seat, "3")); /* three players have seats 0, 1, 2 */
}

/* A value as text is that value again, and what is allowed names it. */
static void check_value(const struct tk_option *option, int players, int32_t value)
{
    char text[256], allowed[2048];
    int32_t again;
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_option_format(option, value, &out);
    assert_true(tk_option_parse(option, players, tk_span_of(tk_writer_text(&out)), &again));
    assert_int_equal(again, value);
    out = tk_writer_over(allowed, sizeof allowed);
    tk_option_allowed(option, players, &out);
    tk_writer_text(&out);
    assert_true(tk_writer_fits(&out) && allowed[0] != '\0');
    if (option->kind == TK_OPTION_CHOICE)
        assert_non_null(strstr(allowed, text));
}

static void options_of_games_are_told_and_read(void **state)
{
    (void)state;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        struct tk_config config;
        tk_config_init(game, game->seats_max, &config);
        for (int k = 0; k < game->option_count; k++) {
            const struct tk_option *option = &game->options[k];
            check_value(option, game->seats_max, config.option[k]);
            for (int value = 0; option->kind == TK_OPTION_CHOICE && option->values[value] != NULL;
                 value++)
                check_value(option, game->seats_max, value);
            if (option->kind == TK_OPTION_RANGE) {
                check_value(option, game->seats_max, option->low);
                check_value(option, game->seats_max, option->high);
            } else if (option->kind == TK_OPTION_SEAT) {
                check_value(option, game->seats_max, TK_RANDOM);
                check_value(option, game->seats_max, game->seats_max - 1);
            }
        }
    }
}

/* --- words --- */

static void every_game_speaks_every_language(void **state)
{
    (void)state;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        for (int word = 0; word < game->words->count; word++) {
            for (int lang = 0; lang < TK_LANG_COUNT; lang++) {
                assert_true(game->words->table[word].text[lang].one[0] != '\0');
                assert_true(game->words->table[word].text[lang].other[0] != '\0');
            }
        }
    }
}

static void numbers_follow_the_language(void **state)
{
    (void)state;
    char room[64];
    struct tk_writer out = tk_writer_over(room, sizeof room);
    tk_write_number(&out, TK_FA, -1050);
    tk_write_char(&out, ' ');
    tk_write_number(&out, TK_EN, 1050);
    assert_string_equal(tk_writer_text(&out), "-۱۰۵۰ 1050");
}

static void phrases_become_json(void **state)
{
    (void)state;
    const struct tk_game *game = tk_game_find(span("splendor"));
    char room[512];
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_json json = tk_json_over(&out);
    int take = tk_word_find(game->words, span("move.take"));
    int white = tk_word_find(game->words, span("tokens.w"));
    int black = tk_word_find(game->words, span("tokens.k"));
    struct tk_phrase phrase = tk_phrase_of((uint16_t)take);
    tk_phrase_seat(&phrase, "who", 1);
    tk_phrase_counted(&phrase, "tokens", (uint16_t)white, 2);
    tk_phrase_counted(&phrase, "tokens", (uint16_t)black, 1);
    tk_phrase_json(game, &phrase, &json);
    assert_string_equal(
        tk_writer_text(&out),
        "{\"key\":\"move.take\",\"who\":[{\"seat\":1}],\"tokens\":[{\"word\":\"tokens.w\","
        "\"n\":2},{\"word\":\"tokens.k\",\"n\":1}]}");
}

/* --- canvas --- */

static void canvas_leaves_out_what_does_not_fit(void **state)
{
    (void)state;
    static struct tk_canvas canvas;
    tk_canvas_clear(&canvas, 17, 80);
    assert_int_equal(tk_draw_text(&canvas, 0, 78, TK_INK_PLAIN, 0, "ab"), 80);
    assert_int_equal(canvas.run_count, 1);
    tk_draw_text(&canvas, 0, 79, TK_INK_PLAIN, 0, "ab");
    tk_draw_text(&canvas, 17, 0, TK_INK_PLAIN, 0, "ab");
    tk_draw_text(&canvas, -1, 0, TK_INK_PLAIN, 0, "ab");
    assert_int_equal(canvas.run_count, 1);
    for (int i = 0; i < 3 * TK_RUNS_MAX; i++)
        tk_draw_text(&canvas, 1, 1, TK_INK_PLAIN, 0, "a rather long run of text, again and again");
    assert_true(canvas.run_count <= TK_RUNS_MAX && canvas.text_used <= TK_CANVAS_TEXT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writer_counts_beyond_its_end),
        cmocka_unit_test(writer_writes_numbers),
        cmocka_unit_test(reader_reads_numbers_strictly),
        cmocka_unit_test(reader_survives_broken_utf8),
        cmocka_unit_test(json_writer_places_commas),
        cmocka_unit_test(json_writer_is_cut_at_every_byte),
        cmocka_unit_test(json_is_utf8_whatever_it_is_made_of),
        cmocka_unit_test(json_reader_is_strict),
        cmocka_unit_test(json_reader_keeps_the_first_problem),
        cmocka_unit_test(json_reader_sees_nul_bytes),
        cmocka_unit_test(options_take_what_they_say),
        cmocka_unit_test(options_of_games_are_told_and_read),
        cmocka_unit_test(every_game_speaks_every_language),
        cmocka_unit_test(numbers_follow_the_language),
        cmocka_unit_test(phrases_become_json),
        cmocka_unit_test(canvas_leaves_out_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
