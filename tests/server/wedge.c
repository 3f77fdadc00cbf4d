/* SPDX-License-Identifier: MIT */
/* Tables that must not stop: the disk fails at every call in turn, another writer is first, a row is
 * garbage. What was acknowledged is there afterwards, and the game goes on by itself. */
#include "tests/unit/unit.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sqlite3.h>

#include "disk.h"
#include "pair.h"
#include "place.h"
#include "server/duty.h"
#include "server/errand.h"
#include "server/host.h"
#include "server/journal.h"
#include "server/pool.h"
#include "server/residency.h"
#include "server/sessions.h"
#include "server/show.h"
#include "server/snapshot.h"
#include "server/users.h"
#include "service.h"

static json_t *game_wish(void)
{
    return json_pack("{s:s,s:i,s:{s:s},s:b,s:{s:s,s:i},s:[{s:s},{s:s,s:s}]}", "game", "splendor",
                     "players", 2, "options", "start", "0", "quick", 1, "clock", "kind", "move",
                     "seconds", 60, "seats", "kind", "me", "kind", "bot", "level", "random");
}

/* --- the disk --- */

enum { MOVES = 4 }; /* of ada in a short game */

/* What ada was told: the move of each ply that was acknowledged. */
struct told {
    tk_action move[2 * MOVES + 2];
    bool known[2 * MOVES + 2];
};

static void remember(struct told *told, const struct table *t, int ply)
{
    told->known[ply] = true;
    told->move[ply] = history_action(&t->history, ply);
}

/* Asks for one move; whether or not the disk takes it, the bot is heard. */
static void try_move(struct table *t, struct told *told)
{
    int ply = table_ply(t);
    if (table_actor(t) == 0 && inside_move(t, ada))
        remember(told, t, ply);
    inside_think(app);
}

static void check(const struct table *t, const struct told *told)
{
    for (int ply = 0; ply < TK_COUNT(told->known); ply++)
        if (told->known[ply]) {
            assert_true(ply < table_ply(t));
            assert_int_equal(history_action(&t->history, ply), told->move[ply]);
        }
}

/* One step of everything that goes on by itself. */
static void let_run(void)
{
    usleep(200);
    uv_run(app->loop, UV_RUN_NOWAIT);
    store_deliver(app->store);
    pool_deliver(app->pool);
}

/* A short game with a disk that fails; then it answers again, and the game goes on. */
static void play_with_fault(int at, bool on)
{
    struct told told = {.known = {false}};
    char id[STORE_ID_MAX + 1];
    disk_fail(at, on);
    struct table *t = inside_wish(app, ada, game_wish());
    for (int i = 0; t != NULL && i < MOVES; i++) {
        try_move(t, &told);
        if (i == 1)
            inside_pass(60000); /* one of them is late */
    }
    disk_mend();
    if (t == NULL)
        t = inside_wish(app, ada, game_wish());
    assert_non_null(t);
    inside_think(app);
    check(t, &told);
    assert_false(t->frozen || t->writing || t->thinking);
    assert_int_equal(table_actor(t), 0); /* the bot has moved: it is ada's turn */
    assert_true(inside_move(t, ada));
    inside_think(app);
    assert_int_equal(table_actor(t), 0);
    uint64_t hash = tk_hash(t->state, t->game->state_size);
    int ply = table_ply(t);
    snprintf(id, sizeof id, "%s", t->id);
    app = inside_again(app);
    t = inside_get(app, id);
    assert_non_null(t);
    assert_false(t->frozen);
    check(t, &told);
    assert_int_equal(table_ply(t), ply);
    assert_int_equal(tk_hash(t->state, t->game->state_size), hash);
}

static int calls_of_a_game(void)
{
    play_with_fault(0, false);
    disk_fail(0, false);
    struct told told = {.known = {false}};
    struct table *t = inside_wish(app, ada, game_wish());
    for (int i = 0; i < MOVES; i++)
        try_move(t, &told);
    return disk_calls();
}

static void the_disk_fails_once_at_every_call_of_a_game(void **state)
{
    (void)state;
    int most = calls_of_a_game();
    assert_true(most > 2 * MOVES);
    for (int at = 1; at <= most; at++)
        play_with_fault(at, false);
}

static void the_disk_fails_from_every_call_of_a_game_on(void **state)
{
    (void)state;
    for (int at = 1, most = calls_of_a_game(); at <= most; at += 3)
        play_with_fault(at, true);
}

/* Nobody asks for anything: the table tries again by itself, later and later. */
static void a_bot_goes_on_by_itself_when_the_disk_answers_again(void **state)
{
    (void)state;
    struct table *t = inside_wish(app, ada, game_wish());
    inside_think(app);
    assert_true(inside_move(t, ada));
    disk_fail(1, true);
    for (int i = 0; i < 100000 && t->failures < 2; i++)
        let_run();
    assert_true(t->failures >= 2);
    assert_int_equal(table_ply(t), 1);
    assert_false(store_healthy(app->store));
    assert_false(inside_do(t, bob, "chat", json_pack("{s:s}", "text", "is it broken?")));
    disk_mend();
    for (int i = 0; i < 100000 && table_ply(t) < 2; i++)
        let_run();
    assert_int_equal(table_ply(t), 2);
    assert_int_equal(t->failures, 0);
    assert_true(store_healthy(app->store));
}

/* A table that could not be read is read when the disk answers again, though somebody watches. */
static void a_table_that_could_not_be_read_is_read_later(void **state)
{
    (void)state;
    struct table *t = inside_wish(app, ada, game_wish());
    char id[STORE_ID_MAX + 1];
    inside_think(app);
    for (int i = 0; i < 3; i++) {
        assert_true(inside_move(t, ada));
        inside_think(app);
    }
    int ply = table_ply(t);
    snprintf(id, sizeof id, "%s", t->id);
    app = inside_again(app);
    disk_hide();
    t = inside_get(app, id);
    assert_true(t == NULL || t->frozen);
    inside_pass(2000);
    disk_mend();
    t = inside_get(app, id);
    assert_non_null(t);
    assert_false(t->frozen);
    inside_think(app);
    assert_int_equal(table_ply(t), ply);
    assert_true(inside_move(t, ada));
}

/* --- a real server with no room on its disk --- */

static void set_room(pid_t server, rlim_t bytes)
{
    struct rlimit limit;
    assert_int_equal(prlimit(server, RLIMIT_FSIZE, NULL, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(prlimit(server, RLIMIT_FSIZE, &limit, NULL), 0);
}

static int health(struct guest *g)
{
    int status;
    json_decref(guest_rest(g, "GET", "/healthz", NULL, &status));
    return status;
}

static int ply_of(struct guest *g, const char *table)
{
    char path[96];
    snprintf(path, sizeof path, "/api/v1/tables/%s", table);
    json_t *now = guest_rest(g, "GET", path, NULL, NULL);
    int ply = (int)json_integer_value(json_object_get(now, "ply"));
    json_decref(now);
    return ply;
}

static bool has_started(struct guest *g, const char *table)
{
    char path[96];
    snprintf(path, sizeof path, "/api/v1/tables/%s", table);
    json_t *now = guest_rest(g, "GET", path, NULL, NULL);
    bool started = json_is_array(json_object_get(now, "legal"));
    json_decref(now);
    return started;
}

/* The exit status of takht check on its data. */
static int check_file(const struct service *service)
{
    char command[600];
    snprintf(command, sizeof command, "%s check '%s' >/dev/null 2>&1", TAKHT, service->data);
    int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_full_disk_is_said_and_is_survived(void **state)
{
    (void)state;
    struct service service;
    struct guest guest;
    char id[32], key[32];
    service_start(&service, "--open-limits");
    guest_arrive(&guest, &service);
    assert_true(guest_connect(&guest));
    assert_true(guest_table(&guest,
                            "{\"game\":\"splendor\",\"players\":2,\"options\":{\"start\":\"0\"},"
                            "\"quick\":true,\"seats\":[{\"kind\":\"me\"},"
                            "{\"kind\":\"bot\",\"level\":\"random\"}]}",
                            id, key));
    while (!has_started(&guest, id)) /* by itself, once the disk has it */
        usleep(1000);
    json_t *move = json_pack("{s:s,s:i,s:s}", "table", id, "ply", 0, "move", "take wug");
    assert_int_equal(health(&guest), 200);
    set_room(service.pid, 4096);
    assert_string_equal(guest_code(&guest, "move", json_incref(move)), "busy");
    assert_string_equal(
        guest_code(&guest, "chat", json_pack("{s:s,s:s}", "table", id, "text", "hello?")), "busy");
    assert_int_equal(health(&guest), 503);
    assert_int_equal(ply_of(&guest, id), 0); /* reading goes on */
    set_room(service.pid, RLIM_INFINITY);
    for (int i = 0; i < 1000 && health(&guest) != 200; i++)
        usleep(10000);
    assert_int_equal(health(&guest), 200);
    assert_string_equal(guest_code(&guest, "move", move), "");
    for (int i = 0; i < 3000 && ply_of(&guest, id) < 2; i++)
        usleep(10000);
    assert_int_equal(ply_of(&guest, id), 2);
    guest_leave(&guest);
    assert_int_equal(service_stop(&service), 0);
    assert_int_equal(check_file(&service), 0); /* and the file is whole */
    service_clean(&service);
}

/* Nobody plays, and still it is known: whoever watches the server asks nothing else. */
static void a_full_disk_is_said_though_nobody_writes(void **state)
{
    (void)state;
    struct service service;
    struct guest guest;
    service_start(&service, "--open-limits");
    guest_arrive(&guest, &service);
    assert_int_equal(health(&guest), 200);
    set_room(service.pid, 4096);
    usleep(1100000); /* what was known a moment ago is not asked again */
    assert_int_equal(health(&guest), 503);
    set_room(service.pid, RLIM_INFINITY);
    for (int i = 0; i < 1000 && health(&guest) != 200; i++)
        usleep(10000);
    assert_int_equal(health(&guest), 200);
    guest_leave(&guest);
    assert_int_equal(service_stop(&service), 0);
    assert_int_equal(check_file(&service), 0);
    service_clean(&service);
}

static void move_file(const struct service *service, const char *ending, const char *from,
                      const char *to)
{
    char old[300], new[300];
    snprintf(old, sizeof old, "%s%s%s", service->data, ending, from);
    snprintf(new, sizeof new, "%s%s%s", service->data, ending, to);
    assert_int_equal(rename(old, new), 0);
}

/* SQLite itself would go on with what nobody finds again. */
static void a_database_that_is_moved_takes_no_moves(void **state)
{
    (void)state;
    static const char *const endings[] = {"", "-wal", "-shm"};
    struct service service;
    struct guest guest;
    char id[32], key[32];
    service_start(&service, "--open-limits");
    guest_arrive(&guest, &service);
    assert_true(guest_connect(&guest));
    assert_true(guest_table(&guest,
                            "{\"game\":\"splendor\",\"players\":2,\"options\":{\"start\":\"0\"},"
                            "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
                            id, key));
    for (int i = 0; i < TK_COUNT(endings); i++) {
        json_t *chat = json_pack("{s:s,s:s}", "table", id, "text", "hello?");
        move_file(&service, endings[i], "", ".away");
        assert_string_equal(guest_code(&guest, "chat", json_incref(chat)), "busy");
        assert_int_equal(health(&guest), 503);
        move_file(&service, endings[i], ".away", "");
        for (int k = 0; k < 300 && health(&guest) != 200; k++)
            usleep(10000);
        assert_int_equal(health(&guest), 200);
        assert_string_equal(guest_code(&guest, "chat", chat), "");
    }
    guest_leave(&guest);
    assert_int_equal(service_stop(&service), 0);
    assert_int_equal(check_file(&service), 0);
    service_clean(&service);
}

static void run_sql(const char *path, const char *sql, const char *table)
{
    sqlite3 *database;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, sql, -1, &statement, NULL), SQLITE_OK);
    sqlite3_bind_text(statement, 1, table, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_finalize(statement);
    sqlite3_close(database);
}

static int get_table(struct guest *g, const char *id, const char **out_code)
{
    static char code[32];
    char path[96];
    int status;
    snprintf(path, sizeof path, "/api/v1/tables/%s", id);
    json_t *answer = guest_rest(g, "GET", path, NULL, &status);
    const char *said = json_string_value(json_object_get(json_object_get(answer, "error"), "code"));
    snprintf(code, sizeof code, "%s", said == NULL ? "" : said);
    *out_code = code;
    json_decref(answer);
    return status;
}

/* Tables that are whole go on, but whoever watches the server hears of it, and not for a moment
 * only. */
static void damage_is_said_by_the_health_and_by_the_table(void **state)
{
    (void)state;
    struct service service;
    struct guest guest;
    char damaged[32], whole[32], key[32];
    const char *code;
    const char *wish = "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                       "{\"kind\":\"open\"}]}";
    service_start(&service, "--open-limits");
    guest_arrive(&guest, &service);
    assert_true(guest_table(&guest, wish, damaged, key) && guest_table(&guest, wish, whole, key));
    assert_int_equal(service_stop(&service), 0);
    run_sql(service.data, "DELETE FROM events WHERE table_id = ? AND seq = 0", damaged);
    service_again(&service);
    assert_int_equal(health(&guest), 200);
    assert_int_equal(get_table(&guest, whole, &code), 200);
    assert_int_equal(get_table(&guest, damaged, &code), 500);
    assert_string_equal(code, "frozen");
    assert_int_equal(get_table(&guest, whole, &code), 200);
    assert_int_equal(health(&guest), 503);
    usleep(1500000);
    assert_int_equal(health(&guest), 503);
    assert_int_equal(get_table(&guest, "nowhere", &code), 404);
    guest_leave(&guest);
    assert_int_equal(service_stop(&service), 0);
    assert_true(check_file(&service) > 0);
    service_clean(&service);
}

/* --- another writer --- */

static void ignore(void *context, enum store_result result)
{
    *(enum store_result *)context = result;
}

/* Writes the next event of the table past the server that holds it. */
static void write_behind(struct table *t, const char *what, const char *data)
{
    enum store_result result = STORE_FAILED;
    struct store_table row;
    journal_row(t, &row);
    store_write(app->store,
                &(struct store_change){.table = &row,
                                       .event = &(struct store_event){.seq = t->seq + 1,
                                                                      .at = t->updated,
                                                                      .what = what,
                                                                      .data = data}},
                ignore, &result);
    while (store_queue_length(app->store) > 0) {
        usleep(100);
        store_deliver(app->store);
    }
    assert_int_equal(result, STORE_DURABLE);
}

static struct table *of_two(void)
{
    char users[2][STORE_ID_MAX + 1];
    struct table *t = inside_table(app, tk_game_find(tk_span_of("splendor")), 2, users);
    memcpy(ada, users[table_actor(t)], sizeof ada); /* begins */
    memcpy(bob, users[1 - table_actor(t)], sizeof bob);
    return t;
}

static void who_comes_second_is_judged_again(void **state)
{
    (void)state;
    struct table *t = of_two();
    int64_t seq = t->seq;
    write_behind(t, "chat", "{\"seat\":0,\"text\":\"from elsewhere\"}");
    assert_int_equal(t->seq, seq); /* not known here yet */
    assert_true(inside_move(t, ada));
    assert_int_equal(t->seq, seq + 2);
    assert_int_equal(t->counts[EVENT_CHAT], 1);
    assert_int_equal(table_ply(t), 1);
    size_t length = inside_snapshot(t, 0, ada);
    assert_true(length > 0);
    show_room[length] = '\0';
    assert_non_null(strstr(show_room, "from elsewhere"));
}

/* Both servers took a move: the second is measured against the first. */
static void two_moves_of_one_position_are_not_both_played(void **state)
{
    (void)state;
    struct table *t = of_two();
    char data[128];
    snprintf(data, sizeof data, "{\"seat\":%d,\"move\":\"take wug\"}", table_actor(t));
    write_behind(t, "move", data);
    assert_false(inside_do(t, ada, "move", json_pack("{s:i,s:s}", "ply", 0, "move", "take urk")));
    assert_int_equal(table_ply(t), 1); /* read, folded and shown all the same */
    assert_true(inside_do(t, ada, "move", json_pack("{s:i,s:s}", "ply", 0, "move", "take wug")));
    assert_int_equal(table_ply(t), 1); /* the same move sent again is accepted again */
    assert_true(inside_move(t, bob));
}

static void a_bot_that_comes_second_does_not_move_twice(void **state)
{
    (void)state;
    struct table *t = inside_wish(app, ada, game_wish());
    inside_think(app);
    assert_true(inside_move(t, ada));
    table_wake(t);
    assert_true(t->thinking);
    write_behind(t, "move", "{\"seat\":1,\"move\":\"take urk\"}");
    inside_think(app);
    assert_int_equal(table_ply(t), 2);
    assert_int_equal(table_actor(t), 0);
    assert_true(inside_move(t, ada));
}

/* --- damage --- */

static void a_damaged_table_is_frozen_and_the_others_go_on(void **state)
{
    (void)state;
    static const char *const damages[] = {
        "UPDATE events SET data = 'garbage' WHERE table_id = ? AND seq = 3",
        "UPDATE events SET data = '{\"seat\":0,\"move\":\"take the crown\"}' WHERE table_id = ? "
        "AND seq = 3",
        "UPDATE events SET what = 'sung' WHERE table_id = ? AND seq = 3",
        "DELETE FROM events WHERE table_id = ? AND seq = 3",
        "UPDATE events SET data = json_set(data, '$.hash', '0123456789abcdef') WHERE table_id = ? "
        "AND seq = 3",
    };
    for (int i = 0; i < TK_COUNT(damages); i++) {
        struct table *t = of_two();
        char first[STORE_ID_MAX + 1], second[STORE_ID_MAX + 1], him[STORE_ID_MAX + 1];
        for (int ply = 0; ply < 6; ply++)
            assert_true(inside_move(t, ply % 2 == 0 ? ada : bob));
        snprintf(first, sizeof first, "%s", t->id);
        snprintf(him, sizeof him, "%s", ada);
        t = of_two();
        snprintf(second, sizeof second, "%s", t->id);
        run_sql(inside_file(), damages[i], first);
        app = inside_again(app);
        t = inside_get(app, first);
        assert_non_null(t);
        assert_true(t->frozen);
        assert_false(inside_move(t, him));
        assert_false(inside_do(t, him, "resign", json_object()));
        size_t length = inside_snapshot(t, 0, him); /* it can still be looked at */
        assert_true(length > 0);
        show_room[length] = '\0';
        assert_non_null(strstr(show_room, "\"frozen\":true"));
        t = inside_get(app, second);
        assert_true(inside_move(t, ada));
    }
}

/* As requests ask. */
static enum store_found ask_cookie(const char *cookie, char out_session[STORE_ID_MAX + 1],
                                   struct user **out_user)
{
    struct errand *e = errand_new(app, 0, NULL);
    errand_enter(e);
    enum store_found found = user_of_cookie(app, cookie, out_session, out_user);
    errand_leave(e);
    return found;
}

static enum refusal ask_table(const char *id, struct table **out_table)
{
    struct errand *e = errand_new(app, 0, NULL);
    errand_enter(e);
    enum refusal refusal = table_find(app, id, out_table);
    errand_leave(e);
    return refusal;
}

/* Nothing of such a table can be shown; that is not the same as no table. */
static void a_table_without_a_beginning_is_said_to_be_damaged(void **state)
{
    (void)state;
    static const char *const damages[] = {
        "UPDATE events SET data = 'garbage' WHERE table_id = ? AND seq = 0",
        "UPDATE events SET data = '{}' WHERE table_id = ? AND seq = 0",
        "UPDATE events SET data = json_set(data, '$.game', 'chess') WHERE table_id = ? AND seq = 0",
        "UPDATE events SET what = 'sung' WHERE table_id = ? AND seq = 0",
        "UPDATE events SET what = 'started' WHERE table_id = ? AND seq = 0",
        "DELETE FROM events WHERE table_id = ? AND seq = 0",
        "DELETE FROM events WHERE table_id = ?",
    };
    struct table *t;
    for (int i = 0; i < TK_COUNT(damages); i++) {
        char id[STORE_ID_MAX + 1];
        snprintf(id, sizeof id, "%s", of_two()->id);
        run_sql(inside_file(), damages[i], id);
        app = inside_again(app);
        for (int again = 0; again < 2; again++) {
            assert_int_equal(ask_table(id, &t), FROZEN);
            assert_null(t);
        }
        residency_wake_due(app); /* and nothing falls over it */
        inside_settle(app);
    }
    char id[STORE_ID_MAX + 1];
    snprintf(id, sizeof id, "%s", of_two()->id);
    app = inside_again(app);
    disk_hide();
    assert_int_equal(ask_table(id, &t), BUSY);
    disk_mend();
    assert_int_equal(ask_table(id, &t), FINE);
    assert_int_equal(ask_table("no such table", &t), NOT_FOUND);
}

/* A table at which something is always being written can be closed all the same. */
static void the_host_closes_a_table_whatever_happens_there(void **state)
{
    (void)state;
    char why[256];
    struct table *t = of_two();
    assert_true(server_command(inside_file(), "close", t->id, why, sizeof why));
    struct event event = {.kind = EVENT_AWAY, .facts.seat = 0};
    journal_append(t, &event, NULL, NULL);
    assert_true(t->writing);
    host_obey(app);
    inside_settle(app);
    assert_int_equal(t->status, TABLE_OVER);
    assert_string_equal(t->reason, "closed");
}

/* Whoever was taken for a stranger would be made a new guest, and never get their seat again. */
static void nobody_is_a_stranger_because_the_disk_does_not_answer(void **state)
{
    (void)state;
    static const char *const sessions[] = {"", "a-session"};
    char cookie[COOKIE_MAX], name[STORE_ID_MAX + 1], session[STORE_ID_MAX + 1];
    struct user *user = user_guest(app);
    snprintf(name, sizeof name, "%s", user->row.id);
    for (int i = 0; i < TK_COUNT(sessions); i++) {
        session_cookie(app, user_get(app, name), sessions[i], false, cookie);
        cookie[strcspn(cookie, ";")] = '\0';
        user_keep(app, user_get(app, name));
        app = inside_again(app);
        disk_hide();
        assert_int_equal(ask_cookie(cookie, session, &user), STORE_BROKEN);
        assert_null(user);
        disk_mend();
        enum store_found found = ask_cookie(cookie, session, &user);
        assert_int_equal(found,
                         i == 0 ? STORE_FOUND : STORE_NOTHING); /* there is no such session */
    }
    assert_int_equal(user_of_cookie(app, "takht=forged", session, &user), STORE_NOTHING);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    if (place_is_postgres()) {
        puts("the disk that fails here is SQLite's; tests/cluster.sh kills PostgreSQL itself");
        return 0;
    }
    disk_install();
    const struct CMUnitTest tests[] = {
        TEST(the_disk_fails_once_at_every_call_of_a_game),
        TEST(the_disk_fails_from_every_call_of_a_game_on),
        TEST(a_bot_goes_on_by_itself_when_the_disk_answers_again),
        TEST(a_table_that_could_not_be_read_is_read_later),
        cmocka_unit_test(a_full_disk_is_said_and_is_survived),
        cmocka_unit_test(a_full_disk_is_said_though_nobody_writes),
        cmocka_unit_test(a_database_that_is_moved_takes_no_moves),
        cmocka_unit_test(damage_is_said_by_the_health_and_by_the_table),
        TEST(who_comes_second_is_judged_again),
        TEST(two_moves_of_one_position_are_not_both_played),
        TEST(a_bot_that_comes_second_does_not_move_twice),
        TEST(a_damaged_table_is_frozen_and_the_others_go_on),
        TEST(a_table_without_a_beginning_is_said_to_be_damaged),
        TEST(the_host_closes_a_table_whatever_happens_there),
        TEST(nobody_is_a_stranger_because_the_disk_does_not_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
