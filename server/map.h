/* SPDX-License-Identifier: MIT */
/* A table of things by name, for some ten thousand of them. Owns neither names nor things. */
#ifndef SERVER_MAP_H
#define SERVER_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_entry {
    char name[68];
    void *thing; /* NULL: free */
};

struct map {
    struct map_entry *entries;
    size_t size, count; /* size is a power of two, or 0 */
};

void *map_get(const struct map *map, const char *name);
/* Adds or replaces; false when out of memory. */
bool map_put(struct map *map, const char *name, void *thing);
void *map_remove(struct map *map, const char *name);
/* The next thing from *at on; NULL at the end. Do not change the map in between. */
void *map_next(const struct map *map, size_t *at);
void map_clear(struct map *map); /* forgets everything; frees no thing */

#endif
