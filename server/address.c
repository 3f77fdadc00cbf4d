/* Network addresses as text. */
#include "address.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void address_household(const char *address, char out[HOUSEHOLD_MAX])
{
    struct in6_addr number;
    char text[INET6_ADDRSTRLEN];
    snprintf(out, HOUSEHOLD_MAX, "%s", address);
    if (inet_pton(AF_INET6, address, &number) != 1)
        return;
    if (IN6_IS_ADDR_V4MAPPED(&number)) {
        inet_ntop(AF_INET, &number.s6_addr[12], out, HOUSEHOLD_MAX);
        return;
    }
    memset(&number.s6_addr[8], 0, 8);
    snprintf(out, HOUSEHOLD_MAX, "%s/64", inet_ntop(AF_INET6, &number, text, sizeof text));
}

/* The 16 bytes of an address; those of IPv4 as IPv6 would write them. */
static bool read_address(const char *text, uint8_t out[16])
{
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (inet_pton(AF_INET6, text, out) == 1)
        return true;
    memcpy(out, mapped, sizeof mapped);
    return inet_pton(AF_INET, text, out + 12) == 1;
}

bool address_is_near(const char *address)
{
    static const struct {
        const char *network;
        int bits;
    } near[] = {
        {"::ffff:127.0.0.0", 104},   {"::1", 128},   {"::ffff:10.0.0.0", 104},
        {"::ffff:172.16.0.0", 108},  {"fc00::", 7},  {"::ffff:192.168.0.0", 112},
        {"::ffff:169.254.0.0", 112}, {"fe80::", 10},
    };
    uint8_t number[16], network[16];
    if (address[0] == '\0')
        return true;
    if (!read_address(address, number))
        return false;
    for (size_t i = 0; i < sizeof near / sizeof near[0]; i++) {
        int whole = near[i].bits / 8, rest = near[i].bits % 8;
        read_address(near[i].network, network);
        bool same = memcmp(number, network, (size_t)whole) == 0 &&
                    (rest == 0 || (number[whole] ^ network[whole]) >> (8 - rest) == 0);
        if (same)
            return true;
    }
    return false;
}

/* An item of the list, without blanks, brackets and port: "[2001:db8::1]:443", "192.0.2.1:80". */
static bool read_item(const char *item, size_t length, char out[ADDRESS_MAX])
{
    uint8_t number[16];
    char text[ADDRESS_MAX];
    while (length > 0 && (item[0] == ' ' || item[0] == '\t'))
        item++, length--;
    while (length > 0 && (item[length - 1] == ' ' || item[length - 1] == '\t'))
        length--;
    if (length == 0 || length >= sizeof text)
        return false;
    memcpy(text, item, length);
    text[length] = '\0';
    char *start = text, *colon = strchr(text, ':'), *bracket = strchr(text, ']');
    if (text[0] == '[' && bracket != NULL) {
        start++;
        *bracket = '\0';
    } else if (colon != NULL && strchr(colon + 1, ':') == NULL) {
        *colon = '\0';
    }
    if (!read_address(start, number))
        return false;
    snprintf(out, ADDRESS_MAX, "%s", start);
    return true;
}

void address_forwarded(const char *peer, const char *list, char out[ADDRESS_MAX])
{
    size_t length = strlen(list);
    char item[ADDRESS_MAX];
    snprintf(out, ADDRESS_MAX, "%s", peer);
    while (length > 0 && address_is_near(out)) {
        size_t start = length;
        while (start > 0 && list[start - 1] != ',')
            start--;
        if (!read_item(list + start, length - start, item))
            return;
        memcpy(out, item, sizeof item);
        length = start == 0 ? 0 : start - 1;
    }
}
