/* SPDX-License-Identifier: MIT */
/* The network: where it listens, who is let in, and a look at everybody once a second. */
#include "net_internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    ACCEPT_MOST = 8,      /* at once, so that those who are in get their turn */
    FILES_RESERVED = 64,  /* for the store, the log, the loop */
    FEW_CONNECTIONS = 8,  /* an address may have even when it is nearly full */
    SYSTEMD_FIRST_FD = 3, /* where systemd hands its sockets over */
};

int64_t net_now(const struct net *net)
{
    return (int64_t)uv_now(net->loop);
}

struct connection *net_find(const struct net *net, net_id id)
{
    uint32_t slot = (uint32_t)id, generation = (uint32_t)(id >> 32);
    if (id == 0 || slot >= net->slot_count || net->slots[slot].generation != generation)
        return NULL;
    return net->slots[slot].connection;
}

static void tell(struct net *net, const struct net_note *note)
{
    if (net->hooks.note != NULL)
        net->hooks.note(net->context, note);
}

void net_note(struct connection *c, const char *what, const char *why, int64_t number)
{
    tell(c->net, &(struct net_note){.what = what,
                                    .why = why,
                                    .address = c->address,
                                    .id = c->socket != NULL ? c->id : 0,
                                    .number = number});
}

bool net_is_proxy(const struct net *net, const char *address)
{
    return net->config.trust_proxy &&
           (address_is_near(address) || address_in(address, net->config.proxies));
}

/* --- who is let in --- */

static void write_address(const struct sockaddr_storage *from, char out[ADDRESS_MAX])
{
    const struct sockaddr_in *v4 = (const struct sockaddr_in *)from;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)from;
    memset(out, 0, ADDRESS_MAX);
    if (from->ss_family == AF_INET)
        inet_ntop(AF_INET, &v4->sin_addr, out, ADDRESS_MAX);
    else if (from->ss_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr))
        inet_ntop(AF_INET, &v6->sin6_addr.s6_addr[12], out, ADDRESS_MAX);
    else if (from->ss_family == AF_INET6)
        inet_ntop(AF_INET6, &v6->sin6_addr, out, ADDRESS_MAX);
}

struct peer *peer_get(struct net *net, const char *address)
{
    char name[HOUSEHOLD_MAX];
    address_household(address, name);
    struct peer *peer = map_get(&net->peers, name);
    if (peer != NULL)
        return peer;
    peer = calloc(1, sizeof *peer);
    if (peer == NULL)
        return NULL;
    memcpy(peer->name, name, sizeof peer->name);
    if (map_put(&net->peers, name, peer))
        return peer;
    free(peer);
    return NULL;
}

void peer_leave(struct net *net, struct peer *peer)
{
    if (peer == NULL || --peer->connections > 0)
        return;
    map_remove(&net->peers, peer->name);
    free(peer);
}

/* A handshake of TLS costs more than most requests. A page opens a handful of connections and keeps
 * them; who opens one after the other has to wait. */
static bool is_too_fast(struct net *net, const struct peer *peer)
{
    static const struct allowance allow_handshakes = {50, 500};
    uint64_t place;
    int64_t wait;
    crypto_shorthash((unsigned char *)&place, (const unsigned char *)peer->name, strlen(peer->name),
                     net->pace_key);
    place %= PACES;
    return net->tls != NULL && net->config.connections_per_address > 0 &&
           !allowance_take(&allow_handshakes, &net->paces[place].left, &net->paces[place].at,
                           &wait);
}

/* A trusted proxy brings many households, which are counted when it says for whom it asks. The last
 * tenth of all connections is for those who have only a few. */
static const char *why_not(struct net *net, const struct listener *l, const char *address,
                           const struct peer *peer)
{
    const struct net_config *config = &net->config;
    int64_t most = config->connections, now = net->counts.connections;
    if (peer == NULL || now >= most)
        return "there are too many connections";
    if (l->inside || net_is_proxy(net, address))
        return NULL;
    if (config->connections_per_address > 0 && peer->connections >= config->connections_per_address)
        return "too many connections of one address";
    if (is_too_fast(net, peer))
        return "connections of one address come too fast";
    bool nearly_full = now >= most - most / 10;
    return nearly_full && peer->connections >= FEW_CONNECTIONS ? "the last places are for others"
                                                               : NULL;
}

/* Leaves no trace here: the other end hears a reset. */
static void turn_away(int fd)
{
    struct linger none = {.l_onoff = 1, .l_linger = 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    close(fd);
}

static void let_in(struct listener *l, int fd, const struct sockaddr_storage *from)
{
    struct net *net = l->net;
    char address[ADDRESS_MAX];
    write_address(from, address);
    struct peer *peer = peer_get(net, address);
    const char *why = why_not(net, l, address, peer);
    if (peer != NULL)
        peer->connections++;
    if (why == NULL && connection_open(net, fd, l, address, peer))
        return;
    turn_away(fd);
    net->counts.refused++;
    int64_t number = peer == NULL ? 0 : peer->connections - 1;
    peer_leave(net, peer);
    tell(net, &(struct net_note){.what = "refused",
                                 .why = why == NULL ? "there is not enough memory" : why,
                                 .address = address,
                                 .number = number});
}

/* There are no more files: one that was kept for this lets us at least hang up. */
static void turn_one_away(struct listener *l)
{
    struct net *net = l->net;
    close(net->spare_fd);
    int fd = accept4(l->fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        turn_away(fd);
    net->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    net->counts.refused++;
}

static void on_connection(uv_poll_t *poll, int status, int events)
{
    struct listener *l = poll->data;
    (void)status, (void)events;
    for (int i = 0; i < ACCEPT_MOST; i++) {
        struct sockaddr_storage from = {0};
        socklen_t length = sizeof from;
        int fd = accept4(l->fd, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0)
            let_in(l, fd, &from);
        else if (errno == EMFILE || errno == ENFILE)
            turn_one_away(l);
        else if (errno != ECONNABORTED && errno != EINTR)
            return;
    }
}

/* --- a look at everybody --- */

/* Nobody but a proxy may have more connections than an address may; and it has no use for such as
 * say nothing. */
static bool is_one_silent_too_many(const struct connection *c, int64_t now)
{
    int most = c->net->config.connections_per_address;
    return c->opened != 0 && !c->inside && now - c->opened > SILENT_MS && most > 0 &&
           c->peer->silent > most;
}

static void look(struct connection *c, int64_t now)
{
    struct net *net = c->net;
    bool late = c->deadline != 0 && now > c->deadline;
    if (late && c->stage == STAGE_ANSWER) {
        net->counts.unread++;
        net_note(c, "unread", "it does not read its answer", 0);
    } else if (late && (c->stage == STAGE_BODY || c->in_length > 0)) {
        net->counts.slow++;
        net_note(c, "slow", "its request does not end", (int64_t)c->in_length);
    }
    if (!late && is_one_silent_too_many(c, now)) {
        net->counts.silent++;
        net_note(c, "silent", "too many of one proxy ask for nothing", c->peer->silent);
        late = true;
    }
    if (late)
        return connection_end(c);
    if (c->stage == STAGE_SOCKET)
        socket_look(c, now);
    else if (c->stage == STAGE_HELD)
        http_let_go(c);
}

static void on_sweep(uv_timer_t *timer)
{
    struct net *net = timer->data;
    int64_t now = net_now(net);
    for (uint32_t i = net->sweep_at; i < net->slot_count; i += SWEEPS)
        if (net->slots[i].connection != NULL)
            look(net->slots[i].connection, now);
    net->sweep_at = (net->sweep_at + 1) % SWEEPS;
}

static void before_sleep(uv_prepare_t *prepare)
{
    connection_flush_all(prepare->data);
}

static void after_events(uv_check_t *check)
{
    connection_flush_all(check->data);
}

/* --- where it listens: -1, and why in errno --- */

static int give_up(int fd)
{
    int why = errno;
    if (fd >= 0)
        close(fd);
    errno = why;
    return -1;
}

static int listen_unix(const char *path, struct listener *l)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    struct stat about;
    if (path[0] == '\0' || strlen(path) >= sizeof name.sun_path) {
        errno = path[0] == '\0' ? ENOENT : ENAMETOOLONG;
        return -1;
    }
    snprintf(name.sun_path, sizeof name.sun_path, "%s", path);
    if (lstat(path, &about) == 0 && S_ISSOCK(about.st_mode)) {
        int other = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        bool dead = connect(other, (struct sockaddr *)&name, sizeof name) != 0;
        close(other);
        if (dead) /* left by a server that was killed */
            unlink(path);
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&name, sizeof name) == 0) {
        snprintf(l->unlink, sizeof l->unlink, "%s", path);
        if (chmod(path, 0660) == 0)
            return fd;
    }
    return give_up(fd);
}

static int listen_tcp(const char *address, const char *port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found = NULL;
    int one = 1, none = 0;
    if (getaddrinfo(address, port, &hints, &found) != 0) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (found->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &none, sizeof none);
    bool bound = fd >= 0 && bind(fd, found->ai_addr, found->ai_addrlen) == 0;
    int why = errno;
    freeaddrinfo(found);
    errno = why;
    return bound ? fd : give_up(fd);
}

/* A socket that systemd has opened for us, perhaps on a port that we may not. */
static int listen_systemd(void)
{
    const char *pid = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    if (pid == NULL || count == NULL || atol(pid) != (long)getpid() || atoi(count) < 1) {
        errno = ENOTSOCK;
        return -1;
    }
    fcntl(SYSTEMD_FIRST_FD, F_SETFD, FD_CLOEXEC);
    fcntl(SYSTEMD_FIRST_FD, F_SETFL, O_NONBLOCK);
    return SYSTEMD_FIRST_FD;
}

/* ADDRESS:PORT, PORT, [V6]:PORT, unix:PATH or systemd; without an address it is `standard`. */
static bool is_place(const char *listen)
{
    const char *colon = strrchr(listen, ':'), *port = colon == NULL ? listen : colon + 1;
    size_t digits = strspn(port, "0123456789");
    return strncmp(listen, "unix:", 5) == 0 || strcmp(listen, "systemd") == 0 ||
           (digits > 0 && port[digits] == '\0' && digits < 6 && atoi(port) < 65536);
}

static int open_place(const char *listen, const char *standard, struct listener *l)
{
    const char *colon = strrchr(listen, ':');
    char address[256];
    if (strncmp(listen, "unix:", 5) == 0)
        return listen_unix(listen + 5, l);
    if (strcmp(listen, "systemd") == 0)
        return listen_systemd();
    if (colon == NULL || colon == listen)
        return listen_tcp(standard, colon == NULL ? listen : colon + 1);
    bool brackets = listen[0] == '[' && colon[-1] == ']';
    snprintf(address, sizeof address, "%.*s", (int)(colon - listen) - 2 * brackets,
             listen + brackets);
    return listen_tcp(address, colon + 1);
}

static bool open_listener(struct net *net, int index, const char *place, char *why, size_t why_size)
{
    struct listener *l = &net->listeners[index];
    l->net = net;
    l->inside = index == 1;
    if (place == NULL || place[0] == '\0')
        return true;
    if (!is_place(place)) {
        snprintf(why, why_size, "'%s' is no address to listen on; give ADDRESS:PORT or unix:PATH",
                 place);
        return false;
    }
    l->fd = open_place(place, l->inside ? "127.0.0.1" : "0.0.0.0", l);
    if (l->fd >= 0 && listen(l->fd, 1024) == 0)
        return true;
    snprintf(why, why_size, "cannot listen on %s: %s", place, strerror(errno));
    return false;
}

static void close_listener(struct listener *l)
{
    if (l->fd < 0)
        return;
    if (l->poll.data != NULL)
        uv_close((uv_handle_t *)&l->poll, NULL);
    close(l->fd);
    l->fd = -1;
    if (l->unlink[0] != '\0')
        unlink(l->unlink);
}

/* --- opening and closing --- */

/* Every connection is a file; take what the system gives. */
static int raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1024;
    struct rlimit higher = {limit.rlim_max, limit.rlim_max};
    rlim_t files = setrlimit(RLIMIT_NOFILE, &higher) == 0 ? limit.rlim_max : limit.rlim_cur;
    return files > 1000000 ? 1000000 : (int)files;
}

static void fill_in(struct net *net, const struct net_config *config)
{
    int files = raise_file_limit();
    net->config = *config;
    int *numbers[] = {&net->config.request_seconds, &net->config.unread_seconds,
                      &net->config.idle_seconds};
    static const int standard[] = {15, 30, 30};
    for (int i = 0; i < 3; i++)
        if (*numbers[i] <= 0)
            *numbers[i] = standard[i];
    if (config->connections <= 0 || config->connections > files - FILES_RESERVED)
        net->config.connections = files > 2 * FILES_RESERVED ? files - FILES_RESERVED : files / 2;
}

static bool open_parts(struct net *net, char *why, size_t why_size)
{
    const struct net_config *config = &net->config;
    const char *wrong = address_list_wrong(config->proxies);
    if (wrong != NULL) {
        snprintf(why, why_size, "proxies: '%.*s' is no address like 203.0.113.5 or 203.0.113.0/24",
                 (int)strcspn(wrong, ", "), wrong);
        return false;
    }
    if (config->tls_cert != NULL &&
        (net->tls = tls_open(config->tls_cert, config->tls_key, why, why_size)) == NULL)
        return false;
    return open_listener(net, 0, config->listen, why, why_size) &&
           open_listener(net, 1, config->metrics, why, why_size);
}

static bool start_listener(struct net *net, struct listener *l)
{
    if (l->fd < 0)
        return true;
    if (uv_poll_init(net->loop, &l->poll, l->fd) != 0)
        return false;
    l->poll.data = l;
    return uv_poll_start(&l->poll, UV_READABLE, on_connection) == 0;
}

/* Timers and hooks of the loop cannot fail; what waits for a file can. */
static bool start_handles(struct net *net)
{
    uv_timer_init(net->loop, &net->sweep);
    uv_prepare_init(net->loop, &net->before);
    uv_check_init(net->loop, &net->after);
    net->sweep.data = net->before.data = net->after.data = net;
    uv_timer_start(&net->sweep, on_sweep, SWEEP_MS, SWEEP_MS);
    uv_prepare_start(&net->before, before_sleep);
    uv_check_start(&net->after, after_events);
    return start_listener(net, &net->listeners[0]) && start_listener(net, &net->listeners[1]);
}

struct net *net_open(uv_loop_t *loop, const struct net_config *config,
                     const struct net_hooks *hooks, void *context, char *why, size_t why_size)
{
    struct net *net = calloc(1, sizeof *net);
    if (net == NULL)
        return NULL;
    net->loop = loop;
    net->hooks = *hooks;
    net->context = context;
    net->listeners[0].fd = net->listeners[1].fd = -1;
    net->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    randombytes_buf(net->pace_key, sizeof net->pace_key);
    signal(SIGPIPE, SIG_IGN); /* who hangs up is told by the call that wrote */
    fill_in(net, config);
    if (!open_parts(net, why, why_size)) {
        net_free(net);
        return NULL;
    }
    if (!start_handles(net)) {
        snprintf(why, why_size, "cannot wait for connections on %s", config->listen);
        net_shutdown(net);
        uv_run(loop, UV_RUN_NOWAIT); /* what was begun is ended before its memory goes */
        net_free(net);
        return NULL;
    }
    return net;
}

static int port_of(const struct listener *l)
{
    struct sockaddr_storage name = {0};
    socklen_t length = sizeof name;
    if (l->fd < 0 || getsockname(l->fd, (struct sockaddr *)&name, &length) != 0)
        return 0;
    return name.ss_family == AF_INET    ? ntohs(((struct sockaddr_in *)&name)->sin_port)
           : name.ss_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)&name)->sin6_port)
                                        : 0;
}

int net_port(const struct net *net)
{
    return port_of(&net->listeners[0]);
}

int net_metrics_port(const struct net *net)
{
    return port_of(&net->listeners[1]);
}

bool net_reload(struct net *net, char *why, size_t why_size)
{
    return net->tls == NULL || tls_reload(net->tls, why, why_size);
}

void net_drain(struct net *net)
{
    net->closing = true;
    close_listener(&net->listeners[0]);
    close_listener(&net->listeners[1]);
    for (uint32_t i = 0; i < net->slot_count; i++) {
        struct connection *c = net->slots[i].connection;
        if (c != NULL && c->stage == STAGE_SOCKET)
            socket_hang_up(c, CLOSE_GOING_AWAY, "the server stops");
        else if (c != NULL && c->stage == STAGE_HELD)
            http_let_go(c);
        else if (c != NULL && c->stage == STAGE_REQUEST && c->in_length == 0)
            connection_end(c); /* waits between two requests, or never asked for anything */
    }
}

void net_shutdown(struct net *net)
{
    net_drain(net);
    for (uint32_t i = 0; i < net->slot_count; i++)
        if (net->slots[i].connection != NULL)
            connection_end(net->slots[i].connection);
    connection_flush_all(net);
    uv_close((uv_handle_t *)&net->sweep, NULL);
    uv_close((uv_handle_t *)&net->before, NULL);
    uv_close((uv_handle_t *)&net->after, NULL);
}

void net_free(struct net *net)
{
    if (net == NULL)
        return;
    close_listener(&net->listeners[0]);
    close_listener(&net->listeners[1]);
    if (net->spare_fd >= 0)
        close(net->spare_fd);
    tls_free(net->tls);
    map_clear(&net->peers);
    free(net->slots);
    free(net);
}

struct net_counts net_counts(const struct net *net)
{
    return net->counts;
}
