/* SPDX-License-Identifier: MIT */
/*
 * The state, described once: what there is, who may see it, and how it is written. Everything is open to
 * everybody (7D-16.1), and no seat sees more than another (7D-16.5), but for the faces of cards that lie
 * face down or are not laid out yet, the wonders still to be offered, and the order of the box.
 */
#include "duel_internal.h"

/* clang-format off */
#define STATE(key, kind, member) TK_MEMBER(key, kind, struct duel_state, member)
#define LIST(key, kind, member)  TK_ARRAY(key, kind, struct duel_state, member)
#define SEAT(key, kind, member)  TK_MEMBER(key, kind, struct duel_seat, member)
#define SEEN(member)             TK_SEEN(struct duel_state, member)
#define SEEN_SEAT(member)        TK_SEEN(struct duel_seat, member)
#define OPEN                     .see = TK_OPEN

/* --- kinds --- */

static const char *const ending_names[] = {"playing", "civilian", "military", "scientific"};

const struct tk_kind duel_phase_name = {TK_NAMES_OF("Phase", duel_phase_names, 0, DUEL_PHASES),
    .word = "phase"};
static const struct tk_kind ending = {TK_NAMES_OF(NULL, ending_names, 0, DUEL_ENDINGS),
    .word = "ending"};
static const struct tk_kind doomed = {TK_NAMES_OF(NULL, duel_item_names, 0, DUEL_ITEMS),
    .word = "doomed"}; /* 7D-14: brown or grey, if any */
static const struct tk_kind card = {TK_IDS_OF(duel_card_prints, key, DUEL_PROBLEM_CARD),
    .word = "card", .once = true, .face = &duel_card_face};
static const struct tk_kind wonder = {TK_IDS_OF(duel_wonder_prints, key, DUEL_PROBLEM_WONDER),
    .word = "wonder", .face = &duel_wonder_face};
static const struct tk_kind token = {TK_IDS_OF(duel_token_prints, key, DUEL_PROBLEM_TOKEN),
    .word = "token", .face = &duel_token_face};

/* "sphinx:altar": a wonder and the card under it. */
static const struct tk_kind raised = {.form = TK_FORM_TEXT, .problem = DUEL_PROBLEM_RAISED,
    TK_PIECES({"", &wonder, 0, 0}, {":", &card, 0, 0})};
/* clang-format on */

TK_AT(state_of, const struct duel_state, state)

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

/* --- the state: seats --- */

static int list_raised(const struct tk_at *at, int64_t *out)
{
    const struct duel_seat *s = at->thing;
    int count = 0;
    for (int place = 0; place < DUEL_HELD; place++) {
        const int64_t pieces[] = {s->wonder[place], s->tucked[place]};
        if (duel_is_raised(s, place))
            out[count++] = tk_pack(&raised, pieces);
    }
    return count;
}

/* The wonders must have been read before. */
static const char *put_raised(const struct tk_at *at, const int64_t *values, int count)
{
    struct duel_seat *s = at->into;
    for (int i = 0; i < count; i++) {
        int place = 0, wonder_built = (int)tk_piece(&raised, values[i], 0);
        while (place < DUEL_HELD && (s->wonder[place] != wonder_built || duel_is_raised(s, place)))
            place++;
        if (place == DUEL_HELD)
            return DUEL_PROBLEM_RAISED;
        s->raised = (uint8_t)(s->raised | 1U << place);
        s->tucked[place] = (uint8_t)tk_piece(&raised, values[i], 1);
        ((struct duel_state *)at->into_state)->raised++;
    }
    return NULL;
}

/* clang-format off */
static const struct tk_kind seat = TK_THING(NULL,
    {SEAT("coins", tk_number, coins), .high = UINT16_MAX / 2, OPEN},
    {TK_BITS("city", card, struct duel_seat, city), OPEN},
    {TK_BITS("tokens", token, struct duel_seat, tokens), OPEN},
    {TK_ARRAY("wonders", wonder, struct duel_seat, wonder), .flags = TK_SKIP_NONE, OPEN},
    {TK_LIST("raised", raised, list_raised), .put = put_raised, .count = DUEL_HELD},
    {SEEN_SEAT(economy)}, {SEEN_SEAT(symbols)}, {SEEN_SEAT(raised)}, {SEEN_SEAT(tucked)});
/* clang-format on */

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

TK_SHARED_FACT(duel_slot_count, state_of(at)->age > 0 ? DUEL_SLOTS : 0)
TK_FACT(seen_here, seen_in(at->state, at->index))

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

/* 7D-16.3: of a face-down card its back is seen, that of any card of its age, or of any guild. */
static int64_t laid_known(const struct tk_at *at, int item, int64_t value)
{
    static const uint8_t backs[] = {0, DUEL_CARD_LUMBER_YARD, DUEL_CARD_SAWMILL, DUEL_CARD_ARSENAL,
                                    DUEL_CARD_MERCHANTS_GUILD};
    int64_t seen = seen_in(at->thing, item);
    return seen >= 0 ? seen : backs[duel_cards[value].age];
}

/* --- the state: what is hidden --- */

TK_FACT(is_under_way, state_of(at)->age == at->row->arg)
TK_FACT(is_shown, is_under_way(at) && (duel_shown(at->state) >> at->index & 1) != 0)
/* A null stands where a card is seen, or where none is. */
TK_FACT(hidden_here, is_shown(at) ? 0 : state_of(at)->layout[at->row->arg - 1][at->index])

TK_FACT(offered, duel_wonders_shown(at->state))
TK_FACT(wonders_end, state_of(at)->phase == DUEL_PHASE_DRAFT ? DUEL_WONDERS : 0)

/* 7D-16.4: the draw is seen, once it is made. */
TK_SHARED_FACT(duel_drawn, duel_library_drawn(at->state) ? DUEL_DRAWN : 0)
TK_FACT(box_start, DUEL_ON_BOARD + duel_drawn(at))

/* --- the state and the deal --- */

TK_FACT(dealt_wonders, state_of(at)->preset ? 0 : DUEL_WONDERS)

/* clang-format off */
/* What is hidden is read into what is kept beside the state. */
#define INTO(member, most) .size = 1, .count = (most), \
    .offset = offsetof(struct duel_loading, member), .flags = TK_NULLABLE
/* Only the layout of the age under way is seen, and of what was left out nothing. */
#define LAID(of) DUEL_BYTES(NULL, card, layout[(of)-1], DUEL_SLOTS), .see = TK_KNOWN, \
    .known = laid_known, .arg = (of), .when = is_under_way

static const struct tk_rows state_rows = TK_ROWS(NULL,
    {STATE("turn", tk_number, turn), .low = 1, .high = UINT8_MAX, OPEN},
    {STATE("first", tk_number, first), TK_A_SEAT, OPEN},
    {STATE("active", tk_number, active), TK_A_SEAT, OPEN},
    {STATE("age", tk_number, age), .high = DUEL_AGES, OPEN},
    {STATE("phase", duel_phase_name, phase), OPEN},
    {STATE("doomed", doomed, doomed), .high = DUEL_GREY, OPEN},
    {STATE("again", tk_truth, again), OPEN},
    {STATE("ending", ending, ending), OPEN},
    {STATE("pawn", tk_number, pawn), .low = -DUEL_CAPITAL, .high = DUEL_CAPITAL, OPEN},
    {TK_BITS("looted", tk_number, struct duel_state, looted), .low = 1, .high = 15, OPEN},
    {TK_FACTS("layout", laid, seen_here), .length = duel_slot_count, .put = put_layout,
     .count = DUEL_SLOTS, .flags = TK_NULLABLE},
    {TK_BITS("discard", card, struct duel_state, discard), OPEN}, /* 7D-9.2 */
    {DUEL_BYTES("progress", token, progress, DUEL_ON_BOARD), .flags = TK_NULLABLE, OPEN},
    {DUEL_BYTES("drawn", token, progress[DUEL_ON_BOARD], DUEL_DRAWN), .length = duel_drawn,
     .flags = TK_NULLABLE, OPEN},
    {DUEL_BYTES("offer", wonder, wonder, 2 * DUEL_GROUP), .length = offered, .flags = TK_NULLABLE,
     OPEN},
    {LIST("seats", seat, seat), .flags = TK_EXACT},
    {TK_GROUP("hidden", NULL,
        {TK_FACTS("age1", card, hidden_here), INTO(hidden[0], DUEL_AGE_CARDS), .arg = 1},
        {TK_FACTS("age2", card, hidden_here), INTO(hidden[1], DUEL_AGE_CARDS), .arg = 2},
        {TK_FACTS("age3", card, hidden_here), INTO(hidden[2], DUEL_AGE3_CARDS), .arg = 3},
        {TK_PARTS("wonders", wonder,
            {LIST("", wonder, wonder), .first = offered, .length = wonders_end}),
         INTO(wonders, DUEL_WONDERS)},
        {TK_PARTS("box", token, {LIST("", token, progress), .first = box_start}),
         INTO(box, DUEL_TOKENS - DUEL_ON_BOARD)})},
    {SEEN(left)}, {SEEN(open)}, {SEEN(uncovered)}, {SEEN(raised)}, {LAID(1)}, {LAID(2)}, {LAID(3)});

static const struct tk_rows deal_rows = TK_ROWS(NULL,
    {STATE("start", tk_number, first), .high = DUEL_SEATS - 1},
    {LIST("wonders", wonder, wonder), .length = dealt_wonders, .flags = TK_EXACT},
    {LIST("progress", token, progress), .flags = TK_EXACT},
    {DUEL_BYTES("age1", card, layout[0], DUEL_AGE_CARDS), .flags = TK_EXACT},
    {DUEL_BYTES("age2", card, layout[1], DUEL_AGE_CARDS), .flags = TK_EXACT},
    {DUEL_BYTES("age3", card, layout[2], DUEL_AGE3_CARDS), .flags = TK_EXACT});
/* clang-format on */

const struct tk_fields duel_fields = {
    .state = &state_rows,
    .view = &duel_view,
    .deal = &deal_rows,
    .begin = duel_state_init,
    .loaded = duel_loaded,
    .dealt = duel_dealt,
};
