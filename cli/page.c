/* SPDX-License-Identifier: MIT */
/* A long text on the whole screen. */
#include "page.h"

#include <string.h>

#include "terminal.h"

enum { LINES_MAX = 4000, SEARCH_MAX = 64 };

/* A line as it is shown. */
struct line {
    struct tk_span text;
    bool heading;
};

struct reading {
    const struct page *page;
    int rows, columns, count, top;
    char search[SEARCH_MAX];
    struct line line[LINES_MAX];
};

/* --- lines --- */

static void add_paragraph(struct reading *r, struct tk_span text)
{
    bool heading = text.length > 3 && strncmp(text.data, "## ", 3) == 0;
    if (heading)
        text = (struct tk_span){text.data + 3, text.length - 3};
    do {
        size_t length = grid_line_length(r->page->grid, text, r->columns);
        if (r->count < LINES_MAX)
            r->line[r->count++] = (struct line){{text.data, length}, heading};
        length += length < text.length && text.data[length] == ' ';
        text = (struct tk_span){text.data + length, text.length - length};
    } while (text.length > 0);
}

static void break_lines(struct reading *r)
{
    r->count = 0;
    for (const char *at = r->page->text; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        add_paragraph(r, (struct tk_span){at, length});
        at += length + (at[length] == '\n');
    }
}

static void stay_inside(struct reading *r)
{
    int last = r->count - (r->rows - 1);
    r->top = r->top > last ? last : r->top;
    r->top = r->top < 0 ? 0 : r->top;
}

/* --- searching --- */

static bool is_found(const struct reading *r, int line)
{
    char text[1024], folded[1024], wanted[SEARCH_MAX];
    const struct tk_span span = r->line[line].text;
    snprintf(text, sizeof text, "%.*s", (int)span.length, span.data);
    cli_fold(text, folded, sizeof folded);
    cli_fold(r->search, wanted, sizeof wanted);
    return r->search[0] != '\0' && strstr(folded, wanted) != NULL;
}

/* The next line with it, after the end from the beginning. */
static void seek(struct reading *r, int from)
{
    for (int i = 0; i < r->count; i++) {
        int line = (from + i) % r->count;
        if (is_found(r, line)) {
            r->top = line;
            return;
        }
    }
}

static void type(struct reading *r, int key)
{
    char text[4];
    size_t length = strlen(r->search), more = (size_t)grid_encode((uint32_t)key, text);
    if (length + more < sizeof r->search) {
        memcpy(r->search + length, text, more);
        r->search[length + more] = '\0';
        seek(r, r->top);
    }
}

static void rub_out(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && ((unsigned char)text[length - 1] & 0xc0) == 0x80)
        length--;
    text[length > 0 ? length - 1 : 0] = '\0';
}

/* --- drawing --- */

static void draw_foot(const struct reading *r)
{
    const struct page *page = r->page;
    char text[512];
    bool more = r->top + r->rows - 1 < r->count;
    const char *arrow = page->grid->ascii ? "v" : "↓";
    if (r->search[0] != '\0')
        snprintf(text, sizeof text, "/%s_", r->search);
    else
        snprintf(text, sizeof text, "%s%s%s", page->foot, more ? "  " : "", more ? arrow : "");
    grid_put_line(page->grid, r->rows - 1, 0, r->columns, page->lang, TK_INK_TURQUOISE,
                  TK_FACE_BOLD, tk_span_of(text));
}

static void draw(struct reading *r)
{
    const struct page *page = r->page;
    terminal_size(&r->rows, &r->columns);
    grid_clear(page->grid, r->rows, r->columns);
    r->rows = page->grid->rows;
    r->columns = page->grid->columns < 100 ? page->grid->columns : 100; /* longer is hard to read */
    break_lines(r);
    stay_inside(r);
    for (int i = r->top; i < r->count && i - r->top < r->rows - 1; i++) {
        bool found = is_found(r, i), heading = r->line[i].heading;
        grid_put_line(page->grid, i - r->top, 0, r->columns, page->lang,
                      found || heading ? TK_INK_GOLD : TK_INK_PLAIN,
                      (heading ? TK_FACE_BOLD : 0) | (found ? GRID_MARKED : 0), r->line[i].text);
    }
    draw_foot(r);
    terminal_show(page->grid);
}

/* --- keys --- */

static int step_of(const struct reading *r, int key)
{
    switch (key) {
    case KEY_IS_WHEEL_UP:
    case KEY_IS_UP:
        return -1;
    case KEY_IS_WHEEL_DOWN:
    case KEY_IS_DOWN:
        return 1;
    case KEY_IS_PAGE_UP:
        return 2 - r->rows;
    case KEY_IS_PAGE_DOWN:
    case ' ':
        return r->rows - 2;
    case KEY_IS_FIRST:
        return -LINES_MAX;
    case KEY_IS_LAST:
        return LINES_MAX;
    default:
        return 0;
    }
}

/* False when the page was read. */
static bool handle(struct reading *r, int key)
{
    bool searching = r->search[0] != '\0';
    if (key == KEY_ENDS || ((key == KEY_IS_ENTER || key == KEY_IS_ESCAPE) && !searching))
        return false;
    if (key == KEY_IS_ENTER)
        seek(r, r->top + 1);
    else if (key == KEY_IS_ESCAPE)
        r->search[0] = '\0';
    else if (key == KEY_IS_BACK)
        rub_out(r->search);
    else if (key < KEY_IS_ENTER && (key != ' ' || searching) && (key != '/' || searching))
        type(r, key);
    r->top += searching && key == ' ' ? 0 : step_of(r, key);
    stay_inside(r);
    return true;
}

int page_read(const struct page *page)
{
    static struct reading reading; /* large */
    struct reading *r = &reading;
    int key;
    *r = (struct reading){.page = page, .top = page->from_end ? LINES_MAX : 0};
    do {
        draw(r);
        key = terminal_key();
    } while (handle(r, key));
    return key;
}
