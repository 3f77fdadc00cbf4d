/* SPDX-License-Identifier: MIT */
/*
 * As much of cmocka as the units of core and bots use, for machines that have none: the first fault is told
 * and ends the program. tests/arm64.sh builds with it.
 */
#ifndef TESTS_PLAIN_CMOCKA_H
#define TESTS_PLAIN_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function) \
    {                              \
#function, function        \
    }

#define fail_msg(...)                                                              \
    (fprintf(stderr, "%s:%d: ", __FILE__, __LINE__), fprintf(stderr, __VA_ARGS__), \
     fputc('\n', stderr), exit(1))

#define assert_true(truth)               ((truth) ? (void)0 : fail_msg("%s", #truth))
#define assert_false(truth)              assert_true(!(truth))
#define assert_null(pointer)             assert_true((pointer) == NULL)
#define assert_non_null(pointer)         assert_true((pointer) != NULL)
#define assert_ptr_equal(a, b)           assert_true((const void *)(a) == (const void *)(b))
#define assert_int_equal(a, b)           assert_true((long long)(a) == (long long)(b))
#define assert_in_range(x, low, high)    assert_true((x) >= (low) && (x) <= (high))
#define assert_string_equal(a, b)        assert_true(strcmp(a, b) == 0)
#define assert_string_not_equal(a, b)    assert_true(strcmp(a, b) != 0)
#define assert_memory_equal(a, b, n)     assert_true(memcmp(a, b, n) == 0)
#define assert_memory_not_equal(a, b, n) assert_true(memcmp(a, b, n) != 0)

static inline int plain_run(const struct CMUnitTest *tests, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        void *state = NULL;
        tests[i].run(&state);
    }
    printf("%zu tests passed\n", count);
    return 0;
}

#define cmocka_run_group_tests(tests, setup, teardown) \
    plain_run(tests, sizeof(tests) / sizeof((tests)[0]))

#endif
