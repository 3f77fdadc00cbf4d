/* SPDX-License-Identifier: MIT */
/* A position as a learned net is told it, and moves as sums of parts. Only what the seat knows. */
#include "scene.h"

enum { VERSION = 2 };

enum {
    HANDS = KINGDOM_NO_CARD + 1,
    GOLDS = 20,  /* steps of a card's gold, two gold each */
    CASTLES = 6, /* that a seat has reached */
    CROWDS = 14, /* settlements in a quadrant, and more */
    PLACES = 5,  /* free hexes of a terrain within reach: 0, 1, 2, 3 and 4, more */
    GAINS = 10   /* gold that one settlement brings at best, and more */
};

/* Of the table. */
enum {
    CARD = 0,
    PHASE = CARD + KINGDOM_CARD_KINDS,
    CLOSING = PHASE + KINGDOM_PHASES,
    TO_MOVE,
    LAST, /* of a round */
    ROUND,
    KIND = ROUND + KINGDOM_ROUNDS + 2, /* of tiles in the game */
    OWN_HAND = KIND + KINGDOM_TILES,
    OPEN_HAND = OWN_HAND + HANDS, /* of the seat that acts */
    OF_TABLE = OPEN_HAND + HANDS,
};

/* Of a seat. */
enum {
    SUPPLY = 0,
    GOLD = SUPPLY + KINGDOM_SETTLEMENTS + 1, /* by card */
    CASTLE = GOLD + KINGDOM_CARD_KINDS * GOLDS,
    TILE = CASTLE + CASTLES, /* kept, by kind: one, two */
    READY = TILE + KINGDOM_TILES * KINGDOM_TILES_EACH,
    OWED = READY + KINGDOM_TILES,
    LIFTED = OWED + KINGDOM_OWED + 1,
    CROWD = LIFTED + 1, /* by quadrant */
    REACH = CROWD + KINGDOM_PLACES * CROWDS,
    BRINGS = REACH + KINGDOM_TERRAINS * PLACES, /* the best hex of a terrain */
    BRINGS_TILE = BRINGS + KINGDOM_TERRAINS * GAINS,
    OF_SEAT = BRINGS_TILE + KINGDOM_TERRAINS * KINGDOM_TILES,
};

enum {
    AMOUNTS_OF_TABLE = 2 + KINGDOM_TERRAINS,
    AMOUNTS_OF_SEAT = KINGDOM_FEATURES + 3,
};

/* --- the table --- */

/* Terrain cards that this seat has not before its eyes: what may be drawn. */
static void count_unseen(const struct kingdom_state *s, int seat, int *out)
{
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        out[terrain] = KINGDOM_OF_A_KIND;
    for (int i = 0; i < s->discard.count; i++)
        out[s->discard.card[i]]--;
    for (int i = 0; i < s->removed.count; i++)
        out[s->removed.card[i]]--;
    for (int p = 0; p < s->players; p++)
        if ((p == seat || p == s->active) && s->seat[p].hand != KINGDOM_NO_CARD)
            out[s->seat[p].hand]--;
}

static void tell_table(const struct kingdom_state *s, int seat, const int *unseen,
                       struct tk_sight *out)
{
    int round = (s->turn - 1) / s->players;
    for (int i = 0; i < KINGDOM_CARDS; i++)
        tk_sight_one(out, CARD + s->card[i]);
    tk_sight_value(out, PHASE, s->phase, KINGDOM_PHASES);
    if (s->closing)
        tk_sight_one(out, CLOSING);
    if (s->active == seat)
        tk_sight_one(out, TO_MOVE);
    if ((seat + 1) % s->players == s->start)
        tk_sight_one(out, LAST);
    tk_sight_value(out, ROUND, round, KINGDOM_ROUNDS + 2);
    for (int place = 0; place < KINGDOM_PLACES; place++)
        tk_sight_one(out, KIND + s->quadrant[place] / 2);
    tk_sight_one(out, OWN_HAND + s->seat[seat].hand);
    tk_sight_one(out, OPEN_HAND + s->seat[s->active].hand);
    tk_sight_amount(out, 4 * round);
    tk_sight_amount(out, kingdom_progress(s) / 16);
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        tk_sight_amount(out, 16 * unseen[terrain]);
}

/* --- what the next card may bring a seat --- */

struct reach {
    int hexes;      /* free ones beside own settlements */
    int gain;       /* gold of the best hex */
    unsigned kinds; /* of tiles that come with one */
};

static struct reach reach_on(const struct kingdom_base *base, int gold, int terrain)
{
    const struct kingdom_scene *scene = base->scene;
    union kingdom_set free = set_without(scene->terrain[terrain], set_or(scene->others, base->own));
    union kingdom_set targets = set_and(free, base->beside);
    struct reach reach = {.hexes = set_count(targets)};
    int hex;
    if (reach.hexes ==
        0) /* KB-32: then anywhere; what brings tiles or castles is enough to look at */
        targets = set_and(free, set_neighbours(set_or(scene->open, base->unreached)));
    while (set_take(&targets, &hex)) {
        int gain = kingdom_gold_with(base, hex) - gold;
        int location = kingdom_gained(scene->s, scene->seat, hex);
        reach.gain = gain > reach.gain ? gain : reach.gain;
        if (location >= 0)
            reach.kinds |= 1U << (scene->s->quadrant[location / 2] / 2);
    }
    return reach;
}

/* In sixteenths of a gold: what the next card is expected to bring. */
static int tell_reach(const struct kingdom_base *base, const int *unseen, int first,
                      struct tk_sight *out)
{
    static const uint8_t steps[] = {0, 1, 2, 3, 3};
    int gold = kingdom_gold_with(base, 0), sum = 0, cards = 1;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++) {
        struct reach reach = reach_on(base, gold, terrain);
        int step = reach.hexes < TK_COUNT(steps) ? steps[reach.hexes] : PLACES - 1;
        tk_sight_one(out, first + REACH + PLACES * terrain + step);
        tk_sight_value(out, first + BRINGS + GAINS * terrain, reach.gain, GAINS);
        for (int kind = 0; kind < KINGDOM_TILES; kind++)
            if ((reach.kinds >> kind & 1) != 0)
                tk_sight_one(out, first + BRINGS_TILE + KINGDOM_TILES * terrain + kind);
        sum += unseen[terrain] * reach.gain;
        cards += unseen[terrain];
    }
    return 16 * sum / cards;
}

/* --- a seat --- */

static void tell_tiles(const struct kingdom_state *s, int seat, int first, struct tk_sight *out)
{
    const struct kingdom_seat *p = &s->seat[seat];
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int kind = s->quadrant[place] / 2, kept = __builtin_popcount(p->kept >> (2 * place) & 3);
        if (kept > 0)
            tk_sight_one(out, first + TILE + KINGDOM_TILES_EACH * kind + kept - 1);
        if (seat == s->active && p->ready[place] > 0)
            tk_sight_one(out, first + READY + kind);
    }
    if (seat != s->active)
        return;
    tk_sight_value(out, first + OWED, KINGDOM_OWED - s->built, KINGDOM_OWED + 1);
    if (s->phase == KINGDOM_MOVE)
        tk_sight_one(out, first + LIFTED);
}

static void tell_features(const struct kingdom_state *s, int seat, struct tk_sight *out)
{
    int32_t features[KINGDOM_FEATURES];
    kingdom_features(s, seat, features);
    for (int i = 0; i < KINGDOM_FEATURES; i++)
        tk_sight_amount(out, features[i]);
    int64_t standing = tk_weigh(&kingdom_learning, TK_WINS, kingdom_progress(s), features);
    tk_sight_amount(out, (int)(standing / 150));
}

static void tell_seat(const struct kingdom_state *s, int seat, const int *unseen, int first,
                      struct tk_sight *out)
{
    struct kingdom_scene scene;
    struct kingdom_base base;
    kingdom_scene_set(s, seat, &scene);
    kingdom_base_count(&scene, s->seat[seat].settlements, &base);
    tk_sight_value(out, first + SUPPLY, s->seat[seat].supply, KINGDOM_SETTLEMENTS + 1);
    for (int i = 0; i < KINGDOM_CARDS; i++) {
        int gold = kingdom_card_gold_with(&base, s->card[i], 0);
        tk_sight_value(out, first + GOLD + GOLDS * s->card[i], gold / 2, GOLDS);
    }
    tk_sight_value(out, first + CASTLE, base.castles, CASTLES);
    for (int place = 0; place < KINGDOM_PLACES; place++)
        tk_sight_value(out, first + CROWD + CROWDS * place, base.in_quadrant[place], CROWDS);
    tell_tiles(s, seat, first, out);
    tell_features(s, seat, out);
    tk_sight_amount(out, tell_reach(&base, unseen, first, out));
    tk_sight_amount(out, kingdom_gold_with(&base, 0));
}

static void encode(const void *state, int seat, struct tk_sight *out_sight)
{
    const struct kingdom_state *s = state;
    int unseen[KINGDOM_TERRAINS];
    tk_sight_clear(out_sight);
    count_unseen(s, seat, unseen);
    tell_table(s, seat, unseen, out_sight);
    for (int i = 0; i < s->players; i++)
        tell_seat(s, (seat + i) % s->players, unseen, OF_TABLE + i * OF_SEAT, out_sight);
}

/* --- moves --- */

enum {
    NEIGHBOURS = 7, /* 0 … 6 of a hex */
    PART_ACT = 0,   /* build, settle a lifted one, end, use a tile of a kind */
    PART_GROUND = PART_ACT + 3 + KINGDOM_TILES, /* where, and beside how many of the own */
    PART_TILE = PART_GROUND + KINGDOM_SIMPLE_GROUNDS * NEIGHBOURS, /* that it brings, or none */
    PART_BESIDE = PART_TILE + KINGDOM_TILES + 1, /* what lies around it, as bits */
    PARTS = PART_BESIDE + 32,
};

static int act_of(tk_action action)
{
    int verb = (int)kingdom_action_verb(action);
    return verb == KINGDOM_USE   ? PART_ACT + 3 + (int)kingdom_action_tile(action)
           : verb == KINGDOM_END ? PART_ACT + 2
                                 : PART_ACT + (verb == KINGDOM_TO);
}

static bool is_beside(const struct kingdom_state *s, int hex, int ground)
{
    union kingdom_set all = kingdom_ground(s, ground);
    return set_count_around(&all, hex) > 0;
}

/* What lies around a hex; with the bit of whether an own settlement is in its row. */
static int surroundings(const struct kingdom_state *s, int hex)
{
    union kingdom_set occupied = kingdom_occupied(s);
    const union kingdom_set *own = &s->seat[s->active].settlements;
    int beside_own = set_count_around(own, hex), beside_any = set_count_around(&occupied, hex);
    return is_beside(s, hex, KINGDOM_WATER) | is_beside(s, hex, KINGDOM_MOUNTAIN) << 1 |
           is_beside(s, hex, KINGDOM_CASTLE) << 2 | (beside_any > beside_own) << 3 |
           (set_row(own, kingdom_row(hex)) != 0) << 4;
}

static int parts_of(const void *state, tk_action action, uint16_t *out)
{
    const struct kingdom_state *s = state;
    int hex = (int)kingdom_action_hex(action);
    out[0] = (uint16_t)act_of(action);
    if (kingdom_action_verb(action) == KINGDOM_END)
        return 1;
    int own = set_count_around(&s->seat[s->active].settlements, hex);
    int location = kingdom_gained(s, s->active, hex);
    int kind = location >= 0 ? s->quadrant[location / 2] / 2 : KINGDOM_TILES;
    out[1] = (uint16_t)(PART_GROUND + NEIGHBOURS * kingdom_ground_at(s, hex) + own);
    out[2] = (uint16_t)(PART_TILE + kind);
    out[3] = (uint16_t)(PART_BESIDE + surroundings(s, hex));
    return 4;
}

const struct tk_encoding kingdom_encoding = {
    .version = VERSION,
    .ones = {OF_TABLE, OF_SEAT},
    .amounts = {AMOUNTS_OF_TABLE, AMOUNTS_OF_SEAT},
    .parts = PARTS,
    .shared = true,
    .encode = encode,
    .parts_of = parts_of,
};
