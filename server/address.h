/* SPDX-License-Identifier: MIT */
/* Network addresses as text: whom one belongs to, and whose a proxy says it is. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

enum { ADDRESS_MAX = 64, HOUSEHOLD_MAX = 64 };

/* Whom an address belongs to: a whole network of IPv6 is one household's, "2001:db8:1:2::/64". */
void address_household(const char *address, char out[HOUSEHOLD_MAX]);

/* Is it on this machine or in a private network, where proxies live? "" is a unix socket. */
bool address_is_near(const char *address);

/* Is it one of these, "192.0.2.7, 2001:db8::/32"? NULL is none. */
bool address_in(const char *address, const char *networks);
/* The first of a list that is neither an address nor a network, up to the next comma; NULL: there is none. */
const char *address_list_wrong(const char *networks);

/*
 * The client behind trusted proxies. `peer` is who connected; if it is near, or one of `proxies`,
 * the last address of X-Forwarded-For is whom it saw, and if that is one of `proxies` too, the one
 * before it, and so on. Whatever stands before the client was written by strangers. What is no
 * address ends the search.
 */
void address_forwarded(const char *peer, const char *list, const char *proxies,
                       char out[ADDRESS_MAX]);

#endif
