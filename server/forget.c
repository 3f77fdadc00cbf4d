/* SPDX-License-Identifier: MIT */
/* Taking a user out of what was written about them: names, and what they said. */
#include "forget.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

/* user NULL: of everybody, and only the names. */
static bool concerns(json_t *object, const char *user)
{
    const char *id = json_string_value(json_object_get(object, "user"));
    return id != NULL && (user == NULL || strcmp(id, user) == 0);
}

static bool erase(json_t *object, const char *user)
{
    bool changed = json_object_del(object, "name") == 0;
    if (user != NULL && json_object_get(object, "text") != NULL) {
        json_object_set_new(object, "text", json_string(""));
        json_object_set_new(object, "gone", json_true());
        changed = true;
    }
    return changed;
}

/* Wherever an object has the id of the user; jansson has bounded how deep that can be. */
static bool erase_within(json_t *value, const char *user) /* NOLINT(misc-no-recursion) */
{
    bool changed = json_is_object(value) && concerns(value, user) && erase(value, user);
    const char *key;
    json_t *part;
    size_t index;
    json_object_foreach(value, key, part) changed |= erase_within(part, user);
    json_array_foreach(value, index, part) changed |= erase_within(part, user);
    return changed;
}

char *forget_in(const char *data, const char *user)
{
    json_t *json = data == NULL ? NULL : json_loads(data, 0, NULL);
    char *text = json != NULL && erase_within(json, user) ? json_dumps(json, JSON_COMPACT) : NULL;
    json_decref(json);
    return text;
}
