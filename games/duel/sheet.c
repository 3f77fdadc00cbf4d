/* SPDX-License-Identifier: MIT */
/* The score sheet: every point of 7D-15.2 with its reason. */
#include "duel_internal.h"

static void explain_military(const struct duel_state *s, int seat, struct tk_sheet *out)
{
    int points = duel_line_points(s, seat, DUEL_LINE_MILITARY);
    int distance = s->pawn < 0 ? -s->pawn : s->pawn;
    if (points == 0)
        return;
    struct tk_phrase *why = tk_sheet_item(out, points, DUEL_WORD_WHY_MILITARY);
    tk_phrase_number(why, "n", distance);
    tk_phrase_seat(why, "who", !seat);
}

static void explain_colour(const struct duel_seat *seat, enum duel_item colour,
                           struct tk_sheet *out)
{
    struct duel_set cards = duel_set_both(&seat->city, &duel_colours[colour]);
    for (int card; (card = duel_set_pop(&cards)) != 0;) {
        if (duel_cards[card].points == 0)
            continue;
        struct tk_phrase *why = tk_sheet_item(out, duel_cards[card].points, DUEL_WORD_WHY_CARD);
        tk_phrase_word(why, "card", duel_card_prints[card].word);
        tk_sheet_place(out, (uint16_t)card);
    }
}

/* The places of a guild's points: itself, and what it counts. */
static void place_guild(const struct duel_state *s, int guild, int richest, struct tk_sheet *out)
{
    const struct duel_seat *seat = &s->seat[richest];
    enum duel_item item = duel_cards[guild].item;
    tk_sheet_place(out, (uint16_t)guild);
    for (int place = 0; item == DUEL_WONDER && place < DUEL_HELD; place++)
        if (duel_is_raised(seat, place))
            tk_sheet_place(out, (uint16_t)(DUEL_PLACE_WONDER + seat->wonder[place]));
    for (int card = 1; card <= DUEL_CARDS; card++) {
        int colour = duel_cards[card].colour;
        bool counted = item == DUEL_BROWN_GREY ? colour == DUEL_BROWN || colour == DUEL_GREY
                                               : colour == (int)item;
        if (counted && duel_set_has(&seat->city, card))
            tk_sheet_place(out, (uint16_t)card);
    }
}

/* 7D-13.2: each guild has a sentence of its own. */
static void explain_guilds(const struct duel_state *s, int seat, struct tk_sheet *out)
{
    static const uint16_t words[DUEL_ITEMS] = {
        [DUEL_YELLOW] = DUEL_WORD_COUNT_YELLOW, [DUEL_BROWN_GREY] = DUEL_WORD_COUNT_BROWN_GREY,
        [DUEL_WONDER] = DUEL_WORD_COUNT_WONDER, [DUEL_BLUE] = DUEL_WORD_COUNT_BLUE,
        [DUEL_GREEN] = DUEL_WORD_COUNT_GREEN,   [DUEL_COIN_TRIPLE] = DUEL_WORD_COUNT_COIN_TRIPLE,
        [DUEL_RED] = DUEL_WORD_COUNT_RED,
    };
    struct duel_set guilds = duel_set_both(&s->seat[seat].city, &duel_colours[DUEL_PURPLE]);
    for (int guild; (guild = duel_set_pop(&guilds)) != 0;) {
        enum duel_item item = duel_cards[guild].item;
        int count = duel_count_most(s, item);
        int richest = duel_count(&s->seat[seat], item) == count ? seat : !seat;
        struct tk_phrase *why =
            tk_sheet_item(out, duel_guild_points(s, guild), DUEL_WORD_WHY_GUILD);
        tk_phrase_word(why, "card", duel_card_prints[guild].word);
        tk_phrase_counted(why, "items", words[item], count);
        tk_phrase_seat(why, "who", richest);
        place_guild(s, guild, richest, out);
    }
}

static void explain_wonders(const struct duel_seat *seat, struct tk_sheet *out)
{
    for (int place = 0; place < DUEL_HELD; place++) {
        int wonder = seat->wonder[place];
        if (!duel_is_raised(seat, place) || duel_wonders[wonder].points == 0)
            continue;
        struct tk_phrase *why = tk_sheet_item(out, duel_wonders[wonder].points, DUEL_WORD_WHY_CARD);
        tk_phrase_word(why, "card", duel_wonder_prints[wonder].word);
        tk_sheet_place(out, (uint16_t)(DUEL_PLACE_WONDER + wonder));
    }
}

static void explain_progress(const struct duel_seat *seat, struct tk_sheet *out)
{
    for (unsigned tokens = seat->tokens; tokens != 0; tokens &= tokens - 1) {
        int token = __builtin_ctz(tokens), points = duel_token_points(seat, token);
        if (points == 0)
            continue;
        bool counts = token == DUEL_TOKEN_MATHEMATICS;
        struct tk_phrase *why =
            tk_sheet_item(out, points, counts ? DUEL_WORD_WHY_MATHEMATICS : DUEL_WORD_WHY_CARD);
        tk_phrase_word(why, "card", duel_token_prints[token].word);
        if (counts)
            tk_phrase_number(why, "n", __builtin_popcount(seat->tokens));
        tk_sheet_place(out, (uint16_t)(DUEL_PLACE_TOKEN + token));
    }
}

static void explain_coins(const struct duel_seat *seat, struct tk_sheet *out)
{
    int points = duel_count(seat, DUEL_COIN_TRIPLE);
    if (points > 0)
        tk_phrase_number(tk_sheet_item(out, points, DUEL_WORD_WHY_COINS), "n", seat->coins);
}

/* A ninth line without points tells the winner of a supremacy (7D-15.4). */
static void explain_supremacy(const struct duel_state *s, int seat, struct tk_sheet *out)
{
    if (!duel_is_supremacy(s) || seat != s->active)
        return;
    bool military = s->ending == DUEL_MILITARY;
    tk_sheet_line(out, military ? "military_supremacy" : "scientific_supremacy")->sign =
        military ? TK_SIGN_ARMS : TK_SIGN_SCIENCE;
    tk_sheet_item(out, 0, military ? DUEL_WORD_WHY_CAPITAL : DUEL_WORD_WHY_SYMBOLS);
}

/* 7D-15.2, with a reason for every point. */
void duel_sheet(const void *state, int seat, struct tk_sheet *out)
{
    const struct duel_state *s = state;
    const struct duel_seat *p = &s->seat[seat];
    tk_sheet_line(out, "military");
    explain_military(s, seat, out);
    tk_sheet_line(out, "blue");
    explain_colour(p, DUEL_BLUE, out);
    tk_sheet_line(out, "green");
    explain_colour(p, DUEL_GREEN, out);
    tk_sheet_line(out, "yellow");
    explain_colour(p, DUEL_YELLOW, out);
    tk_sheet_line(out, "guilds");
    explain_guilds(s, seat, out);
    tk_sheet_line(out, "wonders");
    explain_wonders(p, out);
    tk_sheet_line(out, "progress");
    explain_progress(p, out);
    tk_sheet_line(out, "coins");
    explain_coins(p, out);
    explain_supremacy(s, seat, out);
}
