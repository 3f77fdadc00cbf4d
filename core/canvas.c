/* SPDX-License-Identifier: MIT */
/* A list of runs of text, bounded in number and size. */
#include "canvas.h"

void tk_canvas_clear(struct tk_canvas *canvas, int rows, int columns)
{
    canvas->rows = (int16_t)rows;
    canvas->columns = (int16_t)columns;
    canvas->frame = NULL;
    canvas->run_count = 0;
    canvas->text_used = 0;
}

int tk_draw(struct tk_canvas *canvas, int row, int column, enum tk_ink ink, int face,
            struct tk_span text)
{
    int after = column + tk_text_columns(text);
    bool inside = row >= 0 && row < canvas->rows && column >= 0 && after <= canvas->columns;
    bool room = canvas->run_count < TK_RUNS_MAX &&
                text.length <= (size_t)(TK_CANVAS_TEXT - canvas->text_used);
    if (inside && room && text.length > 0) {
        canvas->run[canvas->run_count++] = (struct tk_run){
            .row = (int16_t)row,
            .column = (int16_t)column,
            .offset = canvas->text_used,
            .length = (uint16_t)text.length,
            .ink = (uint8_t)ink,
            .face = (uint8_t)face,
        };
        tk_copy(canvas->text + canvas->text_used, text.data, text.length);
        canvas->text_used = (uint16_t)(canvas->text_used + text.length);
    }
    return after;
}

int tk_draw_text(struct tk_canvas *canvas, int row, int column, enum tk_ink ink, int face,
                 const char *text)
{
    return tk_draw(canvas, row, column, ink, face, tk_span_of(text));
}

/* The longest beginning of a text that takes at most `width` columns. */
static struct tk_span beginning(struct tk_span text, int width)
{
    struct tk_reader in = tk_reader_over(text);
    size_t length = 0;
    while (!tk_read_end(&in)) {
        tk_read_codepoint(&in);
        struct tk_span so_far = {text.data, (size_t)(in.at - text.data)};
        if (tk_text_columns(so_far) > width)
            break;
        length = so_far.length;
    }
    return (struct tk_span){text.data, length};
}

int tk_draw_cut(struct tk_canvas *canvas, int row, int column, int width, enum tk_ink ink, int face,
                struct tk_span text)
{
    char room[512];
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_span whole = beginning(text, width);
    if (whole.length == text.length || width <= TK_ABBREVIATION)
        return tk_draw(canvas, row, column, ink, face, whole);
    struct tk_span most = beginning(text, width - 1);
    tk_write(&out, most.data, most.length);
    tk_write_text(&out, canvas->unicode ? "…" : "~"); /* one run: the letters before it join */
    return tk_draw(canvas, row, column, ink, face, tk_writer_span(&out));
}

/* Up to the next space, hyphen or joint of a compound; the rest of the name goes to *out_rest. */
static struct tk_span first_word(struct tk_span name, struct tk_span *out_rest)
{
    struct tk_reader in = tk_reader_over(name);
    const char *end = in.at;
    while (!tk_read_end(&in)) {
        uint32_t point = tk_read_codepoint(&in);
        if (point == ' ' || point == '-' || point == 0x200c)
            break;
        end = in.at;
    }
    *out_rest = (struct tk_span){in.at, (size_t)(name.data + name.length - in.at)};
    return (struct tk_span){name.data, (size_t)(end - name.data)};
}

int tk_draw_short(struct tk_canvas *canvas, int row, int column, int width, enum tk_ink ink,
                  int face, struct tk_span name)
{
    char room[512];
    struct tk_writer out = tk_writer_over(room, sizeof room);
    struct tk_span rest, first = first_word(name, &rest), second = first_word(rest, &rest);
    if (tk_text_columns(name) <= width || second.length == 0)
        return tk_draw_cut(canvas, row, column, width, ink, face, name);
    struct tk_span tail = beginning(second, (width - 1) / 2);
    struct tk_span head = beginning(first, width - 1 - tk_text_columns(tail));
    tail = beginning(second, width - 1 - tk_text_columns(head));
    tk_write(&out, head.data, head.length);
    tk_write_char(&out, '.');
    tk_write(&out, tail.data, tail.length);
    return tk_draw(canvas, row, column, ink, face, tk_writer_span(&out));
}

int tk_draw_number(struct tk_canvas *canvas, int row, int column, enum tk_ink ink, int face,
                   enum tk_lang lang, int64_t number)
{
    char digits[48];
    struct tk_writer out = tk_writer_over(digits, sizeof digits);
    tk_write_number(&out, lang, number);
    return tk_draw(canvas, row, column, ink, face, tk_writer_span(&out));
}
