/* SPDX-License-Identifier: MIT */
/* Packed data and PNG files of any kind: refused, or unpacked within their room; and what is packed is unpacked. */
#include "fuzz.h"

#include "server/deflate.h"
#include "server/png.h"

enum { ROOM = 1 << 16 };

static uint8_t out[ROOM], packed[2 * ROOM];

static void there_and_back(const uint8_t *data, size_t size)
{
    size_t stride = size > 0 ? 1 + data[0] : 1;
    size_t length = deflate_pack(data, size, stride, packed, sizeof packed);
    if (length == 0 || inflate_unpack(packed, length, out, sizeof out) != size ||
        memcmp(out, data, size) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct png png;
    if (size > ROOM)
        return 0;
    inflate_unpack(data, size, out, sizeof out);
    inflate_unpack(data, size, out, 100);
    if (png_read(data, size, &png)) {
        if (png_write(&png, packed, sizeof packed) > sizeof packed)
            abort();
        free(png.pixel);
    }
    there_and_back(data, size);
    return 0;
}
