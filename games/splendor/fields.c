/* SPDX-License-Identifier: MIT */
/*
 * The state, described once: what there is, who may see it, and how it is written. Everything is open
 * to everybody, spectators too (SP-11.1, SP-11.7), and no more after the end (SP-11.8), but for two
 * things: the order of the decks (SP-11.6) and the cards reserved blind (SP-11.3). Neither seeds nor
 * hashes are here, nor the legal list, which belongs to the seat that acts (SP-11.10); bots get no more
 * than their seat (SP-11.9).
 */
#include "splendor_internal.h"

/* clang-format off */
#define STATE(key, kind, member) TK_MEMBER(key, kind, struct splendor_state, member)
#define LIST(key, kind, member)  TK_ARRAY(key, kind, struct splendor_state, member)
#define SEAT(key, kind, member)  TK_MEMBER(key, kind, struct splendor_seat, member)
#define CARD(key, kind, member)  TK_MEMBER(key, kind, struct splendor_card, member)
#define NOBLE(key, kind, member) TK_MEMBER(key, kind, struct splendor_noble, member)
#define PRICE(key, kind, member) TK_MEMBER(key, kind, struct splendor_preview, member)
#define SEEN(member)             TK_SEEN(struct splendor_state, member)
#define SEEN_SEAT(member)        TK_SEEN(struct splendor_seat, member)
#define OPEN                     .see = TK_OPEN
#define PER_NOBLE                .more = 1, .flags = TK_COUNT_PLAYERS

/* --- kinds --- */

static const char *const phase_names[] = {"act", "return", "noble", "over"};
static const char *const ending_names[] = {"playing", "prestige", "stalemate", "no_progress"};
static const char *const token_names[] = {"w", "u", "g", "r", "k", "o"};

static const struct tk_kind phase = {TK_NAMES_OF("Phase", phase_names, 0, 4), .word = "phase"};
static const struct tk_kind ending = {TK_NAMES_OF(NULL, ending_names, 0, 4), .word = "ending"};
static const struct tk_kind colour = TK_NAMES("Colour", token_names, 0, SPLENDOR_COLOURS);
static const struct tk_kind level = {.form = TK_FORM_INT, .plus = 1};
static const struct tk_kind places = {.form = TK_FORM_INT, .bits = SPLENDOR_RESERVED};

/* A number for each colour, and with gold as the sixth; tokens are dumped as letters, "wwko". */
enum { MOST_TOKENS = 13 }; /* of a colour: more than any table has */
static const struct tk_kind gems = TK_LANES("Gems", token_names, SPLENDOR_COLOURS, SPLENDOR_LANE);
static const struct tk_kind purse = TK_LANES("Purse", token_names, SPLENDOR_TOKENS, SPLENDOR_LANE);

/* What is printed is sent along, so that a client needs no table of its own. */
static const struct tk_kind card_face = TK_FACE("Card", splendor_cards,
    {CARD("id", tk_print, id)},
    {CARD("level", level, level), .low = 1, .high = SPLENDOR_LEVELS},
    {CARD("bonus", colour, bonus)},
    {CARD("points", tk_number, points)},
    {CARD("cost", gems, cost)});
static const struct tk_kind noble_face = TK_FACE(NULL, splendor_nobles,
    {NOBLE("id", tk_print, id)},
    {NOBLE("points", tk_number, points)},
    {NOBLE("need", gems, need)});

static const struct tk_kind card = {TK_IDS_OF(splendor_cards, id, SPLENDOR_PROBLEM_CARD),
    .word = "card", .once = true, .face = &card_face};
static const struct tk_kind noble = {TK_IDS_OF(splendor_nobles, id, SPLENDOR_PROBLEM_NOBLE),
    .word = "noble", .once = true, .face = &noble_face};
static const struct tk_kind letters = {.form = TK_FORM_TEXT, .problem = SPLENDOR_PROBLEM_LETTERS,
    .word = "gem", .letters = splendor_letters, .bits = SPLENDOR_LANE, .count = MOST_TOKENS};
static const struct tk_kind market_row = {
    .form = TK_FORM_ROW, .of = &card_face, .count = SPLENDOR_SLOTS};
/* clang-format on */

TK_AT(state_of, const struct splendor_state, state)
TK_AT(seat_of, const struct splendor_seat, thing)
TK_AT(into_state, struct splendor_state, into)
TK_AT(into_seat, struct splendor_seat, into)

/* --- tokens --- */

/* Colours and gold are kept apart. */
static int64_t purse_of(splendor_gems tokens, int gold)
{
    return tokens | (int64_t)gold << SPLENDOR_GOLD_LANE;
}

static void put_purse(int64_t value, splendor_gems *tokens, uint8_t *gold)
{
    *tokens = (splendor_gems)(value & ((INT64_C(1) << SPLENDOR_GOLD_LANE) - 1));
    *gold = (uint8_t)(value >> SPLENDOR_GOLD_LANE);
}

TK_FACT(bank_of, purse_of(state_of(at)->bank, state_of(at)->bank_gold))
TK_FACT(tokens_of, purse_of(seat_of(at)->tokens, seat_of(at)->gold))

TK_PUT(put_bank, put_purse(value, &into_state(at)->bank, &into_state(at)->bank_gold))
TK_PUT(put_tokens, put_purse(value, &into_seat(at)->tokens, &into_seat(at)->gold))

/* --- the state and the deal --- */

static bool is_seen(const struct splendor_seat *seat, int place, bool own)
{
    return own || (seat->blind >> place & 1) == 0;
}

/* SP-11.2, SP-11.3: a card reserved from the market is known to all, a blind one to its owner; the
 * others see its back, that of any card of the level. */
static int64_t reserved_known(const struct tk_at *at, int item, int64_t value)
{
    static const uint8_t backs[SPLENDOR_LEVELS] = {1, 41, 71};
    bool known = is_seen(at->thing, item, at->viewer == at->index);
    return known ? value : backs[splendor_cards[value].level];
}

/* clang-format off */
static const struct tk_kind seat = TK_THING(NULL,
    {TK_NUMBER("tokens", letters, tokens_of), .put = put_tokens},
    {TK_BITS("cards", card, struct splendor_seat, cards), OPEN},
    {TK_ARRAY("reserved", card, struct splendor_seat, reserved),
     TK_COUNTED_BY(struct splendor_seat, reserved_count), .see = TK_KNOWN, .known = reserved_known},
    {SEAT("blind", places, blind), .high = 7, OPEN},
    /* SP-5.6: tokens are open. */
    {SEEN_SEAT(tokens)}, {SEEN_SEAT(gold)}, {SEEN_SEAT(bonus)}, {SEEN_SEAT(points)},
    {SEEN_SEAT(bought)}, {SEEN_SEAT(reserved_count)});

/* The cards of a level stand together; of a deck the top card comes first. */
#define LEVEL1 .low = 1, .high = 40
#define LEVEL2 .low = 41, .high = 70
#define LEVEL3 .low = 71, .high = SPLENDOR_CARDS
#define DECK(key, of, from, cards) .name = (key), .kind = &card, .source = TK_FROM_ARRAY, .size = 1, \
    .count = (cards), .offset = offsetof(struct splendor_state, deck[from]), \
    .flags = TK_REVERSED, TK_COUNTED_BY(struct splendor_state, deck_left[of])
#define NOBLES LIST("nobles", noble, noble), .more = 1, .flags = TK_COUNT_PLAYERS | TK_EXACT

static const struct tk_rows state_rows = TK_ROWS(NULL,
    {STATE("turn", tk_number, turn), .low = 1, .high = UINT32_MAX, OPEN},
    {STATE("start", tk_number, start), TK_A_SEAT, OPEN},
    {STATE("active", tk_number, active), TK_A_SEAT, OPEN},
    {STATE("phase", phase, phase), OPEN},
    {STATE("closing", tk_truth, closing), OPEN},
    {STATE("passes", tk_number, passes), .flags = TK_HIGH_PLAYERS, OPEN},
    {STATE("idle", tk_number, idle), OPEN},
    {STATE("ending", ending, ending), OPEN},
    {TK_NUMBER("bank", letters, bank_of), .put = put_bank},
    {LIST("market1", card, market[0]), LEVEL1, .flags = TK_NULLABLE, OPEN},
    {LIST("market2", card, market[1]), LEVEL2, .flags = TK_NULLABLE, OPEN},
    {LIST("market3", card, market[2]), LEVEL3, .flags = TK_NULLABLE, OPEN},
    {NOBLES, OPEN},
    {LIST("noble_owners", tk_owner, noble_owner), .more = 1, .high = -1,
     .flags = TK_COUNT_PLAYERS | TK_NULLABLE | TK_HIGH_PLAYERS, OPEN},
    {LIST("seats", seat, seat), .flags = TK_COUNT_PLAYERS | TK_EXACT},
    {TK_GROUP("hidden", NULL,
        {DECK("deck1", 0, 0, 36), LEVEL1, .see = TK_HIDDEN},
        {DECK("deck2", 1, 36, 26), LEVEL2, .see = TK_HIDDEN},
        {DECK("deck3", 2, 62, 16), LEVEL3, .see = TK_HIDDEN})},
    {SEEN(bank)}, {SEEN(bank_gold)}, {SEEN(deck_left)}, {SEEN(players)}, {SEEN(target)});

/* SP-2.7: all cards of a level in drawing order: four to the row, the rest to the deck. */
static const struct tk_rows deal_rows = TK_ROWS(NULL,
    {TK_PARTS("deck1", card, {LIST("", card, market[0])}, {DECK("", 0, 0, 36)})},
    {TK_PARTS("deck2", card, {LIST("", card, market[1])}, {DECK("", 1, 36, 26)})},
    {TK_PARTS("deck3", card, {LIST("", card, market[2])}, {DECK("", 2, 62, 16)})},
    {NOBLES},
    {STATE("start", tk_number, start), TK_A_SEAT});
/* clang-format on */

/* --- what is shown: all of it reads the copy that holds nothing hidden (SP-11) --- */

TK_FACT(round_of, splendor_round(at->state))
TK_FACT(has_gold, state_of(at)->bank_gold > 0)

/* Of a card in a hand: at->index is its place, at->up is about the seat. */
TK_FACT(reserved_level, splendor_cards[seat_of(at)->reserved[at->index]].level)
TK_FACT(is_blind, seat_of(at)->blind >> at->index & 1)
TK_FACT(is_known, is_seen(at->thing, at->index, at->viewer == at->up->index))

/* SP-9.2: the bonuses that each noble still asks of this seat, in the order of the nobles. */
TK_FACT(to_noble,
        splendor_gems_sum(splendor_missing(splendor_nobles[state_of(at)->noble[at->index]].need,
                                           seat_of(at)->bonus)))

/* All that a seat could ever buy now; then at->index is a card. */
static int list_offered(const struct tk_at *at, int64_t *out)
{
    return splendor_offered(at->state, at->thing, out);
}

TK_FILL(fill_price, splendor_preview(at->thing, at->index, record))

static void price_key(const struct tk_at *at, int item, struct tk_writer *out)
{
    (void)item;
    tk_write_text(out, splendor_cards[at->index].id);
}

/* clang-format off */
static const struct tk_kind player = TK_THING("Player",
    {TK_NUMBER("tokens", purse, tokens_of)},
    {SEAT("bonus", gems, bonus)},
    {SEAT("points", tk_number, points)},
    {TK_BITS("cards", card_face, struct splendor_seat, cards)},
    {TK_EACH("reserved", "Reserved",
        {TK_NUMBER("level", level, reserved_level), .low = 1, .high = SPLENDOR_LEVELS},
        {TK_NUMBER("blind", tk_truth, is_blind)},
        {TK_ENTRY("card", card_face, struct splendor_seat, reserved), .when = is_known}),
     TK_COUNTED_BY(struct splendor_seat, reserved_count)},
    {TK_FACTS("to_nobles", tk_number, to_noble), PER_NOBLE},
    {TK_EACH("prices", "Price",
        {TK_RECORD(NULL, struct splendor_preview, fill_price, TK_OBJECT(NULL,
            {PRICE("pay", purse, pay)},
            {TK_BITS("lack", colour, struct splendor_preview, lack)},
            {PRICE("missing", tk_number, missing)},
            {PRICE("points", tk_number, points)},
            {PRICE("bonus", tk_number, bonus)}))}),
     .list = list_offered, .key = price_key, .when = tk_is_own});

/* The market is open as soon as a card is turned up (SP-8.3); of the decks the numbers are known. */
static const struct tk_rows view_rows = TK_ROWS("Board",
    {STATE("phase", phase, phase)},
    {STATE("start", tk_number, start)},
    {STATE("last_round", tk_truth, closing)},
    {STATE("idle", tk_number, idle)},
    {TK_NUMBER("bank", purse, bank_of)},
    {LIST("market", market_row, market), .flags = TK_NULLABLE},
    {LIST("decks", tk_number, deck_left)},
    {TK_EACH("nobles", "Noble", /* SP-11.5: those put aside are all that are not here */
        {TK_ENTRY(NULL, noble_face, struct splendor_state, noble)},
        {TK_ENTRY("owner", tk_owner, struct splendor_state, noble_owner), .flags = TK_NULLABLE}),
     PER_NOBLE},
    {LIST("seats", player, seat), .flags = TK_COUNT_PLAYERS},
    /* What a client would otherwise have to know of the rules. */
    {TK_NUMBER("round", tk_number, round_of)},
    {STATE("target", tk_number, target)},
    {TK_CONSTANT("token_limit", SPLENDOR_LIMIT)},      /* SP-5.1 */
    {TK_CONSTANT("reserve_limit", SPLENDOR_RESERVED)}, /* SP-6.2 */
    {TK_NUMBER("reserve_gold", tk_truth, has_gold)});  /* SP-6.3 */
/* clang-format on */

const struct tk_fields splendor_fields = {
    .state = &state_rows,
    .view = &view_rows,
    .deal = &deal_rows,
    .begin = splendor_state_init,
    .loaded = splendor_loaded,
    .dealt = splendor_dealt,
};
