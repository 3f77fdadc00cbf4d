/* SPDX-License-Identifier: MIT */
/* Who is called what: whose a name is, and guests who must not look like somebody with a password. */
#include "users_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "errand.h"
#include "names.h"

static const struct store_answer *ask_owner(struct app *app, const char *name_key)
{
    struct store_question question = {.topic = STORE_ASK_OWNERS, .values = &name_key, .count = 1};
    snprintf(question.id, sizeof question.id, "%s", name_key);
    return errand_ask(app, &question);
}

enum store_found user_owner(struct app *app, const char *name_key,
                            const struct store_user **out_row)
{
    const struct store_answer *owner = ask_owner(app, name_key);
    if (owner == NULL)
        return STORE_LATER;
    *out_row = owner->count > 0 ? &owner->users[0] : NULL;
    return owner->found;
}

static bool is_anothers(const struct store_answer *owner, const struct user *user)
{
    return owner->found == STORE_FOUND && strcmp(owner->users[0].id, user->row.id) != 0;
}

enum refusal user_may_bear(struct app *app, const struct user *user, const char *name_key)
{
    const struct store_answer *owner = ask_owner(app, name_key);
    return owner == NULL                  ? LATER
           : owner->found == STORE_BROKEN ? BUSY
           : is_anothers(owner, user)     ? TAKEN
                                          : FINE;
}

/* Both are asked for at once. */
enum refusal user_may_be_called(struct app *app, const struct user *user, const char *name,
                                const char *key)
{
    char misread[STORE_NAME_MAX + 1];
    enum refusal refusal = user_may_bear(app, user, key);
    if ((refusal != FINE && refusal != LATER) || !name_misread_key(name, misread))
        return refusal;
    enum refusal other = user_may_bear(app, user, misread);
    return refusal == LATER ? LATER : other;
}

void user_take_name(struct app *app, struct user *user)
{
    user->row.name[0] = user->look[0] = '\0';
    app->names++;
}

void user_note_look(struct user *user)
{
    user->look[0] = '\0';
    if (user->row.name[0] != '\0')
        name_key(user->row.name, strlen(user->row.name), user->look);
}

/* A guest on the way to hear that the name is somebody's. */
struct looking {
    struct app *app;
    char user[STORE_ID_MAX + 1], look[STORE_NAME_MAX + 1];
};

static void owner_known(void *context, struct store_answer *owner)
{
    struct looking *l = context;
    struct user *user = map_get(&l->app->users, l->user);
    if (user != NULL && !user_has_password(user) && strcmp(user->look, l->look) == 0 &&
        is_anothers(owner, user))
        user_take_name(l->app, user);
    store_answer_free(owner);
    free(l);
}

void user_note_name(struct app *app, struct user *user)
{
    user_note_look(user);
    struct looking *l =
        user->look[0] == '\0' || user_has_password(user) ? NULL : calloc(1, sizeof *l);
    if (l == NULL)
        return;
    l->app = app;
    memcpy(l->user, user->row.id, sizeof l->user);
    memcpy(l->look, user->look, sizeof l->look);
    const char *key = l->look;
    store_ask(app->store,
              &(struct store_question){.topic = STORE_ASK_OWNERS, .values = &key, .count = 1},
              owner_known, l);
}

void users_clear_guests(struct app *app, const char *look, const char *owner)
{
    struct user *user;
    for (size_t at = 0; (user = map_next(&app->users, &at)) != NULL;) {
        if (user_has_password(user) || strcmp(user->look, look) != 0 ||
            strcmp(user->row.id, owner) == 0)
            continue;
        user_take_name(app, user);
    }
}

static void owners_known(void *context, struct store_answer *owners)
{
    for (int i = 0; i < owners->count; i++)
        users_clear_guests(context, owners->users[i].name_key, owners->users[i].id);
    store_answer_free(owners);
}

static void ask_owners(struct app *app, const char *const *keys, int count)
{
    if (count > 0)
        store_ask(
            app->store,
            &(struct store_question){.topic = STORE_ASK_OWNERS, .values = keys, .count = count},
            owners_known, app);
}

/* Does a guest in memory look so? */
static bool is_borne(const struct app *app, const char *look)
{
    const struct user *user;
    for (size_t at = 0; (user = map_next(&app->users, &at)) != NULL;)
        if (!user_has_password(user) && strcmp(user->look, look) == 0)
            return true;
    return false;
}

void users_hear_name(struct app *app, const char *name_key)
{
    if (is_borne(app, name_key))
        ask_owners(app, &name_key, 1);
}

void users_check_names(struct app *app)
{
    const char *keys[USERS_FETCH_MOST];
    const struct user *user;
    int count = 0;
    for (size_t at = 0; (user = map_next(&app->users, &at)) != NULL;) {
        if (user_has_password(user) || user->look[0] == '\0')
            continue;
        keys[count++] = user->look;
        if (count == USERS_FETCH_MOST) {
            ask_owners(app, keys, count);
            count = 0;
        }
    }
    ask_owners(app, keys, count);
}
