/* Numbers that tell how well a seat stands, for bots. They use nothing that is hidden. */
#include "kingdom_internal.h"

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
    FEATURES,
};

_Static_assert((int)FEATURES == (int)KINGDOM_FEATURES, "the header says how many there are");

const struct tk_feature kingdom_feature_table[KINGDOM_FEATURES] = {
    [GOLD] = {"gold now", 1000},
    [SUPPLY] = {"settlements left to build", -200},
    [BUILD_TILES] = {"tiles that build, times the turns to come", 400},
    [MOVE_TILES] = {"tiles that move, times the turns to come", 450},
    [FREEDOM] = {"terrains with free choice, times the turns to come", 200},
    [CITIZENS] = {"half a gold of the Citizens", 500},
    [FARMERS] = {"quadrants above the poorest, with the Farmers", 400},
    [LORDS] = {"settlements ahead in the quadrants, with the Lords", 300},
    [MERCHANTS] = {"locations and castles not yet linked, with the Merchants", 500},
    [NEAR_TILES] = {"tiles within reach, times the turns to come", 150},
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

static void count_tiles(const struct kingdom_state *s, int seat, int turns, int32_t *out)
{
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int kept = __builtin_popcount(s->seat[seat].kept >> (2 * place) & 3);
        bool moves = kingdom_rules[s->quadrant[place] / 2].moves;
        out[moves ? MOVE_TILES : BUILD_TILES] += kept * turns;
    }
}

/* Tiles still to be taken beside which the next settlement could stand. */
static int near_tiles(const struct kingdom_state *s, int seat)
{
    union kingdom_set next =
        set_and(kingdom_ground(s, KINGDOM_BUILDABLE), set_neighbours(s->seat[seat].settlements));
    int count = 0;
    next = set_without(next, kingdom_occupied(s));
    for (int i = 0; i < KINGDOM_LOCATIONS; i++) {
        bool open = s->location[i] != 0 && (s->seat[seat].taken >> i & 1) == 0;
        if (open && kingdom_tiles_left(s, i) > 0)
            count += kingdom_stands_beside(&next, s->location[i]);
    }
    return count;
}

/* A terrain without a free hex beside the own settlements lets the next card be built anywhere. */
static int free_terrains(const struct kingdom_state *s, int seat)
{
    union kingdom_set beside =
        set_without(set_neighbours(s->seat[seat].settlements), kingdom_occupied(s));
    int count = 0;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        count += !set_any(set_and(beside, kingdom_ground(s, terrain)));
    return count;
}

static int in_quadrant(const struct kingdom_state *s, int seat, int place)
{
    return set_count(set_and(s->seat[seat].settlements, kingdom_quarters[place]));
}

/* The next gold of the Farmers needs all quadrants above the poorest of now. */
static int above_poorest(const struct kingdom_state *s, int seat)
{
    int count[KINGDOM_PLACES], fewest = KINGDOM_SETTLEMENTS, above = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        count[place] = in_quadrant(s, seat, place);
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
            int count = p == seat ? 0 : in_quadrant(s, p, place);
            best = count > best ? count : best;
        }
        int ahead = in_quadrant(s, seat, place) - best;
        sum += ahead > ENOUGH ? ENOUGH : ahead < -ENOUGH ? -ENOUGH : ahead;
    }
    return sum;
}

/* Locations and castles that are reached, but linked with no other yet. */
static int unlinked(const struct kingdom_state *s, int seat)
{
    union kingdom_set reached =
        set_and(kingdom_ground(s, KINGDOM_LANDMARK), set_neighbours(s->seat[seat].settlements));
    return set_count(reached) - kingdom_card_gold(s, seat, KINGDOM_MERCHANTS) / 4;
}

static void measure(const struct kingdom_state *s, int seat, int32_t *out)
{
    int turns = turns_to_come(s);
    for (int i = 0; i < FEATURES; i++)
        out[i] = 0;
    out[GOLD] = kingdom_gold(s, seat);
    out[SUPPLY] = s->seat[seat].supply;
    out[FREEDOM] = free_terrains(s, seat) * turns;
    out[NEAR_TILES] = near_tiles(s, seat) * turns;
    count_tiles(s, seat, turns, out);
    if (is_in_play(s, KINGDOM_CITIZENS))
        out[CITIZENS] = kingdom_largest_area(s, seat) % 2;
    if (is_in_play(s, KINGDOM_FARMERS))
        out[FARMERS] = above_poorest(s, seat);
    if (is_in_play(s, KINGDOM_LORDS))
        out[LORDS] = ahead_in_quadrants(s, seat);
    if (is_in_play(s, KINGDOM_MERCHANTS))
        out[MERCHANTS] = unlinked(s, seat);
}

/* A lifted settlement counts where it would bring its owner most gold. */
static struct kingdom_state land(const struct kingdom_state *s)
{
    struct kingdom_state best = *s;
    union kingdom_set targets = kingdom_targets(s, s->moving);
    int hex, most = -1;
    while (set_take(&targets, &hex)) {
        struct kingdom_state landed = *s;
        set_add(&landed.seat[s->active].settlements, hex);
        int gold = kingdom_gold(&landed, s->active);
        if (gold > most) {
            best = landed;
            most = gold;
        }
    }
    return best;
}

void kingdom_features(const void *state, int seat, int32_t *out)
{
    const struct kingdom_state *s = state;
    if (s->phase == KINGDOM_MOVE) {
        struct kingdom_state landed = land(s);
        measure(&landed, seat, out);
    } else {
        measure(s, seat, out);
    }
}
