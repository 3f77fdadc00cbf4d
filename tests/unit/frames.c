/* SPDX-License-Identifier: MIT */
/* WebSocket as bytes: each thing RFC 6455 forbids a client has its close code. */
#include "unit.h"

#include <stdlib.h>

#include "server/frames.h"

static char heard[8192];
static int closed, pings, pongs;

static void on_message(void *context, const char *text, size_t length)
{
    (void)context;
    assert_true(text[length] == 0 && strlen(text) <= length);
    size_t used = strlen(heard);
    snprintf(heard + used, sizeof heard - used, "%s|", text);
}

static void on_ping(void *context, const uint8_t *payload, size_t length)
{
    (void)context, (void)payload, (void)length;
    pings++;
}

static void on_pong(void *context)
{
    (void)context;
    pongs++;
}

static void on_close(void *context, int code)
{
    (void)context;
    closed = code;
}

static const struct frames_hooks hooks = {on_message, on_ping, on_pong, on_close};

/* A masked frame. */
static size_t put(uint8_t *out, int first, const char *payload, size_t length)
{
    static const uint8_t mask[4] = {0x12, 0xf3, 0, 0x77};
    size_t used = 2;
    out[0] = (uint8_t)first;
    out[1] = (uint8_t)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        out[2] = (uint8_t)(length >> 8);
        out[3] = (uint8_t)length;
        used = 4;
    }
    memcpy(out + used, mask, 4);
    used += 4;
    for (size_t i = 0; i < length; i++)
        out[used + i] = (uint8_t)payload[i] ^ mask[i & 3];
    return used + length;
}

/* Reads these bytes in parts of `step`. */
static int read_bytes(const uint8_t *bytes, size_t length, size_t step)
{
    struct frames frames = {0};
    int wrong = 0;
    heard[0] = '\0';
    closed = pings = pongs = 0;
    for (size_t at = 0; at < length && wrong == 0; at += step) {
        size_t part = length - at < step ? length - at : step;
        uint8_t *exact = malloc(part);
        memcpy(exact, bytes + at, part);
        wrong = frames_read(&frames, exact, part, 1000, &hooks, NULL);
        free(exact);
    }
    frames_clear(&frames);
    return wrong;
}

static int one(int first, const char *payload, size_t length)
{
    uint8_t room[4096];
    return read_bytes(room, put(room, first, payload, length), 4096);
}

static void messages_arrive_in_any_parts(void **state)
{
    uint8_t room[2048];
    char longer[301];
    size_t used = 0;
    (void)state;
    memset(longer, 'x', 300);
    longer[300] = '\0';
    used += put(room + used, 0x81, "salam", 5);
    used += put(room + used, 0x01, "in ", 3);
    used += put(room + used, 0x89, "p", 1);
    used += put(room + used, 0x00, "", 0);
    used += put(room + used, 0x80, "parts \xd8\xaa", 8);
    used += put(room + used, 0x81, "", 0);
    used += put(room + used, 0x8a, "", 0);
    used += put(room + used, 0x81, longer, 300);
    used += put(room + used, 0x88, "\x03\xe9 bye", 6);
    used += put(room + used, 0x81, "too late", 8);
    for (size_t step = 1; step < used; step++) {
        assert_int_equal(read_bytes(room, used - 14, step), 0);
        assert_memory_equal(heard, "salam|in parts \xd8\xaa||xxx", 21);
        assert_int_equal(strlen(heard), 19 + 300 + 1);
        assert_int_equal(pings, 1);
        assert_int_equal(pongs, 1);
        assert_int_equal(closed, 1001);
    }
    assert_int_equal(read_bytes(room, used, used), 0);
    assert_null(strstr(heard, "too late"));
}

static void unmasked_frames_are_refused(void **state)
{
    (void)state;
    assert_int_equal(read_bytes((const uint8_t *)"\x81\x02hi", 4, 4), 1002);
    assert_int_equal(read_bytes((const uint8_t *)"\x89\x00", 2, 2), 1002);
    assert_int_equal(read_bytes((const uint8_t *)"\x81\x00", 2, 1), 1002);
}

static void forbidden_frames_have_their_codes(void **state)
{
    (void)state;
    for (int kind = 3; kind < 16; kind++)
        if (kind < 8 || kind > 10)
            assert_int_equal(one(0x80 | kind, "", 0), 1002);
    assert_int_equal(one(0xc1, "x", 1), 1002); /* bits of extensions */
    assert_int_equal(one(0xa1, "x", 1), 1002);
    assert_int_equal(one(0x91, "x", 1), 1002);
    assert_int_equal(one(0x80, "x", 1), 1002); /* goes on with nothing */
    assert_int_equal(one(0x09, "x", 1), 1002); /* a ping in parts */
    assert_int_equal(one(0x82, "x", 1), 1003); /* binary */
    assert_int_equal(one(0x02, "x", 1), 1003);
    char large[2000] = {0};
    memset(large, 'x', 1500);
    assert_int_equal(one(0x81, large, 1000), 0);
    assert_int_equal(one(0x81, large, 1001), 1009);
    assert_int_equal(one(0x89, large, 126), 1002);
    uint8_t room[4096];
    size_t used = put(room, 0x01, large, 600);
    used += put(room + used, 0x80, large, 401);
    assert_int_equal(read_bytes(room, used, used), 1009);
    used = put(room, 0x01, "x", 1);
    used += put(room + used, 0x81, "y", 1);
    assert_int_equal(read_bytes(room, used, used), 1002); /* a message within a message */
    const uint8_t endless[] = {0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff,
                               0xff, 0xff, 0xff, 0,    0,    0,    0};
    assert_int_equal(read_bytes(endless, sizeof endless, 14), 1009);
    const uint8_t negative[] = {0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                0xff, 0xff, 0xff, 0,    0,    0,    0};
    assert_int_equal(read_bytes(negative, sizeof negative, 14), 1009);
    const uint8_t wide[] = {0x81, 0xfe, 0, 1, 0, 0, 0, 0, 'x'};
    assert_int_equal(read_bytes(wide, sizeof wide, 9), 1002); /* 1 written as 0001 */
}

static void bad_text_is_refused(void **state)
{
    static const char *const wrong[] = {"\xff",         "\xc0\x80",         "\xc3\x28", "\xe2\x82",
                                        "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88", "a\x80",
                                        "\xe0\x80\x80", "\xf0\x80\x80\x80"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(one(0x81, wrong[i], strlen(wrong[i])), 1007);
    assert_int_equal(one(0x81, "\xf0\x9f\x91\x91 \xef\xbf\xbd", 8), 0);
    uint8_t room[64]; /* a letter whose bytes come in two frames is a letter */
    size_t used = put(room, 0x01, "\xd8", 1);
    used += put(room + used, 0x80, "\xaa", 1);
    assert_int_equal(read_bytes(room, used, used), 0);
}

static void goodbyes_are_judged(void **state)
{
    (void)state;
    assert_int_equal(one(0x88, "", 0), 0);
    assert_int_equal(closed, 1000);
    assert_int_equal(one(0x88, "\x0f\xa0", 2), 0);
    assert_int_equal(closed, 4000);
    assert_int_equal(one(0x88, "\x03", 1), 1002);
    assert_int_equal(one(0x88, "\x03\xed", 2), 1002); /* 1005 is not for the wire */
    assert_int_equal(one(0x88, "\x00\x00", 2), 1002);
    assert_int_equal(one(0x88, "\xff\xff", 2), 1002);
    assert_int_equal(one(0x88, "\x03\xe8\xff", 3), 1007);
}

static void frames_of_the_server_have_the_shortest_head(void **state)
{
    uint8_t head[FRAME_HEAD_MAX];
    (void)state;
    assert_int_equal(frame_head(head, FRAME_TEXT, 125), 2);
    assert_memory_equal(head, "\x81\x7d", 2);
    assert_int_equal(frame_head(head, FRAME_TEXT, 126), 4);
    assert_memory_equal(head, "\x81\x7e\x00\x7e", 4);
    assert_int_equal(frame_head(head, FRAME_TEXT, 65536), 10);
    assert_memory_equal(head, "\x81\x7f\0\0\0\0\0\1\0\0", 10);
}

static void hands_are_shaken_as_the_rfc_does(void **state)
{
    char accept[FRAME_ACCEPT_MAX];
    (void)state;
    assert_true(frame_accept("dGhlIHNhbXBsZSBub25jZQ==", accept));
    assert_string_equal(accept, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    assert_false(frame_accept("", accept));
    assert_false(frame_accept("short==", accept));
}

static void noise_is_survived(void **state)
{
    (void)state;
    srand(11);
    for (int i = 0; i < 100000; i++) {
        uint8_t bytes[64];
        size_t length = (size_t)rand() % sizeof bytes;
        for (size_t k = 0; k < length; k++)
            bytes[k] = (uint8_t)rand();
        if (length > 2 && i % 2 == 0) {
            bytes[0] = (uint8_t)(0x80 | (bytes[0] & 0x8b));
            bytes[1] = (uint8_t)(0x80 | (bytes[1] & 15));
        }
        read_bytes(bytes, length, 1 + (size_t)i % 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_arrive_in_any_parts),
        cmocka_unit_test(unmasked_frames_are_refused),
        cmocka_unit_test(forbidden_frames_have_their_codes),
        cmocka_unit_test(bad_text_is_refused),
        cmocka_unit_test(goodbyes_are_judged),
        cmocka_unit_test(frames_of_the_server_have_the_shortest_head),
        cmocka_unit_test(hands_are_shaken_as_the_rfc_does),
        cmocka_unit_test(noise_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
