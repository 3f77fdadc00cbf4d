/* SPDX-License-Identifier: MIT */
/* Columns as a .npz file: zip without compression, each member an array with NumPy's header. */
#include "npz.h"

#include <string.h>

enum { HEADER_ROOM = 256, BLOCK = 1 << 16, NAME_ROOM = 64, CENTRAL_ROOM = 128 };

/* A member that was written: what the directory at the end says of it. */
struct member {
    char name[NAME_ROOM];
    uint32_t crc;
    uint64_t size, at;
};

/* --- numbers of zip: little-endian, and a check sum --- */

static uint8_t *put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(value >> (8 * i));
    return at;
}

static uint32_t check(uint32_t crc, const uint8_t *bytes, size_t length)
{
    static const uint32_t four_bits[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
        0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
        0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    crc = ~crc;
    for (size_t i = 0; i < length; i++) {
        crc ^= bytes[i];
        crc = crc >> 4 ^ four_bits[crc & 15];
        crc = crc >> 4 ^ four_bits[crc & 15];
    }
    return ~crc;
}

/* --- columns --- */

bool npz_init(struct npz *out, const struct npz_column *columns, int count)
{
    *out = (struct npz){.columns = columns, .count = count};
    for (int i = 0; i < count; i++)
        out->failed |= (out->waiting[i] = tmpfile()) == NULL;
    return !out->failed;
}

void npz_clear(struct npz *npz)
{
    for (int i = 0; i < npz->count; i++)
        if (npz->waiting[i] != NULL)
            fclose(npz->waiting[i]);
    npz->count = 0;
}

/* Bytes of one row. */
static size_t row_size(const struct npz_column *column)
{
    return column->size * (size_t)(column->width > 0 ? column->width : 1);
}

void npz_add(struct npz *npz, int column, const void *rows, long count)
{
    size_t bytes = row_size(&npz->columns[column]) * (size_t)count;
    npz->failed |= fwrite(rows, 1, bytes, npz->waiting[column]) != bytes;
}

/* --- members --- */

/* Sizes of 8 bytes stand in an extra field of their own, which every member has. */
static size_t zip_extra(const struct member *m, bool with_place, uint8_t *at)
{
    uint8_t *end = put(at, 1, 2);
    end = put(end, with_place ? 24 : 16, 2);
    end = put(put(end, m->size, 8), m->size, 8);
    if (with_place)
        end = put(end, m->at, 8);
    return (size_t)(end - at);
}

/* What the head of a member and its entry in the directory have in common; the date is zip's first. */
static uint8_t *zip_facts(const struct member *m, size_t extra, uint8_t *at)
{
    at = put(put(put(at, 45, 2), 0x800, 2), 0, 2);
    at = put(put(at, 0, 2), 0x21, 2);
    at = put(put(put(at, m->crc, 4), UINT32_MAX, 4), UINT32_MAX, 4);
    return put(put(at, strlen(m->name), 2), extra, 2);
}

static bool write_head(const struct member *m, FILE *out)
{
    uint8_t head[HEADER_ROOM], extra[CENTRAL_ROOM];
    size_t length = zip_extra(m, false, extra);
    uint8_t *end = zip_facts(m, length, put(head, 0x04034b50, 4));
    return fwrite(head, 1, (size_t)(end - head), out) == (size_t)(end - head) &&
           fputs(m->name, out) >= 0 && fwrite(extra, 1, length, out) == length;
}

static bool write_entry(const struct member *m, FILE *out)
{
    uint8_t head[HEADER_ROOM], extra[CENTRAL_ROOM];
    size_t length = zip_extra(m, true, extra);
    uint8_t *end = zip_facts(m, length, put(put(head, 0x02014b50, 4), 45, 2));
    end = put(put(put(put(end, 0, 2), 0, 2), 0, 2), 0, 4);
    end = put(end, UINT32_MAX, 4);
    return fwrite(head, 1, (size_t)(end - head), out) == (size_t)(end - head) &&
           fputs(m->name, out) >= 0 && fwrite(extra, 1, length, out) == length;
}

/* NumPy's own header, filled up so that the numbers begin at a multiple of 64. */
static size_t array_header(const char *type, const char *shape, char *out)
{
    static const uint8_t magic[8] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    memcpy(out, magic, sizeof magic);
    int length = snprintf(out + 10, HEADER_ROOM - 10,
                          "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", type, shape);
    size_t whole = ((size_t)length + 11 + 63) / 64 * 64;
    memset(out + 10 + length, ' ', whole - 10 - (size_t)length);
    out[whole - 1] = '\n';
    put((uint8_t *)out + 8, whole - 10, 2);
    return whole;
}

/* A member is a header and what follows it, from memory or from a file. Its head is written again when the sum is known. */
static bool write_member(struct member *m, const char *header, size_t header_size, FILE *from,
                         FILE *out)
{
    static uint8_t block[BLOCK];
    off_t begin = ftello(out);
    size_t got;
    m->at = (uint64_t)begin;
    m->crc = check(0, (const uint8_t *)header, header_size);
    m->size = header_size;
    bool good =
        begin >= 0 && write_head(m, out) && fwrite(header, 1, header_size, out) == header_size;
    rewind(from);
    while (good && (got = fread(block, 1, BLOCK, from)) > 0) {
        m->crc = check(m->crc, block, got);
        m->size += got;
        good = fwrite(block, 1, got, out) == got;
    }
    off_t end = ftello(out);
    return good && ferror(from) == 0 && fseeko(out, begin, SEEK_SET) == 0 && write_head(m, out) &&
           fseeko(out, end, SEEK_SET) == 0;
}

static bool write_column(struct npz *npz, int i, long rows, struct member *m, FILE *out)
{
    const struct npz_column *column = &npz->columns[i];
    char header[HEADER_ROOM], shape[NAME_ROOM];
    if (column->width > 0)
        snprintf(shape, sizeof shape, "(%ld, %d)", rows, column->width);
    else
        snprintf(shape, sizeof shape, "(%ld,)", rows);
    snprintf(m->name, sizeof m->name, "%s.npy", column->name);
    return write_member(m, header, array_header(column->type, shape, header), npz->waiting[i], out);
}

static bool write_about(const char *about, struct member *m, FILE *out)
{
    char header[HEADER_ROOM], type[NAME_ROOM];
    FILE *text = tmpfile();
    snprintf(m->name, sizeof m->name, "about.npy");
    snprintf(type, sizeof type, "|S%zu", strlen(about));
    bool good = text != NULL && fputs(about, text) >= 0 &&
                write_member(m, header, array_header(type, "()", header), text, out);
    if (text != NULL)
        fclose(text);
    return good;
}

static bool write_directory(const struct member *members, int count, FILE *out)
{
    uint8_t end[HEADER_ROOM];
    off_t begin = ftello(out);
    bool good = begin >= 0;
    for (int i = 0; i < count && good; i++)
        good = write_entry(&members[i], out);
    uint64_t size = (uint64_t)ftello(out) - (uint64_t)begin, after = (uint64_t)begin + size;
    uint8_t *at = put(put(put(put(end, 0x06064b50, 4), 44, 8), 45, 2), 45, 2);
    at = put(put(put(put(at, 0, 8), (uint64_t)count, 8), (uint64_t)count, 8), size, 8);
    at = put(at, (uint64_t)begin, 8);
    at = put(put(put(put(at, 0x07064b50, 4), 0, 4), after, 8), 1, 4);
    at = put(put(put(at, 0x06054b50, 4), 0, 4), (uint64_t)count, 2);
    at = put(put(put(at, (uint64_t)count, 2), UINT32_MAX, 4), UINT32_MAX, 4);
    at = put(at, 0, 2);
    return good && fwrite(end, 1, (size_t)(at - end), out) == (size_t)(at - end);
}

bool npz_write(struct npz *npz, long rows, const char *about, FILE *out)
{
    struct member members[NPZ_COLUMNS_MAX + 1] = {0};
    bool good = !npz->failed;
    for (int i = 0; i < npz->count && good; i++)
        good = write_column(npz, i, rows, &members[i], out);
    return good && write_about(about, &members[npz->count], out) &&
           write_directory(members, npz->count + 1, out);
}
