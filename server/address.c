/* SPDX-License-Identifier: MIT */
/* Network addresses as text. */
#include "address.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
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

/* The bits after a slash; -1 for what is no number of so many at most. */
static int read_bits(const char *text, int most)
{
    size_t digits = strspn(text, "0123456789");
    int bits = digits == 0 || digits > 3 || text[digits] != '\0' ? -1 : atoi(text);
    return bits > most ? -1 : bits;
}

/* "192.0.2.0/24", or the very address, "192.0.2.7": its 16 bytes, and how many of their bits count. */
static bool read_network(const char *network, size_t length, uint8_t out_base[16], int *out_bits)
{
    char text[ADDRESS_MAX];
    if (length >= sizeof text)
        return false;
    memcpy(text, network, length);
    text[length] = '\0';
    char *slash = strchr(text, '/');
    if (slash != NULL)
        *slash++ = '\0';
    int most = strchr(text, ':') == NULL ? 32 : 128;
    int bits = slash == NULL ? most : read_bits(slash, most);
    *out_bits = bits + 128 - most;
    return bits >= 0 && read_address(text, out_base);
}

static bool in_network(const uint8_t number[16], const char *network, size_t length)
{
    uint8_t base[16];
    int bits;
    if (!read_network(network, length, base, &bits))
        return false;
    int whole = bits / 8, rest = bits % 8;
    return memcmp(number, base, (size_t)whole) == 0 &&
           (rest == 0 || (number[whole] ^ base[whole]) >> (8 - rest) == 0);
}

/* The next of a list, and its length; 0 at the end. */
static size_t next_of(const char **at)
{
    *at += strspn(*at, ", ");
    return strcspn(*at, ", ");
}

const char *address_list_wrong(const char *networks)
{
    uint8_t base[16];
    int bits;
    size_t length;
    for (const char *at = networks; at != NULL && (length = next_of(&at)) > 0; at += length)
        if (!read_network(at, length, base, &bits))
            return at;
    return NULL;
}

bool address_in(const char *address, const char *networks)
{
    uint8_t number[16];
    if (networks == NULL || !read_address(address, number))
        return false;
    size_t length;
    for (const char *at = networks; (length = next_of(&at)) > 0; at += length)
        if (in_network(number, at, length))
            return true;
    return false;
}

bool address_is_near(const char *address)
{
    return address[0] == '\0' ||
           address_in(address, "127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,"
                               "169.254.0.0/16,fc00::/7,fe80::/10");
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

void address_forwarded(const char *peer, const char *list, const char *proxies,
                       char out[ADDRESS_MAX])
{
    size_t length = strlen(list);
    char item[ADDRESS_MAX];
    snprintf(out, ADDRESS_MAX, "%s", peer);
    bool proxy = address_is_near(peer) || address_in(peer, proxies);
    while (proxy && length > 0) {
        size_t start = length;
        while (start > 0 && list[start - 1] != ',')
            start--;
        if (!read_item(list + start, length - start, item))
            return;
        memcpy(out, item, sizeof item);
        proxy = address_in(item, proxies);
        length = start == 0 ? 0 : start - 1;
    }
}
