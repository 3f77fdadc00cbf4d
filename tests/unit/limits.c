/* Allowances: whose they are, and how they fill again. */
#include "unit.h"

#include "server/app.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_network_of_ipv6_is_one_household),
        cmocka_unit_test(an_allowance_is_used_up_and_says_how_long_to_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
