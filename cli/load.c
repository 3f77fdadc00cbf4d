/* SPDX-License-Identifier: MIT */
/* takht load: many tables of clients that play random games over real sockets, and idle watchers. */
#include "cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "attack.h"
#include "lengthen.h"
#include "wire.h"

enum { PLAYERS = 2, EVENTS = 256, SHARED = 16 /* idle sockets of one guest */, SERVERS = 16 };

struct player {
    struct wire wire;
    struct match *match;         /* NULL: somebody who only holds a socket */
    struct wire_address address; /* the server's, and the visitor's own */
    char cookie[160];
    int seat;
    bool greeted;
};

/* One table and those who sit there. */
struct match {
    char id[32], key[32];
    struct player *player[PLAYERS];
    double sent;   /* when the move under way was sent; 0: none */
    long expected; /* views that are still to come for it */
    struct player *mover;
    int ply;
    char move[96];
    bool ready;  /* a move is chosen and waits for its time */
    bool seated; /* both sit there already */
};

struct load {
    const struct cli_args *args;
    struct wire_address servers[SERVERS], metrics; /* metrics.port is 0 without --metrics */
    int server_count;
    int epoll;
    struct match *matches;
    long match_count;
    struct player *idle;
    long idle_count, idle_open;
    long visitors;
    float *latencies;
    long latency_count, latency_room, moves, errors, finished;
    struct tk_rng rng;
    double rate, allowed, counted; /* moves a second; how many may be sent; when that was counted */
    long turn;                     /* the table that moved last */
    bool measuring;
};

/* A server's address, for the visitor of that number: each comes from an address of its own, and to
 * the servers in turn, so that those who play together are at different ones. */
static struct wire_address address_as(const struct load *l, long visitor)
{
    struct wire_address address = l->servers[visitor % l->server_count];
    snprintf(address.as, sizeof address.as, "10.%ld.%ld.%ld", visitor >> 16 & 255,
             visitor >> 8 & 255, visitor & 255);
    return address;
}

/* --- talking --- */

static void say(struct player *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void say(struct player *p, const char *format, ...)
{
    char text[512];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(text, sizeof text, format, values);
    va_end(values);
    wire_send(&p->wire, text, (size_t)length);
}

static bool create_match(struct load *l, struct match *m)
{
    char body[512], answer[512];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"friend\"}]}",
             l->args->game != NULL ? l->args->game->id : "splendor");
    if (wire_http(&m->player[0]->address, "POST", "/api/v1/tables", m->player[0]->cookie, body,
                  NULL, 0, answer, sizeof answer) != 201)
        return false;
    return sscanf(answer, "{\"table\":\"%31[^\"]\",\"key\":\"%31[^\"]\"", m->id, m->key) == 2;
}

static bool get_cookie(struct player *p)
{
    return wire_http(&p->address, "GET", "/api/v1/me", NULL, NULL, p->cookie, sizeof p->cookie,
                     NULL, 0) == 200;
}

static void listen_to(struct load *l, struct player *p)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = p};
    epoll_ctl(l->epoll, EPOLL_CTL_ADD, p->wire.fd, &event);
}

/* --- what the server says --- */

static long number_after(const char *text, const char *key)
{
    const char *at = strstr(text, key);
    return at == NULL ? -1 : strtol(at + strlen(key), NULL, 10);
}

static void text_after(const char *text, const char *key, char *out, size_t size)
{
    const char *at = strstr(text, key);
    if (at != NULL)
        snprintf(out, size, "%.*s", (int)strcspn(at + strlen(key), "\""), at + strlen(key));
}

/* A random move of the legal list; the text is searched, not parsed, to leave the server its time. */
static bool choose_move(struct load *l, const char *text, char *out, size_t size)
{
    static const char mark[] = "{\"move\":\"";
    const char *list = strstr(text, "\"legal\":[");
    int count = 0;
    if (list == NULL)
        return false;
    for (const char *at = list; (at = strstr(at, mark)) != NULL; at++) {
        if (tk_rng_below(&l->rng, (uint32_t)++count) == 0)
            snprintf(out, size, "%.*s", (int)strcspn(at + sizeof mark - 1, "\""),
                     at + sizeof mark - 1);
    }
    return count > 0;
}

static void add_latency(struct load *l, double seconds)
{
    if (!l->measuring)
        return;
    if (l->latency_count == l->latency_room) {
        l->latency_room = l->latency_room == 0 ? 65536 : 2 * l->latency_room;
        l->latencies = realloc(l->latencies, (size_t)l->latency_room * sizeof *l->latencies);
        if (l->latencies == NULL)
            exit(CLI_FAILED);
    }
    l->latencies[l->latency_count++] = (float)(1000 * seconds);
}

/* A view of the move under way came: when all have it, it is done. */
static void count_view(struct load *l, struct match *m, double now)
{
    if (m->sent == 0 || --m->expected > 0)
        return;
    add_latency(l, now - m->sent);
    l->moves += l->measuring;
    m->sent = 0;
}

/* Given with the request: the new game begins at once. */
static const char share_text[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* A new table for the same two, asked for on the socket so that nobody else waits. */
static void ask_rematch(struct load *l, struct match *m)
{
    l->finished++;
    m->sent = 0;
    m->ready = false;
    if (l->args->length == 0) /* a new table would be a short one */
        say(m->player[0], "{\"t\":\"rematch\",\"n\":4,\"table\":\"%s\",\"random\":\"%s\"}", m->id,
            share_text);
}

/* Both move on to the new table, where the seats are rotated; the one who asked sits there already. */
static void follow(struct player *p, const char *text)
{
    struct match *m = p->match;
    text_after(text, "\"next\":\"", m->id, sizeof m->id);
    text_after(text, "\"next_key\":\"", m->key, sizeof m->key);
    p->seat = (p->seat + PLAYERS - 1) % PLAYERS;
    say(p, "{\"t\":\"watch\",\"n\":1,\"table\":\"%s\"}", m->id);
    if (p != m->player[0])
        say(p, "{\"t\":\"sit\",\"n\":2,\"table\":\"%s\",\"seat\":%d,\"key\":\"%s\"}", m->id,
            p->seat, m->key);
}

struct hearing {
    struct load *l;
    struct player *p;
};

static void hear_table(struct load *l, struct player *p, const char *text)
{
    struct match *m = p->match;
    const char *tail = strstr(text, "\"status\":");
    bool over = tail != NULL && strncmp(tail, "\"status\":\"over\"", 15) == 0;
    if (strstr(text, "\"what\":\"rematch\"") != NULL)
        return follow(p, text);
    if (strstr(text, "\"what\":\"move\"") != NULL && text[6] == 'e')
        count_view(l, m, cli_seconds());
    if (over && p == m->player[0] && strstr(text, "\"what\":\"over\"") != NULL)
        return ask_rematch(l, m);
    if (!over && choose_move(l, text, m->move, sizeof m->move)) {
        m->mover = p;
        m->ply = (int)number_after(tail == NULL ? text : tail, "\"ply\":");
        m->ready = true;
    }
}

static void hear(void *context, const char *text, size_t length)
{
    struct hearing *h = context;
    static char copy[1024 * 1024];
    if (length >= sizeof copy)
        return;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (strstr(copy, "\"ok\":false") != NULL) {
        h->l->errors++;
        if (h->l->errors <= 3)
            fprintf(stderr, "%.300s\n", copy);
    }
    if (h->p->match != NULL &&
        (strncmp(copy, "{\"t\":\"table\"", 12) == 0 ||
         strncmp(copy, "{\"t\":\"event\"", 12) == 0) &&
        strstr(copy, h->p->match->id) != NULL)
        hear_table(h->l, h->p, copy);
}

/* After the handshake: hello, and to the table. */
static void greet(struct player *p)
{
    p->greeted = true;
    say(p, "{\"t\":\"hello\",\"n\":0,\"v\":1}");
    if (p->match == NULL)
        return;
    say(p, "{\"t\":\"watch\",\"n\":1,\"table\":\"%s\"}", p->match->id);
    if (p->seat == 1 && !p->match->seated)
        say(p, "{\"t\":\"sit\",\"n\":2,\"table\":\"%s\",\"seat\":1,\"key\":\"%s\"}", p->match->id,
            p->match->key);
}

static void serve_player(struct load *l, struct player *p)
{
    struct hearing h = {l, p};
    if (!wire_step(&p->wire, hear, &h)) {
        l->errors++;
        wire_close(&p->wire);
        return;
    }
    if (p->wire.open && !p->greeted) {
        greet(p);
        l->idle_open += p->match == NULL;
        wire_step(&p->wire, hear, &h);
    }
}

static void send_move(struct load *l, struct match *m)
{
    struct hearing h = {l, m->mover};
    m->ready = false;
    m->sent = cli_seconds();
    m->expected = PLAYERS;
    say(m->mover, "{\"t\":\"move\",\"n\":3,\"table\":\"%s\",\"ply\":%d,\"move\":\"%s\"}", m->id,
        m->ply, m->move);
    wire_step(&m->mover->wire, hear, &h);
}

/* As many moves as the rate has allowed by now, the tables in turn. What could not be sent in a
 * twentieth of a second is forgotten: a stall must not end in a flood. */
static void send_moves(struct load *l)
{
    double now = cli_seconds(), most = l->rate / 20;
    l->allowed += (now - l->counted) * l->rate;
    l->counted = now;
    l->allowed = l->allowed < most ? l->allowed : most;
    for (long i = 0; i < l->match_count && l->allowed >= 1; i++) {
        l->turn = (l->turn + 1) % l->match_count;
        struct match *m = &l->matches[l->turn];
        if (!m->ready || m->sent != 0)
            continue;
        l->allowed--;
        send_move(l, m);
    }
}

static void run_for(struct load *l, double seconds)
{
    struct epoll_event events[EVENTS];
    for (double until = cli_seconds() + seconds; cli_seconds() < until;) {
        int count = epoll_wait(l->epoll, events, EVENTS, 1);
        for (int i = 0; i < count; i++)
            serve_player(l, events[i].data.ptr);
        send_moves(l);
    }
}

/* --- figures --- */

static long server_number(struct load *l, const char *name)
{
    char text[16384], key[96];
    if (l->metrics.port == 0 ||
        wire_http(&l->metrics, "GET", "/metrics", NULL, NULL, NULL, 0, text, sizeof text) != 200)
        return -1;
    snprintf(key, sizeof key, "\n%s ", name);
    return number_after(text, key);
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return x < y ? -1 : x > y;
}

static double share(struct load *l, double part)
{
    long at = (long)(part * (double)l->latency_count);
    return l->latency_count == 0 ? 0
                                 : l->latencies[at < l->latency_count ? at : l->latency_count - 1];
}

static bool open_idle(struct load *l)
{
    l->idle_count = l->args->sockets;
    l->idle = calloc((size_t)l->idle_count + 1, sizeof *l->idle);
    if (l->idle == NULL)
        return false;
    for (long i = 0; i < l->idle_count; i++) {
        struct player *p = &l->idle[i];
        p->address = address_as(l, ++l->visitors);
        if (i % SHARED == 0 && !get_cookie(p))
            return false;
        if (i % SHARED != 0)
            memcpy(p->cookie, p[-1].cookie, sizeof p->cookie);
        if (!wire_connect(&p->wire, &p->address, p->cookie, NULL))
            return false;
        listen_to(l, p);
        if (i % 200 == 199)
            run_for(l, 0.05);
    }
    for (int i = 0; i < 100 && l->idle_open < l->idle_count; i++)
        run_for(l, 0.1);
    return true;
}

/* A table that has seen much before it is measured. */
static bool make_long(struct load *l, struct match *m)
{
    const struct lengthen table = {
        .id = m->id,
        .key = m->key,
        .cookie = {m->player[0]->cookie, m->player[1]->cookie},
        .address = {&m->player[0]->address, &m->player[1]->address},
        .events = l->args->length,
    };
    m->seated = l->args->length > 0;
    return !m->seated || lengthen(&table);
}

static bool open_matches(struct load *l)
{
    l->match_count = l->args->tables;
    l->matches = calloc((size_t)l->match_count, sizeof *l->matches);
    for (long i = 0; l->matches != NULL && i < l->match_count; i++) {
        struct match *m = &l->matches[i];
        for (int seat = 0; seat < PLAYERS; seat++) {
            m->player[seat] = calloc(1, sizeof(struct player));
            if (m->player[seat] == NULL)
                return false;
            m->player[seat]->address = address_as(l, ++l->visitors);
            if (!get_cookie(m->player[seat]))
                return false;
            m->player[seat]->match = m;
            m->player[seat]->seat = seat;
        }
        if (!create_match(l, m) || !make_long(l, m))
            return false;
        for (int seat = 0; seat < PLAYERS; seat++) {
            if (!wire_connect(&m->player[seat]->wire, &m->player[seat]->address,
                              m->player[seat]->cookie, NULL))
                return false;
            listen_to(l, m->player[seat]);
        }
        if (i % 50 == 49)
            run_for(l, 0.01);
    }
    return l->matches != NULL;
}

static void close_load(struct load *l)
{
    for (long i = 0; i < l->match_count && l->matches != NULL; i++)
        for (int seat = 0; seat < PLAYERS; seat++)
            if (l->matches[i].player[seat] != NULL) {
                wire_close(&l->matches[i].player[seat]->wire);
                free(l->matches[i].player[seat]);
            }
    for (long i = 0; i < l->idle_count && l->idle != NULL; i++)
        wire_close(&l->idle[i].wire);
    free(l->matches);
    free(l->idle);
    free(l->latencies);
    close(l->epoll);
}

static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void print_moves(struct load *l, double seconds)
{
    l->latency_count = l->moves = 0;
    l->measuring = true;
    double started = cli_seconds();
    long used = server_number(l, "takht_cpu_microseconds_total");
    run_for(l, seconds);
    double spent = cli_seconds() - started;
    used = server_number(l, "takht_cpu_microseconds_total") - used;
    qsort(l->latencies, (size_t)l->latency_count, sizeof *l->latencies, compare_floats);
    printf("%.0f moves/s; from sending a move to the last view of it: %.2f ms in the middle, %.2f "
           "ms p99, "
           "%.2f ms at most\n",
           (double)l->moves / spent, share(l, 0.5), share(l, 0.99), share(l, 1));
    if (l->metrics.port != 0 && l->moves > 0)
        printf("%ld moves, each with %.0f us of the server's processor\n", l->moves,
               (double)used / (double)l->moves);
}

/* Memory before anything, with the tables, and with the idle sockets. */
static void print_memory(struct load *l, const long bytes[3])
{
    double table = (double)(bytes[1] - bytes[0]) / 1024 / (double)l->match_count;
    if (bytes[0] < 0)
        return;
    printf("memory of the server: %.1f kB a table with its two sockets, %.1f MB in all\n", table,
           (double)server_number(l, "takht_resident_bytes") / 1048576);
    if (l->idle_count == 0)
        return;
    double socket = (double)(bytes[2] - bytes[1]) / 1024 / (double)l->idle_count;
    printf("an idle socket: %.1f kB; a table without its sockets: %.1f kB\n", socket,
           table - PLAYERS * socket);
}

/* The same while one address does its worst. */
static void print_attack(struct load *l, const char *name, long sockets, double seconds)
{
    struct attack attack = *attack_find(name);
    attack.from = address_as(l, 0);
    attack.sockets = sockets > 0 ? sockets : attack.sockets;
    printf("under attack (%s: %s):\n", attack.name, attack.about);
    fflush(stdout);
    if (!attack_begin(&attack, seconds + 2))
        return;
    run_for(l, 1); /* it has begun */
    print_moves(l, seconds);
    printf("the attackers tried %ld times over %ld connections; %ld answers, %ld refusals\n",
           attack.counts->tried, attack.counts->connections, attack.counts->served,
           attack.counts->refused);
    attack_end(&attack);
}

/* One address, or several with commas between them. */
static bool read_servers(struct load *l, const char *text)
{
    for (; l->server_count < SERVERS; text++) {
        char one[160];
        size_t length = strcspn(text, ",");
        snprintf(one, sizeof one, "%.*s", (int)length, text);
        if (length >= sizeof one || !wire_address_read(one, &l->servers[l->server_count++]))
            return false;
        text += length;
        if (*text == '\0')
            return true;
    }
    return false;
}

static int measure(struct load *l)
{
    double seconds = l->args->seconds;
    long bytes[3] = {server_number(l, "takht_resident_bytes")};
    for (int i = 0; i < l->server_count; i++)
        if (wire_http(&l->servers[i], "GET", "/healthz", NULL, NULL, NULL, 0, NULL, 0) != 200)
            return cli_fail(&cli_load, CLI_FAILED, "no server answers at %s:%d", l->servers[i].host,
                            l->servers[i].port);
    if (l->metrics.port != 0 && bytes[0] < 0)
        return cli_fail(&cli_load, CLI_FAILED, "no figures are at %s:%d", l->metrics.host,
                        l->metrics.port);
    if (!open_matches(l))
        return cli_fail(&cli_load, CLI_FAILED,
                        "the server gives no more tables; start it with --trust-proxy");
    run_for(l, 1);
    bytes[1] = server_number(l, "takht_resident_bytes");
    if (!open_idle(l))
        return cli_fail(&cli_load, CLI_FAILED, "no more sockets: %s", strerror(errno));
    bytes[2] = server_number(l, "takht_resident_bytes");
    printf("%ld tables, %ld idle sockets (%ld open), %.1f s\n", l->match_count, l->idle_count,
           l->idle_open, seconds);
    print_moves(l, seconds);
    print_memory(l, bytes);
    if (l->args->rude > 0)
        print_attack(l, "rubbish", l->args->rude, seconds);
    if (l->args->attack != NULL)
        print_attack(l, l->args->attack, 0, seconds);
    printf("%ld games finished, %ld errors\n", l->finished, l->errors);
    return l->errors == 0 ? cli_output_close(&cli_load) : CLI_FAILED;
}

static int run_load(int argc, char **argv)
{
    struct cli_args args;
    struct load *l = calloc(1, sizeof *l);
    int answer = cli_args_read(&cli_load, argc, argv, &args);
    if (answer < 0 && args.attack != NULL && attack_find(args.attack) == NULL)
        answer = cli_fail(&cli_load, CLI_USAGE, "'%s' is no attack; there are %s", args.attack,
                          attack_names);
    if (answer >= 0 || l == NULL) {
        free(l);
        return answer;
    }
    l->args = &args;
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    l->rate = (double)args.rate;
    l->counted = cli_seconds();
    tk_rng_init(&l->rng, 1, 1);
    raise_file_limit();
    bool fine =
        read_servers(l, args.server.listen) &&
        (args.server.metrics == NULL || wire_address_read(args.server.metrics, &l->metrics));
    answer = fine ? measure(l)
                  : cli_fail(&cli_load, CLI_USAGE,
                             "--listen and --metrics need HOST:PORT of a running server");
    close_load(l);
    free(l);
    return answer;
}

const struct cli_command cli_load = {
    .name = "load",
    .usage = "[GAME] [--listen ADDRESS:PORT] [--metrics ADDRESS:PORT] [--tables N] [--rate R] "
             "[--sockets K] [--rude K] [--attack NAME] [--length N] [--seconds X]",
    .summary = "how much a running server can carry",
    .about =
        "Plays random games over real sockets against a running server, two clients a table, so "
        "many moves a second in all, while other sockets are held idle; then prints moves per "
        "second, how long a move takes until everybody at the table has seen it, and the server's "
        "memory, if --metrics says where its figures are.\n\n"
        "Every client says in X-Forwarded-For that it comes from an address of its own, so the "
        "server should run with --trust-proxy. The rude ones share one address and are kept "
        "short.\n\n"
        "With --attack it measures again while one address does its worst; with --length the "
        "tables have seen so many events before (the server needs --open-limits), and nobody plays "
        "again.",
    .examples =
        "takht serve --trust-proxy --metrics 127.0.0.1:8081 --quiet &\n"
        "takht load --metrics 127.0.0.1:8081 --tables 200 --rate 2000 --sockets 10000 --rude 20\n"
        "takht load --tables 50 --rate 300 --attack watch",
    .subject = CLI_GAME_OR_NONE,
    .run = run_load,
};
