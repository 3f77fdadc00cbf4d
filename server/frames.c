/* SPDX-License-Identifier: MIT */
/* Reading and writing frames of WebSocket, from bytes and to bytes: no sockets here. */
#include "frames.h"

#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

/* --- text --- */

/* Bytes of the character that begins so, and the range its second byte lies in; 0: none does. */
static int utf8_length(uint8_t first, uint8_t *low, uint8_t *high)
{
    *low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    *high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    return first < 0x80                    ? 1
           : first >= 0xc2 && first < 0xe0 ? 2
           : first >= 0xe0 && first < 0xf0 ? 3
           : first >= 0xf0 && first < 0xf5 ? 4
                                           : 0;
}

bool utf8_is_valid(const uint8_t *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        uint8_t low, high;
        int bytes = utf8_length(text[i], &low, &high);
        if (bytes == 0 || i + (size_t)bytes > length)
            return false;
        for (int k = 1; k < bytes; k++, low = 0x80, high = 0xbf)
            if (text[i + (size_t)k] < low || text[i + (size_t)k] > high)
                return false;
        i += (size_t)bytes;
    }
    return true;
}

/* --- reading --- */

static bool is_control(enum frame_kind kind)
{
    return kind >= FRAME_CLOSE;
}

/* Bytes of the head, as far as it can be told from the first two. */
static size_t head_needs(const struct frames *f)
{
    size_t length = f->head[1] & 127;
    return f->head_length < 2 ? 2 : (size_t)6 + (length == 126 ? 2 : length == 127 ? 8 : 0);
}

/* Can the first two bytes stand? A client must mask; nobody agreed on an extension. */
static int judge_start(const struct frames *f)
{
    enum frame_kind kind = f->head[0] & 15;
    bool final = f->head[0] >> 7;
    bool known = kind <= FRAME_BINARY || (kind >= FRAME_CLOSE && kind <= FRAME_PONG);
    bool masked = f->head[1] >> 7;
    if (!known || (f->head[0] & 0x70) != 0 || !masked)
        return CLOSE_PROTOCOL;
    if (is_control(kind))
        return final && (f->head[1] & 127) <= FRAME_CONTROL_MAX ? 0 : CLOSE_PROTOCOL;
    if ((kind == FRAME_MORE) != f->in_message)
        return CLOSE_PROTOCOL;
    return kind == FRAME_BINARY ? CLOSE_UNACCEPTABLE : 0;
}

/* The head is complete: what comes, and how much of it. */
static int begin_payload(struct frames *f, size_t most)
{
    size_t bytes = head_needs(f) - 6;
    uint64_t length = f->head[1] & 127;
    if (bytes > 0) {
        length = 0;
        for (size_t i = 0; i < bytes; i++)
            length = length << 8 | f->head[2 + i];
        if (length < 126 || (bytes == 8 && length < 65536))
            return CLOSE_PROTOCOL; /* the shortest way to write it is the only one */
    }
    f->kind = f->head[0] & 15;
    f->final = f->head[0] >> 7;
    memcpy(f->mask, f->head + 2 + bytes, 4);
    f->head_length = 0;
    f->in_payload = true;
    f->at = 0;
    if (is_control(f->kind)) {
        f->left = (size_t)length;
        return 0;
    }
    if (length > most || f->text_length + length > most)
        return CLOSE_TOO_BIG;
    f->left = (size_t)length;
    f->in_message = true;
    char *grown = realloc(f->text, f->text_length + f->left + 1);
    if (grown == NULL)
        return CLOSE_FAILED;
    f->text = grown;
    return 0;
}

static int judge_close(const struct frames *f, int *out_code)
{
    int code = f->at >= 2 ? f->control[0] << 8 | f->control[1] : CLOSE_NORMAL;
    bool allowed = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
                   (code >= 3000 && code <= 4999);
    *out_code = code;
    if (f->at == 1 || !allowed)
        return CLOSE_PROTOCOL;
    return f->at > 2 && !utf8_is_valid(f->control + 2, f->at - 2) ? CLOSE_BAD_TEXT : 0;
}

static int end_message(struct frames *f, const struct frames_hooks *hooks, void *context)
{
    char *text = f->text;
    size_t length = f->text_length;
    f->text = NULL;
    f->text_length = 0;
    f->in_message = false;
    f->empty = 0;
    bool valid = utf8_is_valid((const uint8_t *)text, length);
    text[length] = '\0';
    if (valid)
        hooks->message(context, text, length);
    free(text);
    return valid ? 0 : CLOSE_BAD_TEXT;
}

static int end_frame(struct frames *f, const struct frames_hooks *hooks, void *context, bool *over)
{
    int code = 0, wrong;
    f->in_payload = false;
    switch (f->kind) {
    case FRAME_PING:
        hooks->ping(context, f->control, f->at);
        return 0;
    case FRAME_PONG:
        hooks->pong(context);
        return 0;
    case FRAME_CLOSE:
        wrong = judge_close(f, &code);
        *over = true;
        if (wrong == 0)
            hooks->close(context, code);
        return wrong;
    default:
        if (f->final)
            return end_message(f, hooks, context);
        f->empty = (uint8_t)(f->empty + (f->at == 0)); /* they cost work and are never a message */
        return f->empty > FRAME_EMPTY_MAX ? CLOSE_POLICY : 0;
    }
}

/* Takes what is there of the payload. */
static size_t take_payload(struct frames *f, const uint8_t *bytes, size_t length)
{
    size_t part = length < f->left ? length : f->left;
    uint8_t *out = is_control(f->kind) ? f->control + f->at : (uint8_t *)f->text + f->text_length;
    for (size_t i = 0; i < part; i++)
        out[i] = bytes[i] ^ f->mask[(f->at + i) & 3];
    f->at += part;
    f->left -= part;
    if (!is_control(f->kind))
        f->text_length += part;
    return part;
}

int frames_read(struct frames *f, const uint8_t *bytes, size_t length, size_t most,
                const struct frames_hooks *hooks, void *context)
{
    bool over = false;
    int wrong = 0;
    for (size_t at = 0; wrong == 0 && !over && (at < length || (f->in_payload && f->left == 0));) {
        if (!f->in_payload) {
            f->head[f->head_length++] = bytes[at++];
            if (f->head_length == 2)
                wrong = judge_start(f);
            if (wrong == 0 && f->head_length >= 2 && f->head_length == head_needs(f))
                wrong = begin_payload(f, most);
            continue;
        }
        at += take_payload(f, bytes + at, length - at);
        if (f->left == 0)
            wrong = end_frame(f, hooks, context, &over);
    }
    return wrong;
}

void frames_clear(struct frames *f)
{
    free(f->text);
    f->text = NULL;
}

/* --- writing --- */

size_t frame_head(uint8_t out[FRAME_HEAD_MAX], enum frame_kind kind, size_t length)
{
    size_t bytes = length < 126 ? 0 : length < 65536 ? 2 : 8;
    out[0] = (uint8_t)(0x80 | kind);
    out[1] = (uint8_t)(bytes == 0 ? length : bytes == 2 ? 126 : 127);
    for (size_t i = 0; i < bytes; i++)
        out[2 + i] = (uint8_t)((uint64_t)length >> (8 * (bytes - 1 - i)));
    return 2 + bytes;
}

bool frame_accept(const char *key, char out[FRAME_ACCEPT_MAX])
{
    static const char addition[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* the RFC's */
    unsigned char text[64], digest[EVP_MAX_MD_SIZE];
    unsigned int bytes = 0;
    if (strlen(key) != 24 || strcmp(key + 22, "==") != 0) /* 16 bytes in base 64 */
        return false;
    memcpy(text, key, 24);
    memcpy(text + 24, addition, sizeof addition - 1);
    if (EVP_Digest(text, 24 + sizeof addition - 1, digest, &bytes, EVP_sha1(), NULL) != 1)
        return false;
    EVP_EncodeBlock((unsigned char *)out, digest, (int)bytes);
    return true;
}
