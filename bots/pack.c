/* SPDX-License-Identifier: MIT */
/* How nets are packed: an adaptive arithmetic coder for rows of weights. */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include "net.h"

enum {
    AT_SIZE = 8, /* behind the magic */
    HEAD = 12,
    AT_ROW = 44,     /* in the header of a net: the size of its first layer, which is a row */
    WHOLE = 1 << 16, /* a probability of 1 */
    SURE = 64,       /* none comes closer to 0 or 1 */
    QUICK = 4,       /* the two estimates of a probability: what a bit changes, by powers of two */
    SLOW = 7,
    LEVELS = 12, /* of how large weights were */
    UNIT = 16,   /* what 1 is in such a mean */
    STEPS = 24,  /* sizes that are told apart; larger ones grow alike */
    LARGEST = 128,
    FLUSHED = 5, /* bytes that a coder may still hold */
};
static const char magic[AT_SIZE] = {'T', 'A', 'K', 'H', 'T', 'P', 'A', 'K'};

/* --- what is likely --- */

/* Of a bit that is 0: the mean of an estimate that learns quickly and one that learns slowly. */
struct chance {
    uint16_t quick, slow;
};

struct model {
    struct chance bigger[LEVELS][LEVELS][STEPS]; /* by row, by column: than so much? */
    struct chance sign[3][3];                    /* by that before it, by that above it */
    int32_t row, column[NET_NEAR_MAX]; /* how large weights were, the last counting most */
    int8_t before, above[NET_NEAR_MAX];
    int width, at;
};

static void even_out(struct chance *chances, size_t bytes)
{
    for (size_t i = 0; i < bytes / sizeof *chances; i++)
        chances[i] = (struct chance){WHOLE / 2, WHOLE / 2};
}

static void model_init(struct model *m, int width)
{
    *m = (struct model){.width = width};
    even_out(&m->bigger[0][0][0], sizeof m->bigger);
    even_out(&m->sign[0][0], sizeof m->sign);
}

static uint32_t likely(const struct chance *c)
{
    uint32_t mean = ((uint32_t)c->quick + c->slow) / 2;
    return mean < SURE ? SURE : mean > WHOLE - SURE ? WHOLE - SURE : mean;
}

static void learn(struct chance *c, bool bit)
{
    int told = bit ? 0 : WHOLE - 1;
    c->quick = (uint16_t)(c->quick + (told - c->quick) / (1 << QUICK));
    c->slow = (uint16_t)(c->slow + (told - c->slow) / (1 << SLOW));
}

static int level(int32_t mean)
{
    static const uint8_t bounds[LEVELS - 1] = {2, 5, 9, 14, 20, 28, 40, 58, 84, 130, 220};
    int level = 0;
    while (level < LEVELS - 1 && mean >= bounds[level])
        level++;
    return level;
}

static int sign(int weight)
{
    return weight < 0 ? 2 : weight > 0;
}

/* A mean in which the last of every `share` counts. */
static void follow(int32_t *mean, int size, int share)
{
    int off = UNIT * size - *mean;
    *mean += off / share + (off > 0);
}

static void remember(struct model *m, int weight)
{
    follow(&m->row, abs(weight), 8);
    follow(&m->column[m->at], abs(weight), 16);
    m->before = m->above[m->at] = (int8_t)weight;
    m->at = (m->at + 1) % m->width;
}

/* --- the coder: the same code both ways, so that both expect the same --- */

struct coder {
    bool unpacks;
    uint32_t range;
    uint64_t low; /* packing: what is not written yet, with a carry */
    uint8_t *out, *out_end;
    int held;      /* the byte before, which a carry may change; -1: none yet */
    size_t full;   /* bytes of 255 behind it: a carry runs through them */
    uint32_t code; /* unpacking: where in the range it lies */
    const uint8_t *in, *end;
};

static void put(struct coder *c, int byte)
{
    if (c->out < c->out_end)
        *c->out++ = (uint8_t)byte;
}

static void write_byte(struct coder *c)
{
    bool carry = c->low > UINT32_MAX;
    if (!carry && c->low >= 0xff000000) {
        c->full++;
    } else {
        if (c->held >= 0)
            put(c, c->held + carry);
        for (; c->full > 0; c->full--)
            put(c, 0xff + carry);
        c->held = (int)(c->low >> 24 & 0xff);
    }
    c->low = (c->low & 0xffffff) << 8;
}

static uint32_t read_byte(struct coder *c)
{
    return c->in < c->end ? *c->in++ : 0;
}

static void renew(struct coder *c)
{
    for (; c->range < 1U << 24; c->range <<= 8)
        if (c->unpacks)
            c->code = c->code << 8 | read_byte(c);
        else
            write_byte(c);
}

/* Packs this bit, or returns the one that was packed. */
static bool pass(struct coder *c, struct chance *chance, bool bit)
{
    uint32_t zero = (uint32_t)((uint64_t)c->range * likely(chance) / WHOLE);
    if (c->unpacks)
        bit = c->code >= zero;
    if (bit) {
        c->range -= zero;
        c->code -= zero;
        c->low += zero;
    } else {
        c->range = zero;
    }
    learn(chance, bit);
    renew(c);
    return bit;
}

static int pass_weight(struct coder *c, struct model *m, int weight)
{
    struct chance *bigger = m->bigger[level(m->row)][level(m->column[m->at])];
    int size = 0;
    while (size < LARGEST && pass(c, &bigger[size < STEPS ? size : STEPS - 1], size < abs(weight)))
        size++;
    if (size > 0 && pass(c, &m->sign[sign(m->before)][sign(m->above[m->at])], weight < 0))
        size = -size;
    remember(m, size);
    return size;
}

/* --- packs --- */

/* A row is as long as the first layer; what is not laid out so costs a little more. */
static int row_of(const uint8_t *net)
{
    int row = net[AT_ROW] | net[AT_ROW + 1] << 8;
    return row > 0 && row <= NET_NEAR_MAX ? row : 1;
}

size_t pack(const uint8_t *net, size_t size, uint8_t *out, size_t room)
{
    struct model model;
    struct coder coder = {.range = UINT32_MAX, .held = -1};
    if (size < NET_HEADER || size > INT32_MAX || room < HEAD + NET_HEADER)
        return 0;
    memcpy(out, magic, sizeof magic);
    for (int i = 0; i < HEAD - AT_SIZE; i++)
        out[AT_SIZE + i] = (uint8_t)(size >> (8 * i));
    memcpy(out + HEAD, net, NET_HEADER);
    model_init(&model, row_of(net));
    coder.out = out + HEAD + NET_HEADER;
    coder.out_end = out + room;
    for (size_t i = NET_HEADER; i < size; i++)
        pass_weight(&coder, &model, (int8_t)net[i]);
    for (int i = 0; i < FLUSHED; i++)
        write_byte(&coder);
    return coder.out < coder.out_end ? (size_t)(coder.out - out) : 0;
}

const uint8_t *pack_header(const uint8_t *packed, size_t packed_size, size_t *out_size)
{
    if (packed_size < HEAD + NET_HEADER || memcmp(packed, magic, sizeof magic) != 0)
        return NULL;
    *out_size = 0;
    for (int i = 0; i < HEAD - AT_SIZE; i++)
        *out_size |= (size_t)packed[AT_SIZE + i] << (8 * i);
    return *out_size >= NET_HEADER && *out_size <= INT32_MAX ? packed + HEAD : NULL;
}

void unpack(const uint8_t *packed, size_t packed_size, uint8_t *out)
{
    struct model model;
    struct coder coder = {.unpacks = true,
                          .range = UINT32_MAX,
                          .in = packed + HEAD + NET_HEADER,
                          .end = packed + packed_size};
    size_t size = 0;
    const uint8_t *header = pack_header(packed, packed_size, &size);
    if (header == NULL)
        return;
    memcpy(out, header, NET_HEADER);
    model_init(&model, row_of(header));
    for (int i = 0; i < 4; i++)
        coder.code = coder.code << 8 | read_byte(&coder);
    for (size_t i = NET_HEADER; i < size; i++)
        out[i] = (uint8_t)pass_weight(&coder, &model, 0);
}
