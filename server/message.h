/* SPDX-License-Identifier: MIT */
/* Everything a client may say over the socket: one row a message. */
#ifndef SERVER_MESSAGE_H
#define SERVER_MESSAGE_H

#include "deeds.h"
#include "facts.h"

struct said; /* socket.h */

/* When a message fits: at a table in this state. */
enum message_when { AT_ANY_TIME, BEFORE_THE_START, DURING_THE_GAME, AFTER_THE_END };

/* What must be at hand before it is looked at. */
enum message_needs {
    NEEDS_NOTHING,
    NEEDS_TABLE,
    NEEDS_COUNT, /* the table, and how many unfinished ones somebody has */
};

struct message_row {
    const char *name, *about;
    enum message_when when;
    enum event_kind causes;    /* EVENT_KINDS: it changes nothing */
    deed_judge *judge;         /* of those that do */
    void (*on)(struct said *); /* of the others */
    enum message_needs needs;
    struct field fields[FIELDS_MAX + 1];
};

const struct message_row *message_find(const char *name); /* or NULL */
const struct message_row *message_at(int index);          /* NULL after the last */

#endif
