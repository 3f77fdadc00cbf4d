/* SPDX-License-Identifier: MIT */
/* Reading and writing HTTP/1.1, from bytes and to bytes: no sockets here. */
#include "http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- reading --- */

/* The headers we look at. */
enum repeated { FIRST, REFUSE, JOIN }; /* what a second one does; lists go on in it */
static const struct {
    const char *name;
    size_t offset;
    enum repeated repeated;
} known[] = {
    {"host", offsetof(struct http_request, host), REFUSE},
    {"content-length", offsetof(struct http_request, length), REFUSE},
    {"transfer-encoding", offsetof(struct http_request, coding), REFUSE},
    {"origin", offsetof(struct http_request, origin), REFUSE},
    {"upgrade", offsetof(struct http_request, upgrade), REFUSE},
    {"sec-websocket-key", offsetof(struct http_request, socket_key), REFUSE},
    {"sec-websocket-version", offsetof(struct http_request, socket_version), REFUSE},
    {"connection", offsetof(struct http_request, connection), JOIN},
    {"expect", offsetof(struct http_request, expect), REFUSE},
    {"cookie", offsetof(struct http_request, cookie), FIRST},
    {"content-type", offsetof(struct http_request, type), FIRST},
    {"accept-encoding", offsetof(struct http_request, encodings), JOIN},
    {"if-none-match", offsetof(struct http_request, if_none_match), JOIN},
    {"user-agent", offsetof(struct http_request, agent), FIRST},
    {"x-forwarded-proto", offsetof(struct http_request, forwarded_proto), FIRST},
    {"x-forwarded-for", offsetof(struct http_request, forwarded_for), JOIN},
};
enum { KNOWN = sizeof known / sizeof known[0] };

/* Letters of a token, as names of headers and methods are. */
static bool is_token(const char *text, size_t length)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (c == '\0' || (!letter && strchr(others, c) == NULL))
            return false;
    }
    return length > 0;
}

static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (((unsigned char)text[i] < 32 && text[i] != '\t') || text[i] == 127)
            return false;
    return true;
}

static int hex_value(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* %41 becomes A, in place; false for what is no code, or codes for a control character. */
static bool decode_path(char *path)
{
    char *out = path;
    for (const char *at = path; *at != '\0'; at++) {
        if (*at != '%') {
            *out++ = *at;
            continue;
        }
        int high = hex_value(at[1]), low = high < 0 ? -1 : hex_value(at[2]);
        if (low < 0 || 16 * high + low < 32 || 16 * high + low == 127)
            return false;
        *out++ = (char)(16 * high + low);
        at += 2;
    }
    *out = '\0';
    return true;
}

/* "http://host" as one would ask a proxy: what follows the host, which may be nothing. */
static char *skip_host(char *target, struct http_request *out)
{
    if (strncasecmp(target, "http://", 7) != 0 && strncasecmp(target, "https://", 8) != 0)
        return target;
    out->asked_host = strchr(target, ':') + 3;
    out->asked_length = strcspn(out->asked_host, "/?");
    return strchr(target, ':') + 3 + out->asked_length;
}

/* "/path?query" */
static int read_target(char *target, struct http_request *out)
{
    char *path = skip_host(target, out);
    char *query = strchr(path, '?');
    if (query != NULL)
        *query++ = '\0';
    out->query = query == NULL ? "" : query;
    out->path = path[0] == '\0' && out->asked_host != NULL ? "/" : path;
    if (out->path[0] != '/')
        return -400;
    if (strlen(path) > HTTP_PATH_MAX)
        return -414;
    return decode_path(path) ? 0 : -400;
}

/* "GET /path HTTP/1.1" */
static int read_first_line(char *line, size_t length, struct http_request *out)
{
    char *target = memchr(line, ' ', length);
    char *version = target == NULL ? NULL : strchr(target + 1, ' ');
    if (version == NULL || !is_plain(line, length) || strchr(version + 1, ' ') != NULL ||
        memchr(line, '\t', length) != NULL)
        return -400;
    *target++ = '\0';
    *version++ = '\0';
    /* whoever speaks a later 1.x understands 1.1 */
    if (strncmp(version, "HTTP/1.", 7) != 0 || version[7] < '0' || version[7] > '9' ||
        version[8] != '\0')
        return strncmp(version, "HTTP/", 5) == 0 ? -505 : -400;
    out->old = version[7] == '0';
    out->keep_alive = !out->old;
    out->method = line;
    return is_token(line, strlen(line)) ? read_target(target, out) : -400;
}

/* A list that goes on in another line is written anew, as one: between the two lie other headers. */
static int join(struct http_request *out, const char **field, const char *more)
{
    size_t room = HTTP_JOINED_MAX - out->joined_length;
    int used = snprintf(out->joined + out->joined_length, room, "%s,%s", *field, more);
    if (used < 0 || (size_t)used >= room)
        return -431;
    *field = out->joined + out->joined_length;
    out->joined_length += (size_t)used + 1;
    return 0;
}

static int read_header(char *line, size_t length, struct http_request *out)
{
    char *colon = memchr(line, ':', length);
    if (colon == NULL || !is_token(line, (size_t)(colon - line)) || !is_plain(line, length))
        return -400;
    char *value = colon + 1, *end = line + length;
    value += strspn(value, " \t");
    while (end > value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    *colon = *end = '\0';
    for (int i = 0; i < KNOWN; i++) {
        if (strcasecmp(line, known[i].name) != 0)
            continue;
        const char **field = (const char **)((char *)out + known[i].offset);
        if (*field == NULL)
            *field = value;
        else if (known[i].repeated == REFUSE)
            return -400;
        else if (known[i].repeated == JOIN)
            return join(out, field, value);
    }
    return 0;
}

bool http_lists(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; *at != '\0'; at += *at == ',') {
        at += strspn(at, " \t");
        size_t item = strcspn(at, ",");
        size_t used = item;
        while (used > 0 && (at[used - 1] == ' ' || at[used - 1] == '\t'))
            used--;
        if (used == length && strncasecmp(at, word, length) == 0)
            return true;
        at += item;
    }
    return false;
}

/* Whoever stands between may go by the one or by the other: they are the same. */
static bool is_one_host(const struct http_request *r)
{
    return r->asked_host == NULL || r->host == NULL ||
           (strlen(r->host) == r->asked_length &&
            strncasecmp(r->host, r->asked_host, r->asked_length) == 0);
}

/* How long the body is, and whether the connection lives on. */
static int conclude(struct http_request *out)
{
    if ((out->host == NULL && out->keep_alive) || !is_one_host(out))
        return -400;
    if (out->coding != NULL)
        return out->length != NULL ? -400 : -411;
    if (out->length != NULL) {
        size_t digits = strspn(out->length, "0123456789");
        if (digits == 0 || out->length[digits] != '\0')
            return -400;
        if (digits > 15)
            return -413;
        out->body_length = (size_t)strtoull(out->length, NULL, 10);
    }
    for (int i = 0; i < KNOWN; i++) {
        const char **field = (const char **)((char *)out + known[i].offset);
        if (*field == NULL)
            *field = "";
    }
    out->keep_alive = out->keep_alive ? !http_lists(out->connection, "close")
                                      : http_lists(out->connection, "keep-alive");
    return 0;
}

/* The end of the line from `at`; NULL if there is none before `end`. Lines end in CR LF. */
static char *line_end(char *at, char *end)
{
    char *feed = memchr(at, '\n', (size_t)(end - at));
    return feed == NULL || feed == at || feed[-1] != '\r' ? NULL : feed - 1;
}

static char *head_end(char *buffer, size_t length)
{
    return memmem(buffer, length, "\r\n\r\n", 4);
}

/* Before the end of a head is there: is it worth waiting for? Lines end in CR LF. */
static int judge_part(const char *buffer, size_t length)
{
    if (length >= HTTP_HEAD_MAX)
        return -431;
    const char *feed = memchr(buffer, '\n', length);
    while (feed != NULL && feed > buffer && feed[-1] == '\r')
        feed = memchr(feed + 1, '\n', length - (size_t)(feed + 1 - buffer));
    bool fine = feed == NULL && memchr(buffer, '\0', length) == NULL &&
                (length == 0 || is_token(buffer, 1) || buffer[0] == '\r' || buffer[0] == '\n');
    return fine ? 0 : -400;
}

int http_read(char *buffer, size_t length, struct http_request *out)
{
    size_t empty = 0; /* lines before a request, which some clients leave after a body */
    while (empty + 1 < length && empty < 4 && memcmp(buffer + empty, "\r\n", 2) == 0)
        empty += 2;
    char *end = head_end(buffer + empty, length - empty);
    if (end == NULL)
        return judge_part(buffer, length);
    char *stop = end + 4, *line = buffer + empty, *next;
    if (stop - buffer > HTTP_HEAD_MAX)
        return -431;
    if (memchr(line, '\0', (size_t)(stop - line)) != NULL)
        return -400;
    *out = (struct http_request){0};
    for (int count = 0; line < end + 2; count++, line = next) {
        char *tail = line_end(line, stop);
        if (tail == NULL || count > HTTP_HEADERS_MAX)
            return tail == NULL ? -400 : -431;
        next = tail + 2;
        *tail = '\0';
        int wrong = count == 0 ? read_first_line(line, (size_t)(tail - line), out)
                               : read_header(line, (size_t)(tail - line), out);
        if (wrong != 0)
            return wrong;
    }
    int wrong = conclude(out);
    return wrong != 0 ? wrong : (int)(stop - buffer);
}

/* --- writing --- */

static const char *reason(int status)
{
    static const struct {
        int status;
        const char *words;
    } reasons[] = {
        {101, "Switching Protocols"},
        {200, "OK"},
        {201, "Created"},
        {204, "No Content"},
        {302, "Found"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].status == status)
            return reasons[i].words;
    return "Answer";
}

size_t http_write_head(char *out, size_t size, int status, const struct http_header *headers,
                       size_t count)
{
    size_t used = (size_t)snprintf(out, size, "HTTP/1.1 %d %s\r\n", status, reason(status));
    for (size_t i = 0; i < count && used < size; i++) {
        if (headers[i].value == NULL)
            continue;
        if (!is_plain(headers[i].value, strlen(headers[i].value)))
            return 0;
        used += (size_t)snprintf(out + used, size - used, "%s: %s\r\n", headers[i].name,
                                 headers[i].value);
    }
    if (used + 2 >= size)
        return 0;
    memcpy(out + used, "\r\n", 3);
    return used + 2;
}
