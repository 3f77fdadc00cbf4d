/* SPDX-License-Identifier: MIT */
/* A hash table: open addressing with linear steps; the entries behind a removed one move up. */
#include "map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t hash(const char *name)
{
    uint64_t h = 0xcbf29ce484222325;
    for (; *name != '\0'; name++)
        h = (h ^ (unsigned char)*name) * 0x100000001b3;
    return (size_t)(h ^ h >> 32);
}

/* The place of the name, or the free one where it would stand. */
static size_t place(const struct map *map, const char *name)
{
    size_t at = hash(name) & (map->size - 1);
    while (map->entries[at].thing != NULL && strcmp(map->entries[at].name, name) != 0)
        at = (at + 1) & (map->size - 1);
    return at;
}

void *map_get(const struct map *map, const char *name)
{
    return map->size == 0 ? NULL : map->entries[place(map, name)].thing;
}

static bool grow(struct map *map)
{
    struct map larger = {.size = map->size == 0 ? 64 : 2 * map->size};
    larger.entries = calloc(larger.size, sizeof *larger.entries);
    if (larger.entries == NULL)
        return false;
    for (size_t i = 0; i < map->size; i++)
        if (map->entries[i].thing != NULL)
            larger.entries[place(&larger, map->entries[i].name)] = map->entries[i];
    larger.count = map->count;
    free(map->entries);
    *map = larger;
    return true;
}

bool map_put(struct map *map, const char *name, void *thing)
{
    if (2 * (map->count + 1) > map->size && !grow(map))
        return false;
    struct map_entry *entry = &map->entries[place(map, name)];
    map->count += entry->thing == NULL;
    snprintf(entry->name, sizeof entry->name, "%s", name);
    entry->thing = thing;
    return true;
}

void *map_remove(struct map *map, const char *name)
{
    if (map->size == 0)
        return NULL;
    size_t gap = place(map, name), at = gap;
    void *thing = map->entries[gap].thing;
    if (thing == NULL)
        return NULL;
    map->count--;
    for (;;) {
        map->entries[gap].thing = NULL;
        size_t home;
        do { /* the next entry that may move into the gap: its home is not between gap and entry */
            at = (at + 1) & (map->size - 1);
            if (map->entries[at].thing == NULL)
                return thing;
            home = hash(map->entries[at].name) & (map->size - 1);
        } while (gap <= at ? gap < home && home <= at : gap < home || home <= at);
        map->entries[gap] = map->entries[at];
        gap = at;
    }
}

void *map_next(const struct map *map, size_t *at)
{
    while (*at < map->size) {
        void *thing = map->entries[(*at)++].thing;
        if (thing != NULL)
            return thing;
    }
    return NULL;
}

void map_clear(struct map *map)
{
    free(map->entries);
    *map = (struct map){0};
}
