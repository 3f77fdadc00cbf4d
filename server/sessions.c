/* SPDX-License-Identifier: MIT */
/* Cookies that cannot be forged, and the sessions they name. */
#include "sessions.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "clocks.h"
#include "errand.h"
#include "users.h"

enum { SIGNATURE_CHARS = 44, VALUE_MAX = 160, TRIED_MAX = 8 /* cookies: each costs a hash */ };

const char session_no_cookie[] = "takht=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax";

/* --- the list of a user --- */

/* The store has the newest first, the list the oldest. */
void session_list_take(struct user *user, const struct store_answer *sessions)
{
    if (user->sessions != NULL || sessions->found == STORE_BROKEN)
        return;
    struct session_list *list = calloc(1, sizeof *list);
    if (list == NULL)
        return;
    list->count = sessions->count < SESSIONS_MAX ? sessions->count : SESSIONS_MAX;
    for (int i = 0; i < list->count; i++)
        list->at[list->count - 1 - i] = sessions->sessions[i];
    user->sessions = list;
}

/* Sessions on their way into memory. */
struct fetching {
    struct app *app;
    struct errand *errand;
    char user[STORE_ID_MAX + 1];
    int64_t epoch; /* of the user when they were asked for */
};

static void fetched(void *context, struct store_answer *sessions)
{
    struct fetching *f = context;
    struct user *user = map_get(&f->app->users, f->user);
    struct errand *errand = f->errand;
    /* of before a change of our own: it is asked again */
    if (user != NULL && user->epoch == f->epoch)
        session_list_take(user, sessions);
    if (sessions->found == STORE_BROKEN)
        errand_keep(errand, STORE_ASK_SESSIONS, f->user, sessions);
    else
        store_answer_free(sessions);
    free(f);
    errand_go_on(errand);
}

enum store_found sessions_find(struct app *app, struct user *user)
{
    struct errand *errand = app->errand;
    if (user->sessions != NULL)
        return STORE_FOUND;
    if (errand == NULL || errand_is_worn(app) ||
        errand_kept(app, STORE_ASK_SESSIONS, user->row.id) != NULL)
        return STORE_BROKEN;
    struct fetching *f = calloc(1, sizeof *f);
    if (f == NULL)
        return STORE_BROKEN;
    bool was_later = errand->later;
    *f = (struct fetching){.app = app, .errand = errand_wait(app), .epoch = user->epoch};
    memcpy(f->user, user->row.id, sizeof f->user);
    struct store_question question = {.topic = STORE_ASK_SESSIONS};
    snprintf(question.id, sizeof question.id, "%s", user->row.id);
    store_ask(app->store, &question, fetched, f);
    if (user->sessions == NULL && errand_kept(app, STORE_ASK_SESSIONS, user->row.id) == NULL)
        return STORE_LATER;
    errand->later = was_later;
    return user->sessions == NULL ? STORE_BROKEN : STORE_FOUND;
}

const struct session_list *session_list(const struct user *user)
{
    return user->sessions;
}

static struct store_session *find(struct session_list *list, const char *id)
{
    for (int i = 0; list != NULL && i < list->count; i++)
        if (strcmp(list->at[i].id, id) == 0)
            return &list->at[i];
    return NULL;
}

bool session_is_of(const struct user *user, const char *session)
{
    return find(user->sessions, session) != NULL;
}

const char *session_in_the_way(const struct user *user)
{
    const struct session_list *list = user->sessions;
    return list != NULL && list->count == SESSIONS_MAX ? list->at[0].id : NULL;
}

void session_ending(struct user *user, const char *session)
{
    struct session_list *list = user->sessions;
    for (int i = 0; list != NULL && i < list->count; i++)
        if (session == NULL || strcmp(list->at[i].id, session) == 0)
            list->at[i].seen = now_ms();
}

void session_ended(struct user *user, const char *session)
{
    struct session_list *list = user->sessions;
    struct store_session *found = find(list, session);
    user->epoch++;
    if (found == NULL)
        return;
    size_t after = (size_t)(&list->at[list->count] - (found + 1));
    memmove(found, found + 1, after * sizeof *found);
    list->count--;
}

/* A list that was not read yet will be read with the new one in it. */
void session_added(struct user *user, const struct store_session *session)
{
    struct session_list *list = user->sessions;
    user->epoch++;
    if (list == NULL || find(list, session->id) != NULL)
        return;
    if (list->count == SESSIONS_MAX)
        session_ended(user, list->at[0].id);
    list->at[list->count++] = *session;
}

void sessions_ended(struct user *user)
{
    user->epoch++;
    if (user->sessions != NULL)
        user->sessions->count = 0;
}

void sessions_forget(struct user *user)
{
    free(user->sessions);
    user->sessions = NULL;
}

/* --- new ones --- */

/*
 * A browser by its short name: enough to recognise one's own devices, and no more about them than
 * that. The first that fits counts, since most browsers claim to be others too.
 */
static void describe(const char *agent, char out[STORE_AGENT_MAX + 1])
{
    static const char *const browsers[][2] = {
        {"Edg", "Edge"},         {"OPR/", "Opera"},     {"SamsungBrowser/", "Samsung Internet"},
        {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"},
        {"Chrome/", "Chrome"},   {"Safari/", "Safari"}, {"curl/", "curl"},
    };
    static const char *const systems[][2] = {
        {"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"},   {"Windows", "Windows"},
        {"Mac OS", "Mac"},      {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
    };
    const char *browser = "", *system = "";
    for (size_t i = sizeof browsers / sizeof browsers[0]; i-- > 0;)
        browser = strstr(agent, browsers[i][0]) != NULL ? browsers[i][1] : browser;
    for (size_t i = sizeof systems / sizeof systems[0]; i-- > 0;)
        system = strstr(agent, systems[i][0]) != NULL ? systems[i][1] : system;
    snprintf(out, STORE_AGENT_MAX + 1, "%s%s%s", browser,
             browser[0] != '\0' && system[0] != '\0' ? ", " : "", system);
}

void session_fill(const struct user *user, const char *agent, struct store_session *out)
{
    *out = (struct store_session){.created = now_ms()};
    out->seen = out->created;
    random_id(SESSION_BYTES, out->id);
    memcpy(out->user, user->row.id, sizeof out->user);
    describe(agent, out->agent);
}

/* --- cookies --- */

static void sign(const struct app *app, const char *text, char out[SIGNATURE_CHARS])
{
    uint8_t mac[crypto_auth_BYTES];
    crypto_auth(mac, (const unsigned char *)text, strlen(text), app->cookie_key);
    sodium_bin2base64(out, SIGNATURE_CHARS, mac, sizeof mac,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void session_cookie(const struct app *app, const struct user *user, const char *session,
                    bool secure, char out[COOKIE_MAX])
{
    char text[96], signature[SIGNATURE_CHARS];
    snprintf(text, sizeof text, "%s.%lld%s%s", user->row.id, (long long)user->row.generation,
             session[0] == '\0' ? "" : ".", session);
    sign(app, text, signature);
    snprintf(out, COOKIE_MAX, "takht=%s.%s; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax%s",
             text, signature, secure ? "; Secure" : "");
}

/* The value of the next cookie of our name in a header, and *at behind it; false: there is none. */
static bool next_cookie(const char **at, char out[VALUE_MAX])
{
    for (; **at != '\0'; *at += strcspn(*at, ";")) {
        *at += strspn(*at, "; ");
        if (strncmp(*at, "takht=", 6) != 0)
            continue;
        size_t length = strcspn(*at + 6, "; ");
        snprintf(out, VALUE_MAX, "%.*s", length < VALUE_MAX ? (int)length : 0, *at + 6);
        *at += 6 + length;
        return true;
    }
    return false;
}

/* Cuts the signature off, if it is ours. */
static bool check_signature(const struct app *app, char *value)
{
    char right[SIGNATURE_CHARS], *signature = strrchr(value, '.');
    if (signature == NULL)
        return false;
    *signature++ = '\0';
    sign(app, value, right);
    return strlen(signature) == strlen(right) &&
           sodium_memcmp(signature, right, strlen(right)) == 0;
}

struct claim {
    char user[STORE_ID_MAX + 1], session[STORE_ID_MAX + 1];
    int64_t generation;
};

/* What a cookie says, if we have signed it. */
static bool read_claim(const struct app *app, char *value, struct claim *out)
{
    char *rest = value;
    if (!check_signature(app, value))
        return false;
    const char *user = strsep(&rest, "."), *generation = strsep(&rest, ".");
    const char *session = rest == NULL ? "" : rest;
    if (generation == NULL || strlen(user) > STORE_ID_MAX || strlen(session) > STORE_ID_MAX)
        return false;
    out->generation = strtoll(generation, NULL, 10);
    snprintf(out->user, sizeof out->user, "%s", user);
    snprintf(out->session, sizeof out->session, "%s", session);
    return true;
}

/* When a session was last seen is written rarely: it is for people, who read it in days. */
static enum store_found see_session(struct app *app, struct user *user, const char *id)
{
    enum store_found found = sessions_find(app, user);
    struct store_session *session = find(user->sessions, id);
    if (session == NULL)
        return found == STORE_FOUND ? STORE_NOTHING : found;
    int64_t now = now_ms();
    if (now - session->seen >= SESSION_SEEN_MS) {
        session->seen = now;
        store_write(app->store, &(struct store_change){.session = session}, store_ignore, NULL);
    }
    return STORE_FOUND;
}

/* Guests have no row before they do something that needs one: a good cookie is enough. */
static enum store_found find_claimed(struct app *app, const struct claim *claim,
                                     struct user **out_user)
{
    enum store_found found = user_find(app, claim->user, out_user);
    if (found != STORE_NOTHING || claim->session[0] != '\0' || claim->generation != 0)
        return found;
    *out_user = user_returning(app, claim->user);
    return *out_user == NULL ? STORE_BROKEN : STORE_FOUND;
}

/* Does the claim still hold? */
static enum store_found check_claim(struct app *app, const struct claim *claim,
                                    struct user **out_user)
{
    enum store_found found = find_claimed(app, claim, out_user);
    if (found != STORE_FOUND)
        return found;
    const struct store_user *row = &(*out_user)->row;
    if (row->generation != claim->generation || row->banned || row->gone)
        return STORE_NOTHING;
    return claim->session[0] == '\0' ? STORE_FOUND : see_session(app, *out_user, claim->session);
}

/* A neighbour in the same domain can add cookies of our name, in front of ours: what we did not sign, or what does not
 * hold any more, does not count. */
enum store_found user_of_cookie(struct app *app, const char *cookie,
                                char out_session[STORE_ID_MAX + 1], struct user **out_user)
{
    char value[VALUE_MAX];
    struct claim claim;
    struct user *user = NULL;
    const char *at = cookie == NULL ? "" : cookie;
    out_session[0] = '\0';
    *out_user = NULL;
    for (int i = 0; i < TRIED_MAX && next_cookie(&at, value); i++) {
        enum store_found found =
            read_claim(app, value, &claim) ? check_claim(app, &claim, &user) : STORE_NOTHING;
        if (found == STORE_NOTHING)
            continue;
        if (found == STORE_FOUND) {
            memcpy(out_session, claim.session, sizeof claim.session);
            *out_user = user;
        }
        return found;
    }
    return STORE_NOTHING;
}
