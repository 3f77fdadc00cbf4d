/* SPDX-License-Identifier: MIT */
/* Who looks at a table. */
#include "watchers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show.h"

static int find(const struct table *t, net_id socket)
{
    for (int i = 0; i < t->watcher_count; i++)
        if (t->watchers[i].socket == socket)
            return i;
    return -1;
}

static bool make_room(struct table *t)
{
    if (t->watcher_count < t->watcher_room)
        return true;
    int larger = t->watcher_room == 0 ? 4 : 2 * t->watcher_room;
    struct watcher *watchers = realloc(t->watchers, (size_t)larger * sizeof *watchers);
    if (watchers == NULL)
        return false;
    t->watchers = watchers;
    t->watcher_room = larger;
    return true;
}

/* A crowd does not keep out who plays, nor does one player with many sockets another. */
static bool is_full(const struct table *t, int seat)
{
    return seat < 0 ? t->watcher_count >= WATCHERS_MAX
                    : watchers_at(t, seat) >= SOCKETS_OF_A_PLAYER_MAX;
}

bool watch(struct table *t, net_id socket, const char *user)
{
    if (find(t, socket) >= 0)
        return true;
    int seat = table_seat_of(t, user);
    if (is_full(t, seat) || !make_room(t))
        return false;
    struct watcher *watcher = &t->watchers[t->watcher_count++];
    *watcher = (struct watcher){.socket = socket, .seat = seat};
    snprintf(watcher->user, sizeof watcher->user, "%s", user);
    if (t->watcher_count <= PEOPLE_TOLD_MAX)
        show_people(t);
    return true;
}

void unwatch(struct table *t, net_id socket)
{
    int at = find(t, socket);
    if (at < 0)
        return;
    t->watchers[at] = t->watchers[--t->watcher_count];
    if (t->watcher_count < PEOPLE_TOLD_MAX)
        show_people(t);
}

int watchers_at(const struct table *t, int seat)
{
    int count = 0;
    for (int i = 0; i < t->watcher_count; i++)
        count += t->watchers[i].seat == seat;
    return count;
}

bool is_watched_by_player(const struct table *t)
{
    for (int i = 0; i < t->watcher_count; i++)
        if (t->watchers[i].seat >= 0)
            return true;
    return false;
}
