/* SPDX-License-Identifier: MIT */
/* A long text on the whole screen: it scrolls, and what is typed is searched in it. */
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "cli.h"
#include "grid.h"

struct page {
    struct grid *grid;
    enum tk_lang lang;
    const char *text; /* lines; "## " begins a heading */
    const char *foot; /* what the keys do */
    bool from_end;    /* begin with the last lines */
};

/* Returns when it was read: the key that ended it. */
int page_read(const struct page *page);

#endif
