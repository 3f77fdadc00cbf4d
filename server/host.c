/* SPDX-License-Identifier: MIT */
/* Commands of the host. Every one is logged. */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "clocks.h"
#include "cluster.h"
#include "duty.h"
#include "log.h"
#include "residency.h"
#include "socket.h"
#include "users.h"

enum { MINUTE_MS = 60000 };

static bool announce(struct app *app, const char *text)
{
    cluster_say(app, text);
    return true;
}

static bool ban(struct app *app, const char *user)
{
    return user_ban(app, user, true);
}

static bool unban(struct app *app, const char *user)
{
    return user_ban(app, user, false);
}

/* "USER MINUTES" or "USER NAME": the user and the rest. */
static const char *split(const char *data, char user[STORE_ID_MAX + 1])
{
    size_t length = strcspn(data, " ");
    if (length > STORE_ID_MAX || data[length] == '\0')
        return NULL;
    snprintf(user, STORE_ID_MAX + 1, "%.*s", (int)length, data);
    return data + length + 1;
}

static bool mute(struct app *app, const char *data)
{
    char user[STORE_ID_MAX + 1];
    const char *minutes = split(data, user);
    return minutes != NULL && user_mute(app, user, now_ms() + MINUTE_MS * atoll(minutes));
}

static bool rename_user(struct app *app, const char *data)
{
    char user[STORE_ID_MAX + 1];
    const char *name = split(data, user);
    return name != NULL && user_rename(app, user, name) == FINE;
}

/* A game that is closed ends as it stands; a table that has not begun is no longer offered. */
static bool close_table(struct app *app, const char *id)
{
    struct table *t = table_get(app, id);
    if (t == NULL || t->status == TABLE_OVER)
        return false;
    t->close_asked = true;
    table_wake(t);
    return true;
}

static const struct {
    const char *what;
    bool (*obey)(struct app *, const char *data);
} commands[] = {
    {"announce", announce},  {"ban", ban},           {"unban", unban}, {"mute", mute},
    {"rename", rename_user}, {"close", close_table},
};

static void obey(void *context, const char *what, const char *data)
{
    bool done = false;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].what, what) == 0)
            done = commands[i].obey(context, data);
    log_event("admin", LOG_TEXT("command", what), LOG_TEXT("to", data),
              LOG_TEXT("result", done ? "done" : "could not be done"));
}

void host_obey(struct app *app)
{
    store_commands(app->store, obey, app); /* what cannot be read now is there the next second */
}
