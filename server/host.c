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
#include "errand.h"
#include "log.h"
#include "residency.h"
#include "socket.h"
#include "users.h"

enum { MINUTE_MS = 60000 };

static enum refusal announce(struct app *app, const char *text)
{
    cluster_say(app, text);
    return FINE;
}

static enum refusal ban(struct app *app, const char *user)
{
    return user_ban(app, user, true);
}

static enum refusal unban(struct app *app, const char *user)
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

static enum refusal mute(struct app *app, const char *data)
{
    char user[STORE_ID_MAX + 1];
    const char *minutes = split(data, user);
    return minutes == NULL ? BAD_REQUEST
                           : user_mute(app, user, now_ms() + MINUTE_MS * atoll(minutes));
}

static enum refusal rename_user(struct app *app, const char *data)
{
    char user[STORE_ID_MAX + 1];
    const char *name = split(data, user);
    return name == NULL ? BAD_REQUEST : user_rename(app, user, name);
}

/* A game that is closed ends as it stands; a table that has not begun is no longer offered. */
static enum refusal close_table(struct app *app, const char *id)
{
    struct table *t;
    enum refusal refusal = table_find(app, id, &t);
    if (refusal != FINE)
        return refusal;
    if (t->status == TABLE_OVER)
        return NOT_NOW;
    t->close_asked = true;
    table_wake(t);
    return FINE;
}

static const struct {
    const char *what;
    enum refusal (*obey)(struct app *, const char *data);
} commands[] = {
    {"announce", announce},  {"ban", ban},           {"unban", unban}, {"mute", mute},
    {"rename", rename_user}, {"close", close_table},
};

static void obey(struct errand *e)
{
    struct store_command *command = e->context;
    enum refusal refusal = BAD_REQUEST;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(commands[i].what, command->what) == 0)
            refusal = commands[i].obey(e->app, command->data);
    if (refusal == LATER)
        return;
    log_event("admin", LOG_TEXT("command", command->what), LOG_TEXT("to", command->data),
              LOG_TEXT("result", refusal == FINE ? "done" : "could not be done"));
    free(command->what);
    free(command->data);
    free(command);
}

/* What cannot be read now is there the next second. */
static void commands_came(void *context, struct store_answer *answer)
{
    struct app *app = context;
    app->obeying = false;
    for (int i = 0; i < answer->count; i++) {
        struct store_command *command = malloc(sizeof *command);
        if (command == NULL || answer->commands[i].what == NULL ||
            answer->commands[i].data == NULL) {
            free(command);
            continue;
        }
        *command = answer->commands[i];
        answer->commands[i] = (struct store_command){0};
        errand_run(app, 0, obey, command);
    }
    store_answer_free(answer);
}

/* One such question is under way at a time. */
void host_obey(struct app *app)
{
    if (app->obeying)
        return;
    app->obeying = true;
    store_ask(app->store, &(struct store_question){.topic = STORE_ASK_COMMANDS}, commands_came,
              app);
}
