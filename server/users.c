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
#include "errand.h"
#include "limits.h"
#include "log.h"
#include "names.h"
#include "residency.h"
#include "sessions.h"

enum {
    USER_ID_BYTES = 9,
    MANY_USERS = 10000,
    TEND_MOST = 1024,
    FETCH_MOST = 400,
    FORGET_MS = 20000,
    NAMED_MOST = 3
};

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

static const struct store_answer *ask_owner(struct app *app, const char *name_key)
{
    struct store_question question = {.topic = STORE_ASK_OWNERS, .values = &name_key, .count = 1};
    snprintf(question.id, sizeof question.id, "%s", name_key);
    return errand_ask(app, &question);
}

enum store_found user_owner(struct app *app, const char *name_key,
                            const struct store_user **out_row)
{
    const struct store_answer *owner = ask_owner(app, name_key);
    if (owner == NULL)
        return STORE_LATER;
    *out_row = owner->count > 0 ? &owner->users[0] : NULL;
    return owner->found;
}

static bool is_anothers(const struct store_answer *owner, const struct user *user)
{
    return owner->found == STORE_FOUND && strcmp(owner->users[0].id, user->row.id) != 0;
}

enum refusal user_may_bear(struct app *app, const struct user *user, const char *name_key)
{
    const struct store_answer *owner = ask_owner(app, name_key);
    return owner == NULL                  ? LATER
           : owner->found == STORE_BROKEN ? BUSY
           : is_anothers(owner, user)     ? TAKEN
                                          : FINE;
}

/* Both are asked for at once. */
enum refusal user_may_be_called(struct app *app, const struct user *user, const char *name,
                                const char *key)
{
    char misread[STORE_NAME_MAX + 1];
    enum refusal refusal = user_may_bear(app, user, key);
    if ((refusal != FINE && refusal != LATER) || !name_misread_key(name, misread))
        return refusal;
    enum refusal other = user_may_bear(app, user, misread);
    return refusal == LATER ? LATER : other;
}

static void take_name(struct app *app, struct user *user)
{
    user->row.name[0] = user->look[0] = '\0';
    app->names++;
}

static void settle_look(struct user *user)
{
    user->look[0] = '\0';
    if (user->row.name[0] != '\0')
        name_key(user->row.name, strlen(user->row.name), user->look);
}

/* A guest on the way to hear that the name is somebody's. */
struct looking {
    struct app *app;
    char user[STORE_ID_MAX + 1], look[STORE_NAME_MAX + 1];
};

static void owner_known(void *context, struct store_answer *owner)
{
    struct looking *l = context;
    struct user *user = map_get(&l->app->users, l->user);
    if (user != NULL && !user_has_password(user) && strcmp(user->look, l->look) == 0 &&
        is_anothers(owner, user))
        take_name(l->app, user);
    store_answer_free(owner);
    free(l);
}

/* How the name looks, and that a guest does not look like somebody with a password. */
static void settle_name(struct app *app, struct user *user)
{
    settle_look(user);
    struct looking *l =
        user->look[0] == '\0' || user_has_password(user) ? NULL : calloc(1, sizeof *l);
    if (l == NULL)
        return;
    l->app = app;
    memcpy(l->user, user->row.id, sizeof l->user);
    memcpy(l->look, user->look, sizeof l->look);
    const char *key = l->look;
    store_ask(app->store,
              &(struct store_question){.topic = STORE_ASK_OWNERS, .values = &key, .count = 1},
              owner_known, l);
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
        app->names++;
    }
}

static void owners_known(void *context, struct store_answer *owners)
{
    for (int i = 0; i < owners->count; i++)
        clear_guests(context, owners->users[i].name_key, owners->users[i].id);
    store_answer_free(owners);
}

static void ask_owners(struct app *app, const char *const *keys, int count)
{
    if (count > 0)
        store_ask(
            app->store,
            &(struct store_question){.topic = STORE_ASK_OWNERS, .values = keys, .count = count},
            owners_known, app);
}

/* Does a guest in memory look so? */
static bool is_borne(const struct app *app, const char *look)
{
    const struct user *user;
    for (size_t at = 0; (user = map_next(&app->users, &at)) != NULL;)
        if (!user_has_password(user) && strcmp(user->look, look) == 0)
            return true;
    return false;
}

void users_hear_name(struct app *app, const char *name_key)
{
    if (is_borne(app, name_key))
        ask_owners(app, &name_key, 1);
}

void users_check_names(struct app *app)
{
    const char *keys[FETCH_MOST];
    const struct user *user;
    int count = 0;
    for (size_t at = 0; (user = map_next(&app->users, &at)) != NULL;) {
        if (user_has_password(user) || user->look[0] == '\0')
            continue;
        keys[count++] = user->look;
        if (count == FETCH_MOST) {
            ask_owners(app, keys, count);
            count = 0;
        }
    }
    ask_owners(app, keys, count);
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
    user->used = now_ms();
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

/* --- from the store --- */

/* Users on their way into memory. */
struct fetching {
    struct app *app;
    struct errand *errand;     /* that waits for them, or NULL */
    char id[STORE_ID_MAX + 1]; /* the only one, or "" */
    void (*done)(void *context);
    void *context;
    int64_t news; /* as many changes were heard of when it began */
    struct store_answer *rows;
};

/* Was the user changed elsewhere while the row was on its way? */
static bool is_overtaken(const struct fetching *f, const char *id)
{
    int64_t count = f->app->user_news.count, most = TK_COUNT(f->app->user_news.id);
    if (count - f->news > most)
        return true;
    for (int64_t i = f->news; i < count; i++)
        if (strcmp(f->app->user_news.id[i % most], id) == 0)
            return true;
    return false;
}

static void fetched(struct fetching *f)
{
    struct errand *errand = f->errand;
    void (*done)(void *context) = f->done;
    void *context = f->context;
    errand_keep(errand, STORE_ASK_USERS, f->id, f->rows);
    free(f);
    if (done != NULL)
        done(context);
    errand_go_on(errand);
}

/* Owners of the names of guests among the rows: now it is known who is called what. */
static void keep_rows(void *context, struct store_answer *owners)
{
    struct fetching *f = context;
    for (int i = 0; i < f->rows->count; i++) {
        const struct store_user *row = &f->rows->users[i];
        struct user *user = map_get(&f->app->users, row->id);
        if (user != NULL || (user = put_in_memory(f->app, row, true)) == NULL)
            continue;
        settle_look(user);
        for (int k = 0; !user_has_password(user) && k < owners->count; k++)
            if (strcmp(user->look, owners->users[k].name_key) == 0 &&
                strcmp(row->id, owners->users[k].id) != 0)
                take_name(f->app, user);
        if (is_overtaken(f, row->id))
            user_refresh(f->app, row->id);
    }
    store_answer_free(owners);
    fetched(f);
}

static void rows_came(void *context, struct store_answer *rows)
{
    struct fetching *f = context;
    char looks[FETCH_MOST][STORE_NAME_MAX + 1];
    const char *keys[FETCH_MOST];
    int count = 0;
    f->rows = rows;
    for (int i = 0; i < rows->count && count < FETCH_MOST; i++) {
        const struct store_user *row = &rows->users[i];
        if (row->password[0] != '\0' || row->name[0] == '\0')
            continue;
        name_key(row->name, strlen(row->name), looks[count]);
        keys[count] = looks[count];
        count++;
    }
    if (count == 0)
        return keep_rows(f, store_answer_new(STORE_NOTHING));
    store_ask(f->app->store,
              &(struct store_question){.topic = STORE_ASK_OWNERS, .values = keys, .count = count},
              keep_rows, f);
}

static void fetch(struct app *app, const char *const *ids, int count, struct errand *errand,
                  void (*done)(void *context), void *context)
{
    struct fetching *f = calloc(1, sizeof *f);
    if (f == NULL)
        abort(); /* whoever waits for it would wait for ever */
    *f = (struct fetching){.app = app,
                           .errand = errand,
                           .done = done,
                           .context = context,
                           .news = app->user_news.count};
    if (count == 1)
        snprintf(f->id, sizeof f->id, "%s", ids[0]);
    store_ask(app->store,
              &(struct store_question){.topic = STORE_ASK_USERS, .values = ids, .count = count},
              rows_came, f);
}

/* Those who are not in memory, each once; no more than can be asked for at once. */
static int find_missing(struct app *app, const char *const *ids, int count,
                        const char *out[FETCH_MOST])
{
    int found = 0;
    for (int i = 0; i < count && found < FETCH_MOST; i++) {
        struct user *user = map_get(&app->users, ids[i]);
        bool known = user != NULL || ids[i][0] == '\0';
        for (int k = 0; k < found && !known; k++)
            known = strcmp(out[k], ids[i]) == 0;
        if (user != NULL)
            user->used = now_ms();
        if (!known)
            out[found++] = ids[i];
    }
    return found;
}

/* An errand asks for names a few times: whoever is missing then has none. */
bool users_fetch(struct app *app, const char *const *ids, int count)
{
    const char *missing[FETCH_MOST];
    int found = find_missing(app, ids, count, missing);
    struct errand *errand = app->errand;
    if (found == 0 || (errand != NULL && errand->named >= NAMED_MOST))
        return true;
    if (errand == NULL) {
        fetch(app, missing, found, NULL, NULL, NULL);
        return find_missing(app, ids, count, missing) == 0;
    }
    bool was_later = errand->later;
    errand->named++;
    fetch(app, missing, found, errand_wait(app), NULL, NULL);
    errand->later = was_later || errand->waits > 0;
    return errand->waits == 0;
}

void users_fetch_then(struct app *app, const char *const *ids, int count,
                      void (*done)(void *context), void *context)
{
    const char *missing[FETCH_MOST];
    int found = find_missing(app, ids, count, missing);
    if (found == 0)
        done(context);
    else
        fetch(app, missing, found, NULL, done, context);
}

struct user *user_get(struct app *app, const char *id)
{
    struct user *user = map_get(&app->users, id);
    if (user != NULL)
        user->used = now_ms();
    return user;
}

enum store_found user_find(struct app *app, const char *id, struct user **out_user)
{
    *out_user = user_get(app, id);
    if (*out_user != NULL)
        return STORE_FOUND;
    const struct store_answer *rows = errand_kept(app, STORE_ASK_USERS, id);
    struct errand *errand = app->errand;
    if (rows == NULL && errand != NULL) {
        bool was_later = errand->later;
        fetch(app, &id, 1, errand_wait(app), NULL, NULL);
        *out_user = user_get(app, id);
        rows = errand_kept(app, STORE_ASK_USERS, id);
        errand->later = was_later || rows == NULL;
    }
    return *out_user != NULL            ? STORE_FOUND
           : errand == NULL             ? STORE_BROKEN
           : rows == NULL               ? STORE_LATER
           : rows->found == STORE_FOUND ? STORE_BROKEN /* there was no room for it */
                                        : rows->found;
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
    user->epoch++;
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
    user->epoch++;
    app->names++;
    tables_note_user(app, user);
}

static void save(struct app *app, struct user *user);

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
    save(app, user);
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
    save(app, user);
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

/* Whoever sits at a table in memory is named there. */
static void mark_seated(struct app *app, int64_t round)
{
    struct table *t;
    struct user *user;
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL;)
        for (int seat = 0; seat < t->config.players; seat++)
            if ((user = map_get(&app->users, t->seat[seat].user)) != NULL)
                user->sits = round;
}

static bool can_forget(const struct user *user, int64_t now)
{
    return user->sockets == 0 && !user->changing && !user->unsaved && user->sits != now &&
           now - user->used > FORGET_MS;
}

void users_tend(struct app *app)
{
    struct user *idle[TEND_MOST], *user;
    int count = 0;
    int64_t now = now_ms();
    bool many = app->users.count >= MANY_USERS;
    if (many)
        mark_seated(app, now);
    for (size_t at = 0; count < TEND_MOST && (user = map_next(&app->users, &at)) != NULL;) {
        if (user->unsaved && !user->changing)
            save(app, user);
        if (many && can_forget(user, now))
            idle[count++] = user;
    }
    for (int i = 0; i < count; i++) {
        map_remove(&app->users, idle[i]->row.id);
        release(idle[i]);
    }
}
