/* The table in character cells. */
#include "kingdom_internal.h"

void kingdom_draw(const void *state, int seat, const struct tk_speaker *speaker,
                  struct tk_canvas *canvas)
{
    (void)state, (void)seat, (void)speaker;
    tk_draw_text(canvas, 0, 0, TK_INK_PLAIN, 0, "-");
}
