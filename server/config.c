/* SPDX-License-Identifier: MIT */
/* How the server is set up: flags before environment before one JSON file before the defaults. */
#include "server.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

void server_config_init(struct server_config *config)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *config = (struct server_config){
        .listen = "127.0.0.1:8080",
        .data = "takht.db",
        .workers = cores > 1 ? (int)cores - 1 : 1,
        .think = 1,
        .sockets_per_address = 64,
        .connections_per_address = 128,
        .idle_seconds = 30,
        .request_seconds = 15,
        .unread_seconds = 30,
    };
}

#define AT(field) offsetof(struct server_config, field)
const struct server_setting server_settings[] = {
    {"listen", SERVER_TEXT, AT(listen), 0, 0, "ADDRESS:PORT",
     "where to listen; unix:PATH is a socket in the file system", NULL},
    {"metrics", SERVER_TEXT, AT(metrics), 0, 0, "ADDRESS:PORT",
     "where /metrics is; a port alone is for this machine", "nowhere"},
    {"data", SERVER_TEXT, AT(data), 0, 0, "FILE",
     "the database with all tables and users, or postgres://… for several servers", NULL},
    {"tls_cert", SERVER_TEXT, AT(tls_cert), 0, 0, "FILE", "the certificate, for HTTPS",
     "none: HTTP"},
    {"tls_key", SERVER_TEXT, AT(tls_key), 0, 0, "FILE", "the key of the certificate", NULL},
    {"trust_proxy", SERVER_FLAG, AT(trust_proxy), 0, 0, NULL,
     "believe X-Forwarded-For and -Proto of a near proxy", NULL},
    {"proxies", SERVER_TEXT, AT(proxies), 0, 0, "ADDRESSES",
     "addresses of further proxies to believe, with commas between them", "none"},
    {"workers", SERVER_NUMBER, AT(workers), 1, 64, "N", "threads for bots",
     "one less than there are processors"},
    {"think", SERVER_NUMBER, AT(think), 0, 1, "N",
     "0 leaves bots to other nodes (takht worker); needs PostgreSQL", NULL},
    {"sockets_per_address", SERVER_NUMBER, AT(sockets_per_address), 0, 1000000, "N",
     "sockets that one address may hold at a time; 0 is no limit", NULL},
    {"connections", SERVER_NUMBER, AT(connections), 0, 1000000, "N",
     "connections of any kind; 0 is all that the system has files for", NULL},
    {"connections_per_address", SERVER_NUMBER, AT(connections_per_address), 0, 1000000, "N",
     "connections of any kind from one address; 0 is no limit", NULL},
    {"idle_seconds", SERVER_NUMBER, AT(idle_seconds), 1, 3600, "S",
     "seconds after which a socket that says nothing is pinged", NULL},
    {"request_seconds", SERVER_NUMBER, AT(request_seconds), 1, 3600, "S",
     "seconds in which a request must have arrived", NULL},
    {"unread_seconds", SERVER_NUMBER, AT(unread_seconds), 1, 3600, "S",
     "seconds after which a client that does not read is cut", NULL},
    {"open_limits", SERVER_FLAG, AT(open_limits), 0, 0, NULL,
     "no limits of rates and sockets, for measuring", NULL},
    {"same_deals", SERVER_FLAG, AT(same_deals), 0, 0, NULL,
     "the same shares give the same game, for tests: nothing is secret in its shuffles", NULL},
    {"quiet", SERVER_FLAG, AT(quiet), 0, 0, NULL, "no log lines", NULL},
    {NULL, SERVER_TEXT, 0, 0, 0, NULL, NULL, NULL},
};
enum { SETTINGS = sizeof server_settings / sizeof server_settings[0] - 1 };

void server_setting_variable(const struct server_setting *setting, char *out, size_t size)
{
    snprintf(out, size, "TAKHT_%s", setting->name);
    for (char *c = out; *c != '\0'; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c);
}

void server_setting_standard(const struct server_setting *setting, char *out, size_t size)
{
    struct server_config config;
    server_config_init(&config);
    const void *field = (const char *)&config + setting->offset;
    if (setting->standard != NULL)
        snprintf(out, size, "%s", setting->standard);
    else if (setting->kind == SERVER_NUMBER)
        snprintf(out, size, "%d", *(const int *)field);
    else if (setting->kind == SERVER_FLAG)
        snprintf(out, size, "%s", *(const bool *)field ? "on" : "off");
    else
        snprintf(out, size, "%s",
                 *(const char *const *)field == NULL ? "none" : *(const char *const *)field);
}

/* A text must live as long as the program. */
static bool set_text(struct server_config *config, int index, const char *text)
{
    void *field = (char *)config + server_settings[index].offset;
    if (server_settings[index].kind == SERVER_TEXT) {
        *(const char **)field = text;
        return true;
    }
    if (server_settings[index].kind == SERVER_FLAG) {
        bool on = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
        *(bool *)field = on;
        return on || strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
    }
    char *end;
    long number = strtol(text, &end, 10);
    if (*end != '\0' || end == text || number < server_settings[index].low ||
        number > server_settings[index].high)
        return false;
    *(int *)field = (int)number;
    return true;
}

static bool set_json(struct server_config *config, int index, const json_t *value)
{
    char text[32];
    if (json_is_string(value) && server_settings[index].kind == SERVER_TEXT) {
        const char **field = (const char **)((char *)config + server_settings[index].offset);
        *field = json_string_value(value); /* which is kept, see read_file */
        return true;
    }
    if (json_is_boolean(value))
        return server_settings[index].kind == SERVER_FLAG &&
               set_text(config, index, json_is_true(value) ? "true" : "false");
    snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    return json_is_integer(value) && server_settings[index].kind == SERVER_NUMBER &&
           set_text(config, index, text);
}

static int find_setting(const char *name)
{
    int index = 0;
    while (index < SETTINGS && strcmp(server_settings[index].name, name) != 0)
        index++;
    return index;
}

/* What a value may be, for messages. */
static const char *wanted(int index, char out[64])
{
    const struct server_setting *setting = &server_settings[index];
    if (setting->kind == SERVER_NUMBER)
        snprintf(out, 64, "a number from %d to %d", setting->low, setting->high);
    else
        snprintf(out, 64, "%s", setting->kind == SERVER_FLAG ? "true or false" : "a text");
    return out;
}

/* Settings point into the file that they were read from, as long as the program runs. */
static bool keep(json_t *file)
{
    static json_t *kept;
    if (kept == NULL)
        kept = json_array();
    return kept != NULL && json_array_append(kept, file) == 0;
}

static bool read_file(struct server_config *config, const char *path, char *why, size_t size)
{
    json_error_t error;
    const char *key;
    json_t *value, *file = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(file)) {
        if (file == NULL && error.line > 0)
            snprintf(why, size, "%s:%d: %s", path, error.line, error.text);
        else
            snprintf(why, size, "%s: %s", path,
                     file == NULL ? strerror(errno) : "an object is needed");
        json_decref(file);
        return false;
    }
    bool fine = keep(file);
    if (!fine)
        snprintf(why, size, "%s: there is no memory for it", path);
    json_object_foreach(file, key, value)
    {
        char room[64];
        int index = find_setting(key);
        if (!fine)
            continue;
        fine = index < SETTINGS && set_json(config, index, value);
        if (index == SETTINGS)
            snprintf(why, size, "%s: '%s' is no setting; takht serve --help tells them", path, key);
        else if (!fine)
            snprintf(why, size, "%s: '%s' needs %s", path, key, wanted(index, room));
    }
    json_decref(file);
    return fine;
}

bool server_config_read(struct server_config *config, const char *file, char *why, size_t size)
{
    const char *path = file != NULL ? file : getenv("TAKHT_CONFIG");
    if (path != NULL && !read_file(config, path, why, size))
        return false;
    for (int i = 0; i < SETTINGS; i++) {
        char name[64];
        server_setting_variable(&server_settings[i], name, sizeof name);
        const char *value = getenv(name);
        if (value != NULL && !set_text(config, i, value)) {
            char room[64];
            snprintf(why, size, "%s in the environment cannot be '%s'; give %s", name, value,
                     wanted(i, room));
            return false;
        }
    }
    return true;
}
