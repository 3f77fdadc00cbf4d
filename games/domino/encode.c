/* SPDX-License-Identifier: MIT */
/* A position as a learned net is told it: one encoding for the three games and all their modes. */
#include "encode.h"

enum { VERSION = 1 };

/* --- numbers as one of a few --- */

/* Each number below the end of a row stands for itself; what is beyond is the last. */
int domino_bucket(const uint8_t *row, int count, int number)
{
    return number < 0 ? 0 : row[number < count ? number : count - 1];
}

/* Of a domino's best place: it has none, 0 … 4 points, and more ever more roughly. */
int domino_gain_bucket(int gain)
{
    static const uint8_t row[] = {1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9, 9, 9, 10};
    return gain < 0 ? 0 : domino_bucket(row, TK_COUNT(row), gain);
}

int domino_worth_bucket(int worth)
{
    static const uint8_t row[] = {0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7};
    return domino_bucket(row, TK_COUNT(row), worth);
}

static int squares_bucket(int squares)
{
    static const uint8_t row[] = {0, 0, 1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6};
    return domino_bucket(row, TK_COUNT(row), squares);
}

static int crowns_bucket(int crowns)
{
    static const uint8_t row[] = {0, 1, 2, 3, 3, 4};
    return domino_bucket(row, TK_COUNT(row), crowns);
}

/* Cells beside a terrain where a domino could go on; none is not told. */
static int contacts_bucket(int cells)
{
    static const uint8_t row[] = {0, 0, 1, 1, 2, 2, 3};
    return domino_bucket(row, TK_COUNT(row), cells);
}

static int leeway_bucket(int cells)
{
    static const uint8_t row[] = {1, 2, 2, 3, 3, 4, 4, 4, 4, 5};
    return cells < 0 ? 0 : domino_bucket(row, TK_COUNT(row), cells);
}

static int coins_bucket(int coins)
{
    static const uint8_t row[] = {0, 1, 2, 3, 4, 5,  6,  6,  7,  7,  8,
                                  8, 8, 9, 9, 9, 10, 10, 10, 10, 10, 11};
    return domino_bucket(row, TK_COUNT(row), coins);
}

/* --- where everything is told --- */

enum {
    PLAYERS = DOMINO_SEATS - 1, /* two and more */
    ROUNDS = 25,                /* left, and none */
    SQUARES = 7,
    CROWNS = 5,
    COUNTS = 4,
    CONTACTS = 4,
    HOLES = 4,
    LEEWAY = 6,
    PAIRS = DOMINO_TERRAINS * DOMINO_TERRAINS,
    WAITS = DOMINO_TERRAINS * 2 + 4, /* a terrain once, twice; crowns */
    KINGS = 2,                       /* of one kingdom */
    COINS = 12,
    KNIGHTS = 5,
    TOWERS = 8,
    SITES = 5,
};

/* Of the table, and what the asking seat has in hand. */
enum {
    FLAG = 0,
    GAME = FLAG + 8, /* of a dynasty */
    PLAYER = GAME + DOMINO_GAMES,
    SECOND = PLAYER + PLAYERS, /* of two partners */
    TO_MOVE,
    PHASE,
    LEFT = PHASE + DOMINO_PHASES,
    TURNS = LEFT + ROUNDS, /* of this round that come later */
    HAND = TURNS + DOMINO_LINE,
    FREE = HAND + DOMINO_NUMBERS, /* in the next line */
    TILE = FREE + DOMINO_NUMBERS,
    TOP = TILE + DOMINO_SLOTS * (DOMINO_KINDS + 1), /* of the stack: it lies open */
    DRAGON = TOP + DOMINO_KINDS + 1,                /* at home */
    TILE_WORTH,                                     /* here and now, out of reach or not */
    OF_TABLE = TILE_WORTH + DOMINO_SLOTS * 2 * DOMINO_WORTHS,
};

/* Of a kingdom; there are never more of them than seats. */
enum {
    PROPERTY = 0,                                           /* the worthiest of a terrain */
    FALLOW = PROPERTY + DOMINO_TERRAINS * SQUARES * CROWNS, /* the largest without crowns */
    PIECES = FALLOW + DOMINO_TERRAINS * SQUARES, /* of a terrain: some tiles pay for them */
    CONTACT = PIECES + DOMINO_TERRAINS * COUNTS,
    PAIR = CONTACT + DOMINO_TERRAINS * CONTACTS, /* both halves of such a domino would go on */
    HOLE = PAIR + PAIRS,
    LOST = HOLE + HOLES,   /* cells at least that stay empty however dominoes come */
    LONGER = LOST + HOLES, /* side of the box, and the shorter one */
    SHORTER = LONGER + DOMINO_LIMIT_MAX,
    CENTRED = SHORTER + DOMINO_LIMIT_MAX,
    SPARE = CENTRED + 1, /* squares to come beyond the cells that are empty */
    ACTS = SPARE + LEEWAY,
    ACTS_NEXT = ACTS + DOMINO_LINE,
    WAIT_NOW = ACTS_NEXT + DOMINO_LINE,
    WAIT_NEXT = WAIT_NOW + WAITS,
    GAIN_NOW = WAIT_NEXT + WAITS,
    GAIN_NEXT = GAIN_NOW + KINGS * DOMINO_GAINS,
    GAIN_FREE = GAIN_NEXT + KINGS * DOMINO_GAINS, /* by place of the next line */
    HAS_COINS = GAIN_FREE + DOMINO_LINE * DOMINO_GAINS,
    HAS_KNIGHTS = HAS_COINS + COINS,
    HAS_TOWERS = HAS_KNIGHTS + KNIGHTS,
    HAS_QUEEN = HAS_TOWERS + TOWERS,
    HAS_SITES,
    HAS_BUILT = HAS_SITES + SITES, /* a kind once, twice and more */
    OF_KINGDOM = HAS_BUILT + 2 * (DOMINO_KINDS + 1),
};

enum {
    AMOUNTS_OF_TABLE = 2 * DOMINO_TERRAINS + 2,
    AMOUNTS_OF_KINGDOM = DOMINO_FEATURES + 3 + DOMINO_TERRAINS,
};

/* Up to so many kingdoms are told in full; of more only one's own and the next to choose. */
enum { KINGDOMS_IN_FULL = 4 };

/* --- what is looked at --- */

struct eyes {
    const struct domino_state *s;
    struct tk_sight *out;
    int own, seat;
    int rival; /* the next other kingdom to choose, or -1 */
    struct domino_sums coming;
    struct domino_outlook look[DOMINO_SEATS]; /* by kingdom */
    int32_t features[DOMINO_SEATS][DOMINO_FEATURES];
    int32_t standing[DOMINO_SEATS];
    bool chooses[DOMINO_SEATS]; /* from the next line in this round, and that is told */
};

/* The kingdom whose king has this turn of the round. */
static int chooser(const struct domino_state *s, int king)
{
    int seat = s->round == 0 ? s->kings[king] : s->line.king[king] - 1;
    return domino_kingdom_of(s, seat);
}

int domino_rival(const struct domino_state *s, int kingdom)
{
    for (int king = s->king + 1; king < s->king_count && s->round < s->rounds; king++)
        if (chooser(s, king) != kingdom)
            return chooser(s, king);
    return -1;
}

static bool goes_on(const struct domino_state *s)
{
    return s->phase < DOMINO_DEAL;
}

static bool is_free(const struct domino_state *s, int place)
{
    return s->next.number[place] != 0 && s->next.king[place] == 0;
}

/* Whose choices are told: up to so many kingdoms all, else one's own and the next. */
static void find_choosers(struct eyes *eyes)
{
    const struct domino_state *s = eyes->s;
    bool chooses = goes_on(s) && s->round < s->rounds;
    eyes->rival = chooses ? domino_rival(s, eyes->own) : -1;
    for (int king = s->king; king < s->king_count && chooses; king++) {
        int k = chooser(s, king);
        eyes->chooses[k] = s->kingdoms <= KINGDOMS_IN_FULL || k == eyes->own || k == eyes->rival;
    }
}

/* Beside what waits for a kingdom, what is free, if it is to be told. */
static void look_at(struct eyes *eyes, int kingdom)
{
    const struct domino_state *s = eyes->s;
    struct domino_outlook *look = &eyes->look[kingdom];
    struct domino_map map;
    int partners = s->players / s->kingdoms, box = domino_line_box(s, s->round + 1);
    domino_look(s, kingdom * partners, eyes->coming, look, &map, eyes->features[kingdom]);
    for (int i = 0; i < s->line_size && eyes->chooses[kingdom]; i++)
        if (is_free(s, i))
            look->next[i] = (int16_t)domino_best_gain(&map, &s->kingdom[kingdom], s->limit,
                                                      domino_face(s, box, s->next.number[i]));
}

static void look_around(struct eyes *eyes)
{
    const struct domino_state *s = eyes->s;
    const struct tk_feature *table =
        s->variant == DOMINO_KING ? domino_king_features : domino_queen_features;
    const struct tk_learning learning = {.count = DOMINO_FEATURES, .table = table};
    int progress = domino_progress(s);
    eyes->coming = domino_to_come(s);
    find_choosers(eyes);
    for (int k = 0; k < s->kingdoms; k++) {
        look_at(eyes, k);
        eyes->standing[k] = (int32_t)tk_weigh(&learning, TK_WINS, progress, eyes->features[k]);
    }
}

/* --- the table --- */

static void tell_mode(const struct eyes *eyes)
{
    const struct domino_state *s = eyes->s;
    for (unsigned flags = s->flags; flags != 0; flags &= flags - 1)
        tk_sight_one(eyes->out, FLAG + __builtin_ctz(flags));
    if ((s->flags & DOMINO_DYNASTY) != 0)
        tk_sight_value(eyes->out, GAME, s->game, DOMINO_GAMES);
    tk_sight_value(eyes->out, PLAYER, s->players - 2, PLAYERS);
    if ((s->flags & DOMINO_TEAMS) != 0 && eyes->seat % 2 == 1)
        tk_sight_one(eyes->out, SECOND);
    if (s->actor == eyes->seat)
        tk_sight_one(eyes->out, TO_MOVE);
    tk_sight_value(eyes->out, PHASE, s->phase, DOMINO_PHASES);
    tk_sight_value(eyes->out, LEFT, s->rounds - s->round, ROUNDS);
    tk_sight_value(eyes->out, TURNS, s->king_count - 1 - s->king, DOMINO_LINE);
}

static void tell_lines(const struct eyes *eyes)
{
    const struct domino_state *s = eyes->s;
    int box = domino_line_box(s, s->round + 1);
    if (s->phase == DOMINO_PLACE)
        tk_sight_one(eyes->out,
                     HAND + domino_number(domino_line_box(s, s->round), domino_in_hand(s)));
    for (int i = 0; i < s->line_size; i++)
        if (is_free(s, i))
            tk_sight_one(eyes->out, FREE + domino_number(box, s->next.number[i]));
}

/* What a tile would bring this kingdom if the game ended now. */
int domino_tile_worth(const struct domino_kingdom *k, const struct domino_score *score, int kind)
{
    const struct domino_building *tile = &domino_buildings[kind];
    int towns = 0;
    for (domino_cells rest = tile->crowns > 0 ? k->terrain[DOMINO_TOWN] : 0; rest != 0;) {
        int squares = __builtin_popcountll(domino_next_property(&rest));
        towns = squares > towns ? squares : towns;
    }
    int times = tile->per < DOMINO_TERRAINS     ? score->properties[tile->per]
                : tile->per == DOMINO_PER_TOWER ? k->towers + tile->towers
                                                : domino_knights(k) + tile->knights;
    return tile->points + tile->per_points * times + tile->crowns * towns;
}

static void tell_board(const struct eyes *eyes)
{
    const struct domino_state *s = eyes->s;
    const struct domino_kingdom *k = &s->kingdom[eyes->own];
    unsigned reach = domino_slots_in_reach(s, eyes->own);
    for (int slot = 0; slot < DOMINO_SLOTS; slot++) {
        int kind = s->display[slot];
        if (kind == 0)
            continue;
        int worth = domino_worth_bucket(domino_tile_worth(k, &eyes->look[eyes->own].score, kind));
        int place = 2 * slot + (int)(reach >> slot & 1);
        tk_sight_one(eyes->out, TILE + slot * (DOMINO_KINDS + 1) + kind);
        tk_sight_one(eyes->out, TILE_WORTH + place * DOMINO_WORTHS + worth);
    }
    if (s->top < DOMINO_TILES)
        tk_sight_one(eyes->out, TOP + s->stack[s->top]);
    if (s->dragon == 0)
        tk_sight_one(eyes->out, DRAGON);
}

static void tell_table(const struct eyes *eyes)
{
    const struct domino_state *s = eyes->s;
    tell_mode(eyes);
    if (goes_on(s))
        tell_lines(eyes);
    if (s->variant != DOMINO_KING)
        tell_board(eyes);
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++) {
        tk_sight_amount(eyes->out, 2 * (int)(eyes->coming.squares >> 8 * terrain & 255));
        tk_sight_amount(eyes->out, 8 * (int)(eyes->coming.crowns >> 8 * terrain & 255));
    }
    tk_sight_amount(eyes->out, 6 * (s->rounds - s->round));
    tk_sight_amount(eyes->out, s->variant == DOMINO_KING ? 0 : 4 * (DOMINO_TILES - s->top));
}

/* --- a kingdom: its land --- */

/* The worthiest property of each terrain. */
static void tell_properties(const struct eyes *eyes, int first, const struct domino_properties *p)
{
    int best[DOMINO_TERRAINS] = {0};
    for (int i = 0; i < p->count; i++) {
        int *mine = &best[p->terrain[i]];
        if (*mine == 0 || p->squares[i] * (8 * p->crowns[i] + 1) >
                              p->squares[*mine - 1] * (8 * p->crowns[*mine - 1] + 1))
            *mine = i + 1;
    }
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++) {
        int i = best[terrain] - 1;
        if (i >= 0)
            tk_sight_one(eyes->out, first + PROPERTY + terrain * SQUARES * CROWNS +
                                        squares_bucket(p->squares[i]) * CROWNS +
                                        crowns_bucket(p->crowns[i]));
    }
}

/* What waits for crowns, and in how many pieces the land is. */
static void tell_pieces(const struct eyes *eyes, int first, const struct domino_outlook *look)
{
    const struct domino_properties *p = &look->properties;
    uint8_t fallow[DOMINO_TERRAINS] = {0};
    for (int i = 0; i < p->count; i++)
        if (p->crowns[i] == 0 && p->squares[i] > fallow[p->terrain[i]])
            fallow[p->terrain[i]] = p->squares[i];
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++) {
        int pieces = look->score.properties[terrain];
        if (fallow[terrain] > 0)
            tk_sight_one(eyes->out,
                         first + FALLOW + terrain * SQUARES + squares_bucket(fallow[terrain]));
        if (pieces > 0 && eyes->s->variant != DOMINO_KING)
            tk_sight_value(eyes->out, first + PIECES + terrain * COUNTS, pieces - 1, COUNTS);
    }
}

/* Where a terrain can go on, and which two can at once. */
static void tell_contacts(const struct eyes *eyes, int first, const struct domino_kingdom *k,
                          domino_cells open, bool pairs)
{
    domino_cells beside[DOMINO_TERRAINS], room = open & domino_neighbours(open);
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++) {
        beside[terrain] = room & domino_neighbours(k->terrain[terrain]);
        int count = __builtin_popcountll(beside[terrain]);
        if (count > 0)
            tk_sight_one(eyes->out, first + CONTACT + terrain * CONTACTS + contacts_bucket(count));
    }
    for (int a = 0; a < DOMINO_TERRAINS && pairs; a++) {
        domino_cells reach = domino_neighbours(beside[a]);
        for (int b = a; b < DOMINO_TERRAINS && reach != 0; b++)
            if ((reach & beside[b]) != 0)
                tk_sight_one(eyes->out, first + PAIR + a * DOMINO_TERRAINS + b);
    }
}

/*
 * A domino covers a white and a black cell of a chessboard: where a region has more of one colour,
 * the rest of it stays empty.
 */
static int count_lost(domino_cells open)
{
    const domino_cells white = UINT64_C(0x55aa55aa55aa55aa);
    int lost = 0;
    while (open != 0) {
        domino_cells region = domino_next_property(&open);
        int more = 2 * __builtin_popcountll(region & white) - __builtin_popcountll(region);
        lost += more < 0 ? -more : more;
    }
    return lost;
}

static void tell_shape(const struct eyes *eyes, int first, int kingdom)
{
    const struct domino_state *s = eyes->s;
    const struct domino_kingdom *k = &s->kingdom[kingdom];
    const struct domino_outlook *look = &eyes->look[kingdom];
    int wide = k->east - k->west, high = k->south - k->north;
    int empty = s->limit * s->limit - __builtin_popcountll(domino_occupied(k));
    int holes = __builtin_popcountll(look->open & ~domino_neighbours(look->open));
    tk_sight_value(eyes->out, first + HOLE, holes, HOLES);
    if (wide + 1 == s->limit && high + 1 == s->limit)
        tk_sight_value(eyes->out, first + LOST, count_lost(look->open), HOLES);
    tk_sight_one(eyes->out, first + LONGER + (wide > high ? wide : high));
    tk_sight_one(eyes->out, first + SHORTER + (wide > high ? high : wide));
    if (look->score.part[DOMINO_PART_MIDDLE_KINGDOM] > 0)
        tk_sight_one(eyes->out, first + CENTRED);
    tk_sight_one(eyes->out, first + SPARE + leeway_bucket(2 * look->dominoes - empty));
}

/* --- a kingdom: its kings --- */

/* Dominoes under the kings of a kingdom, in one line from some place on. */
static void tell_waiting(const struct eyes *eyes, int first, int kingdom,
                         const struct domino_line *line, int from)
{
    const struct domino_state *s = eyes->s;
    bool next = line == &s->next;
    const int16_t *gains = next ? eyes->look[kingdom].next : eyes->look[kingdom].now;
    int count[DOMINO_TERRAINS] = {0}, crowns = 0, kings = 0;
    int waits = first + (next ? WAIT_NEXT : WAIT_NOW), best = first + (next ? GAIN_NEXT : GAIN_NOW);
    for (int i = from; i < DOMINO_LINE && line->number[i] != 0; i++) {
        if (line->king[i] == 0 || domino_kingdom_of(s, line->king[i] - 1) != kingdom)
            continue;
        const struct domino_face *face =
            domino_face(s, domino_line_box(s, s->round + next), line->number[i]);
        count[face->terrain[0]]++;
        count[face->terrain[1]]++;
        crowns += face->crowns[0] + face->crowns[1];
        if (next)
            tk_sight_one(eyes->out, first + ACTS_NEXT + i);
        if (kings < KINGS)
            tk_sight_one(eyes->out, best + kings * DOMINO_GAINS + domino_gain_bucket(gains[i]));
        kings++;
    }
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++)
        if (count[terrain] > 0)
            tk_sight_one(eyes->out, waits + 2 * terrain + (count[terrain] > 1));
    if (kings > 0)
        tk_sight_value(eyes->out, waits + 2 * DOMINO_TERRAINS, crowns, 4);
}

/* What the dominoes that are still free would bring it. */
static void tell_free(const struct eyes *eyes, int first, int kingdom)
{
    const struct domino_state *s = eyes->s;
    for (int i = 0; i < s->line_size; i++)
        if (is_free(s, i))
            tk_sight_one(eyes->out, first + GAIN_FREE + i * DOMINO_GAINS +
                                        domino_gain_bucket(eyes->look[kingdom].next[i]));
}

static void tell_kings(const struct eyes *eyes, int first, int kingdom)
{
    const struct domino_state *s = eyes->s;
    for (int king = s->king; king < s->king_count; king++)
        if (chooser(s, king) == kingdom)
            tk_sight_one(eyes->out, first + ACTS + king - s->king);
    if (s->round > 0)
        tell_waiting(eyes, first, kingdom, &s->line, domino_placed(s));
    tell_waiting(eyes, first, kingdom, &s->next, 0);
    if (eyes->chooses[kingdom])
        tell_free(eyes, first, kingdom);
}

/* --- a kingdom: its court --- */

static void tell_court(const struct eyes *eyes, int first, int kingdom)
{
    const struct domino_kingdom *k = &eyes->s->kingdom[kingdom];
    uint8_t built[DOMINO_KINDS + 1] = {0};
    tk_sight_one(eyes->out, first + HAS_COINS + coins_bucket(k->coins));
    tk_sight_value(eyes->out, first + HAS_KNIGHTS, k->free_knights, KNIGHTS);
    tk_sight_value(eyes->out, first + HAS_TOWERS, k->towers, TOWERS);
    tk_sight_value(eyes->out, first + HAS_SITES, __builtin_popcountll(domino_sites(k)), SITES);
    if (eyes->s->queen == kingdom + 1)
        tk_sight_one(eyes->out, first + HAS_QUEEN);
    for (domino_cells rest = domino_built(k); rest != 0; rest &= rest - 1)
        built[domino_building_at(k, __builtin_ctzll(rest))]++;
    for (int kind = 1; kind <= DOMINO_KINDS; kind++)
        if (built[kind] > 0)
            tk_sight_one(eyes->out, first + HAS_BUILT + 2 * kind + (built[kind] > 1));
}

/* --- a kingdom: numbers --- */

/* Features in steps that a net can tell apart: quarters of what is told, in their order. */
static const uint8_t quarters[DOMINO_FEATURES] = {
    2, 8, 64, 64, 64, 16, 64, 64, 128, 32, 64, 2, 1, 1, 2, 64, 128, 16, 128,
};

/* How far it is ahead of the best of the others. */
static int32_t ahead(const int32_t *numbers, int count, int kingdom)
{
    int32_t best = INT32_MIN;
    for (int other = 0; other < count; other++)
        if (other != kingdom && numbers[other] > best)
            best = numbers[other];
    return numbers[kingdom] - best;
}

static void tell_amounts(const struct eyes *eyes, int kingdom)
{
    const struct domino_state *s = eyes->s;
    const int32_t *features = eyes->features[kingdom];
    int32_t scores[DOMINO_SEATS];
    for (int k = 0; k < s->kingdoms; k++)
        scores[k] = eyes->features[k][0];
    for (int i = 0; i < DOMINO_FEATURES; i++)
        tk_sight_amount(eyes->out, features[i] * quarters[i] / 4);
    tk_sight_amount(eyes->out, eyes->standing[kingdom] / 400);
    tk_sight_amount(eyes->out, ahead(eyes->standing, s->kingdoms, kingdom) / 60);
    tk_sight_amount(eyes->out, 3 * ahead(scores, s->kingdoms, kingdom));
    for (int terrain = 0; terrain < DOMINO_TERRAINS; terrain++)
        tk_sight_amount(eyes->out,
                        2 * eyes->look[kingdom].score.part[DOMINO_PART_TERRAIN + terrain]);
}

/* --- all of it --- */

/* With many kingdoms of some only what they have and what waits is told. */
static void tell_kingdom(const struct eyes *eyes, int first, int kingdom)
{
    const struct domino_state *s = eyes->s;
    const struct domino_outlook *look = &eyes->look[kingdom];
    bool own = kingdom == eyes->own, few = s->kingdoms <= KINGDOMS_IN_FULL;
    tell_properties(eyes, first, &look->properties);
    if (own || few) {
        tell_pieces(eyes, first, look);
        tell_contacts(eyes, first, &s->kingdom[kingdom], look->open, own || s->kingdoms == 2);
        tell_shape(eyes, first, kingdom);
    }
    if (goes_on(s))
        tell_kings(eyes, first, kingdom);
    if (s->variant != DOMINO_KING)
        tell_court(eyes, first, kingdom);
    tell_amounts(eyes, kingdom);
}

static void encode(const void *state, int seat, struct tk_sight *out_sight)
{
    const struct domino_state *s = state;
    struct eyes eyes;
    eyes.s = s;
    eyes.out = out_sight;
    eyes.seat = seat;
    eyes.own = domino_kingdom_of(s, seat);
    tk_fill(eyes.features, 0, sizeof eyes.features);
    tk_fill(eyes.standing, 0, sizeof eyes.standing);
    tk_fill(eyes.chooses, 0, sizeof eyes.chooses);
    tk_sight_clear(out_sight);
    look_around(&eyes);
    tell_table(&eyes);
    for (int i = 0; i < s->kingdoms; i++)
        tell_kingdom(&eyes, OF_TABLE + i * OF_KINGDOM, (eyes.own + i) % s->kingdoms);
    for (int i = s->kingdoms * AMOUNTS_OF_KINGDOM; i < s->players * AMOUNTS_OF_KINGDOM; i++)
        tk_sight_amount(out_sight, 0);
}

const struct tk_encoding domino_encoding = {
    .version = VERSION,
    .ones = {OF_TABLE, OF_KINGDOM},
    .amounts = {AMOUNTS_OF_TABLE, AMOUNTS_OF_KINGDOM},
    .parts = DOMINO_MOVE_PARTS,
    .shared = true,
    .plays_forced = true,
    .encode = encode,
    .parts_of = domino_parts_of,
};
