/* SPDX-License-Identifier: MIT */
/* Requests that come over a connection, and their answers. */
#include "net_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

void http_begin(struct connection *c, int64_t wait_ms)
{
    c->stage = STAGE_REQUEST;
    c->deadline = net_now(c->net) + wait_ms;
    connection_watch(c);
}

void http_clear(struct connection *c)
{
    if (c->exchange == NULL)
        return;
    free(c->exchange->own_body);
    free(c->exchange->head);
    free(c->exchange);
    c->exchange = NULL;
}

/* --- answers --- */

/* Headers that every answer carries: nothing may be framed, sniffed, or loaded from elsewhere. */
#define EVERYWHERE                                                                              \
    {"content-security-policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "    \
                                "style-src 'self'; img-src 'self' data:; font-src 'self'; "     \
                                "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "  \
                                "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"}, \
        {"x-content-type-options", "nosniff"}, {"referrer-policy", "same-origin"},              \
    {                                                                                           \
        "x-frame-options", "DENY"                                                               \
    }

static void write_date(char out[32])
{
    time_t now = time(NULL);
    struct tm parts;
    strftime(out, 32, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &parts));
}

static const char *connection_word(const struct exchange *x, int status)
{
    if (status == 426)
        return x->keep_alive ? "upgrade" : "upgrade, close";
    return !x->keep_alive ? "close" : x->request_was_old ? "keep-alive" : NULL;
}

static size_t write_head(const struct exchange *x, const struct net_response *r, char *out)
{
    char date[32], length[24];
    bool empty = r->status == 304 || r->status == 204;
    write_date(date);
    snprintf(length, sizeof length, "%zu", r->length);
    const struct http_header headers[] = {
        {"date", date},
        {"content-type", empty ? NULL : r->type},
        {"content-length", empty ? NULL : length},
        {"connection", connection_word(x, r->status)},
        {"upgrade", r->status == 426 ? "websocket" : NULL},
        {"allow", r->allow},
        {"cache-control", r->cache != NULL ? r->cache : "no-store"},
        {"set-cookie", r->cookie},
        {"content-encoding", r->encoding},
        {"etag", r->etag},
        {"vary", r->vary},
        {"location", r->location},
        {"content-disposition", r->disposition},
        {"strict-transport-security", x->secure ? "max-age=31536000" : NULL},
        {"sec-websocket-version", r->status == 426 ? "13" : NULL},
        EVERYWHERE,
    };
    return http_write_head(out, HTTP_ANSWER_HEAD_MAX, r->status, headers,
                           sizeof headers / sizeof headers[0]);
}

/* Keeps the answer until it is sent; false if that cannot be. */
static bool keep_answer(struct exchange *x, const struct net_response *r)
{
    x->head = malloc(HTTP_ANSWER_HEAD_MAX);
    x->head_length = x->head == NULL ? 0 : write_head(x, r, x->head);
    x->body = r->body;
    x->body_length = x->head_only ? 0 : r->length;
    if (!r->keep && x->body_length > 0) {
        x->own_body = malloc(x->body_length);
        if (x->own_body != NULL)
            memcpy(x->own_body, r->body, x->body_length);
        x->body = x->own_body;
    }
    return x->head_length > 0 && (x->body_length == 0 || x->body != NULL);
}

void net_respond(struct net *net, net_id id, const struct net_response *response)
{
    struct connection *c = net_find(net, id);
    if (c == NULL || c->stage != STAGE_HANDLER)
        return;
    struct exchange *x = c->exchange;
    x->keep_alive = x->keep_alive && !net->closing;
    c->stage = response->late && !net->closing ? STAGE_HELD : STAGE_ANSWER;
    c->deadline = net_now(net) + 1000 * (int64_t)net->config.unread_seconds +
                  1000 * (int64_t)response->length / SLOWEST_READER;
    if (!keep_answer(x, response)) { /* no memory: the client sees the connection end */
        x->keep_alive = false;
        x->head_length = x->body_length = 0;
    }
    connection_touch(c);
}

void http_let_go(struct connection *c)
{
    c->stage = STAGE_ANSWER;
    connection_touch(c);
}

size_t http_gather(struct connection *c, uint8_t *room, size_t size)
{
    struct exchange *x = c->exchange;
    size_t used = x->head_length, left = x->body_length - x->body_sent;
    if (used > 0)
        memcpy(room, x->head, used);
    x->head_length = 0;
    size_t part = left < size - used ? left : size - used;
    if (part > 0)
        memcpy(room + used, x->body + x->body_sent, part);
    x->body_sent += part;
    return used + part;
}

size_t http_go_on(struct connection *c, uint8_t *room)
{
    static const char words[] = "HTTP/1.1 100 Continue\r\n\r\n";
    if (!c->exchange->go_on)
        return 0;
    c->exchange->go_on = false;
    memcpy(room, words, sizeof words - 1);
    return sizeof words - 1;
}

void http_sent(struct connection *c)
{
    bool keep_alive = c->exchange->keep_alive && !c->net->closing;
    http_clear(c);
    peer_leave(c->net, c->visitor);
    c->visitor = NULL;
    if (!keep_alive)
        return connection_goodbye(c);
    http_begin(c,
               c->in_length > 0 ? 1000 * (int64_t)c->net->config.request_seconds : KEEP_ALIVE_MS);
    if (c->in_length > 0)
        http_take(c);
}

/* --- requests --- */

/* What is wrong with a request can be said before anybody above hears of it. */
static void answer_refusal(struct connection *c, int status)
{
    static const char too_large[] =
        "{\"error\":{\"code\":\"too_large\",\"words\":{\"en\":\"The request is too "
        "long.\",\"fa\":\"درخواست بیش از حد طولانی است.\"}}}";
    static const char too_many[] =
        "{\"error\":{\"code\":\"too_many\",\"retry_ms\":1000,\"words\":{"
        "\"en\":\"Too many requests at "
        "once; please wait a moment.\",\"fa\":\"درخواست‌های هم‌زمان "
        "زیادند؛ کمی صبر کنید.\"}}}";
    static const char bad[] =
        "{\"error\":{\"code\":\"bad_request\",\"words\":{\"en\":\"This request cannot be "
        "understood.\",\"fa\":\"این درخواست فهمیده نشد.\"}}}";
    static const char busy[] =
        "{\"error\":{\"code\":\"busy\",\"words\":{\"en\":\"The server is busy; please try "
        "again.\",\"fa\":\"سرور شلوغ است؛ دوباره امتحان کنید.\"}}}";
    const char *body = status == 413   ? too_large
                       : status == 429 ? too_many
                       : status == 503 ? busy
                                       : bad;
    c->exchange->keep_alive = false;
    net_respond(c->net, c->id,
                &(struct net_response){.status = status,
                                       .type = "application/json",
                                       .body = body,
                                       .length = strlen(body),
                                       .keep = true});
}

/* What could not be read as a request: nothing behind it can be, either. */
static void refuse(struct connection *c, int status)
{
    const char *method = c->exchange->request.method;
    c->exchange->head_only = method != NULL && strcmp(method, "HEAD") == 0;
    c->stage = STAGE_HANDLER;
    c->in_length = 0;
    net_note(c, "request", status == 429 ? "too many of one address" : "it could not be read",
             status);
    answer_refusal(c, status);
}

/* Who asks; true if a proxy that is believed says so. */
static bool who_asks(const struct connection *c, char address[ADDRESS_MAX])
{
    bool trusted = net_is_proxy(c->net, c->address);
    address_forwarded(c->address, trusted ? c->exchange->request.forwarded_for : "",
                      c->net->config.proxies, address);
    return trusted;
}

/* Whom a proxy brings is counted while they are served, as if they had come by themselves. */
static bool let_visitor_in(struct connection *c)
{
    char address[ADDRESS_MAX];
    int most = c->net->config.connections_per_address;
    if (c->inside || !who_asks(c, address) || strcmp(address, c->address) == 0)
        return true;
    struct peer *visitor = peer_get(c->net, address);
    if (visitor == NULL || (most > 0 && visitor->connections >= most))
        return false;
    visitor->connections++;
    c->visitor = visitor;
    return true;
}

static struct net_request describe(const struct connection *c, char address[ADDRESS_MAX])
{
    const struct http_request *r = &c->exchange->request;
    bool trusted = who_asks(c, address);
    bool post = strcmp(r->method, "POST") == 0;
    bool get = strcmp(r->method, "GET") == 0 || strcmp(r->method, "HEAD") == 0;
    return (struct net_request){
        .id = c->id,
        .method = post  ? NET_POST
                  : get ? NET_GET
                        : NET_OTHER,
        .path = r->path,
        .query = r->query,
        .cookie = r->cookie,
        .origin = r->origin,
        .host = r->host,
        .type = r->type,
        .encodings = r->encodings,
        .if_none_match = r->if_none_match,
        .agent = r->agent,
        .address = address,
        .secure = c->tls != NULL || (trusted && strcasecmp(r->forwarded_proto, "https") == 0),
        .inside = c->inside,
        .body = c->in + c->exchange->request_length,
        .body_length = r->body_length,
    };
}

/* A page asks for a WebSocket: does it ask rightly? 0, or the status of the refusal. */
static int judge_upgrade(const struct connection *c, const struct net_request *request)
{
    const struct http_request *r = &c->exchange->request;
    char accept[FRAME_ACCEPT_MAX];
    if (request->method != NET_GET || c->exchange->head_only || r->body_length > 0 || c->inside)
        return 400;
    if (!http_lists(r->connection, "upgrade") || !frame_accept(r->socket_key, accept))
        return 400;
    if (strcmp(r->socket_version, "13") != 0)
        return 426;
    return c->net->closing ? 503 : 0;
}

static void upgrade(struct connection *c, const struct net_request *request)
{
    struct exchange *x = c->exchange;
    int status = judge_upgrade(c, request);
    if (status != 0)
        return answer_refusal(c, status);
    x->keep_alive = false;
    enum net_verdict verdict = c->net->hooks.socket_judge(c->net->context, request);
    if (verdict == NET_WELCOME)
        return socket_begin(c, request, x->request.socket_key);
    x->later = verdict == NET_LATER;
}

/* What came behind the request is the first the socket says; otherwise the next request. */
static void let_go_of_input(struct connection *c)
{
    if (c->stage == STAGE_SOCKET && c->in_length > 0)
        socket_take(c, (const uint8_t *)c->in, c->in_length);
    if (c->stage != STAGE_SOCKET && c->in_length > 0)
        return;
    free(c->in);
    c->in = NULL;
    c->in_length = 0;
}

/* Those above us hear of the request, perhaps once more. It stays where it is if they must hear again. */
static void tell(struct connection *c, bool again)
{
    struct net *net = c->net;
    struct exchange *x = c->exchange;
    char address[ADDRESS_MAX];
    size_t used = x->request_length + x->request.body_length;
    char next = c->in[used];
    c->in[used] = '\0';
    struct net_request request = describe(c, address);
    request.again = again;
    x->later = false;
    x->secure = request.secure;
    if (!x->request.old && http_lists(x->request.upgrade, "websocket"))
        upgrade(c, &request);
    else
        net->hooks.request(net->context, &request);
    c->in[used] = next;
    if (c->stage == STAGE_HANDLER && x->later)
        return;
    c->in_length -= used;
    memmove(c->in, c->in + used, c->in_length);
    let_go_of_input(c);
}

/* The request is whole. */
static void deliver(struct connection *c)
{
    struct exchange *x = c->exchange;
    x->head_only = strcmp(x->request.method, "HEAD") == 0;
    x->keep_alive = x->request.keep_alive;
    x->request_was_old = x->request.old;
    c->stage = STAGE_HANDLER;
    c->deadline = net_now(c->net) + HANDLER_MS;
    c->net->counts.requests++;
    tell(c, false);
}

bool net_later(struct net *net, net_id id)
{
    struct connection *c = net_find(net, id);
    if (c == NULL || c->stage != STAGE_HANDLER)
        return false;
    c->exchange->later = true;
    return true;
}

bool net_again(struct net *net, net_id id)
{
    struct connection *c = net_find(net, id);
    if (c == NULL || c->stage != STAGE_HANDLER || !c->exchange->later)
        return false;
    tell(c, true);
    if (!c->ended)
        connection_watch(c);
    return true;
}

static int read_head(struct connection *c)
{
    struct exchange *x = c->exchange;
    int length = http_read(c->in, c->in_length, &x->request);
    if (length > 0 && x->request.body_length > NET_BODY_MAX)
        return -413;
    x->request_length = length > 0 ? (size_t)length : 0;
    if (length > 0)
        connection_asks(c);
    return length <= 0 || let_visitor_in(c) ? length : -429;
}

/* A request that goes on has its exchange; the first bytes of one make it. */
static bool have_exchange(struct connection *c)
{
    if (c->exchange == NULL && (c->exchange = calloc(1, sizeof *c->exchange)) == NULL)
        c->deadline = net_now(c->net); /* no memory: the next look ends it */
    return c->exchange != NULL;
}

void http_take(struct connection *c)
{
    if (c->stage == STAGE_REQUEST) {
        if (!have_exchange(c))
            return;
        int length = read_head(c);
        if (length < 0)
            return refuse(c, -length);
        if (length == 0)
            return;
        c->stage = STAGE_BODY;
        c->exchange->go_on =
            !c->exchange->request.old && http_lists(c->exchange->request.expect, "100-continue");
        if (c->exchange->go_on)
            connection_touch(c);
    }
    struct exchange *x = c->exchange;
    if (c->in_length < x->request_length + x->request.body_length)
        return;
    x->go_on = false;
    deliver(c);
}
