/* SPDX-License-Identifier: MIT */
/* What people ask of a table: each request is judged, and becomes an event or a refusal. */
#ifndef SERVER_DEEDS_H
#define SERVER_DEEDS_H

#include "address.h"
#include "event.h"
#include "refusals.h"
#include "table.h"

struct message_row;

enum {
    PENDING_MAX = 32,    /* requests that may wait at one table, */
    PENDING_OF_ONE = 4,  /* of one user, */
    PENDING_WATCHED = 8, /* and of all who have no seat while it is played */
};

struct request {
    struct request *next;
    net_id socket; /* 0: nobody waits for an answer */
    int64_t number;
    char user[STORE_ID_MAX + 1], address[ADDRESS_MAX];
    const struct message_row *row;
    struct facts facts;
    int unfinished; /* tables of whoever asks, where that must be known */
    int64_t at_us;
    int judged;                             /* how often: conflicts make it come back */
    void (*done)(void *context, bool fine); /* instead of an answer over the socket */
    void *context;
};

/* A request while it is judged. */
struct deed {
    struct table *table;
    struct request *request;
    const struct facts *facts;
    int seat; /* of whoever asks, or TK_SPECTATOR */
    /* what comes of it */
    struct event event;
    json_t *error;  /* more than a code, or NULL */
    json_t *extra;  /* for the answer, or NULL */
    bool no_event;  /* answered without anything happening */
    bool postponed; /* somebody else will answer it */
};

/* FINE: the event is complete. One for each message that changes a table; see message.c. */
typedef enum refusal deed_judge(struct deed *deed);
deed_judge judge_move, judge_undo, judge_sit, judge_stand, judge_bot, judge_share, judge_start,
    judge_offer, judge_away, judge_back, judge_resign, judge_answer, judge_chat, judge_rematch;

/* Takes the request over; answers when it is durable or refused. */
void deed_request(struct table *table, struct request *request);
/* Judges a request that lost against another writer once more. */
void deed_again(struct table *table, struct request *request);
/* The requests that wait, once nothing is being written. */
void deed_next(struct table *table);
void deed_answer(struct table *table, struct request *request, json_t *extra);
void deed_refuse(struct table *table, struct request *request, json_t *error);
void deed_free(struct request *request);
/* Why the rules refuse a move: its sentence in every language, and its clause. */
json_t *deed_rule_error(const struct table *table, tk_status status);

/* Ends the game; `loser`'s time ran out, or -1. Ranks as the game has them; whoever gave up comes
 * last. */
void deed_over(struct table *table, const char *reason, int loser);
void deed_start(struct table *table, struct request *request);

#endif
