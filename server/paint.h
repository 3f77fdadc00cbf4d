/* SPDX-License-Identifier: MIT */
/* A sheet of pixels to draw on: shapes with soft edges in plain colours, and a picture of few colours in the end. */
#ifndef SERVER_PAINT_H
#define SERVER_PAINT_H

#include <stdbool.h>
#include <stdint.h>

#include "png.h"

typedef uint32_t paint_colour; /* 0xRRGGBB */

struct paint {
    int width, height;
    paint_colour *pixel;
    float *edge; /* of the shape that is being drawn: how much of a pixel it begins to cover */
    int top, bottom, left, right; /* what it touches; the last ones are outside */
};

/* A sheet of one colour; false: no memory. */
bool paint_init(struct paint *paint, int width, int height, paint_colour ground);
void paint_clear(struct paint *paint);

/* Where the origin of a path lies on the sheet, and how many pixels its unit has. */
struct paint_place {
    float x, y, scale;
};
/*
 * Fills a path, written as in SVG: M L H V C Z and the same in small letters, numbers apart by spaces or
 * commas. What overlaps is filled, and a hole is a part that runs the other way round. Whatever lies outside the
 * sheet is left out.
 */
void paint_path(struct paint *paint, const char *text, struct paint_place at, paint_colour colour);

struct paint_box {
    float x, y, width, height;
    float radius; /* of its corners; at most half a side counts */
};
void paint_box(struct paint *paint, struct paint_box box, paint_colour colour);
/* Copies another picture to the left upper corner. */
void paint_image(struct paint *paint, const struct png *image);

/* The sheet in its 256 most frequent colours, the most frequent first, others as the nearest of them; `pixel` is
 * the caller's to free. False: no memory. */
bool paint_finish(const struct paint *paint, struct png *out);

#endif
