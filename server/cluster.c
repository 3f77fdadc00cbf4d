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
    MOMENT_MS = 100,
};

bool cluster_is_keeper(const struct table *t)
{
    return !t->app->shared || t->mine;
}

/* --- tables --- */

/* Whoever asked may be forgotten when the answer comes. */
struct following {
    struct app *app;
    char table[STORE_ID_MAX + 1];
};

static void fetched(void *context, enum store_found found, const struct store_event *events,
                    int count)
{
    struct following *f = context;
    struct table *t = map_get(&f->app->tables, f->table);
    free(f);
    if (t == NULL)
        return;
    t->fetching = false;
    if (t->writing || t->app->draining)
        return; /* what is being written meets the gap, and reads it */
    if (found != STORE_FOUND || !journal_take_in(t, events, count))
        return; /* the next look is not far */
    table_wake(t);
    cluster_follow(t);
}

void cluster_follow(struct table *t)
{
    if (!t->app->shared || t->seq < 0 || t->writing || t->fetching || t->hinted <= t->seq)
        return;
    struct following *f = calloc(1, sizeof *f);
    if (f == NULL)
        return;
    f->app = t->app;
    snprintf(f->table, sizeof f->table, "%s", t->id);
    t->fetching = true;
    store_fetch(t->app->store, t->id, t->seq + 1, fetched, f);
}

/* What this node is writing is in the store a moment before it is told; if that moment is long, the
 * database has been lost in between, and what is there may be another's. */
bool cluster_freshen(struct table *t)
{
    struct store_table row;
    if (!t->app->shared || t->frozen)
        return true;
    if (store_table(t->app->store, t->id, &row) != STORE_FOUND)
        return false;
    if (row.seq <= t->seq)
        return true;
    t->hinted = row.seq;
    return t->writing ? now_ms() - t->writing_at < MOMENT_MS : journal_catch_up(t);
}

static void hear_table(struct app *app, const char *id, int64_t seq)
{
    struct table *t = map_get(&app->tables, id);
    if (t == NULL)
        return;
    if (seq > t->hinted)
        t->hinted = seq;
    cluster_follow(t);
}

/* --- news --- */

/* There was no connection: all tables in memory are looked at; users who were changed are told. */
static void catch_up(struct app *app)
{
    app->look_at = 0;
    app->look_all = true;
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
        return user_refresh(app, news->id);
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
        store_look(app->store, ids, count);
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
