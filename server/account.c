/* SPDX-License-Identifier: MIT */
/* Handlers of my account. Every change is written before it counts; see users.h. */
#include "account.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "clocks.h"
#include "errand.h"
#include "guessing.h"
#include "hashing.h"
#include "limits.h"
#include "log.h"
#include "names.h"
#include "sessions.h"
#include "users.h"

/* --- answers --- */

/* {"user":…} with the cookie that makes the client this user. */
static void respond_user(struct app *app, net_id id, const struct user *user, const char *session,
                         bool secure)
{
    char cookie[COOKIE_MAX];
    session_cookie(app, user, session, secure, cookie);
    respond(app, id, 200, json_pack("{s:o}", "user", user_json(user)), cookie);
}

static void respond_left(struct app *app, net_id id)
{
    respond(app, id, 200, json_pack("{s:b}", "ok", 1), session_no_cookie);
}

static void refuse_name(struct call *c, enum name_problem problem)
{
    const struct name_words *words = name_problem_words(problem);
    json_t *error = refusal_json(BAD_REQUEST);
    json_object_set_new(error, "problem", json_string(words->code));
    json_object_set_new(error, "words", json_pack("{s:s,s:s}", "en", words->en, "fa", words->fa));
    refuse_with(c->app, c->request->id, BAD_REQUEST, error);
}

static enum refusal refusal_of(enum store_result result)
{
    static const enum refusal refusals[] = {
        [STORE_DURABLE] = FINE, [STORE_CONFLICT] = TAKEN, [STORE_FAILED] = BUSY};
    return refusals[result];
}

/* A string of the body; NULL if it is none or too long. */
static const char *text_of(const struct call *c, const char *key, size_t most)
{
    json_t *value = json_object_get(c->body, key);
    return json_is_string(value) && json_string_length(value) <= most ? json_string_value(value)
                                                                      : NULL;
}

/* --- who asked, kept while the disk or a hash is waited for --- */

struct asker {
    struct hashing_job job; /* first, so that a job is an asker */
    net_id id;
    bool secure;
    char user[STORE_ID_MAX + 1];
    char session[STORE_ID_MAX + 1]; /* of the cookie */
    char other[STORE_ID_MAX + 1];   /* a session that is to end */
    char agent[256];
    char key[STORE_NAME_MAX + 1]; /* of the name that signs in */
    struct store_session fresh;   /* begins with this */
};

static struct asker *asker_new(const struct call *c, const char *user)
{
    struct asker *a = calloc(1, sizeof *a);
    if (a == NULL)
        return NULL;
    a->id = c->request->id;
    a->secure = c->request->secure;
    address_household(c->request->address, a->job.aside.address);
    snprintf(a->user, sizeof a->user, "%s", user);
    snprintf(a->session, sizeof a->session, "%s", c->session);
    snprintf(a->agent, sizeof a->agent, "%s", c->request->agent);
    return a;
}

/* One change of an account at a time; an asker for it, or an answer that there is none. */
static struct asker *begin(struct call *c)
{
    if (!user_begin(c->user)) {
        refuse(c->app, c->request->id, BUSY);
        return NULL;
    }
    struct asker *a = asker_new(c, c->user->row.id);
    if (a == NULL) {
        user_end(c->user);
        refuse(c->app, c->request->id, BUSY);
    }
    return a;
}

/* The user of a finished job, if still what they were; else they were told. */
static struct user *still_there(struct app *app, struct asker *a)
{
    struct user *user = map_get(&app->users, a->user);
    bool fine = a->job.right && !a->job.failed;
    if (user != NULL && fine && !user->row.banned && !user->row.gone)
        return user;
    refuse(app, a->id, a->job.failed ? BUSY : fine ? FORBIDDEN : WRONG_PASSWORD);
    if (user != NULL)
        user_end(user);
    free(a);
    return NULL;
}

/* --- me --- */

/* A guest costs memory before doing anything: an address gets only so many. */
static bool may_be_guest(struct call *c)
{
    struct address *address = address_get(c->app, c->request->address);
    int64_t wait = 0;
    if (c->app->config.open_limits || address == NULL ||
        allowance_take(&allow_guests, &address->guests, &address->guests_at, &wait))
        return true;
    refuse_for(c, wait);
    return false;
}

static void remember_home(struct app *app, const struct user *user, const char *address)
{
    char household[HOUSEHOLD_MAX];
    address_household(address, household);
    if (user_has_password(user))
        guessing_home(app->guessing, user->look, household);
}

void get_me(struct call *c)
{
    if (c->user == NULL && !may_be_guest(c))
        return;
    if (c->user == NULL && (c->user = user_guest(c->app)) == NULL)
        return refuse(c->app, c->request->id, BUSY);
    remember_home(c->app, c->user, c->request->address);
    respond_user(c->app, c->request->id, c->user, c->session, c->request->secure);
}

static void renamed(struct app *app, struct user *user, enum store_result result, void *context)
{
    struct asker *a = context;
    if (result == STORE_DURABLE && user != NULL)
        respond_user(app, a->id, user, a->session, a->secure);
    else
        refuse(app, a->id, result == STORE_DURABLE ? BUSY : refusal_of(result));
    free(a);
}

void post_me(struct call *c)
{
    json_t *given = json_object_get(c->body, "name");
    char name[STORE_NAME_MAX + 1], key[STORE_NAME_MAX + 1];
    if (!json_is_string(given))
        return refuse(c->app, c->request->id, BAD_REQUEST);
    enum name_problem problem =
        name_check(json_string_value(given), json_string_length(given), name, key);
    if (problem != NAME_FINE)
        return refuse_name(c, problem);
    enum refusal refusal = user_may_be_called(c->app, c->user, name, key);
    if (refusal != FINE)
        return refuse(c->app, c->request->id, refusal);
    struct asker *a = begin(c);
    if (a == NULL)
        return;
    struct store_user row = c->user->row;
    memcpy(row.name, name, sizeof row.name);
    if (user_has_password(c->user)) /* guests may share a name; whoever signs in may not */
        memcpy(row.name_key, key, sizeof row.name_key);
    user_write(c->app, c->user, &(struct store_change){.user = &row}, renamed, a);
}

/* --- passwords --- */

/* The same allowance for all nodes together. The database need not know whose it is; if it does not
 * answer, every node counts besides. FINE, TOO_MANY or LATER. */
static enum refusal take_everywhere(struct app *app, const struct allowance *allowance,
                                    const char *kind, const char *whose, int64_t *out_wait_ms)
{
    uint8_t hash[16];
    char text[160], what[2 * sizeof hash + 1];
    double each_ms = 1000 / allowance->per_second;
    snprintf(text, sizeof text, "%s %s", kind, whose);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, strlen(text),
                       app->cookie_key, sizeof app->cookie_key);
    sodium_bin2hex(what, sizeof what, hash, sizeof hash);
    struct store_question question = {.topic = STORE_ASK_TAKE,
                                      .first = (int64_t)each_ms,
                                      .last = (int64_t)(each_ms * allowance->most)};
    snprintf(question.id, sizeof question.id, "%s", what);
    const struct store_answer *answer = errand_ask(app, &question);
    if (answer == NULL)
        return LATER;
    *out_wait_ms = answer->wait_ms;
    return answer->found == STORE_BROKEN || answer->taken ? FINE : TOO_MANY;
}

/* Strangers to a name have an allowance of their own, which this node counts first. */
static bool is_guess(struct call *c, const char *name_key, const char *household)
{
    return name_key != NULL && !guessing_is_home(c->app->guessing, name_key, household);
}

/* What this node counts. It is paid once, however often the request is told. */
static bool may_try_here(struct call *c, struct address *address, const char *name_key,
                         int64_t *out_wait_ms)
{
    return c->request->again ||
           (allowance_take(&allow_passwords, &address->passwords, &address->passwords_at,
                           out_wait_ms) &&
            (!is_guess(c, name_key, address->name) ||
             guessing_take(c->app->guessing, name_key, address->name, out_wait_ms)));
}

/* Names and passwords cannot be tried out by the thousand. Whoever is not let has heard it. */
static bool may_try(struct call *c, const char *name_key)
{
    struct address *address = address_get(c->app, c->request->address);
    int64_t wait = 0;
    if (c->app->config.open_limits || address == NULL)
        return true;
    enum refusal refusal = may_try_here(c, address, name_key, &wait) ? FINE : TOO_MANY;
    if (refusal == FINE)
        refusal = take_everywhere(c->app, &allow_passwords, "address", address->name, &wait);
    if (refusal == FINE && is_guess(c, name_key, address->name))
        refusal = take_everywhere(c->app, &allow_strangers, "name", name_key, &wait);
    if (refusal == TOO_MANY)
        refuse_for(c, wait);
    return refusal == FINE;
}

/* Hands the asker to the thread that hashes; the user's change ends if there is no room. */
static void start_hashing(struct call *c, struct asker *a, bool changes)
{
    if (hashing_add(c->app->hashing, &a->job))
        return;
    if (changes)
        user_end(c->user);
    sodium_memzero(a, sizeof *a);
    free(a);
    refuse(c->app, c->request->id, BUSY);
}

static void password_written(struct app *app, struct user *user, enum store_result result,
                             void *context)
{
    struct asker *a = context;
    if (result == STORE_DURABLE && user != NULL) {
        sessions_ended(user);
        session_added(user, &a->fresh);
        guessing_home(app->guessing, user->look, a->job.aside.address);
        log_event("password", LOG_TEXT("user", user->row.id),
                  LOG_TEXT("address", a->job.aside.address));
        respond_user(app, a->id, user, a->fresh.id, a->secure);
        user_disconnect(app, a->user, NULL, 1008, "signed out");
    } else {
        refuse(app, a->id, result == STORE_DURABLE ? BUSY : refusal_of(result));
    }
    free(a);
}

/* The row is made of what the user is now, not of what they were when the hashing began. */
static void write_password(struct errand *e)
{
    struct app *app = e->app;
    struct asker *a = e->context;
    struct user *user = still_there(app, a);
    if (user == NULL)
        return;
    struct store_user row = user->row;
    bool registered = user_has_password(user); /* then the name is theirs already */
    bool named =
        registered || name_check(row.name, strlen(row.name), row.name, row.name_key) == NAME_FINE;
    enum refusal refusal = !named       ? NOT_NOW
                           : registered ? user_may_bear(app, user, row.name_key)
                                        : user_may_be_called(app, user, row.name, row.name_key);
    if (refusal == LATER)
        return;
    if (refusal != FINE) {
        user_end(user);
        refuse(app, a->id, refusal);
        free(a);
        return;
    }
    memcpy(row.password, a->job.made, sizeof row.password);
    row.generation++; /* every cookie of before is void now */
    session_fill(user, a->agent, &a->fresh);
    session_ending(user, NULL);
    user_write(
        app, user,
        &(struct store_change){.user = &row, .session = &a->fresh, .end_sessions_of = user->row.id},
        password_written, a);
}

static void password_hashed(struct app *app, struct hashing_job *job)
{
    struct asker *a = (struct asker *)job;
    errand_run(app, a->id, write_password, a);
}

/* A name that was chosen under older rules must be chosen anew before it is anybody's alone. */
static bool name_still_fits(struct call *c)
{
    char name[STORE_NAME_MAX + 1], key[STORE_NAME_MAX + 1];
    const char *given = c->user->row.name;
    enum name_problem problem = name_check(given, strlen(given), name, key);
    if (problem != NAME_FINE)
        refuse_name(c, problem);
    return problem == NAME_FINE;
}

void post_password(struct call *c)
{
    const char *password = text_of(c, "password", PASSWORD_MAX);
    const char *old = text_of(c, "old", PASSWORD_MAX);
    if (password == NULL || strlen(password) < PASSWORD_MIN ||
        (old == NULL && json_object_get(c->body, "old") != NULL))
        return refuse(c->app, c->request->id, BAD_REQUEST);
    if (c->user->row.name[0] == '\0')
        return refuse(c->app, c->request->id, NOT_NOW);
    if (!user_has_password(c->user) && !name_still_fits(c))
        return;
    if (!may_try(c, NULL))
        return;
    enum refusal refusal = user_may_bear(c->app, c->user, c->user->look);
    if (refusal != FINE)
        return refuse(c->app, c->request->id, refusal);
    struct asker *a = begin(c);
    if (a == NULL)
        return;
    a->job.done = password_hashed;
    memcpy(a->job.against, c->user->row.password, sizeof a->job.against);
    snprintf(a->job.given, sizeof a->job.given, "%s", old == NULL ? "" : old);
    snprintf(a->job.fresh, sizeof a->job.fresh, "%s", password);
    start_hashing(c, a, true);
}

/* --- signing in --- */

static void signed_in(struct app *app, struct user *user, enum store_result result, void *context)
{
    struct asker *a = context;
    if (result == STORE_DURABLE && user != NULL) {
        session_ended(user, a->other);
        session_added(user, &a->fresh);
        if (a->other[0] != '\0')
            user_disconnect(app, user->row.id, a->other, 1008, "signed out");
        guessing_home(app->guessing, user->look, a->job.aside.address);
        log_event("signin", LOG_TEXT("user", user->row.id),
                  LOG_TEXT("address", a->job.aside.address));
        respond_user(app, a->id, user, a->fresh.id, a->secure);
    } else {
        refuse(app, a->id, BUSY);
    }
    free(a);
}

static void begin_session(struct app *app, struct user *user, struct asker *a)
{
    /* Who signs in anew on a device ends its session of before; else the oldest makes room. */
    const char *ends = session_is_of(user, a->session) ? a->session : session_in_the_way(user);
    snprintf(a->other, sizeof a->other, "%s", ends == NULL ? "" : ends);
    if (ends != NULL)
        session_ending(user, a->other);
    session_fill(user, a->agent, &a->fresh);
    user_write(
        app, user,
        &(struct store_change){.session = &a->fresh, .end_session = ends == NULL ? NULL : a->other},
        signed_in, a);
}

/* The password may have been changed while this one was looked at; then it is the wrong one. */
static enum refusal judge_signin(struct app *app, const struct asker *a, struct user **out_user)
{
    enum store_found found = STORE_NOTHING;
    if (a->job.failed)
        return BUSY;
    if (a->user[0] != '\0' && a->job.right)
        found = user_find(app, a->user, out_user);
    if (found == STORE_FOUND) {
        const struct store_user *row = &(*out_user)->row;
        if (strcmp(row->password, a->job.against) != 0 || row->gone)
            return WRONG_PASSWORD;
        if (row->banned)
            return FORBIDDEN;
        found = sessions_find(app, *out_user);
    } else if (found == STORE_NOTHING) {
        return WRONG_PASSWORD;
    }
    return found == STORE_LATER                             ? LATER
           : found != STORE_FOUND || !user_begin(*out_user) ? BUSY
                                                            : FINE;
}

static void finish_signin(struct errand *e)
{
    struct app *app = e->app;
    struct asker *a = e->context;
    struct user *user = NULL;
    enum refusal refusal = judge_signin(app, a, &user);
    if (refusal == LATER)
        return;
    if (refusal == FINE)
        return begin_session(app, user, a);
    if (refusal == WRONG_PASSWORD)
        log_event("wrong_password", LOG_TEXT("address", a->job.aside.address));
    refuse(app, a->id, refusal);
    free(a);
}

static void signin_hashed(struct app *app, struct hashing_job *job)
{
    struct asker *a = (struct asker *)job;
    errand_run(app, a->id, finish_signin, a);
}

/*
 * The row of whoever signs in under this name. 0.1 had another key, and where two of its names look
 * alike one still has that: no key of today is spelled like it, except for the same name.
 */
static enum store_found find_by_name(struct app *app, const char *name, const char *key,
                                     const struct store_user **out)
{
    char old[STORE_NAME_MAX + 1];
    size_t i = 0;
    for (; name[i] != '\0' && i < STORE_NAME_MAX; i++)
        old[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    old[i] = '\0';
    /* a longer one was nobody's, and a part of it may end within a letter */
    enum store_found found = name[i] != '\0' ? STORE_NOTHING : user_owner(app, old, out);
    return found == STORE_NOTHING ? user_owner(app, key, out) : found;
}

void post_signin(struct call *c)
{
    const char *name = text_of(c, "name", 4 * STORE_NAME_MAX);
    const char *password = text_of(c, "password", PASSWORD_MAX);
    char key[STORE_NAME_MAX + 1] = "";
    const struct store_user *row = NULL;
    if (name == NULL || password == NULL)
        return refuse(c->app, c->request->id, BAD_REQUEST);
    name_key(name, strlen(name), key);
    if (!may_try(c, key))
        return;
    enum store_found found = find_by_name(c->app, name, key, &row);
    if (found == STORE_LATER)
        return;
    bool known = found == STORE_FOUND && row->password[0] != '\0';
    struct asker *a = asker_new(c, known ? row->id : "");
    if (a == NULL || found == STORE_BROKEN) {
        free(a);
        return refuse(c->app, c->request->id, BUSY);
    }
    a->job.done = signin_hashed; /* takes as long for a name that nobody has */
    snprintf(a->job.against, sizeof a->job.against, "%s",
             known ? row->password : hashing_nobody(c->app->hashing));
    snprintf(a->job.given, sizeof a->job.given, "%s", password);
    start_hashing(c, a, false);
}

/* --- devices --- */

static void left_everywhere(struct app *app, struct user *user, enum store_result result,
                            void *context)
{
    struct asker *a = context;
    if (result == STORE_DURABLE) {
        if (user != NULL)
            sessions_ended(user);
        user_disconnect(app, a->user, NULL, 1008, "signed out");
        respond_left(app, a->id);
    } else {
        refuse(app, a->id, refusal_of(result));
    }
    free(a);
}

static void leave_everywhere(struct call *c)
{
    struct asker *a = begin(c);
    if (a == NULL)
        return;
    struct store_user row = c->user->row;
    row.generation++; /* every cookie of before is void now */
    session_ending(c->user, NULL);
    user_write(c->app, c->user,
               &(struct store_change){.user = &row, .end_sessions_of = c->user->row.id},
               left_everywhere, a);
}

static void session_is_over(struct app *app, struct user *user, enum store_result result,
                            void *context)
{
    struct asker *a = context;
    if (result == STORE_DURABLE) {
        if (user != NULL)
            session_ended(user, a->other);
        user_disconnect(app, a->user, a->other, 1008, "signed out");
        if (strcmp(a->other, a->session) == 0)
            respond_left(app, a->id);
        else
            respond(app, a->id, 200, json_pack("{s:b}", "ok", 1), NULL);
    } else {
        refuse(app, a->id, refusal_of(result));
    }
    free(a);
}

static void end_session(struct call *c, const char *session)
{
    struct asker *a = begin(c);
    if (a == NULL)
        return;
    snprintf(a->other, sizeof a->other, "%s", session);
    session_ending(c->user, a->other);
    user_write(c->app, c->user, &(struct store_change){.end_session = a->other}, session_is_over,
               a);
}

void post_signout(struct call *c)
{
    json_t *everywhere = json_object_get(c->body, "everywhere");
    if (everywhere != NULL && !json_is_boolean(everywhere))
        refuse(c->app, c->request->id, BAD_REQUEST);
    else if (json_is_true(everywhere))
        leave_everywhere(c);
    else if (c->session[0] != '\0')
        end_session(c, c->session);
    else
        respond_left(c->app, c->request->id);
}

void get_sessions(struct call *c)
{
    enum store_found found = sessions_find(c->app, c->user);
    if (found != STORE_FOUND)
        return refuse(c->app, c->request->id, found == STORE_LATER ? LATER : BUSY);
    const struct session_list *list = session_list(c->user);
    json_t *sessions = json_array();
    for (int i = list->count - 1; i >= 0; i--) {
        const struct store_session *s = &list->at[i];
        json_array_append_new(sessions,
                              json_pack("{s:s,s:I,s:I,s:s,s:b}", "id", s->id, "created",
                                        (json_int_t)s->created, "seen", (json_int_t)s->seen,
                                        "agent", s->agent, "this", strcmp(s->id, c->session) == 0));
    }
    respond(c->app, c->request->id, 200, json_pack("{s:o}", "sessions", sessions), NULL);
}

void post_sessions_end(struct call *c)
{
    const char *id = text_of(c, "id", STORE_ID_MAX);
    if (id == NULL)
        return refuse(c->app, c->request->id, BAD_REQUEST);
    enum store_found found = sessions_find(c->app, c->user);
    if (found != STORE_FOUND)
        return refuse(c->app, c->request->id, found == STORE_LATER ? LATER : BUSY);
    if (!session_is_of(c->user, id))
        return refuse(c->app, c->request->id, NOT_FOUND);
    end_session(c, id);
}

/* --- leaving for good --- */

static void forgotten(struct app *app, struct user *user, enum store_result result, void *context)
{
    struct asker *a = context;
    if (user != NULL)
        user->leaving = false;
    if (result == STORE_DURABLE) {
        user_disconnect(app, a->user, NULL, 1008, "deleted");
        log_event("deleted", LOG_TEXT("user", a->user));
        respond_left(app, a->id);
    } else {
        refuse(app, a->id, refusal_of(result));
    }
    free(a);
}

static void forget(struct app *app, struct user *user, struct asker *a)
{
    user->leaving = true;
    user_write(app, user, &(struct store_change){.forget_user = a->user}, forgotten, a);
}

static void delete_hashed(struct app *app, struct hashing_job *job)
{
    struct asker *a = (struct asker *)job;
    struct user *user = still_there(app, a);
    if (user != NULL)
        forget(app, user, a);
}

void post_delete(struct call *c)
{
    const char *name = text_of(c, "name", STORE_NAME_MAX);
    const char *password = text_of(c, "password", PASSWORD_MAX);
    if (name == NULL || strcmp(name, c->user->row.name) != 0)
        return refuse(c->app, c->request->id, BAD_REQUEST);
    if (!user_has_password(c->user)) {
        struct asker *guest = begin(c);
        if (guest != NULL)
            forget(c->app, c->user, guest);
        return;
    }
    if (password == NULL)
        return refuse(c->app, c->request->id, WRONG_PASSWORD);
    if (!may_try(c, NULL))
        return;
    struct asker *a = begin(c);
    if (a == NULL)
        return;
    a->job.done = delete_hashed;
    memcpy(a->job.against, c->user->row.password, sizeof a->job.against);
    snprintf(a->job.given, sizeof a->job.given, "%s", password);
    start_hashing(c, a, true);
}
