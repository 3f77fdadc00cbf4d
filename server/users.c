/* SPDX-License-Identifier: MIT */
/* Users in memory, and their rows. */
#include "users.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app.h"
#include "clocks.h"
#include "limits.h"
#include "log.h"
#include "names.h"
#include "residency.h"
#include "sessions.h"

enum { USER_ID_BYTES = 9, MANY_USERS = 10000, TEND_MOST = 1024, FETCH_MOST = 200 };

void random_id(int bytes, char out[STORE_ID_MAX + 1])
{
    uint8_t random[STORE_ID_MAX];
    randombytes_buf(random, (size_t)bytes);
    sodium_bin2base64(out, STORE_ID_MAX + 1, random, (size_t)bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

bool user_has_password(const struct user *user)
{
    return user->row.password[0] != '\0';
}

bool user_is_leaving(const struct user *user)
{
    return user->leaving || user->row.gone;
}

json_t *user_json(const struct user *user)
{
    return json_pack("{s:s,s:s,s:b,s:b}", "id", user->row.id, "name", user->row.name, "guest",
                     !user_has_password(user), "has_password", user_has_password(user));
}

/* --- names --- */

enum refusal user_may_bear(struct app *app, const struct user *user, const char *name_key)
{
    struct store_user other;
    switch (store_user_by_key(app->store, name_key, &other)) {
    case STORE_NOTHING:
        return FINE;
    case STORE_FOUND:
        return strcmp(other.id, user->row.id) == 0 ? FINE : TAKEN;
    default:
        return BUSY;
    }
}

enum refusal user_may_be_called(struct app *app, const struct user *user, const char *name,
                                const char *key)
{
    char misread[STORE_NAME_MAX + 1];
    enum refusal refusal = user_may_bear(app, user, key);
    return refusal == FINE && name_misread_key(name, misread) ? user_may_bear(app, user, misread)
                                                              : refusal;
}

static void take_name(struct app *app, struct user *user)
{
    user->row.name[0] = user->look[0] = '\0';
    app->names++;
}

/* How the name looks, and that a guest does not look like somebody with a password. */
static void settle_name(struct app *app, struct user *user)
{
    user->look[0] = '\0';
    if (user->row.name[0] == '\0')
        return;
    name_key(user->row.name, strlen(user->row.name), user->look);
    if (!user_has_password(user) && user_may_bear(app, user, user->look) == TAKEN)
        take_name(app, user);
}

/* A name was given to its owner: guests who bear it have none now. */
static void clear_guests(struct app *app, const char *look, const char *owner)
{
    struct user *user;
    for (size_t at = 0; (user = map_next(&app->users, &at)) != NULL;) {
        if (user_has_password(user) || strcmp(user->look, look) != 0 ||
            strcmp(user->row.id, owner) == 0)
            continue;
        user->row.name[0] = user->look[0] = '\0';
    }
}

/* --- in memory --- */

static struct user *put_in_memory(struct app *app, const struct store_user *row, bool stored)
{
    struct user *user = calloc(1, sizeof *user);
    if (user == NULL)
        return NULL;
    user->row = *row;
    user->stored = stored;
    user->chat = allow_chat.most;
    user->work = allow_work.most;
    if (!map_put(&app->users, row->id, user)) {
        free(user);
        return NULL;
    }
    return user;
}

static struct user *remember(struct app *app, const struct store_user *row, bool stored)
{
    struct user *user = put_in_memory(app, row, stored);
    if (user != NULL)
        settle_name(app, user);
    return user;
}

/* --- many at once --- */

/* Rows that were read, and the keys of guests among them that may be somebody's. */
struct batch {
    struct app *app;
    int guests;
    struct user *guest[FETCH_MOST];
};

static void keep_row(void *context, const struct store_user *row)
{
    struct batch *batch = context;
    struct user *user = map_get(&batch->app->users, row->id);
    if (user != NULL || (user = put_in_memory(batch->app, row, true)) == NULL ||
        row->name[0] == '\0')
        return;
    name_key(row->name, strlen(row->name), user->look);
    if (!user_has_password(user))
        batch->guest[batch->guests++] = user;
}

static void keep_name_for(void *context, const struct store_user *owner)
{
    struct batch *batch = context;
    for (int i = 0; i < batch->guests; i++)
        if (strcmp(batch->guest[i]->look, owner->name_key) == 0 &&
            strcmp(batch->guest[i]->row.id, owner->id) != 0)
            take_name(batch->app, batch->guest[i]);
}

static void fetch_some(struct app *app, const char *const *ids, int count)
{
    struct batch batch = {.app = app};
    const char *looks[FETCH_MOST];
    store_users(app->store, STORE_BY_ID, ids, count, keep_row, &batch);
    for (int i = 0; i < batch.guests; i++)
        looks[i] = batch.guest[i]->look;
    if (batch.guests > 0)
        store_users(app->store, STORE_BY_KEY, looks, batch.guests, keep_name_for, &batch);
}

void users_fetch(struct app *app, const char *const *ids, int count)
{
    const char *missing[FETCH_MOST];
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (map_get(&app->users, ids[i]) == NULL)
            missing[found++] = ids[i];
        if (found == FETCH_MOST || (found > 0 && i == count - 1)) {
            fetch_some(app, missing, found);
            found = 0;
        }
    }
}

enum store_found user_find(struct app *app, const char *id, struct user **out_user)
{
    struct store_user row;
    *out_user = map_get(&app->users, id);
    if (*out_user != NULL)
        return STORE_FOUND;
    enum store_found found = store_user(app->store, id, &row);
    if (found == STORE_FOUND && (*out_user = remember(app, &row, true)) == NULL)
        found = STORE_BROKEN;
    return found;
}

struct user *user_get(struct app *app, const char *id)
{
    struct user *user;
    user_find(app, id, &user);
    return user;
}

struct user *user_guest(struct app *app)
{
    struct store_user row = {.created = now_ms()};
    random_id(USER_ID_BYTES, row.id);
    return remember(app, &row, false);
}

/* A guest has no row in the store before doing something that needs one; the cookie is enough. */
struct user *user_returning(struct app *app, const char *id)
{
    struct store_user row = {.created = now_ms()};
    snprintf(row.id, sizeof row.id, "%s", id);
    return remember(app, &row, false);
}

static void release(struct user *user)
{
    sessions_forget(user);
    free(user);
}

void users_free(struct app *app)
{
    struct user *user;
    for (size_t at = 0; (user = map_next(&app->users, &at)) != NULL;)
        release(user);
    map_clear(&app->users);
}

/* --- changes --- */

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
    settle_name(app, user);
    if (user_has_password(user))
        clear_guests(app, user->look, user->row.id);
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
    app->names++;
    tables_note_user(app, user);
}

static void save(struct app *app, struct user *user);

/* The row as the store has it now. What the host decided here and is not yet written stays decided. */
static void follow(struct app *app, struct user *user, const struct store_user *row)
{
    bool was_banned = user->row.banned;
    int64_t generation = user->row.generation;
    bool banned = user->unsaved ? was_banned : row->banned;
    int64_t muted_until = user->unsaved ? user->row.muted_until : row->muted_until;
    sessions_forget(user);
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

void user_refresh(struct app *app, const char *id)
{
    struct user *user = map_get(&app->users, id);
    struct store_user row;
    if (user == NULL)
        return;
    user->stale = user->changing;
    if (user->stale)
        return;
    if (store_user(app->store, id, &row) == STORE_FOUND)
        follow(app, user, &row);
}

/* The row was another node's meanwhile: nobody has the name, and the same may be asked again. */
static bool was_behind(struct app *app, const struct writing *w)
{
    struct store_user row;
    return app->shared && w->has_row && store_user(app->store, w->id, &row) == STORE_FOUND &&
           row.version != w->expected;
}

static void written(void *context, enum store_result result)
{
    struct writing *w = context;
    struct user *user = map_get(&w->app->users, w->id);
    if (result == STORE_CONFLICT && was_behind(w->app, w)) {
        result = STORE_FAILED;
        if (user != NULL)
            user->stale = true;
    }
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
        save(w->app, user);
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

static void save(struct app *app, struct user *user)
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
        save(app, user);
}

bool user_ban(struct app *app, const char *id, bool banned)
{
    struct user *user = user_get(app, id);
    if (user == NULL || user->row.gone)
        return false;
    user->row.banned = banned;
    save(app, user);
    tables_note_user(app, user);
    if (banned)
        user_disconnect(app, id, NULL, 1008, "banned");
    return true;
}

bool user_mute(struct app *app, const char *id, int64_t until)
{
    struct user *user = user_get(app, id);
    if (user == NULL || user->row.gone)
        return false;
    user->row.muted_until = until;
    save(app, user);
    return true;
}

enum refusal user_rename(struct app *app, const char *id, const char *name)
{
    struct user *user = user_get(app, id);
    char key[STORE_NAME_MAX + 1];
    if (user == NULL || user->row.gone)
        return NOT_FOUND;
    struct store_user row = user->row;
    if (name_check(name, strlen(name), row.name, key) != NAME_FINE)
        return BAD_REQUEST;
    enum refusal refusal = user_may_be_called(app, user, row.name, key);
    if (refusal != FINE || !user_begin(user))
        return refusal == FINE ? BUSY : refusal;
    if (user_has_password(user))
        memcpy(row.name_key, key, sizeof key);
    user_write(app, user, &(struct store_change){.user = &row}, NULL, NULL);
    return FINE;
}

void users_tend(struct app *app)
{
    struct user *idle[TEND_MOST], *user;
    int count = 0;
    bool many = app->users.count >= MANY_USERS;
    for (size_t at = 0; count < TEND_MOST && (user = map_next(&app->users, &at)) != NULL;) {
        if (user->unsaved && !user->changing)
            save(app, user);
        if (many && user->sockets == 0 && !user->changing && !user->unsaved)
            idle[count++] = user;
    }
    for (int i = 0; i < count; i++) {
        map_remove(&app->users, idle[i]->row.id);
        release(idle[i]);
    }
}
