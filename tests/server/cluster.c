/* SPDX-License-Identifier: MIT */
/*
 * Several nodes and workers on one PostgreSQL. People play against each other and against bots, by
 * whichever node comes first, while nodes, workers and the database itself are killed and nodes stand
 * still. Every move that was acknowledged must be there afterwards, whichever node is asked, every game
 * must go on to its end, and every end must be what its record replays to.
 *
 *     server_cluster [DISTURBANCES [TABLES [SECONDS OF STANDING STILL]]]
 *
 * TAKHT_TEST_STORE names the database. With TAKHT_TEST_POSTGRES, the folder of tests/postgres.sh, it is
 * killed, too, and one node reaches it by a line that is cut now and then. With TAKHT_TEST_STANDBY, the
 * folder of a standby, that one takes over half-way, and the first never comes back. With TAKHT_TEST_WIRE,
 * the address of the database on a network of its own (tests/cut.sh), one node reaches it there, and nothing
 * happens but that this network is cut, by the command TAKHT_TEST_CUT with the word down, and mended with up.
 */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "games/games.h"
#include "match.h"
#include "place.h"

enum { NODES = 3, WORKERS = 2, MATCHES_MAX = 128 };

static struct service nodes[NODES], workers[WORKERS];
static struct guest players[2];
static struct match matches[MATCHES_MAX];
static int match_count, disturbances, replayed;
static long acknowledged, refused;
static struct tk_rng rng;

static uint32_t below(uint32_t most)
{
    return tk_rng_below(&rng, most);
}

static void close_line(void);

static void leave(int code)
{
    for (int i = 1; i < NODES; i++)
        service_stop(&nodes[i]);
    for (int i = 0; i < WORKERS; i++)
        service_stop(&workers[i]);
    close_line();
    service_clean(&nodes[0]);
    exit(code);
}

static void fail(const struct match *m, const char *what)
{
    fprintf(stderr, "table %s: %s\n", m->id, what);
    leave(1);
}

static struct service *any_node(void)
{
    return &nodes[below(NODES)];
}

/* By any node; several tries, since some may just be dead. */
static void reconnect(struct guest *g)
{
    for (int i = 0; i < 3000; i++) {
        g->service = any_node();
        if (guest_connect(g))
            return;
        usleep(20000);
    }
    fprintf(stderr, "no node can be reached\n");
    leave(1);
}

static json_t *ask(struct guest *g, const char *what, json_t *extra)
{
    if (g->wire.fd < 0 || below(8) == 0)
        reconnect(g);
    return guest_ask(g, what, extra);
}

/* --- tables --- */

static void open_match(struct match *m, int index)
{
    char wish[512];
    m->bot = index % 3 == 2;
    snprintf(wish, sizeof wish,
             "{\"game\":\"%s\",\"players\":2,\"quick\":true,\"seats\":[{\"kind\":\"me\"},%s]}",
             match_game(index)->id,
             m->bot ? "{\"kind\":\"bot\",\"level\":\"novice\"}" : "{\"kind\":\"friend\"}");
    players[0].service = any_node();
    if (!guest_table(&players[0], wish, m->id, m->key))
        fail(m, "cannot be created");
    if (!m->bot)
        json_decref(ask(&players[1], "sit",
                        json_pack("{s:s,s:i,s:s}", "table", m->id, "seat", 1, "key", m->key)));
}

/* The snapshot of the seat that is to act, from any node; NULL when nobody is, or none answers. */
static json_t *actors_view(struct match *m, struct guest **out_who)
{
    char path[96];
    snprintf(path, sizeof path, "/api/v1/tables/%s", m->id);
    for (int i = 0; i < (m->bot ? 1 : 2); i++) {
        struct guest asks = players[i];
        asks.service = any_node();
        json_t *view = guest_rest(&asks, "GET", path, NULL, NULL);
        const char *status = json_string_value(json_object_get(view, "status"));
        bool over = status != NULL && strcmp(status, "over") == 0;
        if (over || json_array_size(json_object_get(view, "legal")) > 0) {
            *out_who = over ? NULL : &players[i];
            guest_whole_log(&asks, m->id, view);
            m->over |= over;
            return view;
        }
        json_decref(view);
    }
    return NULL;
}

static void play_one(struct match *m)
{
    struct guest *who = NULL;
    json_t *view = m->over ? NULL : actors_view(m, &who);
    if (view == NULL)
        return;
    const char *problem = match_problem(m, view); /* a node may die while the log is read */
    if (problem != NULL)
        fail(m, problem);
    json_t *legal = json_object_get(view, "legal");
    if (who != NULL && json_array_size(legal) > 0) {
        size_t pick = below((uint32_t)json_array_size(legal));
        const char *move = json_string_value(json_object_get(json_array_get(legal, pick), "move"));
        int ply = (int)json_integer_value(json_object_get(view, "ply"));
        json_t *reply =
            ask(who, "move", json_pack("{s:s,s:i,s:s}", "table", m->id, "ply", ply, "move", move));
        if (json_is_true(json_object_get(reply, "ok")) && ply < MATCH_MOVES)
            acknowledged += match_note(m, view, ply, move);
        else
            refused++;
        json_decref(reply);
    }
    json_decref(view);
}

static void play_some(int moves)
{
    for (int i = 0; i < moves; i++)
        play_one(&matches[below((uint32_t)match_count)]);
}

/* --- a line that can be cut --- */

enum { LINES_MAX = 64 };
static pid_t line; /* the process that passes bytes on between a node and the database */
static char line_folder[80];

static int open_socket(const char *folder, bool listening)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(name.sun_path, sizeof name.sun_path, "%s/.s.PGSQL.5432", folder);
    if (listening ? bind(file, (struct sockaddr *)&name, sizeof name) == 0 && listen(file, 16) == 0
                  : connect(file, (struct sockaddr *)&name, sizeof name) == 0)
        return file;
    close(file);
    return -1;
}

static bool pass_on(int from, int to)
{
    char bytes[65536];
    ssize_t length = read(from, bytes, sizeof bytes);
    return length > 0 && send(to, bytes, (size_t)length, MSG_NOSIGNAL) == length;
}

/* Pairs of files, each followed by its other end. */
static void pass_all(int listening, const char *folder)
{
    struct pollfd files[2 * LINES_MAX + 1] = {{.fd = listening, .events = POLLIN}};
    int count = 1;
    while (poll(files, (nfds_t)count, -1) >= 0) {
        for (int i = count - 2; i > 0; i -= 2) {
            bool fine = true;
            for (int k = 0; k < 2 && fine; k++)
                if (files[i + k].revents != 0)
                    fine = pass_on(files[i + k].fd, files[i + 1 - k].fd);
            if (fine)
                continue;
            close(files[i].fd), close(files[i + 1].fd);
            files[i] = files[count - 2], files[i + 1] = files[count - 1];
            count -= 2;
        }
        int near = files[0].revents != 0 && count < 2 * LINES_MAX - 1
                       ? accept(files[0].fd, NULL, NULL)
                       : -1;
        int far = near < 0 ? -1 : open_socket(folder, false);
        if (near >= 0 && far < 0)
            close(near);
        if (far < 0)
            continue;
        files[count++] = (struct pollfd){.fd = near, .events = POLLIN};
        files[count++] = (struct pollfd){.fd = far, .events = POLLIN};
    }
}

static void open_line(const char *folder)
{
    snprintf(line_folder, sizeof line_folder, "%s/line", nodes[0].folder);
    mkdir(line_folder, 0755);
    int listening = open_socket(line_folder, true); /* before anybody calls */
    line = fork();
    if (line == 0) {
        pass_all(listening, folder);
        _exit(0);
    }
    close(listening);
}

/* The data of a node that reaches the database by the line, or by the wire. */
static void lead_by(struct service *s, const char *folder, const char *way)
{
    char data[sizeof s->data];
    const char *at = strstr(nodes[0].data, folder);
    snprintf(data, sizeof data, "%.*s%s%s", (int)(at - nodes[0].data), nodes[0].data, way,
             at + strlen(folder));
    memcpy(s->data, data, sizeof data);
    service_kill(s);
    service_again(s);
}

static void close_line(void)
{
    char path[128];
    if (line == 0)
        return;
    kill(line, SIGKILL);
    waitpid(line, NULL, 0);
    snprintf(path, sizeof path, "%s/.s.PGSQL.5432", line_folder);
    unlink(path);
    rmdir(line_folder);
}

/* --- disturbances --- */

/* Nothing passes for a while, and nobody is told so; then everything does. */
static void cut_line(int seconds)
{
    kill(line, SIGSTOP);
    pid_t mender = fork();
    if (mender == 0) {
        usleep(1000000U * (unsigned)seconds + below(500000));
        kill(line, SIGCONT);
        _exit(0);
    }
    play_some(15);
    waitpid(mender, NULL, 0);
    play_some(5);
}

/* What a load balancer finds: does it say within a second that it is well? */
static bool is_well(const struct service *s)
{
    static const char request[] = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)s->address.port),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    char answer[64] = "";
    struct pollfd file = {.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), .events = POLLIN};
    bool asked = connect(file.fd, (struct sockaddr *)&address, sizeof address) == 0 &&
                 write(file.fd, request, sizeof request - 1) == (ssize_t)sizeof request - 1;
    if (asked && poll(&file, 1, 1000) > 0 && read(file.fd, answer, sizeof answer - 1) < 0)
        answer[0] = '\0';
    close(file.fd);
    return strncmp(answer, "HTTP/1.1 200", 12) == 0;
}

static void change_wire(const char *how)
{
    char command[300];
    snprintf(command, sizeof command, "%s %s", getenv("TAKHT_TEST_CUT"), how);
    if (system(command) != 0)
        fail(&matches[0], "the wire cannot be cut or mended");
}

/* Whoever mends it has asked the node meanwhile how it is: 0 if it ever said that it is not well. */
static int watch_and_mend(const struct service *s, int seconds)
{
    struct timespec begun, now;
    bool told = false;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    do {
        told |= !is_well(s);
        usleep(100000 + below(100000));
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - begun.tv_sec < seconds);
    change_wire("up");
    return !told;
}

/* The node behind it says that it is not well, and nothing that is not durable; then all is as before. */
static void cut_wire(struct service *s, int seconds)
{
    int status = 1;
    change_wire("down");
    pid_t mender = fork();
    if (mender == 0)
        _exit(watch_and_mend(s, seconds));
    play_some(15);
    waitpid(mender, &status, 0);
    if (status != 0)
        fail(&matches[0], "a node that has lost its database says that it is well");
    for (int i = 0; !is_well(s); i++) {
        usleep(100000);
        if (i == 300)
            fail(&matches[0], "a node does not find its database again");
    }
    play_some(5);
}

/* The database dies, and its standby takes over. */
static void fail_over(const char *first, const char *standby)
{
    char command[600];
    snprintf(command, sizeof command, "%s/postgres.sh stop %s && %s/postgres.sh promote %s", TESTS,
             first, TESTS, standby);
    pid_t killer = fork();
    if (killer == 0) {
        usleep(below(20000));
        _exit(system(command) != 0);
    }
    play_some(10);
    waitpid(killer, NULL, 0);
    unsetenv("TAKHT_TEST_POSTGRES"); /* it is not killed again */
}

static void start_again(struct service *s)
{
    for (int i = 0; i < 600; i++) {
        if (service_try_again(s))
            return;
        usleep(100000);
    }
    fprintf(stderr, "a node does not come up again\n");
    leave(1);
}

/* At a moment that nobody chose: while moves are under way. */
static void kill_one(struct service *s)
{
    pid_t killer = fork();
    if (killer == 0) {
        usleep(below(20000));
        kill(s->pid, SIGKILL);
        _exit(0);
    }
    play_some(8);
    waitpid(killer, NULL, 0);
    service_kill(s);
    play_some((int)below(20));
    start_again(s);
}

static void kill_database(const char *folder)
{
    char command[600];
    snprintf(command, sizeof command, "%s/postgres.sh stop %s", TESTS, folder);
    pid_t killer = fork();
    if (killer == 0) {
        usleep(below(20000));
        _exit(system(command) != 0);
    }
    play_some(8);
    waitpid(killer, NULL, 0);
    play_some(2);
    snprintf(command, sizeof command, "%s/postgres.sh again %s", TESTS, folder);
    if (system(command) != 0)
        fail(&matches[0], "the database does not come up again");
}

/* A node stands still and goes on with an old truth, while others write a new one. */
static void stand_still(struct service *s, int seconds)
{
    struct timespec begun, now;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    kill(s->pid, SIGSTOP);
    struct service stopped = *s;
    *s = s == &nodes[0] ? nodes[1] : nodes[0]; /* nobody asks there meanwhile */
    for (int i = 0; i < 2; i++)
        reconnect(&players[i]);
    do {
        play_some(5);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - begun.tv_sec < seconds);
    *s = stopped;
    kill(s->pid, SIGCONT);
    play_some(10);
}

static void disturb(int seconds)
{
    const char *folder = getenv("TAKHT_TEST_POSTGRES");
    uint32_t what = below(10);
    if (getenv("TAKHT_TEST_WIRE") != NULL)
        cut_wire(&nodes[2], seconds);
    else if (getenv("TAKHT_TEST_STILL") != NULL || what == 1)
        stand_still(any_node(), seconds);
    else if (what == 0 && folder != NULL && getenv("TAKHT_TEST_STANDBY") == NULL)
        kill_database(folder);
    else if (what == 5 && line != 0)
        cut_line(seconds);
    else if (what < 4)
        kill_one(&workers[below(WORKERS)]);
    else
        kill_one(any_node());
    disturbances++;
}

/* --- the end --- */

/* The record of a finished game must replay, and its shuffle must check. */
static void check_record(const struct match *m)
{
    enum { ROOM = 1024 * 1024 };
    char path[128], *text = calloc(1, ROOM);
    snprintf(path, sizeof path, "/api/v1/tables/%.31s/record", m->id);
    for (int i = 0; wire_http(&any_node()->address, "GET", path, players[0].cookie, NULL, NULL, 0,
                              text, ROOM) != 200;
         i++) { /* a node may just have lost the database */
        if (i == 600)
            fail(m, "has no record");
        usleep(100000);
    }
    if (!match_replays(text, nodes[0].folder))
        fail(m, "its record does not replay");
    free(text);
    replayed++;
}

static void play_to_the_end(struct match *m)
{
    enum { IDLE_MAX = 30000 }; /* five minutes: whoever thinks for a bot may have been killed */
    for (int idle = 0; !m->over && idle < IDLE_MAX; idle++) {
        int before = m->acknowledged;
        play_one(m);
        if (m->acknowledged > before)
            idle = 0;
        else
            usleep(10000);
    }
    if (!m->over)
        fail(m, "does not come to an end");
    check_record(m);
    match_clear(m);
}

static void check_data(void)
{
    char command[600];
    snprintf(command, sizeof command, "%s check '%s' >/dev/null", TAKHT, nodes[0].data);
    if (system(command) != 0)
        fail(&matches[0], "the data is not whole");
}

int main(int argc, char **argv)
{
    int wanted = argc > 1 ? atoi(argv[1]) : 6, seconds = argc > 3 ? atoi(argv[3]) : 2;
    match_count = argc > 2 ? atoi(argv[2]) : 6;
    if (!place_is_postgres())
        return 77; /* one server has a file for itself */
    service_chance(&rng);
    service_start(&nodes[0], "--open-limits --think 0");
    for (int i = 1; i < NODES; i++)
        service_join(&nodes[i], &nodes[0], i == 1 ? "--open-limits" : "--open-limits --think 0");
    const char *folder = getenv("TAKHT_TEST_POSTGRES"), *standby = getenv("TAKHT_TEST_STANDBY");
    const char *wire = getenv("TAKHT_TEST_WIRE");
    if (folder != NULL && wire != NULL) {
        lead_by(&nodes[2], folder, wire);
    } else if (folder != NULL && standby == NULL) {
        open_line(folder);
        lead_by(&nodes[2], folder, line_folder);
    }
    for (int i = 0; i < WORKERS; i++)
        service_join_worker(&workers[i], &nodes[0]);
    for (int i = 0; i < 2; i++) {
        guest_arrive(&players[i], any_node());
        reconnect(&players[i]);
    }
    for (int i = 0; i < match_count; i++)
        open_match(&matches[i], i);
    while (disturbances < wanted) {
        play_some(10 + (int)below(30));
        disturb(seconds);
        if (standby != NULL && disturbances == wanted / 2)
            fail_over(folder, standby);
    }
    for (int i = 0; i < match_count; i++)
        play_to_the_end(&matches[i]);
    check_data();
    printf("%d disturbances, %ld acknowledged moves, all there (%ld asked in vain); %d games ended "
           "and replay\n",
           disturbances, acknowledged, refused, replayed);
    guest_leave(&players[0]);
    guest_leave(&players[1]);
    leave(0);
}
