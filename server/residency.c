/* SPDX-License-Identifier: MIT */
/* Tables in and out of memory. */
#include "residency.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "app.h"
#include "clocks.h"
#include "cluster.h"
#include "deeds.h"
#include "duty.h"
#include "fold.h"
#include "journal.h"
#include "limits.h"
#include "log.h"
#include "users.h"

enum {
    ID_BYTES = 16,      /* of table ids: too many to guess */
    FORGET_MS = 60000,  /* after which an idle table is forgotten */
    SOON_MS = 120000,   /* something due within this keeps it */
    FORGET_MOST = 256,  /* at once */
    DUE_MOST = 64,      /* woken at once */
    DUE_LATE_MS = 3000, /* tables in memory have this long to do it themselves */
    LEASE_MS = 15000,   /* who could not do it, for want of the data say, tries again after that */
    READ_AGAIN_MS = 1000,
    GUEST_TABLES = 12, /* unfinished tables of a guest, */
    USER_TABLES = 60,  /* and of somebody with a password */
};

static struct table *make_table(struct app *app, const char *id)
{
    struct table *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->app = app;
    t->seq = t->pause_position = -1;
    t->undo_seat = t->person_ply = -1;
    t->last_request = &t->first_request;
    t->used = now_ms();
    snprintf(t->id, sizeof t->id, "%s", id);
    return t;
}

static void free_table(struct table *t)
{
    table_stop_timer(t);
    free(t->held);
    while (t->first_request != NULL) {
        struct request *request = t->first_request;
        t->first_request = request->next;
        deed_free(request);
    }
    history_clear(&t->history);
    free(t->state);
    free(t->watchers);
    free(t->elsewhere);
    free(t);
}

void table_forget(struct table *t)
{
    map_remove(&t->app->tables, t->id);
    free_table(t);
}

/* --- loading --- */

/* An event that cannot be understood freezes the table; the others are still told. */
static bool fold_loaded(void *context, const struct store_event *stored)
{
    static struct folded folded;
    struct table *t = context;
    struct event event;
    if (stored->seq != t->seq + 1 || !event_decode(stored, &event)) {
        t->frozen = true;
        t->seq = stored->seq;
        return t->game != NULL;
    }
    table_fold(t, &event, NULL, &folded);
    return true;
}

/* What is not in memory yet. A store that does not tell all of it is asked again later: until then
 * nothing happens at the table. */
static enum store_found read_events(struct table *t)
{
    t->frozen = false;
    enum store_found found =
        store_events(t->app->store, t->id, t->seq + 1, INT64_MAX, fold_loaded, t);
    t->unread = found == STORE_BROKEN ? now_ms() : 0;
    t->frozen |= found == STORE_BROKEN;
    return found;
}

static struct table *in_memory(struct table *t)
{
    t->used = now_ms();
    if (t->unread != 0 && t->used - t->unread > READ_AGAIN_MS && read_events(t) != STORE_BROKEN)
        table_wake(t);
    return t->seq < 0 ? NULL : t; /* not yet durable: nobody knows of it */
}

/* Without its first event a table is nothing. If its row can be read, the events are damaged. */
static enum refusal why_nothing(struct app *app, const char *id, enum store_found found)
{
    struct store_table row;
    if (found == STORE_NOTHING)
        return NOT_FOUND;
    if (store_table(app->store, id, &row) == STORE_BROKEN)
        return BUSY;
    log_event("frozen", LOG_TEXT("why", "the beginning of a table cannot be read"),
              LOG_TEXT("table", id));
    return FROZEN;
}

/* --- who cannot come any more --- */

static enum seat_left left_by(const struct user *user)
{
    return user->row.gone ? LEFT_FOR_GOOD : user->row.banned ? LEFT_FOR_NOW : LEFT_NOT;
}

static void note_left(struct table *t)
{
    const char *ids[TK_SEATS_MAX];
    struct user *user;
    int count = 0;
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind == SEAT_PERSON)
            ids[count++] = t->seat[seat].user;
    users_fetch(t->app, ids, count); /* they will be named, too */
    for (int seat = 0; t->status != TABLE_OVER && seat < t->config.players; seat++)
        if (t->seat[seat].kind == SEAT_PERSON &&
            (user = map_get(&t->app->users, t->seat[seat].user)) != NULL)
            t->seat[seat].left = left_by(user);
}

void tables_note_user(struct app *app, const struct user *user)
{
    struct table *t;
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL;) {
        int seat =
            t->seq < 0 || t->status == TABLE_OVER ? TK_SPECTATOR : table_seat_of(t, user->row.id);
        if (seat < 0 || t->seat[seat].left == left_by(user))
            continue;
        t->seat[seat].left = left_by(user);
        table_wake(t);
    }
}

static enum refusal load_table(struct app *app, const char *id, struct table **out_table)
{
    struct table *t = make_table(app, id);
    if (t == NULL)
        return BUSY;
    enum store_found found = read_events(t);
    bool nothing = found == STORE_NOTHING || t->game == NULL;
    if (nothing || !map_put(&app->tables, id, t)) {
        free_table(t);
        return nothing ? why_nothing(app, id, found) : BUSY;
    }
    if (t->frozen)
        log_event("frozen", LOG_TEXT("why", "a table cannot be continued"), LOG_TEXT("table", id));
    note_left(t);
    table_wake(t);
    *out_table = t;
    return FINE;
}

enum refusal table_find_fresh(struct app *app, const char *id, struct table **out_table)
{
    bool there = map_get(&app->tables, id) != NULL;
    enum refusal refusal = table_find(app, id, out_table);
    if (refusal != FINE || !there || cluster_freshen(*out_table))
        return refusal;
    *out_table = NULL;
    return BUSY;
}

/* Paths can hold any bytes, and not every store takes what is no text for a question. */
static bool is_id(const char *text)
{
    size_t length = strlen(text);
    return length <= STORE_ID_MAX &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                        "0123456789-_") == length;
}

enum refusal table_find(struct app *app, const char *id, struct table **out_table)
{
    struct table *t = map_get(&app->tables, id);
    *out_table = NULL;
    if (t == NULL)
        return is_id(id) ? load_table(app, id, out_table) : NOT_FOUND;
    *out_table = in_memory(t);
    return *out_table == NULL ? NOT_FOUND : FINE;
}

struct table *table_get(struct app *app, const char *id)
{
    struct table *t;
    table_find(app, id, &t);
    return t;
}

/* --- creating --- */

static void random_text(char *out, size_t size, size_t bytes)
{
    uint8_t raw[32];
    randombytes_buf(raw, bytes);
    sodium_bin2base64(out, size, raw, bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static bool wants_bots(const struct wish *wish)
{
    bool bots = false;
    for (int seat = 0; seat < wish->config.players; seat++)
        bots |= wish->seat[seat].kind == SEAT_BOT;
    return bots;
}

static bool count_one(void *context, const struct store_table *row)
{
    (void)row;
    ++*(int *)context;
    return true;
}

/* Where somebody sits the store knows; tables of bots alone are always in memory. */
static int unfinished_tables(struct app *app, const struct user *user, int most)
{
    struct table *t;
    int seated = 0, owned = 0;
    /* if they cannot be read, no new one can be written */
    store_tables(app->store, STORE_MINE, user->row.id, most, count_one, &seated);
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL;)
        owned += t->status != TABLE_OVER && strcmp(t->owner, user->row.id) == 0;
    return seated > owned ? seated : owned;
}

static int tables_most(const struct user *user)
{
    return user->row.password[0] == '\0' ? GUEST_TABLES : USER_TABLES;
}

/* The table is one of those that are counted. */
bool table_may_get_bots(struct app *app, const struct user *user)
{
    int most = tables_most(user);
    return app->config.open_limits || unfinished_tables(app, user, most + 1) <= most;
}

/* Whoever has used up their own does not use up that of their household. */
enum refusal table_allowed(struct app *app, struct user *user, const char *from,
                           const struct wish *wish, int64_t *out_wait_ms)
{
    int most = tables_most(user);
    struct address *address = address_get(app, from);
    if (app->config.open_limits)
        return FINE;
    if (!allowance_take(&allow_user_tables, &user->tables, &user->tables_at, out_wait_ms) ||
        (address != NULL &&
         !allowance_take(&allow_tables, &address->tables, &address->tables_at, out_wait_ms)))
        return TOO_MANY;
    return (wants_bots(wish) || wish->offline) && unfinished_tables(app, user, most) >= most ? FULL
                                                                                             : FINE;
}

enum refusal table_create(struct app *app, struct wish *wish, char out_id[STORE_ID_MAX + 1],
                          char out_key[STORE_ID_MAX + 1], void (*done)(void *context, bool fine),
                          void *context)
{
    random_text(out_id, STORE_ID_MAX + 1, ID_BYTES);
    random_text(out_key, STORE_ID_MAX + 1, ID_BYTES);
    struct table *t = make_table(app, out_id);
    struct request *r = calloc(1, sizeof *r);
    if (t == NULL || r == NULL || !map_put(&app->tables, out_id, t)) {
        free(t);
        free(r);
        return BUSY;
    }
    struct event event = {.kind = EVENT_CREATED};
    snprintf(wish->key, sizeof wish->key, "%s", out_key);
    if (!wish->offline && app->config.same_deals)
        memset(wish->secret, 0, sizeof wish->secret);
    else if (!wish->offline)
        randombytes_buf(wish->secret, sizeof wish->secret);
    event.facts.wish = *wish;
    r->done = done;
    r->context = context;
    journal_append(t, &event, r, NULL);
    return FINE;
}

/* --- forgetting and waking --- */

static bool can_forget(const struct table *t, int64_t now)
{
    struct duty duty = table_duty(t);
    bool soon = duty.kind != DUTY_NONE && duty.at < now + SOON_MS;
    return t->watcher_count == 0 && !t->writing && !t->thinking && t->first_request == NULL &&
           !soon && (!t->close_asked || t->status == TABLE_OVER) && now - t->used > FORGET_MS;
}

void residency_forget_idle(struct app *app)
{
    int64_t now = now_ms();
    struct table *idle[FORGET_MOST], *t;
    int count = 0;
    for (size_t at = 0; count < FORGET_MOST && (t = map_next(&app->tables, &at)) != NULL;)
        if (t->seq >= 0 && can_forget(t, now))
            idle[count++] = t;
    for (int i = 0; i < count; i++)
        table_forget(idle[i]);
}

static bool wake_one(void *context, const char *id, int64_t due)
{
    struct app *app = context;
    (void)due;
    struct table *t = table_get(app, id);
    if (t == NULL)
        return true;
    cluster_freshen(t);
    t->mine = true;
    table_wake(t);
    return true;
}

void residency_wake_due(struct app *app)
{
    int64_t now = now_ms();
    bool at_once = !app->woken || app->work || app->config.worker;
    store_due(app->store, now - (at_once ? 0 : DUE_LATE_MS), DUE_MOST, app->node, now + LEASE_MS,
              wake_one, app);
    app->woken = true;
    app->work = false;
}
