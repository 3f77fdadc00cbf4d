/* SPDX-License-Identifier: MIT */
/*
 * A quick player of Kingdomino, who plays a game on to its end for a search: thousands of games for
 * one decision. It keeps the land of every kingdom up to date instead of looking at it anew, and
 * looks at a place by what it brings and what it spoils.
 */

#include "encode.h"
#include "land.h"

/* --- what it looks at --- */

enum { RUSH_POINT = 256, RUSH_WAYS = 4 };

/* RUSH_POINT is one point; pairs are for the first round and for the last. */
struct rush_weights {
    int16_t waits[2];           /* points that a domino under another king of one's own can bring */
    int16_t lost[2];            /* it fits nowhere */
    int16_t hole[2];            /* a cell that no domino can fill */
    int16_t slot[2];            /* a pair of cells that is free */
    int16_t grow[2];            /* the box becomes wider or higher by one */
    int16_t crowns[RUSH_WAYS];  /* a way is taken to a property that had so many ways: its crowns */
    int16_t squares[RUSH_WAYS]; /* times squares to come, and its squares times crowns to come */
    int16_t fallow;             /* squares gone on with, times crowns to come */
    int16_t brings[2];          /* choosing: points it can bring */
    int16_t misfit[2];          /* it fits nowhere */
    int16_t order[2];           /* places in the line */
    int16_t crown[2];           /* its crowns */
    int16_t rich;               /* its crowns times squares to come */
    int16_t denies[2];          /* points it would bring the next other to choose */
    int16_t alive;              /* a property that can grow: its crowns times squares to come */
    int16_t ripe;               /* and its squares times crowns to come */
};

/* clang-format off */
static const struct rush_weights weights = {
#include "weights_rush.inc"
};
/* clang-format on */

/* --- the game under way --- */

struct rush {
    struct domino_state *s;
    int left;                  /* rounds to come, of 12 */
    struct domino_sums coming; /* what nobody has seen yet */
    int growth[DOMINO_TOWN];   /* squares of a terrain that may still be drawn, in sixteenths */
    int hope[DOMINO_TOWN];     /* and crowns */
    struct domino_land land[4];
    struct domino_notes notes[4];
};

static int weigh(const struct rush *r, const int16_t weight[2])
{
    return (weight[0] * r->left + weight[1] * (12 - r->left)) / 12;
}

/* What the dominoes to come will bring, those of the next line included. */
static void look_ahead(struct rush *r)
{
    const struct domino_state *s = r->s;
    int hidden = DOMINO_DOMINOES - domino_drawn(s, 0, domino_lines_drawn(s));
    int drawn = (s->rounds - domino_lines_drawn(s)) * s->line_size;
    r->left = 12 * (s->rounds - s->round) / s->rounds;
    for (int terrain = 0; terrain < DOMINO_TOWN; terrain++) {
        int squares = (int)(r->coming.squares >> 8 * terrain & 255),
            crowns = (int)(r->coming.crowns >> 8 * terrain & 255);
        r->growth[terrain] = hidden > 0 ? 16 * squares * drawn / hidden : 0;
        r->hope[terrain] = hidden > 0 ? 16 * crowns * drawn / hidden : 0;
    }
    for (int i = 0; i < s->line_size && s->round < s->rounds; i++) {
        const struct domino_face *face = domino_face(s, 0, s->next.number[i]);
        for (int half = 0; half < 2; half++) {
            r->growth[face->terrain[half]] += 16;
            r->hope[face->terrain[half]] += 16 * face->crowns[half];
        }
    }
}

/* The line that was just drawn is no secret any more. */
static void see_line(struct rush *r)
{
    const struct domino_state *s = r->s;
    for (int i = 0; i < s->line_size && s->round < s->rounds; i++) {
        const struct domino_sums *sums = &domino_sums[DOMINO_BOX_KING][s->next.number[i]];
        r->coming.squares -= sums->squares;
        r->coming.crowns -= sums->crowns;
    }
    for (int i = 0; i < s->kingdoms; i++)
        r->notes[i].known = 0;
    look_ahead(r);
}

static void begin(struct rush *r)
{
    r->coming = domino_to_come(r->s);
    for (int i = 0; i < r->s->kingdoms; i++) {
        domino_land_read(&r->s->kingdom[i], &r->land[i]);
        domino_forget(&r->notes[i]);
    }
    look_ahead(r);
}

/* --- what waits --- */

/* Places of one domino as sets of western and of northern cells, the best first. */
struct waiting {
    const struct domino_face *face;
    int count;
    struct {
        int gain;
        domino_cells across, down;
    } level[LAND_LEVELS];
};

static void sort_waiting(const struct domino_places *places, struct waiting *out)
{
    out->count = 0;
    for (int i = 0; i < places->count; i++) {
        const struct domino_level *one = &places->level[i];
        int at = out->count++;
        for (; at > 0 && out->level[at - 1].gain < one->gain; at--)
            out->level[at] = out->level[at - 1];
        out->level[at].gain = one->gain;
        out->level[at].across = one->first[DOMINO_EAST] | one->first[DOMINO_WEST];
        out->level[at].down = one->first[DOMINO_SOUTH] | one->first[DOMINO_NORTH];
    }
}

enum { WAITING = 3 };

struct wait {
    int gain, lost; /* weights of now */
    int count;
    struct waiting domino[WAITING];
};

static void await(struct rush *r, int kingdom, int number, struct wait *out)
{
    struct domino_offer offer;
    struct domino_places places;
    if (out->count == WAITING)
        return;
    domino_make_offer(&r->land[kingdom], &r->notes[kingdom], r->s->limit,
                      domino_face(r->s, 0, number), &offer);
    domino_find_places(&offer, &places);
    out->domino[out->count].face = offer.face;
    sort_waiting(&places, &out->domino[out->count++]);
}

/* The dominoes of a kingdom that come after the one in hand. */
static void await_all(struct rush *r, int kingdom, struct wait *out)
{
    const struct domino_state *s = r->s;
    out->count = 0;
    bool last = s->round == s->rounds; /* then points are all that counts */
    out->gain = last ? RUSH_POINT : weigh(r, weights.waits);
    out->lost = last ? 0 : weigh(r, weights.lost);
    for (int i = s->king + 1; i < s->king_count; i++)
        if (s->line.king[i] == kingdom + 1)
            await(r, kingdom, s->line.number[i], out);
    for (int i = 0; i < s->line_size; i++)
        if (s->next.king[i] == kingdom + 1)
            await(r, kingdom, s->next.number[i], out);
}

/* What is left for those who wait when only these pairs of cells are. */
static int left_for(const struct wait *wait, domino_cells across, domino_cells down)
{
    int sum = 0;
    for (int i = 0; i < wait->count; i++) {
        const struct waiting *one = &wait->domino[i];
        int at = 0;
        while (at < one->count &&
               ((one->level[at].across & across) | (one->level[at].down & down)) == 0)
            at++;
        sum += at < one->count ? one->level[at].gain * wait->gain : wait->lost;
    }
    return sum;
}

/* --- where to place --- */

/* What it costs to cover a cell, for a square of either half: others would have grown there. */
struct spoil {
    int cell[2][64];
};

/* What one way is worth to a holding, which may have several. */
static int ways_worth(const struct rush *r, const struct domino_holding *one, domino_cells open)
{
    int ways = __builtin_popcountll(one->beside & open);
    if (ways == 0)
        return 0;
    int row = ways < RUSH_WAYS ? ways - 1 : RUSH_WAYS - 1;
    return (one->crowns * r->growth[one->terrain] * weights.crowns[row] +
            one->squares * r->hope[one->terrain] * weights.squares[row]) /
           16;
}

static void find_spoils(const struct rush *r, int kingdom, domino_cells open,
                        const struct domino_face *face, struct spoil *out)
{
    const struct domino_land *land = &r->land[kingdom];
    tk_fill(out, 0, sizeof *out);
    for (int i = 0; i < land->count; i++) {
        const struct domino_holding *one = &land->of[i];
        int cost = ways_worth(r, one, open);
        for (domino_cells rest = cost > 0 ? one->beside & open : 0; rest != 0; rest &= rest - 1) {
            int at = __builtin_ctzll(rest);
            for (int half = 0; half < 2; half++)
                if (face->terrain[half] != one->terrain)
                    out->cell[half][at] += cost;
        }
    }
}

/* KD-8: what a kingdom loses that can no longer be complete, or in the middle. */
enum { HARMONY = 5, CENTRE = 10 };

struct reach {
    domino_cells room; /* 0: not looked at yet */
    int worth;
};

struct hand {
    const struct rush *r;
    const struct domino_kingdom *k;
    const struct domino_face *face;
    domino_cells open, box;
    bool centred;
    int hole, slot, grow, fallow[2]; /* weights of now */
    int waits; /* of the last place looked at: what those who wait were taken for */
    struct reach column[8], row[8];
    struct spoil spoil;
    struct wait wait;
};

/* A square beyond the box widens it: what remains of the room then, and what that costs. */
static struct reach reach_of(const struct hand *h, struct domino_cell cell)
{
    const int limit = h->r->s->limit;
    struct domino_sides before = domino_sides_of(h->k), after = domino_sides_with(before, cell);
    int wider = after.east - after.west - (before.east - before.west),
        higher = after.south - after.north - (before.south - before.north);
    bool lost = h->centred && !domino_is_centred(after, limit);
    return (struct reach){domino_room(after, limit),
                          h->grow * (wider + higher) - (lost ? CENTRE * RUSH_POINT : 0)};
}

/* Looked at once for each column and each row. */
static const struct reach *column_of(struct hand *h, int index)
{
    struct reach *reach = &h->column[index & 7];
    if (reach->room == 0)
        *reach = reach_of(h, (struct domino_cell){domino_cell_at(h->k, index).x, 0});
    return reach;
}

static const struct reach *row_of(struct hand *h, int index)
{
    struct reach *reach = &h->row[index >> 3];
    if (reach->room == 0)
        *reach = reach_of(h, (struct domino_cell){0, domino_cell_at(h->k, index).y});
    return reach;
}

static domino_cells open_after(struct hand *h, domino_cells left, domino_cells right,
                               int *out_worth)
{
    domino_cells open = h->open & ~(left | right);
    if (((left | right) & ~h->box) == 0)
        return open;
    int a = __builtin_ctzll(left), b = __builtin_ctzll(right);
    const struct reach *columns[2] = {column_of(h, a), column_of(h, b)},
                       *rows[2] = {row_of(h, a), row_of(h, b)};
    int column = columns[0]->worth, row = rows[0]->worth;
    column = columns[1]->worth < column ? columns[1]->worth : column;
    row = rows[1]->worth < row ? rows[1]->worth : row;
    *out_worth += column + row;
    return open & columns[0]->room & columns[1]->room & rows[0]->room & rows[1]->room;
}

static int worth_of(struct hand *h, const struct domino_level *level, domino_cells left,
                    domino_cells right)
{
    int worth = level->gain * RUSH_POINT;
    domino_cells open = open_after(h, left, right, &worth);
    domino_cells across = open & domino_to_west(open), down = open & domino_to_north(open);
    domino_cells lonely = open & ~(across | domino_to_east(across) | down | domino_to_south(down));
    worth += h->hole * __builtin_popcountll(lonely);
    worth += h->slot * (__builtin_popcountll(across) + __builtin_popcountll(down));
    worth -= h->spoil.cell[0][__builtin_ctzll(left)] + h->spoil.cell[1][__builtin_ctzll(right)];
    worth += h->fallow[0] * level->joined[0] + h->fallow[1] * level->joined[1];
    h->waits = left_for(&h->wait, across, down);
    return worth + h->waits;
}

static void take_up(struct rush *r, int kingdom, struct hand *out)
{
    const struct domino_state *s = r->s;
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    out->r = r;
    out->k = k;
    out->face = domino_face_in_hand(s);
    out->open = domino_open(k, s->limit);
    out->box = domino_box_cells(k);
    out->centred =
        (s->flags & DOMINO_MIDDLE_KINGDOM) != 0 && domino_is_centred(domino_sides_of(k), s->limit);
    bool last = s->round == s->rounds;
    out->hole = last ? 0 : weigh(r, weights.hole);
    if ((s->flags & DOMINO_HARMONY) != 0 && (out->open & ~domino_neighbours(out->open)) == 0)
        out->hole -= HARMONY * RUSH_POINT;
    tk_fill(out->column, 0, sizeof out->column);
    tk_fill(out->row, 0, sizeof out->row);
    out->slot = last ? 0 : weigh(r, weights.slot);
    out->grow = last ? 0 : weigh(r, weights.grow);
    for (int half = 0; half < 2; half++)
        out->fallow[half] = weights.fallow * r->hope[out->face->terrain[half]] / 16;
    find_spoils(r, kingdom, out->open, out->face, &out->spoil);
    await_all(r, kingdom, &out->wait);
}

/* A place that looks good at first sight. */
struct candidate {
    int worth, waits, way;
    domino_cells left;
};

enum { CANDIDATES = 4 };

static int keep_best(struct candidate *list, int count, struct candidate one)
{
    int at = count < CANDIDATES ? count : CANDIDATES - 1;
    if (count == CANDIDATES && list[at].worth >= one.worth)
        return count;
    for (; at > 0 && list[at - 1].worth < one.worth; at--)
        list[at] = list[at - 1];
    list[at] = one;
    return count < CANDIDATES ? count + 1 : count;
}

static int find_candidates(struct hand *hand, const struct domino_places *places,
                           struct candidate *out)
{
    int count = 0;
    for (int i = 0; i < places->count; i++) {
        const struct domino_level *level = &places->level[i];
        for (int way = 0; way < DOMINO_DIRECTIONS; way++) {
            bool flat = way == DOMINO_EAST || way == DOMINO_WEST;
            bool left_first = way == DOMINO_EAST || way == DOMINO_SOUTH;
            for (domino_cells rest = level->first[way]; rest != 0; rest &= rest - 1) {
                domino_cells one = rest & (0 - rest);
                domino_cells other = flat ? domino_to_east(one) : domino_to_south(one);
                domino_cells left = left_first ? one : other, right = left ^ one ^ other;
                int worth = worth_of(hand, level, left, right);
                count = keep_best(out, count, (struct candidate){worth, hand->waits, way, left});
            }
        }
    }
    return count;
}

/* A second look: what the land is worth then, and what those who wait can really bring. */
static int second_look(const struct hand *hand, const struct domino_land *land)
{
    const struct rush *r = hand->r;
    domino_cells open = domino_land_open(land, r->s->limit);
    struct domino_notes notes;
    int worth = 0;
    domino_forget(&notes);
    for (int i = 0; i < land->count; i++)
        if ((land->of[i].beside & open) != 0)
            worth += (land->of[i].crowns * r->growth[land->of[i].terrain] * weights.alive +
                      land->of[i].squares * r->hope[land->of[i].terrain] * weights.ripe) /
                     16;
    for (int i = 0; i < hand->wait.count; i++) {
        int gain = domino_land_gain(land, &notes, r->s->limit, hand->wait.domino[i].face);
        worth += gain < 0 ? hand->wait.lost : gain * hand->wait.gain;
    }
    return worth;
}

static tk_action best_place(struct rush *r, int kingdom)
{
    struct domino_offer offer;
    struct domino_places places;
    struct hand hand;
    struct candidate list[CANDIDATES];
    int best = INT32_MIN;
    tk_action chosen = DOMINO_DO_DISCARD;
    domino_make_offer(&r->land[kingdom], &r->notes[kingdom], r->s->limit, domino_face_in_hand(r->s),
                      &offer);
    domino_find_places(&offer, &places);
    if (places.count == 0)
        return DOMINO_DO_DISCARD;
    take_up(r, kingdom, &hand);
    int count = find_candidates(&hand, &places, list);
    for (int i = 0; i < count; i++) {
        struct domino_cell left = domino_cell_at(hand.k, __builtin_ctzll(list[i].left));
        enum domino_direction way = (enum domino_direction)list[i].way;
        struct domino_land after;
        domino_copy_land(&r->land[kingdom], &after);
        domino_land_put(&after, offer.face, left, way);
        int worth = list[i].worth - list[i].waits + second_look(&hand, &after);
        if (worth > best) {
            best = worth;
            chosen = domino_place_action(left, way);
        }
    }
    return chosen;
}

/* --- which to choose --- */

/* What a domino of the next line can bring at once; looked at once until something changes. */
static int gain_at(struct rush *r, int kingdom, int place)
{
    struct domino_notes *notes = &r->notes[kingdom];
    if ((notes->known >> place & 1) == 0) {
        notes->known |= 1U << place;
        notes->gain[place] = domino_land_gain(&r->land[kingdom], notes, r->s->limit,
                                              domino_face(r->s, 0, r->s->next.number[place]));
    }
    return notes->gain[place];
}

static int worth_of_pick(struct rush *r, int kingdom, int rival, int place)
{
    const struct domino_state *s = r->s;
    const struct domino_face *face = domino_face(s, 0, s->next.number[place]);
    int brings = gain_at(r, kingdom, place);
    int worth = brings >= 0 ? brings * weigh(r, weights.brings) : weigh(r, weights.misfit);
    worth += weigh(r, weights.order) * place;
    for (int half = 0; half < 2; half++)
        worth += face->crowns[half] *
                 (weigh(r, weights.crown) + r->growth[face->terrain[half]] * weights.rich / 16);
    int denied = rival >= 0 ? gain_at(r, rival, place) : 0;
    worth += (denied > 0 ? denied : 0) * weigh(r, weights.denies);
    return worth;
}

static tk_action best_pick(struct rush *r, int kingdom)
{
    const struct domino_state *s = r->s;
    int best = INT32_MIN, chosen = 0, count = 0, last = 0;
    for (int i = 0; i < s->line_size; i++)
        if (s->next.king[i] == 0) {
            count++;
            last = i;
        }
    if (count == 1)
        return domino_pick_action(s->next.number[last]);
    int rival = weights.denies[0] != 0 ? domino_rival(s, kingdom) : -1;
    for (int i = 0; i < s->line_size; i++) {
        if (s->next.king[i] != 0)
            continue;
        int worth = worth_of_pick(r, kingdom, rival, i);
        if (worth > best) {
            best = worth;
            chosen = i;
        }
    }
    return domino_pick_action(s->next.number[chosen]);
}

/* --- to the end --- */

static void step(struct rush *r)
{
    struct domino_state *s = r->s;
    int kingdom = domino_kingdom_of(s, s->actor), round = s->round;
    bool places = s->phase == DOMINO_PLACE;
    tk_action action = places ? best_place(r, kingdom) : best_pick(r, kingdom);
    if (action != DOMINO_DO_DISCARD && places) {
        domino_land_put(&r->land[kingdom], domino_face_in_hand(s), domino_action_cell(action),
                        domino_action_direction(action));
        domino_forget(&r->notes[kingdom]);
    }
    domino_apply(s, action);
    if (s->phase == DOMINO_DEAL) {
        domino_settle(s);
        begin(r);
    } else if (s->round != round) {
        see_line(r);
    }
}

void domino_rush(void *state, int moves)
{
    struct rush r;
    r.s = state;
    begin(&r);
    for (int i = 0; i < moves && r.s->actor >= 0; i++)
        step(&r);
}
