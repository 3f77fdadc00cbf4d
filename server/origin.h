/* SPDX-License-Identifier: MIT */
/* Whose page speaks: the Origin of a request against the address it was sent to. */
#ifndef SERVER_ORIGIN_H
#define SERVER_ORIGIN_H

#include <stdbool.h>

/*
 * Is a page of this origin ours, where `host` is the Host of the request and `secure` says whether
 * it came over TLS? Scheme, name and port must agree. Programs send no origin at all, which is
 * fine: they carry nobody's cookie but their own.
 */
bool origin_is(const char *origin, const char *host, bool secure);

#endif
