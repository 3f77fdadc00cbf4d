/* SPDX-License-Identifier: MIT */
/* Frames from strangers: read at once or byte by byte, they say the same and end the same. */
#include "fuzz.h"

#include "server/frames.h"

enum { MOST = 4096 };

struct heard {
    uint64_t hash;
    int messages, pings, pongs, closes;
};

static void add(struct heard *h, const void *data, size_t length)
{
    h->hash = h->hash * 31 + tk_hash(data, length) + length;
}

static void on_message(void *context, const char *text, size_t length)
{
    struct heard *h = context;
    h->messages++;
    if (length > MOST || text[length] != '\0' || !utf8_is_valid((const uint8_t *)text, length))
        abort();
    add(h, text, length);
}

static void on_ping(void *context, const uint8_t *payload, size_t length)
{
    struct heard *h = context;
    h->pings++;
    if (length > FRAME_CONTROL_MAX)
        abort();
    add(h, payload, length);
}

static void on_pong(void *context)
{
    ((struct heard *)context)->pongs++;
}

static void on_close(void *context, int code)
{
    struct heard *h = context;
    h->closes++;
    add(h, &code, sizeof code);
}

static int read_in_steps(const uint8_t *data, size_t size, size_t step, struct heard *out)
{
    static const struct frames_hooks hooks = {on_message, on_ping, on_pong, on_close};
    struct frames frames = {0};
    int code = 0;
    for (size_t at = 0; at < size && code == 0 && out->closes == 0; at += step)
        code =
            frames_read(&frames, data + at, size - at < step ? size - at : step, MOST, &hooks, out);
    frames_clear(&frames);
    return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct heard whole = {0}, bytes = {0};
    int a = read_in_steps(data, size, size + 1, &whole), b = read_in_steps(data, size, 1, &bytes);
    if (a != b || memcmp(&whole, &bytes, sizeof whole) != 0)
        abort();
    return 0;
}
