/* SPDX-License-Identifier: MIT */
/* What a seat has, in numbers for bots. */
#include "features.h"

static void count_tiles(const struct kingdom_look *look, int32_t *out)
{
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int kept = __builtin_popcount(look->holds.kept >> (2 * place) & 3);
        out[OF_TILE + look->base->scene->s->quadrant[place] / 2] = kept * look->turns;
    }
}

/* Hexes on which the next settlement is paid for where it stands; of each card six count at most. */
static int paying_spots(const struct kingdom_look *look)
{
    enum { ENOUGH = 6 };
    const struct kingdom_scene *scene = look->base->scene;
    int sum = 0;
    for (int i = 0; i < KINGDOM_PAYING; i++) {
        if (!scene->pays[i])
            continue;
        int count = set_count(set_and(look->next, scene->near[i]));
        sum += count < ENOUGH ? count : ENOUGH;
    }
    return sum;
}

/* The next gold of the Farmers needs all quadrants above the poorest of now. */
static int above_poorest(const struct kingdom_look *look)
{
    int above = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++)
        above += look->in_quadrant[place] > look->fewest;
    return above;
}

/* How safely a seat leads in each quadrant, or how far it is behind; more than three is enough. */
static int ahead_in_quadrants(const struct kingdom_look *look)
{
    enum { ENOUGH = 3 };
    int sum = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int ahead = look->in_quadrant[place] - look->base->scene->most_of_others[place];
        sum += ahead > ENOUGH ? ENOUGH : ahead < -ENOUGH ? -ENOUGH : ahead;
    }
    return sum;
}

/* The gold of each card for itself, because not all of it is equally safe or promising. */
static void count_gold(const struct kingdom_look *look, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    out[CASTLES] = kingdom_castles_with(look->base, look->hex);
    out[GOLD] = 3 * out[CASTLES];
    for (int i = 0; i < KINGDOM_CARDS; i++) {
        int card = scene->s->card[i], gold = kingdom_card_gold_with(look->base, card, look->hex);
        out[OF_CARD + card] = gold;
        out[GOLD] += gold;
    }
}

/* Rows that can be opened next with the Discoverers, and free spots in the best row of the Knights. */
static void count_rows(struct kingdom_look *look, int32_t *out)
{
    const struct kingdom_state *s = look->base->scene->s;
    bool discoverers = kingdom_in_play(s, KINGDOM_DISCOVERERS),
         knights = kingdom_in_play(s, KINGDOM_KNIGHTS);
    int most = 0, built = look->hex != 0 ? kingdom_row(look->hex) : KINGDOM_SIZE;
#pragma GCC unroll 20
    for (int row = 0; row < KINGDOM_SIZE; row++) {
        int own = look->base->in_row[row] + (built == row);
        int spots = __builtin_popcount(set_row(&look->next, row));
        out[NEW_ROWS] += discoverers && own == 0 && spots > 0;
        if (knights && own + (spots > 3 ? 3 : spots) > most) {
            most = own + (spots > 3 ? 3 : spots);
            look->row = row;
            out[ROW_SPOTS] = spots > 3 ? 3 : spots;
        }
    }
}

/* Tiles and castles beside which the next settlement could stand. */
static void count_reach(const struct kingdom_look *look, int32_t *out)
{
    out[NEAR_TILES] = set_count(set_and(look->tiles, look->near)) * look->turns;
    out[NEAR_CASTLES] = set_count(set_and(look->castles, look->near));
}

/* What is left of the cards beyond their gold. */
static void count_cards(struct kingdom_look *look, int32_t *out)
{
    const struct kingdom_scene *scene = look->base->scene;
    if (scene->rows)
        count_rows(look, out);
    if (kingdom_in_play(scene->s, KINGDOM_CITIZENS))
        out[CITIZENS] = kingdom_areas_largest(&look->base->areas, look->hex) % 2;
    if (scene->farmers)
        out[FARMERS] = above_poorest(look);
    if (scene->lords)
        out[LORDS] = ahead_in_quadrants(look);
    if (scene->merchants) /* reached, but linked with no other yet */
        out[MERCHANTS] = set_count(set_and(scene->landmarks, look->beside)) -
                         out[OF_CARD + KINGDOM_MERCHANTS] / 4;
}

static void count_quadrants(struct kingdom_look *look)
{
    for (int place = 0; place < KINGDOM_PLACES; place++)
        look->in_quadrant[place] = look->base->in_quadrant[place];
    if (look->hex != 0)
        look->in_quadrant[kingdom_place_at(look->hex)]++;
    look->fewest = KINGDOM_SETTLEMENTS;
    for (int place = 0; place < KINGDOM_PLACES; place++)
        if (look->in_quadrant[place] < look->fewest)
            look->fewest = look->in_quadrant[place];
}

static void look_at(const struct kingdom_base *base, int hex, const struct kingdom_holdings *holds,
                    struct kingdom_look *out)
{
    const struct kingdom_scene *scene = base->scene;
    int least = holds->supply < scene->least_of_others ? holds->supply : scene->least_of_others;
    union kingdom_set occupied = set_or(scene->others, base->own);
    if (hex != 0)
        set_add(&occupied, hex);
    out->base = base;
    out->hex = hex;
    out->row = 0;
    out->holds = *holds;
    out->turns = (least + 3) / 4; /* until somebody runs out */
    out->open = set_without(scene->buildable, occupied);
    out->beside = base->beside;
    if (hex != 0)
        set_add_around(&out->beside, hex);
    out->next = set_and(out->open, out->beside);
    out->near = set_neighbours(out->next);
    out->tiles = scene->open;
    if (holds->gained >= 0)
        set_remove(&out->tiles, scene->s->location[holds->gained]);
    out->castles = set_without(scene->castles, out->beside);
    count_quadrants(out);
}

void kingdom_measure(const struct kingdom_base *base, int hex, const struct kingdom_holdings *holds,
                     int32_t *out)
{
    struct kingdom_look look;
    look_at(base, hex, holds, &look);
    for (int i = 0; i < FEATURES; i++)
        out[i] = 0;
    count_gold(&look, out);
    count_reach(&look, out);
    count_tiles(&look, out);
    count_cards(&look, out);
    out[SUPPLY] = holds->supply;
    out[SPOTS] = paying_spots(&look);
    out[TO_BUILD] = holds->to_build;
    out[READY] = holds->ready;
    kingdom_look_ahead(&look, out);
}
