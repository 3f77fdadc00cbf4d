/* SPDX-License-Identifier: MIT */
/* Records: what people write is read, what is wrong is named. */
#include "unit.h"

#include "tests/told.h"

static struct tk_record record;

static const char head[] =
    "[Game \"splendor\"]\n[Players \"2\"]\n[Options \"start=0\"]\n[Seed \"7\"]\n";

/* Reads a whole record; NULL, or its problem. */
static const char *problem_of(const char *text)
{
    tk_state state;
    tk_action action;
    if (!tk_record_open(&record, tk_span_of(text), tk_game_find) ||
        !tk_record_start(&record, state))
        return record.problem;
    while (tk_record_next(&record, state, &action))
        record.game->rules.apply(state, action);
    if (record.problem == NULL)
        tk_record_finish(&record, state);
    return record.problem;
}

static const char *problem_after(const char *moves)
{
    static char text[1024];
    snprintf(text, sizeof text, "%s%s", head, moves);
    return problem_of(text);
}

static void people_may_write_as_they_like(void **state)
{
    (void)state;
    assert_null(problem_after(""));
    assert_null(problem_after("1. take wug 2. take urk"));
    assert_null(problem_after("take wug\ntake urk ; take wgr"));
    assert_null(problem_after("{opening} 1. take wug {good}\r\n2. take urk\r\n"));
    assert_null(problem_after(
        "[Result \"*\"]\n[Event \"club evening\"]\n[Event \"final\"]\n\n1. take wug"));
    assert_int_equal(record.ply, 1);
}

static void comments_belong_to_the_move_before(void **state)
{
    (void)state;
    tk_state table;
    tk_action action;
    char text[512];
    snprintf(text, sizeof text, "%s1. take wug {why not} 2. take urk", head);
    assert_true(tk_record_open(&record, tk_span_of(text), tk_game_find));
    assert_true(tk_record_start(&record, table));
    assert_true(tk_record_next(&record, table, &action));
    assert_true(tk_span_is(record.comment, "why not"));
}

static void wrong_records_are_named(void **state)
{
    (void)state;
    const struct {
        const char *text, *problem;
    } cases[] = {
        {"", "the tag [Game"},
        {"junk", "the tag [Game"},
        {"[Game \"chess\"]", "the game is unknown"},
        {"[Game \"splendor\"]", "the tag [Players"},
        {"[Game \"splendor\"]\n[Players \"5\"]", "not for this number"},
        {"[Game \"splendor\"]\n[Players \"2\"]", "exactly one of"},
        {"[Game \"splendor\"]\n[Players \"2\"]\n[Seed \"1\"]\n[Deal \"{}\"]", "exactly one of"},
        {"[Game \"splendor\"]\n[Players \"2\"]\n[Seed \"x\"]", "the seed"},
        {"[Game \"splendor\"]\n[Players \"2\"]\n[Seed \"1\"]\n[Options \"target=4\"]",
         "not allowed"},
        {"[Game \"splendor\"]\n[Players \"2\"]\n[Seed \"1\"]\n[Options \"luck=4\"]", "unknown"},
        {"[Game \"splendor\"]\n[Players \"2\"]\n[Seed \"1\"]\n[Seat3 \"C\"]", "no such seat"},
        {"[Game \"splendor\"]\n[Players \"2\"]\n[Seed \"1\"]\n[Seed \"2\"]", "twice"},
        {"[Game \"chess\"]\n[Game \"splendor\"]\n[Players \"2\"]\n[Seed \"1\"]", "unknown"},
        {"[Game \"splendor\"]\n[Players \"2\"]\n[Seed \"1\"]\n[Seat1 \"A\"]\n[Seat1 \"B\"]",
         "twice"},
        {"[Game \"splendor\"\n", "a tag must"},
        {"[Game splendor]", "a tag must"},
        {"[Game \"splendor\"]\n[Players \"2\"]\n[Deal \"{}\"]", "deck1: the key is missing"},
        {"[Game \"splendor\"]\n[Players \"2\"]\n[Deal \"[1\"]", "an object is missing"},
    };
    for (int i = 0; i < TK_COUNT(cases); i++) {
        const char *problem = problem_of(cases[i].text);
        if (problem == NULL || strstr(problem, cases[i].problem) == NULL)
            fail_msg("%s: %s", cases[i].text, problem == NULL ? "accepted" : problem);
    }
}

static void wrong_moves_are_named(void **state)
{
    (void)state;
    const char *problem = problem_after("\n1. take wug\n2. take wugr\n");
    assert_string_equal(problem, "this move is refused");
    assert_int_equal(record.ply, 1);
    assert_int_equal(tk_record_problem_line(&record), 7);
    assert_string_equal(tk_status_clause(record.game, record.status), "SP-4.1");
    assert_non_null(problem_after("1. take wug {never closed"));
    assert_non_null(problem_after("<{\"what\":\"reshuffle\"}> 1. take wug"));
    assert_non_null(problem_after("[Result \"15-3, winner 1\"]\n1. take wug"));
}

/* Who gave up stands beside the result, which stays what the rules say: 0.1 reads it, too. */
static void people_can_end_a_game(void **state)
{
    (void)state;
    static const char ended[] = "[Result \"*\"]\n[Ended \"resigned\"]\n[Resigned \"2\"]\n"
                                "[Ranks \"1 2\"]\n";
    char text[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    assert_null(problem_after(ended));
    assert_true(tk_ended_early(&record.ended));
    assert_int_equal(record.ended.resigned, 2);
    assert_int_equal(record.ended.ranks[0], 1);
    assert_int_equal(record.ended.ranks[1], 2);
    tk_ended_write(&record.ended, 2, &out);
    assert_string_equal(tk_writer_text(&out), strchr(ended, '\n') + 1);
    out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    tk_json_open(&json, '{');
    tk_ended_put(&record.ended, 2, &json);
    tk_json_close(&json, '}');
    assert_string_equal(tk_writer_text(&out),
                        "{\"ended\":{\"how\":\"resigned\",\"resigned\":[1],\"ranks\":[1,2]}}");
    assert_null(problem_after("1. take wug"));
    assert_false(tk_ended_early(&record.ended));
    assert_null(problem_after("[Ended \"by the cat\"]\n1. take wug"));
    assert_false(tk_ended_early(&record.ended));
}

static void wrong_ends_are_named(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "[Resigned \"\"]",
        "[Resigned \"3\"]",
        "[Resigned \"0\"]",
        "[Resigned \"1 1\"]",
        "[Resigned \"1 2 1\"]",
        "[Resigned \"1,2\"]",
        "[Resigned \"2 \"]",
        "[Ranks \"1\"]",
        "[Ranks \"1 2 3\"]",
        "[Ranks \"2 2\"]",
        "[Ranks \"1 3\"]",
        "[Ranks \"\"]",
        "[Ended \"time\"]\n[Ended \"time\"]",
    };
    for (int i = 0; i < TK_COUNT(wrong); i++)
        if (problem_after(wrong[i]) == NULL)
            fail_msg("%s is accepted", wrong[i]);
}

/* As a page tells it: the line, and a sentence in the reader's language. */
static const char *told(enum tk_lang lang)
{
    static char text[256];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_record_problem_write(&record, lang, &out);
    return tk_writer_text(&out);
}

static void problems_are_told_in_both_languages(void **state)
{
    (void)state;
    problem_of("[Game \"chess\"]");
    assert_string_equal(told(TK_EN), "line 1: the game is unknown");
    assert_string_equal(told(TK_FA), "سطر ۱: این بازی شناخته نیست");
    problem_of("[Game \"splendor\"]\n[Players \"2\"]\n[Deal \"{}\"]");
    assert_string_equal(told(TK_EN), "line 1: deck1: the key is missing");
    assert_string_equal(told(TK_FA), "سطر ۱: deck1: این کلید نوشته نشده است");
    problem_after("\n1. take wug\n2. take wugr\n");
    assert_memory_equal(told(TK_EN), "line 7: take wugr: ", 19);
    assert_non_null(strstr(told(TK_FA), "سطر ۷: take wugr: "));
    assert_null(strstr(told(TK_FA), "tokens"));
}

/* --- without a seed --- */

static char room[256 * 1024];

static const char *told_text(const struct tk_game *game, int players, int plies, void *out_state)
{
    struct tk_writer out = tk_writer_over(room, sizeof room);
    told_record(game, players, plies, &out, out_state);
    return tk_writer_text(&out);
}

static void same_for_all(const struct tk_game *game, int players, const void *a, const void *b)
{
    static char views[2][128 * 1024];
    for (int seat = 0; seat < players; seat++) {
        for (int i = 0; i < 2; i++) {
            struct tk_writer out = tk_writer_over(views[i], sizeof views[i]);
            struct tk_json json = tk_json_over(&out);
            tk_view(game, i == 0 ? a : b, seat, &json);
            tk_writer_text(&out);
        }
        assert_string_equal(views[0], views[1]);
    }
}

static void what_chance_did_is_enough(void **state)
{
    (void)state;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        for (int players = game->seats_min; players <= game->seats_max; players++) {
            tk_state led, read;
            tk_action action;
            const char *text = told_text(game, players, 100000, led);
            assert_true(tk_record_open(&record, tk_span_of(text), tk_game_find));
            assert_true(tk_record_start(&record, read));
            while (tk_record_next(&record, read, &action))
                game->rules.apply(read, action);
            assert_null(record.problem);
            assert_int_equal(game->rules.actor(read), TK_NOBODY);
            same_for_all(game, players, led, read);
        }
    }
}

/* What is wrong with what chance did, in every game that leaves something to chance while it is played. */
static void wrong_chances_are_named(void **state)
{
    (void)state;
    tk_state led;
    int tried = 0;
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        char *text =
            (char *)(uintptr_t)told_text(tk_game_at(i), tk_game_at(i)->seats_max, 100000, led);
        char *chance = strstr(text, " <{");
        if (chance == NULL)
            continue;
        tried++;
        chance[2] = '[';
        assert_non_null(problem_of(text));
        chance[2] = '{';
        *strchr(chance, '}') = ']';
        assert_non_null(problem_of(text));
        told_text(tk_game_at(i), tk_game_at(i)->seats_max, 100000, led);
        for (char *end = chance; (end = strchr(end, '>')) != NULL;)
            *end = ' ';
        assert_string_equal(problem_of(text), "what chance did does not end with >");
        told_text(tk_game_at(i), tk_game_at(i)->seats_max, 100000, led);
        memcpy(chance, "\n; pass\n", sizeof "\n; pass\n");
        assert_string_equal(problem_of(text), "what chance did is missing here");
        assert_string_equal(problem_after("1. take wug <{}>"), "nothing is left to chance here");
    }
    assert_true(tried > 0);
}

static void seeds_have_three_forms(void **state)
{
    (void)state;
    uint8_t a[TK_SEED_BYTES], b[TK_SEED_BYTES];
    assert_true(tk_seed_read(tk_span_of("258"), a));
    assert_true(tk_seed_read(tk_span_of("0x102"), b));
    assert_memory_equal(a, b, sizeof a);
    assert_int_equal(a[0], 2);
    assert_int_equal(a[1], 1);
    assert_true(tk_seed_read(tk_span_of("18446744073709551615"), a));
    assert_true(tk_seed_read(tk_span_of("0xffffffffffffffff"), b));
    assert_memory_equal(a, b, sizeof a);
    char text[2 * TK_SEED_BYTES + 1];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_seed_write(a, &out);
    assert_true(tk_seed_read(tk_writer_span(&out), b));
    assert_memory_equal(a, b, sizeof a);
    const char *const wrong[] = {"",
                                 "-1",
                                 "x",
                                 "0x",
                                 "0xg",
                                 "0x12345678901234567",
                                 "1.5",
                                 "18446744073709551616",
                                 "98765432109876543210",
                                 "07",
                                 "1 "};
    for (int i = 0; i < TK_COUNT(wrong); i++)
        assert_false(tk_seed_read(tk_span_of(wrong[i]), b));
    assert_memory_equal(a, b, sizeof a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_may_write_as_they_like),
        cmocka_unit_test(comments_belong_to_the_move_before),
        cmocka_unit_test(wrong_records_are_named),
        cmocka_unit_test(wrong_moves_are_named),
        cmocka_unit_test(people_can_end_a_game),
        cmocka_unit_test(wrong_ends_are_named),
        cmocka_unit_test(problems_are_told_in_both_languages),
        cmocka_unit_test(what_chance_did_is_enough),
        cmocka_unit_test(wrong_chances_are_named),
        cmocka_unit_test(seeds_have_three_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
