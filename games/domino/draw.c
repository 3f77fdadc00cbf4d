/* SPDX-License-Identifier: MIT */
/*
 * The table in character cells: 17 rows of 80 columns, more of the own kingdom and the score by
 * parts where there is room. The viewer's kingdom is large, the others are small.
 *
 *     ▶ Ada 25 ●7 ♞1/3 ♜2             Line                Next line
 *     -1 W1   F    .                   >14 W1L. Ada         12 F.F.
 *      0 #    T.ba♞                     31 M2W. Sina        20 L1W.  Ada
 *        0    1    2                   Builders' board, stack 26 Statue
 *                                      0 Bakery            3 Church
 *     Sina 17 ●7♞1/1♜0
 *     F.F1L.
 */
#include "domino_internal.h"

static const char letters[DOMINO_TERRAINS + 1] = "WFLGSMT";

static const enum tk_ink inks[DOMINO_TERRAINS] = {
    TK_INK_GOLD, TK_INK_GREEN, TK_INK_BLUE, TK_INK_TURQUOISE, TK_INK_BROWN, TK_INK_GREY, TK_INK_RED,
};

/* Two letters for each kind, in the order of buildings.csv. */
static const char building_codes[DOMINO_KINDS + 1][3] = {
    "",   "ba", "sa", "fi", "we", "ma", "fo", "ch", "tk",
    "tt", "st", "bt", "gt", "fc", "tc", "ac", "mo", "qt",
};

enum {
    CELL = 5,       /* columns of a cell of the own kingdom */
    SMALL_CELL = 2, /* and of the others */
    LABEL = 4,      /* row labels */
    LEAST_ROWS = 17,
    LEAST_COLUMNS = 80,
    LINE_ROWS = 4,
    LEGEND_WIDTH = 14,
    SCORE_WIDTH = 26,
};

/* Everything that the drawing of one table needs. */
struct brush {
    const struct domino_state *s;
    const struct domino_state *frame; /* whose kingdoms say which cells are shown */
    const struct tk_speaker *speaker;
    struct tk_canvas *canvas;
    int viewer;  /* seat, or TK_SPECTATOR */
    int own;     /* the kingdom drawn large */
    int columns; /* without the panel at the right */
    int span;    /* rows and columns shown of the own kingdom */
    int lines;   /* of the canvas for a row of the own kingdom */
    domino_cells open;
};

/* --- pieces --- */

static const char *sign(const struct brush *b, const char *unicode, const char *ascii)
{
    return b->canvas->unicode ? unicode : ascii;
}

/* A text cut to the room it has; returns the column after it. */
static int draw_cut(struct brush *b, int row, int column, int width, int face, struct tk_span text)
{
    return tk_draw_cut(b->canvas, row, column, width, TK_INK_PLAIN, face, text);
}

static int draw_word(struct brush *b, int row, int column, int width, int face, uint16_t word)
{
    return draw_cut(b, row, column, width, face, tk_span_of(tk_word_text(b->speaker, word)));
}

static int draw_number(struct brush *b, int row, int column, int face, int number)
{
    return tk_draw_number(b->canvas, row, column, TK_INK_PLAIN, face, b->speaker->lang, number);
}

/* "●7": a sign and a number */
static int draw_stat(struct brush *b, int row, int column, enum tk_ink ink, const char *what,
                     int number)
{
    column = tk_draw_text(b->canvas, row, column, ink, TK_FACE_BOLD, what);
    return draw_number(b, row, column, 0, number);
}

/* A player's name, or the number of a team. Where names are cut, the seat's number helps. */
static int draw_owner(struct brush *b, int row, int column, int width, int face, int kingdom)
{
    char text[TK_NAME_MAX + 16];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    if ((b->s->flags & DOMINO_TEAMS) != 0) {
        struct tk_phrase team = tk_phrase_of(DOMINO_WORD_TABLE_TEAM);
        tk_phrase_number(&team, "n", kingdom + 1);
        tk_phrase_write(b->speaker, &team, &out);
    } else {
        if (width < 10) {
            tk_write_number(&out, b->speaker->lang, kingdom + 1);
            tk_write_char(&out, ' ');
        }
        tk_seat_name(b->speaker, kingdom, &out);
    }
    return draw_cut(b, row, column, width, face, tk_writer_span(&out));
}

/* Coins, free and all knights, towers, and the queen if she is there. */
static int draw_wealth(struct brush *b, int row, int column, int gap, int kingdom)
{
    const struct domino_kingdom *k = &b->s->kingdom[kingdom];
    if (b->s->variant == DOMINO_KING)
        return column;
    column = draw_stat(b, row, column, TK_INK_GOLD, sign(b, "●", "$"), k->coins) + gap;
    column = draw_stat(b, row, column, TK_INK_GREY, sign(b, "♞", "k"), k->free_knights);
    column = tk_draw_text(b->canvas, row, column, TK_INK_PLAIN, 0, "/");
    column = draw_number(b, row, column, 0, domino_knights(k)) + gap;
    column = draw_stat(b, row, column, TK_INK_RED, sign(b, "♜", "t"), k->towers) + gap;
    if (b->s->queen == kingdom + 1)
        column =
            tk_draw_text(b->canvas, row, column, TK_INK_PURPLE, TK_FACE_BOLD, sign(b, "♛", "Q"));
    return column;
}

static int total_of(const struct domino_state *s, int kingdom)
{
    struct domino_score score;
    domino_score(s, kingdom, &score);
    return score.total;
}

/* "▶Ada 25 ●7 ♞1/3 ♜2": the sign has its place also where it is not, so that nothing moves with it */
static void draw_head(struct brush *b, int row, int column, int width, int kingdom, int gap)
{
    bool acts = b->s->actor >= 0 && domino_kingdom_of(b->s, b->s->actor) == kingdom;
    int stats = b->s->variant == DOMINO_KING ? 3 : 14 + 4 * gap, face = acts ? TK_FACE_BOLD : 0;
    if (acts)
        tk_draw_text(b->canvas, row, column, TK_INK_GOLD, TK_FACE_BOLD, sign(b, "▶", ">"));
    column = draw_owner(b, row, column + 1, width - stats - 1, face, kingdom) + 1;
    column = draw_number(b, row, column, TK_FACE_BOLD, total_of(b->s, kingdom)) + 1;
    draw_wealth(b, row, column, gap, kingdom);
}

/* --- kingdoms --- */

/* The first of `span` coordinates that show low … high in the middle. */
static int first_shown(int low, int high, int span)
{
    int spare = span - (high - low + 1);
    return low - (spare > 0 ? (spare + 1) / 2 : 0);
}

/* Where a square of the domino in hand may come to lie. */
static domino_cells open_cells(const struct domino_state *s, int viewer)
{
    domino_cells cells = 0;
    tk_action list[TK_ACTIONS_MAX];
    if (s->phase != DOMINO_PLACE || s->actor != viewer)
        return 0;
    int count = domino_legal(s, list);
    for (int i = 0; i < count && domino_action_verb(list[i]) == DOMINO_DO_PLACE; i++) {
        struct domino_cell left = domino_action_cell(list[i]);
        struct domino_cell right = domino_beside(left, domino_action_direction(list[i]));
        cells |= UINT64_C(1) << domino_index(left) | UINT64_C(1) << domino_index(right);
    }
    return cells;
}

/* A dot where the kingdom may still grow, a plus where the domino in hand fits. */
static void draw_empty(struct brush *b, int row, int column, struct domino_cell cell)
{
    const struct domino_kingdom *k = &b->s->kingdom[b->own];
    bool open = (b->open >> domino_index(cell) & 1) != 0;
    if (!domino_fits(k, b->s->limit, cell))
        return;
    tk_draw_text(b->canvas, row, column, open ? TK_INK_GOLD : TK_INK_GREY,
                 open ? TK_FACE_OPEN : TK_FACE_DIM, open ? "+" : sign(b, "·", "."));
}

static bool is_castle(struct domino_cell cell)
{
    return cell.x == 0 && cell.y == 0;
}

/* "M2 ♞", "Tqt♞": terrain, then crowns or the building with its own, then the knight */
static void draw_square(struct brush *b, int row, int column, const struct domino_kingdom *k,
                        int index)
{
    int terrain = domino_terrain_at(k, index), crowns = domino_crowns_at(k, index);
    int kind = domino_building_at(k, index);
    bool knight = (k->knights >> index & 1) != 0;
    char digit[3] = {crowns > 0 ? (char)('0' + crowns) : ' ', ' ', '\0'}, text[16];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_write_char(&out, letters[terrain]);
    tk_write_text(&out, kind > 0 ? building_codes[kind] : digit);
    tk_write_text(&out, knight ? sign(b, "♞", "k") : " ");
    tk_draw(b->canvas, row, column, inks[terrain], TK_FACE_BOLD | TK_FACE_PAPER,
            tk_writer_span(&out));
    if (b->lines > 1)
        tk_draw_text(b->canvas, row + 1, column, inks[terrain], TK_FACE_PAPER, "    ");
}

/* A coordinate of the own kingdom; a minus stands out to the left. */
static void draw_label(struct brush *b, int row, int column, int number)
{
    tk_draw_number(b->canvas, row, column + (number >= 0), TK_INK_GREY, TK_FACE_DIM, TK_EN, number);
}

static void draw_own(struct brush *b, int row, int column)
{
    const struct domino_kingdom *k = &b->s->kingdom[b->own], *frame = &b->frame->kingdom[b->own];
    domino_cells occupied = domino_occupied(k);
    int left = first_shown(frame->west, frame->east, b->span),
        top = first_shown(frame->north, frame->south, b->span);
    for (int dy = 0; dy < b->span; dy++) {
        int line = row + b->lines * dy;
        draw_label(b, line, column, top + dy);
        for (int dx = 0; dx < b->span; dx++) {
            struct domino_cell cell = {(int8_t)(left + dx), (int8_t)(top + dy)};
            int at = column + LABEL + CELL * dx, index = domino_index(cell);
            if (is_castle(cell))
                tk_draw_text(b->canvas, line, at, TK_INK_WHITE, TK_FACE_BOLD, sign(b, "▣", "#"));
            else if (domino_is_inside(k, cell) && (occupied >> index & 1) != 0)
                draw_square(b, line, at, k, index);
            else
                draw_empty(b, line, at, cell);
        }
    }
    for (int dx = 0; dx < b->span; dx++)
        draw_label(b, row + b->lines * b->span, column + LABEL - 1 + CELL * dx, left + dx);
}

/* Two columns a cell: terrain, then crowns or a building. */
static void draw_small(struct brush *b, int row, int column, int kingdom)
{
    const struct domino_kingdom *k = &b->s->kingdom[kingdom];
    const struct domino_kingdom *frame = &b->frame->kingdom[kingdom];
    int limit = b->s->limit, left = first_shown(frame->west, frame->east, limit),
        top = first_shown(frame->north, frame->south, limit);
    for (domino_cells rest = domino_occupied(k); rest != 0; rest &= rest - 1) {
        int index = __builtin_ctzll(rest), crowns = domino_crowns_at(k, index);
        struct domino_cell cell = domino_cell_at(k, index);
        int at_row = row + cell.y - top, at = column + SMALL_CELL * (cell.x - left);
        bool inside = cell.x >= left && cell.x < left + limit && cell.y >= top;
        if (!inside || cell.y >= top + limit)
            continue;
        if (is_castle(cell)) {
            tk_draw_text(b->canvas, at_row, at, TK_INK_WHITE, TK_FACE_BOLD, sign(b, "▣", "#"));
            continue;
        }
        int terrain = domino_terrain_at(k, index);
        bool built = domino_building_at(k, index) > 0;
        char text[2] = {letters[terrain], crowns > 0 ? (char)('0' + crowns) : built ? '*' : ' '};
        tk_draw(b->canvas, at_row, at, inks[terrain], TK_FACE_PAPER, (struct tk_span){text, 2});
    }
}

/* Kingdoms of five cells are narrow: their wealth has a row of its own. */
static void draw_others(struct brush *b, int row)
{
    const struct domino_state *s = b->s;
    bool wide = s->limit == DOMINO_LIMIT_MAX;
    int room = wide ? b->columns - LEGEND_WIDTH : b->columns, place = 0;
    int slot = s->kingdoms > 1 ? room / (s->kingdoms - 1) : room;
    slot = slot < 26 ? slot : 26;
    for (int kingdom = 0; kingdom < s->kingdoms; kingdom++) {
        if (kingdom == b->own)
            continue;
        int column = slot * place++;
        if (wide) {
            draw_head(b, row, column, slot, kingdom, 0);
        } else {
            int after = draw_owner(b, row, column, slot - 5, 0, kingdom) + 1;
            draw_number(b, row, after, TK_FACE_BOLD, total_of(s, kingdom));
            draw_wealth(b, row + 1, column, 0, kingdom);
        }
        draw_small(b, row + (wide ? 1 : 2), column, kingdom);
    }
}

/* --- lines --- */

static int draw_half(struct brush *b, int row, int column, const struct domino_face *face,
                     int square)
{
    int terrain = face->terrain[square], crowns = face->crowns[square];
    char text[2] = {letters[terrain], crowns > 0 ? (char)('0' + crowns) : '.'};
    return tk_draw(b->canvas, row, column, inks[terrain], TK_FACE_BOLD, (struct tk_span){text, 2});
}

/* ">14 W1L. Ada": where there is little room, the number of the seat instead of the name */
static void draw_domino(struct brush *b, int row, int column, int width,
                        const struct domino_line *line, int i)
{
    const struct domino_state *s = b->s;
    bool next = line == &s->next, choosing = s->phase == DOMINO_DRAFT || s->phase == DOMINO_PICK;
    bool acts = !next && i == s->king && s->actor >= 0;
    bool open = next && choosing && s->actor == b->viewer && line->king[i] == 0;
    const struct domino_face *face =
        domino_face(s, domino_line_box(s, s->round + next), line->number[i]);
    if (acts)
        tk_draw_text(b->canvas, row, column, TK_INK_GOLD, TK_FACE_BOLD, sign(b, "▶", ">"));
    draw_number(b, row, column + 1, open ? TK_FACE_OPEN : 0, line->number[i]);
    int at = draw_half(b, row, draw_half(b, row, column + 4, face, 0), face, 1) + 1;
    if (line->king[i] == 0)
        return;
    if (width < 14) {
        draw_number(b, row, at, TK_FACE_BOLD, line->king[i]);
        return;
    }
    char text[TK_NAME_MAX + 16];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_seat_name(b->speaker, line->king[i] - 1, &out);
    draw_cut(b, row, at, column + width - at - 1, acts ? TK_FACE_BOLD : 0, tk_writer_span(&out));
}

/* A long line stands in two columns. */
static void draw_line(struct brush *b, int row, int column, int width,
                      const struct domino_line *line)
{
    int each = b->s->line_size > LINE_ROWS ? width / 2 : width;
    for (int i = 0; i < DOMINO_LINE && line->number[i] != 0; i++)
        draw_domino(b, row + i % LINE_ROWS, column + i / LINE_ROWS * each, each, line, i);
}

static void draw_lines(struct brush *b, int row, int column)
{
    const struct domino_state *s = b->s;
    int width = (b->columns - column) / 2;
    struct tk_phrase round = tk_phrase_of(DOMINO_WORD_TABLE_ROUND);
    char text[128];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_phrase_number(&round, "round", s->round);
    tk_phrase_number(&round, "rounds", s->rounds);
    tk_phrase_write(b->speaker, &round, &out);
    if (s->round == 0)
        draw_word(b, row, column, width - 1, TK_FACE_BOLD, DOMINO_WORD_TABLE_DRAFT);
    else
        draw_cut(b, row, column, width - 1, TK_FACE_BOLD, tk_writer_span(&out));
    draw_word(b, row, column + width, width, TK_FACE_BOLD,
              s->round == 0 ? DOMINO_WORD_TABLE_FIRST_LINE : DOMINO_WORD_TABLE_NEXT);
    draw_line(b, row + 1, column, width, &s->line);
    draw_line(b, row + 1, column + width, width, &s->next);
}

/* --- builders' board --- */

/* "Builders' board, stack 26 Statue" */
static void draw_stack(struct brush *b, int row, int column)
{
    const struct domino_state *s = b->s;
    int end = b->columns, at;
    at = draw_word(b, row, column, end - column, TK_FACE_BOLD, DOMINO_WORD_TABLE_BUILDERS);
    if (s->queen == b->own + 1) /* QD-8.3 */
        at = tk_draw_text(b->canvas, row, at + 1, TK_INK_PURPLE, 0, "-1");
    at = draw_word(b, row, at + 2, end - at - 2, TK_FACE_DIM, DOMINO_WORD_TABLE_STACK) + 1;
    at = draw_number(b, row, at, 0, DOMINO_TILES - s->top) + 1;
    if (s->top < DOMINO_TILES)
        draw_word(b, row, at, end - at, TK_FACE_DIM, domino_building_words[s->stack[s->top]]);
}

static void draw_slot(struct brush *b, int row, int column, int width, int slot)
{
    const struct domino_state *s = b->s;
    unsigned reach = domino_slots_in_reach(s, b->own);
    bool build = s->phase == DOMINO_BUILD && (reach >> slot & 1) != 0;
    bool open =
        s->actor == b->viewer && s->display[slot] != 0 && (build || s->phase == DOMINO_BURN);
    draw_number(b, row, column, TK_FACE_BOLD, slot);
    if (s->display[slot] != 0)
        draw_word(b, row, column + 2, width - 3, open ? TK_FACE_OPEN : 0,
                  domino_building_words[s->display[slot]]);
    else if (s->dragon == slot + 1)
        tk_draw_text(b->canvas, row, column + 2, TK_INK_RED, TK_FACE_BOLD,
                     tk_word_text(b->speaker, DOMINO_WORD_TABLE_DRAGON));
    else
        tk_draw_text(b->canvas, row, column + 2, TK_INK_GREY, TK_FACE_DIM, "-");
}

static void draw_builders(struct brush *b, int row, int column)
{
    int width = (b->columns - column) / 2;
    if (b->s->variant == DOMINO_KING)
        return;
    draw_stack(b, row, column);
    for (int slot = 0; slot < DOMINO_SLOTS; slot++)
        draw_slot(b, row + 1 + slot % 3, column + slot / 3 * width, width, slot);
}

/* --- what the letters mean, and the score --- */

/* One under the other, or side by side. */
static void draw_legend(struct brush *b, int row, int column, bool upright)
{
    int terrains = b->s->variant == DOMINO_KING ? DOMINO_TOWN : DOMINO_TERRAINS;
    for (int terrain = 0; terrain < terrains; terrain++) {
        tk_draw(b->canvas, row, column, inks[terrain], TK_FACE_BOLD,
                (struct tk_span){&letters[terrain], 1});
        int after =
            draw_word(b, row, column + 2, LEGEND_WIDTH - 2, 0, domino_terrain_words[terrain]);
        row += upright;
        column = upright ? column : after + 2;
    }
    tk_draw_text(b->canvas, row, column, TK_INK_WHITE, TK_FACE_BOLD, sign(b, "▣", "#"));
    draw_word(b, row, column + 2, LEGEND_WIDTH - 2, 0, DOMINO_WORD_TABLE_CASTLE);
}

/* The own score by its lines, where the canvas is wide. */
static void draw_score(struct brush *b, int row, int column)
{
    const struct domino_state *s = b->s;
    struct domino_score score;
    domino_score(s, b->own, &score);
    for (int part = 0; part < DOMINO_PARTS; part++) {
        char key[32];
        struct tk_writer out = tk_writer_over(key, sizeof key);
        if (!domino_part_counts(s, part))
            continue;
        tk_write_text(&out, "line.");
        tk_write_text(&out, domino_part_ids[part]);
        int word = tk_word_find(&domino_words, tk_writer_span(&out));
        draw_number(b, row, column, TK_FACE_BOLD, score.part[part]);
        draw_word(b, row++, column + 4, SCORE_WIDTH - 4, 0, (uint16_t)word);
    }
}

/* What the signs of wealth mean, in a row that is left at the bottom. */
static void draw_signs(struct brush *b, int row)
{
    const struct {
        const char *sign;
        enum tk_ink ink;
        uint16_t word;
    } signs[] = {
        {sign(b, "●", "$"), TK_INK_GOLD, DOMINO_WORD_TABLE_COINS},
        {sign(b, "♞", "k"), TK_INK_GREY, DOMINO_WORD_TABLE_KNIGHTS},
        {sign(b, "♜", "t"), TK_INK_RED, DOMINO_WORD_TABLE_TOWERS},
        {sign(b, "♛", "Q"), TK_INK_PURPLE, DOMINO_WORD_TABLE_QUEEN},
    };
    int column = 0;
    for (int i = 0; i < TK_COUNT(signs) && b->s->variant != DOMINO_KING; i++) {
        column = tk_draw_text(b->canvas, row, column, signs[i].ink, TK_FACE_BOLD, signs[i].sign);
        column = draw_word(b, row, column + 1, 20, 0, signs[i].word) + 2;
    }
}

/* The own buildings by their two letters, below that. */
static void draw_codes(struct brush *b, int row)
{
    const struct domino_kingdom *k = &b->s->kingdom[b->own];
    uint32_t kinds = 0;
    int column = 0;
    for (domino_cells rest = domino_built(k); rest != 0; rest &= rest - 1)
        kinds |= 1U << domino_building_at(k, __builtin_ctzll(rest));
    for (; kinds != 0; kinds &= kinds - 1) {
        int kind = __builtin_ctz(kinds);
        if (column + 26 > b->columns) {
            column = 0;
            row++;
        }
        tk_draw_text(b->canvas, row, column, TK_INK_RED, TK_FACE_BOLD, building_codes[kind]);
        draw_word(b, row, column + 3, 22, 0, domino_building_words[kind]);
        column += 26;
    }
}

/* RW-8: partners see the kingdom they share; a spectator sees the one that is being played. */
static int kingdom_shown(const struct domino_state *s, int seat)
{
    int shown = seat >= 0 ? seat : s->actor >= 0 ? s->actor : 0;
    return domino_kingdom_of(s, shown);
}

void domino_draw(const void *state, int seat, const struct tk_speaker *speaker,
                 struct tk_canvas *canvas)
{
    const struct domino_state *s = state;
    bool panel = canvas->columns >= LEAST_COLUMNS + 2 * CELL + SCORE_WIDTH;
    int spare = canvas->rows - LEAST_ROWS, wide = canvas->columns >= LEAST_COLUMNS + 2 * CELL;
    int more = !wide || spare <= 0 ? 0 : spare < 2 ? 1 : 2;
    bool large = s->limit == DOMINO_LIMIT_MAX;
    struct brush b = {.s = s,
                      .frame = canvas->frame != NULL ? canvas->frame : s,
                      .speaker = speaker,
                      .canvas = canvas,
                      .viewer = seat,
                      .own = kingdom_shown(s, seat),
                      .columns = canvas->columns - (panel ? SCORE_WIDTH : 0),
                      .span = s->limit + more,
                      .open = seat >= 0 ? open_cells(s, seat) : 0};
    b.lines = spare > b.span + s->limit ? 2 : 1;
    int right = LABEL + CELL * b.span + 1, below = b.lines * b.span + (large ? 2 : 3);
    int others = large ? below : 3 + LINE_ROWS + 3; /* below kingdom, lines and builders */
    others = others < below ? below : others;
    draw_head(&b, 0, 0, right - 1, b.own, 1);
    draw_own(&b, 1, 0);
    draw_lines(&b, 0, right);
    draw_builders(&b, 1 + LINE_ROWS, right);
    draw_legend(&b, large ? others : others - 1, large ? b.columns - LEGEND_WIDTH + 1 : 0, large);
    draw_others(&b, others);
    draw_signs(&b, others + s->limit + (large ? 1 : 2));
    draw_codes(&b, others + s->limit + (large ? 2 : 3));
    if (panel)
        draw_score(&b, 0, b.columns + 1);
}
