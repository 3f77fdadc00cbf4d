/* SPDX-License-Identifier: MIT */
/* What is worked out to be shown: boxes, a kingdom as it is, what each choice would change. */
#include "domino_internal.h"

_Static_assert(offsetof(struct domino_kingdom, south) - offsetof(struct domino_kingdom, west) ==
                   offsetof(struct domino_extent, south),
               "the sides of a kingdom lie as those of an extent do");

/* --- boxes and steps --- */

static uint64_t set_of(const uint8_t *numbers, int count)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++)
        set |= UINT64_C(1) << numbers[i];
    return set & ~UINT64_C(1);
}

uint64_t domino_on_table(const struct domino_state *s, int box, int first)
{
    uint64_t set = 0;
    for (int number = 1; number <= DOMINO_DOMINOES; number++)
        set |= (uint64_t)(domino_box_of(s, box)->home[number - 1] != 0) << number;
    if (s->round > 0 && domino_line_box(s, s->round) == box)
        set |= set_of(s->line.number + first, DOMINO_LINE - first);
    if (domino_line_box(s, s->round + 1) == box)
        set |= set_of(s->next.number, DOMINO_LINE);
    return set;
}

void domino_look_into(const struct domino_state *s, int box, struct domino_undrawn *out)
{
    const uint64_t all = ((UINT64_C(1) << DOMINO_DOMINOES) - 1) << 1;
    const uint8_t *deck = domino_box_of(s, box)->deck;
    int drawn = domino_drawn(s, box, domino_lines_drawn(s));
    int acted = s->king + (s->phase != DOMINO_PLACE); /* their dominoes are placed, or lost */
    out->undrawn = set_of(deck + drawn, DOMINO_DOMINOES - drawn);
    out->gone = all & ~(out->undrawn | domino_on_table(s, box, acted));
    out->draws = (uint8_t)(domino_drawn(s, box, s->rounds) - drawn);
}

/* QD-6.1, QD-9.3, QD-9.1, QD-10.1 */
enum domino_closed domino_closed(const struct domino_state *s, int step)
{
    int kingdom = domino_kingdom_of(s, s->actor);
    if (step <= s->phase)
        return DOMINO_CLOSED_NOT;
    if (step == DOMINO_TAX && s->kingdom[kingdom].free_knights == 0)
        return DOMINO_CLOSED_KNIGHTS;
    if (step == DOMINO_BURN && s->dragon != 0)
        return DOMINO_CLOSED_DRAGON;
    if (step == DOMINO_BURN && s->queen == kingdom + 1)
        return DOMINO_CLOSED_HOST;
    bool last = step == DOMINO_PICK && s->next.number[0] == 0;
    return last ? DOMINO_CLOSED_LAST : DOMINO_CLOSED_NOT;
}

/* --- kingdoms --- */

/* QD-1.3: how far the kingdom may grow in each direction. */
static struct domino_extent room_of(const struct domino_kingdom *k, int limit)
{
    return (struct domino_extent){
        .west = (int8_t)(k->east - limit + 1),
        .east = (int8_t)(k->west + limit - 1),
        .north = (int8_t)(k->south - limit + 1),
        .south = (int8_t)(k->north + limit - 1),
    };
}

static void find_halves(const struct domino_state *s, int kingdom, struct domino_survey *out)
{
    for (int i = 0; i < domino_box_count(s) * DOMINO_DOMINOES; i++) {
        int box = i / DOMINO_DOMINOES, number = i % DOMINO_DOMINOES + 1, cells[2];
        uint16_t home = domino_box_of(s, box)->home[number - 1];
        if (home == 0 || domino_home_kingdom(home) != kingdom)
            continue;
        domino_home_cells(home, cells);
        for (uint8_t half = 0; half < 2; half++) {
            out->domino[cells[half]] = (uint8_t)number;
            out->box[cells[half]] = (uint8_t)domino_box_name(s, box);
            out->half[cells[half]] = half;
        }
    }
}

void domino_survey(const struct domino_state *s, int kingdom, struct domino_survey *out)
{
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    domino_find_properties(k, &out->properties);
    domino_score_properties(s, kingdom, &out->properties, &out->score);
    out->room = room_of(k, s->limit);
    for (int i = 0; i < out->properties.count; i++)
        for (domino_cells rest = out->properties.cells[i]; rest != 0; rest &= rest - 1)
            out->land[__builtin_ctzll(rest)] = (uint8_t)i;
    find_halves(s, kingdom, out);
}

/* --- choices --- */

void domino_choices(const struct domino_state *s, struct domino_choices *out)
{
    bool picks = s->phase == DOMINO_DRAFT || s->phase == DOMINO_PICK;
    out->kingdom = domino_kingdom_of(s, s->actor);
    out->count = picks ? 0 : domino_legal(s, out->list);
    domino_find_properties(&s->kingdom[out->kingdom], &out->before);
    domino_score_properties(s, out->kingdom, &out->before, &out->score);
}

static domino_cells property_at(const struct domino_properties *properties, int index)
{
    int i = 0;
    while (i < properties->count && (properties->cells[i] >> index & 1) == 0)
        i++;
    return i < properties->count ? properties->cells[i] : 0;
}

static void add_join(const struct domino_properties *before, uint8_t squares, domino_cells joined,
                     struct domino_outcome *out)
{
    struct domino_join join = {.squares = squares};
    for (int i = 0; i < before->count; i++)
        join.lands |= (uint64_t)((before->cells[i] & joined) != 0) << i;
    if (join.lands != 0)
        out->join[out->joins++] = join;
}

/* QD-1.2: what a domino that is placed would grow together with. */
static void find_joins(const struct domino_state *then, const struct domino_choices *c,
                       const struct domino_properties *after, int name, struct domino_outcome *out)
{
    int cells[2], number = name % DOMINO_SECOND;
    domino_home_cells(domino_box_of(then, name / DOMINO_SECOND)->home[number - 1], cells);
    domino_cells left = property_at(after, cells[0]), right = property_at(after, cells[1]);
    if (left == right) {
        add_join(&c->before, 3, left, out);
    } else {
        add_join(&c->before, 1, left, out);
        add_join(&c->before, 2, right, out);
    }
}

static void compare_scores(const struct domino_score *before, const struct domino_score *after,
                           struct domino_outcome *out)
{
    out->gain = (int16_t)(after->total - before->total);
    for (int part = 0; part < DOMINO_PARTS; part++)
        out->part[part] = (int16_t)(after->part[part] - before->part[part]);
}

/*
 * What a legal action would change in the running score, the purse and the land. Only the kingdom that
 * acts is looked at, and what an action other than a choice of a domino does to it is public.
 */
void domino_outcome(const struct domino_state *s, const struct domino_choices *choices, int which,
                    struct domino_outcome *out)
{
    tk_action action = choices->list[which];
    const struct domino_kingdom *now = &s->kingdom[choices->kingdom];
    struct domino_state then;
    struct domino_properties properties;
    struct domino_score after;
    tk_copy(&then, s, domino_state_size(s->variant));
    domino_apply(&then, action);
    const struct domino_kingdom *k = &then.kingdom[choices->kingdom];
    domino_find_properties(k, &properties);
    domino_score_properties(&then, choices->kingdom, &properties, &after);
    *out = (struct domino_outcome){
        .action = action,
        .purse = (int16_t)(k->coins - now->coins),
        .room = room_of(k, s->limit),
        .places = domino_action_verb(action) == DOMINO_DO_PLACE,
    };
    compare_scores(&choices->score, &after, out);
    if (out->places)
        find_joins(&then, choices, &properties, then.last[choices->kingdom], out);
}
