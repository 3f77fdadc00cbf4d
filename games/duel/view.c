/* SPDX-License-Identifier: MIT */
/* What is shown of a state, as rows: all of it reads the copy that holds nothing hidden (7D-16.1). */
#include "duel_internal.h"

TK_AT(state_of, const struct duel_state, state)
TK_AT(seat_of, const struct duel_seat, thing)

/* clang-format off */
#define STATE(key, kind, member) TK_MEMBER(key, kind, struct duel_state, member)
#define SEAT(key, kind, member)  TK_MEMBER(key, kind, struct duel_seat, member)
#define PRICE(key, kind, member) TK_MEMBER(key, kind, struct duel_preview, member)
#define TRIED(key, kind, member) PRICE(key, kind, member), TK_IF(struct duel_preview, tried)
#define UNIT(key, kind, member)  TK_MEMBER(key, kind, struct duel_unit, member)
#define SPACE(key, kind, member) TK_MEMBER(key, kind, struct duel_space, member)
#define ON_TRACK                 .low = -DUEL_CAPITAL, .high = DUEL_CAPITAL
#define CHANGE                   .low = INT16_MIN, .high = INT16_MAX
#define ANY                      .flags = TK_IF_ANY

/* --- prices, and what paying them would change --- */

static const struct tk_kind unit = TK_THING("Unit", /* with what provides it, or its coins (7D-7.7) */
    {UNIT("resource", duel_resource, resource)},
    {UNIT("from", duel_place_key, place), ANY},
    {UNIT("coins", tk_number, coins), ANY});

static const struct tk_rows price_rows = TK_ROWS("Price",
    {PRICE("coins", tk_number, bill.price.coins)},
    {PRICE("traded", tk_number, bill.price.traded)},
    {PRICE("enough", tk_truth, enough)},
    {PRICE("chain", tk_truth, bill.price.chain)},
    {TK_ARRAY("units", unit, struct duel_preview, bill.unit),
     TK_COUNTED_BY(struct duel_preview, bill.count)},
    {TRIED("pawn", tk_number, pawn), ON_TRACK},
    {TRIED("points", tk_number, points), CHANGE},
    {TRIED("gain", tk_number, gain), CHANGE},
    {TRIED("rival_gain", tk_number, rival_gain), CHANGE},
    {TRIED("symbols", tk_number, symbols)},
    {TRIED("pair", tk_truth, pair)},
    {TRIED("wins", tk_truth, wins)},
    {TK_BITS("loots", tk_number, struct duel_preview, loots), TK_IF(struct duel_preview, tried)},
    {PRICE("missing", tk_number, missing)});
/* clang-format on */

/* A card's price and effects for both seats: each player wants to know the other's too. */
TK_FILL(fill_card_price, duel_preview_card(at->state, item, at->index, record))
TK_FILL(fill_wonder_price,
        duel_preview_wonder(at->state, at->up->index, seat_of(at)->wonder[at->index], record))

/* --- the layout: at->index is a slot of the age under way --- */

static const struct duel_slot *slot_of(const struct tk_at *at)
{
    return &duel_slots[state_of(at)->age - 1][at->index];
}

static int card_in(const struct tk_at *at)
{
    return state_of(at)->layout[state_of(at)->age - 1][at->index];
}

static bool has(uint32_t slots, const struct tk_at *at)
{
    return (slots >> at->index & 1) != 0;
}

TK_FACT(slot_row, slot_of(at)->row)
TK_FACT(slot_column, slot_of(at)->column)
TK_FACT(is_there, has(state_of(at)->left, at))
TK_FACT(is_face_up, has(duel_shown(at->state), at))
TK_FACT(is_guild, duel_cards[card_in(at)].age == DUEL_GUILD)
TK_FACT(is_open, has(state_of(at)->open, at))
TK_FACT(has_prices, is_open(at) && state_of(at)->phase != DUEL_PHASE_OVER)
TK_FACT(covered_by, slot_of(at)->covered_by &(int64_t)state_of(at)->left)
TK_FACT(face_in, is_face_up(at) ? card_in(at) : 0)
TK_FACT(uncovers, duel_uncovers(state_of(at)->age, state_of(at)->left, at->index))
TK_FACT(turns_up, uncovers(at) & ~duel_face_up(state_of(at)->age))

/* --- track, tokens, draft --- */

TK_AT(space_of, const struct duel_space, thing)
TK_FACT(space_points, space_of(at)->points[0] + space_of(at)->points[1])
TK_FACT(space_side,
        at->index == DUEL_CAPITAL ? 0 : ((at->index > DUEL_CAPITAL) ^ state_of(at)->first) + 1)
TK_FACT(is_looted, state_of(at)->looted >> space_of(at)->zone & 1)

static int64_t token_owner(const struct tk_at *at)
{
    for (int p = 0; p < DUEL_SEATS; p++)
        if ((state_of(at)->seat[p].tokens >> at->index & 1) != 0)
            return p + 1;
    return 0;
}

/* 7D-16.4: those that are not on the board, by their numbers; their order is hidden. */
static int64_t boxed(const struct tk_at *at)
{
    unsigned on_board = 1; /* there is no token 0 */
    for (int i = 0; i < DUEL_ON_BOARD; i++)
        on_board |= 1U << state_of(at)->progress[i];
    return ((2U << DUEL_TOKENS) - 1) & ~on_board;
}

TK_FACT(is_draft, state_of(at)->phase == DUEL_PHASE_DRAFT)
TK_FACT(draft_group, duel_drafted(at->state) / DUEL_GROUP + 1)
TK_FACT(draft_picked, duel_drafted(at->state) % DUEL_GROUP)

static int first_of_group(const struct tk_at *at)
{
    return duel_drafted(at->state) / DUEL_GROUP * DUEL_GROUP;
}

TK_FACT(draft_order, duel_drafter(at->state, first_of_group(at) + at->index))
TK_FACT(on_offer, state_of(at)->wonder[first_of_group(at) + at->index]) /* 7D-4.1, 7D-4.3 */

/* --- a city --- */

enum { OPEN, RAISED, GONE };
static const char *const wonder_states[] = {"open", "raised", "gone"};
static const struct tk_kind wonder_state = TK_NAMES(NULL, wonder_states, 0, GONE + 1);

TK_FACT(is_held, seat_of(at)->wonder[at->index] != 0)

static int64_t state_of_wonder(const struct tk_at *at)
{
    if (duel_is_raised(at->thing, at->index))
        return RAISED;
    return duel_may_raise(at->state, at->up->index, at->index) ? OPEN : GONE;
}

TK_FACT(may_be_raised, state_of_wonder(at) == OPEN && state_of(at)->age > 0 &&
                           state_of(at)->phase != DUEL_PHASE_OVER)

/* 7D-7.3: what the city makes of a resource, and what one more costs its owner. */
TK_FACT(made, duel_lane(seat_of(at)->economy, at->index))
TK_FACT(unit_price, duel_unit_price(at->state, at->up->index, at->index))

TK_FACT(symbol_count, duel_symbol_count(at->thing, DUEL_GLOBE + at->index))
TK_FACT(different_symbols, __builtin_popcount(seat_of(at)->symbols))
TK_FACT(discard_income, duel_discard_income(at->thing))

/* 7D-15.2: what the sheet would say now, so that everybody sees where the points come from. */
TK_FACT(line_points, duel_line_points(at->state, at->up->index, (enum duel_line)at->index))

/* Its buildings of one colour. */
TK_FILL(fill_colour, *(struct duel_set *)record = duel_set_both(&seat_of(at)->city,
                                                                &duel_colours[DUEL_BROWN + item]))

/* --- all of it --- */

TK_FACT(cards_left, __builtin_popcount(state_of(at)->left))

/* clang-format off */
static const struct tk_kind position = {.form = TK_FORM_INT, .plus = -DUEL_CAPITAL};
static const struct tk_kind space = TK_FACE("Space", duel_track,
    {TK_NUMBER("position", position, tk_index), ON_TRACK},
    {SPACE("zone", tk_number, zone)},
    {TK_NUMBER("points", tk_number, space_points)},
    {TK_NUMBER("side", tk_owner, space_side), .flags = TK_NULLABLE},
    {SPACE("capital", tk_truth, capital)},
    {SPACE("loot", tk_number, loot), ANY},
    {TK_NUMBER("looted", tk_truth, is_looted), TK_IF(struct duel_space, loot)});

static const struct tk_kind token = TK_FACE("Token", duel_tokens,
    {TK_NUMBER(NULL, duel_token_face, tk_index)},
    {TK_NUMBER("owner", tk_owner, token_owner), .flags = TK_NULLABLE});

/* Lists whose every value has a name. */
#define NAMED(names, size) .keys = (names), .count = (size), .flags = TK_EXACT
/* A lane of the economy is a byte. */
#define LANE(key, of) .name = (key), .kind = &tk_number, .source = TK_FROM_MEMBER, .size = 1, \
    .offset = offsetof(struct duel_seat, economy) + (of)

static const char *const line_names[DUEL_LINES] = {
    [DUEL_LINE_MILITARY] = "military", [DUEL_LINE_BLUE] = "blue",
    [DUEL_LINE_GREEN] = "green",       [DUEL_LINE_YELLOW] = "yellow",
    [DUEL_LINE_GUILDS] = "guilds",     [DUEL_LINE_WONDERS] = "wonders",
    [DUEL_LINE_PROGRESS] = "progress", [DUEL_LINE_COINS] = "coins",
};

static const struct tk_kind player = TK_THING("Player",
    {SEAT("coins", tk_number, coins)},
    {TK_NUMBER("discard_income", tk_number, discard_income)},
    {TK_FACTS("score", tk_number, line_points), NAMED(line_names, DUEL_LINES)},
    {TK_EACH("resources", "Supply",
        {TK_NUMBER("made", tk_number, made)},
        {TK_NUMBER("price", tk_number, unit_price)}), NAMED(duel_resource_names, DUEL_RESOURCES)},
    {LANE("choice_brown", DUEL_CHOICE_BROWN)},
    {LANE("choice_grey", DUEL_CHOICE_GREY)},
    {TK_FACTS("symbols", tk_number, symbol_count),
     NAMED(duel_symbol_names + DUEL_GLOBE, DUEL_SYMBOLS - DUEL_GLOBE)},
    {TK_NUMBER("different_symbols", tk_number, different_symbols)},
    {TK_BITS("tokens", duel_token_face, struct duel_seat, tokens)},
    {TK_EACH("wonders", "Held",
        {TK_ENTRY(NULL, duel_wonder_face, struct duel_seat, wonder)},
        {TK_NUMBER("state", wonder_state, state_of_wonder)},
        {TK_ENTRY("tucked", duel_card_face, struct duel_seat, tucked), ANY},
        {TK_RECORD("price", struct duel_preview, fill_wonder_price, &price_rows),
         .when = may_be_raised}), .number = is_held, .count = DUEL_HELD},
    {TK_RECORDS("city", struct duel_set, fill_colour, TK_OBJECT(NULL,
        {TK_BITS("", duel_card_face, struct duel_set, bits)})),
     NAMED(duel_item_names + DUEL_BROWN, DUEL_COLOURS - DUEL_BROWN)});

const struct tk_rows duel_view = TK_ROWS("Board",
    {STATE("phase", duel_phase_name, phase)},
    {STATE("age", tk_number, age)},
    {STATE("first", tk_number, first)},
    {STATE("active", tk_number, active)},
    {STATE("again", tk_truth, again)},
    {TK_NUMBER("group", tk_number, draft_group), .when = is_draft},
    {TK_NUMBER("picked", tk_number, draft_picked), .when = is_draft},
    {TK_FACTS("order", tk_number, draft_order), .count = DUEL_GROUP, .when = is_draft},
    {TK_FACTS("offer", duel_wonder_face, on_offer), .count = DUEL_GROUP, .when = is_draft,
     .flags = TK_SKIP_NONE},
    {TK_NUMBER("cards_left", tk_number, cards_left)},
    {TK_EACH("layout", "Slot",
        {TK_NUMBER("row", tk_number, slot_row)},
        {TK_NUMBER("column", tk_number, slot_column)},
        {TK_NUMBER("there", tk_truth, is_there)},
        {TK_NUMBER("face_up", tk_truth, is_face_up), .when = is_there},
        {TK_NUMBER("guild", tk_truth, is_guild), .when = is_there},
        {TK_NUMBER("open", tk_truth, is_open), .when = is_there},
        {TK_MASK("covered_by", tk_number, covered_by), .when = is_there},
        {TK_NUMBER("card", duel_card_face, face_in), ANY},
        {TK_MASK("uncovers", tk_number, uncovers), .when = is_open},
        {TK_MASK("turns_up", tk_number, turns_up), .when = is_open},
        {TK_RECORDS("prices", struct duel_preview, fill_card_price, &price_rows),
         .count = DUEL_SEATS, .when = has_prices}), .length = duel_slot_count},
    {STATE("pawn", tk_number, pawn), ON_TRACK},
    {TK_LIST("track", space, NULL), .count = TK_COUNT(duel_track)},
    {DUEL_BYTES("progress", token, progress, DUEL_ON_BOARD)},
    {TK_MASK("box", token, boxed)},
    {DUEL_BYTES("drawn", token, progress[DUEL_ON_BOARD], DUEL_DRAWN), .length = duel_drawn},
    {TK_BITS("discard", duel_card_face, struct duel_state, discard)},
    {TK_ARRAY("seats", player, struct duel_state, seat)},
    {TK_CONSTANT("wonders_each", DUEL_HELD)},
    {TK_CONSTANT("symbols_to_win", DUEL_SUPREMACY)}); /* 7D-12.2 */
/* clang-format on */
