/* SPDX-License-Identifier: MIT */
/* KB-68 to KB-80: what the cards and the castles pay, entry by entry, with the hexes behind it. */
#include "kingdom_internal.h"

/* A seat's gold under way. Entries go to the sheet, if one is written, and into the sum. */
struct ledger {
    const struct kingdom_state *s;
    int seat;
    union kingdom_set own;
    int gold;
    struct tk_sheet *sheet; /* or NULL */
};

static struct ledger open_ledger(const struct kingdom_state *s, int seat, struct tk_sheet *sheet)
{
    return (struct ledger){.s = s, .seat = seat, .own = s->seat[seat].settlements, .sheet = sheet};
}

/* Bots ask for the sum alone, millions of times: then there is no need to find the hexes. */
static bool is_only_sum(struct ledger *l, int gold)
{
    if (l->sheet == NULL)
        l->gold += gold;
    return l->sheet == NULL;
}

/* One entry: so much gold for these hexes. Returns its phrase for further parts, or NULL. */
static struct tk_phrase *note(struct ledger *l, int gold, uint16_t why, union kingdom_set hexes)
{
    int hex;
    l->gold += gold;
    if (l->sheet == NULL)
        return NULL;
    struct tk_phrase *phrase = tk_sheet_item(l->sheet, gold, why);
    while (set_take(&hexes, &hex))
        tk_sheet_place(l->sheet, (uint16_t)hex);
    return phrase;
}

/* The same with {n}, the number of settlements. */
static struct tk_phrase *note_count(struct ledger *l, int gold, uint16_t why,
                                    union kingdom_set settlements)
{
    struct tk_phrase *phrase = note(l, gold, why, settlements);
    if (phrase != NULL)
        tk_phrase_number(phrase, "n", set_count(settlements));
    return phrase;
}

/* One gold for each settlement of a set, if it has any. */
static void note_each(struct ledger *l, uint16_t why, union kingdom_set settlements)
{
    int count = set_count(settlements);
    if (count > 0)
        note_count(l, count, why, settlements);
}

static union kingdom_set beside(const struct ledger *l, int ground)
{
    return set_and(l->own, set_neighbours(kingdom_ground(l->s, ground)));
}

/* --- single settlements --- */

/* KB-71: beside water, but not standing on it. Water that is built on is water still. */
static void score_fishermen(struct ledger *l)
{
    union kingdom_set water = kingdom_ground(l->s, KINGDOM_WATER);
    note_each(l, KINGDOM_WORD_WHY_FISHERMEN, set_without(beside(l, KINGDOM_WATER), water));
}

/* KB-76: one gold for each settlement beside a mountain. */
static void score_miners(struct ledger *l)
{
    note_each(l, KINGDOM_WORD_WHY_MINERS, beside(l, KINGDOM_MOUNTAIN));
}

/* KB-77: one gold for each settlement beside a location or castle. */
static void score_workers(struct ledger *l)
{
    note_each(l, KINGDOM_WORD_WHY_WORKERS, beside(l, KINGDOM_LANDMARK));
}

/* --- rows --- */

static union kingdom_set in_row(const struct ledger *l, int row)
{
    int first = kingdom_hex(row, 0), word = first / 64, bit = first % 64;
    uint64_t whole = (1U << KINGDOM_SIZE) - 1;
    union kingdom_set set = {{0}};
    set.word[word] = l->own.word[word] & whole << bit;
    if (word + 1 < KINGDOM_WORDS)
        set.word[word + 1] = l->own.word[word + 1] & whole >> 1 >> (63 - bit);
    return set;
}

static void name_row(struct tk_phrase *phrase, int row)
{
    if (phrase != NULL)
        tk_phrase_place(phrase, "row", KINGDOM_PLACE_ROW + row);
}

/* KB-73: one gold for each row with a settlement. */
static void score_discoverers(struct ledger *l)
{
#pragma GCC unroll 20
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        if (set_row(&l->own, row) != 0 && !is_only_sum(l, 1))
            name_row(note(l, 1, KINGDOM_WORD_WHY_DISCOVERERS, in_row(l, row)), row);
    }
}

/* KB-78: two gold for each settlement of the best row; of equal rows the uppermost. */
static void score_knights(struct ledger *l)
{
    int best = 0, most = 0;
#pragma GCC unroll 20 /* so that where a row lies is known beforehand */
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        int count = __builtin_popcount(set_row(&l->own, row));
        best = count > most ? row : best;
        most = count > most ? count : most;
    }
    if (most > 0 && !is_only_sum(l, 2 * most))
        name_row(note_count(l, 2 * most, KINGDOM_WORD_WHY_KNIGHTS, in_row(l, best)), best);
}

/* --- areas --- */

/* Takes one area, settlements connected with each other, out of those left. */
static union kingdom_set take_area(union kingdom_set *left)
{
    union kingdom_set area, grown = set_of(set_first(left));
    do {
        area = grown;
        grown = set_or(area, set_and(*left, set_neighbours(area)));
    } while (set_any(set_without(grown, area)));
    *left = set_without(*left, area);
    return area;
}

/* Settlements without another beside them: each is an area, and mostly there are many. */
static union kingdom_set lone_ones(union kingdom_set own)
{
    return set_without(own, set_neighbours(own));
}

static int count_areas(union kingdom_set own)
{
    union kingdom_set lone = lone_ones(own);
    int count = set_count(lone);
    for (union kingdom_set left = set_without(own, lone); set_any(left); count++)
        take_area(&left);
    return count;
}

/* KB-74: one gold for each area. */
static void score_hermits(struct ledger *l)
{
    if (l->sheet == NULL) {
        l->gold += count_areas(l->own);
        return;
    }
    for (union kingdom_set left = l->own; set_any(left);)
        note_count(l, 1, KINGDOM_WORD_WHY_HERMITS, take_area(&left));
}

static union kingdom_set largest_area(union kingdom_set own)
{
    union kingdom_set left = set_without(own, lone_ones(own)), largest = {{0}};
    int most = 0;
    if (!set_any(left))
        return set_any(own) ? set_of(set_first(&own)) : own;
    while (set_count(left) > most) { /* what is left could be larger */
        union kingdom_set area = take_area(&left);
        int count = set_count(area);
        if (count > most) {
            largest = area;
            most = count;
        }
    }
    return largest;
}

/* KB-75: one gold for two settlements of the largest area. */
static void score_citizens(struct ledger *l)
{
    union kingdom_set area = largest_area(l->own);
    int count = set_count(area);
    if (count >= 2)
        note_count(l, count / 2, KINGDOM_WORD_WHY_CITIZENS, area);
}

/* A castle, or a location of the kind of its quadrant. */
static void name_landmark(const struct ledger *l, struct tk_phrase *phrase, int hex)
{
    if (phrase == NULL)
        return;
    bool castle = kingdom_ground_at(l->s, hex) == KINGDOM_CASTLE;
    int tile = l->s->quadrant[kingdom_place_at(hex)] / 2;
    tk_phrase_word(phrase, "what", castle ? KINGDOM_WORD_GROUND_CASTLE : kingdom_tile_words[tile]);
    tk_phrase_place(phrase, "hex", hex);
}

/* KB-72: four gold for each location or castle that an area links with another; each pays once. */
static void score_merchants(struct ledger *l)
{
    union kingdom_set unpaid = kingdom_ground(l->s, KINGDOM_LANDMARK), all = unpaid;
    union kingdom_set idle = set_without(lone_ones(l->own), set_neighbours(all));
    for (union kingdom_set left = set_without(l->own, idle); set_any(left);) {
        union kingdom_set area = take_area(&left);
        union kingdom_set linked = set_and(all, set_neighbours(area));
        union kingdom_set due = set_and(unpaid, linked);
        int hex;
        if (set_count(linked) < 2)
            continue;
        unpaid = set_without(unpaid, linked);
        while (set_take(&due, &hex))
            name_landmark(l, note(l, 4, KINGDOM_WORD_WHY_MERCHANTS, set_or(area, set_of(hex))),
                          hex);
    }
}

/* --- quadrants --- */

static union kingdom_set in_quadrant(const struct ledger *l, int seat, int place)
{
    return set_and(l->s->seat[seat].settlements, kingdom_quarters[place]);
}

static void name_quadrant(const struct ledger *l, struct tk_phrase *phrase, int place)
{
    if (phrase != NULL)
        tk_phrase_word(phrase, "where", kingdom_tile_words[l->s->quadrant[place] / 2]);
}

/* KB-79: the most settlements of a quadrant, and the most among all who have fewer; 0 counts. */
static void find_lords(const struct ledger *l, int place, int *out_first, int *out_second)
{
    int first = -1, second = -1;
    for (int p = 0; p < l->s->players; p++) {
        int count = kingdom_in_quadrant(l->s, p, place);
        int lower = count < first ? count : first;
        if (count > first)
            first = count;
        if (lower != first && lower > second)
            second = lower;
    }
    *out_first = first;
    *out_second = second;
}

/* KB-79: twelve and six gold in each quadrant; whoever ties gets all of it. */
static void score_lords(struct ledger *l)
{
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        union kingdom_set own = in_quadrant(l, l->seat, place);
        int count = set_count(own), first, second;
        find_lords(l, place, &first, &second);
        if (count == first)
            name_quadrant(l, note_count(l, 12, KINGDOM_WORD_WHY_LORDS_FIRST, own), place);
        else if (count == second)
            name_quadrant(l, note_count(l, 6, KINGDOM_WORD_WHY_LORDS_SECOND, own), place);
    }
}

/* KB-80: three gold for each settlement where there are fewest: none if a quadrant is empty. */
static void score_farmers(struct ledger *l)
{
    int poorest = 0, fewest = KINGDOM_SETTLEMENTS;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int count = kingdom_in_quadrant(l->s, l->seat, place);
        poorest = count < fewest ? place : poorest;
        fewest = count < fewest ? count : fewest;
    }
    union kingdom_set own = in_quadrant(l, l->seat, poorest);
    if (fewest > 0)
        name_quadrant(l, note_count(l, 3 * fewest, KINGDOM_WORD_WHY_FARMERS, own), poorest);
}

/* --- castles --- */

/* KB-70, KB-51: three gold for each castle with an own settlement beside it. */
static void score_castles(struct ledger *l)
{
    union kingdom_set reached =
        set_and(kingdom_ground(l->s, KINGDOM_CASTLE), set_neighbours(l->own));
    int hex;
    if (is_only_sum(l, 3 * set_count(reached)))
        return;
    while (set_take(&reached, &hex)) {
        union kingdom_set beside_it = set_and(l->own, set_around(hex));
        name_landmark(l, note(l, 3, KINGDOM_WORD_WHY_CASTLE, set_or(beside_it, set_of(hex))), hex);
    }
}

/* --- KB-68 the sum --- */

static void (*const scoring[KINGDOM_CARD_KINDS])(struct ledger *) = {
    [KINGDOM_FISHERMEN] = score_fishermen,
    [KINGDOM_MERCHANTS] = score_merchants,
    [KINGDOM_DISCOVERERS] = score_discoverers,
    [KINGDOM_HERMITS] = score_hermits,
    [KINGDOM_CITIZENS] = score_citizens,
    [KINGDOM_MINERS] = score_miners,
    [KINGDOM_WORKERS] = score_workers,
    [KINGDOM_KNIGHTS] = score_knights,
    [KINGDOM_LORDS] = score_lords,
    [KINGDOM_FARMERS] = score_farmers,
};

void kingdom_explain_card(const struct kingdom_state *s, int seat, int card, struct tk_sheet *out)
{
    struct ledger l = open_ledger(s, seat, out);
    scoring[card](&l);
}

void kingdom_explain_castles(const struct kingdom_state *s, int seat, struct tk_sheet *out)
{
    struct ledger l = open_ledger(s, seat, out);
    score_castles(&l);
}

int kingdom_card_gold(const struct kingdom_state *s, int seat, int card)
{
    struct ledger l = open_ledger(s, seat, NULL);
    scoring[card](&l);
    return l.gold;
}

int kingdom_castle_gold(const struct kingdom_state *s, int seat)
{
    struct ledger l = open_ledger(s, seat, NULL);
    score_castles(&l);
    return l.gold;
}

int kingdom_gold(const struct kingdom_state *s, int seat)
{
    int gold = kingdom_castle_gold(s, seat);
    for (int i = 0; i < KINGDOM_CARDS; i++)
        gold += kingdom_card_gold(s, seat, s->card[i]);
    return gold;
}

void kingdom_scores(const void *state, int32_t *out)
{
    const struct kingdom_state *s = state;
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = kingdom_gold(s, seat);
}

/* KB-68: the most gold wins, and nothing breaks a tie. */
void kingdom_ranks(const void *state, uint8_t *out)
{
    const struct kingdom_state *s = state;
    int32_t gold[KINGDOM_SEATS];
    kingdom_scores(s, gold);
    for (int seat = 0; seat < s->players; seat++) {
        out[seat] = 1;
        for (int other = 0; other < s->players; other++)
            out[seat] = (uint8_t)(out[seat] + (gold[other] > gold[seat]));
    }
}
