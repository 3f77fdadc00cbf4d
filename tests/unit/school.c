/* SPDX-License-Identifier: MIT */
/* Games that nets learn from: what is written of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

#include "bots/bots.h"

enum { HEADER = 64, AT_OUTCOMES = 16, SEATS = 8, GAMES = 4, POSITIONS_MAX = 4096 };
enum { IN_POINTS = 4, NOBODY = -32768 };

static int number_at(const uint8_t *bytes)
{
    return bytes[0] | bytes[1] << 8;
}

struct lesson {
    uint8_t *bytes;
    size_t record;
    int ones, count;
};

static struct tk_config table_for(const struct tk_game *game, int players)
{
    struct tk_config config;
    tk_config_init(game, players, &config);
    return config;
}

static struct tk_config table_of(const struct tk_game *game, int players, const char *mode)
{
    struct tk_config config = table_for(game, players);
    int option = tk_option_find(game, tk_span_of("mode"));
    assert_true(
        tk_option_parse(&game->options[option], players, tk_span_of(mode), &config.option[option]));
    return config;
}

/* Games at two tables in turn, read again as a learner would; with `ends` pairs of moves. */
static struct lesson attend(const struct tk_game *game, struct tk_config one,
                            struct tk_config other, int ends)
{
    struct bot_school school = {.game = game,
                                .table = {one, other},
                                .tables = 2,
                                .seats = SEATS,
                                .games = GAMES,
                                .stray = 0.1,
                                .ends = ends,
                                .seldom = 4,
                                .seed = 3,
                                .threads = 1,
                                .out = tmpfile()};
    struct bot_school_report report;
    struct lesson lesson = {0};
    assert_non_null(school.out);
    assert_true(bot_parse(tk_span_of("greedy:wins=yes"), &school.learner));
    bot_school_run(&school, &report);
    assert_false(report.failed);
    assert_int_equal(report.games, GAMES);
    long size = ftell(school.out);
    lesson.bytes = malloc((size_t)size);
    assert_non_null(lesson.bytes);
    rewind(school.out);
    assert_int_equal(fread(lesson.bytes, 1, (size_t)size, school.out), size);
    fclose(school.out);
    lesson.ones = number_at(lesson.bytes + 38);
    lesson.record = (size_t)number_at(lesson.bytes + 48);
    lesson.count = (int)(((size_t)size - HEADER) / lesson.record);
    assert_int_equal(report.positions, lesson.count);
    assert_int_equal(number_at(lesson.bytes + 34), SEATS);
    return lesson;
}

/* Of partners only the first has something, counted from the seat that is to move. */
static void expect_outcomes(const uint8_t *record, int players, bool teams)
{
    int sum = 0, seat = record[14];
    unsigned told = 0; /* sides */
    for (int i = 0; i < SEATS; i++) {
        int outcome = number_at(record + AT_OUTCOMES + 2 * i), other = (seat + i) % players;
        int side = teams ? other / 2 : other;
        if (i >= players || (told >> side & 1) != 0)
            assert_int_equal(outcome, 0);
        told |= 1U << side;
        sum += outcome;
    }
    assert_in_range(sum, 65535 - SEATS, 65535 + SEATS);
}

static void outcomes_add_up_whoever_plays(void **state)
{
    const struct tk_game *game = tk_game_find(tk_span_of("royal-wedding"));
    struct lesson lesson = attend(game, table_of(game, 3, "solo"), table_of(game, 6, "teams"), 0);
    (void)state;
    assert_in_range(lesson.count, 100, POSITIONS_MAX);
    for (int i = 0; i < lesson.count; i++) {
        const uint8_t *record = lesson.bytes + HEADER + lesson.record * (size_t)i;
        bool teams = number_at(record) % 2 == 1; /* the second table of two */
        const uint8_t *ones = record + AT_OUTCOMES + 2 * SEATS;
        expect_outcomes(record, teams ? 6 : 3, teams);
        for (int k = 0; k < number_at(record + 4); k++)
            assert_in_range(number_at(ones + 2 * k), 0, lesson.ones - 1);
    }
    free(lesson.bytes);
}

/* Points of those who play, in the mean of the ends, and a mark for empty seats. */
static int expect_points(const uint8_t *record, int players)
{
    int sum = 0;
    assert_int_equal(number_at(record + 10), IN_POINTS);
    assert_int_equal(number_at(record + 6), 0); /* no moves are told */
    for (int i = 0; i < SEATS; i++) {
        int16_t points = (int16_t)number_at(record + AT_OUTCOMES + 2 * i);
        assert_true(i < players ? points >= 0 && points < 16 * 300 : points == NOBODY);
        sum += i < players ? points : 0;
    }
    return sum;
}

static void pairs_are_two_ends_of_one_game(void **state)
{
    const struct tk_game *game = tk_game_find(tk_span_of("kingdomino"));
    struct lesson lesson = attend(game, table_for(game, 2), table_for(game, 4), 2);
    int differ = 0;
    (void)state;
    assert_in_range(lesson.count, 40, POSITIONS_MAX);
    assert_int_equal(lesson.count % 2, 0);
    for (int i = 0; i < lesson.count; i += 2) {
        const uint8_t *one = lesson.bytes + HEADER + lesson.record * (size_t)i;
        const uint8_t *other = one + lesson.record;
        assert_int_equal(number_at(one), number_at(other));
        int players = number_at(one) % 2 == 1 ? 4 : 2;
        differ += expect_points(one, players) != expect_points(other, players);
    }
    assert_in_range(differ, lesson.count / 8, lesson.count / 2);
    free(lesson.bytes);
}

static void pairs_repeat_with_their_seed(void **state)
{
    const struct tk_game *game = tk_game_find(tk_span_of("kingdom-builder"));
    struct lesson one = attend(game, table_for(game, 2), table_for(game, 3), 1);
    struct lesson other = attend(game, table_for(game, 2), table_for(game, 3), 1);
    (void)state;
    assert_int_equal(one.count, other.count);
    assert_memory_equal(one.bytes, other.bytes, HEADER + one.record * (size_t)one.count);
    free(one.bytes);
    free(other.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes_add_up_whoever_plays),
        cmocka_unit_test(pairs_are_two_ends_of_one_game),
        cmocka_unit_test(pairs_repeat_with_their_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
