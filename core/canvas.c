/* A list of runs of text, bounded in number and size. */
#include "canvas.h"

void tk_canvas_clear(struct tk_canvas *canvas, int rows, int columns)
{
    canvas->rows = (int16_t)rows;
    canvas->columns = (int16_t)columns;
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

int tk_draw_number(struct tk_canvas *canvas, int row, int column, enum tk_ink ink, int face,
                   enum tk_lang lang, int64_t number)
{
    char digits[48];
    struct tk_writer out = tk_writer_over(digits, sizeof digits);
    tk_write_number(&out, lang, number);
    return tk_draw(canvas, row, column, ink, face, tk_writer_span(&out));
}
