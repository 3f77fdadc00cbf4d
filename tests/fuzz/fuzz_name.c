/* SPDX-License-Identifier: MIT */
/* Names from strangers: whatever is let through is text, has a key, and is let through again. */
#include "fuzz.h"

#include "server/names.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char name[STORE_NAME_MAX + 1], key[STORE_NAME_MAX + 1];
    char name_again[STORE_NAME_MAX + 1], key_again[STORE_NAME_MAX + 1];
    name_key((const char *)data, size, key);
    if (name_check((const char *)data, size, name, key) != NAME_FINE)
        return 0;
    if (name_check(name, strlen(name), name_again, key_again) != NAME_FINE ||
        strcmp(name, name_again) != 0 || strcmp(key, key_again) != 0 || key[0] == '\0')
        abort();
    return 0;
}
