/* SPDX-License-Identifier: MIT */
/* How nets are packed: what is expected of a weight from those around it. */
#include "pack.h"

#include <stdlib.h>
#include <string.h>

#include "coder.h"
#include "layout.h"
#include "net.h"

enum {
    AT_SIZE = 8, /* behind the magic */
    HEAD = 12,
    COLUMNS_MAX = NET_NEAR_MAX + NET_FAR_MAX,
    LARGEST = 128,
    STEPS = 24,     /* sizes that are told apart; larger ones grow alike */
    NEARBY = 5,     /* of those around it */
    UNIT = 64,      /* what 1 is in a mean */
    LEVELS = 16,    /* of means */
    ROW_SHARE = 16, /* the last counts one part in so many */
    COLUMN_SHARE = 24,
    SHIFTS = 5, /* a row is of multiples of 1, 2, 4 or 8, or it is empty */
    EMPTY = SHIFTS - 1,
    BITS = 32, /* of wide numbers */
};
static const char magic[AT_SIZE] = {'T', 'A', 'K', 'H', 'T', 'P', 'K', '2'};

/* --- what is likely --- */

/* Weights are close to noise whose strength is that of their row times that of their column: rows that were rarely told in training
 * are weak, and so are units that tell little. */
struct model {
    struct chance by_means[LEVELS][LEVELS][STEPS]; /* larger than so much? By row, by column */
    struct chance by_product[2 * LEVELS][STEPS];   /* by both at once */
    struct chance by_nearby[NEARBY][NEARBY][NEARBY]
                           [STEPS]; /* by the two before it and that above */
    struct chance by_column[COLUMNS_MAX][STEPS];
    struct opinion size[STEPS];
    struct chance sign[3][3], sign_above[3][3]; /* by those before and above it; by two above */
    struct chance sign_all[3][3][3], sign_column[COLUMNS_MAX];
    struct opinion sign_opinion;
    struct chance shift[SHIFTS][SHIFTS]; /* of a row, by that above */
    struct chance length[BITS],
        top[BITS + 1][4]; /* of a wide number: how many bits, the first two */
    struct chance middle, wide_sign;
    int32_t row, column[COLUMNS_MAX]; /* means of sizes; those of columns are factors */
};

/* What is packed or unpacked. */
struct job {
    struct coder coder;
    struct model model;
    const uint8_t *net; /* as far as it is known; all of it when packing */
    uint8_t *out;       /* NULL when packing */
};

#define EVEN(chances) \
    coder_even((struct chance *)(void *)&(chances), sizeof(chances) / sizeof(struct chance))

static void start(struct model *m)
{
    EVEN(m->by_means);
    EVEN(m->by_product);
    EVEN(m->by_nearby);
    EVEN(m->sign);
    EVEN(m->sign_above);
    EVEN(m->sign_all);
    EVEN(m->shift);
    coder_equal(m->size, STEPS);
    coder_equal(&m->sign_opinion, 1);
}

/* Its columns and its wide numbers are others than those before. */
static void start_section(struct model *m)
{
    EVEN(m->by_column);
    EVEN(m->sign_column);
    EVEN(m->length);
    EVEN(m->top);
    coder_even(&m->wide_sign, 1);
    m->row = UNIT;
    for (int i = 0; i < COLUMNS_MAX; i++)
        m->column[i] = UNIT;
}

/* So many levels for every doubling. */
static int level(int32_t mean, int per_octave, int most)
{
    int level = 0;
    int32_t bound = UNIT / 8;
    for (; mean >= 2 * bound && level < most - per_octave; bound *= 2)
        level += per_octave;
    level += (int)((mean - bound) * per_octave / bound);
    return level < 0 ? 0 : level < most ? level : most - 1;
}

static int sign(int weight)
{
    return weight < 0 ? 2 : weight > 0;
}

static int32_t within(int32_t mean, int32_t least, int32_t most)
{
    return mean < least ? least : mean > most ? most : mean;
}

/* A size that the column let expect leaves the row as it is, and one that the row let expect the column. */
static void remember(struct model *m, int column, int size)
{
    int32_t *row = &m->row, *factor = &m->column[column];
    int64_t told = UNIT * size, expected = (int64_t)*row * *factor / UNIT + 1;
    *row += (int32_t)(*row * told / expected - *row) / ROW_SHARE;
    *factor += (int32_t)(*factor * told / expected - *factor) / COLUMN_SHARE;
    *row = within(*row, UNIT / 16, UNIT * LARGEST);
    *factor = within(*factor, UNIT / 8, UNIT * 16);
}

/* --- weights of 8 bits --- */

struct place {
    int column, shift, before, before_that, above, above_that;
};

static int nearby(const struct place *p, int weight)
{
    int size = abs(weight) >> p->shift;
    return size < NEARBY ? size : NEARBY - 1;
}

static int pass_size(struct job *j, const struct place *p, int size)
{
    struct model *m = &j->model;
    int32_t row = m->row, factor = m->column[p->column];
    struct chance *const by[CODER_SAYS] = {
        m->by_means[level(row, 2, LEVELS)][level(factor, 4, LEVELS)],
        m->by_product[level(row * factor / UNIT, 4, 2 * LEVELS)],
        m->by_nearby[nearby(p, p->before)][nearby(p, p->before_that)][nearby(p, p->above)],
        m->by_column[p->column],
    };
    int i = 0;
    for (; i < LARGEST >> p->shift; i++) {
        int step = i < STEPS ? i : STEPS - 1;
        struct chance *const says[CODER_SAYS] = {by[0] + step, by[1] + step, by[2] + step,
                                                 by[3] + step};
        if (!coder_pass(&j->coder, says, &m->size[step], i < size))
            break;
    }
    remember(m, p->column, i);
    return i;
}

static bool pass_sign(struct job *j, const struct place *p, bool negative)
{
    struct model *m = &j->model;
    int before = sign(p->before), above = sign(p->above), that = sign(p->above_that);
    struct chance *const says[CODER_SAYS] = {&m->sign[before][above], &m->sign_above[above][that],
                                             &m->sign_all[before][above][that],
                                             &m->sign_column[p->column]};
    return coder_pass(&j->coder, says, &m->sign_opinion, negative);
}

/* How many bits at the end of all its weights are 0. */
static int shift_of(const int8_t *row, size_t columns)
{
    int all = 0, shift = 0;
    for (size_t i = 0; i < columns; i++)
        all |= row[i];
    while (shift < EMPTY - 1 && (all >> shift & 1) == 0)
        shift++;
    return all == 0 ? EMPTY : shift;
}

static int pass_shift(struct job *j, int above, int shift)
{
    int i = 0;
    while (i < EMPTY && coder_pass_one(&j->coder, &j->model.shift[above][i], i < shift))
        i++;
    return i;
}

static int pass_weight(struct job *j, const struct place *p, int weight)
{
    int size = pass_size(j, p, abs(weight) >> p->shift) << p->shift;
    return size > 0 && pass_sign(j, p, weight < 0) ? -size : size;
}

/* Returns its shift. `rows` are known above it. */
static int pass_row(struct job *j, const struct net_section *s, size_t rows, int shift)
{
    const ptrdiff_t columns = (ptrdiff_t)s->columns;
    const size_t at = s->at + rows * s->columns;
    const int8_t *known = (const int8_t *)j->net + at;
    struct place p = {.shift =
                          pass_shift(j, shift, j->out != NULL ? 0 : shift_of(known, s->columns))};
    for (int i = 0; i < columns; i++) {
        int weight = 0;
        p.column = i;
        p.above = rows > 0 ? known[i - columns] : 0;
        p.above_that = rows > 1 ? known[i - 2 * columns] : 0;
        if (p.shift != EMPTY)
            weight = pass_weight(j, &p, j->out != NULL ? 0 : known[i]);
        if (j->out != NULL)
            j->out[at + (size_t)i] = (uint8_t)weight;
        p.before_that = p.before;
        p.before = weight;
    }
    return p.shift;
}

/* --- numbers of 16 and 32 bits --- */

/* How many bits it has, then the bits; of those below the highest two are worth learning. */
static uint32_t pass_wide(struct job *j, uint32_t size)
{
    struct model *m = &j->model;
    int length = 0;
    while (length < BITS && coder_pass_one(&j->coder, &m->length[length], size >> length != 0))
        length++;
    uint32_t passed = length > 0;
    for (int i = length - 2; i >= 0; i--) {
        struct chance *chance = &m->middle;
        coder_even(&m->middle, 1);
        if (i >= length - 3)
            chance = &m->top[length][i == length - 2 ? 0 : 2 + (passed & 1)];
        passed = passed << 1 | coder_pass_one(&j->coder, chance, size >> i & 1);
    }
    return passed;
}

static void pass_number(struct job *j, size_t at, size_t bytes)
{
    uint32_t number = 0;
    for (size_t i = 0; i < bytes && j->out == NULL; i++)
        number |= (uint32_t)j->net[at + i] << (8 * i);
    bool negative = number >> (8 * bytes - 1) & 1;
    uint32_t size = pass_wide(j, negative ? (UINT32_MAX >> (32 - 8 * bytes)) - number + 1 : number);
    if (size > 0 && coder_pass_one(&j->coder, &j->model.wide_sign, negative))
        size = ~size + 1;
    for (size_t i = 0; i < bytes && j->out != NULL; i++)
        j->out[at + i] = (uint8_t)(size >> (8 * i));
}

/* --- packs --- */

static void pass_section(struct job *j, const struct net_section *s)
{
    int shift = 0;
    start_section(&j->model);
    for (size_t row = 0; row < s->rows && s->bytes == 1; row++)
        shift = pass_row(j, s, row, shift);
    for (size_t i = 0; i < s->rows * s->columns && s->bytes > 1; i++)
        pass_number(j, s->at + i * s->bytes, s->bytes);
}

/* What is no section, in rows as long as a first layer. */
static void pass_rest(struct job *j, size_t at, size_t end)
{
    int near = net_number_at(j->net, AT_NEAR);
    size_t row = near > 0 && near <= NET_NEAR_MAX ? (size_t)near : NET_BLOCK;
    while (at < end) {
        size_t left = end - at, columns = left < row ? left : row;
        struct net_section rows = {at, left < row ? 1 : left / row, columns, 1};
        pass_section(j, &rows);
        at += rows.rows * columns;
    }
}

/* Layers of sizes that are possible, and as long as it should be: else what its header says is no matter. */
static bool is_net(const struct net_section *sections, size_t said, size_t size)
{
    return said == size && sections[NEAR_BIAS].columns <= NET_NEAR_MAX &&
           sections[FAR_BIAS].columns <= NET_FAR_MAX;
}

static void pass_net(struct job *j, size_t size)
{
    struct net_section sections[NET_SECTIONS];
    size_t said = net_lay_out(j->net, sections), at = NET_HEADER;
    start(&j->model);
    for (int i = 0; i < NET_SECTIONS && is_net(sections, said, size); i++) {
        pass_rest(j, at, sections[i].at);
        pass_section(j, &sections[i]);
        at = sections[i].at + sections[i].rows * sections[i].columns * sections[i].bytes;
    }
    pass_rest(j, at, size);
}

size_t pack(const uint8_t *net, size_t size, uint8_t *out, size_t room)
{
    if (size < NET_HEADER || size > INT32_MAX || room < HEAD + NET_HEADER)
        return 0;
    struct job *j = calloc(1, sizeof *j);
    if (j == NULL)
        return 0;
    memcpy(out, magic, sizeof magic);
    for (int i = 0; i < HEAD - AT_SIZE; i++)
        out[AT_SIZE + i] = (uint8_t)(size >> (8 * i));
    memcpy(out + HEAD, net, NET_HEADER);
    j->net = net;
    coder_pack(&j->coder, out + HEAD + NET_HEADER, room - HEAD - NET_HEADER);
    pass_net(j, size);
    const uint8_t *end = coder_end(&j->coder);
    free(j);
    return end != NULL ? (size_t)(end - out) : 0;
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
    size_t size = 0;
    const uint8_t *header = pack_header(packed, packed_size, &size);
    struct job *j = header != NULL ? calloc(1, sizeof *j) : NULL;
    memset(out, 0, NET_HEADER);
    if (j == NULL)
        return;
    memcpy(out, header, NET_HEADER);
    j->net = j->out = out;
    coder_unpack(&j->coder, packed + HEAD + NET_HEADER, packed_size - HEAD - NET_HEADER);
    pass_net(j, size);
    free(j);
}
