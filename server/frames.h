/* SPDX-License-Identifier: MIT */
/*
 * WebSocket as bytes (RFC 6455, no extensions): frames of a client are read, frames of the server
 * are written. Nothing here reads from a connection.
 */
#ifndef SERVER_FRAMES_H
#define SERVER_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_kind {
    FRAME_MORE = 0x0,
    FRAME_TEXT = 0x1,
    FRAME_BINARY = 0x2,
    FRAME_CLOSE = 0x8,
    FRAME_PING = 0x9,
    FRAME_PONG = 0xa,
};

/* Why a socket is closed, in numbers that go over the wire. */
enum close_code {
    CLOSE_NORMAL = 1000,
    CLOSE_GOING_AWAY = 1001,
    CLOSE_PROTOCOL = 1002,
    CLOSE_UNACCEPTABLE = 1003,
    CLOSE_BAD_TEXT = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_BIG = 1009,
    CLOSE_FAILED = 1011,
};

enum { FRAME_HEAD_MAX = 10, FRAME_CONTROL_MAX = 125, FRAME_ACCEPT_MAX = 29, FRAME_EMPTY_MAX = 16 };

/* What a client says, piece by piece. Begin with {0}. */
struct frames {
    char *text; /* of the message whose parts arrive, or NULL; owned */
    size_t text_length;
    uint8_t control[FRAME_CONTROL_MAX];
    uint8_t head[14], head_length, mask[4];
    enum frame_kind kind;
    bool final, in_message, in_payload;
    uint8_t empty;   /* parts of this message in which there was nothing */
    size_t left, at; /* of the payload of this frame: to come, and behind us */
};

struct frames_hooks {
    void (*message)(void *context, const char *text, size_t length); /* terminated, valid UTF-8 */
    void (*ping)(void *context, const uint8_t *payload, size_t length);
    void (*pong)(void *context);
    void (*close)(void *context, int code); /* the client wants to end; 1000 if it says no code */
};

/*
 * Reads bytes; `most` is the longest message. Returns 0, or the code to close with: what comes
 * after that is not to be read. Reading also ends after a close of the client.
 */
int frames_read(struct frames *frames, const uint8_t *bytes, size_t length, size_t most,
                const struct frames_hooks *hooks, void *context);
void frames_clear(struct frames *frames);

/* The bytes before a payload; returns how many. */
size_t frame_head(uint8_t out[FRAME_HEAD_MAX], enum frame_kind kind, size_t length);
/* The answer to a Sec-WebSocket-Key; false if it is none. */
bool frame_accept(const char *key, char out[FRAME_ACCEPT_MAX]);
bool utf8_is_valid(const uint8_t *text, size_t length);

#endif
