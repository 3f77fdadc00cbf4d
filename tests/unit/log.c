/* SPDX-License-Identifier: MIT */
/* The log: lines that a program can read, and a flood that fills few of them. */
#include "unit.h"

#include <jansson.h>
#include <time.h>

#include "server/log.h"

static char last[4096];
static int lines;

static void keep(const char *line)
{
    snprintf(last, sizeof last, "%s", line);
    lines++;
}

static json_t *last_line(void)
{
    json_t *json = json_loads(last, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(json))
        fail_msg("not JSON: %s", last);
    return json;
}

static int start(void **state)
{
    (void)state;
    log_divert(keep);
    lines = 0;
    return 0;
}

static void a_line_says_what_happened_to_whom_and_from_where(void **state)
{
    (void)state;
    log_event("cut", LOG_TEXT("user", "u7"), LOG_TEXT("address", "192.0.2.7"),
              LOG_NUMBER("bytes", 70000), LOG_TEXT("nothing", ""));
    json_t *line = last_line();
    assert_string_equal(json_string_value(json_object_get(line, "what")), "cut");
    assert_string_equal(json_string_value(json_object_get(line, "user")), "u7");
    assert_string_equal(json_string_value(json_object_get(line, "address")), "192.0.2.7");
    assert_int_equal(json_integer_value(json_object_get(line, "bytes")), 70000);
    assert_true(json_integer_value(json_object_get(line, "at")) > 0);
    assert_null(json_object_get(line, "nothing"));
    json_decref(line);
}

static void text_of_strangers_cannot_forge_a_line(void **state)
{
    (void)state;
    log_event("forged", LOG_TEXT("name", "x\",\"what\":\"admin\"}\n{\"what\":\"admin\"\x01\x7f"));
    assert_null(strchr(last, '\n'));
    json_t *line = last_line();
    assert_string_equal(json_string_value(json_object_get(line, "what")), "forged");
    json_decref(line);
}

static void a_flood_gives_few_lines_and_a_count(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++)
        log_event("flood", LOG_NUMBER("number", i));
    assert_in_range(lines, 5, 15);
    int before = lines;
    log_event("other", LOG_NUMBER("number", 1)); /* has an allowance of its own */
    assert_int_equal(lines, before + 1);
    for (int i = 0; i < 80 && strstr(last, "\"more\"") == NULL; i++) {
        struct timespec pause = {0, 100000000};
        nanosleep(&pause, NULL);
        log_tell_counted();
    }
    json_t *line = last_line();
    assert_string_equal(json_string_value(json_object_get(line, "what")), "flood");
    assert_int_equal(json_integer_value(json_object_get(line, "more")), 1000 - before);
    json_decref(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_line_says_what_happened_to_whom_and_from_where, start),
        cmocka_unit_test_setup(text_of_strangers_cannot_forge_a_line, start),
        cmocka_unit_test_setup(a_flood_gives_few_lines_and_a_count, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
