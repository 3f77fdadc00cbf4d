/* How the server is set up: flags before environment before one JSON file before the defaults. */
#include "server.h"

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
        .sockets_per_address = 64,
        .connections_per_address = 128,
        .idle_seconds = 30,
        .request_seconds = 15,
        .unread_seconds = 30,
    };
}

/* What can be set, by the name it has in the file; in the environment it is TAKHT_ and capitals. */
enum kind { TEXT, NUMBER, FLAG };
static const struct {
    const char *name;
    enum kind kind;
    size_t offset;
    int low, high;
} settings[] = {
    {"listen", TEXT, offsetof(struct server_config, listen), 0, 0},
    {"metrics", TEXT, offsetof(struct server_config, metrics), 0, 0},
    {"data", TEXT, offsetof(struct server_config, data), 0, 0},
    {"tls_cert", TEXT, offsetof(struct server_config, tls_cert), 0, 0},
    {"tls_key", TEXT, offsetof(struct server_config, tls_key), 0, 0},
    {"trust_proxy", FLAG, offsetof(struct server_config, trust_proxy), 0, 0},
    {"proxies", TEXT, offsetof(struct server_config, proxies), 0, 0},
    {"workers", NUMBER, offsetof(struct server_config, workers), 1, 64},
    {"sockets_per_address", NUMBER, offsetof(struct server_config, sockets_per_address), 0,
     1000000},
    {"connections", NUMBER, offsetof(struct server_config, connections), 0, 1000000},
    {"connections_per_address", NUMBER, offsetof(struct server_config, connections_per_address), 0,
     1000000},
    {"idle_seconds", NUMBER, offsetof(struct server_config, idle_seconds), 1, 3600},
    {"request_seconds", NUMBER, offsetof(struct server_config, request_seconds), 1, 3600},
    {"unread_seconds", NUMBER, offsetof(struct server_config, unread_seconds), 1, 3600},
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

static bool set_text(struct server_config *config, int index, const char *text)
{
    void *field = (char *)config + settings[index].offset;
    if (settings[index].kind == TEXT) {
        *(const char **)field = strdup(text); /* lives as long as the program */
        return true;
    }
    if (settings[index].kind == FLAG) {
        bool on = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
        *(bool *)field = on;
        return on || strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
    }
    char *end;
    long number = strtol(text, &end, 10);
    if (*end != '\0' || end == text || number < settings[index].low ||
        number > settings[index].high)
        return false;
    *(int *)field = (int)number;
    return true;
}

static bool set_json(struct server_config *config, int index, const json_t *value)
{
    char text[32];
    if (json_is_string(value))
        return settings[index].kind == TEXT && set_text(config, index, json_string_value(value));
    if (json_is_boolean(value))
        return settings[index].kind == FLAG &&
               set_text(config, index, json_is_true(value) ? "true" : "false");
    snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    return json_is_integer(value) && settings[index].kind == NUMBER &&
           set_text(config, index, text);
}

static bool read_file(struct server_config *config, const char *path, char *why, size_t size)
{
    json_error_t error;
    const char *key;
    json_t *value, *file = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(file)) {
        snprintf(why, size, "%s:%d: %s", path, error.line,
                 file == NULL ? error.text : "an object is needed");
        json_decref(file);
        return false;
    }
    bool fine = true;
    json_object_foreach(file, key, value)
    {
        int index = 0;
        while (index < SETTINGS && strcmp(settings[index].name, key) != 0)
            index++;
        if (fine && (index == SETTINGS || !set_json(config, index, value))) {
            snprintf(why, size, "%s: '%s' is no setting, or its value does not fit", path, key);
            fine = false;
        }
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
        char name[64] = "TAKHT_";
        for (size_t k = 0; settings[i].name[k] != '\0' && k < 50; k++) {
            char c = settings[i].name[k];
            name[6 + k] = (char)(c >= 'a' && c <= 'z' ? c - 32 : c);
        }
        const char *value = getenv(name);
        if (value != NULL && !set_text(config, i, value)) {
            snprintf(why, size, "%s in the environment cannot be '%s'", name, value);
            return false;
        }
    }
    return true;
}
