/* SPDX-License-Identifier: MIT */
/* Rematch: the same table with the seats rotated. The new table is written first, then the event. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "deeds.h"
#include "journal.h"
#include "limits.h"
#include "residency.h"
#include "thinking.h"
#include "users.h"

struct rematch {
    struct app *app;
    char table[STORE_ID_MAX + 1], next[STORE_ID_MAX + 1], key[STORE_ID_MAX + 1];
    struct request *request;
};

static void created(void *context, bool fine)
{
    struct rematch *m = context;
    struct table *t = map_get(&m->app->tables, m->table);
    struct event event = {.kind = EVENT_REMATCH};
    t->writing = false;
    snprintf(event.facts.next, sizeof event.facts.next, "%s", m->next);
    snprintf(event.facts.key, sizeof event.facts.key, "%s", m->key);
    if (fine)
        journal_append(t, &event, m->request, json_pack("{s:s}", "next", m->next));
    else
        deed_refuse(t, m->request, refusal_json(BUSY));
    free(m);
    if (t->writing)
        return;
    journal_is_quiet(t);
    deed_next(t);
}

static void rotated_wish(const struct table *t, const struct deed *d, struct wish *out)
{
    *out = (struct wish){.game = t->game,
                         .config = t->config,
                         .clock = t->clock,
                         .open = t->open,
                         .hints = t->hints,
                         .quick = t->quick,
                         .late_random = !d->facts->has_random};
    snprintf(out->owner, sizeof out->owner, "%s", d->request->user);
    for (int i = 0; i < t->config.players; i++) {
        int from = (i + 1) % t->config.players;
        struct seat_wish *seat = &out->seat[i];
        seat->kind = t->seat[from].kind == SEAT_BOT ? SEAT_BOT
                     : from == d->seat              ? SEAT_PERSON
                                                    : SEAT_FRIEND;
        snprintf(seat->level, sizeof seat->level, "%s", t->seat[from].level);
        snprintf(seat->style, sizeof seat->style, "%s", t->seat[from].style);
        if (from != d->seat)
            continue;
        snprintf(seat->user, sizeof seat->user, "%s", d->request->user);
        seat->has_random = d->facts->has_random;
        memcpy(seat->random, d->facts->random, RANDOM_BYTES);
    }
}

enum refusal judge_rematch(struct deed *d)
{
    struct table *t = d->table;
    struct user *user = user_get(t->app, d->request->user);
    struct wish wish;
    if (t->next[0] != '\0') {
        d->no_event = true;
        d->extra = json_pack("{s:s}", "next", t->next);
        return FINE;
    }
    if (user == NULL || user_is_leaving(user))
        return FORBIDDEN;
    rotated_wish(t, d, &wish);
    if (!thinking_offers_all(t->app, &wish)) /* played offline, or when there were more workers */
        return NOT_NOW;
    int64_t wait = 0;
    enum refusal refusal =
        table_allowed(t->app, user, d->request->address, &wish, d->request->unfinished, &wait);
    if (refusal != FINE) {
        d->error = refusal == TOO_MANY ? refusal_wait(wait) : NULL;
        return refusal;
    }
    struct rematch *m = calloc(1, sizeof *m);
    if (m == NULL)
        return BUSY;
    m->app = t->app;
    m->request = d->request;
    snprintf(m->table, sizeof m->table, "%s", t->id);
    t->writing = true; /* nothing else happens here until the new table exists */
    refusal = table_create(t->app, &wish, m->next, m->key, created, m);
    if (refusal != FINE) {
        t->writing = false;
        free(m);
        return refusal;
    }
    d->postponed = true;
    return FINE;
}
