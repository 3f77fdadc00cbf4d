/* SPDX-License-Identifier: MIT */
/* What happens at the table, in words: prompts, moves, events. */
#include "kingdom_internal.h"

const uint16_t kingdom_ground_words[KINGDOM_SIMPLE_GROUNDS] = {
    [KINGDOM_GRASS] = KINGDOM_WORD_GROUND_GRASS,
    [KINGDOM_CANYON] = KINGDOM_WORD_GROUND_CANYON,
    [KINGDOM_DESERT] = KINGDOM_WORD_GROUND_DESERT,
    [KINGDOM_FLOWER] = KINGDOM_WORD_GROUND_FLOWER,
    [KINGDOM_FOREST] = KINGDOM_WORD_GROUND_FOREST,
    [KINGDOM_WATER] = KINGDOM_WORD_GROUND_WATER,
    [KINGDOM_MOUNTAIN] = KINGDOM_WORD_GROUND_MOUNTAIN,
    [KINGDOM_LOCATION] = KINGDOM_WORD_GROUND_LOCATION,
    [KINGDOM_CASTLE] = KINGDOM_WORD_GROUND_CASTLE,
};

const uint16_t kingdom_tile_words[KINGDOM_TILES] = {
    [KINGDOM_ORACLE] = KINGDOM_WORD_TILE_ORACLE, [KINGDOM_FARM] = KINGDOM_WORD_TILE_FARM,
    [KINGDOM_TAVERN] = KINGDOM_WORD_TILE_TAVERN, [KINGDOM_TOWER] = KINGDOM_WORD_TILE_TOWER,
    [KINGDOM_HARBOR] = KINGDOM_WORD_TILE_HARBOR, [KINGDOM_PADDOCK] = KINGDOM_WORD_TILE_PADDOCK,
    [KINGDOM_BARN] = KINGDOM_WORD_TILE_BARN,     [KINGDOM_OASIS] = KINGDOM_WORD_TILE_OASIS,
};

const uint16_t kingdom_card_words[KINGDOM_CARD_KINDS] = {
    [KINGDOM_FISHERMEN] = KINGDOM_WORD_LINE_FISHERMEN,
    [KINGDOM_MERCHANTS] = KINGDOM_WORD_LINE_MERCHANTS,
    [KINGDOM_DISCOVERERS] = KINGDOM_WORD_LINE_DISCOVERERS,
    [KINGDOM_HERMITS] = KINGDOM_WORD_LINE_HERMITS,
    [KINGDOM_CITIZENS] = KINGDOM_WORD_LINE_CITIZENS,
    [KINGDOM_MINERS] = KINGDOM_WORD_LINE_MINERS,
    [KINGDOM_WORKERS] = KINGDOM_WORD_LINE_WORKERS,
    [KINGDOM_KNIGHTS] = KINGDOM_WORD_LINE_KNIGHTS,
    [KINGDOM_LORDS] = KINGDOM_WORD_LINE_LORDS,
    [KINGDOM_FARMERS] = KINGDOM_WORD_LINE_FARMERS,
};

static struct tk_phrase say(uint16_t word, int seat)
{
    struct tk_phrase phrase = tk_phrase_of(word);
    tk_phrase_seat(&phrase, "who", seat);
    return phrase;
}

/* --- what is to be decided --- */

/* Is a tile's use among the legal actions? */
static bool can_use(const struct kingdom_state *s)
{
    tk_action legal[TK_ACTIONS_MAX];
    for (int i = kingdom_legal(s, legal); i > 0; i--)
        if (kingdom_action_verb(legal[i - 1]) == KINGDOM_USE)
            return true;
    return false;
}

static void prompt_act(const struct kingdom_state *s, struct tk_phrase *out)
{
    const struct kingdom_seat *seat = &s->seat[s->active];
    int owed = KINGDOM_OWED - s->built;
    bool use = can_use(s);
    if (kingdom_complete(s)) {
        *out = say(use ? KINGDOM_WORD_PROMPT_USE_OR_END : KINGDOM_WORD_PROMPT_END, s->active);
        return;
    }
    *out = say(use ? KINGDOM_WORD_PROMPT_BUILD_OR_USE : KINGDOM_WORD_PROMPT_BUILD, s->active);
    tk_phrase_number(out, "n", owed < seat->supply ? owed : seat->supply);
    tk_phrase_word(out, "terrain", kingdom_ground_words[seat->hand]);
}

void kingdom_prompt(const void *state, struct tk_phrase *out)
{
    const struct kingdom_state *s = state;
    if (s->phase == KINGDOM_ACT) {
        prompt_act(s, out);
    } else if (s->phase == KINGDOM_MOVE) {
        *out = say(KINGDOM_WORD_PROMPT_MOVE, s->active);
        tk_phrase_place(out, "hex", s->lifted);
        tk_phrase_word(out, "tile", kingdom_tile_words[s->moving]);
    } else {
        bool over = s->phase == KINGDOM_OVER;
        *out = tk_phrase_of(over ? KINGDOM_WORD_PROMPT_OVER : KINGDOM_WORD_PROMPT_RESHUFFLE);
    }
}

/* --- what was done --- */

static struct tk_phrase say_move(const struct kingdom_state *s, tk_action action)
{
    static const uint16_t words[KINGDOM_VERBS] = {
        [KINGDOM_BUILD] = KINGDOM_WORD_MOVE_BUILD,
        [KINGDOM_USE] = KINGDOM_WORD_MOVE_USE,
        [KINGDOM_TO] = KINGDOM_WORD_MOVE_TO,
        [KINGDOM_END] = KINGDOM_WORD_MOVE_END,
    };
    enum kingdom_verb verb = kingdom_action_verb(action);
    int hex = (int)kingdom_action_hex(action), tile = (int)kingdom_action_tile(action);
    bool lifts = verb == KINGDOM_USE && kingdom_rules[tile].moves;
    struct tk_phrase phrase = say(lifts ? KINGDOM_WORD_MOVE_LIFT : words[verb], s->active);
    if (verb == KINGDOM_USE)
        tk_phrase_word(&phrase, "tile", kingdom_tile_words[tile]);
    if (verb != KINGDOM_END)
        tk_phrase_place(&phrase, "hex", hex);
    if (verb != KINGDOM_END && !lifts)
        tk_phrase_word(&phrase, "terrain", kingdom_ground_words[kingdom_ground_at(s, hex)]);
    return phrase;
}

/* --- what followed --- */

/* KB-47: what was lost, and what was gained. */
static int say_tiles(const struct kingdom_state *b, const struct kingdom_state *a,
                     struct tk_phrase *out)
{
    int count = 0;
    unsigned before = b->seat[b->active].kept, after = a->seat[b->active].kept;
    const struct {
        uint16_t word;
        unsigned locations;
    } changes[] = {{KINGDOM_WORD_EVENT_LOSE, before & ~after},
                   {KINGDOM_WORD_EVENT_GAIN, after & ~before}};
    for (int i = 0; i < TK_COUNT(changes); i++) {
        if (changes[i].locations == 0)
            continue;
        int location = __builtin_ctz(changes[i].locations);
        out[count] = say(changes[i].word, b->active);
        tk_phrase_place(&out[count], "hex", a->location[location]);
        tk_phrase_word(&out[count++], "tile", kingdom_tile_words[a->quadrant[location / 2] / 2]);
    }
    return count;
}

/* KB-38: the useless cards, each terrain named once, and the one drawn in their place are open. */
static int say_replaced(const struct kingdom_state *b, const struct kingdom_state *a,
                        struct tk_phrase *out)
{
    if (a->removed.count <= b->removed.count)
        return 0;
    bool waiting = a->phase == KINGDOM_REPLACE;
    *out = say(waiting ? KINGDOM_WORD_EVENT_REMOVED : KINGDOM_WORD_EVENT_REPLACED, a->active);
    unsigned named = 0;
    for (int i = b->removed.count; i < a->removed.count; i++) {
        int terrain = a->removed.card[i];
        if ((named >> terrain & 1) == 0)
            tk_phrase_word(out, "terrain", kingdom_ground_words[terrain]);
        named |= 1U << terrain;
    }
    if (!waiting)
        tk_phrase_word(out, "card", kingdom_ground_words[a->seat[a->active].hand]);
    return 1;
}

/* Only a reshuffle takes cards off the discard pile or brings removed ones back. */
static bool was_reshuffled(const struct kingdom_state *b, const struct kingdom_state *a, bool ended)
{
    return a->discard.count < b->discard.count + ended || a->removed.count < b->removed.count;
}

/* KB-82: only who drew a card for the next turn hears which it is. None is drawn in the last round. */
static int say_drawn(const struct kingdom_state *a, int who, struct tk_phrase *out)
{
    if (a->seat[who].hand == KINGDOM_NO_CARD)
        return 0;
    *out = say(KINGDOM_WORD_EVENT_DRAWN, who);
    tk_phrase_word(out, "card", kingdom_ground_words[a->seat[who].hand]);
    return 1;
}

int kingdom_describe(const void *before, tk_action action, const void *after, int viewer,
                     struct tk_phrase *out)
{
    const struct kingdom_state *b = before, *a = after;
    bool ended = kingdom_action_verb(action) == KINGDOM_END;
    int count = 0;
    out[count++] = say_move(b, action);
    count += say_tiles(b, a, out + count);
    if (a->closing && !b->closing)
        out[count++] = say(KINGDOM_WORD_EVENT_CLOSING, b->active);
    if (was_reshuffled(b, a, ended))
        out[count++] = tk_phrase_of(KINGDOM_WORD_EVENT_RESHUFFLE);
    if (ended && viewer == b->active)
        count += say_drawn(a, viewer, out + count);
    int replaced = say_replaced(b, a, out + count);
    if (ended && a->active != b->active && replaced == 0) {
        out[count] = say(KINGDOM_WORD_EVENT_TURN, a->active);
        tk_phrase_word(&out[count++], "card", kingdom_ground_words[a->seat[a->active].hand]);
    }
    return count + replaced;
}
