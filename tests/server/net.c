/* SPDX-License-Identifier: MIT */
/*
 * Attacks on the network itself, by clients made of bytes. The network runs on a thread of its own
 * with hooks that do what the message says, so that each bound can be crossed on purpose.
 */
#include "tests/unit/unit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "server/net.h"

/* --- the network under attack --- */

static struct {
    uv_loop_t loop;
    uv_async_t stop, drain, count, reload;
    struct net *net;
    pthread_t thread;
    int port, metrics_port;
    atomic_int opened, closed, resyncs, notes;
    _Atomic(net_id) last;
    char last_note[64], address[64];
    struct net_counts counts;
    atomic_bool counted, secure, reloaded, reload_fine;
} house;

enum { LONG_BYTES = 24 * 1024 * 1024 };
static char *long_body;

static void on_request(void *context, const struct net_request *r)
{
    (void)context;
    snprintf(house.address, sizeof house.address, "%s", r->address);
    house.secure = r->secure;
    if (strcmp(r->path, "/never") == 0) {
        house.last = r->id;
        return;
    }
    bool large = strcmp(r->path, "/long") == 0;
    const char *body = r->inside ? "inside" : large ? long_body : r->body;
    net_respond(house.net, r->id,
                &(struct net_response){.status = 200,
                                       .type = "text/plain",
                                       .body = body,
                                       .length = large ? LONG_BYTES : strlen(body),
                                       .keep = large});
}

static enum net_verdict on_judge(void *context, const struct net_request *r)
{
    (void)context;
    if (strcmp(r->path, "/ws") == 0)
        return NET_WELCOME;
    net_respond(house.net, r->id, &(struct net_response){.status = 404, .type = "text/plain"});
    return NET_REFUSED;
}

static void on_open(void *context, const struct net_request *r)
{
    (void)context;
    house.last = r->id;
    house.opened++;
}

static void send_many(net_id id, int count, size_t length)
{
    char *text = malloc(length);
    memset(text, 'x', length);
    struct net_message *message = net_message_new(text, length);
    for (int i = 0; i < count; i++)
        net_send(house.net, id, message);
    net_message_free(message);
    free(text);
}

/* "send COUNT LENGTH", "close CODE"; anything else comes back. */
static void on_message(void *context, net_id id, const char *text, size_t length)
{
    int count, code;
    size_t bytes;
    (void)context;
    if (sscanf(text, "send %d %zu", &count, &bytes) == 2) {
        send_many(id, count, bytes);
    } else if (sscanf(text, "close %d", &code) == 1) {
        net_hang_up(house.net, id, code, "because");
    } else {
        struct net_message *message = net_message_new(text, length);
        net_send(house.net, id, message);
        net_message_free(message);
    }
}

static void on_resync(void *context, net_id id)
{
    (void)context;
    house.resyncs++;
    send_many(id, 1, 100);
}

static void on_close(void *context, net_id id)
{
    (void)context, (void)id;
    house.closed++;
}

static void on_note(void *context, const struct net_note *note)
{
    (void)context;
    snprintf(house.last_note, sizeof house.last_note, "%s", note->what);
    house.notes++;
}

static void stop(uv_async_t *async)
{
    (void)async;
    house.counts = net_counts(house.net);
    net_shutdown(house.net);
    uv_close((uv_handle_t *)&house.stop, NULL);
    uv_close((uv_handle_t *)&house.drain, NULL);
    uv_close((uv_handle_t *)&house.count, NULL);
    uv_close((uv_handle_t *)&house.reload, NULL);
}

static void drain(uv_async_t *async)
{
    (void)async;
    net_drain(house.net);
}

static void count(uv_async_t *async)
{
    (void)async;
    house.counts = net_counts(house.net);
    house.counted = true;
}

static void reload(uv_async_t *async)
{
    char why[256];
    (void)async;
    house.reload_fine = net_reload(house.net, why, sizeof why);
    house.reloaded = true;
}

static void *run(void *unused)
{
    uv_run(&house.loop, UV_RUN_DEFAULT);
    return unused;
}

static struct net_config config;

static int open_house(void **state)
{
    char why[256] = "";
    static const struct net_hooks hooks = {on_request, on_judge, on_open, on_message,
                                           on_resync,  on_close, on_note};
    (void)state;
    memset(&house, 0, sizeof house);
    uv_loop_init(&house.loop);
    uv_async_init(&house.loop, &house.stop, stop);
    uv_async_init(&house.loop, &house.drain, drain);
    uv_async_init(&house.loop, &house.count, count);
    uv_async_init(&house.loop, &house.reload, reload);
    house.net = net_open(&house.loop, &config, &hooks, NULL, why, sizeof why);
    if (house.net == NULL) {
        fprintf(stderr, "%s\n", why);
        return -1;
    }
    house.port = net_port(house.net);
    house.metrics_port = net_metrics_port(house.net);
    return pthread_create(&house.thread, NULL, run, NULL);
}

static int close_house(void **state)
{
    (void)state;
    uv_async_send(&house.stop);
    pthread_join(house.thread, NULL);
    net_free(house.net);
    int left = uv_loop_close(&house.loop);
    if (left != 0 || house.counts.queued_bytes < 0)
        return -1;
    return house.opened == house.closed ? 0 : -1;
}

static int standard(void **state)
{
    config = (struct net_config){.listen = "127.0.0.1:0",
                                 .metrics = "0",
                                 .idle_seconds = 30,
                                 .request_seconds = 15,
                                 .unread_seconds = 30};
    return open_house(state);
}

static int impatient(void **state)
{
    config = (struct net_config){
        .listen = "127.0.0.1:0", .idle_seconds = 2, .request_seconds = 2, .unread_seconds = 2};
    return open_house(state);
}

static int crowded(void **state)
{
    config = (struct net_config){
        .listen = "127.0.0.1:0", .connections = 100, .connections_per_address = 64};
    return open_house(state);
}

static int small(void **state)
{
    config = (struct net_config){.listen = "127.0.0.1:0", .connections = 40};
    return open_house(state);
}

static int behind_proxy(void **state)
{
    config = (struct net_config){
        .listen = "127.0.0.1:0", .connections_per_address = 2, .trust_proxy = true};
    return open_house(state);
}

static struct net_counts counts_now(void)
{
    house.counted = false;
    uv_async_send(&house.count);
    while (!house.counted)
        usleep(1000);
    return house.counts;
}

/* --- clients made of bytes --- */

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

static int dial_port(int port, int receive_buffer)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (receive_buffer > 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    /* A server that cuts at once may do so before this returns: the connection is there, and cut. */
    int answer = connect(fd, (struct sockaddr *)&to, sizeof to);
    assert_true(answer == 0 || errno == ECONNRESET);
    return fd;
}

static int dial(void)
{
    return dial_port(house.port, 0);
}

static void say(int fd, const char *bytes, size_t length)
{
    assert_int_equal(send(fd, bytes, length, MSG_NOSIGNAL), (ssize_t)length);
}

/* Bytes that are no text. */
static void lay(char *out, const char *bytes, size_t length)
{
    memcpy(out, bytes, length);
}

static void say_text(int fd, const char *text)
{
    say(fd, text, strlen(text));
}

/* Exactly so many bytes; what is there at the end of the connection or of patience. */
static size_t hear(int fd, char *out, size_t length, double seconds)
{
    size_t got = 0;
    for (double until = now() + seconds; got < length && now() < until;) {
        struct pollfd file = {.fd = fd, .events = POLLIN};
        if (poll(&file, 1, 50) <= 0)
            continue;
        ssize_t part = recv(fd, out + got, length - got, 0);
        if (part <= 0)
            break;
        got += (size_t)part;
    }
    return got;
}

/* Is it hung up on within so many seconds? What comes before is thrown away. */
static bool ends(int fd, double seconds)
{
    char room[65536];
    for (double until = now() + seconds; now() < until;) {
        struct pollfd file = {.fd = fd, .events = POLLIN};
        if (poll(&file, 1, 50) > 0 && recv(fd, room, sizeof room, 0) <= 0)
            return true;
    }
    return false;
}

/* The answer to a request, up to where it is complete; its status. */
static int answer(int fd, char *out, size_t size)
{
    size_t got = 0;
    out[0] = '\0';
    for (double until = now() + 10; now() < until && got < size - 1;) {
        struct pollfd file = {.fd = fd, .events = POLLIN};
        if (poll(&file, 1, 50) <= 0)
            continue;
        ssize_t part = recv(fd, out + got, 1, 0);
        if (part <= 0)
            break;
        out[++got] = '\0';
        char *end = strstr(out, "\r\n\r\n"), *length = strstr(out, "content-length: ");
        if (end != NULL &&
            (length == NULL || got >= (size_t)(end + 4 - out) + strtoul(length + 16, NULL, 10)))
            break;
    }
    return got < 12 ? -1 : atoi(out + 9);
}

#define HELLO                                                                                  \
    "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n" \
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"

static int open_socket_with(int receive_buffer)
{
    char head[4096];
    int fd = dial_port(house.port, receive_buffer);
    say_text(fd, HELLO);
    assert_int_equal(answer(fd, head, sizeof head), 101);
    assert_non_null(strstr(head, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    return fd;
}

static int open_socket(void)
{
    return open_socket_with(0);
}

static void say_frame(int fd, int first, const char *payload, size_t length)
{
    char room[8192] = {(char)first};
    size_t used = 2;
    room[1] = (char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        room[2] = (char)(length >> 8);
        room[3] = (char)length;
        used = 4;
    }
    memset(room + used, 0, 4);
    memcpy(room + used + 4, payload, length);
    say(fd, room, used + 4 + length);
}

static void say_message(int fd, const char *text)
{
    say_frame(fd, 0x81, text, strlen(text));
}

/* The next frame; its kind, or -1 at the end. At most a few hundred bytes of it are kept. */
static int hear_frame(int fd, char *out, size_t *length, double seconds)
{
    unsigned char head[10];
    if (hear(fd, (char *)head, 2, seconds) < 2)
        return -1;
    assert_int_equal(head[1] & 0x80, 0); /* a server does not mask */
    size_t bytes = head[1] & 127, extra = bytes == 126 ? 2 : bytes == 127 ? 8 : 0;
    if (extra > 0) {
        assert_int_equal(hear(fd, (char *)head + 2, extra, seconds), extra);
        bytes = 0;
        for (size_t i = 0; i < extra; i++)
            bytes = bytes << 8 | head[2 + i];
    }
    *length = bytes;
    char *room = malloc(bytes + 1);
    size_t got = hear(fd, room, bytes, seconds);
    room[got] = '\0';
    snprintf(out, 300, "%s", room);
    if ((head[0] & 15) == 8 && got >= 2)
        memcpy(out, room, got < 299 ? got : 299);
    free(room);
    return got == bytes ? head[0] : -1;
}

/* The code of the close frame that must come next, and then the end. */
static int hear_close(int fd)
{
    char payload[300];
    size_t length;
    int kind;
    while ((kind = hear_frame(fd, payload, &length, 5)) != 0x88)
        if (kind < 0)
            return -1;
    int code = (unsigned char)payload[0] << 8 | (unsigned char)payload[1];
    assert_true(ends(fd, 3));
    close(fd);
    return length < 2 ? 0 : code;
}

/* --- frames --- */

static void messages_come_back(void **state)
{
    char text[300], longer[4097];
    size_t length;
    (void)state;
    int fd = open_socket();
    say_message(fd, "salam");
    assert_int_equal(hear_frame(fd, text, &length, 5), 0x81);
    assert_string_equal(text, "salam");
    say_frame(fd, 0x89, "are you there", 13);
    assert_int_equal(hear_frame(fd, text, &length, 5), 0x8a);
    assert_string_equal(text, "are you there");
    memset(longer, 'y', 4096);
    say_frame(fd, 0x81, longer, 4096);
    assert_int_equal(hear_frame(fd, text, &length, 5), 0x81);
    assert_int_equal(length, 4096);
    say_message(fd, "send 2 250000");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hear_frame(fd, text, &length, 5), 0x81);
        assert_int_equal(length, 250000);
    }
    say_message(fd, "send 140 600"); /* more than may wait, but who reads need not wait */
    for (int i = 0; i < 140; i++) {
        assert_int_equal(hear_frame(fd, text, &length, 5), 0x81);
        assert_int_equal(length, 600);
    }
    say_frame(fd, 0x88, "\x03\xe8", 2);
    assert_int_equal(hear_close(fd), 1000);
}

/* Nobody waits for the answer to the handshake before speaking. */
static void what_comes_with_the_handshake_is_heard(void **state)
{
    char both[1024], text[4096];
    size_t length;
    (void)state;
    int fd = dial();
    snprintf(both, sizeof both, "%s%s", HELLO, "");
    lay(both + strlen(HELLO), "\x81\x85\0\0\0\0early", 11);
    say(fd, both, strlen(HELLO) + 11);
    assert_int_equal(answer(fd, text, sizeof text), 101);
    assert_int_equal(hear_frame(fd, text, &length, 5), 0x81);
    assert_string_equal(text, "early");
    close(fd);
}

static int code_for(const char *bytes, size_t length)
{
    int fd = open_socket();
    say(fd, bytes, length);
    return hear_close(fd);
}

static void unmasked_frames_end_in_1002(void **state)
{
    (void)state;
    assert_int_equal(code_for("\x81\x05hello", 7), 1002);
}

static void wrong_frames_get_the_code_of_their_fault(void **state)
{
    (void)state;
    assert_int_equal(code_for("\x82\x81\0\0\0\0x", 7), 1003);
    assert_int_equal(code_for("\x83\x81\0\0\0\0x", 7), 1002);
    assert_int_equal(code_for("\x8b\x80\0\0\0\0", 6), 1002);
    assert_int_equal(code_for("\xc1\x81\0\0\0\0x", 7), 1002);
    assert_int_equal(code_for("\x80\x81\0\0\0\0x", 7), 1002);
    assert_int_equal(code_for("\x81\x82\0\0\0\0\xc3\x28", 8), 1007);
    assert_int_equal(code_for("\x81\xfe\x10\x01\0\0\0\0", 8), 1009);
    assert_int_equal(code_for("\x81\xff\0\0\0\1\0\0\0\0\0\0\0\0", 14), 1009);
    assert_int_equal(code_for("\x88\x81\0\0\0\0x", 7), 1002);
}

/* Each costs work, and no message ever comes of them that could be counted. */
static void a_message_of_endless_empty_parts_is_ended(void **state)
{
    char parts[6 * 200], text[300];
    size_t length;
    (void)state;
    for (int i = 0; i < 200; i++)
        lay(parts + (size_t)6 * (size_t)i, i == 0 ? "\x01\x80\0\0\0\0" : "\x00\x80\0\0\0\0", 6);
    assert_int_equal(code_for(parts, sizeof parts), 1008);
    int fd = open_socket(); /* a few are nobody's fault, and parts of one byte are none at all */
    say(fd, parts, (size_t)6 * 10);
    for (int i = 0; i < 100; i++)
        say(fd, "\x00\x81\0\0\0\0x", 7);
    say(fd, "\x80\x80\0\0\0\0", 6);
    assert_int_equal(hear_frame(fd, text, &length, 3), 0x81);
    assert_int_equal(length, 100);
    close(fd);
}

/* A large message is not read to its end, and the reason still arrives: no reset overtakes it. */
static void the_reason_arrives_although_more_was_sent(void **state)
{
    static char flood[200000];
    (void)state;
    lay(flood, "\x81\xff\0\0\0\0\0\x10\0\0\0\0\0\0", 14);
    int fd = open_socket();
    send(fd, flood, sizeof flood, MSG_NOSIGNAL);
    assert_int_equal(hear_close(fd), 1009);
}

static void policy_and_goodbye_arrive(void **state)
{
    (void)state;
    int fd = open_socket(), other = open_socket();
    say_message(fd, "close 1008");
    assert_int_equal(hear_close(fd), 1008);
    say_message(other, "send 20 1000");
    usleep(100000);
    uv_async_send(&house.drain);
    assert_int_equal(hear_close(other), 1001); /* after all that was said before */
}

/* --- silence --- */

static void a_peer_that_stops_answering_is_pinged_and_cut(void **state)
{
    char text[300];
    size_t length;
    (void)state;
    int dead = open_socket(), alive = open_socket();
    double start = now();
    assert_int_equal(hear_frame(dead, text, &length, 4), 0x89);
    assert_in_range((int)(10 * (now() - start)), 15, 40);
    bool cut = false;
    for (int i = 0; i < 60 && !cut; i++) { /* the other one answers and stays */
        if (hear_frame(alive, text, &length, 0.1) == 0x89)
            say_frame(alive, 0x8a, text, length);
        cut = ends(dead, 0.01);
    }
    assert_true(cut);
    assert_in_range((int)(10 * (now() - start)), 35, 70);
    say_message(alive, "here");
    while (hear_frame(alive, text, &length, 5) == 0x89)
        ;
    assert_string_equal(text, "here");
    assert_int_equal(counts_now().silent, 1);
    assert_string_equal(house.last_note, "silent");
    close(dead);
    close(alive);
}

static bool settles(int64_t (*value)(void), int64_t wanted, double seconds)
{
    for (double until = now() + seconds; now() < until; usleep(20000))
        if (value() == wanted)
            return true;
    return false;
}

static int64_t sockets_now(void)
{
    return counts_now().sockets;
}

static int64_t connections_now(void)
{
    return counts_now().connections;
}

static void a_socket_that_does_not_read_is_cut_by_age(void **state)
{
    (void)state;
    int fd = open_socket_with(4096);
    say_message(fd, "send 100 5000"); /* within all other bounds */
    assert_true(settles(sockets_now, 0, 6));
    assert_int_equal(counts_now().unread, 1);
    assert_int_equal(counts_now().queued_bytes, 0);
    assert_int_equal(counts_now().overflows, 0);
    close(fd);
}

static void a_socket_that_does_not_read_is_bounded_in_bytes(void **state)
{
    (void)state;
    int fd = open_socket_with(4096);
    for (int i = 0; i < 40; i++) {
        say_message(fd, "send 100 60000"); /* six megabytes each */
        usleep(5000);
        assert_true(counts_now().queued_bytes <= NET_QUEUE_BYTES + 70000);
    }
    assert_true(counts_now().overflows >= 1);
    close(fd);
}

/* Who overflows is shown everything anew, once; who overflows again soon is cut, with a reason. */
static void overflow_is_shown_anew_once_and_then_cut(void **state)
{
    char text[300];
    size_t length = 0;
    (void)state;
    int fd = open_socket_with(4096);
    say_message(fd, "send 100 60000");
    while (length != 100)
        assert_int_equal(hear_frame(fd, text, &length, 10), 0x81);
    assert_int_equal(house.resyncs, 1);
    say_message(fd, "hello");
    assert_int_equal(hear_frame(fd, text, &length, 5), 0x81);
    assert_string_equal(text, "hello"); /* all is well again */
    for (int i = 0; i < 5; i++)
        say_message(fd, "send 100 60000");
    assert_int_equal(hear_close(fd), 1008);
    assert_int_equal(house.resyncs, 1);
}

static void a_flood_of_pings_is_ended(void **state)
{
    (void)state;
    int fd = open_socket();
    char pings[6 * 400];
    for (int i = 0; i < 400; i++)
        lay(pings + 6 * i, "\x89\x80\0\0\0\0", 6);
    for (int i = 0; i < 5; i++) {
        say(fd, pings, sizeof pings);
        usleep(1000);
    }
    assert_int_equal(hear_close(fd), 1008);
}

/* --- requests --- */

static void requests_are_answered_one_after_the_other(void **state)
{
    char text[4096];
    (void)state;
    int fd = dial();
    say_text(fd, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\noneGET /x HTTP/1.1\r\n"
                 "Host: a\r\n\r\nHEAD /y HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    assert_int_equal(answer(fd, text, sizeof text), 200);
    assert_string_equal(strstr(text, "\r\n\r\n") + 4, "one");
    assert_non_null(strstr(text, "x-content-type-options: nosniff"));
    assert_null(strstr(text, "strict-transport-security"));
    assert_int_equal(answer(fd, text, sizeof text), 200);
    assert_int_equal(answer(fd, text, sizeof text), 200);
    assert_true(ends(fd, 3));
    close(fd);
}

static int status_of(const char *request)
{
    char text[4096];
    int fd = dial();
    say_text(fd, request);
    int status = answer(fd, text, sizeof text);
    assert_true(ends(fd, 3));
    close(fd);
    return status;
}

/* Some clients send a body only when they have heard that it is welcome. */
static void a_body_that_waits_to_be_welcome_is_asked_for(void **state)
{
    char text[4096];
    (void)state;
    int fd = dial();
    for (int i = 0; i < 2; i++) {
        say_text(fd, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
                     "Expect: 100-continue\r\n\r\n");
        assert_int_equal(answer(fd, text, sizeof text), 100);
        say_text(fd, "one");
        assert_int_equal(answer(fd, text, sizeof text), 200);
        assert_string_equal(strstr(text, "\r\n\r\n") + 4, "one");
    }
    say_text(fd, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n"
                 "Expect: 100-continue\r\n\r\ntwo"); /* did not wait */
    assert_int_equal(answer(fd, text, sizeof text), 200);
    assert_string_equal(strstr(text, "\r\n\r\n") + 4, "two");
    close(fd);
    assert_int_equal(status_of("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n"
                               "Expect: 100-continue\r\n\r\n"),
                     413); /* is told before it sends anything */
}

static void broken_requests_are_refused_and_hung_up_on(void **state)
{
    (void)state;
    assert_int_equal(status_of("RUBBISH\r\n\r\n"), 400);
    assert_int_equal(status_of("GET / HTTP/1.1\nHost: a\n\n"),
                     400); /* at once, not when time is up */
    assert_int_equal(status_of("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\nabc"),
                     413);
    assert_int_equal(
        status_of("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        411);
    assert_int_equal(status_of("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"), 400);
    assert_int_equal(
        status_of(
            "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"),
        400);
    assert_int_equal(
        status_of(
            "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 8\r\n\r\n"),
        426);
    assert_int_equal(
        status_of(
            "GET /no HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"),
        404);
}

/* It knows nothing of answers in between, and hears that it may ask again. */
static void old_clients_are_answered_as_they_know_it(void **state)
{
    char text[4096];
    (void)state;
    int fd = dial();
    for (int i = 0; i < 2; i++) {
        say_text(fd, "POST /echo HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n"
                     "Connection: keep-alive\r\n\r\none");
        assert_int_equal(answer(fd, text, sizeof text), 200);
        assert_non_null(strstr(text, "\r\nconnection: keep-alive\r\n"));
    }
    say_text(fd, "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 8\r\n\r\n");
    assert_int_equal(answer(fd, text, sizeof text), 426);
    assert_non_null(strstr(text, "\r\nupgrade: websocket\r\n"));
    close(fd);
}

/* One byte now and then, for ever: heads, bodies, and nothing at all. */
static void slow_requests_are_cut(void **state)
{
    int fds[3];
    (void)state;
    for (int i = 0; i < 3; i++)
        fds[i] = dial();
    say_text(fds[0], "GET / HT");
    say_text(fds[1], "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n");
    double start = now();
    bool over[3] = {false};
    while (!(over[0] && over[1] && over[2]) && now() - start < 8) {
        for (int i = 0; i < 3; i++) {
            if (i < 2 && !over[i])
                send(fds[i], "x", 1, MSG_NOSIGNAL);
            over[i] = over[i] || ends(fds[i], 0.1);
        }
    }
    assert_true(over[0] && over[1] && over[2]);
    assert_true(now() - start < 5);
    assert_int_equal(counts_now().slow, 2);
    for (int i = 0; i < 3; i++)
        close(fds[i]);
}

static int64_t unread_now(void)
{
    return counts_now().unread;
}

/* A long answer that is not read is cut; one that is read slowly, but read, arrives. */
static void answers_that_are_not_read_are_cut(void **state)
{
    (void)state;
    int fd = dial_port(house.port, 4096);
    say_text(fd, "GET /never HTTP/1.1\r\nHost: a\r\n\r\n");
    usleep(100000);
    int second = dial();
    say_text(second, "GET /long HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    size_t got = 0;
    char *room = malloc(1 << 20);
    for (size_t part; (part = hear(second, room, 1 << 20, 5)) > 0; got += part)
        usleep(10000);
    free(room);
    assert_true(got > LONG_BYTES);
    assert_int_equal(unread_now(), 0);
    close(second);
    close(fd);
}

static void a_short_answer_that_is_not_read_is_cut(void **state)
{
    (void)state;
    int fd = dial_port(house.port, 4096);
    /* requests without end, whose answers nobody reads: the first that does not fit ends it */
    for (int i = 0; i < 20000; i++)
        if (send(fd, "GET /x HTTP/1.1\r\nHost: a\r\n\r\n", 28, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
            break;
    assert_true(settles(unread_now, 1, 8));
    assert_true(settles(connections_now, 0, 3));
    close(fd);
}

/* --- crowds --- */

/* How many of these are still connected after a while. */
static int standing(const int *fds, int count)
{
    int alive = 0;
    usleep(300000);
    for (int i = 0; i < count; i++) {
        char byte;
        ssize_t got = recv(fds[i], &byte, 1, MSG_DONTWAIT | MSG_PEEK);
        alive += got < 0 && errno == EAGAIN;
    }
    return alive;
}

static void three_hundred_silent_connections_are_not_let_in(void **state)
{
    int fds[300];
    (void)state;
    for (int i = 0; i < 300; i++)
        fds[i] = dial();
    assert_int_equal(standing(fds, 300), 64);
    assert_int_equal(counts_now().refused, 236);
    for (int i = 0; i < 300; i++)
        close(fds[i]);
    assert_true(settles(connections_now, 0, 3));
    int again = dial(); /* who has gone may come back */
    assert_int_equal(standing(&again, 1), 1);
    close(again);
}

static void the_last_places_are_for_others(void **state)
{
    int fds[60];
    (void)state;
    for (int i = 0; i < 60; i++)
        fds[i] = dial();
    assert_int_equal(standing(fds, 60), 36); /* of 40 */
    for (int i = 0; i < 60; i++)
        close(fds[i]);
}

static void a_proxy_brings_many_and_says_who_they_are(void **state)
{
    int fds[20];
    char text[4096];
    (void)state;
    for (int i = 0; i < 20; i++)
        fds[i] = dial();
    assert_int_equal(standing(fds, 20), 20);
    say_text(fds[0], "GET /x HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 6.6.6.6, 192.0.2.7\r\n"
                     "X-Forwarded-Proto: https\r\n\r\n");
    assert_int_equal(answer(fds[0], text, sizeof text), 200);
    assert_string_equal(house.address, "192.0.2.7");
    assert_true(house.secure);
    assert_non_null(strstr(text, "strict-transport-security: max-age="));
    for (int i = 0; i < 20; i++)
        close(fds[i]);
}

/* Nobody needs many connections to say nothing, a proxy neither. */
static void silent_connections_through_a_proxy_are_bounded(void **state)
{
    int fds[300], alive = 300;
    char text[4096];
    (void)state;
    for (int i = 0; i < 300; i++)
        fds[i] = dial();
    say_text(fds[7], "GET /x HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n");
    assert_int_equal(answer(fds[7], text, sizeof text), 200);
    for (int i = 0; i < 20 && alive > 3; i++)
        alive = standing(fds, 300);
    assert_int_equal(alive, 3); /* two that are silent, and one that has asked */
    assert_int_equal(counts_now().silent, 297);
    say_text(fds[7], "GET /x HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.8\r\n\r\n");
    assert_int_equal(answer(fds[7], text, sizeof text), 200);
    for (int i = 0; i < 300; i++)
        close(fds[i]);
}

/* A request whose body does not come. */
static int ask_for(const char *address)
{
    char text[256];
    int fd = dial();
    snprintf(text, sizeof text,
             "POST /echo HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: %s\r\nContent-Length: 9\r\n\r\n",
             address);
    say_text(fd, text);
    return fd;
}

static void a_visitor_behind_a_proxy_has_no_more_connections_than_without(void **state)
{
    int fds[8];
    char text[4096];
    (void)state;
    for (int i = 0; i < 4; i++) { /* two of each; those of one network of IPv6 are one household */
        fds[i] = ask_for("192.0.2.7");
        fds[4 + i] = ask_for(i % 2 == 0 ? "2001:db8::1" : "2001:db8::2:3");
    }
    assert_int_equal(standing(fds, 2), 2);
    assert_int_equal(standing(fds + 4, 2), 2);
    for (int i = 2; i < 4; i++) {
        assert_int_equal(answer(fds[i], text, sizeof text), 429);
        assert_int_equal(answer(fds[4 + i], text, sizeof text), 429);
    }
    int other = ask_for("192.0.2.8");
    assert_int_equal(standing(&other, 1), 1);
    close(other);
    for (int i = 0; i < 8; i++)
        close(fds[i]);
    assert_true(settles(connections_now, 0, 3));
    for (int i = 0; i < 10; i++) { /* one after the other they may ask as often as they like */
        int fd = dial();
        say_text(fd, "GET /x HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n");
        assert_int_equal(answer(fd, text, sizeof text), 200);
        fds[i % 8] = fd;
        if (i >= 7)
            close(fd);
    }
    for (int i = 0; i < 7; i++)
        close(fds[i]);
}

static void without_a_proxy_its_headers_are_ignored(void **state)
{
    char text[4096];
    (void)state;
    int fd = dial();
    say_text(fd, "PROXY TCP4 6.6.6.6 127.0.0.1 1 2\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
    assert_int_equal(answer(fd, text, sizeof text), 400);
    close(fd);
    fd = dial();
    say_text(fd, "GET /x HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.7\r\n"
                 "X-Forwarded-Proto: https\r\n\r\n");
    assert_int_equal(answer(fd, text, sizeof text), 200);
    assert_string_equal(house.address, "127.0.0.1");
    assert_false(house.secure);
    close(fd);
}

static void figures_have_a_door_of_their_own(void **state)
{
    char text[4096];
    (void)state;
    assert_true(house.metrics_port > 0 && house.metrics_port != house.port);
    int fd = dial_port(house.metrics_port, 0);
    say_text(fd, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n");
    assert_int_equal(answer(fd, text, sizeof text), 200);
    assert_string_equal(strstr(text, "\r\n\r\n") + 4, "inside");
    close(fd);
    fd = dial_port(house.metrics_port, 0);
    say_text(fd, HELLO);
    assert_int_equal(answer(fd, text, sizeof text), 400); /* no sockets there */
    close(fd);
}

/* Who asked before the end is answered, who did not is not kept waiting. */
static void answers_under_way_are_finished(void **state)
{
    char text[4096];
    (void)state;
    int busy = dial(), idle = dial(), reader = dial();
    say_text(busy, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nsal");
    say_text(reader, "GET /long HTTP/1.1\r\nHost: a\r\n\r\n");
    usleep(200000);
    uv_async_send(&house.drain);
    assert_true(ends(idle, 1));
    say_text(busy, "am");
    assert_int_equal(answer(busy, text, sizeof text), 200);
    assert_string_equal(strstr(text, "\r\n\r\n") + 4, "salam");
    assert_non_null(strstr(text, "connection: close"));
    char *room = malloc(LONG_BYTES + 4096);
    assert_true(hear(reader, room, LONG_BYTES + 4096, 10) > LONG_BYTES);
    free(room);
    close(busy);
    close(idle);
    close(reader);
}

/* --- TLS --- */

static char folder[] = "/tmp/takht-tls-XXXXXX", cert_path[64], key_path[64];

static void write_pem(const char *path, X509 *cert, EVP_PKEY *key)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    if (cert != NULL)
        PEM_write_X509(file, cert);
    else
        PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL);
    fclose(file);
}

/* A certificate that this name has signed for itself. */
static void make_certificate(const char *name)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *cert = X509_new();
    X509_gmtime_adj(X509_getm_notBefore(cert), -60);
    X509_gmtime_adj(X509_getm_notAfter(cert), 3600);
    X509_set_pubkey(cert, key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(cert), "CN", MBSTRING_ASC,
                               (const unsigned char *)name, -1, -1, 0);
    X509_set_issuer_name(cert, X509_get_subject_name(cert));
    X509_sign(cert, key, EVP_sha256());
    write_pem(cert_path, cert, NULL);
    write_pem(key_path, NULL, key);
    X509_free(cert);
    EVP_PKEY_free(key);
}

static int with_tls(void **state)
{
    if (cert_path[0] == '\0') {
        if (mkdtemp(folder) == NULL)
            return -1;
        snprintf(cert_path, sizeof cert_path, "%s/cert.pem", folder);
        snprintf(key_path, sizeof key_path, "%s/key.pem", folder);
    }
    make_certificate("first");
    config = (struct net_config){.listen = "127.0.0.1:0",
                                 .metrics = "0",
                                 .tls_cert = cert_path,
                                 .tls_key = key_path,
                                 .connections_per_address = 128,
                                 .request_seconds = 2};
    return open_house(state);
}

/* A client that speaks these versions and suites; NULL if they do not come together. */
static SSL *tls_dial(int low, int high, const char *suites)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_security_level(context, 0);
    SSL_CTX_set_min_proto_version(context, low);
    SSL_CTX_set_max_proto_version(context, high);
    if (suites != NULL)
        assert_int_equal(SSL_CTX_set_cipher_list(context, suites), 1);
    SSL *session = SSL_new(context);
    SSL_CTX_free(context);
    SSL_set_fd(session, dial());
    if (SSL_connect(session) == 1)
        return session;
    close(SSL_get_fd(session));
    SSL_free(session);
    return NULL;
}

static void tls_hang_up(SSL *session)
{
    close(SSL_get_fd(session));
    SSL_free(session);
}

static void assert_certificate(SSL *session, const char *name)
{
    char found[64] = "";
    X509 *cert = SSL_get1_peer_certificate(session);
    X509_NAME_get_text_by_NID(X509_get_subject_name(cert), NID_commonName, found, sizeof found);
    X509_free(cert);
    assert_string_equal(found, name);
}

static void tls_say(SSL *session, const char *bytes, size_t length)
{
    assert_int_equal(SSL_write(session, bytes, (int)length), (int)length);
}

/* Exactly so many bytes, or what there is before the end. */
static size_t tls_hear(SSL *session, char *out, size_t length)
{
    size_t got = 0;
    for (int part; got < length && (part = SSL_read(session, out + got, (int)(length - got))) > 0;)
        got += (size_t)part;
    return got;
}

static void weak_encryption_is_refused(void **state)
{
    (void)state;
    assert_null(tls_dial(TLS1_VERSION, TLS1_1_VERSION, "ALL"));
    assert_null(tls_dial(TLS1_2_VERSION, TLS1_2_VERSION, "ECDHE-ECDSA-AES128-SHA"));
    assert_null(tls_dial(TLS1_2_VERSION, TLS1_2_VERSION, "ECDHE-ECDSA-AES256-SHA384"));
    assert_null(
        tls_dial(TLS1_2_VERSION, TLS1_2_VERSION, "AES128-GCM-SHA256")); /* no secrecy later */
    SSL *fine = tls_dial(TLS1_2_VERSION, TLS1_2_VERSION, "ECDHE-ECDSA-AES128-GCM-SHA256");
    assert_non_null(fine);
    tls_hang_up(fine);
    fine = tls_dial(TLS1_3_VERSION, TLS1_3_VERSION, NULL);
    assert_non_null(fine);
    tls_hang_up(fine);
    int plain = dial(); /* a request in the clear is no handshake */
    say_text(plain, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    assert_true(ends(plain, 3));
    close(plain);
    int silent = dial(); /* and who begins none is not waited for */
    assert_true(ends(silent, 5));
    close(silent);
}

/* Comes and goes again so often; never many at once. */
static void come_and_go(int times)
{
    for (int i = 0; i < times; i++) {
        close(dial());
        if (i % 50 == 49)
            assert_true(settles(connections_now, 0, 10));
    }
}

static void a_flood_of_handshakes_is_let_in_slowly(void **state)
{
    (void)state;
    come_and_go(400);
    assert_int_equal(counts_now().refused, 0);
    for (int i = 0; i < 50 && counts_now().refused == 0; i++)
        come_and_go(100);
    assert_true(counts_now().refused > 0);
}

static void browsers_are_told_to_stay_with_tls(void **state)
{
    char text[2048];
    (void)state;
    SSL *session = tls_dial(TLS1_2_VERSION, TLS1_3_VERSION, NULL);
    tls_say(session, "GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 47);
    text[tls_hear(session, text, sizeof text - 1)] = '\0';
    assert_non_null(strstr(text, "strict-transport-security: max-age=31536000\r\n"));
    assert_true(house.secure);
    tls_hang_up(session);
}

static void long_answers_and_sockets_go_over_tls(void **state)
{
    (void)state;
    SSL *session = tls_dial(TLS1_3_VERSION, TLS1_3_VERSION, NULL);
    tls_say(session, "GET /long HTTP/1.1\r\nHost: a\r\n\r\n" HELLO, 31 + strlen(HELLO));
    char *room = calloc(1, LONG_BYTES + 8192);
    size_t head = 0;
    while (head < 4096 && strstr(room, "\r\n\r\n") == NULL)
        head += tls_hear(session, room + head, 1);
    assert_int_equal(tls_hear(session, room, LONG_BYTES), LONG_BYTES);
    memset(room, 0, 8192);
    for (head = 0; head < 4096 && strstr(room, "\r\n\r\n") == NULL;)
        head += tls_hear(session, room + head, 1);
    assert_memory_equal(room, "HTTP/1.1 101", 12);
    tls_say(session, "\x81\x8d\0\0\0\0send 1 400000", 6 + 13);
    assert_int_equal(tls_hear(session, room, 400010), 400010);
    assert_memory_equal(room, "\x81\x7f\0\0\0\0\0\x06\x1a\x80xxxx", 14);
    tls_say(session, "\x88\x82\0\0\0\0\x03\xe8", 8);
    assert_int_equal(tls_hear(session, room, 100), 4);
    assert_memory_equal(room, "\x88\x02\x03\xe8", 4);
    free(room);
    tls_hang_up(session);
}

static bool reload_now(void)
{
    house.reloaded = false;
    uv_async_send(&house.reload);
    while (!house.reloaded)
        usleep(1000);
    return house.reload_fine;
}

static void a_new_certificate_is_taken_and_nobody_is_dropped(void **state)
{
    char text[300] = "";
    (void)state;
    SSL *old = tls_dial(TLS1_2_VERSION, TLS1_3_VERSION, NULL);
    assert_certificate(old, "first");
    make_certificate("second");
    assert_true(reload_now());
    SSL *fresh = tls_dial(TLS1_2_VERSION, TLS1_3_VERSION, NULL);
    assert_certificate(fresh, "second");
    EVP_PKEY *other = EVP_EC_gen("P-256");
    write_pem(key_path, NULL, other); /* a key that does not fit is not taken */
    EVP_PKEY_free(other);
    assert_false(reload_now());
    SSL *third = tls_dial(TLS1_2_VERSION, TLS1_3_VERSION, NULL);
    assert_certificate(third, "second");
    tls_say(old, "GET /x HTTP/1.1\r\nHost: a\r\n\r\n", 28);
    assert_int_equal(tls_hear(old, text, 15), 15);
    assert_string_equal(text, "HTTP/1.1 200 OK");
    tls_hang_up(old);
    tls_hang_up(fresh);
    tls_hang_up(third);
}

static int remove_certificates(void **state)
{
    (void)state;
    unlink(cert_path);
    unlink(key_path);
    rmdir(folder);
    free(long_body);
    return 0;
}

#define TEST(name, setup) cmocka_unit_test_setup_teardown(name, setup, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(messages_come_back, standard),
        TEST(what_comes_with_the_handshake_is_heard, standard),
        TEST(unmasked_frames_end_in_1002, standard),
        TEST(a_message_of_endless_empty_parts_is_ended, standard),
        TEST(wrong_frames_get_the_code_of_their_fault, standard),
        TEST(the_reason_arrives_although_more_was_sent, standard),
        TEST(policy_and_goodbye_arrive, standard),
        TEST(a_peer_that_stops_answering_is_pinged_and_cut, impatient),
        TEST(a_socket_that_does_not_read_is_cut_by_age, impatient),
        TEST(a_socket_that_does_not_read_is_bounded_in_bytes, standard),
        TEST(overflow_is_shown_anew_once_and_then_cut, standard),
        TEST(a_flood_of_pings_is_ended, standard),
        TEST(requests_are_answered_one_after_the_other, standard),
        TEST(a_body_that_waits_to_be_welcome_is_asked_for, standard),
        TEST(broken_requests_are_refused_and_hung_up_on, standard),
        TEST(old_clients_are_answered_as_they_know_it, standard),
        TEST(slow_requests_are_cut, impatient),
        TEST(answers_that_are_not_read_are_cut, impatient),
        TEST(a_short_answer_that_is_not_read_is_cut, impatient),
        TEST(three_hundred_silent_connections_are_not_let_in, crowded),
        TEST(the_last_places_are_for_others, small),
        TEST(a_proxy_brings_many_and_says_who_they_are, behind_proxy),
        TEST(silent_connections_through_a_proxy_are_bounded, behind_proxy),
        TEST(a_visitor_behind_a_proxy_has_no_more_connections_than_without, behind_proxy),
        TEST(without_a_proxy_its_headers_are_ignored, standard),
        TEST(figures_have_a_door_of_their_own, standard),
        TEST(answers_under_way_are_finished, standard),
        TEST(weak_encryption_is_refused, with_tls),
        TEST(browsers_are_told_to_stay_with_tls, with_tls),
        TEST(a_flood_of_handshakes_is_let_in_slowly, with_tls),
        TEST(long_answers_and_sockets_go_over_tls, with_tls),
        TEST(a_new_certificate_is_taken_and_nobody_is_dropped, with_tls),
    };
    long_body = calloc(1, LONG_BYTES);
    return cmocka_run_group_tests(tests, NULL, remove_certificates);
}
