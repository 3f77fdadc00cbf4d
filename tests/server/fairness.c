/* SPDX-License-Identifier: MIT */
/* The shuffle under attack: shares that come early, late, twice, from others, or are no numbers. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "inside.h"
#include "server/duty.h"
#include "server/residency.h"
#include "server/users.h"
#include "service.h"

#define SHARE_A "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define SHARE_B "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100"

/* --- over a real server --- */

static struct service service;
static struct guest ada, bob, eve;

static struct guest *const people[] = {&ada, &bob, &eve};

static int start_all(void **state)
{
    (void)state;
    return service_with(&service, "--open-limits", people, TK_COUNT(people));
}

static int stop_all(void **state)
{
    (void)state;
    return service_without(&service, people, TK_COUNT(people));
}

static json_t *at(const char *table)
{
    return json_pack("{s:s}", "table", table);
}

static json_t *with_share(const char *table, const char *share)
{
    return json_pack("{s:s,s:s}", "table", table, "random", share);
}

static bool owes_share(struct guest *g, const char *table)
{
    json_t *now = guest_see(g, table);
    bool owes = json_is_true(json_object_get(json_object_get(now, "you"), "share"));
    json_decref(now);
    return owes;
}

/* Against a bot, with the creator's share to come; what the server committed to goes to out. */
static void create_later(struct guest *g, char out_id[32], char out_commit[65])
{
    json_t *answer =
        guest_rest(g, "POST", "/api/v1/tables",
                   "{\"game\":\"splendor\",\"players\":2,\"share\":\"later\",\"quick\":true,"
                   "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"level\":\"random\"}]}",
                   NULL);
    snprintf(out_id, 32, "%s", json_string_value(json_object_get(answer, "table")));
    snprintf(out_commit, 65, "%s", json_string_value(json_object_get(answer, "commit")));
    assert_int_equal(strlen(out_commit), 64);
    json_decref(answer);
}

/* The record of a game that is over checks, and has these words in it. */
static void check_record(struct guest *g, const char *table, const char *const *words)
{
    char path[128], command[400], text[65536];
    snprintf(path, sizeof path, "/api/v1/tables/%s/record", table);
    assert_int_equal(
        wire_http(&service.address, "GET", path, g->cookie, NULL, NULL, 0, text, sizeof text), 200);
    for (; *words != NULL; words++)
        assert_non_null(strstr(text, *words));
    snprintf(path, sizeof path, "%s/game.takht", service.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "%s verify %s >/dev/null", TAKHT, path);
    assert_int_equal(system(command), 0);
    unlink(path);
}

static void the_server_commits_before_it_sees_the_creators_share(void **state)
{
    (void)state;
    char id[32], commit[65];
    create_later(&ada, id, commit);
    assert_true(owes_share(&ada, id));
    assert_false(owes_share(&eve, id));
    assert_string_equal(guest_code(&ada, "share", with_share(id, SHARE_A)), "");
    guest_wait_until(&ada, id, "playing");
    assert_false(owes_share(&ada, id));
    assert_string_equal(guest_code(&ada, "resign", at(id)), "");
    guest_wait_until(&ada, id, "over");
    check_record(&ada, id, (const char *const[]){commit, SHARE_A, NULL});
}

static void a_share_is_given_once_by_its_owner_before_the_start(void **state)
{
    (void)state;
    char id[32], key[32];
    assert_true(guest_table(&ada,
                            "{\"game\":\"splendor\",\"players\":2,\"share\":\"later\","
                            "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
                            id, key));
    assert_string_equal(guest_code(&eve, "share", with_share(id, SHARE_B)), "not_now");
    assert_string_equal(guest_code(&ada, "share", with_share(id, SHARE_A)), "");
    assert_string_equal(guest_code(&ada, "share", with_share(id, SHARE_B)), "not_now");
    assert_string_equal(
        guest_code(&bob, "sit",
                   json_pack("{s:s,s:i,s:s}", "table", id, "seat", 1, "random", SHARE_B)),
        "");
    assert_string_equal(guest_code(&bob, "share", with_share(id, SHARE_A)), "not_now");
    guest_wait_until(&ada, id, "playing");
    assert_string_equal(guest_code(&ada, "share", with_share(id, SHARE_B)), "not_now");
    assert_string_equal(guest_code(&bob, "share", with_share(id, SHARE_B)), "not_now");
    assert_string_equal(guest_code(&bob, "resign", at(id)), "");
    guest_wait_until(&ada, id, "over");
    check_record(&ada, id,
                 (const char *const[]){"[Random1 \"" SHARE_A, "[Random2 \"" SHARE_B,
                                       "[Ended \"resigned\"]\n", "[Resigned \"2\"]\n", NULL});
}

static const char *const no_shares[] = {
    "",
    "00",
    "0011",
    "g0112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
    "0011223344556677 899aabbccddeeff00112233445566778899aabbccddeeff",
    "00:1223344556677:899aabbccddeeff00112233445566778899aabbccddeeff",
    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff0",
    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff00112233",
    "0x112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
    "\xd9\xa0\xd9\xa0 112233445566778899aabbccddeeff00112233445566778899aabbccd",
};

static void what_is_not_hexadecimal_is_no_share_anywhere(void **state)
{
    (void)state;
    char id[32], key[32], waiting[32], commit[65], over[32];
    assert_true(guest_table(&ada,
                            "{\"game\":\"splendor\",\"players\":2,"
                            "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
                            id, key));
    create_later(&ada, over, commit);
    assert_string_equal(guest_code(&ada, "share", with_share(over, SHARE_A)), "");
    guest_wait_until(&ada, over, "playing");
    assert_string_equal(guest_code(&ada, "resign", at(over)), "");
    guest_wait_until(&ada, over, "over");
    create_later(&ada, waiting, commit);
    for (int i = 0; i < TK_COUNT(no_shares); i++) {
        char wish[600];
        int status;
        snprintf(wish, sizeof wish,
                 "{\"game\":\"splendor\",\"players\":2,\"random\":\"%s\","
                 "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"level\":\"random\"}]}",
                 no_shares[i]);
        json_decref(guest_rest(&ada, "POST", "/api/v1/tables", wish, &status));
        assert_int_equal(status, 400);
        assert_string_equal(
            guest_code(&bob, "sit",
                       json_pack("{s:s,s:i,s:s}", "table", id, "seat", 1, "random", no_shares[i])),
            "bad_request");
        assert_string_equal(guest_code(&ada, "share", with_share(waiting, no_shares[i])),
                            "bad_request");
        assert_string_equal(guest_code(&ada, "rematch", with_share(over, no_shares[i])),
                            "bad_request");
    }
    assert_string_equal(
        guest_code(&ada, "share", json_pack("{s:s,s:i}", "table", waiting, "random", 7)),
        "bad_request");
    assert_string_equal(guest_code(&ada, "share", at(waiting)), "bad_request");
    assert_string_equal(guest_code(&ada, "share", with_share(waiting, SHARE_A)), "");
}

static void a_rematch_is_as_fair(void **state)
{
    (void)state;
    char id[32], next[32], commit[65];
    create_later(&ada, id, commit);
    assert_string_equal(guest_code(&ada, "share", with_share(id, SHARE_A)), "");
    for (int given = 0; given < 2; given++) {
        guest_wait_until(&ada, id, "playing");
        assert_string_equal(guest_code(&ada, "resign", at(id)), "");
        guest_wait_until(&ada, id, "over");
        json_t *reply = guest_ask(&ada, "rematch", given == 0 ? at(id) : with_share(id, SHARE_B));
        snprintf(next, sizeof next, "%s", json_string_value(json_object_get(reply, "next")));
        json_decref(reply);
        if (given == 0) { /* without one it is asked for, after the commitment */
            assert_true(owes_share(&ada, next));
            assert_string_equal(guest_code(&ada, "share", with_share(next, SHARE_B)), "");
        }
        guest_wait_until(&ada, next, "playing");
        assert_string_equal(guest_code(&ada, "resign", at(next)), "");
        guest_wait_until(&ada, next, "over");
        check_record(&ada, next, (const char *const[]){SHARE_B, NULL});
        if (given == 0) {
            create_later(&ada, id, commit);
            assert_string_equal(guest_code(&ada, "share", with_share(id, SHARE_A)), "");
        }
    }
}

/* --- where time must pass --- */

static void a_share_that_does_not_come_holds_nobody_up(void **state)
{
    (void)state;
    inside_stop_time();
    struct app *app = inside_open();
    char owner[STORE_ID_MAX + 1], other[STORE_ID_MAX + 1];
    snprintf(owner, sizeof owner, "%s", user_guest(app)->row.id);
    snprintf(other, sizeof other, "%s", user_guest(app)->row.id);
    struct table *t =
        inside_wish(app, owner,
                    json_pack("{s:s,s:i,s:s,s:[{s:s},{s:s}]}", "game", "splendor", "players", 2,
                              "share", "later", "seats", "kind", "me", "kind", "open"));
    inside_pass(60000); /* as long as a seat is free nobody waits for it */
    assert_true(inside_do(t, other, "sit", json_pack("{s:i}", "seat", 1)));
    for (int i = 0; i < 3; i++) { /* talking does not make the others wait longer */
        inside_pass(3000);
        assert_true(inside_do(t, owner, "chat", json_pack("{s:s}", "text", "wait for me")));
        assert_int_equal(t->status, TABLE_OPEN);
    }
    assert_false(inside_do(t, owner, "start", json_object()));
    inside_pass(SHARE_WAIT_MS - 9000);
    inside_think(app);
    assert_int_equal(t->status, TABLE_PLAYING);
    assert_false(t->seat[0].has_random);
    assert_false(inside_do(t, owner, "share", json_pack("{s:s}", "random", SHARE_A)));
    inside_close(app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_server_commits_before_it_sees_the_creators_share,
                                        start_all, stop_all),
        cmocka_unit_test_setup_teardown(a_share_is_given_once_by_its_owner_before_the_start,
                                        start_all, stop_all),
        cmocka_unit_test_setup_teardown(what_is_not_hexadecimal_is_no_share_anywhere, start_all,
                                        stop_all),
        cmocka_unit_test_setup_teardown(a_rematch_is_as_fair, start_all, stop_all),
        cmocka_unit_test(a_share_that_does_not_come_holds_nobody_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
