/* Playing on the whole screen: the table, what happened, and a menu of moves. */
#include "session.h"

#include <curses.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli_words.h"
#include "grid.h"

enum {
    LEAST_ROWS = 24,
    LEAST_COLUMNS = 80,
    SIDE_FROM = 116,    /* columns from which the log stands beside the table */
    BELOW = 7,          /* rows below the table at the least */
    GROUPS_MAX = 16,    /* kinds of moves */
    BOT_PAUSE_MS = 400, /* so that one sees what a bot did */
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* Moves of one kind: those that begin with the same word. */
struct group {
    char word[24];
    int first, count; /* in screen.order */
};

struct screen {
    struct session *s;
    struct grid *grid;
    struct tk_canvas *canvas;
    tk_action legal[TK_ACTIONS_MAX];
    int order[TK_ACTIONS_MAX]; /* indexes into legal, group by group */
    int legal_count;
    struct group group[GROUPS_MAX];
    int group_count;
    int chosen_group, chosen; /* chosen: within the group */
    int grid_columns;         /* moves side by side in the menu */
    char input[128];
    char message[512];
    bool leaving;
};

/* --- the terminal --- */

static const short ink_colours[TK_INK_COUNT][2] = {
    /* with 256 colours, with 8 */
    [TK_INK_PLAIN] = {-1, -1},  [TK_INK_WHITE] = {231, 7},    [TK_INK_BLUE] = {75, 4},
    [TK_INK_GREEN] = {71, 2},   [TK_INK_RED] = {167, 1},      [TK_INK_BLACK] = {245, 7},
    [TK_INK_GOLD] = {220, 3},   [TK_INK_GREY] = {249, 7},     [TK_INK_BROWN] = {137, 3},
    [TK_INK_PURPLE] = {140, 5}, [TK_INK_TURQUOISE] = {44, 6}, [TK_INK_SAND] = {222, 3},
    [TK_INK_PINK] = {211, 5},
};

static void terminal_begin(const struct cli_args *args)
{
    initscr();
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(50);
    curs_set(0);
    if (!has_colors() || args->no_colour || getenv("NO_COLOR") != NULL)
        return;
    start_color();
    use_default_colors();
    for (int ink = 0; ink < TK_INK_COUNT; ink++) {
        short colour = ink_colours[ink][COLORS >= 256 ? 0 : 1];
        init_pair((short)(1 + ink), colour, -1);
        init_pair((short)(1 + TK_INK_COUNT + ink), COLOR_BLACK, colour < 0 ? COLOR_WHITE : colour);
    }
}

static short colour_pair(const struct grid_cell *cell)
{
    bool paper = (cell->face & TK_FACE_PAPER) != 0;
    bool plain = cell->ink == TK_INK_PLAIN;
    return (short)(plain ? 0 : 1 + cell->ink + (paper ? TK_INK_COUNT : 0));
}

static attr_t attributes(const struct grid_cell *cell)
{
    attr_t look = A_NORMAL;
    bool paper = (cell->face & TK_FACE_PAPER) != 0;
    if ((cell->face & TK_FACE_BOLD) != 0)
        look |= A_BOLD;
    if ((cell->face & TK_FACE_DIM) != 0)
        look |= A_DIM;
    if ((cell->face & TK_FACE_OPEN) != 0)
        look |= A_UNDERLINE | A_BOLD;
    if (paper && cell->ink == TK_INK_PLAIN)
        look |= A_REVERSE;
    return look;
}

static void show(struct screen *c)
{
    erase();
    for (int row = 0; row < c->grid->rows; row++) {
        for (int column = 0; column < c->grid->columns; column++) {
            const struct grid_cell *cell = &c->grid->cell[row][column];
            if (cell->text[0] == '\0')
                continue;
            attr_set(attributes(cell), colour_pair(cell), NULL);
            mvaddstr(row, column, cell->text);
        }
    }
    attr_set(A_NORMAL, 0, NULL);
    refresh();
}

/* The next key, or ERR when the input has ended or the person pressed Ctrl-C. */
static int read_key(struct screen *c)
{
    int key = interrupted ? ERR : getch();
    if (key == ERR || key == 4)
        c->leaving = true;
    return c->leaving ? ERR : key;
}

/* --- the menu --- */

static void move_text(const struct screen *c, int index, struct tk_writer *out)
{
    c->s->game->text.format(session_state(c->s), c->legal[index], out);
    tk_writer_text(out);
}

static int find_group(struct screen *c, const char *move)
{
    size_t length = strcspn(move, " ");
    for (int i = 0; i < c->group_count; i++)
        if (strlen(c->group[i].word) == length && strncmp(c->group[i].word, move, length) == 0)
            return i;
    if (c->group_count == GROUPS_MAX || length >= sizeof c->group[0].word)
        return GROUPS_MAX - 1;
    snprintf(c->group[c->group_count].word, sizeof c->group[0].word, "%.*s", (int)length, move);
    c->group[c->group_count].count = 0;
    return c->group_count++;
}

static void list_moves(struct screen *c)
{
    int group_of[TK_ACTIONS_MAX], filled = 0;
    char move[TK_MOVE_TEXT_MAX + 1];
    c->legal_count = c->s->game->rules.legal(session_state(c->s), c->legal);
    c->group_count = 0;
    for (int i = 0; i < c->legal_count; i++) {
        struct tk_writer out = tk_writer_over(move, sizeof move);
        move_text(c, i, &out);
        group_of[i] = find_group(c, move);
        c->group[group_of[i]].count++;
    }
    for (int group = 0; group < c->group_count; group++) {
        c->group[group].first = filled;
        for (int i = 0; i < c->legal_count; i++)
            if (group_of[i] == group)
                c->order[filled++] = i;
    }
    c->chosen_group = 0;
    c->chosen = 0;
}

static int chosen_index(const struct screen *c)
{
    return c->order[c->group[c->chosen_group].first + c->chosen];
}

/* What the chosen move does, in words. Hidden things are redrawn first: a preview must not tell
 * them. */
static void preview(struct screen *c, struct tk_writer *out)
{
    tk_state before, after;
    struct session *s = c->s;
    struct tk_speaker speaker = session_speaker(s);
    struct tk_phrase phrases[TK_PHRASES_MAX];
    memcpy(before, session_state(s), s->game->state_size);
    s->game->knowledge.determinise(before, s->viewer, &s->rng);
    memcpy(after, before, s->game->state_size);
    tk_action action = c->legal[chosen_index(c)];
    tk_play(s->game, after, action);
    s->game->text.describe(before, action, after, TK_SPECTATOR, phrases);
    tk_phrase_write(&speaker, &phrases[0], out);
}

/* --- drawing --- */

static struct tk_span span(const char *text)
{
    return tk_span_of(text);
}

/* The table at the top; returns the rows it takes. */
static int draw_table(struct screen *c, int rows)
{
    struct tk_speaker speaker = session_speaker(c->s);
    int used = 0, columns = c->grid->columns;
    tk_canvas_clear(c->canvas, rows, columns >= SIDE_FROM ? LEAST_COLUMNS : columns);
    c->canvas->unicode = !c->s->args->ascii;
    c->s->game->terminal->draw(session_state(c->s), c->s->viewer, &speaker, c->canvas);
    grid_put_canvas(c->grid, 0, 0, c->canvas);
    for (int i = 0; i < c->canvas->run_count; i++)
        used = c->canvas->run[i].row >= used ? c->canvas->run[i].row + 1 : used;
    return used;
}

static void draw_line(struct screen *c, int row, int left, int width, enum tk_ink ink, int face,
                      const char *text)
{
    grid_put_line(c->grid, row, left, width, c->s->args->lang, ink, face, span(text));
}

/* Breaks a long line at spaces; returns the rows used, at most `rows`. */
static int draw_wrapped(struct screen *c, int row, int rows, int left, int width, int face,
                        const char *text)
{
    int used = 0;
    while (*text != '\0' && used < rows) {
        char line[1024];
        size_t length = 0, fits = 0;
        while (text[length] != '\0') {
            size_t next = length + strcspn(text + length, " ");
            if (grid_text_columns(c->grid, (struct tk_span){text, next}) > width && fits > 0)
                break;
            fits = next;
            length = next + (text[next] == ' ');
        }
        snprintf(line, sizeof line, "%.*s", (int)fits, text);
        draw_line(c, row + used++, left, width, TK_INK_PLAIN, face, line);
        text += fits + (text[fits] == ' ');
    }
    return used;
}

/* The last decisions, the newest at the bottom. */
static void draw_log(struct screen *c, int row, int rows, int left, int width)
{
    int first = c->s->length - rows;
    for (int i = first < 0 ? 0 : first; i < c->s->length; i++, row++)
        draw_line(c, row, left, width, TK_INK_PLAIN,
                  i == c->s->length - 1 ? TK_FACE_PLAIN : TK_FACE_DIM, c->s->log[i]);
}

static void draw_side(struct screen *c, int rows)
{
    int left = LEAST_COLUMNS + 3, width = c->grid->columns - left, row = 0, first = c->s->length;
    char title[128];
    struct tk_writer out = tk_writer_over(title, sizeof title);
    session_say(c->s, &out, CLI_WORD_LOG, NULL);
    draw_line(c, row++, left, width, TK_INK_TURQUOISE, TK_FACE_BOLD, tk_writer_text(&out));
    for (int room = rows - 2; first > 0 && room > 0; first--)
        room -= 1 + grid_text_columns(c->grid, span(c->s->log[first - 1])) / width;
    for (int i = first; i < c->s->length && row < rows; i++)
        row += draw_wrapped(c, row, rows - row, left, width,
                            i == c->s->length - 1 ? TK_FACE_PLAIN : TK_FACE_DIM, c->s->log[i]);
}

static void draw_prompt(struct screen *c, int row)
{
    struct tk_speaker speaker = session_speaker(c->s);
    struct tk_phrase prompt;
    char text[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    c->s->game->text.prompt(session_state(c->s), &prompt);
    tk_phrase_write(&speaker, &prompt, &out);
    draw_line(c, row, 0, LEAST_COLUMNS, TK_INK_GOLD, TK_FACE_BOLD, tk_writer_text(&out));
}

/* take 10   reserve 15   buy 3 */
static void draw_groups(struct screen *c, int row)
{
    int column = 0;
    for (int i = 0; i < c->group_count; i++) {
        char text[48];
        bool chosen = i == c->chosen_group;
        snprintf(text, sizeof text, chosen ? "[%s %d]" : " %s %d ", c->group[i].word,
                 c->group[i].count);
        column = grid_put(c->grid, row, column, TK_INK_PLAIN, chosen ? TK_FACE_BOLD : TK_FACE_DIM,
                          span(text)) +
                 1;
    }
}

/* The moves of the chosen kind in columns, turned to the page with the chosen one; the rows used.
 */
static int draw_moves(struct screen *c, int row, int rows)
{
    const struct group *group = &c->group[c->chosen_group];
    char texts[TK_ACTIONS_MAX][TK_MOVE_TEXT_MAX + 1];
    int widest = 4, columns = c->grid->columns < 160 ? c->grid->columns : 160;
    size_t verb = strlen(group->word);
    for (int i = 0; i < group->count; i++) {
        struct tk_writer out = tk_writer_over(texts[i], sizeof texts[i]);
        move_text(c, c->order[group->first + i], &out);
        int width = (int)strlen(texts[i]) - (int)verb - 1;
        widest = width > widest ? width : widest;
    }
    int width = widest + 6; /* number, space, text, gap */
    c->grid_columns = columns / width > 0 ? columns / width : 1;
    int page = c->grid_columns * rows, first = c->chosen / page * page;
    for (int i = first; i < group->count && i < first + page; i++) {
        char text[TK_MOVE_TEXT_MAX + 16];
        const char *rest = texts[i][verb] == ' ' ? texts[i] + verb + 1 : texts[i];
        bool chosen = i == c->chosen;
        snprintf(text, sizeof text, "%s%3d %s%s", chosen ? ">" : " ",
                 c->order[group->first + i] + 1, rest, chosen ? "<" : "");
        grid_put(c->grid, row + (i - first) / c->grid_columns,
                 (i - first) % c->grid_columns * width, TK_INK_PLAIN, chosen ? TK_FACE_PAPER : 0,
                 span(text));
    }
    int needed = (group->count + c->grid_columns - 1) / c->grid_columns;
    return needed < rows ? needed : rows;
}

/* What was typed; or a message; or what the chosen move does. */
static void draw_input(struct screen *c, int row)
{
    char text[1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (c->input[0] != '\0') {
        tk_write_text(&out, "> ");
        tk_write_text(&out, c->input);
        tk_write_text(&out, "_");
        grid_put(c->grid, row, 0, TK_INK_PLAIN, TK_FACE_BOLD, span(tk_writer_text(&out)));
    } else if (c->message[0] != '\0') {
        draw_line(c, row, 0, c->grid->columns, TK_INK_RED, TK_FACE_BOLD, c->message);
    } else if (c->group_count > 0) {
        preview(c, &out);
        draw_line(c, row, 0, c->grid->columns, TK_INK_TURQUOISE, 0, tk_writer_text(&out));
    }
}

static void draw_keys(struct screen *c, int row)
{
    char text[256];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_say(c->s, &out, CLI_WORD_KEYS, NULL);
    draw_line(c, row, 0, c->grid->columns, TK_INK_PLAIN, TK_FACE_DIM, tk_writer_text(&out));
}

static bool draw_small(struct screen *c)
{
    char text[256];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (c->grid->rows >= LEAST_ROWS && c->grid->columns >= LEAST_COLUMNS)
        return false;
    session_say(c->s, &out, CLI_WORD_SMALL, NULL);
    draw_wrapped(c, 0, c->grid->rows, 0, c->grid->columns, TK_FACE_BOLD, tk_writer_text(&out));
    return true;
}

static void draw(struct screen *c, bool menu)
{
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    grid_clear(c->grid, rows, columns);
    rows = c->grid->rows;
    columns = c->grid->columns;
    if (!draw_small(c)) {
        bool side = columns >= SIDE_FROM;
        int row = draw_table(c, rows - BELOW), left = rows - row;
        int log_rows = side ? 0 : left > BELOW + 4 ? left - BELOW - 2 : 2;
        int roomy = left > BELOW + 1;
        if (log_rows > 12)
            log_rows = 12;
        if (side)
            draw_side(c, rows - BELOW);
        row += roomy;
        draw_log(c, row, log_rows, 0, columns);
        row += log_rows;
        draw_prompt(c, row++);
        if (menu) {
            int move_rows = rows - row - 2 - roomy;
            draw_groups(c, row++);
            row += draw_moves(c, row, move_rows < 1 ? 1 : move_rows);
            draw_input(c, row);
        }
        if (roomy)
            draw_keys(c, rows - 1);
    }
    show(c);
}

/* --- pages of text --- */

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

static void draw_page(struct screen *c, const char *text, int skip)
{
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    grid_clear(c->grid, rows, columns);
    int row = 0, line = 0;
    for (; *text != '\0' && row < c->grid->rows - 1; line++) {
        char copy[1024];
        size_t length = strcspn(text, "\n");
        snprintf(copy, sizeof copy, "%.*s", (int)length, text);
        if (line >= skip)
            row += draw_wrapped(c, row, c->grid->rows - 1 - row, 0, c->grid->columns, 0, copy) +
                   (length == 0);
        text += length + (text[length] == '\n');
    }
    char press[128];
    struct tk_writer out = tk_writer_over(press, sizeof press);
    session_say(c->s, &out, CLI_WORD_PRESS, NULL);
    draw_line(c, c->grid->rows - 1, 0, c->grid->columns, TK_INK_TURQUOISE, TK_FACE_BOLD,
              tk_writer_text(&out));
    show(c);
}

static bool is_enter(int key)
{
    return key == '\n' || key == '\r' || key == KEY_ENTER;
}

/* Shows a text until Enter or Esc is pressed; arrows and page keys move in it. */
static void read_page(struct screen *c, const char *text, bool from_end)
{
    int lines = count_lines(text), skip = from_end && lines > LINES - 2 ? lines - LINES + 2 : 0;
    for (;;) {
        draw_page(c, text, skip);
        int key = read_key(c);
        int step = key == KEY_DOWN    ? 1
                   : key == KEY_UP    ? -1
                   : key == KEY_NPAGE ? LINES - 2
                   : key == KEY_PPAGE ? 2 - LINES
                                      : 0;
        if (key == ERR || key == 27 || is_enter(key))
            return;
        skip += step;
        skip = skip > lines - 1 ? lines - 1 : skip;
        skip = skip < 0 ? 0 : skip;
    }
}

static void page_log(struct screen *c)
{
    struct cli_text text = {0};
    for (int i = 0; i < c->s->length; i++) {
        cli_text_add(&text, c->s->log[i], strlen(c->s->log[i]));
        cli_text_add(&text, "\n", 1);
    }
    cli_text_add(&text, "", 1);
    read_page(c, text.data, true);
    cli_text_clear(&text);
}

static void page_help(struct screen *c)
{
    static const int words[] = {CLI_WORD_HELP_1, CLI_WORD_HELP_2, CLI_WORD_HELP_3, CLI_WORD_HELP_4,
                                CLI_WORD_HELP_5, CLI_WORD_HELP_6, CLI_WORD_HELP_7};
    char text[4096];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    for (int i = 0; i < TK_COUNT(words); i++) {
        session_say(c->s, &out, words[i], NULL);
        tk_write_char(&out, '\n');
    }
    read_page(c, tk_writer_text(&out), false);
}

static void page_sheet(struct screen *c)
{
    static char text[32 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_sheet(c->s, &out);
    read_page(c, tk_writer_text(&out), false);
}

static void page_hint(struct screen *c)
{
    char text[4096];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_hint(c->s, &out);
    read_page(c, tk_writer_text(&out), false);
}

/* --- what a person does --- */

static void say_save(struct screen *c, const char *path)
{
    struct tk_writer out = tk_writer_over(c->message, sizeof c->message);
    const char *file = path[0] != '\0' ? path : c->s->save;
    if (file == NULL)
        session_say(c->s, &out, CLI_WORD_SAVE_NAME, NULL);
    else if (session_save(c->s, file))
        session_say(c->s, &out, CLI_WORD_SAVED, "file", file, NULL);
    else
        session_say(c->s, &out, CLI_WORD_SAVE_FAILED, "file", file, "why", strerror(errno), NULL);
    tk_writer_text(&out);
}

static void obey(struct screen *c, const struct typed *typed)
{
    struct tk_writer out = tk_writer_over(c->message, sizeof c->message);
    switch (typed->kind) {
    case TYPED_MOVE:
        session_play(c->s, typed->action);
        break;
    case TYPED_UNDO:
        session_say(c->s, &out, session_undo(c->s), NULL);
        tk_writer_text(&out);
        break;
    case TYPED_LOG:
        page_log(c);
        break;
    case TYPED_SHEET:
        page_sheet(c);
        break;
    case TYPED_HINT:
        page_hint(c);
        break;
    case TYPED_SAVE:
        say_save(c, typed->words);
        break;
    case TYPED_HELP:
    case TYPED_MOVES: /* the menu shows them all the time */
        page_help(c);
        break;
    case TYPED_QUIT:
        c->leaving = true;
        break;
    case TYPED_WRONG:
        snprintf(c->message, sizeof c->message, "%s", typed->words);
        break;
    case TYPED_NOTHING:
        break;
    }
}

static void enter(struct screen *c)
{
    struct typed typed = {.kind = TYPED_MOVE};
    if (c->input[0] != '\0')
        session_read(c->s, c->input, &typed);
    else
        typed.action = c->legal[chosen_index(c)];
    c->input[0] = '\0';
    obey(c, &typed);
}

static void step_choice(struct screen *c, int by)
{
    int count = c->group[c->chosen_group].count, to = c->chosen + by;
    if (to >= 0 && to < count)
        c->chosen = to;
}

static void step_group(struct screen *c, int by)
{
    if (c->group_count == 0)
        return;
    c->chosen_group = (c->chosen_group + by + c->group_count) % c->group_count;
    c->chosen = 0;
}

static void type(struct screen *c, int key)
{
    size_t length = strlen(c->input);
    if ((key == KEY_BACKSPACE || key == 127 || key == 8) && length > 0)
        c->input[length - 1] = '\0';
    else if (key >= ' ' && key < 127 && length + 1 < sizeof c->input) {
        c->input[length] = (char)key;
        c->input[length + 1] = '\0';
    }
}

static void handle_key(struct screen *c, int key)
{
    if (key != KEY_RESIZE)
        c->message[0] = '\0';
    switch (key) {
    case '\n':
    case '\r':
    case KEY_ENTER:
        enter(c);
        break;
    case '\t':
        step_group(c, 1);
        break;
    case KEY_BTAB:
        step_group(c, -1);
        break;
    case KEY_LEFT:
        step_choice(c, -1);
        break;
    case KEY_RIGHT:
        step_choice(c, 1);
        break;
    case KEY_UP:
        step_choice(c, -c->grid_columns);
        break;
    case KEY_DOWN:
        step_choice(c, c->grid_columns);
        break;
    case KEY_F(1):
        page_help(c);
        break;
    case KEY_F(2):
        page_log(c);
        break;
    case KEY_F(3):
        page_hint(c);
        break;
    case 27: /* Esc */
        c->input[0] = '\0';
        break;
    default:
        type(c, key);
    }
}

/* One decision of a person; comes back when something was played or taken back, or on leaving. */
static void decide(struct screen *c)
{
    int before = c->s->length;
    list_moves(c);
    while (!c->leaving && c->s->length == before) {
        draw(c, true);
        int key = read_key(c);
        if (key != ERR)
            handle_key(c, key);
    }
}

/* Another person's table may show secrets: the screen is covered until that person is there. */
static void hand_over(struct screen *c, int last_viewer)
{
    char text[256];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (c->s->viewer == last_viewer || !session_has_secrets(c->s))
        return;
    session_say(c->s, &out, CLI_WORD_COVER, "who", c->s->names[c->s->viewer], NULL);
    read_page(c, tk_writer_text(&out), false);
}

static void watch_bot(struct screen *c)
{
    session_bot(c->s);
    draw(c, false);
    timeout(BOT_PAUSE_MS);
    int key = getch();
    timeout(-1);
    if (key != ERR && key != KEY_RESIZE)
        ungetch(key);
    c->leaving |= interrupted != 0;
}

static void play(struct screen *c)
{
    struct session *s = c->s;
    for (int seat, last = s->viewer; !c->leaving && (seat = session_actor(s)) != TK_NOBODY;) {
        if (session_is_person(s, seat)) {
            hand_over(c, last);
            last = seat;
            decide(c);
        } else {
            watch_bot(c);
        }
        if (!session_autosave(s))
            say_save(c, "");
    }
    if (!c->leaving) {
        draw(c, false);
        read_key(c);
    }
}

/* Back on the ordinary terminal: how it ended, or how to go on. */
static void print_farewell(struct screen *c)
{
    static char text[32 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct session *s = c->s;
    if (session_actor(s) == TK_NOBODY) {
        session_result(s, &out);
    } else {
        session_say(s, &out, CLI_WORD_UNFINISHED, NULL);
        tk_write_char(&out, ' ');
        if (s->save != NULL)
            session_say(s, &out, CLI_WORD_RESUME, "file", s->save, NULL);
        else
            session_say(s, &out, CLI_WORD_RESUME_LOST, NULL);
        tk_write_char(&out, '\n');
    }
    for (const char *at = tk_writer_text(&out); *at != '\0';) {
        size_t length = strcspn(at, "\n");
        grid_clear(c->grid, 1, GRID_COLUMNS);
        int columns = grid_put(c->grid, 0, 0, TK_INK_PLAIN, 0, (struct tk_span){at, length});
        for (int i = 0; i < columns && i < GRID_COLUMNS; i++)
            fputs(c->grid->cell[0][i].text[0] == '\0' ? " " : c->grid->cell[0][i].text, stdout);
        putchar('\n');
        at += length + (at[length] == '\n');
    }
}

static int play_in_terminal(struct screen *c)
{
    struct sigaction action = {.sa_handler = on_interrupt};
    const struct cli_args *args = c->s->args;
    c->grid->bidi = args->bidi == CLI_BIDI_ON;
    terminal_begin(args);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    play(c);
    endwin();
    print_farewell(c);
    return cli_output_close(args->command);
}

int play_on_screen(struct session *session)
{
    struct screen *c = calloc(1, sizeof *c);
    struct grid *grid = calloc(1, sizeof *grid);
    struct tk_canvas *canvas = calloc(1, sizeof *canvas);
    int code = CLI_FAILED;
    if (c != NULL && grid != NULL && canvas != NULL) {
        c->s = session;
        c->grid = grid;
        c->canvas = canvas;
        code = play_in_terminal(c);
    } else {
        cli_fail(session->args->command, CLI_FAILED, "out of memory");
    }
    free(canvas);
    free(grid);
    free(c);
    return code;
}
