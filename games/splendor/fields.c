/* SPDX-License-Identifier: MIT */
/*
 * The state, described once: what there is, who may see it, and how it is written. Everything is open
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

const struct tk_kind splendor_phase_kind = {
    TK_NAMES_OF("Phase", phase_names, 0, TK_COUNT(phase_names)), .word = "phase"};
static const struct tk_kind ending = {TK_NAMES_OF(NULL, ending_names, 0, TK_COUNT(ending_names)),
                                      .word = "ending"};
const struct tk_kind splendor_colour_kind = TK_NAMES("Colour", token_names, 0, SPLENDOR_COLOURS);
const struct tk_kind splendor_level_kind = {.form = TK_FORM_INT, .plus = 1};
static const struct tk_kind card = {TK_IDS_OF(splendor_cards, id, SPLENDOR_PROBLEM_CARD),
                                    .word = "card", .once = true, .face = &splendor_card_face};
static const struct tk_kind noble = {TK_IDS_OF(splendor_nobles, id, SPLENDOR_PROBLEM_NOBLE),
                                     .word = "noble", .once = true, .face = &splendor_noble_face};

/* A number for each colour, and with gold as the sixth (a purse). */
const struct tk_kind splendor_gems_kind = {.form = TK_FORM_LANES,
                                           .type = "Gems",
                                           .names = token_names,
                                           .count = SPLENDOR_COLOURS,
                                           .bits = SPLENDOR_LANE};
const struct tk_kind splendor_purse_kind = {.form = TK_FORM_LANES,
                                            .type = "Purse",
                                            .names = token_names,
                                            .count = SPLENDOR_TOKENS,
                                            .bits = SPLENDOR_LANE};

static void write_tokens(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    (void)at;
    for (int token = 0; token < SPLENDOR_TOKENS; token++)
        for (int64_t left = value >> (SPLENDOR_LANE * token) & 63; left > 0; left--)
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
        *out_value |= count << (SPLENDOR_LANE * token);
    }
    return i == text.length;
}

static const struct tk_kind letters = {
    TK_TEXT_OF(write_tokens, read_tokens, SPLENDOR_PROBLEM_LETTERS), .word = "gem",
    .letters = "wugrko"};

int64_t splendor_bank_of(const struct tk_at *at)
{
    const struct splendor_state *s = at->thing;
    return s->bank | (int64_t)s->bank_gold << SPLENDOR_GOLD_LANE;
}

static const char *put_bank(const struct tk_at *at, const int64_t *values, int count)
{
    struct splendor_state *s = at->into;
    (void)count;
    s->bank = (splendor_gems)(values[0] & ((INT64_C(1) << SPLENDOR_GOLD_LANE) - 1));
    s->bank_gold = (uint8_t)(values[0] >> SPLENDOR_GOLD_LANE);
    return NULL;
}

int64_t splendor_tokens_of(const struct tk_at *at)
{
    const struct splendor_seat *seat = at->thing;
    return seat->tokens | (int64_t)seat->gold << SPLENDOR_GOLD_LANE;
}

static const char *put_tokens(const struct tk_at *at, const int64_t *values, int count)
{
    struct splendor_seat *seat = at->into;
    (void)count;
    seat->tokens = (splendor_gems)(values[0] & ((INT64_C(1) << SPLENDOR_GOLD_LANE) - 1));
    seat->gold = (uint8_t)(values[0] >> SPLENDOR_GOLD_LANE);
    return NULL;
}

/* --- the state --- */

bool splendor_is_known(const struct splendor_seat *seat, int place, bool own)
{
    return own || (seat->blind >> place & 1) == 0;
}

/* SP-11.2, SP-11.3: a card reserved from the market is known to all, a blind one to its owner; the
 * others see its back, that of any card of the level. */
static int64_t reserved_known(const struct tk_at *at, int item, int64_t value)
{
    static const uint8_t backs[SPLENDOR_LEVELS] = {1, 41, 71};
    if (splendor_is_known(at->thing, item, at->viewer == at->index))
        return value;
    return backs[splendor_cards[value].level];
}

/* A bit for each card in the hand. */
static const struct tk_kind places = {.form = TK_FORM_INT, .bits = 3};

static const struct tk_field seat_fields[] = {
    {TK_NUMBER("tokens", letters, splendor_tokens_of), .put = put_tokens},
    {TK_BITS("cards", card, struct splendor_seat, cards), .see = TK_OPEN},
    {TK_ARRAY("reserved", card, struct splendor_seat, reserved), .flags = TK_COUNTED,
     TK_COUNTED_BY(struct splendor_seat, reserved_count), .see = TK_KNOWN, .known = reserved_known},
    {SEAT("blind", places, blind), .high = 7, .see = TK_OPEN},
    /* SP-5.6: tokens are open. */
    {TK_SEEN(struct splendor_seat, tokens)},
    {TK_SEEN(struct splendor_seat, gold)},
    {TK_SEEN(struct splendor_seat, bonus)},
    {TK_SEEN(struct splendor_seat, points)},
    {TK_SEEN(struct splendor_seat, bought)},
    {TK_SEEN(struct splendor_seat, reserved_count)},
};
static const struct tk_rows seat_rows = TK_ROWS(NULL, seat_fields);
static const struct tk_kind seat = TK_THING(seat_rows);

/* The cards of a level stand together. */
#define OF_LEVEL(of)         \
    .low = (of) == 0   ? 1   \
           : (of) == 1 ? 41  \
                       : 71, \
    .high = (of) == 0   ? 40 \
            : (of) == 1 ? 70 \
                        : SPLENDOR_CARDS

/* From the top card down. */
#define DECK(key, of, from, cards)                                                            \
    .name = (key), .kind = &card, .source = TK_FROM_ARRAY, .size = 1, .count = (cards),       \
    .offset = offsetof(struct splendor_state, deck[from]), .flags = TK_COUNTED | TK_REVERSED, \
    TK_COUNTED_BY(struct splendor_state, deck_left[of]), OF_LEVEL(of)

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
    {STATE("phase", splendor_phase_kind, phase), .see = TK_OPEN},
    {STATE("closing", tk_truth, closing), .see = TK_OPEN},
    {STATE("passes", tk_number, passes), .flags = TK_HIGH_PLAYERS, .see = TK_OPEN},
    {STATE("idle", tk_number, idle), .see = TK_OPEN},
    {STATE("ending", ending, ending), .see = TK_OPEN},
    {TK_NUMBER("bank", letters, splendor_bank_of), .put = put_bank},
    {STATE_LIST("market1", card, market[0]), OF_LEVEL(0), .flags = TK_NULLABLE, .see = TK_OPEN},
    {STATE_LIST("market2", card, market[1]), OF_LEVEL(1), .flags = TK_NULLABLE, .see = TK_OPEN},
    {STATE_LIST("market3", card, market[2]), OF_LEVEL(2), .flags = TK_NULLABLE, .see = TK_OPEN},
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

static const char *dealt(void *state)
{
    struct splendor_state *s = state;
    if (s->start_option > 0 && s->start != s->start_option - 1)
        return "the starting seat is not the one of the options";
    s->active = s->start;
    return splendor_audit(s);
}

static const char *loaded(void *state)
{
    struct splendor_state *s = state;
    for (int p = 0; p < s->players; p++) {
        if (s->seat[p].blind >> s->seat[p].reserved_count != 0)
            return SPLENDOR_PROBLEM_BLIND;
        splendor_display_count(s, p);
    }
    if ((s->phase == SPLENDOR_OVER) != (s->ending != SPLENDOR_PLAYING))
        return SPLENDOR_PROBLEM_ENDING;
    return splendor_decks_complete(s) ? NULL : SPLENDOR_PROBLEM_DECK;
}

const struct tk_fields splendor_fields = {
    .state = TK_ROWS(NULL, state_fields),
    .view = &splendor_view,
    .deal = TK_ROWS(NULL, deal_fields),
    .begin = splendor_state_init,
    .loaded = loaded,
    .dealt = dealt,
};
