/* SPDX-License-Identifier: MIT */
/* Tables for everybody that wait for players, counted by the address they were made from. */
#include "offers.h"

#include <stdio.h>
#include <string.h>

#include "app.h"
#include "duty.h"
#include "limits.h"
#include "presence.h"
#include "residency.h"

static void drop(struct offers *offers, int index)
{
    int after = --offers->count - index;
    memmove(offers->table[index], offers->table[index + 1],
            (size_t)after * sizeof offers->table[0]);
}

static bool is_attended(const struct table *t)
{
    bool attended = presence_at(t, TK_SPECTATOR) > 0;
    for (int seat = 0; seat < t->config.players; seat++)
        attended |= presence_at(t, seat) > 0;
    return attended;
}

/* The oldest that may end, or -1. Those that began or ended meanwhile are not counted any more. */
static int find_idle(struct app *app, struct offers *offers, bool *out_later)
{
    int idle = -1;
    *out_later = false;
    for (int i = offers->count - 1; i >= 0; i--) {
        struct table *t;
        enum refusal refusal = table_find(app, offers->table[i], &t);
        *out_later |= refusal == LATER;
        if (refusal == NOT_FOUND || (refusal == FINE && t->status != TABLE_OPEN)) {
            drop(offers, i);
            idle--;
        } else if (refusal == FINE && !is_attended(t)) {
            idle = i;
        }
    }
    return idle < 0 ? -1 : idle;
}

enum refusal offers_ask(struct app *app, struct address *address)
{
    bool later;
    if (app->config.open_limits || address == NULL || address->offers.count < OFFERS_MAX)
        return FINE;
    int idle = find_idle(app, &address->offers, &later);
    return later ? LATER : address->offers.count < OFFERS_MAX || idle >= 0 ? FINE : FULL;
}

static void end_idle(struct app *app, struct offers *offers)
{
    bool later;
    int idle = find_idle(app, offers, &later);
    struct table *t = idle < 0 ? NULL : map_get(&app->tables, offers->table[idle]);
    if (offers->count < OFFERS_MAX)
        return;
    drop(offers, idle < 0 ? 0 : idle);
    if (t == NULL)
        return;
    t->close_asked = true;
    table_wake(t);
}

void offers_add(struct app *app, struct address *address, const char *table)
{
    if (app->config.open_limits || address == NULL)
        return;
    struct offers *offers = &address->offers;
    if (offers->count == OFFERS_MAX)
        end_idle(app, offers);
    snprintf(offers->table[offers->count++], sizeof offers->table[0], "%s", table);
}
