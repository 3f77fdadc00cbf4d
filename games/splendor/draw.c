/* SPDX-License-Identifier: MIT */
/* The table in character cells: 16 rows of 80 columns, more air where there is room. */
#include "splendor_internal.h"

static const enum tk_ink inks[SPLENDOR_TOKENS] = {
    TK_INK_WHITE, TK_INK_BLUE, TK_INK_GREEN, TK_INK_RED, TK_INK_BLACK, TK_INK_GOLD,
};

enum { CARDS_AT = 9, CARD_WIDTH = 17, NOBLES_AT = 9, NOBLE_WIDTH = 14 };
enum { POINTS_AT = 18, TOKENS_AT = 22, BONUS_AT = 43, HAND_AT = 61, GOLD_AT = 73 };

/* Everything that the drawing of one table needs. */
struct brush {
    const struct splendor_state *s;
    int seat; /* the viewer */
    const struct tk_speaker *speaker;
    struct tk_canvas *canvas;
};

static int draw_letter(struct brush *b, int row, int column, int colour, int face)
{
    return tk_draw(b->canvas, row, column, inks[colour], face | TK_FACE_BOLD,
                   (struct tk_span){&splendor_letters[colour], 1});
}

/* "6w 3u" */
static int draw_cost(struct brush *b, int row, int column, splendor_gems cost, const char *between)
{
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++) {
        int count = splendor_count(cost, colour);
        if (count == 0)
            continue;
        column = tk_draw_number(b->canvas, row, column, inks[colour], 0, b->speaker->lang, count);
        column = draw_letter(b, row, column, colour, 0);
        column = tk_draw_text(b->canvas, row, column, TK_INK_PLAIN, 0, between);
    }
    return column;
}

/* Can the viewer buy this card now? */
static bool is_open(const struct brush *b, int card)
{
    const struct splendor_state *s = b->s;
    if (b->seat != s->active || s->phase != SPLENDOR_ACT)
        return false;
    return splendor_price(&s->seat[b->seat], card, 0).gold <= s->seat[b->seat].gold;
}

/* "s3-07 ◆u 4" */
static int draw_face(struct brush *b, int row, int column, int card)
{
    const struct splendor_card *face = &splendor_cards[card];
    bool open = is_open(b, card);
    column = tk_draw_text(b->canvas, row, column, TK_INK_PLAIN, open ? TK_FACE_OPEN : 0, face->id);
    column = tk_draw_text(b->canvas, row, column + 1, inks[face->bonus], TK_FACE_BOLD,
                          b->canvas->unicode ? "◆" : "+");
    column = draw_letter(b, row, column, face->bonus, 0);
    if (face->points > 0)
        column = tk_draw_number(b->canvas, row, column + 1, TK_INK_PLAIN, TK_FACE_BOLD,
                                b->speaker->lang, face->points);
    if (open)
        column = tk_draw_text(b->canvas, row, column + 1, TK_INK_GOLD, TK_FACE_OPEN | TK_FACE_BOLD,
                              b->canvas->unicode ? "✓" : "!");
    return column;
}

/* --- cards as boxes, where there are rows for them --- */

enum { BOX_ROWS = 5, BOXES_FROM = 30, BOX_MOST = 26 };

static int box_width(const struct brush *b)
{
    int width = (b->canvas->columns - CARDS_AT) / SPLENDOR_SLOTS - 1;
    return width < BOX_MOST ? width : BOX_MOST;
}

/* "+------+": the upper or the lower edge. */
static void draw_edge(struct brush *b, int row, int column, enum tk_ink ink, bool upper)
{
    bool lines = b->canvas->unicode;
    const char *left = lines ? (upper ? "┌" : "└") : "+";
    const char *right = lines ? (upper ? "┐" : "┘") : "+";
    int end = column + box_width(b) - 1;
    column = tk_draw_text(b->canvas, row, column, ink, 0, left);
    while (column < end)
        column = tk_draw_text(b->canvas, row, column, ink, 0, lines ? "─" : "-");
    tk_draw_text(b->canvas, row, column, ink, 0, right);
}

static void draw_box(struct brush *b, int row, int column, int card)
{
    const struct splendor_card *face = &splendor_cards[card];
    enum tk_ink ink = inks[face->bonus];
    int end = column + box_width(b) - 1;
    draw_edge(b, row, column, ink, true);
    draw_edge(b, row + BOX_ROWS - 1, column, ink, false);
    for (int line = 1; line < BOX_ROWS - 1; line++) {
        tk_draw_text(b->canvas, row + line, column, ink, 0, b->canvas->unicode ? "│" : "|");
        tk_draw_text(b->canvas, row + line, end, ink, 0, b->canvas->unicode ? "│" : "|");
    }
    draw_face(b, row + 1, column + 2, card);
    tk_draw_text(b->canvas, row + 2, column + 2, ink, TK_FACE_DIM,
                 tk_word_text(b->speaker, (uint16_t)(SPLENDOR_WORD_COLOUR_W + face->bonus)));
    draw_cost(b, row + 3, column + 2, face->cost, " ");
}

static void draw_boxes(struct brush *b, int row, int level)
{
    static const char *const numerals[SPLENDOR_LEVELS] = {"I", "II", "III"};
    tk_draw_text(b->canvas, row + 2, 0, TK_INK_GREY, TK_FACE_BOLD, numerals[level]);
    tk_draw_number(b->canvas, row + 2, 5, TK_INK_GREY, 0, b->speaker->lang, b->s->deck_left[level]);
    for (int slot = 0; slot < SPLENDOR_SLOTS; slot++) {
        int card = b->s->market[level][slot], at = CARDS_AT + slot * (box_width(b) + 1);
        if (card != 0)
            draw_box(b, row, at, card);
        else
            tk_draw_text(b->canvas, row + 2, at, TK_INK_GREY, TK_FACE_DIM, "-");
    }
}

static void draw_level(struct brush *b, int row, int level)
{
    static const char *const numerals[SPLENDOR_LEVELS] = {"I", "II", "III"};
    int column = tk_draw_text(b->canvas, row, 0, TK_INK_GREY, TK_FACE_BOLD, numerals[level]);
    tk_draw_text(b->canvas, row, column, TK_INK_GREY, 0, "");
    tk_draw_number(b->canvas, row, 5, TK_INK_GREY, 0, b->speaker->lang, b->s->deck_left[level]);
    for (int slot = 0; slot < SPLENDOR_SLOTS; slot++) {
        int card = b->s->market[level][slot], at = CARDS_AT + slot * CARD_WIDTH;
        if (card == 0) {
            tk_draw_text(b->canvas, row, at, TK_INK_GREY, TK_FACE_DIM, "-");
            continue;
        }
        draw_face(b, row, at, card);
        draw_cost(b, row + 1, at, splendor_cards[card].cost, " ");
    }
}

static void draw_nobles(struct brush *b, int row)
{
    int place = 0;
    tk_draw_text(b->canvas, row, 0, TK_INK_PURPLE, TK_FACE_BOLD,
                 tk_word_text(b->speaker, SPLENDOR_WORD_TABLE_NOBLES));
    for (int i = 0; i <= b->s->players; i++) {
        if (b->s->noble_owner[i] != 0)
            continue;
        const struct splendor_noble *noble = &splendor_nobles[b->s->noble[i]];
        int column = NOBLES_AT + place++ * NOBLE_WIDTH;
        column = tk_draw_text(b->canvas, row, column, TK_INK_PURPLE, 0, noble->id);
        draw_cost(b, row, column + 1, noble->need, "");
    }
}

/* "w4 u3 …": every colour has its place, so that columns of players can be compared. */
static void draw_tokens(struct brush *b, int row, int column, splendor_gems gems, int gold)
{
    for (int colour = 0; colour < (gold >= 0 ? SPLENDOR_TOKENS : SPLENDOR_COLOURS); colour++) {
        int count = colour == SPLENDOR_GOLD ? gold : splendor_count(gems, colour);
        int at = column + 3 * colour, face = count > 0 ? 0 : TK_FACE_DIM;
        at = draw_letter(b, row, at, colour, face);
        tk_draw_number(b->canvas, row, at, inks[colour], face, b->speaker->lang, count);
    }
}

/* "w white u blue …": what the letters mean. */
static void draw_legend(struct brush *b, int row)
{
    int column = BONUS_AT;
    for (int colour = 0; colour < SPLENDOR_COLOURS; colour++) {
        column = draw_letter(b, row, column, colour, TK_FACE_DIM) + 1;
        column =
            1 + tk_draw_text(b->canvas, row, column, inks[colour], TK_FACE_DIM,
                             tk_word_text(b->speaker, (uint16_t)(SPLENDOR_WORD_COLOUR_W + colour)));
    }
}

static void draw_bank(struct brush *b, int row)
{
    tk_draw_text(b->canvas, row, 0, TK_INK_TURQUOISE, TK_FACE_BOLD,
                 tk_word_text(b->speaker, SPLENDOR_WORD_TABLE_BANK));
    draw_tokens(b, row, TOKENS_AT, b->s->bank, b->s->bank_gold);
    if (!b->s->closing)
        draw_legend(b, row);
    else
        tk_draw_text(b->canvas, row, BONUS_AT, TK_INK_RED, TK_FACE_BOLD,
                     tk_word_text(b->speaker, SPLENDOR_WORD_TABLE_LAST_ROUND));
}

static void draw_heads(struct brush *b, int row)
{
    static const struct {
        int column;
        uint16_t word;
    } heads[] = {
        {TOKENS_AT, SPLENDOR_WORD_TABLE_TOKENS},
        {BONUS_AT, SPLENDOR_WORD_TABLE_BONUS},
        {HAND_AT, SPLENDOR_WORD_TABLE_HAND},
    };
    for (int i = 0; i < TK_COUNT(heads); i++)
        tk_draw_text(b->canvas, row, heads[i].column, TK_INK_GREY, TK_FACE_DIM,
                     tk_word_text(b->speaker, heads[i].word));
    /* what the last letter of the legend above means, which has no more room there */
    draw_letter(b, row, GOLD_AT, SPLENDOR_GOLD, TK_FACE_DIM);
    tk_draw_text(b->canvas, row, GOLD_AT + 2, inks[SPLENDOR_GOLD], TK_FACE_DIM,
                 tk_word_text(b->speaker, SPLENDOR_WORD_TOKENS_O));
}

/* A name cut to the room it has. */
static void draw_name(struct brush *b, int row, int seat)
{
    char text[TK_NAME_MAX + 16];
    struct tk_writer name = tk_writer_over(text, sizeof text);
    tk_seat_name(b->speaker, seat, &name);
    bool active = b->s->phase != SPLENDOR_OVER && seat == b->s->active;
    if (active)
        tk_draw_text(b->canvas, row, 0, TK_INK_GOLD, TK_FACE_BOLD, b->canvas->unicode ? "▶" : ">");
    tk_draw_cut(b->canvas, row, 2, POINTS_AT - 4, TK_INK_PLAIN, active ? TK_FACE_BOLD : 0,
                tk_writer_span(&name));
}

/* SP-11.2, SP-11.3: cards from the market by name, blind ones of others by level alone. */
static void draw_reserved(struct brush *b, int row, int seat)
{
    const struct splendor_seat *p = &b->s->seat[seat];
    for (int i = 0; i < p->reserved_count; i++) {
        bool hidden = (p->blind >> i & 1) != 0 && seat != b->seat;
        int column = HAND_AT + 6 * i;
        if (!hidden) {
            tk_draw_text(b->canvas, row, column, TK_INK_PLAIN, 0,
                         splendor_cards[p->reserved[i]].id);
            continue;
        }
        column = tk_draw_text(b->canvas, row, column, TK_INK_GREY, 0, "s");
        column = tk_draw_number(b->canvas, row, column, TK_INK_GREY, 0, TK_EN,
                                splendor_cards[p->reserved[i]].level + 1);
        tk_draw_text(b->canvas, row, column, TK_INK_GREY, 0, "-??");
    }
}

static void draw_seat(struct brush *b, int row, int seat)
{
    const struct splendor_seat *p = &b->s->seat[seat];
    draw_name(b, row, seat);
    tk_draw_number(b->canvas, row, POINTS_AT, TK_INK_PLAIN, TK_FACE_BOLD, b->speaker->lang,
                   p->points);
    draw_tokens(b, row, TOKENS_AT, p->tokens, p->gold);
    draw_tokens(b, row, BONUS_AT, p->bonus, -1);
    draw_reserved(b, row, seat);
}

/* The viewer's own reserved cards with their costs. */
static void draw_hand(struct brush *b, int row)
{
    const struct splendor_seat *p = &b->s->seat[b->seat];
    if (p->reserved_count > 0)
        tk_draw_text(b->canvas, row, 0, TK_INK_TURQUOISE, TK_FACE_BOLD,
                     tk_word_text(b->speaker, SPLENDOR_WORD_TABLE_HAND));
    for (int i = 0; i < p->reserved_count; i++) {
        int column = CARDS_AT + i * 24;
        column = draw_face(b, row, column, p->reserved[i]);
        draw_cost(b, row, column + 1, splendor_cards[p->reserved[i]].cost, "");
    }
}

void splendor_draw(const void *state, int seat, const struct tk_speaker *speaker,
                   struct tk_canvas *canvas)
{
    struct brush brush = {state, seat, speaker, canvas};
    const struct splendor_state *s = state;
    bool boxes = canvas->rows >= BOXES_FROM;
    int air = canvas->rows >= 20, row = 0;
    draw_nobles(&brush, row);
    row += 2;
    for (int level = SPLENDOR_LEVELS - 1; level >= 0; level--) { /* SP-2.1: level 3 on top */
        (boxes ? draw_boxes : draw_level)(&brush, row, level);
        row += boxes ? BOX_ROWS : 2 + air;
    }
    row += boxes ? 1 : 1 - air;
    draw_bank(&brush, row++);
    draw_heads(&brush, row++);
    for (int p = 0; p < s->players; p++)
        draw_seat(&brush, row++, p);
    if (seat >= 0)
        draw_hand(&brush, row);
}
