/* SPDX-License-Identifier: MIT */
/* A restart wakes what is due and nothing else, however many games were abandoned. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "inside.h"
#include "server/duty.h"
#include "server/residency.h"
#include "server/users.h"

enum { ABANDONED = 2000, DUE = 20 };

static struct app *app;
static char ada[STORE_ID_MAX + 1];

static int open_all(void **state)
{
    (void)state;
    inside_stop_time();
    app = inside_open();
    snprintf(ada, sizeof ada, "%s", user_guest(app)->row.id);
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    inside_close(app);
    return 0;
}

/* The starting player decides whose turn it is: ada's, or the bot's. */
static void begin(bool bot_first, char *out_id)
{
    struct wish wish;
    char key[STORE_ID_MAX + 1];
    json_t *text = json_pack("{s:s,s:i,s:{s:s},s:[{s:s},{s:s,s:s}]}", "game", "splendor", "players",
                             2, "options", "start", bot_first ? "1" : "0", "seats", "kind", "me",
                             "kind", "bot", "level", "random");
    assert_null(wish_read(text, ada, &wish));
    assert_int_equal(table_create(app, &wish, out_id, key, NULL, NULL), FINE);
    json_decref(text);
}

static int in_memory(void)
{
    return (int)app->tables.count;
}

static bool count_lease(void *context, const char *table, int64_t due)
{
    (void)table, (void)due;
    ++*(int *)context;
    return true;
}

static void abandoned_games_cost_nothing_at_the_start(void **state)
{
    (void)state;
    char id[STORE_ID_MAX + 1], due[DUE][STORE_ID_MAX + 1];
    for (int i = 0; i < ABANDONED; i++) {
        begin(false, id);
        if (i % 100 == 99)
            inside_settle(app);
    }
    for (int i = 0; i < DUE; i++)
        begin(true, due[i]);
    inside_settle(app);
    assert_int_equal(in_memory(), ABANDONED + DUE);

    app = inside_again(app);
    inside_pass(60000);
    assert_int_equal(in_memory(), 0);
    residency_wake_due(app);
    inside_settle(app);
    assert_int_equal(in_memory(), DUE); /* nothing else was even read */
    for (int i = 0; i < DUE; i++)
        assert_non_null(map_get(&app->tables, due[i]));
    for (int i = 0; i < 3; i++) {
        inside_pass(1500); /* the pauses of the bots */
        inside_think(app);
        residency_wake_due(app);
        inside_settle(app);
    }
    assert_int_equal(in_memory(), DUE);
    for (int i = 0; i < DUE; i++) {
        const struct table *t = map_get(&app->tables, due[i]);
        assert_int_equal(table_ply(t), 1);
        assert_int_equal(table_actor(t), 0);
    }
    int leases = 0;
    inside_pass(120000);
    store_due(app->store, INT64_MAX - 1, 1000, "another", INT64_MAX, count_lease, &leases);
    assert_int_equal(leases, 0); /* and nothing is due any more */
}

/* What one server has taken over, another leaves alone until its lease has ended. */
static void two_servers_do_not_do_the_same_work(void **state)
{
    (void)state;
    char id[STORE_ID_MAX + 1];
    int first = 0, second = 0, later = 0;
    begin(true, id);
    inside_settle(app);
    inside_pass(10000);
    int64_t now = app->started + 10000;
    store_due(app->store, now, 10, "one", now + 60000, count_lease, &first);
    store_due(app->store, now, 10, "two", now + 60000, count_lease, &second);
    store_due(app->store, now + 60001, 10, "two", now + 120000, count_lease, &later);
    assert_int_equal(first, 1);
    assert_int_equal(second, 0);
    assert_int_equal(later, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(abandoned_games_cost_nothing_at_the_start),
        TEST(two_servers_do_not_do_the_same_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
