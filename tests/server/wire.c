/* SPDX-License-Identifier: MIT */
/* The server as its host sees it: figures, log, signals. A real process, and clients of bytes. */
#include "tests/unit/unit.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/wire.h"

/* --- a server whose log is kept --- */

static struct {
    pid_t pid;
    struct wire_address address, metrics;
    char folder[64], data[96], log[96];
} host;

static int free_port(void)
{
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof name;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&name, sizeof name), 0);
    getsockname(fd, (struct sockaddr *)&name, &length);
    close(fd);
    return ntohs(name.sin_port);
}

static void run_server(int out)
{
    char metrics[32];
    int log = open(host.log, O_CREAT | O_WRONLY | O_TRUNC, 0600);
    snprintf(metrics, sizeof metrics, "%d", host.metrics.port);
    dup2(out, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    setenv("TAKHT_CONNECTIONS_PER_ADDRESS", "50", 1);
    execl(TAKHT, TAKHT, "serve", "--listen", "127.0.0.1:0", "--metrics", metrics, "--data",
          host.data, (char *)NULL);
    _exit(127);
}

static int start(void **state)
{
    int out[2];
    char line[256] = "";
    (void)state;
    snprintf(host.folder, sizeof host.folder, "/tmp/takht-wire-XXXXXX");
    if (mkdtemp(host.folder) == NULL || pipe(out) != 0)
        return -1;
    snprintf(host.data, sizeof host.data, "%s/takht.db", host.folder);
    snprintf(host.log, sizeof host.log, "%s/log", host.folder);
    host.metrics = (struct wire_address){.host = "127.0.0.1", .port = free_port()};
    host.pid = fork();
    if (host.pid == 0)
        run_server(out[1]);
    close(out[1]);
    FILE *stream = fdopen(out[0], "r");
    if (stream == NULL || fgets(line, sizeof line, stream) == NULL)
        return -1;
    fclose(stream);
    char *address = strstr(line, "http://");
    return address != NULL && wire_address_read(address, &host.address) ? 0 : -1;
}

static int stop(void **state)
{
    int status = 0;
    char path[128];
    static const char *const ends[] = {"", "-wal", "-shm"};
    (void)state;
    if (host.pid > 0) {
        kill(host.pid, SIGTERM);
        waitpid(host.pid, &status, 0);
    }
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", host.data, ends[i]);
        unlink(path);
    }
    unlink(host.log);
    rmdir(host.folder);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* How many lines of the log are of this kind, and how many they stand for. */
static int lines_of(const char *kind, long *out_stand_for)
{
    char line[4096];
    int count = 0;
    *out_stand_for = 0;
    FILE *file = fopen(host.log, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        json_t *json = json_loads(line, 0, NULL);
        const char *what = json_string_value(json_object_get(json, "what"));
        if (what == NULL)
            fail_msg("no line of a log: %s", line);
        if (what != NULL && strcmp(what, kind) == 0) {
            count++;
            *out_stand_for += (json_object_get(json, "address") != NULL) +
                              (long)json_integer_value(json_object_get(json, "more"));
        }
        json_decref(json);
    }
    fclose(file);
    return count;
}

static int dial(void)
{
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)host.address.port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

/* --- figures --- */

static long figure(const char *text, const char *name)
{
    char key[96];
    snprintf(key, sizeof key, "\n%s ", name);
    const char *at = strstr(text, key);
    if (at == NULL)
        fail_msg("no figure %s", name);
    return at == NULL ? 0 : atol(at + strlen(key));
}

static void figures_are_not_for_the_public(void **state)
{
    char text[32768];
    (void)state;
    text[0] = '\0';
    wire_http(&host.address, "GET", "/metrics", NULL, NULL, NULL, 0, text, sizeof text);
    assert_null(strstr(text, "takht_"));
    assert_int_equal(
        wire_http(&host.metrics, "GET", "/metrics", NULL, NULL, NULL, 0, text, sizeof text), 200);
    assert_true(figure(text, "takht_resident_bytes") > 1000000);
    assert_int_equal(figure(text, "takht_healthy"), 1);
    assert_int_equal(
        wire_http(&host.metrics, "GET", "/api/v1/me", NULL, NULL, NULL, 0, text, sizeof text), 404);
    assert_int_equal(
        wire_http(&host.address, "GET", "/healthz", NULL, NULL, NULL, 0, text, sizeof text), 200);
    assert_string_equal(text, "ok\n");
    assert_int_equal(
        wire_http(&host.metrics, "GET", "/healthz", NULL, NULL, NULL, 0, text, sizeof text), 200);
}

static void the_histogram_is_complete(void **state)
{
    char text[32768];
    long before = 0;
    (void)state;
    wire_http(&host.metrics, "GET", "/metrics", NULL, NULL, NULL, 0, text, sizeof text);
    for (const char *at = text; (at = strstr(at, "takht_move_milliseconds_bucket{le=\"")) != NULL;
         at++) {
        long value = atol(strchr(at, '}') + 1);
        assert_true(value >= before);
        before = value;
    }
    assert_int_equal(figure(text, "takht_move_milliseconds_bucket{le=\"+Inf\"}"), before);
    assert_int_equal(figure(text, "takht_move_milliseconds_count"), before);
    figure(text, "takht_move_milliseconds_sum");
}

/* --- the log --- */

static void a_flood_of_connections_gives_few_lines(void **state)
{
    int fds[300];
    long stand_for = 0;
    (void)state;
    for (int i = 0; i < 300; i++)
        fds[i] = dial();
    usleep(300000);
    for (int i = 0; i < 300; i++)
        close(fds[i]);
    assert_in_range(lines_of("refused", &stand_for), 1, 20);
    for (int i = 0; i < 100 && stand_for < 250; i++) {
        usleep(100000);
        lines_of("refused", &stand_for);
    }
    assert_int_equal(stand_for, 250);
    assert_int_equal(lines_of("ready", &stand_for), 1);
}

static void secrets_are_not_in_the_log(void **state)
{
    char text[65536] = "", cookie[200] = "",
         body[] = "{\"name\":\"x\",\"password\":\"hush-hush-hush\"}";
    (void)state;
    wire_http(&host.address, "GET", "/api/v1/me", NULL, NULL, cookie, sizeof cookie, NULL, 0);
    wire_http(&host.address, "POST", "/api/v1/signin", cookie, body, NULL, 0, NULL, 0);
    wire_http(&host.address, "BAD REQUEST", "/hush-hush-hush", cookie, body, NULL, 0, NULL, 0);
    FILE *file = fopen(host.log, "r");
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(text, "\"what\":\"request\""));
    assert_null(strstr(text, "hush"));
    assert_null(strstr(text, cookie));
}

/* --- signals --- */

static void take(void *context, const char *text, size_t length)
{
    (void)context, (void)text, (void)length;
}

/* SIGHUP without a certificate does nothing; SIGTERM tells every socket 1001 and soon ends. */
static void who_stops_says_so(void **state)
{
    char cookie[200] = "";
    struct wire wire;
    (void)state;
    kill(host.pid, SIGHUP);
    wire_http(&host.address, "GET", "/api/v1/me", NULL, NULL, cookie, sizeof cookie, NULL, 0);
    assert_true(wire_connect(&wire, &host.address, cookie, NULL));
    for (int i = 0; i < 100 && !wire.open; i++) {
        struct pollfd file = {.fd = wire.fd, .events = POLLIN};
        poll(&file, 1, 20);
        wire_step(&wire, take, NULL);
    }
    assert_true(wire.open);
    int silent = dial(), status = -1;
    kill(host.pid, SIGTERM);
    unsigned char last[2] = {0}, room[512];
    fcntl(wire.fd, F_SETFL, 0);
    ssize_t got = recv(wire.fd, room, sizeof room, 0);
    assert_true(got >= 4);
    assert_int_equal(room[0], 0x88);
    memcpy(last, room + 2, 2);
    assert_int_equal(last[0] << 8 | last[1], 1001);
    wire_close(&wire);
    close(silent);
    for (int i = 0; i < 400 && waitpid(host.pid, &status, WNOHANG) == 0; i++)
        usleep(10000);
    host.pid = 0;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_not_for_the_public),
        cmocka_unit_test(the_histogram_is_complete),
        cmocka_unit_test(a_flood_of_connections_gives_few_lines),
        cmocka_unit_test(secrets_are_not_in_the_log),
        cmocka_unit_test(who_stops_says_so),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
