/* SPDX-License-Identifier: MIT */
/* A server, as one of its users meets it. */
#include "remote.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_words.h"
#include "saves.h"

enum { ANSWER_MAX = 1024 * 1024, HELLO = 0, FIRST_WAIT_MS = 500, LONGEST_WAIT_MS = 30000 };

/* --- what is wrong --- */

static void fail(struct remote *r, int word, const char *why)
{
    struct tk_writer out = tk_writer_over(r->error, sizeof r->error);
    const char *at = cli_words.table[word].text[r->lang].one;
    for (; *at != '\0'; at++) {
        bool address = strncmp(at, "{address}", 9) == 0, reason = strncmp(at, "{why}", 5) == 0;
        tk_write_text(&out, address ? r->origin : reason ? why : "");
        if (!address && !reason)
            tk_write_char(&out, *at);
        at += address ? 8 : reason ? 4 : 0;
    }
    (void)tk_writer_text(&out);
}

static void fail_link(struct remote *r)
{
    fail(r, CLI_WORD_REMOTE_UNREACHABLE,
         link_problem()[0] != '\0' ? link_problem() : strerror(errno));
}

void remote_error(struct remote *r, const json_t *error)
{
    const json_t *words = json_object_get(error, "words");
    const char *text = json_string_value(json_object_get(words, tk_lang_codes[r->lang]));
    const char *clause = json_string_value(json_object_get(error, "clause"));
    if (text == NULL)
        text = json_string_value(json_object_get(error, "code"));
    if (text == NULL) {
        fail(r, CLI_WORD_REMOTE_STRANGE, "");
        return;
    }
    bool cited = clause != NULL && clause[0] != '\0' && strstr(text, clause) == NULL;
    snprintf(r->error, sizeof r->error, cited ? "%s (%s)" : "%s", text, clause);
    cli_clean(r->error);
}

/* --- requests --- */

/* The status; the body, to be freed, goes to *out. */
static int ask(struct remote *r, const char *method, const char *path, const char *body, char **out)
{
    char cookie[sizeof r->cookie] = "";
    errno = 0;
    *out = calloc(1, ANSWER_MAX);
    int status = *out == NULL ? -1
                              : wire_http(&r->address, method, path, r->cookie, body, cookie,
                                          sizeof cookie, *out, ANSWER_MAX);
    if (status < 0)
        fail_link(r);
    if (cookie[0] != '\0')
        memcpy(r->cookie, cookie, sizeof cookie);
    return status;
}

static json_t *request(struct remote *r, const char *method, const char *path, const char *body)
{
    char *text = NULL;
    r->error[0] = '\0';
    int status = ask(r, method, path, body, &text);
    json_t *answer = text == NULL || status < 0 ? NULL : json_loads(text, 0, NULL);
    free(text);
    if (status >= 0 && (answer == NULL || status >= 400)) {
        remote_error(r, json_object_get(answer, "error"));
        json_decref(answer);
        answer = NULL;
    }
    return answer;
}

json_t *remote_get(struct remote *r, const char *path)
{
    return request(r, "GET", path, NULL);
}

json_t *remote_post(struct remote *r, const char *path, json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    json_t *answer = text == NULL ? NULL : request(r, "POST", path, text);
    free(text);
    return answer;
}

char *remote_text(struct remote *r, const char *path)
{
    char *text = NULL;
    int status = ask(r, "GET", path, NULL, &text);
    if (status == 200)
        return text;
    json_t *answer = text == NULL ? NULL : json_loads(text, 0, NULL);
    if (status >= 0)
        remote_error(r, json_object_get(answer, "error"));
    json_decref(answer);
    free(text);
    return NULL;
}

/* --- who we are --- */

/* A file for each server, which nobody else reads: with it one is the same user next time. */
static bool cookie_path(const struct remote *r, char path[SAVES_PATH])
{
    char name[192];
    snprintf(name, sizeof name, "servers/%s_%d", r->address.host, r->address.port);
    return strchr(r->address.host, '/') == NULL && saves_place(name, path);
}

static void read_cookie(struct remote *r)
{
    char path[SAVES_PATH];
    FILE *file = cookie_path(r, path) ? fopen(path, "r") : NULL;
    if (file == NULL)
        return;
    if (fgets(r->cookie, sizeof r->cookie, file) != NULL)
        r->cookie[strcspn(r->cookie, "\r\n")] = '\0';
    fclose(file);
}

static void keep_cookie(const struct remote *r)
{
    char path[SAVES_PATH];
    int fd = cookie_path(r, path) ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600) : -1;
    if (fd < 0)
        return;
    size_t length = strlen(r->cookie);
    if (write(fd, r->cookie, length) != (ssize_t)length) /* then one is a new guest next time */
        unlink(path);
    close(fd);
}

static void copy_text(char *out, size_t size, const json_t *text)
{
    const char *value = json_string_value(text);
    snprintf(out, size, "%s", value == NULL ? "" : value);
    cli_clean(out);
}

/* From {"user":USER}, which is freed. */
static bool take_user(struct remote *r, json_t *answer)
{
    const json_t *user = json_object_get(answer, "user");
    bool found = json_is_object(user);
    if (found) {
        copy_text(r->user, sizeof r->user, json_object_get(user, "id"));
        copy_text(r->name, sizeof r->name, json_object_get(user, "name"));
        r->guest = json_is_true(json_object_get(user, "guest"));
        keep_cookie(r);
    } else if (answer != NULL) {
        fail(r, CLI_WORD_REMOTE_STRANGE, "");
    }
    json_decref(answer);
    return found;
}

bool remote_open(struct remote *r, const char *address, enum tk_lang lang)
{
    *r = (struct remote){.lang = lang, .wire = {.fd = -1}};
    snprintf(r->origin, sizeof r->origin, "%.180s", address);
    if (!wire_address_read(address, &r->address)) {
        fail(r, CLI_WORD_REMOTE_ADDRESS, "");
        return false;
    }
    bool usual = r->address.port == (r->address.tls ? 443 : 80);
    bool framed = strchr(r->address.host, ':') != NULL;
    int length = snprintf(r->origin, sizeof r->origin, framed ? "%s://[%s]" : "%s://%s",
                          r->address.tls ? "https" : "http", r->address.host);
    if (!usual)
        snprintf(r->origin + length, sizeof r->origin - (size_t)length, ":%d", r->address.port);
    if (!wire_find(&r->address)) {
        fail_link(r);
        return false;
    }
    read_cookie(r);
    return take_user(r, remote_get(r, "/api/v1/me"));
}

bool remote_sign_in(struct remote *r, const char *name, const char *password)
{
    json_t *answer = password[0] == '\0'
                         ? remote_post(r, "/api/v1/me", json_pack("{s:s}", "name", name))
                         : remote_post(r, "/api/v1/signin",
                                       json_pack("{s:s,s:s}", "name", name, "password", password));
    return take_user(r, answer);
}

void remote_close(struct remote *r)
{
    wire_close(&r->wire);
}

/* --- the socket --- */

struct hearing {
    struct remote *remote;
    const struct remote_ears *ears;
};

static void hear(void *context, const char *text, size_t length)
{
    struct hearing *h = context;
    json_t *message = json_loadb(text, length, 0, NULL);
    bool hello = json_integer_value(json_object_get(message, "n")) == HELLO &&
                 json_is_true(json_object_get(message, "ok"));
    if (hello && !h->remote->greeted) {
        h->remote->greeted = true;
        h->remote->tries = 0;
        h->ears->ready(h->ears->context);
    } else if (message != NULL) {
        h->ears->hear(h->ears->context, message);
    }
    json_decref(message);
}

/* Later and later, and not everybody at once when a server comes back. */
static void wait_longer(struct remote *r)
{
    double wait = FIRST_WAIT_MS * (double)(1 << (r->tries < 6 ? r->tries : 6));
    wait = wait > LONGEST_WAIT_MS ? LONGEST_WAIT_MS : wait;
    uint8_t noise[TK_SEED_BYTES] = {0};
    cli_random_seed(noise);
    r->tries++;
    r->next_try = cli_seconds() + wait * (0.75 + noise[0] / 512.0) / 1000;
}

static void lose(struct remote *r, const struct remote_ears *ears)
{
    wire_close(&r->wire);
    r->greeted = false;
    wait_longer(r);
    ears->lost(ears->context);
}

static void try_again(struct remote *r)
{
    if (cli_seconds() < r->next_try)
        return;
    if (wire_connect(&r->wire, &r->address, r->cookie, NULL))
        r->next_try = cli_seconds() + LONGEST_WAIT_MS / 1000.0; /* a handshake has its end, too */
    else
        wait_longer(r);
}

void remote_step(struct remote *r, const struct remote_ears *ears)
{
    struct hearing h = {r, ears};
    if (r->wire.fd < 0)
        try_again(r);
    if (r->wire.fd < 0)
        return;
    bool open = r->wire.open;
    bool alive = wire_step(&r->wire, hear, &h);
    if (alive && !open && r->wire.open) {
        remote_say(r, json_pack("{s:s,s:i,s:i}", "t", "hello", "n", HELLO, "v", 1));
        alive = wire_step(&r->wire, hear, &h);
    }
    bool late = !r->greeted && cli_seconds() > r->next_try;
    if (!alive || late)
        lose(r, ears);
}

void remote_say(struct remote *r, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    if (text != NULL && r->wire.open)
        wire_send(&r->wire, text, strlen(text));
    free(text);
    json_decref(message);
}

int remote_file(const struct remote *r)
{
    return r->wire.fd;
}

int remote_patience(const struct remote *r)
{
    if (r->wire.fd >= 0 && !wire_wants_to_write(&r->wire) && r->wire.open)
        return 1000;
    double left = 1000 * (r->next_try - cli_seconds());
    if (r->wire.fd >= 0)
        return 20; /* connecting */
    return left < 1 ? 1 : left > 1000 ? 1000 : (int)left;
}
