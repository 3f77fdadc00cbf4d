/* SPDX-License-Identifier: MIT */
/* The door for other languages: what it refuses, and that a refusal changes nothing. */
#include "unit.h"

#include "bind/takht.h"
#include "bots/bots.h"

static struct tk_table *seated(void)
{
    struct tk_table *table = tk_table_new();
    assert_non_null(table);
    assert_true(tk_table_start(table, "splendor", 2, "", "7"));
    return table;
}

static void refuses_without_a_game(void **state)
{
    struct tk_table *table = tk_table_new();
    (void)state;
    assert_int_equal(tk_table_actor(table), -1);
    assert_null(tk_table_view(table, 0));
    assert_string_equal(tk_table_problem(table), "no game was begun at this table");
    assert_null(tk_table_legal(table));
    assert_null(tk_table_record(table));
    assert_null(tk_table_think(table, "greedy", 1));
    assert_false(tk_table_play(table, "take wug"));
    assert_false(tk_table_back(table, 0));
    assert_false(tk_table_sample(table, 0, 1));
    tk_table_free(table);
}

static void says_what_is_wrong_at_the_start(void **state)
{
    struct tk_table *table = seated();
    (void)state;
    assert_false(tk_table_start(table, "chess", 2, "", "7"));
    assert_string_equal(tk_table_problem(table), "there is no game called chess");
    assert_false(tk_table_start(table, "splendor", 5, "", "7"));
    assert_false(tk_table_start(table, "splendor", 2, "{\"target\":\"-1\"}", "7"));
    assert_false(tk_table_start(table, "splendor", 2, "{\"nothing\":\"1\"}", "7"));
    assert_false(tk_table_start(table, "splendor", 2, "[", "7"));
    assert_false(tk_table_start(table, "splendor", 2, "", "seven"));
    assert_false(tk_table_load(table, "splendor", "{\"turn\":1}"));
    assert_false(tk_table_read(
        table, "[Game \"splendor\"]\n[Players \"2\"]\n[Seed \"7\"]\n\n1. take nothing\n"));
    assert_true(tk_table_problem(table)[0] != '\0');
    assert_int_equal(tk_table_length(table), 0); /* the game of before is still there */
    assert_int_equal(tk_table_players(table), 2);
    tk_table_free(table);
}

/* Programs in other languages have no text where they mean none. */
static void no_text_is_an_empty_one(void **state)
{
    struct tk_table *table = seated();
    char why[64];
    (void)state;
    assert_true(tk_table_start(table, "splendor", 2, NULL, "7"));
    assert_false(tk_table_start(table, NULL, 2, "", "7"));
    assert_string_equal(tk_table_problem(table), "there is no game called");
    assert_false(tk_table_start(table, "splendor", 2, "", NULL));
    assert_false(tk_table_read(table, NULL));
    assert_false(tk_table_load(table, "splendor", NULL));
    assert_false(tk_table_load(table, NULL, NULL));
    assert_false(tk_table_play(table, NULL));
    assert_false(tk_table_speak(table, NULL));
    assert_false(tk_table_net(table, NULL, NULL, 100));
    assert_null(tk_table_think(table, NULL, 1));
    assert_null(tk_table_report(table, NULL, 1, 1, 1));
    assert_non_null(strstr(tk_table_preview(table, NULL), "refused"));
    assert_true(tk_table_name(table, 0, NULL));
    assert_null(tk_batch_new(NULL, 2, NULL, 4, 1, 1, NULL, 100));
    assert_null(tk_batch_new("splendor", 2, NULL, 0, 1, 1, why, sizeof why));
    assert_string_equal(why, "a batch has 1 to 1048576 games");
    assert_null(tk_trees_new(NULL, 1, 1, 1, NULL, 100));
    struct tk_batch *batch = tk_batch_new("splendor", 2, NULL, 4, 1, 1, NULL, 0);
    assert_non_null(batch);
    tk_batch_say(batch, 0, 0, NULL, 100);
    tk_batch_free(batch);
    assert_int_equal(tk_table_length(table), 0);
    tk_table_free(table);
}

/* Where an address has 32 bits the sum of both would be small again. */
static void memory_is_as_much_as_was_asked_for(void **state)
{
    (void)state;
    assert_null(tk_memory(UINT32_MAX));
    for (uint32_t bytes = 0; bytes < 200; bytes += 7) {
        uint8_t *memory = tk_memory(bytes);
        if (bytes > 0)
            memset(memory, 1, bytes);
        tk_memory_free(memory);
    }
}

static void a_refused_move_changes_nothing(void **state)
{
    struct tk_table *table = seated();
    char before[64 * 1024];
    (void)state;
    snprintf(before, sizeof before, "%s", tk_table_dump(table));
    assert_false(tk_table_play(table, "take www"));
    assert_false(tk_table_play(table, ""));
    assert_false(tk_table_back(table, 1));
    assert_null(tk_table_view(table, 2));
    assert_null(tk_table_think(table, "nobody", 1));
    assert_null(tk_table_think(table, "mcts:style=nothing", 1));
    assert_string_equal(tk_table_dump(table), before);
    tk_table_free(table);
}

static void moves_can_be_taken_back(void **state)
{
    struct tk_table *table = seated();
    char before[64 * 1024];
    (void)state;
    snprintf(before, sizeof before, "%s", tk_table_dump(table));
    assert_true(tk_table_play(table, "take wug"));
    assert_int_equal(tk_table_length(table), 1);
    assert_true(tk_table_speak(table, "fa"));
    assert_non_null(tk_table_said(table, 0));
    assert_true(tk_table_back(table, 1));
    assert_string_equal(tk_table_dump(table), before);
    tk_table_free(table);
}

/* What a seat cannot know is drawn anew, and what it sees stays. */
static void a_sample_keeps_what_is_seen(void **state)
{
    struct tk_table *table = seated();
    char seen[64 * 1024];
    (void)state;
    snprintf(seen, sizeof seen, "%s", tk_table_view(table, 1));
    assert_true(tk_table_sample(table, 1, 5));
    assert_string_equal(tk_table_view(table, 1), seen);
    assert_null(tk_table_record(table)); /* it is no longer what its seed dealt */
    tk_table_free(table);
}

/* A position that is set up may begin anywhere: also in the last turn that can be counted. */
static void turns_are_counted_to_the_last(void **state)
{
    static const char *const last[][2] = {{"seven-wonders-duel", "255"},
                                          {"splendor", "4294967295"}};
    struct tk_table *table = tk_table_new();
    char text[16384], move[256];
    (void)state;
    for (int i = 0; i < TK_COUNT(last); i++) {
        assert_true(tk_table_start(table, last[i][0], 2, "", "7"));
        const char *dump = tk_table_dump(table), *turn = strstr(dump, "\"turn\":1,");
        assert_non_null(turn);
        int length = snprintf(text, sizeof text, "%.*s\"turn\":%s%s", (int)(turn - dump), dump,
                              last[i][1], turn + 8);
        assert_in_range(length, 1, sizeof text - 1);
        if (!tk_table_load(table, last[i][0], text))
            fail_msg("%s: %s", last[i][0], tk_table_problem(table));
        for (int ply = 0; ply < 12; ply++) {
            assert_int_equal(sscanf(tk_table_legal(table), "[\"%255[^\"]", move), 1);
            assert_true(tk_table_play(table, move));
        }
        snprintf(text, sizeof text, "%s", tk_table_dump(table));
        if (!tk_table_load(table, last[i][0], text))
            fail_msg("%s", tk_table_problem(table));
    }
    tk_table_free(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_without_a_game),
        cmocka_unit_test(says_what_is_wrong_at_the_start),
        cmocka_unit_test(no_text_is_an_empty_one),
        cmocka_unit_test(memory_is_as_much_as_was_asked_for),
        cmocka_unit_test(a_refused_move_changes_nothing),
        cmocka_unit_test(moves_can_be_taken_back),
        cmocka_unit_test(a_sample_keeps_what_is_seen),
        cmocka_unit_test(turns_are_counted_to_the_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
