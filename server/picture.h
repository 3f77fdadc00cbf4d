/* SPDX-License-Identifier: MIT */
/* The picture of a table beside a shared link: its seats, and how it ended. It knows no game. */
#ifndef SERVER_PICTURE_H
#define SERVER_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/takht.h"
#include "png.h"

enum {
    PICTURE_WIDTH = 1200,
    PICTURE_HEIGHT = 630,
    PICTURE_PANEL = 460, /* of it are the game's */
    PICTURE_DRAWN = 1,   /* another number whenever pictures are drawn in another way */
};

/* Who played for themselves, or partners. */
struct picture_row {
    uint8_t seats, seat[TK_SEATS_MAX];
    bool won, gave_up, empty; /* empty: nobody sits there yet */
    int32_t points;
};

enum picture_kind { PICTURE_SEATS, PICTURE_POINTS, PICTURE_FEAT };

struct picture {
    enum picture_kind kind;
    /* What won it, where that was no matter of points: a line of the score sheet, and its sign. */
    const char *feat;
    enum tk_sign sign;
    uint8_t rows;
    struct picture_row row[TK_SEATS_MAX]; /* as they are shown, from the top */
};

/*
 * Draws it as a PNG of PICTURE_WIDTH times PICTURE_HEIGHT; `panel` is the game's part of it, or NULL. Returns the
 * bytes written; 0: there is no room for them, or no memory.
 */
size_t picture_draw(const struct picture *picture, const struct png *panel, uint8_t *out,
                    size_t room);

#endif
