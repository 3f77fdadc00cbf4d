/* SPDX-License-Identifier: MIT */
/* Pictures of tables: the last ones that were drawn, and those that are being drawn, on a thread of their own. */
#ifndef SERVER_GALLERY_H
#define SERVER_GALLERY_H

#include <uv.h>

#include "picture.h"
#include "refusals.h"

struct app;
struct gallery;

enum { GALLERY_MARK = 16 };

/* One that is wanted. */
struct gallery_wish {
    const char *mark;    /* the name of what it shows */
    const char *address; /* of whoever wants it */
    const struct picture *picture;
    const char *panel; /* the game's part as a PNG, or NULL; it stays where it is */
    size_t panel_length;
};

struct gallery_found {
    const char *data; /* a PNG, until the next is asked for */
    size_t length;
    bool begun; /* it is being drawn because of this wish */
};

/* NULL: there is no memory. */
struct gallery *gallery_open(struct app *app, uv_loop_t *loop);
/* FINE, or LATER while it is drawn (the present errand is begun anew then), or BUSY if too many wait. */
enum refusal gallery_ask(struct app *app, const struct gallery_wish *wish,
                         struct gallery_found *out);
/* As aside_close and aside_free. */
void gallery_close(struct gallery *gallery);
void gallery_free(struct gallery *gallery);

#endif
