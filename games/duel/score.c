/* SPDX-License-Identifier: MIT */
/* Points, and who has won (7D-11.7, 7D-12.6, 7D-13.4, 7D-15). */
#include "duel_internal.h"

/* --- symbols --- */

int duel_symbol_count(const struct duel_seat *seat, int symbol)
{
    struct duel_set green = duel_set_both(&seat->city, &duel_colours[DUEL_GREEN]);
    int count = symbol == DUEL_LAW && duel_has_token(seat, DUEL_TOKEN_LAW);
    for (int card; (card = duel_set_pop(&green)) != 0;)
        count += duel_cards[card].symbol == symbol;
    return count;
}

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
int duel_guild_points(const struct duel_state *s, int guild)
{
    return duel_cards[guild].item_points * duel_count_most(s, duel_cards[guild].item);
}

static int all_guild_points(const struct duel_state *s, int seat)
{
    struct duel_set guilds = duel_set_both(&s->seat[seat].city, &duel_colours[DUEL_PURPLE]);
    int points = 0;
    for (int guild; (guild = duel_set_pop(&guilds)) != 0;)
        points += duel_guild_points(s, guild);
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
int duel_token_points(const struct duel_seat *seat, int token)
{
    int points = duel_tokens[token].points;
    return token == DUEL_TOKEN_MATHEMATICS ? 3 * __builtin_popcount(seat->tokens) : points;
}

static int progress_points(const struct duel_seat *seat)
{
    int points = 0;
    for (unsigned tokens = seat->tokens; tokens != 0; tokens &= tokens - 1)
        points += duel_token_points(seat, __builtin_ctz(tokens));
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

bool duel_is_supremacy(const struct duel_state *s)
{
    return s->ending == DUEL_MILITARY || s->ending == DUEL_SCIENTIFIC;
}

/* 7D-11.6, 7D-12.2, 7D-15.4: a supremacy is won by the seat that acted, whatever the scores. */
void duel_ranks(const void *state, uint8_t *out)
{
    const struct duel_state *s = state;
    int better = duel_is_supremacy(s) ? 1 - 2 * s->active : compare(s);
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
