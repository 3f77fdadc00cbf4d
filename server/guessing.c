/* SPDX-License-Identifier: MIT */
/* Tries at passwords, counted in two hash tables of fixed size: names in the same place share an allowance. */
#include "guessing.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "allowance.h"

enum { NAMES = 1 << 14, HOMES = 1 << 16 };

const struct allowance allow_strangers = {1.0 / 30, 20};

struct guessing {
    unsigned char key[crypto_shorthash_KEYBYTES]; /* so that nobody can aim at a place */
    struct {
        double left, at;
    } names[NAMES];
    uint64_t homes[HOMES];
};

struct guessing *guessing_new(void)
{
    struct guessing *g = calloc(1, sizeof *g);
    if (g != NULL)
        crypto_shorthash_keygen(g->key);
    return g;
}

void guessing_free(struct guessing *g)
{
    free(g);
}

static uint64_t hash(const struct guessing *g, const char *name_key, const char *household)
{
    char text[256];
    uint64_t out;
    int length = snprintf(text, sizeof text, "%s\n%s", name_key, household);
    crypto_shorthash((unsigned char *)&out, (unsigned char *)text, (unsigned)length, g->key);
    return out;
}

void guessing_home(struct guessing *g, const char *name_key, const char *household)
{
    uint64_t home = hash(g, name_key, household);
    g->homes[home % HOMES] = home;
}

bool guessing_is_home(const struct guessing *g, const char *name_key, const char *household)
{
    uint64_t home = hash(g, name_key, household);
    return g->homes[home % HOMES] == home;
}

bool guessing_take(struct guessing *g, const char *name_key, const char *household,
                   int64_t *out_wait_ms)
{
    uint64_t name = hash(g, name_key, "") % NAMES;
    if (guessing_is_home(g, name_key, household))
        return true;
    return allowance_take(&allow_strangers, &g->names[name].left, &g->names[name].at, out_wait_ms);
}
