/* SPDX-License-Identifier: MIT */
/* Moves as sums of parts, for a learned net: what a move brings, not where it lies. */
#include "encode.h"

/* --- a place for the domino in hand --- */

struct laid {
    const struct domino_kingdom *before;
    struct domino_kingdom after;
    const struct domino_face *face;
    domino_cells square[2];
};

static void lay(const struct domino_state *s, tk_action action, struct laid *out)
{
    struct domino_cell left = domino_action_cell(action);
    struct domino_cell right = domino_beside(left, domino_action_direction(action));
    out->before = &s->kingdom[domino_kingdom_of(s, s->actor)];
    out->after = *out->before;
    out->face = domino_face_in_hand(s);
    out->square[0] = UINT64_C(1) << domino_index(left);
    out->square[1] = UINT64_C(1) << domino_index(right);
    domino_put(&out->after, out->face, left, domino_action_direction(action));
}

static int worth_of(const struct domino_kingdom *k, domino_cells property)
{
    return __builtin_popcountll(property) * domino_crowns(k, property);
}

/* Points that one property gains; the parts of it that were there count what they counted. */
static int gain_in(const struct laid *laid, domino_cells property)
{
    domino_cells rest = property & ~(laid->square[0] | laid->square[1]);
    int gain = worth_of(&laid->after, property);
    while (rest != 0)
        gain -= worth_of(laid->before, domino_next_property(&rest));
    return gain;
}

static int match_of(const struct laid *laid, int half, domino_cells property)
{
    int terrain = laid->face->terrain[half];
    int beside = __builtin_popcountll(domino_neighbours(laid->square[half]) &
                                      laid->before->terrain[terrain]);
    bool crowned = domino_crowns(&laid->after, property) > 0;
    return DOMINO_MOVE_MATCH + (terrain * 3 + (beside < 2 ? beside : 2)) * 2 + crowned;
}

static int count_holes(domino_cells open)
{
    return __builtin_popcountll(open & ~domino_neighbours(open));
}

static int box_of(const struct domino_kingdom *k)
{
    return k->east - k->west + k->south - k->north;
}

/* How far the box grows, whether that costs the centre, and how snugly the domino lies. */
static int shape_of(const struct domino_state *s, const struct laid *laid, domino_cells open)
{
    domino_cells both = laid->square[0] | laid->square[1];
    int grows = box_of(&laid->after) - box_of(laid->before);
    int touching = __builtin_popcountll(domino_neighbours(both) & ~both & ~open);
    bool lost = (s->flags & DOMINO_MIDDLE_KINGDOM) != 0 &&
                domino_is_centred(domino_sides_of(laid->before), s->limit) &&
                !domino_is_centred(domino_sides_of(&laid->after), s->limit);
    int box = 2 * (grows < DOMINO_BOX_GROWS ? grows : DOMINO_BOX_GROWS - 1) + lost;
    return DOMINO_MOVE_SHAPE + box * DOMINO_TOUCHING + touching;
}

static int parts_of_place(const struct domino_state *s, tk_action action, uint16_t *out)
{
    struct laid laid;
    domino_cells property[2];
    lay(s, action, &laid);
    domino_cells open = domino_open(&laid.after, s->limit);
    for (int half = 0; half < 2; half++)
        property[half] =
            domino_property(laid.after.terrain[laid.face->terrain[half]], laid.square[half]);
    int gain = gain_in(&laid, property[0]);
    if (property[0] != property[1])
        gain += gain_in(&laid, property[1]);
    int holes = count_holes(open) - count_holes(domino_open(laid.before, s->limit));
    holes = holes < 0 ? 0 : holes < DOMINO_HOLES_MADE ? holes : DOMINO_HOLES_MADE - 1;
    out[0] = (uint16_t)(DOMINO_MOVE_GAIN + domino_gain_bucket(gain) * DOMINO_HOLES_MADE + holes);
    out[1] = (uint16_t)shape_of(s, &laid, open);
    for (int half = 0; half < 2; half++)
        out[2 + half] = (uint16_t)match_of(&laid, half, property[half]);
    return 4;
}

static int parts_of_discard(const struct domino_state *s, tk_action action, uint16_t *out)
{
    (void)s;
    (void)action;
    out[0] = DOMINO_MOVE_DISCARD;
    return 1;
}

/* --- knights, buildings, the dragon --- */

static int parts_of_tax(const struct domino_state *s, tk_action action, uint16_t *out)
{
    unsigned squares = domino_action_knights(action);
    int knights = (int)(squares & 1) + (int)(squares >> 1), coins = domino_tax(s, squares);
    int kept = s->kingdom[domino_kingdom_of(s, s->actor)].free_knights - knights;
    coins = coins < DOMINO_TAX_COINS ? coins : DOMINO_TAX_COINS - 1;
    out[0] = (uint16_t)(DOMINO_MOVE_TAX + knights * DOMINO_TAX_COINS + coins);
    out[1] = (uint16_t)(DOMINO_MOVE_KEPT + (kept < 2 ? kept : 2));
    return 2;
}

/* QD-8.2: would these towers bring the queen, who is not here yet? */
static bool brings_queen(const struct domino_state *s, int kingdom, int towers)
{
    for (int other = 0; other < s->kingdoms; other++)
        if (s->kingdom[other].towers > s->kingdom[kingdom].towers + towers)
            return false;
    return towers > 0 && s->queen != kingdom + 1;
}

static int site_of(const struct domino_kingdom *k, struct domino_cell cell)
{
    static const uint8_t sizes[] = {0, 0, 1, 2, 2, 3};
    domino_cells towns =
        domino_property(k->terrain[DOMINO_TOWN], UINT64_C(1) << domino_index(cell));
    int size = domino_bucket(sizes, TK_COUNT(sizes), __builtin_popcountll(towns));
    int crowns = domino_crowns(k, towns);
    return size * DOMINO_SITE_CROWNS + (crowns < DOMINO_SITE_CROWNS ? crowns : 2);
}

/* To build nothing is to build tile 0. */
static int parts_of_build(const struct domino_state *s, tk_action action, uint16_t *out)
{
    int slot = domino_action_slot(action), kingdom = domino_kingdom_of(s, s->actor);
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    struct domino_score score;
    out[0] = DOMINO_MOVE_TILE;
    if (slot == DOMINO_NO_SLOT)
        return 1;
    int kind = s->display[slot];
    domino_score(s, kingdom, &score);
    int worth = domino_worth_bucket(domino_tile_worth(k, &score, kind));
    bool queen = brings_queen(s, kingdom, domino_buildings[kind].towers);
    out[0] = (uint16_t)(DOMINO_MOVE_TILE + kind);
    out[1] = (uint16_t)(DOMINO_MOVE_PRICE + domino_price(s, kingdom, slot));
    out[2] = (uint16_t)(DOMINO_MOVE_WORTH + 2 * worth + queen);
    out[3] = (uint16_t)(DOMINO_MOVE_SITE + site_of(k, domino_action_cell(action)));
    return 4;
}

/* To burn nothing is to burn tile 0. */
static int parts_of_burn(const struct domino_state *s, tk_action action, uint16_t *out)
{
    int slot = domino_action_slot(action), kingdom = domino_kingdom_of(s, s->actor), could = 0;
    out[0] = DOMINO_MOVE_BURN;
    if (slot == DOMINO_NO_SLOT)
        return 1;
    for (int other = 0; other < s->kingdoms; other++)
        could += other != kingdom && domino_sites(&s->kingdom[other]) != 0 &&
                 (domino_slots_in_reach(s, other) >> slot & 1) != 0;
    out[0] = (uint16_t)(DOMINO_MOVE_BURN + s->display[slot]);
    out[1] = (uint16_t)(DOMINO_MOVE_SPITE + slot * 3 + (could < 2 ? could : 2));
    return 2;
}

/* --- choosing --- */

static int best_gain_of(const struct domino_state *s, int kingdom, const struct domino_face *face)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    struct domino_properties properties;
    struct domino_map map;
    domino_find_properties(k, &properties);
    domino_make_map(&properties, 0, (struct domino_sums){0, 0}, &map);
    return domino_best_gain(&map, k, s->limit, face);
}

static int parts_of_pick(const struct domino_state *s, tk_action action, uint16_t *out)
{
    int number = domino_action_number(action), place = domino_line_find(&s->next, number);
    int kingdom = domino_kingdom_of(s, s->actor), rival = domino_rival(s, kingdom);
    int box = domino_line_box(s, s->round + 1);
    const struct domino_face *face = domino_face(s, box, number);
    int denied = rival < 0 ? DOMINO_GAINS : domino_gain_bucket(best_gain_of(s, rival, face));
    out[0] = (uint16_t)(DOMINO_MOVE_PLACE + 2 * place + (s->round > 0));
    out[1] = (uint16_t)(DOMINO_MOVE_NUMBER + domino_number(box, number));
    out[2] = (uint16_t)(DOMINO_MOVE_BRINGS + domino_gain_bucket(best_gain_of(s, kingdom, face)));
    out[3] = (uint16_t)(DOMINO_MOVE_DENIES + denied);
    return 4;
}

int domino_parts_of(const void *state, tk_action action, uint16_t *out)
{
    static int (*const verbs[DOMINO_VERBS])(const struct domino_state *, tk_action, uint16_t *) = {
        [DOMINO_DO_PLACE] = parts_of_place, [DOMINO_DO_DISCARD] = parts_of_discard,
        [DOMINO_DO_TAX] = parts_of_tax,     [DOMINO_DO_BUILD] = parts_of_build,
        [DOMINO_DO_BURN] = parts_of_burn,   [DOMINO_DO_PICK] = parts_of_pick,
    };
    return verbs[domino_action_verb(action)](state, action, out);
}
