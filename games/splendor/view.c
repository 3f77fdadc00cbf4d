/* SPDX-License-Identifier: MIT */
/* What is shown of a state, as rows: all of it reads the copy that holds nothing hidden (SP-11). */
#include "splendor_internal.h"

#define STATE(key, kind, member)      TK_MEMBER(key, kind, struct splendor_state, member)
#define STATE_LIST(key, kind, member) TK_ARRAY(key, kind, struct splendor_state, member)
#define SEAT(key, kind, member)       TK_MEMBER(key, kind, struct splendor_seat, member)

/* What is printed on a card is sent along, so that a client needs no table of its own. */
static const struct tk_field card_fields[] = {
    {TK_MEMBER("id", tk_print, struct splendor_card, id)},
    {TK_MEMBER("level", splendor_level_kind, struct splendor_card, level), .low = 1,
     .high = SPLENDOR_LEVELS},
    {TK_MEMBER("bonus", splendor_colour_kind, struct splendor_card, bonus)},
    {TK_MEMBER("points", tk_number, struct splendor_card, points)},
    {TK_MEMBER("cost", splendor_gems_kind, struct splendor_card, cost)},
};
static const struct tk_rows card_rows = TK_ROWS("Card", card_fields);
const struct tk_kind splendor_card_face = TK_FACE(splendor_cards, card_rows);
static const struct tk_kind market_row = {
    .form = TK_FORM_ROW, .of = &splendor_card_face, .count = SPLENDOR_SLOTS};

static const struct tk_field noble_face_fields[] = {
    {TK_MEMBER("id", tk_print, struct splendor_noble, id)},
    {TK_MEMBER("points", tk_number, struct splendor_noble, points)},
    {TK_MEMBER("need", splendor_gems_kind, struct splendor_noble, need)},
};
static const struct tk_rows noble_face_rows = TK_ROWS(NULL, noble_face_fields);
const struct tk_kind splendor_noble_face = TK_FACE(splendor_nobles, noble_face_rows);

/* SP-11.5: the nobles put aside are all that are not here. */
struct shown_noble {
    uint8_t noble, owner;
};

static bool fill_noble(const struct tk_at *at, int item, void *record)
{
    const struct splendor_state *s = at->thing;
    if (item > at->players)
        return false;
    *(struct shown_noble *)record = (struct shown_noble){s->noble[item], s->noble_owner[item]};
    return true;
}

static const struct tk_field noble_fields[] = {
    {TK_MEMBER(NULL, splendor_noble_face, struct shown_noble, noble)},
    {TK_MEMBER("owner", tk_owner, struct shown_noble, owner), .flags = TK_NULLABLE},
};
static const struct tk_rows noble_rows = TK_ROWS("Noble", noble_fields);

struct shown_reserved {
    uint8_t card, blind, known;
};

static bool fill_reserved(const struct tk_at *at, int item, void *record)
{
    const struct splendor_seat *s = at->thing;
    if (item >= s->reserved_count)
        return false;
    *(struct shown_reserved *)record = (struct shown_reserved){
        .card = s->reserved[item],
        .blind = s->blind >> item & 1,
        .known = splendor_is_known(s, item, at->viewer == at->index),
    };
    return true;
}

static int64_t level_of(const struct tk_at *at)
{
    return splendor_cards[((const struct shown_reserved *)at->thing)->card].level;
}

static const struct tk_field reserved_fields[] = {
    {TK_NUMBER("level", splendor_level_kind, level_of), .low = 1, .high = SPLENDOR_LEVELS},
    {TK_MEMBER("blind", tk_truth, struct shown_reserved, blind)},
    {TK_MEMBER("card", splendor_card_face, struct shown_reserved, card),
     TK_IF(struct shown_reserved, known)},
};
static const struct tk_rows reserved_rows = TK_ROWS("Reserved", reserved_fields);

/* SP-9.2: the bonuses that each noble still asks of this seat, in the order of the nobles. */
static int to_nobles(const struct tk_at *at, int64_t *out)
{
    const struct splendor_state *s = at->state;
    const struct splendor_seat *mine = at->thing;
    for (int i = 0; i <= at->players; i++)
        out[i] =
            splendor_gems_sum(splendor_missing(splendor_nobles[s->noble[i]].need, mine->bonus));
    return at->players + 1;
}

/* SP-7.2, SP-7.3: what a card would take out of the purse, the colours that do not reach and how many
 * tokens are still missing; and what the seat would have with it. */
struct shown_price {
    int64_t pay;
    uint8_t next; /* place to look at: the market, then the hand */
    uint8_t card, lack, missing, points, bonus;
};

static void price_card(const struct splendor_seat *mine, struct shown_price *out)
{
    const struct splendor_card *face = &splendor_cards[out->card];
    struct splendor_price price = splendor_price(mine, out->card, 0);
    splendor_gems lacking = splendor_missing(face->cost, mine->bonus) - price.tokens;
    int gold = price.gold < mine->gold ? price.gold : mine->gold;
    out->pay = price.tokens | (int64_t)gold << SPLENDOR_GOLD_LANE;
    out->lack = 0;
    for (int of = 0; of < SPLENDOR_COLOURS; of++)
        out->lack |= (uint8_t)((splendor_count(lacking, of) > 0) << of);
    out->missing = (uint8_t)(price.gold - gold);
    out->points = (uint8_t)(mine->points + face->points);
    out->bonus = (uint8_t)(splendor_count(mine->bonus, face->bonus) + 1);
}

/* Everything that this seat could ever buy now: the market and its own hand. */
static bool fill_price(const struct tk_at *at, int item, void *record)
{
    enum { MARKET = SPLENDOR_LEVELS * SPLENDOR_SLOTS };
    const struct splendor_state *s = at->state;
    const struct splendor_seat *mine = at->thing;
    struct shown_price *out = record;
    (void)item;
    for (out->card = 0; out->card == 0; out->next++) {
        if (out->next == MARKET + mine->reserved_count)
            return false;
        out->card =
            out->next < MARKET ? (&s->market[0][0])[out->next] : mine->reserved[out->next - MARKET];
    }
    price_card(mine, out);
    return true;
}

static void price_key(const struct tk_at *at, int item, struct tk_writer *out)
{
    (void)item;
    tk_write_text(out, splendor_cards[((const struct shown_price *)at->thing)->card].id);
}

static bool is_own(const struct tk_at *at)
{
    return at->viewer == at->index;
}

static const struct tk_field price_fields[] = {
    {TK_MEMBER("pay", splendor_purse_kind, struct shown_price, pay)},
    {TK_BITS("lack", splendor_colour_kind, struct shown_price, lack)},
    {TK_MEMBER("missing", tk_number, struct shown_price, missing)},
    {TK_MEMBER("points", tk_number, struct shown_price, points)},
    {TK_MEMBER("bonus", tk_number, struct shown_price, bonus)},
};
static const struct tk_rows price_rows = TK_ROWS("Price", price_fields);

static const struct tk_field player_fields[] = {
    {TK_NUMBER("tokens", splendor_purse_kind, splendor_tokens_of)},
    {SEAT("bonus", splendor_gems_kind, bonus)},
    {SEAT("points", tk_number, points)},
    {TK_BITS("cards", splendor_card_face, struct splendor_seat, cards)},
    {TK_RECORDS("reserved", reserved_rows, struct shown_reserved, fill_reserved)},
    {TK_LIST("to_nobles", tk_number, to_nobles)},
    {TK_RECORDS("prices", price_rows, struct shown_price, fill_price), .key = price_key,
     .when = is_own},
};
static const struct tk_rows player_rows = TK_ROWS("Player", player_fields);
static const struct tk_kind player = TK_THING(player_rows);

static int64_t round_of(const struct tk_at *at)
{
    return splendor_round(at->thing);
}

static int64_t has_gold(const struct tk_at *at)
{
    return ((const struct splendor_state *)at->thing)->bank_gold > 0;
}

/* The market is open as soon as a card is turned up (SP-8.3); of the decks the numbers are known. */
static const struct tk_field view_fields[] = {
    {STATE("phase", splendor_phase_kind, phase)},
    {STATE("start", tk_number, start)},
    {STATE("last_round", tk_truth, closing)},
    {STATE("idle", tk_number, idle)},
    {TK_NUMBER("bank", splendor_purse_kind, splendor_bank_of)},
    {STATE_LIST("market", market_row, market), .flags = TK_NULLABLE},
    {STATE_LIST("decks", tk_number, deck_left)},
    {TK_RECORDS("nobles", noble_rows, struct shown_noble, fill_noble)},
    {STATE_LIST("seats", player, seat), .flags = TK_COUNT_PLAYERS},
    /* What a client would otherwise have to know of the rules. */
    {TK_NUMBER("round", tk_number, round_of)},
    {STATE("target", tk_number, target)},
    {TK_CONSTANT("token_limit", SPLENDOR_LIMIT)},      /* SP-5.1 */
    {TK_CONSTANT("reserve_limit", SPLENDOR_RESERVED)}, /* SP-6.2 */
    {TK_NUMBER("reserve_gold", tk_truth, has_gold)},   /* SP-6.3 */
};
const struct tk_rows splendor_view = TK_ROWS("Board", view_fields);
