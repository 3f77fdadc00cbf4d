/* SPDX-License-Identifier: MIT */
/* Requests from strangers: a head is taken whole or refused, however it is cut into pieces. */
#include "fuzz.h"

#include "server/http.h"

/* The texts of a head are all inside what was read of it. */
static void check_inside(const char *text, const char *buffer, size_t length)
{
    if (text == NULL || text[0] == '\0')
        return;
    if (text < buffer || text + strlen(text) > buffer + length)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t most = HTTP_HEAD_MAX + 64, length = size < most ? size : most;
    char *buffer = malloc(length + 1);
    struct http_request request;
    int first = 0, whole;
    if (buffer == NULL)
        return 0;
    for (size_t part = 0; part < length && part < 64 && first == 0;
         part += 7) { /* piece by piece */
        memcpy(buffer, data, part);
        first = http_read(buffer, part, &request);
    }
    memcpy(buffer, data, length);
    whole = http_read(buffer, length, &request);
    if (first > 0 && whole != first) /* what was complete stays what it was */
        abort();
    if (whole > 0) {
        if ((size_t)whole > length)
            abort();
        check_inside(request.path, buffer, length);
        check_inside(request.query, buffer, length);
        check_inside(request.cookie, buffer, length);
        check_inside(request.host, buffer, length);
        http_lists(request.connection, "upgrade");
    }
    free(buffer);
    return 0;
}
