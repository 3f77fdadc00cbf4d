/* SPDX-License-Identifier: MIT */
/* The nets of this program: those that lie in the folders of the games, and those that a host adds. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"
#include "net.h"
#include "pack.h"

/* --- which arithmetic --- */

static const struct net_kernel *chosen_kernel;
static pthread_once_t kernel_once = PTHREAD_ONCE_INIT;

/* That of this kind of machine, if it has one; every other counts in plain C. */
static const struct net_kernel *own_kernel(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") ? &net_kernel_avx2 : NULL;
#elif defined(__aarch64__)
    return &net_kernel_neon;
#elif defined(__wasm_simd128__)
    return &net_kernel_wasm;
#else
    return NULL;
#endif
}

const struct net_kernel *net_kernel_at(int index)
{
    const struct net_kernel *own = own_kernel();
    if (own != NULL && index == 0)
        return own;
    return index == (own != NULL) ? &net_kernel_plain : NULL;
}

static void choose_kernel(void)
{
    if (chosen_kernel == NULL)
        chosen_kernel = net_kernel_at(0);
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

/* What lies in the program, packed, as the build found it (nets.inc: names and where they are). */
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
    struct net head;               /* which net it is; the rest comes when it is used */
    const struct embedded *packed; /* NULL: it never was, or there was no memory for it */
    struct net net;
} nets[NETS_MAX];
static int net_count;
static pthread_once_t nets_once = PTHREAD_ONCE_INIT;
static pthread_mutex_t unpacking = PTHREAD_MUTEX_INITIALIZER;

static void name_last(const char *name)
{
    snprintf(nets[net_count].name, sizeof nets[net_count].name, "%s", name);
    net_count++;
}

static bool put(const char *name, const uint8_t *bytes, size_t size, struct tk_writer *why)
{
    if (net_count == NETS_MAX) {
        tk_write_text(why, "there are too many nets");
        return false;
    }
    if (!net_read(bytes, size, &nets[net_count].net, why))
        return false;
    nets[net_count].head = nets[net_count].net;
    name_last(name);
    return true;
}

/* One that does not fit this program is left alone: it plays as it would without. */
static void put_embedded(void)
{
    char nothing[1];
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    for (const struct embedded *e = embedded; e->name != NULL; e++) {
        size_t size;
        const uint8_t *header = pack_header(e->begin, (size_t)(e->end - e->begin), &size);
        if (header == NULL || !net_read_header(header, size, &nets[net_count].head, &why))
            continue;
        nets[net_count].packed = e;
        name_last(e->name);
    }
}

/* So much memory, aligned as nets want it. */
static uint8_t *room_for(size_t size)
{
    return aligned_alloc(NET_ALIGN, (size + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN);
}

/* It is kept as long as the program runs. */
static void unpack_net(int index, const struct embedded *e)
{
    char nothing[1];
    struct tk_writer why = tk_writer_over(nothing, sizeof nothing);
    size_t size, packed_size = (size_t)(e->end - e->begin);
    pack_header(e->begin, packed_size, &size);
    uint8_t *bytes = room_for(size);
    if (bytes == NULL)
        return;
    unpack(e->begin, packed_size, bytes);
    if (!net_read(bytes, size, &nets[index].net, &why)) {
        nets[index].net = (struct net){0};
        free(bytes);
    }
}

/* The whole of it; NULL if it could not be unpacked. */
static const struct net *whole(int index)
{
    pthread_mutex_lock(&unpacking);
    if (nets[index].packed != NULL)
        unpack_net(index, nets[index].packed);
    nets[index].packed = NULL;
    pthread_mutex_unlock(&unpacking);
    return nets[index].net.near_ones != NULL ? &nets[index].net : NULL;
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
    int best = -1; /* that for the fewest players: it knows them best */
    pthread_once(&nets_once, put_embedded);
    for (int i = 0; i < net_count; i++)
        if ((strcmp(name, "yes") == 0 || strcmp(name, nets[i].name) == 0) &&
            net_fits(&nets[i].head, game, players, &why) &&
            (best < 0 || nets[i].head.players < nets[best].head.players))
            best = i;
    return best >= 0 ? whole(best) : NULL;
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
        bytes = room_for((size_t)size);
    }
    if (bytes != NULL && fread(bytes, 1, (size_t)size, file) != (size_t)size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    *out_size = (size_t)size;
    return bytes;
}

/* A net in memory of its own, from a pack or from a file that leaves out rows. */
static bool put_made(const char *name, const uint8_t *bytes, size_t size, size_t whole_size,
                     struct tk_writer *why)
{
    uint8_t *made = whole_size < 1U << 26 ? room_for(whole_size) : NULL;
    if (made == NULL) {
        tk_write_text(why, "there is no memory for it");
        return false;
    }
    if (net_is_sparse(bytes, size))
        net_make_whole(bytes, made);
    else
        unpack(bytes, size, made);
    if (put(name, made, whole_size, why))
        return true;
    free(made);
    return false;
}

static bool put_sparse(const char *name, const uint8_t *bytes, size_t size, struct tk_writer *why)
{
    struct net head;
    size_t whole_size;
    if (!net_read_header(bytes, size, &head, why))
        return false;
    if ((whole_size = net_whole_size(bytes, size)) > 0)
        return put_made(name, bytes, size, whole_size, why);
    tk_write_text(why, "it is not as long as it should be");
    return false;
}

bool bot_net_give(const char *name, const uint8_t *bytes, size_t size, struct tk_writer *why)
{
    size_t whole_size;
    pthread_once(&nets_once, put_embedded);
    if (pack_header(bytes, size, &whole_size) != NULL)
        return put_made(name, bytes, size, whole_size, why);
    return net_is_sparse(bytes, size) ? put_sparse(name, bytes, size, why)
                                      : put(name, bytes, size, why);
}

bool bot_net_add(const char *name, const char *path, struct tk_writer *why)
{
    size_t size = 0;
    pthread_once(&nets_once, put_embedded);
    uint8_t *bytes = read_file(path, &size);
    if (bytes == NULL) {
        tk_write_text(why, "it cannot be read");
        return false;
    }
    bool sparse = net_is_sparse(bytes, size);
    bool fine = sparse ? put_sparse(name, bytes, size, why) : put(name, bytes, size, why);
    if (!fine || sparse)
        free(bytes);
    return fine;
}

int bot_net_count(const char **out_kernel)
{
    int count = 0;
    while (net_name(count) != NULL)
        count++;
    *out_kernel = net_kernel()->name;
    return count;
}
