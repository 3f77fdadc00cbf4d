/* SPDX-License-Identifier: MIT */
/* Users in memory, and how they come there. */
#include "users_internal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "clocks.h"
#include "errand.h"
#include "limits.h"
#include "names.h"
#include "residency.h"
#include "sessions.h"

enum { USER_ID_BYTES = 9, MANY_USERS = 10000, TEND_MOST = 1024, FORGET_MS = 20000, NAMED_MOST = 3 };

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
        user_note_name(app, user);
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
        user_note_look(user);
        for (int k = 0; !user_has_password(user) && k < owners->count; k++)
            if (strcmp(user->look, owners->users[k].name_key) == 0 &&
                strcmp(row->id, owners->users[k].id) != 0)
                user_take_name(f->app, user);
        if (is_overtaken(f, row->id))
            user_refresh(f->app, row->id);
    }
    store_answer_free(owners);
    fetched(f);
}

static void rows_came(void *context, struct store_answer *rows)
{
    struct fetching *f = context;
    char looks[USERS_FETCH_MOST][STORE_NAME_MAX + 1];
    const char *keys[USERS_FETCH_MOST];
    int count = 0;
    f->rows = rows;
    for (int i = 0; i < rows->count && count < USERS_FETCH_MOST; i++) {
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
                        const char *out[USERS_FETCH_MOST])
{
    int found = 0;
    for (int i = 0; i < count && found < USERS_FETCH_MOST; i++) {
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
    const char *missing[USERS_FETCH_MOST];
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
    const char *missing[USERS_FETCH_MOST];
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

/* --- out of memory again --- */

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
            user_save(app, user);
        if (many && can_forget(user, now))
            idle[count++] = user;
    }
    for (int i = 0; i < count; i++) {
        map_remove(&app->users, idle[i]->row.id);
        release(idle[i]);
    }
}
