/* SPDX-License-Identifier: MIT */
/*
 * What somebody asked for, while it is worked out without waiting for the store.
 *
 * Whoever works at it asks for what is not in memory. What is not there yet is LATER: the work returns
 * at once, having changed nothing and said nothing, and is begun anew from its beginning when the
 * answers have come; they are kept for it. So everything is judged on what is true then: a user who was
 * banned meanwhile, a table that went on, a socket that is gone. A store that answers at once (a file)
 * lets the work come to its end the first time.
 *
 * How long it takes is bounded: the store answers every question in time, if only that it cannot, and
 * the work is begun anew so often at most.
 */
#ifndef SERVER_ERRAND_H
#define SERVER_ERRAND_H

#include "net.h"
#include "store.h"

struct app;
struct table;

struct errand {
    struct app *app;
    net_id id; /* of the request or the socket, if there is one */
    void (*again)(
        struct errand *errand);          /* begins anew, and frees it if nobody is there any more */
    void (*work)(struct errand *errand); /* of errand_run */
    void *context;                       /* of whoever made it */
    struct kept_answer *kept;
    struct held_table *held;
    int waits;  /* for answers */
    int rounds; /* it was begun */
    bool later; /* something was missing this time */
    bool running, over;
    int named; /* so often users were asked for, to name them */
};

struct errand *errand_new(struct app *app, net_id id, void (*again)(struct errand *errand));
void errand_free(struct errand *errand);

/* Works at something that nobody asks again: `work` is called until nothing is missing. */
void errand_run(struct app *app, net_id id, void (*work)(struct errand *errand), void *context);

/* Around the work: from now on what is asked is asked for it. */
void errand_enter(struct errand *errand);
/* True: it waits, and `again` will be called; else it is freed, or will be. */
bool errand_leave(struct errand *errand);

/* The answer, or NULL: later. One of each topic and id is asked for. */
const struct store_answer *errand_ask(struct app *app, const struct store_question *question);
/* Was it begun so often that it must end now, with what is known? */
bool errand_is_worn(const struct app *app);
/* The answer that is there already, or NULL. */
const struct store_answer *errand_kept(const struct app *app, enum store_topic topic,
                                       const char *id);

/* --- for those who load something on behalf of several errands --- */

/* The present errand (NULL: nobody's) waits for one more thing; it is given back by errand_go_on. */
struct errand *errand_wait(struct app *app);
void errand_go_on(struct errand *errand);
/* What came of it; takes the answer. */
void errand_keep(struct errand *errand, enum store_topic topic, const char *id,
                 struct store_answer *answer);
/* Events that happen at a table until the errand is over are kept: see table_recent. */
void errand_hold(struct app *app, struct table *table);

#endif
