/* SPDX-License-Identifier: MIT */
/* Partners give up together: who plays on one side wins and loses with the other. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "inside.h"
#include "server/deeds.h"
#include "server/users.h"

enum { PLAYERS = 6 };

static struct app *app;
static char users[PLAYERS][STORE_ID_MAX + 1];

static int open_all(void **state)
{
    (void)state;
    inside_stop_time();
    app = inside_open();
    for (int seat = 0; seat < PLAYERS; seat++)
        snprintf(users[seat], sizeof users[seat], "%s", user_guest(app)->row.id);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    inside_close(app);
    return 0;
}

/* Three teams of two: seats 0 and 1, 2 and 3, 4 and 5. */
static struct table *begin_teams(void)
{
    struct table *t =
        inside_wish(app, users[0],
                    json_pack("{s:s,s:i,s:{s:s},s:[{s:s},{s:s},{s:s},{s:s},{s:s},{s:s}]}", "game",
                              "royal-wedding", "players", PLAYERS, "options", "mode", "teams",
                              "seats", "kind", "me", "kind", "open", "kind", "open", "kind", "open",
                              "kind", "open", "kind", "open"));
    for (int seat = 1; seat < PLAYERS; seat++)
        assert_true(inside_do(t, users[seat], "sit", json_pack("{s:i}", "seat", seat)));
    inside_settle(app);
    assert_int_equal(t->status, TABLE_PLAYING);
    return t;
}

static void give_up(struct table *t, int seat)
{
    assert_true(inside_do(t, users[seat], "resign", json_object()));
    inside_settle(app);
}

static void the_last_team_has_won(void **state)
{
    (void)state;
    struct table *t = begin_teams();
    static const int who[] = {2, 0, 3, 5};
    for (int i = 0; i < TK_COUNT(who); i++)
        give_up(t, who[i]);
    assert_int_equal(t->status, TABLE_PLAYING); /* 1 and 4 play on */
    give_up(t, 4);
    assert_int_equal(t->status, TABLE_OVER);
    assert_string_equal(t->reason, "resigned");
    for (int seat = 0; seat < PLAYERS; seat++)
        assert_int_equal(t->ranks[seat] == 1, seat < 2);
}

/* Whose time has run out has lost for both. */
static void time_runs_out_for_both_partners(void **state)
{
    (void)state;
    struct table *t = begin_teams();
    deed_over(t, "time", 3);
    inside_settle(app);
    assert_int_equal(t->status, TABLE_OVER);
    for (int seat = 0; seat < PLAYERS; seat++)
        assert_int_equal(t->ranks[seat] == 1, seat != 2 && seat != 3);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_last_team_has_won),
        TEST(time_runs_out_for_both_partners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
