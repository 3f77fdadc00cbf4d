/* SPDX-License-Identifier: MIT */
/* What is shown of a state, as rows: all of it reads the copy that holds nothing hidden (7D-16.1). */
#include "duel_internal.h"

#define STATE(key, kind, member) TK_MEMBER(key, kind, struct duel_state, member)

/* --- prices and what an action would change --- */

struct shown_price {
    struct duel_bill bill;
    int16_t pawn, points, gain, rival_gain;
    uint16_t loots; /* 7D-11.3: zones */
    uint16_t missing;
    uint8_t symbols;
    bool enough, pair, wins;
    bool tried; /* what an action changes is known only with a card to play */
};

/*
 * The public consequences of building a card or raising a wonder, tried on a copy in which the seat
 * has the turn and the money. Nothing that the copy turns up is told.
 */
static void try_action(const struct duel_state *s, int of, tk_action action,
                       struct shown_price *out)
{
    struct duel_state after = *s;
    int32_t now[DUEL_SEATS], then[DUEL_SEATS];
    int price = out->bill.price.coins;
    after.active = (uint8_t)of;
    after.phase = DUEL_PHASE_PLAY;
    after.seat[of].coins = (uint16_t)(s->seat[of].coins + price);
    duel_apply(&after, action);
    int coins = after.seat[of].coins;
    duel_scores(s, now);
    after.seat[of].coins = (uint16_t)(coins > price ? coins - price : 0);
    duel_scores(&after, then);
    out->tried = true;
    out->pawn = after.pawn;
    out->points = (int16_t)(then[of] - now[of]);
    out->gain = (int16_t)(coins - s->seat[of].coins);
    out->rival_gain = (int16_t)(after.seat[!of].coins - s->seat[!of].coins);
    out->symbols = (uint8_t)__builtin_popcount(after.seat[of].symbols);
    out->pair = after.phase == DUEL_PHASE_TOKEN;
    out->wins = after.ending == DUEL_MILITARY || after.ending == DUEL_SCIENTIFIC;
    out->loots = (uint16_t)(after.looted & ~s->looted);
}

/* 7D-7.9: the coins that the treasury lacks. */
static void compare_treasury(int treasury, struct shown_price *out)
{
    int missing = out->bill.price.coins - treasury;
    out->enough = missing <= 0;
    out->missing = (uint16_t)(missing > 0 ? missing : 0);
}

/* A card's price and effects for both seats: each player wants to know the other's too. */
static bool fill_card_price(const struct tk_at *at, int of, void *record)
{
    const struct duel_state *s = at->state;
    struct shown_price *out = record;
    if (of == DUEL_SEATS)
        return false;
    int slot = at->index, number = s->layout[s->age - 1][slot];
    duel_card_bill(s, of, number, &out->bill);
    try_action(s, of, DUEL_BUILD | duel_action_card(number, slot), out);
    compare_treasury(s->seat[of].coins, out);
    return true;
}

/* Every unit with what provides it, or its coins (7D-7.7). */
static const struct tk_field unit_fields[] = {
    {TK_MEMBER("resource", duel_resource, struct duel_unit, resource)},
    {TK_MEMBER("from", duel_place_key, struct duel_unit, place), .flags = TK_IF_ANY},
    {TK_MEMBER("coins", tk_number, struct duel_unit, coins), .flags = TK_IF_ANY},
};
static const struct tk_rows unit_rows = TK_ROWS_OF("Unit", unit_fields);
static const struct tk_kind unit = TK_THING_BY(unit_rows);

#define PRICE(key, kind, member) TK_MEMBER(key, kind, struct shown_price, member)
#define TRIED(key, kind, member) PRICE(key, kind, member), TK_IF(struct shown_price, tried)
#define SIGNED                   .low = INT16_MIN, .high = INT16_MAX

static const struct tk_field price_fields[] = {
    {PRICE("coins", tk_number, bill.price.coins)},
    {PRICE("traded", tk_number, bill.price.traded)},
    {PRICE("enough", tk_truth, enough)},
    {PRICE("chain", tk_truth, bill.price.chain)},
    {TK_ARRAY("units", unit, struct shown_price, bill.unit), .flags = TK_COUNTED,
     TK_COUNTED_BY(struct shown_price, bill.count)},
    {TRIED("pawn", tk_number, pawn), .low = -DUEL_CAPITAL, .high = DUEL_CAPITAL},
    {TRIED("points", tk_number, points), SIGNED},
    {TRIED("gain", tk_number, gain), SIGNED},
    {TRIED("rival_gain", tk_number, rival_gain), SIGNED},
    {TRIED("symbols", tk_number, symbols)},
    {TRIED("pair", tk_truth, pair)},
    {TRIED("wins", tk_truth, wins)},
    {TK_BITS("loots", tk_number, struct shown_price, loots), TK_IF(struct shown_price, tried)},
    {PRICE("missing", tk_number, missing)},
};
static const struct tk_rows price_rows = TK_ROWS_OF("Price", price_fields);

/* --- the layout --- */

struct shown_slot {
    uint32_t covered_by, uncovers, turns_up;
    uint8_t row, column, card;
    bool there, face_up, guild, open, priced;
};

static bool fill_slot(const struct tk_at *at, int slot, void *record)
{
    const struct duel_state *s = at->thing;
    if (s->age == 0 || slot == DUEL_SLOTS)
        return false;
    const struct duel_slot *place = &duel_slots[s->age - 1][slot];
    uint8_t number = s->layout[s->age - 1][slot];
    bool shown = (duel_shown(s) >> slot & 1) != 0, open = (s->open >> slot & 1) != 0;
    uint32_t uncovers = duel_uncovers(s->age, s->left, slot);
    *(struct shown_slot *)record = (struct shown_slot){
        .row = place->row,
        .column = place->column,
        .there = (s->left >> slot & 1) != 0,
        .face_up = shown,
        .guild = duel_cards[number].age == DUEL_GUILD,
        .open = open,
        .priced = open && s->phase != DUEL_PHASE_OVER,
        .covered_by = place->covered_by & s->left,
        .card = shown ? number : 0,
        .uncovers = uncovers,
        .turns_up = uncovers & ~duel_face_up(s->age),
    };
    return true;
}

#define SLOT(key, kind, member) TK_MEMBER(key, kind, struct shown_slot, member)
#define SLOTS(key, member)      TK_BITS(key, tk_number, struct shown_slot, member)

static const struct tk_field slot_fields[] = {
    {SLOT("row", tk_number, row)},
    {SLOT("column", tk_number, column)},
    {SLOT("there", tk_truth, there)},
    {SLOT("face_up", tk_truth, face_up), TK_IF(struct shown_slot, there)},
    {SLOT("guild", tk_truth, guild), TK_IF(struct shown_slot, there)},
    {SLOT("open", tk_truth, open), TK_IF(struct shown_slot, there)},
    {SLOTS("covered_by", covered_by), TK_IF(struct shown_slot, there)},
    {SLOT("card", duel_card_face, card), .flags = TK_IF_ANY},
    {SLOTS("uncovers", uncovers), TK_IF(struct shown_slot, open)},
    {SLOTS("turns_up", turns_up), TK_IF(struct shown_slot, open)},
    {TK_RECORDS("prices", struct shown_price, fill_card_price, &price_rows),
     TK_IF(struct shown_slot, priced)},
};
static const struct tk_rows slot_rows = TK_ROWS_OF("Slot", slot_fields);

/* --- track, tokens, draft --- */

static int64_t number_of(const struct tk_at *at)
{
    return at->index;
}

static int64_t points_of(const struct tk_at *at)
{
    const struct duel_space *space = at->thing;
    return space->points[0] + space->points[1];
}

static int64_t side_of(const struct tk_at *at)
{
    const struct duel_state *s = at->state;
    return at->index == DUEL_CAPITAL ? 0 : ((at->index > DUEL_CAPITAL) ^ s->first) + 1;
}

static int64_t is_looted(const struct tk_at *at)
{
    const struct duel_state *s = at->state;
    return s->looted >> ((const struct duel_space *)at->thing)->zone & 1;
}

#define SPACE(key, kind, member) TK_MEMBER(key, kind, struct duel_space, member)

static const struct tk_kind position = {.form = TK_FORM_INT, .plus = -DUEL_CAPITAL};
static const struct tk_field space_fields[] = {
    {TK_NUMBER("position", position, number_of), .low = -DUEL_CAPITAL, .high = DUEL_CAPITAL},
    {SPACE("zone", tk_number, zone)},
    {TK_NUMBER("points", tk_number, points_of)},
    {TK_NUMBER("side", tk_owner, side_of), .flags = TK_NULLABLE},
    {SPACE("capital", tk_truth, capital)},
    {SPACE("loot", tk_number, loot), .flags = TK_IF_ANY},
    {TK_NUMBER("looted", tk_truth, is_looted), TK_IF(struct duel_space, loot)},
};
static const struct tk_rows space_rows = TK_ROWS_OF("Space", space_fields);
static const struct tk_kind space = TK_FACE_BY(duel_track, space_rows);

static int64_t token_owner(const struct tk_at *at)
{
    const struct duel_state *s = at->state;
    for (int p = 0; p < DUEL_SEATS; p++)
        if ((s->seat[p].tokens >> at->index & 1) != 0)
            return p + 1;
    return 0;
}

static const struct tk_field token_fields[] = {
    {TK_NUMBER(NULL, duel_token_face, number_of)},
    {TK_NUMBER("owner", tk_owner, token_owner), .flags = TK_NULLABLE},
};
static const struct tk_rows token_rows = TK_ROWS_OF("Token", token_fields);
static const struct tk_kind shown_token = TK_FACE_BY(duel_tokens, token_rows);

/* 7D-16.4: those that are not on the board, by their numbers; their order is hidden. */
static int list_boxed(const struct tk_at *at, int64_t *out)
{
    const struct duel_state *s = at->thing;
    unsigned on_board = 0;
    int count = 0;
    for (int i = 0; i < DUEL_ON_BOARD; i++)
        on_board |= 1U << s->progress[i];
    for (int number = 1; number <= DUEL_TOKENS; number++)
        if ((on_board >> number & 1) == 0)
            out[count++] = number;
    return count;
}

static bool is_draft(const struct tk_at *at)
{
    return ((const struct duel_state *)at->thing)->phase == DUEL_PHASE_DRAFT;
}

static int64_t group_of(const struct tk_at *at)
{
    return duel_drafted(at->thing) / DUEL_GROUP + 1;
}

static int64_t picked_of(const struct tk_at *at)
{
    return duel_drafted(at->thing) % DUEL_GROUP;
}

static int list_order(const struct tk_at *at, int64_t *out)
{
    int first = duel_drafted(at->thing) / DUEL_GROUP * DUEL_GROUP;
    for (int i = 0; i < DUEL_GROUP; i++)
        out[i] = duel_drafter(at->thing, first + i);
    return DUEL_GROUP;
}

/* 7D-4.1, 7D-4.3: what is left of the group on offer. */
static int list_offer(const struct tk_at *at, int64_t *out)
{
    const struct duel_state *s = at->thing;
    int first = duel_drafted(s) / DUEL_GROUP * DUEL_GROUP;
    for (int i = 0; i < DUEL_GROUP; i++)
        out[i] = s->wonder[first + i];
    return DUEL_GROUP;
}

/* --- a city --- */

enum { OPEN, RAISED, GONE };
static const char *const wonder_states[] = {"open", "raised", "gone"};
static const struct tk_kind wonder_state = TK_NAMES(NULL, wonder_states, 0, GONE + 1);

struct shown_wonder {
    uint8_t wonder, state, tucked;
    bool priced;
};

static bool fill_wonder(const struct tk_at *at, int place, void *record)
{
    const struct duel_state *s = at->state;
    const struct duel_seat *mine = at->thing;
    struct shown_wonder *out = record;
    if (place == DUEL_HELD || mine->wonder[place] == 0)
        return false;
    out->wonder = mine->wonder[place];
    out->tucked = mine->tucked[place];
    out->state = duel_is_raised(mine, place)           ? RAISED
                 : duel_may_raise(s, at->index, place) ? OPEN
                                                       : GONE;
    out->priced = out->state == OPEN && s->age > 0 && s->phase != DUEL_PHASE_OVER;
    return true;
}

/* Price and effects need a card to be put under the wonder; any accessible one does. */
static bool fill_wonder_price(const struct tk_at *at, int item, void *record)
{
    const struct duel_state *s = at->state;
    int of = at->up->index, number = ((const struct shown_wonder *)at->thing)->wonder;
    struct shown_price *out = record;
    (void)item;
    duel_wonder_bill(s, of, number, &out->bill);
    if (s->open != 0) {
        int slot = __builtin_ctz(s->open), under = s->layout[s->age - 1][slot];
        tk_action action = DUEL_RAISE | duel_action_card(under, slot) | duel_action_wonder(number);
        try_action(s, of, action, out);
    }
    compare_treasury(s->seat[of].coins, out);
    return true;
}

static const struct tk_field wonder_fields[] = {
    {TK_MEMBER(NULL, duel_wonder_face, struct shown_wonder, wonder)},
    {TK_MEMBER("state", wonder_state, struct shown_wonder, state)},
    {TK_MEMBER("tucked", duel_card_face, struct shown_wonder, tucked), .flags = TK_IF_ANY},
    {TK_RECORD("price", struct shown_price, fill_wonder_price, &price_rows),
     TK_IF(struct shown_wonder, priced)},
};
static const struct tk_rows wonder_rows = TK_ROWS_OF("Held", wonder_fields);

/* 7D-7.3: what the city makes of a resource, and what one more costs its owner. */
struct shown_resource {
    uint8_t made, price;
};

static bool fill_resource(const struct tk_at *at, int item, void *record)
{
    const struct duel_seat *mine = at->thing;
    if (item == DUEL_RESOURCES)
        return false;
    *(struct shown_resource *)record = (struct shown_resource){
        .made = (uint8_t)duel_lane(mine->economy, item),
        .price = (uint8_t)duel_unit_price(at->state, at->index, item),
    };
    return true;
}

static const struct tk_field resource_fields[] = {
    {TK_MEMBER("made", tk_number, struct shown_resource, made)},
    {TK_MEMBER("price", tk_number, struct shown_resource, price)},
};
static const struct tk_rows resource_rows = TK_ROWS_OF("Supply", resource_fields);

/* How many of each symbol, two being a pair; Law counts once. */
static int list_symbols(const struct tk_at *at, int64_t *out)
{
    const struct duel_seat *mine = at->thing;
    struct duel_set green = duel_set_both(&mine->city, &duel_colours[DUEL_GREEN]);
    for (int symbol = DUEL_GLOBE; symbol < DUEL_SYMBOLS; symbol++)
        out[symbol - DUEL_GLOBE] = 0;
    for (int number; (number = duel_set_pop(&green)) != 0;)
        out[duel_cards[number].symbol - DUEL_GLOBE]++;
    out[DUEL_LAW - DUEL_GLOBE] = mine->symbols >> DUEL_LAW & 1;
    return DUEL_SYMBOLS - DUEL_GLOBE;
}

static int64_t different_symbols(const struct tk_at *at)
{
    return __builtin_popcount(((const struct duel_seat *)at->thing)->symbols);
}

static int64_t discard_income(const struct tk_at *at)
{
    return duel_discard_income(at->thing);
}

/* 7D-15.2: what the sheet would say now, so that everybody sees where the points come from. */
static const char *const line_names[DUEL_LINES] = {
    [DUEL_LINE_MILITARY] = "military", [DUEL_LINE_BLUE] = "blue",
    [DUEL_LINE_GREEN] = "green",       [DUEL_LINE_YELLOW] = "yellow",
    [DUEL_LINE_GUILDS] = "guilds",     [DUEL_LINE_WONDERS] = "wonders",
    [DUEL_LINE_PROGRESS] = "progress", [DUEL_LINE_COINS] = "coins",
};

static int list_score(const struct tk_at *at, int64_t *out)
{
    for (int line = 0; line < DUEL_LINES; line++)
        out[line] = duel_line_points(at->state, at->index, (enum duel_line)line);
    return DUEL_LINES;
}

static bool fill_colour(const struct tk_at *at, int item, void *record)
{
    const struct duel_seat *mine = at->thing;
    if (item == DUEL_COLOURS - DUEL_BROWN)
        return false;
    *(struct duel_set *)record = duel_set_both(&mine->city, &duel_colours[DUEL_BROWN + item]);
    return true;
}

static const struct tk_field colour_fields[] = {
    {TK_BITS("", duel_card_face, struct duel_set, bits)},
};
static const struct tk_rows colour_rows = TK_ROWS_OF(NULL, colour_fields);

/* A lane of the economy is a byte. */
#define LANE(key, of)                                                       \
    .name = (key), .kind = &tk_number, .source = TK_FROM_MEMBER, .size = 1, \
    .offset = offsetof(struct duel_seat, economy) + (of)

static const struct tk_field player_fields[] = {
    {TK_MEMBER("coins", tk_number, struct duel_seat, coins)},
    {TK_NUMBER("discard_income", tk_number, discard_income)},
    {TK_LIST("score", tk_number, list_score), .keys = line_names, .count = DUEL_LINES,
     .flags = TK_EXACT},
    {TK_RECORDS("resources", struct shown_resource, fill_resource, &resource_rows),
     .keys = duel_resource_names, .count = DUEL_RESOURCES, .flags = TK_EXACT},
    {LANE("choice_brown", DUEL_CHOICE_BROWN)},
    {LANE("choice_grey", DUEL_CHOICE_GREY)},
    {TK_LIST("symbols", tk_number, list_symbols), .keys = duel_symbol_names + DUEL_GLOBE,
     .count = DUEL_SYMBOLS - DUEL_GLOBE, .flags = TK_EXACT},
    {TK_NUMBER("different_symbols", tk_number, different_symbols)},
    {TK_BITS("tokens", duel_token_face, struct duel_seat, tokens)},
    {TK_RECORDS("wonders", struct shown_wonder, fill_wonder, &wonder_rows)},
    {TK_RECORDS("city", struct duel_set, fill_colour, &colour_rows),
     .keys = duel_item_names + DUEL_BROWN, .count = DUEL_COLOURS - DUEL_BROWN, .flags = TK_EXACT},
};
static const struct tk_rows player_rows = TK_ROWS_OF("Player", player_fields);
static const struct tk_kind player = TK_THING_BY(player_rows);

/* --- all of it --- */

static int64_t cards_left(const struct tk_at *at)
{
    return __builtin_popcount(((const struct duel_state *)at->thing)->left);
}

static const struct tk_field board_fields[] = {
    {STATE("phase", duel_phase_name, phase)},
    {STATE("age", tk_number, age)},
    {STATE("first", tk_number, first)},
    {STATE("active", tk_number, active)},
    {STATE("again", tk_truth, again)},
    {TK_NUMBER("group", tk_number, group_of), .when = is_draft},
    {TK_NUMBER("picked", tk_number, picked_of), .when = is_draft},
    {TK_LIST("order", tk_number, list_order), .when = is_draft},
    {TK_LIST("offer", duel_wonder_face, list_offer), .when = is_draft, .flags = TK_SKIP_NONE},
    {TK_NUMBER("cards_left", tk_number, cards_left)},
    {TK_RECORDS("layout", struct shown_slot, fill_slot, &slot_rows)},
    {STATE("pawn", tk_number, pawn), .low = -DUEL_CAPITAL, .high = DUEL_CAPITAL},
    {TK_LIST("track", space, NULL), .count = TK_COUNT(duel_track)},
    {DUEL_BYTES("progress", shown_token, progress, DUEL_ON_BOARD)},
    {TK_LIST("box", shown_token, list_boxed)},
    {DUEL_BYTES("drawn", shown_token, progress[DUEL_ON_BOARD], DUEL_DRAWN), .length = duel_drawn},
    {TK_BITS("discard", duel_card_face, struct duel_state, discard)},
    {TK_ARRAY("seats", player, struct duel_state, seat)},
    {TK_CONSTANT("wonders_each", DUEL_HELD)},
    {TK_CONSTANT("symbols_to_win", DUEL_SUPREMACY)}, /* 7D-12.2 */
};
const struct tk_rows duel_view = TK_ROWS_OF("Board", board_fields);
