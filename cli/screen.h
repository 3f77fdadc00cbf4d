/* SPDX-License-Identifier: MIT */
/* Playing on the whole screen: what is on it. Inside of screen*.c only. */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include "grid.h"
#include "moves.h"
#include "places.h"
#include "session.h"

/* Where something stands that can be clicked: a move of the list, or a kind. */
enum { HITS_MAX = 1024 };
struct screen_hit {
    int row, column, width;
    int shown, kind; /* the other one is -1 */
};

struct screen {
    struct session *s;
    struct grid *grid;
    struct tk_canvas *canvas;
    struct moves *moves;
    struct places *places;
    struct view_size size; /* of the table as it was drawn last */
    int hit_count;
    struct screen_hit hit[HITS_MAX];
    int moves_columns; /* moves side by side in the list */
    bool roomy;        /* moves are told in full */
    char input[128];
    bool pointed; /* at a move of those that typing has left */
    char message[512];
    char hint[1024]; /* lines: the best moves of this decision, once somebody has asked */
    bool leaving;
    bool again; /* has asked for a rematch, and goes there when there is one */
};

enum screen_part {
    SCREEN_WATCH,  /* somebody else plays */
    SCREEN_DECIDE, /* a person chooses */
    SCREEN_END,    /* it is over */
};

/* --- for a table of a server: screen_far.c --- */

/* The next key, or KEY_IS_NEWS when the server has told something. */
int screen_far_key(struct screen *c);
/* Asks on until it is over or left. */
void screen_far_play(struct screen *c);
/* What can only be done there; false if it is none of that. */
bool screen_far_obey(struct screen *c, const struct typed *typed);

/* --- shared by both: screen.c --- */

int screen_key(struct screen *c);
void screen_handle(struct screen *c, int key);
/* One decision of a person; comes back when it was made, or when there is none any more. */
void screen_decide(struct screen *c);
void screen_page(struct screen *c, const char *text, int foot, bool from_end);
void screen_end_key(struct screen *c, int key);

void screen_draw(struct screen *c, enum screen_part part);
/* A table that waits for players: text, and what is typed. */
void screen_draw_text(struct screen *c, const char *text);
/* A sentence of the client's own words, without values. */
void screen_say(const struct screen *c, int word, char *out, size_t size);

#endif
