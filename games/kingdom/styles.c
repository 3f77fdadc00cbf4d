/* SPDX-License-Identifier: MIT */
/* Manners of play: what a player is fond of beside winning. Rows are data; a term is a number. */
#include "scene.h"

enum {
    TILES_KEPT,
    TILES_MOVE, /* those of them that move settlements */
    CASTLES,
    SUPPLY, /* settlements left to build */
    AREAS,
    LARGEST, /* settlements of the largest area */
    ROWS,    /* with a settlement */
    SPREAD,  /* settlements of the poorest quadrant */
    CROWDED, /* hexes of others beside the own */
    FREE,    /* terrains without a hex beside the own: the next card is free then */
    TERMS
};
_Static_assert((int)TERMS <= (int)TK_TERMS_MAX, "there is room for every term");

static const struct tk_style styles[] = {
    {"collector", {[TILES_KEPT] = 500}},
    {"mover", {[TILES_KEPT] = 150, [TILES_MOVE] = 450}},
    {"castles", {[CASTLES] = 700}},
    {"rush", {[SUPPLY] = -120}},
    {"hermit", {[AREAS] = 120, [FREE] = 80}},
    {"citadel", {[LARGEST] = 90}},
    {"wanderer", {[ROWS] = 130, [SPREAD] = 150}},
    {"blocker", {[CROWDED] = 120}},
    {"freedom", {[FREE] = 300}},
};

static int free_terrains(const struct kingdom_base *base)
{
    const struct kingdom_scene *scene = base->scene;
    union kingdom_set next = set_without(base->beside, set_or(scene->others, base->own));
    int count = 0;
    for (int terrain = 0; terrain < KINGDOM_TERRAINS; terrain++)
        count += !set_any(set_and(next, scene->terrain[terrain]));
    return count;
}

static void terms(const void *state, int seat, int32_t *out)
{
    const struct kingdom_state *s = state;
    const struct kingdom_seat *p = &s->seat[seat];
    struct kingdom_scene scene;
    struct kingdom_base base;
    kingdom_scene_set(s, seat, &scene);
    kingdom_base_count(&scene, p->settlements, &base);
    kingdom_areas_find(p->settlements, NULL, &base.areas);
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        int kept = __builtin_popcount(p->kept >> (2 * place) & 3), count = base.in_quadrant[place];
        out[TILES_KEPT] += kept;
        out[TILES_MOVE] += kingdom_rules[s->quadrant[place] / 2].moves ? kept : 0;
        out[SPREAD] = place == 0 || count < out[SPREAD] ? count : out[SPREAD];
    }
    for (int row = 0; row < KINGDOM_SIZE; row++)
        out[ROWS] += base.in_row[row] > 0;
    out[CASTLES] = base.castles;
    out[SUPPLY] = p->supply;
    out[AREAS] = base.areas.count;
    out[LARGEST] = base.areas.largest;
    out[CROWDED] = set_count(set_and(base.beside, scene.others));
    out[FREE] = free_terrains(&base);
}

const struct tk_styles kingdom_styles = {
    .count = TK_COUNT(styles), .table = styles, .terms = terms};
