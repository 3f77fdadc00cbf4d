/*
 * The table, described once: what there is, who may see it, and how it is written. Everything is open
 * to everybody, spectators too (SP-11.1, SP-11.7), and no more after the end (SP-11.8), but for two
 * things: the order of the decks (SP-11.6) and the cards reserved blind (SP-11.3). Neither seeds nor
 * hashes are here, nor the legal list, which belongs to the seat that acts (SP-11.10); bots get no more
 * than their seat (SP-11.9).
 */
#include "splendor_internal.h"

#define STATE(key, kind, member)      TK_MEMBER(key, kind, struct splendor_state, member)
#define STATE_LIST(key, kind, member) TK_ARRAY(key, kind, struct splendor_state, member)
#define SEAT(key, kind, member)       TK_MEMBER(key, kind, struct splendor_seat, member)

/* --- kinds --- */

static const char *const phase_names[] = {"act", "return", "noble", "over"};
static const char *const ending_names[] = {"playing", "prestige", "stalemate", "no_progress"};
static const char *const token_names[] = {"w", "u", "g", "r", "k", "o"};

static const struct tk_kind phase = {
    .form = TK_FORM_NAME, .type = "Phase", .names = phase_names, .count = TK_COUNT(phase_names)};
static const struct tk_kind ending = {
    .form = TK_FORM_NAME, .names = ending_names, .count = TK_COUNT(ending_names)};
static const struct tk_kind colour = {
    .form = TK_FORM_NAME, .type = "Colour", .names = token_names, .count = SPLENDOR_COLOURS};
static const struct tk_kind level = {.form = TK_FORM_INT, .plus = 1};
static const struct tk_kind card = {.form = TK_FORM_NAME,
                                    .names = &splendor_cards[0].id,
                                    .stride = sizeof(struct splendor_card),
                                    .first = 1,
                                    .count = SPLENDOR_CARDS + 1,
                                    .problem = "the card is unknown"};
static const struct tk_kind noble = {.form = TK_FORM_NAME,
                                     .names = &splendor_nobles[0].id,
                                     .stride = sizeof(struct splendor_noble),
                                     .first = 1,
                                     .count = SPLENDOR_NOBLES + 1,
                                     .problem = "the noble is unknown"};

/* A number for each colour, and with gold as the sixth (a purse). */
enum { LANE = 6, GOLD_LANE = LANE * SPLENDOR_GOLD };
static const struct tk_kind gems = {.form = TK_FORM_LANES,
                                    .type = "Gems",
                                    .names = token_names,
                                    .count = SPLENDOR_COLOURS,
                                    .bits = LANE};
static const struct tk_kind purse = {.form = TK_FORM_LANES,
                                     .type = "Purse",
                                     .names = token_names,
                                     .count = SPLENDOR_TOKENS,
                                     .bits = LANE};

static void write_tokens(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    (void)at;
    for (int token = 0; token < SPLENDOR_TOKENS; token++)
        for (int64_t left = value >> (LANE * token) & 63; left > 0; left--)
            tk_write_char(out, splendor_letters[token]);
}

static bool read_tokens(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    size_t i = 0;
    (void)at;
    *out_value = 0;
    for (int token = 0; token < SPLENDOR_TOKENS; token++) {
        int64_t count = 0;
        for (; i < text.length && text.data[i] == splendor_letters[token]; i++)
            count++;
        if (count > 13) /* more than any table has */
            return false;
        *out_value |= count << (LANE * token);
    }
    return i == text.length;
}

static const struct tk_kind letters = {
    .form = TK_FORM_TEXT,
    .write = write_tokens,
    .read = read_tokens,
    .problem = "tokens are letters in the order w u g r k o, as many as there are"};

static int64_t bank_of(const struct tk_at *at)
{
    const struct splendor_state *s = at->thing;
    return s->bank | (int64_t)s->bank_gold << GOLD_LANE;
}

static const char *put_bank(const struct tk_at *at, const int64_t *values, int count)
{
    struct splendor_state *s = at->into;
    (void)count;
    s->bank = (splendor_gems)(values[0] & ((INT64_C(1) << GOLD_LANE) - 1));
    s->bank_gold = (uint8_t)(values[0] >> GOLD_LANE);
    return NULL;
}

static int64_t tokens_of(const struct tk_at *at)
{
    const struct splendor_seat *seat = at->thing;
    return seat->tokens | (int64_t)seat->gold << GOLD_LANE;
}

static const char *put_tokens(const struct tk_at *at, const int64_t *values, int count)
{
    struct splendor_seat *seat = at->into;
    (void)count;
    seat->tokens = (splendor_gems)(values[0] & ((INT64_C(1) << GOLD_LANE) - 1));
    seat->gold = (uint8_t)(values[0] >> GOLD_LANE);
    return NULL;
}

/* --- the state --- */

static bool is_known(const struct splendor_seat *seat, int place, bool own)
{
    return own || (seat->blind >> place & 1) == 0;
}

/* SP-11.2, SP-11.3: a card reserved from the market is known to all, a blind one to its owner; the
 * others see its back, that of any card of the level. */
static int64_t reserved_known(const struct tk_at *at, int item, int64_t value)
{
    static const uint8_t backs[SPLENDOR_LEVELS] = {1, 41, 71};
    if (is_known(at->thing, item, at->viewer == at->index))
        return value;
    return backs[splendor_cards[value].level];
}

static const struct tk_field seat_fields[] = {
    {TK_NUMBER("tokens", letters, tokens_of), .put = put_tokens},
    {TK_BITS("cards", card, struct splendor_seat, cards), .see = TK_OPEN},
    {TK_ARRAY("reserved", card, struct splendor_seat, reserved), .flags = TK_COUNTED,
     TK_COUNTED_BY(struct splendor_seat, reserved_count), .see = TK_KNOWN, .known = reserved_known},
    {SEAT("blind", tk_number, blind), .high = 7, .see = TK_OPEN},
    /* SP-5.6: tokens are open. */
    {TK_SEEN(struct splendor_seat, tokens)},
    {TK_SEEN(struct splendor_seat, gold)},
    {TK_SEEN(struct splendor_seat, bonus)},
    {TK_SEEN(struct splendor_seat, points)},
    {TK_SEEN(struct splendor_seat, bought)},
    {TK_SEEN(struct splendor_seat, reserved_count)},
};
static const struct tk_rows seat_rows = TK_ROWS(NULL, seat_fields);
static const struct tk_kind seat = {.form = TK_FORM_THING, .rows = &seat_rows};

/* From the top card down. */
#define DECK(key, of, from, cards)                                                            \
    .name = (key), .kind = &card, .source = TK_FROM_ARRAY, .size = 1, .count = (cards),       \
    .offset = offsetof(struct splendor_state, deck[from]), .flags = TK_COUNTED | TK_REVERSED, \
    TK_COUNTED_BY(struct splendor_state, deck_left[of])

static const struct tk_field hidden_fields[] = {
    {DECK("deck1", 0, 0, 36), .see = TK_HIDDEN},
    {DECK("deck2", 1, 36, 26), .see = TK_HIDDEN},
    {DECK("deck3", 2, 62, 16), .see = TK_HIDDEN},
};
static const struct tk_rows hidden_rows = TK_ROWS(NULL, hidden_fields);

static const struct tk_field state_fields[] = {
    {STATE("turn", tk_number, turn), .low = 1, .high = UINT32_MAX, .see = TK_OPEN},
    {STATE("start", tk_number, start), .high = -1, .flags = TK_HIGH_PLAYERS, .see = TK_OPEN},
    {STATE("active", tk_number, active), .high = -1, .flags = TK_HIGH_PLAYERS, .see = TK_OPEN},
    {STATE("phase", phase, phase), .see = TK_OPEN},
    {STATE("closing", tk_truth, closing), .see = TK_OPEN},
    {STATE("passes", tk_number, passes), .flags = TK_HIGH_PLAYERS, .see = TK_OPEN},
    {STATE("idle", tk_number, idle), .see = TK_OPEN},
    {STATE("ending", ending, ending), .see = TK_OPEN},
    {TK_NUMBER("bank", letters, bank_of), .put = put_bank},
    {STATE_LIST("market1", card, market[0]), .flags = TK_NULLABLE, .see = TK_OPEN},
    {STATE_LIST("market2", card, market[1]), .flags = TK_NULLABLE, .see = TK_OPEN},
    {STATE_LIST("market3", card, market[2]), .flags = TK_NULLABLE, .see = TK_OPEN},
    {STATE_LIST("nobles", noble, noble), .more = 1, .flags = TK_COUNT_PLAYERS | TK_EXACT,
     .see = TK_OPEN},
    {STATE_LIST("noble_owners", tk_owner, noble_owner), .more = 1, .high = -1,
     .flags = TK_COUNT_PLAYERS | TK_NULLABLE | TK_HIGH_PLAYERS, .see = TK_OPEN},
    {STATE_LIST("seats", seat, seat), .flags = TK_COUNT_PLAYERS | TK_EXACT},
    {TK_GROUP("hidden", hidden_rows)},
    {TK_SEEN(struct splendor_state, bank)},
    {TK_SEEN(struct splendor_state, bank_gold)},
    {TK_SEEN(struct splendor_state, deck_left)},
    {TK_SEEN(struct splendor_state, players)},
    {TK_SEEN(struct splendor_state, target)},
};

/* --- what is shown --- */

/* What is printed on a card is sent along, so that a client needs no table of its own. */
static const struct tk_field card_fields[] = {
    {TK_MEMBER("id", tk_print, struct splendor_card, id)},
    {TK_MEMBER("level", level, struct splendor_card, level), .low = 1, .high = SPLENDOR_LEVELS},
    {TK_MEMBER("bonus", colour, struct splendor_card, bonus)},
    {TK_MEMBER("points", tk_number, struct splendor_card, points)},
    {TK_MEMBER("cost", gems, struct splendor_card, cost)},
};
static const struct tk_rows card_rows = TK_ROWS("Card", card_fields);
static const struct tk_kind card_face = {.form = TK_FORM_FACE,
                                         .rows = &card_rows,
                                         .table = splendor_cards,
                                         .stride = sizeof(struct splendor_card),
                                         .count = SPLENDOR_CARDS + 1};
static const struct tk_kind market_row = {
    .form = TK_FORM_ROW, .of = &card_face, .count = SPLENDOR_SLOTS};

static const struct tk_field noble_face_fields[] = {
    {TK_MEMBER("id", tk_print, struct splendor_noble, id)},
    {TK_MEMBER("points", tk_number, struct splendor_noble, points)},
    {TK_MEMBER("need", gems, struct splendor_noble, need)},
};
static const struct tk_rows noble_face_rows = TK_ROWS(NULL, noble_face_fields);
static const struct tk_kind noble_face = {.form = TK_FORM_FACE,
                                          .rows = &noble_face_rows,
                                          .table = splendor_nobles,
                                          .stride = sizeof(struct splendor_noble),
                                          .count = SPLENDOR_NOBLES + 1};

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
    {TK_MEMBER(NULL, noble_face, struct shown_noble, noble)},
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
        .known = is_known(s, item, at->viewer == at->index),
    };
    return true;
}

static int64_t level_of(const struct tk_at *at)
{
    return splendor_cards[((const struct shown_reserved *)at->thing)->card].level;
}

static const struct tk_field reserved_fields[] = {
    {TK_NUMBER("level", level, level_of), .low = 1, .high = SPLENDOR_LEVELS},
    {TK_MEMBER("blind", tk_truth, struct shown_reserved, blind)},
    {TK_MEMBER("card", card_face, struct shown_reserved, card),
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
    out->pay = price.tokens | (int64_t)gold << GOLD_LANE;
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
    {TK_MEMBER("pay", purse, struct shown_price, pay)},
    {TK_BITS("lack", colour, struct shown_price, lack)},
    {TK_MEMBER("missing", tk_number, struct shown_price, missing)},
    {TK_MEMBER("points", tk_number, struct shown_price, points)},
    {TK_MEMBER("bonus", tk_number, struct shown_price, bonus)},
};
static const struct tk_rows price_rows = TK_ROWS("Price", price_fields);

static const struct tk_field player_fields[] = {
    {TK_NUMBER("tokens", purse, tokens_of)},
    {SEAT("bonus", gems, bonus)},
    {SEAT("points", tk_number, points)},
    {TK_BITS("cards", card_face, struct splendor_seat, cards)},
    {TK_RECORDS("reserved", reserved_rows, struct shown_reserved, fill_reserved)},
    {TK_LIST("to_nobles", tk_number, to_nobles)},
    {TK_RECORDS("prices", price_rows, struct shown_price, fill_price), .key = price_key,
     .when = is_own},
};
static const struct tk_rows player_rows = TK_ROWS("Player", player_fields);
static const struct tk_kind player = {.form = TK_FORM_THING, .rows = &player_rows};

static int64_t round_of(const struct tk_at *at)
{
    const struct splendor_state *s = at->thing;
    return (int64_t)(s->turn - 1) / s->players + 1;
}

static int64_t has_gold(const struct tk_at *at)
{
    return ((const struct splendor_state *)at->thing)->bank_gold > 0;
}

/* The market is open as soon as a card is turned up (SP-8.3); of the decks the numbers are known. */
static const struct tk_field view_fields[] = {
    {STATE("phase", phase, phase)},
    {STATE("start", tk_number, start)},
    {STATE("last_round", tk_truth, closing)},
    {STATE("idle", tk_number, idle)},
    {TK_NUMBER("bank", purse, bank_of)},
    {STATE_LIST("market", market_row, market), .flags = TK_NULLABLE},
    {STATE_LIST("decks", tk_number, deck_left)},
    {TK_RECORDS("nobles", noble_rows, struct shown_noble, fill_noble)},
    {STATE_LIST("seats", player, seat), .flags = TK_COUNT_PLAYERS},
    /* What a client would otherwise have to know of the rules. */
    {TK_NUMBER("round", tk_number, round_of)},
    {STATE("target", tk_number, target)},
    {TK_NUMBER("token_limit", tk_number, NULL), .arg = SPLENDOR_LIMIT},      /* SP-5.1 */
    {TK_NUMBER("reserve_limit", tk_number, NULL), .arg = SPLENDOR_RESERVED}, /* SP-6.2 */
    {TK_NUMBER("reserve_gold", tk_truth, has_gold)},                         /* SP-6.3 */
};

/* --- the deal --- */

/* SP-2.7: all cards of a level in drawing order: four to the row, the rest to the deck. */
static int level_cards(const struct tk_at *at, int64_t *out)
{
    const struct splendor_state *s = at->thing;
    int of = at->row->arg, count = 0;
    for (int slot = 0; slot < SPLENDOR_SLOTS; slot++)
        out[count++] = s->market[of][slot];
    for (int i = s->deck_left[of]; i > 0; i--)
        out[count++] = splendor_deck_of(s, of)[i - 1];
    return count;
}

static const char *put_level(const struct tk_at *at, const int64_t *values, int count)
{
    struct splendor_state *s = at->into;
    int of = at->row->arg;
    if (count < SPLENDOR_SLOTS)
        return "a deck has the wrong number of cards";
    for (int slot = 0; slot < SPLENDOR_SLOTS; slot++)
        s->market[of][slot] = (uint8_t)values[slot];
    s->deck_left[of] = (uint8_t)(count - SPLENDOR_SLOTS);
    for (int i = SPLENDOR_SLOTS; i < count; i++)
        splendor_deck(s, of)[count - 1 - i] = (uint8_t)values[i];
    return NULL;
}

#define DEALT(key, of, cards) \
    TK_LIST(key, card, level_cards), .put = put_level, .arg = (of), .count = (cards)

static const struct tk_field deal_fields[] = {
    {DEALT("deck1", 0, 40)},
    {DEALT("deck2", 1, 30)},
    {DEALT("deck3", 2, 20)},
    {STATE_LIST("nobles", noble, noble), .more = 1, .flags = TK_COUNT_PLAYERS | TK_EXACT},
    {STATE("start", tk_number, start), .high = -1, .flags = TK_HIGH_PLAYERS},
};

/* --- after reading --- */

static void begin(void *table, const struct tk_config *config)
{
    splendor_table_init(table, config);
}

static const char *dealt(void *table)
{
    struct splendor_state *s = table;
    if (s->start_option > 0 && s->start != s->start_option - 1)
        return "the starting seat is not the one of the options";
    s->active = s->start;
    return splendor_audit(s);
}

static const char *loaded(void *table)
{
    struct splendor_state *s = table;
    for (int p = 0; p < s->players; p++) {
        if (s->seat[p].blind >> s->seat[p].reserved_count != 0)
            return "more cards are blind than reserved";
        splendor_display_count(s, p);
    }
    if ((s->phase == SPLENDOR_OVER) != (s->ending != SPLENDOR_PLAYING))
        return "phase and ending contradict each other";
    return splendor_decks_complete(s) ? NULL : "a deck has too many cards";
}

const struct tk_fields splendor_fields = {
    .state = TK_ROWS(NULL, state_fields),
    .view = TK_ROWS("Board", view_fields),
    .deal = TK_ROWS(NULL, deal_fields),
    .begin = begin,
    .loaded = loaded,
    .dealt = dealt,
};
