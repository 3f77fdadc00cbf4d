/* SPDX-License-Identifier: MIT */
/*
 * Everything that can happen at a table. A kind of event is one row: its name, its fields, who may
 * cause it, who hears of it, and how it changes the table. Store, folding, showing and the documents
 * all read these rows; a new kind is one row and one fold function.
 */
#ifndef SERVER_EVENT_H
#define SERVER_EVENT_H

#include "facts.h"
#include "store.h"

struct table;
struct folded;
struct event;

enum event_kind {
    EVENT_CREATED,
    EVENT_SAT,
    EVENT_STOOD,
    EVENT_BOT,
    EVENT_SHARED,
    EVENT_STARTED,
    EVENT_MOVE,
    EVENT_UNDONE,
    EVENT_RESIGNED,
    EVENT_OFFERED,
    EVENT_ANSWERED,
    EVENT_AWAY,
    EVENT_BACK,
    EVENT_LATE,
    EVENT_OVER,
    EVENT_REMATCH,
    EVENT_RESUMED,
    EVENT_CHAT,
    EVENT_KINDS,
};

enum event_by { BY_SERVER, BY_OWNER, BY_PLAYER, BY_ANYBODY };
enum event_to {
    TO_ALL,
    TO_PEERS, /* players hear players, watchers hear watchers */
};

struct event_row {
    const char *name;
    const char *about; /* for the document */
    enum event_by by;
    enum event_to to;
    bool changes; /* what viewers see of the table besides the log */
    int most; /* at one table people may not cause more (event.c); 0: something else bounds it */
    void (*fold)(struct table *table, struct event *event, struct folded *out);
    struct field fields[FIELDS_MAX + 1];
};

struct event {
    enum event_kind kind;
    int64_t seq, at;
    struct facts facts;
    tk_action action; /* of a move, once it is known */
    bool known;
};

const struct event_row *event_row(enum event_kind kind);
const char *event_by_words(enum event_by by);

/* The JSON that the store keeps. False when it does not fit. */
bool event_encode(const struct event *event, struct tk_writer *out);
/* False for a kind or fields that this server does not know. */
bool event_decode(const struct store_event *stored, struct event *out);

#endif
