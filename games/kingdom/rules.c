/* SPDX-License-Identifier: MIT */
/* Kingdom Builder's rules, in the order of the rulebook. Scoring has a file of its own, score.c. */
#include "kingdom_internal.h"

_Static_assert(sizeof(struct kingdom_state) <= 512, "the state is copied in every simulation");

/* --- KB-8 to KB-14 set-up --- */

/* KB-5, KB-12, KB-85: everything that is not left to chance. */
void kingdom_state_init(struct kingdom_state *s, const struct tk_config *config)
{
    tk_fill(s, 0, sizeof *s); /* the gaps between the fields too */
    s->players = config->players;
    s->board_option = config->option[0];
    s->cards_option = config->option[1];
    s->start_option = (int8_t)config->option[2];
    s->turn = 1;
    for (int p = 0; p < s->players; p++) {
        s->seat[p].supply = KINGDOM_SETTLEMENTS;
        s->seat[p].hand = KINGDOM_NO_CARD;
    }
}

/* KB-3, KB-10: five cards of each terrain, all in the draw pile. */
static void shuffle_deck(struct kingdom_state *s, struct tk_dice *dice)
{
    for (int i = 0; i < KINGDOM_DECK; i++)
        s->deck.card[i] = (uint8_t)(i / KINGDOM_OF_A_KIND);
    tk_dice_shuffle(dice, s->deck.card, KINGDOM_DECK);
    s->deck.count = KINGDOM_DECK;
}

/* KB-8: four of the eight quadrants in any order, each upright or turned, unless they are given. */
static void choose_board(struct kingdom_state *s, struct tk_dice *dice)
{
    uint8_t quadrant[KINGDOM_TILES];
    for (int i = 0; i < KINGDOM_TILES; i++)
        quadrant[i] = (uint8_t)(2 * i);
    tk_dice_shuffle(dice, quadrant, KINGDOM_TILES);
    for (int place = 0; place < KINGDOM_PLACES; place++)
        quadrant[place] = (uint8_t)(quadrant[place] + tk_dice_below(dice, 2));
    kingdom_board_given(s->board_option, quadrant);
    kingdom_lay_board(s, quadrant);
}

/* KB-11: three of the ten cards; without the Lords if the table plays so. */
static void choose_cards(struct kingdom_state *s, struct tk_dice *dice)
{
    uint8_t card[KINGDOM_CARD_KINDS];
    for (int i = 0; i < KINGDOM_CARD_KINDS; i++)
        card[i] = (uint8_t)i;
    tk_dice_shuffle(dice, card, KINGDOM_CARD_KINDS);
    for (int i = 0; i < KINGDOM_CARDS; i++)
        if (s->cards_option == KINGDOM_OPTION_NO_LORDS && card[i] == KINGDOM_LORDS)
            card[i] = card[KINGDOM_CARDS]; /* the fourth, which is not the Lords too */
    kingdom_cards_given(s->cards_option, card);
    tk_copy(s->card, card, KINGDOM_CARDS);
}

/* KB-12, KB-13: one card each, from the start player on; whose card is turned up, KB-16. */
void kingdom_deal_hands(struct kingdom_state *s)
{
    for (int i = 0; i < s->players; i++)
        s->seat[(s->start + i) % s->players].hand = kingdom_pile_take(&s->deck);
    s->active = s->start;
}

/* All is drawn even where the options give it, so that a seed has the same deck at every table. */
void kingdom_setup(void *state, const struct tk_config *config, const uint8_t *seed)
{
    struct kingdom_state *s = state;
    struct tk_dice dice;
    kingdom_state_init(s, config);
    tk_stream_init(&s->stream, seed);
    tk_dice_begin(&dice, &s->stream);
    shuffle_deck(s, &dice);
    uint32_t drawn = tk_dice_below(&dice, s->players);
    s->start = (uint8_t)(s->start_option == TK_RANDOM ? drawn : (uint32_t)s->start_option);
    choose_board(s, &dice);
    choose_cards(s, &dice);
    kingdom_deal_hands(s);
}

/* --- KB-25 to KB-32 where to build --- */

union kingdom_set kingdom_occupied(const struct kingdom_state *s)
{
    union kingdom_set all = s->seat[0].settlements;
    for (int p = 1; p < KINGDOM_SEATS; p++)
        all = set_or(all, s->seat[p].settlements);
    return all;
}

/* What every list of the active seat needs; KB-28: seen anew for each settlement. */
struct look {
    union kingdom_set own;
    union kingdom_set occupied; /* KB-25: at most one settlement on a hex */
    union kingdom_set beside;   /* neighbours of own settlements, KB-30: of those on water too */
};

static struct look look_around(const struct kingdom_state *s)
{
    struct look look;
    look.own = s->seat[s->active].settlements;
    look.occupied = kingdom_occupied(s);
    look.beside = set_neighbours(look.own);
    return look;
}

/* KB-27, KB-29: next to own settlements wherever that is possible; KB-32: then any such hex. */
static union kingdom_set oblige(union kingdom_set free, union kingdom_set beside)
{
    union kingdom_set adjacent = set_and(free, beside);
    return set_any(adjacent) ? adjacent : free;
}

/* KB-31: the hexes of the card's terrain that the next mandatory settlement may take. */
static union kingdom_set build_targets(const struct kingdom_state *s, const struct look *look)
{
    union kingdom_set terrain = kingdom_ground(s, s->seat[s->active].hand);
    return oblige(set_without(terrain, look->occupied), look->beside);
}

/* --- KB-57 to KB-64 the eight location actions --- */

/* clang-format off */
const struct kingdom_rule kingdom_rules[KINGDOM_TILES] = {
/*                       moves  ground             where              next to own if possible */
    [KINGDOM_ORACLE]  = {false, KINGDOM_OF_CARD,   KINGDOM_ANYWHERE,  true},  /* KB-57 */
    [KINGDOM_FARM]    = {false, KINGDOM_GRASS,     KINGDOM_ANYWHERE,  true},  /* KB-58 */
    [KINGDOM_OASIS]   = {false, KINGDOM_DESERT,    KINGDOM_ANYWHERE,  true},  /* KB-59 */
    [KINGDOM_TOWER]   = {false, KINGDOM_BUILDABLE, KINGDOM_AT_EDGE,   true},  /* KB-60 */
    [KINGDOM_TAVERN]  = {false, KINGDOM_BUILDABLE, KINGDOM_LINE_END,  false}, /* KB-61 */
    [KINGDOM_BARN]    = {true,  KINGDOM_OF_CARD,   KINGDOM_ANYWHERE,  true},  /* KB-62 */
    [KINGDOM_HARBOR]  = {true,  KINGDOM_WATER,     KINGDOM_ANYWHERE,  true},  /* KB-63 */
    [KINGDOM_PADDOCK] = {true,  KINGDOM_BUILDABLE, KINGDOM_TWO_STEPS, false}, /* KB-64 */
};
/* clang-format on */

static const int axes[] = {EAST, SOUTH_WEST, SOUTH_EAST};

/* KB-61: both ends of every straight line of three or more, found by the middles of threes. */
static union kingdom_set line_ends(union kingdom_set own)
{
    union kingdom_set ends = {{0}};
    for (int i = 0; i < TK_COUNT(axes); i++) {
        int step = axes[i];
        union kingdom_set middle =
            set_and(own, set_and(set_raised(own, step), set_lowered(own, step)));
        ends = set_or(ends, set_or(set_raised(middle, 2 * step), set_lowered(middle, 2 * step)));
    }
    return ends;
}

/* KB-64: two steps in a straight line, over anything. */
static union kingdom_set two_steps(union kingdom_set from)
{
    union kingdom_set reached = {{0}};
    for (int i = 0; i < TK_COUNT(axes); i++)
        reached =
            set_or(reached, set_or(set_raised(from, 2 * axes[i]), set_lowered(from, 2 * axes[i])));
    return reached;
}

/* KB-31, KB-36: the ground an action asks for; that of the card is always the card of now. */
static union kingdom_set ground_for(const struct kingdom_state *s, const struct kingdom_rule *rule)
{
    bool of_card = rule->ground == KINGDOM_OF_CARD;
    return kingdom_ground(s, of_card ? s->seat[s->active].hand : rule->ground);
}

/* Where a tile that builds may build, or a settlement that the tile lifted may go. */
static union kingdom_set tile_targets(const struct kingdom_state *s, const struct look *look,
                                      const struct kingdom_rule *rule)
{
    union kingdom_set free = set_without(ground_for(s, rule), look->occupied);
    if (rule->where == KINGDOM_AT_EDGE)
        free = set_and(free, kingdom_edge);
    if (rule->where == KINGDOM_LINE_END)
        free = set_and(free, line_ends(look->own));
    if (rule->where == KINGDOM_TWO_STEPS)
        free = set_and(free, two_steps(set_of(s->lifted)));
    return rule->obliged ? oblige(free, look->beside) : free;
}

/*
 * KB-53 to KB-55: the own settlements that would have a target once lifted. Lifting one changes
 * what lies next to own settlements only if every free hex there is next to that one alone; then
 * all free hexes are open to it, unless its old hex, next to another own settlement, binds it to
 * itself.
 */
static union kingdom_set movable(const struct look *look, union kingdom_set ground)
{
    static const union kingdom_set none;
    union kingdom_set free = set_without(ground, look->occupied);
    union kingdom_set adjacent = set_and(free, look->beside);
    union kingdom_set bound = set_and(ground, look->beside);
    if (!set_any(adjacent))
        return set_any(free) ? set_without(look->own, bound) : none;
    union kingdom_set friends = set_and(look->own, set_around(set_first(&adjacent)));
    union kingdom_set others = set_without(look->own, friends);
    if (set_count(friends) > 1 || set_any(set_and(adjacent, set_neighbours(others))))
        return look->own;
    return set_without(look->own, set_and(friends, bound));
}

/* KB-54: a settlement can be lifted only if it can go anywhere but back. */
static union kingdom_set tile_origins(const struct kingdom_state *s, const struct look *look,
                                      const struct kingdom_rule *rule)
{
    union kingdom_set ground = ground_for(s, rule);
    if (rule->where == KINGDOM_TWO_STEPS)
        return set_and(look->own, two_steps(set_without(ground, look->occupied)));
    return movable(look, ground);
}

/* --- KB-40 to KB-51 location hexes and tiles --- */

int kingdom_tile_place(const struct kingdom_state *s, int tile)
{
    for (int place = 0; place < KINGDOM_PLACES; place++)
        if (s->quadrant[place] / 2 == tile)
            return place;
    return -1;
}

/* KB-50: a hex touches one location at most; that one is never at the border of its quadrant.
 * 0 … 7, or -1. */
static int location_beside(const struct kingdom_state *s, int hex)
{
    int first = 2 * kingdom_place_at(hex), second = first + 1;
    bool at_first = are_neighbours(hex, s->location[first]);
    bool at_second = are_neighbours(hex, s->location[second]);
    return at_first || at_second ? first + at_second : -1;
}

/* KB-9, KB-45: two from the start, one fewer for each player who ever took one; none comes back. */
int kingdom_tiles_left(const struct kingdom_state *s, int location)
{
    int left = KINGDOM_TILES_EACH;
    for (int p = 0; p < KINGDOM_SEATS; p++)
        left -= s->seat[p].taken >> location & 1;
    return left;
}

/* KB-42: once in a game from each hex. */
int kingdom_gained(const struct kingdom_state *s, int seat, int hex)
{
    int location = location_beside(s, hex);
    if (location < 0 || (s->seat[seat].taken >> location & 1) != 0 ||
        kingdom_tiles_left(s, location) == 0)
        return -1;
    return location;
}

/* KB-40 to KB-43: a tile comes by itself and is not ready yet. */
static void gain_tile(struct kingdom_state *s, int hex)
{
    struct kingdom_seat *seat = &s->seat[s->active];
    int location = kingdom_gained(s, s->active, hex);
    if (location < 0)
        return;
    seat->taken = (uint8_t)(seat->taken | 1U << location);
    seat->kept = (uint8_t)(seat->kept | 1U << location);
    seat->fresh[location / 2]++;
}

/* KB-48, KB-49: of two equal tiles the one that is not ready goes first; what was used was used. */
static void drop_tile(struct kingdom_seat *seat, int place)
{
    if (seat->used[place] > 0)
        seat->used[place]--;
    else if (seat->fresh[place] > 0)
        seat->fresh[place]--;
    else
        seat->ready[place]--;
}

/* KB-45, KB-46: gone for good once no own settlement is left beside its hex after the move. */
int kingdom_lost(const struct kingdom_state *s, const union kingdom_set *settlements, int left_hex)
{
    int location = location_beside(s, left_hex);
    if (location < 0 || (s->seat[s->active].kept >> location & 1) == 0 ||
        kingdom_stands_beside(settlements, s->location[location]))
        return -1;
    return location;
}

static void lose_tile(struct kingdom_state *s, int left_hex)
{
    struct kingdom_seat *seat = &s->seat[s->active];
    int location = kingdom_lost(s, &seat->settlements, left_hex);
    if (location < 0)
        return;
    seat->kept = (uint8_t)(seat->kept & ~(1U << location));
    drop_tile(seat, location / 2);
}

/* --- KB-15 to KB-24 the turn, KB-33 to KB-39 no hex left for the card, KB-67 the end --- */

/* KB-17, KB-18: three built, or all that were left. */
bool kingdom_complete(const struct kingdom_state *s)
{
    return s->built == KINGDOM_OWED || s->seat[s->active].supply == 0;
}

/* KB-66: the top card into the active seat's hand; from an empty pile only after a reshuffle. */
static bool draw_card(struct kingdom_state *s, enum kingdom_phase due)
{
    if (s->deck.count == 0) {
        s->phase = (uint8_t)due;
        return false;
    }
    s->seat[s->active].hand = kingdom_pile_take(&s->deck);
    return true;
}

/* KB-37: no free hex anywhere; the obligation never leaves less than that. */
bool kingdom_is_useless(const struct kingdom_state *s, int terrain)
{
    return !set_any(set_without(kingdom_ground(s, terrain), kingdom_occupied(s)));
}

/*
 * KB-33, KB-34: a card that cannot be built on is removed and another drawn, until one can be;
 * KB-35: but not once the mandatory action is complete.
 */
static void check_card(struct kingdom_state *s)
{
    struct kingdom_seat *seat = &s->seat[s->active];
    while (!kingdom_complete(s) && kingdom_is_useless(s, seat->hand)) {
        kingdom_pile_add(&s->removed, seat->hand);
        seat->hand = KINGDOM_NO_CARD;
        if (!draw_card(s, KINGDOM_REPLACE))
            return;
    }
    s->phase = KINGDOM_ACT;
}

/* KB-15, KB-16, KB-67: the next seat turns its card up, unless the last round is over. */
static void next_turn(struct kingdom_state *s)
{
    uint8_t next = (uint8_t)(s->active + 1 == s->players ? 0 : s->active + 1);
    if (s->closing && next == s->start) {
        s->phase = KINGDOM_OVER;
        return;
    }
    s->active = next;
    s->older = (uint8_t)(s->older & ~(1U << next));
    s->built = 0;
    s->turn++;
    check_card(s);
}

/* KB-23, KB-24, KB-66: the card is discarded, tiles are ready, a turn to come needs a new card. */
static void apply_end(struct kingdom_state *s, tk_action action)
{
    struct kingdom_seat *seat = &s->seat[s->active];
    (void)action;
    kingdom_pile_add(&s->discard, seat->hand);
    seat->hand = KINGDOM_NO_CARD;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        seat->ready[place] = (uint8_t)(seat->ready[place] + seat->used[place] + seat->fresh[place]);
        seat->used[place] = seat->fresh[place] = 0;
    }
    if (s->closing || draw_card(s, KINGDOM_DRAW))
        next_turn(s);
}

/* After a reshuffle: the draw that waited for it, and what follows. */
void kingdom_go_on(struct kingdom_state *s)
{
    s->seat[s->active].hand = kingdom_pile_take(&s->deck);
    if (s->phase == KINGDOM_DRAW)
        next_turn(s);
    else
        check_card(s);
}

/* KB-67: the last settlement of a supply announces the end. */
static void build(struct kingdom_state *s, int hex)
{
    struct kingdom_seat *seat = &s->seat[s->active];
    set_add(&seat->settlements, hex);
    seat->supply--;
    s->closing |= seat->supply == 0;
    gain_tile(s, hex);
}

static void apply_build(struct kingdom_state *s, tk_action action)
{
    build(s, (int)kingdom_action_hex(action));
    s->built++;
    check_card(s);
}

/* KB-19: each tile once in a turn. KB-34: a lifted settlement lands before the card is checked. */
static void apply_use(struct kingdom_state *s, tk_action action)
{
    struct kingdom_seat *seat = &s->seat[s->active];
    int hex = (int)kingdom_action_hex(action), tile = (int)kingdom_action_tile(action);
    int place = kingdom_tile_place(s, tile);
    seat->ready[place]--;
    seat->used[place]++;
    if (!kingdom_rules[tile].moves) {
        build(s, hex);
        check_card(s);
        return;
    }
    set_remove(&seat->settlements, hex);
    s->lifted = (uint16_t)hex;
    s->moving = (uint8_t)tile;
    s->phase = KINGDOM_MOVE;
}

/*
 * KB-41, KB-47: first the loss for the hex that was left, then the gain for the one reached. KB-56:
 * the supply has no part in it.
 */
static void apply_to(struct kingdom_state *s, tk_action action)
{
    int hex = (int)kingdom_action_hex(action), from = s->lifted;
    set_add(&s->seat[s->active].settlements, hex);
    s->lifted = 0;
    s->moving = 0;
    lose_tile(s, from);
    gain_tile(s, hex);
    check_card(s);
}

void kingdom_apply(void *state, tk_action action)
{
    static void (*const verbs[KINGDOM_VERBS])(struct kingdom_state *, tk_action) = {
        [KINGDOM_BUILD] = apply_build,
        [KINGDOM_USE] = apply_use,
        [KINGDOM_TO] = apply_to,
        [KINGDOM_END] = apply_end,
    };
    verbs[kingdom_action_verb(action)](state, action);
}

/* --- the lists --- */

/*
 * Most words hold no hex or few: so three are written without asking, and only what is beyond them
 * asks. What is written too much is overwritten, or lies behind the end of the list.
 */
static int list_hexes(const union kingdom_set *set, tk_action action, tk_action *out)
{
    const tk_action *start = out;
#pragma GCC unroll 8
    for (int i = 0; i < KINGDOM_WORDS; i++) {
        uint64_t left = set->word[i];
        int count = __builtin_popcountll(left);
        tk_action first = action + (uint32_t)(64 * i);
        for (int k = 0; k < 3; k++) {
            out[k] = first + (uint32_t)__builtin_ctzll(left | (uint64_t)1 << 63);
            left &= left - 1;
        }
        for (int k = 3; k < count; k++) {
            out[k] = first + (uint32_t)__builtin_ctzll(left);
            left &= left - 1;
        }
        out += count;
    }
    return (int)(out - start);
}

/* The hexes that can be named with a tile: where it builds, or which settlement it lifts. */
static union kingdom_set tile_uses(const struct kingdom_state *s, const struct look *look,
                                   const struct kingdom_rule *rule)
{
    return rule->moves ? tile_origins(s, look, rule) : tile_targets(s, look, rule);
}

union kingdom_set kingdom_uses(const struct kingdom_state *s, int tile)
{
    struct look look = look_around(s);
    return tile_uses(s, &look, &kingdom_rules[tile]);
}

/* KB-19, KB-44, KB-65: the ready tiles; two of a kind are listed once. */
static int list_uses(const struct kingdom_state *s, const struct look *look, tk_action *out)
{
    const struct kingdom_seat *seat = &s->seat[s->active];
    int count = 0;
    for (int place = 0; place < KINGDOM_PLACES; place++) {
        uint32_t tile = s->quadrant[place] / 2;
        const struct kingdom_rule *rule = &kingdom_rules[tile];
        if (seat->ready[place] == 0 || (!rule->moves && seat->supply == 0))
            continue;
        union kingdom_set hexes = tile_uses(s, look, rule);
        count += list_hexes(&hexes, kingdom_action(KINGDOM_USE, tile, 0), out + count);
    }
    return count;
}

/* KB-19, KB-20, KB-21, KB-22: tiles before and after the mandatory action, not within; the end. */
static int list_acts(const struct kingdom_state *s, tk_action *out)
{
    const uint8_t *ready = s->seat[s->active].ready;
    bool complete = kingdom_complete(s);
    bool use = (complete || s->built == 0) && (ready[0] | ready[1] | ready[2] | ready[3]) != 0;
    int count = 0;
    if (complete)
        out[count++] = kingdom_action(KINGDOM_END, 0, 0);
    if (complete && !use)
        return count;
    struct look look = look_around(s);
    if (!complete) {
        union kingdom_set hexes = build_targets(s, &look);
        count = list_hexes(&hexes, kingdom_action(KINGDOM_BUILD, 0, 0), out);
    }
    return use ? count + list_uses(s, &look, out + count) : count;
}

/* KB-53, KB-54: the settlement is off the board; its old hex may bind it but is no target. */
union kingdom_set kingdom_targets(const struct kingdom_state *s, int tile)
{
    struct look look = look_around(s);
    union kingdom_set targets = tile_targets(s, &look, &kingdom_rules[tile]);
    set_remove(&targets, s->lifted);
    return targets;
}

int kingdom_legal(const void *state, tk_action *out)
{
    const struct kingdom_state *s = state;
    if (s->phase == KINGDOM_ACT)
        return list_acts(s, out);
    if (s->phase != KINGDOM_MOVE)
        return 0;
    union kingdom_set hexes = kingdom_targets(s, s->moving);
    return list_hexes(&hexes, kingdom_action(KINGDOM_TO, 0, 0), out);
}
