/* Numbers that tell how well a seat stands, for bots. They use nothing that is hidden. */
#include "kingdom_internal.h"

/* In the order of weights.inc. */
enum {
    GOLD,
    SUPPLY,
    BUILD_TILES,
    MOVE_TILES,
    FREEDOM,
    CITIZENS,
    FARMERS,
    LORDS,
    MERCHANTS,
    NEAR_TILES,
    NEAR_CASTLES,
    SPOTS,
    TO_BUILD,
    READY,
    NEW_ROWS,
    ROW_SPOTS,
    CASTLES,
    OF_CARD,
    FEATURES = OF_CARD + KINGDOM_CARD_KINDS,
};

_Static_assert((int)FEATURES == (int)KINGDOM_FEATURES, "the header says how many there are");

const struct tk_feature kingdom_feature_table[KINGDOM_FEATURES] = {
#include "weights.inc"
};

static bool is_in_play(const struct kingdom_state *s, int card)
{
    return s->card[0] == card || s->card[1] == card || s->card[2] == card;
}

/* Turns of a seat until somebody runs out, roughly. */
static int turns_to_come(const struct kingdom_state *s)
{
    int least = KINGDOM_SETTLEMENTS;
    for (int p = 0; p < s->players; p++)
        least = s->seat[p].supply < least ? s->seat[p].supply : least;
    return (least + 3) / 4;
}

/* Whoever has built most brings the end nearer. */
int kingdom_progress(const void *state)
{
    const struct kingdom_state *s = state;
    int least = KINGDOM_SETTLEMENTS;
    for (int p = 0; p < s->players; p++)
        least = s->seat[p].supply < least ? s->seat[p].supply : least;
    return 1000 - 1000 * least / KINGDOM_SETTLEMENTS;
}

static void count_tiles(const struct kingdom_state *s, int seat, int turns, int32_t *out)
{
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int kept = __builtin_popcount(s->seat[seat].kept >> (2 * place) & 3);
        bool moves = kingdom_rules[s->quadrant[place] / 2].moves;
        out[moves ? MOVE_TILES : BUILD_TILES] += kept * turns;
    }
}

/* What is used again and again for one seat. */
struct look {
    const struct kingdom_state *s;
    int seat, turns;
    union kingdom_set own, beside; /* the seat's settlements, and all hexes beside them */
    union kingdom_set occupied;
    union kingdom_set next; /* free hexes beside them on which one can be built */
};

static void look_at(const struct kingdom_state *s, int seat, struct look *out)
{
    out->s = s;
    out->seat = seat;
    out->turns = turns_to_come(s);
    out->own = s->seat[seat].settlements;
    out->beside = set_neighbours(out->own);
    out->occupied = kingdom_occupied(s);
    out->next = set_and(kingdom_ground(s, KINGDOM_BUILDABLE), out->beside);
    out->next = set_without(out->next, out->occupied);
}

/* The locations with a tile that the seat can still take. */
static union kingdom_set open_locations(const struct kingdom_state *s, int seat)
{
    union kingdom_set open = {{0}};
    for (int i = 0; i < KINGDOM_LOCATIONS; i++)
        if (s->location[i] != 0 && (s->seat[seat].taken >> i & 1) == 0 &&
            kingdom_tiles_left(s, i) > 0)
            set_add(&open, s->location[i]);
    return open;
}

/* Hexes on which the next settlement is paid for where it stands; of each card six count at most. */
static int paying_spots(const struct kingdom_state *s, union kingdom_set next)
{
    static const struct {
        uint8_t card, ground;
    } pays[] = {{KINGDOM_FISHERMEN, KINGDOM_WATER},
                {KINGDOM_MINERS, KINGDOM_MOUNTAIN},
                {KINGDOM_WORKERS, KINGDOM_LANDMARK}};
    enum { ENOUGH = 6 };
    int sum = 0;
    for (int i = 0; i < TK_COUNT(pays); i++) {
        if (!is_in_play(s, pays[i].card))
            continue;
        int count = set_count(set_and(next, set_neighbours(kingdom_ground(s, pays[i].ground))));
        sum += count < ENOUGH ? count : ENOUGH;
    }
    return sum;
}

/* The next gold of the Farmers needs all quadrants above the poorest of now. */
static int above_poorest(const struct kingdom_state *s, int seat)
{
    int count[KINGDOM_PLACES], fewest = KINGDOM_SETTLEMENTS, above = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        count[place] = kingdom_in_quadrant(s, seat, place);
        fewest = count[place] < fewest ? count[place] : fewest;
    }
    for (int place = 0; place < KINGDOM_PLACES; place++)
        above += count[place] > fewest;
    return above;
}

/* How safely a seat leads in each quadrant, or how far it is behind; more than three is enough. */
static int ahead_in_quadrants(const struct kingdom_state *s, int seat)
{
    enum { ENOUGH = 3 };
    int sum = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int best = 0;
        for (int p = 0; p < s->players; p++) {
            int count = p == seat ? 0 : kingdom_in_quadrant(s, p, place);
            best = count > best ? count : best;
        }
        int ahead = kingdom_in_quadrant(s, seat, place) - best;
        sum += ahead > ENOUGH ? ENOUGH : ahead < -ENOUGH ? -ENOUGH : ahead;
    }
    return sum;
}

/* Locations and castles that are reached, but linked with no other yet. */
static int unlinked(const struct look *look, int gold)
{
    return set_count(set_and(kingdom_ground(look->s, KINGDOM_LANDMARK), look->beside)) - gold / 4;
}

/* The gold of each card for itself, because not all of it is equally safe or promising. */
static void count_gold(const struct look *look, int32_t *out)
{
    const struct kingdom_state *s = look->s;
    out[CASTLES] = set_count(set_and(kingdom_ground(s, KINGDOM_CASTLE), look->beside));
    out[GOLD] = 3 * out[CASTLES]; /* KB-70 */
    for (int i = 0; i < KINGDOM_CARDS; i++) {
        int gold = kingdom_card_gold(s, look->seat, s->card[i]);
        out[OF_CARD + s->card[i]] = gold;
        out[GOLD] += gold;
    }
}

/* Rows that can be opened next with the Discoverers, and free spots in the best row of the Knights. */
static void count_rows(const struct look *look, int32_t *out)
{
    const struct kingdom_state *s = look->s;
    bool discoverers = is_in_play(s, KINGDOM_DISCOVERERS), knights = is_in_play(s, KINGDOM_KNIGHTS);
    int most = 0;
    if (!discoverers && !knights)
        return;
#pragma GCC unroll 20
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        int own = __builtin_popcount(set_row(&look->own, row));
        int spots = __builtin_popcount(set_row(&look->next, row));
        out[NEW_ROWS] += discoverers && own == 0 && spots > 0;
        if (knights && own + (spots > 3 ? 3 : spots) > most) {
            most = own + (spots > 3 ? 3 : spots);
            out[ROW_SPOTS] = spots > 3 ? 3 : spots;
        }
    }
}

/* A terrain without a free hex beside the own settlements lets the next card be built anywhere. */
static int free_terrains(const struct look *look)
{
    union kingdom_set beside = set_without(look->beside, look->occupied);
    int count = 0;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        count += !set_any(set_and(beside, kingdom_ground(look->s, terrain)));
    return count;
}

/* Tiles and castles beside which the next settlement could stand. */
static void count_reach(const struct look *look, int32_t *out)
{
    union kingdom_set tiles = open_locations(look->s, look->seat);
    union kingdom_set castles = set_without(kingdom_ground(look->s, KINGDOM_CASTLE), look->beside);
    union kingdom_set near = set_neighbours(look->next);
    out[NEAR_TILES] = set_count(set_and(tiles, near)) * look->turns;
    out[NEAR_CASTLES] = set_count(set_and(castles, near));
    out[FREEDOM] = free_terrains(look) * look->turns;
}

/* What the active seat may still do in its turn. */
static void count_turn(const struct kingdom_state *s, int seat, int32_t *out)
{
    int owed = KINGDOM_OWED - s->built;
    if (seat != s->active || s->phase == KINGDOM_OVER)
        return;
    out[TO_BUILD] = owed < s->seat[seat].supply ? owed : s->seat[seat].supply;
    for (int place = 0; place < KINGDOM_PLACES; place++)
        out[READY] += s->seat[seat].ready[place];
}

static void measure(const struct kingdom_state *s, int seat, int32_t *out)
{
    struct look look;
    look_at(s, seat, &look);
    for (int i = 0; i < FEATURES; i++)
        out[i] = 0;
    count_gold(&look, out);
    count_reach(&look, out);
    count_rows(&look, out);
    count_turn(s, seat, out);
    count_tiles(s, seat, look.turns, out);
    out[SUPPLY] = s->seat[seat].supply;
    out[SPOTS] = paying_spots(s, look.next);
    if (is_in_play(s, KINGDOM_CITIZENS))
        out[CITIZENS] = kingdom_largest_area(s, seat) % 2;
    if (is_in_play(s, KINGDOM_FARMERS))
        out[FARMERS] = above_poorest(s, seat);
    if (is_in_play(s, KINGDOM_LORDS))
        out[LORDS] = ahead_in_quadrants(s, seat);
    if (is_in_play(s, KINGDOM_MERCHANTS))
        out[MERCHANTS] = unlinked(&look, out[OF_CARD + KINGDOM_MERCHANTS]);
}

static bool pays_areas(int card)
{
    return card == KINGDOM_HERMITS || card == KINGDOM_CITIZENS || card == KINGDOM_MERCHANTS;
}

/* All gold with a settlement that has just landed; areas are those without it. */
static int gold_with(const struct kingdom_state *landed, const struct kingdom_areas *areas, int hex)
{
    int gold = kingdom_castle_gold(landed, landed->active);
    for (int i = 0; i < KINGDOM_CARDS; i++) {
        int card = landed->card[i];
        gold += pays_areas(card) ? kingdom_areas_gold(landed, areas, card, hex)
                                 : kingdom_card_gold(landed, landed->active, card);
    }
    return gold;
}

/* A lifted settlement counts where it would bring its owner most gold. */
static void land(const struct kingdom_state *s, struct kingdom_state *out)
{
    union kingdom_set targets = kingdom_targets(s, s->moving);
    struct kingdom_areas areas;
    int hex, best = 0, most = -1;
    if (pays_areas(s->card[0]) || pays_areas(s->card[1]) || pays_areas(s->card[2]))
        kingdom_areas_find(s, s->active, &areas);
    *out = *s;
    while (set_take(&targets, &hex)) {
        set_add(&out->seat[s->active].settlements, hex);
        int gold = gold_with(out, &areas, hex);
        set_remove(&out->seat[s->active].settlements, hex);
        if (gold > most) {
            best = hex;
            most = gold;
        }
    }
    if (best != 0)
        set_add(&out->seat[s->active].settlements, best);
}

void kingdom_features(const void *state, int seat, int32_t *out)
{
    const struct kingdom_state *s = state;
    if (s->phase == KINGDOM_MOVE && seat == s->active) {
        struct kingdom_state landed;
        land(s, &landed);
        measure(&landed, seat, out);
    } else {
        measure(s, seat, out);
    }
}
