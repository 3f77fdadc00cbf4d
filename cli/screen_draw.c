/* SPDX-License-Identifier: MIT */
/* What is on the screen: the table, what happened, the moves, the keys. */
#include "screen.h"

#include <string.h>

#include "cli_words.h"
#include "foresee.h"
#include "remote_table.h"
#include "terminal.h"

enum {
    LEAST_ROWS = 24,
    LEAST_COLUMNS = 80,
    SIDE_FROM = 116, /* columns from which what happened stands beside the table */
    BELOW = 7,       /* rows below the table, if the game does not ask for more of them */
    BELOW_LEAST = 3,
    LOG_MAX = 8,
    MOVES_WIDE = 160, /* columns of the list at the most */
    LEAST_SHEET = 19, /* columns for the points of a player, and rows */
    LEAST_SHEET_ROWS = 6,
};

/* --- pieces --- */

void screen_say(const struct screen *c, int word, char *out, size_t size)
{
    struct tk_writer text = tk_writer_over(out, size);
    session_say(c->s, &text, word, NULL);
    (void)tk_writer_text(&text);
}

static void draw_line(struct screen *c, int row, int left, int width, enum tk_ink ink, int face,
                      const char *text)
{
    grid_put_line(c->grid, row, left, width, c->s->args->lang, ink, face, tk_span_of(text));
}

static int side_width(const struct screen *c)
{
    int columns = c->grid->columns;
    if (columns < SIDE_FROM)
        return 0;
    return columns - LEAST_COLUMNS - 3 < 60 ? columns - LEAST_COLUMNS - 3 : columns / 4;
}

/* Columns of everything that is not beside it. */
static int main_width(const struct screen *c)
{
    int side = side_width(c);
    return side == 0 ? c->grid->columns : c->grid->columns - side - 3;
}

static int list_width(const struct screen *c)
{
    int width = main_width(c);
    return width < MOVES_WIDE ? width : MOVES_WIDE;
}

/* --- the table --- */

/* A game may ask for more rows than most: then the rest makes do with what is left. */
static int table_rows(const struct screen *c)
{
    int rows = c->grid->rows - BELOW, wanted = c->s->game->terminal->rows;
    int most = c->grid->rows - BELOW_LEAST;
    return wanted <= rows ? rows : wanted < most ? wanted : most;
}

static int used_rows(const struct tk_canvas *canvas)
{
    int used = 0;
    for (int i = 0; i < canvas->run_count; i++)
        used = canvas->run[i].row >= used ? canvas->run[i].row + 1 : used;
    return used;
}

/* The table at the top; returns the rows it takes. */
static int draw_table(struct screen *c)
{
    struct tk_speaker speaker = session_speaker(c->s);
    tk_canvas_clear(c->canvas, table_rows(c), main_width(c));
    c->canvas->unicode = !c->s->args->ascii;
    c->s->game->terminal->draw(session_state(c->s), c->s->viewer, &speaker, c->canvas);
    grid_put_canvas(c->grid, 0, 0, c->canvas);
    c->size = (struct view_size){.rows = table_rows(c),
                                 .columns = main_width(c),
                                 .unicode = c->canvas->unicode,
                                 .bidi = c->grid->bidi};
    return used_rows(c->canvas);
}

/* What the chosen move would do: on the board, and in words (where it is tight, by its text) with
 * the points. */
static void draw_choice(struct screen *c, bool tight, char *text, size_t size)
{
    const struct move *move = moves_chosen(c->moves);
    struct tk_writer out = tk_writer_over(text, size);
    struct foresight seen;
    text[0] = '\0';
    if (move == NULL)
        return;
    foresee(c->s, move->action, &c->size, used_rows(c->canvas), c->grid, &seen);
    /* in other languages the list has the sentences, and here is what to type */
    tk_write_text(&out, tight || c->s->args->lang != TK_EN ? move->text : move->say);
    if (seen.points_known && seen.after != seen.before) {
        char before[32], after[32];
        struct tk_writer a = tk_writer_over(before, sizeof before);
        struct tk_writer b = tk_writer_over(after, sizeof after);
        tk_write_number(&a, c->s->args->lang, seen.before);
        tk_write_number(&b, c->s->args->lang, seen.after);
        tk_write_text(&out, " (");
        session_say(c->s, &out, CLI_WORD_GAIN, "before", tk_writer_text(&a), "after",
                    tk_writer_text(&b), NULL);
        tk_write_text(&out, ")");
    }
    (void)tk_writer_text(&out);
}

/* --- what happened --- */

static int log_face(const struct screen *c, int i)
{
    return i == c->s->log_count - 1 ? TK_FACE_PLAIN : TK_FACE_DIM;
}

/* The last decisions, the newest at the bottom. */
static void draw_log(struct screen *c, int row, int rows, int width)
{
    int first = c->s->log_count - rows;
    for (int i = first < 0 ? 0 : first; i < c->s->log_count; i++, row++)
        draw_line(c, row, 0, width, TK_INK_PLAIN, log_face(c, i), c->s->log[i]);
}

static int wrapped_rows(const struct screen *c, struct tk_span text, int width)
{
    int rows = 0;
    for (; text.length > 0; rows++) {
        size_t length = grid_line_length(c->grid, text, width);
        length += length < text.length && text.data[length] == ' ';
        text = (struct tk_span){text.data + length, text.length - length};
    }
    return rows;
}

static int draw_title(struct screen *c, int row, int left, int width, int word)
{
    char title[128];
    screen_say(c, word, title, sizeof title);
    draw_line(c, row, left, width, TK_INK_TURQUOISE, TK_FACE_BOLD, title);
    return row + 1;
}

static void draw_side_log(struct screen *c, int row, int rows, int left, int width)
{
    int first = c->s->log_count, room = rows - row;
    row = draw_title(c, row, left, width, CLI_WORD_LOG);
    for (room--; first > 0; first--) {
        room -= wrapped_rows(c, tk_span_of(c->s->log[first - 1]), width);
        if (room < 0)
            break;
    }
    for (int i = first; i < c->s->log_count && row < rows; i++)
        row += grid_put_wrapped(c->grid, row, rows - row, left, width, c->s->args->lang,
                                TK_INK_PLAIN, log_face(c, i), tk_span_of(c->s->log[i]));
}

/* Lines of a longer text, as many as there is room for; what is left out is said. */
static void draw_text(struct screen *c, int row, int rows, int left, int width, const char *text)
{
    while (*text != '\0' && row < rows) {
        size_t length = strcspn(text, "\n");
        bool last = row == rows - 1 && text[length] != '\0' && text[length + 1] != '\0';
        bool inner = length > 0 && text[0] == ' ';
        if (length == 0)
            row++;
        else if (last)
            draw_line(c, row++, left, width, TK_INK_PLAIN, TK_FACE_DIM,
                      c->grid->ascii ? "..." : "…");
        else
            row += grid_put_wrapped(c->grid, row, rows - row > 2 ? 2 : rows - row, left, width,
                                    c->s->args->lang, TK_INK_PLAIN, inner ? 0 : TK_FACE_BOLD,
                                    (struct tk_span){text, length});
        text += length + (text[length] == '\n');
    }
}

/* All in one row, for want of more: "What master thinks of it: take wug 56% | …" */
static void draw_hint_row(struct screen *c, int row)
{
    char text[sizeof c->hint * 2];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    bool title = true;
    for (const char *at = c->hint; *at != '\0'; at++) {
        if (*at != '\n') {
            tk_write_char(&out, *at);
            continue;
        }
        tk_write_text(&out, at[1] == '\0' ? "" : title ? " " : " | ");
        title = false;
    }
    draw_line(c, row, 0, c->grid->columns, TK_INK_GREEN, TK_FACE_BOLD, tk_writer_text(&out));
}

/* Beside the table, a row each; returns the row after them. */
static int draw_side_hint(struct screen *c, int row, int left, int width)
{
    for (const char *at = c->hint; *at != '\0';) {
        size_t length = strcspn(at, "\n");
        row += grid_put_wrapped(c->grid, row, 3, left, width, c->s->args->lang, TK_INK_GREEN,
                                TK_FACE_BOLD, (struct tk_span){at, length});
        at += length + (at[length] == '\n');
    }
    return c->hint[0] != '\0' ? row + 1 : row;
}

static bool has_hint_row(const struct screen *c)
{
    return c->hint[0] != '\0' && side_width(c) == 0;
}

static void draw_side(struct screen *c, int rows, enum screen_part part)
{
    static char sheet[32 * 1024];
    int width = side_width(c), left = c->grid->columns - width;
    struct tk_writer out = tk_writer_over(sheet, sizeof sheet);
    if (width == 0)
        return;
    if (part != SCREEN_END) {
        draw_side_log(c, draw_side_hint(c, 0, left, width), rows, left, width);
        return;
    }
    session_sheet(c->s, &out);
    draw_text(c, 0, rows, left, width, tk_writer_text(&out));
}

/* --- what to decide --- */

static void prompt_text(const struct screen *c, char *text, size_t size)
{
    struct tk_speaker speaker = session_speaker(c->s);
    struct tk_phrase prompt;
    struct tk_writer out = tk_writer_over(text, size);
    c->s->game->text.prompt(session_state(c->s), &prompt);
    tk_phrase_write(&speaker, &prompt, &out);
    (void)tk_writer_text(&out);
}

static void add_hit(struct screen *c, struct screen_hit hit)
{
    if (c->hit_count < HITS_MAX)
        c->hit[c->hit_count++] = hit;
}

/* [take 10]  reserve 15   buy 3, from the side where one begins to read; returns the columns. */
static int draw_kinds(struct screen *c, int row)
{
    const struct moves *m = c->moves;
    int column = 0, width = list_width(c);
    for (int i = 0; i < m->kind_count; i++) {
        char text[96];
        struct tk_writer out = tk_writer_over(text, sizeof text);
        bool chosen = i == m->chosen_kind && c->input[0] == '\0';
        tk_write_text(&out, chosen ? "[" : " ");
        tk_write_text(&out, moves_kind_name(c->s, &m->kind[i]));
        tk_write_char(&out, ' ');
        tk_write_number(&out, c->s->args->lang, m->kind[i].count);
        tk_write_text(&out, chosen ? "]" : " ");
        struct tk_span span = tk_writer_span(&out);
        bool right = c->s->args->lang == TK_FA;
        grid_put_line(c->grid, row, right ? 0 : column, width - column, c->s->args->lang,
                      TK_INK_PLAIN, chosen ? TK_FACE_BOLD : TK_FACE_DIM, span);
        int room = grid_text_columns(c->grid, span);
        add_hit(c, (struct screen_hit){row, right ? width - column - room : column, room, -1, i});
        column += grid_text_columns(c->grid, span) + 1;
    }
    return column;
}

/* English is short in the notation; other languages say what a move does. */
static void move_label(const struct screen *c, const struct move *move, char *out, size_t size)
{
    size_t verb = c->input[0] == '\0' ? strcspn(move->text, " ") : 0;
    const char *rest = move->text[verb] == ' ' ? move->text + verb + 1 : move->text;
    char room[GRID_LINE];
    struct tk_span say = grid_cut(c->grid, tk_span_of(move->say), list_width(c) - 8, room);
    if (c->s->args->lang == TK_EN && c->roomy)
        snprintf(out, size, "%3d %s: %s", move->number, rest, move->say);
    else if (c->s->args->lang == TK_EN)
        snprintf(out, size, "%3d %s", move->number, rest);
    else {
        struct tk_writer text = tk_writer_over(out, size);
        tk_write_number(&text, c->s->args->lang, move->number);
        tk_write_text(&text, ". ");
        tk_write(&text, say.data, say.length);
        (void)tk_writer_text(&text);
    }
}

static int widest_label(const struct screen *c)
{
    char label[GRID_LINE];
    int widest = 4;
    for (int i = 0; i < c->moves->shown_count; i++) {
        move_label(c, &c->moves->move[c->moves->shown[i]], label, sizeof label);
        int width = grid_text_columns(c->grid, tk_span_of(label));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void draw_move(struct screen *c, int row, int column, int width, int index)
{
    char label[GRID_LINE], text[GRID_LINE + 8];
    bool chosen = index == c->moves->chosen;
    move_label(c, &c->moves->move[c->moves->shown[index]], label, sizeof label);
    snprintf(text, sizeof text, "%s%s%s", chosen ? ">" : " ", label, chosen ? "<" : " ");
    grid_put_line(c->grid, row, column, width, c->s->args->lang, TK_INK_PLAIN,
                  chosen ? TK_FACE_PAPER : 0, tk_span_of(text));
    add_hit(c, (struct screen_hit){row, column, width, index, -1});
}

/* "… 34 more" */
static void draw_more(struct screen *c, int row, int column, int width, int more)
{
    char text[128], count[32];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_writer number = tk_writer_over(count, sizeof count);
    tk_write_number(&number, c->s->args->lang, more);
    tk_write_text(&out, c->grid->ascii ? "... " : "… ");
    session_say(c->s, &out, CLI_WORD_MORE, "n", tk_writer_text(&number), NULL);
    draw_line(c, row, column, width, TK_INK_PLAIN, TK_FACE_DIM, tk_writer_text(&out));
}

/* Columns and their width for the shown moves; returns the rows that all of them need. */
static int lay_out_moves(struct screen *c, int left, int *out_width)
{
    int columns = list_width(c) - left;
    int width = widest_label(c) + 3;
    c->moves_columns = columns / width > 0 ? columns / width : 1;
    *out_width = width > columns ? columns : width;
    return (c->moves->shown_count + c->moves_columns - 1) / c->moves_columns;
}

/* The shown moves in columns, turned to the page with the chosen one; the rows used. */
static int draw_moves(struct screen *c, int row, int rows, int left)
{
    const struct moves *m = c->moves;
    int columns = list_width(c) - left, width;
    int needed = lay_out_moves(c, left, &width);
    int cells = c->moves_columns * rows, page = cells;
    if (m->shown_count > cells && cells > 1)
        page = cells - 1; /* the last cell says how many more */
    int first = m->chosen / page * page;
    for (int i = 0; i < cells && first + i < m->shown_count; i++) {
        int at = row + i / c->moves_columns, column = left + i % c->moves_columns * width;
        if (c->s->args->lang == TK_FA)
            column = columns - (i % c->moves_columns + 1) * width;
        if (i == page)
            draw_more(c, at, column, width, m->shown_count - first - page);
        else
            draw_move(c, at, column, width, first + i);
    }
    return needed < rows ? needed : rows;
}

/* What was typed; or a message; or what the chosen move does. False: there is nothing to say. */
static bool draw_input(struct screen *c, int row, const char *choice)
{
    char text[sizeof c->input + 8];
    int width = main_width(c);
    snprintf(text, sizeof text, "> %s_", c->input);
    if (c->input[0] != '\0')
        draw_line(c, row, 0, width, TK_INK_PLAIN, TK_FACE_BOLD, text);
    else if (c->message[0] != '\0')
        draw_line(c, row, 0, width, TK_INK_RED, TK_FACE_BOLD, c->message);
    else if (choice[0] != '\0')
        draw_line(c, row, 0, width, TK_INK_TURQUOISE, 0, choice);
    return c->input[0] != '\0' || c->message[0] != '\0' || choice[0] != '\0';
}

static int keys_word(const struct screen *c, enum screen_part part)
{
    if (c->s->far == NULL)
        return part == SCREEN_END ? CLI_WORD_KEYS_END : CLI_WORD_KEYS;
    return part == SCREEN_END      ? CLI_WORD_KEYS_END
           : part == SCREEN_DECIDE ? CLI_WORD_KEYS_FAR
                                   : CLI_WORD_KEYS_WATCH;
}

static void draw_keys(struct screen *c, enum screen_part part)
{
    char text[256];
    screen_say(c, keys_word(c, part), text, sizeof text);
    draw_line(c, c->grid->rows - 1, 0, c->grid->columns, TK_INK_PLAIN, TK_FACE_DIM, text);
}

/* How much time everybody has, at the end of the row that says what is to be decided. */
static void draw_clocks(struct screen *c, int row)
{
    char text[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (c->s->far == NULL)
        return;
    remote_table_clocks(c->s->far, &out);
    struct tk_span span = tk_writer_span(&out);
    int width = grid_text_columns(c->grid, span);
    int left = c->s->args->lang == TK_FA ? 0 : main_width(c) - width;
    if (width > 0 && left >= 0)
        grid_put_line(c->grid, row, left, width, c->s->args->lang, TK_INK_TURQUOISE, TK_FACE_BOLD,
                      span);
}

/* --- the parts below the table --- */

/* Three rows: what is to be decided and what the choice does share one. */
static void draw_tight(struct screen *c, const char *choice)
{
    int row = c->grid->rows - BELOW_LEAST;
    char text[1600], prompt[512]; /* both whole, and what lies between them */
    prompt_text(c, prompt, sizeof prompt);
    snprintf(text, sizeof text, "%s%s%s", prompt, choice[0] != '\0' ? "  | " : "", choice);
    if (has_hint_row(c) && c->input[0] == '\0' && c->message[0] == '\0')
        draw_hint_row(c, row);
    else if (!draw_input(c, row, ""))
        draw_line(c, row, 0, c->grid->columns, TK_INK_GOLD, TK_FACE_BOLD, text);
    draw_clocks(c, row);
    draw_moves(c, row + 1, 1, c->input[0] == '\0' ? draw_kinds(c, row + 1) : 0);
}

/* What everybody has so far, by its parts, side by side. */
static void draw_points_now(struct screen *c, int row, int rows)
{
    static char text[32 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    int seats = c->s->config.players, width = main_width(c) / seats, place = -1, line = 0;
    if (width < LEAST_SHEET || rows - row < LEAST_SHEET_ROWS)
        return;
    session_sheet_brief(c->s, &out);
    for (const char *at = tk_writer_text(&out); *at != '\0';) {
        size_t length = strcspn(at, "\n");
        bool head = at[0] != ' ';
        place += head;
        line = head ? row : line + 1;
        int left = c->s->args->lang == TK_FA ? main_width(c) - (place + 1) * width : place * width;
        bool more = at[length] == '\n' && at[length + 1] == ' ';
        if (line == rows - 1 && !head && more)
            grid_put_line(c->grid, line, left, width - 2, c->s->args->lang, TK_INK_PLAIN,
                          TK_FACE_DIM, tk_span_of(c->grid->ascii ? "  ..." : "  …"));
        else if (line < rows)
            grid_put_line(c->grid, line, left, width - 2, c->s->args->lang, TK_INK_PLAIN,
                          head ? TK_FACE_BOLD : TK_FACE_DIM, (struct tk_span){at, length});
        at += length + (at[length] == '\n');
    }
}

/* Can every move be told in full, a line each or several beside each other? */
static bool has_room_for_sentences(struct screen *c, int rows)
{
    int width;
    c->roomy = true;
    c->roomy = lay_out_moves(c, 0, &width) <= rows;
    return c->roomy;
}

static void draw_decision(struct screen *c, int row, const char *choice)
{
    char prompt[512];
    int rows = c->grid->rows;
    has_room_for_sentences(c, (rows - row) / 2 - 4);
    prompt_text(c, prompt, sizeof prompt);
    draw_line(c, row, 0, main_width(c), TK_INK_GOLD, TK_FACE_BOLD, prompt);
    draw_clocks(c, row++);
    draw_kinds(c, row++);
    int left = rows - row - 2 - has_hint_row(c); /* what the choice does, and the keys */
    row += draw_moves(c, row, left < 1 ? 1 : left, 0);
    if (has_hint_row(c))
        draw_hint_row(c, row++);
    draw_input(c, row, choice);
    c->roomy = false;
    draw_points_now(c, row + 2, rows - 2);
}

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

/* Who has won, in the one row that a tall table leaves, and then how: "1. Ada: 19  2. Bot: 13  …" */
static void draw_end_row(struct screen *c, int row, const char *text)
{
    char line[2048];
    struct tk_writer out = tk_writer_over(line, sizeof line);
    size_t ending = strcspn(text, "\n");
    for (const char *at = text + ending + (text[ending] == '\n'); *at != '\0'; at++)
        tk_write_char(&out, (char)(*at == '\n' ? ' ' : *at));
    tk_write_text(&out, "  ");
    tk_write(&out, text, ending);
    struct tk_span whole = tk_writer_span(&out);
    size_t blank = strspn(line, " ");
    grid_put_line(c->grid, row, 0, main_width(c), c->s->args->lang, TK_INK_GOLD, TK_FACE_BOLD,
                  (struct tk_span){whole.data + blank, whole.length - blank});
}

static void draw_end(struct screen *c, int row)
{
    static char text[32 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    int last = c->grid->rows - 2;
    session_standing(c->s, &out);
    (void)tk_writer_text(&out);
    int lines = count_lines(text);
    if (last - row < lines) {
        draw_end_row(c, row < last ? row : last, text);
    } else {
        draw_text(c, row, last, 0, main_width(c), text);
        if (side_width(c) == 0)
            draw_points_now(c, row + lines + 1, c->message[0] == '\0' ? last + 1 : last);
    }
    if (c->message[0] != '\0')
        draw_line(c, last, 0, c->grid->columns, TK_INK_RED, TK_FACE_BOLD, c->message);
}

static bool draw_small(struct screen *c)
{
    char text[256];
    if (c->grid->rows >= LEAST_ROWS && c->grid->columns >= LEAST_COLUMNS)
        return false;
    screen_say(c, CLI_WORD_SMALL, text, sizeof text);
    grid_put_wrapped(c->grid, 0, c->grid->rows, 0, c->grid->columns, c->s->args->lang, TK_INK_PLAIN,
                     TK_FACE_BOLD, tk_span_of(text));
    return true;
}

/* The moves come first, then what happened: but always its last line. */
static int log_rows(struct screen *c, int left, enum screen_part part)
{
    int width, moves = part == SCREEN_DECIDE ? lay_out_moves(c, 0, &width) : 1;
    int log = left - 4 - (moves < 2 ? 2 : moves) - has_hint_row(c);
    log = log < 1 ? 1 : log > LOG_MAX ? LOG_MAX : log;
    log = log > c->s->log_count ? c->s->log_count : log;
    return side_width(c) > 0 || left < BELOW - 1 ? 0 : log;
}

static void draw_below(struct screen *c, int row, enum screen_part part)
{
    char choice[1024] = "", prompt[512];
    int rows = c->grid->rows, left = rows - row, air = left > BELOW + 1;
    int log = log_rows(c, left - air, part);
    bool tight = part == SCREEN_DECIDE && left < BELOW - 1;
    if (part == SCREEN_DECIDE)
        draw_choice(c, tight, choice, sizeof choice);
    if (tight) {
        draw_tight(c, choice);
        return;
    }
    row += air;
    if (part == SCREEN_END) {
        draw_end(c, row);
        return;
    }
    draw_log(c, row, log, main_width(c));
    row += log;
    if (part == SCREEN_DECIDE) {
        draw_decision(c, row, choice);
        return;
    }
    prompt_text(c, prompt, sizeof prompt);
    draw_line(c, row, 0, main_width(c), TK_INK_GOLD, TK_FACE_BOLD, prompt);
    draw_clocks(c, row++);
    draw_input(c, row, "");
}

void screen_draw_text(struct screen *c, const char *text)
{
    int rows, columns;
    terminal_size(&rows, &columns);
    grid_clear(c->grid, rows, columns);
    draw_text(c, 0, rows - 3, 0, columns, text);
    draw_input(c, rows - 2, "");
    draw_keys(c, SCREEN_WATCH);
    terminal_show(c->grid);
}

void screen_draw(struct screen *c, enum screen_part part)
{
    int rows, columns;
    terminal_size(&rows, &columns);
    grid_clear(c->grid, rows, columns);
    c->hit_count = 0;
    if (!draw_small(c)) {
        int row = draw_table(c);
        draw_below(c, row, part);
        draw_side(c, c->grid->rows - 2, part);
        draw_keys(c, part);
    }
    terminal_show(c->grid);
}
