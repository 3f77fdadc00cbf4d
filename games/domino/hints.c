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
    uint8_t squares[64], crowns[64];
    int count;
    int open_crowns;  /* of properties with a free cell beside them */
    int crowns_grow;  /* these crowns times the squares of their terrain that are still to come */
    int squares_hope; /* and their squares times the crowns to come */
};

/* Squares and crowns of each terrain on the dominoes that nobody has seen yet. */
struct to_come {
    uint8_t squares[DOMINO_TERRAINS], crowns[DOMINO_TERRAINS];
};

static void count_to_come(const struct domino_state *s, struct to_come *out)
{
    *out = (struct to_come){{0}, {0}};
    for (int box = 0; box < domino_box_count(s); box++) {
        const uint8_t *deck = domino_box_of(s, box)->deck;
        for (int i = domino_drawn(s, box, domino_lines_drawn(s)); i < DOMINO_DOMINOES; i++) {
            const struct domino_face *face = domino_face(s, box, deck[i]);
            for (int half = 0; half < 2; half++) {
                out->squares[face->terrain[half]]++;
                out->crowns[face->terrain[half]] =
                    (uint8_t)(out->crowns[face->terrain[half]] + face->crowns[half]);
            }
        }
    }
}

static void add_property(struct map *map, const struct domino_kingdom *k, domino_cells property,
                         domino_cells room, int squares_to_come, int crowns_to_come)
{
    int number = ++map->count, crowns = domino_crowns(k, property);
    int squares = __builtin_popcountll(property);
    map->squares[number] = (uint8_t)squares;
    map->crowns[number] = (uint8_t)crowns;
    if ((domino_neighbours(property) & room) != 0) {
        map->open_crowns += crowns;
        map->crowns_grow += crowns * squares_to_come;
        map->squares_hope += squares * crowns_to_come;
    }
    for (; property != 0; property &= property - 1)
        map->at[__builtin_ctzll(property)] = (uint8_t)number;
}

static void make_map(const struct domino_state *s, const struct domino_kingdom *k,
                     domino_cells room, struct map *out)
{
    struct to_come coming;
    *out = (struct map){.count = 0};
    count_to_come(s, &coming);
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++)
        for (domino_cells rest = k->terrain[terrain]; rest != 0;)
            add_property(out, k, domino_next_property(&rest), room, coming.squares[terrain],
                         coming.crowns[terrain]);
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
    g->joined |= bit;
    g->squares += map->squares[property];
    g->crowns += map->crowns[property];
    g->worth += map->squares[property] * map->crowns[property];
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

/* Points that squares times crowns gain by a domino with its squares on these two cells. */
static int gain(const struct map *map, const struct domino_kingdom *k,
                const struct domino_face *face, int left, int right)
{
    struct growth a = {0}, b = {0};
    bool one = face->terrain[0] == face->terrain[1];
    grow(&a, map, k, face->terrain[0], face->crowns[0], left);
    grow(one ? &a : &b, map, k, face->terrain[1], face->crowns[1], right);
    return gained(&a) + gained(&b);
}

/* The best that a domino can bring at once, or -1 if it fits nowhere. */
static int best_gain(const struct domino_state *s, const struct map *map,
                     const struct domino_kingdom *k, const struct domino_face *face)
{
    struct domino_spots spots;
    int best = -1;
    domino_spots(k, s->limit, face, &spots);
    for (int direction = 0; direction < DOMINO_DIRECTIONS; direction++) {
        bool across = direction == DOMINO_EAST || direction == DOMINO_WEST;
        bool left_first = direction == DOMINO_EAST || direction == DOMINO_SOUTH;
        for (domino_cells rest = spots.first[direction]; rest != 0; rest &= rest - 1) {
            int first = __builtin_ctzll(rest);
            int second = across ? (first & 56) | ((first + 1) & 7) : (first + 8) & 63;
            int points =
                left_first ? gain(map, k, face, first, second) : gain(map, k, face, second, first);
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
    domino_cells room = domino_room(k, s->limit);
    struct domino_score score;
    struct map map;
    tk_fill(out, 0, DOMINO_FEATURES * sizeof *out);
    domino_score(s, kingdom, &score);
    make_map(s, k, room, &map);
    out[SCORE] = score.total;
    for (int game = 0; game < s->game; game++)
        out[SCORE] += s->past[game][seat];
    if (s->variant != DOMINO_KING)
        court_features(s, kingdom, left, out);
    int dominoes = s->phase < DOMINO_DEAL ? wait_for_all(s, kingdom, &map, out) : 0;
    out[OPEN_CROWNS] = map.open_crowns * left;
    out[CROWNS_GROW] = map.crowns_grow / 2;
    out[SQUARES_HOPE] = map.squares_hope / 2;
    out[FRAGMENTS] = map.count * left;
    out[HOLES] = __builtin_popcountll(room & ~domino_neighbours(room));
    out[HARMONY_LOST] = harmony_is_lost(s, k, dominoes, out[HOLES] > 0);
    out[LARGEST] = score.largest;
}
