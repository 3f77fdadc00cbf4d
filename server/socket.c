/* SPDX-License-Identifier: MIT */
/* Clients, and their messages on the way to whoever answers them. */
#include "socket.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "app.h"
#include "clocks.h"
#include "errand.h"
#include "limits.h"
#include "log.h"
#include "message.h"
#include "origin.h"
#include "reply.h"
#include "residency.h"
#include "rest.h"
#include "sessions.h"
#include "show.h"
#include "snapshot.h"
#include "users.h"
#include "watchers.h"

/* --- opening and closing --- */

static void client_name(net_id id, char out[24])
{
    snprintf(out, 24, "%llx", (unsigned long long)id);
}

static struct client *find_client(struct app *app, net_id id)
{
    char name[24];
    client_name(id, name);
    return map_get(&app->clients, name);
}

enum { FULL_WAIT_MS = 1000 }; /* until one of the sockets of an address may have ended */

static enum refusal judge(struct app *app, const struct net_request *request, int64_t *out_wait)
{
    char session[STORE_ID_MAX + 1];
    struct user *user;
    if (!request->again && !address_may_ask(app, request->address, out_wait))
        return TOO_MANY;
    if (strcmp(request->path, "/ws") != 0)
        return NOT_FOUND;
    if (!origin_is(request->origin, request->host, request->secure))
        return FORBIDDEN;
    enum store_found found = user_of_cookie(app, request->cookie, session, &user);
    if (found != STORE_FOUND)
        return found == STORE_LATER ? LATER : found == STORE_BROKEN ? BUSY : NOT_SIGNED_IN;
    struct address *address = address_get(app, request->address);
    if (app->draining || address == NULL)
        return BUSY;
    *out_wait = FULL_WAIT_MS;
    if (app->config.sockets_per_address > 0 && address->sockets >= app->config.sockets_per_address)
        return TOO_MANY;
    bool often = !app->config.open_limits &&
                 !allowance_take(&allow_sockets, &address->opened, &address->opened_at, out_wait);
    return often ? TOO_MANY : FINE;
}

static void ask_again(struct errand *e)
{
    e->app->errand = e;
    if (!net_again(e->app->net, e->id)) {
        e->app->errand = NULL;
        errand_free(e); /* nobody is there any more */
    }
}

enum net_verdict socket_judge(void *context, const struct net_request *request)
{
    struct app *app = context;
    int64_t wait = 0;
    struct errand *e = request->again ? app->errand : errand_new(app, request->id, ask_again);
    errand_enter(e);
    enum refusal refusal = judge(app, request, &wait);
    e->later = refusal == LATER;
    if (!errand_leave(e) && refusal == LATER)
        refusal = BUSY;
    if (refusal == FINE || refusal == LATER)
        return refusal == FINE ? NET_WELCOME : NET_LATER;
    refuse_late(app, request, refusal,
                refusal == TOO_MANY ? refusal_wait(wait) : refusal_json(refusal));
    return NET_REFUSED;
}

void socket_open(void *context, const struct net_request *request)
{
    struct app *app = context;
    char session[STORE_ID_MAX + 1];
    struct user *user;
    user_of_cookie(app, request->cookie, session, &user); /* in memory since it was let in */
    struct client *client = calloc(1, sizeof *client);
    char name[24];
    client_name(request->id, name);
    if (client == NULL || user == NULL || !map_put(&app->clients, name, client)) {
        free(client);
        net_hang_up(app->net, request->id, 1011, "busy");
        return;
    }
    client->socket = request->id;
    client->last_waiting = &client->first_waiting;
    snprintf(client->user, sizeof client->user, "%s", user->row.id);
    snprintf(client->session, sizeof client->session, "%s", session);
    snprintf(client->address, sizeof client->address, "%s", request->address);
    user->sockets++;
    address_get(app, request->address)->sockets++;
}

static void leave_all(struct app *app, struct client *client)
{
    for (int i = 0; i < WATCHED_MAX; i++) {
        struct table *t =
            client->watched[i][0] == '\0' ? NULL : map_get(&app->tables, client->watched[i]);
        if (t != NULL)
            unwatch(t, client->socket);
    }
}

void socket_close(void *context, net_id id)
{
    struct app *app = context;
    struct client *client = find_client(app, id);
    char name[24];
    if (client == NULL)
        return;
    leave_all(app, client);
    struct user *user = map_get(&app->users, client->user);
    struct address *address = address_get(app, client->address);
    if (user != NULL)
        user->sockets--;
    if (address != NULL)
        address->sockets--;
    client_name(id, name);
    map_remove(&app->clients, name);
    while (client->first_waiting != NULL) {
        struct waiting_message *message = client->first_waiting;
        client->first_waiting = message->next;
        free(message);
    }
    free(client); /* its errand finds nobody */
}

void user_disconnect(struct app *app, const char *user, const char *session, int code,
                     const char *reason)
{
    struct client *client;
    for (size_t at = 0; (client = map_next(&app->clients, &at)) != NULL;)
        if (strcmp(client->user, user) == 0 &&
            (session == NULL || strcmp(client->session, session) == 0))
            net_hang_up(app->net, client->socket, code, reason);
}

void user_disconnect_ended(struct app *app, struct user *user)
{
    struct client *client;
    for (size_t at = 0; (client = map_next(&app->clients, &at)) != NULL;)
        if (strcmp(client->user, user->row.id) == 0 && client->session[0] != '\0' &&
            session_list(user) != NULL && !session_is_of(user, client->session))
            net_hang_up(app->net, client->socket, 1008, "signed out");
}

void socket_announce(struct app *app, const char *text)
{
    struct client *client;
    for (size_t at = 0; (client = map_next(&app->clients, &at)) != NULL;)
        send_json(app, client->socket, json_pack("{s:s,s:s}", "t", "announce", "text", text));
}

/* --- what it costs --- */

static bool can_pay(struct app *app, const struct client *client, int64_t *out_wait)
{
    return cost_may_ask(app, map_get(&app->users, client->user), client->address, out_wait);
}

/* Sends what stands in show_room and has it paid. */
static void send_room(struct app *app, const struct client *client, size_t length)
{
    if (length == 0)
        return;
    send_text(app, client->socket, show_room, length);
    cost_charge(app, map_get(&app->users, client->user), client->address, cost_of(length, 0));
}

/* Tables that are watched are in memory. What a snapshot needs of the log may have to be read. */
static void resync(struct errand *e)
{
    struct app *app = e->app;
    struct client *client = find_client(app, e->id);
    struct table *t;
    bool later = false;
    for (int i = 0; client != NULL && i < WATCHED_MAX; i++)
        if ((t = map_get(&app->tables, client->watched[i])) != NULL)
            later |= snapshot_prepare(t, -1) == LATER;
    for (int i = 0; client != NULL && !later && i < WATCHED_MAX; i++)
        if ((t = map_get(&app->tables, client->watched[i])) != NULL)
            send_room(app, client, snapshot_text(t, table_seat_of(t, client->user), client->user));
}

void socket_resync(void *context, net_id id)
{
    errand_run(context, id, resync, NULL);
}

/* --- messages that change nothing --- */

void said_reply(struct said *m, json_t *extra)
{
    reply_fine(m->app, m->client->socket, m->number, extra);
}

void said_refuse(struct said *m, enum refusal refusal)
{
    if (refusal == LATER)
        return; /* it is begun anew */
    reply_no(m->app, m->client->socket, m->number, refusal_json(refusal));
}

void on_hello(struct said *m)
{
    struct user *user = user_get(m->app, m->client->user);
    if (m->facts.version != 1 || user == NULL)
        return said_refuse(m, BAD_REQUEST);
    m->client->greeted = true;
    said_reply(m, json_pack("{s:i,s:o,s:I}", "v", 1, "user", user_json(user), "now",
                            (json_int_t)now_ms()));
}

void on_ping(struct said *m)
{
    said_reply(m, json_pack("{s:I}", "now", (json_int_t)now_ms()));
}

/* The place of a table among those a client watches, or a free one, or -1. */
static int watched_place(const struct client *client, const char *table)
{
    int free_place = -1;
    for (int i = 0; i < WATCHED_MAX; i++) {
        if (strcmp(client->watched[i], table) == 0)
            return i;
        if (free_place < 0 && client->watched[i][0] == '\0')
            free_place = i;
    }
    return free_place;
}

void on_watch(struct said *m)
{
    struct client *client = m->client;
    int place = watched_place(client, m->table->id);
    int64_t wait = 0;
    if (place < 0)
        return said_refuse(m, FULL);
    if (!m->again && !can_pay(m->app, client, &wait))
        return reply_no(m->app, client->socket, m->number, refusal_wait(wait));
    enum refusal refusal = snapshot_prepare(m->table, m->facts.has_since ? m->facts.since : -1);
    if (refusal != FINE)
        return said_refuse(m, refusal);
    if (!watch(m->table, client->socket, client->user))
        return said_refuse(m, FULL);
    snprintf(client->watched[place], sizeof client->watched[0], "%s", m->table->id);
    said_reply(m, NULL);
    int seat = table_seat_of(m->table, client->user);
    send_room(m->app, client,
              m->facts.has_since ? snapshot_gap_text(m->table, seat, client->user, m->facts.since)
                                 : snapshot_text(m->table, seat, client->user));
}

void on_unwatch(struct said *m)
{
    for (int i = 0; i < WATCHED_MAX; i++)
        if (strcmp(m->client->watched[i], m->table->id) == 0)
            m->client->watched[i][0] = '\0';
    unwatch(m->table, m->client->socket);
    said_reply(m, NULL);
}

void on_sample(struct said *m)
{
    int64_t wait = 0;
    uint64_t noise[2];
    struct tk_rng rng;
    int seat = table_seat_of(m->table, m->client->user);
    if (m->table->state == NULL)
        return said_refuse(m, NOT_NOW);
    if (!can_pay(m->app, m->client, &wait))
        return reply_no(m->app, m->client->socket, m->number, refusal_wait(wait));
    randombytes_buf(noise, sizeof noise);
    tk_rng_init(&rng, noise[0], noise[1]);
    send_room(m->app, m->client, snapshot_sample_text(m->table, seat, &rng, m->number));
}

void on_log(struct said *m)
{
    int64_t wait = 0;
    if (!m->again && !can_pay(m->app, m->client, &wait))
        return reply_no(m->app, m->client->socket, m->number, refusal_wait(wait));
    enum refusal refusal = snapshot_prepare_log(m->table, m->facts.before);
    if (refusal != FINE)
        return said_refuse(m, refusal);
    send_room(m->app, m->client,
              snapshot_log_text(m->table, table_seat_of(m->table, m->client->user), m->facts.before,
                                m->number));
}

/* --- dispatch --- */

/* Messages that change a table wait in line there. */
static void hand_over(struct said *m, const struct message_row *row)
{
    int unfinished = 0;
    enum refusal refusal =
        row->needs != NEEDS_COUNT ? FINE : tables_unfinished(m->app, m->client->user, &unfinished);
    if (refusal != FINE)
        return said_refuse(m, refusal);
    struct request *request = calloc(1, sizeof *request);
    if (request == NULL)
        return said_refuse(m, BUSY);
    request->socket = m->client->socket;
    request->number = m->number;
    request->row = row;
    request->facts = m->facts;
    request->unfinished = unfinished;
    snprintf(request->user, sizeof request->user, "%s", m->client->user);
    snprintf(request->address, sizeof request->address, "%s", m->client->address);
    deed_request(m->table, request);
}

static void wrong_field(struct said *m, const char *field)
{
    json_t *error = refusal_json(BAD_REQUEST);
    json_object_set_new(error, "field", json_string(field));
    reply_no(m->app, m->client->socket, m->number, error);
}

static void dispatch(struct said *m, json_t *message)
{
    const json_t *kind = json_object_get(message, "t");
    const char *what = json_string_value(kind), *wrong;
    bool whole = what != NULL && strlen(what) == json_string_length(kind);
    const struct message_row *row = whole ? message_find(what) : NULL;
    if (row == NULL)
        return wrong_field(m, "t");
    if (!m->client->greeted && row->on != on_hello)
        return said_refuse(m, NOT_NOW);
    if (!facts_read(row->fields, message, &m->facts, &wrong))
        return wrong_field(m, wrong);
    enum refusal refusal =
        row->needs == NEEDS_NOTHING ? FINE : table_find(m->app, m->facts.table, &m->table);
    if (refusal != FINE)
        return said_refuse(m, refusal);
    if (row->on != NULL)
        row->on(m);
    else
        hand_over(m, row);
}

/* Too many messages: the first are told so, and after a hundred in a row the socket is closed. */
static bool is_flooding(struct app *app, struct client *client, struct user *user)
{
    int64_t wait = 0;
    if (app->config.open_limits ||
        allowance_take(&allow_messages, &user->messages, &user->messages_at, &wait)) {
        client->flood = 0;
        return false;
    }
    if (++client->flood == FLOOD_MAX)
        net_hang_up(app->net, client->socket, 1008, "too many messages");
    if (client->flood <= 10)
        reply_no(app, client->socket, 0, refusal_wait(wait));
    return true;
}

/* --- one after the other --- */

/* What a message says, until its answer is out or it must wait. */
static void answer_message(struct app *app, struct client *client, const char *text, size_t length,
                           bool again)
{
    struct user *user = user_get(app, client->user);
    if (user == NULL || user->row.banned || user->row.gone) {
        net_hang_up(app->net, client->socket, 1008, "banned");
        return;
    }
    if (!again && is_flooding(app, client, user))
        return;
    /* a zero byte in a text is for its field to refuse: the number of the message is still its answer's */
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, NULL);
    json_t *number = json_object_get(message, "n");
    struct said m = {
        .app = app, .client = client, .number = json_integer_value(number), .again = again};
    if (!json_is_object(message) || !json_is_integer(number))
        wrong_field(&m, "n");
    else
        dispatch(&m, message);
    json_decref(message);
}

static struct waiting_message *copy_message(const char *text, size_t length)
{
    struct waiting_message *copy = malloc(sizeof *copy + length);
    if (copy == NULL)
        return NULL;
    copy->next = NULL;
    copy->length = length;
    memcpy(copy->text, text, length);
    return copy;
}

/* False: it waits, and the errand has a copy of it. */
static bool work_at(struct client *client, struct errand *e, const char *text, size_t length)
{
    errand_enter(e);
    answer_message(e->app, client, text, length, e->rounds > 1);
    bool waits = e->later && e->waits > 0;
    if (waits && e->context == NULL && (e->context = copy_message(text, length)) == NULL) {
        net_hang_up(e->app->net, client->socket, 1011, "busy");
        e->later = waits = false;
    }
    client->errand = waits ? e : NULL;
    if (!waits)
        free(e->context);
    errand_leave(e);
    return !waits;
}

static void message_again(struct errand *e)
{
    struct app *app = e->app;
    net_id id = e->id;
    struct client *client = find_client(app, id);
    const struct waiting_message *message = e->context;
    if (client == NULL || app->draining) {
        if (client != NULL)
            client->errand = NULL;
        free(e->context);
        return errand_free(e);
    }
    bool through = work_at(client, e, message->text, message->length);
    while (through && client->first_waiting != NULL) {
        struct waiting_message *next = client->first_waiting;
        client->first_waiting = next->next;
        if (client->first_waiting == NULL)
            client->last_waiting = &client->first_waiting;
        through = work_at(client, errand_new(app, id, message_again), next->text, next->length);
        free(next);
    }
    if (through)
        net_hold(app->net, id, false);
}

void socket_message(void *context, net_id id, const char *text, size_t length)
{
    struct app *app = context;
    struct client *client = find_client(app, id);
    if (client == NULL || app->draining)
        return;
    if (client->errand == NULL) {
        if (!work_at(client, errand_new(app, id, message_again), text, length))
            net_hold(app->net, id, true);
        return;
    }
    struct waiting_message *message = copy_message(text, length);
    if (message == NULL)
        return net_hang_up(app->net, id, 1011, "busy");
    *client->last_waiting = message;
    client->last_waiting = &message->next;
}
