/* SPDX-License-Identifier: MIT */
/*
 * One user against the purse of the server: each attack is refused by what it costs, with how long to
 * wait, while somebody from another address is served. The server believes a proxy, so that every
 * guest here can come from an address of their own.
 */
#include "tests/unit/unit.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "service.h"

enum {
    SOCKETS = 60,
    UNDOERS = 30,
    CROWD = 8,
    PUBLIC = 50,                 /* tables in the public lists */
    PURSE = 8 * 1024 * 1024,     /* bytes a user may cause at once, */
    PURSE_A_SECOND = 256 * 1024, /* and then each second */
    TABLES_AT_ONCE = 20,         /* of a user, */
    HOUSEHOLD_AT_ONCE = 30,      /* and of an address */
    UNFINISHED = 12,             /* tables with bots of a guest */
};

static struct service service, places[64]; /* the same server, as it is seen from other addresses */
static int place_count;
static struct wire_address metrics;
static struct guest ada, bob, eve, honest;
static char long_game[32], over_game[32];

/* --- small words --- */

static json_t *at(const char *table)
{
    return json_pack("{s:s}", "table", table);
}

static json_t *number_at(const char *table, const char *key, int number)
{
    return json_pack("{s:s,s:i}", "table", table, key, number);
}

static json_t *move_at(const char *table, int ply, const char *move)
{
    return json_pack("{s:s,s:i,s:s}", "table", table, "ply", ply, "move", move);
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Somebody new, from an address that nobody else has. */
static void arrive(struct guest *g)
{
    struct service *place = &places[place_count++];
    assert_true(place_count < TK_COUNT(places));
    *place = service;
    snprintf(place->address.as, sizeof place->address.as, "10.7.%d.1", place_count);
    guest_arrive(g, place);
}

/* Another socket of the same user from the same address. */
static void double_of(const struct guest *g, struct guest *out)
{
    *out = *g;
    out->wire = (struct wire){.fd = -1};
    out->inbox = json_array();
    out->number = 0;
}

static int status_of(struct guest *g, const char *path)
{
    int status;
    json_decref(guest_rest(g, "GET", path, NULL, &status));
    return status;
}

static long figure(const char *name)
{
    char text[16384], key[96];
    assert_int_equal(wire_http(&metrics, "GET", "/metrics", NULL, NULL, NULL, 0, text, sizeof text),
                     200);
    snprintf(key, sizeof key, "\n%s ", name);
    const char *found = strstr(text, key);
    assert_non_null(found);
    return strtol(found + strlen(key), NULL, 10);
}

/* --- before the attacks: a long game, a game that is over, and tables for the lists --- */

static int free_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int file = socket(AF_INET, SOCK_STREAM, 0);
    if (bind(file, (struct sockaddr *)&address, size) != 0 ||
        getsockname(file, (struct sockaddr *)&address, &size) != 0)
        abort();
    close(file);
    return ntohs(address.sin_port);
}

static void sit_down(char id[32])
{
    char key[32];
    assert_true(guest_table(&ada,
                            "{\"game\":\"splendor\",\"players\":2,\"options\":{\"start\":\"0\"},"
                            "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"friend\"}]}",
                            id, key));
    assert_string_equal(
        guest_code(&bob, "sit", json_pack("{s:s,s:i,s:s}", "table", id, "seat", 1, "key", key)),
        "");
}

/* Thirty sockets of one player move and take back, whoever is next, until it is enough. */
static void undo_from_many_sockets(void)
{
    struct guest sockets[UNDOERS];
    const char *code = "";
    int undos = 0;
    for (int i = 0; i < UNDOERS; i++) {
        double_of(&ada, &sockets[i]);
        assert_true(guest_connect(&sockets[i]));
    }
    for (int i = 0; undos < 1000; i = (i + 2) % UNDOERS) {
        code = guest_code(&sockets[i], "move", move_at(long_game, 0, "take wug"));
        assert_string_equal(code, "");
        code = guest_code(&sockets[i + 1], "undo", number_at(long_game, "ply", 1));
        if (code[0] != '\0')
            break;
        undos++;
    }
    assert_string_equal(code, "full");
    assert_int_equal(undos, 400);
    for (int i = 0; i < UNDOERS; i++)
        guest_leave(&sockets[i]);
}

static void make_long_game(void)
{
    char text[501];
    sit_down(long_game);
    guest_wait_until(&ada, long_game, "playing");
    undo_from_many_sockets();
    memset(text, '"', 500); /* twice as long on the wire */
    text[500] = '\0';
    for (int i = 0; i < 300; i++) /* the page of the log that every watcher gets is a long one */
        assert_string_equal(
            guest_code(&eve, "chat", json_pack("{s:s,s:s}", "table", long_game, "text", text)), "");
    json_t *now = guest_see(&eve, long_game);
    assert_true(json_integer_value(json_object_get(now, "seq")) > 1000);
    assert_int_equal(json_array_size(json_object_get(now, "log")), 300);
    json_decref(now);
}

static int prepare(void **state)
{
    char id[32], key[32], flags[96];
    (void)state;
    int port = free_port();
    snprintf(flags, sizeof flags, "--trust-proxy --workers 1 --metrics 127.0.0.1:%d", port);
    service_start(&service, "--trust-proxy --open-limits");
    arrive(&ada);
    arrive(&bob);
    arrive(&eve);
    assert_true(guest_connect(&ada) && guest_connect(&bob) && guest_connect(&eve));
    make_long_game();
    assert_true(guest_table(&ada,
                            "{\"game\":\"kingdom-builder\",\"players\":4,\"quick\":true,\"public\":"
                            "true,\"seats\":[{\"kind\":\"bot\",\"level\":\"random\"},"
                            "{\"kind\":\"bot\",\"level\":\"random\"},{\"kind\":\"bot\",\"level\":"
                            "\"random\"},{\"kind\":\"bot\",\"level\":\"random\"}]}",
                            over_game, key));
    for (int i = 0; i < PUBLIC; i++)
        assert_true(guest_table(&ada,
                                "{\"game\":\"splendor\",\"players\":4,\"public\":true,\"seats\":["
                                "{\"kind\":\"open\"},{\"kind\":\"open\"},{\"kind\":\"open\"},"
                                "{\"kind\":\"open\"}]}",
                                id, key));
    guest_wait_until(&ada, over_game, "over");
    guest_disconnect(&ada);
    guest_disconnect(&bob);
    guest_disconnect(&eve);
    assert_int_equal(service_stop(&service), 0);
    snprintf(service.flags, sizeof service.flags, "%s", flags);
    service_again(&service);
    for (int i = 0; i < place_count; i++)
        places[i].address.port = service.address.port;
    metrics = service.address;
    metrics.port = port;
    arrive(&honest);
    return guest_connect(&eve) && guest_connect(&honest) ? 0 : -1;
}

static int stop_all(void **state)
{
    (void)state;
    guest_leave(&ada);
    guest_leave(&bob);
    guest_leave(&eve);
    guest_leave(&honest);
    int status = service_stop(&service);
    service_clean(&service);
    return status;
}

/* --- sockets --- */

static bool says_wait(const json_t *reply)
{
    const json_t *error = json_object_get(reply, "error");
    const char *code = json_string_value(json_object_get(error, "code"));
    return code != NULL && strcmp(code, "too_many") == 0 &&
           json_integer_value(json_object_get(error, "retry_ms")) > 0;
}

/* What has come since: snapshots in bytes, and refusals that say how long to wait. */
static void count_inbox(struct guest *g, size_t *bytes, int *refused)
{
    size_t index;
    json_t *message;
    json_array_foreach(g->inbox, index, message)
    {
        const char *t = json_string_value(json_object_get(message, "t"));
        if (strcmp(t, "table") == 0)
            *bytes += json_dumpb(message, NULL, 0, JSON_COMPACT);
        *refused += says_wait(message);
    }
    json_array_clear(g->inbox);
}

static void watching_a_long_game_from_sixty_sockets_is_refused_by_its_cost(void **state)
{
    (void)state;
    struct guest sockets[SOCKETS];
    size_t bytes = 0;
    int refused = 0, open = 0;
    double begun = seconds();
    for (int i = 0; i < SOCKETS; i++) {
        double_of(&eve, &sockets[i]);
        open += wire_connect(&sockets[i].wire, &eve.service->address, eve.cookie, NULL);
    }
    assert_int_equal(open, SOCKETS);
    for (int turn = 0; turn < 40; turn++)
        for (int i = 0; i < SOCKETS; i++) {
            char text[128];
            int length = snprintf(text, sizeof text, "{\"t\":\"watch\",\"n\":%d,\"table\":\"%s\"}",
                                  turn, long_game);
            static const char hello[] = "{\"t\":\"hello\",\"n\":1,\"v\":1}";
            if (!sockets[i].wire.open || turn < 2) /* two tries: the first may be one too many */
                wire_send(&sockets[i].wire, hello, sizeof hello - 1);
            else
                wire_send(&sockets[i].wire, text, (size_t)length);
            guest_listen(&sockets[i], 0);
            count_inbox(&sockets[i], &bytes, &refused);
        }
    do /* a busy machine takes its time to say no */
        for (int i = 0; i < SOCKETS; i++) {
            guest_listen(&sockets[i], 5);
            count_inbox(&sockets[i], &bytes, &refused);
        }
    while (refused == 0 && seconds() < begun + 60);
    json_t *reply = guest_ask(&honest, "watch", at(long_game)); /* somebody else is served */
    assert_true(json_is_true(json_object_get(reply, "ok")));
    json_decref(reply);
    json_t *table = guest_wait(&honest, "table", 20000);
    assert_non_null(table);
    size_t one = json_dumpb(table, NULL, 0, JSON_COMPACT);
    json_decref(table);
    assert_true(refused > 0);
    assert_true((double)bytes <= PURSE + (double)one + PURSE_A_SECOND * (seconds() - begun));
    for (int i = 0; i < SOCKETS; i++)
        guest_leave(&sockets[i]);
    assert_true(guest_connect(&honest));
}

/* One socket, slowly enough for its messages: what it asks for is what costs. */
static void watching_again_and_again_is_paid_by_the_byte(void **state)
{
    (void)state;
    struct guest mallory;
    int served = 0;
    arrive(&mallory);
    assert_true(guest_connect(&mallory));
    json_t *reply = NULL;
    for (; served < 200; served++) {
        json_decref(reply);
        reply = guest_ask(&mallory, "watch", at(long_game));
        if (!json_is_true(json_object_get(reply, "ok")))
            break;
        json_t *table = guest_wait(&mallory, "table", 20000);
        assert_non_null(table);
        json_decref(table);
    }
    assert_true(served > 5 && served < 200);
    assert_true(says_wait(reply));
    json_decref(reply);
    bool refused = false; /* older pages come from the same purse: one may be owed, not many */
    for (int i = 0; i < 5 && !refused; i++) {
        reply = guest_ask(&mallory, "log", number_at(long_game, "before", 1000));
        refused = says_wait(reply);
        json_decref(reply);
    }
    assert_true(refused);
    assert_string_equal(guest_code(&mallory, "ping", NULL), ""); /* what costs nothing is free */
    assert_string_equal(guest_code(&honest, "log", number_at(long_game, "before", 500)), "");
    guest_leave(&mallory);
}

static void chatting_is_slowed_down(void **state)
{
    (void)state;
    int said = 0;
    assert_true(guest_connect(&bob));
    const char *code = "";
    for (; said < 30 && code[0] == '\0'; said++)
        code = guest_code(&bob, "chat", json_pack("{s:s,s:s}", "table", long_game, "text", "hey"));
    assert_string_equal(code, "too_many");
    assert_string_equal(
        guest_code(&honest, "chat", json_pack("{s:s,s:s}", "table", long_game, "text", "psst")),
        "");
    guest_disconnect(&bob);
}

/* --- requests --- */

/* Asks for the same again until it is refused; whoever did not flood gets it still. */
static void flood(struct guest *g, const char *path)
{
    int status = 200, asked = 0;
    json_t *answer = NULL;
    for (; status == 200 && asked < 5000; asked++) {
        json_decref(answer);
        answer = guest_rest(g, "GET", path, NULL, &status);
    }
    if (status != 429)
        fail_msg("%s: %d after %d times", path, status, asked);
    assert_true(says_wait(answer));
    json_decref(answer);
}

static void every_request_that_reads_is_paid_for(void **state)
{
    (void)state;
    static const char *const parts[] = {"", "/log?before=900", "/view?ply=1", "/record"};
    char path[128];
    struct guest mallory;
    for (int i = 0; i < TK_COUNT(parts); i++) {
        bool record = strcmp(parts[i], "/record") == 0;
        snprintf(path, sizeof path, "/api/v1/tables/%s%s", record ? over_game : long_game,
                 parts[i]);
        arrive(&mallory);
        flood(&mallory, path);
        assert_int_equal(status_of(&honest, path), 200);
        guest_leave(&mallory);
    }
    static const char *const others[] = {"/api/v1/tables?list=open", "/api/v1/games"};
    for (int i = 0; i < TK_COUNT(others); i++) {
        arrive(&mallory);
        flood(&mallory, others[i]);
        assert_int_equal(status_of(&honest, others[i]), 200);
        guest_leave(&mallory);
    }
    flood(&ada, "/api/v1/me/export");
    assert_int_equal(status_of(&honest, "/api/v1/me/export"), 200);
}

/* Also the one that was drawn before is paid for by its bytes. */
static void pictures_are_paid_for(void **state)
{
    (void)state;
    char path[128];
    const char *const tables[] = {long_game, over_game};
    for (int i = 0; i < TK_COUNT(tables); i++) {
        struct guest mallory;
        snprintf(path, sizeof path, "/share/%s.png", tables[i]);
        arrive(&mallory);
        flood(&mallory, path);
        assert_int_equal(status_of(&honest, path), 200);
        guest_leave(&mallory);
    }
}

static void files_of_the_page_are_counted(void **state)
{
    (void)state;
    struct guest mallory;
    arrive(&mallory);
    flood(&mallory, "/");
    assert_int_equal(status_of(&honest, "/"), 200);
    guest_leave(&mallory);
}

static void hear_nothing(void *context, const char *text, size_t length)
{
    (void)context, (void)text, (void)length;
}

/* How many of them have no answer yet; those who have one are through. */
static int unanswered(struct wire crowd[CROWD])
{
    int count = 0;
    for (int i = 0; i < CROWD; i++) {
        if (crowd[i].fd >= 0 && !wire_step(&crowd[i], hear_nothing, NULL))
            wire_close(&crowd[i]);
        count += crowd[i].fd >= 0;
    }
    return count;
}

/* Nobody without a cookie gets a socket. Who tries it all the time is told so less and less. */
static void refusals_of_a_flood_come_late(void **state)
{
    (void)state;
    struct guest mallory;
    struct wire crowd[CROWD];
    int late = 0;
    arrive(&mallory);
    for (int round = 0; round < 200 && late == 0; round++) {
        for (int i = 0; i < CROWD; i++)
            assert_true(wire_connect(&crowd[i], &mallory.service->address, "", NULL));
        unanswered(crowd); /* sends */
        for (int i = 0; i < 2; i++)
            assert_int_equal(status_of(&honest, "/healthz"), 200);
        late = unanswered(crowd);
        assert_true(round > 0 || late == 0); /* the first are told at once */
    }
    assert_true(late > 0);
    for (int i = 0; i < 1000 && unanswered(crowd) > 0; i++)
        usleep(10000);
    assert_int_equal(unanswered(crowd), 0);
    guest_leave(&mallory);
}

/* --- tables --- */

/* Gives up and plays again until it is refused: how many games that were. */
static int resign_again_and_again(struct guest *g)
{
    char id[32], key[32];
    int games = 0;
    const char *share = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    json_t *reply = NULL;
    assert_true(guest_connect(g));
    assert_true(guest_table(
        g,
        "{\"game\":\"splendor\",\"players\":2,\"quick\":true,\"seats\":[{\"kind\":\"me\"},"
        "{\"kind\":\"bot\",\"level\":\"random\"}]}",
        id, key));
    for (; games < 60; games++) {
        while (strcmp(guest_code(g, "resign", at(id)), "") != 0)
            usleep(20000); /* not before it has begun, and within the allowance of messages */
        guest_wait_until(&honest, id, "over");
        json_decref(reply);
        reply = guest_ask(g, "rematch", json_pack("{s:s,s:s}", "table", id, "random", share));
        if (!json_is_true(json_object_get(reply, "ok")))
            break;
        snprintf(id, sizeof id, "%s", json_string_value(json_object_get(reply, "next")));
    }
    assert_true(says_wait(reply));
    json_decref(reply);
    return games;
}

static void resigning_and_playing_again_has_its_pace(void **state)
{
    (void)state;
    struct guest mallory, accomplice;
    arrive(&mallory);
    int games = resign_again_and_again(&mallory);
    assert_in_range(games, 1, TABLES_AT_ONCE + 10);
    guest_arrive(&accomplice, mallory.service); /* another guest is no other household */
    games += resign_again_and_again(&accomplice);
    assert_in_range(games, 1, HOUSEHOLD_AT_ONCE + 5);
    guest_leave(&accomplice);
    guest_leave(&mallory);
}

#define MASTER "{\"kind\":\"bot\",\"level\":\"master\"}"
static const char masters_wish[] =
    "{\"game\":\"kingdom-builder\",\"players\":4,\"quick\":true,\"seats\":[" MASTER "," MASTER
    "," MASTER "," MASTER "]}";

static const char *code_in(const json_t *answer)
{
    const char *code = json_string_value(json_object_get(json_object_get(answer, "error"), "code"));
    return code == NULL ? "" : code;
}

/* How many tables with masters a guest may have; and not one more through a back door. */
static void fill_with_masters(struct guest *g, char first[32])
{
    char key[32], id[32];
    int count = 0, status;
    while (count < 100 && guest_table(g, masters_wish, id, key)) {
        if (count++ == 0)
            memcpy(first, id, sizeof id);
    }
    assert_int_equal(count, UNFINISHED);
    json_t *answer = guest_rest(g, "POST", "/api/v1/tables", masters_wish, &status);
    assert_int_equal(status, 409);
    assert_string_equal(code_in(answer), "full");
    json_decref(answer);
    assert_true(guest_table(g,
                            "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"open\"},"
                            "{\"kind\":\"open\"}]}",
                            id, key));
    assert_string_equal(
        guest_code(g, "bot", json_pack("{s:s,s:i,s:s}", "table", id, "seat", 0, "level", "master")),
        "full");
}

/* A bot that begins, while many others wait for the only worker. */
static void play_a_novice(struct guest *g)
{
    char id[32], key[32];
    assert_true(guest_table(
        g,
        "{\"game\":\"splendor\",\"players\":2,\"quick\":true,\"options\":{\"start\":\"0\"},"
        "\"seats\":[{\"kind\":\"bot\",\"level\":\"novice\"},{\"kind\":\"me\"}]}",
        id, key));
    assert_string_equal(guest_code(g, "watch", at(id)), "");
    json_int_t ply = 0;
    while (ply < 1) {
        json_t *now = guest_see(g, id);
        ply = json_integer_value(json_object_get(now, "ply"));
        json_decref(now);
        usleep(20000);
    }
}

static void a_guest_with_tables_full_of_masters_holds_nobody_up(void **state)
{
    (void)state;
    struct guest greedy;
    char first[32];
    int status;
    json_decref(guest_rest(&honest, "POST", "/api/v1/me", "{\"name\":\"Honest\"}", &status));
    assert_int_equal(status, 200);
    json_decref(
        guest_rest(&honest, "POST", "/api/v1/password", "{\"password\":\"long enough\"}", &status));
    assert_int_equal(status, 200);
    assert_true(guest_connect(&honest));
    arrive(&greedy);
    assert_true(guest_connect(&greedy));
    fill_with_masters(&greedy, first);
    while (figure("takht_jobs_waiting") < UNFINISHED - 1)
        usleep(20000);

    play_a_novice(&honest); /* its bot has moved, and the masters still stand in line */
    assert_in_range(figure("takht_jobs_waiting"), UNFINISHED - 3, UNFINISHED);
    struct guest phone; /* and so they do when a password has been checked */
    arrive(&phone);
    json_decref(guest_rest(&phone, "POST", "/api/v1/signin",
                           "{\"name\":\"Honest\",\"password\":\"long enough\"}", &status));
    assert_int_equal(status, 200);
    assert_in_range(figure("takht_jobs_waiting"), UNFINISHED - 3, UNFINISHED);

    assert_string_equal(guest_code(&greedy, "watch", at(first)), ""); /* who waits is told so */
    json_t *queue = guest_wait(&greedy, "queue", 20000);
    assert_non_null(queue);
    assert_string_equal(json_string_value(json_object_get(queue, "table")), first);
    json_decref(queue);
    guest_leave(&phone);
    guest_leave(&greedy);
}

/* Many guests of one address ask for hints, each no more often than a guest may. */
static void hints_of_a_household_have_an_end(void **state)
{
    (void)state;
    enum { GUESTS = 8, HINTS = 4, AT_ONCE = 20 };
    struct guest crowd[GUESTS];
    int refused = 0;
    arrive(&crowd[0]);
    for (int i = 0; i < GUESTS; i++) {
        char id[32], key[32], hint[160];
        if (i > 0)
            guest_arrive(&crowd[i], crowd[0].service);
        assert_true(guest_connect(&crowd[i]));
        assert_true(guest_table(&crowd[i],
                                "{\"game\":\"splendor\",\"players\":2,\"hints\":true,\"options\":"
                                "{\"start\":\"0\"},\"seats\":[{\"kind\":\"me\"},"
                                "{\"kind\":\"bot\",\"level\":\"random\"}]}",
                                id, key));
        guest_wait_until(&crowd[i], id, "playing");
        for (int k = 0; k < HINTS; k++) { /* without waiting for what it says */
            int length =
                snprintf(hint, sizeof hint, "{\"t\":\"hint\",\"n\":%d,\"table\":\"%s\",\"ply\":0}",
                         1000 + k, id);
            wire_send(&crowd[i].wire, hint, (size_t)length);
        }
        json_decref(guest_ask(&crowd[i], "ping", NULL)); /* what was refused was told before */
        for (size_t k = 0; k < json_array_size(crowd[i].inbox); k++) {
            const char *code = NULL;
            json_unpack(json_array_get(crowd[i].inbox, k), "{s:{s:s}}", "error", "code", &code);
            refused += code != NULL && strcmp(code, "too_many") == 0;
        }
    }
    assert_in_range(refused, 1, GUESTS * HINTS - AT_ONCE);
    for (int i = 0; i < GUESTS; i++)
        guest_leave(&crowd[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watching_a_long_game_from_sixty_sockets_is_refused_by_its_cost),
        cmocka_unit_test(watching_again_and_again_is_paid_by_the_byte),
        cmocka_unit_test(chatting_is_slowed_down),
        cmocka_unit_test(every_request_that_reads_is_paid_for),
        cmocka_unit_test(pictures_are_paid_for),
        cmocka_unit_test(files_of_the_page_are_counted),
        cmocka_unit_test(refusals_of_a_flood_come_late),
        cmocka_unit_test(resigning_and_playing_again_has_its_pace),
        cmocka_unit_test(a_guest_with_tables_full_of_masters_holds_nobody_up),
        cmocka_unit_test(hints_of_a_household_have_an_end),
    };
    return cmocka_run_group_tests(tests, prepare, stop_all);
}
