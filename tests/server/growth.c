/* SPDX-License-Identifier: MIT */
/* Tables that somebody tries to make too large: everything that can be repeated has an end, and what
 * is the most there can be still fits where it is shown. */
#include "tests/unit/unit.h"

#include <stdlib.h>

#include "inside.h"
#include "server/deeds.h"
#include "server/message.h"
#include "server/residency.h"
#include "server/show.h"
#include "server/snapshot.h"
#include "server/users.h"
#include "server/watchers.h"

enum { EVENTS_MOST = 5000 }; /* more than any table may ever have of what people repeat */

static struct app *app;
static char users[TK_SEATS_MAX][STORE_ID_MAX + 1];

static int open_all(void **state)
{
    (void)state;
    inside_stop_time();
    app = inside_open();
    return 0;
}

static int close_all(void **state)
{
    (void)state;
    inside_close(app);
    return 0;
}

static const struct tk_game *splendor(void)
{
    return tk_game_find(tk_span_of("splendor"));
}

static json_t *words(const char *text)
{
    return json_pack("{s:s}", "text", text);
}

static size_t shown(struct table *t, int seat)
{
    size_t length = inside_snapshot(t, seat, seat >= 0 ? users[seat] : "");
    assert_in_range(length, 1, SHOW_ROOM - 1);
    show_room[length] = '\0';
    return length;
}

/* --- what can be repeated --- */

/* Does both in turn until the first is refused; how often it was not. */
static int repeat(struct table *t, const char *user, const char *first, const char *second,
                  json_t *arguments)
{
    int times = 0;
    while (times < EVENTS_MOST && inside_do(t, user, first, json_deep_copy(arguments))) {
        times++;
        if (second != NULL)
            inside_do(t, user, second, json_object());
    }
    json_decref(arguments);
    assert_true(times < EVENTS_MOST);
    return times;
}

static void moving_and_taking_back_has_an_end(void **state)
{
    (void)state;
    struct table *t = inside_table(app, splendor(), 2, users);
    int actor = table_actor(t), times = 0;
    assert_true(inside_move(t, users[actor]));
    while (times < EVENTS_MOST && inside_undo(t, users[actor])) {
        times++;
        assert_true(inside_move(t, users[actor]));
    }
    assert_int_equal(times, 400);
    assert_int_equal(table_ply(t), 1);
    shown(t, actor);
    assert_true(inside_move(t, users[1 - actor])); /* the game goes on */
}

/* With this option two players may pass tokens to and fro as long as they like (SP-15.4). */
static void a_game_without_an_end_has_one(void **state)
{
    (void)state;
    const struct tk_game *game = splendor();
    char players[2][STORE_ID_MAX + 1];
    for (int i = 0; i < 2; i++)
        snprintf(players[i], sizeof players[i], "%s", user_guest(app)->row.id);
    struct table *t = inside_wish(app, players[0],
                                  json_pack("{s:s,s:i,s:{s:s,s:s},s:[{s:s},{s:s}]}", "game",
                                            game->id, "players", 2, "options", "no_progress", "0",
                                            "start", "0", "seats", "kind", "me", "kind", "open"));
    assert_true(inside_do(t, players[1], "sit", json_pack("{s:i}", "seat", 1)));
    inside_settle(app);
    int most = event_row(EVENT_MOVE)->most;
    assert_in_range(most, 5000, 100000); /* no game that is played comes near it */
    t->counts_of[EVENT_MOVE][0] = t->counts_of[EVENT_MOVE][1] = most - 1;
    assert_true(inside_move(t, players[0]));
    assert_true(inside_move(t, players[1]));
    assert_false(inside_move(t, players[0]));
    assert_int_equal(t->status, TABLE_PLAYING);
    assert_true(inside_do(t, players[0], "offer", json_object())); /* and there are ways out */
    assert_true(inside_do(t, players[1], "answer", json_pack("{s:b}", "yes", 1)));
    inside_settle(app);
    assert_int_equal(t->status, TABLE_OVER);
}

static void count_refused(void *context, bool fine)
{
    *(int *)context += !fine;
}

/* So many at once, while something is on its way to the disk; how many are refused at once. */
static int ask_while_it_writes(struct table *t, const char *user, int count)
{
    static int refused; /* requests that wait are answered later */
    refused = 0;
    for (int i = 0; i < count; i++) {
        struct request *r = calloc(1, sizeof *r);
        assert_non_null(r);
        r->row = message_find("chat");
        r->done = count_refused;
        r->context = &refused;
        snprintf(r->user, sizeof r->user, "%s", user);
        snprintf(r->facts.text, sizeof r->facts.text, "%d", i);
        deed_request(t, r);
    }
    return refused;
}

static void a_crowd_that_talks_keeps_no_player_from_moving(void **state)
{
    (void)state;
    struct table *t = inside_table(app, splendor(), 2, users);
    int refused = 0;
    t->writing = true;
    for (int i = 0; i < 60; i++)
        refused += ask_while_it_writes(t, user_guest(app)->row.id, 2);
    assert_int_equal(refused, 120 - PENDING_WATCHED);
    assert_int_equal(ask_while_it_writes(t, users[0], 60), 60 - PENDING_OF_ONE); /* nor does he */
    assert_int_equal(ask_while_it_writes(t, users[1], 1), 0);
    t->writing = false;
    deed_next(t);
    inside_settle(app);
    assert_int_equal(t->request_count, 0);
    assert_true(inside_move(t, users[table_actor(t)]));
}

static void chatting_has_an_end(void **state)
{
    (void)state;
    struct table *t = inside_table(app, splendor(), 2, users);
    int times = 0;
    while (times < EVENTS_MOST && inside_do(t, users[times % 2], "chat", words("and another")))
        times++;
    assert_int_equal(times, 1000);
    shown(t, 0);
    assert_true(inside_move(t, users[table_actor(t)]));
}

/* One who uses up everything of their own leaves the others what is theirs. */
static void who_uses_up_a_bound_uses_up_only_their_own(void **state)
{
    (void)state;
    struct table *t = inside_table(app, splendor(), 2, users);
    int waits = 1 - table_actor(t), acts = 1 - waits;
    repeat(t, users[waits], "away", "back", json_object());
    assert_true(inside_do(t, users[acts], "away", json_object()));
    assert_true(inside_do(t, users[acts], "back", json_object()));
    assert_int_equal(repeat(t, user_guest(app)->row.id, "chat", NULL, words("look at me")), 500);
    repeat(t, users[waits], "chat", NULL, words("no, at me"));
    assert_true(inside_do(t, users[acts], "chat", words("may I say something, too?")));
    assert_true(inside_move(t, users[acts]));
    while (inside_undo(t, users[acts]))
        assert_true(inside_move(t, users[acts]));
    assert_true(inside_move(t, users[waits]));
    assert_true(inside_undo(t, users[waits]));
}

static void leaving_and_coming_back_has_an_end(void **state)
{
    (void)state;
    struct table *t = inside_table(app, splendor(), 2, users);
    int waits = 1 - table_actor(t);
    assert_true(repeat(t, users[waits], "away", "back", json_object()) <= 200);
    assert_false(t->seat[waits].away); /* nobody is left outside */
    shown(t, waits);
    assert_true(inside_move(t, users[table_actor(t)]));
}

static void offering_and_refusing_has_an_end(void **state)
{
    (void)state;
    struct table *t = inside_table(app, splendor(), 2, users);
    int times = 0;
    while (times < EVENTS_MOST && inside_do(t, users[0], "offer", json_object())) {
        times++;
        assert_true(inside_do(t, users[1], "answer", json_pack("{s:b}", "yes", 0)));
    }
    assert_true(times <= 200);
    assert_true(inside_move(t, users[table_actor(t)]));
}

static void sitting_down_and_standing_up_has_an_end(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++)
        snprintf(users[i], sizeof users[i], "%s", user_guest(app)->row.id);
    struct table *t =
        inside_wish(app, users[0],
                    json_pack("{s:s,s:i,s:[{s:s},{s:s},{s:s}]}", "game", "splendor", "players", 3,
                              "seats", "kind", "me", "kind", "open", "kind", "open"));
    assert_true(repeat(t, users[1], "sit", "stand", json_pack("{s:i}", "seat", 1)) <= 1000);
    assert_true(repeat(t, users[0], "bot", NULL,
                       json_pack("{s:i,s:s}", "seat", 2, "level", "random")) <= 1000);
    shown(t, 0);
}

/* A row without a bound must be one that ends by itself. */
static void every_event_that_people_cause_is_bounded(void **state)
{
    (void)state;
    static const enum event_kind end_by_themselves[] = {
        EVENT_CREATED, EVENT_STOOD,    EVENT_SHARED,   EVENT_STARTED,
        EVENT_BACK,    EVENT_RESIGNED, EVENT_ANSWERED, EVENT_REMATCH};
    for (int i = 0; message_at(i) != NULL; i++) {
        enum event_kind kind = message_at(i)->causes;
        bool bounded = kind == EVENT_KINDS || event_row(kind)->most > 0;
        for (int k = 0; k < TK_COUNT(end_by_themselves); k++)
            bounded |= kind == end_by_themselves[k];
        if (!bounded)
            fail_msg("%s can be repeated for ever", message_at(i)->name);
    }
}

/* --- what must fit --- */

/* The longest line of chat there is: every byte of it is written as two. */
static void fill_chat(struct table *t)
{
    char text[CHAT_MAX + 1];
    memset(text, '"', CHAT_MAX);
    text[CHAT_MAX] = '\0';
    for (int i = 0; i < LOG_PAGE; i++)
        assert_true(inside_do(t, users[0], "chat", words(text)));
}

static void play_random(struct table *t, struct tk_rng *rng)
{
    char text[TK_MOVE_TEXT_MAX + 1];
    tk_action legal[TK_ACTIONS_MAX];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    int count = t->game->rules.legal(t->state, legal);
    t->game->text.format(t->state, legal[tk_rng_below(rng, (uint32_t)count)], &out);
    assert_true(
        inside_do(t, users[table_actor(t)], "move",
                  json_pack("{s:i,s:s}", "ply", table_ply(t), "move", tk_writer_text(&out))));
}

static size_t largest_of(struct table *t)
{
    size_t largest = 0;
    for (int seat = 0; seat < t->config.players; seat++) {
        size_t length = shown(t, seat);
        largest = length > largest ? length : largest;
    }
    return largest;
}

/* The largest present of a whole game, and the largest page of its log, which is of chat: no
 * line of a move is as long. Together they fit with room to spare. */
static void the_largest_table_of_every_game_can_be_shown(void **state)
{
    (void)state;
    struct tk_rng rng;
    tk_rng_init(&rng, 7, 7);
    for (int i = 0; tk_game_at(i) != NULL; i++) {
        const struct tk_game *game = tk_game_at(i);
        struct table *t = inside_table(app, game, game->seats_max, users);
        size_t bare = 0, full = 0;
        for (int ply = 0; ply < 3000 && t->status == TABLE_PLAYING; ply++) {
            if (ply % 7 == 0) {
                size_t length = largest_of(t);
                bare = length > bare ? length : bare;
            }
            play_random(t, &rng);
        }
        assert_int_equal(t->status, TABLE_OVER);
        fill_chat(t);
        full = largest_of(t);
        printf("%s: %zu kB in play, %zu kB with a page of chat\n", game->id, bare / 1024,
               full / 1024);
        assert_in_range(bare + full, 1, SHOW_ROOM);
    }
}

static void chat_that_a_terminal_would_obey_is_refused(void **state)
{
    (void)state;
    struct table *t = inside_table(app, splendor(), 2, users);
    assert_false(inside_do(t, users[0], "chat", words("\x1b[2J")));
    assert_false(inside_do(t, users[0], "chat", words("\x01\x02\x03")));
    assert_false(inside_do(t, users[0], "chat", words("\x7f")));
    assert_false(inside_do(t, users[0], "chat",
                           words("\xc2\x9b"
                                 "2J"))); /* an escape in one */
    assert_false(inside_do(t, users[0], "chat", words("abc \xe2\x80\xae cba"))); /* turned around */
    assert_false(inside_do(t, users[0], "chat", words(" \n\xe2\x80\x8b\xc2\xa0")));  /* nothing */
    assert_false(inside_do(t, users[0], "chat", words("\xe3\x85\xa4\xe2\xa0\x80"))); /* fillers */
    assert_true(
        inside_do(t, users[0], "chat",
                  words("\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xb1\xd9\x88\xd9\x85 \xf0\x9f\x91\x8d")));
    assert_true(inside_do(t, users[0], "chat", words("two\nlines, \xd9\x88 \xd9\x81\xd8\xa7")));
}

/* --- the log in pages --- */

static json_int_t number_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void check_page(const json_t *lines, json_int_t from, json_int_t end)
{
    size_t index;
    json_t *line;
    assert_int_equal(json_array_size(lines), end - from);
    assert_in_range(json_array_size(lines), 0, LOG_PAGE);
    json_array_foreach(lines, index, line)
        assert_int_equal(number_of(line, "seq"), from + (json_int_t)index);
}

static void the_pages_of_a_long_log_add_up_to_the_whole(void **state)
{
    (void)state;
    struct table *t = inside_table(app, splendor(), 2, users);
    int actor = table_actor(t);
    assert_true(inside_move(t, users[actor]));
    for (int i = 0; i < 350; i++)
        assert_true(inside_undo(t, users[actor]) && inside_move(t, users[actor]) &&
                    inside_do(t, users[i % 2], "chat", words("again?")));
    assert_true(t->seq > 1000);
    json_t *whole = json_loadb(show_room, shown(t, 0), 0, NULL);
    json_int_t from = number_of(whole, "log_from"), pages = 1;
    check_page(json_object_get(whole, "log"), from, t->seq + 1);
    json_decref(whole);
    while (from > 0) {
        size_t length = inside_log(t, 0, from, 1);
        json_t *page = json_loadb(show_room, length, 0, NULL);
        check_page(json_object_get(page, "lines"), number_of(page, "log_from"), from);
        assert_true(number_of(page, "log_from") < from);
        from = number_of(page, "log_from");
        json_decref(page);
        pages++;
    }
    assert_int_equal(pages, (t->seq + 1 + LOG_PAGE - 1) / LOG_PAGE);
    static const int64_t strange[] = {INT64_MIN, -1, 0, INT64_MAX};
    for (int i = 0; i < TK_COUNT(strange); i++)
        assert_in_range(inside_log(t, 0, strange[i], 1), 1, SHOW_ROOM - 1);
}

/* --- those who look on --- */

static void watchers_are_bounded_and_make_room(void **state)
{
    (void)state;
    struct table *t = inside_table(app, splendor(), 2, users);
    for (net_id socket = 1; socket <= WATCHERS_MAX; socket++)
        assert_true(watch(t, socket, "somebody"));
    assert_false(watch(t, WATCHERS_MAX + 1, "one more"));
    assert_true(watch(t, 1, "somebody")); /* who is there already */
    for (net_id i = 0; i < SOCKETS_OF_A_PLAYER_MAX; i++)
        assert_true(watch(t, WATCHERS_MAX + 2 + i, users[0])); /* who plays gets in */
    assert_false(watch(t, WATCHERS_MAX - 1 + 2 * SOCKETS_OF_A_PLAYER_MAX, users[0]));
    assert_true(watch(t, WATCHERS_MAX - 1 + 2 * SOCKETS_OF_A_PLAYER_MAX, users[1]));
    for (net_id i = 0; i < 2 * SOCKETS_OF_A_PLAYER_MAX; i++)
        unwatch(t, WATCHERS_MAX + 2 + i);
    unwatch(t, 1);
    assert_true(watch(t, WATCHERS_MAX + 1, "one more"));
    for (net_id socket = 2; socket <= WATCHERS_MAX + 1; socket++)
        unwatch(t, socket);
    assert_int_equal(t->watcher_count, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(moving_and_taking_back_has_an_end),
        TEST(a_game_without_an_end_has_one),
        TEST(a_crowd_that_talks_keeps_no_player_from_moving),
        TEST(chatting_has_an_end),
        TEST(who_uses_up_a_bound_uses_up_only_their_own),
        TEST(leaving_and_coming_back_has_an_end),
        TEST(offering_and_refusing_has_an_end),
        TEST(sitting_down_and_standing_up_has_an_end),
        cmocka_unit_test(every_event_that_people_cause_is_bounded),
        TEST(the_largest_table_of_every_game_can_be_shown),
        TEST(chat_that_a_terminal_would_obey_is_refused),
        TEST(the_pages_of_a_long_log_add_up_to_the_whole),
        TEST(watchers_are_bounded_and_make_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
