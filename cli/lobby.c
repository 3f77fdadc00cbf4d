/* SPDX-License-Identifier: MIT */
/* The tables of a server to choose from: mine, those with a free seat, those to watch. */
#include "lobby.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli_words.h"
#include "grid.h"
#include "phrase.h"
#include "signals.h"
#include "terminal.h"

enum { ROWS_MAX = 64, REFRESH_S = 5 };

enum row_kind { ROW_TABLE, ROW_NEW, ROW_NAME, ROW_REFRESH, ROW_QUIT };

struct row {
    enum row_kind kind;
    char id[48], text[256];
    bool mine; /* it is my turn there */
};

struct lobby {
    struct remote *r;
    const struct cli_args *args;
    struct grid *grid;
    int count, chosen;
    struct row row[ROWS_MAX];
    char message[512];
};

static const char *word(const struct lobby *l, int index)
{
    return cli_words.table[index].text[l->args->lang].one;
}

/* --- rows --- */

static struct row *add_row(struct lobby *l, enum row_kind kind, const char *text)
{
    if (l->count == ROWS_MAX)
        return NULL;
    struct row *row = &l->row[l->count++];
    *row = (struct row){.kind = kind};
    snprintf(row->text, sizeof row->text, "%s", text);
    return row;
}

static void write_clean(struct tk_writer *out, const char *text)
{
    char name[256];
    snprintf(name, sizeof name, "%s", text);
    cli_clean(name);
    tk_write_text(out, name);
}

/* "Ada, casual, a free seat" */
static void write_seats(const struct lobby *l, const json_t *seats, json_int_t me,
                        struct tk_writer *out)
{
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        const char *kind = json_string_value(json_object_get(seat, "kind"));
        const char *name = json_string_value(json_object_get(seat, "name"));
        const char *level = json_string_value(json_object_get(seat, "level"));
        bool free_seat = kind != NULL && (strcmp(kind, "open") == 0 || strcmp(kind, "friend") == 0);
        name = name != NULL && name[0] != '\0' ? name : level;
        tk_write_text(out, i == 0 ? "" : l->args->lang == TK_FA ? "، " : ", ");
        if (free_seat)
            tk_write_text(out, word(l, CLI_WORD_LOBBY_FREE));
        else if ((json_int_t)i == me)
            tk_write_text(out, word(l, CLI_WORD_MENU_ME));
        else
            write_clean(out, name != NULL ? name : word(l, CLI_WORD_FAR_WATCHER));
    }
}

/* "Splendor: Ada, a free seat (your turn)" */
static void add_table(struct lobby *l, const json_t *table, int kind_word)
{
    char text[256];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    const char *id = json_string_value(json_object_get(table, "table"));
    const char *game_id = json_string_value(json_object_get(table, "game"));
    const struct tk_game *game = game_id == NULL ? NULL : tk_game_find(tk_span_of(game_id));
    const json_t *you = json_object_get(table, "you"), *actor = json_object_get(table, "actor");
    bool mine = json_integer_value(you) >= 0 && json_is_integer(actor) &&
                json_integer_value(you) == json_integer_value(actor);
    if (id == NULL || game == NULL || strlen(id) >= sizeof l->row[0].id)
        return;
    struct tk_speaker speaker = {l->args->lang, game, NULL};
    tk_write_text(&out, word(l, mine ? CLI_WORD_LOBBY_TURN : kind_word));
    tk_write_text(&out, ": ");
    tk_write_text(&out, tk_word_text(&speaker, game->name_word));
    tk_write_text(&out, l->args->lang == TK_FA ? "، " : ", ");
    write_seats(l, json_object_get(table, "seats"), json_integer_value(you), &out);
    struct row *row = add_row(l, ROW_TABLE, tk_writer_text(&out));
    if (row == NULL)
        return;
    snprintf(row->id, sizeof row->id, "%s", id);
    row->mine = mine;
}

static bool is_listed(const struct lobby *l, const json_t *table)
{
    const char *id = json_string_value(json_object_get(table, "table"));
    for (int i = 0; i < l->count && id != NULL; i++)
        if (strcmp(l->row[i].id, id) == 0)
            return true;
    return false;
}

static bool is_over(const json_t *table)
{
    const char *status = json_string_value(json_object_get(table, "status"));
    return status == NULL || strcmp(status, "over") == 0;
}

static void add_list(struct lobby *l, const char *list, int kind_word)
{
    char path[64];
    snprintf(path, sizeof path, "/api/v1/tables?list=%s", list);
    json_t *answer = remote_get(l->r, path);
    const json_t *tables = json_object_get(answer, "tables");
    if (answer == NULL)
        snprintf(l->message, sizeof l->message, "%s", l->r->error);
    for (size_t i = 0; i < json_array_size(tables); i++)
        if (!is_listed(l, json_array_get(tables, i)) && !is_over(json_array_get(tables, i)))
            add_table(l, json_array_get(tables, i), kind_word);
    json_decref(answer);
}

static int by_turn(const void *a, const void *b)
{
    const struct row *one = a, *other = b;
    return (int)other->mine - (int)one->mine;
}

static void add_name(struct lobby *l)
{
    char text[256];
    const char *name = l->r->name[0] != '\0' ? l->r->name : word(l, CLI_WORD_LOBBY_GUEST);
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_write_text(&out, word(l, CLI_WORD_LOBBY_NAME));
    tk_write_text(&out, ": ");
    write_clean(&out, name);
    add_row(l, ROW_NAME, tk_writer_text(&out));
}

static void refresh(struct lobby *l)
{
    l->count = 0;
    l->message[0] = '\0';
    add_list(l, "mine", CLI_WORD_LOBBY_MINE);
    qsort(l->row, (size_t)l->count, sizeof *l->row, by_turn);
    add_list(l, "open", CLI_WORD_LOBBY_JOIN);
    add_row(l, ROW_NEW, word(l, CLI_WORD_LOBBY_NEW));
    add_list(l, "live", CLI_WORD_LOBBY_WATCH);
    add_name(l);
    add_row(l, ROW_REFRESH, word(l, CLI_WORD_LOBBY_REFRESH));
    add_row(l, ROW_QUIT, word(l, CLI_WORD_MENU_QUIT));
    l->chosen = l->chosen < l->count ? l->chosen : l->count - 1;
}

/* --- a name --- */

static bool ask_line(const char *question, bool hidden, char *out, size_t size)
{
    struct termios before, quiet;
    bool terminal = hidden && tcgetattr(STDIN_FILENO, &before) == 0;
    printf("%s ", question);
    fflush(stdout);
    if (terminal) {
        signals_notice(SIGINT); /* nobody leaves a terminal behind that shows nothing */
        quiet = before;
        quiet.c_lflag &= ~(tcflag_t)ECHO;
        tcsetattr(STDIN_FILENO, TCSANOW, &quiet);
    }
    bool got = signals_await_line() && fgets(out, (int)size, stdin) != NULL;
    bool whole = !got || strchr(out, '\n') != NULL;
    for (int rest = 0; !whole && rest != '\n' && rest != EOF;)
        rest = getchar(); /* it is no answer to the next question */
    if (terminal) {
        tcsetattr(STDIN_FILENO, TCSANOW, &before);
        putchar('\n');
    }
    out[got ? strcspn(out, "\r\n") : 0] = '\0';
    return got;
}

bool lobby_sign_in(struct remote *r, const char *name)
{
    char asked[128] = "", password[256] = "";
    const char *given = getenv("TAKHT_PASSWORD");
    const struct tk_word *words = cli_words.table;
    snprintf(asked, sizeof asked, "%s", name == NULL ? "" : name);
    if (asked[0] == '\0' &&
        !ask_line(words[CLI_WORD_LOBBY_ASK_NAME].text[r->lang].one, false, asked, sizeof asked))
        return false;
    if (asked[0] == '\0' || (strcmp(asked, r->name) == 0 && given == NULL))
        return true; /* it is that name already */
    if (given != NULL)
        snprintf(password, sizeof password, "%s", given);
    else if (isatty(STDIN_FILENO))
        ask_line(words[CLI_WORD_LOBBY_ASK_PASSWORD].text[r->lang].one, true, password,
                 sizeof password);
    if (signals_interrupted())
        return false;
    bool fine = remote_sign_in(r, asked, password);
    memset(password, 0, sizeof password);
    return fine;
}

/* --- a new table --- */

static json_t *seat_json(const struct cli_args *args, int seat)
{
    struct tk_span text = seat < args->bot_count ? args->bot_text[seat] : tk_span_of("open");
    char name[BOT_WORD_MAX + 1];
    snprintf(name, sizeof name, "%.*s", (int)text.length, text.data);
    if (args->bot_count == 0 && seat == 0)
        return json_pack("{s:s}", "kind", "me");
    bool kind = strcmp(name, "me") == 0 || strcmp(name, "open") == 0 || strcmp(name, "friend") == 0;
    return kind ? json_pack("{s:s}", "kind", name)
                : json_pack("{s:s,s:s}", "kind", "bot", "level", name);
}

static bool is_public(const json_t *seats)
{
    for (size_t i = 0; i < json_array_size(seats); i++)
        if (strcmp(json_string_value(json_object_get(json_array_get(seats, i), "kind")), "open") ==
            0)
            return true;
    return false;
}

static json_t *options_json(const struct cli_args *args)
{
    char text[8192];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    struct tk_json json = tk_json_over(&out);
    tk_options_json(args->game, &args->config, &json);
    return json_loads(tk_writer_text(&out), 0, NULL);
}

bool lobby_create(struct remote *r, const struct cli_args *args, char out_id[48])
{
    json_t *seats = json_array();
    for (int seat = 0; seat < args->config.players; seat++)
        json_array_append_new(seats, seat_json(args, seat));
    json_t *answer = remote_post(
        r, "/api/v1/tables",
        json_pack("{s:s,s:i,s:o,s:b,s:b,s:b,s:s,s:o}", "game", args->game->id, "players",
                  args->config.players, "options", options_json(args), "public", is_public(seats),
                  "hints", 1, "quick", args->quick || !isatty(STDIN_FILENO), "share", "later",
                  "seats", seats));
    const char *id = json_string_value(json_object_get(answer, "table"));
    snprintf(out_id, 48, "%s", id == NULL ? "" : id);
    json_decref(answer);
    return out_id[0] != '\0';
}

/* --- on the screen --- */

static void draw(struct lobby *l)
{
    int rows, columns;
    enum tk_lang lang = l->args->lang;
    terminal_size(&rows, &columns);
    grid_clear(l->grid, rows, columns);
    int room = l->grid->rows - 5, first = l->chosen >= room ? l->chosen - room + 1 : 0;
    grid_put_line(l->grid, 0, 0, columns, lang, TK_INK_GOLD, TK_FACE_BOLD,
                  tk_span_of(l->r->origin));
    for (int i = first; i < l->count && i - first < room; i++) {
        char text[300];
        bool chosen = i == l->chosen;
        snprintf(text, sizeof text, "%s %s", chosen ? ">" : " ", l->row[i].text);
        grid_put_line(l->grid, 2 + i - first, 0, columns, lang,
                      l->row[i].mine ? TK_INK_GREEN : TK_INK_PLAIN, chosen ? TK_FACE_BOLD : 0,
                      tk_span_of(text));
    }
    grid_put_line(l->grid, rows - 2, 0, columns, lang, TK_INK_RED, TK_FACE_BOLD,
                  tk_span_of(l->message));
    grid_put_line(l->grid, rows - 1, 0, columns, lang, TK_INK_PLAIN, TK_FACE_DIM,
                  tk_span_of(word(l, CLI_WORD_LOBBY_KEYS)));
    terminal_show(l->grid);
}

static void rename_me(struct lobby *l, bool screen)
{
    if (screen)
        terminal_end();
    bool fine = lobby_sign_in(l->r, NULL);
    if (screen)
        terminal_resume();
    refresh(l);
    if (!fine)
        snprintf(l->message, sizeof l->message, "%s", l->r->error);
}

/* -1: ask on. */
static int enter(struct lobby *l, int index, bool screen)
{
    enum row_kind kind = l->row[index].kind;
    l->chosen = index;
    if (kind == ROW_NAME)
        rename_me(l, screen);
    else if (kind == ROW_REFRESH)
        refresh(l);
    return kind == ROW_TABLE  ? LOBBY_TABLE
           : kind == ROW_NEW  ? LOBBY_NEW
           : kind == ROW_QUIT ? LOBBY_LEAVES
                              : -1;
}

static int handle(struct lobby *l, int key)
{
    if (key == KEY_ENDS || key == 'q' || key == KEY_IS_ESCAPE)
        return LOBBY_LEAVES;
    if (key == KEY_IS_ENTER)
        return enter(l, l->chosen, true);
    if ((key == KEY_IS_UP || key == KEY_IS_WHEEL_UP) && l->chosen > 0)
        l->chosen--;
    else if ((key == KEY_IS_DOWN || key == KEY_IS_WHEEL_DOWN) && l->chosen + 1 < l->count)
        l->chosen++;
    return -1;
}

static int choose_on_screen(struct lobby *l)
{
    int answer = -1;
    terminal_begin(l->args);
    double looked = cli_seconds();
    while (answer < 0) {
        draw(l);
        int key = terminal_key_within(REFRESH_S * 1000);
        if (key != KEY_IS_NONE)
            answer = handle(l, key);
        if (cli_seconds() - looked > REFRESH_S && answer < 0) {
            refresh(l);
            looked = cli_seconds();
        }
    }
    terminal_end();
    return answer;
}

/* --- line by line --- */

static void print_line(struct lobby *l, const char *text)
{
    grid_clear(l->grid, 1, GRID_COLUMNS);
    int end = grid_put(l->grid, 0, 0, TK_INK_PLAIN, 0, tk_span_of(text));
    for (int i = 0; i < end && i < GRID_COLUMNS; i++)
        fputs(l->grid->cell[0][i].text[0] == '\0' ? " " : l->grid->cell[0][i].text, stdout);
    putchar('\n');
}

static int choose_by_lines(struct lobby *l)
{
    char line[64], text[300];
    for (int answer = -1;;) {
        for (int i = 0; i < l->count; i++) {
            snprintf(text, sizeof text, "%d. %s", i + 1, l->row[i].text);
            print_line(l, text);
        }
        if (l->message[0] != '\0')
            print_line(l, l->message);
        if (!ask_line(">", false, line, sizeof line) || line[0] == 'q')
            return LOBBY_LEAVES;
        int number = atoi(line);
        if (number >= 1 && number <= l->count)
            answer = enter(l, number - 1, false);
        if (answer >= 0)
            return answer;
    }
}

enum lobby_answer lobby_choose(struct remote *r, const struct cli_args *args, char out_id[48])
{
    struct lobby *l = calloc(1, sizeof *l);
    struct grid *grid = calloc(1, sizeof *grid);
    int answer = LOBBY_LEAVES;
    if (l != NULL && grid != NULL) {
        *l = (struct lobby){.r = r, .args = args, .grid = grid};
        grid->bidi = args->bidi == CLI_BIDI_ON;
        grid->ascii = args->ascii;
        refresh(l);
        answer = terminal_is_able(args) ? choose_on_screen(l) : choose_by_lines(l);
        snprintf(out_id, 48, "%s", l->row[l->chosen].id);
    }
    free(grid);
    free(l);
    return (enum lobby_answer)answer;
}
