/* Playing line by line: for pipes, scripts, screen readers and the plainest terminals. */
#include "session.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_words.h"
#include "grid.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

struct lines {
    struct session *s;
    struct grid *grid; /* for one table or one line of text */
    bool colour;
};

/* --- printing --- */

static const char *const ink_codes[TK_INK_COUNT] = {
    [TK_INK_PLAIN] = "0",       [TK_INK_WHITE] = "97",     [TK_INK_BLUE] = "94",
    [TK_INK_GREEN] = "32",      [TK_INK_RED] = "31",       [TK_INK_BLACK] = "90",
    [TK_INK_GOLD] = "33",       [TK_INK_GREY] = "37",      [TK_INK_BROWN] = "38;5;137",
    [TK_INK_PURPLE] = "35",     [TK_INK_TURQUOISE] = "36", [TK_INK_SAND] = "38;5;222",
    [TK_INK_PINK] = "38;5;211",
};

static int last_used_column(const struct grid *grid, int row)
{
    int last = grid->columns;
    while (last > 0 && grid->cell[row][last - 1].text[0] == '\0')
        last--;
    return last;
}

static void print_row(const struct lines *l, int row)
{
    int end = last_used_column(l->grid, row);
    uint8_t ink = TK_INK_PLAIN;
    for (int column = 0; column < end; column++) {
        const struct grid_cell *cell = &l->grid->cell[row][column];
        if (l->colour && cell->ink != ink)
            printf("\033[0;%sm", ink_codes[cell->ink]);
        ink = cell->ink;
        fputs(cell->text[0] == '\0' ? " " : cell->text, stdout);
    }
    if (l->colour && ink != TK_INK_PLAIN)
        fputs("\033[0m", stdout);
    putchar('\n');
}

static void print_table(const struct lines *l)
{
    static struct tk_canvas canvas;
    struct tk_speaker speaker = session_speaker(l->s);
    tk_canvas_clear(&canvas, 20, 80);
    canvas.unicode = !l->s->args->ascii;
    l->s->game->terminal->draw(session_state(l->s), l->s->viewer, &speaker, &canvas);
    grid_clear(l->grid, 20, 80);
    grid_put_canvas(l->grid, 0, 0, &canvas);
    putchar('\n');
    int rows = 20;
    while (rows > 0 && last_used_column(l->grid, rows - 1) == 0)
        rows--;
    for (int row = 0; row < rows; row++)
        print_row(l, row);
    putchar('\n');
}

/* Text of several lines, each in the direction of the language. */
static void print_text(const struct lines *l, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        int columns = grid_text_columns(l->grid, (struct tk_span){text, length});
        grid_clear(l->grid, 1, columns > 80 ? columns : 80);
        grid_put(l->grid, 0, 0, TK_INK_PLAIN, 0, (struct tk_span){text, length});
        print_row(l, 0);
        text += length + (text[length] == '\n');
    }
}

static void print_word(const struct lines *l, int word)
{
    char text[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_say(l->s, &out, word, NULL);
    print_text(l, tk_writer_text(&out));
}

static void print_prompt(const struct lines *l)
{
    struct tk_speaker speaker = session_speaker(l->s);
    struct tk_phrase prompt;
    char text[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    l->s->game->text.prompt(session_state(l->s), &prompt);
    tk_phrase_write(&speaker, &prompt, &out);
    print_text(l, tk_writer_text(&out));
}

/* Moves in rows, each kind beginning a new one: "take: 1 wug  2 wur …" */
static void print_moves(const struct lines *l)
{
    tk_action legal[TK_ACTIONS_MAX];
    const struct session *s = l->s;
    int count = s->game->rules.legal(session_state(s), legal), column = 0;
    char kind[TK_MOVE_TEXT_MAX + 1] = "";
    for (int i = 0; i < count; i++) {
        char move[TK_MOVE_TEXT_MAX + 1];
        struct tk_writer out = tk_writer_over(move, sizeof move);
        s->game->text.format(session_state(s), legal[i], &out);
        tk_writer_text(&out);
        size_t verb = strcspn(move, " ");
        const char *rest = move[verb] == ' ' ? move + verb + 1 : "";
        if (strlen(kind) != verb || strncmp(kind, move, verb) != 0) {
            snprintf(kind, sizeof kind, "%.*s", (int)verb, move);
            column = printf("%s%s:", i > 0 ? "\n" : "", kind);
        }
        if (column + (int)strlen(rest) + 6 > 80)
            column = printf("\n    ") - 1;
        column += printf(" %d.%s", i + 1, rest);
    }
    putchar('\n');
}

/* --- one decision --- */

static void print_log(const struct lines *l)
{
    for (int i = 0; i < l->s->length; i++)
        print_text(l, l->s->log[i]);
}

static void save_as(const struct lines *l, const char *path)
{
    char text[1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    const char *file = path[0] != '\0' ? path : l->s->save;
    if (file == NULL)
        session_say(l->s, &out, CLI_WORD_SAVE_NAME, NULL);
    else if (session_save(l->s, file))
        session_say(l->s, &out, CLI_WORD_SAVED, "file", file, NULL);
    else
        session_say(l->s, &out, CLI_WORD_SAVE_FAILED, "file", file, "why", strerror(errno), NULL);
    print_text(l, tk_writer_text(&out));
}

static void print_sheet(const struct lines *l)
{
    static char text[32 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_sheet(l->s, &out);
    print_text(l, tk_writer_text(&out));
}

static void print_hint(const struct lines *l)
{
    char text[4096];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_hint(l->s, &out);
    print_text(l, tk_writer_text(&out));
}

/* False when the person leaves. */
static bool obey(const struct lines *l, const struct typed *typed)
{
    static const int help[] = {CLI_WORD_HELP_2, CLI_WORD_HELP_3, CLI_WORD_HELP_4, CLI_WORD_HELP_5,
                               CLI_WORD_HELP_7};
    switch (typed->kind) {
    case TYPED_MOVE:
        session_play(l->s, typed->action);
        print_text(l, l->s->log[l->s->length - 1]);
        break;
    case TYPED_UNDO:
        print_word(l, session_undo(l->s));
        break;
    case TYPED_LOG:
        print_log(l);
        break;
    case TYPED_SHEET:
        print_sheet(l);
        break;
    case TYPED_MOVES:
        print_moves(l);
        break;
    case TYPED_HINT:
        print_hint(l);
        break;
    case TYPED_SAVE:
        save_as(l, typed->words);
        break;
    case TYPED_HELP:
        for (int i = 0; i < TK_COUNT(help); i++)
            print_word(l, help[i]);
        break;
    case TYPED_WRONG:
        print_text(l, typed->words);
        break;
    case TYPED_QUIT:
        return false;
    case TYPED_NOTHING:
        break;
    }
    return true;
}

/* A typed line, without its end; false at the end of input or after Ctrl-C. */
static bool read_line(char *line, size_t size)
{
    fputs("> ", stdout);
    fflush(stdout);
    if (interrupted || fgets(line, (int)size, stdin) == NULL)
        return false;
    if (strchr(line, '\n') == NULL && !feof(stdin)) { /* too long to mean anything: pass it over */
        for (int c; (c = getchar()) != EOF && c != '\n';)
            ;
        line[0] = '\0';
    }
    return true;
}

/* Another person's table may show secrets: the screen is handed over first. */
static bool hand_over(const struct lines *l, int last_viewer)
{
    char text[256], line[16];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (l->s->viewer == last_viewer || !session_has_secrets(l->s))
        return true;
    for (int i = 0; i < 40; i++)
        putchar('\n');
    session_say(l->s, &out, CLI_WORD_COVER, "who", l->s->names[l->s->viewer], NULL);
    print_text(l, tk_writer_text(&out));
    return read_line(line, sizeof line);
}

static bool decide(const struct lines *l)
{
    char line[512];
    struct typed typed;
    int before = l->s->length;
    print_table(l);
    print_prompt(l);
    print_moves(l);
    do {
        if (!read_line(line, sizeof line))
            return false;
        session_read(l->s, line, &typed);
        if (!obey(l, &typed))
            return false;
    } while (l->s->length == before && typed.kind != TYPED_UNDO);
    return true;
}

static void say_goodbye(const struct lines *l)
{
    char text[1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_say(l->s, &out, CLI_WORD_UNFINISHED, NULL);
    tk_write_char(&out, ' ');
    if (l->s->save != NULL && session_autosave(l->s))
        session_say(l->s, &out, CLI_WORD_RESUME, "file", l->s->save, NULL);
    else
        session_say(l->s, &out, CLI_WORD_RESUME_LOST, NULL);
    putchar('\n');
    print_text(l, tk_writer_text(&out));
}

static void say_result(const struct lines *l)
{
    static char text[32 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    print_table(l);
    session_result(l->s, &out);
    print_text(l, tk_writer_text(&out));
}

int play_line_by_line(struct session *s)
{
    struct lines l = {.s = s, .grid = calloc(1, sizeof(struct grid))};
    struct sigaction action = {.sa_handler = on_interrupt}; /* without SA_RESTART: reading stops */
    if (l.grid == NULL)
        return cli_fail(s->args->command, CLI_FAILED, "out of memory");
    l.grid->bidi = s->args->bidi == CLI_BIDI_ON;
    l.colour = isatty(STDOUT_FILENO) && !s->args->no_colour && getenv("NO_COLOR") == NULL;
    sigaction(SIGINT, &action, NULL);
    bool stays = true;
    for (int seat, last = s->viewer; stays && (seat = session_actor(s)) != TK_NOBODY;) {
        if (!session_is_person(s, seat)) {
            session_bot(s);
            print_text(&l, s->log[s->length - 1]);
            stays = !interrupted;
        } else {
            stays = hand_over(&l, last) && decide(&l);
            last = seat;
        }
        if (!session_autosave(s))
            save_as(&l, s->save); /* says why not */
    }
    if (stays)
        say_result(&l);
    else
        say_goodbye(&l);
    free(l.grid);
    return cli_output_close(s->args->command);
}
