/* SPDX-License-Identifier: MIT */
/* Fills the log of a table without ending its game: moves taken back, players who leave and return, chat. */
#include "lengthen.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

/* What a server lets happen at one table, and a little less. */
enum { UNDOS = 390, LEAVES = 190, FIRST_EVENTS = 3 /* created, sat, started */ };

struct speaker {
    struct wire wire;
    long replies;
    bool fine; /* the last of them */
};

static void hear(void *context, const char *text, size_t length)
{
    struct speaker *s = context;
    if (length < 12 || strncmp(text, "{\"t\":\"reply\"", 12) != 0)
        return;
    s->replies++;
    s->fine = memmem(text, length < 200 ? length : 200, "\"ok\":true", 9) != NULL;
}

/* Says it and waits for the answer. */
static bool ask(struct speaker *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool ask(struct speaker *s, const char *format, ...)
{
    char text[512];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    wire_send(&s->wire, text, (size_t)length);
    for (long before = s->replies; s->replies == before;) {
        if (!wire_step(&s->wire, hear, s))
            return false;
        struct pollfd file = {.fd = s->wire.fd, .events = POLLIN};
        if (s->replies == before && poll(&file, 1, 5000) == 0)
            return false;
    }
    return s->fine;
}

static bool open_speaker(struct speaker *s, const struct wire_address *address, const char *cookie)
{
    if (!wire_connect(&s->wire, address, cookie, NULL))
        return false;
    while (!s->wire.open) {
        struct pollfd file = {.fd = s->wire.fd, .events = POLLIN | POLLOUT};
        poll(&file, 1, 5000);
        if (!wire_step(&s->wire, hear, s))
            return false;
    }
    return ask(s, "{\"t\":\"hello\",\"n\":0,\"v\":1}");
}

/* The first move of the list of whoever acts; the start may still be on its way to the disk. */
static int find_actor(const struct lengthen *table, char out_move[96])
{
    static const char mark[] = "\"legal\":[{\"move\":\"";
    static char text[1024 * 1024];
    char path[96];
    snprintf(path, sizeof path, "/api/v1/tables/%s", table->id);
    for (int i = 0; i < 1000; i++) {
        int seat = i % 2;
        wire_http(table->address[seat], "GET", path, table->cookie[seat], NULL, NULL, 0, text,
                  sizeof text);
        const char *at = strstr(text, mark);
        if (at == NULL) {
            usleep(1000);
            continue;
        }
        at += sizeof mark - 1;
        snprintf(out_move, 96, "%.*s", (int)strcspn(at, "\""), at);
        return seat;
    }
    return -1;
}

static bool move_and_undo(const struct lengthen *table, struct speaker *actor, const char *move)
{
    return ask(actor, "{\"t\":\"move\",\"n\":1,\"table\":\"%s\",\"ply\":0,\"move\":\"%s\"}",
               table->id, move) &&
           ask(actor, "{\"t\":\"undo\",\"n\":1,\"table\":\"%s\",\"ply\":1}", table->id);
}

static bool leave_and_return(const struct lengthen *table, struct speaker *other)
{
    return ask(other, "{\"t\":\"away\",\"n\":1,\"table\":\"%s\"}", table->id) &&
           ask(other, "{\"t\":\"back\",\"n\":1,\"table\":\"%s\"}", table->id);
}

/* What costs the server most comes first. */
static bool fill(const struct lengthen *table, struct speaker *both)
{
    char move[96];
    long left = table->events - FIRST_EVENTS;
    int actor = find_actor(table, move);
    bool fine = actor >= 0;
    for (int i = 0; fine && i < UNDOS && left > 1; i++, left -= 2)
        fine = move_and_undo(table, &both[actor], move);
    for (int i = 0; fine && i < LEAVES && left > 1; i++, left -= 2)
        fine = leave_and_return(table, &both[1 - actor]);
    for (; fine && left > 0; left--)
        fine =
            ask(&both[left % 2], "{\"t\":\"chat\",\"n\":1,\"table\":\"%s\",\"text\":\"%ld more\"}",
                table->id, left);
    return fine;
}

bool lengthen(const struct lengthen *table)
{
    struct speaker both[2] = {{.fine = false}, {.fine = false}};
    bool fine = open_speaker(&both[0], table->address[0], table->cookie[0]) &&
                open_speaker(&both[1], table->address[1], table->cookie[1]) &&
                ask(&both[1], "{\"t\":\"sit\",\"n\":1,\"table\":\"%s\",\"seat\":1,\"key\":\"%s\"}",
                    table->id, table->key);
    fine = fine && fill(table, both);
    wire_close(&both[0].wire);
    wire_close(&both[1].wire);
    return fine;
}
