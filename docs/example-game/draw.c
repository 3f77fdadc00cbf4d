/* SPDX-License-Identifier: MIT */
/* The table in character cells: the row, and a line for each garden. */
#include "golestan_internal.h"

static const enum tk_ink inks[GOLESTAN_KINDS] = {TK_INK_RED, TK_INK_PURPLE, TK_INK_GREEN,
                                                 TK_INK_GOLD};

enum { ROW_AT = 10, POINTS_AT = 20, PLANTS_AT = 24, TURN_MARK = 2 };

/* Everything that the drawing of one table needs. */
struct brush {
    const struct golestan_state *s;
    int seat; /* the viewer */
    const struct tk_speaker *speaker;
    struct tk_canvas *canvas;
};

static void draw_head(struct brush *b, int row, uint16_t word)
{
    tk_draw_text(b->canvas, row, 0, TK_INK_TURQUOISE, TK_FACE_BOLD, tk_word_text(b->speaker, word));
}

static void draw_row(struct brush *b, int row)
{
    int face = golestan_actor(b->s) == b->seat ? TK_FACE_OPEN : 0;
    draw_head(b, row, GOLESTAN_WORD_TABLE_ROW);
    for (int i = 0; i < golestan_row_length(b->s->players); i++) {
        int plant = b->s->row[i], at = ROW_AT + 16 * (i % 4);
        if (plant != 0)
            tk_draw_text(b->canvas, row + i / 4, at, inks[golestan_plants[plant].kind], face,
                         golestan_plants[plant].id);
        else
            tk_draw_text(b->canvas, row + i / 4, at, TK_INK_GREY, TK_FACE_DIM, "-");
    }
    draw_head(b, row + 3, GOLESTAN_WORD_TABLE_PILE);
    tk_draw_number(b->canvas, row + 3, ROW_AT, TK_INK_PLAIN, 0, b->speaker->lang, b->s->pile_left);
}

static void draw_plants(struct brush *b, int row, golestan_set plants, int face)
{
    int column = PLANTS_AT;
    for (int plant; (plant = golestan_next(&plants)) != 0;)
        column = 1 + tk_draw_text(b->canvas, row, column, inks[golestan_plants[plant].kind], face,
                                  golestan_plants[plant].id);
}

/* GL-3.3: bulbs are dim for their owner, and marks for the others. */
static void draw_garden(struct brush *b, int row, int p)
{
    const struct golestan_seat *seat = &b->s->seat[p];
    char text[64];
    struct tk_writer name = tk_writer_over(text, sizeof text);
    tk_seat_name(b->speaker, p, &name);
    if (golestan_actor(b->s) == p)
        tk_draw_text(b->canvas, row, 0, TK_INK_GOLD, TK_FACE_BOLD, ">");
    tk_draw_text(b->canvas, row, TURN_MARK, TK_INK_PLAIN, TK_FACE_BOLD, tk_writer_text(&name));
    tk_draw_number(b->canvas, row, POINTS_AT, TK_INK_PLAIN, TK_FACE_BOLD, b->speaker->lang,
                   golestan_score(b->s, p));
    draw_plants(b, row, seat->plants, 0);
    if (p == b->seat)
        draw_plants(b, row + 1, seat->bulbs, TK_FACE_DIM);
    else
        for (int i = 0; i < seat->bulb_count; i++)
            tk_draw_text(b->canvas, row + 1, PLANTS_AT + 4 * i, TK_INK_GREY, 0, "(?)");
}

void golestan_draw(const void *state, int seat, const struct tk_speaker *speaker,
                   struct tk_canvas *canvas)
{
    struct brush brush = {state, seat, speaker, canvas};
    draw_row(&brush, 0);
    for (int p = 0; p < brush.s->players; p++)
        draw_garden(&brush, 5 + 3 * p, p);
}
