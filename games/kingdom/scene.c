/* SPDX-License-Identifier: MIT */
/* What a seat has on the board, and the gold that one settlement more would bring: scene.h. */
#include "scene.h"

bool kingdom_in_play(const struct kingdom_state *s, int card)
{
    return s->card[0] == card || s->card[1] == card || s->card[2] == card;
}

/* --- the board, whoever builds --- */

static const struct {
    uint8_t card, ground;
} paying[KINGDOM_PAYING] = {{KINGDOM_FISHERMEN, KINGDOM_WATER},
                            {KINGDOM_MINERS, KINGDOM_MOUNTAIN},
                            {KINGDOM_WORKERS, KINGDOM_LANDMARK}};

static void find_paying(struct kingdom_scene *scene)
{
    for (int i = 0; i < KINGDOM_PAYING; i++) {
        scene->pays[i] = kingdom_in_play(scene->s, paying[i].card);
        if (!scene->pays[i])
            continue;
        union kingdom_set ground = kingdom_ground(scene->s, paying[i].ground);
        scene->near[i] = set_neighbours(ground);
        if (paying[i].card == KINGDOM_FISHERMEN) /* KB-71: not on the water itself */
            scene->near[i] = set_without(scene->near[i], ground);
    }
}

int kingdom_speed(const struct kingdom_state *s, unsigned kept)
{
    int speed = KINGDOM_OWED;
    for (int place = 0; place < KINGDOM_PLACES; place++)
        if (!kingdom_rules[s->quadrant[place] / 2].moves)
            speed += __builtin_popcount(kept >> (2 * place) & 3);
    return speed;
}

static void note_other(struct kingdom_scene *scene, int seat)
{
    const struct kingdom_seat *other = &scene->s->seat[seat];
    int speed = kingdom_speed(scene->s, other->kept), turns = (other->supply + speed - 1) / speed;
    scene->others = set_or(scene->others, other->settlements);
    if (other->supply < scene->least_of_others)
        scene->least_of_others = other->supply;
    if (turns < scene->turns_of_others)
        scene->turns_of_others = turns;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int count = kingdom_in_quadrant(scene->s, seat, place);
        if (count > scene->most_of_others[place])
            scene->most_of_others[place] = (uint8_t)count;
    }
}

static void find_others(struct kingdom_scene *scene)
{
    scene->least_of_others = scene->turns_of_others = KINGDOM_SETTLEMENTS;
    scene->others = (union kingdom_set){{0}};
    tk_fill(scene->most_of_others, 0, sizeof scene->most_of_others);
    for (int p = 0; p < scene->s->players; p++)
        if (p != scene->seat)
            note_other(scene, p);
}

/* The locations with a tile that the seat can still take, KB-42. */
static void find_open(struct kingdom_scene *scene)
{
    const struct kingdom_state *s = scene->s;
    scene->open = (union kingdom_set){{0}};
    for (int i = 0; i < KINGDOM_LOCATIONS; i++)
        if (s->location[i] != 0 && (s->seat[scene->seat].taken >> i & 1) == 0 &&
            kingdom_tiles_left(s, i) > 0)
            set_add(&scene->open, s->location[i]);
}

void kingdom_scene_set(const struct kingdom_state *s, int seat, struct kingdom_scene *out)
{
    out->s = s;
    out->seat = seat;
    out->merchants = kingdom_in_play(s, KINGDOM_MERCHANTS);
    out->knights = kingdom_in_play(s, KINGDOM_KNIGHTS);
    out->lords = kingdom_in_play(s, KINGDOM_LORDS);
    out->farmers = kingdom_in_play(s, KINGDOM_FARMERS);
    out->areas = out->merchants || kingdom_in_play(s, KINGDOM_HERMITS) ||
                 kingdom_in_play(s, KINGDOM_CITIZENS);
    out->rows = kingdom_in_play(s, KINGDOM_DISCOVERERS) || kingdom_in_play(s, KINGDOM_KNIGHTS);
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        out->terrain[terrain] = kingdom_ground(s, terrain);
    out->buildable = kingdom_ground(s, KINGDOM_BUILDABLE);
    out->castles = kingdom_ground(s, KINGDOM_CASTLE);
    out->landmarks = kingdom_ground(s, KINGDOM_LANDMARK);
    if (out->merchants)
        kingdom_landmarks_find(s, &out->beside);
    find_paying(out);
    find_others(out);
    find_open(out);
}

/* --- the settlements of a seat, without the one that is added --- */

/* KB-79: twelve for the most settlements of a quadrant, six for the most among those with fewer. */
static int lords_gold(const struct kingdom_scene *scene, int place, int own)
{
    int above = 0, highest = -1; /* how many have more, and how many the one with most has */
    bool between = false;
    for (int p = 0; p < scene->s->players; p++) {
        int count = p == scene->seat ? own : kingdom_in_quadrant(scene->s, p, place);
        above += count > own;
        highest = count > highest ? count : highest;
    }
    for (int p = 0; p < scene->s->players && above > 1; p++) {
        int count = p == scene->seat ? own : kingdom_in_quadrant(scene->s, p, place);
        between |= count > own && count < highest;
    }
    return above == 0 ? 12 : between ? 0 : 6;
}

static void count_quadrants(struct kingdom_base *base)
{
    const struct kingdom_scene *scene = base->scene;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int count = set_count(set_and(base->own, kingdom_quarters[place]));
        base->in_quadrant[place] = (uint8_t)count;
        for (int more = 0; more < 2 && scene->lords; more++)
            base->lords[place][more] = (uint8_t)lords_gold(scene, place, count + more);
    }
}

void kingdom_base_count(const struct kingdom_scene *scene, union kingdom_set own,
                        struct kingdom_base *out)
{
    out->scene = scene;
    out->own = own;
    out->beside = set_neighbours(own);
    out->unreached = set_without(scene->castles, out->beside);
    out->castles = set_count(set_and(scene->castles, out->beside));
    count_quadrants(out);
    for (int i = 0; i < KINGDOM_PAYING; i++)
        out->paid[i] = scene->pays[i] ? set_count(set_and(own, scene->near[i])) : 0;
    if (scene->areas)
        kingdom_areas_find(own, scene->merchants ? &scene->beside : NULL, &out->areas);
    out->rows = out->most_in_row = 0;
#pragma GCC unroll 20 /* so that where a row lies is known beforehand */
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        int count = __builtin_popcount(set_row(&own, row));
        out->in_row[row] = (uint8_t)count;
        out->rows += count > 0;
        out->most_in_row = count > out->most_in_row ? count : out->most_in_row;
    }
}

/* --- the gold with a settlement on a hex more, or as it is with hex 0 --- */

/* KB-71, KB-76, KB-77 */
static int paying_gold(const struct kingdom_base *base, int card, int hex)
{
    for (int i = 0; i < KINGDOM_PAYING; i++)
        if (paying[i].card == card)
            return base->paid[i] + (hex != 0 && set_has(&base->scene->near[i], hex));
    return 0;
}

/* KB-73 */
static int discoverers_gold(const struct kingdom_base *base, int card, int hex)
{
    (void)card;
    return base->rows + (hex != 0 && base->in_row[kingdom_row(hex)] == 0);
}

/* KB-78 */
static int knights_gold(const struct kingdom_base *base, int card, int hex)
{
    int most = hex != 0 ? base->in_row[kingdom_row(hex)] + 1 : 0;
    (void)card;
    return 2 * (most > base->most_in_row ? most : base->most_in_row);
}

/* KB-79 */
static int all_lords_gold(const struct kingdom_base *base, int card, int hex)
{
    int gold = 0, built = hex != 0 ? kingdom_place_at(hex) : KINGDOM_PLACES;
    (void)card;
    for (int place = 0; place < KINGDOM_PLACES; place++)
        gold += base->lords[place][built == place];
    return gold;
}

/* KB-80 */
static int farmers_gold(const struct kingdom_base *base, int card, int hex)
{
    int fewest = KINGDOM_SETTLEMENTS, built = hex != 0 ? kingdom_place_at(hex) : KINGDOM_PLACES;
    (void)card;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int count = base->in_quadrant[place] + (built == place);
        fewest = count < fewest ? count : fewest;
    }
    return 3 * fewest;
}

/* KB-72, KB-74, KB-75 */
static int areas_gold(const struct kingdom_base *base, int card, int hex)
{
    return kingdom_areas_gold(&base->areas, card, hex);
}

int kingdom_card_gold_with(const struct kingdom_base *base, int card, int hex)
{
    static int (*const gold[KINGDOM_CARD_KINDS])(const struct kingdom_base *, int, int) = {
        [KINGDOM_FISHERMEN] = paying_gold,        [KINGDOM_MERCHANTS] = areas_gold,
        [KINGDOM_DISCOVERERS] = discoverers_gold, [KINGDOM_HERMITS] = areas_gold,
        [KINGDOM_CITIZENS] = areas_gold,          [KINGDOM_MINERS] = paying_gold,
        [KINGDOM_WORKERS] = paying_gold,          [KINGDOM_KNIGHTS] = knights_gold,
        [KINGDOM_LORDS] = all_lords_gold,         [KINGDOM_FARMERS] = farmers_gold,
    };
    return gold[card](base, card, hex);
}

/* Castles beside own settlements, KB-70. */
int kingdom_castles_with(const struct kingdom_base *base, int hex)
{
    return base->castles + (hex != 0 ? set_count_around(&base->unreached, hex) : 0);
}

/* All gold, KB-68. */
int kingdom_gold_with(const struct kingdom_base *base, int hex)
{
    int gold = 3 * kingdom_castles_with(base, hex);
    for (int i = 0; i < KINGDOM_CARDS; i++)
        gold += kingdom_card_gold_with(base, base->scene->s->card[i], hex);
    return gold;
}
