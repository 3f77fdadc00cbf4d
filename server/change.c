/* SPDX-License-Identifier: MIT */
/* Copies of changes, with all their texts, for the thread that writes them. */
#include "change.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy_id(char out[STORE_ID_MAX + 1], const char *id)
{
    snprintf(out, STORE_ID_MAX + 1, "%s", id == NULL ? "" : id);
}

static void copy_event(struct change *copy, const struct store_event *event)
{
    size_t length = strlen(event->what) + 1;
    memcpy(copy->text, event->what, length);
    memcpy(copy->text + length, event->data, strlen(event->data) + 1);
    copy->event = *event;
    copy->event.what = copy->text;
    copy->event.data = copy->text + length;
    copy->has_event = true;
}

static void copy_rows(struct change *copy, const struct store_change *change)
{
    if ((copy->has_table = change->table != NULL))
        copy->table = *change->table;
    if ((copy->has_user = change->user != NULL))
        copy->user = *change->user;
    if ((copy->has_session = change->session != NULL))
        copy->session = *change->session;
    copy_id(copy->end_session, change->end_session);
    copy_id(copy->end_sessions_of, change->end_sessions_of);
    copy_id(copy->forget_user, change->forget_user);
    copy_id(copy->of_user, change->of_user);
    copy->user_version = change->user_version;
    snprintf(copy->life, sizeof copy->life, "%s", change->life == NULL ? "" : change->life);
}

struct change *change_copy(const struct store_change *change)
{
    size_t seats = change->seats == NULL ? 0 : (size_t)change->seat_count;
    size_t room = seats * (STORE_ID_MAX + 1);
    if (change->event != NULL)
        room += strlen(change->event->what) + strlen(change->event->data) + 2;
    size_t said = change->said == NULL ? 0 : strlen(change->said);
    struct change *copy = calloc(1, sizeof *copy + room + said + 1);
    if (copy == NULL)
        return NULL;
    copy->seats = (char(*)[STORE_ID_MAX + 1])(copy + 1);
    copy->text = copy->seats[seats];
    copy->said = (char *)(copy + 1) + room; /* the terminating zero is there */
    memcpy(copy->said, said == 0 ? "" : change->said, said);
    copy->seat_count = (int)seats;
    copy->has_seats = change->seats != NULL;
    for (size_t seat = 0; seat < seats; seat++)
        copy_id(copy->seats[seat], change->seats[seat]);
    if (change->event != NULL)
        copy_event(copy, change->event);
    copy_rows(copy, change);
    return copy;
}
