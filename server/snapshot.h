/* SPDX-License-Identifier: MIT */
/* Everything about a table as one viewer may see it: for those who come, and those who come back. */
#ifndef SERVER_SNAPSHOT_H
#define SERVER_SNAPSHOT_H

#include "refusals.h"
#include "table.h"

enum {
    GAP_MAX = 50,   /* events a returning client gets one by one; more become a snapshot */
    LOG_PAGE = 300, /* lines of the log in a snapshot; older ones on request */
};

/*
 * Has at hand what a snapshot needs, or lines after `since` (-1: all): the newest lines of the log, those whom
 * they name, and everything that any node has written. FINE, LATER, or BUSY. It is asked of the errand under
 * way, and what follows is its work.
 */
enum refusal snapshot_prepare(struct table *table, int64_t since);
/* The same for the lines before `before`. */
enum refusal snapshot_prepare_log(struct table *table, int64_t before);

/* All as text in show_room; the length, or 0 when it could not be made. */
size_t snapshot_text(struct table *table, int seat, const char *user);
/* Lines after `since` and the present; a snapshot where they are too many. */
size_t snapshot_gap_text(struct table *table, int seat, const char *user, int64_t since);
/* The lines before `before`: members "lines" and "log_from" of an object, with `n` and `ok`. */
size_t snapshot_log_text(struct table *table, int seat, int64_t before, int64_t number);
/* The state with everything drawn anew that the viewer cannot know, as a reply with `sample`. */
size_t snapshot_sample_text(const struct table *table, int seat, struct tk_rng *rng,
                            int64_t number);

#endif
