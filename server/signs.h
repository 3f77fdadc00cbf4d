/* SPDX-License-Identifier: MIT */
/* Signs that the server draws, as paths for paint_path. They are the page's own (web/src/ui/pieces.svg). */
#ifndef SERVER_SIGNS_H
#define SERVER_SIGNS_H

#include "core/takht.h"
#include "paint.h"

/* A path and its colour; a sign of several is drawn in their order, and ends with one that has no path. */
struct sign {
    const char *path;
    paint_colour colour;
};

enum { SIGN_SIZE = 24, SHAMSEH_SIZE = 100 }; /* units of a side */

extern const struct sign sign_seats[TK_SEATS_MAX]; /* with the colour of the seat */
extern const struct sign sign_crown[], sign_flag[], sign_arms[], sign_science[], sign_star[];
extern const struct sign sign_shamseh[];

#endif
