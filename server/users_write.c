/* SPDX-License-Identifier: MIT */
/* Users who change: what is written before it is true, what another node has written, what the host decides. */
#include "users_internal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "errand.h"
#include "log.h"
#include "names.h"
#include "residency.h"
#include "sessions.h"

struct writing {
    struct app *app;
    char id[STORE_ID_MAX + 1];
    bool has_row, forgets;
    struct store_user row;
    int64_t expected; /* the version that the row had */
    user_done *done;
    void *context;
};

bool user_begin(struct user *user)
{
    if (user->changing)
        return false;
    user->changing = true;
    return true;
}

void user_end(struct user *user)
{
    user->changing = false;
}

/* The row is durable. What the host decided while it was written stays decided. */
static void adopt(struct app *app, struct user *user, const struct store_user *row)
{
    bool banned = user->row.banned;
    int64_t muted_until = user->row.muted_until;
    user->row = *row;
    user->row.banned = banned;
    user->row.muted_until = muted_until;
    user->stored = true;
    user->epoch++;
    user_note_name(app, user);
    if (user_has_password(user))
        users_clear_guests(app, user->look, user->row.id);
    app->names++;
}

/* Nothing is left but the id, which keeps the cookies of old void. */
static void bury(struct app *app, struct user *user)
{
    struct store_user row = {.gone = true, .generation = user->row.generation};
    memcpy(row.id, user->row.id, sizeof row.id);
    sessions_forget(user);
    user->row = row;
    user->look[0] = '\0';
    user->unsaved = false;
    user->stored = true;
    user->epoch++;
    app->names++;
    tables_note_user(app, user);
}

/* The row as the store has it now. What the host decided here and is not yet written stays decided. */
static void follow(struct app *app, struct user *user, const struct store_user *row,
                   const struct store_answer *sessions)
{
    bool was_banned = user->row.banned;
    int64_t generation = user->row.generation;
    bool banned = user->unsaved ? was_banned : row->banned;
    int64_t muted_until = user->unsaved ? user->row.muted_until : row->muted_until;
    bool knew = user->sessions != NULL;
    sessions_forget(user);
    if (knew && sessions != NULL)
        session_list_take(user, sessions);
    if (row->gone) {
        bury(app, user);
        user->row.generation = row->generation;
        return user_disconnect(app, row->id, NULL, 1008, "deleted");
    }
    adopt(app, user, row);
    user->row.banned = banned;
    user->row.muted_until = muted_until;
    if (banned != was_banned)
        tables_note_user(app, user);
    if (banned && !was_banned)
        user_disconnect(app, row->id, NULL, 1008, "banned");
    else if (row->generation != generation)
        user_disconnect(app, row->id, NULL, 1008, "signed out");
    else
        user_disconnect_ended(app, user);
}

/* Row and sessions of a user as the store has them, on their way. */
struct refreshing {
    struct app *app;
    char id[STORE_ID_MAX + 1];
    int64_t epoch; /* of the user when it was asked for */
    int missing;
    struct store_answer *row, *sessions;
};

static void refreshed(struct refreshing *r)
{
    struct app *app = r->app;
    struct user *user = map_get(&app->users, r->id);
    if (--r->missing > 0)
        return;
    if (user != NULL && user->changing)
        user->stale = true;
    else if (user != NULL && user->epoch != r->epoch)
        user_refresh(app, r->id); /* it is of before a change of our own */
    else if (user != NULL && r->row->found == STORE_FOUND)
        follow(app, user, &r->row->users[0], r->sessions);
    store_answer_free(r->row);
    store_answer_free(r->sessions);
    free(r);
}

static void row_known(void *context, struct store_answer *row)
{
    struct refreshing *r = context;
    r->row = row;
    refreshed(r);
}

static void sessions_known(void *context, struct store_answer *sessions)
{
    struct refreshing *r = context;
    r->sessions = sessions;
    refreshed(r);
}

void user_refresh(struct app *app, const char *id)
{
    struct user *user = map_get(&app->users, id);
    if (user == NULL)
        return;
    user->stale = user->changing;
    struct refreshing *r = user->stale ? NULL : calloc(1, sizeof *r);
    if (r == NULL)
        return;
    bool ask_sessions = user->sessions != NULL; /* else they are read when they are needed */
    *r = (struct refreshing){.app = app, .epoch = user->epoch, .missing = ask_sessions ? 2 : 1};
    memcpy(r->id, user->row.id, sizeof r->id);
    const char *ids = r->id;
    struct store_question question = {.topic = STORE_ASK_SESSIONS};
    snprintf(question.id, sizeof question.id, "%s", id);
    store_ask(app->store,
              &(struct store_question){.topic = STORE_ASK_USERS, .values = &ids, .count = 1},
              row_known, r);
    if (ask_sessions)
        store_ask(app->store, &question, sessions_known, r);
}

void user_heard(struct app *app, const char *id)
{
    int64_t place = app->user_news.count++ % TK_COUNT(app->user_news.id);
    snprintf(app->user_news.id[place], sizeof app->user_news.id[0], "%s", id);
    user_refresh(app, id);
}

static void finish(struct writing *w, enum store_result result);

/* The row was another node's meanwhile: nobody has the name, and the same may be asked again. */
static void conflict_explained(void *context, struct store_answer *row)
{
    struct writing *w = context;
    struct user *user = map_get(&w->app->users, w->id);
    bool behind = row->found == STORE_FOUND && row->users[0].version != w->expected;
    if (behind && user != NULL)
        user->stale = true;
    store_answer_free(row);
    finish(w, behind ? STORE_FAILED : STORE_CONFLICT);
}

static void written(void *context, enum store_result result)
{
    struct writing *w = context;
    const char *id = w->id;
    if (result == STORE_CONFLICT && w->app->shared && w->has_row)
        store_ask(w->app->store,
                  &(struct store_question){.topic = STORE_ASK_USERS, .values = &id, .count = 1},
                  conflict_explained, w);
    else
        finish(w, result);
}

static void finish(struct writing *w, enum store_result result)
{
    struct user *user = map_get(&w->app->users, w->id);
    if (user != NULL) {
        if (result == STORE_DURABLE && w->has_row)
            adopt(w->app, user, &w->row);
        if (result == STORE_DURABLE && w->forgets)
            bury(w->app, user);
        user_end(user);
    }
    if (w->done != NULL)
        w->done(w->app, user, result, w->context);
    if (user != NULL && user->stale)
        user_refresh(w->app, w->id);
    /* a disk that does not take it is left alone until users_tend comes by */
    if (result == STORE_DURABLE && user != NULL && user->unsaved && !user->changing)
        user_save(w->app, user);
    free(w);
}

void user_write(struct app *app, struct user *user, const struct store_change *change,
                user_done *done, void *context)
{
    struct writing *w = calloc(1, sizeof *w);
    if (w == NULL) {
        user_end(user);
        if (done != NULL)
            done(app, user, STORE_FAILED, context);
        return;
    }
    *w = (struct writing){.app = app,
                          .has_row = change->user != NULL,
                          .forgets = change->forget_user != NULL,
                          .done = done,
                          .context = context};
    memcpy(w->id, user->row.id, sizeof w->id);
    struct store_change versioned = *change;
    versioned.of_user = w->id;
    if (w->has_row) {
        w->row = *change->user;
        w->expected = w->row.version;
        randombytes_buf(&versioned.user_version, sizeof versioned.user_version);
        w->row.version = versioned.user_version &= INT64_MAX;
    }
    store_write(app->store, &versioned, written, w);
}

/* --- rows that only have to be there --- */

static void saved(struct app *app, struct user *user, enum store_result result, void *context)
{
    (void)app, (void)context;
    if (result == STORE_DURABLE)
        return;
    log_event("store", LOG_TEXT("why", "a user could not be written"),
              LOG_TEXT("user", user == NULL ? "" : user->row.id));
    if (user != NULL)
        user->unsaved = true;
}

void user_save(struct app *app, struct user *user)
{
    user->unsaved = !user_begin(user);
    if (user->unsaved)
        return;
    struct store_user row = user->row;
    user_write(app, user, &(struct store_change){.user = &row}, saved, NULL);
}

void user_keep(struct app *app, struct user *user)
{
    if (!user->stored && !user->row.gone)
        user_save(app, user);
}

static enum refusal find_for_host(struct app *app, const char *id, struct user **out_user)
{
    enum store_found found = user_find(app, id, out_user);
    return found == STORE_LATER                              ? LATER
           : found == STORE_BROKEN                           ? BUSY
           : found == STORE_NOTHING || (*out_user)->row.gone ? NOT_FOUND
                                                             : FINE;
}

enum refusal user_ban(struct app *app, const char *id, bool banned)
{
    struct user *user;
    enum refusal refusal = find_for_host(app, id, &user);
    if (refusal != FINE)
        return refusal;
    user->row.banned = banned;
    user_save(app, user);
    tables_note_user(app, user);
    if (banned)
        user_disconnect(app, id, NULL, 1008, "banned");
    return FINE;
}

enum refusal user_mute(struct app *app, const char *id, int64_t until)
{
    struct user *user;
    enum refusal refusal = find_for_host(app, id, &user);
    if (refusal != FINE)
        return refusal;
    user->row.muted_until = until;
    user_save(app, user);
    return FINE;
}

enum refusal user_rename(struct app *app, const char *id, const char *name)
{
    struct user *user;
    char key[STORE_NAME_MAX + 1];
    enum refusal refusal = find_for_host(app, id, &user);
    if (refusal != FINE)
        return refusal;
    struct store_user row = user->row;
    if (name_check(name, strlen(name), row.name, key) != NAME_FINE)
        return BAD_REQUEST;
    refusal = user_may_be_called(app, user, row.name, key);
    if (refusal != FINE || !user_begin(user))
        return refusal == FINE ? BUSY : refusal;
    if (user_has_password(user))
        memcpy(row.name_key, key, sizeof key);
    user_write(app, user, &(struct store_change){.user = &row}, NULL, NULL);
    return FINE;
}
