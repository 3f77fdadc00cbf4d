/* SPDX-License-Identifier: MIT */
/*
 * The state, described once: what there is, who may see it, and how it is written. Everything is open to
 * everybody (7D-16.1), and no seat sees more than another (7D-16.5), but for the faces of cards that lie
 * face down or are not laid out yet, the wonders still to be offered, and the order of the box.
 */
#include "duel_internal.h"

#define STATE(key, kind, member)      TK_MEMBER(key, kind, struct duel_state, member)
#define STATE_LIST(key, kind, member) TK_ARRAY(key, kind, struct duel_state, member)
#define SEAT(key, kind, member)       TK_MEMBER(key, kind, struct duel_seat, member)

/* --- kinds --- */

static const char *const ending_names[] = {"playing", "civilian", "military", "scientific"};

const struct tk_kind duel_phase_name = {TK_NAMES_OF("Phase", duel_phase_names, 0, DUEL_PHASES),
                                        .word = "phase"};
/* 7D-14: brown or grey, if any. */
static const struct tk_kind doomed = {TK_NAMES_OF(NULL, duel_item_names, 0, DUEL_ITEMS),
                                      .word = "doomed"};
static const struct tk_kind ending = {TK_NAMES_OF(NULL, ending_names, 0, DUEL_ENDINGS),
                                      .word = "ending"};

static const struct tk_kind card = {TK_IDS_OF(duel_card_prints, key, DUEL_PROBLEM_CARD),
                                    .word = "card", .once = true, .face = &duel_card_face};
static const struct tk_kind wonder = {TK_IDS_OF(duel_wonder_prints, key, DUEL_PROBLEM_WONDER),
                                      .word = "wonder", .face = &duel_wonder_face};
static const struct tk_kind token = {TK_IDS_OF(duel_token_prints, key, DUEL_PROBLEM_TOKEN),
                                     .word = "token", .face = &duel_token_face};

/* A slot: a card, or what its back shows (7D-16.3). */
enum { DOWN = -1, GUILD_DOWN = -2 };

static void write_laid(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    (void)at;
    tk_write_text(out, value == DOWN         ? "down"
                       : value == GUILD_DOWN ? "guild"
                                             : duel_card_prints[value].key);
}

static bool read_laid(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    (void)at;
    *out_value = tk_span_is(text, "down")    ? DOWN
                 : tk_span_is(text, "guild") ? GUILD_DOWN
                                             : duel_card_find(text);
    return *out_value != 0;
}

/* There is nothing with the number of no card. */
static int64_t laid_face(const struct tk_at *at, int64_t value)
{
    (void)at;
    return value == 0 ? -1 : value < 0 ? 0 : value;
}

static const struct tk_kind laid = {TK_TEXT_OF(write_laid, read_laid, DUEL_PROBLEM_SLOT),
                                    .word = "card",
                                    .once = true,
                                    .from = GUILD_DOWN,
                                    .to = DUEL_CARDS,
                                    .face = &duel_card_face,
                                    .face_of = laid_face};

/* "sphinx:altar": a wonder and the card under it. */
static void write_raised(const struct tk_at *at, int64_t value, struct tk_writer *out)
{
    (void)at;
    tk_write_text(out, duel_wonder_prints[value >> 8].key);
    tk_write_char(out, ':');
    tk_write_text(out, duel_card_prints[value & 255].key);
}

static bool read_raised(const struct tk_at *at, struct tk_span text, int64_t *out_value)
{
    size_t colon = 0;
    (void)at;
    while (colon < text.length && text.data[colon] != ':')
        colon++;
    if (colon == text.length)
        return false;
    int of = duel_wonder_find((struct tk_span){text.data, colon});
    int under = duel_card_find((struct tk_span){text.data + colon + 1, text.length - colon - 1});
    *out_value = of << 8 | under;
    return of != 0 && under != 0;
}

#define RAISED_PROBLEM DUEL_PROBLEM_RAISED
static const struct tk_piece raised_pieces[] = {{"", &wonder, 0, 0, 0}, {":", &card, 0, 0, 0}};
static const struct tk_kind raised = {TK_TEXT_OF(write_raised, read_raised, RAISED_PROBLEM),
                                      TK_PIECES_OF(raised_pieces)};

/* --- the state: seats --- */

static int list_raised(const struct tk_at *at, int64_t *out)
{
    const struct duel_seat *s = at->thing;
    int count = 0;
    for (int place = 0; place < DUEL_HELD; place++)
        if (duel_is_raised(s, place))
            out[count++] = s->wonder[place] << 8 | s->tucked[place];
    return count;
}

/* The wonders must have been read before. */
static const char *put_raised(const struct tk_at *at, const int64_t *values, int count)
{
    struct duel_seat *s = at->into;
    for (int i = 0; i < count; i++) {
        int place = 0;
        while (place < DUEL_HELD &&
               (s->wonder[place] != values[i] >> 8 || duel_is_raised(s, place)))
            place++;
        if (place == DUEL_HELD)
            return RAISED_PROBLEM;
        s->raised = (uint8_t)(s->raised | 1U << place);
        s->tucked[place] = (uint8_t)values[i];
        ((struct duel_state *)at->into_state)->raised++;
    }
    return NULL;
}

static const struct tk_field seat_fields[] = {
    {SEAT("coins", tk_number, coins), .high = UINT16_MAX / 2, .see = TK_OPEN},
    {TK_BITS("city", card, struct duel_seat, city), .see = TK_OPEN},
    {TK_BITS("tokens", token, struct duel_seat, tokens), .see = TK_OPEN},
    {TK_ARRAY("wonders", wonder, struct duel_seat, wonder), .flags = TK_SKIP_NONE, .see = TK_OPEN},
    {TK_LIST("raised", raised, list_raised), .put = put_raised, .count = DUEL_HELD},
    {TK_SEEN(struct duel_seat, economy)},
    {TK_SEEN(struct duel_seat, symbols)},
    {TK_SEEN(struct duel_seat, raised)},
    {TK_SEEN(struct duel_seat, tucked)},
};
static const struct tk_rows seat_rows = TK_ROWS_OF(NULL, seat_fields);
static const struct tk_kind seat = TK_THING_BY(seat_rows);

/* --- the state: cards --- */

/* What everybody sees in a slot of the age under way: nothing, a card or a back. */
static int64_t seen_in(const struct duel_state *s, int slot)
{
    int number = s->layout[s->age - 1][slot];
    if ((s->left >> slot & 1) == 0)
        return 0; /* what lies there is out of play */
    if ((duel_shown(s) >> slot & 1) != 0)
        return number;
    return duel_cards[number].age == DUEL_GUILD ? GUILD_DOWN : DOWN;
}

static int list_layout(const struct tk_at *at, int64_t *out)
{
    const struct duel_state *s = at->thing;
    for (int slot = 0; s->age > 0 && slot < DUEL_SLOTS; slot++)
        out[slot] = seen_in(s, slot);
    return s->age > 0 ? DUEL_SLOTS : 0;
}

static const char *put_layout(const struct tk_at *at, const int64_t *values, int count)
{
    struct duel_loading *l = at->into_state;
    for (int slot = 0; slot < count; slot++) {
        uint32_t bit = 1U << slot;
        l->s.left |= values[slot] != 0 ? bit : 0;
        l->down |= values[slot] < 0 ? bit : 0;
        l->guilds |= values[slot] == GUILD_DOWN ? bit : 0;
        l->layout[slot] = (uint8_t)(values[slot] > 0 ? values[slot] : 0);
    }
    return NULL;
}

static bool is_under_way(const struct tk_at *at)
{
    return ((const struct duel_state *)at->thing)->age == at->row->arg;
}

/* 7D-16.3: of a face-down card its back is seen, that of any card of its age, or of any guild. */
static int64_t laid_known(const struct tk_at *at, int item, int64_t value)
{
    static const uint8_t backs[] = {0, DUEL_CARD_LUMBER_YARD, DUEL_CARD_SAWMILL, DUEL_CARD_ARSENAL,
                                    DUEL_CARD_MERCHANTS_GUILD};
    int64_t seen = seen_in(at->thing, item);
    return seen >= 0 ? seen : backs[duel_cards[value].age];
}

/* Only the layout of the age under way is seen, and of what was left out nothing. */
#define LAID(of)                                                                              \
    DUEL_BYTES(NULL, card, layout[(of)-1], DUEL_SLOTS), .see = TK_KNOWN, .known = laid_known, \
                                                        .arg = (of), .when = is_under_way

/* --- the state: what is hidden --- */

/* A null stands where a card is seen, or where none is. */
static int list_hidden(const struct tk_at *at, int64_t *out)
{
    const struct duel_state *s = at->thing;
    int age = at->row->arg;
    uint32_t shown = age == s->age ? duel_shown(s) : 0;
    for (int place = 0; place < at->row->count; place++)
        out[place] = (shown >> place & 1) != 0 ? 0 : s->layout[age - 1][place];
    return at->row->count;
}

static int offered(const struct tk_at *at)
{
    return duel_wonders_shown(at->thing);
}

static int list_wonders(const struct tk_at *at, int64_t *out)
{
    const struct duel_state *s = at->thing;
    int shown = offered(at), count = s->phase == DUEL_PHASE_DRAFT ? DUEL_WONDERS - shown : 0;
    for (int i = 0; i < count; i++)
        out[i] = s->wonder[shown + i];
    return count;
}

/* 7D-16.4: the draw is seen, once it is made. */
int duel_drawn(const struct tk_at *at)
{
    return duel_library_drawn(at->thing) ? DUEL_DRAWN : 0;
}

static int list_box(const struct tk_at *at, int64_t *out)
{
    const struct duel_state *s = at->thing;
    int first = DUEL_ON_BOARD + duel_drawn(at);
    for (int i = first; i < DUEL_TOKENS; i++)
        out[i - first] = s->progress[i];
    return DUEL_TOKENS - first;
}

/* It is read into what is kept beside the state. */
#define HIDDEN(key, kind, function, member, most)                                   \
    TK_LIST(key, kind, function), .size = 1, .count = (most), .flags = TK_NULLABLE, \
                                  .offset = offsetof(struct duel_loading, member)

static const struct tk_field hidden_fields[] = {
    {HIDDEN("age1", card, list_hidden, hidden[0], DUEL_AGE_CARDS), .arg = 1},
    {HIDDEN("age2", card, list_hidden, hidden[1], DUEL_AGE_CARDS), .arg = 2},
    {HIDDEN("age3", card, list_hidden, hidden[2], DUEL_AGE3_CARDS), .arg = 3},
    {HIDDEN("wonders", wonder, list_wonders, wonders, DUEL_WONDERS)},
    {HIDDEN("box", token, list_box, box, DUEL_TOKENS - DUEL_ON_BOARD)},
};
static const struct tk_rows hidden_rows = TK_ROWS_OF(NULL, hidden_fields);

static const struct tk_field state_fields[] = {
    {STATE("turn", tk_number, turn), .low = 1, .high = UINT8_MAX, .see = TK_OPEN},
    {STATE("first", tk_number, first), .high = -1, .flags = TK_HIGH_PLAYERS, .see = TK_OPEN},
    {STATE("active", tk_number, active), .high = -1, .flags = TK_HIGH_PLAYERS, .see = TK_OPEN},
    {STATE("age", tk_number, age), .high = DUEL_AGES, .see = TK_OPEN},
    {STATE("phase", duel_phase_name, phase), .see = TK_OPEN},
    {STATE("doomed", doomed, doomed), .high = DUEL_GREY, .see = TK_OPEN},
    {STATE("again", tk_truth, again), .see = TK_OPEN},
    {STATE("ending", ending, ending), .see = TK_OPEN},
    {STATE("pawn", tk_number, pawn), .low = -DUEL_CAPITAL, .high = DUEL_CAPITAL, .see = TK_OPEN},
    {TK_BITS("looted", tk_number, struct duel_state, looted), .low = 1, .high = 15, .see = TK_OPEN},
    {TK_LIST("layout", laid, list_layout), .put = put_layout, .count = DUEL_SLOTS,
     .flags = TK_NULLABLE},
    {TK_BITS("discard", card, struct duel_state, discard), .see = TK_OPEN}, /* 7D-9.2 */
    {DUEL_BYTES("progress", token, progress, DUEL_ON_BOARD), .flags = TK_NULLABLE, .see = TK_OPEN},
    {DUEL_BYTES("drawn", token, progress[DUEL_ON_BOARD], DUEL_DRAWN), .length = duel_drawn,
     .flags = TK_NULLABLE, .see = TK_OPEN},
    {DUEL_BYTES("offer", wonder, wonder, 2 * DUEL_GROUP), .length = offered, .flags = TK_NULLABLE,
     .see = TK_OPEN},
    {STATE_LIST("seats", seat, seat), .flags = TK_EXACT},
    {TK_GROUP_BY("hidden", hidden_rows)},
    {TK_SEEN(struct duel_state, left)},
    {TK_SEEN(struct duel_state, open)},
    {TK_SEEN(struct duel_state, uncovered)},
    {TK_SEEN(struct duel_state, raised)},
    {LAID(1)},
    {LAID(2)},
    {LAID(3)},
};

/* --- the deal --- */

static int dealt_wonders(const struct tk_at *at)
{
    return ((const struct duel_state *)at->thing)->preset ? 0 : DUEL_WONDERS;
}

static const struct tk_field deal_fields[] = {
    {STATE("start", tk_number, first), .high = DUEL_SEATS - 1},
    {STATE_LIST("wonders", wonder, wonder), .length = dealt_wonders, .flags = TK_EXACT},
    {STATE_LIST("progress", token, progress), .flags = TK_EXACT},
    {DUEL_BYTES("age1", card, layout[0], DUEL_AGE_CARDS), .flags = TK_EXACT},
    {DUEL_BYTES("age2", card, layout[1], DUEL_AGE_CARDS), .flags = TK_EXACT},
    {DUEL_BYTES("age3", card, layout[2], DUEL_AGE3_CARDS), .flags = TK_EXACT},
};

/* --- before and after reading --- */

static const char *dealt(void *state)
{
    struct duel_state *s = state;
    if (s->first_option > 0 && s->first != s->first_option - 1)
        return "the first player is not the one of the options";
    duel_state_begin(s, s->first);
    return duel_audit(s);
}

const struct tk_fields duel_fields = {
    .state = &(const struct tk_rows)TK_ROWS_OF(NULL, state_fields),
    .view = &duel_view,
    .deal = &(const struct tk_rows)TK_ROWS_OF(NULL, deal_fields),
    .begin = duel_state_init,
    .loaded = duel_complete,
    .dealt = dealt,
};
