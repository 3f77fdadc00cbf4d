/* SPDX-License-Identifier: MIT */
/* Errands: what they wait for, and what they were told. */
#include "errand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "journal.h"

enum { ROUNDS_MOST = 16 };

struct kept_answer {
    struct kept_answer *next;
    enum store_topic topic;
    char id[STORE_NAME_MAX + 1];
    struct store_answer *answer; /* NULL: on its way */
};

struct held_table {
    struct held_table *next;
    char id[STORE_ID_MAX + 1];
};

struct errand *errand_new(struct app *app, net_id id, void (*again)(struct errand *errand))
{
    struct errand *e = calloc(1, sizeof *e);
    if (e == NULL)
        abort(); /* there is not even room to say no */
    *e = (struct errand){.app = app, .id = id, .again = again};
    return e;
}

void errand_free(struct errand *e)
{
    while (e->kept != NULL) {
        struct kept_answer *kept = e->kept;
        e->kept = kept->next;
        store_answer_free(kept->answer);
        free(kept);
    }
    while (e->held != NULL) {
        struct held_table *held = e->held;
        struct table *t = map_get(&e->app->tables, held->id);
        e->held = held->next;
        if (t != NULL)
            journal_let_go(t);
        free(held);
    }
    free(e);
}

void errand_enter(struct errand *e)
{
    e->running = true;
    e->later = false;
    e->rounds++;
    e->app->errand = e;
}

/* Answers for a work that went on without them are waited for, and thrown away. */
bool errand_leave(struct errand *e)
{
    e->running = false;
    e->app->errand = NULL;
    if (e->later && e->waits > 0)
        return true;
    e->over = true;
    if (e->waits == 0)
        errand_free(e);
    return false;
}

static void run(struct errand *e)
{
    errand_enter(e);
    e->work(e);
    errand_leave(e);
}

void errand_run(struct app *app, net_id id, void (*work)(struct errand *errand), void *context)
{
    struct errand *e = errand_new(app, id, run);
    e->work = work;
    e->context = context;
    run(e);
}

struct errand *errand_wait(struct app *app)
{
    if (app->errand != NULL) {
        app->errand->waits++;
        app->errand->later = true;
    }
    return app->errand;
}

void errand_go_on(struct errand *e)
{
    if (e == NULL || --e->waits > 0 || e->running)
        return;
    if (e->over)
        errand_free(e);
    else
        e->again(e);
}

bool errand_is_worn(const struct app *app)
{
    return app->errand != NULL && app->errand->rounds > ROUNDS_MOST;
}

/* --- answers --- */

static struct kept_answer *find(const struct errand *e, enum store_topic topic, const char *id)
{
    for (struct kept_answer *kept = e == NULL ? NULL : e->kept; kept != NULL; kept = kept->next)
        if (kept->topic == topic && strcmp(kept->id, id) == 0)
            return kept;
    return NULL;
}

const struct store_answer *errand_kept(const struct app *app, enum store_topic topic,
                                       const char *id)
{
    const struct kept_answer *kept = find(app->errand, topic, id);
    return kept == NULL ? NULL : kept->answer;
}

static struct kept_answer *make_place(struct errand *e, enum store_topic topic, const char *id)
{
    struct kept_answer *kept = find(e, topic, id);
    if (kept != NULL)
        return kept;
    if ((kept = calloc(1, sizeof *kept)) == NULL)
        abort();
    kept->topic = topic;
    snprintf(kept->id, sizeof kept->id, "%s", id);
    kept->next = e->kept;
    e->kept = kept;
    return kept;
}

void errand_keep(struct errand *e, enum store_topic topic, const char *id,
                 struct store_answer *answer)
{
    if (e == NULL)
        return store_answer_free(answer);
    struct kept_answer *kept = make_place(e, topic, id);
    store_answer_free(kept->answer);
    kept->answer = answer;
}

/* An answer on its way to its errand. */
struct asked {
    struct errand *errand;
    struct kept_answer *place;
};

static void answered(void *context, struct store_answer *answer)
{
    struct asked *asked = context;
    struct errand *e = asked->errand;
    asked->place->answer = answer;
    free(asked);
    errand_go_on(e);
}

const struct store_answer *errand_ask(struct app *app, const struct store_question *question)
{
    static const struct store_answer broken = {.found = STORE_BROKEN, .last = -1};
    struct errand *e = app->errand;
    if (e == NULL)
        return &broken;
    struct kept_answer *kept = find(e, question->topic, question->id);
    if (kept == NULL && errand_is_worn(app))
        return &broken;
    if (kept == NULL) {
        struct asked *asked = malloc(sizeof *asked);
        if (asked == NULL)
            return &broken;
        kept = make_place(e, question->topic, question->id);
        *asked = (struct asked){e, kept};
        e->waits++;
        store_ask(app->store, question, answered, asked);
    }
    e->later |= kept->answer == NULL;
    return kept->answer;
}

/* --- tables --- */

void errand_hold(struct app *app, struct table *t)
{
    struct errand *e = app->errand;
    for (struct held_table *held = e == NULL ? NULL : e->held; held != NULL; held = held->next)
        if (strcmp(held->id, t->id) == 0)
            return;
    struct held_table *held = e == NULL ? NULL : calloc(1, sizeof *held);
    if (held == NULL)
        return;
    memcpy(held->id, t->id, sizeof held->id);
    held->next = e->held;
    e->held = held;
    journal_hold(t);
}
