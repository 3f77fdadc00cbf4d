/* SPDX-License-Identifier: MIT */
/* Whose page speaks, and from where: origins and forwarded addresses. */
#include "unit.h"

#include "server/address.h"
#include "server/origin.h"

static void a_page_of_ours_is_known(void **state)
{
    (void)state;
    assert_true(origin_is("", "takht.example", true)); /* no page at all */
    assert_true(origin_is("https://takht.example", "takht.example", true));
    assert_true(origin_is("http://takht.example:8080", "takht.example:8080", false));
    assert_true(origin_is("HTTPS://Takht.Example", "takht.example", true));
    assert_true(origin_is("https://takht.example", "takht.example:443", true));
    assert_true(origin_is("http://takht.example:80", "takht.example", false));
    assert_true(origin_is("http://[::1]:8080", "[::1]:8080", false));
}

static void a_page_of_another_site_is_not_ours(void **state)
{
    (void)state;
    assert_false(origin_is("http://takht.example", "takht.example", true)); /* the scheme */
    assert_false(origin_is("https://takht.example", "takht.example", false));
    assert_false(origin_is("https://evil.example", "takht.example", true));
    assert_false(origin_is("https://takht.example.evil.example", "takht.example", true));
    assert_false(origin_is("https://takht.example:444", "takht.example", true));
    assert_false(origin_is("https://takht.example:80", "takht.example", true));
    assert_false(origin_is("https://a.takht.example", "takht.example", true));
    assert_false(origin_is("null", "takht.example", true));
    assert_false(origin_is("null", "null", false));
    assert_false(origin_is("https://", "", true));
    assert_false(origin_is("file://takht.example", "takht.example", false));
    assert_false(origin_is("https://takht.example/", "takht.example", true));
}

static void proxies_live_near(void **state)
{
    static const char *const near[] = {"",         "127.0.0.1",  "127.9.9.9",      "::1",
                                       "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.3.4",
                                       "fd00::1",  "fe80::1",    "::ffff:10.0.0.1"};
    static const char *const far[] = {
        "192.0.2.1",   "172.32.0.1", "172.15.0.1",     "11.0.0.1", "2001:db8::1",
        "192.169.0.1", "rubbish",    "127.0.0.1.evil", "::2",      "::ffff:192.0.2.1"};
    (void)state;
    for (size_t i = 0; i < sizeof near / sizeof near[0]; i++)
        assert_true(address_is_near(near[i]));
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++)
        assert_false(address_is_near(far[i]));
}

static void assert_client(const char *peer, const char *list, const char *expected)
{
    char address[ADDRESS_MAX];
    address_forwarded(peer, list, "203.0.113.0/24, 2001:db8:ff::/48, 10.0.0.2", address);
    assert_string_equal(address, expected);
}

static void the_client_is_the_last_who_is_no_proxy(void **state)
{
    (void)state;
    assert_client("127.0.0.1", "", "127.0.0.1");
    assert_client("127.0.0.1", "192.0.2.7", "192.0.2.7");
    assert_client("127.0.0.1", "198.51.100.1, 192.0.2.7", "192.0.2.7");
    assert_client("127.0.0.1", "198.51.100.1,192.0.2.7, 203.0.113.9", "192.0.2.7");
    assert_client("127.0.0.1", "192.0.2.7,2001:db8:ff::3, 10.0.0.2", "192.0.2.7");
    assert_client("203.0.113.1", "192.0.2.7", "192.0.2.7");
    assert_client("", " 2001:db8::7 ", "2001:db8::7");
    assert_client("10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7");
    assert_client("10.0.0.1", "192.0.2.7:4711", "192.0.2.7");
    assert_client("127.0.0.1", "203.0.113.9", "203.0.113.9"); /* nobody before it */
}

static void forged_lists_are_not_believed(void **state)
{
    (void)state;
    assert_client("192.0.2.66", "198.51.100.1", "192.0.2.66");        /* no proxy brought it */
    assert_client("127.0.0.1", "198.51.100.1, 10.0.0.9", "10.0.0.9"); /* near, but no proxy */
    assert_client("127.0.0.1", "198.51.100.1, 127.0.0.1", "127.0.0.1");
    assert_client("127.0.0.1", "198.51.100.1, rubbish", "127.0.0.1");
    assert_client("127.0.0.1", "198.51.100.1, unknown, 203.0.113.3", "203.0.113.3");
    assert_client("127.0.0.1", "198.51.100.1,", "127.0.0.1");
    assert_client("127.0.0.1", ",", "127.0.0.1");
    assert_client("127.0.0.1", "198.51.100.1, 999.1.1.1", "127.0.0.1");
    char longer[2000];
    memset(longer, '1', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_client("127.0.0.1", longer, "127.0.0.1");
}

static void networks_are_read(void **state)
{
    (void)state;
    assert_true(address_in("192.0.2.7", "192.0.2.7"));
    assert_true(address_in("192.0.2.7", "1.1.1.1 , 192.0.2.0/29"));
    assert_false(address_in("192.0.2.8", "192.0.2.0/29"));
    assert_true(address_in("192.0.2.7", "0.0.0.0/0"));
    assert_false(address_in("2001:db8::1", "0.0.0.0/0"));
    assert_true(address_in("2001:db8::1", "2001:db8::/32"));
    assert_true(address_in("::ffff:192.0.2.7", "192.0.2.7"));
    assert_false(address_in("192.0.2.7", "192.0.2.0/"));
    assert_false(address_in("192.0.2.7", "192.0.2.0/33"));
    assert_false(address_in("192.0.2.7", "rubbish,,/8"));
    assert_false(address_in("192.0.2.7", ""));
    assert_false(address_in("192.0.2.7", NULL));
}

/* A slip of the pen must not make everybody a proxy that is believed. */
static void what_is_no_network_is_nobody(void **state)
{
    static const char *const wrong[] = {"198.51.100.0/x",   "198.51.100.0/",   "198.51.100.0/ 24",
                                        "198.51.100.0/-0",  "198.51.100.0/2x", "/0",
                                        "198.51.100",       "proxy.example",   "2001:db8::/129",
                                        "198.51.100.0/24/0"};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(address_in("192.0.2.7", wrong[i]));
        assert_ptr_equal(address_list_wrong(wrong[i]), wrong[i]);
    }
    const char *list = "203.0.113.0/24, 198.51.100.0/x, 10.0.0.1";
    assert_ptr_equal(address_list_wrong(list), list + 16);
    assert_null(address_list_wrong("203.0.113.0/24,2001:db8::5 , 0.0.0.0/0,"));
    assert_null(address_list_wrong(""));
    assert_null(address_list_wrong(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_of_ours_is_known),
        cmocka_unit_test(a_page_of_another_site_is_not_ours),
        cmocka_unit_test(proxies_live_near),
        cmocka_unit_test(the_client_is_the_last_who_is_no_proxy),
        cmocka_unit_test(forged_lists_are_not_believed),
        cmocka_unit_test(networks_are_read),
        cmocka_unit_test(what_is_no_network_is_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
