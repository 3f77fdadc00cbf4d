/* SPDX-License-Identifier: MIT */
/* HTTP as bytes: what is read, and what is refused because two readers could differ about it. */
#include "unit.h"

#include <stdlib.h>

#include "server/http.h"

static char room[2 * HTTP_HEAD_MAX];
static struct http_request request;

static int read_text(const char *text)
{
    memset(room, 0, sizeof room);
    size_t length = (size_t)snprintf(room, sizeof room, "%s", text);
    return http_read(room, length, &request);
}

#define HOST "Host: takht.example\r\n"

static void a_request_is_read(void **state)
{
    (void)state;
    const char text[] = "POST /api/v1/t%61bles?list=open&x HTTP/1.1\r\nhOST:takht.example:80 \r\n"
                        "Cookie: takht=abc; other=1\r\nContent-Length: 5\r\n"
                        "Origin:\thttp://takht.example\r\n\r\nhello";
    assert_int_equal(read_text(text), (int)sizeof text - 6);
    assert_string_equal(request.method, "POST");
    assert_string_equal(request.path, "/api/v1/tables");
    assert_string_equal(request.query, "list=open&x");
    assert_string_equal(request.host, "takht.example:80");
    assert_string_equal(request.cookie, "takht=abc; other=1");
    assert_string_equal(request.origin, "http://takht.example");
    assert_string_equal(request.type, "");
    assert_int_equal(request.body_length, 5);
    assert_true(request.keep_alive);
}

static void connections_end_when_they_should(void **state)
{
    (void)state;
    assert_true(read_text("GET / HTTP/1.1\r\n" HOST "Connection: foo, Close\r\n\r\n") > 0);
    assert_false(request.keep_alive);
    assert_true(read_text("GET / HTTP/1.0\r\n\r\n") > 0);
    assert_false(request.keep_alive);
    assert_true(read_text("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n") > 0);
    assert_true(request.keep_alive);
}

static void what_the_standard_lets_clients_say_is_understood(void **state)
{
    (void)state;
    assert_true(read_text("GET http://takht.example HTTP/1.1\r\n" HOST "\r\n") > 0);
    assert_string_equal(request.path, "/");
    assert_string_equal(request.query, "");
    assert_true(read_text("GET http://takht.example?x=/a HTTP/1.1\r\n" HOST "\r\n") > 0);
    assert_string_equal(request.path, "/");
    assert_string_equal(request.query, "x=/a");
    assert_true(read_text("GET / HTTP/1.7\r\n" HOST "\r\n") > 0);
    assert_true(request.keep_alive && !request.old);
    assert_true(read_text("GET / HTTP/1.0\r\n\r\n") > 0);
    assert_true(request.old);
}

static void a_head_arrives_byte_by_byte(void **state)
{
    (void)state;
    const char text[] = "\r\nGET http://takht.example/a HTTP/1.1\r\n" HOST "\r\n";
    for (size_t i = 0; i < sizeof text - 1; i++) {
        memcpy(room, text, i);
        if (http_read(room, i, &request) != 0)
            fail_msg("after %zu bytes", i);
    }
    assert_int_equal(read_text(text), (int)sizeof text - 1);
    assert_string_equal(request.path, "/a");
}

static void forwarded_lists_are_joined(void **state)
{
    (void)state;
    assert_true(read_text("GET / HTTP/1.1\r\n" HOST "X-Forwarded-For: 192.0.2.1\r\n"
                          "X-Forwarded-For: 192.0.2.2, 192.0.2.3\r\nX-Forwarded-For: ::1\r\n"
                          "X-Forwarded-Proto: https\r\n\r\n") > 0);
    assert_string_equal(request.forwarded_for, "192.0.2.1,192.0.2.2, 192.0.2.3,::1");
    assert_string_equal(request.forwarded_proto, "https");
}

/* What a proxy adds must not be written over what the client sent in between. */
static void joining_a_list_leaves_other_headers_alone(void **state)
{
    (void)state;
    assert_true(read_text("GET / HTTP/1.1\r\nX-Forwarded-For: 192.0.2.1\r\n" HOST
                          "Cookie: takht=abc\r\nOrigin: http://takht.example\r\n"
                          "X-Forwarded-For: 2001:db8:1111:2222:3333:4444:5555:6666\r\n"
                          "X-Forwarded-For: 198.51.100.100\r\n\r\n") > 0);
    assert_string_equal(request.forwarded_for,
                        "192.0.2.1,2001:db8:1111:2222:3333:4444:5555:6666,198.51.100.100");
    assert_string_equal(request.host, "takht.example");
    assert_string_equal(request.cookie, "takht=abc");
    assert_string_equal(request.origin, "http://takht.example");
    assert_true(read_text("GET / HTTP/1.1\r\nConnection: keep-alive\r\n" HOST
                          "Connection: close\r\n\r\n") > 0);
    assert_false(request.keep_alive);
}

static void lists_without_end_are_refused(void **state)
{
    (void)state;
    char text[HTTP_HEAD_MAX] = "GET / HTTP/1.1\r\n" HOST;
    for (int i = 0; i < 60; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "Connection: %060d\r\n", i);
    snprintf(text + strlen(text), sizeof text - strlen(text), "\r\n");
    assert_int_equal(read_text(text), -431);
}

static void smuggled_and_broken_requests_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int status;
    } wrong[] = {
        {"GET / HTTP/1.1\r\n\r\n", 400},              /* no host */
        {"GET / HTTP/1.1\r\n" HOST HOST "\r\n", 400}, /* two */
        {"GET / HTTP/1.1\nHost: a\n\r\n\r\n", 400},   /* bare line feeds */
        {"GET / HTTP/1.1\r\n" HOST " folded\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST ": a\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X: a\x01\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" HOST "X: a\rY: b\r\n\r\n", 400},
        {"GET  / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /a b HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET\t/ HTTP/1.1\r\n" HOST "\r\n", 400},
        {"G=T / HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET a HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET * HTTP/1.1\r\n" HOST "\r\n", 400},
        {"CONNECT a:80 HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /%zz HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /%0 HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /%00 HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /%0a HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET http://a HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET http://evil.example/ HTTP/1.1\r\n" HOST "\r\n",
         400}, /* one host here, another there */
        {"GET http://takht.example:80/ HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET http://me@takht.example/ HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET http:///a HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET / HTTP/2.0\r\n" HOST "\r\n", 505},
        {"GET / HTTP/1.10\r\n" HOST "\r\n", 505},
        {"GET ?x HTTP/1.1\r\n" HOST "\r\n", 400},
        {"GET /\r\n" HOST "\r\n", 400},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 1\r\nContent-Length: 1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 1, 1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: +1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 0x1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: \r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" HOST "Content-Length: 99999999999999999999\r\n\r\n", 413},
        {"POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n", 411},
        {"POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", 400},
        {"\x16\x03\x01\x02", 400}, /* TLS where none is spoken */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (read_text(wrong[i].text) != -wrong[i].status)
            fail_msg("%s: %d", wrong[i].text, read_text(wrong[i].text));
}

static void heads_without_end_are_refused(void **state)
{
    (void)state;
    memset(room, 'a', sizeof room);
    assert_int_equal(http_read(room, HTTP_HEAD_MAX - 1, &request), 0);
    assert_int_equal(http_read(room, HTTP_HEAD_MAX, &request), -431);
    char text[1024], path[700], name[601];
    size_t used = (size_t)snprintf(text, sizeof text, "GET / HTTP/1.1\r\n" HOST);
    for (int i = 0; i < 100; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "a: b\r\n");
    snprintf(text + used, sizeof text - used, "\r\n");
    assert_int_equal(read_text(text), -431);
    memset(name, 'x', 600);
    name[600] = '\0';
    snprintf(path, sizeof path, "GET /%s HTTP/1.1\r\n" HOST "\r\n", name);
    assert_int_equal(read_text(path), -414);
}

/* Whatever bytes come, reading stays within them. */
static void noise_is_survived(void **state)
{
    (void)state;
    static const char letters[] = "GET /:%\r\n\r\n ,aHost: \t\x80 HTTP/1.1\r\n";
    srand(7);
    for (int i = 0; i < 200000; i++) {
        size_t length = (size_t)rand() % 200;
        char *exact = malloc(length + 1);
        for (size_t k = 0; k < length; k++)
            exact[k] = letters[(size_t)rand() % (sizeof letters - 1)];
        int used = http_read(exact, length, &request);
        assert_true(used <= (int)length);
        free(exact);
    }
}

static void an_answer_cannot_be_split(void **state)
{
    char out[HTTP_ANSWER_HEAD_MAX];
    (void)state;
    struct http_header fine[] = {{"etag", "\"x\""}, {"location", NULL}};
    size_t length = http_write_head(out, sizeof out, 200, fine, 2);
    assert_int_equal(length, strlen(out));
    assert_string_equal(out, "HTTP/1.1 200 OK\r\netag: \"x\"\r\n\r\n");
    struct http_header split[] = {{"location", "/a\r\nset-cookie: b"}};
    assert_int_equal(http_write_head(out, sizeof out, 302, split, 1), 0);
    assert_int_equal(http_write_head(out, 20, 200, fine, 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_is_read),
        cmocka_unit_test(connections_end_when_they_should),
        cmocka_unit_test(what_the_standard_lets_clients_say_is_understood),
        cmocka_unit_test(a_head_arrives_byte_by_byte),
        cmocka_unit_test(forwarded_lists_are_joined),
        cmocka_unit_test(joining_a_list_leaves_other_headers_alone),
        cmocka_unit_test(lists_without_end_are_refused),
        cmocka_unit_test(smuggled_and_broken_requests_are_refused),
        cmocka_unit_test(heads_without_end_are_refused),
        cmocka_unit_test(noise_is_survived),
        cmocka_unit_test(an_answer_cannot_be_split),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
