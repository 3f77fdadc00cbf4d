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

/*
 * The client behind trusted proxies: the last address of X-Forwarded-For that is none of theirs.
 * Whatever stands before it was written by strangers. `peer` is who connected; it is taken itself
 * when it is no near address, when the list is empty, or when it ends in something that is no
 * address.
 */
void address_forwarded(const char *peer, const char *list, char out[ADDRESS_MAX]);

#endif
