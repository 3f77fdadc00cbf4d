/* What everybody may see (7D-16.1), built up from nothing; no seat sees more (7D-16.5). */
#include "duel_internal.h"

static void put_seat(struct tk_json *json, const char *key, int seat)
{
    tk_json_key(json, key);
    if (seat < 0)
        tk_json_null(json);
    else
        tk_json_int(json, seat);
}

static void put_slots(struct tk_json *json, const char *key, uint32_t slots)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (; slots != 0; slots &= slots - 1)
        tk_json_int(json, __builtin_ctz(slots));
    tk_json_close(json, ']');
}

static void put_place(struct tk_json *json, const char *key, int place)
{
    tk_json_key(json, key);
    tk_json_quote(json);
    duel_place((uint16_t)place, json->out);
    tk_json_unquote(json);
}

/* --- prices and what an action would change --- */

/* Every unit with what provides it, or its coins (7D-7.7). */
static void view_bill(const struct duel_bill *bill, int treasury, struct tk_json *json)
{
    tk_json_put_int(json, "coins", bill->price.coins);
    tk_json_put_int(json, "traded", bill->price.traded);
    tk_json_put_bool(json, "enough", bill->price.coins <= treasury);
    tk_json_put_bool(json, "chain", bill->price.chain);
    tk_json_key(json, "units");
    tk_json_open(json, '[');
    for (int i = 0; i < bill->count; i++) {
        tk_json_open(json, '{');
        tk_json_put_text(json, "resource", duel_resource_names[bill->unit[i].resource]);
        if (bill->unit[i].place != 0)
            put_place(json, "from", bill->unit[i].place);
        else
            tk_json_put_int(json, "coins", bill->unit[i].coins);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* 7D-7.9: the coins that the treasury lacks. */
static void view_missing(const struct duel_bill *bill, int treasury, struct tk_json *json)
{
    int missing = bill->price.coins - treasury;
    tk_json_put_int(json, "missing", missing > 0 ? missing : 0);
}

/*
 * The public consequences of building a card or raising a wonder, tried on a copy in which the seat
 * has the turn and the money. Nothing that the copy turns up is told.
 */
static void view_outcome(const struct duel_state *s, int seat, tk_action action, int price,
                         struct tk_json *json)
{
    struct duel_state after = *s;
    after.active = (uint8_t)seat;
    after.phase = DUEL_PHASE_PLAY;
    after.seat[seat].coins = (uint16_t)(s->seat[seat].coins + price);
    duel_apply(&after, action);
    int coins = after.seat[seat].coins;
    int32_t now[DUEL_SEATS], then[DUEL_SEATS];
    duel_scores(s, now);
    after.seat[seat].coins = (uint16_t)(coins > price ? coins - price : 0);
    duel_scores(&after, then);
    bool over = after.ending == DUEL_MILITARY || after.ending == DUEL_SCIENTIFIC;
    tk_json_put_int(json, "pawn", after.pawn);
    tk_json_put_int(json, "points", then[seat] - now[seat]);
    tk_json_put_int(json, "gain", coins - s->seat[seat].coins);
    tk_json_put_int(json, "rival_gain", after.seat[!seat].coins - s->seat[!seat].coins);
    tk_json_put_int(json, "symbols", __builtin_popcount(after.seat[seat].symbols));
    tk_json_put_bool(json, "pair", after.phase == DUEL_PHASE_TOKEN);
    tk_json_put_bool(json, "wins", over);
    put_slots(json, "loots", after.looted & ~(uint32_t)s->looted); /* 7D-11.3: zones */
}

/* A card's price and effects for both seats: each player wants to know the other's too. */
static void view_prices(const struct duel_state *s, int slot, struct tk_json *json)
{
    int card = s->layout[s->age - 1][slot];
    tk_json_key(json, "prices");
    tk_json_open(json, '[');
    for (int seat = 0; seat < DUEL_SEATS; seat++) {
        struct duel_bill bill;
        duel_card_bill(s, seat, card, &bill);
        tk_json_open(json, '{');
        view_bill(&bill, s->seat[seat].coins, json);
        view_outcome(s, seat, DUEL_BUILD | duel_action_card(card, slot), bill.price.coins, json);
        view_missing(&bill, s->seat[seat].coins, json);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* --- the layout --- */

/* 7D-16.3: of a face-down card its back is seen. */
static void view_slot(const struct duel_state *s, int slot, struct tk_json *json)
{
    const struct duel_slot *place = &duel_slots[s->age - 1][slot];
    int card = s->layout[s->age - 1][slot];
    bool there = (s->left >> slot & 1) != 0, shown = (duel_shown(s) >> slot & 1) != 0;
    bool open = (s->open >> slot & 1) != 0;
    tk_json_open(json, '{');
    tk_json_put_int(json, "row", place->row);
    tk_json_put_int(json, "column", place->column);
    tk_json_put_bool(json, "there", there);
    if (there) {
        tk_json_put_bool(json, "face_up", shown);
        tk_json_put_bool(json, "guild", duel_cards[card].age == DUEL_GUILD);
        tk_json_put_bool(json, "open", open);
        put_slots(json, "covered_by", place->covered_by & s->left);
    }
    if (shown) {
        tk_json_key(json, "card");
        duel_card_facts(card, json);
    }
    if (open) {
        uint32_t uncovers = duel_uncovers(s->age, s->left, slot);
        put_slots(json, "uncovers", uncovers);
        put_slots(json, "turns_up", uncovers & ~duel_face_up(s->age));
    }
    if (open && s->phase != DUEL_PHASE_OVER)
        view_prices(s, slot, json);
    tk_json_close(json, '}');
}

static void view_layout(const struct duel_state *s, struct tk_json *json)
{
    tk_json_put_int(json, "cards_left", __builtin_popcount(s->left));
    tk_json_key(json, "layout");
    tk_json_open(json, '[');
    for (int slot = 0; s->age > 0 && slot < DUEL_SLOTS; slot++)
        view_slot(s, slot, json);
    tk_json_close(json, ']');
}

/* --- track, tokens, discard pile, draft --- */

static void view_track(const struct duel_state *s, struct tk_json *json)
{
    tk_json_put_int(json, "pawn", s->pawn);
    tk_json_key(json, "track");
    tk_json_open(json, '[');
    for (int at = -DUEL_CAPITAL; at <= DUEL_CAPITAL; at++) {
        const struct duel_space *space = &duel_track[at + DUEL_CAPITAL];
        tk_json_open(json, '{');
        tk_json_put_int(json, "position", at);
        tk_json_put_int(json, "zone", space->zone);
        tk_json_put_int(json, "points", space->points[0] + space->points[1]);
        put_seat(json, "side", at == 0 ? -1 : (at > 0) ^ s->first);
        tk_json_put_bool(json, "capital", space->capital != 0);
        if (space->loot != 0) {
            tk_json_put_int(json, "loot", space->loot);
            tk_json_put_bool(json, "looted", (s->looted >> space->zone & 1) != 0);
        }
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

static int token_owner(const struct duel_state *s, int token)
{
    for (int seat = 0; seat < DUEL_SEATS; seat++)
        if ((s->seat[seat].tokens >> token & 1) != 0)
            return seat;
    return -1;
}

static void view_tokens(const struct duel_state *s, const char *key, const uint8_t *tokens,
                        int count, struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++) {
        tk_json_open(json, '{');
        duel_token_facts(tokens[i], json);
        put_seat(json, "owner", token_owner(s, tokens[i]));
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* 7D-16.4: which five are in the box is known, their order is not; the draw is, once it is made. */
static void view_progress(const struct duel_state *s, struct tk_json *json)
{
    uint8_t box[DUEL_TOKENS];
    uint32_t in_box = 0;
    int count = 0;
    for (int i = DUEL_ON_BOARD; i < DUEL_TOKENS; i++)
        in_box |= 1U << s->progress[i];
    for (; in_box != 0; in_box &= in_box - 1)
        box[count++] = (uint8_t)__builtin_ctz(in_box);
    view_tokens(s, "progress", s->progress, DUEL_ON_BOARD, json);
    view_tokens(s, "box", box, count, json);
    view_tokens(s, "drawn", s->progress + DUEL_ON_BOARD, duel_library_drawn(s) ? DUEL_DRAWN : 0,
                json);
}

static void view_set(const char *key, struct duel_set set, struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int card; (card = duel_set_pop(&set)) != 0;)
        duel_card_facts(card, json);
    tk_json_close(json, ']');
}

/* 7D-4.1, 7D-4.3: what is left of the group on offer. */
static void view_draft(const struct duel_state *s, struct tk_json *json)
{
    if (s->phase != DUEL_PHASE_DRAFT)
        return;
    int picked = duel_drafted(s), group = picked / DUEL_GROUP;
    tk_json_put_int(json, "group", group + 1);
    tk_json_put_int(json, "picked", picked % DUEL_GROUP);
    tk_json_key(json, "order");
    tk_json_open(json, '[');
    for (int i = 0; i < DUEL_GROUP; i++)
        tk_json_int(json, duel_drafter(s, group * DUEL_GROUP + i));
    tk_json_close(json, ']');
    tk_json_key(json, "offer");
    tk_json_open(json, '[');
    for (int i = 0; i < DUEL_GROUP; i++) {
        int wonder = s->wonder[group * DUEL_GROUP + i];
        if (wonder == 0)
            continue;
        tk_json_open(json, '{');
        duel_wonder_facts(wonder, json);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* --- a city --- */

/* Price and effects need a card to be put under the wonder; any accessible one does. */
static void view_raising(const struct duel_state *s, int seat, int wonder, struct tk_json *json)
{
    struct duel_bill bill;
    duel_wonder_bill(s, seat, wonder, &bill);
    tk_json_key(json, "price");
    tk_json_open(json, '{');
    view_bill(&bill, s->seat[seat].coins, json);
    if (s->open != 0) {
        int slot = __builtin_ctz(s->open), card = s->layout[s->age - 1][slot];
        tk_action action = DUEL_RAISE | duel_action_card(card, slot) | duel_action_wonder(wonder);
        view_outcome(s, seat, action, bill.price.coins, json);
    }
    view_missing(&bill, s->seat[seat].coins, json);
    tk_json_close(json, '}');
}

static void view_wonder(const struct duel_state *s, int seat, int place, struct tk_json *json)
{
    const struct duel_seat *p = &s->seat[seat];
    bool raised = duel_is_raised(p, place), open = duel_may_raise(s, seat, place);
    tk_json_open(json, '{');
    duel_wonder_facts(p->wonder[place], json);
    tk_json_put_text(json, "state", raised ? "raised" : open ? "open" : "gone");
    if (raised) {
        tk_json_key(json, "tucked");
        duel_card_facts(p->tucked[place], json);
    }
    if (open && s->age > 0 && s->phase != DUEL_PHASE_OVER)
        view_raising(s, seat, p->wonder[place], json);
    tk_json_close(json, '}');
}

/* 7D-7.3: what the city makes of each resource, and what one more costs its owner. */
static void view_resources(const struct duel_state *s, int seat, struct tk_json *json)
{
    tk_json_key(json, "resources");
    tk_json_open(json, '{');
    for (int r = 0; r < DUEL_RESOURCES; r++) {
        tk_json_key(json, duel_resource_names[r]);
        tk_json_open(json, '{');
        tk_json_put_int(json, "made", duel_lane(s->seat[seat].economy, r));
        tk_json_put_int(json, "price", duel_unit_price(s, seat, r));
        tk_json_close(json, '}');
    }
    tk_json_close(json, '}');
    tk_json_put_int(json, "choice_brown", duel_lane(s->seat[seat].economy, DUEL_CHOICE_BROWN));
    tk_json_put_int(json, "choice_grey", duel_lane(s->seat[seat].economy, DUEL_CHOICE_GREY));
}

/* How many of each symbol, two being a pair; Law counts once. */
static void view_symbols(const struct duel_seat *seat, struct tk_json *json)
{
    int count[DUEL_SYMBOLS] = {0};
    struct duel_set green = duel_set_both(&seat->city, &duel_colours[DUEL_GREEN]);
    for (int card; (card = duel_set_pop(&green)) != 0;)
        count[duel_cards[card].symbol]++;
    count[DUEL_LAW] = (seat->symbols >> DUEL_LAW & 1) != 0;
    tk_json_key(json, "symbols");
    tk_json_open(json, '{');
    for (int symbol = DUEL_GLOBE; symbol < DUEL_SYMBOLS; symbol++)
        tk_json_put_int(json, duel_symbol_names[symbol], count[symbol]);
    tk_json_close(json, '}');
    tk_json_put_int(json, "different_symbols", __builtin_popcount(seat->symbols));
}

static void view_city(const struct duel_seat *seat, struct tk_json *json)
{
    tk_json_key(json, "city");
    tk_json_open(json, '{');
    for (int colour = DUEL_BROWN; colour < DUEL_COLOURS; colour++)
        view_set(duel_item_names[colour], duel_set_both(&seat->city, &duel_colours[colour]), json);
    tk_json_close(json, '}');
}

static void view_owned_tokens(const struct duel_seat *seat, struct tk_json *json)
{
    tk_json_key(json, "tokens");
    tk_json_open(json, '[');
    for (unsigned tokens = seat->tokens; tokens != 0; tokens &= tokens - 1) {
        tk_json_open(json, '{');
        duel_token_facts(__builtin_ctz(tokens), json);
        tk_json_close(json, '}');
    }
    tk_json_close(json, ']');
}

/* 7D-15.2: what the sheet would say now, so that everybody sees where the points come from. */
static void view_score(const struct duel_state *s, int seat, struct tk_json *json)
{
    static const char *const names[DUEL_LINES] = {
        [DUEL_LINE_MILITARY] = "military", [DUEL_LINE_BLUE] = "blue",
        [DUEL_LINE_GREEN] = "green",       [DUEL_LINE_YELLOW] = "yellow",
        [DUEL_LINE_GUILDS] = "guilds",     [DUEL_LINE_WONDERS] = "wonders",
        [DUEL_LINE_PROGRESS] = "progress", [DUEL_LINE_COINS] = "coins",
    };
    tk_json_key(json, "score");
    tk_json_open(json, '{');
    for (int line = 0; line < DUEL_LINES; line++)
        tk_json_put_int(json, names[line], duel_line_points(s, seat, (enum duel_line)line));
    tk_json_close(json, '}');
}

static void view_seat(const struct duel_state *s, int seat, struct tk_json *json)
{
    const struct duel_seat *p = &s->seat[seat];
    tk_json_open(json, '{');
    tk_json_put_int(json, "coins", p->coins);
    tk_json_put_int(json, "discard_income", duel_discard_income(p));
    view_score(s, seat, json);
    view_resources(s, seat, json);
    view_symbols(p, json);
    view_owned_tokens(p, json);
    tk_json_key(json, "wonders");
    tk_json_open(json, '[');
    for (int place = 0; place < DUEL_HELD; place++)
        if (p->wonder[place] != 0)
            view_wonder(s, seat, place, json);
    tk_json_close(json, ']');
    view_city(p, json);
    tk_json_close(json, '}');
}

void duel_view(const void *state, int seat, struct tk_json *json)
{
    const struct duel_state *s = state;
    (void)seat;
    tk_json_put_text(json, "phase", duel_phase_names[s->phase]);
    tk_json_put_int(json, "age", s->age);
    tk_json_put_int(json, "first", s->first);
    tk_json_put_int(json, "active", s->active);
    tk_json_put_bool(json, "again", s->again != 0);
    view_draft(s, json);
    view_layout(s, json);
    view_track(s, json);
    view_progress(s, json);
    view_set("discard", s->discard, json); /* 7D-9.2 */
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int p = 0; p < DUEL_SEATS; p++)
        view_seat(s, p, json);
    tk_json_close(json, ']');
    tk_json_put_int(json, "wonders_each", DUEL_HELD);
    tk_json_put_int(json, "symbols_to_win", DUEL_SUPREMACY); /* 7D-12.2 */
}
