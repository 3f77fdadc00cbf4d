/* SPDX-License-Identifier: MIT */
/* What is told about a game at this terminal: words, results, advice, help. */
#include "session.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "cli_words.h"
#include "grid.h"
#include "remote_table.h"
#include "rules.h"

/* --- words --- */

/* A sentence of the program; a game that has its own instead (one that counts gold, say) is asked first. */
static const char *sentence(const struct session *s, int word)
{
    const struct tk_words *own = s->game != NULL ? s->game->words : NULL;
    char key[64];
    snprintf(key, sizeof key, "instead.%s", cli_words.table[word].key);
    int found = own != NULL ? tk_word_find(own, tk_span_of(key)) : -1;
    const struct tk_word *said = found < 0 ? &cli_words.table[word] : &own->table[found];
    return said->text[s->args->lang].one;
}

void session_say(const struct session *s, struct tk_writer *out, int word, ...)
{
    const char *at = sentence(s, word);
    while (*at != '\0') {
        if (*at != '{') {
            tk_write_char(out, *at++);
            continue;
        }
        size_t length = strcspn(++at, "}");
        va_list pairs;
        va_start(pairs, word);
        for (const char *name; (name = va_arg(pairs, const char *)) != NULL;) {
            const char *value = va_arg(pairs, const char *);
            if (strlen(name) == length && strncmp(name, at, length) == 0)
                tk_write_text(out, value);
        }
        va_end(pairs);
        at += length + (at[length] == '}');
    }
}

/* Who came where and with how much: by the rules, or as the server says of a game that was given up. */
static void final(const struct session *s, uint8_t ranks[TK_SEATS_MAX],
                  int32_t scores[TK_SEATS_MAX])
{
    if (s->far != NULL) {
        memcpy(ranks, s->far->ranks, TK_SEATS_MAX);
        memcpy(scores, s->far->scores, TK_SEATS_MAX * sizeof *scores);
        return;
    }
    s->game->rules.ranks(session_state(s), ranks);
    s->game->rules.scores(session_state(s), scores);
}

static uint8_t winners_of(const struct session *s)
{
    uint8_t ranks[TK_SEATS_MAX] = {0}, winners = 0;
    int32_t scores[TK_SEATS_MAX] = {0};
    final(s, ranks, scores);
    for (int seat = 0; seat < s->config.players; seat++)
        winners = (uint8_t)(winners | (ranks[seat] == 1) << seat);
    return winners;
}

/* Seats in the order of their ranks once it is over, else as they sit. */
static void order_seats(const struct session *s, int order[TK_SEATS_MAX])
{
    uint8_t ranks[TK_SEATS_MAX] = {0};
    int32_t scores[TK_SEATS_MAX] = {0};
    int count = 0;
    if (session_actor(s) == TK_NOBODY)
        final(s, ranks, scores);
    for (int rank = 0; rank <= TK_SEATS_MAX; rank++)
        for (int seat = 0; seat < s->config.players; seat++)
            if (ranks[seat] == rank)
                order[count++] = seat;
}

/* "Somebody reached 15. Ada wins" */
static void write_ending(const struct session *s, struct tk_writer *out)
{
    struct tk_speaker speaker = session_speaker(s);
    uint8_t winners = winners_of(s);
    char who[TK_SEATS_MAX * (TK_NAME_MAX + 4)];
    struct tk_writer names = tk_writer_over(who, sizeof who);
    bool several = (winners & (winners - 1)) != 0;
    for (int seat = 0; seat < s->config.players; seat++) {
        if ((winners >> seat & 1) == 0)
            continue;
        tk_write_text(&names, names.length > 0 ? (s->args->lang == TK_FA ? "، " : ", ") : "");
        tk_write_text(&names, s->shown[seat]);
    }
    if (s->far != NULL && strcmp(s->far->reason, "game") != 0)
        remote_table_ending(s->far, out);
    else
        tk_write_text(out, tk_word_text(&speaker, s->game->rules.ending(session_state(s))));
    tk_write_text(out, ". ");
    if (winners != 0)
        session_say(s, out, several ? CLI_WORD_SHARED : CLI_WORD_WON, "who", tk_writer_text(&names),
                    NULL);
    tk_write_char(out, '\n');
}

void session_result(const struct session *s, struct tk_writer *out)
{
    write_ending(s, out);
    session_sheet(s, out);
}

void session_standing(const struct session *s, struct tk_writer *out)
{
    int32_t scores[TK_SEATS_MAX] = {0};
    uint8_t ranks[TK_SEATS_MAX] = {0};
    int order[TK_SEATS_MAX];
    write_ending(s, out);
    order_seats(s, order);
    final(s, ranks, scores);
    for (int i = 0; i < s->config.players; i++) {
        tk_write_text(out, "  ");
        tk_write_number(out, s->args->lang, ranks[order[i]]);
        tk_write_text(out, ". ");
        tk_write_text(out, s->shown[order[i]]);
        tk_write_text(out, ": ");
        tk_write_number(out, s->args->lang, scores[order[i]]);
        tk_write_char(out, '\n');
    }
}

static void write_line_name(const struct session *s, const char *id, struct tk_writer *out)
{
    struct tk_speaker speaker = session_speaker(s);
    char key[64];
    snprintf(key, sizeof key, "line.%s", id);
    int word = tk_word_find(s->game->words, tk_span_of(key));
    tk_write_text(out, word < 0 ? id : tk_word_text(&speaker, (uint16_t)word));
}

static void write_items(const struct session *s, const struct tk_sheet *sheet,
                        const struct tk_sheet_line *line, struct tk_writer *out)
{
    struct tk_speaker speaker = session_speaker(s);
    for (int k = 0; k < line->item_count; k++) {
        const struct tk_sheet_item *item = &sheet->item[line->first_item + k];
        tk_write_text(out, k == 0 ? " (" : s->args->lang == TK_FA ? "، " : ", ");
        tk_phrase_write(&speaker, &item->why, out);
        tk_write_char(out, ' ');
        tk_write_number(out, s->args->lang, item->points);
    }
    tk_write_text(out, line->item_count > 0 ? ")" : "");
}

/* Brief: without what every point is for. */
static void write_seat_sheet(const struct session *s, const struct tk_sheet *sheet, int seat,
                             bool brief, struct tk_writer *out)
{
    tk_write_text(out, s->shown[seat]);
    tk_write_text(out, ": ");
    tk_write_number(out, s->args->lang, tk_sheet_total(sheet));
    tk_write_char(out, '\n');
    for (int i = 0; i < sheet->line_count; i++) {
        const struct tk_sheet_line *line = &sheet->line[i];
        tk_write_text(out, "  ");
        write_line_name(s, line->id, out);
        tk_write_text(out, ": ");
        tk_write_number(out, s->args->lang, line->points);
        if (!brief)
            write_items(s, sheet, line, out);
        tk_write_char(out, '\n');
    }
}

static void write_sheets(const struct session *s, bool brief, struct tk_writer *out)
{
    static struct tk_sheet sheet;
    int order[TK_SEATS_MAX];
    order_seats(s, order);
    for (int i = 0; i < s->config.players; i++) {
        sheet = (struct tk_sheet){0};
        s->game->rules.sheet(session_state(s), order[i], &sheet);
        write_seat_sheet(s, &sheet, order[i], brief, out);
    }
}

void session_sheet(const struct session *s, struct tk_writer *out)
{
    write_sheets(s, false, out);
}

void session_sheet_brief(const struct session *s, struct tk_writer *out)
{
    write_sheets(s, true, out);
}

/* --- advice --- */

enum { HINTS = 3 };

static void write_hint(const struct session *s, const struct bot_line *line, int number, int word,
                       struct tk_writer *out)
{
    char move[TK_MOVE_TEXT_MAX + 1], place[32], wins[32];
    struct tk_writer text = tk_writer_over(move, sizeof move);
    struct tk_writer first = tk_writer_over(place, sizeof place);
    struct tk_writer second = tk_writer_over(wins, sizeof wins);
    s->game->text.format(session_state(s), line->action, &text);
    tk_write_number(&first, s->args->lang, number);
    tk_write_number(&second, s->args->lang, lround(100 * line->win));
    session_say(s, out, word, "n", tk_writer_text(&first), "move", tk_writer_text(&text), "win",
                tk_writer_text(&second), NULL);
}

void session_hint(struct session *s, bool brief, struct tk_writer *out)
{
    struct bot_answer answer;
    bot_think(bot_level(BOT_MASTER), NULL, s->game, session_state(s), &s->rng, &answer);
    session_say(s, out, answer.count == 0 ? CLI_WORD_HINT_FORCED : CLI_WORD_HINT_TITLE, NULL);
    tk_write_char(out, '\n');
    for (int i = 0; i < answer.count && i < HINTS; i++)
        if (answer.best[i].visits > 0) {
            write_hint(s, &answer.best[i], i + 1, brief ? CLI_WORD_HINT_SHORT : CLI_WORD_HINT_LINE,
                       out);
            tk_write_char(out, '\n');
        }
}

/* --- help --- */

/* Two moves of this position as examples. */
static void write_examples(const struct session *s, struct tk_writer *out)
{
    tk_action legal[TK_ACTIONS_MAX];
    int count = session_actor(s) >= 0 ? s->game->rules.legal(session_state(s), legal) : 0;
    for (int i = 0; i < count && i < 2; i++) {
        tk_write_text(out, i > 0 ? ", " : "");
        s->game->text.format(session_state(s), legal[i == 0 ? 0 : count - 1], out);
    }
}

void session_help(const struct session *s, bool keys, struct tk_writer *out)
{
    static const int words[] = {CLI_WORD_HELP_1, CLI_WORD_HELP_2, CLI_WORD_HELP_3, CLI_WORD_HELP_4,
                                CLI_WORD_HELP_5, CLI_WORD_HELP_6, CLI_WORD_HELP_7, CLI_WORD_HELP_8};
    char moves[2 * TK_MOVE_TEXT_MAX + 8];
    struct tk_writer examples = tk_writer_over(moves, sizeof moves);
    write_examples(s, &examples);
    const char *text = tk_writer_text(&examples);
    for (int i = keys ? 0 : 1; i < TK_COUNT(words); i++) {
        if (!keys && words[i] == CLI_WORD_HELP_6)
            continue;
        session_say(s, out, words[i], "moves", text, NULL);
        tk_write_char(out, '\n');
    }
    if (s->far != NULL) {
        session_say(s, out, CLI_WORD_HELP_FAR, NULL);
        tk_write_char(out, '\n');
    }
    if (keys) {
        tk_write_char(out, '\n');
        rules_brief(s->game, s->args->lang, out);
    }
}

/* --- printing --- */

static void print_cells(const struct grid *grid)
{
    int last = grid->columns;
    while (last > 0 && grid->cell[0][last - 1].text[0] == '\0')
        last--;
    for (int i = 0; i < last; i++)
        fputs(grid->cell[0][i].text[0] == '\0' ? " " : grid->cell[0][i].text, stdout);
    putchar('\n');
}

static void print_line(const struct session *s, struct grid *grid, struct tk_span text)
{
    bool whole = s->args->lang == TK_EN || !grid->bidi;
    if (text.length == 0)
        putchar('\n');
    while (text.length > 0) {
        size_t length = whole ? text.length : grid_line_length(grid, text, 78);
        grid_clear(grid, 1, GRID_COLUMNS);
        if (whole)
            printf("%.*s\n", (int)length, text.data);
        else {
            grid_put(grid, 0, 0, TK_INK_PLAIN, 0, (struct tk_span){text.data, length});
            print_cells(grid);
        }
        length += length < text.length && text.data[length] == ' ';
        text = (struct tk_span){text.data + length, text.length - length};
    }
}

void session_print(const struct session *s, struct grid *grid, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        print_line(s, grid, (struct tk_span){text, length});
        text += length + (text[length] == '\n');
    }
}
