/* Deals and whole tables as JSON. */
#include "splendor_internal.h"

/* --- lists of cards --- */

static const char *const deck_keys[SPLENDOR_LEVELS] = {"deck1", "deck2", "deck3"};

static void write_card(int card, struct tk_json *json)
{
    if (card == 0)
        tk_json_null(json);
    else
        tk_json_text(json, splendor_cards[card].id);
}

/* A deck from its top card down. */
static void write_deck_list(const struct splendor_state *s, int level, struct tk_json *json)
{
    for (int i = s->deck_left[level]; i > 0; i--)
        write_card(splendor_deck_of(s, level)[i - 1], json);
}

static bool read_card(struct tk_json_in *in, uint8_t *out_card)
{
    struct tk_span id;
    if (!tk_json_read_string(in, &id))
        return false;
    int card = splendor_card_find(id);
    if (card == 0)
        return tk_json_fail(in, "a card is unknown");
    *out_card = (uint8_t)card;
    return true;
}

/* A list of cards, at most `room` of them; null stands for an empty slot where that is allowed. */
static bool read_cards(struct tk_json_in *in, uint8_t *out, int room, int *out_count, bool slots)
{
    int count = 0;
    tk_json_enter(in, '[');
    while (tk_json_next(in)) {
        if (count == room)
            return tk_json_fail(in, "a list of cards is too long");
        if (slots && tk_json_read_null(in))
            out[count] = 0;
        else if (!read_card(in, &out[count]))
            return false;
        count++;
    }
    *out_count = count;
    return in->problem == NULL;
}

static bool read_nobles(struct splendor_state *s, struct tk_json_in *in)
{
    struct tk_span id;
    int count = 0;
    tk_json_enter(in, '[');
    while (tk_json_next(in)) {
        if (!tk_json_read_string(in, &id))
            return false;
        int noble = splendor_noble_find(id);
        if (noble == 0 || count == s->players + 1)
            return tk_json_fail(in, "a noble is unknown or too many are named");
        s->noble[count++] = (uint8_t)noble;
    }
    if (in->problem == NULL && count != s->players + 1)
        return tk_json_fail(in, "one noble more than players is needed");
    return in->problem == NULL;
}

/* --- the deal --- */

void splendor_deal(const void *state, struct tk_json *json)
{
    const struct splendor_state *s = state;
    for (int level = 0; level < SPLENDOR_LEVELS; level++) {
        tk_json_key(json, deck_keys[level]);
        tk_json_open(json, '[');
        for (int slot = 0; slot < SPLENDOR_SLOTS; slot++)
            write_card(s->market[level][slot], json);
        write_deck_list(s, level, json);
        tk_json_close(json, ']');
    }
    tk_json_key(json, "nobles");
    tk_json_open(json, '[');
    for (int i = 0; i <= s->players; i++)
        tk_json_text(json, splendor_nobles[s->noble[i]].id);
    tk_json_close(json, ']');
    tk_json_put_int(json, "start", s->start);
}

/* SP-2.7: all cards of a level in drawing order: four to the row, the rest to the deck. */
static bool read_dealt_level(struct splendor_state *s, int level, struct tk_json_in *in)
{
    uint8_t cards[40];
    int count = 0, room = TK_COUNT(cards);
    if (!read_cards(in, cards, room, &count, false))
        return false;
    if (count < SPLENDOR_SLOTS || count - SPLENDOR_SLOTS > 36 - 10 * level)
        return tk_json_fail(in, "a deck has the wrong number of cards");
    tk_copy(s->market[level], cards, SPLENDOR_SLOTS);
    s->deck_left[level] = (uint8_t)(count - SPLENDOR_SLOTS);
    for (int i = SPLENDOR_SLOTS; i < count; i++)
        splendor_deck(s, level)[count - 1 - i] = cards[i];
    return true;
}

bool splendor_deal_read(void *state, const struct tk_config *config, struct tk_json_in *in)
{
    struct splendor_state *s = state;
    struct tk_span key;
    int64_t start = -1;
    splendor_table_init(s, config);
    while (tk_json_next_key(in, &key)) {
        int level = tk_name_find(deck_keys, SPLENDOR_LEVELS, key);
        if (level >= 0)
            read_dealt_level(s, level, in);
        else if (tk_span_is(key, "nobles"))
            read_nobles(s, in);
        else if (tk_span_is(key, "start"))
            tk_json_read_int(in, 0, config->players - 1, &start);
        else
            tk_json_fail(in, "a key of the deal is unknown");
    }
    if (in->problem != NULL)
        return false;
    if (start < 0 || (s->start_option > 0 && start != s->start_option - 1))
        return tk_json_fail(in, "the starting seat is missing or not the one of the options");
    s->start = s->active = (uint8_t)start;
    const char *wrong = splendor_audit(s);
    return wrong == NULL || tk_json_fail(in, wrong);
}

/* --- the whole table --- */

static const char *const phase_names[] = {"act", "return", "noble", "over"};
static const char *const ending_names[] = {"playing", "prestige", "stalemate", "no_progress"};
static const char *const market_keys[SPLENDOR_LEVELS] = {"market1", "market2", "market3"};

static void write_tokens(splendor_gems gems, int gold, struct tk_json *json)
{
    tk_json_quote(json);
    for (int colour = 0; colour < SPLENDOR_TOKENS; colour++) {
        int count = colour == SPLENDOR_GOLD ? gold : splendor_count(gems, colour);
        while (count-- > 0)
            tk_write_char(json->out, splendor_letters[colour]);
    }
    tk_json_unquote(json);
}

static void dump_seat(const struct splendor_seat *seat, struct tk_json *json)
{
    tk_json_open(json, '{');
    tk_json_key(json, "tokens");
    write_tokens(seat->tokens, seat->gold, json);
    tk_json_key(json, "cards");
    tk_json_open(json, '[');
    for (int card = 1; card <= SPLENDOR_CARDS; card++)
        if (splendor_owns(seat, card))
            write_card(card, json);
    tk_json_close(json, ']');
    tk_json_key(json, "reserved");
    tk_json_open(json, '[');
    for (int i = 0; i < seat->reserved_count; i++)
        write_card(seat->reserved[i], json);
    tk_json_close(json, ']');
    tk_json_put_int(json, "blind", seat->blind);
    tk_json_close(json, '}');
}

static void dump_nobles(const struct splendor_state *s, struct tk_json *json)
{
    tk_json_key(json, "nobles");
    tk_json_open(json, '[');
    for (int i = 0; i <= s->players; i++)
        tk_json_text(json, splendor_nobles[s->noble[i]].id);
    tk_json_close(json, ']');
    tk_json_key(json, "noble_owners"); /* seats, or null on the table */
    tk_json_open(json, '[');
    for (int i = 0; i <= s->players; i++) {
        if (s->noble_owner[i] == 0)
            tk_json_null(json);
        else
            tk_json_int(json, s->noble_owner[i] - 1);
    }
    tk_json_close(json, ']');
}

void splendor_dump(const void *state, struct tk_json *json)
{
    const struct splendor_state *s = state;
    tk_json_put_int(json, "turn", s->turn);
    tk_json_put_int(json, "start", s->start);
    tk_json_put_int(json, "active", s->active);
    tk_json_put_text(json, "phase", phase_names[s->phase]);
    tk_json_put_bool(json, "closing", s->closing != 0);
    tk_json_put_int(json, "passes", s->passes);
    tk_json_put_int(json, "idle", s->idle);
    tk_json_put_text(json, "ending", ending_names[s->ending]);
    tk_json_key(json, "bank");
    write_tokens(s->bank, s->bank_gold, json);
    for (int level = 0; level < SPLENDOR_LEVELS; level++) {
        tk_json_key(json, market_keys[level]);
        tk_json_open(json, '[');
        for (int slot = 0; slot < SPLENDOR_SLOTS; slot++)
            write_card(s->market[level][slot], json);
        tk_json_close(json, ']');
    }
    dump_nobles(s, json);
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int p = 0; p < s->players; p++)
        dump_seat(&s->seat[p], json);
    tk_json_close(json, ']');
    tk_json_key(json, "hidden");
    tk_json_open(json, '{');
    for (int level = 0; level < SPLENDOR_LEVELS; level++) {
        tk_json_key(json, deck_keys[level]);
        tk_json_open(json, '[');
        write_deck_list(s, level, json);
        tk_json_close(json, ']');
    }
    tk_json_close(json, '}');
}

static bool read_tokens(struct tk_json_in *in, splendor_gems *out_gems, uint8_t *out_gold)
{
    struct tk_span text;
    splendor_gems gems = 0;
    size_t at = 0;
    if (!tk_json_read_string(in, &text))
        return false;
    for (int colour = 0; colour < SPLENDOR_TOKENS; colour++) {
        uint32_t count = 0;
        for (; at < text.length && text.data[at] == splendor_letters[colour]; at++)
            count++;
        if (count > 13)
            return tk_json_fail(in, "there are not so many tokens of a colour");
        if (colour == SPLENDOR_GOLD)
            *out_gold = (uint8_t)count;
        else
            gems += count * splendor_one(colour);
    }
    *out_gems = gems;
    return at == text.length || tk_json_fail(in, "tokens are letters in the order w u g r k o");
}

/* Bonuses, points and numbers are what the cards say. */
static bool read_display(struct splendor_seat *seat, struct tk_json_in *in)
{
    uint8_t cards[SPLENDOR_CARDS];
    int count = 0;
    if (!read_cards(in, cards, SPLENDOR_CARDS, &count, false))
        return false;
    for (int i = 0; i < count; i++) {
        const struct splendor_card *card = &splendor_cards[cards[i]];
        if (splendor_owns(seat, cards[i]))
            return tk_json_fail(in, "a card stands twice");
        seat->cards[cards[i] / 32] |= 1U << (cards[i] % 32);
        seat->bonus += splendor_one(card->bonus);
        seat->points = (uint8_t)(seat->points + card->points);
        seat->bought++;
    }
    return true;
}

static bool read_seat(struct splendor_seat *seat, struct tk_json_in *in)
{
    struct tk_span key;
    int64_t blind = 0;
    int reserved = 0;
    tk_json_enter(in, '{');
    while (tk_json_next_key(in, &key)) {
        if (tk_span_is(key, "tokens"))
            read_tokens(in, &seat->tokens, &seat->gold);
        else if (tk_span_is(key, "cards"))
            read_display(seat, in);
        else if (tk_span_is(key, "reserved"))
            read_cards(in, seat->reserved, SPLENDOR_RESERVED, &reserved, false);
        else if (tk_span_is(key, "blind"))
            tk_json_read_int(in, 0, 7, &blind);
        else
            tk_json_fail(in, "a key of a seat is unknown");
    }
    seat->reserved_count = (uint8_t)reserved;
    seat->blind = (uint8_t)blind;
    if (blind >> reserved != 0)
        return tk_json_fail(in, "more cards are blind than reserved");
    return in->problem == NULL;
}

static bool read_seats(struct splendor_state *s, struct tk_json_in *in)
{
    int count = 0;
    tk_json_enter(in, '[');
    for (; tk_json_next(in); count++)
        if (count == s->players || !read_seat(&s->seat[count], in))
            return tk_json_fail(in, "there are more seats than players");
    return count == s->players || tk_json_fail(in, "there are fewer seats than players");
}

static bool read_owners(struct splendor_state *s, struct tk_json_in *in)
{
    int count = 0;
    int64_t owner;
    tk_json_enter(in, '[');
    for (; tk_json_next(in); count++) {
        if (count > s->players)
            return tk_json_fail(in, "there are more owners than nobles");
        if (tk_json_read_null(in))
            s->noble_owner[count] = 0;
        else if (tk_json_read_int(in, 0, s->players - 1, &owner))
            s->noble_owner[count] = (uint8_t)(owner + 1);
        else
            return false;
    }
    return in->problem == NULL;
}

/* A deck from its top card down; what is missing at its bottom is added later. */
static bool read_hidden(struct splendor_state *s, struct tk_json_in *in)
{
    struct tk_span key;
    tk_json_enter(in, '{');
    while (tk_json_next_key(in, &key)) {
        uint8_t cards[36] = {0};
        int count = 0, level = tk_name_find(deck_keys, SPLENDOR_LEVELS, key);
        if (level < 0)
            return tk_json_fail(in, "a hidden key is unknown");
        if (!read_cards(in, cards, 36 - 10 * level, &count, false))
            return false;
        tk_fill(splendor_deck(s, level), 0, 36U - 10U * (unsigned)level);
        for (int i = 0; i < count; i++)
            splendor_deck(s, level)[count - 1 - i] = cards[i];
        s->deck_left[level] = (uint8_t)count;
    }
    return in->problem == NULL;
}

static bool is_somewhere(const struct splendor_state *s, int card)
{
    int level = splendor_cards[card].level;
    if (splendor_slot_find(s, card) >= 0)
        return true;
    for (int i = 0; i < s->deck_left[level]; i++)
        if (splendor_deck_of(s, level)[i] == card)
            return true;
    for (int p = 0; p < s->players; p++)
        if (splendor_owns(&s->seat[p], card) || splendor_reserved_find(&s->seat[p], card) >= 0)
            return true;
    return false;
}

/* Cards that are nowhere go under their deck, in the order of their numbers. */
static bool complete_decks(struct splendor_state *s, struct tk_json_in *in)
{
    for (int card = 1; card <= SPLENDOR_CARDS; card++) {
        int level = splendor_cards[card].level, left = s->deck_left[level];
        if (is_somewhere(s, card))
            continue;
        if (left == 36 - 10 * level)
            return tk_json_fail(in, "a deck has too many cards");
        uint8_t *deck = splendor_deck(s, level);
        tk_copy_within(deck + 1, deck, (size_t)left);
        deck[0] = (uint8_t)card;
        s->deck_left[level] = (uint8_t)(left + 1);
    }
    return true;
}

/* Whole numbers of the table with their ranges. */
static bool read_numbers(struct splendor_state *s, struct tk_span key, struct tk_json_in *in)
{
    int64_t number = 0;
    if (tk_span_is(key, "turn")) {
        if (tk_json_read_int(in, 1, UINT32_MAX, &number))
            s->turn = (uint32_t)number;
    } else if (tk_span_is(key, "idle")) {
        if (tk_json_read_int(in, 0, UINT16_MAX, &number))
            s->idle = (uint16_t)number;
    } else if (tk_span_is(key, "start")) {
        if (tk_json_read_int(in, 0, s->players - 1, &number))
            s->start = (uint8_t)number;
    } else if (tk_span_is(key, "active")) {
        if (tk_json_read_int(in, 0, s->players - 1, &number))
            s->active = (uint8_t)number;
    } else if (tk_span_is(key, "passes")) {
        if (tk_json_read_int(in, 0, s->players, &number))
            s->passes = (uint8_t)number;
    } else {
        return false;
    }
    return true;
}

static bool read_names(struct splendor_state *s, struct tk_span key, struct tk_json_in *in)
{
    int name = 0;
    bool closing = false;
    if (tk_span_is(key, "phase")) {
        if (tk_json_read_name(in, phase_names, TK_COUNT(phase_names), &name))
            s->phase = (uint8_t)name;
    } else if (tk_span_is(key, "ending")) {
        if (tk_json_read_name(in, ending_names, TK_COUNT(ending_names), &name))
            s->ending = (uint8_t)name;
    } else if (tk_span_is(key, "closing")) {
        if (tk_json_read_bool(in, &closing))
            s->closing = closing;
    } else {
        return false;
    }
    return true;
}

static bool read_things(struct splendor_state *s, struct tk_span key, struct tk_json_in *in)
{
    int level = tk_name_find(market_keys, SPLENDOR_LEVELS, key), count = 0;
    if (level >= 0)
        return read_cards(in, s->market[level], SPLENDOR_SLOTS, &count, true);
    if (tk_span_is(key, "bank"))
        return read_tokens(in, &s->bank, &s->bank_gold);
    if (tk_span_is(key, "nobles"))
        return read_nobles(s, in);
    if (tk_span_is(key, "noble_owners"))
        return read_owners(s, in);
    if (tk_span_is(key, "seats"))
        return read_seats(s, in);
    if (tk_span_is(key, "hidden"))
        return read_hidden(s, in);
    return tk_json_fail(in, "a key of the state is unknown");
}

bool splendor_load(void *state, const struct tk_config *config, struct tk_json_in *in)
{
    struct splendor_state *s = state;
    struct tk_span key;
    splendor_table_init(s, config);
    while (tk_json_next_key(in, &key))
        if (!read_numbers(s, key, in) && !read_names(s, key, in))
            read_things(s, key, in);
    if (in->problem != NULL)
        return false;
    for (int p = 0; p < s->players; p++)
        s->seat[p].points = (uint8_t)(s->seat[p].points + splendor_noble_points(s, p));
    if ((s->phase == SPLENDOR_OVER) != (s->ending != SPLENDOR_PLAYING))
        return tk_json_fail(in, "phase and ending contradict each other");
    return complete_decks(s, in);
}
