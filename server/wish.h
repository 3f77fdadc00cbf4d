/* SPDX-License-Identifier: MIT */
/* What somebody wants a new table to be: game, options, seats, clock. Checked once, typed from then on. */
#ifndef SERVER_WISH_H
#define SERVER_WISH_H

#include <jansson.h>

#include "bots/bots.h"
#include "store.h"

enum {
    RANDOM_BYTES = 32, /* of a player's share in the shuffle, and of the server's secret */
    SEAT_LEVEL_MAX = 64,
    REASON_MAX = 16, /* bytes of the word for how a game ended */
};

enum seat_kind { SEAT_OPEN, SEAT_FRIEND, SEAT_PERSON, SEAT_BOT, SEAT_KINDS };
extern const char *const seat_kind_names[SEAT_KINDS];

struct seat_wish {
    enum seat_kind kind;
    char level[SEAT_LEVEL_MAX + 1], style[BOT_WORD_MAX + 1];
    char user[STORE_ID_MAX + 1]; /* of a person */
    uint8_t random[RANDOM_BYTES];
    bool has_random;
};

enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_GAME, CLOCK_DAYS, CLOCK_KINDS };
extern const char *const clock_kind_names[CLOCK_KINDS];

struct clock_wish {
    enum clock_kind kind;
    int64_t base_ms, increment_ms;
};

struct wish {
    const struct tk_game *game;
    struct tk_config config;
    struct seat_wish seat[TK_SEATS_MAX];
    struct clock_wish clock;
    bool open, hints, quick, late_random;
    bool offline; /* it was played without this server: the secret is the seed of its deal */
    /* what the server adds */
    char owner[STORE_ID_MAX + 1], key[STORE_ID_MAX + 1];
    uint8_t secret[RANDOM_BYTES];
};

/*
 * Reads a wish of a client for `owner`, who sits on the seat "me". NULL, or a few words that say
 * what does not fit.
 */
const char *wish_read(json_t *object, const char *owner, struct wish *out);
/* The members of the stored event, and back; true if they make a table. */
void wish_write(const struct wish *wish, struct tk_json *json);
bool wish_load(json_t *object, struct wish *out);
/* 64 hexadecimal digits and nothing else. */
bool hex_read(const char *text, uint8_t *out, size_t size);

#endif
