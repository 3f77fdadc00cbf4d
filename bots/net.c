/* SPDX-License-Identifier: MIT */
/* A net: its file, read and checked, and what it says of a position. */
#include "net.h"

#include <stdlib.h>
#include <string.h>

#include "layout.h"

/* --- the file --- */

/* The old one has no AT_COARSE; what lies in files as FORMAT_SPARSE is made whole before it is read. */
enum { FORMAT_OLD = 2, FORMAT = 3, FORMAT_SPARSE = 4, COARSE_MAX = 7 };
_Static_assert((int)FORMAT == (int)NET_WHOLE && (int)FORMAT_SPARSE == (int)NET_SPARSE,
               "layout.h says the same");
static const char magic[8] = {'T', 'A', 'K', 'H', 'T', 'N', 'E', 'T'};

/* Within bounds that make sense, whatever a file says. */
static int told_at(const uint8_t *bytes, int at)
{
    int told = net_number_at(bytes, at);
    return told == 0 ? 1000 : told < 100 ? 100 : told > 5000 ? 5000 : told;
}

static uint64_t hash_at(const uint8_t *bytes)
{
    uint64_t hash = 0;
    for (int i = 0; i < 8; i++)
        hash |= (uint64_t)bytes[AT_HASH + i] << (8 * i);
    return hash;
}

/* FNV-1a over words of eight bytes; sections are whole words. */
static uint64_t hash_of(const uint8_t *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325, word;
    for (size_t i = 0; i + 8 <= size; i += 8) {
        memcpy(&word, bytes + i, 8);
        hash = (hash ^ word) * 0x100000001b3;
    }
    return hash;
}

static bool refuse(struct tk_writer *why, const char *sentence)
{
    tk_write_text(why, sentence);
    return false;
}

static bool is_layer(int size, int most)
{
    return size > 0 && size <= most && size % NET_BLOCK == 0;
}

/* Where every section lies; returns the size of the whole file. */
static size_t lay_out(const uint8_t *bytes, struct net *net)
{
    struct net_section sections[NET_SECTIONS];
    const void *at[NET_SECTIONS];
    size_t size = net_lay_out(bytes, sections);
    for (int i = 0; i < NET_SECTIONS; i++)
        at[i] = bytes + sections[i].at;
    net->near_ones = at[NEAR_ONES];
    net->near_amounts = at[NEAR_AMOUNTS];
    net->near_bias = at[NEAR_BIAS];
    net->far_weights = at[FAR_WEIGHTS];
    net->far_bias = at[FAR_BIAS];
    net->seat_weights = at[SEAT_WEIGHTS];
    net->seat_bias = at[SEAT_BIAS];
    net->part_weights = at[PART_WEIGHTS];
    net->part_bias = at[PART_BIAS];
    return size;
}

bool net_read_header(const uint8_t *bytes, size_t size, struct net *out, struct tk_writer *why)
{
    if (size < NET_HEADER || memcmp(bytes, magic, sizeof magic) != 0)
        return refuse(why, "it is no net");
    int format = net_number_at(bytes, AT_FORMAT);
    if (format != FORMAT && format != FORMAT_OLD && format != FORMAT_SPARSE)
        return refuse(why, "its format is not the one this program reads");
    *out = (struct net){.players = net_number_at(bytes, AT_PLAYERS),
                        .version = net_number_at(bytes, AT_VERSION),
                        .ones = net_number_at(bytes, AT_ONES),
                        .amounts = net_number_at(bytes, AT_AMOUNTS),
                        .parts = net_number_at(bytes, AT_PARTS),
                        .near = net_number_at(bytes, AT_NEAR),
                        .far = net_number_at(bytes, AT_FAR)};
    out->coarse = format != FORMAT_OLD ? net_number_at(bytes, AT_COARSE) : 0;
    out->told.early = told_at(bytes, AT_EARLY);
    out->told.late = told_at(bytes, AT_LATE);
    memcpy(out->game, bytes + AT_GAME, NET_GAME_MAX - 1);
    if (!is_layer(out->near, NET_NEAR_MAX) || !is_layer(out->far, NET_FAR_MAX) ||
        out->players < 2 || out->players > TK_SEATS_MAX || out->amounts > TK_AMOUNTS_MAX ||
        out->coarse > COARSE_MAX)
        return refuse(why, "its sizes are not possible");
    return true;
}

/* Coarse weights are small ones: kernels add four of them in a byte. */
static bool are_small(const struct net *net)
{
    const size_t count = (size_t)net->ones * (size_t)net->near;
    bool small = true;
    for (size_t i = 0; i < count; i++)
        small &= net->near_ones[i] >= -(INT8_MAX / 4) && net->near_ones[i] <= INT8_MAX / 4;
    return small;
}

/* Half a unit, with which products are rounded, must fit in, too. */
static void find_short(struct net *net)
{
    for (int k = 0; k < net->amounts; k++) {
        const int16_t *row = net->near_amounts + (size_t)k * (size_t)net->near;
        int largest = 1;
        for (int i = 0; i < net->near; i++)
            largest = abs(row[i]) > largest ? abs(row[i]) : largest;
        int most = (INT16_MAX - 64) / largest;
        net->short_up_to[k] = (uint8_t)(most < INT8_MAX ? most : INT8_MAX);
    }
}

bool net_read(const uint8_t *bytes, size_t size, struct net *out, struct tk_writer *why)
{
    if (!net_read_header(bytes, size, out, why))
        return false;
    if (lay_out(bytes, out) != size)
        return refuse(why, "it is not as long as it should be");
    if (hash_of(bytes + NET_HEADER, size - NET_HEADER) != hash_at(bytes))
        return refuse(why, "it is damaged: its hash is another");
    if (out->coarse >= NET_COARSE && !are_small(out))
        return refuse(why, "its coarse weights are too large");
    find_short(out);
    return true;
}

bool net_fits(const struct net *net, const struct tk_game *game, int players, struct tk_writer *why)
{
    const struct tk_encoding *encoding = game->learning->encoding;
    if (strcmp(net->game, game->id) != 0)
        return refuse(why, "it is a net of another game");
    bool serves = encoding != NULL && encoding->shared && players < net->players;
    if (net->players != players && !serves)
        return refuse(why, "it is a net for another number of players");
    if (encoding == NULL || net->version != encoding->version ||
        net->ones != tk_extent_of(encoding->ones, net->players) ||
        net->amounts != tk_extent_of(encoding->amounts, net->players) ||
        net->parts != encoding->parts)
        return refuse(why, "it was made for another encoding of positions");
    return true;
}

/* --- thinking --- */

enum { FAR_SHIFT = 6, FAR_HALF = 1 << (FAR_SHIFT - 1) };

void net_think(const struct net *net, const struct tk_sight *sight, struct net_thought *out)
{
    const struct net_kernel *kernel = net_kernel();
    uint8_t *far = out->layer + net->near;
    int32_t dots[NET_FAR_MAX];
    kernel->near(net, sight, out->layer);
    if (kernel->dots != NULL)
        kernel->dots(out->layer, net->far_weights, net->near, net->far, dots);
    for (int i = 0; i < net->far && kernel->dots == NULL; i++)
        dots[i] =
            kernel->dot(out->layer, net->far_weights + (size_t)i * (size_t)net->near, net->near);
    for (int i = 0; i < net->far; i++) {
        int64_t sum = (int64_t)dots[i] + net->far_bias[i];
        sum = (sum + FAR_HALF) >> FAR_SHIFT;
        far[i] = (uint8_t)(sum < 0 ? 0 : sum > 127 ? 127 : sum);
    }
}

static int32_t ask(const struct net *net, const struct net_thought *thought, const int8_t *weights,
                   const int32_t *bias, int row)
{
    int both = net->near + net->far;
    int64_t sum = bias[row]; /* which may be anything that fits into it */
    sum += net_kernel()->dot(thought->layer, weights + (size_t)row * (size_t)both, both);
    return (int32_t)(sum < INT32_MIN ? INT32_MIN : sum > INT32_MAX ? INT32_MAX : sum);
}

int32_t net_seat(const struct net *net, const struct net_thought *thought, int seat)
{
    return ask(net, thought, net->seat_weights, net->seat_bias, seat);
}

int32_t net_part(const struct net *net, const struct net_thought *thought, int part)
{
    return ask(net, thought, net->part_weights, net->part_bias, part);
}

/* --- chances --- */

/*
 * exp(-steps / 128) in 2^30ths, exact to a few of them: a coarse factor for every 64 steps times a
 * fine one. Both follow from two constants by multiplication, so no C library has a say in it.
 */
enum { STEPS = 64, COARSE = 40, EXP_ONE = 1 << 30 };

static uint32_t powers(uint32_t factor, int times)
{
    uint64_t product = EXP_ONE;
    for (; times > 0; times--)
        product = (product * factor + (1U << 29)) >> 30;
    return (uint32_t)product;
}

static uint32_t exp_of(int32_t steps)
{
    static _Thread_local uint32_t fine[STEPS], coarse[COARSE];
    const uint32_t by_128th = 1065385899, by_half = 651257337; /* exp(-1/128), exp(-1/2) */
    if (fine[0] == 0)
        for (int i = 0; i < STEPS; i++) {
            fine[i] = powers(by_128th, i);
            if (i < COARSE)
                coarse[i] = powers(by_half, i);
        }
    if (steps >= STEPS * COARSE)
        return 0;
    return (uint32_t)((uint64_t)coarse[steps / STEPS] * fine[steps % STEPS] >> 30);
}

void net_chances(const int32_t *numbers, int count, float *out)
{
    uint32_t share[TK_SEATS_MAX];
    int32_t most = numbers[0];
    uint64_t sum = 0;
    for (int i = 1; i < count; i++)
        most = numbers[i] > most ? numbers[i] : most;
    for (int i = 0; i < count; i++)
        sum += share[i] = exp_of((int32_t)(((int64_t)most - numbers[i]) * 128 / NET_UNIT));
    for (int i = 0; i < count; i++) {
        uint64_t part = (((uint64_t)share[i] << 24) + sum / 2) / sum; /* whole numbers to the end */
        out[i] = (float)part / (float)(1 << 24);
    }
}
