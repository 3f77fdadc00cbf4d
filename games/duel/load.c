/* A whole table read from what table.c wrote; what nobody sees may be left out. */
#include "duel_internal.h"

/* --- reading --- */

/* The table being read, and what is known only when all of it was. */
struct loading {
    struct duel_state *s;
    uint32_t guilds; /* face-down slots with the back of a guild */
    uint32_t down;   /* all face-down slots */
    uint8_t hidden[DUEL_AGES][DUEL_AGE3_CARDS];
    uint8_t wonders[DUEL_WONDERS];
    uint8_t box[DUEL_TOKENS - DUEL_ON_BOARD];
};

/* A list may be shorter than the layout: the slots beyond it are empty. */
static void read_layout(struct loading *l, uint8_t *out, struct tk_json_in *in)
{
    struct tk_span key;
    int slot = 0;
    tk_json_enter(in, '[');
    for (; tk_json_next(in); slot++) {
        uint32_t bit = 1U << slot;
        if (slot == DUEL_SLOTS) {
            tk_json_fail(in, "a layout has twenty slots");
            return;
        }
        if (tk_json_read_null(in) || !tk_json_read_string(in, &key))
            continue;
        bool guild = tk_span_is(key, DUEL_GUILD_BACK), down = guild || tk_span_is(key, DUEL_BACK);
        l->s->left |= bit;
        l->down |= down ? bit : 0;
        l->guilds |= guild ? bit : 0;
        out[slot] = (uint8_t)(down ? 0 : duel_card_find(key));
        if (!down && out[slot] == 0)
            tk_json_fail(in, "a card is unknown");
    }
}

static bool read_raised_one(struct duel_seat *seat, struct tk_span text)
{
    size_t colon = 0;
    while (colon < text.length && text.data[colon] != ':')
        colon++;
    if (colon == text.length)
        return false;
    int wonder = duel_wonder_find((struct tk_span){text.data, colon});
    int card = duel_card_find((struct tk_span){text.data + colon + 1, text.length - colon - 1});
    for (int place = 0; place < DUEL_HELD; place++) {
        if (wonder == 0 || card == 0 || seat->wonder[place] != wonder ||
            duel_is_raised(seat, place))
            continue;
        seat->raised = (uint8_t)(seat->raised | 1U << place);
        seat->tucked[place] = (uint8_t)card;
        return true;
    }
    return false;
}

/* The wonders must have been read before. */
static void read_raised(struct loading *l, struct duel_seat *seat, struct tk_json_in *in)
{
    struct tk_span text;
    tk_json_enter(in, '[');
    while (tk_json_next(in)) {
        if (tk_json_read_string(in, &text) && !read_raised_one(seat, text))
            tk_json_fail(in, "a raised wonder is written WONDER:CARD, once, by its holder");
        l->s->raised++;
    }
}

static void read_tokens(struct duel_seat *seat, struct tk_json_in *in)
{
    uint8_t tokens[DUEL_TOKENS];
    int count = duel_read_list(duel_token_find, tokens, DUEL_TOKENS, in);
    for (int i = 0; i < count; i++)
        seat->tokens = (uint16_t)(seat->tokens | 1U << tokens[i]);
}

static void read_seat(struct loading *l, struct duel_seat *seat, struct tk_json_in *in)
{
    struct tk_span key;
    int64_t coins = 0;
    tk_json_enter(in, '{');
    while (tk_json_next_key(in, &key)) {
        if (tk_span_is(key, "coins"))
            tk_json_read_int(in, 0, UINT16_MAX / 2, &coins);
        else if (tk_span_is(key, "city"))
            duel_read_set(&seat->city, in);
        else if (tk_span_is(key, "tokens"))
            read_tokens(seat, in);
        else if (tk_span_is(key, "wonders"))
            duel_read_list(duel_wonder_find, seat->wonder, DUEL_HELD, in);
        else if (tk_span_is(key, "raised"))
            read_raised(l, seat, in);
        else
            tk_json_fail(in, "a key of a seat is unknown");
    }
    seat->coins = (uint16_t)coins;
}

static void read_seats(struct loading *l, struct tk_json_in *in)
{
    int count = 0;
    tk_json_enter(in, '[');
    for (; tk_json_next(in); count++) {
        if (count == DUEL_SEATS) {
            tk_json_fail(in, "there are two seats");
            return;
        }
        read_seat(l, &l->s->seat[count], in);
    }
    if (in->problem == NULL && count != DUEL_SEATS)
        tk_json_fail(in, "there are two seats");
}

static void read_looted(struct duel_state *s, struct tk_json_in *in)
{
    int64_t zone = 0;
    tk_json_enter(in, '[');
    while (tk_json_next(in))
        if (tk_json_read_int(in, 1, 2 * DUEL_CAPITAL, &zone) && zone < 16)
            s->looted = (uint16_t)(s->looted | 1U << zone);
}

static void read_hidden(struct loading *l, struct tk_json_in *in)
{
    struct tk_span key;
    tk_json_enter(in, '{');
    while (tk_json_next_key(in, &key)) {
        int age = tk_name_find(duel_age_keys, DUEL_AGES, key);
        if (age >= 0)
            duel_read_list(duel_card_find, l->hidden[age], duel_age_sizes[age], in);
        else if (tk_span_is(key, "wonders"))
            duel_read_list(duel_wonder_find, l->wonders, DUEL_WONDERS, in);
        else if (tk_span_is(key, "box"))
            duel_read_list(duel_token_find, l->box, TK_COUNT(l->box), in);
        else
            tk_json_fail(in, "a hidden key is unknown");
    }
}

/* Whole numbers of the table with their ranges and where they go; a byte each. */
static bool read_number(struct duel_state *s, struct tk_span key, struct tk_json_in *in)
{
    const struct {
        const char *key;
        int low, high;
        uint8_t *out;
    } numbers[] = {
        {"turn", 1, UINT8_MAX, &s->turn},
        {"first", 0, DUEL_SEATS - 1, &s->first},
        {"active", 0, DUEL_SEATS - 1, &s->active},
        {"age", 0, DUEL_AGES, &s->age},
    };
    int64_t number = 0;
    for (int i = 0; i < TK_COUNT(numbers); i++) {
        if (!tk_span_is(key, numbers[i].key))
            continue;
        if (tk_json_read_int(in, numbers[i].low, numbers[i].high, &number))
            *numbers[i].out = (uint8_t)number;
        return true;
    }
    return false;
}

static bool read_name(struct duel_state *s, struct tk_span key, struct tk_json_in *in)
{
    const struct {
        const char *key;
        const char *const *names;
        int count;
        uint8_t *out;
    } names[] = {
        {"phase", duel_phase_names, DUEL_PHASES, &s->phase},
        {"doomed", duel_item_names, DUEL_ITEMS, &s->doomed},
        {"ending", duel_ending_names, DUEL_ENDINGS, &s->ending},
    };
    int name = 0;
    for (int i = 0; i < TK_COUNT(names); i++) {
        if (!tk_span_is(key, names[i].key))
            continue;
        if (tk_json_read_name(in, names[i].names, names[i].count, &name))
            *names[i].out = (uint8_t)name;
        return true;
    }
    return false;
}

static void read_thing(struct loading *l, uint8_t *layout, struct tk_span key,
                       struct tk_json_in *in)
{
    struct duel_state *s = l->s;
    bool again = false;
    int64_t pawn = 0;
    if (tk_span_is(key, "again")) {
        if (tk_json_read_bool(in, &again))
            s->again = again;
    } else if (tk_span_is(key, "pawn")) {
        if (tk_json_read_int(in, -DUEL_CAPITAL, DUEL_CAPITAL, &pawn))
            s->pawn = (int16_t)pawn;
    } else if (tk_span_is(key, "looted")) {
        read_looted(s, in);
    } else if (tk_span_is(key, "layout")) {
        read_layout(l, layout, in);
    } else if (tk_span_is(key, "discard")) {
        duel_read_set(&s->discard, in);
    } else if (tk_span_is(key, "progress")) {
        duel_read_list(duel_token_find, s->progress, DUEL_ON_BOARD, in);
    } else if (tk_span_is(key, "drawn")) {
        duel_read_list(duel_token_find, s->progress + DUEL_ON_BOARD, DUEL_DRAWN, in);
    } else if (tk_span_is(key, "offer")) {
        duel_read_list(duel_wonder_find, s->wonder, 2 * DUEL_GROUP, in);
    } else if (tk_span_is(key, "seats")) {
        read_seats(l, in);
    } else if (tk_span_is(key, "hidden")) {
        read_hidden(l, in);
    } else {
        tk_json_fail(in, "a key of the state is unknown");
    }
}

/* --- completing what "hidden" left out, in a fixed order --- */

/* The cards that are seen, or were played. */
static struct duel_set find_seen(const struct duel_state *s)
{
    struct duel_set seen = s->discard;
    for (int p = 0; p < DUEL_SEATS; p++) {
        for (int word = 0; word < 2; word++)
            seen.bits[word] |= s->seat[p].city.bits[word];
        for (int place = 0; place < DUEL_HELD; place++)
            duel_set_add(&seen, s->seat[p].tucked[place]);
    }
    for (int slot = 0; s->age > 0 && slot < DUEL_SLOTS; slot++)
        duel_set_add(&seen, s->layout[s->age - 1][slot]);
    return seen;
}

/* The lowest card of an age (or guild) that is nowhere yet, and is from now on; 0 if none is. */
static uint8_t take_unseen(struct duel_set *seen, int age)
{
    for (int card = 1; card <= DUEL_CARDS; card++) {
        if (duel_cards[card].age != age || duel_set_has(seen, card))
            continue;
        duel_set_add(seen, card);
        return (uint8_t)card;
    }
    return 0;
}

/* Hidden cards go where they are named, unless they are seen elsewhere. */
static void place_hidden(struct loading *l, struct duel_set *seen)
{
    for (int age = 1; age <= DUEL_AGES; age++) {
        for (int place = 0; place < DUEL_AGE3_CARDS; place++) {
            uint8_t card = l->hidden[age - 1][place], *to = &l->s->layout[age - 1][place];
            if (card == 0 || *to != 0 || duel_set_has(seen, card))
                continue;
            bool guild = duel_cards[card].age == DUEL_GUILD;
            if (age == l->s->age && (l->down >> place & 1) != 0 &&
                guild != (l->guilds >> place & 1))
                continue; /* the back says otherwise */
            *to = card;
            duel_set_add(seen, card);
        }
    }
}

/* Face-down slots of the age under way, each by its back. */
static void fill_layout(struct loading *l, struct duel_set *seen)
{
    for (uint32_t down = l->down; down != 0; down &= down - 1) {
        int slot = __builtin_ctz(down);
        uint8_t *to = &l->s->layout[l->s->age - 1][slot];
        bool guild = (l->guilds >> slot & 1) != 0;
        if (*to == 0)
            *to = take_unseen(seen, guild ? DUEL_GUILD : l->s->age);
    }
}

/* Slots of an age to come; 7D-3.4: the last ones are guilds, until Age III has three. */
static void fill_age(struct duel_state *s, int age, struct duel_set *seen)
{
    int guilds = age == DUEL_AGES ? 3 : 0;
    for (int slot = 0; slot < DUEL_SLOTS; slot++)
        guilds -= duel_cards[s->layout[age - 1][slot]].age == DUEL_GUILD;
    for (int slot = DUEL_SLOTS - 1; slot >= 0; slot--) {
        uint8_t *to = &s->layout[age - 1][slot];
        if (*to == 0)
            *to = take_unseen(seen, guilds-- > 0 ? DUEL_GUILD : age);
    }
}

/* What is left over is out of play: behind the slots first, then where no card lies any more. */
static void fill_rest(struct duel_state *s, int age, struct duel_set *seen)
{
    for (int i = 0; i < DUEL_AGE3_CARDS; i++) {
        int place = (DUEL_SLOTS + i) % DUEL_AGE3_CARDS;
        uint8_t *to = &s->layout[age - 1][place];
        if (*to != 0 || (age == s->age && (s->left >> place & 1) != 0))
            continue;
        *to = take_unseen(seen, age);
        if (*to == 0 && age == DUEL_AGES)
            *to = take_unseen(seen, DUEL_GUILD);
    }
}

static void complete_cards(struct loading *l)
{
    struct duel_state *s = l->s;
    struct duel_set seen = find_seen(s);
    place_hidden(l, &seen);
    if (s->age > 0)
        fill_layout(l, &seen);
    for (int age = s->age + 1; age <= DUEL_AGES; age++)
        fill_age(s, age, &seen);
    for (int age = 1; age <= DUEL_AGES; age++)
        fill_rest(s, age, &seen);
}

/* Numbers 1 … count, each once: those in `list`, then those of `more`, then what is missing. */
static void complete_list(uint8_t *list, int first, int count, const uint8_t *more, int more_count,
                          uint32_t used)
{
    for (int i = 0; i < first; i++)
        used |= 1U << list[i];
    int at = first;
    for (int i = 0; i < more_count && at < count; i++) {
        if (more[i] == 0 || (used >> more[i] & 1) != 0)
            continue;
        used |= 1U << more[i];
        list[at++] = more[i];
    }
    for (int thing = 1; thing <= count && at < count; thing++)
        if ((used >> thing & 1) == 0)
            list[at++] = (uint8_t)thing;
}

static void complete_wonders(struct loading *l)
{
    struct duel_state *s = l->s;
    uint32_t held = 0;
    for (int p = 0; p < DUEL_SEATS; p++)
        for (int place = 0; place < DUEL_HELD; place++)
            held |= 1U << s->seat[p].wonder[place];
    if (s->phase == DUEL_PHASE_DRAFT)
        complete_list(s->wonder, duel_wonders_shown(s), DUEL_WONDERS, l->wonders, DUEL_WONDERS,
                      held);
}

/* What follows from the rest: production, symbols, accessible cards. */
static void derive(struct loading *l)
{
    struct duel_state *s = l->s;
    for (int p = 0; p < DUEL_SEATS; p++) {
        s->seat[p].economy = duel_city_economy(&s->seat[p]);
        s->seat[p].symbols = duel_city_symbols(&s->seat[p]);
    }
    if (s->age == 0)
        return;
    uint32_t accessible = duel_accessible(s->age, s->left);
    s->uncovered = accessible & l->down;
    s->open = accessible & ~l->down;
}

/* 7D-2.7, 7D-16.2: what lies face down has no name, what lies face up has one. */
static bool faces_fit(const struct loading *l)
{
    uint32_t up = duel_face_up(l->s->age);
    uint32_t named = l->s->left & ~l->down;
    return (l->down & up) == 0 && (named & ~up & ~l->s->open) == 0;
}

bool duel_load(void *state, const struct tk_config *config, struct tk_json_in *in)
{
    struct duel_state *s = state;
    struct loading l = {.s = s};
    uint8_t layout[DUEL_SLOTS] = {0};
    struct tk_span key;
    duel_table_init(s, config);
    while (tk_json_next_key(in, &key))
        if (!read_number(s, key, in) && !read_name(s, key, in))
            read_thing(&l, layout, key, in);
    if (in->problem != NULL)
        return false;
    if ((s->age == 0) != (s->left == 0 && s->phase == DUEL_PHASE_DRAFT))
        return tk_json_fail(in, "there is a layout when an age has begun, and not before");
    if (s->age > 0)
        tk_copy(s->layout[s->age - 1], layout, DUEL_SLOTS);
    derive(&l);
    if (!faces_fit(&l))
        return tk_json_fail(in, "a slot is named that lies face down, or the other way round");
    complete_cards(&l);
    complete_wonders(&l);
    int drawn = duel_library_drawn(s) ? DUEL_DRAWN : 0;
    complete_list(s->progress, DUEL_ON_BOARD + drawn, DUEL_TOKENS, l.box, TK_COUNT(l.box), 0);
    return true;
}
