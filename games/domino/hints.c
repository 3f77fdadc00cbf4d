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

/* --- the properties as a map --- */

/* Each cell's property, numbered from 1, and what a property has; 0 is no property. */
struct map {
    uint8_t at[64];
    const struct domino_properties *properties;
    int open_crowns;  /* of properties with a free cell beside them */
    int crowns_grow;  /* sum over these: crowns × squares of their terrain still to be drawn */
    int squares_hope; /* sum over these: squares × crowns of their terrain still to be drawn */
};

/* What the dominoes bring that nobody has seen yet. */
static struct domino_sums to_come(const struct domino_state *s)
{
    struct domino_sums coming = {0, 0};
    for (int box = 0; box < domino_box_count(s); box++) {
        const struct domino_sums *sums = domino_sums[domino_box_name(s, box)];
        const uint8_t *deck = domino_box_of(s, box)->deck;
        for (int i = domino_drawn(s, box, domino_lines_drawn(s)); i < DOMINO_DOMINOES; i++) {
            coming.squares += sums[deck[i]].squares;
            coming.crowns += sums[deck[i]].crowns;
        }
    }
    return coming;
}

static int of_terrain(uint64_t numbers, int terrain)
{
    return (int)(numbers >> 8 * terrain & 255);
}

static void make_map(const struct domino_state *s, const struct domino_properties *properties,
                     domino_cells open, struct map *out)
{
    struct domino_sums coming = to_come(s);
    *out = (struct map){.properties = properties};
    for (int i = 0; i < properties->count; i++) {
        domino_cells rest = properties->cells[i];
        int squares = properties->squares[i], crowns = properties->crowns[i];
        if ((domino_neighbours(rest) & open) != 0) {
            out->open_crowns += crowns;
            out->crowns_grow += crowns * of_terrain(coming.squares, properties->terrain[i]);
            out->squares_hope += squares * of_terrain(coming.crowns, properties->terrain[i]);
        }
        for (; rest != 0; rest &= rest - 1)
            out->at[__builtin_ctzll(rest)] = (uint8_t)(i + 1);
    }
}

/* A property that grows: squares and crowns of what comes together, and what that was worth. */
struct growth {
    int squares, crowns, worth;
    uint64_t joined; /* properties already in it */
};

static void join(struct growth *g, const struct map *map, int index)
{
    int property = map->at[index];
    uint64_t bit = UINT64_C(1) << property;
    if (property == 0 || (g->joined & bit) != 0)
        return;
    int squares = map->properties->squares[property - 1];
    int crowns = map->properties->crowns[property - 1];
    g->joined |= bit;
    g->squares += squares;
    g->crowns += crowns;
    g->worth += squares * crowns;
}

static void grow(struct growth *g, const struct map *map, const struct domino_kingdom *k,
                 int terrain, int crowns, int index)
{
    domino_cells beside = domino_neighbours(UINT64_C(1) << index) & k->terrain[terrain];
    for (; beside != 0; beside &= beside - 1)
        join(g, map, __builtin_ctzll(beside));
    g->squares++;
    g->crowns += crowns;
}

static int gained(const struct growth *g)
{
    return g->squares * g->crowns - g->worth;
}

/* Points that squares times crowns gain by a domino of one terrain on these two cells. */
static int gain_of_pair(const struct map *map, const struct domino_kingdom *k,
                        const struct domino_face *face, int left, int right)
{
    struct growth g = {0};
    grow(&g, map, k, face->terrain[0], face->crowns[0], left);
    grow(&g, map, k, face->terrain[1], face->crowns[1], right);
    return gained(&g);
}

/* Points that they gain by a square on each cell: its own crowns where nothing of its kind is near. */
struct gains {
    int16_t on[64];
};

static void find_gains(const struct map *map, const struct domino_kingdom *k, int terrain,
                       int crowns, struct gains *out)
{
    domino_cells touching = domino_neighbours(k->terrain[terrain]) & ~k->terrain[terrain];
    for (int index = 0; index < TK_COUNT(out->on); index++)
        out->on[index] = (int16_t)crowns;
    for (; touching != 0; touching &= touching - 1) {
        struct growth g = {0};
        int index = __builtin_ctzll(touching);
        grow(&g, map, k, terrain, crowns, index);
        out->on[index] = (int16_t)gained(&g);
    }
}

/* The best that a domino can bring at once, or -1 if it fits nowhere. */
static int best_gain(const struct domino_state *s, const struct map *map,
                     const struct domino_kingdom *k, const struct domino_face *face)
{
    struct domino_spots spots;
    struct gains gains[2];
    bool pair = face->terrain[0] == face->terrain[1];
    int best = -1;
    domino_spots(k, s->limit, face, &spots);
    for (int half = 0; half < 2 && !pair; half++)
        find_gains(map, k, face->terrain[half], face->crowns[half], &gains[half]);
    for (int direction = 0; direction < DOMINO_DIRECTIONS; direction++) {
        bool across = direction == DOMINO_EAST || direction == DOMINO_WEST;
        bool left_first = direction == DOMINO_EAST || direction == DOMINO_SOUTH;
        for (domino_cells rest = spots.first[direction]; rest != 0; rest &= rest - 1) {
            int first = __builtin_ctzll(rest);
            int second = across ? (first & 56) | ((first + 1) & 7) : (first + 8) & 63;
            int left = left_first ? first : second, right = left_first ? second : first;
            int points = pair ? gain_of_pair(map, k, face, left, right)
                              : gains[0].on[left] + gains[1].on[right];
            best = points > best ? points : best;
        }
    }
    return best;
}

/* --- the dominoes under the kings --- */

/* RW-8: partners place into one kingdom, so both their kings count. */
static int wait_for(const struct domino_state *s, int kingdom, const struct map *map,
                    const struct domino_line *line, int first, int32_t *out)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    int box = domino_line_box(s, s->round + (line == &s->next)), waiting = 0;
    for (int i = first; i < DOMINO_LINE && line->number[i] != 0; i++) {
        const struct domino_face *face = domino_face(s, box, line->number[i]);
        if (line->king[i] == 0 || domino_kingdom_of(s, line->king[i] - 1) != kingdom)
            continue;
        int best = best_gain(s, map, k, face);
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
static int wait_for_all(const struct domino_state *s, int kingdom, const struct map *map,
                        int32_t *out)
{
    int placed = s->phase == DOMINO_PLACE ? s->king : s->king + 1;
    int waiting = s->round > 0 ? wait_for(s, kingdom, map, &s->line, placed, out) : 0;
    wait_for(s, kingdom, map, &s->next, 0, out);
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

void domino_features(const void *state, int seat, int32_t *out)
{
    const struct domino_state *s = state;
    int kingdom = domino_kingdom_of(s, seat), left = 12 * (s->rounds - s->round) / s->rounds;
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    domino_cells open = domino_open(k, s->limit);
    struct domino_properties properties;
    struct domino_score score;
    struct map map;
    tk_fill(out, 0, DOMINO_FEATURES * sizeof *out);
    domino_find_properties(k, &properties);
    domino_score_properties(s, kingdom, &properties, &score);
    make_map(s, &properties, open, &map);
    out[SCORE] = score.total;
    for (int game = 0; game < s->game; game++)
        out[SCORE] += s->past[game][seat];
    if (s->variant != DOMINO_KING)
        court_features(s, kingdom, left, out);
    int dominoes = s->phase < DOMINO_DEAL ? wait_for_all(s, kingdom, &map, out) : 0;
    out[OPEN_CROWNS] = map.open_crowns * left;
    out[CROWNS_GROW] = map.crowns_grow / 2;
    out[SQUARES_HOPE] = map.squares_hope / 2;
    out[FRAGMENTS] = properties.count * left;
    out[HOLES] = __builtin_popcountll(open & ~domino_neighbours(open));
    out[HARMONY_LOST] = harmony_is_lost(s, k, dominoes, out[HOLES] > 0);
    out[LARGEST] = score.largest;
}
