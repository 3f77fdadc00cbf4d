/* Points, places and the sheet that explains them (7D-11.7, 7D-12.6, 7D-13.4, 7D-15). */
#include "duel_internal.h"

/* --- points --- */

/* 7D-11.7, 7D-18.2: by where the pawn stands; nothing in a capital (7D-15.6). */
static int military_points(const struct duel_state *s, int seat)
{
    return duel_space_of(s)->points[duel_role(s, seat)];
}

/* 7D-15.2: points printed on the buildings of a colour. */
static int colour_points(const struct duel_seat *seat, enum duel_item colour)
{
    struct duel_set cards = duel_set_both(&seat->city, &duel_colours[colour]);
    int points = 0;
    for (int card; (card = duel_set_pop(&cards)) != 0;)
        points += duel_cards[card].points;
    return points;
}

/* 7D-13.4: counted afresh, in the city that has the most now. */
static int guild_points(const struct duel_state *s, int guild)
{
    return duel_cards[guild].item_points * duel_count_most(s, duel_cards[guild].item);
}

static int all_guild_points(const struct duel_state *s, int seat)
{
    struct duel_set guilds = duel_set_both(&s->seat[seat].city, &duel_colours[DUEL_PURPLE]);
    int points = 0;
    for (int guild; (guild = duel_set_pop(&guilds)) != 0;)
        points += guild_points(s, guild);
    return points;
}

static int wonder_points(const struct duel_seat *seat)
{
    int points = 0;
    for (int place = 0; place < DUEL_HELD; place++)
        points += duel_is_raised(seat, place) ? duel_wonders[seat->wonder[place]].points : 0;
    return points;
}

/* 7D-12.6: Mathematics counts all progress tokens of its owner, itself included. */
static int token_points(const struct duel_seat *seat, int token)
{
    int points = duel_tokens[token].points;
    return token == DUEL_TOKEN_MATHEMATICS ? 3 * __builtin_popcount(seat->tokens) : points;
}

static int progress_points(const struct duel_seat *seat)
{
    int points = 0;
    for (unsigned tokens = seat->tokens; tokens != 0; tokens &= tokens - 1)
        points += token_points(seat, __builtin_ctz(tokens));
    return points;
}

/* 7D-15.2, line by line. */
int duel_line_points(const struct duel_state *s, int seat, enum duel_line line)
{
    const struct duel_seat *p = &s->seat[seat];
    switch (line) {
    case DUEL_LINE_MILITARY:
        return military_points(s, seat);
    case DUEL_LINE_BLUE:
        return colour_points(p, DUEL_BLUE);
    case DUEL_LINE_GREEN:
        return colour_points(p, DUEL_GREEN);
    case DUEL_LINE_YELLOW:
        return colour_points(p, DUEL_YELLOW);
    case DUEL_LINE_GUILDS:
        return all_guild_points(s, seat);
    case DUEL_LINE_WONDERS:
        return wonder_points(p);
    case DUEL_LINE_PROGRESS:
        return progress_points(p);
    case DUEL_LINE_COINS:
        return duel_count(p, DUEL_COIN_TRIPLE);
    case DUEL_LINES:
        break;
    }
    return 0;
}

/* 7D-15.6: whatever ended the game. */
void duel_scores(const void *state, int32_t *out)
{
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        out[seat] = 0;
        for (int line = 0; line < DUEL_LINES; line++)
            out[seat] += duel_line_points(state, seat, (enum duel_line)line);
    }
}

/* --- who has won --- */

/* 7D-15.3: more points, then more on blue buildings; 0 if that is equal too. */
static int compare(const struct duel_state *s)
{
    int32_t scores[DUEL_SEATS];
    duel_scores(s, scores);
    if (scores[0] != scores[1])
        return scores[0] > scores[1] ? 1 : -1;
    int blue[DUEL_SEATS];
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        blue[seat] = colour_points(&s->seat[seat], DUEL_BLUE);
    return (blue[0] > blue[1]) - (blue[0] < blue[1]);
}

static bool is_supremacy(const struct duel_state *s)
{
    return s->ending == DUEL_MILITARY || s->ending == DUEL_SCIENTIFIC;
}

/* 7D-11.6, 7D-12.2, 7D-15.4: a supremacy is won by the seat that acted, whatever the scores. */
void duel_ranks(const void *state, uint8_t *out)
{
    const struct duel_state *s = state;
    int better = is_supremacy(s) ? 1 - 2 * s->active : compare(s);
    out[0] = better < 0 ? 2 : 1;
    out[1] = better > 0 ? 2 : 1;
}

/* 7D-15.1, 7D-15.3. */
uint16_t duel_ending(const void *state)
{
    static const uint16_t words[] = {
        [DUEL_PLAYING] = DUEL_WORD_END_PLAYING,
        [DUEL_CIVILIAN] = DUEL_WORD_END_CIVILIAN,
        [DUEL_MILITARY] = DUEL_WORD_END_MILITARY,
        [DUEL_SCIENTIFIC] = DUEL_WORD_END_SCIENTIFIC,
    };
    const struct duel_state *s = state;
    int32_t scores[DUEL_SEATS];
    duel_scores(s, scores);
    if (s->ending != DUEL_CIVILIAN || scores[0] != scores[1])
        return words[s->ending];
    return compare(s) != 0 ? DUEL_WORD_END_BLUE : DUEL_WORD_END_SHARED;
}

/* --- the sheet --- */

static void explain_military(const struct duel_state *s, int seat, struct tk_sheet *out)
{
    int points = military_points(s, seat);
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
        struct tk_phrase *why = tk_sheet_item(out, guild_points(s, guild), DUEL_WORD_WHY_GUILD);
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
        int token = __builtin_ctz(tokens), points = token_points(seat, token);
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
    if (!is_supremacy(s) || seat != s->active)
        return;
    bool military = s->ending == DUEL_MILITARY;
    tk_sheet_line(out, military ? "military_supremacy" : "scientific_supremacy");
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
