/* SPDX-License-Identifier: MIT */
/* Numbers that tell how well a seat stands, for bots. */
#include "domino_internal.h"

/* In the order of the weights: Queendomino and the Royal Wedding have one table, Kingdomino one. */
enum {
    SCORE,
    COINS,
    KNIGHTS,
    SITES,
    TOWER_LEAD,
    WAITING_GAIN,
    WAITING_CROWNS,
    WAITING_TOWNS,
    WAITING_LOST,
    WAITING_ORDER,
    TO_CHOOSE,
    OPEN_CROWNS,
    CROWNS_GROW,
    SQUARES_HOPE,
    FRAGMENTS,
    HOLES,
    HARMONY_LOST,
    LARGEST,
    QUEEN,
    FEATURES,
};
_Static_assert((int)FEATURES == (int)DOMINO_FEATURES, "the header says how many there are");

const struct tk_feature domino_queen_features[DOMINO_FEATURES] = {
#include "weights_queen.inc"
};

const struct tk_feature domino_king_features[DOMINO_FEATURES] = {
#include "weights_king.inc"
};

/* --- the dominoes under the kings --- */

/* RW-8: partners place into one kingdom, so both their kings count. */
static int wait_for(const struct domino_state *s, int kingdom, struct domino_map *map,
                    const struct domino_line *line, int first, int16_t *gains, int32_t *out)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    int box = domino_line_box(s, s->round + (line == &s->next)), waiting = 0;
    for (int i = first; i < DOMINO_LINE && line->number[i] != 0; i++) {
        const struct domino_face *face = domino_face(s, box, line->number[i]);
        if (line->king[i] == 0 || domino_kingdom_of(s, line->king[i] - 1) != kingdom)
            continue;
        int best = domino_best_gain(map, k, s->limit, face);
        gains[i] = (int16_t)best;
        out[WAITING_GAIN] += best > 0 ? best : 0;
        out[WAITING_LOST] += best < 0;
        out[WAITING_CROWNS] += face->crowns[0] + face->crowns[1];
        out[WAITING_TOWNS] += (face->terrain[0] == DOMINO_TOWN) + (face->terrain[1] == DOMINO_TOWN);
        out[WAITING_ORDER] += line == &s->next ? i : 0;
        waiting++;
    }
    return waiting;
}

/* Kings of the kingdom that will still choose from the next line in this round. */
static int kings_to_choose(const struct domino_state *s, int kingdom)
{
    int count = 0;
    if (s->round == s->rounds)
        return 0;
    for (int i = s->king; i < s->king_count; i++) {
        int seat = s->round == 0 ? s->kings[i] : s->line.king[i] - 1;
        count += domino_kingdom_of(s, seat) == kingdom;
    }
    return count;
}

/* Returns how many dominoes the kingdom can still place. */
static int wait_for_all(const struct domino_state *s, int kingdom, struct domino_map *map,
                        struct domino_outlook *look, int32_t *out)
{
    int placed = domino_placed(s);
    int waiting = s->round > 0 ? wait_for(s, kingdom, map, &s->line, placed, look->now, out) : 0;
    wait_for(s, kingdom, map, &s->next, 0, look->next, out);
    out[TO_CHOOSE] = kings_to_choose(s, kingdom);
    return waiting + (s->rounds - s->round) * s->king_count / s->kingdoms;
}

/* --- features --- */

static int lead_in_towers(const struct domino_state *s, int kingdom)
{
    int best = 0;
    for (int other = 0; other < s->kingdoms; other++)
        if (other != kingdom && s->kingdom[other].towers > best)
            best = s->kingdom[other].towers;
    int lead = s->kingdom[kingdom].towers - best;
    return lead > 3 ? 3 : lead < -3 ? -3 : lead;
}

static int at_most(int number, int bound)
{
    return number < bound ? number : bound;
}

/* What only Queendomino has. */
static void court_features(const struct domino_state *s, int kingdom, int left, int32_t *out)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    int sites = __builtin_popcountll(domino_sites(k));
    out[COINS] = k->coins;
    out[QUEEN] = s->queen == kingdom + 1;
    out[KNIGHTS] = at_most(k->free_knights, left);
    out[SITES] = at_most(sites, left);
    out[TOWER_LEAD] = lead_in_towers(s, kingdom);
}

/* KD-8: too few dominoes are left, or a cell is lost. */
static bool harmony_is_lost(const struct domino_state *s, const struct domino_kingdom *k,
                            int dominoes, bool holes)
{
    int missing = s->limit * s->limit - __builtin_popcountll(domino_occupied(k));
    return (s->flags & DOMINO_HARMONY) != 0 && (holes || missing > 2 * dominoes);
}

/* Kings that have had their turn, of all that will have one. A dynasty counts as one game. */
int domino_progress(const void *state)
{
    const struct domino_state *s = state;
    int of_game = 1000 * (s->round * s->king_count + s->king) / ((s->rounds + 1) * s->king_count);
    bool dynasty = (s->flags & DOMINO_DYNASTY) != 0;
    return dynasty ? (1000 * s->game + of_game) / DOMINO_GAMES : of_game;
}

void domino_look(const struct domino_state *s, int seat, struct domino_sums coming,
                 struct domino_outlook *look, struct domino_map *map, int32_t *out)
{
    int kingdom = domino_kingdom_of(s, seat), left = 12 * (s->rounds - s->round) / s->rounds;
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    tk_fill(out, 0, DOMINO_FEATURES * sizeof *out);
    look->open = domino_open(k, s->limit);
    domino_find_properties(k, &look->properties);
    domino_score_properties(s, kingdom, &look->properties, &look->score);
    domino_make_map(&look->properties, look->open, coming, map);
    out[SCORE] = look->score.total;
    for (int game = 0; game < s->game; game++)
        out[SCORE] += s->past[game][seat];
    if (s->variant != DOMINO_KING)
        court_features(s, kingdom, left, out);
    look->dominoes = s->phase < DOMINO_DEAL ? wait_for_all(s, kingdom, map, look, out) : 0;
    out[OPEN_CROWNS] = map->open_crowns * left;
    out[CROWNS_GROW] = map->crowns_grow / 2;
    out[SQUARES_HOPE] = map->squares_hope / 2;
    out[FRAGMENTS] = look->properties.count * left;
    out[HOLES] = __builtin_popcountll(look->open & ~domino_neighbours(look->open));
    out[HARMONY_LOST] = harmony_is_lost(s, k, look->dominoes, out[HOLES] > 0);
    out[LARGEST] = look->score.largest;
}

void domino_features(const void *state, int seat, int32_t *out)
{
    const struct domino_state *s = state;
    struct domino_outlook look;
    struct domino_map map;
    domino_look(s, seat, domino_to_come(s), &look, &map, out);
}

/* Why a move is better than another: feature, sense, unit, worth, and what is said of the own seat and
 * of another (core/game.h). */
/* clang-format off */
static const struct tk_reason reasons[] = {
    {SCORE, 1, 1, 190, DOMINO_WORD_BETTER_POINTS, DOMINO_WORD_BETTER_POINTS_OTHER},
    {COINS, 1, 1, 60, DOMINO_WORD_BETTER_COINS, TK_NO_WORD},
    {KNIGHTS, 1, 0, 450, DOMINO_WORD_BETTER_KNIGHT, TK_NO_WORD},
    {SITES, 1, 0, 700, DOMINO_WORD_BETTER_SITE, TK_NO_WORD},
    {TOWER_LEAD, 1, 0, 400, DOMINO_WORD_BETTER_TOWER, DOMINO_WORD_BETTER_TOWER_OTHER},
    {QUEEN, 1, 0, 500, DOMINO_WORD_BETTER_QUEEN, TK_NO_WORD},
    {WAITING_GAIN, 1, 1, 160, DOMINO_WORD_BETTER_WAITING, DOMINO_WORD_BETTER_WAITING_OTHER},
    {WAITING_CROWNS, 1, 1, 350, DOMINO_WORD_BETTER_CROWNS, TK_NO_WORD},
    {WAITING_TOWNS, 1, 0, 800, DOMINO_WORD_BETTER_TOWNS, TK_NO_WORD},
    {WAITING_LOST, -1, 0, 400, DOMINO_WORD_BETTER_FITS, TK_NO_WORD},
    {WAITING_ORDER, -1, 0, 200, DOMINO_WORD_BETTER_FIRST, TK_NO_WORD},
    {HOLES, -1, 0, 350, DOMINO_WORD_BETTER_HOLE, TK_NO_WORD},
    {HARMONY_LOST, -1, 0, 700, DOMINO_WORD_BETTER_HARMONY, TK_NO_WORD},
    {FRAGMENTS, -1, 0, 30, DOMINO_WORD_BETTER_WHOLE, TK_NO_WORD},
    {LARGEST, 1, 0, 60, DOMINO_WORD_BETTER_LARGEST, TK_NO_WORD},
    {CROWNS_GROW, 1, 0, 30, DOMINO_WORD_BETTER_GROW, TK_NO_WORD},
    {SQUARES_HOPE, 1, 0, 20, DOMINO_WORD_BETTER_HOPE, TK_NO_WORD},
};
/* clang-format on */

const struct tk_reasons domino_reasons = {TK_COUNT(reasons), reasons};
