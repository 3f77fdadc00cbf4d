/* SPDX-License-Identifier: MIT */
/* The service as its clients meet it: every request of the protocol, and what it answers when it
 * must not. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "core/takht.h"
#include "games/games.h"
#include "service.h"

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

/* --- small words --- */

static const char duel_wish[] =
    "{\"game\":\"splendor\",\"players\":2,\"options\":{\"target\":\"5\",\"start\":\"0\"},"
    "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"friend\"}],\"hints\":true}";

static int status_of(struct guest *g, const char *method, const char *path, const char *body)
{
    int status;
    json_decref(guest_rest(g, method, path, body, &status));
    return status;
}

static json_t *at(const char *table)
{
    return json_pack("{s:s}", "table", table);
}

/* Asks, and returns the code of the refusal, "" if it was accepted, "none" if no reply came. */
static const char *code_of(struct guest *g, const char *what, json_t *extra)
{
    static char code[32];
    json_t *reply = guest_ask(g, what, extra);
    const char *text = json_string_value(json_object_get(json_object_get(reply, "error"), "code"));
    snprintf(code, sizeof code, "%s",
             reply == NULL                                ? "none"
             : json_is_true(json_object_get(reply, "ok")) ? ""
             : text == NULL                               ? "unnamed"
                                                          : text);
    json_decref(reply);
    return code;
}

static json_t *move(const char *table, int ply, const char *text)
{
    return json_pack("{s:s,s:i,s:s}", "table", table, "ply", ply, "move", text);
}

/* A table with ada on seat 0 and bob on seat 1, both watching, just started. */
static void sit_down(char id[32])
{
    char key[32];
    assert_true(guest_connect(&ada) && guest_connect(&bob)); /* without the tables of before */
    assert_true(guest_table(&ada, duel_wish, id, key));
    assert_string_equal(code_of(&ada, "watch", at(id)), "");
    assert_string_equal(code_of(&bob, "watch", at(id)), "");
    assert_string_equal(
        code_of(&bob, "sit", json_pack("{s:s,s:i,s:s}", "table", id, "seat", 1, "key", key)), "");
    for (int i = 0; i < 20; i++) {
        json_t *event = guest_wait(&ada, "event", 20000);
        const char *what =
            json_string_value(json_object_get(json_object_get(event, "line"), "what"));
        bool started = what != NULL && strcmp(what, "started") == 0;
        json_decref(event);
        if (started)
            return;
    }
    fail_msg("the game did not start");
}

static json_t *snapshot(struct guest *g, const char *table)
{
    char path[96];
    snprintf(path, sizeof path, "/api/v1/tables/%s", table);
    return guest_rest(g, "GET", path, NULL, NULL);
}

/* What follows a deed by itself is written to the disk after it: wait until the table tells. */
static json_t *snapshot_when(struct guest *g, const char *table, const char *status)
{
    for (int i = 0; i < 2000; i++) {
        json_t *now = snapshot(g, table);
        if (strcmp(json_string_value(json_object_get(now, "status")), status) == 0)
            return now;
        json_decref(now);
        usleep(10000);
    }
    fail_msg("the table did not become %s", status);
    return NULL;
}

static int ply_of(struct guest *g, const char *table)
{
    json_t *now = snapshot(g, table);
    int ply = (int)json_integer_value(json_object_get(now, "ply"));
    json_decref(now);
    return ply;
}

/* --- who I am --- */

static void guests_and_cookies(void **state)
{
    (void)state;
    struct guest forger = ada;
    forger.inbox = json_array();
    snprintf(forger.cookie, sizeof forger.cookie, "takht=%s.0.AAAA", ada.user);
    assert_int_equal(status_of(&forger, "POST", "/api/v1/me", "{\"name\":\"Mallory\"}"), 401);
    snprintf(forger.cookie, sizeof forger.cookie, "%s", ada.cookie);
    forger.cookie[strlen(forger.cookie) - 1] ^= 1;
    assert_int_equal(status_of(&forger, "POST", "/api/v1/me", "{\"name\":\"Mallory\"}"), 401);
    json_decref(forger.inbox);
    assert_int_equal(status_of(&ada, "POST", "/api/v1/me", "{\"name\":\"آدا\"}"), 200);
    assert_int_equal(status_of(&ada, "POST", "/api/v1/me", "{\"name\":\"\"}"), 400);
    assert_int_equal(status_of(&ada, "POST", "/api/v1/me", "{\"name\":\"a<b>\"}"), 400);
    assert_int_equal(status_of(&ada, "POST", "/api/v1/me", "{\"name\":\"\\u202eevil\"}"), 400);
    assert_int_equal(status_of(&ada, "POST", "/api/v1/me", "{\"name\":7}"), 400);
    assert_int_equal(status_of(&ada, "POST", "/api/v1/me", "not json"), 400);
    assert_int_equal(status_of(&ada, "POST", "/api/v1/me", "{\"name\":\"Ada\"}"), 200);
}

static void passwords_and_devices(void **state)
{
    (void)state;
    struct guest phone;
    guest_arrive(&phone, &service);
    assert_int_equal(status_of(&eve, "POST", "/api/v1/password", "{\"password\":\"long enough\"}"),
                     409); /* no name yet */
    assert_int_equal(status_of(&eve, "POST", "/api/v1/me", "{\"name\":\"Eve\"}"), 200);
    assert_int_equal(status_of(&eve, "POST", "/api/v1/password", "{\"password\":\"short\"}"), 400);
    assert_int_equal(status_of(&eve, "POST", "/api/v1/password", "{\"password\":\"long enough\"}"),
                     200);
    assert_int_equal(status_of(&eve, "POST", "/api/v1/password", "{\"password\":\"another one\"}"),
                     403);
    assert_int_equal(status_of(&bob, "POST", "/api/v1/me", "{\"name\":\"EVE\"}"),
                     409); /* a name with a password is its owner's alone */
    assert_int_equal(status_of(&bob, "POST", "/api/v1/password", "{\"password\":\"long enough\"}"),
                     409);
    assert_int_equal(status_of(&phone, "POST", "/api/v1/signin",
                               "{\"name\":\"Eve\",\"password\":\"wrong wrong\"}"),
                     403);
    assert_int_equal(status_of(&phone, "POST", "/api/v1/signin",
                               "{\"name\":\"Nobody\",\"password\":\"wrong wrong\"}"),
                     403);
    int status;
    json_t *answer = guest_rest(&phone, "POST", "/api/v1/signin",
                                "{\"name\":\"eve\",\"password\":\"long enough\"}", &status);
    assert_int_equal(status, 200);
    assert_string_equal(json_string_value(json_object_get(json_object_get(answer, "user"), "id")),
                        eve.user);
    json_decref(answer);
    assert_int_equal(status_of(&phone, "GET", "/api/v1/me/export", NULL), 200);
    assert_int_equal(status_of(&phone, "POST", "/api/v1/signout", "{\"everywhere\":true}"), 200);
    assert_int_equal(status_of(&eve, "GET", "/api/v1/me/export", NULL), 401);
    assert_int_equal(status_of(&eve, "POST", "/api/v1/signin",
                               "{\"name\":\"Eve\",\"password\":\"long enough\"}"),
                     200);
    assert_true(guest_connect(&eve)); /* a new password and signing out close every socket */
    guest_leave(&phone);
}

static void people_can_be_forgotten(void **state)
{
    (void)state;
    struct guest gone;
    guest_arrive(&gone, &service);
    assert_int_equal(status_of(&gone, "POST", "/api/v1/me", "{\"name\":\"Gone\"}"), 200);
    assert_int_equal(status_of(&gone, "POST", "/api/v1/me/delete", "{\"name\":\"wrong\"}"), 400);
    assert_int_equal(status_of(&gone, "POST", "/api/v1/me/delete", "{\"name\":\"Gone\"}"), 200);
    assert_int_equal(status_of(&gone, "GET", "/api/v1/me/export", NULL), 401);
    guest_leave(&gone);
}

/* --- tables --- */

static void wishes_are_checked(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "{}",
        "[]",
        "{\"game\":\"chess\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
        "{\"game\":\"splendor\",\"players\":9,\"seats\":[]}",
        "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"}]}",
        "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"me\"}]}",
        "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\","
        "\"level\":\"god\"}]}",
        "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\","
        "\"x\":1}]}",
        "{\"game\":\"splendor\",\"players\":2,\"options\":{\"target\":\"99\"},\"seats\":[{\"kind\":"
        "\"me\"},{\"kind\":\"open\"}]}",
        "{\"game\":\"splendor\",\"players\":2,\"options\":{\"target\":15},\"seats\":[{\"kind\":"
        "\"me\"},{\"kind\":\"open\"}]}",
        "{\"game\":\"splendor\",\"players\":2,\"options\":{\"luck\":\"on\"},\"seats\":[{\"kind\":"
        "\"me\"},{\"kind\":\"open\"}]}",
        "{\"game\":\"splendor\",\"players\":2,\"clock\":{\"kind\":\"move\",\"seconds\":1},"
        "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
        "{\"game\":\"splendor\",\"players\":2,\"clock\":{\"kind\":\"sand\"},\"seats\":[{\"kind\":"
        "\"me\"},{\"kind\":\"open\"}]}",
        "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}],"
        "\"public\":\"yes\"}",
        "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}],"
        "\"random\":\"12\"}",
        "{\"game\":\"splendor\",\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{"
        "\"kind\":\"open\"}]}",
    };
    for (int i = 0; i < TK_COUNT(wrong); i++)
        if (status_of(&ada, "POST", "/api/v1/tables", wrong[i]) != 400)
            fail_msg("accepted: %s", wrong[i]);
    char large[20001];
    memset(large, ' ', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    assert_int_equal(status_of(&ada, "GET", "/api/v1/tables?list=everything", NULL), 400);
    assert_int_equal(status_of(&ada, "GET", "/api/v1/tables/nothing", NULL), 404);
    assert_int_equal(status_of(&ada, "GET", "/api/v1/nothing", NULL), 404);
}

static void methods_are_told_apart(void **state)
{
    (void)state;
    assert_int_equal(status_of(&ada, "PUT", "/api/v1/nothing", NULL), 404);
    assert_int_equal(status_of(&ada, "PUT", "/api/v1/me", NULL), 405);
    assert_int_equal(status_of(&ada, "GET", "/api/v1/signin", NULL), 405);
    assert_int_equal(status_of(&ada, "DELETE", "/", NULL), 405);
    assert_int_equal(status_of(&ada, "GET", "/ws", NULL), 426);
}

static void seats_are_taken_once(void **state)
{
    (void)state;
    char id[32], key[32];
    const char *wish = "{\"game\":\"splendor\",\"players\":3,\"public\":true,"
                       "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"},{\"kind\":\"friend\"}]}";
    assert_true(guest_table(&ada, wish, id, key));
    json_t *open = guest_rest(&bob, "GET", "/api/v1/tables?list=open", NULL, NULL);
    assert_string_equal(json_string_value(json_object_get(
                            json_array_get(json_object_get(open, "tables"), 0), "table")),
                        id);
    json_decref(open);
    assert_string_equal(code_of(&bob, "sit", json_pack("{s:s,s:i}", "table", id, "seat", 0)),
                        "taken");
    assert_string_equal(code_of(&bob, "sit", json_pack("{s:s,s:i}", "table", id, "seat", 2)),
                        "forbidden");
    assert_string_equal(
        code_of(&bob, "sit", json_pack("{s:s,s:i,s:s}", "table", id, "seat", 2, "key", "guess")),
        "forbidden");
    assert_string_equal(code_of(&bob, "sit", json_pack("{s:s,s:i}", "table", id, "seat", 7)),
                        "bad_request");
    assert_string_equal(code_of(&bob, "sit", json_pack("{s:s,s:i}", "table", id, "seat", 1)), "");
    assert_string_equal(code_of(&bob, "sit", json_pack("{s:s,s:i}", "table", id, "seat", 1)),
                        "not_now");
    assert_string_equal(code_of(&bob, "stand", at(id)), "");
    assert_string_equal(code_of(&bob, "stand", at(id)), "not_now");
    assert_string_equal(
        code_of(&bob, "bot", json_pack("{s:s,s:i,s:s}", "table", id, "seat", 1, "level", "random")),
        "forbidden");
    assert_string_equal(
        code_of(&ada, "bot", json_pack("{s:s,s:i,s:s}", "table", id, "seat", 1, "level", "random")),
        "");
    assert_string_equal(code_of(&ada, "start", at(id)), "not_now");
    assert_string_equal(
        code_of(&bob, "sit", json_pack("{s:s,s:i,s:s}", "table", id, "seat", 2, "key", key)), "");
    json_t *now =
        snapshot_when(&bob, id, "playing"); /* the last seat is taken: the start follows */
    assert_null(json_object_get(json_object_get(now, "you"), "key"));
    json_decref(now);
}

/* --- moves --- */

static void moves_are_checked(void **state)
{
    (void)state;
    char id[32];
    sit_down(id);
    assert_string_equal(code_of(&bob, "move", move(id, 0, "take wug")), "forbidden");
    assert_string_equal(code_of(&eve, "move", move(id, 0, "take wug")), "forbidden");
    assert_string_equal(code_of(&ada, "move", move(id, 5, "take wug")), "stale");
    assert_string_equal(code_of(&ada, "move", move(id, -1, "take wug")), "stale");
    json_t *reply = guest_ask(&ada, "move", move(id, 0, "take wuo"));
    json_t *error = json_object_get(reply, "error");
    assert_string_equal(json_string_value(json_object_get(error, "code")), "refused");
    assert_string_equal(json_string_value(json_object_get(error, "clause")), "SP-4.1");
    assert_string_equal(json_string_value(json_object_get(error, "key")), "gold_not_taken");
    assert_non_null(
        strstr(json_string_value(json_object_get(json_object_get(error, "words"), "fa")), "طلا"));
    json_decref(reply);
    assert_string_equal(
        code_of(&ada, "move", json_pack("{s:s,s:s}", "table", id, "move", "take wug")),
        "bad_request");
    assert_string_equal(code_of(&ada, "move", move(id, 0, "take wug")), "");
    assert_string_equal(code_of(&ada, "move", move(id, 0, "take wug")),
                        ""); /* sent twice, counts once */
    assert_string_equal(code_of(&ada, "move", move(id, 0, "take uu")), "stale");
    assert_int_equal(ply_of(&ada, id), 1);
    assert_string_equal(code_of(&ada, "move", move("nothing", 0, "take wug")), "not_found");
}

/* What will not pass by waiting is not said to be too often. */
static void a_socket_watches_eight_tables(void **state)
{
    (void)state;
    char id[32], key[32];
    assert_true(guest_connect(&ada));
    for (int i = 0; i < 9; i++) {
        assert_true(guest_table(&ada, duel_wish, id, key));
        assert_string_equal(code_of(&ada, "watch", at(id)), i < 8 ? "" : "full");
    }
}

static void undo_has_its_limit(void **state)
{
    (void)state;
    char id[32];
    sit_down(id);
    json_t *ply0 = json_pack("{s:s,s:i}", "table", id, "ply", 0);
    assert_string_equal(code_of(&ada, "undo", ply0), "not_now");
    assert_string_equal(code_of(&ada, "move", move(id, 0, "take wug")), "");
    assert_string_equal(code_of(&bob, "undo", json_pack("{s:s,s:i}", "table", id, "ply", 1)),
                        "not_now");
    assert_string_equal(code_of(&eve, "undo", json_pack("{s:s,s:i}", "table", id, "ply", 1)),
                        "forbidden");
    assert_string_equal(code_of(&ada, "undo", json_pack("{s:s,s:i}", "table", id, "ply", 1)), "");
    assert_int_equal(ply_of(&ada, id), 0);
    assert_string_equal(code_of(&ada, "move", move(id, 0, "reserve deck1")), "");
    assert_string_equal(code_of(&ada, "undo", json_pack("{s:s,s:i}", "table", id, "ply", 1)),
                        "not_now"); /* revealed */
    assert_string_equal(code_of(&bob, "move", move(id, 1, "take wug")), "");
    assert_string_equal(code_of(&ada, "undo", json_pack("{s:s,s:i}", "table", id, "ply", 2)),
                        "not_now");
}

/* A blind card is in its owner's view, and nowhere in what the others get. */
static void hidden_cards_stay_hidden(void **state)
{
    (void)state;
    char id[32];
    sit_down(id);
    assert_string_equal(code_of(&ada, "move", move(id, 0, "reserve deck3")), "");
    json_t *mine = snapshot(&ada, id), *theirs = snapshot(&bob, id), *watchers = snapshot(&eve, id);
    json_t *seat = json_array_get(
        json_object_get(json_object_get(json_object_get(mine, "view"), "board"), "seats"), 0);
    const char *card = json_string_value(json_object_get(
        json_object_get(json_array_get(json_object_get(seat, "reserved"), 0), "card"), "id"));
    assert_non_null(card);
    char *text = json_dumps(theirs, 0), *more = json_dumps(watchers, 0);
    assert_null(strstr(text, card));
    assert_null(strstr(more, card));
    assert_null(json_object_get(watchers, "legal"));
    assert_null(strstr(more, "\"seed\""));
    assert_null(strstr(more, "\"secret\""));
    free(text);
    free(more);
    json_decref(mine);
    json_decref(theirs);
    json_decref(watchers);
}

/* --- coming back --- */

static void gaps_are_closed(void **state)
{
    (void)state;
    char id[32];
    sit_down(id);
    json_t *now = snapshot(&bob, id);
    json_int_t seq = json_integer_value(json_object_get(now, "seq"));
    json_decref(now);
    guest_disconnect(&bob);
    assert_string_equal(code_of(&ada, "move", move(id, 0, "take wug")), "");
    assert_true(guest_connect(&bob));
    assert_string_equal(code_of(&bob, "watch", json_pack("{s:s,s:I}", "table", id, "since", seq)),
                        "");
    json_t *gap = guest_wait(&bob, "gap", 20000);
    assert_non_null(gap);
    assert_int_equal(json_array_size(json_object_get(gap, "lines")), 1);
    assert_int_equal(json_integer_value(json_object_get(gap, "ply")), 1);
    assert_true(json_array_size(json_object_get(gap, "legal")) > 10);
    assert_true(
        json_is_integer(json_object_get(gap, "ahead"))); /* else the page shows an old one */
    json_decref(gap);
    assert_string_equal(code_of(&bob, "watch", json_pack("{s:s,s:i}", "table", id, "since", 9999)),
                        "");
    json_t *whole = guest_wait(&bob, "table", 20000); /* a number from the future: a fresh view */
    assert_non_null(whole);
    json_decref(whole);
}

/* --- the whole way --- */

/* Plays whatever comes first until the game is over. */
static void play_out(const char *id)
{
    for (int i = 0; i < 2000; i++) {
        struct guest *who = NULL;
        json_t *now = snapshot(&ada, id);
        if (json_array_size(json_object_get(now, "legal")) > 0) {
            who = &ada;
        } else if (strcmp(json_string_value(json_object_get(now, "status")), "playing") == 0) {
            json_decref(now);
            now = snapshot(&bob, id);
            who = json_array_size(json_object_get(now, "legal")) > 0 ? &bob : NULL;
        }
        if (who == NULL) {
            bool over = strcmp(json_string_value(json_object_get(now, "status")), "over") == 0;
            json_decref(now);
            if (over)
                return;
            usleep(1000);
            continue;
        }
        json_t *legal = json_object_get(now, "legal");
        size_t last = json_array_size(legal) - 1; /* buying stands at the end */
        const char *text = json_string_value(json_object_get(json_array_get(legal, last), "move"));
        int ply = (int)json_integer_value(json_object_get(now, "ply"));
        assert_string_equal(code_of(who, "move", move(id, ply, text)), "");
        json_decref(now);
    }
    fail_msg("the game did not end");
}

/* A proof that is right in front of a game of another seed, a share that came after all others, two promises. */
static void expect_forgeries_refused(const char *path)
{
    static const char another_game[] =
        "grep -E '^.(Commit|Secret|Random|Seed)' $P; "
        "$T sim splendor --games 1 --bots random --quiet --records $P.other >/dev/null; "
        "cat $P.other/*.takht; rm -r $P.other";
    static const char another_seed[] =
        "grep -E '^.(Commit|Secret|Random)' $P; "
        "$T sim splendor --games 1 --bots random --quiet --records $P.other >/dev/null; "
        "cat $P.other/*.takht; rm -r $P.other";
    static const char share_of_nobody[] =
        "echo '[Random3 \"0123456789012345678901234567890123456789012345678901234567890123\"]'; "
        "cat $P";
    static const char two_commitments[] = "grep '^.Commit' $P; cat $P";
    const char *const forgeries[] = {another_game, another_seed, share_of_nobody, two_commitments};
    for (int i = 0; i < TK_COUNT(forgeries); i++) {
        char command[1024];
        snprintf(command, sizeof command,
                 "P=%s; T=%s; { %s; } >$P.forged; $T verify $P.forged 2>&1 | grep -Eq "
                 "'seed is not|not at the table|there twice|tag stands twice'; then=$?; rm "
                 "$P.forged; exit $then",
                 path, TAKHT, forgeries[i]);
        if (system(command) != 0)
            fail_msg("%s", forgeries[i]);
    }
}

static void games_end_and_can_be_checked(void **state)
{
    (void)state;
    char id[32], path[96], command[512];
    sit_down(id);
    snprintf(path, sizeof path, "/api/v1/tables/%s/record", id);
    assert_int_equal(status_of(&ada, "GET", path, NULL), 409); /* not before the end */
    play_out(id);
    json_t *end = snapshot(&eve, id);
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(end, "result"), "reason")), "game");
    assert_int_equal(json_array_size(json_object_get(json_object_get(end, "result"), "sheets")), 2);
    json_decref(end);
    char text[65536];
    assert_int_equal(
        wire_http(&service.address, "GET", path, ada.cookie, NULL, NULL, 0, text, sizeof text),
        200);
    snprintf(path, sizeof path, "%s/game.takht", service.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "%s verify %s >/dev/null && %s replay %s >/dev/null", TAKHT,
             path, TAKHT, path);
    assert_int_equal(system(command), 0);
    expect_forgeries_refused(path);
    snprintf(command, sizeof command, "sed -i '/Secret/s/[0-7]/8/' %s; ! %s verify %s 2>/dev/null",
             path, TAKHT, path);
    assert_int_equal(system(command), 0);
    unlink(path);
    assert_string_equal(code_of(&eve, "rematch", at(id)), "forbidden");
    json_t *reply = guest_ask(&bob, "rematch", at(id));
    const char *next = json_string_value(json_object_get(reply, "next"));
    assert_non_null(next);
    json_t *table = snapshot(&bob, next);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(table, "you"), "seat")),
                     0); /* rotated */
    json_decref(table);
    json_decref(reply);
    assert_string_equal(code_of(&ada, "move", move(id, 0, "take wug")), "stale");
}

/* The record of a game that is over has these lines, and takht replay says this of it. */
static void check_end(const char *id, const char *tags, const char *told)
{
    char path[96], text[65536], command[512];
    snprintf(path, sizeof path, "/api/v1/tables/%s/record", id);
    assert_int_equal(
        wire_http(&service.address, "GET", path, ada.cookie, NULL, NULL, 0, text, sizeof text),
        200);
    if (strstr(text, tags) == NULL)
        fail_msg("no %s in\n%s", tags, text);
    snprintf(path, sizeof path, "%s/ended.takht", service.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(command, sizeof command, "%s verify %s >/dev/null && %s replay %s | grep -q '%s'",
             TAKHT, path, TAKHT, path, told);
    assert_int_equal(system(command), 0);
    unlink(path);
}

static void games_end_by_will(void **state)
{
    (void)state;
    char id[32];
    sit_down(id);
    assert_string_equal(code_of(&eve, "resign", at(id)), "forbidden");
    assert_string_equal(code_of(&bob, "resign", at(id)), "");
    json_t *end = snapshot_when(&ada, id, "over");
    json_t *ranks = json_object_get(json_object_get(end, "result"), "ranks");
    assert_int_equal(json_integer_value(json_array_get(ranks, 0)), 1);
    assert_int_equal(json_integer_value(json_array_get(ranks, 1)), 2);
    json_decref(end);
    check_end(id, "[Result \"*\"]\n[Ended \"resigned\"]\n[Resigned \"2\"]\n[Ranks \"1 2\"]\n",
              "(has given up)");
    sit_down(id);
    assert_string_equal(code_of(&bob, "answer", json_pack("{s:s,s:b}", "table", id, "yes", 1)),
                        "not_now");
    assert_string_equal(code_of(&ada, "offer", at(id)), "");
    assert_string_equal(code_of(&bob, "answer", json_pack("{s:s,s:b}", "table", id, "yes", 0)), "");
    assert_string_equal(code_of(&ada, "offer", at(id)), "");
    assert_string_equal(code_of(&bob, "answer", json_pack("{s:s,s:b}", "table", id, "yes", 1)), "");
    json_decref(snapshot_when(&ada, id, "over"));
    check_end(id, "[Result \"*\"]\n[Ended \"agreed\"]\n\n", "undecided");
}

static void bots_play_for_those_who_leave(void **state)
{
    (void)state;
    char id[32], key[32];
    const char *wish =
        "{\"game\":\"splendor\",\"players\":2,\"options\":{\"start\":\"0\"},\"quick\":true,"
        "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"level\":\"random\"}]}";
    assert_true(guest_table(&ada, wish, id, key));
    assert_string_equal(code_of(&ada, "back", at(id)), "not_now");
    assert_string_equal(code_of(&ada, "away", at(id)), "");
    for (int i = 0; i < 200 && ply_of(&ada, id) < 6; i++)
        usleep(10000);
    assert_true(ply_of(&ada, id) >= 6);
    assert_string_equal(code_of(&ada, "back", at(id)), "");
}

static void chats_are_apart(void **state)
{
    (void)state;
    char id[32];
    sit_down(id);
    assert_string_equal(code_of(&eve, "watch", at(id)), "");
    assert_string_equal(
        code_of(&ada, "chat", json_pack("{s:s,s:s}", "table", id, "text", "players only")), "");
    assert_string_equal(
        code_of(&eve, "chat", json_pack("{s:s,s:s}", "table", id, "text", "watchers only")), "");
    assert_string_equal(code_of(&ada, "chat", json_pack("{s:s,s:s}", "table", id, "text", "")),
                        "bad_request");
    json_t *mine = snapshot(&bob, id), *theirs = snapshot(&eve, id);
    char *text = json_dumps(mine, 0), *more = json_dumps(theirs, 0);
    assert_non_null(strstr(text, "players only"));
    assert_null(strstr(text, "watchers only"));
    assert_non_null(strstr(more, "watchers only"));
    assert_null(strstr(more, "players only"));
    free(text);
    free(more);
    json_decref(mine);
    json_decref(theirs);
}

/* Six in teams of two: seats 0 and 1 are one side, seat 2 another. */
static void partners_talk_alone(void **state)
{
    (void)state;
    char id[32], key[32];
    const char *wish =
        "{\"game\":\"royal-wedding\",\"players\":6,\"options\":{\"mode\":\"teams\"},\"quick\":true,"
        "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"friend\"},{\"kind\":\"friend\"},"
        "{\"kind\":\"bot\",\"level\":\"random\"},{\"kind\":\"bot\",\"level\":\"random\"},"
        "{\"kind\":\"bot\",\"level\":\"random\"}]}";
    assert_true(guest_table(&ada, wish, id, key));
    const char *whisper = "{s:s,s:s,s:b}";
    assert_string_equal(
        code_of(&ada, "chat", json_pack(whisper, "table", id, "text", "too early", "partners", 1)),
        "not_now");
    const char *sit = "{s:s,s:i,s:s}";
    assert_string_equal(code_of(&bob, "sit", json_pack(sit, "table", id, "seat", 1, "key", key)),
                        "");
    assert_string_equal(code_of(&eve, "sit", json_pack(sit, "table", id, "seat", 2, "key", key)),
                        "");
    json_decref(snapshot_when(&ada, id, "playing"));
    assert_string_equal(
        code_of(&ada, "chat", json_pack(whisper, "table", id, "text", "our secret", "partners", 1)),
        "");
    json_t *theirs = snapshot(&bob, id), *others = snapshot(&eve, id);
    char *text = json_dumps(theirs, 0), *more = json_dumps(others, 0);
    assert_non_null(strstr(text, "our secret"));
    assert_null(strstr(more, "our secret"));
    assert_true(json_is_true(json_object_get(theirs, "partners")));
    free(text);
    free(more);
    json_decref(theirs);
    json_decref(others);
}

static void hints_and_previews(void **state)
{
    (void)state;
    char id[32];
    sit_down(id);
    json_t *reply = guest_ask(&ada, "hint", json_pack("{s:s,s:i}", "table", id, "ply", 0));
    assert_non_null(json_string_value(
        json_object_get(json_array_get(json_object_get(reply, "moves"), 0), "move")));
    json_decref(reply);
    assert_string_equal(code_of(&bob, "hint", json_pack("{s:s,s:i}", "table", id, "ply", 0)),
                        "forbidden");
    reply = guest_ask(&ada, "preview", move(id, 0, "take wug"));
    assert_string_equal(json_string_value(json_object_get(json_object_get(reply, "say"), "key")),
                        "move.take");
    json_decref(reply);
    /* Looking at what cannot be done says why, without trying it. */
    reply = guest_ask(&ada, "preview", move(id, 0, "take wuo"));
    json_t *error = json_object_get(reply, "error");
    assert_string_equal(json_string_value(json_object_get(error, "code")), "refused");
    assert_string_equal(json_string_value(json_object_get(error, "clause")), "SP-4.1");
    assert_non_null(json_string_value(json_object_get(json_object_get(error, "words"), "fa")));
    json_decref(reply);
    assert_string_equal(code_of(&bob, "preview", move(id, 0, "take wug")), "forbidden");
}

/* The clock of a move runs out: one move is made for the player, and the seat is still theirs. */
static void clocks_run(void **state)
{
    (void)state;
    char id[32], key[32];
    const char *wish =
        "{\"game\":\"splendor\",\"players\":2,\"options\":{\"start\":\"0\"},\"quick\":true,"
        "\"clock\":{\"kind\":\"move\",\"seconds\":5},"
        "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"level\":\"random\"}]}";
    assert_true(guest_table(&ada, wish, id, key));
    json_t *now = snapshot(&ada, id);
    json_int_t left = json_integer_value(
        json_array_get(json_object_get(json_object_get(now, "clock"), "left_ms"), 0));
    assert_in_range(left, 3000, 5000);
    json_decref(now);
    for (int i = 0; i < 90 && ply_of(&ada, id) < 2; i++)
        usleep(100000);
    now = snapshot(&ada, id);
    assert_false(
        json_is_true(json_object_get(json_array_get(json_object_get(now, "seats"), 0), "away")));
    assert_int_equal(json_integer_value(json_object_get(now, "ply")), 2);
    const json_t *line = json_array_get(json_object_get(now, "log"), 2);
    assert_string_equal(json_string_value(json_object_get(line, "what")), "move");
    assert_true(json_is_true(json_object_get(line, "late")));
    assert_true(json_is_array(json_object_get(now, "legal")));
    json_decref(now);
}

/* --- games that were played elsewhere --- */

#define SEED "4242424242424242424242424242424242424242424242424242424242424242"

static const char offline_wish[] =
    "{\"game\":\"kingdomino\",\"players\":3,\"offline\":\"" SEED "\","
    "\"seats\":[{\"kind\":\"other\"},{\"kind\":\"me\"},{\"kind\":\"bot\",\"level\":\"master\"}]}";

static void start_kingdomino(const struct tk_game **out_game, tk_state out)
{
    struct tk_config config;
    uint8_t seed[TK_SEED_BYTES];
    *out_game = tk_game_find(tk_span_of("kingdomino"));
    tk_config_init(*out_game, 3, &config);
    memset(seed, 0x42, sizeof seed);
    tk_start(*out_game, &config, seed, out);
}

/* The first legal move of every position, until the game is over; the owner sends all of them. */
static int bring_moves(const char *id)
{
    const struct tk_game *game;
    tk_state now;
    tk_action legal[TK_ACTIONS_MAX];
    int ply = 0;
    for (start_kingdomino(&game, now); game->rules.actor(now) >= 0; ply++) {
        char text[TK_MOVE_TEXT_MAX + 1];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        game->rules.legal(now, legal);
        game->text.format(now, legal[0], &out);
        tk_writer_text(&out);
        if (ply < 2)
            assert_string_equal(code_of(&bob, "move", move(id, ply, text)), "forbidden");
        assert_string_equal(code_of(&ada, "move", move(id, ply, text)), "");
        assert_string_equal(code_of(&ada, "move", move(id, ply, text)), ""); /* said twice */
        tk_play(game, now, legal[0]);
    }
    return ply;
}

/* Bots do not think there, nobody else may act, and everybody can see what it is. */
static void games_can_be_brought(void **state)
{
    (void)state;
    char id[32], key[32], path[96];
    assert_true(guest_connect(&ada) && guest_connect(&bob));
    assert_true(guest_table(&ada, offline_wish, id, key));
    json_decref(snapshot_when(&ada, id, "playing"));
    int plies = bring_moves(id);
    json_t *now = snapshot_when(&ada, id, "over");
    assert_int_equal(json_integer_value(json_object_get(now, "ply")), plies);
    assert_true(json_is_true(json_object_get(now, "offline")));
    assert_string_equal(json_string_value(json_object_get(json_object_get(now, "result"), "seed")),
                        SEED);
    json_decref(now);
    now = guest_rest(&ada, "GET", "/api/v1/tables?list=done", NULL, NULL);
    const json_t *row = json_array_get(json_object_get(now, "tables"), 0);
    assert_string_equal(json_string_value(json_object_get(row, "table")), id);
    assert_true(json_is_true(json_object_get(row, "offline")));
    assert_int_equal(json_integer_value(json_object_get(row, "you")), 1);
    json_decref(now);
    snprintf(path, sizeof path, "/api/v1/tables/%s/record", id);
    assert_int_equal(status_of(&bob, "GET", path, NULL), 200);
}

static void what_was_played_elsewhere_waits_for_nobody(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "\"offline\":\"" SEED "\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
        "\"offline\":\"" SEED "\",\"seats\":[{\"kind\":\"other\"},{\"kind\":\"other\"}]}",
        "\"offline\":\"" SEED
        "\",\"public\":true,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"other\"}]}",
        "\"offline\":\"42\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"other\"}]}",
        "\"offline\":\"" SEED "\",\"random\":\"" SEED
        "\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"other\"}]}",
        "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"other\"}]}",
    };
    for (int i = 0; i < TK_COUNT(wrong); i++) {
        char wish[512];
        snprintf(wish, sizeof wish, "{\"game\":\"kingdomino\",\"players\":2,%s", wrong[i]);
        assert_int_equal(status_of(&ada, "POST", "/api/v1/tables", wish), 400);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guests_and_cookies),
        cmocka_unit_test(passwords_and_devices),
        cmocka_unit_test(people_can_be_forgotten),
        cmocka_unit_test(wishes_are_checked),
        cmocka_unit_test(methods_are_told_apart),
        cmocka_unit_test(seats_are_taken_once),
        cmocka_unit_test(moves_are_checked),
        cmocka_unit_test(a_socket_watches_eight_tables),
        cmocka_unit_test(undo_has_its_limit),
        cmocka_unit_test(hidden_cards_stay_hidden),
        cmocka_unit_test(gaps_are_closed),
        cmocka_unit_test(games_end_and_can_be_checked),
        cmocka_unit_test(games_end_by_will),
        cmocka_unit_test(bots_play_for_those_who_leave),
        cmocka_unit_test(chats_are_apart),
        cmocka_unit_test(partners_talk_alone),
        cmocka_unit_test(hints_and_previews),
        cmocka_unit_test(clocks_run),
        cmocka_unit_test(games_can_be_brought),
        cmocka_unit_test(what_was_played_elsewhere_waits_for_nobody),
    };
    return cmocka_run_group_tests(tests, start_all, stop_all);
}
