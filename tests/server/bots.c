/* SPDX-License-Identifier: MIT */
/* Bots at work while people try to hurry, stall or crowd them. Time passes only where a test says
 * so, and bots are heard only when a test listens. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "pair.h"
#include "server/deeds.h"
#include "server/duty.h"
#include "server/message.h"
#include "server/pool.h"
#include "server/residency.h"
#include "server/thinking.h"
#include "server/users.h"
#include "server/watchers.h"

/* Ada begins, a bot answers. */
static struct table *against(const char *level, bool quick)
{
    struct table *t =
        inside_wish(app, ada,
                    json_pack("{s:s,s:i,s:{s:s},s:b,s:[{s:s},{s:s,s:s}]}", "game", "splendor",
                              "players", 2, "options", "start", "0", "quick", quick, "seats",
                              "kind", "me", "kind", "bot", "level", level));
    inside_think(app);
    return t;
}

static json_t *text(const char *words)
{
    return json_pack("{s:s}", "text", words);
}

/* --- pauses --- */

static void talking_does_not_begin_a_bots_pause_anew(void **state)
{
    (void)state;
    struct table *t = against("random", false);
    assert_true(inside_move(t, ada));
    int64_t end = t->pause_end;
    for (int i = 0; i < 6; i++) {
        inside_pass(100);
        assert_true(inside_do(t, i % 2 == 0 ? ada : bob, "chat", text("well?")));
        assert_int_equal(t->pause_end, end);
    }
    assert_true(inside_do(t, ada, "away", json_object()));
    assert_true(inside_do(t, ada, "back", json_object()));
    assert_int_equal(t->pause_end, end);
    assert_int_equal(table_ply(t), 1);
    inside_pass(1400 - 600);
    inside_think(app);
    assert_int_equal(table_ply(t), 2);
}

/* What is thought out while a line of chat is on its way to the disk is played after it. */
static void talking_does_not_make_a_bot_think_again(void **state)
{
    (void)state;
    struct table *t = against("random", true);
    assert_true(inside_move(t, ada));
    table_wake(t);
    assert_true(t->thinking);
    struct request *chat = calloc(1, sizeof *chat);
    chat->row = message_find("chat");
    snprintf(chat->user, sizeof chat->user, "%s", ada);
    snprintf(chat->facts.text, sizeof chat->facts.text, "hurry up");
    deed_request(t, chat);
    assert_true(t->writing);
    while (t->held == NULL)
        pool_deliver(app->pool);
    assert_int_equal(table_ply(t), 1);
    inside_settle(app); /* and nobody thinks any more */
    assert_int_equal(table_ply(t), 2);
    assert_int_equal(t->counts[EVENT_CHAT], 1);
    assert_false(t->thinking);
}

/* --- taking back --- */

static void after_an_undo_a_bot_does_not_play_what_it_thought_before(void **state)
{
    (void)state;
    struct table *t = against("casual", true);
    for (int i = 0; i < 20; i++) {
        assert_true(inside_move(t, ada));
        table_wake(t);
        assert_true(t->thinking);
        assert_true(inside_undo(t, ada)); /* it thinks, or has thought; nobody has listened yet */
        inside_think(app);
        assert_int_equal(table_ply(t), 0);
        assert_int_equal(table_actor(t), 0);
    }
    assert_int_equal(t->counts[EVENT_MOVE], 20);
}

/* Bots do not mind: as far as one likes, past what was revealed and past their own moves, and on from there. */
static void among_bots_everything_can_be_taken_back(void **state)
{
    (void)state;
    struct table *t = against("casual", true);
    assert_int_equal(table_undo_to(t, 0), -1);
    for (int i = 0; i < 3; i++) {
        assert_true(inside_move(t, ada));
        while (table_actor(t) != 0)
            inside_think(app);
    }
    assert_true(table_ply(t) >= 6);
    for (int ply = table_ply(t); ply > 0; ply = table_ply(t)) {
        assert_true(inside_undo(t, ada));
        assert_true(table_ply(t) < ply);
        assert_int_equal(table_actor(t), 0);
    }
    assert_false(inside_undo(t, ada));
    assert_int_equal(t->taken_back, 3);
    assert_true(inside_move(t, ada));
    while (table_actor(t) != 0)
        inside_think(app);
    assert_true(table_ply(t) >= 2);
}

/* The same number of plies is not the same position. */
static void a_thought_about_another_move_is_not_played(void **state)
{
    (void)state;
    static const char *const firsts[] = {"take wug", "take urk", "take wuk", "take grk"};
    struct table *t = against("casual", true);
    for (int i = 0; i < TK_COUNT(firsts); i++) {
        assert_true(inside_do(t, ada, "move", json_pack("{s:i,s:s}", "ply", 0, "move", firsts[i])));
        table_wake(t);
        assert_true(t->thinking); /* about the first of them, whatever is on the table by now */
        if (i < TK_COUNT(firsts) - 1)
            assert_true(inside_undo(t, ada));
    }
    assert_int_equal(table_ply(t), 1);
    inside_think(app);
    assert_int_equal(table_ply(t), 2);
    assert_int_equal(t->counts[EVENT_MOVE], TK_COUNT(firsts) + 1);
}

/* --- the order of what waits --- */

enum { FAKES = 64 };

static struct {
    _Atomic bool open; /* the gate before which the only worker stands */
    _Atomic int done, heard;
    int order[FAKES];
} work;

struct fake {
    struct job job;
    int number, ms;
};

static void at_the_gate(struct job *job)
{
    (void)job;
    while (!work.open)
        usleep(100);
}

static void pretend(struct job *job)
{
    struct fake *fake = (struct fake *)job;
    inside_pass(fake->ms);
    work.order[work.done] = fake->number;
    work.done++; /* after it, so that whoever waits for the count may read the order */
}

static void heard(struct app *unused, struct job *job)
{
    (void)unused;
    work.heard++;
    free(job);
}

static const struct job *give(const char *owner, bool awaited, int ms, int number)
{
    struct fake *fake = calloc(1, sizeof *fake);
    fake->number = number;
    fake->ms = number < 0 ? 0 : ms;
    fake->job = (struct job){.work = number < 0 ? at_the_gate : pretend,
                             .done = heard,
                             .awaited = awaited,
                             .cost = ms / 1000.0};
    snprintf(fake->job.owner, sizeof fake->job.owner, "%s", owner);
    assert_true(pool_add(app->pool, &fake->job));
    return &fake->job;
}

static void close_gate(void)
{
    work.open = false;
    work.done = work.heard = 0;
    give("nobody", true, 0, -1);
    while (pool_length(app->pool) > 0)
        usleep(100);
}

static void open_gate(int jobs)
{
    work.open = true;
    while (work.heard < jobs + 1) {
        pool_deliver(app->pool);
        usleep(100);
    }
}

static int place_of(int number)
{
    for (int i = 0; i < work.done; i++)
        if (work.order[i] == number)
            return i;
    return -1;
}

static void novices_pass_masters_that_came_first(void **state)
{
    (void)state;
    close_gate();
    for (int i = 0; i < 10; i++)
        give("greedy guest", true, 1000, i);
    const struct job *last = give("greedy guest", true, 1000, 10);
    const struct job *novice = give("another guest", true, 2, 11);
    assert_int_equal(pool_ahead(app->pool, novice), 0);
    assert_int_equal(pool_ahead(app->pool, last), 11); /* ten masters and the novice */
    open_gate(12);
    assert_int_equal(place_of(11), 0);
}

static void what_nobody_looks_at_waits(void **state)
{
    (void)state;
    close_gate();
    for (int i = 0; i < 5; i++)
        give("left the room", false, 100, i);
    for (int i = 5; i < 10; i++)
        give("looks on", true, 1000, i);
    open_gate(10);
    for (int i = 0; i < 5; i++)
        assert_in_range(place_of(i), 5, 9);
}

/* Thirty of one owner and three of another, all alike. */
static void one_user_with_many_jobs_does_not_crowd_out_another(void **state)
{
    (void)state;
    close_gate();
    for (int i = 0; i < 30; i++)
        give("many", true, 500, i);
    for (int i = 30; i < 33; i++)
        give("few", true, 500, i);
    open_gate(33);
    for (int i = 30; i < 33; i++)
        assert_in_range(place_of(i), 0, 6);
}

static void who_has_used_much_lets_others_pass(void **state)
{
    (void)state;
    close_gate();
    for (int i = 0; i < 10; i++)
        give("hungry", true, 2000, i);
    open_gate(10);
    close_gate();
    give("hungry", true, 500, 0);
    give("frugal", true, 500, 1);
    open_gate(2);
    assert_int_equal(work.order[0], 1);
}

/* Three that take their time, two workers: a small job is done while they think. */
static void grandmasters_leave_a_worker_to_the_others(void **state)
{
    struct pool *usual = app->pool;
    (void)state;
    app->pool = pool_open(app, 2);
    assert_true(thinking_offers(app, bot_level(BOT_GRANDMASTER)));
    work.open = false;
    work.done = work.heard = 0;
    for (int i = 0; i < 3; i++)
        give("patient", true, 5000, -1);
    give("quick", true, 2, 7);
    while (work.done == 0)
        usleep(100);
    assert_int_equal(work.order[0], 7);
    open_gate(3);
    pool_close(app->pool);
    app->pool = usual;
}

static void a_server_with_one_worker_offers_no_grandmaster(void **state)
{
    struct pool *usual = app->pool;
    (void)state;
    app->pool = pool_open(app, 1);
    assert_true(thinking_offers(app, bot_level(BOT_MASTER)));
    assert_false(thinking_offers(app, bot_level(BOT_GRANDMASTER)));
    struct wish wish = {.config.players = 2,
                        .seat = {{.kind = SEAT_PERSON}, {.kind = SEAT_BOT, .level = "master"}}};
    assert_true(thinking_offers_all(app, &wish)); /* a rematch asks this, too */
    strcpy(wish.seat[1].level, "grandmaster");
    assert_false(thinking_offers_all(app, &wish));
    pool_close(app->pool);
    app->pool = usual;
}

/* --- characters --- */

static json_t *seat_of_bot(const char *style)
{
    return json_pack("{s:s,s:s,s:s}", "kind", "bot", "level", "casual", "style", style);
}

static json_t *wish_for(const char *style)
{
    return json_pack("{s:s,s:i,s:{s:s},s:b,s:[{s:s},o]}", "game", "splendor", "players", 2,
                     "options", "start", "1", "quick", true, "seats", "kind", "me",
                     seat_of_bot(style));
}

static void a_bot_with_a_character_plays_and_keeps_it(void **state)
{
    static const char *const strangers[] = {"science", "nobody", ""};
    struct wish wish;
    (void)state;
    struct table *t = inside_wish(app, ada, wish_for("nobles"));
    inside_think(app);
    assert_int_equal(table_ply(t), 1);
    assert_string_equal(t->seat[1].style, "nobles");
    assert_string_equal(t->seat[1].level, "casual");
    for (int i = 0; i < TK_COUNT(strangers); i++) {
        json_t *object = wish_for(strangers[i]);
        assert_non_null(wish_read(object, ada, &wish));
        json_decref(object);
    }
}

static void the_owner_puts_a_character_on_a_seat(void **state)
{
    (void)state;
    struct table *t =
        inside_wish(app, ada,
                    json_pack("{s:s,s:i,s:b,s:[{s:s},{s:s}]}", "game", "splendor", "players", 2,
                              "quick", true, "seats", "kind", "me", "kind", "open"));
    assert_false(
        inside_do(t, ada, "bot",
                  json_pack("{s:i,s:s,s:s}", "seat", 1, "level", "casual", "style", "science")));
    assert_true(
        inside_do(t, ada, "bot",
                  json_pack("{s:i,s:s,s:s}", "seat", 1, "level", "casual", "style", "reserve")));
    assert_string_equal(t->seat[1].style, "reserve");
}

/* --- what the page shows --- */

static void those_who_wait_are_told_how_many_are_before_them(void **state)
{
    (void)state;
    struct table *t = against("random", false);
    assert_true(watch(t, 77, ada));
    assert_true(inside_move(t, ada));
    close_gate();
    for (int i = 0; i < 3; i++)
        give("somebody", true, 0, i);
    inside_pass(1400); /* the pause of the bot */
    table_wake(t);
    assert_true(t->thinking);
    thinking_tell_queue(app);
    assert_int_equal(t->ahead, 3);
    open_gate(3);
    inside_think(app);
    assert_int_equal(t->ahead, 0);
    assert_int_equal(table_ply(t), 2);
    unwatch(t, 77);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(talking_does_not_begin_a_bots_pause_anew),
        TEST(talking_does_not_make_a_bot_think_again),
        TEST(after_an_undo_a_bot_does_not_play_what_it_thought_before),
        TEST(among_bots_everything_can_be_taken_back),
        TEST(a_thought_about_another_move_is_not_played),
        TEST(novices_pass_masters_that_came_first),
        TEST(what_nobody_looks_at_waits),
        TEST(one_user_with_many_jobs_does_not_crowd_out_another),
        TEST(who_has_used_much_lets_others_pass),
        TEST(grandmasters_leave_a_worker_to_the_others),
        TEST(a_server_with_one_worker_offers_no_grandmaster),
        TEST(a_bot_with_a_character_plays_and_keeps_it),
        TEST(the_owner_puts_a_character_on_a_seat),
        TEST(those_who_wait_are_told_how_many_are_before_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
