/* SPDX-License-Identifier: MIT */
/* Waiting that no signal slips past, be it sent before, during or between. */
#include "unit.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "cli/signals.h"

enum { LONG_MS = 60000 };

static int wait_on(int file, int milliseconds)
{
    struct pollfd in = {.fd = file, .events = POLLIN};
    int ready = signals_poll(&in, 1, milliseconds);
    return ready < 0 && errno == EINTR ? -EINTR : ready;
}

/* Without it this would sleep: the signal is over before the waiting begins. */
static void one_that_came_before_wakes(void **state)
{
    static const int waking[] = {SIGWINCH, SIGCONT};
    (void)state;
    for (int i = 0; i < TK_COUNT(waking); i++) {
        signals_notice(waking[i]);
        raise(waking[i]);
        assert_int_equal(wait_on(-1, -1), -EINTR);
        assert_int_equal(wait_on(-1, 0), 0); /* and it wakes once */
    }
    assert_false(signals_interrupted());
}

static void *send_window_change(void *context)
{
    for (int i = 0; i < 2000; i++)
        pthread_kill(*(pthread_t *)context, SIGWINCH);
    return NULL;
}

/* However the two meet, after the last one somebody has looked. */
static void those_that_come_meanwhile_wake(void **state)
{
    pthread_t me = pthread_self(), sender;
    (void)state;
    signals_notice(SIGWINCH);
    assert_int_equal(pthread_create(&sender, NULL, send_window_change, &me), 0);
    assert_int_equal(wait_on(-1, -1), -EINTR);
    pthread_join(sender, NULL);
    wait_on(-1, 0);
    assert_int_equal(wait_on(-1, 0), 0);
}

static void files_and_times_are_as_with_poll(void **state)
{
    int ends[2];
    sigset_t before = {0}, after = {0};
    (void)state;
    assert_int_equal(pipe(ends), 0);
    sigprocmask(SIG_SETMASK, NULL, &before);
    assert_int_equal(wait_on(ends[0], 0), 0);
    assert_int_equal(wait_on(ends[0], 20), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    assert_int_equal(wait_on(ends[0], LONG_MS), 1);
    assert_int_equal(wait_on(ends[0], -1), 1);
    sigprocmask(SIG_SETMASK, NULL, &after);
    assert_memory_equal(&before, &after, sizeof before); /* a program that is started hears all */
    close(ends[0]);
    close(ends[1]);
}

/* Ctrl-C stays until the program has ended, whoever asks. */
static void an_interruption_stays(void **state)
{
    int ends[2];
    (void)state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    signals_notice(SIGTERM);
    raise(SIGTERM);
    for (int i = 0; i < 3; i++)
        assert_int_equal(wait_on(ends[0], -1), -EINTR);
    assert_true(signals_interrupted());
    assert_false(signals_await_line());
    close(ends[0]);
    close(ends[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_that_came_before_wakes),
        cmocka_unit_test(those_that_come_meanwhile_wake),
        cmocka_unit_test(files_and_times_are_as_with_poll),
        cmocka_unit_test(an_interruption_stays),
    };
    alarm(120); /* rather than asleep for ever */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
