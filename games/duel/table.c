/* Deals as JSON, and whole tables written as JSON; load.c reads them. */
#include "duel_internal.h"

const char *const duel_age_keys[DUEL_AGES] = {"age1", "age2", "age3"};
const uint8_t duel_age_sizes[DUEL_AGES] = {DUEL_AGE_CARDS, DUEL_AGE_CARDS, DUEL_AGE3_CARDS};

/* --- lists of things --- */

static void write_thing(const struct duel_print *prints, int thing, struct tk_json *json)
{
    if (thing == 0)
        tk_json_null(json);
    else
        tk_json_text(json, prints[thing].key);
}

static void write_list(const char *key, const struct duel_print *prints, const uint8_t *things,
                       int count, struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int i = 0; i < count; i++)
        write_thing(prints, things[i], json);
    tk_json_close(json, ']');
}

static void write_set(const char *key, struct duel_set set, struct tk_json *json)
{
    tk_json_key(json, key);
    tk_json_open(json, '[');
    for (int card; (card = duel_set_pop(&set)) != 0;)
        write_thing(duel_card_prints, card, json);
    tk_json_close(json, ']');
}

int duel_read_list(duel_finder *find, uint8_t *out, int room, struct tk_json_in *in)
{
    struct tk_span key;
    int count = 0;
    tk_json_enter(in, '[');
    while (tk_json_next(in)) {
        int thing = 0;
        if (count == room) {
            tk_json_fail(in, "a list is too long");
            return -1;
        }
        if (!tk_json_read_null(in) && tk_json_read_string(in, &key)) {
            thing = find(key);
            if (thing == 0)
                tk_json_fail(in, "a card, wonder or token is unknown");
        }
        out[count++] = (uint8_t)thing;
    }
    return in->problem == NULL ? count : -1;
}

void duel_read_set(struct duel_set *set, struct tk_json_in *in)
{
    uint8_t cards[DUEL_CARDS];
    int count = duel_read_list(duel_card_find, cards, DUEL_CARDS, in);
    for (int i = 0; i < count; i++) {
        if (cards[i] == 0 || duel_set_has(set, cards[i]))
            tk_json_fail(in, "a card stands twice or has no name");
        duel_set_add(set, cards[i]);
    }
}

/* --- the deal --- */

void duel_deal(const void *state, struct tk_json *json)
{
    const struct duel_state *s = state;
    tk_json_put_int(json, "start", s->first);
    write_list("wonders", duel_wonder_prints, s->wonder, s->preset ? 0 : DUEL_WONDERS, json);
    write_list("progress", duel_token_prints, s->progress, DUEL_TOKENS, json);
    for (int age = 0; age < DUEL_AGES; age++)
        write_list(duel_age_keys[age], duel_card_prints, s->layout[age], duel_age_sizes[age], json);
}

static void read_whole(duel_finder *find, uint8_t *out, int count, struct tk_json_in *in)
{
    int found = duel_read_list(find, out, count, in);
    if (found >= 0 && found != count)
        tk_json_fail(in, "a list of the deal is too short");
}

bool duel_deal_read(void *state, const struct tk_config *config, struct tk_json_in *in)
{
    struct duel_state *s = state;
    struct tk_span key;
    int64_t first = -1;
    duel_table_init(s, config);
    while (tk_json_next_key(in, &key)) {
        int age = tk_name_find(duel_age_keys, DUEL_AGES, key);
        if (age >= 0)
            read_whole(duel_card_find, s->layout[age], duel_age_sizes[age], in);
        else if (tk_span_is(key, "start"))
            tk_json_read_int(in, 0, DUEL_SEATS - 1, &first);
        else if (tk_span_is(key, "wonders"))
            read_whole(duel_wonder_find, s->wonder, s->preset ? 0 : DUEL_WONDERS, in);
        else if (tk_span_is(key, "progress"))
            read_whole(duel_token_find, s->progress, DUEL_TOKENS, in);
        else
            tk_json_fail(in, "a key of the deal is unknown");
    }
    if (in->problem != NULL)
        return false;
    if (first < 0 || (s->first_option > 0 && first != s->first_option - 1))
        return tk_json_fail(in, "the first player is missing or not the one of the options");
    duel_table_begin(s, (int)first);
    const char *wrong = duel_audit(s);
    return wrong == NULL || tk_json_fail(in, wrong);
}

/* --- the whole table, written --- */

const char *const duel_ending_names[DUEL_ENDINGS] = {"playing", "civilian", "military",
                                                     "scientific"};

static void dump_layout(const struct duel_state *s, struct tk_json *json)
{
    uint32_t shown = duel_shown(s);
    tk_json_key(json, "layout");
    tk_json_open(json, '[');
    for (int slot = 0; s->age > 0 && slot < DUEL_SLOTS; slot++) {
        int card = s->layout[s->age - 1][slot];
        if ((s->left >> slot & 1) == 0)
            tk_json_null(json);
        else if ((shown >> slot & 1) != 0)
            write_thing(duel_card_prints, card, json);
        else
            tk_json_text(json, duel_cards[card].age == DUEL_GUILD ? DUEL_GUILD_BACK : DUEL_BACK);
    }
    tk_json_close(json, ']');
}

/* "sphinx:altar": a wonder and the card under it. */
static void dump_raised(const struct duel_seat *seat, struct tk_json *json)
{
    tk_json_key(json, "raised");
    tk_json_open(json, '[');
    for (int place = 0; place < DUEL_HELD; place++) {
        if (!duel_is_raised(seat, place))
            continue;
        tk_json_quote(json);
        tk_write_text(json->out, duel_wonder_prints[seat->wonder[place]].key);
        tk_write_char(json->out, ':');
        tk_write_text(json->out, duel_card_prints[seat->tucked[place]].key);
        tk_json_unquote(json);
    }
    tk_json_close(json, ']');
}

static void dump_seat(const struct duel_seat *seat, struct tk_json *json)
{
    int held = 0;
    while (held < DUEL_HELD && seat->wonder[held] != 0)
        held++;
    tk_json_open(json, '{');
    tk_json_put_int(json, "coins", seat->coins);
    write_set("city", seat->city, json);
    tk_json_key(json, "tokens");
    tk_json_open(json, '[');
    for (int token = 1; token <= DUEL_TOKENS; token++)
        if (duel_has_token(seat, (enum duel_token_name)token))
            write_thing(duel_token_prints, token, json);
    tk_json_close(json, ']');
    write_list("wonders", duel_wonder_prints, seat->wonder, held, json);
    dump_raised(seat, json);
    tk_json_close(json, '}');
}

/* Zones whose token is gone. */
static void dump_looted(const struct duel_state *s, struct tk_json *json)
{
    tk_json_key(json, "looted");
    tk_json_open(json, '[');
    for (unsigned zones = s->looted; zones != 0; zones &= zones - 1)
        tk_json_int(json, __builtin_ctz(zones));
    tk_json_close(json, ']');
}

int duel_wonders_shown(const struct duel_state *s)
{
    if (s->phase != DUEL_PHASE_DRAFT)
        return 0;
    return duel_drafted(s) < DUEL_GROUP ? DUEL_GROUP : 2 * DUEL_GROUP;
}

/* All that nobody sees; a null stands where a card is seen, or where none is. */
static void dump_hidden(const struct duel_state *s, struct tk_json *json)
{
    int shown = duel_wonders_shown(s), wonders = s->phase == DUEL_PHASE_DRAFT ? DUEL_WONDERS : 0;
    int drawn = duel_library_drawn(s) ? DUEL_DRAWN : 0;
    tk_json_key(json, "hidden");
    tk_json_open(json, '{');
    for (int age = 1; age <= DUEL_AGES; age++) {
        uint8_t cards[DUEL_AGE3_CARDS];
        tk_copy(cards, s->layout[age - 1], sizeof cards);
        for (uint32_t seen = age == s->age ? duel_shown(s) : 0; seen != 0; seen &= seen - 1)
            cards[__builtin_ctz(seen)] = 0;
        write_list(duel_age_keys[age - 1], duel_card_prints, cards, duel_age_sizes[age - 1], json);
    }
    write_list("wonders", duel_wonder_prints, s->wonder + shown, wonders - shown, json);
    write_list("box", duel_token_prints, s->progress + DUEL_ON_BOARD + drawn,
               DUEL_TOKENS - DUEL_ON_BOARD - drawn, json);
    tk_json_close(json, '}');
}

void duel_dump(const void *state, struct tk_json *json)
{
    const struct duel_state *s = state;
    tk_json_put_int(json, "turn", s->turn);
    tk_json_put_int(json, "first", s->first);
    tk_json_put_int(json, "active", s->active);
    tk_json_put_int(json, "age", s->age);
    tk_json_put_text(json, "phase", duel_phase_names[s->phase]);
    tk_json_put_text(json, "doomed", duel_item_names[s->doomed]);
    tk_json_put_bool(json, "again", s->again != 0);
    tk_json_put_text(json, "ending", duel_ending_names[s->ending]);
    tk_json_put_int(json, "pawn", s->pawn);
    dump_looted(s, json);
    dump_layout(s, json);
    write_set("discard", s->discard, json);
    write_list("progress", duel_token_prints, s->progress, DUEL_ON_BOARD, json);
    write_list("drawn", duel_token_prints, s->progress + DUEL_ON_BOARD,
               duel_library_drawn(s) ? DUEL_DRAWN : 0, json);
    write_list("offer", duel_wonder_prints, s->wonder, duel_wonders_shown(s), json);
    tk_json_key(json, "seats");
    tk_json_open(json, '[');
    for (int p = 0; p < DUEL_SEATS; p++)
        dump_seat(&s->seat[p], json);
    tk_json_close(json, ']');
    dump_hidden(s, json);
}
