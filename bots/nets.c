/* The nets of this program: those that lie in the folders of the games, and those that a host adds. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net.h"

/* --- which arithmetic --- */

static const struct net_kernel *chosen_kernel;
static pthread_once_t kernel_once = PTHREAD_ONCE_INIT;

static void choose_kernel(void)
{
    const struct net_kernel *best = &net_kernel_plain;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2"))
        best = &net_kernel_avx2;
#endif
    if (chosen_kernel == NULL)
        chosen_kernel = best;
}

const struct net_kernel *net_kernel(void)
{
    pthread_once(&kernel_once, choose_kernel);
    return chosen_kernel;
}

void net_kernel_set(const struct net_kernel *kernel)
{
    pthread_once(&kernel_once, choose_kernel);
    chosen_kernel = kernel;
    if (kernel == NULL)
        choose_kernel();
}

/* --- which nets --- */

enum { NETS_MAX = 64 };

/* What lies in the program, as the build found it (nets.inc: names and where they are). */
struct embedded {
    const char *name;
    const uint8_t *begin, *end;
};
#define NET(name, symbol) extern const uint8_t symbol##_begin[], symbol##_end[];
#include "nets.inc"
#undef NET
static const struct embedded embedded[] = {
#define NET(name, symbol) {name, symbol##_begin, symbol##_end},
#include "nets.inc"
#undef NET
    {NULL, NULL, NULL},
};

static struct {
    char name[NET_NAME_MAX];
    struct net net;
} nets[NETS_MAX];
static int net_count;
static pthread_once_t nets_once = PTHREAD_ONCE_INIT;

static bool put(const char *name, const uint8_t *bytes, size_t size, struct tk_writer *why)
{
    if (net_count == NETS_MAX) {
        tk_write_text(why, "there are too many nets");
        return false;
    }
    if (!net_read(bytes, size, &nets[net_count].net, why))
        return false;
    snprintf(nets[net_count].name, sizeof nets[net_count].name, "%s", name);
    net_count++;
    return true;
}

/* One that does not fit this program is left alone: it plays as it would without. */
static void put_embedded(void)
{
    char nothing[1];
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    for (const struct embedded *e = embedded; e->name != NULL; e++)
        put(e->name, e->begin, (size_t)(e->end - e->begin), &why);
}

const char *net_name(int index)
{
    pthread_once(&nets_once, put_embedded);
    return index < net_count ? nets[index].name : NULL;
}

const struct net *net_named(const struct tk_game *game, int players, const char *name)
{
    char nothing[1];
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    pthread_once(&nets_once, put_embedded);
    for (int i = 0; i < net_count; i++)
        if ((strcmp(name, "yes") == 0 || strcmp(name, nets[i].name) == 0) &&
            net_fits(&nets[i].net, game, players, &why))
            return &nets[i].net;
    return NULL;
}

/* The whole file, aligned; it is kept as long as the program runs. */
static uint8_t *read_file(const char *path, size_t *out_size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    long size = -1;
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0 && size < 1L << 28) {
        rewind(file);
        bytes = aligned_alloc(NET_ALIGN, ((size_t)size + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN);
    }
    if (bytes != NULL && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *out_size = (size_t)size;
    return bytes;
}

bool bot_net_add(const char *name, const char *path, struct tk_writer *why)
{
    size_t size = 0;
    pthread_once(&nets_once, put_embedded);
    uint8_t *bytes = read_file(path, &size);
    if (bytes == NULL)
        tk_write_text(why, "it cannot be read");
    else if (put(name, bytes, size, why))
        return true;
    free(bytes);
    return false;
}
