/* SPDX-License-Identifier: MIT */
/* Two nodes on one PostgreSQL: what happens at one is so at the other, within a second. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <libpq-fe.h>

#include "place.h"
#include "server/server.h"
#include "service.h"

static struct service here, there;

static int open_both(void **state)
{
    (void)state;
    service_start(&here, "--open-limits");
    service_join(&there, &here, "--open-limits");
    return 0;
}

static int close_both(void **state)
{
    (void)state;
    service_stop(&there);
    service_clean(&here);
    return 0;
}

/* The same person at another node, with a socket there. */
static struct guest at_node(const struct guest *g, struct service *node)
{
    struct guest other = {.service = node, .wire = {.fd = -1}, .inbox = json_array()};
    memcpy(other.cookie, g->cookie, sizeof other.cookie);
    memcpy(other.user, g->user, sizeof other.user);
    assert_true(guest_connect(&other));
    return other;
}

static bool is_hung_up(struct guest *g)
{
    for (int i = 0; i < 1000; i++)
        if (!guest_listen(g, 20))
            return true;
    return false;
}

static int post(struct guest *g, const char *path, const char *body)
{
    int status;
    json_decref(guest_rest(g, "POST", path, body, &status));
    return status;
}

static json_t *view_of(struct guest *g, const char *table)
{
    char path[96];
    snprintf(path, sizeof path, "/api/v1/tables/%s", table);
    return guest_rest(g, "GET", path, NULL, NULL);
}

/* A table of two people, one at each node, who look at it. */
struct pair {
    struct guest one, two;
    char id[32], key[32];
};

static void sit_down(struct pair *p)
{
    guest_arrive(&p->one, &here);
    guest_arrive(&p->two, &there);
    assert_true(guest_connect(&p->one) && guest_connect(&p->two));
    assert_true(guest_table(&p->one,
                            "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                            "{\"kind\":\"friend\"}]}",
                            p->id, p->key));
    assert_string_equal(guest_code(&p->one, "watch", json_pack("{s:s}", "table", p->id)), "");
    assert_string_equal(guest_code(&p->two, "watch", json_pack("{s:s}", "table", p->id)), "");
    assert_string_equal(
        guest_code(&p->two, "sit",
                   json_pack("{s:s,s:i,s:s}", "table", p->id, "seat", 1, "key", p->key)),
        "");
    for (int i = 0; i < 250; i++) { /* it is dealt by itself */
        json_t *view = view_of(&p->one, p->id);
        bool playing = strcmp(json_string_value(json_object_get(view, "status")), "playing") == 0;
        json_decref(view);
        if (playing)
            return;
        usleep(20000);
    }
    fail_msg("the game does not begin");
}

static void stand_up(struct pair *p)
{
    guest_leave(&p->one);
    guest_leave(&p->two);
}

/* The next event of this kind; NULL if none comes. */
static json_t *await(struct guest *g, const char *what)
{
    json_t *message;
    while ((message = guest_wait(g, "event", 5000)) != NULL) {
        const char *found =
            json_string_value(json_object_get(json_object_get(message, "line"), "what"));
        if (found != NULL && strcmp(found, what) == 0)
            return message;
        json_decref(message);
    }
    return NULL;
}

/* Whoever is to move makes the first legal move. */
static const char *move(struct pair *p)
{
    struct guest *both[] = {&p->one, &p->two};
    for (int i = 0; i < 2; i++) {
        json_t *view = view_of(both[i], p->id), *legal = json_object_get(view, "legal");
        if (json_array_size(legal) == 0) {
            json_decref(view);
            continue;
        }
        const char *code = guest_code(both[i], "move",
                                      json_pack("{s:s,s:o,s:O}", "table", p->id, "ply",
                                                json_incref(json_object_get(view, "ply")), "move",
                                                json_object_get(json_array_get(legal, 0), "move")));
        json_decref(view);
        return code;
    }
    return "nobody";
}

static void a_move_at_one_node_is_seen_at_the_other(void **state)
{
    (void)state;
    struct pair p;
    sit_down(&p);
    for (int i = 0; i < 6; i++) {
        assert_string_equal(move(&p), "");
        json_t *a = await(&p.one, "move"), *b = await(&p.two, "move");
        assert_non_null(a);
        assert_non_null(b);
        assert_int_equal(json_integer_value(json_object_get(a, "seq")),
                         json_integer_value(json_object_get(b, "seq")));
        json_decref(a), json_decref(b);
    }
    stand_up(&p);
}

/* The answer waits until a node that has never heard of the table has read it. */
static void any_node_draws_the_picture_of_a_table(void **state)
{
    (void)state;
    struct guest one;
    char id[32], key[32], path[96], cookie[200] = "", answer[256];
    static const char wish[] = "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                               "{\"kind\":\"friend\"}]}";
    guest_arrive(&one, &here);
    assert_true(guest_table(&one, wish, id, key));
    snprintf(path, sizeof path, "/share/%s.png", id);
    assert_int_equal(wire_http(&there.address, "GET", path, NULL, NULL, cookie, sizeof cookie,
                               answer, sizeof answer),
                     200);
    assert_memory_equal(answer, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(wire_http(&there.address, "GET", "/share/nothing.png", NULL, NULL, cookie,
                               sizeof cookie, answer, sizeof answer),
                     404);
    guest_leave(&one);
}

/* Both write at once, again and again: every line is there once, in the same order at both. */
static void what_both_say_at_once_is_there_once(void **state)
{
    (void)state;
    enum { LINES = 20 };
    struct pair p;
    sit_down(&p);
    for (int i = 0; i < LINES; i++) {
        char text[2][120];
        struct guest *both[] = {&p.one, &p.two};
        for (int k = 0; k < 2; k++) { /* without waiting for the answer in between */
            int length = snprintf(text[k], sizeof text[k],
                                  "{\"t\":\"chat\",\"n\":%d,\"table\":\"%s\",\"text\":\"%c%d\"}",
                                  9000 + i, p.id, 'a' + k, i);
            wire_send(&both[k]->wire, text[k], (size_t)length);
        }
        for (int k = 0; k < 2; k++) {
            json_t *reply = guest_wait(both[k], "reply", 5000);
            assert_true(json_is_true(json_object_get(reply, "ok")));
            json_decref(reply);
        }
    }
    json_t *a = view_of(&p.one, p.id), *b = view_of(&p.two, p.id);
    json_t *log = json_object_get(a, "log");
    int said = 0;
    for (size_t i = 0; i < json_array_size(log); i++) {
        const char *what = json_string_value(json_object_get(json_array_get(log, i), "what"));
        said += what != NULL && strcmp(what, "chat") == 0;
    }
    assert_int_equal(said, 2 * LINES);
    assert_true(json_equal(log, json_object_get(b, "log")));
    json_decref(a), json_decref(b);
    stand_up(&p);
}

static bool is_online(struct guest *g, const char *table, int seat, bool wanted)
{
    for (int i = 0; i < 150; i++) {
        json_t *view = view_of(g, table);
        json_t *online = json_array_get(json_object_get(view, "online"), (size_t)seat);
        bool is = json_is_true(online);
        json_decref(view);
        if (is == wanted)
            return true;
        usleep(20000);
    }
    return false;
}

static void who_is_here_is_told_everywhere(void **state)
{
    (void)state;
    struct pair p;
    sit_down(&p);
    assert_true(is_online(&p.two, p.id, 0, true));
    assert_true(is_online(&p.one, p.id, 1, true));
    guest_disconnect(&p.one);
    assert_true(is_online(&p.two, p.id, 0, false));
    stand_up(&p);
}

static void a_ban_holds_everywhere(void **state)
{
    (void)state;
    char why[300];
    struct guest rex;
    guest_arrive(&rex, &here);
    assert_int_equal(post(&rex, "/api/v1/me", "{\"name\":\"Rex\"}"), 200);
    struct guest at_here = at_node(&rex, &here), at_there = at_node(&rex, &there);
    assert_true(server_command(here.data, "ban", rex.user, why, sizeof why));
    assert_true(is_hung_up(&at_here));
    assert_true(is_hung_up(&at_there));
    assert_true(server_command(here.data, "unban", rex.user, why, sizeof why));
    guest_leave(&at_here), guest_leave(&at_there), guest_leave(&rex);
}

static void signing_out_everywhere_is_everywhere(void **state)
{
    (void)state;
    struct guest ada;
    guest_arrive(&ada, &here);
    assert_int_equal(post(&ada, "/api/v1/me", "{\"name\":\"Ada\"}"), 200);
    assert_int_equal(post(&ada, "/api/v1/password", "{\"password\":\"correct horse\"}"), 200);
    struct guest at_there = at_node(&ada, &there);
    ada.service = &here;
    assert_int_equal(post(&ada, "/api/v1/signout", "{\"everywhere\":true}"), 200);
    assert_true(is_hung_up(&at_there));
    assert_false(guest_connect(&at_there));
    guest_leave(&at_there), guest_leave(&ada);
}

static bool end_others(struct guest *g)
{
    json_t *answer = guest_rest(g, "GET", "/api/v1/me/sessions", NULL, NULL), *session;
    bool ended = false;
    size_t index;
    json_array_foreach(json_object_get(answer, "sessions"), index, session)
    {
        char body[100];
        if (json_is_true(json_object_get(session, "this")))
            continue;
        snprintf(body, sizeof body, "{\"id\":\"%s\"}",
                 json_string_value(json_object_get(session, "id")));
        ended |= post(g, "/api/v1/me/sessions/end", body) == 200;
    }
    json_decref(answer);
    return ended;
}

/* One device of several: ended at one node, it is cut at the other. */
static void a_session_that_ends_is_cut_everywhere(void **state)
{
    (void)state;
    struct guest mia, phone;
    guest_arrive(&mia, &here);
    assert_int_equal(post(&mia, "/api/v1/me", "{\"name\":\"Mia\"}"), 200);
    assert_int_equal(post(&mia, "/api/v1/password", "{\"password\":\"correct horse\"}"), 200);
    guest_arrive(&phone, &there);
    assert_int_equal(
        post(&phone, "/api/v1/signin", "{\"name\":\"Mia\",\"password\":\"correct horse\"}"), 200);
    assert_true(guest_connect(&phone));
    bool ended = false;
    for (int i = 0; i < 100 && !ended; i++) { /* the other node hears of it in a moment */
        usleep(20000);
        ended = end_others(&mia);
    }
    assert_true(ended);
    assert_true(is_hung_up(&phone));
    guest_leave(&phone), guest_leave(&mia);
}

static void an_announcement_is_heard_everywhere(void **state)
{
    (void)state;
    char why[300];
    struct guest a, b;
    guest_arrive(&a, &here), guest_arrive(&b, &there);
    assert_true(guest_connect(&a) && guest_connect(&b));
    assert_true(server_command(here.data, "announce", "tea is ready!", why, sizeof why));
    json_t *one = guest_wait(&a, "announce", 5000), *two = guest_wait(&b, "announce", 5000);
    assert_string_equal(json_string_value(json_object_get(one, "text")), "tea is ready!");
    assert_string_equal(json_string_value(json_object_get(two, "text")), "tea is ready!");
    json_decref(one), json_decref(two);
    guest_leave(&a), guest_leave(&b);
}

/* A node that stood still comes back with an old truth: what it says then is judged by the new one. */
static void a_node_that_stood_still_cannot_write_an_old_truth(void **state)
{
    (void)state;
    struct pair p;
    sit_down(&p);
    assert_string_equal(move(&p), "");
    kill(there.pid, SIGSTOP);
    struct guest two = at_node(&p.two, &here), swap = p.two;
    p.two = two;
    json_t *before = view_of(&p.one, p.id);
    for (int i = 0; i < 4; i++)
        assert_string_equal(move(&p), "");
    /* sent while it stands still, for a ply that is long over */
    char text[200];
    int ply = (int)json_integer_value(json_object_get(before, "ply"));
    int length = snprintf(text, sizeof text,
                          "{\"t\":\"move\",\"n\":77,\"table\":\"%s\",\"ply\":%d,\"move\":\"pass\"}",
                          p.id, ply);
    wire_send(&swap.wire, text, (size_t)length);
    guest_listen(&swap, 10);
    kill(there.pid, SIGCONT);
    json_t *reply = guest_wait(&swap, "reply", 5000);
    while (reply != NULL && json_integer_value(json_object_get(reply, "n")) != 77) {
        json_decref(reply);
        reply = guest_wait(&swap, "reply", 5000);
    }
    assert_non_null(reply);
    assert_false(json_is_true(json_object_get(reply, "ok")));
    json_decref(reply);
    json_t *a = view_of(&p.one, p.id), *b = view_of(&swap, p.id);
    assert_int_equal(json_integer_value(json_object_get(a, "ply")), ply + 4);
    assert_int_equal(json_integer_value(json_object_get(b, "ply")), ply + 4);
    json_decref(a), json_decref(b), json_decref(before);
    guest_leave(&swap);
    stand_up(&p);
}

/* What a step of a newer version does: columns and an index more, again and again for a second. */
static void *change_schema(void *context)
{
    static const char *const tables[] = {"events",   "tables", "users",
                                         "sessions", "seats",  "places"};
    atomic_bool *over = context;
    char sql[300];
    PGconn *connection = PQconnectdb(here.data);
    for (int i = 0; !*over; i++) {
        const char *table = tables[i % 6];
        snprintf(sql, sizeof sql,
                 "BEGIN; ALTER TABLE %s ADD COLUMN IF NOT EXISTS later%d bigint NOT NULL DEFAULT 7;"
                 "COMMIT; CREATE INDEX CONCURRENTLY IF NOT EXISTS later_%s_%d ON %s(later%d)",
                 table, i / 6, table, i / 6, table, i / 6);
        char *index = strstr(sql, "CREATE INDEX");
        index[-1] = '\0';
        PQclear(PQexec(connection, sql));
        PQclear(PQexec(connection, index));
        usleep(5000);
    }
    PQfinish(connection);
    return NULL;
}

/* Nodes of the version before go on: nothing that anybody asks for fails. */
static void the_schema_changes_while_people_play_and_nobody_notices(void **state)
{
    (void)state;
    atomic_bool over = false;
    pthread_t changer;
    struct pair p;
    sit_down(&p);
    pthread_create(&changer, NULL, change_schema, &over);
    for (int i = 0; i < 40; i++) {
        char text[16];
        int status;
        snprintf(text, sizeof text, "line %d", i);
        assert_string_equal(move(&p), "");
        assert_string_equal(
            guest_code(&p.two, "chat", json_pack("{s:s,s:s}", "table", p.id, "text", text)), "");
        json_decref(guest_rest(&p.one, "GET", "/api/v1/tables?list=mine", NULL, &status));
        assert_int_equal(status, 200);
        usleep(10000);
    }
    over = true;
    pthread_join(changer, NULL);
    stand_up(&p);
}

/* Who spreads tries over the nodes has no more of them. */
static void tries_of_a_password_are_counted_by_all_nodes_together(void **state)
{
    (void)state;
    struct service one, two;
    struct guest thief;
    int refused = 0;
    service_start(&one, "--trust-proxy");
    service_join(&two, &one, "--trust-proxy");
    snprintf(one.address.as, sizeof one.address.as, "203.0.113.9");
    snprintf(two.address.as, sizeof two.address.as, "203.0.113.9");
    guest_arrive(&thief, &one);
    for (int i = 0; i < 14; i++) {
        thief.service = i % 2 == 0 ? &one : &two;
        int status = post(&thief, "/api/v1/signin", "{\"name\":\"Olga\",\"password\":\"a guess\"}");
        assert_true(status == 403 || status == 429);
        refused += status == 429;
    }
    assert_true(refused > 0);
    guest_leave(&thief);
    service_stop(&two);
    service_clean(&one);
}

/* What no store takes for text is no table and no name, and no fault of the store. */
static void bytes_that_are_no_text_find_nothing(void **state)
{
    (void)state;
    static const char *const paths[] = {"/api/v1/tables/%ff%fe", "/api/v1/tables/%c3%28/view?ply=0",
                                        "/api/v1/tables/a%20b"};
    char body[400] = "{\"name\":\"a", *end = body + strlen(body);
    struct guest eve;
    int status;
    guest_arrive(&eve, &here);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        json_decref(guest_rest(&eve, "GET", paths[i], NULL, &status));
        assert_int_equal(status, 404);
    }
    for (int i = 0; i < 60; i++)
        end += snprintf(end, 8, "آ");
    snprintf(end, 40, "\",\"password\":\"a guess\"}");
    assert_int_equal(post(&eve, "/api/v1/signin", body), 403);
    guest_leave(&eve);
}

/* Somebody talks at one node while they are deleted at the other. */
static void what_is_said_at_another_node_during_a_deletion_does_not_stay(void **state)
{
    (void)state;
    struct guest yan, ben;
    char id[32], key[32];
    guest_arrive(&yan, &here), guest_arrive(&ben, &here);
    assert_int_equal(post(&yan, "/api/v1/me", "{\"name\":\"Yannick\"}"), 200);
    assert_true(guest_table(&yan,
                            "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                            "{\"kind\":\"open\"}]}",
                            id, key));
    struct guest talking = at_node(&yan, &there);
    for (int i = 0; i < 30; i++) {
        char text[120];
        int length = snprintf(text, sizeof text,
                              "{\"t\":\"chat\",\"n\":%d,\"table\":\"%s\",\"text\":\"hasty words\"}",
                              9000 + i, id);
        wire_send(&talking.wire, text, (size_t)length);
    }
    guest_listen(&talking, 0);
    assert_int_equal(post(&yan, "/api/v1/me/delete", "{\"name\":\"Yannick\"}"), 200);
    assert_true(is_hung_up(&talking));
    json_t *seen = view_of(&ben, id);
    char *text = json_dumps(seen, JSON_COMPACT);
    assert_null(strstr(text, "hasty words"));
    free(text);
    json_decref(seen);
    guest_leave(&talking), guest_leave(&yan), guest_leave(&ben);
}

/* A guest has a name at one node, and somebody takes it for their own at the other. */
static void a_name_that_was_taken_at_another_node_is_lost_here(void **state)
{
    (void)state;
    struct guest first, owner;
    guest_arrive(&first, &there), guest_arrive(&owner, &here);
    assert_int_equal(post(&first, "/api/v1/me", "{\"name\":\"Shirin Banu\"}"), 200);
    assert_int_equal(post(&owner, "/api/v1/me", "{\"name\":\"Shirin Banu\"}"), 200);
    assert_int_equal(post(&owner, "/api/v1/password", "{\"password\":\"correct horse\"}"), 200);
    bool lost = false;
    for (int i = 0; i < 250 && !lost; i++) {
        json_t *me = guest_rest(&first, "GET", "/api/v1/me", NULL, NULL);
        const char *name = json_string_value(json_object_get(json_object_get(me, "user"), "name"));
        lost = name != NULL && name[0] == '\0';
        json_decref(me);
        usleep(20000);
    }
    assert_true(lost);
    guest_leave(&first), guest_leave(&owner);
}

/* --- while the database does not answer --- */

/* Whoever reads or writes this table waits, until the answer is given back. */
static PGconn *lock(const char *table)
{
    char sql[100];
    PGconn *connection = PQconnectdb(here.data);
    snprintf(sql, sizeof sql, "BEGIN; LOCK TABLE %s IN ACCESS EXCLUSIVE MODE", table);
    PGresult *result = PQexec(connection, sql);
    assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
    PQclear(result);
    return connection;
}

static void unlock(PGconn *connection)
{
    PQclear(PQexec(connection, "COMMIT"));
    PQfinish(connection);
}

/* Questions of the nodes that wait for a lock. */
static int waiting_questions(PGconn *connection)
{
    PGresult *result = PQexec(connection, "SELECT count(*) FROM pg_locks WHERE NOT granted");
    int count = atoi(PQgetvalue(result, 0, 0));
    PQclear(result);
    return count;
}

static void wait_for_question(PGconn *connection)
{
    for (int i = 0; i < 250 && waiting_questions(connection) == 0; i++)
        usleep(10000);
    assert_true(waiting_questions(connection) > 0);
}

struct asking {
    struct guest *guest;
    const char *path;
    int status;
    atomic_bool over;
};

static void *ask_there(void *context)
{
    struct asking *a = context;
    json_decref(guest_rest(a->guest, "GET", a->path, NULL, &a->status));
    a->over = true;
    return NULL;
}

/* Somebody's sessions must be read, and the database does not tell them: everybody else plays on. */
static void while_one_waits_for_the_database_the_others_play_on(void **state)
{
    (void)state;
    struct pair p;
    struct guest eva;
    pthread_t thread;
    sit_down(&p);
    guest_arrive(&eva, &here);
    assert_int_equal(post(&eva, "/api/v1/me", "{\"name\":\"Eva\"}"), 200);
    assert_int_equal(post(&eva, "/api/v1/password", "{\"password\":\"correct horse\"}"), 200);
    eva.service = &there; /* where nobody knows her */
    PGconn *locked = lock("sessions");
    struct asking asking = {.guest = &eva, .path = "/api/v1/me/sessions"};
    pthread_create(&thread, NULL, ask_there, &asking);
    wait_for_question(locked);
    for (int i = 0; i < 6; i++)
        assert_string_equal(move(&p), "");
    assert_false(asking.over);
    unlock(locked);
    pthread_join(thread, NULL);
    assert_int_equal(asking.status, 200);
    guest_leave(&eva);
    stand_up(&p);
}

static void table_here(struct guest *owner, char id[32])
{
    char key[32];
    guest_arrive(owner, &here);
    assert_true(guest_table(owner,
                            "{\"game\":\"splendor\",\"players\":2,\"public\":true,\"seats\":["
                            "{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
                            id, key));
}

static void say_watch(struct guest *g, const char *table, int number)
{
    char text[120];
    int length =
        snprintf(text, sizeof text, "{\"t\":\"watch\",\"n\":%d,\"table\":\"%s\"}", number, table);
    wire_send(&g->wire, text, (size_t)length);
}

static void say_ping(struct guest *g, int number)
{
    char text[40];
    wire_send(&g->wire, text,
              (size_t)snprintf(text, sizeof text, "{\"t\":\"ping\",\"n\":%d}", number));
}

/* The answers of a socket come in the order of its messages, however long one of them takes. */
static void messages_keep_their_order_while_a_table_is_read(void **state)
{
    (void)state;
    struct guest ann, bob, eve;
    char id[32];
    table_here(&ann, id);
    guest_arrive(&bob, &there), guest_arrive(&eve, &there);
    assert_true(guest_connect(&bob) && guest_connect(&eve));
    PGconn *locked = lock("events");
    for (int i = 0; i < 20; i += 2) {
        say_watch(&bob, i % 4 == 0 ? id : "nowhere", 1000 + i);
        say_ping(&bob, 1001 + i);
    }
    guest_listen(&bob, 20);
    wait_for_question(locked);
    assert_string_equal(guest_code(&eve, "ping", json_object()),
                        ""); /* another socket is answered */
    unlock(locked);
    for (int i = 0; i < 20; i++) {
        json_t *reply = guest_wait(&bob, "reply", 5000);
        assert_non_null(reply);
        assert_int_equal(json_integer_value(json_object_get(reply, "n")), 1000 + i);
        assert_int_equal(json_is_true(json_object_get(reply, "ok")), i % 4 != 2);
        json_decref(reply);
    }
    guest_leave(&ann), guest_leave(&bob), guest_leave(&eve);
}

/* Thirty sockets want a table that cannot be read yet; half of them go, one of them for good. */
static void who_leaves_while_a_table_is_read_harms_nobody(void **state)
{
    (void)state;
    enum { MANY = 30 };
    static struct guest many[MANY];
    struct guest ann, rex;
    char id[32], why[300];
    table_here(&ann, id);
    for (int i = 0; i < MANY; i++) {
        guest_arrive(&many[i], &there);
        assert_true(guest_connect(&many[i]));
    }
    guest_arrive(&rex, &there);
    assert_int_equal(post(&rex, "/api/v1/me", "{\"name\":\"Rexona\"}"), 200);
    assert_true(guest_connect(&rex));
    PGconn *locked = lock("events");
    say_watch(&rex, id, 1);
    guest_listen(&rex, 1);
    for (int i = 0; i < MANY; i++) {
        say_watch(&many[i], id, 1);
        say_ping(&many[i], 2);
        guest_listen(&many[i], 1);
    }
    wait_for_question(locked);
    for (int i = 0; i < MANY; i += 2)
        guest_disconnect(&many[i]);
    assert_true(server_command(here.data, "ban", rex.user, why, sizeof why));
    assert_true(is_hung_up(&rex));
    unlock(locked);
    for (int i = 1; i < MANY; i += 2)
        for (int n = 1; n <= 2; n++) {
            json_t *reply = guest_wait(&many[i], "reply", 5000);
            assert_int_equal(json_integer_value(json_object_get(reply, "n")), n);
            assert_true(json_is_true(json_object_get(reply, "ok")));
            json_decref(reply);
        }
    for (int i = 0; i < MANY; i++)
        guest_leave(&many[i]);
    guest_leave(&rex), guest_leave(&ann);
}

/* What happens at a table while its log is read is in what is shown then, once. */
static void a_table_that_goes_on_while_it_is_read_is_shown_whole(void **state)
{
    (void)state;
    struct pair p;
    sit_down(&p);
    for (int round = 0; round < 10; round++) {
        struct guest eve;
        guest_arrive(&eve, &there);
        assert_true(guest_connect(&eve));
        say_watch(&eve, p.id, 5);
        guest_listen(&eve, 0);
        assert_string_equal(move(&p), "");
        assert_string_equal(move(&p), "");
        json_t *table = guest_wait(&eve, "table", 5000);
        assert_non_null(table);
        json_t *log = json_object_get(table, "log");
        int64_t seq = json_integer_value(json_object_get(table, "seq"));
        assert_int_equal(json_array_size(log), seq + 1);
        for (size_t i = 0; i < json_array_size(log); i++)
            assert_int_equal(json_integer_value(json_object_get(json_array_get(log, i), "seq")), i);
        int64_t ply = json_integer_value(json_object_get(table, "ply"));
        json_decref(table);
        json_t *now = view_of(&p.one, p.id);
        for (int64_t last = json_integer_value(json_object_get(now, "seq")); seq < last; seq++) {
            json_t *event = guest_wait(&eve, "event", 5000);
            assert_int_equal(json_integer_value(json_object_get(event, "seq")), seq + 1);
            ply = json_integer_value(json_object_get(event, "ply"));
            json_decref(event);
        }
        assert_int_equal(ply, json_integer_value(json_object_get(now, "ply")));
        json_decref(now);
        guest_leave(&eve);
    }
    stand_up(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_at_one_node_is_seen_at_the_other),
        cmocka_unit_test(any_node_draws_the_picture_of_a_table),
        cmocka_unit_test(what_both_say_at_once_is_there_once),
        cmocka_unit_test(who_is_here_is_told_everywhere),
        cmocka_unit_test(a_ban_holds_everywhere),
        cmocka_unit_test(signing_out_everywhere_is_everywhere),
        cmocka_unit_test(a_session_that_ends_is_cut_everywhere),
        cmocka_unit_test(an_announcement_is_heard_everywhere),
        cmocka_unit_test(a_node_that_stood_still_cannot_write_an_old_truth),
        cmocka_unit_test(the_schema_changes_while_people_play_and_nobody_notices),
        cmocka_unit_test(tries_of_a_password_are_counted_by_all_nodes_together),
        cmocka_unit_test(bytes_that_are_no_text_find_nothing),
        cmocka_unit_test(what_is_said_at_another_node_during_a_deletion_does_not_stay),
        cmocka_unit_test(a_name_that_was_taken_at_another_node_is_lost_here),
        cmocka_unit_test(while_one_waits_for_the_database_the_others_play_on),
        cmocka_unit_test(messages_keep_their_order_while_a_table_is_read),
        cmocka_unit_test(who_leaves_while_a_table_is_read_harms_nobody),
        cmocka_unit_test(a_table_that_goes_on_while_it_is_read_is_shown_whole),
    };
    if (!place_is_postgres())
        return 77; /* one server has a file for itself */
    return cmocka_run_group_tests(tests, open_both, close_both);
}
