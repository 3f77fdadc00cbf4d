/* SPDX-License-Identifier: MIT */
/* Packs nets for the program: packnet NET PACK … */
#include <stdio.h>
#include <stdlib.h>

#include "bots/layout.h"
#include "bots/pack.h"

static int fail(const char *path)
{
    fprintf(stderr, "packnet: %s cannot be read, packed or written\n", path);
    return 1;
}

enum { MOST = 1 << 24 };

/* With the rows that its file leaves out, if it does. Returns how large it is then; 0 if that is not possible. */
static size_t make_whole(uint8_t **net, size_t size)
{
    size_t whole = net_is_sparse(*net, size) ? net_whole_size(*net, size) : size;
    if (whole > MOST)
        return 0;
    if (whole == size || whole == 0)
        return whole;
    uint8_t *made = malloc(whole);
    if (made == NULL)
        return 0;
    net_make_whole(*net, made);
    free(*net);
    *net = made;
    return whole;
}

static int pack_file(const char *from, const char *to)
{
    uint8_t *net = malloc(MOST), *out = malloc(MOST);
    FILE *in = fopen(from, "rb");
    size_t size = net != NULL && out != NULL && in != NULL ? fread(net, 1, MOST, in) : 0;
    size = size > 0 && size < MOST ? make_whole(&net, size) : 0;
    size_t packed = size > 0 ? pack(net, size, out, MOST) : 0;
    FILE *file = packed > 0 ? fopen(to, "wb") : NULL;
    int answer = file == NULL || fwrite(out, 1, packed, file) != packed ? fail(from) : 0;
    if (file != NULL && fclose(file) != 0)
        answer = fail(to);
    if (in != NULL)
        fclose(in);
    free(net);
    free(out);
    return answer;
}

int main(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2)
        if (pack_file(argv[i], argv[i + 1]) != 0)
            return 1;
    return 0;
}
