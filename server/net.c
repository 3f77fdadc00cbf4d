/* HTTP and WebSocket over libwebsockets. */
#include "net.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { HEADER_MAX = 4096, CHUNK = 16 * 1024, PATH_MAX_BYTES = 512 };

struct net_message {
    int shares;
    size_t length;
    unsigned char data[]; /* LWS_PRE bytes of room, then the text */
};

/* One client: an HTTP connection, or a WebSocket. */
struct connection {
    struct lws *wsi;
    net_id id;
    bool is_socket, open;
    char address[64];
    /* HTTP: the request while its body arrives, and the answer while it is sent */
    enum net_method method;
    char path[PATH_MAX_BYTES];
    char *body;
    size_t body_length;
    struct net_response answer;
    char *answer_body, *answer_headers;
    size_t sent;
    bool answering, headers_sent, too_large, head_only;
    /* WebSocket: the message while its parts arrive, and what waits to be sent */
    char *in;
    size_t in_length;
    struct net_message **queue;
    int queue_first, queue_length;
    bool overflowed;
    int close_code;
    char close_reason[64];
};

struct slot {
    struct connection *connection;
    uint32_t generation;
};

struct net {
    struct lws_context *lws;
    struct lws_vhost *vhost;
    struct net_config config;
    struct net_hooks hooks;
    void *context;
    struct slot *slots;
    uint32_t slot_count, free_hint;
    struct net_counts counts;
    bool closing;
    char iface[256];
};

/* --- names of connections --- */

static struct connection *find(const struct net *net, net_id id)
{
    uint32_t slot = (uint32_t)id, generation = (uint32_t)(id >> 32);
    if (id == 0 || slot >= net->slot_count || net->slots[slot].generation != generation)
        return NULL;
    return net->slots[slot].connection;
}

static bool grow(struct net *net)
{
    uint32_t count = net->slot_count == 0 ? 64 : 2 * net->slot_count;
    struct slot *slots = realloc(net->slots, count * sizeof *slots);
    if (slots == NULL)
        return false;
    memset(slots + net->slot_count, 0, (count - net->slot_count) * sizeof *slots);
    net->free_hint = net->slot_count;
    net->slots = slots;
    net->slot_count = count;
    return true;
}

static struct connection *adopt(struct net *net, struct lws *wsi)
{
    struct connection *c = calloc(1, sizeof *c);
    uint32_t slot = net->free_hint;
    while (slot < net->slot_count && net->slots[slot].connection != NULL)
        slot++;
    if (c == NULL || (slot == net->slot_count && !grow(net))) {
        free(c);
        return NULL;
    }
    if (net->slots[slot].connection != NULL)
        slot = net->free_hint;
    net->free_hint = slot + 1;
    net->slots[slot].connection = c;
    net->slots[slot].generation++;
    c->wsi = wsi;
    c->id = (net_id)net->slots[slot].generation << 32 | slot;
    lws_set_opaque_user_data(wsi, c);
    return c;
}

static void clear_answer(struct connection *c)
{
    free(c->answer_body);
    free(c->answer_headers);
    free(c->body);
    c->answer_body = c->answer_headers = c->body = NULL;
    c->body_length = c->sent = 0;
    c->answering = c->headers_sent = c->too_large = false;
}

static void clear_queue(struct connection *c)
{
    for (; c->queue_length > 0; c->queue_length--) {
        net_message_free(c->queue[c->queue_first]);
        c->queue_first = (c->queue_first + 1) % NET_QUEUE_MAX;
    }
}

static void drop(struct net *net, struct connection *c)
{
    uint32_t slot = (uint32_t)c->id;
    if (slot < net->free_hint)
        net->free_hint = slot;
    net->slots[slot].connection = NULL;
    clear_answer(c);
    clear_queue(c);
    free(c->queue);
    free(c->in);
    lws_set_opaque_user_data(c->wsi, NULL);
    free(c);
}

/* --- headers --- */

static void copy_header(struct lws *wsi, char *out, size_t size, enum lws_token_indexes header)
{
    if (lws_hdr_copy(wsi, out, (int)size, header) < 0)
        out[0] = '\0';
}

struct headers {
    char query[256], cookie[1024], origin[256], host[256], type[128], encodings[128],
        none_match[128], forwarded[128], agent[512];
};

static void read_headers(struct lws *wsi, struct headers *h)
{
    copy_header(wsi, h->query, sizeof h->query, WSI_TOKEN_HTTP_URI_ARGS);
    copy_header(wsi, h->cookie, sizeof h->cookie, WSI_TOKEN_HTTP_COOKIE);
    copy_header(wsi, h->origin, sizeof h->origin, WSI_TOKEN_ORIGIN);
    copy_header(wsi, h->host, sizeof h->host, WSI_TOKEN_HOST);
    copy_header(wsi, h->type, sizeof h->type, WSI_TOKEN_HTTP_CONTENT_TYPE);
    copy_header(wsi, h->encodings, sizeof h->encodings, WSI_TOKEN_HTTP_ACCEPT_ENCODING);
    copy_header(wsi, h->none_match, sizeof h->none_match, WSI_TOKEN_HTTP_IF_NONE_MATCH);
    copy_header(wsi, h->forwarded, sizeof h->forwarded, WSI_TOKEN_X_FORWARDED_FOR);
    copy_header(wsi, h->agent, sizeof h->agent, WSI_TOKEN_HTTP_USER_AGENT);
}

/* The client's address. A trusted proxy adds the one it saw at the end of the list. */
static void find_address(const struct net *net, struct connection *c, const struct headers *h)
{
    lws_get_peer_simple(c->wsi, c->address, sizeof c->address);
    if (!net->config.trust_proxy || h->forwarded[0] == '\0')
        return;
    const char *last = strrchr(h->forwarded, ',');
    last = last == NULL ? h->forwarded : last + 1;
    while (*last == ' ')
        last++;
    snprintf(c->address, sizeof c->address, "%.63s", last);
}

static struct net_request describe(const struct net *net, const struct connection *c,
                                   const struct headers *h)
{
    return (struct net_request){
        .id = c->id,
        .method = c->method,
        .path = c->path,
        .query = h->query,
        .cookie = h->cookie,
        .origin = h->origin,
        .host = h->host,
        .type = h->type,
        .encodings = h->encodings,
        .if_none_match = h->none_match,
        .agent = h->agent,
        .address = c->address,
        .secure = lws_is_ssl(c->wsi) || (net->config.trust_proxy && h->forwarded[0] != '\0'),
        .body = c->body == NULL ? "" : c->body,
        .body_length = c->body_length,
    };
}

/* --- HTTP --- */

static void hand_over(struct net *net, struct connection *c)
{
    struct headers h;
    read_headers(c->wsi, &h);
    find_address(net, c, &h);
    struct net_request request = describe(net, c, &h);
    net->counts.requests++;
    net->hooks.request(net->context, &request);
}

static int begin_request(struct net *net, struct lws *wsi)
{
    struct connection *c = lws_get_opaque_user_data(wsi);
    char *uri;
    int length, method;
    if (net->closing || (c == NULL && (c = adopt(net, wsi)) == NULL))
        return -1;
    method = lws_http_get_uri_and_method(wsi, &uri, &length);
    clear_answer(c);
    c->method = method == LWSHUMETH_GET || method == LWSHUMETH_HEAD ? NET_GET
                : method == LWSHUMETH_POST                          ? NET_POST
                                                                    : NET_OTHER;
    c->head_only = method == LWSHUMETH_HEAD;
    if (method < 0 || length >= PATH_MAX_BYTES)
        return -1;
    snprintf(c->path, sizeof c->path, "%.*s", length, uri);
    if (c->method != NET_POST || lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0)
        hand_over(net, c);
    return 0;
}

/* A body that is too long is read to its end, so that the answer can be heard, but not kept. */
static int take_body(struct connection *c, const char *part, size_t length)
{
    if (c == NULL)
        return -1;
    if (c->too_large || c->body_length + length > NET_BODY_MAX) {
        c->too_large = true;
        return 0;
    }
    char *grown = realloc(c->body, c->body_length + length + 1);
    if (grown == NULL)
        return -1;
    memcpy(grown + c->body_length, part, length);
    c->body = grown;
    c->body_length += length;
    c->body[c->body_length] = '\0';
    return 0;
}

static int end_body(struct net *net, struct connection *c)
{
    static const char words[] =
        "{\"error\":{\"code\":\"too_large\",\"words\":{\"en\":\"The request is too "
        "long.\",\"fa\":\"درخواست بیش از اندازه بلند است.\"}}}";
    if (c == NULL)
        return -1;
    if (c->too_large)
        net_respond(net, c->id,
                    &(struct net_response){.status = 413,
                                           .type = "application/json",
                                           .body = words,
                                           .length = sizeof words - 1,
                                           .keep = true});
    else
        hand_over(net, c);
    return 0;
}

static void format_headers(const struct net_response *r, char *out, size_t size)
{
    const struct {
        const char *name, *value;
    } headers[] = {
        {"cache-control", r->cache != NULL ? r->cache : "no-store"},
        {"set-cookie", r->cookie},
        {"content-encoding", r->encoding},
        {"etag", r->etag},
        {"vary", r->vary},
        {"location", r->location},
        {"content-disposition", r->disposition},
    };
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        if (headers[i].value != NULL && used < size)
            used += (size_t)snprintf(out + used, size - used, "%s: %s\n", headers[i].name,
                                     headers[i].value);
}

void net_respond(struct net *net, net_id id, const struct net_response *response)
{
    struct connection *c = find(net, id);
    if (c == NULL || c->is_socket || c->answering)
        return;
    c->answer = *response;
    c->answer_headers = malloc(HEADER_MAX);
    if (!response->keep && response->length > 0) {
        c->answer_body = malloc(response->length);
        if (c->answer_body != NULL)
            memcpy(c->answer_body, response->body, response->length);
        c->answer.body = c->answer_body;
    }
    if (c->answer_headers == NULL || (response->length > 0 && c->answer.body == NULL)) {
        lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        return;
    }
    format_headers(response, c->answer_headers, HEADER_MAX);
    c->answering = true;
    lws_callback_on_writable(c->wsi);
}

/* Headers that every answer carries: nothing may be framed, sniffed, or loaded from elsewhere. */
static const char *const always[][2] = {
    {"content-security-policy:", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
                                 "style-src 'self'; img-src 'self' data:; "
                                 "font-src 'self'; connect-src 'self'; worker-src 'self'; "
                                 "manifest-src 'self'; base-uri 'none'; "
                                 "form-action 'self'; frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "same-origin"},
    {"x-frame-options:", "DENY"},
};

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **at,
                       unsigned char *end)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

/* The lines of answer_headers, each "name: value". */
static bool add_own_headers(struct connection *c, unsigned char **at, unsigned char *end)
{
    char *save = NULL;
    for (char *line = strtok_r(c->answer_headers, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save)) {
        char name[64];
        char *colon = strchr(line, ':');
        snprintf(name, sizeof name, "%.*s:", (int)(colon - line), line);
        if (!add_header(c->wsi, name, colon + 2, at, end))
            return false;
    }
    return true;
}

static int send_headers(struct connection *c)
{
    unsigned char room[LWS_PRE + HEADER_MAX], *start = room + LWS_PRE, *at = start,
                                              *end = room + sizeof room - 1;
    if (lws_add_http_common_headers(c->wsi, (unsigned)c->answer.status, c->answer.type,
                                    (lws_filepos_t)c->answer.length, &at, end) != 0)
        return -1;
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        if (!add_header(c->wsi, always[i][0], always[i][1], &at, end))
            return -1;
    if (!add_own_headers(c, &at, end) ||
        lws_finalize_write_http_header(c->wsi, start, &at, end) != 0)
        return -1;
    c->headers_sent = true;
    return 0;
}

static int send_answer(struct connection *c)
{
    unsigned char room[LWS_PRE + CHUNK];
    if (c == NULL || !c->answering)
        return 0;
    if (!c->headers_sent && send_headers(c) != 0)
        return -1;
    size_t left = c->head_only ? 0 : c->answer.length - c->sent;
    size_t part = left < CHUNK ? left : CHUNK;
    bool last = part == left;
    memcpy(room + LWS_PRE, c->answer.body == NULL ? "" : c->answer.body + c->sent, part);
    if (lws_write(c->wsi, room + LWS_PRE, part, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
        return -1;
    c->sent += part;
    if (!last) {
        lws_callback_on_writable(c->wsi);
        return 0;
    }
    clear_answer(c);
    return lws_http_transaction_completed(c->wsi) ? -1 : 0;
}

/* --- WebSocket --- */

static int filter_socket(struct net *net, struct lws *wsi)
{
    struct connection *c = lws_get_opaque_user_data(wsi);
    struct headers h;
    if (net->closing || (c == NULL && (c = adopt(net, wsi)) == NULL))
        return -1;
    read_headers(wsi, &h);
    find_address(net, c, &h);
    if (lws_hdr_copy(wsi, c->path, sizeof c->path, WSI_TOKEN_GET_URI) < 0)
        return -1;
    struct net_request request = describe(net, c, &h);
    int status = net->hooks.socket_refuse(net->context, &request);
    if (status != 0) {
        lws_return_http_status(wsi, (unsigned)status, NULL);
        return -1;
    }
    c->is_socket = true;
    c->open = true;
    net->counts.sockets++;
    net->hooks.socket_open(net->context, &request);
    return 0;
}

static int take_message(struct net *net, struct connection *c, const char *part, size_t length)
{
    if (c == NULL)
        return -1;
    if (lws_frame_is_binary(c->wsi)) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, NULL, 0);
        return -1;
    }
    if (c->in_length + length > NET_MESSAGE_MAX) {
        lws_close_reason(c->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    char *grown = realloc(c->in, c->in_length + length + 1);
    if (grown == NULL)
        return -1;
    memcpy(grown + c->in_length, part, length);
    c->in = grown;
    c->in_length += length;
    if (!lws_is_final_fragment(c->wsi) || lws_remaining_packet_payload(c->wsi) > 0)
        return 0;
    char *text = c->in;
    size_t whole = c->in_length;
    text[whole] = '\0';
    c->in = NULL;
    c->in_length = 0;
    net->counts.messages_in++;
    net->hooks.socket_message(net->context, c->id, text, whole);
    free(text);
    return 0;
}

static int send_queue(struct net *net, struct connection *c)
{
    if (c == NULL)
        return -1;
    while (c->queue_length > 0 && !lws_send_pipe_choked(c->wsi)) {
        struct net_message *message = c->queue[c->queue_first];
        if (lws_write(c->wsi, message->data + LWS_PRE, message->length, LWS_WRITE_TEXT) < 0)
            return -1;
        net->counts.messages_out++;
        net->counts.bytes_out += (int64_t)message->length;
        net_message_free(message);
        c->queue_first = (c->queue_first + 1) % NET_QUEUE_MAX;
        c->queue_length--;
    }
    if (c->queue_length > 0) {
        lws_callback_on_writable(c->wsi);
    } else if (c->close_code != 0) {
        lws_close_reason(c->wsi, (enum lws_close_status)c->close_code,
                         (unsigned char *)c->close_reason, strlen(c->close_reason));
        return -1;
    } else if (c->overflowed && !lws_send_pipe_choked(c->wsi)) {
        c->overflowed = false;
        net->hooks.socket_resync(net->context, c->id);
    }
    return 0;
}

struct net_message *net_message_new(const char *text, size_t length)
{
    struct net_message *message = malloc(sizeof *message + LWS_PRE + length);
    if (message == NULL)
        return NULL;
    message->shares = 1;
    message->length = length;
    memcpy(message->data + LWS_PRE, text, length);
    return message;
}

void net_message_free(struct net_message *message)
{
    if (message != NULL && --message->shares == 0)
        free(message);
}

void net_send(struct net *net, net_id id, struct net_message *message)
{
    struct connection *c = find(net, id);
    if (c == NULL || !c->open || message == NULL || c->overflowed)
        return;
    if (c->queue == NULL &&
        (c->queue = calloc(NET_QUEUE_MAX, sizeof(struct net_message *))) == NULL)
        return;
    if (c->queue_length == NET_QUEUE_MAX) {
        clear_queue(c);
        c->overflowed = true;
        net->counts.overflows++;
    } else {
        c->queue[(c->queue_first + c->queue_length++) % NET_QUEUE_MAX] = message;
        message->shares++;
    }
    lws_callback_on_writable(c->wsi);
}

void net_hang_up(struct net *net, net_id id, int code, const char *reason)
{
    struct connection *c = find(net, id);
    if (c == NULL || !c->open)
        return;
    c->close_code = code;
    snprintf(c->close_reason, sizeof c->close_reason, "%s", reason);
    lws_callback_on_writable(c->wsi);
}

static void close_socket(struct net *net, struct connection *c)
{
    if (c == NULL || !c->open)
        return;
    c->open = false;
    net->counts.sockets--;
    net->hooks.socket_close(net->context, c->id);
}

/* --- libwebsockets --- */

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    struct net *net = lws_context_user(lws_get_context(wsi));
    struct connection *c = wsi == NULL ? NULL : lws_get_opaque_user_data(wsi);
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin_request(net, wsi);
    case LWS_CALLBACK_HTTP_BODY:
        return take_body(c, in, length);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return end_body(net, c);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return send_answer(c);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return filter_socket(net, wsi);
    case LWS_CALLBACK_RECEIVE:
        return take_message(net, c, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_queue(net, c);
    case LWS_CALLBACK_CLOSED:
        close_socket(net, c);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        if (c != NULL) {
            close_socket(net, c);
            drop(net, c);
        }
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols protocols[] = {
    {.name = "takht", .callback = callback, .rx_buffer_size = NET_MESSAGE_MAX},
    {0},
};

/* Every connection is a file; take what the system gives. */
static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* ADDRESS:PORT, PORT, [V6]:PORT or unix:PATH */
static bool read_listen(struct net *net, struct lws_context_creation_info *info)
{
    const char *listen = net->config.listen, *colon = strrchr(listen, ':');
    char *end;
    if (strncmp(listen, "unix:", 5) == 0) {
        snprintf(net->iface, sizeof net->iface, "%s", listen + 5);
        info->options |= LWS_SERVER_OPTION_UNIX_SOCK;
        info->iface = net->iface;
        return net->iface[0] != '\0';
    }
    long port = strtol(colon == NULL ? listen : colon + 1, &end, 10);
    if (*end != '\0' || end == (colon == NULL ? listen : colon + 1) || port < 0 || port > 65535)
        return false;
    info->port = (int)port;
    if (colon != NULL && colon > listen) {
        bool brackets = listen[0] == '[' && colon[-1] == ']';
        snprintf(net->iface, sizeof net->iface, "%.*s", (int)(colon - listen) - 2 * brackets,
                 listen + brackets);
        info->iface = net->iface;
    }
    return true;
}

struct net *net_open(uv_loop_t *loop, const struct net_config *config,
                     const struct net_hooks *hooks, void *context, char *why, size_t why_size)
{
    struct net *net = calloc(1, sizeof *net);
    void *loops[1] = {loop};
    lws_retry_bo_t idle = {.secs_since_valid_ping = (uint16_t)config->idle_seconds,
                           .secs_since_valid_hangup = (uint16_t)(config->idle_seconds + 20)};
    struct lws_context_creation_info info = {0};
    if (net == NULL)
        return NULL;
    net->config = *config;
    net->hooks = *hooks;
    net->context = context;
    info.options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_DISABLE_IPV6 * (strchr(config->listen, '[') == NULL);
    info.foreign_loops = loops;
    info.protocols = protocols;
    info.user = net;
    info.retry_and_idle_policy = &idle;
    info.keepalive_timeout = 30;
    info.timeout_secs = 20;
    if (config->tls_cert != NULL) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = config->tls_cert;
        info.ssl_private_key_filepath = config->tls_key;
    }
    raise_file_limit();
    lws_set_log_level(LLL_ERR, NULL);
    if (!read_listen(net, &info)) {
        snprintf(why, why_size, "'%s' is no address to listen on; give ADDRESS:PORT or unix:PATH",
                 config->listen);
        free(net);
        return NULL;
    }
    info.options |= LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
    net->lws = lws_create_context(&info);
    if (net->lws != NULL)
        net->vhost = lws_create_vhost(net->lws, &info);
    if (net->vhost == NULL || (info.port != 0 && lws_get_vhost_listen_port(net->vhost) <= 0 &&
                               (info.options & LWS_SERVER_OPTION_UNIX_SOCK) == 0)) {
        snprintf(why, why_size, "cannot listen on %s", config->listen);
        if (net->lws != NULL)
            lws_context_destroy(net->lws);
        free(net);
        return NULL;
    }
    return net;
}

int net_port(const struct net *net)
{
    int port = lws_get_vhost_listen_port(net->vhost);
    return port > 0 ? port : 0;
}

void net_shutdown(struct net *net)
{
    net->closing = true;
    lws_context_destroy(net->lws);
}

void net_free(struct net *net)
{
    if (net == NULL)
        return;
    lws_context_destroy(net->lws);
    for (uint32_t i = 0; i < net->slot_count; i++)
        if (net->slots[i].connection != NULL) {
            clear_answer(net->slots[i].connection);
            clear_queue(net->slots[i].connection);
            free(net->slots[i].connection->queue);
            free(net->slots[i].connection->in);
            free(net->slots[i].connection);
        }
    free(net->slots);
    free(net);
}

struct net_counts net_counts(const struct net *net)
{
    return net->counts;
}
