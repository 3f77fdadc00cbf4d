/* SPDX-License-Identifier: MIT */
/* Digits as paths for paint_path: they stand on y = 0, all are equally wide, and 1000 units are the size of the font. */
#ifndef SERVER_DIGITS_H
#define SERVER_DIGITS_H

enum { DIGIT_WIDTH = 575, DIGIT_HEIGHT = 715 };
extern const char *const digit_paths[10];

#endif
