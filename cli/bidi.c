/* SPDX-License-Identifier: MIT */
/* Persian for terminals that know neither direction nor joining letters. */
#include "grid.h"

#include <fribidi.h>

/* Marks sit on other letters and joiners only guide the shaping: a cell has no room for either. */
static bool is_dropped(FriBidiChar c)
{
    return c == FRIBIDI_CHAR_FILL || (c >= 0x200b && c <= 0x200f) || (c >= 0x064b && c <= 0x065f) ||
           c == 0x0670 || (c >= 0x2066 && c <= 0x2069);
}

static int decode(struct tk_span text, uint32_t out[VISUAL_MAX])
{
    struct tk_reader in = tk_reader_over(text);
    int count = 0;
    while (!tk_read_end(&in) && count < VISUAL_MAX)
        out[count++] = tk_read_codepoint(&in);
    return count;
}

static bool has_rtl(const uint32_t *points, int count)
{
    for (int i = 0; i < count; i++)
        if (points[i] >= 0x590 && points[i] <= 0x8ff)
            return true;
    return false;
}

int bidi_visual(struct tk_span text, uint32_t out[VISUAL_MAX])
{
    FriBidiChar logical[VISUAL_MAX], visual[VISUAL_MAX + 1];
    int count = decode(text, out), kept = 0;
    for (int i = 0; i < count; i++)
        visual[i] = logical[i] = out[i];
    FriBidiParType direction = FRIBIDI_PAR_RTL;
    if (has_rtl(out, count) &&
        !fribidi_log2vis(logical, count, &direction, visual, NULL, NULL, NULL))
        return count;
    for (int i = 0; i < count; i++)
        if (!is_dropped(visual[i]))
            out[kept++] = visual[i];
    return kept;
}
