/* SPDX-License-Identifier: MIT */
/* A real server in its own process, and clients for it. */
#include "service.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "place.h"

#ifndef TAKHT
#error "TAKHT must be the path of the command"
#endif

void service_chance(struct tk_rng *out_rng)
{
    const char *given = getenv("TAKHT_TEST_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    fprintf(stderr, "TAKHT_TEST_SEED=%llu\n", (unsigned long long)seed);
    tk_rng_init(out_rng, 11, seed);
}

/* --- the server --- */

static void exec_takht(struct service *s, int out)
{
    char listen[64], flags[128];
    char *serve[] = {TAKHT, "serve", "--quiet", "--data", s->data, "--listen", listen};
    char *words[24] = {TAKHT, "worker", "--quiet", "--data", s->data};
    int count = s->worker ? 5 : 7;
    if (!s->worker)
        memcpy(words, serve, sizeof serve);
    snprintf(listen, sizeof listen, "127.0.0.1:%d", s->address.port);
    snprintf(flags, sizeof flags, "%s", s->flags);
    for (char *word = strtok(flags, " "); word != NULL && count < 23; word = strtok(NULL, " "))
        words[count++] = word;
    dup2(out, STDOUT_FILENO);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that is ended leaves no server behind */
    execv(TAKHT, words);
    _exit(127);
}

static bool launch(struct service *s)
{
    int out[2];
    char line[256] = "";
    if (pipe2(out, O_CLOEXEC) != 0)
        abort();
    s->pid = fork();
    if (s->pid == 0)
        exec_takht(s, out[1]);
    close(out[1]);
    FILE *stream = fdopen(out[0], "r");
    bool up = stream != NULL && fgets(line, sizeof line, stream) != NULL;
    fclose(stream);
    char *address = strstr(line, "http://");
    if (up && (s->worker || (address != NULL && wire_address_read(address, &s->address))))
        return true;
    service_kill(s);
    return false;
}

/* It comes back at the port that it had, which somebody else may just be using for a connection. */
static void launch_or_abort(struct service *s)
{
    for (int i = 0; i < 20; i++) {
        if (launch(s))
            return;
        usleep(100000);
    }
    fprintf(stderr, "the server did not start\n");
    abort();
}

void service_start(struct service *s, const char *flags)
{
    *s = (struct service){.address = {.host = "127.0.0.1"}};
    snprintf(s->folder, sizeof s->folder, "/tmp/takht-test-XXXXXX");
    if (mkdtemp(s->folder) == NULL)
        abort();
    char file[96];
    snprintf(file, sizeof file, "%s/takht.db", s->folder);
    place_make(file, s->data, sizeof s->data);
    snprintf(s->flags, sizeof s->flags, "%s", flags);
    launch_or_abort(s);
}

static void join(struct service *s, const struct service *first, const char *flags, bool worker)
{
    *s = (struct service){.address = {.host = "127.0.0.1"}, .worker = worker};
    memcpy(s->data, first->data, sizeof s->data);
    snprintf(s->flags, sizeof s->flags, "%s", flags);
    launch_or_abort(s);
}

void service_join(struct service *s, const struct service *first, const char *flags)
{
    join(s, first, flags, false);
}

void service_join_worker(struct service *s, const struct service *first)
{
    join(s, first, "", true);
}

void service_again(struct service *s)
{
    launch_or_abort(s);
}

bool service_try_again(struct service *s)
{
    return launch(s);
}

int service_stop(struct service *s)
{
    int status = -1;
    if (s->pid <= 0)
        return -1;
    kill(s->pid, SIGTERM);
    waitpid(s->pid, &status, 0);
    s->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void service_kill(struct service *s)
{
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
    s->pid = 0;
}

void service_clean(struct service *s)
{
    service_stop(s);
    place_remove(s->data);
    rmdir(s->folder);
}

/* --- guests --- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

json_t *guest_rest(struct guest *g, const char *method, const char *path, const char *body,
                   int *out_status)
{
    enum { ROOM = 1024 * 1024 };
    char *answer = calloc(1, ROOM), cookie[200] = "";
    int status = wire_http(&g->service->address, method, path, g->cookie, body, cookie,
                           sizeof cookie, answer, ROOM);
    if (cookie[0] != '\0' && strchr(cookie, '=')[1] != '\0')
        snprintf(g->cookie, sizeof g->cookie, "%s", cookie);
    json_t *value = json_loads(answer, JSON_DECODE_ANY, NULL);
    free(answer);
    if (out_status != NULL)
        *out_status = status;
    return value;
}

void guest_arrive(struct guest *g, struct service *service)
{
    *g = (struct guest){.service = service, .wire = {.fd = -1}, .inbox = json_array()};
    json_t *me = guest_rest(g, "GET", "/api/v1/me", NULL, NULL);
    const char *id = json_string_value(json_object_get(json_object_get(me, "user"), "id"));
    snprintf(g->user, sizeof g->user, "%s", id == NULL ? "" : id);
    json_decref(me);
}

static void keep(void *context, const char *text, size_t length)
{
    struct guest *g = context;
    json_array_append_new(g->inbox, json_loadb(text, length, 0, NULL));
}

bool guest_listen(struct guest *g, int ms)
{
    struct pollfd file = {.fd = g->wire.fd, .events = POLLIN};
    if (g->wire.fd < 0)
        return false;
    if (wire_wants_to_write(&g->wire))
        file.events |= POLLOUT;
    poll(&file, 1, ms);
    if (wire_step(&g->wire, keep, g))
        return true;
    wire_close(&g->wire);
    return false;
}

bool guest_connect(struct guest *g)
{
    guest_disconnect(g);
    if (!wire_connect(&g->wire, &g->service->address, g->cookie, NULL))
        return false;
    for (double until = seconds() + 30; !g->wire.open && seconds() < until;)
        if (!guest_listen(g, 20))
            return false;
    json_t *reply = guest_ask(g, "hello", json_pack("{s:i}", "v", 1));
    bool fine = json_is_true(json_object_get(reply, "ok"));
    json_decref(reply);
    return fine;
}

void guest_disconnect(struct guest *g)
{
    wire_close(&g->wire);
    json_array_clear(g->inbox);
}

void guest_leave(struct guest *g)
{
    guest_disconnect(g);
    json_decref(g->inbox);
    g->inbox = NULL;
}

/* Takes the first message that fits out of the inbox; what came before it stays. */
static json_t *take(struct guest *g, const char *kind, int number)
{
    for (size_t i = 0; i < json_array_size(g->inbox); i++) {
        json_t *message = json_array_get(g->inbox, i);
        const char *t = json_string_value(json_object_get(message, "t"));
        if (t == NULL || strcmp(t, kind) != 0 ||
            (number >= 0 && json_integer_value(json_object_get(message, "n")) != number))
            continue;
        json_incref(message);
        json_array_remove(g->inbox, i);
        return message;
    }
    return NULL;
}

static json_t *wait_for(struct guest *g, const char *kind, int number, int ms)
{
    for (double until = seconds() + ms / 1000.0;;) {
        json_t *message = take(g, kind, number);
        if (message != NULL)
            return message;
        if (seconds() > until || !guest_listen(g, 20))
            return take(g, kind, number);
    }
}

json_t *guest_wait(struct guest *g, const char *kind, int ms)
{
    return wait_for(g, kind, -1, ms);
}

json_t *guest_ask(struct guest *g, const char *what, json_t *extra)
{
    json_t *message = json_pack("{s:s,s:i}", "t", what, "n", ++g->number);
    if (extra != NULL)
        json_object_update(message, extra);
    json_decref(extra);
    char *text = json_dumps(message, JSON_COMPACT);
    wire_send(&g->wire, text, strlen(text));
    free(text);
    json_decref(message);
    return wait_for(g, "reply", g->number, 20000);
}

const char *guest_code(struct guest *g, const char *what, json_t *extra)
{
    static char code[32];
    json_t *reply = guest_ask(g, what, extra);
    const char *text = json_string_value(json_object_get(json_object_get(reply, "error"), "code"));
    bool fine = json_is_true(json_object_get(reply, "ok"));
    snprintf(code, sizeof code, "%s",
             reply == NULL  ? "none"
             : fine         ? ""
             : text == NULL ? "unnamed"
                            : text);
    json_decref(reply);
    return code;
}

bool guest_table(struct guest *g, const char *wish, char out_id[32], char out_key[32])
{
    int status;
    json_t *answer = guest_rest(g, "POST", "/api/v1/tables", wish, &status);
    const char *id = json_string_value(json_object_get(answer, "table"));
    const char *key = json_string_value(json_object_get(answer, "key"));
    bool fine = status == 201 && id != NULL && key != NULL;
    snprintf(out_id, 32, "%s", fine ? id : "");
    snprintf(out_key, 32, "%s", fine ? key : "");
    json_decref(answer);
    return fine;
}

void guest_whole_log(struct guest *guest, const char *table, json_t *snapshot)
{
    json_int_t from = json_integer_value(json_object_get(snapshot, "log_from"));
    while (from > 0) {
        char path[128];
        snprintf(path, sizeof path, "/api/v1/tables/%s/log?before=%lld", table, (long long)from);
        json_t *page = guest_rest(guest, "GET", path, NULL, NULL);
        json_t *lines = json_object_get(page, "lines");
        json_array_extend(lines, json_object_get(snapshot, "log"));
        json_object_set(snapshot, "log", lines);
        json_int_t before = from;
        from = json_integer_value(json_object_get(page, "log_from"));
        json_decref(page);
        if (from >= before)
            return;
    }
}

json_t *guest_see(struct guest *guest, const char *table)
{
    char path[96];
    snprintf(path, sizeof path, "/api/v1/tables/%s", table);
    return guest_rest(guest, "GET", path, NULL, NULL);
}

void guest_wait_until(struct guest *guest, const char *table, const char *status)
{
    for (int i = 0; i < 3000; i++) {
        json_t *now = guest_see(guest, table);
        const char *is = json_string_value(json_object_get(now, "status"));
        bool there = is != NULL && strcmp(is, status) == 0;
        json_decref(now);
        if (there)
            return;
        usleep(10000);
    }
    fprintf(stderr, "the table did not become %s\n", status);
    abort();
}

int service_with(struct service *service, const char *flags, struct guest *const *guests, int count)
{
    service_start(service, flags);
    bool fine = true;
    for (int i = 0; i < count; i++) {
        guest_arrive(guests[i], service);
        fine = guest_connect(guests[i]) && fine;
    }
    return fine ? 0 : -1;
}

int service_without(struct service *service, struct guest *const *guests, int count)
{
    for (int i = 0; i < count; i++)
        guest_leave(guests[i]);
    int status = service_stop(service);
    service_clean(service);
    return status;
}
