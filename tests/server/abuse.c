/* SPDX-License-Identifier: MIT */
/* What clients must not do, each with its answer, while a table of others goes on undisturbed. */
#include "tests/unit/unit.h"

#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "service.h"

static struct service service;
static struct guest honest, partner, rude;
static char table[32];

static int start_all(void **state)
{
    char key[32];
    (void)state;
    service_start(&service, "");
    guest_arrive(&honest, &service);
    guest_arrive(&partner, &service);
    guest_arrive(&rude, &service);
    if (!guest_connect(&honest) || !guest_connect(&partner) ||
        !guest_table(&honest,
                     "{\"game\":\"splendor\",\"players\":2,\"options\":{\"start\":\"0\"},"
                     "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"friend\"}]}",
                     table, key))
        return -1;
    json_decref(guest_ask(&partner, "sit",
                          json_pack("{s:s,s:i,s:s}", "table", table, "seat", 1, "key", key)));
    return 0;
}

static int stop_all(void **state)
{
    (void)state;
    guest_leave(&honest);
    guest_leave(&partner);
    guest_leave(&rude);
    int status = service_stop(&service);
    service_clean(&service);
    return status;
}

/* The honest table still takes moves. */
static void others_play_on(void)
{
    static int ply;
    static const char *const moves[] = {
        "take wug",      "take wug",      "take urk",      "take urk",      "reserve deck1",
        "reserve deck1", "reserve deck2", "reserve deck2", "reserve deck3", "reserve deck3"};
    assert_true(ply < TK_COUNT(moves));
    struct guest *who = ply % 2 == 0 ? &honest : &partner;
    json_t *reply = guest_ask(
        who, "move", json_pack("{s:s,s:i,s:s}", "table", table, "ply", ply, "move", moves[ply]));
    if (!json_is_true(json_object_get(reply, "ok")))
        fail_msg("the others cannot play: %s", json_dumps(reply, 0));
    json_decref(reply);
    ply++;
}

/* What the server says to this text; its error code, "" for a reply that is fine, "closed" if it
 * hung up. */
static const char *answer_to(struct guest *g, const char *text, size_t length)
{
    static char code[32];
    json_array_clear(g->inbox);
    wire_send(&g->wire, text, length);
    for (int i = 0; i < 200 && json_array_size(g->inbox) == 0; i++)
        if (!guest_listen(g, 20))
            return "closed";
    json_t *reply = json_array_get(g->inbox, 0);
    const char *found = json_string_value(json_object_get(json_object_get(reply, "error"), "code"));
    snprintf(code, sizeof code, "%s", found == NULL ? "" : found);
    return code;
}

static void malformed_messages(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "x",
        "{",
        "[]",
        "null",
        "7",
        "\"move\"",
        "{}",
        "{\"t\":\"move\"}",
        "{\"n\":1}",
        "{\"t\":7,\"n\":1}",
        "{\"t\":\"move\",\"n\":\"1\"}",
        "{\"t\":\"dance\",\"n\":1}",
        "{\"t\":\"move\",\"n\":1}",
        "{\"t\":\"move\",\"n\":1,\"table\":7}",
        "{\"t\":\"hello\",\"n\":1}",
        "{\"t\":\"hello\",\"n\":1,\"v\":2}",
        "{\"t\":\"ping\",\"n\":1,\"n\":2}",
        "{\"t\":\"watch\",\"n\":1}",
        "{\"t\":\"ping\",\"n\":1e99}",
        "{\"t\":\"ping\",\"n\":99999999999999999999}",
    };
    assert_true(guest_connect(&rude));
    for (int i = 0; i < TK_COUNT(wrong); i++) {
        const char *code = answer_to(&rude, wrong[i], strlen(wrong[i]));
        if (strcmp(code, "bad_request") != 0)
            fail_msg("%s: %s", wrong[i], code);
        usleep(60000); /* within the allowance */
    }
    static const char *const zeros[] = {
        "{\"t\":\"ping\\u0000\",\"n\":77}",
        "{\"t\":\"watch\",\"n\":77,\"table\":\"a\\u0000b\"}",
        "{\"n\":77,\"t\":\"hello\",\"v\":\"\\u0000\"}",
    };
    for (int i = 0; i < TK_COUNT(zeros); i++) { /* whose answer it is can be told */
        assert_string_equal(answer_to(&rude, zeros[i], strlen(zeros[i])), "bad_request");
        assert_int_equal(json_integer_value(json_object_get(json_array_get(rude.inbox, 0), "n")),
                         77);
    }
    const char deep[] = "{\"t\":\"ping\",\"n\":1,\"x\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]"
                        "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}";
    assert_string_equal(answer_to(&rude, deep, sizeof deep - 1), "");
    others_play_on();
}

static void before_hello(void **state)
{
    (void)state;
    guest_disconnect(&rude);
    assert_true(wire_connect(&rude.wire, &service.address, rude.cookie, NULL));
    for (int i = 0; i < 100 && !rude.wire.open; i++)
        guest_listen(&rude, 20);
    const char early[] = "{\"t\":\"ping\",\"n\":1}";
    assert_string_equal(answer_to(&rude, early, sizeof early - 1), "not_now");
    others_play_on();
}

static void frames_out_of_order(void **state)
{
    (void)state;
    static char large[6000];
    memset(large, 'x', sizeof large);
    assert_true(guest_connect(&rude));
    assert_string_equal(answer_to(&rude, large, sizeof large),
                        "closed"); /* longer than a message may be */
    assert_true(guest_connect(&rude));
    /* one message in two fragments is one message */
    json_array_clear(rude.inbox);
    wire_send_raw(&rude.wire, "\x01\x89\0\0\0\0{\"t\":\"pin", 15);
    guest_listen(&rude, 20);
    wire_send_raw(&rude.wire, "\x80\x89\0\0\0\0g\",\"n\":1}", 15);
    for (int i = 0; i < 100 && json_array_size(rude.inbox) == 0; i++)
        guest_listen(&rude, 20);
    assert_int_equal(json_array_size(rude.inbox), 1);
    /* a binary frame, and bytes that are no UTF-8 */
    wire_send_raw(&rude.wire, "\x82\x81\0\0\0\0x", 7);
    bool open = true;
    for (int i = 0; i < 100 && open; i++)
        open = guest_listen(&rude, 20);
    assert_false(open);
    assert_true(guest_connect(&rude));
    assert_string_equal(answer_to(&rude, "\xff\xfe\xc3\x28", 4), "closed");
    /* reserved opcode */
    assert_true(guest_connect(&rude));
    wire_send_raw(&rude.wire, "\x8b\x81\0\0\0\0x", 7);
    open = true;
    for (int i = 0; i < 100 && open; i++)
        open = guest_listen(&rude, 20);
    others_play_on();
}

static bool can_open(const char *cookie, const char *origin)
{
    struct guest visitor = {.service = &service, .inbox = json_array()};
    bool open = wire_connect(&visitor.wire, &service.address, cookie, origin);
    for (int i = 0; open && i < 100 && !visitor.wire.open; i++)
        open = guest_listen(&visitor, 20);
    open = open && visitor.wire.open;
    guest_leave(&visitor);
    return open;
}

static void strangers_are_kept_out(void **state)
{
    (void)state;
    char own[96], forged[200];
    snprintf(own, sizeof own, "http://127.0.0.1:%d", service.address.port);
    assert_true(can_open(rude.cookie, own));
    assert_false(can_open(rude.cookie, "http://evil.example"));
    assert_false(can_open(rude.cookie, "null"));
    assert_false(can_open("", NULL));
    snprintf(forged, sizeof forged, "takht=%s.0.%s", honest.user, strrchr(rude.cookie, '.') + 1);
    assert_false(can_open(forged, NULL)); /* another user's name under one's own signature */
    others_play_on();
}

/* What the server answers to these bytes, to its end. */
static const char *answer_to_bytes(const char *text)
{
    static char answer[8192];
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)service.address.port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    size_t used = 0;
    ssize_t got;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    while ((got = read(fd, answer + used, sizeof answer - 1 - used)) > 0)
        used += (size_t)got;
    answer[used] = '\0';
    close(fd);
    return answer;
}

/* A file that is not there is refused like anything else; who asks for a head alone hears no body. */
static void what_is_not_there_is_said_in_words(void **state)
{
    (void)state;
    static const char nothing[] = "{\"error\":{\"code\":\"not_found\"";
    const char *const paths[] = {"/nothing.png", "/robots.txt", "/api/v1/nothing"};
    char text[256];
    for (int i = 0; i < TK_COUNT(paths); i++) {
        snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                 paths[i]);
        if (strstr(answer_to_bytes(text), nothing) == NULL)
            fail_msg("%s", paths[i]);
    }
    const char *answer = answer_to_bytes("HEAD /%00 HTTP/1.1\r\nHost: a\r\n\r\n");
    assert_non_null(strstr(answer, " 400 "));
    assert_string_equal(strstr(answer, "\r\n\r\n"), "\r\n\r\n");
}

/* A program that reads the body of a refusal finds one, whatever it was refused. */
static void refused_handshakes_say_why(void **state)
{
    (void)state;
    static const struct {
        const char *path, *version, *headers, *status, *code;
    } cases[] = {
        {"/ws", "13", "", " 401 ", "not_signed_in"},
        {"/ws", "13", "Origin: http://evil.example\r\n", " 403 ", "forbidden"},
        {"/api/v1/me", "13", "", " 404 ", "not_found"},
        {"/ws", "8", "", " 426 ", "bad_request"},
        {"/ws", "13", "Content-Length: 0\r\nConnection: close\r\n", " 401 ", "not_signed_in"},
    };
    for (int i = 0; i < TK_COUNT(cases); i++) {
        char text[512], code[64];
        snprintf(text, sizeof text,
                 "GET %s HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: "
                 "%s\r\n%s\r\n",
                 cases[i].path, cases[i].version, cases[i].headers);
        snprintf(code, sizeof code,
                 "{\"error\":{\"code\":\"%s\",\"words\":{\"en\":", cases[i].code);
        const char *answer = answer_to_bytes(text);
        if (strstr(answer, cases[i].status) == NULL || strstr(answer, code) == NULL ||
            strstr(answer, "content-type: application/json") == NULL)
            fail_msg("%s: %s", cases[i].path, answer);
    }
    others_play_on();
}

static void numbers_in_questions_are_numbers(void **state)
{
    (void)state;
    static const char *const rest[] = {
        "view?ply=0x0", "view?ply=0e9", "view?ply=+0",  "view?ply=",
        "view?ply=-1",  "view",         "log?before=x", "log?before=99999999999999999999",
        "log?before=1x"};
    int status;
    for (int i = 0; i < TK_COUNT(rest); i++) {
        char path[128];
        snprintf(path, sizeof path, "/api/v1/tables/%s/%s", table, rest[i]);
        json_decref(guest_rest(&honest, "GET", path, NULL, &status));
        assert_in_range(status, 400, 404);
    }
}

static void floods_are_dammed(void **state)
{
    (void)state;
    const char ping[] = "{\"t\":\"ping\",\"n\":1}";
    assert_true(guest_connect(&rude));
    for (int i = 0; i < 65; i++) /* a few more than may be sent at once */
        wire_send(&rude.wire, ping, sizeof ping - 1);
    bool refused = false, open = true;
    for (int i = 0; i < 200 && !refused; i++) {
        guest_listen(&rude, 10);
        json_t *reply = json_array_get(rude.inbox, json_array_size(rude.inbox) - 1);
        const char *code =
            json_string_value(json_object_get(json_object_get(reply, "error"), "code"));
        refused = code != NULL && strcmp(code, "too_many") == 0;
    }
    assert_true(refused);
    for (int i = 0; i < 400 && open; i++) {
        wire_send(&rude.wire, ping, sizeof ping - 1);
        open = guest_listen(&rude, 1);
    }
    for (int i = 0; i < 200 && open; i++)
        open = guest_listen(&rude, 10);
    assert_false(open); /* first a refusal, then the end */
    others_play_on();
}

static void tables_are_not_free(void **state)
{
    (void)state;
    int created = 0, refused = 0;
    for (int i = 0; i < 200; i++) {
        int status;
        json_decref(guest_rest(&rude, "POST", "/api/v1/tables",
                               "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{"
                               "\"kind\":\"open\"}]}",
                               &status));
        created += status == 201;
        refused += status == 429;
    }
    assert_int_equal(created + refused, 200);
    assert_in_range(created, 5, 60);
    others_play_on();
}

/* So many times a table takes people in: whoever sits down and stands up does not use that up for all. */
static void seats_are_not_tried_without_end(void **state)
{
    (void)state;
    char id[32], key[32];
    int sat = 0;
    struct guest restless;
    guest_arrive(&restless, &service);
    assert_true(guest_connect(&restless));
    assert_true(
        guest_table(&honest,
                    "{\"game\":\"splendor\",\"players\":3,\"seats\":[{\"kind\":\"me\"},{\"kind\":"
                    "\"open\"},{\"kind\":\"open\"}]}",
                    id, key));
    for (const char *code = ""; code[0] == '\0';) {
        code = guest_code(&restless, "sit", json_pack("{s:s,s:i}", "table", id, "seat", 1));
        assert_true(code[0] == '\0' || strcmp(code, "too_many") == 0);
        if (code[0] == '\0')
            assert_string_equal(guest_code(&restless, "stand", json_pack("{s:s}", "table", id)),
                                "");
        sat += code[0] == '\0';
        usleep(60000); /* within the allowance of messages */
    }
    assert_in_range(sat, 5, 20);
    assert_string_equal(guest_code(&partner, "sit", json_pack("{s:s,s:i}", "table", id, "seat", 1)),
                        "");
    guest_leave(&restless);
}

/* A table for everybody; its id, and the code of a refusal. */
static const char *offer(struct guest *g, char out_id[32])
{
    static char code[32];
    json_t *answer = guest_rest(g, "POST", "/api/v1/tables",
                                "{\"game\":\"splendor\",\"players\":2,\"public\":true,\"seats\":[{"
                                "\"kind\":\"me\"},{\"kind\":\"open\"}]}",
                                NULL);
    const char *id = json_string_value(json_object_get(answer, "table"));
    const char *why = json_string_value(json_object_get(json_object_get(answer, "error"), "code"));
    snprintf(out_id, 32, "%s", id == NULL ? "" : id);
    snprintf(code, sizeof code, "%s", why == NULL ? "" : why);
    json_decref(answer);
    return code;
}

static size_t open_tables(struct guest *g)
{
    json_t *answer = guest_rest(g, "GET", "/api/v1/tables?list=open", NULL, NULL);
    size_t count = json_array_size(json_object_get(answer, "tables"));
    json_decref(answer);
    return count;
}

/* What strangers see is a list of some fifty: an address has ten of them, and the oldest where nobody is makes room. */
static void one_address_does_not_fill_the_list(void **state)
{
    (void)state;
    struct service own;
    struct guest host, other;
    struct guest *const guests[] = {&host, &other};
    char id[12][32];
    assert_int_equal(service_with(&own, "", guests, 2), 0);
    for (int i = 0; i < 10; i++)
        assert_string_equal(offer(&host, id[i]), "");
    assert_int_equal(open_tables(&host), 10);
    json_decref(guest_ask(&host, "watch", json_pack("{s:s}", "table", id[0])));
    assert_string_equal(offer(&host, id[10]), "");
    guest_wait_until(&host, id[1], "over");
    guest_wait_until(&host, id[0], "open");
    assert_int_equal(open_tables(&host), 10);
    for (int i = 2; i < 11; i++)
        json_decref(guest_ask(i < 6 ? &host : &other, "watch", json_pack("{s:s}", "table", id[i])));
    assert_string_equal(offer(&host, id[11]), "full");
    assert_string_equal(
        guest_code(&host, "bot",
                   json_pack("{s:s,s:i,s:s}", "table", id[5], "seat", 1, "level", "random")),
        "");
    guest_wait_until(&host, id[5], "playing");
    assert_string_equal(offer(&host, id[11]), ""); /* one has begun */
    assert_int_equal(service_without(&own, guests, 2), 0);
}

/* Strangers by the thousand: after some the address has to wait, and those who are known do not. */
static void guests_are_not_free(void **state)
{
    (void)state;
    int welcome = 0, refused = 0;
    for (int i = 0; i < 400; i++) {
        int status = wire_http(&service.address, "GET", "/api/v1/me", NULL, NULL, NULL, 0, NULL, 0);
        welcome += status == 200;
        refused += status == 429;
    }
    assert_int_equal(welcome + refused, 400);
    assert_in_range(refused, 100, 300);
    others_play_on();
}

static void sockets_are_counted(void **state)
{
    (void)state;
    struct wire wires[100];
    int open = 0;
    guest_disconnect(&rude);
    for (int i = 0; i < 100; i++)
        wire_connect(&wires[i], &service.address, rude.cookie, NULL);
    struct guest waiter = {.service = &service, .inbox = json_array()};
    for (int round = 0, settled = 0; round < 4000 && settled < 100; round++) {
        open = settled = 0;
        for (int i = 0; i < 100; i++) {
            waiter.wire = wires[i];
            bool alive = guest_listen(&waiter, 0);
            wires[i] = waiter.wire;
            open += alive && wires[i].open;
            settled += !alive || wires[i].open;
        }
        usleep(5000);
    }
    assert_in_range(open, 30, 64);
    for (int i = 0; i < 100; i++)
        wire_close(&wires[i]);
    json_decref(waiter.inbox);
    usleep(100000);
    others_play_on();
}

/* Connections that say nothing, or only half of something, cost nobody else anything. */
static void silence_is_endured(void **state)
{
    (void)state;
    struct wire half[20];
    for (int i = 0; i < 20; i++) {
        wire_connect(&half[i], &service.address, rude.cookie, NULL);
        half[i].out_length = i % 2 == 0 ? 0 : 40; /* nothing, or a request cut in the middle */
        struct guest g = {.service = &service, .wire = half[i], .inbox = json_array()};
        guest_listen(&g, 1);
        half[i] = g.wire;
        json_decref(g.inbox);
    }
    others_play_on();
    for (int i = 0; i < 20; i++)
        wire_close(&half[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_messages),
        cmocka_unit_test(before_hello),
        cmocka_unit_test(frames_out_of_order),
        cmocka_unit_test(strangers_are_kept_out),
        cmocka_unit_test(what_is_not_there_is_said_in_words),
        cmocka_unit_test(refused_handshakes_say_why),
        cmocka_unit_test(numbers_in_questions_are_numbers),
        cmocka_unit_test(floods_are_dammed),
        cmocka_unit_test(seats_are_not_tried_without_end),
        cmocka_unit_test(one_address_does_not_fill_the_list),
        cmocka_unit_test(tables_are_not_free),
        cmocka_unit_test(guests_are_not_free),
        cmocka_unit_test(sockets_are_counted),
        cmocka_unit_test(silence_is_endured),
    };
    return cmocka_run_group_tests(tests, start_all, stop_all);
}
