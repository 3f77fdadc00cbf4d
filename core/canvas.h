/* SPDX-License-Identifier: MIT */
/*
 * A table drawn in character cells, as a list of runs of text. Games draw; the terminal client
 * turns runs into colours, shapes Persian and puts them on the screen. Nothing here knows a
 * terminal.
 */
#ifndef TK_CANVAS_H
#define TK_CANVAS_H

#include "words.h"

enum tk_ink {
    TK_INK_PLAIN,
    TK_INK_WHITE,
    TK_INK_BLUE,
    TK_INK_GREEN,
    TK_INK_RED,
    TK_INK_BLACK,
    TK_INK_GOLD,
    TK_INK_GREY,
    TK_INK_BROWN,
    TK_INK_PURPLE,
    TK_INK_TURQUOISE,
    TK_INK_SAND,
    TK_INK_PINK,
    TK_INK_COUNT,
};

enum tk_face {
    TK_FACE_PLAIN = 0,
    TK_FACE_BOLD = 1,
    TK_FACE_DIM = 2,
    TK_FACE_PAPER = 4, /* the ink colours the ground, the letters are dark or light as fits */
    TK_FACE_OPEN = 8,  /* something the viewer can do now */
};

enum { TK_ABBREVIATION = 3 };
enum { TK_RUNS_MAX = 2048, TK_CANVAS_TEXT = 24 * 1024 };

struct tk_run {
    int16_t row, column;
    uint16_t offset, length; /* in canvas->text */
    uint8_t ink, face;
};

struct tk_canvas {
    int16_t rows, columns; /* what there is to draw on: at least 17 by 80 */
    bool unicode;          /* else draw with ASCII alone */
    /* The state in whose frame the picture is, where it moves with the state, so that two pictures
     * can be compared; NULL after a clear: its own. */
    const void *frame;
    uint16_t run_count;
    uint16_t text_used;
    struct tk_run run[TK_RUNS_MAX];
    char text[TK_CANVAS_TEXT];
};

void tk_canvas_clear(struct tk_canvas *canvas, int rows, int columns);
/* Draws a text and returns the column after it. What does not fit the canvas is left out. */
int tk_draw(struct tk_canvas *canvas, int row, int column, enum tk_ink ink, int face,
            struct tk_span text);
int tk_draw_text(struct tk_canvas *canvas, int row, int column, enum tk_ink ink, int face,
                 const char *text);
/* As much of a text as fits `width` columns; one that was cut ends with "…" (in ASCII "~"), except
 * an abbreviation of three columns or fewer. Marks that take no column go with their letter. */
int tk_draw_cut(struct tk_canvas *canvas, int row, int column, int width, enum tk_ink ink, int face,
                struct tk_span text);
/* The same for names of which several begin alike: "Clay Pool" in six columns is "Cla.Po". */
int tk_draw_short(struct tk_canvas *canvas, int row, int column, int width, enum tk_ink ink,
                  int face, struct tk_span name);
int tk_draw_number(struct tk_canvas *canvas, int row, int column, enum tk_ink ink, int face,
                   enum tk_lang lang, int64_t number);

#endif
