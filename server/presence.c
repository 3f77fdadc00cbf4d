/* SPDX-License-Identifier: MIT */
/* Telling other nodes who is here, and remembering what they told. */
#include "presence.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "clocks.h"
#include "cluster.h"
#include "show.h"
#include "watchers.h"

enum {
    ELSEWHERE_MAX = 16,
    AGAIN_MS = 4000,      /* the same is told again */
    FORGOTTEN_MS = 10000, /* what was not told again is not so any more */
    TEXT_MAX = 7000,
};

/* What other nodes say of a table. */
struct elsewhere {
    struct {
        char node[STORE_ID_MAX + 1]; /* "": free */
        unsigned seats;              /* a bit each */
        int watchers;
        int64_t at;
    } of[ELSEWHERE_MAX];
};

int presence_at(const struct table *t, int seat)
{
    int count = watchers_at(t, seat);
    for (int i = 0; t->elsewhere != NULL && i < ELSEWHERE_MAX; i++) {
        if (t->elsewhere->of[i].node[0] == '\0')
            continue;
        count += seat == TK_SPECTATOR ? t->elsewhere->of[i].watchers
                                      : (int)(t->elsewhere->of[i].seats >> seat & 1);
    }
    return count;
}

/* --- telling --- */

static unsigned seats_here(const struct table *t)
{
    unsigned seats = 0;
    for (int seat = 0; seat < t->config.players; seat++)
        seats |= watchers_at(t, seat) > 0 ? 1U << seat : 0;
    return seats;
}

/* Is there something to tell of this table? It is noted as told. */
static bool is_news(struct table *t, int64_t now, unsigned *out_seats, int *out_watchers)
{
    *out_seats = t->watcher_count == 0 ? 0 : seats_here(t);
    *out_watchers = t->watcher_count == 0 ? 0 : watchers_at(t, TK_SPECTATOR);
    bool changed = *out_seats != t->told.seats || *out_watchers != t->told.watchers;
    if (!changed && (t->watcher_count == 0 || now - t->told.at < AGAIN_MS))
        return false;
    t->told.seats = *out_seats;
    t->told.watchers = *out_watchers;
    t->told.at = now;
    return true;
}

/* What was not told again is dropped, and the viewers here hear of it. */
static void forget_silent(struct table *t, int64_t now)
{
    bool changed = false;
    for (int i = 0; t->elsewhere != NULL && i < ELSEWHERE_MAX; i++)
        if (t->elsewhere->of[i].node[0] != '\0' && now - t->elsewhere->of[i].at > FORGOTTEN_MS) {
            t->elsewhere->of[i].node[0] = '\0';
            changed = true;
        }
    if (changed && t->watcher_count > 0)
        show_people(t);
}

/* "NODE TABLE:SEATS:WATCHERS TABLE:…" */
void presence_tend(struct app *app)
{
    char text[TEXT_MAX + 80];
    struct table *t;
    int64_t now = now_ms();
    size_t begun = (size_t)snprintf(text, sizeof text, "p%s", app->node), used = begun;
    for (size_t at = 0; (t = map_next(&app->tables, &at)) != NULL;) {
        unsigned seats;
        int watchers;
        forget_silent(t, now);
        if (t->seq < 0 || !is_news(t, now, &seats, &watchers))
            continue;
        used +=
            (size_t)snprintf(text + used, sizeof text - used, " %s:%u:%d", t->id, seats, watchers);
        if (used < TEXT_MAX)
            continue;
        cluster_tell(app, text);
        used = begun;
    }
    if (used > begun)
        cluster_tell(app, text);
}

/* --- hearing --- */

/* The place of a node, or a free one; -1: there is none. */
static int place_of(const struct elsewhere *elsewhere, const char *node)
{
    int place = -1;
    for (int i = 0; i < ELSEWHERE_MAX; i++)
        if (strcmp(elsewhere->of[i].node, node) == 0)
            return i;
        else if (place < 0 && elsewhere->of[i].node[0] == '\0')
            place = i;
    return place;
}

static void hear_of(struct table *t, const char *node, unsigned seats, int watchers)
{
    if (t->elsewhere == NULL)
        t->elsewhere = calloc(1, sizeof *t->elsewhere);
    int place = t->elsewhere == NULL ? -1 : place_of(t->elsewhere, node);
    if (place < 0)
        return;
    bool known = t->elsewhere->of[place].node[0] != '\0';
    bool changed = !known || t->elsewhere->of[place].seats != seats ||
                   t->elsewhere->of[place].watchers != watchers;
    snprintf(t->elsewhere->of[place].node, STORE_ID_MAX + 1, "%s", node);
    t->elsewhere->of[place].seats = seats;
    t->elsewhere->of[place].watchers = watchers;
    t->elsewhere->of[place].at = now_ms();
    if (changed && t->watcher_count > 0)
        show_people(t);
}

void presence_hear(struct app *app, const char *text)
{
    char node[STORE_ID_MAX + 1], id[STORE_ID_MAX + 1];
    unsigned seats;
    int watchers, length = 0;
    if (sscanf(text, "%24s%n", node, &length) != 1)
        return;
    for (text += length; sscanf(text, " %24[^: ]:%u:%d%n", id, &seats, &watchers, &length) == 3;
         text += length) {
        struct table *t = map_get(&app->tables, id);
        if (t != NULL)
            hear_of(t, node, seats, watchers);
    }
}
