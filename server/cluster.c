/* SPDX-License-Identifier: MIT */
/* What a node hears of others, and what it does about it. */
#include "cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "clocks.h"
#include "duty.h"
#include "journal.h"
#include "presence.h"
#include "residency.h"
#include "socket.h"
#include "users.h"

enum {
    LOOK_MOST = 500, /* tables looked at in a second */
    NAMES_MOST = 300,
};

bool cluster_is_keeper(const struct table *t)
{
    return !t->app->shared || t->mine;
}

/* --- tables --- */

/* "user":"ID" cannot stand within a text: there quotes are escaped. */
int cluster_users_in(const struct store_event *events, int count, char (*room)[STORE_ID_MAX + 1],
                     const char **out_ids, int most)
{
    static const char mark[] = "\"user\":\"";
    int found = 0;
    for (int i = 0; i < count; i++)
        for (const char *at = events[i].data; found < most && (at = strstr(at, mark)) != NULL;) {
            at += sizeof mark - 1;
            size_t length = strcspn(at, "\"");
            if (length == 0 || length > STORE_ID_MAX)
                continue;
            snprintf(room[found], sizeof room[0], "%.*s", (int)length, at);
            out_ids[found] = room[found];
            found++;
        }
    return found;
}

void cluster_fetch_users(struct app *app, const struct store_answer *events,
                         void (*then)(void *context), void *context)
{
    char room[NAMES_MOST][STORE_ID_MAX + 1];
    const char *ids[NAMES_MOST];
    int count = cluster_users_in(events->events, events->count, room, ids, NAMES_MOST);
    users_fetch_then(app, ids, count, then, context);
}

/* Whoever asked may be forgotten when the answer comes. */
struct following {
    struct app *app;
    char table[STORE_ID_MAX + 1];
    bool take_over;
    struct store_answer *events;
};

/* Events, and those whom they name. */
static void take_in(void *context)
{
    struct following *f = context;
    struct table *t = map_get(&f->app->tables, f->table);
    if (t != NULL && !f->take_over)
        t->fetching = false;
    /* what is being written meets the gap, and reads it; what cannot be read the next look finds */
    if (t != NULL && !t->writing && !f->app->draining && f->events->found != STORE_BROKEN &&
        journal_take_in(t, f->events->events, f->events->count)) {
        t->mine |= f->take_over;
        table_wake(t);
        cluster_follow(t);
    }
    store_answer_free(f->events);
    free(f);
}

static void fetched(void *context, struct store_answer *events)
{
    struct following *f = context;
    f->events = events;
    cluster_fetch_users(f->app, events, take_in, f);
}

static bool ask_for_gap(struct table *t, bool take_over)
{
    struct following *f = calloc(1, sizeof *f);
    struct store_question question = {
        .topic = STORE_ASK_EVENTS, .first = t->seq + 1, .last = INT64_MAX};
    if (f == NULL)
        return false;
    f->app = t->app;
    f->take_over = take_over;
    snprintf(f->table, sizeof f->table, "%s", t->id);
    snprintf(question.id, sizeof question.id, "%s", t->id);
    t->fetching |= !take_over;
    store_ask(t->app->store, &question, fetched, f);
    return true;
}

void cluster_follow(struct table *t)
{
    if (t->app->shared && t->seq >= 0 && !t->writing && !t->fetching && t->hinted > t->seq)
        ask_for_gap(t, false);
}

void cluster_take_over(struct table *t)
{
    if (t->app->shared && ask_for_gap(t, true))
        return;
    t->mine = true;
    table_wake(t);
}

/* What this node is writing is in the store before it is told here. */
enum refusal cluster_freshen(struct table *t, const struct store_answer *events)
{
    char room[NAMES_MOST][STORE_ID_MAX + 1];
    const char *ids[NAMES_MOST];
    if (t->frozen)
        return FINE;
    if (events == NULL || events->found == STORE_BROKEN)
        return events == NULL ? LATER : BUSY;
    if (events->last <= t->seq)
        return FINE;
    if (events->last > t->hinted)
        t->hinted = events->last;
    if (t->writing)
        return journal_when_quiet(t);
    int count = cluster_users_in(events->events, events->count, room, ids, NAMES_MOST);
    if (!users_fetch(t->app, ids, count))
        return LATER;
    if (!journal_take_in(t, events->events, events->count))
        return BUSY;
    table_wake(t);
    return FINE;
}

static void hear_table(struct app *app, const char *id, int64_t seq)
{
    struct table *t = map_get(&app->tables, id);
    if (t == NULL)
        return residency_hear(app, id, seq);
    if (seq > t->hinted)
        t->hinted = seq;
    cluster_follow(t);
}

/* --- news --- */

/* There was no connection: all tables in memory are looked at, and the names of guests; users who were
 * changed are told. */
static void catch_up(struct app *app)
{
    app->look_at = 0;
    app->look_all = true;
    users_check_names(app);
}

/* An announcement, or who is here. */
static void hear_said(struct app *app, const char *text)
{
    if (text[0] == 'a')
        socket_announce(app, text + 1);
    else if (text[0] == 'p')
        presence_hear(app, text + 1);
}

static void hear(void *context, const struct store_news *news)
{
    struct app *app = context;
    switch (news->kind) {
    case STORE_NEWS_TABLE:
        return hear_table(app, news->id, news->seq);
    case STORE_NEWS_USER:
        return user_heard(app, news->id);
    case STORE_NEWS_NAME:
        return users_hear_name(app, news->text == NULL ? "" : news->text);
    case STORE_NEWS_WORK:
        app->work = app->config.think != 0;
        return;
    case STORE_NEWS_SAID:
        return hear_said(app, news->text == NULL ? "" : news->text);
    case STORE_NEWS_LOST:
        return catch_up(app);
    }
}

void cluster_tell(struct app *app, const char *text)
{
    if (app->shared)
        store_write(app->store, &(struct store_change){.said = text}, store_ignore, NULL);
}

void cluster_say(struct app *app, const char *text)
{
    char said[1024];
    socket_announce(app, text);
    snprintf(said, sizeof said, "a%s", text);
    cluster_tell(app, said);
}

/* --- looking --- */

static void looked(void *context, struct store_answer *tables)
{
    struct app *app = context;
    for (int i = 0; !app->draining && i < tables->count; i++)
        hear_table(app, tables->tables[i].id, tables->tables[i].seq);
    store_answer_free(tables);
}

void cluster_tend(struct app *app)
{
    const char *ids[LOOK_MOST];
    struct table *t;
    int count = 0, most = app->look_all ? (int)app->tables.count : LOOK_MOST;
    if (!app->shared)
        return;
    presence_tend(app);
    do {
        for (count = 0; count < LOOK_MOST && (t = map_next(&app->tables, &app->look_at)) != NULL;)
            if (t->seq >= 0 && t->status != TABLE_OVER)
                ids[count++] = t->id;
        if (count > 0)
            store_ask(
                app->store,
                &(struct store_question){.topic = STORE_ASK_SEQS, .values = ids, .count = count},
                looked, app);
        most -= LOOK_MOST;
    } while (most > 0 && count == LOOK_MOST);
    if (count < LOOK_MOST) { /* that was the last one: from the beginning again */
        app->look_at = 0;
        app->look_all = false;
    }
}

void cluster_join(struct app *app)
{
    app->shared = store_attend(app->store, &(struct store_node){.id = app->node,
                                                                .thinks = app->config.think != 0,
                                                                .hear = hear,
                                                                .context = app});
}
