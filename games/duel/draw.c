/* SPDX-License-Identifier: MIT */
/*
 * The table in character cells: 15 rows of 80 columns, with more air, costs and city names where
 * there is room. A sign stands for each kind of building, so that nothing depends on colours.
 */
#include "duel_internal.h"

static const enum tk_ink inks[DUEL_COLOURS] = {
    [DUEL_BROWN] = TK_INK_BROWN,   [DUEL_GREY] = TK_INK_GREY,   [DUEL_BLUE] = TK_INK_BLUE,
    [DUEL_GREEN] = TK_INK_GREEN,   [DUEL_YELLOW] = TK_INK_GOLD, [DUEL_RED] = TK_INK_RED,
    [DUEL_PURPLE] = TK_INK_PURPLE,
};

static const char *const signs[DUEL_COLOURS] = {
    [DUEL_BROWN] = "=",  [DUEL_GREY] = "%", [DUEL_BLUE] = "#",   [DUEL_GREEN] = "&",
    [DUEL_YELLOW] = "$", [DUEL_RED] = "!",  [DUEL_PURPLE] = "*",
};

static const uint16_t kind_words[DUEL_COLOURS] = {
    [DUEL_BROWN] = DUEL_WORD_KIND_BROWN,   [DUEL_GREY] = DUEL_WORD_KIND_GREY,
    [DUEL_BLUE] = DUEL_WORD_KIND_BLUE,     [DUEL_GREEN] = DUEL_WORD_KIND_GREEN,
    [DUEL_YELLOW] = DUEL_WORD_KIND_YELLOW, [DUEL_RED] = DUEL_WORD_KIND_RED,
    [DUEL_PURPLE] = DUEL_WORD_KIND_PURPLE,
};

static const uint16_t letter_words[DUEL_RESOURCES] = {
    DUEL_WORD_LETTER_WOOD,  DUEL_WORD_LETTER_CLAY,    DUEL_WORD_LETTER_STONE,
    DUEL_WORD_LETTER_GLASS, DUEL_WORD_LETTER_PAPYRUS,
};

enum { PANEL_WIDTH = 30, NAME_WIDTH = 14, WONDER_WIDTH = 20, SHORT = 3 };
enum { COINS_AT = 17, POINTS_AT = 27, RESOURCES_AT = 38, SYMBOLS_AT = 30, TOKENS_AT = 60 };
enum { AIR_FROM = 20, NAMES_FROM = 26 }; /* rows from which there is room for more */

/* Everything that the drawing of one table needs. */
struct brush {
    const struct duel_state *s;
    int seat; /* the viewer */
    const struct tk_speaker *speaker;
    struct tk_canvas *canvas;
    int half; /* columns of half a card */
};

/* --- small pieces --- */

static int draw_text(struct brush *b, int row, int column, enum tk_ink ink, int face,
                     const char *text)
{
    return tk_draw_text(b->canvas, row, column, ink, face, text);
}

static int draw_number(struct brush *b, int row, int column, enum tk_ink ink, int face, int number)
{
    return tk_draw_number(b->canvas, row, column, ink, face, b->speaker->lang, number);
}

static int draw_cut(struct brush *b, int row, int column, int width, enum tk_ink ink, int face,
                    struct tk_span text)
{
    return tk_draw_cut(b->canvas, row, column, width, ink, face, text);
}

static int draw_word(struct brush *b, int row, int column, int width, enum tk_ink ink, int face,
                     uint16_t word)
{
    return draw_cut(b, row, column, width, ink, face, tk_span_of(tk_word_text(b->speaker, word)));
}

static int draw_phrase(struct brush *b, int row, int column, int width, enum tk_ink ink, int face,
                       const struct tk_phrase *phrase)
{
    char text[512];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_phrase_write(b->speaker, phrase, &out);
    return draw_cut(b, row, column, width, ink, face, tk_writer_span(&out));
}

static int draw_counted(struct brush *b, int row, int column, enum tk_ink ink, uint16_t word,
                        int number)
{
    struct tk_phrase phrase = tk_phrase_of(DUEL_WORD_EFFECTS);
    tk_phrase_counted(&phrase, "facts", word, number);
    return draw_phrase(b, row, column, b->canvas->columns, ink, 0, &phrase);
}

static int draw_seat_name(struct brush *b, int row, int column, int width, int face, int seat)
{
    char text[TK_NAME_MAX + 32];
    struct tk_writer out = tk_writer_over(text, sizeof text);
    tk_seat_name(b->speaker, seat, &out);
    return draw_cut(b, row, column, width, TK_INK_PLAIN, face, tk_writer_span(&out));
}

/* "W2 G1 $3" */
static int draw_cost(struct brush *b, int row, int column, duel_lanes cost, int coins)
{
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        if (duel_lane(cost, r) == 0)
            continue;
        column = draw_word(b, row, column, 1, TK_INK_PLAIN, 0, letter_words[r]);
        column = draw_number(b, row, column, TK_INK_PLAIN, 0, duel_lane(cost, r)) + 1;
    }
    if (coins > 0) {
        column = draw_text(b, row, column, TK_INK_GOLD, 0, "$");
        column = draw_number(b, row, column, TK_INK_GOLD, 0, coins) + 1;
    }
    return column;
}

/* "8 +" or "8 -": a price, and whether the treasury has it. */
static int draw_price(struct brush *b, int row, int column, struct duel_price price, int treasury)
{
    bool enough = price.coins <= treasury;
    enum tk_ink ink = enough ? TK_INK_GREEN : TK_INK_RED;
    const char *mark = b->canvas->unicode ? (enough ? "✓" : "✗") : enough ? "+" : "-";
    if (price.chain)
        column = draw_word(b, row, column, 6, ink, 0, DUEL_WORD_TABLE_FREE);
    else
        column = draw_number(b, row, column, ink, 0, price.coins);
    return draw_text(b, row, column + 1, ink, TK_FACE_BOLD, mark);
}

/* --- title, track and tokens --- */

/* "[#|.5.|.2.|..|@|..|.2.|.5.|#]": zones, loot that is still there, and the pawn. */
static int draw_track(struct brush *b, int row, int column)
{
    const struct duel_state *s = b->s;
    column = draw_text(b, row, column, TK_INK_GREY, 0, "[");
    for (int at = -DUEL_CAPITAL; at <= DUEL_CAPITAL; at++) {
        const struct duel_space *space = &duel_track[at + DUEL_CAPITAL];
        bool middle = at != DUEL_CAPITAL && at != -DUEL_CAPITAL && space[-1].zone == space->zone &&
                      space[1].zone == space->zone;
        bool loot = space->loot != 0 && (s->looted >> space->zone & 1) == 0;
        if (at > -DUEL_CAPITAL && space[-1].zone != space->zone)
            column = draw_text(b, row, column, TK_INK_GREY, 0, "|");
        if (at == s->pawn)
            column =
                draw_text(b, row, column, TK_INK_RED, TK_FACE_BOLD, b->canvas->unicode ? "●" : "@");
        else if (loot && middle)
            column = draw_number(b, row, column, TK_INK_GOLD, 0, space->loot);
        else
            column = draw_text(b, row, column, TK_INK_GREY, 0, space->capital ? "#" : ".");
    }
    return draw_text(b, row, column, TK_INK_GREY, 0, "]");
}

/* The age, the cards left, and the track between the two capitals: the first player's is left. */
static void draw_title(struct brush *b, int row)
{
    static const uint16_t ages[DUEL_AGES + 1] = {DUEL_WORD_TABLE_OFFER, DUEL_WORD_AGE_1,
                                                 DUEL_WORD_AGE_2, DUEL_WORD_AGE_3};
    const struct duel_state *s = b->s;
    int column = draw_word(b, row, 0, 24, TK_INK_TURQUOISE, TK_FACE_BOLD, ages[s->age]);
    if (s->age > 0)
        draw_counted(b, row, column + 2, TK_INK_GREY, DUEL_WORD_TABLE_LEFT,
                     __builtin_popcount(s->left));
    column = draw_seat_name(b, row, 26, 11, 0, s->first);
    column = draw_track(b, row, column + 1);
    draw_seat_name(b, row, column + 1, 12, 0, !s->first);
}

/* 7D-16.4: the tokens on the board, or while the Library is used those that were drawn. */
static void draw_tokens(struct brush *b, int row)
{
    const struct duel_state *s = b->s;
    bool drawn = s->phase == DUEL_PHASE_LIBRARY;
    const uint8_t *tokens = s->progress + (drawn ? DUEL_ON_BOARD : 0);
    int face = s->phase == DUEL_PHASE_TOKEN || drawn ? TK_FACE_OPEN : 0;
    uint32_t owned = s->seat[0].tokens | s->seat[1].tokens;
    int column = draw_word(b, row, 0, 12, TK_INK_TURQUOISE, TK_FACE_BOLD,
                           drawn ? DUEL_WORD_TABLE_DRAWN : DUEL_WORD_TABLE_PROGRESS);
    for (int i = 0; i < (drawn ? DUEL_DRAWN : DUEL_ON_BOARD); i++)
        if ((owned >> tokens[i] & 1) == 0)
            column = draw_word(b, row, column + 2, 12, TK_INK_GREEN, face,
                               duel_token_prints[tokens[i]].word);
    int discarded = duel_set_count(&s->discard);
    if (discarded > 0)
        draw_counted(b, row, b->canvas->columns - 13, TK_INK_GREY, DUEL_WORD_TABLE_DISCARDED,
                     discarded);
}

/* --- the layout --- */

static bool may_play(const struct brush *b)
{
    return b->s->phase == DUEL_PHASE_PLAY && b->seat == b->s->active;
}

/* "[Quarry]" can be taken, "=Quarry" is covered, "[-----]" and "[guild]" are backs (7D-16.3). */
static void draw_slot(struct brush *b, int row, int slot)
{
    const struct duel_state *s = b->s;
    const struct duel_slot *place = &duel_slots[s->age - 1][slot];
    int card = s->layout[s->age - 1][slot], width = 2 * b->half - 2;
    int at = (place->column - 1) * b->half, line = row + place->row - 1;
    enum tk_ink ink = inks[duel_cards[card].colour];
    if ((s->left >> slot & 1) == 0)
        return;
    if ((duel_shown(s) >> slot & 1) == 0) {
        bool guild = duel_cards[card].age == DUEL_GUILD;
        draw_text(b, line, at, guild ? TK_INK_PURPLE : TK_INK_GREY, TK_FACE_DIM,
                  guild ? "[guild]" : "[-----]");
        return;
    }
    bool open = (s->open >> slot & 1) != 0;
    int face = open ? TK_FACE_BOLD | (may_play(b) ? TK_FACE_OPEN : 0) : 0;
    draw_text(b, line, at, ink, face, open ? "[" : signs[duel_cards[card].colour]);
    const char *name = tk_word_text(b->speaker, duel_card_prints[card].word);
    int end = tk_draw_short(b->canvas, line, at + 1, width, ink, face, tk_span_of(name));
    if (open)
        draw_text(b, line, end, ink, face, "]");
}

/* The accessible cards by their names, with the price for the viewer; who only watches sees that for
 * the seat to act. */
static int draw_panel(struct brush *b, int row)
{
    const struct duel_state *s = b->s;
    int buyer = b->seat >= 0 ? b->seat : s->active;
    int left = b->canvas->columns - PANEL_WIDTH, face = may_play(b) ? TK_FACE_OPEN : 0;
    for (uint32_t open = s->open; open != 0; open &= open - 1, row++) {
        int card = s->layout[s->age - 1][__builtin_ctz(open)];
        enum tk_ink ink = inks[duel_cards[card].colour];
        draw_text(b, row, left, ink, TK_FACE_BOLD, signs[duel_cards[card].colour]);
        draw_word(b, row, left + 2, 19, ink, face, duel_card_prints[card].word);
        draw_price(b, row, left + 22, duel_price(s, buyer, card), s->seat[buyer].coins);
    }
    return row;
}

/* Rows that have been emptied give their place back. */
static int draw_layout(struct brush *b, int row)
{
    int last = 0;
    for (int slot = 0; slot < DUEL_SLOTS; slot++) {
        draw_slot(b, row, slot);
        if ((b->s->left >> slot & 1) != 0)
            last = duel_slots[b->s->age - 1][slot].row;
    }
    int below = draw_panel(b, row);
    return below > row + last ? below : row + last;
}

/* The wonders on offer (7D-4.1), each with its cost, and its effects below. */
static int draw_offer(struct brush *b, int row)
{
    const struct duel_state *s = b->s;
    const uint8_t *group = s->wonder + duel_drafted(s) / DUEL_GROUP * DUEL_GROUP;
    int face = TK_FACE_BOLD | (b->seat == s->active ? TK_FACE_OPEN : 0);
    for (int i = 0; i < DUEL_GROUP; i++) {
        if (group[i] == 0)
            continue;
        struct tk_phrase effects = duel_wonder_effects(group[i]);
        draw_word(b, row, 0, 30, TK_INK_GOLD, face, duel_wonder_prints[group[i]].word);
        draw_cost(b, row, 32, duel_wonders[group[i]].cost, 0);
        draw_phrase(b, row + 1, 2, b->canvas->columns - 2, TK_INK_PLAIN, 0, &effects);
        row += 2;
    }
    return row;
}

/* --- a player --- */

/* "W1:2": units made, and the price of one more. */
static void draw_resources(struct brush *b, int row, int seat)
{
    const struct duel_seat *p = &b->s->seat[seat];
    int column = RESOURCES_AT;
    for (int r = 0; r < DUEL_RESOURCES; r++, column += 5) {
        int made = duel_lane(p->economy, r), face = made > 0 ? TK_FACE_BOLD : 0;
        int at = draw_word(b, row, column, 1, TK_INK_PLAIN, face, letter_words[r]);
        at = draw_number(b, row, at, TK_INK_PLAIN, face, made);
        at = draw_text(b, row, at, TK_INK_GREY, TK_FACE_DIM, ":");
        draw_number(b, row, at, TK_INK_GREY, TK_FACE_DIM, duel_unit_price(b->s, seat, r));
    }
    static const int first[] = {DUEL_WOOD, DUEL_GLASS, DUEL_RESOURCES};
    for (int kind = 0; kind < 2; kind++) {
        int sources = duel_lane(p->economy, DUEL_CHOICE_BROWN + kind);
        if (sources == 0)
            continue;
        column = draw_text(b, row, column, TK_INK_PLAIN, 0, "+");
        column = draw_number(b, row, column, TK_INK_PLAIN, 0, sources);
        for (int r = first[kind]; r < first[kind + 1]; r++)
            column = draw_word(b, row, column, 1, TK_INK_PLAIN, 0, letter_words[r]);
        column++;
    }
}

static void draw_purse(struct brush *b, int row, int seat)
{
    const struct duel_state *s = b->s;
    int32_t scores[DUEL_SEATS];
    bool active = s->phase != DUEL_PHASE_OVER && seat == s->active;
    duel_scores(s, scores);
    if (active)
        draw_text(b, row, 0, TK_INK_GOLD, TK_FACE_BOLD, b->canvas->unicode ? "▶" : ">");
    draw_seat_name(b, row, 2, NAME_WIDTH, active ? TK_FACE_BOLD : 0, seat);
    draw_counted(b, row, COINS_AT, TK_INK_GOLD, DUEL_WORD_COINS, s->seat[seat].coins);
    draw_counted(b, row, POINTS_AT, TK_INK_PLAIN, DUEL_WORD_TABLE_POINTS, scores[seat]);
    draw_resources(b, row, seat);
}

/* "The" says nothing, and takes the room of what does. */
static int draw_wonder_name(struct brush *b, int row, int column, int wonder, bool raised)
{
    const char *name = tk_word_text(b->speaker, duel_wonder_prints[wonder].word);
    name += name[0] == 'T' && name[1] == 'h' && name[2] == 'e' && name[3] == ' ' ? 4 : 0;
    return draw_cut(b, row, column, NAME_WIDTH - 1, raised ? TK_INK_GOLD : TK_INK_SAND,
                    raised ? TK_FACE_BOLD : TK_FACE_DIM, tk_span_of(name));
}

/* Raised ones in full colour, those to come with their price, the one that is gone struck out. */
static void draw_wonders(struct brush *b, int row, int seat)
{
    const struct duel_seat *p = &b->s->seat[seat];
    for (int place = 0; place < DUEL_HELD; place++) {
        int column = 2 + place * (WONDER_WIDTH - 1), wonder = p->wonder[place];
        bool raised = duel_is_raised(p, place), open = duel_may_raise(b->s, seat, place);
        if (wonder == 0)
            continue;
        int end = draw_wonder_name(b, row, column, wonder, raised);
        if (raised)
            draw_text(b, row, end + 1, TK_INK_GOLD, TK_FACE_BOLD, b->canvas->unicode ? "▲" : "^");
        else if (!open)
            draw_text(b, row, end + 1, TK_INK_GREY, TK_FACE_DIM, "x");
        else if (b->s->age > 0)
            draw_price(b, row, end + 1, duel_wonder_price(b->s, seat, wonder), p->coins);
    }
}

static void draw_symbols(struct brush *b, int row, const struct duel_seat *p)
{
    int column = SYMBOLS_AT;
    for (int symbol = DUEL_GLOBE; symbol < DUEL_SYMBOLS; symbol++) {
        int count = duel_symbol_count(p, symbol);
        if (count == 0)
            continue;
        column = draw_word(b, row, column, SHORT, TK_INK_GREEN, 0, duel_symbol_words[symbol]);
        if (count > 1)
            column = draw_number(b, row, column, TK_INK_GREEN, TK_FACE_BOLD, count);
        column++;
    }
}

/* "=3 %1 #4 …", the symbols and the tokens, both by their first letters. */
static void draw_city(struct brush *b, int row, int seat)
{
    const struct duel_seat *p = &b->s->seat[seat];
    int column = 2;
    for (int colour = DUEL_BROWN; colour < DUEL_COLOURS; colour++, column += 4) {
        int count = duel_count(p, (enum duel_item)colour), face = count > 0 ? 0 : TK_FACE_DIM;
        int at = draw_text(b, row, column, inks[colour], face, signs[colour]);
        draw_number(b, row, at, inks[colour], face, count);
    }
    draw_symbols(b, row, p);
    column = TOKENS_AT;
    for (unsigned tokens = p->tokens; tokens != 0; tokens &= tokens - 1)
        column = 1 + draw_word(b, row, column, SHORT, TK_INK_TURQUOISE, 0,
                               duel_token_prints[__builtin_ctz(tokens)].word);
}

/* The buildings by name, as many as the row holds. */
static void draw_buildings(struct brush *b, int row, int seat)
{
    int column = 2;
    for (int colour = DUEL_BROWN; colour < DUEL_COLOURS; colour++) {
        struct duel_set cards = duel_set_both(&b->s->seat[seat].city, &duel_colours[colour]);
        for (int card; (card = duel_set_pop(&cards)) != 0;) {
            const char *name = tk_word_text(b->speaker, duel_card_prints[card].word);
            int width = tk_text_columns(tk_span_of(name)) + 1;
            if (column + width > b->canvas->columns) {
                column = 2;
                row++;
            }
            column = draw_text(b, row, column, inks[colour], 0, name) + 1;
        }
    }
}

static int draw_player(struct brush *b, int row, int seat)
{
    draw_purse(b, row++, seat);
    draw_wonders(b, row++, seat);
    if (b->s->age > 0)
        draw_city(b, row++, seat);
    if (b->s->age > 0 && b->canvas->rows >= NAMES_FROM) {
        draw_buildings(b, row, seat);
        row += 3;
    }
    return row;
}

/* What the signs mean. */
static void draw_legend(struct brush *b, int row)
{
    int column = 0, width = 11;
    for (int colour = DUEL_BROWN; colour < DUEL_COLOURS; colour++, column += width) {
        int at = draw_text(b, row, column, inks[colour], 0, signs[colour]);
        draw_word(b, row, at + 1, width - 2, TK_INK_GREY, TK_FACE_DIM, kind_words[colour]);
    }
}

/* Costs and effects of the accessible cards, where there are rows for all of them. */
static void draw_effects(struct brush *b, int row)
{
    const struct duel_state *s = b->s;
    if (row + __builtin_popcount(s->open) > b->canvas->rows)
        return;
    for (uint32_t open = s->open; open != 0; open &= open - 1, row++) {
        int card = s->layout[s->age - 1][__builtin_ctz(open)];
        struct tk_phrase effects = duel_card_effects(card);
        draw_word(b, row, 0, 19, inks[duel_cards[card].colour], 0, duel_card_prints[card].word);
        draw_cost(b, row, 20, duel_cards[card].cost, duel_cards[card].coins);
        draw_phrase(b, row, 33, b->canvas->columns - 33, TK_INK_PLAIN, 0, &effects);
    }
}

void duel_draw(const void *state, int seat, const struct tk_speaker *speaker,
               struct tk_canvas *canvas)
{
    const struct duel_state *s = state;
    struct brush brush = {s, seat, speaker, canvas, (canvas->columns - PANEL_WIDTH - 2) / 12};
    int air = canvas->rows >= AIR_FROM, row = 0;
    draw_title(&brush, row++);
    draw_tokens(&brush, row++);
    row = s->age > 0 ? draw_layout(&brush, row + air) : draw_offer(&brush, row + 1);
    row += s->age > 0 ? air : 1;
    for (int p = 0; p < DUEL_SEATS; p++)
        row = draw_player(&brush, row, p);
    if (s->age > 0)
        draw_legend(&brush, row++);
    if (s->age == 0 || canvas->rows >= NAMES_FROM)
        draw_word(&brush, row++, 0, canvas->columns, TK_INK_GREY, TK_FACE_DIM,
                  DUEL_WORD_TABLE_RESOURCES);
    draw_effects(&brush, row);
}
