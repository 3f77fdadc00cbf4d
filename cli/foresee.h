/* SPDX-License-Identifier: MIT */
/* What a move would change on the board, without telling what is hidden. */
#ifndef CLI_FORESEE_H
#define CLI_FORESEE_H

#include "grid.h"
#include "session.h"

struct foresight {
    bool points_known;     /* what follows is the same whatever is hidden */
    int32_t before, after; /* points of the one to act */
};

struct view_size {
    int rows, columns;
    bool unicode, bidi;
};

/* The cells of the picture that an action changes, whatever is hidden. */
enum { FORESEE_CELLS = 160 };
struct foresee_cell {
    uint8_t row;
    uint16_t column;
};
struct foresee_room; /* pictures, so that many moves can be looked at quickly */
struct foresee_room *foresee_room_new(const struct session *session, const struct view_size *size);
void foresee_room_free(struct foresee_room *room);
/* Returns how many; 0 if they are more than fit. */
int foresee_cells(const struct session *session, tk_action action, const struct view_size *size,
                  struct foresee_room *room, struct foresee_cell out[FORESEE_CELLS]);

/*
 * Draws what the action would change over the board that is drawn on the grid (of this size; it uses
 * so many rows): numbers as they would be, new things where nothing is, and a mark on words and
 * things that go. What depends on hidden things is a "?".
 */
void foresee(const struct session *session, tk_action action, const struct view_size *size,
             int used, struct grid *grid, struct foresight *out);

#endif
