/* SPDX-License-Identifier: MIT */
/* Requests over HTTP: who may ask, and who answers. */
#include "rest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "account.h"
#include "app.h"
#include "core/takht.h"
#include "errand.h"
#include "limits.h"
#include "metrics.h"
#include "origin.h"
#include "sessions.h"
#include "share.h"
#include "tables_http.h"
#include "users.h"

/* --- answers --- */

static void respond_json(struct app *app, net_id id, struct net_response response, json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT);
    response.type = "application/json";
    response.body = text == NULL ? "" : text;
    response.length = text == NULL ? 0 : strlen(text);
    net_respond(app->net, id, &response);
    free(text);
    json_decref(body);
}

void respond(struct app *app, net_id id, int status, json_t *body, const char *cookie)
{
    respond_json(app, id, (struct net_response){.status = status, .cookie = cookie}, body);
}

void refuse_with(struct app *app, net_id id, enum refusal refusal, json_t *error)
{
    app->refused++;
    respond(app, id, refusal_status(refusal), json_pack("{s:o}", "error", error), NULL);
}

void refuse(struct app *app, net_id id, enum refusal refusal)
{
    if (refusal == LATER)
        return; /* it is told again: see rest_request */
    refuse_with(app, id, refusal, refusal_json(refusal));
}

void refuse_late(struct app *app, const struct net_request *request, enum refusal refusal,
                 json_t *error)
{
    app->refused++;
    respond_json(app, request->id,
                 (struct net_response){.status = refusal_status(refusal),
                                       .late = address_has_to_wait(app, request->address)},
                 json_pack("{s:o}", "error", error));
}

void refuse_for(struct call *c, int64_t wait_ms)
{
    refuse_late(c->app, c->request, TOO_MANY, refusal_wait(wait_ms));
}

/* --- routes --- */

static void get_health(struct call *c)
{
    health_request(c->app, c->request);
}

static const struct {
    enum net_method method;
    const char *path;
    bool needs_user;
    void (*handle)(struct call *);
    const char *keys[3]; /* that a body may have; none are named where the handler looks itself */
} routes[] = {
    {NET_GET, "/healthz", false, get_health, {NULL}},
    {NET_GET, "/api/v1/me", false, get_me, {NULL}},
    {NET_POST, "/api/v1/me", true, post_me, {"name"}},
    {NET_POST, "/api/v1/password", true, post_password, {"password", "old"}},
    {NET_POST, "/api/v1/signin", false, post_signin, {"name", "password"}},
    {NET_POST, "/api/v1/signout", true, post_signout, {"everywhere"}},
    {NET_GET, "/api/v1/me/sessions", true, get_sessions, {NULL}},
    {NET_POST, "/api/v1/me/sessions/end", true, post_sessions_end, {"id"}},
    {NET_GET, "/api/v1/me/export", true, get_export, {NULL}},
    {NET_POST, "/api/v1/me/delete", true, post_delete, {"name", "password"}},
    {NET_GET, "/api/v1/games", false, get_games, {NULL}},
    {NET_GET, "/api/v1/tables", false, get_tables, {NULL}},
    {NET_POST, "/api/v1/tables", true, post_tables, {NULL}},
};

/* Somebody who misspells "everywhere" must not believe that they are signed out there. */
static bool has_only(json_t *body, const char *const *keys)
{
    const char *key;
    json_t *value;
    json_object_foreach(body, key, value)
    {
        const char *const *known = keys;
        while (*known != NULL && strcmp(*known, key) != 0)
            known++;
        if (*known == NULL && keys[0] != NULL)
            return false;
    }
    return true;
}

static bool is_ours(const struct net_request *request)
{
    return origin_is(request->origin, request->host, request->secure);
}

/* "application/json", perhaps with parameters. */
static bool is_json(const char *type)
{
    static const char json[] = "application/json";
    size_t length = sizeof json - 1;
    return strncasecmp(type, json, length) == 0 && strchr("; \t", type[length]) != NULL;
}

/* A POST must be JSON from our own page; then it is worth reading. */
static bool read_body(struct call *c)
{
    if (c->request->method != NET_POST)
        return true;
    if (!is_json(c->request->type) || !is_ours(c->request)) {
        refuse(c->app, c->request->id, is_ours(c->request) ? BAD_REQUEST : FORBIDDEN);
        return false;
    }
    c->body = json_loadb(c->request->body, c->request->body_length, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(c->body)) {
        refuse(c->app, c->request->id, BAD_REQUEST);
        return false;
    }
    return true;
}

/* Something is there, but it is asked for in another way. */
static void refuse_method(struct call *c, const char *allow)
{
    c->app->refused++;
    respond_json(c->app, c->request->id, (struct net_response){.status = 405, .allow = allow},
                 json_pack("{s:o}", "error", refusal_json(BAD_REQUEST)));
}

/* How what is there is asked for instead; NULL if it is asked for rightly, or there is nothing. */
static const char *other_methods(const struct call *c)
{
    const char *path = c->request->path;
    bool get = strncmp(path, "/api/", 5) != 0, post = false; /* a page, a file */
    for (int i = 0; i < TK_COUNT(routes); i++)
        if (strcmp(routes[i].path, path) == 0) {
            get |= routes[i].method == NET_GET;
            post |= routes[i].method == NET_POST;
        }
    bool fine = (c->request->method == NET_GET && get) || (c->request->method == NET_POST && post);
    return fine || (!get && !post) ? NULL
           : get && post           ? "GET, HEAD, POST"
           : post                  ? "POST"
                                   : "GET, HEAD";
}

static void route(struct call *c)
{
    static const char tables[] = "/api/v1/tables/";
    const char *path = c->request->path, *others = other_methods(c);
    if (others != NULL)
        return refuse_method(c, others);
    if (strcmp(path, "/ws") == 0) /* whoever asks rightly is not sent here */
        return respond(c->app, c->request->id, 426,
                       json_pack("{s:o}", "error", refusal_json(BAD_REQUEST)), NULL);
    for (int i = 0; i < TK_COUNT(routes); i++) {
        if (routes[i].method != c->request->method || strcmp(routes[i].path, path) != 0)
            continue;
        if (routes[i].needs_user && c->user == NULL)
            return refuse(c->app, c->request->id, NOT_SIGNED_IN);
        if (!has_only(c->body, routes[i].keys))
            return refuse(c->app, c->request->id, BAD_REQUEST);
        return routes[i].handle(c);
    }
    if (c->request->method == NET_GET && strncmp(path, tables, sizeof tables - 1) == 0)
        return get_one_table(c, path + sizeof tables - 1);
    if (c->request->method == NET_GET && strncmp(path, "/api/", 5) != 0)
        return share_serve(c);
    refuse(c->app, c->request->id, NOT_FOUND);
}

/* Asking costs a little even before the answer is known; the page's files cost next to nothing
 * beyond that. */
static bool may_ask(struct call *c)
{
    const char *address = c->request->address;
    if (c->request->again) /* it was paid for */
        return true;
    bool file = strncmp(c->request->path, "/api/", 5) != 0;
    int64_t wait = 0;
    if (address_may_ask(c->app, address, &wait) &&
        (file || cost_may_ask(c->app, c->user, address, &wait)))
        return true;
    refuse_for(c, wait);
    return false;
}

static void serve(struct call *c)
{
    const struct net_request *request = c->request;
    if (c->app->draining)
        return refuse(c->app, request->id, BUSY);
    enum store_found found = user_of_cookie(c->app, request->cookie, c->session, &c->user);
    bool known = found == STORE_FOUND || found == STORE_NOTHING;
    if (!may_ask(c))
        return;
    if (!known && strncmp(request->path, "/api/", 5) == 0) /* who this is will be known later */
        return refuse(c->app, request->id, found == STORE_LATER ? LATER : BUSY);
    if (read_body(c))
        route(c);
    json_decref(c->body);
}

static void ask_again(struct errand *e)
{
    e->app->errand = e;
    if (!net_again(e->app->net, e->id)) {
        e->app->errand = NULL;
        errand_free(e); /* nobody is there any more */
    }
}

/* A request that is told again goes on with the errand of before. */
void rest_request(void *context, const struct net_request *request)
{
    struct call c = {.app = context, .request = request};
    if (request->inside)
        return metrics_request(c.app, request);
    struct errand *e = request->again ? c.app->errand : errand_new(c.app, request->id, ask_again);
    errand_enter(e);
    serve(&c);
    if (e->later && e->waits > 0 && !net_later(c.app->net, request->id))
        e->later = false; /* it was answered all the same */
    errand_leave(e);
}
