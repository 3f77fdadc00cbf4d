/* SPDX-License-Identifier: MIT */
/* Lines to the forward model from strangers: each is answered with one line, whatever it says. */
#include "cli/model.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct model model;
    struct cli_text out = {0};
    char *text = malloc(size + 1), *line = text;
    memcpy(text, data, size);
    text[size] = '\0';
    model_init(&model, size);
    for (int i = 0; i < 200 && line != NULL; i++) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        out.length = 0;
        /* what takes long is no news */
        if (strncmp(line, "playout ", 8) != 0 && model_hear(&model, line, &out) &&
            (out.length < 3 || memchr(out.data, '\n', out.length) != out.data + out.length - 1))
            abort();
        line = end != NULL ? end + 1 : NULL;
    }
    model_clear(&model);
    cli_text_clear(&out);
    free(text);
    return 0;
}
