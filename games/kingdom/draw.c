/* SPDX-License-Identifier: MIT */
/*
 * The table in character cells.
 *
 * With 21 rows or more every row of hexes has a line of its own, odd ones half a hex to the right:
 * a letter for the ground and beside it the number of the player who stands there. With fewer, two
 * rows of hexes share a line, the upper one in capitals, and a player's number takes the letter's
 * place.
 */
#include "kingdom_internal.h"

/* Rows, columns for hexes with air between them, and rows for hexes of two lines. */
enum { TALL = KINGDOM_SIZE + 1, WIDE = 122, LARGE = 2 * KINGDOM_SIZE + 1 };
enum { SHORT_LEGEND_AT = 65, SHORT_BELOW = 1 + KINGDOM_SIZE / 2 };
enum { NAME_ROOM = 12, LINE_ROOM = 14, GOLD_ROOM = 5 };

static const enum tk_ink ground_inks[KINGDOM_SIMPLE_GROUNDS] = {
    [KINGDOM_GRASS] = TK_INK_GREEN,      [KINGDOM_CANYON] = TK_INK_BROWN,
    [KINGDOM_DESERT] = TK_INK_SAND,      [KINGDOM_FLOWER] = TK_INK_PINK,
    [KINGDOM_FOREST] = TK_INK_TURQUOISE, [KINGDOM_WATER] = TK_INK_BLUE,
    [KINGDOM_MOUNTAIN] = TK_INK_GREY,    [KINGDOM_LOCATION] = TK_INK_GOLD,
    [KINGDOM_CASTLE] = TK_INK_GOLD,
};

static const enum tk_ink seat_inks[KINGDOM_SEATS] = {TK_INK_RED, TK_INK_WHITE, TK_INK_PURPLE,
                                                     TK_INK_BLACK};

/* Everything that the drawing of one table needs. */
struct brush {
    const struct kingdom_state *s;
    int seat; /* the viewer */
    const struct tk_speaker *speaker;
    struct tk_canvas *canvas;
    union kingdom_set open; /* hexes that the viewer can build on or move to now */
};

/* --- pieces of text --- */

static int draw_char(struct brush *b, int row, int column, enum tk_ink ink, int face, char c)
{
    return tk_draw(b->canvas, row, column, ink, face, (struct tk_span){&c, 1});
}

static int draw_text(struct brush *b, int row, int column, const char *text)
{
    return tk_draw_text(b->canvas, row, column, TK_INK_PLAIN, 0, text);
}

static int draw_word(struct brush *b, int row, int column, enum tk_ink ink, int face, uint16_t word)
{
    return tk_draw_text(b->canvas, row, column, ink, face, tk_word_text(b->speaker, word));
}

static int draw_number(struct brush *b, int row, int column, int face, int number)
{
    return tk_draw_number(b->canvas, row, column, TK_INK_PLAIN, face, b->speaker->lang, number);
}

/* "discarded 7 " */
static int draw_counted(struct brush *b, int row, int column, uint16_t word, int number)
{
    column = draw_word(b, row, column, TK_INK_GREY, 0, word);
    return draw_number(b, row, column + 1, TK_FACE_BOLD, number) + 1;
}

/* "G grass" */
static int draw_ground(struct brush *b, int row, int column, int ground)
{
    column = draw_char(b, row, column, ground_inks[ground], TK_FACE_PAPER | TK_FACE_BOLD,
                       kingdom_letters[ground]);
    return draw_word(b, row, column + 1, TK_INK_PLAIN, 0, kingdom_ground_words[ground]);
}

/* A name cut to the room it has. */
static int draw_name(struct brush *b, int row, int column, int room, int seat, int face)
{
    char text[TK_NAME_MAX + 16];
    struct tk_writer name = tk_writer_over(text, sizeof text);
    tk_seat_name(b->speaker, seat, &name);
    tk_draw_cut(b->canvas, row, column, room, TK_INK_PLAIN, face, tk_writer_span(&name));
    return column + room;
}

/* --- the board --- */

static bool is_open(const struct brush *b, int hex)
{
    return set_has(&b->open, hex);
}

/* What stands beside the letter: a player, tiles left on a location, or a sign that it is open. */
static char mark_of(const struct brush *b, int hex, int ground)
{
    static const char tiles[KINGDOM_TILES_EACH + 1] = {' ', '.', ':'};
    for (int i = 0; i < KINGDOM_LOCATIONS; i++)
        if (ground == KINGDOM_LOCATION && b->s->location[i] == hex)
            return tiles[kingdom_tiles_left(b->s, i)];
    return is_open(b, hex) ? '+' : hex == b->s->lifted ? '?' : ' ';
}

static void draw_hex(struct brush *b, int line, int column, int hex)
{
    int ground = kingdom_ground_at(b->s, hex), owner = kingdom_owner(b->s, hex);
    int face = TK_FACE_PAPER | (is_open(b, hex) ? TK_FACE_OPEN : 0);
    column = draw_char(b, line, column, ground_inks[ground], face, kingdom_letters[ground]);
    if (owner >= 0)
        draw_char(b, line, column, seat_inks[owner], TK_FACE_PAPER | TK_FACE_BOLD,
                  (char)('1' + owner));
    else
        draw_char(b, line, column, ground_inks[ground], face, mark_of(b, hex, ground));
}

/* "0   2   4": each second column has its number. */
static void draw_columns(struct brush *b, int first, int width)
{
    for (int column = 0; column < KINGDOM_SIZE; column += 2)
        tk_draw_number(b->canvas, 0, first + width * column, TK_INK_GREY, 0, TK_EN, column);
}

static void draw_row_label(struct brush *b, int line, int column, int row)
{
    draw_char(b, line, column, TK_INK_GREY, 0, (char)('a' + row));
}

/* The rest of a large hex: three columns of two lines in its colour. */
static void draw_ground_around(struct brush *b, int line, int column, int hex)
{
    enum tk_ink ink = ground_inks[kingdom_ground_at(b->s, hex)];
    tk_draw_text(b->canvas, line, column + 2, ink, TK_FACE_PAPER, " ");
    tk_draw_text(b->canvas, line + 1, column, ink, TK_FACE_PAPER, "   ");
}

/* Hexes of `width` columns and one or two lines. */
static void draw_tall_board(struct brush *b, int width, int lines)
{
    draw_columns(b, 2, width);
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        int line = 1 + lines * row;
        draw_row_label(b, line, 0, row);
        for (int column = 0; column < KINGDOM_SIZE; column++) {
            int at = 2 + width * column + (row % 2 != 0 ? width / 2 : 0);
            if (lines > 1)
                draw_ground_around(b, line, at, kingdom_hex(row, column));
            draw_hex(b, line, at, kingdom_hex(row, column));
        }
    }
}

/* One character for a hex: capitals for the upper row of a line, small letters for the lower. */
static void draw_small_hex(struct brush *b, int line, int column, int hex)
{
    int ground = kingdom_ground_at(b->s, hex), owner = kingdom_owner(b->s, hex);
    bool lower = kingdom_row(hex) % 2 != 0;
    char letter = (char)(kingdom_letters[ground] + (lower ? 'a' - 'A' : 0));
    int face = TK_FACE_PAPER | (is_open(b, hex) ? TK_FACE_OPEN : 0);
    if (owner >= 0)
        draw_char(b, line, column, seat_inks[owner], TK_FACE_PAPER | TK_FACE_BOLD,
                  (char)('1' + owner));
    else
        draw_char(b, line, column, ground_inks[ground], face, letter);
}

static void draw_short_board(struct brush *b)
{
    draw_columns(b, 3, 3);
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        int line = 1 + row / 2, lower = row % 2;
        draw_row_label(b, line, lower, row);
        for (int column = 0; column < KINGDOM_SIZE; column++)
            draw_small_hex(b, line, 3 + 3 * column + lower, kingdom_hex(row, column));
    }
}

/* --- beside and below the board --- */

static void draw_quadrants(struct brush *b, int row, int column)
{
    for (int place = 0; place < KINGDOM_PLACES; place += 2) {
        const uint8_t *quadrant = &b->s->quadrant[place];
        int at = draw_word(b, row + place / 2, column, TK_INK_GOLD, 0,
                           kingdom_tile_words[quadrant[0] / 2]);
        at = draw_text(b, row + place / 2, at, "|");
        draw_word(b, row + place / 2, at, TK_INK_GOLD, 0, kingdom_tile_words[quadrant[1] / 2]);
    }
}

static int draw_card(struct brush *b, int row, int column, uint16_t word, int card)
{
    if (card == KINGDOM_NO_CARD)
        return column;
    column = draw_word(b, row, column, TK_INK_GREY, 0, word);
    return draw_ground(b, row, column + 1, card) + 2;
}

/* The card in play. */
static int draw_open_card(struct brush *b, int row, int column)
{
    return draw_card(b, row, column, KINGDOM_WORD_TABLE_CARD, b->s->seat[b->s->active].hand);
}

/* KB-82: the viewer's own card, unless it is the one in play. */
static int draw_own_card(struct brush *b, int row, int column)
{
    bool own = b->seat >= 0 && b->seat != b->s->active;
    return draw_card(b, row, column, KINGDOM_WORD_TABLE_HAND,
                     own ? b->s->seat[b->seat].hand : KINGDOM_NO_CARD);
}

/* KB-81: the sizes of the piles are public. */
static void draw_piles(struct brush *b, int row, int column)
{
    column = draw_counted(b, row, column, KINGDOM_WORD_TABLE_DRAW, b->s->deck.count);
    column = draw_counted(b, row, column, KINGDOM_WORD_TABLE_DISCARD, b->s->discard.count);
    if (b->s->removed.count > 0)
        draw_counted(b, row, column, KINGDOM_WORD_TABLE_REMOVED, b->s->removed.count);
}

static void draw_last_round(struct brush *b, int row, int column)
{
    if (b->s->closing)
        draw_word(b, row, column, TK_INK_RED, TK_FACE_BOLD, KINGDOM_WORD_TABLE_LAST_ROUND);
}

static int draw_digit(struct brush *b, int row, int column, int seat)
{
    return draw_char(b, row, column, seat_inks[seat], TK_FACE_PAPER | TK_FACE_BOLD,
                     (char)('1' + seat));
}

/* "> 1 Ada" */
static int draw_seat_name(struct brush *b, int row, int column, int seat)
{
    bool active = b->s->phase != KINGDOM_OVER && seat == b->s->active;
    if (active)
        tk_draw_text(b->canvas, row, column, TK_INK_GOLD, TK_FACE_BOLD,
                     b->canvas->unicode ? "▶" : ">");
    column = draw_digit(b, row, column + 2, seat);
    return draw_name(b, row, column + 1, NAME_ROOM, seat, active ? TK_FACE_BOLD : 0) + 1;
}

/* KB-81: a sign for each tile, full while it is ready: "farm+ barn+-". */
static void draw_tiles(struct brush *b, int row, int column, int seat)
{
    const struct kingdom_seat *p = &b->s->seat[seat];
    const char *ready = b->canvas->unicode ? "●" : "+", *resting = b->canvas->unicode ? "○" : "-";
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int tiles = p->ready[place] + p->used[place] + p->fresh[place];
        if (tiles == 0)
            continue;
        column = draw_word(b, row, column, TK_INK_GOLD, p->ready[place] > 0 ? TK_FACE_BOLD : 0,
                           kingdom_tile_words[b->s->quadrant[place] / 2]);
        for (int i = 0; i < tiles; i++)
            column = draw_text(b, row, column, i < p->ready[place] ? ready : resting);
        column++;
    }
}

/* --- gold --- */

/* The lines of the score sheet: three cards and the castles. */
enum { LINES = KINGDOM_CARDS + 1 };

static uint16_t line_word(const struct brush *b, int line)
{
    return line < KINGDOM_CARDS ? kingdom_card_words[b->s->card[line]] : KINGDOM_WORD_LINE_CASTLES;
}

static int line_gold(const struct brush *b, int seat, int line)
{
    return line < KINGDOM_CARDS ? kingdom_card_gold(b->s, seat, b->s->card[line])
                                : kingdom_castle_gold(b->s, seat);
}

/* A line for each card and the castles, a column for each seat. */
static void draw_gold_table(struct brush *b, int row, int column)
{
    draw_word(b, row, column, TK_INK_GREY, 0, KINGDOM_WORD_TABLE_CARDS);
    for (int seat = 0; seat < b->s->players; seat++) {
        int at = column + LINE_ROOM + GOLD_ROOM * seat;
        draw_digit(b, row, at, seat);
        for (int line = 0; line < LINES; line++)
            draw_number(b, row + 1 + line, at, 0, line_gold(b, seat, line));
    }
    for (int line = 0; line < LINES; line++)
        draw_word(b, row + 1 + line, column, TK_INK_TURQUOISE, 0, line_word(b, line));
}

/* "Fishermen+Knights+Merchants+Castles", and for each seat "3+6+4+3". */
static void draw_line_names(struct brush *b, int row, int column)
{
    for (int line = 0; line < LINES; line++) {
        column = draw_text(b, row, column, line > 0 ? "+" : "");
        column = draw_word(b, row, column, TK_INK_TURQUOISE, 0, line_word(b, line));
    }
}

static int draw_line_gold(struct brush *b, int row, int column, int seat)
{
    for (int line = 0; line < LINES; line++) {
        column = draw_text(b, row, column, line > 0 ? "+" : "");
        column = draw_number(b, row, column, 0, line_gold(b, seat, line));
    }
    return column + 1;
}

/* --- the two ways to put it together --- */

/* Beside the board: cards, piles, gold, two lines for each seat, the quadrants, the letters. */
static void draw_panel(struct brush *b, int column)
{
    static const int legend[] = {0, 16, 27};
    int row = 0;
    draw_last_round(b, row, column + 24);
    draw_open_card(b, row++, column);
    draw_own_card(b, row++, column);
    draw_piles(b, row++, column);
    draw_gold_table(b, row, column);
    row += 1 + LINES;
    for (int seat = 0; seat < b->s->players; seat++, row += 2) {
        int at = draw_seat_name(b, row, column, seat);
        at = draw_counted(b, row, at, KINGDOM_WORD_TABLE_GOLD, kingdom_gold(b->s, seat));
        draw_counted(b, row, at, KINGDOM_WORD_TABLE_SUPPLY, b->s->seat[seat].supply);
        draw_tiles(b, row + 1, column + 2, seat);
    }
    draw_quadrants(b, TALL - 5, column);
    for (int ground = 0; ground < KINGDOM_SIMPLE_GROUNDS; ground++)
        draw_ground(b, TALL - 3 + ground / 3, column + legend[ground % 3], ground);
}

/* Beside the board the quadrants and the letters; below it all else, one line for each seat. */
static void draw_below(struct brush *b)
{
    int row = SHORT_BELOW, at = draw_own_card(b, row, draw_open_card(b, row, 0));
    draw_piles(b, row++, at);
    draw_line_names(b, row, 0);
    draw_last_round(b, row++, SHORT_LEGEND_AT);
    for (int seat = 0; seat < b->s->players; seat++, row++) {
        at = draw_seat_name(b, row, 0, seat);
        at = draw_counted(b, row, at, KINGDOM_WORD_TABLE_GOLD, kingdom_gold(b->s, seat));
        at = draw_line_gold(b, row, at, seat);
        at = draw_counted(b, row, at, KINGDOM_WORD_TABLE_SUPPLY, b->s->seat[seat].supply);
        draw_tiles(b, row, at, seat);
    }
    draw_quadrants(b, 0, SHORT_LEGEND_AT);
    for (int ground = 0; ground < KINGDOM_SIMPLE_GROUNDS; ground++)
        draw_ground(b, 2 + ground, SHORT_LEGEND_AT, ground);
}

static union kingdom_set open_hexes(const struct kingdom_state *s, int seat)
{
    tk_action legal[TK_ACTIONS_MAX];
    union kingdom_set open = {{0}};
    for (int i = s->active == seat ? kingdom_legal(s, legal) : 0; i > 0; i--) {
        enum kingdom_verb verb = kingdom_action_verb(legal[i - 1]);
        if (verb == KINGDOM_BUILD || verb == KINGDOM_TO)
            set_add(&open, (int)kingdom_action_hex(legal[i - 1]));
    }
    return open;
}

void kingdom_draw(const void *state, int seat, const struct tk_speaker *speaker,
                  struct tk_canvas *canvas)
{
    struct brush brush = {state, seat, speaker, canvas, open_hexes(state, seat)};
    if (canvas->rows < TALL) {
        draw_short_board(&brush);
        draw_below(&brush);
        return;
    }
    int width = canvas->columns >= WIDE ? 4 : 2;
    draw_tall_board(&brush, width, width == 4 && canvas->rows >= LARGE ? 2 : 1);
    draw_panel(&brush, 2 + width * KINGDOM_SIZE + width / 2 + 1);
}
