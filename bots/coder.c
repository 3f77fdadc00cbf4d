/* SPDX-License-Identifier: MIT */
/* The arithmetic coder under packs. One piece of code packs and unpacks, so that both expect the same of a bit. */
#include "coder.h"

enum {
    WHOLE = 1 << 16, /* a chance of 1 */
    SURE = 32,       /* none comes closer to 0 or 1 */
    EXP_UNIT = 1 << 20,
    FLUSHED = 5, /* bytes that may still be held */
    LEARNS = 16, /* how slowly weights change, as a power of two */
};

/* --- tables --- */

/* e^(1/256) times 2^30: powers of it are all that is needed. */
static const uint64_t exp_step = 1077944331;

static void fill_tables(struct coder *c)
{
    uint64_t power = EXP_UNIT; /* e^(i/256) */
    for (int i = 0; i < CODER_ODDS; i++) {
        uint64_t one = power * WHOLE / (power + EXP_UNIT);
        c->chance[CODER_ODDS + i] = (uint16_t)(one < WHOLE - SURE ? one : WHOLE - SURE);
        c->chance[CODER_ODDS - i] = (uint16_t)(WHOLE - c->chance[CODER_ODDS + i]);
        power = power * exp_step >> 30;
    }
    c->chance[0] = c->chance[1];
    int odds = -CODER_ODDS + 1;
    for (int i = 0; i < 4096; i++) {
        while (odds < CODER_ODDS - 1 && c->chance[CODER_ODDS + odds] < i * 16 + 8)
            odds++;
        c->odds[i] = (int16_t)odds;
    }
    for (int seen = 0; seen <= CODER_SEEN_MAX; seen++)
        c->share[seen] = (uint16_t)(2 * WHOLE / (2 * seen + 3));
}

void coder_even(struct chance *chances, size_t count)
{
    for (size_t i = 0; i < count; i++)
        chances[i] = (struct chance){WHOLE / 2, 0};
}

void coder_equal(struct opinion *opinions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < CODER_SAYS; k++)
            opinions[i].weight[k] = WHOLE * 3 / 10;
}

/* --- bytes --- */

void coder_pack(struct coder *c, uint8_t *out, size_t room)
{
    *c = (struct coder){.range = UINT32_MAX, .held = -1};
    c->out = out;
    c->out_end = out + room;
    fill_tables(c);
}

static uint32_t read_byte(struct coder *c)
{
    return c->in < c->end ? *c->in++ : 0;
}

void coder_unpack(struct coder *c, const uint8_t *in, size_t size)
{
    *c = (struct coder){.unpacks = true, .range = UINT32_MAX, .in = in, .end = in + size};
    fill_tables(c);
    for (int i = 0; i < 4; i++)
        c->code = c->code << 8 | read_byte(c);
}

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

uint8_t *coder_end(struct coder *c)
{
    for (int i = 0; i < FLUSHED; i++)
        write_byte(c);
    return c->out < c->out_end ? c->out : NULL;
}

/* --- bits --- */

static bool pass(struct coder *c, uint32_t one, bool bit)
{
    uint32_t part = (uint32_t)((uint64_t)c->range * one / WHOLE);
    if (c->unpacks)
        bit = c->code < part;
    if (bit) {
        c->range = part;
    } else {
        c->range -= part;
        c->code -= part;
        c->low += part;
    }
    for (; c->range < 1U << 24; c->range <<= 8)
        if (c->unpacks)
            c->code = c->code << 8 | read_byte(c);
        else
            write_byte(c);
    return bit;
}

static void learn(const struct coder *c, struct chance *chance, bool bit)
{
    int off = (bit ? WHOLE - 1 : 0) - chance->one;
    chance->one = (uint16_t)(chance->one + off * c->share[chance->seen] / WHOLE);
    chance->seen = (uint16_t)(chance->seen + (chance->seen < CODER_SEEN_MAX));
}

bool coder_pass(struct coder *c, struct chance *const says[CODER_SAYS], struct opinion *opinion,
                bool bit)
{
    int32_t odds[CODER_SAYS];
    int64_t sum = 0;
    for (int k = 0; k < CODER_SAYS; k++) {
        odds[k] = c->odds[says[k]->one >> 4];
        sum += (int64_t)odds[k] * opinion->weight[k];
    }
    sum /= WHOLE;
    int all = (int)(sum <= -CODER_ODDS  ? -CODER_ODDS + 1
                    : sum >= CODER_ODDS ? CODER_ODDS - 1
                                        : sum);
    uint32_t one = c->chance[CODER_ODDS + all];
    bit = pass(c, one, bit);
    int32_t off = (bit ? WHOLE - 1 : 0) - (int32_t)one;
    for (int k = 0; k < CODER_SAYS; k++) {
        opinion->weight[k] += odds[k] * off / (1 << LEARNS);
        learn(c, says[k], bit);
    }
    return bit;
}

bool coder_pass_one(struct coder *c, struct chance *chance, bool bit)
{
    uint32_t one = chance->one < SURE           ? SURE
                   : chance->one > WHOLE - SURE ? WHOLE - SURE
                                                : chance->one;
    bit = pass(c, one, bit);
    learn(c, chance, bit);
    return bit;
}
