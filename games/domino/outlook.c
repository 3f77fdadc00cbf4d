/* SPDX-License-Identifier: MIT */
/* What a kingdom has, as a map, and what a domino can bring to it at once. */
#include "domino_internal.h"

/* What the dominoes bring that nobody has seen yet. */
struct domino_sums domino_to_come(const struct domino_state *s)
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

void domino_make_map(const struct domino_properties *properties, domino_cells open,
                     struct domino_sums coming, struct domino_map *out)
{
    out->properties = properties;
    out->groups = 0;
    tk_fill(out->count, 0, sizeof out->count);
    out->open_crowns = out->crowns_grow = out->squares_hope = 0;
    for (int i = 0; i < properties->count; i++) {
        int squares = properties->squares[i], crowns = properties->crowns[i];
        if ((domino_neighbours(properties->cells[i]) & open) == 0)
            continue;
        out->open_crowns += crowns;
        out->crowns_grow += crowns * of_terrain(coming.squares, properties->terrain[i]);
        out->squares_hope += squares * of_terrain(coming.crowns, properties->terrain[i]);
    }
}

/* --- empty cells by what a square of some terrain would join there --- */

static void join(struct domino_joined *joined, const struct domino_properties *all, int property)
{
    int squares = all->squares[property], crowns = all->crowns[property];
    joined->properties |= UINT64_C(1) << property;
    joined->squares = (uint8_t)(joined->squares + squares);
    joined->crowns = (uint8_t)(joined->crowns + crowns);
    joined->worth = (int16_t)(joined->worth + squares * crowns);
}

/* Of the cells that are alike so far, those beside the property become a group of their own. */
static void split(struct domino_map *map, int first, int property)
{
    const struct domino_properties *all = map->properties;
    domino_cells beside = domino_neighbours(all->cells[property]);
    for (int i = map->groups - 1; i >= first; i--) {
        domino_cells inside = map->group[i].cells & beside;
        if (inside == 0 || map->groups == DOMINO_GROUPS - DOMINO_TERRAINS)
            continue;
        map->group[i].cells &= ~inside;
        struct domino_group *group = &map->group[map->groups++];
        *group = (struct domino_group){inside, map->group[i].joined};
        join(&group->joined, all, property);
    }
}

static void make_groups(struct domino_map *map, const struct domino_kingdom *k, int terrain)
{
    const struct domino_properties *all = map->properties;
    int first = map->groups;
    if (map->count[terrain] > 0)
        return;
    map->first[terrain] = (uint8_t)first;
    map->group[map->groups++] = (struct domino_group){~domino_occupied(k), {0}};
    for (int i = 0; i < all->count; i++)
        if (all->terrain[i] == terrain)
            split(map, first, i);
    map->count[terrain] = (uint8_t)(map->groups - first);
}

/* --- what a domino brings --- */

/* Points that squares times crowns gain by so many more of them. */
static int gained(const struct domino_joined *joined, int squares, int crowns)
{
    return (joined->squares + squares) * (joined->crowns + crowns) - joined->worth;
}

/* Two squares of one terrain may join something together. */
static int gained_by_both(const struct domino_map *map, const struct domino_face *face,
                          const struct domino_joined *left, const struct domino_joined *right)
{
    struct domino_joined both = *left;
    if (face->terrain[0] != face->terrain[1])
        return gained(left, 1, face->crowns[0]) + gained(right, 1, face->crowns[1]);
    for (uint64_t more = right->properties & ~left->properties; more != 0; more &= more - 1)
        join(&both, map->properties, __builtin_ctzll(more));
    return gained(&both, 2, face->crowns[0] + face->crowns[1]);
}

/* Is there a place with the left square in one group of cells and the right one in another? */
static bool meets(const struct domino_spots *spots, domino_cells left, domino_cells right)
{
    const domino_cells *first = spots->first;
    return ((first[DOMINO_EAST] & left & domino_to_west(right)) |
            (first[DOMINO_SOUTH] & left & domino_to_north(right)) |
            (first[DOMINO_WEST] & right & domino_to_west(left)) |
            (first[DOMINO_NORTH] & right & domino_to_north(left))) != 0;
}

int domino_best_gain(struct domino_map *map, const struct domino_kingdom *k, int limit,
                     const struct domino_face *face)
{
    struct domino_spots spots;
    int best = -1, left = face->terrain[0], right = face->terrain[1];
    domino_spots(k, limit, face, &spots);
    make_groups(map, k, left);
    make_groups(map, k, right);
    const struct domino_group *lefts = &map->group[map->first[left]];
    const struct domino_group *rights = &map->group[map->first[right]];
    for (int a = 0; a < map->count[left]; a++)
        for (int b = 0; b < map->count[right]; b++) {
            int points = gained_by_both(map, face, &lefts[a].joined, &rights[b].joined);
            if (points > best && meets(&spots, lefts[a].cells, rights[b].cells))
                best = points;
        }
    return best;
}
