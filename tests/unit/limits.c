/* SPDX-License-Identifier: MIT */
/* Allowances: whose they are, and how they fill again. */
#include "unit.h"

#include <stdlib.h>

#include "server/app.h"
#include "server/limits.h"
#include "server/users.h"

static void assert_household(const char *address, const char *expected)
{
    char name[HOUSEHOLD_MAX];
    address_household(address, name);
    assert_string_equal(name, expected);
}

static void a_network_of_ipv6_is_one_household(void **state)
{
    (void)state;
    assert_household("192.0.2.7", "192.0.2.7");
    assert_household("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64");
    assert_household("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64");
    assert_household("2001:db8:1:3::1", "2001:db8:1:3::/64");
    assert_household("::1", "::/64");
    assert_household("::ffff:192.0.2.7", "192.0.2.7");
    assert_household("unix", "unix");
    assert_household("", "");
}

static void an_allowance_is_used_up_and_says_how_long_to_wait(void **state)
{
    struct allowance slow = {0.01, 3};
    double left = 0, at = 0;
    int64_t wait = 0;
    (void)state;
    for (int i = 0; i < 3; i++)
        assert_true(allowance_take(&slow, &left, &at, &wait));
    assert_false(allowance_take(&slow, &left, &at, &wait));
    assert_in_range(wait, 1, 100001);
}

static void what_costs_more_leaves_less(void **state)
{
    struct allowance bytes = {1, 1000};
    double left = 0, at = 0;
    int64_t wait = 0;
    (void)state;
    assert_true(allowance_spend(&bytes, &left, &at, 600, &wait));
    assert_false(allowance_spend(&bytes, &left, &at, 600, &wait));
    assert_in_range(wait, 190000, 200001); /* 200 are missing, at one a second */
    assert_true(allowance_spend(&bytes, &left, &at, 300, &wait));
}

/* What is dearer than all one may save can still be had, by who has saved it all; then it is owed. */
static void the_dearest_is_paid_afterwards(void **state)
{
    struct allowance bytes = {10, 1000};
    double left = 0, at = 0;
    int64_t wait = 0;
    (void)state;
    assert_true(allowance_spend(&bytes, &left, &at, 5000, &wait));
    assert_false(allowance_spend(&bytes, &left, &at, 1, &wait));
    assert_in_range(wait, 395000, 400200);
    left = at = 0;
    for (int i = 0; i < 100; i++)
        allowance_charge(&bytes, &left, &at, 1e9);
    assert_false(allowance_spend(&bytes, &left, &at, 1, &wait));
    assert_in_range(wait, 99000, 100200); /* a debt has an end */
}

/* A user pays, whatever socket is used; a household pays, whatever user and address in it. */
static void coming_back_does_not_refill(void **state)
{
    struct app app = {0};
    struct user many[64] = {0};
    int64_t wait = 0;
    int asked = 0;
    (void)state;
    cost_charge(&app, &many[0], "192.0.2.1", 100.0 * 1024 * 1024);
    assert_false(cost_may_ask(&app, &many[0], "198.51.100.9", &wait)); /* from elsewhere */
    assert_true(wait > 1000);
    assert_true(cost_may_ask(&app, &many[1], "198.51.100.9", &wait));
    for (int i = 0; i < 64; i++) { /* many guests in one network of IPv6 */
        char address[64];
        snprintf(address, sizeof address, "2001:db8:1:2:%x::1", i);
        asked += cost_may_ask(&app, &many[i], address, &wait);
        cost_charge(&app, &many[i], address, 1024.0 * 1024);
    }
    assert_in_range(asked, 25, 40);
    for (int i = 0; i < 3; i++)
        address_forget_silent(&app); /* who owes is not forgotten */
    assert_false(cost_may_ask(&app, &many[2], "2001:db8:1:2:ffff::1", &wait));
    struct address *a;
    for (size_t at = 0; (a = map_next(&app.addresses, &at)) != NULL;)
        free(a);
    map_clear(&app.addresses);
}

static void work_has_its_price(void **state)
{
    (void)state;
    assert_true(cost_of(0, 0) > 0);
    assert_true(cost_of(100000, 0) > 100000);
    assert_true(cost_of(0, 1000) > 100 * 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_network_of_ipv6_is_one_household),
        cmocka_unit_test(an_allowance_is_used_up_and_says_how_long_to_wait),
        cmocka_unit_test(what_costs_more_leaves_less),
        cmocka_unit_test(the_dearest_is_paid_afterwards),
        cmocka_unit_test(coming_back_does_not_refill),
        cmocka_unit_test(work_has_its_price),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
