/* SPDX-License-Identifier: MIT */
/* The page's files, inside the program. */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include "net.h"

/* The page itself, as it is when nobody has added anything. */
const char *assets_page(size_t *out_length);
/* Is this address one inside the page, and not a file? */
bool assets_is_place(const char *path);
/* Is there a file of this name? */
bool assets_has(const char *path);
/* The bytes of a file, and a name for them; NULL if there is none, which leaves what is told as it was. */
const char *assets_data(const char *path, size_t *out_length, const char **out_hash);
/* False: there is nothing of this name, and nobody was answered. */
bool assets_serve(struct net *net, const struct net_request *request);

#endif
