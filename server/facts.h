/* SPDX-License-Identifier: MIT */
/*
 * What an event or a message of a client tells, as one plain struct, and its JSON. Which fields
 * count is said by a row: each kind of event and of message has a list of fields, and the same list
 * checks what comes in, writes what goes out, and documents both.
 */
#ifndef SERVER_FACTS_H
#define SERVER_FACTS_H

#include <jansson.h>

#include "core/takht.h"
#include "store.h"
#include "wish.h"

enum {
    LEVEL_MAX = 64, /* bytes of a bot's name */
    CHAT_MAX = 500, /* bytes of a line of chat */
    FIELDS_MAX = 8,
};

/* Fields that a row does not name are zero. */
struct facts {
    int seat; /* -1: a watcher, in lines of chat */
    int to;   /* ply that was gone back to */
    int64_t ply, since, before, version;
    int64_t spent; /* ms on the clock of the seat that moved */
    int64_t pause; /* ms that the server was away */
    bool yes, late, gone, partners;
    uint64_t hash; /* of the state after a move */
    char table[STORE_ID_MAX + 1], user[STORE_ID_MAX + 1], key[STORE_ID_MAX + 1],
        next[STORE_ID_MAX + 1];
    char level[LEVEL_MAX + 1], style[BOT_WORD_MAX + 1], move[TK_MOVE_TEXT_MAX + 1],
        reason[REASON_MAX + 1];
    uint8_t seed[TK_SEED_BYTES], random[RANDOM_BYTES];
    bool has_ply, has_since, has_hash, has_random, has_spent, has_pause;
    int32_t scores[TK_SEATS_MAX], ranks[TK_SEATS_MAX];
    int players; /* entries of scores and ranks */
    char text[CHAT_MAX + 1];
    struct wish wish;
};

enum field_kind {
    FIELD_SEAT,   /* a whole number, -1 … 7 */
    FIELD_NUMBER, /* int64_t */
    FIELD_PLY,    /* int, not negative */
    FIELD_FLAG,
    FIELD_HASH,   /* 16 hexadecimal digits */
    FIELD_SECRET, /* 32 bytes as 64 hexadecimal digits */
    FIELD_TEXT,   /* a string of at most size - 1 bytes, not empty */
    FIELD_SCORES, /* a number for each seat */
    FIELD_WISH,   /* the members of a new table, in place */
};

enum field_use {
    FIELD_OPTIONAL = 1, /* may be missing */
    FIELD_SHOWN = 2,    /* clients see it */
    FIELD_NAMED = 4,    /* an id of a user: clients see the name instead, as "name" */
};

struct field {
    const char *name; /* NULL after the last */
    const char *about;
    enum field_kind kind;
    unsigned use;
    size_t offset, size;   /* in struct facts */
    size_t present_offset; /* of the bool that says it is there; 0: none */
};

/* Reads what the fields name; other keys are passed over. False, and which field is wrong. */
bool facts_read(const struct field *fields, json_t *object, struct facts *out,
                const char **out_wrong);
/* Members of an object that the caller opened; those of `use`, or all when it is 0. */
void facts_write(const struct field *fields, const struct facts *facts, unsigned use,
                 struct tk_json *json);
/* Its type for the page. */
const char *field_kind_type(enum field_kind kind);

#endif
