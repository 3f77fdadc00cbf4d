/* SPDX-License-Identifier: MIT */
/* Playing on the whole screen: what keys and words do. */
#include "screen.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli_words.h"
#include "page.h"
#include "remote_table.h"
#include "rules.h"
#include "saves.h"
#include "signals.h"
#include "terminal.h"

enum { BOT_PAUSE_MS = 400 }; /* so that one sees what a bot did */

/* The next key, or KEY_ENDS when the input has ended or the person pressed Ctrl-C. */
int screen_key(struct screen *c)
{
    int key = c->s->far != NULL ? screen_far_key(c) : terminal_key();
    c->leaving |= key == KEY_ENDS;
    return c->leaving ? KEY_ENDS : key;
}

/* --- pages of text --- */

void screen_page(struct screen *c, const char *text, int foot, bool from_end)
{
    char keys[256];
    screen_say(c, foot, keys, sizeof keys);
    struct page page = {c->grid, c->s->args->lang, text, keys, from_end};
    c->leaving |= page_read(&page) == KEY_ENDS;
}

static void page_log(struct screen *c)
{
    struct cli_text text = {0};
    for (int i = 0; i < c->s->log_count; i++) {
        cli_text_add(&text, c->s->log[i], strlen(c->s->log[i]));
        cli_text_add(&text, "\n", 1);
    }
    cli_text_add(&text, "", 1);
    screen_page(c, text.data, CLI_WORD_PAGE_KEYS, true);
    cli_text_clear(&text);
}

/* The keys, and then what a newcomer needs of this game. */
static void page_help(struct screen *c)
{
    static char text[64 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_help(c->s, true, &out);
    screen_page(c, tk_writer_text(&out), CLI_WORD_PAGE_KEYS, false);
}

static void page_rules(struct screen *c)
{
    static char text[64 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (rules_write(c->s->game, c->s->args->lang, &out))
        screen_page(c, tk_writer_text(&out), CLI_WORD_PAGE_KEYS, false);
}

static void page_sheet(struct screen *c)
{
    static char text[32 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    session_sheet(c->s, &out);
    screen_page(c, tk_writer_text(&out), CLI_WORD_PAGE_KEYS, false);
}

/* Every move with its sentence: full names are one key away. */
static void page_moves(struct screen *c)
{
    struct cli_text text = {0};
    for (int i = 0; i < c->moves->count; i++) {
        const struct move *move = &c->moves->move[i];
        char line[TK_MOVE_TEXT_MAX + MOVES_SAY + 32];
        int length =
            snprintf(line, sizeof line, "%d. %s: %s\n", move->number, move->text, move->say);
        cli_text_add(&text, line, (size_t)length);
    }
    cli_text_add(&text, "", 1);
    screen_page(c, text.data, CLI_WORD_PAGE_KEYS, false);
    cli_text_clear(&text);
}

static void ask_hint(struct screen *c)
{
    struct tk_writer out = tk_writer_over(c->hint, sizeof c->hint);
    if (c->hint[0] != '\0' || session_actor(c->s) != c->s->viewer)
        return;
    screen_say(c, CLI_WORD_THINKS, c->hint, sizeof c->hint);
    if (c->s->far != NULL) {
        remote_table_hint(c->s->far); /* the answer comes when it comes */
        return;
    }
    screen_draw(c, SCREEN_DECIDE);
    session_hint(c->s, true, &out);
    (void)tk_writer_text(&out);
}

/* --- what a person does --- */

static void say_save(struct screen *c, const char *path)
{
    struct tk_writer out = tk_writer_over(c->message, sizeof c->message);
    saves_save(c->s, path, &out);
    (void)tk_writer_text(&out);
}

static void take_back(struct screen *c)
{
    screen_say(c, session_undo(c->s), c->message, sizeof c->message);
}

static void leave(struct screen *c)
{
    c->leaving = true;
}

static void save_here(struct screen *c)
{
    say_save(c, "");
}

static void cancel(struct screen *c)
{
    c->input[0] = '\0';
    moves_filter(c->moves, "");
}

static void (*const deeds[])(struct screen *) = {
    [TYPED_UNDO] = take_back, [TYPED_LOG] = page_log,     [TYPED_SHEET] = page_sheet,
    [TYPED_HINT] = ask_hint,  [TYPED_MOVES] = page_moves, [TYPED_RULES] = page_rules,
    [TYPED_HELP] = page_help, [TYPED_QUIT] = leave,       [TYPED_TABLE] = cancel,
};

static void obey(struct screen *c, const struct typed *typed)
{
    if (screen_far_obey(c, typed))
        return;
    if (typed->kind == TYPED_MOVE)
        session_play(c->s, typed->action);
    else if (typed->kind == TYPED_SAVE)
        say_save(c, typed->words);
    else if (typed->kind == TYPED_WRONG)
        snprintf(c->message, sizeof c->message, "%s", typed->words);
    else if (typed->kind != TYPED_NOTHING)
        deeds[typed->kind](c);
}

/* What was typed may be a move or a command in full, or leave a single move of the list, or one was
 * pointed at among those it has left. */
static void enter(struct screen *c)
{
    struct typed typed = {.kind = TYPED_NOTHING};
    const struct move *move = moves_chosen(c->moves);
    if (c->input[0] != '\0')
        session_read(c->s, c->input, &typed);
    bool only = typed.kind == TYPED_WRONG && (c->moves->shown_count == 1 || c->pointed);
    if (move != NULL && (c->input[0] == '\0' || only))
        typed = (struct typed){.kind = TYPED_MOVE, .action = move->action};
    c->input[0] = '\0';
    moves_filter(c->moves, "");
    obey(c, &typed);
}

static void type(struct screen *c, int key)
{
    size_t length = strlen(c->input);
    char text[4];
    c->pointed = false;
    if (key == KEY_IS_BACK) {
        while (length > 0 && ((unsigned char)c->input[length - 1] & 0xc0) == 0x80)
            length--;
        c->input[length > 0 ? length - 1 : 0] = '\0';
    } else {
        size_t more = (size_t)grid_encode((uint32_t)key, text);
        if (length + more < sizeof c->input) {
            memcpy(c->input + length, text, more);
            c->input[length + more] = '\0';
        }
    }
    moves_filter(c->moves, c->input);
}

/* --- arrows and mouse --- */

static void step_list(struct screen *c, int down, int right)
{
    bool mirrored = c->s->args->lang == TK_FA;
    moves_step(c->moves, down * c->moves_columns + (mirrored ? -right : right));
}

/* Over the board where the move has a place there, else through the list. */
static void step(struct screen *c, int down, int right)
{
    int to = -1;
    if (c->input[0] == '\0') {
        places_look(c->places, c->s, c->moves, c->moves->chosen_kind, &c->size);
        to = places_step(c->places, c->moves, down, right);
    }
    if (to >= 0)
        c->moves->chosen = to;
    else if (to == -1)
        step_list(c, down, right);
}

static void turn(struct screen *c)
{
    places_look(c->places, c->s, c->moves, c->moves->chosen_kind, &c->size);
    int to = places_turn(c->places, c->moves);
    c->moves->chosen = to >= 0 ? to : c->moves->chosen;
}

static const struct screen_hit *hit_at(const struct screen *c, int row, int column)
{
    for (int i = 0; i < c->hit_count; i++) {
        const struct screen_hit *hit = &c->hit[i];
        if (row == hit->row && column >= hit->column && column < hit->column + hit->width)
            return hit;
    }
    return NULL;
}

/* The first click chooses, the second one at the same place plays. */
static void choose(struct screen *c, int move)
{
    const struct move *before = moves_chosen(c->moves);
    if (before == &c->moves->move[move]) {
        enter(c);
        return;
    }
    c->moves->chosen_kind = c->moves->move[move].kind;
    moves_filter(c->moves, "");
    c->input[0] = '\0';
    for (int i = 0; i < c->moves->shown_count; i++)
        if (c->moves->shown[i] == move)
            c->moves->chosen = i;
}

static void click(struct screen *c)
{
    int row, column;
    terminal_click(&row, &column);
    const struct screen_hit *hit = hit_at(c, row, column);
    if (hit != NULL && hit->kind >= 0) {
        c->moves->chosen_kind = hit->kind;
        cancel(c);
    } else if (hit != NULL && c->moves->chosen == hit->shown) {
        enter(c);
    } else if (hit != NULL) {
        c->moves->chosen = hit->shown;
    } else if (row < c->size.rows && column < c->size.columns) {
        places_look(c->places, c->s, c->moves, -1, &c->size);
        int move = places_at(c->places, c->moves, row, column);
        if (move >= 0)
            choose(c, move);
    }
}

/* --- keys --- */

static const struct {
    int key, down, right;
} arrows[] = {{KEY_IS_LEFT, 0, -1}, {KEY_IS_RIGHT, 0, 1}, {KEY_IS_UP, -1, 0}, {KEY_IS_DOWN, 1, 0}};

static bool handle_arrow(struct screen *c, int key)
{
    c->pointed |= (key >= KEY_IS_LEFT && key <= KEY_IS_PAGE_DOWN) ||
                  (key >= KEY_IS_CLICK && key <= KEY_IS_WHEEL_DOWN);
    for (int i = 0; i < TK_COUNT(arrows); i++)
        if (arrows[i].key == key)
            step(c, arrows[i].down, arrows[i].right);
    if (key == KEY_IS_PAGE_UP || key == KEY_IS_WHEEL_UP)
        moves_step(c->moves, -1);
    else if (key == KEY_IS_PAGE_DOWN || key == KEY_IS_WHEEL_DOWN)
        moves_step(c->moves, 1);
    else if (key == KEY_IS_CLICK)
        click(c);
    return key >= KEY_IS_LEFT && key <= KEY_IS_PAGE_DOWN;
}

void screen_handle(struct screen *c, int key)
{
    if (key != KEY_IS_RESIZE && key != KEY_IS_NEWS)
        c->message[0] = '\0';
    if (handle_arrow(c, key))
        return;
    switch (key) {
    case KEY_IS_ENTER:
        enter(c);
        break;
    case KEY_IS_TAB:
        moves_step_kind(c->moves, 1);
        break;
    case KEY_IS_BACKTAB:
        moves_step_kind(c->moves, -1);
        break;
    case KEY_IS_F1:
        page_rules(c);
        break;
    case KEY_IS_F2:
        page_log(c);
        break;
    case KEY_IS_F3:
        ask_hint(c);
        break;
    case KEY_IS_F4:
        page_moves(c);
        break;
    case KEY_IS_ESCAPE:
        cancel(c);
        break;
    default:
        if (key == ' ' && c->input[0] == '\0')
            turn(c);
        else if (key == KEY_IS_BACK || key < KEY_IS_ENTER)
            type(c, key);
    }
}

/* Grows or shrinks with every decision, wherever it was made. */
static long position(const struct screen *c)
{
    return c->s->far != NULL ? c->s->far->positions : c->s->length;
}

static bool is_asked(const struct screen *c)
{
    return c->s->far == NULL || remote_table_is_mine(c->s->far);
}

void screen_decide(struct screen *c)
{
    long before = position(c);
    moves_list(c->moves, c->s);
    places_forget(c->places);
    c->hint[0] = '\0';
    while (!c->leaving && position(c) == before && is_asked(c)) {
        screen_draw(c, SCREEN_DECIDE);
        int key = screen_key(c);
        if (key != KEY_ENDS)
            screen_handle(c, key);
    }
}

/* Another person's table may show secrets: the screen is covered until that person is there. */
static void hand_over(struct screen *c)
{
    char text[256];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if (session_needs_cover(c->s)) {
        session_say(c->s, &out, CLI_WORD_COVER, "who", c->s->names[session_actor(c->s)], NULL);
        screen_page(c, tk_writer_text(&out), CLI_WORD_PRESS, false);
    }
    if (!c->leaving)
        session_hand_over(c->s);
}

static void watch_bot(struct screen *c)
{
    screen_draw(c, SCREEN_WATCH); /* some think for seconds: meanwhile one's own move is there */
    if (!session_bot(c->s)) {
        c->leaving = true;
        return;
    }
    screen_draw(c, SCREEN_WATCH);
    if (!c->s->args->quick)
        terminal_pause(BOT_PAUSE_MS);
    c->leaving |= terminal_is_interrupted();
}

/* --- the end --- */

/* A file with the record of the game; false after having said why there is none. */
static bool have_record(struct screen *c, char path[SAVES_PATH])
{
    struct tk_writer out = tk_writer_over(c->message, sizeof c->message);
    char name[96];
    if (c->s->far == NULL) {
        snprintf(path, SAVES_PATH, "%s", c->s->save == NULL ? "" : c->s->save);
        if (path[0] != '\0' && session_save(c->s, path))
            return true;
        save_here(c);
        return false;
    }
    snprintf(name, sizeof name, "games/%s.takht", c->s->far->id);
    if (saves_place(name, path))
        remote_table_save(c->s->far, path, &out);
    (void)tk_writer_text(&out);
    return access(path, R_OK) == 0;
}

/* The strongest bot looks at the game, on the ordinary terminal. */
static void analyse(struct screen *c)
{
    char path[SAVES_PATH], text[128];
    char *words[] = {"analyse", path, NULL};
    if (!have_record(c, path))
        return;
    terminal_end();
    cli_analyse.run(2, words);
    screen_say(c, CLI_WORD_PRESS, text, sizeof text);
    printf("\n%s", text);
    fflush(stdout);
    for (int key = signals_await_line() ? getchar() : EOF; key != '\n' && key != EOF;)
        key = getchar();
    terminal_resume();
}

static void again(struct screen *c)
{
    c->again = true;
    if (c->s->far != NULL && c->s->far->next[0] == '\0')
        remote_table_do(c->s->far, "rematch");
    else if (c->s->far == NULL && !session_again(c->s))
        c->leaving = true;
}

static const struct {
    int key;
    void (*act)(struct screen *);
} end_keys[] = {
    {'r', again},           {'a', analyse}, {'s', save_here},        {'p', page_sheet},
    {'l', page_log},        {'q', leave},   {KEY_IS_F1, page_rules}, {KEY_IS_F2, page_log},
    {KEY_IS_ESCAPE, leave},
};

void screen_end_key(struct screen *c, int key)
{
    if (key < KEY_IS_ENTER && key != KEY_ENDS && key < 128)
        key = tolower(key);
    if (key != KEY_IS_NEWS)
        c->message[0] = '\0';
    for (int i = 0; i < TK_COUNT(end_keys); i++)
        if (end_keys[i].key == key)
            end_keys[i].act(c);
}

/* The table stays until somebody chooses what comes next. */
static void stay(struct screen *c)
{
    session_hand_over(c->s);
    while (!c->leaving && session_actor(c->s) == TK_NOBODY) {
        screen_draw(c, SCREEN_END);
        screen_end_key(c, screen_key(c));
    }
}

static void play(struct screen *c)
{
    struct session *s = c->s;
    while (!c->leaving) {
        int seat = session_actor(s);
        if (seat == TK_NOBODY) {
            stay(c);
            continue;
        }
        if (session_is_person(s, seat)) {
            hand_over(c);
            screen_decide(c);
        } else {
            watch_bot(c);
        }
        if (!session_autosave(s))
            say_save(c, "");
    }
}

/* Back on the ordinary terminal: how it ended, or how to go on. */
static void print_farewell(struct screen *c)
{
    static char text[32 * 1024];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct session *s = c->s;
    if (s->far != NULL) {
        remote_table_farewell(s->far, &out);
    } else if (session_actor(s) == TK_NOBODY) {
        session_result(s, &out);
    } else {
        session_say(s, &out, CLI_WORD_UNFINISHED, NULL);
        tk_write_char(&out, ' ');
        saves_say_resume(s, &out);
        tk_write_char(&out, '\n');
    }
    session_print(s, c->grid, tk_writer_text(&out));
}

static int play_in_terminal(struct screen *c)
{
    const struct cli_args *args = c->s->args;
    c->grid->bidi = args->bidi == CLI_BIDI_ON;
    c->grid->ascii = args->ascii;
    snprintf(c->message, sizeof c->message, "%s", c->s->news);
    terminal_begin(args);
    if (c->s->far != NULL)
        screen_far_play(c);
    else
        play(c);
    terminal_end();
    print_farewell(c);
    return session_code(c->s, cli_output_close(args->command));
}

int play_on_screen(struct session *session)
{
    struct screen *c = calloc(1, sizeof *c);
    struct grid *grid = calloc(1, sizeof *grid);
    struct tk_canvas *canvas = calloc(1, sizeof *canvas);
    struct moves *moves = calloc(1, sizeof *moves);
    struct places *places = places_new();
    int code = CLI_FAILED;
    if (c != NULL && grid != NULL && canvas != NULL && moves != NULL && places != NULL) {
        *c = (struct screen){
            .s = session, .grid = grid, .canvas = canvas, .moves = moves, .places = places};
        code = play_in_terminal(c);
    } else {
        cli_fail(session->args->command, CLI_FAILED, "out of memory");
    }
    places_free(places);
    free(moves);
    free(canvas);
    free(grid);
    free(c);
    return code;
}
