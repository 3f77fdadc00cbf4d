/* Deals as JSON: what chance fixes at set-up, and before each further game of a dynasty. */
#include "domino_internal.h"

/* --- writing --- */

void domino_write_numbers(const char *key, const uint8_t *numbers, int count, struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        tk_json_int(json, numbers[i]);
    tk_json_close(json, ']');
}

/* A kind by its id, an empty place as null. */
void domino_write_kind(int kind, struct tk_json *json)
{
    if (kind == 0)
        tk_json_null(json);
    else
        tk_json_text(json, domino_buildings[kind].id);
}

void domino_deal(const void *state, struct tk_json *json)
{
    const struct domino_state *s = state;
    for (int box = 0; box < domino_box_count(s); box++)
        domino_write_numbers(domino_box_ids[domino_box_name(s, box)], domino_box_of(s, box)->deck,
                             domino_drawn(s, box, s->rounds), json);
    if (s->variant != DOMINO_KING) {
        tk_json_key(json, "buildings");
        tk_json_open(json, '[');
        for (int slot = 0; slot < DOMINO_SLOTS; slot++)
            domino_write_kind(s->display[slot], json);
        for (int i = s->top; i < DOMINO_TILES; i++)
            domino_write_kind(s->stack[i], json);
        tk_json_close(json, ']');
    }
    domino_write_numbers("kings", s->kings, s->king_count, json);
}

/* KD-10: the next game of a dynasty, in the shapes of a deal. */
void domino_chance_write(const void *before, const void *after, struct tk_json *json)
{
    (void)before;
    tk_json_put_text(json, "what", "deal");
    domino_deal(after, json);
}

/* --- reading lists --- */

/* Numbers low … high, at most `room` of them. */
bool domino_read_numbers(struct tk_json_in *in, int low, int high, uint8_t *out, int room,
                         int *out_count)
{
    int64_t number;
    int count = 0;
    tk_json_enter(in, '[');
    for (; tk_json_next(in); count++) {
        if (count == room)
            return tk_json_fail(in, "a list is too long");
        if (!tk_json_read_int(in, low, high, &number))
            return false;
        out[count] = (uint8_t)number;
    }
    *out_count = count;
    return in->problem == NULL;
}

static bool read_kind(struct tk_json_in *in, uint8_t *out_kind)
{
    struct tk_span id;
    if (!tk_json_read_string(in, &id))
        return false;
    int kind = domino_kind_find(id);
    if (kind == 0)
        return tk_json_fail(in, "a building is unknown");
    *out_kind = (uint8_t)kind;
    return true;
}

/* Kinds of buildings; null stands for an empty slot. */
bool domino_read_kinds(struct tk_json_in *in, uint8_t *out, int room, int *out_count)
{
    int count = 0;
    tk_json_enter(in, '[');
    for (; tk_json_next(in); count++) {
        if (count == room)
            return tk_json_fail(in, "there are not so many tiles");
        if (tk_json_read_null(in))
            out[count] = 0;
        else if (!read_kind(in, &out[count]))
            return false;
    }
    *out_count = count;
    return in->problem == NULL;
}

/* The box of this game that has a name, or -1. */
int domino_box_find(const struct domino_state *s, struct tk_span name)
{
    for (int box = 0; box < domino_box_count(s); box++)
        if (tk_span_is(name, domino_box_ids[domino_box_name(s, box)]))
            return box;
    return -1;
}

/* --- reading a deal --- */

/* QD-2.2, KD-2: the dominoes in use in drawing order; those left out follow below. */
static bool read_dealt_box(struct domino_state *s, int box, struct tk_json_in *in)
{
    uint8_t *deck = domino_box(s, box)->deck;
    int count = 0, used = domino_drawn(s, box, s->rounds);
    uint64_t seen = 0;
    if (!domino_read_numbers(in, 1, DOMINO_DOMINOES, deck, DOMINO_DOMINOES, &count))
        return false;
    for (int i = 0; i < count; i++)
        seen |= UINT64_C(1) << deck[i];
    if (count != used || __builtin_popcountll(seen) != count)
        return tk_json_fail(in, "a box has the wrong number of dominoes, or one of them twice");
    for (int number = 1; number <= DOMINO_DOMINOES; number++)
        if ((seen >> number & 1) == 0)
            deck[count++] = (uint8_t)number;
    return true;
}

/* QD-3.1, QD-3.2: each player's kings, in an order that the draft of this game can have. */
bool domino_read_kings(struct domino_state *s, struct tk_json_in *in)
{
    uint8_t each[DOMINO_SEATS] = {0};
    int count = 0;
    bool fine = domino_read_numbers(in, 0, s->players - 1, s->kings, s->king_count, &count);
    for (int i = 0; i < count; i++)
        each[s->kings[i]]++;
    for (int seat = 0; seat < s->players; seat++)
        fine &= each[seat] * s->players == s->king_count;
    if (s->variant == DOMINO_QUEEN && s->players == 2)
        fine &= s->kings[0] == s->kings[3] && s->kings[1] == s->kings[2];
    return fine || tk_json_fail(in, "the kings cannot choose in this order");
}

static bool read_dealt_tiles(struct domino_state *s, struct tk_json_in *in)
{
    int count = 0;
    if (!domino_read_kinds(in, s->stack, DOMINO_TILES, &count))
        return false;
    return count == DOMINO_TILES || tk_json_fail(in, "tiles are missing in the stack");
}

/* What a deal consists of, as bits; the boxes are bits 0 and 1. */
enum { KINGS = 4, TILES = 8 };

static unsigned read_dealt(struct domino_state *s, struct tk_span key, struct tk_json_in *in)
{
    int box = domino_box_find(s, key);
    if (box >= 0)
        return read_dealt_box(s, box, in) ? 1U << box : 0;
    if (tk_span_is(key, "kings"))
        return domino_read_kings(s, in) ? KINGS : 0;
    if (tk_span_is(key, "buildings") && s->variant != DOMINO_KING)
        return read_dealt_tiles(s, in) ? TILES : 0;
    tk_json_fail(in, "a key of the deal is unknown");
    return 0;
}

static bool begin_dealt(struct domino_state *s, unsigned have, struct tk_json_in *in)
{
    unsigned wanted = (1U << domino_box_count(s)) - 1;
    wanted |= s->variant != DOMINO_KING ? KINGS | TILES : KINGS;
    if (in->problem != NULL)
        return false;
    if (have != wanted)
        return tk_json_fail(in, "a part of the deal is missing");
    domino_begin(s);
    const char *wrong = domino_audit(s);
    return wrong == NULL || tk_json_fail(in, wrong);
}

bool domino_deal_read(struct domino_state *s, struct tk_json_in *in)
{
    struct tk_span key;
    unsigned have = 0;
    while (tk_json_next_key(in, &key))
        have |= read_dealt(s, key, in);
    return begin_dealt(s, have, in);
}

/* KD-10: a line of a trace, which begins with what kind of line it is. */
bool domino_chance_read(void *state, struct tk_json_in *in)
{
    struct domino_state *s = state;
    struct tk_span key, what;
    unsigned have = 0;
    domino_next_game(s);
    while (tk_json_next_key(in, &key)) {
        if (tk_span_is(key, "t"))
            tk_json_skip(in);
        else if (!tk_span_is(key, "what"))
            have |= read_dealt(s, key, in);
        else if (tk_json_read_string(in, &what) && !tk_span_is(what, "deal"))
            tk_json_fail(in, "only a new deal can happen here");
    }
    return begin_dealt(s, have, in);
}
