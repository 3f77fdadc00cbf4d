/* SPDX-License-Identifier: MIT */
/* Playing line by line: for pipes, scripts, screen readers and the plainest terminals. */
#include "saves.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_words.h"
#include "lines.h"
#include "moves.h"
#include "remote_table.h"
#include "rules.h"
#include "signals.h"

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

/* Ears need no picture that fits a screen: with more rows games tell more, and in full. */
enum { DRAWN_ROWS = 20, SPOKEN_ROWS = 26 };

static void print_table(const struct lines *l)
{
    static struct tk_canvas canvas;
    struct tk_speaker speaker = session_speaker(l->s);
    int rows = l->s->args->linear ? SPOKEN_ROWS : DRAWN_ROWS;
    tk_canvas_clear(&canvas, rows, 80);
    canvas.unicode = !l->s->args->ascii;
    l->s->game->terminal->draw(session_state(l->s), l->s->viewer, &speaker, &canvas);
    grid_clear(l->grid, rows, 80);
    grid_put_canvas(l->grid, 0, 0, &canvas);
    putchar('\n');
    while (rows > 0 && last_used_column(l->grid, rows - 1) == 0)
        rows--;
    if (l->s->args->linear)
        lines_tell_table(l->grid, rows, l->s->args->lang);
    else
        for (int row = 0; row < rows; row++)
            print_row(l, row);
    putchar('\n');
}

void lines_print(const struct lines *l, const char *text)
{
    session_print(l->s, l->grid, text);
}

void lines_word(const struct lines *l, int word)
{
    char text[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_say(l->s, &out, word, NULL);
    lines_print(l, tk_writer_text(&out));
}

static void print_prompt(const struct lines *l)
{
    struct tk_speaker speaker = session_speaker(l->s);
    struct tk_phrase prompt;
    char text[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    l->s->game->text.prompt(session_state(l->s), &prompt);
    tk_phrase_write(&speaker, &prompt, &out);
    lines_print(l, tk_writer_text(&out));
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

/* --- for screen readers: sentences instead of a picture --- */

/* "Points: ada 3, greedy 5." */
static void print_points(const struct lines *l)
{
    const struct session *s = l->s;
    int32_t scores[TK_SEATS_MAX] = {0};
    char list[TK_SEATS_MAX * (TK_NAME_MAX + 16)], text[sizeof list + 64];
    struct tk_writer names = tk_writer_over(list, sizeof list);
    struct tk_writer out = tk_writer_over(text, sizeof text);
    s->game->rules.scores(session_state(s), scores);
    for (int seat = 0; seat < s->config.players; seat++) {
        tk_write_text(&names, seat == 0 ? "" : s->args->lang == TK_FA ? "، " : ", ");
        tk_write_text(&names, s->shown[seat]);
        tk_write_char(&names, ' ');
        tk_write_number(&names, s->args->lang, scores[seat]);
    }
    session_say(s, &out, CLI_WORD_POINTS_NOW, "list", tk_writer_text(&names), NULL);
    lines_print(l, tk_writer_text(&out));
}

/* "You can: take 15, reserve 15." */
static void print_kinds(const struct lines *l)
{
    static struct moves moves;
    const struct session *s = l->s;
    char list[1024], text[1280];
    struct tk_writer kinds = tk_writer_over(list, sizeof list);
    struct tk_writer out = tk_writer_over(text, sizeof text);
    moves_list(&moves, l->s);
    for (int i = 0; i < moves.kind_count; i++) {
        tk_write_text(&kinds, i == 0 ? "" : s->args->lang == TK_FA ? "، " : ", ");
        tk_write_text(&kinds, moves_kind_name(s, &moves.kind[i]));
        tk_write_char(&kinds, ' ');
        tk_write_number(&kinds, s->args->lang, moves.kind[i].count);
    }
    session_say(s, &out, CLI_WORD_LINEAR_MOVES, "list", tk_writer_text(&kinds), NULL);
    lines_print(l, tk_writer_text(&out));
}

/* Every move on a line of its own, with what it does. */
static void print_sentences(const struct lines *l)
{
    static struct moves moves;
    moves_list(&moves, l->s);
    for (int i = 0; i < moves.count; i++) {
        char line[TK_MOVE_TEXT_MAX + MOVES_SAY + 32];
        snprintf(line, sizeof line, "%d. %s: %s", moves.move[i].number, moves.move[i].text,
                 moves.move[i].say);
        lines_print(l, line);
    }
}

/* --- one decision --- */

static void print_log(const struct lines *l)
{
    for (int i = 0; i < l->s->log_count; i++)
        lines_print(l, l->s->log[i]);
}

/* What is said to an order in one piece. */
typedef void writes(const struct lines *l, const struct typed *typed, struct tk_writer *out);

static void write_saved(const struct lines *l, const struct typed *typed, struct tk_writer *out)
{
    saves_save(l->s, typed->words, out);
}

static void write_sheet(const struct lines *l, const struct typed *typed, struct tk_writer *out)
{
    (void)typed;
    session_sheet(l->s, out);
}

static void write_hint(const struct lines *l, const struct typed *typed, struct tk_writer *out)
{
    (void)typed;
    session_hint(l->s, false, out);
}

static void write_help(const struct lines *l, const struct typed *typed, struct tk_writer *out)
{
    (void)typed;
    session_help(l->s, false, out);
}

static void write_rules(const struct lines *l, const struct typed *typed, struct tk_writer *out)
{
    (void)typed;
    rules_write(l->s->game, l->s->args->lang, out);
}

static bool obey_in_words(const struct lines *l, const struct typed *typed)
{
    static writes *const by[] = {
        [TYPED_SHEET] = write_sheet, [TYPED_HINT] = write_hint,   [TYPED_SAVE] = write_saved,
        [TYPED_HELP] = write_help,   [TYPED_RULES] = write_rules,
    };
    static char text[64 * 1024];
    if ((int)typed->kind >= TK_COUNT(by) || by[typed->kind] == NULL)
        return false;
    struct tk_writer out = tk_writer_over(text, sizeof text);
    by[typed->kind](l, typed, &out);
    lines_print(l, tk_writer_text(&out));
    return true;
}

bool lines_obey(const struct lines *l, const struct typed *typed)
{
    if (lines_far_obey(l, typed) || obey_in_words(l, typed))
        return true;
    if (typed->kind == TYPED_MOVE) {
        session_play(l->s, typed->action);
        lines_print(l, l->s->log[l->s->length - 1]);
    } else if (typed->kind == TYPED_UNDO) {
        lines_word(l, session_undo(l->s));
    } else if (typed->kind == TYPED_LOG) {
        print_log(l);
    } else if (typed->kind == TYPED_MOVES) {
        bool sentences = l->s->args->linear || l->s->args->lang != TK_EN;
        (sentences ? print_sentences : print_moves)(l);
    } else if (typed->kind == TYPED_TABLE) {
        print_table(l);
    } else if (typed->kind == TYPED_WRONG) {
        lines_print(l, typed->words);
    }
    return typed->kind != TYPED_QUIT;
}

/* A typed line, without its end; false at the end of input or after Ctrl-C. */
static bool read_typed(char *line, size_t size)
{
    fputs("> ", stdout);
    fflush(stdout);
    if (!signals_await_line() || fgets(line, (int)size, stdin) == NULL)
        return false;
    if (strchr(line, '\n') == NULL && !feof(stdin)) { /* too long to mean anything: pass it over */
        for (int c; (c = getchar()) != EOF && c != '\n';)
            ;
        line[0] = '\0';
    }
    return true;
}

/* What the last person saw goes out of sight, and out of what a terminal can scroll back to. */
static void print_cover(bool linear)
{
    const char *term = getenv("TERM");
    if (isatty(STDOUT_FILENO) && !linear && term != NULL && strcmp(term, "dumb") != 0)
        fputs("\033[H\033[2J\033[3J", stdout);
    for (int i = 0; i < 40 && !linear; i++)
        putchar('\n');
}

/* Another person's table may show secrets: the screen is handed over first. */
static bool hand_over(const struct lines *l)
{
    char text[256], line[16];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    bool there = true;
    if (session_needs_cover(l->s)) {
        print_cover(l->s->args->linear);
        session_say(l->s, &out, CLI_WORD_COVER, "who", l->s->names[session_actor(l->s)], NULL);
        lines_print(l, tk_writer_text(&out));
        there = read_typed(line, sizeof line);
    }
    if (there)
        session_hand_over(l->s);
    return there;
}

void lines_ask(const struct lines *l)
{
    if (l->s->args->linear) {
        print_points(l);
        print_prompt(l);
        print_kinds(l);
    } else {
        print_table(l);
        print_prompt(l);
        print_moves(l);
    }
}

static bool decide(const struct lines *l)
{
    char line[512];
    struct typed typed;
    int before = l->s->length;
    lines_ask(l);
    do {
        if (!read_typed(line, sizeof line))
            return false;
        session_read(l->s, line, &typed);
        if (!lines_obey(l, &typed))
            return false;
    } while (l->s->length == before && typed.kind != TYPED_UNDO);
    return true;
}

static void say_goodbye(const struct lines *l)
{
    char text[1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (l->s->far != NULL) {
        remote_table_farewell(l->s->far, &out);
    } else {
        session_say(l->s, &out, CLI_WORD_UNFINISHED, NULL);
        tk_write_char(&out, ' ');
        saves_say_resume(l->s, &out);
    }
    putchar('\n');
    lines_print(l, tk_writer_text(&out));
}

void lines_result(const struct lines *l)
{
    static char text[32 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (!l->s->args->linear)
        print_table(l);
    session_result(l->s, &out);
    lines_print(l, tk_writer_text(&out));
}

/* Until it is over; false if it was left before. */
static bool play_here(const struct lines *l)
{
    struct session *s = l->s;
    bool stays = true;
    for (int seat; stays && (seat = session_actor(s)) != TK_NOBODY;) {
        if (!session_is_person(s, seat)) {
            stays = session_bot(s) && !signals_interrupted();
            if (s->failed[0] == '\0')
                lines_print(l, s->log[s->log_count - 1]);
        } else {
            stays = hand_over(l) && decide(l);
        }
        if (!session_autosave(s))
            obey_in_words(l, &(struct typed){.kind = TYPED_SAVE}); /* says why not */
    }
    session_hand_over(s);
    return stays;
}

int play_line_by_line(struct session *s)
{
    struct lines l = {.s = s, .grid = calloc(1, sizeof(struct grid))};
    if (l.grid == NULL)
        return cli_fail(s->args->command, CLI_FAILED, "out of memory");
    l.grid->bidi = s->args->bidi == CLI_BIDI_ON;
    l.colour = isatty(STDOUT_FILENO) && !s->args->linear && !s->args->no_colour &&
               getenv("NO_COLOR") == NULL;
    signals_notice(SIGINT);
    if (s->far != NULL ? lines_far_play(&l) : play_here(&l))
        lines_result(&l);
    else
        say_goodbye(&l);
    free(l.grid);
    return session_code(s, cli_output_close(s->args->command));
}
