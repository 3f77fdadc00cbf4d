/* SPDX-License-Identifier: MIT */
/* Moves and places as text, and the names of things in views and dumps. */
#include "duel_internal.h"

const char *const duel_phase_names[DUEL_PHASES] = {
    [DUEL_PHASE_DRAFT] = "draft",     [DUEL_PHASE_PLAY] = "play",
    [DUEL_PHASE_DESTROY] = "destroy", [DUEL_PHASE_LIBRARY] = "library",
    [DUEL_PHASE_REVIVE] = "revive",   [DUEL_PHASE_TOKEN] = "token",
    [DUEL_PHASE_START] = "start",     [DUEL_PHASE_OVER] = "over",
};

const char *const duel_resource_names[DUEL_RESOURCES] = {"wood", "clay", "stone", "glass",
                                                         "papyrus"};

const char *const duel_item_names[DUEL_ITEMS] = {
    "none", "brown",  "grey",       "blue",   "green",       "yellow",
    "red",  "purple", "brown_grey", "wonder", "coin_triple",
};

const char *const duel_symbol_names[DUEL_SYMBOLS] = {
    "none", "globe", "wheel", "sundial", "mortar", "pendulum", "inkwell", "law",
};

/* --- things by their key --- */

static int find(const struct duel_print *prints, int count, struct tk_span key)
{
    for (int i = 1; i <= count; i++)
        if (tk_span_is(key, prints[i].key))
            return i;
    return 0;
}

int duel_card_find(struct tk_span key)
{
    return find(duel_card_prints, DUEL_CARDS, key);
}

static int find_wonder(struct tk_span key)
{
    return find(duel_wonder_prints, DUEL_WONDERS, key);
}

static int token_find(struct tk_span key)
{
    return find(duel_token_prints, DUEL_TOKENS, key);
}

void duel_place(uint16_t place, struct tk_writer *out)
{
    const struct duel_print *print = &duel_card_prints[0];
    if (place >= DUEL_PLACE_TOKEN)
        print = &duel_token_prints[place - DUEL_PLACE_TOKEN];
    else if (place >= DUEL_PLACE_WONDER)
        print = &duel_wonder_prints[place - DUEL_PLACE_WONDER];
    else
        print = &duel_card_prints[place];
    tk_write_text(out, print->key);
}

/* --- moves --- */

static const char *const starters[] = {[DUEL_ME] = "me", [DUEL_OTHER] = "other"};

/* How a move is written: its verb, then a wonder, a card in the layout, or something else. */
static const struct verb {
    const char *word;
    bool wonder;
    enum { NOTHING, CARD_IN_LAYOUT, CARD, TOKEN, STARTER } thing;
} verbs[DUEL_VERBS] = {
    [DUEL_BUILD] = {"build", false, CARD_IN_LAYOUT},
    [DUEL_DISCARD] = {"discard", false, CARD_IN_LAYOUT},
    [DUEL_RAISE] = {"wonder", true, CARD_IN_LAYOUT},
    [DUEL_DRAFT] = {"draft", true, NOTHING},
    [DUEL_DESTROY] = {"destroy", false, CARD},
    [DUEL_LIBRARY] = {"library", false, TOKEN},
    [DUEL_REVIVE] = {"revive", false, CARD},
    [DUEL_TOKEN] = {"token", false, TOKEN},
    [DUEL_START] = {"start", false, STARTER},
};

void duel_format(const void *state, tk_action action, struct tk_writer *out)
{
    const struct verb *verb = &verbs[duel_verb_of(action)];
    int thing = duel_thing_of(action);
    (void)state;
    tk_write_text(out, verb->word);
    if (verb->wonder) {
        tk_write_char(out, ' ');
        tk_write_text(out, duel_wonder_prints[duel_wonder_of(action)].key);
    }
    if (verb->thing == NOTHING)
        return;
    tk_write_char(out, ' ');
    if (verb->thing == STARTER)
        tk_write_text(out, starters[thing]);
    else
        tk_write_text(out, verb->thing == TOKEN ? duel_token_prints[thing].key
                                                : duel_card_prints[thing].key);
}

/* Where a card lies for all to see; if it does not, a slot beyond all: nobody may learn why. */
static int find_slot(const struct duel_state *s, int card)
{
    for (uint32_t shown = duel_shown(s); shown != 0; shown &= shown - 1) {
        int slot = __builtin_ctz(shown);
        if (s->layout[s->age - 1][slot] == card)
            return slot;
    }
    return DUEL_SLOTS;
}

static bool read_next(struct tk_reader *in, struct tk_span *out_word)
{
    return tk_read_char(in, ' ') && tk_read_word(in, out_word);
}

static bool read_thing(const struct duel_state *s, const struct verb *verb, struct tk_span word,
                       tk_action *action)
{
    int thing = 0, slot = 0;
    if (verb->thing == STARTER) {
        thing = tk_name_find(starters, TK_COUNT(starters), word);
    } else {
        thing = verb->thing == TOKEN ? token_find(word) : duel_card_find(word);
        thing = thing == 0 ? -1 : thing;
    }
    if (thing < 0)
        return false;
    if (verb->thing == CARD_IN_LAYOUT)
        slot = find_slot(s, thing);
    *action |= duel_action_card(thing, slot);
    return true;
}

static bool read_move(const void *state, struct tk_reader *in, tk_action *out)
{
    struct tk_span word;
    int number = 0;
    if (!tk_read_word(in, &word))
        return false;
    while (number < DUEL_VERBS && !tk_span_is(word, verbs[number].word))
        number++;
    if (number == DUEL_VERBS)
        return false;
    const struct verb *verb = &verbs[number];
    *out = (tk_action)number;
    if (verb->wonder) {
        int wonder = read_next(in, &word) ? find_wonder(word) : 0;
        if (wonder == 0)
            return false;
        *out |= duel_action_wonder(wonder);
    }
    return verb->thing == NOTHING || (read_next(in, &word) && read_thing(state, verb, word, out));
}

tk_status duel_parse(const void *state, struct tk_span text, tk_action *out_action)
{
    return tk_move_read(state, text, read_move, out_action);
}
