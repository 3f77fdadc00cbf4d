/* SPDX-License-Identifier: MIT */
/* Lines to the forward model from strangers: each is answered with one line, whatever it says. */
#include "cli/model.h"
#include "fuzz.h"

/* Words that take long: four of them in one input find what forty would. */
static bool is_slow(const char *line)
{
    static const char *const words[] = {"playout", "view", "state", "load", "new"};
    size_t length = strcspn(line, " ");
    for (int i = 0; i < TK_COUNT(words); i++)
        if (strlen(words[i]) == length && memcmp(line, words[i], length) == 0)
            return true;
    return false;
}

/* Many games to the end are no other news than one. */
static bool is_endless(const char *line)
{
    return strncmp(line, "playout ", 8) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct model model;
    struct cli_text out = {0};
    char *text = malloc(size + 1), *line = text;
    memcpy(text, data, size);
    text[size] = '\0';
    model_init(&model, size);
    int slow = 0;
    for (int i = 0; i < 200 && line != NULL; i++) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        out.length = 0;
        bool heard = !is_endless(line) && (!is_slow(line) || slow++ < 4);
        if (heard && model_hear(&model, line, &out) &&
            (out.length < 3 || memchr(out.data, '\n', out.length) != out.data + out.length - 1))
            abort();
        line = end != NULL ? end + 1 : NULL;
    }
    model_clear(&model);
    cli_text_clear(&out);
    free(text);
    return 0;
}
