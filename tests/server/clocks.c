/* SPDX-License-Identifier: MIT */
/* Clocks under attack: by the wall clock, by restarts, by those who do not move and those who take
 * back. Time passes only where a test says so. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "pair.h"
#include "server/beat.h"
#include "server/clocks.h"
#include "server/duty.h"
#include "server/residency.h"
#include "server/users.h"

enum { HOUR = 3600000, DAY = 24 * HOUR };

static struct table *table_with(json_t *clock, json_t *other)
{
    return inside_wish(app, ada,
                       json_pack("{s:s,s:i,s:{s:s},s:b,s:o,s:[{s:s},o]}", "game", "splendor",
                                 "players", 2, "options", "start", "0", "quick", 1, "clock", clock,
                                 "seats", "kind", "me", other));
}

static struct table *against_bot(json_t *clock)
{
    struct table *t = table_with(clock, json_pack("{s:s,s:s}", "kind", "bot", "level", "random"));
    inside_think(app);
    return t;
}

static struct table *against_bob(json_t *clock)
{
    struct table *t = table_with(clock, json_pack("{s:s}", "kind", "open"));
    assert_true(inside_do(t, bob, "sit", json_pack("{s:i}", "seat", 1)));
    inside_settle(app);
    return t;
}

static json_t *of_moves(int seconds)
{
    return json_pack("{s:s,s:i}", "kind", "move", "seconds", seconds);
}

static json_t *of_games(int seconds, int increment)
{
    return json_pack("{s:s,s:i,s:i}", "kind", "game", "seconds", seconds, "increment", increment);
}

static json_t *of_days(int days)
{
    return json_pack("{s:s,s:i}", "kind", "days", "days", days);
}

/* --- the wall clock --- */

static void the_wall_clock_jumps_and_nobody_wins_or_loses_time(void **state)
{
    (void)state;
    static const int64_t jumps[] = {HOUR, -HOUR, 365LL * DAY, -730LL * DAY};
    struct table *t = against_bob(of_games(60, 0));
    for (int i = 0; i < TK_COUNT(jumps); i++) {
        int64_t now = now_ms(), left = clock_left(t, 0);
        inside_jump(jumps[i]);
        assert_int_equal(now_ms(), now);
        assert_int_equal(clock_left(t, 0), left);
        for (int second = 0; second < 4; second++)
            clock_creep();
        assert_in_range(now_ms() - now + 2, 0, 4);
        inside_think(app);
        assert_int_equal(t->status, TABLE_PLAYING);
        inside_jump(-jumps[i]);
        for (int second = 0; second < 4; second++)
            clock_creep();
    }
    assert_true(inside_move(t, ada)); /* and events keep their order */
    assert_true(t->updated >= t->created);
}

static void time_creeps_to_the_wall_clock_and_then_stays(void **state)
{
    (void)state;
    int64_t now = now_ms();
    inside_jump(3);
    for (int second = 0; second < 6; second++)
        clock_creep();
    assert_int_equal(now_ms(), now + 3);
    clock_creep();
    assert_int_equal(now_ms(), now + 3);
}

/* --- those who do not move --- */

static int moves_of(const struct table *t, int seat)
{
    int moves = 0;
    for (int ply = 0; ply < table_ply(t); ply++) {
        tk_state before;
        history_state(&t->history, ply, before);
        moves += t->game->rules.actor(before) == seat;
    }
    return moves;
}

static void who_is_late_once_keeps_the_seat(void **state)
{
    (void)state;
    struct table *t = against_bot(of_moves(5));
    inside_pass(4999);
    inside_think(app);
    assert_int_equal(table_ply(t), 0);
    inside_pass(1);
    inside_think(app);
    assert_int_equal(moves_of(t, 0), 1);
    assert_int_equal(t->seat[0].late, 1);
    assert_false(t->seat[0].away);
    assert_int_equal(clock_left(t, 0), 5000);
    assert_false(inside_undo(t, ada)); /* it was not their decision */
    assert_true(inside_move(t, ada));
    assert_int_equal(t->seat[0].late, 0);
}

static void who_is_late_three_times_in_a_row_has_a_bot_until_they_are_back(void **state)
{
    (void)state;
    struct table *t = against_bot(of_moves(5));
    for (int i = 1; i <= LATE_MOST; i++) {
        assert_false(t->seat[0].away);
        inside_pass(5000);
        inside_think(app);
    }
    assert_true(t->seat[0].away);
    t = inside_wish(app, ada,
                    json_pack("{s:s,s:i,s:o,s:[{s:s},{s:s,s:s}]}", "game", "splendor", "players", 2,
                              "clock", of_moves(5), "seats", "kind", "me", "kind", "bot", "level",
                              "random"));
    inside_think(app);
    for (int pass = 0; pass < 60 && !t->seat[0].away; pass++) { /* bots pause at this one */
        inside_pass(1500);
        inside_think(app);
    }
    assert_int_equal(moves_of(t, 0), LATE_MOST);
    assert_true(inside_do(t, ada, "back", json_object()));
    assert_false(t->seat[0].away);
    assert_int_equal(t->seat[0].late, 0);
    for (int pass = 0; pass < 3 && table_actor(t) != 0; pass++) {
        inside_pass(1500);
        inside_think(app);
    }
    assert_true(inside_move(t, ada));
}

static void a_game_clock_that_runs_out_loses(void **state)
{
    (void)state;
    struct table *t = against_bob(of_games(10, 5));
    inside_pass(10001);
    inside_think(app);
    assert_int_equal(t->status, TABLE_OVER);
    assert_string_equal(t->reason, "time");
    assert_int_equal(t->ranks[0], 2);
    assert_int_equal(t->ranks[1], 1);
}

/* --- those who take back --- */

static void moving_and_taking_back_wins_no_time(void **state)
{
    (void)state;
    struct table *t = against_bob(of_games(60, 10));
    for (int i = 1; i <= 30; i++) {
        inside_pass(500);
        assert_true(inside_move(t, ada));
        inside_pass(500);
        assert_true(inside_undo(t, ada));
        assert_int_equal(clock_left(t, 0), 60000 - 1000 * i);
        assert_int_equal(clock_left(t, 1), 60000);
    }
    inside_pass(30001);
    inside_think(app);
    assert_string_equal(t->reason, "time");

    t = against_bob(of_moves(20));
    for (int i = 0; i < 20; i++) {
        assert_true(inside_move(t, ada));
        inside_pass(1000);
        assert_int_equal(t->seat[0].late, 0);
        assert_true(inside_undo(t, ada));
    }
    inside_think(app);
    assert_int_equal(t->seat[0].late, 1);
}

/* --- restarts --- */

/* The server lives on and says so. */
static void live(int64_t ms)
{
    inside_pass(ms);
    beat_tend(app);
    inside_settle(app);
}

/* It is killed; after so long there is another one. */
static struct table *restart(const struct table *t)
{
    char id[STORE_ID_MAX + 1];
    snprintf(id, sizeof id, "%s", t->id);
    app = inside_again(app);
    struct table *again = inside_get(app, id);
    inside_think(app);
    return again;
}

static void a_restart_takes_no_time_from_anybody(void **state)
{
    (void)state;
    struct table *t = against_bob(of_games(60, 0));
    inside_pass(20000);
    assert_true(inside_move(t, ada));
    inside_pass(10000);
    inside_settle(app);
    char id[STORE_ID_MAX + 1];
    snprintf(id, sizeof id, "%s", t->id);
    inside_pass(HOUR); /* the server is away */
    t = restart(t);
    assert_int_equal(t->status, TABLE_PLAYING);
    assert_int_equal(t->counts[EVENT_RESUMED], 1);
    assert_int_equal(clock_left(t, 0), 40000);
    assert_int_equal(clock_left(t, 1), 60000);
    inside_pass(60001);
    inside_think(app);
    assert_string_equal(t->reason, "time");
    assert_int_equal(t->ranks[1], 2);
}

/* A paused machine, or one that has no time for the server: nobody could move. */
static void a_server_that_stood_still_takes_no_time_from_anybody(void **state)
{
    (void)state;
    struct table *game = against_bob(of_games(60, 0)), *move = against_bob(of_moves(20));
    app->life.seen = now_ms(); /* there is a loop */
    for (int second = 0; second < 10; second++) {
        inside_pass(1000);
        beat_look(app);
    }
    inside_pass(HOUR); /* and now there is none */
    inside_think(app);
    assert_int_equal(game->status, TABLE_PLAYING);
    assert_int_equal(game->counts[EVENT_RESUMED], 1);
    assert_int_equal(clock_left(game, 0), 50000);
    assert_int_equal(move->counts[EVENT_LATE] + move->seat[0].late, 0);
    assert_int_equal(clock_left(move, 0), 10000);
    for (int second = 0; second < 51; second++) {
        inside_pass(1000);
        beat_look(app);
    }
    inside_think(app);
    assert_string_equal(game->reason, "time");
    assert_int_equal(move->seat[0].late, 1);
}

/* A disk that is slow for a moment is no pause: nobody wins time by making the server busy. */
static void a_server_that_is_busy_gives_no_time(void **state)
{
    (void)state;
    struct table *t = against_bob(of_games(60, 0));
    app->life.seen = now_ms();
    for (int i = 0; i < 20; i++) {
        inside_pass(2500);
        beat_look(app);
    }
    assert_int_equal(clock_left(t, 0), 10000);
    assert_int_equal(t->counts[EVENT_RESUMED], 0);
}

/* Whoever could make the server fall must not win the time they used by it. */
static void a_restart_gives_back_no_time_that_was_used(void **state)
{
    (void)state;
    struct table *t = against_bob(of_games(60, 0));
    live(25000);
    inside_pass(HOUR); /* it was killed right after it had said that it lives */
    char id[STORE_ID_MAX + 1];
    snprintf(id, sizeof id, "%s", t->id);
    app = inside_again(app);
    t = inside_get(app, id);
    assert_int_equal(clock_left(t, 0), 35000); /* also before that is written down */
    inside_think(app);
    assert_int_equal(t->counts[EVENT_RESUMED], 1);
    assert_int_equal(clock_left(t, 0), 35000);
    live(5000);
    assert_int_equal(clock_left(t, 0), 30000);
    for (int i = 1; i <= 5; i++) { /* again and again: nothing is won and nothing lost */
        inside_pass(60000);
        t = restart(t);
        live(1000);
        assert_int_equal(clock_left(t, 0), 30000 - 1000 * i);
    }
    assert_true(inside_move(t, ada));
    assert_int_equal(clock_left(t, 0), 25000);
    assert_int_equal(clock_left(t, 1), 60000);

    t = against_bob(of_moves(20));
    live(15000);
    t = restart(t);
    assert_int_equal(clock_left(t, 0), 5000);
    live(5000);
    inside_think(app);
    assert_int_equal(t->seat[0].late, 1);
}

/* Two restarts before anybody looks at the table: both pauses count, and no time between them. */
static void a_table_that_slept_through_restarts_knows_of_all_of_them(void **state)
{
    (void)state;
    char id[STORE_ID_MAX + 1];
    struct table *t = against_bob(of_games(900, 0));
    snprintf(id, sizeof id, "%s", t->id);
    live(100000);
    for (int i = 0; i < 40; i++) { /* more than are kept apart */
        inside_pass(10000);
        app = inside_again(app);
        assert_true(app->life.gaps <= GAPS_MAX);
        if (i < 10) {
            inside_pass(2000);
            beat_last(app);
            inside_settle(app);
        }
    }
    t = inside_get(app, id);
    inside_think(app);
    assert_int_equal(t->counts[EVENT_RESUMED], 1);
    assert_int_equal(clock_left(t, 0), 900000 - 100000 - 10 * 2000);
}

static void who_takes_back_after_a_restart_pays_for_no_pause(void **state)
{
    (void)state;
    struct table *t = against_bob(of_games(60, 0));
    live(10000);
    assert_true(inside_move(t, ada));
    live(5000);
    inside_pass(HOUR);
    t = restart(t);
    assert_true(inside_undo(t, ada));
    assert_int_equal(clock_left(t, 0), 45000);
}

/* Leaving the seat and coming back at once gave the whole turn anew, two hundred times. */
static void leaving_and_coming_back_wins_no_time(void **state)
{
    (void)state;
    struct table *t = against_bob(of_moves(60));
    for (int i = 1; i <= 5; i++) {
        inside_pass(10000);
        assert_true(inside_do(t, ada, "away", json_object()));
        inside_pass(500); /* the bot makes its pause: that is nobody's time */
        assert_true(inside_do(t, ada, "back", json_object()));
        assert_int_equal(clock_left(t, 0), 60000 - 10000 * i);
    }
    t = against_bob(of_games(60, 0));
    inside_pass(20000);
    assert_true(inside_do(t, ada, "away", json_object()));
    assert_true(inside_do(t, ada, "back", json_object()));
    assert_int_equal(clock_left(t, 0), 40000);
}

/* Whoever has left the seat, or given up, does not take back what the bot decided. */
static void who_left_takes_nothing_back(void **state)
{
    (void)state;
    struct table *t = against_bob(of_days(1));
    assert_true(inside_do(t, ada, "away", json_object()));
    for (int i = 0; i < 3 && table_ply(t) == 0; i++) {
        inside_pass(1500);
        inside_think(app);
    }
    assert_int_equal(table_ply(t), 1);
    t->undo_seat = 0; /* whatever the bot chose */
    assert_false(inside_undo(t, ada));
    assert_true(inside_do(t, ada, "back", json_object()));
    assert_true(inside_undo(t, ada));
}

/* The wall clock is set back while there is no server: nobody has more time than before. */
static void a_wall_clock_set_back_between_two_servers_gives_nothing(void **state)
{
    (void)state;
    struct table *t = against_bob(of_games(60, 0));
    live(10000);
    inside_jump(-HOUR);
    inside_stop_time(); /* as a new process looks at it */
    t = restart(t);
    assert_in_range(clock_left(t, 0), 0, 60000);
    inside_jump(HOUR);
}

static void restarts_do_not_begin_days_anew(void **state)
{
    (void)state;
    struct table *t = against_bot(of_days(1));
    for (int i = 0; i < 3; i++) {
        live(DAY / 4);
        t = restart(t);
        assert_int_equal(t->counts[EVENT_RESUMED], 0);
        assert_int_equal(clock_left(t, 0), DAY - (i + 1) * (DAY / 4));
    }
    inside_pass(DAY); /* ran out while the server was away: that is nobody's fault */
    t = restart(t);
    assert_int_equal(t->counts[EVENT_RESUMED], 1);
    assert_int_equal(table_ply(t), 0);
    assert_int_equal(clock_left(t, 0), DAY / 4);
    live(DAY / 4);
    inside_think(app);
    assert_int_equal(t->seat[0].late, 1);
}

static void days_of_a_table_that_is_not_in_memory_end_all_the_same(void **state)
{
    (void)state;
    struct table *t = against_bot(of_days(1));
    char id[STORE_ID_MAX + 1];
    snprintf(id, sizeof id, "%s", t->id);
    inside_pass(DAY / 2);
    residency_forget_idle(app);
    assert_null(map_get(&app->tables, id));
    residency_wake_due(app);
    inside_settle(app);
    inside_think(app);
    assert_null(map_get(&app->tables, id)); /* nothing is due: nothing is read */
    inside_pass(DAY / 2 + 5000);
    residency_wake_due(app);
    inside_settle(app);
    t = map_get(&app->tables, id);
    assert_non_null(t);
    inside_think(app);
    assert_int_equal(t->seat[0].late, 1);
    assert_int_equal(moves_of(t, 0), 1);
}

/* A bot that was called, sent away and called again moves after its pause, not when the clock ends. */
static void leaving_coming_back_and_leaving_does_not_stop_the_bot(void **state)
{
    (void)state;
    struct table *t = inside_wish(app, ada,
                                  json_pack("{s:s,s:i,s:o,s:[{s:s},{s:s,s:s}]}", "game", "splendor",
                                            "players", 2, "clock", of_days(2), "seats", "kind",
                                            "me", "kind", "bot", "level", "random"));
    inside_think(app);
    while (table_actor(t) != 0) {
        inside_pass(1500);
        inside_think(app);
    }
    int ply = table_ply(t);
    assert_true(inside_do(t, ada, "away", json_object()));
    assert_true(inside_do(t, ada, "back", json_object()));
    assert_true(inside_do(t, ada, "away", json_object()));
    inside_pass(1500);
    inside_think(app);
    assert_int_equal(table_ply(t), ply + 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_wall_clock_jumps_and_nobody_wins_or_loses_time),
        TEST(time_creeps_to_the_wall_clock_and_then_stays),
        TEST(who_is_late_once_keeps_the_seat),
        TEST(who_is_late_three_times_in_a_row_has_a_bot_until_they_are_back),
        TEST(a_game_clock_that_runs_out_loses),
        TEST(moving_and_taking_back_wins_no_time),
        TEST(a_restart_takes_no_time_from_anybody),
        TEST(a_server_that_stood_still_takes_no_time_from_anybody),
        TEST(a_server_that_is_busy_gives_no_time),
        TEST(a_restart_gives_back_no_time_that_was_used),
        TEST(a_table_that_slept_through_restarts_knows_of_all_of_them),
        TEST(who_takes_back_after_a_restart_pays_for_no_pause),
        TEST(leaving_and_coming_back_wins_no_time),
        TEST(who_left_takes_nothing_back),
        TEST(a_wall_clock_set_back_between_two_servers_gives_nothing),
        TEST(restarts_do_not_begin_days_anew),
        TEST(days_of_a_table_that_is_not_in_memory_end_all_the_same),
        TEST(leaving_coming_back_and_leaving_does_not_stop_the_bot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
