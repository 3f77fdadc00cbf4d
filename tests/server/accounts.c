/* SPDX-License-Identifier: MIT */
/* Accounts under attack: every test is named after what somebody tried. */
#include "tests/unit/unit.h"

#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "place.h"
#include "server/server.h"
#include "server/store.h"
#include "service.h"

static struct service service;

static int start(void **state)
{
    (void)state;
    service_start(&service, "--open-limits");
    return 0;
}

static int stop(void **state)
{
    (void)state;
    int status = service_stop(&service);
    service_clean(&service);
    return status;
}

/* --- small words --- */

static json_t *ask(struct guest *g, const char *path, const char *body, int wanted)
{
    int status;
    json_t *answer = guest_rest(g, body == NULL ? "GET" : "POST", path, body, &status);
    if (status != wanted) {
        char *text = json_dumps(answer, JSON_COMPACT);
        fail_msg("%s %s: %d instead of %d, %s", path, body == NULL ? "" : body, status, wanted,
                 text == NULL ? "" : text);
    }
    return answer;
}

static void expect(struct guest *g, const char *path, const char *body, int wanted)
{
    json_decref(ask(g, path, body, wanted));
}

static void expect_code(struct guest *g, const char *path, const char *body, const char *wanted)
{
    json_t *answer = guest_rest(g, "POST", path, body, NULL);
    const char *code = json_string_value(json_object_get(json_object_get(answer, "error"), "code"));
    assert_string_equal(code == NULL ? "fine" : code, wanted);
    json_decref(answer);
}

static void name(struct guest *g, const char *text, int wanted)
{
    char body[256];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", text);
    expect(g, "/api/v1/me", body, wanted);
}

static void password(struct guest *g, const char *text, int wanted)
{
    char body[256];
    snprintf(body, sizeof body, "{\"password\":\"%s\"}", text);
    expect(g, "/api/v1/password", body, wanted);
}

static void sign_in(struct guest *g, const char *who, const char *with, int wanted)
{
    char body[256];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", who, with);
    expect(g, "/api/v1/signin", body, wanted);
}

/* Somebody new with this name and a password. */
static void register_as(struct guest *g, const char *text)
{
    guest_arrive(g, &service);
    name(g, text, 200);
    password(g, "correct horse", 200);
}

/* The user that the cookie stands for: id or name. "" when it stands for nobody. */
static const char *me(struct guest *g, const char *key)
{
    static char found[128];
    int status;
    struct guest copy = *g; /* whoever is nobody must not become a guest by asking */
    json_t *answer = guest_rest(&copy, "GET", "/api/v1/me/sessions", NULL, &status);
    json_decref(answer);
    found[0] = '\0';
    if (status == 401)
        return found;
    answer = guest_rest(&copy, "GET", "/api/v1/me", NULL, &status);
    snprintf(found, sizeof found, "%s",
             json_string_value(json_object_get(json_object_get(answer, "user"), key)));
    json_decref(answer);
    return found;
}

static bool is_nobody(struct guest *g)
{
    return me(g, "id")[0] == '\0';
}

/* The socket is closed by the server soon. */
static bool is_hung_up(struct guest *g)
{
    for (int i = 0; i < 200; i++)
        if (!guest_listen(g, 20))
            return true;
    return false;
}

static bool is_connected(struct guest *g)
{
    json_t *reply = guest_ask(g, "ping", NULL);
    bool fine = json_is_true(json_object_get(reply, "ok"));
    json_decref(reply);
    return fine;
}

/* --- requests that overlap --- */

struct task {
    struct guest guest; /* a copy, with the cookie it got in the end */
    int fd, status;
};

/* Sends a request and does not wait: when this returns it is on its way. */
static void launch(struct task *t, const struct guest *g, const char *path, const char *body)
{
    char request[2048];
    const struct wire_address *to = &g->service->address;
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)to->port),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    *t = (struct task){.guest = *g, .fd = socket(AF_INET, SOCK_STREAM, 0)};
    assert_int_equal(connect(t->fd, (struct sockaddr *)&address, sizeof address), 0);
    int length = snprintf(request, sizeof request,
                          "POST %s HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\nCookie: %s\r\n"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                          path, to->host, to->port, g->cookie, strlen(body), body);
    assert_int_equal(write(t->fd, request, (size_t)length), length);
}

/* Waits for its answer; the status. */
static int land(struct task *t)
{
    char answer[4096];
    size_t got = 0;
    for (ssize_t part; (part = read(t->fd, answer + got, sizeof answer - 1 - got)) > 0;)
        got += (size_t)part;
    answer[got] = '\0';
    close(t->fd);
    const char *cookie = strcasestr(answer, "set-cookie: ");
    if (cookie != NULL)
        snprintf(t->guest.cookie, sizeof t->guest.cookie, "%.*s", (int)strcspn(cookie + 12, ";\r"),
                 cookie + 12);
    if (sscanf(answer, "HTTP/1.%*d %d", &t->status) != 1)
        t->status = -1;
    return t->status;
}

/* Hashes that keep the thread busy, so that whatever is hashed next takes a while. */
enum { DELAYS = 3 };
static struct task delays[DELAYS];

static void delay_hashing(const struct guest *g)
{
    for (int i = 0; i < DELAYS; i++)
        launch(&delays[i], g, "/api/v1/signin",
               "{\"name\":\"Nobody at all\",\"password\":\"whatever it is\"}");
    usleep(15000);
}

static void end_delay(void)
{
    for (int i = 0; i < DELAYS; i++)
        assert_int_equal(land(&delays[i]), 403);
}

/* --- taking somebody's account --- */

static void a_name_changed_while_hashing_steals_nothing(void **state)
{
    (void)state;
    struct guest vera, eve, other;
    struct task setting;
    register_as(&vera, "Vera");
    guest_arrive(&eve, &service);
    guest_arrive(&other, &service);
    name(&eve, "Eve", 200);
    delay_hashing(&other);
    launch(&setting, &eve, "/api/v1/password", "{\"password\":\"eve's own one\"}");
    usleep(15000);
    expect_code(&eve, "/api/v1/me", "{\"name\":\"Vera\"}", "taken");
    expect_code(&eve, "/api/v1/me", "{\"name\":\"Ver0\"}", "busy"); /* one change at a time */
    end_delay();
    assert_int_equal(land(&setting), 200);
    assert_string_equal(me(&setting.guest, "name"), "Eve");
    assert_string_equal(me(&vera, "name"), "Vera");
    sign_in(&other, "Vera", "correct horse", 200);
    assert_string_equal(me(&other, "id"), vera.user);
    sign_in(&other, "Vera", "eve's own one", 403);
    guest_leave(&vera), guest_leave(&eve), guest_leave(&other);
}

static void two_who_register_one_name_at_once_are_not_both_let_in(void **state)
{
    (void)state;
    struct guest one, two, phone;
    struct task first, second;
    guest_arrive(&one, &service);
    guest_arrive(&two, &service);
    guest_arrive(&phone, &service);
    name(&one, "Zoe", 200);
    name(&two, "Zoé", 200); /* guests may share a look */
    launch(&first, &one, "/api/v1/password", "{\"password\":\"password one\"}");
    launch(&second, &two, "/api/v1/password", "{\"password\":\"password two\"}");
    int a = land(&first), b = land(&second);
    assert_true((a == 200 && b == 409) || (a == 409 && b == 200));
    sign_in(&phone, "Zoe", a == 200 ? "password one" : "password two", 200);
    assert_string_equal(me(&phone, "id"), a == 200 ? one.user : two.user);
    sign_in(&phone, "Zoe", a == 200 ? "password two" : "password one", 403);
    assert_string_equal(me(a == 200 ? &two : &one, "name"), ""); /* the loser must look otherwise */
    guest_leave(&one), guest_leave(&two), guest_leave(&phone);
}

static void two_passwords_at_once_are_not_both_taken(void **state)
{
    (void)state;
    struct guest ida, phone;
    struct task first, second;
    guest_arrive(&ida, &service);
    guest_arrive(&phone, &service);
    name(&ida, "Ida", 200);
    launch(&first, &ida, "/api/v1/password", "{\"password\":\"password one\"}");
    usleep(10000);
    launch(&second, &ida, "/api/v1/password", "{\"password\":\"password two\"}");
    int a = land(&first), b = land(&second);
    assert_int_equal(a, 200);
    assert_true(b == 503 || b == 401); /* under way, or already with a void cookie */
    sign_in(&phone, "Ida", "password one", 200);
    sign_in(&phone, "Ida", "password two", 403);
    guest_leave(&ida), guest_leave(&phone);
}

static void a_deletion_while_hashing_waits_its_turn(void **state)
{
    (void)state;
    struct guest uma, other;
    struct task setting;
    guest_arrive(&uma, &service);
    guest_arrive(&other, &service);
    name(&uma, "Uma", 200);
    delay_hashing(&other);
    launch(&setting, &uma, "/api/v1/password", "{\"password\":\"correct horse\"}");
    usleep(15000);
    expect_code(&uma, "/api/v1/me/delete", "{\"name\":\"Uma\"}", "busy");
    expect_code(&uma, "/api/v1/signout", "{\"everywhere\":true}", "busy");
    end_delay();
    assert_int_equal(land(&setting), 200);
    sign_in(&other, "Uma", "correct horse", 200);
    assert_string_equal(me(&other, "id"), uma.user);
    guest_leave(&uma), guest_leave(&other);
}

static void a_name_changed_while_a_deletion_is_hashed_is_refused(void **state)
{
    (void)state;
    struct guest lou, other;
    struct task deleting;
    register_as(&lou, "Lou");
    guest_arrive(&other, &service);
    delay_hashing(&other);
    launch(&deleting, &lou, "/api/v1/me/delete",
           "{\"name\":\"Lou\",\"password\":\"correct horse\"}");
    usleep(15000);
    expect_code(&lou, "/api/v1/me", "{\"name\":\"Louise\"}", "busy");
    end_delay();
    assert_int_equal(land(&deleting), 200);
    assert_true(is_nobody(&lou));
    sign_in(&other, "Lou", "correct horse", 403);
    name(&other, "Lou", 200); /* nobody's any more */
    guest_leave(&lou), guest_leave(&other);
}

static void a_sign_in_with_a_password_that_changes_meanwhile_is_void(void **state)
{
    (void)state;
    struct guest mia, thief;
    struct task changing, stealing;
    register_as(&mia, "Mia");
    guest_arrive(&thief, &service);
    launch(&changing, &mia, "/api/v1/password",
           "{\"password\":\"a better one\",\"old\":\"correct horse\"}");
    usleep(5000);
    launch(&stealing, &thief, "/api/v1/signin",
           "{\"name\":\"Mia\",\"password\":\"correct horse\"}");
    assert_int_equal(land(&changing), 200);
    assert_true(land(&stealing) != 200 || is_nobody(&stealing.guest));
    guest_leave(&mia), guest_leave(&thief);
}

/* --- names --- */

static void guest_cannot_bear_a_registered_name(void **state)
{
    (void)state;
    static const char *const looks[] = {"Nora", "nora", "N o r a", "Nóra", "n.o.r.a", "Ｎｏｒａ"};
    struct guest nora, early;
    guest_arrive(&early, &service);
    name(&early, "NORA", 200);
    register_as(&nora, "Nora");
    assert_string_equal(me(&early, "name"), ""); /* it was there first, but has no password */
    for (size_t i = 0; i < sizeof looks / sizeof looks[0]; i++)
        name(&early, looks[i], 409);
    password(&early, "correct horse", 409);
    struct guest paul;
    register_as(&paul, "Paul");
    name(&early, "PauI", 409); /* with a capital I */
    guest_leave(&paul);
    service_stop(&service);
    service_again(&service);
    assert_string_equal(me(&early, "name"), ""); /* the row of before still says it */
    assert_string_equal(me(&nora, "name"), "Nora");
    char id[32], key[32]; /* nor does a list say it, where many are looked up at once */
    assert_true(guest_table(&early,
                            "{\"game\":\"splendor\",\"players\":2,\"public\":true,\"seats\":"
                            "[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
                            id, key));
    service_stop(&service);
    service_again(&service);
    json_t *list = ask(&nora, "/api/v1/tables?list=open", NULL, 200);
    const char *shown = NULL;
    json_unpack(list, "{s:[{s:[{s:s}]}]}", "tables", "seats", "name", &shown);
    assert_string_equal(shown, "");
    json_decref(list);
    name(&nora, "Nora B.", 200);
    name(&nora, "Nora", 200);
    guest_leave(&nora), guest_leave(&early);
}

static void bad_names_are_refused_with_a_sentence(void **state)
{
    (void)state;
    static const char *const names[][2] = {
        {"x", "short"},
        {"A\\u200bda", "character"},
        {"\\u202eevil", "character"},
        {"Аdа Lo", "mixed"},
        {"Admin", "reserved"},
        {"The Admin", "reserved"},
        {"takht-support", "reserved"},
        {"ادمين سایت", "reserved"},
        {"ربات استاد", "reserved"},
        {"\\u3164\\u3164", "character"},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "long"},
    };
    struct guest ada;
    guest_arrive(&ada, &service);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char body[256];
        snprintf(body, sizeof body, "{\"name\":\"%s\"}", names[i][0]);
        json_t *answer = ask(&ada, "/api/v1/me", body, 400);
        const char *problem = NULL, *en = NULL, *fa = NULL;
        json_unpack(answer, "{s:{s:s,s:{s:s,s:s}}}", "error", "problem", &problem, "words", "en",
                    &en, "fa", &fa);
        assert_non_null(fa);
        assert_string_equal(problem, names[i][1]);
        assert_true(strlen(en) > 20 && strlen(fa) > 20);
        json_decref(answer);
    }
    name(&ada, "  Ada \\u00a0 L.  ", 200);
    assert_string_equal(me(&ada, "name"), "Ada L.");
    guest_leave(&ada);
}

/* --- cookies and devices --- */

static void new_password_voids_other_cookies_and_sockets(void **state)
{
    (void)state;
    struct guest sam, phone, guest_cookie, first_cookie;
    guest_arrive(&sam, &service);
    guest_cookie = sam;
    assert_true(guest_connect(&sam));
    name(&sam, "Sam", 200);
    password(&sam, "correct horse", 200);
    assert_true(is_hung_up(&sam));
    assert_true(is_nobody(&guest_cookie)); /* the guest's cookie does not open the account */
    assert_string_equal(me(&sam, "name"), "Sam");
    guest_arrive(&phone, &service);
    sign_in(&phone, "sam", "correct horse", 200);
    assert_true(guest_connect(&phone) && guest_connect(&sam));
    first_cookie = sam;
    expect(&sam, "/api/v1/password", "{\"password\":\"battery staple\"}", 403);
    expect(&sam, "/api/v1/password", "{\"password\":\"battery staple\",\"old\":\"wrong\"}", 403);
    assert_true(is_connected(&phone));
    expect(&sam, "/api/v1/password", "{\"password\":\"battery staple\",\"old\":\"correct horse\"}",
           200);
    assert_true(is_hung_up(&phone) && is_hung_up(&sam));
    assert_true(is_nobody(&phone) && is_nobody(&first_cookie));
    assert_true(guest_connect(&sam)); /* with the new cookie */
    service_kill(&service);
    service_again(&service);
    assert_true(is_nobody(&phone) && is_nobody(&first_cookie) && is_nobody(&guest_cookie));
    assert_string_equal(me(&sam, "name"), "Sam");
    sign_in(&phone, "Sam", "correct horse", 403);
    sign_in(&phone, "Sam", "battery staple", 200);
    guest_leave(&sam), guest_leave(&phone);
}

/* The id of the one session that is (or is not) of this device; "" if there is none. */
static const char *session(struct guest *g, bool this_one, size_t count)
{
    static char found[64];
    json_t *answer = ask(g, "/api/v1/me/sessions", NULL, 200), *one;
    json_t *list = json_object_get(answer, "sessions");
    size_t i;
    found[0] = '\0';
    assert_int_equal(json_array_size(list), count);
    json_array_foreach(list, i, one)
    {
        assert_true(json_integer_value(json_object_get(one, "seen")) > 0);
        if (json_is_true(json_object_get(one, "this")) == this_one)
            snprintf(found, sizeof found, "%s", json_string_value(json_object_get(one, "id")));
    }
    json_decref(answer);
    return found;
}

static void sessions_are_listed_and_ended_one_by_one(void **state)
{
    (void)state;
    struct guest tom, phone, eve;
    char body[128];
    register_as(&tom, "Tom");
    register_as(&eve, "Evelyn");
    guest_arrive(&phone, &service);
    sign_in(&phone, "Tom", "correct horse", 200);
    assert_true(guest_connect(&tom) && guest_connect(&phone));
    snprintf(body, sizeof body, "{\"id\":\"%s\"}", session(&tom, false, 2));
    expect(&eve, "/api/v1/me/sessions/end", body, 404); /* not hers to end */
    expect(&tom, "/api/v1/me/sessions/end", "{\"id\":7}", 400);
    expect(&tom, "/api/v1/me/sessions/end", body, 200);
    assert_true(is_hung_up(&phone));
    assert_true(is_nobody(&phone));
    assert_true(is_connected(&tom));
    assert_string_not_equal(session(&tom, true, 1), "");
    service_kill(&service);
    service_again(&service);
    assert_true(is_nobody(&phone));
    assert_string_not_equal(session(&tom, true, 1), "");
    expect(&tom, "/api/v1/signout", "{}", 200);
    assert_true(is_nobody(&tom)); /* a copy of the cookie is void too */
    guest_leave(&tom), guest_leave(&phone), guest_leave(&eve);
}

static void signing_out_everywhere_closes_sockets(void **state)
{
    (void)state;
    struct guest kim, phone;
    register_as(&kim, "Kim");
    guest_arrive(&phone, &service);
    sign_in(&phone, "Kim", "correct horse", 200);
    assert_true(guest_connect(&kim) && guest_connect(&phone));
    expect(&phone, "/api/v1/signout", "{\"everywhere\":true}", 200);
    assert_true(is_hung_up(&kim) && is_hung_up(&phone));
    assert_true(is_nobody(&kim) && is_nobody(&phone));
    sign_in(&phone, "Kim", "correct horse", 200);
    session(&phone, true, 1);
    guest_leave(&kim), guest_leave(&phone);
}

static void the_oldest_of_too_many_sessions_ends(void **state)
{
    (void)state;
    struct guest max, phone;
    register_as(&max, "Max");
    for (int i = 0; i < 20; i++) {
        guest_arrive(&phone, &service);
        sign_in(&phone, "Max", "correct horse", 200);
        if (i == 18)
            assert_false(is_nobody(&max));
        guest_leave(&phone);
    }
    assert_true(is_nobody(&max));
    guest_leave(&max);
}

static void a_forged_session_opens_nothing(void **state)
{
    (void)state;
    struct guest lea, forger;
    register_as(&lea, "Lea");
    forger = lea;
    char *last = strrchr(forger.cookie, '.');
    last[-1] = last[-1] == 'A' ? 'B' : 'A'; /* another session, same signature */
    assert_true(is_nobody(&forger));
    forger = lea;
    char *first = strchr(forger.cookie, '.');
    first[1] = '9'; /* another generation */
    assert_true(is_nobody(&forger));
    forger = lea;
    snprintf(forger.cookie, sizeof forger.cookie, "takht=%s.1.x", lea.user);
    assert_true(is_nobody(&forger));
    snprintf(forger.cookie, sizeof forger.cookie, "takht=....; takht=");
    assert_true(is_nobody(&forger));
    assert_false(is_nobody(&lea));
    guest_leave(&lea);
}

/* A page of a neighbouring host can set some for the whole domain. */
static void cookies_of_others_hide_nobody(void **state)
{
    (void)state;
    static const char *const others[] = {"takht=", "takht=x", "takht=a.0.b", "takht"};
    struct guest marjan, crowded;
    register_as(&marjan, "Marjan");
    for (int i = 0; i < TK_COUNT(others); i++) {
        crowded = marjan;
        snprintf(crowded.cookie, sizeof crowded.cookie, "%s; a=takht=1; %.150s;takht=z", others[i],
                 marjan.cookie);
        assert_false(is_nobody(&crowded));
    }
    /* but each that is tried costs a hash */
    snprintf(crowded.cookie, sizeof crowded.cookie,
             "takht=;takht=;takht=;takht=;takht=;takht=;takht=;takht=;%.130s", marjan.cookie);
    assert_true(is_nobody(&crowded));
    guest_leave(&marjan);
}

/* One that we signed once and that is void now hides nobody, either. */
static void void_cookies_hide_nobody(void **state)
{
    (void)state;
    struct guest simin;
    char both[512], answer[4096];
    guest_arrive(&simin, &service);
    const struct guest before = simin;
    name(&simin, "Simin", 200);
    password(&simin, "correct horse", 200);
    const char *const order[2][2] = {{before.cookie, simin.cookie}, {simin.cookie, before.cookie}};
    for (int i = 0; i < 2; i++) {
        snprintf(both, sizeof both, "%s; %s", order[i][0], order[i][1]);
        assert_int_equal(wire_http(&service.address, "GET", "/api/v1/me", both, NULL, NULL, 0,
                                   answer, sizeof answer),
                         200);
        assert_non_null(strstr(answer, "\"name\":\"Simin\""));
    }
    guest_leave(&simin);
}

static void a_ban_closes_sockets_and_voids_cookies(void **state)
{
    (void)state;
    char why[256];
    struct guest rex, phone;
    register_as(&rex, "Rex");
    assert_true(guest_connect(&rex));
    assert_true(server_command(service.data, "ban", rex.user, why, sizeof why));
    assert_true(is_hung_up(&rex));
    assert_true(is_nobody(&rex));
    guest_arrive(&phone, &service);
    sign_in(&phone, "Rex", "correct horse", 403);
    guest_leave(&phone);
    service_stop(&service);
    service_again(&service);
    assert_true(is_nobody(&rex));
    guest_leave(&rex);
}

/* Hosts see names, and names have spaces. */
static void a_host_bans_by_name(void **state)
{
    (void)state;
    char command[600];
    struct guest rex;
    register_as(&rex, "Rex the Second");
    assert_true(guest_connect(&rex));
    snprintf(command, sizeof command, "%s admin --data '%s' ban 'rex The second'", TAKHT,
             service.data);
    assert_int_equal(system(command), 0);
    assert_true(is_hung_up(&rex));
    assert_true(is_nobody(&rex));
    guest_leave(&rex);
}

/* --- deletion and export --- */

static void a_deleted_cookie_stays_dead_after_restart(void **state)
{
    (void)state;
    struct guest silent, named, kept;
    guest_arrive(&silent, &service); /* never did anything that needs a row */
    guest_arrive(&named, &service);
    name(&named, "Gone", 200);
    register_as(&kept, "Gone too");
    assert_true(guest_connect(&named));
    expect(&silent, "/api/v1/me/delete", "{\"name\":\"\"}", 200);
    expect(&named, "/api/v1/me/delete", "{\"name\":\"wrong\"}", 400);
    expect(&named, "/api/v1/me/delete", "{\"name\":\"Gone\"}", 200);
    expect(&kept, "/api/v1/me/delete", "{\"name\":\"Gone too\"}", 403); /* needs the password */
    expect(&kept, "/api/v1/me/delete", "{\"name\":\"Gone too\",\"password\":\"wrong wrong\"}", 403);
    assert_false(is_nobody(&kept));
    expect(&kept, "/api/v1/me/delete", "{\"name\":\"Gone too\",\"password\":\"correct horse\"}",
           200);
    assert_true(is_hung_up(&named));
    for (int restart = 0; restart < 2; restart++) {
        assert_true(is_nobody(&silent) && is_nobody(&named) && is_nobody(&kept));
        sign_in(&silent, "Gone too", "correct horse", 403);
        service_stop(&service);
        service_again(&service);
    }
    guest_leave(&silent), guest_leave(&named), guest_leave(&kept);
}

static bool says(json_t *events, const char *what, const char *key, const char *text)
{
    size_t i;
    json_t *event;
    json_array_foreach(events, i, event)
    {
        const char *found = json_string_value(json_object_get(event, key));
        if (strcmp(json_string_value(json_object_get(event, "what")), what) == 0 &&
            (text == NULL || (found != NULL && strcmp(found, text) == 0)))
            return true;
    }
    return false;
}

/* Who only watched and talked has that, and the table they made and left to bots. */
static void the_export_of_a_watcher(const char *id)
{
    struct guest cara;
    char other[32], key[32];
    guest_arrive(&cara, &service);
    assert_true(guest_connect(&cara));
    json_decref(guest_ask(&cara, "watch", json_pack("{s:s}", "table", id)));
    json_decref(
        guest_ask(&cara, "chat", json_pack("{s:s,s:s}", "table", id, "text", "words of Cara")));
    json_t *mine = ask(&cara, "/api/v1/me/export", NULL, 200);
    json_t *events = json_object_get(json_array_get(json_object_get(mine, "tables"), 0), "events");
    assert_true(says(events, "chat", "text", "words of Cara"));
    assert_int_equal(json_array_size(events), 1);
    json_decref(mine);
    assert_true(guest_table(&cara, /* made, and left to bots */
                            "{\"game\":\"splendor\",\"players\":2,\"quick\":true,\"seats\":"
                            "[{\"kind\":\"bot\",\"level\":\"random\"},"
                            "{\"kind\":\"bot\",\"level\":\"random\"}]}",
                            other, key));
    mine = ask(&cara, "/api/v1/me/export", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(mine, "tables")), 2);
    json_decref(mine);
    guest_leave(&cara);
}

static void the_export_has_what_i_did_and_nothing_else(void **state)
{
    (void)state;
    struct guest ann, ben;
    char id[32], key[32], query[128];
    guest_arrive(&ann, &service);
    guest_arrive(&ben, &service);
    assert_true(guest_connect(&ann) && guest_connect(&ben));
    assert_true(guest_table(&ann,
                            "{\"game\":\"splendor\",\"players\":2,"
                            "\"options\":{\"start\":\"0\"},\"seats\":[{\"kind\":\"me\"},"
                            "{\"kind\":\"friend\"}]}",
                            id, key));
    json_decref(
        guest_ask(&ben, "sit", json_pack("{s:s,s:i,s:s}", "table", id, "seat", 1, "key", key)));
    json_decref(guest_ask(&ann, "watch", json_pack("{s:s}", "table", id)));
    json_decref(guest_ask(&ben, "watch", json_pack("{s:s}", "table", id)));
    json_decref(
        guest_ask(&ann, "chat", json_pack("{s:s,s:s}", "table", id, "text", "words of Ann")));
    json_decref(
        guest_ask(&ben, "chat", json_pack("{s:s,s:s}", "table", id, "text", "words of Ben")));
    snprintf(query, sizeof query, "/api/v1/tables/%s", id);
    json_t *now = NULL;
    const char *move = NULL;
    for (int i = 0; i < 200 && move == NULL; i++) { /* it starts by itself, and soon */
        usleep(10000);
        json_decref(now);
        now = ask(&ann, query, NULL, 200);
        move = json_string_value(
            json_object_get(json_array_get(json_object_get(now, "legal"), 0), "move"));
    }
    assert_non_null(move);
    json_decref(
        guest_ask(&ann, "move", json_pack("{s:s,s:i,s:s}", "table", id, "ply", 0, "move", move)));
    json_t *mine = ask(&ann, "/api/v1/me/export", NULL, 200);
    json_t *table = json_array_get(json_object_get(mine, "tables"), 0);
    json_t *events = json_object_get(table, "events");
    assert_string_equal(json_string_value(json_object_get(table, "table")), id);
    assert_true(says(events, "chat", "text", "words of Ann"));
    assert_false(says(events, "chat", "text", "words of Ben"));
    assert_true(says(events, "move", "move", move));
    const char *wished = NULL; /* how I wanted the table to be */
    json_unpack(json_array_get(events, 0), "{s:{s:s}}", "options", "start", &wished);
    assert_string_equal(wished == NULL ? "" : wished, "0");
    char *text = json_dumps(mine, JSON_COMPACT);
    assert_null(strstr(text, "secret"));
    assert_null(strstr(text, "seed"));
    assert_null(strstr(text, key));
    free(text);
    json_decref(now);
    json_decref(mine);
    mine = ask(&ben, "/api/v1/me/export", NULL, 200);
    events = json_object_get(json_array_get(json_object_get(mine, "tables"), 0), "events");
    assert_true(says(events, "sat", "", NULL));
    assert_true(says(events, "chat", "text", "words of Ben"));
    assert_false(says(events, "move", "", NULL));
    json_decref(mine);
    the_export_of_a_watcher(id);
    snprintf(query, sizeof query, "/api/v1/me/export?after=%s", id);
    mine = ask(&ann, query, NULL, 200); /* the page after the last */
    assert_int_equal(json_array_size(json_object_get(mine, "tables")), 0);
    json_decref(mine);
    expect(&ann, "/api/v1/me/export?after=nothing", NULL, 400);
    guest_leave(&ann), guest_leave(&ben);
}

/* How often a text is in the files of the store. */
static int in_files(const char *text)
{
    static const char *const ends[] = {"", "-wal"};
    int found = 0;
    for (int i = 0; i < 2; i++) {
        char file[300];
        snprintf(file, sizeof file, "%s%s", service.data, ends[i]);
        FILE *stream = fopen(file, "rb");
        if (stream == NULL)
            continue;
        char *bytes = malloc(64 << 20);
        size_t length = fread(bytes, 1, 64 << 20, stream);
        for (const char *at = bytes, *end = bytes + length;
             (at = memmem(at, (size_t)(end - at), text, strlen(text))) != NULL; at++)
            found++;
        free(bytes);
        fclose(stream);
    }
    return found;
}

static void after_deletion_no_name_and_no_word_is_in_the_file(void **state)
{
    (void)state;
    if (place_is_postgres())
        skip(); /* its files are not ours to look into */
    struct guest xan, ben;
    char id[32], key[32], query[128];
    register_as(&xan, "Xanthippe");
    guest_arrive(&ben, &service);
    assert_true(guest_connect(&xan));
    assert_true(guest_table(&xan,
                            "{\"game\":\"splendor\",\"players\":2,\"public\":true,"
                            "\"seats\":[{\"kind\":\"me\"},{\"kind\":\"friend\"}]}",
                            id, key));
    json_decref(guest_ask(&xan, "watch", json_pack("{s:s}", "table", id)));
    json_decref(
        guest_ask(&xan, "chat", json_pack("{s:s,s:s}", "table", id, "text", "purple elephants")));
    assert_true(in_files("Xanthippe") > 0 && in_files("purple elephants") > 0);
    expect(&xan, "/api/v1/me/delete", "{\"name\":\"Xanthippe\",\"password\":\"correct horse\"}",
           200);
    snprintf(query, sizeof query, "/api/v1/tables/%s", id);
    json_t *seen = ask(&ben, query, NULL, 200);
    char *text = json_dumps(seen, JSON_COMPACT);
    assert_null(strstr(text, "Xanthippe"));
    assert_null(strstr(text, "purple elephants"));
    free(text);
    json_decref(seen);
    service_stop(&service);
    assert_int_equal(in_files("Xanthippe"), 0);
    assert_int_equal(in_files("xanthippe"), 0);
    assert_int_equal(in_files("purple elephants"), 0);
    service_again(&service);
    guest_leave(&xan), guest_leave(&ben);
}

/* Somebody deletes themselves while what they just said still waits to be written. */
static void what_is_said_while_one_is_deleted_does_not_stay(void **state)
{
    (void)state;
    struct guest yan, ben;
    char id[32], key[32], line[200];
    guest_arrive(&yan, &service);
    guest_arrive(&ben, &service);
    name(&yan, "Yannick", 200);
    assert_true(guest_connect(&yan));
    assert_true(guest_table(&yan,
                            "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                            "{\"kind\":\"open\"}]}",
                            id, key));
    for (int i = 0; i < 20; i++) {
        int length =
            snprintf(line, sizeof line,
                     "{\"t\":\"chat\",\"n\":%d,\"table\":\"%s\",\"text\":\"hasty words\"}", i, id);
        wire_send(&yan.wire, line, (size_t)length);
    }
    guest_listen(&yan, 0);
    expect(&yan, "/api/v1/me/delete", "{\"name\":\"Yannick\"}", 200);
    json_t *seen = guest_see(&ben, id);
    char *text = json_dumps(seen, JSON_COMPACT);
    assert_null(strstr(text, "hasty words"));
    free(text);
    json_decref(seen);
    service_stop(&service);
    if (!place_is_postgres())
        assert_int_equal(in_files("hasty words"), 0);
    service_again(&service);
    guest_leave(&yan), guest_leave(&ben);
}

/* --- those who were left --- */

/* A game of two, begun. */
static void begin_game(struct guest *one, struct guest *two, char id[32])
{
    char key[32];
    guest_arrive(one, &service);
    guest_arrive(two, &service);
    assert_true(guest_connect(one) && guest_connect(two));
    assert_true(guest_table(one,
                            "{\"game\":\"splendor\",\"players\":2,\"quick\":true,"
                            "\"options\":{\"start\":\"0\"},\"seats\":[{\"kind\":\"me\"},"
                            "{\"kind\":\"open\"}]}",
                            id, key));
    assert_string_equal(guest_code(two, "sit", json_pack("{s:s,s:i}", "table", id, "seat", 1)), "");
    guest_wait_until(two, id, "playing");
}

static void expect_won(struct guest *g, const char *table, int seat)
{
    guest_wait_until(g, table, "over");
    json_t *end = guest_see(g, table), *result = json_object_get(end, "result");
    json_t *rank = json_array_get(json_object_get(result, "ranks"), (size_t)seat);
    assert_string_equal(json_string_value(json_object_get(result, "reason")), "resigned");
    assert_int_equal(json_integer_value(rank), 1);
    json_decref(end);
}

static void who_is_deleted_keeps_nobody_waiting(void **state)
{
    (void)state;
    struct guest ann, ben, cay, dan;
    char shown[32], asleep[32], waiting[32], key[32];
    begin_game(&ann, &ben, shown);
    begin_game(&cay, &dan, asleep);
    assert_true(guest_table(&cay,
                            "{\"game\":\"splendor\",\"players\":2,\"seats\":[{\"kind\":\"me\"},"
                            "{\"kind\":\"open\"}]}",
                            waiting, key));
    json_decref(guest_ask(&ben, "watch", json_pack("{s:s}", "table", shown)));
    expect(&ann, "/api/v1/me/delete", "{\"name\":\"\"}", 200);
    expect_won(&ben, shown, 1);
    service_stop(&service); /* the table of the others is in nobody's memory now */
    service_again(&service);
    expect(&cay, "/api/v1/me/delete", "{\"name\":\"\"}", 200);
    expect_won(&dan, asleep, 1);
    assert_true(guest_connect(&dan)); /* and the seat is free where it had not begun */
    json_decref(guest_see(&dan, waiting));
    const char *code = "taken";
    for (int i = 0; i < 500 && strcmp(code, "taken") == 0; i++) {
        usleep(10000);
        code = guest_code(&dan, "sit", json_pack("{s:s,s:i}", "table", waiting, "seat", 0));
    }
    assert_string_equal(code, "");
    guest_leave(&ann), guest_leave(&ben), guest_leave(&cay), guest_leave(&dan);
}

static bool is_away(struct guest *g, const char *table, int seat, bool wanted)
{
    for (int i = 0; i < 500; i++) {
        json_t *now = guest_see(g, table);
        json_t *there = json_array_get(json_object_get(now, "seats"), (size_t)seat);
        bool away = json_is_true(json_object_get(there, "away"));
        json_decref(now);
        if (away == wanted)
            return true;
        usleep(10000);
    }
    return false;
}

static void who_is_banned_keeps_nobody_waiting(void **state)
{
    (void)state;
    struct guest eve, fay;
    char id[32], why[256];
    begin_game(&eve, &fay, id);
    name(&eve, "Evelina", 200); /* the host knows those who have a row */
    assert_true(server_command(service.data, "ban", eve.user, why, sizeof why));
    assert_true(is_away(&fay, id, 0, true)); /* a bot sits in … */
    assert_true(server_command(service.data, "unban", eve.user, why, sizeof why));
    bool back = false;
    for (int i = 0; i < 100 && !back; i++) {
        usleep(20000);
        back = guest_connect(&eve);
    }
    assert_true(back);
    assert_string_equal(guest_code(&eve, "back", json_pack("{s:s}", "table", id)), "");
    assert_true(is_away(&fay, id, 0, false)); /* … until they are back */
    guest_leave(&eve), guest_leave(&fay);
}

/* --- guessing --- */

static void hashing_is_bounded_for_one_address(void **state)
{
    (void)state;
    enum { MANY = 16 };
    struct guest ada;
    struct task tasks[MANY];
    int busy = 0;
    guest_arrive(&ada, &service);
    for (int i = 0; i < MANY; i++)
        launch(&tasks[i], &ada, "/api/v1/signin",
               "{\"name\":\"Nobody\",\"password\":\"wrong wrong\"}");
    for (int i = 0; i < MANY; i++) {
        int status = land(&tasks[i]);
        assert_true(status == 403 || status == 503);
        busy += status == 503;
    }
    assert_true(busy > 0);
    guest_leave(&ada);
}

static void guessing_from_many_addresses_is_slowed_but_not_for_the_owner(void **state)
{
    (void)state;
    struct service own;
    struct guest owner, stranger;
    int refused = 0;
    service_start(&own, "--trust-proxy");
    snprintf(own.address.as, sizeof own.address.as, "198.51.100.7");
    guest_arrive(&owner, &own);
    name(&owner, "Olga", 200);
    password(&owner, "correct horse", 200);
    for (int i = 0; i < 30; i++) {
        int status;
        snprintf(own.address.as, sizeof own.address.as, "203.0.113.%d", i + 1);
        guest_arrive(&stranger, &own);
        json_decref(guest_rest(&stranger, "POST", "/api/v1/signin",
                               "{\"name\":\"OLGA\",\"password\":\"wrong wrong\"}", &status));
        assert_true(status == 403 || status == 429);
        refused += status == 429;
        guest_leave(&stranger);
    }
    assert_in_range(refused, 8, 12);
    snprintf(own.address.as, sizeof own.address.as, "198.51.100.7");
    expect(&owner, "/api/v1/signout", "{}", 200);
    owner.cookie[0] = '\0';
    sign_in(&owner, "Olga", "correct horse", 200);
    guest_leave(&owner);
    service_stop(&own);
    service_clean(&own);
}

/* A hash takes 64 MB for a moment. A machine that does not have them says so, and not that the password is wrong. */
static void memory_that_is_short_is_no_wrong_password(void **state)
{
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* they need all there is */
    struct guest ada, other;
    struct rlimit all, little;
    long pages = 0;
    char path[64];
    register_as(&ada, "Short of Memory");
    guest_arrive(&other, &service);
    name(&other, "Short Too", 200);
    snprintf(path, sizeof path, "/proc/%d/statm", (int)service.pid);
    FILE *statm = fopen(path, "re");
    assert_non_null(statm);
    assert_int_equal(fscanf(statm, "%ld", &pages), 1);
    fclose(statm);
    assert_int_equal(prlimit(service.pid, RLIMIT_AS, NULL, &all), 0);
    little =
        (struct rlimit){(rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (32 << 20), all.rlim_max};
    assert_int_equal(prlimit(service.pid, RLIMIT_AS, &little, NULL), 0);
    sign_in(&ada, "Short of Memory", "correct horse", 503);
    sign_in(&ada, "Short of Memory", "wrong horse", 503);
    sign_in(&ada, "nobody at all", "wrong horse", 503);
    password(&other, "correct horse", 503);
    expect(&ada, "/api/v1/password", "{\"password\":\"another horse\",\"old\":\"correct horse\"}",
           503);
    expect(&ada, "/api/v1/me/delete",
           "{\"name\":\"Short of Memory\",\"password\":\"correct horse\"}", 503);
    assert_int_equal(prlimit(service.pid, RLIMIT_AS, &all, NULL), 0);
    sign_in(&ada, "Short of Memory", "wrong horse", 403);
    sign_in(&ada, "Short of Memory", "correct horse", 200);
    password(&other, "correct horse", 200);
    guest_leave(&ada);
    guest_leave(&other);
#endif
    (void)state;
}

/* Whoever writes "everywere", or 1, would believe that every device is signed out. */
static void a_body_has_no_keys_that_nobody_reads(void **state)
{
    struct guest ada;
    (void)state;
    register_as(&ada, "Misspelled");
    static const char *const wrong[][2] = {
        {"/api/v1/signout", "{\"everywere\":true}"},
        {"/api/v1/signout", "{\"everywhere\":1}"},
        {"/api/v1/signout", "{\"everywhere\":\"true\"}"},
        {"/api/v1/signin", "{\"name\":\"Misspelled\",\"password\":\"correct horse\",\"x\":1}"},
        {"/api/v1/password", "{\"password\":\"another horse\",\"Old\":\"correct horse\"}"},
        {"/api/v1/me", "{\"name\":\"Misspelt\",\"x\":1}"},
        {"/api/v1/me/sessions/end", "{\"id\":\"a\",\"x\":1}"},
        {"/api/v1/me/delete", "{\"name\":\"Misspelled\",\"password\":\"correct horse\",\"x\":1}"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        expect_code(&ada, wrong[i][0], wrong[i][1], "bad_request");
    assert_string_equal(me(&ada, "name"), "Misspelled");
    expect(&ada, "/api/v1/signout", "{\"everywhere\":false}", 200);
    guest_leave(&ada);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_is_short_is_no_wrong_password),
        cmocka_unit_test(a_body_has_no_keys_that_nobody_reads),
        cmocka_unit_test(a_name_changed_while_hashing_steals_nothing),
        cmocka_unit_test(two_who_register_one_name_at_once_are_not_both_let_in),
        cmocka_unit_test(two_passwords_at_once_are_not_both_taken),
        cmocka_unit_test(a_deletion_while_hashing_waits_its_turn),
        cmocka_unit_test(a_name_changed_while_a_deletion_is_hashed_is_refused),
        cmocka_unit_test(a_sign_in_with_a_password_that_changes_meanwhile_is_void),
        cmocka_unit_test(guest_cannot_bear_a_registered_name),
        cmocka_unit_test(bad_names_are_refused_with_a_sentence),
        cmocka_unit_test(new_password_voids_other_cookies_and_sockets),
        cmocka_unit_test(sessions_are_listed_and_ended_one_by_one),
        cmocka_unit_test(signing_out_everywhere_closes_sockets),
        cmocka_unit_test(the_oldest_of_too_many_sessions_ends),
        cmocka_unit_test(a_forged_session_opens_nothing),
        cmocka_unit_test(cookies_of_others_hide_nobody),
        cmocka_unit_test(void_cookies_hide_nobody),
        cmocka_unit_test(a_ban_closes_sockets_and_voids_cookies),
        cmocka_unit_test(a_host_bans_by_name),
        cmocka_unit_test(a_deleted_cookie_stays_dead_after_restart),
        cmocka_unit_test(after_deletion_no_name_and_no_word_is_in_the_file),
        cmocka_unit_test(the_export_has_what_i_did_and_nothing_else),
        cmocka_unit_test(what_is_said_while_one_is_deleted_does_not_stay),
        cmocka_unit_test(who_is_deleted_keeps_nobody_waiting),
        cmocka_unit_test(who_is_banned_keeps_nobody_waiting),
        cmocka_unit_test(hashing_is_bounded_for_one_address),
        cmocka_unit_test(guessing_from_many_addresses_is_slowed_but_not_for_the_owner),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
