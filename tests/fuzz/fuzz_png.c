/* SPDX-License-Identifier: MIT */
/* PNG files of any kind: refused, or read within their room; and what is written is read. */
#include "fuzz.h"

#include "server/png.h"

enum { ROOM = 1 << 18 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t written[ROOM];
    struct png png, again;
    if (!png_read(data, size, &png))
        return 0;
    size_t length = png_write(&png, written, sizeof written);
    if (length > 0) {
        if (!png_read(written, length, &again) ||
            memcmp(png.pixel, again.pixel, (size_t)png.width * (size_t)png.height) != 0)
            abort();
        free(again.pixel);
    }
    free(png.pixel);
    return 0;
}
