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
#include "errand.h"
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
    LOADS_MOST = 1000,  /* tables on their way into memory */
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
    journal_forget_recent(t);
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
static void fold_answer(struct table *t, const struct store_answer *answer)
{
    bool go_on = true;
    t->frozen = false;
    for (int i = 0; go_on && i < answer->count; i++)
        if (answer->events[i].seq > t->seq)
            go_on = fold_loaded(t, &answer->events[i]);
    t->unread = answer->found == STORE_BROKEN ? now_ms() : 0;
    t->frozen |= answer->found == STORE_BROKEN;
}

/* A table by its name: it may be forgotten when an answer comes. */
struct rereading {
    struct app *app;
    char table[STORE_ID_MAX + 1];
};

static void reread(void *context, struct store_answer *answer)
{
    struct rereading *r = context;
    struct table *t = map_get(&r->app->tables, r->table);
    if (t != NULL) {
        t->fetching = false;
        if (!t->writing)
            fold_answer(t, answer);
        if (t->unread == 0)
            table_wake(t);
    }
    store_answer_free(answer);
    free(r);
}

static struct store_question events_from(const char *table, int64_t first)
{
    struct store_question question = {.topic = STORE_ASK_EVENTS, .first = first, .last = INT64_MAX};
    snprintf(question.id, sizeof question.id, "%s", table);
    return question;
}

static void read_again(struct table *t)
{
    struct rereading *r = calloc(1, sizeof *r);
    struct store_question question = events_from(t->id, t->seq + 1);
    if (r == NULL)
        return;
    r->app = t->app;
    memcpy(r->table, t->id, sizeof r->table);
    t->fetching = true;
    t->unread = now_ms();
    store_ask(t->app->store, &question, reread, r);
}

static struct table *in_memory(struct table *t)
{
    t->used = now_ms();
    if (t->unread != 0 && !t->fetching && !t->writing && t->used - t->unread > READ_AGAIN_MS)
        read_again(t);
    return t->seq < 0 ? NULL : t; /* not yet durable: nobody knows of it */
}

/* --- who cannot come any more --- */

static enum seat_left left_by(const struct user *user)
{
    return user->row.gone ? LEFT_FOR_GOOD : user->row.banned ? LEFT_FOR_NOW : LEFT_NOT;
}

static void note_left(struct table *t)
{
    const struct user *user;
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

/* --- on the way into memory --- */

/* A table that is being read, and who waits for it. */
struct load {
    struct app *app;
    struct table *table;
    char id[STORE_ID_MAX + 1];
    int64_t hinted; /* the last event that others are said to have written meanwhile */
    bool take_over; /* what is due at it is ours */
    struct load_waiter {
        struct load_waiter *next;
        struct errand *errand;
    } * waiters;
};

/* What came of it is kept for those who waited, as the answer to what is not asked otherwise. */
static void tell_waiters(struct load *load, enum refusal refusal)
{
    struct load_waiter *next = load->waiters, *waiter;
    map_remove(&load->app->loads, load->id);
    while ((waiter = next) != NULL) {
        next = waiter->next;
        struct store_answer *came = store_answer_new(STORE_NOTHING);
        came->wait_ms = refusal;
        errand_keep(waiter->errand, STORE_ASK_SEQS, load->id, came);
        errand_go_on(waiter->errand);
        free(waiter);
    }
    free(load);
}

/* Those who sit there are in memory now, too. */
static void be_loaded(void *context)
{
    struct load *load = context;
    struct table *t = load->table;
    if (load->app->draining || !map_put(&load->app->tables, load->id, t)) {
        free_table(t);
        return tell_waiters(load, BUSY);
    }
    if (t->frozen)
        log_event("frozen", LOG_TEXT("why", "a table cannot be continued"),
                  LOG_TEXT("table", load->id));
    note_left(t);
    t->hinted = load->hinted;
    t->mine = load->take_over;
    t->used = now_ms();
    table_wake(t);
    cluster_follow(t);
    tell_waiters(load, FINE);
}

/* Without its first event a table is nothing. If its row can be read, the events are damaged. */
static enum refusal why_nothing(const struct load *load, const struct store_answer *answer)
{
    if (answer->found != STORE_BROKEN && answer->count == 0)
        return NOT_FOUND;
    if (answer->last < 0)
        return BUSY;
    log_event("frozen", LOG_TEXT("why", "the beginning of a table cannot be read"),
              LOG_TEXT("table", load->id));
    return FROZEN;
}

static void events_came(void *context, struct store_answer *answer)
{
    struct load *load = context;
    struct table *t = load->table;
    const char *ids[TK_SEATS_MAX];
    int count = 0;
    fold_answer(t, answer);
    enum refusal refusal = t->game == NULL ? why_nothing(load, answer) : FINE;
    store_answer_free(answer);
    if (refusal != FINE) {
        free_table(t);
        return tell_waiters(load, refusal);
    }
    for (int seat = 0; seat < t->config.players; seat++)
        if (t->seat[seat].kind == SEAT_PERSON)
            ids[count++] = t->seat[seat].user;
    users_fetch_then(load->app, ids, count, be_loaded, load);
}

/* True: the errand under way waits for it. It may be in memory, or be found to be nothing, at once. */
static void wait_for(struct load *load)
{
    struct load_waiter *waiter = load->app->errand == NULL ? NULL : calloc(1, sizeof *waiter);
    if (waiter == NULL)
        return;
    waiter->errand = errand_wait(load->app);
    waiter->next = load->waiters;
    load->waiters = waiter;
}

static void load_table(struct app *app, const char *id, bool take_over)
{
    struct load *load = map_get(&app->loads, id);
    if (load != NULL) {
        load->take_over |= take_over;
        return wait_for(load);
    }
    load = app->loads.count < LOADS_MOST ? calloc(1, sizeof *load) : NULL;
    struct table *t = load == NULL ? NULL : make_table(app, id);
    if (t == NULL || !map_put(&app->loads, id, load)) {
        free(t);
        free(load);
        return;
    }
    *load = (struct load){.app = app, .table = t, .take_over = take_over};
    memcpy(load->id, t->id, sizeof load->id);
    wait_for(load);
    struct store_question question = events_from(id, 0);
    store_ask(app->store, &question, events_came, load);
}

void residency_hear(struct app *app, const char *id, int64_t seq)
{
    struct load *load = map_get(&app->loads, id);
    if (load != NULL && seq > load->hinted)
        load->hinted = seq;
}

/* Paths can hold any bytes, and not every store takes what is no text for a question. */
bool is_id(const char *text)
{
    size_t length = strlen(text);
    return length <= STORE_ID_MAX &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                        "0123456789-_") == length;
}

static enum refusal find_or_load(struct app *app, const char *id, struct table **out_table)
{
    const struct store_answer *came = errand_kept(app, STORE_ASK_SEQS, id);
    struct errand *errand = app->errand;
    bool was_later = errand != NULL && errand->later;
    if (came == NULL)
        load_table(app, id, false);
    struct table *t = map_get(&app->tables, id);
    came = errand_kept(app, STORE_ASK_SEQS, id);
    bool coming = t == NULL && came == NULL && map_get(&app->loads, id) != NULL;
    if (errand != NULL)
        errand->later = was_later || coming;
    *out_table = t == NULL ? NULL : in_memory(t);
    return *out_table != NULL      ? FINE
           : coming                ? LATER
           : came == NULL          ? BUSY
           : came->wait_ms == FINE ? BUSY /* it is gone again */
                                   : (enum refusal)came->wait_ms;
}

enum refusal table_find(struct app *app, const char *id, struct table **out_table)
{
    struct table *t = map_get(&app->tables, id);
    *out_table = NULL;
    if (t == NULL)
        return is_id(id) ? find_or_load(app, id, out_table) : NOT_FOUND;
    *out_table = in_memory(t);
    return *out_table == NULL ? NOT_FOUND : FINE;
}

enum refusal table_find_fresh(struct app *app, const char *id, struct table **out_table)
{
    enum refusal refusal = table_find(app, id, out_table);
    if (refusal == FINE && app->shared && errand_kept(app, STORE_ASK_SEQS, id) == NULL) {
        struct store_question question = events_from(id, (*out_table)->seq + 1);
        refusal = cluster_freshen(*out_table, errand_ask(app, &question));
    }
    if (refusal != FINE)
        *out_table = NULL;
    return refusal;
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

bool table_is_counted(const struct wish *wish)
{
    bool counted = wish->offline;
    for (int seat = 0; seat < wish->config.players; seat++)
        counted |= wish->seat[seat].kind == SEAT_BOT;
    return counted;
}

/* Where somebody sits the store knows; tables of bots alone are always in memory. */
enum refusal tables_unfinished(struct app *app, const char *user, int *out_count)
{
    struct store_question question = {
        .topic = STORE_ASK_TABLES, .list = STORE_MINE, .most = USER_TABLES + 1};
    const struct table *t;
    int owned = 0;
    *out_count = 0;
    if (app->config.open_limits)
        return FINE;
    snprintf(question.id, sizeof question.id, "%s", user);
    const struct store_answer *seated = errand_ask(app, &question);
    if (seated == NULL || seated->found == STORE_BROKEN)
        return seated == NULL ? LATER : BUSY;
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL;)
        owned += t->status != TABLE_OVER && strcmp(t->owner, user) == 0;
    *out_count = seated->count > owned ? seated->count : owned;
    return FINE;
}

static int tables_most(const struct user *user)
{
    return user->row.password[0] == '\0' ? GUEST_TABLES : USER_TABLES;
}

/* The table is one of those that are counted. */
bool table_may_get_bots(struct app *app, const struct user *user, int unfinished)
{
    return app->config.open_limits || unfinished <= tables_most(user);
}

/* Whoever has used up their own does not use up that of their household. */
enum refusal table_allowed(struct app *app, struct user *user, const char *from,
                           const struct wish *wish, int unfinished, int64_t *out_wait_ms)
{
    int most = tables_most(user);
    struct address *address = address_get(app, from);
    if (app->config.open_limits)
        return FINE;
    if (!allowance_take(&allow_user_tables, &user->tables, &user->tables_at, out_wait_ms) ||
        (address != NULL &&
         !allowance_take(&allow_tables, &address->tables, &address->tables_at, out_wait_ms)))
        return TOO_MANY;
    return table_is_counted(wish) && unfinished >= most ? FULL : FINE;
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
           t->readers == 0 && !soon && (!t->close_asked || t->status == TABLE_OVER) &&
           now - t->used > FORGET_MS;
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

static void wake_all(void *context, struct store_answer *due)
{
    struct app *app = context;
    for (int i = 0; !app->draining && i < due->count; i++) {
        struct table *t = map_get(&app->tables, due->due[i]);
        if (t == NULL)
            load_table(app, due->due[i], true);
        else if (t->seq >= 0)
            cluster_take_over(t);
    }
    app->waking = false;
    store_answer_free(due);
}

/* One such question is under way at a time. */
void residency_wake_due(struct app *app)
{
    int64_t now = now_ms();
    bool at_once = !app->woken || app->work || app->config.worker;
    if (app->waking)
        return;
    struct store_question question = {.topic = STORE_ASK_DUE,
                                      .first = now - (at_once ? 0 : DUE_LATE_MS),
                                      .last = now + LEASE_MS,
                                      .most = DUE_MOST};
    snprintf(question.id, sizeof question.id, "%s", app->node);
    app->waking = app->woken = true;
    app->work = false;
    store_ask(app->store, &question, wake_all, app);
}
