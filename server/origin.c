/* SPDX-License-Identifier: MIT */
/* Whether a request comes from a page of ours: its Origin against the address it was sent to. */
#include "origin.h"

#include <string.h>
#include <strings.h>

/* Bytes of a host without the port that its scheme has anyway. */
static size_t without_port(const char *host, const char *port)
{
    size_t length = strlen(host), end = strlen(port);
    return length > end && strcmp(host + length - end, port) == 0 ? length - end : length;
}

bool origin_is(const char *origin, const char *host, bool secure)
{
    const char *scheme = secure ? "https://" : "http://", *port = secure ? ":443" : ":80";
    size_t start = strlen(scheme);
    if (origin[0] == '\0')
        return true;
    if (strncasecmp(origin, scheme, start) != 0 || host[0] == '\0')
        return false;
    size_t length = without_port(origin + start, port);
    return length == without_port(host, port) && strncasecmp(origin + start, host, length) == 0;
}
